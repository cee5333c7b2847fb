//===- TPNodeOps.cpp - Nodes of a graph -----------------------------------===//
//
// Text, names and local verification of placeholders, calls and outputs.
//
//===----------------------------------------------------------------------===//

#include "NodeSyntax.h"
#include "mlir/IR/Builders.h"
#include "tp/IR/ArgSyntax.h"
#include "tp/IR/TPOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

#include "tp/IR/TPInterfaces.cpp.inc"

StringAttr mlir::tp::detail::getResultName(Operation *op, unsigned i) {
  if (auto call = dyn_cast<tp::CallOp>(op)) {
    if (ArrayAttr names = call.getResultNamesAttr())
      return i < names.size() ? cast<StringAttr>(names[i]) : StringAttr();
    if (op->getNumResults() != 1 || call.getResultTreeAttr())
      return {};
  }
  return cast<NodeOp>(op).getNodeNameAttr();
}

/// Suggests the results' own names, which the printer uses where it can.
static void suggestResultNames(Operation *op, OpAsmSetValueNameFn setName) {
  for (OpResult result : op->getResults())
    if (StringAttr name =
            tp::detail::getResultName(op, result.getResultNumber()))
      setName(result, name.getValue());
}

/// Parses ` as "name"`, or takes the name of the only result.
static ParseResult parseNodeName(OpAsmParser &parser, OperationState &state,
                                 bool fromResult = true) {
  std::string text;
  if (succeeded(parser.parseOptionalKeyword("as"))) {
    if (parser.parseString(&text))
      return failure();
  } else if (fromResult && parser.getNumResults() == 1) {
    text = getNameFromSSA(parser, 0).str();
  }
  if (!text.empty())
    state.addAttribute("node_name", parser.getBuilder().getStringAttr(text));
  return success();
}

//===----------------------------------------------------------------------===//
// PlaceholderOp
//===----------------------------------------------------------------------===//

static bool isStateInput(InputKind kind) {
  return kind == InputKind::parameter || kind == InputKind::buffer ||
         kind == InputKind::constant || kind == InputKind::object;
}

void PlaceholderOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  suggestResultNames(*this, setName);
}

ParseResult PlaceholderOp::parse(OpAsmParser &parser, OperationState &state) {
  Builder &builder = parser.getBuilder();
  InputKind kind = InputKind::user;
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword(&keyword))) {
    std::optional<InputKind> parsed = symbolizeInputKind(keyword);
    if (!parsed)
      return parser.emitError(loc)
             << "unknown kind of input '" << keyword << "'";
    kind = *parsed;
  }
  state.addAttribute("kind", InputKindAttr::get(parser.getContext(), kind));
  std::string text;
  StringAttr target;
  if (isStateInput(kind)) {
    if (parser.parseSymbolName(target))
      return failure();
  } else if (succeeded(parser.parseOptionalString(&text))) {
    target = builder.getStringAttr(text);
  }
  if (target)
    state.addAttribute("target", target);
  if (parseNodeName(parser, state))
    return failure();
  Attribute value;
  if (succeeded(parser.parseOptionalEqual())) {
    if (parseLiteral(parser, value))
      return failure();
    state.addAttribute("default_value", value);
  }
  Type type;
  if (parseOptionalMeta(parser, state.attributes) ||
      parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type))
    return failure();
  state.addTypes(type);
  return success();
}

void PlaceholderOp::print(OpAsmPrinter &printer) {
  if (getKind() != InputKind::user)
    printer << ' ' << stringifyInputKind(getKind());
  if (StringAttr target = getTargetAttr()) {
    printer << ' ';
    if (isStateInput(getKind()))
      printer.printSymbolName(target.getValue());
    else
      printString(printer.getStream(), target.getValue());
  }
  printNodeName(printer, getNodeNameAttr(), getResult());
  if (Attribute value = getDefaultValueAttr()) {
    printer << " = ";
    printLiteral(printer, value);
  }
  printMeta(printer, getMetadataAttr());
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {"kind", "target", "default_value", "node_name", "metadata"});
  printer << " : " << getResult().getType();
}

LogicalResult PlaceholderOp::verify() {
  // N2
  if (isStateInput(getKind()) && !getTargetAttr())
    return emitOpError("expected the path of the state that is passed for a '")
           << stringifyInputKind(getKind()) << "' input";
  // N3
  if (getKind() == InputKind::specialized && !getDefaultValueAttr())
    return emitOpError("expected the value of a specialized input");
  // N4
  if (countOperandPlaces(getDefaultValueAttr()))
    return emitOpError("expected a literal as the value of an input, got ")
           << describeLiteral(getDefaultValueAttr());
  // N5
  if (getRequiresGradAttr() && getKind() != InputKind::parameter)
    return emitOpError("expected 'requires_grad' on a parameter only: other "
                       "inputs have it in their type");
  return success();
}

//===----------------------------------------------------------------------===//
// GetAttrOp
//===----------------------------------------------------------------------===//

void GetAttrOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  suggestResultNames(*this, setName);
}

ParseResult GetAttrOp::parse(OpAsmParser &parser, OperationState &state) {
  StringAttr symbol;
  Type type;
  if (parser.parseSymbolName(symbol) || parseNodeName(parser, state) ||
      parseOptionalMeta(parser, state.attributes) ||
      parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type))
    return failure();
  state.addAttribute("state", FlatSymbolRefAttr::get(symbol));
  state.addTypes(type);
  return success();
}

void GetAttrOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getState());
  printNodeName(printer, getNodeNameAttr(), getResult());
  printMeta(printer, getMetadataAttr());
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"state", "node_name", "metadata"});
  printer << " : " << getResult().getType();
}

/// The declaration of state `name` that is in scope of `op`, which may stand in
/// a subgraph of the program; null if there is none.
static StateOp lookupState(SymbolTableCollection &symbols, Operation *op,
                           StringAttr name) {
  for (Operation *scope = op->getParentOp(); scope;
       scope = scope->getParentOp()) {
    if (!isa<ProgramOp, GraphOp>(scope))
      continue;
    if (auto state = symbols.lookupSymbolIn<StateOp>(scope, name))
      return state;
  }
  return {};
}

LogicalResult GetAttrOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto state = lookupState(symbols, *this, getStateAttr().getAttr());
  if (!state)
    return emitOpError("expected a 'tp.state' of the name ") << getStateAttr();
  // S6
  if (state.getType() == getType() || isa<AnyType>(getType()))
    return success();
  InFlightDiagnostic diag = emitOpError("expected the type of the state, ")
                            << state.getType() << ", got " << getType();
  diag.attachNote(state.getLoc()) << "state declared here";
  return diag;
}

LogicalResult StoreAttrOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (lookupState(symbols, *this, getStateAttr().getAttr()))
    return success();
  return emitOpError("expected a 'tp.state' of the name ") << getStateAttr();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
/// What a call's text says, before it is an operation.
struct ParsedCall {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> operandTypes, resultTypes;
  SmallVector<Attribute> resultNames;
  std::string target, name;
  ArgsAttr args;
  Attribute tree;
  bool hasName = false;
};
} // namespace

/// `"target"(args) as "name"["a", "b"]`.
static ParseResult parseCallHead(OpAsmParser &parser, ParsedCall &call) {
  if (parser.parseString(&call.target))
    return failure();
  auto parseOperand = [&]() -> OptionalParseResult {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult result = parser.parseOptionalOperand(operand);
    if (result.has_value() && succeeded(*result))
      call.operands.push_back(operand);
    return result;
  };
  if (parseArgs(parser, call.args, /*allowNull=*/true, parseOperand))
    return failure();
  call.hasName = succeeded(parser.parseOptionalKeyword("as"));
  if (call.hasName && parser.parseString(&call.name))
    return failure();
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::OptionalSquare, [&]() -> ParseResult {
        std::string text;
        if (parser.parseString(&text))
          return failure();
        call.resultNames.push_back(parser.getBuilder().getStringAttr(text));
        return success();
      });
}

/// `: (operand types) -> result types`, all of them `!tp.any` where it is left
/// out, as decompositions do.
static ParseResult parseCallTypes(OpAsmParser &parser, ParsedCall &call) {
  if (failed(parser.parseOptionalColon())) {
    auto any = AnyType::get(parser.getContext());
    call.operandTypes.assign(call.operands.size(), any);
    call.resultTypes.assign(parser.getNumResults(), any);
    return success();
  }
  if (parser.parseLParen())
    return failure();
  if (failed(parser.parseOptionalRParen()) &&
      (parser.parseTypeList(call.operandTypes) || parser.parseRParen()))
    return failure();
  if (parser.parseArrow())
    return failure();
  return parseResultTypes(parser, call.resultTypes, call.tree);
}

/// Takes the names that were not written from the SSA names of the results.
static void takeNamesFromSSA(OpAsmParser &parser, ParsedCall &call) {
  unsigned numResults = call.resultTypes.size();
  if (!call.resultNames.empty() || parser.getNumResults() != numResults)
    return;
  if (numResults == 1 && !call.tree) {
    if (!call.hasName)
      call.name = getNameFromSSA(parser, 0).str();
    return;
  }
  for (unsigned i = 0; i < numResults; ++i) {
    StringRef fromSSA = getNameFromSSA(parser, i);
    if (fromSSA.empty()) {
      call.resultNames.clear();
      return;
    }
    call.resultNames.push_back(parser.getBuilder().getStringAttr(fromSSA));
  }
}

/// Fills the properties themselves: attributes would be gathered in a uniqued
/// dictionary first, one for each node of a large program.
template <typename OpT>
static ParseResult parseCall(OpAsmParser &parser, OperationState &state) {
  Builder &builder = parser.getBuilder();
  ParsedCall call;
  SMLoc loc = parser.getCurrentLocation();
  NamedAttrList meta;
  if (parseCallHead(parser, call) || parseOptionalMeta(parser, meta) ||
      parser.parseOptionalAttrDict(state.attributes) ||
      parseCallTypes(parser, call) ||
      parser.resolveOperands(call.operands, call.operandTypes, loc,
                             state.operands))
    return failure();
  state.addTypes(call.resultTypes);
  takeNamesFromSSA(parser, call);

  auto &properties = state.getOrAddProperties<typename OpT::Properties>();
  properties.target = builder.getStringAttr(call.target);
  properties.args = call.args;
  properties.result_tree = call.tree;
  if (!call.name.empty())
    properties.node_name = builder.getStringAttr(call.name);
  if (!call.resultNames.empty())
    properties.result_names = builder.getArrayAttr(call.resultNames);
  if (Attribute metadata = meta.get("metadata"))
    properties.metadata = cast<MetaAttr>(metadata);
  if (Attribute names = state.attributes.erase("arg_names")) {
    properties.arg_names = dyn_cast<ArrayAttr>(names);
    if (!properties.arg_names)
      return parser.emitError(loc) << "expected a list of argument names";
  }
  return success();
}

/// Whether `op` stands in a decomposition and has nothing to say about types.
static bool isUntypedPart(Operation *op, Attribute tree) {
  Operation *parent = op->getParentOp();
  return isa_and_nonnull<DecompositionOp, IfOp, CollectOp>(parent) && !tree &&
         llvm::all_of(op->getOperandTypes(), llvm::IsaPred<AnyType>) &&
         llvm::all_of(op->getResultTypes(), llvm::IsaPred<AnyType>);
}

static void printCall(OpAsmPrinter &printer, tp::CallOp call) {
  Operation *op = call.getOperation();
  printer << ' ';
  printString(printer.getStream(), call.getTargetAttr().getValue());
  printer << '(';
  if (ArgsAttr args = call.getArgsAttr()) {
    unsigned next = 0;
    printArgs(printer, args, [&] {
      if (next < op->getNumOperands())
        printer << op->getOperand(next++);
      else
        printer << '?';
    });
  } else {
    printer << op->getOperands();
  }
  printer << ')';

  Attribute tree = call.getResultTreeAttr();
  bool single = op->getNumResults() == 1 && !tree;
  if (single && !call.getResultNamesAttr()) {
    printNodeName(printer, call.getNodeNameAttr(), op->getResult(0));
  } else {
    printNodeName(printer, call.getNodeNameAttr(), Value());
    ArrayAttr names = call.getResultNamesAttr();
    auto isImplied = [&](auto pair) {
      return isSSAName(printer, std::get<0>(pair),
                       cast<StringAttr>(std::get<1>(pair)).getValue());
    };
    if (names && (single || names.size() != op->getNumResults() ||
                  !llvm::all_of(llvm::zip(op->getResults(), names), isImplied)))
      printer << (call.getNodeNameAttr() ? "" : " ") << names;
  }
  printMeta(printer, call.getMetadataAttr());
  // Asking for all attributes would build a uniqued dictionary of them.
  SmallVector<NamedAttribute> rest;
  if (ArrayAttr names = call.getArgNamesAttr())
    rest.emplace_back(StringAttr::get(op->getContext(), "arg_names"), names);
  llvm::append_range(rest, op->getDiscardableAttrs());
  printer.printOptionalAttrDict(rest);
  if (isUntypedPart(op, tree))
    return;
  printer << " : (";
  llvm::interleaveComma(op->getOperandTypes(), printer);
  printer << ") -> ";
  printResultTypes(printer, op->getResultTypes(), tree);
}

/// Checks that a result tree is made of lists, tuples, None and places.
static LogicalResult verifyResultTree(Operation *op, Attribute tree) {
  LogicalResult shape = walkLiteral(tree, [&](Attribute part) {
    return success(isa<TupleAttr, ListAttr, NoneAttr, OperandAttr>(part));
  });
  if (failed(shape))
    return op->emitOpError("expected results to nest in lists and tuples, got ")
           << tree;
  // N8
  unsigned places = countOperandPlaces(tree);
  if (places != op->getNumResults())
    return op->emitOpError("expected ")
           << places << " results as their nesting says, got "
           << op->getNumResults();
  return success();
}

static LogicalResult verifyCall(tp::CallOp call) {
  Operation *op = call.getOperation();
  // N6
  if (call.getTargetAttr().getValue().empty())
    return op->emitOpError("expected a target");
  if (ArgsAttr args = call.getArgsAttr()) {
    unsigned places = countOperandPlaces(args);
    // N7
    if (places != op->getNumOperands())
      return op->emitOpError("expected ")
             << places << " operands as its arguments say, got "
             << op->getNumOperands();
  }
  if (Attribute tree = call.getResultTreeAttr())
    if (failed(verifyResultTree(op, tree)))
      return failure();
  ArrayAttr names = call.getResultNamesAttr();
  if (!names)
    return success();
  // N9
  if (names.size() != op->getNumResults())
    return op->emitOpError("expected a name for each of the ")
           << op->getNumResults() << " results, got " << names.size();
  return success();
}

/// Checks that the graphs that the arguments name exist.
static LogicalResult verifyGraphArgs(tp::CallOp call,
                                     SymbolTableCollection &symbols) {
  ArgsAttr args = call.getArgsAttr();
  if (!args)
    return success();
  Operation *op = call.getOperation();
  return walkLiteral(args, [&](Attribute part) -> LogicalResult {
    auto symbol = dyn_cast<FlatSymbolRefAttr>(part);
    if (!symbol)
      return success();
    // N10
    if (symbols.lookupNearestSymbolFrom<GraphOp>(op, symbol))
      return success();
    return op->emitOpError("expected a 'tp.graph' of the name ") << symbol;
  });
}

#define TP_CALL_OP(OpT)                                                        \
  void OpT::getAsmResultNames(OpAsmSetValueNameFn setName) {                   \
    suggestResultNames(*this, setName);                                        \
  }                                                                            \
  ParseResult OpT::parse(OpAsmParser &parser, OperationState &state) {         \
    return parseCall<OpT>(parser, state);                                      \
  }                                                                            \
  void OpT::print(OpAsmPrinter &printer) {                                     \
    printCall(printer, cast<tp::CallOp>(getOperation()));                      \
  }                                                                            \
  LogicalResult OpT::verifySymbolUses(SymbolTableCollection &symbols) {        \
    return verifyGraphArgs(cast<tp::CallOp>(getOperation()), symbols);         \
  }
TP_CALL_OP(CallFunctionOp)
TP_CALL_OP(CallMethodOp)
TP_CALL_OP(CallModuleOp)
#undef TP_CALL_OP

LogicalResult CallFunctionOp::verify() {
  return verifyCall(cast<tp::CallOp>(getOperation()));
}

LogicalResult CallMethodOp::verify() {
  ArgsAttr args = getArgsAttr();
  // N11
  bool hasSelf =
      args ? !args.getPositional().empty() : (*this)->getNumOperands() != 0;
  if (!hasSelf)
    return emitOpError("expected the object as the first argument");
  return verifyCall(cast<tp::CallOp>(getOperation()));
}

LogicalResult CallModuleOp::verify() {
  return verifyCall(cast<tp::CallOp>(getOperation()));
}

//===----------------------------------------------------------------------===//
// OutputOp
//===----------------------------------------------------------------------===//

ParseResult OutputOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  auto parseOperand = [&]() -> OptionalParseResult {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult result = parser.parseOptionalOperand(operand);
    if (result.has_value() && succeeded(*result))
      operands.push_back(operand);
    return result;
  };
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("mutations"))) {
    SmallVector<Attribute> mutations;
    auto parseMutation = [&]() -> ParseResult {
      SMLoc mutationLoc = parser.getCurrentLocation();
      Attribute &mutation = mutations.emplace_back();
      if (parseLiteral(parser, mutation, parseOperand))
        return failure();
      if (!isa<OutputKindAttr>(mutation))
        return parser.emitError(mutationLoc)
               << "expected '%value -> kind \"target\"'";
      return success();
    };
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                       parseMutation) ||
        parser.parseComma())
      return failure();
    state.addAttribute("mutations",
                       parser.getBuilder().getArrayAttr(mutations));
  }
  Attribute value;
  if (parseLiteral(parser, value, parseOperand))
    return failure();
  // A flat tuple of values is the usual form and goes without.
  auto tuple = dyn_cast<TupleAttr>(value);
  if (!tuple || !llvm::all_of(tuple.getElements(), llvm::IsaPred<OperandAttr>))
    state.addAttribute("value", value);
  SmallVector<Type> types;
  if (parseNodeName(parser, state, /*fromResult=*/false) ||
      parseOptionalMeta(parser, state.attributes) ||
      parser.parseOptionalAttrDict(state.attributes))
    return failure();
  if (succeeded(parser.parseOptionalColon()) && parser.parseTypeList(types))
    return failure();
  return parser.resolveOperands(operands, types, loc, state.operands);
}

void OutputOp::print(OpAsmPrinter &printer) {
  unsigned next = 0;
  auto printOperand = [&] {
    if (next < getNumOperands())
      printer << getOperand(next++);
    else
      printer << '?';
  };
  printer << ' ';
  if (ArrayAttr mutations = getMutationsAttr()) {
    printer << "mutations(";
    llvm::interleaveComma(mutations, printer, [&](Attribute mutation) {
      printLiteral(printer, mutation, printOperand);
    });
    printer << "), ";
  }
  if (Attribute value = getValueAttr()) {
    printLiteral(printer, value, printOperand);
  } else {
    auto rest =
        getOperands().drop_front(std::min<size_t>(next, getNumOperands()));
    printer << '(' << rest << (rest.size() == 1 ? ",)" : ")");
  }
  printNodeName(printer, getNodeNameAttr(), Value());
  printMeta(printer, getMetadataAttr());
  printer.printOptionalAttrDict(
      (*this)->getAttrs(), {"mutations", "value", "node_name", "metadata"});
  if (getNumOperands()) {
    printer << " : ";
    llvm::interleaveComma(getOperandTypes(), printer);
  }
}

LogicalResult OutputOp::verify() {
  // N12
  unsigned mutations = getMutationsAttr() ? getMutationsAttr().size() : 0;
  if (mutations > getNumOperands())
    return emitOpError("expected a value for each of the ")
           << mutations << " mutations, got " << getNumOperands();
  if (Attribute value = getValueAttr()) {
    unsigned places = mutations + countOperandPlaces(value);
    if (places != getNumOperands())
      return emitOpError("expected ")
             << places << " operands as its value says, got "
             << getNumOperands();
  }
  return success();
}

#define GET_OP_CLASSES
#include "tp/IR/TPOps.cpp.inc"
