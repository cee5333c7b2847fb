//===- Arg.cpp - Arguments as rules compute with them ---------------------===//
//
// Conversion from and to literals with operand places.
//
//===----------------------------------------------------------------------===//

#include "tp/Decompose/Arg.h"
#include "tp/IR/TensorPlay.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

Arg::Arg(ArrayRef<int64_t> sizes)
    : kind(Kind::List), elements(sizes.begin(), sizes.end()) {}

Arg::Arg(ArrayRef<mlir::Value> values)
    : kind(Kind::List), elements(values.begin(), values.end()) {}

Arg::Arg(ArrayRef<Arg> values)
    : kind(Kind::List), elements(values.begin(), values.end()) {}

Arg Arg::getRepeated(const Arg &element, size_t count) {
  return Arg(std::vector<Arg>(count, element));
}

Arg Arg::getLiteral(Attribute literal) {
  ValueRange none;
  return get(literal, none);
}

Arg Arg::get(const Argument &argument) {
  ValueRange values = argument.values;
  return get(argument.literal, values);
}

Arg Arg::get(Attribute literal, ValueRange &values) {
  if (!literal || isa<NoneAttr>(literal))
    return {};
  if (isOperandPlace(literal)) {
    if (values.empty())
      return {};
    mlir::Value value = values.front();
    values = values.drop_front();
    return value;
  }
  Arg result;
  result.literal = literal;
  if (isUndefinedDType(literal))
    return result;
  result.kind = Kind::Literal;
  auto takeElements = [&](ArrayRef<Attribute> parts) {
    result.kind = Kind::List;
    result.elements.reserve(parts.size());
    for (Attribute part : parts)
      result.elements.push_back(get(part, values));
  };
  llvm::TypeSwitch<Attribute>(literal)
      .Case([&](IntegerAttr attr) {
        // An integer beyond 64 bits is only handed on.
        if (attr.getValue().getSignificantBits() > 64)
          return;
        bool isBool = attr.getType().isSignlessInteger(1);
        result.kind = isBool ? Kind::Bool : Kind::Int;
        result.integer =
            isBool ? !attr.getValue().isZero() : attr.getValue().getSExtValue();
      })
      .Case([&](FloatAttr attr) {
        result.kind = Kind::Float;
        result.floating = attr.getValueAsDouble();
      })
      .Case([&](DTypeAttr attr) {
        result.kind = Kind::DType;
        result.integer = static_cast<int64_t>(attr.getValue());
      })
      .Case([&](StringAttr attr) {
        result.kind = Kind::String;
        result.text = attr.getValue().str();
      })
      .Case([&](ListAttr list) { takeElements(list.getElements()); })
      .Case([&](TupleAttr tuple) {
        takeElements(tuple.getElements());
        result.isTuple = true;
      })
      .Case([&](ArmAttr arm) { result = get(arm.getValue(), values); });
  if (result.kind != Kind::Literal)
    return result;
  // A slice or a dictionary is handed on as it is, with its operands.
  unsigned places = countOperandPlaces(literal);
  result.elements.assign(values.begin(), values.begin() + places);
  values = values.drop_front(places);
  return result;
}

Attribute Arg::toLiteral(MLIRContext *context,
                         SmallVectorImpl<mlir::Value> &values) const {
  switch (kind) {
  case Kind::None:
    return literal ? literal : NoneAttr::get(context);
  case Kind::Value:
    values.push_back(value);
    return OperandAttr::get(context);
  case Kind::List: {
    SmallVector<Attribute> parts;
    parts.reserve(elements.size());
    for (const Arg &element : elements)
      parts.push_back(element.toLiteral(context, values));
    if (isTuple)
      return TupleAttr::get(context, parts);
    auto list = dyn_cast_or_null<ListAttr>(literal);
    return ListAttr::get(context, parts,
                         list ? list.getArm() : ArgArm::inferred);
  }
  default:
    break;
  }
  if (literal) {
    for (const Arg &element : elements)
      values.push_back(element.value);
    return literal;
  }
  switch (kind) {
  case Kind::Bool:
    return BoolAttr::get(context, integer != 0);
  case Kind::Int:
    return IntegerAttr::get(IntegerType::get(context, 64), integer);
  case Kind::Float:
    return FloatAttr::get(Float64Type::get(context), floating);
  case Kind::DType:
    return DTypeAttr::get(context, getDType());
  default:
    return StringAttr::get(context, text);
  }
}

Argument Arg::toArgument(MLIRContext *context) const {
  Argument result;
  result.literal = toLiteral(context, result.values);
  return result;
}

bool Arg::isTensor() const {
  return isValue() && isa<TensorType, AnyType>(value.getType());
}

bool Arg::isTrue() const {
  switch (kind) {
  case Kind::None:
    return false;
  case Kind::Bool:
  case Kind::Int:
    return integer != 0;
  case Kind::Float:
    return floating != 0;
  case Kind::String:
    return !text.empty();
  case Kind::List:
    return !elements.empty();
  default:
    return true;
  }
}

std::optional<SmallVector<int64_t>> Arg::getInts() const {
  SmallVector<int64_t> result;
  for (const Arg &element : elements) {
    if (!element.isInt())
      return std::nullopt;
    result.push_back(element.integer);
  }
  if (!isList())
    return std::nullopt;
  return result;
}

bool Arg::operator==(const Arg &other) const {
  if (isNumber() && other.isNumber())
    return isFloat() || other.isFloat() ? getNumber() == other.getNumber()
                                        : integer == other.integer;
  if (kind != other.kind)
    return false;
  switch (kind) {
  case Kind::DType:
    return integer == other.integer;
  case Kind::String:
    return text == other.text;
  case Kind::Literal:
    return literal == other.literal && elements == other.elements;
  case Kind::Value:
    return value == other.value;
  case Kind::List:
    return elements == other.elements;
  default:
    return true;
  }
}

Arg mlir::tp::fillPlaces(Attribute literal, ArrayRef<Arg> &values) {
  auto fillAll = [&](ArrayRef<Attribute> parts) {
    std::vector<Arg> elements;
    for (Attribute part : parts)
      elements.push_back(fillPlaces(part, values));
    return elements;
  };
  if (isOperandPlace(literal)) {
    Arg value = values.front();
    values = values.drop_front();
    return value;
  }
  if (auto list = dyn_cast<ListAttr>(literal))
    return fillAll(list.getElements());
  if (auto tuple = dyn_cast<TupleAttr>(literal))
    return fillAll(tuple.getElements());
  return Arg::getLiteral(literal);
}
