//===- NodeSyntax.h - Text that nodes share ---------------------*- C++ -*-===//
//
// Names, metadata and nested results of nodes.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_IR_NODESYNTAX_H
#define LIB_TP_IR_NODESYNTAX_H

#include "tp/IR/TPOps.h"

namespace mlir::tp {

/// Whether the printer calls `value` exactly `name`.
bool isSSAName(OpAsmPrinter &printer, Value value, StringRef name);

/// The SSA name of result `i` as a node's name: empty for a number, or for one
/// of a group.
StringRef getNameFromSSA(OpAsmParser &parser, unsigned i);

/// ` as "name"` where `value` (null: no value) does not say the name.
void printNodeName(OpAsmPrinter &printer, StringAttr name, Value value);

/// ` meta(#meta)`.
void printMeta(OpAsmPrinter &printer, MetaAttr meta);
/// The metadata goes into `attributes` under its name.
ParseResult parseOptionalMeta(OpAsmParser &parser, NamedAttrList &attributes);

/// Parses a type, `(t, u)` or `[t, u]`, or `None`, into the types of the
/// results and the tree that nests them; null where the default says it.
ParseResult parseResultTypes(OpAsmParser &parser, SmallVectorImpl<Type> &types,
                             Attribute &tree);
void printResultTypes(OpAsmPrinter &printer, TypeRange types, Attribute tree);

} // namespace mlir::tp

#endif // LIB_TP_IR_NODESYNTAX_H
