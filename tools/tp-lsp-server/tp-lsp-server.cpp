//===- tp-lsp-server.cpp - Language server for exported programs ----------===//
//
// Serves editors: definitions, references, hovers and diagnostics in MLIR files
// that hold the tp dialect and upstream's.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "tp/IR/TP.h"
#include "llvm/Support/LogicalResult.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  registry.insert<mlir::tp::TPDialect>();
  return llvm::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
