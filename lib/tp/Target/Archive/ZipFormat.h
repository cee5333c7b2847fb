//===- ZipFormat.h - Numbers of the zip file format -------------*- C++ -*-===//
//
// Signatures, record sizes and field offsets of PKWARE's APPNOTE.TXT 6.3, as
// far as the reader and the writer need them. All numbers in a zip file are
// little-endian.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_ARCHIVE_ZIPFORMAT_H
#define TP_LIB_TARGET_ARCHIVE_ZIPFORMAT_H

#include "llvm/Support/Endian.h"
#include <cstddef>
#include <cstdint>

namespace mlir::tp::archive::zip {

constexpr uint32_t localSignature = 0x04034b50;
constexpr uint32_t directorySignature = 0x02014b50;
constexpr uint32_t endSignature = 0x06054b50;
constexpr uint32_t descriptorSignature = 0x08074b50;
constexpr uint32_t zip64EndSignature = 0x06064b50;
constexpr uint32_t zip64LocatorSignature = 0x07064b50;

constexpr size_t localSize = 30;
constexpr size_t directorySize = 46;
constexpr size_t endSize = 22;
constexpr size_t zip64EndSize = 56;
constexpr size_t zip64LocatorSize = 20;
constexpr size_t maxCommentSize = 0xffff;

/// A tag and a size begin each extra field.
constexpr size_t extraHeaderSize = 4;
constexpr uint16_t zip64ExtraTag = 0x0001;
/// torch's padding, "FB".
constexpr uint16_t paddingExtraTag = 0x4246;

/// Values that say "see the Zip64 record".
constexpr uint16_t saturated16 = 0xffff;
constexpr uint32_t saturated32 = 0xffffffff;

constexpr uint16_t flagEncrypted = 1u << 0;
constexpr uint16_t flagDataDescriptor = 1u << 3;
constexpr uint16_t flagPatched = 1u << 5;
constexpr uint16_t flagStrongEncryption = 1u << 6;
constexpr uint16_t flagUtf8 = 1u << 11;
constexpr uint16_t flagMaskedHeader = 1u << 13;

inline uint16_t read16(const void *at) {
  return llvm::support::endian::read16le(at);
}
inline uint32_t read32(const void *at) {
  return llvm::support::endian::read32le(at);
}
inline uint64_t read64(const void *at) {
  return llvm::support::endian::read64le(at);
}

} // namespace mlir::tp::archive::zip

#endif // TP_LIB_TARGET_ARCHIVE_ZIPFORMAT_H
