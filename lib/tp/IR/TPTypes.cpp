//===- TPTypes.cpp - Types of the tp dialect ------------------------------===//
//
// Types of values that are not tensors, and the mapping of tensor element
// types.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/TPTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "tp/IR/SymExpr.h"
#include "tp/IR/TPDialect.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

#define GET_TYPEDEF_CLASSES
#include "tp/IR/TPTypes.cpp.inc"

void TPDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tp/IR/TPTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Prints `<2*s0>`, or nothing where the value is unknown.
static void printValue(AsmPrinter &printer, SymExprAttr expr) {
  if (!expr)
    return;
  printer << "<";
  printSymExpr(printer, expr);
  printer << ">";
}

template <typename SymbolicType>
static Type parseSymbolicType(AsmParser &parser) {
  SymExprAttr expr;
  if (succeeded(parser.parseOptionalLess()) &&
      (parseSymExpr(parser, expr) || parser.parseGreater()))
    return {};
  return SymbolicType::get(parser.getContext(), expr);
}

void IntType::print(AsmPrinter &printer) const {
  printValue(printer, getExpr());
}
Type IntType::parse(AsmParser &parser) {
  return parseSymbolicType<IntType>(parser);
}

void mlir::tp::FloatType::print(AsmPrinter &printer) const {
  printValue(printer, getExpr());
}
Type mlir::tp::FloatType::parse(AsmParser &parser) {
  return parseSymbolicType<mlir::tp::FloatType>(parser);
}

void BoolType::print(AsmPrinter &printer) const {
  printValue(printer, getExpr());
}
Type BoolType::parse(AsmParser &parser) {
  return parseSymbolicType<BoolType>(parser);
}

//===----------------------------------------------------------------------===//
// DictType
//===----------------------------------------------------------------------===//

void DictType::print(AsmPrinter &printer) const {
  if (getKeys().empty())
    return;
  printer << "<";
  llvm::interleaveComma(llvm::zip_equal(getKeys(), getElements()), printer,
                        [&](auto entry) {
                          auto [key, element] = entry;
                          printer.printString(key.getValue());
                          printer << ": " << element;
                        });
  printer << ">";
}

Type DictType::parse(AsmParser &parser) {
  SmallVector<StringAttr> keys;
  SmallVector<Type> elements;
  SMLoc loc = parser.getCurrentLocation();
  auto parseEntry = [&]() -> ParseResult {
    std::string key;
    if (parser.parseString(&key) || parser.parseColon() ||
        parser.parseType(elements.emplace_back()))
      return failure();
    keys.push_back(StringAttr::get(parser.getContext(), key));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalLessGreater,
                                     parseEntry, " in dictionary type"))
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    keys, elements);
}

LogicalResult DictType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<StringAttr> keys,
                               ArrayRef<Type> elements) {
  if (keys.size() != elements.size())
    return emitError() << "expected as many keys as element types, found "
                       << keys.size() << " and " << elements.size();
  llvm::SmallDenseSet<StringAttr> seen;
  for (StringAttr key : keys)
    if (!seen.insert(key).second)
      return emitError() << "expected each key once, found " << key << " twice";
  return success();
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

Type mlir::tp::getElementType(MLIRContext *context, ScalarType scalar) {
  Builder builder(context);
  switch (scalar) {
  case ScalarType::uint8:
    return builder.getIntegerType(8, /*isSigned=*/false);
  case ScalarType::uint16:
    return builder.getIntegerType(16, /*isSigned=*/false);
  case ScalarType::uint32:
    return builder.getIntegerType(32, /*isSigned=*/false);
  case ScalarType::uint64:
    return builder.getIntegerType(64, /*isSigned=*/false);
  case ScalarType::int8:
    return builder.getIntegerType(8);
  case ScalarType::int16:
    return builder.getIntegerType(16);
  case ScalarType::int32:
    return builder.getIntegerType(32);
  case ScalarType::int64:
    return builder.getIntegerType(64);
  case ScalarType::boolean:
    return builder.getI1Type();
  case ScalarType::float16:
    return builder.getF16Type();
  case ScalarType::bfloat16:
    return builder.getBF16Type();
  case ScalarType::float32:
    return builder.getF32Type();
  case ScalarType::float64:
    return builder.getF64Type();
  case ScalarType::complex32:
    return ComplexType::get(builder.getF16Type());
  case ScalarType::complex64:
    return ComplexType::get(builder.getF32Type());
  case ScalarType::complex128:
    return ComplexType::get(builder.getF64Type());
  case ScalarType::float8_e4m3fn:
    return Float8E4M3FNType::get(context);
  case ScalarType::float8_e5m2:
    return Float8E5M2Type::get(context);
  case ScalarType::float8_e4m3fnuz:
    return Float8E4M3FNUZType::get(context);
  case ScalarType::float8_e5m2fnuz:
    return Float8E5M2FNUZType::get(context);
  case ScalarType::float8_e8m0fnu:
    return Float8E8M0FNUType::get(context);
  }
  llvm_unreachable("unknown scalar type");
}

static std::optional<ScalarType> getIntegerScalar(IntegerType type) {
  if (type.isUnsigned()) {
    switch (type.getWidth()) {
    case 8:
      return ScalarType::uint8;
    case 16:
      return ScalarType::uint16;
    case 32:
      return ScalarType::uint32;
    case 64:
      return ScalarType::uint64;
    default:
      return std::nullopt;
    }
  }
  if (!type.isSignless())
    return std::nullopt;
  switch (type.getWidth()) {
  case 1:
    return ScalarType::boolean;
  case 8:
    return ScalarType::int8;
  case 16:
    return ScalarType::int16;
  case 32:
    return ScalarType::int32;
  case 64:
    return ScalarType::int64;
  default:
    return std::nullopt;
  }
}

std::optional<ScalarType> mlir::tp::getScalarType(Type elementType) {
  using Result = std::optional<ScalarType>;
  return llvm::TypeSwitch<Type, Result>(elementType)
      .Case<IntegerType>(getIntegerScalar)
      .Case<Float16Type>([](Type) { return ScalarType::float16; })
      .Case<BFloat16Type>([](Type) { return ScalarType::bfloat16; })
      .Case<Float32Type>([](Type) { return ScalarType::float32; })
      .Case<Float64Type>([](Type) { return ScalarType::float64; })
      .Case<Float8E4M3FNType>([](Type) { return ScalarType::float8_e4m3fn; })
      .Case<Float8E5M2Type>([](Type) { return ScalarType::float8_e5m2; })
      .Case<Float8E4M3FNUZType>(
          [](Type) { return ScalarType::float8_e4m3fnuz; })
      .Case<Float8E5M2FNUZType>(
          [](Type) { return ScalarType::float8_e5m2fnuz; })
      .Case<Float8E8M0FNUType>([](Type) { return ScalarType::float8_e8m0fnu; })
      .Case<ComplexType>([](ComplexType type) -> Result {
        Type part = type.getElementType();
        if (part.isF16())
          return ScalarType::complex32;
        if (part.isF32())
          return ScalarType::complex64;
        if (part.isF64())
          return ScalarType::complex128;
        return std::nullopt;
      })
      .Default([](Type) { return Result(); });
}
