//===- Creation.cpp - Rules for new tensors -------------------------------===//
//
// zeros, ones, arange and their kin become full and arange.start_step.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

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

void core::populateCreation(DecompositionTable &table) {
  table.add("aten.zeros.default", decomposeFilled<0>);
  table.add("aten.ones.default", decomposeFilled<1>);
  table.add("aten.zeros_like.default", decomposeLike<0>);
  table.add("aten.ones_like.default", decomposeLike<1>);
  table.add("aten.new_zeros.default", decomposeNew<0>);
  table.add("aten.new_ones.default", decomposeNew<1>);
  table.add("aten.new_full.default", decomposeNewFull);
  table.add({"aten.arange.default", "aten.arange.start"}, decomposeArange);
}
