//===- TranslateMain.cpp - The driver of tp-translate ---------------------===//
//
// Upstream's mlirTranslateMain truncates its output before it reads, deletes it
// on an error, and copies inputs to null-terminate them, which for an archive
// means all of its weights. The options are upstream's.
//
//===----------------------------------------------------------------------===//

#include "tp/Tools/TranslateMain.h"
#include "PathOptions.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/Timing.h"
#include "mlir/Support/ToolUtilities.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "tp/Support/OutputFile.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
using VerifyLevel = SourceMgrDiagnosticVerifierHandler::Level;
namespace cl = llvm::cl;

struct Options {
  cl::opt<std::string> input{cl::Positional, cl::desc("<input file>"),
                             cl::init("-")};
  cl::opt<std::string> output{"o", cl::desc("Output filename"),
                              cl::value_desc("filename"), cl::init("-")};
  cl::opt<bool> allowUnregistered{
      "allow-unregistered-dialect",
      cl::desc("Allow operations of dialects that are not registered"),
      cl::init(false)};
  cl::opt<std::string> splitMarker{
      "split-input-file", cl::ValueOptional,
      cl::callback([this](const std::string &marker) {
        // Given without a value: the default marker.
        if (marker.empty())
          splitMarker.setValue(kDefaultSplitMarker);
      }),
      cl::desc("Split the input at the given or default marker and process "
               "each chunk independently"),
      cl::init("")};
  cl::opt<std::string> outputSplitMarker{
      "output-split-marker",
      cl::desc("Split marker to use for merging the output"), cl::init("")};
  cl::opt<VerifyLevel> verifyDiagnostics{
      "verify-diagnostics", cl::ValueOptional,
      cl::desc("Check that diagnostics match expected-* lines on the "
               "corresponding line"),
      cl::values(clEnumValN(VerifyLevel::All, "all", "Check all diagnostics"),
                 clEnumValN(VerifyLevel::All, "", "Check all diagnostics"),
                 clEnumValN(VerifyLevel::OnlyExpected, "only-expected",
                            "Check only expected diagnostics"))};
  cl::list<const Translation *, bool, TranslationParser> translations{
      "", cl::desc("Translations to perform"), cl::Required};
};

/// One run of the tool.
class Driver {
public:
  Driver(const Options &options, TimingScope &timing)
      : options(options), timing(timing) {}

  /// Performs the requested translations on one chunk, each on what the one
  /// before it made.
  LogicalResult translateChunk(std::unique_ptr<llvm::MemoryBuffer> buffer,
                               llvm::raw_ostream &os);

private:
  /// `policy` is for the files that the buffer names.
  LogicalResult translate(const Translation &translation,
                          std::unique_ptr<llvm::MemoryBuffer> buffer,
                          archive::PathPolicy policy, llvm::raw_ostream &os);

  const Options &options;
  TimingScope &timing;
};
} // namespace

/// Translations are plain functions; this is how they learn of the output.
static std::string &outputPath() {
  static std::string path = "-";
  return path;
}

StringRef mlir::tp::getTranslateOutputPath() { return outputPath(); }

static LogicalResult reportError(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tp-translate") << message << "\n";
  return failure();
}

LogicalResult Driver::translate(const Translation &translation,
                                std::unique_ptr<llvm::MemoryBuffer> buffer,
                                archive::PathPolicy policy,
                                llvm::raw_ostream &os) {
  TimingScope scope = timing.nest(translation.getDescription());
  bool verify = options.verifyDiagnostics.getNumOccurrences();
  MLIRContext context;
  context.allowUnregisteredDialects(options.allowUnregistered);
  DialectRegistry paths;
  addPathPolicy(paths, std::move(policy));
  context.appendDialectRegistry(paths);
  context.printOpOnDiagnostic(!verify);
  auto sourceMgr = std::make_shared<llvm::SourceMgr>();
  sourceMgr->AddNewSourceBuffer(std::move(buffer), SMLoc());
  if (!verify) {
    SourceMgrDiagnosticHandler handler(*sourceMgr, &context);
    return translation(sourceMgr, os, &context);
  }
  // Only the diagnostics count, most of them of translations that fail.
  SourceMgrDiagnosticVerifierHandler handler(*sourceMgr, &context,
                                             options.verifyDiagnostics);
  (void)translation(sourceMgr, os, &context);
  return handler.verify();
}

LogicalResult Driver::translateChunk(std::unique_ptr<llvm::MemoryBuffer> buffer,
                                     llvm::raw_ostream &os) {
  llvm::ArrayRef<const Translation *> translations(options.translations);
  archive::PathPolicy policy = getPathPolicy(options.input);
  for (const Translation *translation : translations.drop_back()) {
    std::string made;
    llvm::raw_string_ostream stream(made);
    std::string name = buffer->getBufferIdentifier().str();
    if (failed(translate(*translation, std::move(buffer), policy, stream)))
      return failure();
    buffer = llvm::MemoryBuffer::getMemBufferCopy(made, name);
    // What was imported names its files as the output will.
    policy = getImportPolicy(options.input, options.output);
  }
  return translate(*translations.back(), std::move(buffer), policy, os);
}

/// Opens the input. MLIR's parser wants text to end in a null; asking for one
/// in an archive could copy it.
static std::unique_ptr<llvm::MemoryBuffer> openInput(StringRef path) {
  auto opened =
      path == "-"
          ? llvm::MemoryBuffer::getSTDIN()
          : llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false);
  if (std::error_code code = opened.getError()) {
    (void)reportError("cannot open input file '" + path +
                      "': " + code.message());
    return nullptr;
  }
  std::unique_ptr<llvm::MemoryBuffer> buffer = std::move(*opened);
  bool isText = !buffer->getBuffer().take_front(4096).contains('\0');
  if (!isText || path == "-")
    return buffer;
  auto text = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  return text ? std::move(*text) : std::move(buffer);
}

static LogicalResult run(const Options &options) {
  DefaultTimingManager timingManager;
  applyDefaultTimingManagerCLOptions(timingManager);
  TimingScope timing = timingManager.getRootScope();

  std::unique_ptr<llvm::MemoryBuffer> input = openInput(options.input);
  if (!input)
    return failure();
  llvm::Expected<std::unique_ptr<OutputFile>> output =
      OutputFile::open(options.output);
  if (!output)
    return reportError(llvm::toString(output.takeError()));

  Driver driver(options, timing);
  llvm::raw_ostream &os = (*output)->os();
  LogicalResult result = failure();
  if (options.splitMarker.empty()) {
    result = driver.translateChunk(std::move(input), os);
  } else {
    auto translate = [&](std::unique_ptr<llvm::MemoryBuffer> chunk,
                         llvm::raw_ostream &chunkOS) {
      // A chunk ends where the next marker begins, not in a null.
      return driver.translateChunk(
          llvm::MemoryBuffer::getMemBufferCopy(chunk->getBuffer(),
                                               chunk->getBufferIdentifier()),
          chunkOS);
    };
    result =
        splitAndProcessBuffer(std::move(input), translate, os,
                              options.splitMarker, options.outputSplitMarker);
  }
  if (failed(result))
    return failure();
  if (llvm::Error error = (*output)->commit())
    return reportError(llvm::toString(std::move(error)));
  return success();
}

int mlir::tp::tpTranslateMain(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  Options options;
  registerPathOptions();
  registerAsmPrinterCLOptions();
  registerMLIRContextCLOptions();
  registerTranslationCLOptions();
  registerDefaultTimingManagerCLOptions();
  cl::ParseCommandLineOptions(argc, argv,
                              "tp-translate: formats of exported "
                              "programs\n");
  outputPath() = options.output;
  return succeeded(run(options)) ? EXIT_SUCCESS : EXIT_FAILURE;
}
