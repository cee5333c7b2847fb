//===- TensorPlay.cpp - The tables of tensorplay --------------------------===//
//
// The rules are data, but for one that looks at an operand. A name alone,
// `silu`, is a method of a tensor or a function of tensorplay here, and nobody
// else's function.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/TensorPlay.h"
#include "tp/Decompose/Builder.h"
#include "tp/Decompose/BuiltinTables.h"
#include "tp/Decompose/DataTable.h"

#include "TensorPlayNormalizationTables.inc"
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

/// Whether a value may stand for one that equals it: nobody writes either.
static bool isFunctional(CallOp call) {
  auto program = call->getParentOfType<ProgramOp>();
  return program && program.getFunctional();
}

/// -(-x) is x.
static Replacement foldNegation(DecomposeBuilder &b, CallOp call) {
  if (!isFunctional(call))
    return std::nullopt;
  Value outer = b.tensor(0u);
  auto inner = outer ? outer.getDefiningOp<CallFunctionOp>() : CallFunctionOp();
  if (!inner || inner.getTarget() != "_operator.neg" ||
      inner->getNumOperands() != 1)
    return std::nullopt;
  return Value(inner->getOperand(0));
}

void mlir::tp::populateTensorPlayNormalization(DecompositionTable &table,
                                               MLIRContext *context) {
  table.add("_operator.neg", foldNegation);
  TensorPlayNormalizationTables::forEachFile(
      [&](ArrayRef<EmbeddedDecomposition> entries, StringRef file) {
        addEmbeddedDecompositions(entries, file, table, context, isFunctional);
      });
}
