//===- ArgSyntax.cpp - Text of arguments ----------------------------------===//
//
// Prints and parses argument literals, in attributes and in operations.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/ArgSyntax.h"
#include "NumberSyntax.h"
#include "mlir/IR/Builders.h"
#include "tp/IR/TPAttributes.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <charconv>
#include <cmath>

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void mlir::tp::printFloat(raw_ostream &os, double value) {
  if (std::signbit(value))
    os << '-';
  value = std::fabs(value);
  if (std::isinf(value)) {
    os << "inf";
    return;
  }
  if (std::isnan(value)) {
    os << "nan";
    return;
  }
  // The shortest digits that read back to the same bits. MLIR's lexer takes a
  // float only with a point.
  char buffer[40];
  auto *end = std::to_chars(buffer, buffer + sizeof(buffer), value).ptr;
  StringRef digits(buffer, end - buffer);
  if (digits.contains('.')) {
    os << digits;
    return;
  }
  auto [mantissa, exponent] = digits.split('e');
  os << mantissa << ".0";
  if (!exponent.empty())
    os << 'e' << exponent;
}

void mlir::tp::printString(raw_ostream &os, StringRef string) {
  // printEscapedString writes each character alone; hardly one is escaped.
  auto isPlain = [](char c) {
    return llvm::isPrint(c) && c != '"' && c != '\\';
  };
  os << '"';
  while (!string.empty()) {
    StringRef plain = string.take_while(isPlain);
    os << plain;
    string = string.drop_front(plain.size());
    llvm::printEscapedString(string.take_front(), os);
    string = string.drop_front(!string.empty());
  }
  os << '"';
}

namespace {
/// Prints one literal; a class so that the operand printer need not be passed
/// through every level.
class LiteralPrinter {
public:
  LiteralPrinter(AsmPrinter &printer, OperandPrinter printOperand)
      : printer(printer), os(printer.getStream()), printOperand(printOperand) {}

  void print(Attribute literal);
  void printArgs(ArgsAttr args);

private:
  void printPlace() {
    if (printOperand)
      printOperand();
    else
      os << '?';
  }
  void printElements(ArrayRef<Attribute> elements) {
    llvm::interleave(
        elements, os, [&](Attribute element) { print(element); }, ", ");
  }
  void printInteger(IntegerAttr attr);
  void printContainer(Attribute literal);
  void printReference(Attribute literal);

  AsmPrinter &printer;
  raw_ostream &os;
  OperandPrinter printOperand;
};
} // namespace

void LiteralPrinter::printInteger(IntegerAttr attr) {
  Type type = attr.getType();
  if (type.isSignlessInteger(1))
    os << (attr.getValue().isZero() ? "False" : "True");
  else if (type.isSignlessInteger() && type.getIntOrFloatBitWidth() >= 64)
    attr.getValue().print(os, /*isSigned=*/true);
  else
    os << "attr(" << Attribute(attr) << ")";
}

/// Lists, tuples, dictionaries, slices.
void LiteralPrinter::printContainer(Attribute literal) {
  llvm::TypeSwitch<Attribute>(literal)
      .Case([&](ListAttr list) {
        if (list.getArm() != ArgArm::inferred)
          os << stringifyArgArm(list.getArm());
        os << '[';
        printElements(list.getElements());
        os << ']';
      })
      .Case([&](TupleAttr tuple) {
        os << '(';
        printElements(tuple.getElements());
        os << (tuple.getElements().size() == 1 ? ",)" : ")");
      })
      .Case([&](DictAttr dict) {
        os << '{';
        llvm::interleave(
            llvm::zip_equal(dict.getKeys(), dict.getValues()), os,
            [&](auto entry) {
              print(std::get<0>(entry));
              os << ": ";
              print(std::get<1>(entry));
            },
            ", ");
        os << '}';
      })
      .Case([&](SliceAttr slice) {
        os << "slice(";
        printElements({slice.getStart(), slice.getStop(), slice.getStep()});
        os << ')';
      });
}

/// What is written as a function of strings and names.
void LiteralPrinter::printReference(Attribute literal) {
  llvm::TypeSwitch<Attribute>(literal)
      .Case([&](OutputKindAttr output) {
        printPlace();
        os << " -> " << stringifyOutputKind(output.getKind());
        if (StringAttr target = output.getTarget()) {
          os << ' ';
          printString(os, target.getValue());
        }
      })
      .Case([&](DeviceAttr device) {
        os << "device(";
        printString(os, device.getKind().getValue());
        if (device.getIndex() >= 0)
          os << ", " << device.getIndex();
        os << ')';
      })
      .Case([&](ComplexAttr value) {
        os << "complex(";
        printFloat(os, value.getReal().getValueAsDouble());
        os << ", ";
        printFloat(os, value.getImag().getValueAsDouble());
        os << ')';
      })
      .Case([&](OperatorAttr op) {
        os << "operator(";
        printString(os, op.getTarget().getValue());
        os << ')';
      })
      .Case([&](FunctionAttr function) {
        os << "function(";
        printString(os, function.getPath().getValue());
        os << ')';
      })
      .Case([&](NameRefAttr ref) {
        os << "ref(";
        printString(os, ref.getName().getValue());
        os << ", " << stringifyArgArm(ref.getArm());
        if (StringAttr className = ref.getClassName()) {
          os << ", ";
          printString(os, className.getValue());
        }
        os << ')';
      })
      .Case([&](ArmAttr arm) {
        os << stringifyArgArm(arm.getArm()) << '(';
        print(arm.getValue());
        os << ')';
      })
      .Default([&](Attribute attr) { os << "attr(" << attr << ")"; });
}

void LiteralPrinter::print(Attribute literal) {
  llvm::TypeSwitch<Attribute>(literal)
      .Case([&](OperandAttr) { printPlace(); })
      .Case([&](NoneAttr) { os << "None"; })
      .Case([&](EllipsisAttr) { os << "..."; })
      .Case([&](IntegerAttr attr) { printInteger(attr); })
      .Case([&](FloatAttr attr) {
        if (attr.getType().isF64())
          printFloat(os, attr.getValueAsDouble());
        else
          printReference(attr);
      })
      .Case([&](StringAttr attr) { printString(os, attr.getValue()); })
      .Case([&](FlatSymbolRefAttr attr) {
        printer.printSymbolName(attr.getValue());
      })
      .Case(
          [&](DTypeAttr dtype) { os << stringifyScalarType(dtype.getValue()); })
      .Case(
          [&](LayoutAttr layout) { os << stringifyLayout(layout.getValue()); })
      .Case([&](MemoryFormatAttr format) {
        os << stringifyMemoryFormat(format.getValue());
      })
      .Case([&](ArgsAttr args) {
        os << '(';
        printArgs(args);
        os << ')';
      })
      .Case<ListAttr, TupleAttr, DictAttr, SliceAttr>(
          [&](Attribute attr) { printContainer(attr); })
      .Default([&](Attribute attr) { printReference(attr); });
}

void LiteralPrinter::printArgs(ArgsAttr args) {
  printElements(args.getPositional());
  bool first = args.getPositional().empty();
  for (auto [key, value] :
       llvm::zip_equal(args.getKeywords(), args.getKeywordValues())) {
    if (!first)
      os << ", ";
    first = false;
    printer.printKeywordOrString(key.getValue());
    os << " = ";
    print(value);
  }
}

void mlir::tp::printLiteral(AsmPrinter &printer, Attribute literal,
                            OperandPrinter printOperand) {
  LiteralPrinter(printer, printOperand).print(literal);
}

void mlir::tp::printArgs(AsmPrinter &printer, ArgsAttr args,
                         OperandPrinter printOperand) {
  LiteralPrinter(printer, printOperand).printArgs(args);
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {
/// Parses one literal. Depth is bounded: the text may come from anywhere.
class LiteralParser {
public:
  LiteralParser(AsmParser &parser, OperandParser parseOperand)
      : parser(parser), parseOperand(parseOperand) {}

  ParseResult parse(Attribute &literal);
  ParseResult parseArgs(ArgsAttr &args, bool allowNull);

private:
  static constexpr unsigned maxDepth = 256;

  MLIRContext *context() { return parser.getContext(); }
  ParseResult parsePlace(Attribute &literal, bool &found);
  ParseResult parseKeyword(StringRef keyword, SMLoc loc, Attribute &literal);
  ParseResult parseCall(StringRef name, SMLoc loc, Attribute &literal);
  ParseResult parseArm(ArgArm arm, Attribute &literal);
  ParseResult parseNumber(bool negative, Attribute &literal);
  ParseResult parseFloatPart(FloatAttr &value);
  ParseResult parseTuple(Attribute &literal);
  ParseResult parseDict(Attribute &literal);
  ParseResult parseListElements(SmallVectorImpl<Attribute> &elements);
  ParseResult parseQuoted(StringAttr &string) {
    std::string text;
    if (parser.parseString(&text))
      return failure();
    string = StringAttr::get(context(), text);
    return success();
  }

  AsmParser &parser;
  OperandParser parseOperand;
  unsigned depth = 0;
};
} // namespace

/// `%operand` or `?`, with `-> kind "target"` after it where it is an output.
ParseResult LiteralParser::parsePlace(Attribute &literal, bool &found) {
  found = false;
  if (parseOperand) {
    OptionalParseResult operand = parseOperand();
    if (operand.has_value()) {
      if (failed(*operand))
        return failure();
      found = true;
    }
  }
  if (!found && succeeded(parser.parseOptionalQuestion()))
    found = true;
  if (!found)
    return success();
  if (failed(parser.parseOptionalArrow())) {
    literal = OperandAttr::get(context());
    return success();
  }
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<OutputKind> kind = symbolizeOutputKind(keyword);
  if (!kind)
    return parser.emitError(loc) << "unknown output kind '" << keyword << "'";
  StringAttr target;
  std::string text;
  if (succeeded(parser.parseOptionalString(&text)))
    target = StringAttr::get(context(), text);
  literal = OutputKindAttr::get(context(), *kind, target);
  return success();
}

ParseResult LiteralParser::parseNumber(bool negative, Attribute &literal) {
  StringRef keyword;
  if (negative) {
    SMLoc loc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalKeyword(&keyword))) {
      if (keyword != "inf" && keyword != "nan")
        return parser.emitError(loc) << "expected a number after '-'";
      double value = keyword == "inf" ? -INFINITY : -NAN;
      literal = FloatAttr::get(Float64Type::get(context()), value);
      return success();
    }
  }
  // No token of an argument is left but a number.
  APInt integer;
  std::optional<double> real;
  if (parseUnsignedNumber(parser,
                          negative ? "expected a number after '-'"
                                   : "expected an argument",
                          integer, real))
    return failure();
  if (real) {
    literal =
        FloatAttr::get(Float64Type::get(context()), negative ? -*real : *real);
    return success();
  }
  integer = integer.sext(integer.getBitWidth() + 1);
  if (negative)
    integer.negate();
  unsigned width = std::max(64u, integer.getSignificantBits());
  if (width > IntegerType::kMaxWidth)
    return parser.emitError(parser.getCurrentLocation())
           << "integer is too large";
  literal = IntegerAttr::get(IntegerType::get(context(), width),
                             integer.sextOrTrunc(width));
  return success();
}

ParseResult
LiteralParser::parseListElements(SmallVectorImpl<Attribute> &elements) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parse(elements.emplace_back());
  });
}

ParseResult LiteralParser::parseTuple(Attribute &literal) {
  SmallVector<Attribute> elements;
  while (failed(parser.parseOptionalRParen())) {
    if (parse(elements.emplace_back()))
      return failure();
    if (succeeded(parser.parseOptionalComma()))
      continue;
    // `(a)` is not a tuple in Python; asking for the comma avoids a surprise.
    if (elements.size() == 1)
      return parser.emitError(parser.getCurrentLocation())
             << "expected ',' after the only element of a tuple";
    if (parser.parseRParen())
      return failure();
    break;
  }
  literal = TupleAttr::get(context(), elements);
  return success();
}

ParseResult LiteralParser::parseDict(Attribute &literal) {
  SmallVector<Attribute> keys, values;
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalRBrace())) {
    do {
      if (parse(keys.emplace_back()) || parser.parseColon() ||
          parse(values.emplace_back()))
        return failure();
    } while (succeeded(parser.parseOptionalComma()));
    if (parser.parseRBrace())
      return failure();
  }
  literal = parser.getChecked<DictAttr>(loc, context(), ArrayRef(keys),
                                        ArrayRef(values));
  return success(literal != nullptr);
}

ParseResult LiteralParser::parseArm(ArgArm arm, Attribute &literal) {
  if (succeeded(parser.parseOptionalLParen())) {
    Attribute value;
    if (parse(value) || parser.parseRParen())
      return failure();
    literal = ArmAttr::get(context(), arm, value);
    return success();
  }
  SmallVector<Attribute> elements;
  if (parseListElements(elements))
    return failure();
  literal = ListAttr::get(context(), elements, arm);
  return success();
}

ParseResult LiteralParser::parseFloatPart(FloatAttr &value) {
  Attribute literal;
  SMLoc loc = parser.getCurrentLocation();
  if (parse(literal))
    return failure();
  value = dyn_cast<FloatAttr>(literal);
  if (!value)
    return parser.emitError(loc) << "expected a float";
  return success();
}

/// `name(...)` for the names that are not arms.
ParseResult LiteralParser::parseCall(StringRef name, SMLoc loc,
                                     Attribute &literal) {
  if (name == "attr")
    return failure(parser.parseLParen() || parser.parseAttribute(literal) ||
                   parser.parseRParen());
  if (name == "slice") {
    Attribute start, stop, step;
    if (parser.parseLParen() || parse(start) || parser.parseComma() ||
        parse(stop) || parser.parseComma() || parse(step) ||
        parser.parseRParen())
      return failure();
    literal = SliceAttr::get(context(), start, stop, step);
    return success();
  }
  if (name == "complex") {
    FloatAttr real, imag;
    if (parser.parseLParen() || parseFloatPart(real) || parser.parseComma() ||
        parseFloatPart(imag) || parser.parseRParen())
      return failure();
    literal = ComplexAttr::get(context(), real, imag);
    return success();
  }
  StringAttr string;
  if (name == "device") {
    int64_t index = -1;
    if (parser.parseLParen() || parseQuoted(string))
      return failure();
    if (succeeded(parser.parseOptionalComma()) && parser.parseInteger(index))
      return failure();
    literal = DeviceAttr::get(context(), string, index);
    return parser.parseRParen();
  }
  if (name == "ref") {
    StringRef keyword;
    if (parser.parseLParen() || parseQuoted(string) || parser.parseComma() ||
        parser.parseKeyword(&keyword))
      return failure();
    std::optional<ArgArm> arm = symbolizeArgArm(keyword);
    if (!arm)
      return parser.emitError(loc)
             << "unknown kind of value '" << keyword << "'";
    StringAttr className;
    if (succeeded(parser.parseOptionalComma()) && parseQuoted(className))
      return failure();
    literal = NameRefAttr::get(context(), string, *arm, className);
    return parser.parseRParen();
  }
  if (name == "operator" || name == "function") {
    if (parser.parseLParen() || parseQuoted(string) || parser.parseRParen())
      return failure();
    if (name == "operator")
      literal = OperatorAttr::get(context(), string);
    else
      literal = FunctionAttr::get(context(), string);
    return success();
  }
  return parser.emitError(loc) << "unknown argument literal '" << name << "'";
}

ParseResult LiteralParser::parseKeyword(StringRef keyword, SMLoc loc,
                                        Attribute &literal) {
  Builder builder(context());
  if (keyword == "None")
    literal = NoneAttr::get(context());
  else if (keyword == "True" || keyword == "False")
    literal = builder.getBoolAttr(keyword == "True");
  else if (keyword == "inf" || keyword == "nan")
    literal = builder.getF64FloatAttr(keyword == "inf" ? INFINITY : NAN);
  else if (auto dtype = symbolizeScalarType(keyword))
    literal = DTypeAttr::get(context(), *dtype);
  else if (auto layout = symbolizeLayout(keyword))
    literal = LayoutAttr::get(context(), *layout);
  else if (auto format = symbolizeMemoryFormat(keyword))
    literal = MemoryFormatAttr::get(context(), *format);
  else if (auto arm = symbolizeArgArm(keyword); arm && *arm != ArgArm::inferred)
    return parseArm(*arm, literal);
  else
    return parseCall(keyword, loc, literal);
  return success();
}

ParseResult LiteralParser::parse(Attribute &literal) {
  SMLoc loc = parser.getCurrentLocation();
  if (++depth > maxDepth)
    return parser.emitError(loc)
           << "argument is nested more than " << maxDepth << " deep";
  llvm::scope_exit leave([&] { --depth; });

  bool found;
  if (failed(parsePlace(literal, found)))
    return failure();
  if (found)
    return success();
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(&keyword)))
    return parseKeyword(keyword, loc, literal);
  std::string text;
  if (succeeded(parser.parseOptionalString(&text))) {
    literal = StringAttr::get(context(), text);
    return success();
  }
  if (succeeded(parser.parseOptionalLParen()))
    return parseTuple(literal);
  if (succeeded(parser.parseOptionalLBrace()))
    return parseDict(literal);
  if (succeeded(parser.parseOptionalEllipsis())) {
    literal = EllipsisAttr::get(context());
    return success();
  }
  StringAttr symbol;
  if (succeeded(parser.parseOptionalSymbolName(symbol))) {
    literal = FlatSymbolRefAttr::get(symbol);
    return success();
  }
  if (succeeded(parser.parseOptionalMinus()))
    return parseNumber(/*negative=*/true, literal);
  SmallVector<Attribute> elements;
  if (succeeded(parser.parseCommaSeparatedList(
          AsmParser::Delimiter::OptionalSquare,
          [&] { return parse(elements.emplace_back()); }))) {
    if (!elements.empty() || parser.getCurrentLocation() != loc) {
      literal = ListAttr::get(context(), elements);
      return success();
    }
  } else {
    return failure();
  }
  return parseNumber(/*negative=*/false, literal);
}

ParseResult LiteralParser::parseArgs(ArgsAttr &args, bool allowNull) {
  SmallVector<Attribute> positional, keywordValues;
  SmallVector<StringAttr> keywords;
  SMLoc start = parser.getCurrentLocation();
  auto parseOne = [&]() -> ParseResult {
    // `name =` or `"name" =` makes a keyword argument; without the `=` the
    // same token was the start of a positional one.
    SMLoc loc = parser.getCurrentLocation();
    StringRef keyword;
    std::string text;
    bool isKeyword = succeeded(parser.parseOptionalKeyword(&keyword));
    bool isString = !isKeyword && succeeded(parser.parseOptionalString(&text));
    if ((isKeyword || isString) && succeeded(parser.parseOptionalEqual())) {
      keywords.push_back(
          StringAttr::get(context(), isKeyword ? keyword : StringRef(text)));
      return parse(keywordValues.emplace_back());
    }
    if (!keywords.empty())
      return parser.emitError(loc)
             << "positional argument follows keyword argument";
    Attribute &literal = positional.emplace_back();
    if (isKeyword)
      return parseKeyword(keyword, loc, literal);
    if (isString) {
      literal = StringAttr::get(context(), text);
      return success();
    }
    return parse(literal);
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne))
    return failure();
  if (allowNull && keywords.empty() &&
      llvm::all_of(positional, llvm::IsaPred<OperandAttr>)) {
    args = nullptr;
    return success();
  }
  args =
      parser.getChecked<ArgsAttr>(start, context(), ArrayRef(positional),
                                  ArrayRef(keywords), ArrayRef(keywordValues));
  return success(args != nullptr);
}

ParseResult mlir::tp::parseLiteral(AsmParser &parser, Attribute &literal,
                                   OperandParser parseOperand) {
  return LiteralParser(parser, parseOperand).parse(literal);
}

ParseResult mlir::tp::parseArgs(AsmParser &parser, ArgsAttr &args,
                                bool allowNull, OperandParser parseOperand) {
  return LiteralParser(parser, parseOperand).parseArgs(args, allowNull);
}
