//===- Storage.h - The bytes of a program's state ---------------*- C++ -*-===//
//
// Finds the bytes that `#tp.blob` attributes stand for: opens the files that
// the module's `tp.archive` operations name, each once and when it is first
// asked for, checks that they are what was imported, and hands out views. Zip
// archives (.pt2), .safetensors files and sharded sets of these are understood;
// what a file is, its content says.
//
// Example:
//
//   StorageReader reader(module);
//   FailureOr<Storage> storage = reader.read(state, blob);
//   if (failed(storage)) // the error is reported
//     return failure();
//   use(storage->bytes);
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_STORAGE_H
#define TP_TARGET_STORAGE_H

#include "mlir/IR/BuiltinOps.h"
#include "tp/IR/TPOps.h"
#include "llvm/ADT/MapVector.h"
#include <memory>

namespace mlir::tp {

namespace archive {
class Archive;
struct Entry;
} // namespace archive
namespace safetensors {
class Model;
} // namespace safetensors

/// The bytes of one blob, and where they stand.
struct Storage {
  /// Mapped from the file, or owned by the reader; valid as long as `owner`.
  ArrayRef<char> bytes;
  /// True if they are a view of a mapped file: pages that were read may be
  /// dropped again.
  bool isMapped = false;
  /// All bytes of the entry, of which `bytes` may be a part. Blobs whose
  /// `entryBytes` begin at the same place are of one entry.
  ArrayRef<char> entryBytes;
  /// Holds the file.
  std::shared_ptr<const void> owner;
  /// The zip archive and the entry, where it is one: writers copy from it
  /// without looking at the bytes.
  std::shared_ptr<const archive::Archive> zip;
  const archive::Entry *zipEntry = nullptr;
};

/// Reads the blobs of one module. Not thread safe.
class StorageReader {
public:
  /// Paths follow the policy of the dialect (TPDialect::getPathPolicy).
  explicit StorageReader(ModuleOp module);
  ~StorageReader();

  /// The bytes of `blob`, which `user` has as its value. On failure one error
  /// at `user` names the file and what is wrong with it: it cannot be opened or
  /// lies where the program may not look, is not the file that was imported, or
  /// lacks the bytes.
  FailureOr<Storage> read(Operation *user, tp::BlobAttr blob);

  /// As `read`, and the entry's checksum is verified, which reads all of it.
  /// A safetensors file of another writer has none.
  FailureOr<Storage> readVerified(Operation *user, tp::BlobAttr blob);

  /// Fails, with an error, where one of the files changed since it was opened.
  LogicalResult checkUnchanged();

private:
  struct File {
    ArchiveOp op;
    std::shared_ptr<archive::Archive> zip;
    std::shared_ptr<safetensors::Model> model;
  };
  File *open(Operation *user, tp::BlobAttr blob);
  LogicalResult openContent(Operation *user, File &file, StringRef path);
  FailureOr<Storage> readEntry(Operation *user, tp::BlobAttr blob, bool verify);

  ModuleOp module;
  /// By the archive's symbol. Null where opening it failed.
  llvm::MapVector<StringAttr, std::unique_ptr<File>> files;
};

} // namespace mlir::tp

#endif // TP_TARGET_STORAGE_H
