//===- Targets.h - Names of operators in archives ---------------*- C++ -*-===//
//
// An archive names an operator by its Python path, `torch.ops.aten.add.Tensor`;
// the IR leaves out `torch.ops.`, which nearly all have.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_PT2_TARGETS_H
#define TP_TARGET_PT2_TARGETS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::tp {

/// The IR's name of a target: without `torch.ops.`, unless what remains would
/// read as another Python path.
StringRef getIRTarget(StringRef archiveTarget);

/// The archive's name of a target of the IR; the inverse of getIRTarget.
std::string getArchiveTarget(StringRef irTarget);

} // namespace mlir::tp

#endif // TP_TARGET_PT2_TARGETS_H
