//===- ArchiveWriterTest.cpp - Zip archives as torch writes them ----------===//

#include "tp/Target/ArchiveWriter.h"
#include "ZipBuilder.h"
#include "tp/Support/OutputFile.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace tptest;
using namespace mlir::tp;
using namespace mlir::tp::archive;
using llvm::ArrayRef;
using llvm::Error;
using llvm::StringRef;

namespace {

using Add = llvm::function_ref<Error(ArchiveWriter &)>;

/// The archive that `add` fills, in memory; its error in place of the bytes.
std::string write(Add add, StringRef root = "m") {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  ArchiveWriter writer(os, root);
  Error error = add(writer);
  if (!error)
    error = writer.finish();
  return error ? "error: " + llvm::toString(std::move(error)) : bytes;
}

std::string errorOf(Add add, StringRef root = "m") {
  StringRef rest;
  std::string text = write(add, root);
  rest = text;
  return rest.consume_front("error: ") ? rest.str() : "<no error>";
}

std::shared_ptr<Archive> open(const TempFile &file) {
  auto archive = Archive::open(file.path());
  if (archive)
    return *archive;
  ADD_FAILURE() << llvm::toString(archive.takeError());
  return nullptr;
}

std::string contentOf(const Archive &archive, StringRef name) {
  const Entry *entry = archive.find(name);
  if (!entry)
    return "<no entry>";
  auto bytes = archive.checkedBytes(*entry);
  if (!bytes)
    return llvm::toString(bytes.takeError());
  return std::string(bytes->data(), bytes->size());
}

/// Every entry's bytes start at a multiple of 64, and its checksum is right.
void checkEntries(const Archive &archive) {
  for (const Entry &entry : archive.entries()) {
    auto offset = archive.dataOffset(entry);
    ASSERT_TRUE(bool(offset)) << llvm::toString(offset.takeError());
    EXPECT_EQ(*offset % 64, 0u) << entry.name.str();
    EXPECT_TRUE(entry.isStored());
    Error error = archive.verifyCrc(entry);
    EXPECT_FALSE(bool(error)) << llvm::toString(std::move(error));
  }
}

TEST(ArchiveWriter, Entries) {
  std::string large(3'000'000, 'x');
  large[1'500'000] = 'y';
  TempFile file(write([&](ArchiveWriter &writer) -> Error {
    if (Error error = writer.add("empty", Content()))
      return error;
    if (Error error = writer.add("a/b/text", Content::text("hello")))
      return error;
    if (Error error =
            writer.add("gr\xc3\xb6\xc3\x9f\x65", Content::own("size")))
      return error;
    if (Error error = writer.add(
            "large", Content::view(ArrayRef<char>(large.data(), large.size()))))
      return error;
    if (Error error =
            writer.add("made", Content::generate(4, [](llvm::raw_ostream &os) {
                         os << "ma" << "de";
                         return Error::success();
                       })))
      return error;
    EXPECT_TRUE(writer.contains("a/b/text"));
    EXPECT_FALSE(writer.contains("a/b"));
    return writer.addStream("stream", [&](llvm::raw_ostream &os) {
      os << large << "end";
      return Error::success();
    });
  }));
  std::shared_ptr<Archive> archive = open(file);
  ASSERT_TRUE(archive);
  EXPECT_EQ(archive->root(), "m");
  std::vector<StringRef> names;
  for (const Entry &entry : archive->entries())
    names.push_back(entry.name);
  EXPECT_EQ(names, (std::vector<StringRef>{
                       "empty", "a/b/text", "gr\xc3\xb6\xc3\x9f\x65", "large",
                       "made", "stream", ".data/version", "byteorder",
                       ".data/serialization_id"}));
  checkEntries(*archive);
  EXPECT_EQ(contentOf(*archive, "empty"), "");
  EXPECT_EQ(contentOf(*archive, "a/b/text"), "hello");
  EXPECT_EQ(contentOf(*archive, "gr\xc3\xb6\xc3\x9f\x65"), "size");
  EXPECT_EQ(contentOf(*archive, "large"), large);
  EXPECT_EQ(contentOf(*archive, "made"), "made");
  EXPECT_EQ(contentOf(*archive, "stream"), large + "end");
  EXPECT_EQ(contentOf(*archive, ".data/version"), "6\n");
  EXPECT_EQ(contentOf(*archive, "byteorder"), "little");
  EXPECT_EQ(archive->find(".data/serialization_id")->size, 40u);
}

TEST(ArchiveWriter, IsDeterministic) {
  auto text = [](StringRef content) {
    return [content](ArchiveWriter &writer) {
      return writer.add("a", Content::text(content));
    };
  };
  EXPECT_EQ(write(text("1")), write(text("1")));
  TempFile one(write(text("1"))), two(write(text("2")));
  EXPECT_NE(contentOf(*open(one), ".data/serialization_id"),
            contentOf(*open(two), ".data/serialization_id"));
}

/// What finish() adds may have been added before.
TEST(ArchiveWriter, OwnMarkers) {
  TempFile file(write([](ArchiveWriter &writer) {
    return writer.add("byteorder", Content::text("big"));
  }));
  EXPECT_EQ(contentOf(*open(file), "byteorder"), "big");
}

TEST(ArchiveWriter, NoRoot) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  ArchiveWriter writer(os, "");
  EXPECT_EQ(llvm::toString(writer.add("data/a", Content::text("first"))), "");
  EXPECT_EQ(llvm::toString(writer.add("archive_format", Content::text("pt2"))),
            "");
  EXPECT_EQ(llvm::toString(writer.finish()), "");
  TempFile file(bytes);
  std::shared_ptr<Archive> archive = open(file);
  ASSERT_TRUE(archive);
  EXPECT_EQ(archive->root(), "");
  std::vector<StringRef> names;
  for (const Entry &entry : archive->entries())
    names.push_back(entry.fullName);
  EXPECT_EQ(names, (std::vector<StringRef>{"data/a", "archive_format"}));
  checkEntries(*archive);
  EXPECT_EQ(contentOf(*archive, "data/a"), "first");
}

TEST(ArchiveWriter, Zip64) {
  // Sizes from `threshold` on, offsets likewise.
  for (uint64_t threshold : {uint64_t(0), uint64_t(6), uint64_t(600)}) {
    TempFile file(write([&](ArchiveWriter &writer) -> Error {
      writer.setZip64Threshold(threshold);
      if (Error error = writer.add("small", Content::text("12345")))
        return error;
      if (Error error =
              writer.add("large", Content::own(std::string(1000, 'l'))))
        return error;
      return writer.add("behind", Content::text("x"));
    }));
    std::shared_ptr<Archive> archive = open(file);
    ASSERT_TRUE(archive);
    checkEntries(*archive);
    EXPECT_EQ(contentOf(*archive, "small"), "12345");
    EXPECT_EQ(contentOf(*archive, "large"), std::string(1000, 'l'));
    EXPECT_EQ(contentOf(*archive, "behind"), "x");
  }
}

/// Writes 4 GiB to the disk, for which it takes half a minute: run it with
/// --gtest_also_run_disabled_tests after a change of the Zip64 records.
TEST(ArchiveWriter, DISABLED_MoreThan32Bits) {
  const uint64_t size = (uint64_t(1) << 32) + 5;
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("tp-large", "pt2", path));
  llvm::FileRemover remover(path);
  {
    int descriptor = -1;
    ASSERT_FALSE(llvm::sys::fs::openFileForWrite(path, descriptor));
    llvm::raw_fd_stream os(descriptor, /*shouldClose=*/true);
    ArchiveWriter writer(os, "m");
    Error error = writer.add(
        "large", Content::generate(size, [&](llvm::raw_ostream &inner) {
          std::string zeros(1 << 20, '\0');
          for (uint64_t i = 0; i != size >> 20; ++i)
            inner << zeros;
          inner << "12345";
          return Error::success();
        }));
    ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
    error = writer.add("behind", Content::text("x"));
    ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
    error = writer.finish();
    ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
  }
  auto archive = Archive::open(path);
  ASSERT_TRUE(bool(archive)) << llvm::toString(archive.takeError());
  EXPECT_EQ((*archive)->find("large")->size, size);
  EXPECT_GT((*archive)->find("behind")->headerOffset, size);
  EXPECT_EQ(contentOf(**archive, "behind"), "x");
  auto bytes = (*archive)->bytes(*(*archive)->find("large"));
  ASSERT_TRUE(bool(bytes));
  EXPECT_EQ(StringRef(bytes->data() + size - 5, 5), "12345");
}

/// Entries and parts of them, from archives into files, memory and pipes.
TEST(ArchiveWriter, Regions) {
  std::string large(1'000'000, '\0');
  for (size_t i = 0; i != large.size(); ++i)
    large[i] = char(i * 2654435761u >> 24);
  TempFile file(makeZip({{"m/small", "0123456789"},
                         {"m/large", large},
                         {"m/deflated", large, /*deflate=*/true},
                         {"m/descriptor", large, false, false, true}})
                    .bytes);
  std::shared_ptr<Archive> source = open(file);
  ASSERT_TRUE(source);
  auto fill = [&](ArchiveWriter &writer) -> Error {
    for (StringRef name : {"small", "large", "deflated", "descriptor"})
      if (Error error =
              writer.add(name, Content::entry(source, *source->find(name))))
        return error;
    if (Error error = writer.add(
            "digits", Content::region(source, *source->find("small"), 3, 4)))
      return error;
    for (StringRef name : {"large", "deflated"})
      if (Error error = writer.add(
              ("part_of_" + name).str(),
              Content::region(source, *source->find(name), 1001, 700'000)))
        return error;
    return writer.add("none",
                      Content::region(source, *source->find("small"), 10, 0));
  };
  auto check = [&](const TempFile &copy) {
    std::shared_ptr<Archive> archive = open(copy);
    ASSERT_TRUE(archive);
    checkEntries(*archive);
    EXPECT_EQ(contentOf(*archive, "small"), "0123456789");
    for (StringRef name : {"large", "deflated", "descriptor"})
      EXPECT_EQ(contentOf(*archive, name), large) << name.str();
    for (StringRef name : {"part_of_large", "part_of_deflated"})
      EXPECT_EQ(contentOf(*archive, name), large.substr(1001, 700'000));
    EXPECT_EQ(contentOf(*archive, "digits"), "3456");
    EXPECT_EQ(contentOf(*archive, "none"), "");
  };
  const std::string inMemory = write(fill);
  check(TempFile(inMemory));

  TempFile target("");
  auto output = OutputFile::open(target.path());
  ASSERT_TRUE(bool(output));
  ArchiveWriter writer((*output)->os(), "m");
  Error error = fill(writer);
  EXPECT_FALSE(bool(error));
  error = writer.finish();
  EXPECT_FALSE(bool(error));
  // The stream knows what went around it.
  EXPECT_EQ((*output)->os().tell(), inMemory.size());
  error = (*output)->commit();
  EXPECT_FALSE(bool(error));
  check(target);
  auto bytes = llvm::MemoryBuffer::getFile(target.path());
  ASSERT_TRUE(bool(bytes));
  EXPECT_EQ((*bytes)->getBuffer(), inMemory);
}

/// A wrong checksum of the source shows in the copy.
TEST(ArchiveWriter, KeepsDamage) {
  Zip zip = makeZip({{"m/a", "content"}});
  zip.bytes[zip.bytes.find("content")] = 'K';
  TempFile file(zip.bytes);
  std::shared_ptr<Archive> source = open(file);
  TempFile copy(write([&](ArchiveWriter &writer) {
    return writer.add("a", Content::entry(source, *source->find("a")));
  }));
  std::shared_ptr<Archive> archive = open(copy);
  Error error = archive->verifyCrc(*archive->find("a"));
  EXPECT_TRUE(bool(error));
  llvm::consumeError(std::move(error));
}

TEST(ArchiveWriterErrors, Names) {
  auto named = [](StringRef name) {
    return errorOf(
        [&](ArchiveWriter &writer) { return writer.add(name, Content()); });
  };
  EXPECT_EQ(named(""), "entry '': the name has an empty component");
  EXPECT_EQ(named("/a"), "entry '/a': the name has an empty component");
  EXPECT_EQ(named("a//b"), "entry 'a//b': the name has an empty component");
  EXPECT_EQ(named("a/"), "entry 'a/': the name has an empty component");
  EXPECT_EQ(named("a/../b"), "entry 'a/../b': the name has the component '..'");
  EXPECT_EQ(named("."), "entry '.': the name has the component '.'");
  EXPECT_EQ(named("a\xff"), "entry 'a\\FF': the name is not UTF-8");
  EXPECT_EQ(named(StringRef("a\0b", 3)),
            "entry 'a\\00b': the name contains a zero byte");
  EXPECT_TRUE(StringRef(named(std::string(65534, 'n')))
                  .ends_with("the name is longer than a zip file can hold"));
  EXPECT_EQ(named(std::string(65533, 'n')), "<no error>");
  EXPECT_EQ(errorOf([](ArchiveWriter &writer) -> Error {
              if (Error error = writer.add("a", Content()))
                return error;
              return writer.add("a", Content());
            }),
            "entry 'a': the archive has an entry of this name already");
  auto add = [](ArchiveWriter &writer) { return writer.add("a", Content()); };
  EXPECT_EQ(errorOf(add, "."),
            "root folder '.': the name has the component '.'");
  EXPECT_EQ(errorOf(add, "a/b"),
            "root folder 'a/b': the name has several components");
}

TEST(ArchiveWriterErrors, Content) {
  auto writes = [](StringRef text) {
    return [text](llvm::raw_ostream &os) {
      os << text;
      return Error::success();
    };
  };
  EXPECT_EQ(errorOf([&](ArchiveWriter &writer) {
              return writer.add("a", Content::generate(3, writes("1234")));
            }),
            "entry 'a': expected 3 bytes, but 4 were written");
  EXPECT_EQ(errorOf([&](ArchiveWriter &writer) {
              return writer.add("a", Content::generate(3, writes("12")));
            }),
            "entry 'a': expected 3 bytes, but 2 were written");
  EXPECT_EQ(errorOf([&](ArchiveWriter &writer) {
              return writer.addStream("a", [](llvm::raw_ostream &) {
                return llvm::createStringError("no content today");
              });
            }),
            "no content today");

  TempFile file(makeZip({{"m/a", "0123456789"}}).bytes);
  std::shared_ptr<Archive> source = open(file);
  auto region = [&](uint64_t offset, uint64_t size) {
    return errorOf([&](ArchiveWriter &writer) {
      return writer.add(
          "a", Content::region(source, *source->find("a"), offset, size));
    });
  };
  const std::string start =
      source->path().str() + ": entry 'm/a' at byte 0: expected ";
  EXPECT_EQ(region(0, 10), "<no error>");
  EXPECT_EQ(region(1, 10),
            start + "10 bytes at byte 1 of the entry, but it has 10");
  EXPECT_EQ(region(11, 0),
            start + "0 bytes at byte 11 of the entry, but it has 10");
  EXPECT_EQ(region(5, UINT64_MAX),
            start + "18446744073709551615 bytes at byte 5 of the entry, but it "
                    "has 10");
}

/// A source that changes while it is copied.
TEST(ArchiveWriterErrors, ChangedSource) {
  TempFile file(makeZip({{"m/a", "0123456789"}}).bytes);
  std::shared_ptr<Archive> source = open(file);
  EXPECT_EQ(errorOf([&](ArchiveWriter &writer) {
              Error error =
                  writer.add("a", Content::entry(source, *source->find("a")));
              file.rewrite(makeZip({{"m/a", "0123456789 and more"}}).bytes);
              return error;
            }),
            file.path() + ": the file changed after it was opened");
}

/// A stream that cannot be written to is an error of the entry, and none that
/// the stream's destructor would take for fatal.
TEST(ArchiveWriterErrors, FullDisk) {
  int descriptor = -1;
  if (llvm::sys::fs::openFileForWrite("/dev/full", descriptor,
                                      llvm::sys::fs::CD_OpenExisting))
    GTEST_SKIP() << "no /dev/full";
  llvm::raw_fd_stream os(descriptor, /*shouldClose=*/true);
  os.clear_error(); // It cannot be sought.
  ArchiveWriter writer(os, "m");
  Error error = writer.add("a", Content::own(std::string(1 << 20, 'x')));
  EXPECT_EQ(llvm::toString(std::move(error)),
            "entry 'a': cannot write: No space left on device");
  os.flush();
  os.clear_error();
}

} // namespace
