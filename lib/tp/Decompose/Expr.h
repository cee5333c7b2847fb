//===- Expr.h - The expressions of decompositions ---------------*- C++ -*-===//
//
// A closed language in the notation of Python: an expression always comes to an
// end, and has no effect but the nodes for sizes that are not static.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_DECOMPOSE_EXPR_H
#define LIB_TP_DECOMPOSE_EXPR_H

#include "tp/Decompose/Builder.h"
#include "llvm/ADT/ScopedHashTable.h"
#include "llvm/Support/Error.h"

namespace mlir::tp {

/// The names that an expression may use, each with the slot of its value.
class ExprScope {
public:
  /// A new slot for a name; it hides an outer one until `leave`.
  unsigned enter(StringRef name) {
    bindings.emplace_back(name.str(), numSlots);
    return numSlots++;
  }
  void leave() { bindings.pop_back(); }
  size_t getDepth() const { return bindings.size(); }
  void leaveTo(size_t depth) { bindings.resize(depth); }
  std::optional<unsigned> lookup(StringRef name) {
    for (auto &[bound, slot] : llvm::reverse(bindings))
      if (bound == name) {
        used.resize(numSlots);
        used[slot] = true;
        return slot;
      }
    return std::nullopt;
  }
  unsigned addSlot() { return numSlots++; }
  unsigned getNumSlots() const { return numSlots; }
  bool isUsed(unsigned slot) const { return slot < used.size() && used[slot]; }
  void markUsed(unsigned slot) {
    used.resize(numSlots);
    used[slot] = true;
  }

private:
  SmallVector<std::pair<std::string, unsigned>> bindings;
  SmallVector<bool> used;
  unsigned numSlots = 0;
};

/// A compiled expression.
class Expr {
public:
  struct Node;

  Expr();
  Expr(Expr &&) noexcept;
  Expr &operator=(Expr &&) noexcept;
  ~Expr();

  /// Compiles; an error names the column and what was expected.
  static llvm::Expected<Expr> parse(MLIRContext *context, StringRef text,
                                    ExprScope &scope);

  /// The value; none where it depends on what is known at run time only, or
  /// where the operands do not fit. `slots` are the values of the names.
  std::optional<Arg> evaluate(DecomposeBuilder &b,
                              MutableArrayRef<Arg> slots) const;
  /// Whether the value is true; none as above.
  std::optional<bool> isTrue(DecomposeBuilder &b,
                             MutableArrayRef<Arg> slots) const;

private:
  std::unique_ptr<Node> root;
};

/// The nodes of an expression, as the evaluator sees them.
struct Expr::Node {
  enum class Kind : uint8_t {
    Literal,
    Name,
    Not,
    Negate,
    And,
    Or,
    Conditional, // condition, then, else
    Compare,     // operands; `operators` between them
    Arithmetic,  // `operators` has one
    Index,       // list, index
    Slice,       // list, start, stop; null where left out
    List,
    Comprehension, // element, list, condition or null; `slot` is the variable
    Call,
  };
  enum class Operator : uint8_t {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    NotIn,
    Is,
    IsNot,
    Add,
    Sub,
    Mul,
    TrueDiv,
    FloorDiv,
    Mod,
    Pow,
  };

  explicit Node(Kind kind) : kind(kind) {}
  Kind kind;
  unsigned slot = 0;
  /// The number of the function in getExprFunctions().
  unsigned function = 0;
  Arg literal;
  SmallVector<Operator, 1> operators;
  SmallVector<std::unique_ptr<Node>, 3> operands;
};

/// One value for each call of the function; none as in Expr::evaluate.
using ExprFunctionBody = std::optional<Arg> (*)(DecomposeBuilder &b,
                                                ArrayRef<Arg> args);

/// A function of the language.
struct ExprFunction {
  const char *name;
  unsigned minArgs, maxArgs;
  /// Null for those that do not evaluate their arguments first.
  ExprFunctionBody body;
};
ArrayRef<ExprFunction> getExprFunctions();

} // namespace mlir::tp

#endif // LIB_TP_DECOMPOSE_EXPR_H
