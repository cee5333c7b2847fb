//===- Losses.cpp - Rules for losses that compare elements ----------------===//
//
// Losses of a prediction and a target of the same kind, of pairs and of
// triplets. What is one kernel in torch computes half precision in float32;
// what torch makes of several operators rounds after each.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "NNHelpers.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tp;

namespace {
/// Arithmetic of a loss on its inputs, in the type that it is computed in.
class Loss {
public:
  Loss(DecomposeBuilder &b, std::initializer_list<StringRef> names,
       bool isKernel = false)
      : b(b), reduction(core::getReduction(b)) {
    SmallVector<Arg> tensors;
    for (StringRef name : names)
      if (Value tensor = b.tensor(name))
        tensors.push_back(tensor);
    type = b.promote(tensors);
    if (type && isKernel)
      type = getOpmathType(*type);
  }

  explicit operator bool() const {
    return type && reduction && b.resultDType();
  }
  /// The argument in the type of the computation; null where it is None.
  Value get(StringRef name) { return b.convert(b.tensor(name), type); }
  Value add(Value x, const Arg &y) { return b.call("aten.add.Tensor", x, y); }
  Value sub(Value x, const Arg &y) { return b.call("aten.sub.Tensor", x, y); }
  /// y - x.
  Value subFrom(const Arg &y, Value x) {
    return b.call("aten.rsub.Scalar", x, y);
  }
  Value mul(Value x, const Arg &y) { return b.call("aten.mul.Tensor", x, y); }
  Value div(Value x, const Arg &y) { return b.call("aten.div.Tensor", x, y); }
  Value apply(StringRef name, Value x) {
    return b.call(("aten." + name + ".default").str(), x);
  }
  Value clampMin(Value x, const Arg &low) {
    return b.call("aten.clamp.default", x, low);
  }
  Value where(Value mask, Value yes, Value no) {
    return b.call("aten.where.self", mask, yes, no);
  }
  Value compare(StringRef name, Value x, const Arg &y) {
    return b.call(("aten." + name + ".Scalar").str(), x, y);
  }
  /// log(sigmoid(x)).
  Value logSigmoid(Value x) { return apply("log_sigmoid", x); }
  Replacement finish(Value loss) {
    return b.convert(core::reduceLoss(b, loss, *reduction), b.resultDType());
  }

  DecomposeBuilder &b;
  std::optional<core::Reduction> reduction;
  std::optional<ScalarType> type;
};
} // namespace

//===----------------------------------------------------------------------===//
// Regression
//===----------------------------------------------------------------------===//

static Replacement decomposeL1(DecomposeBuilder &b, CallOp call) {
  Loss l(b, {"self", "target"});
  if (!l)
    return std::nullopt;
  return l.finish(l.apply("abs", l.sub(l.get("self"), l.get("target"))));
}

static Replacement decomposeMSE(DecomposeBuilder &b, CallOp call) {
  Loss l(b, {"self", "target"}, true);
  if (!l)
    return std::nullopt;
  Value difference = l.sub(l.get("self"), l.get("target"));
  return l.finish(b.call("aten.pow.Tensor_Scalar", difference, 2));
}

static Replacement decomposeSmoothL1(DecomposeBuilder &b, CallOp call) {
  Loss l(b, {"self", "target"}, true);
  Arg beta = b.arg("beta");
  if (!l || !beta.isNumber())
    return std::nullopt;
  Value distance = l.apply("abs", l.sub(l.get("self"), l.get("target")));
  if (beta.isNumber(0))
    return l.finish(distance);
  Value square = l.mul(b.call("aten.pow.Tensor_Scalar", distance, 2), 0.5);
  Value near = l.div(square, beta);
  Value far = l.sub(distance, 0.5 * beta.getNumber());
  return l.finish(l.where(l.compare("lt", distance, beta), near, far));
}

static Replacement decomposeHuber(DecomposeBuilder &b, CallOp call) {
  Loss l(b, {"self", "target"}, true);
  Arg delta = b.arg("delta");
  if (!l || !delta.isNumber())
    return std::nullopt;
  Value distance = l.apply("abs", l.sub(l.get("self"), l.get("target")));
  Value near = l.mul(l.mul(distance, 0.5), distance);
  Value far = l.mul(l.sub(distance, 0.5 * delta.getNumber()), delta);
  return l.finish(l.where(l.compare("lt", distance, delta), near, far));
}

static Replacement decomposePoisson(DecomposeBuilder &b, CallOp call) {
  Loss l(b, {"input", "target"});
  if (!l || !b.arg("log_input").isBool() || !b.arg("full").isBool())
    return std::nullopt;
  Value input = l.get("input"), target = l.get("target");
  Value loss;
  if (b.arg("log_input").getBool()) {
    loss = l.sub(l.apply("exp", input), l.mul(target, input));
  } else {
    Value log = l.apply("log", l.add(input, b.arg("eps")));
    loss = l.sub(input, l.mul(target, log));
  }
  if (b.arg("full").getBool()) {
    // Stirling's formula for the logarithm of the factorial.
    Value log = l.mul(l.apply("log", l.mul(target, 2 * M_PI)), 0.5);
    Value term = l.mul(target, l.apply("log", target));
    term = l.add(l.sub(term, target), log);
    Value zero = b.scalarTensor(0, *l.type, term);
    loss = l.add(loss, l.where(l.compare("le", target, 1), zero, term));
  }
  return l.finish(loss);
}

//===----------------------------------------------------------------------===//
// Probabilities
//===----------------------------------------------------------------------===//

static Replacement decomposeBCE(DecomposeBuilder &b, CallOp call) {
  Loss l(b, {"self", "target", "weight"}, true);
  if (!l)
    return std::nullopt;
  Value self = l.get("self"), target = l.get("target");
  // Logarithms are cut off, so that the loss of a wrong certainty is finite.
  Value other = l.clampMin(l.apply("log1p", l.apply("neg", self)), -100);
  Value log = l.clampMin(l.apply("log", self), -100);
  Value loss = l.sub(l.mul(l.sub(target, 1), other), l.mul(target, log));
  if (Value weight = l.get("weight"))
    loss = l.mul(loss, weight);
  return l.finish(loss);
}

static Replacement decomposeBCEWithLogits(DecomposeBuilder &b, CallOp call) {
  Loss l(b, {"self", "target", "weight", "pos_weight"});
  if (!l)
    return std::nullopt;
  Value self = l.get("self"), target = l.get("target");
  Value log = l.logSigmoid(self);
  if (Value positive = l.get("pos_weight"))
    log = l.mul(l.add(l.mul(l.sub(positive, 1), target), 1), log);
  Value loss = l.sub(l.mul(l.subFrom(1, target), self), log);
  if (Value weight = l.get("weight"))
    loss = l.mul(loss, weight);
  return l.finish(loss);
}

static Replacement decomposeKLDiv(DecomposeBuilder &b, CallOp call) {
  Loss l(b, {"self", "target"});
  if (!l || !b.arg("log_target").isBool())
    return std::nullopt;
  Value self = l.get("self"), target = l.get("target");
  if (b.arg("log_target").getBool())
    return l.finish(l.mul(l.apply("exp", target), l.sub(target, self)));
  // 0 * log(0) is 0.
  Value entropy = l.mul(target, l.apply("log", target));
  Value zero = b.scalarTensor(0, *l.type, target);
  entropy = l.where(l.compare("eq", target, 0), zero, entropy);
  return l.finish(l.sub(entropy, l.mul(target, self)));
}

//===----------------------------------------------------------------------===//
// Margins
//===----------------------------------------------------------------------===//

static Replacement decomposeSoftMargin(DecomposeBuilder &b, CallOp call) {
  Loss l(b, {"self", "target"});
  if (!l)
    return std::nullopt;
  Value score = l.mul(l.apply("neg", l.get("target")), l.get("self"));
  return l.finish(l.apply("log1p", l.apply("exp", score)));
}

static Replacement decomposeMarginRanking(DecomposeBuilder &b, CallOp call) {
  Loss l(b, {"input1", "input2", "target"});
  if (!l)
    return std::nullopt;
  Value difference = l.sub(l.get("input1"), l.get("input2"));
  Value score = l.mul(l.apply("neg", l.get("target")), difference);
  return l.finish(l.clampMin(l.add(score, b.arg("margin")), 0));
}

/// The sum of `positive` where the target is not -1 and `negative` where it is
/// not 1.
static Value chooseByTarget(Loss &l, Value target, Value positive,
                            Value negative) {
  Value zero = l.b.scalarTensor(0, *l.type, target);
  return l.add(l.where(l.compare("ne", target, 1), negative, zero),
               l.where(l.compare("ne", target, -1), positive, zero));
}

static Replacement decomposeHingeEmbedding(DecomposeBuilder &b, CallOp call) {
  Loss l(b, {"self"});
  Value target = b.tensor("target");
  if (!l || !target || !b.arg("margin").isNumber())
    return std::nullopt;
  Value self = l.get("self");
  Value margin = l.clampMin(l.subFrom(b.arg("margin"), self), 0);
  return l.finish(chooseByTarget(l, target, self, margin));
}

static Replacement decomposeCosineEmbedding(DecomposeBuilder &b, CallOp call) {
  Loss l(b, {"input1", "input2"});
  Value target = b.tensor("target");
  std::optional<int64_t> dim = target ? b.rank(target) : std::nullopt;
  if (!l || !dim)
    return std::nullopt;
  Value x = l.get("input1"), y = l.get("input2");
  auto dot = [&](Value a, Value c) {
    return b.call("aten.sum.dim_IntList", l.mul(a, c), Arg({Arg(*dim)}));
  };
  constexpr double epsilon = 1e-12;
  Value squares = l.mul(l.add(dot(x, x), epsilon), l.add(dot(y, y), epsilon));
  Value cosine = l.div(dot(x, y), l.apply("sqrt", squares));
  Value zero = b.scalarTensor(0, *l.type, x);
  Value positive =
      l.where(l.compare("eq", target, 1), l.subFrom(1, cosine), zero);
  Value negative = l.clampMin(l.sub(cosine, b.arg("margin")), 0);
  negative = l.where(l.compare("eq", target, -1), negative, zero);
  return l.finish(l.add(positive, negative));
}

static Replacement decomposeTripletMargin(DecomposeBuilder &b, CallOp call) {
  Loss l(b, {"anchor", "positive", "negative"});
  if (!l || !b.arg("swap").isBool())
    return std::nullopt;
  Value anchor = l.get("anchor"), positive = l.get("positive");
  Value negative = l.get("negative");
  auto distance = [&](Value x, Value y) {
    return b.call("aten.pairwise_distance.default", x, y, b.arg("p"),
                  b.arg("eps"));
  };
  Value near = distance(anchor, positive);
  Value far = distance(anchor, negative);
  if (b.arg("swap").getBool())
    far = b.call("aten.minimum.default", far, distance(positive, negative));
  Value loss = l.sub(l.add(near, b.arg("margin")), far);
  return l.finish(l.clampMin(loss, 0));
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

static Replacement decomposePairwiseDistance(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("x1"), y = b.tensor("x2");
  std::optional<int64_t> rankX = b.rank(x), rankY = b.rank(y);
  if (!rankX || !rankY || std::max(*rankX, *rankY) == 0)
    return std::nullopt;
  Value difference = b.call("aten.sub.Tensor", x, y);
  difference = b.call("aten.add.Scalar", difference, b.arg("eps"));
  return b.call("aten.linalg_vector_norm.default", difference, b.arg("p"),
                Arg({Arg(std::max(*rankX, *rankY) - 1)}), b.arg("keepdim"));
}

static Replacement decomposeCosineSimilarity(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("x1"), y = b.tensor("x2");
  std::optional<ScalarType> type = b.promote({x, y});
  std::optional<int64_t> rankX = b.rank(x), rankY = b.rank(y);
  std::optional<int64_t> dim = b.getInt("dim");
  if (!type || !isFloatingPoint(*type) || !rankX || !rankY || !dim)
    return std::nullopt;
  // The dimension is one of the broadcast sizes, counted from the end.
  int64_t rank = std::max(*rankX, *rankY);
  int64_t fromEnd = *dim < 0 ? *dim : *dim - rank;
  if (fromEnd < -std::min(*rankX, *rankY) || fromEnd >= 0)
    return std::nullopt;
  // A size of 1 there is repeated, and so counts that often in the norm.
  std::optional<bool> isEqual = b.isSizeEqual(x, fromEnd, y, fromEnd);
  if (!isEqual)
    return std::nullopt;
  if (!*isEqual) {
    Value &single = b.staticSize(x, fromEnd) == 1 ? x : y;
    std::vector<Arg> sizes = *b.sizes(single);
    sizes[sizes.size() + fromEnd] = b.size(&single == &x ? y : x, fromEnd);
    single = b.expand(single, sizes);
  }
  auto normalize = [&](Value value) {
    value = b.convert(value, type);
    Value norm = b.call("aten.linalg_vector_norm.default", value, 2,
                        Arg({Arg(fromEnd)}), true);
    norm = b.call("aten.clamp.default", norm, b.arg("eps"));
    return b.call("aten.div.Tensor", value, norm);
  };
  Value product = b.call("aten.mul.Tensor", normalize(x), normalize(y));
  return b.call("aten.sum.dim_IntList", product, Arg({Arg(fromEnd)}));
}

static Replacement decomposeCdist(DecomposeBuilder &b, CallOp call) {
  return b.call("aten._cdist_forward.default", b.arg("x1"), b.arg("x2"),
                b.arg("p"), b.arg("compute_mode"));
}

static Replacement decomposePdist(DecomposeBuilder &b, CallOp call) {
  Value self = b.tensor("self");
  if (b.isContiguous(self) != std::optional<bool>(true))
    self = b.cloneContiguous(self);
  return b.call("aten._pdist_forward.default", self, b.arg("p"));
}

void core::populateLosses(DecompositionTable &table) {
  table.add("aten.l1_loss.default", decomposeL1);
  table.add("aten.mse_loss.default", decomposeMSE);
  table.add("aten.smooth_l1_loss.default", decomposeSmoothL1);
  table.add("aten.huber_loss.default", decomposeHuber);
  table.add("aten.poisson_nll_loss.default", decomposePoisson);
  table.add("aten.binary_cross_entropy.default", decomposeBCE);
  table.add("aten.binary_cross_entropy_with_logits.default",
            decomposeBCEWithLogits);
  table.add("aten.kl_div.default", decomposeKLDiv);
  table.add("aten.soft_margin_loss.default", decomposeSoftMargin);
  table.add("aten.margin_ranking_loss.default", decomposeMarginRanking);
  table.add("aten.hinge_embedding_loss.default", decomposeHingeEmbedding);
  table.add("aten.cosine_embedding_loss.default", decomposeCosineEmbedding);
  table.add("aten.triplet_margin_loss.default", decomposeTripletMargin);
  table.add("aten.pairwise_distance.default", decomposePairwiseDistance);
  table.add("aten.cosine_similarity.default", decomposeCosineSimilarity);
  table.add("aten.cdist.default", decomposeCdist);
  table.add("aten.pdist.default", decomposePdist);
}
