//===- TextFuzzer.cpp - Damaged text --------------------------------------===//
//
// Text of programs: it is refused, or prints, verifies and reads back.
//
//===----------------------------------------------------------------------===//

#include "ImportChecks.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // With a null behind it, as files have: MLIR's lexer looks at it in places.
  // That our parsers do not is a unit test, TruncatedTextTest.
  std::string text(reinterpret_cast<const char *>(data), size);
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::tp::TPDialect>();
  context.getDiagEngine().registerHandler(
      [](mlir::Diagnostic &) { return mlir::success(); });
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!module)
    return 0;
  std::string printed = tpfuzz::print(*module);
  auto again = mlir::parseSourceString<mlir::ModuleOp>(printed, &context);
  if (!again)
    tpfuzz::fail("text that was read does not read back", printed);
  return 0;
}
