//===- VerifyFunctional.cpp - Whether a program writes --------------------===//
//
// Reports every write, and every mutation output without an input.
//
//===----------------------------------------------------------------------===//

#include "AliasModel.h"
#include "tp/Functionalize/Functionalize.h"
#include "tp/IR/CallBinding.h"

using namespace mlir;
using namespace mlir::tp;

static LogicalResult verifyCall(CallOp call, CallResolver &resolver) {
  std::optional<std::string> write =
      describeWrite(call, resolver, /*strict=*/true);
  if (!write)
    return success();
  return emitNodeError(call) << *write;
}

static LogicalResult verifyMutations(ProgramOp program) {
  OutputOp output = program.getOutput();
  ArrayAttr mutations = output ? output.getMutationsAttr() : ArrayAttr();
  if (!mutations)
    return success();
  llvm::DenseSet<StringAttr> lifted;
  for (PlaceholderOp input : program.getBody().front().getOps<PlaceholderOp>())
    if (input.getTargetAttr() && input.getKind() != InputKind::user &&
        input.getKind() != InputKind::specialized)
      lifted.insert(input.getTargetAttr());
  LogicalResult result = success();
  for (auto mutation : mutations.getAsRange<OutputKindAttr>()) {
    bool isState = mutation.getKind() == OutputKind::buffer ||
                   mutation.getKind() == OutputKind::parameter;
    if (isState && !lifted.contains(mutation.getTarget()))
      result = output.emitOpError("expected lifted state as the target of a "
                                  "mutation, got ")
               << mutation.getTarget();
  }
  return result;
}

LogicalResult mlir::tp::verifyFunctional(ProgramOp program) {
  CallResolver resolver;
  LogicalResult result = success();
  program.walk([&](Operation *op) {
    if (auto store = dyn_cast<StoreAttrOp>(op))
      result = store.emitOpError("expected no write of state, got a write of ")
               << store.getStateAttr();
    if (auto call = dyn_cast<CallOp>(op))
      if (failed(verifyCall(call, resolver)))
        result = failure();
  });
  if (failed(verifyMutations(program)))
    result = failure();
  return result;
}
