//===- SymExprPlain.cpp - Expressions as Python writes them ---------------===//
//
// The plain notation, in which sympy's str() writes the keys of range
// constraints. Trees are those that sympy's constructor notation has for the
// same expression: `a - 2*b` is `Add(a, Mul(Integer(-1), Integer(2), b))`.
//
//===----------------------------------------------------------------------===//

#include "SymExprText.h"
#include "tp/IR/SymExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::detail;

/// The precision of Python's floats.
static constexpr int64_t doublePrecision = 53;

static bool isMinusOne(SymExprAttr expr) {
  return expr.isInteger() && expr.getValue() == -1;
}

static bool isRational(SymExprAttr expr) {
  return expr.isCall("Rational") && expr.getArgs().size() == 2 &&
         llvm::all_of(expr.getArgs(), isAnyInteger);
}

static bool isBinary(SymExprAttr expr, StringRef name) {
  return expr.isCall(name) && expr.getArgs().size() == 2;
}

/// The same value with the opposite sign, as sympy writes it. What stood in
/// parentheses is one factor.
static SymExprAttr negate(SymExprAttr expr, bool isGrouped) {
  MLIRContext *context = expr.getContext();
  if (!isGrouped && isLiteral(expr))
    return negateLiteral(expr);
  if (!isGrouped && isRational(expr))
    return SymExprAttr::getCall(
        context, "Rational",
        {negateLiteral(expr.getArgs()[0]), expr.getArgs()[1]});
  if (expr.getKind() == SymExprKind::atom &&
      (expr.getName() == "oo" || expr.getName() == "int_oo"))
    return SymExprAttr::getAtom(context,
                                ("-" + expr.getName().getValue()).str());
  SmallVector<SymExprAttr> factors{SymExprAttr::getInteger(context, -1)};
  if (!isGrouped && expr.isCall("Mul"))
    llvm::append_range(factors, expr.getArgs());
  else
    factors.push_back(expr);
  return SymExprAttr::getCall(context, "Mul", factors);
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {
/// An expression, and whether it stood in parentheses.
struct Parsed {
  SymExprAttr expr;
  bool isGrouped = false;
};

/// Parses by precedence. After an error, which the cursor keeps, expressions
/// are null; a caller returns as soon as there is one.
class PlainParser {
public:
  PlainParser(MLIRContext *context, StringRef text)
      : context(context), cursor(text) {}

  llvm::Expected<SymExprAttr> parse() {
    SymExprAttr expr = parseDisjunction().expr;
    if (!cursor.hasError() && !cursor.atEnd())
      cursor.fail("an operator or the end of the expression");
    if (cursor.hasError())
      return cursor.takeError();
    return expr;
  }

private:
  using Level = Parsed (PlainParser::*)();

  Parsed parseList(StringRef symbol, StringRef word, StringRef function,
                   Level next);
  Parsed parseDisjunction() {
    return parseList("", "or", "Or", &PlainParser::parseConjunction);
  }
  Parsed parseConjunction() {
    return parseList("", "and", "And", &PlainParser::parseNegation);
  }
  Parsed parseNegation();
  Parsed parseComparison();
  Parsed parseBitOr() {
    return parseList("|", "", "Or", &PlainParser::parseBitXor);
  }
  Parsed parseBitXor() {
    return parseList("^", "", "Xor", &PlainParser::parseBitAnd);
  }
  Parsed parseBitAnd() {
    return parseList("&", "", "And", &PlainParser::parseSum);
  }
  Parsed parseSum();
  Parsed parseProduct();
  Parsed parseUnary();
  Parsed parsePower();
  Parsed parsePrimary();
  Parsed parseGroup();
  SymExprAttr parseName();
  SymExprAttr parseNumber();
  SymExprAttr finishProduct(SmallVectorImpl<Parsed> &factors);
  void divide(SmallVectorImpl<Parsed> &factors, Parsed divisor);
  SymExprAttr invert(SymExprAttr expr);
  bool consumeWord(StringRef word);
  StringRef consumeComparison();
  Parsed call(StringRef function, ArrayRef<SymExprAttr> args) {
    return {SymExprAttr::getCall(context, function, args)};
  }

  MLIRContext *context;
  TextCursor cursor;
  unsigned depth = 0;
};
} // namespace

bool PlainParser::consumeWord(StringRef word) {
  StringRef rest = cursor.rest();
  if (!rest.consume_front(word) ||
      (!rest.empty() && isIdentifierChar(rest.front())))
    return false;
  cursor.take(word.size());
  return true;
}

/// `a | b | c`, with an operator that is a symbol or a word.
Parsed PlainParser::parseList(StringRef symbol, StringRef word,
                              StringRef function, Level next) {
  Parsed first = (this->*next)();
  SmallVector<SymExprAttr> args{first.expr};
  while (!cursor.hasError() &&
         (symbol.empty() ? consumeWord(word) : cursor.consumeIf(symbol)))
    args.push_back((this->*next)().expr);
  if (cursor.hasError())
    return {};
  return args.size() == 1 ? first : call(function, args);
}

Parsed PlainParser::parseNegation() {
  if (!consumeWord("not"))
    return parseComparison();
  NestingScope scope(cursor, depth);
  if (cursor.hasError())
    return {};
  Parsed operand = parseNegation();
  return cursor.hasError() ? Parsed() : call("Not", operand.expr);
}

/// The function of a comparison operator, if one is next.
StringRef PlainParser::consumeComparison() {
  static constexpr std::pair<StringLiteral, StringLiteral> operators[] = {
      {"<=", "LessThan"},      {">=", "GreaterThan"},
      {"<", "StrictLessThan"}, {">", "StrictGreaterThan"},
      {"==", "Equality"},      {"!=", "Unequality"}};
  for (auto [symbol, function] : operators)
    if (cursor.consumeIf(symbol))
      return function;
  return {};
}

Parsed PlainParser::parseComparison() {
  Parsed lhs = parseBitOr();
  if (cursor.hasError())
    return {};
  StringRef function = consumeComparison();
  if (function.empty())
    return lhs;
  Parsed rhs = parseBitOr();
  if (!cursor.hasError() && !consumeComparison().empty())
    cursor.setError("expected one comparison, found a chain of them");
  return cursor.hasError() ? Parsed() : call(function, {lhs.expr, rhs.expr});
}

Parsed PlainParser::parseSum() {
  Parsed first = parseProduct();
  SmallVector<SymExprAttr> terms{first.expr};
  while (!cursor.hasError()) {
    bool isNegative = cursor.peek() == '-';
    if (!cursor.consumeIf("+") && !cursor.consumeIf("-"))
      break;
    Parsed term = parseProduct();
    if (!cursor.hasError())
      terms.push_back(isNegative ? negate(term.expr, term.isGrouped)
                                 : term.expr);
  }
  if (cursor.hasError())
    return {};
  return terms.size() == 1 ? first : call("Add", terms);
}

/// One over `expr`.
SymExprAttr PlainParser::invert(SymExprAttr expr) {
  SymExprAttr one = SymExprAttr::getInteger(context, 1);
  if (isAnyInteger(expr))
    return SymExprAttr::getCall(context, "Rational", {one, expr});
  if (isBinary(expr, "Pow") && isAnyInteger(expr.getArgs()[1]) &&
      !isNegativeLiteral(expr.getArgs()[1]))
    return SymExprAttr::getCall(
        context, "Pow", {expr.getArgs()[0], negateLiteral(expr.getArgs()[1])});
  if (isBinary(expr, "Pow") && isRational(expr.getArgs()[1]))
    return SymExprAttr::getCall(
        context, "Pow",
        {expr.getArgs()[0], negate(expr.getArgs()[1], /*isGrouped=*/false)});
  return SymExprAttr::getCall(context, "Pow",
                              {expr, SymExprAttr::getInteger(context, -1)});
}

/// `3*a / (2*b)` has the factors 3/2, a and 1/b.
void PlainParser::divide(SmallVectorImpl<Parsed> &factors, Parsed divisor) {
  SmallVector<SymExprAttr> divisors{divisor.expr};
  if (divisor.isGrouped && divisor.expr.isCall("Mul"))
    divisors.assign(divisor.expr.getArgs().begin(),
                    divisor.expr.getArgs().end());
  bool hasNumerator =
      !factors.front().isGrouped && isAnyInteger(factors.front().expr);
  for (SymExprAttr by : divisors) {
    SymExprAttr &front = factors.front().expr;
    if (!isAnyInteger(by)) {
      factors.push_back({invert(by)});
    } else if (hasNumerator) {
      front = SymExprAttr::getCall(context, "Rational", {front, by});
      hasNumerator = false;
    } else {
      factors.insert(factors.begin(), {invert(by)});
    }
  }
  // The 1 of `1/a`.
  if (factors.size() > 1 && factors.front().expr.isInteger() &&
      factors.front().expr.getValue() == 1)
    factors.erase(factors.begin());
}

SymExprAttr PlainParser::finishProduct(SmallVectorImpl<Parsed> &factors) {
  if (factors.size() == 1)
    return factors.front().expr;
  return SymExprAttr::getCall(
      context, "Mul",
      llvm::map_to_vector(factors, [](Parsed factor) { return factor.expr; }));
}

Parsed PlainParser::parseProduct() {
  bool isNegative = false;
  // The sign of the first factor is that of the whole product.
  while (!cursor.hasError() && cursor.consumeIf("-"))
    isNegative = !isNegative;
  SmallVector<Parsed> factors{parseUnary()};
  while (!cursor.hasError()) {
    bool isFloor = cursor.consumeIf("//");
    if (isFloor || cursor.consumeIf("%")) {
      SymExprAttr lhs = finishProduct(factors);
      if (isNegative)
        lhs = negate(lhs, factors.size() == 1 && factors[0].isGrouped);
      isNegative = false;
      Parsed rhs = parseUnary();
      if (cursor.hasError())
        return {};
      factors.assign(1, call(isFloor ? "FloorDiv" : "Mod", {lhs, rhs.expr}));
    } else if (cursor.consumeIf("/")) {
      Parsed rhs = parseUnary();
      if (cursor.hasError())
        return {};
      divide(factors, rhs);
    } else if (cursor.consumeIf("*")) {
      factors.push_back(parseUnary());
    } else {
      break;
    }
  }
  if (cursor.hasError())
    return {};
  Parsed result{finishProduct(factors),
                factors.size() == 1 && factors[0].isGrouped};
  if (isNegative)
    result = {negate(result.expr, result.isGrouped)};
  return result;
}

Parsed PlainParser::parseUnary() {
  bool isMinus = cursor.consumeIf("-");
  bool isNot = !isMinus && cursor.consumeIf("~");
  if (!isMinus && !isNot)
    return parsePower();
  NestingScope scope(cursor, depth);
  if (cursor.hasError())
    return {};
  Parsed operand = parseUnary();
  if (cursor.hasError())
    return {};
  if (isNot)
    return call("Not", operand.expr);
  return {negate(operand.expr, operand.isGrouped)};
}

Parsed PlainParser::parsePower() {
  Parsed base = parsePrimary();
  if (cursor.hasError() || !cursor.consumeIf("**"))
    return base;
  NestingScope scope(cursor, depth);
  if (cursor.hasError())
    return {};
  Parsed exponent = parseUnary();
  return cursor.hasError() ? Parsed() : call("Pow", {base.expr, exponent.expr});
}

Parsed PlainParser::parsePrimary() {
  char next = cursor.peek();
  if (next == '(')
    return parseGroup();
  if (llvm::isDigit(next))
    return {parseNumber()};
  if (isIdentifierStart(next))
    return {parseName()};
  cursor.fail("a number, a symbol, a call or '('");
  return {};
}

/// `(a)`, or `(a, b)`: an alternative of `Piecewise`.
Parsed PlainParser::parseGroup() {
  NestingScope scope(cursor, depth);
  cursor.consumeIf("(");
  if (cursor.hasError())
    return {};
  Parsed first = parseDisjunction();
  if (!cursor.hasError() && cursor.consumeIf(",")) {
    Parsed second = parseDisjunction();
    if (!cursor.consumeIf(")"))
      cursor.fail("')'");
    return cursor.hasError() ? Parsed()
                             : call("ExprCondPair", {first.expr, second.expr});
  }
  if (!cursor.consumeIf(")"))
    cursor.fail("')'");
  return {first.expr, /*isGrouped=*/true};
}

SymExprAttr PlainParser::parseNumber() {
  auto isDigit = [](char c) { return llvm::isDigit(c); };
  StringRef rest = cursor.rest();
  StringRef tail = rest.drop_while(isDigit);
  bool isFloat = tail.consume_front(".");
  if (isFloat)
    tail = tail.drop_while(isDigit);
  StringRef exponent = tail;
  if (exponent.consume_front("e") || exponent.consume_front("E")) {
    if (!exponent.consume_front("-"))
      exponent.consume_front("+");
    if (!exponent.empty() && llvm::isDigit(exponent.front())) {
      isFloat = true;
      tail = exponent.drop_while(isDigit);
    }
  }
  StringRef digits = cursor.take(rest.size() - tail.size());
  if (!cursor.atEnd() && !tail.empty() && isIdentifierStart(tail.front()))
    cursor.fail("an operator after the number");
  return isFloat ? getNumber(context, digits, doublePrecision)
                 : getIntegerFromDigits(context, digits);
}

/// A symbol, a constant or a call.
SymExprAttr PlainParser::parseName() {
  StringRef name = cursor.takeIdentifier();
  if (cursor.peek() != '(') {
    StringRef atom = llvm::StringSwitch<StringRef>(name)
                         .Case("True", "true")
                         .Case("False", "false")
                         .Cases({"oo", "int_oo", "nan", "zoo"}, name)
                         .Default("");
    return atom.empty() ? SymExprAttr::getSymbol(context, name)
                        : SymExprAttr::getAtom(context, atom);
  }
  NestingScope scope(cursor, depth);
  cursor.consumeIf("(");
  SmallVector<SymExprAttr> args;
  if (!cursor.hasError() && !cursor.consumeIf(")")) {
    do {
      args.push_back(parseDisjunction().expr);
    } while (!cursor.hasError() && cursor.consumeIf(","));
    if (!cursor.consumeIf(")"))
      cursor.fail("',' or ')'");
  }
  if (cursor.hasError())
    return {};
  if (name == "sqrt" && args.size() == 1) {
    SymExprAttr half = invert(SymExprAttr::getInteger(context, 2));
    return SymExprAttr::getCall(context, "Pow", {args[0], half});
  }
  StringRef function = llvm::StringSwitch<StringRef>(name)
                           .Case("Eq", "Equality")
                           .Case("Ne", "Unequality")
                           .Default(name);
  return SymExprAttr::getCall(context, function, args);
}

llvm::Expected<SymExprAttr> mlir::tp::parsePlainExpr(MLIRContext *context,
                                                     StringRef text) {
  return PlainParser(context, text).parse();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {
/// How tightly the notation of an expression binds: sympy's numbers.
enum Precedence {
  LowestPrecedence = 10,
  OrPrecedence = 20,
  AndPrecedence = 30,
  RelationPrecedence = 35,
  BitOrPrecedence = 36,
  BitXorPrecedence = 37,
  BitAndPrecedence = 38,
  AddPrecedence = 40,
  MulPrecedence = 50,
  PowPrecedence = 60,
  FunctionPrecedence = 70,
  NotPrecedence = 100,
  OperandPrecedence = 999, // Of the operands of `//`.
  AtomPrecedence = 1000,
};
} // namespace

static Precedence getCallPrecedence(SymExprAttr expr) {
  StringRef name = expr.getName();
  ArrayRef<SymExprAttr> args = expr.getArgs();
  if (name == "Mul")
    return !args.empty() && isNegativeLiteral(args[0]) ? AddPrecedence
                                                       : MulPrecedence;
  if (name == "Rational")
    return !args.empty() && isNegativeLiteral(args[0]) ? AddPrecedence
                                                       : MulPrecedence;
  return llvm::StringSwitch<Precedence>(name)
      .Case("Add", AddPrecedence)
      .Case("Pow", PowPrecedence)
      .Case("FloatPow", PowPrecedence)
      .Cases({"Equality", "Unequality", "PowByNatural"}, MulPrecedence)
      .Cases({"FloorDiv", "CleanDiv", "Mod", "PythonMod", "ModularIndexing"},
             RelationPrecedence)
      .Cases({"Where", "FloatTrueDiv", "IntTrueDiv"}, RelationPrecedence)
      .Cases({"LessThan", "GreaterThan", "StrictLessThan", "StrictGreaterThan"},
             RelationPrecedence)
      .Case("BitwiseFn_bitwise_or", BitOrPrecedence)
      .Case("BitwiseFn_bitwise_xor", BitXorPrecedence)
      .Case("BitwiseFn_bitwise_and", BitAndPrecedence)
      .Cases({"Xor", "Identity"}, LowestPrecedence)
      .Case("Or", OrPrecedence)
      .Case("And", AndPrecedence)
      .Case("Not", NotPrecedence)
      .Cases({"Max", "Min", "ExprCondPair"}, AtomPrecedence)
      .Default(FunctionPrecedence);
}

static Precedence getPrecedence(SymExprAttr expr) {
  switch (expr.getKind()) {
  case SymExprKind::integer:
  case SymExprKind::number:
    return isNegativeLiteral(expr) ? AddPrecedence : AtomPrecedence;
  case SymExprKind::symbol:
    return AtomPrecedence;
  case SymExprKind::atom:
    return expr.getName() == "-oo" ? AddPrecedence : AtomPrecedence;
  case SymExprKind::call:
    return getCallPrecedence(expr);
  }
  llvm_unreachable("unknown kind of expression");
}

static std::string toPlain(SymExprAttr expr);

/// The text of an operand, in parentheses unless it binds tighter than `level`.
static std::string toOperand(SymExprAttr expr, Precedence level) {
  std::string text = toPlain(expr);
  return getPrecedence(expr) <= level ? "(" + text + ")" : text;
}

static std::string join(ArrayRef<SymExprAttr> args, StringRef separator,
                        std::optional<Precedence> level = std::nullopt) {
  return llvm::join(llvm::map_range(args,
                                    [&](SymExprAttr arg) {
                                      return level ? toOperand(arg, *level)
                                                   : toPlain(arg);
                                    }),
                    separator);
}

static std::string addToPlain(ArrayRef<SymExprAttr> terms) {
  std::string result;
  for (auto [i, term] : llvm::enumerate(terms)) {
    std::string text = toPlain(term);
    bool isNested = term.isCall("Add");
    bool isNegative = !isNested && StringRef(text).starts_with("-");
    if (isNegative)
      text.erase(0, 1);
    if (isNested || getPrecedence(term) < AddPrecedence)
      text = (Twine("(") + text + ")").str();
    if (i == 0)
      result += isNegative ? "-" : "";
    else
      result += isNegative ? " - " : " + ";
    result += text;
  }
  return result;
}

/// Sorts a factor into the numerator or the denominator of a product.
static void addFactor(SymExprAttr factor, Precedence level,
                      SmallVectorImpl<std::string> &numerator,
                      SmallVectorImpl<std::string> &denominator) {
  ArrayRef<SymExprAttr> args = factor.getArgs();
  if (isRational(factor) && !isNegativeLiteral(args[0])) {
    if (getDigits(args[0]) != "1")
      numerator.push_back(getDigits(args[0]));
    denominator.push_back(getDigits(args[1]));
    return;
  }
  bool isQuotient =
      isBinary(factor, "Pow") &&
      (isNegativeLiteral(args[1]) ||
       (isRational(args[1]) && isNegativeLiteral(args[1].getArgs()[0])));
  if (!isQuotient) {
    numerator.push_back(toOperand(factor, level));
    return;
  }
  SymExprAttr base = args[0];
  if (!isMinusOne(args[1]))
    base = SymExprAttr::getCall(factor.getContext(), "Pow",
                                {base, negate(args[1], /*isGrouped=*/false)});
  denominator.push_back(toOperand(base, level));
}

static std::string mulToPlain(SymExprAttr expr) {
  ArrayRef<SymExprAttr> factors = expr.getArgs();
  Precedence level = getPrecedence(expr);
  if (llvm::any_of(factors, [](SymExprAttr factor) {
        return factor.isCall("FloorDiv") || factor.isCall("Mod") ||
               factor.isCall("CleanDiv") || factor.isCall("PythonMod");
      }))
    level = MulPrecedence;
  std::string sign;
  if (isMinusOne(factors[0])) {
    sign = "-";
    factors = factors.drop_front();
  }
  SmallVector<std::string> numerator, denominator;
  for (auto [i, factor] : llvm::enumerate(factors)) {
    // The sign of the first factor stands before the product.
    if (i == 0 && sign.empty() && isLiteral(factor) &&
        isNegativeLiteral(factor))
      numerator.push_back(getDigits(factor));
    else
      addFactor(factor, level, numerator, denominator);
  }
  if (numerator.empty())
    numerator.push_back("1");
  std::string result = sign + llvm::join(numerator, "*");
  if (denominator.size() == 1)
    return result + "/" + denominator.front();
  if (denominator.size() > 1)
    return result + "/(" + llvm::join(denominator, "*") + ")";
  return result;
}

static std::string powToPlain(SymExprAttr expr) {
  SymExprAttr base = expr.getArgs()[0], exponent = expr.getArgs()[1];
  if (isRational(exponent) && getDigits(exponent.getArgs()[1]) == "2") {
    std::string numerator = getDigits(exponent.getArgs()[0]);
    if (numerator == "1" || numerator == "-1")
      return (numerator == "1" ? "sqrt(" : "1/sqrt(") + toPlain(base) + ")";
  }
  if (isMinusOne(exponent))
    return "1/" + toOperand(base, PowPrecedence);
  return toOperand(base, PowPrecedence) + "**" +
         toOperand(exponent, PowPrecedence);
}

/// The symbol of a comparison that sympy writes infix.
static StringRef getComparison(StringRef function) {
  return llvm::StringSwitch<StringRef>(function)
      .Case("LessThan", " <= ")
      .Case("GreaterThan", " >= ")
      .Case("StrictLessThan", " < ")
      .Case("StrictGreaterThan", " > ")
      .Default("");
}

static std::string callToPlain(SymExprAttr expr) {
  StringRef name = expr.getName();
  ArrayRef<SymExprAttr> args = expr.getArgs();
  if (args.size() >= 2) {
    if (name == "Add")
      return addToPlain(args);
    if (name == "Mul")
      return mulToPlain(expr);
    if (name == "And")
      return join(args, " & ", BitAndPrecedence);
    if (name == "Or")
      return join(args, " | ", BitOrPrecedence);
    if (name == "Xor")
      return join(args, " ^ ", BitXorPrecedence);
  }
  if (args.size() == 2) {
    if (name == "Pow")
      return powToPlain(expr);
    if (isRational(expr))
      return join(args, "/");
    if (name == "FloorDiv" || name == "CleanDiv")
      return "(" + join(args, "//", OperandPrecedence) + ")";
    if (StringRef comparison = getComparison(name); !comparison.empty())
      return join(args, comparison, RelationPrecedence);
  }
  if (args.size() == 1 && name == "Not")
    return "~" + toOperand(args[0], NotPrecedence);
  if ((args.size() == 1 && name == "Identity") ||
      (args.size() == 2 && name == "ExprCondPair"))
    return "(" + join(args, ", ") + ")";
  StringRef function = llvm::StringSwitch<StringRef>(name)
                           .Case("Equality", "Eq")
                           .Case("Unequality", "Ne")
                           .Default(name);
  return (function + "(" + join(args, ", ") + ")").str();
}

static std::string toPlain(SymExprAttr expr) {
  switch (expr.getKind()) {
  case SymExprKind::integer:
  case SymExprKind::number:
    return getDigits(expr);
  case SymExprKind::symbol:
    return expr.getName().str();
  case SymExprKind::atom:
    return llvm::StringSwitch<StringRef>(expr.getName())
        .Case("true", "True")
        .Case("false", "False")
        .Default(expr.getName())
        .str();
  case SymExprKind::call:
    return callToPlain(expr);
  }
  llvm_unreachable("unknown kind of expression");
}

void mlir::tp::printPlainExpr(raw_ostream &os, SymExprAttr expr) {
  os << toPlain(expr);
}
