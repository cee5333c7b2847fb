//===- Resampling.cpp - Rules for upsampling ------------------------------===//
//
// Nearest, linear and cubic interpolation read elements at computed indices
// and weigh them. Positions are computed as torch's kernels compute them, in
// the type that those use: a position next to an integer must round alike.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "NNHelpers.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tp;

namespace {
/// A spatial dimension that is resampled.
struct Axis {
  Arg in, out;
  /// The factor that the call gives; without one, that of the sizes.
  std::optional<double> scale;
};

class Resampling {
public:
  explicit Resampling(DecomposeBuilder &b)
      : b(b), isVector(b.getTarget().ends_with(".vec")) {}

  bool read();
  Replacement nearest(bool isExact);
  Replacement linear();
  Replacement cubic();

private:
  bool readScales();
  bool readSizes();
  Value positions(const Axis &axis, double offset);
  std::optional<Arg> getRatio(const Axis &axis);
  std::optional<Value> getSource(const Axis &axis);
  /// Whether the last position of the axis, `shift` added to it, may be past
  /// the last element.
  bool mayOverrun(const Axis &axis, double shift);
  Value clampIndex(Value index, const Axis &axis, const Arg &low) {
    return b.call("aten.clamp.default", index, low, b.sub(axis.in, 1));
  }
  /// The elements of `x` at an index for each axis.
  Value read(ArrayRef<Value> index);
  /// A weight for each place along axis `i`, to go with what `read` gives.
  Value align(Value value, size_t i) {
    return b.unsqueezeToRank(value, axes.size() - i);
  }
  Value binary(StringRef name, Value x, const Arg &y) {
    return b.call(("aten." + name + ".Tensor").str(), x, y);
  }
  Value finish(Value result) { return b.convert(result, dtype); }

  DecomposeBuilder &b;
  bool isVector;
  Value x;
  std::optional<ScalarType> dtype;
  ScalarType compute = ScalarType::float32;
  bool alignCorners = false;
  SmallVector<Axis, 3> axes;
};
} // namespace

bool Resampling::readScales() {
  if (isVector) {
    Arg factors = b.arg("scale_factors");
    if (factors.isNone())
      return true;
    if (!factors.isList() || factors.size() != axes.size())
      return false;
    for (auto [i, axis] : llvm::enumerate(axes)) {
      if (!factors[i].isNumber())
        return false;
      axis.scale = factors[i].getNumber();
    }
    return true;
  }
  // Of one dimension there is `scales`; of more, a name for each.
  constexpr StringRef names[] = {"scales_d", "scales_h", "scales_w"};
  for (size_t i = 0; i < axes.size(); ++i) {
    Arg scale = b.arg(axes.size() == 1 ? "scales" : names[3 - axes.size() + i]);
    if (scale.isNone())
      continue;
    if (!scale.isNumber())
      return false;
    axes[i].scale = scale.getNumber();
  }
  return true;
}

bool Resampling::readSizes() {
  Arg sizes = b.arg("output_size");
  if (!sizes.isNone()) {
    if (!sizes.isList() || sizes.size() != axes.size())
      return false;
    for (auto [i, axis] : llvm::enumerate(axes))
      axis.out = sizes[i];
    return true;
  }
  for (Axis &axis : axes) {
    if (!axis.scale)
      return false;
    if (axis.in.isInt())
      axis.out = int64_t(double(axis.in.getInt()) * *axis.scale);
    else if (*axis.scale == std::floor(*axis.scale))
      axis.out = b.mul(axis.in, int64_t(*axis.scale));
    else
      return false;
  }
  return true;
}

bool Resampling::read() {
  x = b.tensor(isVector ? "input" : "self");
  dtype = b.dtype(x);
  std::optional<int64_t> rank = b.rank(x);
  int64_t spatial = core::getSpatialRank(b.getTarget());
  Arg align = b.arg("align_corners");
  if (!dtype || rank != spatial + 2 || !(align.isNone() || align.isBool()))
    return false;
  alignCorners = align.isTrue();
  for (int64_t i = 0; i < spatial; ++i)
    axes.push_back({b.size(x, 2 + i), Arg(), std::nullopt});
  if (*dtype == ScalarType::float64)
    compute = ScalarType::float64;
  return readScales() && readSizes();
}

Value Resampling::positions(const Axis &axis, double offset) {
  Value places = core::makeRange(b, 0, axis.out, compute, x);
  return offset ? binary("add", places, offset) : places;
}

/// How many elements of the input a step of one in the output is.
std::optional<Arg> Resampling::getRatio(const Axis &axis) {
  if (alignCorners) {
    std::optional<bool> isOne = b.isLessEqual(axis.out, 1);
    if (!isOne)
      return std::nullopt;
    if (*isOne)
      return Arg(0.0);
    return b.truediv(b.sub(axis.in, 1), b.sub(axis.out, 1));
  }
  if (axis.scale && *axis.scale > 0)
    return Arg(1.0 / *axis.scale);
  Arg ratio = b.truediv(axis.in, axis.out);
  return ratio.isNone() ? std::nullopt : std::optional<Arg>(ratio);
}

bool Resampling::mayOverrun(const Axis &axis, double shift) {
  if (!axis.in.isInt() || !axis.out.isInt())
    return axis.scale.has_value();
  std::optional<Arg> ratio = getRatio(axis);
  if (!ratio || !ratio->isNumber())
    return true;
  // A margin for the rounding of the product.
  double place = double(axis.out.getInt()) - 1 + shift;
  double position = place * ratio->getNumber();
  return position * (1 + 1e-6) >= double(axis.in.getInt());
}

Value Resampling::read(ArrayRef<Value> index) {
  std::vector<Arg> indices(2);
  for (auto [i, value] : llvm::enumerate(index))
    indices.push_back(align(value, i));
  return b.call("aten.index.Tensor", x, indices);
}

Replacement Resampling::nearest(bool isExact) {
  SmallVector<Value> index;
  for (const Axis &axis : axes) {
    std::optional<Arg> ratio = getRatio(axis);
    if (!ratio)
      return std::nullopt;
    // In channels-last layout torch takes sizes that are equal, or twice the
    // input's, for these factors, whatever the call says.
    if (axis.scale && b.isContiguous(x) != std::optional<bool>(true)) {
      bool isSame = b.isEqual(axis.in, axis.out) != std::optional<bool>(false);
      bool isTwice =
          b.isEqual(b.mul(axis.in, 2), axis.out) != std::optional<bool>(false);
      if ((isSame && *axis.scale != 1) || (isTwice && *axis.scale != 2))
        return std::nullopt;
    }
    double offset = isExact ? 0.5 : 0;
    Value place = binary("mul", positions(axis, offset), *ratio);
    place = b.convert(place, ScalarType::int64);
    if (mayOverrun(axis, offset))
      place = clampIndex(place, axis, Arg());
    index.push_back(place);
  }
  return read(index);
}

/// The position in the input, as a floating point number.
std::optional<Value> Resampling::getSource(const Axis &axis) {
  std::optional<Arg> ratio = getRatio(axis);
  if (!ratio)
    return std::nullopt;
  if (alignCorners)
    return binary("mul", positions(axis, 0), *ratio);
  Value place = binary("mul", positions(axis, 0.5), *ratio);
  return binary("sub", place, 0.5);
}

Replacement Resampling::linear() {
  if (!isFloatingPoint(*dtype))
    return std::nullopt;
  x = b.convert(x, getOpmathType(*dtype));
  SmallVector<std::pair<Value, Value>> index;
  SmallVector<Value> weights;
  for (const Axis &axis : axes) {
    std::optional<Value> source = getSource(axis);
    if (!source)
      return std::nullopt;
    Value place = *source;
    if (!alignCorners)
      place = b.call("aten.clamp.default", place, 0);
    Value low = b.convert(place, ScalarType::int64);
    if (mayOverrun(axis, alignCorners ? 0 : 0.5))
      low = clampIndex(low, axis, Arg());
    Value high = clampIndex(binary("add", low, 1), axis, Arg());
    index.push_back({low, high});
    Value weight = binary("sub", place, b.convert(low, compute));
    weights.push_back(b.call("aten.clamp.default", weight, 0, 1));
  }
  // Corners in the order of binary numbers, the last axis first.
  SmallVector<Value> corners;
  for (unsigned corner = 0; corner < (1u << axes.size()); ++corner) {
    SmallVector<Value> at;
    for (size_t i = 0; i < axes.size(); ++i)
      at.push_back(corner >> (axes.size() - 1 - i) & 1 ? index[i].second
                                                       : index[i].first);
    corners.push_back(read(at));
  }
  for (size_t i = axes.size(); i-- > 0;) {
    Value weight = align(weights[i], i);
    SmallVector<Value> merged;
    for (size_t k = 0; k < corners.size(); k += 2) {
      Value step = binary("sub", corners[k + 1], corners[k]);
      step = binary("mul", step, weight);
      merged.push_back(binary("add", corners[k], step));
    }
    corners = merged;
  }
  return finish(corners.front());
}

/// The weights of the four elements around a place that is `t` behind the
/// second of them: cubic convolution with the parameter that torch uses.
static SmallVector<Value> makeCubicWeights(DecomposeBuilder &b, Value t) {
  constexpr double a = -0.75;
  auto add = [&](Value x, double y) { return b.call("aten.add.Tensor", x, y); };
  auto mul = [&](Value x, const Arg &y) {
    return b.call("aten.mul.Tensor", x, y);
  };
  auto near = [&](Value x) {
    Value square = mul(x, x);
    return add(mul(add(mul(x, a + 2), -(a + 3)), square), 1);
  };
  auto far = [&](Value x) {
    Value y = add(mul(x, a), -5 * a);
    return add(mul(add(mul(y, x), 8 * a), x), -4 * a);
  };
  Value rest = b.call("aten.rsub.Scalar", t, 1);
  return {far(add(t, 1)), near(t), near(rest), far(add(rest, 1))};
}

Replacement Resampling::cubic() {
  if (!isFloatingPoint(*dtype) || axes.size() != 2)
    return std::nullopt;
  x = b.convert(x, getOpmathType(*dtype));
  SmallVector<Value> index[2], weights[2];
  for (size_t i = 0; i < 2; ++i) {
    std::optional<Value> source = getSource(axes[i]);
    if (!source)
      return std::nullopt;
    Value floor = b.call("aten.floor.default", *source);
    Value t = binary("sub", *source, floor);
    t = b.call("aten.clamp.default", t, 0, 1);
    weights[i] = makeCubicWeights(b, t);
    Value base = b.convert(floor, ScalarType::int64);
    for (int64_t k = -1; k <= 2; ++k) {
      Value place = k == 0 ? base : binary("add", base, k);
      index[i].push_back(clampIndex(place, axes[i], 0));
    }
  }
  auto sum = [&](ArrayRef<Value> values, ArrayRef<Value> factors, size_t i) {
    Value total;
    for (auto [value, factor] : llvm::zip_equal(values, factors)) {
      Value term = binary("mul", value, align(factor, i));
      total = total ? binary("add", total, term) : term;
    }
    return total;
  };
  SmallVector<Value> rows;
  for (Value row : index[0]) {
    SmallVector<Value> elements;
    for (Value column : index[1])
      elements.push_back(read({row, column}));
    rows.push_back(sum(elements, weights[1], 1));
  }
  return finish(sum(rows, weights[0], 0));
}

static Replacement decomposeNearest(DecomposeBuilder &b, CallOp call) {
  Resampling resampling(b);
  if (!resampling.read())
    return std::nullopt;
  return resampling.nearest(b.getTarget().contains("_exact"));
}

static Replacement decomposeLinear(DecomposeBuilder &b, CallOp call) {
  Resampling resampling(b);
  return resampling.read() ? resampling.linear() : Replacement(std::nullopt);
}

static Replacement decomposeCubic(DecomposeBuilder &b, CallOp call) {
  Resampling resampling(b);
  return resampling.read() ? resampling.cubic() : Replacement(std::nullopt);
}

/// With antialiasing: the form with sizes.
static Replacement decomposeAntialias(DecomposeBuilder &b, CallOp call) {
  Value input = b.tensor("input");
  Arg sizes = b.arg("output_size"), factors = b.arg("scale_factors");
  if (b.rank(input) != 4 ||
      !(factors.isNone() || (factors.isList() && factors.size() == 2)))
    return std::nullopt;
  if (sizes.isNone()) {
    if (factors.isNone())
      return std::nullopt;
    std::vector<Arg> computed;
    for (int64_t i : {0, 1}) {
      std::optional<int64_t> size = b.staticSize(input, 2 + i);
      if (!size || !factors[i].isNumber())
        return std::nullopt;
      computed.push_back(int64_t(double(*size) * factors[i].getNumber()));
    }
    sizes = computed;
  }
  StringRef base = b.getTarget().drop_back(StringRef(".vec").size());
  Arg none;
  return b.call((base + ".default").str(), input, sizes, b.arg("align_corners"),
                factors.isNone() ? none : factors[0],
                factors.isNone() ? none : factors[1]);
}

static Replacement decomposeGridSampler(DecomposeBuilder &b, CallOp call) {
  std::optional<int64_t> rank = b.rank(b.tensor("input"));
  if (rank != 4 && rank != 5)
    return std::nullopt;
  return b.call(rank == 4 ? "aten.grid_sampler_2d.default"
                          : "aten.grid_sampler_3d.default",
                b.arg("input"), b.arg("grid"), b.arg("interpolation_mode"),
                b.arg("padding_mode"), b.arg("align_corners"));
}

void core::populateResampling(DecompositionTable &table) {
  // `upsample_nearest2d.vec` is a core operator.
  table.add({"aten.upsample_nearest1d.default", "aten.upsample_nearest1d.vec",
             "aten.upsample_nearest2d.default",
             "aten.upsample_nearest3d.default", "aten.upsample_nearest3d.vec",
             "aten._upsample_nearest_exact1d.default",
             "aten._upsample_nearest_exact1d.vec",
             "aten._upsample_nearest_exact2d.default",
             "aten._upsample_nearest_exact2d.vec",
             "aten._upsample_nearest_exact3d.default",
             "aten._upsample_nearest_exact3d.vec"},
            decomposeNearest);
  table.add({"aten.upsample_linear1d.default", "aten.upsample_linear1d.vec",
             "aten.upsample_trilinear3d.default",
             "aten.upsample_trilinear3d.vec"},
            decomposeLinear);
  table.add({"aten.upsample_bicubic2d.default", "aten.upsample_bicubic2d.vec"},
            decomposeCubic);
  table.add({"aten._upsample_bilinear2d_aa.vec",
             "aten._upsample_bicubic2d_aa.vec",
             "aten._upsample_lanczos2d_aa.vec"},
            decomposeAntialias);
  table.add("aten.grid_sampler.default", decomposeGridSampler);
}
