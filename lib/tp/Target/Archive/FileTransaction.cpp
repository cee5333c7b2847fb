//===- FileTransaction.cpp - Several outputs, or none ---------------------===//
//
// Renames with a memory.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/FileTransaction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"

using namespace mlir::tp::archive;
using llvm::Error;
using llvm::SmallString;
using llvm::StringRef;
using llvm::Twine;
namespace fs = llvm::sys::fs;

/// The innermost one of this thread.
static thread_local FileTransaction *current = nullptr;

FileTransaction::FileTransaction() : outer(current) { current = this; }

FileTransaction::~FileTransaction() {
  current = outer;
  for (const Placed &file : llvm::reverse(placed)) {
    if (file.backup.empty())
      (void)fs::remove(file.path);
    else
      (void)fs::rename(file.backup, file.path);
  }
}

void FileTransaction::commit() {
  for (Placed &file : placed)
    if (outer)
      outer->placed.push_back(std::move(file));
    else if (!file.backup.empty())
      (void)fs::remove(file.backup);
  placed.clear();
}

Error FileTransaction::place(fs::TempFile file, StringRef path) {
  auto fail = [&](const Twine &why) {
    llvm::consumeError(file.discard());
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   path + ": cannot write: " + why);
  };
  std::string backup;
  if (current && fs::exists(path)) {
    SmallString<256> kept;
    fs::createUniquePath(path + ".old-%%%%%%%%", kept, /*MakeAbsolute=*/false);
    // The former file stays readable under its name until the rename.
    if (std::error_code code = fs::create_hard_link(path, kept))
      return fail(code.message());
    backup = kept.str().str();
  }
  if (Error error = file.keep(path)) {
    if (!backup.empty())
      (void)fs::remove(backup);
    return fail(llvm::toString(std::move(error)));
  }
  if (current)
    current->placed.push_back({path.str(), backup});
  return Error::success();
}
