//===- ExportGraph.cpp - Export of one graph ------------------------------===//
//
// Names, inputs, nodes and outputs of a graph.
//
//===----------------------------------------------------------------------===//

#include "ExportGraph.h"
#include "tp/IR/CallBinding.h"
#include "tp/Schema/Registry.h"
#include "tp/Target/PT2/Targets.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::pt2;

GraphExporter::GraphExporter(ExportContext &shared, Block &block,
                             const GraphExporter *parent)
    : shared(shared), block(block), parent(parent), names(block) {
  for (GraphOp nested : block.getOps<GraphOp>())
    graphs.try_emplace(nested.getSymNameAttr(), nested);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// What a new node of this target is named after: `add` for
/// `aten.add.Tensor`, `mul` for `_operator.mul`.
static StringRef getNameCandidate(StringRef target) {
  SmallVector<StringRef> parts;
  target.split(parts, '.');
  bool hasOverload = parts.size() > 2 && parts.front() != "torch" &&
                     parts.front() != "higher_order";
  return parts[parts.size() - (hasOverload ? 2 : 1)];
}

void GraphExporter::nameCall(tp::CallOp call) {
  StringAttr name = call.getNodeNameAttr();
  bool isPlain = call->getNumResults() == 1 && !call.getResultTreeAttr();
  if (!name && isPlain)
    name = call.getResultNameAttr(0);
  StringRef nodeName =
      name ? name.getValue()
           : createName(getNameCandidate(call.getTargetAttr().getValue()));
  nodeNames[call] = nodeName;
  for (auto [i, result] : llvm::enumerate(call->getResults())) {
    StringAttr resultName = call.getResultNameAttr(i);
    if (resultName && (isPlain || resultName.getValue() != nodeName ||
                       call.getResultNamesAttr()))
      valueNames[result] = resultName.getValue();
    else
      valueNames[result] = isPlain ? nodeName : createName("getitem");
  }
}

void GraphExporter::nameNodes() {
  for (Operation &op : block) {
    if (auto input = dyn_cast<PlaceholderOp>(op)) {
      StringAttr name = input.getNodeNameAttr();
      if (name)
        valueNames[input] = name.getValue();
      else if (input.getKind() != InputKind::specialized)
        valueNames[input] = createName(input.getTarget() ? *input.getTarget()
                                                         : StringRef("input"));
      if (input.getKind() != InputKind::user)
        continue;
      for (StringAttr alias : {name, input.getTargetAttr()})
        if (alias)
          userInputs.try_emplace(alias, input);
    } else if (auto call = dyn_cast<tp::CallOp>(op)) {
      nameCall(call);
    }
  }
}

LogicalResult GraphExporter::addValue(Operation *op, StringRef name, Type type,
                                      bool takesGradient) {
  auto isKnown = [&](auto scalar) {
    if (scalar.getExpr())
      return true;
    emitNodeError(op) << "expected the expression of '" << name
                      << "' in its type, got " << type;
    return false;
  };
  return llvm::TypeSwitch<Type, LogicalResult>(type)
      .Case([&](TensorType) -> LogicalResult {
        FailureOr<TensorMeta> meta =
            shared.exportTensor(op, type, takesGradient);
        if (failed(meta))
          return failure();
        tensors.push_back({name, *meta});
        return success();
      })
      .Case([&](IntType scalar) {
        if (!isKnown(scalar))
          return failure();
        symInts.push_back({name, shared.exportSymInt(scalar)});
        return success();
      })
      .Case([&](tp::FloatType scalar) {
        if (!isKnown(scalar))
          return failure();
        symFloats.push_back({name, shared.exportSymFloat(scalar)});
        return success();
      })
      .Case([&](BoolType scalar) {
        if (!isKnown(scalar))
          return failure();
        symBools.push_back({name, shared.exportSymBool(scalar)});
        return success();
      })
      .Case([&](ObjectType object) {
        objects.push_back(
            {name, CustomObjArgument{name, object.getClassName().getValue()}});
        return success();
      })
      .Case([](TokenType) { return success(); })
      .Default([&](Type) -> LogicalResult {
        return emitNodeError(op)
               << "expected '" << name
               << "' to be a tensor, a symbolic scalar or an object, got "
               << type << ": a .pt2 archive holds typed values only";
      });
}

/// Values that the program knows by name and that no node makes.
LogicalResult GraphExporter::exportUnusedValues(Operation *op) {
  auto values =
      op->getAttrOfType<DictionaryAttr>(TPDialect::getValuesAttrName());
  if (!values)
    return success();
  for (NamedAttribute value : values)
    if (failed(addValue(op, value.getName().getValue(),
                        cast<TypeAttr>(value.getValue()).getValue())))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

bool mlir::tp::pt2::isConstantInput(PlaceholderOp input) {
  if (input.getKind() == InputKind::specialized)
    return true;
  // What torch captures of a number is its value.
  return input.getKind() == InputKind::user && input.getDefaultValueAttr() &&
         isa<IntegerType, mlir::FloatType, StrType, tp::NoneType>(
             input.getType());
}

LogicalResult GraphExporter::exportInput(PlaceholderOp op) {
  placeholders.push_back(op);
  ValueRange none;
  if (isConstantInput(op)) {
    FailureOr<Argument> value =
        exportArgument(op, op.getDefaultValueAttr(), none);
    if (failed(value))
      return failure();
    inputs.push_back(*value);
    return success();
  }
  bool takesGradient = op.getKind() == InputKind::parameter &&
                       op.getRequiresGrad().value_or(true);
  FailureOr<Leaf> leaf = resolveValue(op, op.getResult());
  if (failed(leaf) ||
      failed(addValue(op, leaf->name, op.getType(), takesGradient)))
    return failure();
  FailureOr<Argument> argument = exportLeaf(op, *leaf, ArgArm::inferred);
  if (failed(argument))
    return failure();
  inputs.push_back(*argument);
  return success();
}

FailureOr<InputSpec> GraphExporter::exportInputSpec(unsigned index) {
  using SpecKind = InputSpec::Kind;
  PlaceholderOp op = placeholders[index];
  InputSpec spec;
  spec.arg = inputs[index];
  spec.name = getName(op.getResult());
  if (op.getTarget())
    spec.target = *op.getTarget();
  switch (op.getKind()) {
  case InputKind::user:
  case InputKind::specialized: {
    if (!isConstantInput(op) || spec.name.empty()) {
      spec.kind = SpecKind::UserInput;
      return spec;
    }
    spec.kind = SpecKind::ConstantInput;
    FailureOr<ConstantValue> value =
        exportConstant(op, op.getDefaultValueAttr());
    if (failed(value))
      return failure();
    spec.value = *value;
    return spec;
  }
  case InputKind::parameter:
    spec.kind = SpecKind::Parameter;
    return spec;
  case InputKind::buffer:
    spec.kind = SpecKind::Buffer;
    return spec;
  case InputKind::constant:
    spec.kind = SpecKind::TensorConstant;
    return spec;
  case InputKind::object:
    spec.kind = SpecKind::CustomObj;
    if (auto object = dyn_cast<ObjectType>(op.getType()))
      spec.classFqn = object.getClassName().getValue();
    return spec;
  case InputKind::token:
    spec.kind = SpecKind::Token;
    return spec;
  }
  llvm_unreachable("every kind of input is handled");
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

static bool isHigherOrder(StringRef target) {
  return target.starts_with("higher_order.");
}

/// Whether Python cannot spell an argument as a keyword: `from` of uniform.
static bool isPythonKeyword(StringRef name) {
  static const llvm::StringSet<> keywords = {
      "and",    "as",    "assert", "async", "await",  "break",    "class",
      "def",    "del",   "elif",   "else",  "except", "continue", "finally",
      "for",    "from",  "global", "if",    "import", "in",       "is",
      "lambda", "not",   "or",     "pass",  "raise",  "nonlocal", "return",
      "try",    "while", "with",   "yield"};
  return keywords.contains(name);
}

/// Adds defaults that torch's reader asks for: of arguments that it takes by
/// position, given or not, since no keyword can name them. It refuses its own
/// archives of `x.uniform_()` for that.
LogicalResult GraphExporter::exportUnspeakableDefaults(
    CallFunctionOp op, const schema::OperatorSchema &schema,
    SmallVectorImpl<NamedArgument> &result) {
  auto isPositional = [](const NamedArgument &given) {
    return given.kind == pt2::ArgumentKind::Positional;
  };
  for (const schema::Argument &parameter : schema.getArguments()) {
    StringRef name = parameter.getName();
    if (!parameter.getDefault() || !isPythonKeyword(name) ||
        llvm::any_of(result, [name](const NamedArgument &given) {
          return given.name == name;
        }))
      continue;
    ValueRange none;
    FailureOr<Argument> argument = exportArgument(
        op,
        convertLiteral(*parameter.getDefault(), *parameter.getType(),
                       shared.getContext()),
        none);
    if (failed(argument))
      return failure();
    result.insert(llvm::find_if_not(result, isPositional),
                  {name, *argument, pt2::ArgumentKind::Positional});
  }
  return success();
}

LogicalResult
GraphExporter::exportInputs(CallFunctionOp op,
                            SmallVectorImpl<NamedArgument> &result) {
  StringRef target = op.getTarget();
  ArrayAttr argNames = op.getArgNamesAttr();
  const schema::OperatorSchema *schema =
      op->getContext()->getLoadedDialect<TPDialect>()->lookupSchema(op, target);
  if (schema && !schema->hasKnownSignature())
    schema = nullptr;
  ArgsAttr args = op.getArgsAttr();
  SmallVector<Attribute> positional;
  if (args)
    positional.assign(args.getPositional().begin(), args.getPositional().end());
  else
    positional.assign(op.getNumOperands(),
                      OperandAttr::get(shared.getContext()));
  // Those of an imported program are as they stood.
  bool needsNames =
      !isHigherOrder(target) && !shared.getProgram().getSchemaVersion() &&
      StringRef(getArchiveTarget(target)).starts_with("torch.ops.");
  ValueRange values = op.getOperands();
  for (auto [i, literal] : llvm::enumerate(positional)) {
    NamedArgument &input = result.emplace_back();
    input.kind = pt2::ArgumentKind::Positional;
    if (argNames && i < argNames.size())
      input.name = cast<StringAttr>(argNames[i]).getValue();
    else if (schema && i < schema->getArguments().size())
      input.name = schema->getArguments()[i].getName();
    else if (schema)
      return emitNodeError(op)
             << "expected at most " << schema->getArguments().size()
             << " arguments of '" << target << "', got " << positional.size();
    else if (needsNames)
      return emitNodeError(op)
             << "expected the names of the arguments of '" << target
             << "', whose schema is not known: declare it by a 'tp.schema'";
    FailureOr<Argument> argument = exportArgument(op, literal, values);
    if (failed(argument))
      return failure();
    input.arg = *argument;
  }
  if (args)
    for (auto [keyword, literal] :
         llvm::zip_equal(args.getKeywords(), args.getKeywordValues())) {
      FailureOr<Argument> argument = exportArgument(op, literal, values);
      if (failed(argument))
        return failure();
      result.push_back(
          {keyword.getValue(), *argument, pt2::ArgumentKind::Keyword});
    }
  return schema ? exportUnspeakableDefaults(op, *schema, result) : success();
}

FailureOr<pt2::Argument> GraphExporter::exportResult(CallFunctionOp op,
                                                     Attribute place,
                                                     ValueRange &results) {
  ArgArm arm = ArgArm::inferred;
  if (auto wrapped = dyn_cast<ArmAttr>(place)) {
    arm = wrapped.getArm();
    place = wrapped.getValue();
  }
  if (auto list = dyn_cast<ListAttr>(place)) {
    // An empty list of results is one of tensors.
    if (list.getElements().empty() && list.getArm() == ArgArm::inferred)
      return Argument::fromList<TensorArgument>(Kind::Tensors, {});
    return exportList(op, list.getElements(), list.getArm(), results);
  }
  FailureOr<Leaf> leaf = resolve(op, place, results);
  if (failed(leaf))
    return failure();
  return exportLeaf(op, *leaf, arm);
}

LogicalResult GraphExporter::exportResults(CallFunctionOp op, Node &node) {
  for (Value result : op.getResults())
    if (failed(addValue(op, getName(result), result.getType())))
      return failure();
  Attribute tree = op.getResultTreeAttr();
  SmallVector<Attribute> places;
  auto tuple = dyn_cast_or_null<tp::TupleAttr>(tree);
  if (tuple)
    places.assign(tuple.getElements().begin(), tuple.getElements().end());
  else if (tree)
    places.push_back(tree);
  else
    places.assign(op.getNumResults(), OperandAttr::get(shared.getContext()));
  SmallVector<Argument> results;
  ValueRange values = op.getResults();
  for (Attribute place : places) {
    FailureOr<Argument> result = exportResult(op, place, values);
    if (failed(result))
      return failure();
    results.push_back(*result);
  }
  node.outputs = shared.copy(results);
  if (isHigherOrder(op.getTarget())) {
    if (tuple || places.size() != 1)
      node.isHopSingleTensorReturn = false;
    else if (results.front().is(Kind::Tensor))
      node.isHopSingleTensorReturn = true;
  }
  return success();
}

LogicalResult GraphExporter::exportCall(CallFunctionOp op) {
  Node node;
  node.target = shared.save(getArchiveTarget(op.getTarget()));
  node.name = nodeNames.lookup(op);
  node.metadata = shared.exportMeta(op.getMetadataAttr());
  SmallVector<NamedArgument> arguments;
  if (failed(exportInputs(op, arguments)) || failed(exportResults(op, node)))
    return failure();
  node.inputs = shared.copy(arguments);
  nodes.push_back(node);
  return success();
}

LogicalResult GraphExporter::exportOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<StateOp, GraphOp, SchemaOp>([](auto) { return success(); })
      .Case([&](GuardOp guard) {
        guards.push_back(guard.getCode());
        return success();
      })
      .Case([&](PlaceholderOp input) { return exportInput(input); })
      .Case([&](CallFunctionOp call) { return exportCall(call); })
      .Case<AssertDimRangeOp, AssertDimsEqualOp, AssertDimRelationOp,
            AssertExprOp>([&](auto) { return exportAssertion(*this, op); })
      .Case([&](OutputOp output) { return exportOutput(output); })
      .Case<GetAttrOp, StoreAttrOp>([&](auto) -> LogicalResult {
        return emitNodeError(op)
               << "expected lifted state: run --lift-state before the export, "
                  "since a .pt2 archive passes state as inputs";
      })
      .Case([&](CallModuleOp call) -> LogicalResult {
        return emitNodeError(op)
               << "expected calls of functions only, got one of the module '"
               << call.getTarget()
               << "': run --inline-modules before the export";
      })
      .Case([&](CallMethodOp call) -> LogicalResult {
        return emitNodeError(op)
               << "expected calls of functions only, got one of the method '"
               << call.getTarget()
               << "': a .pt2 archive holds typed graphs of operators, as "
                  "torch.export makes them";
      })
      .Default([&](Operation *) -> LogicalResult {
        return emitNodeError(op)
               << "expected operations of the tp dialect in a program that is "
                  "exported";
      });
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

static OutputSpec::Kind getSpecKind(OutputKind kind) {
  switch (kind) {
  case OutputKind::user:
    return OutputSpec::Kind::UserOutput;
  case OutputKind::buffer:
    return OutputSpec::Kind::BufferMutation;
  case OutputKind::parameter:
    return OutputSpec::Kind::ParameterMutation;
  case OutputKind::input:
    return OutputSpec::Kind::UserInputMutation;
  case OutputKind::loss:
    return OutputSpec::Kind::LossOutput;
  case OutputKind::gradient_parameter:
    return OutputSpec::Kind::GradientToParameter;
  case OutputKind::gradient_input:
    return OutputSpec::Kind::GradientToUserInput;
  case OutputKind::token:
    return OutputSpec::Kind::Token;
  }
  llvm_unreachable("every kind of output is handled");
}

/// One output, with its entry of the signature. Containers are flat here.
LogicalResult GraphExporter::exportOutputLeaf(OutputOp op, Attribute literal,
                                              ValueRange &values) {
  ArrayRef<Attribute> parts;
  bool isContainer = true;
  if (auto tuple = dyn_cast<tp::TupleAttr>(literal))
    parts = tuple.getElements();
  else if (auto list = dyn_cast<ListAttr>(literal))
    parts = list.getElements();
  else if (auto dict = dyn_cast<tp::DictAttr>(literal))
    parts = dict.getValues();
  else
    isContainer = false;
  for (Attribute part : parts)
    if (failed(exportOutputLeaf(op, part, values)))
      return failure();
  if (isContainer)
    return success();

  FailureOr<Argument> argument = exportArgument(op, literal, values);
  if (failed(argument))
    return failure();
  outputs.push_back(*argument);
  OutputSpec &spec = outputSpecs.emplace_back();
  spec.arg = *argument;
  auto kind = dyn_cast<OutputKindAttr>(literal);
  if (!kind)
    return success();
  spec.kind = getSpecKind(kind.getKind());
  StringAttr target = kind.getTarget();
  if (target)
    spec.target = target.getValue();
  if (!argument->is(Kind::Tensor))
    return emitNodeError(op)
           << "expected a tensor as the output for '" << spec.target
           << "', got '" << argument->armName() << "'";
  spec.name = argument->asTensor();
  bool isInput = kind.getKind() == OutputKind::input ||
                 kind.getKind() == OutputKind::gradient_input;
  if (!isInput)
    return success();
  PlaceholderOp input = userInputs.lookup(target);
  if (!input)
    return emitNodeError(op)
           << "expected the mutation of an input, got one of '" << spec.target
           << "': a .pt2 archive knows no elements of containers";
  spec.target = getName(input.getResult());
  return success();
}

LogicalResult GraphExporter::exportOutput(OutputOp op) {
  ValueRange values = op.getOperands();
  if (ArrayAttr mutations = op.getMutationsAttr())
    for (Attribute mutation : mutations)
      if (failed(exportOutputLeaf(op, mutation, values)))
        return failure();
  Attribute value = op.getValueAttr();
  auto tuple = dyn_cast_or_null<tp::TupleAttr>(value);
  auto owner = dyn_cast<GraphOp>(block.getParentOp());
  graph.isSingleTensorReturn =
      owner && (owner.getSingleTensorReturn() || (value && !tuple));
  SmallVector<Attribute> places;
  if (tuple)
    places.assign(tuple.getElements().begin(), tuple.getElements().end());
  else if (value)
    places.push_back(value);
  else
    places.assign(values.size(), OperandAttr::get(shared.getContext()));
  for (Attribute place : places) {
    if (!owner) {
      if (failed(exportOutputLeaf(op, place, values)))
        return failure();
      continue;
    }
    FailureOr<Argument> argument = exportArgument(op, place, values);
    if (failed(argument))
      return failure();
    outputs.push_back(*argument);
  }
  return success();
}

LogicalResult GraphExporter::run() {
  nameNodes();
  for (Operation &op : block)
    if (failed(exportOp(&op)))
      return failure();
  if (failed(exportUnusedValues(block.getParentOp())))
    return failure();
  graph.inputs = shared.copy(inputs);
  graph.outputs = shared.copy(outputs);
  graph.nodes = shared.copy(nodes);
  graph.tensorValues = shared.copy(tensors);
  graph.symIntValues = shared.copy(symInts);
  graph.symBoolValues = shared.copy(symBools);
  graph.symFloatValues = shared.copy(symFloats);
  graph.customObjValues = shared.copy(objects);
  return success();
}
