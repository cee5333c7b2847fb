//===- PromotionTest.cpp - Type promotion ---------------------------------===//
//
// Every pair of operands, against a table that torch made.
//
//===----------------------------------------------------------------------===//

#include "tp/Shape/Promotion.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
/// `d:float32`, `z:int64`, `n:complex`.
void addOperand(TypePromotion &promotion, StringRef text) {
  StringRef name = text.drop_front(2);
  if (text.starts_with("n:")) {
    promotion.addNumber(llvm::StringSwitch<NumberKind>(name)
                            .Case("bool", NumberKind::boolean)
                            .Case("int", NumberKind::integer)
                            .Case("float", NumberKind::floating)
                            .Default(NumberKind::complex));
    return;
  }
  std::optional<ScalarType> type = symbolizeScalarType(name);
  ASSERT_TRUE(type) << name.str();
  promotion.addTensor(*type, text.starts_with("d:") ? 1 : 0);
}

TEST(PromotionTest, EveryPairIsAsTorchHasIt) {
  auto file = llvm::MemoryBuffer::getFile(TP_PROMOTION_FILE);
  ASSERT_TRUE(static_cast<bool>(file));
  SmallVector<StringRef> lines, names;
  (*file)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  lines.erase(lines.begin());
  for (StringRef line : lines)
    names.push_back(line.split(' ').first);
  ASSERT_EQ(names.size(), 46u);
  for (StringRef line : lines) {
    SmallVector<StringRef> words;
    line.split(words, ' ');
    ASSERT_EQ(words.size(), names.size() + 1);
    for (size_t i = 0; i < names.size(); ++i) {
      TypePromotion promotion;
      addOperand(promotion, words[0]);
      addOperand(promotion, names[i]);
      std::optional<ScalarType> result = promotion.getResult();
      EXPECT_EQ(result ? stringifyScalarType(*result) : StringRef("-"),
                words[i + 1])
          << words[0].str() << " with " << names[i].str();
    }
  }
}

TEST(PromotionTest, CategoriesCountInTheirOrder) {
  // A number counts after all tensors, wherever it stands.
  TypePromotion promotion;
  promotion.addNumber(NumberKind::floating);
  promotion.addTensor(ScalarType::float64, 0);
  promotion.addTensor(ScalarType::float16, 2);
  EXPECT_EQ(promotion.getResult(), ScalarType::float16);
  promotion.addNumber(NumberKind::complex);
  EXPECT_EQ(promotion.getResult(), ScalarType::complex32);
}

TEST(PromotionTest, NothingPromotesToNothing) {
  EXPECT_EQ(TypePromotion().getResult(), std::nullopt);
}

TEST(PromotionTest, TypesOfKernels) {
  EXPECT_EQ(getOpmathType(ScalarType::bfloat16), ScalarType::float32);
  EXPECT_EQ(getOpmathType(ScalarType::float64), ScalarType::float64);
  EXPECT_EQ(toRealType(ScalarType::complex128), ScalarType::float64);
  EXPECT_EQ(toComplexType(ScalarType::int32), ScalarType::complex64);
  EXPECT_EQ(getElementSize(ScalarType::complex64), 8);
}
} // namespace
