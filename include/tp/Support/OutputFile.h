//===- OutputFile.h - Output that appears whole or not at all ---*- C++ -*-===//
//
// The file that a tool writes. It is written beside its final place under a
// temporary name and takes that place only when the tool succeeded, so that a
// failed run leaves what was there before.
//
//===----------------------------------------------------------------------===//

#ifndef TP_SUPPORT_OUTPUTFILE_H
#define TP_SUPPORT_OUTPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>
#include <string>

namespace mlir::tp {

class OutputFile {
public:
  /// Opens the output `path`; "-" is the standard output. Devices and pipes are
  /// written directly: there is nothing to put in their place.
  static llvm::Expected<std::unique_ptr<OutputFile>> open(llvm::StringRef path);

  /// Throws away what was written unless `commit` was called.
  ~OutputFile();

  llvm::raw_ostream &os() { return *stream; }

  /// Flushes, and puts the file in its place. Fails where not everything could
  /// be written.
  llvm::Error commit();

private:
  OutputFile(llvm::StringRef path) : path(path.str()) {}

  std::string path;
  std::optional<llvm::sys::fs::TempFile> temporary;
  std::unique_ptr<llvm::raw_fd_ostream> owned;
  llvm::raw_fd_ostream *stream = nullptr;
};

} // namespace mlir::tp

#endif // TP_SUPPORT_OUTPUTFILE_H
