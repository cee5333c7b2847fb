//===- JsonWriter.h - JSON as Python's json.dumps writes it -----*- C++ -*-===//
//
// Writes values one after the other: ", " between elements, ": " after keys,
// non-ASCII text as escapes, floats as repr() does. Nothing is kept, except the
// path of the current object where there are unknown fields to be written into
// it.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_PT2_JSONWRITER_H
#define TP_LIB_TARGET_PT2_JSONWRITER_H

#include "SchemaNames.h"
#include "tp/Target/PT2/Model.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlir::tp::pt2 {

class JsonWriter {
public:
  JsonWriter(llvm::raw_ostream &os, ArrayRef<UnknownField> unknownFields);

  void null() { os << "null"; }
  void boolean(bool value) { os << (value ? "true" : "false"); }
  void integer(int64_t value) { os << value; }
  void real(double value);
  void string(StringRef value);

  /// A struct of the schema. Ends with the unknown fields that stood in it.
  class Object {
  public:
    explicit Object(JsonWriter &writer)
        : writer(writer), pathSize(writer.path.size()) {
      writer.os << '{';
    }
    ~Object();
    Object(const Object &) = delete;
    Object &operator=(const Object &) = delete;

    /// Starts a field; its value is written next. `name` is written as it
    /// stands, which must be plain.
    JsonWriter &field(StringRef name) {
      writer.os << (isEmpty ? "\"" : ", \"") << name << "\": ";
      isEmpty = false;
      writer.enter(pathSize, name);
      return writer;
    }

  private:
    JsonWriter &writer;
    size_t pathSize;
    bool isEmpty = true;
  };

  /// A union: an object with one field. `write` writes its value.
  template <typename Write> void arm(StringRef name, Write write) {
    const size_t pathSize = path.size();
    os << "{\"" << name << "\": ";
    enter(pathSize, name);
    write();
    leave(pathSize);
    os << '}';
  }

  /// A list; `write(element)` writes one element.
  template <typename T, typename Write>
  void list(ArrayRef<T> values, Write write) {
    const size_t pathSize = path.size();
    os << '[';
    for (size_t i = 0; i != values.size(); ++i) {
      if (i != 0)
        os << ", ";
      if (isTracking) {
        leave(pathSize);
        names::appendIndex(path, i);
      }
      write(values[i]);
    }
    leave(pathSize);
    os << ']';
  }

  /// A dictionary; `write(value)` writes one value.
  template <typename T, typename Write> void dict(Dict<T> values, Write write) {
    const size_t pathSize = path.size();
    os << '{';
    for (size_t i = 0; i != values.size(); ++i) {
      if (i != 0)
        os << ", ";
      string(values[i].key);
      os << ": ";
      enter(pathSize, values[i].key);
      write(values[i].value);
    }
    leave(pathSize);
    os << '}';
  }

  void strings(ArrayRef<StringRef> values) {
    list(values, [&](StringRef value) { string(value); });
  }
  void stringDict(Dict<StringRef> values) {
    dict(values, [&](StringRef value) { string(value); });
  }

private:
  /// Makes the path that of the object, of that size, and then of its key.
  void enter(size_t pathSize, StringRef key) {
    if (!isTracking)
      return;
    path.resize(pathSize);
    names::appendKey(path, key);
  }
  void leave(size_t pathSize) {
    if (isTracking)
      path.resize(pathSize);
  }
  void escape(StringRef text);
  void escapeCodePoint(uint32_t value);

  llvm::raw_ostream &os;
  /// Whether there are unknown fields.
  bool isTracking = false;
  std::string path = "$";
  llvm::StringMap<llvm::SmallVector<const UnknownField *, 2>> unknown;
};

} // namespace mlir::tp::pt2

#endif // TP_LIB_TARGET_PT2_JSONWRITER_H
