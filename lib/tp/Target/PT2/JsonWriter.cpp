//===- JsonWriter.cpp - JSON as Python's json.dumps writes it -------------===//
//
// Numbers, strings and unknown fields; the containers are templates in the
// header.
//
//===----------------------------------------------------------------------===//

#include "JsonWriter.h"
#include "llvm/ADT/StringExtras.h"
#include <array>
#include <charconv>
#include <cmath>

using namespace mlir::tp::pt2;
using llvm::StringRef;

JsonWriter::JsonWriter(llvm::raw_ostream &os,
                       ArrayRef<UnknownField> unknownFields)
    : os(os), isTracking(!unknownFields.empty()) {
  for (const UnknownField &field : unknownFields)
    unknown[field.objectPath].push_back(&field);
}

JsonWriter::Object::~Object() {
  if (writer.isTracking) {
    writer.leave(pathSize);
    auto found = writer.unknown.find(writer.path);
    if (found != writer.unknown.end()) {
      for (const UnknownField *field : found->second) {
        writer.os << (isEmpty ? "" : ", ");
        isEmpty = false;
        writer.string(field->key);
        writer.os << ": " << field->rawJson;
      }
    }
  }
  writer.os << '}';
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// As Python's repr(float): the shortest digits that read back to the same
/// double, with a point or an exponent, the latter below 1e-4 and from 1e16 on.
void JsonWriter::real(double value) {
  if (std::isnan(value)) {
    os << '"' << names::notANumber << '"';
    return;
  }
  if (std::isinf(value)) {
    os << '"' << (value < 0 ? names::negativeInfinity : names::infinity) << '"';
    return;
  }
  char buffer[32];
  char *end = std::to_chars(buffer, buffer + sizeof(buffer), value,
                            std::chars_format::scientific)
                  .ptr;
  StringRef text(buffer, end - buffer);
  if (text.consume_front("-"))
    os << '-';
  auto [mantissa, exponentText] = text.split('e');
  int exponent = 0;
  exponentText.consume_front("+");
  (void)exponentText.getAsInteger(10, exponent);
  const StringRef first = mantissa.take_front(1);
  const StringRef rest =
      mantissa.drop_front(std::min<size_t>(2, mantissa.size()));

  constexpr int minExponent = -4;
  constexpr int maxExponent = 16;
  if (exponent < minExponent || exponent >= maxExponent) {
    os << mantissa << 'e' << (exponent < 0 ? '-' : '+');
    const unsigned magnitude = std::abs(exponent);
    os << (magnitude < 10 ? "0" : "") << magnitude;
    return;
  }
  if (exponent < 0) {
    os << "0.";
    for (int i = -1; i > exponent; --i)
      os << '0';
    os << first << rest;
    return;
  }
  const size_t whole = exponent;
  os << first << rest.take_front(whole);
  for (size_t i = rest.size(); i < whole; ++i)
    os << '0';
  os << '.' << (rest.size() > whole ? rest.drop_front(whole) : StringRef("0"));
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

/// Whether a byte stands for itself in a JSON string of json.dumps.
static constexpr std::array<bool, 256> makePlainBytes() {
  std::array<bool, 256> plain = {};
  for (unsigned c = ' '; c <= '~'; ++c)
    plain[c] = c != '"' && c != '\\';
  return plain;
}
static constexpr std::array<bool, 256> plainBytes = makePlainBytes();

void JsonWriter::string(StringRef value) {
  os << '"';
  while (true) {
    size_t size = 0;
    while (size != value.size() && plainBytes[uint8_t(value[size])])
      ++size;
    os << value.take_front(size);
    value = value.drop_front(size);
    if (value.empty())
      break;
    size = 1;
    while (size != value.size() && !plainBytes[uint8_t(value[size])])
      ++size;
    escape(value.take_front(size));
    value = value.drop_front(size);
  }
  os << '"';
}

static void writeUnit(llvm::raw_ostream &os, uint32_t unit) {
  os << "\\u";
  for (int shift = 12; shift >= 0; shift -= 4)
    os << llvm::hexdigit((unit >> shift) & 0xf, /*LowerCase=*/true);
}

void JsonWriter::escapeCodePoint(uint32_t value) {
  switch (value) {
  case '"':
    os << "\\\"";
    return;
  case '\\':
    os << "\\\\";
    return;
  case '\n':
    os << "\\n";
    return;
  case '\r':
    os << "\\r";
    return;
  case '\t':
    os << "\\t";
    return;
  case '\f':
    os << "\\f";
    return;
  case '\b':
    os << "\\b";
    return;
  default:
    break;
  }
  if (value < 0x10000) {
    writeUnit(os, value);
    return;
  }
  value -= 0x10000;
  writeUnit(os, 0xd800 | (value >> 10));
  writeUnit(os, 0xdc00 | (value & 0x3ff));
}

/// Takes one code point off the front of UTF-8. Surrogates are taken as they
/// are, since Python's strings and JSON can hold lone ones; other bytes that
/// are no UTF-8 become U+FFFD one by one.
static uint32_t takeCodePoint(StringRef &text) {
  constexpr uint32_t replacement = 0xfffd;
  const uint8_t first = text.front();
  text = text.drop_front();
  if (first < 0x80)
    return first;
  unsigned following = 0;
  uint32_t value = 0;
  uint32_t smallest = 0;
  if (first >= 0xc0 && first < 0xe0) {
    following = 1;
    value = first & 0x1f;
    smallest = 0x80;
  } else if (first >= 0xe0 && first < 0xf0) {
    following = 2;
    value = first & 0x0f;
    smallest = 0x800;
  } else if (first >= 0xf0 && first < 0xf8) {
    following = 3;
    value = first & 0x07;
    smallest = 0x10000;
  } else {
    return replacement;
  }
  if (text.size() < following)
    return replacement;
  for (unsigned i = 0; i != following; ++i) {
    const uint8_t next = text[i];
    if ((next & 0xc0) != 0x80)
      return replacement;
    value = (value << 6) | (next & 0x3f);
  }
  if (value < smallest || value > 0x10ffff)
    return replacement;
  text = text.drop_front(following);
  return value;
}

/// Writes text in which no byte is plain.
void JsonWriter::escape(StringRef text) {
  while (!text.empty())
    escapeCodePoint(takeCodePoint(text));
}
