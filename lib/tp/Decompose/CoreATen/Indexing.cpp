//===- Indexing.cpp - Rules that read and write by indices ----------------===//
//
// index_copy and its kin, take, isin, and the gradients of selections.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tp;

/// An index of one dimension.
static Arg indexOf(int64_t dim, Value index) {
  std::vector<Arg> indices(dim, Arg());
  indices.emplace_back(index);
  return indices;
}

namespace {
/// `self`, `dim` and `index` of index_copy and its kin. A scalar counts as a
/// vector of one element, and so does an index.
struct IndexedWrite {
  IndexedWrite(DecomposeBuilder &b) : b(b) {
    x = b.tensor("self");
    index = b.tensor("index");
    std::optional<int64_t> rank = b.rank(x), indexRank = b.rank(index);
    std::optional<int64_t> wrapped = b.getDim("dim", x);
    isKnown = rank && indexRank && wrapped && *indexRank <= 1 && b.dtype(x);
    if (!isKnown)
      return;
    dim = *wrapped;
    isScalar = *rank == 0;
    if (isScalar)
      x = b.unsqueeze(x, 0);
    if (*indexRank == 0)
      index = b.unsqueeze(index, 0);
  }
  Value put(Value source, bool accumulate) {
    Value result = b.call("aten.index_put.default", x, indexOf(dim, index),
                          source, accumulate);
    return isScalar ? b.squeeze(result, 0) : result;
  }

  DecomposeBuilder &b;
  Value x, index;
  int64_t dim = 0;
  bool isKnown = false, isScalar = false;
};
} // namespace

static Replacement decomposeIndexCopy(DecomposeBuilder &b, CallOp call) {
  IndexedWrite write(b);
  if (!write.isKnown)
    return std::nullopt;
  return write.put(b.tensor("source"), false);
}

static Replacement decomposeIndexAdd(DecomposeBuilder &b, CallOp call) {
  IndexedWrite write(b);
  Value source = b.tensor("source");
  Arg alpha = b.arg("alpha");
  if (!write.isKnown || b.dtype(source) != b.dtype(write.x) ||
      b.dtype(write.x) == ScalarType::boolean)
    return std::nullopt;
  if (!alpha.isNumber(1)) {
    // The factor takes the dtype of the tensor.
    if (isIntegral(*b.dtype(write.x)) && !alpha.isInt())
      return std::nullopt;
    source = b.call("aten.mul.Tensor", source, alpha);
  }
  return write.put(source, true);
}

static Replacement decomposeIndexFill(DecomposeBuilder &b, CallOp call) {
  IndexedWrite write(b);
  if (!write.isKnown)
    return std::nullopt;
  Arg value = b.arg("value");
  Value source = value.isTensor()
                     ? b.convert(value.getValue(), b.dtype(write.x))
                     : b.call("aten.scalar_tensor.default", value,
                              b.kw("dtype", *b.dtype(write.x)),
                              b.kw("device", b.device(write.x)));
  return write.put(source, false);
}

static Replacement decomposeTake(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self"), index = b.tensor("index");
  if (!b.rank(x) || !b.rank(index))
    return std::nullopt;
  return b.call("aten.index.Tensor", b.reshape(x, {b.numel(x)}),
                Arg({Arg(index)}));
}

/// Negative indices count from the end.
static Replacement decomposeTakeAlongDim(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self"), index = b.tensor("indices");
  std::optional<std::vector<Arg>> sizes = b.sizes(x), wanted = b.sizes(index);
  if (!sizes || !wanted)
    return std::nullopt;
  int64_t dim = 0;
  if (!b.has("dim")) {
    x = b.reshape(x, {b.numel(x)});
    index = b.reshape(index, {b.numel(index)});
  } else {
    std::optional<int64_t> wrapped = b.getDim("dim", x);
    if (!wrapped || sizes->size() != wanted->size() || sizes->empty())
      return std::nullopt;
    dim = *wrapped;
    Arg along = (*sizes)[dim], count = (*wanted)[dim];
    (*sizes)[dim] = (*wanted)[dim] = 1;
    std::optional<std::vector<Arg>> common =
        core::broadcastSizes(b, {*sizes, *wanted});
    if (!common)
      return std::nullopt;
    (*common)[dim] = along;
    x = b.expand(x, *common);
    (*common)[dim] = count;
    index = b.expand(index, *common);
  }
  Arg size = b.size(x, dim);
  if (!b.isLess(0, size).value_or(false))
    return std::nullopt;
  index = b.call("aten.remainder.Scalar", index, size);
  return b.call("aten.gather.default", x, dim, index);
}

/// The columns of nonzero; a scalar counts as a vector.
static Replacement nonzeroColumns(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor(0u);
  std::optional<int64_t> rank = b.rank(x);
  if (!rank)
    return std::nullopt;
  if (*rank == 0)
    x = b.unsqueeze(x, 0);
  Value found = core::setFoundSize(b, b.call("aten.nonzero.default", x));
  std::vector<Arg> columns;
  for (int64_t i = 0; i < std::max<int64_t>(*rank, 1); ++i)
    columns.emplace_back(b.call("aten.select.int", found, 1, i));
  return columns;
}

//===----------------------------------------------------------------------===//
// Masked indices
//===----------------------------------------------------------------------===//

/// The indices of `self` clamped to what there is; none where sizes are not
/// known to be positive.
static std::optional<std::vector<Arg>> clampIndices(DecomposeBuilder &b,
                                                    Value x) {
  Arg indices = b.arg("indices");
  std::optional<std::vector<Arg>> sizes = b.sizes(x);
  if (!sizes || !indices.isList() || indices.size() > sizes->size())
    return std::nullopt;
  for (const Arg &size : *sizes)
    if (!b.isLess(0, size).value_or(false))
      return std::nullopt;
  std::vector<Arg> clamped = indices.getElements();
  for (auto [index, size] : llvm::zip_first(clamped, *sizes)) {
    if (index.isNone())
      continue;
    std::optional<ScalarType> dtype = b.dtype(index.getValue());
    if (dtype != ScalarType::int64 && dtype != ScalarType::int32)
      return std::nullopt;
    index = b.call("aten.clamp.default", index, b.neg(size), b.sub(size, 1));
  }
  return clamped;
}

static Replacement decomposeMaskedIndex(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self"), mask = b.tensor("mask");
  std::optional<std::vector<Arg>> indices = clampIndices(b, x);
  if (!indices || b.dtype(mask) != ScalarType::boolean)
    return std::nullopt;
  Value taken = b.call("aten.index.Tensor", x, *indices);
  return b.call("aten.masked_fill.Scalar", taken,
                b.call("aten.bitwise_not.default", mask), b.arg("fill"));
}

static Replacement accumulateMasked(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self"), mask = b.tensor("mask");
  std::optional<std::vector<Arg>> indices = clampIndices(b, x);
  if (!indices || b.dtype(mask) != ScalarType::boolean)
    return std::nullopt;
  Value values = b.call("aten.masked_fill.Scalar", b.tensor("values"),
                        b.call("aten.bitwise_not.default", mask), 0);
  return b.call("aten.index_put.default", x, *indices, values, true);
}

//===----------------------------------------------------------------------===//
// Repeating, windows
//===----------------------------------------------------------------------===//

/// The number of repeats of each element is a tensor.
static Replacement repeatByTensor(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self"), repeats = b.tensor("repeats");
  std::optional<int64_t> rank = b.rank(x), repeatsRank = b.rank(repeats);
  if (!rank || !repeatsRank || *repeatsRank > 1 || *rank == 0)
    return std::nullopt;
  if (!b.has("dim"))
    x = b.reshape(x, {b.numel(x)});
  std::optional<int64_t> dim = b.has("dim") ? b.getDim("dim", x) : 0;
  if (!dim)
    return std::nullopt;
  // One number is meant for all elements.
  Arg size = b.size(x, *dim);
  if (*repeatsRank == 0 || b.staticSize(repeats, 0) == 1)
    repeats = b.expand(b.reshape(repeats, {1}), {size});
  Value index = b.call("aten.repeat_interleave.Tensor", repeats,
                       b.kw("output_size", b.arg("output_size")));
  return b.call("aten.index_select.default", x, *dim,
                core::setFoundSize(b, index, *dim));
}

/// Adds the windows of `unfold` to where they came from.
static Replacement unfoldBackward(DecomposeBuilder &b, CallOp call) {
  Value grad = b.tensor("grad_in");
  Arg sizes = b.arg("input_sizes");
  std::optional<int64_t> number = b.getInt("dim"), size = b.getInt("size"),
                         step = b.getInt("step"), rank = b.rank(grad);
  std::optional<ScalarType> dtype = b.dtype(grad);
  int64_t count = sizes.isList() ? sizes.size() : 0;
  if (count == 0 || !number || !size || !step || *step < 1 || !dtype ||
      rank != count + 1)
    return std::nullopt;
  int64_t dim = *number < 0 ? *number + count : *number;
  if (dim < 0 || dim >= count || !sizes[dim].isInt())
    return std::nullopt;
  Value range = b.call(
      "aten.arange.start_step", 0, sizes[dim], b.kw("dtype", ScalarType::int64),
      b.kw("device", b.device(grad)), b.kw("pin_memory", false));
  Value windows = b.call("aten.unfold.default", range, 0, *size, *step);
  Value index = b.reshape(windows, {b.numel(windows)});
  // The elements of a window come behind its number.
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, count));
  order.insert(order.begin() + dim + 1, count);
  Value source = b.permute(grad, order);
  std::vector<Arg> flat = *b.sizes(source);
  flat[dim] = b.mul(flat[dim], flat[dim + 1]);
  flat.erase(flat.begin() + dim + 1);
  return b.call("aten.index_put.default", b.full(sizes, 0, *dtype, grad),
                indexOf(dim, index), b.reshape(source, flat), true);
}

//===----------------------------------------------------------------------===//
// isin
//===----------------------------------------------------------------------===//

/// Compares with every element; above a number of them a search is cheaper.
static Replacement decomposeIsIn(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("elements"), set = b.tensor("test_elements");
  std::optional<int64_t> rank = b.rank(x), setRank = b.rank(set);
  std::optional<ScalarType> common = b.promote({Arg(x), Arg(set)});
  if (!rank || !setRank || !common)
    return std::nullopt;
  auto finish = [&](Value found) {
    return b.arg("invert").isTrue() ? b.call("aten.logical_not.default", found)
                                    : found;
  };
  if (*setRank == 0)
    return finish(b.call("aten.eq.Tensor", x, set));
  std::optional<int64_t> count, setCount;
  if (Arg n = b.numel(x); n.isInt())
    count = n.getInt();
  if (Arg n = b.numel(set); n.isInt())
    setCount = n.getInt();
  bool searches = count && setCount && *setCount > 0 && !isComplex(*common) &&
                  *common != ScalarType::boolean &&
                  *setCount >= 10.0 * std::pow(double(*count), 0.145);
  // NaN is in no set, and sorts behind all numbers: a search tells it apart,
  // since it is compared with what was found.
  if (!searches) {
    std::vector<Arg> sizes = *b.sizes(x);
    SmallVector<int64_t> dims;
    for (int64_t i = 0; i < *setRank; ++i) {
      dims.push_back(-1 - i);
      sizes.push_back(1);
    }
    Value equal = b.call("aten.eq.Tensor", b.reshape(x, sizes), set);
    return finish(b.call("aten.any.dims", equal, ArrayRef<int64_t>(dims)));
  }
  Value flat = b.convert(b.reshape(x, {*count}), common);
  SmallVector<Value> sorted = b.callAll(
      "aten.sort.default", b.convert(b.reshape(set, {*setCount}), common));
  if (sorted.empty())
    return std::nullopt;
  Value position = b.call("aten.searchsorted.Tensor", sorted[0], flat);
  position = b.call("aten.clamp.default", position, Arg(), *setCount - 1);
  Value found = b.call("aten.index.Tensor", sorted[0], Arg({Arg(position)}));
  return b.reshape(finish(b.call("aten.eq.Tensor", found, flat)), *b.sizes(x));
}

//===----------------------------------------------------------------------===//
// Gradients of selections
//===----------------------------------------------------------------------===//

static Value makeZeros(DecomposeBuilder &b, Value like, const Arg &sizes) {
  std::optional<ScalarType> dtype = b.dtype(like);
  return dtype ? b.full(sizes, 0, *dtype, like) : Value();
}

static Replacement selectBackward(DecomposeBuilder &b, CallOp call) {
  Value grad = b.tensor("grad_output");
  Value zeros = makeZeros(b, grad, b.arg("input_sizes"));
  if (!zeros)
    return std::nullopt;
  return b.call("aten.select_scatter.default", zeros, grad, b.arg("dim"),
                b.arg("index"));
}

static Replacement sliceBackward(DecomposeBuilder &b, CallOp call) {
  Value grad = b.tensor("grad_output");
  Value zeros = makeZeros(b, grad, b.arg("input_sizes"));
  if (!zeros)
    return std::nullopt;
  return b.call("aten.slice_scatter.default", zeros, grad, b.arg("dim"),
                b.arg("start"), b.arg("end"), b.arg("step"));
}

static Replacement diagonalBackward(DecomposeBuilder &b, CallOp call) {
  Value grad = b.tensor("grad_output");
  Value zeros = makeZeros(b, grad, b.arg("input_sizes"));
  if (!zeros)
    return std::nullopt;
  return b.call("aten.diagonal_scatter.default", zeros, grad, b.arg("offset"),
                b.arg("dim1"), b.arg("dim2"));
}

static Replacement indexSelectBackward(DecomposeBuilder &b, CallOp call) {
  Value grad = b.tensor("grad");
  Value zeros = makeZeros(b, grad, b.arg("self_sizes"));
  if (!zeros)
    return std::nullopt;
  return b.call("aten.index_add.default", zeros, b.arg("dim"), b.arg("index"),
                grad);
}

static Replacement gatherBackward(DecomposeBuilder &b, CallOp call) {
  Value grad = b.tensor("grad");
  std::optional<std::vector<Arg>> sizes = b.sizes(b.tensor("self"));
  if (!sizes || b.arg("sparse_grad").isTrue() || !b.dtype(grad))
    return std::nullopt;
  return b.call("aten.scatter_add.default", makeZeros(b, grad, *sizes),
                b.arg("dim"), b.arg("index"), grad);
}

/// Of cummax and cummin.
static Replacement cumulativeBackward(DecomposeBuilder &b, CallOp call) {
  Value grad = b.tensor("grad");
  std::optional<std::vector<Arg>> sizes = b.sizes(b.tensor("input"));
  if (!sizes || !b.dtype(grad))
    return std::nullopt;
  return b.call("aten.scatter_add.default", makeZeros(b, grad, *sizes),
                b.arg("dim"), b.arg("indices"), grad);
}

/// Of max, min, median and others that select one element along `dim`.
static Replacement selectingBackward(DecomposeBuilder &b, CallOp call) {
  Value grad = b.tensor("grad"), indices = b.tensor("indices");
  Arg sizes = b.arg("sizes");
  std::optional<int64_t> dim = b.getInt("dim");
  if (!b.dtype(grad) || !sizes.isList() || !dim || !b.arg("keepdim").isBool())
    return std::nullopt;
  Value zeros = makeZeros(b, grad, sizes);
  if (!b.arg("keepdim").getBool() && sizes.size() > 0) {
    grad = b.unsqueeze(grad, *dim);
    indices = b.unsqueeze(indices, *dim);
  }
  return b.call("aten.scatter.src", zeros, *dim, indices, grad);
}

static Replacement maskedSelectBackward(DecomposeBuilder &b, CallOp call) {
  Value grad = b.tensor("grad"), x = b.tensor("input"), mask = b.tensor("mask");
  std::optional<std::vector<Arg>> sizes = b.sizes(x), maskSizes = b.sizes(mask);
  if (!sizes || !maskSizes || !b.dtype(grad))
    return std::nullopt;
  std::optional<std::vector<Arg>> common =
      core::broadcastSizes(b, {*sizes, *maskSizes});
  // The sum over what was broadcast is left to the operator.
  if (!common || common->size() != sizes->size())
    return std::nullopt;
  for (auto [a, c] : llvm::zip_equal(*common, *sizes))
    if (!b.isEqual(a, c).value_or(false))
      return std::nullopt;
  return b.call("aten.masked_scatter.default", makeZeros(b, grad, *common),
                b.expand(mask, *common), grad);
}

/// The gradient of a sum over the diagonal.
static Replacement traceBackward(DecomposeBuilder &b, CallOp call) {
  Value grad = b.tensor("grad");
  Arg sizes = b.arg("sizes");
  std::optional<ScalarType> dtype = b.dtype(grad);
  if (!dtype || !sizes.isList() || sizes.size() != 2)
    return std::nullopt;
  Value eye = b.call("aten.eye.m", sizes[0], sizes[1],
                     b.kw("dtype", ScalarType::boolean),
                     b.kw("device", b.device(grad)), b.kw("pin_memory", false));
  return b.call("aten.where.self", eye, grad, b.scalarTensor(0, *dtype, grad));
}

static Replacement decomposeSelectScatter(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self"), source = b.tensor("src");
  std::optional<int64_t> dim = b.getDim("dim", x), rank = b.rank(x);
  Arg index = b.arg("index");
  if (!dim || !rank || *rank == 0 || !index.isInt() ||
      b.dtype(x) != b.dtype(source) || !b.dtype(x))
    return std::nullopt;
  Arg size = b.size(x, *dim);
  if (index.getInt() < 0)
    index = b.add(size, index);
  Value positions = b.call(
      "aten.arange.start_step", 0, size, b.kw("dtype", ScalarType::int64),
      b.kw("device", b.device(x)), b.kw("pin_memory", false));
  std::vector<Arg> shape(*rank, Arg(1));
  shape[*dim] = size;
  Value mask = b.call("aten.eq.Scalar", b.view(positions, shape), index);
  return b.call("aten.where.self", mask, b.unsqueeze(source, *dim), x);
}

void core::populateIndexing(DecompositionTable &table) {
  table.add("aten.index_copy.default", decomposeIndexCopy);
  table.add("aten.index_add.default", decomposeIndexAdd);
  table.add({"aten.index_fill.int_Scalar", "aten.index_fill.int_Tensor"},
            decomposeIndexFill);
  table.add("aten.repeat_interleave.self_Tensor", repeatByTensor);
  table.add("aten.unfold_backward.default", unfoldBackward);
  table.add("aten.take.default", decomposeTake);
  table.add("aten.take_along_dim.default", decomposeTakeAlongDim);
  table.add("aten._unsafe_masked_index.default", decomposeMaskedIndex);
  table.add("aten._unsafe_masked_index_put_accumulate.default",
            accumulateMasked);
  table.add({"aten.nonzero_numpy.default", "aten.where.default"},
            nonzeroColumns);
  table.add("aten.isin.Tensor_Tensor", decomposeIsIn);
  table.add("aten.select_scatter.default", decomposeSelectScatter);
  table.add("aten.select_backward.default", selectBackward);
  table.add("aten.slice_backward.default", sliceBackward);
  table.add("aten.diagonal_backward.default", diagonalBackward);
  table.add("aten.index_select_backward.default", indexSelectBackward);
  table.add("aten.gather_backward.default", gatherBackward);
  table.add("aten.cummaxmin_backward.default", cumulativeBackward);
  table.add("aten.value_selecting_reduction_backward.default",
            selectingBackward);
  table.add("aten.masked_select_backward.default", maskedSelectBackward);
  table.add("aten.trace_backward.default", traceBackward);
}
