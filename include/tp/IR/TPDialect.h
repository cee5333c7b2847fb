//===- TPDialect.h - The tp dialect -----------------------------*- C++ -*-===//
//
// The dialect class. Attributes, types and operations have headers of their
// own; TP.h includes them all.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPDIALECT_H
#define TP_IR_TPDIALECT_H

#include "mlir/IR/Dialect.h"

#include <memory>

namespace mlir::tp {
namespace archive {
struct PathPolicy;
} // namespace archive
namespace schema {
class OperatorSchema;
class SchemaRegistry;
} // namespace schema
/// The parsed schemas of `tp.schema` operations.
struct DeclaredSchemas;
} // namespace mlir::tp

#include "tp/IR/TPDialect.h.inc"

#endif // TP_IR_TPDIALECT_H
