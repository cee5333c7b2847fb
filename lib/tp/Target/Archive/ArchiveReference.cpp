//===- ArchiveReference.cpp - How programs name archives ------------------===//
//
// Paths between files that may be moved together, and what identifies a file's
// content.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/ArchiveReference.h"
#include "tp/Target/Archive.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace mlir::tp::archive;
using llvm::StringRef;

std::string mlir::tp::archive::getFingerprint(const Archive &zip) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const Entry &entry : zip.entries())
    os << entry.fullName << '\0' << entry.size << ' ' << entry.crc << '\n';
  return llvm::utohexstr(llvm::xxh3_64bits(StringRef(text)),
                         /*LowerCase=*/true, /*Width=*/16);
}

/// Makes `folder` absolute and free of dots; `real` follows its links too.
/// Whatever `..` leaves is followed: it is no parent by name behind a link.
static std::error_code normalizeFolder(llvm::SmallVectorImpl<char> &folder,
                                       bool real) {
  if (std::error_code code = llvm::sys::fs::make_absolute(folder))
    return code;
  StringRef text(folder.data(), folder.size());
  if (!real &&
      !llvm::is_contained(llvm::make_range(llvm::sys::path::begin(text),
                                           llvm::sys::path::end(text)),
                          "..")) {
    llvm::sys::path::remove_dots(folder);
    return {};
  }
  llvm::SmallString<256> target;
  if (std::error_code code = llvm::sys::fs::real_path(text, target))
    return code;
  folder.assign(target.begin(), target.end());
  return {};
}

/// The way from `base` to `folder`, both normalized; none where they have no
/// more in common than the root.
static std::optional<llvm::SmallString<256>> getWay(StringRef base,
                                                    StringRef folder) {
  namespace path = llvm::sys::path;
  auto from = path::begin(base), fromEnd = path::end(base);
  auto to = path::begin(folder), toEnd = path::end(folder);
  unsigned shared = 0;
  for (; from != fromEnd && to != toEnd && *from == *to; ++from, ++to)
    ++shared;
  if (shared < 2)
    return std::nullopt;
  llvm::SmallString<256> way;
  for (; from != fromEnd; ++from)
    path::append(way, "..");
  for (; to != toEnd; ++to)
    path::append(way, *to);
  return way;
}

std::string mlir::tp::archive::getRelativePath(StringRef path,
                                               StringRef folder) {
  if (folder.empty())
    return path.str();
  llvm::SmallString<256> home(llvm::sys::path::parent_path(path)), base(folder);
  if (normalizeFolder(home, /*real=*/false) ||
      normalizeFolder(base, /*real=*/false))
    return path.str();
  std::optional<llvm::SmallString<256>> way = getWay(base, home);
  if (!way || StringRef(*way).starts_with("..")) {
    // What `..` leads to depends on the links on the way.
    if (normalizeFolder(home, /*real=*/true))
      return path.str();
    if (!normalizeFolder(base, /*real=*/true))
      way = getWay(base, home);
  }
  llvm::SmallString<256> result = way.value_or(home);
  llvm::sys::path::append(result, llvm::sys::path::filename(path));
  return result.str().str();
}
