//===- Sorting.cpp - Sorting, joining, repeating --------------------------===//
//
// Operators that order the elements, and those that put tensors together.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Strides.h"
#include "Views.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

static void inferSort(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (!call)
    return;
  TensorInfo info = self;
  info.offset = 0;
  info.strides = getPreservedStrides(self, call.arith);
  if (call.getName() != "argsort")
    call.addTensor(info);
  info.dtype = ScalarType::int64;
  if (call.getName() != "msort")
    call.addTensor(info);
}

static void inferTopk(Call &call) {
  const TensorInfo &self = call.tensor("self");
  SymInt count = call.integer("k");
  int64_t dim = call.dim("dim", self.rank());
  if (!call)
    return;
  SymInts sizes = self.sizes;
  if (self.rank() > 0)
    sizes[dim] = count;
  call.addFresh(sizes, self.dtype);
  call.addFresh(sizes, ScalarType::int64);
}

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

/// Tensors of shape [0] may join any others.
static bool isLegacyEmpty(const TensorInfo &info) {
  return info.rank() == 1 && info.sizes[0].isStaticValue(0);
}

static std::optional<ScalarType>
promoteAll(ArrayRef<const TensorInfo *> tensors) {
  TypePromotion promotion;
  for (const TensorInfo *tensor : tensors)
    promotion.addTensor(tensor->dtype, tensor->rank());
  return promotion.getResult();
}

static void addJoined(Call &call, ArrayRef<const TensorInfo *> tensors,
                      int64_t dim) {
  std::optional<ScalarType> dtype = promoteAll(tensors);
  if (!dtype)
    return call.setInvalid("expected tensors of types that promote to one");
  const TensorInfo *first = nullptr;
  SymInt length = 0;
  bool isChannelsLast = true;
  for (const TensorInfo *tensor : tensors) {
    isChannelsLast &= suggestsChannelsLast(*tensor, call.arith);
    if (isLegacyEmpty(*tensor))
      continue;
    if (!first) {
      first = tensor;
      dim = call.normalizeDim(dim, tensor->rank());
    }
    if (!call || tensor->rank() != first->rank() || tensor->rank() == 0)
      return call.setInvalid("expected tensors of the same rank, not 0");
    length = call.arith.add(length, tensor->sizes[dim]);
    for (auto [i, size] : llvm::enumerate(tensor->sizes))
      if (static_cast<int64_t>(i) != dim &&
          call.arith.isEqual(size, first->sizes[i]) == false)
        return call.setInvalid(
            "expected sizes that agree except in dimension " + Twine(dim));
  }
  if (!first)
    return call.addFresh({SymInt(0)}, *dtype);
  SymInts sizes = first->sizes;
  sizes[dim] = length;
  TensorInfo info = call.makeFresh(*first, sizes, *dtype);
  if (isChannelsLast)
    info.strides = getChannelsLastStrides(sizes, call.arith);
  call.addTensor(std::move(info));
}

static void inferCat(Call &call) {
  SmallVector<const TensorInfo *> tensors = call.tensors("tensors");
  int64_t dim = call.staticInteger("dim");
  if (!call)
    return;
  if (tensors.empty() || llvm::is_contained(tensors, nullptr))
    return call.setInvalid("expected tensors");
  addJoined(call, tensors, dim);
}

static void inferStack(Call &call) {
  SmallVector<const TensorInfo *> tensors = call.tensors("tensors");
  int64_t dim = call.staticInteger("dim");
  if (!call)
    return;
  if (tensors.empty() || llvm::is_contained(tensors, nullptr))
    return call.setInvalid("expected tensors");
  std::optional<ScalarType> dtype = promoteAll(tensors);
  if (!dtype)
    return call.setInvalid("expected tensors of types that promote to one");
  const TensorInfo &first = *tensors.front();
  int64_t at = call.normalizeDim(dim, first.rank() + 1);
  if (!call)
    return;
  for (const TensorInfo *tensor : tensors)
    for (auto [a, b] : llvm::zip(tensor->sizes, first.sizes))
      if (tensor->rank() != first.rank() || call.arith.isEqual(a, b) == false)
        return call.setInvalid("expected tensors of the same sizes");
  SymInts sizes = first.sizes;
  sizes.insert(sizes.begin() + at,
               SymInt(static_cast<int64_t>(tensors.size())));
  call.addFresh(sizes, *dtype);
}

/// hstack, vstack, dstack, column_stack: of tensors with dimensions added.
static void inferNamedStack(Call &call) {
  SmallVector<const TensorInfo *> tensors = call.tensors("tensors");
  if (!call)
    return;
  if (tensors.empty() || llvm::is_contained(tensors, nullptr))
    return call.setInvalid("expected tensors");
  StringRef name = call.getName();
  SmallVector<TensorInfo, 4> raised;
  for (const TensorInfo *tensor : tensors) {
    TensorInfo info = *tensor;
    if (info.rank() == 0)
      info = unsqueezeDim(info, 0, call.arith);
    if (name == "column_stack" && info.rank() == 1)
      info = unsqueezeDim(info, 1, call.arith);
    if ((name == "vstack" || name == "row_stack" || name == "dstack") &&
        info.rank() == 1)
      info = unsqueezeDim(info, 0, call.arith);
    if (name == "dstack" && info.rank() == 2)
      info = unsqueezeDim(info, 2, call.arith);
    raised.push_back(info);
  }
  SmallVector<const TensorInfo *> pointers;
  for (const TensorInfo &info : raised)
    pointers.push_back(&info);
  int64_t dim = 0;
  if (name == "hstack")
    dim = raised.front().rank() == 1 ? 0 : 1;
  else if (name == "column_stack")
    dim = 1;
  else if (name == "dstack")
    dim = 2;
  addJoined(call, pointers, dim);
}

static void inferBroadcastTensors(Call &call) {
  SmallVector<const TensorInfo *> tensors = call.tensors("tensors");
  if (!call || llvm::is_contained(tensors, nullptr))
    return;
  SmallVector<ArrayRef<SymInt>> shapes;
  for (const TensorInfo *tensor : tensors)
    shapes.push_back(tensor->sizes);
  std::string error;
  auto sizes = broadcastSizes(shapes, call.arith, error);
  if (!sizes)
    return call.setInvalid(error);
  SmallVector<TensorInfo, 4> results;
  for (const TensorInfo *tensor : tensors)
    if (auto expanded = expandTo(*tensor, *sizes, call.arith))
      results.push_back(*expanded);
  if (results.size() == tensors.size())
    call.addList(results);
  else
    call.setUnknown("expected sizes that are known");
}

static void inferMeshgrid(Call &call) {
  SmallVector<const TensorInfo *> tensors = call.tensors("tensors");
  if (!call || llvm::is_contained(tensors, nullptr))
    return;
  bool swaps = call.has("indexing") && call.string("indexing") == "xy" &&
               tensors.size() > 1;
  if (swaps)
    std::swap(tensors[0], tensors[1]);
  SymInts sizes;
  for (const TensorInfo *tensor : tensors)
    sizes.push_back(tensor->rank() == 0 ? SymInt(1) : tensor->sizes[0]);
  SmallVector<TensorInfo, 4> results;
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    TensorInfo info = *tensor;
    SymInt stride = tensor->rank() == 0 ? SymInt(1) : tensor->strides[0];
    SymInts own(tensors.size(), SymInt(1));
    own[i] = sizes[i];
    info.sizes = own;
    info.strides = *getViewStrides(*tensor, own, call.arith);
    info.strides[i] = stride;
    auto expanded = expandTo(info, sizes, call.arith);
    if (!expanded)
      return call.setUnknown("expected sizes that are known");
    if (swaps)
      expanded = transposeDims(*expanded, 0, 1);
    results.push_back(*expanded);
  }
  if (swaps)
    std::swap(results[0], results[1]);
  call.addList(results);
}

static void inferAtLeast(Call &call) {
  unsigned rank = call.getName()[8] - '0';
  auto raise = [&](TensorInfo info) {
    if (rank >= 1 && info.rank() == 0)
      info = unsqueezeDim(info, 0, call.arith);
    if (rank >= 2 && info.rank() == 1)
      info = unsqueezeDim(info, 0, call.arith);
    if (rank >= 3 && info.rank() == 2)
      info = unsqueezeDim(info, 2, call.arith);
    return info;
  };
  if (call.has("self")) {
    const TensorInfo &self = call.tensor("self");
    if (call)
      call.addTensor(raise(self));
    return;
  }
  SmallVector<TensorInfo, 4> results;
  for (const TensorInfo *tensor : call.tensors("tensors"))
    if (tensor)
      results.push_back(raise(*tensor));
  if (call)
    call.addList(results);
}

//===----------------------------------------------------------------------===//
// Repeating and reordering
//===----------------------------------------------------------------------===//

static void inferRepeat(Call &call) {
  const TensorInfo &self = call.tensor("self");
  bool isTile = call.getName() == "tile";
  SymInts repeats = call.integers(isTile ? "dims" : "repeats");
  if (!call)
    return;
  if (isTile && repeats.size() < self.rank())
    repeats.insert(repeats.begin(), self.rank() - repeats.size(), SymInt(1));
  if (repeats.size() < self.rank())
    return call.setInvalid("expected a number of repetitions for each of the " +
                           Twine(self.rank()) + " dimensions");
  size_t added = repeats.size() - self.rank();
  for (auto [i, size] : llvm::enumerate(self.sizes))
    repeats[added + i] = call.arith.mul(repeats[added + i], size);
  call.addFresh(repeats, self.dtype);
}

static void inferRepeatInterleave(Call &call) {
  if (call.getOverload() == "Tensor") {
    const TensorInfo &repeats = call.tensor("repeats");
    if (!call)
      return;
    auto size = call.optionalInteger("output_size");
    return call.addFresh({size.value_or(SymInt())}, repeats.dtype);
  }
  const TensorInfo &self = call.tensor("self");
  std::optional<SymInt> dim = call.optionalInteger("dim");
  std::optional<SymInt> total = call.optionalInteger("output_size");
  SymInt count;
  if (call.getOverload() == "self_int")
    count = call.integer("repeats");
  if (!call)
    return;
  if (!dim) {
    SymInt numel = call.arith.product(self.sizes);
    SymInt length = total.value_or(
        count.isKnown() ? call.arith.mul(numel, count) : SymInt());
    return call.addFresh({length}, self.dtype);
  }
  int64_t at =
      call.normalizeDim(dim->isStatic() ? dim->getValue() : 0, self.rank());
  if (!call || self.rank() == 0)
    return;
  SymInts sizes = self.sizes;
  sizes[at] = total.value_or(count.isKnown() ? call.arith.mul(sizes[at], count)
                                             : SymInt());
  call.addFresh(sizes, self.dtype);
}

/// flip, roll and others that keep the sizes and the layout.
static void inferReordered(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (!call)
    return;
  TensorInfo info = self;
  info.offset = 0;
  info.strides = getPreservedStrides(self, call.arith);
  call.addTensor(std::move(info));
}

/// tril, triu: contiguous.
static void inferTriangle(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (call)
    call.addFresh(self.sizes, self.dtype);
}

static void inferRot90(Call &call) {
  const TensorInfo &self = call.tensor("self");
  int64_t turns = call.staticInteger("k");
  SmallVector<int64_t> dims = call.statics("dims");
  if (!call || dims.size() != 2)
    return call.setInvalid("expected two dimensions");
  int64_t a = call.normalizeDim(dims[0], self.rank());
  int64_t b = call.normalizeDim(dims[1], self.rank());
  if (!call || self.rank() < 2)
    return;
  TensorInfo info = self;
  info.offset = 0;
  info.strides = getPreservedStrides(self, call.arith);
  if (turns % 2 != 0)
    info = transposeDims(info, a, b);
  call.addTensor(std::move(info));
}

static void inferDiagEmbed(Call &call) {
  const TensorInfo &self = call.tensor("self");
  int64_t offset = call.staticInteger("offset");
  int64_t rank = self.rank() + 1;
  int64_t a = call.dim("dim1", rank), b = call.dim("dim2", rank);
  if (!call || self.rank() == 0)
    return;
  SymInts sizes(self.sizes.begin(), self.sizes.end() - 1);
  SymInt size = call.arith.add(self.sizes.back(), std::abs(offset));
  for (int64_t dim : {std::min(a, b), std::max(a, b)})
    sizes.insert(sizes.begin() + dim, size);
  call.addFresh(sizes, self.dtype);
}

void mlir::tp::addSortingRules(RuleTable &table) {
  table.addAll({"sort", "argsort", "msort"}, inferSort);
  table.addAll({"topk"}, inferTopk);
  table.addAll({"cat", "concat", "concatenate"}, inferCat);
  table.addAll({"stack"}, inferStack);
  table.addAll({"hstack", "vstack", "dstack", "row_stack", "column_stack"},
               inferNamedStack);
  table.addAll({"broadcast_tensors"}, inferBroadcastTensors);
  table.addAll({"meshgrid"}, inferMeshgrid);
  table.addAll({"atleast_1d", "atleast_2d", "atleast_3d"}, inferAtLeast);
  table.addAll({"repeat", "tile"}, inferRepeat);
  table.addAll({"repeat_interleave"}, inferRepeatInterleave);
  table.addAll({"flip", "fliplr", "flipud", "roll"}, inferReordered);
  table.addAll({"tril", "triu"}, inferTriangle);
  table.addAll({"rot90"}, inferRot90);
  table.addAll({"diag_embed"}, inferDiagEmbed);
}
