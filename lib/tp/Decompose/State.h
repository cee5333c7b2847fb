//===- State.h - What the rewriting of one graph keeps ----------*- C++ -*-===//
//
// Caches that builders share while a graph is decomposed.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_DECOMPOSE_STATE_H
#define LIB_TP_DECOMPOSE_STATE_H

#include "mlir/IR/Builders.h"
#include "tp/IR/TPOps.h"
#include "tp/Schema/Registry.h"
#include "tp/Shape/Inference.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::tp {

/// A value and one of its dimensions.
using SizeKey = std::pair<Value, int64_t>;

struct DecomposeState {
  DecomposeState(Operation *graph, TypeInference &inference);

  /// The schema of `target`, looked up once; null where there is none.
  const schema::OperatorSchema *getSchema(StringAttr target);
  /// The attribute of a target that a rule names; `aten.silu` becomes
  /// `aten.silu.default`.
  StringAttr getTarget(StringRef text);

  /// The graph of that name beside the nodes of this one, or null.
  GraphOp getGraph(StringAttr name);

  /// Makes the size that `op` computes known to the nodes after it. Returns an
  /// earlier value that is the same, or null.
  Value addSize(Operation *op);

  /// A symbol that the program does not have yet, for a number that is found at
  /// run time.
  SymExprAttr createSymbol();

  Operation *graph;
  MLIRContext *context;
  TypeInference &inference;
  OperationName callFunction;
  /// The name of the node of the source that is being replaced, or null.
  StringAttr rootName;
  /// Values that hold a size: by tensor and dimension, and by expression. They
  /// dominate the node that is looked at.
  llvm::DenseMap<SizeKey, Value> sizes;
  llvm::DenseMap<Attribute, Value> expressions;
  /// The names of graphs whose nodes took the place of a call.
  llvm::DenseSet<StringAttr> inlined;

private:
  /// The number of the next new symbol; 0: not looked for yet.
  unsigned nextSymbol = 0;
  std::optional<llvm::DenseMap<StringAttr, GraphOp>> graphs;
  StringAttr symSize;
  llvm::DenseMap<StringAttr, const schema::OperatorSchema *> schemas;
  llvm::StringMap<StringAttr> targets;
};

/// The expression of a scalar of type `type`, or null.
SymExprAttr getSizeExpression(Type type);

} // namespace mlir::tp

#endif // LIB_TP_DECOMPOSE_STATE_H
