//===- NodeListPrinter.h - Prints a program as a node list ------*- C++ -*-===//
//
// What the parts of a node list share: names of values, texts of types, hints.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_TARGET_NODELIST_NODELISTPRINTER_H
#define LIB_TP_TARGET_NODELIST_NODELISTPRINTER_H

#include "mlir/IR/SymbolTable.h"
#include "tp/IR/SymExpr.h"
#include "tp/IR/TP.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tp::nodelist {

/// The operands that go into the places of an operation's literals.
struct OperandCursor {
  OperandCursor(Operation *op, OperandRange rest) : op(op), rest(rest) {}
  explicit OperandCursor(Operation *op)
      : OperandCursor(op, op->getOperands()) {}

  /// Null where none is left.
  Value take() {
    if (rest.empty())
      return {};
    Value next = rest.front();
    rest = rest.drop_front();
    return next;
  }

  Operation *op;
  OperandRange rest;
};

/// Prints one program.
class NodeListPrinter {
public:
  NodeListPrinter(ProgramOp program, raw_ostream &os);

  /// An error has named what cannot be printed.
  LogicalResult print();

private:
  /// A graph that a node takes, and the path that it is printed under.
  struct Subgraph {
    std::string path;
    GraphOp graph;
  };
  using Subgraphs = SmallVectorImpl<Subgraph>;

  // NodeList.cpp
  void indexSymbols();
  void printSignature();
  void printSignatureInput(PlaceholderOp input);
  void printSignatureOutputs(OutputOp output);
  void printRanges();
  void printModuleCalls();
  void printModuleCall(ModuleCallAttr call);
  void printRecords();
  void printHints();
  std::string getHint(SymExprAttr expr);

  // NodeListGraph.cpp
  void nameNodes(Block &body);
  void printGraph(Operation *graph, const std::string &path);
  void printInput(PlaceholderOp input);
  void printNode(CallFunctionOp node, const std::string &path, Subgraphs &uses);
  void printArguments(CallFunctionOp node, SmallVectorImpl<GraphOp> &uses);
  void printResults(CallFunctionOp node);
  void printResult(CallFunctionOp node, Attribute tree, unsigned &next);
  void printSingleTensorReturn(CallFunctionOp node);
  void printOutput(Operation *graph);

  // NodeListArguments.cpp
  /// Prints an ARG; graphs that it holds are appended to `uses`.
  void printArgument(Attribute literal, OperandCursor &operands,
                     SmallVectorImpl<GraphOp> *uses = nullptr);
  /// Prints what is no value and holds none; false if it is something else.
  static bool printConstant(raw_ostream &os, Attribute literal);
  void printContainer(Attribute literal, OperandCursor &operands,
                      SmallVectorImpl<GraphOp> *uses);
  void printGraphReference(FlatSymbolRefAttr symbol, Operation *op,
                           SmallVectorImpl<GraphOp> *uses);
  /// Prints `%NAME`.
  void printValue(Value value);
  StringRef getName(Value value);
  StringRef getNodeName(NodeOp node);
  void printStrings(ArrayRef<Attribute> strings);

  /// The text of a type; an error of `op` where there is none.
  StringRef getType(Operation *op, Type type, bool requiresGrad = false);
  bool printType(raw_ostream &text, Type type, bool requiresGrad);
  bool printTensorType(raw_ostream &text, RankedTensorType type,
                       bool requiresGrad);
  void printSize(raw_ostream &text, SymExprAttr size);
  void printExpr(raw_ostream &text, SymExprAttr expr, bool isHinted = true);

  /// Reports the first thing that has no spelling.
  void fail(Operation *op, const Twine &message);

  ProgramOp program;
  MLIRContext *context;
  raw_ostream &os;
  LogicalResult result = success();
  unsigned numNodes = 0;

  SymbolTableCollection symbols;
  /// Names of nodes and values that have none of their own.
  llvm::DenseMap<Operation *, std::string> newNodeNames;
  llvm::DenseMap<Value, std::string> newValueNames;
  /// Texts of types without and with a gradient that the type does not say.
  llvm::DenseMap<Type, std::string> types[2];

  llvm::DenseMap<StringAttr, DimAttr> dims;
  llvm::DenseMap<SymExprAttr, Attribute> hints;
  /// Expressions that occur in types.
  llvm::SetVector<SymExprAttr> hinted;
};

} // namespace mlir::tp::nodelist

#endif // LIB_TP_TARGET_NODELIST_NODELISTPRINTER_H
