//===- Arguments.cpp - Rewriting the arguments of nodes -------------------===//
//
// Replaces operands of calls and outputs by other arguments.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/Arguments.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

Argument::Argument(Value value)
    : literal(OperandAttr::get(value.getContext())), values({value}) {}

Attribute
mlir::tp::mapOperandPlaces(Attribute literal,
                           function_ref<Attribute(Attribute)> replace) {
  auto mapAll = [&](ArrayRef<Attribute> parts) {
    return llvm::map_to_vector(
        parts, [&](Attribute part) { return mapOperandPlaces(part, replace); });
  };
  if (!literal)
    return literal;
  MLIRContext *context = literal.getContext();
  return llvm::TypeSwitch<Attribute, Attribute>(literal)
      .Case<OperandAttr, OutputKindAttr>(
          [&](auto place) { return replace(place); })
      .Case([&](ListAttr list) {
        return ListAttr::get(context, mapAll(list.getElements()),
                             list.getArm());
      })
      .Case([&](TupleAttr tuple) {
        return TupleAttr::get(context, mapAll(tuple.getElements()));
      })
      .Case([&](DictAttr dict) {
        return DictAttr::get(context, dict.getKeys(), mapAll(dict.getValues()));
      })
      .Case([&](SliceAttr slice) {
        auto parts =
            mapAll({slice.getStart(), slice.getStop(), slice.getStep()});
        return SliceAttr::get(context, parts[0], parts[1], parts[2]);
      })
      .Case([&](ArmAttr arm) -> Attribute {
        Attribute value = mapOperandPlaces(arm.getValue(), replace);
        return ArmAttr::get(context, arm.getArm(), value);
      })
      .Case([&](ArgsAttr args) {
        // In this order: places are visited from left to right.
        auto positional = mapAll(args.getPositional());
        auto values = mapAll(args.getKeywordValues());
        return ArgsAttr::get(context, positional, args.getKeywords(), values);
      })
      .Default(literal);
}

ArgsAttr mlir::tp::getSpelledArgs(CallOp call) {
  if (ArgsAttr args = call.getArgsAttr())
    return args;
  MLIRContext *context = call->getContext();
  SmallVector<Attribute> places(call->getNumOperands(),
                                OperandAttr::get(context));
  return ArgsAttr::get(context, places, {}, {});
}

void mlir::tp::setArguments(CallOp call, ArgsAttr args, ValueRange operands) {
  call->setOperands(operands);
  if (args && args.getKeywords().empty() &&
      llvm::all_of(args.getPositional(), llvm::IsaPred<OperandAttr>))
    args = nullptr;
  if (args != call.getArgsAttr())
    call.setArgsAttr(args);
}

CallArguments mlir::tp::getArguments(CallOp call) {
  ArgsAttr args = getSpelledArgs(call);
  ValueRange rest = call->getOperands();
  auto take = [&](Attribute literal) {
    unsigned count = countOperandPlaces(literal);
    Argument argument(literal, rest.take_front(count));
    rest = rest.drop_front(count);
    return argument;
  };
  CallArguments result;
  for (Attribute literal : args.getPositional())
    result.positional.push_back(take(literal));
  for (auto [name, literal] :
       llvm::zip_equal(args.getKeywords(), args.getKeywordValues()))
    result.keywords.emplace_back(name, take(literal));
  return result;
}

Argument mlir::tp::getReturnValue(OutputOp output) {
  ArrayAttr mutations = output.getMutationsAttr();
  ValueRange values = ValueRange(output.getOperands())
                          .drop_front(mutations ? mutations.size() : 0);
  if (Attribute literal = output.getValueAttr())
    return Argument(literal, values);
  MLIRContext *context = output.getContext();
  SmallVector<Attribute> places(values.size(), OperandAttr::get(context));
  return Argument(TupleAttr::get(context, places), values);
}

namespace {
/// Splices arguments into the places of one operation's operands.
class Splicer {
public:
  Splicer(Operation *op, function_ref<const Argument *(Value)> lookup)
      : op(op), lookup(lookup), rest(op->getOperands()) {}

  Attribute splice(Attribute literal) {
    return mapOperandPlaces(
        literal, [&](Attribute place) { return splicePlace(place); });
  }
  ValueRange getOperands() const { return operands; }
  bool hasFailed() const { return failed; }

private:
  Attribute splicePlace(Attribute place) {
    if (rest.empty())
      return place;
    Value value = rest.front();
    rest = rest.drop_front();
    const Argument *argument = lookup(value);
    if (!argument) {
      operands.push_back(value);
      return place;
    }
    operands.append(argument->values.begin(), argument->values.end());
    if (argument->isValue())
      return place;
    if (isa<OperandAttr>(place))
      return argument->literal;
    if (!failed)
      op->emitOpError("expected a value in a place with a meaning of its own, ")
          << place << ", got " << describeLiteral(argument->literal);
    failed = true;
    return place;
  }

  Operation *op;
  function_ref<const Argument *(Value)> lookup;
  ValueRange rest;
  SmallVector<Value> operands;
  bool failed = false;
};
} // namespace

static LogicalResult
replaceOutputOperands(OutputOp output,
                      function_ref<const Argument *(Value)> lookup) {
  Splicer splicer(output, lookup);
  if (ArrayAttr mutations = output.getMutationsAttr())
    for (Attribute mutation : mutations)
      splicer.splice(mutation);
  Attribute value = splicer.splice(getReturnValue(output).literal);
  if (splicer.hasFailed())
    return failure();
  auto tuple = dyn_cast<TupleAttr>(value);
  bool isFlat =
      tuple && llvm::all_of(tuple.getElements(), llvm::IsaPred<OperandAttr>);
  output->setOperands(splicer.getOperands());
  output.setValueAttr(isFlat ? Attribute() : value);
  return success();
}

LogicalResult
mlir::tp::replaceOperands(Operation *op,
                          function_ref<const Argument *(Value)> lookup) {
  bool isSimple = true;
  for (OpOperand &operand : op->getOpOperands()) {
    const Argument *argument = lookup(operand.get());
    if (argument && !argument->isValue())
      isSimple = false;
  }
  if (isSimple) {
    for (OpOperand &operand : op->getOpOperands())
      if (const Argument *argument = lookup(operand.get()))
        operand.set(argument->values.front());
    return success();
  }
  if (auto output = dyn_cast<OutputOp>(op))
    return replaceOutputOperands(output, lookup);
  if (auto call = dyn_cast<CallOp>(op)) {
    Splicer splicer(op, lookup);
    auto args = cast<ArgsAttr>(splicer.splice(getSpelledArgs(call)));
    setArguments(call, args, splicer.getOperands());
    return success();
  }
  return op->emitOpError("expected values as operands, got a literal");
}
