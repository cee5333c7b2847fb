//===- Normalization.cpp - Rules for normalization ------------------------===//
//
// Layer, group, batch, instance and RMS normalization.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

using namespace mlir;
using namespace mlir::tp;

static Replacement decomposeLayerNorm(DecomposeBuilder &b, CallOp call) {
  return b
      .callAll("aten.native_layer_norm.default", b.arg("input"),
               b.arg("normalized_shape"), b.arg("weight"), b.arg("bias"),
               b.arg("eps"))
      .front();
}

static Replacement decomposeGroupNorm(DecomposeBuilder &b, CallOp call) {
  Value input = b.tensor("input");
  std::optional<int64_t> rank = b.rank(input);
  if (!rank || *rank < 2)
    return std::nullopt;
  std::vector<Arg> sizes = *b.sizes(input);
  Arg area = b.product(ArrayRef<Arg>(sizes).drop_front(2));
  SmallVector<Value> results = b.callAll(
      "aten.native_group_norm.default", input, b.arg("weight"), b.arg("bias"),
      sizes[0], sizes[1], area, b.arg("num_groups"), b.arg("eps"));
  return results.empty() ? Replacement(std::nullopt)
                         : Replacement(results.front());
}

/// In evaluation, or of the batch alone. In training the running statistics are
/// written, which `--mutation-outputs` makes results first.
static Replacement decomposeBatchNorm(DecomposeBuilder &b, CallOp call) {
  if (!b.arg("training").isBool())
    return std::nullopt;
  if (!b.has("running_mean") && !b.has("running_var")) {
    SmallVector<Value> results =
        b.callAll("aten._native_batch_norm_legit.no_stats", b.arg("input"),
                  b.arg("weight"), b.arg("bias"), b.arg("training"),
                  b.arg("momentum"), b.arg("eps"));
    return results.empty() ? Replacement(std::nullopt)
                           : Replacement(results.front());
  }
  if (b.arg("training").getBool() || !b.has("running_mean") ||
      !b.has("running_var"))
    return std::nullopt;
  SmallVector<Value> results = b.callAll(
      "aten._native_batch_norm_legit_no_training.default", b.arg("input"),
      b.arg("weight"), b.arg("bias"), b.arg("running_mean"),
      b.arg("running_var"), b.arg("momentum"), b.arg("eps"));
  return results.empty() ? Replacement(std::nullopt)
                         : Replacement(results.front());
}

static Replacement decomposeInstanceNorm(DecomposeBuilder &b, CallOp call) {
  Value input = b.tensor("input");
  std::optional<int64_t> rank = b.rank(input);
  // Of the running statistics it is batch normalization.
  if (b.arg("use_input_stats").isBool() &&
      !b.arg("use_input_stats").getBool() && b.has("running_mean") &&
      b.has("running_var"))
    return b
        .callAll("aten._native_batch_norm_legit_no_training.default", input,
                 b.arg("weight"), b.arg("bias"), b.arg("running_mean"),
                 b.arg("running_var"), b.arg("momentum"), b.arg("eps"))
        .front();
  // In training it writes them.
  if (!rank || *rank < 3 || b.has("running_mean") || b.has("running_var") ||
      !b.arg("use_input_stats").isTrue())
    return std::nullopt;
  std::vector<Arg> sizes = *b.sizes(input);
  Arg numBatches = sizes[0];
  auto repeat = [&](StringRef name) -> Arg {
    Value value = b.tensor(name);
    return value ? Arg(b.call("aten.repeat.default", value, Arg({numBatches})))
                 : Arg();
  };
  Arg weight = repeat("weight"), bias = repeat("bias");
  std::vector<Arg> folded = sizes;
  folded[0] = 1;
  folded[1] = b.mul(sizes[0], sizes[1]);
  Value view = b.reshape(input, folded);
  SmallVector<Value> results =
      b.callAll("aten._native_batch_norm_legit.no_stats", view, weight, bias,
                true, b.arg("momentum"), b.arg("eps"));
  if (results.empty())
    return std::nullopt;
  return b.view(results.front(), sizes);
}

/// The fused form gives the reciprocal root of the mean square, too.
static Replacement decomposeRMSNorm(DecomposeBuilder &b, CallOp call) {
  Value input = b.tensor("input"), weight = b.tensor("weight");
  std::optional<int64_t> rank = b.rank(input);
  std::optional<ScalarType> dtype = b.dtype(input);
  Arg shape = b.arg("normalized_shape");
  if (!rank || !dtype || !isFloatingPoint(*dtype) || !shape.isList() ||
      shape.size() == 0 || int64_t(shape.size()) > *rank)
    return std::nullopt;
  ScalarType computeType = getOpmathType(*dtype);
  std::vector<Arg> dims;
  for (size_t i = 0; i < shape.size(); ++i)
    dims.push_back(*rank - 1 - int64_t(i));
  Arg eps = b.arg("eps");
  if (eps.isNone())
    eps = getEpsilon(computeType);
  Value x = b.convert(input, computeType);
  Value square = b.call("aten.pow.Tensor_Scalar", x, 2);
  Value mean = b.call("aten.mean.dim", square, dims, true);
  Value factor =
      b.call("aten.rsqrt.default", b.call("aten.add.Scalar", mean, eps));
  Value result = b.call("aten.mul.Tensor", x, factor);
  if (weight)
    result = b.call("aten.mul.Tensor", result, weight);
  if (b.getNumResults() == 2)
    return {b.convert(result, *dtype), factor};
  return b.convert(result, b.resultDType());
}

namespace {
/// The gradients of rows that were normalized, in the type of the computation.
struct RowGradients {
  Value input, weight, bias;
};
} // namespace

/// `normalized` is the input after normalization without weights, by factors
/// `rstd` of the rows, whose dimensions are `inner`. With `isCentered` the mean
/// of each row was subtracted. The sums for the weights are over `outer`.
static RowGradients makeRowGradients(DecomposeBuilder &b, Value grad,
                                     Value normalized, Value rstd, Value weight,
                                     ArrayRef<Arg> inner, ArrayRef<Arg> outer,
                                     bool isCentered) {
  auto mul = [&](Value x, Value y) { return b.call("aten.mul.Tensor", x, y); };
  auto sub = [&](Value x, Value y) { return b.call("aten.sub.Tensor", x, y); };
  auto mean = [&](Value x) { return b.call("aten.mean.dim", x, inner, true); };
  auto sum = [&](Value x) {
    return outer.empty() ? x : b.call("aten.sum.dim_IntList", x, outer);
  };
  Value slope = weight ? mul(grad, weight) : grad;
  Value result = isCentered ? sub(slope, mean(slope)) : slope;
  result = sub(result, mul(normalized, mean(mul(slope, normalized))));
  return {mul(result, rstd), sum(mul(grad, normalized)), sum(grad)};
}

/// Layer and RMS normalization.
static Replacement decomposeRowNormBackward(DecomposeBuilder &b, CallOp call) {
  Value grad = b.tensor("grad_out"), input = b.tensor("input");
  Value rstd = b.tensor("rstd"), weight = b.tensor("weight");
  Value mean = b.tensor("mean");
  std::optional<int64_t> rank = b.rank(input);
  std::optional<ScalarType> dtype = b.dtype(input);
  Arg shape = b.arg("normalized_shape"), mask = b.arg("output_mask");
  if (!rank || !dtype || !isFloatingPoint(*dtype) || !shape.isList() ||
      shape.size() == 0 || int64_t(shape.size()) > *rank || !mask.isList() ||
      mask.size() != b.getNumResults() || (weight && !b.dtype(weight)))
    return std::nullopt;
  ScalarType type = getOpmathType(*dtype);
  int64_t first = *rank - int64_t(shape.size());
  std::vector<Arg> inner, outer;
  for (int64_t i = 0; i < *rank; ++i)
    (i < first ? outer : inner).push_back(i);
  rstd = b.convert(rstd, type);
  Value normalized = b.convert(input, type);
  if (mean)
    normalized = b.call("aten.sub.Tensor", normalized, b.convert(mean, type));
  normalized = b.call("aten.mul.Tensor", normalized, rstd);
  RowGradients gradients = makeRowGradients(
      b, b.convert(grad, type), normalized, rstd, b.convert(weight, type),
      inner, outer, static_cast<bool>(mean));
  std::vector<Arg> results(mask.size());
  if (mask[0].isTrue())
    results[0] = b.convert(gradients.input, dtype);
  if (mask[1].isTrue() && weight)
    results[1] = b.convert(gradients.weight, b.dtype(weight));
  if (mask.size() == 3 && mask[2].isTrue() && b.has("bias"))
    results[2] = b.convert(gradients.bias, b.dtype(b.tensor("bias")));
  return results;
}

/// A group is a row of its channels and their elements.
static Replacement decomposeGroupNormBackward(DecomposeBuilder &b,
                                              CallOp call) {
  Value grad = b.tensor("grad_out"), input = b.tensor("input");
  Value weight = b.tensor("weight");
  std::optional<ScalarType> dtype = b.dtype(input);
  std::optional<int64_t> groups = b.getInt("group"), channels = b.getInt("C");
  Arg mask = b.arg("output_mask");
  if (!b.rank(input) || !dtype || !isFloatingPoint(*dtype) || !groups ||
      !channels || *groups <= 0 || *channels % *groups || !mask.isList() ||
      mask.size() != 3 || (weight && !b.dtype(weight)))
    return std::nullopt;
  ScalarType type = getOpmathType(*dtype);
  Arg sizes = {b.arg("N"), Arg(*groups), Arg(*channels / *groups),
               b.arg("HxW")};
  auto fold = [&](Value x) { return b.reshape(b.convert(x, type), sizes); };
  auto align = [&](Value x) {
    return b.unsqueezeToRank(b.convert(x, type), 4);
  };
  Value rstd = align(b.tensor("rstd"));
  Value normalized =
      b.call("aten.sub.Tensor", fold(input), align(b.tensor("mean")));
  normalized = b.call("aten.mul.Tensor", normalized, rstd);
  Value scale;
  if (weight)
    scale = b.unsqueezeToRank(
        b.reshape(b.convert(weight, type),
                  Arg({Arg(*groups), Arg(*channels / *groups)})),
        3);
  RowGradients gradients = makeRowGradients(b, fold(grad), normalized, rstd,
                                            scale, {2, 3}, {0, 3}, true);
  Arg flat = Arg({Arg(*channels)});
  std::optional<ScalarType> weightType = weight ? b.dtype(weight) : dtype;
  std::vector<Arg> results(3);
  if (mask[0].isTrue())
    results[0] = b.convert(b.reshape(gradients.input, *b.sizes(input)), dtype);
  if (mask[1].isTrue())
    results[1] = b.convert(b.reshape(gradients.weight, flat), weightType);
  if (mask[2].isTrue())
    results[2] = b.convert(b.reshape(gradients.bias, flat), weightType);
  return results;
}

void core::populateNormalization(DecompositionTable &table) {
  table.add("aten.layer_norm.default", decomposeLayerNorm);
  table.add("aten.group_norm.default", decomposeGroupNorm);
  table.add("aten.batch_norm.default", decomposeBatchNorm);
  table.add("aten.instance_norm.default", decomposeInstanceNorm);
  table.add({"aten.rms_norm.default", "aten._fused_rms_norm.default"},
            decomposeRMSNorm);
  table.add({"aten.native_layer_norm_backward.default",
             "aten._fused_rms_norm_backward.default"},
            decomposeRowNormBackward);
  table.add("aten.native_group_norm_backward.default",
            decomposeGroupNormBackward);
}
