//===- Functionalizer.h - Functionalizes one graph --------------*- C++ -*-===//
//
// Walks a graph once, with a model of the memory that it works on. Reads take
// the present content of what they read; a write is replaced by its pure form,
// and the model remembers the new content.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_FUNCTIONALIZE_FUNCTIONALIZER_H
#define LIB_TP_FUNCTIONALIZE_FUNCTIONALIZER_H

#include "AliasModel.h"
#include "tp/Functionalize/Aliasing.h"
#include "tp/Functionalize/FunctionalForms.h"
#include "tp/IR/CallBinding.h"
#include "tp/Shape/Inference.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tp {

struct Container;

/// What a value of the graph refers to: a tensor, or a container of them.
struct Object {
  View *view = nullptr;
  Container *container = nullptr;
  /// The view that an input had at first, and the node that gave it another.
  View *first = nullptr;
  Operation *changedBy = nullptr;
};

/// A list, tuple or dictionary, with the elements that were read of it.
struct Container {
  /// The value in the graph.
  Value value;
  Type type;
  llvm::MapVector<Attribute, Object *> elements;
  /// How to write it in Python: `items`, `items[0]`.
  std::string path;
  /// A call whose results the elements are.
  CallOp source;
  const schema::OperatorSchema *schema = nullptr;
  /// What the elements are, or may be, views of: operands of the call, when
  /// their storages had a version.
  struct Source {
    unsigned operand;
    View *view;
    uint64_t version;
  };
  SmallVector<Source, 1> sources;
  /// The call is replaced by another one, and its result by the elements.
  bool isReplaced = false;
};

/// How Python writes a key.
std::string describeKey(Attribute key);
/// The keys of the elements that the type of a container says, in order.
SmallVector<Attribute> getKeys(Type type);

/// Whether several results of a call are one value, as in untyped graphs.
bool isPacked(CallOp call, const schema::OperatorSchema &schema);

class Subgraphs;

/// Shared by the graphs of one program.
struct Context {
  CallResolver resolver;
  FunctionalForms forms;
  SymbolTableCollection symbols;
  std::unique_ptr<Subgraphs> subgraphs;
  /// The Python module whose functions new nodes call; empty: operators.
  std::string module;
  TypeInference inference;

  explicit Context(ProgramOp program);
  ~Context();
};

class Functionalizer {
public:
  Functionalizer(Operation *graph, Context &context)
      : graph(graph), body(graph->getRegion(0).front()), context(context),
        builder(body, context.module), model(builder) {}

  /// Rewrites all nodes but the output, whose operands are brought up to date.
  LogicalResult run();
  /// Makes the mutation outputs of a program.
  LogicalResult makeMutations();
  /// Erases what was replaced, and the nodes that nobody needs any more.
  void cleanUp();

  /// For a subgraph: whether input `index` is written.
  bool isWritten(unsigned index);
  /// Its final content; fails with an error.
  FailureOr<Value> getFinal(unsigned index);
  ArrayRef<PlaceholderOp> getInputs() const { return inputs; }
  /// The inputs that output `index` may share memory with; `isSame` if it is
  /// the only one.
  SmallVector<unsigned> getSharedInputs(unsigned index, bool &isSame);
  /// Whether an output may share memory with an input.
  bool mayShare(unsigned output, unsigned input);
  /// Remembers what the output returns, before it is brought up to date.
  void recordOutputs();
  NodeBuilder &getBuilder() { return builder; }
  const llvm::DenseMap<StringAttr, StringAttr> &getRenamed() const {
    return renamed;
  }

private:
  friend class Subgraphs;

  // Functionalizer.cpp
  Object *getObject(Value value);
  Object *makeObject(View *view);
  Object *makeBaseObject(Value value);
  LogicalResult updateReads(Operation *op);
  LogicalResult visit(Operation &op);
  LogicalResult visitCall(CallOp call);
  LogicalResult visitUnknown(CallOp call);
  LogicalResult visitPython(CallOp call, const schema::OperatorSchema &schema);
  LogicalResult bindResults(CallOp call, const BoundCall &bound,
                            ArrayRef<Value> sources);
  Container &makePacked(CallOp call, const schema::OperatorSchema &schema);
  void bindPacked(CallOp call, const BoundCall &bound, ArrayRef<Value> sources);
  LogicalResult bindResult(OpResult result, unsigned index,
                           const BoundCall &bound, ArrayRef<Value> sources,
                           unsigned place);
  /// Notes that `to` stands where `from` was returned or written.
  void rename(Value from, Value to);
  void erase(Operation *op) { replaced.push_back(op); }

  // Writes.cpp
  struct Target {
    unsigned argument;
    Object *object;
    Value old;
  };
  LogicalResult visitWrite(CallOp call, const BoundCall &before,
                           ArrayRef<Write> writes);
  LogicalResult addTargets(CallOp call, const BoundCall &bound,
                           unsigned argument, SmallVectorImpl<Target> &targets);
  LogicalResult checkTargets(CallOp call, ArrayRef<Target> targets);
  LogicalResult writeResults(CallOp call, const BoundCall &bound,
                             ArrayRef<Target> targets,
                             ArrayRef<FunctionalForm::Result> form,
                             ArrayRef<Value> results, bool pointwise);
  LogicalResult visitForm(CallOp call, const BoundCall &bound,
                          ArrayRef<Target> targets, const FunctionalForm &form);
  LogicalResult visitInPlaceFlag(CallOp call, const BoundCall &bound,
                                 ArrayRef<Target> targets, unsigned flag);
  LogicalResult visitCustom(CallOp call, const BoundCall &bound,
                            ArrayRef<Target> targets);
  bool keepsDtypes(CallOp call, const BoundCall &bound,
                   ArrayRef<Target> targets) const;
  Value fitToTarget(CallOp call, const BoundCall &bound, const Target &target,
                    Value value, bool pointwise);
  LogicalResult assign(CallOp call, const Target &target, Value value);

  // Expansions.cpp: writes whose pure form is more than one node.
  /// None if there is no expansion for the operator.
  std::optional<LogicalResult> expandWrite(CallOp call, const BoundCall &bound,
                                           ArrayRef<Target> targets);
  LogicalResult expandFillDiagonal(CallOp call, const BoundCall &bound,
                                   ArrayRef<Target> targets);
  LogicalResult expandInstanceNorm(CallOp call, const BoundCall &bound,
                                   ArrayRef<Target> targets);
  LogicalResult expandNorm(CallOp call, const BoundCall &bound,
                           ArrayRef<Target> targets);

  // Metadata.cpp: changes of a tensor's own shape.
  LogicalResult visitMetadata(CallOp call, const BoundCall &bound);
  LogicalResult setView(CallOp call, Object *object, View *view);

  // Containers.cpp
  LogicalResult visitGetItem(CallOp call);
  LogicalResult visitSetItem(CallOp call);
  Object *getElement(Container &container, Attribute key, OpResult result);
  View *viewElement(Container &container, std::optional<int64_t> index,
                    OpResult result);
  bool isChanged(const Container &container) const;
  FailureOr<SmallVector<Object *>> getElements(Container &container,
                                               Operation *before);
  FailureOr<Argument> rebuild(Container &container, Operation *before);

  // States.cpp
  LogicalResult visitState(Operation *op, StringAttr name);
  void collectStates();

  // Output.cpp
  struct Final {
    PlaceholderOp input;
    Object *object;
    std::string path;
  };
  void collectFinals(Object *object, PlaceholderOp input, StringRef path,
                     SmallVectorImpl<Final> &finals);
  /// By whether it is an input of the user, and its name or path.
  using Targets = llvm::DenseMap<std::pair<unsigned, StringAttr>, Object *>;
  Targets collectTargets();
  LogicalResult takeDeclared(OutputOp output);
  LogicalResult layOut(Value value, OutputOp output);
  void makeBuffer(PlaceholderOp input);
  bool isWritten(const Object &object) const;

  Operation *graph;
  Block &body;
  Context &context;
  NodeBuilder builder;
  AliasModel model;
  llvm::SpecificBumpPtrAllocator<Object> objectAllocator;
  llvm::SpecificBumpPtrAllocator<Container> containerAllocator;
  llvm::DenseMap<Value, Object *> objects;
  SmallVector<PlaceholderOp> inputs;
  SmallVector<Object *> outputObjects;
  SmallVector<Value> outputValues;
  llvm::DenseMap<StringAttr, Object *> states;
  /// Reads of state that is no input.
  SmallVector<std::pair<Operation *, Object *>> unlifted;
  /// What `x[key]` is where `x` may be a container or a tensor.
  llvm::DenseMap<std::pair<Object *, Attribute>, Object *> guesses;
  /// Nodes that are replaced; those that may be dead after.
  SmallVector<Operation *> replaced;
  llvm::DenseMap<StringAttr, StringAttr> renamed;
  llvm::DenseSet<Operation *> wasUsed;
};

} // namespace mlir::tp

#endif // LIB_TP_FUNCTIONALIZE_FUNCTIONALIZER_H
