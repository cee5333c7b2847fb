//===- TPTypes.td - Types of the tp dialect ----------------*- tablegen -*-===//
//
// Types of values that are not tensors.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPTYPES_TD
#define TP_IR_TPTYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "tp/IR/TPDialect.td"

class TP_Type<string name, string typeMnemonic> : TypeDef<TP_Dialect, name> {
  let mnemonic = typeMnemonic;
}

class TP_SymbolicType<string name, string typeMnemonic, string what>
    : TP_Type<name, typeMnemonic> {
  let summary = "a " # what # " that may be an expression over symbols";
  let parameters = (ins OptionalParameter<"SymExprAttr">:$expr);
  let hasCustomAssemblyFormat = 1;
  let description = "A Python " # what # " whose value is `expr` where that is "
    "known. Example: `!tp." # typeMnemonic # "<2*s0>`.";
}

def TP_IntType : TP_SymbolicType<"Int", "int", "integer">;
def TP_FloatType : TP_SymbolicType<"Float", "float", "number">;
def TP_BoolType : TP_SymbolicType<"Bool", "bool", "truth value">;

def TP_StrType : TP_Type<"Str", "str"> {
  let summary = "a string";
  let description = [{ A Python string. }];
}
def TP_NoneType : TP_Type<"None", "none"> {
  let summary = "None";
  let description = [{ The type of an input that was None in the examples. }];
}
def TP_TokenType : TP_Type<"Token", "token"> {
  let summary = "an effect token";
  let description = [{ Orders operators with effects in a functional graph. }];
}
def TP_AnyType : TP_Type<"Any", "any"> {
  let summary = "a value of unknown type";
  let description = [{
    The type of values of untyped graphs, such as symbolic traces hold.
  }];
}

class TP_ContainerType<string name, string typeMnemonic> : TP_Type<name, typeMnemonic> {
  let parameters = (ins OptionalArrayRefParameter<"::mlir::Type">:$elements);
  let assemblyFormat = "(`<` $elements^ `>`)?";
}
def TP_ListType : TP_ContainerType<"List", "list"> {
  let summary = "a list";
  let description = [{ One type per element. Example: `!tp.list<tensor<2xf32>, i64>`. }];
}
def TP_TupleType : TP_ContainerType<"Tuple", "tuple"> {
  let summary = "a tuple";
  let description = [{ One type per element. Example: `!tp.tuple<i64, f64>`. }];
}
def TP_DictType : TP_Type<"Dict", "dict"> {
  let summary = "a dictionary with known keys";
  let parameters = (ins OptionalArrayRefParameter<"::mlir::StringAttr">:$keys,
                    OptionalArrayRefParameter<"::mlir::Type">:$elements);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let description = [{ Example: `!tp.dict<"a": i64, "b": tensor<2xf32>>`. }];
}
def TP_ObjectType : TP_Type<"Object", "object"> {
  let summary = "an object of a class that is opaque here";
  let parameters = (ins "::mlir::StringAttr":$className);
  let assemblyFormat = "`<` $className `>`";
  let description = [{
    Example: `!tp.object<"__torch__.torch.classes.my.Packed">`.
  }];
}

#endif // TP_IR_TPTYPES_TD
