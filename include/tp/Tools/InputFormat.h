//===- InputFormat.h - Inputs other than MLIR -------------------*- C++ -*-===//
//
// How a library makes tp-opt read a format of its own: a test on the first
// bytes of the file, and a function that imports it.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TOOLS_INPUTFORMAT_H
#define TP_TOOLS_INPUTFORMAT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include <functional>

namespace mlir::tp {

/// What an importer is asked to read.
struct ImportRequest {
  /// The file to import. It is named, not opened: archives are mapped by their
  /// importer, which keeps them as the home of the weights.
  llvm::StringRef path;
  /// Where the result goes ("-": standard output). References to `path` in a
  /// program are relative to the file that holds the program.
  llvm::StringRef outputPath;
};

/// A format that tp-opt recognises by content and imports.
struct InputFormat {
  /// Named in messages, e.g. "pt2".
  llvm::StringRef name;
  /// Whether a file that starts with `bytes` (the first `sniffedBytes`, fewer
  /// where the file is shorter) is of this format.
  std::function<bool(llvm::StringRef bytes)> sniff;
  /// The extension of such files, e.g. ".pt2". A file is known by its content;
  /// but one of this name that is empty or neither text nor bytecode is a
  /// damaged one, and `import` says in what way. Empty: no extension.
  llvm::StringRef extension;
  /// Imports the file, or reports an error through the context and returns
  /// null.
  std::function<OwningOpRef<ModuleOp>(const ImportRequest &, MLIRContext *)>
      import;

  static constexpr size_t sniffedBytes = 64;
};

} // namespace mlir::tp

#endif // TP_TOOLS_INPUTFORMAT_H
