//===- PatternRewriter.h - Patterns in the walk of the engine ---*- C++ -*-===//
//
// The rewriter that patterns work with while a graph is decomposed.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_DECOMPOSE_PATTERNREWRITER_H
#define LIB_TP_DECOMPOSE_PATTERNREWRITER_H

#include "mlir/IR/PatternMatch.h"
#include "tp/Decompose/Builder.h"

namespace mlir::tp {

/// Stands for a pattern in diagnostics; it builds nothing.
class PatternRule : public DecompositionRule {
public:
  Replacement build(DecomposeBuilder &, CallOp) const final {
    return std::nullopt;
  }
  std::string describe() const final { return "a pattern"; }
};

/// Knows the call that is being replaced, so that native rewrites can make
/// nodes as rules do.
class DecomposeRewriter : public PatternRewriter {
public:
  DecomposeRewriter(DecomposeState &state, CallOp root,
                    const DecompositionRule &rule)
      : PatternRewriter(root.getContext()), builder(state, root, rule) {
    setInsertionPoint(root.getOperation());
  }
  DecomposeBuilder &getBuilder() { return builder; }

private:
  DecomposeBuilder builder;
};

} // namespace mlir::tp

#endif // LIB_TP_DECOMPOSE_PATTERNREWRITER_H
