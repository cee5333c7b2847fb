//===- LinearAlgebra.cpp - Factorizations, solvers ------------------------===//
//
// Operators of LAPACK. Matrices come out by columns, unless said otherwise.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
enum Variant : unsigned { byColumns, byRows };

/// A batch of matrices among the arguments.
struct Matrices {
  const TensorInfo *info = nullptr;
  ArrayRef<SymInt> batch;
  SymInt rows, columns;

  explicit operator bool() const { return info; }
  SymInt smaller(Call &call) const { return call.arith.min(rows, columns); }
};
} // namespace

static Matrices getMatrices(Call &call, StringRef name) {
  const TensorInfo &info = call.tensor(name);
  if (!call)
    return {};
  if (info.rank() < 2) {
    call.setInvalid("expected a batch of matrices, got a tensor of rank " +
                    Twine(info.rank()));
    return {};
  }
  ArrayRef<SymInt> sizes(info.sizes);
  return {&info, sizes.drop_back(2), sizes[sizes.size() - 2], sizes.back()};
}

/// The matrices that are the first argument, whatever its name.
static Matrices getFirstMatrices(Call &call) {
  return getMatrices(call, call.getSchema().getArguments()[0].getName());
}

static void addSizes(Call &call, const TensorInfo &like, SymInts sizes,
                     ScalarType dtype, bool isRowMajor) {
  TensorInfo info = call.makeFresh(like, sizes, dtype);
  size_t rank = sizes.size();
  if (!isRowMajor && rank >= 2) {
    info.strides[rank - 2] = 1;
    info.strides[rank - 1] =
        sizes[rank - 2].isStaticValue(0) ? SymInt(1) : sizes[rank - 2];
  }
  call.addTensor(std::move(info));
}

static void addMatrices(Call &call, const Matrices &like, SymInt rows,
                        SymInt columns, bool isRowMajor = false) {
  SymInts sizes(like.batch);
  sizes.push_back(rows);
  sizes.push_back(columns);
  addSizes(call, *like.info, std::move(sizes), like.info->dtype, isRowMajor);
}

/// For each matrix of the batch a vector.
static void addVectors(Call &call, const Matrices &like, SymInt size,
                       ScalarType dtype) {
  SymInts sizes(like.batch);
  sizes.push_back(size);
  call.addFresh(sizes, dtype);
}

/// For each matrix of the batch a number.
static void addNumbers(Call &call, const Matrices &like, ScalarType dtype) {
  call.addFresh(like.batch, dtype);
}

static void addEmpty(Call &call, ScalarType dtype) {
  call.addFresh({SymInt(0)}, dtype);
}

/// matrix_exp, cholesky, ...: the sizes of the argument.
static void inferSame(Call &call) {
  Matrices a = getFirstMatrices(call);
  if (a)
    addMatrices(call, a, a.rows, a.columns, call.getVariant() == byRows);
}

/// cholesky_ex, inv_ex: and a status.
static void inferWithStatus(Call &call) {
  Matrices a = getFirstMatrices(call);
  if (!a)
    return;
  addMatrices(call, a, a.rows, a.columns);
  addNumbers(call, a, ScalarType::int32);
}

static void inferFactors(Call &call) {
  Matrices a = getFirstMatrices(call);
  if (!a)
    return;
  addMatrices(call, a, a.rows, a.columns);
  addVectors(call, a, a.smaller(call), ScalarType::int32);
  addNumbers(call, a, ScalarType::int32);
}

static void inferSVD(Call &call) {
  Matrices a = getMatrices(call, "A");
  bool isFull = call.boolean("full_matrices");
  bool hasVectors = !call.has("compute_uv") || call.boolean("compute_uv");
  if (!call)
    return;
  SymInt k = a.smaller(call);
  ScalarType dtype = a.info->dtype;
  if (hasVectors)
    addMatrices(call, a, a.rows, isFull ? a.rows : k);
  else
    addEmpty(call, dtype);
  addVectors(call, a, k, toRealType(dtype));
  if (hasVectors)
    addMatrices(call, a, isFull ? a.columns : k, a.columns);
  else
    addEmpty(call, dtype);
}

static void inferQR(Call &call) {
  Matrices a = getMatrices(call, "A");
  StringRef mode = call.string("mode");
  if (!call)
    return;
  SymInt k = mode == "complete" ? a.rows : a.smaller(call);
  if (mode == "r")
    addEmpty(call, a.info->dtype);
  else
    addMatrices(call, a, a.rows, k);
  addMatrices(call, a, k, a.columns);
}

/// eigh: real values.
static void inferHermitianEigen(Call &call) {
  Matrices a = getFirstMatrices(call);
  bool hasVectors = !call.has("compute_v") || call.boolean("compute_v");
  if (!call)
    return;
  addVectors(call, a, a.rows, toRealType(a.info->dtype));
  if (hasVectors)
    addMatrices(call, a, a.rows, a.columns);
  else
    addEmpty(call, a.info->dtype);
}

/// eig: complex values and vectors.
static void inferEigen(Call &call) {
  Matrices a = getFirstMatrices(call);
  if (!a)
    return;
  ScalarType dtype = toComplexType(a.info->dtype);
  addVectors(call, a, a.rows, dtype);
  SymInts sizes = a.info->sizes;
  addSizes(call, *a.info, std::move(sizes), dtype, /*isRowMajor=*/false);
}

/// _linalg_det, _linalg_slogdet: with the factors of LU.
static void inferDeterminant(Call &call) {
  Matrices a = getFirstMatrices(call);
  if (!a)
    return;
  addNumbers(call, a, a.info->dtype);
  if (call.getName() == "_linalg_slogdet")
    addNumbers(call, a, toRealType(a.info->dtype));
  addMatrices(call, a, a.rows, a.columns);
  addVectors(call, a, a.rows, ScalarType::int32);
}

/// linalg_lu, lu_unpack: P, L and U by rows.
static void inferLU(Call &call) {
  Matrices a = getFirstMatrices(call);
  if (!a)
    return;
  auto isWanted = [&](StringRef name) {
    return !call.has(name) || call.boolean(name);
  };
  bool hasP = isWanted("pivot") && isWanted("unpack_pivots");
  bool hasLU = isWanted("unpack_data");
  SymInt k = a.smaller(call);
  if (!call)
    return;
  if (hasP)
    addMatrices(call, a, a.rows, a.rows, /*isRowMajor=*/true);
  else
    addEmpty(call, a.info->dtype);
  if (!hasLU) {
    addEmpty(call, a.info->dtype);
    return addEmpty(call, a.info->dtype);
  }
  addMatrices(call, a, a.rows, k, /*isRowMajor=*/true);
  addMatrices(call, a, k, a.columns, /*isRowMajor=*/true);
}

/// The sizes of a right side, with the batch of the left one; none where they
/// do not fit, which makes the call invalid.
static std::optional<SymInts> broadcastRight(Call &call, const Matrices &a,
                                             const TensorInfo &b) {
  ArrayRef<SymInt> own(b.sizes);
  ArrayRef<SymInt> batches[] = {a.batch, own.drop_back(2)};
  std::string error;
  std::optional<SymInts> sizes = broadcastSizes(batches, call.arith, error);
  if (!sizes) {
    call.setInvalid(error);
    return std::nullopt;
  }
  sizes->append(own.end() - 2, own.end());
  return sizes;
}

/// Solvers that are given factors: the right side, with the broadcast batch.
static void inferSolveFactors(Call &call) {
  bool isSwapped = call.has("self") && call.has("input2");
  StringRef left = call.has("LU")                         ? "LU"
                   : call.has("LD")                       ? "LD"
                   : isSwapped                            ? "input2"
                   : call.getName() == "triangular_solve" ? "A"
                                                          : "self";
  StringRef right = call.has("B") ? "B" : "self";
  Matrices a = getMatrices(call, left), b = getMatrices(call, right);
  bool isLeft = !call.has("left") || call.boolean("left");
  if (!call)
    return;
  std::optional<SymInts> sizes = broadcastRight(call, a, *b.info);
  if (!sizes)
    return;
  bool isRowMajor = call.getName() == "linalg_lu_solve" && !isLeft;
  addSizes(call, *b.info, std::move(*sizes), b.info->dtype, isRowMajor);
  if (call.getName() == "triangular_solve")
    addMatrices(call, a, a.rows, a.columns);
}

/// _linalg_solve_ex: the solution and the factors.
static void inferSolve(Call &call) {
  Matrices a = getMatrices(call, "A");
  const TensorInfo &b = call.tensor("B");
  bool isLeft = call.boolean("left");
  if (!call)
    return;
  // A vector for each matrix, or matrices.
  bool isVector = b.rank() == 1;
  if (!isVector && b.rank() + 1 == a.info->rank()) {
    isVector = true;
    for (auto [size, other] : llvm::zip(b.sizes, a.info->sizes))
      isVector &= call.arith.isKnownEqual(size, other);
  }
  SymInts sizes;
  if (isVector) {
    sizes.assign(a.batch.begin(), a.batch.end());
    sizes.push_back(a.rows);
  } else {
    if (b.rank() < 2)
      return call.setInvalid("expected a right side with dimensions");
    std::optional<SymInts> broadcast = broadcastRight(call, a, b);
    if (!broadcast)
      return;
    sizes = std::move(*broadcast);
  }
  bool hasStatus = call.getName() == "_linalg_solve_ex";
  addSizes(call, *a.info, std::move(sizes), b.dtype, /*isRowMajor=*/!isLeft);
  if (hasStatus) {
    addMatrices(call, a, a.rows, a.columns);
    addVectors(call, a, a.rows, ScalarType::int32);
  }
  addNumbers(call, a, ScalarType::int32);
}

/// pinv: sizes swapped, by rows.
static void inferPseudoInverse(Call &call) {
  Matrices a = getFirstMatrices(call);
  if (a)
    addMatrices(call, a, a.columns, a.rows, /*isRowMajor=*/true);
}

/// geqrf: reflectors and their factors.
static void inferReflectors(Call &call) {
  Matrices a = getFirstMatrices(call);
  if (!a)
    return;
  addMatrices(call, a, a.rows, a.columns);
  addVectors(call, a, a.smaller(call), a.info->dtype);
}

static void inferApplyReflectors(Call &call) {
  Matrices other = getMatrices(call, "input3");
  if (other)
    addMatrices(call, other, other.rows, other.columns);
}

void mlir::tp::addLinearAlgebraRules(RuleTable &table) {
  table.addAll({"cholesky", "cholesky_inverse", "linalg_cholesky",
                "linalg_householder_product", "linalg_inv", "inverse"},
               inferSame, byColumns);
  table.addAll({"linalg_matrix_exp", "matrix_exp"}, inferSame, byRows);
  table.addAll({"linalg_cholesky_ex", "linalg_inv_ex"}, inferWithStatus);
  table.addAll({"linalg_lu_factor_ex", "linalg_ldl_factor_ex", "_lu_with_info"},
               inferFactors);
  table.addAll({"_linalg_svd", "linalg_svd"}, inferSVD);
  table.addAll({"linalg_qr"}, inferQR);
  table.addAll({"_linalg_eigh", "linalg_eigh"}, inferHermitianEigen);
  table.addAll({"linalg_eig"}, inferEigen);
  table.addAll({"_linalg_det", "_linalg_slogdet"}, inferDeterminant);
  table.addAll({"linalg_lu", "lu_unpack"}, inferLU);
  table.addAll({"linalg_lu_solve", "linalg_ldl_solve",
                "linalg_solve_triangular", "cholesky_solve",
                "triangular_solve"},
               inferSolveFactors);
  table.addAll({"_linalg_solve_ex", "linalg_solve_ex"}, inferSolve);
  table.addAll({"linalg_pinv", "pinverse"}, inferPseudoInverse);
  table.addAll({"geqrf"}, inferReflectors);
  table.addAll({"ormqr"}, inferApplyReflectors);
}
