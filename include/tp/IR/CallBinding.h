//===- CallBinding.h - Calls by their schemas -------------------*- C++ -*-===//
//
// Which operator a call means, whatever its form (an operator's full name, a
// method, a Python function), and its arguments by the places of the schema.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_CALLBINDING_H
#define TP_IR_CALLBINDING_H

#include "tp/IR/Arguments.h"
#include "tp/Schema/Schema.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace mlir::tp {

/// The arguments of a call in the order of the operator's schema.
class BoundCall {
public:
  struct Slot {
    Argument argument;
    /// The number of the first operand of the argument.
    unsigned firstOperand = 0;
    bool isGiven() const { return bool(argument.literal); }
  };

  /// Binds the arguments of `call`; none where they do not fit the schema.
  /// Trailing integers of a method are taken for a list, as Python does it:
  /// `x.view(2, 3)`.
  static std::optional<BoundCall> get(CallOp call,
                                      const schema::OperatorSchema &schema);

  const schema::OperatorSchema &getSchema() const { return *schema; }
  ArrayRef<Slot> getSlots() const { return slots; }
  const Slot &operator[](unsigned index) const { return slots[index]; }
  bool isGiven(unsigned index) const { return slots[index].isGiven(); }
  void setArgument(unsigned index, Argument argument) {
    slots[index].argument = std::move(argument);
  }

  /// The argument as a literal, the default where it is not given; null where
  /// an operand is in it.
  Attribute getLiteral(unsigned index, MLIRContext *context) const;
  /// The argument, the default where it is not given.
  Argument getArgument(unsigned index, MLIRContext *context) const;
  /// The only value of the argument, null if it is a literal.
  Value getValue(unsigned index) const;
  std::optional<int64_t> getInt(unsigned index, MLIRContext *context) const;
  std::optional<SmallVector<int64_t>> getInts(unsigned index,
                                              MLIRContext *context) const;
  /// Whether the argument is missing, or None.
  bool isNone(unsigned index) const;

private:
  const schema::OperatorSchema *schema = nullptr;
  SmallVector<Slot, 6> slots;
};

/// Looks through the arms of the argument union.
Attribute stripArm(Attribute literal);
std::optional<int64_t> getIntLiteral(Attribute literal);
std::optional<SmallVector<int64_t>> getIntListLiteral(Attribute literal);

/// A literal of a schema as an argument of a call.
Attribute convertLiteral(const schema::Literal &literal,
                         const schema::Type &type, MLIRContext *context);

/// Whether a condition of the schema holds for a call; none where it depends on
/// a value of the graph.
std::optional<bool> evaluate(const schema::Condition &condition,
                             const BoundCall &call, MLIRContext *context);

enum class Answer { no, yes, unknown };

/// Whether all conditions of a note hold for a call.
Answer conditionsHold(const schema::Note &note, const BoundCall &call,
                      MLIRContext *context);

/// An argument that a call writes, or may write.
struct Write {
  unsigned argument;
  /// `unknown`: whether it writes depends on a value of the graph.
  Answer answer = Answer::yes;
};

/// The arguments that `call` writes; those that are None are left out.
SmallVector<Write, 2> getWrites(const BoundCall &call, MLIRContext *context);

/// Finds what calls mean, each target once.
class CallResolver {
public:
  /// The schema of what `op` calls; null where nothing is known of it. Of the
  /// overloads of a method or a function the first that fits the arguments.
  const schema::OperatorSchema *resolve(CallOp call);

private:
  const schema::OperatorSchema *resolveOverload(CallOp call, StringRef base);
  llvm::DenseMap<StringAttr, const schema::OperatorSchema *> exact;
  llvm::DenseMap<StringAttr, SmallVector<const schema::OperatorSchema *>>
      overloads;
};

/// What a call writes, as the text of an error; none where it writes nothing.
/// With `strict` also that nothing is known of it. Subgraphs of higher-order
/// operators are looked at on their own.
std::optional<std::string> describeWrite(CallOp call, CallResolver &resolver,
                                         bool strict);

} // namespace mlir::tp

#endif // TP_IR_CALLBINDING_H
