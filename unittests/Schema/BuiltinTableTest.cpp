//===- BuiltinTableTest.cpp - the operators of torch ----------------------===//
//
// Every schema of the data file is found, and prints as torch prints it.
//
//===----------------------------------------------------------------------===//

#include "tp/Schema/Registry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <thread>

using namespace mlir::tp::schema;
using llvm::StringRef;

/// Calls `each(schema text, tags and flags)` for each line of the data file.
template <typename Function> static unsigned forEachLine(Function each) {
  auto buffer = llvm::MemoryBuffer::getFile(TP_SCHEMAS_FILE);
  if (!buffer) {
    ADD_FAILURE() << "cannot read " << TP_SCHEMAS_FILE;
    return 0;
  }
  unsigned count = 0;
  llvm::SmallVector<StringRef, 0> lines;
  (*buffer)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines) {
    if (line.starts_with("#"))
      continue;
    ++count;
    auto [text, words] = line.split('\t');
    each(text, words);
  }
  return count;
}

TEST(BuiltinTable, EverySchemaPrintsAsTorchPrintsIt) {
  unsigned count = forEachLine([](StringRef text, StringRef words) {
    auto parsed = OperatorSchema::parse(text);
    if (!parsed) {
      ADD_FAILURE() << llvm::toString(parsed.takeError());
      return;
    }
    EXPECT_EQ((*parsed)->str(), text);
  });
  EXPECT_EQ(count, BuiltinTable::size());
  EXPECT_GT(count, 4500u);
}

TEST(BuiltinTable, EverySchemaIsFound) {
  llvm::StringSet<> texts;
  for (unsigned i = 0, e = BuiltinTable::size(); i != e; ++i) {
    const OperatorSchema *schema = BuiltinTable::getSchema(i);
    EXPECT_EQ(schema->getTarget(), BuiltinTable::getTarget(i));
    EXPECT_EQ(BuiltinTable::lookup(BuiltinTable::getTarget(i)), schema);
    EXPECT_TRUE(BuiltinTable::contains(BuiltinTable::getTarget(i)));
    if (i) {
      EXPECT_LT(BuiltinTable::getTarget(i - 1), BuiltinTable::getTarget(i));
    }
    texts.insert(schema->str());
  }
  forEachLine([&](StringRef text, StringRef words) {
    EXPECT_TRUE(texts.contains(text)) << text.str();
  });
}

TEST(BuiltinTable, EveryTagIsKnown) {
  forEachLine([&](StringRef text, StringRef words) {
    llvm::SmallVector<StringRef> list;
    words.split(list, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef word : list) {
      if (word.consume_front("!"))
        EXPECT_TRUE(symbolizeFlag(word)) << word.str();
      else
        EXPECT_TRUE(symbolizeTag(word)) << word.str();
    }
  });
  for (unsigned i = 0; i != getNumTags(); ++i)
    EXPECT_EQ(symbolizeTag(stringifyTag(static_cast<Tag>(i))),
              static_cast<Tag>(i));
  EXPECT_LE(getNumTags(), 32u);
}

TEST(BuiltinTable, KnownOperators) {
  const OperatorSchema *add = BuiltinTable::lookup("aten.add.Tensor");
  ASSERT_TRUE(add);
  EXPECT_TRUE(add->hasTag(Tag::core));
  EXPECT_TRUE(add->hasTag(Tag::pointwise));
  EXPECT_FALSE(add->isRandom());
  EXPECT_EQ(add->getArguments()[2].getDefault()->integer, 1);

  const OperatorSchema *relu = BuiltinTable::lookup("aten.relu_.default");
  ASSERT_TRUE(relu);
  EXPECT_TRUE(relu->isMutable());

  EXPECT_TRUE(BuiltinTable::lookup("aten.rand.default")->isRandom());
  EXPECT_TRUE(BuiltinTable::lookup("aten.rand.default")->isFactory());
  EXPECT_TRUE(BuiltinTable::lookup("aten.permute.default")->isView());
  EXPECT_TRUE(BuiltinTable::lookup("aten.linear.default")
                  ->hasFlag(Flag::CompositeImplicit));
  EXPECT_TRUE(
      BuiltinTable::lookup("aten._assert_scalar.default")->hasSideEffects());
  EXPECT_TRUE(BuiltinTable::lookup("prims.convert_element_type.default"));
  EXPECT_TRUE(
      BuiltinTable::lookup("quantized_decomposed.quantize_per_tensor.default"));
  EXPECT_FALSE(BuiltinTable::getTorchVersion().empty());
}

TEST(BuiltinTable, HigherOrderOperators) {
  const OperatorSchema *cond = BuiltinTable::lookup("higher_order.cond");
  ASSERT_TRUE(cond);
  EXPECT_TRUE(cond->isHigherOrder());
  EXPECT_FALSE(cond->hasKnownSignature());
  EXPECT_EQ(cond->getTarget(), "higher_order.cond");
  for (StringRef name : {"while_loop", "map_impl", "scan", "associative_scan",
                         "wrap_with_set_grad_enabled", "flex_attention"})
    EXPECT_TRUE(BuiltinTable::lookup(("higher_order." + name).str()))
        << name.str();
}

TEST(BuiltinTable, PythonFunctions) {
  const OperatorSchema *gt = BuiltinTable::lookup("_operator.gt");
  ASSERT_TRUE(gt);
  EXPECT_TRUE(gt->hasFlag(Flag::Python));
  EXPECT_EQ(gt->findArgument("b"), 1u);
  EXPECT_FALSE(gt->hasSideEffects());
  EXPECT_EQ(gt->getTarget(), "_operator.gt");
  for (StringRef name : {"math.trunc", "torch.sym_max", "torch._sym_sqrt",
                         "torch.sym_ite", "_operator.getitem"})
    EXPECT_TRUE(BuiltinTable::lookup(name)) << name.str();
  EXPECT_TRUE(BuiltinTable::lookup("_operator.getitem")->isView());
  EXPECT_TRUE(BuiltinTable::lookup("_operator.iadd")->isMutable());
  EXPECT_TRUE(
      BuiltinTable::lookup("torch._C._set_grad_enabled")->hasSideEffects());
}

TEST(BuiltinTable, Unknown) {
  for (StringRef name : {"", ".", "aten", "aten.add", "aten.add.", "aten.add.Q",
                         "aten::add.Tensor", "nope.add.Tensor", "cond"})
    EXPECT_EQ(BuiltinTable::lookup(name), nullptr) << name.str();
}

TEST(BuiltinTable, Overloads) {
  auto overloads = BuiltinTable::getOverloads("aten.add");
  llvm::SmallVector<StringRef> names;
  for (const OperatorSchema *schema : overloads) {
    EXPECT_EQ(schema->getBaseName(), "add");
    names.push_back(schema->getOverload());
  }
  for (StringRef name : {"Tensor", "Scalar", "out"})
    EXPECT_TRUE(llvm::is_contained(names, name)) << name.str();
  EXPECT_EQ(BuiltinTable::getOverloads("aten.relu").size(), 2u);
  EXPECT_TRUE(BuiltinTable::getOverloads("aten.ad").empty());
  EXPECT_TRUE(BuiltinTable::getOverloads("aten").empty());
  EXPECT_TRUE(BuiltinTable::getOverloads("_operator").empty());
  EXPECT_TRUE(BuiltinTable::getOverloads("").empty());
}

TEST(BuiltinTable, ParallelLookups) {
  constexpr unsigned numThreads = 8;
  unsigned size = BuiltinTable::size();
  std::vector<std::vector<const OperatorSchema *>> seen(numThreads);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t != numThreads; ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i != size; ++i)
        seen[t].push_back(BuiltinTable::lookup(BuiltinTable::getTarget(i)));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (unsigned t = 1; t != numThreads; ++t)
    EXPECT_EQ(seen[t], seen[0]);
}
