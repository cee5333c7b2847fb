//===- Targets.cpp - Names of operators in archives -----------------------===//
//
// Adds and removes `torch.ops.`.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/PT2/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;

static constexpr llvm::StringLiteral opsPrefix = "torch.ops.";

/// Whether a target is a Python path of its own, not below `torch.ops`.
static bool isPythonPath(StringRef target) {
  static constexpr llvm::StringLiteral roots[] = {
      "_operator.", "operator.", "math.", "torch.", "builtins.", "#"};
  return llvm::any_of(roots,
                      [&](StringRef root) { return target.starts_with(root); });
}

StringRef mlir::tp::getIRTarget(StringRef archiveTarget) {
  StringRef rest = archiveTarget;
  if (rest.consume_front(opsPrefix) && !isPythonPath(rest))
    return rest;
  return archiveTarget;
}

std::string mlir::tp::getArchiveTarget(StringRef irTarget) {
  if (isPythonPath(irTarget))
    return irTarget.str();
  return (Twine(opsPrefix) + irTarget).str();
}
