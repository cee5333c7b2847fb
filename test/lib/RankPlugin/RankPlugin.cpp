// A table with one rule that depends on the rank of its argument.
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "tp/Decompose/Builder.h"
#include "llvm/Config/llvm-config.h"

using namespace mlir;
using namespace mlir::tp;

// mylib::trace(Tensor x) -> Tensor: the sum of the diagonal of each matrix.
static Replacement decomposeTrace(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("x");
  std::optional<int64_t> rank = b.rank(x);
  if (!rank || *rank < 2)
    return std::nullopt; // the call stays as it is
  Value diagonal = b.call("aten.diagonal.default", x, 0, -2, -1);
  if (*rank == 2)
    return b.call("aten.sum.default", diagonal);
  return b.call("aten.sum.dim_IntList", diagonal, Arg({Arg(-1)}));
}

static void populate(DecompositionTable &table, MLIRContext *context) {
  table.add("mylib.trace.default", decomposeTrace);
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "RankPlugin", LLVM_VERSION_STRING,
          [] { registerDecompositionTable("mylib", populate); }};
}
