//===- ImportProgram.h - Import of one document -----------------*- C++ -*-===//
//
// A document and what belongs to it, wherever it comes from.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_TENSORPLAY_IMPORTPROGRAM_H
#define TP_LIB_TARGET_TENSORPLAY_IMPORTPROGRAM_H

#include "ImportContext.h"
#include "tp/Target/Archive.h"

namespace mlir::tp::tensorplay {

/// The parts of a program. A bare document has neither tables nor examples.
struct ProgramParts {
  std::unique_ptr<JsonFile> document, weights, constants;
  std::optional<pickle::Pickle> examples;
  FlatSymbolRefAttr archive;
  /// The size of an entry of the archive, none where there is no such entry.
  std::function<std::optional<uint64_t>(StringRef)> entrySize;
};

/// Imports a program under the name `name`, or reports one error.
LogicalResult importDocument(const ProgramParts &parts, Location loc,
                             StringRef name, OpBuilder &builder);

} // namespace mlir::tp::tensorplay

#endif // TP_LIB_TARGET_TENSORPLAY_IMPORTPROGRAM_H
