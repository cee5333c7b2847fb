//===- TPAssertOps.cpp - Assertions on dimensions -------------------------===//
//
// Text, checks and effects of the assertions.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "tp/IR/ArgSyntax.h"
#include "tp/IR/TPOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// An assertion writes to the contract, so that none is dropped, and each
/// stays in its place among the others.
static void addAssertEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Write::get(), ContractResource::get());
}

void AssertDimRangeOp::getEffects(Effects &effects) {
  addAssertEffects(effects);
}
void AssertDimsEqualOp::getEffects(Effects &effects) {
  addAssertEffects(effects);
}
void AssertDimRelationOp::getEffects(Effects &effects) {
  addAssertEffects(effects);
}
void AssertExprOp::getEffects(Effects &effects) { addAssertEffects(effects); }

//===----------------------------------------------------------------------===//
// Shared parts
//===----------------------------------------------------------------------===//

static LogicalResult verifyDim(Operation *op, Type type, int64_t dim) {
  // D7
  if (!isa<TensorType, AnyType>(type))
    return op->emitOpError() << "expects a tensor, found " << type;
  if (dim < 0)
    return op->emitOpError()
           << "expects a dimension of at least 0, found " << dim;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && dim >= tensor.getRank())
    return op->emitOpError() << "expects a dimension below " << tensor.getRank()
                             << ", the rank of " << tensor << ", found " << dim;
  return success();
}

static LogicalResult verifyRange(Operation *op, IntegerAttr min,
                                 IntegerAttr max) {
  // D8
  if (min && max && min.getInt() > max.getInt())
    return op->emitOpError() << "expects a range with min <= max, found ["
                             << min.getInt() << ", " << max.getInt() << "]";
  return success();
}

/// Prints `%x[0]`.
static void printTensorDim(OpAsmPrinter &printer, Value tensor, int64_t dim) {
  printer << tensor << "[" << dim << "]";
}

/// Parses `[0]`.
static ParseResult parseDim(OpAsmParser &parser, int64_t &dim) {
  return failure(parser.parseLSquare() || parser.parseInteger(dim) ||
                 parser.parseRSquare());
}

/// Prints ` in [1, ?]`.
static void printRange(OpAsmPrinter &printer, IntegerAttr min,
                       IntegerAttr max) {
  auto printBound = [&](IntegerAttr bound) {
    if (bound)
      printer << bound.getInt();
    else
      printer << "?";
  };
  printer << " in [";
  printBound(min);
  printer << ", ";
  printBound(max);
  printer << "]";
}

static ParseResult parseBound(OpAsmParser &parser, IntegerAttr &bound) {
  if (succeeded(parser.parseOptionalQuestion()))
    return success();
  int64_t value;
  if (parser.parseInteger(value))
    return failure();
  bound = parser.getBuilder().getI64IntegerAttr(value);
  return success();
}

/// Parses `[1, ?]`.
static ParseResult parseRange(OpAsmParser &parser, IntegerAttr &min,
                              IntegerAttr &max) {
  return failure(parser.parseLSquare() || parseBound(parser, min) ||
                 parser.parseComma() || parseBound(parser, max) ||
                 parser.parseRSquare());
}

/// Prints `, "b" {attributes}`, and the operands' types.
static void printTail(OpAsmPrinter &printer, Operation *op, StringRef name) {
  printer << ", ";
  printString(printer.getStream(), name);
  printer.printOptionalAttrDict(op->getDiscardableAttrDictionary().getValue());
  if (op->getNumOperands() == 0)
    return;
  printer << " : ";
  llvm::interleaveComma(op->getOperandTypes(), printer);
}

/// Parses what printTail prints, and resolves the operands.
static ParseResult
parseTail(OpAsmParser &parser, OperationState &result, StringAttr &name,
          ArrayRef<OpAsmParser::UnresolvedOperand> operands) {
  std::string text;
  if (parser.parseComma() || parser.parseString(&text) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  name = parser.getBuilder().getStringAttr(text);
  if (operands.empty())
    return success();
  SmallVector<Type> types;
  SMLoc loc;
  return failure(parser.parseColon() || parser.getCurrentLocation(&loc) ||
                 parser.parseTypeList(types) ||
                 parser.resolveOperands(operands, types, loc, result.operands));
}

//===----------------------------------------------------------------------===//
// AssertDimRangeOp
//===----------------------------------------------------------------------===//

void AssertDimRangeOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printTensorDim(printer, getTensor(), getDimAttr().getInt());
  printRange(printer, getMinAttr(), getMaxAttr());
  printTail(printer, *this, getName());
}

ParseResult AssertDimRangeOp::parse(OpAsmParser &parser,
                                    OperationState &result) {
  OpAsmParser::UnresolvedOperand tensor;
  int64_t dim;
  auto &properties = result.getOrAddProperties<Properties>();
  if (parser.parseOperand(tensor) || parseDim(parser, dim) ||
      parser.parseKeyword("in") ||
      parseRange(parser, properties.min, properties.max) ||
      parseTail(parser, result, properties.name, tensor))
    return failure();
  properties.dim = parser.getBuilder().getI64IntegerAttr(dim);
  return success();
}

LogicalResult AssertDimRangeOp::verify() {
  return failure(
      failed(verifyDim(*this, getTensor().getType(), getDimAttr().getInt())) ||
      failed(verifyRange(*this, getMinAttr(), getMaxAttr())));
}

//===----------------------------------------------------------------------===//
// AssertDimsEqualOp
//===----------------------------------------------------------------------===//

LogicalResult AssertDimsEqualOp::verify() {
  return failure(
      failed(verifyDim(*this, getLhs().getType(), getLhsDimAttr().getInt())) ||
      failed(verifyDim(*this, getRhs().getType(), getRhsDimAttr().getInt())));
}

//===----------------------------------------------------------------------===//
// AssertDimRelationOp
//===----------------------------------------------------------------------===//

void AssertDimRelationOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printTensorDim(printer, getDerived(), getDerivedDimAttr().getInt());
  printer << " == " << getScaleAttr().getInt() << " * ";
  if (getRoot() && getRootDimAttr())
    printTensorDim(printer, getRoot(), getRootDimAttr().getInt());
  else
    printer << "?";
  int64_t offset = getOffsetAttr().getInt();
  if (offset < 0)
    printer << " - " << -static_cast<uint64_t>(offset);
  else
    printer << " + " << offset;
  if (getMinAttr() || getMaxAttr())
    printRange(printer, getMinAttr(), getMaxAttr());
  printTail(printer, *this, getName());
}

/// Parses `+ 1` or `- 1`.
static ParseResult parseOffset(OpAsmParser &parser, int64_t &offset) {
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalPlus()))
    return parser.parseInteger(offset);
  if (failed(parser.parseOptionalMinus()))
    return parser.emitError(loc) << "expected '+' or '-' and the offset";
  // Wider: the lowest one has no positive counterpart.
  APInt integer;
  OptionalParseResult parsed = parser.parseOptionalInteger(integer);
  if (!parsed.has_value())
    return parser.emitError(loc) << "expected an integer after '-'";
  if (failed(*parsed))
    return failure();
  integer = -integer.sext(integer.getBitWidth() + 1);
  if (integer.getSignificantBits() > 64)
    return parser.emitError(loc) << "the offset is too large";
  offset = integer.getSExtValue();
  return success();
}

ParseResult AssertDimRelationOp::parse(OpAsmParser &parser,
                                       OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand, 2> operands(1);
  int64_t derivedDim, scale, offset;
  if (parser.parseOperand(operands[0]) || parseDim(parser, derivedDim) ||
      parser.parseEqual() || parser.parseEqual() ||
      parser.parseInteger(scale) || parser.parseStar())
    return failure();
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  if (failed(parser.parseOptionalQuestion())) {
    int64_t rootDim;
    if (parser.parseOperand(operands.emplace_back()) ||
        parseDim(parser, rootDim))
      return failure();
    properties.root_dim = builder.getI64IntegerAttr(rootDim);
  }
  if (parseOffset(parser, offset))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("in")) &&
      parseRange(parser, properties.min, properties.max))
    return failure();
  if (parseTail(parser, result, properties.name, operands))
    return failure();
  properties.derived_dim = builder.getI64IntegerAttr(derivedDim);
  properties.scale = builder.getI64IntegerAttr(scale);
  properties.offset = builder.getI64IntegerAttr(offset);
  return success();
}

LogicalResult AssertDimRelationOp::verify() {
  if (failed(verifyDim(*this, getDerived().getType(),
                       getDerivedDimAttr().getInt())))
    return failure();
  // D9
  if (getScaleAttr().getInt() == 0)
    return emitOpError("expects a scale other than 0");
  // D10
  if (!getRoot() != !getRootDimAttr())
    return emitOpError("expects 'root_dim' with a root, and only then");
  if (!getRoot())
    return verifyRange(*this, getMinAttr(), getMaxAttr());
  if (getMinAttr() || getMaxAttr())
    return emitOpError("expects no range where the root is an operand: the "
                       "root's own assertion has it");
  return verifyDim(*this, getRoot().getType(), getRootDimAttr().getInt());
}

//===----------------------------------------------------------------------===//
// AssertExprOp
//===----------------------------------------------------------------------===//

void AssertExprOp::print(OpAsmPrinter &printer) {
  printer << " " << getConditionAttr();
  if (!getTensors().empty()) {
    printer << " where(";
    llvm::interleaveComma(
        llvm::zip(getSymbols(), getTensors(), getTensorDims()), printer,
        [&](auto entry) {
          auto [symbol, tensor, dim] = entry;
          printer.printKeywordOrString(cast<StringAttr>(symbol).getValue());
          printer << " = ";
          printTensorDim(printer, tensor, dim);
        });
    printer << ")";
  }
  printTail(printer, *this, getName());
}

ParseResult AssertExprOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &properties = result.getOrAddProperties<Properties>();
  if (parser.parseAttribute(properties.condition))
    return failure();
  SmallVector<OpAsmParser::UnresolvedOperand> tensors;
  SmallVector<Attribute> symbols;
  SmallVector<int64_t> dims;
  Builder &builder = parser.getBuilder();
  auto parseEntry = [&]() -> ParseResult {
    std::string symbol;
    if (parser.parseKeywordOrString(&symbol) || parser.parseEqual() ||
        parser.parseOperand(tensors.emplace_back()) ||
        parseDim(parser, dims.emplace_back()))
      return failure();
    symbols.push_back(builder.getStringAttr(symbol));
    return success();
  };
  if (succeeded(parser.parseOptionalKeyword("where")) &&
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseEntry))
    return failure();
  properties.symbols = builder.getArrayAttr(symbols);
  properties.tensor_dims = builder.getDenseI64ArrayAttr(dims);
  return parseTail(parser, result, properties.name, tensors);
}

/// The first symbol of `expr` that is not in `known`.
static StringAttr findOtherSymbol(SymExprAttr expr,
                                  const llvm::StringSet<> &known) {
  if (expr.isSymbol())
    return known.contains(expr.getName().getValue()) ? StringAttr()
                                                     : expr.getName();
  for (SymExprAttr arg : expr.getArgs())
    if (StringAttr symbol = findOtherSymbol(arg, known))
      return symbol;
  return {};
}

LogicalResult AssertExprOp::verify() {
  // D11
  size_t count = getTensors().size();
  if (getSymbols().size() != count || getTensorDims().size() != count)
    return emitOpError() << "expects a symbol and a dimension for each of "
                         << count << " tensors, found " << getSymbols().size()
                         << " symbols and " << getTensorDims().size()
                         << " dimensions";
  llvm::StringSet<> known;
  for (auto [symbol, tensor, dim] :
       llvm::zip_equal(getSymbols().getAsRange<StringAttr>(), getTensors(),
                       getTensorDims())) {
    if (!known.insert(symbol.getValue()).second)
      return emitOpError() << "expects each symbol once, found " << symbol
                           << " twice";
    if (failed(verifyDim(*this, tensor.getType(), dim)))
      return failure();
  }
  // D12
  if (StringAttr other = findOtherSymbol(getConditionAttr(), known))
    return emitOpError() << "expects every symbol of the condition among its "
                            "symbols, found "
                         << other;
  return success();
}
