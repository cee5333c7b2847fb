//===- TPProgramOps.cpp - Programs and what they declare ------------------===//
//
// Text and verification of programs, subgraphs, state and schemas.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "tp/IR/ArgSyntax.h"
#include "tp/IR/CallBinding.h"
#include "tp/IR/TPOps.h"
#include "tp/Schema/Schema.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// ArchiveOp, GuardOp, SchemaOp
//===----------------------------------------------------------------------===//

LogicalResult ArchiveOp::verify() {
  // B1
  if (getPath().empty())
    return emitOpError("expected the path of a file");
  return success();
}

LogicalResult GuardOp::verify() {
  // P8
  if (getCode().empty())
    return emitOpError("expected a condition");
  return success();
}

LogicalResult SchemaOp::verify() {
  // P9
  auto parsed = schema::OperatorSchema::parse(getSchema());
  if (parsed)
    return success();
  return emitOpError("expected an operator schema: ")
         << llvm::toString(parsed.takeError());
}

//===----------------------------------------------------------------------===//
// StateOp
//===----------------------------------------------------------------------===//

ParseResult StateOp::parse(OpAsmParser &parser, OperationState &state) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  StringAttr symbol;
  Type type;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<StateKind> kind = symbolizeStateKind(keyword);
  if (!kind)
    return parser.emitError(loc) << "unknown kind of state '" << keyword << "'";
  state.addAttribute("kind", StateKindAttr::get(parser.getContext(), *kind));
  if (parser.parseSymbolName(symbol, "sym_name", state.attributes) ||
      parser.parseColonType(type))
    return failure();
  state.addAttribute("type", TypeAttr::get(type));
  Attribute value;
  if (succeeded(parser.parseOptionalEqual()) &&
      parser.parseAttribute(value, isa<TensorType>(type) ? type : Type(),
                            "value", state.attributes))
    return failure();
  return parser.parseOptionalAttrDict(state.attributes);
}

void StateOp::print(OpAsmPrinter &printer) {
  printer << ' ' << stringifyStateKind(getKind()) << ' ';
  printer.printSymbolName(getSymName());
  printer << " : " << getType();
  if (Attribute value = getValueAttr()) {
    printer << " = ";
    // Elements have the declared type; only what has another repeats it.
    auto typed = dyn_cast<TypedAttr>(value);
    if (typed && typed.getType() == getType())
      printer.printAttributeWithoutType(value);
    else
      printer.printAttribute(value);
  }
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"kind", "sym_name", "type", "value"});
}

InputKind StateOp::getInputKind() {
  switch (getKind()) {
  case StateKind::parameter:
    return InputKind::parameter;
  case StateKind::buffer:
    return InputKind::buffer;
  case StateKind::constant:
    return InputKind::constant;
  case StateKind::object:
    return InputKind::object;
  }
  llvm_unreachable("unknown kind of state");
}

std::string StateOp::getInputName() {
  StringRef prefix;
  switch (getKind()) {
  case StateKind::parameter:
    prefix = "p_";
    break;
  case StateKind::buffer:
    prefix = "b_";
    break;
  case StateKind::constant:
    prefix = "c_";
    break;
  case StateKind::object:
    prefix = "obj_";
    break;
  }
  // A path may hold anything that is a key of a module; the name is an
  // identifier, with one underscore for each character that is not.
  std::string name = prefix.str();
  for (char c : getSymName()) {
    if (llvm::isAlnum(c))
      name += c;
    else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) // not inside UTF-8
      name += '_';
  }
  return name;
}

LogicalResult StateOp::verify() {
  // S1
  bool isObject = getKind() == StateKind::object;
  if (isObject != isa<ObjectType>(getType()))
    return emitOpError(isObject ? "expected an object type, got "
                                : "expected the type of a tensor, got ")
           << getType();
  if (!isObject && !isa<TensorType, AnyType>(getType()))
    return emitOpError("expected the type of a tensor, got ") << getType();
  // S2
  if (getPersistentAttr() && getKind() != StateKind::buffer)
    return emitOpError("expected 'persistent' on a buffer only");
  // S3
  if (getRequiresGradAttr() && getKind() != StateKind::parameter)
    return emitOpError("expected 'requires_grad' on a parameter only");
  // S4
  auto elements = dyn_cast_or_null<ElementsAttr>(getValueAttr());
  if (elements && elements.getShapedType() != getType())
    return emitOpError("expected elements of the state's type ")
           << getType() << ", got " << elements.getShapedType();
  return success();
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

namespace {
/// Checks the invariants of one graph, in one walk over its operations.
class GraphVerifier {
public:
  explicit GraphVerifier(Operation *graph)
      : graph(graph), body(graph->getRegion(0).front()) {}

  LogicalResult verify();

private:
  LogicalResult addName(Operation *op, StringAttr name);
  LogicalResult verifyNode(NodeOp node);
  LogicalResult verifyPlaceholder(PlaceholderOp placeholder);
  LogicalResult verifyMutation(OutputOp output, OutputKindAttr mutation);
  LogicalResult verifyOutput(OutputOp output);
  /// The declaration of a state input or mutation target, or an error.
  LogicalResult verifyStateRef(Operation *op, StringRef path, StateKind kind);

  Operation *graph;
  Block &body;
  Operation *firstCall = nullptr;
  llvm::DenseMap<StringAttr, Operation *> names;
  llvm::DenseMap<StringAttr, StateOp> states;
  llvm::DenseMap<StringAttr, PlaceholderOp> lifted;
  llvm::DenseSet<StringAttr> userInputs;
};
} // namespace

LogicalResult GraphVerifier::addName(Operation *op, StringAttr name) {
  if (!name)
    return success();
  // N1
  auto [entry, isNew] = names.try_emplace(name, op);
  if (isNew || entry->second == op)
    return success();
  InFlightDiagnostic diag = op->emitOpError("duplicate node name ") << name;
  diag.attachNote(entry->second->getLoc()) << "first used here";
  return diag;
}

LogicalResult GraphVerifier::verifyNode(NodeOp node) {
  Operation *op = node.getOperation();
  if (failed(addName(op, node.getNodeNameAttr())))
    return failure();
  auto call = dyn_cast<tp::CallOp>(op);
  if (!call)
    return success();
  if (!firstCall)
    firstCall = op;
  ArrayAttr resultNames = call.getResultNamesAttr();
  if (!resultNames)
    return success();
  llvm::SmallDenseSet<Attribute> own;
  for (Attribute name : resultNames) {
    // N1
    if (!own.insert(name).second)
      return op->emitOpError("duplicate result name ") << name;
    if (failed(addName(op, cast<StringAttr>(name))))
      return failure();
  }
  return success();
}

LogicalResult GraphVerifier::verifyStateRef(Operation *op, StringRef path,
                                            StateKind kind) {
  auto name = StringAttr::get(op->getContext(), path);
  auto state = states.find(name);
  // S5
  if (state == states.end())
    return op->emitOpError("expected a 'tp.state' of the name ") << name;
  if (state->second.getKind() == kind)
    return success();
  InFlightDiagnostic diag = op->emitOpError("expected ")
                            << name << " to be a " << stringifyStateKind(kind)
                            << ", got a "
                            << stringifyStateKind(state->second.getKind());
  diag.attachNote(state->second.getLoc()) << "state declared here";
  return diag;
}

LogicalResult GraphVerifier::verifyPlaceholder(PlaceholderOp placeholder) {
  // P2
  if (firstCall) {
    InFlightDiagnostic diag = placeholder.emitOpError(
        "expected the inputs of a graph ahead of its calls");
    diag.attachNote(firstCall->getLoc()) << "first call here";
    return diag;
  }
  std::optional<StateKind> kind;
  switch (placeholder.getKind()) {
  case InputKind::parameter:
    kind = StateKind::parameter;
    break;
  case InputKind::buffer:
    kind = StateKind::buffer;
    break;
  case InputKind::constant:
    kind = StateKind::constant;
    break;
  case InputKind::object:
    kind = StateKind::object;
    break;
  case InputKind::user:
  case InputKind::specialized:
    if (StringAttr name = placeholder.getNodeNameAttr())
      userInputs.insert(name);
    return success();
  case InputKind::token:
    return success();
  }
  StringAttr target = placeholder.getTargetAttr();
  if (!target)
    return success(); // its own verifier reports this
  // P3
  if (!isa<ProgramOp>(graph))
    return placeholder.emitOpError(
        "expected a subgraph to take no state as an input");
  if (failed(verifyStateRef(placeholder, target.getValue(), *kind)))
    return failure();
  // P4
  auto [first, isNew] = lifted.try_emplace(target, placeholder);
  if (isNew)
    return success();
  InFlightDiagnostic diag =
      placeholder.emitOpError("expected one input for the state ") << target;
  diag.attachNote(first->second.getLoc()) << "first input here";
  return diag;
}

LogicalResult GraphVerifier::verifyMutation(OutputOp output,
                                            OutputKindAttr mutation) {
  StringAttr target = mutation.getTarget();
  switch (mutation.getKind()) {
  // P5
  case OutputKind::user:
  case OutputKind::loss:
  case OutputKind::gradient_parameter:
  case OutputKind::gradient_input:
    return output.emitOpError("expected a mutation or a token, got '")
           << stringifyOutputKind(mutation.getKind()) << "'";
  case OutputKind::token:
    return success();
  case OutputKind::buffer:
  case OutputKind::parameter: {
    StateKind kind = mutation.getKind() == OutputKind::buffer
                         ? StateKind::buffer
                         : StateKind::parameter;
    if (!target)
      return output.emitOpError("expected the target of a mutation");
    return verifyStateRef(output, target.getValue(), kind);
  }
  case OutputKind::input:
    break;
  }
  if (!target)
    return output.emitOpError("expected the target of a mutation");
  // P6
  // An element of a container input is named by its path: `items[0]`.
  StringRef name =
      target.getValue().take_until([](char c) { return c == '['; });
  if (userInputs.contains(target) ||
      userInputs.contains(StringAttr::get(output.getContext(), name)))
    return success();
  return output.emitOpError("expected a user input of the name ") << target;
}

LogicalResult GraphVerifier::verifyOutput(OutputOp output) {
  ArrayAttr mutations = output.getMutationsAttr();
  if (!mutations)
    return success();
  // P3
  if (!isa<ProgramOp>(graph))
    return output.emitOpError("expected a subgraph to mutate nothing");
  llvm::DenseSet<Attribute> seen;
  for (Attribute attr : mutations) {
    auto mutation = cast<OutputKindAttr>(attr);
    if (failed(verifyMutation(output, mutation)))
      return failure();
    // P7
    if (mutation.getKind() != OutputKind::token && !seen.insert(attr).second)
      return output.emitOpError("expected one mutation of ")
             << mutation.getTarget();
  }
  return success();
}

LogicalResult GraphVerifier::verify() {
  // P1
  if (body.empty() || !isa<OutputOp>(body.back()))
    return graph->emitOpError("expected 'tp.output' as the last operation");
  // P11
  if (body.getNumArguments() != 0)
    return graph->emitOpError(
        "expected inputs as 'tp.placeholder', got block arguments");
  for (Operation &op : body)
    if (auto state = dyn_cast<StateOp>(op))
      states.try_emplace(state.getSymNameAttr(), state);
  for (Operation &op : body) {
    if (auto node = dyn_cast<NodeOp>(op))
      if (failed(verifyNode(node)))
        return failure();
    if (auto placeholder = dyn_cast<PlaceholderOp>(op))
      if (failed(verifyPlaceholder(placeholder)))
        return failure();
  }
  return verifyOutput(cast<OutputOp>(body.back()));
}

static ParseResult parseBody(OpAsmParser &parser, OperationState &state) {
  Region *body = state.addRegion();
  return parser.parseRegion(*body, /*arguments=*/{});
}

static void printBody(OpAsmPrinter &printer, Region &body) {
  printer << ' ';
  printer.printRegion(body, /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/true);
}

static OutputOp getOutputOf(Region &body) {
  if (body.empty() || body.front().empty())
    return {};
  return dyn_cast<OutputOp>(body.front().back());
}

//===----------------------------------------------------------------------===//
// ProgramOp
//===----------------------------------------------------------------------===//

ParseResult ProgramOp::parse(OpAsmParser &parser, OperationState &state) {
  StringAttr name;
  if (parser.parseSymbolName(name, "sym_name", state.attributes))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("dims"))) {
    SmallVector<Attribute> dims;
    auto parseDim = [&]() -> ParseResult {
      FailureOr<DimAttr> dim = DimAttr::parseBare(parser);
      if (failed(dim))
        return failure();
      dims.push_back(*dim);
      return success();
    };
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseDim))
      return failure();
    state.addAttribute("dims", parser.getBuilder().getArrayAttr(dims));
  }
  if (succeeded(parser.parseOptionalKeyword("functional")))
    state.addAttribute("functional", parser.getBuilder().getUnitAttr());
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  return parseBody(parser, state);
}

void ProgramOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  if (ArrayAttr dims = getDimsAttr()) {
    printer << " dims(";
    llvm::interleaveComma(dims, printer, [&](Attribute dim) {
      cast<DimAttr>(dim).printBare(printer);
    });
    printer << ')';
  }
  if (getFunctional())
    printer << " functional";
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {"sym_name", "dims", "functional"});
  printBody(printer, getBody());
}

LogicalResult ProgramOp::verify() {
  llvm::SmallDenseSet<Attribute> seen;
  if (!getDims())
    return success();
  for (auto dim : getDims()->getAsRange<DimAttr>())
    // D1
    if (!seen.insert(dim.getExpr()).second)
      return emitOpError("expected one range for each dimension, got several "
                         "for ")
             << dim.getExpr();
  return success();
}

/// Checks that no node of a functional program is known to write.
static LogicalResult verifyFunctional(ProgramOp program) {
  CallResolver resolver;
  WalkResult result = program.walk([&](Operation *op) -> WalkResult {
    // P13
    if (auto store = dyn_cast<StoreAttrOp>(op))
      return store.emitOpError("expected no write in a functional program, got "
                               "a write of ")
             << store.getStateAttr();
    auto call = dyn_cast<CallOp>(op);
    std::optional<std::string> write =
        call ? describeWrite(call, resolver, /*strict=*/false) : std::nullopt;
    if (!write)
      return WalkResult::advance();
    return call->emitOpError(*write);
  });
  return failure(result.wasInterrupted());
}

/// Also checks that every archive that a state's value names is declared beside
/// the program.
LogicalResult ProgramOp::verifyRegions() {
  if (failed(GraphVerifier(*this).verify()))
    return failure();
  if (getFunctional() && failed(verifyFunctional(*this)))
    return failure();
  llvm::SmallDenseSet<StringAttr, 2> archives;
  Operation *table =
      (*this)->getParentOp()
          ? mlir::SymbolTable::getNearestSymbolTable((*this)->getParentOp())
          : nullptr;
  auto checkBlob = [&](Operation *op, Attribute value) -> LogicalResult {
    auto blob = dyn_cast_or_null<tp::BlobAttr>(value);
    if (!blob || !archives.insert(blob.getArchive().getAttr()).second)
      return success();
    // B2
    if (!table || !isa_and_nonnull<ArchiveOp>(mlir::SymbolTable::lookupSymbolIn(
                      table, blob.getArchive().getAttr())))
      return op->emitOpError("expected a 'tp.archive' of the name ")
             << blob.getArchive();
    return success();
  };
  for (StateOp state : getBody().front().getOps<StateOp>())
    if (failed(checkBlob(state, state.getValueAttr())))
      return failure();
  return checkBlob(*this,
                   (*this)->getAttr(TPDialect::getSampleInputsAttrName()));
}

OutputOp ProgramOp::getOutput() { return getOutputOf(getBody()); }

//===----------------------------------------------------------------------===//
// GraphOp
//===----------------------------------------------------------------------===//

ParseResult GraphOp::parse(OpAsmParser &parser, OperationState &state) {
  StringAttr name;
  if (parser.parseSymbolName(name, "sym_name", state.attributes) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  return parseBody(parser, state);
}

void GraphOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {"sym_name"});
  printBody(printer, getBody());
}

LogicalResult GraphOp::verifyRegions() { return GraphVerifier(*this).verify(); }

OutputOp GraphOp::getOutput() { return getOutputOf(getBody()); }
