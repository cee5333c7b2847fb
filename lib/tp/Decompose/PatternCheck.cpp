//===- PatternCheck.cpp - Checks patterns when they are loaded ------------===//
//
// A mistake in a rewrite would show at its first match only.
//
//===----------------------------------------------------------------------===//

#include "PatternCheck.h"
#include "CallCheck.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/Dialect/PDL/IR/PDLTypes.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::tp;

/// The literal that a value of PDL is; null where it is matched or computed.
static Attribute getConstant(Value value) {
  auto attribute = value.getDefiningOp<pdl::AttributeOp>();
  return attribute ? attribute.getValueAttr() : Attribute();
}

/// The number of arguments of a call; none where a range is among them whose
/// length is not known.
static std::optional<unsigned> countValues(ValueRange values) {
  unsigned count = 0;
  for (Value value : values) {
    if (!isa<pdl::RangeType>(value.getType())) {
      ++count;
      continue;
    }
    auto range = value.getDefiningOp<pdl::RangeOp>();
    std::optional<unsigned> inner =
        range ? countValues(range.getArguments()) : std::nullopt;
    if (!inner)
      return std::nullopt;
    count += *inner;
  }
  return count;
}

static LogicalResult checkCall(pdl::ApplyNativeRewriteOp op) {
  if (op.getArgs().size() < 2)
    return emitError(op.getLoc())
           << op.getName() << ": expected the root and a target";
  Attribute constant = getConstant(op.getArgs()[1]);
  if (!constant)
    return success();
  auto fail = [&]() { return emitError(op.getLoc()) << op.getName() << ": "; };
  auto text = dyn_cast<StringAttr>(constant);
  if (!text)
    return fail() << "expected a target as a string, got " << constant;
  StringRef target = text.getValue();
  FailureOr<ArgsAttr> args = splitPatternTarget(target, op.getContext());
  if (failed(args))
    return fail() << "expected a target and arguments, got " << text;
  auto *dialect = op.getContext()->getLoadedDialect<TPDialect>();
  const schema::SchemaRegistry &known = dialect->getSchemas();
  const schema::OperatorSchema *schema = known.lookup(target);
  if (!schema)
    schema = known.lookup((target + ".default").str());
  // Operators that are not torch's may be declared by the program.
  bool isTorch = target.starts_with("aten.") || target.starts_with("prims.");
  if (!schema && isTorch)
    return fail() << describeUnknown(target, known);
  std::optional<unsigned> given = countValues(op.getArgs().drop_front(2));
  unsigned numPositional = given.value_or(0);
  SmallVector<StringRef, 4> keywords;
  if (*args) {
    unsigned places = countOperandPlaces(*args);
    if (given && places != *given)
      return fail() << "call of '" << target << "': expected " << places
                    << " values as its arguments say, got " << *given;
    numPositional = args->getPositional().size();
    for (StringAttr keyword : args->getKeywords())
      keywords.push_back(keyword.getValue());
  }
  if (!schema || (!*args && !given))
    return success();
  std::string problem = checkArgumentNames(*schema, numPositional, keywords);
  if (!problem.empty())
    return fail() << "call of '" << target << "': " << problem;
  return success();
}

/// A target or the name of an argument.
static LogicalResult checkConstraint(pdl::ApplyNativeConstraintOp op) {
  if (op.getArgs().size() != 2)
    return success();
  Attribute constant = getConstant(op.getArgs()[1]);
  if (!constant || isa<StringAttr>(constant))
    return success();
  return emitError(op.getLoc())
         << op.getName() << ": expected a string, got " << constant;
}

LogicalResult mlir::tp::preparePatterns(ModuleOp module, StringRef file) {
  bool isGood = true;
  module.walk([&](Operation *op) {
    if (auto call = dyn_cast<pdl::ApplyNativeRewriteOp>(op))
      if (call.getName() == "TpCall" || call.getName() == "TpCallWith")
        isGood &= succeeded(::checkCall(call));
    if (auto constraint = dyn_cast<pdl::ApplyNativeConstraintOp>(op))
      if (constraint.getName().starts_with("Tp"))
        isGood &= succeeded(checkConstraint(constraint));
  });
  module.walk([&](pdl::RewriteOp rewrite) {
    if (rewrite.getBodyRegion().empty() || rewrite.getName())
      return;
    auto pattern = rewrite->getParentOfType<pdl::PatternOp>();
    std::string text = ("a pattern of " + file).str();
    if (std::optional<StringRef> name = pattern.getSymName())
      text = ("pattern '" + *name + "' of " + file).str();
    OpBuilder builder =
        OpBuilder::atBlockBegin(&rewrite.getBodyRegion().front());
    Value value = pdl::AttributeOp::create(builder, rewrite.getLoc(),
                                           builder.getStringAttr(text));
    pdl::ApplyNativeRewriteOp::create(builder, rewrite.getLoc(), TypeRange(),
                                      enterPatternName, value);
  });
  return success(isGood);
}
