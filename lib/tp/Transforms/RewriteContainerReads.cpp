//===- RewriteContainerReads.cpp - One read for each element --------------===//
//
// Before:  %a = getitem(%items, 0)       After:  %a = getitem(%items, 0)
//          %b = add_(%a, 1)                      %b = add_(%a, 1)
//          %c = getitem(%items, 0)               %d = mul(%a, 2)
//          %d = mul(%c, 2)
//
//===----------------------------------------------------------------------===//

#include "tp/Functionalize/Functionalize.h"
#include "tp/Transforms/Passes.h"

namespace mlir::tp {
#define GEN_PASS_DEF_REWRITECONTAINERREADS
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

namespace {
struct RewriteContainerReadsPass
    : tp::impl::RewriteContainerReadsBase<RewriteContainerReadsPass> {
  void runOnOperation() override {
    if (failed(rewriteContainerReads(getOperation())))
      signalPassFailure();
  }
};
} // namespace
