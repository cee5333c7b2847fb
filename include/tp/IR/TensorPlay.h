//===- TensorPlay.h - What tells programs of tensorplay ---------*- C++ -*-===//
//
// Functions of the Python package tensorplay, and what its calls are written
// with.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_TENSORPLAY_H
#define TP_IR_TENSORPLAY_H

#include "tp/IR/TPOps.h"

namespace mlir::tp {

/// True for the dtype argument that tensorplay's functions have where the
/// caller gives none: it is as good as None.
inline bool isUndefinedDType(Attribute attr) {
  auto function = dyn_cast_or_null<FunctionAttr>(attr);
  return function && function.getPath() == "tensorplay.DType.undefined";
}

/// Whether a target is a function of tensorplay (`tensorplay.functional.silu`).
inline bool isTensorPlayFunction(StringRef target) {
  return target.starts_with("tensorplay.");
}

/// Whether a graph of the program calls a function of tensorplay. Its methods
/// (`x.silu()`) do not tell it from a program of torch.fx.
inline bool callsTensorPlay(ProgramOp program) {
  return program
      .walk([](CallFunctionOp call) {
        return isTensorPlayFunction(call.getTarget()) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace mlir::tp

#endif // TP_IR_TENSORPLAY_H
