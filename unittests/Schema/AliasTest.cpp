//===- AliasTest.cpp - aliasing and mutation in schemas -------------------===//
//
// What schemas say about memory: annotations, views, writes, factories.
//
//===----------------------------------------------------------------------===//

#include "tp/Schema/Schema.h"
#include "gtest/gtest.h"

using namespace mlir::tp::schema;
using llvm::StringRef;
using Indices = llvm::SmallVector<unsigned, 2>;

static std::unique_ptr<OperatorSchema> parse(StringRef text) {
  auto schema = OperatorSchema::parse(text);
  if (schema) {
    EXPECT_EQ((*schema)->str(), text);
    return std::move(*schema);
  }
  ADD_FAILURE() << text.str() << ": " << llvm::toString(schema.takeError());
  return nullptr;
}

TEST(SchemaAlias, Write) {
  auto schema = parse("a::b_(Tensor(a!) self, Tensor x) -> Tensor(a!)");
  const AliasInfo *alias = schema->getArguments()[0].getAlias();
  ASSERT_TRUE(alias);
  EXPECT_TRUE(alias->isWrite());
  EXPECT_EQ(alias->getBeforeText(), "a");
  EXPECT_EQ(schema->getArguments()[1].getAlias(), nullptr);
  EXPECT_TRUE(schema->isMutable());
  EXPECT_FALSE(schema->isView());
  EXPECT_FALSE(schema->isOut());
  EXPECT_EQ(schema->getWrittenArguments(), (Indices{0}));
  EXPECT_EQ(schema->getAliasedArguments(0), (Indices{0}));
}

TEST(SchemaAlias, View) {
  auto schema = parse("a::t(Tensor(a) self) -> Tensor(a)");
  EXPECT_TRUE(schema->isView());
  EXPECT_FALSE(schema->isMutable());
  EXPECT_EQ(schema->getAliasedArguments(0), (Indices{0}));
}

TEST(SchemaAlias, ViewIntoList) {
  auto schema =
      parse("a::split(Tensor(a -> *) self, SymInt size) -> Tensor(a)[]");
  const AliasInfo *alias = schema->getArguments()[0].getAlias();
  EXPECT_EQ(alias->getAfterText(), "*");
  EXPECT_TRUE(alias->isWildcard());
  EXPECT_FALSE(schema->getReturns()[0].getAlias());
  EXPECT_TRUE(schema->getReturns()[0].getElementAlias());
  EXPECT_TRUE(schema->isView());
}

TEST(SchemaAlias, Out) {
  auto schema = parse("a::f.out(Tensor x, *, Tensor(a!)[] out) -> ()");
  EXPECT_TRUE(schema->isOut());
  EXPECT_TRUE(schema->isMutable());
  EXPECT_FALSE(schema->hasSideEffects());
  // The tensors are written, not the list.
  EXPECT_EQ(schema->getArguments()[1].getAlias(), nullptr);
  EXPECT_TRUE(schema->getArguments()[1].getElementAlias()->isWrite());
}

TEST(SchemaAlias, ListAndElements) {
  auto schema = parse("a::f(t(b)[](a!) self, t(c -> *) x) -> t[](a!)");
  const Argument &self = schema->getArguments()[0];
  EXPECT_EQ(self.getAlias()->getBeforeText(), "a");
  EXPECT_EQ(self.getElementAlias()->getBeforeText(), "b");
  EXPECT_TRUE(self.isWritten());
  EXPECT_EQ(schema->getAliasedArguments(0), (Indices{0}));
}

TEST(SchemaAlias, OptionalBothSpellings) {
  auto schema = parse("a::f(Tensor(a!)? x) -> ()");
  EXPECT_TRUE(schema->getArguments()[0].isWritten());
  auto other = OperatorSchema::parse("a::f(Tensor?(a!) x) -> ()");
  ASSERT_TRUE(bool(other));
  EXPECT_EQ((*other)->str(), schema->str());
}

TEST(SchemaAlias, SeveralSets) {
  auto schema = parse("a::f(bool c, Any(a) x, Any(b) y, Any z) -> Any(b|a)");
  EXPECT_EQ(schema->getReturns()[0].getAlias()->getBefore(),
            (llvm::SmallVector<StringRef, 2>{"b", "a"}));
  EXPECT_EQ(schema->getAliasedArguments(0), (Indices{1, 2}));
}

TEST(SchemaAlias, ReturnsOfDifferentArguments) {
  auto schema = parse(
      "a::f(Tensor(a) x, Tensor(b!) y, Tensor z) -> (Tensor(b!), Tensor(a), "
      "Tensor)");
  EXPECT_EQ(schema->getAliasedArguments(0), (Indices{1}));
  EXPECT_EQ(schema->getAliasedArguments(1), (Indices{0}));
  EXPECT_TRUE(schema->getAliasedArguments(2).empty());
  EXPECT_TRUE(schema->isView());
}

TEST(SchemaAlias, Factory) {
  EXPECT_TRUE(parse("a::zeros(SymInt[] size) -> Tensor")->isFactory());
  EXPECT_FALSE(parse("a::zeros_like(Tensor x) -> Tensor")->isFactory());
  EXPECT_FALSE(parse("a::size(SymInt[] size) -> int")->isFactory());
  EXPECT_FALSE(parse("a::cat(Tensor[] x) -> Tensor")->isFactory());
}

TEST(SchemaAlias, SideEffects) {
  EXPECT_TRUE(parse("a::seed(int x) -> ()")->hasSideEffects());
  EXPECT_FALSE(parse("a::f(Tensor x) -> Tensor")->hasSideEffects());
  EXPECT_FALSE(parse("a::f(Tensor(a!) x) -> ()")->hasSideEffects());
}
