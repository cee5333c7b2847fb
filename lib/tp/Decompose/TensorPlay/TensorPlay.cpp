//===- TensorPlay.cpp - The tables of tensorplay --------------------------===//
//
// All rules are data. A name alone, `silu`, is a method of a tensor or a
// function of tensorplay here, and nobody else's function.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/TensorPlay.h"
#include "tp/Decompose/BuiltinTables.h"
#include "tp/Decompose/DataTable.h"

#include "TensorPlayRowTables.inc"
#include "TensorPlayTables.inc"

using namespace mlir;
using namespace mlir::tp;

/// Whether an argument is True: that is `inplace` in `nn.functional`, and
/// `scale` in the place of the same number in elu itself.
static bool hasTrue(ArgsAttr args) {
  return args && llvm::any_of(args.getPositional(), [](Attribute literal) {
           auto truth = dyn_cast<BoolAttr>(literal);
           return truth && truth.getValue();
         });
}

static bool isTensorPlayCall(CallOp call) {
  StringRef target = call.getTargetAttr().getValue();
  return isa<CallMethodOp>(call) ||
         (isTensorPlayFunction(target) &&
          !(target.contains(".nn.functional.") && hasTrue(call.getArgsAttr())));
}

void mlir::tp::populateTensorPlay(DecompositionTable &table,
                                  MLIRContext *context) {
  TensorPlayTables::forEachFile([&](ArrayRef<EmbeddedDecomposition> entries,
                                    StringRef file) {
    addEmbeddedDecompositions(entries, file, table, context, isTensorPlayCall);
  });
}

void mlir::tp::populateTensorPlayRows(DecompositionTable &table,
                                      MLIRContext *context) {
  TensorPlayRowTables::forEachFile([&](ArrayRef<EmbeddedDecomposition> entries,
                                       StringRef file) {
    addEmbeddedDecompositions(entries, file, table, context, isTensorPlayCall);
  });
}
