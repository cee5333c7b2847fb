//===- DataRule.h - A decomposition as data, compiled -----------*- C++ -*-===//
//
// The compact form of a `tp.decomposition`: values live in numbered slots, and
// each step of the body names those that it reads and writes.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_DECOMPOSE_DATARULE_H
#define LIB_TP_DECOMPOSE_DATARULE_H

#include "Expr.h"
#include "tp/Decompose/DataTable.h"

namespace mlir::tp {

/// While one lives, the rules of its thread leave in it why they decline.
class DeclineReason {
public:
  DeclineReason() : outer(std::exchange(current, this)) {}
  ~DeclineReason() { current = outer; }
  DeclineReason(const DeclineReason &) = delete;
  DeclineReason &operator=(const DeclineReason &) = delete;

  /// Keeps the text that `describe` makes, if somebody asks for it.
  static void set(function_ref<std::string()> describe) {
    if (current)
      current->text = describe();
  }
  std::string text;

private:
  static thread_local DeclineReason *current;
  DeclineReason *outer;
};

class DataRule : public DecompositionRule {
public:
  /// Compiles and checks `op`; emits errors at it.
  static std::unique_ptr<DataRule> compile(DecompositionOp op);

  Replacement build(DecomposeBuilder &b, CallOp call) const final;

private:
  friend class RuleCompiler;
  struct Step;
  struct Yield {
    unsigned slot;
    bool isSpread;
  };
  struct Body {
    std::vector<Step> steps;
    SmallVector<Yield, 1> yields;
  };
  struct Step {
    enum class Kind : uint8_t { Call, When, Expr, If, Collect };
    Kind kind = Kind::Call;
    // Call.
    bool isMethod = false;
    StringAttr target;
    const schema::OperatorSchema *callee = nullptr; // null where not known
    ArgsAttr args;
    SmallVector<unsigned, 4> operands;
    SmallVector<unsigned, 1> results;
    // The others. `variable` is that of Collect; `results` has the value.
    Expr expr;
    std::string text; // of `expr`
    unsigned line = 0;
    unsigned variable = 0;
    Body thenBody, elseBody;
  };
  struct Parameter {
    std::string name;
    Attribute defaultValue; // null: the schema's
  };
  /// What ends the instantiation early.
  enum class Status { Done, Declined, Failed };
  using Slots = SmallVectorImpl<Arg>;

  bool bind(DecomposeBuilder &b, Slots &slots) const;
  bool leavesOthersAtDefault(DecomposeBuilder &b) const;
  static Status run(DecomposeBuilder &b, const Body &body, Slots &slots);
  static Status runStep(DecomposeBuilder &b, const Step &step, Slots &slots);
  static Status runCall(DecomposeBuilder &b, const Step &step, Slots &slots);
  static Status runIf(DecomposeBuilder &b, const Step &step, Slots &slots);
  static Status runCollect(DecomposeBuilder &b, const Step &step, Slots &slots);

  SmallVector<Parameter> parameters;
  Body body;
  unsigned numSlots = 0;
};

} // namespace mlir::tp

#endif // LIB_TP_DECOMPOSE_DATARULE_H
