//===- SchemaTest.cpp - Schemas that a context knows ----------------------===//
//
// An embedder's own operators, registered in C++ or declared in a module, say
// what their calls do.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "tp/IR/TP.h"
#include "tp/Schema/Registry.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
class SchemaTest : public ::testing::Test {
protected:
  SchemaTest() { context.loadDialect<TPDialect>(); }

  TPDialect &dialect() { return *context.getLoadedDialect<TPDialect>(); }

  /// The only call of a program that consists of `call`.
  CallFunctionOp parse(StringRef declarations, StringRef call,
                       StringRef functional = "functional") {
    std::string text = (declarations + "\ntp.program @p " + functional +
                        " {\n"
                        "%x = tp.placeholder \"x\" : tensor<2xf32>\n" +
                        call + "\ntp.output ()\n}\n")
                           .str();
    module = parseSourceString<ModuleOp>(text, &context);
    CallFunctionOp found;
    if (module)
      module->walk([&](CallFunctionOp op) { found = op; });
    return found;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

constexpr StringLiteral pureCall = "tp.call_function \"mine.pure.default\"(%x) "
                                   ": (tensor<2xf32>) -> tensor<2xf32>";

TEST_F(SchemaTest, UnknownOperatorsDoAnything) {
  CallFunctionOp call = parse("", pureCall);
  ASSERT_TRUE(call);
  EXPECT_FALSE(isMemoryEffectFree(call));
}

TEST_F(SchemaTest, RegisteredInCpp) {
  auto schema =
      dialect().getSchemas().registerSchema("mine::pure(Tensor x) -> Tensor");
  ASSERT_TRUE(bool(schema)) << llvm::toString(schema.takeError());
  CallFunctionOp call = parse("", pureCall);
  ASSERT_TRUE(call);
  EXPECT_TRUE(isMemoryEffectFree(call));
  EXPECT_EQ(dialect().lookupSchema(call, "mine.pure.default"), *schema);
}

TEST_F(SchemaTest, DeclaredInTheModule) {
  CallFunctionOp call =
      parse("tp.schema \"mine::pure(Tensor x) -> Tensor\"", pureCall);
  ASSERT_TRUE(call);
  EXPECT_TRUE(isMemoryEffectFree(call));
}

TEST_F(SchemaTest, WritesStay) {
  StringRef schema = "tp.schema \"mine::pure(Tensor(a!) x) -> Tensor\"";
  CallFunctionOp call = parse(schema, pureCall, "");
  ASSERT_TRUE(call);
  SmallVector<MemoryEffects::EffectInstance> effects;
  call.getEffects(effects);
  EXPECT_EQ(llvm::count_if(effects,
                           [&](const MemoryEffects::EffectInstance &effect) {
                             return isa<MemoryEffects::Write>(
                                        effect.getEffect()) &&
                                    effect.getValue() == call->getOperand(0);
                           }),
            1);
}

TEST_F(SchemaTest, FunctionalProgramsWriteNothing) {
  ScopedDiagnosticHandler ignore(&context,
                                 [](Diagnostic &) { return success(); });
  StringRef schema = "tp.schema \"mine::pure(Tensor(a!) x) -> Tensor\"";
  EXPECT_FALSE(parse(schema, pureCall));
}

TEST_F(SchemaTest, BuiltinsAreFoundThroughTheDialect) {
  CallFunctionOp call = parse("", pureCall);
  ASSERT_TRUE(call);
  EXPECT_TRUE(dialect().lookupSchema(call, "aten.add.Tensor"));
  EXPECT_FALSE(dialect().lookupSchema(call, "aten.no_such_operator.default"));
}
} // namespace
