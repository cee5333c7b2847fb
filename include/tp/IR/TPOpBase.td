//===- TPOpBase.td - Base classes of the operations --------*- tablegen -*-===//
//
// What every node of a graph has: a name, result names, metadata.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPOPBASE_TD
#define TP_IR_TPOPBASE_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tp/IR/TPAttributes.td"
include "tp/IR/TPTypes.td"
include "tp/IR/TPInterfaces.td"

def TP_ArgsProp : OptionalAttr<TP_ArgsAttr>;
def TP_MetaProp : OptionalAttr<TP_MetaAttr>;
def TP_StateKindAttr : EnumAttr<TP_Dialect, TP_StateKind, "state_kind">;
def TP_InputKindAttr : EnumAttr<TP_Dialect, TP_InputKind, "input_kind">;

class TP_Op<string mnemonic, list<Trait> traits = []>
    : Op<TP_Dialect, mnemonic, traits>;

/// A node of a graph. Its name is part of the program's contract; a node
/// without one gets a name when it is exported.
class TP_NodeOp<string mnemonic, list<Trait> traits = []>
    : TP_Op<mnemonic, !listconcat([NodeOpInterface,
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>],
        traits)> {
  let hasCustomAssemblyFormat = 1;
}

#endif // TP_IR_TPOPBASE_TD
