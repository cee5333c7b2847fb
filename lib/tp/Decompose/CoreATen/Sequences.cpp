//===- Sequences.cpp - Rules for tensors computed from positions ----------===//
//
// linspace, logspace, eye, windows.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tp;

/// torch's default dtype is an assumption that exported programs make, too.
static ScalarType getDType(DecomposeBuilder &b) {
  Arg dtype = b.arg("dtype");
  return dtype.isDType() ? dtype.getDType() : ScalarType::float32;
}

/// Whether the layout is plain, and no memory is to be pinned.
static bool isPlain(DecomposeBuilder &b) {
  auto layout = dyn_cast_or_null<LayoutAttr>(b.arg("layout").getAttribute());
  return (!layout || layout.getValue() == Layout::strided) &&
         !b.arg("pin_memory").isTrue();
}

/// 0, 1, ..., end - 1.
static Value makeRange(DecomposeBuilder &b, const Arg &end,
                       ScalarType dtype = ScalarType::int64) {
  return b.call("aten.arange.start_step", 0, end, b.kw("dtype", dtype),
                b.kw("layout", b.arg("layout")),
                b.kw("device", b.arg("device")),
                b.kw("pin_memory", b.arg("pin_memory")));
}

/// A vector of one number, or of none.
static Value makeFull(DecomposeBuilder &b, int64_t size, const Arg &number,
                      ScalarType dtype) {
  return b.call("aten.full.default", Arg({Arg(size)}), number,
                b.kw("dtype", dtype), b.kw("layout", b.arg("layout")),
                b.kw("device", b.arg("device")),
                b.kw("pin_memory", b.arg("pin_memory")));
}

//===----------------------------------------------------------------------===//
// linspace
//===----------------------------------------------------------------------===//

namespace {
/// A number, or a 0-d tensor, of the range's ends.
class RangeEnd {
public:
  /// Ends of integer ranges are cut off to integers first.
  static std::optional<RangeEnd> get(DecomposeBuilder &b, StringRef name,
                                     ScalarType dtype) {
    Arg arg = b.arg(name);
    bool isInteger = isIntegral(dtype);
    if (Value tensor = arg.isTensor() ? arg.getValue() : Value()) {
      std::optional<ScalarType> own = b.dtype(tensor);
      if (!own || isComplex(*own) || b.rank(tensor) != 0)
        return std::nullopt;
      if (isInteger)
        tensor = b.convert(tensor, dtype);
      return RangeEnd{Arg(b.convert(tensor, ScalarType::float64)), true};
    }
    if (arg.isNumber() && isInteger)
      return RangeEnd{Arg(static_cast<int64_t>(arg.getNumber())), false};
    if (!arg.isNumber() && !arg.isValue())
      return std::nullopt;
    return RangeEnd{arg, false};
  }

  Arg value;
  bool isTensor;
};
} // namespace

/// `steps` numbers from start to end in `compute`: from both sides, so that
/// both ends are exact.
static Value makeLinear(DecomposeBuilder &b, const RangeEnd &start,
                        const RangeEnd &end, int64_t steps,
                        ScalarType compute) {
  Arg step;
  if (start.isTensor || end.isTensor) {
    Value distance =
        end.isTensor
            ? b.call("aten.sub.Tensor", end.value, start.value)
            : b.call("aten.add.Scalar", b.call("aten.neg.default", start.value),
                     end.value);
    step = b.call("aten.div.Tensor", distance, steps - 1);
  } else {
    step = b.truediv(b.sub(end.value, start.value), steps - 1);
  }
  Value range = makeRange(b, steps);
  Value up = b.call("aten.mul.Tensor", b.convert(range, compute), step);
  up = b.call("aten.add.Tensor", up, start.value);
  Value rest =
      b.call("aten.sub.Tensor", b.call("aten.neg.default", range), 1 - steps);
  Value down = b.call("aten.mul.Tensor", b.convert(rest, compute), step);
  down = b.call("aten.add.Tensor", b.call("aten.neg.default", down), end.value);
  Value isUp = b.call("aten.lt.Scalar", range, steps / 2);
  return b.call("aten.where.self", isUp, up, down);
}

/// The same for any number of steps, in `dtype`.
static Value makeLinspace(DecomposeBuilder &b, ScalarType ends,
                          ScalarType dtype) {
  std::optional<int64_t> steps = b.getInt("steps");
  std::optional<RangeEnd> start = RangeEnd::get(b, "start", ends),
                          end = RangeEnd::get(b, "end", ends);
  if (!steps || *steps < 0 || !start || !end)
    return {};
  if (*steps == 0)
    return makeFull(b, 0, 0, dtype);
  bool hasTensor = start->isTensor || end->isTensor;
  if (*steps == 1 && start->isTensor) {
    // A tensor of its own.
    Value one = b.convert(b.unsqueeze(start->value.getValue(), 0), dtype);
    return dtype == ScalarType::float64 ? b.call("aten.clone.default", one)
                                        : one;
  }
  if (*steps == 1)
    return makeFull(b, 1, start->value, dtype);
  ScalarType compute = hasTensor || isIntegral(dtype) ? ScalarType::float64
                                                      : getOpmathType(dtype);
  return b.convert(makeLinear(b, *start, *end, *steps, compute), dtype);
}

static Replacement decomposeLinspace(DecomposeBuilder &b, CallOp call) {
  ScalarType dtype = getDType(b);
  if (isComplex(dtype) || dtype == ScalarType::boolean || !isPlain(b))
    return std::nullopt;
  return makeLinspace(b, dtype, dtype);
}

static Replacement decomposeLogspace(DecomposeBuilder &b, CallOp call) {
  ScalarType dtype = getDType(b);
  Arg base = b.arg("base");
  if (isComplex(dtype) || dtype == ScalarType::boolean || !isPlain(b) ||
      !base.isNumber() || base.getNumber() < 0)
    return std::nullopt;
  Value exponents = makeLinspace(b, dtype, ScalarType::float64);
  if (!exponents)
    return std::nullopt;
  return b.convert(b.call("aten.pow.Scalar", base, exponents), dtype);
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

static Replacement decomposeEye(DecomposeBuilder &b, CallOp call) {
  bool hasColumns = b.getSchema()->findArgument("m").has_value();
  if (!isPlain(b))
    return std::nullopt;
  Arg rows = b.arg("n"), columns = hasColumns ? b.arg("m") : rows;
  Value mask = b.call("aten.eq.Tensor", b.unsqueeze(makeRange(b, rows), -1),
                      makeRange(b, columns));
  return b.convert(mask, getDType(b));
}

static Replacement decomposeHannWindow(DecomposeBuilder &b, CallOp call) {
  std::optional<int64_t> length = b.getInt("window_length");
  bool isPeriodic =
      !b.getSchema()->findArgument("periodic") || b.arg("periodic").isTrue();
  ScalarType dtype = getDType(b);
  if (!length || *length < 0 || !isFloatingPoint(dtype) || !isPlain(b))
    return std::nullopt;
  if (*length <= 1)
    return makeFull(b, *length, 1, dtype);
  int64_t whole = *length + isPeriodic;
  ScalarType compute = getOpmathType(dtype);
  Value x = makeRange(b, whole, compute);
  x = b.call("aten.mul.Tensor", x, 2 * M_PI / (whole - 1));
  x = b.call("aten.mul.Tensor", b.call("aten.cos.default", x), -0.5);
  x = b.convert(b.call("aten.add.Tensor", x, 0.5), dtype);
  return isPeriodic ? b.call("aten.slice.Tensor", x, 0, 0, *length) : x;
}

/// Positions along a dimension.
static Replacement decomposeDimArange(DecomposeBuilder &b, CallOp call) {
  Value like = b.tensor("like");
  std::optional<int64_t> dim = b.getDim("dim", like);
  if (!dim || b.rank(like) == 0)
    return std::nullopt;
  return b.call("aten.arange.start_step", 0, b.size(like, *dim),
                b.kw("dtype", ScalarType::int64),
                b.kw("device", b.device(like)), b.kw("pin_memory", false));
}

void core::populateSequences(DecompositionTable &table) {
  table.add({"aten.linspace.default", "aten.linspace.Tensor_Tensor",
             "aten.linspace.Tensor_Scalar", "aten.linspace.Scalar_Tensor"},
            decomposeLinspace);
  table.add({"aten.logspace.default", "aten.logspace.Tensor_Tensor",
             "aten.logspace.Tensor_Scalar", "aten.logspace.Scalar_Tensor"},
            decomposeLogspace);
  table.add({"aten.eye.default", "aten.eye.m"}, decomposeEye);
  table.add({"aten.hann_window.default", "aten.hann_window.periodic"},
            decomposeHannWindow);
  table.add("aten._dim_arange.default", decomposeDimArange);
}
