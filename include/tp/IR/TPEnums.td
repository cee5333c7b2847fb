//===- TPEnums.td - Enumerations of the tp dialect ---------*- tablegen -*-===//
//
// The enumerations that attributes and operations share. Numbers are those of
// the serialised schema where it has them.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TPENUMS_TD
#define TP_IR_TPENUMS_TD

include "mlir/IR/EnumAttr.td"

class TP_Enum<string name, string summary, list<EnumCase> cases>
    : I32Enum<name, summary, cases> {
  let cppNamespace = "::mlir::tp";
}
class TP_Case<string name, int value, string text = name>
    : I32EnumCase<name, value, text>;

def TP_ScalarType : TP_Enum<"ScalarType", "element type of a tensor", [
  TP_Case<"uint8", 1>, TP_Case<"int8", 2>, TP_Case<"int16", 3>,
  TP_Case<"int32", 4>, TP_Case<"int64", 5>, TP_Case<"float16", 6>,
  TP_Case<"float32", 7>, TP_Case<"float64", 8>, TP_Case<"complex32", 9>,
  TP_Case<"complex64", 10>, TP_Case<"complex128", 11>, TP_Case<"boolean", 12, "bool">,
  TP_Case<"bfloat16", 13>, TP_Case<"uint16", 28>, TP_Case<"float8_e4m3fn", 29>,
  TP_Case<"float8_e5m2", 30>, TP_Case<"float8_e4m3fnuz", 31>,
  TP_Case<"float8_e5m2fnuz", 32>, TP_Case<"float8_e8m0fnu", 33>,
  TP_Case<"uint32", 34>, TP_Case<"uint64", 35>]>;

def TP_Layout : TP_Enum<"Layout", "layout of a tensor", [
  TP_Case<"sparse_coo", 1>, TP_Case<"sparse_csr", 2>, TP_Case<"sparse_csc", 3>,
  TP_Case<"sparse_bsr", 4>, TP_Case<"sparse_bsc", 5>, TP_Case<"mkldnn", 6, "_mkldnn">,
  TP_Case<"strided", 7>]>;

def TP_MemoryFormat : TP_Enum<"MemoryFormat", "memory format", [
  TP_Case<"contiguous_format", 1>, TP_Case<"channels_last", 2>,
  TP_Case<"channels_last_3d", 3>, TP_Case<"preserve_format", 4>]>;

/// Members of the serialised argument union; `inferred`: the one that the value
/// itself implies.
def TP_ArgArm : TP_Enum<"ArgArm", "member of the argument union", [
  TP_Case<"inferred", 0>, TP_Case<"tensor", 1>, TP_Case<"tensors", 2>,
  TP_Case<"ints", 3>, TP_Case<"floats", 4>, TP_Case<"strings", 5>,
  TP_Case<"sym_int", 6>, TP_Case<"sym_ints", 7>, TP_Case<"bools", 8>,
  TP_Case<"sym_bool", 9>, TP_Case<"sym_bools", 10>, TP_Case<"optional_tensors", 11>,
  TP_Case<"custom_obj", 12>, TP_Case<"sym_float", 13>, TP_Case<"sym_floats", 14>,
  TP_Case<"optional_tensor", 15>, TP_Case<"nested_tensors", 16>,
  TP_Case<"int_lists", 17>, TP_Case<"float_lists", 18>, TP_Case<"token", 19>]>;

def TP_SymExprKind : TP_Enum<"SymExprKind", "kind of a symbolic expression", [
  TP_Case<"integer", 0>, TP_Case<"number", 1>, TP_Case<"symbol", 2>,
  TP_Case<"atom", 3>, TP_Case<"call", 4>]>;

def TP_StateKind : TP_Enum<"StateKind", "kind of a program's state", [
  TP_Case<"parameter", 0>, TP_Case<"buffer", 1>, TP_Case<"constant", 2>,
  TP_Case<"object", 3>]>;

def TP_InputKind : TP_Enum<"InputKind", "kind of an input", [
  TP_Case<"user", 0>, TP_Case<"parameter", 1>, TP_Case<"buffer", 2>,
  TP_Case<"constant", 3>, TP_Case<"object", 4>, TP_Case<"token", 5>,
  TP_Case<"specialized", 6>]>;

def TP_OutputKind : TP_Enum<"OutputKind", "kind of an output", [
  TP_Case<"user", 0>, TP_Case<"buffer", 1>, TP_Case<"parameter", 2>,
  TP_Case<"input", 3>, TP_Case<"loss", 4>, TP_Case<"gradient_parameter", 5>,
  TP_Case<"gradient_input", 6>, TP_Case<"token", 7>]>;

class TP_EnumParameter<string cppType> : AttrOrTypeParameter<cppType, ""> {
  let cppStorageType = cppType;
}
def TP_ScalarTypeParam : TP_EnumParameter<"ScalarType">;
def TP_LayoutParam : TP_EnumParameter<"Layout">;
def TP_MemoryFormatParam : TP_EnumParameter<"MemoryFormat">;
def TP_ArgArmParam : TP_EnumParameter<"ArgArm">;
def TP_SymExprKindParam : TP_EnumParameter<"SymExprKind">;
def TP_OutputKindParam : TP_EnumParameter<"OutputKind">;

#endif // TP_IR_TPENUMS_TD
