//===- EnginePatterns.cpp - Patterns in the walk of the engine ------------===//
//
// A pattern may do what it likes to the graph; the walk goes on with the first
// node that it has put ahead of its root.
//
//===----------------------------------------------------------------------===//

#include "Engine.h"

using namespace mlir;
using namespace mlir::tp;

void DecomposeRewriter::replaceOp(Operation *op, ValueRange values) {
  if (builder.hasFailed())
    return;
  if (op->getNumResults() != values.size()) {
    builder.emitError() << "expected " << op->getNumResults()
                        << " values in the place of '" << op->getName()
                        << "', got " << values.size();
    return;
  }
  PatternRewriter::replaceOp(op, values);
}

void DecomposeRewriter::eraseOp(Operation *op) {
  if (builder.hasFailed())
    return;
  if (op->use_empty())
    return PatternRewriter::eraseOp(op);
  builder.emitError() << "expected to erase a node that nobody uses; 'replace' "
                         "gives its users other values";
}

/// Follows what a pattern does.
class GraphDecomposer::PatternListener : public RewriterBase::Listener {
public:
  PatternListener(GraphDecomposer &decomposer, CallOp root,
                  const PatternRule &rule)
      : rule(rule), root(root), before(root->getPrevNode()),
        next(root->getNextNode()), decomposer(decomposer) {}

  void notifyOperationReplaced(Operation *op, ValueRange values) final {
    for (auto [result, made] : llvm::zip(op->getResults(), values)) {
      if (op == root.getOperation() &&
          mlir::failed(decomposer.adoptType(root, rule, result, made)))
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

  const PatternRule &rule;
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
  DecomposeRewriter rewriter(state, call);
  PatternListener listener(*this, call, rewriter.getRule());
  rewriter.setListener(&listener);
  bool isApplied =
      succeeded(applicator->matchAndRewrite(call.getOperation(), rewriter));
  if (listener.failed || rewriter.getBuilder().hasFailed())
    return failure();
  if (!isApplied)
    return nullptr;
  frame.end = listener.next;
  auto &rule = patternRules[rewriter.getRule().describe()];
  if (!rule)
    rule = std::make_unique<PatternRule>(rewriter.getRule().describe());
  frame.rule = rule.get();
  if (failed(enterFrame(std::move(frame), loc)))
    return failure();
  Operation *first =
      listener.before ? listener.before->getNextNode() : &block.front();
  inferTypes(first, listener.next);
  return first;
}
