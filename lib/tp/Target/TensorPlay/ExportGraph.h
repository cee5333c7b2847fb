//===- ExportGraph.h - A program as nodes of a document ---------*- C++ -*-===//
//
// Names, nodes and outputs of one program, in the form that tensorplay runs:
// state is an input, a node has one value, a write is an in-place call.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_TENSORPLAY_EXPORTGRAPH_H
#define TP_LIB_TARGET_TENSORPLAY_EXPORTGRAPH_H

#include "JsonOut.h"
#include "Layout.h"
#include "tp/IR/Names.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tp::tensorplay {

/// An input of the document.
struct ExportedInput {
  std::string name;
  InputKind kind = InputKind::user;
  StateOp state;
  /// Null for state that the program takes by no placeholder.
  PlaceholderOp placeholder;
};

/// A leaf of the output.
struct ExportedOutput {
  OutputKind kind = OutputKind::user;
  /// The node; empty for a constant.
  std::string name;
  Attribute constant;
  std::string target;
  /// The element of an input that is written.
  std::string path;
};

class GraphExporter {
public:
  GraphExporter(ProgramOp program, JsonOut &json);

  /// Finds names and inputs, and checks what cannot be written.
  LogicalResult prepare();
  /// Writes the list of nodes.
  LogicalResult writeNodes();

  ArrayRef<ExportedInput> getInputs() const { return inputs; }
  /// Known after the nodes are written.
  ArrayRef<ExportedOutput> getOutputs() const { return outputs; }
  size_t getMutationCount() const { return mutationCount; }
  /// What the user gets, with places for the nodes.
  Attribute getUserValue() const { return userValue; }
  /// Writes a literal; `names` are the nodes of its places, in order.
  LogicalResult writeValue(Operation *op, Attribute literal,
                           ArrayRef<std::string> &names);
  /// The name that a value of the program has in the document, by its name
  /// there.
  StringRef getNewName(StringRef name) const {
    auto found = renamed.find(name);
    return found == renamed.end() ? name : StringRef(found->second);
  }

  /// Types and metadata that nodes refer to by number.
  llvm::MapVector<Type, size_t> types;
  llvm::MapVector<MetaAttr, size_t> metadata;
  /// The program has in-place calls of its writer's.
  bool hasCopies = false;

private:
  struct Node {
    StringRef op, name;
    StringRef module, target;
    Type type;
    MetaAttr meta;
  };
  struct Write {
    OutputKind kind;
    std::string target, path;
    Value value;
    std::string name;
  };

  LogicalResult checkOps();
  void nameNodes();
  void addInputs();
  std::string nameOf(StringAttr wanted, StringRef otherwise);
  void beginNode(const Node &node);
  void endNode(const Node &node);
  /// A node whose arguments are written by `writeArgs`.
  LogicalResult writeNode(const Node &node,
                          function_ref<LogicalResult()> writeArgs);
  /// A call that the program does not have, with positional arguments.
  std::string writeCall(StringRef op, StringRef module, StringRef target,
                        ArrayRef<Attribute> args, ArrayRef<std::string> names);
  LogicalResult writeInput(ExportedInput input);
  LogicalResult writeOp(Operation &op);
  LogicalResult writeCallOp(tp::CallOp call);
  LogicalResult writeArguments(tp::CallOp call);
  void writeResults(tp::CallOp call, Attribute tree, StringRef container,
                    unsigned &next);
  LogicalResult writeAssertion(Operation &op);
  LogicalResult writeRange(AssertDimRangeOp op);
  LogicalResult writeStore(StoreAttrOp op);
  size_t writeMutations(OutputOp op, SmallVectorImpl<Write> &writes,
                        MutableArrayRef<std::string> results);
  LogicalResult writeOutput(OutputOp op);
  LogicalResult writeContainer(Operation *op, Attribute literal,
                               ArrayRef<std::string> &names);
  LogicalResult writeDict(Operation *op, DictAttr dict,
                          ArrayRef<std::string> &names);
  /// The name of what is written: an input, or an element of one.
  std::string getWritten(const Write &write);
  void flatten(Attribute value, ArrayRef<std::string> &names);
  Attribute integer(int64_t value) const;

  ProgramOp program;
  MLIRContext *context;
  JsonOut &json;
  GraphNamespace names;
  SmallVector<ExportedInput> inputs;
  SmallVector<ExportedOutput> outputs;
  size_t mutationCount = 0;
  Attribute userValue;
  llvm::DenseMap<Value, std::string> values;
  llvm::DenseMap<StringAttr, std::string> stateNames;
  llvm::StringMap<std::string> renamed;
  SmallVector<Write> stores;
};

} // namespace mlir::tp::tensorplay

#endif // TP_LIB_TARGET_TENSORPLAY_EXPORTGRAPH_H
