//===- Json.h - A document of tensorplay, value by value --------*- C++ -*-===//
//
// Values of a parsed JSON text that know where they stand. Python writes its
// documents: not-a-number and infinities occur as bare words, which JSON does
// not have.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_TENSORPLAY_JSON_H
#define TP_LIB_TARGET_TENSORPLAY_JSON_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <optional>
#include <string>

// The reader handles error codes; the project is built without exceptions.
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

namespace mlir::tp::tensorplay {

class JsonFile;

/// A value and the way to it. Holds a pointer to the value around it, which
/// stands further up on the C++ stack.
class Json {
public:
  using Element = simdjson::dom::element;
  using Type = simdjson::dom::element_type;

  InFlightDiagnostic emitError() const;
  /// "expected a string, got a list".
  InFlightDiagnostic emitTypeError(StringRef expected) const;
  std::string path() const;
  StringRef describe() const;

  bool isNull() const { return value.type() == Type::NULL_VALUE; }
  bool isObject() const { return value.type() == Type::OBJECT; }
  bool isList() const { return value.type() == Type::ARRAY; }
  bool isString() const { return value.type() == Type::STRING; }
  bool isBool() const { return value.type() == Type::BOOL; }
  bool isInteger() const { return value.type() == Type::INT64; }
  /// A number with a point or exponent, or one of Python's words.
  bool isReal() const { return value.type() == Type::DOUBLE || isWord(); }

  StringRef getString() const;
  bool getBool() const { return value.get_bool().value_unsafe(); }
  int64_t getInteger() const { return value.get_int64().value_unsafe(); }
  double getReal() const;

  /// The same with an error where the value is of another type.
  FailureOr<StringRef> asString() const;
  FailureOr<int64_t> asInteger() const;
  FailureOr<bool> asBool() const;
  LogicalResult asObject() const;
  LogicalResult asList() const;

  /// The member of this name; none where it is missing or null.
  std::optional<Json> find(StringRef key) const;
  /// The member of this name, or an error.
  FailureOr<Json> get(StringRef key) const;
  FailureOr<StringRef> getString(StringRef key) const;
  size_t size() const;

  /// Calls `visit` for each element of a list.
  LogicalResult forEach(function_ref<LogicalResult(const Json &)> visit) const;
  /// Calls `visit` for each member of an object.
  LogicalResult forEachMember(
      function_ref<LogicalResult(StringRef, const Json &)> visit) const;

  size_t getIndex() const { return index; }
  /// The text of the value, without spaces.
  std::string toText() const;

private:
  friend class JsonFile;
  Json(const JsonFile *file, const Json *parent, Element value, StringRef key,
       size_t index)
      : file(file), parent(parent), value(value), key(key), index(index) {}
  bool isWord() const;

  const JsonFile *file;
  const Json *parent;
  Element value;
  StringRef key;
  size_t index;
};

/// A parsed text.
class JsonFile {
public:
  /// `where` starts every message: "entry 'models/model.json'"; empty for a
  /// file that is the document. Null after an error.
  static std::unique_ptr<JsonFile> parse(StringRef text, Location loc,
                                         std::string where);
  Json root() const { return Json(this, nullptr, top, {}, 0); }
  /// Reports the first error; readers look at several fields before they stop.
  InFlightDiagnostic emitError(StringRef path) const;

private:
  friend class Json;
  JsonFile(Location loc, std::string where)
      : loc(loc), where(std::move(where)) {}
  LogicalResult checkKeys();

  Location loc;
  std::string where;
  simdjson::dom::parser parser;
  simdjson::dom::element top;
  mutable bool hasError = false;
};

/// How deep values may be nested.
constexpr unsigned maxDepth = 200;

} // namespace mlir::tp::tensorplay

#endif // TP_LIB_TARGET_TENSORPLAY_JSON_H
