//===- ImportChecks.h - What an import must fulfil --------------*- C++ -*-===//
//
// Runs an importer on a file: either there is one error and no module, or a
// module that verifies, and whose text reads back to the same text.
//
//===----------------------------------------------------------------------===//

#ifndef TP_FUZZ_IMPORTCHECKS_H
#define TP_FUZZ_IMPORTCHECKS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "tp/IR/TP.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

namespace tpfuzz {

inline std::string print(mlir::Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  op->print(stream);
  return text;
}

/// Ends the fuzzer with `why`.
[[noreturn]] inline void fail(const char *why, llvm::StringRef text = {}) {
  llvm::errs() << "fuzzer: " << why << "\n" << text << "\n";
  std::abort();
}

/// Contexts keep every attribute; a new one for each input is slow but lets go.
inline void checkImport(
    llvm::function_ref<mlir::OwningOpRef<mlir::ModuleOp>(mlir::MLIRContext *)>
        import) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<mlir::tp::TPDialect>();
  unsigned errors = 0;
  context.getDiagEngine().registerHandler([&](mlir::Diagnostic &diagnostic) {
    errors += diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
    return mlir::success();
  });
  mlir::OwningOpRef<mlir::ModuleOp> module = import(&context);
  if (!module) {
    if (errors != 1)
      fail("expected one error");
    return;
  }
  if (errors)
    fail("a module besides an error");
  // What an importer lets pass, the verifier may still refuse.
  if (mlir::failed(mlir::verify(*module)))
    return;
  std::string text = print(*module);
  auto again = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  if (!again)
    fail("the text of the module does not read back", text);
  if (print(*again) != text)
    fail("the text of the module changes when it is read back", text);
}

} // namespace tpfuzz

#endif // TP_FUZZ_IMPORTCHECKS_H
