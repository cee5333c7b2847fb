//===- SymExpr.cpp - Symbolic size expressions ----------------------------===//
//
// Builders of expressions, the strides of contiguous tensors, and sympy's
// constructor notation.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/SymExpr.h"
#include "SymExprText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::detail;

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

SymExprAttr SymExprAttr::getInteger(MLIRContext *context, int64_t value) {
  return get(context, SymExprKind::integer, StringAttr(), value, {});
}

SymExprAttr SymExprAttr::getSymbol(MLIRContext *context, StringRef name) {
  return get(context, SymExprKind::symbol, StringAttr::get(context, name), 0,
             {});
}

SymExprAttr SymExprAttr::getAtom(MLIRContext *context, StringRef name) {
  return get(context, SymExprKind::atom, StringAttr::get(context, name), 0, {});
}

SymExprAttr SymExprAttr::getCall(MLIRContext *context, StringRef name,
                                 ArrayRef<SymExprAttr> args) {
  return get(context, SymExprKind::call, StringAttr::get(context, name), 0,
             args);
}

//===----------------------------------------------------------------------===//
// Sympy's constructor notation: reading
//===----------------------------------------------------------------------===//

/// Only a dummy symbol has this among its assumptions.
static constexpr StringLiteral dummyIndex = "dummy_index=";
/// Stands before the assumptions of a dummy symbol that has no index.
static constexpr StringLiteral dummyMark = "dummy";

namespace {
class SympyParser {
public:
  SympyParser(MLIRContext *context, StringRef text,
              SymbolAssumptions *assumptions)
      : context(context), cursor(text), assumptions(assumptions) {}

  llvm::Expected<SymExprAttr> parse() {
    SymExprAttr expr = parseExpr(/*bareIntegers=*/false);
    if (!cursor.hasError() && !cursor.atEnd())
      cursor.fail("the end of the expression");
    if (cursor.hasError())
      return cursor.takeError();
    return expr;
  }

private:
  SymExprAttr parseExpr(bool bareIntegers);
  SymExprAttr parseCall(StringRef name);
  SymExprAttr parseInteger();
  SymExprAttr parseFloat();
  SymExprAttr parseSymbol(bool isDummy);
  std::string parseString();
  void parseEscape(std::string &string);
  StringRef parseDigits();
  StringRef parseKeywordArgs();
  void expect(StringRef token) {
    if (!cursor.consumeIf(token))
      cursor.fail("'" + token + "'");
  }

  MLIRContext *context;
  TextCursor cursor;
  SymbolAssumptions *assumptions;
  unsigned depth = 0;
};
} // namespace

SymExprAttr SympyParser::parseExpr(bool bareIntegers) {
  if (bareIntegers && (cursor.peek() == '-' || llvm::isDigit(cursor.peek()))) {
    StringRef digits = parseDigits();
    return cursor.hasError() ? SymExprAttr()
                             : getIntegerFromDigits(context, digits);
  }
  bool isNegative = cursor.consumeIf("-");
  StringRef name = cursor.takeIdentifier();
  if (name.empty()) {
    cursor.fail(isNegative ? "a constant after '-'"
                           : "a sympy constructor or constant");
    return {};
  }
  if (cursor.peek() != '(') {
    // Uniqued, so that an atom costs a string only where it has a sign.
    return isNegative ? SymExprAttr::getAtom(context, ("-" + name).str())
                      : SymExprAttr::getAtom(context, name);
  }
  if (isNegative) {
    cursor.fail("a constant after '-', not a call");
    return {};
  }
  expect("(");
  if (name == "Integer")
    return parseInteger();
  if (name == "Float")
    return parseFloat();
  if (name == "Symbol" || name == "Dummy")
    return parseSymbol(/*isDummy=*/name == "Dummy");
  return parseCall(name);
}

/// The rest of `name(a, b)`.
SymExprAttr SympyParser::parseCall(StringRef name) {
  NestingScope scope(cursor, depth);
  SmallVector<SymExprAttr> args;
  bool bareIntegers = name == "Rational";
  if (!cursor.consumeIf(")")) {
    do {
      if (cursor.hasError())
        return {};
      args.push_back(parseExpr(bareIntegers));
    } while (!cursor.hasError() && cursor.consumeIf(","));
    if (!cursor.consumeIf(")"))
      cursor.fail("',' or ')'");
  }
  if (cursor.hasError())
    return {};
  return SymExprAttr::getCall(context, name, args);
}

StringRef SympyParser::parseDigits() {
  StringRef rest = cursor.rest();
  size_t sign = rest.starts_with("-") ? 1 : 0;
  size_t digits = rest.drop_front(sign)
                      .take_while([](char c) { return llvm::isDigit(c); })
                      .size();
  if (digits == 0) {
    cursor.fail("an integer");
    return {};
  }
  return cursor.take(sign + digits);
}

SymExprAttr SympyParser::parseInteger() {
  StringRef digits = parseDigits();
  expect(")");
  return cursor.hasError() ? SymExprAttr()
                           : getIntegerFromDigits(context, digits);
}

SymExprAttr SympyParser::parseFloat() {
  std::string digits = parseString();
  int64_t precision = 0;
  if (cursor.consumeIf(",")) {
    expect("precision");
    expect("=");
    if (cursor.hasError() || parseDigits().getAsInteger(10, precision) ||
        precision <= 0)
      cursor.fail("a precision in bits");
  }
  expect(")");
  return cursor.hasError() ? SymExprAttr()
                           : getNumber(context, digits, precision);
}

SymExprAttr SympyParser::parseSymbol(bool isDummy) {
  std::string name = parseString();
  StringRef text;
  if (cursor.consumeIf(","))
    text = parseKeywordArgs();
  expect(")");
  if (cursor.hasError())
    return {};
  if (assumptions) {
    std::string recorded = text.str();
    if (isDummy && !text.contains(dummyIndex))
      recorded =
          text.empty() ? dummyMark.str() : (dummyMark + ", " + text).str();
    assumptions->try_emplace(name, recorded);
  }
  return SymExprAttr::getSymbol(context, name);
}

/// `positive=True, integer=True`, as it stands.
StringRef SympyParser::parseKeywordArgs() {
  StringRef start = cursor.rest();
  size_t begin = cursor.getPosition();
  do {
    if (cursor.takeIdentifier().empty())
      cursor.fail("the name of an assumption");
    expect("=");
    if (llvm::isDigit(cursor.peek()))
      parseDigits();
    else if (cursor.takeIdentifier().empty())
      cursor.fail("the value of an assumption");
  } while (!cursor.hasError() && cursor.consumeIf(","));
  return start.take_front(cursor.getPosition() - begin);
}

/// A Python string.
std::string SympyParser::parseString() {
  std::string string;
  char quote = cursor.peek();
  if (quote != '\'' && quote != '"') {
    cursor.fail("a string");
    return string;
  }
  cursor.take(1);
  while (!cursor.hasError()) {
    StringRef next = cursor.take(1);
    if (next.empty())
      cursor.fail("the end of the string");
    else if (next[0] == quote)
      return string;
    else if (next[0] == '\\')
      parseEscape(string);
    else
      string += next[0];
  }
  return string;
}

/// The rest of an escape sequence, after the backslash.
void SympyParser::parseEscape(std::string &string) {
  StringRef next = cursor.take(1);
  if (next == "\\" || next == "'" || next == "\"") {
    string += next[0];
  } else if (next == "n") {
    string += '\n';
  } else if (next == "t") {
    string += '\t';
  } else if (next == "r") {
    string += '\r';
  } else if (next == "x") {
    unsigned code;
    if (cursor.take(2).getAsInteger(16, code) || code >= 0x80)
      cursor.setError("expected two digits of an ASCII character after '\\x'");
    else
      string += static_cast<char>(code);
  } else {
    cursor.setError("expected an escape sequence that names use, found '\\" +
                    next + "'");
  }
}

llvm::Expected<SymExprAttr>
mlir::tp::parseSympyExpr(MLIRContext *context, StringRef text,
                         SymbolAssumptions *assumptions) {
  return SympyParser(context, text, assumptions).parse();
}

//===----------------------------------------------------------------------===//
// Sympy's constructor notation: writing
//===----------------------------------------------------------------------===//

/// Writes a string as Python's repr() does.
static void printPythonString(raw_ostream &os, StringRef string) {
  char quote = string.contains('\'') && !string.contains('"') ? '"' : '\'';
  os << quote;
  for (char c : string) {
    if (c == quote || c == '\\')
      os << '\\' << c;
    else if (c == '\n')
      os << "\\n";
    else if (c == '\t')
      os << "\\t";
    else if (c == '\r')
      os << "\\r";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      os << "\\x" << llvm::hexdigit((c >> 4) & 0xf, /*LowerCase=*/true)
         << llvm::hexdigit(c & 0xf, /*LowerCase=*/true);
    else
      os << c;
  }
  os << quote;
}

static void printSympyLiteral(raw_ostream &os, SymExprAttr expr, bool isBare) {
  if (isAnyInteger(expr)) {
    if (isBare)
      os << getDigits(expr);
    else
      os << "Integer(" << getDigits(expr) << ")";
    return;
  }
  os << "Float(";
  printPythonString(os, expr.getName());
  if (expr.getValue() > 0)
    os << ", precision=" << expr.getValue();
  os << ")";
}

static void printSympy(raw_ostream &os, SymExprAttr expr, bool bareIntegers,
                       function_ref<StringRef(StringRef)> assumptionsOf) {
  switch (expr.getKind()) {
  case SymExprKind::integer:
  case SymExprKind::number:
    printSympyLiteral(os, expr, bareIntegers);
    return;
  case SymExprKind::atom:
    os << expr.getName().getValue();
    return;
  case SymExprKind::symbol: {
    StringRef name = expr.getName();
    StringRef assumptions = assumptionsOf ? assumptionsOf(name) : StringRef();
    bool isDummy = assumptions.contains(dummyIndex);
    if (assumptions == dummyMark || assumptions.starts_with("dummy, ")) {
      isDummy = true;
      assumptions = assumptions.drop_front(dummyMark.size()).ltrim(", ");
    }
    os << (isDummy ? "Dummy(" : "Symbol(");
    printPythonString(os, name);
    if (!assumptions.empty())
      os << ", " << assumptions;
    os << ")";
    return;
  }
  case SymExprKind::call: {
    StringRef name = expr.getName();
    os << name << "(";
    llvm::interleaveComma(expr.getArgs(), os, [&](SymExprAttr arg) {
      printSympy(os, arg, name == "Rational", assumptionsOf);
    });
    os << ")";
    return;
  }
  }
}

void mlir::tp::printSympyExpr(
    raw_ostream &os, SymExprAttr expr,
    function_ref<StringRef(StringRef)> assumptionsOf) {
  printSympy(os, expr, /*bareIntegers=*/false, assumptionsOf);
}

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

/// Symbols that stand for a size found at run time are named `u0`, `u1`, ...;
/// all others are known to be positive.
static bool isUnbackedSymbol(StringRef name) {
  return name.consume_front("u") && !name.empty() &&
         llvm::all_of(name, [](char c) { return llvm::isDigit(c); });
}

/// True where `expr` is positive whatever its symbols are.
static bool isPositive(SymExprAttr expr) {
  if (expr.isInteger())
    return expr.getValue() > 0;
  if (expr.isSymbol())
    return !isUnbackedSymbol(expr.getName());
  if (expr.isCall("Add") || expr.isCall("Mul"))
    return llvm::all_of(expr.getArgs(), isPositive);
  if (expr.isCall("Pow"))
    return expr.getArgs().size() == 2 && isPositive(expr.getArgs()[0]) &&
           isPositive(expr.getArgs()[1]);
  if (expr.isCall("Max"))
    return llvm::any_of(expr.getArgs(), isPositive);
  return false;
}

namespace {
/// A product in sympy's order: a coefficient, powers of symbols by their
/// names, the other factors.
class Product {
public:
  explicit Product(MLIRContext *context) : context(context) {}

  void multiply(SymExprAttr factor);
  SymExprAttr get() const;

private:
  using Factor = std::pair<SymExprAttr, int64_t>;

  /// By the base: symbols come first, by their names.
  static bool isBefore(const Factor &lhs, const Factor &rhs) {
    bool lhsIsSymbol = lhs.first.isSymbol(), rhsIsSymbol = rhs.first.isSymbol();
    if (lhsIsSymbol != rhsIsSymbol)
      return lhsIsSymbol;
    return lhsIsSymbol &&
           lhs.first.getName().getValue() < rhs.first.getName().getValue();
  }

  MLIRContext *context;
  int64_t coefficient = 1;
  SmallVector<Factor> factors;
};
} // namespace

void Product::multiply(SymExprAttr factor) {
  int64_t product;
  if (factor.isInteger() &&
      !llvm::MulOverflow(coefficient, factor.getValue(), product)) {
    coefficient = product;
    return;
  }
  if (factor.isCall("Mul")) {
    for (SymExprAttr arg : factor.getArgs())
      multiply(arg);
    return;
  }
  SymExprAttr base = factor;
  int64_t exponent = 1;
  if (factor.isCall("Pow") && factor.getArgs().size() == 2 &&
      factor.getArgs()[1].isInteger()) {
    base = factor.getArgs()[0];
    exponent = factor.getArgs()[1].getValue();
  }
  for (Factor &present : factors) {
    int64_t sum;
    if (present.first == base &&
        !llvm::AddOverflow(present.second, exponent, sum)) {
      present.second = sum;
      return;
    }
  }
  Factor added(base, exponent);
  factors.insert(llvm::upper_bound(factors, added, isBefore), added);
}

SymExprAttr Product::get() const {
  SmallVector<SymExprAttr> args;
  if (coefficient != 1 || factors.empty())
    args.push_back(SymExprAttr::getInteger(context, coefficient));
  for (auto [base, exponent] : factors)
    args.push_back(exponent == 1
                       ? base
                       : SymExprAttr::getCall(context, "Pow",
                                              {base, SymExprAttr::getInteger(
                                                         context, exponent)}));
  if (args.size() == 1)
    return args.front();
  return SymExprAttr::getCall(context, "Mul", args);
}

SmallVector<SymExprAttr>
mlir::tp::getContiguousStrides(MLIRContext *context,
                               ArrayRef<SymExprAttr> sizes) {
  SymExprAttr one = SymExprAttr::getInteger(context, 1);
  SmallVector<SymExprAttr> strides(sizes.size());
  Product product(context);
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = product.get();
    SymExprAttr size = sizes[i];
    if (size.isInteger())
      product.multiply(size.getValue() > 1 ? size : one);
    else if (isPositive(size))
      product.multiply(size);
    else
      product.multiply(SymExprAttr::getCall(context, "Max", {one, size}));
  }
  return strides;
}
