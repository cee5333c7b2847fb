//===- InlineModules.cpp - Calls of child modules, inlined ----------------===//
//
// Before:                                  After:
//   tp.graph @sub {path = "sub"} {           %relu = call_method "relu"(%x)
//     %x = placeholder "x"
//     %relu = call_method "relu"(%x)
//     output %relu
//   }
//   %sub = call_module "sub"(%x)
//
//===----------------------------------------------------------------------===//

#include "ModuleRecords.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OwningOpRef.h"
#include "tp/IR/Names.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Records.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::tp {
#define GEN_PASS_DEF_INLINEMODULES
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

using ArgumentMap = llvm::DenseMap<Value, Argument>;

static LogicalResult replaceOperands(Operation *op, const ArgumentMap &map) {
  return replaceOperands(op, [&](Value value) -> const Argument * {
    auto it = map.find(value);
    return it == map.end() ? nullptr : &it->second;
  });
}

/// Element `index` of a container that is spelled out.
static std::optional<Argument> getElement(const Argument &container,
                                          Attribute index) {
  ArrayRef<Attribute> elements;
  int64_t position = -1;
  if (auto dict = dyn_cast<DictAttr>(container.literal)) {
    elements = dict.getValues();
    const auto *key = llvm::find(dict.getKeys(), index);
    position = key - dict.getKeys().begin();
  } else if (auto integer = dyn_cast<IntegerAttr>(index)) {
    if (auto tuple = dyn_cast<TupleAttr>(container.literal))
      elements = tuple.getElements();
    else if (auto list = dyn_cast<ListAttr>(container.literal))
      elements = list.getElements();
    position = integer.getValue().getSExtValue();
    if (position < 0)
      position += elements.size();
  }
  if (position < 0 || position >= int64_t(elements.size()))
    return std::nullopt;
  ValueRange values = container.values;
  for (Attribute skipped : elements.take_front(position))
    values = values.drop_front(countOperandPlaces(skipped));
  Attribute literal = elements[position];
  return Argument(literal, values.take_front(countOperandPlaces(literal)));
}

/// What a read of a container gives where the container is spelled out.
static std::optional<Argument> foldGetItem(Operation *op) {
  auto call = dyn_cast<CallFunctionOp>(op);
  if (!call || (call.getTarget() != "_operator.getitem" &&
                call.getTarget() != "operator.getitem"))
    return std::nullopt;
  CallArguments args = getArguments(call);
  if (args.positional.size() != 2 || !args.positional[1].values.empty())
    return std::nullopt;
  return getElement(args.positional[0], args.positional[1].literal);
}

namespace {
class Inliner {
public:
  explicit Inliner(ProgramOp program) : program(program) {}
  LogicalResult run();

private:
  /// A graph that calls are inlined into.
  struct Root {
    explicit Root(Operation *graph)
        : graph(graph), names(graph->getRegion(0).front()) {}
    Operation *graph;
    GraphNamespace names;
  };

  void collect();
  GraphOp findChild(Operation *op);
  LogicalResult inlineInto(Operation *graph);
  FailureOr<Argument> expand(Root &root, OpBuilder &builder, CallOp call,
                             StringRef outerStack);
  FailureOr<Argument> expandBody(Root &root, OpBuilder &builder, GraphOp child,
                                 CallOp call, StringRef stack);
  LogicalResult bindInputs(GraphOp child, CallOp call, ArgumentMap &map);
  LogicalResult expandNode(Root &root, OpBuilder &builder, Operation &op,
                           StringRef stack, const AttrTypeReplacer &symbols,
                           ArgumentMap &map);
  LogicalResult bindResults(CallOp call, const Argument &value,
                            ArgumentMap &map);
  void copySubgraph(Root &root, GraphOp graph, NameMap &renamed);
  void eraseChildren();

  ProgramOp program;
  llvm::DenseMap<StringAttr, GraphOp> children;
  llvm::DenseMap<StringAttr, unsigned> numCalls;
  llvm::SetVector<Operation *> inlined;
  llvm::DenseMap<Operation *, llvm::StringSet<>> symbolNames;
  SmallVector<GraphOp> active;
  SmallVector<Attribute> records;
};
} // namespace

void Inliner::collect() {
  program.walk([&](GraphOp graph) {
    if (StringAttr path = graph.getPathAttr())
      children.try_emplace(path, graph);
  });
}

GraphOp Inliner::findChild(Operation *op) {
  auto call = dyn_cast<CallModuleOp>(op);
  return call ? children.lookup(call.getTargetAttr()) : GraphOp();
}

/// Gives each input of `child` what the call passes for it.
LogicalResult Inliner::bindInputs(GraphOp child, CallOp call,
                                  ArgumentMap &map) {
  MLIRContext *context = call->getContext();
  CallArguments args = getArguments(call);
  llvm::DenseMap<StringAttr, Argument *> keywords;
  for (auto &[name, argument] : args.keywords)
    keywords[name] = &argument;
  size_t next = 0;
  SmallVector<Attribute> literals;
  SmallVector<Value> values;
  auto add = [&](const Argument &argument) {
    literals.push_back(argument.literal);
    values.append(argument.values.begin(), argument.values.end());
  };
  for (auto input : child.getBody().front().getOps<PlaceholderOp>()) {
    StringAttr name =
        input.getTargetAttr() ? input.getTargetAttr() : input.getNodeNameAttr();
    StringRef text = name ? name.getValue() : StringRef();
    Argument &bound = map[input.getResult()];
    literals.clear();
    values.clear();
    if (text.starts_with("**")) {
      SmallVector<Attribute> keys;
      for (auto &[key, argument] : args.keywords)
        if (keywords.erase(key)) {
          keys.push_back(key);
          add(argument);
        }
      bound = Argument(DictAttr::get(context, keys, literals), values);
    } else if (text.starts_with("*")) {
      for (; next < args.positional.size(); ++next)
        add(args.positional[next]);
      bound = Argument(TupleAttr::get(context, literals), values);
    } else if (Argument *keyword = keywords.lookup(name)) {
      bound = *keyword;
      keywords.erase(name);
    } else if (next < args.positional.size()) {
      bound = args.positional[next++];
    } else if (Attribute value = input.getDefaultValueAttr()) {
      bound = Argument(value, ValueRange());
    } else {
      InFlightDiagnostic diag = call->emitOpError()
                                << describeNode(call) << "expected a value for "
                                << "the input '" << text << "' of module "
                                << call.getTargetAttr();
      diag.attachNote(input.getLoc()) << "input declared here";
      return diag;
    }
  }
  size_t passed = args.positional.size() + args.keywords.size();
  size_t unused = args.positional.size() - next + keywords.size();
  if (!unused)
    return success();
  InFlightDiagnostic diag = call->emitOpError()
                            << describeNode(call) << "expected at most "
                            << passed - unused << " arguments for module "
                            << call.getTargetAttr() << ", got " << passed;
  diag.attachNote(child.getLoc()) << "module defined here";
  return diag;
}

/// Gives each result of `call` its part of what the child returns.
LogicalResult Inliner::bindResults(CallOp call, const Argument &value,
                                   ArgumentMap &map) {
  if (call->getNumResults() == 1 && !call.getResultTreeAttr()) {
    map[call->getResult(0)] = value;
    return success();
  }
  SmallVector<Argument> leaves;
  ValueRange values = value.values;
  auto addLeaf = [&](Attribute literal) {
    unsigned count = countOperandPlaces(literal);
    leaves.emplace_back(literal, values.take_front(count));
    values = values.drop_front(count);
  };
  (void)walkLiteral(value.literal, [&](Attribute part) {
    // A constant part has no result.
    if (isa<OperandAttr>(part))
      addLeaf(part);
    return success();
  });
  if (leaves.size() != call->getNumResults())
    return call->emitOpError()
           << describeNode(call) << "expected " << call->getNumResults()
           << " values from module " << call.getTargetAttr() << ", got "
           << leaves.size();
  for (auto [result, leaf] : llvm::zip_equal(call->getResults(), leaves))
    map[result] = leaf;
  return success();
}

/// Copies a subgraph that a node of a child names beside the nodes of `root`.
void Inliner::copySubgraph(Root &root, GraphOp graph, NameMap &renamed) {
  llvm::StringSet<> &taken = symbolNames[root.graph];
  Block &block = root.graph->getRegion(0).front();
  if (taken.empty())
    for (Operation &op : block)
      if (auto symbol = dyn_cast<SymbolOpInterface>(op))
        taken.insert(symbol.getName());
  std::string name = graph.getSymName().str();
  for (unsigned i = 1; !taken.insert(name).second; ++i)
    name = graph.getSymName().str() + "_" + std::to_string(i);
  OpBuilder builder = OpBuilder::atBlockBegin(&block);
  auto copy = cast<GraphOp>(builder.clone(*graph));
  if (copy.getSymName() == name)
    return;
  if (!copy.getOriginalNameAttr())
    copy.setOriginalNameAttr(copy.getSymNameAttr());
  copy.setSymName(name);
  renamed[graph.getSymNameAttr()] = copy.getSymNameAttr();
}

LogicalResult Inliner::expandNode(Root &root, OpBuilder &builder, Operation &op,
                                  StringRef stack,
                                  const AttrTypeReplacer &symbols,
                                  ArgumentMap &map) {
  Operation *copy = builder.clone(op);
  if (failed(::replaceOperands(copy, map))) {
    copy->erase();
    return failure();
  }
  if (std::optional<Argument> element = foldGetItem(copy)) {
    copy->erase();
    map[op.getResult(0)] = *element;
    return success();
  }
  for (auto [from, to] : llvm::zip_equal(op.getResults(), copy->getResults()))
    map[from] = Argument(to);
  if (auto call = dyn_cast<CallOp>(copy)) {
    if (ArgsAttr args = call.getArgsAttr())
      call.setArgsAttr(cast<ArgsAttr>(
          const_cast<AttrTypeReplacer &>(symbols).replace(args)));
    if (ArrayAttr names = call.getResultNamesAttr()) {
      auto renamed =
          llvm::map_to_vector(names.getAsRange<StringAttr>(), [&](auto name) {
            return Attribute(builder.getStringAttr(root.names.create(name)));
          });
      call.setResultNamesAttr(builder.getArrayAttr(renamed));
    }
  }
  auto node = dyn_cast<NodeOp>(copy);
  if (!node)
    return success();
  if (StringAttr name = node.getNodeNameAttr())
    node.setNodeNameAttr(builder.getStringAttr(root.names.create(name)));
  MetaAttr meta = node.getMetadataAttr();
  StringAttr own = meta ? meta.lookup("nn_module_stack") : StringAttr();
  node.setMetadataAttr(
      setMetadata(op.getContext(), meta, "nn_module_stack",
                  joinModuleStacks(stack, own ? own.getValue() : "")));
  return success();
}

FailureOr<Argument> Inliner::expandBody(Root &root, OpBuilder &builder,
                                        GraphOp child, CallOp call,
                                        StringRef stack) {
  ArgumentMap map;
  if (failed(bindInputs(child, call, map)))
    return failure();
  NameMap renamedGraphs;
  AttrTypeReplacer symbols;
  symbols.addReplacement([&](FlatSymbolRefAttr ref) {
    StringAttr name = renamedGraphs.lookup(ref.getAttr());
    return name ? FlatSymbolRefAttr::get(name) : ref;
  });
  for (Operation &op : child.getBody().front()) {
    if (isa<PlaceholderOp, GuardOp, SchemaOp>(op))
      continue;
    if (auto graph = dyn_cast<GraphOp>(op)) {
      if (!graph.getPathAttr())
        copySubgraph(root, graph, renamedGraphs);
      continue;
    }
    if (isa<StateOp>(op))
      return op.emitOpError("expected the state of a child module to be "
                            "declared in the program");
    if (!isa<OutputOp>(op) && !findChild(&op)) {
      if (failed(expandNode(root, builder, op, stack, symbols, map)))
        return failure();
      continue;
    }
    // A copy on its own says what is passed on, or returned.
    OwningOpRef<Operation *> copy = op.clone();
    if (failed(::replaceOperands(copy.get(), map)))
      return failure();
    if (auto output = dyn_cast<OutputOp>(copy.get())) {
      Argument value = getReturnValue(output);
      auto tuple = dyn_cast<TupleAttr>(value.literal);
      if (child.getSingleTensorReturn() && tuple &&
          tuple.getElements().size() == 1)
        value.literal = tuple.getElements().front();
      return value;
    }
    FailureOr<Argument> value =
        expand(root, builder, cast<CallOp>(copy.get()), stack);
    if (failed(value) || failed(bindResults(cast<CallOp>(op), *value, map)))
      return failure();
  }
  return child.emitOpError("expected 'tp.output' as the last operation");
}

FailureOr<Argument> Inliner::expand(Root &root, OpBuilder &builder, CallOp call,
                                    StringRef outerStack) {
  GraphOp child = findChild(call);
  StringRef path = call.getTargetAttr().getValue();
  if (llvm::is_contained(active, child)) {
    InFlightDiagnostic diag = call->emitOpError()
                              << describeNode(call) << "expected module "
                              << call.getTargetAttr() << " not to call itself";
    diag.attachNote(child.getLoc()) << "module defined here";
    return diag;
  }
  unsigned number = numCalls[call.getTargetAttr()]++;
  std::string key = path.str();
  if (number)
    key += "@" + std::to_string(number);
  MetaAttr meta = call.getMetadataAttr();
  StringAttr own = meta ? meta.lookup("nn_module_stack") : StringAttr();
  std::string stack =
      joinModuleStacks(outerStack, own ? own.getValue() : StringRef());
  stack = pushModule(stack, key, path);
  active.push_back(child);
  FailureOr<Argument> value = expandBody(root, builder, child, call, stack);
  active.pop_back();
  if (failed(value))
    return failure();
  records.push_back(
      makeModuleCall(program.getContext(), key, getArguments(call), *value));
  inlined.insert(child);
  return value;
}

LogicalResult Inliner::inlineInto(Operation *graph) {
  Block &block = graph->getRegion(0).front();
  if (llvm::none_of(block, [&](Operation &op) { return findChild(&op); }))
    return success();
  Root root(graph);
  ArgumentMap map;
  SmallVector<Operation *> replaced;
  OpBuilder builder(graph->getContext());
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (failed(::replaceOperands(&op, map)))
      return failure();
    if (findChild(&op)) {
      builder.setInsertionPoint(&op);
      auto call = cast<CallOp>(op);
      FailureOr<Argument> value = expand(root, builder, call, "");
      if (failed(value) || failed(bindResults(call, *value, map)))
        return failure();
      replaced.push_back(&op);
    } else if (std::optional<Argument> element = foldGetItem(&op)) {
      map[op.getResult(0)] = *element;
      replaced.push_back(&op);
    }
  }
  for (Operation *op : llvm::reverse(replaced))
    op->erase();
  return success();
}

/// Erases the graphs of children that are inlined, except where a node names
/// one as an argument.
void Inliner::eraseChildren() {
  llvm::DenseSet<StringAttr> named;
  program.walk([&](CallOp call) {
    (void)walkLiteral(call.getArgsAttr(), [&](Attribute part) {
      if (auto symbol = dyn_cast<FlatSymbolRefAttr>(part))
        named.insert(symbol.getAttr());
      return success();
    });
  });
  llvm::SetVector<Operation *> erased;
  for (Operation *child : inlined)
    if (!named.contains(cast<GraphOp>(child).getSymNameAttr()))
      erased.insert(child);
  // One inside of another goes with it.
  SmallVector<Operation *> outermost;
  for (Operation *child : erased) {
    Operation *parent = child->getParentOp();
    while (parent && !erased.contains(parent))
      parent = parent->getParentOp();
    if (!parent)
      outermost.push_back(child);
  }
  for (Operation *child : outermost)
    child->erase();
}

LogicalResult Inliner::run() {
  collect();
  if (children.empty())
    return success();
  SmallVector<Operation *> roots;
  program.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto graph = dyn_cast<GraphOp>(op);
    if (graph && graph.getPathAttr())
      return WalkResult::skip();
    if (graph || isa<ProgramOp>(op))
      roots.push_back(op);
    return WalkResult::advance();
  });
  for (Operation *root : roots)
    if (failed(inlineInto(root)))
      return failure();
  if (records.empty())
    return success();
  SmallVector<Attribute> calls;
  if (ArrayAttr existing = program.getModuleCallsAttr())
    calls.assign(existing.begin(), existing.end());
  calls.append(records);
  program.setModuleCallsAttr(ArrayAttr::get(program.getContext(), calls));
  eraseChildren();
  return success();
}

LogicalResult mlir::tp::inlineModules(ProgramOp program) {
  return Inliner(program).run();
}

namespace {
struct InlineModulesPass : tp::impl::InlineModulesBase<InlineModulesPass> {
  void runOnOperation() override {
    if (failed(inlineModules(getOperation())))
      signalPassFailure();
  }
};
} // namespace
