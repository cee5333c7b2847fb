//===- SymExprEval.cpp - Numbers of symbolic expressions
//-------------------===//
//
// Evaluates expressions with the semantics of Python's integers and of the
// functions that exporters put into sizes. Fractions are exact; floats occur
// only where a function makes one. What does not fit into 64 bits has no value.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/SymExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

using namespace mlir;
using namespace mlir::tp;

namespace {
/// A fraction in lowest terms with a positive denominator, or a float.
struct Number {
  int64_t numerator = 0;
  int64_t denominator = 1;
  double real = 0;
  bool isFloat = false;

  static Number getInteger(int64_t value) { return {value, 1, 0, false}; }
  static Number getFloat(double value) { return {0, 1, value, true}; }
  bool isInteger() const { return !isFloat && denominator == 1; }
  double toDouble() const {
    return isFloat ? real
                   : static_cast<double>(numerator) /
                         static_cast<double>(denominator);
  }
};
using MaybeNumber = std::optional<Number>;
using Numbers = ArrayRef<Number>;
using Wide = __int128;
} // namespace

static bool fits(Wide value) {
  return value >= std::numeric_limits<int64_t>::min() &&
         value <= std::numeric_limits<int64_t>::max();
}

static MaybeNumber getInteger(Wide value) {
  if (!fits(value))
    return std::nullopt;
  return Number::getInteger(static_cast<int64_t>(value));
}

/// The fraction in lowest terms; both parts are products of two int64.
static MaybeNumber getFraction(Wide numerator, Wide denominator) {
  if (denominator == 0)
    return std::nullopt;
  Wide a = numerator < 0 ? -numerator : numerator;
  Wide b = denominator < 0 ? -denominator : denominator;
  while (b != 0)
    std::tie(a, b) = std::pair(b, a % b);
  if (denominator < 0)
    a = -a;
  numerator /= a;
  denominator /= a;
  if (!fits(numerator) || !fits(denominator))
    return std::nullopt;
  return Number{static_cast<int64_t>(numerator),
                static_cast<int64_t>(denominator), 0, false};
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static MaybeNumber add(Number lhs, Number rhs) {
  if (lhs.isFloat || rhs.isFloat)
    return Number::getFloat(lhs.toDouble() + rhs.toDouble());
  Wide a = static_cast<Wide>(lhs.numerator) * rhs.denominator;
  Wide b = static_cast<Wide>(rhs.numerator) * lhs.denominator;
  return getFraction(a + b,
                     static_cast<Wide>(lhs.denominator) * rhs.denominator);
}

static MaybeNumber subtract(Number lhs, Number rhs) {
  if (lhs.isFloat || rhs.isFloat)
    return Number::getFloat(lhs.toDouble() - rhs.toDouble());
  Wide a = static_cast<Wide>(lhs.numerator) * rhs.denominator;
  Wide b = static_cast<Wide>(rhs.numerator) * lhs.denominator;
  return getFraction(a - b,
                     static_cast<Wide>(lhs.denominator) * rhs.denominator);
}

static MaybeNumber multiply(Number lhs, Number rhs) {
  if (lhs.isFloat || rhs.isFloat)
    return Number::getFloat(lhs.toDouble() * rhs.toDouble());
  return getFraction(static_cast<Wide>(lhs.numerator) * rhs.numerator,
                     static_cast<Wide>(lhs.denominator) * rhs.denominator);
}

static MaybeNumber divide(Number lhs, Number rhs) {
  if (lhs.isFloat || rhs.isFloat) {
    if (rhs.toDouble() == 0)
      return std::nullopt;
    return Number::getFloat(lhs.toDouble() / rhs.toDouble());
  }
  return getFraction(static_cast<Wide>(lhs.numerator) * rhs.denominator,
                     static_cast<Wide>(lhs.denominator) * rhs.numerator);
}

/// Less than, equal or greater: -1, 0, 1; none with a NaN.
static std::optional<int> compare(Number lhs, Number rhs) {
  if (lhs.isFloat || rhs.isFloat) {
    double a = lhs.toDouble(), b = rhs.toDouble();
    if (std::isnan(a) || std::isnan(b))
      return std::nullopt;
    return (a > b) - (a < b);
  }
  Wide a = static_cast<Wide>(lhs.numerator) * rhs.denominator;
  Wide b = static_cast<Wide>(rhs.numerator) * lhs.denominator;
  return (a > b) - (a < b);
}

static MaybeNumber fromFloat(double value) {
  // 2^63 is a float, the greatest int64 is none. False for a NaN.
  const bool fits = value >= -0x1p63 && value < 0x1p63;
  if (fits)
    return Number::getInteger(static_cast<int64_t>(value));
  return std::nullopt;
}

static MaybeNumber floorOf(Number value) {
  if (value.isFloat)
    return fromFloat(std::floor(value.real));
  int64_t quotient = value.numerator / value.denominator;
  if (value.numerator % value.denominator < 0)
    --quotient;
  return Number::getInteger(quotient);
}

static MaybeNumber ceilOf(Number value) {
  if (value.isFloat)
    return fromFloat(std::ceil(value.real));
  int64_t quotient = value.numerator / value.denominator;
  if (value.numerator % value.denominator > 0)
    ++quotient;
  return Number::getInteger(quotient);
}

static MaybeNumber truncate(Number value) {
  bool isNegative = value.isFloat ? value.real < 0 : value.numerator < 0;
  return isNegative ? ceilOf(value) : floorOf(value);
}

static MaybeNumber floorDivide(Number lhs, Number rhs) {
  MaybeNumber quotient = divide(lhs, rhs);
  return quotient ? floorOf(*quotient) : std::nullopt;
}

/// Python's remainder: it has the sign of the divisor.
static MaybeNumber modulo(Number lhs, Number rhs) {
  MaybeNumber quotient = floorDivide(lhs, rhs);
  MaybeNumber product = quotient ? multiply(*quotient, rhs) : std::nullopt;
  if (!product)
    return std::nullopt;
  return subtract(lhs, *product);
}

static MaybeNumber power(Number base, Number exponent) {
  if (base.isFloat || exponent.isFloat) {
    double result = std::pow(base.toDouble(), exponent.toDouble());
    return std::isnan(result) ? MaybeNumber() : Number::getFloat(result);
  }
  if (!exponent.isInteger()) {
    // Roots are exact, or irrational and thus no integer.
    if (exponent.denominator != 2 || exponent.numerator != 1 ||
        !base.isInteger() || base.numerator < 0)
      return std::nullopt;
    auto root = static_cast<int64_t>(std::sqrt(base.toDouble()));
    for (int64_t near = std::max<int64_t>(root - 1, 0); near <= root + 1;
         ++near)
      if (static_cast<Wide>(near) * near == base.numerator)
        return Number::getInteger(near);
    return std::nullopt;
  }
  bool isInverse = exponent.numerator < 0;
  if (isInverse) {
    MaybeNumber inverse = divide(Number::getInteger(1), base);
    if (!inverse)
      return std::nullopt;
    base = *inverse;
  }
  auto count = static_cast<uint64_t>(exponent.numerator);
  if (isInverse)
    count = -count;
  MaybeNumber result = Number::getInteger(1);
  MaybeNumber square = base;
  for (; count != 0; count >>= 1) {
    if (count & 1)
      result = square && result ? multiply(*result, *square) : std::nullopt;
    if (!result)
      return std::nullopt;
    if (count > 1)
      square = square ? multiply(*square, *square) : std::nullopt;
  }
  return result;
}

static MaybeNumber shift(Number base, Number count, bool isLeft) {
  if (!base.isInteger() || !count.isInteger() || count.numerator < 0)
    return std::nullopt;
  if (!isLeft)
    return Number::getInteger(base.numerator >>
                              std::min<int64_t>(count.numerator, 63));
  if (base.numerator == 0)
    return base;
  if (count.numerator > 62)
    return base.numerator == -1 && count.numerator == 63
               ? getInteger(std::numeric_limits<int64_t>::min())
               : std::nullopt;
  return getInteger(static_cast<Wide>(base.numerator) *
                    (int64_t(1) << count.numerator));
}

/// To the nearest integer, halves to even ones.
static MaybeNumber roundToInteger(Number value) {
  if (!value.isFloat)
    return value.isInteger() ? value : std::optional<Number>();
  double floor = std::floor(value.real), rest = value.real - floor;
  bool isUp = rest > 0.5 || (rest == 0.5 && std::fmod(floor, 2) != 0);
  return fromFloat(isUp ? floor + 1 : floor);
}

static bool isTrue(Number value) {
  return value.isFloat ? value.real != 0 : value.numerator != 0;
}

/// True division: exact while both operands are exact floats.
static MaybeNumber divideIntegers(Number lhs, Number rhs) {
  constexpr int64_t limit = int64_t(1) << 53;
  auto isExact = [&](Number value) {
    return value.isInteger() && value.numerator <= limit &&
           value.numerator >= -limit;
  };
  if (!isExact(lhs) || !isExact(rhs) || rhs.numerator == 0)
    return std::nullopt;
  return Number::getFloat(lhs.toDouble() / rhs.toDouble());
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
struct Function {
  /// The number of arguments; -1 for any.
  int arity;
  MaybeNumber (*apply)(Numbers args);
};
} // namespace

/// Combines the arguments from the left; none for no argument and no `initial`.
template <typename Combine>
static MaybeNumber fold(Numbers args, Combine combine,
                        MaybeNumber initial = std::nullopt) {
  if (!initial && args.empty())
    return std::nullopt;
  MaybeNumber result = initial ? initial : args.front();
  for (Number arg : initial ? args : args.drop_front()) {
    result = combine(*result, arg);
    if (!result)
      return std::nullopt;
  }
  return result;
}

/// The least (`sign` -1) or greatest (1) argument.
static MaybeNumber select(Numbers args, int sign) {
  return fold(args, [sign](Number lhs, Number rhs) -> MaybeNumber {
    std::optional<int> order = compare(rhs, lhs);
    if (!order)
      return std::nullopt;
    return *order == sign ? rhs : lhs;
  });
}

template <typename Predicate>
static MaybeNumber relate(Numbers args, Predicate predicate) {
  std::optional<int> order = compare(args[0], args[1]);
  if (!order)
    return std::nullopt;
  return Number::getInteger(predicate(*order));
}

template <typename Combine>
static MaybeNumber combineBits(Numbers args, Combine combine) {
  if (!args[0].isInteger() || !args[1].isInteger())
    return std::nullopt;
  return Number::getInteger(combine(args[0].numerator, args[1].numerator));
}

static MaybeNumber absolute(Number value) {
  if (value.isFloat)
    return Number::getFloat(std::fabs(value.real));
  Wide numerator = value.numerator;
  return getFraction(numerator < 0 ? -numerator : numerator, value.denominator);
}

static void addArithmetic(llvm::StringMap<Function> &table) {
  auto floorDiv = [](Numbers a) { return floorDivide(a[0], a[1]); };
  auto mod = [](Numbers a) { return modulo(a[0], a[1]); };
  auto pow = [](Numbers a) { return power(a[0], a[1]); };
  table["Add"] = {
      -1, [](Numbers a) { return fold(a, add, Number::getInteger(0)); }};
  table["Mul"] = {
      -1, [](Numbers a) { return fold(a, multiply, Number::getInteger(1)); }};
  table["Rational"] = {2, [](Numbers a) { return divide(a[0], a[1]); }};
  table["Max"] = {-1, [](Numbers a) { return select(a, 1); }};
  table["Min"] = {-1, [](Numbers a) { return select(a, -1); }};
  table["FloorDiv"] = table["CleanDiv"] = {2, floorDiv};
  table["CeilDiv"] = {2, [](Numbers a) {
                        MaybeNumber quotient = divide(a[0], a[1]);
                        return quotient ? ceilOf(*quotient) : std::nullopt;
                      }};
  table["Mod"] = table["PythonMod"] = {2, mod};
  table["ModularIndexing"] = {3, [](Numbers a) {
                                MaybeNumber quotient = floorDivide(a[0], a[1]);
                                return quotient ? modulo(*quotient, a[2])
                                                : std::nullopt;
                              }};
  table["Pow"] = {2, pow};
  table["PowByNatural"] = {
      2, [](Numbers a) {
        bool isNatural = a[1].isInteger() && a[1].numerator >= 0;
        return isNatural ? power(a[0], a[1]) : std::nullopt;
      }};
  table["Abs"] = {1, [](Numbers a) { return absolute(a[0]); }};
  table["Identity"] = {1, [](Numbers a) { return MaybeNumber(a[0]); }};
  table["LShift"] = {2, [](Numbers a) { return shift(a[0], a[1], true); }};
  table["RShift"] = {2, [](Numbers a) { return shift(a[0], a[1], false); }};
}

static void addLogic(llvm::StringMap<Function> &table) {
  auto equal = [](Numbers a) {
    return relate(a, [](int order) { return order == 0; });
  };
  auto unequal = [](Numbers a) {
    return relate(a, [](int order) { return order != 0; });
  };
  table["Equality"] = table["Eq"] = {2, equal};
  table["Unequality"] = table["Ne"] = {2, unequal};
  table["LessThan"] = {2, [](Numbers a) {
                         return relate(a, [](int order) { return order <= 0; });
                       }};
  table["GreaterThan"] = {2, [](Numbers a) {
                            return relate(a,
                                          [](int order) { return order >= 0; });
                          }};
  table["StrictLessThan"] = {
      2,
      [](Numbers a) { return relate(a, [](int order) { return order < 0; }); }};
  table["StrictGreaterThan"] = {
      2,
      [](Numbers a) { return relate(a, [](int order) { return order > 0; }); }};
  table["And"] = {-1, [](Numbers a) {
                    return MaybeNumber(
                        Number::getInteger(llvm::all_of(a, isTrue)));
                  }};
  table["Or"] = {-1, [](Numbers a) {
                   return MaybeNumber(
                       Number::getInteger(llvm::any_of(a, isTrue)));
                 }};
  table["Xor"] = {-1, [](Numbers a) {
                    return MaybeNumber(
                        Number::getInteger(llvm::count_if(a, isTrue) % 2));
                  }};
  table["Not"] = {1, [](Numbers a) {
                    return MaybeNumber(Number::getInteger(!isTrue(a[0])));
                  }};
  table["BitwiseFn_bitwise_and"] = {
      2, [](Numbers a) { return combineBits(a, std::bit_and<int64_t>()); }};
  table["BitwiseFn_bitwise_or"] = {
      2, [](Numbers a) { return combineBits(a, std::bit_or<int64_t>()); }};
  table["BitwiseFn_bitwise_xor"] = {
      2, [](Numbers a) { return combineBits(a, std::bit_xor<int64_t>()); }};
}

template <double (*compute)(double)>
static MaybeNumber computeFloat(Numbers args) {
  double result = compute(args[0].toDouble());
  return std::isnan(result) ? MaybeNumber() : Number::getFloat(result);
}

static void addFloats(llvm::StringMap<Function> &table) {
  auto floor = [](Numbers a) { return floorOf(a[0]); };
  auto ceil = [](Numbers a) { return ceilOf(a[0]); };
  table["FloorToInt"] = table["floor"] = {1, floor};
  table["CeilToInt"] = table["ceiling"] = {1, ceil};
  table["TruncToInt"] = {1, [](Numbers a) { return truncate(a[0]); }};
  table["RoundToInt"] = {1, [](Numbers a) { return roundToInteger(a[0]); }};
  table["ToFloat"] = {1, [](Numbers a) {
                        return MaybeNumber(Number::getFloat(a[0].toDouble()));
                      }};
  table["TruncToFloat"] = {1, computeFloat<std::trunc>};
  table["IntTrueDiv"] = {2,
                         [](Numbers a) { return divideIntegers(a[0], a[1]); }};
  table["FloatTrueDiv"] = {2, [](Numbers a) {
                             return divide(Number::getFloat(a[0].toDouble()),
                                           Number::getFloat(a[1].toDouble()));
                           }};
  table["FloatPow"] = {2, [](Numbers a) {
                         return power(Number::getFloat(a[0].toDouble()), a[1]);
                       }};
  table["OpaqueUnaryFn_sqrt"] = {1, computeFloat<std::sqrt>};
  table["OpaqueUnaryFn_exp"] = {1, computeFloat<std::exp>};
  table["OpaqueUnaryFn_log"] = {1, computeFloat<std::log>};
  table["OpaqueUnaryFn_log2"] = {1, computeFloat<std::log2>};
}

static const llvm::StringMap<Function> &getFunctions() {
  static const llvm::StringMap<Function> functions = [] {
    llvm::StringMap<Function> table;
    addArithmetic(table);
    addLogic(table);
    addFloats(table);
    return table;
  }();
  return functions;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

namespace {
class Evaluator {
public:
  explicit Evaluator(function_ref<std::optional<int64_t>(StringRef)> valueOf)
      : valueOf(valueOf) {}

  MaybeNumber evaluate(SymExprAttr expr);

private:
  MaybeNumber evaluateCall(SymExprAttr expr);
  MaybeNumber evaluatePiecewise(ArrayRef<SymExprAttr> pairs);

  function_ref<std::optional<int64_t>(StringRef)> valueOf;
};
} // namespace

MaybeNumber Evaluator::evaluate(SymExprAttr expr) {
  switch (expr.getKind()) {
  case SymExprKind::integer:
    return Number::getInteger(expr.getValue());
  case SymExprKind::number: {
    // An integer that is too big has no value here.
    double value;
    if (expr.getValue() < 0 || expr.getName().getValue().getAsDouble(value))
      return std::nullopt;
    return Number::getFloat(value);
  }
  case SymExprKind::symbol: {
    std::optional<int64_t> value = valueOf(expr.getName());
    return value ? MaybeNumber(Number::getInteger(*value)) : std::nullopt;
  }
  case SymExprKind::atom:
    if (expr.getName() == "true" || expr.getName() == "false")
      return Number::getInteger(expr.getName() == "true");
    return std::nullopt;
  case SymExprKind::call:
    return evaluateCall(expr);
  }
  llvm_unreachable("unknown kind of expression");
}

/// The first alternative whose condition holds.
MaybeNumber Evaluator::evaluatePiecewise(ArrayRef<SymExprAttr> pairs) {
  for (SymExprAttr pair : pairs) {
    if (!pair.isCall("ExprCondPair") || pair.getArgs().size() != 2)
      return std::nullopt;
    MaybeNumber condition = evaluate(pair.getArgs()[1]);
    if (!condition)
      return std::nullopt;
    if (isTrue(*condition))
      return evaluate(pair.getArgs()[0]);
  }
  return std::nullopt;
}

MaybeNumber Evaluator::evaluateCall(SymExprAttr expr) {
  ArrayRef<SymExprAttr> args = expr.getArgs();
  if (expr.isCall("Piecewise"))
    return evaluatePiecewise(args);
  if (expr.isCall("Where") && args.size() == 3) {
    MaybeNumber condition = evaluate(args[0]);
    if (!condition)
      return std::nullopt;
    return evaluate(isTrue(*condition) ? args[1] : args[2]);
  }
  const auto &functions = getFunctions();
  auto it = functions.find(expr.getName().getValue());
  if (it == functions.end())
    return std::nullopt;
  const Function &function = it->second;
  if (function.arity >= 0 && args.size() != static_cast<size_t>(function.arity))
    return std::nullopt;
  SmallVector<Number> values;
  for (SymExprAttr arg : args) {
    MaybeNumber value = evaluate(arg);
    if (!value)
      return std::nullopt;
    values.push_back(*value);
  }
  return function.apply(values);
}

std::optional<int64_t>
mlir::tp::evaluate(SymExprAttr expr,
                   function_ref<std::optional<int64_t>(StringRef)> valueOf) {
  MaybeNumber value = Evaluator(valueOf).evaluate(expr);
  if (!value || !value->isInteger())
    return std::nullopt;
  return value->numerator;
}
