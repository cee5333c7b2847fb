//===- TPInterfaces.td - Interfaces of the operations ------*- tablegen -*-===//
//
// How passes see nodes and calls without asking for their kind.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPINTERFACES_TD
#define TP_IR_TPINTERFACES_TD

include "mlir/IR/OpBase.td"

def NodeOpInterface : OpInterface<"NodeOp"> {
  let cppNamespace = "::mlir::tp";
  let description = [{
    A node of a graph: it has a name, and its metadata.
  }];
  let methods = [
    InterfaceMethod<"The node's name, null where it has none yet.",
      "::mlir::StringAttr", "getNodeNameAttr", (ins)>,
    InterfaceMethod<"Names the node.",
      "void", "setNodeNameAttr", (ins "::mlir::StringAttr":$name)>,
    InterfaceMethod<"The node's metadata, or null.",
      "::mlir::tp::MetaAttr", "getMetadataAttr", (ins)>,
    InterfaceMethod<"Sets the node's metadata.",
      "void", "setMetadataAttr", (ins "::mlir::tp::MetaAttr":$meta)>,
    InterfaceMethod<[{The name of result `i`: its entry in the result names, else,
      for the only result, the node's own; null where unnamed.}],
      "::mlir::StringAttr", "getResultNameAttr", (ins "unsigned":$i), "", [{
        return ::mlir::tp::detail::getResultName($_op, i);
      }]>,
  ];
}

def CallOpInterface : OpInterface<"CallOp", [NodeOpInterface]> {
  let cppNamespace = "::mlir::tp";
  let description = [{
    A node that calls something with arguments: a function, a method, a module.
  }];
  let methods = [
    InterfaceMethod<"What is called.",
      "::mlir::StringAttr", "getTargetAttr", (ins)>,
    InterfaceMethod<"The operands of the call.",
      "::mlir::Operation::operand_range", "getArgOperands", (ins), "", [{
        return $_op->getOperands();
      }]>,
    InterfaceMethod<[{The arguments; null where they are all positional
      operands.}],
      "::mlir::tp::ArgsAttr", "getArgsAttr", (ins)>,
    InterfaceMethod<"Sets the arguments.",
      "void", "setArgsAttr", (ins "::mlir::tp::ArgsAttr":$args)>,
    InterfaceMethod<[{The names of the positional arguments, where the schema
      does not give them; else null.}],
      "::mlir::ArrayAttr", "getArgNamesAttr", (ins)>,
    InterfaceMethod<[{How the results nest, as a literal with a place for each;
      null: one result is the value itself, several are a tuple.}],
      "::mlir::Attribute", "getResultTreeAttr", (ins)>,
    InterfaceMethod<"The names of the results of a node with several.",
      "::mlir::ArrayAttr", "getResultNamesAttr", (ins)>,
    InterfaceMethod<"Names the results.",
      "void", "setResultNamesAttr", (ins "::mlir::ArrayAttr":$names)>,
  ];
}

#endif // TP_IR_TPINTERFACES_TD
