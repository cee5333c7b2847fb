//===- TensorInfo.h - What a tensor type says -------------------*- C++ -*-===//
//
// A tensor type, decoded: element type, sizes, strides, offset, device.
//
//===----------------------------------------------------------------------===//

#ifndef TP_SHAPE_TENSORINFO_H
#define TP_SHAPE_TENSORINFO_H

#include "tp/IR/TPTypes.h"
#include "tp/Shape/SymInt.h"

namespace mlir::tp {

/// The facts about a tensor that its type holds.
struct TensorInfo {
  ScalarType dtype = ScalarType::float32;
  /// In elements; a `?` of a type without `#tp.shape` is an unknown size.
  SymInts sizes;
  /// In elements; one for each size, unknown ones where a size is unknown.
  SymInts strides;
  /// In elements, into the storage.
  SymInt offset = 0;
  /// Null: the CPU.
  DeviceAttr device;
  Layout layout = Layout::strided;
  bool requiresGrad = false;

  unsigned rank() const { return sizes.size(); }

  /// None for a type that is no ranked tensor with an element type of torch.
  static std::optional<TensorInfo> get(Type type, SymArith &arith);
  /// The type as the reader of archives writes it: with `#tp.shape` only where
  /// a plain type cannot say the same. A tensor with a size that is unknown
  /// has a plain type.
  Type getType(SymArith &arith) const;

  /// Sets the strides of a contiguous tensor.
  void setContiguous(SymArith &arith);
};

/// The strides of a view with other sizes; none if it needs a copy.
std::optional<SymInts> getViewStrides(const TensorInfo &info,
                                      ArrayRef<SymInt> sizes, SymArith &arith);
/// The strides of a contiguous tensor with these sizes.
SymInts getContiguousStrides(ArrayRef<SymInt> sizes, SymArith &arith);

/// The sizes of operands broadcast against each other. None, with a
/// description in `error`, where two sizes are known to differ; a pair of which
/// nothing is known gives a size that is unknown.
std::optional<SymInts> broadcastSizes(ArrayRef<ArrayRef<SymInt>> operands,
                                      SymArith &arith, std::string &error);

} // namespace mlir::tp

#endif // TP_SHAPE_TENSORINFO_H
