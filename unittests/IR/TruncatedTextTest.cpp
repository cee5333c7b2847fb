//===- TruncatedTextTest.cpp - Text that ends anywhere --------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "tp/IR/TP.h"
#include "gtest/gtest.h"
#include <memory>

using namespace mlir;

namespace {

constexpr llvm::StringLiteral text = R"(
tp.program @p dims(b in [1, 64] hint 5, 2*b - 1) {
  tp.state parameter @w : tensor<4xf32> = dense<1.5>
  %x = tp.placeholder "x" : tensor<?xf32, #tp.shape<[b]>>
  %w = tp.placeholder parameter @w : tensor<4xf32>
  tp.assert_dim_relation %x[0] == 2 * %w[0] - 4, "b" : tensor<?xf32, #tp.shape<[b]>>, tensor<4xf32>
  %y = tp.call_function "aten.add.Tensor"(%x, -2.5, [1, None], alpha = -3, f = (1.0,)) : (tensor<?xf32, #tp.shape<[b]>>) -> tensor<?xf32, #tp.shape<[b]>>
  tp.output {"y": %y, 1: -inf} : tensor<?xf32, #tp.shape<[b]>>
}
)";

/// The buffer ends where the text does, without a null: a parser that looks
/// further is seen by AddressSanitizer.
TEST(TruncatedTextTest, EveryPrefix) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.loadDialect<tp::TPDialect>();
  unsigned errors = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &) {
    ++errors;
    return success();
  });
  ASSERT_TRUE(parseSourceString<ModuleOp>(text, &context));
  for (size_t size = 1; size < text.rtrim("}\n").size(); ++size) {
    auto copy = std::make_unique<char[]>(size);
    llvm::copy(text.take_front(size), copy.get());
    errors = 0;
    auto module = parseSourceString<ModuleOp>(llvm::StringRef(copy.get(), size),
                                              ParserConfig(&context, false));
    bool isBlank = text.take_front(size).trim().empty();
    EXPECT_EQ(!module, !isBlank) << text.take_front(size).str();
    EXPECT_EQ(errors != 0, !isBlank) << text.take_front(size).str();
  }
}

} // namespace
