//===- Writes.cpp - Writes as pure forms ----------------------------------===//
//
// A call that writes is replaced by its pure form; the results of that become
// the content of what it wrote.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "tp/Functionalize/Layout.h"
#include "tp/Schema/Registry.h"

using namespace mlir;
using namespace mlir::tp;
using schema::OperatorSchema;

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// Checks that the written tensors share no element with themselves or with
/// each other.
LogicalResult Functionalizer::checkTargets(CallOp call,
                                           ArrayRef<Target> targets) {
  llvm::DenseMap<AliasStorage *, SmallVector<View *, 2>> byStorage;
  for (const Target &target : targets) {
    View *view = target.object->view;
    Answer overlapping = overlapsItself(view->type);
    if (overlapping == Answer::yes ||
        (overlapping == Answer::unknown && isa<TensorType>(view->type)))
      return emitNodeError(call)
             << "expected to write a tensor whose elements do not share "
                "memory, got "
             << view->type;
    SmallVector<View *, 2> &others = byStorage[view->storage];
    for (View *other : others)
      if (other == view || overlap(other->type, view->type) != Answer::no)
        return emitNodeError(call)
               << "expected to write tensors that share no memory, got two "
                  "that may overlap";
    others.push_back(view);
  }
  return success();
}

static bool hasShape(Type type, Type other) {
  auto a = dyn_cast<RankedTensorType>(type),
       b = dyn_cast<RankedTensorType>(other);
  return !a || !b || a.getShape() == b.getShape();
}

/// Makes `value` the content of a written argument.
LogicalResult Functionalizer::assign(CallOp call, const Target &target,
                                     Value value) {
  View *view = target.object->view;
  // `out=` of another size is resized: it is another tensor from now on.
  if (!hasShape(view->type, value.getType())) {
    target.object->view = model.makeBase(value, value.getType());
    target.object->changedBy = call;
    return success();
  }
  return model.write(view, value, call);
}

//===----------------------------------------------------------------------===//
// Results that have to be converted
//===----------------------------------------------------------------------===//

static Type getElementType(Type type) {
  auto tensor = dyn_cast_or_null<TensorType>(type);
  return tensor ? tensor.getElementType() : Type();
}

/// Whether an operator answers with truth values, whatever it is asked about.
static bool isPredicate(const OperatorSchema &schema) {
  StringRef base = schema.getBaseName();
  base.consume_back("_");
  return base.starts_with("logical_") || base.starts_with("is") ||
         llvm::is_contained({"eq", "ne", "lt", "le", "gt", "ge", "less",
                             "less_equal", "greater", "greater_equal",
                             "not_equal", "signbit", "all", "any"},
                            base);
}

/// 0 for truth values, then integers, floating point, complex.
static unsigned getCategory(Type type) {
  if (isa<ComplexType>(type))
    return 3;
  if (isa<mlir::FloatType>(type))
    return 2;
  return type.isInteger(1) ? 0 : 1;
}

static bool isFloating(Type type) { return getCategory(type) >= 2; }

/// Whether the pure form has certainly the dtype of the target.
static bool keepsDtype(CallOp call, const BoundCall &bound, Type target,
                       bool isOut) {
  const OperatorSchema &schema = bound.getSchema();
  MLIRContext *context = call->getContext();
  Type wanted = getElementType(target);
  if (!wanted)
    return true;
  if (isPredicate(schema))
    return wanted.isInteger(1);
  bool isPointwise = schema.hasTag(schema::Tag::pointwise);
  if (std::optional<unsigned> dtype = schema.findArgument("dtype")) {
    auto literal =
        dyn_cast_or_null<DTypeAttr>(bound.getLiteral(*dtype, context));
    if (literal)
      return getScalarType(wanted) == literal.getValue();
    // Sums of integers are wider than what is summed.
    if (!isFloating(wanted))
      return false;
  }
  auto rank = getRank(target);
  bool hasTensor = false;
  for (Value operand : call->getOperands()) {
    Type other = getElementType(operand.getType());
    if (!other)
      continue;
    hasTensor = true;
    if (other == wanted)
      continue;
    if (isOut)
      return false;
    bool isList = schema.getBaseName().starts_with("_foreach");
    if (!isPointwise && !isList)
      continue;
    // A tensor of a lesser kind, or a single number of the same, changes no
    // dtype.
    unsigned category = getCategory(other), own = getCategory(wanted);
    bool isNumber = getRank(operand.getType()) == 0 && rank && *rank > 0;
    if (category > own || (category == own && !isNumber))
      return false;
  }
  if (!isOut)
    return true;
  return hasTensor && (isPointwise || isFloating(wanted));
}

bool Functionalizer::keepsDtypes(CallOp call, const BoundCall &bound,
                                 ArrayRef<Target> targets) const {
  return llvm::all_of(targets, [&](const Target &target) {
    return keepsDtype(call, bound, target.object->view->type,
                      bound.getSchema().isOut());
  });
}

/// The types of results that are converted after.
static void inferTypes(Operation *node, TypeInference &inference) {
  InferredTypes inferred = inference.infer(cast<CallOp>(node));
  if (!inferred.isKnown() || inferred.types.size() != node->getNumResults())
    return;
  for (auto [result, type] :
       llvm::zip_equal(node->getResults(), inferred.types))
    if (isa<TensorType>(type))
      result.setType(type);
}

/// `value`, with the dtype and the strides of the tensor that it is the new
/// content of.
Value Functionalizer::fitToTarget(CallOp call, const BoundCall &bound,
                                  const Target &target, Value value,
                                  bool isOut) {
  Type type = target.object->view->type;
  if (!hasShape(type, value.getType()) || !isa<RankedTensorType>(type))
    return value;
  bool keepsStrides = isContiguous(type) == Answer::yes ||
                      isDense(type) != Answer::yes ||
                      bound.getSchema().hasTag(schema::Tag::pointwise);
  if (keepsStrides && keepsDtype(call, bound, type, isOut))
    return value;
  return builder.makeValue(call, call, "aten.copy.default",
                           {Argument(target.old), Argument(value)},
                           getFreshType(type));
}

//===----------------------------------------------------------------------===//
// Pure forms
//===----------------------------------------------------------------------===//

/// Names under which a method is none: its pure form exists as an operator
/// only.
static bool isOperatorOnly(const OperatorSchema &schema) {
  return schema.isRandom() ||
         llvm::is_contained({"copy", "fill", "zero", "uniform", "set"},
                            schema.getBaseName());
}

/// What the pure form of a Python call is called; empty where it has to be the
/// operator.
static std::string getPythonTarget(CallOp call, const OperatorSchema &schema) {
  StringRef target = call.getTargetAttr().getValue();
  StringRef base = schema.getBaseName();
  if (isa<CallMethodOp>(call.getOperation())) {
    if (isOperatorOnly(schema) || target.drop_back() != base)
      return {};
    return base.str();
  }
  if (target.starts_with("_operator.i"))
    return ("_operator." + target.drop_front(11)).str();
  auto [module, name] = target.rsplit('.');
  bool isOperator = target.starts_with("aten.") || target.starts_with("prims.");
  if (!isOperator && name == base && module.starts_with("torch"))
    return target.str();
  if (!isOperator && name == base && module.starts_with("tensorplay"))
    return target.str();
  return {};
}

/// The types of what a call returns as return `index` of its schema.
static SmallVector<Type>
getReturnTypes(CallOp call, const OperatorSchema &schema, int index) {
  if (index < 0)
    return {};
  if (isPacked(call, schema))
    return {AnyType::get(call->getContext())};
  SmallVector<Type> types;
  for (auto [own, type] :
       llvm::zip_equal(getReturnIndices(call, schema), call->getResultTypes()))
    if (int(own) == index)
      types.push_back(type);
  return types;
}

namespace {
/// The arguments of a pure form.
struct FormArguments {
  SmallVector<Argument> positional;
  SmallVector<std::pair<StringRef, Argument>> keywords;
};
} // namespace

static FormArguments makeArguments(const BoundCall &bound,
                                   const FunctionalForm &form, Type target,
                                   MLIRContext *context) {
  FormArguments result;
  ArrayRef<schema::Argument> parameters = form.schema->getArguments();
  SmallVector<std::optional<Argument>> given(parameters.size());
  for (auto [index, source] : llvm::enumerate(form.arguments)) {
    if (source != FunctionalForm::missing && bound.isGiven(source))
      given[index] = bound[source].argument;
    else if (source != FunctionalForm::missing &&
             bound.getSchema().getArguments()[source].getDefaultText() !=
                 parameters[index].getDefaultText())
      given[index] = bound.getArgument(source, context);
  }
  if (form.dtypeArgument >= 0 && !given[form.dtypeArgument])
    if (Type element = getElementType(target))
      if (std::optional<ScalarType> dtype = getScalarType(element))
        given[form.dtypeArgument] =
            Argument(DTypeAttr::get(context, *dtype), {});
  unsigned count = form.schema->getNumPositional();
  while (count && !given[count - 1])
    --count;
  for (auto [index, parameter] : llvm::enumerate(parameters)) {
    if (index < count) {
      Argument argument(NoneAttr::get(context), {});
      if (given[index])
        argument = *given[index];
      else if (parameter.hasDefault())
        argument.literal = convertLiteral(*parameter.getDefault(),
                                          *parameter.getType(), context);
      result.positional.push_back(argument);
    } else if (given[index]) {
      result.keywords.emplace_back(parameter.getName(), *given[index]);
    }
  }
  return result;
}

/// Makes the content of each written argument from the results of a pure form,
/// and says what the results of `call` are now.
LogicalResult
Functionalizer::writeResults(CallOp call, const BoundCall &bound,
                             ArrayRef<Target> targets,
                             ArrayRef<FunctionalForm::Result> form,
                             ArrayRef<Value> results, bool isOut) {
  const OperatorSchema &schema = bound.getSchema();
  SmallVector<unsigned> indices = getReturnIndices(call, schema);
  Container *packed =
      isPacked(call, schema) ? &makePacked(call, schema) : nullptr;
  if (packed)
    packed->isReplaced = true;
  auto getOwn = [&](int index) {
    SmallVector<OpResult> own;
    for (OpResult result : call->getResults())
      if (int(indices[result.getResultNumber()]) == index)
        own.push_back(result);
    return own;
  };
  // What element `element` of return `index` is.
  auto bind = [&](int index, unsigned element, ArrayRef<OpResult> own,
                  Object *object, Value value) {
    if (packed) {
      bool isTuple = schema.getReturns().size() > 1;
      packed->elements[Builder(call->getContext())
                           .getI64IntegerAttr(isTuple ? index : element)] =
          object;
    } else if (element < own.size()) {
      objects[own[element]] = object;
      rename(own[element], value);
    }
  };
  SmallVector<std::pair<Target, Value>> writes;
  for (const FunctionalForm::Result &part : form) {
    SmallVector<Target> written;
    for (const Target &target : targets)
      if (int(target.argument) == part.argument)
        written.push_back(target);
    SmallVector<OpResult> own;
    if (part.result >= 0 && !packed)
      own = getOwn(part.result);
    bool isOne = part.result < 0 || packed;
    size_t count = part.argument >= 0 ? written.size() : isOne ? 1 : own.size();
    for (size_t i = 0; i < count; ++i) {
      Value value = results.front();
      results = results.drop_front();
      if (part.argument < 0) {
        if (part.result >= 0)
          bind(part.result, i, own,
               makeObject(model.makeBase(value, packed ? value.getType()
                                                       : own[i].getType())),
               value);
        continue;
      }
      value = fitToTarget(call, bound, written[i], value, isOut);
      writes.emplace_back(written[i], value);
      // The call returns the written tensor itself.
      if (part.result >= 0)
        bind(part.result, i, own, written[i].object, value);
    }
  }
  for (auto &[target, value] : writes)
    if (failed(assign(call, target, value)))
      return failure();
  erase(call);
  return success();
}

LogicalResult Functionalizer::visitForm(CallOp call, const BoundCall &bound,
                                        ArrayRef<Target> targets,
                                        const FunctionalForm &form) {
  MLIRContext *mlirContext = call->getContext();
  const OperatorSchema &schema = bound.getSchema();
  SmallVector<Type> types;
  SmallVector<Attribute> tree;
  auto place = OperandAttr::get(mlirContext);
  for (auto [part, value] :
       llvm::zip_equal(form.results, form.schema->getReturns())) {
    // An `out=` of another size gets that of the result.
    SmallVector<Type> own = getReturnTypes(call, schema, part.result);
    size_t index = 0, first = types.size();
    for (const Target &target : targets)
      if (int(target.argument) == part.argument) {
        Type type = target.object->view->type;
        if (index < own.size() && !hasShape(type, own[index]))
          type = own[index];
        ++index;
        types.push_back(getFreshType(type));
      }
    if (part.argument < 0 && part.result >= 0)
      types.append(own.begin(), own.end());
    else if (part.argument < 0)
      // A statistic of its own, like those that are written.
      types.push_back(getFreshType(targets.front().object->view->type));
    SmallVector<Attribute> places(types.size() - first, place);
    bool isList = value.getType()->is(schema::TypeKind::List);
    if (isList)
      tree.push_back(ListAttr::get(mlirContext, places));
    else if (places.empty())
      tree.push_back(NoneAttr::get(mlirContext));
    else
      tree.push_back(place);
  }
  Attribute resultTree =
      tree.size() == 1 ? tree.front() : TupleAttr::get(mlirContext, tree);
  if (isa<OperandAttr>(resultTree) ||
      (tree.size() > 1 && llvm::all_of(tree, llvm::IsaPred<OperandAttr>)))
    resultTree = {};
  Type target = targets.empty() ? Type() : targets.front().object->view->type;
  FormArguments arguments = makeArguments(bound, form, target, mlirContext);
  std::string name = getPythonTarget(call, *form.schema);
  Operation *pure;
  if (!name.empty() && isa<CallMethodOp>(call.getOperation())) {
    CallOp copy = builder.cloneCall(call, call);
    cast<CallMethodOp>(copy.getOperation()).setTarget(name);
    copy.setNodeNameAttr(builder.makeName(name));
    if (copy->getNumResults() == 1)
      copy->getResult(0).setType(types.front());
    pure = copy;
  } else {
    pure = builder.makeCall(
        call, call, name.empty() ? form.schema->getTarget() : name,
        arguments.positional, types, arguments.keywords, resultTree);
  }
  if (!keepsDtypes(call, bound, targets))
    inferTypes(pure, context.inference);
  return writeResults(call, bound, targets, form.results,
                      SmallVector<Value>(pure->getResults()), schema.isOut());
}

/// `relu(x, inplace=True)`: the same call without the flag.
LogicalResult Functionalizer::visitInPlaceFlag(CallOp call,
                                               const BoundCall &bound,
                                               ArrayRef<Target> targets,
                                               unsigned flag) {
  MLIRContext *mlirContext = call->getContext();
  CallOp copy = builder.cloneCall(call, call);
  ArgsAttr args = getSpelledArgs(copy);
  SmallVector<Attribute> positional(args.getPositional()),
      values(args.getKeywordValues());
  Attribute off = BoolAttr::get(mlirContext, false);
  if (flag < positional.size())
    positional[flag] = off;
  for (auto [keyword, value] : llvm::zip_equal(args.getKeywords(), values))
    if (keyword.getValue() == "inplace")
      value = off;
  copy.setArgsAttr(
      ArgsAttr::get(mlirContext, positional, args.getKeywords(), values));
  FunctionalForm::Result result;
  result.result = 0;
  result.argument = targets.front().argument;
  return writeResults(call, bound, targets, result,
                      SmallVector<Value>(copy->getResults()), false);
}

/// A custom operator that writes is called on copies by a higher-order
/// operator, which returns them.
LogicalResult Functionalizer::visitCustom(CallOp call, const BoundCall &bound,
                                          ArrayRef<Target> targets) {
  MLIRContext *mlirContext = call->getContext();
  const OperatorSchema &schema = bound.getSchema();
  for (unsigned i = 0, e = schema.getReturns().size(); i < e; ++i)
    if (!schema.getAliasedArguments(i).empty())
      return emitNodeError(call)
             << "expected a custom operator that returns none of the tensors "
                "that it writes, got '"
             << schema.str() << "'";
  SmallVector<Type> types;
  SmallVector<Attribute> tree;
  auto place = OperandAttr::get(mlirContext);
  SmallVector<FunctionalForm::Result> form;
  for (auto [index, value] : llvm::enumerate(schema.getReturns())) {
    SmallVector<Type> own = getReturnTypes(call, schema, index);
    types.append(own);
    SmallVector<Attribute> places(own.size(), place);
    bool isList = value.getType()->is(schema::TypeKind::List);
    tree.push_back(isList ? Attribute(ListAttr::get(mlirContext, places))
                          : Attribute(place));
    form.push_back({static_cast<int>(index), -1});
  }
  if (schema.getReturns().empty())
    tree.push_back(NoneAttr::get(mlirContext));
  for (unsigned argument = 0; argument < schema.getArguments().size();
       ++argument) {
    size_t first = types.size();
    for (const Target &target : targets)
      if (target.argument == argument)
        types.push_back(getFreshType(target.object->view->type));
    if (types.size() == first)
      continue;
    SmallVector<Attribute> places(types.size() - first, place);
    bool isList =
        schema.getArguments()[argument].getType()->stripOptional()->is(
            schema::TypeKind::List);
    tree.push_back(isList ? Attribute(ListAttr::get(mlirContext, places))
                          : Attribute(place));
    form.push_back({-1, static_cast<int>(argument)});
  }
  Argument op(
      OperatorAttr::get(mlirContext,
                        StringAttr::get(mlirContext, schema.getTarget())),
      {});
  SmallVector<std::pair<StringRef, Argument>> keywords;
  for (auto [index, parameter] : llvm::enumerate(schema.getArguments()))
    keywords.emplace_back(parameter.getName(),
                          bound.getArgument(index, mlirContext));
  Operation *pure =
      builder.makeCall(call, call, "higher_order.auto_functionalized", op,
                       types, keywords, TupleAttr::get(mlirContext, tree));
  return writeResults(call, bound, targets, form,
                      SmallVector<Value>(pure->getResults()), false);
}

/// The tensors that one argument of a call is, to be written.
LogicalResult Functionalizer::addTargets(CallOp call, const BoundCall &bound,
                                         unsigned argument,
                                         SmallVectorImpl<Target> &targets) {
  const schema::Type *type =
      bound.getSchema().getArguments()[argument].getType()->stripOptional();
  // A list of unknown type would pass for a tensor.
  bool isTensor =
      type->is(schema::TypeKind::Tensor) || !bound.getValue(argument);
  for (Value value : bound[argument].argument.values) {
    Object *object = getObject(value);
    if (object && object->container) {
      FailureOr<SmallVector<Object *>> elements =
          getElements(*object->container, call);
      if (failed(elements))
        return failure();
      for (Object *element : *elements)
        if (element->view)
          targets.push_back({argument, element, Value()});
      continue;
    }
    if (!object || !isTensor)
      return emitNodeError(call) << "expected to write a tensor, or a list "
                                    "whose elements are known, got "
                                 << value.getType();
    targets.push_back({argument, object, Value()});
  }
  return success();
}

LogicalResult Functionalizer::visitWrite(CallOp call, const BoundCall &before,
                                         ArrayRef<Write> writes) {
  const OperatorSchema &schema = before.getSchema();
  SmallVector<Target> targets;
  for (const Write &write : writes) {
    bool isKnown = llvm::any_of(targets, [&](const Target &target) {
      return target.argument == write.argument;
    });
    if (!isKnown && failed(addTargets(call, before, write.argument, targets)))
      return failure();
  }
  if (failed(checkTargets(call, targets)) || failed(updateReads(call)))
    return failure();
  for (Target &target : targets) {
    FailureOr<Value> old = model.read(target.object->view, call);
    if (failed(old))
      return failure();
    target.old = *old;
  }
  std::optional<BoundCall> bound = BoundCall::get(call, schema);
  if (!bound || targets.empty())
    return success();
  for (auto [index, returned] : llvm::enumerate(schema.getReturns()))
    if (returned.getType()->is(schema::TypeKind::List) &&
        isPacked(call, schema) && schema.getAliasedArguments(index).empty())
      return emitNodeError(call)
             << "expected a known number of results, got a list of unknown "
                "type";
  std::optional<unsigned> flag = schema.findArgument("inplace");
  if (flag && schema.getNamespace() == "functional")
    return visitInPlaceFlag(call, *bound, targets, *flag);
  if (std::optional<LogicalResult> expanded =
          expandWrite(call, *bound, targets))
    return *expanded;
  SmallVector<unsigned> written(schema.getWrittenArguments());
  for (const schema::Note &note : schema.getNotes())
    if (note.kind == schema::Note::Kind::Writes)
      written.push_back(note.argument);
  if (const FunctionalForm *form = context.forms.lookup(schema, written))
    return visitForm(call, *bound, targets, *form);
  bool isCustom = !schema::BuiltinTable::contains(schema.getTarget());
  if (isCustom && schema.getNamespace() != "functional")
    return visitCustom(call, *bound, targets);
  return emitNodeError(call) << "expected an operator with a pure form, got "
                             << call.getTargetAttr();
}
