//===- DataRule.cpp - Instantiates decompositions that are data -----------===//
//
// Binds the arguments of a call and runs the steps of the body.
//
//===----------------------------------------------------------------------===//

#include "DataRule.h"
#include "CallCheck.h"
#include "State.h"

using namespace mlir;
using namespace mlir::tp;

thread_local DeclineReason *DeclineReason::current = nullptr;

/// `line 3: tp.when "rank(x) == 2" is false`.
static void setReason(StringRef operation, StringRef text, unsigned line,
                      StringRef what) {
  DeclineReason::set([&] {
    std::string place = line ? ("line " + Twine(line) + ": ").str() : "";
    return (place + operation + " \"" + text + "\" is " + what).str();
  });
}

bool DataRule::bind(DecomposeBuilder &b, Slots &slots) const {
  const BoundArguments &arguments = b.getArguments();
  const schema::OperatorSchema *schema = b.getSchema();
  unsigned numFound = 0;
  for (auto [i, parameter] : llvm::enumerate(parameters)) {
    std::optional<unsigned> index =
        schema ? schema->findArgument(parameter.name) : std::nullopt;
    numFound += index.has_value();
    bool isGiven = index ? arguments.isGiven(*index)
                         : i < arguments.getNumPositional() ||
                               arguments.isGiven(parameter.name);
    if (isGiven && index)
      slots[i] = arguments.get(*index);
    else if (isGiven)
      slots[i] = i < arguments.getNumPositional()
                     ? arguments.get(i)
                     : *arguments.find(parameter.name);
    else if (parameter.defaultValue)
      slots[i] = Arg::getLiteral(parameter.defaultValue);
    else if (index && schema->getArguments()[*index].hasDefault())
      slots[i] = arguments.get(*index);
    else
      return false;
  }
  if (numFound == parameters.size() && schema)
    return leavesOthersAtDefault(b);
  // Bound by position: what is left over has no meaning here.
  if (arguments.getNumPositional() > parameters.size())
    return false;
  return llvm::all_of(arguments.getUnknownKeywords(), [&](StringRef keyword) {
    return llvm::any_of(parameters, [&](const Parameter &parameter) {
      return parameter.name == keyword;
    });
  });
}

bool DataRule::leavesOthersAtDefault(DecomposeBuilder &b) const {
  const schema::OperatorSchema &schema = *b.getSchema();
  if (schema.getArguments().size() == parameters.size())
    return true;
  for (auto [index, argument] : llvm::enumerate(schema.getArguments())) {
    StringRef name = argument.getName();
    bool isListed = llvm::any_of(parameters, [&](const Parameter &parameter) {
      return parameter.name == name;
    });
    if (isListed)
      continue;
    if (!argument.hasDefault())
      return false;
    if (b.getArguments().isGiven(index) &&
        b.arg(index) != getDefaultArgument(schema, index, b.getContext()))
      return false;
  }
  return true;
}

Replacement DataRule::build(DecomposeBuilder &b, CallOp call) const {
  SmallVector<Arg> slots(numSlots);
  if (!bind(b, slots)) {
    DeclineReason::set([] { return "the arguments are others"; });
    return std::nullopt;
  }
  if (run(b, body, slots) != Status::Done)
    return std::nullopt;
  std::vector<Arg> values;
  for (const Yield &yield : body.yields) {
    const Arg &value = slots[yield.slot];
    if (yield.isSpread && value.isList())
      llvm::append_range(values, value.getElements());
    else
      values.push_back(value);
  }
  return values;
}

DataRule::Status DataRule::run(DecomposeBuilder &b, const Body &body,
                               Slots &slots) {
  for (const Step &step : body.steps) {
    Status status = runStep(b, step, slots);
    if (status != Status::Done)
      return status;
  }
  return b.hasFailed() ? Status::Failed : Status::Done;
}

DataRule::Status DataRule::runStep(DecomposeBuilder &b, const Step &step,
                                   Slots &slots) {
  switch (step.kind) {
  case Step::Kind::Call:
    return runCall(b, step, slots);
  case Step::Kind::When: {
    std::optional<bool> holds = step.expr.isTrue(b, slots);
    if (holds && *holds)
      return Status::Done;
    setReason("tp.when", step.text, step.line, holds ? "false" : "not known");
    return Status::Declined;
  }
  case Step::Kind::Expr: {
    std::optional<Arg> value = step.expr.evaluate(b, slots);
    if (!value) {
      setReason("tp.expr", step.text, step.line, "not known");
      return Status::Declined;
    }
    slots[step.results.front()] = std::move(*value);
    return Status::Done;
  }
  case Step::Kind::If:
    return runIf(b, step, slots);
  case Step::Kind::Collect:
    return runCollect(b, step, slots);
  }
  return Status::Failed;
}

DataRule::Status DataRule::runIf(DecomposeBuilder &b, const Step &step,
                                 Slots &slots) {
  std::optional<bool> condition = step.expr.isTrue(b, slots);
  if (!condition) {
    setReason("tp.if", step.text, step.line, "not known");
    return Status::Declined;
  }
  const Body &chosen = *condition ? step.thenBody : step.elseBody;
  Status status = run(b, chosen, slots);
  if (status == Status::Done && !step.results.empty())
    slots[step.results.front()] = slots[chosen.yields.front().slot];
  return status;
}

DataRule::Status DataRule::runCollect(DecomposeBuilder &b, const Step &step,
                                      Slots &slots) {
  std::optional<Arg> list = step.expr.evaluate(b, slots);
  if (!list || !list->isList()) {
    setReason("tp.collect", step.text, step.line,
              list ? "no list" : "not known");
    return Status::Declined;
  }
  std::vector<Arg> values;
  for (const Arg &element : list->getElements()) {
    slots[step.variable] = element;
    Status status = run(b, step.thenBody, slots);
    if (status != Status::Done)
      return status;
    values.push_back(slots[step.thenBody.yields.front().slot]);
  }
  slots[step.results.front()] = std::move(values);
  return Status::Done;
}

DataRule::Status DataRule::runCall(DecomposeBuilder &b, const Step &step,
                                   Slots &slots) {
  SmallVector<Arg, 6> positional;
  SmallVector<KeywordArg, 2> keywords;
  for (unsigned slot : step.operands)
    positional.push_back(slots[slot]);
  if (step.args) {
    SmallVector<Arg, 6> values = std::move(positional);
    ArrayRef<Arg> rest = values;
    positional.clear();
    for (Attribute literal : step.args.getPositional())
      positional.push_back(fillPlaces(literal, rest));
    for (auto [name, literal] :
         llvm::zip_equal(step.args.getKeywords(), step.args.getKeywordValues()))
      keywords.push_back({name.getValue(), fillPlaces(literal, rest)});
  }
  if (step.callee) {
    // What the entry's arguments are is known only now.
    std::string problem =
        checkArguments(*step.callee, positional, keywords, b.getContext());
    if (!problem.empty()) {
      b.emitError() << "call of " << step.target << ": " << problem;
      return Status::Failed;
    }
  }
  SmallVector<Value> results =
      step.isMethod
          ? b.makeMethodCall(step.target.getValue(), positional, keywords)
          : b.makeCall(step.target.getValue(), positional, keywords);
  if (b.hasFailed())
    return Status::Failed;
  if (step.results.size() == results.size()) {
    for (auto [slot, value] : llvm::zip_equal(step.results, results))
      slots[slot] = value;
    return Status::Done;
  }
  if (step.results.size() == 1) {
    slots[step.results.front()] = Arg(ArrayRef<Value>(results));
    return Status::Done;
  }
  if (results.size() != 1) {
    b.emitError() << "call of " << step.target << ": expected "
                  << step.results.size() << " results, got " << results.size();
    return Status::Failed;
  }
  // A container of unknown type.
  for (auto [i, slot] : llvm::enumerate(step.results))
    slots[slot] = b.call("_operator.getitem", results.front(), i);
  return Status::Done;
}
