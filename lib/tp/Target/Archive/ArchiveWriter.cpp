//===- ArchiveWriter.cpp - Zip archives as torch writes them --------------===//
//
// Local headers, data descriptors and the directory. What lies between a header
// and its descriptor is in ArchiveContent.cpp.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/ArchiveWriter.h"
#include "ZipFormat.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Casting.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/xxhash.h"
#include <limits>

using namespace mlir::tp::archive;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

/// Where the bytes of entries start, so that they can be mapped as tensors.
static constexpr uint64_t alignment = 64;

/// Sizes and checksum follow the bytes; names are UTF-8.
static constexpr uint16_t entryFlags = zip::flagDataDescriptor | zip::flagUtf8;

/// The version of the format that has Zip64, and the Unix side of "made by".
static constexpr uint16_t zip64Version = 45;
static constexpr uint16_t zip64MadeBy = 0x0300 | 30;

ArchiveWriter::ArchiveWriter(llvm::raw_ostream &os, StringRef root)
    : os(os), root(root.str()) {}

ArchiveWriter::~ArchiveWriter() = default;

namespace {
/// Little-endian numbers for a record.
class Bytes {
public:
  Bytes &u16(uint16_t value) { return put(value); }
  Bytes &u32(uint32_t value) { return put(value); }
  Bytes &u64(uint64_t value) { return put(value); }
  StringRef str() const { return StringRef(buffer.data(), buffer.size()); }
  size_t size() const { return buffer.size(); }

private:
  template <typename T> Bytes &put(T value) {
    const size_t at = buffer.size();
    buffer.resize(at + sizeof(T));
    llvm::support::endian::write(buffer.data() + at, value,
                                 llvm::endianness::little);
    return *this;
  }
  llvm::SmallVector<char, 96> buffer;
};
} // namespace

void ArchiveWriter::put(StringRef bytes) {
  os << bytes;
  position += bytes.size();
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

Error ArchiveWriter::nameError(StringRef name, const Twine &message) const {
  return llvm::createStringError("entry '" + printable(name) + "': " + message);
}

/// What is wrong with a path inside of an archive; empty if nothing is.
static std::string pathProblem(StringRef path) {
  if (path.contains('\0'))
    return "the name contains a zero byte";
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(path.begin());
  if (!llvm::isLegalUTF8String(
          &begin, reinterpret_cast<const llvm::UTF8 *>(path.end())))
    return "the name is not UTF-8";
  while (true) {
    auto [component, rest] = path.split('/');
    if (component.empty())
      return "the name has an empty component";
    if (component == "." || component == "..")
      return ("the name has the component '" + component + "'").str();
    if (component.size() == path.size())
      return "";
    path = rest;
  }
}

Error ArchiveWriter::checkName(StringRef name) {
  if (records.empty() && !root.empty()) {
    std::string problem = pathProblem(root);
    if (problem.empty() && StringRef(root).contains('/'))
      problem = "the name has several components";
    if (!problem.empty())
      return llvm::createStringError("root folder '" + printable(root) +
                                     "': " + problem);
  }
  if (std::string problem = pathProblem(name); !problem.empty())
    return nameError(name, problem);
  if (root.size() + 1 + name.size() > zip::saturated16)
    return nameError(name, "the name is longer than a zip file can hold");
  if (!names.insert(name).second)
    return nameError(name, "the archive has an entry of this name already");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Local headers and data descriptors
//===----------------------------------------------------------------------===//

Error ArchiveWriter::begin(StringRef name, uint64_t size) {
  if (Error error = checkName(name))
    return error;
  Record record;
  record.fullName = root.empty() ? name.str() : root + "/" + name.str();
  record.size = size;
  record.headerOffset = position;
  record.crc = 0;

  const bool isLarge = size >= zip64Threshold;
  Bytes extra;
  if (isLarge)
    extra.u16(zip::zip64ExtraTag).u16(16).u64(size).u64(size);
  const uint64_t start = position + zip::localSize + record.fullName.size() +
                         extra.size() + zip::extraHeaderSize;
  const uint16_t padding = (alignment - start % alignment) % alignment;
  extra.u16(zip::paddingExtraTag).u16(padding);

  const uint32_t headerSize = isLarge ? zip::saturated32 : 0;
  Bytes header;
  header.u32(zip::localSignature)
      .u16(isLarge ? zip64Version : 0)
      .u16(entryFlags)
      .u16(Entry::Stored)
      .u32(0) // No date.
      .u32(0) // The checksum follows.
      .u32(headerSize)
      .u32(headerSize)
      .u16(record.fullName.size())
      .u16(extra.size() + padding);
  put(header.str());
  put(record.fullName);
  put(extra.str());
  // The letter that torch fills with, too.
  put(std::string(padding, 'Z'));
  records.push_back(std::move(record));
  return streamError(name);
}

Error ArchiveWriter::end(StringRef name, uint64_t size, uint32_t crc) {
  Record &record = records.back();
  const bool isLarge = record.size >= zip64Threshold;
  record.size = size;
  record.crc = crc;
  Bytes descriptor;
  descriptor.u32(zip::descriptorSignature).u32(crc);
  if (isLarge)
    descriptor.u64(size).u64(size);
  else
    descriptor.u32(size).u32(size);
  put(descriptor.str());
  return streamError(name);
}

Error ArchiveWriter::streamError(StringRef name) {
  auto *file = llvm::dyn_cast<llvm::raw_fd_stream>(&os);
  if (!file || !file->has_error())
    return Error::success();
  const std::error_code code = file->error();
  // The stream's destructor takes an error that nobody saw for a fatal one.
  file->clear_error();
  return llvm::createStringError(
      code, "entry '" + printable(name) + "': cannot write: " + code.message());
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

/// The Zip64 numbers of a directory record: those that do not fit.
static uint32_t saturate(uint64_t value, uint64_t threshold, Bytes &wide) {
  if (value < threshold)
    return value;
  wide.u64(value);
  return zip::saturated32;
}

void ArchiveWriter::writeDirectory() {
  const uint64_t start = position;
  for (const Record &record : records) {
    Bytes wide;
    const uint32_t size = saturate(record.size, zip64Threshold, wide);
    (void)saturate(record.size, zip64Threshold, wide);
    const uint32_t offset = saturate(record.headerOffset, zip64Threshold, wide);
    const bool isWide = wide.size() != 0;
    Bytes bytes;
    bytes.u32(zip::directorySignature)
        .u16(0)
        .u16(size == zip::saturated32 ? zip64Version : 0)
        .u16(entryFlags)
        .u16(Entry::Stored)
        .u32(0) // No date.
        .u32(record.crc)
        .u32(size)
        .u32(size)
        .u16(record.fullName.size())
        .u16(isWide ? zip::extraHeaderSize + wide.size() : 0)
        .u16(0) // No comment.
        .u16(0) // The first disk.
        .u16(0) // No text.
        .u32(0) // No permissions.
        .u32(offset);
    put(bytes.str());
    put(record.fullName);
    if (isWide) {
      put(Bytes().u16(zip::zip64ExtraTag).u16(wide.size()).str());
      put(wide.str());
    }
  }

  const uint64_t end = position;
  const uint64_t size = end - start;
  Bytes bytes;
  bytes.u32(zip::zip64EndSignature)
      .u64(zip::zip64EndSize - 12) // What follows this number.
      .u16(zip64MadeBy)
      .u16(zip64Version)
      .u32(0) // This disk, and that of the directory.
      .u32(0)
      .u64(records.size())
      .u64(records.size())
      .u64(size)
      .u64(start);
  bytes.u32(zip::zip64LocatorSignature).u32(0).u64(end).u32(1);
  const uint16_t count = std::min<uint64_t>(records.size(), zip::saturated16);
  bytes.u32(zip::endSignature)
      .u16(0)
      .u16(0)
      .u16(count)
      .u16(count)
      .u32(std::min<uint64_t>(size, zip::saturated32))
      .u32(start < zip64Threshold ? start : zip::saturated32)
      .u16(0); // No comment.
  put(bytes.str());
}

Error ArchiveWriter::addIdentity() {
  auto addText = [&](StringRef name, StringRef text) {
    return contains(name) ? Error::success() : add(name, Content::text(text));
  };
  if (Error error = addText(".data/version", "6\n"))
    return error;
  if (Error error = addText("byteorder", "little"))
    return error;
  // torch's identity is two hashes, too: of the names and of the checksums.
  std::string allNames;
  Bytes checksums;
  for (const Record &record : records) {
    allNames += record.fullName;
    allNames += '\0';
    checksums.u64(record.size).u32(record.crc);
  }
  std::string identity;
  llvm::raw_string_ostream(identity)
      << llvm::format("%020llu",
                      (unsigned long long)llvm::xxh3_64bits(allNames))
      << llvm::format("%020llu",
                      (unsigned long long)llvm::xxh3_64bits(checksums.str()));
  return addText(".data/serialization_id", identity);
}

Error ArchiveWriter::finish() {
  // What torch adds belongs to its folder.
  if (!root.empty())
    if (Error error = addIdentity())
      return error;
  writeDirectory();
  os.flush();
  if (Error error = streamError("directory"))
    return error;
  for (const std::shared_ptr<const Archive> &source : sources)
    if (Error error = source->checkUnchanged())
      return error;
  return Error::success();
}
