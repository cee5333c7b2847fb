//===- ArchiveEntry.cpp - Reading the entries of a zip archive ------------===//
//
// Local headers, views of stored entries, inflation and checksums.
//
//===----------------------------------------------------------------------===//

#include "ZipFormat.h"
#include "tp/Target/Archive.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Process.h"
#include <new>
#include <zlib.h>

using namespace mlir::tp::archive;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

/// Zero bytes behind an inflated entry, for parsers that load whole vectors.
static constexpr size_t inflatedPadding = 64;

/// No deflate stream holds more than this many bytes for one of its own (258
/// bytes per match, four matches per byte). More is a damaged size, and no
/// memory is reserved for it.
static constexpr uint64_t maxDeflateRatio = 1032;

/// An error unless the entry is stored or deflated, and not encrypted.
Error Archive::checkReadable(const Entry &entry) const {
  if (entry.flags &
      (zip::flagEncrypted | zip::flagStrongEncryption | zip::flagMaskedHeader))
    return entryError(entry, entry.headerOffset, "the entry is encrypted");
  if (entry.flags & zip::flagPatched)
    return entryError(entry, entry.headerOffset,
                      "the entry is a patch of another file");
  if (entry.method != Entry::Stored && entry.method != Entry::Deflated)
    return entryError(entry, entry.headerOffset,
                      "expected compression method 0 (stored) or 8 (deflated), "
                      "got " +
                          Twine(entry.method));
  if (entry.isStored() && entry.size != entry.compressedSize)
    return entryError(entry, entry.headerOffset,
                      "a stored entry has two sizes: " + Twine(entry.size) +
                          " and " + Twine(entry.compressedSize));
  return Error::success();
}

Expected<uint64_t> Archive::dataOffset(const Entry &entry) const {
  auto fail = [&](const Twine &message) {
    return entryError(entry, entry.headerOffset, message);
  };
  if (Error error = checkReadable(entry))
    return error;
  llvm::SmallVector<char, 256> header(zip::localSize + entry.fullName.size());
  if (Error error = readAt(entry.headerOffset, header, "local header"))
    return error;
  if (zip::read32(header.data()) != zip::localSignature)
    return fail("expected a local header");
  const size_t nameSize = zip::read16(header.data() + 26);
  const size_t extraSize = zip::read16(header.data() + 28);
  if (nameSize != entry.fullName.size() ||
      StringRef(header.data() + zip::localSize, nameSize) != entry.fullName)
    return fail("the local header has another name than the directory");
  const uint16_t flags = zip::read16(header.data() + 6);
  if (zip::read16(header.data() + 8) != entry.method ||
      ((flags ^ entry.flags) & (zip::flagEncrypted | zip::flagDataDescriptor)))
    return fail("the local header has another compression method or flags "
                "than the directory");
  // With a data descriptor the numbers follow the data and are zero here; with
  // a Zip64 field the sizes are saturated.
  auto agree = [&](size_t at, uint64_t expected) {
    const uint32_t got = zip::read32(header.data() + at);
    return got == expected || got == zip::saturated32 ||
           (got == 0 && (flags & zip::flagDataDescriptor));
  };
  if (!agree(18, entry.compressedSize) || !agree(22, entry.size))
    return fail("the local header has another size than the directory");
  const uint32_t crc = zip::read32(header.data() + 14);
  const bool deferred = crc == 0 && (flags & zip::flagDataDescriptor);
  if (crc != entry.crc && !deferred)
    return fail("the local header has another checksum than the directory");

  const uint64_t offset =
      entry.headerOffset + zip::localSize + nameSize + extraSize;
  if (offset > directoryOffset ||
      entry.compressedSize > directoryOffset - offset)
    return fail("its " + Twine(entry.compressedSize) + " bytes at byte " +
                Twine(offset) + " do not fit before the directory at byte " +
                Twine(directoryOffset));
  return offset;
}

Expected<ArrayRef<char>> Archive::mappedBytes(const Entry &entry,
                                              uint64_t offset) const {
  return ArrayRef<char>(mapped + offset, entry.compressedSize);
}

Expected<ArrayRef<char>> Archive::bytes(const Entry &entry) const {
  Expected<uint64_t> offset = dataOffset(entry);
  if (!offset)
    return offset.takeError();
  return entry.isStored() ? mappedBytes(entry, *offset)
                          : inflate(entry, *offset);
}

static uint32_t checksum(ArrayRef<char> bytes) {
  return ::crc32_z(0, reinterpret_cast<const Bytef *>(bytes.data()),
                   bytes.size());
}

static std::string checksumMessage(uint32_t got, uint32_t expected) {
  return ("expected the checksum 0x" + llvm::utohexstr(expected, true, 8) +
          ", got 0x" + llvm::utohexstr(got, true, 8));
}

Expected<ArrayRef<char>> Archive::checkedBytes(const Entry &entry) const {
  Expected<ArrayRef<char>> content = bytes(entry);
  if (!content || !entry.isStored())
    return content;
  uint32_t got = checksum(*content);
  if (got != entry.crc)
    return entryError(entry, entry.headerOffset,
                      checksumMessage(got, entry.crc));
  return content;
}

Error Archive::verifyCrc(const Entry &entry) const {
  return checkedBytes(entry).takeError();
}

/// Inflates `in` into `out`, which must become exactly full. The error text is
/// empty on success.
static std::string inflateRaw(ArrayRef<char> in,
                              llvm::MutableArrayRef<char> out) {
  z_stream stream = {};
  if (::inflateInit2(&stream, -MAX_WBITS) != Z_OK)
    return "cannot start zlib";
  // zlib counts in 32 bits.
  constexpr size_t chunk = 1u << 30;
  size_t inLeft = in.size();
  size_t outLeft = out.size();
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(in.data()));
  stream.next_out = reinterpret_cast<Bytef *>(out.data());
  int status = Z_OK;
  while (status == Z_OK) {
    const size_t inNow = std::min(inLeft, chunk);
    const size_t outNow = std::min(outLeft, chunk);
    stream.avail_in = inNow;
    stream.avail_out = outNow;
    status = ::inflate(&stream, Z_NO_FLUSH);
    inLeft -= inNow - stream.avail_in;
    outLeft -= outNow - stream.avail_out;
  }
  std::string text = stream.msg ? stream.msg : "";
  ::inflateEnd(&stream);
  if (status == Z_STREAM_END && outLeft == 0)
    return inLeft == 0 ? ""
                       : llvm::utostr(inLeft) +
                             " bytes follow the end of the deflated data";
  if (status == Z_STREAM_END)
    return "expected " + llvm::utostr(out.size()) + " bytes, got " +
           llvm::utostr(out.size() - outLeft);
  if (status == Z_BUF_ERROR && outLeft == 0)
    return "the data inflates to more than " + llvm::utostr(out.size()) +
           " bytes";
  if (status == Z_BUF_ERROR)
    return "the deflated data ends early";
  return "the deflated data is damaged" + (text.empty() ? "" : ": " + text);
}

Expected<ArrayRef<char>> Archive::inflate(const Entry &entry,
                                          uint64_t offset) const {
  auto fail = [&](const Twine &message) {
    return entryError(entry, entry.headerOffset, message);
  };
  std::lock_guard<std::mutex> lock(inflatedMutex);
  auto found = inflated.find(entry.headerOffset);
  if (found != inflated.end())
    return ArrayRef<char>(found->second.data.get(), found->second.size);

  if (entry.size > limits.maxInflatedSize)
    return fail("it would inflate to " + Twine(entry.size) +
                " bytes, more than the limit of " +
                Twine(limits.maxInflatedSize));
  if (entry.size / maxDeflateRatio > entry.compressedSize)
    return fail(Twine(entry.compressedSize) +
                " deflated bytes cannot hold the declared " +
                Twine(entry.size));
  Inflated result;
  result.size = entry.size;
  result.data.reset(new (std::nothrow) char[entry.size + inflatedPadding]);
  if (!result.data)
    return fail("no memory for its " + Twine(entry.size) + " bytes");
  std::fill_n(result.data.get() + entry.size, inflatedPadding, 0);
  std::string message =
      inflateRaw(ArrayRef<char>(mapped + offset, entry.compressedSize),
                 llvm::MutableArrayRef<char>(result.data.get(), entry.size));
  if (!message.empty())
    return fail(message);
  ArrayRef<char> content(result.data.get(), result.size);
  const uint32_t got = checksum(content);
  if (got != entry.crc)
    return fail(checksumMessage(got, entry.crc));
  inflated[entry.headerOffset] = std::move(result);
  return content;
}

size_t Archive::readablePadding(ArrayRef<char> bytes) const {
  const char *end = bytes.data() + bytes.size();
  if (mapped && std::less_equal<>()(mapped, bytes.data()) &&
      std::less_equal<>()(end, mapped + mappedSize)) {
    // The rest of the last page reads as zero.
    const size_t page = llvm::sys::Process::getPageSizeEstimate();
    const size_t readable = (mappedSize + page - 1) / page * page;
    return readable - (end - mapped);
  }
  return inflatedPadding;
}
