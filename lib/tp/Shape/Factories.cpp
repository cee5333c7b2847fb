//===- Factories.cpp - New tensors ----------------------------------------===//
//
// Tensors from sizes, from other tensors, from numbers; conversions; random
// ones.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Strides.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tp;

/// The device of the arguments, and the memory format of a tensor with `info`'s
/// sizes, whose strides it sets.
static void setLayout(Call &call, TensorInfo &info,
                      std::optional<MemoryFormat> format) {
  if (call.has("device") && call.isGiven("device"))
    info.device = call.device();
  if (call.has("layout"))
    if (auto layout = call.layout())
      info.layout = *layout;
  info.offset = 0;
  if ((format == MemoryFormat::channels_last && info.rank() == 4) ||
      (format == MemoryFormat::channels_last_3d && info.rank() == 5))
    info.strides = getChannelsLastStrides(info.sizes, call.arith);
  else
    info.setContiguous(call.arith);
}

static void addNew(Call &call, ArrayRef<SymInt> sizes, ScalarType defaultType) {
  TensorInfo info;
  info.sizes.assign(sizes.begin(), sizes.end());
  std::optional<ScalarType> dtype = call.dtype();
  info.dtype = dtype.value_or(defaultType);
  setLayout(call, info,
            call.has("memory_format") ? call.memoryFormat() : std::nullopt);
  if (call)
    call.addTensor(std::move(info));
}

/// empty, zeros, ones, rand, randn, randint: of the default float, or int64.
static void inferNew(Call &call) {
  SymInts sizes = call.integers("size");
  if (!call)
    return;
  ScalarType type = ScalarType::float32;
  if (call.getName() == "randint")
    type = ScalarType::int64;
  if (call.getName() == "full")
    type = getDefaultType(call.number("fill_value").kind);
  addNew(call, sizes, type);
}

static void inferEmptyStrided(Call &call) {
  TensorInfo info;
  info.sizes = call.integers(call.has("size") ? "size" : "shape");
  bool isPermuted = call.has("physical_layout");
  if (call.has("stride"))
    info.strides = call.integers("stride");
  else if (call.has("strides"))
    info.strides = call.integers("strides");
  if (call.has("self")) {
    info.dtype = call.tensor("self").dtype;
    info.device = call.tensor("self").device;
  }
  std::optional<ScalarType> dtype = call.dtype();
  if (dtype)
    info.dtype = *dtype;
  if (call.isGiven("device"))
    info.device = call.device();
  if (!call)
    return;
  if (isPermuted) {
    SmallVector<int64_t> order = call.statics("physical_layout");
    if (!call || order.size() != info.sizes.size())
      return call.setInvalid("expected a place for each dimension");
    info.strides.assign(order.size(), SymInt(1));
    SymInt product = 1;
    for (int64_t dim : llvm::reverse(order)) {
      dim = call.normalizeDim(dim, order.size());
      info.strides[dim] = product;
      product = call.arith.mul(product, call.arith.max(info.sizes[dim], 1));
    }
  }
  if (info.sizes.size() != info.strides.size())
    return call.setInvalid("expected a stride for each size");
  call.addTensor(std::move(info));
}

/// A tensor with the sizes of another: *_like, clone, conversions. Keeps the
/// order of dimensions unless a memory format says otherwise.
static void addLike(Call &call, const TensorInfo &self, ScalarType dtype) {
  TensorInfo info = self;
  info.dtype = dtype;
  std::optional<MemoryFormat> format;
  if (call.has("memory_format"))
    format = call.memoryFormat();
  SymInts preserved = getPreservedStrides(self, call.arith);
  setLayout(call, info, format);
  if (!format || format == MemoryFormat::preserve_format)
    info.strides = preserved;
  if (call)
    call.addTensor(std::move(info));
}

static void inferLike(Call &call) {
  const TensorInfo &self = call.tensor("self");
  std::optional<ScalarType> dtype;
  if (call.has("dtype"))
    dtype = call.dtype();
  if (call)
    addLike(call, self, dtype.value_or(self.dtype));
}

/// new_empty, new_full, ...: type and device of `self`, other sizes.
static void inferNewLike(Call &call) {
  const TensorInfo &self = call.tensor("self");
  SymInts sizes = call.integers("size");
  std::optional<ScalarType> dtype = call.dtype();
  if (!call)
    return;
  TensorInfo info = call.makeFresh(self, sizes, dtype.value_or(self.dtype));
  setLayout(call, info, std::nullopt);
  call.addTensor(std::move(info));
}

static void inferScalarTensor(Call &call) {
  call.number("s");
  if (call)
    addNew(call, {}, ScalarType::float32);
}

/// arange: the number of steps; int64 where all bounds are integers.
static void inferArange(Call &call) {
  bool isPrims = call.getSchema().getNamespace() == "prims";
  (void)isPrims;
  Number start, end = call.number("end"), step;
  step.value = 1;
  start.value = 0;
  if (call.has("start"))
    start = call.number("start");
  if (call.has("step"))
    step = call.number("step");
  if (!call)
    return;
  bool isInteger = true;
  for (const Number &number : {start, end, step})
    isInteger &= number.kind == NumberKind::integer ||
                 number.kind == NumberKind::boolean;
  SymInt count;
  if (start.value && end.value && step.value) {
    if (*step.value == 0)
      return call.setInvalid("expected a step other than 0");
    count = static_cast<int64_t>(
        std::ceil((*end.value - *start.value) / *step.value));
  } else if (isInteger) {
    SymInt from = call.has("start") ? call.integer("start") : SymInt(0);
    SymInt by = call.has("step") ? call.integer("step") : SymInt(1);
    count = call.arith.ceilDiv(call.arith.sub(call.integer("end"), from), by);
  }
  if (call)
    addNew(call, {call.arith.max(count, 0)},
           isInteger ? ScalarType::int64 : ScalarType::float32);
}

static void inferIota(Call &call) {
  SymInt length = call.integer("length");
  if (call)
    addNew(call, {length}, ScalarType::int64);
}

static void inferLinspace(Call &call) {
  SymInt steps = call.integer("steps");
  if (!call)
    return;
  bool isComplexRange = false;
  for (StringRef name : {"start", "end"}) {
    TypedArgument argument = call.getArgument(name);
    isComplexRange |= isa<ComplexAttr>(argument.literal);
    if (argument.types.size() == 1)
      if (const TensorInfo *info = call.decode(argument.types.front()))
        isComplexRange |= isComplex(info->dtype);
  }
  addNew(call, {steps},
         isComplexRange ? ScalarType::complex64 : ScalarType::float32);
}

static void inferEye(Call &call) {
  SymInt rows = call.integer("n");
  SymInt columns = call.has("m") ? call.integer("m") : rows;
  if (call)
    addNew(call, {rows, columns}, ScalarType::float32);
}

static void inferRandperm(Call &call) {
  SymInt count = call.integer("n");
  if (call)
    addNew(call, {count}, ScalarType::int64);
}

static void inferTriangleIndices(Call &call) {
  int64_t rows = call.staticInteger("row"), columns = call.staticInteger("col");
  int64_t offset = call.staticInteger("offset");
  if (!call)
    return;
  bool isLower = call.getName() == "tril_indices";
  int64_t count = 0;
  for (int64_t i = 0; i < rows; ++i) {
    int64_t below =
        std::clamp<int64_t>(i + offset + (isLower ? 1 : 0), 0, columns);
    count += isLower ? below : columns - below;
  }
  addNew(call, {SymInt(2), SymInt(count)}, ScalarType::int64);
}

/// `to`: the tensor itself if nothing changes, else a copy.
static void inferTo(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (!call)
    return;
  TensorInfo like = self;
  if (call.has("other")) {
    like.dtype = call.tensor("other").dtype;
    like.device = call.tensor("other").device;
  }
  if (call.has("dtype"))
    if (auto dtype = call.dtype())
      like.dtype = *dtype;
  if (call.has("device") && call.isGiven("device"))
    like.device = call.device();
  if (!call)
    return;
  std::optional<MemoryFormat> format;
  if (call.has("memory_format"))
    format = call.memoryFormat();
  bool fits = !format || format == MemoryFormat::preserve_format ||
              (format == MemoryFormat::contiguous_format
                   ? isContiguous(self, call.arith)
                   : isChannelsLast(self, call.arith));
  bool copies = call.has("copy") && call.boolean("copy");
  if (!copies && fits && like.dtype == self.dtype && like.device == self.device)
    return call.addTensor(self);
  addLike(call, like, like.dtype);
}

/// Values drawn from tensors of parameters, or numbers.
static void inferSampled(Call &call) {
  if (call.has("size"))
    return inferNew(call);
  SmallVector<ArrayRef<SymInt>> sizes;
  const TensorInfo *first = nullptr;
  for (unsigned i = 0, e = call.getNumArguments(); i != e; ++i)
    for (Type type : call.getArgument(i).types)
      if (const TensorInfo *info = call.decode(type)) {
        sizes.push_back(info->sizes);
        if (!first)
          first = info;
      }
  std::string error;
  auto result = broadcastSizes(sizes, call.arith, error);
  if (!first)
    return call.setUnknown("expected tensors");
  if (!result)
    return call.setInvalid(error);
  if (sizes.size() == 1)
    return addLike(call, *first, first->dtype);
  call.addFresh(*result, first->dtype);
}

/// In the place of `self`: its strides, whatever they are.
static void inferUniform(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (!call)
    return;
  TensorInfo info = self;
  info.offset = 0;
  call.addTensor(std::move(info));
}

/// complex, polar: of two real parts.
static void inferComplex(Call &call) {
  const TensorInfo *lhs = call.firstTensor();
  const TensorInfo &rhs = call.tensor(call.has("imag") ? "imag" : "angle");
  if (!call || !lhs)
    return;
  ArrayRef<SymInt> parts[] = {lhs->sizes, rhs.sizes};
  std::string error;
  auto sizes = broadcastSizes(parts, call.arith, error);
  if (!sizes)
    return call.setInvalid(error);
  TensorInfo info = call.makeFresh(*lhs, *sizes, toComplexType(lhs->dtype));
  info.strides = getPointwiseStrides(*sizes, {lhs, &rhs}, call.arith);
  call.addTensor(std::move(info));
}

/// `self` filled or copied over: its type and sizes.
static void inferFill(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (call)
    addLike(call, self, self.dtype);
}

static void inferDropout(Call &call) {
  const TensorInfo &input = call.tensor("input");
  if (!call)
    return;
  TensorInfo info = input;
  info.offset = 0;
  info.strides = getPreservedStrides(input, call.arith);
  if (call.getName().contains("feature") || call.getName().contains("alpha")) {
    // The input itself where nothing is dropped.
    bool drops = call.boolean("train") && call.number("p").value != 0.0;
    return call.addTensor(drops ? info : input);
  }
  call.addTensor(info);
  if (call.getName() == "dropout")
    return;
  info.dtype = ScalarType::boolean;
  call.addTensor(info);
}

static void inferMultinomial(Call &call) {
  const TensorInfo &self = call.tensor("self");
  SymInt count = call.integer("num_samples");
  if (!call || self.rank() == 0)
    return;
  SymInts sizes(self.sizes.begin(), self.sizes.end() - 1);
  sizes.push_back(count);
  call.addFresh(sizes, ScalarType::int64);
}

void mlir::tp::addFactoryRules(RuleTable &table) {
  table.addAll({"empty", "zeros", "ones", "full", "rand", "randn", "randint"},
               inferNew);
  table.addAll({"empty_strided", "empty_permuted", "new_empty_strided"},
               inferEmptyStrided);
  table.add("prims.empty_strided", inferEmptyStrided);
  table.addAll({"empty_like", "zeros_like", "ones_like", "full_like",
                "rand_like", "randn_like", "randint_like", "clone", "_to_copy"},
               inferLike);
  table.addAll({"new_empty", "new_zeros", "new_ones", "new_full"},
               inferNewLike);
  table.addAll({"scalar_tensor"}, inferScalarTensor);
  table.addAll({"arange"}, inferArange);
  table.add("prims.iota", inferIota);
  table.addAll({"linspace", "logspace"}, inferLinspace);
  table.addAll({"eye"}, inferEye);
  table.addAll({"randperm"}, inferRandperm);
  table.addAll({"tril_indices", "triu_indices"}, inferTriangleIndices);
  table.addAll({"to", "type_as"}, inferTo);
  table.addAll({"normal", "bernoulli", "poisson", "normal_functional",
                "exponential", "log_normal", "cauchy", "geometric", "random",
                "binomial", "_sample_dirichlet", "_standard_gamma"},
               inferSampled);
  table.addAll({"uniform"}, inferUniform);
  table.addAll({"complex", "polar"}, inferComplex);
  table.addAll({"fill", "zero", "lift_fresh_copy", "_lazy_clone"}, inferFill);
  table.addAll({"dropout", "native_dropout", "feature_dropout", "alpha_dropout",
                "feature_alpha_dropout"},
               inferDropout);
  table.addAll({"multinomial"}, inferMultinomial);
}
