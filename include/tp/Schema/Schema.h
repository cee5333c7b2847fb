//===- Schema.h - operator schemas ------------------------------*- C++ -*-===//
//
// The signature of one operator, in PyTorch's schema notation:
//
//   aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
//
// with what it says about arguments, defaults, aliasing and mutation, and the
// notes by which the reviewed overlay corrects it.
//
//===----------------------------------------------------------------------===//

#ifndef TP_SCHEMA_SCHEMA_H
#define TP_SCHEMA_SCHEMA_H

#include "tp/Schema/Tags.h"
#include "tp/Schema/Type.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::tp::schema {

/// A literal of the notation: the default of an argument, or what a condition
/// compares with.
struct Literal {
  enum class Kind : uint8_t { None, Bool, Int, Float, Str, List };

  Kind kind = Kind::None;
  union {
    bool boolean;
    int64_t integer = 0;
    double floating;
  };
  /// The unescaped value of a string.
  llvm::StringRef string;
  llvm::ArrayRef<Literal> elements;

  bool isNone() const { return kind == Kind::None; }
  bool operator==(const Literal &other) const;
  bool operator!=(const Literal &other) const { return !(*this == other); }
};

/// The alias annotation of a value: `(a)`, `(a!)`, `(a -> *)`, `(b|a)`.
class AliasInfo {
public:
  AliasInfo(llvm::StringRef before, llvm::StringRef after, bool isWrite)
      : before(before), after(after), writes(isWrite) {}

  /// Whether the operator writes the memory of the value.
  bool isWrite() const { return writes; }
  /// The alias sets of the value before the call, joined by `|`.
  llvm::StringRef getBeforeText() const { return before; }
  /// The alias sets after the call where they differ (`(a -> *)`), or empty.
  llvm::StringRef getAfterText() const { return after; }
  llvm::SmallVector<llvm::StringRef, 2> getBefore() const;
  llvm::SmallVector<llvm::StringRef, 2> getAfter() const;
  /// Whether one of the sets, before or after, is `*`: it may alias any other
  /// value of that kind.
  bool isWildcard() const;
  /// Whether a value with this annotation may share memory with one of
  /// `other`: they have a set in common.
  bool sharesSetWith(const AliasInfo &other) const;
  void print(llvm::raw_ostream &os) const;

private:
  llvm::StringRef before, after;
  bool writes;
};

/// An argument or a return value.
class Argument {
public:
  /// Empty for an unnamed return.
  llvm::StringRef getName() const { return name; }
  const Type *getType() const { return type; }
  bool isKwargOnly() const { return kwargOnly; }
  /// What the schema says about the memory of the value itself; null when it
  /// says nothing. For a list this is the list, not what it holds.
  const AliasInfo *getAlias() const { return alias; }
  /// The same for the elements of a list: `Tensor(a!)[]`.
  const AliasInfo *getElementAlias() const { return elementAlias; }
  bool hasDefault() const { return !defaultText.empty(); }
  /// The default as it stands in the schema, and as a value of the type of
  /// the argument: `int[2] stride=1` has the text `1` and the value [1, 1].
  llvm::StringRef getDefaultText() const { return defaultText; }
  const Literal *getDefault() const { return defaultValue; }
  /// Whether the operator writes to the value or to its elements.
  bool isWritten() const {
    return (alias && alias->isWrite()) ||
           (elementAlias && elementAlias->isWrite());
  }
  void print(llvm::raw_ostream &os) const;

private:
  friend class SchemaParser;
  llvm::StringRef name;
  const Type *type = nullptr;
  const AliasInfo *alias = nullptr;
  const AliasInfo *elementAlias = nullptr;
  llvm::StringRef defaultText;
  const Literal *defaultValue = nullptr;
  bool kwargOnly = false;
};

/// One term of the condition of a note: what an argument must be.
struct Condition {
  enum class Kind : uint8_t { Equal, NotEqual };
  unsigned argument = 0;
  Kind kind = Kind::Equal;
  Literal value;

  /// Whether the condition holds for a call that passes `actual`. Numbers
  /// compare by value: 0, 0.0 and False are the same.
  bool holdsFor(const Literal &actual) const;
};

/// What decides a note that says `may`, beyond its condition.
enum class AliasRule : uint8_t {
  /// Nothing is known: the answer depends on facts outside of the program.
  Unknown,
  /// The result is the argument exactly when nothing has to change: same
  /// dtype, device, layout, and strides that fit the memory format asked for.
  Unchanged,
  /// The result is a view exactly when the strides of the argument allow the
  /// new shape without a copy.
  Viewable,
  /// The result is the argument exactly when that is contiguous already in
  /// the memory format asked for.
  Contiguous,
  /// The result is the argument exactly when it has the shape asked for.
  SameShape,
  /// The result is the argument exactly when its dtype is not complex.
  Real,
  /// Only when the list holds a single tensor, and not always then.
  Single,
};

llvm::StringRef stringifyAliasRule(AliasRule rule);

/// A correction of the official annotations, from the reviewed overlay.
struct Note {
  enum class Kind : uint8_t {
    /// The call writes `argument` when the condition holds.
    Writes,
    /// The call only reads `argument`, although the schema marks it written.
    Reads,
    /// The result shares the memory of `argument` when the condition holds.
    Aliases,
    /// The result may share the memory of `argument` when the condition holds;
    /// `rule` decides, and a false condition excludes it. Where the schema
    /// itself relates the two, this says that it is not always so.
    MayAlias,
  };
  Kind kind = Kind::Writes;
  AliasRule rule = AliasRule::Unknown;
  unsigned argument = 0;
  /// Meaningless for Writes and Reads.
  unsigned result = 0;
  /// All of them must hold; empty is always.
  llvm::ArrayRef<Condition> conditions;
};

/// Facts about an operator that neither its schema nor its tags tell.
enum class Flag : uint8_t {
  /// Takes subgraphs; the signature is not known.
  HigherOrder,
  /// A Python function on scalars, symbolic or not: `_operator.add`.
  Python,
  /// Has an effect other than writes to its arguments: never removed.
  SideEffect,
  /// Defined by other operators at every dispatch key, so that tracing below
  /// autograd never shows it (CompositeImplicitAutograd).
  CompositeImplicit,
};
std::optional<Flag> symbolizeFlag(llvm::StringRef name);

/// Extra knowledge for `OperatorSchema::parse`.
struct SchemaTraits {
  TagSet tags;
  /// One bit per Flag.
  uint8_t flags = 0;
  /// Clauses of the overlay, separated by `;`. Must outlive the schema.
  llvm::StringRef notes;
};

/// The signature of one operator. Immutable.
class OperatorSchema {
public:
  /// Parses a schema; copies `text`. An error names the column and what was
  /// expected there.
  static llvm::Expected<std::unique_ptr<OperatorSchema>>
  parse(llvm::StringRef text, const SchemaTraits &traits = {});
  /// The same without copying: `text` must live as long as the schema. The
  /// name may be in the notation (`aten::add.Tensor`) or as the IR spells it
  /// (`aten.add.Tensor`).
  static llvm::Expected<std::unique_ptr<OperatorSchema>>
  parseBorrowed(llvm::StringRef text, const SchemaTraits &traits = {});

  /// `aten`, `add`, and `Tensor` or empty.
  llvm::StringRef getNamespace() const { return ns; }
  llvm::StringRef getBaseName() const { return base; }
  llvm::StringRef getOverload() const { return overload; }
  /// The name of the IR: `aten.add.Tensor`, `aten.relu.default`. The Python
  /// functions have no overload: `_operator.add`.
  std::string getTarget() const;

  llvm::ArrayRef<Argument> getArguments() const { return arguments; }
  llvm::ArrayRef<Argument> getReturns() const { return returns; }
  /// `...` at the end of the arguments, or as the returns.
  bool isVarArg() const { return varArg; }
  bool isVarRet() const { return varRet; }
  /// The number of arguments that can be given by position.
  unsigned getNumPositional() const { return numPositional; }
  /// The position of the argument of that name.
  std::optional<unsigned> findArgument(llvm::StringRef name) const;

  TagSet getTags() const { return tags; }
  bool hasTag(Tag tag) const { return tags.has(tag); }
  bool hasFlag(Flag flag) const {
    return flags >> static_cast<unsigned>(flag) & 1;
  }
  llvm::ArrayRef<Note> getNotes() const { return notes; }

  bool isHigherOrder() const { return hasFlag(Flag::HigherOrder); }
  /// Whether the signature itself is known; that of a higher-order operator
  /// is not.
  bool hasKnownSignature() const { return !varArg && !varRet; }
  /// Whether the schema annotates a write to an argument. Notes can add more.
  bool isMutable() const;
  /// Whether a return aliases an argument that is not written.
  bool isView() const;
  /// Whether it writes its results into `out=` arguments.
  bool isOut() const;
  /// Whether it makes tensors from no tensor.
  bool isFactory() const;
  bool isRandom() const { return hasTag(Tag::nondeterministic_seeded); }
  /// Whether a call that nobody uses and that writes no argument must stay.
  bool hasSideEffects() const;
  /// The arguments that the annotations say are written, without notes.
  llvm::SmallVector<unsigned, 2> getWrittenArguments() const;
  /// The notes about return `result`.
  llvm::SmallVector<const Note *, 2> getAliasNotes(unsigned result) const;
  /// The arguments that return `result` may alias by the annotations, without
  /// notes. Where no note weakens it, an annotated alias always is one.
  llvm::SmallVector<unsigned, 2> getAliasedArguments(unsigned result) const;

  /// Prints the schema in torch's notation and spacing.
  void print(llvm::raw_ostream &os) const;
  std::string str() const;

private:
  friend class SchemaParser;
  friend class NoteParser;
  OperatorSchema() = default;

  /// Holds everything that the arrays below refer to. The slabs are small: a
  /// schema is a few hundred bytes and there can be thousands of them.
  llvm::BumpPtrAllocatorImpl<llvm::MallocAllocator, 512, 512> allocator;
  llvm::StringRef ns, base, overload;
  llvm::ArrayRef<Argument> arguments, returns;
  llvm::ArrayRef<Note> notes;
  TagSet tags;
  unsigned numPositional = 0;
  uint8_t flags = 0;
  bool varArg = false, varRet = false;
};

} // namespace mlir::tp::schema

#endif // TP_SCHEMA_SCHEMA_H
