//===- Padding.cpp - Rules for padding ------------------------------------===//
//
// Reflecting, replicating and circular pads read the elements at computed
// indices; their gradients add up at the same ones.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "NNHelpers.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
enum class PadMode { Reflect, Replicate, Circular };
} // namespace

/// The indices along a dimension of `size` elements, with `before` and `after`
/// more (or, where negative, fewer) of them; null where their signs matter and
/// are not known.
static Value makePadIndex(DecomposeBuilder &b, PadMode mode, const Arg &size,
                          const Arg &before, const Arg &after, Value deviceOf) {
  auto range = [&](const Arg &begin, const Arg &end) {
    return core::makeRange(b, begin, end, ScalarType::int64, deviceOf);
  };
  if (before.isInt(0) && after.isInt(0))
    return range(0, size);
  if (mode == PadMode::Circular) {
    // What negative pads cut off is not part of the circle.
    std::optional<bool> growsBefore = b.isLessEqual(0, before);
    std::optional<bool> growsAfter = b.isLessEqual(0, after);
    if (!growsBefore || !growsAfter)
      return {};
    Arg skipped = *growsBefore ? Arg(0) : b.neg(before);
    Arg length = b.sub(size, skipped);
    if (!*growsAfter)
      length = b.add(length, after);
    Value index = range(*growsBefore ? b.neg(before) : Arg(0),
                        *growsAfter ? b.add(length, after) : length);
    index = b.call("aten.remainder.Scalar", index, length);
    return *growsBefore ? index : b.call("aten.add.Tensor", index, skipped);
  }
  Value index = range(b.neg(before), b.add(size, after));
  Arg last = b.sub(size, 1);
  if (mode == PadMode::Replicate)
    return b.call("aten.clamp.default", index, 0, last);
  index = b.call("aten.abs.default", index);
  index = b.call("aten.abs.default", b.call("aten.rsub.Scalar", index, last));
  return b.call("aten.rsub.Scalar", index, last);
}

/// Indices for all padded dimensions of `x`, as `aten.index` takes them; none
/// where the pads do not fit the sizes.
static std::optional<std::vector<Arg>>
makePadIndices(DecomposeBuilder &b, PadMode mode, Value x, const Arg &pads) {
  std::optional<int64_t> rank = b.rank(x);
  if (!rank || !pads.isList() || pads.size() % 2 ||
      int64_t(pads.size() / 2) > *rank)
    return std::nullopt;
  auto isPadded = [&](int64_t i) {
    return !pads[2 * i].isInt(0) || !pads[2 * i + 1].isInt(0);
  };
  std::vector<Arg> indices(*rank);
  int64_t first = 0, end = pads.size() / 2;
  while (first < end && !isPadded(first))
    ++first;
  while (first < end && !isPadded(end - 1))
    --end;
  // A dimension between two padded ones has an index, too: they have to stand
  // beside each other.
  for (int64_t i = first; i < end; ++i) {
    const Arg &before = pads[2 * i], &after = pads[2 * i + 1];
    int64_t dim = *rank - 1 - i;
    Arg size = b.size(x, dim);
    // What reads past the other end is an error.
    Arg limit = mode == PadMode::Circular ? b.add(size, 1) : size;
    for (const Arg &pad : {before, after})
      if (mode != PadMode::Replicate &&
          b.isLess(pad, limit) == std::optional<bool>(false))
        return std::nullopt;
    Value index = makePadIndex(b, mode, size, before, after, x);
    if (!index)
      return std::nullopt;
    indices[dim] = b.unsqueezeToRank(index, i - first + 1);
  }
  return indices;
}

static bool isNoIndex(const std::vector<Arg> &indices) {
  return llvm::all_of(indices, [](const Arg &index) { return index.isNone(); });
}

static Replacement pad(DecomposeBuilder &b, PadMode mode, Value x,
                       const Arg &pads) {
  std::optional<std::vector<Arg>> indices = makePadIndices(b, mode, x, pads);
  if (!indices)
    return std::nullopt;
  if (isNoIndex(*indices))
    return b.call("aten.clone.default", x);
  while (indices->back().isNone())
    indices->pop_back();
  return b.call("aten.index.Tensor", x, *indices);
}

template <PadMode mode>
static Replacement decomposePad(DecomposeBuilder &b, CallOp call) {
  return pad(b, mode, b.tensor("self"), b.arg(1));
}

static Replacement decomposeNamedPad(DecomposeBuilder &b, CallOp call) {
  Value self = b.tensor("self");
  Arg mode = b.arg("mode");
  if (mode.isString("reflect"))
    return pad(b, PadMode::Reflect, self, b.arg("pad"));
  if (mode.isString("replicate"))
    return pad(b, PadMode::Replicate, self, b.arg("pad"));
  if (mode.isString("circular"))
    return pad(b, PadMode::Circular, self, b.arg("pad"));
  return std::nullopt;
}

/// The modes by torch's numbers.
static Replacement decomposePadEnum(DecomposeBuilder &b, CallOp call) {
  constexpr StringRef modes[] = {"constant", "reflect", "replicate",
                                 "circular"};
  std::optional<int64_t> mode = b.getInt("mode");
  if (!mode || *mode < 0 || *mode > 3)
    return std::nullopt;
  return b.call("aten.pad.default", b.arg("self"), b.arg("pad"), modes[*mode],
                b.arg("value"));
}

/// Each sequence is padded to the longest, on one side.
static Replacement decomposePadSequence(DecomposeBuilder &b, CallOp call) {
  Arg sequences = b.arg("sequences"), isBatchFirst = b.arg("batch_first");
  bool isLeft = b.arg("padding_side").isString("left");
  if (!sequences.isList() || sequences.size() == 0 || !isBatchFirst.isBool() ||
      !(isLeft || b.arg("padding_side").isString("right")))
    return std::nullopt;
  int64_t longest = 0;
  for (const Arg &sequence : sequences.getElements()) {
    std::optional<int64_t> length;
    if (!sequence.isTensor() || b.rank(sequence.getValue()).value_or(0) < 1 ||
        !(length = b.staticSize(sequence.getValue(), 0)))
      return std::nullopt;
    longest = std::max(longest, *length);
  }
  SmallVector<Value> padded;
  for (const Arg &sequence : sequences.getElements()) {
    Value value = sequence.getValue();
    int64_t missing = longest - *b.staticSize(value, 0);
    // The last dimension comes first.
    std::vector<Arg> pads(2 * *b.rank(value), Arg(0));
    pads[pads.size() - (isLeft ? 2 : 1)] = missing;
    if (missing)
      value = b.call("aten.constant_pad_nd.default", value, pads,
                     b.arg("padding_value"));
    padded.push_back(value);
  }
  return b.call("aten.stack.default", Arg(ArrayRef<Value>(padded)),
                isBatchFirst.getBool() ? 0 : 1);
}

template <PadMode mode>
static Replacement decomposePadBackward(DecomposeBuilder &b, CallOp call) {
  Value gradient = b.tensor("grad_output"), self = b.tensor("self");
  std::optional<ScalarType> dtype = b.dtype(self);
  std::optional<std::vector<Arg>> sizes = b.sizes(self);
  if (!dtype || !sizes)
    return std::nullopt;
  std::optional<std::vector<Arg>> indices =
      makePadIndices(b, mode, self, b.arg("padding"));
  if (!indices)
    return std::nullopt;
  if (isNoIndex(*indices))
    return b.call("aten.clone.default", gradient);
  while (indices->back().isNone())
    indices->pop_back();
  Value zeros = b.full(*sizes, 0, *dtype, self);
  return b.call("aten.index_put.default", zeros, *indices, gradient, true);
}

void core::populatePadding(DecompositionTable &table) {
  table.add("aten.pad.default", decomposeNamedPad);
  table.add("aten._pad_enum.default", decomposePadEnum);
  table.add("aten.pad_sequence.default", decomposePadSequence);
  table.add("aten._pad_circular.default", decomposePad<PadMode::Circular>);
  table.add({"aten.reflection_pad1d.default", "aten.reflection_pad2d.default",
             "aten.reflection_pad3d.default"},
            decomposePad<PadMode::Reflect>);
  table.add({"aten.replication_pad1d.default", "aten.replication_pad2d.default",
             "aten.replication_pad3d.default"},
            decomposePad<PadMode::Replicate>);
  table.add({"aten.reflection_pad1d_backward.default",
             "aten.reflection_pad2d_backward.default",
             "aten.reflection_pad3d_backward.default"},
            decomposePadBackward<PadMode::Reflect>);
  table.add({"aten.replication_pad1d_backward.default",
             "aten.replication_pad2d_backward.default",
             "aten.replication_pad3d_backward.default"},
            decomposePadBackward<PadMode::Replicate>);
}
