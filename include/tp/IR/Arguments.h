//===- Arguments.h - Rewriting the arguments of nodes -----------*- C++ -*-===//
//
// Replaces operands of calls and outputs by other arguments, which need not be
// values: a literal, or a container that mixes literals and values.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_ARGUMENTS_H
#define TP_IR_ARGUMENTS_H

#include "tp/IR/TPOps.h"

namespace mlir::tp {

/// An argument as it stands in a call: a literal with a place for each of
/// `values`, from left to right. A plain value is one place.
struct Argument {
  Attribute literal;
  SmallVector<Value, 1> values;

  Argument() = default;
  explicit Argument(Value value);
  Argument(Attribute literal, ValueRange values)
      : literal(literal), values(values) {}

  bool isValue() const { return isa_and_nonnull<OperandAttr>(literal); }
};

/// Rebuilds `literal` with each operand's place replaced by what `replace`
/// gives for it, from left to right. Equal to `literal` if nothing changes.
Attribute mapOperandPlaces(Attribute literal,
                           function_ref<Attribute(Attribute)> replace);

/// The arguments of a call, spelled out also where they are all positional
/// operands.
ArgsAttr getSpelledArgs(CallOp call);

/// Sets operands and arguments of a call; leaves the arguments out where they
/// are all positional operands.
void setArguments(CallOp call, ArgsAttr args, ValueRange operands);

/// The positional and the keyword arguments of a call, each with its operands.
struct CallArguments {
  SmallVector<Argument> positional;
  SmallVector<std::pair<StringAttr, Argument>> keywords;
};
CallArguments getArguments(CallOp call);

/// What `output` returns to the user, mutations left out.
Argument getReturnValue(OutputOp output);

/// Replaces every operand of `op` that `lookup` knows. Fails, with an error at
/// `op`, where an operand has to be a value and the replacement is none.
LogicalResult replaceOperands(Operation *op,
                              function_ref<const Argument *(Value)> lookup);

} // namespace mlir::tp

#endif // TP_IR_ARGUMENTS_H
