//===- Functionalizer.cpp - The walk over a graph -------------------------===//
//
// Reads, views, and what is known of the results of calls.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "Subgraphs.h"
#include "tp/Functionalize/Functionalize.h"

using namespace mlir;
using namespace mlir::tp;
using schema::OperatorSchema;

Context::Context(ProgramOp program)
    : subgraphs(std::make_unique<Subgraphs>(*this)), inference(program) {}
Context::~Context() = default;

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

Object *Functionalizer::makeObject(View *view) {
  auto *object = new (objectAllocator.Allocate()) Object();
  object->view = view;
  return object;
}

Object *Functionalizer::makeBaseObject(Value value) {
  Object *object = makeObject(model.makeBase(value, value.getType()));
  object->first = object->view;
  objects[value] = object;
  return object;
}

/// What a value refers to; null for numbers and the like. A tensor that nothing
/// is known of yet has a storage of its own.
Object *Functionalizer::getObject(Value value) {
  auto it = objects.find(value);
  if (it != objects.end())
    return it->second;
  Type type = value.getType();
  if (isa<TensorType, AnyType>(type))
    return makeBaseObject(value);
  if (!isa<ListType, tp::TupleType, DictType>(type))
    return nullptr;
  auto *container = new (containerAllocator.Allocate()) Container();
  container->value = value;
  container->type = type;
  if (auto input = value.getDefiningOp<PlaceholderOp>())
    if (StringAttr name = input.getNodeNameAttr())
      container->path = name.getValue();
  auto *object = new (objectAllocator.Allocate()) Object();
  object->container = container;
  return objects[value] = object;
}

/// Gives every operand of `op` its present content.
LogicalResult Functionalizer::updateReads(Operation *op) {
  bool rebuilds = false;
  for (OpOperand &operand : op->getOpOperands()) {
    auto it = objects.find(operand.get());
    if (it == objects.end())
      continue;
    if (it->second->container) {
      rebuilds |= isChanged(*it->second->container);
      continue;
    }
    FailureOr<Value> content = model.read(it->second->view, op);
    if (failed(content))
      return failure();
    if (*content != operand.get())
      operand.set(*content);
  }
  if (!rebuilds)
    return success();
  llvm::DenseMap<Value, Argument> contents;
  for (Value operand : op->getOperands()) {
    auto it = objects.find(operand);
    if (it == objects.end() || !it->second->container ||
        !isChanged(*it->second->container))
      continue;
    FailureOr<Argument> content = rebuild(*it->second->container, op);
    if (failed(content))
      return failure();
    contents[operand] = *content;
  }
  return replaceOperands(op, [&](Value value) -> const Argument * {
    auto it = contents.find(value);
    return it == contents.end() ? nullptr : &it->second;
  });
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Whether a view of the graph set the bit that `resolve_conj` or `resolve_neg`
/// asks for; an input comes without.
static bool hasLazyBit(const View *view, bool isNeg) {
  bool conj = false, neg = false;
  SmallVector<const View *> chain;
  for (; view; view = view->parent)
    chain.push_back(view);
  for (const View *link : llvm::reverse(chain)) {
    if (!link->schema)
      continue;
    StringRef name = link->schema->getBaseName();
    if (link->kind == ViewKind::involution &&
        llvm::is_contained({"conj", "_conj", "adjoint", "mH", "matrix_H"},
                           name))
      conj = !conj;
    if (name == "_neg_view")
      neg = !neg;
    if (link->kind == ViewKind::real || link->kind == ViewKind::imag) {
      // The imaginary part of a conjugate is the negative of its own.
      if (conj && link->kind == ViewKind::imag)
        neg = !neg;
      conj = false;
    }
  }
  return isNeg ? neg : conj;
}

/// What to do about memory of which too little is known.
static StringRef getHint(Type type) {
  return isa<AnyType>(type) ? "; '--infer-types' may find out" : "";
}

/// Says what one result of a call that writes nothing shares memory with.
/// `sources` are the operands as they stood in the graph.
LogicalResult Functionalizer::bindResult(OpResult result, unsigned index,
                                         const BoundCall &bound,
                                         ArrayRef<Value> sources,
                                         unsigned place) {
  Operation *op = result.getOwner();
  const OperatorSchema &schema = bound.getSchema();
  SmallVector<Alias, 1> aliases =
      getAliases(bound, index, result.getType(), op->getContext());
  if (aliases.empty())
    return success();
  auto getSource = [&](const Alias &alias) -> Object * {
    const BoundCall::Slot &slot = bound[alias.argument];
    unsigned number = slot.firstOperand;
    if (slot.argument.values.size() > 1)
      number += std::min<unsigned>(place, slot.argument.values.size() - 1);
    return getObject(sources[number]);
  };
  if (schema.getBaseName().starts_with("resolve_")) {
    Object *source = getSource(aliases.front());
    bool isNeg = schema.getBaseName() == "resolve_neg";
    if (source && source->view && hasLazyBit(source->view, isNeg))
      return success(); // a copy
    aliases.front().answer = Answer::yes;
  }
  if (aliases.size() == 1 && aliases.front().answer == Answer::yes) {
    Object *source = getSource(aliases.front());
    if (source && source->container)
      return emitNodeError(op)
             << "expected tensors where the result is a view of one, got a "
             << source->container->type;
    if (!source || !source->view)
      return success();
    View *parent = source->view;
    ViewKind kind = classifyView(schema, result, parent);
    View *view =
        model.makeView(parent, kind, result, &schema, aliases.front().argument);
    objects[result] = makeObject(view);
    return success();
  }
  Object *object = getObject(result);
  for (const Alias &alias : aliases)
    for (unsigned i = 0; i < bound[alias.argument].argument.values.size();
         ++i) {
      Object *source =
          getObject(sources[bound[alias.argument].firstOperand + i]);
      if (source && source->view)
        model.link(object->view->storage, source->view->storage, op,
                   "it is not known whether the result shares the memory of '" +
                       schema.getArguments()[alias.argument].getName() +
                       "', and one of them is written" +
                       getHint(result.getType()));
    }
  return success();
}

bool mlir::tp::isPacked(CallOp call, const OperatorSchema &schema) {
  ArrayRef<schema::Argument> returns = schema.getReturns();
  return call->getNumResults() == 1 && !call.getResultTreeAttr() &&
         isa<AnyType, ListType, tp::TupleType>(call->getResult(0).getType()) &&
         (returns.size() > 1 ||
          (returns.size() == 1 &&
           returns.front().getType()->is(schema::TypeKind::List)));
}

Container &Functionalizer::makePacked(CallOp call,
                                      const OperatorSchema &schema) {
  auto *container = new (containerAllocator.Allocate()) Container();
  container->value = call->getResult(0);
  container->type = container->value.getType();
  container->source = call;
  container->schema = &schema;
  auto *object = new (objectAllocator.Allocate()) Object();
  object->container = container;
  objects[container->value] = object;
  return *container;
}

void Functionalizer::bindPacked(CallOp call, const BoundCall &bound,
                                ArrayRef<Value> sources) {
  const OperatorSchema &schema = bound.getSchema();
  Container &container = makePacked(call, schema);
  llvm::SmallSetVector<unsigned, 2> aliased;
  for (unsigned i = 0; i < schema.getReturns().size(); ++i)
    for (const Alias &alias :
         getAliases(bound, i, container.type, call->getContext())) {
      const BoundCall::Slot &slot = bound[alias.argument];
      for (unsigned j = 0; j < slot.argument.values.size(); ++j)
        aliased.insert(slot.firstOperand + j);
    }
  for (unsigned operand : aliased)
    if (Object *object = getObject(sources[operand]); object && object->view)
      container.sources.push_back(
          {operand, object->view, object->view->storage->version});
}

LogicalResult Functionalizer::bindResults(CallOp call, const BoundCall &bound,
                                          ArrayRef<Value> sources) {
  const OperatorSchema &schema = bound.getSchema();
  ArrayRef<schema::Argument> returns = schema.getReturns();
  if (isPacked(call, schema)) {
    bindPacked(call, bound, sources);
    return success();
  }
  SmallVector<unsigned> indices = getReturnIndices(call, schema);
  unsigned place = 0;
  for (OpResult result : call->getResults()) {
    unsigned number = result.getResultNumber();
    place = number && indices[number] == indices[number - 1] ? place + 1 : 0;
    if (indices[number] < returns.size() &&
        failed(bindResult(result, indices[number], bound, sources, place)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

LogicalResult Functionalizer::visitUnknown(CallOp call) {
  bool touchesMemory = llvm::any_of(call->getOperandTypes(), [](Type type) {
    return isa<TensorType, AnyType, ListType, tp::TupleType, DictType,
               ObjectType>(type);
  });
  if (!touchesMemory && !isa<CallModuleOp>(call.getOperation()))
    return success();
  InFlightDiagnostic diag = emitNodeError(call);
  if (isa<CallModuleOp>(call.getOperation()))
    return diag << "expected the graph of module " << call.getTargetAttr()
                << ": what an opaque module writes is not known";
  if (isa<CallMethodOp>(call.getOperation()))
    return diag << "expected a method that is an operator, got "
                << call.getTargetAttr() << ": what it writes is not known";
  return diag << "expected an operator with a schema, got "
              << call.getTargetAttr()
              << ": what it writes is not known; declare it with 'tp.schema'";
}

/// Functions on numbers, and operators of Python that are none of tensors.
LogicalResult Functionalizer::visitPython(CallOp call,
                                          const OperatorSchema &schema) {
  StringRef name = schema.getBaseName();
  if (schema.getNamespace() == "_operator") {
    if (name == "getitem")
      return visitGetItem(call);
    if (name == "setitem")
      return visitSetItem(call);
  }
  bool onlyNumbers = llvm::none_of(call->getOperandTypes(), [](Type type) {
    return isa<TensorType, AnyType, ListType, tp::TupleType, DictType>(type);
  });
  if (!onlyNumbers && schema.isMutable())
    return emitNodeError(call)
           << "expected an update of a tensor, got " << call.getTargetAttr()
           << " of a value that is none, or of unknown kind";
  Object *source = nullptr;
  if (call->getNumResults() == 1 && call->getNumOperands() > 0 &&
      isa<TensorType, AnyType>(call->getResult(0).getType()) &&
      !schema.getReturns().empty() && !schema.getAliasedArguments(0).empty())
    source = getObject(call->getOperand(0));
  if (failed(updateReads(call)))
    return failure();
  // `getattr(x, "T")` is a view, `getattr(x, "shape")` is none.
  if (source && source->view)
    model.link(getObject(call->getResult(0))->view->storage,
               source->view->storage, call,
               "it is not known whether the result shares the memory of the "
               "argument, and one of them is written");
  return success();
}

static bool isPlain(const OperatorSchema &schema) {
  return schema.hasKnownSignature() && !schema.isMutable() &&
         !schema.isView() && schema.getNotes().empty();
}

LogicalResult Functionalizer::visitCall(CallOp call) {
  StringRef target = call.getTargetAttr().getValue();
  if (isa<CallMethodOp>(call.getOperation())) {
    if (target == "__getitem__")
      return visitGetItem(call);
    if (target == "__setitem__")
      return visitSetItem(call);
  }
  const OperatorSchema *schema = context.resolver.resolve(call);
  if (!schema)
    return visitUnknown(call);
  if (schema->hasFlag(schema::Flag::Python))
    return visitPython(call, *schema);
  if (schema->isHigherOrder())
    return context.subgraphs->visitCall(*this, call);
  if (isPlain(*schema)) {
    if (isPacked(call, *schema))
      makePacked(call, *schema);
    return updateReads(call);
  }
  if (!schema->hasKnownSignature())
    return updateReads(call);
  std::optional<BoundCall> bound = BoundCall::get(call, *schema);
  if (!bound)
    return emitNodeError(call)
           << "expected arguments that fit '" << schema->str() << "'";
  SmallVector<Write, 2> writes = getWrites(*bound, call->getContext());
  for (const Write &write : writes)
    if (write.answer == Answer::unknown)
      return emitNodeError(call)
             << "it is not known whether '"
             << schema->getArguments()[write.argument].getName()
             << "' is written: that depends on a value of the graph";
  if (schema->hasTag(schema::Tag::inplace_view) || isMetadataWrite(*schema))
    return visitMetadata(call, *bound);
  if (!writes.empty())
    return visitWrite(call, *bound, writes);
  SmallVector<Value> sources(call->getOperands());
  if (failed(updateReads(call)))
    return failure();
  // By the types before: they say what was a view when the program ran.
  return bindResults(call, *bound, sources);
}

LogicalResult Functionalizer::visit(Operation &op) {
  if (isa<StateOp, GraphOp, SchemaOp, GuardOp, OutputOp>(op))
    return success();
  if (auto input = dyn_cast<PlaceholderOp>(op)) {
    inputs.push_back(input);
    return success();
  }
  if (auto read = dyn_cast<GetAttrOp>(op))
    return visitState(read, read.getStateAttr().getAttr());
  if (auto store = dyn_cast<StoreAttrOp>(op))
    return visitState(store, store.getStateAttr().getAttr());
  if (!op.use_empty())
    wasUsed.insert(&op);
  if (auto call = dyn_cast<CallOp>(op))
    return visitCall(call);
  return updateReads(&op);
}

LogicalResult Functionalizer::run() {
  collectStates();
  for (Operation &op : llvm::make_early_inc_range(body))
    if (failed(visit(op)))
      return failure();
  return success();
}

void Functionalizer::cleanUp() {
  llvm::DenseSet<Operation *> gone(replaced.begin(), replaced.end());
  for (Operation *op : builder.getNodes())
    wasUsed.insert(op);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (gone.contains(&op) || (op.use_empty() && wasUsed.contains(&op) &&
                               isPure(&op, context.resolver)))
      op.erase();
}

void Functionalizer::rename(Value from, Value to) {
  auto getName = [](Value value) {
    auto node = value.getDefiningOp<NodeOp>();
    // An input keeps its name: records name it as what went in.
    return node && !isa<PlaceholderOp>(node.getOperation())
               ? node.getResultNameAttr(cast<OpResult>(value).getResultNumber())
               : StringAttr();
  };
  StringAttr before = getName(from), after = getName(to);
  if (before && after && before != after)
    renamed[before] = after;
}

/// A graph that calls functions of tensorplay goes on doing so.
static StringRef findModule(ProgramOp program) {
  StringRef module;
  program.walk([&](CallFunctionOp call) {
    if (!call.getTarget().starts_with("tensorplay."))
      return WalkResult::advance();
    module = "tensorplay";
    return WalkResult::interrupt();
  });
  return module;
}

LogicalResult
mlir::tp::functionalize(ProgramOp program,
                        llvm::DenseMap<StringAttr, StringAttr> &renamed,
                        StringRef module) {
  Context context(program);
  context.module = (module.empty() ? findModule(program) : module).str();
  if (failed(context.subgraphs->collect(program)))
    return failure();
  Functionalizer functionalizer(program, context);
  if (failed(functionalizer.run()) || failed(functionalizer.makeMutations()))
    return failure();
  renamed = functionalizer.getRenamed();
  functionalizer.cleanUp();
  context.subgraphs->eraseInlined();
  program.setFunctional(true);
  return success();
}
