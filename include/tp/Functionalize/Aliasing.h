//===- Aliasing.h - What a call writes and what it returns ------*- C++ -*-===//
//
// Applies the annotations and notes of a schema to one call: which arguments it
// writes, and which of them a result shares memory with.
//
//===----------------------------------------------------------------------===//

#ifndef TP_FUNCTIONALIZE_ALIASING_H
#define TP_FUNCTIONALIZE_ALIASING_H

#include "tp/Functionalize/Layout.h"
#include "tp/IR/CallBinding.h"

namespace mlir::tp {

/// An argument that a result shares, or may share memory with.
struct Alias {
  unsigned argument;
  Answer answer = Answer::yes;
  /// The result is the argument itself, or has its layout.
  schema::AliasRule rule = schema::AliasRule::Unknown;
};

/// What return `index` of the schema shares memory with, for a result of type
/// `result` of a call whose argument has type `source` in it.
SmallVector<Alias, 1> getAliases(const BoundCall &call, unsigned index,
                                 Type result, MLIRContext *context);

/// For each result of a call the return of the schema that it is, or a part of.
SmallVector<unsigned> getReturnIndices(CallOp call,
                                       const schema::OperatorSchema &schema);

/// Whether the results of a node can be dropped with it: it neither writes nor
/// draws random numbers nor has another effect.
bool isPure(Operation *op, CallResolver &resolver);

} // namespace mlir::tp

#endif // TP_FUNCTIONALIZE_ALIASING_H
