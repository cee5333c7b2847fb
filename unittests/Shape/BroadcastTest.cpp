//===- BroadcastTest.cpp - Broadcasting and tensor types ------------------===//
//
// Sizes of operands against each other; types from facts and back.
//
//===----------------------------------------------------------------------===//

#include "mlir/AsmParser/AsmParser.h"
#include "tp/IR/TPDialect.h"
#include "tp/Shape/TensorInfo.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
class BroadcastTest : public ::testing::Test {
protected:
  BroadcastTest() : arith(&context) { context.loadDialect<TPDialect>(); }

  SymInt symbol(StringRef name) {
    return SymExprAttr::getSymbol(&context, name);
  }

  std::optional<SymInts> broadcast(ArrayRef<SymInt> lhs, ArrayRef<SymInt> rhs) {
    ArrayRef<SymInt> operands[] = {lhs, rhs};
    return broadcastSizes(operands, arith, error);
  }

  void expectSizes(std::optional<SymInts> found, ArrayRef<SymInt> expected) {
    ASSERT_TRUE(found);
    ASSERT_EQ(found->size(), expected.size());
    for (auto [a, b] : llvm::zip_equal(*found, expected))
      EXPECT_TRUE(a.isIdentical(b) || (!a.isKnown() && !b.isKnown()));
  }

  Type parse(StringRef text) { return parseType(text, &context); }

  MLIRContext context;
  SymArith arith;
  std::string error;
};

TEST_F(BroadcastTest, OnesGiveWay) {
  expectSizes(broadcast({2, 1}, {3}), {2, 3});
  expectSizes(broadcast({}, {4, 1}), {4, 1});
  expectSizes(broadcast({0}, {1}), {0});
}

TEST_F(BroadcastTest, SizesThatDifferAreRefused) {
  EXPECT_FALSE(broadcast({2, 3}, {2, 4}));
  EXPECT_EQ(error, "expected sizes that broadcast, got 3 and 4 at dimension 1");
}

TEST_F(BroadcastTest, SymbolsAreNotOne) {
  expectSizes(broadcast({symbol("s0"), 1}, {1, symbol("s1")}),
              {symbol("s0"), symbol("s1")});
  expectSizes(broadcast({symbol("s0")}, {5}), {5});
  expectSizes(broadcast({symbol("s0")}, {symbol("s0")}), {symbol("s0")});
}

TEST_F(BroadcastTest, UnknownSizesStayUnknown) {
  expectSizes(broadcast({SymInt()}, {1}), {SymInt()});
  expectSizes(broadcast({SymInt()}, {4}), {4});
  expectSizes(broadcast({SymInt()}, {symbol("s0")}), {SymInt()});
}

TEST_F(BroadcastTest, TypesComeBack) {
  for (StringRef text :
       {"tensor<2x3xf32>", "tensor<f64>", "tensor<?x3xf32>",
        "tensor<?x3xbf16, #tp.shape<[s0, 3]>>",
        "tensor<2x3xi1, #tp.shape<[2, 3], strides = [1, 2], offset = 4>>",
        "tensor<?x2xcomplex<f32>, #tp.shape<[s0, 2], strides = [1, s0]>>",
        "tensor<2xf32, #tp.shape<[2], device = device(\"cuda\", 0)>>"}) {
    Type type = parse(text);
    ASSERT_TRUE(type) << text.str();
    std::optional<TensorInfo> info = TensorInfo::get(type, arith);
    ASSERT_TRUE(info) << text.str();
    EXPECT_EQ(info->getType(arith), type) << text.str();
  }
}

TEST_F(BroadcastTest, OtherTypesAreNoTensors) {
  EXPECT_FALSE(TensorInfo::get(parse("i64"), arith));
  EXPECT_FALSE(TensorInfo::get(parse("tensor<*xf32>"), arith));
  EXPECT_FALSE(TensorInfo::get(parse("!tp.any"), arith));
}

TEST_F(BroadcastTest, ContiguousStridesCountEmptyDimensionsAsOne) {
  SymInts strides = getContiguousStrides({2, 0, 3}, arith);
  EXPECT_EQ(strides[0].getStatic(), 3);
  EXPECT_EQ(strides[1].getStatic(), 3);
  EXPECT_EQ(strides[2].getStatic(), 1);
}
} // namespace
