//===- TranslateMain.h - The driver of tp-translate -------------*- C++ -*-===//
//
// A translation driver with upstream's options whose output appears whole or
// not at all, and which maps its input instead of copying it.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TOOLS_TRANSLATEMAIN_H
#define TP_TOOLS_TRANSLATEMAIN_H

#include "llvm/ADT/StringRef.h"

namespace mlir::tp {

/// Runs a tool like mlir-translate over the registered translations and
/// returns its exit status. A translation finds the path of its input in the
/// identifier of the main buffer ("<stdin>" for standard input); the buffer is
/// mapped read-only, and null-terminated only where it is text.
int tpTranslateMain(int argc, char **argv);

/// Where the running tool writes, "-" for the standard output: references to
/// other files are relative to it.
llvm::StringRef getTranslateOutputPath();

} // namespace mlir::tp

#endif // TP_TOOLS_TRANSLATEMAIN_H
