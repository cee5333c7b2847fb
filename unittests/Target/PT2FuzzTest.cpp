//===- PT2FuzzTest.cpp - Damaged archives and programs --------------------===//
//
// Thousands of changes of good archives and programs, always the same ones.
// Each must be read or give an error of one line; what is read is walked, so
// that a sanitizer sees every byte that the structs point to.
//
//===----------------------------------------------------------------------===//

#include "SampleProgram.h"
#include "ZipBuilder.h"
#include "tp/Target/PT2/PT2Archive.h"
#include "gtest/gtest.h"
#include <random>

using namespace tptest;
using namespace mlir::tp::pt2;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

/// Sums up what the structs point to.
class Walker {
public:
  uint64_t sum = 0;

  void text(StringRef value) {
    for (unsigned char c : value)
      sum = sum * 31 + c;
  }
  void argument(const Argument &arg) {
    using Kind = Argument::Kind;
    text(arg.armName());
    switch (arg.kind()) {
    case Kind::Tensor:
      return text(arg.asTensor());
    case Kind::String:
      return text(arg.asString());
    case Kind::Tensors:
      for (const TensorArgument &tensor : arg.asTensors())
        text(tensor.name);
      return;
    case Kind::Ints:
      for (int64_t number : arg.asInts())
        sum += number;
      return;
    case Kind::Strings:
      for (StringRef string : arg.asStrings())
        text(string);
      return;
    case Kind::SymInts:
      for (const SymIntArgument &symbol : arg.asSymInts())
        text(symbol.name);
      return;
    case Kind::Device:
      return text(arg.asDevice().type);
    case Kind::Graph:
      return graph(*arg.asGraph().graph);
    case Kind::CustomObj:
      return text(arg.asCustomObj().classFqn);
    case Kind::OptionalTensors:
      for (const OptionalTensorArgument &tensor : arg.asOptionalTensors())
        text(tensor.name);
      return;
    case Kind::NestedTensors:
      for (ArrayRef<TensorArgument> tensors : arg.asNestedTensors())
        for (const TensorArgument &tensor : tensors)
          text(tensor.name);
      return;
    case Kind::StringToArgument:
      for (const KeyValue<Argument> &entry : arg.asStringToArgument()) {
        text(entry.key);
        argument(entry.value);
      }
      return;
    default:
      return;
    }
  }
  void symInt(const SymInt &value) {
    if (value.isExpr())
      text(value.expr->exprStr);
  }
  void graph(const Graph &graph) {
    for (const Node &node : graph.nodes) {
      text(node.target);
      for (const NamedArgument &input : node.inputs) {
        text(input.name);
        argument(input.arg);
      }
      for (const Argument &output : node.outputs)
        argument(output);
      for (const KeyValue<StringRef> &entry : node.metadata) {
        text(entry.key);
        text(entry.value);
      }
    }
    for (const Argument &arg : graph.inputs)
      argument(arg);
    for (const Argument &arg : graph.outputs)
      argument(arg);
    for (const KeyValue<TensorMeta> &entry : graph.tensorValues) {
      text(entry.key);
      text(entry.value.device.type);
      for (const SymInt &size : entry.value.sizes)
        symInt(size);
    }
    for (const KeyValue<SymInt> &entry : graph.symIntValues)
      symInt(entry.value);
  }
  void document(const Document<ExportedProgram> &program) {
    graph(program->graphModule.graph);
    for (const InputSpec &spec : program->graphModule.signature.inputSpecs) {
      text(spec.name);
      text(spec.target);
      argument(spec.arg);
    }
    for (StringRef guard : program->guardsCode)
      text(guard);
    text(program->torchVersion);
    for (const UnknownField &field : program.unknownFields()) {
      text(field.objectPath);
      text(field.key);
      text(field.rawJson);
    }
  }
};

/// Changes a text at a few places: bytes, cuts, and pieces that are moved.
class Mutator {
public:
  explicit Mutator(unsigned seed) : random(seed) {}

  size_t below(size_t limit) {
    return std::uniform_int_distribution<size_t>(0, limit - 1)(random);
  }

  std::string mutate(std::string text, StringRef alphabet) {
    for (size_t i = below(3) + 1; i && !text.empty(); --i) {
      const size_t at = below(text.size());
      const size_t length = below(std::min<size_t>(40, text.size() - at)) + 1;
      switch (below(7)) {
      case 0:
        text[at] ^= char(1u << below(8));
        break;
      case 1:
        text[at] = char(below(256));
        break;
      case 2:
        text[at] = alphabet[below(alphabet.size())];
        break;
      case 3:
        text.erase(at, length);
        break;
      case 4:
        text.insert(below(text.size()), text.substr(at, length));
        break;
      case 5:
        text.insert(at, 1, alphabet[below(alphabet.size())]);
        break;
      default:
        text.resize(at);
        break;
      }
    }
    return text;
  }

  /// Changes single bytes and nothing else, mostly near the end: the directory.
  std::string damage(std::string bytes, size_t directory) {
    if (below(8) == 0) {
      bytes.resize(below(bytes.size()));
      return bytes;
    }
    for (size_t i = below(3) + 1; i; --i) {
      const bool inDirectory = below(3) != 0;
      const size_t at = inDirectory
                            ? directory + below(bytes.size() - directory)
                            : below(bytes.size());
      static constexpr unsigned char edges[] = {0, 1, 0x7f, 0x80, 0xff};
      bytes[at] = below(2) ? char(edges[below(sizeof(edges))])
                           : char(bytes[at] ^ char(1u << below(8)));
    }
    return bytes;
  }

private:
  std::mt19937 random;
};

void expectOneLine(const std::string &message) {
  EXPECT_FALSE(message.empty());
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
}

TEST(PT2Fuzz, Programs) {
  const std::string program = sampleProgram();
  Mutator mutator(1);
  unsigned good = 0, bad = 0;
  for (int i = 0; i != 20000; ++i) {
    std::string text =
        mutator.mutate(program, "{}[],:\"\\0123456789.-+eEtfn \n\xc3\xff");
    // On the heap, with nothing behind: the reader must make its own room.
    std::vector<char> exact(text.begin(), text.end());
    auto document = readExportedProgram(exact);
    if (!document) {
      ++bad;
      expectOneLine(llvm::toString(document.takeError()));
      continue;
    }
    ++good;
    Walker walker;
    walker.document(*document);
    EXPECT_NE(walker.sum, 0u);
  }
  // Most changes hurt, some do not: both ways were taken.
  EXPECT_GT(good, 500u);
  EXPECT_GT(bad, 5000u);
}

TEST(PT2Fuzz, Payloads) {
  const std::string config = samplePayloads();
  Mutator mutator(2);
  unsigned good = 0, bad = 0;
  for (int i = 0; i != 10000; ++i) {
    std::string text = mutator.mutate(config, "{}[],:\"\\0123456789.-etfn ");
    std::vector<char> exact(text.begin(), text.end());
    auto document = readPayloadConfig(exact);
    if (!document) {
      ++bad;
      expectOneLine(llvm::toString(document.takeError()));
    } else {
      ++good;
    }
  }
  EXPECT_GT(good, 200u);
  EXPECT_GT(bad, 2000u);
}

void fuzzArchives(bool deflate, bool zip64, unsigned seed) {
  ZipOptions options;
  options.zip64 = options.saturate = zip64;
  Zip zip = makeZip(
      {{"m/data/weights/weight_0", "\1\2\3\4", false, zip64, false, 5},
       {"m/data/weights/model_weights_config.json", samplePayloads(), deflate},
       {"m/data/constants/model_constants_config.json", "{\"config\": {}}"},
       {"m/models/model.json", sampleProgram(), deflate, zip64},
       {"m/archive_format", "pt2"},
       {"m/archive_version", "0"},
       {"m/byteorder", "little"}},
      options);
  Mutator mutator(seed);
  unsigned good = 0, bad = 0;
  TempFile file("");
  for (int i = 0; i != 3000; ++i) {
    file.rewrite(mutator.damage(zip.bytes, zip.directory));
    auto archive = PT2Archive::open(file.path());
    if (!archive) {
      ++bad;
      expectOneLine(llvm::toString(archive.takeError()));
      continue;
    }
    for (const auto &entry : archive->zip()->entries()) {
      auto bytes = archive->zip()->checkedBytes(entry);
      if (!bytes) {
        expectOneLine(llvm::toString(bytes.takeError()));
        continue;
      }
      Walker walker;
      walker.text(StringRef(bytes->data(), bytes->size()));
    }
    for (const ProgramEntries &entries : archive->programs()) {
      auto program = archive->readProgram(entries);
      if (!program) {
        expectOneLine(llvm::toString(program.takeError()));
        continue;
      }
      ++good;
      Walker walker;
      walker.document(*program);
    }
  }
  EXPECT_GT(good, 20u);
  EXPECT_GT(bad, 1000u);
}

TEST(PT2Fuzz, StoredArchives) { fuzzArchives(false, false, 3); }
TEST(PT2Fuzz, DeflatedArchives) { fuzzArchives(true, false, 4); }
TEST(PT2Fuzz, Zip64Archives) { fuzzArchives(true, true, 5); }

} // namespace
