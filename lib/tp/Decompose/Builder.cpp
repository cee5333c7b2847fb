//===- Builder.cpp - Building the replacement of a call -------------------===//
//
// Makes nodes for rules: arguments in the form that torch.fx gives them, types
// by inference.
//
//===----------------------------------------------------------------------===//

#include "tp/Decompose/Builder.h"
#include "CallCheck.h"
#include "State.h"
#include "tp/IR/TPOps.h"
#include "tp/Schema/Registry.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::tp;

DecomposeBuilder::DecomposeBuilder(DecomposeState &state, CallOp call,
                                   const DecompositionRule &rule)
    : state(state), builder(call.getOperation()), replaced(call), rule(rule),
      schema(state.getSchema(call.getTargetAttr())), arguments(call, schema) {}

InFlightDiagnostic DecomposeBuilder::emitError() {
  failed = true;
  InFlightDiagnostic diag = mlir::emitError(replaced.getLoc());
  StringAttr name = replaced.getNodeNameAttr();
  if (!name)
    name = state.rootName;
  if (name)
    diag << "node '" << name.getValue() << "': ";
  diag << rule.describe() << ": ";
  return diag;
}

//===----------------------------------------------------------------------===//
// The call that is replaced
//===----------------------------------------------------------------------===//

Arg DecomposeBuilder::arg(StringRef name) const {
  return arguments.find(name).value_or(Arg());
}

std::optional<int64_t> DecomposeBuilder::getDim(StringRef name,
                                                Value of) const {
  std::optional<int64_t> dim = getInt(name), rank = this->rank(of);
  if (!dim || !rank)
    return std::nullopt;
  int64_t count = std::max<int64_t>(*rank, 1);
  int64_t wrapped = *dim < 0 ? *dim + count : *dim;
  if (wrapped < 0 || wrapped >= count)
    return std::nullopt;
  return wrapped;
}

std::optional<SmallVector<int64_t>>
DecomposeBuilder::getDims(const Arg &dims, Value of, bool emptyIsAll) const {
  std::optional<int64_t> rank = this->rank(of);
  if (!rank)
    return std::nullopt;
  if (dims.isNone() || (dims.isList() && dims.size() == 0 && emptyIsAll))
    return llvm::to_vector(llvm::seq<int64_t>(0, *rank));
  std::optional<SmallVector<int64_t>> result;
  if (std::optional<int64_t> dim = dims.getOptionalInt())
    result = SmallVector<int64_t>{*dim};
  else
    result = dims.getInts();
  if (!result)
    return std::nullopt;
  int64_t count = std::max<int64_t>(*rank, 1);
  for (int64_t &dim : *result) {
    dim = dim < 0 ? dim + count : dim;
    if (dim < 0 || dim >= count)
      return std::nullopt;
  }
  if (*rank == 0)
    return SmallVector<int64_t>{};
  llvm::sort(*result);
  result->erase(llvm::unique(*result), result->end());
  return result;
}

//===----------------------------------------------------------------------===//
// Making nodes
//===----------------------------------------------------------------------===//

Value DecomposeBuilder::getOnly(const SmallVector<Value> &results) {
  if (results.size() == 1)
    return results.front();
  if (!failed)
    emitError() << "expected a call with one result, got " << results.size();
  return {};
}

namespace {
/// Brings the arguments of a new call into the form of torch.fx.
class CallNormalizer {
public:
  CallNormalizer(MLIRContext *context, const schema::OperatorSchema *schema)
      : context(context), schema(schema) {}

  /// The arguments, null where they are positional values only.
  ArgsAttr build(ArrayRef<Arg> positional, ArrayRef<KeywordArg> keywords,
                 SmallVectorImpl<Value> &operands);

private:
  bool isDefault(unsigned index, const Arg &value) {
    return schema && index < schema->getArguments().size() &&
           schema->getArguments()[index].hasDefault() &&
           value == getDefaultArgument(*schema, index, context) &&
           value.getKind() ==
               getDefaultArgument(*schema, index, context).getKind();
  }

  MLIRContext *context;
  const schema::OperatorSchema *schema;
};
} // namespace

ArgsAttr CallNormalizer::build(ArrayRef<Arg> positional,
                               ArrayRef<KeywordArg> keywords,
                               SmallVectorImpl<Value> &operands) {
  while (!positional.empty() &&
         isDefault(positional.size() - 1, positional.back()))
    positional = positional.drop_back();
  SmallVector<Attribute> literals, values;
  SmallVector<StringAttr> names;
  bool isPlain = true;
  for (const Arg &argument : positional) {
    literals.push_back(argument.toLiteral(context, operands));
    isPlain &= argument.isValue();
  }
  for (const KeywordArg &keyword : keywords) {
    std::optional<unsigned> index =
        schema ? schema->findArgument(keyword.name) : std::nullopt;
    if (index && isDefault(*index, keyword.value))
      continue;
    names.push_back(StringAttr::get(context, keyword.name));
    values.push_back(keyword.value.toLiteral(context, operands));
    isPlain = false;
  }
  return isPlain ? ArgsAttr() : ArgsAttr::get(context, literals, names, values);
}

SmallVector<Value> DecomposeBuilder::makeCall(StringRef text,
                                              ArrayRef<Arg> positional,
                                              ArrayRef<KeywordArg> keywords) {
  if (failed)
    return {};
  StringAttr target = state.getTarget(text);
  const schema::OperatorSchema *callee = state.getSchema(target);
  if (!callee && target.getValue().starts_with("aten.")) {
    emitError() << describeUnknown(
        target.getValue(),
        getContext()->getLoadedDialect<TPDialect>()->getSchemas());
    return {};
  }
  if (callee) {
    SmallVector<StringRef, 2> names;
    for (const KeywordArg &keyword : keywords)
      names.push_back(keyword.name);
    std::string problem = checkArgumentNames(*callee, positional.size(), names);
    if (!problem.empty()) {
      emitError() << "call of " << target << ": " << problem;
      return {};
    }
  }
  CallNormalizer normalizer(getContext(), callee);
  SmallVector<Value> operands;
  ArgsAttr args = normalizer.build(positional, keywords, operands);
  return makeCall(target, callee, args, operands);
}

SmallVector<Value>
DecomposeBuilder::makeMethodCall(StringRef name, ArrayRef<Arg> positional,
                                 ArrayRef<KeywordArg> keywords) {
  if (failed)
    return {};
  SmallVector<Value> operands;
  CallNormalizer normalizer(getContext(), nullptr);
  ArgsAttr args = normalizer.build(positional, keywords, operands);
  InferredTypes inferred = state.inference.infer(
      replaced, state.getTarget(name), args, ValueRange(operands).getTypes());
  bool isKnown = inferred.isKnown() && inferred.types.size() == 1;
  Type type = isKnown ? inferred.types.front() : AnyType::get(getContext());
  auto made = CallMethodOp::create(builder, getLoc(), type, operands, name,
                                   args, ArrayAttr(), Attribute(), StringAttr(),
                                   ArrayAttr(), replaced.getMetadataAttr());
  return {made->getResult(0)};
}

/// As many results of unknown type as the schema says. A list is one value,
/// since its length is not known.
static void setUnknownTypes(MLIRContext *context, InferredTypes &inferred,
                            const schema::OperatorSchema *callee) {
  size_t count = 1;
  if (callee && callee->hasKnownSignature())
    count = callee->getReturns().size();
  inferred.tree = nullptr;
  inferred.types.assign(count, AnyType::get(context));
}

SmallVector<Value>
DecomposeBuilder::makeCall(StringAttr target,
                           const schema::OperatorSchema *callee, ArgsAttr args,
                           ValueRange operands) {
  InferredTypes inferred =
      state.inference.infer(replaced, target, args, operands.getTypes());
  if (inferred.isInvalid()) {
    emitError() << "call of " << target << ": " << inferred.message;
    return {};
  }
  if (!inferred.isKnown())
    setUnknownTypes(getContext(), inferred, callee);
  OperationState op(getLoc(), state.callFunction);
  op.addOperands(operands);
  op.addTypes(inferred.types);
  auto &properties = op.getOrAddProperties<CallFunctionOp::Properties>();
  properties.target = target;
  properties.args = args;
  properties.result_tree = inferred.tree;
  properties.metadata = replaced.getMetadataAttr();
  Operation *made = builder.create(op);
  return SmallVector<Value>(made->result_begin(), made->result_end());
}

Value DecomposeBuilder::convert(Value value, std::optional<ScalarType> to) {
  if (!value || !to || dtype(value) == to)
    return value;
  return call("aten._to_copy.default", value, kw("dtype", *to));
}

static Arg nonDefaultDevice(const Arg &device) {
  auto literal = dyn_cast_or_null<DeviceAttr>(device.getAttribute());
  return literal ? device : Arg();
}

Value DecomposeBuilder::full(Arg sizes, Arg number, ScalarType dtype,
                             Value deviceOf) {
  return call("aten.full.default", std::move(sizes), std::move(number),
              kw("dtype", dtype),
              kw("device", nonDefaultDevice(device(deviceOf))),
              kw("pin_memory", false));
}

Value DecomposeBuilder::scalarTensor(Arg number, ScalarType dtype,
                                     Value deviceOf) {
  return full(Arg(std::vector<Arg>()), std::move(number), dtype, deviceOf);
}

Value DecomposeBuilder::view(Value value, Arg sizes) {
  std::optional<SmallVector<int64_t>> wanted = sizes.getInts();
  if (wanted && staticSizes(value) == wanted)
    return value;
  return call("aten.view.default", value, std::move(sizes));
}

Value DecomposeBuilder::unsqueeze(Value value, int64_t dim) {
  return call("aten.unsqueeze.default", value, dim);
}

Value DecomposeBuilder::squeeze(Value value, int64_t dim) {
  return call("aten.squeeze.dims", value, Arg({Arg(dim)}));
}

Value DecomposeBuilder::unsqueezeToRank(Value value, int64_t rank) {
  std::optional<int64_t> current = this->rank(value);
  for (int64_t i = current.value_or(rank); value && i < rank; ++i)
    value = unsqueeze(value, -1);
  return value;
}

Value DecomposeBuilder::permute(Value value, ArrayRef<int64_t> dims) {
  if (llvm::equal(dims, llvm::seq<int64_t>(0, dims.size())))
    return value;
  return call("aten.permute.default", value, dims);
}

Value DecomposeBuilder::transpose(Value value, int64_t dim0, int64_t dim1) {
  std::optional<int64_t> rank = this->rank(value);
  if (!rank)
    return call("aten.transpose.int", value, dim0, dim1);
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, *rank));
  if (*rank)
    std::swap(dims[dim0 < 0 ? dim0 + *rank : dim0],
              dims[dim1 < 0 ? dim1 + *rank : dim1]);
  return permute(value, dims);
}

Value DecomposeBuilder::expand(Value value, Arg sizes) {
  std::optional<SmallVector<int64_t>> wanted = sizes.getInts();
  if (wanted && staticSizes(value) == wanted)
    return value;
  return call("aten.expand.default", value, std::move(sizes));
}
