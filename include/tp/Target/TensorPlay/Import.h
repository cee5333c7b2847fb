//===- Import.h - From tensorplay's archives to programs --------*- C++ -*-===//
//
// Reads what tensorplay.export.save writes, and the bare JSON document of a
// program, into the tp dialect. Weights stay in the file, which the program
// refers to by blobs. Pickled parts are decoded as data where they are
// literals, dtypes, tensors or functions; nothing is ever constructed or
// called, and any other object is an error that names it.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_TENSORPLAY_IMPORT_H
#define TP_TARGET_TENSORPLAY_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>

namespace mlir::tp {

struct TensorPlayImportOptions {
  /// The folder that the archive's path is written relative to: that of the
  /// file which will hold the program. Empty: the path stays as it is.
  std::string relativeTo;
};

/// Imports all programs of the archive at `path`, or the one of a bare JSON
/// document, which has no weights. On bad input there is one error, which names
/// the file, the entry and the place in it, and the result is null. From then
/// on programs of the context may read the archive, wherever it is.
OwningOpRef<ModuleOp>
importTensorPlay(StringRef path, MLIRContext *context,
                 const TensorPlayImportOptions &options = {});

/// Whether the file at `path` is an archive of tensorplay's layout: a zip file
/// with a program and no folder around its entries.
bool isTensorPlayArchive(StringRef path);

/// Whether a file that starts with `bytes` is a JSON document.
bool isTensorPlayDocument(StringRef bytes);

} // namespace mlir::tp

#endif // TP_TARGET_TENSORPLAY_IMPORT_H
