//===- DataTable.h - Tables of decompositions as data -----------*- C++ -*-===//
//
// Tables of `tp.decomposition` operations, from files and from text that is
// compiled in.
//
//===----------------------------------------------------------------------===//

#ifndef TP_DECOMPOSE_DATATABLE_H
#define TP_DECOMPOSE_DATATABLE_H

#include "mlir/IR/BuiltinOps.h"
#include "tp/Decompose/Table.h"

namespace mlir::tp {

/// Reads a file of `tp.decomposition` operations, text or bytecode, and checks
/// each against the schemas. Fails, with an error at its line, where an entry
/// is wrong; all wrong entries are reported. Schemas that the file declares
/// (`tp.schema`) are registered in the context.
LogicalResult loadDecompositionFile(StringRef path, MLIRContext *context,
                                    DecompositionTable &table);

/// The same for a module that is there already. `name` stands for it in
/// diagnostics.
LogicalResult loadDecompositions(ModuleOp module, StringRef name,
                                 DecompositionTable &table);

/// An entry of a table that is compiled in: its key, its text, and the line of
/// the data file on which it starts.
struct EmbeddedDecomposition {
  const char *key;
  const char *text;
  unsigned line;
};

/// Adds entries that are read and compiled when they are first needed. Calls
/// for which `isWanted` is there and false are declined.
void addEmbeddedDecompositions(ArrayRef<EmbeddedDecomposition> entries,
                               StringRef file, DecompositionTable &table,
                               MLIRContext *context,
                               bool (*isWanted)(CallOp) = nullptr);

} // namespace mlir::tp

#endif // TP_DECOMPOSE_DATATABLE_H
