//===- Json.cpp - A document of tensorplay, value by value ----------------===//
//
// Parsing, errors and access.
//
//===----------------------------------------------------------------------===//

#include "Json.h"
#include "tp/Target/Archive.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <limits>
#include <sstream>
#include <utility>

using namespace mlir;
using namespace mlir::tp::tensorplay;
namespace dom = simdjson::dom;

/// The member that stands for one of Python's words after they are replaced.
static constexpr llvm::StringLiteral wordKey = "\x01number";

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

/// Replaces `NaN`, `Infinity` and `-Infinity` outside of strings by objects
/// that name them.
static std::string replaceWords(StringRef text) {
  std::string out;
  out.reserve(text.size() + simdjson::SIMDJSON_PADDING);
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString) {
      out += c;
      if (c == '\\' && i + 1 < text.size())
        out += text[++i];
      else if (c == '"')
        inString = false;
      continue;
    }
    StringRef rest = text.substr(i), word;
    for (StringRef candidate : {"NaN", "Infinity", "-Infinity"})
      if (rest.starts_with(candidate))
        word = candidate;
    if (!word.empty()) {
      out += "{\"\\u0001number\":\"" + word.str() + "\"}";
      i += word.size() - 1;
      continue;
    }
    inString = c == '"';
    out += c;
  }
  return out;
}

std::unique_ptr<JsonFile> JsonFile::parse(StringRef text, Location loc,
                                          std::string where) {
  std::unique_ptr<JsonFile> file(new JsonFile(loc, std::move(where)));
  std::string replaced;
  if (text.contains("NaN") || text.contains("Infinity")) {
    replaced = replaceWords(text);
    text = replaced;
  }
  simdjson::error_code code =
      file->parser.allocate(std::max<size_t>(text.size(), 32), maxDepth + 8);
  if (!code)
    code = file->parser.parse(text.data(), text.size(), /*realloc=*/true)
               .get(file->top);
  if (code == simdjson::DEPTH_ERROR) {
    file->emitError("$") << "expected values nested at most " << maxDepth
                         << " deep";
    return nullptr;
  }
  if (code) {
    file->emitError("") << "malformed JSON: " << simdjson::error_message(code);
    return nullptr;
  }
  if (file->top.type() != dom::element_type::OBJECT) {
    (void)file->root().asObject();
    return nullptr;
  }
  return file;
}

InFlightDiagnostic JsonFile::emitError(StringRef path) const {
  InFlightDiagnostic diag = mlir::emitError(loc);
  if (std::exchange(hasError, true))
    diag.abandon();
  diag << where;
  if (!where.empty() && !path.empty())
    diag << " ";
  if (!path.empty())
    diag << "at " << path;
  if (!where.empty() || !path.empty())
    diag << ": ";
  return diag;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static bool isPlainKey(StringRef key) {
  if (key.empty() || llvm::isDigit(key.front()))
    return false;
  return llvm::all_of(key, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

std::string Json::path() const {
  SmallVector<const Json *> steps;
  for (const Json *step = this; step->parent; step = step->parent)
    steps.push_back(step);
  std::string text = "$";
  for (const Json *step : llvm::reverse(steps)) {
    if (!step->key.data())
      text += "[" + std::to_string(step->index) + "]";
    else if (isPlainKey(step->key))
      text += "." + step->key.str();
    else
      text += "['" + archive::printable(step->key) + "']";
  }
  return text;
}

InFlightDiagnostic Json::emitError() const { return file->emitError(path()); }

InFlightDiagnostic Json::emitTypeError(StringRef expected) const {
  return emitError() << "expected " << expected << ", got " << describe();
}

StringRef Json::describe() const {
  switch (value.type()) {
  case Type::ARRAY:
    return "a list";
  case Type::OBJECT:
    return isWord() ? "a number" : "an object";
  case Type::STRING:
    return "a string";
  case Type::BOOL:
    return "a bool";
  case Type::NULL_VALUE:
    return "null";
  case Type::UINT64:
    return "an integer of more than 64 bits";
  default:
    return "a number";
  }
}

bool Json::isWord() const {
  if (value.type() != Type::OBJECT)
    return false;
  dom::object object = value.get_object().value_unsafe();
  return object.size() == 1 &&
         StringRef((*object.begin()).key) == StringRef(wordKey);
}

StringRef Json::getString() const { return value.get_string().value_unsafe(); }

double Json::getReal() const {
  if (!isWord())
    return value.get_double().value_unsafe();
  StringRef word = (*value.get_object().value_unsafe().begin())
                       .value.get_string()
                       .value_unsafe();
  double inf = std::numeric_limits<double>::infinity();
  return llvm::StringSwitch<double>(word)
      .Case("Infinity", inf)
      .Case("-Infinity", -inf)
      .Default(std::numeric_limits<double>::quiet_NaN());
}

FailureOr<StringRef> Json::asString() const {
  if (isString())
    return getString();
  emitTypeError("a string");
  return failure();
}

FailureOr<int64_t> Json::asInteger() const {
  if (isInteger())
    return getInteger();
  emitTypeError("an integer");
  return failure();
}

FailureOr<bool> Json::asBool() const {
  if (isBool())
    return getBool();
  emitTypeError("a bool");
  return failure();
}

LogicalResult Json::asObject() const {
  if (isObject())
    return success();
  return emitTypeError("an object");
}

LogicalResult Json::asList() const {
  if (isList())
    return success();
  return emitTypeError("a list");
}

std::optional<Json> Json::find(StringRef key) const {
  if (!isObject())
    return std::nullopt;
  // Python takes the last of two members of one name.
  std::optional<Json> found;
  const dom::object object = value.get_object().value_unsafe();
  for (auto [name, member] : object)
    if (StringRef(name) == key)
      found = Json(file, this, member, name, 0);
  if (found && found->isNull())
    return std::nullopt;
  return found;
}

FailureOr<Json> Json::get(StringRef key) const {
  if (failed(asObject()))
    return failure();
  const dom::object object = value.get_object().value_unsafe();
  for (auto [name, member] : object)
    if (StringRef(name) == key)
      return Json(file, this, member, name, 0);
  emitError() << "expected the field '" << key << "'";
  return failure();
}

FailureOr<StringRef> Json::getString(StringRef key) const {
  FailureOr<Json> member = get(key);
  if (failed(member))
    return failure();
  return member->asString();
}

size_t Json::size() const {
  if (isList())
    return value.get_array().value_unsafe().size();
  return isObject() ? value.get_object().value_unsafe().size() : 0;
}

LogicalResult
Json::forEach(function_ref<LogicalResult(const Json &)> visit) const {
  if (failed(asList()))
    return failure();
  size_t i = 0;
  const dom::array array = value.get_array().value_unsafe();
  for (Element element : array)
    if (failed(visit(Json(file, this, element, {}, i++))))
      return failure();
  return success();
}

LogicalResult Json::forEachMember(
    function_ref<LogicalResult(StringRef, const Json &)> visit) const {
  if (failed(asObject()))
    return failure();
  llvm::DenseSet<StringRef> seen;
  const dom::object object = value.get_object().value_unsafe();
  for (auto [name, member] : object) {
    Json child(file, this, member, name, 0);
    if (!seen.insert(name).second)
      return child.emitError() << "the key stands twice in its object";
    if (failed(visit(name, child)))
      return failure();
  }
  return success();
}

std::string Json::toText() const {
  std::ostringstream text;
  text << simdjson::minify(value);
  return text.str();
}
