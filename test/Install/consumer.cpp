//===- consumer.cpp - A program outside of the tree -----------------------===//
//
// Parses a module with the tp dialect, verifies it and prints it.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "tp/IR/TP.h"

int main() {
  mlir::MLIRContext context;
  context.loadDialect<mlir::tp::TPDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      "tp.program @forward {\n"
      "  %x = tp.placeholder \"x\" : tensor<2xf32>\n"
      "  tp.output %x : tensor<2xf32>\n"
      "}\n",
      &context);
  if (!module)
    return 1;
  module->print(llvm::outs());
  return 0;
}
