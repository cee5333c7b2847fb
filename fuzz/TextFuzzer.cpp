//===- TextFuzzer.cpp - Damaged text --------------------------------------===//
//
// Text of programs: it is refused, or prints, verifies and reads back.
//
//===----------------------------------------------------------------------===//

#include "ImportChecks.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
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
