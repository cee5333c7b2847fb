//===- SymInt.cpp - Sizes and their arithmetic ----------------------------===//
//
// Numbers take a short way; expressions go through polynomials.
//
//===----------------------------------------------------------------------===//

#include "tp/Shape/SymInt.h"
#include "Polynomial.h"
#include "tp/IR/SymExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tp;

SymArith::SymArith(MLIRContext *context, ArrayAttr dims) : context(context) {
  if (!dims)
    return;
  for (auto dim : dims.getAsRange<DimAttr>()) {
    SymInt expr = canonicalize(dim.getExpr());
    if (!expr.isSymbolic())
      continue;
    if (auto hint = dyn_cast_or_null<IntegerAttr>(dim.getHint()))
      hints[expr.getExpr()] = hint.getInt();
    if (!dim.getHasRange())
      continue;
    SymRange range;
    if (dim.getMin())
      range.min = dim.getMin().getInt();
    if (dim.getMax())
      range.max = dim.getMax().getInt();
    ranges[expr.getExpr()] = range;
  }
}

//===----------------------------------------------------------------------===//
// Ring operations
//===----------------------------------------------------------------------===//

SymInt SymArith::add(SymInt lhs, SymInt rhs) {
  int64_t sum;
  if (lhs.isStatic() && rhs.isStatic() &&
      !llvm::AddOverflow(lhs.getValue(), rhs.getValue(), sum))
    return sum;
  if (lhs.isStaticValue(0))
    return rhs;
  if (rhs.isStaticValue(0))
    return lhs;
  Polynomial result(lhs);
  result.add(Polynomial(rhs));
  return result.get(context);
}

SymInt SymArith::sub(SymInt lhs, SymInt rhs) {
  int64_t difference;
  if (lhs.isStatic() && rhs.isStatic() &&
      !llvm::SubOverflow(lhs.getValue(), rhs.getValue(), difference))
    return difference;
  if (rhs.isStaticValue(0))
    return lhs;
  if (lhs.isIdentical(rhs))
    return 0;
  Polynomial result(lhs);
  result.add(Polynomial(rhs), -1);
  return result.get(context);
}

SymInt SymArith::mul(SymInt lhs, SymInt rhs) {
  int64_t product;
  if (lhs.isStatic() && rhs.isStatic() &&
      !llvm::MulOverflow(lhs.getValue(), rhs.getValue(), product))
    return product;
  if (lhs.isStaticValue(1))
    return rhs;
  if (rhs.isStaticValue(1))
    return lhs;
  return Polynomial(lhs).multiply(Polynomial(rhs)).get(context);
}

SymInt SymArith::product(ArrayRef<SymInt> factors) {
  SymInt result = 1;
  for (SymInt factor : factors)
    result = mul(result, factor);
  return result;
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

static int64_t floorDivide(int64_t lhs, int64_t rhs) {
  int64_t quotient = lhs / rhs;
  return lhs % rhs != 0 && (lhs < 0) != (rhs < 0) ? quotient - 1 : quotient;
}

/// A division that int64 has a result for.
static bool isDivisible(SymInt lhs, SymInt rhs) {
  return lhs.isStatic() && rhs.isStatic() && rhs.getValue() != 0 &&
         rhs.getValue() != -1;
}

SymInt SymArith::floorDiv(SymInt lhs, SymInt rhs) {
  if (isDivisible(lhs, rhs))
    return floorDivide(lhs.getValue(), rhs.getValue());
  if (rhs.isStaticValue(1) || lhs.isStaticValue(0))
    return lhs;
  if (rhs.isStaticValue(0) || !lhs.isKnown() || !rhs.isKnown())
    return {};
  if (rhs.isStaticValue(-1))
    return mul(lhs, -1);
  Polynomial divisor(rhs), rest, quotient;
  if (rhs.isStatic() && rhs.getValue() > 0)
    quotient = Polynomial(lhs).divideCoefficients(rhs.getValue(), rest);
  else if (divisor.getTerms().size() == 1)
    quotient = Polynomial(lhs).divideTerms(divisor.getTerms().front(), rest);
  else
    rest = Polynomial(lhs);
  // The whole of a product of sums: (s0 + 1)*s1 // (s0 + 1).
  if (divisor.getTerms().size() > 1 && lhs.isSymbolic())
    if (auto exact = divideExactly(lhs, rhs))
      return *exact;
  SymInt whole = quotient.get(context), remainder = rest.get(context);
  if (remainder.isStaticValue(0))
    return whole;
  return add(whole, divideRest(remainder, rhs));
}

/// `lhs / rhs` where polynomial division leaves nothing.
std::optional<SymInt> SymArith::divideExactly(SymInt lhs, SymInt rhs) {
  Polynomial rest(lhs), divisor(rhs), quotient;
  for (unsigned step = 0; step < 16 && rest.isValid(); ++step) {
    if (rest.isZero())
      return quotient.get(context);
    const Polynomial::Term &lead = rest.getTerms().front();
    const Polynomial::Term &by = divisor.getTerms().front();
    auto monomial = Monomial::divide(lead.monomial, by.monomial);
    if (!monomial || lead.coefficient % by.coefficient != 0)
      return std::nullopt;
    Polynomial term;
    term.addTerm(*monomial, lead.coefficient / by.coefficient);
    quotient.add(term);
    rest.add(term.multiply(divisor), -1);
  }
  return std::nullopt;
}

/// The quotient of what does not divide term by term.
SymInt SymArith::divideRest(SymInt lhs, SymInt rhs) {
  SymRange range = getRange(lhs), by = getRange(rhs);
  if (range.min && *range.min >= 0 && range.max && by.min && *by.min > 0 &&
      *range.max < *by.min)
    return 0;
  if (rhs.isStatic() && lhs.isSymbolic()) {
    // (2*a + 1)//4 is a//2.
    int64_t common = Polynomial(lhs).getContent(/*skipsConstant=*/true);
    common = std::gcd(common, rhs.getValue());
    if (common > 1) {
      Polynomial rest;
      SymInt reduced =
          Polynomial(lhs).divideCoefficients(common, rest).get(context);
      return floorDiv(reduced, rhs.getValue() / common);
    }
    // A quotient in a quotient.
    SymExprAttr expr = lhs.getExpr();
    if (expr.isCall("FloorDiv") && expr.getArgs().size() == 2 &&
        expr.getArgs()[1].isInteger() && expr.getArgs()[1].getValue() > 0 &&
        rhs.getValue() > 0)
      return floorDiv(expr.getArgs()[0],
                      mul(expr.getArgs()[1].getValue(), rhs));
  }
  if (isDivisible(lhs, rhs))
    return floorDivide(lhs.getValue(), rhs.getValue());
  return SymExprAttr::getCall(context, "FloorDiv",
                              {lhs.toExpr(context), rhs.toExpr(context)});
}

SymInt SymArith::mod(SymInt lhs, SymInt rhs) {
  if (isDivisible(lhs, rhs))
    return lhs.getValue() -
           floorDivide(lhs.getValue(), rhs.getValue()) * rhs.getValue();
  if (rhs.isStaticValue(1))
    return 0;
  if (rhs.isStaticValue(0) || !lhs.isKnown() || !rhs.isKnown())
    return {};
  Polynomial divisor(rhs), rest;
  if (rhs.isStatic() && rhs.getValue() > 0)
    Polynomial(lhs).divideCoefficients(rhs.getValue(), rest);
  else if (divisor.getTerms().size() == 1)
    Polynomial(lhs).divideTerms(divisor.getTerms().front(), rest);
  else
    rest = Polynomial(lhs);
  SymInt remainder = rest.get(context);
  if (remainder.isStaticValue(0) || remainder.isIdentical(rhs))
    return 0;
  SymRange range = getRange(remainder), by = getRange(rhs);
  if (range.min && *range.min >= 0 && range.max && by.min &&
      *range.max < *by.min)
    return remainder;
  if (isDivisible(remainder, rhs))
    return mod(remainder, rhs);
  return SymExprAttr::getCall(context, "Mod",
                              {remainder.toExpr(context), rhs.toExpr(context)});
}

SymInt SymArith::ceilDiv(SymInt lhs, SymInt rhs) {
  return floorDiv(sub(add(lhs, rhs), 1), rhs);
}

//===----------------------------------------------------------------------===//
// Greatest and least
//===----------------------------------------------------------------------===//

/// Appends `value`, or what it is the greatest (least) of.
static void flattenExtremum(SymInt value, StringRef name,
                            SmallVectorImpl<SymInt> &into) {
  if (value.isSymbolic() && value.getExpr().isCall(name)) {
    for (SymExprAttr arg : value.getExpr().getArgs())
      into.push_back(arg);
    return;
  }
  into.push_back(value);
}

SymInt SymArith::extremum(SymInt lhs, SymInt rhs, bool isMax) {
  if (!lhs.isKnown() || !rhs.isKnown())
    return {};
  if (lhs.isStatic() && rhs.isStatic())
    return isMax ? std::max(lhs.getValue(), rhs.getValue())
                 : std::min(lhs.getValue(), rhs.getValue());
  StringRef name = isMax ? "Max" : "Min";
  SmallVector<SymInt> candidates, kept;
  flattenExtremum(lhs, name, candidates);
  flattenExtremum(rhs, name, candidates);
  for (auto [i, candidate] : llvm::enumerate(candidates)) {
    bool isDominated = false;
    for (auto [j, other] : llvm::enumerate(candidates)) {
      if (i == j)
        continue;
      bool isEqual = isKnownEqual(candidate, other);
      std::optional<bool> covers = isMax ? isLessOrEqual(candidate, other)
                                         : isLessOrEqual(other, candidate);
      isDominated |= isEqual ? j < i : covers.value_or(false);
    }
    if (!isDominated)
      kept.push_back(candidate);
  }
  if (kept.size() == 1)
    return kept.front();
  // A fixed order: numbers first, then as sums have it.
  Polynomial order;
  SmallVector<SymExprAttr> args;
  for (SymInt value : kept) {
    if (value.isStatic()) {
      args.push_back(value.toExpr(context));
      continue;
    }
    Monomial monomial;
    monomial.factors.emplace_back(value.getExpr(), 1);
    order.addTerm(monomial, 1);
  }
  for (const Polynomial::Term &term : order.getTerms())
    args.push_back(term.monomial.factors.front().first);
  return SymExprAttr::getCall(context, name, args);
}

SymInt SymArith::max(SymInt lhs, SymInt rhs) {
  return extremum(lhs, rhs, /*isMax=*/true);
}
SymInt SymArith::min(SymInt lhs, SymInt rhs) {
  return extremum(lhs, rhs, /*isMax=*/false);
}

//===----------------------------------------------------------------------===//
// Canonical form
//===----------------------------------------------------------------------===//

SymInt SymArith::call(StringRef name, ArrayRef<SymInt> args) {
  auto fold = [&](auto combine) {
    SymInt result = args.front();
    for (SymInt arg : args.drop_front())
      result = combine(result, arg);
    return result;
  };
  if (args.size() == 2) {
    if (name == "FloorDiv" || name == "CleanDiv")
      return floorDiv(args[0], args[1]);
    if (name == "Mod" || name == "PythonMod")
      return mod(args[0], args[1]);
    if (name == "Pow" || name == "PowByNatural") {
      if (args[1].isStatic() && args[1].getValue() >= 0 &&
          args[1].getValue() <= 16) {
        SmallVector<SymInt> factors(args[1].getValue(), args[0]);
        return product(factors);
      }
      name = "Pow";
    }
  }
  if (!args.empty()) {
    if (name == "Add")
      return fold([&](SymInt a, SymInt b) { return add(a, b); });
    if (name == "Mul")
      return fold([&](SymInt a, SymInt b) { return mul(a, b); });
    if (name == "Max")
      return fold([&](SymInt a, SymInt b) { return max(a, b); });
    if (name == "Min")
      return fold([&](SymInt a, SymInt b) { return min(a, b); });
  }
  SmallVector<SymExprAttr> exprs;
  for (SymInt arg : args) {
    exprs.push_back(arg.toExpr(context));
    if (!exprs.back())
      return {};
  }
  auto result = SymExprAttr::getCall(context, name, exprs);
  if (llvm::all_of(args, [](SymInt arg) { return arg.isStatic(); }))
    if (std::optional<int64_t> value =
            evaluate(result, [](StringRef) { return std::nullopt; }))
      return *value;
  return result;
}

SymInt SymArith::canonicalize(SymExprAttr expr) {
  if (!expr || expr.getKind() != SymExprKind::call)
    return expr;
  auto found = canonical.find(expr);
  if (found != canonical.end())
    return found->second;
  SmallVector<SymInt> args;
  for (SymExprAttr arg : expr.getArgs())
    args.push_back(canonicalize(arg));
  // A product with a fraction is no polynomial over the integers.
  SymInt result = call(expr.getName(), args);
  if (!result.isKnown())
    result = expr;
  canonical[expr] = result;
  if (result.isSymbolic())
    canonical.try_emplace(result.getExpr(), result);
  return result;
}
