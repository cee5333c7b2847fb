//===- PathOptions.h - Which files a tool reads for a program ---*- C++ -*-===//
//
// The option --allow-path, and the paths of archives in a tool's input.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TOOLS_PATHOPTIONS_H
#define TP_LIB_TOOLS_PATHOPTIONS_H

#include "mlir/IR/DialectRegistry.h"
#include "tp/Target/ArchivePaths.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::tp {

/// Registers --allow-path; call it before the command line is parsed.
void registerPathOptions();

/// The policy for a program that the file `input` ("-": standard input) holds:
/// paths start from its folder.
archive::PathPolicy getPathPolicy(StringRef input);

/// The policy for a program that is imported from `archive`: its paths start
/// from the folder of the output ("-": the current one), and the archive itself
/// may be read wherever it is.
archive::PathPolicy getImportPolicy(StringRef archive, StringRef output);

/// Gives the dialect of every context of `registry` the policy.
void addPathPolicy(DialectRegistry &registry, archive::PathPolicy policy);

} // namespace mlir::tp

#endif // TP_LIB_TOOLS_PATHOPTIONS_H
