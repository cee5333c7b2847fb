//===- NodeListGraph.cpp - Graphs of node lists ---------------------------===//
//
// Inputs, nodes and outputs of a graph and of its subgraphs.
//
//===----------------------------------------------------------------------===//

#include "NodeListPrinter.h"
#include "Spelling.h"
#include "tp/IR/Names.h"
#include "tp/Schema/Registry.h"
#include "tp/Schema/Schema.h"
#include "tp/Target/PT2/Targets.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::nodelist;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The name that a call's own name starts from: `add` for `aten.add.Tensor`.
static StringRef getBaseName(StringRef target) {
  SmallVector<StringRef, 4> parts;
  target.split(parts, '.');
  return parts.size() >= 3 ? parts[parts.size() - 2] : parts.back();
}

/// Whether an input stands for a constant; it may go without a name.
static bool isConstantInput(PlaceholderOp input) {
  return input.getKind() == InputKind::specialized ||
         isa<tp::NoneType>(input.getType());
}

void NodeListPrinter::nameNodes(Block &body) {
  std::optional<GraphNamespace> names;
  auto create = [&](StringRef candidate) {
    if (!names)
      names.emplace(body);
    return names->create(candidate);
  };
  for (Operation &op : body) {
    auto node = dyn_cast<NodeOp>(op);
    if (!node || newNodeNames.contains(&op))
      continue;
    auto call = dyn_cast<tp::CallOp>(op);
    auto input = dyn_cast<PlaceholderOp>(op);
    if (!node.getNodeNameAttr() && !(input && isConstantInput(input))) {
      StringRef target = input && input.getTarget() ? *input.getTarget()
                         : call ? getBaseName(call.getTargetAttr().getValue())
                                : StringRef("input");
      newNodeNames[&op] = create(target);
    }
    bool isValueItself =
        op.getNumResults() == 1 && !(call && call.getResultTreeAttr());
    if (isValueItself)
      continue;
    for (OpResult value : op.getResults())
      if (!node.getResultNameAttr(value.getResultNumber()))
        newValueNames[value] = create("getitem");
  }
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

void NodeListPrinter::printArguments(CallFunctionOp node,
                                     SmallVectorImpl<GraphOp> &uses) {
  OperandCursor operands(node);
  ArgsAttr args = node.getArgsAttr();
  if (!args) {
    while (Value value = operands.take()) {
      os << "    arg ";
      printValue(value);
      os << '\n';
    }
    return;
  }
  for (Attribute argument : args.getPositional()) {
    os << "    arg ";
    printArgument(argument, operands, &uses);
    os << '\n';
  }
  for (auto [keyword, argument] :
       llvm::zip_equal(args.getKeywords(), args.getKeywordValues())) {
    os << "    kwarg ";
    printName(os, keyword);
    os << " = ";
    printArgument(argument, operands, &uses);
    os << '\n';
  }
}

void NodeListPrinter::printResult(CallFunctionOp node, Attribute tree,
                                  unsigned &next) {
  if (isa<tp::NoneAttr>(tree)) {
    os << "None";
    return;
  }
  if (isa<OperandAttr>(tree)) {
    if (next >= node.getNumResults())
      return fail(node, "expected a result for each place, got too few");
    OpResult value = node->getResult(next++);
    printName(os, getName(value));
    os << " : " << getType(node, value.getType());
    return;
  }
  auto list = dyn_cast<ListAttr>(tree);
  ArrayRef<Attribute> elements =
      list ? list.getElements() : cast<TupleAttr>(tree).getElements();
  os << '[';
  llvm::interleaveComma(elements, os, [&](Attribute element) {
    printResult(node, element, next);
  });
  os << ']';
}

void NodeListPrinter::printResults(CallFunctionOp node) {
  unsigned next = 0;
  auto printLine = [&](Attribute tree) {
    os << "    result ";
    printResult(node, tree, next);
    os << '\n';
  };
  Attribute tree = node.getResultTreeAttr();
  if (!tree) {
    for (unsigned i = 0, e = node.getNumResults(); i != e; ++i)
      printLine(OperandAttr::get(context));
  } else if (auto tuple = dyn_cast<TupleAttr>(tree)) {
    llvm::for_each(tuple.getElements(), printLine);
  } else {
    printLine(tree);
  }
}

/// The archive says of a higher-order operator whether it returns a bare
/// tensor or a tuple, and nothing where it returns another value.
void NodeListPrinter::printSingleTensorReturn(CallFunctionOp node) {
  StringRef target = node.getTarget();
  const schema::OperatorSchema *schema = schema::BuiltinTable::lookup(target);
  if (!target.starts_with("higher_order.") &&
      !(schema && schema->isHigherOrder()))
    return;
  Attribute tree = node.getResultTreeAttr();
  bool isTuple = tree ? isa<TupleAttr>(tree) : node.getNumResults() != 1;
  bool isTensor = !tree && node.getNumResults() == 1 &&
                  isa<TensorType>(node->getResult(0).getType());
  if (isTuple || isTensor)
    os << "    hop_single_tensor_return " << (isTensor ? "True" : "False")
       << '\n';
}

void NodeListPrinter::printNode(CallFunctionOp node, const std::string &path,
                                Subgraphs &uses) {
  ++numNodes;
  std::string name = spellName(getNodeName(node));
  os << "  node " << name << "\n    target ";
  printName(os, getArchiveTarget(node.getTarget()));
  os << '\n';
  SmallVector<GraphOp> graphs;
  printArguments(node, graphs);
  printResults(node);
  printSingleTensorReturn(node);
  if (MetaAttr metadata = node.getMetadataAttr())
    for (auto [key, value] :
         llvm::zip_equal(metadata.getKeys(), metadata.getValues())) {
      os << "    meta " << key.getValue() << ' ';
      printString(os, value);
      os << '\n';
    }
  for (GraphOp graph : graphs) {
    StringAttr original = graph.getOriginalNameAttr();
    std::string own =
        spellName(original ? original.getValue() : graph.getSymName());
    uses.push_back({(Twine(path) + "/" + name + "/" + own).str(), graph});
  }
}

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

void NodeListPrinter::printInput(PlaceholderOp input) {
  os << "  input ";
  if (isConstantInput(input)) {
    OperandCursor none(input);
    Attribute value = input.getDefaultValueAttr();
    os << "= ";
    printArgument(value ? value : tp::NoneAttr::get(context), none);
  } else {
    bool requiresGrad = input.getKind() == InputKind::parameter &&
                        input.getRequiresGrad().value_or(true);
    printName(os, getName(input.getResult()));
    os << " : " << getType(input, input.getType(), requiresGrad);
  }
  os << '\n';
}

void NodeListPrinter::printOutput(Operation *graph) {
  auto output = cast<OutputOp>(graph->getRegion(0).front().back());
  auto subgraph = dyn_cast<GraphOp>(graph);
  Attribute value = output.getValueAttr();
  if ((subgraph && subgraph.getSingleTensorReturn()) ||
      (value && isOperandPlace(value)))
    os << "  single_tensor_return\n";
  OperandCursor operands(output);
  auto printLine = [&](Attribute element) {
    os << "  output ";
    printArgument(element, operands);
    os << '\n';
  };
  if (ArrayAttr mutations = output.getMutationsAttr())
    llvm::for_each(mutations, printLine);
  auto tuple = dyn_cast_or_null<TupleAttr>(value);
  if (tuple)
    llvm::for_each(tuple.getElements(), printLine);
  else if (value)
    printLine(value);
  else
    while (!operands.rest.empty())
      printLine(OperandAttr::get(context));
}

void NodeListPrinter::printGraph(Operation *graph, const std::string &path) {
  Block &body = graph->getRegion(0).front();
  nameNodes(body);
  os << "graph " << (path.empty() ? StringRef("/") : StringRef(path)) << '\n';
  SmallVector<Subgraph> uses;
  for (Operation &op : body) {
    if (auto input = dyn_cast<PlaceholderOp>(op))
      printInput(input);
    else if (auto node = dyn_cast<CallFunctionOp>(op))
      printNode(node, path, uses);
    else if (!isa<StateOp, GraphOp, GuardOp, SchemaOp, OutputOp>(op))
      fail(&op, "expected calls of functions only, and state as an input, as "
                "in an exported program");
  }
  printOutput(graph);
  for (const Subgraph &use : uses)
    printGraph(use.graph, use.path);
}
