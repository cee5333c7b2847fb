//===- Export.h - From programs to .pt2 archives ----------------*- C++ -*-===//
//
// Writes the programs of a module as one archive that torch.export.load reads:
// the inverse of Import.h. Every program of the module becomes a model of the
// archive, named as its symbol. The only program of a module that was not
// imported from an archive is named "model", which torch.export.load asks for.
//
// What a program needs to be written: its state is lifted (--lift-state), its
// nodes are calls of functions, its values have types of tensors, symbolic
// scalars or objects. Nodes without names get some; a tensor without strides is
// contiguous. The first thing that cannot be written gives one error, which
// names the node.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_PT2_EXPORT_H
#define TP_TARGET_PT2_EXPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "tp/Target/PT2/Model.h"

#include <memory>
#include <string>

namespace mlir::tp {

class ProgramOp;

namespace pt2 {

/// The structs of one program and the memory that they point into; their
/// strings live in the program's context.
class ProgramModel {
public:
  ProgramModel();
  ~ProgramModel();
  ProgramModel(ProgramModel &&);

  struct Impl;
  Impl *operator->() const { return impl.get(); }

  const ExportedProgram &getProgram() const;
  ArrayRef<UnknownField> getUnknownFields() const;

private:
  std::unique_ptr<Impl> impl;
};

/// The document of `program`; its weights are left out. On failure there is one
/// error.
FailureOr<ProgramModel> exportProgram(ProgramOp program);

} // namespace pt2

struct ExportOptions {
  /// The folder in the archive that holds all entries: torch takes the name of
  /// the file without its extension.
  std::string root = "archive";
};

/// The root folder of the archive `path` as torch names it; "-" is a stream.
std::string getArchiveRoot(StringRef path);

/// Writes all programs of `module` to `os`. Weights are copied from the files
/// that the module names. On failure there is one error, and what was written
/// is worth nothing: write to a temporary file.
LogicalResult exportPT2(ModuleOp module, raw_ostream &os,
                        const ExportOptions &options = {});

} // namespace mlir::tp

#endif // TP_TARGET_PT2_EXPORT_H
