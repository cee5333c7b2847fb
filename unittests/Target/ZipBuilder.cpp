//===- ZipBuilder.cpp - Zip archives for tests, right and wrong -----------===//

#include "ZipBuilder.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <zlib.h>

using namespace tptest;
namespace endian = llvm::support::endian;

static void put16(std::string &out, uint64_t value) {
  char bytes[2];
  endian::write16le(bytes, value);
  out.append(bytes, sizeof(bytes));
}
static void put32(std::string &out, uint64_t value) {
  char bytes[4];
  endian::write32le(bytes, value);
  out.append(bytes, sizeof(bytes));
}
static void put64(std::string &out, uint64_t value) {
  char bytes[8];
  endian::write64le(bytes, value);
  out.append(bytes, sizeof(bytes));
}

Zip &Zip::set16(size_t at, uint16_t value) {
  endian::write16le(&bytes[at], value);
  return *this;
}
Zip &Zip::set32(size_t at, uint32_t value) {
  endian::write32le(&bytes[at], value);
  return *this;
}
Zip &Zip::set64(size_t at, uint64_t value) {
  endian::write64le(&bytes[at], value);
  return *this;
}

static std::string deflated(const std::string &content) {
  std::string out(content.size() + 1024, '\0');
  z_stream stream = {};
  EXPECT_EQ(
      ::deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY),
      Z_OK);
  stream.next_in =
      reinterpret_cast<Bytef *>(const_cast<char *>(content.data()));
  stream.avail_in = content.size();
  stream.next_out = reinterpret_cast<Bytef *>(out.data());
  stream.avail_out = out.size();
  EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  ::deflateEnd(&stream);
  return out;
}

static void putEnd(Zip &zip, size_t count, const ZipOptions &options) {
  std::string &out = zip.bytes;
  const size_t size = out.size() - zip.directory;
  const size_t start = zip.directory - options.prefix.size();
  if (options.zip64) {
    zip.zip64End = out.size();
    put32(out, 0x06064b50);
    put64(out, 44);
    put16(out, 45);
    put16(out, 45);
    put32(out, 0);
    put32(out, 0);
    put64(out, count);
    put64(out, count);
    put64(out, size);
    put64(out, start);
    zip.locator = out.size();
    put32(out, 0x07064b50);
    put32(out, 0);
    put64(out, zip.zip64End - options.prefix.size());
    put32(out, 1);
  }
  zip.end = out.size();
  put32(out, 0x06054b50);
  put16(out, 0);
  put16(out, 0);
  put16(out, options.saturate ? 0xffff : count);
  put16(out, options.saturate ? 0xffff : count);
  put32(out, options.saturate ? 0xffffffff : size);
  put32(out, options.saturate ? 0xffffffff : start);
  put16(out, options.comment.size());
  out += options.comment;
}

Zip tptest::makeZip(llvm::ArrayRef<ZipEntry> entries,
                    const ZipOptions &options) {
  Zip zip;
  std::string &out = zip.bytes;
  out = options.prefix;
  std::string directory;
  std::vector<size_t> records;
  for (const ZipEntry &entry : entries) {
    const std::string data =
        entry.deflate ? deflated(entry.content) : entry.content;
    const uint32_t crc =
        ::crc32(0, reinterpret_cast<const Bytef *>(entry.content.data()),
                entry.content.size());
    const size_t offset = out.size() - options.prefix.size();
    const uint16_t flags = entry.descriptor ? 8 : 0;
    zip.locals.push_back(out.size());
    put32(out, 0x04034b50);
    put16(out, 20);
    put16(out, flags);
    put16(out, entry.deflate ? 8 : 0);
    put32(out, 0); // time and date
    put32(out, entry.descriptor ? 0 : crc);
    put32(out, entry.descriptor ? 0 : data.size());
    put32(out, entry.descriptor ? 0 : entry.content.size());
    put16(out, entry.name.size());
    put16(out, entry.padding ? entry.padding + 4 : 0);
    out += entry.name;
    if (entry.padding) {
      put16(out, 0x4246);
      put16(out, entry.padding);
      out.append(entry.padding, 'Z');
    }
    out += data;
    if (entry.descriptor) {
      put32(out, 0x08074b50);
      put32(out, crc);
      put32(out, data.size());
      put32(out, entry.content.size());
    }

    records.push_back(directory.size());
    put32(directory, 0x02014b50);
    put16(directory, 20);
    put16(directory, 20);
    put16(directory, flags);
    put16(directory, entry.deflate ? 8 : 0);
    put32(directory, 0);
    put32(directory, crc);
    put32(directory, entry.zip64 ? 0xffffffff : data.size());
    put32(directory, entry.zip64 ? 0xffffffff : entry.content.size());
    put16(directory, entry.name.size());
    put16(directory, entry.zip64 ? 28 : 0);
    put16(directory, 0);
    put16(directory, 0);
    put16(directory, 0);
    put32(directory, 0);
    put32(directory, entry.zip64 ? 0xffffffff : offset);
    directory += entry.name;
    if (entry.zip64) {
      put16(directory, 1);
      put16(directory, 24);
      put64(directory, entry.content.size());
      put64(directory, data.size());
      put64(directory, offset);
    }
  }
  zip.directory = out.size();
  for (size_t record : records)
    zip.records.push_back(zip.directory + record);
  out += directory;
  putEnd(zip, entries.size(), options);
  return zip;
}

TempFile::TempFile(llvm::StringRef content) {
  llvm::SmallString<128> path;
  std::error_code code =
      llvm::sys::fs::createTemporaryFile("tp-unittest", "zip", path);
  EXPECT_FALSE(code) << code.message();
  name = path.str().str();
  rewrite(content);
}

TempFile::~TempFile() { llvm::sys::fs::remove(name); }

void TempFile::rewrite(llvm::StringRef content) {
  std::error_code code;
  llvm::raw_fd_ostream stream(name, code);
  EXPECT_FALSE(code) << code.message();
  stream << content;
}
