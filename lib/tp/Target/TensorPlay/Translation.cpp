//===- Translation.cpp - tensorplay's formats in tp-translate -------------===//
//
// Registers the translations of the formats.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/TensorPlay/Translation.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "tp/IR/TPDialect.h"
#include "tp/Target/TensorPlay/Export.h"
#include "tp/Target/TensorPlay/Import.h"
#include "tp/Tools/TranslateMain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

static OwningOpRef<Operation *> importFile(llvm::SourceMgr &sources,
                                           MLIRContext *context) {
  StringRef path =
      sources.getMemoryBuffer(sources.getMainFileID())->getBufferIdentifier();
  Location unknown = UnknownLoc::get(context);
  if (path == "<stdin>") {
    emitError(unknown) << "expected the path of an archive or document, got "
                          "standard input: weights stay in the file";
    return {};
  }
  tp::TensorPlayImportOptions options;
  StringRef output = tp::getTranslateOutputPath();
  if (output != "-") {
    if (llvm::sys::fs::equivalent(path, output)) {
      emitError(unknown) << "expected another output file than the input: an "
                            "archive holds the program's weights";
      return {};
    }
    options.relativeTo = llvm::sys::path::parent_path(output);
    if (options.relativeTo.empty())
      options.relativeTo = ".";
  }
  return tp::importTensorPlay(path, context, options);
}

void mlir::tp::registerTensorPlayTranslation() {
  static TranslateToMLIRRegistration import(
      "import-tensorplay", "import an archive or document of tensorplay.export",
      importFile,
      [](DialectRegistry &registry) { registry.insert<TPDialect>(); });
  static TranslateFromMLIRRegistration exportArchive(
      "export-tensorplay",
      "export an archive that tensorplay.export.load reads",
      [](ModuleOp module, raw_ostream &os) {
        return exportTensorPlay(module, os);
      },
      [](DialectRegistry &registry) { registry.insert<TPDialect>(); });
  static TranslateFromMLIRRegistration exportDocument(
      "export-tensorplay-json",
      "export the JSON document of a program, without weights",
      [](ModuleOp module, raw_ostream &os) {
        return exportTensorPlayDocument(module, os);
      },
      [](DialectRegistry &registry) { registry.insert<TPDialect>(); });
}
