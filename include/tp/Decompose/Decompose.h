//===- Decompose.h - Decomposition of programs ------------------*- C++ -*-===//
//
// Rewrites the calls of a program by the rules of tables until none applies.
//
//===----------------------------------------------------------------------===//

#ifndef TP_DECOMPOSE_DECOMPOSE_H
#define TP_DECOMPOSE_DECOMPOSE_H

#include "tp/Decompose/Table.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

namespace mlir {
class FrozenRewritePatternSet;
} // namespace mlir

namespace mlir::tp {

/// What is decomposed, and how. Targets are named as the keys of tables are.
/// What became of the entries of tables.
struct DecomposeReport {
  struct Entry {
    unsigned numTried = 0, numApplied = 0;
    /// The node of the first call that the entry declined, and why; the reason
    /// is empty where the rule does not say it.
    std::string declinedNode, reason;
  };
  /// In the order in which they were tried first.
  llvm::MapVector<const DecompositionRule *, Entry> entries;
};

struct DecomposeConfig {
  const DecompositionTables *tables = nullptr;
  /// Tried before the tables; may be null.
  const FrozenRewritePatternSet *patterns = nullptr;
  /// If not empty, only these targets are decomposed.
  llvm::StringSet<> include;
  /// These targets stay.
  llvm::StringSet<> exclude;
  /// These targets stay, and get their decomposition as a graph beside them.
  llvm::StringSet<> preserve;
  /// Gets what becomes of the entries; may be null.
  DecomposeReport *report = nullptr;
};

/// Old names of values to those that they have now.
using NameMap = llvm::DenseMap<StringAttr, StringAttr>;

/// Decomposes the graph of `program` and its subgraphs, and removes the nodes
/// that nobody needs then. Fails, with an error, where rules rewrite in a
/// circle or give values that do not fit. Linear in the number of nodes that
/// are made. `newNames`, if not null, gets the names of results that other
/// nodes compute now.
LogicalResult decompose(ProgramOp program, const DecomposeConfig &config,
                        NameMap *newNames = nullptr);

/// Replaces every preserved call by the decomposition beside it.
void inlineFallbacks(ProgramOp program);

} // namespace mlir::tp

#endif // TP_DECOMPOSE_DECOMPOSE_H
