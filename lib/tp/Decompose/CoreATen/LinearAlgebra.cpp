//===- LinearAlgebra.cpp - Rules for products of matrices -----------------===//
//
// linear, matmul and their kin.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

using namespace mlir;
using namespace mlir::tp;

static Replacement decomposeLinear(DecomposeBuilder &b, CallOp call) {
  Value input = b.tensor("input"), weight = b.tensor("weight");
  Value bias = b.tensor("bias");
  std::optional<int64_t> rank = b.rank(input), weightRank = b.rank(weight);
  if (rank != 2 || weightRank != 2)
    return std::nullopt;
  Value transposed = b.permute(weight, {1, 0});
  if (bias)
    return b.call("aten.addmm.default", bias, input, transposed);
  return b.call("aten.mm.default", input, transposed);
}

void core::populateLinearAlgebra(DecompositionTable &table) {
  table.add("aten.linear.default", decomposeLinear);
}
