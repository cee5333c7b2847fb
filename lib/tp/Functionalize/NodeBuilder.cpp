//===- NodeBuilder.cpp - New nodes of a graph -----------------------------===//
//
// Calls, their arguments and their names.
//
//===----------------------------------------------------------------------===//

#include "NodeBuilder.h"
#include "tp/Functionalize/Layout.h"

using namespace mlir;
using namespace mlir::tp;

StringRef mlir::tp::getBaseName(StringRef target) {
  SmallVector<StringRef, 4> parts;
  target.split(parts, '.');
  if (parts.size() == 3)
    return parts[1];
  return parts.back();
}

StringAttr NodeBuilder::makeName(StringRef candidate) {
  if (!names)
    names.emplace(graph);
  return builder.getStringAttr(names->create(candidate));
}

Argument NodeBuilder::makeInts(ArrayRef<int64_t> values) {
  auto elements = llvm::map_to_vector(values, [&](int64_t value) {
    return Attribute(builder.getI64IntegerAttr(value));
  });
  return Argument(ListAttr::get(getContext(), elements), {});
}

void NodeBuilder::nameResults(CallOp call) {
  if (call->getNumResults() == 1 && !call.getResultTreeAttr())
    return;
  SmallVector<Attribute> resultNames;
  auto nameElements = [&](unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      resultNames.push_back(makeName("getitem"));
  };
  auto tree = dyn_cast_or_null<TupleAttr>(call.getResultTreeAttr());
  if (!tree) {
    nameElements(call->getNumResults());
  } else {
    for (Attribute element : tree.getElements()) {
      // A list in the tuple is a node too, and takes a name.
      if (isa<ListAttr>(element))
        makeName("getitem");
      nameElements(countOperandPlaces(element));
    }
  }
  call.setResultNamesAttr(
      resultNames.empty() ? ArrayAttr() : builder.getArrayAttr(resultNames));
}

/// What an operator is called as a function of a Python module.
static std::string getFunction(StringRef target, StringRef module) {
  StringRef base = getBaseName(target);
  // It has no function for content that is overwritten by zeros.
  if (base == "zero")
    base = "zeros_like";
  return (module + "." + base).str();
}

Operation *
NodeBuilder::makeCall(Operation *before, Operation *like, StringRef target,
                      ArrayRef<Argument> positional, TypeRange types,
                      ArrayRef<std::pair<StringRef, Argument>> keywords,
                      Attribute resultTree) {
  if (!module.empty() && target == "aten.copy.default")
    return makeCopy(before, like, positional[0], positional[1], types.front());
  std::string function;
  if (!module.empty() && target.starts_with("aten.")) {
    function = getFunction(target, module);
    target = function;
  }
  SmallVector<Attribute> literals, keywordLiterals;
  SmallVector<StringAttr> keywordNames;
  SmallVector<Value> operands;
  for (const Argument &argument : positional) {
    literals.push_back(argument.literal);
    operands.append(argument.values.begin(), argument.values.end());
  }
  for (const auto &[name, argument] : keywords) {
    keywordNames.push_back(builder.getStringAttr(name));
    keywordLiterals.push_back(argument.literal);
    operands.append(argument.values.begin(), argument.values.end());
  }
  auto args =
      ArgsAttr::get(getContext(), literals, keywordNames, keywordLiterals);
  auto node = dyn_cast<NodeOp>(like);
  builder.setInsertionPoint(before);
  auto call = CallFunctionOp::create(
      builder, like->getLoc(), types, operands, builder.getStringAttr(target),
      args, ArrayAttr(), resultTree, makeName(getBaseName(target)), ArrayAttr(),
      node ? node.getMetadataAttr() : MetaAttr());
  // Leaves the arguments out where they are all positional operands.
  setArguments(cast<CallOp>(call.getOperation()), args, operands);
  nameResults(cast<CallOp>(call.getOperation()));
  nodes.push_back(call);
  return call;
}

/// The function `copy` of the module returns the first argument as it is.
Operation *NodeBuilder::makeCopy(Operation *before, Operation *like,
                                 const Argument &old, Argument source,
                                 Type type) {
  auto wanted = dyn_cast<RankedTensorType>(type),
       given = dyn_cast<RankedTensorType>(source.values.front().getType());
  auto make = [&](StringRef target, ArrayRef<Argument> arguments) {
    return makeCall(before, like, target, arguments, type);
  };
  bool isKnown = wanted && given && wanted.hasStaticShape();
  if (!isKnown || wanted.getShape() != given.getShape())
    source =
        Argument(make("aten.expand_as.default", {source, old})->getResult(0));
  source = Argument(make("aten.type_as.default", {source, old})->getResult(0));
  if (isContiguous(type) == Answer::yes)
    source = Argument(make("aten.contiguous.default", source)->getResult(0));
  return make("aten.clone.default", source);
}

CallOp NodeBuilder::cloneCall(Operation *before, CallOp call) {
  builder.setInsertionPoint(before);
  auto copy = cast<CallOp>(builder.clone(*call.getOperation()));
  StringAttr name = call.getNodeNameAttr();
  copy.setNodeNameAttr(makeName(
      name ? name.getValue() : getBaseName(call.getTargetAttr().getValue())));
  copy.setResultNamesAttr({});
  nameResults(copy);
  nodes.push_back(copy);
  return copy;
}
