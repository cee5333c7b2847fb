//===- SymInt.h - Sizes and their arithmetic --------------------*- C++ -*-===//
//
// A size, stride or offset as inference sees it: a number, an expression over
// the program's symbols, or not known. SymArith calculates with them, in a
// canonical form, under the ranges that the program gives its symbols.
//
//===----------------------------------------------------------------------===//

#ifndef TP_SHAPE_SYMINT_H
#define TP_SHAPE_SYMINT_H

#include "tp/IR/TPAttributes.h"
#include "llvm/ADT/DenseMap.h"

#include <limits>
#include <optional>

namespace mlir::tp {

/// An integer, an expression that is none, or an unknown one.
class SymInt {
public:
  /// An unknown one.
  SymInt() : value(unknownValue) {}
  SymInt(int64_t value) : value(value) {}
  SymInt(SymExprAttr attr) : value(unknownValue) {
    if (attr && attr.isInteger())
      value = attr.getValue();
    else
      expr = attr;
  }

  bool isStatic() const { return !expr && value != unknownValue; }
  bool isSymbolic() const { return static_cast<bool>(expr); }
  bool isKnown() const { return expr || value != unknownValue; }
  /// The number; only if it is one.
  int64_t getValue() const { return value; }
  /// The expression; null unless isSymbolic().
  SymExprAttr getExpr() const { return expr; }
  /// The expression that a type holds: integers, too. Null if unknown.
  SymExprAttr toExpr(MLIRContext *context) const {
    if (expr)
      return expr;
    return isKnown() ? SymExprAttr::getInteger(context, value) : SymExprAttr();
  }
  /// The number, if it is one.
  std::optional<int64_t> getStatic() const {
    return isStatic() ? std::optional<int64_t>(value) : std::nullopt;
  }
  /// The same number or the same expression, as they are written; two unknown
  /// ones are not the same. SymArith::isEqual says more.
  bool isIdentical(const SymInt &other) const {
    return isKnown() && expr == other.expr && value == other.value;
  }
  bool isStaticValue(int64_t other) const { return !expr && value == other; }

private:
  static constexpr int64_t unknownValue = std::numeric_limits<int64_t>::min();
  SymExprAttr expr;
  int64_t value;
};

using SymInts = SmallVector<SymInt, 5>;

/// What an integer expression lies between; a missing bound is infinite.
struct SymRange {
  std::optional<int64_t> min, max;
};

/// Arithmetic on sizes. Results are canonical: sums of products with integer
/// coefficients over symbols and over the terms that are neither (`FloorDiv`,
/// `Mod`, `Max`, ...), whose arguments are canonical themselves; so equal
/// results are the same attribute. What does not fit into 64 bits is unknown.
/// Not thread safe: one for each thread.
class SymArith {
public:
  /// `dims` are the ranges of the program (ProgramOp::getDimsAttr), or null.
  /// A symbol without a range is positive, unless it is one of those that stand
  /// for sizes found at run time (`u0`), which are not negative.
  explicit SymArith(MLIRContext *context, ArrayAttr dims = {});

  MLIRContext *getContext() const { return context; }

  SymInt add(SymInt lhs, SymInt rhs);
  SymInt sub(SymInt lhs, SymInt rhs);
  SymInt mul(SymInt lhs, SymInt rhs);
  /// Division that rounds to minus infinity, and its remainder, as Python's.
  SymInt floorDiv(SymInt lhs, SymInt rhs);
  SymInt mod(SymInt lhs, SymInt rhs);
  SymInt ceilDiv(SymInt lhs, SymInt rhs);
  SymInt max(SymInt lhs, SymInt rhs);
  SymInt min(SymInt lhs, SymInt rhs);
  SymInt product(ArrayRef<SymInt> factors);

  /// The canonical form of an expression that the program states.
  SymInt canonicalize(SymExprAttr expr);
  SymInt canonicalize(SymInt value) {
    return value.isSymbolic() ? canonicalize(value.getExpr()) : value;
  }

  /// The range of an expression, by interval arithmetic.
  SymRange getRange(SymInt value);

  /// True or false where that is so for all values of the symbols.
  std::optional<bool> isEqual(SymInt lhs, SymInt rhs);
  std::optional<bool> isLess(SymInt lhs, SymInt rhs);
  std::optional<bool> isLessOrEqual(SymInt lhs, SymInt rhs);
  bool isKnownEqual(SymInt lhs, SymInt rhs) {
    return lhs.isIdentical(rhs) || isEqual(lhs, rhs).value_or(false);
  }

  /// The value in the example inputs, where the symbols have one: what torch
  /// decided by when it captured the program.
  std::optional<int64_t> getHint(SymInt value);
  /// True or false for all values, else for the example inputs.
  std::optional<bool> isLessByHint(SymInt lhs, SymInt rhs);

  /// A call of one of sympy's functions, its arguments canonical: what
  /// `canonicalize` makes of it.
  SymInt call(StringRef name, ArrayRef<SymInt> args);

private:
  std::optional<SymInt> divideExactly(SymInt lhs, SymInt rhs);
  SymInt divideRest(SymInt lhs, SymInt rhs);
  SymInt extremum(SymInt lhs, SymInt rhs, bool isMax);
  SymRange getTermRange(SymExprAttr expr);
  SymRange getDifferenceSign(SymInt lhs, SymInt rhs);

  MLIRContext *context;
  llvm::DenseMap<Attribute, SymRange> ranges;
  llvm::DenseMap<Attribute, int64_t> hints;
  llvm::DenseMap<Attribute, SymInt> canonical;
};

} // namespace mlir::tp

#endif // TP_SHAPE_SYMINT_H
