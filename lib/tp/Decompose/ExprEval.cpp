//===- ExprEval.cpp - Evaluates the expressions of decompositions ---------===//
//
// Over literals and over what the types of values say.
//
//===----------------------------------------------------------------------===//

#include "Expr.h"

#include <cmath>

using namespace mlir;
using namespace mlir::tp;

using Node = Expr::Node;
using Kind = Node::Kind;
using Operator = Node::Operator;
using OptionalArg = std::optional<Arg>;

namespace {
class Evaluator {
public:
  Evaluator(DecomposeBuilder &b, MutableArrayRef<Arg> slots)
      : b(b), slots(slots) {}

  std::optional<Arg> evaluate(const Node &node);
  std::optional<bool> isTrue(const Node &node) {
    return isTrue(evaluate(node));
  }

private:
  static std::optional<bool> isTrue(const std::optional<Arg> &value) {
    // What a value is at run time is not known.
    if (!value || value->isValue())
      return std::nullopt;
    return value->isTrue();
  }
  std::optional<Arg> evaluateLogic(const Node &node);
  std::optional<Arg> evaluateCompare(const Node &node);
  std::optional<bool> compare(Operator op, const Arg &lhs, const Arg &rhs);
  std::optional<bool> isIn(const Arg &element, const Arg &list);
  std::optional<bool> isEqual(const Arg &lhs, const Arg &rhs);
  std::optional<Arg> evaluateArithmetic(const Node &node);
  std::optional<Arg> evaluateIndex(const Node &node);
  std::optional<Arg> evaluateSlice(const Node &node);
  std::optional<Arg> evaluateComprehension(const Node &node);
  std::optional<Arg> evaluateCall(const Node &node);
  std::optional<Arg> evaluateStatic(const Node &node);

  DecomposeBuilder &b;
  MutableArrayRef<Arg> slots;
  /// Inside of is_static: a size that needs a node is not known.
  bool isStaticOnly = false;
};
} // namespace

static std::optional<Arg> noneIfUnknown(Arg value) {
  if (value.isNone())
    return std::nullopt;
  return value;
}

std::optional<Arg> Evaluator::evaluate(const Node &node) {
  switch (node.kind) {
  case Kind::Literal:
    return node.literal;
  case Kind::Name:
    return slots[node.slot];
  case Kind::Not:
  case Kind::And:
  case Kind::Or:
  case Kind::Conditional:
    return evaluateLogic(node);
  case Kind::Negate: {
    std::optional<Arg> value = evaluate(*node.operands[0]);
    if (value && value->isFloat())
      return -value->getNumber();
    return value ? noneIfUnknown(b.neg(*value)) : std::nullopt;
  }
  case Kind::Compare:
    return evaluateCompare(node);
  case Kind::Arithmetic:
    return evaluateArithmetic(node);
  case Kind::Index:
    return evaluateIndex(node);
  case Kind::Slice:
    return evaluateSlice(node);
  case Kind::List: {
    std::vector<Arg> elements;
    for (const auto &operand : node.operands) {
      std::optional<Arg> element = evaluate(*operand);
      if (!element)
        return std::nullopt;
      elements.push_back(std::move(*element));
    }
    return elements;
  }
  case Kind::Comprehension:
    return evaluateComprehension(node);
  case Kind::Call:
    return evaluateCall(node);
  }
  return std::nullopt;
}

std::optional<Arg> Evaluator::evaluateLogic(const Node &node) {
  if (node.kind == Kind::Conditional) {
    std::optional<bool> condition = isTrue(*node.operands[0]);
    if (!condition)
      return std::nullopt;
    return evaluate(*node.operands[*condition ? 1 : 2]);
  }
  if (node.kind == Kind::Not) {
    std::optional<bool> value = isTrue(*node.operands[0]);
    return value ? std::optional<Arg>(!*value) : std::nullopt;
  }
  std::optional<Arg> lhs = evaluate(*node.operands[0]);
  std::optional<bool> known = isTrue(lhs);
  if (!known)
    return std::nullopt;
  bool isDecided = *known == (node.kind == Kind::Or);
  return isDecided ? lhs : evaluate(*node.operands[1]);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

std::optional<bool> Evaluator::isEqual(const Arg &lhs, const Arg &rhs) {
  if (lhs.isNone() || rhs.isNone())
    return lhs.isNone() && rhs.isNone();
  if (lhs.isList() && rhs.isList()) {
    if (lhs.size() != rhs.size())
      return false;
    bool isKnown = true;
    for (auto [a, c] : llvm::zip_equal(lhs.getElements(), rhs.getElements())) {
      std::optional<bool> equal = isEqual(a, c);
      if (equal && !*equal)
        return false;
      isKnown &= equal.has_value();
    }
    return isKnown ? std::optional<bool>(true) : std::nullopt;
  }
  if (lhs.isValue() || rhs.isValue())
    return b.isEqual(lhs, rhs);
  return lhs == rhs;
}

std::optional<bool> Evaluator::isIn(const Arg &element, const Arg &list) {
  if (!list.isList())
    return std::nullopt;
  bool isKnown = true;
  for (const Arg &other : list.getElements()) {
    std::optional<bool> equal = isEqual(element, other);
    if (equal && *equal)
      return true;
    isKnown &= equal.has_value();
  }
  return isKnown ? std::optional<bool>(false) : std::nullopt;
}

static std::optional<bool> negate(std::optional<bool> value) {
  return value ? std::optional<bool>(!*value) : std::nullopt;
}

std::optional<bool> Evaluator::compare(Operator op, const Arg &lhs,
                                       const Arg &rhs) {
  auto isComparable = [](const Arg &value) {
    return value.isNumber() || value.isValue();
  };
  switch (op) {
  case Operator::Equal:
  case Operator::Is:
    return isEqual(lhs, rhs);
  case Operator::NotEqual:
  case Operator::IsNot:
    return negate(isEqual(lhs, rhs));
  case Operator::In:
    return isIn(lhs, rhs);
  case Operator::NotIn:
    return negate(isIn(lhs, rhs));
  default:
    break;
  }
  if (!isComparable(lhs) || !isComparable(rhs))
    return std::nullopt;
  switch (op) {
  case Operator::Less:
    return b.isLess(lhs, rhs);
  case Operator::LessEqual:
    return b.isLessEqual(lhs, rhs);
  case Operator::Greater:
    return b.isLess(rhs, lhs);
  default:
    return b.isLessEqual(rhs, lhs);
  }
}

std::optional<Arg> Evaluator::evaluateCompare(const Node &node) {
  std::optional<Arg> lhs = evaluate(*node.operands[0]);
  for (auto [i, op] : llvm::enumerate(node.operators)) {
    std::optional<Arg> rhs = lhs ? evaluate(*node.operands[i + 1]) : lhs;
    if (!rhs)
      return std::nullopt;
    std::optional<bool> holds = compare(op, *lhs, *rhs);
    if (!holds || !*holds)
      return holds ? std::optional<Arg>(false) : std::nullopt;
    lhs = std::move(rhs);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Arithmetic and lists
//===----------------------------------------------------------------------===//

/// The most elements that a list may have: an expression must not eat up the
/// memory.
constexpr int64_t maxListSize = 1 << 20;

std::optional<Arg> Evaluator::evaluateArithmetic(const Node &node) {
  std::optional<Arg> lhs = evaluate(*node.operands[0]);
  std::optional<Arg> rhs = lhs ? evaluate(*node.operands[1]) : std::nullopt;
  if (!rhs)
    return std::nullopt;
  Operator op = node.operators.front();
  if (op == Operator::Add && lhs->isList() && rhs->isList()) {
    std::vector<Arg> elements = lhs->getElements();
    llvm::append_range(elements, rhs->getElements());
    return elements;
  }
  if (op == Operator::Mul && lhs->isList() != rhs->isList()) {
    const Arg &list = lhs->isList() ? *lhs : *rhs;
    std::optional<int64_t> count =
        (lhs->isList() ? *rhs : *lhs).getOptionalInt();
    if (!count || (*count > 0 && int64_t(list.size()) > maxListSize / *count))
      return std::nullopt;
    std::vector<Arg> elements;
    for (int64_t i = 0; i < *count; ++i)
      llvm::append_range(elements, list.getElements());
    return elements;
  }
  if (isStaticOnly && (lhs->isValue() || rhs->isValue()))
    return std::nullopt;
  switch (op) {
  case Operator::Add:
    return noneIfUnknown(b.add(*lhs, *rhs));
  case Operator::Sub:
    return noneIfUnknown(b.sub(*lhs, *rhs));
  case Operator::Mul:
    return noneIfUnknown(b.mul(*lhs, *rhs));
  case Operator::TrueDiv:
    return noneIfUnknown(b.truediv(*lhs, *rhs));
  case Operator::FloorDiv:
    return noneIfUnknown(b.floordiv(*lhs, *rhs));
  case Operator::Mod:
    return noneIfUnknown(b.mod(*lhs, *rhs));
  default:
    return noneIfUnknown(b.pow(*lhs, *rhs));
  }
}

std::optional<Arg> Evaluator::evaluateIndex(const Node &node) {
  std::optional<Arg> list = evaluate(*node.operands[0]);
  std::optional<Arg> position =
      list ? evaluate(*node.operands[1]) : std::nullopt;
  if (!position || !position->getOptionalInt())
    return std::nullopt;
  int64_t index = *position->getOptionalInt();
  if (list->isValue() && !isa<TensorType>(list->getValue().getType())) {
    mlir::Value element = b.call("_operator.getitem", *list, index);
    return element ? std::optional<Arg>(element) : std::nullopt;
  }
  if (!list->isList())
    return std::nullopt;
  int64_t size = list->size();
  index = index < 0 ? index + size : index;
  if (index < 0 || index >= size)
    return std::nullopt;
  return (*list)[index];
}

std::optional<Arg> Evaluator::evaluateSlice(const Node &node) {
  std::optional<Arg> list = evaluate(*node.operands[0]);
  if (!list || !list->isList())
    return std::nullopt;
  int64_t size = list->size();
  int64_t bounds[] = {0, size};
  for (unsigned i = 0; i < 2; ++i) {
    if (!node.operands[i + 1])
      continue;
    std::optional<Arg> bound = evaluate(*node.operands[i + 1]);
    if (!bound || !bound->getOptionalInt())
      return std::nullopt;
    int64_t number = *bound->getOptionalInt();
    bounds[i] =
        std::clamp<int64_t>(number < 0 ? number + size : number, 0, size);
  }
  std::vector<Arg> elements;
  for (int64_t i = bounds[0]; i < bounds[1]; ++i)
    elements.push_back((*list)[i]);
  return elements;
}

std::optional<Arg> Evaluator::evaluateComprehension(const Node &node) {
  std::optional<Arg> list = evaluate(*node.operands[1]);
  if (!list || !list->isList())
    return std::nullopt;
  std::vector<Arg> elements;
  for (const Arg &element : list->getElements()) {
    slots[node.slot] = element;
    if (node.operands[2]) {
      std::optional<bool> condition = isTrue(*node.operands[2]);
      if (!condition)
        return std::nullopt;
      if (!*condition)
        continue;
    }
    std::optional<Arg> value = evaluate(*node.operands[0]);
    if (!value)
      return std::nullopt;
    elements.push_back(std::move(*value));
  }
  return elements;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static std::optional<Arg> fromOptional(std::optional<int64_t> value) {
  return value ? std::optional<Arg>(*value) : std::nullopt;
}

/// The dtype that an argument is, or that its tensor has.
static std::optional<ScalarType> getDType(DecomposeBuilder &b, const Arg &arg) {
  if (arg.isDType())
    return arg.getDType();
  return arg.isValue() ? b.dtype(arg.getValue()) : std::nullopt;
}

template <bool (*predicate)(ScalarType)>
static std::optional<Arg> testDType(DecomposeBuilder &b, ArrayRef<Arg> args) {
  std::optional<ScalarType> dtype = getDType(b, args[0]);
  return dtype ? std::optional<Arg>(predicate(*dtype)) : std::nullopt;
}

template <typename ResultT, ResultT (*function)(ScalarType)>
static std::optional<Arg> mapDType(DecomposeBuilder &b, ArrayRef<Arg> args) {
  std::optional<ScalarType> dtype = getDType(b, args[0]);
  return dtype ? std::optional<Arg>(function(*dtype)) : std::nullopt;
}

/// A number that the run will know: the value of a size, or what was computed
/// of one.
static bool isNumberValue(const Arg &arg) {
  return arg.isValue() && isa<IntType, tp::FloatType>(arg.getValue().getType());
}

/// The integer next to a number on one side, as a number with a fraction.
static Arg roundDown(DecomposeBuilder &b, const Arg &number) {
  bool isInteger = isa<IntType>(number.getValue().getType());
  return isInteger ? b.toFloat(number) : b.floordiv(number, 1.0);
}

static std::optional<Arg> floorNumber(DecomposeBuilder &b, ArrayRef<Arg> args) {
  if (isNumberValue(args[0]))
    return noneIfUnknown(roundDown(b, args[0]));
  if (!args[0].isNumber())
    return std::nullopt;
  return std::floor(args[0].getNumber());
}

static std::optional<Arg> ceilNumber(DecomposeBuilder &b, ArrayRef<Arg> args) {
  if (isNumberValue(args[0])) {
    bool isInteger = isa<IntType>(args[0].getValue().getType());
    return noneIfUnknown(isInteger ? b.toFloat(args[0])
                                   : b.neg(roundDown(b, b.neg(args[0]))));
  }
  if (!args[0].isNumber())
    return std::nullopt;
  return std::ceil(args[0].getNumber());
}

static std::optional<Arg> takeRoot(DecomposeBuilder &b, ArrayRef<Arg> args) {
  if (isNumberValue(args[0]))
    return noneIfUnknown(b.sqrt(args[0]));
  if (!args[0].isNumber())
    return std::nullopt;
  return std::sqrt(args[0].getNumber());
}

static std::optional<Arg> getFloat(DecomposeBuilder &b, ArrayRef<Arg> args) {
  if (isNumberValue(args[0]))
    return noneIfUnknown(b.toFloat(args[0]));
  return args[0].isNumber() ? OptionalArg(args[0].getNumber()) : std::nullopt;
}

static std::optional<Arg> getMagnitude(DecomposeBuilder &b,
                                       ArrayRef<Arg> args) {
  if (isNumberValue(args[0]))
    return noneIfUnknown(b.abs(args[0]));
  if (args[0].isInt())
    return std::abs(args[0].getInt());
  return args[0].isNumber() ? OptionalArg(std::fabs(args[0].getNumber()))
                            : std::nullopt;
}

template <double (*function)(double)>
static std::optional<Arg> mapNumber(DecomposeBuilder &, ArrayRef<Arg> args) {
  if (!args[0].isNumber())
    return std::nullopt;
  return function(args[0].getNumber());
}

static bool isIntegerType(ScalarType dtype) {
  return isIntegral(dtype) && !isBool(dtype);
}

static std::optional<Arg> getSize(DecomposeBuilder &b, ArrayRef<Arg> args) {
  if (!args[0].isValue())
    return std::nullopt;
  mlir::Value value = args[0].getValue();
  if (args.size() == 1) {
    auto sizes = b.sizes(value);
    return sizes ? std::optional<Arg>(std::move(*sizes)) : std::nullopt;
  }
  std::optional<int64_t> dim = args[1].getOptionalInt();
  std::optional<int64_t> rank = b.rank(value);
  if (!dim || (rank && (*dim < -*rank || *dim >= *rank)))
    return std::nullopt;
  return noneIfUnknown(b.size(value, *dim));
}

static std::optional<Arg> getRange(DecomposeBuilder &, ArrayRef<Arg> args) {
  SmallVector<int64_t> bounds;
  for (const Arg &arg : args) {
    if (!arg.getOptionalInt())
      return std::nullopt;
    bounds.push_back(*arg.getOptionalInt());
  }
  int64_t start = bounds.size() > 1 ? bounds[0] : 0;
  int64_t stop = bounds.size() > 1 ? bounds[1] : bounds[0];
  int64_t step = bounds.size() > 2 ? bounds[2] : 1;
  if (step == 0)
    return std::nullopt;
  std::vector<Arg> elements;
  for (int64_t i = start; step > 0 ? i < stop : i > stop; i += step) {
    if (int64_t(elements.size()) == maxListSize)
      return std::nullopt;
    elements.push_back(i);
  }
  return elements;
}

static std::optional<Arg> getPromoted(DecomposeBuilder &b, ArrayRef<Arg> args) {
  std::optional<ScalarType> dtype = b.promote(args);
  return dtype ? std::optional<Arg>(*dtype) : std::nullopt;
}

/// min and max of several numbers or of a list.
template <bool isMax>
static std::optional<Arg> getExtreme(DecomposeBuilder &b, ArrayRef<Arg> args) {
  if (args.size() == 1)
    args = args[0].getElements();
  if (args.empty())
    return std::nullopt;
  Arg result = args[0];
  for (const Arg &arg : args.drop_front())
    result = isMax ? b.max(result, arg) : b.min(result, arg);
  return noneIfUnknown(result);
}

static std::optional<Arg> getInteger(DecomposeBuilder &b, ArrayRef<Arg> args) {
  if (isNumberValue(args[0]))
    return noneIfUnknown(b.toInt(args[0]));
  if (args[0].getOptionalInt())
    return *args[0].getOptionalInt();
  double number = args[0].isFloat() ? args[0].getNumber() : NAN;
  if (!(std::fabs(number) < 9e18))
    return std::nullopt;
  return static_cast<int64_t>(number);
}

static std::optional<Arg> sum(DecomposeBuilder &b, ArrayRef<Arg> args) {
  if (!args[0].isList())
    return std::nullopt;
  Arg result = 0;
  for (const Arg &element : args[0].getElements())
    result = b.add(result, element);
  return noneIfUnknown(result);
}

static std::optional<Arg> wrap(DecomposeBuilder &, ArrayRef<Arg> args) {
  std::optional<int64_t> dim = args[0].getOptionalInt();
  std::optional<int64_t> rank = args[1].getOptionalInt();
  if (!dim || !rank)
    return std::nullopt;
  int64_t count = std::max<int64_t>(*rank, 1);
  int64_t wrapped = *dim < 0 ? *dim + count : *dim;
  return wrapped < 0 || wrapped >= count ? std::nullopt
                                         : std::optional<Arg>(wrapped);
}

static std::optional<Arg> sort(DecomposeBuilder &, ArrayRef<Arg> args) {
  std::optional<SmallVector<int64_t>> numbers = args[0].getInts();
  if (!numbers)
    return std::nullopt;
  llvm::sort(*numbers);
  return Arg(ArrayRef<int64_t>(*numbers));
}

static std::optional<Arg> reverse(DecomposeBuilder &, ArrayRef<Arg> args) {
  if (!args[0].isList())
    return std::nullopt;
  std::vector<Arg> elements = args[0].getElements();
  std::reverse(elements.begin(), elements.end());
  return elements;
}

ArrayRef<ExprFunction> mlir::tp::getExprFunctions() {
  using B = DecomposeBuilder &;
  using Args = ArrayRef<Arg>;
  constexpr unsigned many = 16;
  static const ExprFunction functions[] = {
      {"rank", 1, 1,
       [](B b, Args a) -> OptionalArg {
         return a[0].isValue() ? fromOptional(b.rank(a[0].getValue()))
                               : std::nullopt;
       }},
      {"size", 1, 2, getSize},
      {"numel", 1, 1,
       [](B b, Args a) -> OptionalArg {
         return a[0].isValue() ? noneIfUnknown(b.numel(a[0].getValue()))
                               : std::nullopt;
       }},
      {"dtype", 1, 1,
       [](B b, Args a) -> OptionalArg {
         std::optional<ScalarType> dtype = getDType(b, a[0]);
         return dtype ? OptionalArg(*dtype) : std::nullopt;
       }},
      {"device", 1, 1,
       [](B b, Args a) -> OptionalArg {
         return a[0].isValue() ? OptionalArg(b.device(a[0].getValue()))
                               : std::nullopt;
       }},
      {"len", 1, 1,
       [](B, Args a) -> OptionalArg {
         return a[0].isList() ? OptionalArg(a[0].size()) : std::nullopt;
       }},
      {"range", 1, 3, getRange},
      {"promote", 1, many, getPromoted},
      {"opmath", 1, 1, mapDType<ScalarType, getOpmathType>},
      {"float_type", 1, 1, mapDType<ScalarType, toFloatType>},
      {"real_type", 1, 1, mapDType<ScalarType, toRealType>},
      {"is_float", 1, 1, testDType<isFloatingPoint>},
      {"is_complex", 1, 1, testDType<isComplex>},
      {"is_integer", 1, 1, testDType<isIntegerType>},
      {"is_bool", 1, 1, testDType<isBool>},
      {"is_static", 1, 1, nullptr},
      {"is_tensor", 1, 1,
       [](B, Args a) -> OptionalArg { return a[0].isTensor(); }},
      {"min", 1, many, getExtreme<false>},
      {"max", 1, many, getExtreme<true>},
      {"sum", 1, 1, sum},
      {"prod", 1, 1,
       [](B b, Args a) -> OptionalArg {
         return a[0].isList() ? noneIfUnknown(b.product(a[0].getElements()))
                              : std::nullopt;
       }},
      {"int", 1, 1, getInteger},
      {"float", 1, 1, getFloat},
      {"bool", 1, 1,
       [](B, Args a) -> OptionalArg {
         return a[0].isValue() ? std::nullopt : OptionalArg(a[0].isTrue());
       }},
      {"abs", 1, 1, getMagnitude},
      {"sqrt", 1, 1, takeRoot},
      {"exp", 1, 1, mapNumber<std::exp>},
      {"log", 1, 1, mapNumber<std::log>},
      {"floor", 1, 1, floorNumber},
      {"ceil", 1, 1, ceilNumber},
      {"finfo_max", 1, 1, mapDType<double, getMaxValue>},
      {"finfo_min", 1, 1, mapDType<double, getMinValue>},
      {"finfo_eps", 1, 1, mapDType<double, getEpsilon>},
      {"wrap", 2, 2, wrap},
      {"sorted", 1, 1, sort},
      {"reversed", 1, 1, reverse},
  };
  return functions;
}

/// `is_static(e)`: whether e needs no node.
std::optional<Arg> Evaluator::evaluateStatic(const Node &node) {
  bool outer = std::exchange(isStaticOnly, true);
  std::optional<Arg> value = evaluate(*node.operands[0]);
  isStaticOnly = outer;
  return value && !value->isValue() &&
         (!value->isList() ||
          llvm::none_of(value->getElements(),
                        [](const Arg &element) { return element.isValue(); }));
}

std::optional<Arg> Evaluator::evaluateCall(const Node &node) {
  const ExprFunction &function = getExprFunctions()[node.function];
  if (!function.body)
    return evaluateStatic(node);
  SmallVector<Arg> args;
  for (const auto &operand : node.operands) {
    std::optional<Arg> arg = evaluate(*operand);
    if (!arg)
      return std::nullopt;
    args.push_back(std::move(*arg));
  }
  if (isStaticOnly && !args.empty() && isNumberValue(args[0]) &&
      StringRef(function.name) != "is_tensor")
    return std::nullopt;
  if (isStaticOnly && !args.empty() && args[0].isValue()) {
    mlir::Value value = args[0].getValue();
    bool isOne = function.body == getSize && args.size() == 2;
    bool needsSizes =
        function.body == getSize || StringRef(function.name) == "numel";
    if (isOne && !(args[1].getOptionalInt() &&
                   b.staticSize(value, *args[1].getOptionalInt())))
      return std::nullopt;
    if (needsSizes && !isOne && !b.staticSizes(value))
      return std::nullopt;
  }
  return function.body(b, args);
}

std::optional<Arg> Expr::evaluate(DecomposeBuilder &b,
                                  MutableArrayRef<Arg> slots) const {
  return Evaluator(b, slots).evaluate(*root);
}

std::optional<bool> Expr::isTrue(DecomposeBuilder &b,
                                 MutableArrayRef<Arg> slots) const {
  return Evaluator(b, slots).isTrue(*root);
}
