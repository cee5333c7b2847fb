//===- ByteSize.h - Sizes in options ----------------------------*- C++ -*-===//
//
// Reads "500MB", "5GB", "1GiB" or a plain number of bytes.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_TRANSFORMS_BYTESIZE_H
#define LIB_TP_TRANSFORMS_BYTESIZE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace mlir::tp {

/// The bytes that `text` says; nothing where it is no size of 1 or more that
/// fits 64 bits. KB, MB, GB and TB count in thousands, KiB and so on in 1024.
inline std::optional<uint64_t> parseByteSize(llvm::StringRef text) {
  uint64_t number = 0;
  if (text.consumeInteger(10, number) || number == 0)
    return std::nullopt;
  text = text.trim();
  unsigned power = 0;
  uint64_t base = 1000;
  if (text.size() >= 2) {
    size_t found = llvm::StringRef("KMGT").find(text.front());
    if (found == llvm::StringRef::npos)
      return std::nullopt;
    power = found + 1;
    text = text.drop_front();
    if (text.consume_front("i"))
      base = 1024;
  }
  if (!text.empty() && text != "B")
    return std::nullopt;
  for (; power; --power) {
    if (number > UINT64_MAX / base)
      return std::nullopt;
    number *= base;
  }
  return number;
}

} // namespace mlir::tp

#endif // LIB_TP_TRANSFORMS_BYTESIZE_H
