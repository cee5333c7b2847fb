//===- Archive.h - Zip archives read in place -------------------*- C++ -*-===//
//
// A reader of zip archives whose stored entries stay in the mapped file.
//
// The project has a zip reader of its own because no library on the list of
// dependencies can say where an entry's bytes lie in the file: a program with
// gigabytes of weights is imported by writing down (file, offset, size), and
// the weights are paged in by whoever computes with them, if anybody does.
// Opening an archive reads the directory at its end, and nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_ARCHIVE_H
#define TP_TARGET_ARCHIVE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace mlir::tp::archive {

/// Text of a file as a message may hold it: one line of printable characters,
/// cut if it is long.
std::string printable(llvm::StringRef text);

/// What tells one state of a file from another: a file that is written to
/// after it was opened gets another modification time or size, a file that is
/// replaced another inode.
struct FileIdentity {
  uint64_t device = 0;
  uint64_t inode = 0;
  uint64_t size = 0;
  int64_t modifiedNanoseconds = 0;

  bool operator==(const FileIdentity &other) const {
    return device == other.device && inode == other.inode &&
           size == other.size &&
           modifiedNanoseconds == other.modifiedNanoseconds;
  }
  bool operator!=(const FileIdentity &other) const { return !(*this == other); }
};

/// The first bytes of the regular file `path`, `limit` at most. Empty where it
/// is none or cannot be read: opening it says why.
std::string readHead(llvm::StringRef path, size_t limit);

/// The identity of an open file; an error unless it is a regular file.
llvm::Expected<FileIdentity> identify(int descriptor);
/// An error if the file at `path` is no longer the one of that identity.
llvm::Error checkUnchanged(llvm::StringRef path, const FileIdentity &identity);

/// One record of the archive's directory.
struct Entry {
  /// How the bytes are kept. Other values may stand in the file; reading such
  /// an entry is an error, listing it is not.
  enum Method : uint16_t { Stored = 0, Deflated = 8 };

  /// The name below the archive's root folder ("models/model.json"); the whole
  /// name for an entry that lies outside of it.
  llvm::StringRef name;
  /// The name as it stands in the file ("m/models/model.json").
  llvm::StringRef fullName;
  /// Bytes in the file, and bytes after decompression.
  uint64_t compressedSize = 0;
  uint64_t size = 0;
  /// Where the entry's local header starts in the file.
  uint64_t headerOffset = 0;
  uint32_t crc = 0;
  uint16_t method = Stored;
  uint16_t flags = 0;
  /// False for an entry that lies outside the root folder.
  bool inRoot = true;

  bool isStored() const { return method == Stored; }
  bool isFolder() const { return fullName.ends_with("/"); }
};

/// Limits for one archive.
struct Limits {
  /// The most bytes that one compressed entry may inflate to.
  uint64_t maxInflatedSize = uint64_t(8) << 30;
};

/// An open zip archive. All methods may be called from several threads.
class Archive {
public:
  /// Opens `path`, checks its whole directory and maps the file. An error says
  /// what the file is where that can be told from its first bytes.
  static llvm::Expected<std::shared_ptr<Archive>>
  open(llvm::StringRef path, Limits limits = Limits());

  ~Archive();
  Archive(const Archive &) = delete;
  Archive &operator=(const Archive &) = delete;

  llvm::StringRef path() const { return filePath; }
  /// The folder that holds all entries of an archive written by torch, without
  /// a slash: the first path component of the first entry. Empty if the first
  /// entry lies in no folder, or `archive_format` lies in none.
  llvm::StringRef root() const { return rootName; }
  llvm::StringRef comment() const { return archiveComment; }
  const FileIdentity &identity() const { return fileIdentity; }

  /// All entries, in the order of the directory.
  llvm::ArrayRef<Entry> entries() const { return directory; }
  /// The entry with this name below the root folder, or null.
  const Entry *find(llvm::StringRef name) const;

  /// Where the entry's bytes start in the file. Reads the local header (through
  /// the file descriptor, so that no page of the mapping is touched) and checks
  /// it against the directory.
  llvm::Expected<uint64_t> dataOffset(const Entry &entry) const;

  /// The entry's content. For a stored entry this is a view of the mapped file,
  /// and its checksum is not looked at: that would read it all. A deflated
  /// entry is inflated once, checked, and kept. Valid as long as the archive.
  llvm::Expected<llvm::ArrayRef<char>> bytes(const Entry &entry) const;

  /// As `bytes`, for entries that are read to the end in any case: the checksum
  /// of stored entries is verified, too.
  llvm::Expected<llvm::ArrayRef<char>> checkedBytes(const Entry &entry) const;

  /// Reads the whole entry and compares its checksum with the directory's.
  llvm::Error verifyCrc(const Entry &entry) const;

  /// How many bytes after the end of `bytes` (a value that `bytes` returned)
  /// may be read without a fault. Parsers that load whole vectors ask.
  size_t readablePadding(llvm::ArrayRef<char> bytes) const;

  /// Fills `into` with the file's bytes from `offset` on. They are read through
  /// the file descriptor: no page of the mapping becomes resident. `what` they
  /// are begins an error's message.
  llvm::Error readAt(uint64_t offset, llvm::MutableArrayRef<char> into,
                     const llvm::Twine &what) const;

  /// The open file, for system calls that copy from it at given offsets. It has
  /// no position that means anything.
  int fileDescriptor() const { return descriptor; }

  /// An error if the file at `path()` is no longer the one that was opened.
  llvm::Error checkUnchanged() const;

  /// An error about this entry: "FILE: entry 'NAME' at byte OFFSET: MESSAGE".
  llvm::Error entryError(const Entry &entry, uint64_t offset,
                         const llvm::Twine &message) const;
  /// An error about the file: "FILE: MESSAGE".
  llvm::Error fileError(const llvm::Twine &message) const;

private:
  struct EndRecord;

  explicit Archive(llvm::StringRef path) : filePath(path) {}

  llvm::Error openFile();
  llvm::Expected<EndRecord> findEndRecord();
  llvm::Error readZip64EndRecord(EndRecord &end);
  llvm::Error readDirectory(const EndRecord &end);
  llvm::Error readDirectoryRecord(const EndRecord &end, size_t &position);
  llvm::Error readZip64Extra(Entry &entry, llvm::StringRef extra,
                             uint64_t recordOffset) const;
  llvm::Error checkName(const Entry &entry, uint64_t recordOffset) const;
  llvm::Error checkExtents() const;
  void findRoot();
  llvm::Error indexNames();
  llvm::Error checkReadable(const Entry &entry) const;
  llvm::Expected<llvm::ArrayRef<char>> mappedBytes(const Entry &entry,
                                                   uint64_t offset) const;
  llvm::Expected<llvm::ArrayRef<char>> inflate(const Entry &entry,
                                               uint64_t offset) const;
  std::string describeContent() const;

  std::string filePath;
  int descriptor = -1;
  FileIdentity fileIdentity;
  Limits limits;

  /// The whole file, mapped read-only.
  const char *mapped = nullptr;
  size_t mappedSize = 0;

  /// A copy of the directory; the names of the entries point into it.
  std::vector<char> directoryBytes;
  std::vector<Entry> directory;
  llvm::DenseMap<llvm::StringRef, size_t> byName;
  std::string rootName;
  std::string archiveComment;
  /// Where the directory starts in the file: the end of all entries.
  uint64_t directoryOffset = 0;

  /// Entries that were inflated, by their header's offset, with a number of
  /// zero bytes behind their end.
  struct Inflated {
    std::unique_ptr<char[]> data;
    size_t size = 0;
  };
  mutable std::mutex inflatedMutex;
  mutable llvm::DenseMap<uint64_t, Inflated> inflated;
};

} // namespace mlir::tp::archive

#endif // TP_TARGET_ARCHIVE_H
