//===- ArchivePaths.cpp - Which files a program may name ------------------===//
//
// Finds the file that a path in a program leads to, and whether it may.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/ArchivePaths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir::tp::archive;
using llvm::SmallString;
using llvm::StringRef;

/// Whether `path` is `folder` or lies in it; both are real.
static bool liesIn(StringRef path, StringRef folder) {
  namespace paths = llvm::sys::path;
  auto at = paths::begin(path), end = paths::end(path);
  for (auto it = paths::begin(folder), last = paths::end(folder); it != last;
       ++it, ++at)
    if (at == end || *at != *it)
      return false;
  return true;
}

llvm::Expected<std::string>
mlir::tp::archive::resolvePath(StringRef path, const PathPolicy &policy) {
  namespace paths = llvm::sys::path;
  SmallString<256> file(path);
  StringRef folder = policy.folder.empty() ? "." : StringRef(policy.folder);
  if (paths::is_relative(path)) {
    file = policy.folder;
    paths::append(file, path);
    if (!llvm::is_contained(
            llvm::make_range(paths::begin(path), paths::end(path)), ".."))
      return file.str().str();
  }
  SmallString<256> real;
  if (std::error_code code = llvm::sys::fs::real_path(file, real))
    return llvm::createStringError(
        code, file.str() + ": cannot open: " + code.message());
  auto leadsTo = [&](StringRef place) {
    SmallString<256> target;
    return !llvm::sys::fs::real_path(place, target) && liesIn(real, target);
  };
  if (leadsTo(folder) || llvm::any_of(policy.allowed, leadsTo))
    return file.str().str();
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      file.str() + ": expected a file in the folder of the program, '" +
          folder + "'; allow another one with --allow-path");
}
