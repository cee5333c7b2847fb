//===- ExprParser.cpp - Reads the expressions of decompositions -----------===//
//
// Recursive descent over a small part of Python's grammar.
//
//===----------------------------------------------------------------------===//

#include "Expr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tp;

using Node = Expr::Node;
using NodePtr = std::unique_ptr<Node>;
using Operator = Node::Operator;

namespace {
class ExprParser {
public:
  ExprParser(MLIRContext *context, StringRef text, ExprScope &scope)
      : context(context), text(text), scope(scope) {}

  llvm::Expected<NodePtr> parseAll();

private:
  /// Parsers return null after an error.
  NodePtr parseExpr();
  NodePtr parseOr();
  NodePtr parseAnd();
  NodePtr parseNot();
  NodePtr parseComparison();
  NodePtr parseSum();
  NodePtr parseTerm();
  NodePtr parseUnary();
  NodePtr parsePower();
  NodePtr parsePostfix();
  NodePtr parseIndex(NodePtr list);
  NodePtr parseAtom();
  NodePtr parseName();
  NodePtr parseCall(StringRef name, size_t start);
  NodePtr parseNumber();
  NodePtr parseString();
  NodePtr parseList();
  NodePtr parseComprehension(size_t elementStart);

  std::optional<Operator> takeComparison();
  NodePtr makeBinary(Node::Kind kind, NodePtr lhs, NodePtr rhs);
  NodePtr makeArithmetic(Operator op, NodePtr lhs, NodePtr rhs);
  NodePtr makeLiteral(Arg value);

  void skipSpace() {
    while (position < text.size() && llvm::isSpace(text[position]))
      ++position;
  }
  bool isWordCharacter(size_t at) const {
    return at < text.size() && (llvm::isAlnum(text[at]) || text[at] == '_');
  }
  /// Takes a punctuation mark or a whole word.
  bool take(StringRef token) {
    skipSpace();
    if (!text.substr(position).starts_with(token))
      return false;
    if (llvm::isAlpha(token.front()) &&
        isWordCharacter(position + token.size()))
      return false;
    position += token.size();
    return true;
  }
  /// The same, where a longer mark must not begin here.
  bool takeMark(StringRef token, StringRef notLonger) {
    skipSpace();
    return !text.substr(position).starts_with(notLonger) && take(token);
  }
  StringRef takeWord() {
    skipSpace();
    size_t start = position;
    if (start < text.size() && llvm::isDigit(text[start]))
      return {};
    while (isWordCharacter(position))
      ++position;
    return text.slice(start, position);
  }
  NodePtr fail(const Twine &message) {
    skipSpace();
    return failAt(position, message);
  }
  NodePtr failAt(size_t at, const Twine &message) {
    if (error.empty())
      error = llvm::formatv("{0} at column {1}:\n  {2}\n  {3}", message.str(),
                            at + 1, text, std::string(at, ' ') + "^");
    return nullptr;
  }

  static constexpr unsigned maxDepth = 200;

  MLIRContext *context;
  StringRef text;
  ExprScope &scope;
  size_t position = 0;
  unsigned depth = 0;
  std::string error;
};
} // namespace

llvm::Expected<NodePtr> ExprParser::parseAll() {
  NodePtr root = parseExpr();
  skipSpace();
  if (root && position != text.size())
    root = fail("expected an operator or the end");
  if (root)
    return root;
  return llvm::createStringError(error);
}

NodePtr ExprParser::makeBinary(Node::Kind kind, NodePtr lhs, NodePtr rhs) {
  if (!lhs || !rhs)
    return nullptr;
  auto node = std::make_unique<Node>(kind);
  node->operands.push_back(std::move(lhs));
  node->operands.push_back(std::move(rhs));
  return node;
}

NodePtr ExprParser::makeArithmetic(Operator op, NodePtr lhs, NodePtr rhs) {
  NodePtr node =
      makeBinary(Node::Kind::Arithmetic, std::move(lhs), std::move(rhs));
  if (node)
    node->operators.push_back(op);
  return node;
}

NodePtr ExprParser::makeLiteral(Arg value) {
  auto node = std::make_unique<Node>(Node::Kind::Literal);
  node->literal = std::move(value);
  return node;
}

NodePtr ExprParser::parseExpr() {
  if (++depth > maxDepth)
    return fail("expression is nested more than " + Twine(maxDepth) + " deep");
  NodePtr value = parseOr();
  if (value && take("if")) {
    NodePtr condition = parseOr();
    if (condition && !take("else"))
      return fail("expected 'else'");
    NodePtr other = condition ? parseExpr() : nullptr;
    NodePtr node = makeBinary(Node::Kind::Conditional, std::move(condition),
                              std::move(value));
    if (!node || !other)
      return nullptr;
    node->operands.push_back(std::move(other));
    value = std::move(node);
  }
  --depth;
  return value;
}

NodePtr ExprParser::parseOr() {
  NodePtr value = parseAnd();
  while (value && take("or"))
    value = makeBinary(Node::Kind::Or, std::move(value), parseAnd());
  return value;
}

NodePtr ExprParser::parseAnd() {
  NodePtr value = parseNot();
  while (value && take("and"))
    value = makeBinary(Node::Kind::And, std::move(value), parseNot());
  return value;
}

NodePtr ExprParser::parseNot() {
  unsigned count = 0;
  while (take("not"))
    ++count;
  NodePtr value = parseComparison();
  for (; value && count; --count) {
    auto node = std::make_unique<Node>(Node::Kind::Not);
    node->operands.push_back(std::move(value));
    value = std::move(node);
  }
  return value;
}

std::optional<Operator> ExprParser::takeComparison() {
  if (take("=="))
    return Operator::Equal;
  if (take("!="))
    return Operator::NotEqual;
  if (take("<="))
    return Operator::LessEqual;
  if (take(">="))
    return Operator::GreaterEqual;
  if (take("<"))
    return Operator::Less;
  if (take(">"))
    return Operator::Greater;
  if (take("in"))
    return Operator::In;
  if (take("is"))
    return take("not") ? Operator::IsNot : Operator::Is;
  size_t start = position;
  if (take("not")) {
    if (take("in"))
      return Operator::NotIn;
    position = start;
  }
  return std::nullopt;
}

NodePtr ExprParser::parseComparison() {
  NodePtr first = parseSum();
  if (!first)
    return nullptr;
  auto node = std::make_unique<Node>(Node::Kind::Compare);
  node->operands.push_back(std::move(first));
  while (std::optional<Operator> op = takeComparison()) {
    NodePtr operand = parseSum();
    if (!operand)
      return nullptr;
    node->operators.push_back(*op);
    node->operands.push_back(std::move(operand));
  }
  return node->operators.empty() ? std::move(node->operands.front())
                                 : std::move(node);
}

NodePtr ExprParser::parseSum() {
  NodePtr value = parseTerm();
  while (value) {
    if (take("+"))
      value = makeArithmetic(Operator::Add, std::move(value), parseTerm());
    else if (take("-"))
      value = makeArithmetic(Operator::Sub, std::move(value), parseTerm());
    else
      break;
  }
  return value;
}

NodePtr ExprParser::parseTerm() {
  NodePtr value = parseUnary();
  while (value) {
    Operator op;
    if (take("//"))
      op = Operator::FloorDiv;
    else if (take("/"))
      op = Operator::TrueDiv;
    else if (takeMark("*", "**"))
      op = Operator::Mul;
    else if (take("%"))
      op = Operator::Mod;
    else
      break;
    value = makeArithmetic(op, std::move(value), parseUnary());
  }
  return value;
}

NodePtr ExprParser::parseUnary() {
  if (++depth > maxDepth)
    return fail("expression is nested more than " + Twine(maxDepth) + " deep");
  NodePtr result;
  if (take("-")) {
    NodePtr operand = parseUnary();
    if (!operand)
      return nullptr;
    result = std::make_unique<Node>(Node::Kind::Negate);
    result->operands.push_back(std::move(operand));
  } else {
    result = parsePower();
  }
  --depth;
  return result;
}

NodePtr ExprParser::parsePower() {
  NodePtr base = parsePostfix();
  if (base && take("**"))
    return makeArithmetic(Operator::Pow, std::move(base), parseUnary());
  return base;
}

NodePtr ExprParser::parsePostfix() {
  NodePtr value = parseAtom();
  while (value && take("["))
    value = parseIndex(std::move(value));
  return value;
}

/// What follows `list[`.
NodePtr ExprParser::parseIndex(NodePtr list) {
  NodePtr start, stop;
  bool isSlice = take(":");
  if (!isSlice) {
    if (!(start = parseExpr()))
      return nullptr;
    isSlice = take(":");
  }
  if (isSlice && !take("]")) {
    if (!(stop = parseExpr()))
      return nullptr;
    if (!take("]"))
      return fail("expected ']'");
  } else if (!isSlice && !take("]")) {
    return fail("expected ']'");
  }
  auto node =
      std::make_unique<Node>(isSlice ? Node::Kind::Slice : Node::Kind::Index);
  node->operands.push_back(std::move(list));
  node->operands.push_back(std::move(start));
  if (isSlice)
    node->operands.push_back(std::move(stop));
  return node;
}

NodePtr ExprParser::parseAtom() {
  skipSpace();
  if (position == text.size())
    return fail("expected an expression");
  char next = text[position];
  if (llvm::isDigit(next) || next == '.')
    return parseNumber();
  if (next == '\'' || next == '"')
    return parseString();
  if (take("["))
    return parseList();
  if (take("(")) {
    NodePtr value = parseExpr();
    if (value && !take(")"))
      return fail("expected ')'");
    return value;
  }
  return parseName();
}

NodePtr ExprParser::parseNumber() {
  size_t start = position;
  bool isFloat = false;
  while (position < text.size()) {
    char c = text[position];
    bool isExponent = (c == 'e' || c == 'E') && position > start;
    if (isExponent && position + 1 < text.size() &&
        (text[position + 1] == '-' || text[position + 1] == '+'))
      ++position;
    else if (!llvm::isDigit(c) && c != '.' && !isExponent)
      break;
    isFloat |= isExponent || c == '.';
    ++position;
  }
  StringRef digits = text.slice(start, position);
  int64_t integer;
  double number;
  if (!isFloat && !digits.getAsInteger(10, integer))
    return makeLiteral(integer);
  if (isFloat && !digits.getAsDouble(number))
    return makeLiteral(number);
  return failAt(start, "expected a number, got '" + digits + "'");
}

NodePtr ExprParser::parseString() {
  char quote = text[position];
  size_t end = text.find(quote, position + 1);
  if (end == StringRef::npos)
    return fail("expected the end of the string");
  StringRef value = text.slice(position + 1, end);
  position = end + 1;
  return makeLiteral(value);
}

/// What follows `[`.
NodePtr ExprParser::parseList() {
  auto list = std::make_unique<Node>(Node::Kind::List);
  if (take("]"))
    return list;
  // The variable of a comprehension is used ahead of where it is declared.
  skipSpace();
  size_t start = position;
  unsigned nesting = 0;
  for (size_t i = start; i < text.size(); ++i) {
    if (text[i] == '[' || text[i] == '(')
      ++nesting;
    else if ((text[i] == ']' || text[i] == ')') && nesting-- == 0)
      break;
    bool isFor = nesting == 0 && text.substr(i).starts_with("for") && i > 0 &&
                 !isWordCharacter(i - 1) && !isWordCharacter(i + 3);
    if (isFor) {
      position = i + 3;
      return parseComprehension(start);
    }
  }
  do {
    if (take("]"))
      return list;
    NodePtr element = parseExpr();
    if (!element)
      return nullptr;
    list->operands.push_back(std::move(element));
  } while (take(","));
  if (!take("]"))
    return fail("expected ',' or ']'");
  return list;
}

/// What follows `[element for`.
NodePtr ExprParser::parseComprehension(size_t elementStart) {
  size_t forStart = position - 3;
  StringRef variable = takeWord();
  if (variable.empty())
    return fail("expected the name of a variable");
  if (!take("in"))
    return fail("expected 'in'");
  NodePtr list = parseOr(), condition;
  if (!list)
    return nullptr;
  auto node = std::make_unique<Node>(Node::Kind::Comprehension);
  size_t scopeDepth = scope.getDepth();
  node->slot = scope.enter(variable);
  if (take("if") && !(condition = parseOr()))
    return nullptr;
  if (!take("]"))
    return fail("expected ']'");
  size_t end = position;
  position = elementStart;
  NodePtr element = parseExpr();
  if (!element)
    return nullptr;
  skipSpace();
  if (position != forStart)
    return fail("expected 'for'");
  position = end;
  scope.leaveTo(scopeDepth);
  node->operands.push_back(std::move(element));
  node->operands.push_back(std::move(list));
  node->operands.push_back(std::move(condition));
  return node;
}

/// The words of Python that cannot be names.
static bool isKeyword(StringRef word) {
  return llvm::is_contained(ArrayRef<StringRef>{"and", "or", "not", "if",
                                                "else", "for", "in", "is",
                                                "lambda", "await", "yield"},
                            word);
}

NodePtr ExprParser::parseName() {
  size_t start = position;
  StringRef word = takeWord();
  if (word.empty())
    return fail("expected an expression");
  if (isKeyword(word))
    return failAt(start, "expected an expression, got '" + word + "'");
  if (take("("))
    return parseCall(word, start);
  if (std::optional<unsigned> slot = scope.lookup(word)) {
    auto node = std::make_unique<Node>(Node::Kind::Name);
    node->slot = *slot;
    return node;
  }
  if (word == "None")
    return makeLiteral({});
  if (word == "True" || word == "False")
    return makeLiteral(word == "True");
  if (word == "inf")
    return makeLiteral(std::numeric_limits<double>::infinity());
  if (word == "nan")
    return makeLiteral(std::numeric_limits<double>::quiet_NaN());
  if (word == "pi")
    return makeLiteral(3.141592653589793);
  if (auto dtype = symbolizeScalarType(word))
    return makeLiteral(*dtype);
  if (auto format = symbolizeMemoryFormat(word))
    return makeLiteral(
        Arg::getLiteral(MemoryFormatAttr::get(context, *format)));
  return failAt(start, "unknown name '" + word + "'");
}

/// What follows `name(`.
NodePtr ExprParser::parseCall(StringRef name, size_t start) {
  ArrayRef<ExprFunction> functions = getExprFunctions();
  const auto *function = llvm::find_if(
      functions, [&](const ExprFunction &f) { return f.name == name; });
  if (function == functions.end())
    return failAt(start, "unknown function '" + name + "'");
  auto node = std::make_unique<Node>(Node::Kind::Call);
  node->function = function - functions.begin();
  if (!take(")")) {
    do {
      NodePtr operand = parseExpr();
      if (!operand)
        return nullptr;
      node->operands.push_back(std::move(operand));
    } while (take(","));
    if (!take(")"))
      return fail("expected ',' or ')'");
  }
  size_t count = node->operands.size();
  if (count >= function->minArgs && count <= function->maxArgs)
    return node;
  bool isExact = function->minArgs == function->maxArgs;
  return failAt(start, "'" + name + "' expects " + Twine(function->minArgs) +
                           (isExact ? "" : " or more") + " arguments, got " +
                           Twine(count));
}

Expr::Expr() = default;
Expr::Expr(Expr &&) noexcept = default;
Expr &Expr::operator=(Expr &&) noexcept = default;
Expr::~Expr() = default;

llvm::Expected<Expr> Expr::parse(MLIRContext *context, StringRef text,
                                 ExprScope &scope) {
  size_t depth = scope.getDepth();
  llvm::Expected<NodePtr> root = ExprParser(context, text, scope).parseAll();
  scope.leaveTo(depth);
  if (!root)
    return root.takeError();
  Expr expr;
  expr.root = std::move(*root);
  return expr;
}
