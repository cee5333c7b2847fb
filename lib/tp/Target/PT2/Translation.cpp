//===- Translation.cpp - .pt2 archives in tp-translate --------------------===//
//
// Registers the translations of the format.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/PT2/Translation.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "tp/IR/TPDialect.h"
#include "tp/Target/PT2/Export.h"
#include "tp/Target/PT2/Import.h"
#include "tp/Tools/TranslateMain.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

void mlir::tp::registerPT2Translation() {
  static TranslateToMLIRRegistration import(
      "import-pt2", "import a torch.export archive (.pt2)",
      [](llvm::SourceMgr &sources,
         MLIRContext *context) -> OwningOpRef<Operation *> {
        StringRef path = sources.getMemoryBuffer(sources.getMainFileID())
                             ->getBufferIdentifier();
        if (path == "<stdin>") {
          emitError(UnknownLoc::get(context))
              << "expected the path of an archive, got standard input: its "
                 "weights stay in the file";
          return {};
        }
        ImportOptions options;
        StringRef output = getTranslateOutputPath();
        if (output != "-") {
          if (llvm::sys::fs::equivalent(path, output)) {
            emitError(UnknownLoc::get(context))
                << "expected another output file than the input: an archive "
                   "holds the program's weights";
            return {};
          }
          options.relativeTo = llvm::sys::path::parent_path(output);
          if (options.relativeTo.empty())
            options.relativeTo = ".";
        }
        return importPT2(path, context, options);
      },
      [](DialectRegistry &registry) { registry.insert<TPDialect>(); });
  static TranslateFromMLIRRegistration exportArchive(
      "export-pt2", "export programs as a torch.export archive (.pt2)",
      [](Operation *op, raw_ostream &os) -> LogicalResult {
        auto module = dyn_cast<ModuleOp>(op);
        if (!module)
          return op->emitError("expected a module of programs");
        ExportOptions options;
        options.root = getArchiveRoot(getTranslateOutputPath());
        return exportPT2(module, os, options);
      },
      [](DialectRegistry &registry) { registry.insert<TPDialect>(); });
}
