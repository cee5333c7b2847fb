//===- LinearAlgebra.cpp - Rules for products of matrices -----------------===//
//
// linear, matmul and their kin.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

using namespace mlir;
using namespace mlir::tp;

/// `x` with all dimensions but the last one folded into one.
static Value foldRows(DecomposeBuilder &b, Value x) {
  std::vector<Arg> sizes = *b.sizes(x);
  ArrayRef<Arg> rows = ArrayRef<Arg>(sizes).drop_back();
  return b.reshape(x, {b.product(rows), sizes.back()});
}

static Replacement decomposeLinear(DecomposeBuilder &b, CallOp call) {
  Value input = b.tensor("input"), weight = b.tensor("weight");
  Value bias = b.tensor("bias");
  std::optional<int64_t> rank = b.rank(input);
  if (!rank || *rank == 0 || b.rank(weight) != 2 || (bias && b.rank(bias) != 1))
    return std::nullopt;
  std::vector<Arg> sizes = *b.sizes(input);
  Value rows = *rank == 2 ? input : foldRows(b, input);
  Value transposed = b.permute(weight, {1, 0});
  Value product = bias ? b.call("aten.addmm.default", bias, rows, transposed)
                       : b.call("aten.mm.default", rows, transposed);
  if (*rank == 2)
    return product;
  sizes.back() = b.size(weight, 0);
  return b.view(product, sizes);
}

/// Products, added up along `dims`; all where it is empty.
static Replacement sumProducts(DecomposeBuilder &b, std::vector<Arg> dims) {
  Value lhs = b.tensor(0u), rhs = b.tensor(1u);
  std::optional<ScalarType> dtype = b.dtype(lhs);
  if (!dtype || b.dtype(rhs) != dtype)
    return std::nullopt;
  // Half precision is added up in float32. Sums of integers keep their dtype.
  ScalarType computeType = getOpmathType(*dtype);
  Value products = b.call("aten.mul.Tensor", b.convert(lhs, computeType),
                          b.convert(rhs, computeType));
  Arg sumType = isIntegral(*dtype) ? Arg(*dtype) : Arg();
  Value sum = b.call("aten.sum.dim_IntList", products, std::move(dims),
                     b.kw("dtype", sumType));
  return b.convert(sum, dtype);
}

static Replacement decomposeDot(DecomposeBuilder &b, CallOp call) {
  return sumProducts(b, {});
}

static Replacement decomposeMv(DecomposeBuilder &b, CallOp call) {
  return sumProducts(b, {Arg(1)});
}

//===----------------------------------------------------------------------===//
// matmul
//===----------------------------------------------------------------------===//

/// A matrix, or a stack of them, times a vector.
static Value multiplyVector(DecomposeBuilder &b, Value matrix, Value vector) {
  std::vector<Arg> sizes = *b.sizes(matrix);
  if (sizes.size() == 2)
    return b.call("aten.mv.default", matrix, vector);
  Value product = b.call("aten.mv.default", foldRows(b, matrix), vector);
  sizes.pop_back();
  return b.view(product, sizes);
}

/// The sizes of a broadcast of two stacks; none where it is not known which of
/// two sizes is 1.
static std::optional<std::vector<Arg>>
broadcastBatch(DecomposeBuilder &b, ArrayRef<Arg> lhs, ArrayRef<Arg> rhs) {
  std::vector<Arg> result;
  size_t rank = std::max(lhs.size(), rhs.size());
  for (size_t i = 0; i < rank; ++i) {
    size_t skipLhs = rank - lhs.size(), skipRhs = rank - rhs.size();
    if (i < skipLhs || i < skipRhs) {
      result.push_back(i < skipLhs ? rhs[i - skipRhs] : lhs[i - skipLhs]);
      continue;
    }
    const Arg &x = lhs[i - skipLhs], &y = rhs[i - skipRhs];
    if (b.isEqual(x, y).value_or(false) || y.isInt(1))
      result.push_back(x);
    else if (x.isInt(1))
      result.push_back(y);
    else
      return std::nullopt;
  }
  return result;
}

/// Stacks of matrices, broadcast against each other.
static Replacement multiplyStacks(DecomposeBuilder &b, Value lhs, Value rhs) {
  std::vector<Arg> lhsSizes = *b.sizes(lhs), rhsSizes = *b.sizes(rhs);
  std::optional<std::vector<Arg>> batch =
      broadcastBatch(b, ArrayRef<Arg>(lhsSizes).drop_back(2),
                     ArrayRef<Arg>(rhsSizes).drop_back(2));
  if (!batch)
    return std::nullopt;
  Arg numBatches = b.product(*batch);
  auto stack = [&](Value value, ArrayRef<Arg> sizes) {
    std::vector<Arg> expanded = *batch;
    Arg rows = sizes[sizes.size() - 2], columns = sizes.back();
    expanded.push_back(rows);
    expanded.push_back(columns);
    return b.reshape(b.expand(value, expanded), {numBatches, rows, columns});
  };
  Value x = stack(lhs, lhsSizes), y = stack(rhs, rhsSizes);
  Value product = b.call("aten.bmm.default", x, y);
  std::vector<Arg> sizes = std::move(*batch);
  sizes.push_back(lhsSizes[lhsSizes.size() - 2]);
  sizes.push_back(rhsSizes.back());
  return b.view(product, sizes);
}

static Replacement decomposeMatmul(DecomposeBuilder &b, CallOp call) {
  Value lhs = b.tensor(0u), rhs = b.tensor(1u);
  std::optional<int64_t> lhsRank = b.rank(lhs), rhsRank = b.rank(rhs);
  if (!lhsRank || !rhsRank || *lhsRank == 0 || *rhsRank == 0)
    return std::nullopt;
  if (*lhsRank == 1 && *rhsRank == 1)
    return b.call("aten.dot.default", lhs, rhs);
  if (*rhsRank == 1)
    return multiplyVector(b, lhs, rhs);
  if (*lhsRank == 1 && *rhsRank == 2) {
    Value row = b.unsqueeze(lhs, 0);
    return b.squeeze(b.call("aten.mm.default", row, rhs), 0);
  }
  if (*lhsRank == 1)
    return multiplyVector(b, b.transpose(rhs, -2, -1), lhs);
  if (*lhsRank == 2 && *rhsRank == 2)
    return b.call("aten.mm.default", lhs, rhs);
  if (*rhsRank == 2) {
    std::vector<Arg> sizes = *b.sizes(lhs);
    Value product = b.call("aten.mm.default", foldRows(b, lhs), rhs);
    sizes.back() = b.size(rhs, 1);
    return b.view(product, sizes);
  }
  return multiplyStacks(b, lhs, rhs);
}

/// Half precision is computed in float32. A beta of 0 drops the term, NaN and
/// all.
static Replacement decomposeBaddbmm(DecomposeBuilder &b, CallOp call) {
  std::optional<ScalarType> dtype = b.dtype(b.tensor("self"));
  Arg alpha = b.arg("alpha"), beta = b.arg("beta");
  if (!dtype || !alpha.isNumber() || !beta.isNumber())
    return std::nullopt;
  ScalarType computeType = getOpmathType(*dtype);
  auto read = [&](StringRef name) {
    return b.convert(b.tensor(name), computeType);
  };
  auto scale = [&](Value value, Arg factor) {
    // Integers have integers as factors.
    if (isIntegral(*dtype))
      factor = static_cast<int64_t>(factor.getNumber());
    return factor.isNumber(1) ? value
                              : b.call("aten.mul.Tensor", value, factor);
  };
  Value product =
      scale(b.call("aten.bmm.default", read("batch1"), read("batch2")), alpha);
  if (!beta.isNumber(0))
    product = b.call("aten.add.Tensor", scale(read("self"), beta), product);
  return b.convert(product, dtype);
}

void core::populateLinearAlgebra(DecompositionTable &table) {
  table.add("aten.linear.default", decomposeLinear);
  table.add("aten.matmul.default", decomposeMatmul);
  table.add("aten.baddbmm.default", decomposeBaddbmm);
  table.add("aten.dot.default", decomposeDot);
  table.add("aten.mv.default", decomposeMv);
}
