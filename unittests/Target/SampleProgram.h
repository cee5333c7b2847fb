//===- SampleProgram.h - A program with everything in it --------*- C++ -*-===//
//
// The JSON of a program that has every kind of argument, input and output, and
// tools to change one place of it.
//
//===----------------------------------------------------------------------===//

#ifndef TP_UNITTESTS_TARGET_SAMPLEPROGRAM_H
#define TP_UNITTESTS_TARGET_SAMPLEPROGRAM_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace tptest {

/// The program, as torch's JSON writer spaces it.
std::string sampleProgram();

/// The smallest program that is one.
std::string smallProgram();

/// A weights config of one parameter and a custom object.
std::string samplePayloads();

/// `text` with `from` replaced, which must stand in it exactly once.
std::string replaced(std::string text, llvm::StringRef from,
                     llvm::StringRef to);

} // namespace tptest

#endif // TP_UNITTESTS_TARGET_SAMPLEPROGRAM_H
