//===- BytecodeFuzzTest.cpp - Malformed binary forms ----------------------===//
//
// Feeds the dialect's reader with what no writer wrote. Every entry that it
// reads is an attribute or type that prints and can be written again, every
// other one an error; none crashes. The first tests call the dialect's reader
// alone, with numbers and references changed one by one; the last ones go
// through MLIR's reader with files whose bytes changed.
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Bytecode/Encoding.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "tp/IR/TP.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

#include <csignal>
#include <random>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mlir::tp {
namespace {

/// The attributes and types that an entry may refer to by number.
struct Tables {
  SmallVector<Attribute> attributes;
  SmallVector<Type> types;
};

/// Records what the dialect writes, one number per primitive.
class Recorder : public DialectBytecodeWriter {
public:
  explicit Recorder(Tables &tables) : tables(tables) {}
  SmallVector<uint64_t> numbers;

  void writeAttribute(Attribute attr) final {
    numbers.push_back(indexOf(tables.attributes, attr));
  }
  void writeOptionalAttribute(Attribute) final { unexpected(); }
  void writeType(Type type) final {
    numbers.push_back(indexOf(tables.types, type));
  }
  void writeResourceHandle(const AsmDialectResourceHandle &) final {
    unexpected();
  }
  void writeVarInt(uint64_t value) final { numbers.push_back(value); }
  void writeSignedVarInt(int64_t value) final { numbers.push_back(value); }
  void writeAPIntWithKnownWidth(const APInt &) final { unexpected(); }
  void writeAPFloatWithKnownSemantics(const APFloat &) final { unexpected(); }
  void writeOwnedString(StringRef) final { unexpected(); }
  void writeOwnedBlob(ArrayRef<char>) final { unexpected(); }
  void writeOwnedBool(bool) final { unexpected(); }
  int64_t getBytecodeVersion() const final { return 6; }
  FailureOr<const DialectVersion *> getDialectVersion(StringRef) const final {
    return failure();
  }

private:
  template <typename T>
  static uint64_t indexOf(SmallVectorImpl<T> &table, T entry) {
    auto *it = llvm::find(table, entry);
    uint64_t index = it - table.begin();
    if (it == table.end())
      table.push_back(entry);
    return index;
  }
  void unexpected() { ADD_FAILURE() << "a primitive that is not recorded"; }

  Tables &tables;
};

/// Plays numbers back.
class Player : public DialectBytecodeReader {
public:
  Player(MLIRContext *context, const Tables &tables, ArrayRef<uint64_t> numbers,
         const DialectVersion *version = nullptr)
      : context(context), tables(tables), numbers(numbers), version(version) {}

  bool isAtEnd() const { return numbers.empty(); }

  InFlightDiagnostic emitError(const Twine &message) const final {
    return mlir::emitError(UnknownLoc::get(context), message);
  }
  FailureOr<const DialectVersion *> getDialectVersion(StringRef) const final {
    if (!version)
      return failure();
    return version;
  }
  MLIRContext *getContext() const final { return context; }
  uint64_t getBytecodeVersion() const final { return 6; }
  LogicalResult readAttribute(Attribute &result) final {
    return lookUp<Attribute>(tables.attributes, result);
  }
  LogicalResult readOptionalAttribute(Attribute &) final {
    return emitError("a primitive that is not recorded");
  }
  LogicalResult readType(Type &result) final {
    return lookUp<Type>(tables.types, result);
  }
  LogicalResult readVarInt(uint64_t &result) final {
    if (numbers.empty())
      return emitError("end of the entry");
    result = numbers.front();
    numbers = numbers.drop_front();
    return success();
  }
  LogicalResult readSignedVarInt(int64_t &result) final {
    uint64_t value;
    if (failed(readVarInt(value)))
      return failure();
    result = static_cast<int64_t>(value);
    return success();
  }
  FailureOr<APInt> readAPIntWithKnownWidth(unsigned) final { return failure(); }
  FailureOr<APFloat>
  readAPFloatWithKnownSemantics(const llvm::fltSemantics &) final {
    return failure();
  }
  LogicalResult readString(StringRef &) final { return failure(); }
  LogicalResult readBlob(ArrayRef<char> &) final { return failure(); }
  LogicalResult readBool(bool &) final { return failure(); }

private:
  FailureOr<AsmDialectResourceHandle> readResourceHandle() final {
    return failure();
  }
  template <typename T> LogicalResult lookUp(ArrayRef<T> table, T &result) {
    uint64_t index;
    if (failed(readVarInt(index)))
      return failure();
    if (index >= table.size())
      return emitError("no such entry");
    result = table[index];
    return success();
  }

  MLIRContext *context;
  const Tables &tables;
  ArrayRef<uint64_t> numbers;
  const DialectVersion *version;
};

struct BytecodeFuzzTest : testing::Test {
  BytecodeFuzzTest() {
    dialect = context.getOrLoadDialect<TPDialect>();
    interface = dialect->getRegisteredInterface<BytecodeDialectInterface>();
    tables.attributes = getSampleAttributes(&context);
    tables.types = getSampleTypes(&context);
    // What the dialect refers to but must often refuse.
    Builder builder(&context);
    tables.attributes.append(
        {builder.getI32IntegerAttr(3), builder.getIndexAttr(3),
         builder.getF32FloatAttr(1), builder.getUnitAttr(),
         SymbolRefAttr::get(&context, "a",
                            {FlatSymbolRefAttr::get(&context, "b")}),
         StringAttr::get("typed", builder.getF32Type()),
         builder.getI64ArrayAttr({1, 2}), TypeAttr::get(builder.getF32Type()),
         IntegerAttr::get(builder.getIntegerType(128),
                          APInt::getMaxValue(128))});
    handlerID =
        context.getDiagEngine().registerHandler([this](Diagnostic &diag) {
          errors.push_back(diag.str());
          return success();
        });
  }
  ~BytecodeFuzzTest() override {
    context.getDiagEngine().eraseHandler(handlerID);
  }

  template <typename T> static std::string print(T entry) {
    std::string text;
    llvm::raw_string_ostream os(text);
    entry.print(os);
    return text;
  }
  SmallVector<uint64_t> record(Attribute attr) {
    Recorder recorder(tables);
    EXPECT_TRUE(succeeded(interface->writeAttribute(attr, recorder)));
    return recorder.numbers;
  }
  SmallVector<uint64_t> record(Type type) {
    Recorder recorder(tables);
    EXPECT_TRUE(succeeded(interface->writeType(type, recorder)));
    return recorder.numbers;
  }
  Attribute readOne(Player &player, Attribute) {
    return interface->readAttribute(player);
  }
  Type readOne(Player &player, Type) { return interface->readType(player); }

  /// Reads an entry, which must either be well-formed or an error. Returns if
  /// it was read.
  template <typename T> bool check(ArrayRef<uint64_t> numbers) {
    errors.clear();
    Player player(&context, tables, numbers);
    T entry = readOne(player, T());
    if (!entry) {
      EXPECT_FALSE(errors.empty()) << "a failure without an error";
      return false;
    }
    EXPECT_TRUE(errors.empty()) << "an error without a failure";
    EXPECT_FALSE(print(entry).empty());
    SmallVector<uint64_t> again = record(entry);
    EXPECT_TRUE(numbers.take_front(again.size()) == ArrayRef(again))
        << "read as what is written otherwise: " << print(entry);
    return true;
  }

  /// Changes, drops, adds numbers of each sample; returns how many of the
  /// changed entries could still be read.
  template <typename T>
  unsigned fuzz(ArrayRef<T> samples, unsigned roundsPerSample) {
    std::mt19937 random(7);
    auto below = [&](uint64_t limit) { return random() % limit; };
    unsigned numRead = 0;
    for (T sample : samples) {
      if (&sample.getDialect() != dialect)
        continue;
      SmallVector<uint64_t> original = record(sample);
      EXPECT_TRUE(check<T>(original)) << print(sample);
      for (size_t size = 0; size < original.size(); ++size)
        EXPECT_FALSE(check<T>(ArrayRef(original).take_front(size)))
            << print(sample) << " without its end";
      for (unsigned round = 0; round < roundsPerSample; ++round) {
        SmallVector<uint64_t> numbers = original;
        for (unsigned change = below(3) + 1; change > 0; --change) {
          size_t at = below(numbers.size());
          const uint64_t values[] = {
              below(8), below(40), below(tables.attributes.size() + 2),
              numbers[at] ^ (uint64_t(1) << below(64)), ~uint64_t(0)};
          uint64_t value = values[below(std::size(values))];
          switch (below(4)) {
          case 0:
            numbers.insert(numbers.begin() + at, value);
            break;
          case 1:
            if (numbers.size() > 1)
              numbers.erase(numbers.begin() + at);
            break;
          default:
            numbers[at] = value;
          }
        }
        numRead += check<T>(numbers);
      }
    }
    return numRead;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  Dialect *dialect;
  const BytecodeDialectInterface *interface;
  Tables tables;
  std::vector<std::string> errors;
  DiagnosticEngine::HandlerID handlerID;
};

TEST_F(BytecodeFuzzTest, ChangedAttributes) {
  SmallVector<Attribute> samples = getSampleAttributes(&context);
  EXPECT_GT(fuzz<Attribute>(samples, 500), 1000u);
}

TEST_F(BytecodeFuzzTest, ChangedTypes) {
  SmallVector<Type> samples = getSampleTypes(&context);
  EXPECT_GT(fuzz<Type>(samples, 1000), 1000u);
}

TEST_F(BytecodeFuzzTest, EveryCodeWithArbitraryFields) {
  std::mt19937 random(11);
  for (uint64_t code = 0; code < 64; ++code) {
    for (unsigned round = 0; round < 500; ++round) {
      SmallVector<uint64_t> numbers = {code};
      for (unsigned i = random() % 12; i > 0; --i)
        numbers.push_back(random() % (random() % 2 ? 4 : 200));
      check<Attribute>(numbers);
      check<Type>(numbers);
    }
  }
}

TEST_F(BytecodeFuzzTest, ErrorsSayWhatIsWrong) {
  auto errorOf = [&](ArrayRef<uint64_t> numbers) {
    EXPECT_FALSE(check<Attribute>(numbers));
    return errors.empty() ? std::string() : errors.front();
  };
  EXPECT_EQ(errorOf({999}), "unknown tp attribute code 999");
  SmallVector<uint64_t> layout =
      record(LayoutAttr::get(&context, Layout::strided));
  layout.back() = 77;
  EXPECT_EQ(errorOf(layout), "unknown tp Layout 77");

  SmallVector<uint64_t> symbol = record(SymExprAttr::getSymbol(&context, "s"));
  symbol[1] = uint64_t(SymExprKind::integer);
  EXPECT_EQ(errorOf(symbol),
            "expected an expression of kind 'integer' without a name, got 's'");
  SmallVector<uint64_t> integer = record(SymExprAttr::getInteger(&context, 3));
  integer[1] = uint64_t(SymExprKind::atom);
  EXPECT_EQ(errorOf(integer),
            "expected an expression of kind 'atom' with a name");
}

TEST_F(BytecodeFuzzTest, NewerMinorVersionIsNamed) {
  uint64_t newer[] = {1, 9};
  Player versionPlayer(&context, tables, newer);
  std::unique_ptr<DialectVersion> version =
      interface->readVersion(versionPlayer);
  ASSERT_TRUE(version);
  uint64_t entry[] = {999};
  Player player(&context, tables, entry, version.get());
  EXPECT_FALSE(interface->readAttribute(player));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors.front(),
            "unknown tp attribute code 999; the file has tp bytecode version "
            "1.9, this build reads up to 1.0");
}

//===----------------------------------------------------------------------===//
// Whole files
//===----------------------------------------------------------------------===//

struct BytecodeFileFuzzTest : testing::Test {
  BytecodeFileFuzzTest() {
    context.loadDialect<TPDialect>();
    Builder builder(&context);
    OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
    module->getOperation()->setAttr(
        "test.attributes", builder.getArrayAttr(getSampleAttributes(&context)));
    module->getOperation()->setAttr(
        "test.types", builder.getTypeArrayAttr(getSampleTypes(&context)));
    llvm::raw_string_ostream os(bytes);
    EXPECT_TRUE(succeeded(writeBytecodeToFile(*module, os)));
  }

  /// Reads a file in a context of its own and prints what it holds.
  static bool readAndPrint(StringRef bytes) {
    MLIRContext fresh(MLIRContext::Threading::DISABLED);
    fresh.loadDialect<TPDialect>();
    fresh.getDiagEngine().registerHandler(
        [](Diagnostic &) { return success(); });
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(bytes, "test.mlirbc");
    Block block;
    if (failed(readBytecodeFile(*buffer, &block, ParserConfig(&fresh))))
      return false;
    std::string text;
    llvm::raw_string_ostream os(text);
    for (Operation &op : block)
      op.print(os);
    return true;
  }

  /// The bytes of the section that holds the attributes and types: after the
  /// magic number, the version and the producer come the sections, each with
  /// its number (and a flag), its length and, with the flag, an alignment.
  std::pair<size_t, size_t> findEntries() {
    size_t at = bytes.find('\0', 5) + 1;
    auto readVarInt = [&]() -> uint64_t {
      unsigned extra = llvm::countr_zero(uint8_t(bytes[at]));
      uint64_t value = 0;
      for (unsigned i = 0; i <= extra; ++i)
        value |= uint64_t(uint8_t(bytes[at + i])) << 8 * i;
      at += extra + 1;
      return value >> (extra + 1);
    };
    while (at + 2 < bytes.size()) {
      uint8_t id = bytes[at++];
      size_t length = readVarInt();
      EXPECT_LT(id, 128) << "a section with an alignment";
      if (id == bytecode::Section::kAttrType)
        return {at, length};
      at += length;
    }
    ADD_FAILURE() << "no section of attributes";
    return {0, bytes.size()};
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  std::string bytes;
};

TEST_F(BytecodeFileFuzzTest, TruncatedFiles) {
  EXPECT_TRUE(readAndPrint(bytes));
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(readAndPrint(StringRef(bytes).take_front(size)))
        << "without its end from byte " << size << " on";
}

/// Changes the attributes and types only: MLIR 22.1 writes out of bounds where
/// the number of entries of a dialect is wrong. Its reader does not end either
/// where an attribute refers to itself, and gives up the process where a
/// builtin array states a length beyond memory. So a process of its own reads
/// each file, in limited time; dying of anything else is a failure.
TEST_F(BytecodeFileFuzzTest, ChangedBytes) {
  auto [start, length] = findEntries();
  std::mt19937 random(3);
  constexpr int outOfMemory = 2;
  unsigned numRead = 0, numRefused = 0;
  for (unsigned round = 0; round < 1000; ++round) {
    std::string changed = bytes;
    for (unsigned change = random() % 3 + 1; change > 0; --change) {
      char &byte = changed[start + random() % length];
      byte = random() % 2 ? byte ^ (1 << random() % 8) : random();
    }
    pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      itimerval limit = {{0, 0}, {0, 250000}};
      setitimer(ITIMER_VIRTUAL, &limit, nullptr);
      auto giveUp = [](void *, const char *, bool) { _exit(outOfMemory); };
      llvm::install_fatal_error_handler(giveUp);
      llvm::install_bad_alloc_error_handler(giveUp);
      _exit(readAndPrint(changed) ? 0 : 1);
    }
    int status;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status)) {
      EXPECT_EQ(WTERMSIG(status), SIGVTALRM) << "in round " << round;
      continue;
    }
    ASSERT_TRUE(WIFEXITED(status));
    int code = WEXITSTATUS(status);
    EXPECT_TRUE(code <= 1 || code == outOfMemory) << "in round " << round;
    numRead += code == 0;
    numRefused += code == 1;
  }
  EXPECT_GT(numRead, 50u);
  EXPECT_GT(numRefused, 500u);
}

} // namespace
} // namespace mlir::tp
