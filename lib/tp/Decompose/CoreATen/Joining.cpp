//===- Joining.cpp - Rules that join or broadcast several tensors ---------===//
//
// Stacks, grids, block diagonals.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

using namespace mlir;
using namespace mlir::tp;

/// The tensors of a list, as long as their ranks are known.
static std::optional<SmallVector<Value>> getTensors(DecomposeBuilder &b,
                                                    const Arg &list) {
  if (!list.isList())
    return std::nullopt;
  SmallVector<Value> values;
  for (const Arg &element : list.getElements()) {
    if (!element.isValue() || !b.rank(element.getValue()))
      return std::nullopt;
    values.push_back(element.getValue());
  }
  return values;
}

static Replacement broadcastTensors(DecomposeBuilder &b, CallOp call) {
  std::optional<SmallVector<Value>> tensors = getTensors(b, b.arg("tensors"));
  if (!tensors)
    return std::nullopt;
  std::vector<std::vector<Arg>> sizes;
  for (Value tensor : *tensors)
    sizes.push_back(*b.sizes(tensor));
  std::optional<std::vector<Arg>> common = core::broadcastSizes(b, sizes);
  if (!common)
    return std::nullopt;
  std::vector<Arg> results;
  for (Value tensor : *tensors)
    results.emplace_back(b.expand(tensor, *common));
  return results;
}

//===----------------------------------------------------------------------===//
// More dimensions
//===----------------------------------------------------------------------===//

/// A tensor with at least `rank` dimensions, at most three: vectors are rows,
/// matrices get a dimension at the end.
static Value atLeast(DecomposeBuilder &b, Value x, int64_t rank) {
  int64_t own = *b.rank(x);
  if (own >= rank)
    return x;
  if (own == 0)
    return b.reshape(x, Arg::getRepeated(1, rank));
  if (own == 1)
    x = b.unsqueeze(x, 0);
  return rank == 3 ? b.unsqueeze(x, -1) : x;
}

template <int64_t wanted>
static Replacement decomposeAtLeast(DecomposeBuilder &b, CallOp call) {
  if (!b.rank(b.tensor("self")))
    return std::nullopt;
  return atLeast(b, b.tensor("self"), wanted);
}

template <int64_t wanted>
static Replacement decomposeAtLeastList(DecomposeBuilder &b, CallOp call) {
  std::optional<SmallVector<Value>> tensors = getTensors(b, b.arg("tensors"));
  if (!tensors)
    return std::nullopt;
  std::vector<Arg> results;
  for (Value tensor : *tensors)
    results.emplace_back(atLeast(b, tensor, wanted));
  return results;
}

static Replacement decomposeDStack(DecomposeBuilder &b, CallOp call) {
  std::optional<SmallVector<Value>> tensors = getTensors(b, b.arg("tensors"));
  if (!tensors || tensors->empty())
    return std::nullopt;
  for (Value &tensor : *tensors)
    tensor = atLeast(b, tensor, 3);
  return b.call("aten.cat.default", ArrayRef<Value>(*tensors), 2);
}

/// Vectors are columns.
static Replacement decomposeColumnStack(DecomposeBuilder &b, CallOp call) {
  std::optional<SmallVector<Value>> tensors = getTensors(b, b.arg("tensors"));
  if (!tensors || tensors->empty())
    return std::nullopt;
  for (Value &tensor : *tensors)
    if (*b.rank(tensor) < 2)
      tensor = b.reshape(tensor, {b.numel(tensor), 1});
  return b.call("aten.cat.default", ArrayRef<Value>(*tensors), 1);
}

/// The blocks are padded to rows.
static Replacement decomposeBlockDiag(DecomposeBuilder &b, CallOp call) {
  std::optional<SmallVector<Value>> tensors = getTensors(b, b.arg("tensors"));
  if (!tensors || tensors->empty())
    return std::nullopt;
  // Scalars count for less, which torch forgets when it traces.
  std::optional<ScalarType> common =
      b.promote(SmallVector<Arg>(tensors->begin(), tensors->end()));
  if (!common || b.resultDType().value_or(*common) != *common)
    return std::nullopt;
  Arg width = 0;
  for (Value &tensor : *tensors) {
    if (*b.rank(tensor) > 2)
      return std::nullopt;
    tensor = atLeast(b, b.convert(tensor, common), 2);
    width = b.add(width, b.size(tensor, 1));
  }
  Arg before = 0;
  std::vector<Arg> rows;
  for (Value tensor : *tensors) {
    Arg end = b.add(before, b.size(tensor, 1));
    Arg after = b.sub(width, end);
    bool isWhole = before.isInt(0) && after.isInt(0);
    rows.emplace_back(isWhole ? tensor
                              : b.call("aten.constant_pad_nd.default", tensor,
                                       Arg({before, after})));
    before = end;
  }
  return b.call("aten.cat.default", rows);
}

//===----------------------------------------------------------------------===//
// Grids
//===----------------------------------------------------------------------===//

/// The coordinates of a grid, with the first two dimensions swapped for "xy".
static std::optional<std::vector<Arg>>
makeGrid(DecomposeBuilder &b, SmallVector<Value> tensors, bool swap) {
  swap &= tensors.size() >= 2;
  if (swap)
    std::swap(tensors[0], tensors[1]);
  std::vector<Arg> sizes, results;
  for (Value tensor : tensors) {
    if (*b.rank(tensor) > 1)
      return std::nullopt;
    sizes.push_back(b.numel(tensor));
  }
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    std::vector<Arg> own(sizes.size(), Arg(1));
    own[i] = sizes[i];
    Value grid = b.expand(b.view(tensor, own), sizes);
    results.emplace_back(grid);
  }
  if (swap)
    std::swap(results[0], results[1]);
  return results;
}

static Replacement decomposeMeshgrid(DecomposeBuilder &b, CallOp call) {
  std::optional<SmallVector<Value>> tensors = getTensors(b, b.arg("tensors"));
  Arg indexing = b.arg("indexing");
  if (!tensors || tensors->empty() ||
      !(indexing.isNone() || indexing.isString("ij") ||
        indexing.isString("xy")))
    return std::nullopt;
  std::optional<std::vector<Arg>> grid =
      makeGrid(b, *tensors, indexing.isString("xy"));
  return grid ? Replacement(*grid) : Replacement(std::nullopt);
}

static Replacement decomposeCartesianProd(DecomposeBuilder &b, CallOp call) {
  std::optional<SmallVector<Value>> tensors = getTensors(b, b.arg("tensors"));
  if (!tensors || tensors->empty())
    return std::nullopt;
  for (Value tensor : *tensors)
    if (b.rank(tensor) != 1)
      return std::nullopt;
  if (tensors->size() == 1)
    return tensors->front();
  std::optional<std::vector<Arg>> grid = makeGrid(b, *tensors, false);
  if (!grid)
    return std::nullopt;
  for (Arg &part : *grid)
    part = b.reshape(part.getValue(), {b.numel(part.getValue())});
  return b.call("aten.stack.default", *grid, 1);
}

/// Coordinates of a grid of `count` copies of the vector, as far as the
/// positions in it grow.
static Replacement decomposeCombinations(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> count = b.getInt("r");
  std::optional<int64_t> size = b.staticSize(x, 0);
  Arg repeats = b.arg("with_replacement");
  if (b.rank(x) != 1 || !count || !size || *count < 1 || !repeats.isBool())
    return std::nullopt;
  Arg device = b.device(x);
  Value range = b.call("aten.arange.start_step", 0, *size,
                       b.kw("dtype", ScalarType::int64), b.kw("device", device),
                       b.kw("pin_memory", false));
  SmallVector<Value> ranges(*count, range), copies(*count, x);
  std::optional<std::vector<Arg>> positions = makeGrid(b, ranges, false);
  std::optional<std::vector<Arg>> grid = makeGrid(b, copies, false);
  if (!positions || !grid)
    return std::nullopt;
  Value mask;
  StringRef compare = repeats.getBool() ? "aten.le.Tensor" : "aten.lt.Tensor";
  for (int64_t i = 0; i + 1 < *count; ++i) {
    Value grows = b.call(compare, (*positions)[i], (*positions)[i + 1]);
    mask = mask ? b.call("aten.logical_and.default", mask, grows) : grows;
  }
  if (!mask)
    mask = b.full({*size}, true, ScalarType::boolean, x);
  for (Arg &part : *grid)
    part =
        core::setFoundSize(b, b.call("aten.masked_select.default", part, mask));
  return b.call("aten.stack.default", *grid, 1);
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// Each tensor's dimension `dim` padded to a multiple of the chunks, and split
/// in two.
static Replacement decomposeChunkCat(DecomposeBuilder &b, CallOp call) {
  std::optional<SmallVector<Value>> tensors = getTensors(b, b.arg("tensors"));
  std::optional<int64_t> chunks = b.getInt("num_chunks");
  if (!tensors || tensors->empty() || !chunks || *chunks < 1)
    return std::nullopt;
  std::optional<int64_t> dim = b.getDim("dim", tensors->front());
  if (!dim)
    return std::nullopt;
  std::vector<Arg> parts;
  for (Value tensor : *tensors) {
    int64_t rank = *b.rank(tensor);
    std::optional<int64_t> size =
        *dim < rank ? b.staticSize(tensor, *dim) : std::nullopt;
    if (!size)
      return std::nullopt;
    int64_t missing = (*chunks - *size % *chunks) % *chunks;
    if (missing) {
      SmallVector<int64_t> pad(2 * (rank - *dim), 0);
      pad.back() = missing;
      tensor = b.call("aten.constant_pad_nd.default", tensor,
                      ArrayRef<int64_t>(pad));
    }
    std::vector<Arg> sizes = *b.sizes(tensor);
    Arg rest = (*size + missing) / *chunks;
    for (int64_t i = *dim + 1; i < rank; ++i)
      rest = b.mul(rest, sizes[i]);
    sizes.resize(*dim);
    sizes.push_back(*chunks);
    sizes.push_back(rest);
    parts.emplace_back(b.reshape(tensor, sizes));
  }
  return b.call("aten.cat.default", parts, *dim + 1);
}

/// One vector of the elements of all.
static Replacement flattenDenseTensors(DecomposeBuilder &b, CallOp call) {
  std::optional<SmallVector<Value>> tensors = getTensors(b, b.arg("tensors"));
  if (!tensors || tensors->empty())
    return std::nullopt;
  for (Value &tensor : *tensors)
    tensor = b.reshape(tensor, {b.numel(tensor)});
  return b.call("aten.cat.default", ArrayRef<Value>(*tensors));
}

static Replacement unflattenDenseTensors(DecomposeBuilder &b, CallOp call) {
  std::optional<SmallVector<Value>> tensors = getTensors(b, b.arg("tensors"));
  if (!tensors)
    return std::nullopt;
  std::vector<Arg> results;
  Arg start = 0;
  for (Value tensor : *tensors) {
    Arg end = b.add(start, b.numel(tensor));
    Value part = b.call("aten.slice.Tensor", b.arg("flat"), 0, start, end);
    results.emplace_back(b.view(part, *b.sizes(tensor)));
    start = end;
  }
  return results;
}

void core::populateJoining(DecompositionTable &table) {
  table.add("aten.broadcast_tensors.default", broadcastTensors);
  table.add("aten.atleast_1d.default", decomposeAtLeast<1>);
  table.add("aten.atleast_2d.default", decomposeAtLeast<2>);
  table.add("aten.atleast_3d.default", decomposeAtLeast<3>);
  table.add("aten.atleast_1d.Sequence", decomposeAtLeastList<1>);
  table.add("aten.atleast_2d.Sequence", decomposeAtLeastList<2>);
  table.add("aten.atleast_3d.Sequence", decomposeAtLeastList<3>);
  table.add("aten.dstack.default", decomposeDStack);
  table.add("aten.column_stack.default", decomposeColumnStack);
  table.add("aten.block_diag.default", decomposeBlockDiag);
  table.add({"aten.meshgrid.default", "aten.meshgrid.indexing"},
            decomposeMeshgrid);
  table.add("aten.cartesian_prod.default", decomposeCartesianProd);
  table.add("aten.combinations.default", decomposeCombinations);
  table.add("aten._chunk_cat.default", decomposeChunkCat);
  table.add("aten.flatten_dense_tensors.default", flattenDenseTensors);
  table.add("aten.unflatten_dense_tensors.default", unflattenDenseTensors);
}
