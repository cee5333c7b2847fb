//===- Containers.cpp - Elements and indices ------------------------------===//
//
// `items[0]` and `x[1:, None]` are the same node of an untyped graph: a read of
// a container, or a view of a tensor. So are their updates.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "tp/Functionalize/Layout.h"
#include "tp/Schema/Registry.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

std::string mlir::tp::describeKey(Attribute key) {
  if (auto number = getIntLiteral(key))
    return std::to_string(*number);
  if (auto text = dyn_cast<StringAttr>(key))
    return "'" + text.str() + "'";
  std::string name;
  llvm::raw_string_ostream os(name);
  os << key;
  return name;
}

/// The elements that the type of a container says, with their keys.
static SmallVector<std::pair<Attribute, Type>> getElementTypes(Type type) {
  SmallVector<std::pair<Attribute, Type>> elements;
  Builder builder(type.getContext());
  ArrayRef<Type> types;
  if (auto list = dyn_cast<ListType>(type))
    types = list.getElements();
  if (auto tuple = dyn_cast<tp::TupleType>(type))
    types = tuple.getElements();
  for (auto [index, element] : llvm::enumerate(types))
    elements.emplace_back(builder.getI64IntegerAttr(index), element);
  if (auto dict = dyn_cast<DictType>(type))
    for (auto [key, element] :
         llvm::zip_equal(dict.getKeys(), dict.getElements()))
      elements.emplace_back(key, element);
  return elements;
}

SmallVector<Attribute> mlir::tp::getKeys(Type type) {
  return llvm::map_to_vector(getElementTypes(type),
                             [](const auto &element) { return element.first; });
}

/// The key as the type of the container spells it: -1 is the last element.
static Attribute normalizeKey(Type type, Attribute key) {
  std::optional<int64_t> number = getIntLiteral(key);
  if (!number)
    return stripArm(key);
  size_t size = getElementTypes(type).size();
  if (*number < 0 && size)
    *number += size;
  return Builder(type.getContext()).getI64IntegerAttr(*number);
}

/// The element of `container` that `result` is a read of.
Object *Functionalizer::getElement(Container &container, Attribute key,
                                   OpResult result) {
  key = normalizeKey(container.type, key);
  Object *&element = container.elements[key];
  if (element)
    return element;
  Type type = result.getType();
  for (auto &[other, known] : getElementTypes(container.type))
    if (other == key)
      type = known;
  std::string path = container.path + "[" + describeKey(key) + "]";
  element = new (objectAllocator.Allocate()) Object();
  if (isa<ListType, tp::TupleType, DictType>(type)) {
    auto *inner = new (containerAllocator.Allocate()) Container();
    inner->value = result;
    inner->type = type;
    inner->path = path;
    element->container = inner;
    return element;
  }
  if (!container.sources.empty()) {
    element->view = viewElement(container, getIntLiteral(key), result);
    if (isa<AnyType>(element->view->type))
      element->view->type = type;
  } else {
    element->view = element->first = model.makeBase(result, type);
  }
  return element;
}

/// One of the results of a call that are views, or may be.
View *Functionalizer::viewElement(Container &container,
                                  std::optional<int64_t> index,
                                  OpResult result) {
  CallOp call = container.source;
  std::optional<BoundCall> bound = BoundCall::get(call, *container.schema);
  SmallVector<Alias, 1> aliases;
  if (index && *index >= 0) {
    size_t last = container.schema->getReturns().size() - 1;
    aliases = getAliases(*bound, std::min<size_t>(*index, last), container.type,
                         call->getContext());
  }
  if (aliases.size() == 1 && aliases.front().answer == Answer::yes) {
    // Of a list, each result is a view of its own element.
    const BoundCall::Slot &slot = (*bound)[aliases.front().argument];
    bool isList = slot.argument.values.size() > 1;
    unsigned operand = slot.firstOperand + (isList ? *index : 0);
    for (const Container::Source &source : container.sources) {
      if (source.operand != operand)
        continue;
      View *parent = source.view;
      ViewKind kind = classifyView(*container.schema, result, parent);
      View *view = model.makeView(parent, kind, result, container.schema,
                                  aliases.front().argument);
      view->node = call;
      view->result = *index;
      view->version = source.version;
      return view;
    }
  }
  View *view = model.makeBase(result, result.getType());
  for (const Container::Source &source : container.sources)
    model.link(view->storage, source.view->storage, result.getOwner(),
               "it is not known which tensor the element shares memory with, "
               "and one of them is written");
  return view;
}

/// Whether an element is not what a read of the container gives.
bool Functionalizer::isChanged(const Container &container) const {
  if (container.isReplaced)
    return true;
  if (!container.sources.empty())
    return llvm::any_of(container.sources, [](const auto &source) {
      return source.view->storage->version != source.version;
    });
  return llvm::any_of(container.elements, [&](const auto &entry) {
    Object *element = entry.second;
    if (element->container)
      return isChanged(*element->container);
    return element->view->storage->version != 0 ||
           element->view != element->first;
  });
}

/// All elements, in order; those that the graph has not read yet are read.
FailureOr<SmallVector<Object *>>
Functionalizer::getElements(Container &container, Operation *before) {
  SmallVector<std::pair<Attribute, Type>> types =
      getElementTypes(container.type);
  if (types.empty())
    return emitNodeError(before)
           << "expected the elements of the container to be known, got "
           << container.type;
  SmallVector<Object *> elements;
  for (auto &[key, type] : types) {
    Object *element = container.elements.lookup(key);
    if (!element) {
      Value read = builder.makeValue(
          before, before, "_operator.getitem",
          {Argument(container.value), Argument(key, {})}, type);
      element = getElement(container, key, cast<OpResult>(read));
    }
    elements.push_back(element);
  }
  return elements;
}

/// The container with its present elements.
FailureOr<Argument> Functionalizer::rebuild(Container &container,
                                            Operation *before) {
  if (!container.sources.empty()) {
    // The same call on what it was of.
    CallOp copy = builder.cloneCall(before, container.source);
    for (const Container::Source &source : container.sources) {
      FailureOr<Value> content = model.read(source.view, before);
      if (failed(content))
        return failure();
      copy->setOperand(source.operand, *content);
    }
    return Argument(copy->getResult(0));
  }
  SmallVector<std::pair<Attribute, Type>> types =
      getElementTypes(container.type);
  // A tuple of several results has as many as the schema says.
  if (types.empty() && container.schema)
    for (unsigned i = 0, e = container.schema->getReturns().size();
         e > 1 && i < e; ++i)
      types.emplace_back(Builder(before->getContext()).getI64IntegerAttr(i),
                         container.type);
  if (types.empty() && !container.elements.empty())
    return emitNodeError(before)
           << "expected the elements of the container to be known, got "
           << container.type;
  SmallVector<Attribute> keys, literals;
  Argument result;
  for (auto &[key, type] : types) {
    Argument part;
    Object *element = container.elements.lookup(key);
    if (!element) {
      part = Argument(builder.makeValue(
          before, before, "_operator.getitem",
          {Argument(container.value), Argument(key, {})}, type));
    } else if (element->container) {
      FailureOr<Argument> inner = rebuild(*element->container, before);
      if (failed(inner))
        return failure();
      part = *inner;
    } else {
      FailureOr<Value> content = model.read(element->view, before);
      if (failed(content))
        return failure();
      part = Argument(*content);
    }
    keys.push_back(key);
    literals.push_back(part.literal);
    result.values.append(part.values.begin(), part.values.end());
  }
  MLIRContext *mlirContext = before->getContext();
  if (isa<DictType>(container.type))
    result.literal = DictAttr::get(mlirContext, keys, literals);
  else if (isa<ListType>(container.type))
    result.literal = ListAttr::get(mlirContext, literals);
  else
    result.literal = TupleAttr::get(mlirContext, literals);
  return result;
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// The parts of an index: `x[1:, None]` has two.
static SmallVector<Argument> splitIndex(const Argument &index) {
  auto tuple = dyn_cast<TupleAttr>(stripArm(index.literal));
  if (!tuple)
    return {index};
  SmallVector<Argument> parts;
  ValueRange values = index.values;
  for (Attribute element : tuple.getElements()) {
    unsigned count = countOperandPlaces(element);
    parts.emplace_back(element, values.take_front(count));
    values = values.drop_front(count);
  }
  return parts;
}

static bool isIntegerPart(const Argument &part) {
  if (part.isValue())
    return isa<IntegerType, IntType>(part.values.front().getType());
  return getIntLiteral(part.literal).has_value();
}

/// The longest chain of Python operators that is followed.
static constexpr unsigned maxChain = 64;

/// Whether a value is a tensor for certain: by its type, or because an operator
/// made it. Python's operators make one of a tensor and anything.
static bool isTensor(Value value, CallResolver &resolver) {
  for (unsigned step = 0; value && step < maxChain; ++step) {
    if (isa<TensorType>(value.getType()))
      return true;
    auto call = value.getDefiningOp<CallOp>();
    const schema::OperatorSchema *schema = call && isa<AnyType>(value.getType())
                                               ? resolver.resolve(call)
                                               : nullptr;
    if (!schema)
      return false;
    if (!schema->hasFlag(schema::Flag::Python))
      return schema->getReturns().size() == 1 &&
             schema->getReturns().front().getType()->is(
                 schema::TypeKind::Tensor);
    if (schema->getNamespace() != "_operator" ||
        schema->getBaseName() == "getitem" || call->getNumOperands() == 0)
      return false;
    value = call->getOperand(0);
    for (Value operand : call->getOperands())
      if (isa<TensorType>(operand.getType()))
        value = operand;
  }
  return false;
}

/// Whether a part selects by the elements of a tensor or list; an index of
/// unknown type may be a number.
static bool isTensorPart(const Argument &part, CallResolver &resolver) {
  if (part.isValue())
    return isTensor(part.values.front(), resolver);
  return isa<ListAttr>(stripArm(part.literal));
}

/// How many dimensions a part takes: a mask takes as many as it has; none where
/// that is not known.
static std::optional<int64_t> countTaken(const Argument &part) {
  if (isa<NoneAttr, EllipsisAttr>(stripArm(part.literal)))
    return 0;
  if (!part.isValue())
    return 1;
  Type type = part.values.front().getType();
  if (isa<AnyType>(type))
    return std::nullopt;
  auto tensor = dyn_cast<TensorType>(type);
  return tensor && tensor.getElementType().isInteger(1) ? getRank(type) : 1;
}

/// How many dimensions the parts of an index take.
static std::optional<int64_t> countTaken(ArrayRef<Argument> parts) {
  int64_t total = 0;
  for (const Argument &part : parts) {
    std::optional<int64_t> taken = countTaken(part);
    if (!taken)
      return std::nullopt;
    total += *taken;
  }
  return total;
}

/// The start, stop and step of a slice.
static SmallVector<Argument> splitSlice(const Argument &part) {
  auto slice = cast<SliceAttr>(stripArm(part.literal));
  SmallVector<Argument> result;
  ValueRange values = part.values;
  for (Attribute element :
       {slice.getStart(), slice.getStop(), slice.getStep()}) {
    unsigned count = countOperandPlaces(element);
    result.emplace_back(element, values.take_front(count));
    values = values.drop_front(count);
  }
  return result;
}

static Type makeType(const StaticLayout &layout, Type like) {
  auto tensor = cast<RankedTensorType>(like);
  auto old = dyn_cast_or_null<ShapeAttr>(tensor.getEncoding());
  return makeTensorType(layout, tensor.getElementType(),
                        old ? old.getDevice() : DeviceAttr());
}

namespace {
/// One step of a chain of views: what to call, and the type of the result.
struct IndexStep {
  StringRef target;
  SmallVector<Argument> arguments;
  Type type;
};
} // namespace

/// The type of `x.select(dim, index)`; unknown where it is not constant.
static Type selectType(Type type, int64_t dim, const Argument &index) {
  std::optional<StaticLayout> layout = getStaticLayout(type);
  std::optional<int64_t> number = getIntLiteral(index.literal);
  if (!layout || !number || dim < 0 || dim >= int64_t(layout->sizes.size()))
    return AnyType::get(type.getContext());
  if (*number < 0)
    *number += layout->sizes[dim];
  layout->offset += *number * layout->strides[dim];
  layout->sizes.erase(layout->sizes.begin() + dim);
  layout->strides.erase(layout->strides.begin() + dim);
  return makeType(*layout, type);
}

static Type unsqueezeType(Type type, int64_t dim) {
  std::optional<StaticLayout> layout = getStaticLayout(type);
  if (!layout || dim < 0 || dim > int64_t(layout->sizes.size()))
    return AnyType::get(type.getContext());
  layout->sizes.insert(layout->sizes.begin() + dim, 1);
  layout->strides.insert(layout->strides.begin() + dim, 1);
  return makeType(*layout, type);
}

static Type sliceType(Type type, int64_t dim, ArrayRef<Argument> bounds) {
  std::optional<StaticLayout> layout = getStaticLayout(type);
  auto getBound = [&](const Argument &bound,
                      int64_t otherwise) -> std::optional<int64_t> {
    if (isa<NoneAttr>(stripArm(bound.literal)))
      return otherwise;
    return getIntLiteral(bound.literal);
  };
  if (!layout || dim < 0 || dim >= int64_t(layout->sizes.size()))
    return AnyType::get(type.getContext());
  int64_t size = layout->sizes[dim];
  std::optional<int64_t> start = getBound(bounds[0], 0),
                         stop = getBound(bounds[1], size),
                         step = getBound(bounds[2], 1);
  if (!start || !stop || !step || *step < 1)
    return AnyType::get(type.getContext());
  auto clamp = [&](int64_t bound) {
    return std::clamp<int64_t>(bound < 0 ? bound + size : bound, 0, size);
  };
  int64_t first = clamp(*start), last = std::max(clamp(*stop), first);
  layout->offset += first * layout->strides[dim];
  layout->sizes[dim] = (last - first + *step - 1) / *step;
  layout->strides[dim] *= *step;
  return makeType(*layout, type);
}

namespace {
/// A basic index as a chain of views, and what it selects by tensors.
struct IndexPlan {
  SmallVector<IndexStep> steps;
  /// By dimension, after the views; empty where none is a tensor.
  SmallVector<Argument> tensors;
  bool hasTensors = false;
};
} // namespace

namespace {
/// Goes through the parts of an index.
class IndexPlanner {
public:
  IndexPlanner(NodeBuilder &builder, CallResolver &resolver, Type type)
      : builder(builder), resolver(resolver), type(type) {}

  /// None where the index depends on what is not known.
  std::optional<IndexPlan> run(ArrayRef<Argument> parts);

private:
  bool visit(const Argument &part, ArrayRef<Argument> rest);
  void addSlice(const Argument &part);
  bool addTensor(const Argument &part, bool isLast);
  bool skipTo(ArrayRef<Argument> rest);
  void add(StringRef target, ArrayRef<Argument> arguments, Type next) {
    plan.steps.push_back({target, SmallVector<Argument>(arguments), next});
    type = next;
  }

  NodeBuilder &builder;
  CallResolver &resolver;
  Type type;
  IndexPlan plan;
  /// The dimension that the next part takes; counted from behind the last one
  /// where the rank is not known and `...` came.
  int64_t dim = 0;
  bool isFromEnd = false;
};
} // namespace

void IndexPlanner::addSlice(const Argument &part) {
  SmallVector<Argument> bounds = splitSlice(part);
  bool isWhole = llvm::all_of(bounds, [](const Argument &bound) {
    return isa<NoneAttr>(stripArm(bound.literal));
  });
  if (isWhole)
    return;
  Type next = sliceType(type, dim, bounds);
  if (isa<NoneAttr>(stripArm(bounds[2].literal)))
    bounds[2] = builder.makeInt(1);
  add("aten.slice.Tensor",
      {builder.makeInt(dim), bounds[0], bounds[1], bounds[2]}, next);
}

bool IndexPlanner::addTensor(const Argument &part, bool isLast) {
  std::optional<int64_t> taken = countTaken(part);
  if (isFromEnd || (!taken && !isLast))
    return false;
  plan.tensors.resize(std::max<size_t>(plan.tensors.size(), dim),
                      builder.makeNone());
  plan.tensors.push_back(part);
  plan.hasTensors = true;
  dim += taken.value_or(1);
  return true;
}

/// `...`: of the dimensions, those that later parts take stay.
bool IndexPlanner::skipTo(ArrayRef<Argument> rest) {
  if (rest.empty())
    return true;
  std::optional<int64_t> later = countTaken(rest), rank = getRank(type);
  if (!later || isFromEnd)
    return false;
  isFromEnd = !rank;
  dim = rank ? std::max<int64_t>(dim, *rank - *later) : -*later;
  return true;
}

bool IndexPlanner::visit(const Argument &part, ArrayRef<Argument> rest) {
  Attribute literal = stripArm(part.literal);
  if (isIntegerPart(part)) {
    add("aten.select.int", {builder.makeInt(dim), part},
        selectType(type, dim, part));
    dim += isFromEnd;
    return true;
  }
  if (isa<SliceAttr>(literal)) {
    addSlice(part);
    ++dim;
    return true;
  }
  if (isa<NoneAttr>(literal)) {
    int64_t place = isFromEnd ? dim - 1 : dim;
    add("aten.unsqueeze.default", {builder.makeInt(place)},
        unsqueezeType(type, place));
    dim += !isFromEnd;
    return true;
  }
  if (isa<EllipsisAttr>(literal))
    return skipTo(rest);
  return isTensorPart(part, resolver) && addTensor(part, rest.empty());
}

std::optional<IndexPlan> IndexPlanner::run(ArrayRef<Argument> parts) {
  for (auto [number, part] : llvm::enumerate(parts))
    if (!visit(part, parts.drop_front(number + 1)))
      return std::nullopt;
  return plan;
}

static std::optional<IndexPlan> planIndex(NodeBuilder &builder,
                                          CallResolver &resolver, Type type,
                                          const Argument &index) {
  return IndexPlanner(builder, resolver, type).run(splitIndex(index));
}

/// Makes the views of a basic index of `view`, whose content is `content`.
static View *makeSteps(NodeBuilder &builder, AliasModel &model, CallOp call,
                       View *view, Value content, ArrayRef<IndexStep> steps) {
  for (const IndexStep &step : steps) {
    SmallVector<Argument> arguments = {Argument(content)};
    llvm::append_range(arguments, step.arguments);
    Operation *node =
        builder.makeCall(call, call, step.target, arguments, step.type);
    const auto *schema = schema::BuiltinTable::lookup(step.target);
    View *parent = view;
    ViewKind kind = classifyView(*schema, node->getResult(0), parent);
    view = model.makeView(parent, kind, node->getResult(0), schema, 0);
    content = node->getResult(0);
  }
  return view;
}

/// Whether a view is one of a tensor, and no element of a container.
static bool isTensor(const View &view, CallResolver &resolver) {
  return isa<TensorType>(view.type) || view.kind != ViewKind::base ||
         isTensor(view.value, resolver);
}

LogicalResult Functionalizer::visitGetItem(CallOp call) {
  CallArguments arguments = getArguments(call);
  if (arguments.positional.size() != 2 || !arguments.positional[0].isValue())
    return updateReads(call);
  Value whole = arguments.positional[0].values.front();
  Argument index = arguments.positional[1];
  Object *object = getObject(whole);
  OpResult result = call->getResult(0);
  if (!object)
    return updateReads(call);
  if (object->container) {
    if (!index.values.empty() || isa<SliceAttr>(stripArm(index.literal)))
      return emitNodeError(call)
             << "expected a constant key of a container, got "
             << describeLiteral(index.literal);
    objects[result] = getElement(*object->container, index.literal, result);
    if (object->container->isReplaced)
      erase(call);
    return success();
  }
  View *view = object->view;
  if (!isTensor(*view, context.resolver)) {
    // Unknown whether this is an element or a view: the same each time.
    Object *&guess = guesses[{object, index.literal}];
    if (!guess || !index.values.empty()) {
      guess = makeBaseObject(result);
      model.link(guess->view->storage, view->storage, call,
                 "it is not known whether this reads a container or is a view "
                 "of a tensor, and one of them is written");
    }
    objects[result] = guess;
    return updateReads(call);
  }
  std::optional<IndexPlan> plan =
      planIndex(builder, context.resolver, view->type, index);
  FailureOr<Value> content = model.read(view, call);
  if (failed(content) || failed(updateReads(call)))
    return failure();
  if (!plan) {
    model.link(getObject(result)->view->storage, view->storage, call,
               "it is not known what the index selects, and one of the tensors "
               "is written");
    return success();
  }
  if (plan->hasTensors)
    return success(); // a copy
  View *last = makeSteps(builder, model, call, view, *content, plan->steps);
  if (last == view)
    last = model.makeView(view, ViewKind::identity, result);
  last->value = result;
  if (isa<RankedTensorType>(result.getType()))
    last->type = result.getType();
  objects[result] = makeObject(last);
  return success();
}

LogicalResult Functionalizer::visitSetItem(CallOp call) {
  CallArguments arguments = getArguments(call);
  if (arguments.positional.size() != 3 || !arguments.positional[0].isValue())
    return emitNodeError(call) << "expected an object, a key and a value";
  Value whole = arguments.positional[0].values.front();
  Argument index = arguments.positional[1];
  Object *object = getObject(whole);
  if (!object || !object->view || !isTensor(*object->view, context.resolver))
    return emitNodeError(call)
           << "expected to update elements of a tensor, got a value of type "
           << whole.getType()
           << ": what replacing an element of a container changes for the "
              "caller cannot be an output";
  View *view = object->view;
  std::optional<IndexPlan> plan =
      planIndex(builder, context.resolver, view->type, index);
  if (!plan)
    return emitNodeError(call)
           << "expected an index whose parts are known, got one of unknown "
              "type, or '...' ahead of others for a tensor of unknown rank";
  FailureOr<Value> content = model.read(view, call);
  if (failed(content) || failed(updateReads(call)))
    return failure();
  arguments = getArguments(call);
  Argument value = arguments.positional[2];
  plan =
      planIndex(builder, context.resolver, view->type, arguments.positional[1]);
  View *part = makeSteps(builder, model, call, view, *content, plan->steps);
  FailureOr<Value> old = model.read(part, call);
  if (failed(old))
    return failure();
  Type type = getFreshType(part->type);
  bool isNumber = !value.isValue() ||
                  !isa<TensorType, AnyType>(value.values.front().getType());
  Value next;
  if (plan->hasTensors) {
    if (isNumber)
      value = Argument(
          builder.makeValue(call, call, "aten.new_full.default",
                            {Argument(*old), builder.makeInts({}), value},
                            AnyType::get(call->getContext())));
    SmallVector<Attribute> literals;
    Argument list;
    for (const Argument &tensor : plan->tensors) {
      literals.push_back(tensor.literal);
      list.values.append(tensor.values.begin(), tensor.values.end());
    }
    list.literal = ListAttr::get(call->getContext(), literals);
    next = builder.makeValue(call, call, "aten.index_put.default",
                             {Argument(*old), list, value}, type);
  } else {
    next = builder.makeValue(
        call, call, isNumber ? "aten.fill.Scalar" : "aten.copy.default",
        {Argument(*old), value}, type);
  }
  erase(call);
  return model.write(part, next, call);
}
