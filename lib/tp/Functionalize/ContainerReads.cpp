//===- ContainerReads.cpp - One read for each element ---------------------===//
//
// Before:  %a = getitem(%items, 0)       After:  %a = getitem(%items, 0)
//          %b = add_(%a, 1)                      %b = add_(%a, 1)
//          %c = getitem(%items, 0)               %d = mul(%a, 2)
//          %d = mul(%c, 2)
//
//===----------------------------------------------------------------------===//

#include "AliasModel.h"
#include "tp/Functionalize/Functionalize.h"
#include "tp/IR/CallBinding.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
class ReadRewriter {
public:
  explicit ReadRewriter(Block &graph) : graph(graph) {}
  LogicalResult run();

private:
  LogicalResult visit(CallOp call);
  void visitRead(CallOp call);
  LogicalResult visitUpdate(CallOp call);

  Block &graph;
  /// The value of an element, by container and key.
  llvm::DenseMap<Value, llvm::DenseMap<Attribute, Value>> elements;
  SmallVector<Operation *> replaced;
};
} // namespace

static bool isContainer(Type type) {
  return isa<ListType, tp::TupleType, DictType>(type);
}

void ReadRewriter::visitRead(CallOp call) {
  CallArguments arguments = getArguments(call);
  if (arguments.positional.size() != 2 || !arguments.positional[0].isValue() ||
      !arguments.positional[1].values.empty())
    return;
  Value whole = arguments.positional[0].values.front();
  Value result = call->getResult(0);
  Value &known = elements[whole][stripArm(arguments.positional[1].literal)];
  if (!known) {
    known = result;
    return;
  }
  // Of two types the one that says more is kept.
  if (isa<AnyType>(known.getType()) && !isa<AnyType>(result.getType()))
    known.setType(result.getType());
  result.replaceAllUsesWith(known);
  replaced.push_back(call);
}

LogicalResult ReadRewriter::visitUpdate(CallOp call) {
  CallArguments arguments = getArguments(call);
  if (arguments.positional.size() != 3 || !arguments.positional[0].isValue())
    return success();
  Value whole = arguments.positional[0].values.front();
  if (isa<TensorType>(whole.getType()))
    return success(); // a read is a view, and stays one
  const Argument &key = arguments.positional[1];
  const Argument &value = arguments.positional[2];
  if (isContainer(whole.getType()) && !key.values.empty())
    return emitNodeError(call)
           << "expected a constant key of a container, got a value";
  llvm::DenseMap<Attribute, Value> &known = elements[whole];
  known.clear();
  if (isContainer(whole.getType()) && value.isValue())
    known[stripArm(key.literal)] = value.values.front();
  return success();
}

LogicalResult ReadRewriter::visit(CallOp call) {
  StringRef target = call.getTargetAttr().getValue();
  if (target == "_operator.getitem" || target == "__getitem__")
    visitRead(call);
  else if (target == "_operator.setitem" || target == "__setitem__")
    return visitUpdate(call);
  else if (isa<CallModuleOp>(call.getOperation()))
    // A module may replace elements of what it is given.
    for (Value operand : call->getOperands())
      elements.erase(operand);
  return success();
}

LogicalResult ReadRewriter::run() {
  for (Operation &op : graph)
    if (auto call = dyn_cast<CallOp>(op))
      if (failed(visit(call)))
        return failure();
  for (Operation *op : llvm::reverse(replaced))
    op->erase();
  return success();
}

LogicalResult mlir::tp::rewriteContainerReads(ProgramOp program) {
  SmallVector<Block *> graphs = {&program.getBody().front()};
  program.walk(
      [&](GraphOp graph) { graphs.push_back(&graph.getBody().front()); });
  for (Block *graph : graphs)
    if (failed(ReadRewriter(*graph).run()))
      return failure();
  return success();
}
