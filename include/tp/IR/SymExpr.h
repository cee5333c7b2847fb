//===- SymExpr.h - Symbolic size expressions --------------------*- C++ -*-===//
//
// Notations and small algebra of `#tp.expr`.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_SYMEXPR_H
#define TP_IR_SYMEXPR_H

#include "mlir/IR/OpImplementation.h"
#include "tp/IR/TPAttributes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace mlir::tp {

/// Symbols met while reading an expression, with sympy's assumptions as
/// written, `positive=True, integer=True`; the first spelling of a symbol.
using SymbolAssumptions = llvm::StringMap<std::string>;

/// Reads sympy's constructor notation, as `.pt2` files write it:
/// `Add(Mul(Integer(2), Symbol('s77', positive=True, integer=True)),
/// Integer(1))`. An error names the column and what was expected there.
llvm::Expected<SymExprAttr>
parseSympyExpr(MLIRContext *context, StringRef text,
               SymbolAssumptions *assumptions = nullptr);

/// Writes the same notation. `assumptionsOf` gives a symbol's assumptions as
/// they stand between the parentheses after its name.
void printSympyExpr(raw_ostream &os, SymExprAttr expr,
                    function_ref<StringRef(StringRef)> assumptionsOf);

/// Reads a plain Python expression, as the keys of range constraints are:
/// `16*s76`, `s0//2 + 1`, `Max(1, s0)`.
llvm::Expected<SymExprAttr> parsePlainExpr(MLIRContext *context,
                                           StringRef text);

/// Writes the plain notation of sympy's `str()`.
void printPlainExpr(raw_ostream &os, SymExprAttr expr);

/// Prints and parses the notation of `#tp.expr<...>`, without the brackets.
void printSymExpr(AsmPrinter &printer, SymExprAttr expr);
ParseResult parseSymExpr(AsmParser &parser, SymExprAttr &expr);

/// The integer that `expr` is for these symbol values; none where a symbol has
/// no value, or the function is unknown, or the result no integer.
std::optional<int64_t>
evaluate(SymExprAttr expr,
         function_ref<std::optional<int64_t>(StringRef)> valueOf);

/// The strides of a contiguous tensor with these sizes, in elements: products
/// of the sizes to the right (a size of 0 or 1 counts as 1), in the notation
/// that sympy gives them.
SmallVector<SymExprAttr> getContiguousStrides(MLIRContext *context,
                                              ArrayRef<SymExprAttr> sizes);

} // namespace mlir::tp

#endif // TP_IR_SYMEXPR_H
