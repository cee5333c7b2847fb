//===- DType.cpp - Element types of safetensors files ---------------------===//
//
// Names and widths of the element types.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Safetensors/DType.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tp::safetensors;
using llvm::StringRef;

namespace {
struct Info {
  llvm::StringLiteral name;
  unsigned bits;
};
} // namespace

/// In the order of the enumeration.
static constexpr Info infos[] = {
    {"BOOL", 8},    {"F4", 4},          {"F6_E2M3", 6},     {"F6_E3M2", 6},
    {"U8", 8},      {"I8", 8},          {"F8_E5M2", 8},     {"F8_E4M3", 8},
    {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"I16", 16},
    {"U16", 16},    {"F16", 16},        {"BF16", 16},       {"I32", 32},
    {"U32", 32},    {"F32", 32},        {"C64", 64},        {"F64", 64},
    {"I64", 64},    {"U64", 64}};
static_assert(std::size(infos) == size_t(DType::U64) + 1);

StringRef mlir::tp::safetensors::getName(DType type) {
  return infos[size_t(type)].name;
}

std::optional<DType> mlir::tp::safetensors::getDType(StringRef name) {
  const Info *info = llvm::find_if(
      infos, [&](const Info &entry) { return entry.name == name; });
  if (info == std::end(infos))
    return std::nullopt;
  return DType(info - std::begin(infos));
}

unsigned mlir::tp::safetensors::getBitWidth(DType type) {
  return infos[size_t(type)].bits;
}

std::optional<uint64_t>
mlir::tp::safetensors::getSize(DType type, llvm::ArrayRef<uint64_t> shape) {
  // A size of 0 makes the others irrelevant, however large they are.
  if (llvm::is_contained(shape, 0))
    return 0;
  uint64_t bits = getBitWidth(type);
  for (uint64_t size : shape) {
    bool overflowed = false;
    bits = llvm::SaturatingMultiply(bits, size, &overflowed);
    if (overflowed)
      return std::nullopt;
  }
  if (bits % 8)
    return std::nullopt;
  return bits / 8;
}
