//===- MutationOutputs.cpp - Updates as outputs ---------------------------===//
//
// Before:                                  After:
//   %add_ = call_method "add_"(%b_n, 1)      %add = call_method "add"(%b_n, 1)
//   %y = call_function "mul"(%b_n, %x)       %y = call_function "mul"(%add, %x)
//   output (%y,)                             output mutations(%add -> buffer
//                                                             "n"), (%y,)
//
//===----------------------------------------------------------------------===//

#include "tp/Functionalize/Functionalize.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Records.h"

namespace mlir::tp {
#define GEN_PASS_DEF_MUTATIONOUTPUTS
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

namespace {
struct MutationOutputsPass
    : tp::impl::MutationOutputsBase<MutationOutputsPass> {
  using MutationOutputsBase::MutationOutputsBase;

  void runOnOperation() override {
    NameMap renamed;
    if (failed(functionalize(getOperation(), renamed, functions)))
      return signalPassFailure();
    renameInModuleCalls(getOperation(), renamed);
  }
};
} // namespace
