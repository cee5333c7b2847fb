//===- Creation.cpp - Rules for new tensors -------------------------------===//
//
// zeros, ones, arange and their kin become full and arange.start_step; empty
// ones become aten.empty.
//
//===----------------------------------------------------------------------===//

#include "../State.h"
#include "Families.h"
#include "tp/Shape/TensorInfo.h"

using namespace mlir;
using namespace mlir::tp;

/// torch's default dtype is an assumption that exported programs make, too.
static constexpr ScalarType defaultType = ScalarType::float32;

static Arg orElse(const Arg &value, Arg other) {
  return value.isNone() ? other : value;
}

static Value makeFull(DecomposeBuilder &b, const Arg &sizes, const Arg &number,
                      const Arg &dtype, const Arg &device) {
  return b.call("aten.full.default", sizes, number, b.kw("dtype", dtype),
                b.kw("layout", b.arg("layout")), b.kw("device", device),
                b.kw("pin_memory", b.arg("pin_memory")));
}

template <int64_t number>
static Replacement decomposeFilled(DecomposeBuilder &b, CallOp call) {
  return makeFull(b, b.arg("size"), number, orElse(b.arg("dtype"), defaultType),
                  b.arg("device"));
}

template <int64_t number>
static Replacement decomposeLike(DecomposeBuilder &b, CallOp call) {
  return b.call("aten.full_like.default", b.arg("self"), number,
                b.kw("dtype", b.arg("dtype")), b.kw("layout", b.arg("layout")),
                b.kw("device", b.arg("device")),
                b.kw("pin_memory", b.arg("pin_memory")),
                b.kw("memory_format", b.arg("memory_format")));
}

/// `x.new_full(sizes, number)`: dtype and device are those of x.
static Replacement makeNew(DecomposeBuilder &b, const Arg &number) {
  Value self = b.tensor("self");
  std::optional<ScalarType> own = b.dtype(self);
  if (!own)
    return std::nullopt;
  return makeFull(b, b.arg("size"), number, orElse(b.arg("dtype"), *own),
                  orElse(b.arg("device"), b.device(self)));
}

template <int64_t number>
static Replacement decomposeNew(DecomposeBuilder &b, CallOp call) {
  return makeNew(b, number);
}

static Replacement decomposeNewFull(DecomposeBuilder &b, CallOp call) {
  return makeNew(b, b.arg("fill_value"));
}

static Replacement decomposeArange(DecomposeBuilder &b, CallOp call) {
  bool hasStart = b.getSchema()->findArgument("start").has_value();
  Arg start = hasStart ? b.arg("start") : Arg(0);
  return b.call("aten.arange.start_step", start, b.arg("end"), 1,
                b.kw("dtype", b.arg("dtype")), b.kw("layout", b.arg("layout")),
                b.kw("device", b.arg("device")),
                b.kw("pin_memory", b.arg("pin_memory")));
}

//===----------------------------------------------------------------------===//
// Memory that nothing wrote
//===----------------------------------------------------------------------===//

static Replacement decomposeNewEmpty(DecomposeBuilder &b, CallOp call) {
  Value self = b.tensor("self");
  std::optional<ScalarType> own = b.dtype(self);
  if (!own)
    return std::nullopt;
  return b.call("aten.empty.memory_format", b.arg("size"),
                b.kw("dtype", orElse(b.arg("dtype"), *own)),
                b.kw("layout", b.arg("layout")),
                b.kw("device", orElse(b.arg("device"), b.device(self))),
                b.kw("pin_memory", b.arg("pin_memory")));
}

/// The dimensions of a dense tensor as they lie in memory, the one with the
/// largest stride first; none where the strides are not known.
static std::optional<SmallVector<int64_t>> getPhysicalOrder(DecomposeBuilder &b,
                                                            Type type) {
  SymArith &arith = b.getState().inference.getArith();
  std::optional<TensorInfo> info = TensorInfo::get(type, arith);
  if (!info)
    return std::nullopt;
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, info->rank()));
  if (!llvm::all_of(info->strides, [](SymInt s) { return s.isStatic(); }))
    return std::nullopt;
  auto getKey = [&](int64_t dim) {
    return std::pair(-*info->strides[dim].getStatic(), dim);
  };
  llvm::sort(order,
             [&](int64_t a, int64_t c) { return getKey(a) < getKey(c); });
  SymInt expected = 1;
  for (int64_t dim : llvm::reverse(order)) {
    if (info->sizes[dim].isStaticValue(1))
      continue;
    if (!arith.isEqual(info->strides[dim], expected).value_or(false))
      return std::nullopt;
    expected = arith.mul(expected, info->sizes[dim]);
  }
  return order;
}

static Replacement decomposeEmptyLike(DecomposeBuilder &b, CallOp call) {
  Value self = b.tensor("self");
  std::optional<std::vector<Arg>> sizes = b.sizes(self);
  std::optional<ScalarType> own = b.dtype(self);
  Arg format = b.arg("memory_format");
  if (!sizes || !own)
    return std::nullopt;
  KeywordArg properties[] = {
      b.kw("dtype", orElse(b.arg("dtype"), *own)),
      b.kw("layout", b.arg("layout")),
      b.kw("device", orElse(b.arg("device"), b.device(self))),
      b.kw("pin_memory", b.arg("pin_memory"))};
  auto attr = dyn_cast_or_null<MemoryFormatAttr>(format.getAttribute());
  bool keeps = !attr || attr.getValue() == MemoryFormat::preserve_format;
  if (!keeps || b.isContiguous(self).value_or(false)) {
    SmallVector<KeywordArg> keywords(std::begin(properties),
                                     std::end(properties));
    if (!keeps)
      keywords.push_back({"memory_format", format});
    return b.makeCall("aten.empty.memory_format", {Arg(*sizes)}, keywords);
  }
  std::optional<SmallVector<int64_t>> order =
      getPhysicalOrder(b, b.getResultType());
  if (!order)
    return std::nullopt;
  return b.makeCall("aten.empty_permuted.default",
                    {Arg(*sizes), Arg(ArrayRef<int64_t>(*order))}, properties);
}

void core::populateCreation(DecompositionTable &table) {
  table.add("aten.zeros.default", decomposeFilled<0>);
  table.add("aten.ones.default", decomposeFilled<1>);
  table.add("aten.zeros_like.default", decomposeLike<0>);
  table.add("aten.ones_like.default", decomposeLike<1>);
  table.add("aten.new_zeros.default", decomposeNew<0>);
  table.add("aten.new_ones.default", decomposeNew<1>);
  table.add("aten.new_full.default", decomposeNewFull);
  table.add({"aten.arange.default", "aten.arange.start"}, decomposeArange);
  table.add("aten.new_empty.default", decomposeNewEmpty);
  table.add("aten.empty_like.default", decomposeEmptyLike);
}
