//===- Patterns.h - Decompositions as patterns ------------------*- C++ -*-===//
//
// Patterns in PDL, as `mlir-pdll` makes them from PDLL, with the native
// constraints and rewrites through which they reach targets and arguments:
//
//   Constraint TpTarget(op: Op, target: Attr);
//   Constraint TpArg(op: Op, name: Attr) -> Attr;
//   Constraint TpValue(op: Op, name: Attr) -> Value;
//   Rewrite TpCall(root: Op, target: Attr, args: ValueRange) -> ValueRange;
//   Rewrite TpCallWith(root: Op, target: Attr, args: ValueRange,
//                      literal: Attr) -> ValueRange;
//
//===----------------------------------------------------------------------===//

#ifndef TP_DECOMPOSE_PATTERNS_H
#define TP_DECOMPOSE_PATTERNS_H

#include "mlir/IR/PatternMatch.h"
#include "tp/IR/TPOps.h"

namespace mlir::tp {

/// Whether `op` is a call that a table would look up under the key `target`:
/// the full target, its base name, or the name of a method or function.
bool isCallOf(Operation *op, StringRef target);

/// The argument of that name as a literal, with the schema's default; null
/// where `op` is no call, has no such argument, or gives a value for it.
Attribute getLiteralArgument(Operation *op, StringRef name);

/// The argument of that name as a value; null where it is none.
Value getValueArgument(Operation *op, StringRef name);

/// Reads a file of PDL patterns (`.mlir`, `.mlirbc`), or of PDLL (`.pdll`),
/// which the tool `mlir-pdll` compiles: it is looked for beside LLVM's other
/// tools and in PATH. Fails, with an error, where the file cannot be read.
LogicalResult loadDecompositionPatterns(StringRef path, MLIRContext *context,
                                        RewritePatternSet &patterns);

} // namespace mlir::tp

#endif // TP_DECOMPOSE_PATTERNS_H
