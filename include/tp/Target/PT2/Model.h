//===- Model.h - torch's export schema as plain structs ---------*- C++ -*-===//
//
// What a `models/*.json` entry of a `.pt2` archive holds, one struct for each
// dataclass of torch's schema (torch/_export/serde/schema.py), field for field.
// Names are the schema's in camel case; a deviation is noted where it stands:
//
//  * a union is a struct with a kind, its arm's value and accessors;
//  * a wrapper with the single field `name` (TensorArgument) is that name;
//  * a dictionary is a list of (key, value) in the order of the file.
//
// The structs are views. Strings and lists live in the document that the reader
// returns, are valid as long as it is, and are never freed one by one. Nothing
// here needs a destructor.
//
// The reader checks the shape of the document: kinds, types, ranges, required
// fields, no key twice. It does not check what the program means: that names
// are defined, that every tensor has metadata, that counts agree.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_PT2_MODEL_H
#define TP_TARGET_PT2_MODEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cassert>
#include <cstdint>
#include <optional>

namespace mlir::tp::pt2 {

using llvm::ArrayRef;
using llvm::StringRef;

struct Graph;
class Argument;

/// One entry of a dictionary.
template <typename T> struct KeyValue {
  StringRef key;
  T value;
};

/// A dictionary in the order of the file; no key stands in it twice.
template <typename T> using Dict = ArrayRef<KeyValue<T>>;

/// The value for `key` in a short dictionary, or null. Linear: build a map for
/// `Graph::tensorValues` and the like.
template <typename T> const T *lookup(Dict<T> dict, StringRef key) {
  for (const KeyValue<T> &entry : dict)
    if (entry.key == key)
      return &entry.value;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Enumerations. The numbers are the schema's.
//===----------------------------------------------------------------------===//

enum class ScalarType : uint8_t {
  Unknown = 0,
  Byte = 1,
  Char = 2,
  Short = 3,
  Int = 4,
  Long = 5,
  Half = 6,
  Float = 7,
  Double = 8,
  ComplexHalf = 9,
  ComplexFloat = 10,
  ComplexDouble = 11,
  Bool = 12,
  BFloat16 = 13,
  UInt16 = 28,
  Float8E4M3FN = 29,
  Float8E5M2 = 30,
  Float8E4M3FNUZ = 31,
  Float8E5M2FNUZ = 32,
  Float8E8M0FNU = 33,
  UInt32 = 34,
  UInt64 = 35,
};

enum class Layout : uint8_t {
  Unknown = 0,
  SparseCoo = 1,
  SparseCsr = 2,
  SparseCsc = 3,
  SparseBsr = 4,
  SparseBsc = 5,
  Mkldnn = 6,
  Strided = 7,
};

enum class MemoryFormat : uint8_t {
  Unknown = 0,
  Contiguous = 1,
  ChannelsLast = 2,
  ChannelsLast3d = 3,
  Preserve = 4,
};

/// How a node's input was written: by position or by name. `Absent` stands for
/// a null or missing field: the first minor versions of schema 8 have none.
enum class ArgumentKind : uint8_t {
  Unknown = 0,
  Positional = 1,
  Keyword = 2,
  Absent = 255,
};

//===----------------------------------------------------------------------===//
// Symbolic values
//===----------------------------------------------------------------------===//

/// The value that an expression had when the program was traced.
struct SymExprHint {
  enum class Kind : uint8_t { None, Int, Bool, Float };
  Kind kind = Kind::None; ///< None: the file holds null or no hint.
  union {
    int64_t asInt = 0;
    bool asBool;
    double asFloat;
  };
};

struct SymExpr {
  StringRef exprStr; ///< sympy's text, such as "2*s0 + 1".
  SymExprHint hint;
};

/// `SymInt` {as_expr | as_int}: the size of a dimension, or a value's own
/// meaning in `Graph::symIntValues`.
struct SymInt {
  const SymExpr *expr = nullptr; ///< Set for `as_expr`.
  int64_t value = 0;             ///< The number of `as_int`.
  bool isExpr() const { return expr; }
};

struct SymFloat {
  const SymExpr *expr = nullptr;
  double value = 0;
  bool isExpr() const { return expr; }
};

struct SymBool {
  const SymExpr *expr = nullptr;
  bool value = false;
  bool isExpr() const { return expr; }
};

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

struct Device {
  StringRef type; ///< "cpu", "cuda", "meta", ...
  std::optional<int32_t> index;
};

struct TensorMeta {
  ScalarType dtype = ScalarType::Unknown;
  Layout layout = Layout::Unknown;
  bool requiresGrad = false;
  Device device;
  ArrayRef<SymInt> sizes;
  ArrayRef<SymInt> strides;
  SymInt storageOffset;
};

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// `TensorArgument`: the tensor with this name in its graph.
struct TensorArgument {
  StringRef name;
};

/// `SymIntArgument` {as_name | as_int}. As SymFloatArgument and
/// SymBoolArgument: either the name of a symbolic value or a constant.
struct SymIntArgument {
  bool isName = false;
  StringRef name;
  int64_t value = 0;
};

struct SymFloatArgument {
  bool isName = false;
  StringRef name;
  double value = 0;
};

struct SymBoolArgument {
  bool isName = false;
  bool value = false;
  StringRef name;
};

/// `OptionalTensorArgument` {as_tensor | as_none}.
struct OptionalTensorArgument {
  bool isNone = true;
  StringRef name;
};

/// A subgraph of a higher-order operator.
struct GraphArgument {
  StringRef name;
  const Graph *graph = nullptr;
};

struct CustomObjArgument {
  StringRef name;
  StringRef classFqn;
};

struct ComplexValue {
  double real = 0;
  double imag = 0;
};

/// `Argument`: a tagged union of everything that an input or output can be.
/// An accessor may be called for its own kind only. The arm is kept as it
/// stood: `as_ints` and `as_sym_ints` with the same numbers are two kinds, and
/// an empty list has the kind that the file gave it.
class Argument {
public:
  /// In the order of the schema's declaration; `armName` gives the JSON key.
  enum class Kind : uint8_t {
    None,
    Tensor,
    Tensors,
    Int,
    Ints,
    Float,
    Floats,
    String,
    Strings,
    SymInt,
    SymInts,
    ScalarType,
    MemoryFormat,
    Layout,
    Device,
    Bool,
    Bools,
    SymBool,
    SymBools,
    Graph,
    OptionalTensors,
    CustomObj,
    Operator,
    SymFloat,
    SymFloats,
    OptionalTensor,
    Complex,
    NestedTensors,
    IntLists,
    StringToArgument,
    FloatLists,
  };
  static constexpr unsigned numKinds = unsigned(Kind::FloatLists) + 1;

  /// "as_none", "as_tensor", ...
  static StringRef armName(Kind kind);

  Kind kind() const { return tag; }
  bool is(Kind other) const { return tag == other; }
  StringRef armName() const { return armName(tag); }

  /// as_tensor: the tensor's name.
  StringRef asTensor() const { return text(Kind::Tensor); }
  ArrayRef<TensorArgument> asTensors() const {
    return list<TensorArgument>(Kind::Tensors);
  }
  int64_t asInt() const { return checked(Kind::Int).integer; }
  ArrayRef<int64_t> asInts() const { return list<int64_t>(Kind::Ints); }
  double asFloat() const { return checked(Kind::Float).real; }
  ArrayRef<double> asFloats() const { return list<double>(Kind::Floats); }
  StringRef asString() const { return text(Kind::String); }
  ArrayRef<StringRef> asStrings() const {
    return list<StringRef>(Kind::Strings);
  }
  SymIntArgument asSymInt() const {
    const Payload &value = checked(Kind::SymInt);
    SymIntArgument result;
    result.isName = flag;
    if (flag)
      result.name = value.string();
    else
      result.value = value.integer;
    return result;
  }
  ArrayRef<SymIntArgument> asSymInts() const {
    return list<SymIntArgument>(Kind::SymInts);
  }
  pt2::ScalarType asScalarType() const {
    return pt2::ScalarType(checked(Kind::ScalarType).integer);
  }
  pt2::MemoryFormat asMemoryFormat() const {
    return pt2::MemoryFormat(checked(Kind::MemoryFormat).integer);
  }
  pt2::Layout asLayout() const {
    return pt2::Layout(checked(Kind::Layout).integer);
  }
  pt2::Device asDevice() const {
    pt2::Device result;
    result.type = text(Kind::Device);
    if (flag)
      result.index = extra;
    return result;
  }
  bool asBool() const { return checked(Kind::Bool).integer; }
  ArrayRef<bool> asBools() const { return list<bool>(Kind::Bools); }
  SymBoolArgument asSymBool() const {
    const Payload &value = checked(Kind::SymBool);
    SymBoolArgument result;
    result.isName = flag;
    if (flag)
      result.name = value.string();
    else
      result.value = value.integer;
    return result;
  }
  ArrayRef<SymBoolArgument> asSymBools() const {
    return list<SymBoolArgument>(Kind::SymBools);
  }
  const GraphArgument &asGraph() const {
    return *static_cast<const GraphArgument *>(checked(Kind::Graph).pointer);
  }
  ArrayRef<OptionalTensorArgument> asOptionalTensors() const {
    return list<OptionalTensorArgument>(Kind::OptionalTensors);
  }
  const CustomObjArgument &asCustomObj() const {
    return *static_cast<const CustomObjArgument *>(
        checked(Kind::CustomObj).pointer);
  }
  /// as_operator: "torch.ops.aten.add.Tensor", "_operator.add", ...
  StringRef asOperator() const { return text(Kind::Operator); }
  SymFloatArgument asSymFloat() const {
    const Payload &value = checked(Kind::SymFloat);
    SymFloatArgument result;
    result.isName = flag;
    if (flag)
      result.name = value.string();
    else
      result.value = value.real;
    return result;
  }
  ArrayRef<SymFloatArgument> asSymFloats() const {
    return list<SymFloatArgument>(Kind::SymFloats);
  }
  OptionalTensorArgument asOptionalTensor() const {
    const Payload &value = checked(Kind::OptionalTensor);
    OptionalTensorArgument result;
    result.isNone = !flag;
    if (flag)
      result.name = value.string();
    return result;
  }
  ComplexValue asComplex() const { return checked(Kind::Complex).complex; }
  ArrayRef<ArrayRef<TensorArgument>> asNestedTensors() const {
    return list<ArrayRef<TensorArgument>>(Kind::NestedTensors);
  }
  ArrayRef<ArrayRef<int64_t>> asIntLists() const {
    return list<ArrayRef<int64_t>>(Kind::IntLists);
  }
  Dict<Argument> asStringToArgument() const;
  ArrayRef<ArrayRef<double>> asFloatLists() const {
    return list<ArrayRef<double>>(Kind::FloatLists);
  }

  // Building one. The value must outlive the argument.
  Argument() { payload.integer = 1; }
  static Argument fromInt(Kind kind, int64_t value) {
    Argument result(kind);
    result.payload.integer = value;
    return result;
  }
  static Argument fromFloat(Kind kind, double value) {
    Argument result(kind);
    result.payload.real = value;
    return result;
  }
  static Argument fromString(Kind kind, StringRef value) {
    Argument result(kind);
    result.payload.list = {value.data(), value.size()};
    return result;
  }
  /// A named arm of SymInt, SymFloat, SymBool, OptionalTensor.
  static Argument fromName(Kind kind, StringRef value) {
    Argument result = fromString(kind, value);
    result.flag = true;
    return result;
  }
  static Argument fromDevice(const pt2::Device &device) {
    Argument result = fromString(Kind::Device, device.type);
    result.flag = device.index.has_value();
    result.extra = device.index.value_or(0);
    return result;
  }
  static Argument fromComplex(ComplexValue value) {
    Argument result(Kind::Complex);
    result.payload.complex = value;
    return result;
  }
  template <typename T> static Argument fromList(Kind kind, ArrayRef<T> value) {
    Argument result(kind);
    result.payload.list = {value.data(), value.size()};
    return result;
  }
  static Argument fromPointer(Kind kind, const void *value) {
    Argument result(kind);
    result.payload.pointer = value;
    return result;
  }

private:
  struct Span {
    const void *data;
    size_t size;
  };
  union Payload {
    int64_t integer;
    double real;
    const void *pointer;
    ComplexValue complex;
    Span list;
    Payload() : list{nullptr, 0} {}
    StringRef string() const {
      return StringRef(static_cast<const char *>(list.data), list.size);
    }
  };

  explicit Argument(Kind kind) : tag(kind) {}
  const Payload &checked(Kind kind) const {
    assert(tag == kind && "accessor of another kind of argument");
    return payload;
  }
  StringRef text(Kind kind) const { return checked(kind).string(); }
  template <typename T> ArrayRef<T> list(Kind kind) const {
    const Span &span = checked(kind).list;
    return ArrayRef<T>(static_cast<const T *>(span.data), span.size);
  }

  Kind tag = Kind::None;
  /// Which arm of an inner union it is: set for the named one.
  bool flag = false;
  /// A device's index.
  int32_t extra = 0;
  Payload payload;
};
static_assert(sizeof(Argument) <= 32, "arguments are most of a program");

inline Dict<Argument> Argument::asStringToArgument() const {
  return list<KeyValue<Argument>>(Kind::StringToArgument);
}

struct NamedArgument {
  /// The parameter's name in the operator's schema; empty for a positional
  /// argument of a higher-order operator.
  StringRef name;
  Argument arg;
  ArgumentKind kind = ArgumentKind::Absent;
};

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

/// Keys of metadata.
namespace metadata {
inline constexpr StringRef moduleStack = "nn_module_stack";
inline constexpr StringRef sourceStack = "source_fn_stack";
/// What our writer puts ahead of a key whose value torch's reader refuses,
/// though torch may have written it: torch passes over keys that it does not
/// know.
inline constexpr StringRef ours = "tp.";
} // namespace metadata

struct Node {
  /// "torch.ops.aten.add.Tensor", "_operator.add",
  /// "torch.ops.higher_order.cond"
  StringRef target;
  ArrayRef<NamedArgument> inputs;
  ArrayRef<Argument> outputs;
  /// "stack_trace", "nn_module_stack", "source_fn_stack", "torch_fn", ...
  Dict<StringRef> metadata;
  std::optional<bool> isHopSingleTensorReturn;
  /// The node's name in the FX graph; early minor versions of
  /// schema 8 have none.
  std::optional<StringRef> name;
};

struct Graph {
  ArrayRef<Argument> inputs;
  ArrayRef<Argument> outputs;
  ArrayRef<Node> nodes;
  Dict<TensorMeta> tensorValues;
  Dict<SymInt> symIntValues;
  Dict<SymBool> symBoolValues;
  Dict<SymFloat> symFloatValues;
  Dict<CustomObjArgument> customObjValues;
  /// A subgraph whose single tensor is returned as itself, not in a tuple.
  bool isSingleTensorReturn = false;
};

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

/// `ConstantValue`: the value of an input that is not a tensor.
struct ConstantValue {
  enum class Kind : uint8_t { None, Int, Float, String, Bool };
  Kind kind = Kind::None;
  bool asBool = false;
  int64_t asInt = 0;
  double asFloat = 0;
  StringRef asString;
};

/// `InputSpec`: what the graph's input at the same index is. All arms in one
/// struct; which fields an arm uses is noted.
struct InputSpec {
  enum class Kind : uint8_t {
    UserInput,      ///< arg
    Parameter,      ///< name, target
    Buffer,         ///< name, target, persistent
    TensorConstant, ///< name, target
    CustomObj,      ///< name, target, classFqn
    Token,          ///< name
    ConstantInput,  ///< name, value
  };
  Kind kind = Kind::UserInput;
  bool persistent = false;
  /// user_input: what the user passes.
  Argument arg;
  /// The graph input's name (`arg.name` of the other arms).
  StringRef name;
  /// `parameter_name`, `buffer_name`, `tensor_constant_name` or
  /// `custom_obj_name`: the key in the weights or the constants.
  StringRef target;
  StringRef classFqn;
  ConstantValue value;
};

/// `OutputSpec`: what the graph's output at the same index is.
struct OutputSpec {
  enum class Kind : uint8_t {
    UserOutput,          ///< arg
    LossOutput,          ///< name
    BufferMutation,      ///< name, target (buffer_name)
    GradientToParameter, ///< name, target (parameter_name)
    GradientToUserInput, ///< name, target (user_input_name)
    UserInputMutation,   ///< name, target (user_input_name)
    Token,               ///< name
    ParameterMutation,   ///< name, target (parameter_name)
  };
  Kind kind = Kind::UserOutput;
  Argument arg;
  StringRef name;
  StringRef target;
};

struct GraphSignature {
  ArrayRef<InputSpec> inputSpecs;
  ArrayRef<OutputSpec> outputSpecs;
};

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

struct ModuleCallSignature {
  ArrayRef<Argument> inputs;
  ArrayRef<Argument> outputs;
  StringRef inSpec;  ///< A pytree specification, itself JSON text.
  StringRef outSpec; ///< Likewise.
  std::optional<ArrayRef<StringRef>> forwardArgNames;
};

struct ModuleCallEntry {
  StringRef fqn;
  const ModuleCallSignature *signature = nullptr; ///< Null if null or absent.
};

struct GraphModule {
  Graph graph;
  GraphSignature signature;
  ArrayRef<ModuleCallEntry> moduleCallGraph;
  Dict<StringRef> metadata;
  /// `NamedTupleDef.field_names` by the type's name.
  Dict<ArrayRef<StringRef>> treespecNamedtupleFields;
};

struct RangeConstraint {
  std::optional<int64_t> minVal; ///< Absent: unbounded.
  std::optional<int64_t> maxVal;
};

struct SchemaVersion {
  int64_t major = 0;
  int64_t minor = 0;
};

struct ExportedProgram {
  GraphModule graphModule;
  Dict<int64_t> opsetVersion;
  Dict<RangeConstraint> rangeConstraints;
  SchemaVersion schemaVersion;
  ArrayRef<StringRef> verifiers;
  StringRef torchVersion = "<=2.4"; ///< The schema's default.
  ArrayRef<StringRef> guardsCode;
  /// The single dialect that schemas before 8 name in place of `verifiers`.
  std::optional<StringRef> dialect;
};

//===----------------------------------------------------------------------===//
// Weights and constants
//===----------------------------------------------------------------------===//

/// Where one parameter, buffer, constant or custom object is kept.
struct PayloadMeta {
  StringRef pathName; ///< An entry's name below its folder: "weight_0".
  bool isParam = false;
  /// The entry is a pickle: a tensor subclass or a custom object.
  bool usePickle = false;
  const TensorMeta *tensorMeta = nullptr; ///< Null for custom objects.
};

struct PayloadConfig {
  Dict<PayloadMeta> config; ///< By fully qualified name.
};

//===----------------------------------------------------------------------===//
// What the schema does not know
//===----------------------------------------------------------------------===//

/// A field that the reader does not know: one of a newer minor version. Kept
/// to be written back.
struct UnknownField {
  StringRef objectPath; ///< The object that it stands in: "$.graph_module".
  StringRef key;
  StringRef rawJson; ///< Its value as it stands; valid JSON.
};

} // namespace mlir::tp::pt2

#endif // TP_TARGET_PT2_MODEL_H
