//===- Engine.h - Decomposition of one graph --------------------*- C++ -*-===//
//
// The walk that replaces the calls of a graph.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_DECOMPOSE_ENGINE_H
#define LIB_TP_DECOMPOSE_ENGINE_H

#include "PatternRewriter.h"
#include "State.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "tp/Decompose/Builder.h"
#include "tp/Decompose/Decompose.h"
#include "tp/IR/Names.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::tp {

/// The attribute of a preserved call that names its decomposition.
constexpr StringLiteral fallbackName = "tp.fallback";

/// The rules of each target, looked up once in a program.
class RuleCache {
public:
  /// Without `keepsPreserved`, preserved targets are decomposed like others.
  explicit RuleCache(const DecomposeConfig &config, bool keepsPreserved = true)
      : config(config), keepsPreserved(keepsPreserved) {}
  const DecomposeConfig &getConfig() const { return config; }
  bool isPreserved(StringAttr target, bool isMethod) const;
  ArrayRef<const DecompositionRule *> lookup(StringAttr target, bool isMethod);

private:
  using Map =
      llvm::DenseMap<StringAttr, SmallVector<const DecompositionRule *, 2>>;
  const DecomposeConfig &config;
  bool keepsPreserved;
  Map functions, methods;
};

class GraphDecomposer {
public:
  /// `newNames` gets what becomes of each name; may be null.
  GraphDecomposer(Operation *graph, TypeInference &inference, RuleCache &rules,
                  const FrozenRewritePatternSet *patterns, NameMap *newNames);

  LogicalResult run();

private:
  /// A rule that is at work: its nodes are those up to `end`.
  struct Frame {
    const DecompositionRule *rule;
    StringAttr target;
    ArgsAttr args;
    SmallVector<Type, 4> operandTypes;
    Operation *end;

    /// Whether the calls that both replace look the same to rules.
    bool isSame(const Frame &other) const;
  };
  struct Substitution {
    Arg value;
    Argument argument;
  };

  /// Whether the node at the cursor was made by a rule.
  bool isNew() const { return !frames.empty(); }

  /// Whether the arguments of the call have a meaning; warns where they have
  /// none, and the call stays.
  bool isBound(CallOp call);
  /// Looks at a node; the one that is next.
  FailureOr<Operation *> visit(Operation *op);
  /// The first node to look at after the rule has been applied; null where it
  /// declined.
  FailureOr<Operation *> apply(CallOp call, const DecompositionRule &rule);
  void addToReport(DecomposeReport &report, CallOp call,
                   const DecompositionRule &rule, bool isDeclined,
                   StringRef reason);
  /// The same for patterns.
  FailureOr<Operation *> applyPatterns(CallOp call);
  Frame makeFrame(CallOp call, const DecompositionRule &rule);
  LogicalResult enterFrame(Frame frame, Location loc);
  LogicalResult replaceResults(CallOp call, const DecompositionRule &rule,
                               const Replacement &replacement);
  LogicalResult replaceResult(CallOp call, const DecompositionRule &rule,
                              OpResult result, const Arg &value);
  /// Checks that `made` can stand for `result`, and gives it its type.
  LogicalResult adoptType(CallOp call, const DecompositionRule &rule,
                          OpResult result, Value made);
  LogicalResult emitMismatch(CallOp call, const DecompositionRule &rule,
                             const Twine &message);
  void addSubstitution(Value result, const Arg &value);
  /// Puts what replaced them in the places of operands. True where the node is
  /// gone: it read an element of a list that is spelled out.
  FailureOr<bool> substitute(Operation *op);
  FailureOr<bool> foldGetItem(CallOp call);
  /// Puts `made` in the place of a result of a node that goes.
  void replaceValue(OpResult result, Value made);
  void moveNames(OpResult result, Value made);
  /// Forgets an operation that a pattern is about to erase.
  void forget(Operation *op);
  void inferTypes(Operation *first, Operation *end);
  void collectNames();
  /// Puts the decomposition of a preserved call beside it.
  LogicalResult attachFallback(CallOp call);
  void giveNames(CallOp call);
  void eraseDead();
  /// Removes the graphs that were inlined and that no call names any more.
  void eraseInlined();

  class PatternListener;

  Block &block;
  DecomposeState state;
  std::optional<PatternApplicator> applicator;
  PatternRule patternRule;
  /// Those that were applied, by what describes them.
  llvm::StringMap<std::unique_ptr<PatternRule>> patternRules;
  RuleCache &rules;
  NameMap *newNames;
  std::optional<GraphNamespace> names;
  SmallVector<Frame> frames;
  /// Results that literals or lists replaced, until the walk meets their users.
  llvm::DenseMap<Value, Substitution> substitutions;
  /// The graphs of preserved calls; null where there is no decomposition.
  SmallVector<std::pair<Frame, StringAttr>> fallbacks;
  /// Calls that only wait for their users.
  llvm::SetVector<Operation *> replaced;
  /// The names that a value had while other nodes computed it.
  llvm::DenseMap<Value, SmallVector<StringAttr, 1>> formerNames;
};

} // namespace mlir::tp

#endif // LIB_TP_DECOMPOSE_ENGINE_H
