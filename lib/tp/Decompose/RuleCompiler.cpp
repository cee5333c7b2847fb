//===- RuleCompiler.cpp - Checks and compiles decompositions as data ------===//
//
// From `tp.decomposition` operations to their compact form. Whatever is wrong
// with an entry is found here, against the schemas, and not at its first match.
//
//===----------------------------------------------------------------------===//

#include "CallCheck.h"
#include "DataRule.h"
#include "tp/Schema/Registry.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::tp;

namespace mlir::tp {
class RuleCompiler {
public:
  explicit RuleCompiler(DecompositionOp op)
      : op(op), rule(std::make_unique<DataRule>()) {}

  std::unique_ptr<DataRule> compile();

private:
  using Body = DataRule::Body;
  using Step = DataRule::Step;

  LogicalResult checkTarget();
  LogicalResult checkParameters(const schema::OperatorSchema &schema);
  /// Says which listed argument the schema lacks, or which required one is not
  /// listed; empty where it fits.
  std::string describeMisfit(const schema::OperatorSchema &schema);
  LogicalResult checkDefaults(const schema::OperatorSchema &schema);
  LogicalResult checkUnused();
  LogicalResult compileBody(Region &region, Body &body);
  LogicalResult compileStep(Operation &op, Step &step);
  LogicalResult compileCall(CallOp call, Step &step);
  LogicalResult compileExpr(Operation &op, StringRef text, Step &step);
  LogicalResult checkYield(YieldOp yield);
  /// The operator that a call means; sets what is known of its results.
  LogicalResult resolveCallee(CallOp call, Step &step);
  LogicalResult resolveOverload(CallOp call, Step &step);
  ValueInfo getYieldInfo(Region &region) {
    auto yield = dyn_cast<YieldOp>(region.front().back());
    if (!yield || yield.getValues().size() != 1)
      return {};
    return infos.lookup(yield.getValues().front());
  }
  void setParameterTypes(ArrayRef<const schema::OperatorSchema *> overloads);
  void defineResult(Value value, StringAttr name, Step &step);
  unsigned useSlot(Value value) {
    unsigned slot = slots.lookup(value);
    scope.markUsed(slot);
    return slot;
  }
  const schema::SchemaRegistry &getRegistry() {
    return cast<TPDialect>(op->getDialect())->getSchemas();
  }
  const schema::OperatorSchema *lookupSchema(StringRef target) {
    return cast<TPDialect>(op->getDialect())->lookupSchema(op, target);
  }

  DecompositionOp op;
  std::unique_ptr<DataRule> rule;
  ExprScope scope;
  llvm::DenseMap<Value, unsigned> slots;
  llvm::DenseMap<Value, ValueInfo> infos;
  /// The only schema of the target, if there is just one.
  const schema::OperatorSchema *schema = nullptr;
};
} // namespace mlir::tp

/// An error at a line of the table.
static InFlightDiagnostic emitAt(Operation *op, StringRef message = {}) {
  auto decomposition = dyn_cast<DecompositionOp>(op);
  if (!decomposition)
    decomposition = op->getParentOfType<DecompositionOp>();
  return emitError(op->getLoc())
         << "decomposition of '" << decomposition.getTarget()
         << "': " << message;
}

//===----------------------------------------------------------------------===//
// The head
//===----------------------------------------------------------------------===//

std::string RuleCompiler::describeMisfit(const schema::OperatorSchema &schema) {
  for (const DataRule::Parameter &parameter : rule->parameters)
    if (!schema.findArgument(parameter.name))
      return llvm::formatv("no argument '{0}' in '{1}'", parameter.name,
                           schema.str());
  for (const schema::Argument &argument : schema.getArguments()) {
    bool isListed = llvm::any_of(rule->parameters, [&](const auto &parameter) {
      return parameter.name == argument.getName();
    });
    if (!isListed && !argument.hasDefault())
      return llvm::formatv("expected the argument '{0}' of '{1}'",
                           argument.getName(), schema.str());
  }
  return {};
}

LogicalResult
RuleCompiler::checkDefaults(const schema::OperatorSchema &schema) {
  for (const DataRule::Parameter &parameter : rule->parameters) {
    unsigned index = *schema.findArgument(parameter.name);
    if (!parameter.defaultValue)
      continue;
    Arg own = Arg::getLiteral(parameter.defaultValue);
    const schema::Argument &argument = schema.getArguments()[index];
    if (!argument.hasDefault())
      return emitAt(op, "argument '")
             << parameter.name << "' has no default in '" << schema.str()
             << "'";
    if (own != getDefaultArgument(schema, index, op.getContext()))
      return emitAt(op, "argument '")
             << parameter.name << "': expected the default of the schema, "
             << argument.getDefaultText();
  }
  return success();
}

void RuleCompiler::setParameterTypes(
    ArrayRef<const schema::OperatorSchema *> overloads) {
  for (auto [value, parameter] :
       llvm::zip_equal(op.getBody().getArguments(), rule->parameters)) {
    const schema::Type *type = nullptr;
    for (const schema::OperatorSchema *overload : overloads) {
      unsigned index = *overload->findArgument(parameter.name);
      const schema::Type *own = overload->getArguments()[index].getType();
      if (type && type != own) {
        type = nullptr;
        break;
      }
      type = own;
    }
    infos[value].type = type;
  }
}

/// `aten.silu.default` for `torch.ops.aten.silu.default` and
/// `aten::silu.default`; empty for a key that is written as it should be.
static std::string getProperKey(StringRef key) {
  bool isPython = key.consume_front("torch.ops.");
  if (!isPython && !key.contains("::"))
    return {};
  auto [ns, name] = key.split("::");
  return name.empty() ? ns.str() : (ns + "." + name).str();
}

LogicalResult RuleCompiler::checkTarget() {
  StringRef target = op.getTarget();
  if (std::string key = getProperKey(target); !key.empty())
    return emitAt(op, "write the target as '") << key << "'";
  if (target.count('.') == 0)
    return success();
  schema = lookupSchema(target);
  if (schema && schema->hasKnownSignature()) {
    if (std::string problem = describeMisfit(*schema); !problem.empty())
      return emitAt(op) << problem;
    setParameterTypes(schema);
    return checkDefaults(*schema);
  }
  auto overloads = getRegistry().getOverloads(target);
  if (overloads.empty()) {
    if (!schema && isOperatorName(target))
      return emitAt(op) << describeUnknown(target, getRegistry());
    return success();
  }
  std::string firstProblem;
  SmallVector<const schema::OperatorSchema *> fitting;
  for (const schema::OperatorSchema *overload : overloads) {
    std::string problem = describeMisfit(*overload);
    if (problem.empty())
      fitting.push_back(overload);
    else if (firstProblem.empty())
      firstProblem = std::move(problem);
  }
  if (!fitting.empty()) {
    setParameterTypes(fitting);
    return checkDefaults(*fitting.front());
  }
  return emitAt(op, "fits no overload of '") << target << "': " << firstProblem;
}

LogicalResult RuleCompiler::checkUnused() {
  for (auto [i, parameter] : llvm::enumerate(rule->parameters)) {
    bool isMarked = op.getUnusedAttr() &&
                    llvm::is_contained(op.getUnusedAttr(), op.getArgNames()[i]);
    if (scope.isUsed(i) == isMarked)
      return emitAt(op, "argument '")
             << parameter.name
             << (isMarked ? "' is used, but marked 'unused'"
                          : "' is not used: mark it 'unused' if that is right");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

LogicalResult RuleCompiler::compileExpr(Operation &user, StringRef text,
                                        Step &step) {
  llvm::Expected<Expr> expr = Expr::parse(op.getContext(), text, scope);
  if (!expr)
    return emitAt(&user, "expression \"")
           << text << "\": " << llvm::toString(expr.takeError());
  step.expr = std::move(*expr);
  step.text = text.str();
  if (auto loc = user.getLoc()->findInstanceOf<FileLineColLoc>())
    step.line = loc.getLine();
  return success();
}

void RuleCompiler::defineResult(Value value, StringAttr name, Step &step) {
  unsigned slot = name ? scope.enter(name.getValue()) : scope.addSlot();
  slots[value] = slot;
  step.results.push_back(slot);
}

/// `aten.mul` may mean its `default` overload, if that takes the arguments.
LogicalResult RuleCompiler::resolveOverload(CallOp call, Step &step) {
  StringRef target = step.target.getValue();
  auto getInfo = [&](Value value) { return infos.lookup(value); };
  const schema::OperatorSchema *callee =
      lookupSchema((target + ".default").str());
  std::string problem;
  if (callee)
    problem = checkCall(call, *callee, getInfo);
  if (callee && problem.empty()) {
    step.callee = callee;
    return success();
  }
  auto overloads = getRegistry().getOverloads(target);
  if (overloads.empty())
    return emitAt(call) << describeUnknown(target, getRegistry());
  if (overloads.size() == 1 && callee)
    return emitAt(call) << problem;
  // Those that would take the arguments, if there are any.
  SmallVector<const schema::OperatorSchema *> fitting;
  for (const schema::OperatorSchema *overload : overloads)
    if (!overload->isOut() && checkCall(call, *overload, getInfo).empty())
      fitting.push_back(overload);
  InFlightDiagnostic diag = emitAt(call, "expected an overload of '")
                            << target << "', one of ";
  llvm::interleaveComma(fitting.empty() ? overloads : fitting, diag,
                        [&](const schema::OperatorSchema *overload) {
                          diag << overload->getTarget();
                        });
  if (callee)
    diag << "; 'default' does not fit: " << problem;
  return diag;
}

LogicalResult RuleCompiler::resolveCallee(CallOp call, Step &step) {
  StringRef target = step.target.getValue();
  if (step.isMethod)
    return success();
  step.callee = lookupSchema(target);
  if (step.callee) {
    auto getInfo = [&](Value value) { return infos.lookup(value); };
    std::string problem = checkCall(call, *step.callee, getInfo);
    if (!problem.empty())
      return emitAt(call) << problem;
  } else if (!isOperatorName(target) &&
             !(target.count('.') == 1 &&
               lookupSchema((target + ".default").str()))) {
    return success();
  } else if (failed(resolveOverload(call, step))) {
    return failure();
  }
  if (!step.callee->hasKnownSignature() ||
      step.callee->hasFlag(schema::Flag::Python))
    return success();
  auto returns = step.callee->getReturns();
  if (returns.size() == call->getNumResults()) {
    for (auto [result, type] : llvm::zip(call->getResults(), returns))
      infos[result].type = type.getType();
  } else if (call->getNumResults() == 1) {
    infos[call->getResult(0)].numResults = returns.size();
  }
  return success();
}

LogicalResult RuleCompiler::compileCall(CallOp call, Step &step) {
  step.isMethod = isa<CallMethodOp>(call);
  step.target = call.getTargetAttr();
  step.args = call.getArgsAttr();
  for (Value operand : call->getOperands())
    step.operands.push_back(useSlot(operand));
  if (step.args) {
    // Lists and tuples take their elements at match time, other containers not.
    LogicalResult parts = walkLiteral(step.args, [&](Attribute part) {
      return success(!isa<SliceAttr, DictAttr>(part) ||
                     countOperandPlaces(part) == 0);
    });
    if (failed(parts))
      return emitAt(call, "expected no values in slices and dictionaries");
  }
  if (failed(resolveCallee(call, step)))
    return failure();
  for (unsigned i = 0; i < call->getNumResults(); ++i)
    defineResult(call->getResult(i), call.getResultNameAttr(i), step);
  return success();
}

LogicalResult RuleCompiler::checkYield(YieldOp yield) {
  if (!schema || schema->getReturns().empty())
    return success();
  bool hasList = llvm::any_of(schema->getReturns(), [](auto &result) {
    return result.getType()->is(schema::TypeKind::List);
  });
  if (hasList || yield.getSpread())
    return success();
  if (yield.getValues().size() != schema->getReturns().size())
    return emitAt(yield, "expected ")
           << schema->getReturns().size() << " values as '" << schema->str()
           << "' returns, got " << yield.getValues().size();
  for (auto [i, value] : llvm::enumerate(yield.getValues())) {
    ValueInfo info = infos.lookup(value);
    const schema::Type *type = info.type;
    if (info.numResults > 1)
      return emitAt(yield, "expected one value, got the ")
             << info.numResults << " results of a call: name each of them";
    const schema::Type &expected = *schema->getReturns()[i].getType();
    if (type && !mayTake(expected, *type))
      return emitAt(yield, "expected value ")
             << i << " of type " << expected.str() << " as '" << schema->str()
             << "' returns, got one of type " << type->str();
  }
  return success();
}

LogicalResult RuleCompiler::compileStep(Operation &stepOp, Step &step) {
  if (auto call = dyn_cast<CallOp>(stepOp))
    return compileCall(call, step);
  if (auto when = dyn_cast<WhenOp>(stepOp)) {
    step.kind = Step::Kind::When;
    return compileExpr(stepOp, when.getCondition(), step);
  }
  if (auto expr = dyn_cast<ExprOp>(stepOp)) {
    step.kind = Step::Kind::Expr;
    if (failed(compileExpr(stepOp, expr.getExpression(), step)))
      return failure();
    defineResult(expr.getResult(), expr.getNameAttr(), step);
    return success();
  }
  if (auto ifOp = dyn_cast<IfOp>(stepOp)) {
    step.kind = Step::Kind::If;
    if (failed(compileExpr(stepOp, ifOp.getCondition(), step)) ||
        failed(compileBody(ifOp.getThenRegion(), step.thenBody)) ||
        failed(compileBody(ifOp.getElseRegion(), step.elseBody)))
      return failure();
    if (ifOp.getResult()) {
      defineResult(ifOp.getResult(), ifOp.getNameAttr(), step);
      ValueInfo thenInfo = getYieldInfo(ifOp.getThenRegion());
      if (thenInfo.type &&
          thenInfo.type == getYieldInfo(ifOp.getElseRegion()).type)
        infos[ifOp.getResult()] = thenInfo;
    }
    return success();
  }
  auto collect = cast<CollectOp>(stepOp);
  step.kind = Step::Kind::Collect;
  if (failed(compileExpr(stepOp, collect.getList(), step)))
    return failure();
  size_t depth = scope.getDepth();
  step.variable = scope.enter(collect.getVariable());
  slots[collect.getBody().getArgument(0)] = step.variable;
  if (failed(compileBody(collect.getBody(), step.thenBody)))
    return failure();
  scope.leaveTo(depth);
  defineResult(collect.getResult(), collect.getNameAttr(), step);
  if (const schema::Type *element = getYieldInfo(collect.getBody()).type)
    infos[collect.getResult()].type = schema::Type::getList(element);
  return success();
}

LogicalResult RuleCompiler::compileBody(Region &region, Body &body) {
  if (region.empty())
    return success();
  bool isInner = !isa<DecompositionOp>(region.getParentOp());
  size_t depth = scope.getDepth();
  for (Operation &stepOp : region.front()) {
    if (auto yield = dyn_cast<YieldOp>(stepOp)) {
      for (auto [i, value] : llvm::enumerate(yield.getValues()))
        body.yields.push_back(
            {useSlot(value), yield.getSpread() && (*yield.getSpread())[i]});
      if (!isInner && failed(checkYield(yield)))
        return failure();
      continue;
    }
    if (failed(compileStep(stepOp, body.steps.emplace_back())))
      return failure();
  }
  if (isInner)
    scope.leaveTo(depth);
  return success();
}

std::unique_ptr<DataRule> RuleCompiler::compile() {
  Block &block = op.getBody().front();
  for (auto [i, argument] : llvm::enumerate(block.getArguments())) {
    auto name = cast<StringAttr>(op.getArgNames()[i]);
    Attribute value = op.getDefaults()[i];
    rule->parameters.push_back(
        {name.str(), isa<UnitAttr>(value) ? Attribute() : value});
    slots[argument] = scope.enter(name.getValue());
  }
  if (failed(checkTarget()) || failed(compileBody(op.getBody(), rule->body)) ||
      failed(checkUnused()))
    return nullptr;
  rule->numSlots = scope.getNumSlots();
  return std::move(rule);
}

std::unique_ptr<DataRule> DataRule::compile(DecompositionOp op) {
  return RuleCompiler(op).compile();
}
