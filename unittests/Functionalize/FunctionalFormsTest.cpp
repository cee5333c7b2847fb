//===- FunctionalFormsTest.cpp - Pure forms of operators that write -------===//
//
// Looks up the pure form of every operator of torch that writes.
//
//===----------------------------------------------------------------------===//

#include "tp/Functionalize/FunctionalForms.h"
#include "tp/Schema/Registry.h"
#include "gtest/gtest.h"

using namespace mlir::tp;
using schema::BuiltinTable;
using schema::OperatorSchema;

static std::string findForm(llvm::StringRef target) {
  const OperatorSchema *schema = BuiltinTable::lookup(target);
  if (!schema)
    return "no such operator";
  llvm::SmallVector<unsigned> written(schema->getWrittenArguments());
  for (const schema::Note &note : schema->getNotes())
    if (note.kind == schema::Note::Kind::Writes)
      written.push_back(note.argument);
  FunctionalForms forms;
  const FunctionalForm *form = forms.lookup(*schema, written);
  return form ? form->schema->getTarget() : "none";
}

TEST(FunctionalForms, InPlace) {
  EXPECT_EQ(findForm("aten.add_.Tensor"), "aten.add.Tensor");
  EXPECT_EQ(findForm("aten.div_.Scalar_mode"), "aten.div.Scalar_mode");
  EXPECT_EQ(findForm("aten.copy_.default"), "aten.copy.default");
  EXPECT_EQ(findForm("aten.zero_.default"), "aten.zero.default");
  EXPECT_EQ(findForm("aten.fill_.Tensor"), "aten.fill.Tensor");
  EXPECT_EQ(findForm("aten.index_put_.default"), "aten.index_put.default");
  EXPECT_EQ(findForm("aten.__iand__.Tensor"), "aten.__and__.Tensor");
  // The arguments are in another order there.
  EXPECT_EQ(findForm("aten.polygamma_.default"), "aten.polygamma.default");
}

TEST(FunctionalForms, OtherNames) {
  EXPECT_EQ(findForm("aten.normal_.default"), "aten.normal_functional.default");
  EXPECT_EQ(findForm("aten.bernoulli_.float"), "aten.bernoulli.p");
  EXPECT_EQ(findForm("aten._native_batch_norm_legit.default"),
            "aten._native_batch_norm_legit_functional.default");
  EXPECT_EQ(findForm("aten.rrelu_with_noise_.default"),
            "aten.rrelu_with_noise_functional.default");
  EXPECT_EQ(findForm("aten.batch_norm.default"),
            "aten._native_batch_norm_legit_functional.default");
}

TEST(FunctionalForms, Out) {
  EXPECT_EQ(findForm("aten.add.out"), "aten.add.Tensor");
  EXPECT_EQ(findForm("aten.max.dim_max"), "aten.max.dim");
  EXPECT_EQ(findForm("aten.full.out"), "aten.full.default");
  EXPECT_EQ(findForm("aten.sum.IntList_out"), "aten.sum.dim_IntList");
}

TEST(FunctionalForms, Lists) {
  EXPECT_EQ(findForm("aten._foreach_add_.List"), "aten._foreach_add.List");
  EXPECT_EQ(findForm("aten._foreach_lerp_.Scalar"),
            "aten._foreach_lerp.Scalar");
  EXPECT_EQ(findForm("aten._fused_adam_.default"), "aten._fused_adam.default");
}

/// Every result of a form stands for a return or a written argument, and each
/// written argument has one.
TEST(FunctionalForms, EveryWrittenArgumentHasAResult) {
  FunctionalForms forms;
  unsigned found = 0;
  for (unsigned i = 0; i < BuiltinTable::size(); ++i) {
    const OperatorSchema &schema = *BuiltinTable::getSchema(i);
    if (schema.getNamespace() != "aten" || !schema.isMutable())
      continue;
    llvm::SmallVector<unsigned> written(schema.getWrittenArguments());
    const FunctionalForm *form = forms.lookup(schema, written);
    if (!form)
      continue;
    ++found;
    EXPECT_EQ(form->results.size(), form->schema->getReturns().size());
    EXPECT_EQ(form->arguments.size(), form->schema->getArguments().size());
    EXPECT_FALSE(form->schema->isMutable()) << schema.str();
    for (unsigned argument : written)
      EXPECT_TRUE(llvm::any_of(form->results, [&](const auto &result) {
        return result.argument == static_cast<int>(argument);
      })) << schema.str();
  }
  // Of about 1,560 that write; the rest are lists of numbers, dictionaries,
  // changes of shape and helpers of kernels.
  EXPECT_GE(found, 1350u);
}
