//===- Layout.h - Where the elements of a tensor lie ------------*- C++ -*-===//
//
// What the types of tensors say about memory: sizes, strides, offsets, all in
// elements, and what follows for operators that return a view or a copy.
//
//===----------------------------------------------------------------------===//

#ifndef TP_FUNCTIONALIZE_LAYOUT_H
#define TP_FUNCTIONALIZE_LAYOUT_H

#include "tp/IR/CallBinding.h"
#include "tp/IR/TPOps.h"

#include <optional>

namespace mlir::tp {

/// The elements of a tensor of constant sizes in its storage.
struct StaticLayout {
  SmallVector<int64_t> sizes, strides;
  int64_t offset = 0;

  int64_t getNumElements() const;
  /// One past the last element that the tensor reaches; `offset` if it has no
  /// elements.
  int64_t getEnd() const;
};

/// None where a size, a stride or the offset is not constant, or the layout is
/// not strided.
std::optional<StaticLayout> getStaticLayout(Type type);

/// The type of a tensor with this layout, on the CPU unless said.
Type makeTensorType(const StaticLayout &layout, Type element,
                    DeviceAttr device = {});

/// Whether the elements lie in row-major order without gaps.
Answer isContiguous(Type type);
/// The same for a memory format other than `contiguous_format`.
Answer isContiguousIn(Type type, MemoryFormat format);
/// Whether the elements lie without gaps and none twice, in any order.
Answer isDense(Type type);
/// Whether the strides say, or leave it open, that elements lie with gaps or
/// more than once: what is computed anew then has other strides.
bool mayHaveGaps(Type type);
/// Whether two elements of the tensor are one.
Answer overlapsItself(Type type);
/// Whether two tensors of one storage share an element.
Answer overlap(Type lhs, Type rhs);

/// Whether two types place the same elements in the same way, so that a view
/// from one to the other is the tensor itself.
bool haveSameLayout(Type lhs, Type rhs);

/// Whether `view` can reinterpret a tensor of the first type as the second one
/// without a copy.
Answer isViewable(Type from, Type to);

/// The type of a fresh tensor with the values of one of type `type`: no offset;
/// the strides if they have no gaps, else dense ones in the same order.
Type getFreshType(Type type);

/// The number of dimensions, or none.
std::optional<int64_t> getRank(Type type);

} // namespace mlir::tp

#endif // TP_FUNCTIONALIZE_LAYOUT_H
