//===- CallBinding.cpp - Calls by their schemas ---------------------------===//
//
// Binds arguments to schemas and resolves methods and Python functions.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/CallBinding.h"
#include "PythonSchemas.h"
#include "mlir/IR/Builders.h"
#include "tp/IR/TensorPlay.h"
#include "tp/Schema/Registry.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::tp;
using schema::OperatorSchema;
using schema::TypeKind;

Attribute mlir::tp::stripArm(Attribute literal) {
  while (auto arm = dyn_cast_or_null<ArmAttr>(literal))
    literal = arm.getValue();
  return literal;
}

std::optional<int64_t> mlir::tp::getIntLiteral(Attribute literal) {
  auto number = dyn_cast_or_null<IntegerAttr>(stripArm(literal));
  if (!number || number.getType().isInteger(1))
    return std::nullopt;
  return number.getValue().getSExtValue();
}

static std::optional<ArrayRef<Attribute>> getElements(Attribute literal) {
  if (auto list = dyn_cast_or_null<ListAttr>(literal))
    return list.getElements();
  if (auto tuple = dyn_cast_or_null<TupleAttr>(literal))
    return tuple.getElements();
  return std::nullopt;
}

std::optional<SmallVector<int64_t>>
mlir::tp::getIntListLiteral(Attribute literal) {
  literal = stripArm(literal);
  SmallVector<int64_t> numbers;
  if (std::optional<int64_t> one = getIntLiteral(literal)) {
    numbers.push_back(*one);
    return numbers;
  }
  std::optional<ArrayRef<Attribute>> elements = getElements(literal);
  if (!elements)
    return std::nullopt;
  for (Attribute element : *elements) {
    std::optional<int64_t> number = getIntLiteral(element);
    if (!number)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

Attribute mlir::tp::convertLiteral(const schema::Literal &literal,
                                   const schema::Type &type,
                                   MLIRContext *context) {
  Builder builder(context);
  const schema::Type *inner = type.stripOptional();
  switch (literal.kind) {
  case schema::Literal::Kind::None:
    return NoneAttr::get(context);
  case schema::Literal::Kind::Bool:
    return builder.getBoolAttr(literal.boolean);
  case schema::Literal::Kind::Int:
    if (inner->is(TypeKind::MemoryFormat))
      return MemoryFormatAttr::get(context, MemoryFormat::contiguous_format);
    return builder.getI64IntegerAttr(literal.integer);
  case schema::Literal::Kind::Float:
    return builder.getF64FloatAttr(literal.floating);
  case schema::Literal::Kind::Str:
    return builder.getStringAttr(literal.string);
  case schema::Literal::Kind::List: {
    SmallVector<Attribute> elements;
    for (const schema::Literal &element : literal.elements)
      elements.push_back(convertLiteral(
          element, inner->is(TypeKind::List) ? *inner->getElement() : *inner,
          context));
    return ListAttr::get(context, elements);
  }
  }
  llvm_unreachable("not a literal kind");
}

//===----------------------------------------------------------------------===//
// BoundCall
//===----------------------------------------------------------------------===//

static bool isIntegerArgument(const Argument &argument) {
  if (argument.isValue())
    return isa<IntegerType, IntType, AnyType>(
        argument.values.front().getType());
  return getIntLiteral(argument.literal).has_value();
}

/// Whether `first` and the arguments after it are the elements of one list.
static bool isSpreadList(const schema::Argument &parameter,
                         ArrayRef<Argument> rest, unsigned missing) {
  const schema::Type *type = parameter.getType()->stripOptional();
  if (!type->is(TypeKind::List) || rest.empty())
    return false;
  const schema::Type *element = type->getElement()->stripOptional();
  if (!element->is(TypeKind::Int) && !element->is(TypeKind::SymInt))
    return false;
  // A single value of unknown type is the list itself.
  if (rest.size() == 1)
    return getIntLiteral(rest.front().literal) &&
           !type->getListSize().has_value();
  return missing == 0 && llvm::all_of(rest, isIntegerArgument);
}

static Argument packList(ArrayRef<Argument> elements, MLIRContext *context) {
  SmallVector<Attribute> literals;
  Argument list;
  for (const Argument &element : elements) {
    literals.push_back(element.literal);
    list.values.append(element.values.begin(), element.values.end());
  }
  list.literal = ListAttr::get(context, literals);
  return list;
}

std::optional<BoundCall> BoundCall::get(CallOp call,
                                        const OperatorSchema &schema) {
  BoundCall bound;
  bound.schema = &schema;
  ArrayRef<schema::Argument> parameters = schema.getArguments();
  bound.slots.resize(parameters.size());
  CallArguments arguments = getArguments(call);
  bool isMethod = isa<CallMethodOp>(call.getOperation());
  unsigned next = 0;
  for (size_t i = 0; i < arguments.positional.size(); ++i) {
    if (i >= schema.getNumPositional())
      return std::nullopt;
    Argument argument = arguments.positional[i];
    Slot &slot = bound.slots[i];
    slot.firstOperand = next;
    auto rest = ArrayRef(arguments.positional).drop_front(i);
    unsigned after = schema.getNumPositional() - i - 1;
    if (isMethod && i > 0 &&
        isSpreadList(parameters[i], rest, rest.size() > 1 ? after : 0)) {
      argument = packList(rest, call->getContext());
      i = arguments.positional.size();
    }
    next += argument.values.size();
    slot.argument = std::move(argument);
  }
  for (auto &[name, argument] : arguments.keywords) {
    std::optional<unsigned> index = schema.findArgument(name.getValue());
    // The names that numpy's users know.
    if (!index && name.getValue() == "axis")
      index = schema.findArgument("dim");
    if (!index || bound.slots[*index].isGiven())
      return std::nullopt;
    bound.slots[*index].firstOperand = next;
    next += argument.values.size();
    bound.slots[*index].argument = std::move(argument);
  }
  for (auto [slot, parameter] : llvm::zip_equal(bound.slots, parameters))
    if (!slot.isGiven() && !parameter.hasDefault() &&
        parameter.getType()->stripOptional() == parameter.getType())
      return std::nullopt;
  return bound;
}

Argument BoundCall::getArgument(unsigned index, MLIRContext *context) const {
  if (slots[index].isGiven())
    return slots[index].argument;
  const schema::Argument &parameter = schema->getArguments()[index];
  if (!parameter.hasDefault())
    return Argument(NoneAttr::get(context), {});
  return Argument(
      convertLiteral(*parameter.getDefault(), *parameter.getType(), context),
      {});
}

Attribute BoundCall::getLiteral(unsigned index, MLIRContext *context) const {
  if (!slots[index].argument.values.empty())
    return {};
  return stripArm(getArgument(index, context).literal);
}

Value BoundCall::getValue(unsigned index) const {
  const Argument &argument = slots[index].argument;
  if (argument.values.size() == 1 &&
      isa_and_nonnull<OperandAttr>(stripArm(argument.literal)))
    return argument.values.front();
  return {};
}

std::optional<int64_t> BoundCall::getInt(unsigned index,
                                         MLIRContext *context) const {
  return getIntLiteral(getLiteral(index, context));
}

std::optional<SmallVector<int64_t>>
BoundCall::getInts(unsigned index, MLIRContext *context) const {
  return getIntListLiteral(getLiteral(index, context));
}

bool BoundCall::isNone(unsigned index) const {
  const Slot &slot = slots[index];
  if (slot.isGiven())
    return isa<NoneAttr>(stripArm(slot.argument.literal));
  const schema::Argument &parameter = schema->getArguments()[index];
  return !parameter.hasDefault() || parameter.getDefault()->isNone();
}

std::optional<bool> mlir::tp::evaluate(const schema::Condition &condition,
                                       const BoundCall &call,
                                       MLIRContext *context) {
  Attribute literal = call.getLiteral(condition.argument, context);
  schema::Literal actual;
  if (!literal) {
    // A value of the graph is not None; what else it is shows at run time.
    if (!condition.value.isNone())
      return std::nullopt;
    return condition.kind == schema::Condition::Kind::NotEqual;
  }
  if (isa<NoneAttr>(literal)) {
    actual.kind = schema::Literal::Kind::None;
  } else if (auto boolean = dyn_cast<BoolAttr>(literal)) {
    actual.kind = schema::Literal::Kind::Bool;
    actual.boolean = boolean.getValue();
  } else if (auto number = dyn_cast<IntegerAttr>(literal)) {
    actual.kind = schema::Literal::Kind::Int;
    actual.integer = number.getInt();
  } else if (auto number = dyn_cast<FloatAttr>(literal)) {
    actual.kind = schema::Literal::Kind::Float;
    actual.floating = number.getValueAsDouble();
  } else {
    // Any other literal is no None, no number.
    return condition.kind == schema::Condition::Kind::NotEqual;
  }
  return condition.holdsFor(actual);
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

Answer mlir::tp::conditionsHold(const schema::Note &note, const BoundCall &call,
                                MLIRContext *context) {
  Answer answer = Answer::yes;
  for (const schema::Condition &condition : note.conditions) {
    std::optional<bool> holds = evaluate(condition, call, context);
    if (holds && !*holds)
      return Answer::no;
    if (!holds)
      answer = Answer::unknown;
  }
  return answer;
}

SmallVector<Write, 2> mlir::tp::getWrites(const BoundCall &call,
                                          MLIRContext *context) {
  const OperatorSchema &schema = call.getSchema();
  SmallVector<Write, 2> writes;
  for (unsigned index : schema.getWrittenArguments()) {
    bool onlyReads =
        llvm::any_of(schema.getNotes(), [&](const schema::Note &note) {
          return note.kind == schema::Note::Kind::Reads &&
                 note.argument == index;
        });
    if (!onlyReads && !call.isNone(index))
      writes.push_back({index});
  }
  for (const schema::Note &note : schema.getNotes()) {
    if (note.kind != schema::Note::Kind::Writes || call.isNone(note.argument))
      continue;
    Answer answer = conditionsHold(note, call, context);
    if (answer != Answer::no)
      writes.push_back({note.argument, answer});
  }
  return writes;
}

//===----------------------------------------------------------------------===//
// CallResolver
//===----------------------------------------------------------------------===//

/// How well an argument fits a parameter: 0 not at all, 2 exactly.
static unsigned rateArgument(const Argument &argument,
                             const schema::Type &type) {
  const schema::Type *inner = type.stripOptional();
  Attribute literal = stripArm(argument.literal);
  if (isa<NoneAttr>(literal) || isUndefinedDType(literal))
    return inner != &type ? 2 : 0;
  bool isList = inner->is(TypeKind::List);
  if (auto elements = getElements(literal))
    return isList ? 2 : 0;
  if (isa<OperandAttr>(literal) && !argument.values.empty()) {
    Type value = argument.values.front().getType();
    if (isa<TensorType>(value))
      return inner->is(TypeKind::Tensor) ? 2 : 0;
    if (isa<AnyType>(value))
      return inner->is(TypeKind::Tensor) ? 2 : 1;
    if (isa<ListType, tp::TupleType>(value))
      return isList ? 2 : 0;
    return inner->is(TypeKind::Tensor) || isList ? 0 : 1;
  }
  switch (inner->getKind()) {
  case TypeKind::Tensor:
    return 0;
  case TypeKind::List:
    // One integer for a list of a fixed size.
    return inner->getListSize() && getIntLiteral(literal) ? 1 : 0;
  case TypeKind::Int:
  case TypeKind::SymInt:
    return getIntLiteral(literal) ? 2 : 0;
  case TypeKind::Float:
  case TypeKind::SymFloat:
    return isa<FloatAttr>(literal) ? 2 : isa<IntegerAttr>(literal) ? 1 : 0;
  case TypeKind::Scalar:
    return isa<FloatAttr, IntegerAttr, ComplexAttr>(literal) ? 2 : 0;
  case TypeKind::Bool:
    return isa<BoolAttr>(literal) ? 2 : 0;
  case TypeKind::Str:
    return isa<StringAttr>(literal) ? 2 : 0;
  case TypeKind::ScalarType:
    return isa<DTypeAttr>(literal) ? 2 : 0;
  case TypeKind::Device:
    return isa<DeviceAttr, StringAttr>(literal) ? 2 : 0;
  default:
    return 1;
  }
}

/// 0 where the call does not fit.
static unsigned rateCall(CallOp call, const OperatorSchema &schema) {
  std::optional<BoundCall> bound = BoundCall::get(call, schema);
  if (!bound)
    return 0;
  unsigned total = 1;
  for (auto [slot, parameter] :
       llvm::zip_equal(bound->getSlots(), schema.getArguments())) {
    if (!slot.isGiven())
      continue;
    unsigned rating = rateArgument(slot.argument, *parameter.getType());
    if (!rating)
      return 0;
    total += rating;
  }
  return total;
}

const OperatorSchema *CallResolver::resolveOverload(CallOp call,
                                                    StringRef base) {
  StringAttr target = StringAttr::get(call->getContext(), base);
  auto [entry, isNew] = overloads.try_emplace(target);
  if (isNew)
    entry->second = schema::BuiltinTable::getOverloads(base);
  const OperatorSchema *best = nullptr;
  unsigned bestRating = 0;
  for (const OperatorSchema *schema : entry->second) {
    if (!schema->hasKnownSignature())
      continue;
    unsigned rating = rateCall(call, *schema);
    if (rating > bestRating) {
      best = schema;
      bestRating = rating;
    }
  }
  return best;
}

/// Python's operators that update their first operand; for tensors they are
/// methods of these names.
static StringRef getInPlaceMethod(StringRef op) {
  return llvm::StringSwitch<StringRef>(op)
      .Case("iadd", "add_")
      .Case("isub", "sub_")
      .Case("imul", "mul_")
      .Case("itruediv", "div_")
      .Case("ifloordiv", "floor_divide_")
      .Case("imod", "remainder_")
      .Case("ipow", "pow_")
      .Case("iand", "__iand__")
      .Case("ior", "__ior__")
      .Case("ixor", "__ixor__")
      .Case("ilshift", "__ilshift__")
      .Case("irshift", "__irshift__")
      .Default("");
}

static bool isNumber(Type type) {
  return isa<IntType, tp::FloatType, BoolType, IntegerType, mlir::FloatType>(
      type);
}

const OperatorSchema *CallResolver::resolve(CallOp call) {
  StringAttr target = call.getTargetAttr();
  StringRef name = target.getValue();
  if (isa<CallMethodOp>(call.getOperation()))
    return resolveOverload(call, ("aten." + name).str());
  if (!isa<CallFunctionOp>(call.getOperation()))
    return nullptr;
  auto [entry, isNew] = exact.try_emplace(target);
  if (isNew) {
    auto *dialect = cast<TPDialect>(call->getName().getDialect());
    entry->second = dialect->lookupSchema(call, name);
  }
  const OperatorSchema *known = entry->second;
  if (known && !known->hasFlag(schema::Flag::Python))
    return known;
  if (known) {
    StringRef method = getInPlaceMethod(known->getBaseName());
    bool isScalar = llvm::all_of(call->getOperandTypes(), isNumber);
    if (!method.empty() && !isScalar)
      if (const OperatorSchema *schema =
              resolveOverload(call, ("aten." + method).str()))
        return schema;
    return known;
  }
  if (const OperatorSchema *schema = lookupPythonSchema(name))
    return schema;
  if (!isPythonFunction(name))
    return nullptr;
  return resolveOverload(call, ("aten." + name.rsplit('.').second).str());
}

static bool holdsMemory(Type type) {
  return isa<TensorType, AnyType, ListType, tp::TupleType, DictType,
             ObjectType>(type);
}

std::optional<std::string>
mlir::tp::describeWrite(CallOp call, CallResolver &resolver, bool strict) {
  StringRef target = call.getTargetAttr().getValue();
  auto describe = [&](StringRef expected) {
    return ("expected " + expected + ", got '" + target + "'").str();
  };
  if (isa<CallModuleOp>(call.getOperation())) {
    if (!strict)
      return std::nullopt;
    return describe("no call of an opaque module");
  }
  constexpr StringLiteral noWrite = "no write in a functional program";
  if (target == "_operator.setitem" || target == "__setitem__")
    return describe(noWrite);
  bool touchesMemory = llvm::any_of(call->getOperandTypes(), holdsMemory);
  if (!touchesMemory || target == "__getitem__")
    return std::nullopt;
  const OperatorSchema *schema = resolver.resolve(call);
  if (!schema) {
    if (!strict)
      return std::nullopt;
    return describe("an operator whose writes are known");
  }
  bool writes = false;
  if (schema->hasFlag(schema::Flag::Python))
    writes = schema->isMutable();
  else if (schema->hasKnownSignature() && !schema->isHigherOrder() &&
           (schema->isMutable() || !schema->getNotes().empty()))
    if (std::optional<BoundCall> bound = BoundCall::get(call, *schema))
      writes = !getWrites(*bound, call->getContext()).empty();
  if (!writes)
    return std::nullopt;
  return describe(noWrite);
}
