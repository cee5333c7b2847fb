//===- ArchivePaths.h - Which files a program may name ----------*- C++ -*-===//
//
// A program names archives relative to the file that holds the program
// (ArchiveReference.h). This finds the file again, where it may be read.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_ARCHIVEPATHS_H
#define TP_TARGET_ARCHIVEPATHS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace mlir::tp::archive {

/// Which files a program may name.
struct PathPolicy {
  /// The folder that relative paths start from: that of the file which holds
  /// the program. Empty: the current one.
  std::string folder;
  /// Files and folders outside of it that may be read as well.
  std::vector<std::string> allowed;

  void allow(llvm::StringRef path) {
    if (!llvm::is_contained(allowed, path))
      allowed.push_back(path.str());
  }
};

/// The file that `path` names in a program. A relative path without ".." stays
/// in the folder, and may go through links there; any other one must lead to
/// the folder, or to what is allowed, with all links followed.
llvm::Expected<std::string> resolvePath(llvm::StringRef path,
                                        const PathPolicy &policy);

} // namespace mlir::tp::archive

#endif // TP_TARGET_ARCHIVEPATHS_H
