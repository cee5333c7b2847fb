//===- Normalization.cpp - Normalisation and losses -----------------------===//
//
// Layer, group, batch norm, their statistics and gradients; losses.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Strides.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

/// The input, contiguous.
static void inferNorm(Call &call) {
  const TensorInfo &input = call.tensor("input");
  if (call)
    call.addFresh(input.sizes, input.dtype);
}

/// A tensor like `input`, its layout, too.
static void addPreserved(Call &call, const TensorInfo &input) {
  TensorInfo output = call.makeFresh(input, input.sizes, input.dtype);
  output.strides = getPreservedStrides(input, call.arith);
  call.addTensor(std::move(output));
}

/// Adds the normalized input, and returns the sizes of a value for each row of
/// it; none after an error.
static std::optional<SymInts> addNormalizedRows(Call &call) {
  const TensorInfo &input = call.tensor("input");
  unsigned count = call.integers("normalized_shape").size();
  if (!call)
    return std::nullopt;
  if (count > input.rank()) {
    call.setInvalid("expected at most " + Twine(input.rank()) +
                    " normalized dimensions, got " + Twine(count));
    return std::nullopt;
  }
  call.addFresh(input.sizes, input.dtype);
  SymInts sizes = input.sizes;
  for (unsigned i = input.rank() - count; i < input.rank(); ++i)
    sizes[i] = 1;
  return sizes;
}

static void inferNativeLayerNorm(Call &call) {
  std::optional<SymInts> rows = addNormalizedRows(call);
  if (!rows)
    return;
  ScalarType dtype = call.tensor("input").dtype;
  call.addFresh(*rows, dtype);
  call.addFresh(*rows, dtype);
}

/// The output and the factors of the rows, of the type that they are computed
/// in.
static void inferFusedRMSNorm(Call &call) {
  if (std::optional<SymInts> rows = addNormalizedRows(call))
    call.addFresh(*rows, getOpmathType(call.tensor("input").dtype));
}

/// Values as they would be quantized, and which of them are in range.
static void inferFakeQuantize(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (!call)
    return;
  addPreserved(call, self);
  if (call.getSchema().getReturns().size() < 2)
    return;
  TensorInfo mask = call.makeFresh(self, self.sizes, ScalarType::boolean);
  mask.strides = getPreservedStrides(self, call.arith);
  call.addTensor(std::move(mask));
}

static void inferNativeGroupNorm(Call &call) {
  const TensorInfo &input = call.tensor("input");
  SymInt batch = call.integer("N");
  SymInt groups = call.integer("group");
  if (!call)
    return;
  addPreserved(call, input);
  call.addFresh({batch, groups}, input.dtype);
  call.addFresh({batch, groups}, input.dtype);
}

/// The type of the statistics: the accumulator's for a mixed-precision input.
static ScalarType getStatisticsType(Call &call, const TensorInfo &input) {
  if (call.has("weight"))
    if (const TensorInfo *weight = call.optionalTensor("weight"))
      return weight->dtype;
  if (call.has("running_mean"))
    if (const TensorInfo *mean = call.optionalTensor("running_mean"))
      return mean->dtype;
  return getOpmathType(input.dtype);
}

/// The output and, in training, a mean and deviation for each channel.
static void inferNativeBatchNorm(Call &call) {
  const TensorInfo &input = call.tensor("input");
  StringRef name = call.getName();
  bool isTraining = name == "_batch_norm_with_update" ||
                    name == "_batch_norm_with_update_functional" ||
                    (call.has("training") && call.boolean("training"));
  if (!call || input.rank() < 2)
    return call.setInvalid("expected an input of rank 2 or more");
  addPreserved(call, input);
  SymInt channels = isTraining ? input.sizes[1] : SymInt(0);
  ScalarType type = getStatisticsType(call, input);
  call.addFresh({channels}, type);
  call.addFresh({channels}, type);
  if (name == "_batch_norm_with_update" ||
      name == "_batch_norm_with_update_functional" ||
      name == "_batch_norm_no_update")
    call.addFresh({SymInt(0)}, ScalarType::uint8);
  if (name.ends_with("_functional"))
    for (StringRef statistic : {"running_mean", "running_var"}) {
      const TensorInfo &info = call.tensor(statistic);
      if (call)
        call.addFresh(info.sizes, info.dtype);
    }
}

/// The composite operator.
static void inferBatchNorm(Call &call) {
  const TensorInfo &input = call.tensor("input");
  if (call)
    addPreserved(call, input);
}

/// Gradients of the input, the weight and the bias, where `output_mask` asks.
static void inferNormBackward(Call &call) {
  const TensorInfo &input = call.tensor("input");
  SmallVector<bool> mask = call.booleans("output_mask");
  if (!call || mask.size() != 3)
    return call.setUnknown("expected three flags as 'output_mask'");
  SymInts sizes;
  if (call.has("normalized_shape"))
    sizes = call.integers("normalized_shape");
  else if (call.has("C"))
    sizes = {call.integer("C")};
  else if (input.rank() > 1)
    sizes = {input.sizes[1]};
  const TensorInfo *weight = call.optionalTensor("weight");
  ScalarType type = weight ? weight->dtype : input.dtype;
  if (!call)
    return;
  if (mask[0])
    call.addFresh(input.sizes, input.dtype);
  else
    call.addNone();
  for (bool isWanted : {mask[1], mask[2]}) {
    if (isWanted)
      call.addFresh(sizes, type);
    else
      call.addNone();
  }
}

/// Losses: 0 keeps the elements, others reduce them to one.
static void inferLoss(Call &call) {
  const TensorInfo *self = call.firstTensor();
  int64_t reduction = call.staticInteger("reduction");
  if (!self || !call)
    return call.setUnknown("expected a tensor and a reduction");
  SmallVector<ArrayRef<SymInt>> sizes;
  SmallVector<const TensorInfo *> operands;
  TypePromotion promotion;
  for (unsigned i = 0, e = call.getNumArguments(); i != e; ++i)
    for (Type type : call.getArgument(i).types)
      if (const TensorInfo *info = call.decode(type)) {
        StringRef name = call.getSchema().getArguments()[i].getName();
        if (name == "weight" || name == "pos_weight")
          continue;
        sizes.push_back(info->sizes);
        operands.push_back(info);
        promotion.addTensor(info->dtype, info->rank());
      }
  std::optional<ScalarType> dtype = promotion.getResult();
  if (!dtype)
    return call.setInvalid("expected element types that promote to one");
  if (call.getName() == "l1_loss")
    dtype = toRealType(*dtype);
  // A margin is a float.
  if (call.has("margin"))
    dtype = toFloatType(*dtype);
  if (reduction != 0)
    return call.addFresh({}, *dtype);
  std::string error;
  auto result = broadcastSizes(sizes, call.arith, error);
  if (!result)
    return call.setInvalid(error);
  TensorInfo info = call.makeFresh(*self, *result, *dtype);
  info.strides = getPointwiseStrides(*result, operands, call.arith);
  call.addTensor(std::move(info));
}

/// Losses of class indices: the sizes of the target.
static void inferClassLoss(Call &call) {
  const TensorInfo &self = call.tensor("self");
  const TensorInfo &target = call.tensor("target");
  int64_t reduction = call.staticInteger("reduction");
  if (!call)
    return;
  bool isProbability =
      call.getName() == "cross_entropy_loss" && isFloatingPoint(target.dtype);
  SymInts sizes;
  if (reduction == 0) {
    sizes = target.sizes;
    if (isProbability && sizes.size() > 1)
      sizes.erase(sizes.begin() + 1);
    else if (isProbability)
      sizes.clear();
  }
  call.addFresh(sizes, self.dtype);
  // nll_loss_forward gives the weight of all classes, too.
  if (call.getSchema().getReturns().size() == 2)
    call.addFresh({}, self.dtype);
}

/// Losses that compare each row: the rows remain without a reduction.
static void inferRowLoss(Call &call) {
  const TensorInfo *self = call.firstTensor();
  int64_t reduction = call.staticInteger("reduction");
  if (!self || !call)
    return call.setUnknown("expected a tensor and a reduction");
  SymInts sizes;
  if (reduction == 0 && self->rank() > 1)
    sizes.push_back(self->sizes[0]);
  call.addFresh(sizes, toRealType(toFloatType(self->dtype)));
}

void mlir::tp::addNormalizationRules(RuleTable &table) {
  table.addAll({"layer_norm", "group_norm", "instance_norm", "rms_norm",
                "local_response_norm"},
               inferNorm);
  table.addAll({"_fused_rms_norm"}, inferFusedRMSNorm);
  table.addAll({"native_layer_norm"}, inferNativeLayerNorm);
  table.addAll({"native_group_norm"}, inferNativeGroupNorm);
  table.addAll({"fake_quantize_per_tensor_affine",
                "fake_quantize_per_channel_affine",
                "fake_quantize_per_tensor_affine_cachemask",
                "fake_quantize_per_channel_affine_cachemask",
                "_fake_quantize_per_tensor_affine_cachemask_tensor_qparams"},
               inferFakeQuantize);
  table.addAll({"native_batch_norm", "_native_batch_norm_legit",
                "_native_batch_norm_legit_no_training",
                "_native_batch_norm_legit_functional",
                "_batch_norm_with_update", "_batch_norm_with_update_functional",
                "_batch_norm_no_update"},
               inferNativeBatchNorm);
  table.addAll({"batch_norm"}, inferBatchNorm);
  table.addAll({"native_layer_norm_backward", "native_group_norm_backward",
                "native_batch_norm_backward"},
               inferNormBackward);
  table.addAll({"mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss",
                "binary_cross_entropy", "binary_cross_entropy_with_logits",
                "soft_margin_loss", "kl_div", "poisson_nll_loss",
                "hinge_embedding_loss", "margin_ranking_loss"},
               inferLoss);
  table.addAll({"nll_loss", "nll_loss_nd", "nll_loss2d", "nll_loss_forward",
                "nll_loss2d_forward", "cross_entropy_loss"},
               inferClassLoss);
  table.addAll({"multi_margin_loss", "multilabel_margin_loss",
                "cosine_embedding_loss", "triplet_margin_loss"},
               inferRowLoss);
}
