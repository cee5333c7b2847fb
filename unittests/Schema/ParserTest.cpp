//===- ParserTest.cpp - parsing and printing of schemas -------------------===//
//
// Every kind of type and default, and every error.
//
//===----------------------------------------------------------------------===//

#include "tp/Schema/Schema.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir::tp::schema;
using llvm::StringRef;

static std::unique_ptr<OperatorSchema> parse(StringRef text) {
  auto schema = OperatorSchema::parse(text);
  if (schema)
    return std::move(*schema);
  ADD_FAILURE() << text.str() << ": " << llvm::toString(schema.takeError());
  return nullptr;
}

static std::string parseError(StringRef text) {
  auto schema = OperatorSchema::parse(text);
  if (!schema)
    return llvm::toString(schema.takeError());
  ADD_FAILURE() << "parsed: " << text.str();
  return "";
}

/// The default of the argument of the schema `a::b(<argument>) -> ()`.
static const Literal *parseDefault(StringRef argument,
                                   std::unique_ptr<OperatorSchema> &holder) {
  holder = parse(("a::b(" + argument + ") -> ()").str());
  return holder ? holder->getArguments()[0].getDefault() : nullptr;
}

TEST(SchemaParser, Names) {
  auto schema = parse("aten::add.Tensor(Tensor self) -> Tensor");
  EXPECT_EQ(schema->getNamespace(), "aten");
  EXPECT_EQ(schema->getBaseName(), "add");
  EXPECT_EQ(schema->getOverload(), "Tensor");
  EXPECT_EQ(schema->getTarget(), "aten.add.Tensor");
  EXPECT_EQ(parse("aten::relu(Tensor self) -> Tensor")->getTarget(),
            "aten.relu.default");
  EXPECT_EQ(parse("aten::relu.default(Tensor self) -> Tensor")->str(),
            "aten::relu(Tensor self) -> Tensor");
  EXPECT_EQ(parse("my.lib::op(Tensor x) -> ()")->getTarget(),
            "my.lib.op.default");
}

TEST(SchemaParser, NamesOfTheIR) {
  auto schema = OperatorSchema::parse("my.lib.op.default(Tensor x) -> ()");
  ASSERT_TRUE(bool(schema));
  EXPECT_EQ((*schema)->getNamespace(), "my.lib");
  EXPECT_EQ((*schema)->str(), "my.lib::op(Tensor x) -> ()");
  SchemaTraits python;
  python.flags = 1u << static_cast<unsigned>(Flag::Python);
  auto function = OperatorSchema::parse("torch.a.f(Any x) -> Any", python);
  ASSERT_TRUE(bool(function));
  EXPECT_EQ((*function)->getNamespace(), "torch.a");
  EXPECT_EQ((*function)->getBaseName(), "f");
  EXPECT_EQ((*function)->getTarget(), "torch.a.f");
}

TEST(SchemaParser, PrintsInTorchSpacing) {
  EXPECT_EQ(
      parse("  a::b ( Tensor x ,*,int[ 2 ] y = [1,2] )->( Tensor )")->str(),
      "a::b(Tensor x, *, int[2] y=[1,2]) -> Tensor");
}

TEST(SchemaParser, PositionalAndKeyword) {
  auto schema = parse("a::b(Tensor x, int y=1, *, Tensor? z=None) -> Tensor");
  ASSERT_EQ(schema->getArguments().size(), 3u);
  EXPECT_EQ(schema->getNumPositional(), 2u);
  EXPECT_FALSE(schema->getArguments()[1].isKwargOnly());
  EXPECT_TRUE(schema->getArguments()[2].isKwargOnly());
  EXPECT_EQ(schema->findArgument("z"), 2u);
  EXPECT_EQ(schema->findArgument("w"), std::nullopt);
  EXPECT_FALSE(schema->getArguments()[0].hasDefault());
  EXPECT_TRUE(schema->getArguments()[2].getDefault()->isNone());
}

TEST(SchemaParser, Varargs) {
  auto schema = parse("a::b(str self, ...) -> ...");
  EXPECT_TRUE(schema->isVarArg());
  EXPECT_TRUE(schema->isVarRet());
  EXPECT_FALSE(schema->hasKnownSignature());
  EXPECT_EQ(schema->getArguments().size(), 1u);
  EXPECT_EQ(parse("a::b(...) -> (Tensor, ...)")->str(),
            "a::b(...) -> (Tensor, ...)");
}

struct TypeCase {
  const char *text;
  TypeKind kind;
};

class SchemaTypes : public testing::TestWithParam<TypeCase> {};

TEST_P(SchemaTypes, RoundTrip) {
  std::string text = std::string("a::b(") + GetParam().text + " x) -> ()";
  auto schema = parse(text);
  ASSERT_TRUE(schema);
  const Type *type = schema->getArguments()[0].getType();
  EXPECT_EQ(type->getKind(), GetParam().kind);
  EXPECT_EQ(type->str(), GetParam().text);
  EXPECT_EQ(schema->str(), text);
  // The same spelling is the same type.
  EXPECT_EQ(parse(text)->getArguments()[0].getType(), type);
}

INSTANTIATE_TEST_SUITE_P(
    All, SchemaTypes,
    testing::Values(
        TypeCase{"Tensor", TypeKind::Tensor}, TypeCase{"int", TypeKind::Int},
        TypeCase{"SymInt", TypeKind::SymInt},
        TypeCase{"float", TypeKind::Float},
        TypeCase{"SymFloat", TypeKind::SymFloat},
        TypeCase{"bool", TypeKind::Bool},
        TypeCase{"SymBool", TypeKind::SymBool},
        TypeCase{"complex", TypeKind::Complex},
        TypeCase{"Scalar", TypeKind::Scalar}, TypeCase{"str", TypeKind::Str},
        TypeCase{"ScalarType", TypeKind::ScalarType},
        TypeCase{"Layout", TypeKind::Layout},
        TypeCase{"MemoryFormat", TypeKind::MemoryFormat},
        TypeCase{"Device", TypeKind::Device},
        TypeCase{"Generator", TypeKind::Generator},
        TypeCase{"Stream", TypeKind::Stream},
        TypeCase{"Storage", TypeKind::Storage},
        TypeCase{"QScheme", TypeKind::QScheme},
        TypeCase{"Dimname", TypeKind::Dimname}, TypeCase{"Any", TypeKind::Any},
        TypeCase{"NoneType", TypeKind::None},
        TypeCase{"AnyEnumType", TypeKind::Opaque},
        TypeCase{"PyObject", TypeKind::Opaque}, TypeCase{"t", TypeKind::Var},
        TypeCase{"tVal", TypeKind::Var},
        TypeCase{"__torch__.torch.classes.c10d.Work", TypeKind::Class},
        TypeCase{"Tensor[]", TypeKind::List},
        TypeCase{"SymInt[2]", TypeKind::List},
        TypeCase{"Tensor[][]", TypeKind::List},
        TypeCase{"Tensor?", TypeKind::Optional},
        TypeCase{"Tensor?[]", TypeKind::List},
        TypeCase{"Tensor?[]?", TypeKind::Optional},
        TypeCase{"int[1]?", TypeKind::Optional},
        TypeCase{"(str, t)", TypeKind::Tuple},
        TypeCase{"(str, t)[]", TypeKind::List},
        TypeCase{"Dict(str, Tensor)", TypeKind::Dict},
        TypeCase{"Dict(str, Tensor[])", TypeKind::Dict},
        TypeCase{"Union(int, float?)", TypeKind::Union},
        TypeCase{"Future(t)", TypeKind::Future},
        TypeCase{"Await(t)", TypeKind::Await},
        TypeCase{"RRef(t)", TypeKind::RRef}));

TEST(SchemaType, Questions) {
  auto schema = parse("a::b(SymInt[2] x, int[] y, Tensor?[]? z) -> ()");
  const Type *sized = schema->getArguments()[0].getType();
  const Type *free = schema->getArguments()[1].getType();
  const Type *optional = schema->getArguments()[2].getType();
  EXPECT_EQ(sized->getListSize(), 2u);
  EXPECT_EQ(free->getListSize(), std::nullopt);
  EXPECT_NE(sized, free);
  EXPECT_TRUE(sized->getElement()->is(TypeKind::SymInt));
  EXPECT_TRUE(optional->stripOptional()->is(TypeKind::List));
  EXPECT_EQ(free->stripOptional(), free);
  EXPECT_FALSE(sized->mayHoldTensor());
  EXPECT_TRUE(optional->mayHoldTensor());
}

TEST(SchemaParser, Defaults) {
  std::unique_ptr<OperatorSchema> holder;
  using Kind = Literal::Kind;
  EXPECT_EQ(parseDefault("Tensor? x=None", holder)->kind, Kind::None);
  EXPECT_TRUE(parseDefault("bool x=True", holder)->boolean);
  EXPECT_FALSE(parseDefault("bool x=False", holder)->boolean);
  EXPECT_EQ(parseDefault("int x=-100", holder)->integer, -100);
  EXPECT_EQ(parseDefault("Scalar x=1", holder)->kind, Kind::Int);
  EXPECT_EQ(parseDefault("Scalar x=1.", holder)->kind, Kind::Float);
  EXPECT_EQ(parseDefault("float x=1e-08", holder)->floating, 1e-08);
  EXPECT_EQ(holder->str(), "a::b(float x=1e-08) -> ()");
  EXPECT_EQ(parseDefault("float x=0.33333333333333331", holder)->floating,
            1.0 / 3);
  // An integer becomes a float where the type says so; the text stays.
  EXPECT_EQ(parseDefault("float? x=2", holder)->kind, Kind::Float);
  EXPECT_EQ(holder->getArguments()[0].getDefaultText(), "2");
  EXPECT_TRUE(std::isinf(parseDefault("float x=inf", holder)->floating));
  EXPECT_LT(parseDefault("float x=-inf", holder)->floating, 0);
  EXPECT_TRUE(std::isnan(parseDefault("float x=nan", holder)->floating));
}

TEST(SchemaParser, DefaultLists) {
  std::unique_ptr<OperatorSchema> holder;
  const Literal *list = parseDefault("int[2] x=[0, 1]", holder);
  ASSERT_EQ(list->elements.size(), 2u);
  EXPECT_EQ(list->elements[1].integer, 1);
  EXPECT_TRUE(parseDefault("int[] x=[]", holder)->elements.empty());
  list = parseDefault("SymInt[3] x=1", holder);
  ASSERT_EQ(list->elements.size(), 3u);
  EXPECT_EQ(list->elements[2].integer, 1);
  EXPECT_EQ(holder->str(), "a::b(SymInt[3] x=1) -> ()");
  EXPECT_EQ(parseDefault("float[]? x=[1, 2.5]", holder)->elements[0].kind,
            Literal::Kind::Float);
}

TEST(SchemaParser, DefaultStrings) {
  std::unique_ptr<OperatorSchema> holder;
  EXPECT_EQ(parseDefault("str x=\"mean\"", holder)->string, "mean");
  EXPECT_EQ(parseDefault("str x='a, b) -> '", holder)->string, "a, b) -> ");
  EXPECT_EQ(parseDefault(R"(str x="\"\'\\")", holder)->string, "\"'\\");
  EXPECT_EQ(parseDefault(R"(str x=" \n\t\f\v")", holder)->string, " \n\t\f\v");
  EXPECT_EQ(parseDefault(R"(str x="\x41\102")", holder)->string, "AB");
  EXPECT_EQ(parseDefault("Device x=\"cpu\"", holder)->string, "cpu");
}

TEST(SchemaParser, DefaultEnumerators) {
  std::unique_ptr<OperatorSchema> holder;
  EXPECT_EQ(parseDefault("ScalarType x=long", holder)->integer, 4);
  EXPECT_EQ(parseDefault("ScalarType? x=float32", holder)->integer, 6);
  EXPECT_EQ(parseDefault("int x=Mean", holder)->integer, 1);
  EXPECT_EQ(parseDefault("MemoryFormat x=channels_last", holder)->integer, 2);
  EXPECT_EQ(parseDefault("Layout x=strided", holder)->integer, 0);
  EXPECT_EQ(holder->str(), "a::b(Layout x=strided) -> ()");
}

TEST(SchemaParser, Returns) {
  EXPECT_TRUE(parse("a::b() -> ()")->getReturns().empty());
  auto named = parse("a::b() -> (Tensor values, Tensor indices)");
  EXPECT_EQ(named->getReturns()[1].getName(), "indices");
  EXPECT_EQ(parse("a::b() -> Tensor y")->str(), "a::b() -> Tensor y");
  // A tuple as the only return keeps its own parentheses.
  auto tuple = parse("a::b() -> ((str, t))");
  ASSERT_EQ(tuple->getReturns().size(), 1u);
  EXPECT_TRUE(tuple->getReturns()[0].getType()->is(TypeKind::Tuple));
  EXPECT_EQ(tuple->str(), "a::b() -> ((str, t))");
  auto list = parse("a::b() -> (str, t)[]");
  ASSERT_EQ(list->getReturns().size(), 1u);
  EXPECT_TRUE(list->getReturns()[0].getType()->is(TypeKind::List));
  EXPECT_EQ(list->str(), "a::b() -> ((str, t)[])");
}

struct ErrorCase {
  const char *text;
  const char *message;
};

class SchemaErrors : public testing::TestWithParam<ErrorCase> {};

TEST_P(SchemaErrors, Message) {
  std::string expected =
      std::string(GetParam().message) + " in schema '" + GetParam().text + "'";
  EXPECT_EQ(parseError(GetParam().text), expected);
}

INSTANTIATE_TEST_SUITE_P(
    All, SchemaErrors,
    testing::Values(
        ErrorCase{"", "column 1: expected the name of an operator, found the "
                      "end"},
        ErrorCase{"add(Tensor x) -> ()",
                  "column 4: expected '::' after the namespace, found '('"},
        ErrorCase{"a::(Tensor x) -> ()", "column 4: expected the name of an "
                                         "operator after '::', found '('"},
        ErrorCase{"a::b.(Tensor x) -> ()",
                  "column 4: expected an overload name after 'b.'"},
        ErrorCase{"a::b.c.d() -> ()",
                  "column 4: expected one overload name, found 'c.d'"},
        ErrorCase{"a::b Tensor", "column 6: expected '(', found 'Tensor'"},
        ErrorCase{"a::b(Tensor)",
                  "column 12: expected the name of an argument, found ')'"},
        ErrorCase{"a::b(Tenso x) -> ()",
                  "column 6: expected a type, found 'Tenso'"},
        ErrorCase{"a::b(, x) -> ()", "column 6: expected a type, found ','"},
        ErrorCase{"a::b(Tensor x Tensor y) -> ()",
                  "column 15: expected ',' or ')', found 'Tensor'"},
        ErrorCase{"a::b(Tensor x, int x) -> ()",
                  "column 16: argument 'x' is there twice"},
        ErrorCase{"a::b(..., int x) -> ()",
                  "column 11: expected ')' after '...', found 'int'"},
        ErrorCase{"a::b(Tensor x)", "column 15: expected '->', found the end"},
        ErrorCase{"a::b(Tensor x) ->",
                  "column 18: expected a type, found the end"},
        ErrorCase{"a::b(Tensor x) -> Tensor, Tensor",
                  "column 25: expected the end of the schema, found ','"},
        ErrorCase{"a::b(Tensor[ x) -> ()",
                  "column 14: expected ']', found 'x'"},
        ErrorCase{"a::b(Tensor(a x) -> ()",
                  "column 15: expected ')', found 'x'"},
        ErrorCase{"a::b(Tensor(!) x) -> ()",
                  "column 13: expected an alias set, found '!'"},
        ErrorCase{"a::b(Dict(str) x) -> ()",
                  "column 6: expected 2 types in 'Dict', found 1"},
        ErrorCase{"a::b(Dict x) -> ()",
                  "column 11: expected '(' after 'Dict', found 'x'"},
        ErrorCase{"a::b(int x=1.5) -> ()",
                  "column 12: expected a default of type 'int', found '1.5'"},
        ErrorCase{"a::b(int[] x=1) -> ()",
                  "column 14: expected a default of type 'int[]', found '1'"},
        ErrorCase{"a::b(bool x=y) -> ()",
                  "column 13: expected a literal, found 'y'"},
        ErrorCase{"a::b(int x=-) -> ()",
                  "column 12: expected a literal, found '-'"},
        ErrorCase{"a::b(int x=99999999999999999999) -> ()",
                  "column 12: expected a 64-bit integer, found "
                  "'99999999999999999999'"},
        ErrorCase{"a::b(str x=\"y) -> ()",
                  "column 12: expected a closing quote, found the end"},
        ErrorCase{"a::b(int[] x=[1) -> ()",
                  "column 16: expected ']', found ')'"}));

TEST(SchemaParser, DepthIsBounded) {
  std::string text = "a::b(";
  for (int i = 0; i < 100000; ++i)
    text += "Dict(str, ";
  EXPECT_NE(parseError(text).find("types nest too deeply"), std::string::npos);
  std::string list = "a::b(Any x=" + std::string(100000, '[');
  EXPECT_NE(parseError(list).find("lists nest too deeply"), std::string::npos);
}
