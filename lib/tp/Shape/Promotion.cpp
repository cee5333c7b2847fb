//===- Promotion.cpp - Type promotion -------------------------------------===//
//
// The lattice of element types, and torch.result_type over it.
//
//===----------------------------------------------------------------------===//

#include "tp/Shape/Promotion.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

bool mlir::tp::isComplex(ScalarType type) {
  return type == ScalarType::complex32 || type == ScalarType::complex64 ||
         type == ScalarType::complex128;
}

static bool isFloat8(ScalarType type) {
  return type == ScalarType::float8_e4m3fn || type == ScalarType::float8_e5m2 ||
         type == ScalarType::float8_e4m3fnuz ||
         type == ScalarType::float8_e5m2fnuz ||
         type == ScalarType::float8_e8m0fnu;
}

bool mlir::tp::isFloatingPoint(ScalarType type) {
  return type == ScalarType::float16 || type == ScalarType::bfloat16 ||
         type == ScalarType::float32 || type == ScalarType::float64 ||
         isFloat8(type);
}

/// Unsigned integers that torch has no arithmetic for.
static bool isWideUnsigned(ScalarType type) {
  return type == ScalarType::uint16 || type == ScalarType::uint32 ||
         type == ScalarType::uint64;
}

ScalarType mlir::tp::toRealType(ScalarType type) {
  switch (type) {
  case ScalarType::complex32:
    return ScalarType::float16;
  case ScalarType::complex64:
    return ScalarType::float32;
  case ScalarType::complex128:
    return ScalarType::float64;
  default:
    return type;
  }
}

ScalarType mlir::tp::toComplexType(ScalarType type) {
  switch (type) {
  case ScalarType::float16:
  case ScalarType::complex32:
    return ScalarType::complex32;
  case ScalarType::float64:
  case ScalarType::complex128:
    return ScalarType::complex128;
  default:
    return ScalarType::complex64;
  }
}

ScalarType mlir::tp::getOpmathType(ScalarType type) {
  if (type == ScalarType::float16 || type == ScalarType::bfloat16 ||
      isFloat8(type))
    return ScalarType::float32;
  return type == ScalarType::complex32 ? ScalarType::complex64 : type;
}

ScalarType mlir::tp::toFloatType(ScalarType type) {
  return isIntegral(type) ? ScalarType::float32 : type;
}

int64_t mlir::tp::getElementSize(ScalarType type) {
  switch (type) {
  case ScalarType::boolean:
  case ScalarType::int8:
  case ScalarType::uint8:
  case ScalarType::float8_e4m3fn:
  case ScalarType::float8_e5m2:
  case ScalarType::float8_e4m3fnuz:
  case ScalarType::float8_e5m2fnuz:
  case ScalarType::float8_e8m0fnu:
    return 1;
  case ScalarType::int16:
  case ScalarType::uint16:
  case ScalarType::float16:
  case ScalarType::bfloat16:
    return 2;
  case ScalarType::int32:
  case ScalarType::uint32:
  case ScalarType::float32:
  case ScalarType::complex32:
    return 4;
  case ScalarType::int64:
  case ScalarType::uint64:
  case ScalarType::float64:
  case ScalarType::complex64:
    return 8;
  case ScalarType::complex128:
    return 16;
  }
  llvm_unreachable("unknown scalar type");
}

ScalarType mlir::tp::getDefaultType(NumberKind kind) {
  switch (kind) {
  case NumberKind::boolean:
    return ScalarType::boolean;
  case NumberKind::integer:
    return ScalarType::int64;
  case NumberKind::floating:
    return ScalarType::float32;
  case NumberKind::complex:
    return ScalarType::complex64;
  }
  llvm_unreachable("unknown kind of number");
}

//===----------------------------------------------------------------------===//
// The lattice
//===----------------------------------------------------------------------===//

/// bool, integer, float, complex.
static unsigned getCategory(ScalarType type) {
  if (isComplex(type))
    return 3;
  if (isFloatingPoint(type))
    return 2;
  return isBool(type) ? 0 : 1;
}

static ScalarType promoteIntegers(ScalarType lhs, ScalarType rhs) {
  // The only mixed pair is uint8 with a signed type: one that holds both.
  if (lhs == ScalarType::uint8 || rhs == ScalarType::uint8) {
    ScalarType other = lhs == ScalarType::uint8 ? rhs : lhs;
    return other == ScalarType::int8 ? ScalarType::int16 : other;
  }
  return getElementSize(lhs) < getElementSize(rhs) ? rhs : lhs;
}

static ScalarType promoteFloats(ScalarType lhs, ScalarType rhs) {
  if (lhs == rhs)
    return lhs;
  if (getElementSize(lhs) == getElementSize(rhs))
    return ScalarType::float32; // float16 with bfloat16
  return getElementSize(lhs) < getElementSize(rhs) ? rhs : lhs;
}

std::optional<ScalarType> mlir::tp::promoteTypes(ScalarType lhs,
                                                 ScalarType rhs) {
  if (lhs == rhs)
    return lhs;
  if (isFloat8(lhs) || isFloat8(rhs))
    return std::nullopt;
  if ((isWideUnsigned(lhs) && !isFloatingPoint(rhs)) ||
      (isWideUnsigned(rhs) && !isFloatingPoint(lhs)))
    return std::nullopt;
  unsigned lhsCategory = getCategory(lhs), rhsCategory = getCategory(rhs);
  if (lhsCategory == 3 || rhsCategory == 3) {
    // A real operand counts with its precision only if it is a float.
    if (lhsCategory < 2)
      return rhs;
    if (rhsCategory < 2)
      return lhs;
    ScalarType real = promoteFloats(toRealType(lhs), toRealType(rhs));
    return toComplexType(real);
  }
  if (lhsCategory != rhsCategory)
    return lhsCategory < rhsCategory ? rhs : lhs;
  if (lhsCategory == 2)
    return promoteFloats(lhs, rhs);
  return promoteIntegers(lhs, rhs);
}

//===----------------------------------------------------------------------===//
// TypePromotion
//===----------------------------------------------------------------------===//

void TypePromotion::merge(std::optional<ScalarType> &into, ScalarType type,
                          bool &failed) {
  if (!into) {
    into = type;
    return;
  }
  std::optional<ScalarType> promoted = promoteTypes(*into, type);
  failed |= !promoted;
  if (promoted)
    into = promoted;
}

void TypePromotion::addTensor(ScalarType type, size_t rank) {
  merge(rank == 0 ? zeroDim : dimensioned, type, failed);
}

void TypePromotion::addNumber(NumberKind kind) {
  merge(number, getDefaultType(kind), failed);
}

/// A later category counts only where it is of a higher kind; a complex one
/// then has the precision of the floats before it.
static std::optional<ScalarType> combine(std::optional<ScalarType> higher,
                                         std::optional<ScalarType> lower) {
  if (!higher || !lower)
    return higher ? higher : lower;
  if (getCategory(*lower) <= getCategory(*higher))
    return higher;
  if (isFloat8(*higher))
    return std::nullopt;
  if (isComplex(*lower))
    return isFloatingPoint(*higher) ? toComplexType(*higher) : *lower;
  return promoteTypes(*higher, *lower);
}

std::optional<ScalarType> TypePromotion::getResult() const {
  if (failed)
    return std::nullopt;
  auto tensors = combine(dimensioned, zeroDim);
  if (!tensors && (dimensioned || zeroDim))
    return std::nullopt;
  return combine(tensors, number);
}
