//===- ImportedProgram.cpp - Running passes on an import ------------------===//
//
// The middle of MlirOptMain for a module that no parser made. Upstream offers
// no entry between its parser and its pass manager, so the options that it
// applies there are applied here, in its order.
//
//===----------------------------------------------------------------------===//

#include "ImportedProgram.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Debug/CLOptionsSetup.h"
#include "mlir/Dialect/IRDL/IR/IRDL.h"
#include "mlir/Dialect/IRDL/IRDLLoading.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Remark/RemarkStreamer.h"
#include "mlir/Support/Timing.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "tp/IR/TPOps.h"
#include "tp/Target/ArchiveReference.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
/// Drops what `--mlir-diagnostic-verbosity-level` and
/// `--mlir-disable-diagnostic-notes` leave out.
class VerbosityFilter : public ScopedDiagnosticHandler {
public:
  VerbosityFilter(MLIRContext *context, VerbosityLevel level, bool showNotes)
      : ScopedDiagnosticHandler(context) {
    setHandler([level, showNotes](Diagnostic &diagnostic) {
      DiagnosticSeverity severity = diagnostic.getSeverity();
      bool dropped = (severity == DiagnosticSeverity::Remark &&
                      level < VerbosityLevel::ErrorsWarningsAndRemarks) ||
                     (severity == DiagnosticSeverity::Warning &&
                      level < VerbosityLevel::ErrorsAndWarnings) ||
                     (severity == DiagnosticSeverity::Note && !showNotes);
      // Failure passes the diagnostic on to the next handler.
      return success(dropped);
    });
  }
};
} // namespace

/// Turns on the remarks that the command line asks for.
static LogicalResult enableRemarks(MLIRContext &context,
                                   const MlirOptMainConfig &config) {
  if (!config.shouldEmitRemarks())
    return success();
  auto filter = [](std::string text) -> std::optional<std::string> {
    if (text.empty())
      return std::nullopt;
    return text;
  };
  remark::RemarkCategories categories{filter(config.getRemarksAllFilter()),
                                      filter(config.getRemarksPassedFilter()),
                                      filter(config.getRemarksMissedFilter()),
                                      filter(config.getRemarksAnalyseFilter()),
                                      filter(config.getRemarksFailedFilter())};
  std::unique_ptr<remark::detail::RemarkEmittingPolicyBase> policy;
  if (config.getRemarkPolicy() == RemarkPolicy::REMARK_POLICY_FINAL)
    policy = std::make_unique<remark::RemarkEmittingPolicyFinal>();
  else
    policy = std::make_unique<remark::RemarkEmittingPolicyAll>();

  if (config.getRemarkFormat() == RemarkFormat::REMARK_FORMAT_STDOUT)
    return remark::enableOptimizationRemarks(context, /*streamer=*/nullptr,
                                             std::move(policy), categories,
                                             /*printAsEmitRemarks=*/true);
  bool yaml = config.getRemarkFormat() == RemarkFormat::REMARK_FORMAT_YAML;
  std::string file = config.getRemarksOutputFile();
  if (file.empty())
    file = yaml ? "mlir-remarks.yaml" : "mlir-remarks.bitstream";
  return remark::enableOptimizationRemarksWithLLVMStreamer(
      context, file,
      yaml ? llvm::remarks::Format::YAML : llvm::remarks::Format::Bitstream,
      std::move(policy), categories);
}

/// Defines the dialects of `--irdl-file`.
static LogicalResult loadIRDL(MLIRContext &context, StringRef file) {
  if (file.empty())
    return success();
  DialectRegistry registry;
  registry.insert<irdl::IRDLDialect>();
  context.appendDialectRegistry(registry);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(file, &context);
  return success(module && succeeded(irdl::loadDialects(*module)));
}

/// Imports with threading off, as upstream parses: nothing else uses the
/// context, and its locks would only cost.
static OwningOpRef<ModuleOp> importModule(MLIRContext &context,
                                          const ImportRequest &request,
                                          const InputFormat &format,
                                          const MlirOptMainConfig &config) {
  bool threaded = context.isMultithreadingEnabled();
  context.disableMultithreading();
  OwningOpRef<ModuleOp> module = format.import(request, &context);
  context.disableMultithreading(!threaded);
  if (!module)
    return nullptr;
  if (config.shouldVerifyOnParsing() && failed(verify(*module)))
    return nullptr;
  return module;
}

/// Writes the file of `--mlir-generate-reproducer`.
static LogicalResult writeReproducer(PassManager &pm, Operation *op,
                                     const MlirOptMainConfig &config) {
  StringRef file = config.getReproducerFilename();
  if (file.empty())
    return success();
  makeReproducer(pm.getOpAnchorName(), pm.getPasses(), op, file,
                 /*disableThreads=*/false, config.shouldVerifyPasses());
  return success();
}

static LogicalResult print(Operation *op, llvm::raw_ostream &os,
                           const MlirOptMainConfig &config) {
  if (!config.shouldEmitBytecode()) {
    AsmState state(op, OpPrintingFlags());
    op->print(os, state);
    os << '\n';
    return success();
  }
  BytecodeWriterConfig writer;
  if (std::optional<int64_t> version = config.bytecodeVersionToEmit())
    writer.setDesiredBytecodeVersion(*version);
  if (config.shouldElideResourceDataFromBytecode())
    writer.setElideResourceDataFlag();
  return writeBytecodeToFile(op, os, writer);
}

/// Makes the paths of archives, which are relative to the folder of the input,
/// relative to that of the output.
static void moveArchivePaths(ModuleOp module, const ImportRequest &request) {
  StringRef home = llvm::sys::path::parent_path(request.outputPath);
  for (auto archive : module.getBody()->getOps<ArchiveOp>()) {
    if (llvm::sys::path::is_absolute(archive.getPath()))
      continue;
    SmallString<256> path(request.path == "-"
                              ? StringRef()
                              : llvm::sys::path::parent_path(request.path));
    llvm::sys::path::append(path, archive.getPath());
    archive.setPath(
        archive::getRelativePath(path, home.empty() ? StringRef(".") : home));
  }
}

static LogicalResult runAndPrint(llvm::raw_ostream &os, MLIRContext &context,
                                 const ImportRequest &request,
                                 const InputFormat &format,
                                 const OutputFormat *output,
                                 const MlirOptMainConfig &config) {
  DefaultTimingManager timingManager;
  applyDefaultTimingManagerCLOptions(timingManager);
  TimingScope timing = timingManager.getRootScope();

  TimingScope importTiming = timing.nest("Importer");
  OwningOpRef<ModuleOp> module = importModule(context, request, format, config);
  importTiming.stop();
  if (!module)
    return failure();
  if (config.shouldVerifyRoundtrip() &&
      failed(verifyRoundTrips(*module, config)))
    return failure();

  PassManager pm(module.get()->getName(), PassManager::Nesting::Implicit);
  pm.enableVerifier(config.shouldVerifyPasses());
  if (failed(applyPassManagerCLOptions(pm)))
    return failure();
  pm.enableTiming(timing);
  if (failed(config.setupPassPipeline(pm)) ||
      failed(writeReproducer(pm, *module, config)) || failed(pm.run(*module)))
    return failure();

  TimingScope outputTiming = timing.nest("Output");
  if (output)
    return output->write(*module, os, request.outputPath);
  if (format.name == mlirFormatName)
    moveArchivePaths(*module, request);
  return print(*module, os, config);
}

LogicalResult mlir::tp::processImported(llvm::raw_ostream &os,
                                        const ImportRequest &request,
                                        const InputFormat &format,
                                        const OutputFormat *output,
                                        DialectRegistry &registry,
                                        const MlirOptMainConfig &config) {
  MLIRContext context(registry);
  context.allowUnregisteredDialects(config.shouldAllowUnregisteredDialects());
  tracing::InstallDebugHandler debugHandler(context, config.getDebugConfig());

  llvm::SourceMgr sourceMgr;
  SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  VerbosityFilter filter(&context, config.getDiagnosticVerbosityLevel(),
                         config.shouldShowNotes());
  if (failed(loadIRDL(context, config.getIrdlFile())) ||
      failed(enableRemarks(context, config)))
    return failure();
  return runAndPrint(os, context, request, format, output, config);
}
