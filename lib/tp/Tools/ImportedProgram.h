//===- ImportedProgram.h - Running passes on an import ----------*- C++ -*-===//
//
// What tp-opt does with a program that comes from an importer and not from
// MLIR's parser.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TOOLS_IMPORTEDPROGRAM_H
#define TP_LIB_TOOLS_IMPORTEDPROGRAM_H

#include "tp/Tools/InputFormat.h"
#include "tp/Tools/OutputFormat.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir {
class DialectRegistry;
class MlirOptMainConfig;
} // namespace mlir

namespace mlir::tp {

/// The name of the format of MLIR itself. A program in it names files relative
/// to its own folder, which they are no more where the output has another one:
/// their paths are changed.
constexpr llvm::StringLiteral mlirFormatName = "MLIR";

/// Imports a program, verifies it, runs the passes that `config` asks for and
/// prints it to `os`, with the same options as MlirOptMain on text; as `output`
/// where that is not null.
LogicalResult
processImported(llvm::raw_ostream &os, const ImportRequest &request,
                const InputFormat &format, const OutputFormat *output,
                DialectRegistry &registry, const MlirOptMainConfig &config);

/// Whether `op` comes back the same from text and from bytecode; says where it
/// does not.
LogicalResult verifyRoundTrips(Operation *op, const MlirOptMainConfig &config);

} // namespace mlir::tp

#endif // TP_LIB_TOOLS_IMPORTEDPROGRAM_H
