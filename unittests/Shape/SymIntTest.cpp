//===- SymIntTest.cpp - Arithmetic on sizes -------------------------------===//
//
// Canonical forms, ranges, comparison.
//
//===----------------------------------------------------------------------===//

#include "tp/Shape/SymInt.h"
#include "mlir/IR/Builders.h"
#include "tp/IR/SymExpr.h"
#include "tp/IR/TPDialect.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
class SymIntTest : public ::testing::Test {
protected:
  SymIntTest() : arith(getContext(), getDims()) {}

  MLIRContext *getContext() {
    context.loadDialect<TPDialect>();
    return &context;
  }

  /// a in [2, 8] with the example 4, b in [2, ?] with 7.
  ArrayAttr getDims() {
    Builder builder(getContext());
    auto dim = [&](StringRef name, int64_t min, IntegerAttr max, int64_t hint) {
      return DimAttr::get(&context, SymExprAttr::getSymbol(&context, name),
                          builder.getI64IntegerAttr(min), max,
                          /*hasRange=*/true, builder.getI64IntegerAttr(hint),
                          StringAttr());
    };
    return builder.getArrayAttr({dim("a", 2, builder.getI64IntegerAttr(8), 4),
                                 dim("b", 2, IntegerAttr(), 7)});
  }

  SymInt expr(StringRef text) {
    auto parsed = parsePlainExpr(&context, text);
    EXPECT_TRUE(static_cast<bool>(parsed)) << text.str();
    if (parsed)
      return arith.canonicalize(*parsed);
    llvm::consumeError(parsed.takeError());
    return {};
  }

  std::string str(SymInt value) {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (value.isKnown())
      printPlainExpr(os, value.toExpr(&context));
    else
      os << "?";
    return text;
  }

  void expectEqual(StringRef lhs, StringRef rhs) {
    EXPECT_TRUE(expr(lhs).isIdentical(expr(rhs)))
        << lhs.str() << " is " << str(expr(lhs)) << ", " << rhs.str() << " is "
        << str(expr(rhs));
  }

  MLIRContext context;
  SymArith arith;
};

TEST_F(SymIntTest, NumbersStayNumbers) {
  EXPECT_EQ(arith.add(2, 3).getStatic(), 5);
  EXPECT_EQ(arith.floorDiv(-7, 2).getStatic(), -4);
  EXPECT_EQ(arith.mod(-7, 2).getStatic(), 1);
  EXPECT_EQ(arith.ceilDiv(7, 2).getStatic(), 4);
  EXPECT_EQ(arith.product({2, 3, 4}).getStatic(), 24);
}

TEST_F(SymIntTest, WhatDoesNotFitIsUnknown) {
  int64_t large = std::numeric_limits<int64_t>::max();
  EXPECT_FALSE(arith.add(large, 1).isKnown());
  EXPECT_FALSE(arith.mul(large, 2).isKnown());
  EXPECT_FALSE(arith.floorDiv(1, 0).isKnown());
  EXPECT_FALSE(arith.add(SymInt(), 1).isKnown());
}

TEST_F(SymIntTest, SumsAndProductsHaveOneForm) {
  expectEqual("a + b", "b + a");
  expectEqual("2*(a + 1)", "2 + 2*a");
  expectEqual("a*(b + 1) - a", "b*a");
  expectEqual("(a + b)**2", "a**2 + 2*a*b + b**2");
  EXPECT_EQ(arith.sub(expr("a*b"), expr("b*a")).getStatic(), 0);
}

TEST_F(SymIntTest, DivisionTakesOutWhatDivides) {
  expectEqual("(4*a + 2)//2", "2*a + 1");
  expectEqual("(4*a + b)//4", "a + b//4");
  expectEqual("(a//2)//3", "a//6");
  expectEqual("(2*a)//4", "a//2");
  expectEqual("(a*b)//b", "a");
  expectEqual("((a + 1)*b)//(a + 1)", "b");
  expectEqual("(b - 1)//2 + 1", "(b + 1)//2");
  expectEqual("(2*b + 1)//4", "b//2");
  expectEqual("(5*b)//3", "b + (2*b)//3");
  // a is at most 8.
  expectEqual("a//9", "0");
}

TEST_F(SymIntTest, RemaindersDropMultiples) {
  expectEqual("Mod(4*a + b, 4)", "Mod(b, 4)");
  expectEqual("Mod(2*a, 2)", "0");
  expectEqual("Mod(a, 9)", "a");
}

TEST_F(SymIntTest, ExtremaDropWhatCannotWin) {
  expectEqual("Max(1, a)", "a");
  expectEqual("Min(a, 8)", "a");
  expectEqual("Max(a, b)", "Max(b, a)");
  expectEqual("Max(a, Max(b, a))", "Max(a, b)");
  EXPECT_EQ(str(expr("Max(1, u0)")), "Max(1, u0)");
}

TEST_F(SymIntTest, RangesFollowFromThoseOfSymbols) {
  SymRange range = arith.getRange(expr("2*a - 1"));
  EXPECT_EQ(range.min, 3);
  EXPECT_EQ(range.max, 15);
  range = arith.getRange(expr("a*b"));
  EXPECT_EQ(range.min, 4);
  EXPECT_EQ(range.max, std::nullopt);
  EXPECT_EQ(arith.getRange(expr("u3")).min, 0);
  EXPECT_EQ(arith.getRange(expr("s3")).min, 1);
}

TEST_F(SymIntTest, ComparisonHoldsForAllValues) {
  EXPECT_EQ(arith.isEqual(expr("a + 1"), expr("a + 2")), false);
  EXPECT_EQ(arith.isEqual(expr("a"), 1), false);
  EXPECT_EQ(arith.isEqual(expr("a"), 4), std::nullopt);
  EXPECT_EQ(arith.isEqual(expr("a"), expr("b")), std::nullopt);
  EXPECT_EQ(arith.isLess(expr("b"), expr("a*b")), true);
  EXPECT_EQ(arith.isLess(expr("a"), 9), true);
  EXPECT_EQ(arith.isLess(expr("a"), 8), std::nullopt);
  EXPECT_EQ(arith.isLessOrEqual(expr("a"), 8), true);
}

TEST_F(SymIntTest, HintsDecideWhatRangesLeaveOpen) {
  EXPECT_EQ(arith.getHint(expr("a + b")), 11);
  EXPECT_EQ(arith.isLessByHint(expr("a"), expr("b")), true);
  EXPECT_EQ(arith.getHint(expr("c")), std::nullopt);
}

TEST_F(SymIntTest, FunctionsWithoutAFormKeepTheirCanonicalArguments) {
  EXPECT_TRUE(expr("CeilToInt(b + a)").isIdentical(expr("CeilToInt(a + b)")));
  EXPECT_EQ(str(expr("PowByNatural(a, 2)")), "a**2");
}
} // namespace
