//===- Pickle.h - Pickles read as data --------------------------*- C++ -*-===//
//
// Decodes the byte stream of a Python pickle into a tree that says what it
// holds. Nothing is imported, called or constructed: a global is its two names,
// a call is its callee beside its arguments. Whoever asks decides which few
// objects it knows; the rest is named in messages.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_TENSORPLAY_PICKLE_H
#define TP_TARGET_TENSORPLAY_PICKLE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <deque>
#include <memory>
#include <string>

namespace mlir::tp::pickle {

/// One object of the stream. Objects may be shared, and a list may hold itself:
/// whoever walks them bounds the walk.
struct Object {
  enum class Kind {
    none,
    boolean,
    integer,
    /// An integer of more than 64 bits.
    bigInteger,
    real,
    string,
    bytes,
    list,
    tuple,
    dict,
    set,
    /// `module` and `text`, the qualified name.
    global,
    /// The first of `items` called with the others; `state` is what the object
    /// is given afterwards.
    call,
  };

  Kind kind = Kind::none;
  int64_t integer = 0; ///< Of a boolean too.
  double real = 0;
  llvm::StringRef text; ///< Points into the stream.
  llvm::StringRef module;
  /// Elements; of a dict keys and values in turns.
  llvm::SmallVector<const Object *, 0> items;
  /// What was set on a called object as on a dict, keys and values in turns.
  llvm::SmallVector<const Object *, 0> entries;
  const Object *state = nullptr;

  bool is(Kind other) const { return kind == other; }
  bool isGlobal(llvm::StringRef path) const;
  /// The global that is called, null for another object.
  const Object *callee() const;
  /// `module.name` of a global or of what is called, else the kind.
  std::string describe() const;
};

/// A decoded stream, which must outlive it.
class Pickle {
public:
  /// Reads one object. An error names the byte and what stands there. Time and
  /// memory are linear in the stream.
  static llvm::Expected<Pickle> decode(llvm::StringRef stream);

  const Object &root() const { return *top; }

private:
  friend class Decoder;
  Pickle() : objects(std::make_unique<std::deque<Object>>()) {}

  std::unique_ptr<std::deque<Object>> objects;
  const Object *top = nullptr;
};

} // namespace mlir::tp::pickle

#endif // TP_TARGET_TENSORPLAY_PICKLE_H
