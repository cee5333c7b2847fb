//===- Views.cpp - Rules for views and reshapes ---------------------------===//
//
// Other sizes, other orders of dimensions, parts.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::tp;

static Replacement decomposeReshape(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  Arg sizes = b.arg(1u);
  if (!b.rank(x) || !sizes.isList())
    return std::nullopt;
  return b.reshape(x, sizes);
}

/// A view of the program that is none of what its operand has become: torch
/// recorded it for other strides.
static Replacement repairView(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<std::vector<Arg>> sizes = b.resolveSizes(x, b.arg("size"));
  if (!sizes || b.isViewable(x, *sizes).value_or(true))
    return std::nullopt;
  return b.view(b.cloneContiguous(x), *sizes);
}

static Replacement decomposeViewAs(DecomposeBuilder &b, CallOp call) {
  std::optional<std::vector<Arg>> sizes = b.sizes(b.tensor("other"));
  if (!sizes || !b.rank(b.tensor("self")))
    return std::nullopt;
  return b.reshape(b.tensor("self"), *sizes);
}

static Replacement decomposeFlatten(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> start = b.getDim("start_dim", x);
  std::optional<int64_t> end = b.getDim("end_dim", x);
  if (!start || !end || *start > *end)
    return std::nullopt;
  if (b.rank(x) == 0)
    return b.reshape(x, {1});
  if (*start == *end)
    return x;
  std::vector<Arg> sizes = *b.sizes(x), flat;
  ArrayRef<Arg> all(sizes);
  flat.assign(all.begin(), all.begin() + *start);
  flat.push_back(b.product(all.slice(*start, *end - *start + 1)));
  llvm::append_range(flat, all.drop_front(*end + 1));
  return b.reshape(x, flat);
}

static Replacement decomposeUnflatten(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> dim = b.getDim("dim", x);
  Arg wanted = b.arg("sizes");
  if (!dim || !wanted.isList() || b.rank(x) == 0)
    return std::nullopt;
  std::vector<Arg> sizes = *b.sizes(x), parts = wanted.getElements();
  Arg known = 1;
  for (const Arg &part : parts)
    if (!part.isInt(-1))
      known = b.mul(known, part);
  for (Arg &part : parts)
    if (part.isInt(-1)) {
      part = b.floordiv(sizes[*dim], known);
      if (part.isNone())
        return std::nullopt;
    }
  sizes.erase(sizes.begin() + *dim);
  sizes.insert(sizes.begin() + *dim, parts.begin(), parts.end());
  return b.view(x, sizes);
}

static Replacement decomposeTranspose(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> dim0 = b.getDim("dim0", x);
  std::optional<int64_t> dim1 = b.getDim("dim1", x);
  if (!dim0 || !dim1 || b.rank(x) == 0)
    return std::nullopt;
  return b.transpose(x, *dim0, *dim1);
}

/// Swaps the last two dimensions; `t` and `numpy_T` of less than two give the
/// tensor itself.
static Replacement transposeLast(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x);
  if (!rank)
    return std::nullopt;
  return *rank < 2 ? Replacement(x) : Replacement(b.transpose(x, -2, -1));
}

static Replacement reverseDims(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x);
  if (!rank)
    return std::nullopt;
  SmallVector<int64_t> dims =
      llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(0, *rank)));
  return b.permute(x, dims);
}

static Replacement decomposeMoveDim(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x);
  auto read = [&](StringRef name) -> std::optional<SmallVector<int64_t>> {
    Arg arg = b.arg(name);
    std::optional<SmallVector<int64_t>> dims = arg.getInts();
    if (arg.isInt())
      dims = SmallVector<int64_t>{arg.getInt()};
    if (!dims || !rank)
      return std::nullopt;
    for (int64_t &dim : *dims) {
      dim = dim < 0 ? dim + *rank : dim;
      if (dim < 0 || dim >= *rank)
        return std::nullopt;
    }
    return dims;
  };
  auto source = read("source"), destination = read("destination");
  if (!source || !destination || source->size() != destination->size())
    return std::nullopt;
  SmallVector<int64_t> order(*rank, -1);
  for (auto [from, to] : llvm::zip_equal(*source, *destination))
    order[to] = from;
  int64_t next = 0;
  for (int64_t &dim : order) {
    if (dim >= 0)
      continue;
    while (llvm::is_contained(*source, next))
      ++next;
    dim = next++;
  }
  return b.permute(x, order);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// `split_with_sizes` into parts of `size`, the last one smaller. Of a size
/// that is not static, the program knows how many there are.
static Replacement splitBySize(DecomposeBuilder &b, Value x, int64_t dim,
                               const Arg &size) {
  Arg total = b.size(x, dim);
  std::vector<Arg> parts;
  if (!total.isInt() || !size.isInt()) {
    if (!b.tensorType(b.getCall()->getResult(0)))
      return std::nullopt;
    parts.assign(b.getNumResults() - 1, size);
    parts.push_back(b.sub(total, b.mul(size, b.getNumResults() - 1)));
    return b.callAll("aten.split_with_sizes.default", x, parts, dim);
  }
  if (size.getInt() <= 0)
    return std::nullopt;
  for (int64_t start = 0; start < total.getInt(); start += size.getInt())
    parts.emplace_back(std::min(size.getInt(), total.getInt() - start));
  if (parts.empty())
    parts.emplace_back(0);
  return b.callAll("aten.split_with_sizes.default", x, parts, dim);
}

static Replacement decomposeSplit(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> dim = b.getDim("dim", x);
  Arg size = b.arg(1u);
  if (!dim || b.rank(x) == 0 || (!size.isInt() && !size.isValue()))
    return std::nullopt;
  return splitBySize(b, x, *dim, size);
}

static Replacement decomposeChunk(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> dim = b.getDim("dim", x);
  std::optional<int64_t> chunks = b.getInt("chunks");
  if (!dim || !chunks || *chunks <= 0 || b.rank(x) == 0)
    return std::nullopt;
  // A dimension of size 0 gives as many chunks as were asked for.
  Arg total = b.size(x, *dim);
  if (total.isInt(0)) {
    SmallVector<int64_t> none(*chunks, 0);
    return b.callAll("aten.split_with_sizes.default", x, ArrayRef(none), *dim);
  }
  return splitBySize(b, x, *dim,
                     b.floordiv(b.add(total, *chunks - 1), *chunks));
}

/// Where the parts of `tensor_split` end, but the last one; none where it is
/// not known.
static std::optional<std::vector<Arg>>
getBounds(DecomposeBuilder &b, const Arg &wanted, const Arg &total) {
  if (wanted.isList())
    return wanted.getElements();
  std::optional<int64_t> sections = wanted.getOptionalInt();
  if (!sections || *sections <= 0)
    return std::nullopt;
  // The first parts are larger by one.
  Arg size = b.floordiv(total, *sections), larger = b.mod(total, *sections);
  std::vector<Arg> bounds;
  for (int64_t i = 1; i < *sections; ++i)
    bounds.push_back(b.add(b.mul(size, i), b.min(larger, i)));
  return bounds;
}

static Replacement decomposeTensorSplit(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> dim = b.getDim("dim", x);
  if (!dim || b.rank(x) == 0)
    return std::nullopt;
  Arg total = b.size(x, *dim);
  std::optional<std::vector<Arg>> bounds = getBounds(b, b.arg(1u), total);
  if (!bounds)
    return std::nullopt;
  std::vector<Arg> parts;
  Arg start = 0;
  for (const Arg &bound : *bounds) {
    parts.emplace_back(b.call("aten.slice.Tensor", x, *dim, start, bound));
    start = bound;
  }
  // With indices the last part goes to the end, however far back they lie.
  parts.emplace_back(b.call("aten.slice.Tensor", x, *dim, start, total));
  return parts;
}

static Replacement decomposeUnbind(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> dim = b.getDim("dim", x);
  std::optional<int64_t> total = dim ? b.staticSize(x, *dim) : std::nullopt;
  if (!total)
    return std::nullopt;
  std::vector<Arg> parts;
  for (int64_t i : llvm::seq(*total))
    parts.emplace_back(b.call("aten.slice.Tensor", x, *dim, i, i + 1));
  for (Arg &part : parts)
    part = b.squeeze(part.getValue(), *dim);
  return parts;
}

static Replacement decomposeNarrow(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> dim = b.getDim("dim", x);
  Arg start = b.arg("start"), length = b.arg("length");
  if (!dim || !start.isInt() || b.rank(x) == 0)
    return std::nullopt;
  if (start.getInt() < 0)
    start = b.add(b.size(x, *dim), start);
  return b.call("aten.slice.Tensor", x, *dim, start, b.add(start, length));
}

static Replacement decomposeSqueeze(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<SmallVector<int64_t>> dims = b.getDims(b.arg("dim"), x);
  if (!dims)
    return std::nullopt;
  return b.call("aten.squeeze.dims", x, ArrayRef<int64_t>(*dims));
}

static Replacement decomposeExpandAs(DecomposeBuilder &b, CallOp call) {
  std::optional<std::vector<Arg>> sizes = b.sizes(b.tensor("other"));
  if (!sizes)
    return std::nullopt;
  return b.call("aten.expand.default", b.tensor("self"), *sizes);
}

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

static Replacement decomposeStack(DecomposeBuilder &b, CallOp call) {
  Arg tensors = b.arg("tensors");
  std::optional<int64_t> dim = b.getInt("dim");
  if (!tensors.isList() || tensors.size() == 0 || !tensors[0].isValue() || !dim)
    return std::nullopt;
  Value first = tensors[0].getValue();
  std::optional<std::vector<Arg>> sizes = b.sizes(first);
  if (!sizes)
    return std::nullopt;
  int64_t rank = sizes->size();
  int64_t wrapped = *dim < 0 ? *dim + rank + 1 : *dim;
  if (wrapped < 0 || wrapped > rank)
    return std::nullopt;
  if (wrapped == rank) {
    std::vector<Arg> parts;
    for (const Arg &tensor : tensors.getElements())
      parts.emplace_back(b.unsqueeze(tensor.getValue(), wrapped));
    return b.call("aten.cat.default", parts, wrapped);
  }
  sizes->insert(sizes->begin() + wrapped, Arg(tensors.size()));
  return b.view(b.call("aten.cat.default", tensors, wrapped), *sizes);
}

/// Gives every tensor at least `rank` dimensions, new ones ahead, and joins
/// them along `dim`.
static Replacement joinAtLeast(DecomposeBuilder &b, int64_t rank, int64_t dim) {
  Arg tensors = b.arg("tensors");
  if (!tensors.isList() || tensors.size() == 0)
    return std::nullopt;
  std::vector<Arg> parts;
  for (const Arg &tensor : tensors.getElements()) {
    Value value = tensor.getValue();
    std::optional<int64_t> own = b.rank(value);
    if (!own)
      return std::nullopt;
    for (int64_t i = *own; i < rank; ++i)
      value = b.unsqueeze(value, 0);
    parts.emplace_back(value);
  }
  return b.call("aten.cat.default", parts, dim);
}

static Replacement decomposeHStack(DecomposeBuilder &b, CallOp call) {
  Arg tensors = b.arg("tensors");
  bool isVector = tensors.isList() && tensors.size() &&
                  b.rank(tensors[0].getValue()).value_or(2) <= 1;
  return joinAtLeast(b, 1, isVector ? 0 : 1);
}

static Replacement decomposeVStack(DecomposeBuilder &b, CallOp call) {
  return joinAtLeast(b, 2, 0);
}

static Replacement decomposeRepeatInterleave(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x);
  Arg repeats = b.arg("repeats");
  if (!rank || b.has("output_size"))
    return std::nullopt;
  if (!b.has("dim") || *rank == 0)
    x = b.reshape(x, {b.numel(x)});
  std::optional<int64_t> dim = b.has("dim") ? b.getDim("dim", x) : 0;
  if (!dim)
    return std::nullopt;
  std::vector<Arg> sizes = *b.sizes(x), expanded = sizes;
  expanded.insert(expanded.begin() + *dim + 1, repeats);
  Value wide = b.expand(b.unsqueeze(x, *dim + 1), expanded);
  sizes[*dim] = b.mul(sizes[*dim], repeats);
  return b.view(b.cloneContiguous(wide), sizes);
}

static Replacement decomposeTile(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x);
  Arg dims = b.arg("dims");
  if (!rank || !dims.isList())
    return std::nullopt;
  std::vector<Arg> repeats(std::max<int64_t>(0, *rank - int64_t(dims.size())),
                           Arg(1));
  llvm::append_range(repeats, dims.getElements());
  return b.call("aten.repeat.default", x, repeats);
}

/// The value itself where it is contiguous in the format asked for.
static Replacement decomposeContiguous(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  Arg format = b.arg("memory_format");
  auto attr = dyn_cast_or_null<MemoryFormatAttr>(format.getAttribute());
  bool isPlain = attr && attr.getValue() == MemoryFormat::contiguous_format;
  if (isPlain && b.isContiguous(x).value_or(false))
    return x;
  return b.call("aten.clone.default", x, b.kw("memory_format", format));
}

static void populateParts(DecompositionTable &table) {
  table.add({"aten.split.Tensor", "aten.split.default"}, decomposeSplit);
  table.add("aten.chunk.default", decomposeChunk);
  table.add({"aten.tensor_split.sections", "aten.tensor_split.indices"},
            decomposeTensorSplit);
  table.add("aten.unbind.int", decomposeUnbind);
  table.add("aten.narrow.default", decomposeNarrow);
  table.add("aten.squeeze.default", decomposeSqueeze);
  table.add("aten.squeeze.dim", decomposeSqueeze);
  table.add("aten.expand_as.default", decomposeExpandAs);
}

void core::populateViews(DecompositionTable &table) {
  table.add({"aten.reshape.default", "aten._unsafe_view.default"},
            decomposeReshape);
  table.add("aten.view.default", repairView);
  table.add({"aten.reshape_as.default", "aten.view_as.default"},
            decomposeViewAs);
  table.add("aten.flatten.using_ints", decomposeFlatten);
  table.add("aten.unflatten.int", decomposeUnflatten);
  table.add(
      {"aten.transpose.int", "aten.swapaxes.default", "aten.swapdims.default"},
      decomposeTranspose);
  table.add({"aten.t.default", "aten.mT.default"}, transposeLast);
  table.add("aten.numpy_T.default", reverseDims);
  table.add({"aten.movedim.int", "aten.movedim.intlist", "aten.moveaxis.int",
             "aten.moveaxis.intlist"},
            decomposeMoveDim);
  populateParts(table);
  table.add("aten.stack.default", decomposeStack);
  table.add("aten.hstack.default", decomposeHStack);
  table.add({"aten.vstack.default", "aten.row_stack.default"}, decomposeVStack);
  table.add("aten.repeat_interleave.self_int", decomposeRepeatInterleave);
  table.add("aten.tile.default", decomposeTile);
  table.add("aten.contiguous.default", decomposeContiguous);
}
