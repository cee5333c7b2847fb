//===- Products.cpp - Rules for products of tensors -----------------------===//
//
// Inner, outer, Kronecker and cross products, contractions, chains and powers
// of matrices.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

static Replacement decomposeOuter(DecomposeBuilder &b, CallOp call) {
  Value column = b.tensor("self"), row = b.tensor("vec2");
  if (b.rank(column) != 1 || b.rank(row) != 1)
    return std::nullopt;
  column = b.reshape(column, {b.size(column, 0), Arg(1)});
  return b.call("aten.mul.Tensor", column, row);
}

static Replacement decomposeVdot(DecomposeBuilder &b, CallOp call) {
  Value lhs = b.tensor("self"), rhs = b.tensor("other");
  std::optional<ScalarType> dtype = b.dtype(lhs);
  if (!dtype)
    return std::nullopt;
  if (isComplex(*dtype))
    lhs = b.call("aten._conj.default", lhs);
  return b.call("aten.dot.default", lhs, rhs);
}

/// Products, the first factor conjugated, added up along a dimension.
static Replacement decomposeVecdot(DecomposeBuilder &b, CallOp call) {
  Value lhs = b.tensor("x"), rhs = b.tensor("y");
  std::optional<ScalarType> dtype = b.dtype(lhs);
  std::optional<int64_t> dim = b.getInt("dim");
  if (!dtype || !dim || isIntegral(*dtype) || b.dtype(rhs) != dtype)
    return std::nullopt;
  if (isComplex(*dtype))
    lhs = b.call("aten._conj.default", lhs);
  Value products = b.call("aten.mul.Tensor", lhs, rhs);
  return b.call("aten.sum.dim_IntList", products, Arg({Arg(*dim)}));
}

static Replacement decomposeTrace(DecomposeBuilder &b, CallOp call) {
  Value diagonal = b.call("aten.diagonal.default", b.tensor("self"));
  return b.call("aten.sum.dim_IntList", diagonal, std::vector<Arg>());
}

/// The elements along `dim`, each in the place of the one before.
static Value rotate(DecomposeBuilder &b, Value x, int64_t dim, int64_t by) {
  Value front = b.call("aten.slice.Tensor", x, dim, by, 3);
  Value back = b.call("aten.slice.Tensor", x, dim, 0, by);
  return b.call("aten.cat.default", Arg({front, back}), dim);
}

static Replacement makeCross(DecomposeBuilder &b, Value lhs, Value rhs,
                             int64_t dim) {
  if (b.staticSize(lhs, dim) != 3 || b.staticSize(rhs, dim) != 3)
    return std::nullopt;
  Value plus =
      b.call("aten.mul.Tensor", rotate(b, lhs, dim, 1), rotate(b, rhs, dim, 2));
  Value minus =
      b.call("aten.mul.Tensor", rotate(b, lhs, dim, 2), rotate(b, rhs, dim, 1));
  return b.call("aten.sub.Tensor", plus, minus);
}

static Replacement decomposeCross(DecomposeBuilder &b, CallOp call) {
  Value lhs = b.tensor("self"), rhs = b.tensor("other");
  std::optional<int64_t> rank = b.rank(lhs);
  if (!rank || b.rank(rhs) != rank)
    return std::nullopt;
  if (b.has("dim")) {
    std::optional<int64_t> dim = b.getDim("dim", lhs);
    return dim ? makeCross(b, lhs, rhs, *dim) : std::nullopt;
  }
  // The first dimension of size 3, as both have it after a broadcast.
  for (int64_t dim = 0; dim < *rank; ++dim) {
    std::optional<int64_t> left = b.staticSize(lhs, dim);
    if (!left || !b.staticSize(rhs, dim))
      return std::nullopt;
    if (*left == 3)
      return makeCross(b, lhs, rhs, dim);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// A sum that keeps the dtype and the dimension.
static Value sumInPlace(DecomposeBuilder &b, Value x, int64_t dim) {
  return b.call("aten.sum.dim_IntList", x, Arg({Arg(dim)}), true,
                b.kw("dtype", *b.dtype(x)));
}

/// `x` as a matrix of the sizes of the dimensions in `rows` and `columns`.
static Value asMatrix(DecomposeBuilder &b, Value x, ArrayRef<int64_t> rows,
                      ArrayRef<int64_t> columns) {
  SmallVector<int64_t> order(rows);
  llvm::append_range(order, columns);
  auto multiply = [&](ArrayRef<int64_t> dims) {
    std::vector<Arg> sizes;
    for (int64_t dim : dims)
      sizes.push_back(b.size(x, dim));
    return b.product(sizes);
  };
  Arg sizes({multiply(rows), multiply(columns)});
  return b.reshape(b.permute(x, order), sizes);
}

static Replacement contract(DecomposeBuilder &b, Value lhs, Value rhs,
                            SmallVector<int64_t> left,
                            SmallVector<int64_t> right) {
  std::optional<int64_t> lhsRank = b.rank(lhs), rhsRank = b.rank(rhs);
  std::optional<ScalarType> dtype = b.dtype(lhs);
  if (!lhsRank || !rhsRank || left.size() != right.size() || !dtype ||
      b.dtype(rhs) != dtype || isBool(*dtype))
    return std::nullopt;
  for (auto [l, r] : llvm::zip_equal(left, right)) {
    l = l < 0 ? l + *lhsRank : l;
    r = r < 0 ? r + *rhsRank : r;
    if (l < 0 || l >= *lhsRank || r < 0 || r >= *rhsRank)
      return std::nullopt;
    // A size of 1 is broadcast: the other operand is added up first.
    Arg lhsSize = b.size(lhs, l), rhsSize = b.size(rhs, r);
    if (lhsSize.isInt(1) && !rhsSize.isInt(1))
      rhs = sumInPlace(b, rhs, r);
    else if (rhsSize.isInt(1) && !lhsSize.isInt(1))
      lhs = sumInPlace(b, lhs, l);
  }
  std::vector<Arg> sizes;
  SmallVector<int64_t> rows, columns;
  for (int64_t i = 0; i < *lhsRank; ++i)
    if (!llvm::is_contained(left, i)) {
      rows.push_back(i);
      sizes.push_back(b.size(lhs, i));
    }
  for (int64_t i = 0; i < *rhsRank; ++i)
    if (!llvm::is_contained(right, i)) {
      columns.push_back(i);
      sizes.push_back(b.size(rhs, i));
    }
  if (rows.size() + left.size() != size_t(*lhsRank) ||
      columns.size() + right.size() != size_t(*rhsRank))
    return std::nullopt;
  Value product = b.call("aten.mm.default", asMatrix(b, lhs, rows, left),
                         asMatrix(b, rhs, right, columns));
  return b.reshape(product, sizes);
}

static Replacement decomposeTensordot(DecomposeBuilder &b, CallOp call) {
  std::optional<SmallVector<int64_t>> left = b.arg("dims_self").getInts();
  std::optional<SmallVector<int64_t>> right = b.arg("dims_other").getInts();
  if (!left || !right)
    return std::nullopt;
  return contract(b, b.tensor("self"), b.tensor("other"), *left, *right);
}

static Replacement decomposeInner(DecomposeBuilder &b, CallOp call) {
  Value lhs = b.tensor("self"), rhs = b.tensor("other");
  std::optional<int64_t> lhsRank = b.rank(lhs), rhsRank = b.rank(rhs);
  if (!lhsRank || !rhsRank)
    return std::nullopt;
  if (*lhsRank == 0 || *rhsRank == 0)
    return b.call("aten.mul.Tensor", lhs, rhs);
  return contract(b, lhs, rhs, {-1}, {-1});
}

static Replacement decomposeKron(DecomposeBuilder &b, CallOp call) {
  Value lhs = b.tensor("self"), rhs = b.tensor("other");
  std::optional<std::vector<Arg>> lhsSizes = b.sizes(lhs),
                                  rhsSizes = b.sizes(rhs);
  if (!lhsSizes || !rhsSizes)
    return std::nullopt;
  size_t rank = std::max(lhsSizes->size(), rhsSizes->size());
  auto pad = [&](std::vector<Arg> &sizes) {
    sizes.insert(sizes.begin(), rank - sizes.size(), Arg(1));
  };
  pad(*lhsSizes);
  pad(*rhsSizes);
  std::vector<Arg> left, right, sizes;
  for (size_t i = 0; i < rank; ++i) {
    left.push_back((*lhsSizes)[i]);
    left.push_back(1);
    right.push_back(1);
    right.push_back((*rhsSizes)[i]);
    sizes.push_back(b.mul((*lhsSizes)[i], (*rhsSizes)[i]));
  }
  Value product =
      b.call("aten.mul.Tensor", b.reshape(lhs, left), b.reshape(rhs, right));
  return b.reshape(product, sizes);
}

/// |x - y|^2 = |x|^2 - 2 x y + |y|^2 as a product of matrices.
static Replacement decomposeDistances(DecomposeBuilder &b, CallOp call) {
  Value lhs = b.tensor("x1"), rhs = b.tensor("x2");
  if (b.rank(lhs).value_or(0) < 2 || b.rank(rhs).value_or(0) < 2)
    return std::nullopt;
  auto squareNorm = [&](Value x) {
    return b.call("aten.sum.dim_IntList",
                  b.call("aten.pow.Tensor_Scalar", x, 2), Arg({Arg(-1)}), true);
  };
  auto ones = [&](Value like) {
    return b.call("aten.full_like.default", like, 1);
  };
  Value lhsNorm = squareNorm(lhs), rhsNorm = squareNorm(rhs);
  Value left = b.call(
      "aten.cat.default",
      Arg({b.call("aten.mul.Tensor", lhs, -2), lhsNorm, ones(lhsNorm)}), -1);
  Value right =
      b.call("aten.cat.default", Arg({rhs, ones(rhsNorm), rhsNorm}), -1);
  Value squares =
      b.call("aten.matmul.default", left, b.transpose(right, -2, -1));
  return b.call("aten.sqrt.default", b.call("aten.clamp.default", squares, 0));
}

//===----------------------------------------------------------------------===//
// Chains and powers of matrices
//===----------------------------------------------------------------------===//

namespace {
/// The order of a chain of products that takes the fewest multiplications.
class ChainPlan {
public:
  /// `sizes` of the matrices: n rows, then the columns of each.
  explicit ChainPlan(ArrayRef<int64_t> sizes) : count(sizes.size() - 1) {
    cost.assign(count * count, 0.0);
    cut.assign(count * count, 0);
    for (size_t length = 1; length < count; ++length)
      for (size_t i = 0; i + length < count; ++i)
        choose(sizes, i, i + length);
  }

  Value build(DecomposeBuilder &b, ArrayRef<Value> factors, size_t first,
              size_t last) const {
    if (first == last)
      return factors[first];
    size_t middle = cut[first * count + last];
    return b.call("aten.mm.default", build(b, factors, first, middle),
                  build(b, factors, middle + 1, last));
  }

private:
  void choose(ArrayRef<int64_t> sizes, size_t i, size_t j) {
    double best = HUGE_VAL;
    for (size_t k = i; k < j; ++k) {
      double total = cost[i * count + k] + cost[(k + 1) * count + j] +
                     static_cast<double>(sizes[i]) *
                         static_cast<double>(sizes[k + 1]) *
                         static_cast<double>(sizes[j + 1]);
      if (total >= best)
        continue;
      best = total;
      cut[i * count + j] = k;
    }
    cost[i * count + j] = best;
  }

  size_t count;
  std::vector<double> cost;
  std::vector<size_t> cut;
};
} // namespace

/// The product of two matrices or more.
static Value multiplyChain(DecomposeBuilder &b, ArrayRef<Value> factors) {
  SmallVector<int64_t> sizes;
  for (Value factor : factors) {
    std::optional<int64_t> rows = b.staticSize(factor, 0);
    std::optional<int64_t> columns = b.staticSize(factor, 1);
    if (!rows || !columns)
      break;
    if (sizes.empty())
      sizes.push_back(*rows);
    sizes.push_back(*columns);
  }
  if (sizes.size() == factors.size() + 1)
    return ChainPlan(sizes).build(b, factors, 0, factors.size() - 1);
  // Sizes that are not known: from the left.
  Value result = factors.front();
  for (Value factor : factors.drop_front())
    result = b.call("aten.mm.default", result, factor);
  return result;
}

static std::optional<SmallVector<Value>> getFactors(DecomposeBuilder &b) {
  Arg list = b.arg(0u);
  if (!list.isList() || list.size() == 0)
    return std::nullopt;
  SmallVector<Value> factors;
  for (const Arg &element : list.getElements()) {
    if (!b.rank(element.getValue()))
      return std::nullopt;
    factors.push_back(element.getValue());
  }
  return factors;
}

/// A vector may be the first or the last factor.
static Replacement decomposeMultiDot(DecomposeBuilder &b, CallOp call) {
  std::optional<SmallVector<Value>> factors = getFactors(b);
  if (!factors || factors->size() < 2)
    return std::nullopt;
  bool isRow = b.rank(factors->front()) == 1,
       isColumn = b.rank(factors->back()) == 1;
  if (isRow)
    factors->front() = b.unsqueeze(factors->front(), 0);
  if (isColumn)
    factors->back() = b.unsqueeze(factors->back(), 1);
  if (!llvm::all_of(*factors, [&](Value x) { return b.rank(x) == 2; }))
    return std::nullopt;
  Value product = multiplyChain(b, *factors);
  if (isColumn)
    product = b.squeeze(product, 1);
  return isRow ? b.squeeze(product, 0) : product;
}

static Replacement decomposeChainMatmul(DecomposeBuilder &b, CallOp call) {
  std::optional<SmallVector<Value>> factors = getFactors(b);
  if (!factors ||
      !llvm::all_of(*factors, [&](Value x) { return b.rank(x) == 2; }))
    return std::nullopt;
  return factors->size() == 1 ? b.call("aten.clone.default", factors->front())
                              : multiplyChain(b, *factors);
}

/// Identity matrices of the sizes of `x`.
static Value makeIdentity(DecomposeBuilder &b, Value x) {
  Arg size = b.size(x, -1);
  Value places = b.call("aten.arange.start_step", 0, size,
                        b.kw("device", b.device(x)), b.kw("pin_memory", false));
  Value equal = b.call("aten.eq.Tensor", b.unsqueeze(places, -1), places);
  Value one = b.convert(equal, b.dtype(x));
  return b.cloneContiguous(b.expand(one, *b.sizes(x)));
}

static Replacement decomposeMatrixPower(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x), power = b.getInt("n");
  if (!rank || *rank < 2 || !b.dtype(x) || !power ||
      *power == std::numeric_limits<int64_t>::min())
    return std::nullopt;
  if (*power == 0)
    return makeIdentity(b, x);
  if (*power == 1)
    return b.call("aten.clone.default", x);
  if (*power < 0)
    x = core::makeInverse(b, x, "linalg.inv");
  // Repeated squares.
  Value result, square = x;
  for (uint64_t left = std::abs(*power); left && square; left /= 2) {
    if (left % 2)
      result = result ? b.call("aten.matmul.default", square, result) : square;
    if (left > 1)
      square = b.call("aten.matmul.default", square, square);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Powers of numbers
//===----------------------------------------------------------------------===//

/// The powers 0 to `count` - 1 of each number, in a new dimension.
static Value makePowers(DecomposeBuilder &b, Value x, const Arg &count) {
  std::vector<Arg> sizes = *b.sizes(x);
  std::vector<Arg> first = sizes, others = sizes;
  first.push_back(1);
  others.push_back(b.sub(count, 1));
  Value factors = b.expand(b.unsqueeze(x, -1), others);
  Value powers = b.call("aten.cumprod.default", factors, -1);
  Value ones = b.full(first, 1, *b.dtype(powers), x);
  return b.call("aten.cat.default", Arg({ones, powers}), -1);
}

static Replacement decomposeLinalgVander(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("x");
  std::optional<int64_t> rank = b.rank(x);
  if (!rank || !b.dtype(x) || isBool(*b.dtype(x)))
    return std::nullopt;
  if (*rank == 0)
    x = b.unsqueeze(x, 0);
  Arg count = b.has("N") ? b.arg("N") : b.size(x, -1);
  if (!b.isLess(1, count).value_or(false))
    return std::nullopt;
  return makePowers(b, x, count);
}

/// torch.vander: the highest power first.
static Replacement decomposeVander(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("x");
  std::optional<ScalarType> dtype = b.dtype(x);
  if (b.rank(x) != 1 || !dtype)
    return std::nullopt;
  std::optional<int64_t> count =
      b.has("N") ? b.getInt("N") : b.staticSize(x, 0);
  if (!count || *count < 0)
    return std::nullopt;
  ScalarType type = isIntegral(*dtype) ? ScalarType::int64 : *dtype;
  if (*count < 2)
    return b.full({b.size(x, 0), Arg(*count)}, 1, type, x);
  Value powers = makePowers(b, b.convert(x, type), *count);
  return b.arg("increasing").isTrue()
             ? powers
             : b.call("aten.flip.default", powers, Arg({Arg(1)}));
}

static Replacement decomposeLinalgMatmul(DecomposeBuilder &b, CallOp call) {
  return b.call("aten.matmul.default", b.arg(0u), b.arg(1u));
}

static Replacement decomposeLinalgDiagonal(DecomposeBuilder &b, CallOp call) {
  return b.call("aten.diagonal.default", b.arg("A"), b.arg("offset"),
                b.arg("dim1"), b.arg("dim2"));
}

static Replacement decomposeMatrixExp(DecomposeBuilder &b, CallOp call) {
  return b.call("aten.linalg_matrix_exp.default", b.arg(0u));
}

void core::populateProducts(DecompositionTable &table) {
  table.add({"aten.outer.default", "aten.ger.default"}, decomposeOuter);
  table.add("aten.vdot.default", decomposeVdot);
  table.add("aten.linalg_vecdot.default", decomposeVecdot);
  table.add("aten.trace.default", decomposeTrace);
  table.add({"aten.cross.default", "aten.linalg_cross.default"},
            decomposeCross);
  table.add("aten.tensordot.default", decomposeTensordot);
  table.add("aten.inner.default", decomposeInner);
  table.add("aten.kron.default", decomposeKron);
  table.add("aten._euclidean_dist.default", decomposeDistances);
  table.add("aten.linalg_multi_dot.default", decomposeMultiDot);
  table.add("aten.chain_matmul.default", decomposeChainMatmul);
  table.add({"aten.linalg_matrix_power.default", "aten.matrix_power.default"},
            decomposeMatrixPower);
  table.add("aten.linalg_vander.default", decomposeLinalgVander);
  table.add("aten.vander.default", decomposeVander);
  table.add("aten.linalg_matmul.default", decomposeLinalgMatmul);
  table.add("aten.linalg_diagonal.default", decomposeLinalgDiagonal);
  table.add("aten.matrix_exp.default", decomposeMatrixExp);
}
