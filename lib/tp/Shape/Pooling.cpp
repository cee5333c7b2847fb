//===- Pooling.cpp - Pooling, resampling, padding -------------------------===//
//
// Operators that change the spatial sizes of images.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Strides.h"
#include "Views.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

/// How many of the last dimensions an operator works on: `avg_pool2d` has 2.
static unsigned getSpatialRank(Call &call) {
  for (char c : call.getName())
    if (c >= '1' && c <= '3')
      return c - '0';
  return 2;
}

static SymInts spread(SymInts values, unsigned count, ArrayRef<SymInt> others) {
  if (values.empty())
    values.assign(others.begin(), others.end());
  if (values.size() == 1)
    values.assign(count, SymInt(values.front()));
  return values;
}

/// A tensor in the memory format of `input`. Operators on one dimension add
/// one for the height.
static TensorInfo makeImage(Call &call, const TensorInfo &input, SymInts sizes,
                            ScalarType dtype) {
  TensorInfo info = call.makeFresh(input, sizes, dtype);
  if (input.rank() == 3 && getSpatialRank(call) == 1) {
    TensorInfo image = unsqueezeDim(input, 2, call.arith);
    if (suggestsChannelsLast(image, call.arith)) {
      sizes.insert(sizes.begin() + 2, SymInt(1));
      info.strides = getChannelsLastStrides(sizes, call.arith);
      info.strides.erase(info.strides.begin() + 2);
    }
    return info;
  }
  if (suggestsChannelsLast(input, call.arith))
    info.strides = getChannelsLastStrides(info.sizes, call.arith);
  return info;
}

static bool checkSpatial(Call &call, const TensorInfo &input,
                         unsigned spatial) {
  if (!call)
    return false;
  if (input.rank() > spatial && input.rank() <= spatial + 2)
    return true;
  call.setInvalid("expected an input of rank " + Twine(spatial + 1) + " or " +
                  Twine(spatial + 2) + ", got rank " + Twine(input.rank()));
  return false;
}

namespace {
struct PoolWindow {
  SymInts kernel, stride, padding, dilation;
  bool ceilMode = false;
};
} // namespace

static SymInt getPooledSize(SymArith &arith, SymInt size,
                            const PoolWindow &window, unsigned i) {
  SymInt stride = window.stride[i], padding = window.padding[i];
  SymInt extent = arith.mul(window.dilation[i], arith.sub(window.kernel[i], 1));
  SymInt span = arith.add(size, arith.mul(padding, 2));
  span = arith.sub(arith.sub(span, extent), 1);
  if (window.ceilMode)
    span = arith.add(span, arith.sub(stride, 1));
  SymInt length = arith.add(arith.floorDiv(span, stride), 1);
  if (!window.ceilMode)
    return length;
  // The last window has to start inside of the input or its left padding.
  SymInt start = arith.mul(arith.sub(length, 1), stride);
  bool isInside =
      arith.isLessByHint(start, arith.add(size, padding)).value_or(true);
  return isInside ? length : arith.sub(length, 1);
}

static void inferPool(Call &call) {
  unsigned spatial = getSpatialRank(call);
  const TensorInfo &input = call.tensor("self");
  PoolWindow window;
  window.kernel = spread(call.integers("kernel_size"), spatial, {});
  window.stride = spread(call.integers("stride"), spatial, window.kernel);
  window.padding = spread(call.integers("padding"), spatial, SymInt(0));
  window.dilation = SymInts(spatial, SymInt(1));
  if (call.has("dilation"))
    window.dilation = spread(call.integers("dilation"), spatial, SymInt(1));
  window.ceilMode = call.boolean("ceil_mode");
  if (!checkSpatial(call, input, spatial))
    return;
  for (const SymInts *values :
       {&window.kernel, &window.stride, &window.padding, &window.dilation})
    if (values->size() != spatial)
      return call.setInvalid("expected a value for each of the " +
                             Twine(spatial) + " spatial dimensions");
  SymInts sizes = input.sizes;
  for (unsigned i = 0; i < spatial; ++i) {
    SymInt &size = sizes[input.rank() - spatial + i];
    size = getPooledSize(call.arith, size, window, i);
  }
  TensorInfo output = makeImage(call, input, sizes, input.dtype);
  bool hasIndices = call.getSchema().getReturns().size() == 2;
  call.addTensor(output);
  if (hasIndices) {
    output.dtype = ScalarType::int64;
    call.addTensor(output);
  }
}

static void inferAdaptivePool(Call &call) {
  unsigned spatial = getSpatialRank(call);
  const TensorInfo &input = call.tensor("self");
  TypedArgument argument = call.getArgument("output_size");
  SymInts output;
  // None keeps a size.
  if (auto list = dyn_cast<ListAttr>(argument.literal);
      list && llvm::any_of(list.getElements(), llvm::IsaPred<NoneAttr>))
    return call.setUnknown("expected integers as 'output_size'");
  output = spread(call.integers("output_size"), spatial, {});
  if (!checkSpatial(call, input, spatial) || output.size() != spatial)
    return;
  SymInts sizes(input.sizes.begin(), input.sizes.end() - spatial);
  sizes.append(output.begin(), output.end());
  TensorInfo info = makeImage(call, input, sizes, input.dtype);
  call.addTensor(info);
  if (call.getSchema().getReturns().size() == 2) {
    info.dtype = ScalarType::int64;
    call.addTensor(info);
  }
}

/// Fractional pooling and max unpooling: the sizes are given.
static void inferUnpool(Call &call) {
  unsigned spatial = getSpatialRank(call);
  const TensorInfo &input = call.tensor("self");
  SymInts output = spread(call.integers("output_size"), spatial, {});
  if (!checkSpatial(call, input, spatial) || output.size() != spatial)
    return;
  SymInts sizes(input.sizes.begin(), input.sizes.end() - spatial);
  sizes.append(output.begin(), output.end());
  call.addFresh(sizes, input.dtype);
  if (call.getSchema().getReturns().size() == 2)
    call.addFresh(sizes, ScalarType::int64);
}

/// A gradient has the sizes of what it is of.
static void inferGradient(Call &call) {
  const TensorInfo &input = call.tensor("self");
  if (call)
    call.addTensor(makeImage(call, input, input.sizes, input.dtype));
}

static void inferUpsample(Call &call) {
  bool takesInput = call.has("input");
  const TensorInfo &input = call.tensor(takesInput ? "input" : "self");
  if (!call || input.rank() < 3)
    return call.setInvalid("expected an input of rank 3 or more");
  unsigned spatial = input.rank() - 2;
  SymInts sizes(input.sizes.begin(), input.sizes.begin() + 2);
  if (call.isGiven("output_size")) {
    SymInts output = call.integers("output_size");
    sizes.append(output.begin(), output.end());
  } else if (call.has("scale_factors") && call.isGiven("scale_factors")) {
    SmallVector<double> factors = call.floats("scale_factors");
    if (!call || factors.size() != spatial)
      return call.setUnknown("expected a factor for each spatial dimension");
    for (auto [i, factor] : llvm::enumerate(factors)) {
      SymInt size = input.sizes[2 + i];
      if (size.isStatic())
        sizes.push_back(static_cast<int64_t>(
            static_cast<double>(size.getValue()) * factor));
      else if (factor == static_cast<double>(static_cast<int64_t>(factor)))
        sizes.push_back(call.arith.mul(size, static_cast<int64_t>(factor)));
      else
        sizes.push_back(SymInt());
    }
  }
  if (!call || sizes.size() != input.rank())
    return call.setUnknown("expected sizes or factors");
  if (spatial == 1)
    return call.addFresh(sizes, input.dtype);
  call.addTensor(makeImage(call, input, sizes, input.dtype));
}

static void inferGridSampler(Call &call) {
  const TensorInfo &input = call.tensor("input");
  const TensorInfo &grid = call.tensor("grid");
  if (!call || input.rank() < 4 || grid.rank() != input.rank())
    return call.setInvalid("expected an input and a grid of rank 4 or 5");
  SymInts sizes(input.sizes.begin(), input.sizes.begin() + 2);
  sizes.append(grid.sizes.begin() + 1, grid.sizes.end() - 1);
  call.addFresh(sizes, input.dtype);
}

/// Pads of the last dimensions: before and after, the last one first.
static bool addPads(Call &call, SymInts &sizes, ArrayRef<SymInt> pads) {
  if (pads.size() % 2 || pads.size() / 2 > sizes.size()) {
    call.setInvalid("expected two pads for each padded dimension");
    return false;
  }
  for (size_t i = 0; i < pads.size() / 2; ++i) {
    SymInt &size = sizes[sizes.size() - 1 - i];
    size = call.arith.add(size, call.arith.add(pads[2 * i], pads[2 * i + 1]));
  }
  return true;
}

static void inferPad(Call &call) {
  const TensorInfo &self = call.tensor("self");
  SymInts pads = call.integers(call.has("pad") ? "pad" : "padding");
  if (!call)
    return;
  SymInts sizes = self.sizes;
  if (!addPads(call, sizes, pads))
    return;
  TensorInfo info = call.makeFresh(self, sizes, self.dtype);
  bool isClone =
      call.getName() == "constant_pad_nd" &&
      llvm::all_of(pads, [](SymInt pad) { return pad.isStaticValue(0); });
  if (isClone)
    info.strides = isNonOverlappingAndDense(self, call.arith)
                       ? self.strides
                       : getPreservedStrides(self, call.arith);
  else if (suggestsChannelsLast(self, call.arith))
    info.strides = getChannelsLastStrides(sizes, call.arith);
  call.addTensor(std::move(info));
}

/// Columns of windows, and their sum back to an image.
static void inferCol2im(Call &call) {
  const TensorInfo &self = call.tensor("self");
  SymInts output = spread(call.integers("output_size"), 2, {});
  SymInts kernel = spread(call.integers("kernel_size"), 2, {});
  if (!call || self.rank() < 2)
    return;
  SymInts sizes(self.sizes.begin(), self.sizes.end() - 2);
  SymInt window = call.arith.product(kernel);
  sizes.push_back(call.arith.floorDiv(self.sizes[self.rank() - 2], window));
  sizes.append(output.begin(), output.end());
  call.addFresh(sizes, self.dtype);
}

static void inferIm2col(Call &call) {
  const TensorInfo &self = call.tensor("self");
  PoolWindow window;
  window.kernel = spread(call.integers("kernel_size"), 2, {});
  window.dilation = spread(call.integers("dilation"), 2, SymInt(1));
  window.padding = spread(call.integers("padding"), 2, SymInt(0));
  window.stride = spread(call.integers("stride"), 2, SymInt(1));
  if (!call || self.rank() < 3)
    return;
  unsigned first = self.rank() - 2;
  SymArith &arith = call.arith;
  SymInts sizes(self.sizes.begin(), self.sizes.end() - 3);
  sizes.push_back(
      arith.mul(self.sizes[first - 1], arith.product(window.kernel)));
  sizes.push_back(
      arith.mul(getPooledSize(arith, self.sizes[first], window, 0),
                getPooledSize(arith, self.sizes[first + 1], window, 1)));
  call.addFresh(sizes, self.dtype);
}

static void inferPixelShuffle(Call &call) {
  const TensorInfo &self = call.tensor("self");
  bool isUnshuffle = call.getName() == "pixel_unshuffle";
  SymInt factor =
      call.integer(isUnshuffle ? "downscale_factor" : "upscale_factor");
  if (!call || self.rank() < 3)
    return;
  SymArith &arith = call.arith;
  SymInts sizes = self.sizes;
  unsigned n = self.rank();
  SymInt square = arith.mul(factor, factor);
  sizes[n - 3] = isUnshuffle ? arith.mul(sizes[n - 3], square)
                             : arith.floorDiv(sizes[n - 3], square);
  for (unsigned i : {n - 2, n - 1})
    sizes[i] = isUnshuffle ? arith.floorDiv(sizes[i], factor)
                           : arith.mul(sizes[i], factor);
  call.addFresh(sizes, self.dtype);
}

static void inferShuffle(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (call)
    call.addFresh(self.sizes, self.dtype);
}

void mlir::tp::addPoolingRules(RuleTable &table) {
  table.addAll({"avg_pool1d", "avg_pool2d", "avg_pool3d", "max_pool1d",
                "max_pool2d", "max_pool3d", "max_pool1d_with_indices",
                "max_pool2d_with_indices", "max_pool3d_with_indices",
                "_low_memory_max_pool_with_offsets"},
               inferPool);
  table.addAll({"adaptive_avg_pool1d", "adaptive_avg_pool2d",
                "adaptive_avg_pool3d", "_adaptive_avg_pool2d",
                "_adaptive_avg_pool3d", "adaptive_max_pool1d",
                "adaptive_max_pool2d", "adaptive_max_pool3d"},
               inferAdaptivePool);
  table.addAll({"fractional_max_pool2d", "fractional_max_pool3d",
                "max_unpool2d", "max_unpool3d"},
               inferUnpool);
  table.addAll(
      {"avg_pool2d_backward", "avg_pool3d_backward",
       "max_pool2d_with_indices_backward", "max_pool3d_with_indices_backward",
       "_adaptive_avg_pool2d_backward", "_adaptive_avg_pool3d_backward",
       "adaptive_max_pool2d_backward", "adaptive_max_pool3d_backward"},
      inferGradient);
  table.addAll({"upsample_nearest1d", "upsample_nearest2d",
                "upsample_nearest3d", "_upsample_nearest_exact1d",
                "_upsample_nearest_exact2d", "_upsample_nearest_exact3d",
                "upsample_linear1d", "upsample_bilinear2d",
                "upsample_trilinear3d", "upsample_bicubic2d",
                "_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa"},
               inferUpsample);
  table.addAll({"grid_sampler", "grid_sampler_2d", "grid_sampler_3d"},
               inferGridSampler);
  table.addAll({"constant_pad_nd", "reflection_pad1d", "reflection_pad2d",
                "reflection_pad3d", "replication_pad1d", "replication_pad2d",
                "replication_pad3d", "pad"},
               inferPad);
  table.addAll({"col2im"}, inferCol2im);
  table.addAll({"im2col"}, inferIm2col);
  table.addAll({"pixel_shuffle", "pixel_unshuffle"}, inferPixelShuffle);
  table.addAll({"channel_shuffle", "native_channel_shuffle"}, inferShuffle);
}
