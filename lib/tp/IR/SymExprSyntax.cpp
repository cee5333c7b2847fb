//===- SymExprSyntax.cpp - Text of #tp.expr -------------------------------===//
//
// The infix notation of symbolic expressions inside IR. Every tree has exactly
// one text, and that text parses back to the same tree:
//
//   sum     := `-`? product ((`+` | `-`) product)*
//   product := factor (`*` factor)*
//   factor  := literal | name | name `(` (sum (`,` sum)*)? `)` | `(` sum `)`
//            | `number` `(` string (`,` integer)? `)` | `atom` `(` name `)`
//
// A sum of several products is `Add`, a product of several factors is `Mul`;
// both never merge with what is in parentheses. A minus sign negates a literal
// and puts an `Integer(-1)` before the factors of anything else, as sympy
// writes it. Other trees are written as the calls that they are.
//
//===----------------------------------------------------------------------===//

#include "NumberSyntax.h"
#include "SymExprText.h"
#include "tp/IR/SymExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::detail;

/// The precision of Python's floats.
static constexpr int64_t doublePrecision = 53;

/// The digits that sympy gives a float: as many as tell it from its
/// neighbours, and a point.
static std::string getFloatDigits(double value) {
  std::string digits;
  llvm::raw_string_ostream os(digits);
  os << llvm::format("%.17g", value);
  if (StringRef(digits).find_first_not_of("-0123456789") == StringRef::npos)
    os << ".0";
  return digits;
}

/// True for a float, without sign, that needs no more than its digits.
static bool isPlainFloat(StringRef digits, int64_t precision) {
  double value;
  return precision == doublePrecision && !digits.empty() &&
         llvm::isDigit(digits[0]) && digits.contains('.') &&
         !digits.contains_insensitive("e") && !digits.getAsDouble(value) &&
         getFloatDigits(value) == digits;
}

/// True for a literal that is written as its digits, apart from the sign.
static bool isPlainLiteral(SymExprAttr expr) {
  if (isAnyInteger(expr))
    return true;
  StringRef digits = expr.getName();
  digits.consume_front("-");
  return isPlainFloat(digits, expr.getValue());
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {
class InfixPrinter {
public:
  explicit InfixPrinter(AsmPrinter &printer)
      : printer(printer), os(printer.getStream()) {}

  void printSum(SymExprAttr expr);

private:
  void printTerm(SymExprAttr term, bool isFirst);
  void printFactors(ArrayRef<SymExprAttr> factors);
  void printFactor(SymExprAttr factor);
  void printName(StringRef name);
  void printNumber(SymExprAttr expr);
  void printCall(SymExprAttr expr);

  static bool isInfix(SymExprAttr expr, StringRef name) {
    return expr.isCall(name) && expr.getArgs().size() >= 2;
  }

  AsmPrinter &printer;
  raw_ostream &os;
};
} // namespace

void InfixPrinter::printSum(SymExprAttr expr) {
  if (!isInfix(expr, "Add"))
    return printTerm(expr, /*isFirst=*/true);
  for (auto [i, term] : llvm::enumerate(expr.getArgs()))
    printTerm(term, /*isFirst=*/i == 0);
}

/// Prints a term of a sum, with the sign before it.
void InfixPrinter::printTerm(SymExprAttr term, bool isFirst) {
  StringRef plus = isFirst ? "" : " + ", minus = isFirst ? "-" : " - ";
  if (isLiteral(term) && isPlainLiteral(term)) {
    bool isNegative = isNegativeLiteral(term);
    os << (isNegative ? minus : plus)
       << StringRef(getDigits(term)).drop_front(isNegative);
    return;
  }
  if (!isInfix(term, "Mul")) {
    os << plus;
    return printFactor(term);
  }
  ArrayRef<SymExprAttr> factors = term.getArgs();
  if (factors.front().isInteger() && factors.front().getValue() == -1) {
    ArrayRef<SymExprAttr> rest = factors.drop_front();
    // `-3` is a literal.
    if (rest.size() == 1 && isLiteral(rest.front())) {
      os << plus;
      return printCall(term);
    }
    os << minus;
    return printFactors(rest);
  }
  os << plus;
  printFactors(factors);
}

void InfixPrinter::printFactors(ArrayRef<SymExprAttr> factors) {
  llvm::interleave(
      factors, os, [&](SymExprAttr factor) { printFactor(factor); }, "*");
}

void InfixPrinter::printFactor(SymExprAttr factor) {
  switch (factor.getKind()) {
  case SymExprKind::integer:
  case SymExprKind::number:
    return printNumber(factor);
  case SymExprKind::symbol:
    return printName(factor.getName());
  case SymExprKind::atom:
    os << "atom(";
    printer.printKeywordOrString(factor.getName());
    os << ")";
    return;
  case SymExprKind::call:
    if (!isInfix(factor, "Add") && !isInfix(factor, "Mul"))
      return printCall(factor);
    os << "(";
    printSum(factor);
    os << ")";
    return;
  }
}

void InfixPrinter::printNumber(SymExprAttr expr) {
  if (isPlainLiteral(expr)) {
    bool isNegative = isNegativeLiteral(expr);
    os << (isNegative ? "(" : "") << getDigits(expr) << (isNegative ? ")" : "");
    return;
  }
  os << "number(";
  printer.printString(expr.getName());
  if (expr.getValue() != doublePrecision)
    os << ", " << expr.getValue();
  os << ")";
}

void InfixPrinter::printCall(SymExprAttr expr) {
  printName(expr.getName());
  os << "(";
  llvm::interleaveComma(expr.getArgs(), os,
                        [&](SymExprAttr arg) { printSum(arg); });
  os << ")";
}

/// True for a name that the lexer takes for one word, and that is none of the
/// notation's own.
static bool isBareName(StringRef name) {
  auto isWordChar = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.';
  };
  if (name.empty() || llvm::isDigit(name[0]) || name[0] == '$' ||
      name[0] == '.' || !llvm::all_of(name, isWordChar))
    return false;
  // The parser of integers takes truth values too.
  return name != "atom" && name != "number" && name != "true" &&
         name != "false";
}

void InfixPrinter::printName(StringRef name) {
  if (isBareName(name))
    os << name;
  else
    printer.printString(name);
}

void mlir::tp::printSymExpr(AsmPrinter &printer, SymExprAttr expr) {
  InfixPrinter(printer).printSum(expr);
}

void SymExprAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printSymExpr(printer, *this);
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {
/// An expression, and whether it stood in parentheses: then it is one factor.
struct ParsedExpr {
  SymExprAttr expr;
  bool isGrouped = false;
};

class InfixParser {
public:
  explicit InfixParser(AsmParser &parser)
      : parser(parser), context(parser.getContext()) {}

  ParseResult parseSum(SymExprAttr &result);

private:
  ParseResult parseProduct(ParsedExpr &result);
  ParseResult parseFactor(ParsedExpr &result);
  ParseResult parseNumber(SymExprAttr &result);
  ParseResult parseAtom(SymExprAttr &result);
  ParseResult parseName(StringRef name, SymExprAttr &result);
  ParseResult enter(SMLoc loc) {
    if (++depth <= maxExprDepth)
      return success();
    return parser.emitError(loc)
           << "expected at most " << maxExprDepth
           << " levels of nesting in a symbolic expression";
  }
  SymExprAttr negate(ParsedExpr parsed);

  AsmParser &parser;
  MLIRContext *context;
  unsigned depth = 0;
};
} // namespace

SymExprAttr InfixParser::negate(ParsedExpr parsed) {
  SymExprAttr expr = parsed.expr;
  if (!parsed.isGrouped && isLiteral(expr) && isPlainLiteral(expr))
    return negateLiteral(expr);
  SmallVector<SymExprAttr> factors{SymExprAttr::getInteger(context, -1)};
  if (!parsed.isGrouped && expr.isCall("Mul") && expr.getArgs().size() >= 2)
    llvm::append_range(factors, expr.getArgs());
  else
    factors.push_back(expr);
  return SymExprAttr::getCall(context, "Mul", factors);
}

ParseResult InfixParser::parseSum(SymExprAttr &result) {
  SmallVector<SymExprAttr> terms;
  bool isNegative = succeeded(parser.parseOptionalMinus());
  while (true) {
    ParsedExpr product;
    if (parseProduct(product))
      return failure();
    terms.push_back(isNegative ? negate(product) : product.expr);
    isNegative = succeeded(parser.parseOptionalMinus());
    if (!isNegative && failed(parser.parseOptionalPlus()))
      break;
  }
  result = terms.size() == 1 ? terms.front()
                             : SymExprAttr::getCall(context, "Add", terms);
  return success();
}

ParseResult InfixParser::parseProduct(ParsedExpr &result) {
  if (parseFactor(result))
    return failure();
  SmallVector<SymExprAttr> factors{result.expr};
  while (succeeded(parser.parseOptionalStar())) {
    ParsedExpr factor;
    if (parseFactor(factor))
      return failure();
    factors.push_back(factor.expr);
  }
  if (factors.size() > 1)
    result = {SymExprAttr::getCall(context, "Mul", factors)};
  return success();
}

ParseResult InfixParser::parseFactor(ParsedExpr &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalLParen())) {
    result.isGrouped = true;
    if (enter(loc) || parseSum(result.expr) || parser.parseRParen())
      return failure();
    --depth;
    return success();
  }
  std::string string;
  if (succeeded(parser.parseOptionalString(&string)))
    return parseName(string, result.expr);
  // Before integers, which would take `true` and `false`.
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(&keyword))) {
    if (keyword == "number")
      return parseNumber(result.expr);
    if (keyword == "atom")
      return parseAtom(result.expr);
    if (!isBareName(keyword))
      return parser.emitError(loc)
             << "expected a symbol, found '" << keyword << "'";
    return parseName(keyword, result.expr);
  }
  APInt integer;
  std::optional<double> real;
  if (parseUnsignedNumber(parser, "expected a number, a symbol, a call or '('",
                          integer, real))
    return failure();
  if (real) {
    std::string digits = getFloatDigits(*real);
    result.expr = getNumber(context, digits, doublePrecision);
    return success();
  }
  SmallString<32> digits;
  integer.toStringUnsigned(digits);
  result.expr = getIntegerFromDigits(context, digits);
  return success();
}

/// The rest of `number("0.10", 64)`.
ParseResult InfixParser::parseNumber(SymExprAttr &result) {
  std::string digits;
  int64_t precision = doublePrecision;
  if (parser.parseLParen() || parser.parseString(&digits))
    return failure();
  if (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseInteger(precision))
      return failure();
    if (precision < 0)
      return parser.emitError(loc)
             << "expected a precision of at least 0, found " << precision;
  }
  if (parser.parseRParen())
    return failure();
  result = getNumber(context, digits, precision);
  return success();
}

/// The rest of `atom(oo)`.
ParseResult InfixParser::parseAtom(SymExprAttr &result) {
  std::string name;
  if (parser.parseLParen() || parser.parseKeywordOrString(&name) ||
      parser.parseRParen())
    return failure();
  result = SymExprAttr::getAtom(context, name);
  return success();
}

/// A symbol or a call, after its name.
ParseResult InfixParser::parseName(StringRef name, SymExprAttr &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalLParen())) {
    result = SymExprAttr::getSymbol(context, name);
    return success();
  }
  if (enter(loc))
    return failure();
  SmallVector<SymExprAttr> args;
  if (failed(parser.parseOptionalRParen())) {
    auto parseArg = [&] { return parseSum(args.emplace_back()); };
    if (parser.parseCommaSeparatedList(parseArg) || parser.parseRParen())
      return failure();
  }
  --depth;
  result = SymExprAttr::getCall(context, name, args);
  return success();
}

ParseResult mlir::tp::parseSymExpr(AsmParser &parser, SymExprAttr &expr) {
  return InfixParser(parser).parseSum(expr);
}

Attribute SymExprAttr::parse(AsmParser &parser, Type) {
  SymExprAttr expr;
  if (parser.parseLess() || parseSymExpr(parser, expr) || parser.parseGreater())
    return {};
  return expr;
}
