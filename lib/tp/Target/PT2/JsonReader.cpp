//===- JsonReader.cpp - Typed reading of JSON with paths ------------------===//
//
// Errors, scalars and unknown fields; the containers are templates in the
// header.
//
//===----------------------------------------------------------------------===//

#include "JsonReader.h"
#include "SchemaNames.h"
#include "tp/Target/Archive.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <limits>

using namespace mlir::tp::pt2;
using llvm::StringRef;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static std::string
spellPath(const JsonReader::Frame *top,
          llvm::function_ref<void(std::string &, StringRef)> appendKey) {
  using Frame = JsonReader::Frame;
  llvm::SmallVector<const Frame *> frames;
  for (const Frame *frame = top; frame; frame = frame->parent)
    if (frame->size != Frame::unset)
      frames.push_back(frame);
  std::string text = "$";
  for (const Frame *frame : llvm::reverse(frames)) {
    if (frame->key)
      appendKey(text, StringRef(frame->key, frame->size));
    else
      names::appendIndex(text, frame->size);
  }
  return text;
}

std::string JsonReader::path() const {
  return spellPath(top, [](std::string &text, StringRef key) {
    if (names::isPlainKey(key))
      names::appendKey(text, key);
    else
      text += "['" + archive::printable(key) + "']";
  });
}

std::string JsonReader::exactPath() const {
  return spellPath(top, names::appendKey);
}

bool JsonReader::fail(const Twine &text) {
  if (message.empty())
    message = (text + " at " + path()).str();
  return false;
}

bool JsonReader::failSyntax(simdjson::error_code code) {
  if (code == simdjson::STRING_ERROR)
    return fail("malformed JSON: a string with a bad escape");
  return fail(Twine("malformed JSON: ") + simdjson::error_message(code));
}

bool JsonReader::failArm(const Twine &text, StringRef key) {
  top = top->parent;
  return fail(text + archive::printable(key) + "'");
}

static StringRef describe(ondemand::json_type type) {
  switch (type) {
  case ondemand::json_type::array:
    return "a list";
  case ondemand::json_type::object:
    return "an object";
  case ondemand::json_type::number:
    return "a number";
  case ondemand::json_type::string:
    return "a string";
  case ondemand::json_type::boolean:
    return "a boolean";
  case ondemand::json_type::null:
    return "null";
  }
  llvm_unreachable("a type of JSON value that JSON has not");
}

bool JsonReader::failType(ondemand::value &value, const Twine &expected,
                          simdjson::error_code code) {
  if (code == simdjson::NUMBER_OUT_OF_RANGE)
    return fail("expected " + expected + ", got a number out of range");
  ondemand::json_type type;
  if (value.type().get(type))
    return failSyntax(code);
  StringRef got = describe(type);
  // The type is right, so the text is not.
  if (expected.str() == got)
    return failSyntax(code);
  return fail("expected " + expected + ", got " + got);
}

bool JsonReader::checkDepth() {
  if (depth <= maxDepth)
    return true;
  return fail("graphs and dictionaries are nested deeper than " +
              Twine(maxDepth) + " levels");
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

bool JsonReader::string(ondemand::value value, StringRef &out) {
  std::string_view text;
  if (auto code = value.get_string().get(text))
    return failType(value, "a string", code);
  out = text;
  return true;
}

bool JsonReader::boolean(ondemand::value value, bool &out) {
  if (auto code = value.get_bool().get(out))
    return failType(value, "a boolean", code);
  return true;
}

/// Whether the text of a number is one that only a wider integer could hold.
static bool isBigInteger(StringRef text) {
  text = text.trim();
  text.consume_front("-");
  return text.size() >= 19 && llvm::all_of(text, llvm::isDigit);
}

bool JsonReader::integer(ondemand::value value, int64_t &out) {
  // Before the attempt: a failing one may move on.
  const StringRef raw = value.raw_json_token();
  if (auto code = value.get_int64().get(out)) {
    if (isBigInteger(raw))
      return fail("the integer " + archive::printable(raw.trim()) +
                  " does not fit 64 bits");
    ondemand::json_type type;
    if (!value.type().get(type) && type == ondemand::json_type::number)
      return fail("expected an integer, got '" +
                  archive::printable(raw.trim()) + "'");
    return failType(value, "an integer", code);
  }
  return true;
}

bool JsonReader::real(ondemand::value value, double &out) {
  const StringRef raw = value.raw_json_token();
  if (raw.starts_with("\"")) {
    StringRef text;
    if (!string(value, text))
      return false;
    if (text == names::infinity)
      out = std::numeric_limits<double>::infinity();
    else if (text == names::negativeInfinity)
      out = -std::numeric_limits<double>::infinity();
    else if (text == names::notANumber)
      out = std::numeric_limits<double>::quiet_NaN();
    else
      return fail("expected a number, 'Infinity', '-Infinity' or 'NaN', got '" +
                  archive::printable(text) + "'");
    return true;
  }
  if (auto code = value.get_double().get(out)) {
    ondemand::json_type type;
    if (!value.type().get(type) && type == ondemand::json_type::number)
      return fail("expected a double, got '" + archive::printable(raw.trim()) +
                  "'");
    return failType(value, "a number", code);
  }
  return true;
}

bool JsonReader::null(ondemand::value &value, bool &isNull) {
  if (auto code = value.is_null().get(isNull))
    return failSyntax(code);
  return true;
}

bool JsonReader::none(ondemand::value value) {
  ondemand::json_type type;
  if (auto code = value.type().get(type))
    return failSyntax(code);
  if (type == ondemand::json_type::array) {
    bool isEmpty = false;
    ondemand::array array;
    if (auto code = value.get_array().get(array))
      return failSyntax(code);
    if (auto code = array.is_empty().get(isEmpty))
      return failSyntax(code);
    return isEmpty || fail("expected true or an empty list, got a longer list");
  }
  bool flag = false;
  if (!boolean(value, flag))
    return false;
  return flag || fail("expected true, got false");
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

bool JsonReader::unescapeKey(ondemand::field &field, StringRef &key) {
  std::string_view text;
  if (auto code = field.unescaped_key().get(text))
    return failSyntax(code);
  key = text;
  return true;
}

/// Keeps a field of an object that the schema does not have. Its text is
/// parsed, to be sure that what is written back one day is JSON.
bool JsonReader::keepUnknown(Scope &scope, ondemand::value value,
                             llvm::SmallVectorImpl<StringRef> &unknownKeys) {
  const StringRef key(top->key, top->size);
  if (llvm::is_contained(unknownKeys, key))
    return fail("the key stands twice in its object");
  unknownKeys.push_back(key);

  ondemand::json_type type;
  if (auto code = value.type().get(type))
    return failSyntax(code);
  std::string_view raw;
  simdjson::error_code code = simdjson::SUCCESS;
  if (type == ondemand::json_type::object) {
    ondemand::object object;
    if (!(code = value.get_object().get(object)))
      code = object.raw_json().get(raw);
  } else if (type == ondemand::json_type::array) {
    ondemand::array array;
    if (!(code = value.get_array().get(array)))
      code = array.raw_json().get(raw);
  } else {
    raw = value.raw_json_token();
  }
  if (code)
    return failSyntax(code);
  const StringRef text = StringRef(raw).trim();
  simdjson::dom::parser check;
  simdjson::dom::element parsed;
  if ((code = check.parse(text.data(), text.size()).get(parsed)))
    return failSyntax(code);

  UnknownField field;
  field.key = keepString(key);
  field.rawJson = keepString(text);
  Frame *frame = top;
  top = frame->parent;
  field.objectPath = keepString(exactPath());
  top = frame;
  storage.unknown.push_back(field);
  return true;
}
