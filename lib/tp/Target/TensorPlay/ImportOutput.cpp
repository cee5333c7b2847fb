//===- ImportOutput.cpp - What a program returns --------------------------===//
//
// The output node of a document is flat where the program writes state: first
// the values written, as often as there are writes, then what the user gets.
// Here each target has one final value, and the user's value its structure.
//
//===----------------------------------------------------------------------===//

#include "ImportGraph.h"
#include "tp/IR/ArgSyntax.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::tensorplay;

/// An index or key as Python's repr() spells it.
static std::string printKey(Attribute key) {
  if (auto text = dyn_cast<StringAttr>(key))
    return "'" + text.str() + "'";
  if (auto number = dyn_cast<IntegerAttr>(key))
    return std::to_string(number.getInt());
  return {};
}

/// `items[0]`: the element of the input `name` that `value` updates.
std::string GraphImporter::getElement(Value value, StringRef name) {
  SmallVector<std::string> path;
  while (Operation *op = value.getDefiningOp()) {
    if (op->getNumOperands() == 0)
      break;
    if (auto call = dyn_cast<CallFunctionOp>(op)) {
      ArgsAttr args = call.getArgsAttr();
      if (call.getTarget() != "_operator.getitem" || !args ||
          args.getPositional().size() != 2)
        break;
      std::string key = printKey(args.getPositional()[1]);
      if (key.empty())
        break;
      path.push_back("[" + key + "]");
    } else if (!isa<CallMethodOp>(op)) {
      break;
    }
    value = op->getOperand(0);
  }
  std::string text = name.str();
  for (const std::string &step : llvm::reverse(path))
    text += step;
  return text;
}

static bool isMutation(OutputKind kind) {
  return kind == OutputKind::buffer || kind == OutputKind::parameter ||
         kind == OutputKind::input || kind == OutputKind::token;
}

LogicalResult
GraphImporter::readMutations(const Json &results, size_t &count,
                             SmallVectorImpl<Mutation> &mutations) {
  llvm::DenseMap<Attribute, size_t> positions;
  llvm::DenseMap<StringAttr, size_t> stateOrder;
  for (const auto &entry : inputs)
    if (entry.second.target)
      if (auto order = inputOrder.find(entry.getKey());
          order != inputOrder.end())
        stateOrder.try_emplace(entry.second.target, order->second);
  while (count < outputs.size() && isMutation(outputs[count].kind))
    ++count;
  if (count > results.size())
    return results.emitError()
           << "expected " << count << " written values, got " << results.size();
  return results.forEach([&](const Json &item) -> LogicalResult {
    if (item.getIndex() >= count)
      return success();
    const OutputEntry &entry = outputs[item.getIndex()];
    SmallVector<Value> operands;
    Attribute value = importValue(item, operands);
    if (!value)
      return failure();
    if (!isa<OperandAttr>(value))
      return item.emitError() << "expected a node as a written value";
    std::string target = entry.target.str();
    if (entry.kind == OutputKind::input)
      target = entry.path.empty() ? getElement(operands[0], entry.target)
                                  : entry.path.str();
    bool isState =
        entry.kind == OutputKind::buffer || entry.kind == OutputKind::parameter;
    if (isState && !states.contains(str(target)))
      return item.emitError() << "expected the written state '" << target
                              << "' among the inputs of the signature";
    Mutation mutation;
    mutation.place = OutputKindAttr::get(
        context, entry.kind,
        entry.kind == OutputKind::token ? StringAttr() : str(target));
    mutation.value = operands[0];
    mutation.index = item.getIndex();
    mutation.order = inputs.size();
    if (auto order = stateOrder.find(str(target));
        isState && order != stateOrder.end())
      mutation.order = order->second;
    else if (auto order = inputOrder.find(entry.target);
             order != inputOrder.end() && !isState)
      mutation.order = order->second;
    // Of several writes the last is the final value.
    Attribute key = entry.kind == OutputKind::token
                        ? Attribute(str(std::to_string(item.getIndex())))
                        : Attribute(mutation.place);
    auto [position, isNew] = positions.try_emplace(key, mutations.size());
    if (isNew)
      mutations.push_back(mutation);
    else
      mutations[position->second] = mutation;
    return success();
  });
}

/// Puts the flat leaves into the containers of `tree`.
Attribute GraphImporter::nest(const Json &tree, ArrayRef<Attribute> leaves,
                              size_t &next) {
  FailureOr<StringRef> kind =
      tree.find("t") ? tree.getString("t") : tree.getString("kind");
  if (failed(kind))
    return {};
  if (*kind == "leaf") {
    if (next == leaves.size()) {
      tree.emitError() << "expected at most " << leaves.size()
                       << " leaves, as the output has";
      return {};
    }
    return leaves[next++];
  }
  SmallVector<Attribute> elements;
  if (std::optional<Json> children = tree.find("c"))
    if (failed(children->forEach([&](const Json &child) {
          elements.push_back(nest(child, leaves, next));
          return success(bool(elements.back()));
        })))
      return {};
  if (*kind == "list")
    return ListAttr::get(context, elements);
  if (*kind != "dict")
    return tp::TupleAttr::get(context, elements);
  std::optional<Json> keyContext = tree.find("ctx");
  std::optional<Json> tuple =
      keyContext ? keyContext->find("__tuple__") : std::nullopt;
  const Json *list = tuple ? &*tuple : keyContext ? &*keyContext : nullptr;
  SmallVector<Attribute> keys;
  SmallVector<Value> none;
  if (list && failed(list->forEach([&](const Json &key) {
        keys.push_back(importValue(key, none));
        return success(bool(keys.back()));
      })))
    return {};
  if (keys.size() != elements.size() || !none.empty()) {
    tree.emitError() << "expected a key for each of the " << elements.size()
                     << " elements, got " << keys.size();
    return {};
  }
  return makeDict(tree, keys, elements);
}

Attribute GraphImporter::importResults(const Json &results, size_t skipped,
                                       SmallVectorImpl<Value> &operands) {
  SmallVector<Attribute> leaves;
  if (failed(results.forEach([&](const Json &item) {
        if (item.getIndex() < skipped)
          return success(true);
        leaves.push_back(importValue(item, operands));
        return success(bool(leaves.back()));
      })))
    return {};
  if (!outputTree) {
    if (leaves.size() == 1)
      return leaves[0];
    return tp::TupleAttr::get(context, leaves);
  }
  size_t next = 0;
  Attribute value = nest(*outputTree, leaves, next);
  if (value && next != leaves.size()) {
    outputTree->emitError() << "expected " << leaves.size()
                            << " leaves, as the output has, got " << next;
    return {};
  }
  return value;
}

/// Marks losses and gradients among the leaves of the user's value.
Attribute GraphImporter::markKinds(Attribute value, size_t &next) {
  auto markAll = [&](ArrayRef<Attribute> elements) {
    SmallVector<Attribute> marked;
    for (Attribute element : elements)
      marked.push_back(markKinds(element, next));
    return marked;
  };
  if (auto list = dyn_cast<ListAttr>(value))
    return ListAttr::get(context, markAll(list.getElements()));
  if (auto tuple = dyn_cast<tp::TupleAttr>(value))
    return tp::TupleAttr::get(context, markAll(tuple.getElements()));
  if (auto dict = dyn_cast<DictAttr>(value))
    return DictAttr::get(context, dict.getKeys(), markAll(dict.getValues()));
  size_t index = next++;
  if (index >= outputs.size() || !isa<OperandAttr>(value))
    return value;
  const OutputEntry &entry = outputs[index];
  if (entry.kind == OutputKind::user || isMutation(entry.kind))
    return value;
  return OutputKindAttr::get(context, entry.kind,
                             entry.target.empty() ? StringAttr()
                                                  : str(entry.target));
}

LogicalResult GraphImporter::importOutput(const Json &node,
                                          const NodeEntry &entry) {
  if (entry.args->size() != 1)
    return node.emitError()
           << "expected one value of the output, got " << entry.args->size();
  hasOutput = true;
  return entry.args->forEach([&](const Json &result) -> LogicalResult {
    std::optional<Json> results = result.find("__tuple__");
    if (!results)
      results = result.find("__list__");
    size_t count = 0;
    SmallVector<Mutation> mutations;
    if (results && failed(readMutations(*results, count, mutations)))
      return failure();
    llvm::sort(mutations, [](const Mutation &a, const Mutation &b) {
      return std::pair(a.order, a.index) < std::pair(b.order, b.index);
    });
    SmallVector<Attribute> places;
    SmallVector<Value> operands;
    for (const Mutation &mutation : mutations) {
      places.push_back(mutation.place);
      operands.push_back(mutation.value);
    }
    Attribute value = count ? importResults(*results, count, operands)
                            : importValue(result, operands);
    if (!value)
      return failure();
    size_t next = count;
    if (llvm::any_of(outputs, [](const OutputEntry &output) {
          return output.kind != OutputKind::user && !isMutation(output.kind);
        }))
      value = markKinds(value, next);
    // A flat tuple of values is the usual form and goes without.
    auto tuple = dyn_cast<tp::TupleAttr>(value);
    if (tuple && llvm::all_of(tuple.getElements(), llvm::IsaPred<OperandAttr>))
      value = {};
    OutputOp::create(
        builder, loc, operands,
        places.empty() ? ArrayAttr() : builder.getArrayAttr(places), value,
        entry.name == "output" ? StringAttr() : str(entry.name), entry.meta);
    return success();
  });
}
