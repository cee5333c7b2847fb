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
#include "tp/Target/PT2/Export.h"
#include "tp/Target/PT2/Import.h"
#include "tp/Target/TensorPlay/Export.h"
#include "tp/Target/TensorPlay/Import.h"
#include "tp/Tools/OptMain.h"
#include "tp/Transforms/Passes.h"
#include "llvm/Support/Path.h"

/// The folder that the archive's path is written relative to.
static std::string getHome(const mlir::tp::ImportRequest &request) {
  if (request.outputPath == "-")
    return {};
  llvm::StringRef folder = llvm::sys::path::parent_path(request.outputPath);
  return folder.empty() ? "." : folder.str();
}

/// Archives of torch.export and of tensorplay.export, which are zip files: no
/// MLIR starts with the first letters of one. Whether it is a whole zip file,
/// and of what kind, tells the importer, which names the kind where it is
/// another.
static mlir::tp::InputFormat getPT2Format() {
  mlir::tp::InputFormat format;
  format.name = "pt2";
  format.extension = ".pt2";
  format.sniff = [](llvm::StringRef bytes) { return bytes.starts_with("PK"); };
  format.import = [](const mlir::tp::ImportRequest &request,
                     mlir::MLIRContext *context) {
    if (mlir::tp::isTensorPlayArchive(request.path))
      return mlir::tp::importTensorPlay(request.path, context,
                                        {getHome(request)});
    return mlir::tp::importPT2(request.path, context, {getHome(request)});
  };
  return format;
}

/// Bare documents of tensorplay.export, which are JSON.
static mlir::tp::InputFormat getTensorPlayDocumentFormat() {
  mlir::tp::InputFormat format;
  format.name = "tensorplay JSON";
  format.extension = ".json";
  format.sniff = mlir::tp::isTensorPlayDocument;
  format.import = [](const mlir::tp::ImportRequest &request,
                     mlir::MLIRContext *context) {
    return mlir::tp::importTensorPlay(request.path, context,
                                      {getHome(request)});
  };
  return format;
}

/// The same archives written.
static mlir::tp::OutputFormat getPT2Output() {
  mlir::tp::OutputFormat format;
  format.option = "emit-pt2";
  format.description =
      "Write a .pt2 archive that torch.export.load reads, and no MLIR";
  format.write = [](mlir::ModuleOp module, llvm::raw_ostream &os,
                    llvm::StringRef path) {
    mlir::tp::ExportOptions options;
    options.root = mlir::tp::getArchiveRoot(path);
    return mlir::tp::exportPT2(module, os, options);
  };
  return format;
}

static mlir::tp::OutputFormat getTensorPlayOutput() {
  mlir::tp::OutputFormat format;
  format.option = "emit-tensorplay";
  format.description =
      "Write an archive that tensorplay.export.load reads, and no MLIR";
  format.write = [](mlir::ModuleOp module, llvm::raw_ostream &os,
                    llvm::StringRef) {
    return mlir::tp::exportTensorPlay(module, os);
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

  return mlir::tp::tpOptMain(argc, argv, registry,
                             {getPT2Format(), getTensorPlayDocumentFormat()},
                             {getPT2Output(), getTensorPlayOutput()});
}
