//===- ImportGraph.h - Import of the graph of a document --------*- C++ -*-===//
//
// From the nodes of a document to operations in a block.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_TENSORPLAY_IMPORTGRAPH_H
#define TP_LIB_TARGET_TENSORPLAY_IMPORTGRAPH_H

#include "ImportContext.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::tp::tensorplay {

/// What the signature says of an input.
struct InputEntry {
  InputKind kind = InputKind::user;
  /// The path of the state.
  StringAttr target;
  /// The value of a specialised input.
  Attribute constant;
};

/// An output of the signature.
struct OutputEntry {
  OutputKind kind = OutputKind::user;
  StringRef target;
  /// The element of an input that is meant, where the document says so.
  StringRef path;
};

/// Imports the nodes of a program. Values are found by name.
class GraphImporter {
public:
  GraphImporter(ProgramOp program, Location loc, Dimensions &dimensions)
      : program(program), context(program.getContext()), loc(loc),
        builder(OpBuilder::atBlockEnd(&program.getBody().front())),
        dimensions(dimensions) {}

  llvm::StringMap<InputEntry> inputs;
  SmallVector<OutputEntry> outputs;
  /// The example inputs, by name.
  llvm::StringMap<const pickle::Object *> examples;
  /// Types and metadata that nodes refer to by number.
  SmallVector<Type> types;
  SmallVector<MetaAttr> metadata;
  /// The structure of what the user gets, where the document says it.
  std::optional<Json> outputTree;

  void addState(StateOp state) {
    states.try_emplace(state.getSymNameAttr(), state);
    if (!state.getSymName().contains('.'))
      lastRootState = state;
  }
  /// Imports `graph.nodes`.
  LogicalResult import(const Json &document);
  /// A literal whose values may be nodes, which are appended to `operands`.
  Attribute importValue(const Json &value, SmallVectorImpl<Value> &operands,
                        unsigned depth = 0);
  bool isLifted(StringRef name) const {
    auto found = inputs.find(name);
    return found != inputs.end() && found->second.target;
  }
  bool hasNode(StringRef name) const { return values.contains(name); }
  Value getValue(StringRef name) const { return values.lookup(name); }

private:
  struct NodeEntry {
    StringRef name, op, target, module;
    std::optional<Json> args, kwargs;
    MetaAttr meta;
    Type type;
  };

  LogicalResult importNode(const Json &node);
  LogicalResult readExtension(const Json &node, NodeEntry &entry);
  LogicalResult readTarget(const Json &target, NodeEntry &entry);
  LogicalResult importPlaceholder(const Json &node, const NodeEntry &entry);
  Type getInputType(const Json &node, const NodeEntry &entry,
                    const InputEntry *input);
  LogicalResult importGetAttr(const Json &node, const NodeEntry &entry);
  LogicalResult importCall(const Json &node, const NodeEntry &entry);
  FailureOr<bool> importAssertion(const NodeEntry &entry);
  LogicalResult importOutput(const Json &node, const NodeEntry &entry);
  Attribute importElements(const Json &list, bool isList,
                           SmallVectorImpl<Value> &operands, unsigned depth);
  Attribute importDict(const Json &pairs, SmallVectorImpl<Value> &operands,
                       unsigned depth);
  Attribute importContainer(const Json &value, SmallVectorImpl<Value> &operands,
                            unsigned depth);
  Attribute importPickle(const Json &value, SmallVectorImpl<Value> &operands);
  /// Reads a tensor that stands in an argument itself: it is state.
  Value getConstant(const PickledTensor &tensor, ErrorEmitter emitError);
  LogicalResult define(const Json &node, StringRef name, Value value);
  MetaAttr withModule(const NodeEntry &entry, StringRef path);

  // The output (ImportOutput.cpp).
  struct Mutation {
    OutputKindAttr place;
    Value value;
    /// That of its target among the inputs, then its own among the writes.
    size_t order = 0, index = 0;
  };
  LogicalResult readMutations(const Json &results, size_t &count,
                              SmallVectorImpl<Mutation> &mutations);
  std::string getElement(Value value, StringRef name);
  Attribute importResults(const Json &results, size_t skipped,
                          SmallVectorImpl<Value> &operands);
  Attribute nest(const Json &tree, ArrayRef<Attribute> leaves, size_t &next);
  Attribute markKinds(Attribute value, size_t &next);

  /// Null after an error at `where`.
  Attribute makeDict(const Json &where, ArrayRef<Attribute> keys,
                     ArrayRef<Attribute> elements) {
    auto emit = [&] { return where.emitError(); };
    return DictAttr::getChecked(ErrorEmitter(emit), context, keys, elements);
  }
  StringAttr str(StringRef text) const {
    return StringAttr::get(context, text);
  }

  ProgramOp program;
  MLIRContext *context;
  Location loc;
  OpBuilder builder;
  Dimensions &dimensions;
  llvm::StringMap<Value> values;
  llvm::StringMap<size_t> inputOrder;
  llvm::DenseMap<StringAttr, StateOp> states;
  StateOp lastRootState;
  /// Pickled tensors that are state, by their content.
  llvm::StringMap<Value> constants;
  unsigned constantNumber = 0;
  /// Names of all nodes, for those that are made.
  llvm::StringSet<> taken;
  bool hasOutput = false;
};

} // namespace mlir::tp::tensorplay

#endif // TP_LIB_TARGET_TENSORPLAY_IMPORTGRAPH_H
