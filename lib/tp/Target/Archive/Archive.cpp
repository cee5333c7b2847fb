//===- Archive.cpp - Opening a zip archive and reading its directory ------===//
//
// The end record, its Zip64 form, the central directory and the root folder.
// Everything is read with pread into buffers of known size: a damaged file
// gives an error that names the record and its offset, and no page of the
// mapping is touched before somebody asks for an entry's bytes.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Archive.h"
#include "ZipFormat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace mlir::tp::archive;
using llvm::Error;
using llvm::Expected;
using llvm::MutableArrayRef;
using llvm::StringRef;
using llvm::Twine;

/// What the end record says, with the Zip64 record's numbers where it has them.
struct Archive::EndRecord {
  /// Where the end record starts, and where the directory must have ended: at
  /// the Zip64 end record if there is one.
  uint64_t offset = 0;
  uint64_t directoryEnd = 0;
  uint64_t entryCount = 0;
  uint64_t directorySize = 0;
  uint64_t directoryOffset = 0;
  /// Bytes of something else in front of the archive, which the offsets in the
  /// archive do not count.
  uint64_t prefix = 0;
};

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

std::string mlir::tp::archive::printable(StringRef text) {
  constexpr size_t limit = 200;
  std::string result;
  llvm::raw_string_ostream stream(result);
  llvm::printEscapedString(text.take_front(limit), stream);
  if (text.size() > limit)
    stream << "...";
  return result;
}

Error Archive::fileError(const Twine &message) const {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 filePath + ": " + message);
}

Error Archive::entryError(const Entry &entry, uint64_t offset,
                          const Twine &message) const {
  return fileError("entry '" + printable(entry.fullName) + "' at byte " +
                   Twine(offset) + ": " + message);
}

/// Says what a file is that is no zip archive, as far as its first bytes tell.
std::string Archive::describeContent() const {
  char head[16] = {};
  size_t size = std::min<uint64_t>(sizeof(head), fileIdentity.size);
  if (Error error = readAt(0, MutableArrayRef<char>(head, size), "head")) {
    llvm::consumeError(std::move(error));
    return "it cannot be read";
  }
  StringRef text(head, size);
  if (text.starts_with("PK\x03\x04"))
    return "it starts as one, but has no end record: it is truncated, or more "
           "was appended than an archive comment may hold";
  if (text.starts_with("PK"))
    return "it starts with the letters of one, but not with one of its records";
  if (text.starts_with("\x80\x02") || text.starts_with("\x80\x04"))
    return "it is a pickle, perhaps of torch.save before torch 1.6";
  if (size >= 9 && zip::read64(head) <= fileIdentity.size - 8 && head[8] == '{')
    return "it looks like a safetensors file";
  if (text.starts_with("\x7f"
                       "ELF"))
    return "it is an ELF file";
  if (text.starts_with("ML\xefR"))
    return "it is MLIR bytecode";
  if (text.starts_with("\x89HDF"))
    return "it is an HDF5 file";
  return "it does not start as one, either";
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

static FileIdentity toIdentity(const struct stat &status) {
  FileIdentity identity;
  identity.device = status.st_dev;
  identity.inode = status.st_ino;
  identity.size = status.st_size;
  identity.modifiedNanoseconds =
      int64_t(status.st_mtim.tv_sec) * 1000000000 + status.st_mtim.tv_nsec;
  return identity;
}

std::string mlir::tp::archive::readHead(StringRef path, size_t limit) {
  int file = ::open(path.str().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return {};
  llvm::scope_exit close([&] { ::close(file); });
  Expected<FileIdentity> identity = identify(file);
  if (!identity) {
    llvm::consumeError(identity.takeError());
    return {};
  }
  std::string head(limit, '\0');
  ssize_t got = ::pread(file, head.data(), head.size(), 0);
  head.resize(std::max<ssize_t>(got, 0));
  return head;
}

Expected<FileIdentity> mlir::tp::archive::identify(int descriptor) {
  auto fail = [](const Twine &message) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
  };
  struct stat status;
  if (::fstat(descriptor, &status) != 0)
    return fail("cannot read its status: " + llvm::sys::StrError(errno));
  if (!S_ISREG(status.st_mode))
    return fail("expected a regular file");
  return toIdentity(status);
}

Error mlir::tp::archive::checkUnchanged(StringRef path,
                                        const FileIdentity &identity) {
  auto fail = [&](const Twine &message) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   path + ": " + message);
  };
  struct stat status;
  if (::stat(path.str().c_str(), &status) != 0)
    return fail("cannot read its status again: " + llvm::sys::StrError(errno));
  if (toIdentity(status) != identity)
    return fail("the file changed after it was opened");
  return Error::success();
}

Archive::~Archive() {
  if (mapped)
    ::munmap(const_cast<char *>(mapped), mappedSize);
  if (descriptor >= 0)
    ::close(descriptor);
}

Error Archive::openFile() {
  // A pipe without a writer must not block: it is refused below.
  descriptor = ::open(filePath.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return fileError("cannot open: " + llvm::sys::StrError(errno));
  Expected<FileIdentity> found = identify(descriptor);
  if (!found)
    return fileError(llvm::toString(found.takeError()));
  fileIdentity = *found;
  return Error::success();
}

Error Archive::checkUnchanged() const {
  return archive::checkUnchanged(filePath, fileIdentity);
}

Error Archive::readAt(uint64_t offset, MutableArrayRef<char> into,
                      const Twine &what) const {
  if (offset > fileIdentity.size || into.size() > fileIdentity.size - offset)
    return fileError(what + " at byte " + Twine(offset) + ": expected " +
                     Twine(into.size()) + " bytes, but the file ends at byte " +
                     Twine(fileIdentity.size));
  size_t done = 0;
  while (done != into.size()) {
    ssize_t got = ::pread(descriptor, into.data() + done, into.size() - done,
                          offset + done);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return fileError(what + " at byte " + Twine(offset) +
                       ": cannot read: " + llvm::sys::StrError(errno));
    if (got == 0)
      return fileError(what + " at byte " + Twine(offset) +
                       ": the file became shorter while it was read");
    done += got;
  }
  return Error::success();
}

Expected<std::shared_ptr<Archive>> Archive::open(StringRef path,
                                                 Limits limits) {
  std::shared_ptr<Archive> archive(new Archive(path));
  archive->limits = limits;
  if (Error error = archive->openFile())
    return error;
  Expected<EndRecord> end = archive->findEndRecord();
  if (!end)
    return end.takeError();
  if (Error error = archive->readDirectory(*end))
    return error;
  archive->findRoot();
  if (Error error = archive->indexNames())
    return error;
  if (Error error = archive->checkExtents())
    return error;

  archive->mappedSize = archive->fileIdentity.size;
  void *address = ::mmap(nullptr, archive->mappedSize, PROT_READ, MAP_PRIVATE,
                         archive->descriptor, 0);
  if (address == MAP_FAILED)
    return archive->fileError("cannot map: " + llvm::sys::StrError(errno));
  archive->mapped = static_cast<const char *>(address);
  return archive;
}

//===----------------------------------------------------------------------===//
// The end records
//===----------------------------------------------------------------------===//

Expected<Archive::EndRecord> Archive::findEndRecord() {
  const uint64_t fileSize = fileIdentity.size;
  if (fileSize == 0)
    return fileError("expected a zip archive, but the file is empty");

  // Archives without a comment, all of torch's, end with the record.
  std::vector<char> tail;
  const char *found = nullptr;
  for (size_t window : {zip::endSize, zip::endSize + zip::maxCommentSize}) {
    tail.resize(std::min<uint64_t>(window, fileSize));
    if (Error error = readAt(fileSize - tail.size(), tail, "end of file"))
      return error;
    if (tail.size() < zip::endSize)
      break;
    for (size_t at = tail.size() - zip::endSize + 1; at-- && !found;) {
      const char *record = tail.data() + at;
      // The comment must reach to the end of the file, or it is not the record
      // but bytes that look like one.
      if (zip::read32(record) == zip::endSignature &&
          at + zip::endSize + zip::read16(record + 20) == tail.size())
        found = record;
    }
    if (found)
      break;
  }
  if (!found)
    return fileError("expected a zip archive: " + describeContent());

  EndRecord end;
  end.offset = fileSize - tail.size() + (found - tail.data());
  end.directoryEnd = end.offset;
  end.entryCount = zip::read16(found + 10);
  end.directorySize = zip::read32(found + 12);
  end.directoryOffset = zip::read32(found + 16);
  archiveComment.assign(found + zip::endSize, zip::read16(found + 20));
  const uint16_t disk = zip::read16(found + 4);
  const uint16_t directoryDisk = zip::read16(found + 6);
  const uint16_t entriesHere = zip::read16(found + 8);
  if (Error error = readZip64EndRecord(end))
    return error;

  auto isHere = [](uint16_t number) {
    return number == 0 || number == zip::saturated16;
  };
  if (!isHere(disk) || !isHere(directoryDisk) ||
      (entriesHere != zip::saturated16 && entriesHere != end.entryCount))
    return fileError("end record at byte " + Twine(end.offset) +
                     ": the archive is split over several disks");
  if (end.directorySize > end.directoryEnd ||
      end.directoryOffset > end.directoryEnd - end.directorySize)
    return fileError("end record at byte " + Twine(end.offset) +
                     ": the directory of " + Twine(end.directorySize) +
                     " bytes at byte " + Twine(end.directoryOffset) +
                     " does not fit before byte " + Twine(end.directoryEnd));
  end.prefix = end.directoryEnd - end.directorySize - end.directoryOffset;
  end.directoryOffset += end.prefix;
  return end;
}

/// Reads the Zip64 end record, if a locator stands in front of the end record.
Error Archive::readZip64EndRecord(EndRecord &end) {
  const bool needed = end.entryCount == zip::saturated16 ||
                      end.directorySize == zip::saturated32 ||
                      end.directoryOffset == zip::saturated32;
  char locator[zip::zip64LocatorSize] = {};
  if (end.offset >= sizeof(locator))
    if (Error error = readAt(end.offset - sizeof(locator), locator, "locator"))
      return error;
  if (zip::read32(locator) != zip::zip64LocatorSignature) {
    // Exactly 65535 entries need no Zip64 record; sizes of 4 GiB do.
    if (!needed || (end.directorySize != zip::saturated32 &&
                    end.directoryOffset != zip::saturated32))
      return Error::success();
    return fileError("end record at byte " + Twine(end.offset) +
                     ": expected a Zip64 locator in front of it");
  }

  // Data in front of the archive moves the record: it then stands right in
  // front of the locator.
  const uint64_t locatorOffset = end.offset - sizeof(locator);
  char record[zip::zip64EndSize] = {};
  uint64_t offset = zip::read64(locator + 8);
  bool found = false;
  for (uint64_t candidate : {offset, locatorOffset - sizeof(record)}) {
    if (found || locatorOffset < sizeof(record) ||
        candidate > locatorOffset - sizeof(record))
      continue;
    if (Error error = readAt(candidate, record, "Zip64 end record"))
      return error;
    found = zip::read32(record) == zip::zip64EndSignature;
    if (found)
      offset = candidate;
  }
  if (!found)
    return fileError("Zip64 locator at byte " + Twine(locatorOffset) +
                     ": expected a Zip64 end record at byte " + Twine(offset));
  if (zip::read32(locator + 4) != 0 || zip::read32(locator + 16) > 1 ||
      zip::read32(record + 16) != 0 || zip::read32(record + 20) != 0 ||
      zip::read64(record + 24) != zip::read64(record + 32))
    return fileError("Zip64 end record at byte " + Twine(offset) +
                     ": the archive is split over several disks");

  auto agree = [](uint64_t small, uint64_t saturated, uint64_t large) {
    return small == saturated || small == large;
  };
  const uint64_t count = zip::read64(record + 32);
  const uint64_t size = zip::read64(record + 40);
  const uint64_t start = zip::read64(record + 48);
  if (!agree(end.entryCount, zip::saturated16, count) ||
      !agree(end.directorySize, zip::saturated32, size) ||
      !agree(end.directoryOffset, zip::saturated32, start))
    return fileError("Zip64 end record at byte " + Twine(offset) +
                     ": it disagrees with the end record at byte " +
                     Twine(end.offset));
  end.directoryEnd = offset;
  end.entryCount = count;
  end.directorySize = size;
  end.directoryOffset = start;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// The directory
//===----------------------------------------------------------------------===//

Error Archive::readDirectory(const EndRecord &end) {
  directoryOffset = end.directoryOffset;
  // Before any memory is reserved: the count must be possible.
  if (end.entryCount > end.directorySize / zip::directorySize)
    return fileError("end record at byte " + Twine(end.offset) + ": " +
                     Twine(end.entryCount) +
                     " entries do not fit a directory of " +
                     Twine(end.directorySize) + " bytes");
  directoryBytes.resize(end.directorySize);
  if (Error error = readAt(end.directoryOffset, directoryBytes, "directory"))
    return error;
  directory.reserve(end.entryCount);
  size_t position = 0;
  for (uint64_t i = 0; i != end.entryCount; ++i)
    if (Error error = readDirectoryRecord(end, position))
      return error;
  if (position != directoryBytes.size())
    return fileError("directory at byte " + Twine(end.directoryOffset) + ": " +
                     Twine(directoryBytes.size() - position) +
                     " bytes follow the last of " + Twine(end.entryCount) +
                     " entries");
  return Error::success();
}

Error Archive::readDirectoryRecord(const EndRecord &end, size_t &position) {
  const uint64_t recordOffset = end.directoryOffset + position;
  auto fail = [&](const Twine &message) {
    return fileError("directory record " + Twine(directory.size()) +
                     " at byte " + Twine(recordOffset) + ": " + message);
  };
  const size_t left = directoryBytes.size() - position;
  if (left < zip::directorySize)
    return fail("the directory ends after " + Twine(left) + " of its bytes");
  const char *record = directoryBytes.data() + position;
  if (zip::read32(record) != zip::directorySignature)
    return fail("expected its signature");
  const size_t nameSize = zip::read16(record + 28);
  const size_t extraSize = zip::read16(record + 30);
  const size_t commentSize = zip::read16(record + 32);
  const size_t recordSize =
      zip::directorySize + nameSize + extraSize + commentSize;
  if (left < recordSize)
    return fail("its " + Twine(recordSize) +
                " bytes reach beyond the end of the directory");

  Entry entry;
  entry.flags = zip::read16(record + 8);
  entry.method = zip::read16(record + 10);
  entry.crc = zip::read32(record + 16);
  entry.compressedSize = zip::read32(record + 20);
  entry.size = zip::read32(record + 24);
  entry.headerOffset = zip::read32(record + 42);
  entry.fullName = StringRef(record + zip::directorySize, nameSize);
  entry.name = entry.fullName;
  if (zip::read16(record + 34) != 0 &&
      zip::read16(record + 34) != zip::saturated16)
    return fail("the entry lies on another disk");
  if (Error error = checkName(entry, recordOffset))
    return error;
  StringRef extra(record + zip::directorySize + nameSize, extraSize);
  if (Error error = readZip64Extra(entry, extra, recordOffset))
    return error;
  if (entry.headerOffset > UINT64_MAX - end.prefix)
    return entryError(entry, recordOffset,
                      "local header offset out of range: " +
                          Twine(entry.headerOffset));
  entry.headerOffset += end.prefix;
  directory.push_back(entry);
  position += recordSize;
  return Error::success();
}

/// Replaces saturated numbers by those of the Zip64 extra field, which holds
/// only these, in a fixed order.
Error Archive::readZip64Extra(Entry &entry, StringRef extra,
                              uint64_t recordOffset) const {
  bool saturated = entry.size == zip::saturated32 ||
                   entry.compressedSize == zip::saturated32 ||
                   entry.headerOffset == zip::saturated32;
  if (!saturated)
    return Error::success();
  while (extra.size() >= 4) {
    const uint16_t tag = zip::read16(extra.bytes_begin());
    const size_t size = zip::read16(extra.bytes_begin() + 2);
    extra = extra.drop_front(4);
    if (size > extra.size())
      return entryError(entry, recordOffset,
                        "an extra field of " + Twine(size) +
                            " bytes reaches beyond the record");
    StringRef field = extra.take_front(size);
    extra = extra.drop_front(size);
    if (tag != zip::zip64ExtraTag)
      continue;
    for (uint64_t *number :
         {&entry.size, &entry.compressedSize, &entry.headerOffset}) {
      if (*number != zip::saturated32)
        continue;
      if (field.size() < 8)
        return entryError(entry, recordOffset,
                          "the Zip64 field is too short: " + Twine(size) +
                              " bytes");
      *number = zip::read64(field.bytes_begin());
      field = field.drop_front(8);
    }
    return Error::success();
  }
  return entryError(entry, recordOffset,
                    "expected a Zip64 field for its sizes or offset");
}

Error Archive::checkName(const Entry &entry, uint64_t recordOffset) const {
  StringRef name = entry.fullName;
  auto fail = [&](const Twine &message) {
    return entryError(entry, recordOffset, message);
  };
  if (name.empty())
    return fail("the name is empty");
  if (name.contains('\0'))
    return fail("the name holds a zero byte");
  const auto *source = reinterpret_cast<const llvm::UTF8 *>(name.data());
  if (!llvm::isLegalUTF8String(&source, source + name.size()))
    return fail("the name is not UTF-8");
  if (name.starts_with("/"))
    return fail("the name is an absolute path");
  llvm::SmallVector<StringRef> components;
  name.split(components, '/');
  if (llvm::is_contained(components, ".."))
    return fail("the name leads out of the archive");
  return Error::success();
}

void Archive::findRoot() {
  if (directory.empty())
    return;
  // tensorplay has no folder around its entries, so that theirs come first.
  if (llvm::any_of(directory, [](const Entry &entry) {
        return entry.fullName == "archive_format";
      }))
    return;
  StringRef first = directory.front().fullName;
  size_t slash = first.find('/');
  if (slash == StringRef::npos)
    return;
  rootName = first.take_front(slash).str();
  for (Entry &entry : directory) {
    entry.inRoot = entry.fullName.size() > slash &&
                   entry.fullName.take_front(slash) == rootName &&
                   entry.fullName[slash] == '/';
    if (entry.inRoot)
      entry.name = entry.fullName.drop_front(slash + 1);
  }
}

Error Archive::indexNames() {
  llvm::DenseMap<StringRef, size_t> byFullName;
  byFullName.reserve(directory.size());
  byName.reserve(directory.size());
  for (auto [index, entry] : llvm::enumerate(directory)) {
    auto [found, isNew] = byFullName.try_emplace(entry.fullName, index);
    if (!isNew)
      return entryError(entry, entry.headerOffset,
                        "the name stands twice in the directory, also for "
                        "the entry at byte " +
                            Twine(directory[found->second].headerOffset));
    if (entry.inRoot)
      byName.try_emplace(entry.name, index);
  }
  return Error::success();
}

const Entry *Archive::find(StringRef name) const {
  auto found = byName.find(name);
  return found == byName.end() ? nullptr : &directory[found->second];
}

/// All entries must end before the directory, and none may share bytes with
/// another. The local headers are not read for this: their extra fields can
/// only make an entry longer, and `dataOffset` looks at them.
Error Archive::checkExtents() const {
  std::vector<const Entry *> sorted;
  sorted.reserve(directory.size());
  for (const Entry &entry : directory)
    sorted.push_back(&entry);
  llvm::sort(sorted, [](const Entry *lhs, const Entry *rhs) {
    return lhs->headerOffset < rhs->headerOffset;
  });
  for (auto [index, entry] : llvm::enumerate(sorted)) {
    const bool isLast = index + 1 == sorted.size();
    const uint64_t limit =
        isLast ? directoryOffset
               : std::min(sorted[index + 1]->headerOffset, directoryOffset);
    const uint64_t header = zip::localSize + entry->fullName.size();
    if (entry->headerOffset <= limit && header <= limit - entry->headerOffset &&
        entry->compressedSize <= limit - entry->headerOffset - header)
      continue;
    const std::string size = llvm::utostr(entry->compressedSize);
    if (!isLast && limit != directoryOffset)
      return entryError(*entry, entry->headerOffset,
                        "its " + size + " bytes overlap the entry '" +
                            printable(sorted[index + 1]->fullName) +
                            "' at byte " + Twine(limit));
    return entryError(*entry, entry->headerOffset,
                      "its " + size +
                          " bytes do not fit before the "
                          "directory at byte " +
                          Twine(limit));
  }
  return Error::success();
}
