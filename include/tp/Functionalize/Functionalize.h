//===- Functionalize.h - Programs without writes ----------------*- C++ -*-===//
//
// Makes a program functional: updates become values, and what they update at
// last an output.
//
//===----------------------------------------------------------------------===//

#ifndef TP_FUNCTIONALIZE_FUNCTIONALIZE_H
#define TP_FUNCTIONALIZE_FUNCTIONALIZE_H

#include "tp/IR/TPOps.h"

namespace mlir::tp {

/// Replaces every write of `program` by its pure form, makes the final content
/// of each written state and input a mutation output, and marks the program
/// functional. Fails, with an error that names the node, where a write cannot
/// be followed; the program is then left half done.
/// `renamed` gets the names of what is returned, and of written tensors, that
/// have another one now, for records that refer to them. New nodes call
/// functions of the Python module `module` (`tensorplay`); if it is empty,
/// those that the program calls already, else operators.
LogicalResult functionalize(ProgramOp program,
                            llvm::DenseMap<StringAttr, StringAttr> &renamed,
                            StringRef module = "");

/// Replaces every read of an element of a container by the element that it is,
/// where a node made the container, or by the first read of the same element.
/// Fails, with an error, where a container is changed in a way that cannot be
/// followed.
LogicalResult rewriteContainerReads(ProgramOp program);

/// Reports every node of `program` that writes, and every mutation output that
/// refers to neither lifted state nor a user input. Succeeds if there is none.
LogicalResult verifyFunctional(ProgramOp program);

} // namespace mlir::tp

#endif // TP_FUNCTIONALIZE_FUNCTIONALIZE_H
