//===- Views.cpp - Views of a tensor --------------------------------------===//
//
// What views make of sizes, strides and offset. ViewRules.cpp has the rules.
//
//===----------------------------------------------------------------------===//

#include "Views.h"
#include "Strides.h"
#include "llvm/ADT/STLExtras.h"

#include <limits>

using namespace mlir;
using namespace mlir::tp;

SymInts mlir::tp::inferViewSizes(ArrayRef<SymInt> sizes, SymInt numel,
                                 SymArith &arith) {
  SymInts result(sizes.begin(), sizes.end());
  auto *unknown =
      llvm::find_if(result, [](SymInt size) { return size.isStaticValue(-1); });
  if (unknown == result.end())
    return result;
  *unknown = 1;
  *unknown = arith.floorDiv(numel, arith.product(result));
  return result;
}

/// The rest of getViewStrides: walks both shapes from the last dimension, in
/// chunks of the old one that are contiguous in themselves.
static std::optional<SymInts>
splitChunks(const TensorInfo &info, ArrayRef<SymInt> sizes, SymArith &arith) {
  SymInts strides(sizes.size(), SymInt(1));
  int64_t next = static_cast<int64_t>(sizes.size()) - 1;
  SymInt base = info.strides.back(), oldCount = 1, newCount = 1;
  for (int64_t d = info.rank() - 1; d >= 0; --d) {
    oldCount = arith.mul(oldCount, info.sizes[d]);
    bool endsChunk = d == 0 || (!info.sizes[d - 1].isStaticValue(1) &&
                                !arith.isKnownEqual(info.strides[d - 1],
                                                    arith.mul(oldCount, base)));
    if (!endsChunk)
      continue;
    while (next >= 0 &&
           (sizes[next].isStaticValue(1) ||
            arith.isLessByHint(newCount, oldCount)
                .value_or(!arith.isKnownEqual(newCount, oldCount)))) {
      strides[next] = arith.mul(newCount, base);
      newCount = arith.mul(newCount, sizes[next]);
      --next;
    }
    if (!arith.isKnownEqual(newCount, oldCount))
      return std::nullopt;
    if (d > 0) {
      base = info.strides[d - 1];
      oldCount = newCount = 1;
    }
  }
  if (next != -1)
    return std::nullopt;
  return strides;
}

std::optional<SymInts> mlir::tp::getViewStrides(const TensorInfo &info,
                                                ArrayRef<SymInt> sizes,
                                                SymArith &arith) {
  if (info.rank() == 0)
    return SymInts(sizes.size(), SymInt(1));
  bool isEmpty = llvm::any_of(
      info.sizes, [](SymInt size) { return size.isStaticValue(0); });
  if (isEmpty)
    return getContiguousStrides(sizes, arith);
  if (auto strides = splitChunks(info, sizes, arith))
    return strides;
  // Products that do not cancel symbolically: contiguous all the same.
  bool isStatic =
      llvm::all_of(info.sizes, [](SymInt size) { return size.isStatic(); }) &&
      llvm::all_of(sizes, [](SymInt size) { return size.isStatic(); });
  if (!isStatic && isContiguous(info, arith))
    return getContiguousStrides(sizes, arith);
  return std::nullopt;
}

TensorInfo mlir::tp::reshapeTo(const TensorInfo &info, ArrayRef<SymInt> sizes,
                               SymArith &arith) {
  TensorInfo result = info;
  std::optional<SymInts> strides = getViewStrides(info, sizes, arith);
  result.sizes.assign(sizes.begin(), sizes.end());
  if (strides) {
    result.strides = *strides;
    return result;
  }
  result.setContiguous(arith);
  result.offset = 0;
  return result;
}

/// A bound of a slice, counted from the front and inside of the dimension;
/// unknown where neither ranges nor example inputs tell.
static SymInt clampBound(SymInt bound, SymInt low, SymInt size,
                         SymArith &arith) {
  std::optional<bool> isNegative = arith.isLessByHint(bound, 0);
  if (!isNegative)
    return {};
  if (*isNegative)
    bound = arith.add(bound, size);
  if (arith.isLessByHint(bound, low).value_or(false))
    return low;
  std::optional<bool> isInside = arith.isLessByHint(bound, size);
  if (isInside)
    return *isInside ? bound : size;
  // The exporter gives a symbol of its own to what only the run will tell.
  return arith.isKnownEqual(bound, size) ? size : SymInt();
}

TensorInfo mlir::tp::sliceDim(const TensorInfo &info, unsigned dim,
                              std::optional<SymInt> start,
                              std::optional<SymInt> end, SymInt step,
                              SymArith &arith) {
  SymInt size = info.sizes[dim];
  SymInt from = start ? clampBound(*start, 0, size, arith) : SymInt(0);
  SymInt to = size;
  if (end && !end->isStaticValue(std::numeric_limits<int64_t>::max()))
    to = clampBound(*end, from, size, arith);
  if (!size.isKnown())
    to = SymInt();
  TensorInfo result = info;
  SymInt length = arith.sub(to, from);
  if (arith.isLessByHint(length, 0).value_or(false))
    length = 0;
  result.sizes[dim] = arith.ceilDiv(length, step);
  result.offset = arith.add(info.offset, arith.mul(from, info.strides[dim]));
  result.strides[dim] = arith.mul(info.strides[dim], step);
  return result;
}

TensorInfo mlir::tp::selectDim(const TensorInfo &info, unsigned dim,
                               SymInt index, SymArith &arith) {
  TensorInfo result = info;
  if (arith.isLessByHint(index, 0).value_or(false))
    index = arith.add(index, info.sizes[dim]);
  result.offset = arith.add(info.offset, arith.mul(index, info.strides[dim]));
  result.sizes.erase(result.sizes.begin() + dim);
  result.strides.erase(result.strides.begin() + dim);
  return result;
}

TensorInfo mlir::tp::permuteDims(const TensorInfo &info,
                                 ArrayRef<int64_t> dims) {
  TensorInfo result = info;
  for (auto [to, from] : llvm::enumerate(dims)) {
    result.sizes[to] = info.sizes[from];
    result.strides[to] = info.strides[from];
  }
  return result;
}

TensorInfo mlir::tp::transposeDims(const TensorInfo &info, unsigned a,
                                   unsigned b) {
  TensorInfo result = info;
  if (info.rank() > 0) {
    std::swap(result.sizes[a], result.sizes[b]);
    std::swap(result.strides[a], result.strides[b]);
  }
  return result;
}

TensorInfo mlir::tp::unsqueezeDim(const TensorInfo &info, unsigned dim,
                                  SymArith &arith) {
  TensorInfo result = info;
  SymInt stride = dim >= info.rank()
                      ? SymInt(1)
                      : arith.mul(info.sizes[dim], info.strides[dim]);
  result.sizes.insert(result.sizes.begin() + dim, SymInt(1));
  result.strides.insert(result.strides.begin() + dim, stride);
  return result;
}

std::optional<TensorInfo> mlir::tp::expandTo(const TensorInfo &info,
                                             ArrayRef<SymInt> sizes,
                                             SymArith &arith) {
  if (sizes.size() < info.rank())
    return std::nullopt;
  TensorInfo result = info;
  size_t added = sizes.size() - info.rank();
  result.sizes.assign(sizes.size(), SymInt());
  result.strides.assign(sizes.size(), SymInt());
  for (size_t i = sizes.size(); i-- > 0;) {
    SymInt size = 1, stride = 1;
    if (i >= added) {
      size = info.sizes[i - added];
      stride = info.strides[i - added];
    } else if (info.rank() > 0) {
      stride = arith.mul(info.sizes[0], info.strides[0]);
    }
    SymInt target = sizes[i];
    bool keeps = i >= added && target.isStaticValue(-1);
    if (!keeps && !size.isIdentical(target)) {
      if (size.isStaticValue(1))
        stride = 0;
      else if (arith.isEqual(size, target) == false)
        return std::nullopt;
      size = target;
    }
    result.sizes[i] = size;
    result.strides[i] = stride;
  }
  return result;
}
