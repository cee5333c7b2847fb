//===- Resolve.cpp - Operators of untyped graphs --------------------------===//
//
// Which overload of an operator a method or Python function calls.
//
//===----------------------------------------------------------------------===//

#include "Resolve.h"
#include "tp/IR/TPTypes.h"
#include "tp/Schema/Registry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::tp;

/// How well an argument fits a type of the schema: 0 not, 1 by conversion, 2
/// as it is.
static unsigned fit(const schema::Type *type, Attribute literal,
                    ArrayRef<Type> types) {
  using Kind = schema::TypeKind;
  while (auto arm = dyn_cast<ArmAttr>(literal))
    literal = arm.getValue();
  if (type->is(Kind::Optional))
    return isa<NoneAttr>(literal) ? 2 : fit(type->getElement(), literal, types);
  if (auto list = dyn_cast<ListAttr>(literal)) {
    if (!type->is(Kind::List))
      return 0;
    unsigned worst = 2;
    for (Attribute element : list.getElements()) {
      unsigned places = countOperandPlaces(element);
      if (places > types.size())
        return 0;
      worst = std::min(
          worst, fit(type->getElement(), element, types.take_front(places)));
      types = types.drop_front(places);
    }
    return worst;
  }
  if (auto tuple = dyn_cast<tp::TupleAttr>(literal))
    return fit(type, ListAttr::get(literal.getContext(), tuple.getElements()),
               types);
  bool isTensor = false, isBool = false, isInt = false, isFloat = false,
       isComplex = isa<ComplexAttr>(literal);
  if (isa<OperandAttr>(literal) && types.size() == 1) {
    Type actual = types.front();
    if (isa<AnyType>(actual))
      return 1;
    isTensor = isa<TensorType>(actual);
    isBool = isa<BoolType>(actual) || actual.isInteger(1);
    isInt = !isBool && (isa<IntType>(actual) || isa<IntegerType>(actual));
    isFloat = isa<tp::FloatType>(actual) || isa<mlir::FloatType>(actual);
    if (auto list = dyn_cast<tp::ListType>(actual))
      return type->is(Kind::List) &&
                     llvm::all_of(list.getElements(),
                                  [&](Type element) {
                                    return fit(type->getElement(), literal,
                                               element);
                                  })
                 ? 2
                 : 0;
  } else {
    isBool = isa<BoolAttr>(literal);
    isInt = !isBool && isa<IntegerAttr>(literal);
    isFloat = isa<FloatAttr>(literal);
  }
  switch (type->getKind()) {
  case Kind::Tensor:
    // A number becomes a tensor where nothing else takes it.
    return isTensor ? 2 : isBool || isInt || isFloat || isComplex ? 1 : 0;
  case Kind::Scalar:
    return isBool || isInt || isFloat || isComplex ? 2 : 0;
  case Kind::Int:
  case Kind::SymInt:
    return isInt ? 2 : isBool ? 1 : 0;
  case Kind::Float:
  case Kind::SymFloat:
    return isFloat ? 2 : isInt ? 1 : 0;
  case Kind::Bool:
  case Kind::SymBool:
    return isBool ? 2 : 0;
  case Kind::Complex:
    return isComplex ? 2 : isFloat || isInt ? 1 : 0;
  case Kind::Str:
    return isa<StringAttr>(literal) ? 2 : 0;
  case Kind::ScalarType:
    return isa<DTypeAttr>(literal) ? 2 : 0;
  case Kind::Layout:
    return isa<LayoutAttr>(literal) ? 2 : 0;
  case Kind::MemoryFormat:
    return isa<MemoryFormatAttr>(literal) ? 2 : 0;
  case Kind::Device:
    return isa<DeviceAttr, StringAttr>(literal) ? 2 : 0;
  case Kind::List:
    // One integer for a list of a fixed size.
    if (type->getListSize())
      return fit(type->getElement(), literal, types) ? 1 : 0;
    return 0;
  default:
    return 0;
  }
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
