//===- Layers.cpp - Rules for layers with weights -------------------------===//
//
// embedding_bag, bilinear, weight and batch normalization with gradients,
// renorm, affine_grid_generator.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "NNHelpers.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Embeddings
//===----------------------------------------------------------------------===//

/// Without gradients torch calls another operator, which gives one bag size
/// more where the offsets have their end; the type of the result tells them
/// apart.
static Replacement decomposeEmbeddingBag(DecomposeBuilder &b, CallOp call) {
  Value weight = b.tensor("weight"), offsets = b.tensor("offsets");
  if (!weight || !offsets || b.getNumResults() != 4)
    return std::nullopt;
  Arg padding = -1;
  if (b.has("padding_idx")) {
    padding = b.arg("padding_idx");
    if (!padding.isInt())
      return std::nullopt;
    if (padding.getInt() < 0)
      padding = b.add(padding, b.size(weight, 0));
  }
  StringRef target = "aten._embedding_bag.default";
  auto sizes = dyn_cast<RankedTensorType>(b.getResultType(2));
  if (b.arg("include_last_offset").isTrue() && sizes && sizes.getRank() == 1 &&
      sizes.hasStaticShape() && sizes.getDimSize(0) == b.staticSize(offsets, 0))
    target = "aten._embedding_bag_forward_only.default";
  return b.callAll(
      target, weight, b.call("aten.contiguous.default", b.arg("indices")),
      b.call("aten.contiguous.default", offsets), b.arg("scale_grad_by_freq"),
      b.arg("mode"), b.arg("sparse"), b.arg("per_sample_weights"),
      b.arg("include_last_offset"), padding);
}

static Replacement decomposeEmbeddingBackward(DecomposeBuilder &b,
                                              CallOp call) {
  if (!b.arg("sparse").isBool() || b.arg("sparse").getBool())
    return std::nullopt;
  return b.call("aten.embedding_dense_backward.default", b.arg("grad"),
                b.arg("indices"), b.arg("num_weights"), b.arg("padding_idx"),
                b.arg("scale_grad_by_freq"));
}

/// Adds up the gradients of each row.
static Replacement decomposeEmbeddingDenseBackward(DecomposeBuilder &b,
                                                   CallOp call) {
  Value grad = b.tensor("grad_output"), indices = b.tensor("indices");
  std::optional<int64_t> rank = b.rank(grad), indexRank = b.rank(indices);
  std::optional<ScalarType> dtype = b.dtype(grad);
  Arg padding = b.arg("padding_idx"), byFrequency = b.arg("scale_grad_by_freq");
  if (!rank || indexRank != *rank - 1 || !dtype || !padding.isInt() ||
      !byFrequency.isBool())
    return std::nullopt;
  ScalarType type = getOpmathType(*dtype);
  grad = b.convert(grad, type);
  indices = b.convert(indices, ScalarType::int64);
  Arg rows = b.arg("num_weights"), index = Arg({Arg(indices)});
  if (byFrequency.getBool()) {
    Value counts = b.full(Arg({rows}), 0, type, grad);
    Value ones = b.full(*b.sizes(indices), 1, type, grad);
    counts = b.call("aten.index_put.default", counts, index, ones, true);
    Value own = b.call("aten.index.Tensor", counts, index);
    grad = b.call("aten.div.Tensor", grad, b.unsqueeze(own, *indexRank));
  }
  if (padding.getInt() >= 0) {
    Value isCounted = b.call("aten.ne.Scalar", indices, padding);
    grad = core::selectOr(b, b.unsqueeze(isCounted, *indexRank), grad, 0);
  }
  Value zeros = b.full(Arg({rows, b.size(grad, -1)}), 0, type, grad);
  Value result = b.call("aten.index_put.default", zeros, index, grad, true);
  return b.convert(result, dtype);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// For each row: x * W[o] * y, as a product of matrices and one of a stack.
static Replacement decomposeBilinear(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("input1"), y = b.tensor("input2");
  Value weight = b.tensor("weight"), bias = b.tensor("bias");
  std::optional<int64_t> rank = b.rank(x);
  if (!rank || *rank == 0 || b.rank(y) != rank || b.rank(weight) != 3)
    return std::nullopt;
  std::vector<Arg> sizes = *b.sizes(x);
  Arg width = sizes.back();
  sizes.pop_back();
  Arg rows = b.product(sizes);
  Arg outputs = b.size(weight, 0), depth = b.size(weight, 2);
  Value left = b.reshape(x, Arg({rows, width}));
  Value right = b.reshape(y, Arg({rows, depth, Arg(1)}));
  Value matrix = b.reshape(b.permute(weight, {1, 0, 2}),
                           Arg({width, b.mul(outputs, depth)}));
  Value products = b.call("aten.mm.default", left, matrix);
  products = b.view(products, Arg({rows, outputs, depth}));
  Value result = b.call("aten.bmm.default", products, right);
  sizes.push_back(outputs);
  result = b.view(result, sizes);
  return bias ? b.call("aten.add.Tensor", result, bias) : result;
}

//===----------------------------------------------------------------------===//
// Normalization
//===----------------------------------------------------------------------===//

/// All dimensions but one.
static std::vector<Arg> getOtherDims(int64_t rank, int64_t dim) {
  std::vector<Arg> dims;
  for (int64_t i = 0; i < rank; ++i)
    if (i != dim)
      dims.push_back(i);
  return dims;
}

/// Scales down what is longer than `maxnorm` along a dimension.
static Replacement decomposeRenorm(DecomposeBuilder &b, CallOp call) {
  Value self = b.tensor("self");
  std::optional<int64_t> rank = b.rank(self), dim = b.getDim("dim", self);
  std::optional<ScalarType> dtype = b.dtype(self);
  Arg limit = b.arg("maxnorm");
  if (!rank || *rank < 2 || !dim || !dtype || !limit.isNumber())
    return std::nullopt;
  ScalarType computeType = getOpmathType(*dtype);
  Value norm =
      b.call("aten.linalg_vector_norm.default", self, b.arg("p"),
             getOtherDims(*rank, *dim), true,
             b.kw("dtype", computeType == *dtype ? Arg() : Arg(computeType)));
  Value factor =
      b.call("aten.reciprocal.default", b.call("aten.add.Tensor", norm, 1e-7));
  factor = b.call("aten.mul.Tensor", factor, limit);
  Value isLong = b.call("aten.gt.Scalar", norm, limit);
  factor = core::selectOr(b, isLong, factor, 1);
  return b.call("aten.mul.Tensor", self, b.convert(factor, dtype));
}

/// The second result of the `interface` form is the norm.
static Replacement decomposeWeightNorm(DecomposeBuilder &b, CallOp call) {
  Value v = b.tensor("v"), g = b.tensor("g");
  std::optional<int64_t> dim = b.getInt("dim");
  if (!b.rank(v) || !dim || *dim < -1 || *dim >= *b.rank(v))
    return std::nullopt;
  Value norm = b.call("aten.norm_except_dim.default", v, 2, *dim);
  Value result =
      b.call("aten.mul.Tensor", v, b.call("aten.div.Tensor", g, norm));
  if (b.getNumResults() == 2)
    return {result, norm};
  return result;
}

static Replacement decomposeWeightNormBackward(DecomposeBuilder &b,
                                               CallOp call) {
  Value grad = b.tensor("grad_w"), v = b.tensor("saved_v");
  Value g = b.tensor("saved_g"), norms = b.tensor("saved_norms");
  std::optional<int64_t> rank = b.rank(v), dim = b.getInt("dim");
  if (!rank || !dim || *dim < 0 || *dim >= *rank)
    return std::nullopt;
  auto mul = [&](Value x, Value y) { return b.call("aten.mul.Tensor", x, y); };
  auto div = [&](Value x, Value y) { return b.call("aten.div.Tensor", x, y); };
  Value sums = b.call("aten.sum.dim_IntList", mul(grad, v),
                      getOtherDims(*rank, *dim), true);
  Value along = mul(v, div(sums, mul(norms, norms)));
  Value across = b.call("aten.sub.Tensor", grad, along);
  return {mul(div(g, norms), across), div(sums, norms)};
}

/// In evaluation. In training the statistics are written, or there are none.
static Replacement decomposeNativeBatchNorm(DecomposeBuilder &b, CallOp call) {
  Arg training = b.arg("training");
  bool hasStatistics = b.has("running_mean") && b.has("running_var");
  if (!training.isBool() || b.has("running_mean") != b.has("running_var"))
    return std::nullopt;
  if (!training.getBool() && hasStatistics)
    return b.callAll("aten._native_batch_norm_legit_no_training.default",
                     b.arg("input"), b.arg("weight"), b.arg("bias"),
                     b.arg("running_mean"), b.arg("running_var"),
                     b.arg("momentum"), b.arg("eps"));
  if (hasStatistics)
    return std::nullopt;
  return b.callAll("aten._native_batch_norm_legit.no_stats", b.arg("input"),
                   b.arg("weight"), b.arg("bias"), training, b.arg("momentum"),
                   b.arg("eps"));
}

static Replacement decomposeBatchNormBackward(DecomposeBuilder &b,
                                              CallOp call) {
  Value grad = b.tensor("grad_out"), input = b.tensor("input");
  Value weight = b.tensor("weight");
  std::optional<int64_t> rank = b.rank(input);
  std::optional<ScalarType> dtype = b.dtype(input);
  Arg train = b.arg("train"), mask = b.arg("output_mask");
  if (!rank || *rank < 2 || !dtype || !train.isBool() || !mask.isList() ||
      mask.size() != 3)
    return std::nullopt;
  ScalarType type = getOpmathType(*dtype);
  std::optional<ScalarType> weightType = weight ? b.dtype(weight) : dtype;
  bool isTraining = train.getBool();
  Value mean = b.tensor(isTraining ? "save_mean" : "running_mean");
  Value scale = b.tensor(isTraining ? "save_invstd" : "running_var");
  if (!mean || !scale || !weightType)
    return std::nullopt;
  auto mul = [&](Value x, const Arg &y) {
    return b.call("aten.mul.Tensor", x, y);
  };
  auto sub = [&](Value x, Value y) { return b.call("aten.sub.Tensor", x, y); };
  auto align = [&](Value x) { return b.unsqueezeToRank(x, *rank - 1); };
  std::vector<Arg> others = getOtherDims(*rank, 1);
  auto sum = [&](Value x) { return b.call("aten.sum.dim_IntList", x, others); };
  grad = b.convert(grad, type);
  mean = b.convert(mean, type);
  scale = b.convert(scale, type);
  if (!isTraining)
    scale = b.call("aten.rsqrt.default",
                   b.call("aten.add.Tensor", scale, b.arg("eps")));
  Value centered = sub(b.convert(input, type), align(mean));
  Value gradSum = sum(grad), dot = sum(mul(grad, centered));
  Value factor = weight ? mul(scale, b.convert(weight, type)) : scale;
  std::vector<Arg> results(3);
  if (mask[0].isTrue()) {
    Value result = grad;
    if (isTraining) {
      std::vector<Arg> sizes = *b.sizes(input);
      sizes.erase(sizes.begin() + 1);
      Arg count = b.product(sizes);
      Value slope =
          mul(b.call("aten.div.Tensor", dot, count), mul(scale, scale));
      result = sub(result, mul(centered, align(slope)));
      result = sub(result, align(b.call("aten.div.Tensor", gradSum, count)));
    }
    results[0] = b.convert(mul(result, align(factor)), dtype);
  }
  if (mask[1].isTrue())
    results[1] = b.convert(mul(dot, scale), weightType);
  if (mask[2].isTrue())
    results[2] = b.convert(gradSum, weightType);
  return results;
}

//===----------------------------------------------------------------------===//
// Grids
//===----------------------------------------------------------------------===//

/// The positions of `count` samples between -1 and 1.
static std::optional<Value> makeGridAxis(DecomposeBuilder &b, const Arg &count,
                                         bool alignCorners, ScalarType dtype,
                                         Value deviceOf) {
  if (!count.isInt())
    return std::nullopt;
  int64_t n = count.getInt();
  Value places = core::makeRange(b, 0, n, dtype, deviceOf);
  // One sample is in the middle.
  double step = n <= 1 ? 0.0 : 2.0 / double(alignCorners ? n - 1 : n);
  double start = n <= 1 ? 0.0 : alignCorners ? -1.0 : -1.0 + 1.0 / double(n);
  Value scaled = b.call("aten.mul.Tensor", places, step);
  return b.call("aten.add.Tensor", scaled, start);
}

/// The coordinates of all positions of a grid, each with a 1 behind it, once
/// for each affine map: [map, position, coordinate]; null where the sizes are
/// not known.
static Value makeBaseGrid(DecomposeBuilder &b, ArrayRef<Arg> size,
                          bool alignCorners, ScalarType dtype, Value deviceOf) {
  ArrayRef<Arg> spatial = size.drop_front(2);
  size_t count = spatial.size();
  std::vector<Arg> sizes(spatial.begin(), spatial.end());
  sizes.push_back(1);
  // The innermost dimension comes first.
  std::vector<Arg> coordinates;
  for (size_t i = count; i-- > 0;) {
    std::optional<Value> axis =
        makeGridAxis(b, spatial[i], alignCorners, dtype, deviceOf);
    if (!axis)
      return {};
    coordinates.push_back(
        b.expand(b.unsqueezeToRank(*axis, count - i + 1), sizes));
  }
  coordinates.push_back(b.full(sizes, 1, dtype, deviceOf));
  Value base = b.call("aten.cat.default", Arg(coordinates), -1);
  Arg width = int64_t(count + 1), rows = b.product(spatial);
  return b.expand(b.unsqueeze(b.view(base, Arg({rows, width})), 0),
                  Arg({size[0], rows, width}));
}

static Replacement decomposeAffineGrid(DecomposeBuilder &b, CallOp call) {
  Value theta = b.tensor("theta");
  std::optional<ScalarType> dtype = b.dtype(theta);
  Arg size = b.arg("size"), align = b.arg("align_corners");
  if (!dtype || b.rank(theta) != 3 || !size.isList() || !align.isBool() ||
      (size.size() != 4 && size.size() != 5))
    return std::nullopt;
  Value base =
      makeBaseGrid(b, size.getElements(), align.getBool(), *dtype, theta);
  if (!base)
    return std::nullopt;
  Value grid = b.call("aten.bmm.default", base, b.transpose(theta, 1, 2));
  std::vector<Arg> shape = size.getElements();
  shape.erase(shape.begin() + 1);
  shape.push_back(int64_t(size.size() - 2));
  return b.view(grid, shape);
}

static Replacement decomposeAffineGridBackward(DecomposeBuilder &b,
                                               CallOp call) {
  Value grad = b.tensor("grad");
  std::optional<ScalarType> dtype = b.dtype(grad);
  Arg size = b.arg("size"), align = b.arg("align_corners");
  if (!dtype || !b.rank(grad) || !size.isList() || !align.isBool() ||
      (size.size() != 4 && size.size() != 5))
    return std::nullopt;
  Value base =
      makeBaseGrid(b, size.getElements(), align.getBool(), *dtype, grad);
  if (!base)
    return std::nullopt;
  Value flat = b.reshape(
      grad, Arg({size[0], b.size(base, 1), Arg(int64_t(size.size() - 2))}));
  return b.transpose(b.call("aten.bmm.default", b.transpose(base, 1, 2), flat),
                     1, 2);
}

void core::populateLayers(DecompositionTable &table) {
  table.add({"aten.embedding_bag.default", "aten.embedding_bag.padding_idx"},
            decomposeEmbeddingBag);
  table.add("aten.embedding_backward.default", decomposeEmbeddingBackward);
  table.add("aten.embedding_dense_backward.default",
            decomposeEmbeddingDenseBackward);
  table.add("aten.bilinear.default", decomposeBilinear);
  table.add("aten.renorm.default", decomposeRenorm);
  table.add(
      {"aten._weight_norm.default", "aten._weight_norm_interface.default"},
      decomposeWeightNorm);
  table.add("aten.native_batch_norm.default", decomposeNativeBatchNorm);
  table.add("aten.native_batch_norm_backward.default",
            decomposeBatchNormBackward);
  table.add("aten._weight_norm_differentiable_backward.default",
            decomposeWeightNormBackward);
  table.add("aten.affine_grid_generator.default", decomposeAffineGrid);
  table.add("aten.affine_grid_generator_backward.default",
            decomposeAffineGridBackward);
}
