//===- TPAttributes.cpp - Attributes of the tp dialect --------------------===//
//
// Text and verification of the attributes. `#tp.expr` is in SymExprSyntax.cpp,
// the notation of argument literals in ArgSyntax.cpp.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/TPAttributes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "tp/IR/ArgSyntax.h"
#include "tp/IR/SymExpr.h"
#include "tp/IR/TPDialect.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::tp;

#include "tp/IR/TPEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tp/IR/TPAttributes.cpp.inc"

void TPDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tp/IR/TPAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Walking literals
//===----------------------------------------------------------------------===//

LogicalResult
mlir::tp::walkLiteral(Attribute literal,
                      function_ref<LogicalResult(Attribute)> visit) {
  if (!literal)
    return success();
  if (failed(visit(literal)))
    return failure();
  auto walkAll = [&](ArrayRef<Attribute> parts) {
    for (Attribute part : parts)
      if (failed(walkLiteral(part, visit)))
        return failure();
    return success();
  };
  return llvm::TypeSwitch<Attribute, LogicalResult>(literal)
      .Case<ListAttr, TupleAttr>(
          [&](auto container) { return walkAll(container.getElements()); })
      .Case([&](DictAttr dict) { return walkAll(dict.getValues()); })
      .Case([&](SliceAttr slice) {
        return walkAll({slice.getStart(), slice.getStop(), slice.getStep()});
      })
      .Case([&](ArmAttr arm) { return walkLiteral(arm.getValue(), visit); })
      .Case([&](ArgsAttr args) {
        if (failed(walkAll(args.getPositional())))
          return failure();
        return walkAll(args.getKeywordValues());
      })
      .Default(success());
}

unsigned mlir::tp::countOperandPlaces(Attribute literal) {
  unsigned count = 0;
  (void)walkLiteral(literal, [&](Attribute part) {
    count += isOperandPlace(part);
    return success();
  });
  return count;
}

StringRef mlir::tp::describeLiteral(Attribute literal) {
  return llvm::TypeSwitch<Attribute, StringRef>(literal)
      .Case<OperandAttr, OutputKindAttr>([](auto) { return "a value"; })
      .Case([](NoneAttr) { return "None"; })
      .Case([](EllipsisAttr) { return "Ellipsis"; })
      .Case([](BoolAttr) { return "a bool"; })
      .Case([](IntegerAttr) { return "an int"; })
      .Case([](FloatAttr) { return "a float"; })
      .Case([](ComplexAttr) { return "a complex"; })
      .Case([](StringAttr) { return "a string"; })
      .Case([](FlatSymbolRefAttr) { return "a graph"; })
      .Case([](DTypeAttr) { return "a dtype"; })
      .Case([](DeviceAttr) { return "a device"; })
      .Case([](LayoutAttr) { return "a layout"; })
      .Case([](MemoryFormatAttr) { return "a memory format"; })
      .Case([](OperatorAttr) { return "an operator"; })
      .Case([](FunctionAttr) { return "a function"; })
      .Case([](SliceAttr) { return "a slice"; })
      .Case([](ListAttr) { return "a list"; })
      .Case([](TupleAttr) { return "a tuple"; })
      .Case([](DictAttr) { return "a dict"; })
      .Case([](ArmAttr arm) { return describeLiteral(arm.getValue()); })
      .Default([](Attribute) { return "an attribute"; });
}

//===----------------------------------------------------------------------===//
// Argument literals: `<literal>`
//===----------------------------------------------------------------------===//

namespace {
template <typename AttrT> Attribute parseLiteralAttr(AsmParser &parser) {
  Attribute literal;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (parseLiteral(parser, literal))
    return {};
  auto attr = dyn_cast<AttrT>(literal);
  if (!attr) {
    parser.emitError(loc) << "expected an argument literal of kind '"
                          << AttrT::getMnemonic() << "', got "
                          << describeLiteral(literal);
    return {};
  }
  if (parser.parseGreater())
    return {};
  return attr;
}

void printLiteralAttr(AsmPrinter &printer, Attribute literal) {
  printer << '<';
  printLiteral(printer, literal);
  printer << '>';
}
} // namespace

#define TP_LITERAL_ATTR(AttrT)                                                 \
  Attribute AttrT::parse(AsmParser &parser, Type) {                            \
    return parseLiteralAttr<AttrT>(parser);                                    \
  }                                                                            \
  void AttrT::print(AsmPrinter &printer) const {                               \
    printLiteralAttr(printer, *this);                                          \
  }
TP_LITERAL_ATTR(ComplexAttr)
TP_LITERAL_ATTR(DTypeAttr)
TP_LITERAL_ATTR(DeviceAttr)
TP_LITERAL_ATTR(LayoutAttr)
TP_LITERAL_ATTR(MemoryFormatAttr)
TP_LITERAL_ATTR(OperatorAttr)
TP_LITERAL_ATTR(FunctionAttr)
TP_LITERAL_ATTR(SliceAttr)
TP_LITERAL_ATTR(ListAttr)
TP_LITERAL_ATTR(TupleAttr)
TP_LITERAL_ATTR(DictAttr)
TP_LITERAL_ATTR(ArmAttr)
TP_LITERAL_ATTR(NameRefAttr)
TP_LITERAL_ATTR(OutputKindAttr)
#undef TP_LITERAL_ATTR

Attribute ArgsAttr::parse(AsmParser &parser, Type) {
  ArgsAttr args;
  if (parser.parseLess() || parseArgs(parser, args, /*allowNull=*/false) ||
      parser.parseGreater())
    return {};
  return args;
}

void ArgsAttr::print(AsmPrinter &printer) const {
  printLiteralAttr(printer, *this);
}

LogicalResult DictAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<Attribute> keys,
                               ArrayRef<Attribute> values) {
  if (keys.size() != values.size())
    return emitError() << "expected as many values as keys, got "
                       << values.size() << " and " << keys.size();
  llvm::SmallDenseSet<Attribute> seen;
  for (Attribute key : keys) {
    // N13
    if (countOperandPlaces(key))
      return emitError() << "expected a literal as the key of a dict, got "
                         << describeLiteral(key);
    // N13
    if (!seen.insert(key).second)
      return emitError() << "duplicate key in a dict: " << key;
  }
  return success();
}

LogicalResult ArgsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<Attribute>,
                               ArrayRef<StringAttr> keywords,
                               ArrayRef<Attribute> keywordValues) {
  if (keywords.size() != keywordValues.size())
    return emitError() << "expected as many values as keywords, got "
                       << keywordValues.size() << " and " << keywords.size();
  llvm::SmallDenseSet<StringAttr> seen;
  for (StringAttr keyword : keywords)
    // N14
    if (!seen.insert(keyword).second)
      return emitError() << "duplicate keyword argument " << keyword;
  return success();
}

//===----------------------------------------------------------------------===//
// ShapeAttr
//===----------------------------------------------------------------------===//

static ParseResult parseExprs(AsmParser &parser,
                              SmallVectorImpl<SymExprAttr> &exprs) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parseSymExpr(parser, exprs.emplace_back());
  });
}

static void printExprs(AsmPrinter &printer, ArrayRef<SymExprAttr> exprs) {
  printer << '[';
  llvm::interleave(
      exprs, printer.getStream(),
      [&](SymExprAttr expr) { printSymExpr(printer, expr); }, ", ");
  printer << ']';
}

Attribute ShapeAttr::parse(AsmParser &parser, Type) {
  SmallVector<SymExprAttr> sizes, strides;
  SymExprAttr offset;
  DeviceAttr device;
  Layout layout = Layout::strided;
  bool requiresGrad = false;
  SMLoc start = parser.getCurrentLocation();
  if (parser.parseLess() || parseExprs(parser, sizes))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    StringRef keyword;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword))
      return {};
    if (keyword == "requires_grad") {
      requiresGrad = true;
      continue;
    }
    if (parser.parseEqual())
      return {};
    Attribute literal;
    if (keyword == "strides") {
      if (parseExprs(parser, strides))
        return {};
    } else if (keyword == "offset") {
      if (parseSymExpr(parser, offset))
        return {};
    } else if (keyword == "device") {
      if (parseLiteral(parser, literal))
        return {};
      if (!(device = dyn_cast<DeviceAttr>(literal))) {
        parser.emitError(loc, "expected a device, got ")
            << describeLiteral(literal);
        return {};
      }
    } else if (keyword == "layout") {
      if (parseLiteral(parser, literal))
        return {};
      auto layoutAttr = dyn_cast<LayoutAttr>(literal);
      if (!layoutAttr) {
        parser.emitError(loc, "expected a layout, got ")
            << describeLiteral(literal);
        return {};
      }
      layout = layoutAttr.getValue();
    } else {
      parser.emitError(loc, "expected 'strides', 'offset', 'device', 'layout' "
                            "or 'requires_grad', got '")
          << keyword << "'";
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<ShapeAttr>(start, parser.getContext(), sizes,
                                      strides, offset, device, layout,
                                      requiresGrad);
}

void ShapeAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printExprs(printer, getSizes());
  if (!getStrides().empty()) {
    printer << ", strides = ";
    printExprs(printer, getStrides());
  }
  if (SymExprAttr offset = getStorageOffset()) {
    printer << ", offset = ";
    printSymExpr(printer, offset);
  }
  if (DeviceAttr device = getDevice()) {
    printer << ", device = ";
    printLiteral(printer, device);
  }
  if (getLayout() != Layout::strided)
    printer << ", layout = " << stringifyLayout(getLayout());
  if (getRequiresGrad())
    printer << ", requires_grad";
  printer << '>';
}

LogicalResult ShapeAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<SymExprAttr> sizes,
                                ArrayRef<SymExprAttr> strides, SymExprAttr,
                                DeviceAttr, Layout, bool) {
  // D2
  if (!strides.empty() && strides.size() != sizes.size())
    return emitError() << "expected a stride for each of the " << sizes.size()
                       << " sizes, got " << strides.size();
  if (llvm::is_contained(sizes, SymExprAttr()) ||
      llvm::is_contained(strides, SymExprAttr()))
    return emitError() << "expected an expression for each size and stride";
  return success();
}

LogicalResult
ShapeAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                          function_ref<InFlightDiagnostic()> emitError) const {
  // D3
  if (shape.size() != getSizes().size())
    return emitError() << "expected an expression for each of the "
                       << shape.size() << " dimensions, got "
                       << getSizes().size();
  for (auto [index, size, expr] : llvm::enumerate(shape, getSizes())) {
    // D4
    if (ShapedType::isDynamic(size) == !expr.isInteger() &&
        (ShapedType::isDynamic(size) || expr.getValue() == size))
      continue;
    InFlightDiagnostic diag = emitError();
    diag << "expected dimension " << index << " to be ";
    if (expr.isInteger())
      return diag << expr.getValue() << " as its expression says, got "
                  << (ShapedType::isDynamic(size) ? "?" : std::to_string(size));
    return diag << "'?' as its expression is symbolic, got " << size;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// DimAttr
//===----------------------------------------------------------------------===//

static ParseResult parseBound(AsmParser &parser, IntegerAttr &bound) {
  if (succeeded(parser.parseOptionalQuestion()))
    return success();
  int64_t value;
  if (parser.parseInteger(value))
    return failure();
  bound = parser.getBuilder().getI64IntegerAttr(value);
  return success();
}

static void printBound(AsmPrinter &printer, IntegerAttr bound) {
  if (bound)
    printer << bound.getInt();
  else
    printer << '?';
}

FailureOr<DimAttr> DimAttr::parseBare(AsmParser &parser) {
  SymExprAttr expr;
  IntegerAttr min, max;
  bool hasRange = false;
  Attribute hint;
  StringAttr assumptions;
  SMLoc start = parser.getCurrentLocation();
  if (parseSymExpr(parser, expr))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("in"))) {
    hasRange = true;
    if (parser.parseLSquare() || parseBound(parser, min) ||
        parser.parseComma() || parseBound(parser, max) || parser.parseRSquare())
      return failure();
  }
  if (succeeded(parser.parseOptionalKeyword("hint")) &&
      parseLiteral(parser, hint))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("assume"))) {
    std::string text;
    if (parser.parseString(&text))
      return failure();
    assumptions = StringAttr::get(parser.getContext(), text);
  }
  auto dim = parser.getChecked<DimAttr>(start, parser.getContext(), expr, min,
                                        max, hasRange, hint, assumptions);
  if (!dim)
    return failure();
  return dim;
}

Attribute DimAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<DimAttr> dim = parseBare(parser);
  if (failed(dim) || parser.parseGreater())
    return {};
  return *dim;
}

void DimAttr::printBare(AsmPrinter &printer) const {
  printSymExpr(printer, getExpr());
  if (getHasRange()) {
    printer << " in [";
    printBound(printer, getMin());
    printer << ", ";
    printBound(printer, getMax());
    printer << ']';
  }
  if (Attribute hint = getHint()) {
    printer << " hint ";
    printLiteral(printer, hint);
  }
  if (StringAttr assumptions = getAssumptions()) {
    printer << " assume ";
    printString(printer.getStream(), assumptions.getValue());
  }
}

void DimAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printBare(printer);
  printer << '>';
}

LogicalResult DimAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              SymExprAttr expr, IntegerAttr min,
                              IntegerAttr max, bool hasRange, Attribute hint,
                              StringAttr assumptions) {
  // D5
  if (!hasRange && (min || max))
    return emitError() << "expected no bounds without a range";
  if (min && max && min.getInt() > max.getInt())
    return emitError() << "expected a range that is not empty, got ["
                       << min.getInt() << ", " << max.getInt() << "]";
  // D6
  if (!expr.isSymbol() && (hint || assumptions))
    return emitError() << "expected a hint or assumptions on a symbol only";
  return success();
}

//===----------------------------------------------------------------------===//
// HintAttr
//===----------------------------------------------------------------------===//

Attribute HintAttr::parse(AsmParser &parser, Type) {
  SymExprAttr expr;
  Attribute value;
  if (parser.parseLess() || parseSymExpr(parser, expr) || parser.parseEqual() ||
      parseLiteral(parser, value) || parser.parseGreater())
    return {};
  return HintAttr::get(parser.getContext(), expr, value);
}

void HintAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printSymExpr(printer, getExpr());
  printer << " = ";
  printLiteral(printer, getValue());
  printer << '>';
}

//===----------------------------------------------------------------------===//
// BlobAttr
//===----------------------------------------------------------------------===//

Attribute mlir::tp::BlobAttr::parse(AsmParser &parser, Type) {
  StringAttr archive;
  std::string entry;
  int64_t offset = 0, size = -1;
  bool pickled = false;
  SMLoc start = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseSymbolName(archive) ||
      parser.parseComma() || parser.parseString(&entry))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    StringRef keyword;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword))
      return {};
    if (keyword == "pickled") {
      pickled = true;
      continue;
    }
    if (keyword != "offset" && keyword != "size") {
      parser.emitError(loc, "expected 'offset', 'size' or 'pickled', got '")
          << keyword << "'";
      return {};
    }
    if (parser.parseEqual() ||
        parser.parseInteger(keyword == "offset" ? offset : size))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<mlir::tp::BlobAttr>(
      start, parser.getContext(), FlatSymbolRefAttr::get(archive),
      parser.getBuilder().getStringAttr(entry), offset, size, pickled);
}

void mlir::tp::BlobAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printSymbolName(getArchive().getValue());
  printer << ", ";
  printString(printer.getStream(), getEntry().getValue());
  if (getOffset() != 0)
    printer << ", offset = " << getOffset();
  if (getSize() != -1)
    printer << ", size = " << getSize();
  if (getPickled())
    printer << ", pickled";
  printer << '>';
}

LogicalResult
mlir::tp::BlobAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           FlatSymbolRefAttr, StringAttr, int64_t offset,
                           int64_t size, bool) {
  // B3
  if (offset < 0)
    return emitError() << "expected an offset of 0 or more, got " << offset;
  // B3
  if (size < -1)
    return emitError() << "expected a size of -1 or more, got " << size;
  return success();
}

//===----------------------------------------------------------------------===//
// MetaAttr
//===----------------------------------------------------------------------===//

Attribute MetaAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> keys, values;
  SMLoc start = parser.getCurrentLocation();
  auto parseEntry = [&]() -> ParseResult {
    std::string key, value;
    if (parser.parseKeywordOrString(&key) || parser.parseEqual() ||
        parser.parseString(&value))
      return failure();
    keys.push_back(parser.getBuilder().getStringAttr(key));
    values.push_back(parser.getBuilder().getStringAttr(value));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseEntry))
    return {};
  return parser.getChecked<MetaAttr>(start, parser.getContext(), ArrayRef(keys),
                                     ArrayRef(values));
}

void MetaAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleave(
      llvm::zip_equal(getKeys(), getValues()), printer.getStream(),
      [&](auto entry) {
        printer.printKeywordOrString(std::get<0>(entry).getValue());
        printer << " = ";
        printString(printer.getStream(), std::get<1>(entry).getValue());
      },
      ", ");
  printer << '>';
}

LogicalResult MetaAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<StringAttr> keys,
                               ArrayRef<StringAttr> values) {
  if (keys.size() != values.size())
    return emitError() << "expected as many values as keys, got "
                       << values.size() << " and " << keys.size();
  llvm::SmallDenseSet<StringAttr> seen;
  for (StringAttr key : keys)
    // N15
    if (!seen.insert(key).second)
      return emitError() << "duplicate metadata key " << key;
  return success();
}

StringAttr MetaAttr::lookup(StringRef key) const {
  for (auto [name, value] : llvm::zip_equal(getKeys(), getValues()))
    if (name.getValue() == key)
      return value;
  return {};
}

//===----------------------------------------------------------------------===//
// TreeSpecAttr, ModuleCallAttr
//===----------------------------------------------------------------------===//

LogicalResult TreeSpecAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   StringAttr json) {
  // P10
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(json.getValue());
  if (value)
    return success();
  return emitError() << "expected a tree specification in JSON: "
                     << llvm::toString(value.takeError());
}

Attribute ModuleCallAttr::parse(AsmParser &parser, Type) {
  std::string fqn;
  Attribute inputs, outputs;
  TreeSpecAttr inSpec, outSpec;
  ArrayAttr names;
  MLIRContext *context = parser.getContext();
  if (parser.parseLess() || parser.parseString(&fqn))
    return {};
  bool hasSignature = succeeded(parser.parseOptionalColon());
  if (hasSignature) {
    SMLoc loc = parser.getCurrentLocation();
    if (parseLiteral(parser, inputs) || parser.parseArrow() ||
        parseLiteral(parser, outputs))
      return {};
    if (!isa<TupleAttr>(inputs) || !isa<TupleAttr>(outputs)) {
      parser.emitError(loc, "expected a tuple of inputs and one of outputs");
      return {};
    }
    if (succeeded(parser.parseOptionalKeyword("names"))) {
      SmallVector<Attribute> parsed;
      if (parser.parseCommaSeparatedList(
              AsmParser::Delimiter::Square, [&]() -> ParseResult {
                std::string name;
                if (parser.parseString(&name))
                  return failure();
                parsed.push_back(StringAttr::get(context, name));
                return success();
              }))
        return {};
      names = ArrayAttr::get(context, parsed);
    }
    if (succeeded(parser.parseOptionalKeyword("in_spec")) &&
        parser.parseAttribute(inSpec))
      return {};
    if (succeeded(parser.parseOptionalKeyword("out_spec")) &&
        parser.parseAttribute(outSpec))
      return {};
  }
  if (parser.parseGreater())
    return {};
  auto elements = [](Attribute tuple) {
    return tuple ? cast<TupleAttr>(tuple).getElements() : ArrayRef<Attribute>();
  };
  return ModuleCallAttr::get(context, StringAttr::get(context, fqn),
                             hasSignature, elements(inputs), elements(outputs),
                             inSpec, outSpec, names);
}

void ModuleCallAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printString(printer.getStream(), getFqn().getValue());
  if (getHasSignature()) {
    MLIRContext *context = getContext();
    printer << " : ";
    printLiteral(printer, TupleAttr::get(context, getInputs()));
    printer << " -> ";
    printLiteral(printer, TupleAttr::get(context, getOutputs()));
    if (ArrayAttr names = getForwardArgNames())
      printer << " names " << names;
    if (TreeSpecAttr spec = getInSpec())
      printer << " in_spec " << spec;
    if (TreeSpecAttr spec = getOutSpec())
      printer << " out_spec " << spec;
  }
  printer << '>';
}
