//===- TPProgramOps.td - Programs and what they declare ----*- tablegen -*-===//
//
// Archives, programs, subgraphs, state, guards, operator schemas.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPPROGRAMOPS_TD
#define TP_IR_TPPROGRAMOPS_TD

include "tp/IR/TPOpBase.td"

def TP_ArchiveOp : TP_Op<"archive", [Symbol]> {
  let summary = "a file that holds the bytes of a program's state";
  let description = [{
    Names an archive once for all the blobs in it. A path that is not absolute
    is relative to the file that names it. `fingerprint` identifies the file's content at import,
    so that a file that changed underneath is noticed. `tp.files` names entries
    that belong to no program and are passed on when it is written. Example:

    ```mlir
    tp.archive @m "m.pt2"
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, StrAttr:$path,
                   OptionalAttr<StrAttr>:$fingerprint);
  let assemblyFormat = "$sym_name $path (`fingerprint` $fingerprint^)? attr-dict";
  let hasVerifier = 1;
}

def TP_ProgramOp : TP_Op<"program", [IsolatedFromAbove, Symbol, SymbolTable,
    SingleBlock]> {
  let summary = "an exported program";
  let description = [{
    Holds the program's state and subgraphs, as symbols, and its graph: the
    placeholders, the nodes, and `tp.output` last. `dims` lists the symbols of
    its shapes with their ranges. A program that is `functional` writes nothing:
    its updates of state and inputs are outputs. Example:

    ```mlir
    tp.program @forward dims(b in [1, 64] hint 5) functional {
      %x = tp.placeholder "x" : tensor<?xf32, #tp.shape<[b]>>
      tp.output (%x,) : tensor<?xf32, #tp.shape<[b]>>
    }
    ```

    The remaining attributes are the program's records: the nesting of its
    inputs and outputs and of its module calls (`module_calls`), versions, and
    `extra`, JSON fields that this version does not know, by their path.
    `tp.sample_inputs` is the blob of the pickled example inputs, and
    `tp.values` has the types of values that no node makes.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
    OptionalAttr<TypedArrayAttrBase<TP_DimAttr, "dimensions">>:$dims,
    UnitAttr:$functional,
    OptionalAttr<TypedArrayAttrBase<TP_ModuleCallAttr, "module calls">>:$module_calls,
    OptionalAttr<TypedArrayAttrBase<TP_HintAttr, "hints">>:$hints,
    OptionalAttr<TP_MetaAttr>:$opset_version,
    OptionalAttr<StrAttr>:$schema_version,
    OptionalAttr<StrAttr>:$torch_version,
    OptionalAttr<StrArrayAttr>:$verifiers,
    OptionalAttr<TP_MetaAttr>:$graph_metadata,
    OptionalAttr<DictionaryAttr>:$namedtuple_fields,
    OptionalAttr<TP_MetaAttr>:$extra);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The operation that ends the program, null in a program that is malformed.
    OutputOp getOutput();
  }];
}

def TP_GraphOp : TP_Op<"graph", [IsolatedFromAbove, Symbol, SymbolTable,
    SingleBlock]> {
  let summary = "a subgraph that higher-order operators and module calls name";
  let description = [{
    A graph of its own: placeholders, nodes, `tp.output`. It is a symbol of the
    program or graph whose nodes refer to it. `original_name` is the name in the
    source where two graphs of one program had the same. `path` is the module's
    path for the child of a `call_module`. `single_tensor_return`: the
    graph returns its only value itself, not in a tuple. Example:

    ```mlir
    tp.graph @true_graph_0 {
      %x = tp.placeholder "x" : tensor<2xf32>
      %sin = tp.call_function "aten.sin.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
      tp.output (%sin,) : tensor<2xf32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
    OptionalAttr<StrAttr>:$original_name, OptionalAttr<StrAttr>:$path,
    UnitAttr:$single_tensor_return, OptionalAttr<TP_MetaAttr>:$extra);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    OutputOp getOutput();
  }];
}

def TP_StateOp : TP_Op<"state", [Symbol]> {
  let summary = "a parameter, buffer, constant or object of a program";
  let description = [{
    Declares state, in the order in which it is lifted. The symbol is the path
    in the module. `value` is a `#tp.blob`, a resource or elements; without it
    the program was exported without data. A buffer that is not saved with the
    module's state has `persistent = false`; a parameter that takes no gradient
    has `requires_grad = false`. Examples:

    ```mlir
    tp.state parameter @"sub.w" : tensor<4x3xf32> = #tp.blob<@m, "data/weights/weight_0">
    tp.state buffer @n : tensor<4xf32> {persistent = false}
    ```
  }];
  let arguments = (ins TP_StateKindAttr:$kind, SymbolNameAttr:$sym_name,
    TypeAttr:$type, OptionalAttr<AnyAttr>:$value,
    OptionalAttr<BoolAttr>:$persistent, OptionalAttr<BoolAttr>:$requires_grad);
  let extraClassDeclaration = [{
    /// The kind of the input that stands for lifted state.
    ::mlir::tp::InputKind getInputKind();
    /// The name that exporters give that input: `p_sub_w`. It is not unique.
    std::string getInputName();
  }];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def TP_GuardOp : TP_Op<"guard"> {
  let summary = "a condition on the inputs that the exporter recorded";
  let description = [{
    A Python expression over the inputs, `L['x'].size()[0] % 2 == 0`, part of
    the program's contract. It stands after the placeholders. Example:

    ```mlir
    tp.guard "L['x'].size()[0] != 1"
    ```
  }];
  let arguments = (ins StrAttr:$code);
  let assemblyFormat = "$code attr-dict";
  let hasVerifier = 1;
}

def TP_SchemaOp : TP_Op<"schema"> {
  let summary = "the schema of an operator of the user's own";
  let description = [{
    Declares argument names, defaults, aliasing and mutation of an operator that
    the built-in registry does not hold, in PyTorch's notation. Example:

    ```mlir
    tp.schema "mylib::op(Tensor x, Tensor(a!) y) -> Tensor"
    ```
  }];
  let arguments = (ins StrAttr:$schema);
  let assemblyFormat = "$schema attr-dict";
  let hasVerifier = 1;
}

#endif // TP_IR_TPPROGRAMOPS_TD
