//===- BytecodeTest.cpp - Tests of the binary form ------------------------===//
//
// Every attribute and type goes through bytecode and comes back the same; files
// of newer versions are refused.
//
//===----------------------------------------------------------------------===//

#include "Samples.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "tp/IR/TP.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace mlir::tp {
namespace {

template <typename... Ts> struct ClassList {
  /// The kinds that no element of `samples` is of.
  template <typename Range>
  static std::vector<std::string> missingIn(const Range &samples) {
    std::vector<std::string> missing;
    ((llvm::none_of(samples, llvm::IsaPred<Ts>)
          ? missing.push_back(Ts::name.str())
          : void()),
     ...);
    return missing;
  }
};
using AllAttributes = ClassList<
#define GET_ATTRDEF_LIST
#include "tp/IR/TPAttributes.cpp.inc"
    >;
using AllTypes = ClassList<
#define GET_TYPEDEF_LIST
#include "tp/IR/TPTypes.cpp.inc"
    >;

template <typename T> std::string print(T entry) {
  std::string text;
  llvm::raw_string_ostream os(text);
  entry.print(os);
  return text;
}

/// A module that holds attributes and types in its own attributes.
OwningOpRef<ModuleOp> makeModule(MLIRContext *context,
                                 ArrayRef<Attribute> attributes,
                                 ArrayRef<Type> types = {}) {
  Builder builder(context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder.getUnknownLoc());
  module->getOperation()->setAttr("test.attributes",
                                  builder.getArrayAttr(attributes));
  module->getOperation()->setAttr("test.types",
                                  builder.getTypeArrayAttr(types));
  return module;
}

std::string write(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  EXPECT_TRUE(succeeded(writeBytecodeToFile(module, os)));
  return bytes;
}

/// Reads bytecode; `errors` are the messages of the errors.
OwningOpRef<ModuleOp> read(MLIRContext *context, StringRef bytes,
                           std::vector<std::string> *errors = nullptr) {
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
    if (errors)
      errors->push_back(diag.str());
    else
      ADD_FAILURE() << diag.str();
    return success();
  });
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(bytes, "test.mlirbc");
  Block block;
  if (failed(readBytecodeFile(*buffer, &block, ParserConfig(context))) ||
      block.empty())
    return nullptr;
  auto module = dyn_cast<ModuleOp>(block.front());
  if (module)
    module->remove();
  return OwningOpRef<ModuleOp>(module);
}

struct BytecodeTest : testing::Test {
  BytecodeTest() {
    context.loadDialect<TPDialect>();
    fresh.loadDialect<TPDialect>();
  }
  MLIRContext context{MLIRContext::Threading::DISABLED};
  MLIRContext fresh{MLIRContext::Threading::DISABLED};
};

TEST_F(BytecodeTest, SamplesAreOfEveryKind) {
  EXPECT_EQ(AllAttributes::missingIn(getSampleAttributes(&context)),
            std::vector<std::string>());
  EXPECT_EQ(AllTypes::missingIn(getSampleTypes(&context)),
            std::vector<std::string>());
}

TEST_F(BytecodeTest, AttributesComeBackTheSame) {
  for (Attribute attr : getSampleAttributes(&context)) {
    SCOPED_TRACE(print(attr));
    auto module = makeModule(&context, {attr});
    std::string bytes = write(*module);
    auto readBack = read(&fresh, bytes);
    ASSERT_TRUE(readBack);
    auto list = (*readBack)->getAttrOfType<ArrayAttr>("test.attributes");
    EXPECT_EQ(print(list[0]), print(attr));
    EXPECT_EQ(list[0].getTypeID(), attr.getTypeID());
    EXPECT_EQ(write(*readBack), bytes);
    // In one context, equal means identical.
    auto again = read(&context, bytes);
    EXPECT_EQ((*again)->getAttr("test.attributes"),
              (*module)->getAttr("test.attributes"));
  }
}

TEST_F(BytecodeTest, TypesComeBackTheSame) {
  for (Type type : getSampleTypes(&context)) {
    SCOPED_TRACE(print(type));
    auto module = makeModule(&context, {}, {type});
    std::string bytes = write(*module);
    auto readBack = read(&fresh, bytes);
    ASSERT_TRUE(readBack);
    auto list = (*readBack)->getAttrOfType<ArrayAttr>("test.types");
    EXPECT_EQ(print(cast<TypeAttr>(list[0]).getValue()), print(type));
    EXPECT_EQ(write(*readBack), bytes);
    auto again = read(&context, bytes);
    EXPECT_EQ((*again)->getAttr("test.types"),
              (*module)->getAttr("test.types"));
  }
}

TEST_F(BytecodeTest, NothingIsWrittenAsText) {
  auto module = makeModule(&context, getSampleAttributes(&context),
                           getSampleTypes(&context));
  StringRef bytes;
  std::string file = write(*module);
  bytes = file;
  EXPECT_FALSE(bytes.contains("#tp.") || bytes.contains("#tp<"));
  EXPECT_FALSE(bytes.contains("!tp."));
  EXPECT_TRUE(bytes.contains("aten.sin.default"));
}

TEST_F(BytecodeTest, DeepExpressions) {
  SymExprAttr expr = SymExprAttr::getSymbol(&context, "s0");
  for (int64_t i = 0; i < 1000; ++i)
    expr = SymExprAttr::getCall(&context, i % 2 ? "Add" : "Mul",
                                {SymExprAttr::getInteger(&context, i), expr});
  auto module = makeModule(&context, {expr});
  auto again = read(&context, write(*module));
  ASSERT_TRUE(again);
  EXPECT_EQ((*again)->getAttr("test.attributes"),
            (*module)->getAttr("test.attributes"));
}

TEST_F(BytecodeTest, DeepLists) {
  Attribute list = OperandAttr::get(&context);
  for (int64_t i = 0; i < 200; ++i)
    list = ListAttr::get(&context,
                         {list, Builder(&context).getI64IntegerAttr(i), list});
  auto module = makeModule(&context, {list});
  auto again = read(&context, write(*module));
  ASSERT_TRUE(again);
  EXPECT_EQ((*again)->getAttr("test.attributes"),
            (*module)->getAttr("test.attributes"));
}

/// The file with another version in place of 1.0: the section of the dialect's
/// version is its number (7), its length and the two numbers, all small varints
/// and so one byte each.
std::string withVersion(std::string bytes, unsigned major, unsigned minor) {
  auto varint = [](unsigned value) { return char(value << 1 | 1); };
  const char section[] = {7, varint(2), varint(1), varint(0)};
  size_t at = bytes.find(StringRef(section, 4).str());
  EXPECT_NE(at, std::string::npos);
  if (at != std::string::npos) {
    bytes[at + 2] = varint(major);
    bytes[at + 3] = varint(minor);
  }
  return bytes;
}

TEST_F(BytecodeTest, NewerMajorVersionIsRefused) {
  auto module = makeModule(&context, {OperandAttr::get(&context)});
  std::vector<std::string> errors;
  EXPECT_FALSE(read(&fresh, withVersion(write(*module), 2, 3), &errors));
  ASSERT_FALSE(errors.empty());
  EXPECT_EQ(errors.front(), "tp bytecode version 2.3 is newer than 1.x, which "
                            "this build reads");
}

TEST_F(BytecodeTest, NewerMinorVersionIsRead) {
  auto module = makeModule(&context, {OperandAttr::get(&context)});
  auto again = read(&context, withVersion(write(*module), 1, 9));
  ASSERT_TRUE(again);
  EXPECT_EQ((*again)->getAttr("test.attributes"),
            (*module)->getAttr("test.attributes"));
}

} // namespace
} // namespace mlir::tp
