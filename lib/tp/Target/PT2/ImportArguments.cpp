//===- ImportArguments.cpp - Arguments of nodes ---------------------------===//
//
// From the argument union of the schema to literals and operands.
//
//===----------------------------------------------------------------------===//

#include "ImportGraph.h"
#include "tp/Target/PT2/Targets.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::pt2;

/// A list of constants.
template <typename T, typename MakeElement>
static Attribute makeList(MLIRContext *context, ArrayRef<T> list, ArgArm arm,
                          MakeElement &&make) {
  SmallVector<Attribute> elements;
  for (const T &element : list)
    elements.push_back(make(element));
  return ListAttr::get(context, elements, arm);
}

LogicalResult GraphImporter::use(StringRef name, const Twine &where,
                                 SmallVectorImpl<Value> &operands) {
  auto found = values.find(name);
  if (found == values.end())
    return emitError(where) << "expected the name of an input or of an earlier "
                               "node's result, got '"
                            << name << "'";
  operands.push_back(found->second);
  return success();
}

Attribute GraphImporter::importCustomObject(const CustomObjArgument &argument,
                                            const Twine &where,
                                            SmallVectorImpl<Value> &operands) {
  auto found = values.find(argument.name);
  if (found != values.end()) {
    operands.push_back(found->second);
    return place();
  }
  // An object of the archive that is not an input of the graph.
  return NameRefAttr::get(context, shared.str(argument.name),
                          ArgArm::custom_obj, shared.str(argument.classFqn));
}

Attribute GraphImporter::importSubgraphArgument(const GraphArgument &argument,
                                                const Twine &where) {
  // Two graphs of the same name can have different bodies.
  std::string symbol = argument.name.str();
  for (unsigned i = 1; !symbols.insert(symbol).second; ++i)
    symbol = (argument.name + "_" + Twine(i)).str();
  OpBuilder::InsertionGuard guard(builder);
  if (firstNode)
    builder.setInsertionPoint(firstNode);
  auto op = GraphOp::create(
      builder, shared.getFileLoc(), shared.str(symbol),
      symbol == argument.name ? StringAttr() : shared.str(argument.name),
      /*path=*/StringAttr(),
      argument.graph->isSingleTensorReturn ? builder.getUnitAttr() : UnitAttr(),
      /*extra=*/MetaAttr());
  Block *body = &op.getBody().emplaceBlock();
  GraphImporter importer(shared, *argument.graph, body,
                         (path + where + ".as_graph.graph").str());
  if (failed(importer.importSubgraph()))
    return {};
  return FlatSymbolRefAttr::get(shared.str(symbol));
}

/// The lists whose elements can name values.
Attribute GraphImporter::importSymbolicList(const Argument &argument,
                                            const Twine &where,
                                            SmallVectorImpl<Value> &operands) {
  SmallVector<Attribute> elements;
  bool anyName = false;
  auto addAll = [&](auto list, auto &&constant) {
    for (const auto &element : list) {
      anyName |= element.isName;
      elements.push_back(importNamed(element, where, operands, constant));
      if (!elements.back())
        return false;
    }
    return true;
  };
  ArgArm arm;
  bool valid;
  if (argument.is(Kind::SymInts)) {
    arm = ArgArm::sym_ints;
    valid = addAll(argument.asSymInts(), [&](int64_t value) -> Attribute {
      return builder.getI64IntegerAttr(value);
    });
  } else if (argument.is(Kind::SymFloats)) {
    arm = ArgArm::sym_floats;
    valid = addAll(argument.asSymFloats(), [&](double value) -> Attribute {
      return builder.getF64FloatAttr(value);
    });
  } else {
    arm = ArgArm::sym_bools;
    valid = addAll(argument.asSymBools(), [&](bool value) -> Attribute {
      return builder.getBoolAttr(value);
    });
  }
  if (!valid)
    return {};
  // Symbolic integers are what a list of numbers and values must be.
  if (anyName && arm == ArgArm::sym_ints)
    arm = ArgArm::inferred;
  return ListAttr::get(context, elements, arm);
}

/// The other lists.
Attribute GraphImporter::importList(const Argument &argument,
                                    const Twine &where,
                                    SmallVectorImpl<Value> &operands) {
  SmallVector<Attribute> elements;
  auto integer = [&](int64_t value) {
    return builder.getI64IntegerAttr(value);
  };
  auto real = [&](double value) { return builder.getF64FloatAttr(value); };
  auto armIf = [](bool empty, ArgArm arm) {
    return empty ? arm : ArgArm::inferred;
  };
  switch (argument.kind()) {
  case Kind::Ints:
    return makeList(context, argument.asInts(), ArgArm::inferred, integer);
  case Kind::Floats:
    return makeList(context, argument.asFloats(),
                    armIf(argument.asFloats().empty(), ArgArm::floats), real);
  case Kind::Bools:
    return makeList(context, argument.asBools(),
                    armIf(argument.asBools().empty(), ArgArm::bools),
                    [&](bool value) { return builder.getBoolAttr(value); });
  case Kind::Strings:
    return makeList(context, argument.asStrings(),
                    armIf(argument.asStrings().empty(), ArgArm::strings),
                    [&](StringRef value) { return shared.str(value); });
  case Kind::IntLists:
    return makeList(context, argument.asIntLists(), ArgArm::int_lists,
                    [&](ArrayRef<int64_t> list) {
                      return makeList(context, list, ArgArm::inferred, integer);
                    });
  case Kind::FloatLists:
    return makeList(context, argument.asFloatLists(), ArgArm::float_lists,
                    [&](ArrayRef<double> list) {
                      return makeList(context, list, ArgArm::inferred, real);
                    });
  case Kind::Tensors:
    for (const TensorArgument &tensor : argument.asTensors()) {
      if (failed(use(tensor.name, where, operands)))
        return {};
      elements.push_back(place());
    }
    return ListAttr::get(context, elements,
                         armIf(elements.empty(), ArgArm::tensors));
  case Kind::OptionalTensors: {
    bool anyNone = false;
    for (const OptionalTensorArgument &tensor : argument.asOptionalTensors()) {
      anyNone |= tensor.isNone;
      if (!tensor.isNone && failed(use(tensor.name, where, operands)))
        return {};
      elements.push_back(tensor.isNone ? none() : place());
    }
    return ListAttr::get(context, elements,
                         armIf(!anyNone, ArgArm::optional_tensors));
  }
  case Kind::NestedTensors:
    for (ArrayRef<TensorArgument> inner : argument.asNestedTensors()) {
      for (const TensorArgument &tensor : inner)
        if (failed(use(tensor.name, where, operands)))
          return {};
      elements.push_back(ListAttr::get(
          context, SmallVector<Attribute>(inner.size(), place())));
    }
    return ListAttr::get(context, elements, ArgArm::nested_tensors);
  default:
    return importSymbolicList(argument, where, operands);
  }
}

Attribute GraphImporter::importArgument(const Argument &argument,
                                        const Twine &where,
                                        SmallVectorImpl<Value> &operands) {
  auto arm = [&](ArgArm kind, Attribute value) -> Attribute {
    return ArmAttr::get(context, kind, value);
  };
  switch (argument.kind()) {
  case Kind::None:
    return none();
  case Kind::Tensor:
    if (failed(use(argument.asTensor(), where, operands)))
      return {};
    return place();
  case Kind::SymInt:
    return importNamed(argument.asSymInt(), where, operands, [&](int64_t v) {
      return arm(ArgArm::sym_int, builder.getI64IntegerAttr(v));
    });
  case Kind::SymFloat:
    return importNamed(argument.asSymFloat(), where, operands, [&](double v) {
      return arm(ArgArm::sym_float, builder.getF64FloatAttr(v));
    });
  case Kind::SymBool:
    return importNamed(argument.asSymBool(), where, operands, [&](bool v) {
      return arm(ArgArm::sym_bool, builder.getBoolAttr(v));
    });
  case Kind::OptionalTensor: {
    OptionalTensorArgument tensor = argument.asOptionalTensor();
    if (tensor.isNone)
      return arm(ArgArm::optional_tensor, none());
    if (failed(use(tensor.name, where, operands)))
      return {};
    return arm(ArgArm::optional_tensor, place());
  }
  case Kind::Graph:
    return importSubgraphArgument(argument.asGraph(), where);
  case Kind::CustomObj:
    return importCustomObject(argument.asCustomObj(), where, operands);
  case Kind::StringToArgument: {
    SmallVector<Attribute> keys, elements;
    for (const auto &[key, value] : argument.asStringToArgument()) {
      keys.push_back(shared.str(key));
      elements.push_back(importArgument(value, where, operands));
      if (!elements.back())
        return {};
    }
    return DictAttr::get(context, keys, elements);
  }
  case Kind::Int:
  case Kind::Float:
  case Kind::String:
  case Kind::ScalarType:
  case Kind::MemoryFormat:
  case Kind::Layout:
  case Kind::Device:
  case Kind::Bool:
  case Kind::Operator:
  case Kind::Complex:
    return importRecordArgument(shared, argument, path + where);
  default:
    return importList(argument, where, operands);
  }
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

/// Constants whose number must be one that the schema defines.
static Attribute importEnum(ImportContext &shared, const Argument &argument,
                            const Twine &path) {
  MLIRContext *context = shared.getContext();
  unsigned number;
  switch (argument.kind()) {
  case Argument::Kind::ScalarType:
    number = unsigned(argument.asScalarType());
    if (auto value = symbolizeScalarType(number))
      return DTypeAttr::get(context, *value);
    break;
  case Argument::Kind::MemoryFormat:
    number = unsigned(argument.asMemoryFormat());
    if (auto value = symbolizeMemoryFormat(number))
      return MemoryFormatAttr::get(context, *value);
    break;
  default:
    number = unsigned(argument.asLayout());
    if (auto value = symbolizeLayout(number))
      return LayoutAttr::get(context, *value);
    break;
  }
  shared.emitError(path) << "expected a known value of '" << argument.armName()
                         << "', got " << number;
  return {};
}

Attribute mlir::tp::pt2::importRecordArgument(ImportContext &shared,
                                              const Argument &argument,
                                              const Twine &path) {
  using Kind = Argument::Kind;
  MLIRContext *context = shared.getContext();
  Builder builder(context);
  auto ref = [&](StringRef name, ArgArm arm) -> Attribute {
    return NameRefAttr::get(context, shared.str(name), arm, StringAttr());
  };
  switch (argument.kind()) {
  case Kind::None:
    return NoneAttr::get(context);
  case Kind::Int:
    return builder.getI64IntegerAttr(argument.asInt());
  case Kind::Float:
    return builder.getF64FloatAttr(argument.asFloat());
  case Kind::Bool:
    return builder.getBoolAttr(argument.asBool());
  case Kind::String:
    return shared.str(argument.asString());
  case Kind::Device:
    return shared.importDevice(argument.asDevice());
  case Kind::Operator:
    return OperatorAttr::get(context,
                             shared.str(getIRTarget(argument.asOperator())));
  case Kind::Complex: {
    ComplexValue value = argument.asComplex();
    return ComplexAttr::get(context, builder.getF64FloatAttr(value.real),
                            builder.getF64FloatAttr(value.imag));
  }
  case Kind::ScalarType:
  case Kind::MemoryFormat:
  case Kind::Layout:
    return importEnum(shared, argument, path);
  case Kind::Tensor:
    return ref(argument.asTensor(), ArgArm::tensor);
  case Kind::SymInt:
    if (argument.asSymInt().isName)
      return ref(argument.asSymInt().name, ArgArm::sym_int);
    return ArmAttr::get(context, ArgArm::sym_int,
                        builder.getI64IntegerAttr(argument.asSymInt().value));
  case Kind::SymFloat:
    if (argument.asSymFloat().isName)
      return ref(argument.asSymFloat().name, ArgArm::sym_float);
    return ArmAttr::get(context, ArgArm::sym_float,
                        builder.getF64FloatAttr(argument.asSymFloat().value));
  case Kind::SymBool:
    if (argument.asSymBool().isName)
      return ref(argument.asSymBool().name, ArgArm::sym_bool);
    return ArmAttr::get(context, ArgArm::sym_bool,
                        builder.getBoolAttr(argument.asSymBool().value));
  case Kind::CustomObj:
    return NameRefAttr::get(context, shared.str(argument.asCustomObj().name),
                            ArgArm::custom_obj,
                            shared.str(argument.asCustomObj().classFqn));
  case Kind::Ints:
    return makeList(context, argument.asInts(), ArgArm::inferred,
                    [&](int64_t v) { return builder.getI64IntegerAttr(v); });
  case Kind::Tensors:
    return makeList(context, argument.asTensors(),
                    argument.asTensors().empty() ? ArgArm::tensors
                                                 : ArgArm::inferred,
                    [&](const TensorArgument &tensor) {
                      return ref(tensor.name, ArgArm::tensor);
                    });
  default:
    shared.emitError(path)
        << "expected a value or a constant in a module call, "
           "got '"
        << argument.armName() << "'";
    return {};
  }
}

std::pair<Attribute, Type>
mlir::tp::pt2::importConstant(MLIRContext *context,
                              const ConstantValue &value) {
  Builder builder(context);
  switch (value.kind) {
  case ConstantValue::Kind::None:
    return {NoneAttr::get(context), tp::NoneType::get(context)};
  case ConstantValue::Kind::Int:
    return {builder.getI64IntegerAttr(value.asInt), builder.getI64Type()};
  case ConstantValue::Kind::Float:
    return {builder.getF64FloatAttr(value.asFloat), builder.getF64Type()};
  case ConstantValue::Kind::String:
    return {builder.getStringAttr(value.asString), StrType::get(context)};
  case ConstantValue::Kind::Bool:
    return {builder.getBoolAttr(value.asBool), builder.getI1Type()};
  }
  llvm_unreachable("every kind of constant is handled");
}
