//===- Matmul.cpp - Products of matrices ----------------------------------===//
//
// mm, bmm, matmul, linear and their kin; results are contiguous.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Strides.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

/// Invalid where two sizes that a product sums over are known to differ.
static bool checkInner(Call &call, SymInt lhs, SymInt rhs) {
  if (call.arith.isEqual(lhs, rhs) != std::optional<bool>(false))
    return true;
  call.setInvalid("expected matrices whose inner sizes agree, got " +
                  Twine(call.arith.getHint(lhs).value_or(-1)) + " and " +
                  Twine(call.arith.getHint(rhs).value_or(-1)));
  return false;
}

static bool checkRank(Call &call, const TensorInfo &info, unsigned rank) {
  if (!call)
    return false;
  if (info.rank() == rank)
    return true;
  call.setInvalid("expected a tensor of rank " + Twine(rank) + ", got rank " +
                  Twine(info.rank()));
  return false;
}

static void inferMm(Call &call) {
  bool hasBias = call.has("mat1");
  const TensorInfo &lhs = call.tensor(hasBias ? "mat1" : "self");
  const TensorInfo &rhs = call.tensor("mat2");
  if (!checkRank(call, lhs, 2) || !checkRank(call, rhs, 2) ||
      !checkInner(call, lhs.sizes[1], rhs.sizes[0]))
    return;
  std::optional<ScalarType> dtype;
  if (call.has("out_dtype"))
    dtype = call.dtype("out_dtype");
  call.addFresh({lhs.sizes[0], rhs.sizes[1]}, dtype.value_or(lhs.dtype));
}

static void inferBmm(Call &call) {
  bool hasBias = call.has("batch1");
  const TensorInfo &lhs = call.tensor(hasBias ? "batch1" : "self");
  const TensorInfo &rhs = call.tensor(hasBias ? "batch2" : "mat2");
  if (!checkRank(call, lhs, 3) || !checkRank(call, rhs, 3) ||
      !checkInner(call, lhs.sizes[2], rhs.sizes[1]))
    return;
  std::optional<ScalarType> dtype;
  if (call.has("out_dtype"))
    dtype = call.dtype("out_dtype");
  SymInts sizes = {lhs.sizes[0], lhs.sizes[1], rhs.sizes[2]};
  if (call.getName() == "addbmm")
    sizes.erase(sizes.begin());
  call.addFresh(sizes, dtype.value_or(lhs.dtype));
}

static void inferMv(Call &call) {
  const TensorInfo &matrix = call.tensor(call.has("mat") ? "mat" : "self");
  const TensorInfo &vector = call.tensor("vec");
  if (!checkRank(call, matrix, 2) || !checkRank(call, vector, 1) ||
      !checkInner(call, matrix.sizes[1], vector.sizes[0]))
    return;
  call.addFresh({matrix.sizes[0]}, matrix.dtype);
}

static void inferDot(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (call)
    call.addFresh({}, self.dtype);
}

static void inferOuter(Call &call) {
  bool hasBias = call.has("vec1");
  const TensorInfo &lhs = call.tensor(hasBias ? "vec1" : "self");
  const TensorInfo &rhs = call.tensor(call.has("vec2") ? "vec2" : "other");
  if (!checkRank(call, lhs, 1) || !checkRank(call, rhs, 1))
    return;
  TypePromotion promotion;
  for (StringRef name : {"self", "vec1", "vec2", "other"})
    if (call.has(name))
      promotion.addTensor(call.tensor(name).dtype, call.tensor(name).rank());
  std::optional<ScalarType> dtype = promotion.getResult();
  if (!call || !dtype)
    return call.setInvalid("expected element types that promote to one");
  TensorInfo product =
      call.makeFresh(lhs, {lhs.sizes[0], rhs.sizes[0]}, *dtype);
  if (hasBias) {
    // The product is added to `self`.
    const TensorInfo &self = call.tensor("self");
    product.strides =
        getPointwiseStrides(product.sizes, {&self, &product}, call.arith);
  }
  call.addTensor(std::move(product));
}

static void inferMatmul(Call &call) {
  const TensorInfo &lhs = call.tensor("self");
  const TensorInfo &rhs = call.tensor("other");
  if (!call)
    return;
  if (lhs.rank() == 0 || rhs.rank() == 0)
    return call.setInvalid("expected tensors with dimensions");
  SymInt inner = rhs.rank() == 1 ? rhs.sizes[0] : rhs.sizes[rhs.rank() - 2];
  if (!checkInner(call, lhs.sizes.back(), inner))
    return;
  ArrayRef<SymInt> left(lhs.sizes), right(rhs.sizes);
  ArrayRef<SymInt> batches[] = {
      left.drop_back(std::min<size_t>(2, left.size())),
      right.drop_back(std::min<size_t>(2, right.size()))};
  std::string error;
  std::optional<SymInts> sizes = broadcastSizes(batches, call.arith, error);
  if (!sizes)
    return call.setInvalid(error);
  if (lhs.rank() > 1)
    sizes->push_back(left[left.size() - 2]);
  if (rhs.rank() > 1)
    sizes->push_back(right.back());
  call.addFresh(*sizes, lhs.dtype);
}

static void inferLinear(Call &call) {
  const TensorInfo &input = call.tensor("input");
  const TensorInfo &weight = call.tensor("weight");
  if (!call)
    return;
  if (input.rank() == 0 || weight.rank() == 0 || weight.rank() > 2)
    return call.setInvalid("expected an input with dimensions and a matrix");
  if (!checkInner(call, input.sizes.back(), weight.sizes.back()))
    return;
  SymInts sizes(input.sizes.begin(), input.sizes.end() - 1);
  if (weight.rank() == 2)
    sizes.push_back(weight.sizes[0]);
  call.addFresh(sizes, input.dtype);
}

static void inferBilinear(Call &call) {
  const TensorInfo &input = call.tensor("input1");
  const TensorInfo &weight = call.tensor("weight");
  if (!checkRank(call, weight, 3) || input.rank() == 0)
    return;
  SymInts sizes(input.sizes.begin(), input.sizes.end() - 1);
  sizes.push_back(weight.sizes[0]);
  call.addFresh(sizes, input.dtype);
}

static void inferInner(Call &call) {
  const TensorInfo &lhs = call.tensor("self");
  const TensorInfo &rhs = call.tensor("other");
  if (!call)
    return;
  if (lhs.rank() == 0 || rhs.rank() == 0) {
    // A plain product.
    const TensorInfo &other = lhs.rank() == 0 ? rhs : lhs;
    TensorInfo info = call.makeFresh(other, other.sizes, other.dtype);
    info.strides = getPointwiseStrides(info.sizes, {&lhs, &rhs}, call.arith);
    return call.addTensor(std::move(info));
  }
  SymInts sizes(lhs.sizes.begin(), lhs.sizes.end() - 1);
  sizes.append(rhs.sizes.begin(), rhs.sizes.end() - 1);
  call.addFresh(sizes, lhs.dtype);
}

static void inferTensordot(Call &call) {
  const TensorInfo &lhs = call.tensor("self");
  const TensorInfo &rhs = call.tensor("other");
  SmallVector<int64_t> left = call.statics("dims_self");
  SmallVector<int64_t> right = call.statics("dims_other");
  for (int64_t &dim : left)
    dim = call.normalizeDim(dim, lhs.rank());
  for (int64_t &dim : right)
    dim = call.normalizeDim(dim, rhs.rank());
  if (!call)
    return;
  SymInts sizes;
  for (auto [i, size] : llvm::enumerate(lhs.sizes))
    if (!llvm::is_contained(left, static_cast<int64_t>(i)))
      sizes.push_back(size);
  for (auto [i, size] : llvm::enumerate(rhs.sizes))
    if (!llvm::is_contained(right, static_cast<int64_t>(i)))
      sizes.push_back(size);
  call.addFresh(sizes, lhs.dtype);
}

/// Distances between the rows of two batches of matrices.
static void inferCdist(Call &call) {
  const TensorInfo &lhs = call.tensor("x1");
  const TensorInfo &rhs = call.tensor("x2");
  if (!call)
    return;
  if (lhs.rank() < 2 || rhs.rank() < 2)
    return call.setInvalid("expected matrices");
  ArrayRef<SymInt> batches[] = {ArrayRef<SymInt>(lhs.sizes).drop_back(2),
                                ArrayRef<SymInt>(rhs.sizes).drop_back(2)};
  std::string error;
  std::optional<SymInts> sizes = broadcastSizes(batches, call.arith, error);
  if (!sizes)
    return call.setInvalid(error);
  sizes->push_back(lhs.sizes[lhs.rank() - 2]);
  sizes->push_back(rhs.sizes[rhs.rank() - 2]);
  call.addFresh(*sizes, lhs.dtype);
}

static void inferPdist(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (!checkRank(call, self, 2))
    return;
  SymInt n = self.sizes[0];
  SymInt pairs =
      call.arith.floorDiv(call.arith.mul(n, call.arith.sub(n, 1)), 2);
  call.addFresh({pairs}, self.dtype);
}

/// Without heads: the sizes of the query, contiguous.
static void inferAttention(Call &call) {
  const TensorInfo &query = call.tensor("query");
  const TensorInfo &value = call.tensor("value");
  if (!call)
    return;
  if (query.rank() < 2 || value.rank() < 2)
    return call.setInvalid("expected a query and a value of rank 2 or more");
  if (query.rank() == 4)
    return call.setUnknown("the layout depends on the kernel");
  SymInts sizes = query.sizes;
  sizes.back() = value.sizes.back();
  TensorInfo info = call.makeFresh(query, sizes, query.dtype);
  call.addTensor(std::move(info));
}

void mlir::tp::addMatmulRules(RuleTable &table) {
  table.addAll({"mm", "addmm", "_addmm_activation"}, inferMm);
  table.addAll({"bmm", "baddbmm", "addbmm"}, inferBmm);
  table.addAll({"mv", "addmv"}, inferMv);
  table.addAll({"dot", "vdot"}, inferDot);
  table.addAll({"outer", "ger", "addr"}, inferOuter);
  table.addAll({"matmul", "linalg_matmul"}, inferMatmul);
  table.addAll({"linear"}, inferLinear);
  table.addAll({"bilinear"}, inferBilinear);
  table.addAll({"inner"}, inferInner);
  table.addAll({"tensordot"}, inferTensordot);
  table.addAll({"_cdist_forward", "cdist"}, inferCdist);
  table.addAll({"_pdist_forward", "pdist"}, inferPdist);
  table.addAll({"scaled_dot_product_attention"}, inferAttention);
}
