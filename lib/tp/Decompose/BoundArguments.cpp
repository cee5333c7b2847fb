//===- BoundArguments.cpp - Arguments of a call by their names ------------===//
//
// Binds what a call gives to the arguments of its schema.
//
//===----------------------------------------------------------------------===//

#include "tp/Decompose/Builder.h"
#include "tp/IR/TPOps.h"
#include "tp/Schema/Schema.h"

using namespace mlir;
using namespace mlir::tp;

static Arg toArg(const schema::Literal &literal) {
  switch (literal.kind) {
  case schema::Literal::Kind::None:
    return {};
  case schema::Literal::Kind::Bool:
    return literal.boolean;
  case schema::Literal::Kind::Int:
    return literal.integer;
  case schema::Literal::Kind::Float:
    return literal.floating;
  case schema::Literal::Kind::Str:
    return literal.string;
  case schema::Literal::Kind::List:
    break;
  }
  std::vector<Arg> elements;
  for (const schema::Literal &element : literal.elements)
    elements.push_back(toArg(element));
  return elements;
}

/// torch's numbers of memory formats, as schemas write them.
static MemoryFormat getMemoryFormat(int64_t number) {
  switch (number) {
  case 0:
    return MemoryFormat::contiguous_format;
  case 2:
    return MemoryFormat::channels_last;
  case 3:
    return MemoryFormat::channels_last_3d;
  default:
    return MemoryFormat::preserve_format;
  }
}

Arg mlir::tp::getDefaultArgument(const schema::OperatorSchema &schema,
                                 unsigned index, MLIRContext *context) {
  const schema::Argument &argument = schema.getArguments()[index];
  const schema::Literal *literal = argument.getDefault();
  if (!literal)
    return {};
  if (literal->kind == schema::Literal::Kind::Int &&
      argument.getType()->stripOptional()->is(schema::TypeKind::MemoryFormat))
    return Arg::getLiteral(
        MemoryFormatAttr::get(context, getMemoryFormat(literal->integer)));
  return toArg(*literal);
}

BoundArguments::BoundArguments(CallOp call,
                               const schema::OperatorSchema *schema)
    : op(call.getOperation()), schema(schema) {
  ArgsAttr args = call.getArgsAttr();
  if (!args) {
    numPositional = op->getNumOperands();
    return;
  }
  unsigned next = 0;
  numPositional = args.getPositional().size();
  for (Attribute literal : args.getPositional()) {
    slots.push_back({literal, next, {}});
    next += countOperandPlaces(literal);
  }
  for (auto [keyword, literal] :
       llvm::zip_equal(args.getKeywords(), args.getKeywordValues())) {
    slots.push_back({literal, next, keyword.getValue()});
    next += countOperandPlaces(literal);
  }
}

Arg BoundArguments::take(const Slot &slot) const {
  ValueRange values = op->getOperands();
  values =
      values.drop_front(std::min<size_t>(slot.firstOperand, values.size()));
  return Arg::get(slot.literal, values);
}

const BoundArguments::Slot *BoundArguments::findSlot(unsigned index) const {
  if (index < numPositional)
    return index < slots.size() ? &slots[index] : nullptr;
  if (!schema || index >= schema->getArguments().size())
    return nullptr;
  StringRef name = schema->getArguments()[index].getName();
  for (const Slot &slot : ArrayRef(slots).drop_front(
           std::min<size_t>(numPositional, slots.size())))
    if (slot.keyword == name)
      return &slot;
  return nullptr;
}

Arg BoundArguments::get(unsigned index) const {
  if (slots.empty() && index < numPositional)
    return op->getOperand(index);
  if (const Slot *slot = findSlot(index))
    return take(*slot);
  if (schema && index < schema->getArguments().size())
    return getDefaultArgument(*schema, index, op->getContext());
  return {};
}

std::optional<Arg> BoundArguments::find(StringRef name) const {
  if (schema)
    if (std::optional<unsigned> index = schema->findArgument(name))
      return get(*index);
  for (const Slot &slot : slots)
    if (slot.keyword == name)
      return take(slot);
  return std::nullopt;
}

bool BoundArguments::isGiven(unsigned index) const {
  return index < numPositional || findSlot(index);
}

bool BoundArguments::isGiven(StringRef name) const {
  if (schema)
    if (std::optional<unsigned> index = schema->findArgument(name))
      return isGiven(*index);
  return llvm::any_of(slots,
                      [&](const Slot &slot) { return slot.keyword == name; });
}

SmallVector<StringRef> BoundArguments::getUnknownKeywords() const {
  SmallVector<StringRef> result;
  for (const Slot &slot : slots)
    if (!slot.keyword.empty() &&
        !(schema && schema->findArgument(slot.keyword)))
      result.push_back(slot.keyword);
  return result;
}
