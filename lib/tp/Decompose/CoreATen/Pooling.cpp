//===- Pooling.cpp - Rules for pooling and windows ------------------------===//
//
// Pooling along one dimension is pooling along two, the first of size 1.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "NNHelpers.h"

using namespace mlir;
using namespace mlir::tp;

/// A list with one element more in front; an empty one stays.
static std::optional<Arg> prepend(const Arg &first, const Arg &values) {
  if (values.isList() && values.size() == 0)
    return values;
  std::optional<Arg> list = core::spread(values, 1);
  if (!list)
    return std::nullopt;
  return Arg({first, (*list)[0]});
}

/// Whether there are 1 or 2 dimensions ahead of `spatial` ones.
static bool isPoolable(DecomposeBuilder &b, Value x, int64_t spatial) {
  std::optional<int64_t> rank = b.rank(x);
  return rank && (*rank == spatial + 1 || *rank == spatial + 2);
}

static Replacement squeezeAll(DecomposeBuilder &b,
                              const SmallVector<Value> &results,
                              unsigned count) {
  SmallVector<Value> squeezed;
  if (results.size() < count)
    return std::nullopt;
  for (Value result : ArrayRef<Value>(results).take_front(count))
    squeezed.push_back(b.call("aten.squeeze.dims", result, Arg({Arg(-2)})));
  return squeezed;
}

static Replacement decomposeMaxPool1d(DecomposeBuilder &b, CallOp call) {
  Value self = b.tensor("self");
  std::optional<Arg> kernel = prepend(1, b.arg("kernel_size"));
  std::optional<Arg> stride = prepend(1, b.arg("stride"));
  std::optional<Arg> padding = prepend(0, b.arg("padding"));
  std::optional<Arg> dilation = prepend(1, b.arg("dilation"));
  if (!isPoolable(b, self, 1) || !kernel || !stride || !padding || !dilation)
    return std::nullopt;
  return squeezeAll(b,
                    b.callAll("aten.max_pool2d_with_indices.default",
                              b.unsqueeze(self, *b.rank(self) - 1), *kernel,
                              *stride, *padding, *dilation, b.arg("ceil_mode")),
                    b.getNumResults());
}

static Replacement decomposeMaxPool3d(DecomposeBuilder &b, CallOp call) {
  SmallVector<Value> results =
      b.callAll("aten.max_pool3d_with_indices.default", b.arg("self"),
                b.arg("kernel_size"), b.arg("stride"), b.arg("padding"),
                b.arg("dilation"), b.arg("ceil_mode"));
  return results.empty() ? Replacement(std::nullopt)
                         : Replacement(results.front());
}

static Replacement decomposeAvgPool1d(DecomposeBuilder &b, CallOp call) {
  Value self = b.tensor("self");
  std::optional<Arg> kernel = prepend(1, b.arg("kernel_size"));
  std::optional<Arg> stride = prepend(1, b.arg("stride"));
  std::optional<Arg> padding = prepend(0, b.arg("padding"));
  if (!isPoolable(b, self, 1) || !kernel || !stride || !padding)
    return std::nullopt;
  return squeezeAll(b,
                    b.callAll("aten.avg_pool2d.default",
                              b.unsqueeze(self, *b.rank(self) - 1), *kernel,
                              *stride, *padding, b.arg("ceil_mode"),
                              b.arg("count_include_pad")),
                    1);
}

static Replacement decomposeAdaptivePool1d(DecomposeBuilder &b, CallOp call) {
  Value self = b.tensor("self");
  std::optional<Arg> size = prepend(1, b.arg("output_size"));
  if (!isPoolable(b, self, 1) || !size || size->size() != 2)
    return std::nullopt;
  bool isMax = b.getNumResults() == 2;
  return squeezeAll(b,
                    b.callAll(isMax ? "aten.adaptive_max_pool2d.default"
                                    : "aten.adaptive_avg_pool2d.default",
                              b.unsqueeze(self, *b.rank(self) - 1), *size),
                    b.getNumResults());
}

static Replacement decomposeAdaptiveAvgPool3d(DecomposeBuilder &b,
                                              CallOp call) {
  Value self = b.tensor("self");
  std::optional<Arg> size = core::spread(b.arg("output_size"), 3);
  if (!isPoolable(b, self, 3) || !size)
    return std::nullopt;
  if (*size == Arg::getRepeated(1, 3))
    return b.call("aten.mean.dim", self, Arg({Arg(-1), Arg(-2), Arg(-3)}),
                  true);
  return b.call("aten._adaptive_avg_pool3d.default", self, *size);
}

/// Puts each element where its index, counted within its channel, says.
static Replacement decomposeMaxUnpool(DecomposeBuilder &b, CallOp call) {
  Value self = b.tensor("self"), indices = b.tensor("indices");
  int64_t spatial = core::getSpatialRank(b.getTarget());
  std::optional<ScalarType> dtype = b.dtype(self);
  std::optional<Arg> output = core::spread(b.arg("output_size"), spatial);
  if (!isPoolable(b, self, spatial) || !dtype || !output ||
      b.rank(indices) != b.rank(self))
    return std::nullopt;
  std::vector<Arg> outer = *b.sizes(self);
  outer.resize(outer.size() - spatial);
  auto within = [&](std::initializer_list<Arg> inner) {
    std::vector<Arg> sizes = outer;
    sizes.insert(sizes.end(), inner);
    return sizes;
  };
  std::vector<Arg> own = *b.sizes(self);
  own.erase(own.begin(), own.end() - spatial);
  std::vector<Arg> flat = within({b.product(own)});
  std::vector<Arg> sizes = outer;
  for (const Arg &size : output->getElements())
    sizes.push_back(size);
  Value zeros =
      b.full(within({b.product(output->getElements())}), 0, *dtype, self);
  Value result = b.call("aten.scatter.src", zeros, -1, b.reshape(indices, flat),
                        b.reshape(self, flat));
  return b.view(result, sizes);
}

/// The indices of the elements of each window along a dimension:
/// [place in the window, window].
static Value makeWindowIndex(DecomposeBuilder &b, const Arg &size,
                             int64_t kernel, int64_t dilation, int64_t padding,
                             int64_t stride, Value deviceOf) {
  Arg end = b.add(size, 2 * padding - dilation * (kernel - 1));
  auto range = [&](const Arg &end, int64_t step) {
    return b.call("aten.arange.start_step", 0, end, step,
                  b.kw("dtype", ScalarType::int64),
                  b.kw("device", b.device(deviceOf)),
                  b.kw("pin_memory", false));
  };
  Value starts = b.unsqueeze(range(end, stride), 0);
  Value places = b.unsqueeze(range(kernel * dilation, dilation), -1);
  return b.call("aten.add.Tensor", starts, places);
}

static Replacement decomposeIm2col(DecomposeBuilder &b, CallOp call) {
  Value self = b.tensor("self");
  SmallVector<SmallVector<int64_t>> windows;
  for (StringRef name : {"kernel_size", "dilation", "padding", "stride"}) {
    std::optional<Arg> values = core::spread(b.arg(name), 2);
    std::optional<SmallVector<int64_t>> numbers;
    if (!values || !(numbers = values->getInts()))
      return std::nullopt;
    windows.push_back(*numbers);
  }
  if (!isPoolable(b, self, 2))
    return std::nullopt;
  bool isBatched = *b.rank(self) == 4;
  Value x = isBatched ? self : b.unsqueeze(self, 0);
  const auto &kernel = windows[0], &padding = windows[2];
  SmallVector<Value> index;
  for (int64_t i : {0, 1})
    index.push_back(makeWindowIndex(b, b.size(x, 2 + i), kernel[i],
                                    windows[1][i], padding[i], windows[3][i],
                                    self));
  Value padded = x;
  if (padding[0] || padding[1])
    padded = b.call("aten.constant_pad_nd.default", x,
                    Arg({padding[1], padding[1], padding[0], padding[0]}), 0);
  Value rows = b.unsqueezeToRank(index[0], 4);
  Value columns = b.call("aten.index.Tensor", padded,
                         Arg({Arg(), Arg(), Arg(rows), Arg(index[1])}));
  columns = b.permute(columns, {0, 1, 2, 4, 3, 5});
  Arg depth = b.mul(b.size(x, 1), kernel[0] * kernel[1]);
  Arg count = b.mul(b.size(index[0], 1), b.size(index[1], 1));
  Value result = b.reshape(columns, Arg({b.size(x, 0), depth, count}));
  return isBatched ? result : b.squeeze(result, 0);
}

void core::populatePooling(DecompositionTable &table) {
  table.add({"aten.max_pool1d.default", "aten.max_pool1d_with_indices.default"},
            decomposeMaxPool1d);
  table.add("aten.max_pool3d.default", decomposeMaxPool3d);
  table.add("aten.avg_pool1d.default", decomposeAvgPool1d);
  table.add(
      {"aten.adaptive_avg_pool1d.default", "aten.adaptive_max_pool1d.default"},
      decomposeAdaptivePool1d);
  table.add("aten.adaptive_avg_pool3d.default", decomposeAdaptiveAvgPool3d);
  table.add({"aten.max_unpool2d.default", "aten.max_unpool3d.default"},
            decomposeMaxUnpool);
  table.add("aten.im2col.default", decomposeIm2col);
}
