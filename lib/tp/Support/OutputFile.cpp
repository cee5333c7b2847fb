//===- OutputFile.cpp - Output that appears whole or not at all -----------===//
//
// Implements OutputFile with a temporary file in the folder of the output and a
// rename.
//
//===----------------------------------------------------------------------===//

#include "tp/Support/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace mlir::tp {

/// One million nodes print as some hundred megabytes; the default buffer of a
/// stream is a disk block.
static constexpr size_t bufferSize = 1 << 18;

static Error cannotWrite(StringRef path, std::error_code code) {
  return createStringError(code, "cannot write output file '%s': %s",
                           path.str().c_str(), code.message().c_str());
}

Expected<std::unique_ptr<OutputFile>> OutputFile::open(StringRef path) {
  std::unique_ptr<OutputFile> file(new OutputFile(path));
  if (path == "-") {
    file->stream = &outs();
    return file;
  }

  sys::fs::file_status status;
  bool exists = !sys::fs::status(path, status);
  if (exists && sys::fs::is_directory(status))
    return cannotWrite(path, std::make_error_code(std::errc::is_a_directory));
  if (exists && !sys::fs::is_regular_file(status)) {
    std::error_code code;
    file->owned = std::make_unique<raw_fd_ostream>(path, code);
    if (code)
      return cannotWrite(path, code);
    file->stream = file->owned.get();
    return file;
  }
  if (exists) {
    // A rename asks the folder for permission; a file that is protected itself
    // stays protected.
    if (std::error_code code =
            sys::fs::access(path, sys::fs::AccessMode::Write))
      return cannotWrite(path, code);
    // A link keeps pointing where it does; the file behind it is replaced.
    SmallString<128> real;
    if (!sys::fs::real_path(path, real))
      file->path = real.str().str();
  }

  Expected<sys::fs::TempFile> temporary =
      sys::fs::TempFile::create(file->path + ".tmp-%%%%%%%%");
  if (!temporary)
    return cannotWrite(path, errorToErrorCode(temporary.takeError()));
  file->temporary.emplace(std::move(*temporary));
  if (exists)
    (void)sys::fs::setPermissions(file->temporary->FD, status.permissions());
  // The kind of stream that shows what it is: writers of archives copy whole
  // files into it.
  file->owned = std::make_unique<raw_fd_stream>(file->temporary->FD,
                                                /*shouldClose=*/false);
  file->owned->SetBufferSize(bufferSize);
  file->stream = file->owned.get();
  return file;
}

OutputFile::~OutputFile() {
  if (owned) {
    // Errors no longer matter, and the stream would take them as fatal.
    owned->flush();
    owned->clear_error();
    owned.reset();
  }
  if (temporary)
    consumeError(temporary->discard());
}

Error OutputFile::commit() {
  stream->flush();
  if (stream->has_error()) {
    std::error_code code = stream->error();
    stream->clear_error();
    return cannotWrite(path, code);
  }
  owned.reset();
  if (!temporary)
    return Error::success();
  if (Error error = temporary->keep(path)) {
    temporary.reset();
    return cannotWrite(path, errorToErrorCode(std::move(error)));
  }
  temporary.reset();
  return Error::success();
}

} // namespace mlir::tp
