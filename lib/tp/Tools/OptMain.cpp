//===- OptMain.cpp - The driver of tp-opt ---------------------------------===//
//
// Upstream's MlirOptMain truncates its output file before it reads the input
// and deletes it on an error, and reads MLIR only. This driver takes over
// both ends: it finds out what the input is, hands text and bytecode to
// upstream and everything else to an importer, and puts the output in place
// last.
//
//===----------------------------------------------------------------------===//

#include "tp/Tools/OptMain.h"
#include "GuardedRead.h"
#include "ImportedProgram.h"
#include "PathOptions.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "tp/Decompose/Table.h"
#include "tp/IR/TP.h"
#include "tp/Support/OutputFile.h"
#include "tp/Target/FileTransaction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::tp;

static LogicalResult reportError(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tp-opt") << message << "\n";
  return failure();
}

/// The first bytes of the file `path`; empty where it cannot be read: whoever
/// reads it next says why.
static std::string readHead(StringRef path) {
  llvm::Expected<llvm::sys::fs::file_t> file =
      llvm::sys::fs::openNativeFileForRead(path);
  if (!file) {
    llvm::consumeError(file.takeError());
    return {};
  }
  llvm::scope_exit close([&] { (void)llvm::sys::fs::closeFile(*file); });
  std::string head(InputFormat::sniffedBytes, '\0');
  llvm::Expected<size_t> read = llvm::sys::fs::readNativeFileSlice(
      *file, llvm::MutableArrayRef<char>(head.data(), head.size()), 0);
  if (!read) {
    llvm::consumeError(read.takeError());
    return {};
  }
  head.resize(*read);
  return head;
}

static const InputFormat *findFormat(StringRef head,
                                     llvm::ArrayRef<InputFormat> formats) {
  const auto *it = llvm::find_if(
      formats, [&](const InputFormat &format) { return format.sniff(head); });
  return it == formats.end() ? nullptr : it;
}

/// Whether the start of a file can be that of MLIR: of bytecode, or of text,
/// which has no control characters but white space.
static bool isMLIR(StringRef head) {
  return isBytecode(head) || (!head.empty() && llvm::all_of(head, [](char c) {
           return !llvm::isASCII(c) || llvm::isPrint(c) || llvm::isSpace(c);
         }));
}

/// The format of the regular file `path`; null for MLIR, and for what is no
/// such file.
static const InputFormat *findFileFormat(StringRef path,
                                         llvm::ArrayRef<InputFormat> formats) {
  if (!llvm::sys::fs::is_regular_file(path))
    return nullptr;
  std::string head = readHead(path);
  if (const InputFormat *format = findFormat(head, formats))
    return format;
  if (isMLIR(head))
    return nullptr;
  const auto *it = llvm::find_if(formats, [&](const InputFormat &format) {
    return !format.extension.empty() && path.ends_with(format.extension);
  });
  return it == formats.end() ? nullptr : it;
}

/// Options that read the text of the input mean nothing for an import, nor do
/// they, or that of bytecode, for another output.
static LogicalResult checkOptions(StringRef what,
                                  const MlirOptMainConfig &config) {
  const std::pair<bool, StringRef> textOnly[] = {
      {!config.inputSplitMarker().empty(), "--split-input-file"},
      {config.shouldVerifyDiagnostics(), "--verify-diagnostics"},
      {config.shouldRunReproducer(), "--run-reproducer"}};
  for (auto [given, option] : textOnly)
    if (given)
      return reportError("'" + option + "' expects MLIR as " + what);
  return success();
}

/// MLIR as an input of processImported, for outputs that upstream's driver does
/// not make.
static InputFormat getMLIRFormat(std::unique_ptr<llvm::MemoryBuffer> &buffer) {
  InputFormat format;
  format.name = mlirFormatName;
  format.import = [&](const ImportRequest &request, MLIRContext *context) {
    auto sources = std::make_shared<llvm::SourceMgr>();
    sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
    return parseSourceFile<ModuleOp>(
        sources, ParserConfig(context, /*verifyAfterParse=*/false));
  };
  return format;
}

/// Whether the output is a file in another folder than the input, so that the
/// paths in it have to be others. Options of upstream's driver that work on the
/// text of the input leave them.
static bool movesToOtherFolder(const ImportRequest &request,
                               const MlirOptMainConfig &config) {
  llvm::sys::fs::file_status status;
  bool isFile = request.outputPath != "-" &&
                (llvm::sys::fs::status(request.outputPath, status) ||
                 llvm::sys::fs::is_regular_file(status));
  if (!isFile || !config.inputSplitMarker().empty() ||
      config.shouldVerifyDiagnostics() || config.shouldRunReproducer())
    return false;
  auto getFolder = [](StringRef file) {
    StringRef folder =
        file == "-" ? StringRef() : llvm::sys::path::parent_path(file);
    return folder.empty() ? StringRef(".") : folder;
  };
  return !llvm::sys::fs::equivalent(getFolder(request.path),
                                    getFolder(request.outputPath));
}

/// Reads, transforms and prints MLIR.
static LogicalResult processMLIR(llvm::raw_ostream &os,
                                 const ImportRequest &request,
                                 std::unique_ptr<llvm::MemoryBuffer> buffer,
                                 const OutputFormat *output,
                                 DialectRegistry &registry,
                                 const MlirOptMainConfig &config) {
  if (output || movesToOtherFolder(request, config))
    return processImported(os, request, getMLIRFormat(buffer), output, registry,
                           config);
  return MlirOptMain(os, std::move(buffer), registry, config);
}

/// Processes bytecode in a child, of which `childStatus` is the exit status in
/// the parent.
static LogicalResult processBytecode(llvm::raw_ostream &os,
                                     const ImportRequest &request,
                                     std::unique_ptr<llvm::MemoryBuffer> buffer,
                                     const OutputFormat *output,
                                     DialectRegistry &registry,
                                     const MlirOptMainConfig &config,
                                     std::optional<int> &childStatus) {
  std::unique_ptr<ReadGuard> guard = ReadGuard::start(
      "tp-opt", request.path, buffer->getBufferSize(), childStatus);
  if (childStatus)
    return failure();
  MlirOptMainConfig guarded = config;
  // Passes are set up when the input is read.
  guarded.setPassPipelineSetupFn([&](PassManager &pm) {
    if (guard)
      guard->finish();
    return config.setupPassPipeline(pm);
  });
  LogicalResult result =
      processMLIR(os, request, std::move(buffer), output, registry, guarded);
  if (failed(result) && guard && guard->isSilent())
    return reportError(request.path +
                       ": the bytecode is damaged: MLIR's reader refuses it "
                       "without a reason");
  return result;
}

/// Reads, transforms and prints; what it printed is good only on success. Where
/// a child process does it, `childStatus` is the exit status of all.
static LogicalResult
process(llvm::raw_ostream &os, const ImportRequest &request,
        llvm::ArrayRef<InputFormat> formats, const OutputFormat *output,
        DialectRegistry &registry, const MlirOptMainConfig &config,
        std::optional<int> &childStatus) {
  if (output) {
    std::string what = ("output, got --" + output->option).str();
    if (failed(checkOptions(what, config)))
      return failure();
    if (config.shouldEmitBytecode())
      return reportError("'--emit-bytecode' expects MLIR as " + what);
  }
  if (const InputFormat *format = findFileFormat(request.path, formats)) {
    if (failed(checkOptions(("input, got a " + format->name + " file").str(),
                            config)))
      return failure();
    // Another output holds its own weights.
    if (!output && llvm::sys::fs::equivalent(request.path, request.outputPath))
      return reportError("expected another output file than the input: a " +
                         format->name + " file holds the program's weights");
    addPathPolicy(registry, getImportPolicy(request.path, request.outputPath));
    return processImported(os, request, *format, output, registry, config);
  }

  addPathPolicy(registry, getPathPolicy(request.path));
  if (request.path == "-" &&
      llvm::sys::Process::FileDescriptorIsDisplayed(fileno(stdin)))
    llvm::errs() << "(processing input from stdin now, hit ctrl-c/ctrl-d to "
                    "interrupt)\n";
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      openInputFile(request.path, &message);
  if (!buffer)
    return reportError(message);
  // Only pipes come here with another format: what they carry has no name
  // under which the program could refer to its weights.
  StringRef head = buffer->getBuffer().take_front(InputFormat::sniffedBytes);
  if (const InputFormat *format = findFormat(head, formats))
    return reportError("expected MLIR on standard input or a pipe, got a " +
                       format->name +
                       " file: its weights stay in the file, so pass its path");
  if (isBytecode(head))
    return processBytecode(os, request, std::move(buffer), output, registry,
                           config, childStatus);
  return processMLIR(os, request, std::move(buffer), output, registry, config);
}

namespace {
/// The options of the output formats.
class OutputOptions {
public:
  explicit OutputOptions(llvm::ArrayRef<OutputFormat> formats)
      : formats(formats) {
    for (const OutputFormat &format : formats)
      options.push_back(std::make_unique<llvm::cl::opt<bool>>(
          format.option, llvm::cl::desc(format.description)));
  }

  /// The format that was asked for, null for MLIR; fails where two were.
  FailureOr<const OutputFormat *> getChosen() const {
    const OutputFormat *chosen = nullptr;
    for (auto [format, option] : llvm::zip_equal(formats, options)) {
      if (!*option)
        continue;
      if (chosen)
        return reportError("expected one output format, got --" +
                           chosen->option + " and --" + format.option);
      chosen = &format;
    }
    return chosen;
  }

private:
  llvm::ArrayRef<OutputFormat> formats;
  std::vector<std::unique_ptr<llvm::cl::opt<bool>>> options;
};
} // namespace

static LogicalResult listDecompositions(StringRef name) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<TPDialect>();
  std::unique_ptr<DecompositionTable> table =
      createDecompositionTable(name, &context);
  if (!table)
    return reportError("unknown decomposition table '" + name +
                       "': expected one of " +
                       llvm::join(getDecompositionTableNames(), ", "));
  for (StringRef key : table->getKeys())
    llvm::outs() << key << "\n";
  return success();
}

int mlir::tp::tpOptMain(int argc, char **argv, DialectRegistry &registry,
                        llvm::ArrayRef<InputFormat> formats,
                        llvm::ArrayRef<OutputFormat> outputs) {
  llvm::InitLLVM init(argc, argv);
  registerPathOptions();
  OutputOptions outputOptions(outputs);
  llvm::cl::opt<std::string> listedTable(
      "list-decompositions", llvm::cl::value_desc("table"),
      llvm::cl::desc("Print the operators that the rules of a table of "
                     "--decompose replace, and exit"));
  auto [input, output] = registerAndParseCLIOptions(
      argc, argv, "tp-opt: exported programs in MLIR\n", registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();

  if (config.shouldShowDialects()) {
    llvm::outs() << "Available Dialects: ";
    llvm::interleaveComma(registry.getDialectNames(), llvm::outs());
    llvm::outs() << "\n";
    return EXIT_SUCCESS;
  }
  if (config.shouldListPasses()) {
    printRegisteredPasses();
    return EXIT_SUCCESS;
  }
  if (listedTable.getNumOccurrences())
    return failed(listDecompositions(listedTable));

  FailureOr<const OutputFormat *> format = outputOptions.getChosen();
  if (failed(format))
    return EXIT_FAILURE;
  if (*format && output == "-" && llvm::outs().is_displayed()) {
    (void)reportError("expected '-o FILE' with --" + (*format)->option +
                      ", got a terminal as the output");
    return EXIT_FAILURE;
  }
  llvm::Expected<std::unique_ptr<OutputFile>> file = OutputFile::open(output);
  if (!file) {
    (void)reportError(llvm::toString(file.takeError()));
    return EXIT_FAILURE;
  }
  // What passes write besides comes and goes with the output.
  archive::FileTransaction transaction;
  std::optional<int> childStatus;
  LogicalResult result = process((*file)->os(), {input, output}, formats,
                                 *format, registry, config, childStatus);
  if (childStatus)
    return *childStatus;
  if (failed(result))
    return EXIT_FAILURE;
  if (llvm::Error error = (*file)->commit()) {
    (void)reportError(llvm::toString(std::move(error)));
    return EXIT_FAILURE;
  }
  transaction.commit();
  return EXIT_SUCCESS;
}
