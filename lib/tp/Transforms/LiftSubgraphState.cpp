//===- LiftSubgraphState.cpp - State that subgraphs read ------------------===//
//
// Before:  %c = cond(%p, @f, @g, [%x])       @f reads the state "w"
// After:   %w = get_attr @w
//          %c = cond(%p, @f, @g, [%x, %w])   @f and @g take it as an input
//
//===----------------------------------------------------------------------===//

#include "LiftSubgraphState.h"
#include "mlir/IR/Builders.h"
#include "tp/IR/Arguments.h"
#include "tp/IR/Names.h"
#include "tp/Transforms/Records.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::tp;

/// Where a higher-order operator takes what it passes to the end of its
/// subgraphs' inputs: the position of a list, `trailing` for the arguments that
/// follow the subgraph one by one, none where it is not known.
static constexpr int trailing = -1;
static std::optional<int> getOperandList(StringRef target) {
  if (!target.consume_front("higher_order."))
    target.consume_front("torch.ops.higher_order.");
  target.consume_back(".default");
  return llvm::StringSwitch<std::optional<int>>(target)
      .Cases({"cond", "while_loop", "scan"}, 3)
      .Cases({"map_impl", "associative_scan"}, 2)
      .Cases({"strict_mode", "run_const_graph", "hints_wrapper"}, 1)
      .Cases({"wrap_with_set_grad_enabled", "wrap_with_autocast",
              "invoke_subgraph", "tag_activation_checkpoint", "wrap"},
             trailing)
      .Default(std::nullopt);
}

namespace {
class SubgraphLifter {
public:
  explicit SubgraphLifter(ProgramOp program) : program(program) {}
  LogicalResult run();

private:
  struct CallSite {
    CallOp call;
    SmallVector<GraphOp> graphs;
  };

  LogicalResult collect();
  void propagate();
  LogicalResult addOperands(CallSite &site);
  void addInputs(GraphOp graph);
  /// The value that `state` has in the graph of `call`.
  Value getState(CallOp call, StringAttr state);
  GraphNamespace &getNames(Operation *graph);

  ProgramOp program;
  llvm::DenseMap<StringAttr, StateOp> states;
  /// For each subgraph the states that it needs.
  llvm::MapVector<Operation *, llvm::SetVector<StringAttr>> needs;
  /// Where each subgraph reads state first, for diagnostics.
  llvm::DenseMap<Operation *, std::pair<LocationAttr, std::string>> firstRead;
  llvm::DenseMap<std::pair<Operation *, StringAttr>, Value> inputs;
  SmallVector<CallSite> sites;
  llvm::DenseMap<Operation *, std::unique_ptr<GraphNamespace>> names;
};
} // namespace

GraphNamespace &SubgraphLifter::getNames(Operation *graph) {
  auto &entry = names[graph];
  if (!entry)
    entry = std::make_unique<GraphNamespace>(graph->getRegion(0).front());
  return *entry;
}

LogicalResult SubgraphLifter::collect() {
  for (StateOp state : program.getBody().front().getOps<StateOp>())
    states[state.getSymNameAttr()] = state;
  SymbolTableCollection symbols;
  WalkResult result = program.walk([&](Operation *op) -> WalkResult {
    if (auto graph = dyn_cast<GraphOp>(op))
      needs[graph]; // in the order of the walk
    Operation *parent = op->getParentOp();
    if (auto read = dyn_cast<GetAttrOp>(op)) {
      StringAttr name = read.getStateAttr().getAttr();
      if (!isa<GraphOp>(parent) || !states.contains(name))
        return WalkResult::advance();
      needs[parent].insert(name);
      firstRead.try_emplace(parent, LocationAttr(read.getLoc()),
                            describeNode(read) + "reads state '" + name.str() +
                                "'");
    } else if (auto store = dyn_cast<StoreAttrOp>(op)) {
      if (isa<GraphOp>(parent))
        return store.emitOpError("expected no write of state ")
               << store.getStateAttr() << " in a subgraph";
    } else if (auto call = dyn_cast<CallOp>(op)) {
      CallSite site{call, {}};
      (void)walkLiteral(call.getArgsAttr(), [&](Attribute part) {
        if (auto symbol = dyn_cast<FlatSymbolRefAttr>(part))
          if (auto graph = symbols.lookupNearestSymbolFrom<GraphOp>(op, symbol))
            site.graphs.push_back(graph);
        return success();
      });
      if (!site.graphs.empty())
        sites.push_back(std::move(site));
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// A graph needs what it reads, what its callees need, and what the other
/// graphs of a call need: all of them get the same operands.
void SubgraphLifter::propagate() {
  bool changed = true;
  while (changed) {
    changed = false;
    auto add = [&](Operation *graph, ArrayRef<StringAttr> states) {
      for (StringAttr state : states)
        changed |= needs[graph].insert(state);
    };
    for (CallSite &site : sites) {
      llvm::SetVector<StringAttr> all;
      for (GraphOp graph : site.graphs)
        all.insert_range(needs[graph]);
      if (all.empty())
        continue;
      for (GraphOp graph : site.graphs)
        add(graph, all.getArrayRef());
      Operation *caller = site.call->getParentOp();
      if (isa<GraphOp>(caller))
        add(caller, all.getArrayRef());
    }
  }
}

void SubgraphLifter::addInputs(GraphOp graph) {
  Block &block = graph.getBody().front();
  PlaceholderOp last;
  SmallVector<GetAttrOp> reads;
  for (Operation &op : block) {
    if (auto placeholder = dyn_cast<PlaceholderOp>(op))
      last = placeholder;
    if (auto read = dyn_cast<GetAttrOp>(op))
      reads.push_back(read);
  }
  OpBuilder builder(graph.getContext());
  if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(&block);
  GraphNamespace &graphNames = getNames(graph);
  for (StringAttr name : needs[graph]) {
    StateOp state = states.lookup(name);
    auto input = builder.getStringAttr(graphNames.create(name.getValue()));
    inputs[{graph, name}] = PlaceholderOp::create(
        builder, state.getLoc(), state.getType(), InputKind::user, input,
        Attribute(), BoolAttr(), input, MetaAttr());
  }
  for (GetAttrOp read : reads)
    if (Value input = inputs.lookup({graph, read.getStateAttr().getAttr()})) {
      read.getResult().replaceAllUsesWith(input);
      read.erase();
    }
}

Value SubgraphLifter::getState(CallOp call, StringAttr name) {
  Operation *caller = call->getParentOp();
  if (Value input = inputs.lookup({caller, name}))
    return input;
  OpBuilder builder(call);
  auto node = builder.getStringAttr(getNames(caller).create(name.getValue()));
  return GetAttrOp::create(builder, call.getLoc(),
                           states.lookup(name).getType(),
                           FlatSymbolRefAttr::get(name), node, MetaAttr());
}

LogicalResult SubgraphLifter::addOperands(CallSite &site) {
  ArrayRef<StringAttr> needed = needs[site.graphs.front()].getArrayRef();
  if (needed.empty())
    return success();
  CallOp call = site.call;
  std::optional<int> position = getOperandList(call.getTargetAttr().getValue());
  CallArguments args = getArguments(call);
  bool known = position && (*position == trailing
                                ? args.keywords.empty()
                                : *position < int(args.positional.size()));
  if (known && *position != trailing)
    known = isa<ListAttr, TupleAttr>(args.positional[*position].literal);
  if (!known) {
    InFlightDiagnostic diag = call->emitOpError()
                              << describeNode(call)
                              << "expected an operator that is known to pass "
                                 "state on to its subgraph, got "
                              << call.getTargetAttr();
    for (GraphOp graph : site.graphs)
      if (auto [loc, text] = firstRead.lookup(graph); loc)
        diag.attachNote(Location(loc)) << text;
    return diag;
  }

  MLIRContext *context = call->getContext();
  SmallVector<Attribute> literals;
  SmallVector<Value> operands;
  auto appendStates = [&](SmallVectorImpl<Attribute> &places) {
    for (StringAttr state : needed) {
      places.push_back(OperandAttr::get(context));
      operands.push_back(getState(call, state));
    }
  };
  for (auto [index, argument] : llvm::enumerate(args.positional)) {
    operands.append(argument.values.begin(), argument.values.end());
    literals.push_back(argument.literal);
    if (int(index) != *position)
      continue;
    SmallVector<Attribute> elements;
    if (auto list = dyn_cast<ListAttr>(argument.literal)) {
      elements.assign(list.getElements().begin(), list.getElements().end());
      appendStates(elements);
      literals.back() = ListAttr::get(
          context, elements,
          list.getElements().empty() ? ArgArm::inferred : list.getArm());
    } else {
      auto tuple = cast<TupleAttr>(argument.literal);
      elements.assign(tuple.getElements().begin(), tuple.getElements().end());
      appendStates(elements);
      literals.back() = TupleAttr::get(context, elements);
    }
  }
  if (*position == trailing)
    appendStates(literals);
  SmallVector<StringAttr> keywords;
  SmallVector<Attribute> keywordLiterals;
  for (auto &[name, argument] : args.keywords) {
    keywords.push_back(name);
    keywordLiterals.push_back(argument.literal);
    operands.append(argument.values.begin(), argument.values.end());
  }
  setArguments(call,
               ArgsAttr::get(context, literals, keywords, keywordLiterals),
               operands);
  return success();
}

LogicalResult SubgraphLifter::run() {
  if (failed(collect()))
    return failure();
  propagate();
  for (auto &[graph, needed] : needs)
    if (!needed.empty())
      addInputs(cast<GraphOp>(graph));
  for (CallSite &site : sites)
    if (failed(addOperands(site)))
      return failure();
  return success();
}

LogicalResult mlir::tp::passStateToSubgraphs(ProgramOp program) {
  return SubgraphLifter(program).run();
}
