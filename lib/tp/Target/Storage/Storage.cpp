//===- Storage.cpp - The bytes of a program's state -----------------------===//
//
// Opens the archives of a module and finds blobs in them.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Storage.h"
#include "mlir/IR/SymbolTable.h"
#include "tp/Target/Archive.h"
#include "tp/Target/ArchivePaths.h"
#include "tp/Target/ArchiveReference.h"
#include "tp/Target/Safetensors/File.h"

using namespace mlir;
using namespace mlir::tp;
using archive::printable;

StorageReader::StorageReader(ModuleOp module) : module(module) {}
StorageReader::~StorageReader() = default;

LogicalResult StorageReader::openContent(Operation *user, File &file,
                                         StringRef path) {
  auto fail = [&](llvm::Error error) {
    return user->emitOpError("cannot read its value: ")
           << llvm::toString(std::move(error));
  };
  std::string fingerprint;
  std::string head = archive::readHead(path, 16);
  if (safetensors::looksLikeFile(head) || safetensors::looksLikeIndex(head)) {
    auto model = safetensors::Model::open(path);
    if (!model)
      return fail(model.takeError());
    file.model = std::move(*model);
    fingerprint = file.model->fingerprint();
  } else {
    auto zip = archive::Archive::open(path);
    if (!zip)
      return fail(zip.takeError());
    file.zip = std::move(*zip);
    fingerprint = archive::getFingerprint(*file.zip);
  }
  std::optional<StringRef> expected = file.op.getFingerprint();
  if (!expected || *expected == fingerprint)
    return success();
  InFlightDiagnostic diag = user->emitOpError("cannot read its value: ")
                            << path << ": expected the file of the fingerprint "
                            << *expected << ", got " << fingerprint
                            << ": it changed after the program was imported";
  diag.attachNote(file.op.getLoc()) << "the archive is declared here";
  return diag;
}

StorageReader::File *StorageReader::open(Operation *user, tp::BlobAttr blob) {
  auto [it, isNew] = files.try_emplace(blob.getArchive().getAttr());
  if (!isNew)
    return it->second.get();
  auto file = std::make_unique<File>();
  file->op = dyn_cast_or_null<ArchiveOp>(
      SymbolTable::lookupSymbolIn(module, blob.getArchive().getAttr()));
  if (!file->op) {
    user->emitOpError("expected a 'tp.archive' of the name ")
        << blob.getArchive();
    return nullptr;
  }
  auto *dialect = module.getContext()->getLoadedDialect<TPDialect>();
  auto path =
      archive::resolvePath(file->op.getPath(), dialect->getPathPolicy());
  if (!path) {
    user->emitOpError("cannot read its value: ")
        << llvm::toString(path.takeError());
    return nullptr;
  }
  if (failed(openContent(user, *file, *path)))
    return nullptr;
  it->second = std::move(file);
  return it->second.get();
}

FailureOr<Storage> StorageReader::readEntry(Operation *user, tp::BlobAttr blob,
                                            bool verify) {
  File *file = open(user, blob);
  if (!file)
    return failure();
  auto fail = [&](llvm::Error error) {
    return user->emitOpError("cannot read its value: ")
           << llvm::toString(std::move(error));
  };
  auto failMissing = [&](StringRef path) {
    return user->emitOpError("cannot read its value: ")
           << path << ": expected an entry '" << printable(blob.getEntry())
           << "'";
  };
  Storage storage;
  if (file->model) {
    auto [shard, tensor] = file->model->find(blob.getEntry());
    if (!tensor)
      return failMissing(file->model->path());
    if (verify)
      if (llvm::Error error = shard->verify(*tensor))
        return fail(std::move(error));
    storage.entryBytes = shard->bytes(*tensor);
    storage.isMapped = true;
    storage.owner = file->model;
    return storage;
  }
  const archive::Entry *entry = file->zip->find(blob.getEntry());
  if (!entry)
    return failMissing(file->zip->path());
  auto bytes =
      verify ? file->zip->checkedBytes(*entry) : file->zip->bytes(*entry);
  if (!bytes)
    return fail(bytes.takeError());
  storage.entryBytes = *bytes;
  storage.isMapped = entry->isStored();
  storage.owner = file->zip;
  storage.zip = file->zip;
  storage.zipEntry = entry;
  return storage;
}

static FailureOr<Storage> takePart(Operation *user, tp::BlobAttr blob,
                                   FailureOr<Storage> storage) {
  if (failed(storage))
    return failure();
  uint64_t total = storage->entryBytes.size();
  uint64_t offset = blob.getOffset();
  uint64_t size =
      blob.getSize() < 0 && offset <= total ? total - offset : blob.getSize();
  if (offset > total || size > total - offset)
    return user->emitOpError("cannot read its value: ")
           << "expected the bytes " << blob << ", but the entry has " << total;
  storage->bytes = storage->entryBytes.slice(offset, size);
  return storage;
}

FailureOr<Storage> StorageReader::read(Operation *user, tp::BlobAttr blob) {
  return takePart(user, blob, readEntry(user, blob, /*verify=*/false));
}

FailureOr<Storage> StorageReader::readVerified(Operation *user,
                                               tp::BlobAttr blob) {
  return takePart(user, blob, readEntry(user, blob, /*verify=*/true));
}

LogicalResult StorageReader::checkUnchanged() {
  for (auto &[name, file] : files) {
    if (!file)
      continue;
    llvm::Error error =
        file->zip ? file->zip->checkUnchanged() : file->model->checkUnchanged();
    if (error)
      return file->op.emitOpError() << llvm::toString(std::move(error));
  }
  return success();
}
