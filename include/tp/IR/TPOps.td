//===- TPOps.td - Operations of the tp dialect -------------*- tablegen -*-===//
//
// Umbrella of the operations, by theme.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPOPS_TD
#define TP_IR_TPOPS_TD

include "tp/IR/TPOpBase.td"
include "tp/IR/TPProgramOps.td"
include "tp/IR/TPNodeOps.td"
include "tp/IR/TPAssertOps.td"
include "tp/IR/TPDecompositionOps.td"

#endif // TP_IR_TPOPS_TD
