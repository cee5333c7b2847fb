//===- Sizes.cpp - Types, sizes and arithmetic in rules -------------------===//
//
// What rules ask about values, and how they compute with sizes.
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "tp/Decompose/Builder.h"
#include "tp/Shape/TensorInfo.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tp;

std::optional<int64_t> DecomposeBuilder::rank(Value value) const {
  RankedTensorType type = tensorType(value);
  return type ? std::optional<int64_t>(type.getRank()) : std::nullopt;
}

std::optional<ScalarType> DecomposeBuilder::dtype(Value value) const {
  RankedTensorType type = tensorType(value);
  return type ? getScalarType(type.getElementType()) : std::nullopt;
}

std::optional<ScalarType> DecomposeBuilder::resultDType(unsigned i) {
  return dtype(replaced->getResult(i));
}

Arg DecomposeBuilder::device(Value value) const {
  RankedTensorType type = tensorType(value);
  auto shape =
      dyn_cast_or_null<ShapeAttr>(type ? type.getEncoding() : Attribute());
  DeviceAttr device = shape ? shape.getDevice() : DeviceAttr();
  if (!device)
    device =
        DeviceAttr::get(getContext(), StringAttr::get(getContext(), "cpu"), -1);
  return Arg::getLiteral(device);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// A number or a value as an expression.
static SymInt toSymInt(const Arg &value) {
  if (std::optional<int64_t> integer = value.getOptionalInt())
    return *integer;
  if (value.isValue())
    return SymInt(getSizeExpression(value.getValue().getType()));
  return {};
}

/// The size of one dimension as the type says it.
static SymInt getSymSize(RankedTensorType type, int64_t dim) {
  if (!type.isDynamicDim(dim))
    return type.getDimSize(dim);
  auto shape = dyn_cast_or_null<ShapeAttr>(type.getEncoding());
  if (shape && size_t(dim) < shape.getSizes().size())
    return SymInt(shape.getSizes()[dim]);
  return {};
}

Arg DecomposeBuilder::size(Value value, int64_t dim) {
  RankedTensorType type = tensorType(value);
  SymInt known;
  if (type) {
    dim = dim < 0 ? dim + type.getRank() : dim;
    if (dim < 0 || dim >= type.getRank()) {
      emitError() << "expected a dimension of a tensor of rank "
                  << type.getRank() << ", got " << dim;
      return {};
    }
    known = state.inference.getArith().canonicalize(getSymSize(type, dim));
    if (known.isStatic())
      return known.getValue();
  }
  SymExprAttr expr = known.getExpr();
  for (auto *map : {&ownExpressions, &state.expressions})
    if (Value found = expr ? map->lookup(expr) : Value())
      return found;
  for (auto *map : {&ownSizes, &state.sizes})
    if (Value found = map->lookup({value, dim}))
      return found;
  Value result = call("aten.sym_size.int", value, dim);
  if (result) {
    if (expr && isa<AnyType>(result.getType()))
      result.setType(IntType::get(getContext(), expr));
    if (expr)
      ownExpressions[expr] = result;
    ownSizes[{value, dim}] = result;
  }
  return result;
}

std::optional<std::vector<Arg>> DecomposeBuilder::sizes(Value value) {
  std::optional<int64_t> rank = this->rank(value);
  if (!rank)
    return std::nullopt;
  std::vector<Arg> result;
  for (int64_t i = 0; i < *rank; ++i)
    result.push_back(size(value, i));
  return result;
}

std::optional<int64_t> DecomposeBuilder::staticSize(Value value,
                                                    int64_t dim) const {
  RankedTensorType type = tensorType(value);
  if (!type)
    return std::nullopt;
  dim = dim < 0 ? dim + type.getRank() : dim;
  if (dim < 0 || dim >= type.getRank() || type.isDynamicDim(dim))
    return std::nullopt;
  return type.getDimSize(dim);
}

std::optional<SmallVector<int64_t>>
DecomposeBuilder::staticSizes(Value value) const {
  RankedTensorType type = tensorType(value);
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  return llvm::to_vector(type.getShape());
}

Arg DecomposeBuilder::numel(Value value) {
  std::optional<std::vector<Arg>> sizes = this->sizes(value);
  return sizes ? product(*sizes) : Arg(call("aten.sym_numel.default", value));
}

std::optional<std::vector<Arg>>
DecomposeBuilder::resolveSizes(Value value, const Arg &sizes) {
  if (!sizes.isList())
    return std::nullopt;
  std::vector<Arg> result = sizes.getElements();
  auto unknown =
      llvm::find_if(result, [](const Arg &size) { return size.isInt(-1); });
  if (unknown == result.end())
    return result;
  Arg rest = 1;
  for (const Arg &size : result)
    if (&size != &*unknown)
      rest = mul(rest, size);
  if (rest.isInt(0))
    return std::nullopt;
  Arg missing = floordiv(numel(value), rest);
  if (missing.isNone())
    return std::nullopt;
  *unknown = missing;
  return result;
}

std::optional<bool> DecomposeBuilder::isContiguous(Value value) const {
  SymArith &arith = state.inference.getArith();
  std::optional<TensorInfo> info =
      value ? TensorInfo::get(value.getType(), arith) : std::nullopt;
  if (!info)
    return std::nullopt;
  bool isKnown = true;
  SymInt expected = 1;
  for (size_t i = info->rank(); i-- > 0;) {
    if (info->sizes[i].isStaticValue(0))
      return true;
    if (info->sizes[i].isStaticValue(1))
      continue;
    std::optional<bool> equal = arith.isEqual(info->strides[i], expected);
    if (equal && !*equal)
      return false;
    isKnown &= equal.has_value();
    expected = arith.mul(expected, info->sizes[i]);
  }
  return isKnown ? std::optional<bool>(true) : std::nullopt;
}

Value DecomposeBuilder::cloneContiguous(Value value) {
  return call(
      "aten.clone.default", value,
      kw("memory_format", Arg::getLiteral(MemoryFormatAttr::get(
                              getContext(), MemoryFormat::contiguous_format))));
}

std::optional<bool> DecomposeBuilder::isViewable(Value value,
                                                 const Arg &sizes) {
  SymArith &arith = state.inference.getArith();
  std::optional<TensorInfo> info =
      value ? TensorInfo::get(value.getType(), arith) : std::nullopt;
  if (!info || !sizes.isList())
    return std::nullopt;
  SymInts wanted;
  for (const Arg &size : sizes.getElements())
    wanted.push_back(toSymInt(size));
  auto isKnown = [](const SymInt &size) { return size.isKnown(); };
  if (getViewStrides(*info, wanted, arith))
    return true;
  if (!llvm::all_of(wanted, isKnown) || !llvm::all_of(info->strides, isKnown))
    return std::nullopt;
  return false;
}

Value DecomposeBuilder::reshape(Value value, Arg sizes) {
  std::optional<std::vector<Arg>> resolved = resolveSizes(value, sizes);
  bool isView = resolved && isViewable(value, *resolved).value_or(false);
  if (value && !isView)
    value = cloneContiguous(value);
  return view(value, resolved ? Arg(std::move(*resolved)) : std::move(sizes));
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

std::optional<bool> DecomposeBuilder::isEqual(const Arg &a,
                                              const Arg &b) const {
  if (a.isNumber() && b.isNumber())
    return a == b;
  if (a.isValue() && a == b)
    return true;
  return state.inference.getArith().isEqual(toSymInt(a), toSymInt(b));
}

std::optional<bool> DecomposeBuilder::isLess(const Arg &a, const Arg &b) const {
  if (a.isInt() && b.isInt())
    return a.getInt() < b.getInt();
  if (a.isNumber() && b.isNumber())
    return a.getNumber() < b.getNumber();
  return state.inference.getArith().isLess(toSymInt(a), toSymInt(b));
}

std::optional<bool> DecomposeBuilder::isLessEqual(const Arg &a,
                                                  const Arg &b) const {
  if (a.isInt() && b.isInt())
    return a.getInt() <= b.getInt();
  if (a.isNumber() && b.isNumber())
    return a.getNumber() <= b.getNumber();
  return state.inference.getArith().isLessOrEqual(toSymInt(a), toSymInt(b));
}

std::optional<bool> DecomposeBuilder::isSizeEqual(Value a, int64_t dimA,
                                                  Value b, int64_t dimB) const {
  RankedTensorType typeA = tensorType(a), typeB = tensorType(b);
  if (!typeA || !typeB)
    return std::nullopt;
  dimA = dimA < 0 ? dimA + typeA.getRank() : dimA;
  dimB = dimB < 0 ? dimB + typeB.getRank() : dimB;
  if (dimA < 0 || dimA >= typeA.getRank() || dimB < 0 ||
      dimB >= typeB.getRank())
    return std::nullopt;
  return state.inference.getArith().isEqual(getSymSize(typeA, dimA),
                                            getSymSize(typeB, dimB));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// The quotient that Python's // gives.
static std::optional<int64_t> divideDown(int64_t a, int64_t b) {
  if (b == 0 || (a == std::numeric_limits<int64_t>::min() && b == -1))
    return std::nullopt;
  int64_t quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

/// Integer arithmetic; none where the result is no 64-bit integer.
static std::optional<int64_t> computeIntegers(StringRef name, int64_t a,
                                              int64_t b) {
  int64_t result = 0;
  if (name == "add")
    return llvm::AddOverflow(a, b, result) ? std::nullopt
                                           : std::optional(result);
  if (name == "sub")
    return llvm::SubOverflow(a, b, result) ? std::nullopt
                                           : std::optional(result);
  if (name == "mul")
    return llvm::MulOverflow(a, b, result) ? std::nullopt
                                           : std::optional(result);
  if (name == "floordiv")
    return divideDown(a, b);
  if (name == "mod") {
    std::optional<int64_t> quotient = divideDown(a, b);
    return quotient ? std::optional(a - *quotient * b) : std::nullopt;
  }
  if (name == "min")
    return std::min(a, b);
  if (name == "max")
    return std::max(a, b);
  if (name != "pow" || b < 0)
    return std::nullopt;
  // b steps at most, and few before it overflows unless a is 0, 1 or -1.
  if (a == 0 || a == 1)
    return b == 0 ? 1 : a;
  if (a == -1)
    return b % 2 ? -1 : 1;
  result = 1;
  for (; b > 0; --b)
    if (llvm::MulOverflow(result, a, result))
      return std::nullopt;
  return result;
}

static std::optional<double> computeNumbers(StringRef name, double a,
                                            double b) {
  if (name == "add")
    return a + b;
  if (name == "sub")
    return a - b;
  if (name == "mul")
    return a * b;
  if (name == "pow")
    return std::pow(a, b);
  if (name == "min")
    return std::min(a, b);
  if (name == "max")
    return std::max(a, b);
  if (b == 0)
    return std::nullopt;
  if (name == "truediv")
    return a / b;
  if (name == "floordiv")
    return std::floor(a / b);
  return a - std::floor(a / b) * b;
}

/// What an operation gives without a node: a neutral element, or the absorbing
/// one.
static std::optional<Arg> foldTrivial(StringRef name, const Arg &a,
                                      const Arg &b) {
  if ((name == "add" || name == "sub") && b.isInt(0))
    return a;
  if (name == "add" && a.isInt(0))
    return b;
  if ((name == "mul" || name == "floordiv") && b.isInt(1))
    return a;
  if (name == "mul" && a.isInt(1))
    return b;
  if ((name == "min" || name == "max") && a == b)
    return a;
  return std::nullopt;
}

/// A literal or a value that has a fraction.
static bool isFloating(const Arg &number) {
  return number.isFloat() ||
         (number.isValue() && isa<tp::FloatType>(number.getValue().getType()));
}

Value DecomposeBuilder::shareFloat(Value made) {
  auto type = made ? dyn_cast<tp::FloatType>(made.getType()) : nullptr;
  SymExprAttr expr = type ? type.getExpr() : SymExprAttr();
  if (!expr)
    return made;
  for (auto *map : {&ownExpressions, &state.expressions})
    if (Value found = map->lookup(expr)) {
      made.getDefiningOp()->erase();
      return found;
    }
  ownExpressions[expr] = made;
  return made;
}

Arg DecomposeBuilder::toFloat(const Arg &number) {
  if (number.isNumber())
    return number.getNumber();
  if (!number.isValue() || isFloating(number))
    return number;
  // What a value without an expression is, its node has to know.
  if (!getSizeExpression(number.getValue().getType()))
    return number;
  return shareFloat(call("torch.sym_float", number));
}

Arg DecomposeBuilder::toInt(const Arg &number) {
  if (!isFloating(number) || !number.isValue())
    return number;
  return call("torch.sym_int", number);
}

Arg DecomposeBuilder::sqrt(const Arg &number) {
  // torch does not read back what it writes for torch._sym_sqrt.
  return pow(toFloat(number), 0.5);
}

Arg DecomposeBuilder::abs(const Arg &number) {
  if (isLessEqual(0, number).value_or(false))
    return number;
  return max(number, neg(number));
}

Value DecomposeBuilder::makeBinary(StringRef function, const Arg &a,
                                   const Arg &b) {
  SmallVector<Value> operands;
  Attribute literals[] = {a.toLiteral(getContext(), operands),
                          b.toLiteral(getContext(), operands)};
  ArgsAttr args = operands.size() == 2
                      ? ArgsAttr()
                      : ArgsAttr::get(getContext(), literals, {}, {});
  StringAttr target = state.getTarget(function);
  return getOnly(makeCall(target, state.getSchema(target), args, operands));
}

Arg DecomposeBuilder::floatArithmetic(StringRef function, const Arg &a,
                                      const Arg &b) {
  return shareFloat(makeBinary(function, a, b));
}

Arg DecomposeBuilder::arithmetic(StringRef name, StringRef function,
                                 const Arg &a, const Arg &b) {
  if (a.getOptionalInt() && b.getOptionalInt() && name != "truediv")
    if (auto result =
            computeIntegers(name, *a.getOptionalInt(), *b.getOptionalInt()))
      return *result;
  if (a.isNumber() && b.isNumber()) {
    bool needsFloat = a.isFloat() || b.isFloat() || name == "truediv" ||
                      (name == "pow" && b.getNumber() < 0);
    auto result = needsFloat
                      ? computeNumbers(name, a.getNumber(), b.getNumber())
                      : std::nullopt;
    return result ? Arg(*result) : Arg();
  }
  if ((!a.isNumber() && !a.isValue()) || (!b.isNumber() && !b.isValue()))
    return {};
  bool divides = name == "truediv" || name == "floordiv" || name == "mod";
  if (divides && b.isNumber() && b.getNumber() == 0)
    return {};
  bool hasFloat = isFloating(a) || isFloating(b) ||
                  (name == "pow" && b.isNumber() && b.getNumber() < 0);
  if (hasFloat)
    return floatArithmetic(function, toFloat(a), toFloat(b));
  if (std::optional<Arg> folded = foldTrivial(name, a, b))
    return *folded;
  SymArith &arith = state.inference.getArith();
  SymInt x = toSymInt(a), y = toSymInt(b), result;
  if (x.isKnown() && y.isKnown())
    result = name == "add"        ? arith.add(x, y)
             : name == "sub"      ? arith.sub(x, y)
             : name == "mul"      ? arith.mul(x, y)
             : name == "floordiv" ? arith.floorDiv(x, y)
             : name == "mod"      ? arith.mod(x, y)
             : name == "min"      ? arith.min(x, y)
             : name == "max"      ? arith.max(x, y)
                                  : SymInt();
  if (result.isStatic())
    return result.getValue();
  SymExprAttr expr = result.getExpr();
  for (auto *map : {&ownExpressions, &state.expressions})
    if (Value found = expr ? map->lookup(expr) : Value())
      return found;
  Value made = makeBinary(function, a, b);
  if (made && expr && isa<AnyType>(made.getType()))
    made.setType(IntType::get(getContext(), expr));
  if (made && expr)
    ownExpressions[expr] = made;
  return expr ? made : shareFloat(made);
}

Arg DecomposeBuilder::add(const Arg &a, const Arg &b) {
  return arithmetic("add", "_operator.add", a, b);
}
Arg DecomposeBuilder::sub(const Arg &a, const Arg &b) {
  return arithmetic("sub", "_operator.sub", a, b);
}
Arg DecomposeBuilder::mul(const Arg &a, const Arg &b) {
  return arithmetic("mul", "_operator.mul", a, b);
}
Arg DecomposeBuilder::floordiv(const Arg &a, const Arg &b) {
  return arithmetic("floordiv", "_operator.floordiv", a, b);
}
Arg DecomposeBuilder::mod(const Arg &a, const Arg &b) {
  return arithmetic("mod", "_operator.mod", a, b);
}
Arg DecomposeBuilder::truediv(const Arg &a, const Arg &b) {
  return arithmetic("truediv", "_operator.truediv", a, b);
}
Arg DecomposeBuilder::pow(const Arg &a, const Arg &b) {
  return arithmetic("pow", "_operator.pow", a, b);
}
Arg DecomposeBuilder::min(const Arg &a, const Arg &b) {
  return arithmetic("min", "torch.sym_min", a, b);
}
Arg DecomposeBuilder::max(const Arg &a, const Arg &b) {
  return arithmetic("max", "torch.sym_max", a, b);
}

Arg DecomposeBuilder::product(ArrayRef<Arg> factors) {
  Arg result = 1;
  for (const Arg &factor : factors)
    result = mul(result, factor);
  return result;
}
