//===- NNHelpers.h - What rules of neural networks share --------*- C++ -*-===//
//
// Index tensors, masks and the reductions of losses.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_DECOMPOSE_COREATEN_NNHELPERS_H
#define LIB_TP_DECOMPOSE_COREATEN_NNHELPERS_H

#include "tp/Decompose/Builder.h"

namespace mlir::tp::core {

/// What a loss does with its elements: the values of torch's `reduction`.
enum class Reduction { None, Mean, Sum };

/// The argument `reduction`; none where it is not known.
std::optional<Reduction> getReduction(DecomposeBuilder &b);
/// The elements, their mean or their sum.
Value reduceLoss(DecomposeBuilder &b, Value loss, Reduction reduction);

/// The numbers from `begin` up to `end`.
Value makeRange(DecomposeBuilder &b, const Arg &begin, const Arg &end,
                ScalarType dtype, Value deviceOf);
/// `yes` where the mask is true, a number elsewhere.
Value selectOr(DecomposeBuilder &b, Value mask, Value yes, const Arg &no);
/// A list of `count` elements: `values` itself, or its only element repeated;
/// none for another number of elements.
std::optional<Arg> spread(const Arg &values, int64_t count);
/// The number of spatial dimensions that a target names: 2 of `avg_pool2d`.
int64_t getSpatialRank(StringRef target);

} // namespace mlir::tp::core

#endif // LIB_TP_DECOMPOSE_COREATEN_NNHELPERS_H
