//===- StorageLayout.cpp - Where the elements of a state lie --------------===//
//
// Sizes and strides of a state, checked not to overflow, and the walks over
// its elements.
//
//===----------------------------------------------------------------------===//

#include "StorageLayout.h"
#include "mlir/IR/BuiltinTypes.h"
#include "tp/Shape/Promotion.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace mlir;
using namespace mlir::tp;

bool StorageLayout::isDense() const {
  if (numElements == 0)
    return true;
  uint64_t expected = 1;
  for (size_t i = sizes.size(); i-- != 0;) {
    if (sizes[i] != 1 && strides[i] != expected)
      return false;
    expected *= sizes[i];
  }
  return true;
}

/// Numbers of an encoding; nothing where one is not a constant of 0 or more.
static std::optional<SmallVector<uint64_t, 4>>
getConstants(ArrayRef<SymExprAttr> exprs) {
  SmallVector<uint64_t, 4> numbers;
  for (SymExprAttr expr : exprs) {
    if (!expr.isInteger() || expr.getValue() < 0)
      return std::nullopt;
    numbers.push_back(expr.getValue());
  }
  return numbers;
}

/// Fills in what follows from sizes, strides and offset; false on overflow.
static bool measure(StorageLayout &layout) {
  bool overflowed = false, any = false;
  auto multiply = [&](uint64_t lhs, uint64_t rhs) {
    bool over = false;
    uint64_t product = llvm::SaturatingMultiply(lhs, rhs, &over);
    overflowed |= over;
    return product;
  };
  layout.numElements = 1;
  for (uint64_t size : layout.sizes)
    any |= size == 0;
  if (any) {
    layout.numElements = 0;
    return true;
  }
  uint64_t last = layout.offset;
  for (auto [size, stride] : llvm::zip_equal(layout.sizes, layout.strides)) {
    layout.numElements = multiply(layout.numElements, size);
    bool over = false;
    last = llvm::SaturatingMultiplyAdd(size - 1, stride, last, &over);
    overflowed |= over;
  }
  (void)multiply(layout.numElements, layout.elementSize);
  overflowed |= last == UINT64_MAX;
  if (!overflowed)
    layout.extent = multiply(last + 1, layout.elementSize);
  return !overflowed;
}

FailureOr<StorageLayout> StorageLayout::get(StateOp state) {
  auto type = dyn_cast<RankedTensorType>(state.getType());
  if (!type || !type.hasStaticShape())
    return state.emitOpError("expected a tensor of static sizes, got ")
           << state.getType();
  StorageLayout layout;
  std::optional<ScalarType> scalar = getScalarType(type.getElementType());
  if (!scalar)
    return state.emitOpError("expected an element type of the framework, got ")
           << type.getElementType();
  layout.scalar = *scalar;
  layout.elementSize = getElementSize(*scalar);
  layout.sizes.assign(type.getShape().begin(), type.getShape().end());
  auto shape = dyn_cast_or_null<ShapeAttr>(type.getEncoding());
  if (shape && shape.getLayout() != Layout::strided)
    return state.emitOpError("expected a strided tensor, got ") << type;

  if (shape && !shape.getStrides().empty()) {
    auto strides = getConstants(shape.getStrides());
    if (!strides)
      return state.emitOpError("expected constant strides, got ") << type;
    layout.strides = *strides;
  } else {
    uint64_t stride = 1;
    layout.strides.resize(layout.sizes.size());
    for (size_t i = layout.sizes.size(); i-- != 0;) {
      layout.strides[i] = stride;
      stride = llvm::SaturatingMultiply<uint64_t>(stride, layout.sizes[i]);
    }
  }
  if (shape && shape.getStorageOffset()) {
    auto offset = getConstants(shape.getStorageOffset());
    if (!offset)
      return state.emitOpError("expected a constant storage offset, got ")
             << type;
    layout.offset = offset->front();
  }
  if (!measure(layout))
    return state.emitOpError("expected a tensor of less than 2^64 bytes, got ")
           << type;
  return layout;
}

/// Calls `copy` with the byte offset of each row in the storage, in row-major
/// order, with the number of elements in it and their stride.
static void forEachRow(
    const StorageLayout &layout,
    llvm::function_ref<void(uint64_t at, uint64_t count, uint64_t stride)>
        copy) {
  if (layout.numElements == 0)
    return;
  size_t rank = layout.sizes.size();
  if (rank == 0)
    return copy(layout.offset * layout.elementSize, 1, 1);
  SmallVector<uint64_t, 4> index(rank, 0);
  uint64_t at = layout.offset;
  while (true) {
    copy(at * layout.elementSize, layout.sizes.back(), layout.strides.back());
    size_t dim = rank - 1;
    do {
      if (dim-- == 0)
        return;
      at += layout.strides[dim];
      if (++index[dim] != layout.sizes[dim])
        break;
      at -= layout.sizes[dim] * layout.strides[dim];
      index[dim] = 0;
    } while (true);
  }
}

void StorageLayout::gather(ArrayRef<char> storage,
                           MutableArrayRef<char> dense) const {
  char *to = dense.data();
  forEachRow(*this, [&](uint64_t at, uint64_t count, uint64_t stride) {
    const char *from = storage.data() + at;
    if (stride == 1) {
      std::memcpy(to, from, count * elementSize);
      to += count * elementSize;
      return;
    }
    for (uint64_t i = 0; i != count; ++i, to += elementSize)
      std::memcpy(to, from + i * stride * elementSize, elementSize);
  });
}

void StorageLayout::scatter(ArrayRef<char> dense,
                            MutableArrayRef<char> storage) const {
  const char *from = dense.data();
  forEachRow(*this, [&](uint64_t at, uint64_t count, uint64_t stride) {
    char *to = storage.data() + at;
    for (uint64_t i = 0; i != count; ++i, from += elementSize)
      std::memcpy(to + i * stride * elementSize, from, elementSize);
  });
}
