//===- TPDecompositionOps.cpp - Decompositions as data --------------------===//
//
// Text and verification of decompositions and of their match-time operations.
//
//===----------------------------------------------------------------------===//

#include "NodeSyntax.h"
#include "mlir/IR/Builders.h"
#include "tp/IR/ArgSyntax.h"
#include "tp/IR/TPOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::tp;

using UnresolvedOperand = OpAsmParser::UnresolvedOperand;

/// The name of `%name`, or an error where it is only a number.
static ParseResult takeName(OpAsmParser &parser,
                            const UnresolvedOperand &operand,
                            StringAttr &name) {
  StringRef text = operand.name.drop_front();
  if (text.empty() || llvm::isDigit(text.front()) || operand.number)
    return parser.emitError(operand.location)
           << "expected a name that expressions can refer to, got '"
           << operand.name << "'";
  name = parser.getBuilder().getStringAttr(text);
  return success();
}

/// Takes the name of the result from its SSA name, or from ` as "name"`.
static ParseResult parseResultName(OpAsmParser &parser, OperationState &state) {
  std::string text;
  if (succeeded(parser.parseOptionalKeyword("as"))) {
    if (parser.parseString(&text))
      return failure();
  } else if (parser.getNumResults() == 1) {
    text = getNameFromSSA(parser, 0).str();
  }
  if (!text.empty())
    state.addAttribute("name", parser.getBuilder().getStringAttr(text));
  return success();
}

static void suggestName(Value value, StringAttr name,
                        OpAsmSetValueNameFn setName) {
  if (value && name)
    setName(value, name.getValue());
}

//===----------------------------------------------------------------------===//
// DecompositionOp
//===----------------------------------------------------------------------===//

void DecompositionOp::getAsmBlockArgumentNames(Region &region,
                                               OpAsmSetValueNameFn setName) {
  for (auto [argument, name] :
       llvm::zip(region.getArguments(), getArgNames().getAsRange<StringAttr>()))
    suggestName(argument, name, setName);
}

ParseResult DecompositionOp::parse(OpAsmParser &parser, OperationState &state) {
  Builder &builder = parser.getBuilder();
  std::string target;
  if (parser.parseString(&target))
    return failure();
  state.addAttribute("target", builder.getStringAttr(target));
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Attribute> names, defaults, unused;
  constexpr StringLiteral noTypes =
      "expected no types: tables are written without them";
  auto parseOne = [&]() -> ParseResult {
    OpAsmParser::Argument &argument = arguments.emplace_back();
    StringAttr name;
    if (parser.parseArgument(argument) ||
        takeName(parser, argument.ssaName, name))
      return failure();
    argument.type = AnyType::get(parser.getContext());
    SMLoc colon = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalColon()))
      return parser.emitError(colon, noTypes);
    names.push_back(name);
    Attribute value = builder.getUnitAttr();
    if (succeeded(parser.parseOptionalEqual()) && parseLiteral(parser, value))
      return failure();
    defaults.push_back(value);
    if (succeeded(parser.parseOptionalKeyword("unused")))
      unused.push_back(name);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  state.addAttribute("arg_names", builder.getArrayAttr(names));
  state.addAttribute("defaults", builder.getArrayAttr(defaults));
  if (!unused.empty())
    state.addAttribute("unused", builder.getArrayAttr(unused));
  // Values with a type do not fit the others, which have none.
  ScopedDiagnosticHandler handler(parser.getContext(), [&](Diagnostic &diag) {
    std::string text = diag.str();
    if (StringRef(text).contains("different type than prior uses"))
      diag.attachNote() << noTypes;
    return failure();
  });
  return parser.parseRegion(*state.addRegion(), arguments);
}

void DecompositionOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printString(printer.getStream(), getTarget());
  printer << '(';
  llvm::interleaveComma(
      llvm::zip(getBody().getArguments(), getArgNamesAttr(), getDefaultsAttr()),
      printer, [&](auto entry) {
        auto [argument, name, value] = entry;
        printer << argument;
        if (!isa<UnitAttr>(value)) {
          printer << " = ";
          printLiteral(printer, value);
        }
        if (getUnusedAttr() && llvm::is_contained(getUnusedAttr(), name))
          printer << " unused";
      });
  printer << ')';
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {"target", "arg_names", "defaults", "unused"});
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult DecompositionOp::verify() {
  // T1
  if (getTarget().empty())
    return emitOpError("expected a target");
  Block &block = getBody().front();
  // T2
  if (getArgNames().size() != block.getNumArguments() ||
      getDefaults().size() != block.getNumArguments())
    return emitOpError("expected a name and a default for each of the ")
           << block.getNumArguments() << " arguments";
  llvm::StringSet<> names;
  for (auto name : getArgNames().getAsRange<StringAttr>())
    // T3
    if (!names.insert(name.getValue()).second)
      return emitOpError("duplicate argument ") << name;
  for (Attribute value : getDefaults())
    // T4
    if (countOperandPlaces(value))
      return emitOpError("expected a literal as a default, got ")
             << describeLiteral(value);
  // T5
  if (!isa<YieldOp>(block.back()))
    return emitOpError("expected 'tp.yield' as the last operation");
  WalkResult walk = getBody().walk([&](Operation *op) -> WalkResult {
    // T6
    if (isa<CallFunctionOp, CallMethodOp, WhenOp, ExprOp, IfOp, CollectOp,
            YieldOp>(op))
      return WalkResult::advance();
    return op->emitOpError("expected calls and match-time operations only in a "
                           "decomposition");
  });
  return failure(walk.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// ExprOp
//===----------------------------------------------------------------------===//

void ExprOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  suggestName(getResult(), getNameAttr(), setName);
}

ParseResult ExprOp::parse(OpAsmParser &parser, OperationState &state) {
  StringAttr expression;
  if (parser.parseAttribute(expression, "expression", state.attributes) ||
      parseResultName(parser, state) ||
      parser.parseOptionalAttrDict(state.attributes))
    return failure();
  state.addTypes(AnyType::get(parser.getContext()));
  return success();
}

void ExprOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printString(printer.getStream(), getExpression());
  printNodeName(printer, getNameAttr(), getResult());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"expression", "name"});
}

//===----------------------------------------------------------------------===//
// IfOp
//===----------------------------------------------------------------------===//

void IfOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  suggestName(getResult(), getNameAttr(), setName);
}

ParseResult IfOp::parse(OpAsmParser &parser, OperationState &state) {
  StringAttr condition;
  if (parser.parseAttribute(condition, "condition", state.attributes) ||
      parseResultName(parser, state) ||
      parser.parseRegion(*state.addRegion(), {}))
    return failure();
  Region *elseRegion = state.addRegion();
  if (succeeded(parser.parseOptionalKeyword("else")) &&
      parser.parseRegion(*elseRegion, {}))
    return failure();
  for (auto &region : state.regions)
    if (region.get() == state.regions.front().get() && region->empty())
      region->emplaceBlock();
  if (parser.getNumResults() > 1)
    return parser.emitError(parser.getNameLoc())
           << "expected one result at most";
  if (parser.getNumResults())
    state.addTypes(AnyType::get(parser.getContext()));
  return parser.parseOptionalAttrDict(state.attributes);
}

void IfOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printString(printer.getStream(), getCondition());
  if (getResult())
    printNodeName(printer, getNameAttr(), getResult());
  printer << ' ';
  printer.printRegion(getThenRegion());
  if (!getElseRegion().empty()) {
    printer << " else ";
    printer.printRegion(getElseRegion());
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {"condition", "name"});
}

LogicalResult IfOp::verify() {
  if (!getResult())
    return success();
  // T7
  for (Region &region : (*this)->getRegions()) {
    auto yield = region.empty() || region.front().empty()
                     ? YieldOp()
                     : dyn_cast<YieldOp>(region.front().back());
    if (!yield || yield.getValues().size() != 1)
      return emitOpError("expected both regions to yield one value");
  }
  return success();
}

//===----------------------------------------------------------------------===//
// CollectOp
//===----------------------------------------------------------------------===//

void CollectOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  suggestName(getResult(), getNameAttr(), setName);
}

void CollectOp::getAsmBlockArgumentNames(Region &region,
                                         OpAsmSetValueNameFn setName) {
  if (region.getNumArguments() == 1)
    suggestName(region.getArgument(0), getVariableAttr(), setName);
}

ParseResult CollectOp::parse(OpAsmParser &parser, OperationState &state) {
  OpAsmParser::Argument variable;
  StringAttr list, name;
  if (parser.parseArgument(variable) ||
      takeName(parser, variable.ssaName, name) || parser.parseKeyword("in") ||
      parser.parseAttribute(list, "list", state.attributes) ||
      parseResultName(parser, state))
    return failure();
  variable.type = AnyType::get(parser.getContext());
  state.addAttribute("variable", name);
  state.addTypes(AnyType::get(parser.getContext()));
  return failure(parser.parseRegion(*state.addRegion(), {variable}) ||
                 parser.parseOptionalAttrDict(state.attributes));
}

void CollectOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getBody().getArgument(0) << " in ";
  printString(printer.getStream(), getList());
  printNodeName(printer, getNameAttr(), getResult());
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"list", "variable", "name"});
}

LogicalResult CollectOp::verify() {
  Block &block = getBody().front();
  auto yield = block.empty() ? YieldOp() : dyn_cast<YieldOp>(block.back());
  // T8
  if (block.getNumArguments() != 1 || !yield || yield.getValues().size() != 1)
    return emitOpError("expected a region that takes an element and yields one "
                       "value");
  return success();
}

//===----------------------------------------------------------------------===//
// YieldOp
//===----------------------------------------------------------------------===//

ParseResult YieldOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<UnresolvedOperand> operands;
  SmallVector<bool> spread;
  UnresolvedOperand operand;
  do {
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value() && operands.empty())
      break;
    if (!parsed.has_value())
      return parser.emitError(parser.getCurrentLocation())
             << "expected a value";
    if (failed(*parsed))
      return failure();
    // Points are characters of SSA names to the lexer.
    bool isSpread = operand.name.consume_back("...");
    operands.push_back(operand);
    spread.push_back(isSpread || succeeded(parser.parseOptionalEllipsis()));
  } while (succeeded(parser.parseOptionalComma()));
  if (llvm::is_contained(spread, true))
    state.addAttribute("spread",
                       parser.getBuilder().getDenseBoolArrayAttr(spread));
  return failure(parser.parseOptionalAttrDict(state.attributes) ||
                 parser.resolveOperands(operands,
                                        AnyType::get(parser.getContext()),
                                        state.operands));
}

void YieldOp::print(OpAsmPrinter &printer) {
  std::optional<ArrayRef<bool>> spread = getSpread();
  if (getNumOperands())
    printer << ' ';
  llvm::interleaveComma(llvm::enumerate(getValues()), printer, [&](auto entry) {
    printer << entry.value();
    if (spread && entry.index() < spread->size() && (*spread)[entry.index()])
      printer << "...";
  });
  printer.printOptionalAttrDict((*this)->getAttrs(), {"spread"});
}
