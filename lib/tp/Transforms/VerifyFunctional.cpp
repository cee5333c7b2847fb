//===- VerifyFunctional.cpp - Whether a program writes --------------------===//
//
// Reports all writes of a program. The program does not change.
//
//===----------------------------------------------------------------------===//

#include "tp/Functionalize/Functionalize.h"
#include "tp/Transforms/Passes.h"

namespace mlir::tp {
#define GEN_PASS_DEF_VERIFYFUNCTIONAL
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

namespace {
struct VerifyFunctionalPass
    : tp::impl::VerifyFunctionalBase<VerifyFunctionalPass> {
  void runOnOperation() override {
    if (failed(verifyFunctional(getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
