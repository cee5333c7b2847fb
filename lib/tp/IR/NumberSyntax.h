//===- NumberSyntax.h - Numbers in custom syntax ----------------*- C++ -*-===//

#ifndef LIB_TP_IR_NUMBERSYNTAX_H
#define LIB_TP_IR_NUMBERSYNTAX_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::tp {

/// Parses a number without a sign: `real` has a value where it is no integer.
/// What is no number is refused with the message `expected`. Words have to be
/// parsed ahead: MLIR takes `true` for an integer.
ParseResult parseUnsignedNumber(AsmParser &parser, const Twine &expected,
                                APInt &integer, std::optional<double> &real);

} // namespace mlir::tp

#endif // LIB_TP_IR_NUMBERSYNTAX_H
