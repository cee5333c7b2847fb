//===- tp-opt.cpp - Passes over exported programs -------------------------===//
//
// The optimizer driver: reads MLIR text, bytecode or an exported program, runs
// passes of this project and of upstream, and prints the result.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/TP.h"
#include "tp/Tools/OptMain.h"
#include "tp/Transforms/Passes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  mlir::tp::registerTPPasses();

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<mlir::tp::TPDialect>();

  return mlir::tp::tpOptMain(argc, argv, registry);
}
