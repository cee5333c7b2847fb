//===- Lexer.cpp - characters of schema text ------------------------------===//
//
// Names, literals and errors of schema text.
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <limits>

using namespace llvm;

namespace mlir::tp::schema {

/// How deep lists and types may nest. Real schemas stay below 4; the bound
/// keeps hostile text from exhausting the stack.
static constexpr unsigned maxDepth = 32;

static bool isNameChar(char c) { return isAlnum(c) || c == '_'; }

bool Cursor::error(size_t where, const Twine &what) {
  if (!hasError) {
    hasError = true;
    errorPosition = where;
    message = what.str();
  }
  return false;
}

Error Cursor::takeError(StringRef what) const {
  assert(hasError && "no error to take");
  return createStringError("column " + Twine(errorPosition + 1) + ": " +
                           message + " in " + what + " '" + text + "'");
}

std::string Cursor::describe() {
  if (atEnd())
    return "the end";
  size_t end = position;
  while (end < text.size() && isNameChar(text[end]))
    ++end;
  end = std::max(end, position + 1);
  return ("'" + text.slice(position, end) + "'").str();
}

bool Cursor::take(StringRef token) {
  skipBlanks();
  if (!text.substr(position).starts_with(token))
    return false;
  position += token.size();
  return true;
}

bool Cursor::takeWord(StringRef word) {
  skipBlanks();
  StringRef left = text.substr(position);
  if (!left.starts_with(word) ||
      (left.size() > word.size() && isNameChar(left[word.size()])))
    return false;
  position += word.size();
  return true;
}

StringRef Cursor::takeName(bool dots) {
  skipBlanks();
  size_t begin = position;
  while (position < text.size() &&
         (isNameChar(text[position]) || (dots && text[position] == '.')))
    ++position;
  return text.slice(begin, position);
}

std::optional<uint32_t> Cursor::takeUnsigned() {
  skipBlanks();
  StringRef left = text.substr(position);
  uint32_t value;
  if (left.consumeInteger(10, value))
    return std::nullopt;
  position = text.size() - left.size();
  return value;
}

bool Cursor::readString(Literal &literal) {
  size_t begin = position;
  char quote = text[position++];
  SmallString<32> value;
  while (position < text.size() && text[position] != quote) {
    char c = text[position++];
    if (c != '\\') {
      value.push_back(c);
      continue;
    }
    if (position == text.size())
      break;
    char escape = text[position++];
    static constexpr StringLiteral escapes = "abfnrtv0",
                                   meant = "\a\b\f\n\r\t\v";
    if (escape == 'x' || (escape >= '0' && escape <= '7')) {
      bool hex = escape == 'x';
      StringRef digits =
          hex ? text.substr(position, 2) : text.substr(position - 1, 3);
      digits = digits.take_while(
          [&](char d) { return hex ? isHexDigit(d) : d >= '0' && d <= '7'; });
      unsigned code;
      if (digits.getAsInteger(hex ? 16 : 8, code) || code > 255)
        return error(position - 2, "expected a character code after '\\'");
      position += hex ? digits.size() : digits.size() - 1;
      value.push_back(static_cast<char>(code));
    } else if (size_t index = escapes.find(escape); index != StringRef::npos) {
      value.push_back(meant[index]);
    } else {
      value.push_back(escape);
    }
  }
  if (position == text.size())
    return error(begin, "expected a closing quote, found the end");
  ++position;
  literal.kind = Literal::Kind::Str;
  literal.string = copy(value.str());
  return true;
}

bool Cursor::readNumber(Literal &literal) {
  size_t begin = position;
  size_t end = begin;
  if (end < text.size() && (text[end] == '-' || text[end] == '+'))
    ++end;
  bool isFloat = false;
  size_t firstDigit = end;
  for (; end < text.size(); ++end) {
    char c = text[end];
    bool isSign = (c == '-' || c == '+') && toLower(text[end - 1]) == 'e';
    if (c == '.' || c == 'e' || c == 'E')
      isFloat = true;
    else if (!isDigit(c) && !isSign)
      break;
  }
  StringRef number = text.slice(begin, end);
  number.consume_front("+");
  bool bad = firstDigit == end || (!isFloat && !isDigit(text[firstDigit]));
  if (!bad && isFloat) {
    literal.kind = Literal::Kind::Float;
    bad = number.getAsDouble(literal.floating);
  } else if (!bad) {
    literal.kind = Literal::Kind::Int;
    if (number.getAsInteger(10, literal.integer))
      return error(begin, "expected a 64-bit integer, found '" + number + "'");
  }
  if (bad)
    return expected("a literal");
  position = end;
  return true;
}

bool Cursor::readLiteral(Literal &literal, unsigned depth) {
  size_t begin = getPosition();
  if (depth > maxDepth)
    return error(begin, "lists nest too deeply");
  if (peek() == '"' || peek() == '\'')
    return readString(literal);
  if (takeWord("None")) {
    literal.kind = Literal::Kind::None;
    return true;
  }
  bool isTrue = takeWord("True") || takeWord("true");
  if (isTrue || takeWord("False") || takeWord("false")) {
    literal.kind = Literal::Kind::Bool;
    literal.boolean = isTrue;
    return true;
  }
  bool minus = takeWord("-inf");
  if (minus || takeWord("inf") || takeWord("nan")) {
    literal.kind = Literal::Kind::Float;
    literal.floating = text.substr(begin).starts_with("nan")
                           ? std::numeric_limits<double>::quiet_NaN()
                           : std::numeric_limits<double>::infinity();
    if (minus)
      literal.floating = -literal.floating;
    return true;
  }
  if (!take("["))
    return readNumber(literal);
  SmallVector<Literal> elements;
  if (!take("]")) {
    do {
      if (!readLiteral(elements.emplace_back(), depth + 1))
        return false;
    } while (take(","));
    if (!expect("]"))
      return false;
  }
  literal.kind = Literal::Kind::List;
  literal.elements = copy(ArrayRef<Literal>(elements));
  return true;
}

} // namespace mlir::tp::schema
