//===- ExportGraph.cpp - A program as nodes of a document -----------------===//
//
// Names, inputs and nodes; the output is in ExportOutput.cpp.
//
//===----------------------------------------------------------------------===//

#include "ExportGraph.h"
#include "PickleWriter.h"
#include "tp/IR/ArgSyntax.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include <cmath>

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::tensorplay;

GraphExporter::GraphExporter(ProgramOp program, JsonOut &json)
    : program(program), context(program.getContext()), json(json),
      names(program.getBody().front()) {}

Attribute GraphExporter::integer(int64_t value) const {
  return IntegerAttr::get(IntegerType::get(context, 64), value);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// A node's name becomes the name of a Python variable.
static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

std::string GraphExporter::nameOf(StringAttr wanted, StringRef otherwise) {
  if (wanted && isIdentifier(wanted.getValue()))
    return wanted.str();
  std::string made = names.create(wanted ? wanted.getValue() : otherwise);
  if (!isIdentifier(made))
    made = names.create("value");
  if (wanted)
    renamed[wanted.getValue()] = made;
  return made;
}

void GraphExporter::nameNodes() {
  for (Operation &op : program.getBody().front()) {
    if (isa<GetAttrOp>(op))
      continue;
    auto node = dyn_cast<NodeOp>(op);
    if (!node)
      continue;
    for (OpResult result : op.getResults()) {
      StringRef otherwise = "value";
      if (auto input = dyn_cast<PlaceholderOp>(op))
        otherwise = input.getTargetAttr() ? input.getTargetAttr().getValue()
                                          : otherwise;
      else if (auto call = dyn_cast<tp::CallOp>(op))
        otherwise = call.getTargetAttr().getValue().rsplit('.').second.empty()
                        ? call.getTargetAttr().getValue()
                        : call.getTargetAttr().getValue().rsplit('.').second;
      values[result] =
          nameOf(node.getResultNameAttr(result.getResultNumber()), otherwise);
    }
  }
}

/// Takes the inputs of the program, and ahead of them those for state that it
/// reads as attributes or not at all.
void GraphExporter::addInputs() {
  llvm::DenseMap<StringAttr, PlaceholderOp> lifted;
  SmallVector<ExportedInput> taken;
  for (auto input : program.getBody().getOps<PlaceholderOp>()) {
    ExportedInput exported;
    exported.name = values[input.getResult()];
    exported.kind = input.getKind();
    exported.placeholder = input;
    if (input.getKind() != InputKind::user &&
        input.getKind() != InputKind::specialized &&
        input.getKind() != InputKind::token)
      lifted[input.getTargetAttr()] = input;
    taken.push_back(exported);
  }
  llvm::DenseMap<StringAttr, StateOp> states;
  for (auto state : program.getBody().getOps<StateOp>()) {
    StringAttr path = state.getSymNameAttr();
    states[path] = state;
    if (PlaceholderOp input = lifted.lookup(path)) {
      stateNames[path] = values[input.getResult()];
      continue;
    }
    ExportedInput made;
    made.name = names.createInput(state.getInputName());
    made.kind = state.getInputKind();
    made.state = state;
    stateNames[path] = made.name;
    inputs.push_back(made);
  }
  for (ExportedInput &input : taken) {
    if (lifted.lookup(input.placeholder.getTargetAttr()) == input.placeholder)
      input.state = states.lookup(input.placeholder.getTargetAttr());
    inputs.push_back(input);
  }
  for (auto read : program.getBody().getOps<GetAttrOp>()) {
    values[read.getResult()] = stateNames[read.getStateAttr().getAttr()];
    if (StringAttr name = read.getNodeNameAttr())
      renamed[name.getValue()] = values[read.getResult()];
  }
}

LogicalResult GraphExporter::checkOps() {
  for (Operation &op : program.getBody().front()) {
    if (isa<GraphOp>(op))
      return op.emitError("expected a program without subgraphs: tensorplay "
                          "has no operators that take one (--inline-modules "
                          "inlines those of modules)");
    if (isa<CallModuleOp>(op))
      return op.emitError("expected no call of a module, which tensorplay does "
                          "not save: run --inline-modules");
    if (isa<AssertExprOp>(op))
      return op.emitError("expected assertions that tensorplay has a function "
                          "for: it checks ranges, equality and linear "
                          "relations of dimensions");
  }
  return success();
}

LogicalResult GraphExporter::prepare() {
  if (failed(checkOps()))
    return failure();
  nameNodes();
  addInputs();
  return success();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// JSON as Python reads and writes it: a float has a point, and there are words
/// for what is no number.
static void writeReal(JsonOut &json, double value) {
  json.rawValue([&](raw_ostream &os) {
    if (std::isnan(value))
      os << "NaN";
    else if (std::isinf(value))
      os << (value < 0 ? "-Infinity" : "Infinity");
    else
      printFloat(os, value);
  });
}

LogicalResult GraphExporter::writeDict(Operation *op, DictAttr dict,
                                       ArrayRef<std::string> &rest) {
  json.arrayBegin();
  for (auto [key, value] : llvm::zip(dict.getKeys(), dict.getValues())) {
    if (!isa<StringAttr, IntegerAttr, FloatAttr, tp::NoneAttr>(key))
      return op->emitError("expected a string, number or None as the key of a "
                           "dict, which tensorplay saves, got ")
             << describeLiteral(key);
    json.arrayBegin();
    ArrayRef<std::string> none;
    if (failed(writeValue(op, key, none)) ||
        failed(writeValue(op, value, rest)))
      return failure();
    json.arrayEnd();
  }
  json.arrayEnd();
  return success();
}

LogicalResult GraphExporter::writeContainer(Operation *op, Attribute literal,
                                            ArrayRef<std::string> &rest) {
  auto writeAll = [&](StringRef key, ArrayRef<Attribute> parts) {
    json.attributeBegin(key);
    json.arrayBegin();
    for (Attribute part : parts)
      if (failed(writeValue(op, part, rest)))
        return failure();
    json.arrayEnd();
    json.attributeEnd();
    return success();
  };
  if (auto list = dyn_cast<ListAttr>(literal))
    return writeAll("__list__", list.getElements());
  if (auto tuple = dyn_cast<tp::TupleAttr>(literal))
    return writeAll("__tuple__", tuple.getElements());
  if (auto slice = dyn_cast<SliceAttr>(literal))
    return writeAll("__slice__",
                    {slice.getStart(), slice.getStop(), slice.getStep()});
  if (auto dict = dyn_cast<DictAttr>(literal)) {
    json.attributeBegin("__dict__");
    if (failed(writeDict(op, dict, rest)))
      return failure();
    json.attributeEnd();
    return success();
  }
  if (needsPickle(literal))
    if (std::optional<std::string> pickled = writePickle(literal)) {
      json.attribute("__pickle__", llvm::encodeBase64(*pickled));
      return success();
    }
  return op->emitError("expected an argument that tensorplay has, got ")
         << describeLiteral(literal) << " " << literal;
}

LogicalResult GraphExporter::writeValue(Operation *op, Attribute literal,
                                        ArrayRef<std::string> &rest) {
  if (auto arm = dyn_cast<ArmAttr>(literal))
    return writeValue(op, arm.getValue(), rest);
  if (isa<tp::NoneAttr>(literal)) {
    json.value(nullptr);
  } else if (auto flag = dyn_cast<BoolAttr>(literal)) {
    json.value(flag.getValue());
  } else if (auto number = dyn_cast<IntegerAttr>(literal)) {
    json.value(number.getInt());
  } else if (auto number = dyn_cast<FloatAttr>(literal)) {
    writeReal(json, number.getValueAsDouble());
  } else if (auto string = dyn_cast<StringAttr>(literal)) {
    if (!llvm::json::isUTF8(string.getValue()))
      return op->emitError("expected a string in UTF-8, got ") << string;
    json.value(string.getValue());
  } else {
    json.objectBegin();
    if (isOperandPlace(literal)) {
      json.attribute("__node__", rest.front());
      rest = rest.drop_front();
    } else if (failed(writeContainer(op, literal, rest))) {
      return failure();
    }
    json.objectEnd();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

void GraphExporter::beginNode(const Node &node) {
  json.objectBegin();
  json.attribute("op", node.op);
  json.attributeObject("target", [&] {
    bool isMethod = node.op == "call_method";
    json.attribute("kind", isMethod              ? "method"
                           : node.module.empty() ? "name"
                                                 : "ref");
    if (!node.module.empty())
      json.attribute("module", node.module);
    json.attribute(node.module.empty() ? "name" : "qualname", node.target);
  });
}

void GraphExporter::endNode(const Node &node) {
  json.attribute("name", node.name);
  if (node.type && !isa<AnyType>(node.type))
    json.attribute(
        "tp_type",
        static_cast<int64_t>(
            types.try_emplace(node.type, types.size()).first->second));
  if (node.meta)
    json.attribute(
        "tp_meta",
        static_cast<int64_t>(
            metadata.try_emplace(node.meta, metadata.size()).first->second));
  json.objectEnd();
}

LogicalResult
GraphExporter::writeNode(const Node &node,
                         function_ref<LogicalResult()> writeArgs) {
  beginNode(node);
  if (failed(writeArgs()))
    return failure();
  endNode(node);
  return success();
}

std::string GraphExporter::writeCall(StringRef op, StringRef module,
                                     StringRef target, ArrayRef<Attribute> args,
                                     ArrayRef<std::string> places) {
  Node node;
  std::string name = names.create(target);
  node.op = op;
  node.module = module;
  node.target = target;
  node.name = name;
  (void)writeNode(node, [&] {
    json.attributeBegin("args");
    LogicalResult written =
        writeValue(program, tp::TupleAttr::get(context, args), places);
    json.attributeEnd();
    json.attributeObject("kwargs",
                         [&] { json.attributeArray("__dict__", [] {}); });
    return written;
  });
  return name;
}

LogicalResult GraphExporter::writeInput(ExportedInput input) {
  Node node;
  node.op = "placeholder";
  node.name = input.name;
  node.target = input.name;
  Attribute value;
  if (PlaceholderOp op = input.placeholder) {
    value = op.getDefaultValueAttr();
    node.meta = op.getMetadataAttr();
    if (!input.state) {
      node.type = op.getType();
      if (op.getTargetAttr())
        node.target = op.getTarget().value();
    }
  }
  return writeNode(node, [&]() -> LogicalResult {
    SmallVector<Attribute> args;
    if (value && input.kind != InputKind::specialized)
      args.push_back(value);
    ArrayRef<std::string> none;
    json.attributeBegin("args");
    if (failed(writeValue(input.placeholder ? input.placeholder.getOperation()
                                            : program.getOperation(),
                          tp::TupleAttr::get(context, args), none)))
      return failure();
    json.attributeEnd();
    json.attributeObject("kwargs",
                         [&] { json.attributeArray("__dict__", [] {}); });
    return success();
  });
}

LogicalResult GraphExporter::writeArguments(tp::CallOp call) {
  SmallVector<std::string> places;
  for (Value operand : call.getArgOperands())
    places.push_back(values[operand]);
  ArrayRef<std::string> rest = places;
  ArgsAttr args = call.getArgsAttr();
  SmallVector<Attribute> positional(places.size(), OperandAttr::get(context));
  SmallVector<Attribute> keys, keywordValues;
  if (args) {
    positional.assign(args.getPositional().begin(), args.getPositional().end());
    keys.assign(args.getKeywords().begin(), args.getKeywords().end());
    llvm::append_range(keywordValues, args.getKeywordValues());
  }
  json.attributeBegin("args");
  if (failed(writeValue(call, tp::TupleAttr::get(context, positional), rest)))
    return failure();
  json.attributeEnd();
  json.attributeBegin("kwargs");
  if (failed(
          writeValue(call, DictAttr::get(context, keys, keywordValues), rest)))
    return failure();
  json.attributeEnd();
  return success();
}

/// Reads the results of a call out of the containers that it returns.
void GraphExporter::writeResults(tp::CallOp call, Attribute tree,
                                 StringRef container, unsigned &next) {
  ArrayRef<Attribute> elements;
  if (auto list = dyn_cast<ListAttr>(tree))
    elements = list.getElements();
  else
    elements = cast<tp::TupleAttr>(tree).getElements();
  int64_t index = -1;
  for (Attribute element : elements) {
    ++index;
    bool isPlace = isOperandPlace(element);
    if (!isPlace && !isa<ListAttr, tp::TupleAttr>(element))
      continue;
    std::string name =
        isPlace ? values[call->getResult(next)] : names.create("getitem");
    Node node;
    node.op = "call_function";
    node.module = "_operator";
    node.target = "getitem";
    node.name = name;
    if (isPlace)
      node.type = call->getResult(next++).getType();
    std::string from[] = {container.str()};
    ArrayRef<std::string> places = from;
    (void)writeNode(node, [&] {
      json.attributeBegin("args");
      Attribute args[] = {OperandAttr::get(context), integer(index)};
      LogicalResult written =
          writeValue(call, tp::TupleAttr::get(context, args), places);
      json.attributeEnd();
      json.attributeObject("kwargs",
                           [&] { json.attributeArray("__dict__", [] {}); });
      return written;
    });
    if (!isPlace)
      writeResults(call, element, name, next);
  }
}

/// Namespaces of torch's operators, which tensorplay does not have.
static bool isTorchOperator(StringRef target) {
  StringRef space = target.split('.').first;
  return space == "aten" || space == "prim" || space == "prims" ||
         space == "torch" || space == "higher_order";
}

LogicalResult GraphExporter::writeCallOp(tp::CallOp call) {
  Node node;
  node.op = isa<CallMethodOp>(call) ? "call_method" : "call_function";
  node.target = call.getTargetAttr().getValue();
  node.meta = call.getMetadataAttr();
  if (isa<CallFunctionOp>(call)) {
    if (isTorchOperator(node.target))
      return call->emitError("expected a function of tensorplay or of Python, "
                             "by its path, got the operator '")
             << node.target << "'";
    std::tie(node.module, node.target) = splitPath(node.target);
    StringAttr module = node.meta ? node.meta.lookup(moduleKey) : StringAttr();
    StringRef path = call.getTargetAttr().getValue();
    if (module && path.consume_front(module.getValue()) &&
        path.consume_front(".")) {
      node.module = module.getValue();
      node.target = path;
    }
    if (node.module.empty() || node.target.empty())
      return call->emitError("expected a path with a module as the target, got "
                             "'")
             << call.getTargetAttr().getValue() << "'";
  }
  Attribute tree = call.getResultTreeAttr();
  if (!tree && call->getNumResults() > 1)
    tree = tp::TupleAttr::get(
        context, SmallVector<Attribute>(call->getNumResults(),
                                        OperandAttr::get(context)));
  bool isSingle = call->getNumResults() == 1 && (!tree || isOperandPlace(tree));
  std::string name = isSingle ? values[call->getResult(0)]
                              : nameOf(call.getNodeNameAttr(), node.target);
  node.name = name;
  if (isSingle)
    node.type = call->getResult(0).getType();
  if (failed(writeNode(node, [&] { return writeArguments(call); })))
    return failure();
  unsigned next = 0;
  if (!isSingle && tree && isa<ListAttr, tp::TupleAttr>(tree))
    writeResults(call, tree, name, next);
  return success();
}

LogicalResult GraphExporter::writeRange(AssertDimRangeOp op) {
  Attribute place = OperandAttr::get(context),
            none = tp::NoneAttr::get(context);
  auto bound = [&](IntegerAttr value) { return value ? value : none; };
  writeCall("call_function", assertModule, "_assert_dim_range",
            {place, op.getDimAttr(), bound(op.getMinAttr()),
             bound(op.getMaxAttr()), op.getNameAttr()},
            {values[op.getTensor()]});
  return success();
}

LogicalResult GraphExporter::writeAssertion(Operation &op) {
  Attribute place = OperandAttr::get(context);
  if (auto range = dyn_cast<AssertDimRangeOp>(op))
    return writeRange(range);
  if (auto equal = dyn_cast<AssertDimsEqualOp>(op)) {
    writeCall("call_function", assertModule, "_assert_dims_equal",
              {place, equal.getLhsDimAttr(), place, equal.getRhsDimAttr(),
               equal.getNameAttr()},
              {values[equal.getLhs()], values[equal.getRhs()]});
    return success();
  }
  auto relation = cast<AssertDimRelationOp>(op);
  if (!relation.getRoot())
    return op.emitError("expected a relation to a dimension of an input: "
                        "tensorplay has no function that checks one to a "
                        "symbol of no input");
  writeCall("call_function", assertModule, "_assert_dim_relation",
            {place, relation.getRootDimAttr(), place,
             relation.getDerivedDimAttr(), relation.getScaleAttr(),
             relation.getOffsetAttr(), relation.getNameAttr()},
            {values[relation.getRoot()], values[relation.getDerived()]});
  return success();
}

LogicalResult GraphExporter::writeOp(Operation &op) {
  if (isa<StateOp, GetAttrOp, PlaceholderOp, GuardOp, SchemaOp>(op))
    return success();
  if (auto call = dyn_cast<tp::CallOp>(op))
    return writeCallOp(call);
  if (isa<AssertDimRangeOp, AssertDimsEqualOp, AssertDimRelationOp>(op))
    return writeAssertion(op);
  if (auto store = dyn_cast<StoreAttrOp>(op))
    return writeStore(store);
  if (auto output = dyn_cast<OutputOp>(op))
    return writeOutput(output);
  return op.emitError("expected an operation of the dialect that tensorplay "
                      "has a node for");
}

LogicalResult GraphExporter::writeNodes() {
  json.arrayBegin();
  for (const ExportedInput &input : inputs)
    if (failed(writeInput(input)))
      return failure();
  for (Operation &op : program.getBody().front())
    if (failed(writeOp(op)))
      return failure();
  json.arrayEnd();
  return success();
}
