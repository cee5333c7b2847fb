//===- TPAttributes.h - Attributes of the tp dialect ------------*- C++ -*-===//
//
// Argument literals, symbolic sizes, blobs and the records of a program.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPATTRIBUTES_H
#define TP_IR_TPATTRIBUTES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TensorEncoding.h"

#include "tp/IR/TPEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tp/IR/TPAttributes.h.inc"

namespace mlir::tp {

/// True for `#tp.operand` and `#tp.output_kind`: an operand goes there.
inline bool isOperandPlace(Attribute attr) {
  return isa<OperandAttr, OutputKindAttr>(attr);
}

/// Calls `visit` for each part of an argument literal, the literal itself
/// first, from left to right, keys of dictionaries left out. Stops and returns
/// failure where `visit` does.
LogicalResult walkLiteral(Attribute literal,
                          function_ref<LogicalResult(Attribute)> visit);

/// The number of operands that go into `literal`; 0 for null.
unsigned countOperandPlaces(Attribute literal);

/// The name of a subclass-free Python literal kind, for diagnostics.
StringRef describeLiteral(Attribute literal);

} // namespace mlir::tp

#endif // TP_IR_TPATTRIBUTES_H
