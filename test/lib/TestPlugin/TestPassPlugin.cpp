//===- TestPassPlugin.cpp - A pass that comes in a plugin -----------------===//
//
// A pass over the tp dialect that is loaded with --load-pass-plugin. It is
// built like a user's: against the headers, linking neither MLIR nor this
// project. It uses what real passes use: walks, patterns, printing,
// diagnostics, upstream dialects and the project's own classes.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "tp/IR/TP.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace {
/// Swaps the operands of additions, to show that patterns of a plugin work.
struct SwapAddOperands : OpRewritePattern<arith::AddIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::AddIOp op,
                                PatternRewriter &rewriter) const override {
    if (op->hasAttr("swapped"))
      return failure();
    auto swapped =
        arith::AddIOp::create(rewriter, op.getLoc(), op.getRhs(), op.getLhs());
    swapped->setAttr("swapped", rewriter.getUnitAttr());
    rewriter.replaceOp(op, swapped);
    return success();
  }
};

struct TestPluginPass : PassWrapper<TestPluginPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestPluginPass)

  StringRef getArgument() const override { return "test-tp-plugin"; }
  StringRef getDescription() const override {
    return "Counts tp operations and swaps the operands of additions";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, tp::TPDialect>();
  }
  void runOnOperation() override {
    unsigned programs = 0;
    getOperation().walk([&](Operation *op) {
      programs += isa_and_nonnull<tp::TPDialect>(op->getDialect());
    });
    getOperation().emitRemark(
        llvm::formatv("tp operations seen by the plugin: {0}", programs));
    RewritePatternSet patterns(&getContext());
    patterns.add<SwapAddOperands>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "TestPassPlugin", LLVM_VERSION_STRING,
          [] { PassRegistration<TestPluginPass>(); }};
}
