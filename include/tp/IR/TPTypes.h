//===- TPTypes.h - Types of the tp dialect ----------------------*- C++ -*-===//
//
// Types of values that are not tensors, and the mapping of tensor element
// types.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPTYPES_H
#define TP_IR_TPTYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "tp/IR/TPAttributes.h"

#include <optional>

#define GET_TYPEDEF_CLASSES
#include "tp/IR/TPTypes.h.inc"

namespace mlir::tp {

/// The builtin element type of a tensor of `scalar`. Signed integers are
/// signless, unsigned ones `ui`, bool is `i1`.
Type getElementType(MLIRContext *context, ScalarType scalar);

/// The inverse of getElementType; none for a type that no tensor has.
std::optional<ScalarType> getScalarType(Type elementType);

} // namespace mlir::tp

#endif // TP_IR_TPTYPES_H
