//===- Indexing.cpp - Gather, scatter, index ------------------------------===//
//
// Operators that read or write at places that tensors name.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Strides.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
/// The dimensions that indices select from, and what they select.
struct IndexPlan {
  SymInts before, selected, after;
  /// The strides of the source as if it had the result's dimensions.
  SymInts strides;
};
} // namespace

/// Moves the indexed dimensions to the front if they do not stand together.
static TensorInfo gatherIndexed(const TensorInfo &self,
                                SmallVectorImpl<const TensorInfo *> &indices) {
  indices.resize(self.rank(), nullptr);
  int state = 0;
  bool isTogether = true;
  for (const TensorInfo *index : indices) {
    if (state == 0 && index)
      state = 1;
    else if (state == 1 && !index)
      state = 2;
    else if (state == 2 && index)
      isTogether = false;
  }
  if (isTogether)
    return self;
  TensorInfo moved = self;
  moved.sizes.clear();
  moved.strides.clear();
  SmallVector<const TensorInfo *> order;
  for (bool isIndexed : {true, false})
    for (unsigned i = 0; i < self.rank(); ++i)
      if ((indices[i] != nullptr) == isIndexed) {
        moved.sizes.push_back(self.sizes[i]);
        moved.strides.push_back(self.strides[i]);
        order.push_back(indices[i]);
      }
  indices.assign(order.begin(), order.end());
  return moved;
}

/// A mask stands for the indices of its true elements, one for each dimension.
static bool expandMasks(Call &call, const TensorInfo &self,
                        SmallVectorImpl<const TensorInfo *> &indices,
                        SmallVectorImpl<std::unique_ptr<TensorInfo>> &made) {
  SmallVector<const TensorInfo *> expanded;
  for (const TensorInfo *index : indices) {
    if (!index || (index->dtype != ScalarType::boolean &&
                   index->dtype != ScalarType::uint8)) {
      expanded.push_back(index);
      continue;
    }
    auto positions = std::make_unique<TensorInfo>();
    positions->dtype = ScalarType::int64;
    positions->sizes = {SymInt()};
    positions->strides = {SymInt(1)};
    expanded.append(index->rank(), positions.get());
    made.push_back(std::move(positions));
  }
  indices.assign(expanded.begin(), expanded.end());
  if (indices.size() <= self.rank())
    return true;
  call.setInvalid("expected at most " + Twine(self.rank()) + " indices, got " +
                  Twine(indices.size()));
  return false;
}

static void inferIndex(Call &call) {
  const TensorInfo &self = call.tensor("self");
  SmallVector<const TensorInfo *> indices = call.tensors("indices");
  SmallVector<std::unique_ptr<TensorInfo>> made;
  if (!call || !expandMasks(call, self, indices, made))
    return;
  TensorInfo source = gatherIndexed(self, indices);
  SmallVector<ArrayRef<SymInt>> shapes;
  for (const TensorInfo *index : indices)
    if (index)
      shapes.push_back(index->sizes);
  std::string error;
  std::optional<SymInts> selected = broadcastSizes(shapes, call.arith, error);
  if (!selected)
    return call.setInvalid(error);
  // The source as it is read: the selected dimensions have no stride.
  TensorInfo restrided = source;
  restrided.sizes.clear();
  restrided.strides.clear();
  bool hasSelected = false;
  for (auto [i, index] : llvm::enumerate(indices)) {
    if (!index) {
      restrided.sizes.push_back(source.sizes[i]);
      restrided.strides.push_back(source.strides[i]);
    } else if (!hasSelected) {
      hasSelected = true;
      restrided.sizes.append(selected->begin(), selected->end());
      restrided.strides.append(selected->size(), SymInt(0));
    }
  }
  TensorInfo info = call.makeFresh(self, restrided.sizes, self.dtype);
  bool isKnown =
      llvm::all_of(info.sizes, [](SymInt size) { return size.isKnown(); });
  bool isEmpty = llvm::any_of(
      self.sizes, [](SymInt size) { return size.isStaticValue(0); });
  if (isKnown && !isEmpty)
    info.strides =
        inferDenseStrides(restrided.sizes, restrided.strides, call.arith);
  call.addTensor(std::move(info));
}

/// The sizes of `self` with those of the index in one dimension.
static void inferIndexSelect(Call &call) {
  const TensorInfo &self = call.tensor("self");
  const TensorInfo &index = call.tensor("index");
  int64_t dim = call.dim("dim", self.rank());
  if (!call)
    return;
  SymInts sizes = self.sizes;
  if (self.rank() > 0)
    sizes[dim] = index.rank() == 0 ? SymInt(1) : index.sizes[0];
  call.addFresh(sizes, self.dtype);
}

static void inferGather(Call &call) {
  const TensorInfo &self = call.tensor("self");
  const TensorInfo &index = call.tensor("index");
  if (call)
    call.addFresh(index.sizes, self.dtype);
}

static void inferTakeAlongDim(Call &call) {
  const TensorInfo &self = call.tensor("self");
  const TensorInfo &indices = call.tensor("indices");
  std::optional<SymInt> dim = call.optionalInteger("dim");
  if (!call)
    return;
  if (!dim)
    return call.addFresh({call.arith.product(indices.sizes)}, self.dtype);
  int64_t at =
      call.normalizeDim(dim->isStatic() ? dim->getValue() : 0, self.rank());
  if (!call || self.rank() != indices.rank() || self.rank() == 0)
    return call.setUnknown("expected an index of the same rank");
  SymInts left = self.sizes, right = indices.sizes;
  left[at] = right[at];
  ArrayRef<SymInt> parts[] = {left, right};
  std::string error;
  auto sizes = broadcastSizes(parts, call.arith, error);
  if (!sizes)
    return call.setInvalid(error);
  call.addFresh(*sizes, self.dtype);
}

static void inferTake(Call &call) {
  const TensorInfo &self = call.tensor("self");
  const TensorInfo &index = call.tensor("index");
  if (call)
    call.addFresh(index.sizes, self.dtype);
}

/// `self` with some elements replaced, contiguous.
static void inferScatter(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (call)
    call.addFresh(self.sizes, self.dtype);
}

/// `self` cloned and written through a view or by places: its layout stays.
static void inferUpdate(Call &call) {
  const TensorInfo &self = call.tensor(call.has("self") ? "self" : "input");
  if (!call)
    return;
  TensorInfo info = self;
  info.offset = 0;
  info.strides = getPreservedStrides(self, call.arith);
  call.addTensor(std::move(info));
}

/// `self` written through a view: the strides stay, whatever they are.
static void inferViewScatter(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (!call)
    return;
  TensorInfo info = self;
  // Without elements there is no storage to keep a place in.
  if (llvm::any_of(info.sizes,
                   [](SymInt size) { return size.isStaticValue(0); }))
    info.offset = 0;
  call.addTensor(std::move(info));
}

static void inferMaskedScatter(Call &call) {
  const TensorInfo &self = call.tensor("self");
  const TensorInfo &mask = call.tensor("mask");
  if (!call)
    return;
  ArrayRef<SymInt> shapes[] = {self.sizes, mask.sizes};
  std::string error;
  std::optional<SymInts> sizes = broadcastSizes(shapes, call.arith, error);
  if (!sizes)
    return call.setInvalid(error);
  call.addFresh(*sizes, self.dtype);
}

static void inferEmbedding(Call &call) {
  const TensorInfo &weight = call.tensor("weight");
  const TensorInfo &indices = call.tensor("indices");
  if (!call)
    return;
  if (weight.rank() != 2)
    return call.setInvalid("expected a matrix of weights, got rank " +
                           Twine(weight.rank()));
  SymInts sizes = indices.sizes;
  sizes.push_back(weight.sizes[1]);
  call.addFresh(sizes, weight.dtype);
}

static void inferEmbeddingBackward(Call &call) {
  const TensorInfo &grad = call.tensor("grad_output");
  SymInt count = call.integer("num_weights");
  if (!call || grad.rank() == 0)
    return;
  call.addFresh({count, grad.sizes.back()}, grad.dtype);
}

/// Whether the kernel sums rows without keeping which bag each is in.
static bool sumsDirectly(Call &call, const TensorInfo &weight) {
  if (weight.dtype != ScalarType::float32 &&
      weight.dtype != ScalarType::float16)
    return false;
  bool hasPadding = call.isGiven("padding_idx") &&
                    !call.integer("padding_idx").isStaticValue(-1);
  if (hasPadding || !weight.strides[1].isStaticValue(1))
    return false;
  const TensorInfo *scale = call.optionalTensor("per_sample_weights");
  return !scale || scale->rank() == 0 || scale->strides[0].isStaticValue(1);
}

/// Bags of embeddings; the other results are what the gradient needs.
static void inferEmbeddingBag(Call &call) {
  const TensorInfo &weight = call.tensor("weight");
  const TensorInfo &indices = call.tensor("indices");
  const TensorInfo &offsets = call.tensor("offsets");
  int64_t mode = call.staticInteger("mode");
  bool includesLast = call.boolean("include_last_offset");
  if (!call)
    return;
  if (weight.rank() != 2 || offsets.rank() != 1 || indices.rank() == 0)
    return call.setUnknown("expected a matrix of weights and a list of bags");
  SymInt bags = call.arith.sub(offsets.sizes[0], includesLast ? 1 : 0);
  call.addFresh({bags, weight.sizes[1]}, weight.dtype);
  // The modes are sum, mean, max.
  bool isDirect = mode == 0 && sumsDirectly(call, weight);
  call.addFresh({isDirect ? SymInt(0) : indices.sizes[0]}, offsets.dtype);
  // The size of each bag; without gradients one element more, if there is one.
  bool isForwardOnly = call.getName() == "_embedding_bag_forward_only";
  call.addFresh({isForwardOnly ? offsets.sizes[0] : bags}, offsets.dtype);
  SymInts largest = {bags};
  if (mode == 2)
    largest.push_back(weight.sizes[1]);
  call.addFresh(largest, offsets.dtype);
}

/// As many rows as there are true elements: a size found at run time.
static void inferNonzero(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (!call)
    return;
  if (call.has("size")) {
    SymInt count = call.integer("size");
    return call.addFresh({count, static_cast<int64_t>(self.rank())},
                         ScalarType::int64);
  }
  call.addFresh({SymInt(), static_cast<int64_t>(self.rank())},
                ScalarType::int64);
}

static void inferMaskedSelect(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (call)
    call.addFresh({SymInt()}, self.dtype);
}

static void inferBuckets(Call &call) {
  const TensorInfo *self =
      call.has("self") && call.getArgument("self").types.size() == 1
          ? call.decode(call.getArgument("self").types[0])
          : nullptr;
  bool isInt32 = call.boolean("out_int32");
  if (!call)
    return;
  ScalarType dtype = isInt32 ? ScalarType::int32 : ScalarType::int64;
  if (!self)
    return call.addFresh({}, dtype);
  TensorInfo info = call.makeFresh(*self, self->sizes, dtype);
  if (call.getName() == "bucketize")
    info.strides = getPreservedStrides(*self, call.arith);
  call.addTensor(std::move(info));
}

static void inferOneHot(Call &call) {
  const TensorInfo &self = call.tensor("self");
  SymInt classes = call.integer("num_classes");
  if (!call)
    return;
  SymInts sizes = self.sizes;
  sizes.push_back(classes.isStaticValue(-1) ? SymInt() : classes);
  call.addFresh(sizes, ScalarType::int64);
}

void mlir::tp::addIndexingRules(RuleTable &table) {
  table.addAll({"index", "_unsafe_index"}, inferIndex);
  table.addAll({"index_select"}, inferIndexSelect);
  table.addAll({"gather"}, inferGather);
  table.addAll({"take_along_dim"}, inferTakeAlongDim);
  table.addAll({"take"}, inferTake);
  table.addAll({"scatter", "scatter_add", "scatter_reduce", "renorm"},
               inferScatter);
  table.addAll({"index_put", "_unsafe_index_put", "index_add", "index_copy",
                "index_fill", "index_reduce", "put",
                "_unsafe_masked_index_put_accumulate", "fill_diagonal"},
               inferUpdate);
  table.addAll({"select_scatter", "slice_scatter", "diagonal_scatter",
                "as_strided_scatter", "copy"},
               inferViewScatter);
  table.addAll({"masked_scatter"}, inferMaskedScatter);
  table.addAll({"embedding"}, inferEmbedding);
  table.addAll({"embedding_dense_backward", "embedding_backward"},
               inferEmbeddingBackward);
  table.addAll(
      {"_embedding_bag", "embedding_bag", "_embedding_bag_forward_only"},
      inferEmbeddingBag);
  table.addAll({"nonzero", "nonzero_static", "argwhere"}, inferNonzero);
  table.addAll({"masked_select"}, inferMaskedSelect);
  table.addAll({"bucketize", "searchsorted"}, inferBuckets);
  table.addAll({"one_hot"}, inferOneHot);
}
