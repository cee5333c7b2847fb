//===- InlineFallbacks.cpp - Preserved operators, decomposed after all ----===//
//
// Before:                                  After:
//   tp.graph @silu_fallback { ... }          %sigmoid = ...
//   %silu = "aten.silu.default"(%x)          %mul = ...
//       {tp.fallback = @silu_fallback}
//
//===----------------------------------------------------------------------===//

#include "tp/Decompose/Decompose.h"
#include "tp/Transforms/Passes.h"

namespace mlir::tp {
#define GEN_PASS_DEF_INLINEFALLBACKS
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

namespace {
struct InlineFallbacksPass
    : tp::impl::InlineFallbacksBase<InlineFallbacksPass> {
  void runOnOperation() override { inlineFallbacks(getOperation()); }
};
} // namespace
