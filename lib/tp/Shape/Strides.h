//===- Strides.h - Layouts of results ---------------------------*- C++ -*-===//
//
// How torch lays out the results of operators that follow their operands. A
// symbolic size counts as greater than 1, and what the ranges of the symbols
// leave open is decided by the example inputs, as torch does.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_SHAPE_STRIDES_H
#define LIB_TP_SHAPE_STRIDES_H

#include "tp/Shape/TensorInfo.h"

namespace mlir::tp {

bool isContiguous(const TensorInfo &info, SymArith &arith);
/// channels_last for rank 4, channels_last_3d for rank 5; false for others.
bool isChannelsLast(const TensorInfo &info, SymArith &arith);
/// A permutation of contiguous strides.
bool isNonOverlappingAndDense(const TensorInfo &info, SymArith &arith);

SymInts getChannelsLastStrides(ArrayRef<SymInt> sizes, SymArith &arith);
/// Dense strides in the order of dimensions that `strides` have.
SymInts inferDenseStrides(ArrayRef<SymInt> sizes, ArrayRef<SymInt> strides,
                          SymArith &arith);
/// The strides of a new tensor like `info`, as `memory_format=preserve_format`
/// makes one.
SymInts getPreservedStrides(const TensorInfo &info, SymArith &arith);
/// What `suggest_memory_format` says, and the strides of it.
bool suggestsChannelsLast(const TensorInfo &info, SymArith &arith);

/// The strides of the result of a pointwise operator: `sizes` are its sizes,
/// broadcast from those of `operands`, numbers among them as tensors without
/// dimensions.
SymInts getPointwiseStrides(ArrayRef<SymInt> sizes,
                            ArrayRef<const TensorInfo *> operands,
                            SymArith &arith);

/// What comes first for sums, differences, products and quotients: tensors that
/// are all contiguous (or all channels last) give such a result, even if they
/// are broadcast, as long as one has the sizes of the result.
std::optional<SymInts>
getArithmeticStrides(ArrayRef<SymInt> sizes,
                     ArrayRef<const TensorInfo *> operands, SymArith &arith);

} // namespace mlir::tp

#endif // LIB_TP_SHAPE_STRIDES_H
