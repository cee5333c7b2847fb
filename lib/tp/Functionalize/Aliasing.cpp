//===- Aliasing.cpp - What a call writes and what it returns --------------===//
//
// Annotations and notes of schemas, applied to calls.
//
//===----------------------------------------------------------------------===//

#include "tp/Functionalize/Aliasing.h"

using namespace mlir;
using namespace mlir::tp;
using schema::AliasRule;
using schema::Note;
using schema::OperatorSchema;

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static Type getElementType(Type type) {
  auto tensor = dyn_cast_or_null<TensorType>(type);
  return tensor ? tensor.getElementType() : Type();
}

static Attribute getDevice(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto shape =
      tensor ? dyn_cast_or_null<ShapeAttr>(tensor.getEncoding()) : ShapeAttr();
  return shape ? Attribute(shape.getDevice()) : Attribute();
}

/// The memory format that a call asks for; none without one.
static std::optional<MemoryFormat> getMemoryFormat(const BoundCall &call,
                                                   MLIRContext *context) {
  std::optional<unsigned> index =
      call.getSchema().findArgument("memory_format");
  auto format = dyn_cast_or_null<MemoryFormatAttr>(
      index ? call.getLiteral(*index, context) : Attribute());
  return format ? std::optional(format.getValue()) : std::nullopt;
}

/// Whether `einsum` of one tensor is a view: it sums where a letter of the
/// operand is not one of the result.
static Answer isEinsumView(const BoundCall &call, MLIRContext *context) {
  auto text = dyn_cast_or_null<StringAttr>(call.getLiteral(0, context));
  if (!text)
    return Answer::unknown;
  StringRef operand, result;
  std::tie(operand, result) = text.getValue().split("->");
  // What dimensions `...` stands for is not in the equation.
  if (operand.contains('.'))
    return Answer::unknown;
  // Without a result, a letter that is there once is one of the result.
  bool isImplicit = !text.getValue().contains("->");
  bool sums = llvm::any_of(operand, [&](char letter) {
    if (letter == ' ')
      return false;
    return isImplicit ? operand.count(letter) > 1 : !result.contains(letter);
  });
  return sums ? Answer::no : Answer::yes;
}

/// Whether the rule makes a result of type `to` share the memory of a tensor of
/// type `from`.
static Answer applyRule(AliasRule rule, const BoundCall &call, Type from,
                        Type to, MLIRContext *context) {
  Type fromDtype = getElementType(from), toDtype = getElementType(to);
  switch (rule) {
  case AliasRule::Unknown:
    // A real tensor has no bits to resolve.
    if (call.getSchema().getBaseName() == "resolve_conj" && fromDtype &&
        !isa<ComplexType>(fromDtype))
      return Answer::yes;
    return Answer::unknown;
  case AliasRule::Single:
    return call.getSchema().getBaseName() == "einsum"
               ? isEinsumView(call, context)
               : Answer::unknown;
  case AliasRule::Real:
    if (!fromDtype)
      return Answer::unknown;
    return isa<ComplexType>(fromDtype) ? Answer::no : Answer::yes;
  case AliasRule::SameShape: {
    auto a = dyn_cast<RankedTensorType>(from),
         b = dyn_cast<RankedTensorType>(to);
    if (!a || !b)
      return Answer::unknown;
    if (a.getShape() != b.getShape())
      return Answer::no;
    return a.hasStaticShape() || haveSameLayout(from, to) ? Answer::yes
                                                          : Answer::unknown;
  }
  case AliasRule::Viewable:
    return isViewable(from, to);
  case AliasRule::Contiguous:
    return isContiguousIn(from, getMemoryFormat(call, context)
                                    .value_or(MemoryFormat::contiguous_format));
  case AliasRule::Unchanged:
    if (!fromDtype || !toDtype)
      return Answer::unknown;
    if (fromDtype != toDtype || getDevice(from) != getDevice(to))
      return Answer::no;
    return isContiguousIn(
        from,
        getMemoryFormat(call, context).value_or(MemoryFormat::preserve_format));
  }
  llvm_unreachable("unknown rule");
}

/// The type of the tensor that a result may be: of a list of several, of none.
static Type getSourceType(const BoundCall &call, unsigned argument) {
  const BoundCall::Slot &slot = call[argument];
  if (slot.argument.values.size() == 1)
    return slot.argument.values.front().getType();
  return {};
}

SmallVector<Alias, 1> mlir::tp::getAliases(const BoundCall &call,
                                           unsigned index, Type result,
                                           MLIRContext *context) {
  const OperatorSchema &schema = call.getSchema();
  SmallVector<Alias, 1> aliases;
  SmallVector<const Note *, 2> notes = schema.getAliasNotes(index);
  auto isWeakened = [&](unsigned argument) {
    return llvm::any_of(notes, [&](const Note *note) {
      return note->kind == Note::Kind::MayAlias && note->argument == argument;
    });
  };
  auto add = [&](unsigned argument, Answer answer, AliasRule rule) {
    if (answer == Answer::no || call[argument].argument.values.empty())
      return;
    for (Alias &alias : aliases)
      if (alias.argument == argument) {
        if (answer == Answer::yes)
          alias.answer = answer;
        return;
      }
    aliases.push_back({argument, answer, rule});
  };
  for (unsigned argument : schema.getAliasedArguments(index))
    if (!isWeakened(argument))
      add(argument, Answer::yes, AliasRule::Unknown);
  for (const Note *note : notes) {
    Answer answer = conditionsHold(*note, call, context);
    if (answer == Answer::no)
      continue;
    if (note->kind == Note::Kind::MayAlias) {
      const Argument &argument = call[note->argument].argument;
      if (note->rule == AliasRule::Single && argument.values.size() != 1)
        continue;
      Type source = getSourceType(call, note->argument);
      Answer byRule = source
                          ? applyRule(note->rule, call, source, result, context)
                          : Answer::unknown;
      if (byRule == Answer::no)
        continue;
      if (byRule == Answer::unknown)
        answer = Answer::unknown;
    }
    add(note->argument, answer, note->rule);
  }
  return aliases;
}

SmallVector<unsigned> mlir::tp::getReturnIndices(CallOp call,
                                                 const OperatorSchema &schema) {
  SmallVector<unsigned> indices;
  size_t returns = schema.getReturns().size();
  unsigned count = call->getNumResults();
  if (returns <= 1) {
    indices.assign(count, 0);
    return indices;
  }
  auto tree = dyn_cast_or_null<TupleAttr>(call.getResultTreeAttr());
  if (!tree) {
    for (unsigned i = 0; i < count; ++i)
      indices.push_back(std::min<unsigned>(i, returns - 1));
    return indices;
  }
  for (auto [index, element] : llvm::enumerate(tree.getElements()))
    indices.append(countOperandPlaces(element),
                   std::min<unsigned>(index, returns - 1));
  return indices;
}

bool mlir::tp::isPure(Operation *op, CallResolver &resolver) {
  auto call = dyn_cast<CallOp>(op);
  if (!call)
    return isa<GetAttrOp>(op);
  const OperatorSchema *schema = resolver.resolve(call);
  if (!schema)
    return false;
  if (schema->hasFlag(schema::Flag::Python))
    return !schema->isMutable() && schema->getNamespace() == "_operator";
  if (!schema->hasKnownSignature() || schema->isHigherOrder() ||
      schema->hasSideEffects() || schema->isRandom())
    return false;
  std::optional<BoundCall> bound = BoundCall::get(call, *schema);
  return bound && getWrites(*bound, op->getContext()).empty();
}
