//===- Engine.cpp - Decomposition of programs -----------------------------===//
//
// One walk over each graph, in order. A rule puts the nodes that it makes ahead
// of the call that it replaces; the walk goes on with the first of them, so
// that what it has left behind is final: a node is looked at once, its operands
// have their last form, and a size that was computed is there for all nodes
// that follow.
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "CallCheck.h"
#include "DataRule.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tp/Shape/TensorInfo.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static bool containsAny(const llvm::StringSet<> &set,
                        ArrayRef<StringRef> keys) {
  return !set.empty() &&
         llvm::any_of(keys, [&](StringRef key) { return set.contains(key); });
}

bool RuleCache::isPreserved(StringAttr target, bool isMethod) const {
  return keepsPreserved && !config.preserve.empty() &&
         containsAny(config.preserve,
                     getLookupKeys(target.getValue(), isMethod));
}

ArrayRef<const DecompositionRule *> RuleCache::lookup(StringAttr target,
                                                      bool isMethod) {
  auto &map = isMethod ? methods : functions;
  auto [it, isNew] = map.try_emplace(target);
  if (!isNew)
    return it->second;
  SmallVector<StringRef, 3> keys = getLookupKeys(target.getValue(), isMethod);
  bool isWanted =
      (config.include.empty() || containsAny(config.include, keys)) &&
      !containsAny(config.exclude, keys) && !isPreserved(target, isMethod);
  if (isWanted && config.tables)
    it->second = config.tables->lookup(target.getValue(), isMethod);
  return it->second;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

LogicalResult GraphDecomposer::run() {
  Operation *cursor = block.empty() ? nullptr : &block.front();
  while (cursor) {
    while (!frames.empty() && frames.back().end == cursor)
      frames.pop_back();
    FailureOr<Operation *> next = visit(cursor);
    if (failed(next))
      return failure();
    cursor = *next;
  }
  collectNames();
  for (Operation *op : llvm::reverse(replaced))
    op->erase();
  eraseDead();
  eraseInlined();
  return success();
}

bool GraphDecomposer::isBound(tp::CallOp call) {
  if (isa<CallMethodOp>(call))
    return true;
  const schema::OperatorSchema *schema = state.getSchema(call.getTargetAttr());
  std::string problem = schema ? checkBinding(call, *schema) : std::string();
  if (problem.empty())
    return true;
  InFlightDiagnostic diag = emitWarning(call.getLoc());
  if (StringAttr name = isNew() ? state.rootName : call.getNodeNameAttr())
    diag << "node '" << name.getValue() << "': ";
  diag << "call of " << call.getTargetAttr()
       << " is not decomposed: " << problem;
  if (!StringRef(problem).contains(schema->str()))
    diag << "; its schema is '" << schema->str() << "'";
  return false;
}

FailureOr<Operation *> GraphDecomposer::visit(Operation *op) {
  Operation *next = op->getNextNode();
  if (!replaced.empty() && replaced.contains(op))
    return next;
  if (!substitutions.empty()) {
    FailureOr<bool> isFolded = substitute(op);
    if (failed(isFolded))
      return failure();
    if (*isFolded)
      return next;
  }
  auto call = dyn_cast<tp::CallOp>(op);
  if (!call || isa<CallModuleOp>(op)) {
    if (isa<PlaceholderOp>(op))
      state.addSize(op);
    return next;
  }
  ArrayRef<const DecompositionRule *> candidates =
      rules.lookup(call.getTargetAttr(), isa<CallMethodOp>(op));
  bool mayApply = (applicator || !candidates.empty()) && isBound(call);
  if (!mayApply)
    candidates = {};
  if (applicator && mayApply) {
    FailureOr<Operation *> first = applyPatterns(call);
    if (failed(first))
      return failure();
    if (*first)
      return first;
  }
  for (const DecompositionRule *rule : candidates) {
    FailureOr<Operation *> first = apply(call, *rule);
    if (failed(first))
      return failure();
    if (*first)
      return first;
  }
  inferTypes(op, next);
  if (Value earlier = state.addSize(op); earlier && isNew()) {
    replaceValue(op->getResult(0), earlier);
    op->erase();
    return next;
  }
  if (rules.isPreserved(call.getTargetAttr(), isa<CallMethodOp>(op)) &&
      failed(attachFallback(call)))
    return failure();
  if (isNew())
    giveNames(call);
  return next;
}

void GraphDecomposer::addToReport(DecomposeReport &report, tp::CallOp call,
                                  const DecompositionRule &rule,
                                  bool isDeclined, StringRef reason) {
  DecomposeReport::Entry &entry = report.entries[&rule];
  ++entry.numTried;
  entry.numApplied += !isDeclined;
  if (!isDeclined || entry.numTried - entry.numApplied != 1)
    return;
  StringAttr name = isNew() ? state.rootName : call.getNodeNameAttr();
  entry.declinedNode = name ? name.str() : call.getTargetAttr().str();
  entry.reason = reason.str();
}

FailureOr<Operation *> GraphDecomposer::apply(tp::CallOp call,
                                              const DecompositionRule &rule) {
  Operation *op = call.getOperation();
  Operation *before = op->getPrevNode();
  DecomposeBuilder builder(state, call, rule);
  DecomposeReport *report = rules.getConfig().report;
  std::optional<DeclineReason> reason;
  if (report)
    reason.emplace();
  Replacement replacement = rule.build(builder, call);
  if (builder.hasFailed())
    return failure();
  if (report)
    addToReport(*report, call, rule, replacement.isDeclined(), reason->text);
  if (replacement.isDeclined()) {
    while (op->getPrevNode() != before)
      op->getPrevNode()->erase();
    return nullptr;
  }
  if (failed(enterFrame(makeFrame(call, rule), call.getLoc())) ||
      failed(replaceResults(call, rule, replacement)))
    return failure();
  Operation *first = before ? before->getNextNode() : &block.front();
  if (op->use_empty()) {
    first = first == op ? op->getNextNode() : first;
    op->erase();
  } else {
    // Its users take the elements when the walk comes to them.
    replaced.insert(op);
  }
  return first;
}

//===----------------------------------------------------------------------===//
// Cycles
//===----------------------------------------------------------------------===//

bool GraphDecomposer::Frame::isSame(const Frame &other) const {
  return target == other.target && args == other.args &&
         operandTypes == other.operandTypes;
}

GraphDecomposer::Frame
GraphDecomposer::makeFrame(tp::CallOp call, const DecompositionRule &rule) {
  if (frames.empty())
    state.rootName = call.getNodeNameAttr();
  return {&rule, call.getTargetAttr(), call.getArgsAttr(),
          llvm::to_vector<4>(call->getOperandTypes()), call->getNextNode()};
}

LogicalResult GraphDecomposer::enterFrame(Frame frame, Location loc) {
  constexpr size_t maxDepth = 1000;
  auto *same = llvm::find_if(
      frames, [&](const Frame &outer) { return outer.isSame(frame); });
  bool isTooDeep = frames.size() >= maxDepth;
  if (same == frames.end() && !isTooDeep) {
    frames.push_back(std::move(frame));
    return success();
  }
  if (isTooDeep)
    same = frames.end() - 8;
  InFlightDiagnostic diag = emitError(loc);
  if (state.rootName)
    diag << "node '" << state.rootName.getValue() << "': ";
  diag << (isTooDeep ? "decompositions do not come to an end: "
                     : "decompositions rewrite in a circle: ");
  for (const Frame &outer : llvm::make_range(same, frames.end()))
    diag << outer.target.getValue() << " -> ";
  diag << frame.target.getValue();
  for (const Frame &outer : llvm::make_range(same, frames.end()))
    diag.attachNote() << outer.target << " by " << outer.rule->describe();
  return failure();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// The values of a replacement with the lists among them taken apart.
static void flatten(ArrayRef<Arg> values, SmallVectorImpl<Arg> &flat) {
  for (const Arg &value : values) {
    if (value.isList())
      flatten(value.getElements(), flat);
    else
      flat.push_back(value);
  }
}

LogicalResult GraphDecomposer::emitMismatch(tp::CallOp call,
                                            const DecompositionRule &rule,
                                            const Twine &message) {
  InFlightDiagnostic diag = emitError(call.getLoc());
  if (StringAttr name = isNew() ? state.rootName : call.getNodeNameAttr())
    diag << "node '" << name.getValue() << "': ";
  return diag << rule.describe() << ": " << message;
}

LogicalResult GraphDecomposer::replaceResults(tp::CallOp call,
                                              const DecompositionRule &rule,
                                              const Replacement &replacement) {
  ArrayRef<Arg> values = replacement.getValues();
  unsigned numResults = call->getNumResults();
  bool isContainer = numResults == 1 &&
                     !isa<TensorType>(call->getResult(0).getType()) &&
                     (values.size() != 1 || values.front().isList());
  if (isContainer) {
    addSubstitution(call->getResult(0),
                    values.size() == 1 ? values.front() : Arg(values));
    return success();
  }
  SmallVector<Arg> flat;
  flatten(values, flat);
  if (flat.size() != numResults)
    llvm::erase_if(flat, [](const Arg &value) { return value.isNone(); });
  if (flat.size() != numResults)
    return emitMismatch(call, rule,
                        "expected " + Twine(numResults) +
                            " values, one for each result, got " +
                            Twine(flat.size()));
  for (auto [result, value] : llvm::zip_equal(call->getResults(), flat))
    if (failed(replaceResult(call, rule, result, value)))
      return failure();
  return success();
}

/// Whether both types say the strides and say them differently.
static bool hasOtherStrides(Type a, Type b, SymArith &arith) {
  std::optional<TensorInfo> x = TensorInfo::get(a, arith);
  std::optional<TensorInfo> y = TensorInfo::get(b, arith);
  if (!x || !y || x->rank() != y->rank())
    return false;
  for (auto [size, s, t] : llvm::zip_equal(x->sizes, x->strides, y->strides))
    if (!size.isStaticValue(1) && s.isKnown() && t.isKnown() &&
        !s.isIdentical(t))
      return true;
  return false;
}

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

LogicalResult GraphDecomposer::adoptType(tp::CallOp call,
                                         const DecompositionRule &rule,
                                         OpResult result, Value made) {
  Type expected = result.getType();
  std::string why;
  if (!areCompatible(expected, made.getType(), state.inference.getArith(),
                     &why))
    return emitMismatch(call, rule,
                        "result " + Twine(result.getResultNumber()) + ": " +
                            why + ": expected the recorded " + print(expected) +
                            ", got " + print(made.getType()));
  // The recorded type may say more than inference can. Where it speaks of other
  // strides, those of the new nodes are the true ones.
  auto own = dyn_cast_or_null<tp::CallOp>(made.getDefiningOp());
  if (own && own->getBlock() == &block && !own.getNodeNameAttr() &&
      !isa<AnyType>(expected) && expected != made.getType() &&
      !hasOtherStrides(expected, made.getType(), state.inference.getArith()))
    made.setType(expected);
  return success();
}

LogicalResult GraphDecomposer::replaceResult(tp::CallOp call,
                                             const DecompositionRule &rule,
                                             OpResult result,
                                             const Arg &value) {
  Type expected = result.getType();
  if (!value.isValue()) {
    if (isa<TensorType>(expected)) {
      if (value.isNone() && result.use_empty())
        return success();
      return emitMismatch(call, rule,
                          "result " + Twine(result.getResultNumber()) +
                              ": expected a tensor, got a literal");
    }
    addSubstitution(result, value);
    return success();
  }
  Value made = value.getValue();
  if (failed(adoptType(call, rule, result, made)))
    return failure();
  replaceValue(result, made);
  return success();
}

//===----------------------------------------------------------------------===//
// Results that are no values
//===----------------------------------------------------------------------===//

void GraphDecomposer::addSubstitution(Value result, const Arg &value) {
  if (result.use_empty())
    return;
  substitutions[result] = {value, value.toArgument(state.context)};
}

FailureOr<bool> GraphDecomposer::foldGetItem(tp::CallOp call) {
  StringRef target = call.getTargetAttr().getValue();
  if (target != "_operator.getitem" && target != "operator.getitem")
    return false;
  BoundArguments arguments(call, nullptr);
  if (arguments.getNumPositional() != 2 || !arguments.get(0).isValue())
    return false;
  auto it = substitutions.find(arguments.get(0).getValue());
  std::optional<int64_t> index = arguments.get(1).getOptionalInt();
  if (it == substitutions.end() || !it->second.value.isList() || !index)
    return false;
  const Arg list = it->second.value;
  int64_t size = list.size();
  int64_t wrapped = *index < 0 ? *index + size : *index;
  if (wrapped < 0 || wrapped >= size)
    return call->emitOpError("expected an index into ")
           << size << " values, got " << *index;
  const Arg &element = list[wrapped];
  OpResult result = call->getResult(0);
  if (element.isValue())
    replaceValue(result, element.getValue());
  else
    addSubstitution(result, element);
  if (result.use_empty())
    call->erase();
  else
    replaced.insert(call.getOperation());
  return true;
}

FailureOr<bool> GraphDecomposer::substitute(Operation *op) {
  if (llvm::none_of(op->getOperands(), [&](Value operand) {
        return substitutions.contains(operand);
      }))
    return false;
  if (auto call = dyn_cast<CallFunctionOp>(op)) {
    FailureOr<bool> folded = foldGetItem(cast<tp::CallOp>(op));
    if (failed(folded) || *folded)
      return folded;
  }
  auto lookup = [&](Value value) -> const Argument * {
    auto it = substitutions.find(value);
    return it == substitutions.end() ? nullptr : &it->second.argument;
  };
  if (failed(replaceOperands(op, lookup)))
    return failure();
  return false;
}

//===----------------------------------------------------------------------===//
// Names and dead nodes
//===----------------------------------------------------------------------===//

/// What torch.fx names a node by: the operator without namespace and overload.
static StringRef getNameCandidate(StringRef target) {
  SmallVector<StringRef, 3> keys = getLookupKeys(target, /*isMethod=*/false);
  StringRef name = keys.back();
  if (name.size() > 4 && name.starts_with("__") && name.ends_with("__"))
    return name.drop_front(2).drop_back(2);
  return name;
}

void GraphDecomposer::giveNames(tp::CallOp call) {
  if (call.getNodeNameAttr())
    return;
  if (!names)
    names.emplace(block);
  auto create = [&](StringRef candidate) {
    return StringAttr::get(state.context, names->create(candidate));
  };
  call.setNodeNameAttr(
      create(getNameCandidate(call.getTargetAttr().getValue())));
  if (call->getNumResults() == 1 && !call.getResultTreeAttr())
    return;
  SmallVector<Attribute> resultNames;
  for (unsigned i = 0; i < call->getNumResults(); ++i)
    resultNames.push_back(create("getitem"));
  if (!resultNames.empty())
    call.setResultNamesAttr(ArrayAttr::get(state.context, resultNames));
}

void GraphDecomposer::eraseDead() {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isa<tp::CallOp, GetAttrOp>(op) && isOpTriviallyDead(&op))
      op.erase();
}

void GraphDecomposer::eraseInlined() {
  if (state.inlined.empty())
    return;
  llvm::DenseSet<StringAttr> named;
  block.walk([&](Operation *op) {
    for (NamedAttribute attr : op->getAttrDictionary())
      attr.getValue().walk([&](SymbolRefAttr symbol) {
        named.insert(symbol.getRootReference());
      });
  });
  for (GraphOp graph : llvm::make_early_inc_range(block.getOps<GraphOp>()))
    if (state.inlined.contains(graph.getSymNameAttr()) &&
        !named.contains(graph.getSymNameAttr()))
      graph.erase();
}

void GraphDecomposer::moveNames(OpResult result, Value made) {
  auto node = dyn_cast<NodeOp>(result.getOwner());
  if (!newNames || !node)
    return;
  // The names that lead to the old value, its own among them.
  SmallVector<StringAttr, 1> former;
  if (auto it = formerNames.find(result); it != formerNames.end()) {
    former = std::move(it->second);
    formerNames.erase(it);
  }
  if (StringAttr name = node.getResultNameAttr(result.getResultNumber()))
    former.push_back(name);
  if (!former.empty())
    llvm::append_range(formerNames[made], former);
}

void GraphDecomposer::replaceValue(OpResult result, Value made) {
  moveNames(result, made);
  result.replaceAllUsesWith(made);
}

void GraphDecomposer::collectNames() {
  for (auto &[value, former] : formerNames)
    if (auto node = dyn_cast_or_null<NodeOp>(value.getDefiningOp()))
      if (StringAttr now =
              node.getResultNameAttr(cast<OpResult>(value).getResultNumber()))
        for (StringAttr name : former)
          (*newNames)[name] = now;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// The graphs to decompose, inner ones first. Under autocast, nodes do not
/// compute what rules take them for: such graphs stay as they are until the
/// call of one is replaced by its nodes.
static SmallVector<GraphOp> collectGraphs(ProgramOp program) {
  SmallVector<GraphOp> graphs;
  llvm::DenseSet<std::pair<Block *, StringAttr>> autocast;
  auto name =
      StringAttr::get(program.getContext(), "higher_order.wrap_with_autocast");
  program.walk([&](Operation *op) {
    if (auto graph = dyn_cast<GraphOp>(op))
      graphs.push_back(graph);
    auto call = dyn_cast<CallFunctionOp>(op);
    ArgsAttr args =
        call && call.getTargetAttr() == name ? call.getArgsAttr() : ArgsAttr();
    if (args)
      args.walk([&](FlatSymbolRefAttr symbol) {
        autocast.insert({op->getBlock(), symbol.getAttr()});
      });
  });
  llvm::erase_if(graphs, [&](GraphOp graph) {
    for (; graph; graph = graph->getParentOfType<GraphOp>())
      if (autocast.contains({graph->getBlock(), graph.getSymNameAttr()}))
        return true;
    return false;
  });
  return graphs;
}

LogicalResult mlir::tp::decompose(ProgramOp program,
                                  const DecomposeConfig &config,
                                  NameMap *newNames) {
  if (failed(checkDeclarations(program)))
    return failure();
  TypeInference inference(program);
  RuleCache rules(config);
  for (Operation *graph : collectGraphs(program))
    if (failed(
            GraphDecomposer(graph, inference, rules, config.patterns, nullptr)
                .run()))
      return failure();
  return GraphDecomposer(program, inference, rules, config.patterns, newNames)
      .run();
}
