//===- Preserve.cpp - Operators that stay, with their decomposition -------===//
//
// A preserved call names a graph beside it that holds what the tables make of
// it:
//
//   tp.graph @silu_fallback attributes {single_tensor_return} {
//     %arg0 = tp.placeholder "arg0"
//     %sigmoid = aten.sigmoid.default(%arg0) ...
//   }
//   %silu = "aten.silu.default"(%x) {tp.fallback = @silu_fallback}
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

/// A symbol of `block` that no other operation of it has.
static StringAttr makeSymbolName(Block &block, StringRef candidate) {
  llvm::StringSet<> taken;
  for (Operation &op : block)
    if (auto name = op.getAttrOfType<StringAttr>("sym_name"))
      taken.insert(name.getValue());
  std::string name = candidate.str();
  for (unsigned i = 0; taken.contains(name); ++i)
    name = (candidate + "_" + Twine(i)).str();
  return StringAttr::get(block.getParentOp()->getContext(), name);
}

/// A graph that holds a copy of `call` and returns its results.
static GraphOp makeGraph(OpBuilder &builder, CallOp call, StringAttr name) {
  OperationState state(call.getLoc(), GraphOp::getOperationName());
  state.addRegion()->emplaceBlock();
  auto &properties = state.getOrAddProperties<GraphOp::Properties>();
  properties.sym_name = name;
  if (call->getNumResults() == 1 && !call.getResultTreeAttr())
    properties.single_tensor_return = builder.getUnitAttr();
  auto graph = cast<GraphOp>(builder.create(state));
  OpBuilder body = OpBuilder::atBlockEnd(&graph.getBody().front());
  IRMapping map;
  for (auto [i, operand] : llvm::enumerate(call->getOperands())) {
    auto text = builder.getStringAttr("arg" + Twine(i));
    if (map.contains(operand))
      continue;
    OperationState input(call.getLoc(), PlaceholderOp::getOperationName());
    input.addTypes(operand.getType());
    auto &fields = input.getOrAddProperties<PlaceholderOp::Properties>();
    fields.kind = InputKindAttr::get(builder.getContext(), InputKind::user);
    fields.target = text;
    fields.node_name = text;
    map.map(operand, body.create(input)->getResult(0));
  }
  Operation *copy = body.clone(*call.getOperation(), map);
  OperationState output(call.getLoc(), OutputOp::getOperationName());
  output.addOperands(copy->getResults());
  auto &fields = output.getOrAddProperties<OutputOp::Properties>();
  if (Attribute tree = call.getResultTreeAttr())
    fields.value = tree;
  else if (copy->getNumResults() == 1)
    fields.value = OperandAttr::get(builder.getContext());
  body.create(output);
  return graph;
}

LogicalResult GraphDecomposer::attachFallback(CallOp call) {
  Frame frame = makeFrame(call, patternRule);
  for (auto &[known, name] : fallbacks)
    if (known.isSame(frame)) {
      if (name)
        call->setAttr(fallbackName, FlatSymbolRefAttr::get(name));
      return success();
    }
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  std::string candidate =
      getLookupKeys(call.getTargetAttr().getValue(), isa<CallMethodOp>(call))
          .back()
          .str() +
      "_fallback";
  StringAttr name = makeSymbolName(block, candidate);
  GraphOp graph = makeGraph(builder, call, name);
  StringAttr target = call.getTargetAttr();
  RuleCache inner(rules.getConfig(), /*keepsPreserved=*/false);
  if (failed(GraphDecomposer(graph, state.inference, inner, nullptr, nullptr)
                 .run()))
    return failure();
  // No table has a rule for it: there is nothing to fall back to.
  bool isDecomposed =
      llvm::none_of(graph.getBody().getOps<CallOp>(), [&](CallOp made) {
        return made.getTargetAttr() == target;
      });
  if (isDecomposed) {
    call->setAttr(fallbackName, FlatSymbolRefAttr::get(name));
  } else {
    graph.erase();
    name = nullptr;
  }
  fallbacks.emplace_back(std::move(frame), name);
  return success();
}

//===----------------------------------------------------------------------===//
// Inlining
//===----------------------------------------------------------------------===//

/// Puts the nodes of `graph` in the place of `call`.
static void inlineFallback(CallOp call, GraphOp graph, GraphNamespace &names) {
  OpBuilder builder(call.getOperation());
  IRMapping map;
  SmallVector<Value> distinct;
  for (Value operand : call->getOperands())
    if (!llvm::is_contained(distinct, operand))
      distinct.push_back(operand);
  auto fresh = [&](StringAttr name) {
    return builder.getStringAttr(names.create(name.getValue()));
  };
  unsigned nextInput = 0;
  for (Operation &op : graph.getBody().front()) {
    if (isa<PlaceholderOp>(op)) {
      map.map(op.getResult(0), distinct[nextInput++]);
      continue;
    }
    if (auto output = dyn_cast<OutputOp>(op)) {
      for (auto [result, value] :
           llvm::zip(call->getResults(), output.getOperands()))
        result.replaceAllUsesWith(map.lookup(value));
      continue;
    }
    auto copy = dyn_cast<CallOp>(builder.clone(op, map));
    if (!copy)
      continue;
    if (StringAttr name = copy.getNodeNameAttr())
      copy.setNodeNameAttr(fresh(name));
    if (ArrayAttr resultNames = copy.getResultNamesAttr())
      copy.setResultNamesAttr(builder.getArrayAttr(llvm::map_to_vector(
          resultNames.getAsRange<StringAttr>(),
          [&](StringAttr name) -> Attribute { return fresh(name); })));
  }
  call->erase();
}

static void inlineFallbacksIn(Block &block) {
  llvm::StringMap<GraphOp> graphs;
  for (auto graph : block.getOps<GraphOp>())
    graphs[graph.getSymName()] = graph;
  std::optional<GraphNamespace> names;
  llvm::SetVector<Operation *> inlined;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto symbol = op.getAttrOfType<FlatSymbolRefAttr>(fallbackName);
    GraphOp graph = symbol ? graphs.lookup(symbol.getValue()) : GraphOp();
    if (!graph || !isa<CallOp>(op))
      continue;
    if (!names)
      names.emplace(block);
    inlineFallback(cast<CallOp>(op), graph, *names);
    inlined.insert(graph);
  }
  // A graph of this kind has no other users.
  for (Operation *graph : inlined)
    graph->erase();
}

void mlir::tp::inlineFallbacks(ProgramOp program) {
  SmallVector<Block *> blocks = {&program.getBody().front()};
  while (!blocks.empty()) {
    Block *block = blocks.pop_back_val();
    if (llvm::any_of(*block,
                     [](Operation &op) { return op.hasAttr(fallbackName); }))
      inlineFallbacksIn(*block);
    // Only now: the graphs that were inlined are gone.
    for (GraphOp graph : block->getOps<GraphOp>())
      blocks.push_back(&graph.getBody().front());
  }
}
