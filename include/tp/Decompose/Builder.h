//===- Builder.h - Building the replacement of a call -----------*- C++ -*-===//
//
// What the C++ rules of a decomposition table are written with:
//
//   table.add("aten.silu", [](DecomposeBuilder &b, CallOp call) -> Value {
//     Value x = b.tensor("self");
//     return b.call("aten.mul.Tensor", x, b.call("aten.sigmoid.default", x));
//   });
//
//===----------------------------------------------------------------------===//

#ifndef TP_DECOMPOSE_BUILDER_H
#define TP_DECOMPOSE_BUILDER_H

#include "mlir/IR/Builders.h"
#include "tp/Decompose/Table.h"
#include "tp/Shape/Inference.h"
#include "tp/Shape/Promotion.h"

namespace mlir::tp {
struct DecomposeState;

/// The arguments of one call by their position in the schema, taken apart when
/// they are asked for.
class BoundArguments {
public:
  BoundArguments() = default;
  BoundArguments(CallOp call, const schema::OperatorSchema *schema);

  /// Argument `index`; None where it is not given and has no default.
  Arg get(unsigned index) const;
  /// The argument of that name; none where neither the call nor the schema
  /// knows it.
  std::optional<Arg> find(StringRef name) const;
  /// Whether the call itself gives argument `index`, or that of a name.
  bool isGiven(unsigned index) const;
  bool isGiven(StringRef name) const;
  /// The number of positional arguments.
  unsigned getNumPositional() const { return numPositional; }
  /// The keywords that are no arguments of the schema.
  SmallVector<StringRef> getUnknownKeywords() const;

private:
  struct Slot {
    Attribute literal;
    unsigned firstOperand = 0;
    StringRef keyword;
  };
  Arg take(const Slot &slot) const;
  const Slot *findSlot(unsigned index) const;

  Operation *op = nullptr;
  const schema::OperatorSchema *schema = nullptr;
  SmallVector<Slot> slots;
  unsigned numPositional = 0;
};

/// The value of a schema's default.
Arg getDefaultArgument(const schema::OperatorSchema &schema, unsigned index,
                       MLIRContext *context);

/// Makes nodes ahead of the call that is replaced. They inherit its metadata,
/// get types by inference, and names when they stay.
class DecomposeBuilder {
public:
  DecomposeBuilder(DecomposeState &state, CallOp call,
                   const DecompositionRule &rule);

  //===--------------------------------------------------------------------===//
  // The call that is replaced
  //===--------------------------------------------------------------------===//

  CallOp getCall() const { return replaced; }
  StringRef getTarget() { return replaced.getTargetAttr().getValue(); }
  /// The schema of the call's target; null where it has none.
  const schema::OperatorSchema *getSchema() const { return schema; }
  const BoundArguments &getArguments() const { return arguments; }

  /// The argument of that name, with its default; None where there is none.
  Arg arg(StringRef name) const;
  Arg arg(unsigned index) const { return arguments.get(index); }
  /// The argument as a value; null where it is none.
  Value tensor(StringRef name) const { return arg(name).getValue(); }
  Value tensor(unsigned index) const { return arg(index).getValue(); }
  /// Whether the argument is there and not None.
  bool has(StringRef name) const { return !arg(name).isNone(); }
  /// The argument as an integer that is known.
  std::optional<int64_t> getInt(StringRef name) const {
    return arg(name).getOptionalInt();
  }
  /// The dimension that the argument names, 0 <= dim < rank; none where it or
  /// the rank is not known, or it is out of range. A scalar counts as 1-d.
  std::optional<int64_t> getDim(StringRef name, Value of) const;
  /// The dimensions of a list, sorted, each once; all where it is None or, with
  /// `emptyIsAll`, empty.
  std::optional<SmallVector<int64_t>> getDims(const Arg &dims, Value of,
                                              bool emptyIsAll = true) const;

  unsigned getNumResults() { return replaced->getNumResults(); }
  Type getResultType(unsigned i = 0) {
    return replaced->getResult(i).getType();
  }
  /// Whether any user needs result `i`.
  bool isUsed(unsigned i) { return !replaced->getResult(i).use_empty(); }

  //===--------------------------------------------------------------------===//
  // Making nodes
  //===--------------------------------------------------------------------===//

  /// A call with one result: `b.call("aten.add.Tensor", x, y)`, keyword
  /// arguments last: `b.kw("alpha", 2)`. Arguments at the end that have their
  /// default are left out, as torch.fx does. A target without overload names
  /// its `default` one. Null, and an error that names the table entry, where
  /// the operator is unknown or the arguments do not fit.
  template <typename... Ts> Value call(StringRef target, Ts &&...args) {
    return getOnly(callAll(target, std::forward<Ts>(args)...));
  }
  /// A call with several results, or a list of them.
  template <typename... Ts>
  SmallVector<Value> callAll(StringRef target, Ts &&...args) {
    SmallVector<Arg, 6> positional;
    SmallVector<KeywordArg, 2> keywords;
    (addArgument(positional, keywords, std::forward<Ts>(args)), ...);
    return makeCall(target, positional, keywords);
  }
  /// The same with arguments that are computed.
  SmallVector<Value> makeCall(StringRef target, ArrayRef<Arg> positional,
                              ArrayRef<KeywordArg> keywords = {});
  /// A call of a method of the first argument, typed like its operator.
  SmallVector<Value> makeMethodCall(StringRef name, ArrayRef<Arg> positional,
                                    ArrayRef<KeywordArg> keywords = {});
  /// The same with arguments in their final form.
  SmallVector<Value> makeCall(StringAttr target,
                              const schema::OperatorSchema *callee,
                              ArgsAttr args, ValueRange operands);
  KeywordArg kw(StringRef name, Arg value) const {
    return {name, std::move(value)};
  }

  /// The value itself, or an `aten._to_copy` of it.
  Value convert(Value value, std::optional<ScalarType> dtype);
  /// A tensor of these sizes filled with a number; like torch's, `full`.
  Value full(Arg sizes, Arg number, ScalarType dtype, Value deviceOf);
  /// A 0-d tensor.
  Value scalarTensor(Arg number, ScalarType dtype, Value deviceOf);
  /// A view of the same elements in other sizes; the value itself where it has
  /// them already.
  Value view(Value value, Arg sizes);
  /// The same, of a contiguous copy where the strides need one; what torch's
  /// `reshape` does. One size may be -1.
  Value reshape(Value value, Arg sizes);
  /// `sizes` with a -1 replaced by what is left of the elements of `value`;
  /// null where the sizes are not known well enough.
  std::optional<std::vector<Arg>> resolveSizes(Value value, const Arg &sizes);
  /// Whether the strides allow a view with these sizes; none where they are not
  /// known.
  std::optional<bool> isViewable(Value value, const Arg &sizes);
  /// A copy in a contiguous layout.
  Value cloneContiguous(Value value);
  /// Whether the strides are those of a contiguous tensor; none where they are
  /// not known.
  std::optional<bool> isContiguous(Value value) const;
  Value unsqueeze(Value value, int64_t dim);
  Value squeeze(Value value, int64_t dim);
  /// `value` with sizes of 1 appended until it has `rank` dimensions.
  Value unsqueezeToRank(Value value, int64_t rank);
  /// A permutation; the value itself for the identity.
  Value permute(Value value, ArrayRef<int64_t> dims);
  Value transpose(Value value, int64_t dim0, int64_t dim1);
  Value expand(Value value, Arg sizes);

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  /// Null in an untyped graph.
  RankedTensorType tensorType(Value value) const {
    return dyn_cast_or_null<RankedTensorType>(value ? value.getType() : Type());
  }
  std::optional<int64_t> rank(Value value) const;
  std::optional<ScalarType> dtype(Value value) const;
  /// The dtype of the type of result `i`.
  std::optional<ScalarType> resultDType(unsigned i = 0);
  /// The device of a tensor as a literal; the CPU where its type says nothing.
  Arg device(Value value) const;
  /// A size: a number where it is static, else a value, for which
  /// `aten.sym_size.int` is made once in a graph. `dim` may be negative.
  Arg size(Value value, int64_t dim);
  /// All sizes; none where the rank is not known.
  std::optional<std::vector<Arg>> sizes(Value value);
  std::optional<int64_t> staticSize(Value value, int64_t dim) const;
  std::optional<SmallVector<int64_t>> staticSizes(Value value) const;
  /// The number of elements, as a number or a value.
  Arg numel(Value value);
  /// Whether two sizes are equal; none where that depends on the run.
  std::optional<bool> isEqual(const Arg &a, const Arg &b) const;
  std::optional<bool> isSizeEqual(Value a, int64_t dimA, Value b,
                                  int64_t dimB) const;
  /// a < b and a <= b for numbers and sizes; none where it is not known.
  std::optional<bool> isLess(const Arg &a, const Arg &b) const;
  std::optional<bool> isLessEqual(const Arg &a, const Arg &b) const;

  /// The dtype of the result of arithmetic on these tensors and numbers, by
  /// torch's rules: tensors with dimensions first, then 0-d tensors, then
  /// numbers, none of a lower kind counts. None where a dtype is not known.
  std::optional<ScalarType> promote(ArrayRef<Arg> args) const;
  std::optional<ScalarType> promote(std::initializer_list<Arg> args) const {
    return promote(ArrayRef<Arg>(args.begin(), args.size()));
  }

  //===--------------------------------------------------------------------===//
  // Arithmetic on numbers and sizes
  //===--------------------------------------------------------------------===//

  // Numbers are computed as Python does; where one is a value, a node of
  // `_operator` is made.
  Arg add(const Arg &a, const Arg &b);
  Arg sub(const Arg &a, const Arg &b);
  Arg mul(const Arg &a, const Arg &b);
  /// Rounds down, as Python does. By 0: None.
  Arg floordiv(const Arg &a, const Arg &b);
  Arg mod(const Arg &a, const Arg &b);
  Arg truediv(const Arg &a, const Arg &b);
  Arg pow(const Arg &a, const Arg &b);
  Arg min(const Arg &a, const Arg &b);
  Arg max(const Arg &a, const Arg &b);
  Arg neg(const Arg &a) { return mul(a, -1); }
  Arg product(ArrayRef<Arg> factors);
  /// The number with a fraction, as torch needs it ahead of arithmetic with
  /// one: `torch.sym_float` of a size.
  Arg toFloat(const Arg &number);
  /// The integer that is next towards 0: `torch.sym_int` of a value.
  Arg toInt(const Arg &number);
  Arg sqrt(const Arg &number);
  Arg abs(const Arg &number);

  //===--------------------------------------------------------------------===//
  // Errors
  //===--------------------------------------------------------------------===//

  /// An error of the rule at the call that is replaced.
  InFlightDiagnostic emitError();
  bool hasFailed() const { return failed; }

  Location getLoc() { return replaced->getLoc(); }
  MLIRContext *getContext() const { return builder.getContext(); }
  const DecompositionRule &getRule() const { return rule; }
  OpBuilder &getOpBuilder() { return builder; }
  DecomposeState &getState() { return state; }

private:
  static void addArgument(SmallVectorImpl<Arg> &positional,
                          SmallVectorImpl<KeywordArg> &, Arg value) {
    positional.push_back(std::move(value));
  }
  static void addArgument(SmallVectorImpl<Arg> &,
                          SmallVectorImpl<KeywordArg> &keywords,
                          KeywordArg value) {
    keywords.push_back(std::move(value));
  }
  Value getOnly(const SmallVector<Value> &results);
  Arg arithmetic(StringRef name, StringRef function, const Arg &a,
                 const Arg &b);
  /// The same where one of both, and so the result, has a fraction.
  Arg floatArithmetic(StringRef function, const Arg &a, const Arg &b);
  Value makeBinary(StringRef function, const Arg &a, const Arg &b);
  /// An earlier value of the same expression instead of a new one.
  Value shareFloat(Value made);

  DecomposeState &state;
  OpBuilder builder;
  CallOp replaced;
  const DecompositionRule &rule;
  const schema::OperatorSchema *schema;
  BoundArguments arguments;
  /// Sizes that this rule has asked for already.
  llvm::DenseMap<std::pair<Value, int64_t>, Value> ownSizes;
  llvm::DenseMap<Attribute, Value> ownExpressions;
  bool failed = false;
};

//===----------------------------------------------------------------------===//
// Limits of dtypes
//===----------------------------------------------------------------------===//

/// The largest and the lowest finite value, the distance of 1 to the next one;
/// integers as far as floating point holds them.
double getMaxValue(ScalarType dtype);
double getMinValue(ScalarType dtype);
double getEpsilon(ScalarType dtype);

} // namespace mlir::tp

#endif // TP_DECOMPOSE_BUILDER_H
