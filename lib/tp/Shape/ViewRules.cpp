//===- ViewRules.cpp - Operators that give views --------------------------===//
//
// Views, and their `_copy` variants, which give contiguous tensors.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Strides.h"
#include "Views.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

/// A view, or, for the `_copy` variant of the operator, a contiguous copy.
static TensorInfo finishView(Call &call, TensorInfo info) {
  if (!call.getName().ends_with("_copy"))
    return info;
  info.setContiguous(call.arith);
  info.offset = 0;
  return info;
}

static void addView(Call &call, TensorInfo info) {
  call.addTensor(finishView(call, std::move(info)));
}

static void addViews(Call &call, MutableArrayRef<TensorInfo> infos) {
  SmallVector<TensorInfo> finished;
  for (TensorInfo &info : infos)
    finished.push_back(finishView(call, std::move(info)));
  call.addList(finished);
}

static void inferAlias(Call &call) {
  const TensorInfo *self = call.firstTensor();
  if (!self)
    return call.setUnknown("expected a tensor of known rank and element type");
  addView(call, *self);
}

//===----------------------------------------------------------------------===//
// Other sizes
//===----------------------------------------------------------------------===//

static void addReshaped(Call &call, const TensorInfo &self, SymInts sizes,
                        bool mayCopy) {
  sizes = inferViewSizes(sizes, call.arith.product(self.sizes), call.arith);
  if (mayCopy)
    return addView(call, reshapeTo(self, sizes, call.arith));
  std::optional<SymInts> strides = getViewStrides(self, sizes, call.arith);
  TensorInfo info = self;
  info.sizes = sizes;
  if (strides)
    info.strides = *strides;
  else if (call.getName() == "_unsafe_view" || call.getName() == "view_copy")
    info.setContiguous(call.arith);
  else
    info.strides.assign(sizes.size(), SymInt());
  addView(call, std::move(info));
}

static void inferView(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (!call)
    return;
  if (call.has("size")) {
    SymInts sizes = call.integers("size");
    if (call)
      addReshaped(call, self, sizes, /*mayCopy=*/false);
    return;
  }
  // view.dtype
  std::optional<ScalarType> dtype = call.dtype();
  if (!call || !dtype)
    return call.setUnknown("expected a dtype");
  TensorInfo info = self;
  int64_t before = getElementSize(self.dtype), after = getElementSize(*dtype);
  info.dtype = *dtype;
  if (before != after) {
    if (info.rank() == 0)
      return call.setInvalid("expected a dimension to change the size of");
    auto scale = [&](SymInt value) {
      return call.arith.floorDiv(call.arith.mul(value, before), after);
    };
    for (SymInt &stride : MutableArrayRef<SymInt>(info.strides).drop_back())
      stride = scale(stride);
    info.sizes.back() = scale(info.sizes.back());
    info.offset = scale(info.offset);
  }
  addView(call, std::move(info));
}

static void inferReshape(Call &call) {
  const TensorInfo &self = call.tensor("self");
  SymInts sizes = call.has("other")
                      ? call.tensor("other").sizes
                      : call.integers(call.has("shape") ? "shape" : "size");
  if (call)
    addReshaped(call, self, sizes, /*mayCopy=*/call.getName() != "view_as");
}

static void inferFlatten(Call &call) {
  const TensorInfo &self = call.tensor("self");
  bool isRavel = call.getName() == "ravel";
  int64_t first = isRavel ? 0 : call.dim("start_dim", self.rank());
  int64_t last = isRavel ? std::max<int64_t>(self.rank(), 1) - 1
                         : call.dim("end_dim", self.rank());
  if (!call)
    return;
  if (self.rank() == 0)
    return addReshaped(call, self, {SymInt(1)}, /*mayCopy=*/true);
  if (first == last && !isRavel)
    return addView(call, self);
  if (isRavel && self.rank() == 1 && isContiguous(self, call.arith))
    return addView(call, self);
  SymInts sizes;
  SymInt product = 1;
  for (auto [i, size] : llvm::enumerate(self.sizes)) {
    int64_t dim = i;
    if (dim < first || dim > last) {
      sizes.push_back(size);
      continue;
    }
    product = call.arith.mul(product, size);
    if (dim == last)
      sizes.push_back(product);
  }
  addReshaped(call, self, sizes, /*mayCopy=*/true);
}

static void inferUnflatten(Call &call) {
  const TensorInfo &self = call.tensor("self");
  int64_t dim = call.dim("dim", self.rank());
  SymInts inner = call.integers("sizes");
  if (!call || self.rank() == 0)
    return;
  inner = inferViewSizes(inner, self.sizes[dim], call.arith);
  SymInts sizes(self.sizes.begin(), self.sizes.begin() + dim);
  sizes.append(inner.begin(), inner.end());
  sizes.append(self.sizes.begin() + dim + 1, self.sizes.end());
  addReshaped(call, self, sizes, /*mayCopy=*/false);
}

static void inferExpand(Call &call) {
  const TensorInfo &self = call.tensor("self");
  SymInts sizes =
      call.has("other") ? call.tensor("other").sizes : call.integers("size");
  if (!call)
    return;
  std::optional<TensorInfo> info = expandTo(self, sizes, call.arith);
  if (!info)
    return call.setInvalid("expected sizes that the tensor expands to");
  addView(call, std::move(*info));
}

static void inferAsStrided(Call &call) {
  const TensorInfo *self = call.firstTensor();
  TensorInfo info;
  if (self)
    info = *self;
  else
    call.setUnknown("expected a tensor of known rank and element type");
  info.sizes = call.integers("size");
  info.strides = call.integers("stride");
  if (auto offset = call.optionalInteger("storage_offset"))
    info.offset = *offset;
  if (!call)
    return;
  if (info.sizes.size() != info.strides.size())
    return call.setInvalid("expected a stride for each size");
  addView(call, std::move(info));
}

//===----------------------------------------------------------------------===//
// Other order of dimensions
//===----------------------------------------------------------------------===//

static void inferPermute(Call &call) {
  const TensorInfo &self = call.tensor("self");
  SmallVector<int64_t> dims = call.statics("dims");
  if (!call)
    return;
  if (dims.size() != self.rank())
    return call.setInvalid("expected a dimension for each of the " +
                           Twine(self.rank()) + ", got " + Twine(dims.size()));
  for (int64_t &dim : dims)
    dim = call.normalizeDim(dim, self.rank());
  if (call)
    addView(call, permuteDims(self, dims));
}

static void inferTranspose(Call &call) {
  const TensorInfo &self = call.tensor("self");
  bool named = call.has("dim0");
  int64_t a = call.dim(named ? "dim0" : "axis0", self.rank());
  int64_t b = call.dim(named ? "dim1" : "axis1", self.rank());
  if (call)
    addView(call, transposeDims(self, a, b));
}

/// `t`, `mT`, `mH`, `adjoint`, ...: the last two dimensions; `numpy_T`: all.
static void inferMatrixTranspose(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (!call)
    return;
  if (self.rank() < 2)
    return addView(call, self);
  if (call.getName() == "numpy_T") {
    SmallVector<int64_t> dims;
    for (unsigned i = self.rank(); i-- > 0;)
      dims.push_back(i);
    return addView(call, permuteDims(self, dims));
  }
  addView(call, transposeDims(self, self.rank() - 2, self.rank() - 1));
}

static void inferMovedim(Call &call) {
  const TensorInfo &self = call.tensor("self");
  SmallVector<int64_t> from = call.statics("source");
  SmallVector<int64_t> to = call.statics("destination");
  if (!call || from.size() != to.size())
    return call.setInvalid("expected as many sources as destinations");
  SmallVector<int64_t> order(self.rank(), -1);
  SmallVector<bool> moved(self.rank(), false);
  for (auto [a, b] : llvm::zip_equal(from, to)) {
    a = call.normalizeDim(a, self.rank());
    b = call.normalizeDim(b, self.rank());
    if (!call || self.rank() == 0)
      continue;
    order[b] = a;
    moved[a] = true;
  }
  if (!call)
    return;
  int64_t next = 0;
  for (int64_t &dim : order) {
    if (dim >= 0)
      continue;
    while (moved[next])
      ++next;
    dim = next++;
  }
  addView(call, permuteDims(self, order));
}

static void inferUnsqueeze(Call &call) {
  const TensorInfo &self = call.tensor("self");
  int64_t dim = call.dim("dim", self.rank() + 1);
  if (call)
    addView(call, unsqueezeDim(self, dim, call.arith));
}

static void inferSqueeze(Call &call) {
  const TensorInfo &self = call.tensor("self");
  SmallVector<bool> chosen(self.rank(), !call.has("dim"));
  if (call.has("dim"))
    for (int64_t dim : call.statics("dim")) {
      int64_t at = call.normalizeDim(dim, self.rank());
      if (at < static_cast<int64_t>(self.rank()))
        chosen[at] = true;
    }
  if (!call)
    return;
  TensorInfo info = self;
  info.sizes.clear();
  info.strides.clear();
  for (auto [i, size] : llvm::enumerate(self.sizes)) {
    if (chosen[i] && size.isStaticValue(1))
      continue;
    if (chosen[i] && !size.isKnown())
      return call.setUnknown("expected a size that is known");
    info.sizes.push_back(size);
    info.strides.push_back(self.strides[i]);
  }
  addView(call, std::move(info));
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static void inferSlice(Call &call) {
  const TensorInfo &self = call.tensor("self");
  int64_t dim = call.dim("dim", self.rank());
  auto start = call.optionalInteger("start"), end = call.optionalInteger("end");
  SymInt step = call.integer("step");
  if (!call)
    return;
  if (self.rank() == 0)
    return call.setInvalid("expected a tensor with dimensions");
  addView(call, sliceDim(self, dim, start, end, step, call.arith));
}

static void inferNarrow(Call &call) {
  const TensorInfo &self = call.tensor("self");
  int64_t dim = call.dim("dim", self.rank());
  SymInt start = call.integer("start"), length = call.integer("length");
  if (!call || self.rank() == 0)
    return;
  if (call.arith.isLessByHint(start, 0).value_or(false))
    start = call.arith.add(start, self.sizes[dim]);
  addView(call, sliceDim(self, dim, start, call.arith.add(start, length), 1,
                         call.arith));
}

static void inferSelect(Call &call) {
  const TensorInfo &self = call.tensor("self");
  int64_t dim = call.dim("dim", self.rank());
  SymInt index = call.integer("index");
  if (!call)
    return;
  if (self.rank() == 0)
    return call.setInvalid("expected a tensor with dimensions");
  addView(call, selectDim(self, dim, index, call.arith));
}

static void inferDiagonal(Call &call) {
  const TensorInfo &self = call.tensor("self");
  bool isLinalg = call.getName() == "linalg_diagonal";
  SymArith &arith = call.arith;
  int64_t shift = call.staticInteger("offset");
  int64_t a = call.dim("dim1", self.rank()), b = call.dim("dim2", self.rank());
  (void)isLinalg;
  if (!call)
    return;
  if (self.rank() < 2 || a == b)
    return call.setInvalid("expected two dimensions that differ");
  SymInt rows = self.sizes[a], columns = self.sizes[b];
  SymInt length = shift >= 0 ? arith.min(rows, arith.sub(columns, shift))
                             : arith.min(arith.add(rows, shift), columns);
  length = arith.max(length, 0);
  TensorInfo info = self;
  if (!length.isStaticValue(0))
    info.offset =
        arith.add(self.offset, shift >= 0 ? arith.mul(self.strides[b], shift)
                                          : arith.mul(self.strides[a], -shift));
  SymInt stride = arith.add(self.strides[a], self.strides[b]);
  for (int64_t dim : {std::max(a, b), std::min(a, b)}) {
    info.sizes.erase(info.sizes.begin() + dim);
    info.strides.erase(info.strides.begin() + dim);
  }
  info.sizes.push_back(length);
  info.strides.push_back(stride);
  addView(call, std::move(info));
}

static void inferUnfold(Call &call) {
  const TensorInfo &self = call.tensor("self");
  int64_t dim = call.dim("dimension", self.rank());
  SymInt size = call.integer("size"), step = call.integer("step");
  if (!call)
    return;
  SymArith &arith = call.arith;
  TensorInfo info = self;
  SymInt stride = 1;
  if (self.rank() > 0) {
    stride = self.strides[dim];
    info.sizes[dim] =
        arith.add(arith.floorDiv(arith.sub(self.sizes[dim], size), step), 1);
    info.strides[dim] = arith.mul(stride, step);
  }
  info.sizes.push_back(size);
  info.strides.push_back(stride);
  addView(call, std::move(info));
}

static void addSplit(Call &call, const TensorInfo &self, unsigned dim,
                     ArrayRef<SymInt> lengths) {
  SmallVector<TensorInfo> parts;
  SymInt start = 0;
  for (SymInt length : lengths) {
    TensorInfo part = self;
    part.sizes[dim] = length;
    part.offset =
        call.arith.add(self.offset, call.arith.mul(start, self.strides[dim]));
    start = call.arith.add(start, length);
    parts.push_back(std::move(part));
  }
  addViews(call, parts);
}

/// Pieces of `length`, the last one shorter; of 0 one that is all there is.
static void addSplitByLength(Call &call, const TensorInfo &self, unsigned dim,
                             SymInt length) {
  SymInt size = self.sizes[dim];
  SymInt count =
      length.isStaticValue(0) ? SymInt(1) : call.arith.ceilDiv(size, length);
  count = call.arith.max(count, 1);
  if (!count.isStatic()) {
    // The example inputs had so many; torch has fixed that.
    std::optional<int64_t> hint = call.arith.getHint(count);
    if (!hint)
      return call.setUnknown("expected a number of pieces that is known");
    count = *hint;
  }
  SymInts lengths(count.getValue(), length);
  lengths.back() =
      call.arith.sub(size, call.arith.mul(length, count.getValue() - 1));
  addSplit(call, self, dim, lengths);
}

static void inferSplit(Call &call) {
  const TensorInfo &self = call.tensor("self");
  int64_t dim = call.dim("dim", self.rank());
  if (!call)
    return;
  if (self.rank() == 0)
    return call.setInvalid("expected a tensor with dimensions");
  if (call.has("chunks")) {
    int64_t chunks = call.staticInteger("chunks");
    if (!call || chunks < 1)
      return call.setInvalid("expected a number of chunks greater than 0");
    SymInt length = call.arith.ceilDiv(self.sizes[dim], chunks);
    if (length.isStaticValue(0))
      return addSplit(call, self, dim, SymInts(chunks, SymInt(0)));
    return addSplitByLength(call, self, dim, length);
  }
  if (call.has("split_size") && call.getOverload() != "sizes") {
    SymInt length = call.integer("split_size");
    if (call)
      addSplitByLength(call, self, dim, length);
    return;
  }
  SymInts lengths =
      call.integers(call.has("split_sizes") ? "split_sizes" : "split_size");
  if (call)
    addSplit(call, self, dim, lengths);
}

/// tensor_split, hsplit, vsplit, dsplit.
static void inferTensorSplit(Call &call) {
  const TensorInfo &self = call.tensor("self");
  StringRef name = call.getName();
  int64_t dim = 0;
  if (name == "tensor_split")
    dim = call.dim("dim", self.rank());
  else if (name == "hsplit")
    dim = self.rank() > 1 ? 1 : 0;
  else if (name == "dsplit")
    dim = 2;
  if (!call || dim >= static_cast<int64_t>(self.rank()))
    return call.setUnknown("expected a tensor with the dimension to split");
  SymArith &arith = call.arith;
  SymInt size = self.sizes[dim];
  SymInts lengths;
  if (call.has("sections")) {
    int64_t sections = call.staticInteger("sections");
    if (!call || sections < 1)
      return call.setUnknown("expected a number of sections");
    SymInt least = arith.floorDiv(size, sections);
    SymInt larger = arith.mod(size, sections);
    for (int64_t i = 0; i < sections; ++i)
      lengths.push_back(arith.isLessByHint(i, larger).value_or(false)
                            ? arith.add(least, 1)
                            : least);
  } else if (call.has("indices")) {
    SymInt start = 0;
    SymInts bounds = call.integers("indices");
    bounds.push_back(size);
    SmallVector<TensorInfo> parts;
    for (SymInt end : bounds) {
      parts.push_back(sliceDim(self, dim, start, end, 1, arith));
      start = end;
    }
    if (call)
      addViews(call, parts);
    return;
  } else {
    return call.setUnknown("the pieces depend on values");
  }
  if (call)
    addSplit(call, self, dim, lengths);
}

static void inferUnbind(Call &call) {
  const TensorInfo &self = call.tensor("self");
  int64_t dim = call.dim("dim", self.rank());
  if (!call)
    return;
  if (self.rank() == 0)
    return call.setInvalid("expected a tensor with dimensions");
  std::optional<int64_t> count = call.arith.getHint(self.sizes[dim]);
  if (!count)
    return call.setUnknown("expected a size that is known");
  SmallVector<TensorInfo> parts;
  for (int64_t i = 0; i < *count; ++i)
    parts.push_back(selectDim(self, dim, i, call.arith));
  addViews(call, parts);
}

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

static TensorInfo viewAsReal(const TensorInfo &self, SymArith &arith) {
  TensorInfo info = self;
  info.dtype = toRealType(self.dtype);
  for (SymInt &stride : info.strides)
    stride = arith.mul(stride, 2);
  info.offset = arith.mul(info.offset, 2);
  info.sizes.push_back(2);
  info.strides.push_back(1);
  return info;
}

static void inferComplexView(Call &call) {
  const TensorInfo *self = call.firstTensor();
  if (!self)
    return call.setUnknown("expected a tensor of known rank and element type");
  StringRef name = call.getName();
  SymArith &arith = call.arith;
  if (name.starts_with("view_as_complex")) {
    TensorInfo info = *self;
    if (info.rank() == 0)
      return call.setInvalid("expected a last dimension of size 2");
    info.dtype = toComplexType(self->dtype);
    info.sizes.pop_back();
    info.strides.pop_back();
    for (SymInt &stride : info.strides)
      stride = arith.floorDiv(stride, 2);
    info.offset = arith.floorDiv(info.offset, 2);
    return addView(call, std::move(info));
  }
  if (!isComplex(self->dtype)) {
    if (name == "real")
      return addView(call, *self);
    return call.setInvalid("expected a complex tensor");
  }
  TensorInfo info = viewAsReal(*self, arith);
  if (name == "real" || name == "imag")
    info = selectDim(info, info.rank() - 1, name == "imag" ? 1 : 0, arith);
  addView(call, std::move(info));
}

static void inferContiguous(Call &call) {
  const TensorInfo &self = call.tensor("self");
  std::optional<MemoryFormat> format = call.memoryFormat();
  if (!call)
    return;
  TensorInfo info = self;
  bool wantsChannelsLast = format == MemoryFormat::channels_last ||
                           format == MemoryFormat::channels_last_3d;
  if (wantsChannelsLast ? isChannelsLast(self, call.arith)
                        : isContiguous(self, call.arith))
    return addView(call, std::move(info));
  info.strides = wantsChannelsLast
                     ? getChannelsLastStrides(self.sizes, call.arith)
                     : getContiguousStrides(self.sizes, call.arith);
  info.offset = 0;
  addView(call, std::move(info));
}

void mlir::tp::addViewRules(RuleTable &table) {
  auto addWithCopy = [&](ArrayRef<StringRef> names, void (*apply)(Call &)) {
    for (StringRef name : names) {
      table.addAll({name}, apply);
      table.addAll({(name + "_copy").str()}, apply);
    }
  };
  addWithCopy({"alias", "detach"}, inferAlias);
  table.addAll({"resolve_conj", "resolve_neg", "_conj", "conj", "_neg_view",
                "lift_fresh", "lift", "data", "detach_"},
               inferAlias);
  addWithCopy({"view"}, inferView);
  table.addAll({"_unsafe_view"}, inferView);
  table.addAll({"reshape", "view_as", "reshape_as", "_reshape_alias"},
               inferReshape);
  table.addAll({"flatten", "ravel"}, inferFlatten);
  table.addAll({"unflatten"}, inferUnflatten);
  addWithCopy({"expand"}, inferExpand);
  table.addAll({"broadcast_to", "expand_as"}, inferExpand);
  addWithCopy({"as_strided"}, inferAsStrided);
  table.addAll({"as_strided_"}, inferAsStrided);
  table.add("prims.as_strided", inferAsStrided);
  addWithCopy({"permute"}, inferPermute);
  addWithCopy({"transpose"}, inferTranspose);
  table.addAll({"transpose_", "swapaxes", "swapdims", "swapaxes_", "swapdims_"},
               inferTranspose);
  addWithCopy({"t"}, inferMatrixTranspose);
  table.addAll({"t_", "numpy_T", "mT", "mH", "matrix_H", "adjoint"},
               inferMatrixTranspose);
  table.addAll({"movedim", "moveaxis"}, inferMovedim);
  addWithCopy(
      {
          "unsqueeze",
      },
      inferUnsqueeze);
  table.addAll({"unsqueeze_"}, inferUnsqueeze);
  addWithCopy({"squeeze"}, inferSqueeze);
  table.addAll({"squeeze_"}, inferSqueeze);
  addWithCopy({"slice"}, inferSlice);
  addWithCopy({"narrow"}, inferNarrow);
  addWithCopy({"select"}, inferSelect);
  addWithCopy({"diagonal"}, inferDiagonal);
  addWithCopy({"unfold"}, inferUnfold);
  addWithCopy({"split", "split_with_sizes"}, inferSplit);
  table.addAll(
      {"chunk", "unsafe_split", "unsafe_split_with_sizes", "unsafe_chunk"},
      inferSplit);
  table.addAll({"tensor_split", "hsplit", "vsplit", "dsplit"},
               inferTensorSplit);
  addWithCopy({"unbind"}, inferUnbind);
  addWithCopy({"view_as_real", "view_as_complex"}, inferComplexView);
  table.addAll({"real", "imag"}, inferComplexView);
  table.addAll({"contiguous"}, inferContiguous);
}
