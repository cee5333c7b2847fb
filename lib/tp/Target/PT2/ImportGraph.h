//===- ImportGraph.h - Import of one graph ----------------------*- C++ -*-===//
//
// From the structs of one graph to operations in a block.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_TARGET_PT2_IMPORTGRAPH_H
#define LIB_TP_TARGET_PT2_IMPORTGRAPH_H

#include "ImportContext.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::tp::pt2 {

/// Imports the nodes of a graph into a block; its subgraphs become symbols at
/// the start of the block. Values are found by name.
class GraphImporter {
public:
  /// `path` is the JSON path of `graph`.
  GraphImporter(ImportContext &shared, const Graph &graph, Block *block,
                std::string path);

  /// The root graph: inputs and outputs are what the signature says.
  LogicalResult importRoot(const GraphSignature &signature,
                           ArrayRef<StringRef> guards);
  /// A subgraph.
  LogicalResult importSubgraph();

  /// Reserves a symbol of the block, such as a state's.
  void reserveSymbol(StringRef name) { symbols.insert(name); }

private:
  using Kind = Argument::Kind;

  InFlightDiagnostic emitError(const Twine &where) {
    return shared.emitError(path + where);
  }

  void indexValues();
  LogicalResult importInputs(const GraphSignature *signature);
  LogicalResult importInput(unsigned index, const InputSpec *spec);
  LogicalResult importNodes();
  LogicalResult importNode(const Node &node, unsigned index);
  LogicalResult importOutputs(const GraphSignature *signature);
  /// Keeps the types of values that nothing defines.
  LogicalResult importUnusedValues();
  Attribute importOutputPlace(const OutputSpec &spec, const Twine &where,
                              SmallVectorImpl<Value> &operands);

  /// The type of the value that an argument of this kind names; null after an
  /// error.
  Type typeOf(Kind kind, StringRef name, bool isParameter, const Twine &where);
  LogicalResult define(StringRef name, Value value, const Twine &where);
  LogicalResult use(StringRef name, const Twine &where,
                    SmallVectorImpl<Value> &operands);

  /// An argument as a literal; its values are appended to `operands`. Null
  /// after an error.
  Attribute importArgument(const Argument &argument, const Twine &where,
                           SmallVectorImpl<Value> &operands);
  Attribute importList(const Argument &argument, const Twine &where,
                       SmallVectorImpl<Value> &operands);
  Attribute importSymbolicList(const Argument &argument, const Twine &where,
                               SmallVectorImpl<Value> &operands);
  Attribute importSubgraphArgument(const GraphArgument &argument,
                                   const Twine &where);
  Attribute importCustomObject(const CustomObjArgument &argument,
                               const Twine &where,
                               SmallVectorImpl<Value> &operands);
  /// A value by name, or what `constant` gives.
  template <typename SymArgument, typename MakeConstant>
  Attribute importNamed(const SymArgument &argument, const Twine &where,
                        SmallVectorImpl<Value> &operands,
                        MakeConstant &&constant) {
    if (!argument.isName)
      return constant(argument.value);
    if (failed(use(argument.name, where, operands)))
      return {};
    return place();
  }

  struct CallArguments {
    SmallVector<Value> operands;
    ArgsAttr args;
    ArrayAttr names;
  };
  LogicalResult importCallArguments(const Node &node, const Twine &where,
                                    CallArguments &result);
  struct CallResults {
    SmallVector<Type> types;
    SmallVector<StringRef> names;
    Attribute tree;
  };
  LogicalResult importCallResults(const Node &node, const Twine &where,
                                  CallResults &results);
  Attribute importResult(const Argument &output, const Twine &where,
                         CallResults &results);

  Attribute place() { return OperandAttr::get(context); }
  Attribute none() { return NoneAttr::get(context); }

  ImportContext &shared;
  MLIRContext *context;
  const Graph &graph;
  Block *block;
  OpBuilder builder;
  /// Subgraphs go ahead of this operation.
  Operation *firstNode = nullptr;
  std::string path;

  llvm::DenseMap<StringRef, Value> values;
  llvm::DenseMap<StringRef, const TensorMeta *> tensors;
  llvm::DenseMap<StringRef, const SymInt *> symInts;
  llvm::DenseMap<StringRef, const SymFloat *> symFloats;
  llvm::DenseMap<StringRef, const SymBool *> symBools;
  llvm::DenseMap<StringRef, const CustomObjArgument *> objects;
  llvm::StringSet<> symbols;
};

/// An argument of a record (a module call), where values are named, not used.
Attribute importRecordArgument(ImportContext &shared, const Argument &argument,
                               const Twine &path);

/// The value of a specialised input, and its type.
std::pair<Attribute, Type> importConstant(MLIRContext *context,
                                          const ConstantValue &value);

} // namespace mlir::tp::pt2

#endif // LIB_TP_TARGET_PT2_IMPORTGRAPH_H
