//===- Resolve.cpp - Operators of untyped graphs --------------------------===//
//
// Which overload of an operator a method or Python function calls.
//
//===----------------------------------------------------------------------===//

#include "Resolve.h"
#include "tp/IR/TPTypes.h"
#include "tp/IR/TensorPlay.h"
#include "tp/Schema/Registry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
/// What kind of value an argument is.
struct ValueKind {
  bool isTensor = false, isBool = false, isInt = false, isFloat = false,
       isComplex = false;
  bool isNumber() const { return isBool || isInt || isFloat || isComplex; }
};
} // namespace

static ValueKind getValueKind(Attribute literal, ArrayRef<Type> types) {
  ValueKind kind;
  if (isa<OperandAttr>(literal) && types.size() == 1) {
    Type type = types.front();
    kind.isTensor = isa<TensorType>(type);
    kind.isBool = isa<BoolType>(type) || type.isInteger(1);
    kind.isInt = !kind.isBool && (isa<IntType>(type) || isa<IntegerType>(type));
    kind.isFloat = isa<tp::FloatType>(type) || isa<mlir::FloatType>(type);
    return kind;
  }
  kind.isBool = isa<BoolAttr>(literal);
  kind.isInt = !kind.isBool && isa<IntegerAttr>(literal);
  kind.isFloat = isa<FloatAttr>(literal);
  kind.isComplex = isa<ComplexAttr>(literal);
  return kind;
}

static unsigned fit(const schema::Type *type, Attribute literal,
                    ArrayRef<Type> types);

/// How well each element fits; the worst one counts.
static unsigned fitElements(const schema::Type *type,
                            ArrayRef<Attribute> elements,
                            ArrayRef<Type> types) {
  if (!type->is(schema::TypeKind::List))
    return 0;
  unsigned worst = 2;
  for (Attribute element : elements) {
    unsigned places = countOperandPlaces(element);
    if (places > types.size())
      return 0;
    worst = std::min(
        worst, fit(type->getElement(), element, types.take_front(places)));
    types = types.drop_front(places);
  }
  return worst;
}

/// The same for a single value that is no list.
static unsigned fitValue(const schema::Type *type, Attribute literal,
                         ArrayRef<Type> types) {
  using Kind = schema::TypeKind;
  ValueKind value = getValueKind(literal, types);
  auto grade = [](bool isSame, bool converts) {
    return isSame ? 2u : converts ? 1u : 0u;
  };
  switch (type->getKind()) {
  case Kind::Tensor:
    // A number becomes a tensor where nothing else takes it.
    return grade(value.isTensor, value.isNumber());
  case Kind::Scalar:
    return grade(value.isNumber(), false);
  case Kind::Int:
  case Kind::SymInt:
    return grade(value.isInt, value.isBool);
  case Kind::Float:
  case Kind::SymFloat:
    return grade(value.isFloat, value.isInt);
  case Kind::Bool:
  case Kind::SymBool:
    return grade(value.isBool, false);
  case Kind::Complex:
    return grade(value.isComplex, value.isFloat || value.isInt);
  case Kind::Str:
    return grade(isa<StringAttr>(literal), false);
  case Kind::ScalarType:
    return grade(isa<DTypeAttr>(literal), false);
  case Kind::Layout:
    return grade(isa<LayoutAttr>(literal), false);
  case Kind::MemoryFormat:
    return grade(isa<MemoryFormatAttr>(literal), false);
  case Kind::Device:
    return grade(isa<DeviceAttr, StringAttr>(literal), false);
  case Kind::List:
    // One integer for a list of a fixed size.
    return type->getListSize() && fit(type->getElement(), literal, types) ? 1
                                                                          : 0;
  default:
    return 0;
  }
}

/// How well an argument fits a type of the schema: 0 not, 1 by conversion, 2
/// as it is.
static unsigned fit(const schema::Type *type, Attribute literal,
                    ArrayRef<Type> types) {
  while (auto arm = dyn_cast<ArmAttr>(literal))
    literal = arm.getValue();
  if (type->is(schema::TypeKind::Optional))
    return isa<NoneAttr>(literal) || isUndefinedDType(literal)
               ? 2
               : fit(type->getElement(), literal, types);
  if (auto list = dyn_cast<ListAttr>(literal))
    return fitElements(type, list.getElements(), types);
  if (auto tuple = dyn_cast<tp::TupleAttr>(literal))
    return fitElements(type, tuple.getElements(), types);
  if (isa<OperandAttr>(literal) && types.size() == 1) {
    if (isa<AnyType>(types.front()))
      return 1;
    if (auto list = dyn_cast<tp::ListType>(types.front())) {
      SmallVector<Attribute> places(list.getElements().size(), literal);
      return fitElements(type, places, list.getElements());
    }
  }
  return fitValue(type, literal, types);
}

/// How well all arguments fit: 0 where one does not, or one is missing.
static unsigned fitAll(const schema::OperatorSchema &schema, ArgsAttr args,
                       ArrayRef<Type> types) {
  ArrayRef<schema::Argument> declared = schema.getArguments();
  SmallVector<bool, 8> given(declared.size(), false);
  unsigned score = 1;
  auto take = [&](std::optional<unsigned> index, Attribute literal) {
    unsigned places = countOperandPlaces(literal);
    if (!index || *index >= declared.size() || places > types.size())
      return false;
    unsigned fits =
        fit(declared[*index].getType(), literal, types.take_front(places));
    types = types.drop_front(places);
    given[*index] = true;
    score += fits;
    return fits != 0;
  };
  if (args) {
    for (auto [i, literal] : llvm::enumerate(args.getPositional())) {
      if (i < declared.size() && declared[i].isKwargOnly())
        return 0;
      if (!take(i, literal))
        return 0;
    }
    for (auto [keyword, literal] :
         llvm::zip_equal(args.getKeywords(), args.getKeywordValues()))
      if (!take(schema.findArgument(keyword.getValue()), literal))
        return 0;
  } else if (!types.empty()) {
    Attribute place = OperandAttr::get(types.front().getContext());
    for (unsigned i = 0, e = types.size(); i != e; ++i)
      if ((i < declared.size() && declared[i].isKwargOnly()) || !take(i, place))
        return 0;
  }
  for (auto [argument, isGiven] : llvm::zip_equal(declared, given))
    if (!isGiven && !argument.hasDefault())
      return 0;
  return score;
}

/// The operator that a Python function is known by, other than its own name.
static StringRef getOperatorName(StringRef name) {
  bool isOperator =
      name.starts_with("_operator.") || name.starts_with("operator.");
  name = name.drop_front(name.rfind('.') + 1);
  if (!isOperator)
    return name;
  return llvm::StringSwitch<StringRef>(name)
      .Case("truediv", "div")
      .Case("floordiv", "floor_divide")
      .Case("mod", "remainder")
      .Case("and_", "bitwise_and")
      .Case("or_", "bitwise_or")
      .Case("xor", "bitwise_xor")
      .Cases({"invert", "inv"}, "bitwise_not")
      .Case("lshift", "bitwise_left_shift")
      .Case("rshift", "bitwise_right_shift")
      .Case("iadd", "add_")
      .Case("isub", "sub_")
      .Case("imul", "mul_")
      .Case("itruediv", "div_")
      .Case("pos", "positive")
      .Default(name);
}

const schema::OperatorSchema *
mlir::tp::resolveOverload(StringRef name, ArgsAttr args, ArrayRef<Type> types) {
  SmallString<64> base("aten.");
  base += getOperatorName(name);
  const schema::OperatorSchema *best = nullptr;
  unsigned bestScore = 0;
  for (const schema::OperatorSchema *overload :
       schema::BuiltinTable::getOverloads(base)) {
    // What has no positional call of its own in Python.
    if (overload->isOut())
      continue;
    unsigned score = fitAll(*overload, args, types);
    if (score > bestScore) {
      best = overload;
      bestScore = score;
    }
  }
  return best;
}

/// Functions of floating point that tensorplay has for integers, too.
static bool isActivation(StringRef name) {
  static constexpr StringLiteral names[] = {
      "celu",     "elu",        "gelu",    "hardsigmoid", "hardswish",
      "hardtanh", "leaky_relu", "lerp",    "log_sigmoid", "log_softmax",
      "mish",     "relu6",      "selu",    "silu",        "softmax",
      "softplus", "logsigmoid", "softmin", "softsign",    "tanhshrink"};
  return llvm::is_contained(names, name);
}

/// Arithmetic in which tensorplay leaves truth values what they are.
static bool keepsTruthValues(StringRef name) {
  static constexpr StringLiteral names[] = {
      "abs", "add",  "clamp",        "clamp_max", "clamp_min",
      "sub", "clip", "floor_divide", "mul",       "neg",
      "pow", "relu", "square",       "where"};
  return llvm::is_contained(names, name);
}

bool mlir::tp::differsInTensorPlay(StringRef target, ArgsAttr args,
                                   ArrayRef<Type> types,
                                   function_ref<bool()> isTensorPlay) {
  StringRef name = getOperatorName(target);
  bool hasInteger = false, hasOther = false, hasTruth = false;
  for (Type type : types) {
    auto tensor = dyn_cast<TensorType>(type);
    if (!tensor)
      continue;
    Type element = tensor.getElementType();
    (element.isInteger(1)        ? hasTruth
     : isa<IntegerType>(element) ? hasInteger
                                 : hasOther) = true;
  }
  bool isWhole = (hasInteger || hasTruth) && !hasOther;
  if (isWhole && isActivation(name) && !target.starts_with("torch."))
    return true;
  if (hasTruth && !hasInteger && !hasOther && keepsTruthValues(name))
    return isTensorPlay();
  if (isWhole && name == "all")
    return isTensorPlay();
  bool hasFloat =
      args && llvm::any_of(args.getPositional(), llvm::IsaPred<FloatAttr>);
  hasFloat |=
      args && llvm::any_of(args.getKeywordValues(), llvm::IsaPred<FloatAttr>);
  if (hasInteger && name.starts_with("cl") && keepsTruthValues(name))
    return (hasFloat || hasOther) && isTensorPlay();
  // A number to the power of a tensor.
  if (name == "pow" && args && !args.getPositional().empty() &&
      !isOperandPlace(args.getPositional().front()))
    return (hasFloat || isWhole) && isTensorPlay();
  return false;
}
