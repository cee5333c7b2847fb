//===- PT2WriterTest.cpp - Writing .pt2 archives --------------------------===//

#include "SampleProgram.h"
#include "ZipBuilder.h"
#include "tp/Target/PT2/PT2Archive.h"
#include "tp/Target/PT2/Writer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace tptest;
using namespace mlir::tp;
using namespace mlir::tp::pt2;
using archive::Content;
using llvm::ArrayRef;
using llvm::Error;
using llvm::StringRef;

namespace {

Document<ExportedProgram> read(StringRef text) {
  auto document = readExportedProgram(ArrayRef<char>(text.data(), text.size()));
  if (!document)
    llvm::report_fatal_error(document.takeError());
  return std::move(*document);
}

std::string write(const Document<ExportedProgram> &document) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeExportedProgram(*document, os, document.unknownFields());
  return text;
}

/// JSON without the white space outside of strings: the samples are broken into
/// lines.
std::string compact(StringRef json) {
  std::string result;
  bool inString = false;
  for (size_t i = 0; i != json.size(); ++i) {
    const char c = json[i];
    if (!inString && (c == ' ' || c == '\n'))
      continue;
    result += c;
    if (inString && c == '\\')
      result += json[++i];
    else if (c == '"')
      inString = !inString;
  }
  return result;
}

/// The text of a program whose guards are these strings, from their brackets
/// on.
std::string writtenStrings(ArrayRef<StringRef> strings) {
  ExportedProgram program;
  program.guardsCode = strings;
  std::string text;
  llvm::raw_string_ostream os(text);
  writeExportedProgram(program, os);
  return text.substr(text.find("\"guards_code\": ") + 15);
}

std::string writtenFloat(double value) {
  ExportedProgram program;
  Argument argument = Argument::fromFloat(Argument::Kind::Float, value);
  program.graphModule.graph.inputs = argument;
  std::string text;
  llvm::raw_string_ostream os(text);
  writeExportedProgram(program, os);
  StringRef rest = StringRef(text).split("{\"as_float\": ").second;
  return rest.split('}').first.str();
}

/// Every kind of argument, input, output and value, and every optional field,
/// set and not set.
TEST(PT2Writer, EveryField) {
  std::string first = write(read(sampleProgram()));
  // The sample leaves some fields to their defaults, and has integers for
  // floats.
  std::string expected = compact(sampleProgram());
  expected =
      replaced(expected, "{\"as_tensors\":[{\"name\":\"x\"},{\"name\":\"y\"}]}",
               "{\"as_tensors\":[{\"name\":\"x\"},{\"name\":\"y\"}]},"
               "\"kind\":null");
  expected = replaced(expected, "[1,\"Infinity\"", "[1.0,\"Infinity\"");
  expected = replaced(expected, "\"as_float\":1}", "\"as_float\":1.0}");
  expected = replaced(expected, "\"is_single_tensor_return\":true",
                      "\"is_single_tensor_return\":true,"
                      "\"custom_obj_values\":{},\"sym_float_values\":{}");
  expected = replaced(expected, "\"-Infinity\",\"max_val\":\"Infinity\"",
                      "null,\"max_val\":null");
  EXPECT_EQ(compact(first), expected);
  // What is written reads to what was read: it is written the same again.
  EXPECT_EQ(write(read(first)), first);
  for (unsigned kind = 0; kind != Argument::numKinds; ++kind) {
    std::string arm =
        "{\"" + Argument::armName(Argument::Kind(kind)).str() + "\": ";
    EXPECT_NE(first.find(arm), std::string::npos) << arm;
  }
  std::string small = write(read(smallProgram()));
  EXPECT_EQ(write(read(small)), small);
}

TEST(PT2Writer, SmallestProgram) {
  ExportedProgram program;
  std::string text;
  llvm::raw_string_ostream os(text);
  writeExportedProgram(program, os);
  EXPECT_EQ(
      text,
      "{\"graph_module\": {\"graph\": {\"inputs\": [], \"outputs\": [], "
      "\"nodes\": [], \"tensor_values\": {}, \"sym_int_values\": {}, "
      "\"sym_bool_values\": {}, \"is_single_tensor_return\": false, "
      "\"custom_obj_values\": {}, \"sym_float_values\": {}}, \"signature\": "
      "{\"input_specs\": [], \"output_specs\": []}, \"module_call_graph\": [], "
      "\"metadata\": {}, \"treespec_namedtuple_fields\": {}}, "
      "\"opset_version\": {}, \"range_constraints\": {}, \"schema_version\": "
      "{\"major\": 8, \"minor\": 20}, \"verifiers\": [], \"torch_version\": "
      "\"<=2.4\", \"guards_code\": []}");
}

TEST(PT2Writer, AbsentFieldsAreNull) {
  Node node;
  node.target = "t";
  NamedArgument input;
  input.name = "x";
  node.inputs = input;
  ModuleCallEntry call;
  KeyValue<RangeConstraint> range;
  range.key = "s0";
  ExportedProgram program;
  program.graphModule.graph.nodes = node;
  program.graphModule.moduleCallGraph = call;
  program.rangeConstraints = range;
  std::string text;
  llvm::raw_string_ostream os(text);
  writeExportedProgram(program, os);
  for (StringRef part :
       {"\"inputs\": [{\"name\": \"x\", \"arg\": {\"as_none\": true}, "
        "\"kind\": null}]",
        "\"is_hop_single_tensor_return\": null, \"name\": null}",
        "{\"fqn\": \"\", \"signature\": null}",
        "{\"s0\": {\"min_val\": null, \"max_val\": null}}"})
    EXPECT_NE(text.find(part.str()), std::string::npos) << part.str();
}

/// As Python's repr().
TEST(PT2Writer, Floats) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(writtenFloat(0.0), "0.0");
  EXPECT_EQ(writtenFloat(-0.0), "-0.0");
  EXPECT_EQ(writtenFloat(1.0), "1.0");
  EXPECT_EQ(writtenFloat(-12.0), "-12.0");
  EXPECT_EQ(writtenFloat(100.0), "100.0");
  EXPECT_EQ(writtenFloat(0.1), "0.1");
  EXPECT_EQ(writtenFloat(1.5), "1.5");
  EXPECT_EQ(writtenFloat(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(writtenFloat(123456.789), "123456.789");
  EXPECT_EQ(writtenFloat(0.0001), "0.0001");
  EXPECT_EQ(writtenFloat(0.00012), "0.00012");
  EXPECT_EQ(writtenFloat(0.00001), "1e-05");
  EXPECT_EQ(writtenFloat(1.25e-7), "1.25e-07");
  EXPECT_EQ(writtenFloat(9999999999999998.0), "9999999999999998.0");
  EXPECT_EQ(writtenFloat(1e16), "1e+16");
  EXPECT_EQ(writtenFloat(1.5e16), "1.5e+16");
  EXPECT_EQ(writtenFloat(1e100), "1e+100");
  EXPECT_EQ(writtenFloat(5e-324), "5e-324");
  EXPECT_EQ(writtenFloat(-1.7976931348623157e308), "-1.7976931348623157e+308");
  EXPECT_EQ(writtenFloat(inf), "\"Infinity\"");
  EXPECT_EQ(writtenFloat(-inf), "\"-Infinity\"");
  EXPECT_EQ(writtenFloat(std::nan("")), "\"NaN\"");
}

/// As json.dumps with ensure_ascii.
TEST(PT2Writer, Strings) {
  EXPECT_EQ(writtenStrings({"plain ~!", "\"\\/", ""}),
            "[\"plain ~!\", \"\\\"\\\\/\", \"\"]}");
  EXPECT_EQ(writtenStrings({"\n\r\t\f\b\x01\x1f\x7f"}),
            "[\"\\n\\r\\t\\f\\b\\u0001\\u001f\\u007f\"]}");
  EXPECT_EQ(writtenStrings({StringRef("a\0b", 3)}), "[\"a\\u0000b\"]}");
  EXPECT_EQ(
      writtenStrings({"gr\xc3\xb6\xc3\x9f\x65 \xe2\x82\xac \xf0\x9f\x98\x80"}),
      "[\"gr\\u00f6\\u00dfe \\u20ac \\ud83d\\ude00\"]}");
  // A lone surrogate, as json.dumps writes one.
  EXPECT_EQ(writtenStrings({"\xed\xa0\x80"}), "[\"\\ud800\"]}");
  // No UTF-8: a stray byte, an overlong form, a cut sequence, one that is too
  // large.
  EXPECT_EQ(writtenStrings({"\xff"
                            "a"}),
            "[\"\\ufffda\"]}");
  EXPECT_EQ(writtenStrings({"\xc0\x80"}), "[\"\\ufffd\\ufffd\"]}");
  EXPECT_EQ(writtenStrings({"\xe2\x82"}), "[\"\\ufffd\\ufffd\"]}");
  EXPECT_EQ(writtenStrings({"\xe2\x82x"}), "[\"\\ufffd\\ufffdx\"]}");
  EXPECT_EQ(writtenStrings({"\xf4\x90\x80\x80"}),
            "[\"\\ufffd\\ufffd\\ufffd\\ufffd\"]}");
}

/// Unknown fields go back to where they stood, whatever the place is called.
TEST(PT2Writer, UnknownFields) {
  std::string text = write(read(smallProgram()));
  auto insert = [&](StringRef before, StringRef what) {
    const size_t at = text.find(before.str());
    ASSERT_NE(at, std::string::npos) << before.str();
    text.insert(at, what.str());
  };
  // Into the graph module, the root, and two objects whose keys only quoting
  // tells apart.
  insert("}, \"opset_version\"", ", \"new\": {\"a\": [1, 2.50, \"\\u00e9\"]}");
  text.insert(text.size() - 1, ", \"z\": null, \"new\\nkey\": -0.0");
  const size_t at = text.find("\"range_constraints\": {");
  ASSERT_NE(at, std::string::npos);
  text.replace(
      at, text.find('}', at) + 1 - at,
      "\"range_constraints\": {\"a'b\": {\"min_val\": 1, \"max_val\": "
      "2, \"hint\": 3}, \"a\\\\'b\": {\"min_val\": 1, \"max_val\": "
      "2, \"hint\": 4}, \"a.b\": {\"min_val\": 1, \"max_val\": null}}");
  Document<ExportedProgram> document = read(text);
  ASSERT_EQ(document.unknownFields().size(), 5u);
  EXPECT_EQ(write(document), text);

  // An object that is gone takes its fields along.
  ExportedProgram changed = *document;
  changed.rangeConstraints = {};
  std::string rest;
  llvm::raw_string_ostream os(rest);
  writeExportedProgram(changed, os, document.unknownFields());
  EXPECT_EQ(rest.find("hint"), std::string::npos);
  EXPECT_NE(rest.find("new\\nkey"), std::string::npos);
}

/// In every object of the sample: an unknown field is written where it was.
TEST(PT2Writer, UnknownFieldsEverywhere) {
  const std::string text = write(read(sampleProgram()));
  unsigned structs = 0;
  bool inString = false;
  for (size_t i = 0; i != text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
      continue;
    }
    if (text[i] == '"')
      inString = !inString;
    if (inString || text[i] != '}' || text[i - 1] == '{')
      continue;
    std::string more = text;
    more.insert(i, ", \"unknown field\": [7]");
    auto document =
        readExportedProgram(ArrayRef<char>(more.data(), more.size()));
    if (!document) {
      // A union or a dictionary, which can hold none.
      llvm::consumeError(document.takeError());
      continue;
    }
    if (document->unknownFields().empty())
      continue; // A dictionary of lists.
    ++structs;
    EXPECT_EQ(write(*document), more);
  }
  EXPECT_GT(structs, 100u);
}

TEST(PT2Writer, SchemaVersions) {
  auto versionOf = [](int64_t major, int64_t minor) {
    SchemaVersion version = writtenSchemaVersion({major, minor});
    return std::make_pair(version.major, version.minor);
  };
  using Version = std::pair<int64_t, int64_t>;
  EXPECT_EQ(versionOf(8, 20), Version(8, 20));
  EXPECT_EQ(versionOf(8, 3), Version(8, 20));
  EXPECT_EQ(versionOf(8, 31), Version(8, 31));
  EXPECT_EQ(versionOf(7, 31), Version(8, 20));
  EXPECT_EQ(versionOf(0, 0), Version(8, 20));

  // The single dialect of older ones is a verifier.
  ExportedProgram program;
  program.dialect = "TRAINING";
  std::string text;
  llvm::raw_string_ostream os(text);
  writeExportedProgram(program, os);
  EXPECT_NE(text.find("\"verifiers\": [\"TRAINING\"]"), std::string::npos);
  EXPECT_EQ(text.find("dialect"), std::string::npos);
}

TEST(PT2Writer, PayloadConfigs) {
  const std::string text = samplePayloads();
  auto document = readPayloadConfig(ArrayRef<char>(text.data(), text.size()));
  ASSERT_TRUE(bool(document)) << llvm::toString(document.takeError());
  std::string written;
  llvm::raw_string_ostream os(written);
  writePayloadConfig(**document, os, document->unknownFields());
  EXPECT_EQ(compact(written), compact(text));
}

TEST(PT2Writer, RootForPath) {
  EXPECT_EQ(rootForPath("out/m.pt2"), "m");
  EXPECT_EQ(rootForPath("m"), "m");
  EXPECT_EQ(rootForPath("a.b.pt2"), "a.b");
  EXPECT_EQ(rootForPath(".pt2"), "archive");
  EXPECT_EQ(rootForPath("-"), "archive");
  EXPECT_EQ(rootForPath(""), "archive");
}

//===----------------------------------------------------------------------===//
// Archives
//===----------------------------------------------------------------------===//

/// A folder that is removed with all that it holds.
class TempFolder {
public:
  TempFolder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("tp-writer", path));
  }
  ~TempFolder() { (void)llvm::sys::fs::remove_directories(path); }
  std::string file(StringRef name) const {
    llvm::SmallString<128> result = path;
    llvm::sys::path::append(result, name);
    return result.str().str();
  }
  std::vector<std::string> list() const {
    std::vector<std::string> names;
    std::error_code code;
    for (llvm::sys::fs::directory_iterator it(path, code), end;
         it != end && !code; it.increment(code))
      names.push_back(llvm::sys::path::filename(it->path()).str());
    return names;
  }

private:
  llvm::SmallString<128> path;
};

std::string contentOf(const PT2Archive &archive, StringRef name) {
  const archive::Entry *entry = archive.zip()->find(name);
  if (!entry)
    return "<no entry>";
  auto bytes = archive.zip()->checkedBytes(*entry);
  if (!bytes)
    return llvm::toString(bytes.takeError());
  return std::string(bytes->data(), bytes->size());
}

/// Two programs of which one has payloads.
struct Sample {
  Sample() : program(read(sampleProgram())), small(read(smallProgram())) {
    weight.key = "w";
    weight.value.pathName = "weight_0";
    weight.value.tensorMeta = &meta;
    weights.config = weight;
    constant.key = "c";
    constant.value.pathName = "custom_obj_0";
    constant.value.usePickle = true;
    constants.config = constant;

    archive.root = "r";
    archive.programs.resize(2);
    archive.programs[0].name = "model";
    archive.programs[0].program = &*program;
    archive.programs[0].weights = &weights;
    archive.programs[0].constants = &constants;
    archive.programs[0].sampleInputs = Content::text("pickle");
    archive.programs[1].name = "gr\xc3\xb6\xc3\x9f\x65r";
    archive.programs[1].program = &*small;
    archive.programs[1].weights = &weights;
    archive.weights.push_back({"weight_0", Content::text("1234")});
    archive.weights.push_back({"weight_unused", Content::text("5678")});
    archive.constants.push_back({"custom_obj_0", Content::text("object")});
    archive.others.push_back({"extra/notes/a.txt", Content::text("hello")});
    archive.others.push_back({".data/version", Content::text("5\n")});
    archive.others.push_back({"archive_version", Content::text("7")});
  }

  Document<ExportedProgram> program;
  Document<ExportedProgram> small;
  TensorMeta meta;
  KeyValue<PayloadMeta> weight;
  KeyValue<PayloadMeta> constant;
  PayloadConfig weights;
  PayloadConfig constants;
  ArchiveToWrite archive;
};

TEST(PT2Writer, Archive) {
  TempFolder folder;
  const std::string path = folder.file("a.pt2");
  Sample sample;
  Error error = writePT2File(sample.archive, path);
  ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
  EXPECT_EQ(folder.list(), std::vector<std::string>{"a.pt2"});

  auto archive = PT2Archive::open(path);
  ASSERT_TRUE(bool(archive)) << llvm::toString(archive.takeError());
  EXPECT_EQ(archive->zip()->root(), "r");
  EXPECT_EQ(archive->version(), "0");
  EXPECT_EQ(archive->byteOrder(), StringRef("little"));
  ASSERT_EQ(archive->programs().size(), 2u);
  EXPECT_EQ(archive->programs()[1].name, "gr\xc3\xb6\xc3\x9f\x65r");
  auto program = archive->readProgram(archive->programs()[0]);
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  EXPECT_EQ(write(*program), write(sample.program));
  EXPECT_EQ(contentOf(*archive, "data/weights/weight_0"), "1234");
  EXPECT_EQ(contentOf(*archive, "data/weights/weight_unused"), "5678");
  EXPECT_EQ(contentOf(*archive, "data/constants/custom_obj_0"), "object");
  EXPECT_EQ(contentOf(*archive,
                      "data/constants/"
                      "gr\xc3\xb6\xc3\x9f\x65r_constants_config.json"),
            "{\"config\": {}}");
  EXPECT_EQ(contentOf(*archive, "data/sample_inputs/model.pt"), "pickle");
  EXPECT_EQ(
      contentOf(*archive, "data/sample_inputs/gr\xc3\xb6\xc3\x9f\x65r.pt"), "");
  EXPECT_EQ(contentOf(*archive, "extra/notes/a.txt"), "hello");
  EXPECT_EQ(contentOf(*archive, ".data/version"), "6\n");
  EXPECT_EQ(contentOf(*archive, "archive_version"), "0");
}

/// The output may be the file that the content comes from.
TEST(PT2Writer, InPlace) {
  TempFolder folder;
  const std::string path = folder.file("a.pt2");
  Sample sample;
  Error error = writePT2File(sample.archive, path);
  ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
  auto source = PT2Archive::open(path);
  ASSERT_TRUE(bool(source));
  for (EntryToWrite &entry : sample.archive.weights)
    entry.content = Content::entry(
        source->zip(), *source->zip()->find("data/weights/" + entry.name));
  sample.archive.root = "other";
  error = writePT2File(sample.archive, path);
  ASSERT_FALSE(bool(error)) << llvm::toString(std::move(error));
  // The one that is open is still the old one.
  EXPECT_EQ(contentOf(*source, "data/weights/weight_0"), "1234");
  auto copy = PT2Archive::open(path);
  ASSERT_TRUE(bool(copy));
  EXPECT_EQ(copy->zip()->root(), "other");
  EXPECT_EQ(contentOf(*copy, "data/weights/weight_0"), "1234");
}

/// After an error the folder is as it was.
TEST(PT2WriterErrors, LeaveNothing) {
  TempFolder folder;
  const std::string path = folder.file("a.pt2");
  Sample sample;
  sample.archive.others.push_back(
      {"extra/bad", Content::generate(5, [](auto &) {
         return llvm::createStringError("no bytes");
       })});
  Error error = writePT2File(sample.archive, path);
  EXPECT_EQ(llvm::toString(std::move(error)), "no bytes");
  EXPECT_TRUE(folder.list().empty());

  {
    std::error_code code;
    llvm::raw_fd_ostream old(path, code);
    old << "old";
  }
  error = writePT2File(sample.archive, path);
  EXPECT_EQ(llvm::toString(std::move(error)), "no bytes");
  EXPECT_EQ(folder.list(), std::vector<std::string>{"a.pt2"});
  auto content = llvm::MemoryBuffer::getFile(path);
  ASSERT_TRUE(bool(content));
  EXPECT_EQ((*content)->getBuffer(), "old");

  error = writePT2File(sample.archive, folder.file("no/such/folder.pt2"));
  EXPECT_TRUE(bool(error));
  llvm::consumeError(std::move(error));
}

TEST(PT2WriterErrors, Entries) {
  auto errorOf = [](const ArchiveToWrite &archive) {
    std::string bytes;
    llvm::raw_string_ostream os(bytes);
    Error error = writePT2(archive, os);
    return error ? llvm::toString(std::move(error)) : "<no error>";
  };
  Sample sample;
  EXPECT_EQ(errorOf(sample.archive), "<no error>");

  ArchiveToWrite changed = sample.archive;
  changed.constants.clear();
  EXPECT_EQ(errorOf(changed),
            "program 'model': expected an entry 'data/constants/custom_obj_0' "
            "for 'c', got none");
  changed = sample.archive;
  changed.weights.push_back({"weight_0", Content()});
  EXPECT_EQ(errorOf(changed), "entry 'data/weights/weight_0': the archive has "
                              "an entry of this name already");
  changed = sample.archive;
  changed.programs[1].name = "model";
  EXPECT_EQ(errorOf(changed), "entry 'data/weights/model_weights_config.json': "
                              "the archive has an entry of this name already");
  changed = sample.archive;
  changed.programs[1].name = "../m";
  EXPECT_EQ(errorOf(changed),
            "entry 'data/weights/../m_weights_config.json': the name has the "
            "component '..'");
}

} // namespace
