//===- CallCheck.cpp - Checks calls against schemas -----------------------===//
//
// Names and number of arguments, and kinds of literals.
//
//===----------------------------------------------------------------------===//

#include "CallCheck.h"
#include "mlir/IR/BuiltinOps.h"
#include "tp/Schema/Registry.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::tp;

using schema::TypeKind;

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

/// Whether a literal can be a value of the type. Places of operands can always.
static bool fits(Attribute literal, const schema::Type &type) {
  if (isOperandPlace(literal))
    return true;
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
  case TypeKind::List: {
    const schema::Type &element = *inner.getElement();
    if (auto list = dyn_cast<ListAttr>(literal))
      return llvm::all_of(list.getElements(),
                          [&](Attribute part) { return fits(part, element); });
    return inner.getListSize() && fits(literal, element);
  }
  default:
    return true;
  }
}

std::string mlir::tp::checkCall(CallOp call,
                                const schema::OperatorSchema &schema) {
  ArgsAttr args = call.getArgsAttr();
  std::string problem = checkBinding(call, schema);
  if (!problem.empty() || !schema.hasKnownSignature() ||
      schema.hasFlag(schema::Flag::Python))
    return problem;
  auto check = [&](unsigned index, Attribute literal) {
    const schema::Argument &argument = schema.getArguments()[index];
    if (problem.empty() && !fits(literal, *argument.getType()))
      problem = llvm::formatv("argument '{0}': expected {1}, got {2}",
                              argument.getName(), argument.getType()->str(),
                              describeLiteral(literal));
  };
  if (args) {
    for (auto [i, literal] : llvm::enumerate(args.getPositional()))
      check(i, literal);
    for (auto [name, literal] :
         llvm::zip_equal(args.getKeywords(), args.getKeywordValues()))
      check(*schema.findArgument(name.getValue()), literal);
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
