//===- NNHelpers.cpp - What rules of neural networks share ----------------===//

#include "NNHelpers.h"

using namespace mlir;
using namespace mlir::tp;

std::optional<core::Reduction> core::getReduction(DecomposeBuilder &b) {
  std::optional<int64_t> reduction = b.getInt("reduction");
  if (!reduction || *reduction < 0 || *reduction > 2)
    return std::nullopt;
  return static_cast<Reduction>(*reduction);
}

Value core::reduceLoss(DecomposeBuilder &b, Value loss, Reduction reduction) {
  switch (reduction) {
  case Reduction::None:
    return loss;
  case Reduction::Mean:
    return b.call("aten.mean.default", loss);
  case Reduction::Sum:
    return b.call("aten.sum.default", loss);
  }
  return loss;
}

Value core::makeRange(DecomposeBuilder &b, const Arg &begin, const Arg &end,
                      ScalarType dtype, Value deviceOf) {
  return b.call("aten.arange.start_step", begin, end, 1, b.kw("dtype", dtype),
                b.kw("device", b.device(deviceOf)), b.kw("pin_memory", false));
}

Value core::selectOr(DecomposeBuilder &b, Value mask, Value yes,
                     const Arg &no) {
  Value number = b.scalarTensor(no, *b.dtype(yes), yes);
  return b.call("aten.where.self", mask, yes, number);
}

std::optional<Arg> core::spread(const Arg &values, int64_t count) {
  if (values.isInt())
    return Arg::getRepeated(values, count);
  if (!values.isList())
    return std::nullopt;
  if (values.size() == 1)
    return Arg::getRepeated(values[0], count);
  return int64_t(values.size()) == count ? std::optional<Arg>(values)
                                         : std::nullopt;
}

int64_t core::getSpatialRank(StringRef target) {
  for (size_t i = 0; i + 1 < target.size(); ++i)
    if (target[i] >= '1' && target[i] <= '3' && target[i + 1] == 'd')
      return target[i] - '0';
  return 2;
}
