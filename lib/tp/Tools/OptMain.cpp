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
#include "ImportedProgram.h"
#include "PathOptions.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "tp/Support/OutputFile.h"
#include "tp/Target/FileTransaction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::tp;

static LogicalResult reportError(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "tp-opt") << message << "\n";
  return failure();
}

/// The first bytes of the regular file `path`; empty where it is not one, or
/// cannot be read: whoever reads it next says why.
static std::string readHead(StringRef path) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status) ||
      !llvm::sys::fs::is_regular_file(status))
    return {};
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

/// Options that read the text of the input mean nothing for an import.
static LogicalResult checkImportOptions(const InputFormat &format,
                                        const MlirOptMainConfig &config) {
  const std::pair<bool, StringRef> textOnly[] = {
      {!config.inputSplitMarker().empty(), "--split-input-file"},
      {config.shouldVerifyDiagnostics(), "--verify-diagnostics"},
      {config.shouldRunReproducer(), "--run-reproducer"}};
  for (auto [given, option] : textOnly)
    if (given)
      return reportError("'" + option + "' expects MLIR as input, got a " +
                         format.name + " file");
  return success();
}

/// Reads, transforms and prints; what it printed is good only on success.
static LogicalResult process(llvm::raw_ostream &os,
                             const ImportRequest &request,
                             llvm::ArrayRef<InputFormat> formats,
                             DialectRegistry &registry,
                             const MlirOptMainConfig &config) {
  if (const InputFormat *format = findFormat(readHead(request.path), formats)) {
    if (failed(checkImportOptions(*format, config)))
      return failure();
    if (llvm::sys::fs::equivalent(request.path, request.outputPath))
      return reportError("expected another output file than the input: a " +
                         format->name + " file holds the program's weights");
    addPathPolicy(registry, getImportPolicy(request.path, request.outputPath));
    return processImported(os, request, *format, registry, config);
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
  return MlirOptMain(os, std::move(buffer), registry, config);
}

int mlir::tp::tpOptMain(int argc, char **argv, DialectRegistry &registry,
                        llvm::ArrayRef<InputFormat> formats) {
  llvm::InitLLVM init(argc, argv);
  registerPathOptions();
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

  llvm::Expected<std::unique_ptr<OutputFile>> file = OutputFile::open(output);
  if (!file) {
    (void)reportError(llvm::toString(file.takeError()));
    return EXIT_FAILURE;
  }
  // What passes write besides comes and goes with the output.
  archive::FileTransaction transaction;
  if (failed(
          process((*file)->os(), {input, output}, formats, registry, config)))
    return EXIT_FAILURE;
  if (llvm::Error error = (*file)->commit()) {
    (void)reportError(llvm::toString(std::move(error)));
    return EXIT_FAILURE;
  }
  transaction.commit();
  return EXIT_SUCCESS;
}
