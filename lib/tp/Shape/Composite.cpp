//===- Composite.cpp - Operators of no family -----------------------------===//
//
// Resizing, distances and others.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Strides.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

/// Other sizes in the same storage.
static void inferResize(Call &call) {
  const TensorInfo &self = call.tensor("self");
  SymInts sizes = call.has("size") ? call.integers("size")
                                   : call.tensor("the_template").sizes;
  auto format = call.memoryFormat();
  if (!call)
    return;
  TensorInfo info = self;
  bool isSame = sizes.size() == self.sizes.size() &&
                llvm::all_of(llvm::zip(sizes, self.sizes), [](auto pair) {
                  return std::get<0>(pair).isIdentical(std::get<1>(pair));
                });
  if (!isSame || format == MemoryFormat::contiguous_format) {
    info.sizes = sizes;
    info.setContiguous(call.arith);
  }
  if ((format == MemoryFormat::channels_last && sizes.size() == 4) ||
      (format == MemoryFormat::channels_last_3d && sizes.size() == 5))
    info.strides = getChannelsLastStrides(sizes, call.arith);
  call.addTensor(std::move(info));
}

/// Gated by the other half of a dimension.
static void inferGlu(Call &call) {
  const TensorInfo &self = call.tensor("self");
  int64_t dim = call.dim("dim", self.rank());
  if (!call)
    return;
  if (self.rank() == 0)
    return call.setInvalid("expected a tensor with dimensions");
  SymInts sizes = self.sizes;
  sizes[dim] = call.arith.floorDiv(sizes[dim], 2);
  call.addFresh(sizes, self.dtype);
}

/// Whether each element is one of others.
static void inferIsin(Call &call) {
  TypedArgument elements = call.getArgument("elements");
  const TensorInfo *info = elements.types.size() == 1
                               ? call.decode(elements.types.front())
                               : nullptr;
  if (!info)
    return call.setUnknown("expected a tensor of elements");
  call.addFresh(info->sizes, ScalarType::boolean);
}

/// A number of two tensors.
static void inferDistance(Call &call) {
  const TensorInfo &self = call.tensor("self");
  const TensorInfo &other = call.tensor("other");
  TypePromotion promotion;
  promotion.addTensor(self.dtype, self.rank());
  promotion.addTensor(other.dtype, other.rank());
  std::optional<ScalarType> dtype = promotion.getResult();
  if (!dtype)
    return call.setInvalid("expected element types that promote to one");
  if (call)
    call.addFresh({}, toRealType(toFloatType(*dtype)));
}

/// A number for each place but in one dimension.
static void inferSimilarity(Call &call) {
  const TensorInfo &lhs = call.tensor("x1");
  const TensorInfo &rhs = call.tensor("x2");
  if (!call)
    return;
  ArrayRef<SymInt> shapes[] = {lhs.sizes, rhs.sizes};
  std::string error;
  std::optional<SymInts> sizes = broadcastSizes(shapes, call.arith, error);
  if (!sizes)
    return call.setInvalid(error);
  bool isCosine = call.getName() == "cosine_similarity";
  int64_t dim = isCosine ? call.dim("dim", sizes->size())
                         : static_cast<int64_t>(sizes->size()) - 1;
  if (!call || sizes->empty())
    return call.setUnknown("expected tensors with dimensions");
  if (!isCosine && call.boolean("keepdim"))
    (*sizes)[dim] = 1;
  else
    sizes->erase(sizes->begin() + dim);
  call.addFresh(*sizes, toRealType(toFloatType(lhs.dtype)));
}

/// The result, and the noise that made it.
static void inferNoisy(Call &call) {
  const TensorInfo &self = call.tensor("self");
  const TensorInfo &noise = call.tensor("noise");
  if (!call)
    return;
  for (const TensorInfo *like : {&self, &noise}) {
    TensorInfo info = call.makeFresh(*like, like->sizes, like->dtype);
    info.strides = getPreservedStrides(*like, call.arith);
    call.addTensor(std::move(info));
  }
}

void mlir::tp::addCompositeRules(RuleTable &table) {
  table.addAll({"resize_", "resize", "resize_as_", "resize_as"}, inferResize);
  table.addAll({"rrelu_with_noise_functional"}, inferNoisy);
  table.addAll({"glu"}, inferGlu);
  table.addAll({"isin"}, inferIsin);
  table.addAll({"dist"}, inferDistance);
  table.addAll({"cosine_similarity", "pairwise_distance"}, inferSimilarity);
}
