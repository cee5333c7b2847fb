//===- Convolution.cpp - Convolutions -------------------------------------===//
//
// Sizes of convolutions, transposed ones, and their gradients.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Strides.h"
#include "Views.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
struct Window {
  SymInts stride, padding, dilation, outputPadding;
  /// `padding="same"`: as large as the input.
  bool isSame = false;
  bool isTransposed = false;
  SymInt groups = 1;
};
} // namespace

/// One value for each of `count` dimensions; a single one holds for all.
static SymInts spread(SymInts values, unsigned count, int64_t defaultValue) {
  if (values.empty())
    return SymInts(count, SymInt(defaultValue));
  if (values.size() == 1)
    return SymInts(count, values.front());
  return values;
}

static SymInt getLength(SymArith &arith, SymInt size, SymInt kernel,
                        const Window &window, unsigned i) {
  SymInt stride = window.stride[i], padding = window.padding[i];
  SymInt extent = arith.mul(window.dilation[i], arith.sub(kernel, 1));
  if (window.isTransposed) {
    SymInt length = arith.mul(arith.sub(size, 1), stride);
    length = arith.sub(length, arith.mul(padding, 2));
    length = arith.add(length, extent);
    return arith.add(arith.add(length, window.outputPadding[i]), 1);
  }
  SymInt span = arith.add(size, arith.mul(padding, 2));
  span = arith.sub(arith.sub(span, extent), 1);
  return arith.add(arith.floorDiv(span, stride), 1);
}

static void addConvolution(Call &call, const TensorInfo &input,
                           const TensorInfo &weight, Window window) {
  if (weight.rank() < 3)
    return call.setInvalid("expected a weight of rank 3 or more, got rank " +
                           Twine(weight.rank()));
  unsigned spatial = weight.rank() - 2;
  if (input.rank() != spatial + 2 && input.rank() != spatial + 1)
    return call.setInvalid("expected an input of rank " + Twine(spatial + 1) +
                           " or " + Twine(spatial + 2) + ", got rank " +
                           Twine(input.rank()));
  window.stride = spread(window.stride, spatial, 1);
  window.padding = spread(window.padding, spatial, 0);
  window.dilation = spread(window.dilation, spatial, 1);
  window.outputPadding = spread(window.outputPadding, spatial, 0);
  for (const SymInts *values : {&window.stride, &window.padding,
                                &window.dilation, &window.outputPadding})
    if (values->size() != spatial)
      return call.setInvalid("expected a value for each of the " +
                             Twine(spatial) + " spatial dimensions");
  bool isBatched = input.rank() == spatial + 2;
  SymInts sizes;
  if (isBatched)
    sizes.push_back(input.sizes[0]);
  sizes.push_back(window.isTransposed
                      ? call.arith.mul(weight.sizes[1], window.groups)
                      : weight.sizes[0]);
  for (unsigned i = 0; i < spatial; ++i) {
    SymInt size = input.sizes[input.rank() - spatial + i];
    sizes.push_back(window.isSame ? size
                                  : getLength(call.arith, size,
                                              weight.sizes[2 + i], window, i));
  }
  TensorInfo info = call.makeFresh(input, sizes, input.dtype);
  if (spatial == 1) {
    // Done as one over images of height 1, for which the input is copied.
    if (suggestsChannelsLast(unsqueezeDim(weight, 2, call.arith), call.arith)) {
      if (!isBatched)
        sizes.insert(sizes.begin(), SymInt(1));
      sizes.insert(sizes.begin() + 2, SymInt(1));
      SymInts strides = getChannelsLastStrides(sizes, call.arith);
      strides.erase(strides.begin() + 2);
      if (!isBatched)
        strides.erase(strides.begin());
      info.strides = strides;
    }
  } else {
    // An input without a batch is one of a batch of one.
    TensorInfo batch = isBatched ? input : unsqueezeDim(input, 0, call.arith);
    if (suggestsChannelsLast(batch, call.arith) ||
        suggestsChannelsLast(weight, call.arith)) {
      if (!isBatched)
        sizes.insert(sizes.begin(), SymInt(1));
      SymInts strides = getChannelsLastStrides(sizes, call.arith);
      if (!isBatched)
        strides.erase(strides.begin());
      info.strides = strides;
    }
  }
  call.addTensor(std::move(info));
}

static void inferConvolution(Call &call) {
  const TensorInfo &input = call.tensor("input");
  const TensorInfo &weight = call.tensor("weight");
  Window window;
  window.stride = call.integers("stride");
  window.dilation = call.integers("dilation");
  if (auto mode = dyn_cast<StringAttr>(call.getArgument("padding").literal))
    window.isSame = mode == "same";
  else
    window.padding = call.integers("padding");
  if (call.has("output_padding"))
    window.outputPadding = call.integers("output_padding");
  window.isTransposed = call.getName().contains("transpose") ||
                        (call.has("transposed") && call.boolean("transposed"));
  window.groups = call.integer("groups");
  if (call)
    addConvolution(call, input, weight, window);
}

/// The gradients have the sizes of what they are of.
static void inferConvolutionBackward(Call &call) {
  const TensorInfo &grad = call.tensor("grad_output");
  const TensorInfo &input = call.tensor("input");
  const TensorInfo &weight = call.tensor("weight");
  SmallVector<bool> mask = call.booleans("output_mask");
  bool isTransposed = call.boolean("transposed");
  SymInt groups = call.integer("groups");
  if (!call || mask.size() != 3)
    return call.setUnknown("expected three flags as 'output_mask'");
  bool isChannelsLast = suggestsChannelsLast(input, call.arith) ||
                        suggestsChannelsLast(weight, call.arith);
  auto add = [&](ArrayRef<SymInt> sizes, bool isWanted) {
    if (!isWanted)
      return call.addNone();
    TensorInfo info = call.makeFresh(grad, sizes, grad.dtype);
    if (isChannelsLast && sizes.size() > 3)
      info.strides = getChannelsLastStrides(sizes, call.arith);
    call.addTensor(std::move(info));
  };
  add(input.sizes, mask[0]);
  add(weight.sizes, mask[1]);
  if (!mask[2])
    return call.addNone();
  SymInts bias;
  if (call.isGiven("bias_sizes"))
    bias = call.integers("bias_sizes");
  else if (weight.rank() > 1)
    bias.push_back(isTransposed ? call.arith.mul(weight.sizes[1], groups)
                                : weight.sizes[0]);
  call.addFresh(bias, grad.dtype);
}

void mlir::tp::addConvolutionRules(RuleTable &table) {
  table.addAll({"convolution", "_convolution", "conv1d", "conv2d", "conv3d",
                "conv_transpose1d", "conv_transpose2d", "conv_transpose3d"},
               inferConvolution);
  table.addAll({"convolution_backward"}, inferConvolutionBackward);
}
