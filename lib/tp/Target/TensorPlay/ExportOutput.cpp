//===- ExportOutput.cpp - What a document returns -------------------------===//
//
// tensorplay runs in-place calls and drops the outputs that say what they
// wrote. So a program that writes nothing, and returns the final values, gets
// calls of `copy_` before its output.
//
//===----------------------------------------------------------------------===//

#include "ExportGraph.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::tensorplay;

LogicalResult GraphExporter::writeStore(StoreAttrOp op) {
  StringAttr path = op.getStateAttr().getAttr();
  StateOp state;
  for (auto candidate : program.getBody().getOps<StateOp>())
    if (candidate.getSymNameAttr() == path)
      state = candidate;
  if (!state || (state.getKind() != StateKind::buffer &&
                 state.getKind() != StateKind::parameter))
    return op.emitError("expected a parameter or buffer as what is written");
  Write write;
  write.kind = state.getKind() == StateKind::parameter ? OutputKind::parameter
                                                       : OutputKind::buffer;
  write.target = path.str();
  write.value = op.getValue();
  write.name = writeCall("call_method", "", "copy_",
                         {OperandAttr::get(context), OperandAttr::get(context)},
                         {stateNames[path], values[op.getValue()]});
  // Of several writes the last is the final value.
  llvm::erase_if(
      stores, [&](const Write &other) { return other.target == write.target; });
  stores.push_back(write);
  hasCopies = true;
  return success();
}

/// The next step of an element's path, `[0]` or `['a']`, as a key; null at the
/// end or where it is malformed.
static Attribute takeKey(MLIRContext *context, StringRef &path) {
  if (!path.consume_front("["))
    return {};
  if (path.consume_front("'")) {
    auto [key, rest] = path.split("']");
    path = rest;
    return StringAttr::get(context, key);
  }
  int64_t index;
  if (path.consumeInteger(10, index) || !path.consume_front("]"))
    return {};
  return IntegerAttr::get(IntegerType::get(context, 64), index);
}

std::string GraphExporter::getWritten(const Write &write) {
  if (write.kind != OutputKind::input)
    return stateNames.lookup(StringAttr::get(context, write.target));
  std::string name;
  for (ExportedInput input : inputs)
    if (!input.state && input.placeholder &&
        input.placeholder.getNodeNameAttr() &&
        input.placeholder.getNodeNameAttr() == write.target)
      name = input.name;
  StringRef path =
      StringRef(write.path)
          .drop_front(std::min(write.path.size(), write.target.size()));
  while (Attribute key = takeKey(context, path))
    name = writeCall("call_function", "_operator", "getitem",
                     {OperandAttr::get(context), key}, {name});
  return name;
}

/// Lists the leaves of what the user gets.
void GraphExporter::flatten(Attribute value, ArrayRef<std::string> &rest) {
  ArrayRef<Attribute> elements;
  if (auto list = dyn_cast<ListAttr>(value))
    elements = list.getElements();
  else if (auto tuple = dyn_cast<tp::TupleAttr>(value))
    elements = tuple.getElements();
  else if (auto dict = dyn_cast<DictAttr>(value))
    elements = dict.getValues();
  if (isa<ListAttr, tp::TupleAttr, DictAttr>(value)) {
    for (Attribute element : elements)
      flatten(element, rest);
    return;
  }
  ExportedOutput output;
  if (!isOperandPlace(value)) {
    output.constant = value;
    outputs.push_back(output);
    return;
  }
  if (auto place = dyn_cast<OutputKindAttr>(value)) {
    output.kind = place.getKind();
    if (place.getTarget())
      output.target = place.getTarget().str();
  }
  output.name = rest.front();
  rest = rest.drop_front();
  outputs.push_back(output);
}

/// Collects the mutations of an output behind the stores of the graph, and
/// makes those of a functional program; the number of mutations.
size_t GraphExporter::writeMutations(OutputOp op,
                                     SmallVectorImpl<Write> &writes,
                                     MutableArrayRef<std::string> results) {
  size_t count = 0;
  if (ArrayAttr mutations = op.getMutationsAttr()) {
    count = mutations.size();
    for (auto [place, value] :
         llvm::zip(mutations.getAsRange<OutputKindAttr>(), op.getOperands())) {
      Write write;
      write.kind = place.getKind();
      write.path = place.getTarget() ? place.getTarget().str() : "";
      write.target = write.path;
      if (write.kind == OutputKind::input)
        write.target = StringRef(write.path).split('[').first.str();
      write.value = value;
      write.name = values[value];
      writes.push_back(write);
    }
  }
  // The writes of a functional program are made here, all of them from the
  // values that were there before.
  if (program.getFunctional() && count) {
    hasCopies = true;
    for (auto [i, value] : llvm::enumerate(op.getOperands()))
      if (value.getDefiningOp<PlaceholderOp>() ||
          value.getDefiningOp<GetAttrOp>())
        results[i] = writeCall("call_method", "", "clone",
                               {OperandAttr::get(context)}, {results[i]});
    for (size_t i = 0; i < count; ++i) {
      Write &write = writes[stores.size() + i];
      if (write.kind == OutputKind::token)
        continue;
      write.name =
          writeCall("call_method", "", "copy_",
                    {OperandAttr::get(context), OperandAttr::get(context)},
                    {getWritten(write), results[i]});
    }
  }
  return count;
}

LogicalResult GraphExporter::writeOutput(OutputOp op) {
  SmallVector<std::string> results;
  for (Value operand : op.getOperands())
    results.push_back(values[operand]);
  SmallVector<Write> writes(stores);
  size_t count = writeMutations(op, writes, results);
  ArrayRef<std::string> rest = ArrayRef(results).drop_front(count);
  userValue = op.getValueAttr();
  if (!userValue)
    userValue = tp::TupleAttr::get(
        context,
        SmallVector<Attribute>(rest.size(), OperandAttr::get(context)));
  mutationCount = writes.size();
  for (const Write &write : writes) {
    ExportedOutput output;
    output.kind = write.kind;
    output.name = write.name;
    output.target = write.target;
    if (write.kind == OutputKind::input && write.path != write.target)
      output.path = write.path;
    outputs.push_back(output);
  }
  ArrayRef<std::string> leaves = rest;
  flatten(userValue, leaves);

  // Flat, with the written values first, where there are any.
  Attribute value = userValue;
  SmallVector<std::string> flat;
  if (mutationCount) {
    SmallVector<Attribute> parts;
    for (const ExportedOutput &output : outputs) {
      parts.push_back(output.name.empty() ? output.constant
                                          : OperandAttr::get(context));
      if (!output.name.empty())
        flat.push_back(output.name);
    }
    value = tp::TupleAttr::get(context, parts);
    rest = flat;
  }
  Node node;
  node.op = "output";
  node.target = "output";
  std::string name = nameOf(op.getNodeNameAttr(), "output");
  node.name = name;
  node.meta = op.getMetadataAttr();
  return writeNode(node, [&]() -> LogicalResult {
    json.attributeBegin("args");
    Attribute args[] = {value};
    if (failed(writeValue(op, tp::TupleAttr::get(context, args), rest)))
      return failure();
    json.attributeEnd();
    json.attributeObject("kwargs",
                         [&] { json.attributeArray("__dict__", [] {}); });
    return success();
  });
}
