//===- StateAliases.h - Values that may be state ----------------*- C++ -*-===//
//
// Which values of a graph may share the memory of some others.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_TRANSFORMS_STATEALIASES_H
#define LIB_TP_TRANSFORMS_STATEALIASES_H

#include "tp/IR/TPOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tp {

/// Adds to `values` every value of `graph` that may share memory with one of
/// them, by what the schemas of operators say. What no schema is known for may
/// return any of its operands.
void addMayAliases(Block &graph, llvm::DenseSet<Value> &values);

} // namespace mlir::tp

#endif // LIB_TP_TRANSFORMS_STATEALIASES_H
