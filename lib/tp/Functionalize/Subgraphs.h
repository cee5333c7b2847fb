//===- Subgraphs.h - Higher-order operators whose graphs write --*- C++ -*-===//
//
// Makes the subgraphs of higher-order operators functional: the final content
// of each input that one of them writes is an output of all, and what the
// operator was given has that content after it.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_FUNCTIONALIZE_SUBGRAPHS_H
#define LIB_TP_FUNCTIONALIZE_SUBGRAPHS_H

#include "tp/IR/Arguments.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <memory>

namespace mlir::tp {

struct Context;
struct Object;
class Functionalizer;
class NodeBuilder;

/// How a higher-order operator passes its operands to its graphs.
enum class Convention {
  /// `cond(pred, true, false, operands)`: each graph takes all operands.
  branches,
  /// One graph, run once.
  once,
  /// `while_loop(cond, body, carried, closed over)`.
  whileLoop,
  /// `scan(combine, init, xs, closed over)`.
  scan,
  /// `map_impl(body, xs, closed over)`.
  map,
  /// Not known; also of operators without graphs.
  unknown,
};

class Subgraphs {
public:
  explicit Subgraphs(Context &context) : context(context) {}
  ~Subgraphs();

  /// Finds which graphs are used together.
  LogicalResult collect(ProgramOp program);
  /// Visits a call of a higher-order operator in the graph of `outer`.
  LogicalResult visitCall(Functionalizer &outer, CallOp call);
  /// Erases the graphs whose calls are all inlined.
  void eraseInlined();

private:
  struct Graph {
    GraphOp op;
    std::unique_ptr<Functionalizer> functionalizer;
    /// Where the output takes the final content of written inputs.
    size_t insertAt = ~size_t(0);
    /// Calls that use it.
    unsigned numUses = 0;
  };
  /// Graphs that take the same operands.
  struct Group {
    SmallVector<Graph *> graphs;
    llvm::SetVector<unsigned> written;
    /// Of the written inputs, those that the graphs return as a result.
    llvm::DenseMap<unsigned, unsigned> returned;
    bool isVisited = false;
  };
  /// A call, with its operands in the order of the graphs' inputs.
  struct Site {
    CallOp call;
    Convention convention = Convention::unknown;
    SmallVector<GraphOp> graphs;
    SmallVector<Argument> operands;
    /// How many operands are carried (initial values), and sliced.
    unsigned numCarried = 0, numSliced = 0;
    /// The objects that the operands were; null for numbers.
    SmallVector<Object *> objects;
  };

  Site getSite(CallOp call);
  bool shouldInline(const Site &site);
  LogicalResult inlineRegion(Functionalizer &outer, const Site &site);
  LogicalResult visitGroup(Group &group, const Site &site);
  LogicalResult checkOperands(Functionalizer &outer, const Site &site,
                              const Group &group);
  LogicalResult checkRoles(const Site &site, Group &group);
  void findReturned(const Site &site, Group &group);
  void addFinals(Graph &graph, ArrayRef<Value> carried, ArrayRef<Value> finals);
  void moveToCarried(Graph &graph, const Site &site,
                     ArrayRef<unsigned> written);
  struct NewResults;
  NewResults getNewResults(const Site &site, const Group &group);
  CallOp makeCall(NodeBuilder &builder, const Site &site,
                  const NewResults &results);
  LogicalResult rewriteCall(Functionalizer &outer, const Site &site,
                            Group &group);
  void bindResults(Functionalizer &outer, const Site &site, Group &group,
                   CallOp node);
  Group &getGroup(GraphOp graph);

  Context &context;
  llvm::MapVector<Operation *, std::unique_ptr<Graph>> graphs;
  llvm::EquivalenceClasses<Operation *> together;
  llvm::MapVector<Operation *, std::unique_ptr<Group>> groups;
};

} // namespace mlir::tp

#endif // LIB_TP_FUNCTIONALIZE_SUBGRAPHS_H
