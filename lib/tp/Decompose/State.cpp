//===- State.cpp - What the rewriting of one graph keeps ------------------===//
//
// Look-up of schemas and of values that hold sizes.
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "tp/Decompose/Builder.h"

using namespace mlir;
using namespace mlir::tp;

DecomposeState::DecomposeState(Operation *graph, TypeInference &inference)
    : graph(graph), context(graph->getContext()), inference(inference),
      callFunction(CallFunctionOp::getOperationName(), context),
      symSize(StringAttr::get(context, "aten.sym_size.int")) {}

const schema::OperatorSchema *DecomposeState::getSchema(StringAttr target) {
  auto [it, isNew] = schemas.try_emplace(target);
  if (isNew)
    it->second = context->getLoadedDialect<TPDialect>()->lookupSchema(
        graph, target.getValue());
  return it->second;
}

StringAttr DecomposeState::getTarget(StringRef text) {
  StringAttr &target = targets[text];
  if (target)
    return target;
  target = StringAttr::get(context, text);
  if (text.count('.') == 1 && !getSchema(target)) {
    auto full = StringAttr::get(context, text + ".default");
    if (getSchema(full))
      target = full;
  }
  return target;
}

SymExprAttr DecomposeState::createSymbol() {
  if (nextSymbol == 0) {
    auto program = dyn_cast<ProgramOp>(graph);
    if (!program)
      program = graph->getParentOfType<ProgramOp>();
    ArrayAttr dims = program ? program.getDimsAttr() : ArrayAttr();
    for (Attribute attr : dims ? dims.getValue() : ArrayRef<Attribute>()) {
      SymExprAttr expr = cast<DimAttr>(attr).getExpr();
      StringRef name = expr.isSymbol() ? expr.getName() : StringRef();
      unsigned number;
      if (name.consume_front("u") && !name.getAsInteger(10, number))
        nextSymbol = std::max(nextSymbol, number + 1);
    }
  }
  return SymExprAttr::getSymbol(context, ("u" + Twine(nextSymbol++)).str());
}

GraphOp DecomposeState::getGraph(StringAttr name) {
  if (!graphs) {
    graphs.emplace();
    for (auto nested : graph->getRegion(0).front().getOps<GraphOp>())
      graphs->try_emplace(nested.getSymNameAttr(), nested);
  }
  return graphs->lookup(name);
}

SymExprAttr mlir::tp::getSizeExpression(Type type) {
  if (auto integer = dyn_cast<IntType>(type))
    return integer.getExpr();
  return {};
}

Value DecomposeState::addSize(Operation *op) {
  if (op->getNumResults() != 1)
    return {};
  Value result = op->getResult(0), earlier;
  SymExprAttr expr = getSizeExpression(result.getType());
  if (expr) {
    SymInt canonical = inference.getArith().canonicalize(expr);
    if (canonical.isSymbolic())
      earlier =
          expressions.try_emplace(canonical.getExpr(), result).first->second;
  } else if (auto number = dyn_cast<tp::FloatType>(result.getType())) {
    if (number.getExpr())
      earlier = expressions.try_emplace(number.getExpr(), result).first->second;
  }
  auto call = dyn_cast<CallFunctionOp>(op);
  if (call && call.getTargetAttr() == symSize) {
    BoundArguments arguments(cast<CallOp>(op), getSchema(symSize));
    std::optional<int64_t> dim = arguments.get(1).getOptionalInt();
    if (dim && op->getNumOperands() == 1) {
      Value known =
          sizes.try_emplace({op->getOperand(0), *dim}, result).first->second;
      earlier = earlier && earlier != result ? earlier : known;
    }
  }
  return earlier == result ? Value() : earlier;
}
