//===- Resolve.h - Operators of untyped graphs ------------------*- C++ -*-===//
//
// Which overload of an operator a method or Python function calls.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_SHAPE_RESOLVE_H
#define LIB_TP_SHAPE_RESOLVE_H

#include "tp/IR/TPAttributes.h"
#include "tp/Schema/Schema.h"

namespace mlir::tp {

/// The overload of `aten` that a method `name`, or a function whose path ends
/// in it, calls with these arguments; null where none fits.
const schema::OperatorSchema *resolveOverload(StringRef name, ArgsAttr args,
                                              ArrayRef<Type> types);

/// Whether the type of the result is not torch's where the method or function
/// is tensorplay's: truth values stay truth values in arithmetic, some
/// functions of integers give floating point, others integers.
/// `isTensorPlay` tells whether the program is one of tensorplay; it is asked
/// only where torch takes such operands as well.
bool differsInTensorPlay(StringRef name, ArgsAttr args, ArrayRef<Type> types,
                         function_ref<bool()> isTensorPlay);

} // namespace mlir::tp

#endif // LIB_TP_SHAPE_RESOLVE_H
