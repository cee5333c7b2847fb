//===- ArchiveReference.h - How programs name archives ----------*- C++ -*-===//
//
// What a `tp.archive` says of a file: the path that leads to it from the file
// that holds the program, and a fingerprint of its content.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_ARCHIVEREFERENCE_H
#define TP_TARGET_ARCHIVEREFERENCE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::tp::archive {

class Archive;

/// Identifies the content of an archive by what its directory says of each
/// entry, which includes the checksums: no weight is read.
std::string getFingerprint(const Archive &zip);

/// `path` relative to `folder`, by its name where it lies in there; absolute
/// where the two share no folder but the root. An empty `folder` leaves it.
std::string getRelativePath(llvm::StringRef path, llvm::StringRef folder);

} // namespace mlir::tp::archive

#endif // TP_TARGET_ARCHIVEREFERENCE_H
