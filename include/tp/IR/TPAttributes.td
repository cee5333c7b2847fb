//===- TPAttributes.td - Attributes of the tp dialect ------*- tablegen -*-===//
//
// Argument literals, symbolic sizes, blobs and the records of a program.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPATTRIBUTES_TD
#define TP_IR_TPATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/TensorEncoding.td"
include "tp/IR/TPDialect.td"
include "tp/IR/TPEnums.td"

class TP_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<TP_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

/// An attribute that prints as the argument expression it is, in angle
/// brackets: `#tp.dtype<float32>`, `#tp.list<[1, 2]>`.
class TP_ArgAttr<string name, string attrMnemonic>
    : TP_Attr<name, attrMnemonic> {
  let hasCustomAssemblyFormat = 1;
}

//===----------------------------------------------------------------------===//
// Argument literals
//===----------------------------------------------------------------------===//

def TP_OperandAttr : TP_Attr<"Operand", "operand"> {
  let summary = "the place of an operand inside an argument";
  let description = [{
    Stands inside `#tp.args`, lists, tuples, dicts and slices where an operand
    of the operation goes. Operands fill these places from left to right, so no
    index is stored. Written `?` inside an attribute and `%value` inside an
    operation.
  }];
}

def TP_NoneAttr : TP_Attr<"None", "none"> {
  let summary = "Python's None";
  let description = [{ Written `None` in an argument list. }];
}

def TP_EllipsisAttr : TP_Attr<"Ellipsis", "ellipsis"> {
  let summary = "Python's Ellipsis";
  let description = [{ Written `...` in an argument list. }];
}

def TP_ComplexAttr : TP_ArgAttr<"Complex", "complex"> {
  let summary = "a complex literal";
  let parameters = (ins "::mlir::FloatAttr":$real, "::mlir::FloatAttr":$imag);
  let description = [{ Both parts are `f64`. Example: `complex(1.0, 2.0)`. }];
}

def TP_DTypeAttr : TP_ArgAttr<"DType", "dtype"> {
  let summary = "a tensor element type as an argument";
  let parameters = (ins TP_ScalarTypeParam:$value);
  let description = [{
    Named as `torch` names it, without the module. Example: `dtype = float32`.
  }];
}

def TP_DeviceAttr : TP_ArgAttr<"Device", "device"> {
  let summary = "a device";
  let parameters = (ins "::mlir::StringAttr":$kind,
                    DefaultValuedParameter<"int64_t", "-1">:$index);
  let description = [{
    `index` is -1 where no index was given. Examples: `device("cpu")`,
    `device("cuda", 1)`.
  }];
}

def TP_LayoutAttr : TP_ArgAttr<"Layout", "layout"> {
  let summary = "a tensor layout";
  let parameters = (ins TP_LayoutParam:$value);
  let description = [{ Example: `layout = strided`. }];
}

def TP_MemoryFormatAttr : TP_ArgAttr<"MemoryFormat", "memory_format"> {
  let summary = "a memory format";
  let parameters = (ins TP_MemoryFormatParam:$value);
  let description = [{ Example: `memory_format = channels_last`. }];
}

def TP_OperatorAttr : TP_ArgAttr<"Operator", "operator"> {
  let summary = "an operator given as an argument";
  let parameters = (ins "::mlir::StringAttr":$target);
  let description = [{ Example: `operator("aten.sin.default")`. }];
}

def TP_FunctionAttr : TP_ArgAttr<"Function", "function"> {
  let summary = "a Python function or class given as an argument, by its path";
  let parameters = (ins "::mlir::StringAttr":$path);
  let description = [{ Example: `function("builtins.int")`. }];
}

def TP_SliceAttr : TP_ArgAttr<"Slice", "slice"> {
  let summary = "a Python slice";
  let parameters = (ins "::mlir::Attribute":$start, "::mlir::Attribute":$stop,
                    "::mlir::Attribute":$step);
  let description = [{
    Each part is a literal or an operand's place. Example:
    `slice(None, %n, None)`.
  }];
}

def TP_ListAttr : TP_ArgAttr<"List", "list"> {
  let summary = "a list argument";
  let parameters = (ins OptionalArrayRefParameter<"::mlir::Attribute">:$elements,
                    TP_ArgArmParam:$arm);
  let builders = [AttrBuilder<(ins "::llvm::ArrayRef<::mlir::Attribute>":$elements), [{
    return $_get($_ctxt, elements, ArgArm::inferred);
  }]>];
  let description = [{
    `arm` names the member of the serialised argument union where the elements
    do not tell it: `sym_ints[1, 2]` is a list that was written as symbolic
    integers although both are constants, `tensors[]` an empty list of tensors.
    Plain brackets mean the arm that the elements imply.
  }];
}

def TP_TupleAttr : TP_ArgAttr<"Tuple", "tuple"> {
  let summary = "a tuple argument";
  let parameters = (ins OptionalArrayRefParameter<"::mlir::Attribute">:$elements);
  let description = [{ Example: `(%a, 1, None)`; one element: `(%a,)`. }];
}

def TP_DictAttr : TP_ArgAttr<"Dict", "dict"> {
  let summary = "a dictionary argument, in its own order";
  let parameters = (ins OptionalArrayRefParameter<"::mlir::Attribute">:$keys,
                    OptionalArrayRefParameter<"::mlir::Attribute">:$values);
  let genVerifyDecl = 1;
  let description = [{
    Keys are literals; a builtin dictionary attribute would sort them. Example:
    `{"b": %x, "a": 1}`.
  }];
}

def TP_ArmAttr : TP_ArgAttr<"Arm", "arm"> {
  let summary = "a value in an arm of the argument union that it does not imply";
  let parameters = (ins TP_ArgArmParam:$arm, "::mlir::Attribute":$value);
  let description = [{
    `sym_int(3)` is a constant serialised as a symbolic integer,
    `optional_tensor(%x)` a tensor serialised as an optional one. Passes look
    through it; only the writer needs it.
  }];
}

def TP_ArgsAttr : TP_ArgAttr<"Args", "args"> {
  let summary = "the arguments of a call";
  let parameters = (ins OptionalArrayRefParameter<"::mlir::Attribute">:$positional,
                    OptionalArrayRefParameter<"::mlir::StringAttr">:$keywords,
                    OptionalArrayRefParameter<"::mlir::Attribute">:$keywordValues);
  let genVerifyDecl = 1;
  let description = [{
    Positional arguments, then keyword arguments in the order of the call. A
    call whose arguments are all positional operands carries none. Example:
    `#tp.args<(?, [1], True, dtype = float32)>`.
  }];
}

def TP_NameRefAttr : TP_ArgAttr<"NameRef", "ref"> {
  let summary = "a value of the graph, by name, outside of the graph";
  let parameters = (ins "::mlir::StringAttr":$name, TP_ArgArmParam:$arm,
                    OptionalParameter<"::mlir::StringAttr">:$className);
  let description = [{
    Records such as module-call signatures name values without using them.
    Example: `ref("add_1", tensor)`.
  }];
}

def TP_OutputKindAttr : TP_ArgAttr<"OutputKind", "output_kind"> {
  let summary = "an operand of the output that is not a plain user output";
  let parameters = (ins TP_OutputKindParam:$kind,
                    OptionalParameter<"::mlir::StringAttr">:$target);
  let description = [{
    Like `#tp.operand`, the place of an operand, with what the value means to
    the caller. `target` is the path of the state, or the name of the user
    input. Example: `%add -> buffer @"sub.n"`.
  }];
}

//===----------------------------------------------------------------------===//
// Symbolic sizes
//===----------------------------------------------------------------------===//

def TP_SymExprAttr : TP_Attr<"SymExpr", "expr"> {
  let summary = "an expression over symbolic sizes";
  let parameters = (ins TP_SymExprKindParam:$kind,
                    OptionalParameter<"::mlir::StringAttr">:$name,
                    DefaultValuedParameter<"int64_t", "0">:$value,
                    OptionalArrayRefParameter<"SymExprAttr">:$args);
  let hasCustomAssemblyFormat = 1;
  let description = [{
    A tree with the functions, and in the order, in which the program states
    it, so that it can be written back as it stood:

    | kind    | fields                                        | written      |
    | ------- | --------------------------------------------- | ------------ |
    | integer | `value`                                       | `3`          |
    | number  | `name`: the digits, `value`: binary precision | `0.5`        |
    | symbol  | `name`                                        | `s0`         |
    | atom    | `name`: a sympy constant (`oo`, `true`)       | `atom(oo)`   |
    | call    | `name`: a sympy function, `args`              | `Max(1, s0)` |

    `Add` and `Mul` are written infix. Example: `#tp.expr<2*s0 + 1>`.
  }];
  let extraClassDeclaration = [{
    static SymExprAttr getInteger(::mlir::MLIRContext *context, int64_t value);
    static SymExprAttr getSymbol(::mlir::MLIRContext *context,
                                 ::llvm::StringRef name);
    static SymExprAttr getAtom(::mlir::MLIRContext *context,
                               ::llvm::StringRef name);
    static SymExprAttr getCall(::mlir::MLIRContext *context,
                               ::llvm::StringRef name,
                               ::llvm::ArrayRef<SymExprAttr> args);
    bool isInteger() const { return getKind() == SymExprKind::integer; }
    bool isSymbol() const { return getKind() == SymExprKind::symbol; }
    bool isCall(::llvm::StringRef name) const {
      return getKind() == SymExprKind::call && getName().getValue() == name;
    }
  }];
}

def TP_ShapeAttr : TP_Attr<"Shape", "shape",
    [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "symbolic sizes, strides and device of a tensor";
  let parameters = (ins OptionalArrayRefParameter<"SymExprAttr">:$sizes,
                    OptionalArrayRefParameter<"SymExprAttr">:$strides,
                    OptionalParameter<"SymExprAttr">:$storageOffset,
                    OptionalParameter<"DeviceAttr">:$device,
                    TP_LayoutParam:$layout,
                    DefaultValuedParameter<"bool", "false">:$requiresGrad);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let description = [{
    The encoding of a tensor type that a plain one cannot say. `sizes` has one
    expression per dimension, in elements. `strides`, in elements too, is empty
    where they are those of a contiguous tensor. A missing `storageOffset` is 0,
    a missing `device` the CPU, and the layout strided unless said. A tensor
    that needs none of these has no encoding. Examples:

    ```mlir
    tensor<?x3xf32, #tp.shape<[b, 3]>>
    tensor<4x3xf32, #tp.shape<[4, 3], strides = [1, 4], device = device("cuda", 0)>>
    ```
  }];
}

def TP_DimAttr : TP_Attr<"Dim", "dim"> {
  let summary = "a symbolic dimension of a program, with its range";
  let parameters = (ins "SymExprAttr":$expr,
                    OptionalParameter<"::mlir::IntegerAttr">:$min,
                    OptionalParameter<"::mlir::IntegerAttr">:$max,
                    DefaultValuedParameter<"bool", "false">:$hasRange,
                    OptionalParameter<"::mlir::Attribute">:$hint,
                    OptionalParameter<"::mlir::StringAttr">:$assumptions);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let description = [{
    `expr` is a symbol, or an expression that has a range of its own. A missing
    bound is written `?`. `hint` is the symbol's value in the example inputs.
    `assumptions` are sympy's, as written in the program, where they are not
    `positive=True, integer=True`. Examples: `b in [1, 64] hint 5`,
    `16*s76 in [16, 128]`, `u0 in [0, ?] assume "integer=True"`.
  }];
  let extraClassDeclaration = [{
    /// The text without the brackets.
    static ::mlir::FailureOr<DimAttr> parseBare(::mlir::AsmParser &parser);
    void printBare(::mlir::AsmPrinter &printer) const;
  }];
}

def TP_HintAttr : TP_Attr<"Hint", "hint"> {
  let summary = "the example value of an expression that its symbols do not give";
  let parameters = (ins "SymExprAttr":$expr, "::mlir::Attribute":$value);
  let hasCustomAssemblyFormat = 1;
  let description = [{
    The hint of an expression follows from the hints of its symbols; this
    records one that does not, None where it has none at all. Example:
    `#tp.hint<2*s0 = 7>`.
  }];
}

//===----------------------------------------------------------------------===//
// State and records
//===----------------------------------------------------------------------===//

def TP_BlobAttr : TP_Attr<"Blob", "blob"> {
  let summary = "bytes of an archive";
  let parameters = (ins "::mlir::FlatSymbolRefAttr":$archive,
                    "::mlir::StringAttr":$entry,
                    DefaultValuedParameter<"int64_t", "0">:$offset,
                    DefaultValuedParameter<"int64_t", "-1">:$size,
                    DefaultValuedParameter<"bool", "false">:$pickled);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let description = [{
    A *storage*: the bytes from `offset` on, `size` of them (-1: to the end of
    the entry), of an entry of a `tp.archive`. The tensor that uses it has its
    strides and storage offset in its type, so tensors that share a storage keep
    sharing it. A pickled entry is carried as bytes and never interpreted.
    In a .safetensors file the entry is the key of a tensor in its header, whose
    bytes are the storage; `offset` counts from their start.
    Example: `#tp.blob<@m, "data/weights/weight_0", offset = 64, size = 48>`.
  }];
}

def TP_MetaAttr : TP_Attr<"Meta", "meta"> {
  let summary = "the metadata of a node";
  let parameters = (ins OptionalArrayRefParameter<"::mlir::StringAttr">:$keys,
                    OptionalArrayRefParameter<"::mlir::StringAttr">:$values);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let description = [{
    Raw strings in their order: the stack trace, the module stack, what the
    exporter wrote besides. Nodes with the same metadata share one attribute.
  }];
  let extraClassDeclaration = [{
    /// The value of `key`, or null.
    ::mlir::StringAttr lookup(::llvm::StringRef key) const;
  }];
}

def TP_TreeSpecAttr : TP_Attr<"TreeSpec", "treespec"> {
  let summary = "the nesting of inputs or outputs";
  let parameters = (ins "::mlir::StringAttr":$json);
  let assemblyFormat = "`<` $json `>`";
  let genVerifyDecl = 1;
  let description = [{
    A pytree specification in the exporter's JSON notation, kept as it stood:
    contexts of registered containers are free text there.
  }];
}

def TP_ModuleCallAttr : TP_Attr<"ModuleCall", "module_call"> {
  let summary = "an entry of the module call graph";
  let parameters = (ins "::mlir::StringAttr":$fqn,
                    DefaultValuedParameter<"bool", "false">:$hasSignature,
                    OptionalArrayRefParameter<"::mlir::Attribute">:$inputs,
                    OptionalArrayRefParameter<"::mlir::Attribute">:$outputs,
                    OptionalParameter<"TreeSpecAttr">:$inSpec,
                    OptionalParameter<"TreeSpecAttr">:$outSpec,
                    OptionalParameter<"::mlir::ArrayAttr">:$forwardArgNames);
  let hasCustomAssemblyFormat = 1;
  let description = [{
    Which values entered and left a module call, and their nesting. The entry
    with the empty path is the program itself. Values are named
    (`ref("x", tensor)`) or constants. An entry whose signature was not asked
    for has only its path.
  }];
}

#endif // TP_IR_TPATTRIBUTES_TD
