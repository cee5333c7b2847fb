//===- NodeList.h - Programs as node lists ----------------------*- C++ -*-===//
//
// A node list is one canonical text of a program, one fact a line, in a
// notation that torch's own programs can be printed in as well. Comparing the
// two shows what an importer lost. utils/conformance/NODELIST.md is its
// specification.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_NODELIST_H
#define TP_TARGET_NODELIST_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::tp {

/// Prints the node list of each program of `module`, which must have one; lists
/// of several are told apart by a line `program NAME` ahead of each. What a
/// node list has no spelling for is an error; the text is then of no use.
LogicalResult exportNodeList(ModuleOp module, raw_ostream &os);

/// Registers `--export-node-list`.
void registerNodeListTranslation();

} // namespace mlir::tp

#endif // TP_TARGET_NODELIST_H
