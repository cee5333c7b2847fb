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
  PatternRule() : text("a pattern") {}
  explicit PatternRule(StringRef text) : text(text) {}
  Replacement build(DecomposeBuilder &, CallOp) const final {
    return std::nullopt;
  }
  std::string describe() const final { return text; }
  void setText(StringRef newText) { text = newText.str(); }

private:
  std::string text;
};

/// Knows the call that is being replaced, so that native rewrites can make
/// nodes as rules do. A rewrite that fails is recorded in the builder: the walk
/// ends with the error.
class DecomposeRewriter : public PatternRewriter {
public:
  DecomposeRewriter(DecomposeState &state, CallOp root)
      : PatternRewriter(root.getContext()), builder(state, root, rule) {
    setInsertionPoint(root.getOperation());
  }
  DecomposeBuilder &getBuilder() { return builder; }
  /// The pattern at work; named by what runs first in its rewrite.
  PatternRule &getRule() { return rule; }

  bool canRecoverFromRewriteFailure() const final { return true; }
  void replaceOp(Operation *op, ValueRange values) final;
  void replaceOp(Operation *op, Operation *newOp) final {
    replaceOp(op, newOp->getResults());
  }
  void eraseOp(Operation *op) final;

private:
  PatternRule rule;
  DecomposeBuilder builder;
};

} // namespace mlir::tp

#endif // LIB_TP_DECOMPOSE_PATTERNREWRITER_H
