//===- Subgraphs.cpp - Higher-order operators whose graphs write ----------===//
//
// Before:  %c = cond(%p, @f, @g, [%x, %n])       @f writes its second input
// After:   %c, %n1 = cond(%p, @f, @g, [%x, %n])  @f and @g return it last
//
//===----------------------------------------------------------------------===//

#include "Subgraphs.h"
#include "Functionalizer.h"
#include "mlir/IR/IRMapping.h"
#include "tp/Functionalize/Layout.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::tp;

Subgraphs::~Subgraphs() = default;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static StringRef getOperatorName(CallOp call) {
  StringRef name = call.getTargetAttr().getValue();
  if (!name.consume_front("higher_order."))
    name.consume_front("torch.ops.higher_order.");
  name.consume_back(".default");
  return name;
}

static Convention getConvention(CallOp call) {
  return llvm::StringSwitch<Convention>(getOperatorName(call))
      .Case("cond", Convention::branches)
      .Case("while_loop", Convention::whileLoop)
      .Case("scan", Convention::scan)
      .Cases({"map_impl", "map"}, Convention::map)
      .Cases({"strict_mode", "hints_wrapper", "wrap",
              "wrap_with_set_grad_enabled", "wrap_with_autocast",
              "invoke_subgraph", "tag_activation_checkpoint",
              "wrap_activation_checkpoint", "run_const_graph",
              "autograd_function_apply"},
             Convention::once)
      .Default(Convention::unknown);
}

/// The elements of a list argument, or the argument itself.
static SmallVector<Argument> getElements(const Argument &argument) {
  ArrayRef<Attribute> literals;
  Attribute literal = stripArm(argument.literal);
  if (auto list = dyn_cast<ListAttr>(literal))
    literals = list.getElements();
  else if (auto tuple = dyn_cast<TupleAttr>(literal))
    literals = tuple.getElements();
  else
    return {argument};
  SmallVector<Argument> elements;
  ValueRange values = argument.values;
  for (Attribute element : literals) {
    unsigned count = countOperandPlaces(element);
    elements.emplace_back(element, values.take_front(count));
    values = values.drop_front(count);
  }
  return elements;
}

static unsigned countInputs(GraphOp graph) {
  auto inputs = graph.getBody().front().getOps<PlaceholderOp>();
  return std::distance(inputs.begin(), inputs.end());
}

Subgraphs::Site Subgraphs::getSite(CallOp call) {
  Site site;
  site.call = call;
  site.convention = getConvention(call);
  CallArguments arguments = getArguments(call);
  size_t afterGraphs = 0;
  for (auto [index, argument] : llvm::enumerate(arguments.positional))
    if (auto symbol = dyn_cast<FlatSymbolRefAttr>(stripArm(argument.literal)))
      if (auto graph =
              context.symbols.lookupNearestSymbolFrom<GraphOp>(call, symbol)) {
        site.graphs.push_back(graph);
        afterGraphs = index + 1;
      }
  auto add = [&](size_t position) -> unsigned {
    if (position >= arguments.positional.size())
      return 0;
    SmallVector<Argument> elements =
        getElements(arguments.positional[position]);
    llvm::append_range(site.operands, elements);
    return elements.size();
  };
  switch (site.convention) {
  case Convention::branches:
    add(3);
    break;
  case Convention::whileLoop:
    site.numCarried = add(2);
    add(3);
    break;
  case Convention::scan:
    site.numCarried = add(1);
    site.numSliced = add(2);
    add(3);
    break;
  case Convention::map:
    site.numSliced = add(1);
    add(2);
    break;
  case Convention::once: {
    StringRef name = getOperatorName(call);
    if (name == "strict_mode" || name == "hints_wrapper" ||
        name == "run_const_graph") {
      add(afterGraphs);
      break;
    }
    size_t count = site.graphs.empty() ? 0 : countInputs(site.graphs.front());
    auto rest = ArrayRef(arguments.positional).drop_front(afterGraphs);
    if (rest.size() >= count)
      llvm::append_range(site.operands, rest.take_back(count));
    break;
  }
  case Convention::unknown:
    break;
  }
  for (GraphOp graph : site.graphs)
    if (countInputs(graph) != site.operands.size())
      site.convention = Convention::unknown;
  return site;
}

LogicalResult Subgraphs::collect(ProgramOp program) {
  program.walk([&](CallOp call) {
    if (!call.getArgsAttr())
      return;
    Site site = getSite(call);
    for (GraphOp graph : site.graphs) {
      auto &entry = graphs[graph];
      if (!entry) {
        entry = std::make_unique<Graph>();
        entry->op = graph;
      }
      ++entry->numUses;
      together.unionSets(site.graphs.front(), graph);
    }
  });
  for (auto &[op, graph] : graphs) {
    auto &group = groups[together.getLeaderValue(op)];
    if (!group)
      group = std::make_unique<Group>();
    group->graphs.push_back(graph.get());
  }
  return success();
}

Subgraphs::Group &Subgraphs::getGroup(GraphOp graph) {
  return *groups[together.getLeaderValue(graph)];
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

static bool isLoop(Convention convention) {
  return convention == Convention::whileLoop || convention == Convention::scan;
}

/// Whether the graph of a call computes what the call returns; the condition of
/// a loop does not.
static bool returnsValues(Convention convention, size_t index) {
  return convention != Convention::whileLoop || index != 0;
}

LogicalResult Subgraphs::checkRoles(const Site &site, Group &group) {
  for (Graph *graph : group.graphs)
    for (unsigned input : group.written) {
      if (!graph->functionalizer->isWritten(input))
        continue;
      auto diagnose = [&](const Twine &why) {
        InFlightDiagnostic diag = emitNodeError(site.call);
        diag << "expected a subgraph that does not write its input " << input
             << ": " << why;
        diag.attachNote(graph->op.getLoc()) << "subgraph here";
        return diag;
      };
      if (site.convention == Convention::unknown)
        return diagnose("how the operator passes it is not known");
      if (site.convention == Convention::whileLoop &&
          graph->op == site.graphs.front())
        return diagnose("it is the condition of a loop");
      if (site.convention == Convention::map && input >= site.numSliced)
        return diagnose("the calls of a map have no order");
      for (unsigned result = 0; result < site.numCarried; ++result)
        if (result != input && graph->functionalizer->mayShare(result, input))
          return diagnose("the next run gets its memory as input " +
                          Twine(result) + " too");
      bool isCarried = input < site.numCarried;
      if (!isCarried)
        continue;
      bool isSame = false;
      SmallVector<unsigned> shared =
          graph->functionalizer->getSharedInputs(input, isSame);
      if (!isSame || shared.front() != input)
        return diagnose("it is carried, and the graph returns another tensor "
                        "for it");
    }
  return success();
}

/// A final content that all graphs return anyway needs no other output.
void Subgraphs::findReturned(const Site &site, Group &group) {
  if (site.convention != Convention::branches &&
      site.convention != Convention::once)
    return;
  for (unsigned result = 0; result < site.call->getNumResults(); ++result) {
    std::optional<unsigned> input;
    bool agree = true;
    for (Graph *graph : group.graphs) {
      bool isSame = false;
      SmallVector<unsigned> shared =
          graph->functionalizer->getSharedInputs(result, isSame);
      agree &= isSame && (!input || *input == shared.front());
      if (isSame)
        input = shared.front();
    }
    if (agree && input && group.written.contains(*input))
      group.returned.try_emplace(*input, result);
  }
}

LogicalResult Subgraphs::visitGroup(Group &group, const Site &site) {
  if (group.isVisited)
    return checkRoles(site, group);
  group.isVisited = true;
  for (Graph *graph : group.graphs) {
    graph->functionalizer =
        std::make_unique<Functionalizer>(graph->op, context);
    Functionalizer &run = *graph->functionalizer;
    if (failed(run.run()))
      return failure();
    for (unsigned i = 0; i < run.getInputs().size(); ++i)
      if (run.isWritten(i))
        group.written.insert(i);
  }
  SmallVector<unsigned> written(group.written.begin(), group.written.end());
  llvm::sort(written);
  group.written.clear();
  group.written.insert_range(written);
  if (failed(checkRoles(site, group)))
    return failure();
  findReturned(site, group);
  for (Graph *graph : group.graphs) {
    Functionalizer &run = *graph->functionalizer;
    run.recordOutputs();
    size_t role = llvm::find(site.graphs, graph->op) - site.graphs.begin();
    OutputOp output = graph->op.getOutput();
    // The call's results are recorded with the strides of what it returned.
    for (unsigned i = 0; i < run.outputValues.size(); ++i)
      if (returnsValues(site.convention, role) &&
          failed(run.layOut(run.outputValues[i], output)))
        return failure();
    if (failed(run.updateReads(output)))
      return failure();
    // In a loop, what is closed over becomes carried; slices come last.
    bool isLoop = ::isLoop(site.convention);
    SmallVector<unsigned> added;
    SmallVector<Value> carried, finals;
    for (unsigned input : written) {
      FailureOr<Value> final = run.getFinal(input);
      if (failed(final))
        return failure();
      // What is carried is returned already.
      if (input < site.numCarried || group.returned.contains(input))
        continue;
      added.push_back(input);
      bool isSlice = input < site.numCarried + site.numSliced;
      (isLoop && !isSlice ? carried : finals).push_back(*final);
    }
    if (!added.empty()) {
      graph->insertAt = site.numCarried;
      if (returnsValues(site.convention, role))
        addFinals(*graph, carried, finals);
      moveToCarried(*graph, site, added);
    }
    run.cleanUp();
  }
  return success();
}

/// Returns the final content of written inputs: last, or, where they become
/// carried, behind the carried ones.
void Subgraphs::addFinals(Graph &graph, ArrayRef<Value> carried,
                          ArrayRef<Value> finals) {
  OutputOp output = graph.op.getOutput();
  Argument value = getReturnValue(output);
  SmallVector<Argument> elements = getElements(value);
  SmallVector<Argument> extra;
  for (Value value : carried)
    extra.emplace_back(value);
  elements.insert(elements.begin() + std::min(graph.insertAt, elements.size()),
                  extra.begin(), extra.end());
  for (Value value : finals)
    elements.emplace_back(value);
  SmallVector<Attribute> literals;
  SmallVector<Value> operands;
  for (const Argument &element : elements) {
    literals.push_back(element.literal);
    operands.append(element.values.begin(), element.values.end());
  }
  output->setOperands(operands);
  bool isFlat = llvm::all_of(literals, llvm::IsaPred<OperandAttr>);
  output.setValueAttr(isFlat ? Attribute()
                             : TupleAttr::get(output.getContext(), literals));
  graph.op.setSingleTensorReturn(false);
}

/// In a loop, what is written and closed over is carried from one run to the
/// next: its input goes behind the carried ones.
void Subgraphs::moveToCarried(Graph &graph, const Site &site,
                              ArrayRef<unsigned> written) {
  if (!isLoop(site.convention))
    return;
  SmallVector<PlaceholderOp> inputs(graph.functionalizer->getInputs());
  if (site.numCarried >= inputs.size())
    return;
  Operation *place = inputs[site.numCarried];
  for (unsigned input : written) {
    bool isSliced = input < site.numCarried + site.numSliced;
    if (isSliced || inputs[input] == place)
      continue;
    inputs[input]->moveBefore(place);
  }
}

//===----------------------------------------------------------------------===//
// Rewritten calls
//===----------------------------------------------------------------------===//

/// Inside of the graph, inputs are taken not to share memory.
LogicalResult Subgraphs::checkOperands(Functionalizer &outer, const Site &site,
                                       const Group &group) {
  for (unsigned written : group.written) {
    Object *target = site.objects[written];
    if (!target || !target->view)
      return emitNodeError(site.call)
             << "expected a tensor for operand " << written
             << ", which the subgraph writes";
    for (auto [index, object] : llvm::enumerate(site.objects)) {
      if (index == written || !object || !object->view ||
          object->view->storage != target->view->storage)
        continue;
      if (object->view == target->view ||
          overlap(object->view->type, target->view->type) != Answer::no)
        return emitNodeError(site.call)
               << "expected operands that share no memory where a subgraph "
                  "writes one, got operands "
               << written << " and " << index << " of one tensor";
    }
  }
  return success();
}

static Argument joinElements(ArrayRef<Argument> elements, Attribute like) {
  SmallVector<Attribute> literals;
  Argument result;
  for (const Argument &element : elements) {
    literals.push_back(element.literal);
    result.values.append(element.values.begin(), element.values.end());
  }
  MLIRContext *context = like.getContext();
  if (auto list = dyn_cast<ListAttr>(stripArm(like)))
    result.literal = ListAttr::get(
        context, literals, elements.empty() ? list.getArm() : ArgArm::inferred);
  else
    result.literal = TupleAttr::get(context, literals);
  return result;
}

/// The arguments of a loop with the written operands among the carried ones.
static void carryOperands(CallArguments &arguments, unsigned carriedPosition,
                          unsigned closedPosition, unsigned firstClosed,
                          ArrayRef<unsigned> written) {
  Argument &carried = arguments.positional[carriedPosition];
  Argument &closed = arguments.positional[closedPosition];
  SmallVector<Argument> all = getElements(carried), rest;
  for (auto [index, element] : llvm::enumerate(getElements(closed)))
    (llvm::is_contained(written, firstClosed + index) ? all : rest)
        .push_back(element);
  carried = joinElements(all, carried.literal);
  closed = joinElements(rest, closed.literal);
}

/// What stands for the results of a call whose graphs write, and in which
/// order: those that it had, and the final contents of what is written.
struct Subgraphs::NewResults {
  SmallVector<Type> types;
  /// The written inputs whose final contents go before, or among, the others.
  SmallVector<unsigned> front;
  /// Slices of what a scan goes over come last.
  SmallVector<unsigned> back;
  /// Where the front begins.
  size_t insertAt;

  /// The place of a result that the call had.
  size_t getPlace(size_t result) const {
    return result < insertAt ? result : result + front.size();
  }
};

Subgraphs::NewResults Subgraphs::getNewResults(const Site &site,
                                               const Group &group) {
  CallOp call = site.call;
  bool isLoop = ::isLoop(site.convention);
  NewResults results;
  results.types.assign(call->getResultTypes().begin(),
                       call->getResultTypes().end());
  // The results of a loop are in the order of its carried operands.
  results.insertAt = isLoop ? site.numCarried : call->getNumResults();
  for (unsigned input : group.written) {
    if (input < site.numCarried || group.returned.contains(input))
      continue;
    bool isSlice = input < site.numCarried + site.numSliced;
    (isLoop && isSlice ? results.back : results.front).push_back(input);
  }
  auto getType = [&](unsigned input) {
    return getFreshType(site.objects[input]->view->type);
  };
  auto front = llvm::map_range(results.front, getType);
  results.types.insert(results.types.begin() + results.insertAt, front.begin(),
                       front.end());
  llvm::append_range(results.types, llvm::map_range(results.back, getType));
  return results;
}

/// Makes the call with the new results. It has the name of the old one, and so
/// have its results.
CallOp Subgraphs::makeCall(NodeBuilder &builder, const Site &site,
                           const NewResults &results) {
  CallOp call = site.call;
  MLIRContext *mlirContext = call->getContext();
  CallArguments arguments = getArguments(call);
  unsigned firstClosed = site.numCarried + site.numSliced;
  if (site.convention == Convention::whileLoop)
    carryOperands(arguments, 2, 3, firstClosed, results.front);
  if (site.convention == Convention::scan)
    carryOperands(arguments, 1, 3, firstClosed, results.front);
  SmallVector<std::pair<StringRef, Argument>> keywords;
  for (auto &[name, argument] : arguments.keywords)
    if (name.getValue() != "mutated_arg_indices")
      keywords.emplace_back(name.getValue(), argument);
  SmallVector<Attribute> tree(results.types.size(),
                              OperandAttr::get(mlirContext));
  Attribute resultTree;
  if (isa_and_nonnull<ListAttr>(call.getResultTreeAttr()))
    resultTree = ListAttr::get(mlirContext, tree);
  else if (tree.size() == 1)
    resultTree = TupleAttr::get(mlirContext, tree);
  auto copy = cast<CallOp>(builder.makeCall(
      call, call, call.getTargetAttr().getValue(), arguments.positional,
      results.types, keywords, resultTree));
  SmallVector<Attribute> names;
  if (ArrayAttr own = copy.getResultNamesAttr())
    names.assign(own.begin(), own.end());
  for (unsigned i = 0; i < call->getNumResults(); ++i)
    if (StringAttr name = call.getResultNameAttr(i))
      if (!names.empty())
        names[results.getPlace(i)] = name;
  if (call.getNodeNameAttr())
    copy.setNodeNameAttr(call.getNodeNameAttr());
  bool isOnly = call->getNumResults() == 1 && !call.getResultTreeAttr();
  if (isOnly && call.getNodeNameAttr())
    copy.setNodeNameAttr(
        builder.makeName(getBaseName(call.getTargetAttr().getValue())));
  if (!names.empty())
    copy.setResultNamesAttr(ArrayAttr::get(mlirContext, names));
  call.setNodeNameAttr({});
  call.setResultNamesAttr({});
  return copy;
}

LogicalResult Subgraphs::rewriteCall(Functionalizer &outer, const Site &site,
                                     Group &group) {
  CallOp call = site.call;
  NewResults results = getNewResults(site, group);
  CallOp copy = makeCall(outer.getBuilder(), site, results);
  for (unsigned i = 0; i < call->getNumResults(); ++i)
    outer.objects[call->getResult(i)] = outer.makeObject(outer.model.makeBase(
        copy->getResult(results.getPlace(i)), call->getResult(i).getType()));
  auto assign = [&](unsigned input, size_t result) {
    return outer.model.write(site.objects[input]->view, copy->getResult(result),
                             copy);
  };
  for (auto [index, input] : llvm::enumerate(results.front))
    if (failed(assign(input, results.insertAt + index)))
      return failure();
  size_t firstBack = results.types.size() - results.back.size();
  for (auto [index, input] : llvm::enumerate(results.back))
    if (failed(assign(input, firstBack + index)))
      return failure();
  for (unsigned input : group.written) {
    bool isCarried = input < site.numCarried;
    auto returned = group.returned.find(input);
    if (!isCarried && returned == group.returned.end())
      continue;
    if (failed(assign(input, isCarried ? input : returned->second)))
      return failure();
  }
  bindResults(outer, site, group, copy);
  outer.erase(call);
  return success();
}

/// Says what the results of a call share with its operands. `node` is the call,
/// or what takes its place.
void Subgraphs::bindResults(Functionalizer &outer, const Site &site,
                            Group &group, CallOp node) {
  CallOp call = site.call;
  for (unsigned i = 0; i < call->getNumResults(); ++i) {
    std::optional<unsigned> same;
    bool agree = true;
    llvm::SmallSetVector<unsigned, 2> shared;
    for (auto [index, op] : llvm::enumerate(site.graphs)) {
      if (!returnsValues(site.convention, index))
        continue;
      bool isSame = false;
      SmallVector<unsigned> inputs =
          graphs[op]->functionalizer->getSharedInputs(i, isSame);
      shared.insert_range(inputs);
      agree &= isSame && (!same || *same == inputs.front());
      if (isSame)
        same = inputs.front();
    }
    // The slices of a scan are put into a new tensor.
    bool isNew = site.convention == Convention::map ||
                 (site.convention == Convention::scan && i >= site.numCarried);
    if (shared.empty() || isNew)
      continue;
    bool isOnce = site.convention == Convention::branches ||
                  site.convention == Convention::once;
    OpResult result = call->getResult(i);
    if (agree && same && *same < site.objects.size() && site.objects[*same] &&
        (isOnce || group.written.contains(*same))) {
      outer.objects[result] = site.objects[*same];
      continue;
    }
    Object *object = outer.getObject(result);
    for (unsigned input : shared)
      if (object && object->view && input < site.objects.size() &&
          site.objects[input] && site.objects[input]->view)
        outer.model.link(object->view->storage,
                         site.objects[input]->view->storage, node,
                         "it is not known whether a result of the subgraph "
                         "shares the memory of an operand, and one of them is "
                         "written");
  }
}

/// `with_effects(token, op, ...)` and the like: the operator must not write.
static LogicalResult checkOperators(CallOp call) {
  // Calls it on copies.
  if (getOperatorName(call).starts_with("auto_functionalized"))
    return success();
  auto *dialect = cast<TPDialect>(call->getName().getDialect());
  for (Attribute literal : call.getArgsAttr().getPositional()) {
    auto op = dyn_cast<OperatorAttr>(stripArm(literal));
    if (!op)
      continue;
    const schema::OperatorSchema *schema =
        dialect->lookupSchema(call, op.getTarget().getValue());
    if (schema && schema->isMutable())
      return emitNodeError(call)
             << "expected an operator that writes no "
                "tensor in "
             << call.getTargetAttr() << ", got '" << schema->str() << "'";
  }
  return success();
}

/// A region that only sets whether gradients are recorded computes the same
/// without. It goes where its operands share memory or it returns a view, which
/// cannot be followed across a graph's border.
bool Subgraphs::shouldInline(const Site &site) {
  if (getOperatorName(site.call) != "wrap_with_set_grad_enabled" ||
      site.convention != Convention::once)
    return false;
  GraphOp region = site.graphs.front();
  Block &graph = region.getBody().front();
  bool isFlat = llvm::all_of(graph, [](Operation &op) {
    return isa<PlaceholderOp, CallFunctionOp, CallMethodOp, OutputOp>(op);
  });
  bool hasValues = llvm::all_of(
      site.operands, [](const Argument &operand) { return operand.isValue(); });
  if (!isFlat || !hasValues ||
      graph.back().getNumOperands() != site.call->getNumResults())
    return false;
  llvm::SmallDenseSet<AliasStorage *> storages;
  for (Object *object : site.objects)
    if (object && object->view &&
        !storages.insert(object->view->storage).second)
      return true;
  return llvm::any_of(graph.back().getOperands(), [&](Value value) {
    auto call = value.getDefiningOp<CallOp>();
    const schema::OperatorSchema *schema =
        call ? context.resolver.resolve(call) : nullptr;
    return schema && (schema->isView() || (!schema->getReturns().empty() &&
                                           !schema->getAliasNotes(0).empty()));
  });
}

LogicalResult Subgraphs::inlineRegion(Functionalizer &outer, const Site &site) {
  GraphOp region = site.graphs.front();
  Block &graph = region.getBody().front();
  IRMapping map;
  for (auto [input, operand] :
       llvm::zip_equal(graph.getOps<PlaceholderOp>(), site.operands))
    map.map(input.getResult(), operand.values.front());
  for (Operation &op : graph) {
    auto call = dyn_cast<CallOp>(op);
    if (!call)
      continue;
    CallOp copy = outer.getBuilder().cloneCall(site.call, call);
    for (OpOperand &operand : copy->getOpOperands())
      operand.set(map.lookup(operand.get()));
    map.map(op.getResults(), copy->getResults());
    if (failed(outer.visit(*copy.getOperation())))
      return failure();
  }
  for (auto [result, value] :
       llvm::zip_equal(site.call->getResults(), graph.back().getOperands())) {
    Value inlined = map.lookup(value);
    outer.rename(result, inlined);
    result.replaceAllUsesWith(inlined);
  }
  outer.erase(site.call);
  --graphs[region]->numUses;
  return success();
}

void Subgraphs::eraseInlined() {
  for (auto &[op, graph] : graphs)
    if (graph->numUses == 0)
      op->erase();
}

LogicalResult Subgraphs::visitCall(Functionalizer &outer, CallOp call) {
  if (!call.getArgsAttr())
    return outer.updateReads(call);
  Site site = getSite(call);
  if (site.graphs.empty()) {
    if (getOperatorName(call).ends_with("_mutation"))
      return emitNodeError(call)
             << "expected a pure higher-order operator, got "
             << call.getTargetAttr();
    if (failed(checkOperators(call)))
      return failure();
    return outer.updateReads(call);
  }
  Group &group = getGroup(site.graphs.front());
  for (const Argument &operand : site.operands)
    site.objects.push_back(
        operand.isValue() ? outer.getObject(operand.values.front()) : nullptr);
  if (!group.isVisited && shouldInline(site))
    return inlineRegion(outer, site);
  if (failed(visitGroup(group, site)) ||
      failed(checkOperands(outer, site, group)) ||
      failed(outer.updateReads(call)))
    return failure();
  if (!group.written.empty())
    return rewriteCall(outer, site, group);
  bindResults(outer, site, group, call);
  return success();
}

//===----------------------------------------------------------------------===//
// What a subgraph does to its inputs
//===----------------------------------------------------------------------===//

bool Functionalizer::isWritten(unsigned index) {
  Object *object = getObject(inputs[index].getResult());
  if (!object || !object->view)
    return object && object->container && isChanged(*object->container);
  return isWritten(*object) || object->view->storage->unknownWrite ||
         object->view != object->first;
}

FailureOr<Value> Functionalizer::getFinal(unsigned index) {
  Object *object = getObject(inputs[index].getResult());
  auto output = cast<OutputOp>(body.back());
  if (!object || !object->view)
    return inputs[index].emitOpError("expected a tensor where a subgraph "
                                     "writes its input, got ")
           << inputs[index].getType();
  if (object->view != object->first)
    return emitNodeError(object->changedBy)
           << "expected the shape of an input of a subgraph to stay";
  return model.read(object->view, output);
}

void Functionalizer::recordOutputs() {
  outputObjects.clear();
  outputValues.assign(body.back().operand_begin(), body.back().operand_end());
  for (Value value : body.back().getOperands()) {
    auto it = objects.find(value);
    outputObjects.push_back(it == objects.end() ? nullptr : it->second);
  }
}

SmallVector<unsigned> Functionalizer::getSharedInputs(unsigned index,
                                                      bool &isSame) {
  isSame = false;
  SmallVector<unsigned> shared;
  if (outputObjects.empty())
    recordOutputs();
  if (index >= outputObjects.size())
    return shared;
  Object *object = outputObjects[index];
  Value direct = outputValues[index];
  for (auto [number, input] : llvm::enumerate(inputs)) {
    auto it = objects.find(input.getResult());
    if (it == objects.end()) {
      if (direct == input.getResult()) {
        isSame = true;
        return {static_cast<unsigned>(number)};
      }
      continue;
    }
    if (!object || !object->view || !it->second->view)
      continue;
    AliasStorage *storage = object->view->storage;
    bool mayShare = llvm::any_of(storage->links, [&](const AliasLink &link) {
      return link.other == it->second->view->storage;
    });
    if (storage != it->second->view->storage && !mayShare)
      continue;
    shared.push_back(number);
    isSame = object->view == it->second->view;
  }
  isSame &= shared.size() == 1;
  return shared;
}

bool Functionalizer::mayShare(unsigned output, unsigned input) {
  bool isSame = false;
  return llvm::is_contained(getSharedInputs(output, isSame), input);
}
