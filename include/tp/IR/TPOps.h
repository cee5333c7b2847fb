//===- TPOps.h - Operations of the tp dialect -------------------*- C++ -*-===//
//
// Programs, nodes and assertions.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPOPS_H
#define TP_IR_TPOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tp/IR/TPAttributes.h"
#include "tp/IR/TPDialect.h"
#include "tp/IR/TPTypes.h"

namespace mlir::tp {
class OutputOp;
namespace detail {
StringAttr getResultName(Operation *op, unsigned i);
} // namespace detail

/// Random number generator state: operators that draw from it keep their order.
struct RandomResource : SideEffects::Resource::Base<RandomResource> {
  StringRef getName() final { return "tp.random"; }
};
/// The contract of a program: its inputs and its assertions.
struct ContractResource : SideEffects::Resource::Base<ContractResource> {
  StringRef getName() final { return "tp.contract"; }
};
} // namespace mlir::tp

#include "tp/IR/TPInterfaces.h.inc"

#define GET_OP_CLASSES
#include "tp/IR/TPOps.h.inc"

namespace mlir::tp {

/// True if `op` stands in a program that writes nothing.
bool isInFunctionalProgram(Operation *op);

} // namespace mlir::tp

#endif // TP_IR_TPOPS_H
