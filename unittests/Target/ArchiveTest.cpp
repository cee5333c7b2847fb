//===- ArchiveTest.cpp - The zip reader -----------------------------------===//

#include "tp/Target/Archive.h"
#include "ZipBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "gtest/gtest.h"
#include <functional>

using namespace tptest;
using mlir::tp::archive::Archive;
using mlir::tp::archive::Entry;
using mlir::tp::archive::Limits;

namespace {

std::shared_ptr<Archive> openGood(const TempFile &file) {
  auto archive = Archive::open(file.path());
  if (archive)
    return *archive;
  ADD_FAILURE() << llvm::toString(archive.takeError());
  return nullptr;
}

std::string text(const Archive &archive, llvm::StringRef name) {
  const Entry *entry = archive.find(name);
  if (!entry)
    return "<missing>";
  auto bytes = archive.checkedBytes(*entry);
  if (!bytes)
    return llvm::toString(bytes.takeError());
  return std::string(bytes->begin(), bytes->end());
}

/// The error of opening these bytes, without the file's name.
std::string openError(llvm::StringRef bytes) {
  TempFile file(bytes);
  auto archive = Archive::open(file.path());
  if (archive)
    return "<no error>";
  std::string message = llvm::toString(archive.takeError());
  llvm::StringRef rest = message;
  EXPECT_TRUE(rest.consume_front(file.path() + ": ")) << message;
  EXPECT_EQ(rest.find('\n'), llvm::StringRef::npos) << message;
  return rest.str();
}

/// The error of reading the entry `name` of an archive that opens.
std::string entryError(llvm::StringRef bytes, llvm::StringRef name,
                       Limits limits = {}) {
  TempFile file(bytes);
  auto archive = Archive::open(file.path(), limits);
  if (!archive)
    return "<does not open> " + llvm::toString(archive.takeError());
  const Entry *entry = (*archive)->find(name);
  if (!entry)
    return "<missing>";
  auto content = (*archive)->checkedBytes(*entry);
  if (content)
    return "<no error>";
  std::string message = llvm::toString(content.takeError());
  llvm::StringRef rest = message;
  EXPECT_TRUE(rest.consume_front(file.path() + ": ")) << message;
  return rest.str();
}

const std::vector<ZipEntry> twoEntries = {{"m/a", "hello"},
                                          {"m/b/c", "world!"}};

TEST(Archive, ReadsStoredAndDeflatedEntries) {
  std::string longText(100000, 'x');
  TempFile file(makeZip({{"m/a", "hello"},
                         {"m/b/c", longText, /*deflate=*/true},
                         {"m/empty", ""},
                         {"m/zero", "", /*deflate=*/true},
                         {"m/folder/", ""},
                         {"other", "outside"}})
                    .bytes);
  auto archive = openGood(file);
  ASSERT_TRUE(archive);
  EXPECT_EQ(archive->root(), "m");
  EXPECT_EQ(archive->entries().size(), 6u);
  EXPECT_EQ(text(*archive, "a"), "hello");
  EXPECT_EQ(text(*archive, "b/c"), longText);
  EXPECT_EQ(text(*archive, "empty"), "");
  EXPECT_EQ(text(*archive, "zero"), "");
  EXPECT_TRUE(archive->find("folder/")->isFolder());
  EXPECT_EQ(archive->find("m/a"), nullptr);
  EXPECT_EQ(archive->find("other"), nullptr);
  EXPECT_FALSE(archive->entries().back().inRoot);
  EXPECT_EQ(archive->entries().back().name, "other");
}

TEST(Archive, StoredEntriesAreViewsOfTheFile) {
  Zip zip = makeZip({{"m/a", "hello", false, false, false, 13}, {"m/b", "b"}});
  TempFile file(zip.bytes);
  auto archive = openGood(file);
  ASSERT_TRUE(archive);
  auto offset = archive->dataOffset(*archive->find("a"));
  ASSERT_TRUE(bool(offset));
  EXPECT_EQ(zip.bytes.substr(*offset, 5), "hello");
  auto first = archive->bytes(*archive->find("a"));
  auto second = archive->bytes(*archive->find("b"));
  ASSERT_TRUE(first && second);
  auto otherOffset = archive->dataOffset(*archive->find("b"));
  ASSERT_TRUE(bool(otherOffset));
  EXPECT_EQ(second->data() - first->data(),
            ptrdiff_t(*otherOffset) - ptrdiff_t(*offset));
  EXPECT_GE(archive->readablePadding(*first), zip.bytes.size() - *offset - 5);
}

TEST(Archive, InflatesOnceAndPadsWithZeros) {
  TempFile file(makeZip({{"m/a", "hello", /*deflate=*/true}}).bytes);
  auto archive = openGood(file);
  ASSERT_TRUE(archive);
  auto first = archive->bytes(archive->entries()[0]);
  auto second = archive->bytes(archive->entries()[0]);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->data(), second->data());
  ASSERT_EQ(archive->readablePadding(*first), 64u);
  for (size_t i = 0; i != 64; ++i)
    EXPECT_EQ(first->data()[first->size() + i], 0);
}

TEST(Archive, ReadsAComment) {
  ZipOptions options;
  // Bytes that look like an end record must not be taken for one.
  options.comment = std::string("PK\x05\x06", 4) + std::string(40, 'c');
  TempFile file(makeZip(twoEntries, options).bytes);
  auto archive = openGood(file);
  ASSERT_TRUE(archive);
  EXPECT_EQ(archive->comment(), options.comment);
  EXPECT_EQ(text(*archive, "b/c"), "world!");
}

TEST(Archive, SkipsDataInFront) {
  ZipOptions options;
  options.prefix = std::string(1000, '#');
  for (bool zip64 : {false, true}) {
    options.zip64 = options.saturate = zip64;
    TempFile file(makeZip(twoEntries, options).bytes);
    auto archive = openGood(file);
    ASSERT_TRUE(archive);
    EXPECT_EQ(text(*archive, "a"), "hello");
    EXPECT_EQ(text(*archive, "b/c"), "world!");
  }
}

TEST(Archive, ReadsZip64) {
  ZipOptions options;
  options.zip64 = true;
  for (bool saturate : {false, true}) {
    options.saturate = saturate;
    Zip zip = makeZip({{"m/a", "hello", false, /*zip64=*/true},
                       {"m/b/c", "world!", true, /*zip64=*/true}},
                      options);
    TempFile file(zip.bytes);
    auto archive = openGood(file);
    ASSERT_TRUE(archive);
    EXPECT_EQ(text(*archive, "a"), "hello");
    EXPECT_EQ(text(*archive, "b/c"), "world!");
  }
}

TEST(Archive, ReadsDataDescriptors) {
  TempFile file(makeZip({{"m/a", "hello", false, false, /*descriptor=*/true},
                         {"m/b/c", "world!", true, false, true}})
                    .bytes);
  auto archive = openGood(file);
  ASSERT_TRUE(archive);
  EXPECT_EQ(text(*archive, "a"), "hello");
  EXPECT_EQ(text(*archive, "b/c"), "world!");
}

TEST(Archive, AnEmptyArchiveIsNoError) {
  TempFile file(makeZip({}).bytes);
  auto archive = openGood(file);
  ASSERT_TRUE(archive);
  EXPECT_TRUE(archive->entries().empty());
  EXPECT_EQ(archive->root(), "");
}

TEST(Archive, NoticesThatTheFileChanged) {
  Zip zip = makeZip(twoEntries);
  TempFile file(zip.bytes);
  auto archive = openGood(file);
  ASSERT_TRUE(archive);
  EXPECT_FALSE(bool(archive->checkUnchanged()));
  file.rewrite(zip.bytes + "more");
  EXPECT_EQ(llvm::toString(archive->checkUnchanged()),
            file.path() + ": the file changed after it was opened");
}

TEST(ArchiveErrors, NoArchive) {
  EXPECT_EQ(openError(""), "expected a zip archive, but the file is empty");
  EXPECT_EQ(openError("hello"),
            "expected a zip archive: it does not start as one, either");
  EXPECT_EQ(openError(std::string(100, 'x')),
            "expected a zip archive: it does not start as one, either");
  EXPECT_EQ(openError(std::string("\x7f"
                                  "ELF") +
                      std::string(100, 'x')),
            "expected a zip archive: it is an ELF file");
  EXPECT_EQ(openError("\x80\x02}q\x01."),
            "expected a zip archive: it is a pickle, perhaps of "
            "torch.save before torch 1.6");
  EXPECT_EQ(openError(std::string("\x08\0\0\0\0\0\0\0{\"a\":{} }", 16)),
            "expected a zip archive: it looks like a safetensors file");
}

TEST(ArchiveErrors, NoFile) {
  auto missing = Archive::open("/nonexistent/x.pt2");
  ASSERT_FALSE(bool(missing));
  EXPECT_EQ(llvm::toString(missing.takeError()),
            "/nonexistent/x.pt2: cannot open: No such file or directory");
  auto folder = Archive::open("/");
  ASSERT_FALSE(bool(folder));
  EXPECT_EQ(llvm::toString(folder.takeError()), "/: expected a regular file");
}

TEST(ArchiveErrors, EveryTruncation) {
  ZipOptions options;
  options.zip64 = true;
  const std::string bytes = makeZip(twoEntries, options).bytes;
  for (size_t size = 0; size != bytes.size(); ++size)
    EXPECT_TRUE(llvm::StringRef(openError(bytes.substr(0, size)))
                    .starts_with("expected a zip archive"))
        << size;
}

TEST(ArchiveErrors, EndRecord) {
  const Zip good = makeZip(twoEntries);
  auto at = [&](const std::string &rest) {
    return "end record at byte " + std::to_string(good.end) + ": " + rest;
  };
  Zip zip = good;
  EXPECT_EQ(openError(zip.set16(zip.end + 4, 1).bytes),
            at("the archive is split over several disks"));
  zip = good;
  EXPECT_EQ(openError(zip.set16(zip.end + 8, 1).bytes),
            at("the archive is split over several disks"));
  zip = good;
  EXPECT_EQ(openError(zip.set32(zip.end + 16, 0x7fffffff).bytes),
            at("the directory of " + std::to_string(good.end - good.directory) +
               " bytes at byte 2147483647 does not fit before byte " +
               std::to_string(good.end)));
  zip = good;
  EXPECT_EQ(openError(zip.set32(zip.end + 12, 100000).bytes),
            at("the directory of 100000 bytes at byte " +
               std::to_string(good.directory) + " does not fit before byte " +
               std::to_string(good.end)));
  zip = good;
  EXPECT_EQ(openError(zip.set32(zip.end + 16, 0xffffffff).bytes),
            at("expected a Zip64 locator in front of it"));
  zip = good;
  zip.set16(zip.end + 8, 9999);
  EXPECT_EQ(openError(zip.set16(zip.end + 10, 9999).bytes),
            at("9999 entries do not fit a directory of " +
               std::to_string(good.end - good.directory) + " bytes"));
}

TEST(ArchiveErrors, Zip64Records) {
  ZipOptions options;
  options.zip64 = options.saturate = true;
  const Zip good = makeZip(twoEntries, options);
  const std::string record =
      "Zip64 end record at byte " + std::to_string(good.zip64End) + ": ";
  Zip zip = good;
  EXPECT_EQ(openError(zip.set32(zip.zip64End, 0).bytes),
            "Zip64 locator at byte " + std::to_string(good.locator) +
                ": expected a Zip64 end record at byte " +
                std::to_string(good.zip64End));
  zip = good;
  EXPECT_EQ(openError(zip.set32(zip.locator + 16, 2).bytes),
            record + "the archive is split over several disks");
  zip = good;
  EXPECT_EQ(openError(zip.set16(zip.end + 10, 7).bytes),
            record + "it disagrees with the end record at byte " +
                std::to_string(good.end));
  zip = good;
  // The locator may point anywhere; the record in front of it is found.
  EXPECT_EQ(openError(zip.set64(zip.locator + 8, ~0ull - 3).bytes),
            "<no error>");
  zip = good;
  zip.set64(zip.zip64End + 24, ~0ull);
  zip.set64(zip.zip64End + 32, ~0ull);
  EXPECT_EQ(openError(zip.bytes),
            "end record at byte " + std::to_string(good.end) +
                ": 18446744073709551615 entries do not fit a directory of " +
                std::to_string(good.zip64End - good.directory) + " bytes");
}

TEST(ArchiveErrors, DirectoryRecords) {
  const Zip good = makeZip(twoEntries);
  const std::string first =
      "directory record 0 at byte " + std::to_string(good.records[0]) + ": ";
  Zip zip = good;
  EXPECT_EQ(openError(zip.set32(zip.records[0], 0).bytes),
            first + "expected its signature");
  zip = good;
  EXPECT_EQ(openError(zip.set16(zip.records[0] + 28, 60000).bytes),
            first + "its 60046 bytes reach beyond the end of the directory");
  zip = good;
  EXPECT_EQ(openError(zip.set16(zip.records[0] + 34, 3).bytes),
            first + "the entry lies on another disk");
  zip = good;
  zip.set16(zip.end + 8, 1);
  EXPECT_EQ(openError(zip.set16(zip.end + 10, 1).bytes),
            "directory at byte " + std::to_string(good.directory) +
                ": 51 bytes follow the last of 1 entries");
  zip = good;
  EXPECT_EQ(openError(zip.set32(zip.records[1] + 24, 0xffffffff).bytes),
            "entry 'm/b/c' at byte " + std::to_string(good.records[1]) +
                ": expected a Zip64 field for its sizes or offset");
}

TEST(ArchiveErrors, Names) {
  auto nameError = [](llvm::StringRef name) {
    Zip zip = makeZip({{name.str(), "x"}});
    std::string message = openError(zip.bytes);
    llvm::StringRef rest = message;
    size_t colon = rest.rfind(": ");
    return colon == llvm::StringRef::npos ? message
                                          : rest.drop_front(colon + 2).str();
  };
  EXPECT_EQ(nameError(""), "the name is empty");
  EXPECT_EQ(nameError(llvm::StringRef("m/a\0b", 5)),
            "the name holds a zero byte");
  EXPECT_EQ(nameError("m/\xff\xfe"), "the name is not UTF-8");
  EXPECT_EQ(nameError("/etc/passwd"), "the name is an absolute path");
  EXPECT_EQ(nameError("m/../../x"), "the name leads out of the archive");
  EXPECT_EQ(nameError("m/..."), "<no error>");
  EXPECT_EQ(nameError("m/\xc3\xa9"), "<no error>");
  Zip twice = makeZip({{"m/a", "1"}, {"m/a", "2"}});
  EXPECT_EQ(openError(twice.bytes),
            "entry 'm/a' at byte " + std::to_string(twice.locals[1]) +
                ": the name stands twice in the directory, also for the entry "
                "at byte 0");
}

TEST(ArchiveErrors, Extents) {
  const Zip good = makeZip(twoEntries);
  auto entry = [&](size_t offset, const std::string &rest) {
    return "entry 'm/b/c' at byte " + std::to_string(offset) + ": " + rest;
  };
  Zip zip = good;
  zip.set32(zip.records[1] + 20, 1000);
  EXPECT_EQ(openError(zip.bytes),
            entry(good.locals[1], "its 1000 bytes do not fit before the "
                                  "directory at byte " +
                                      std::to_string(good.directory)));
  zip = good;
  EXPECT_EQ(openError(zip.set32(zip.records[1] + 42, 0x12345678).bytes),
            entry(0x12345678, "its 6 bytes do not fit before the directory at "
                              "byte " +
                                  std::to_string(good.directory)));
  zip = good;
  EXPECT_EQ(openError(zip.set32(zip.records[0] + 20, 20).bytes),
            "entry 'm/a' at byte 0: its 20 bytes overlap the entry 'm/b/c' at "
            "byte " +
                std::to_string(good.locals[1]));
  zip = good;
  EXPECT_EQ(openError(zip.set32(zip.records[1] + 42, 0).bytes)
                    .find("overlap the entry") == std::string::npos,
            false);
}

TEST(ArchiveErrors, LocalHeaders) {
  const Zip good = makeZip(twoEntries);
  const std::string at = "entry 'm/a' at byte 0: ";
  Zip zip = good;
  EXPECT_EQ(entryError(zip.set32(0, 0).bytes, "a"),
            at + "expected a local header");
  zip = good;
  zip.bytes[30] = 'n';
  EXPECT_EQ(entryError(zip.bytes, "a"),
            at + "the local header has another name than the directory");
  zip = good;
  EXPECT_EQ(entryError(zip.set16(8, 8).bytes, "a"),
            at + "the local header has another compression method or flags "
                 "than the directory");
  zip = good;
  EXPECT_EQ(entryError(zip.set32(18, 4).bytes, "a"),
            at + "the local header has another size than the directory");
  zip = good;
  EXPECT_EQ(entryError(zip.set32(14, 4).bytes, "a"),
            at + "the local header has another checksum than the directory");
  zip = good;
  EXPECT_EQ(entryError(zip.set16(28, 0xffff).bytes, "a"),
            at +
                "its 5 bytes at byte 65568 do not fit before the directory at "
                "byte " +
                std::to_string(good.directory));
}

TEST(ArchiveErrors, Methods) {
  const Zip good = makeZip(twoEntries);
  const std::string at = "entry 'm/a' at byte 0: ";
  Zip zip = good;
  EXPECT_EQ(entryError(zip.set16(zip.records[0] + 8, 1).bytes, "a"),
            at + "the entry is encrypted");
  zip = good;
  EXPECT_EQ(entryError(zip.set16(zip.records[0] + 8, 1 << 5).bytes, "a"),
            at + "the entry is a patch of another file");
  zip = good;
  EXPECT_EQ(entryError(zip.set16(zip.records[0] + 10, 93).bytes, "a"),
            at + "expected compression method 0 (stored) or 8 (deflated), got "
                 "93");
  zip = good;
  EXPECT_EQ(entryError(zip.set32(zip.records[0] + 24, 6).bytes, "a"),
            at + "a stored entry has two sizes: 6 and 5");
}

TEST(ArchiveErrors, Checksums) {
  Zip zip = makeZip({{"m/a", "hello"}});
  zip.bytes[33] = 'j';
  EXPECT_EQ(entryError(zip.bytes, "a"),
            "entry 'm/a' at byte 0: expected the checksum 0x3610a686, got "
            "0x4cd0f5e6");
  // Bytes of weights are not read only to check them.
  TempFile file(zip.bytes);
  auto archive = openGood(file);
  ASSERT_TRUE(archive);
  auto bytes = archive->bytes(archive->entries()[0]);
  EXPECT_TRUE(bool(bytes));
  EXPECT_NE(llvm::toString(archive->verifyCrc(archive->entries()[0])), "");
}

TEST(ArchiveErrors, Deflate) {
  const std::string content(5000, 'x');
  const Zip good = makeZip({{"m/a", content, /*deflate=*/true}});
  const std::string at = "entry 'm/a' at byte 0: ";
  auto withSize = [&](uint32_t size) {
    Zip zip = good;
    zip.set32(22, size);
    return zip.set32(zip.records[0] + 24, size).bytes;
  };
  EXPECT_EQ(entryError(good.bytes, "a"), "<no error>");
  EXPECT_EQ(entryError(withSize(4999), "a"),
            at + "the data inflates to more than 4999 bytes");
  EXPECT_EQ(entryError(withSize(5001), "a"),
            at + "expected 5001 bytes, got 5000");
  const size_t packed = good.directory - 33;
  EXPECT_EQ(entryError(withSize(4000000000u), "a"),
            at + std::to_string(packed) +
                " deflated bytes cannot hold the declared 4000000000");
  Limits limits;
  limits.maxInflatedSize = 1000;
  EXPECT_EQ(entryError(good.bytes, "a", limits),
            at + "it would inflate to 5000 bytes, more than the limit of 1000");
  Zip zip = good;
  zip.bytes[33] = '\xff';
  EXPECT_EQ(entryError(zip.bytes, "a"),
            at + "the deflated data is damaged: invalid block type");
  zip = good;
  zip.set32(14, 1);
  EXPECT_TRUE(
      llvm::StringRef(entryError(zip.set32(zip.records[0] + 16, 1).bytes, "a"))
          .starts_with(at + "expected the checksum 0x00000001, got "));
}

} // namespace
