//===- ArchiveContent.cpp - The bytes of entries that are written ---------===//
//
// Bytes from memory, from other archives and from generators, with their
// checksums.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/ArchiveWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Casting.h"
#include <algorithm>
#include <limits>
#include <unistd.h>
#include <zlib.h>

using namespace mlir::tp::archive;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

/// Below this, a copy through memory is cheaper than the system calls of a copy
/// inside of the kernel.
static constexpr uint64_t minKernelCopy = 1 << 18;

/// How much is in memory at a time where it has to be.
static constexpr size_t blockSize = 1 << 20;

/// The most that one call copies inside of the kernel.
static constexpr uint64_t maxKernelCopy = 1 << 30;

static uint32_t extendCrc(uint32_t crc, ArrayRef<char> bytes) {
  return ::crc32_z(crc, reinterpret_cast<const Bytef *>(bytes.data()),
                   bytes.size());
}

//===----------------------------------------------------------------------===//
// Content
//===----------------------------------------------------------------------===//

Content Content::view(ArrayRef<char> bytes) {
  Content content;
  content.data = bytes.data();
  content.length = bytes.size();
  return content;
}

Content Content::own(std::string bytes) {
  auto owner = std::make_shared<const std::string>(std::move(bytes));
  Content content = text(*owner);
  content.owner = std::move(owner);
  return content;
}

Content Content::entry(std::shared_ptr<const Archive> source,
                       const Entry &entry) {
  return region(std::move(source), entry, 0, entry.size);
}

Content Content::region(std::shared_ptr<const Archive> source,
                        const Entry &entry, uint64_t offset, uint64_t size) {
  Content content;
  content.kind = Kind::Region;
  content.length = size;
  content.source = std::move(source);
  content.sourceEntry = &entry;
  content.sourceOffset = offset;
  return content;
}

Content Content::generate(uint64_t size, Generator generator) {
  Content content;
  content.kind = Kind::Generated;
  content.length = size;
  content.generator = std::make_shared<const Generator>(std::move(generator));
  return content;
}

//===----------------------------------------------------------------------===//
// Writing it
//===----------------------------------------------------------------------===//

/// Counts what passes, and makes its checksum.
class ArchiveWriter::CountingStream : public llvm::raw_ostream {
public:
  explicit CountingStream(llvm::raw_ostream &os) : os(os) {
    SetBufferSize(1 << 16);
  }
  ~CountingStream() override { flush(); }

  uint32_t checksum() const { return crc; }

private:
  void write_impl(const char *bytes, size_t size) override {
    crc = extendCrc(crc, ArrayRef<char>(bytes, size));
    count += size;
    os.write(bytes, size);
  }
  uint64_t current_pos() const override { return count; }

  llvm::raw_ostream &os;
  uint64_t count = 0;
  uint32_t crc = 0;
};

Error ArchiveWriter::add(StringRef name, const Content &content) {
  switch (content.kind) {
  case Content::Kind::Bytes: {
    if (Error error = begin(name, content.length))
      return error;
    StringRef bytes(content.data, content.length);
    put(bytes);
    return end(name, bytes.size(), extendCrc(0, bytes));
  }
  case Content::Kind::Region:
    return addRegion(name, content);
  case Content::Kind::Generated:
    return addGenerated(name, *content.generator, &content.length);
  }
  llvm_unreachable("all kinds are handled");
}

Error ArchiveWriter::addStream(StringRef name,
                               const Content::Generator &generator) {
  return addGenerated(name, generator, nullptr);
}

Error ArchiveWriter::addGenerated(StringRef name,
                                  const Content::Generator &generator,
                                  const uint64_t *expectedSize) {
  if (Error error = begin(name, expectedSize ? *expectedSize : 0))
    return error;
  CountingStream stream(os);
  if (Error error = generator(stream))
    return error;
  stream.flush();
  const uint64_t size = stream.tell();
  position += size;
  if (expectedSize && size != *expectedSize)
    return nameError(name, "expected " + Twine(*expectedSize) + " bytes, but " +
                               Twine(size) + " were written");
  if (!expectedSize && size >= std::numeric_limits<uint32_t>::max())
    return nameError(name, "its " + Twine(size) +
                               " bytes are more than such an entry may have");
  return end(name, size, stream.checksum());
}

Error ArchiveWriter::addRegion(StringRef name, const Content &content) {
  const Archive &source = *content.source;
  const Entry &entry = *content.sourceEntry;
  if (content.sourceOffset > entry.size ||
      content.length > entry.size - content.sourceOffset)
    return source.entryError(
        entry, entry.headerOffset,
        "expected " + Twine(content.length) + " bytes at byte " +
            Twine(content.sourceOffset) + " of the entry, but it has " +
            Twine(entry.size));
  if (!llvm::is_contained(sources, content.source))
    sources.push_back(content.source);
  if (!entry.isStored()) {
    Expected<ArrayRef<char>> bytes = source.bytes(entry);
    if (!bytes)
      return bytes.takeError();
    return add(name, Content::view(
                         bytes->slice(content.sourceOffset, content.length)));
  }

  Expected<uint64_t> offset = source.dataOffset(entry);
  if (!offset)
    return offset.takeError();
  if (Error error = begin(name, content.length))
    return error;
  const bool isWhole = content.length == entry.size;
  uint32_t crc = isWhole ? entry.crc : 0;
  if (Error error = copyBytes(content, *offset + content.sourceOffset,
                              isWhole ? nullptr : &crc))
    return error;
  return end(name, content.length, crc);
}

/// Copies the bytes at `offset` of the source's file; extends `crc` by them if
/// there is one.
Error ArchiveWriter::copyBytes(const Content &content, uint64_t offset,
                               uint32_t *crc) {
  uint64_t size = content.length;
  if (!crc && size >= minKernelCopy) {
    const uint64_t copied =
        copyInKernel(content.source->fileDescriptor(), offset, size);
    offset += copied;
    size -= copied;
  }
  std::vector<char> block(std::min<uint64_t>(size, blockSize));
  while (size != 0) {
    llvm::MutableArrayRef<char> part(block.data(),
                                     std::min<uint64_t>(size, block.size()));
    if (Error error = content.source->readAt(
            offset, part,
            "entry '" + printable(content.sourceEntry->fullName) + "'"))
      return error;
    if (crc)
      *crc = extendCrc(*crc, part);
    put(StringRef(part.data(), part.size()));
    offset += part.size();
    size -= part.size();
  }
  return Error::success();
}

namespace {
/// Gives the descriptor that LLVM's streams keep for those that derive.
class Descriptor : public llvm::raw_fd_stream {
public:
  static int of(const llvm::raw_fd_stream &stream) {
    return (stream.*&Descriptor::get_fd)();
  }
};
} // namespace

uint64_t ArchiveWriter::copyInKernel(int from, uint64_t offset, uint64_t size) {
  auto *file = llvm::dyn_cast<llvm::raw_fd_stream>(&os);
  if (!file)
    return 0;
  file->flush();
  if (file->has_error())
    return 0;
  uint64_t copied = 0;
#ifdef __linux__
  off64_t at = offset;
  while (copied != size) {
    // Any failure (another file system, a stream that appends, a full disk) is
    // left to the copy through memory, which says what is wrong if it fails,
    // too.
    const ssize_t got =
        ::copy_file_range(from, &at, Descriptor::of(*file), nullptr,
                          std::min(size - copied, maxKernelCopy), 0);
    if (got <= 0)
      break;
    copied += got;
  }
#endif
  // The stream counts its own position.
  if (copied != 0)
    file->seek(file->tell() + copied);
  position += copied;
  return copied;
}
