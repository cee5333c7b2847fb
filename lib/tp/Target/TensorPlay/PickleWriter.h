//===- PickleWriter.h - Pickles of literals ---------------------*- C++ -*-===//
//
// What a document has no JSON for: dtypes, devices, functions, the ellipsis,
// complex numbers; and the dict of example inputs.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_TENSORPLAY_PICKLEWRITER_H
#define TP_LIB_TARGET_TENSORPLAY_PICKLEWRITER_H

#include "Layout.h"

namespace mlir::tp::tensorplay {

/// Whether a literal has no JSON of its own.
bool needsPickle(Attribute literal);

/// The pickle of a literal without operands; none where tensorplay has no such
/// value.
std::optional<std::string> writePickle(Attribute literal);

} // namespace mlir::tp::tensorplay

#endif // TP_LIB_TARGET_TENSORPLAY_PICKLEWRITER_H
