//===- Gradients.cpp - Rules for the gradients of activations and losses --===//
//
// Operators that a program of a training step has. Half precision is computed
// in float32, as torch's kernels do.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "NNHelpers.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::tp;
using core::Reduction;

namespace {
/// Arithmetic of a gradient in the type that it is computed in.
class Gradient {
public:
  /// `input` names what the gradient depends on.
  Gradient(DecomposeBuilder &b, StringRef input) : b(b) {
    Value g = b.tensor("grad_output"), x = b.tensor(input);
    type = b.promote({g, x});
    if (!type || !isFloatingPoint(*type)) {
      type = std::nullopt;
      return;
    }
    type = getOpmathType(*type);
    grad = b.convert(g, type);
    self = b.convert(x, type);
  }

  explicit operator bool() const { return type && b.resultDType(); }
  Value get(StringRef name) { return b.convert(b.tensor(name), type); }
  Value add(Value x, const Arg &y) { return b.call("aten.add.Tensor", x, y); }
  Value sub(Value x, const Arg &y) { return b.call("aten.sub.Tensor", x, y); }
  Value mul(Value x, const Arg &y) { return b.call("aten.mul.Tensor", x, y); }
  Value div(Value x, const Arg &y) { return b.call("aten.div.Tensor", x, y); }
  /// y - x.
  Value subFrom(const Arg &y, Value x) {
    return b.call("aten.rsub.Scalar", x, y);
  }
  Value apply(StringRef name, Value x) {
    return b.call(("aten." + name + ".default").str(), x);
  }
  Value compare(StringRef name, Value x, const Arg &y) {
    return b.call(("aten." + name + ".Scalar").str(), x, y);
  }
  Value both(Value x, Value y) {
    return b.call("aten.logical_and.default", x, y);
  }
  Value where(Value mask, Value yes, Value no) {
    return b.call("aten.where.self", mask, yes, no);
  }
  Value zero() { return b.scalarTensor(0, *type, self); }
  Replacement finish(Value result) {
    return b.convert(result, b.resultDType());
  }

  DecomposeBuilder &b;
  std::optional<ScalarType> type;
  Value grad, self;
};
} // namespace

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

static Replacement decomposeSigmoid(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "output");
  if (!g)
    return std::nullopt;
  Value slope = g.mul(g.subFrom(1, g.self), g.self);
  return g.finish(g.mul(g.grad, slope));
}

static Replacement decomposeTanh(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "output");
  if (!g)
    return std::nullopt;
  Value slope = g.subFrom(1, g.mul(g.self, g.self));
  return g.finish(g.mul(g.grad, slope));
}

static Replacement decomposeSilu(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "self");
  if (!g)
    return std::nullopt;
  Value s = g.apply("sigmoid", g.self);
  Value slope = g.add(g.mul(g.self, g.subFrom(1, s)), 1);
  return g.finish(g.mul(g.mul(g.grad, s), slope));
}

static Replacement decomposeGelu(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "self");
  Arg approximate = b.arg("approximate");
  if (!g || !approximate.isString())
    return std::nullopt;
  Value x = g.self, slope;
  if (approximate.isString("tanh")) {
    const double beta = M_SQRT2 * M_2_SQRTPI * 0.5;
    constexpr double kappa = 0.044715;
    Value square = g.mul(x, x);
    Value inner = g.mul(g.add(g.mul(g.mul(square, x), kappa), x), beta);
    Value t = g.apply("tanh", inner);
    Value left = g.mul(g.add(t, 1), 0.5);
    Value innerSlope = g.mul(g.add(g.mul(square, 3 * kappa), 1), beta);
    Value tanhSlope = g.subFrom(1, g.mul(t, t));
    Value right = g.mul(g.mul(g.mul(x, 0.5), tanhSlope), innerSlope);
    slope = g.add(left, right);
  } else if (approximate.isString("none")) {
    Value cdf = g.apply("erf", g.mul(x, M_SQRT1_2));
    cdf = g.mul(g.add(cdf, 1), 0.5);
    Value pdf = g.apply("exp", g.mul(g.mul(x, x), -0.5));
    pdf = g.mul(pdf, M_2_SQRTPI * M_SQRT1_2 * 0.5);
    slope = g.add(cdf, g.mul(x, pdf));
  } else {
    return std::nullopt;
  }
  return g.finish(g.mul(g.grad, slope));
}

static Replacement decomposeElu(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "self_or_result");
  Arg alpha = b.arg("alpha"), scale = b.arg("scale");
  Arg inputScale = b.arg("input_scale"), isResult = b.arg("is_result");
  if (!g || !alpha.isNumber() || !scale.isNumber() || !inputScale.isNumber() ||
      !isResult.isBool())
    return std::nullopt;
  double factor = alpha.getNumber() * scale.getNumber();
  Value negative;
  if (isResult.getBool()) {
    negative = g.mul(g.mul(g.grad, inputScale), g.add(g.self, factor));
  } else {
    Value e = g.apply("exp", g.mul(g.self, inputScale));
    negative = g.mul(g.mul(g.grad, inputScale.getNumber() * factor), e);
  }
  Value isNegative = g.compare("le", g.self, 0);
  return g.finish(g.where(isNegative, negative, g.mul(g.grad, scale)));
}

static Replacement decomposeLeakyRelu(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "self");
  if (!g)
    return std::nullopt;
  Value isPositive = g.compare("gt", g.self, 0);
  Value low = g.mul(g.grad, b.arg("negative_slope"));
  return g.finish(g.where(isPositive, g.grad, low));
}

static Replacement decomposeHardtanh(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "self");
  if (!g)
    return std::nullopt;
  Value isFlat = b.call("aten.logical_or.default",
                        g.compare("le", g.self, b.arg("min_val")),
                        g.compare("ge", g.self, b.arg("max_val")));
  return g.finish(g.where(isFlat, g.zero(), g.grad));
}

static Replacement decomposeHardswish(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "self");
  if (!g)
    return std::nullopt;
  Value middle = g.mul(g.grad, g.add(g.div(g.self, 3), 0.5));
  Value upper = g.where(g.compare("lt", g.self, 3), middle, g.grad);
  return g.finish(g.where(g.compare("le", g.self, -3), g.zero(), upper));
}

static Replacement decomposeHardsigmoid(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "self");
  if (!g)
    return std::nullopt;
  Value isMiddle =
      g.both(g.compare("gt", g.self, -3), g.compare("lt", g.self, 3));
  Value middle = g.mul(g.grad, 1.0 / 6.0);
  return g.finish(g.where(isMiddle, middle, g.zero()));
}

static Replacement decomposeThreshold(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "self");
  if (!g)
    return std::nullopt;
  Value isLow = g.compare("le", g.self, b.arg("threshold"));
  return g.finish(g.where(isLow, g.zero(), g.grad));
}

static Replacement decomposeSoftplus(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "self");
  if (!g)
    return std::nullopt;
  Value scaled = g.mul(g.self, b.arg("beta"));
  Value z = g.apply("exp", scaled);
  Value slope = g.div(g.mul(g.grad, z), g.add(z, 1));
  Value isLinear = g.compare("gt", scaled, b.arg("threshold"));
  return g.finish(g.where(isLinear, g.grad, slope));
}

static Replacement decomposeMish(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "self");
  if (!g)
    return std::nullopt;
  Value t = g.apply("tanh", g.apply("softplus", g.self));
  Value s = g.apply("sigmoid", g.self);
  Value slope = g.mul(g.mul(g.self, s), g.subFrom(1, g.mul(t, t)));
  return g.finish(g.mul(g.grad, g.add(t, slope)));
}

/// sigmoid(-x), which does not overflow for either sign.
static Replacement decomposeLogSigmoid(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "self");
  if (!g)
    return std::nullopt;
  return g.finish(g.mul(g.grad, g.apply("sigmoid", g.apply("neg", g.self))));
}

static Replacement decomposeLogit(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "self");
  Arg eps = b.arg("eps");
  if (!g || !(eps.isNone() || eps.isNumber()))
    return std::nullopt;
  double low = eps.isNone() ? 0 : eps.getNumber();
  double outside = eps.isNone() ? std::numeric_limits<double>::quiet_NaN() : 0;
  // NaN is not outside.
  Value isOutside =
      b.call("aten.logical_or.default", g.compare("lt", g.self, low),
             g.compare("gt", g.self, 1 - low));
  Value slope = g.div(g.grad, g.mul(g.self, g.subFrom(1, g.self)));
  Value other = b.scalarTensor(outside, *g.type, g.self);
  return g.finish(g.where(isOutside, other, slope));
}

static Replacement decomposeGlu(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "self");
  std::optional<int64_t> dim = g ? b.getDim("dim", g.self) : std::nullopt;
  std::optional<int64_t> size = dim ? b.staticSize(g.self, *dim) : std::nullopt;
  if (!size || *size % 2)
    return std::nullopt;
  Value self = b.tensor("self");
  Value left = b.call("aten.slice.Tensor", g.self, *dim, 0, *size / 2);
  Value right = b.call("aten.slice.Tensor", self, *dim, *size / 2, *size);
  // torch rounds the gate, which is another kernel's.
  Value gate = b.convert(g.apply("sigmoid", right), g.type);
  Value leftGrad = g.mul(gate, g.grad);
  Value rightGrad = g.mul(g.mul(g.mul(g.subFrom(1, gate), gate), g.grad), left);
  return g.finish(
      b.call("aten.cat.default", Arg({Arg(leftGrad), Arg(rightGrad)}), *dim));
}

static Replacement decomposePrelu(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "self");
  if (!g)
    return std::nullopt;
  Value isPositive = g.compare("gt", g.self, 0);
  Value scaled = g.mul(g.get("weight"), g.grad);
  Value product = g.mul(g.self, g.grad);
  return {b.convert(g.where(isPositive, g.grad, scaled), b.resultDType(0)),
          b.convert(g.where(isPositive, g.zero(), product), b.resultDType(1))};
}

/// The gradient of softmax, and of its logarithm.
static Replacement decomposeSoftmax(DecomposeBuilder &b, CallOp call) {
  Gradient g(b, "output");
  std::optional<int64_t> dim = g ? b.getDim("dim", g.self) : std::nullopt;
  if (!dim)
    return std::nullopt;
  auto sum = [&](Value x) {
    return b.call("aten.sum.dim_IntList", x, Arg({Arg(*dim)}), true);
  };
  if (b.getTarget().contains("log_softmax")) {
    Value share = g.mul(g.apply("exp", g.self), sum(g.grad));
    return g.finish(g.sub(g.grad, share));
  }
  Value product = g.mul(g.grad, g.self);
  return g.finish(g.sub(product, g.mul(g.self, sum(product))));
}

static Replacement decomposeDropout(DecomposeBuilder &b, CallOp call) {
  Value grad = b.tensor("grad_output"), mask = b.tensor("mask");
  std::optional<ScalarType> dtype = b.dtype(grad);
  if (!dtype)
    return std::nullopt;
  Value factor =
      b.call("aten.mul.Tensor", b.convert(mask, dtype), b.arg("scale"));
  return b.call("aten.mul.Tensor", grad, factor);
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

namespace {
/// The gradient of a loss of a prediction and a target.
class LossGradient : public Gradient {
public:
  explicit LossGradient(DecomposeBuilder &b)
      : Gradient(b, "self"), reduction(core::getReduction(b)) {
    if (!reduction)
      type = std::nullopt;
    if (type)
      target = get("target");
  }
  Value difference() { return sub(self, target); }
  /// `slope` times the gradient that comes in, of the mean where that is what
  /// the loss was.
  Replacement chain(Value slope) {
    Value result = mul(slope, grad);
    if (*reduction == Reduction::Mean)
      result = div(result, b.numel(self));
    return finish(result);
  }

  std::optional<Reduction> reduction;
  Value target;
};
} // namespace

static Replacement decomposeMSE(DecomposeBuilder &b, CallOp call) {
  LossGradient g(b);
  if (!g)
    return std::nullopt;
  return g.chain(g.mul(g.difference(), 2));
}

/// Linear up to `limit`, constant behind it.
static Value makeRamp(LossGradient &g, double limit, double scale) {
  Value difference = g.difference();
  Value isNear = g.compare("le", g.apply("abs", difference), limit);
  Value sign = g.apply("sign", difference);
  return g.where(isNear, g.mul(difference, scale), g.mul(sign, limit * scale));
}

static Replacement decomposeSmoothL1(DecomposeBuilder &b, CallOp call) {
  LossGradient g(b);
  Arg beta = b.arg("beta");
  if (!g || !beta.isNumber())
    return std::nullopt;
  if (beta.isNumber(0))
    return g.chain(g.apply("sign", g.difference()));
  return g.chain(makeRamp(g, beta.getNumber(), 1 / beta.getNumber()));
}

static Replacement decomposeHuber(DecomposeBuilder &b, CallOp call) {
  LossGradient g(b);
  Arg delta = b.arg("delta");
  if (!g || !delta.isNumber())
    return std::nullopt;
  return g.chain(makeRamp(g, delta.getNumber(), 1));
}

static Replacement decomposeSoftMargin(DecomposeBuilder &b, CallOp call) {
  LossGradient g(b);
  if (!g)
    return std::nullopt;
  Value negated = g.apply("neg", g.target);
  Value share = g.apply("sigmoid", g.mul(negated, g.self));
  return g.chain(g.mul(negated, share));
}

static Replacement decomposeBCE(DecomposeBuilder &b, CallOp call) {
  LossGradient g(b);
  if (!g)
    return std::nullopt;
  Value variance = g.mul(g.self, g.subFrom(1, g.self));
  variance = b.call("aten.clamp.default", variance, 1e-12);
  Value slope = g.div(g.difference(), variance);
  if (Value weight = g.get("weight"))
    slope = g.mul(slope, weight);
  return g.chain(slope);
}

static Replacement decomposeNLL(DecomposeBuilder &b, CallOp call) {
  Value grad = b.tensor("grad_output"), self = b.tensor("self");
  Value target = b.tensor("target"), weight = b.tensor("weight");
  std::optional<int64_t> rank = b.rank(self), gradRank = b.rank(grad);
  std::optional<ScalarType> dtype = b.dtype(self);
  std::optional<Reduction> reduction = core::getReduction(b);
  std::optional<std::vector<Arg>> sizes = b.sizes(self);
  if (!rank || *rank == 0 || !gradRank || !dtype || !reduction ||
      b.rank(target) != *rank - 1)
    return std::nullopt;
  int64_t dim = *rank < 2 ? 0 : 1;
  if (*reduction == Reduction::Mean)
    grad = b.call("aten.div.Tensor", grad, b.tensor("total_weight"));
  target = b.unsqueeze(b.convert(target, ScalarType::int64), dim);
  Value isCounted = b.call("aten.ne.Scalar", target, b.arg("ignore_index"));
  Value safe = core::selectOr(b, isCounted, target, 0);
  Value slopes = b.call("aten.scatter.value", b.full(*sizes, 0, *dtype, self),
                        dim, safe, -1.0);
  if (*gradRank > 0)
    grad = b.unsqueeze(grad, dim);
  if (weight)
    grad =
        b.call("aten.mul.Tensor", grad, b.unsqueezeToRank(weight, *rank - dim));
  grad = core::selectOr(b, isCounted, grad, 0);
  return b.call("aten.mul.Tensor", slopes, grad);
}

void core::populateGradients(DecompositionTable &table) {
  table.add("aten.sigmoid_backward.default", decomposeSigmoid);
  table.add("aten.tanh_backward.default", decomposeTanh);
  table.add("aten.silu_backward.default", decomposeSilu);
  table.add("aten.gelu_backward.default", decomposeGelu);
  table.add("aten.elu_backward.default", decomposeElu);
  table.add("aten.leaky_relu_backward.default", decomposeLeakyRelu);
  table.add("aten.hardtanh_backward.default", decomposeHardtanh);
  table.add("aten.hardswish_backward.default", decomposeHardswish);
  table.add("aten.hardsigmoid_backward.default", decomposeHardsigmoid);
  table.add("aten.threshold_backward.default", decomposeThreshold);
  table.add("aten.softplus_backward.default", decomposeSoftplus);
  table.add("aten.mish_backward.default", decomposeMish);
  table.add("aten.log_sigmoid_backward.default", decomposeLogSigmoid);
  table.add("aten.logit_backward.default", decomposeLogit);
  table.add("aten.glu_backward.default", decomposeGlu);
  table.add("aten._prelu_kernel_backward.default", decomposePrelu);
  table.add({"aten._softmax_backward_data.default",
             "aten._log_softmax_backward_data.default"},
            decomposeSoftmax);
  table.add("aten.native_dropout_backward.default", decomposeDropout);
  table.add("aten.mse_loss_backward.default", decomposeMSE);
  table.add("aten.smooth_l1_loss_backward.default", decomposeSmoothL1);
  table.add("aten.huber_loss_backward.default", decomposeHuber);
  table.add("aten.soft_margin_loss_backward.default", decomposeSoftMargin);
  table.add("aten.binary_cross_entropy_backward.default", decomposeBCE);
  table.add(
      {"aten.nll_loss_backward.default", "aten.nll_loss2d_backward.default"},
      decomposeNLL);
}
