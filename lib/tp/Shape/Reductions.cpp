//===- Reductions.cpp - Reductions, scans, softmax ------------------------===//
//
// Operators that combine the elements of dimensions. Results are contiguous.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Strides.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
/// The element type of a result, where `dtype=` does not say it.
enum Variant : unsigned {
  same,
  /// Integers and bool are summed in int64.
  accumulate,
  /// Integers become the default float.
  floating,
  /// Complex becomes real.
  real,
  floatingReal,
  /// bool; uint8 stays.
  truth,
  position,
};
} // namespace

static ScalarType applyVariant(unsigned variant, ScalarType type) {
  switch (variant) {
  case accumulate:
    return isIntegral(type) ? ScalarType::int64 : type;
  case floating:
    return toFloatType(type);
  case real:
    return toRealType(type);
  case floatingReal:
    return toRealType(toFloatType(type));
  case truth:
    return type == ScalarType::uint8 ? type : ScalarType::boolean;
  case position:
    return ScalarType::int64;
  default:
    return type;
  }
}

static SymInts reduceSizes(ArrayRef<SymInt> sizes, ArrayRef<bool> reduced,
                           bool keepdim) {
  SymInts result;
  for (auto [size, isReduced] : llvm::zip_equal(sizes, reduced)) {
    if (!isReduced)
      result.push_back(size);
    else if (keepdim)
      result.push_back(1);
  }
  return result;
}

static const TensorInfo &getInput(Call &call) {
  return call.tensor(call.has("self")    ? "self"
                     : call.has("input") ? "input"
                     : call.has("A")     ? "A"
                     : call.has("a")     ? "a"
                     : call.has("x")     ? "x"
                                         : "inp");
}

static void inferReduction(Call &call) {
  const TensorInfo &self = getInput(call);
  SmallVector<bool> reduced =
      call.reducedDims(call.has("dims") ? "dims" : "dim", self.rank());
  bool keepdim = call.has("keepdim") && call.boolean("keepdim");
  std::optional<ScalarType> dtype;
  if (call.has("dtype"))
    dtype = call.dtype();
  if (call.has("output_dtype"))
    dtype = call.dtype("output_dtype");
  if (!call)
    return;
  ScalarType result =
      dtype && call.getVariant() != position
          ? applyVariant(call.getVariant() == floatingReal ? unsigned(real)
                                                           : unsigned(same),
                         *dtype)
          : applyVariant(call.getVariant(), self.dtype);
  call.addFresh(reduceSizes(self.sizes, reduced, keepdim), result);
}

/// var_mean, std_mean.
static void inferMoments(Call &call) {
  const TensorInfo &self = getInput(call);
  SmallVector<bool> reduced = call.reducedDims("dim", self.rank());
  bool keepdim = call.has("keepdim") && call.boolean("keepdim");
  if (!call)
    return;
  SymInts sizes = reduceSizes(self.sizes, reduced, keepdim);
  call.addFresh(sizes, toRealType(self.dtype));
  call.addFresh(sizes, self.dtype);
}

/// max.dim, min.dim, median.dim, mode, kthvalue: values and where they are.
static void inferSelection(Call &call) {
  const TensorInfo &self = getInput(call);
  if (!call.has("dim")) {
    if (call)
      call.addFresh({}, self.dtype);
    return;
  }
  int64_t dim = call.dim("dim", self.rank());
  bool keepdim = call.boolean("keepdim");
  if (!call)
    return;
  SmallVector<bool> reduced(self.rank(), false);
  if (self.rank() > 0)
    reduced[dim] = true;
  SymInts sizes = reduceSizes(self.sizes, reduced, keepdim);
  call.addFresh(sizes, self.dtype);
  call.addFresh(sizes, ScalarType::int64);
}

static void inferAminmax(Call &call) {
  const TensorInfo &self = getInput(call);
  SmallVector<bool> reduced = call.reducedDims("dim", self.rank());
  bool keepdim = call.boolean("keepdim");
  if (!call)
    return;
  SymInts sizes = reduceSizes(self.sizes, reduced, keepdim);
  call.addFresh(sizes, self.dtype);
  call.addFresh(sizes, self.dtype);
}

/// Scans along a dimension, softmax: the sizes of the input.
static void inferScan(Call &call) {
  const TensorInfo &self = getInput(call);
  std::optional<ScalarType> dtype;
  if (call.has("dtype"))
    dtype = call.dtype();
  if (call.has("dim"))
    call.dim("dim", self.rank());
  if (!call)
    return;
  call.addFresh(self.sizes,
                dtype.value_or(applyVariant(call.getVariant(), self.dtype)));
}

static void inferSoftmax(Call &call) {
  const TensorInfo &self = getInput(call);
  std::optional<ScalarType> dtype;
  if (call.has("dtype"))
    dtype = call.dtype();
  if (call.has("half_to_float") && call.boolean("half_to_float"))
    dtype = ScalarType::float32;
  call.dim("dim", self.rank());
  if (!call)
    return;
  call.addFresh(self.sizes, dtype.value_or(self.dtype));
}

static void inferSoftmaxBackward(Call &call) {
  const TensorInfo &grad = call.tensor("grad_output");
  std::optional<ScalarType> dtype = call.dtype("input_dtype");
  if (call)
    call.addFresh(grad.sizes, dtype.value_or(grad.dtype));
}

static void inferCumulativeExtremum(Call &call) {
  const TensorInfo &self = getInput(call);
  if (!call)
    return;
  call.addFresh(self.sizes, self.dtype);
  call.addFresh(self.sizes, ScalarType::int64);
}

static void inferTrace(Call &call) {
  const TensorInfo &self = getInput(call);
  if (call)
    call.addFresh({}, applyVariant(accumulate, self.dtype));
}

void mlir::tp::addReductionRules(RuleTable &table) {
  table.addAll({"sum", "nansum", "prod"}, inferReduction, accumulate);
  table.addAll({"amax", "amin", "max.default", "min.default"}, inferReduction,
               same);
  table.addAll({"mean", "nanmean", "logsumexp", "special_logsumexp"},
               inferReduction, floating);
  table.addAll({"var", "std", "norm", "linalg_vector_norm"}, inferReduction,
               floatingReal);
  table.addAll({"any", "all"}, inferReduction, truth);
  table.addAll({"argmax", "argmin", "count_nonzero"}, inferReduction, position);
  table.addAll({"var_mean", "std_mean"}, inferMoments);
  table.addAll(
      {"max.dim", "min.dim", "median", "nanmedian", "mode", "kthvalue"},
      inferSelection);
  table.addAll({"aminmax"}, inferAminmax);
  table.addAll({"cumsum", "cumprod"}, inferScan, accumulate);
  table.addAll({"logcumsumexp"}, inferScan, same);
  table.addAll({"_softmax", "_log_softmax", "softmax", "log_softmax",
                "special_softmax", "special_log_softmax", "_safe_softmax"},
               inferSoftmax);
  table.addAll({"_softmax_backward_data", "_log_softmax_backward_data"},
               inferSoftmaxBackward);
  table.addAll({"cummax", "cummin"}, inferCumulativeExtremum);
  table.addAll({"trace"}, inferTrace);
  for (StringRef name : {"sum", "prod", "amax", "amin", "var", "xor_sum"})
    table.add(("prims." + name).str(), inferReduction,
              name == "var" ? unsigned(real) : unsigned(same));
}
