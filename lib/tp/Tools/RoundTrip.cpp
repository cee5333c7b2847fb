//===- RoundTrip.cpp - Whether a module survives being written ------------===//
//
// `--verify-roundtrip` for imported programs: writes the module as text and as
// bytecode, reads both back and compares.
//
//===----------------------------------------------------------------------===//

#include "ImportedProgram.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::tp;

/// What is compared: the generic form hides nothing.
static std::string fingerprint(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, OpPrintingFlags().printGenericOpForm().enableDebugInfo());
  return text;
}

/// The first line in which two texts differ, of each.
static std::pair<StringRef, StringRef> firstDifference(StringRef lhs,
                                                       StringRef rhs) {
  while (!lhs.empty() || !rhs.empty()) {
    StringRef left, right;
    std::tie(left, lhs) = lhs.split('\n');
    std::tie(right, rhs) = rhs.split('\n');
    if (left != right)
      return {left, right};
  }
  return {};
}

static LogicalResult compare(Operation *op, StringRef before, StringRef written,
                             StringRef form) {
  MLIRContext *context = op->getContext();
  OwningOpRef<Operation *> read =
      parseSourceString(written, ParserConfig(context), form);
  if (!read)
    return op->emitError("the ") << form << " of the module does not read back";
  std::string after = fingerprint(*read);
  if (before == after)
    return success();
  auto [expected, got] = firstDifference(before, after);
  InFlightDiagnostic error = op->emitError("the module differs after a round "
                                           "trip through ")
                             << form;
  error.attachNote() << "expected: " << expected.trim();
  error.attachNote() << "got:      " << got.trim();
  return error;
}

LogicalResult mlir::tp::verifyRoundTrips(Operation *op,
                                         const MlirOptMainConfig &config) {
  std::string before = fingerprint(op);
  std::string text;
  llvm::raw_string_ostream textStream(text);
  op->print(textStream, OpPrintingFlags().enableDebugInfo());
  if (failed(compare(op, before, text, "text")))
    return failure();

  std::string bytecode;
  llvm::raw_string_ostream bytecodeStream(bytecode);
  BytecodeWriterConfig writer;
  if (std::optional<int64_t> version = config.bytecodeVersionToEmit())
    writer.setDesiredBytecodeVersion(*version);
  if (failed(writeBytecodeToFile(op, bytecodeStream, writer)))
    return failure();
  return compare(op, before, bytecode, "bytecode");
}
