//===- Call.h - A call as a rule sees it ------------------------*- C++ -*-===//
//
// Reads the arguments of a call by the names of the schema, defaults filled in,
// and takes the types of its results. A reader that cannot answer gives a
// harmless value and makes the call unknown (or invalid); rules look at that
// with `if (!call) return;` before they rely on what they read.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_SHAPE_CALL_H
#define LIB_TP_SHAPE_CALL_H

#include "tp/Shape/Inference.h"
#include "tp/Shape/Promotion.h"
#include "tp/Shape/TensorInfo.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::tp {

class Call;

/// A rule, with a number that tells the operators of one rule apart.
struct Rule {
  void (*apply)(Call &call) = nullptr;
  unsigned variant = 0;
};

/// What is known of an operator, once for all its calls.
struct OperatorInfo {
  const schema::OperatorSchema *schema = nullptr;
  Rule rule;
  /// The default of each argument, as a literal; None where it has none.
  SmallVector<Attribute> defaults;
  /// For each return that is an argument that the operator writes: which.
  SmallVector<int> writtenReturns;
  /// Every return is such an argument.
  bool returnsArguments = false;
};

/// Tensor types that have been decoded.
class TypeDecoder {
public:
  explicit TypeDecoder(SymArith &arith) : arith(arith) {}
  /// Null for a type that TensorInfo::get does not take.
  const TensorInfo *decode(Type type);

private:
  SymArith &arith;
  llvm::DenseMap<Type, std::unique_ptr<TensorInfo>> known;
};

/// A number among the arguments: what it is, and its value where known.
struct Number {
  NumberKind kind = NumberKind::integer;
  std::optional<double> value;
};

class Call {
public:
  Call(const OperatorInfo &info, ArrayRef<TypedArgument> args, SymArith &arith,
       TypeDecoder &decoder, InferredTypes &result)
      : arith(arith), info(info), args(args), decoder(decoder),
        inferred(result) {}

  SymArith &arith;

  const schema::OperatorSchema &getSchema() const { return *info.schema; }
  StringRef getName() const { return info.schema->getBaseName(); }
  StringRef getOverload() const { return info.schema->getOverload(); }
  unsigned getVariant() const { return info.rule.variant; }
  MLIRContext *getContext() const { return arith.getContext(); }

  /// False once the call is unknown or invalid.
  explicit operator bool() const { return !stopped; }
  void setUnknown(const Twine &message);
  void setInvalid(const Twine &message);

  //===--------------------------------------------------------------------===//
  // Arguments (by name; `has` tells whether the schema has the argument)
  //===--------------------------------------------------------------------===//

  bool has(StringRef name) const {
    return info.schema->findArgument(name).has_value();
  }
  /// Has a value other than None.
  bool isGiven(StringRef name) const;

  const TensorInfo &tensor(StringRef name);
  /// Null for None, and where the schema has no such argument.
  const TensorInfo *optionalTensor(StringRef name);
  /// A list of tensors; those that are None are null.
  SmallVector<const TensorInfo *> tensors(StringRef name);
  SymInt integer(StringRef name);
  std::optional<SymInt> optionalInteger(StringRef name);
  /// A list; a single integer is one of as many as the schema says, else 1.
  SymInts integers(StringRef name);
  /// Integers that have to be numbers, such as dimensions.
  SmallVector<int64_t> statics(StringRef name);
  int64_t staticInteger(StringRef name);
  bool boolean(StringRef name);
  SmallVector<bool> booleans(StringRef name);
  StringRef string(StringRef name);
  Number number(StringRef name);
  std::optional<ScalarType> dtype(StringRef name = "dtype");
  std::optional<Layout> layout();
  DeviceAttr device();
  std::optional<MemoryFormat> memoryFormat(StringRef name = "memory_format");
  /// The numbers of a list such as `float[]? scale_factors`.
  SmallVector<double> floats(StringRef name);
  /// The raw argument.
  TypedArgument getArgument(StringRef name) const;
  unsigned getNumArguments() const {
    return info.schema->getArguments().size();
  }
  TypedArgument getArgument(unsigned index) const;

  /// `dim` counted from the front, for a tensor of `rank` (0 counts as 1).
  int64_t normalizeDim(int64_t dim, int64_t rank);
  int64_t dim(StringRef name, int64_t rank) {
    return normalizeDim(staticInteger(name), rank);
  }
  /// The dims of a reduction, one flag for each dimension: all of them where
  /// the argument is None, empty or missing.
  SmallVector<bool> reducedDims(StringRef name, int64_t rank);

  //===--------------------------------------------------------------------===//
  // Results
  //===--------------------------------------------------------------------===//

  /// A tensor on the device of the first tensor argument, contiguous.
  void addFresh(ArrayRef<SymInt> sizes, ScalarType dtype);
  void addTensor(TensorInfo info);
  void addType(Type type);
  void addNone();
  void addInteger(SymInt value);
  /// A `Tensor[]`.
  void addList(ArrayRef<TensorInfo> infos);
  /// The tree of the results.
  void finish();

  /// A tensor like `like`, contiguous, with other sizes and type.
  TensorInfo makeFresh(const TensorInfo &like, ArrayRef<SymInt> sizes,
                       ScalarType dtype);
  const TensorInfo *firstTensor();
  const TensorInfo *decode(Type type) { return decoder.decode(type); }

private:
  std::optional<SymInt> readInteger(Attribute literal, ArrayRef<Type> types);
  void expected(StringRef what, StringRef name);

  const OperatorInfo &info;
  ArrayRef<TypedArgument> args;
  TypeDecoder &decoder;
  InferredTypes &inferred;
  SmallVector<Attribute, 2> outputs;
  bool stopped = false;
};

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Rules by target: the full one (`aten.add.Tensor`), or without the overload.
class RuleTable {
public:
  void add(StringRef target, void (*apply)(Call &), unsigned variant = 0) {
    rules[target] = {apply, variant};
  }
  /// Several operators of `aten`, by their names, overloads left out.
  void addAll(ArrayRef<StringRef> names, void (*apply)(Call &),
              unsigned variant = 0);
  void addTable(ArrayRef<llvm::StringLiteral> names, void (*apply)(Call &),
                unsigned variant) {
    for (StringRef name : names)
      addAll(name, apply, variant);
  }
  const Rule *lookup(const schema::OperatorSchema &schema) const;
  static const RuleTable &get();

private:
  RuleTable();
  llvm::StringMap<Rule> rules;
};

void addPointwiseRules(RuleTable &table);
void addReductionRules(RuleTable &table);
void addViewRules(RuleTable &table);
void addMatmulRules(RuleTable &table);
void addConvolutionRules(RuleTable &table);
void addFactoryRules(RuleTable &table);
void addFourierRules(RuleTable &table);
void addIndexingRules(RuleTable &table);
void addLinearAlgebraRules(RuleTable &table);
void addNormalizationRules(RuleTable &table);
void addPoolingRules(RuleTable &table);
void addSortingRules(RuleTable &table);
void addSymbolicRules(RuleTable &table);
void addCompositeRules(RuleTable &table);

} // namespace mlir::tp

#endif // LIB_TP_SHAPE_CALL_H
