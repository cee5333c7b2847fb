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
// A stored entry of another archive is copied inside of the kernel where both
// are files, and its checksum is taken from the directory that it comes from.
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
  static Content view(llvm::StringRef text) {
    return view(llvm::ArrayRef<char>(text.data(), text.size()));
  }
  /// Bytes that the content owns.
  static Content own(std::string bytes);

  /// All of an entry, by far the cheapest for a stored one: neither copied
  /// through memory nor read. Its checksum is not verified but written as it
  /// stands, so that damage in the source shows in the copy, too.
  static Content entry(std::shared_ptr<const Archive> source,
                       const Entry &entry);
  /// `size` bytes of an entry, starting at `offset` of its uncompressed bytes.
  /// Which must lie inside of it.
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
/// After an error the archive is worthless, and so is the writer.
class ArchiveWriter {
public:
  /// Starts an archive at the current end of `os`, which is taken as its first
  /// byte. `root` must be a valid name of a single component.
  ArchiveWriter(llvm::raw_ostream &os, llvm::StringRef root);
  ~ArchiveWriter();

  /// Adds an entry. Errors: the name is empty, has an empty component, "." or
  /// "..", is not UTF-8, is longer than 65,535 bytes, or stands in the archive;
  /// the content cannot be read, or has another size than it says; the stream
  /// cannot be written to.
  llvm::Error add(llvm::StringRef name, const Content &content);

  /// Adds an entry of less than 4 GiB whose size shows when it is written.
  llvm::Error addStream(llvm::StringRef name,
                        const Content::Generator &generator);

  /// Whether an entry of this name was added.
  bool contains(llvm::StringRef name) const;

  /// Adds `.data/version`, `byteorder` and `.data/serialization_id`, as torch
  /// does, and writes the directory. Flushes the stream. The identity is a
  /// function of the entries' names and checksums.
  llvm::Error finish();

  /// Archives that are large where they have more bytes than this get Zip64
  /// fields. Tests set it to less than the 4 GiB that the format demands.
  void setZip64Threshold(uint64_t bytes) { zip64Threshold = bytes; }

private:
  struct Record;
  class CheckedStream;

  llvm::Error begin(llvm::StringRef name, bool large);
  llvm::Error end(uint64_t size, uint32_t crc);
  llvm::Error copyRegion(const Content &content, uint32_t &crc);
  llvm::Error copyBytes(llvm::StringRef name, const Archive &source,
                        uint64_t offset, uint64_t size, uint32_t *crc);
  void writeDirectory();
  llvm::Error streamError(llvm::StringRef name);
  void put(llvm::StringRef bytes);

  llvm::raw_ostream &os;
  std::string root;
  /// Bytes of the archive so far.
  uint64_t position = 0;
  uint64_t zip64Threshold = 0xffffffff;
  std::vector<Record> records;
  llvm::StringSet<> names;
};

} // namespace mlir::tp::archive

#endif // TP_TARGET_ARCHIVEWRITER_H
