//===- TPEffects.cpp - Memory effects of nodes ----------------------------===//
//
// What each node reads, writes and allocates. The schema of the operator says
// it; where there is none, the node may do anything.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/ArgSyntax.h"
#include "tp/IR/CallBinding.h"
#include "tp/IR/TPOps.h"
#include "tp/Schema/Registry.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// Adds the effects of one call.
class CallEffects {
public:
  CallEffects(Operation *op, Effects &effects)
      : op(op), call(cast<tp::CallOp>(op)), effects(effects),
        functional(isInFunctionalProgram(op)) {}

  void addFunction();
  void addMethod();
  void addUnknown();

private:
  void addSchema(const schema::OperatorSchema &schema);
  void addReads();
  void addAllocations(const schema::OperatorSchema *schema);
  void addWrites(const schema::OperatorSchema &schema);
  void addWrite(unsigned schemaArg, StringRef name);
  /// Writes every operand inside of `literal`, whose first operand has number
  /// `first`.
  void addWrites(Attribute literal, unsigned first);

  Operation *op;
  tp::CallOp call;
  Effects &effects;
  bool functional;
};
} // namespace

bool mlir::tp::isInFunctionalProgram(Operation *op) {
  auto program = op->getParentOfType<ProgramOp>();
  return program && program.getFunctional();
}

void CallEffects::addUnknown() {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
  effects.emplace_back(MemoryEffects::Write::get(), RandomResource::get());
  effects.emplace_back(MemoryEffects::Write::get(), ContractResource::get());
}

void CallEffects::addReads() {
  for (OpOperand &operand : op->getOpOperands())
    if (!isa<IntType, tp::FloatType, BoolType, StrType, tp::NoneType,
             IntegerType, mlir::FloatType>(operand.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
}

/// A result that the operator makes is new memory; one that aliases an argument
/// is not. An unknown aliasing counts as new, which only keeps nodes apart.
void CallEffects::addAllocations(const schema::OperatorSchema *schema) {
  for (OpResult result : op->getResults()) {
    if (!isa<TensorType, AnyType>(result.getType()))
      continue;
    unsigned number = result.getResultNumber();
    if (schema && number < schema->getReturns().size() &&
        !schema->getAliasedArguments(number).empty())
      continue;
    effects.emplace_back(MemoryEffects::Allocate::get(), result);
  }
}

void CallEffects::addWrites(Attribute literal, unsigned first) {
  unsigned places = countOperandPlaces(literal);
  for (unsigned i = first; i < first + places && i < op->getNumOperands(); ++i)
    effects.emplace_back(MemoryEffects::Write::get(), &op->getOpOperand(i));
}

void CallEffects::addWrite(unsigned schemaArg, StringRef name) {
  ArgsAttr args = call.getArgsAttr();
  if (!args) {
    if (schemaArg < op->getNumOperands())
      effects.emplace_back(MemoryEffects::Write::get(),
                           &op->getOpOperand(schemaArg));
    return;
  }
  unsigned next = 0;
  for (auto [index, literal] : llvm::enumerate(args.getPositional())) {
    if (index == schemaArg)
      return addWrites(literal, next);
    next += countOperandPlaces(literal);
  }
  for (auto [keyword, literal] :
       llvm::zip_equal(args.getKeywords(), args.getKeywordValues())) {
    if (keyword.getValue() == name)
      return addWrites(literal, next);
    next += countOperandPlaces(literal);
  }
}

/// Notes hold for some calls only, which their arguments tell.
void CallEffects::addWrites(const schema::OperatorSchema &schema) {
  ArrayRef<schema::Argument> arguments = schema.getArguments();
  if (!schema.isMutable() && schema.getNotes().empty())
    return;
  if (std::optional<BoundCall> bound = BoundCall::get(call, schema)) {
    for (const Write &write : getWrites(*bound, op->getContext()))
      addWrite(write.argument, arguments[write.argument].getName());
    return;
  }
  for (auto [index, argument] : llvm::enumerate(arguments))
    if (argument.isWritten())
      addWrite(index, argument.getName());
}

void CallEffects::addSchema(const schema::OperatorSchema &schema) {
  if (schema.isHigherOrder() || !schema.hasKnownSignature())
    return addUnknown();
  if (schema.hasFlag(schema::Flag::Python)) {
    // Arithmetic on sizes; on anything else it dispatches to who knows what.
    bool scalars = llvm::none_of(op->getOperandTypes(), [](Type type) {
      return isa<TensorType, AnyType, ListType, tp::TupleType, DictType,
                 ObjectType>(type);
    });
    return scalars ? void() : addUnknown();
  }
  if (schema.hasSideEffects())
    effects.emplace_back(MemoryEffects::Write::get(), ContractResource::get());
  if (schema.isRandom())
    effects.emplace_back(MemoryEffects::Write::get(), RandomResource::get());
  addWrites(schema);
  if (functional)
    return;
  addReads();
  addAllocations(&schema);
}

void CallEffects::addFunction() {
  auto *dialect = cast<TPDialect>(op->getName().getDialect());
  const schema::OperatorSchema *schema =
      dialect->lookupSchema(op, call.getTargetAttr().getValue());
  if (!schema)
    return addUnknown();
  addSchema(*schema);
}

/// A method is in place by its name; any other is looked up as an operator of
/// the same name, all of whose overloads must agree that it only reads.
void CallEffects::addMethod() {
  StringRef name = call.getTargetAttr().getValue();
  bool inPlace = name.ends_with("_") && !name.ends_with("__");
  auto overloads = schema::BuiltinTable::getOverloads(("aten." + name).str());
  bool known = !overloads.empty() && llvm::all_of(overloads, [&](auto *schema) {
    return schema->hasKnownSignature() && !schema->hasSideEffects() &&
           (inPlace || schema->isOut() || !schema->isMutable());
  });
  if (!known)
    return addUnknown();
  if (llvm::any_of(overloads, [](auto *schema) { return schema->isRandom(); }))
    effects.emplace_back(MemoryEffects::Write::get(), RandomResource::get());
  if (inPlace)
    addWrite(0, "self");
  if (functional)
    return;
  addReads();
  if (!inPlace)
    addAllocations(nullptr);
}

void CallFunctionOp::getEffects(Effects &effects) {
  CallEffects(*this, effects).addFunction();
}

void CallMethodOp::getEffects(Effects &effects) {
  CallEffects(*this, effects).addMethod();
}

void CallModuleOp::getEffects(Effects &effects) {
  CallEffects(*this, effects).addUnknown();
}

void PlaceholderOp::getEffects(Effects &effects) {
  // Inputs are the program's signature: none may go, however unused.
  effects.emplace_back(MemoryEffects::Write::get(), ContractResource::get());
}

void GetAttrOp::getEffects(Effects &) {
  // Names the state's tensor; who uses the tensor reads or writes it.
}

void StoreAttrOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get(),
                       &getOperation()->getOpOperand(0));
  effects.emplace_back(MemoryEffects::Write::get());
}

void OutputOp::getEffects(Effects &effects) {
  for (OpOperand &operand : getOperation()->getOpOperands())
    effects.emplace_back(MemoryEffects::Read::get(), &operand);
}
