//===- Polynomial.cpp - Normal form of size expressions -------------------===//
//
// Sums of products with integer coefficients over symbols and opaque terms.
//
//===----------------------------------------------------------------------===//

#include "Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tp;

/// A total order of canonical expressions that does not depend on where they
/// lie in memory: symbols by name, then calls by name and arguments.
static int compareExprs(SymExprAttr lhs, SymExprAttr rhs) {
  if (lhs == rhs)
    return 0;
  bool lhsIsSymbol = lhs.isSymbol(), rhsIsSymbol = rhs.isSymbol();
  if (lhsIsSymbol != rhsIsSymbol)
    return lhsIsSymbol ? -1 : 1;
  if (lhs.getKind() != rhs.getKind())
    return lhs.getKind() < rhs.getKind() ? -1 : 1;
  if (lhs.getValue() != rhs.getValue())
    return lhs.getValue() < rhs.getValue() ? -1 : 1;
  if (lhs.getName() != rhs.getName())
    return lhs.getName().getValue() < rhs.getName().getValue() ? -1 : 1;
  ArrayRef<SymExprAttr> lhsArgs = lhs.getArgs(), rhsArgs = rhs.getArgs();
  for (size_t i = 0, e = std::min(lhsArgs.size(), rhsArgs.size()); i != e; ++i)
    if (int order = compareExprs(lhsArgs[i], rhsArgs[i]))
      return order;
  return lhsArgs.size() < rhsArgs.size() ? -1 : 1;
}

/// Terms of higher degree come first.
static bool isBefore(const Monomial &lhs, const Monomial &rhs) {
  if (int64_t difference = lhs.degree() - rhs.degree())
    return difference > 0;
  for (auto [left, right] : llvm::zip(lhs.factors, rhs.factors)) {
    if (int order = compareExprs(left.first, right.first))
      return order < 0;
    if (left.second != right.second)
      return left.second > right.second;
  }
  return lhs.factors.size() < rhs.factors.size();
}

//===----------------------------------------------------------------------===//
// Monomial
//===----------------------------------------------------------------------===//

Monomial Monomial::multiply(const Monomial &lhs, const Monomial &rhs) {
  Monomial result = lhs;
  for (const Factor &factor : rhs.factors) {
    auto *at = llvm::find_if(result.factors, [&](const Factor &present) {
      return compareExprs(present.first, factor.first) >= 0;
    });
    if (at != result.factors.end() && at->first == factor.first)
      at->second += factor.second;
    else
      result.factors.insert(at, factor);
  }
  return result;
}

std::optional<Monomial> Monomial::divide(const Monomial &lhs,
                                         const Monomial &rhs) {
  Monomial result = lhs;
  for (const Factor &factor : rhs.factors) {
    auto *at = llvm::find_if(result.factors, [&](const Factor &present) {
      return present.first == factor.first;
    });
    if (at == result.factors.end() || at->second < factor.second)
      return std::nullopt;
    at->second -= factor.second;
    if (at->second == 0)
      result.factors.erase(at);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Polynomial
//===----------------------------------------------------------------------===//

void Polynomial::addTerm(const Monomial &monomial, int64_t coefficient) {
  if (coefficient == 0)
    return;
  auto *at = llvm::find_if(terms, [&](const Term &term) {
    return !isBefore(term.monomial, monomial);
  });
  if (at == terms.end() || !(at->monomial == monomial)) {
    terms.insert(at, Term{monomial, coefficient});
    return;
  }
  valid &= !llvm::AddOverflow(at->coefficient, coefficient, at->coefficient);
  if (at->coefficient == 0)
    terms.erase(at);
}

void Polynomial::add(const Polynomial &other, int64_t factor) {
  valid &= other.valid;
  for (const Term &term : other.terms) {
    int64_t coefficient = 0;
    valid &= !llvm::MulOverflow(term.coefficient, factor, coefficient);
    addTerm(term.monomial, coefficient);
  }
}

Polynomial Polynomial::multiply(const Polynomial &other) const {
  Polynomial result;
  result.valid = valid && other.valid;
  for (const Term &lhs : terms) {
    for (const Term &rhs : other.terms) {
      int64_t coefficient = 0;
      result.valid &=
          !llvm::MulOverflow(lhs.coefficient, rhs.coefficient, coefficient);
      result.addTerm(Monomial::multiply(lhs.monomial, rhs.monomial),
                     coefficient);
    }
  }
  return result;
}

/// Reads a canonical expression, or one whose sums and products nest.
void Polynomial::addExpr(SymExprAttr expr) {
  if (expr.isInteger())
    return addTerm({}, expr.getValue());
  if (expr.isCall("Add")) {
    for (SymExprAttr arg : expr.getArgs())
      addExpr(arg);
    return;
  }
  if (expr.isCall("Mul")) {
    Polynomial product(1);
    for (SymExprAttr arg : expr.getArgs()) {
      Polynomial factor;
      factor.addExpr(arg);
      product = product.multiply(factor);
    }
    return add(product);
  }
  Monomial monomial;
  if (expr.isCall("Pow") && expr.getArgs().size() == 2 &&
      expr.getArgs()[1].isInteger() && expr.getArgs()[1].getValue() > 0 &&
      expr.getArgs()[1].getValue() <= 16) {
    Polynomial base, power(1);
    base.addExpr(expr.getArgs()[0]);
    for (int64_t i = expr.getArgs()[1].getValue(); i > 0; --i)
      power = power.multiply(base);
    return add(power);
  }
  monomial.factors.emplace_back(expr, 1);
  addTerm(monomial, 1);
}

Polynomial::Polynomial(SymInt value) {
  if (value.isSymbolic())
    addExpr(value.getExpr());
  else if (value.isStatic())
    addTerm({}, value.getValue());
  else
    valid = false;
}

std::optional<int64_t> Polynomial::getConstant() const {
  if (!valid || terms.size() > 1)
    return std::nullopt;
  if (terms.empty())
    return 0;
  if (!terms.front().monomial.factors.empty())
    return std::nullopt;
  return terms.front().coefficient;
}

Polynomial Polynomial::divideTerms(const Term &divisor,
                                   Polynomial &rest) const {
  Polynomial quotient;
  quotient.valid = rest.valid = valid && divisor.coefficient != 0;
  if (!quotient.valid)
    return quotient;
  for (const Term &term : terms) {
    auto monomial = Monomial::divide(term.monomial, divisor.monomial);
    if (monomial && term.coefficient % divisor.coefficient == 0)
      quotient.addTerm(*monomial, term.coefficient / divisor.coefficient);
    else
      rest.addTerm(term.monomial, term.coefficient);
  }
  return quotient;
}

Polynomial Polynomial::divideCoefficients(int64_t divisor,
                                          Polynomial &rest) const {
  Polynomial quotient;
  quotient.valid = rest.valid = valid;
  for (const Term &term : terms) {
    int64_t remainder = term.coefficient % divisor;
    if (remainder < 0)
      remainder += divisor;
    quotient.addTerm(term.monomial, (term.coefficient - remainder) / divisor);
    rest.addTerm(term.monomial, remainder);
  }
  return quotient;
}

int64_t Polynomial::getContent(bool skipsConstant) const {
  int64_t content = 0;
  for (const Term &term : terms)
    if (!skipsConstant || !term.monomial.factors.empty())
      content = std::gcd(content, term.coefficient);
  return content;
}

Monomial Polynomial::getCommonMonomial() const {
  Monomial common;
  if (terms.empty())
    return common;
  for (const Monomial::Factor &factor : terms.front().monomial.factors) {
    int64_t power = factor.second;
    for (const Term &term : terms) {
      int64_t found = 0;
      for (const Monomial::Factor &other : term.monomial.factors)
        if (other.first == factor.first)
          found = other.second;
      power = std::min(power, found);
    }
    if (power > 0)
      common.factors.emplace_back(factor.first, power);
  }
  return common;
}

static SymExprAttr getMonomialExpr(MLIRContext *context,
                                   const Polynomial::Term &term) {
  SmallVector<SymExprAttr> args;
  if (term.coefficient != 1 || term.monomial.factors.empty())
    args.push_back(SymExprAttr::getInteger(context, term.coefficient));
  for (const auto &[base, exponent] : term.monomial.factors) {
    if (exponent == 1)
      args.push_back(base);
    else
      args.push_back(SymExprAttr::getCall(
          context, "Pow", {base, SymExprAttr::getInteger(context, exponent)}));
  }
  if (args.size() == 1)
    return args.front();
  return SymExprAttr::getCall(context, "Mul", args);
}

SymInt Polynomial::get(MLIRContext *context) const {
  if (!valid)
    return {};
  if (terms.empty())
    return 0;
  SmallVector<SymExprAttr> args;
  for (const Term &term : terms)
    args.push_back(getMonomialExpr(context, term));
  if (args.size() == 1)
    return args.front();
  return SymExprAttr::getCall(context, "Add", args);
}
