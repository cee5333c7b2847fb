//===- InferenceTest.cpp - Result types of operators ----------------------===//
//
// The interface: arguments by schema, defaults, unknown and invalid calls.
//
//===----------------------------------------------------------------------===//

#include "tp/Shape/Inference.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "tp/IR/TPDialect.h"
#include "tp/Schema/Registry.h"
#include "tp/Shape/TensorInfo.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
class InferenceTest : public ::testing::Test {
protected:
  InferenceTest() : inference(load(context)) {}

  static MLIRContext *load(MLIRContext &context) {
    context.loadDialect<TPDialect>();
    return &context;
  }

  Type type(StringRef text) { return parseType(text, &context); }

  /// `args` is the text of an argument list: `(?, [1], True)`.
  InferredTypes infer(StringRef target, StringRef args,
                      ArrayRef<StringRef> operands) {
    SmallVector<Type> types;
    for (StringRef operand : operands)
      types.push_back(type(operand));
    auto attr = parseAttribute(("#tp.args<" + args + ">").str(), &context);
    EXPECT_TRUE(attr) << args.str();
    return inference.infer(nullptr, StringAttr::get(&context, target),
                           dyn_cast_or_null<ArgsAttr>(attr), types);
  }

  void expectTypes(const InferredTypes &inferred, ArrayRef<StringRef> types) {
    ASSERT_TRUE(inferred.isKnown()) << inferred.message;
    ASSERT_EQ(inferred.types.size(), types.size());
    for (auto [found, expected] : llvm::zip_equal(inferred.types, types))
      EXPECT_EQ(found, type(expected)) << expected.str();
  }

  MLIRContext context;
  TypeInference inference;
};

TEST_F(InferenceTest, PromotesNumbersAndTensors) {
  expectTypes(
      infer("aten.add.Tensor", "(?, ?)", {"tensor<2x3xi64>", "tensor<f32>"}),
      {"tensor<2x3xf32>"});
  expectTypes(infer("aten.mul.Tensor", "(?, 2.0)", {"tensor<2xf16>"}),
              {"tensor<2xf16>"});
  expectTypes(infer("aten.div.Tensor", "(?, 2)", {"tensor<2xi64>"}),
              {"tensor<2xf32>"});
  expectTypes(infer("aten.lt.Scalar", "(?, 2)", {"tensor<2xf64>"}),
              {"tensor<2xi1>"});
}

TEST_F(InferenceTest, ReadsArgumentsByNameAndFillsInDefaults) {
  expectTypes(infer("aten.sum.dim_IntList", "(?, [1], keepdim = True)",
                    {"tensor<2x3xi32>"}),
              {"tensor<2x1xi64>"});
  expectTypes(infer("aten.sum.dim_IntList", "(?, [1], dtype = float64)",
                    {"tensor<2x3xi32>"}),
              {"tensor<2xf64>"});
  expectTypes(infer("aten.randperm.default", "(5)", {}), {"tensor<5xi64>"});
}

TEST_F(InferenceTest, TakesArgumentsInTheOrderOfTheSchema) {
  const schema::OperatorSchema *schema =
      schema::BuiltinTable::lookup("aten.permute.default");
  ASSERT_TRUE(schema);
  Type self = type("tensor<2x3xf32>");
  Attribute place = OperandAttr::get(&context);
  Attribute dims = parseAttribute("#tp.list<[1, 0]>", &context);
  TypedArgument args[] = {{place, self}, {dims, {}}};
  expectTypes(inference.infer(*schema, args),
              {"tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>"});
}

TEST_F(InferenceTest, SymbolicSizesFollow) {
  expectTypes(infer("aten.cat.default", "([?, ?], 0)",
                    {"tensor<?x3xf32, #tp.shape<[s0, 3]>>", "tensor<2x3xf32>"}),
              {"tensor<?x3xf32, #tp.shape<[s0 + 2, 3]>>"});
  expectTypes(infer("aten.view.default", "(?, [-1])",
                    {"tensor<?x3xf32, #tp.shape<[s0, 3]>>"}),
              {"tensor<?xf32, #tp.shape<[3*s0]>>"});
  expectTypes(infer("aten.sym_size.int", "(?, 0)",
                    {"tensor<?x3xf32, #tp.shape<[s0, 3]>>"}),
              {"!tp.int<s0>"});
  expectTypes(infer("_operator.mul", "(?, 2)", {"!tp.int<s0 + 1>"}),
              {"!tp.int<2*s0 + 2>"});
}

TEST_F(InferenceTest, ResultsNestAsTorchHasThem) {
  InferredTypes split =
      infer("aten.split_with_sizes.default", "(?, [1, 2])", {"tensor<3xf32>"});
  expectTypes(split,
              {"tensor<1xf32>", "tensor<2xf32, #tp.shape<[2], offset = 1>>"});
  EXPECT_TRUE(isa_and_nonnull<ListAttr>(split.tree));
  InferredTypes grads = infer(
      "aten.convolution_backward.default",
      "(?, ?, ?, None, [1], [0], [1], False, [0], 1, [True, False, False])",
      {"tensor<1x2x3xf32>", "tensor<1x2x4xf32>", "tensor<2x2x2xf32>"});
  expectTypes(grads, {"tensor<1x2x4xf32>"});
  auto tree = dyn_cast_or_null<tp::TupleAttr>(grads.tree);
  ASSERT_TRUE(tree);
  EXPECT_TRUE(isa<NoneAttr>(tree.getElements()[1]));
}

TEST_F(InferenceTest, InPlaceOperatorsKeepWhatTheyWrite) {
  expectTypes(
      infer("aten.add_.Tensor", "(?, ?)", {"tensor<2xf16>", "tensor<2xf32>"}),
      {"tensor<2xf16>"});
}

TEST_F(InferenceTest, NeverGuesses) {
  InferredTypes inferred = infer("mylib.op.default", "(?)", {"tensor<2xf32>"});
  EXPECT_EQ(inferred.kind, InferredTypes::Kind::unknown);
  EXPECT_EQ(inferred.message, "no operator is known as 'mylib.op.default'");
  inferred = infer("aten.relu.default", "(?)", {"!tp.any"});
  EXPECT_EQ(inferred.kind, InferredTypes::Kind::unknown);
}

TEST_F(InferenceTest, RefusesWhatTorchRefuses) {
  InferredTypes inferred =
      infer("aten.add.Tensor", "(?, ?)", {"tensor<2xf32>", "tensor<3xf32>"});
  ASSERT_TRUE(inferred.isInvalid());
  EXPECT_EQ(inferred.message,
            "expected sizes that broadcast, got 2 and 3 at dimension 0");
  inferred = infer("aten.mm.default", "(?, ?)",
                   {"tensor<2x3xf32>", "tensor<4x5xf32>"});
  ASSERT_TRUE(inferred.isInvalid());
  EXPECT_EQ(inferred.message,
            "expected matrices whose inner sizes agree, got 3 and 4");
}

TEST_F(InferenceTest, EveryCoreOperatorHasARule) {
  for (unsigned i = 0, e = schema::BuiltinTable::size(); i != e; ++i) {
    const schema::OperatorSchema *schema = schema::BuiltinTable::getSchema(i);
    if (schema->hasTag(schema::Tag::core)) {
      EXPECT_TRUE(inference.hasRule(*schema)) << schema->getTarget();
    }
  }
}

TEST_F(InferenceTest, CompatibleTypesDoNotContradict) {
  SymArith &arith = inference.getArith();
  auto fits = [&](StringRef lhs, StringRef rhs) {
    return areCompatible(type(lhs), type(rhs), arith);
  };
  EXPECT_TRUE(fits("tensor<?xf32, #tp.shape<[s0]>>", "tensor<?xf32>"));
  EXPECT_TRUE(fits("tensor<2xf32>", "!tp.any"));
  EXPECT_TRUE(fits("i64", "!tp.int<s0>"));
  EXPECT_FALSE(fits("tensor<2xf32>", "tensor<2xf64>"));
  EXPECT_FALSE(fits("tensor<2xf32>", "tensor<3xf32>"));
  EXPECT_FALSE(fits("tensor<2xf32>", "tensor<2x1xf32>"));
  EXPECT_FALSE(fits("tensor<?xf32, #tp.shape<[s0]>>",
                    "tensor<?xf32, #tp.shape<[s0 + 1]>>"));
  EXPECT_FALSE(fits("tensor<2xf32>", "i64"));
}
} // namespace
