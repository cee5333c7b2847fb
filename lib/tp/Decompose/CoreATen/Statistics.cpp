//===- Statistics.cpp - Rules for statistics ------------------------------===//
//
// Variances, sums without NaN, counts, quantiles, logsumexp.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tp;

/// A dimension or a list of them as a list; None stays.
static Arg asList(const Arg &dim) {
  return dim.isInt() ? Arg({Arg(dim)}) : dim;
}

//===----------------------------------------------------------------------===//
// Variances
//===----------------------------------------------------------------------===//

/// What a variance is divided by: the overloads with `unbiased` say it in
/// words.
static Arg getCorrection(DecomposeBuilder &b) {
  Arg unbiased = b.arg("unbiased");
  return unbiased.isNone() ? b.arg("correction")
                           : Arg(unbiased.isTrue() ? 1 : 0);
}

/// The variance and the mean as `target` gives them, with the arguments of the
/// call.
static SmallVector<Value> makeVariance(DecomposeBuilder &b, StringRef target,
                                       Value x) {
  return b.callAll(target, x, asList(b.arg("dim")),
                   b.kw("correction", getCorrection(b)),
                   b.kw("keepdim", b.arg("keepdim").isTrue()));
}

static Replacement decomposeVar(DecomposeBuilder &b, CallOp call) {
  return makeVariance(b, "aten.var.correction", b.tensor("self"));
}

static Replacement decomposeVarMean(DecomposeBuilder &b, CallOp call) {
  return makeVariance(b, "aten.var_mean.correction", b.tensor("self"));
}

/// The deviation, and the mean where `target` gives it. Half precision is
/// computed in float32.
static Replacement makeDeviation(DecomposeBuilder &b, StringRef target,
                                 size_t count) {
  Value x = b.tensor("self");
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!dtype)
    return std::nullopt;
  SmallVector<Value> moments =
      makeVariance(b, target, b.convert(x, getOpmathType(*dtype)));
  if (moments.size() != count)
    return std::nullopt;
  Value deviation =
      b.convert(b.call("aten.sqrt.default", moments[0]), toRealType(*dtype));
  if (count == 1)
    return deviation;
  return Replacement{deviation, b.convert(moments[1], dtype)};
}

static Replacement decomposeStd(DecomposeBuilder &b, CallOp call) {
  return makeDeviation(b, "aten.var.correction", 1);
}

static Replacement decomposeStdMean(DecomposeBuilder &b, CallOp call) {
  return makeDeviation(b, "aten.var_mean.correction", 2);
}

//===----------------------------------------------------------------------===//
// Sums and counts
//===----------------------------------------------------------------------===//

static Replacement decomposeCountNonzero(DecomposeBuilder &b, CallOp call) {
  Value isNonzero = b.call("aten.ne.Scalar", b.tensor("self"), 0);
  Arg dim = asList(b.arg("dim"));
  return b.call("aten.sum.dim_IntList", isNonzero,
                dim.isNone() ? Arg(std::vector<Arg>()) : dim);
}

/// A sum in which NaN counts as 0.
static Value makeNanSum(DecomposeBuilder &b, Value x, ScalarType dtype) {
  if (!isIntegral(dtype))
    x = b.call("aten.where.self", b.call("aten.isnan.default", x),
               b.scalarTensor(0, dtype, x), x);
  return b.call("aten.sum.dim_IntList", x, asList(b.arg("dim")),
                b.arg("keepdim"), b.kw("dtype", b.arg("dtype")));
}

static Replacement decomposeNanSum(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!dtype || isComplex(*dtype))
    return std::nullopt;
  return makeNanSum(b, x, *dtype);
}

static Replacement decomposeNanMean(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!dtype || !isFloatingPoint(*dtype))
    return std::nullopt;
  Value isNumber =
      b.call("aten.logical_not.default", b.call("aten.isnan.default", x));
  Value count = b.call("aten.sum.dim_IntList", isNumber, asList(b.arg("dim")),
                       b.arg("keepdim"));
  return b.call("aten.div.Tensor", makeNanSum(b, x, *dtype), count);
}

/// The exponents are taken from the largest one, so that none overflows.
static Replacement decomposeLogSumExp(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<ScalarType> dtype = b.dtype(x);
  std::optional<SmallVector<int64_t>> dims = b.getDims(b.arg("dim"), x);
  bool keepdim = b.arg("keepdim").isTrue();
  if (!dtype || !dims)
    return std::nullopt;
  x = b.convert(x, toFloatType(*dtype));
  dtype = b.dtype(x);
  ArrayRef<int64_t> reduced(*dims);
  if (b.numel(x).isInt(0)) {
    Value sum = b.call("aten.sum.dim_IntList", b.call("aten.exp.default", x),
                       reduced, keepdim);
    return b.call("aten.log.default", sum);
  }
  Value real = x;
  if (isComplex(*dtype))
    real = core::makeRealPart(b, x);
  Value largest = b.call("aten.amax.default", real, reduced, true);
  Value isInfinite =
      b.call("aten.eq.Scalar", b.call("aten.abs.default", largest), HUGE_VAL);
  Value zero = b.scalarTensor(0, toRealType(*dtype), x);
  largest = b.call("aten.where.self", isInfinite, zero, largest);
  Value scaled =
      b.call("aten.exp.default", b.call("aten.sub.Tensor", x, largest));
  Value sum = b.call("aten.sum.dim_IntList", scaled, reduced, keepdim);
  if (!keepdim && b.rank(x).value_or(0))
    largest = b.call("aten.squeeze.dims", largest, reduced);
  return b.call("aten.add.Tensor", b.call("aten.log.default", sum), largest);
}

//===----------------------------------------------------------------------===//
// Covariances
//===----------------------------------------------------------------------===//

namespace {
/// What observations count: their number where they all count alike, else the
/// weights and their sum.
struct Weights {
  Value each, sum;
  Arg count;
};
} // namespace

static Weights readWeights(DecomposeBuilder &b, Value x) {
  Weights weights;
  Value frequencies = b.tensor("fweights"), importances = b.tensor("aweights");
  weights.each = frequencies ? frequencies : importances;
  if (frequencies && importances)
    weights.each = b.call("aten.mul.Tensor", frequencies, importances);
  weights.count = b.size(x, 1);
  if (weights.each)
    weights.sum =
        b.call("aten.sum.dim_IntList", weights.each, std::vector<Arg>());
  return weights;
}

/// What a covariance is divided by: nothing is left where there are no more
/// observations than the correction takes.
static Arg getDegreesOfFreedom(DecomposeBuilder &b, const Weights &weights) {
  Arg correction = b.has("correction") ? b.arg("correction") : Arg(1);
  if (!weights.each)
    return b.max(b.sub(weights.count, correction), 0);
  Value factor;
  if (Value importances = b.tensor("aweights");
      importances && !correction.isInt(0)) {
    Value products = b.call("aten.mul.Tensor", weights.each, importances);
    Value lost =
        b.call("aten.mul.Tensor",
               b.call("aten.sum.dim_IntList", products, std::vector<Arg>()),
               correction);
    factor = b.call("aten.sub.Tensor", weights.sum,
                    b.call("aten.div.Tensor", lost, weights.sum));
  } else {
    factor = b.call("aten.sub.Tensor", weights.sum, correction);
  }
  return b.call("aten.clamp.default", factor, 0);
}

/// The covariances of the rows, whose columns are observations; null where a
/// dtype or a rank is not known, or torch refuses it.
static Value makeCovariances(DecomposeBuilder &b, Value x) {
  std::optional<int64_t> rank = b.rank(x);
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!rank || *rank > 2 || !dtype || isBool(*dtype))
    return {};
  if (*rank < 2)
    x = b.reshape(x, {Arg(1), b.numel(x)});
  Weights weights = readWeights(b, x);
  auto weigh = [&](Value value) {
    return weights.each ? b.call("aten.mul.Tensor", value, weights.each)
                        : value;
  };
  Value mean = b.call("aten.sum.dim_IntList", weigh(x), Arg({Arg(1)}), true);
  mean = b.call("aten.div.Tensor", mean,
                weights.each ? Arg(weights.sum) : weights.count);
  Value centered = b.call("aten.sub.Tensor", x, mean);
  Value other = b.permute(weigh(centered), {1, 0});
  std::optional<ScalarType> left = b.dtype(centered), right = b.dtype(other);
  if (!left || left != right)
    return {};
  if (isComplex(*left))
    other = b.call("aten._conj.default", other);
  Value products = b.call("aten.mm.default", centered, other);
  Value result =
      b.call("aten.div.Tensor", products, getDegreesOfFreedom(b, weights));
  return b.call("aten.squeeze.dims", result, Arg({0, 1}));
}

static Replacement decomposeCov(DecomposeBuilder &b, CallOp call) {
  if (!b.arg("correction").isInt())
    return std::nullopt;
  return makeCovariances(b, b.tensor("self"));
}

/// The covariances divided by both deviations. What is not exact goes no
/// further than 1.
static Replacement decomposeCorrcoef(DecomposeBuilder &b, CallOp call) {
  Value c = makeCovariances(b, b.tensor("self"));
  std::optional<ScalarType> type = b.dtype(c);
  if (!type || !b.rank(c))
    return std::nullopt;
  if (b.rank(c) == 0)
    return b.call("aten.div.Tensor", c, c);
  auto parts = [&](Value value) {
    return b.call("aten.view_as_real.default", value);
  };
  Value deviations = b.call("aten.diagonal.default", c);
  if (isComplex(*type))
    deviations = b.call("aten.select.int", parts(deviations), -1, 0);
  deviations = b.call("aten.sqrt.default", deviations);
  c = b.call("aten.div.Tensor", c, b.unsqueeze(deviations, 1));
  c = b.call("aten.div.Tensor", c, b.unsqueeze(deviations, 0));
  if (!isComplex(*type))
    return b.call("aten.clamp.default", c, -1, 1);
  return b.call("aten.view_as_complex.default",
                b.call("aten.clamp.default", parts(c), -1, 1));
}

//===----------------------------------------------------------------------===//
// Quantiles
//===----------------------------------------------------------------------===//

namespace {
/// The input with the dimension to be reduced as the last one, sorted, and the
/// sizes of the result without that of `q`.
struct SortedInput {
  Value values;
  std::vector<Arg> sizes;
};
} // namespace

static std::optional<SortedInput> sortInput(DecomposeBuilder &b, Value x) {
  std::optional<std::vector<Arg>> sizes = b.sizes(x);
  if (!sizes)
    return std::nullopt;
  bool keepdim = b.arg("keepdim").isTrue();
  SortedInput input;
  if (!b.has("dim")) {
    if (keepdim)
      input.sizes.assign(sizes->size(), Arg(1));
    x = b.reshape(x, {b.numel(x)});
  } else {
    std::optional<int64_t> dim = b.getDim("dim", x);
    if (!dim)
      return std::nullopt;
    input.sizes = *sizes;
    if (sizes->empty()) {
      x = b.reshape(x, {1});
    } else {
      if (keepdim)
        input.sizes[*dim] = 1;
      else
        input.sizes.erase(input.sizes.begin() + *dim);
      // Another dimension trades places with a new one at the end.
      int64_t rank = sizes->size();
      if (*dim != rank - 1)
        x = b.transpose(b.unsqueeze(x, -1), *dim, rank);
    }
  }
  SmallVector<Value> sorted = b.callAll("aten.sort.default", x);
  if (sorted.size() != 2)
    return std::nullopt;
  std::vector<Arg> shape = input.sizes;
  shape.push_back(b.size(sorted[0], -1));
  input.values = b.reshape(sorted[0], shape);
  return input;
}

/// Where the quantiles lie among the sorted values, as fractions.
static Value makeRanks(DecomposeBuilder &b, Value q, Value sorted,
                       ScalarType dtype, bool ignoresNan) {
  Value isNan = b.call("aten.isnan.default", sorted);
  if (ignoresNan) {
    // Among the numbers only; the first place where there are none.
    Value isNumber = b.call("aten.logical_not.default", isNan);
    Value count =
        b.call("aten.sum.dim_IntList", isNumber, Arg({Arg(-1)}), true);
    Value last = b.call("aten.sub.Tensor", count, 1);
    Value ranks = b.call("aten.mul.Tensor", q, last);
    return b.call("aten.where.self", b.call("aten.lt.Scalar", ranks, 0),
                  b.scalarTensor(0, dtype, q), ranks);
  }
  // NaN is sorted last.
  Arg last = b.sub(b.size(sorted, -1), 1);
  Value ranks = b.call("aten.mul.Tensor", q, last);
  Value hasNan = b.call("aten.any.dim", isNan, -1, true);
  Value lastRank = b.call("aten.scalar_tensor.default", last,
                          b.kw("dtype", dtype), b.kw("device", b.device(q)));
  return b.call("aten.where.self", hasNan, lastRank, ranks);
}

/// The values at `ranks`, interpolated where a rank is no integer.
static Value pickValues(DecomposeBuilder &b, Value sorted, Value ranks,
                        StringRef mode) {
  if (mode == "lower")
    ranks = b.call("aten.floor.default", ranks);
  else if (mode == "higher")
    ranks = b.call("aten.ceil.default", ranks);
  else if (mode == "nearest")
    ranks = b.call("aten.round.default", ranks);
  auto pick = [&](Value places) {
    return b.call("aten.gather.default", sorted, -1, places);
  };
  Value below = b.convert(ranks, ScalarType::int64);
  Value values = pick(below);
  if (mode != "linear" && mode != "midpoint")
    return values;
  Value above =
      b.convert(b.call("aten.ceil.default", ranks), ScalarType::int64);
  if (mode == "midpoint")
    return b.call("aten.lerp.Scalar", values, pick(above), 0.5);
  Value weight = b.call("aten.sub.Tensor", ranks, below);
  return b.call("aten.lerp.Tensor", values, pick(above), weight);
}

template <bool ignoresNan>
static Replacement decomposeQuantile(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<ScalarType> dtype = b.dtype(x);
  Arg given = b.arg("q"), mode = b.arg("interpolation");
  if (!dtype || !mode.isString() ||
      !llvm::is_contained({"linear", "lower", "higher", "midpoint", "nearest"},
                          mode.getString()))
    return std::nullopt;
  Value q = given.getValue();
  bool isScalar = !given.isTensor();
  if (isScalar)
    q = b.call("aten.scalar_tensor.default", given, b.kw("dtype", *dtype),
               b.kw("device", b.device(x)));
  std::optional<int64_t> rank = b.rank(q);
  if (!rank || *rank > 1 || b.dtype(q) != dtype)
    return std::nullopt;
  std::optional<SortedInput> input = sortInput(b, x);
  if (!input)
    return std::nullopt;
  Value ranks = makeRanks(b, q, input->values, *dtype, ignoresNan);
  // A rank for each place of the result and each element of `q`.
  std::vector<Arg> sizes = input->sizes;
  sizes.push_back(*rank ? b.size(q, 0) : Arg(1));
  ranks = b.expand(ranks, sizes);
  Value values = pickValues(b, input->values, ranks, mode.getString());
  if (*rank == 0)
    return b.squeeze(values, -1);
  SmallVector<int64_t> order{int64_t(sizes.size()) - 1};
  for (int64_t i = 0, e = sizes.size() - 1; i < e; ++i)
    order.push_back(i);
  return b.permute(values, order);
}

void core::populateStatistics(DecompositionTable &table) {
  table.add({"aten.var.default", "aten.var.dim"}, decomposeVar);
  table.add({"aten.var_mean.default", "aten.var_mean.dim"}, decomposeVarMean);
  table.add({"aten.std.default", "aten.std.dim", "aten.std.correction"},
            decomposeStd);
  table.add({"aten.std_mean.default", "aten.std_mean.dim",
             "aten.std_mean.correction"},
            decomposeStdMean);
  table.add({"aten.count_nonzero.default", "aten.count_nonzero.dim_IntList"},
            decomposeCountNonzero);
  table.add("aten.nansum.default", decomposeNanSum);
  table.add("aten.nanmean.default", decomposeNanMean);
  table.add("aten.cov.default", decomposeCov);
  table.add("aten.corrcoef.default", decomposeCorrcoef);
  table.add({"aten.logsumexp.default", "aten.special_logsumexp.default"},
            decomposeLogSumExp);
  table.add({"aten.quantile.default", "aten.quantile.scalar"},
            decomposeQuantile<false>);
  table.add({"aten.nanquantile.default", "aten.nanquantile.scalar"},
            decomposeQuantile<true>);
}
