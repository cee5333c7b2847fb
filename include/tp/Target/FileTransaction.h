//===- FileTransaction.h - Several outputs, or none -------------*- C++ -*-===//
//
// Files that are written besides a tool's output (weights, shards) take their
// places when they are complete, so that what follows can read them. The
// transaction remembers them, and undoes all of it where the tool fails later.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_FILETRANSACTION_H
#define TP_TARGET_FILETRANSACTION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <string>
#include <vector>

namespace mlir::tp::archive {

/// A tool has one on its stack while it runs; they nest, each for its thread.
/// Without one, files are placed for good.
class FileTransaction {
public:
  FileTransaction();
  /// Puts back what was there before, unless `commit` was called.
  ~FileTransaction();
  FileTransaction(const FileTransaction &) = delete;
  FileTransaction &operator=(const FileTransaction &) = delete;

  /// Keeps all files, as far as a transaction around this one does.
  void commit();

  /// Puts a file that is complete in its place, as part of the transaction that
  /// is under way, if one is. Where this fails the file is removed.
  static llvm::Error place(llvm::sys::fs::TempFile file, llvm::StringRef path);

private:
  struct Placed {
    std::string path;
    /// Where the former file of that name is kept; empty where there was none.
    std::string backup;
  };
  std::vector<Placed> placed;
  FileTransaction *outer;
};

} // namespace mlir::tp::archive

#endif // TP_TARGET_FILETRANSACTION_H
