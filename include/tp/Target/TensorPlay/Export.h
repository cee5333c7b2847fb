//===- Export.h - From programs to tensorplay's archives --------*- C++ -*-===//
//
// Writes programs as archives that tensorplay.export.load loads and runs, or as
// the bare JSON document. What the format has no room for stands in a member of
// the document that tensorplay passes over and our reader reads; what
// tensorplay could not run is an error.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_TENSORPLAY_EXPORT_H
#define TP_TARGET_TENSORPLAY_EXPORT_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::tp {

/// Writes all programs of `module` as one archive. Weights are copied from the
/// files that blobs name, each once. tensorplay.export.load takes the program
/// named "model"; a single program is written under this name. Reports one
/// error on failure, after which what was written is worthless.
LogicalResult exportTensorPlay(ModuleOp module, llvm::raw_ostream &os);

/// Writes the JSON document of the only program of `module`, without weights.
LogicalResult exportTensorPlayDocument(ModuleOp module, llvm::raw_ostream &os);

} // namespace mlir::tp

#endif // TP_TARGET_TENSORPLAY_EXPORT_H
