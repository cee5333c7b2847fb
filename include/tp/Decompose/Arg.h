//===- Arg.h - Arguments as rules compute with them -------------*- C++ -*-===//
//
// What a decomposition rule gets from a call and passes to a new one: a value,
// a Python literal, or a list that may mix both.
//
//===----------------------------------------------------------------------===//

#ifndef TP_DECOMPOSE_ARG_H
#define TP_DECOMPOSE_ARG_H

#include "tp/IR/Arguments.h"
#include "tp/IR/TPTypes.h"

#include <initializer_list>
#include <optional>
#include <type_traits>
#include <vector>

namespace mlir::tp {

/// An argument: cheap to make from C++ values, so that `b.call(t, x, 1, None)`
/// reads like the call in Python. Literals that a rule only hands on (devices,
/// memory formats, slices) stay attributes.
class Arg {
public:
  enum class Kind : uint8_t {
    None,
    Bool,
    Int,
    Float,
    DType,
    String,
    /// Any other literal without operands.
    Literal,
    Value,
    /// A list or a tuple.
    List,
  };

  Arg() = default;
  Arg(std::nullopt_t) {}
  template <typename T, std::enable_if_t<std::is_same_v<T, bool>, bool> = true>
  Arg(T value) : kind(Kind::Bool) {
    integer = value;
  }
  template <typename T,
            std::enable_if_t<std::is_integral_v<T> && !std::is_same_v<T, bool>,
                             bool> = true>
  Arg(T value) : kind(Kind::Int) {
    integer = static_cast<int64_t>(value);
  }
  Arg(double value) : kind(Kind::Float) { floating = value; }
  Arg(ScalarType dtype) : kind(Kind::DType) {
    integer = static_cast<int64_t>(dtype);
  }
  Arg(const char *text) : kind(Kind::String), text(text) {}
  Arg(StringRef text) : kind(Kind::String), text(text.str()) {}
  /// A null value is None, as an optional tensor that was not given.
  Arg(mlir::Value value) : kind(value ? Kind::Value : Kind::None) {
    this->value = value;
  }
  template <typename OpT,
            std::enable_if_t<std::is_convertible_v<OpT, Operation *> &&
                                 !std::is_convertible_v<OpT, mlir::Value> &&
                                 std::is_base_of_v<OpState, OpT>,
                             bool> = true>
  Arg(OpT op) : Arg(mlir::Value(op->getResult(0))) {}
  Arg(std::vector<Arg> elements)
      : kind(Kind::List), elements(std::move(elements)) {}
  Arg(std::initializer_list<Arg> elements)
      : kind(Kind::List), elements(elements) {}
  Arg(ArrayRef<int64_t> sizes);
  Arg(ArrayRef<mlir::Value> values);
  Arg(ArrayRef<Arg> values);

  /// The argument that a literal without operands is.
  static Arg getLiteral(Attribute literal);
  /// The same with operands, which are taken from the front of `values`.
  static Arg get(Attribute literal, ValueRange &values);
  static Arg get(const Argument &argument);
  /// A list of `count` times `element`.
  static Arg getRepeated(const Arg &element, size_t count);

  Kind getKind() const { return kind; }
  bool isNone() const { return kind == Kind::None; }
  bool isBool() const { return kind == Kind::Bool; }
  /// An integer, no truth value.
  bool isInt() const { return kind == Kind::Int; }
  bool isInt(int64_t expected) const {
    return kind == Kind::Int && integer == expected;
  }
  bool isFloat() const { return kind == Kind::Float; }
  /// A number that is known: integer, floating point or truth value.
  bool isNumber() const { return isInt() || isFloat() || isBool(); }
  /// A number that equals `expected`.
  bool isNumber(double expected) const {
    return isNumber() && getNumber() == expected;
  }
  bool isDType() const { return kind == Kind::DType; }
  bool isString() const { return kind == Kind::String; }
  bool isString(StringRef expected) const {
    return isString() && text == expected;
  }
  bool isList() const { return kind == Kind::List; }
  bool isValue() const { return kind == Kind::Value; }
  /// A value that is a tensor, or may be one in an untyped graph.
  bool isTensor() const;
  /// True and 1 are; None, 0, 0.0, an empty list and False are not.
  bool isTrue() const;

  bool getBool() const { return integer != 0; }
  int64_t getInt() const { return integer; }
  /// The number as floating point.
  double getNumber() const {
    return isFloat() ? floating : static_cast<double>(integer);
  }
  ScalarType getDType() const { return static_cast<ScalarType>(integer); }
  StringRef getString() const { return text; }
  mlir::Value getValue() const { return value; }
  /// The literal as it stood, for Literal and where it was given as one.
  Attribute getAttribute() const { return literal; }
  const std::vector<Arg> &getElements() const { return elements; }
  size_t size() const { return elements.size(); }
  const Arg &operator[](size_t i) const { return elements[i]; }
  void push_back(Arg element) {
    literal = nullptr;
    elements.push_back(std::move(element));
  }
  /// The integers of a list all of whose elements are integers.
  std::optional<SmallVector<int64_t>> getInts() const;
  /// An integer: the number itself, a truth value as one.
  std::optional<int64_t> getOptionalInt() const {
    return isInt() || isBool() ? std::optional<int64_t>(integer) : std::nullopt;
  }

  bool operator==(const Arg &other) const;
  bool operator!=(const Arg &other) const { return !(*this == other); }

  /// The literal, with a place for each value; the values are appended.
  Attribute toLiteral(MLIRContext *context,
                      SmallVectorImpl<mlir::Value> &values) const;
  Argument toArgument(MLIRContext *context) const;

private:
  Kind kind = Kind::None;
  /// Of a list: whether it is a tuple.
  bool isTuple = false;
  union {
    int64_t integer = 0;
    double floating;
  };
  mlir::Value value;
  Attribute literal;
  std::string text;
  std::vector<Arg> elements;
};

/// `literal` with its places filled by arguments, which are taken from the
/// front of `values`. Slices and dictionaries hold no places.
Arg fillPlaces(Attribute literal, ArrayRef<Arg> &values);

/// A keyword argument of a call that is being made.
struct KeywordArg {
  StringRef name;
  Arg value;
};

} // namespace mlir::tp

#endif // TP_DECOMPOSE_ARG_H
