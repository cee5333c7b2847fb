//===- StateAliases.cpp - Values that may be state ------------------------===//
//
// A forward walk over one graph: a result may be what an operand is, unless
// the operator's schema says that it makes new memory.
//
//===----------------------------------------------------------------------===//

#include "StateAliases.h"
#include "tp/Schema/Registry.h"

using namespace mlir;
using namespace mlir::tp;

static bool returnsNewMemory(const schema::OperatorSchema &schema) {
  if (!schema.hasKnownSignature() || schema.isHigherOrder() ||
      schema.hasFlag(schema::Flag::Python))
    return false;
  for (const schema::Note &note : schema.getNotes())
    if (note.kind != schema::Note::Kind::Writes)
      return false;
  for (unsigned i = 0, e = schema.getReturns().size(); i < e; ++i)
    if (!schema.getAliasedArguments(i).empty())
      return false;
  return true;
}

static bool returnsNewMemory(Operation *op) {
  if (auto call = dyn_cast<CallFunctionOp>(op)) {
    const auto *schema = schema::BuiltinTable::lookup(call.getTarget());
    return schema && returnsNewMemory(*schema);
  }
  if (auto call = dyn_cast<CallMethodOp>(op)) {
    StringRef name = call.getTarget();
    auto overloads = schema::BuiltinTable::getOverloads(("aten." + name).str());
    return !overloads.empty() && llvm::all_of(overloads, [](auto *schema) {
      return schema->isOut() || returnsNewMemory(*schema);
    });
  }
  return false;
}

void mlir::tp::addMayAliases(Block &graph, llvm::DenseSet<Value> &values) {
  for (Operation &op : graph) {
    bool reads = llvm::any_of(op.getOperands(), [&](Value operand) {
      return values.contains(operand);
    });
    if (reads && op.getNumResults() && !returnsNewMemory(&op))
      values.insert(op.result_begin(), op.result_end());
  }
}
