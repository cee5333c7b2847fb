//===- Fourier.cpp - Fourier transforms -----------------------------------===//
//
// Dimensions that are not transformed come first in memory, in the order of
// their strides, then those that are, in the order in which they are named.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Strides.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

/// Puts dimensions with larger strides first, others stay in order. A few, of
/// which some may not compare.
static void sortByStrides(MutableArrayRef<int64_t> dims, const TensorInfo &info,
                          SymArith &arith) {
  auto isLarger = [&](int64_t a, int64_t b) {
    return arith.isLessByHint(info.strides[b], info.strides[a]).value_or(false);
  };
  for (size_t i = 1; i < dims.size(); ++i)
    for (size_t j = i; j > 0 && isLarger(dims[j], dims[j - 1]); --j)
      std::swap(dims[j], dims[j - 1]);
}

/// The result of a transform of `dims`, which are in the order of memory.
static TensorInfo makeTransform(Call &call, const TensorInfo &self,
                                ArrayRef<int64_t> dims, ArrayRef<SymInt> sizes,
                                ScalarType dtype) {
  SmallVector<int64_t> order;
  for (int64_t i = 0, e = self.rank(); i < e; ++i)
    if (!llvm::is_contained(dims, i))
      order.push_back(i);
  sortByStrides(order, self, call.arith);
  llvm::append_range(order, dims);
  SymInts inOrder;
  for (int64_t dim : order)
    inOrder.push_back(sizes[dim]);
  SymInts strides = getContiguousStrides(inOrder, call.arith);
  TensorInfo info = call.makeFresh(self, sizes, dtype);
  for (auto [dim, stride] : llvm::zip_equal(order, strides))
    info.strides[dim] = stride;
  return info;
}

static std::optional<SmallVector<int64_t>> getTransformed(Call &call,
                                                          unsigned rank) {
  SmallVector<int64_t> dims = call.statics("dim");
  for (int64_t &dim : dims)
    dim = call.normalizeDim(dim, rank);
  if (!call)
    return std::nullopt;
  if (dims.empty() || rank == 0) {
    call.setUnknown("expected dimensions to transform");
    return std::nullopt;
  }
  return dims;
}

static void inferComplexFourier(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (!call)
    return;
  if (call.statics("dim").empty()) {
    // A copy.
    TensorInfo info = call.makeFresh(self, self.sizes, self.dtype);
    info.strides = getPreservedStrides(self, call.arith);
    return call.addTensor(std::move(info));
  }
  auto dims = getTransformed(call, self.rank());
  if (!dims)
    return;
  sortByStrides(*dims, self, call.arith);
  call.addTensor(makeTransform(call, self, *dims, self.sizes, self.dtype));
}

/// Of real numbers to complex ones: half of the last dimension's, and one.
static void inferRealFourier(Call &call) {
  const TensorInfo &self = call.tensor("self");
  bool isOneSided = call.boolean("onesided");
  auto dims = getTransformed(call, self.rank());
  if (!dims)
    return;
  SymInts sizes = self.sizes;
  int64_t last = dims->back();
  if (isOneSided)
    sizes[last] = call.arith.add(call.arith.floorDiv(sizes[last], 2), 1);
  sortByStrides(MutableArrayRef<int64_t>(*dims).drop_back(), self, call.arith);
  call.addTensor(
      makeTransform(call, self, *dims, sizes, toComplexType(self.dtype)));
}

/// The other way: the last dimension alone, after a complex transform of the
/// others.
static void inferComplexToReal(Call &call) {
  const TensorInfo &self = call.tensor("self");
  SymInt size = call.integer("last_dim_size");
  auto dims = getTransformed(call, self.rank());
  if (!dims)
    return;
  TensorInfo input = self;
  int64_t last = dims->pop_back_val();
  if (!dims->empty()) {
    sortByStrides(*dims, self, call.arith);
    input = makeTransform(call, self, *dims, self.sizes, self.dtype);
  }
  SymInts sizes = self.sizes;
  sizes[last] = size;
  call.addTensor(
      makeTransform(call, input, {last}, sizes, toRealType(self.dtype)));
}

void mlir::tp::addFourierRules(RuleTable &table) {
  table.addAll({"_fft_c2c"}, inferComplexFourier);
  table.addAll({"_fft_r2c"}, inferRealFourier);
  table.addAll({"_fft_c2r"}, inferComplexToReal);
}
