//===- Spelling.h - Names, strings and floats of node lists -----*- C++ -*-===//
//
// The words of a node list.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_TARGET_NODELIST_SPELLING_H
#define LIB_TP_TARGET_NODELIST_SPELLING_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace mlir::tp::nodelist {

/// A JSON string in ASCII.
void printString(raw_ostream &os, StringRef text);
/// A bare name where it is made of letters, digits, `_` and `.`, else a string.
void printName(raw_ostream &os, StringRef name);
/// A float as Python's repr() spells it.
void printFloat(raw_ostream &os, double value);

std::string spellName(StringRef name);

} // namespace mlir::tp::nodelist

#endif // LIB_TP_TARGET_NODELIST_SPELLING_H
