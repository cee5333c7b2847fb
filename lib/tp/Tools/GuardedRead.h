//===- GuardedRead.h - Surviving MLIR's bytecode reader ---------*- C++ -*-===//
//
// MLIR's bytecode reader trusts its input: counts, references and sizes of a
// damaged file make it crash, run in circles or ask for all memory. A tool that
// reads bytecode therefore goes on in a child process, and its parent turns
// such an end into one error. Once the file is read the guard is off, and a
// crash is a crash again.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TOOLS_GUARDEDREAD_H
#define TP_LIB_TOOLS_GUARDEDREAD_H

#include "mlir/Support/LLVM.h"
#include <memory>
#include <optional>

namespace mlir::tp {

/// Whether a file that starts with `bytes` is MLIR bytecode.
bool isBytecode(StringRef bytes);

/// The guard in the child, which goes on with the tool's work.
class ReadGuard {
public:
  /// Splits the process; no other thread may run. In the child, returns the
  /// guard. In the parent, waits for the child, reports an end of it that was
  /// none of its own as an error of `tool` about `file`, and returns null and
  /// the tool's exit status. Where no process can be made there is neither: the
  /// tool goes on without a guard.
  static std::unique_ptr<ReadGuard> start(StringRef tool, StringRef file,
                                          size_t fileSize,
                                          std::optional<int> &status);
  /// As `finish`.
  ~ReadGuard();

  /// Whether the file is not read yet, and nothing was said: where reading has
  /// failed, MLIR's reader gave no reason.
  bool isSilent() const;

  /// The file is read: takes the limits off, and gives what was said so far to
  /// standard error. Calls after the first do nothing.
  void finish();

private:
  struct State;
  explicit ReadGuard(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace mlir::tp

#endif // TP_LIB_TOOLS_GUARDEDREAD_H
