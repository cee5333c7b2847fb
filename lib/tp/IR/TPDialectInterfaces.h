//===- TPDialectInterfaces.h - Dialect interfaces ---------------*- C++ -*-===//
//
// Registration of the interfaces that the dialect implements, a file each.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_IR_TPDIALECTINTERFACES_H
#define LIB_TP_IR_TPDIALECTINTERFACES_H

namespace mlir::tp {
class TPDialect;

/// Aliases of long attributes (TPAsmInterface.cpp).
void addAsmInterface(TPDialect &dialect);
/// Binary form of attributes and types (TPBytecode.cpp).
void addBytecodeInterface(TPDialect &dialect);

} // namespace mlir::tp

#endif // LIB_TP_IR_TPDIALECTINTERFACES_H
