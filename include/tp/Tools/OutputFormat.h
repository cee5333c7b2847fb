//===- OutputFormat.h - Outputs other than MLIR -----------------*- C++ -*-===//
//
// How a library makes tp-opt write a format of its own: an option that asks for
// it, and a function that writes the module.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TOOLS_OUTPUTFORMAT_H
#define TP_TOOLS_OUTPUTFORMAT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

namespace mlir::tp {

/// A format that tp-opt writes in the place of MLIR.
struct OutputFormat {
  /// The option that asks for it, without dashes: "emit-pt2".
  llvm::StringRef option;
  /// The help of the option.
  llvm::StringRef description;
  /// Writes the module after all passes, or reports an error through the
  /// context. `path` is where the output will stand ("-": standard output);
  /// what is written goes there only on success.
  std::function<LogicalResult(ModuleOp module, llvm::raw_ostream &os,
                              llvm::StringRef path)>
      write;
};

} // namespace mlir::tp

#endif // TP_TOOLS_OUTPUTFORMAT_H
