//===- TPNodeOps.td - Nodes of a graph ---------------------*- tablegen -*-===//
//
// Inputs, reads of attributes, calls, the output.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPNODEOPS_TD
#define TP_IR_TPNODEOPS_TD

include "tp/IR/TPOpBase.td"

def TP_PlaceholderOp : TP_NodeOp<"placeholder",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "an input of a graph";
  let description = [{
    The name in quotes is the parameter's (`*args` and `**kwargs` included), the
    node's name its own. A `default` is the value of an omitted argument; a
    `specialized` input was a constant when the program was captured and must
    have that value. A lifted input names the state that is passed for it.
    Examples:

    ```mlir
    %x = tp.placeholder "x" : tensor<2xf32>
    %s = tp.placeholder "s" = 2.0 : f64
    %k = tp.placeholder specialized "k" = 3 : i64
    %p_w = tp.placeholder parameter @w : tensor<4x3xf32>
    ```
  }];
  let arguments = (ins TP_InputKindAttr:$kind, OptionalAttr<StrAttr>:$target,
    OptionalAttr<AnyAttr>:$default_value,
    OptionalAttr<BoolAttr>:$requires_grad,
    OptionalAttr<StrAttr>:$node_name, TP_MetaProp:$metadata);
  let results = (outs AnyType:$result);
  let hasVerifier = 1;
}

def TP_GetAttrOp : TP_NodeOp<"get_attr",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "reads state of the program";
  let description = [{
    Gives the state's own tensor, which an operator may then write. Example:

    ```mlir
    %w = tp.get_attr @"sub.w" : tensor<4x3xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$state, OptionalAttr<StrAttr>:$node_name,
    TP_MetaProp:$metadata);
  let results = (outs AnyType:$result);
}

def TP_StoreAttrOp : TP_Op<"store_attr",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "writes state of the program";
  let description = [{
    Copies a value into the state's tensor. Example:

    ```mlir
    tp.store_attr %add, @"sub.n" : tensor<4xf32>
    ```
  }];
  let arguments = (ins AnyType:$value, FlatSymbolRefAttr:$state);
  let assemblyFormat = "$value `,` $state attr-dict `:` type($value)";
}

class TP_CallOp<string mnemonic> : TP_NodeOp<mnemonic,
    [CallOpInterface, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let arguments = (ins Variadic<AnyType>:$operands, StrAttr:$target,
    TP_ArgsProp:$args, OptionalAttr<StrArrayAttr>:$arg_names,
    OptionalAttr<AnyAttr>:$result_tree, OptionalAttr<StrAttr>:$node_name,
    OptionalAttr<StrArrayAttr>:$result_names, TP_MetaProp:$metadata);
  let results = (outs Variadic<AnyType>:$results);
  let hasVerifier = 1;
}

def TP_CallFunctionOp : TP_CallOp<"call_function"> {
  let summary = "calls an operator or a function";
  let description = [{
    The text reads like the Python call. `as` gives the node's name where the
    result's SSA name does not say it, and `[..]` the result names of a node
    with several. Results nest as the type after the arrow is written: one type
    is the value itself, `(t, u)` a tuple, `[t, u]` a list. Examples:

    ```mlir
    %y = tp.call_function "aten.sum.dim_IntList"(%x, [1], True, dtype = float32) : (tensor<2x3xf32>) -> tensor<2x1xf32>
    %a, %b = tp.call_function "aten.split.Tensor"(%x, 2) as "split" : (tensor<4xf32>) -> [tensor<2xf32>, tensor<2xf32>]
    ```
  }];
}

def TP_CallMethodOp : TP_CallOp<"call_method"> {
  let summary = "calls a method of its first argument";
  let description = [{
    ```mlir
    %add_ = tp.call_method "add_"(%n, 1.0) : (tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
}

def TP_CallModuleOp : TP_CallOp<"call_module"> {
  let summary = "calls a child module by its path";
  let description = [{
    The path resolves to the `tp.graph` of the same `path`, if the program holds
    the child's graph; else the child is opaque. Example:

    ```mlir
    %relu = tp.call_module "block.relu"(%x) : (!tp.any) -> !tp.any
    ```
  }];
}

def TP_OutputOp : TP_Op<"output", [Terminator,
    ParentOneOf<["::mlir::tp::ProgramOp", "::mlir::tp::GraphOp"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "what a graph returns";
  let description = [{
    First the final values of mutated state and inputs and the effect tokens,
    then the value that the user sees: flat, or nested as in the source.
    Examples:

    ```mlir
    tp.output (%y, None) : tensor<4xf32>
    tp.output mutations(%add -> buffer @"sub.n"), {"y": %y, "z": (%s, 2)} : tensor<4xf32>, tensor<4xf32>, tensor<1xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$operands,
    OptionalAttr<TypedArrayAttrBase<TP_OutputKindAttr, "output kinds">>:$mutations,
    OptionalAttr<AnyAttr>:$value, OptionalAttr<StrAttr>:$node_name,
    TP_MetaProp:$metadata);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

#endif // TP_IR_TPNODEOPS_TD
