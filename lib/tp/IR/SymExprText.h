//===- SymExprText.h - Reading expressions from strings ---------*- C++ -*-===//
//
// What the readers of both textual notations of symbolic expressions share.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_IR_SYMEXPRTEXT_H
#define LIB_TP_IR_SYMEXPRTEXT_H

#include "tp/IR/SymExpr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

namespace mlir::tp::detail {

/// How deep expressions may nest, in every notation.
constexpr unsigned maxExprDepth = 256;

/// `value` of a number whose digits are an integer that int64 does not hold.
constexpr int64_t bigIntegerPrecision = -1;

/// An integer: of kind `integer` where int64 holds it, else a number.
inline SymExprAttr getIntegerFromDigits(MLIRContext *context,
                                        StringRef digits) {
  int64_t value;
  if (!digits.getAsInteger(10, value))
    return SymExprAttr::getInteger(context, value);
  return SymExprAttr::get(context, SymExprKind::number,
                          StringAttr::get(context, digits), bigIntegerPrecision,
                          {});
}

/// A number with its digits.
inline SymExprAttr getNumber(MLIRContext *context, const Twine &digits,
                             int64_t precision) {
  return SymExprAttr::get(context, SymExprKind::number,
                          StringAttr::get(context, digits), precision, {});
}

/// True for an integer of any size.
inline bool isAnyInteger(SymExprAttr expr) {
  return expr.isInteger() || (expr.getKind() == SymExprKind::number &&
                              expr.getValue() == bigIntegerPrecision);
}

/// True for a literal: an integer or a number.
inline bool isLiteral(SymExprAttr expr) {
  return expr.isInteger() || expr.getKind() == SymExprKind::number;
}

/// True for a literal with a minus sign.
inline bool isNegativeLiteral(SymExprAttr expr) {
  if (expr.isInteger())
    return expr.getValue() < 0;
  return expr.getKind() == SymExprKind::number &&
         expr.getName().getValue().starts_with("-");
}

/// The digits of a literal, with its sign.
inline std::string getDigits(SymExprAttr expr) {
  if (expr.isInteger())
    return std::to_string(expr.getValue());
  return expr.getName().str();
}

/// The same literal with the opposite sign. Zero has none.
inline SymExprAttr negateLiteral(SymExprAttr expr) {
  MLIRContext *context = expr.getContext();
  std::string digits = getDigits(expr);
  std::string negated =
      digits[0] == '-' ? digits.substr(1) : std::string("-") + digits;
  if (isAnyInteger(expr))
    return getIntegerFromDigits(context, negated);
  return getNumber(context, negated, expr.getValue());
}

inline bool isIdentifierStart(char c) {
  return llvm::isAlpha(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
inline bool isIdentifierChar(char c) {
  return isIdentifierStart(c) || llvm::isDigit(c);
}
inline bool isIdentifier(StringRef text) {
  return !text.empty() && isIdentifierStart(text[0]) &&
         llvm::all_of(text, isIdentifierChar);
}

/// A position in a text, and the first error met there.
class TextCursor {
public:
  explicit TextCursor(StringRef text) : text(text) {}

  bool atEnd() {
    skipSpace();
    return position == text.size();
  }
  /// The next character that is not white space; 0 at the end.
  char peek() {
    skipSpace();
    return position < text.size() ? text[position] : '\0';
  }
  /// What is left of the text.
  StringRef rest() {
    skipSpace();
    return text.drop_front(position);
  }
  bool consumeIf(StringRef token) {
    if (!rest().starts_with(token))
      return false;
    position += token.size();
    return true;
  }
  StringRef takeIdentifier() {
    if (!isIdentifierStart(peek()))
      return {};
    return take(rest().take_while(isIdentifierChar).size());
  }
  StringRef take(size_t count) {
    StringRef taken = text.substr(position, count);
    position += taken.size();
    return taken;
  }
  size_t getPosition() const { return position; }

  /// Records that `expected` does not stand here, unless there is an error
  /// already.
  void fail(const Twine &expected) {
    if (hasError())
      return;
    skipSpace();
    std::string found = "the end";
    if (position < text.size()) {
      StringRef rest = text.drop_front(position);
      size_t size = isIdentifierChar(rest[0])
                        ? rest.take_while(isIdentifierChar).size()
                        : 1;
      found = ("'" + rest.take_front(size) + "'").str();
    }
    setError("expected " + expected + ", found " + found);
  }
  void setError(const Twine &message) {
    if (!hasError())
      error = ("column " + Twine(position + 1) + ": " + message).str();
  }
  bool hasError() const { return !error.empty(); }
  llvm::Error takeError() const {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   error + " in expression '" +
                                       abbreviate(text) + "'");
  }

private:
  static std::string abbreviate(StringRef text) {
    constexpr size_t limit = 200;
    if (text.size() <= limit)
      return text.str();
    return text.take_front(limit).str() + "...";
  }
  void skipSpace() {
    while (position < text.size() && llvm::isSpace(text[position]))
      ++position;
  }

  StringRef text;
  size_t position = 0;
  std::string error;
};

/// Counts a level of nesting for as long as it lives.
class NestingScope {
public:
  NestingScope(TextCursor &cursor, unsigned &depth) : depth(depth) {
    if (++depth > maxExprDepth)
      cursor.setError("expected at most " + Twine(maxExprDepth) +
                      " levels of nesting");
  }
  ~NestingScope() { --depth; }

private:
  unsigned &depth;
};

} // namespace mlir::tp::detail

#endif // LIB_TP_IR_SYMEXPRTEXT_H
