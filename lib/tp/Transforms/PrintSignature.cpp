//===- PrintSignature.cpp - The signature of each program -----------------===//
//
// Prints what goes into a program and what comes out:
//
//   inputs:  p_w: PARAMETER target='w'; x: USER_INPUT
//   outputs: add: USER_OUTPUT
//   ranges:  b in [1, 64]
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "tp/Program/Signature.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Records.h"
#include "llvm/Support/JSON.h"

namespace mlir::tp {
#define GEN_PASS_DEF_PRINTSIGNATURE
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

namespace {
struct PrintSignaturePass : tp::impl::PrintSignatureBase<PrintSignaturePass> {
  using PrintSignatureBase::PrintSignatureBase;
  PrintSignaturePass(raw_ostream &os, bool asJSON) : os(&os) { json = asJSON; }

  void runOnOperation() override;

private:
  raw_ostream *os = &llvm::outs();
};
} // namespace

static void printText(raw_ostream &os, ArrayRef<ProgramOp> programs) {
  for (ProgramOp program : programs) {
    if (programs.size() > 1)
      os << program.getSymName() << ":\n";
    GraphSignature::get(program).print(os);
  }
}

static void printJSON(raw_ostream &os, ArrayRef<ProgramOp> programs) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeArray("programs", [&] {
      for (ProgramOp program : programs)
        json.object([&] {
          // A symbol may be any bytes; JSON is UTF-8.
          json.attribute("name", llvm::json::fixUTF8(program.getSymName()));
          GraphSignature::get(program).printJSON(json);
        });
    });
  });
  os << '\n';
}

void PrintSignaturePass::runOnOperation() {
  SmallVector<ProgramOp> programs = getPrograms(getOperation());
  if (json)
    printJSON(*os, programs);
  else
    printText(*os, programs);
  os->flush();
  markAllAnalysesPreserved();
}

std::unique_ptr<Pass> mlir::tp::createPrintSignature(raw_ostream &os,
                                                     bool json) {
  return std::make_unique<PrintSignaturePass>(os, json);
}
