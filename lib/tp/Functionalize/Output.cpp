//===- Output.cpp - Mutation outputs --------------------------------------===//
//
// One output for the final content of each state and input that is written.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "tp/Functionalize/Layout.h"

using namespace mlir;
using namespace mlir::tp;

/// Whether what the object refers to was written.
bool Functionalizer::isWritten(const Object &object) const {
  const AliasStorage *storage = object.view->storage;
  View *top = object.first ? object.first : object.view;
  return llvm::any_of(storage->written, [&](View *written) {
    return written == top || written->kind == ViewKind::base ||
           top->kind == ViewKind::base || top->kind == ViewKind::identity ||
           overlap(written->type, top->type) != Answer::no;
  });
}

/// Lists the inputs, and the elements of inputs, that the graph read.
void Functionalizer::collectFinals(Object *object, PlaceholderOp input,
                                   StringRef path,
                                   SmallVectorImpl<Final> &finals) {
  if (object->view) {
    finals.push_back({input, object, path.str()});
    return;
  }
  // By their place in the container, not by the first read; those whose place
  // is not known by that.
  SmallVector<std::tuple<int64_t, unsigned, Attribute, Object *>> elements;
  SmallVector<Attribute> keys = getKeys(object->container->type);
  for (auto [number, entry] : llvm::enumerate(object->container->elements)) {
    auto *place = llvm::find(keys, entry.first);
    elements.emplace_back(place - keys.begin(), number, entry.first,
                          entry.second);
  }
  llvm::sort(elements, [](const auto &a, const auto &b) {
    return std::pair(std::get<0>(a), std::get<1>(a)) <
           std::pair(std::get<0>(b), std::get<1>(b));
  });
  for (auto &[place, number, key, element] : elements) {
    std::string text = "[" + describeKey(key) + "]";
    collectFinals(element, input, (path + text).str(), finals);
  }
}

static bool isUserInput(PlaceholderOp input) {
  return input.getKind() == InputKind::user ||
         input.getKind() == InputKind::specialized;
}

/// What mutations can be of: state, and inputs and their elements, by whether
/// they are inputs and their names.
Functionalizer::Targets Functionalizer::collectTargets() {
  Targets targets;
  for (PlaceholderOp input : inputs) {
    bool isUser = isUserInput(input);
    StringAttr name = isUser ? input.getNodeNameAttr() : input.getTargetAttr();
    Object *object = name ? getObject(input.getResult()) : nullptr;
    if (!object)
      continue;
    SmallVector<Final> finals;
    collectFinals(object, input, name.getValue(), finals);
    for (Final &final : finals)
      targets[{unsigned(isUser), StringAttr::get(graph->getContext(),
                                                 final.path)}] = final.object;
  }
  return targets;
}

/// Mutations that the output declares. A value of its own is the final content
/// of the target; one that is, or is a view of, what the graph writes says
/// nothing that the graph does not.
LogicalResult Functionalizer::takeDeclared(OutputOp output) {
  ArrayAttr declared = output.getMutationsAttr();
  if (!declared)
    return success();
  Targets targets = collectTargets();
  llvm::SmallDenseSet<const AliasStorage *> writtenInputs;
  for (auto &[name, object] : targets)
    if (!object->view->storage->written.empty())
      writtenInputs.insert(object->view->storage);
  SmallVector<std::pair<Object *, Value>> writes;
  for (auto [index, attr] : llvm::enumerate(declared)) {
    auto mutation = cast<OutputKindAttr>(attr);
    if (mutation.getKind() == OutputKind::token)
      continue;
    bool isUser = mutation.getKind() == OutputKind::input;
    Object *target =
        mutation.getTarget()
            ? targets.lookup({unsigned(isUser), mutation.getTarget()})
            : nullptr;
    Value value = output.getOperand(index);
    auto it = objects.find(value);
    View *view = it == objects.end() ? nullptr : it->second->view;
    bool isOfTarget =
        view && (!target || view->storage == target->view->storage);
    if (isOfTarget && ((target && view == target->view) ||
                       writtenInputs.contains(view->storage)))
      continue;
    if (!target)
      return output.emitOpError("expected an input for the mutation of ")
             << mutation.getTarget()
             << "; state has to be lifted by '--lift-state' first";
    FailureOr<Value> content =
        view ? model.read(view, output) : FailureOr<Value>(value);
    if (failed(content))
      return failure();
    writes.emplace_back(target, *content);
  }
  // The user gets what there was before.
  for (auto [target, value] : writes) {
    if (failed(model.write(target->view, value, output)))
      return failure();
  }
  return success();
}

/// A returned tensor has the strides that it was written with.
LogicalResult Functionalizer::layOut(Value value, OutputOp output) {
  auto it = objects.find(value);
  if (it == objects.end() || !it->second->view)
    return success();
  return model.readAsLaidOut(it->second->view, output);
}

static OutputKindAttr makeKind(PlaceholderOp input, StringRef path) {
  MLIRContext *context = input.getContext();
  switch (input.getKind()) {
  case InputKind::buffer:
    return OutputKindAttr::get(context, OutputKind::buffer,
                               input.getTargetAttr());
  case InputKind::parameter:
    return OutputKindAttr::get(context, OutputKind::parameter,
                               input.getTargetAttr());
  default:
    return OutputKindAttr::get(context, OutputKind::input,
                               StringAttr::get(context, path));
  }
}

/// A written constant, a tensor that was an attribute of the module only, is
/// state: a buffer that is not saved with it.
void Functionalizer::makeBuffer(PlaceholderOp input) {
  StringAttr name = input.getTargetAttr();
  auto state =
      dyn_cast_or_null<StateOp>(context.symbols.lookupSymbolIn(graph, name));
  if (!state)
    return;
  state.setKind(StateKind::buffer);
  state.setPersistent(false);
  for (PlaceholderOp other : inputs)
    if (other.getTargetAttr() == name && other.getKind() == InputKind::constant)
      other.setKind(InputKind::buffer);
}

LogicalResult Functionalizer::makeMutations() {
  auto program = cast<ProgramOp>(graph);
  OutputOp output = program.getOutput();
  // Read what the user gets before declared mutations are applied.
  ArrayAttr declared = output.getMutationsAttr();
  size_t numDeclared = declared ? declared.size() : 0;
  SmallVector<Value> before(output.getOperands());
  SmallVector<Attribute> kinds;
  SmallVector<Value> values;
  for (size_t i = 0; i < numDeclared; ++i)
    if (cast<OutputKindAttr>(declared[i]).getKind() == OutputKind::token) {
      kinds.push_back(declared[i]);
      values.push_back(before[i]);
    }
  SmallVector<Value> declaredValues(
      ArrayRef<Value>(before).take_front(numDeclared));
  for (size_t i = numDeclared; i < before.size(); ++i)
    if (failed(layOut(before[i], output)))
      return failure();
  if (failed(updateReads(output)))
    return failure();
  Argument user = getReturnValue(output);
  if (output.getNumOperands() == before.size())
    for (auto [from, to] : llvm::zip_equal(before, output.getOperands()))
      rename(from, to);
  // As they stood: what they alias decides.
  for (size_t i = 0; i < numDeclared; ++i)
    output->setOperand(i, declaredValues[i]);
  if (failed(takeDeclared(output)))
    return failure();

  SmallVector<Final> finals;
  for (PlaceholderOp input : inputs)
    if (Object *object = getObject(input.getResult())) {
      StringAttr name = input.getNodeNameAttr();
      collectFinals(object, input, name ? name.getValue() : "", finals);
    }
  for (auto &[op, object] : unlifted)
    if (isWritten(*object))
      return emitNodeError(op) << "expected written state to be an input; run "
                                  "'--lift-state' first";
  llvm::SmallDenseSet<Value> written;
  for (Final &final : finals) {
    Object &object = *final.object;
    // Changes that cancel out leave the tensor as it was.
    bool isAsBefore = !object.first || object.view == object.first ||
                      (object.view->storage == object.first->storage &&
                       haveSameLayout(object.view->type, object.first->type));
    if (object.changedBy && !isAsBefore) {
      InFlightDiagnostic diag = emitNodeError(object.changedBy);
      diag << "expected the shape and the storage of input '" << final.path
           << "' to stay: only elements can be a mutation output";
      diag.attachNote(final.input.getLoc()) << "input here";
      return diag;
    }
    bool inDoubt = object.view->storage->unknownWrite;
    if (!inDoubt && !isWritten(object))
      continue;
    FailureOr<Value> content = model.read(object.view, output);
    if (failed(content))
      return failure();
    if (final.input.getKind() == InputKind::constant)
      makeBuffer(final.input);
    // Tied states have one content; each mutation output is a node of its own.
    if (written.contains(*content))
      content = builder.makeValue(output, final.input, "aten.clone.default",
                                  {Argument(*content)}, content->getType());
    written.insert(*content);
    kinds.push_back(makeKind(final.input, final.path));
    values.push_back(*content);
  }
  llvm::append_range(values, user.values);
  output->setOperands(values);
  output.setMutationsAttr(
      kinds.empty() ? ArrayAttr() : ArrayAttr::get(output.getContext(), kinds));
  return success();
}
