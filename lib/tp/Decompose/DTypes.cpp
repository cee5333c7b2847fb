//===- DTypes.cpp - What rules ask about element types --------------------===//
//
// Promotion, and the limits of the number formats.
//
//===----------------------------------------------------------------------===//

#include "tp/Decompose/Builder.h"
#include "llvm/ADT/APFloat.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::tp;

static const llvm::fltSemantics *getSemantics(ScalarType dtype) {
  switch (toRealType(dtype)) {
  case ScalarType::float16:
    return &llvm::APFloat::IEEEhalf();
  case ScalarType::bfloat16:
    return &llvm::APFloat::BFloat();
  case ScalarType::float32:
    return &llvm::APFloat::IEEEsingle();
  case ScalarType::float64:
    return &llvm::APFloat::IEEEdouble();
  case ScalarType::float8_e4m3fn:
    return &llvm::APFloat::Float8E4M3FN();
  case ScalarType::float8_e5m2:
    return &llvm::APFloat::Float8E5M2();
  case ScalarType::float8_e4m3fnuz:
    return &llvm::APFloat::Float8E4M3FNUZ();
  case ScalarType::float8_e5m2fnuz:
    return &llvm::APFloat::Float8E5M2FNUZ();
  case ScalarType::float8_e8m0fnu:
    return &llvm::APFloat::Float8E8M0FNU();
  default:
    return nullptr;
  }
}

/// Bits of an integer that hold its magnitude, and whether it has a sign.
static std::pair<unsigned, bool> getIntegerBits(ScalarType dtype) {
  switch (dtype) {
  case ScalarType::boolean:
    return {1, false};
  case ScalarType::uint8:
    return {8, false};
  case ScalarType::int8:
    return {7, true};
  case ScalarType::int16:
    return {15, true};
  case ScalarType::uint16:
    return {16, false};
  case ScalarType::int32:
    return {31, true};
  case ScalarType::uint32:
    return {32, false};
  case ScalarType::uint64:
    return {64, false};
  default:
    return {63, true};
  }
}

double mlir::tp::getMaxValue(ScalarType dtype) {
  if (const llvm::fltSemantics *semantics = getSemantics(dtype))
    return llvm::APFloat::getLargest(*semantics).convertToDouble();
  return std::ldexp(1.0, getIntegerBits(dtype).first) - 1;
}

double mlir::tp::getMinValue(ScalarType dtype) {
  if (getSemantics(dtype))
    return -getMaxValue(dtype);
  auto [bits, isSigned] = getIntegerBits(dtype);
  return isSigned ? -std::ldexp(1.0, bits) : 0;
}

double mlir::tp::getEpsilon(ScalarType dtype) {
  const llvm::fltSemantics *semantics = getSemantics(dtype);
  if (!semantics)
    return 0;
  return std::ldexp(1.0,
                    1 - int(llvm::APFloatBase::semanticsPrecision(*semantics)));
}

std::optional<ScalarType> DecomposeBuilder::promote(ArrayRef<Arg> args) const {
  TypePromotion promotion;
  auto addValue = [&](Value value) {
    Type type = value.getType();
    if (isa<IntType>(type) || type.isInteger(64))
      promotion.addNumber(NumberKind::integer);
    else if (isa<tp::FloatType>(type) || type.isF64())
      promotion.addNumber(NumberKind::floating);
    else if (isa<BoolType>(type) || type.isInteger(1))
      promotion.addNumber(NumberKind::boolean);
    else if (std::optional<ScalarType> scalar = dtype(value))
      promotion.addTensor(*scalar, rank(value).value_or(1));
    else
      return false;
    return true;
  };
  for (const Arg &argument : args) {
    if (argument.isNone())
      continue;
    if (argument.isValue()) {
      if (!addValue(argument.getValue()))
        return std::nullopt;
    } else if (argument.isBool()) {
      promotion.addNumber(NumberKind::boolean);
    } else if (argument.isInt()) {
      promotion.addNumber(NumberKind::integer);
    } else if (argument.isFloat()) {
      promotion.addNumber(NumberKind::floating);
    } else if (argument.isDType()) {
      promotion.addTensor(argument.getDType(), 1);
    } else if (isa_and_nonnull<ComplexAttr>(argument.getAttribute())) {
      promotion.addNumber(NumberKind::complex);
    } else {
      return std::nullopt;
    }
  }
  return promotion.getResult();
}
