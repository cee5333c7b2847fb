//===- Signature.cpp - The signature of a program -------------------------===//
//
// Derives the graph signature from placeholders and output, and prints it.
//
//===----------------------------------------------------------------------===//

#include "tp/Program/Signature.h"
#include "tp/IR/ArgSyntax.h"
#include "tp/IR/SymExpr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::tp;

StringRef mlir::tp::stringifyArgumentKind(ArgumentKind kind) {
  switch (kind) {
  case ArgumentKind::tensor:
    return "tensor";
  case ArgumentKind::symInt:
    return "sym_int";
  case ArgumentKind::symFloat:
    return "sym_float";
  case ArgumentKind::symBool:
    return "sym_bool";
  case ArgumentKind::constant:
    return "constant";
  case ArgumentKind::customObject:
    return "custom_obj";
  case ArgumentKind::token:
    return "token";
  case ArgumentKind::other:
    return "other";
  }
  llvm_unreachable("unknown kind of argument");
}

StringRef mlir::tp::getSignatureName(InputKind kind) {
  switch (kind) {
  case InputKind::user:
  case InputKind::specialized:
    return "USER_INPUT";
  case InputKind::parameter:
    return "PARAMETER";
  case InputKind::buffer:
    return "BUFFER";
  case InputKind::constant:
    return "CONSTANT_TENSOR";
  case InputKind::object:
    return "CUSTOM_OBJ";
  case InputKind::token:
    return "TOKEN";
  }
  llvm_unreachable("unknown kind of input");
}

StringRef mlir::tp::getSignatureName(OutputKind kind) {
  switch (kind) {
  case OutputKind::user:
    return "USER_OUTPUT";
  case OutputKind::buffer:
    return "BUFFER_MUTATION";
  case OutputKind::parameter:
    return "PARAMETER_MUTATION";
  case OutputKind::input:
    return "USER_INPUT_MUTATION";
  case OutputKind::loss:
    return "LOSS_OUTPUT";
  case OutputKind::gradient_parameter:
    return "GRADIENT_TO_PARAMETER";
  case OutputKind::gradient_input:
    return "GRADIENT_TO_USER_INPUT";
  case OutputKind::token:
    return "TOKEN";
  }
  llvm_unreachable("unknown kind of output");
}

//===----------------------------------------------------------------------===//
// Derivation
//===----------------------------------------------------------------------===//

static ArgumentKind getArgumentKind(Type type) {
  return llvm::TypeSwitch<Type, ArgumentKind>(type)
      .Case([](TensorType) { return ArgumentKind::tensor; })
      .Case([](IntType) { return ArgumentKind::symInt; })
      .Case([](tp::FloatType) { return ArgumentKind::symFloat; })
      .Case([](BoolType) { return ArgumentKind::symBool; })
      .Case([](IntegerType integer) {
        return integer.getWidth() == 1 ? ArgumentKind::symBool
                                       : ArgumentKind::symInt;
      })
      .Case([](mlir::FloatType) { return ArgumentKind::symFloat; })
      .Case([](ObjectType) { return ArgumentKind::customObject; })
      .Case([](TokenType) { return ArgumentKind::token; })
      .Default(ArgumentKind::other);
}

static ArgumentSpec getValueSpec(Value value) {
  ArgumentSpec spec;
  spec.type = value.getType();
  spec.kind = getArgumentKind(spec.type);
  auto result = dyn_cast<OpResult>(value);
  if (auto node = result ? dyn_cast<NodeOp>(result.getOwner()) : NodeOp())
    spec.name = node.getResultNameAttr(result.getResultNumber());
  return spec;
}

static InputSpec getInputSpec(PlaceholderOp placeholder) {
  InputSpec spec;
  spec.kind = placeholder.getKind();
  spec.placeholder = placeholder;
  spec.arg = getValueSpec(placeholder.getResult());
  switch (spec.kind) {
  case InputKind::specialized:
    spec.arg.kind = ArgumentKind::constant;
    spec.arg.constant = placeholder.getDefaultValueAttr();
    break;
  case InputKind::token:
    spec.arg.kind = ArgumentKind::token;
    break;
  case InputKind::user:
    break;
  default:
    spec.target = placeholder.getTargetAttr();
  }
  return spec;
}

/// Adds the leaves of a returned literal, from left to right.
static void addOutputs(Attribute literal, ValueRange &values,
                       SmallVectorImpl<OutputSpec> &outputs) {
  auto addAll = [&](ArrayRef<Attribute> parts) {
    for (Attribute part : parts)
      addOutputs(part, values, outputs);
  };
  llvm::TypeSwitch<Attribute>(literal)
      .Case<ListAttr, TupleAttr>(
          [&](auto container) { addAll(container.getElements()); })
      .Case([&](DictAttr dict) { addAll(dict.getValues()); })
      .Case([&](ArmAttr arm) { addOutputs(arm.getValue(), values, outputs); })
      .Case<OperandAttr, OutputKindAttr>([&](Attribute place) {
        if (values.empty())
          return;
        OutputSpec &spec = outputs.emplace_back();
        spec.arg = getValueSpec(values.front());
        values = values.drop_front();
        auto kind = dyn_cast<OutputKindAttr>(place);
        if (!kind)
          return;
        spec.kind = kind.getKind();
        spec.target = kind.getTarget();
        if (spec.kind == OutputKind::token)
          spec.arg.kind = ArgumentKind::token;
      })
      .Default([&](Attribute constant) {
        // A slice of values and the like is opaque: one constant, and the
        // values in it are passed by.
        values = values.drop_front(
            std::min<size_t>(countOperandPlaces(constant), values.size()));
        OutputSpec &spec = outputs.emplace_back();
        spec.arg.kind = ArgumentKind::constant;
        spec.arg.constant = constant;
      });
}

GraphSignature GraphSignature::get(ProgramOp program) {
  GraphSignature signature;
  if (ArrayAttr dims = program.getDimsAttr())
    for (DimAttr dim : dims.getAsRange<DimAttr>())
      if (dim.getHasRange())
        signature.ranges.push_back(dim);
  llvm::DenseMap<StringAttr, StateOp> states;
  for (Operation &op : program.getBody().front()) {
    if (auto state = dyn_cast<StateOp>(op))
      states[state.getSymNameAttr()] = state;
    else if (auto placeholder = dyn_cast<PlaceholderOp>(op))
      signature.inputs.push_back(getInputSpec(placeholder));
  }
  for (InputSpec &spec : signature.inputs)
    if (spec.kind == InputKind::buffer) {
      StateOp state = states.lookup(spec.target);
      spec.persistent = !state || state.getPersistent().value_or(true);
    }

  OutputOp output = program.getOutput();
  if (!output)
    return signature;
  ValueRange values = output.getOperands();
  if (ArrayAttr mutations = output.getMutationsAttr())
    for (Attribute mutation : mutations)
      addOutputs(mutation, values, signature.outputs);
  if (Attribute value = output.getValueAttr())
    addOutputs(value, values, signature.outputs);
  else
    for (Value value : values)
      signature.outputs.emplace_back().arg = getValueSpec(value);
  return signature;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static StringRef getText(StringAttr name) {
  return name ? name.getValue() : StringRef();
}

static void printTarget(raw_ostream &os, StringAttr target) {
  if (target)
    os << " target='" << target.getValue() << "'";
}

void mlir::tp::printSpec(raw_ostream &os, const InputSpec &spec) {
  os << getText(spec.arg.name) << ": " << getSignatureName(spec.kind);
  printTarget(os, spec.target);
  if (spec.persistent)
    os << " persistent=" << (*spec.persistent ? "True" : "False");
}

void mlir::tp::printSpec(raw_ostream &os, const OutputSpec &spec) {
  os << getText(spec.arg.name) << ": " << getSignatureName(spec.kind);
  printTarget(os, spec.target);
}

static void printBound(raw_ostream &os, IntegerAttr bound) {
  if (bound)
    os << bound.getInt();
  else
    os << '?';
}

static void printRange(raw_ostream &os, DimAttr dim) {
  printPlainExpr(os, dim.getExpr());
  os << " in [";
  printBound(os, dim.getMin());
  os << ", ";
  printBound(os, dim.getMax());
  os << ']';
}

template <typename Range, typename Print>
static void printLine(raw_ostream &os, StringRef title, const Range &entries,
                      Print print) {
  os << title;
  bool isFirst = true;
  for (const auto &entry : entries) {
    if (isFirst)
      os.indent(9 - title.size());
    else
      os << "; ";
    isFirst = false;
    print(entry);
  }
  os << '\n';
}

void GraphSignature::print(raw_ostream &os) const {
  printLine(os, "inputs:", inputs,
            [&](const InputSpec &spec) { printSpec(os, spec); });
  printLine(os, "outputs:", outputs,
            [&](const OutputSpec &spec) { printSpec(os, spec); });
  printLine(os, "ranges:", ranges, [&](DimAttr dim) { printRange(os, dim); });
}

/// Names and targets may be any bytes; JSON is UTF-8.
static llvm::json::Value getString(StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}

/// A constant as JSON where JSON has it, else its text in the IR.
static llvm::json::Value getJSON(Attribute constant) {
  if (isa<NoneAttr>(constant))
    return nullptr;
  if (auto boolean = dyn_cast<BoolAttr>(constant))
    return boolean.getValue();
  if (auto integer = dyn_cast<IntegerAttr>(constant)) {
    if (integer.getValue().isSignedIntN(64))
      return integer.getValue().getSExtValue();
    return llvm::toString(integer.getValue(), /*Radix=*/10, /*Signed=*/true);
  }
  if (auto string = dyn_cast<StringAttr>(constant))
    return getString(string.getValue());
  if (auto number = dyn_cast<FloatAttr>(constant))
    if (number.getValue().isFinite())
      return number.getValueAsDouble();
  std::string text;
  llvm::raw_string_ostream os(text);
  constant.print(os);
  return getString(text);
}

static void printArgument(llvm::json::OStream &json, StringRef kind,
                          const ArgumentSpec &arg, StringAttr target) {
  json.attribute("name", getString(getText(arg.name)));
  json.attribute("kind", kind);
  json.attribute("argument", stringifyArgumentKind(arg.kind));
  if (target)
    json.attribute("target", getString(target.getValue()));
  if (arg.constant)
    json.attribute("value", getJSON(arg.constant));
  if (arg.type) {
    std::string text;
    llvm::raw_string_ostream os(text);
    arg.type.print(os);
    json.attribute("type", getString(text));
  }
}

void GraphSignature::printJSON(llvm::json::OStream &json) const {
  json.attributeArray("inputs", [&] {
    for (const InputSpec &spec : inputs)
      json.object([&] {
        printArgument(json, getSignatureName(spec.kind), spec.arg, spec.target);
        if (spec.persistent)
          json.attribute("persistent", *spec.persistent);
      });
  });
  json.attributeArray("outputs", [&] {
    for (const OutputSpec &spec : outputs)
      json.object([&] {
        printArgument(json, getSignatureName(spec.kind), spec.arg, spec.target);
      });
  });
  auto getBound = [](IntegerAttr bound) -> llvm::json::Value {
    if (!bound)
      return nullptr;
    return bound.getInt();
  };
  json.attributeArray("ranges", [&] {
    for (DimAttr dim : ranges)
      json.object([&] {
        std::string text;
        llvm::raw_string_ostream os(text);
        printPlainExpr(os, dim.getExpr());
        json.attribute("expr", getString(text));
        json.attribute("min", getBound(dim.getMin()));
        json.attribute("max", getBound(dim.getMax()));
      });
  });
}
