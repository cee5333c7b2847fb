//===- Symbolic.cpp - Arithmetic on sizes ---------------------------------===//
//
// sym_size and its kin, Python's operators on numbers, getitem of containers.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Strides.h"
#include "Views.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Facts about tensors
//===----------------------------------------------------------------------===//

static void inferSymSize(Call &call) {
  const TensorInfo &self = call.tensor("self");
  bool wantsStride = call.getName().ends_with("stride");
  int64_t dim = call.dim("dim", self.rank());
  if (!call)
    return;
  if (self.rank() == 0)
    return call.setInvalid("expected a tensor with dimensions");
  call.addInteger(wantsStride ? self.strides[dim] : self.sizes[dim]);
}

static void inferSymNumel(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (call)
    call.addInteger(call.arith.product(self.sizes));
}

static void inferSymOffset(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (call)
    call.addInteger(self.offset);
}

static void inferSymIsContiguous(Call &call) {
  const TensorInfo &self = call.tensor("self");
  auto format = call.memoryFormat();
  if (!call)
    return;
  bool holds = format == MemoryFormat::channels_last ||
                       format == MemoryFormat::channels_last_3d
                   ? isChannelsLast(self, call.arith)
                   : isContiguous(self, call.arith);
  call.addType(BoolType::get(
      call.getContext(),
      SymExprAttr::getAtom(call.getContext(), holds ? "true" : "false")));
}

/// The value of a tensor without dimensions: nothing is known but its kind.
static void inferItem(Call &call) {
  const TensorInfo &self = call.tensor("self");
  if (!call)
    return;
  MLIRContext *context = call.getContext();
  if (isBool(self.dtype))
    call.addType(BoolType::get(context, SymExprAttr()));
  else if (isFloatingPoint(self.dtype))
    call.addType(tp::FloatType::get(context, SymExprAttr()));
  else if (isComplex(self.dtype))
    call.setUnknown("a complex number has no type");
  else
    call.addType(IntType::get(context, SymExprAttr()));
}

//===----------------------------------------------------------------------===//
// Python's operators
//===----------------------------------------------------------------------===//

namespace {
/// An operand of a Python operator: its kind, and its expression where known.
struct PythonNumber {
  NumberKind kind = NumberKind::integer;
  /// Null where it is not known.
  SymExprAttr expr;
};
} // namespace

/// The expression of a number with a fraction; null for one that is not finite.
static SymExprAttr getFloatExpr(MLIRContext *context, double value) {
  if (!std::isfinite(value))
    return {};
  SmallString<32> digits;
  // As sympy writes doubles: 17 digits say each one.
  llvm::raw_svector_ostream(digits) << llvm::format("%.17g", value);
  if (digits.find_first_of(".e") == StringRef::npos)
    digits += ".0";
  constexpr int64_t precision = 53;
  return SymExprAttr::get(context, SymExprKind::number,
                          StringAttr::get(context, digits), precision, {});
}

static std::optional<PythonNumber> readNumber(Call &call, unsigned index) {
  MLIRContext *context = call.getContext();
  TypedArgument argument = call.getArgument(index);
  if (auto value = dyn_cast<BoolAttr>(argument.literal))
    return PythonNumber{
        NumberKind::boolean,
        SymExprAttr::getAtom(context, value.getValue() ? "true" : "false")};
  if (auto value = dyn_cast<IntegerAttr>(argument.literal))
    return PythonNumber{NumberKind::integer,
                        SymExprAttr::getInteger(context, value.getInt())};
  if (auto value = dyn_cast<mlir::FloatAttr>(argument.literal))
    return PythonNumber{NumberKind::floating,
                        getFloatExpr(context, value.getValueAsDouble())};
  if (!isa<OperandAttr>(argument.literal) || argument.types.size() != 1)
    return std::nullopt;
  Type type = argument.types.front();
  if (auto number = dyn_cast<IntType>(type))
    return PythonNumber{NumberKind::integer, number.getExpr()};
  if (auto number = dyn_cast<tp::FloatType>(type))
    return PythonNumber{NumberKind::floating, number.getExpr()};
  if (auto number = dyn_cast<BoolType>(type))
    return PythonNumber{NumberKind::boolean, number.getExpr()};
  if (type.isInteger(1))
    return PythonNumber{NumberKind::boolean, {}};
  if (isa<IntegerType>(type))
    return PythonNumber{NumberKind::integer, {}};
  if (isa<mlir::FloatType>(type))
    return PythonNumber{NumberKind::floating, {}};
  return std::nullopt;
}

static void addNumber(Call &call, NumberKind kind, SymInt value) {
  MLIRContext *context = call.getContext();
  SymExprAttr expr = value.toExpr(context);
  if (kind == NumberKind::floating)
    call.addType(tp::FloatType::get(context, expr));
  else if (kind == NumberKind::boolean)
    call.addType(BoolType::get(context, expr));
  else
    call.addType(IntType::get(context, expr));
}

/// sympy's name of an operator between integers that has no normal form.
static StringRef getFunctionName(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("truediv", "IntTrueDiv")
      .Case("eq", "Equality")
      .Case("ne", "Unequality")
      .Case("lt", "StrictLessThan")
      .Case("le", "LessThan")
      .Case("gt", "StrictGreaterThan")
      .Case("ge", "GreaterThan")
      .Case("lshift", "LShift")
      .Case("rshift", "RShift")
      .Case("pow", "PowByNatural")
      .Default("");
}

/// An operand of arithmetic with fractions; null where it is not known.
static SymExprAttr toFloatOperand(MLIRContext *context,
                                  const PythonNumber &number) {
  SymExprAttr expr = number.expr;
  if (!expr || number.kind == NumberKind::floating)
    return expr;
  if (number.kind == NumberKind::boolean)
    return {};
  if (expr.isInteger())
    return getFloatExpr(context, expr.getValue());
  return SymExprAttr::getCall(context, "ToFloat", expr);
}

/// What torch states for an operator on numbers of which one has a fraction, in
/// the order of the operands: unlike integers, such numbers have no normal
/// form. Null where it is not known.
static SymExprAttr getFloatResult(MLIRContext *context, StringRef name,
                                  const PythonNumber &lhs,
                                  const PythonNumber &rhs) {
  SymExprAttr a = toFloatOperand(context, lhs),
              b = toFloatOperand(context, rhs);
  if (!a || !b)
    return {};
  auto make = [&](StringRef function, ArrayRef<SymExprAttr> args) {
    return SymExprAttr::getCall(context, function, args);
  };
  // Numbers stand first in products, and last in sums, as sympy has them.
  bool startsWithNumber = a.getKind() == SymExprKind::number;
  if ((name == "mul" && !startsWithNumber) ||
      (name == "add" && startsWithNumber))
    if (startsWithNumber != (b.getKind() == SymExprKind::number))
      std::swap(a, b);
  if (name == "sub")
    return make("Add",
                {a, make("Mul", {SymExprAttr::getInteger(context, -1), b})});
  if (name == "floordiv")
    return make("ToFloat", make("FloorToInt", make("FloatTrueDiv", {a, b})));
  StringRef function = llvm::StringSwitch<StringRef>(name)
                           .Case("add", "Add")
                           .Case("mul", "Mul")
                           .Case("truediv", "FloatTrueDiv")
                           .Case("pow", "FloatPow")
                           .Case("mod", "PythonMod")
                           .Case("sym_max", "Max")
                           .Case("sym_min", "Min")
                           .Default("");
  return function.empty() ? SymExprAttr() : make(function, {a, b});
}

static void inferArithmetic(Call &call) {
  auto lhs = readNumber(call, 0), rhs = readNumber(call, 1);
  if (!lhs || !rhs)
    return call.setUnknown("expected numbers");
  StringRef name = call.getName();
  SymArith &arith = call.arith;
  SymInt a = arith.canonicalize(lhs->expr), b = arith.canonicalize(rhs->expr);
  bool isFloat =
      lhs->kind == NumberKind::floating || rhs->kind == NumberKind::floating;
  bool isInteger =
      lhs->kind == NumberKind::integer && rhs->kind == NumberKind::integer;
  StringRef function = getFunctionName(name);
  bool isComparison = llvm::is_contained(
      ArrayRef<StringRef>{"eq", "ne", "lt", "le", "gt", "ge"}, name);
  SymInt value;
  if (isInteger && a.isKnown() && b.isKnown()) {
    if (name == "add")
      value = arith.add(a, b);
    else if (name == "sub")
      value = arith.sub(a, b);
    else if (name == "mul")
      value = arith.mul(a, b);
    else if (name == "floordiv")
      value = arith.floorDiv(a, b);
    else if (name == "mod")
      value = arith.mod(a, b);
    else if (name == "sym_max")
      value = arith.max(a, b);
    else if (name == "sym_min")
      value = arith.min(a, b);
    else if (!function.empty() && !(a.isStatic() && b.isStatic()))
      value = arith.call(function, {a, b});
  }
  if (isComparison)
    return addNumber(call, NumberKind::boolean,
                     value.isStatic() ? SymInt() : value);
  bool isLogic = name == "and_" || name == "or_" || name == "xor";
  if (isLogic && lhs->kind == NumberKind::boolean &&
      rhs->kind == NumberKind::boolean)
    return addNumber(call, NumberKind::boolean, {});
  if (isFloat)
    return call.addType(tp::FloatType::get(
        call.getContext(),
        getFloatResult(call.getContext(), name, *lhs, *rhs)));
  addNumber(call,
            name == "truediv" ? NumberKind::floating : NumberKind::integer,
            value);
}

static void inferNegation(Call &call) {
  auto number = readNumber(call, 0);
  if (!number)
    return call.setUnknown("expected a number");
  SymInt value = call.arith.canonicalize(number->expr);
  StringRef name = call.getName();
  if (name == "not_" || name == "sym_not")
    return addNumber(call, NumberKind::boolean,
                     value.isSymbolic() ? call.arith.call("Not", {value})
                                        : SymInt());
  if (number->kind != NumberKind::integer) {
    MLIRContext *context = call.getContext();
    SymExprAttr expr = number->expr;
    if (expr && name == "neg")
      expr = SymExprAttr::getCall(context, "Mul",
                                  {SymExprAttr::getInteger(context, -1), expr});
    else if (expr && name == "abs")
      expr = SymExprAttr::getCall(context, "Abs", expr);
    return addNumber(call, number->kind,
                     number->kind == NumberKind::floating ? SymInt(expr)
                                                          : SymInt());
  }
  if (name == "neg")
    value = call.arith.mul(value, -1);
  else if (name == "abs" && !(call.arith.getRange(value).min.value_or(-1) >= 0))
    value = value.isKnown() ? call.arith.call("Abs", {value}) : SymInt();
  addNumber(call, NumberKind::integer, value);
}

/// sym_float, sym_int, math.ceil, ...: another kind of number.
static void inferConversion(Call &call) {
  auto number = readNumber(call, 0);
  if (!number)
    return call.setUnknown("expected a number");
  StringRef name = call.getName();
  SymInt value = call.arith.canonicalize(number->expr);
  bool isInteger = number->kind == NumberKind::integer;
  if (name == "sym_float" || name.starts_with("_sym_")) {
    MLIRContext *context = call.getContext();
    SymExprAttr expr =
        toFloatOperand(context, {number->kind, isInteger ? value.toExpr(context)
                                                         : number->expr});
    if (expr && name.consume_front("_sym_"))
      expr =
          SymExprAttr::getCall(context, ("OpaqueUnaryFn_" + name).str(), expr);
    return addNumber(call, NumberKind::floating, expr);
  }
  if (isInteger)
    return addNumber(call, NumberKind::integer, value);
  StringRef function = llvm::StringSwitch<StringRef>(name)
                           .Case("ceil", "CeilToInt")
                           .Case("floor", "FloorToInt")
                           .Default("TruncToInt");
  addNumber(call, NumberKind::integer,
            value.isSymbolic() ? call.arith.call(function, {value}) : SymInt());
}

/// An element of a list, tuple or dictionary, or a part of a tensor.
static void inferGetItem(Call &call) {
  TypedArgument container = call.getArgument(0u), key = call.getArgument(1u);
  if (container.types.size() != 1 || !isa<OperandAttr>(container.literal))
    return call.setUnknown("expected a container");
  Type type = container.types.front();
  if (const TensorInfo *tensor = call.decode(type))
    return inferSubscript(call, *tensor, key.literal);
  ArrayRef<Type> elements;
  if (auto list = dyn_cast<tp::ListType>(type))
    elements = list.getElements();
  else if (auto tuple = dyn_cast<tp::TupleType>(type))
    elements = tuple.getElements();
  if (auto dict = dyn_cast<DictType>(type)) {
    for (auto [name, element] :
         llvm::zip_equal(dict.getKeys(), dict.getElements()))
      if (name == key.literal)
        return call.addType(element);
    return call.setUnknown("expected a key of the dictionary");
  }
  auto index = dyn_cast<IntegerAttr>(key.literal);
  int64_t count = elements.size();
  if (!index || index.getInt() >= count || index.getInt() < -count)
    return call.setUnknown("expected an index into a list of known types");
  int64_t at = index.getInt() < 0 ? index.getInt() + count : index.getInt();
  call.addType(elements[at]);
}

void mlir::tp::addSymbolicRules(RuleTable &table) {
  for (StringRef name : {"sym_size", "sym_stride"})
    table.add(("aten." + name + ".int").str(), inferSymSize);
  table.add("aten.size.int", inferSymSize);
  table.add("aten.stride.int", inferSymSize);
  table.addAll({"sym_numel", "numel"}, inferSymNumel);
  table.addAll({"sym_storage_offset"}, inferSymOffset);
  table.addAll({"sym_is_contiguous"}, inferSymIsContiguous);
  table.addAll({"item", "_local_scalar_dense"}, inferItem);
  for (StringRef name :
       {"add", "sub", "mul", "floordiv", "mod", "truediv", "pow", "lshift",
        "rshift", "and_", "or_", "xor", "eq", "ne", "lt", "le", "gt", "ge"})
    table.add(("_operator." + name).str(), inferArithmetic);
  for (StringRef name : {"sym_max", "sym_min"})
    table.add(("torch." + name).str(), inferArithmetic);
  for (StringRef name : {"neg", "abs", "not_", "pos"})
    table.add(("_operator." + name).str(), inferNegation);
  table.add("torch.sym_not", inferNegation);
  for (StringRef name :
       {"sym_float", "sym_int", "_sym_sqrt", "_sym_cos", "_sym_sin", "_sym_tan",
        "_sym_cosh", "_sym_sinh", "_sym_tanh", "_sym_acos", "_sym_asin",
        "_sym_atan", "_sym_log2"})
    table.add(("torch." + name).str(), inferConversion);
  for (StringRef name : {"ceil", "floor", "trunc"})
    table.add(("math." + name).str(), inferConversion);
  table.add("_operator.getitem", inferGetItem);
}
