//===- Strides.cpp - Layouts of results -----------------------------------===//
//
// The layouts that torch's tensor iterator, `empty_like` and the memory formats
// give to new tensors.
//
//===----------------------------------------------------------------------===//

#include "Strides.h"
#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tp;

/// True for a size of 0 or 1.
static bool isTrivial(SymInt size) {
  return size.isStatic() && size.getValue() < 2;
}

static bool isEmpty(const TensorInfo &info) {
  return llvm::any_of(info.sizes,
                      [](SymInt size) { return size.isStaticValue(0); });
}

/// Whether the dimensions in this order, the fastest first, have the strides
/// of a dense tensor; those of size 1 may have any.
static bool isDenseInOrder(const TensorInfo &info, ArrayRef<unsigned> order,
                           SymArith &arith) {
  SymInt expected = 1;
  for (unsigned dim : order) {
    SymInt size = info.sizes[dim];
    if (size.isStaticValue(1))
      continue;
    if (!arith.isKnownEqual(info.strides[dim], expected))
      return false;
    expected = arith.mul(expected, size);
  }
  return true;
}

bool mlir::tp::isContiguous(const TensorInfo &info, SymArith &arith) {
  if (isEmpty(info))
    return true;
  SmallVector<unsigned, 6> order(info.rank());
  for (unsigned i = 0; i < info.rank(); ++i)
    order[i] = info.rank() - 1 - i;
  return isDenseInOrder(info, order, arith);
}

bool mlir::tp::isChannelsLast(const TensorInfo &info, SymArith &arith) {
  if (info.rank() == 4)
    return isDenseInOrder(info, {1, 3, 2, 0}, arith);
  if (info.rank() == 5)
    return isDenseInOrder(info, {1, 4, 3, 2, 0}, arith);
  return false;
}

bool mlir::tp::isNonOverlappingAndDense(const TensorInfo &info,
                                        SymArith &arith) {
  if (isContiguous(info, arith))
    return true;
  SmallVector<unsigned, 6> order(info.rank());
  std::iota(order.begin(), order.end(), 0);
  auto isFaster = [&](unsigned a, unsigned b) {
    if (isTrivial(info.sizes[a]) || isTrivial(info.sizes[b]))
      return !isTrivial(info.sizes[a]);
    return arith.isLessByHint(info.strides[a], info.strides[b]).value_or(false);
  };
  for (unsigned i = 1; i < order.size(); ++i)
    for (unsigned j = i; j > 0 && isFaster(order[j], order[j - 1]); --j)
      std::swap(order[j], order[j - 1]);
  return isDenseInOrder(info, order, arith);
}

SymInts mlir::tp::getChannelsLastStrides(ArrayRef<SymInt> sizes,
                                         SymArith &arith) {
  SymInts strides(sizes.size());
  SymInt product = 1;
  auto place = [&](unsigned dim) {
    strides[dim] = product;
    product = arith.mul(product,
                        sizes[dim].isStaticValue(0) ? SymInt(1) : sizes[dim]);
  };
  place(1);
  for (unsigned dim = sizes.size() - 1; dim > 1; --dim)
    place(dim);
  place(0);
  return strides;
}

namespace {
/// Sorts dimensions as the tensor iterator does: the fastest first. `compare`
/// says -1 where the first belongs before the second, 1 after, 0 undecided.
template <typename Compare>
SmallVector<unsigned, 6> sortDims(unsigned rank, Compare compare) {
  SmallVector<unsigned, 6> order(rank);
  for (unsigned i = 0; i < rank; ++i)
    order[i] = rank - 1 - i;
  for (unsigned i = 1; i < rank; ++i) {
    unsigned at = i;
    for (unsigned j = i; j-- > 0;) {
      int result = compare(order[j], order[at]);
      if (result < 0)
        break;
      if (result > 0) {
        std::swap(order[j], order[at]);
        at = j;
      }
    }
  }
  return order;
}
} // namespace

/// How two dimensions of one tensor compare; 0 where it does not say.
static int compareDims(SymInt stride0, SymInt stride1, SymInt size0,
                       SymInt size1, SymArith &arith) {
  if (stride0.isStaticValue(0) || stride1.isStaticValue(0))
    return 0;
  if (arith.isKnownEqual(stride0, stride1))
    return arith.isLessByHint(size1, size0).value_or(false) ? 1 : 0;
  if (arith.isLessByHint(stride0, stride1).value_or(false))
    return -1;
  if (arith.isLessByHint(stride1, stride0).value_or(false))
    return 1;
  return 0;
}

/// Dense strides for dimensions in this order.
static SymInts getStridesInOrder(ArrayRef<SymInt> sizes,
                                 ArrayRef<unsigned> order, SymArith &arith) {
  SymInts strides(sizes.size());
  SymInt product = 1;
  for (unsigned dim : order) {
    strides[dim] = product;
    if (!isTrivial(sizes[dim]))
      product = arith.mul(product, sizes[dim]);
  }
  return strides;
}

SymInts mlir::tp::inferDenseStrides(ArrayRef<SymInt> sizes,
                                    ArrayRef<SymInt> strides, SymArith &arith) {
  auto order = sortDims(sizes.size(), [&](unsigned a, unsigned b) {
    return compareDims(strides[a], strides[b], sizes[a], sizes[b], arith);
  });
  return getStridesInOrder(sizes, order, arith);
}

SymInts mlir::tp::getPreservedStrides(const TensorInfo &info, SymArith &arith) {
  if (isEmpty(info))
    return getContiguousStrides(info.sizes, arith);
  if (isNonOverlappingAndDense(info, arith))
    return info.strides;
  return inferDenseStrides(info.sizes, info.strides, arith);
}

bool mlir::tp::suggestsChannelsLast(const TensorInfo &info, SymArith &arith) {
  if (info.rank() != 4 && info.rank() != 5)
    return false;
  if (info.strides[1].isStaticValue(0))
    return false;
  // Ambiguous ones (sizes of 1) count as contiguous.
  SymInt least = 0;
  SmallVector<unsigned, 5> order = {1};
  for (unsigned dim = info.rank() - 1; dim > 1; --dim)
    order.push_back(dim);
  order.push_back(0);
  for (unsigned dim : order) {
    SymInt size = info.sizes[dim], stride = info.strides[dim];
    if (size.isStaticValue(0))
      return false;
    if (arith.isLessByHint(stride, least).value_or(true))
      return false;
    if (dim == 0 && arith.isKnownEqual(least, info.strides[1]))
      return false;
    least = stride;
    if (!isTrivial(size))
      least = arith.mul(least, size);
  }
  return true;
}

/// The strides of an operand over the dimensions of the result: 0 where it is
/// broadcast.
static SymInts getOperandStrides(const TensorInfo &operand,
                                 ArrayRef<SymInt> sizes) {
  SymInts strides(sizes.size(), SymInt(0));
  unsigned offset = sizes.size() - operand.rank();
  for (unsigned i = 0; i < operand.rank(); ++i)
    if (!operand.sizes[i].isStaticValue(1) ||
        sizes[offset + i].isStaticValue(1))
      strides[offset + i] = operand.strides[i];
  return strides;
}

/// What the operands have in common if they all have the sizes of the result.
static std::optional<SymInts>
getCommonStrides(ArrayRef<SymInt> sizes, ArrayRef<const TensorInfo *> operands,
                 SymArith &arith) {
  bool contiguous = true, channelsLast = true, dense = true, same = true;
  for (const TensorInfo *operand : operands) {
    if (operand->rank() != sizes.size())
      return std::nullopt;
    for (auto [a, b] : llvm::zip_equal(operand->sizes, sizes))
      if (!a.isIdentical(b) && !arith.isKnownEqual(a, b))
        return std::nullopt;
    contiguous = contiguous && isContiguous(*operand, arith);
    channelsLast = channelsLast && isChannelsLast(*operand, arith);
    dense = dense && isNonOverlappingAndDense(*operand, arith);
    for (auto [a, b] :
         llvm::zip_equal(operand->strides, operands.front()->strides))
      same &= a.isIdentical(b);
  }
  if (contiguous)
    return getContiguousStrides(sizes, arith);
  if (channelsLast)
    return getChannelsLastStrides(sizes, arith);
  if (dense && same)
    return operands.front()->strides;
  return std::nullopt;
}

SymInts mlir::tp::getPointwiseStrides(ArrayRef<SymInt> sizes,
                                      ArrayRef<const TensorInfo *> operands,
                                      SymArith &arith) {
  if (auto common = getCommonStrides(sizes, operands, arith))
    return *common;
  SmallVector<SymInts, 3> strides;
  for (const TensorInfo *operand : operands)
    if (operand->rank() > 0)
      strides.push_back(getOperandStrides(*operand, sizes));
  auto order = sortDims(sizes.size(), [&](unsigned a, unsigned b) {
    for (const SymInts &own : strides)
      if (int result = compareDims(own[a], own[b], sizes[a], sizes[b], arith))
        return result;
    return 0;
  });
  return getStridesInOrder(sizes, order, arith);
}

std::optional<SymInts>
mlir::tp::getArithmeticStrides(ArrayRef<SymInt> sizes,
                               ArrayRef<const TensorInfo *> operands,
                               SymArith &arith) {
  bool hasFull = llvm::any_of(operands, [&](const TensorInfo *operand) {
    return operand->rank() == sizes.size() &&
           llvm::all_of(llvm::zip_equal(operand->sizes, sizes), [&](auto pair) {
             return arith.isKnownEqual(std::get<0>(pair), std::get<1>(pair));
           });
  });
  auto all = [&](bool (*holds)(const TensorInfo &, SymArith &)) {
    return llvm::all_of(operands, [&](const TensorInfo *operand) {
      return holds(*operand, arith);
    });
  };
  if (hasFull && all(isContiguous))
    return getContiguousStrides(sizes, arith);
  if (hasFull && all(isChannelsLast))
    return getChannelsLastStrides(sizes, arith);
  return std::nullopt;
}
