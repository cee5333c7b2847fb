//===- ExportState.h - Export of the bytes of programs ----------*- C++ -*-===//
//
// Weights, constants and the files beside them. Every storage goes into the
// archive once, however many states of however many programs have it.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_TARGET_PT2_EXPORTSTATE_H
#define LIB_TP_TARGET_PT2_EXPORTSTATE_H

#include "ExportContext.h"
#include "tp/Target/PT2/Writer.h"
#include "tp/Target/Storage.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::tp::pt2 {

/// Where the weights and constants of one program are.
struct ProgramPayloads {
  PayloadConfig weights, constants;
};

/// Collects the entries of one archive.
class StateExporter {
public:
  StateExporter(ModuleOp module, ArchiveToWrite &archive)
      : module(module), reader(module), archive(archive) {}

  /// The tables of a program; its bytes go to the archive.
  LogicalResult exportStates(ExportContext &shared, ProgramPayloads &payloads);
  /// The bytes of `blob`.
  FailureOr<archive::Content> exportBlob(Operation *op, tp::BlobAttr blob);
  /// The files of the module's archives that belong to no program.
  LogicalResult exportFiles();

private:
  /// One of the two folders.
  struct Folder {
    explicit Folder(std::vector<EntryToWrite> &entries) : entries(&entries) {}
    std::vector<EntryToWrite> *entries;
    llvm::StringSet<> names;
    /// The names of the storages that are there, blobs and resources.
    llvm::DenseMap<const void *, StringRef> known;
    /// The last number given behind a prefix.
    llvm::StringMap<unsigned> numbers;
  };

  FailureOr<PayloadMeta> exportState(ExportContext &shared, StateOp op,
                                     bool isWeight);
  FailureOr<archive::Content> exportContent(StateOp op,
                                            const PayloadMeta &payload);
  FailureOr<archive::Content> exportValue(StateOp op, Attribute value,
                                          uint64_t size);
  StringRef addEntry(ExportContext &shared, Folder &folder, StringRef wanted,
                     StringRef prefix, archive::Content content);

  ModuleOp module;
  StorageReader reader;
  ArchiveToWrite &archive;
  Folder weights{archive.weights};
  Folder constants{archive.constants};
  /// Files that views are of.
  SmallVector<std::shared_ptr<const void>> owners;
};

} // namespace mlir::tp::pt2

#endif // LIB_TP_TARGET_PT2_EXPORTSTATE_H
