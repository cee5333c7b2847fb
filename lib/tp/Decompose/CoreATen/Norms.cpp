//===- Norms.cpp - Rules for norms and condition numbers ------------------===//
//
// Norms of vectors are one operator, linalg_vector_norm; those of matrices are
// made of it, or of singular values.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tp;

namespace {
/// What a norm of matrices is asked for.
struct MatrixNorm {
  /// A number or a name.
  Arg order;
  /// The dimensions of rows and columns.
  int64_t rows, columns;
  bool keepdim = false;
  std::optional<ScalarType> dtype = std::nullopt;
};
} // namespace

static Value makeVectorNorm(DecomposeBuilder &b, Value x, Arg order, Arg dims,
                            Arg keepdim, Arg dtype) {
  return b.call("aten.linalg_vector_norm.default", x, std::move(order),
                std::move(dims), std::move(keepdim),
                b.kw("dtype", std::move(dtype)));
}

static Arg toArg(std::optional<ScalarType> dtype) {
  return dtype ? Arg(*dtype) : Arg();
}

/// The norm that adds up or compares singular values.
static Value makeSpectralNorm(DecomposeBuilder &b, Value x,
                              const MatrixNorm &norm) {
  int64_t rank = *b.rank(x);
  x = b.convert(x, norm.dtype);
  SmallVector<int64_t> order, inverse(rank);
  for (int64_t i = 0; i < rank; ++i)
    if (i != norm.rows && i != norm.columns)
      order.push_back(i);
  order.push_back(norm.rows);
  order.push_back(norm.columns);
  for (auto [to, from] : llvm::enumerate(order))
    inverse[from] = to;
  Value values = core::makeSingularValues(b, b.permute(x, order), Arg());
  StringRef target = norm.order.isString("nuc")   ? "aten.sum.dim_IntList"
                     : norm.order.getNumber() > 0 ? "aten.amax.default"
                                                  : "aten.amin.default";
  Value result = b.call(target, values, Arg({Arg(-1)}), norm.keepdim);
  if (!norm.keepdim)
    return result;
  return b.permute(b.unsqueeze(result, -1), inverse);
}

/// Null for a norm that torch does not know.
static Value makeMatrixNorm(DecomposeBuilder &b, Value x,
                            const MatrixNorm &norm) {
  if (norm.order.isString("fro"))
    return makeVectorNorm(b, x, 2, Arg({norm.rows, norm.columns}), norm.keepdim,
                          toArg(norm.dtype));
  if (norm.order.isString("nuc"))
    return makeSpectralNorm(b, x, norm);
  if (!norm.order.isNumber())
    return {};
  double size = std::abs(norm.order.getNumber());
  if (size == 2)
    return makeSpectralNorm(b, x, norm);
  bool isInfinite = std::isinf(size);
  if (size != 1 && !isInfinite)
    return {};
  // Sums along one dimension, the extremum along the other.
  int64_t summed = norm.rows, compared = norm.columns;
  if (isInfinite)
    std::swap(summed, compared);
  if (!norm.keepdim && summed < compared)
    --compared;
  Value sums = makeVectorNorm(b, x, 1, Arg({Arg(summed)}), norm.keepdim,
                              toArg(norm.dtype));
  return b.call(norm.order.getNumber() > 0 ? "aten.amax.default"
                                           : "aten.amin.default",
                sums, Arg({Arg(compared)}), norm.keepdim);
}

/// The arguments of a norm of matrices in the dimensions `dims`.
static std::optional<MatrixNorm> readMatrixNorm(DecomposeBuilder &b, Value x,
                                                Arg order, const Arg &dims) {
  std::optional<int64_t> rank = b.rank(x);
  std::optional<SmallVector<int64_t>> list = dims.getInts();
  Arg dtype = b.arg("dtype");
  if (!rank || !list || list->size() != 2 ||
      !(dtype.isNone() || dtype.isDType()))
    return std::nullopt;
  for (int64_t &dim : *list) {
    dim = dim < 0 ? dim + *rank : dim;
    if (dim < 0 || dim >= *rank)
      return std::nullopt;
  }
  if ((*list)[0] == (*list)[1])
    return std::nullopt;
  MatrixNorm norm{std::move(order), (*list)[0], (*list)[1]};
  norm.keepdim = b.arg("keepdim").isTrue();
  if (dtype.isDType())
    norm.dtype = dtype.getDType();
  return norm;
}

static Replacement replaceMatrixNorm(DecomposeBuilder &b, Value x, Arg order,
                                     const Arg &dims) {
  std::optional<MatrixNorm> norm = readMatrixNorm(b, x, std::move(order), dims);
  if (!norm)
    return std::nullopt;
  return makeMatrixNorm(b, x, *norm);
}

static Replacement decomposeMatrixNorm(DecomposeBuilder &b, CallOp call) {
  return replaceMatrixNorm(b, b.tensor("self"), b.arg("ord"), b.arg("dim"));
}

/// linalg_norm with a number: of matrices for two dimensions, else of vectors.
static Replacement decomposeNorm(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x);
  Arg order = b.arg("ord"), dim = b.arg("dim");
  if (dim.isInt())
    dim = Arg({Arg(dim)});
  if (!rank || !(dim.isNone() || dim.isList()))
    return std::nullopt;
  int64_t count = dim.isNone() ? *rank : int64_t(dim.size());
  if (!order.isNone() && count == 2)
    return replaceMatrixNorm(b, x, order, dim.isNone() ? Arg({0, 1}) : dim);
  return makeVectorNorm(b, x, order.isNone() ? Arg(2) : order, dim,
                        b.arg("keepdim"), b.arg("dtype"));
}

/// linalg_norm with a name.
static Replacement decomposeNamedNorm(DecomposeBuilder &b, CallOp call) {
  Arg dim = b.arg("dim");
  return replaceMatrixNorm(b, b.tensor("self"), b.arg("ord"),
                           dim.isNone() ? Arg({0, 1}) : dim);
}

/// The overloads of torch.norm with a number.
static Replacement decomposeOldNorm(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<ScalarType> dtype = b.dtype(x);
  Arg order = b.arg("p"), dim = b.arg("dim"), wanted = b.arg("dtype");
  if (!dtype || (isIntegral(*dtype) && wanted.isNone()))
    return std::nullopt;
  return makeVectorNorm(b, x, order.isNone() ? Arg(2) : order,
                        dim.isInt() ? Arg({Arg(dim)}) : dim,
                        b.arg("keepdim").isTrue(), wanted);
}

static Replacement decomposeFrobeniusNorm(DecomposeBuilder &b, CallOp call) {
  Arg dim = b.arg("dim");
  return makeVectorNorm(b, b.tensor("self"), 2,
                        dim.isInt() ? Arg({Arg(dim)}) : dim, b.arg("keepdim"),
                        Arg());
}

static Replacement decomposeNuclearNorm(DecomposeBuilder &b, CallOp call) {
  Arg dim = b.arg("dim");
  return replaceMatrixNorm(b, b.tensor("self"), "nuc",
                           dim.isNone() ? Arg({-2, -1}) : dim);
}

/// A norm for each place of one dimension.
static Replacement decomposeNormExcept(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("v");
  std::optional<int64_t> rank = b.rank(x), dim = b.getInt("dim");
  if (!rank || !dim)
    return std::nullopt;
  // -1 stands for all dimensions.
  if (*dim == -1)
    return makeVectorNorm(b, x, b.arg("pow"), Arg(), false, Arg());
  if (*dim < 0 || *dim >= *rank)
    return std::nullopt;
  // A list without dimensions would be all of them.
  if (*rank == 1 && b.arg("pow").isTrue())
    return b.call("aten.abs.default", x);
  if (*rank == 1)
    return std::nullopt;
  std::vector<Arg> others;
  for (int64_t i = 0; i < *rank; ++i)
    if (i != *dim)
      others.emplace_back(i);
  return makeVectorNorm(b, x, b.arg("pow"), others, true, Arg());
}

//===----------------------------------------------------------------------===//
// Condition numbers
//===----------------------------------------------------------------------===//

/// The norm times that of the inverse, which is infinite where there is none.
static Replacement makeConditionNumber(DecomposeBuilder &b, Value x,
                                       const MatrixNorm &norm) {
  SmallVector<Value> results = b.callAll("aten.linalg_inv_ex.default", x);
  if (results.size() != 2)
    return std::nullopt;
  std::optional<ScalarType> dtype = b.dtype(x);
  Value status = b.unsqueeze(b.unsqueeze(results[1], -1), -1);
  Value isSingular = b.call("aten.gt.Scalar", status, 0);
  Value inverse = b.call("aten.where.self", isSingular,
                         b.scalarTensor(HUGE_VAL, *dtype, x), results[0]);
  return b.call("aten.mul.Tensor", makeMatrixNorm(b, x, norm),
                makeMatrixNorm(b, inverse, norm));
}

static Replacement decomposeCondition(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x);
  std::optional<ScalarType> dtype = b.dtype(x);
  Arg order = b.arg("p");
  if (!rank || *rank < 2 || !dtype || isIntegral(*dtype))
    return std::nullopt;
  // torch gives zeros for no elements.
  if (b.numel(x).isInt(0)) {
    std::vector<Arg> batch = *b.sizes(x);
    batch.resize(*rank - 2);
    return b.full(batch, 0, toRealType(*dtype), x);
  }
  bool isSmallest = order.isNumber(-2);
  if (order.isNone() || order.isNumber(2) || isSmallest) {
    Value values = core::makeSingularValues(b, x, Arg());
    int64_t dim = *rank - 2;
    Value largest = b.call("aten.slice.Tensor", values, dim, 0, 1);
    Value smallest = b.call("aten.slice.Tensor", values, dim, -1);
    if (isSmallest)
      std::swap(largest, smallest);
    return b.squeeze(b.call("aten.div.Tensor", largest, smallest), -1);
  }
  if (order.isString("nuc")) {
    Value values = core::makeSingularValues(b, x, Arg());
    auto sum = [&](Value value) {
      return b.call("aten.sum.dim_IntList", value, Arg({Arg(-1)}));
    };
    return b.call("aten.mul.Tensor", sum(values),
                  sum(b.call("aten.reciprocal.default", values)));
  }
  return makeConditionNumber(b, x, MatrixNorm{order, *rank - 2, *rank - 1});
}

void core::populateNorms(DecompositionTable &table) {
  table.add("aten.linalg_norm.default", decomposeNorm);
  table.add("aten.linalg_norm.ord_str", decomposeNamedNorm);
  table.add(
      {"aten.linalg_matrix_norm.default", "aten.linalg_matrix_norm.str_ord"},
      decomposeMatrixNorm);
  table.add({"aten.norm.Scalar", "aten.norm.ScalarOpt_dim",
             "aten.norm.ScalarOpt_dtype", "aten.norm.ScalarOpt_dim_dtype"},
            decomposeOldNorm);
  table.add("aten.frobenius_norm.dim", decomposeFrobeniusNorm);
  table.add({"aten.nuclear_norm.default", "aten.nuclear_norm.dim"},
            decomposeNuclearNorm);
  table.add("aten.norm_except_dim.default", decomposeNormExcept);
  table.add({"aten.linalg_cond.default", "aten.linalg_cond.p_str"},
            decomposeCondition);
}
