//===- Samples.h - An attribute and type of each kind -----------*- C++ -*-===//
//
// Attributes and types of the dialect for tests that go through all of them.
//
//===----------------------------------------------------------------------===//

#ifndef UNITTESTS_IR_SAMPLES_H
#define UNITTESTS_IR_SAMPLES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::tp {

/// Attributes of every class of the dialect, with every parameter both at and
/// off its default.
SmallVector<Attribute> getSampleAttributes(MLIRContext *context);

/// Types of every class of the dialect.
SmallVector<Type> getSampleTypes(MLIRContext *context);

} // namespace mlir::tp

#endif // UNITTESTS_IR_SAMPLES_H
