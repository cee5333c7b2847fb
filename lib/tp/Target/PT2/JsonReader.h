//===- JsonReader.h - Typed reading of JSON with paths ----------*- C++ -*-===//
//
// The layer between simdjson's on-demand parser and the schema: objects with
// known fields, lists, dictionaries, unions and numbers, each with its error.
// Errors carry the JSON path, which costs nothing until there is one: every
// object and list on the way down keeps a frame on the C++ stack.
//
// All methods return false after an error; the first one stands.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_PT2_JSONREADER_H
#define TP_LIB_TARGET_PT2_JSONREADER_H

#include "tp/Target/PT2/Model.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Allocator.h"
#include <string>

// The reader handles error codes; the project is built without exceptions.
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

namespace mlir::tp::pt2 {

namespace ondemand = simdjson::ondemand;

/// simdjson reads whole vectors: this many bytes behind a text must be
/// readable.
constexpr size_t jsonPadding = simdjson::SIMDJSON_PADDING;

/// What a document's structs point into.
class DocumentStorage {
public:
  llvm::BumpPtrAllocator arena;
  /// Holds all unescaped strings.
  ondemand::parser parser;
  llvm::SmallVector<UnknownField, 0> unknown;
};

/// A field of a schema struct.
struct FieldSpec {
  StringRef name;
  bool required = true;
};

class JsonReader {
public:
  JsonReader(DocumentStorage &storage, unsigned maxDepth)
      : storage(storage), maxDepth(maxDepth) {}

  bool failed() const { return !message.empty(); }
  const std::string &error() const { return message; }

  /// One step of the path: a key, or an index if `key` is null.
  struct Frame {
    Frame *parent = nullptr;
    const char *key = nullptr;
    size_t size = unset; ///< The key's length, or the index.
    static constexpr size_t unset = ~size_t(0);
  };

  /// Pushes a frame for as long as it lives.
  class Scope {
  public:
    explicit Scope(JsonReader &reader) : reader(reader) {
      frame.parent = reader.top;
      reader.top = &frame;
    }
    ~Scope() { reader.top = frame.parent; }
    void key(StringRef text) {
      frame.key = text.data();
      frame.size = text.size();
    }
    void index(size_t number) { frame.size = number; }

  private:
    JsonReader &reader;
    Frame frame;
  };

  /// Counts the nesting that the schema allows without a limit.
  class Nesting {
  public:
    explicit Nesting(JsonReader &reader) : reader(reader) { ++reader.depth; }
    ~Nesting() { --reader.depth; }

  private:
    JsonReader &reader;
  };
  bool checkDepth();

  bool fail(const llvm::Twine &text);
  /// "expected a string, got an object at $.path"
  bool failType(ondemand::value &value, const llvm::Twine &expected,
                simdjson::error_code code);
  /// An error of the JSON itself.
  bool failSyntax(simdjson::error_code code);
  /// For messages: of printable characters, long keys cut.
  std::string path() const;
  /// As the writer spells it, no two paths alike.
  std::string exactPath() const;

  bool string(ondemand::value value, StringRef &out);
  bool boolean(ondemand::value value, bool &out);
  bool integer(ondemand::value value, int64_t &out);
  /// A number or one of "Infinity", "-Infinity", "NaN", as torch writes them.
  bool real(ondemand::value value, double &out);
  /// Sets `isNull`; an error if the value only starts like a null.
  bool null(ondemand::value &value, bool &isNull);
  /// The value of an arm that says "none": true, or an empty list before
  /// schema 8.2.
  bool none(ondemand::value value);

  /// An integer that must be one of an enumeration's.
  template <typename Enum>
  bool enumeration(ondemand::value value, Enum &out, StringRef what,
                   llvm::function_ref<bool(int64_t)> isKnown) {
    int64_t number = 0;
    if (!integer(value, number))
      return false;
    if (!isKnown(number))
      return fail("unknown " + what + " " + llvm::Twine(number));
    out = static_cast<Enum>(number);
    return true;
  }

  template <typename T> const T *make(const T &value) {
    return new (storage.arena.Allocate<T>()) T(value);
  }

  template <typename T, unsigned N>
  ArrayRef<T> keep(const llvm::SmallVector<T, N> &values) {
    if (values.empty())
      return {};
    T *data = storage.arena.Allocate<T>(values.size());
    std::uninitialized_copy(values.begin(), values.end(), data);
    return ArrayRef<T>(data, values.size());
  }

  StringRef keepString(StringRef text) { return text.copy(storage.arena); }

  /// A list; `parse(value, element)` reads one element.
  template <unsigned N = 4, typename T, typename Parse>
  bool list(ondemand::value value, ArrayRef<T> &out, Parse parse) {
    ondemand::array array;
    if (auto code = value.get_array().get(array))
      return failType(value, "a list", code);
    Scope scope(*this);
    llvm::SmallVector<T, N> values;
    size_t index = 0;
    for (auto element : array) {
      scope.index(index++);
      ondemand::value item;
      if (auto code = element.get(item))
        return failSyntax(code);
      values.emplace_back();
      if (!parse(item, values.back()))
        return false;
    }
    out = keep(values);
    return true;
  }

  bool strings(ondemand::value value, ArrayRef<StringRef> &out) {
    return list(value, out, [&](ondemand::value item, StringRef &text) {
      return string(item, text);
    });
  }

  /// A dictionary, in the order of the file.
  template <unsigned N = 4, typename T, typename Parse>
  bool dict(ondemand::value value, ArrayRef<KeyValue<T>> &out, Parse parse) {
    ondemand::object object;
    if (auto code = value.get_object().get(object))
      return failType(value, "an object", code);
    Scope scope(*this);
    llvm::SmallVector<KeyValue<T>, N> values;
    llvm::DenseSet<StringRef> keys;
    for (auto field : object) {
      std::string_view key;
      ondemand::value item;
      if (auto code = field.unescaped_key().get(key))
        return failSyntax(code);
      if (auto code = field.value().get(item))
        return failSyntax(code);
      scope.key(key);
      if (!isNewKey(values, keys, key))
        return fail("the key stands twice in its object");
      values.emplace_back();
      values.back().key = key;
      if (!parse(item, values.back().value))
        return false;
    }
    out = keep(values);
    return true;
  }

  bool stringDict(ondemand::value value, Dict<StringRef> &out) {
    return dict(value, out, [&](ondemand::value item, StringRef &text) {
      return string(item, text);
    });
  }

  /// A struct. `parse(index, value)` reads the field `specs[index]`. Fields
  /// that no spec names are kept as unknown ones.
  template <size_t N, typename Parse>
  bool fields(ondemand::value value, const FieldSpec (&specs)[N], Parse parse) {
    ondemand::object object;
    if (auto code = value.get_object().get(object))
      return failType(value, "an object", code);
    return fields(object, specs, parse);
  }

  template <size_t N, typename Parse>
  bool fields(ondemand::object &object, const FieldSpec (&specs)[N],
              Parse parse) {
    static_assert(N <= 32, "the seen fields are counted in 32 bits");
    Scope scope(*this);
    uint32_t seen = 0;
    // torch writes the fields in the order of the schema.
    size_t next = 0;
    llvm::SmallVector<StringRef, 0> unknownKeys;
    for (auto field : object) {
      ondemand::field entry;
      if (auto code = std::move(field).get(entry))
        return failSyntax(code);
      if (next < N && isKey(entry.key(), specs[next].name)) {
        scope.key(specs[next].name);
      } else {
        StringRef key;
        if (!unescapeKey(entry, key))
          return false;
        next = 0;
        while (next != N && specs[next].name != key)
          ++next;
        scope.key(key);
      }
      if (next == N) {
        if (!keepUnknown(scope, entry.value(), unknownKeys))
          return false;
        continue;
      }
      if (seen & (1u << next))
        return fail("the key stands twice in its object");
      seen |= 1u << next;
      if (!parse(next, entry.value()))
        return false;
      ++next;
    }
    for (size_t i = 0; i != N; ++i) {
      if (!specs[i].required || (seen & (1u << i)))
        continue;
      top = top->parent;
      fail("expected the field '" + specs[i].name + "'");
      return false;
    }
    return true;
  }

  /// A union: an object with a single field that names the arm.
  /// `parse(arm, value)` reads it.
  template <size_t N, typename Parse>
  bool arm(ondemand::value value, StringRef what, const StringRef (&arms)[N],
           Parse parse) {
    ondemand::object object;
    if (auto code = value.get_object().get(object))
      return failType(value, "an object", code);
    Scope scope(*this);
    bool found = false;
    for (auto field : object) {
      ondemand::field entry;
      if (auto code = std::move(field).get(entry))
        return failSyntax(code);
      size_t index = 0;
      while (index != N && !isKey(entry.key(), arms[index]))
        ++index;
      StringRef key;
      if (index != N) {
        key = arms[index];
      } else {
        if (!unescapeKey(entry, key))
          return false;
        index = 0;
        while (index != N && arms[index] != key)
          ++index;
      }
      if (found)
        return failArm("expected one " + what + " kind, got also '", key);
      if (index == N)
        return failArm("unknown " + what + " kind '", key);
      scope.key(key);
      found = true;
      if (!parse(index, entry.value()))
        return false;
    }
    if (found)
      return true;
    top = top->parent;
    return fail("expected one " + what + " kind, got an empty object");
  }

private:
  static bool isKey(ondemand::raw_json_string key, StringRef name) {
    // The text is padded: comparing cannot leave it.
    const char *raw = key.raw();
    return std::memcmp(raw, name.data(), name.size()) == 0 &&
           raw[name.size()] == '"';
  }
  bool unescapeKey(ondemand::field &field, StringRef &key);
  bool keepUnknown(Scope &scope, ondemand::value value,
                   llvm::SmallVectorImpl<StringRef> &unknownKeys);
  /// An error at the object, not at its field.
  bool failArm(const llvm::Twine &text, StringRef key);

  template <typename T>
  static bool isNewKey(llvm::SmallVectorImpl<KeyValue<T>> &values,
                       llvm::DenseSet<StringRef> &keys, StringRef key) {
    constexpr size_t linear = 8;
    if (values.size() < linear) {
      for (const KeyValue<T> &entry : values)
        if (entry.key == key)
          return false;
      return true;
    }
    if (keys.empty())
      for (const KeyValue<T> &entry : values)
        keys.insert(entry.key);
    return keys.insert(key).second;
  }

  DocumentStorage &storage;
  Frame *top = nullptr;
  unsigned depth = 0;
  unsigned maxDepth;
  std::string message;
};

} // namespace mlir::tp::pt2

#endif // TP_LIB_TARGET_PT2_JSONREADER_H
