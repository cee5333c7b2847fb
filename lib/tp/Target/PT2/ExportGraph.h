//===- ExportGraph.h - Export of one graph ----------------------*- C++ -*-===//
//
// From the operations in a block to the structs of one graph.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_TARGET_PT2_EXPORTGRAPH_H
#define LIB_TP_TARGET_PT2_EXPORTGRAPH_H

#include "ExportContext.h"
#include "tp/IR/Names.h"

namespace mlir::tp::pt2 {

/// One element of an argument, its operand resolved.
struct Leaf {
  enum class Kind : uint8_t {
    Literal, ///< `literal`, which is no operand's place.
    Tensor,  ///< The value `name`, as all that follow.
    Int,
    Float,
    Bool,
    Object, ///< Of the class `className`.
  };
  Kind kind = Kind::Literal;
  Attribute literal;
  StringRef name;
  StringRef className;
};

/// Exports the nodes of a block, with its subgraphs where arguments name them.
class GraphExporter {
public:
  GraphExporter(ExportContext &shared, Block &block,
                const GraphExporter *parent = nullptr);

  /// Exports all of it. The lists of `get()` are complete then.
  LogicalResult run();
  const Graph &get() const { return graph; }

  /// The inputs of the signature, one for each of the graph.
  FailureOr<InputSpec> exportInputSpec(unsigned index);
  /// The outputs of the signature, one for each of the graph.
  ArrayRef<OutputSpec> getOutputSpecs() const { return outputSpecs; }
  ArrayRef<StringRef> getGuards() const { return guards; }

  /// An argument of `op`; takes its operands from the front of `values`.
  FailureOr<Argument> exportArgument(Operation *op, Attribute literal,
                                     ValueRange &values);

  //===--------------------------------------------------------------------===//
  // For parts that make nodes of their own (ExportAsserts.cpp)
  //===--------------------------------------------------------------------===//

  ExportContext &getShared() { return shared; }
  StringRef createName(StringRef candidate) {
    return shared.save(names.create(candidate));
  }
  StringRef getName(Value value) const { return valueNames.lookup(value); }
  /// The name of the node that reads a size; empty where none does yet.
  StringRef &sizeName(Value tensor, int64_t dim) {
    return sizeNames[{tensor, dim}];
  }
  void addNode(const Node &node) { nodes.push_back(node); }
  /// Records what a name stands for.
  LogicalResult addValue(Operation *op, StringRef name, Type type,
                         bool takesGradient = false);

private:
  using Kind = Argument::Kind;

  void nameNodes();
  void nameCall(CallOp call);
  GraphOp lookupGraph(StringAttr symbol) const;

  LogicalResult exportOp(Operation *op);
  LogicalResult exportInput(PlaceholderOp op);
  LogicalResult exportCall(CallFunctionOp op);
  LogicalResult
  exportUnspeakableDefaults(CallFunctionOp op,
                            const schema::OperatorSchema &schema,
                            SmallVectorImpl<NamedArgument> &result);
  LogicalResult exportInputs(CallFunctionOp op,
                             SmallVectorImpl<NamedArgument> &inputs);
  LogicalResult exportResults(CallFunctionOp op, Node &node);
  FailureOr<Argument> exportResult(CallFunctionOp op, Attribute place,
                                   ValueRange &results);
  LogicalResult exportOutput(OutputOp op);
  LogicalResult exportOutputLeaf(OutputOp op, Attribute literal,
                                 ValueRange &values);
  LogicalResult exportUnusedValues(Operation *op);

  FailureOr<Leaf> resolve(Operation *op, Attribute literal, ValueRange &values);
  FailureOr<Leaf> resolveValue(Operation *op, Value value);
  FailureOr<Argument> exportLeaf(Operation *op, const Leaf &leaf, ArgArm arm);
  FailureOr<Argument> exportLiteral(Operation *op, Attribute literal);
  FailureOr<Argument> exportGraphArgument(Operation *op, StringAttr symbol);
  FailureOr<Argument> exportList(Operation *op, ArrayRef<Attribute> elements,
                                 ArgArm arm, ValueRange &values);
  FailureOr<Argument> exportNested(Operation *op, ArrayRef<Leaf> leaves,
                                   ArgArm arm, ValueRange &values);
  FailureOr<Argument> exportDict(Operation *op, tp::DictAttr dict,
                                 ValueRange &values);

  ExportContext &shared;
  Block &block;
  const GraphExporter *parent;
  GraphNamespace names;
  llvm::DenseMap<Operation *, StringRef> nodeNames;
  llvm::DenseMap<Value, StringRef> valueNames;
  llvm::DenseMap<std::pair<Value, int64_t>, StringRef> sizeNames;
  llvm::DenseMap<StringAttr, GraphOp> graphs;

  Graph graph;
  SmallVector<PlaceholderOp> placeholders;
  SmallVector<Argument> inputs, outputs;
  SmallVector<Node, 0> nodes;
  SmallVector<OutputSpec> outputSpecs;
  SmallVector<StringRef> guards;
  SmallVector<KeyValue<TensorMeta>, 0> tensors;
  SmallVector<KeyValue<SymInt>> symInts;
  SmallVector<KeyValue<SymBool>> symBools;
  SmallVector<KeyValue<SymFloat>> symFloats;
  SmallVector<KeyValue<CustomObjArgument>> objects;
  /// User inputs by the name that a mutation gives them.
  llvm::DenseMap<StringAttr, PlaceholderOp> userInputs;
};

/// Whether an input is a constant of the captured program.
bool isConstantInput(PlaceholderOp input);

/// Exports an assertion as calls of operators.
LogicalResult exportAssertion(GraphExporter &graph, Operation *op);

/// The value of a specialized input.
FailureOr<ConstantValue> exportConstant(Operation *op, Attribute literal);

} // namespace mlir::tp::pt2

#endif // LIB_TP_TARGET_PT2_EXPORTGRAPH_H
