//===- Promotion.h - Type promotion -----------------------------*- C++ -*-===//
//
// torch's rules for the element type of a result: categories, wrapped numbers,
// tensors without dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef TP_SHAPE_PROMOTION_H
#define TP_SHAPE_PROMOTION_H

#include "tp/IR/TPTypes.h"

#include <optional>

namespace mlir::tp {

/// `torch.promote_types`; none for pairs that torch refuses (unsigned integers
/// wider than 8 bits with signed ones, different 8-bit floats).
std::optional<ScalarType> promoteTypes(ScalarType lhs, ScalarType rhs);

bool isFloatingPoint(ScalarType type);
bool isComplex(ScalarType type);
/// Integers and bool.
inline bool isIntegral(ScalarType type) {
  return !isFloatingPoint(type) && !isComplex(type);
}
inline bool isBool(ScalarType type) { return type == ScalarType::boolean; }

/// complex64 to float32, ...; others unchanged.
ScalarType toRealType(ScalarType type);
/// float32 to complex64, ...; integers to the default complex type.
ScalarType toComplexType(ScalarType type);
/// What pointwise kernels calculate in: float32 for float16 and bfloat16
/// (complex64 for complex32), else the type itself.
ScalarType getOpmathType(ScalarType type);
/// The type itself, or float32 for an integer.
ScalarType toFloatType(ScalarType type);
/// The size of an element in bytes.
int64_t getElementSize(ScalarType type);

/// The kinds of Python numbers, as promotion sees them.
enum class NumberKind { boolean, integer, floating, complex };
/// The element type of a number that stands alone: bool, int64, float32,
/// complex64.
ScalarType getDefaultType(NumberKind kind);

/// Collects the operands of an operator; `getResult` is `torch.result_type` of
/// them. Operands with dimensions count first, then tensors without, then
/// numbers; a later category counts only where it is of a higher kind (bool,
/// integer, float, complex) than the earlier ones.
class TypePromotion {
public:
  /// `rank` of the tensor; 0 is a category of its own.
  void addTensor(ScalarType type, size_t rank);
  void addNumber(NumberKind kind);
  /// None without operands or for types that do not promote.
  std::optional<ScalarType> getResult() const;

private:
  static void merge(std::optional<ScalarType> &into, ScalarType type,
                    bool &failed);
  std::optional<ScalarType> dimensioned, zeroDim, number;
  bool failed = false;
};

} // namespace mlir::tp

#endif // TP_SHAPE_PROMOTION_H
