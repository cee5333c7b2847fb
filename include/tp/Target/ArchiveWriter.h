//===- ArchiveWriter.h - Zip archives as torch writes them ------*- C++ -*-===//
//
// A writer of zip archives that does not copy what it need not look at.
//
// The form is that of torch's PyTorchStreamWriter: all entries lie in one root
// folder and are stored, the bytes of each start at a multiple of 64 in the
// file (a field of the local header pads them), sizes and checksum follow the
// bytes in a data descriptor, and the directory ends with Zip64 records. The
// same content makes the same file, byte for byte: there are no dates.
//
// A stored entry of another archive is copied inside of the kernel where the
// stream is an llvm::raw_fd_stream, as that of OutputFile is, and its checksum
// is taken from the directory that it comes from.
// Memory in use does not grow with what is copied.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_ARCHIVEWRITER_H
#define TP_TARGET_ARCHIVEWRITER_H

#include "tp/Target/Archive.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mlir::tp::archive {

/// The bytes of an entry to write: in memory, in another archive, or made when
/// they are written. Cheap to copy.
class Content {
public:
  using Generator = std::function<llvm::Error(llvm::raw_ostream &)>;

  /// No bytes.
  Content() = default;

  /// Bytes that stay where they are until the archive is written.
  static Content view(llvm::ArrayRef<char> bytes);
  static Content text(llvm::StringRef text) {
    return view(llvm::ArrayRef<char>(text.data(), text.size()));
  }
  /// Bytes that the content owns.
  static Content own(std::string bytes);

  /// All of an entry, by far the cheapest for a stored one: neither copied
  /// through memory nor read. Its checksum is not verified but written as it
  /// stands, so that damage in the source shows in the copy, too.
  static Content entry(std::shared_ptr<const Archive> source,
                       const Entry &entry);
  /// `size` bytes of an entry, starting at `offset` of its uncompressed bytes;
  /// they must lie inside of it.
  static Content region(std::shared_ptr<const Archive> source,
                        const Entry &entry, uint64_t offset, uint64_t size);

  /// Exactly `size` bytes that `generator` writes; it is called once, while the
  /// archive is written. For values that would be large if kept, such as
  /// splats.
  static Content generate(uint64_t size, Generator generator);

  /// How many bytes they are.
  uint64_t size() const { return length; }

private:
  friend class ArchiveWriter;
  enum class Kind : uint8_t { Bytes, Region, Generated };

  Kind kind = Kind::Bytes;
  uint64_t length = 0;
  /// Bytes: where they are; `owner` may hold them.
  const char *data = nullptr;
  std::shared_ptr<const std::string> owner;
  /// Region.
  std::shared_ptr<const Archive> source;
  const Entry *sourceEntry = nullptr;
  uint64_t sourceOffset = 0;
  /// Generated. Shared, to make copies cheap.
  std::shared_ptr<const Generator> generator;
};

/// Writes one archive from its first to its last byte, to any stream: a pipe,
/// too. Names are UTF-8, separated by slashes and relative to the root folder.
/// Errors of writing are seen for an llvm::raw_fd_stream; the owner of another
/// stream has to look for them.
/// After an error the archive is worthless, and so is the writer. Errors name
/// the entry, but not the file, which a stream does not know.
class ArchiveWriter {
public:
  /// Starts an archive at the current end of `os`, which is taken as its first
  /// byte. `root` is a name of a single component, checked as names are when
  /// the first entry is added. With an empty one the entries lie in no folder,
  /// as tensorplay's do, and torch's own are left out.
  ArchiveWriter(llvm::raw_ostream &os, llvm::StringRef root);
  ~ArchiveWriter();
  ArchiveWriter(const ArchiveWriter &) = delete;
  ArchiveWriter &operator=(const ArchiveWriter &) = delete;

  /// Adds an entry. Errors: the name is empty, has an empty component, "." or
  /// "..", is not UTF-8, is longer than a zip file can hold, or stands in the
  /// archive; the content cannot be read, or has another size than it says; the
  /// stream cannot be written to.
  llvm::Error add(llvm::StringRef name, const Content &content);

  /// Adds an entry of less than 4 GiB whose size shows when it is written.
  llvm::Error addStream(llvm::StringRef name,
                        const Content::Generator &generator);

  /// Whether an entry of this name was added.
  bool contains(llvm::StringRef name) const { return names.contains(name); }

  /// Adds `.data/version`, `byteorder` and `.data/serialization_id`, as torch
  /// does, unless they were added, and writes the directory. Flushes the
  /// stream. The identity is a function of the entries' names and checksums.
  /// An error if an archive that content came from changed underneath.
  llvm::Error finish();

  /// Sizes and offsets from this on are written in Zip64 fields. Tests set it
  /// to less than what the format's 32 bits hold.
  void setZip64Threshold(uint64_t bytes) { zip64Threshold = bytes; }

private:
  /// What the directory says of an entry.
  struct Record {
    std::string fullName;
    uint64_t size;
    uint64_t headerOffset;
    uint32_t crc;
  };
  class CountingStream;

  llvm::Error checkName(llvm::StringRef name);
  /// Adds the entries that torch adds of its own.
  llvm::Error addIdentity();
  /// Writes the local header. `size` decides about Zip64.
  llvm::Error begin(llvm::StringRef name, uint64_t size);
  /// Writes the data descriptor, and notes the entry.
  llvm::Error end(llvm::StringRef name, uint64_t size, uint32_t crc);
  llvm::Error addGenerated(llvm::StringRef name,
                           const Content::Generator &generator,
                           const uint64_t *expectedSize);
  llvm::Error addRegion(llvm::StringRef name, const Content &content);
  llvm::Error copyBytes(const Content &content, uint64_t offset, uint32_t *crc);
  /// Copies inside of the kernel; returns how many bytes it could.
  uint64_t copyInKernel(int from, uint64_t offset, uint64_t size);
  void writeDirectory();
  llvm::Error streamError(llvm::StringRef name);
  llvm::Error nameError(llvm::StringRef name, const llvm::Twine &message) const;
  void put(llvm::StringRef bytes);

  llvm::raw_ostream &os;
  std::string root;
  /// Bytes of the archive so far.
  uint64_t position = 0;
  uint64_t zip64Threshold = 0xffffffff;
  std::vector<Record> records;
  llvm::StringSet<> names;
  /// Archives that content came from.
  std::vector<std::shared_ptr<const Archive>> sources;
};

} // namespace mlir::tp::archive

#endif // TP_TARGET_ARCHIVEWRITER_H
