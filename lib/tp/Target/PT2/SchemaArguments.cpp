//===- SchemaArguments.cpp - Symbols, tensors and arguments ---------------===//
//
// The parts of the schema that values are described with.
//
//===----------------------------------------------------------------------===//

#include "SchemaNames.h"
#include "SchemaReader.h"
#include "llvm/Support/ErrorHandling.h"
#include <limits>

using namespace mlir::tp::pt2;
using llvm::Twine;

using Value = ondemand::value;

//===----------------------------------------------------------------------===//
// Symbols and tensors
//===----------------------------------------------------------------------===//

bool SchemaReader::symExpr(Value value, const SymExpr *&out) {
  static constexpr FieldSpec specs[] = {{"expr_str"}, {"hint", false}};
  SymExpr expr;
  bool ok = fields(value, specs, [&](size_t index, Value v) {
    if (index == 0)
      return string(v, expr.exprStr);
    bool isNull = false;
    if (!null(v, isNull) || isNull)
      return !failed();
    SymExprHint &hint = expr.hint;
    return arm(v, "hint", names::hintArms, [&](size_t kind, Value inner) {
      hint.kind = SymExprHint::Kind(kind + 1);
      switch (hint.kind) {
      case SymExprHint::Kind::Int:
        return integer(inner, hint.asInt);
      case SymExprHint::Kind::Bool:
        return boolean(inner, hint.asBool);
      default:
        return real(inner, hint.asFloat);
      }
    });
  });
  if (ok)
    out = make(expr);
  return ok;
}

bool SchemaReader::symInt(Value value, SymInt &out) {
  static constexpr StringRef arms[] = {"as_expr", "as_int"};
  return arm(value, "symbolic integer", arms, [&](size_t kind, Value v) {
    return kind == 0 ? symExpr(v, out.expr) : integer(v, out.value);
  });
}

bool SchemaReader::symFloat(Value value, SymFloat &out) {
  static constexpr StringRef arms[] = {"as_expr", "as_float"};
  return arm(value, "symbolic float", arms, [&](size_t kind, Value v) {
    return kind == 0 ? symExpr(v, out.expr) : real(v, out.value);
  });
}

bool SchemaReader::symBool(Value value, SymBool &out) {
  static constexpr StringRef arms[] = {"as_expr", "as_bool"};
  return arm(value, "symbolic boolean", arms, [&](size_t kind, Value v) {
    return kind == 0 ? symExpr(v, out.expr) : boolean(v, out.value);
  });
}

bool SchemaReader::scalarType(Value value, ScalarType &out) {
  return enumeration(value, out, "scalar type", [](int64_t number) {
    return (number >= 0 && number <= int64_t(ScalarType::BFloat16)) ||
           (number >= int64_t(ScalarType::UInt16) &&
            number <= int64_t(ScalarType::UInt64));
  });
}

bool SchemaReader::layout(Value value, Layout &out) {
  return enumeration(value, out, "layout", [](int64_t number) {
    return number >= 0 && number <= int64_t(Layout::Strided);
  });
}

bool SchemaReader::memoryFormat(Value value, MemoryFormat &out) {
  return enumeration(value, out, "memory format", [](int64_t number) {
    return number >= 0 && number <= int64_t(MemoryFormat::Preserve);
  });
}

bool SchemaReader::device(Value value, Device &out) {
  static constexpr FieldSpec specs[] = {{"type"}, {"index", false}};
  return fields(value, specs, [&](size_t index, Value v) {
    if (index == 0)
      return string(v, out.type);
    bool isNull = false;
    if (!null(v, isNull) || isNull)
      return !failed();
    int64_t number = 0;
    if (!integer(v, number))
      return false;
    if (number < std::numeric_limits<int32_t>::min() ||
        number > std::numeric_limits<int32_t>::max())
      return fail("the device index " + Twine(number) + " is out of range");
    out.index = number;
    return true;
  });
}

bool SchemaReader::tensorMeta(Value value, TensorMeta &out) {
  static constexpr FieldSpec specs[] = {
      {"dtype"},   {"sizes"},          {"requires_grad"}, {"device"},
      {"strides"}, {"storage_offset"}, {"layout"}};
  auto symInts = [&](Value v, ArrayRef<SymInt> &list) {
    return this->list(
        v, list, [&](Value item, SymInt &size) { return symInt(item, size); });
  };
  return fields(value, specs, [&](size_t index, Value v) {
    switch (index) {
    case 0:
      return scalarType(v, out.dtype);
    case 1:
      return symInts(v, out.sizes);
    case 2:
      return boolean(v, out.requiresGrad);
    case 3:
      return device(v, out.device);
    case 4:
      return symInts(v, out.strides);
    case 5:
      return symInt(v, out.storageOffset);
    default:
      return layout(v, out.layout);
    }
  });
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// A struct with the single field `name`.
bool SchemaReader::named(Value value, StringRef &out) {
  static constexpr FieldSpec specs[] = {{"name"}};
  return fields(value, specs, [&](size_t, Value v) { return string(v, out); });
}

bool SchemaReader::tensorArgument(Value value, TensorArgument &out) {
  return named(value, out.name);
}

bool SchemaReader::tensorArguments(Value value, ArrayRef<TensorArgument> &out) {
  return list(value, out, [&](Value v, TensorArgument &tensor) {
    return tensorArgument(v, tensor);
  });
}

bool SchemaReader::symIntArgument(Value value, SymIntArgument &out) {
  static constexpr StringRef arms[] = {"as_name", "as_int"};
  return arm(value, "symbolic integer argument", arms,
             [&](size_t kind, Value v) {
               out.isName = kind == 0;
               return kind == 0 ? string(v, out.name) : integer(v, out.value);
             });
}

bool SchemaReader::symFloatArgument(Value value, SymFloatArgument &out) {
  static constexpr StringRef arms[] = {"as_name", "as_float"};
  return arm(value, "symbolic float argument", arms, [&](size_t kind, Value v) {
    out.isName = kind == 0;
    return kind == 0 ? string(v, out.name) : real(v, out.value);
  });
}

bool SchemaReader::symBoolArgument(Value value, SymBoolArgument &out) {
  static constexpr StringRef arms[] = {"as_name", "as_bool"};
  return arm(value, "symbolic boolean argument", arms,
             [&](size_t kind, Value v) {
               out.isName = kind == 0;
               return kind == 0 ? string(v, out.name) : boolean(v, out.value);
             });
}

bool SchemaReader::optionalTensor(Value value, OptionalTensorArgument &out) {
  static constexpr StringRef arms[] = {"as_tensor", "as_none"};
  return arm(value, "optional tensor", arms, [&](size_t kind, Value v) {
    out.isNone = kind == 1;
    return kind == 0 ? named(v, out.name) : none(v);
  });
}

bool SchemaReader::customObj(Value value, CustomObjArgument &out) {
  static constexpr FieldSpec specs[] = {{"name"}, {"class_fqn"}};
  return fields(value, specs, [&](size_t index, Value v) {
    return string(v, index == 0 ? out.name : out.classFqn);
  });
}

/// The JSON keys of Argument::Kind, in its order.
static constexpr StringRef argumentArms[] = {
    "as_none",
    "as_tensor",
    "as_tensors",
    "as_int",
    "as_ints",
    "as_float",
    "as_floats",
    "as_string",
    "as_strings",
    "as_sym_int",
    "as_sym_ints",
    "as_scalar_type",
    "as_memory_format",
    "as_layout",
    "as_device",
    "as_bool",
    "as_bools",
    "as_sym_bool",
    "as_sym_bools",
    "as_graph",
    "as_optional_tensors",
    "as_custom_obj",
    "as_operator",
    "as_sym_float",
    "as_sym_floats",
    "as_optional_tensor",
    "as_complex",
    "as_nested_tensors",
    "as_int_lists",
    "as_string_to_argument",
    "as_float_lists",
};
static_assert(std::size(argumentArms) == Argument::numKinds);

bool SchemaReader::argument(Value value, Argument &out) {
  return arm(value, "argument", argumentArms, [&](size_t kind, Value v) {
    return argumentArm(Argument::Kind(kind), v, out);
  });
}

/// Arms that are a scalar; the others are read by the methods below.
bool SchemaReader::argumentArm(Argument::Kind kind, Value value,
                               Argument &out) {
  using Kind = Argument::Kind;
  StringRef text;
  int64_t number = 0;
  switch (kind) {
  case Kind::None:
    out = Argument();
    return none(value);
  case Kind::Tensor:
    if (!named(value, text))
      return false;
    out = Argument::fromString(kind, text);
    return true;
  case Kind::Int:
    if (!integer(value, number))
      return false;
    out = Argument::fromInt(kind, number);
    return true;
  case Kind::Float: {
    double real = 0;
    if (!this->real(value, real))
      return false;
    out = Argument::fromFloat(kind, real);
    return true;
  }
  case Kind::String:
  case Kind::Operator:
    if (!string(value, text))
      return false;
    out = Argument::fromString(kind, text);
    return true;
  case Kind::Bool: {
    bool flag = false;
    if (!boolean(value, flag))
      return false;
    out = Argument::fromInt(kind, flag);
    return true;
  }
  case Kind::ScalarType: {
    ScalarType type;
    if (!scalarType(value, type))
      return false;
    out = Argument::fromInt(kind, int64_t(type));
    return true;
  }
  case Kind::MemoryFormat: {
    MemoryFormat format;
    if (!memoryFormat(value, format))
      return false;
    out = Argument::fromInt(kind, int64_t(format));
    return true;
  }
  case Kind::Layout: {
    Layout layout;
    if (!this->layout(value, layout))
      return false;
    out = Argument::fromInt(kind, int64_t(layout));
    return true;
  }
  default:
    return structArm(kind, value, out);
  }
}

bool SchemaReader::structArm(Argument::Kind kind, Value value, Argument &out) {
  using Kind = Argument::Kind;
  switch (kind) {
  case Kind::Device: {
    Device device;
    if (!this->device(value, device))
      return false;
    out = Argument::fromDevice(device);
    return true;
  }
  case Kind::SymInt: {
    SymIntArgument symbol;
    if (!symIntArgument(value, symbol))
      return false;
    out = symbol.isName ? Argument::fromName(kind, symbol.name)
                        : Argument::fromInt(kind, symbol.value);
    return true;
  }
  case Kind::SymBool: {
    SymBoolArgument symbol;
    if (!symBoolArgument(value, symbol))
      return false;
    out = symbol.isName ? Argument::fromName(kind, symbol.name)
                        : Argument::fromInt(kind, symbol.value);
    return true;
  }
  case Kind::SymFloat: {
    SymFloatArgument symbol;
    if (!symFloatArgument(value, symbol))
      return false;
    out = symbol.isName ? Argument::fromName(kind, symbol.name)
                        : Argument::fromFloat(kind, symbol.value);
    return true;
  }
  case Kind::OptionalTensor: {
    OptionalTensorArgument tensor;
    if (!optionalTensor(value, tensor))
      return false;
    out = tensor.isNone ? Argument::fromInt(kind, 1)
                        : Argument::fromName(kind, tensor.name);
    return true;
  }
  case Kind::Complex: {
    static constexpr FieldSpec specs[] = {{"real"}, {"imag"}};
    ComplexValue number;
    if (!fields(value, specs, [&](size_t index, Value v) {
          return real(v, index == 0 ? number.real : number.imag);
        }))
      return false;
    out = Argument::fromComplex(number);
    return true;
  }
  case Kind::CustomObj: {
    CustomObjArgument object;
    if (!customObj(value, object))
      return false;
    out = Argument::fromPointer(kind, make(object));
    return true;
  }
  case Kind::Graph: {
    static constexpr FieldSpec specs[] = {{"name"}, {"graph"}};
    Nesting nesting(*this);
    GraphArgument subgraph;
    if (!checkDepth() || !fields(value, specs, [&](size_t index, Value v) {
          if (index == 0)
            return string(v, subgraph.name);
          Graph body;
          if (!graph(v, body))
            return false;
          subgraph.graph = make(body);
          return true;
        }))
      return false;
    out = Argument::fromPointer(kind, make(subgraph));
    return true;
  }
  default:
    return listArm(kind, value, out);
  }
}

bool SchemaReader::listArm(Argument::Kind kind, Value value, Argument &out) {
  using Kind = Argument::Kind;
  // Reads a list of elements that `parse` reads, and makes it the argument.
  auto make = [&](auto element, auto parse) {
    ArrayRef<decltype(element)> values;
    if (!list(value, values, parse))
      return false;
    out = Argument::fromList(kind, values);
    return true;
  };
  switch (kind) {
  case Kind::Tensors:
    return make(TensorArgument(), [&](Value v, TensorArgument &tensor) {
      return tensorArgument(v, tensor);
    });
  case Kind::Ints:
    return make(int64_t(), [&](Value v, int64_t &n) { return integer(v, n); });
  case Kind::Floats:
    return make(double(), [&](Value v, double &n) { return real(v, n); });
  case Kind::Strings:
    return make(StringRef(),
                [&](Value v, StringRef &s) { return string(v, s); });
  case Kind::Bools:
    return make(bool(), [&](Value v, bool &b) { return boolean(v, b); });
  case Kind::SymInts:
    return make(SymIntArgument(), [&](Value v, SymIntArgument &symbol) {
      return symIntArgument(v, symbol);
    });
  case Kind::SymBools:
    return make(SymBoolArgument(), [&](Value v, SymBoolArgument &symbol) {
      return symBoolArgument(v, symbol);
    });
  case Kind::SymFloats:
    return make(SymFloatArgument(), [&](Value v, SymFloatArgument &symbol) {
      return symFloatArgument(v, symbol);
    });
  case Kind::OptionalTensors:
    return make(OptionalTensorArgument(),
                [&](Value v, OptionalTensorArgument &tensor) {
                  return optionalTensor(v, tensor);
                });
  case Kind::NestedTensors:
    return make(ArrayRef<TensorArgument>(),
                [&](Value v, ArrayRef<TensorArgument> &tensors) {
                  return tensorArguments(v, tensors);
                });
  case Kind::IntLists:
    return make(ArrayRef<int64_t>(), [&](Value v, ArrayRef<int64_t> &numbers) {
      return ints(v, numbers);
    });
  case Kind::FloatLists:
    return make(ArrayRef<double>(), [&](Value v, ArrayRef<double> &numbers) {
      return reals(v, numbers);
    });
  case Kind::StringToArgument: {
    Nesting nesting(*this);
    Dict<Argument> entries;
    if (!checkDepth() || !dict(value, entries, [&](Value v, Argument &inner) {
          return argument(v, inner);
        }))
      return false;
    out = Argument::fromList(kind, entries);
    return true;
  }
  default:
    llvm_unreachable("scalars and structs are read by the callers");
  }
}

bool SchemaReader::arguments(Value value, ArrayRef<Argument> &out) {
  return list(value, out,
              [&](Value v, Argument &arg) { return argument(v, arg); });
}

bool SchemaReader::namedArgument(Value value, NamedArgument &out) {
  static constexpr FieldSpec specs[] = {{"name"}, {"arg"}, {"kind", false}};
  return fields(value, specs, [&](size_t index, Value v) {
    if (index == 0)
      return string(v, out.name);
    if (index == 1)
      return argument(v, out.arg);
    bool isNull = false;
    if (!null(v, isNull) || isNull)
      return !failed();
    return enumeration(v, out.kind, "argument kind", [](int64_t number) {
      return number >= 0 && number <= int64_t(ArgumentKind::Keyword);
    });
  });
}

StringRef Argument::armName(Kind kind) { return argumentArms[unsigned(kind)]; }
