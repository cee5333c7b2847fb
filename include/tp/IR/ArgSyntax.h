//===- ArgSyntax.h - Text of arguments --------------------------*- C++ -*-===//
//
// The Python-like notation of arguments, shared by attributes (where an
// operand's place is `?`) and operations (where the operand stands).
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_ARGSYNTAX_H
#define TP_IR_ARGSYNTAX_H

#include "mlir/IR/OpImplementation.h"
#include "tp/IR/TPAttributes.h"

namespace mlir::tp {

/// Prints the operand of the next place.
using OperandPrinter = function_ref<void()>;
/// Parses an operand if one is next and records it.
using OperandParser = function_ref<OptionalParseResult()>;

/// Prints one argument. Places print as `?` without `printOperand`.
void printLiteral(AsmPrinter &printer, Attribute literal,
                  OperandPrinter printOperand = nullptr);
/// Prints `a, b, key = c`, without parentheses.
void printArgs(AsmPrinter &printer, ArgsAttr args,
               OperandPrinter printOperand = nullptr);

/// Parses one argument.
ParseResult parseLiteral(AsmParser &parser, Attribute &literal,
                         OperandParser parseOperand = nullptr);
/// Parses `(a, b, key = c)`. `args` is null if all arguments are positional
/// operands, and `allowNull`.
ParseResult parseArgs(AsmParser &parser, ArgsAttr &args, bool allowNull,
                      OperandParser parseOperand = nullptr);

/// Prints a float so that it parses back to the same bits, with a point:
/// `1.0e-05`, `inf`, `nan`.
void printFloat(raw_ostream &os, double value);

/// Prints a quoted string.
void printString(raw_ostream &os, StringRef string);

} // namespace mlir::tp

#endif // TP_IR_ARGSYNTAX_H
