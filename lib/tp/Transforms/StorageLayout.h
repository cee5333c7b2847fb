//===- StorageLayout.h - Where the elements of a state lie ------*- C++ -*-===//
//
// The type of a state as sizes and strides in bytes of its storage, and the
// copies between elements in row-major order and a storage.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_TRANSFORMS_STORAGELAYOUT_H
#define LIB_TP_TRANSFORMS_STORAGELAYOUT_H

#include "tp/IR/TPOps.h"

namespace mlir::tp {

/// A tensor in a storage. All numbers are known to fit 64 bits together.
struct StorageLayout {
  ScalarType scalar = ScalarType::float32;
  unsigned elementSize = 0;
  /// In elements.
  SmallVector<uint64_t, 4> sizes;
  SmallVector<uint64_t, 4> strides;
  uint64_t offset = 0;
  uint64_t numElements = 0;
  /// Bytes from the start of the storage to the end of the last element.
  uint64_t extent = 0;

  /// Whether the elements lie row-major and without gaps.
  bool isDense() const;
  uint64_t denseSize() const { return numElements * elementSize; }

  /// The layout of `state`, whose type must be that of a tensor with static
  /// sizes. An error at the state says what else it is.
  static FailureOr<StorageLayout> get(StateOp state);

  /// Copies elements from a storage of at least `extent` bytes.
  void gather(ArrayRef<char> storage, MutableArrayRef<char> dense) const;
  /// Copies elements to a storage of at least `extent` bytes.
  void scatter(ArrayRef<char> dense, MutableArrayRef<char> storage) const;
};

} // namespace mlir::tp

#endif // LIB_TP_TRANSFORMS_STORAGELAYOUT_H
