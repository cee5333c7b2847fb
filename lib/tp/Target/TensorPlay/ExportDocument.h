//===- ExportDocument.h - A program as a document ---------------*- C++ -*-===//
//
// Writes the JSON document of one program.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_TENSORPLAY_EXPORTDOCUMENT_H
#define TP_LIB_TARGET_TENSORPLAY_EXPORTDOCUMENT_H

#include "ExportGraph.h"

namespace mlir::tp::tensorplay {

/// Writes the document of `program`, or reports one error.
LogicalResult writeDocument(ProgramOp program, raw_ostream &os);

/// Writes a tree of containers, from torch's notation to tensorplay's; false
/// where it is no such tree.
bool writeTree(JsonOut &json, const llvm::json::Value &tree);

/// The tree of what `value` nests.
llvm::json::Value makeTree(Attribute value);

/// Writes `range_constraints`, `equality_constraints` and `dynamic_shapes`.
void writeConstraints(JsonOut &json, ProgramOp program,
                      ArrayRef<ExportedInput> inputs);

} // namespace mlir::tp::tensorplay

#endif // TP_LIB_TARGET_TENSORPLAY_EXPORTDOCUMENT_H
