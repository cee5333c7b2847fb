//===- SafetensorsTest.cpp - Reading and writing safetensors files --------===//
//
// Headers, right and wrong, files that are damaged, and the writer's layout.
//
//===----------------------------------------------------------------------===//

#include "ZipBuilder.h"
#include "tp/Target/FileTransaction.h"
#include "tp/Target/Safetensors/Writer.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir::tp;
using namespace mlir::tp::safetensors;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

std::string headerError(StringRef json, uint64_t dataSize) {
  auto header = parseHeader(json, dataSize);
  return header ? "" : llvm::toString(header.takeError());
}

std::string fileOf(StringRef json, StringRef data) {
  std::string text(8, '\0');
  for (int i = 0; i != 8; ++i)
    text[i] = char(json.size() >> (8 * i));
  return (text + json + data).str();
}

std::string openError(StringRef content) {
  tptest::TempFile file(content);
  auto opened = File::open(file.path());
  if (opened)
    return "";
  std::string message = llvm::toString(opened.takeError());
  EXPECT_EQ(message.rfind(file.path() + ": ", 0), 0u) << message;
  return message.substr(file.path().size() + 2);
}

TEST(Safetensors, Header) {
  auto header = parseHeader(R"({
    "b": {"dtype": "F32", "shape": [2, 3], "data_offsets": [4, 28]},
    "__metadata__": {"k": "v", "\u00e9": "\n"},
    "a\u0000": {"shape": [], "dtype": "BF16", "data_offsets": [0, 2], "x": [{}]},
    "e": {"shape": [0, 18446744073709551615], "dtype": "U8", "data_offsets": [2, 2]},
    "f": {"shape": [4], "dtype": "F4", "data_offsets": [2, 4]}
  } )",
                            28);
  ASSERT_TRUE(bool(header)) << llvm::toString(header.takeError());
  ASSERT_EQ(header->tensors.size(), 4u);
  EXPECT_EQ(header->tensors[0].name, std::string("a\0", 2));
  EXPECT_EQ(header->tensors[1].name, "e");
  EXPECT_EQ(header->tensors[3].dtype, DType::F32);
  EXPECT_EQ(header->tensors[3].size(), 24u);
  EXPECT_EQ(header->getMetadata("k"), "v");
  EXPECT_EQ(header->getMetadata("none"), "");
}

TEST(Safetensors, HeaderErrors) {
  struct Case {
    StringRef json;
    uint64_t size;
    StringRef message;
  } cases[] = {
      {"[]", 0, "expected a JSON object"},
      {"{} {}", 0, "expected the end of the JSON behind its object"},
      {R"({"a": 1})", 0, "expected an object as tensor 'a'"},
      {R"({"a": {"dtype": 1, "shape": [], "data_offsets": [0, 1]}})", 1,
       "expected a string as the 'dtype' of tensor 'a'"},
      {R"({"a": {"dtype": "F16X", "shape": [], "data_offsets": [0, 1]}})", 1,
       "tensor 'a': unknown 'dtype' 'F16X'"},
      {R"({"a": {"dtype": "U8", "shape": [-1], "data_offsets": [0, 1]}})", 1,
       "expected whole numbers of 0 or more in the 'shape' of tensor 'a'"},
      {R"({"a": {"dtype": "U8", "shape": [1.5], "data_offsets": [0, 1]}})", 1,
       "expected whole numbers of 0 or more in the 'shape' of tensor 'a'"},
      {R"({"a": {"dtype": "U8", "shape": 1, "data_offsets": [0, 1]}})", 1,
       "expected a list of numbers as the 'shape' of tensor 'a'"},
      {R"({"a": {"dtype": "U8", "shape": [1]}})", 1,
       "tensor 'a': expected 'dtype', 'shape' and 'data_offsets'"},
      {R"({"a": {"dtype": "U8", "shape": [1], "data_offsets": [1, 0]}})", 1,
       "tensor 'a': expected 'data_offsets' of begin and end"},
      {R"({"a": {"dtype": "U8", "shape": [1], "data_offsets": [0, 1, 2]}})", 1,
       "tensor 'a': expected 'data_offsets' of begin and end"},
      {R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}})", 4,
       "tensor 'a': expected 8 bytes by its type and shape, got 4 by its "
       "'data_offsets'"},
      {R"({"a": {"dtype": "F32", "shape": [4294967296, 4294967296], "data_offsets": [0, 4]}})",
       4, "tensor 'a': expected a shape of a whole number of bytes below 2^64"},
      {R"({"a": {"dtype": "F4", "shape": [3], "data_offsets": [0, 2]}})", 2,
       "tensor 'a': expected a shape of a whole number of bytes below 2^64"},
      {R"({"a": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]}})", 3,
       "tensor 'a': its data ends at byte 4, but there are 3 bytes of data"},
      {R"({"a": {"dtype": "U8", "shape": [4], "data_offsets": [0, 4]}})", 5,
       "expected 4 bytes of data by the header, got 5"},
      {R"({"a": {"dtype": "U8", "shape": [1], "data_offsets": [1, 2]}})", 2,
       "tensor 'a': expected its data at byte 0, got 1: data has no holes"},
      {R"({"a": {"dtype": "U8", "shape": [2], "data_offsets": [0, 2]},
          "b": {"dtype": "U8", "shape": [2], "data_offsets": [1, 3]}})",
       3, "tensor 'b': its data overlaps that of 'a'"},
      {R"({"a": {"dtype": "U8", "shape": [0], "data_offsets": [0, 0]},
          "a": {"dtype": "U8", "shape": [0], "data_offsets": [0, 0]}})",
       0, "duplicate key 'a'"},
      {R"({"__metadata__": {"a": 1}})", 0,
       "expected a string as the metadata 'a'"},
      {R"({"__metadata__": []})", 0, "expected an object as '__metadata__'"},
  };
  for (const Case &test : cases)
    EXPECT_EQ(headerError(test.json, test.size), test.message)
        << test.json.str();
  EXPECT_NE(headerError("{\"a\": ", 0), "");
  EXPECT_NE(headerError("{\"\xff\": {}}", 0), "");
  EXPECT_NE(headerError(std::string(100000, '['), 0), "");
  EXPECT_NE(headerError("{\"a\":{\"dtype\":" + std::string(100000, '['), 0),
            "");
}

TEST(Safetensors, FileErrors) {
  EXPECT_EQ(openError(""),
            "expected a safetensors file, but it has only 0 bytes");
  EXPECT_EQ(openError(std::string("\x10\0\0\0\0\0\0\0{}", 10)),
            "the header of 16 bytes does not fit in the file of 10");
  EXPECT_EQ(openError(std::string("\xff\xff\xff\xff\xff\xff\xff\xff{}", 10)),
            "expected a safetensors file: its header would have "
            "18446744073709551615 bytes, more than the 100000000 that the "
            "format allows");
  EXPECT_EQ(openError(fileOf(" {}", "")),
            "expected a safetensors file: its header does not start with '{'");
  EXPECT_EQ(openError(fileOf("{}", "x")),
            "header: expected 0 bytes of data by the header, got 1");
  EXPECT_EQ(openError(fileOf("{}", "")), "");
}

TEST(Safetensors, Index) {
  auto error = [](StringRef json) {
    auto map = parseIndex(json);
    return map ? "" : llvm::toString(map.takeError());
  };
  EXPECT_EQ(error(R"({"weight_map": {"a": "x"}, "metadata": {}})"), "");
  EXPECT_EQ(error("{}"), "expected a 'weight_map'");
  EXPECT_EQ(error(R"({"weight_map": []})"),
            "expected an object as 'weight_map'");
  EXPECT_EQ(error(R"({"weight_map": {"a": 1}})"),
            "expected a string as the file of 'a'");
  for (StringRef name : {"", ".", "..", "/etc/x", "../x", "a/b", "a\\u0000"})
    EXPECT_NE(error(("{\"weight_map\": {\"a\": \"" + name + "\"}}").str()), "")
        << name.str();
}

/// A folder of its own.
class WriterTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(
        llvm::sys::fs::createUniqueDirectory("tp-safetensors", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }
  std::string path(StringRef name) {
    llvm::SmallString<128> result(folder);
    llvm::sys::path::append(result, name);
    return result.str().str();
  }
  unsigned countFiles() {
    std::error_code code;
    unsigned count = 0;
    for (llvm::sys::fs::directory_iterator it(folder, code), end; it != end;
         it.increment(code))
      ++count;
    return count;
  }
  static TensorToWrite make(StringRef name, DType type, StringRef bytes) {
    TensorToWrite tensor;
    tensor.name = name.str();
    tensor.dtype = type;
    tensor.shape = {bytes.size() * 8 / getBitWidth(type)};
    tensor.bytes = ArrayRef<char>(bytes.data(), bytes.size());
    return tensor;
  }

  llvm::SmallString<128> folder;
};

TEST_F(WriterTest, RoundTrip) {
  std::vector<TensorToWrite> tensors = {
      make("bytes", DType::U8, "abc"), make("wide", DType::F64, "12345678"),
      make("\"quoted\"\n", DType::BF16, "1234"), make("", DType::U8, "")};
  // More than a block of the digest, given in odd pieces.
  std::string large(3 * Digest::blockSize + 17, 'x');
  for (size_t i = 0; i != large.size(); ++i)
    large[i] = char(i * 31 + (i >> 11));
  tensors.push_back(make("large", DType::U8, large));
  TensorToWrite made = make("made", DType::U8, large);
  made.bytes = {};
  made.generate = [&](TensorToWrite::Sink sink) -> llvm::Error {
    for (StringRef rest = large; !rest.empty();) {
      StringRef piece = rest.take_front(1234567);
      if (llvm::Error error = sink(ArrayRef<char>(piece.data(), piece.size())))
        return error;
      rest = rest.drop_front(piece.size());
    }
    return llvm::Error::success();
  };
  tensors.push_back(made);
  WriteOptions options;
  options.metadata = {{"key", "value"}};

  auto pending = write(path("a.safetensors"), tensors, options);
  ASSERT_TRUE(bool(pending)) << llvm::toString(pending.takeError());
  EXPECT_FALSE(llvm::sys::fs::exists(path("a.safetensors")));
  ASSERT_FALSE(bool(pending->commit()));
  EXPECT_EQ(countFiles(), 1u);

  auto file = File::open(path("a.safetensors"));
  ASSERT_TRUE(bool(file)) << llvm::toString(file.takeError());
  EXPECT_EQ((*file)->dataOffset() % 8, 0u);
  EXPECT_EQ((*file)->header().tensors.front().name, "wide");
  EXPECT_EQ((*file)->header().getMetadata("key"), "value");
  for (const TensorToWrite &tensor : tensors) {
    const Tensor *found = (*file)->find(tensor.name);
    ASSERT_NE(found, nullptr) << tensor.name;
    EXPECT_EQ(found->dtype, tensor.dtype);
    ArrayRef<char> want = tensor.generate
                              ? ArrayRef<char>(large.data(), large.size())
                              : tensor.bytes;
    EXPECT_EQ((*file)->bytes(*found), want) << tensor.name;
    EXPECT_FALSE(bool((*file)->verify(*found)));
    EXPECT_EQ((*file)->bytes(*found).size() * 8 % getBitWidth(found->dtype),
              0u);
  }
  EXPECT_EQ((*file)->find("none"), nullptr);

  // The same content, the same file; another content, another fingerprint.
  auto again = write(path("b.safetensors"), tensors, options);
  ASSERT_TRUE(bool(again));
  ASSERT_FALSE(bool(again->commit()));
  auto copy = File::open(path("b.safetensors"));
  ASSERT_TRUE(bool(copy));
  EXPECT_EQ((*file)->fingerprint(), (*copy)->fingerprint());
  large.back() ^= 1;
  auto changed = write(path("b.safetensors"), tensors, options);
  ASSERT_TRUE(bool(changed));
  ASSERT_FALSE(bool(changed->commit()));
  EXPECT_TRUE(bool((*file)->checkUnchanged()) == false);
  llvm::Error replaced = (*copy)->checkUnchanged();
  EXPECT_TRUE(bool(replaced));
  llvm::consumeError(std::move(replaced));
  auto other = File::open(path("b.safetensors"));
  ASSERT_TRUE(bool(other));
  EXPECT_NE((*file)->fingerprint(), (*other)->fingerprint());
}

TEST_F(WriterTest, Shards) {
  std::vector<TensorToWrite> tensors = {
      make("a", DType::U8, "aaaa"), make("b", DType::U8, "bb"),
      make("c", DType::U8, "ccccccccc"), make("d", DType::U8, "d")};
  WriteOptions options;
  options.maxShardSize = 6;
  auto pending = write(path("m.safetensors"), tensors, options);
  ASSERT_TRUE(bool(pending)) << llvm::toString(pending.takeError());
  EXPECT_EQ(pending->path(), path("m.safetensors.index.json"));
  ASSERT_FALSE(bool(pending->commit()));
  EXPECT_EQ(countFiles(), 4u);
  auto model = Model::open(path("m.safetensors.index.json"));
  ASSERT_TRUE(bool(model)) << llvm::toString(model.takeError());
  EXPECT_EQ((*model)->files().size(), 3u);
  for (const TensorToWrite &tensor : tensors) {
    auto [file, found] = (*model)->find(tensor.name);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(file->bytes(*found), tensor.bytes);
  }
  EXPECT_EQ((*model)->find("none").first, nullptr);
}

TEST_F(WriterTest, Errors) {
  auto error = [&](std::vector<TensorToWrite> tensors) {
    auto pending = write(path("e.safetensors"), tensors);
    std::string text = pending ? "" : llvm::toString(pending.takeError());
    return StringRef(text).split(": ").second.str();
  };
  EXPECT_EQ(error({make("a", DType::U8, "1"), make("a", DType::U8, "1")}),
            "tensor 'a': expected one tensor of the name");
  EXPECT_EQ(error({make("__metadata__", DType::U8, "1")}),
            "tensor '__metadata__': the format keeps this name for itself");
  EXPECT_EQ(error({make("\xff", DType::U8, "1")}),
            "tensor '\\FF': expected a name in UTF-8");
  TensorToWrite tensor = make("a", DType::F32, "1234");
  tensor.shape = {2};
  EXPECT_EQ(error({tensor}),
            "tensor 'a': expected 8 bytes by its type and shape, got 4");
  tensor.bytes = {};
  tensor.generate = [](TensorToWrite::Sink sink) { return sink({'x'}); };
  EXPECT_EQ(error({tensor}), "tensor 'a': expected 8 bytes, got 1");
  tensor.generate = [](TensorToWrite::Sink) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "f: no data");
  };
  EXPECT_EQ(error({tensor}), "no data");
  EXPECT_EQ(countFiles(), 0u);
}

TEST_F(WriterTest, Transactions) {
  auto put = [&](StringRef text) {
    auto pending = write(path("t.safetensors"), {make("a", DType::U8, text)});
    ASSERT_TRUE(bool(pending));
    ASSERT_FALSE(bool(pending->commit()));
  };
  auto content = [&] {
    auto file = File::open(path("t.safetensors"));
    if (!file) {
      llvm::consumeError(file.takeError());
      return std::string("none");
    }
    ArrayRef<char> bytes = (*file)->bytes((*file)->header().tensors.front());
    return std::string(bytes.begin(), bytes.end());
  };
  {
    archive::FileTransaction transaction;
    put("new");
    EXPECT_EQ(content(), "new");
  }
  EXPECT_EQ(content(), "none");
  EXPECT_EQ(countFiles(), 0u);
  put("old");
  {
    archive::FileTransaction transaction;
    put("new");
    {
      archive::FileTransaction inner;
      put("inner");
      inner.commit();
    }
    EXPECT_EQ(content(), "inner");
  }
  EXPECT_EQ(content(), "old");
  {
    archive::FileTransaction transaction;
    put("new");
    transaction.commit();
  }
  EXPECT_EQ(content(), "new");
  EXPECT_EQ(countFiles(), 1u);
}

/// Changes a few bytes, or cuts the end.
std::string damage(std::string text, std::mt19937 &random) {
  for (unsigned n = random() % 3 + 1; n; --n)
    text[random() % text.size()] ^= char(1 << random() % 8);
  if (random() % 4 == 0)
    text.resize(random() % text.size());
  return text;
}

constexpr StringRef twoTensors =
    R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"U8","shape":[2],"data_offsets":[4,6]}})";

void expectOneLine(llvm::Error error) {
  std::string message = llvm::toString(std::move(error));
  EXPECT_FALSE(message.empty());
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST(Safetensors, DamagedHeaders) {
  std::mt19937 random(1);
  unsigned good = 0;
  for (int i = 0; i != 20000; ++i) {
    auto header = parseHeader(damage(twoTensors.str(), random), 6);
    if (!header) {
      expectOneLine(header.takeError());
      continue;
    }
    ++good;
    EXPECT_LE(header->tensors.size(), 2u);
  }
  EXPECT_GT(good, 50u);
}

TEST(Safetensors, DamagedFiles) {
  std::string whole = fileOf(twoTensors, "123456");
  std::mt19937 random(2);
  tptest::TempFile file("");
  unsigned good = 0;
  for (int i = 0; i != 300; ++i) {
    std::string text = damage(whole, random);
    file.rewrite(text);
    auto opened = File::open(file.path());
    if (!opened) {
      expectOneLine(opened.takeError());
      continue;
    }
    ++good;
    for (const Tensor &tensor : (*opened)->header().tensors)
      EXPECT_NE(StringRef(text).find(
                    StringRef((*opened)->bytes(tensor).data(), tensor.size())),
                StringRef::npos);
  }
  EXPECT_GT(good, 3u);
}

} // namespace
