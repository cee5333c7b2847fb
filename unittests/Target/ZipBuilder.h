//===- ZipBuilder.h - Zip archives for tests, right and wrong ---*- C++ -*-===//
//
// Writes a zip archive into memory, with every number that the format has open
// to be changed, and into a temporary file.
//
//===----------------------------------------------------------------------===//

#ifndef TP_UNITTESTS_TARGET_ZIPBUILDER_H
#define TP_UNITTESTS_TARGET_ZIPBUILDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace tptest {

struct ZipEntry {
  std::string name;
  std::string content;
  bool deflate = false;
  /// Sizes and offset saturated in the directory, with a Zip64 field.
  bool zip64 = false;
  /// Sizes and checksum follow the data; zero in the local header.
  bool descriptor = false;
  /// An extra field that aligns the data, as torch writes one.
  size_t padding = 0;
};

/// The bytes of an archive, and where its records start.
struct Zip {
  std::string bytes;
  std::vector<size_t> locals;
  std::vector<size_t> records;
  size_t directory = 0;
  size_t zip64End = 0;
  size_t locator = 0;
  size_t end = 0;

  Zip &set16(size_t at, uint16_t value);
  Zip &set32(size_t at, uint32_t value);
  Zip &set64(size_t at, uint64_t value);
};

struct ZipOptions {
  std::string prefix; ///< Bytes in front, not counted by the offsets.
  std::string comment;
  bool zip64 = false; ///< Write the Zip64 end record and its locator.
  /// Saturate the end record, as writers do that need the Zip64 one.
  bool saturate = false;
};

Zip makeZip(llvm::ArrayRef<ZipEntry> entries, const ZipOptions &options = {});

/// A file that is removed at the end.
class TempFile {
public:
  explicit TempFile(llvm::StringRef content);
  ~TempFile();
  TempFile(const TempFile &) = delete;
  TempFile &operator=(const TempFile &) = delete;
  const std::string &path() const { return name; }
  void rewrite(llvm::StringRef content);

private:
  std::string name;
};

} // namespace tptest

#endif // TP_UNITTESTS_TARGET_ZIPBUILDER_H
