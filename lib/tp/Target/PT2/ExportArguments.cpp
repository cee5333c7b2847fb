//===- ExportArguments.cpp - Arguments of nodes ---------------------------===//
//
// From literals and operands to the argument union of the schema. The arm is
// the one that a literal names, else the one that torch would choose.
//
//===----------------------------------------------------------------------===//

#include "ExportGraph.h"
#include "tp/IR/ArgSyntax.h"
#include "tp/Target/PT2/Targets.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::pt2;

using Kind = Argument::Kind;

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

FailureOr<Leaf> GraphExporter::resolveValue(Operation *op, Value value) {
  // A constant of the captured program stands as itself wherever it is used.
  if (auto input = value.getDefiningOp<PlaceholderOp>();
      input && isConstantInput(input))
    return Leaf{Leaf::Kind::Literal, input.getDefaultValueAttr(), {}, {}};
  Leaf leaf;
  leaf.name = getName(value);
  auto kind =
      llvm::TypeSwitch<Type, std::optional<Leaf::Kind>>(value.getType())
          .Case<TensorType, TokenType>([](Type) { return Leaf::Kind::Tensor; })
          .Case([](IntType) { return Leaf::Kind::Int; })
          .Case([](tp::FloatType) { return Leaf::Kind::Float; })
          .Case([](BoolType) { return Leaf::Kind::Bool; })
          .Case([&](ObjectType object) {
            leaf.className = object.getClassName().getValue();
            return Leaf::Kind::Object;
          })
          .Default([](Type) { return std::nullopt; });
  if (!kind)
    return emitNodeError(op)
           << "expected an operand that is a tensor, a symbolic scalar or an "
              "object, got one of type "
           << value.getType() << " ('" << leaf.name
           << "'): a .pt2 archive holds typed values only";
  leaf.kind = *kind;
  return leaf;
}

FailureOr<Leaf> GraphExporter::resolve(Operation *op, Attribute literal,
                                       ValueRange &values) {
  if (isOperandPlace(literal)) {
    assert(!values.empty() && "the verifier counts the places");
    Value value = values.front();
    values = values.drop_front();
    return resolveValue(op, value);
  }
  auto ref = dyn_cast<NameRefAttr>(literal);
  if (!ref)
    return Leaf{Leaf::Kind::Literal, literal, {}, {}};
  Leaf leaf;
  leaf.name = ref.getName().getValue();
  switch (ref.getArm()) {
  case ArgArm::sym_int:
    leaf.kind = Leaf::Kind::Int;
    break;
  case ArgArm::sym_float:
    leaf.kind = Leaf::Kind::Float;
    break;
  case ArgArm::sym_bool:
    leaf.kind = Leaf::Kind::Bool;
    break;
  case ArgArm::custom_obj:
    leaf.kind = Leaf::Kind::Object;
    if (ref.getClassName())
      leaf.className = ref.getClassName().getValue();
    break;
  default:
    leaf.kind = Leaf::Kind::Tensor;
    break;
  }
  return leaf;
}

/// Whether a literal is an integer as Python counts them: True is none here.
static IntegerAttr getInteger(Attribute literal) {
  auto integer = dyn_cast_or_null<IntegerAttr>(literal);
  return integer && !isa<BoolAttr>(literal) ? integer : IntegerAttr();
}

static std::optional<SymIntArgument> toSymInt(const Leaf &leaf) {
  SymIntArgument result;
  result.isName = leaf.kind == Leaf::Kind::Int;
  result.name = leaf.name;
  if (IntegerAttr integer = getInteger(leaf.literal))
    result.value = integer.getInt();
  else if (!result.isName)
    return std::nullopt;
  return result;
}

static std::optional<SymFloatArgument> toSymFloat(const Leaf &leaf) {
  SymFloatArgument result;
  result.isName = leaf.kind == Leaf::Kind::Float;
  result.name = leaf.name;
  if (auto real = dyn_cast_or_null<FloatAttr>(leaf.literal))
    result.value = real.getValueAsDouble();
  else if (!result.isName)
    return std::nullopt;
  return result;
}

static std::optional<SymBoolArgument> toSymBool(const Leaf &leaf) {
  SymBoolArgument result;
  result.isName = leaf.kind == Leaf::Kind::Bool;
  result.name = leaf.name;
  if (auto flag = dyn_cast_or_null<BoolAttr>(leaf.literal))
    result.value = flag.getValue();
  else if (!result.isName)
    return std::nullopt;
  return result;
}

static std::optional<OptionalTensorArgument>
toOptionalTensor(const Leaf &leaf) {
  OptionalTensorArgument result;
  result.isNone = isa_and_nonnull<tp::NoneAttr>(leaf.literal);
  result.name = leaf.name;
  if (!result.isNone && leaf.kind != Leaf::Kind::Tensor)
    return std::nullopt;
  return result;
}

static std::optional<TensorArgument> toTensor(const Leaf &leaf) {
  if (leaf.kind != Leaf::Kind::Tensor)
    return std::nullopt;
  return TensorArgument{leaf.name};
}

static std::optional<int64_t> toInt(const Leaf &leaf) {
  IntegerAttr integer = getInteger(leaf.literal);
  return integer ? std::optional<int64_t>(integer.getInt()) : std::nullopt;
}

static std::optional<double> toFloat(const Leaf &leaf) {
  auto real = dyn_cast_or_null<FloatAttr>(leaf.literal);
  return real ? std::optional<double>(real.getValueAsDouble()) : std::nullopt;
}

static std::optional<bool> toBool(const Leaf &leaf) {
  auto flag = dyn_cast_or_null<BoolAttr>(leaf.literal);
  return flag ? std::optional<bool>(flag.getValue()) : std::nullopt;
}

static std::optional<StringRef> toString(const Leaf &leaf) {
  auto text = dyn_cast_or_null<StringAttr>(leaf.literal);
  return text ? std::optional<StringRef>(text.getValue()) : std::nullopt;
}

/// The argument for a symbolic scalar: a name or a constant.
template <typename T, typename MakeConstant>
static Argument makeSymbolic(Kind kind, const T &value,
                             MakeConstant &&makeConstant) {
  return value.isName ? Argument::fromName(kind, value.name)
                      : makeConstant(kind, value.value);
}

FailureOr<Argument> GraphExporter::exportLeaf(Operation *op, const Leaf &leaf,
                                              ArgArm arm) {
  bool isInt = leaf.kind == Leaf::Kind::Int || arm == ArgArm::sym_int;
  bool isFloat = leaf.kind == Leaf::Kind::Float || arm == ArgArm::sym_float;
  bool isBool = leaf.kind == Leaf::Kind::Bool || arm == ArgArm::sym_bool;
  if (isInt) {
    if (auto value = toSymInt(leaf))
      return makeSymbolic(Kind::SymInt, *value, Argument::fromInt);
  } else if (isFloat) {
    if (auto value = toSymFloat(leaf))
      return makeSymbolic(Kind::SymFloat, *value, Argument::fromFloat);
  } else if (isBool) {
    if (auto value = toSymBool(leaf))
      return makeSymbolic(Kind::SymBool, *value, Argument::fromInt);
  } else if (arm == ArgArm::optional_tensor) {
    if (auto value = toOptionalTensor(leaf))
      return value->isNone
                 ? Argument::fromString(Kind::OptionalTensor, StringRef())
                 : Argument::fromName(Kind::OptionalTensor, value->name);
  } else if (leaf.kind == Leaf::Kind::Tensor) {
    return Argument::fromString(Kind::Tensor, leaf.name);
  } else if (leaf.kind == Leaf::Kind::Object) {
    return Argument::fromPointer(
        Kind::CustomObj,
        shared.saveStruct(CustomObjArgument{leaf.name, leaf.className}));
  } else {
    return exportLiteral(op, leaf.literal);
  }
  return emitNodeError(op) << "the argument does not fit the member '"
                           << stringifyArgArm(arm) << "' that it names";
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

FailureOr<Argument> GraphExporter::exportLiteral(Operation *op,
                                                 Attribute literal) {
  auto result =
      llvm::TypeSwitch<Attribute, std::optional<Argument>>(literal)
          .Case([](tp::NoneAttr) { return Argument(); })
          .Case([](BoolAttr flag) {
            return Argument::fromInt(Kind::Bool, flag.getValue());
          })
          .Case([](FloatAttr real) {
            return Argument::fromFloat(Kind::Float, real.getValueAsDouble());
          })
          .Case([](StringAttr text) {
            return Argument::fromString(Kind::String, text.getValue());
          })
          .Case([](DTypeAttr dtype) {
            return Argument::fromInt(Kind::ScalarType,
                                     int64_t(dtype.getValue()));
          })
          .Case([](LayoutAttr layout) {
            return Argument::fromInt(Kind::Layout, int64_t(layout.getValue()));
          })
          .Case([](MemoryFormatAttr format) {
            return Argument::fromInt(Kind::MemoryFormat,
                                     int64_t(format.getValue()));
          })
          .Case([&](DeviceAttr device) {
            return Argument::fromDevice(shared.exportDevice(device));
          })
          .Case([&](OperatorAttr target) {
            return Argument::fromString(
                Kind::Operator,
                shared.save(getArchiveTarget(target.getTarget().getValue())));
          })
          .Case([](ComplexAttr number) {
            return Argument::fromComplex({number.getReal().getValueAsDouble(),
                                          number.getImag().getValueAsDouble()});
          })
          .Case([](IntegerAttr integer) -> std::optional<Argument> {
            if (integer.getType().getIntOrFloatBitWidth() > 64)
              return std::nullopt;
            return Argument::fromInt(Kind::Int, integer.getInt());
          })
          .Default([](Attribute) { return std::nullopt; });
  if (result)
    return *result;
  return emitNodeError(op) << "expected an argument that a .pt2 archive can "
                              "hold, got "
                           << describeLiteral(literal) << ", " << literal;
}

GraphOp GraphExporter::lookupGraph(StringAttr symbol) const {
  for (const GraphExporter *scope = this; scope; scope = scope->parent)
    if (GraphOp found = scope->graphs.lookup(symbol))
      return found;
  return {};
}

FailureOr<Argument> GraphExporter::exportGraphArgument(Operation *op,
                                                       StringAttr symbol) {
  GraphOp found = lookupGraph(symbol);
  if (!found)
    return emitNodeError(op)
           << "expected a 'tp.graph' of the name @" << symbol.getValue();
  GraphExporter exporter(shared, found.getBody().front(), this);
  if (failed(exporter.run()))
    return failure();
  GraphArgument argument;
  StringAttr name = found.getOriginalNameAttr();
  argument.name = name ? name.getValue() : found.getSymName();
  argument.graph = shared.saveStruct(exporter.get());
  return Argument::fromPointer(Kind::Graph, shared.saveStruct(argument));
}

FailureOr<Argument> GraphExporter::exportDict(Operation *op, tp::DictAttr dict,
                                              ValueRange &values) {
  SmallVector<KeyValue<Argument>> entries;
  for (auto [key, value] : llvm::zip_equal(dict.getKeys(), dict.getValues())) {
    auto text = dyn_cast<StringAttr>(key);
    if (!text)
      return emitNodeError(op) << "expected a string as a key of a dictionary "
                                  "in a .pt2 archive, got "
                               << key;
    FailureOr<Argument> argument = exportArgument(op, value, values);
    if (failed(argument))
      return failure();
    entries.push_back({text.getValue(), *argument});
  }
  return Argument::fromList<KeyValue<Argument>>(Kind::StringToArgument,
                                                shared.copy(entries));
}

FailureOr<Argument> GraphExporter::exportArgument(Operation *op,
                                                  Attribute literal,
                                                  ValueRange &values) {
  ArgArm arm = ArgArm::inferred;
  if (auto wrapped = dyn_cast<ArmAttr>(literal)) {
    arm = wrapped.getArm();
    literal = wrapped.getValue();
  }
  if (auto list = dyn_cast<ListAttr>(literal))
    return exportList(op, list.getElements(), list.getArm(), values);
  // torch writes tuples as lists.
  if (auto tuple = dyn_cast<tp::TupleAttr>(literal))
    return exportList(op, tuple.getElements(), arm, values);
  if (auto dict = dyn_cast<tp::DictAttr>(literal))
    return exportDict(op, dict, values);
  if (auto symbol = dyn_cast<FlatSymbolRefAttr>(literal))
    return exportGraphArgument(op, symbol.getAttr());
  FailureOr<Leaf> leaf = resolve(op, literal, values);
  if (failed(leaf))
    return failure();
  return exportLeaf(op, *leaf, arm);
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// The elements of a list or tuple; none for other literals.
static std::optional<ArrayRef<Attribute>> getElements(Attribute literal) {
  if (auto list = dyn_cast_or_null<ListAttr>(literal))
    return list.getElements();
  if (auto tuple = dyn_cast_or_null<tp::TupleAttr>(literal))
    return tuple.getElements();
  return std::nullopt;
}

/// The arm of a list that does not name it, by its elements; `inferred` where
/// they have none in common.
static ArgArm inferListArm(ArrayRef<Leaf> leaves) {
  auto all = [&](auto &&test) { return llvm::all_of(leaves, test); };
  auto any = [&](Leaf::Kind kind) {
    return llvm::any_of(leaves,
                        [&](const Leaf &leaf) { return leaf.kind == kind; });
  };
  if (all(toInt))
    return ArgArm::ints;
  if (all(toFloat))
    return ArgArm::floats;
  if (all(toBool))
    return ArgArm::bools;
  if (all(toString))
    return ArgArm::strings;
  if (all(toTensor))
    return ArgArm::tensors;
  if (all(toOptionalTensor))
    return ArgArm::optional_tensors;
  if (any(Leaf::Kind::Int) && all(toSymInt))
    return ArgArm::sym_ints;
  if (any(Leaf::Kind::Float) && all(toSymFloat))
    return ArgArm::sym_floats;
  if (any(Leaf::Kind::Bool) && all(toSymBool))
    return ArgArm::sym_bools;
  if (!all([](const Leaf &leaf) { return getElements(leaf.literal); }))
    return ArgArm::inferred;
  // A list of lists: what the first element that there is says.
  for (const Leaf &leaf : leaves) {
    ArrayRef<Attribute> elements = *getElements(leaf.literal);
    if (elements.empty())
      continue;
    if (isOperandPlace(elements.front()))
      return ArgArm::nested_tensors;
    if (isa<FloatAttr>(elements.front()))
      return ArgArm::float_lists;
    break;
  }
  return ArgArm::int_lists;
}

/// The list of `kind`; none where an element is of another.
template <typename Convert>
static std::optional<Argument> makeList(ExportContext &shared, Kind kind,
                                        ArrayRef<Leaf> leaves,
                                        Convert &&convert) {
  using T = typename decltype(convert(leaves.front()))::value_type;
  SmallVector<T> elements;
  for (const Leaf &leaf : leaves) {
    auto element = convert(leaf);
    if (!element)
      return std::nullopt;
    elements.push_back(*element);
  }
  return Argument::fromList<T>(kind, shared.copy(elements));
}

static std::optional<Argument> makeFlatList(ExportContext &shared,
                                            ArrayRef<Leaf> leaves, ArgArm arm) {
  switch (arm) {
  case ArgArm::ints:
    return makeList(shared, Kind::Ints, leaves, toInt);
  case ArgArm::floats:
    return makeList(shared, Kind::Floats, leaves, toFloat);
  case ArgArm::bools:
    return makeList(shared, Kind::Bools, leaves, toBool);
  case ArgArm::strings:
    return makeList(shared, Kind::Strings, leaves, toString);
  case ArgArm::tensors:
    return makeList(shared, Kind::Tensors, leaves, toTensor);
  case ArgArm::optional_tensors:
    return makeList(shared, Kind::OptionalTensors, leaves, toOptionalTensor);
  case ArgArm::sym_ints:
    return makeList(shared, Kind::SymInts, leaves, toSymInt);
  case ArgArm::sym_floats:
    return makeList(shared, Kind::SymFloats, leaves, toSymFloat);
  case ArgArm::sym_bools:
    return makeList(shared, Kind::SymBools, leaves, toSymBool);
  default:
    return std::nullopt;
  }
}

/// A list of lists, each of which must become `kind`.
template <typename T>
static FailureOr<Argument>
makeNested(ExportContext &shared, Kind kind, size_t size,
           function_ref<FailureOr<ArrayRef<T>>(size_t)> getInner) {
  SmallVector<ArrayRef<T>> lists;
  for (size_t i = 0; i != size; ++i) {
    FailureOr<ArrayRef<T>> inner = getInner(i);
    if (failed(inner))
      return failure();
    lists.push_back(*inner);
  }
  return Argument::fromList<ArrayRef<T>>(kind, shared.copy(lists));
}

FailureOr<Argument> GraphExporter::exportNested(Operation *op,
                                                ArrayRef<Leaf> leaves,
                                                ArgArm arm,
                                                ValueRange &values) {
  auto getInner = [&](size_t i, ArgArm inner) -> FailureOr<Argument> {
    auto elements = getElements(leaves[i].literal);
    if (!elements)
      return emitNodeError(op) << "expected a list of lists, got an element "
                               << leaves[i].literal;
    return exportList(op, *elements, inner, values);
  };
  switch (arm) {
  case ArgArm::int_lists:
    return makeNested<int64_t>(shared, Kind::IntLists, leaves.size(),
                               [&](size_t i) -> FailureOr<ArrayRef<int64_t>> {
                                 FailureOr<Argument> inner =
                                     getInner(i, ArgArm::ints);
                                 if (failed(inner))
                                   return failure();
                                 return inner->asInts();
                               });
  case ArgArm::float_lists:
    return makeNested<double>(shared, Kind::FloatLists, leaves.size(),
                              [&](size_t i) -> FailureOr<ArrayRef<double>> {
                                FailureOr<Argument> inner =
                                    getInner(i, ArgArm::floats);
                                if (failed(inner))
                                  return failure();
                                return inner->asFloats();
                              });
  default:
    return makeNested<TensorArgument>(
        shared, Kind::NestedTensors, leaves.size(),
        [&](size_t i) -> FailureOr<ArrayRef<TensorArgument>> {
          FailureOr<Argument> inner = getInner(i, ArgArm::tensors);
          if (failed(inner))
            return failure();
          return inner->asTensors();
        });
  }
}

FailureOr<Argument> GraphExporter::exportList(Operation *op,
                                              ArrayRef<Attribute> elements,
                                              ArgArm arm, ValueRange &values) {
  SmallVector<Leaf> leaves;
  for (Attribute element : elements) {
    if (auto wrapped = dyn_cast<ArmAttr>(element))
      element = wrapped.getValue();
    FailureOr<Leaf> leaf = resolve(op, element, values);
    if (failed(leaf))
      return failure();
    leaves.push_back(*leaf);
  }
  if (arm == ArgArm::inferred)
    arm = inferListArm(leaves);
  if (arm == ArgArm::int_lists || arm == ArgArm::float_lists ||
      arm == ArgArm::nested_tensors)
    return exportNested(op, leaves, arm, values);
  if (auto list = makeFlatList(shared, leaves, arm))
    return *list;
  std::string text;
  llvm::raw_string_ostream os(text);
  os << ListAttr::get(shared.getContext(), elements, ArgArm::inferred);
  return emitNodeError(op)
         << "expected the elements of a list to be of one kind"
         << (arm == ArgArm::inferred ? std::string()
                                     : ", " + stringifyArgArm(arm).str() + ",")
         << " that a .pt2 archive can hold, got " << text;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

FailureOr<ConstantValue> mlir::tp::pt2::exportConstant(Operation *op,
                                                       Attribute literal) {
  ConstantValue value;
  if (isa<tp::NoneAttr>(literal)) {
    value.kind = ConstantValue::Kind::None;
  } else if (auto flag = dyn_cast<BoolAttr>(literal)) {
    value.kind = ConstantValue::Kind::Bool;
    value.asBool = flag.getValue();
  } else if (auto integer = dyn_cast<IntegerAttr>(literal)) {
    value.kind = ConstantValue::Kind::Int;
    value.asInt = integer.getInt();
  } else if (auto real = dyn_cast<FloatAttr>(literal)) {
    value.kind = ConstantValue::Kind::Float;
    value.asFloat = real.getValueAsDouble();
  } else if (auto text = dyn_cast<StringAttr>(literal)) {
    value.kind = ConstantValue::Kind::String;
    value.asString = text.getValue();
  } else {
    return emitNodeError(op) << "expected None, a bool, a number or a string "
                                "as the value of a specialized input, got "
                             << literal;
  }
  return value;
}
