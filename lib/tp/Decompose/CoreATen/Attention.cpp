//===- Attention.cpp - Rules for attention --------------------------------===//
//
// scaled_dot_product_attention, as its math kernel computes it: both factors
// are scaled by the root of the scale, and rows that are masked out altogether
// give zeros.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::tp;

/// 0 where the mask of bool is true, -inf elsewhere.
static Value convertMask(DecomposeBuilder &b, Value mask, ScalarType dtype,
                         const Arg &device) {
  auto scalar = [&](double value) {
    return b.call("aten.scalar_tensor.default", value, b.kw("dtype", dtype),
                  b.kw("device", device));
  };
  Value low = scalar(-std::numeric_limits<double>::infinity());
  return b.call("aten.where.self", mask, scalar(0.0), low);
}

/// True on and below the diagonal.
static Value makeCausalMask(DecomposeBuilder &b, Value query, Value key) {
  Arg device = b.device(query);
  Value ones =
      b.call("aten.full.default", Arg({b.size(query, -2), b.size(key, -2)}),
             true, b.kw("dtype", ScalarType::boolean), b.kw("device", device),
             b.kw("pin_memory", false));
  return b.call("aten.tril.default", ones);
}

/// Repeats the heads of `value` so that there are as many as in `query`.
static Value repeatHeads(DecomposeBuilder &b, Value query, Value value) {
  Arg repeats = b.floordiv(b.size(query, -3), b.size(value, -3));
  if (repeats.isNone() || repeats.isInt(1))
    return value;
  return b.call("aten.repeat_interleave.self_int", value, repeats, -3);
}

/// Softmax with zeros for a row that is -inf throughout.
static Value safeSoftmax(DecomposeBuilder &b, Value scores) {
  Value softmax = b.call("aten._softmax.default", scores, -1, false);
  Value masked = b.call("aten.eq.Scalar", scores,
                        -std::numeric_limits<double>::infinity());
  Value isOpen = b.call("aten.logical_not.default", masked);
  Value anyOpen = b.call("aten.any.dim", isOpen, -1, true);
  Value isClosed = b.call("aten.logical_not.default", anyOpen);
  Value zeros =
      b.call("aten.full_like.default", softmax, 0, b.kw("pin_memory", false));
  return b.call("aten.where.self", isClosed, zeros, softmax);
}

namespace {
struct AttentionResult {
  Value output, weights;
  Value scores; // what the weights are the softmax of
};
} // namespace

static std::optional<AttentionResult> makeAttention(DecomposeBuilder &b) {
  Value query = b.tensor("query"), key = b.tensor("key");
  Value value = b.tensor("value"), mask = b.tensor("attn_mask");
  Arg dropout = b.arg("dropout_p"), scale = b.arg("scale");
  std::optional<int64_t> rank = b.rank(query);
  std::optional<ScalarType> dtype = b.dtype(query);
  std::optional<int64_t> width = b.staticSize(query, -1);
  if (!rank || *rank < 2 || !dtype || !dropout.isNumber() ||
      b.arg("is_causal").isValue() || b.arg("enable_gqa").isValue())
    return std::nullopt;
  bool isCausal = b.arg("is_causal").isTrue();
  if ((isCausal && mask) || (!scale.isNumber() && !width) ||
      (mask && !b.dtype(mask)))
    return std::nullopt;
  bool isBoolMask = isCausal || (mask && b.dtype(mask) == ScalarType::boolean);
  // Half precision is computed in float32.
  ScalarType computeType = getOpmathType(*dtype);
  double factor =
      scale.isNumber() ? scale.getNumber() : 1.0 / std::sqrt(double(*width));
  // Scores that are scaled down to negative numbers have no root.
  if (factor < 0)
    return std::nullopt;
  factor = std::sqrt(factor);
  if (isCausal)
    mask = makeCausalMask(b, query, key);
  if (isBoolMask)
    mask = convertMask(b, mask, *dtype, b.device(query));
  if (b.arg("enable_gqa").isTrue()) {
    key = repeatHeads(b, query, key);
    value = repeatHeads(b, query, value);
  }
  query = b.convert(query, computeType);
  key = b.convert(key, computeType);
  value = b.convert(value, computeType);
  Value scaled = b.call("aten.mul.Scalar", query, factor);
  Value transposed = b.transpose(key, -2, -1);
  transposed = b.call("aten.mul.Scalar", transposed, factor);
  Value scores = b.call("aten.matmul.default", scaled, transposed);
  if (mask)
    scores = b.call("aten.add.Tensor", scores, b.convert(mask, computeType));
  Value weights = safeSoftmax(b, scores);
  if (dropout.getNumber() > 0)
    weights = b.call("aten.dropout.default", weights, dropout, true);
  Value result = b.call("aten.matmul.default", weights, value);
  return AttentionResult{b.convert(result, dtype), weights, scores};
}

/// The layout that the fused kernels give: heads beside their positions.
static Value makeFusedLayout(DecomposeBuilder &b, Value result) {
  if (b.rank(result) != 4)
    return result;
  Value sequenceFirst = b.permute(result, {2, 0, 1, 3});
  return b.permute(b.cloneContiguous(sequenceFirst), {1, 2, 0, 3});
}

static Replacement decomposeAttention(DecomposeBuilder &b, CallOp call) {
  std::optional<AttentionResult> attention = makeAttention(b);
  if (!attention)
    return std::nullopt;
  return makeFusedLayout(b, attention->output);
}

/// What the composite operator calls gets no mask of bool, but adds any mask.
static bool hasBoolMask(DecomposeBuilder &b) {
  Value mask = b.tensor("attn_mask");
  return mask && b.dtype(mask) == ScalarType::boolean;
}

/// The second result is the weights.
static Replacement decomposeMathAttention(DecomposeBuilder &b, CallOp call) {
  if (b.has("dropout_mask") || hasBoolMask(b))
    return std::nullopt;
  std::optional<AttentionResult> attention = makeAttention(b);
  if (!attention)
    return std::nullopt;
  return {attention->output,
          b.convert(attention->weights, b.dtype(b.tensor("query")))};
}

/// The second result is the logarithm of what the weights are divided by.
static Replacement decomposeFlashAttention(DecomposeBuilder &b, CallOp call) {
  if (hasBoolMask(b))
    return std::nullopt;
  std::optional<AttentionResult> attention = makeAttention(b);
  if (!attention)
    return std::nullopt;
  Value sum =
      b.call("aten.logsumexp.default", attention->scores, Arg({Arg(-1)}));
  return {makeFusedLayout(b, attention->output), sum};
}

void core::populateAttention(DecompositionTable &table) {
  table.add("aten.scaled_dot_product_attention.default", decomposeAttention);
  table.add("aten._scaled_dot_product_attention_math.default",
            decomposeMathAttention);
  table.add("aten._scaled_dot_product_flash_attention_for_cpu.default",
            decomposeFlashAttention);
}
