//===- SchemaArgumentWriter.cpp - Arguments and types as JSON -------------===//
//
// Symbolic values, tensor metadata and the union of all arguments.
//
//===----------------------------------------------------------------------===//

#include "SchemaWriter.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir::tp::pt2;

//===----------------------------------------------------------------------===//
// Symbolic values and tensors
//===----------------------------------------------------------------------===//

void SchemaWriter::symExpr(const SymExpr &expr) {
  Object object(*this);
  object.field("expr_str").string(expr.exprStr);
  object.field("hint");
  const SymExprHint &hint = expr.hint;
  if (hint.kind == SymExprHint::Kind::None) {
    null();
    return;
  }
  arm(names::hintArms[unsigned(hint.kind) - 1], [&] {
    switch (hint.kind) {
    case SymExprHint::Kind::Int:
      return integer(hint.asInt);
    case SymExprHint::Kind::Bool:
      return boolean(hint.asBool);
    default:
      return real(hint.asFloat);
    }
  });
}

void SchemaWriter::symInt(const SymInt &value) {
  if (value.isExpr())
    arm("as_expr", [&] { symExpr(*value.expr); });
  else
    arm("as_int", [&] { integer(value.value); });
}

void SchemaWriter::symFloat(const SymFloat &value) {
  if (value.isExpr())
    arm("as_expr", [&] { symExpr(*value.expr); });
  else
    arm("as_float", [&] { real(value.value); });
}

void SchemaWriter::symBool(const SymBool &value) {
  if (value.isExpr())
    arm("as_expr", [&] { symExpr(*value.expr); });
  else
    arm("as_bool", [&] { boolean(value.value); });
}

void SchemaWriter::device(const Device &device) {
  Object object(*this);
  object.field("type").string(device.type);
  object.field("index");
  optionalInteger(device.index);
}

void SchemaWriter::tensorMeta(const TensorMeta &meta) {
  auto symInts = [&](ArrayRef<SymInt> values) {
    list(values, [&](const SymInt &value) { symInt(value); });
  };
  Object object(*this);
  object.field("dtype").integer(int64_t(meta.dtype));
  object.field("sizes");
  symInts(meta.sizes);
  object.field("requires_grad").boolean(meta.requiresGrad);
  object.field("device");
  device(meta.device);
  object.field("strides");
  symInts(meta.strides);
  object.field("storage_offset");
  symInt(meta.storageOffset);
  object.field("layout").integer(int64_t(meta.layout));
}

//===----------------------------------------------------------------------===//
// Structs in arguments
//===----------------------------------------------------------------------===//

/// A struct with the single field `name`.
void SchemaWriter::named(StringRef name) {
  Object(*this).field("name").string(name);
}

void SchemaWriter::tensors(ArrayRef<TensorArgument> values) {
  list(values, [&](const TensorArgument &tensor) { named(tensor.name); });
}

void SchemaWriter::symIntArgument(const SymIntArgument &value) {
  if (value.isName)
    arm("as_name", [&] { string(value.name); });
  else
    arm("as_int", [&] { integer(value.value); });
}

void SchemaWriter::symFloatArgument(const SymFloatArgument &value) {
  if (value.isName)
    arm("as_name", [&] { string(value.name); });
  else
    arm("as_float", [&] { real(value.value); });
}

void SchemaWriter::symBoolArgument(const SymBoolArgument &value) {
  if (value.isName)
    arm("as_name", [&] { string(value.name); });
  else
    arm("as_bool", [&] { boolean(value.value); });
}

void SchemaWriter::optionalTensor(const OptionalTensorArgument &value) {
  if (value.isNone)
    arm("as_none", [&] { boolean(true); });
  else
    arm("as_tensor", [&] { named(value.name); });
}

void SchemaWriter::customObj(StringRef name, StringRef classFqn) {
  Object object(*this);
  object.field("name").string(name);
  object.field("class_fqn").string(classFqn);
}

void SchemaWriter::graphArgument(const GraphArgument &value) {
  Object object(*this);
  object.field("name").string(value.name);
  object.field("graph");
  graph(*value.graph);
}

void SchemaWriter::complex(ComplexValue value) {
  Object object(*this);
  object.field("real").real(value.real);
  object.field("imag").real(value.imag);
}

void SchemaWriter::ints(ArrayRef<int64_t> values) {
  list(values, [&](int64_t value) { integer(value); });
}

void SchemaWriter::reals(ArrayRef<double> values) {
  list(values, [&](double value) { real(value); });
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

void SchemaWriter::argument(const Argument &value) {
  arm(value.armName(), [&] { scalarArm(value); });
}

/// Arms that are no list; the others are written by the method below.
void SchemaWriter::scalarArm(const Argument &value) {
  using Kind = Argument::Kind;
  switch (value.kind()) {
  case Kind::None:
    return boolean(true);
  case Kind::Tensor:
    return named(value.asTensor());
  case Kind::Int:
    return integer(value.asInt());
  case Kind::Float:
    return real(value.asFloat());
  case Kind::String:
    return string(value.asString());
  case Kind::Operator:
    return string(value.asOperator());
  case Kind::SymInt:
    return symIntArgument(value.asSymInt());
  case Kind::SymFloat:
    return symFloatArgument(value.asSymFloat());
  case Kind::SymBool:
    return symBoolArgument(value.asSymBool());
  case Kind::ScalarType:
    return integer(int64_t(value.asScalarType()));
  case Kind::MemoryFormat:
    return integer(int64_t(value.asMemoryFormat()));
  case Kind::Layout:
    return integer(int64_t(value.asLayout()));
  case Kind::Device:
    return device(value.asDevice());
  case Kind::Bool:
    return boolean(value.asBool());
  case Kind::Graph:
    return graphArgument(value.asGraph());
  case Kind::CustomObj:
    return customObj(value.asCustomObj().name, value.asCustomObj().classFqn);
  case Kind::OptionalTensor:
    return optionalTensor(value.asOptionalTensor());
  case Kind::Complex:
    return complex(value.asComplex());
  default:
    return listArm(value);
  }
}

void SchemaWriter::listArm(const Argument &value) {
  using Kind = Argument::Kind;
  switch (value.kind()) {
  case Kind::Tensors:
    return tensors(value.asTensors());
  case Kind::Ints:
    return ints(value.asInts());
  case Kind::Floats:
    return reals(value.asFloats());
  case Kind::Strings:
    return strings(value.asStrings());
  case Kind::Bools:
    return list(value.asBools(), [&](bool flag) { boolean(flag); });
  case Kind::SymInts:
    return list(value.asSymInts(),
                [&](const SymIntArgument &symbol) { symIntArgument(symbol); });
  case Kind::SymFloats:
    return list(value.asSymFloats(), [&](const SymFloatArgument &symbol) {
      symFloatArgument(symbol);
    });
  case Kind::SymBools:
    return list(value.asSymBools(), [&](const SymBoolArgument &symbol) {
      symBoolArgument(symbol);
    });
  case Kind::OptionalTensors:
    return list(
        value.asOptionalTensors(),
        [&](const OptionalTensorArgument &tensor) { optionalTensor(tensor); });
  case Kind::NestedTensors:
    return list(value.asNestedTensors(),
                [&](ArrayRef<TensorArgument> inner) { tensors(inner); });
  case Kind::IntLists:
    return list(value.asIntLists(),
                [&](ArrayRef<int64_t> inner) { ints(inner); });
  case Kind::FloatLists:
    return list(value.asFloatLists(),
                [&](ArrayRef<double> inner) { reals(inner); });
  case Kind::StringToArgument:
    return dict(value.asStringToArgument(),
                [&](const Argument &inner) { argument(inner); });
  default:
    llvm_unreachable("scalars are written by the caller");
  }
}

void SchemaWriter::arguments(ArrayRef<Argument> values) {
  list(values, [&](const Argument &value) { argument(value); });
}

void SchemaWriter::namedArgument(const NamedArgument &value) {
  Object object(*this);
  object.field("name").string(value.name);
  object.field("arg");
  argument(value.arg);
  object.field("kind");
  if (value.kind == ArgumentKind::Absent)
    null();
  else
    integer(int64_t(value.kind));
}
