//===- File.h - Reading safetensors files -----------------------*- C++ -*-===//
//
// A reader of .safetensors files and of sharded sets of them. The format is
//
//   8 bytes            size of the header, little endian
//   header             a JSON object: {"KEY": {"dtype": "F32", "shape": [2, 3],
//                      "data_offsets": [0, 24]}, ..., "__metadata__": {...}}
//   data               the tensors, one behind the other, without holes
//
// Opening a file reads and checks the header and maps the rest. A sharded set
// is a folder's `model.safetensors.index.json`, which says for each tensor in
// which file it is.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_SAFETENSORS_FILE_H
#define TP_TARGET_SAFETENSORS_FILE_H

#include "tp/Target/Archive.h"
#include "tp/Target/Safetensors/DType.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <string>
#include <vector>

namespace mlir::tp::safetensors {

/// One tensor of a file: row-major, dense.
struct Tensor {
  std::string name;
  DType dtype = DType::U8;
  llvm::SmallVector<uint64_t, 4> shape;
  /// Bytes from the start of the data.
  uint64_t begin = 0;
  uint64_t end = 0;

  uint64_t size() const { return end - begin; }
};

/// What a header says.
struct Header {
  /// In the order of the data.
  std::vector<Tensor> tensors;
  /// In the order of the file.
  std::vector<std::pair<std::string, std::string>> metadata;

  llvm::StringRef getMetadata(llvm::StringRef key) const;
};

/// The format's reference refuses longer headers, too.
constexpr uint64_t maxHeaderSize = 100000000;
/// The metadata under which this project's writer keeps a digest of each
/// tensor, 16 hexadecimal digits each, in the order of the data.
constexpr llvm::StringLiteral digestKey = "tp.xxh3";

/// Parses the JSON of a header whose data has `dataSize` bytes. Every tensor
/// has as many bytes as its type and shape say, and together they cover the
/// data without holes or overlaps. Errors are one line, without the file.
llvm::Expected<Header> parseHeader(llvm::StringRef json, uint64_t dataSize);

/// A digest of bytes that are read once: of their blocks, so that it can be
/// made as they are streamed.
class Digest {
public:
  static constexpr size_t blockSize = size_t(1) << 20;
  /// Every call but the last has `blockSize` bytes.
  void add(llvm::ArrayRef<char> block);
  /// 16 hexadecimal digits.
  std::string finish() const;

private:
  std::string hashes;
};

/// One open .safetensors file. May be used from several threads.
class File {
public:
  static llvm::Expected<std::shared_ptr<File>> open(llvm::StringRef path);
  ~File();
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  llvm::StringRef path() const { return filePath; }
  const Header &header() const { return fileHeader; }
  /// The tensor of that name, or null.
  const Tensor *find(llvm::StringRef name) const;
  /// Where the data starts in the file.
  uint64_t dataOffset() const { return dataStart; }
  /// The bytes of one of `header().tensors`, mapped. They are aligned to their
  /// elements where the writer saw to it.
  llvm::ArrayRef<char> bytes(const Tensor &tensor) const;

  /// Identifies the content by what the header says: with the digests that this
  /// project writes, all of it; else names, types, shapes and places.
  std::string fingerprint() const;
  /// Reads the tensor and compares it with its digest, where there is one.
  llvm::Error verify(const Tensor &tensor) const;
  /// An error if the file at `path()` is no longer the one that was opened.
  llvm::Error checkUnchanged() const;

  /// "FILE: MESSAGE"
  llvm::Error error(const llvm::Twine &message) const;

private:
  explicit File(llvm::StringRef path) : filePath(path) {}
  llvm::Error map();
  llvm::Error readHeader();

  std::string filePath;
  archive::FileIdentity identity;
  const char *mapped = nullptr;
  size_t mappedSize = 0;
  uint64_t dataStart = 0;
  llvm::StringRef headerText;
  Header fileHeader;
  llvm::StringMap<size_t> byName;
};

/// A .safetensors file, or a set of them with an index.
class Model {
public:
  /// Opens `path`: a file, or an index and all files that it names, which lie
  /// beside it.
  static llvm::Expected<std::shared_ptr<Model>> open(llvm::StringRef path);

  llvm::StringRef path() const { return filePath; }
  llvm::ArrayRef<std::shared_ptr<File>> files() const { return shards; }
  /// The tensor of that name and its file; nulls where there is none.
  std::pair<const File *, const Tensor *> find(llvm::StringRef name) const;
  std::string fingerprint() const;
  llvm::Error checkUnchanged() const;

private:
  explicit Model(llvm::StringRef path) : filePath(path) {}
  llvm::Error openIndex(llvm::StringRef text);

  std::string filePath;
  std::string indexText;
  std::vector<std::shared_ptr<File>> shards;
  llvm::StringMap<size_t> shardOf;
};

/// The weight map of an index: tensor and file of each, in their order.
using WeightMap = std::vector<std::pair<std::string, std::string>>;
/// Parses an index. File names are plain names: an index cannot lead to another
/// folder.
llvm::Expected<WeightMap> parseIndex(llvm::StringRef json);

/// Whether a file that starts with `bytes` may be a .safetensors file.
bool looksLikeFile(llvm::StringRef bytes);
/// Whether it may be an index of one.
bool looksLikeIndex(llvm::StringRef bytes);

} // namespace mlir::tp::safetensors

#endif // TP_TARGET_SAFETENSORS_FILE_H
