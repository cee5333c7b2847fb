//===- Convolution.cpp - Rules for convolutions ---------------------------===//
//
// Everything becomes `aten.convolution`.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "NNHelpers.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
/// The arguments that all convolutions have.
struct Convolution {
  Value input, weight, bias;
  int64_t rank = 0; // number of spatial dimensions
  bool isBatched = true;
  Arg stride, padding, dilation, outputPadding, groups;
  bool isTransposed = false;

  bool read(DecomposeBuilder &b);
  Replacement build(DecomposeBuilder &b);
};
} // namespace

bool Convolution::read(DecomposeBuilder &b) {
  input = b.tensor("input");
  weight = b.tensor("weight");
  bias = b.tensor("bias");
  std::optional<int64_t> inputRank = b.rank(input), weightRank = b.rank(weight);
  if (!inputRank || !weightRank || *weightRank < 3)
    return false;
  rank = *weightRank - 2;
  isBatched = *inputRank == *weightRank;
  if (!isBatched && *inputRank != *weightRank - 1)
    return false;
  std::optional<Arg> strides = core::spread(b.arg("stride"), rank);
  std::optional<Arg> dilations = core::spread(b.arg("dilation"), rank);
  if (!strides || !dilations)
    return false;
  stride = *strides;
  dilation = *dilations;
  groups = b.arg("groups");
  outputPadding = Arg::getRepeated(0, rank);
  return true;
}

Replacement Convolution::build(DecomposeBuilder &b) {
  Value x = isBatched ? input : b.unsqueeze(input, 0);
  Value result = b.call("aten.convolution.default", x, weight, bias, stride,
                        padding, dilation, isTransposed, outputPadding, groups);
  return isBatched ? result : b.squeeze(result, 0);
}

static Replacement decomposeConv(DecomposeBuilder &b, CallOp call) {
  Convolution conv;
  if (!conv.read(b))
    return std::nullopt;
  std::optional<Arg> padding = core::spread(b.arg("padding"), conv.rank);
  if (!padding)
    return std::nullopt;
  conv.padding = *padding;
  return conv.build(b);
}

static Replacement decomposeTransposedConv(DecomposeBuilder &b, CallOp call) {
  Convolution conv;
  if (!conv.read(b))
    return std::nullopt;
  std::optional<Arg> padding = core::spread(b.arg("padding"), conv.rank);
  std::optional<Arg> outputPadding =
      core::spread(b.arg("output_padding"), conv.rank);
  if (!padding || !outputPadding)
    return std::nullopt;
  conv.padding = *padding;
  conv.outputPadding = *outputPadding;
  conv.isTransposed = true;
  return conv.build(b);
}

/// `padding` is "same" or "valid". What "same" pads on one side only, because
/// the sum is odd, is padded ahead of the convolution.
static Replacement decomposeNamedPadding(DecomposeBuilder &b, CallOp call) {
  Convolution conv;
  if (!conv.read(b))
    return std::nullopt;
  conv.padding = Arg::getRepeated(0, conv.rank);
  if (b.arg("padding").isString("valid"))
    return conv.build(b);
  if (!b.arg("padding").isString("same"))
    return std::nullopt;
  std::vector<Arg> both;
  std::vector<Arg> extra(2 * conv.rank, Arg(0));
  bool needsExtra = false;
  for (int64_t i = 0; i < conv.rank; ++i) {
    std::optional<int64_t> kernel = b.staticSize(conv.weight, 2 + i);
    if (!kernel || !conv.dilation[i].isInt())
      return std::nullopt;
    int64_t total = conv.dilation[i].getInt() * (*kernel - 1);
    both.push_back(total / 2);
    // The last dimension comes first, and each has its start, then its end.
    extra[2 * (conv.rank - 1 - i) + 1] = total % 2;
    needsExtra |= total % 2 != 0;
  }
  conv.padding = both;
  if (needsExtra)
    conv.input = b.call("aten.constant_pad_nd.default", conv.input, extra);
  return conv.build(b);
}

/// A convolution of earlier releases, with all arguments of today's.
static Replacement decomposeDeprecated(DecomposeBuilder &b, CallOp call) {
  return b.call("aten.convolution.default", b.arg("input"), b.arg("weight"),
                b.arg("bias"), b.arg("stride"), b.arg("padding"),
                b.arg("dilation"), b.arg("transposed"), b.arg("output_padding"),
                b.arg("groups"));
}

/// thnn_conv2d, slow_conv3d: neither dilated nor in groups.
static Replacement decomposeSlow(DecomposeBuilder &b, CallOp call) {
  std::optional<int64_t> rank = b.rank(b.tensor("weight"));
  if (!rank || *rank < 3 || b.rank(b.tensor("self")) != rank)
    return std::nullopt;
  std::optional<Arg> stride = core::spread(b.arg("stride"), *rank - 2);
  std::optional<Arg> padding = core::spread(b.arg("padding"), *rank - 2);
  if (!stride || !padding)
    return std::nullopt;
  return b.call("aten.convolution.default", b.arg("self"), b.arg("weight"),
                b.arg("bias"), *stride, *padding,
                Arg::getRepeated(1, *rank - 2), false,
                Arg::getRepeated(0, *rank - 2), 1);
}

void core::populateConvolution(DecompositionTable &table) {
  table.add(
      {"aten.conv1d.default", "aten.conv2d.default", "aten.conv3d.default"},
      decomposeConv);
  table.add({"aten.conv1d.padding", "aten.conv2d.padding",
             "aten.conv3d.padding", "aten._convolution_mode.default"},
            decomposeNamedPadding);
  table.add({"aten.conv_transpose1d.default", "aten.conv_transpose2d.input",
             "aten.conv_transpose3d.input"},
            decomposeTransposedConv);
  table.add("aten._convolution.deprecated", decomposeDeprecated);
  table.add({"aten.thnn_conv2d.default", "aten.slow_conv3d.default"},
            decomposeSlow);
}
