//===- PatternCheck.h - Checks patterns when they are loaded ----*- C++ -*-===//
//
// What can be said of a pattern in PDL before it is applied.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_DECOMPOSE_PATTERNCHECK_H
#define LIB_TP_DECOMPOSE_PATTERNCHECK_H

#include "mlir/IR/BuiltinOps.h"
#include "tp/IR/TPAttributes.h"

namespace mlir::tp {

/// The native rewrite that tells the rewriter which pattern is at work.
constexpr StringLiteral enterPatternName = "TpEnterPattern";

/// `aten.sum.dim_IntList(?, [1])` as the target, which is left in `target`, and
/// its arguments; null where there are none.
FailureOr<ArgsAttr> splitPatternTarget(StringRef &target, MLIRContext *context);

/// Checks what the patterns give to native functions, with errors at their
/// lines, and puts the name of its pattern in front of each rewrite. `file` is
/// what diagnostics call the file.
LogicalResult preparePatterns(ModuleOp module, StringRef file);

} // namespace mlir::tp

#endif // LIB_TP_DECOMPOSE_PATTERNCHECK_H
