//===- SymRange.cpp - Ranges and comparison of sizes ----------------------===//
//
// Interval arithmetic over polynomials, and what follows from it.
//
//===----------------------------------------------------------------------===//

#include "Polynomial.h"
#include "tp/IR/SymExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::tp;

using Bound = std::optional<int64_t>;

static Bound addBounds(Bound lhs, Bound rhs) {
  int64_t sum;
  if (!lhs || !rhs || llvm::AddOverflow(*lhs, *rhs, sum))
    return std::nullopt;
  return sum;
}

static Bound mulBounds(Bound lhs, Bound rhs) {
  int64_t product;
  if (!lhs || !rhs || llvm::MulOverflow(*lhs, *rhs, product))
    return std::nullopt;
  return product;
}

/// The range of a product of two values of which both are not negative, or one
/// is a number; anything else is not bounded.
static SymRange mulRanges(SymRange lhs, SymRange rhs) {
  auto isNatural = [](SymRange range) { return range.min && *range.min >= 0; };
  if (isNatural(lhs) && isNatural(rhs))
    return {mulBounds(lhs.min, rhs.min), mulBounds(lhs.max, rhs.max)};
  if (!lhs.min || !lhs.max || !rhs.min || !rhs.max)
    return {};
  Bound products[] = {mulBounds(lhs.min, rhs.min), mulBounds(lhs.min, rhs.max),
                      mulBounds(lhs.max, rhs.min), mulBounds(lhs.max, rhs.max)};
  if (llvm::is_contained(products, std::nullopt))
    return {};
  return {*std::min_element(products, products + 4),
          *std::max_element(products, products + 4)};
}

static SymRange scaleRange(SymRange range, int64_t factor) {
  Bound low = mulBounds(range.min, factor), high = mulBounds(range.max, factor);
  return factor < 0 ? SymRange{high, low} : SymRange{low, high};
}

/// Symbols that stand for a size found at run time: `u0`, `u1`, ...
static bool isUnbacked(StringRef name) {
  return name.consume_front("u") && !name.empty() &&
         llvm::all_of(name, [](char c) { return llvm::isDigit(c); });
}

SymRange SymArith::getTermRange(SymExprAttr expr) {
  auto found = ranges.find(expr);
  SymRange known = found == ranges.end() ? SymRange() : found->second;
  if (expr.isSymbol()) {
    if (found != ranges.end())
      return known;
    return {isUnbacked(expr.getName()) ? 0 : 1, std::nullopt};
  }
  if (expr.getKind() != SymExprKind::call)
    return known;
  ArrayRef<SymExprAttr> args = expr.getArgs();
  SymRange derived;
  if (expr.isCall("FloorDiv") && args.size() == 2 && args[1].isInteger() &&
      args[1].getValue() > 0) {
    SymRange base = getRange(args[0]);
    int64_t by = args[1].getValue();
    auto divide = [&](Bound bound) {
      return bound ? floorDiv(*bound, by).getStatic() : Bound();
    };
    derived = {divide(base.min), divide(base.max)};
  } else if (expr.isCall("FloorDiv") && args.size() == 2) {
    SymRange base = getRange(args[0]), by = getRange(args[1]);
    if (base.min && *base.min >= 0 && by.min && *by.min > 0)
      derived = {0, base.max};
  } else if (expr.isCall("Mod") && args.size() == 2) {
    SymRange by = getRange(args[1]);
    if (by.min && *by.min > 0)
      derived = {0, addBounds(by.max, -1)};
  } else if (expr.isCall("Max") || expr.isCall("Min")) {
    bool isMax = expr.isCall("Max");
    derived = getRange(args.front());
    for (SymExprAttr arg : args.drop_front()) {
      SymRange range = getRange(arg);
      // One bound is the better of both, the other needs both.
      auto pick = [&](Bound a, Bound b, bool either) -> Bound {
        if (!a || !b)
          return either ? (a ? a : b) : Bound();
        return isMax ? std::max(*a, *b) : std::min(*a, *b);
      };
      derived = {pick(derived.min, range.min, isMax),
                 pick(derived.max, range.max, !isMax)};
    }
  }
  if (known.min && (!derived.min || *derived.min < *known.min))
    derived.min = known.min;
  if (known.max && (!derived.max || *derived.max > *known.max))
    derived.max = known.max;
  return derived;
}

static SymRange
getPolynomialRange(const Polynomial &polynomial,
                   function_ref<SymRange(SymExprAttr)> rangeOf) {
  if (!polynomial.isValid())
    return {};
  SymRange sum{0, 0};
  for (const Polynomial::Term &term : polynomial.getTerms()) {
    SymRange product{1, 1};
    for (const auto &[base, exponent] : term.monomial.factors) {
      SymRange range = rangeOf(base);
      for (int64_t i = 0; i < exponent; ++i)
        product = mulRanges(product, range);
    }
    product = scaleRange(product, term.coefficient);
    sum = {addBounds(sum.min, product.min), addBounds(sum.max, product.max)};
  }
  return sum;
}

SymRange SymArith::getRange(SymInt value) {
  if (value.isStatic())
    return {value.getValue(), value.getValue()};
  if (!value.isKnown())
    return {};
  SymRange range = getPolynomialRange(
      Polynomial(value), [&](SymExprAttr expr) { return getTermRange(expr); });
  // A sum may have a range of its own in the program: `16*s76`.
  auto found = ranges.find(value.getExpr());
  if (found != ranges.end()) {
    if (found->second.min && (!range.min || *found->second.min > *range.min))
      range.min = found->second.min;
    if (found->second.max && (!range.max || *found->second.max < *range.max))
      range.max = found->second.max;
  }
  return range;
}

/// The range of `lhs - rhs`, up to a factor that is positive.
SymRange SymArith::getDifferenceSign(SymInt lhs, SymInt rhs) {
  Polynomial difference(lhs);
  difference.add(Polynomial(rhs), -1);
  if (!difference.isValid())
    return {};
  // s0*s1 - s1 has the sign of s0 - 1.
  Monomial common = difference.getCommonMonomial();
  bool isPositive = !common.factors.empty();
  for (const auto &factor : common.factors) {
    SymRange range = getTermRange(factor.first);
    isPositive &= range.min && *range.min > 0;
  }
  if (isPositive) {
    Polynomial rest;
    difference = difference.divideTerms({common, 1}, rest);
  }
  return getPolynomialRange(
      difference, [&](SymExprAttr expr) { return getTermRange(expr); });
}

std::optional<bool> SymArith::isEqual(SymInt lhs, SymInt rhs) {
  if (lhs.isIdentical(rhs))
    return true;
  if (!lhs.isKnown() || !rhs.isKnown())
    return std::nullopt;
  if (lhs.isStatic() && rhs.isStatic())
    return lhs.getValue() == rhs.getValue();
  lhs = canonicalize(lhs);
  rhs = canonicalize(rhs);
  if (lhs.isIdentical(rhs))
    return true;
  SymRange range = getDifferenceSign(lhs, rhs);
  if ((range.min && *range.min > 0) || (range.max && *range.max < 0))
    return false;
  if (range.min && range.max && *range.min == 0 && *range.max == 0)
    return true;
  return std::nullopt;
}

std::optional<bool> SymArith::isLess(SymInt lhs, SymInt rhs) {
  if (!lhs.isKnown() || !rhs.isKnown())
    return std::nullopt;
  if (lhs.isStatic() && rhs.isStatic())
    return lhs.getValue() < rhs.getValue();
  SymRange range = getDifferenceSign(canonicalize(lhs), canonicalize(rhs));
  if (range.max && *range.max < 0)
    return true;
  if (range.min && *range.min >= 0)
    return false;
  return std::nullopt;
}

std::optional<bool> SymArith::isLessOrEqual(SymInt lhs, SymInt rhs) {
  std::optional<bool> isGreater = isLess(rhs, lhs);
  return isGreater ? std::optional<bool>(!*isGreater) : std::nullopt;
}

std::optional<int64_t> SymArith::getHint(SymInt value) {
  if (value.isStatic())
    return value.getValue();
  if (!value.isKnown())
    return std::nullopt;
  return evaluate(
      value.getExpr(), [&](StringRef name) -> std::optional<int64_t> {
        auto found = hints.find(SymExprAttr::getSymbol(context, name));
        if (found == hints.end())
          return std::nullopt;
        return found->second;
      });
}

std::optional<bool> SymArith::isLessByHint(SymInt lhs, SymInt rhs) {
  if (std::optional<bool> always = isLess(lhs, rhs))
    return always;
  std::optional<int64_t> left = getHint(lhs), right = getHint(rhs);
  if (!left || !right)
    return std::nullopt;
  return *left < *right;
}
