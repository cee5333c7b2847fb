//===- Factorizations.cpp - Rules for factorizations and solvers ----------===//
//
// torch.linalg on LAPACK: each becomes the operator that computes it, and what
// is made of its results. Where torch raises an error for a matrix that is
// singular, the check stays.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tp;

/// Whether `x` is a batch of matrices.
static bool isMatrices(DecomposeBuilder &b, Value x) {
  return b.rank(x).value_or(0) >= 2;
}

/// Raises torch's error at run time where `status` is not 0.
static void checkStatus(DecomposeBuilder &b, Value status, StringRef name,
                        bool isMatrix) {
  b.callAll("aten._linalg_check_errors.default", status, name,
            b.kw("is_matrix", isMatrix));
}

/// Conjugates complex numbers, as a view.
static Value conjugate(DecomposeBuilder &b, Value x) {
  std::optional<ScalarType> dtype = b.dtype(x);
  return dtype && isComplex(*dtype) ? b.call("aten._conj.default", x) : x;
}

/// The conjugate transpose.
static Value adjoin(DecomposeBuilder &b, Value x) {
  return conjugate(b, b.transpose(x, -2, -1));
}

static Replacement decomposeAdjoint(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor(0u);
  if (!isMatrices(b, x) || !b.dtype(x))
    return std::nullopt;
  return adjoin(b, x);
}

//===----------------------------------------------------------------------===//
// Singular values, eigenvalues
//===----------------------------------------------------------------------===//

/// The singular values of `x`, the largest first.
Value core::makeSingularValues(DecomposeBuilder &b, Value x, Arg driver) {
  SmallVector<Value> results =
      b.callAll("aten._linalg_svd.default", x, false, false,
                b.kw("driver", std::move(driver)));
  return results.size() == 3 ? results[1] : Value();
}

static Value makeHermitianValues(DecomposeBuilder &b, Value x, Arg part) {
  SmallVector<Value> results =
      b.callAll("aten._linalg_eigh.default", x, std::move(part), false);
  return results.size() == 2 ? results[0] : Value();
}

static Replacement decomposeLinalgSVD(DecomposeBuilder &b, CallOp call) {
  return b.callAll("aten._linalg_svd.default", b.arg("A"),
                   b.arg("full_matrices"), true,
                   b.kw("driver", b.arg("driver")));
}

static Replacement decomposeSingularValues(DecomposeBuilder &b, CallOp call) {
  return core::makeSingularValues(b, b.tensor("A"), b.arg("driver"));
}

/// torch.svd: V itself, not its adjoint.
static Replacement decomposeSVD(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!isMatrices(b, x) || !dtype)
    return std::nullopt;
  if (b.arg("compute_uv").isTrue()) {
    SmallVector<Value> results =
        b.callAll("aten._linalg_svd.default", x, !b.arg("some").isTrue(), true);
    if (results.size() != 3)
      return std::nullopt;
    return Replacement{results[0], results[1], adjoin(b, results[2])};
  }
  std::vector<Arg> sizes = *b.sizes(x);
  Arg rows = sizes[sizes.size() - 2], columns = sizes.back();
  auto zeros = [&](const Arg &size) {
    std::vector<Arg> square = sizes;
    square[square.size() - 2] = square.back() = size;
    return b.full(square, 0, *dtype, x);
  };
  Value values = core::makeSingularValues(b, x, Arg());
  return Replacement{zeros(rows), values, zeros(columns)};
}

static Replacement decomposeEigh(DecomposeBuilder &b, CallOp call) {
  return b.callAll("aten._linalg_eigh.default", b.arg(0u), b.arg("UPLO"), true);
}

static Replacement decomposeEigvalsh(DecomposeBuilder &b, CallOp call) {
  return makeHermitianValues(b, b.tensor(0u), b.arg("UPLO"));
}

static Replacement decomposeEigvals(DecomposeBuilder &b, CallOp call) {
  SmallVector<Value> results = b.callAll("aten.linalg_eig.default", b.arg(0u));
  if (results.size() != 2)
    return std::nullopt;
  return results[0];
}

//===----------------------------------------------------------------------===//
// Determinants
//===----------------------------------------------------------------------===//

static Replacement decomposeDet(DecomposeBuilder &b, CallOp call) {
  SmallVector<Value> results = b.callAll("aten._linalg_det.default", b.arg(0u));
  if (results.size() != 3)
    return std::nullopt;
  return results[0];
}

static Replacement decomposeSlogdet(DecomposeBuilder &b, CallOp call) {
  SmallVector<Value> results =
      b.callAll("aten._linalg_slogdet.default", b.arg(0u));
  if (results.size() != 4)
    return std::nullopt;
  return Replacement{results[0], results[1]};
}

static Replacement decomposeLogdet(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor(0u);
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!dtype)
    return std::nullopt;
  SmallVector<Value> results = b.callAll("aten._linalg_slogdet.default", x);
  if (results.size() != 4)
    return std::nullopt;
  Value sign = results[0], logarithm = results[1];
  if (isComplex(*dtype))
    return b.call("aten.add.Tensor", b.call("aten.log.default", sign),
                  logarithm);
  Value isNegative = b.call("aten.eq.Scalar", sign, -1.0);
  Value nan = b.scalarTensor(std::nan(""), *dtype, x);
  return b.call("aten.where.self", isNegative, nan, logarithm);
}

//===----------------------------------------------------------------------===//
// Factors, inverses, solutions
//===----------------------------------------------------------------------===//

static Replacement decomposeCholesky(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor(0u);
  std::optional<int64_t> rank = b.rank(x);
  if (!rank)
    return std::nullopt;
  SmallVector<Value> results = b.callAll("aten.linalg_cholesky_ex.default", x,
                                         b.kw("upper", b.arg("upper")));
  if (results.size() != 2)
    return std::nullopt;
  checkStatus(b, results[1], "linalg.cholesky", *rank == 2);
  return results[0];
}

/// lu_factor, ldl_factor: factors and pivots.
static Replacement decomposeFactor(DecomposeBuilder &b, StringRef target,
                                   StringRef option, StringRef name) {
  Value x = b.tensor(0u);
  std::optional<int64_t> rank = b.rank(x);
  if (!rank)
    return std::nullopt;
  SmallVector<Value> results =
      b.callAll(target, x, b.kw(option, b.arg(option)));
  if (results.size() != 3)
    return std::nullopt;
  checkStatus(b, results[2], name, *rank == 2);
  return Replacement{results[0], results[1]};
}

static Replacement decomposeLUFactor(DecomposeBuilder &b, CallOp call) {
  return decomposeFactor(b, "aten.linalg_lu_factor_ex.default", "pivot",
                         "torch.linalg.lu_factor");
}

static Replacement decomposeLDLFactor(DecomposeBuilder &b, CallOp call) {
  return decomposeFactor(b, "aten.linalg_ldl_factor_ex.default", "hermitian",
                         "torch.linalg.ldl_factor");
}

static Replacement decomposeLUWithInfo(DecomposeBuilder &b, CallOp call) {
  return b.callAll("aten.linalg_lu_factor_ex.default", b.arg("self"),
                   b.kw("pivot", b.arg("pivot")),
                   b.kw("check_errors", b.arg("check_errors")));
}

/// lu_solve: the factors come first now.
static Replacement decomposeLUSolve(DecomposeBuilder &b, CallOp call) {
  return b.call("aten.linalg_lu_solve.default", b.arg("LU_data"),
                b.arg("LU_pivots"), b.arg("self"));
}

static Replacement decomposeReflectors(DecomposeBuilder &b, CallOp call) {
  return b.call("aten.linalg_householder_product.default", b.arg(0u),
                b.arg(1u));
}

static Replacement decomposeQR(DecomposeBuilder &b, CallOp call) {
  return b.callAll("aten.linalg_qr.default", b.arg("self"),
                   b.arg("some").isTrue() ? "reduced" : "complete");
}

Value core::makeInverse(DecomposeBuilder &b, Value x, StringRef name) {
  std::optional<int64_t> rank = b.rank(x);
  SmallVector<Value> results = b.callAll("aten.linalg_inv_ex.default", x);
  if (!rank || results.size() != 2)
    return {};
  checkStatus(b, results[1], name, *rank == 2);
  return results[0];
}

static Replacement decomposeInverse(DecomposeBuilder &b, CallOp call) {
  if (!b.rank(b.tensor(0u)))
    return std::nullopt;
  return core::makeInverse(b, b.tensor(0u), "linalg.inv");
}

static Value makeSolution(DecomposeBuilder &b, Value left, Value right,
                          Arg isLeft) {
  std::optional<int64_t> rank = b.rank(left);
  SmallVector<Value> results =
      b.callAll("aten._linalg_solve_ex.default", left, right,
                b.kw("left", std::move(isLeft)));
  if (!rank || results.size() != 4)
    return {};
  checkStatus(b, results[3], "linalg.solve", *rank == 2);
  return results[0];
}

static Replacement decomposeSolve(DecomposeBuilder &b, CallOp call) {
  if (!b.rank(b.tensor("A")))
    return std::nullopt;
  return makeSolution(b, b.tensor("A"), b.tensor("B"), b.arg("left"));
}

static Replacement decomposeSolveEx(DecomposeBuilder &b, CallOp call) {
  SmallVector<Value> results = b.callAll(
      "aten._linalg_solve_ex.default", b.arg("A"), b.arg("B"),
      b.kw("left", b.arg("left")), b.kw("check_errors", b.arg("check_errors")));
  if (results.size() != 4)
    return std::nullopt;
  return Replacement{results[0], results[3]};
}

static Replacement decomposeTensorInverse(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<std::vector<Arg>> sizes = b.sizes(x);
  std::optional<int64_t> count = b.getInt("ind");
  if (!sizes || !count || *count <= 0 || *count > int64_t(sizes->size()))
    return std::nullopt;
  ArrayRef<Arg> rows = ArrayRef<Arg>(*sizes).take_front(*count);
  ArrayRef<Arg> columns = ArrayRef<Arg>(*sizes).drop_front(*count);
  Value matrix = b.reshape(x, {b.product(rows), b.product(columns)});
  Value inverse = core::makeInverse(b, matrix, "inv");
  std::vector<Arg> swapped(columns);
  llvm::append_range(swapped, rows);
  return b.reshape(inverse, swapped);
}

static Replacement decomposeTensorSolve(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self"), right = b.tensor("other");
  std::optional<int64_t> rank = b.rank(x), rightRank = b.rank(right);
  if (!rank || !rightRank || *rightRank > *rank)
    return std::nullopt;
  if (b.has("dims")) {
    std::optional<SmallVector<int64_t>> moved = b.arg("dims").getInts();
    if (!moved)
      return std::nullopt;
    for (int64_t &dim : *moved)
      dim = dim < 0 ? dim + *rank : dim;
    SmallVector<int64_t> order;
    for (int64_t dim = 0; dim < *rank; ++dim)
      if (!llvm::is_contained(*moved, dim))
        order.push_back(dim);
    llvm::append_range(order, *moved);
    if (int64_t(order.size()) != *rank)
      return std::nullopt;
    x = b.permute(x, order);
  }
  std::vector<Arg> sizes = *b.sizes(x);
  ArrayRef<Arg> unknowns = ArrayRef<Arg>(sizes).drop_front(*rightRank);
  Arg count = b.product(unknowns);
  Value matrix = b.reshape(x, {count, count});
  Value vector = b.reshape(right, {b.numel(right)});
  Value solution = makeSolution(b, matrix, vector, true);
  return b.reshape(solution, Arg(unknowns));
}

//===----------------------------------------------------------------------===//
// Tolerances: pinv, matrix_rank
//===----------------------------------------------------------------------===//

namespace {
struct Tolerances {
  Value absolute, relative;
};
} // namespace

/// The two tolerances as tensors: `absolute` and `relative` are numbers,
/// tensors, or not given. Without a relative one it is the precision of the
/// dtype times the larger size, or 0 where there is an absolute one.
static std::optional<Tolerances> makeTolerances(DecomposeBuilder &b, Value x,
                                                const Arg &absolute,
                                                const Arg &relative) {
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!dtype || !isMatrices(b, x) || isIntegral(*dtype))
    return std::nullopt;
  auto makeTensor = [&](const Arg &number) {
    return b.scalarTensor(number.isNone()     ? Arg(0.0)
                          : number.isNumber() ? Arg(number.getNumber())
                                              : number,
                          ScalarType::float64, x);
  };
  for (const Arg &given : {absolute, relative})
    if (!given.isNone() && !given.isTensor() && !given.isNumber())
      return std::nullopt;
  Value atol = absolute.isTensor() ? absolute.getValue() : makeTensor(absolute);
  if (!relative.isNone())
    return Tolerances{atol, relative.isTensor() ? relative.getValue()
                                                : makeTensor(relative)};
  bool isZero = absolute.isNumber() && absolute.getNumber() > 0;
  if (isZero)
    return Tolerances{atol, makeTensor(0.0)};
  Arg larger = b.max(b.size(x, -2), b.size(x, -1));
  double precision = getEpsilon(toRealType(*dtype));
  Value rtol = larger.isNumber()
                   ? makeTensor(larger.getNumber() * precision)
                   : b.call("aten.mul.Tensor", makeTensor(larger), precision);
  if (absolute.isTensor())
    rtol = b.call("aten.where.self", b.call("aten.gt.Scalar", atol, 0),
                  makeTensor(0.0), rtol);
  return Tolerances{atol, rtol};
}

static Replacement makePseudoInverse(DecomposeBuilder &b, const Arg &absolute,
                                     const Arg &relative) {
  Value x = b.tensor(0u);
  std::optional<Tolerances> tolerances =
      makeTolerances(b, x, absolute, relative);
  if (!tolerances)
    return std::nullopt;
  return b.call("aten.linalg_pinv.atol_rtol_tensor", x,
                b.kw("atol", tolerances->absolute),
                b.kw("rtol", tolerances->relative),
                b.kw("hermitian", b.arg("hermitian").isTrue()));
}

static Replacement decomposePseudoInverse(DecomposeBuilder &b, CallOp call) {
  return makePseudoInverse(b, b.arg("atol"), b.arg("rtol"));
}

static Replacement pseudoInverseByCondition(DecomposeBuilder &b, CallOp call) {
  return makePseudoInverse(b, 0.0, b.arg("rcond"));
}

static Replacement makeMatrixRank(DecomposeBuilder &b, const Arg &absolute,
                                  const Arg &relative) {
  Value x = b.tensor(0u);
  std::optional<int64_t> rows = b.staticSize(x, -2),
                         columns = b.staticSize(x, -1);
  std::optional<Tolerances> tolerances =
      makeTolerances(b, x, absolute, relative);
  if (!tolerances)
    return std::nullopt;
  if (rows == 0 || columns == 0 || b.numel(x).isInt(0)) {
    std::vector<Arg> batch = *b.sizes(x);
    batch.resize(batch.size() - 2);
    return b.full(batch, 0, ScalarType::int64, x);
  }
  Value values, largest;
  if (b.arg("hermitian").isTrue()) {
    values = b.call("aten.abs.default", makeHermitianValues(b, x, "L"));
    largest = b.call("aten.amax.default", values, Arg({Arg(-1)}), true);
  } else {
    values = core::makeSingularValues(b, x, Arg());
    largest = b.call("aten.slice.Tensor", values, *b.rank(x) - 2, 0, 1);
  }
  Value scaled =
      b.call("aten.mul.Tensor", b.unsqueeze(tolerances->relative, -1), largest);
  Value bound = b.call("aten.maximum.default",
                       b.unsqueeze(tolerances->absolute, -1), scaled);
  Value isLarger = b.call("aten.gt.Tensor", values, bound);
  return b.call("aten.sum.dim_IntList", isLarger, Arg({Arg(-1)}));
}

static Replacement decomposeMatrixRank(DecomposeBuilder &b, CallOp call) {
  return makeMatrixRank(b, b.arg("atol"), b.arg("rtol"));
}

static Replacement rankByTolerance(DecomposeBuilder &b, CallOp call) {
  return makeMatrixRank(b, b.arg("tol"), 0.0);
}

static void populateSolvers(DecompositionTable &table) {
  table.add("aten.linalg_cholesky.default", decomposeCholesky);
  table.add("aten.linalg_lu_factor.default", decomposeLUFactor);
  table.add("aten.linalg_ldl_factor.default", decomposeLDLFactor);
  table.add("aten._lu_with_info.default", decomposeLUWithInfo);
  table.add("aten.lu_solve.default", decomposeLUSolve);
  table.add("aten.orgqr.default", decomposeReflectors);
  table.add("aten.qr.default", decomposeQR);
  table.add({"aten.linalg_inv.default", "aten.inverse.default"},
            decomposeInverse);
  table.add("aten.linalg_solve.default", decomposeSolve);
  table.add("aten.linalg_solve_ex.default", decomposeSolveEx);
  table.add("aten.linalg_tensorinv.default", decomposeTensorInverse);
  table.add("aten.linalg_tensorsolve.default", decomposeTensorSolve);
}

void core::populateFactorizations(DecompositionTable &table) {
  table.add(
      {"aten.mH.default", "aten.matrix_H.default", "aten.adjoint.default"},
      decomposeAdjoint);
  table.add("aten.linalg_svd.default", decomposeLinalgSVD);
  table.add("aten.linalg_svdvals.default", decomposeSingularValues);
  table.add("aten.svd.default", decomposeSVD);
  table.add("aten.linalg_eigh.default", decomposeEigh);
  table.add("aten.linalg_eigvalsh.default", decomposeEigvalsh);
  table.add("aten.linalg_eigvals.default", decomposeEigvals);
  table.add({"aten.linalg_det.default", "aten.det.default"}, decomposeDet);
  table.add({"aten.linalg_slogdet.default", "aten.slogdet.default"},
            decomposeSlogdet);
  table.add("aten.logdet.default", decomposeLogdet);
  populateSolvers(table);
  table.add("aten.linalg_pinv.atol_rtol_float", decomposePseudoInverse);
  table.add({"aten.linalg_pinv.default", "aten.linalg_pinv.rcond_tensor",
             "aten.pinverse.default"},
            pseudoInverseByCondition);
  table.add({"aten.linalg_matrix_rank.atol_rtol_tensor",
             "aten.linalg_matrix_rank.atol_rtol_float"},
            decomposeMatrixRank);
  table.add(
      {"aten.linalg_matrix_rank.default", "aten.linalg_matrix_rank.tol_tensor"},
      rankByTolerance);
}
