//===- NodeBuilder.h - New nodes of a graph ---------------------*- C++ -*-===//
//
// Makes the nodes of functionalization: named as torch.fx names them, with the
// metadata of the node that they stand for.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_FUNCTIONALIZE_NODEBUILDER_H
#define LIB_TP_FUNCTIONALIZE_NODEBUILDER_H

#include "mlir/IR/Builders.h"
#include "tp/IR/Arguments.h"
#include "tp/IR/Names.h"

namespace mlir::tp {

class NodeBuilder {
public:
  /// With `module`, operators are called as functions of that Python module:
  /// `tensorplay.select` for `aten.select.int`.
  NodeBuilder(Block &graph, StringRef module)
      : builder(graph.getParentOp()->getContext()), graph(graph),
        module(module) {}

  MLIRContext *getContext() const { return builder.getContext(); }

  /// A call of a function before `before`, for the node `like`. The name comes
  /// from the target.
  Operation *makeCall(Operation *before, Operation *like, StringRef target,
                      ArrayRef<Argument> positional, TypeRange types,
                      ArrayRef<std::pair<StringRef, Argument>> keywords = {},
                      Attribute resultTree = {});
  /// A call with the only result `type`.
  Value makeValue(Operation *before, Operation *like, StringRef target,
                  ArrayRef<Argument> positional, Type type,
                  ArrayRef<std::pair<StringRef, Argument>> keywords = {}) {
    return makeCall(before, like, target, positional, TypeRange(type), keywords)
        ->getResult(0);
  }
  /// A copy of a call, with new names.
  CallOp cloneCall(Operation *before, CallOp call);
  /// Gives a call of several results their names.
  void nameResults(CallOp call);
  StringAttr makeName(StringRef candidate);

  Argument makeInt(int64_t value) {
    return Argument(builder.getI64IntegerAttr(value), {});
  }
  Argument makeInts(ArrayRef<int64_t> values);
  Argument makeNone() { return Argument(NoneAttr::get(getContext()), {}); }

  /// All nodes made so far.
  ArrayRef<Operation *> getNodes() const { return nodes; }

private:
  Operation *makeCopy(Operation *before, Operation *like, const Argument &old,
                      Argument source, Type type);

  OpBuilder builder;
  Block &graph;
  StringRef module;
  /// Made when the first name is asked for.
  std::optional<GraphNamespace> names;
  SmallVector<Operation *> nodes;
};

/// The name of a target without its namespace and overload: `add` of
/// `aten.add.Tensor`.
StringRef getBaseName(StringRef target);

} // namespace mlir::tp

#endif // LIB_TP_FUNCTIONALIZE_NODEBUILDER_H
