//===- EnginePatterns.cpp - Patterns in the walk of the engine ------------===//
//
// A pattern may do what it likes to the graph; the walk goes on with the first
// node that it has put ahead of its root.
//
//===----------------------------------------------------------------------===//

#include "Engine.h"

using namespace mlir;
using namespace mlir::tp;

/// Follows what a pattern does.
class GraphDecomposer::PatternListener : public RewriterBase::Listener {
public:
  PatternListener(GraphDecomposer &decomposer, CallOp root)
      : root(root), before(root->getPrevNode()), next(root->getNextNode()),
        decomposer(decomposer) {}

  void notifyOperationReplaced(Operation *op, ValueRange values) final {
    for (auto [result, made] : llvm::zip(op->getResults(), values)) {
      if (op == root.getOperation() &&
          mlir::failed(
              decomposer.adoptType(root, decomposer.patternRule, result, made)))
        failed = true;
      decomposer.moveNames(result, made);
    }
  }
  void notifyOperationErased(Operation *op) final {
    isErased |= op == root.getOperation();
    before = op == before ? op->getPrevNode() : before;
    next = op == next ? op->getNextNode() : next;
    decomposer.forget(op);
  }

  CallOp root;
  Operation *before, *next;
  bool isErased = false, failed = false;

private:
  GraphDecomposer &decomposer;
};

GraphDecomposer::GraphDecomposer(Operation *graph, TypeInference &inference,
                                 RuleCache &rules,
                                 const FrozenRewritePatternSet *patterns,
                                 NameMap *newNames)
    : block(graph->getRegion(0).front()), state(graph, inference), rules(rules),
      newNames(newNames) {
  if (!patterns)
    return;
  applicator.emplace(*patterns);
  applicator->applyDefaultCostModel();
}

void GraphDecomposer::forget(Operation *op) {
  for (Frame &frame : frames)
    if (frame.end == op)
      frame.end = op->getNextNode();
  replaced.remove(op);
  for (Value result : op->getResults()) {
    substitutions.erase(result);
    formerNames.erase(result);
  }
  auto forgetIn = [&](auto &map) {
    for (auto it = map.begin(), end = map.end(); it != end; ++it)
      if (it->second.getDefiningOp() == op)
        map.erase(it);
  };
  forgetIn(state.sizes);
  forgetIn(state.expressions);
}

void GraphDecomposer::inferTypes(Operation *first, Operation *end) {
  for (Operation *op = first; op && op != end; op = op->getNextNode()) {
    auto call = dyn_cast<CallOp>(op);
    if (!call || !llvm::all_of(op->getResultTypes(), llvm::IsaPred<AnyType>))
      continue;
    InferredTypes inferred = state.inference.infer(call);
    if (!inferred.isKnown() || inferred.types.size() != op->getNumResults())
      continue;
    for (auto [result, type] : llvm::zip(op->getResults(), inferred.types))
      result.setType(type);
  }
}

FailureOr<Operation *> GraphDecomposer::applyPatterns(CallOp call) {
  Location loc = call.getLoc();
  Frame frame = makeFrame(call, patternRule);
  PatternListener listener(*this, call);
  DecomposeRewriter rewriter(state, call, patternRule);
  rewriter.setListener(&listener);
  bool isApplied =
      succeeded(applicator->matchAndRewrite(call.getOperation(), rewriter));
  if (listener.failed || rewriter.getBuilder().hasFailed())
    return failure();
  if (!isApplied)
    return nullptr;
  frame.end = listener.next;
  if (failed(enterFrame(std::move(frame), loc)))
    return failure();
  Operation *first =
      listener.before ? listener.before->getNextNode() : &block.front();
  inferTypes(first, listener.next);
  return first;
}
