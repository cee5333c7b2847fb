//===- StateValues.h - Elements as the values of state ----------*- C++ -*-===//
//
// What the passes share that move the values of state in and out of a program.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_TRANSFORMS_STATEVALUES_H
#define LIB_TP_TRANSFORMS_STATEVALUES_H

#include "StorageLayout.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir::tp {

/// Fails, with an error at `state`, where `elements` are neither dense nor a
/// resource that has the data of its type.
LogicalResult checkElements(StateOp state, ElementsAttr elements,
                            const StorageLayout &layout);

/// Gives the bytes of a storage that holds `elements` as `layout` says, one
/// byte for a bool, zeros in gaps. `elements` passed `checkElements`.
llvm::Error writeElements(ElementsAttr elements, const StorageLayout &layout,
                          llvm::function_ref<llvm::Error(ArrayRef<char>)> sink);

/// Erases the archives that no state refers to, and what programs say of
/// example inputs in them.
void eraseUnusedArchives(ModuleOp module);

} // namespace mlir::tp

#endif // LIB_TP_TRANSFORMS_STATEVALUES_H
