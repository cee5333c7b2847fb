//===- NumberSyntax.cpp - Numbers in custom syntax ------------------------===//

#include "NumberSyntax.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

ParseResult tp::parseUnsignedNumber(AsmParser &parser, const Twine &expected,
                                    APInt &integer,
                                    std::optional<double> &real) {
  SMLoc loc = parser.getCurrentLocation();
  // Integers would take the sign.
  if (succeeded(parser.parseOptionalMinus()))
    return parser.emitError(loc) << expected;
  OptionalParseResult parsed = parser.parseOptionalInteger(integer);
  if (parsed.has_value())
    return *parsed;
  // There is no optional float. The text at `loc` is no answer: at the end of a
  // buffer there may be none.
  bool isOther = false;
  double value;
  ParseResult result = success();
  {
    ScopedDiagnosticHandler handler(
        parser.getContext(), [&](Diagnostic &diagnostic) {
          isOther |= diagnostic.str() == "expected floating point literal";
          return success(isOther);
        });
    result = parser.parseFloat(value);
  }
  if (isOther)
    return parser.emitError(loc) << expected;
  if (succeeded(result))
    real = value;
  return result;
}
