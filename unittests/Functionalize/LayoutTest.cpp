//===- LayoutTest.cpp - Where the elements of a tensor lie ----------------===//
//
// Overlap, density and viewability of strided types.
//
//===----------------------------------------------------------------------===//

#include "tp/Functionalize/Layout.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
class Layouts : public testing::Test {
protected:
  Layouts() { context.loadDialect<TPDialect>(); }
  Type parse(StringRef text) { return parseType(text, &context); }
  MLIRContext context;
};
} // namespace

TEST_F(Layouts, Contiguous) {
  EXPECT_EQ(isContiguous(parse("tensor<2x3xf32>")), Answer::yes);
  EXPECT_EQ(isContiguous(
                parse("tensor<2x3xf32, #tp.shape<[2, 3], strides = [1, 2]>>")),
            Answer::no);
  // The stride of a single element means nothing.
  EXPECT_EQ(isContiguous(
                parse("tensor<1x3xf32, #tp.shape<[1, 3], strides = [7, 1]>>")),
            Answer::yes);
  EXPECT_EQ(
      isDense(parse("tensor<2x3xf32, #tp.shape<[2, 3], strides = [1, 2]>>")),
      Answer::yes);
  EXPECT_EQ(
      isDense(parse("tensor<2x3xf32, #tp.shape<[2, 3], strides = [6, 2]>>")),
      Answer::no);
  EXPECT_EQ(isContiguousIn(
                parse("tensor<2x3x4x5xf32, #tp.shape<[2, 3, 4, 5], strides = "
                      "[60, 1, 15, 3]>>"),
                MemoryFormat::channels_last),
            Answer::yes);
}

TEST_F(Layouts, Overlap) {
  Type columns = parse("tensor<4x3xf32, #tp.shape<[4, 3], strides = [6, 1]>>");
  Type others =
      parse("tensor<4x3xf32, #tp.shape<[4, 3], strides = [6, 1], offset = 3>>");
  Type middle =
      parse("tensor<4x3xf32, #tp.shape<[4, 3], strides = [6, 1], offset = 2>>");
  EXPECT_EQ(overlap(columns, others), Answer::no);
  EXPECT_EQ(overlap(columns, middle), Answer::yes);
  EXPECT_EQ(overlapsItself(columns), Answer::no);
  EXPECT_EQ(overlapsItself(
                parse("tensor<4x3xf32, #tp.shape<[4, 3], strides = [0, 1]>>")),
            Answer::yes);
  EXPECT_EQ(overlapsItself(
                parse("tensor<4x3xf32, #tp.shape<[4, 3], strides = [1, 1]>>")),
            Answer::yes);
  EXPECT_EQ(overlapsItself(
                parse("tensor<2x2xf32, #tp.shape<[2, 2], strides = [2, 3]>>")),
            Answer::no);
}

TEST_F(Layouts, Viewable) {
  Type rows = parse("tensor<2x3x4xf32, #tp.shape<[2, 3, 4], strides = "
                    "[24, 4, 1]>>");
  EXPECT_EQ(isViewable(rows, parse("tensor<2x12xf32>")), Answer::yes);
  EXPECT_EQ(isViewable(rows, parse("tensor<6x4xf32>")), Answer::no);
  EXPECT_EQ(isViewable(rows, parse("tensor<2x1x3x2x2xf32>")), Answer::yes);
  Type turned = parse("tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>");
  EXPECT_EQ(isViewable(turned, parse("tensor<6xf32>")), Answer::no);
  EXPECT_EQ(isViewable(turned, parse("tensor<3x1x2xf32>")), Answer::yes);
  // With symbols, an offset tells: a copy has none.
  Type symbolic = parse("tensor<?x4xf32, #tp.shape<[s0, 4], strides = [s1, 1], "
                        "offset = 3>>");
  EXPECT_EQ(isViewable(symbolic, parse("tensor<?xf32, #tp.shape<[4*s0]>>")),
            Answer::no);
}

TEST_F(Layouts, Fresh) {
  EXPECT_EQ(getFreshType(parse("tensor<4x3xf32, #tp.shape<[4, 3], strides = "
                               "[6, 1], offset = 3>>")),
            parse("tensor<4x3xf32>"));
  Type turned = parse("tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>");
  EXPECT_EQ(getFreshType(turned), turned);
  EXPECT_EQ(getFreshType(parse("tensor<3x2xf32, #tp.shape<[3, 2], strides = "
                               "[2, 12]>>")),
            turned);
}
