//===- ClassLosses.cpp - Rules for losses of class indices ----------------===//
//
// nll_loss, cross_entropy_loss, multi_margin_loss, multilabel_margin_loss.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "NNHelpers.h"

using namespace mlir;
using namespace mlir::tp;
using core::Reduction;

namespace {
/// The negative log likelihood of the target classes.
struct Likelihood {
  Value loss;        // after the reduction
  Value totalWeight; // of all classes that count; null where none was asked for
  Value isCounted;   // a mask: the target is not the class to ignore
  Value safeTarget;  // the target, 0 where it is not counted
};
} // namespace

static Value sumAll(DecomposeBuilder &b, Value value) {
  return b.call("aten.sum.dim_IntList", value, Arg(std::vector<Arg>()));
}

/// The weight of each target class, 0 where it does not count.
static Value gatherWeights(DecomposeBuilder &b, Value weight,
                           const Likelihood &l) {
  Value weights = b.call("aten.index.Tensor", weight, Arg({Arg(l.safeTarget)}));
  return core::selectOr(b, l.isCounted, weights, 0);
}

/// The class has dimension 0 of a vector and dimension 1 of anything else.
static int64_t getClassDim(int64_t rank) { return rank < 2 ? 0 : 1; }

static std::optional<Likelihood> makeLikelihood(DecomposeBuilder &b, Value self,
                                                Value target, Value weight,
                                                Reduction reduction,
                                                bool needsTotal) {
  std::optional<int64_t> rank = b.rank(self), targetRank = b.rank(target);
  std::optional<ScalarType> dtype = b.dtype(self), index = b.dtype(target);
  Arg ignored = b.arg("ignore_index");
  if (!rank || *rank == 0 || !targetRank || *targetRank != *rank - 1 ||
      !dtype || !index || isFloatingPoint(*index) || ignored.isNone())
    return std::nullopt;
  int64_t dim = getClassDim(*rank);
  target = b.convert(target, ScalarType::int64);
  Likelihood l;
  l.isCounted = b.call("aten.ne.Scalar", target, ignored);
  l.safeTarget = core::selectOr(b, l.isCounted, target, 0);
  Value picked =
      b.call("aten.gather.default", self, dim, b.unsqueeze(l.safeTarget, dim));
  l.loss = b.call("aten.neg.default", b.squeeze(picked, dim));
  Value weights;
  if (weight) {
    weights = gatherWeights(b, weight, l);
    l.loss = b.call("aten.mul.Tensor", l.loss, weights);
  }
  l.loss = core::selectOr(b, l.isCounted, l.loss, 0);
  if (reduction == Reduction::None) {
    // torch counts the weights of what it reduces, and a single element.
    if (needsTotal && *rank > 1)
      l.totalWeight = b.scalarTensor(0, *dtype, self);
    if (*rank > 1 || !needsTotal)
      return l;
  } else {
    l.loss = sumAll(b, l.loss);
  }
  if (needsTotal || reduction == Reduction::Mean) {
    l.totalWeight = weights ? sumAll(b, weights) : sumAll(b, l.isCounted);
    l.totalWeight = b.convert(l.totalWeight, dtype);
  }
  if (reduction == Reduction::Mean)
    l.loss = b.call("aten.div.Tensor", l.loss, l.totalWeight);
  return l;
}

static Replacement decomposeNLLLoss(DecomposeBuilder &b, CallOp call) {
  std::optional<Reduction> reduction = core::getReduction(b);
  bool hasTotal = b.getNumResults() == 2;
  if (!reduction)
    return std::nullopt;
  std::optional<Likelihood> l =
      makeLikelihood(b, b.tensor("self"), b.tensor("target"),
                     b.tensor("weight"), *reduction, hasTotal);
  if (!l)
    return std::nullopt;
  if (hasTotal)
    return {l->loss, l->totalWeight};
  return l->loss;
}

//===----------------------------------------------------------------------===//
// Cross entropy
//===----------------------------------------------------------------------===//

namespace {
struct CrossEntropy {
  Value input; // log probabilities
  Value target, weight;
  int64_t rank, dim;
  Reduction reduction;
  double smoothing;

  /// The weights of the classes with the rank of the input.
  Value getAlignedWeight(DecomposeBuilder &b) const {
    return b.unsqueezeToRank(weight, rank - dim);
  }
  Replacement ofProbabilities(DecomposeBuilder &b) const;
  Replacement ofIndices(DecomposeBuilder &b) const;
};
} // namespace

Replacement CrossEntropy::ofProbabilities(DecomposeBuilder &b) const {
  Value expected = target;
  if (smoothing > 0) {
    expected = b.call("aten.mul.Tensor", expected, 1 - smoothing);
    Arg share = b.truediv(smoothing, b.size(input, dim));
    if (share.isNone())
      return std::nullopt;
    expected = b.call("aten.add.Tensor", expected, share);
  }
  Value loss = b.call("aten.mul.Tensor", input, expected);
  if (weight)
    loss = b.call("aten.mul.Tensor", loss, getAlignedWeight(b));
  if (reduction == Reduction::None)
    return b.call("aten.neg.default",
                  b.call("aten.sum.dim_IntList", loss, Arg({Arg(dim)})));
  loss = b.call("aten.neg.default", sumAll(b, loss));
  if (reduction == Reduction::Sum)
    return loss;
  std::vector<Arg> others = *b.sizes(input);
  others.erase(others.begin() + dim);
  return b.call("aten.div.Scalar", loss, b.product(others));
}

Replacement CrossEntropy::ofIndices(DecomposeBuilder &b) const {
  std::optional<Likelihood> l =
      makeLikelihood(b, input, target, weight, reduction, false);
  if (!l)
    return std::nullopt;
  if (smoothing <= 0)
    return l->loss;
  Value smooth =
      weight ? b.call("aten.mul.Tensor", input, getAlignedWeight(b)) : input;
  smooth = b.call("aten.neg.default",
                  b.call("aten.sum.dim_IntList", smooth, Arg({Arg(dim)})));
  smooth = core::selectOr(b, l->isCounted, smooth, 0);
  if (reduction != Reduction::None)
    smooth = sumAll(b, smooth);
  if (reduction == Reduction::Mean)
    smooth = b.call("aten.div.Tensor", smooth, l->totalWeight);
  Arg share = b.truediv(smoothing, b.size(input, dim));
  if (share.isNone())
    return std::nullopt;
  return b.call("aten.add.Tensor",
                b.call("aten.mul.Tensor", l->loss, 1 - smoothing),
                b.call("aten.mul.Tensor", smooth, share));
}

static Replacement decomposeCrossEntropy(DecomposeBuilder &b, CallOp call) {
  Value self = b.tensor("self"), target = b.tensor("target");
  std::optional<int64_t> rank = b.rank(self), targetRank = b.rank(target);
  std::optional<ScalarType> targetType = b.dtype(target);
  std::optional<Reduction> reduction = core::getReduction(b);
  if (!rank || *rank == 0 || !targetRank || !targetType || !reduction ||
      !b.arg("label_smoothing").isNumber())
    return std::nullopt;
  bool isProbability = isFloatingPoint(*targetType);
  if (*targetRank != (isProbability ? *rank : *rank - 1))
    return std::nullopt;
  CrossEntropy loss;
  loss.dim = getClassDim(*rank);
  loss.rank = *rank;
  loss.input = b.call("aten._log_softmax.default", self, loss.dim, false);
  loss.target = target;
  loss.weight = b.tensor("weight");
  loss.reduction = *reduction;
  loss.smoothing = b.arg("label_smoothing").getNumber();
  return isProbability ? loss.ofProbabilities(b) : loss.ofIndices(b);
}

//===----------------------------------------------------------------------===//
// Margins between classes
//===----------------------------------------------------------------------===//

/// The result of a loss of rows: `rows` without a reduction.
static Value finishRows(DecomposeBuilder &b, Value rows, Reduction reduction,
                        bool isVector) {
  if (reduction == Reduction::None && isVector)
    return b.squeeze(rows, 0);
  return core::reduceLoss(b, rows, reduction);
}

static Replacement decomposeMultiMargin(DecomposeBuilder &b, CallOp call) {
  Value self = b.tensor("self"), target = b.tensor("target");
  Value weight = b.tensor("weight");
  std::optional<int64_t> rank = b.rank(self), targetRank = b.rank(target);
  std::optional<Reduction> reduction = core::getReduction(b);
  if (!rank || !targetRank || !reduction || *rank > 2 || *targetRank > 1 ||
      !b.dtype(self) || !b.arg("p").isNumber())
    return std::nullopt;
  // The result has the dimension of the target.
  bool isScalar = *targetRank == 0;
  if (*rank < 2)
    self = b.unsqueeze(b.unsqueezeToRank(self, 1), 0);
  else if (isScalar)
    return std::nullopt;
  if (isScalar)
    target = b.unsqueeze(target, 0);
  Value column = b.unsqueeze(target, 1);
  Value picked = b.call("aten.gather.default", self, 1, column);
  Value z = b.call("aten.sub.Tensor", self, picked);
  z = b.call("aten.add.Tensor", z, b.arg("margin"));
  z = b.call("aten.clamp.default", z, 0);
  if (b.arg("p").isNumber(2))
    z = b.call("aten.mul.Tensor", z, z);
  else if (!b.arg("p").isNumber(1))
    return std::nullopt;
  if (weight) {
    Value weights = b.call("aten.index.Tensor", weight, Arg({Arg(target)}));
    z = b.call("aten.mul.Tensor", z, b.unsqueeze(weights, 1));
  }
  Value classes =
      core::makeRange(b, 0, b.size(self, 1), ScalarType::int64, self);
  Value isOther = b.call("aten.ne.Tensor", classes, column);
  z = core::selectOr(b, isOther, z, 0);
  z = b.call("aten.mean.dim", z, Arg({Arg(1)}));
  return finishRows(b, z, *reduction, isScalar);
}

/// A row of the target holds classes up to the first -1. The second result
/// says which classes those are.
static Replacement decomposeMultilabelMargin(DecomposeBuilder &b, CallOp call) {
  Value self = b.tensor("self"), target = b.tensor("target");
  std::optional<int64_t> rank = b.rank(self), targetRank = b.rank(target);
  std::optional<ScalarType> dtype = b.dtype(self);
  std::optional<Reduction> reduction = core::getReduction(b);
  std::optional<std::vector<Arg>> targetSizes = b.sizes(target);
  if (!rank || !targetRank || *rank > 2 ||
      std::max<int64_t>(*rank, 1) != std::max<int64_t>(*targetRank, 1) ||
      !dtype || !reduction)
    return std::nullopt;
  bool isVector = *rank < 2;
  // For a vector, what torch says about the rank is not what it gives.
  if (RankedTensorType type = dyn_cast<RankedTensorType>(b.getResultType());
      isVector && type && type.getRank() != 0)
    return std::nullopt;
  if (isVector) {
    self = b.unsqueeze(b.unsqueezeToRank(self, 1), 0);
    target = b.unsqueeze(b.unsqueezeToRank(target, 1), 0);
  }
  Arg width = b.size(self, 1);
  Value places = core::makeRange(b, 0, width, ScalarType::int64, self);
  Value isEnd = b.call("aten.eq.Scalar", target, -1);
  Value width0d = b.scalarTensor(width, ScalarType::int64, self);
  Value end = b.call("aten.where.self", isEnd, places, width0d);
  end = b.call("aten.amin.default", end, Arg({Arg(-1)}), true);
  Value isClass = b.call("aten.lt.Tensor", places, end);
  Value safe = core::selectOr(b, isClass, target, 0);
  Value picked = b.call("aten.gather.default", self, -1, safe);
  Value marked = core::selectOr(b, isClass, target, -1);
  // [row, place of the target, class].
  Value hit = b.call("aten.eq.Tensor", places, b.unsqueeze(marked, -1));
  Value isTarget = b.call("aten.any.dim", hit, -2);
  Value z =
      b.call("aten.sub.Tensor", b.unsqueeze(self, -2), b.unsqueeze(picked, -1));
  z = b.call("aten.clamp.default", b.call("aten.add.Tensor", z, 1), 0);
  Value isOther = b.call("aten.logical_not.default", b.unsqueeze(isTarget, -2));
  Value counts =
      b.call("aten.logical_and.default", isOther, b.unsqueeze(isClass, -1));
  z = core::selectOr(b, counts, z, 0);
  z = b.call("aten.sum.dim_IntList", z, Arg({Arg(-1), Arg(-2)}));
  z = b.call("aten.div.Tensor", z, width);
  Value loss = finishRows(b, z, *reduction, isVector);
  if (b.getNumResults() == 1)
    return loss;
  Value flags = b.convert(isTarget, dtype);
  return {loss, b.view(flags, *targetSizes)};
}

void core::populateClassLosses(DecompositionTable &table) {
  table.add({"aten.nll_loss.default", "aten.nll_loss2d.default",
             "aten.nll_loss_nd.default", "aten.nll_loss_forward.default",
             "aten.nll_loss2d_forward.default"},
            decomposeNLLLoss);
  table.add("aten.cross_entropy_loss.default", decomposeCrossEntropy);
  table.add("aten.multi_margin_loss.default", decomposeMultiMargin);
  table.add({"aten.multilabel_margin_loss.default",
             "aten.multilabel_margin_loss_forward.default"},
            decomposeMultilabelMargin);
}
