//===- PT2ArchiveTest.cpp - The layout of .pt2 archives -------------------===//

#include "tp/Target/PT2/PT2Archive.h"
#include "SampleProgram.h"
#include "ZipBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace tptest;
using namespace mlir::tp::pt2;
using llvm::StringRef;

namespace {

std::vector<ZipEntry> goodEntries() {
  return {
      {"m/data/weights/weight_0", "\1\2\3\4", false, false, false, 20},
      {"m/data/weights/model_weights_config.json", samplePayloads()},
      {"m/data/constants/custom_obj_0", "pickle"},
      {"m/data/constants/model_constants_config.json", "{\"config\": {}}"},
      {"m/models/model.json", sampleProgram()},
      {"m/data/sample_inputs/model.pt", "pickle"},
      {"m/data/aotinductor/fast/a.so", "1"},
      {"m/data/aotinductor/fast/b.cpp", "2"},
      {"m/data/aotinductor/slow/a.so", "3"},
      {"m/extra/notes/a.txt", "hello"},
      {"m/archive_format", "pt2"},
      {"m/archive_version", "0"},
      {"m/.data/version", "6\n"},
      {"m/byteorder", "little"},
  };
}

std::string openError(llvm::ArrayRef<ZipEntry> entries) {
  TempFile file(makeZip(entries).bytes);
  auto archive = PT2Archive::open(file.path());
  if (archive)
    return "<no error>";
  std::string message = llvm::toString(archive.takeError());
  StringRef rest = message;
  EXPECT_TRUE(rest.consume_front(file.path() + ": ")) << message;
  return rest.str();
}

/// The error of the good archive with the content of one entry changed, or
/// without the entry.
std::string errorWith(StringRef name, std::optional<std::string> content) {
  std::vector<ZipEntry> entries = goodEntries();
  llvm::erase_if(entries, [&](ZipEntry &entry) {
    if (entry.name != name)
      return false;
    if (content)
      entry.content = *content;
    return !content;
  });
  std::string message = openError(entries);
  // Offsets are tested with the zip reader.
  size_t at = message.find(" at byte ");
  if (at != std::string::npos)
    message.erase(at, message.find(':', at) - at);
  return message;
}

TEST(PT2Archive, SortsEntries) {
  TempFile file(makeZip(goodEntries()).bytes);
  auto archive = PT2Archive::open(file.path());
  ASSERT_TRUE(bool(archive)) << llvm::toString(archive.takeError());
  EXPECT_EQ(archive->version(), "0");
  EXPECT_EQ(archive->byteOrder(), StringRef("little"));
  ASSERT_EQ(archive->programs().size(), 1u);
  const ProgramEntries &program = archive->programs()[0];
  EXPECT_EQ(program.name, "model");
  EXPECT_EQ(archive->find("model"), &program);
  EXPECT_EQ(archive->find("other"), nullptr);
  EXPECT_EQ(program.sampleInputs->name, "data/sample_inputs/model.pt");
  EXPECT_FALSE(program.pickledWeights);
  EXPECT_FALSE(program.pickledConstants);
  ASSERT_EQ(archive->compiledModels().size(), 2u);
  EXPECT_EQ(archive->compiledModels()[0].name, "fast");
  EXPECT_EQ(archive->compiledModels()[0].entries.size(), 2u);
  EXPECT_EQ(archive->compiledModels()[1].name, "slow");
  ASSERT_EQ(archive->extraFiles().size(), 1u);
  EXPECT_EQ(archive->extraFiles()[0]->name, "extra/notes/a.txt");
  ASSERT_EQ(archive->otherEntries().size(), 1u);
  EXPECT_EQ(archive->otherEntries()[0]->name, ".data/version");
}

TEST(PT2Archive, ReadsItsProgramAndItsWeights) {
  Zip zip = makeZip(goodEntries());
  TempFile file(zip.bytes);
  auto archive = PT2Archive::open(file.path());
  ASSERT_TRUE(bool(archive)) << llvm::toString(archive.takeError());
  const ProgramEntries &entries = archive->programs()[0];
  auto program = archive->readProgram(entries);
  ASSERT_TRUE(bool(program)) << llvm::toString(program.takeError());
  EXPECT_EQ((*program)->graphModule.graph.nodes.size(), 1u);
  auto weights = archive->readPayloads(entries, PayloadKind::Weights);
  ASSERT_TRUE(bool(weights)) << llvm::toString(weights.takeError());
  const PayloadMeta &meta = (*weights)->config[0].value;
  auto entry = archive->findPayload(meta, PayloadKind::Weights);
  ASSERT_TRUE(bool(entry)) << llvm::toString(entry.takeError());
  auto extent = archive->locate(**entry);
  ASSERT_TRUE(bool(extent)) << llvm::toString(extent.takeError());
  EXPECT_EQ(extent->size, 4u);
  EXPECT_EQ(zip.bytes.substr(extent->offset, extent->size), "\1\2\3\4");
  auto constants = archive->readPayloads(entries, PayloadKind::Constants);
  ASSERT_TRUE(bool(constants)) << llvm::toString(constants.takeError());
  EXPECT_TRUE((*constants)->config.empty());

  auto missing = archive->findPayload(meta, PayloadKind::Constants);
  ASSERT_FALSE(bool(missing));
  EXPECT_EQ(llvm::toString(missing.takeError()),
            file.path() + ": expected the entry 'data/constants/weight_0'");
}

TEST(PT2Archive, ReadsDeflatedArchives) {
  std::vector<ZipEntry> entries = goodEntries();
  for (ZipEntry &entry : entries)
    entry.deflate = true;
  TempFile file(makeZip(entries).bytes);
  auto archive = PT2Archive::open(file.path());
  ASSERT_TRUE(bool(archive)) << llvm::toString(archive.takeError());
  auto program = archive->readProgram(archive->programs()[0]);
  EXPECT_TRUE(bool(program)) << llvm::toString(program.takeError());
  auto extent = archive->locate(*archive->zip()->find("data/weights/weight_0"));
  ASSERT_FALSE(bool(extent));
  EXPECT_NE(llvm::toString(extent.takeError())
                .find("expected a stored entry, got a compressed one"),
            std::string::npos);
}

TEST(PT2Archive, SeveralPrograms) {
  std::vector<ZipEntry> entries = goodEntries();
  entries.push_back({"m/models/b.x.json", smallProgram()});
  entries.push_back({"m/data/weights/b.x.pt", "pickle"});
  entries.push_back({"m/data/constants/b.x_constants_config.json", "{}"});
  TempFile file(makeZip(entries).bytes);
  auto archive = PT2Archive::open(file.path());
  ASSERT_TRUE(bool(archive)) << llvm::toString(archive.takeError());
  ASSERT_EQ(archive->programs().size(), 2u);
  const ProgramEntries *second = archive->find("b.x");
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->sampleInputs);
  EXPECT_EQ(second->pickledWeights->name, "data/weights/b.x.pt");
  auto weights = archive->readPayloads(*second, PayloadKind::Weights);
  ASSERT_FALSE(bool(weights));
  EXPECT_NE(llvm::toString(weights.takeError())
                .find("nothing is ever "
                      "unpickled"),
            std::string::npos);
  auto constants = archive->readPayloads(*second, PayloadKind::Constants);
  ASSERT_FALSE(bool(constants));
  EXPECT_EQ(llvm::toString(constants.takeError()),
            file.path() + ": entry 'm/data/constants/"
                          "b.x_constants_config.json': expected the field "
                          "'config' at $");
}

TEST(PT2ArchiveErrors, Markers) {
  EXPECT_EQ(errorWith("m/archive_format", "pt3"),
            "entry 'm/archive_format': expected 'pt2', got 'pt3'");
  EXPECT_EQ(errorWith("m/archive_format", std::string(5000, 'x')),
            "entry 'm/archive_format': expected a word, got 5000 bytes");
  EXPECT_EQ(errorWith("m/archive_version", std::nullopt),
            "expected the entry 'archive_version'");
  EXPECT_EQ(errorWith("m/archive_version", "1"),
            "entry 'm/archive_version': archive version '1' is not '0', which "
            "this reader understands");
  EXPECT_EQ(errorWith("m/byteorder", "big"),
            "entry 'm/byteorder': expected the byte order 'little', got 'big'");
  EXPECT_EQ(errorWith("m/byteorder", std::nullopt), "<no error>");
}

TEST(PT2ArchiveErrors, MissingEntries) {
  EXPECT_EQ(errorWith("m/data/weights/model_weights_config.json", std::nullopt),
            "entry 'm/models/model.json': expected the entry "
            "'data/weights/model_weights_config.json' beside the program");
  EXPECT_EQ(
      errorWith("m/data/constants/model_constants_config.json", std::nullopt),
      "entry 'm/models/model.json': expected the entry "
      "'data/constants/model_constants_config.json' beside the program");
  EXPECT_EQ(
      openError({{"m/archive_format", "pt2"}, {"m/archive_version", "0"}}),
      "expected at least one program, 'models/NAME.json'");
  std::vector<ZipEntry> entries = goodEntries();
  entries.push_back({"n/x", ""});
  EXPECT_NE(openError(entries).find("the entry is not in the folder 'm/', "
                                    "which holds the first one"),
            std::string::npos);
}

TEST(PT2ArchiveErrors, OtherKindsOfFile) {
  const std::string start =
      "expected a .pt2 archive of torch 2.8 or later, but ";
  EXPECT_EQ(openError({}), start + "the zip archive is empty");
  EXPECT_EQ(openError({{"version", "8.2"},
                       {"serialized_exported_program.json", "{}"},
                       {"serialized_state_dict.pt", ""}}),
            start + "it is one of an earlier version (it holds "
                    "'serialized_exported_program.json'): load it with the "
                    "torch that wrote it, then save it with torch 2.8 or "
                    "later");
  EXPECT_EQ(openError({{"m/data.pkl", ""},
                       {"m/code/__torch__.py", ""},
                       {"m/constants.pkl", ""}}),
            start + "it is a TorchScript archive (it holds 'constants.pkl' or "
                    "'code/')");
  EXPECT_EQ(openError({{"m/data.pkl", ""}, {"m/data/0", ""}}),
            start + "it is a pickle of torch.save (it holds 'data.pkl'), which "
                    "has weights but no program");
  EXPECT_EQ(openError({{"arr_0.npy", ""}}),
            start + "it is an archive of NumPy");
  EXPECT_EQ(openError({{"a.txt", ""}}),
            start + "it is another zip archive (it holds no 'archive_format')");
}

TEST(PT2ArchiveErrors, NameTheEntryOfAMalformedProgram) {
  std::vector<ZipEntry> entries = goodEntries();
  for (ZipEntry &entry : entries)
    if (entry.name == "m/models/model.json")
      entry.content = replaced(entry.content, "as_complex", "as_foo");
  TempFile file(makeZip(entries).bytes);
  auto archive = PT2Archive::open(file.path());
  ASSERT_TRUE(bool(archive)) << llvm::toString(archive.takeError());
  auto program = archive->readProgram(archive->programs()[0]);
  ASSERT_FALSE(bool(program));
  EXPECT_EQ(llvm::toString(program.takeError()),
            file.path() + ": entry 'm/models/model.json': unknown argument "
                          "kind 'as_foo' at $.graph_module.graph.nodes[0]"
                          ".inputs[28].arg");
}

} // namespace
