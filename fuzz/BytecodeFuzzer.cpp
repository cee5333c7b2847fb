//===- BytecodeFuzzer.cpp - Damaged binary attributes and types -----------===//
//
// The dialect's part of MLIR's bytecode: its attributes and types, each made of
// numbers, and of references to those before it. The frame around them is
// upstream's, which trusts its input; tp-opt reads it in a child process.
//
//===----------------------------------------------------------------------===//

#include "ImportChecks.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/Builders.h"

using namespace mlir;

namespace {
/// Numbers and references from the input.
class Source : public DialectBytecodeReader {
public:
  Source(MLIRContext *context, ArrayRef<uint8_t> bytes)
      : context(context), bytes(bytes) {
    Builder builder(context);
    attributes = {builder.getStringAttr("name"),
                  builder.getI64IntegerAttr(3),
                  builder.getF64FloatAttr(0.5),
                  builder.getBoolAttr(true),
                  builder.getArrayAttr({}),
                  builder.getUnitAttr(),
                  FlatSymbolRefAttr::get(context, "symbol")};
    types = {builder.getI64Type(), builder.getF64Type(), builder.getI1Type(),
             RankedTensorType::get({2, 3}, builder.getF32Type())};
  }

  bool isAtEnd() const { return bytes.empty(); }
  uint8_t readByte() {
    if (bytes.empty())
      return 0;
    uint8_t byte = bytes.front();
    bytes = bytes.drop_front();
    return byte;
  }

  InFlightDiagnostic emitError(const Twine &message) const final {
    return mlir::emitError(UnknownLoc::get(context), message);
  }
  FailureOr<const DialectVersion *> getDialectVersion(StringRef) const final {
    return failure();
  }
  MLIRContext *getContext() const final { return context; }
  uint64_t getBytecodeVersion() const final { return 6; }
  LogicalResult readAttribute(Attribute &result) final {
    uint8_t index = bytes.empty() ? UINT8_MAX : readByte();
    if (index >= attributes.size())
      return emitError("no such attribute");
    result = attributes[index];
    return success();
  }
  LogicalResult readOptionalAttribute(Attribute &result) final {
    if (bytes.empty() || (readByte() & 1))
      return readAttribute(result);
    result = {};
    return success();
  }
  LogicalResult readType(Type &result) final {
    uint8_t index = bytes.empty() ? UINT8_MAX : readByte();
    if (index >= types.size())
      return emitError("no such type");
    result = types[index];
    return success();
  }
  /// A byte, or 0xff and eight more: large numbers are as likely as any.
  LogicalResult readVarInt(uint64_t &result) final {
    if (bytes.empty())
      return emitError("end of the input");
    result = readByte();
    if (result != 0xff)
      return success();
    for (int i = 0; i != 8; ++i)
      result = result << 8 | readByte();
    return success();
  }
  LogicalResult readSignedVarInt(int64_t &result) final {
    uint64_t value = 0;
    if (failed(readVarInt(value)))
      return failure();
    result = int64_t(value >> 1) ^ -int64_t(value & 1);
    return success();
  }
  FailureOr<APInt> readAPIntWithKnownWidth(unsigned width) final {
    uint64_t value = 0;
    if (failed(readVarInt(value)))
      return failure();
    return APInt(64, value).zextOrTrunc(width);
  }
  FailureOr<APFloat>
  readAPFloatWithKnownSemantics(const llvm::fltSemantics &semantics) final {
    FailureOr<APInt> bits =
        readAPIntWithKnownWidth(APFloat::getSizeInBits(semantics));
    if (failed(bits))
      return failure();
    return APFloat(semantics, *bits);
  }
  LogicalResult readString(StringRef &result) final {
    if (bytes.empty())
      return emitError("end of the input");
    size_t size = std::min<size_t>(readByte(), bytes.size());
    result = StringRef(reinterpret_cast<const char *>(bytes.data()), size);
    bytes = bytes.drop_front(size);
    return success();
  }
  LogicalResult readBlob(ArrayRef<char> &result) final {
    StringRef text;
    if (failed(readString(text)))
      return failure();
    result = ArrayRef<char>(text.data(), text.size());
    return success();
  }
  LogicalResult readBool(bool &result) final {
    if (bytes.empty())
      return emitError("end of the input");
    result = readByte() & 1;
    return success();
  }

  std::vector<Attribute> attributes;
  std::vector<Type> types;

private:
  FailureOr<AsmDialectResourceHandle> readResourceHandle() final {
    return failure();
  }

  MLIRContext *context;
  ArrayRef<uint8_t> bytes;
};
} // namespace

template <typename T> static void print(T value) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  value.print(stream);
  if (text.empty())
    tpfuzz::fail("an entry prints as nothing");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  auto *dialect = context.getOrLoadDialect<tp::TPDialect>();
  auto *codec = dialect->getRegisteredInterface<BytecodeDialectInterface>();
  unsigned errors = 0;
  context.getDiagEngine().registerHandler([&](Diagnostic &) {
    ++errors;
    return success();
  });
  Source source(&context, ArrayRef<uint8_t>(data, size));
  // Entries nest, so that what prints may grow with each; bounded here.
  for (int i = 0; i != 24 && !source.isAtEnd(); ++i) {
    errors = 0;
    bool isType = source.readByte() & 1;
    if (isType) {
      Type type = codec->readType(source);
      if (!type && !errors)
        tpfuzz::fail("no type and no error");
      if (!type)
        return 0;
      print(type);
      source.types.push_back(type);
      continue;
    }
    Attribute attribute = codec->readAttribute(source);
    if (!attribute && !errors)
      tpfuzz::fail("no attribute and no error");
    if (!attribute)
      return 0;
    print(attribute);
    source.attributes.push_back(attribute);
  }
  return 0;
}
