//===- StripMutationOutputs.cpp - What the user gets ----------------------===//
//
// Before:  output mutations(%add -> buffer "n"), {"y": %y}
// After:   output {"y": %y}
//
//===----------------------------------------------------------------------===//

#include "tp/IR/Arguments.h"
#include "tp/Transforms/Passes.h"

namespace mlir::tp {
#define GEN_PASS_DEF_STRIPMUTATIONOUTPUTS
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

namespace {
struct StripMutationOutputsPass
    : tp::impl::StripMutationOutputsBase<StripMutationOutputsPass> {
  void runOnOperation() override;
};
} // namespace

void StripMutationOutputsPass::runOnOperation() {
  OutputOp output = getOperation().getOutput();
  ArrayAttr mutations = output.getMutationsAttr();
  if (!mutations)
    return;
  SmallVector<Attribute> tokens;
  SmallVector<Value> operands;
  for (auto [index, attr] : llvm::enumerate(mutations)) {
    if (cast<OutputKindAttr>(attr).getKind() != OutputKind::token)
      continue;
    tokens.push_back(attr);
    operands.push_back(output.getOperand(index));
  }
  llvm::append_range(operands, getReturnValue(output).values);
  output->setOperands(operands);
  output.setMutationsAttr(
      tokens.empty() ? ArrayAttr() : ArrayAttr::get(&getContext(), tokens));
}
