//===- OpHistogram.cpp - Count the calls of each operator -----------------===//
//
// Prints, for each target, how many nodes call it:
//
//   2  aten.relu.default
//   1  aten.linear.default
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Records.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

namespace mlir::tp {
#define GEN_PASS_DEF_OPHISTOGRAM
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

namespace {
/// What is called how often.
struct Count {
  StringRef kind;
  StringRef target;
  uint64_t calls = 0;
};

struct OpHistogramPass : tp::impl::OpHistogramBase<OpHistogramPass> {
  using OpHistogramBase::OpHistogramBase;
  OpHistogramPass(raw_ostream &os, bool asJSON) : os(&os) { json = asJSON; }

  void runOnOperation() override;

private:
  raw_ostream *os = &llvm::outs();
};
} // namespace

static StringRef getKind(tp::CallOp call) {
  if (isa<CallMethodOp>(call))
    return "method";
  return isa<CallModuleOp>(call) ? "module" : "function";
}

/// The most frequent first, then by name.
static SmallVector<Count> countCalls(ProgramOp program) {
  llvm::MapVector<std::pair<StringAttr, StringAttr>, uint64_t> calls;
  program.walk([&](tp::CallOp call) {
    StringAttr kind = StringAttr::get(call->getContext(), getKind(call));
    ++calls[{kind, call.getTargetAttr()}];
  });
  SmallVector<Count> counts;
  for (const auto &[key, number] : calls)
    counts.push_back({key.first.getValue(), key.second.getValue(), number});
  llvm::sort(counts, [](const Count &lhs, const Count &rhs) {
    if (lhs.calls != rhs.calls)
      return lhs.calls > rhs.calls;
    return std::pair(lhs.target, lhs.kind) < std::pair(rhs.target, rhs.kind);
  });
  return counts;
}

static void printText(raw_ostream &os, ArrayRef<ProgramOp> programs) {
  for (ProgramOp program : programs) {
    if (programs.size() > 1)
      os << program.getSymName() << ":\n";
    for (const Count &count : countCalls(program)) {
      os << llvm::format("%8llu  ",
                         static_cast<unsigned long long>(count.calls))
         << count.target;
      if (count.kind != "function")
        os << " (" << count.kind << ")";
      os << '\n';
    }
  }
}

static void printJSON(raw_ostream &os, ArrayRef<ProgramOp> programs) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeArray("programs", [&] {
      for (ProgramOp program : programs)
        json.object([&] {
          // Names may be any bytes; JSON is UTF-8.
          json.attribute("name", llvm::json::fixUTF8(program.getSymName()));
          json.attributeArray("targets", [&] {
            for (const Count &count : countCalls(program))
              json.object([&] {
                json.attribute("kind", count.kind);
                json.attribute("target", llvm::json::fixUTF8(count.target));
                json.attribute("calls", static_cast<int64_t>(count.calls));
              });
          });
        });
    });
  });
  os << '\n';
}

void OpHistogramPass::runOnOperation() {
  SmallVector<ProgramOp> programs = getPrograms(getOperation());
  if (json)
    printJSON(*os, programs);
  else
    printText(*os, programs);
  os->flush();
  markAllAnalysesPreserved();
}

std::unique_ptr<Pass> mlir::tp::createOpHistogram(raw_ostream &os, bool json) {
  return std::make_unique<OpHistogramPass>(os, json);
}
