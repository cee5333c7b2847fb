//===- tp-opt.cpp - Passes over exported programs -------------------------===//
//
// The optimizer driver: reads MLIR text, bytecode or an exported program, runs
// passes of this project and of upstream, and prints the result.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "tp/IR/TP.h"
#include "tp/Target/PT2/Import.h"
#include "tp/Tools/OptMain.h"
#include "tp/Transforms/Passes.h"
#include "llvm/Support/Path.h"

/// Archives of torch.export, which are zip files. What kind of zip file it is
/// tells the importer, which names the kind where it is another.
static mlir::tp::InputFormat getPT2Format() {
  mlir::tp::InputFormat format;
  format.name = "pt2";
  format.sniff = [](llvm::StringRef bytes) {
    return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06");
  };
  format.import = [](const mlir::tp::ImportRequest &request,
                     mlir::MLIRContext *context) {
    mlir::tp::ImportOptions options;
    if (request.outputPath != "-") {
      options.relativeTo = llvm::sys::path::parent_path(request.outputPath);
      if (options.relativeTo.empty())
        options.relativeTo = ".";
    }
    return mlir::tp::importPT2(request.path, context, options);
  };
  return format;
}

int main(int argc, char **argv) {
  mlir::registerAllPasses();
  mlir::tp::registerTPPasses();

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<mlir::tp::TPDialect>();

  return mlir::tp::tpOptMain(argc, argv, registry, getPT2Format());
}
