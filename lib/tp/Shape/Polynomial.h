//===- Polynomial.h - Normal form of size expressions -----------*- C++ -*-===//
//
// Sums of products with integer coefficients over symbols and opaque terms.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_SHAPE_POLYNOMIAL_H
#define LIB_TP_SHAPE_POLYNOMIAL_H

#include "tp/Shape/SymInt.h"

namespace mlir::tp {

/// A product of powers of symbols and opaque terms, by their names; the empty
/// product is 1.
struct Monomial {
  using Factor = std::pair<SymExprAttr, int64_t>;
  SmallVector<Factor, 2> factors;

  int64_t degree() const {
    int64_t sum = 0;
    for (const Factor &factor : factors)
      sum += factor.second;
    return sum;
  }
  bool operator==(const Monomial &other) const {
    return factors == other.factors;
  }
  static Monomial multiply(const Monomial &lhs, const Monomial &rhs);
  /// `lhs / rhs`, if it is a monomial.
  static std::optional<Monomial> divide(const Monomial &lhs,
                                        const Monomial &rhs);
};

/// A sum of terms, those of higher degree first, the constant last. Overflow of
/// a coefficient makes it invalid, and all that is made of it.
class Polynomial {
public:
  struct Term {
    Monomial monomial;
    int64_t coefficient;
  };

  Polynomial() = default;
  explicit Polynomial(int64_t constant) { addTerm({}, constant); }
  /// Of a value in any form; sums and products are multiplied out.
  explicit Polynomial(SymInt value);

  ArrayRef<Term> getTerms() const { return terms; }
  bool isValid() const { return valid; }
  bool isZero() const { return terms.empty(); }
  std::optional<int64_t> getConstant() const;

  void addTerm(const Monomial &monomial, int64_t coefficient);
  /// `this + factor * other`.
  void add(const Polynomial &other, int64_t factor = 1);
  Polynomial multiply(const Polynomial &other) const;
  /// The terms that `divisor` divides, divided; the others stay in `rest`.
  Polynomial divideTerms(const Term &divisor, Polynomial &rest) const;
  /// Divides each coefficient by `divisor`, which is positive, rounding down;
  /// the remainders, from 0 to less than `divisor`, stay in `rest`.
  Polynomial divideCoefficients(int64_t divisor, Polynomial &rest) const;
  /// The greatest common divisor of the coefficients; 0 of nothing.
  int64_t getContent(bool skipsConstant = false) const;
  /// The product that all terms have in common.
  Monomial getCommonMonomial() const;

  /// The canonical expression; unknown if invalid.
  SymInt get(MLIRContext *context) const;

private:
  void addExpr(SymExprAttr expr);

  SmallVector<Term, 2> terms;
  bool valid = true;
};

} // namespace mlir::tp

#endif // LIB_TP_SHAPE_POLYNOMIAL_H
