//===- ExportAsserts.cpp - Assertions as calls of operators ---------------===//
//
// What torch makes of torch._check: the sizes are read by aten.sym_size.int,
// computed with and compared by Python's operators, and the condition is given
// to aten._assert_scalar with the message.
//
//   tp.assert_dim_range %x[0] in [1, 64], "b"
//
// becomes
//
//   sym_size_int = aten.sym_size.int(x, 0)
//   ge = _operator.ge(sym_size_int, 1)
//   aten._assert_scalar(ge, "runtime assertion failed for 'b': expected ...")
//   le = _operator.le(sym_size_int, 64)
//   aten._assert_scalar(le, "runtime assertion failed for 'b': expected ...")
//
//===----------------------------------------------------------------------===//

#include "ExportGraph.h"
#include "tp/IR/SymExpr.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::pt2;

using Kind = Argument::Kind;

namespace {
/// An integer or a condition that a node computes, and what is known of it.
struct Scalar {
  Argument arg;
  SymExprAttr expr;
};

/// A function of sympy, and the one of Python that computes it.
struct Function {
  StringLiteral sympy;
  StringLiteral python;
  bool isCondition;
  /// Whether more than two arguments are taken two by two.
  bool isChain = false;
};

class AssertionExporter {
public:
  AssertionExporter(GraphExporter &graph, Operation *op)
      : graph(graph), shared(graph.getShared()), op(op),
        context(op->getContext()) {}

  LogicalResult run();

private:
  Scalar constant(int64_t value) {
    return {Argument::fromInt(Kind::Int, value),
            SymExprAttr::getInteger(context, value)};
  }
  FailureOr<Scalar> size(Value tensor, int64_t dim);
  FailureOr<Scalar> apply(const Function &function, ArrayRef<Scalar> args);
  FailureOr<Scalar> compute(SymExprAttr expr,
                            const llvm::DenseMap<StringAttr, Scalar> &symbols);
  LogicalResult check(const Function &comparison, const Scalar &lhs,
                      const Scalar &rhs, const Twine &message);
  LogicalResult checkCondition(const Scalar &condition, const Twine &message);
  LogicalResult checkRange(const Scalar &value, IntegerAttr min,
                           IntegerAttr max, const Twine &message);

  LogicalResult exportRange(AssertDimRangeOp range);
  LogicalResult exportEqual(AssertDimsEqualOp equal);
  LogicalResult exportRelation(AssertDimRelationOp relation);
  LogicalResult exportExpr(AssertExprOp check);

  GraphExporter &graph;
  ExportContext &shared;
  Operation *op;
  MLIRContext *context;
};
} // namespace

static constexpr Function functions[] = {
    {"Add", "_operator.add", false, true},
    {"Mul", "_operator.mul", false, true},
    {"FloorDiv", "_operator.floordiv", false},
    {"Mod", "_operator.mod", false},
    {"PythonMod", "_operator.mod", false},
    {"CleanDiv", "_operator.floordiv", false},
    {"Pow", "_operator.pow", false},
    {"PowByNatural", "_operator.pow", false},
    {"LShift", "_operator.lshift", false},
    {"RShift", "_operator.rshift", false},
    {"Max", "torch.sym_max", false, true},
    {"Min", "torch.sym_min", false, true},
    {"Equality", "_operator.eq", true},
    {"Eq", "_operator.eq", true},
    {"Unequality", "_operator.ne", true},
    {"Ne", "_operator.ne", true},
    {"LessThan", "_operator.le", true},
    {"Le", "_operator.le", true},
    {"GreaterThan", "_operator.ge", true},
    {"Ge", "_operator.ge", true},
    {"StrictLessThan", "_operator.lt", true},
    {"Lt", "_operator.lt", true},
    {"StrictGreaterThan", "_operator.gt", true},
    {"Gt", "_operator.gt", true},
    {"And", "_operator.and_", true, true},
    {"Or", "_operator.or_", true, true},
    {"Not", "torch.sym_not", true},
};

static const Function &getFunction(StringRef sympy) {
  const Function *found = llvm::find_if(
      functions, [&](const Function &entry) { return entry.sympy == sympy; });
  assert(found != std::end(functions) && "a function of the table");
  return *found;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

static NamedArgument positional(StringRef name, const Argument &arg) {
  return {name, arg, pt2::ArgumentKind::Positional};
}

FailureOr<Scalar> AssertionExporter::size(Value tensor, int64_t dim) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type)
    return emitNodeError(op)
           << "expected a ranked tensor, got " << tensor.getType();
  auto shape = dyn_cast_or_null<ShapeAttr>(type.getEncoding());
  if (!shape && type.isDynamicDim(dim))
    return emitNodeError(op)
           << "expected a size for dimension " << dim << " of " << type;
  Scalar result;
  result.expr = shape ? shape.getSizes()[dim]
                      : SymExprAttr::getInteger(context, type.getDimSize(dim));
  StringRef &name = graph.sizeName(tensor, dim);
  bool isNew = name.empty();
  if (isNew)
    name = graph.createName("sym_size_int");
  result.arg = Argument::fromName(Kind::SymInt, name);
  if (!isNew)
    return result;
  Node node;
  node.target = "torch.ops.aten.sym_size.int";
  node.name = name;
  SmallVector<NamedArgument> inputs = {
      positional("self",
                 Argument::fromString(Kind::Tensor, graph.getName(tensor))),
      positional("dim", Argument::fromInt(Kind::Int, dim))};
  node.inputs = shared.copy(inputs);
  node.outputs = shared.copy(SmallVector<Argument>{result.arg});
  graph.addNode(node);
  if (failed(graph.addValue(op, name, IntType::get(context, result.expr))))
    return failure();
  return result;
}

/// An expression without symbols as its value.
static SymExprAttr fold(SymExprAttr expr, bool isCondition) {
  std::optional<int64_t> value =
      evaluate(expr, [](StringRef) { return std::nullopt; });
  if (!value)
    return expr;
  if (isCondition)
    return SymExprAttr::getAtom(expr.getContext(), *value ? "true" : "false");
  return SymExprAttr::getInteger(expr.getContext(), *value);
}

FailureOr<Scalar> AssertionExporter::apply(const Function &function,
                                           ArrayRef<Scalar> args) {
  if (function.isChain && args.size() > 2) {
    FailureOr<Scalar> first = apply(function, args.drop_back());
    if (failed(first))
      return failure();
    return apply(function, {*first, args.back()});
  }
  SmallVector<SymExprAttr> exprs;
  SmallVector<NamedArgument> inputs;
  for (auto [i, arg] : llvm::enumerate(args)) {
    exprs.push_back(arg.expr);
    inputs.push_back(positional(i ? "b" : "a", arg.arg));
  }
  Scalar result;
  result.expr = fold(SymExprAttr::getCall(context, function.sympy, exprs),
                     function.isCondition);
  StringRef name = graph.createName(function.python.rsplit('.').second);
  Node node;
  node.target = function.python;
  node.name = name;
  node.inputs = shared.copy(inputs);
  Type type = function.isCondition ? Type(BoolType::get(context, result.expr))
                                   : IntType::get(context, result.expr);
  result.arg = Argument::fromName(
      function.isCondition ? Kind::SymBool : Kind::SymInt, name);
  node.outputs = shared.copy(SmallVector<Argument>{result.arg});
  graph.addNode(node);
  if (failed(graph.addValue(op, name, type)))
    return failure();
  return result;
}

LogicalResult AssertionExporter::checkCondition(const Scalar &condition,
                                                const Twine &message) {
  Node node;
  node.target = "torch.ops.aten._assert_scalar.default";
  node.name = graph.createName("_assert_scalar");
  SmallVector<NamedArgument> inputs = {
      positional("self", condition.arg),
      positional("assert_msg",
                 Argument::fromString(Kind::String, shared.save(message)))};
  node.inputs = shared.copy(inputs);
  graph.addNode(node);
  return success();
}

LogicalResult AssertionExporter::check(const Function &comparison,
                                       const Scalar &lhs, const Scalar &rhs,
                                       const Twine &message) {
  FailureOr<Scalar> condition = apply(comparison, {lhs, rhs});
  return failed(condition) ? failure() : checkCondition(*condition, message);
}

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

static std::string getPrefix(StringRef name) {
  return ("runtime assertion failed for '" + name + "': ").str();
}

/// `[1, 64]`, with `?` for a bound that is missing.
static std::string getRange(IntegerAttr min, IntegerAttr max) {
  auto text = [](IntegerAttr bound) {
    return bound ? std::to_string(bound.getInt()) : std::string("?");
  };
  return "[" + text(min) + ", " + text(max) + "]";
}

LogicalResult AssertionExporter::checkRange(const Scalar &value,
                                            IntegerAttr min, IntegerAttr max,
                                            const Twine &message) {
  if (min && failed(check(getFunction("GreaterThan"), value,
                          constant(min.getInt()), message)))
    return failure();
  if (max && failed(check(getFunction("LessThan"), value,
                          constant(max.getInt()), message)))
    return failure();
  return success();
}

LogicalResult AssertionExporter::exportRange(AssertDimRangeOp range) {
  FailureOr<Scalar> value = size(range.getTensor(), range.getDim());
  if (failed(value))
    return failure();
  return checkRange(*value, range.getMinAttr(), range.getMaxAttr(),
                    getPrefix(range.getName()) + "expected dimension " +
                        Twine(range.getDim()) + " in " +
                        getRange(range.getMinAttr(), range.getMaxAttr()));
}

LogicalResult AssertionExporter::exportEqual(AssertDimsEqualOp equal) {
  FailureOr<Scalar> lhs = size(equal.getLhs(), equal.getLhsDim());
  if (failed(lhs))
    return failure();
  FailureOr<Scalar> rhs = size(equal.getRhs(), equal.getRhsDim());
  if (failed(rhs))
    return failure();
  return check(getFunction("Equality"), *lhs, *rhs,
               getPrefix(equal.getName()) + "dimensions " +
                   Twine(equal.getLhsDim()) + " and " +
                   Twine(equal.getRhsDim()) + " must agree");
}

LogicalResult AssertionExporter::exportRelation(AssertDimRelationOp relation) {
  FailureOr<Scalar> derived =
      size(relation.getDerived(), relation.getDerivedDim());
  if (failed(derived))
    return failure();
  Scalar scale = constant(relation.getScale());
  std::string message = (getPrefix(relation.getName()) + "expected dimension " +
                         Twine(relation.getDerivedDim()) +
                         " == " + Twine(relation.getScale()) + " * ")
                            .str();
  std::string offsetText = " + " + std::to_string(relation.getOffset());
  if (Value root = relation.getRoot()) {
    FailureOr<Scalar> rootSize = size(root, *relation.getRootDim());
    if (failed(rootSize))
      return failure();
    FailureOr<Scalar> sum = rootSize;
    if (relation.getScale() != 1)
      sum = apply(getFunction("Mul"), {scale, *rootSize});
    if (succeeded(sum) && relation.getOffset())
      sum = apply(getFunction("Add"), {*sum, constant(relation.getOffset())});
    if (failed(sum))
      return failure();
    return check(getFunction("Equality"), *derived, *sum,
                 message + "dim " + Twine(*relation.getRootDim()) + offsetText);
  }
  // The root is on no input: the difference is a multiple of the scale, and
  // the quotient in the range.
  message += "n" + offsetText + " for an integer n in " +
             getRange(relation.getMinAttr(), relation.getMaxAttr());
  FailureOr<Scalar> multiple = derived;
  if (relation.getOffset())
    multiple =
        apply(getFunction("Add"), {*derived, constant(-relation.getOffset())});
  if (failed(multiple))
    return failure();
  FailureOr<Scalar> rest = apply(getFunction("PythonMod"), {*multiple, scale});
  if (failed(rest) ||
      failed(check(getFunction("Equality"), *rest, constant(0), message)))
    return failure();
  if (!relation.getMinAttr() && !relation.getMaxAttr())
    return success();
  FailureOr<Scalar> quotient =
      apply(getFunction("FloorDiv"), {*multiple, scale});
  if (failed(quotient))
    return failure();
  return checkRange(*quotient, relation.getMinAttr(), relation.getMaxAttr(),
                    message);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

FailureOr<Scalar>
AssertionExporter::compute(SymExprAttr expr,
                           const llvm::DenseMap<StringAttr, Scalar> &symbols) {
  if (expr.isInteger())
    return constant(expr.getValue());
  if (expr.isSymbol())
    return symbols.lookup(expr.getName());
  if (expr.getKind() != SymExprKind::call)
    return emitNodeError(op)
           << "expected a condition over integers, got " << expr;
  SmallVector<Scalar> args;
  for (SymExprAttr part : expr.getArgs()) {
    FailureOr<Scalar> arg = compute(part, symbols);
    if (failed(arg))
      return failure();
    args.push_back(*arg);
  }
  const Function *function =
      llvm::find_if(functions, [&](const Function &entry) {
        return expr.isCall(entry.sympy);
      });
  if (function == std::end(functions) || args.empty() ||
      (args.size() > 2 && !function->isChain))
    return emitNodeError(op)
           << "expected functions that Python's operators compute, got '"
           << expr.getName().getValue() << "' of " << args.size()
           << " arguments in " << expr;
  return apply(*function, args);
}

LogicalResult AssertionExporter::exportExpr(AssertExprOp assertion) {
  llvm::DenseMap<StringAttr, Scalar> symbols;
  for (auto [symbol, tensor, dim] :
       llvm::zip_equal(assertion.getSymbols(), assertion.getTensors(),
                       assertion.getTensorDims())) {
    FailureOr<Scalar> value = size(tensor, dim);
    if (failed(value))
      return failure();
    symbols[cast<StringAttr>(symbol)] = *value;
  }
  FailureOr<Scalar> condition = compute(assertion.getCondition(), symbols);
  if (failed(condition))
    return failure();
  std::string text;
  llvm::raw_string_ostream os(text);
  printPlainExpr(os, assertion.getCondition());
  return checkCondition(*condition,
                        getPrefix(assertion.getName()) + "expected " + text);
}

LogicalResult AssertionExporter::run() {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](AssertDimRangeOp range) { return exportRange(range); })
      .Case([&](AssertDimsEqualOp equal) { return exportEqual(equal); })
      .Case([&](AssertDimRelationOp relation) {
        return exportRelation(relation);
      })
      .Case([&](AssertExprOp assertion) { return exportExpr(assertion); })
      .DefaultUnreachable("every assertion is handled");
}

LogicalResult mlir::tp::pt2::exportAssertion(GraphExporter &graph,
                                             Operation *op) {
  return AssertionExporter(graph, op).run();
}
