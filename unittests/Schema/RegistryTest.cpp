//===- RegistryTest.cpp - a user's own operators --------------------------===//
//
// Registration over the built-in table, layers, and threads.
//
//===----------------------------------------------------------------------===//

#include "tp/Schema/Registry.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"
#include <thread>

using namespace mlir::tp::schema;
using llvm::StringRef;

static std::string registerError(SchemaRegistry &registry, StringRef text) {
  auto schema = registry.registerSchema(text);
  if (!schema)
    return llvm::toString(schema.takeError());
  ADD_FAILURE() << "registered: " << text.str();
  return "";
}

static const OperatorSchema *add(SchemaRegistry &registry, StringRef text,
                                 TagSet tags = {}) {
  auto schema = registry.registerSchema(text, tags);
  if (schema)
    return *schema;
  ADD_FAILURE() << llvm::toString(schema.takeError());
  return nullptr;
}

TEST(SchemaRegistry, FindsBuiltinAndOwn) {
  SchemaRegistry registry;
  EXPECT_EQ(registry.lookup("mylib.op.default"), nullptr);
  EXPECT_EQ(registry.lookup("aten.add.Tensor"),
            BuiltinTable::lookup("aten.add.Tensor"));
  std::string text = "mylib::op(Tensor x, Tensor(a!) y) -> Tensor";
  const OperatorSchema *op = add(registry, text, {Tag::pointwise});
  // The registry keeps its own copy of the text.
  std::string copy = text;
  std::fill(text.begin(), text.end(), '#');
  EXPECT_EQ(op->str(), copy);
  EXPECT_EQ(registry.lookup("mylib.op.default"), op);
  EXPECT_TRUE(op->hasTag(Tag::pointwise));
  EXPECT_EQ(BuiltinTable::lookup("mylib.op.default"), nullptr);
}

TEST(SchemaRegistry, Duplicates) {
  SchemaRegistry registry;
  const OperatorSchema *op = add(registry, "mylib::op(Tensor x) -> Tensor");
  EXPECT_EQ(add(registry, "mylib::op( Tensor x )->Tensor"), op);
  EXPECT_EQ(registerError(registry, "mylib::op(Tensor y) -> Tensor"),
            "operator 'mylib.op.default' is known with another schema: "
            "expected 'mylib::op(Tensor x) -> Tensor', got "
            "'mylib::op(Tensor y) -> Tensor'");
  EXPECT_EQ(add(registry, "aten::relu(Tensor self) -> Tensor"),
            BuiltinTable::lookup("aten.relu.default"));
  EXPECT_EQ(registerError(registry, "aten::relu(Tensor x) -> Tensor"),
            "operator 'aten.relu.default' is known with another schema: "
            "expected 'aten::relu(Tensor self) -> Tensor', got "
            "'aten::relu(Tensor x) -> Tensor'");
}

TEST(SchemaRegistry, BadSchema) {
  SchemaRegistry registry;
  EXPECT_EQ(registerError(registry, "mylib::op(Tensor) -> ()"),
            "column 17: expected the name of an argument, found ')' in schema "
            "'mylib::op(Tensor) -> ()'");
}

TEST(SchemaRegistry, Layers) {
  SchemaRegistry lower;
  SchemaRegistry upper(&lower), other(&lower);
  const OperatorSchema *shared = add(lower, "mylib::f(Tensor x) -> Tensor");
  const OperatorSchema *mine = add(upper, "mylib::g(Tensor x) -> Tensor");
  EXPECT_EQ(upper.lookup("mylib.f.default"), shared);
  EXPECT_EQ(upper.lookup("mylib.g.default"), mine);
  EXPECT_EQ(lower.lookup("mylib.g.default"), nullptr);
  // Another layer may give the same name another meaning.
  EXPECT_NE(add(other, "mylib::g(Tensor x, int y) -> Tensor"), mine);
}

TEST(SchemaRegistry, Overloads) {
  SchemaRegistry lower;
  SchemaRegistry registry(&lower);
  add(lower, "mylib::f.b(Tensor x) -> Tensor");
  add(registry, "mylib::f.c(Tensor x) -> Tensor");
  add(registry, "mylib::f.a(Tensor x) -> Tensor");
  add(registry, "mylib::ff(Tensor x) -> Tensor");
  add(registry, "aten::relu.mine(Tensor x) -> Tensor");
  std::string names;
  for (const OperatorSchema *schema : registry.getOverloads("mylib.f"))
    names += schema->getOverload().str() + " ";
  EXPECT_EQ(names, "b a c ");
  EXPECT_EQ(registry.getOverloads("aten.relu").size(), 3u);
}

TEST(SchemaRegistry, ParallelRegistrationAndLookup) {
  SchemaRegistry registry;
  constexpr unsigned numThreads = 8, numOps = 200;
  std::vector<std::vector<const OperatorSchema *>> seen(numThreads);
  std::vector<std::thread> threads;
  for (unsigned t = 0; t != numThreads; ++t)
    threads.emplace_back([&, t] {
      for (unsigned i = 0; i != numOps; ++i) {
        std::string name = "op" + std::to_string(i);
        auto schema =
            registry.registerSchema("mylib::" + name + "(Tensor x) -> Tensor");
        seen[t].push_back(schema ? *schema : nullptr);
        EXPECT_EQ(registry.lookup("mylib." + name + ".default"),
                  seen[t].back());
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (unsigned t = 1; t != numThreads; ++t)
    EXPECT_EQ(seen[t], seen[0]);
}
