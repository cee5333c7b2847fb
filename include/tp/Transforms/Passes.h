//===- Passes.h - Passes over exported programs -----------------*- C++ -*-===//
//
// Declares the passes and registers them.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TRANSFORMS_PASSES_H
#define TP_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "tp/IR/TPOps.h"

namespace mlir::tp {

#define GEN_PASS_DECL
#include "tp/Transforms/Passes.h.inc"

/// A `--print-signature` that prints to `os`, which must outlive the pass.
std::unique_ptr<Pass> createPrintSignature(raw_ostream &os, bool json = false);

/// An `--op-histogram` that prints to `os`, which must outlive the pass.
std::unique_ptr<Pass> createOpHistogram(raw_ostream &os, bool json = false);

/// Inlines every module call of `program` whose child's graph it holds, as
/// `--inline-modules` does. Fails, with an error, on recursion and on a call
/// that does not fit its child.
LogicalResult inlineModules(ProgramOp program);

#define GEN_PASS_REGISTRATION
#include "tp/Transforms/Passes.h.inc"

} // namespace mlir::tp

#endif // TP_TRANSFORMS_PASSES_H
