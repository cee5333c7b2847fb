//===- OptMain.h - The driver of tp-opt -------------------------*- C++ -*-===//
//
// An optimizer driver with upstream's options, further input formats, and
// outputs that appear whole or not at all.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TOOLS_OPTMAIN_H
#define TP_TOOLS_OPTMAIN_H

#include "tp/Tools/InputFormat.h"
#include "tp/Tools/OutputFormat.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::tp {

/// Runs a tool like mlir-opt and returns its exit status. Text, bytecode and
/// every one of `formats` are recognised by content, and the options of
/// `outputs` ask for another output than MLIR. Passes are to be registered
/// before; dialect and pass plugins are loaded here.
int tpOptMain(int argc, char **argv, DialectRegistry &registry,
              llvm::ArrayRef<InputFormat> formats = {},
              llvm::ArrayRef<OutputFormat> outputs = {});

} // namespace mlir::tp

#endif // TP_TOOLS_OPTMAIN_H
