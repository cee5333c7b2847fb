//===- CallCheck.cpp - Checks calls against schemas -----------------------===//
//
// Names and number of arguments, and kinds of literals.
//
//===----------------------------------------------------------------------===//

#include "CallCheck.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::tp;

using schema::TypeKind;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

bool mlir::tp::isOperatorName(StringRef target) {
  return target.starts_with("aten.") || target.starts_with("prims.") ||
         (target.count('.') == 2 && !target.starts_with("torch.") &&
          !target.starts_with("tensorplay.") &&
          !target.starts_with("operator."));
}

/// The operator of torch whose name is most like `name`, without overload;
/// empty where none is much like it.
static std::string findSimilar(StringRef name) {
  std::string best;
  unsigned bestDistance = std::max<size_t>(name.size() / 4, 2);
  for (unsigned i = 0, e = schema::BuiltinTable::size(); i < e; ++i) {
    StringRef base = schema::BuiltinTable::getTarget(i).rsplit('.').first;
    unsigned distance =
        base.edit_distance(name, /*AllowReplacements=*/true, bestDistance);
    if (distance >= bestDistance)
      continue;
    bestDistance = distance;
    best = base.str();
  }
  return best;
}

std::string mlir::tp::describeUnknown(StringRef target,
                                      const schema::SchemaRegistry &known) {
  std::string text = ("unknown operator '" + target + "'").str();
  StringRef base = target.count('.') == 2 ? target.rsplit('.').first : target;
  auto overloads = known.getOverloads(base);
  bool isTorch = target.starts_with("aten.") || target.starts_with("prims.");
  if (!overloads.empty()) {
    text += (": '" + base + "' has ").str();
    text += llvm::join(
        llvm::map_range(overloads,
                        [](const auto *schema) { return schema->getTarget(); }),
        ", ");
  } else if (!isTorch) {
    text += ": declare it with 'tp.schema'";
  } else if (std::string similar = findSimilar(base); !similar.empty()) {
    text += ": did you mean '" + similar + "'?";
  }
  return text;
}

std::string mlir::tp::checkArgumentNames(const schema::OperatorSchema &schema,
                                         unsigned numPositional,
                                         ArrayRef<StringRef> keywords) {
  if (!schema.hasKnownSignature() || schema.hasFlag(schema::Flag::Python))
    return {};
  if (numPositional > schema.getNumPositional())
    return llvm::formatv("expected at most {0} positional arguments, got {1}",
                         schema.getNumPositional(), numPositional);
  for (StringRef keyword : keywords) {
    std::optional<unsigned> index = schema.findArgument(keyword);
    if (!index)
      return llvm::formatv("no argument '{0}' in '{1}'", keyword, schema.str());
    if (*index < numPositional)
      return llvm::formatv("argument '{0}' is given twice", keyword);
  }
  for (auto [index, argument] : llvm::enumerate(schema.getArguments()))
    if (index >= numPositional && !argument.hasDefault() &&
        !llvm::is_contained(keywords, argument.getName()))
      return llvm::formatv("expected an argument '{0}'", argument.getName());
  return {};
}

/// The number of positional arguments; the names of the others are appended.
static unsigned countArguments(CallOp call,
                               SmallVectorImpl<StringRef> &keywords) {
  ArgsAttr args = call.getArgsAttr();
  if (!args)
    return call->getNumOperands();
  for (StringAttr keyword : args.getKeywords())
    keywords.push_back(keyword.getValue());
  return args.getPositional().size();
}

std::string mlir::tp::checkBinding(CallOp call,
                                   const schema::OperatorSchema &schema) {
  SmallVector<StringRef, 4> keywords;
  unsigned numPositional = countArguments(call, keywords);
  return checkArgumentNames(schema, numPositional, keywords);
}

LogicalResult mlir::tp::checkDeclarations(ProgramOp program) {
  auto module = program->getParentOfType<ModuleOp>();
  if (!module)
    return success();
  const schema::SchemaRegistry &known =
      cast<TPDialect>(program->getDialect())->getSchemas();
  for (auto op : module.getBody()->getOps<SchemaOp>()) {
    auto own = schema::OperatorSchema::parse(op.getSchema());
    if (!own) {
      llvm::consumeError(own.takeError()); // the verifier reports it
      continue;
    }
    std::string target = (*own)->getTarget();
    const schema::OperatorSchema *other = known.lookup(target);
    if (other && other->str() != (*own)->str())
      return emitError(op.getLoc())
             << "operator '" << target
             << "' is known with another schema: expected '" << other->str()
             << "', got '" << (*own)->str() << "'";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool mlir::tp::mayTake(const schema::Type &type, const schema::Type &given) {
  // Whether an optional value is there is not known here.
  const schema::Type &to = *type.stripOptional();
  const schema::Type &from = *given.stripOptional();
  if (&to == &from)
    return true;
  auto isUnknown = [](const schema::Type &any) {
    switch (any.getKind()) {
    case TypeKind::Any:
    case TypeKind::Opaque:
    case TypeKind::Var:
    case TypeKind::Class:
    case TypeKind::Union:
      return true;
    default:
      return false;
    }
  };
  if (isUnknown(to) || isUnknown(from))
    return true;
  if (to.is(TypeKind::List)) {
    if (from.is(TypeKind::List))
      return mayTake(*to.getElement(), *from.getElement());
    return to.getListSize() && mayTake(*to.getElement(), from);
  }
  bool isInt = from.is(TypeKind::Int) || from.is(TypeKind::SymInt);
  bool isBool = from.is(TypeKind::Bool) || from.is(TypeKind::SymBool);
  bool isFloat = from.is(TypeKind::Float) || from.is(TypeKind::SymFloat);
  bool isScalar = from.is(TypeKind::Scalar);
  bool isNumber =
      isInt || isBool || isFloat || isScalar || from.is(TypeKind::Complex);
  switch (to.getKind()) {
  case TypeKind::Tensor:
  case TypeKind::Scalar:
  case TypeKind::Complex:
    return isNumber;
  case TypeKind::Int:
  case TypeKind::SymInt:
    return isInt || isScalar;
  case TypeKind::Float:
  case TypeKind::SymFloat:
    return isInt || isFloat || isScalar;
  case TypeKind::Bool:
  case TypeKind::SymBool:
    return isBool || isScalar;
  default:
    return to.getKind() == from.getKind();
  }
}

/// Whether a literal without elements can be a value of the type.
static bool fitsLeaf(Attribute literal, const schema::Type &type) {
  const schema::Type &inner = *type.stripOptional();
  if (isa<NoneAttr>(literal))
    return type.is(TypeKind::Optional) || inner.is(TypeKind::None) ||
           inner.is(TypeKind::Any) || inner.is(TypeKind::Generator);
  auto integer = dyn_cast<IntegerAttr>(literal);
  bool isBool = integer && integer.getType().isSignlessInteger(1);
  switch (inner.getKind()) {
  case TypeKind::Tensor:
    // torch takes a number for a tensor: `aten.sub.Tensor(1, %x)`.
    return isa<FloatAttr, IntegerAttr, ComplexAttr>(literal);
  case TypeKind::Int:
  case TypeKind::SymInt:
    return integer && !isBool;
  case TypeKind::Bool:
  case TypeKind::SymBool:
    return isBool;
  case TypeKind::Float:
  case TypeKind::SymFloat:
    return isa<FloatAttr>(literal) || (integer && !isBool);
  case TypeKind::Scalar:
  case TypeKind::Complex:
    return isa<FloatAttr, IntegerAttr, ComplexAttr>(literal);
  case TypeKind::Str:
    return isa<StringAttr>(literal);
  case TypeKind::ScalarType:
    return isa<DTypeAttr>(literal);
  case TypeKind::Layout:
    return isa<LayoutAttr>(literal);
  case TypeKind::MemoryFormat:
    return isa<MemoryFormatAttr>(literal);
  case TypeKind::Device:
    return isa<DeviceAttr>(literal);
  case TypeKind::List:
    return inner.getListSize() && fitsLeaf(literal, *inner.getElement());
  default:
    return true;
  }
}

namespace {
/// Checks arguments one after another, and takes values for their places.
class ArgumentChecker {
public:
  explicit ArgumentChecker(MLIRContext *context,
                           ArrayRef<ValueInfo> values = {})
      : context(context), values(values) {}

  bool fits(Attribute literal, const schema::Type &type);
  bool fits(const Arg &argument, const schema::Type &type);

  /// What did not fit.
  std::string found;

private:
  bool fitsPlace(const schema::Type &type);
  template <typename Elements>
  bool fitsElements(const Elements &elements, const schema::Type &type,
                    const char *what);
  bool isLeafOf(Attribute literal, const schema::Type &type) {
    bool isGood = fitsLeaf(literal, type);
    if (!isGood)
      found = describeLiteral(literal);
    return isGood;
  }

  MLIRContext *context;
  ArrayRef<ValueInfo> values;
};
} // namespace

bool ArgumentChecker::fitsPlace(const schema::Type &type) {
  ValueInfo info;
  if (!values.empty()) {
    info = values.front();
    values = values.drop_front();
  }
  if (info.numResults > 1) {
    found = llvm::formatv("the {0} results of a call", info.numResults);
    return type.stripOptional()->is(TypeKind::List);
  }
  if (!info.type || mayTake(type, *info.type))
    return true;
  found = ("a value of type " + info.type->str()).str();
  return false;
}

template <typename Elements>
bool ArgumentChecker::fitsElements(const Elements &elements,
                                   const schema::Type &type, const char *what) {
  const schema::Type &inner = *type.stripOptional();
  bool isList = inner.is(TypeKind::List);
  if (!isList) {
    // Tuples, dictionaries and what is not known are not looked into.
    found = what;
    switch (inner.getKind()) {
    case TypeKind::Any:
    case TypeKind::Opaque:
    case TypeKind::Var:
    case TypeKind::Class:
    case TypeKind::Union:
    case TypeKind::Tuple:
      return true;
    default:
      return false;
    }
  }
  for (const auto &element : elements)
    if (!fits(element, *inner.getElement())) {
      found = what + (" with " + found);
      return false;
    }
  return true;
}

bool ArgumentChecker::fits(Attribute literal, const schema::Type &type) {
  if (isOperandPlace(literal))
    return fitsPlace(type);
  if (auto list = dyn_cast<ListAttr>(literal))
    return fitsElements(list.getElements(), type, "a list");
  if (auto tuple = dyn_cast<TupleAttr>(literal))
    return fitsElements(tuple.getElements(), type, "a tuple");
  return isLeafOf(literal, type);
}

/// The type of the notation for a value of a graph; null where it is not known.
static const schema::Type *getSchemaType(Type type) {
  StringRef name = llvm::TypeSwitch<Type, StringRef>(type)
                       .Case<TensorType>([](auto) { return "Tensor"; })
                       .Case<IntType>([](auto) { return "SymInt"; })
                       .Case<tp::FloatType>([](auto) { return "SymFloat"; })
                       .Case<BoolType>([](auto) { return "SymBool"; })
                       .Default([](Type) { return ""; });
  return name.empty() ? nullptr : schema::Type::getNamed(name);
}

bool ArgumentChecker::fits(const Arg &argument, const schema::Type &type) {
  if (argument.isValue()) {
    const schema::Type *given = getSchemaType(argument.getValue().getType());
    if (!given || mayTake(type, *given))
      return true;
    found = ("a value of type " + given->str()).str();
    return false;
  }
  if (argument.isList())
    return fitsElements(argument.getElements(), type, "a list");
  // A literal with operands is handed on as it stands.
  if (!argument.getElements().empty())
    return true;
  SmallVector<Value> none;
  Attribute literal = argument.toLiteral(context, none);
  return isLeafOf(literal, type);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Empty where the argument fits.
template <typename Given>
static std::string checkArgument(ArgumentChecker &checker,
                                 const schema::Argument &argument,
                                 const Given &given) {
  if (checker.fits(given, *argument.getType()))
    return {};
  return llvm::formatv("argument '{0}': expected {1}, got {2}",
                       argument.getName(), argument.getType()->str(),
                       checker.found);
}

static bool isChecked(const schema::OperatorSchema &schema) {
  return schema.hasKnownSignature() && !schema.hasFlag(schema::Flag::Python);
}

std::string mlir::tp::checkArguments(const schema::OperatorSchema &schema,
                                     ArrayRef<Arg> positional,
                                     ArrayRef<KeywordArg> keywords,
                                     MLIRContext *context) {
  SmallVector<StringRef, 4> names;
  for (const KeywordArg &keyword : keywords)
    names.push_back(keyword.name);
  std::string problem = checkArgumentNames(schema, positional.size(), names);
  if (!problem.empty() || !isChecked(schema))
    return problem;
  ArgumentChecker checker(context);
  for (auto [i, given] : llvm::enumerate(positional)) {
    problem = checkArgument(checker, schema.getArguments()[i], given);
    if (!problem.empty())
      return problem;
  }
  for (const KeywordArg &keyword : keywords) {
    const schema::Argument &argument =
        schema.getArguments()[*schema.findArgument(keyword.name)];
    problem = checkArgument(checker, argument, keyword.value);
    if (!problem.empty())
      return problem;
  }
  return {};
}

std::string mlir::tp::checkCall(CallOp call,
                                const schema::OperatorSchema &schema,
                                function_ref<ValueInfo(Value)> getInfo) {
  std::string problem = checkBinding(call, schema);
  if (!problem.empty() || !isChecked(schema))
    return problem;
  SmallVector<ValueInfo> values =
      llvm::map_to_vector(call->getOperands(), getInfo);
  ArgumentChecker checker(call->getContext(), values);
  auto check = [&](unsigned index, Attribute literal) {
    if (problem.empty())
      problem = checkArgument(checker, schema.getArguments()[index], literal);
  };
  if (ArgsAttr args = call.getArgsAttr()) {
    for (auto [i, literal] : llvm::enumerate(args.getPositional()))
      check(i, literal);
    for (auto [name, literal] :
         llvm::zip_equal(args.getKeywords(), args.getKeywordValues()))
      check(*schema.findArgument(name.getValue()), literal);
  } else {
    Attribute place = OperandAttr::get(call->getContext());
    for (unsigned i = 0; i < call->getNumOperands(); ++i)
      check(i, place);
  }
  size_t count = schema.getReturns().size();
  bool hasList = llvm::any_of(schema.getReturns(), [](auto &result) {
    return result.getType()->is(TypeKind::List);
  });
  if (problem.empty() && !hasList && call->getNumResults() != count &&
      call->getNumResults() > 1)
    problem = llvm::formatv("expected {0} results, got {1}", count,
                            call->getNumResults());
  return problem;
}
