//===- consumer.cpp - A program outside of the tree -----------------------===//
//
// The example of docs/Tutorial-import.md: imports the archive that is named, or
// parses a program of its own, lifts its state, checks its contract and prints
// it.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "tp/IR/TP.h"
#include "tp/Target/PT2/Import.h"
#include "tp/Transforms/Passes.h"

static const char sample[] = R"(
  tp.program @forward {
    tp.state buffer @n : tensor<2xf32>
    %n = tp.get_attr @n : tensor<2xf32>
    tp.output (%n,) : tensor<2xf32>
  }
)";

int main(int argc, char **argv) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::tp::TPDialect>();
  mlir::OwningOpRef<mlir::ModuleOp> module =
      argc > 1 ? mlir::tp::importPT2(argv[1], &context)
               : mlir::parseSourceString<mlir::ModuleOp>(sample, &context);
  if (!module)
    return 1; // the one error is a diagnostic of the context

  mlir::PassManager passes(&context);
  passes.addNestedPass<mlir::tp::ProgramOp>(mlir::tp::createLiftState());
  passes.addNestedPass<mlir::tp::ProgramOp>(mlir::tp::createInsertDimAsserts());
  if (failed(passes.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}
