//===- Special.cpp - Rules for special functions --------------------------===//
//
// Functions of numbers that are made of simpler ones. Integers become floating
// point first, and half precision is computed in float32, as torch does.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tp;

namespace {
/// The dtypes of an elementwise function: the one it computes in, and that of
/// the result.
struct Dtypes {
  ScalarType compute, result;
};
} // namespace

static constexpr double inf = HUGE_VAL;

/// None where a dtype is not known. With `wantsFloat`, integers give float32.
static std::optional<Dtypes> getDtypes(DecomposeBuilder &b, ArrayRef<Arg> args,
                                       bool wantsFloat) {
  std::optional<ScalarType> dtype = b.promote(args);
  if (!dtype)
    return std::nullopt;
  ScalarType result = wantsFloat ? toFloatType(*dtype) : *dtype;
  return Dtypes{getOpmathType(result), result};
}

/// A tensor in the dtype of the computation; numbers as they are.
static Arg convertArg(DecomposeBuilder &b, const Arg &arg, ScalarType dtype) {
  return arg.isTensor() ? Arg(b.convert(arg.getValue(), dtype)) : arg;
}

static Value where(DecomposeBuilder &b, Value condition, const Arg &yes,
                   const Arg &no, ScalarType dtype) {
  auto asTensor = [&](const Arg &arg) {
    return arg.isNumber() ? b.scalarTensor(arg, dtype, condition)
                          : arg.getValue();
  };
  return b.call("aten.where.self", condition, asTensor(yes), asTensor(no));
}

using Function1 = Value (*)(DecomposeBuilder &, Value x, ScalarType dtype);

/// A function of one floating-point argument.
template <Function1 function, bool allowsComplex = false>
static Replacement decomposeUnary(DecomposeBuilder &b, CallOp call) {
  Arg x = b.arg("self");
  std::optional<Dtypes> types = getDtypes(b, {x}, /*wantsFloat=*/true);
  if (!types || !x.isTensor() || (!allowsComplex && isComplex(types->result)))
    return std::nullopt;
  Value input = b.convert(x.getValue(), types->compute);
  return b.convert(function(b, input, types->compute), types->result);
}

static Value sinc(DecomposeBuilder &b, Value x, ScalarType dtype) {
  Value angle = b.call("aten.mul.Tensor", x, M_PI);
  Value quotient =
      b.call("aten.div.Tensor", b.call("aten.sin.default", angle), angle);
  return where(b, b.call("aten.eq.Scalar", angle, 0), 1, quotient, dtype);
}

/// The distribution function of the normal distribution, each step in the dtype
/// of the result, as torch computes it.
static Replacement decomposeNdtr(DecomposeBuilder &b, CallOp call) {
  Arg arg = b.arg("self");
  std::optional<Dtypes> types = getDtypes(b, {arg}, /*wantsFloat=*/true);
  if (!types || isComplex(types->result))
    return std::nullopt;
  Value x = b.convert(arg.getValue(), types->result);
  Value erf =
      b.call("aten.erf.default", b.call("aten.mul.Scalar", x, std::sqrt(0.5)));
  return b.call("aten.mul.Scalar", b.call("aten.add.Scalar", erf, 1), 0.5);
}

static Value logNdtr(DecomposeBuilder &b, Value x, ScalarType dtype) {
  Value t = b.call("aten.mul.Tensor", x, std::sqrt(0.5));
  Value tail =
      b.call("aten.special_erfcx.default", b.call("aten.neg.default", t));
  tail = b.call("aten.log.default", b.call("aten.div.Tensor", tail, 2));
  tail = b.call("aten.sub.Tensor", tail, b.call("aten.mul.Tensor", t, t));
  Value body = b.call("aten.erfc.default", t);
  body = b.call("aten.div.Tensor", b.call("aten.neg.default", body), 2);
  body = b.call("aten.log1p.default", body);
  return where(b, b.call("aten.lt.Scalar", x, 1.0), tail, body, dtype);
}

static Value entropy(DecomposeBuilder &b, Value x, ScalarType dtype) {
  Value product = b.call("aten.mul.Tensor", b.call("aten.neg.default", x),
                         b.call("aten.log.default", x));
  Value rest = where(b, b.call("aten.eq.Scalar", x, 0), 0, -inf, dtype);
  Value result = where(b, b.call("aten.gt.Scalar", x, 0), product, rest, dtype);
  return where(b, b.call("aten.isnan.default", x), x, result, dtype);
}

/// Each step in the dtype of the result, as torch's kernel does.
static Replacement decomposeLogit(DecomposeBuilder &b, CallOp call) {
  Arg arg = b.arg("self"), eps = b.arg("eps");
  std::optional<Dtypes> types = getDtypes(b, {arg}, /*wantsFloat=*/true);
  if (!types || isComplex(types->result) || !(eps.isNone() || eps.isNumber()))
    return std::nullopt;
  ScalarType dtype = types->result;
  Value x = b.convert(arg.getValue(), dtype);
  if (eps.isNumber() && eps.getNumber() >= 0) {
    double low = eps.getNumber(), high = 1 - low;
    x = where(b, b.call("aten.lt.Scalar", x, low), low, x, dtype);
    x = where(b, b.call("aten.gt.Scalar", x, high), high, x, dtype);
  }
  Value one = b.scalarTensor(1, dtype, x);
  Value odds = b.call("aten.div.Tensor", x, b.call("aten.sub.Tensor", one, x));
  return b.call("aten.log.default", odds);
}

//===----------------------------------------------------------------------===//
// Two arguments
//===----------------------------------------------------------------------===//

/// x * log(y), 0 where x is, unless y is NaN.
static Replacement decomposeXLog(DecomposeBuilder &b, StringRef logarithm) {
  Arg x = b.arg("self"), y = b.arg("other");
  std::optional<Dtypes> types = getDtypes(b, {x, y}, /*wantsFloat=*/true);
  if (!types || isComplex(types->result))
    return std::nullopt;
  ScalarType dtype = types->compute;
  auto asTensor = [&](const Arg &arg, Value deviceOf) {
    return arg.isTensor() ? b.convert(arg.getValue(), dtype)
                          : b.scalarTensor(arg, dtype, deviceOf);
  };
  if (!(x.isTensor() || x.isNumber()) || !(y.isTensor() || y.isNumber()))
    return std::nullopt;
  Value like = x.isTensor() ? x.getValue() : y.getValue();
  Value lhs = asTensor(x, like), rhs = asTensor(y, like);
  Value product = b.call("aten.mul.Tensor", lhs, b.call(logarithm, rhs));
  Value isZero = b.call("aten.eq.Scalar", lhs, 0);
  Value result = where(b, isZero, 0, product, dtype);
  result =
      where(b, b.call("aten.isnan.default", rhs), std::nan(""), result, dtype);
  return b.convert(result, types->result);
}

static Replacement decomposeXLogY(DecomposeBuilder &b, CallOp call) {
  return decomposeXLog(b, "aten.log.default");
}

static Replacement decomposeXLog1pY(DecomposeBuilder &b, CallOp call) {
  return decomposeXLog(b, "aten.log1p.default");
}

Value core::makeRealPart(DecomposeBuilder &b, Value x) {
  x = b.call("aten.clone.default", x);
  return b.call("aten.select.int", b.call("aten.view_as_real.default", x), -1,
                0);
}

/// log(e^x + e^y) of complex numbers, from the one with the larger real part.
static Value addComplexExponents(DecomposeBuilder &b, Value lhs, Value rhs,
                                 ScalarType dtype) {
  Value left = core::makeRealPart(b, lhs), right = core::makeRealPart(b, rhs);
  Value isFirst = b.call("aten.ge.Tensor", left, right);
  Value larger = b.call("aten.where.self", isFirst, lhs, rhs);
  Value smaller = b.call("aten.where.self", isFirst, rhs, lhs);
  Value least = b.call("aten.where.self", isFirst, right, left);
  Value isSame =
      b.call("aten.logical_and.default", b.call("aten.isinf.default", left),
             b.call("aten.eq.Tensor", left, right));
  // Two infinities of one sign have no difference.
  Value powers = b.call("aten.add.Tensor", b.call("aten.exp.default", smaller),
                        b.call("aten.exp.default", larger));
  Value infinite = b.call("aten.where.self", b.call("aten.lt.Scalar", least, 0),
                          smaller, b.call("aten.log.default", powers));
  Value rest =
      b.call("aten.exp.default", b.call("aten.sub.Tensor", smaller, larger));
  Value sum =
      b.call("aten.add.Tensor", larger, b.call("aten.log1p.default", rest));
  Value result = b.call("aten.where.self", isSame, infinite, sum);
  return where(b, b.call("aten.isnan.default", smaller), std::nan(""), result,
               dtype);
}

/// log(e^x + e^y), or with powers of 2, from the larger one.
static Replacement decomposeLogAddExp(DecomposeBuilder &b, StringRef power,
                                      double scale) {
  Arg x = b.arg("self"), y = b.arg("other");
  std::optional<Dtypes> types = getDtypes(b, {x, y}, /*wantsFloat=*/false);
  if (!types || isIntegral(types->result) ||
      (isComplex(types->result) && scale != 1))
    return std::nullopt;
  ScalarType dtype = types->compute;
  Value lhs = b.convert(x.getValue(), dtype);
  Value rhs = b.convert(y.getValue(), dtype);
  if (isComplex(dtype))
    return b.convert(addComplexExponents(b, lhs, rhs, dtype), types->result);
  Value isFirst = b.call("aten.ge.Tensor", lhs, rhs);
  Value larger = b.call("aten.where.self", isFirst, lhs, rhs);
  Value smaller = b.call("aten.where.self", isFirst, rhs, lhs);
  // Two infinities of one sign have no difference.
  Value isSame =
      b.call("aten.logical_and.default", b.call("aten.isinf.default", lhs),
             b.call("aten.eq.Tensor", lhs, rhs));
  Value rest = b.call(power, b.call("aten.sub.Tensor", smaller, larger));
  rest = b.call("aten.log1p.default", rest);
  if (scale != 1)
    rest = b.call("aten.mul.Tensor", rest, scale);
  Value sum = b.call("aten.add.Tensor", larger, rest);
  return b.convert(b.call("aten.where.self", isSame, lhs, sum), types->result);
}

static Replacement decomposeLogAddExpE(DecomposeBuilder &b, CallOp call) {
  return decomposeLogAddExp(b, "aten.exp.default", 1);
}

static Replacement decomposeLogAddExp2(DecomposeBuilder &b, CallOp call) {
  return decomposeLogAddExp(b, "aten.exp2.default", 1 / std::log(2.0));
}

static Replacement decomposeHeaviside(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self"), values = b.tensor("values");
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!dtype || isComplex(*dtype) || b.dtype(values) != dtype)
    return std::nullopt;
  Value isZero = b.call("aten.eq.Scalar", x, 0);
  Value isBelow = b.call("aten.lt.Scalar", x, 0);
  if (isFloatingPoint(*dtype))
    isBelow = b.call("aten.logical_or.default", isBelow,
                     b.call("aten.isnan.default", x));
  Value step = where(b, isBelow, 0, 1, *dtype);
  return b.call("aten.where.self", isZero, values, step);
}

/// In float64, or complex128.
static Replacement decomposeFloatPower(DecomposeBuilder &b, CallOp call) {
  Arg base = b.arg("self"), exponent = b.arg("exponent");
  std::optional<ScalarType> dtype = b.promote({base, exponent});
  if (!dtype)
    return std::nullopt;
  ScalarType wide =
      isComplex(*dtype) ? ScalarType::complex128 : ScalarType::float64;
  StringRef target = !base.isTensor()       ? "aten.pow.Scalar"
                     : !exponent.isTensor() ? "aten.pow.Tensor_Scalar"
                                            : "aten.pow.Tensor_Tensor";
  return b.call(target, convertArg(b, base, wide),
                convertArg(b, exponent, wide));
}

/// From `self` for weights below a half, else from `end`: exact at both.
static Replacement decomposeLerp(DecomposeBuilder &b, CallOp call) {
  Value start = b.tensor("self"), end = b.tensor("end");
  Arg weight = b.arg("weight");
  std::optional<ScalarType> dtype = b.dtype(start);
  if (!dtype || isIntegral(*dtype) || b.dtype(end) != dtype)
    return std::nullopt;
  ScalarType computeType = getOpmathType(*dtype);
  start = b.convert(start, computeType);
  end = b.convert(end, computeType);
  Value difference = b.call("aten.sub.Tensor", end, start);
  if (weight.isNumber()) {
    double number = weight.getNumber();
    Value result =
        std::abs(number) < 0.5
            ? b.call("aten.add.Tensor", start,
                     b.call("aten.mul.Tensor", difference, number))
            : b.call("aten.sub.Tensor", end,
                     b.call("aten.mul.Tensor", difference, 1 - number));
    return b.convert(result, dtype);
  }
  if (!weight.isTensor() || !b.dtype(weight.getValue()))
    return std::nullopt;
  Value factor = b.convert(weight.getValue(), computeType);
  Value isLate =
      b.call("aten.ge.Scalar", b.call("aten.abs.default", factor), 0.5);
  Value from = b.call("aten.where.self", isLate, end, start);
  Value by = b.call("aten.where.self", isLate,
                    b.call("aten.sub.Tensor", factor, 1), factor);
  Value result = b.call("aten.add.Tensor", from,
                        b.call("aten.mul.Tensor", by, difference));
  return b.convert(result, dtype);
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

static Value replaceNonFinite(DecomposeBuilder &b, Value x, ScalarType dtype) {
  auto get = [&](StringRef name, double otherwise) {
    Arg given = b.arg(name);
    return given.isNumber() ? Arg(given.getNumber()) : Arg(otherwise);
  };
  Value result =
      where(b, b.call("aten.isnan.default", x), get("nan", 0), x, dtype);
  result = where(b, b.call("aten.eq.Scalar", x, -inf),
                 get("neginf", getMinValue(dtype)), result, dtype);
  return where(b, b.call("aten.eq.Scalar", x, inf),
               get("posinf", getMaxValue(dtype)), result, dtype);
}

static Replacement decomposeNanToNum(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!dtype)
    return std::nullopt;
  if (isIntegral(*dtype))
    return b.call("aten.clone.default", x);
  if (!isComplex(*dtype))
    return replaceNonFinite(b, x, *dtype);
  // Both parts; a copy has no conjugates that are still to be computed.
  Value parts =
      b.call("aten.view_as_real.default", b.call("aten.clone.default", x));
  parts = replaceNonFinite(b, parts, toRealType(*dtype));
  return b.call("aten.view_as_complex.default", parts);
}

static Replacement decomposeSgn(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!dtype)
    return std::nullopt;
  if (!isComplex(*dtype))
    return b.call("aten.sign.default", x);
  Value size = b.call("aten.abs.default", x);
  Value direction = b.call("aten.div.Tensor", x, size);
  return where(b, b.call("aten.eq.Scalar", size, 0), 0, direction, *dtype);
}

static Replacement decomposeFrac(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  return b.call("aten.sub.Tensor", x, b.call("aten.trunc.default", x));
}

/// The sum of lgamma at `p` places, half a step apart.
static Replacement decomposeMultiGamma(DecomposeBuilder &b, CallOp call) {
  Arg arg = b.arg("self");
  std::optional<int64_t> p = b.getInt("p");
  std::optional<Dtypes> types = getDtypes(b, {arg}, /*wantsFloat=*/true);
  if (!types || isComplex(types->result) || !p || *p < 1)
    return std::nullopt;
  Value x = b.convert(arg.getValue(), types->result);
  double count = static_cast<double>(*p);
  Value offsets =
      b.call("aten.arange.start_step", 0.5 - 0.5 * count, 0.5, 0.5,
             b.kw("dtype", types->result), b.kw("device", b.device(x)),
             b.kw("pin_memory", false));
  Value places = b.call("aten.add.Tensor", b.unsqueeze(x, -1), offsets);
  Value sum = b.call("aten.sum.dim_IntList",
                     b.call("aten.lgamma.default", places), Arg({Arg(-1)}));
  return b.call("aten.add.Tensor", sum,
                count * (count - 1) * std::log(M_PI) / 4);
}

static Replacement decomposeHalfComplex(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  if (!b.dtype(x))
    return std::nullopt;
  Arg format = b.arg("memory_format");
  if (b.dtype(x) == ScalarType::complex32 && format.isNone())
    return x;
  return b.call("aten._to_copy.default", x,
                b.kw("dtype", ScalarType::complex32),
                b.kw("memory_format", format));
}

void core::populateSpecial(DecompositionTable &table) {
  table.add({"aten.sinc.default", "aten.special_sinc.default"},
            decomposeUnary<sinc, true>);
  table.add("aten.special_ndtr.default", decomposeNdtr);
  table.add("aten.special_log_ndtr.default", decomposeUnary<logNdtr>);
  table.add("aten.special_entr.default", decomposeUnary<entropy>);
  table.add({"aten.logit.default", "aten.special_logit.default"},
            decomposeLogit);
  table.add({"aten.xlogy.Tensor", "aten.xlogy.Scalar_Self",
             "aten.xlogy.Scalar_Other", "aten.special_xlogy.default",
             "aten.special_xlogy.self_scalar",
             "aten.special_xlogy.other_scalar"},
            decomposeXLogY);
  table.add({"aten.special_xlog1py.default", "aten.special_xlog1py.self_scalar",
             "aten.special_xlog1py.other_scalar"},
            decomposeXLog1pY);
  table.add("aten.logaddexp.default", decomposeLogAddExpE);
  table.add("aten.logaddexp2.default", decomposeLogAddExp2);
  table.add("aten.heaviside.default", decomposeHeaviside);
  table.add({"aten.float_power.Tensor_Tensor", "aten.float_power.Tensor_Scalar",
             "aten.float_power.Scalar"},
            decomposeFloatPower);
  table.add({"aten.lerp.Scalar", "aten.lerp.Tensor"}, decomposeLerp);
  table.add("aten.nan_to_num.default", decomposeNanToNum);
  table.add("aten.sgn.default", decomposeSgn);
  table.add("aten.frac.default", decomposeFrac);
  table.add({"aten.mvlgamma.default", "aten.special_multigammaln.default"},
            decomposeMultiGamma);
  table.add("aten.chalf.default", decomposeHalfComplex);
}
