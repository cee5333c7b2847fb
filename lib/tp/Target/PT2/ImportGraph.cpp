//===- ImportGraph.cpp - Import of one graph ------------------------------===//
//
// Inputs, nodes and outputs of a graph.
//
//===----------------------------------------------------------------------===//

#include "ImportGraph.h"
#include "tp/Schema/Registry.h"
#include "tp/Target/PT2/Targets.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::pt2;

GraphImporter::GraphImporter(ImportContext &shared, const Graph &graph,
                             Block *block, std::string path)
    : shared(shared), context(shared.getContext()), graph(graph), block(block),
      builder(OpBuilder::atBlockEnd(block)), path(std::move(path)) {
  indexValues();
}

template <typename T>
static void indexDict(Dict<T> dict,
                      llvm::DenseMap<StringRef, const T *> &index) {
  index.reserve(dict.size());
  for (const KeyValue<T> &entry : dict)
    index.try_emplace(entry.key, &entry.value);
}

void GraphImporter::indexValues() {
  indexDict(graph.tensorValues, tensors);
  indexDict(graph.symIntValues, symInts);
  indexDict(graph.symFloatValues, symFloats);
  indexDict(graph.symBoolValues, symBools);
  indexDict(graph.customObjValues, objects);
  values.reserve(graph.nodes.size() + graph.inputs.size());
}

LogicalResult GraphImporter::define(StringRef name, Value value,
                                    const Twine &where) {
  if (values.try_emplace(name, value).second)
    return success();
  return emitError(where) << "duplicate value name '" << name << "'";
}

Type GraphImporter::typeOf(Kind kind, StringRef name, bool isParameter,
                           const Twine &where) {
  switch (kind) {
  case Kind::Tensor:
    if (const TensorMeta *meta = tensors.lookup(name))
      return shared.importTensor(*meta, isParameter,
                                 path + ".tensor_values." + name);
    break;
  case Kind::SymInt:
    if (const SymInt *value = symInts.lookup(name))
      return shared.importSymInt(*value, path + ".sym_int_values." + name);
    break;
  case Kind::SymFloat:
    if (const SymFloat *value = symFloats.lookup(name))
      return shared.importSymFloat(*value, path + ".sym_float_values." + name);
    break;
  case Kind::SymBool:
    if (const SymBool *value = symBools.lookup(name))
      return shared.importSymBool(*value, path + ".sym_bool_values." + name);
    break;
  case Kind::CustomObj:
    if (const CustomObjArgument *object = objects.lookup(name))
      return ObjectType::get(context, shared.str(object->classFqn));
    break;
  default:
    break;
  }
  emitError(where) << "no metadata for the value '" << name << "'";
  return {};
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// The name that an argument gives to a value, empty for a constant.
static StringRef getValueName(const Argument &argument) {
  using Kind = Argument::Kind;
  switch (argument.kind()) {
  case Kind::Tensor:
    return argument.asTensor();
  case Kind::SymInt:
    return argument.asSymInt().name;
  case Kind::SymFloat:
    return argument.asSymFloat().name;
  case Kind::SymBool:
    return argument.asSymBool().name;
  case Kind::CustomObj:
    return argument.asCustomObj().name;
  case Kind::OptionalTensor:
    return argument.asOptionalTensor().name;
  default:
    return {};
  }
}

static InputKind getInputKind(InputSpec::Kind kind) {
  switch (kind) {
  case InputSpec::Kind::UserInput:
    return InputKind::user;
  case InputSpec::Kind::Parameter:
    return InputKind::parameter;
  case InputSpec::Kind::Buffer:
    return InputKind::buffer;
  case InputSpec::Kind::TensorConstant:
    return InputKind::constant;
  case InputSpec::Kind::CustomObj:
    return InputKind::object;
  case InputSpec::Kind::Token:
    return InputKind::token;
  case InputSpec::Kind::ConstantInput:
    return InputKind::specialized;
  }
  llvm_unreachable("every kind of input is handled");
}

/// The type of a constant in place of an input.
static Type getLiteralType(MLIRContext *context, Attribute literal) {
  if (auto arm = dyn_cast<ArmAttr>(literal))
    literal = arm.getValue();
  if (auto typed = dyn_cast<TypedAttr>(literal);
      typed && !isa<StringAttr>(literal))
    return typed.getType();
  if (isa<StringAttr>(literal))
    return StrType::get(context);
  if (isa<tp::NoneAttr>(literal))
    return tp::NoneType::get(context);
  return AnyType::get(context);
}

LogicalResult GraphImporter::importInput(unsigned index,
                                         const InputSpec *spec) {
  const Argument &argument = graph.inputs[index];
  std::string where = (".inputs[" + Twine(index) + "]").str();
  InputKind kind = spec ? getInputKind(spec->kind) : InputKind::user;
  StringRef name = getValueName(argument);
  StringAttr target;
  Attribute value;
  Type type;
  if (kind == InputKind::specialized) {
    name = spec->name;
    std::tie(value, type) = importConstant(context, spec->value);
  } else if (kind == InputKind::token) {
    name = spec->name;
    type = TokenType::get(context);
  } else if (name.empty()) {
    // A constant where a value was expected: it is what the input must be.
    value = importRecordArgument(shared, argument, path + where);
    if (!value)
      return failure();
    type = getLiteralType(context, value);
    kind = InputKind::specialized;
  } else {
    type = typeOf(argument.kind(), name, kind == InputKind::parameter, where);
    if (!type)
      return failure();
  }
  if (spec && kind != InputKind::user && kind != InputKind::specialized &&
      spec->name != name)
    return emitError(where) << "expected the input that the signature names, '"
                            << spec->name << "', got '" << name << "'";
  bool isTensorState = kind == InputKind::parameter ||
                       kind == InputKind::buffer || kind == InputKind::constant;
  if (isTensorState && !argument.is(Kind::Tensor))
    return emitError(where)
           << "expected a tensor as the input for the state '" << spec->target
           << "', got '" << argument.armName() << "'";
  BoolAttr requiresGrad;
  if (kind == InputKind::parameter && !tensors.lookup(name)->requiresGrad)
    requiresGrad = builder.getBoolAttr(false);
  if (spec && !spec->target.empty())
    target = shared.str(spec->target);
  else if (!name.empty())
    target = shared.str(name);
  auto op = PlaceholderOp::create(
      builder, shared.getFileLoc(), type, kind, target, value, requiresGrad,
      name.empty() ? StringAttr() : shared.str(name), /*metadata=*/MetaAttr());
  if (name.empty())
    return success();
  return define(name, op.getResult(), where);
}

LogicalResult GraphImporter::importInputs(const GraphSignature *signature) {
  if (signature && signature->inputSpecs.size() != graph.inputs.size())
    return emitError(".inputs")
           << "expected an input for each of the "
           << signature->inputSpecs.size() << " in the signature, got "
           << graph.inputs.size();
  for (unsigned i = 0, e = graph.inputs.size(); i != e; ++i)
    if (failed(importInput(i, signature ? &signature->inputSpecs[i] : nullptr)))
      return failure();
  // Subgraphs stand between the state and the inputs.
  auto placeholders = block->getOps<PlaceholderOp>();
  if (!placeholders.empty())
    firstNode = *placeholders.begin();
  return success();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

LogicalResult GraphImporter::importCallArguments(const Node &node,
                                                 const Twine &where,
                                                 CallArguments &result) {
  const schema::OperatorSchema *schema =
      schema::BuiltinTable::lookup(getIRTarget(node.target));
  bool knowsNames = schema && schema->hasKnownSignature();
  SmallVector<Attribute> positional, keywordValues, names;
  SmallVector<StringAttr> keywords;
  bool namesImplied = true, plain = true;
  for (auto [index, input] : llvm::enumerate(node.inputs)) {
    std::string inputWhere =
        (where + ".inputs[" + Twine(index) + "].arg").str();
    // Schema 8's first minor versions tell positions from the operator.
    bool isKeyword = input.kind == ArgumentKind::Keyword;
    std::optional<unsigned> position =
        knowsNames ? schema->findArgument(input.name) : std::nullopt;
    if (input.kind == ArgumentKind::Absent && position)
      isKeyword = schema->getArguments()[*position].isKwargOnly();
    // The keywords follow, so their values do, too.
    if (!isKeyword && !keywords.empty())
      return emitError(inputWhere)
             << "expected positional arguments ahead of keyword arguments";
    Attribute literal = importArgument(input.arg, inputWhere, result.operands);
    if (!literal)
      return failure();
    if (isKeyword) {
      if (llvm::is_contained(keywords, shared.str(input.name)))
        return emitError(inputWhere)
               << "duplicate keyword argument '" << input.name << "'";
      keywords.push_back(shared.str(input.name));
      keywordValues.push_back(literal);
      continue;
    }
    plain &= isa<OperandAttr>(literal);
    namesImplied &=
        knowsNames ? position == positional.size() : input.name.empty();
    names.push_back(shared.str(input.name));
    positional.push_back(literal);
  }
  if (!plain || !keywords.empty())
    result.args = ArgsAttr::get(context, positional, keywords, keywordValues);
  if (!namesImplied)
    result.names = builder.getArrayAttr(names);
  return success();
}

Attribute GraphImporter::importResult(const Argument &output,
                                      const Twine &where,
                                      CallResults &results) {
  auto add = [&](Kind kind, StringRef name) -> Attribute {
    Type type = typeOf(kind, name, /*isParameter=*/false, where);
    if (!type)
      return {};
    results.types.push_back(type);
    results.names.push_back(name);
    return place();
  };
  SmallVector<Attribute> elements;
  switch (output.kind()) {
  case Kind::None:
    return none();
  case Kind::Tensor:
  case Kind::SymInt:
  case Kind::SymFloat:
  case Kind::SymBool:
  case Kind::CustomObj: {
    StringRef name = getValueName(output);
    if (!name.empty())
      return add(output.kind(), name);
    emitError(where) << "expected the name of a result, got a constant";
    return {};
  }
  case Kind::OptionalTensor:
    if (output.asOptionalTensor().isNone)
      return none();
    return add(Kind::Tensor, output.asOptionalTensor().name);
  case Kind::Tensors:
    for (const TensorArgument &tensor : output.asTensors()) {
      elements.push_back(add(Kind::Tensor, tensor.name));
      if (!elements.back())
        return {};
    }
    return ListAttr::get(context, elements);
  case Kind::OptionalTensors:
    for (const OptionalTensorArgument &tensor : output.asOptionalTensors()) {
      elements.push_back(tensor.isNone ? none()
                                       : add(Kind::Tensor, tensor.name));
      if (!elements.back())
        return {};
    }
    return ListAttr::get(context, elements);
  case Kind::SymInts:
    for (const SymIntArgument &element : output.asSymInts()) {
      if (!element.isName) {
        emitError(where) << "expected the name of a result, got a constant";
        return {};
      }
      elements.push_back(add(Kind::SymInt, element.name));
      if (!elements.back())
        return {};
    }
    return ListAttr::get(context, elements);
  default:
    emitError(where) << "expected a value, a list of them or None as a result, "
                        "got '"
                     << output.armName() << "'";
    return {};
  }
}

LogicalResult GraphImporter::importCallResults(const Node &node,
                                               const Twine &where,
                                               CallResults &results) {
  SmallVector<Attribute> outputs;
  for (auto [index, output] : llvm::enumerate(node.outputs)) {
    outputs.push_back(importResult(
        output, where + ".outputs[" + Twine(index) + "]", results));
    if (!outputs.back())
      return failure();
  }
  // A higher-order operator that returns a tuple of one says so; another with
  // one output returns the value itself.
  bool isTuple = outputs.size() != 1 || (node.isHopSingleTensorReturn &&
                                         !*node.isHopSingleTensorReturn);
  if (!isTuple) {
    if (!isa<OperandAttr>(outputs.front()))
      results.tree = outputs.front();
  } else if (outputs.size() == 1 ||
             !llvm::all_of(outputs, llvm::IsaPred<OperandAttr>)) {
    results.tree = tp::TupleAttr::get(context, outputs);
  }
  return success();
}

LogicalResult GraphImporter::importNode(const Node &node, unsigned index) {
  std::string where = (".nodes[" + Twine(index) + "]").str();
  CallArguments arguments;
  CallResults results;
  if (failed(importCallArguments(node, where, arguments)) ||
      failed(importCallResults(node, where, results)))
    return failure();

  bool single = results.types.size() == 1 && !results.tree;
  StringAttr name;
  if (node.name && !node.name->empty())
    name = shared.str(*node.name);
  else if (single)
    name = shared.str(results.names.front());
  ArrayAttr resultNames;
  if (!results.names.empty() &&
      !(single && name.getValue() == results.names.front())) {
    SmallVector<Attribute> attrs;
    for (StringRef result : results.names)
      attrs.push_back(shared.str(result));
    resultNames = builder.getArrayAttr(attrs);
  }
  if (node.target.empty())
    return emitError(where + ".target") << "expected a target";
  auto op = CallFunctionOp::create(
      builder, shared.importLoc(node.metadata), results.types,
      arguments.operands, shared.str(getIRTarget(node.target)), arguments.args,
      arguments.names, results.tree, name, resultNames,
      shared.importMeta(node.metadata));
  for (auto [result, resultName] :
       llvm::zip_equal(op.getResults(), results.names))
    if (failed(define(resultName, result, where + ".outputs")))
      return failure();
  return success();
}

LogicalResult GraphImporter::importNodes() {
  for (auto [index, node] : llvm::enumerate(graph.nodes))
    if (failed(importNode(node, index)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

Attribute GraphImporter::importOutputPlace(const OutputSpec &spec,
                                           const Twine &where,
                                           SmallVectorImpl<Value> &operands) {
  static constexpr std::pair<OutputSpec::Kind, OutputKind> kinds[] = {
      {OutputSpec::Kind::LossOutput, OutputKind::loss},
      {OutputSpec::Kind::BufferMutation, OutputKind::buffer},
      {OutputSpec::Kind::GradientToParameter, OutputKind::gradient_parameter},
      {OutputSpec::Kind::GradientToUserInput, OutputKind::gradient_input},
      {OutputSpec::Kind::UserInputMutation, OutputKind::input},
      {OutputSpec::Kind::Token, OutputKind::token},
      {OutputSpec::Kind::ParameterMutation, OutputKind::parameter},
  };
  auto *kind = llvm::find_if(
      kinds, [&](const auto &entry) { return entry.first == spec.kind; });
  assert(kind != std::end(kinds) && "a user output is no special place");
  if (failed(use(spec.name, where, operands)))
    return {};
  // The declarations of the state come first in the program.
  auto isDeclared = [&] {
    for (Operation &op : *block) {
      auto state = dyn_cast<StateOp>(op);
      if (!state)
        return false;
      if (state.getSymName() == spec.target)
        return true;
    }
    return false;
  };
  bool isState = kind->second == OutputKind::buffer ||
                 kind->second == OutputKind::parameter ||
                 kind->second == OutputKind::gradient_parameter;
  if (isState && !isDeclared()) {
    emitError(where) << "expected the name of a parameter or buffer in the "
                        "signature, got '"
                     << spec.target << "'";
    return {};
  }
  return OutputKindAttr::get(context, kind->second,
                             spec.target.empty() ? StringAttr()
                                                 : shared.str(spec.target));
}

LogicalResult GraphImporter::importOutputs(const GraphSignature *signature) {
  if (signature && signature->outputSpecs.size() != graph.outputs.size())
    return emitError(".outputs")
           << "expected an output for each of the "
           << signature->outputSpecs.size() << " in the signature, got "
           << graph.outputs.size();
  SmallVector<Value> operands;
  SmallVector<Attribute> mutations, elements;
  for (auto [index, argument] : llvm::enumerate(graph.outputs)) {
    std::string where = (".outputs[" + Twine(index) + "]").str();
    const OutputSpec *spec =
        signature ? &signature->outputSpecs[index] : nullptr;
    bool isUser = !spec || spec->kind == OutputSpec::Kind::UserOutput;
    if (!isUser && spec->name != getValueName(argument) &&
        spec->kind != OutputSpec::Kind::Token)
      return emitError(where)
             << "expected the output that the signature names, '" << spec->name
             << "', got '" << getValueName(argument) << "'";
    Attribute literal = isUser ? importArgument(argument, where, operands)
                               : importOutputPlace(*spec, where, operands);
    if (!literal)
      return failure();
    auto kind = dyn_cast<OutputKindAttr>(literal);
    bool isEffect = kind && kind.getKind() != OutputKind::loss &&
                    kind.getKind() != OutputKind::gradient_parameter &&
                    kind.getKind() != OutputKind::gradient_input;
    // Effects stand ahead of what the user sees.
    if (isEffect && elements.empty())
      mutations.push_back(literal);
    else
      elements.push_back(literal);
  }
  Attribute value;
  if (graph.isSingleTensorReturn && elements.size() == 1)
    value = elements.front();
  else if (!llvm::all_of(elements, llvm::IsaPred<OperandAttr>))
    value = tp::TupleAttr::get(context, elements);
  OutputOp::create(builder, shared.getFileLoc(), operands,
                   mutations.empty() ? ArrayAttr()
                                     : builder.getArrayAttr(mutations),
                   value, /*node_name=*/StringAttr(), /*metadata=*/MetaAttr());
  return success();
}

LogicalResult GraphImporter::importUnusedValues() {
  SmallVector<NamedAttribute> types;
  bool valid = true;
  auto addAll = [&](auto dict, Kind kind) {
    for (const auto &entry : dict) {
      Value value = values.lookup(entry.key);
      if (!valid || (value && !isa<TokenType>(value.getType())))
        continue;
      Type type = typeOf(kind, entry.key, /*isParameter=*/false, "");
      valid = static_cast<bool>(type);
      if (valid)
        types.emplace_back(shared.str(entry.key), TypeAttr::get(type));
    }
  };
  addAll(graph.tensorValues, Kind::Tensor);
  addAll(graph.symIntValues, Kind::SymInt);
  addAll(graph.symBoolValues, Kind::SymBool);
  addAll(graph.symFloatValues, Kind::SymFloat);
  addAll(graph.customObjValues, Kind::CustomObj);
  if (valid && !types.empty())
    block->getParentOp()->setAttr(TPDialect::getValuesAttrName(),
                                  builder.getDictionaryAttr(types));
  return success(valid);
}

LogicalResult GraphImporter::importRoot(const GraphSignature &signature,
                                        ArrayRef<StringRef> guards) {
  builder.setInsertionPointToEnd(block);
  if (failed(importInputs(&signature)))
    return failure();
  for (StringRef guard : guards)
    GuardOp::create(builder, shared.getFileLoc(), shared.str(guard));
  return failure(failed(importNodes()) || failed(importOutputs(&signature)) ||
                 failed(importUnusedValues()));
}

LogicalResult GraphImporter::importSubgraph() {
  return failure(failed(importInputs(nullptr)) || failed(importNodes()) ||
                 failed(importOutputs(nullptr)) ||
                 failed(importUnusedValues()));
}
