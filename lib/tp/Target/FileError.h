//===- FileError.h - Errors of a file as diagnostics ------------*- C++ -*-===//

#ifndef LIB_TP_TARGET_FILEERROR_H
#define LIB_TP_TARGET_FILEERROR_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"

namespace mlir::tp {

/// Emits an error that starts with the name of its file at `loc`, which is that
/// of the file: the name is said once.
inline LogicalResult emitFileError(Location loc, llvm::Error error) {
  std::string text = llvm::toString(std::move(error));
  StringRef message = text;
  if (auto file = dyn_cast<FileLineColLoc>(loc);
      file && message.consume_front(file.getFilename().getValue()))
    message.consume_front(": ");
  return mlir::emitError(loc) << message;
}

} // namespace mlir::tp

#endif // LIB_TP_TARGET_FILEERROR_H
