//===- Spelling.cpp - Names, strings and floats of node lists -------------===//
//
// The words of a node list, byte for byte as Python's json and repr() spell
// them.
//
//===----------------------------------------------------------------------===//

#include "Spelling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <charconv>
#include <cmath>

using namespace mlir;
using namespace mlir::tp;

/// Takes the next character off UTF-8 text. Surrogates are let through, as
/// Python's strings hold them; what is not UTF-8 reads as U+FFFD.
static uint32_t takeCharacter(StringRef &text) {
  constexpr uint32_t replacement = 0xFFFD;
  auto first = static_cast<unsigned char>(text.front());
  text = text.drop_front();
  if (first < 0x80)
    return first;
  unsigned rest = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  if (first < 0xC2 || first > 0xF4 || text.size() < rest)
    return replacement;
  uint32_t code = first & (0x3F >> rest);
  for (char c : text.take_front(rest)) {
    if ((c & 0xC0) != 0x80)
      return replacement;
    code = code << 6 | (c & 0x3F);
  }
  static constexpr uint32_t smallest[] = {0, 0x80, 0x800, 0x10000};
  if (code < smallest[rest] || code > 0x10FFFF)
    return replacement;
  text = text.drop_front(rest);
  return code;
}

static void printEscape(raw_ostream &os, uint32_t unit) {
  os << "\\u" << llvm::format_hex_no_prefix(unit, 4);
}

static void printCharacter(raw_ostream &os, uint32_t code) {
  switch (code) {
  case '"':
  case '\\':
    os << '\\' << char(code);
    return;
  case '\b':
    os << "\\b";
    return;
  case '\t':
    os << "\\t";
    return;
  case '\n':
    os << "\\n";
    return;
  case '\f':
    os << "\\f";
    return;
  case '\r':
    os << "\\r";
    return;
  default:
    break;
  }
  if (code >= 0x20 && code <= 0x7F) {
    os << char(code);
  } else if (code < 0x10000) {
    printEscape(os, code);
  } else {
    printEscape(os, 0xD800 + ((code - 0x10000) >> 10));
    printEscape(os, 0xDC00 + ((code - 0x10000) & 0x3FF));
  }
}

void nodelist::printString(raw_ostream &os, StringRef text) {
  os << '"';
  while (!text.empty()) {
    // Most text needs no escapes: copy it by the run.
    StringRef plain = text.take_while(
        [](char c) { return c >= 0x20 && c <= 0x7E && c != '"' && c != '\\'; });
    os << plain;
    text = text.drop_front(plain.size());
    if (!text.empty())
      printCharacter(os, takeCharacter(text));
  }
  os << '"';
}

void nodelist::printName(raw_ostream &os, StringRef name) {
  auto isBare = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; };
  if (!name.empty() && llvm::all_of(name, isBare))
    os << name;
  else
    printString(os, name);
}

std::string nodelist::spellName(StringRef name) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printName(os, name);
  return text;
}

void nodelist::printFloat(raw_ostream &os, double value) {
  if (std::isnan(value)) {
    os << "nan";
    return;
  }
  if (std::signbit(value))
    os << '-';
  value = std::fabs(value);
  if (std::isinf(value)) {
    os << "inf";
    return;
  }
  // The shortest digits that read back to the same double: d.ddde[+-]dd.
  char buffer[40];
  auto *end = std::to_chars(buffer, buffer + sizeof(buffer), value,
                            std::chars_format::scientific)
                  .ptr;
  auto [mantissa, power] = StringRef(buffer, end - buffer).split('e');
  int exponent = 0;
  (void)power.ltrim('+').getAsInteger(10, exponent);
  std::string digits = mantissa.take_front(1).str();
  digits += mantissa.drop_front(1).ltrim('.');
  if (exponent < -4 || exponent >= 16) {
    os << mantissa << llvm::format("e%+03d", exponent);
  } else if (exponent < 0) {
    os << "0." << std::string(-exponent - 1, '0') << digits;
  } else {
    size_t whole = exponent + 1;
    if (digits.size() <= whole)
      digits.append(whole + 1 - digits.size(), '0');
    os << StringRef(digits).take_front(whole) << '.'
       << StringRef(digits).drop_front(whole);
  }
}
