//===- SymExprTest.cpp - Symbolic size expressions ------------------------===//
//
// Every notation round trips, over expressions that torch wrote and over random
// trees; values are those of Python; errors name their column.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/SymExpr.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "tp/IR/TP.h"
#include "gtest/gtest.h"

#include <limits>
#include <random>

namespace mlir::tp {
namespace {

struct Notations {
  const char *sympy;
  const char *plain;
};
const Notations notations[] = {
#include "SymExprStrings.inc"
};

struct Valued {
  const char *sympy;
  int64_t value;
};
const Valued valued[] = {
#include "SymExprValues.inc"
};

struct SymExprTest : testing::Test {
  SymExprTest() { context.getOrLoadDialect<TPDialect>(); }

  SymExprAttr parseSympy(StringRef text,
                         SymbolAssumptions *assumptions = nullptr) {
    return take(parseSympyExpr(&context, text, assumptions), text);
  }
  SymExprAttr parsePlain(StringRef text) {
    return take(parsePlainExpr(&context, text), text);
  }
  static std::string toSympy(SymExprAttr expr,
                             const SymbolAssumptions &assumptions = {}) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printSympyExpr(os, expr, [&](StringRef name) -> StringRef {
      auto it = assumptions.find(name);
      return it == assumptions.end() ? StringRef() : StringRef(it->second);
    });
    return text;
  }
  static std::string toPlain(SymExprAttr expr) {
    std::string text;
    llvm::raw_string_ostream os(text);
    printPlainExpr(os, expr);
    return text;
  }
  static std::string toInfix(SymExprAttr expr) {
    std::string text;
    llvm::raw_string_ostream os(text);
    static_cast<Attribute>(expr).print(os);
    return text;
  }
  static std::string take(llvm::Error error) {
    return llvm::toString(std::move(error));
  }
  SymExprAttr parseInfix(StringRef text) {
    return dyn_cast_or_null<SymExprAttr>(parseAttribute(text, &context));
  }
  std::optional<int64_t> getValue(StringRef text) {
    return evaluate(parseSympy(text), [](StringRef name) {
      return name == "s0" ? std::optional<int64_t>(7) : std::nullopt;
    });
  }

  MLIRContext context;

private:
  static SymExprAttr take(llvm::Expected<SymExprAttr> expr, StringRef text) {
    if (expr)
      return *expr;
    ADD_FAILURE() << text.str() << ": " << take(expr.takeError());
    return {};
  }
};

TEST_F(SymExprTest, SympyRoundTrips) {
  for (auto [text, plain] : notations) {
    SymbolAssumptions assumptions;
    if (SymExprAttr expr = parseSympy(text, &assumptions)) {
      EXPECT_EQ(toSympy(expr, assumptions), text);
    }
  }
}

TEST_F(SymExprTest, InfixRoundTrips) {
  for (auto [text, plain] : notations) {
    SymExprAttr expr = parseSympy(text);
    EXPECT_EQ(parseInfix(toInfix(expr)), expr) << toInfix(expr);
  }
}

/// What plain notation cannot say: the parentheses of Identity, which symbol is
/// a dummy, a float's precision, names that are no identifiers.
bool isPlainLossy(StringRef sympy) {
  return sympy.contains("Identity(") || sympy.contains("Dummy(") ||
         sympy.contains("e-300") || sympy.contains("'a b'");
}

TEST_F(SymExprTest, PlainRoundTrips) {
  for (auto [text, plain] : notations) {
    if (isPlainLossy(text))
      continue;
    if (SymExprAttr expr = parsePlain(plain)) {
      EXPECT_EQ(toPlain(expr), plain) << text;
    }
  }
}

TEST_F(SymExprTest, PlainIsSympysString) {
  for (auto [text, plain] : notations) {
    // This one was built unevaluated, and only its str() shows it.
    if (isPlainLossy(text) || plain == StringRef("s0*(-1)"))
      continue;
    EXPECT_EQ(toPlain(parseSympy(text)), plain) << text;
  }
}

TEST_F(SymExprTest, PlainTreesAreSympys) {
  const Notations same[] = {
      {"Add(Symbol('a'), Mul(Integer(-1), Symbol('b')))", "a - b"},
      {"Mul(Integer(-1), Integer(2), Symbol('a'))", "-2*a"},
      {"Add(Symbol('a'), Integer(-1))", "a - 1"},
      {"FloorDiv(Mul(Integer(-1), Symbol('a')), Integer(2))", "-a//2"},
      {"Add(FloorDiv(Symbol('a'), Integer(2)), Integer(1))", "a//2 + 1"},
      {"Mul(Integer(-1), Pow(Symbol('a'), Integer(2)))", "-a**2"},
      {"Mul(Integer(-1), Rational(3, 2), Symbol('a'))", "-3*a/2"},
      {"Or(Not(LessThan(Symbol('a'), Integer(1))), Symbol('b'))",
       "not a <= 1 or b"},
      {"Mod(Mul(Symbol('a'), Symbol('b')), Integer(2))", "a*b % 2"},
  };
  for (auto [sympy, plain] : same)
    EXPECT_EQ(parsePlain(plain), parseSympy(sympy)) << plain;
}

TEST_F(SymExprTest, InfixIsReadable) {
  const Notations same[] = {
      {"Add(Mul(Integer(2), Symbol('s0')), Integer(1))", "#tp.expr<2*s0 + 1>"},
      {"Add(Symbol('a'), Mul(Integer(-1), Symbol('b')))", "#tp.expr<a - b>"},
      {"Add(Symbol('a'), Integer(-1))", "#tp.expr<a - 1>"},
      {"Mul(Integer(-2), Symbol('a'))", "#tp.expr<(-2)*a>"},
      {"Mul(Integer(-1), Integer(2))", "#tp.expr<Mul(-1, 2)>"},
      {"Add(Add(Symbol('a'), Symbol('b')), Symbol('c'))",
       "#tp.expr<(a + b) + c>"},
      {"Add(Symbol('a'))", "#tp.expr<Add(a)>"},
      {"Add()", "#tp.expr<Add()>"},
      {"Max(Integer(1), Symbol('u0'))", "#tp.expr<Max(1, u0)>"},
      {"int_oo", "#tp.expr<atom(int_oo)>"},
      {"-oo", "#tp.expr<atom(\"-oo\")>"},
      {"Float('0.5', precision=53)", "#tp.expr<0.5>"},
      {"Symbol('atom')", "#tp.expr<\"atom\">"},
      {"Symbol('weird name')", "#tp.expr<\"weird name\">"},
  };
  for (auto [sympy, infix] : same) {
    EXPECT_EQ(toInfix(parseSympy(sympy)), infix);
    EXPECT_EQ(parseInfix(infix), parseSympy(sympy)) << infix;
  }
}

/// Makes trees of every kind, with few enough names that they nest in one
/// another.
class TreeMaker {
public:
  TreeMaker(MLIRContext *context, unsigned seed)
      : context(context), random(seed) {}

  SymExprAttr make(unsigned depth) {
    if (depth == 0 || random() % 4 == 0)
      return makeLeaf();
    static constexpr const char *names[] = {"Add", "Mul",  "Add",      "Mul",
                                            "Max", "atom", "FloorDiv", "true"};
    SmallVector<SymExprAttr> args;
    for (unsigned i = random() % 4; i > 0; --i)
      args.push_back(make(depth - 1));
    return SymExprAttr::getCall(context, names[random() % 8], args);
  }

private:
  SymExprAttr makeNumber(StringRef digits, int64_t precision) {
    return SymExprAttr::get(context, SymExprKind::number,
                            StringAttr::get(context, digits), precision, {});
  }
  SymExprAttr makeLeaf() {
    static constexpr const char *symbols[] = {"s0",  "u1",     "atom", "number",
                                              "a b", "i32",    "true", "\"q\\",
                                              "",    "tensor", "9a",   "x.y"};
    static constexpr int64_t integers[] = {0,
                                           1,
                                           -1,
                                           2,
                                           -2,
                                           5,
                                           std::numeric_limits<int64_t>::max(),
                                           std::numeric_limits<int64_t>::min()};
    static constexpr const char *floats[] = {
        "0.5", "-0.5", "0.10000000000000001", "0.1", "1.0e-300", "-0.0", "2.0"};
    switch (random() % 6) {
    case 0:
      return SymExprAttr::getSymbol(context, symbols[random() % 12]);
    case 1:
      return SymExprAttr::getAtom(context, random() % 2 ? "oo" : "-int_oo");
    case 2:
      return makeNumber(floats[random() % 7], random() % 3 ? 53 : 100);
    case 3:
      return makeNumber(
          random() % 2 ? "9223372036854775808" : "-9223372036854775809", -1);
    default:
      return SymExprAttr::getInteger(context, integers[random() % 8]);
    }
  }

  MLIRContext *context;
  std::mt19937 random;
};

TEST_F(SymExprTest, RandomTreesRoundTrip) {
  TreeMaker maker(&context, /*seed=*/20240607);
  for (unsigned i = 0; i < 20000; ++i) {
    SymExprAttr expr = maker.make(1 + i % 5);
    ASSERT_EQ(parseInfix(toInfix(expr)), expr)
        << toInfix(expr) << " for " << toSympy(expr);
    ASSERT_EQ(parseSympy(toSympy(expr)), expr) << toSympy(expr);
  }
}

TEST_F(SymExprTest, ValuesArePythons) {
  for (auto [text, value] : valued)
    EXPECT_EQ(getValue(text), std::optional(value)) << text;
}

TEST_F(SymExprTest, Values) {
  EXPECT_EQ(getValue("Add(Mul(Integer(2), Symbol('s0')), Integer(1))"), 15);
  EXPECT_EQ(getValue("Mul(Rational(1, 7), Symbol('s0'))"), 1);
  EXPECT_EQ(getValue("Where(true, Symbol('s0'), Symbol('s1'))"), 7);
  EXPECT_EQ(getValue("Piecewise(ExprCondPair(Symbol('s1'), false), "
                     "ExprCondPair(Integer(2), true))"),
            2);
  EXPECT_EQ(getValue("Pow(Integer(49), Rational(1, 2))"), 7);
  EXPECT_EQ(getValue("Pow(Integer(-2), Integer(63))"),
            std::numeric_limits<int64_t>::min());
  EXPECT_EQ(getValue("Mod(Integer(-9223372036854775808), Integer(1))"), 0);
  for (const char *none :
       {"Symbol('s1')", "Rational(1, 2)", "oo", "Float('1.0', precision=53)",
        "FloorDiv(Symbol('s0'), Integer(0))", "Mod(Integer(1), Integer(0))",
        "IntTrueDiv(Integer(1), Integer(0))", "Pow(Integer(0), Integer(-1))",
        "Mul(Integer(9223372036854775807), Integer(2))",
        "Add(Integer(9223372036854775807), Integer(1))",
        "Pow(Integer(2), Integer(63))", "Unknown(Integer(1))", "Max()",
        "FloorDiv(Integer(1))", "Integer(9223372036854775808)",
        "Pow(Integer(50), Rational(1, 2))"})
    EXPECT_EQ(getValue(none), std::nullopt) << none;
}

TEST_F(SymExprTest, Errors) {
  auto getSympyError = [&](StringRef text) {
    auto expr = parseSympyExpr(&context, text);
    return expr ? std::string("none") : take(expr.takeError());
  };
  auto getPlainError = [&](StringRef text) {
    auto expr = parsePlainExpr(&context, text);
    return expr ? std::string("none") : take(expr.takeError());
  };
  EXPECT_EQ(getSympyError("Add(Integer(1) Integer(2))"),
            "column 16: expected ',' or ')', found 'Integer' in expression "
            "'Add(Integer(1) Integer(2))'");
  EXPECT_EQ(getSympyError("Integer(x)"),
            "column 9: expected an integer, found 'x' in expression "
            "'Integer(x)'");
  EXPECT_EQ(getSympyError(""), "column 1: expected a sympy constructor or "
                               "constant, found the end in expression ''");
  EXPECT_EQ(getPlainError("s0 + "),
            "column 6: expected a number, a symbol, a call or '(', found the "
            "end in expression 's0 + '");
  EXPECT_EQ(getPlainError("s0 s1"),
            "column 4: expected an operator or the end of the expression, "
            "found 's1' in expression 's0 s1'");
  for (const char *bad :
       {"Symbol('a", "Symbol(a)", "Symbol('a', x)", "Add(", "Add(Integer(1),)",
        "oo oo", "3", "-Add()", "Symbol('\\q')"})
    EXPECT_NE(getSympyError(bad), "none") << bad;
  for (const char *bad : {"(a", "a)", "f(a,", "1 <", "1 < 2 < 3", "3x", "*a",
                          "a + * b", "()", ""})
    EXPECT_NE(getPlainError(bad), "none") << bad;
}

TEST_F(SymExprTest, DeepNestingIsAnError) {
  for (unsigned depth : {255u, 257u, 100000u}) {
    std::string calls, parens, minuses(depth, '-'), nots;
    for (unsigned i = 0; i < depth; ++i) {
      calls += "Abs(";
      parens += "(";
      nots += "not ";
    }
    calls += "oo" + std::string(depth, ')');
    parens += "a" + std::string(depth, ')');
    auto isError = [](llvm::Expected<SymExprAttr> expr) {
      return !expr && !llvm::toString(expr.takeError()).empty();
    };
    bool isDeep = depth > 256;
    EXPECT_EQ(isError(parseSympyExpr(&context, calls)), isDeep);
    EXPECT_EQ(isError(parsePlainExpr(&context, parens)), isDeep);
    EXPECT_EQ(isError(parsePlainExpr(&context, nots + "a")), isDeep);
    EXPECT_EQ(isError(parsePlainExpr(&context, "2*" + minuses + "a")), isDeep);
    ScopedDiagnosticHandler handler(&context, [](Diagnostic &) {});
    EXPECT_EQ(!parseInfix("#tp.expr<" + parens + ">"), isDeep);
  }
}

TEST_F(SymExprTest, ContiguousStrides) {
  // Sizes, and the strides that torch gave them.
  const std::pair<std::vector<const char *>, std::vector<const char *>>
      cases[] = {
          {{}, {}},
          {{"4", "3"}, {"3", "1"}},
          {{"2", "0", "5", "1"}, {"5", "5", "1", "1"}},
          {{"s31", "s46", "s18", "s71"},
           {"s18*s46*s71", "s18*s71", "s71", "1"}},
          {{"s80", "s9", "8", "s40"}, {"8*s40*s9", "8*s40", "s40", "1"}},
          {{"s18", "s18", "s18", "s71"}, {"s18**2*s71", "s18*s71", "s71", "1"}},
          {{"s31", "2*s31", "4*s31", "2"}, {"16*s31**2", "8*s31", "2", "1"}},
          {{"2", "u0", "s77", "4"}, {"4*s77*Max(1, u0)", "4*s77", "4", "1"}},
          {{"3", "u0", "u0", "5"},
           {"5*Max(1, u0)**2", "5*Max(1, u0)", "5", "1"}},
          {{"3", "u0//2", "3"}, {"3*Max(1, (u0//2))", "3", "1"}}};
  for (const auto &[sizes, strides] : cases) {
    auto parse = [&](const char *text) { return parsePlain(text); };
    auto parsed = llvm::map_to_vector(sizes, parse);
    EXPECT_EQ(getContiguousStrides(&context, parsed),
              llvm::map_to_vector(strides, parse));
  }
}

} // namespace
} // namespace mlir::tp
