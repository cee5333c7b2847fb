//===- Writer.h - Writing safetensors files ---------------------*- C++ -*-===//
//
// Writes tensors as a .safetensors file, or as several with an index, as the
// format's reference and the model hubs name them:
//
//   model.safetensors
//   model-00001-of-00002.safetensors, ..., model.safetensors.index.json
//
// The header is padded to a multiple of 8, and wide elements come first, so
// that every tensor is aligned to its elements. Bytes are streamed from where
// they are; memory does not grow with them. Files are written under temporary
// names, and take their places together at the end.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_SAFETENSORS_WRITER_H
#define TP_TARGET_SAFETENSORS_WRITER_H

#include "tp/Target/Safetensors/File.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace mlir::tp::safetensors {

/// A tensor to write. Its size is that of its type and shape.
struct TensorToWrite {
  std::string name;
  DType dtype = DType::U8;
  llvm::SmallVector<uint64_t, 4> shape;
  /// The bytes, or, where there is a generator, nothing.
  llvm::ArrayRef<char> bytes;
  /// The bytes are a view of a mapped file: what was written may be dropped
  /// from memory.
  bool isMapped = false;
  /// Gives the bytes piece by piece to `sink`. For those that would be large if
  /// kept, such as splats.
  using Sink = llvm::function_ref<llvm::Error(llvm::ArrayRef<char>)>;
  std::function<llvm::Error(Sink sink)> generate;
};

/// How to write.
struct WriteOptions {
  /// The most bytes of data in one file, where there is more than one tensor in
  /// it. Files get an index where one does not do.
  uint64_t maxShardSize = ~uint64_t(0);
  /// Further entries of "__metadata__". "format": "pt" is always there: some
  /// readers refuse files without.
  std::vector<std::pair<std::string, std::string>> metadata;
};

/// Files that are written, but not yet in their places.
class PendingFiles {
public:
  PendingFiles() = default;
  PendingFiles(PendingFiles &&) = default;
  PendingFiles &operator=(PendingFiles &&) = default;
  /// Removes what was not put in place.
  ~PendingFiles();

  /// The file that names all of them: the single one, or the index.
  llvm::StringRef path() const { return mainPath; }
  /// Puts all files in their places, the index last. Where one cannot be, those
  /// already placed are removed.
  llvm::Error commit();

private:
  friend class Writer;
  struct Pending {
    llvm::sys::fs::TempFile file;
    std::string path;
  };
  std::string mainPath;
  std::vector<Pending> files;
};

/// Writes `tensors` as `path`, which ends with ".safetensors" where shards may
/// be needed. Errors: two tensors of one name, names that are no UTF-8, a size
/// that is not that of type and shape, a header of more than the format allows,
/// a file that cannot be written.
llvm::Expected<PendingFiles> write(llvm::StringRef path,
                                   llvm::ArrayRef<TensorToWrite> tensors,
                                   const WriteOptions &options = {});

/// The file that `path` becomes where it takes shards: "model.safetensors" is
/// then "model.safetensors.index.json".
std::string getIndexPath(llvm::StringRef path);

} // namespace mlir::tp::safetensors

#endif // TP_TARGET_SAFETENSORS_WRITER_H
