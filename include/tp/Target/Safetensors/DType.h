//===- DType.h - Element types of safetensors files -------------*- C++ -*-===//
//
// The element types that the format names, and their widths.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_SAFETENSORS_DTYPE_H
#define TP_TARGET_SAFETENSORS_DTYPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace mlir::tp::safetensors {

/// All types of the format. Writers before 0.6 know neither those of less than
/// a byte, nor F8_E8M0, the FNUZ kinds and C64.
enum class DType : uint8_t {
  BOOL,
  F4,
  F6_E2M3,
  F6_E3M2,
  U8,
  I8,
  F8_E5M2,
  F8_E4M3,
  F8_E8M0,
  F8_E4M3FNUZ,
  F8_E5M2FNUZ,
  I16,
  U16,
  F16,
  BF16,
  I32,
  U32,
  F32,
  C64,
  F64,
  I64,
  U64,
};

/// The name in the header, "BF16".
llvm::StringRef getName(DType type);
std::optional<DType> getDType(llvm::StringRef name);

/// Bits of one element.
unsigned getBitWidth(DType type);

/// Bytes of a tensor; none where they are no whole number, or do not fit 64
/// bits.
std::optional<uint64_t> getSize(DType type, llvm::ArrayRef<uint64_t> shape);

} // namespace mlir::tp::safetensors

#endif // TP_TARGET_SAFETENSORS_DTYPE_H
