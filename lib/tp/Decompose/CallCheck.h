//===- CallCheck.h - Checks calls against schemas ---------------*- C++ -*-===//
//
// Whether the arguments of a call fit the schema of what it calls.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_DECOMPOSE_CALLCHECK_H
#define LIB_TP_DECOMPOSE_CALLCHECK_H

#include "tp/Decompose/Arg.h"
#include "tp/IR/TPOps.h"
#include "tp/Schema/Registry.h"

namespace mlir::tp {

/// Whether a target of this form must be known: `ns.name.overload`. Functions
/// of Python's modules need not be.
bool isOperatorName(StringRef target);

/// Says that there is no such operator, and what may be meant.
std::string describeUnknown(StringRef target,
                            const schema::SchemaRegistry &known);

/// What is wrong with these arguments, by their number and names; empty if
/// nothing is.
std::string checkArgumentNames(const schema::OperatorSchema &schema,
                               unsigned numPositional,
                               ArrayRef<StringRef> keywords);

/// The same for a call of a program. Where it says something, what the call
/// means is not known.
std::string checkBinding(CallOp call, const schema::OperatorSchema &schema);

/// Checks that the operators that the module of `program` declares are known
/// with no other schema.
LogicalResult checkDeclarations(ProgramOp program);

/// What is known of a value of a decomposition; null where nothing is.
struct ValueInfo {
  const schema::Type *type = nullptr;
  /// How many results of a call the value stands for.
  unsigned numResults = 1;
};

/// Whether an argument of type `type` can take a value of type `given`, as far
/// as types tell.
bool mayTake(const schema::Type &type, const schema::Type &given);

/// The same as `checkBinding` for a call of a decomposition, whose literals and
/// values are checked, too.
std::string checkCall(CallOp call, const schema::OperatorSchema &schema,
                      function_ref<ValueInfo(Value)> getInfo);

/// The same once the arguments are known.
std::string checkArguments(const schema::OperatorSchema &schema,
                           ArrayRef<Arg> positional,
                           ArrayRef<KeywordArg> keywords, MLIRContext *context);

} // namespace mlir::tp

#endif // LIB_TP_DECOMPOSE_CALLCHECK_H
