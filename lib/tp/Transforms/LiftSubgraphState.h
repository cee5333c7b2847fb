//===- LiftSubgraphState.h - State that subgraphs read ----------*- C++ -*-===//
//
// Passes state to the subgraphs of higher-order operators as operands.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_TRANSFORMS_LIFTSUBGRAPHSTATE_H
#define LIB_TP_TRANSFORMS_LIFTSUBGRAPHSTATE_H

#include "tp/IR/TPOps.h"

namespace mlir::tp {

/// Makes each state that a subgraph of `program` reads an input of the
/// subgraph, and passes it in every call that names the subgraph: read there
/// with a `tp.get_attr` in the program itself. Fails, with an error at the call
/// or the write, where that cannot be done.
LogicalResult passStateToSubgraphs(ProgramOp program);

} // namespace mlir::tp

#endif // LIB_TP_TRANSFORMS_LIFTSUBGRAPHSTATE_H
