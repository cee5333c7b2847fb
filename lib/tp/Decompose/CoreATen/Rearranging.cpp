//===- Rearranging.cpp - Rules that move elements to other places ---------===//
//
// Flips, rolls, diagonals, and views that are another one's.
//
//===----------------------------------------------------------------------===//

#include "../State.h"
#include "Families.h"

using namespace mlir;
using namespace mlir::tp;

template <int64_t dim>
static Replacement flipDim(DecomposeBuilder &b, CallOp call) {
  if (b.rank(b.tensor("self")).value_or(0) <= dim)
    return std::nullopt;
  return b.call("aten.flip.default", b.tensor("self"), Arg({Arg(dim)}));
}

/// The end comes first: what `roll` does along one dimension.
static Value rollDim(DecomposeBuilder &b, Value x, const Arg &shift,
                     int64_t dim) {
  Arg size = b.size(x, dim);
  if (size.isInt(0))
    return x;
  // The run's size may be 0.
  if (!b.isLess(0, size).value_or(false))
    return {};
  Arg start = b.mod(b.sub(size, shift), size);
  if (start.isInt(0))
    return x;
  Value tail = b.call("aten.slice.Tensor", x, dim, start, size);
  Value head = b.call("aten.slice.Tensor", x, dim, 0, start);
  return b.call("aten.cat.default", Arg({Arg(tail), Arg(head)}), dim);
}

static Replacement decomposeRoll(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x);
  Arg shifts = b.arg("shifts"), dims = b.arg("dims");
  if (!rank || !shifts.isList() || !dims.isList() || shifts.size() == 0)
    return std::nullopt;
  if (dims.size() == 0) {
    if (shifts.size() != 1)
      return std::nullopt;
    Value flat = b.reshape(x, {b.numel(x)});
    Value rolled = rollDim(b, flat, shifts[0], 0);
    // Where nothing moves, the result is still a tensor of its own.
    if (rolled == flat)
      return b.call("aten.clone.default", x);
    return rolled ? Replacement(b.view(rolled, *b.sizes(x)))
                  : Replacement(std::nullopt);
  }
  if (dims.size() != shifts.size())
    return std::nullopt;
  Value rolled = x;
  for (auto [dim, shift] :
       llvm::zip_equal(dims.getElements(), shifts.getElements())) {
    std::optional<int64_t> number = dim.getOptionalInt();
    if (!number || *number < -*rank || *number >= *rank)
      return std::nullopt;
    rolled = rollDim(b, rolled, shift, *number < 0 ? *number + *rank : *number);
    if (!rolled)
      return std::nullopt;
  }
  if (rolled == x)
    return b.call("aten.clone.default", x);
  return rolled;
}

static Replacement decomposeRot90(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x), k = b.getInt("k");
  std::optional<SmallVector<int64_t>> dims = b.arg("dims").getInts();
  if (!rank || !k || !dims || dims->size() != 2)
    return std::nullopt;
  for (int64_t &dim : *dims) {
    dim = dim < 0 ? dim + *rank : dim;
    if (dim < 0 || dim >= *rank)
      return std::nullopt;
  }
  int64_t first = (*dims)[0], second = (*dims)[1];
  auto flip = [&](ArrayRef<int64_t> dims) {
    return b.call("aten.flip.default", x, dims);
  };
  switch ((*k % 4 + 4) % 4) {
  case 1:
    return b.transpose(flip({second}), first, second);
  case 2:
    return flip({first, second});
  case 3:
    return b.transpose(flip({first}), first, second);
  default:
    return b.cloneContiguous(x);
  }
}

//===----------------------------------------------------------------------===//
// Diagonals
//===----------------------------------------------------------------------===//

/// Matrices with the last dimension of x on a diagonal, 0 elsewhere.
static Value embedDiagonal(DecomposeBuilder &b, Value x, int64_t offset,
                           int64_t dim1, int64_t dim2) {
  std::optional<int64_t> rank = b.rank(x);
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!rank || !dtype || *rank < 1)
    return {};
  int64_t newRank = *rank + 1;
  dim1 = dim1 < 0 ? dim1 + newRank : dim1;
  dim2 = dim2 < 0 ? dim2 + newRank : dim2;
  if (dim1 == dim2 || std::min(dim1, dim2) < 0 ||
      std::max(dim1, dim2) >= newRank)
    return {};
  if (dim1 > dim2) {
    std::swap(dim1, dim2);
    offset = -offset;
  }
  // Along dim2 the elements; rows above or below stay empty.
  if (offset != 0)
    x = b.call(
        "aten.constant_pad_nd.default", x,
        Arg({std::max<int64_t>(offset, 0), std::max<int64_t>(-offset, 0)}));
  Arg size = b.size(x, -1), device = b.device(x);
  SmallVector<int64_t> order;
  for (int64_t i = 0, next = 0; i < newRank; ++i)
    order.push_back(i == dim2 ? *rank : next++);
  Value wide = b.permute(b.unsqueeze(x, dim1), order);
  auto range = [&](const Arg &start, const Arg &end) {
    return b.call("aten.arange.start_step", start, end,
                  b.kw("dtype", ScalarType::int64), b.kw("device", device),
                  b.kw("pin_memory", false));
  };
  Value columns = range(0, size);
  Value rows = b.unsqueeze(range(offset, b.add(size, offset)), -1);
  std::vector<Arg> sizes(newRank, Arg(1));
  sizes[dim1] = sizes[dim2] = size;
  Value mask = b.view(b.call("aten.eq.Tensor", columns, rows), sizes);
  if (*dtype == ScalarType::boolean)
    return b.call("aten.logical_and.default", mask, wide);
  Value zero = b.scalarTensor(0, *dtype, x);
  return b.call("aten.where.self", mask, wide, zero);
}

static Replacement decomposeDiagEmbed(DecomposeBuilder &b, CallOp call) {
  std::optional<int64_t> offset = b.getInt("offset"), dim1 = b.getInt("dim1"),
                         dim2 = b.getInt("dim2");
  if (!offset || !dim1 || !dim2)
    return std::nullopt;
  return embedDiagonal(b, b.tensor("self"), *offset, *dim1, *dim2);
}

static Replacement decomposeDiag(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x), offset = b.getInt("diagonal");
  if (!rank || !offset || *rank < 1 || *rank > 2)
    return std::nullopt;
  if (*rank == 1)
    return embedDiagonal(b, x, *offset, 0, 1);
  return b.cloneContiguous(b.call("aten.diagonal.default", x, *offset));
}

static Replacement decomposeDiagFlat(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> offset = b.getInt("offset");
  if (!b.rank(x) || !offset)
    return std::nullopt;
  return embedDiagonal(b, b.reshape(x, {b.numel(x)}), *offset, 0, 1);
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static Replacement decomposeRavel(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  if (!b.rank(x))
    return std::nullopt;
  return b.reshape(x, {b.numel(x)});
}

static Replacement broadcastTo(DecomposeBuilder &b, CallOp call) {
  return b.call("aten.expand.default", b.tensor("self"), b.arg("size"));
}

static Replacement sumToSize(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<std::vector<Arg>> own = b.sizes(x);
  Arg size = b.arg("size");
  if (!own || !size.isList() || size.size() > own->size())
    return std::nullopt;
  int64_t leading = own->size() - size.size();
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, leading));
  for (auto [i, wanted] : llvm::enumerate(size.getElements())) {
    const Arg &have = (*own)[leading + i];
    if (wanted.isInt(1) && !have.isInt(1))
      dims.push_back(leading + i);
    else if (!b.isEqual(wanted, have).value_or(false))
      return std::nullopt;
  }
  if (dims.empty())
    return x;
  Value sum = b.call("aten.sum.dim_IntList", x, ArrayRef<int64_t>(dims), true);
  return leading ? b.view(sum, size) : sum;
}

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

/// Whether a conjugation or negation of the value may still be to be computed:
/// what `_conj` and `_neg_view` leave to later operators, and views of it.
static bool mayBePending(DecomposeBuilder &b, Value x) {
  while (Operation *op = x.getDefiningOp()) {
    auto call = dyn_cast<CallFunctionOp>(op);
    if (!call)
      return !isa<PlaceholderOp, GetAttrOp>(op);
    StringRef target = call.getTarget();
    const schema::OperatorSchema *schema =
        b.getState().getSchema(call.getTargetAttr());
    if (!schema || target.contains("conj.") || target.contains("_H.") ||
        target.contains("mH.") || target.contains("adjoint") ||
        target.contains("neg_view"))
      return true;
    bool isView = llvm::any_of(schema->getReturns(), [](const auto &result) {
      return result.getAlias() != nullptr;
    });
    if (!isView || op->getNumOperands() == 0)
      return false;
    x = op->getOperand(0);
  }
  return false;
}

/// The tensor itself where nothing is pending, else a copy.
static Replacement resolvePending(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!dtype)
    return std::nullopt;
  return mayBePending(b, x) ? b.call("aten.clone.default", x) : x;
}

/// Of a real tensor: the tensor itself.
static Replacement takeReal(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!dtype || isComplex(*dtype))
    return std::nullopt;
  return x;
}

template <int64_t part>
static Replacement takePart(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<ScalarType> dtype = b.dtype(x);
  std::optional<int64_t> rank = b.rank(x);
  if (!dtype || !rank || !isComplex(*dtype))
    return std::nullopt;
  // A pending conjugation has no real view.
  if (mayBePending(b, x))
    x = b.call("aten.clone.default", x);
  return b.call("aten.select.int", b.call("aten.view_as_real.default", x),
                *rank, part);
}

static Replacement conjugate(DecomposeBuilder &b, CallOp call) {
  if (!b.dtype(b.tensor("self")))
    return std::nullopt;
  return b.call("aten._conj_physical.default", b.tensor("self"));
}

static Replacement reshapeAlias(DecomposeBuilder &b, CallOp call) {
  return b.call("aten.view.default", b.tensor("self"), b.arg("size"));
}

/// `hsplit` and its kin; vectors are split horizontally along their only
/// dimension.
template <int64_t wanted>
static Replacement splitDim(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x);
  if (!rank || *rank == 0)
    return std::nullopt;
  int64_t dim = wanted == 1 && *rank == 1 ? 0 : wanted;
  if (dim >= *rank)
    return std::nullopt;
  if (b.has("sections"))
    return b.callAll("aten.tensor_split.sections", x, b.arg("sections"), dim);
  return b.callAll("aten.tensor_split.indices", x, b.arg("indices"), dim);
}

/// The bounds are read from a vector of known length.
static Replacement splitAtTensor(DecomposeBuilder &b, CallOp call) {
  Value bounds = b.tensor("tensor_indices_or_sections");
  std::optional<int64_t> count =
      b.rank(bounds) == 1 ? b.staticSize(bounds, 0) : std::nullopt;
  if (!count)
    return std::nullopt;
  std::vector<Arg> indices;
  for (int64_t i = 0; i < *count; ++i) {
    Value element = b.call("aten.select.int", bounds, 0, i);
    indices.emplace_back(core::readInteger(b, element));
  }
  Value x = b.tensor("self");
  std::optional<int64_t> dim = b.getDim("dim", x);
  if (!dim || b.rank(x) == 0)
    return std::nullopt;
  std::vector<Arg> parts;
  Arg start = 0;
  for (const Arg &index : indices) {
    parts.emplace_back(b.call("aten.slice.Tensor", x, *dim, start, index));
    start = index;
  }
  parts.emplace_back(
      b.call("aten.slice.Tensor", x, *dim, start, b.size(x, *dim)));
  return parts;
}

void core::populateRearranging(DecompositionTable &table) {
  table.add("aten.flipud.default", flipDim<0>);
  table.add("aten.fliplr.default", flipDim<1>);
  table.add("aten.roll.default", decomposeRoll);
  table.add("aten.rot90.default", decomposeRot90);
  table.add("aten.diag_embed.default", decomposeDiagEmbed);
  table.add("aten.diag.default", decomposeDiag);
  table.add("aten.diagflat.default", decomposeDiagFlat);
  table.add("aten.ravel.default", decomposeRavel);
  table.add("aten.broadcast_to.default", broadcastTo);
  table.add("aten.sum_to_size.default", sumToSize);
  table.add({"aten.resolve_conj.default", "aten.resolve_neg.default"},
            resolvePending);
  table.add(
      {"aten.real.default", "aten.conj.default", "aten.conj_physical.default"},
      takeReal);
  table.add("aten.conj_physical.default", conjugate);
  table.add("aten.real.default", takePart<0>);
  table.add("aten.imag.default", takePart<1>);
  table.add("aten._reshape_alias.default", reshapeAlias);
  table.add({"aten.hsplit.int", "aten.hsplit.array"}, splitDim<1>);
  table.add({"aten.vsplit.int", "aten.vsplit.array"}, splitDim<0>);
  table.add({"aten.dsplit.int", "aten.dsplit.array"}, splitDim<2>);
  table.add("aten.tensor_split.tensor_indices_or_sections", splitAtTensor);
}
