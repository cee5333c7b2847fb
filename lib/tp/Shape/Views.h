//===- Views.h - Views of a tensor ------------------------------*- C++ -*-===//
//
// What views make of sizes, strides and offset.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_SHAPE_VIEWS_H
#define LIB_TP_SHAPE_VIEWS_H

#include "tp/Shape/TensorInfo.h"

namespace mlir::tp {
class Call;

/// `sizes` with -1 replaced by what is left of `numel`.
SymInts inferViewSizes(ArrayRef<SymInt> sizes, SymInt numel, SymArith &arith);
/// `x[start:end:step]` in one dimension; `end` of INT64_MAX is the size.
TensorInfo sliceDim(const TensorInfo &info, unsigned dim,
                    std::optional<SymInt> start, std::optional<SymInt> end,
                    SymInt step, SymArith &arith);
TensorInfo selectDim(const TensorInfo &info, unsigned dim, SymInt index,
                     SymArith &arith);
TensorInfo permuteDims(const TensorInfo &info, ArrayRef<int64_t> dims);
TensorInfo transposeDims(const TensorInfo &info, unsigned a, unsigned b);
TensorInfo unsqueezeDim(const TensorInfo &info, unsigned dim, SymArith &arith);
/// None where the sizes do not fit.
std::optional<TensorInfo> expandTo(const TensorInfo &info,
                                   ArrayRef<SymInt> sizes, SymArith &arith);
/// A view with other sizes, or a contiguous copy.
TensorInfo reshapeTo(const TensorInfo &info, ArrayRef<SymInt> sizes,
                     SymArith &arith);
/// The type of `self[subscript]`, a view.
void inferSubscript(Call &call, const TensorInfo &self, Attribute subscript);

} // namespace mlir::tp

#endif // LIB_TP_SHAPE_VIEWS_H
