//===- Import.h - From .pt2 archives to programs ----------------*- C++ -*-===//
//
// Reads an archive that torch.export.save wrote into the tp dialect: every
// node, name, argument, type and record of it. Weights stay in the file, which
// the program refers to by blobs.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_PT2_IMPORT_H
#define TP_TARGET_PT2_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>

namespace mlir::tp {

struct ImportOptions {
  /// The folder that the archive's path is written relative to: that of the
  /// file which will hold the program. It is absolute where the two share no
  /// folder but the root. Empty: the path stays as it is.
  std::string relativeTo;
};

/// Imports all programs of the archive at `path`. On bad input there is one
/// error, which names the file, the entry and the place in it, and the result
/// is null. What is skipped (pickled weights) is a warning. From then on
/// programs of the context may read the archive, wherever it is
/// (TPDialect::getPathPolicy).
OwningOpRef<ModuleOp> importPT2(StringRef path, MLIRContext *context,
                                const ImportOptions &options = {});

} // namespace mlir::tp

#endif // TP_TARGET_PT2_IMPORT_H
