//===- Inference.h - Result types of operators ------------------*- C++ -*-===//
//
// From the target of a call and its arguments to the types of its results:
// element types as torch promotes them, sizes (symbolic ones too), strides,
// storage offset, device. An operator without a rule is unknown, never guessed.
//
//===----------------------------------------------------------------------===//

#ifndef TP_SHAPE_INFERENCE_H
#define TP_SHAPE_INFERENCE_H

#include "tp/IR/TPOps.h"
#include "tp/Schema/Schema.h"
#include "tp/Shape/SymInt.h"

#include <memory>
#include <string>

namespace mlir::tp {

/// An argument of a call: a literal with a place (`#tp.operand`) for each of
/// `types`, from left to right. A plain value is one place. A null literal
/// stands for an argument that was left out: its default holds.
struct TypedArgument {
  Attribute literal;
  ArrayRef<Type> types;
};

/// The types of a call's results.
struct InferredTypes {
  enum class Kind {
    /// `types` are the types of the results.
    known,
    /// Nothing is known: no rule, or arguments of unknown types. `message` says
    /// which.
    unknown,
    /// torch refuses the call. `message` says what was expected and found.
    invalid,
  };
  Kind kind = Kind::unknown;
  /// One per value, in the order of the call's results. A type can be `!tp.any`
  /// where nothing is known of a single result.
  SmallVector<Type, 2> types;
  /// How the results nest, as CallOp::getResultTree says it; null where that is
  /// null: one value is itself, several are a tuple.
  Attribute tree;
  std::string message;

  bool isKnown() const { return kind == Kind::known; }
  bool isInvalid() const { return kind == Kind::invalid; }
};

/// Infers the types of calls, one after the other. Keeps what it has decoded,
/// so that many calls cost little; make one for a program. Not thread safe.
class TypeInference {
public:
  /// `dims` are the ranges of the program's symbols (ProgramOp::getDimsAttr),
  /// or null.
  explicit TypeInference(MLIRContext *context, ArrayAttr dims = {});
  explicit TypeInference(ProgramOp program)
      : TypeInference(program.getContext(), program.getDimsAttr()) {}
  ~TypeInference();

  /// The types of a call in the IR: by the schema of its target, or, for a
  /// method or function of an untyped graph (`x.add`, `torch.relu`), by the
  /// overload of the operator of that name that its arguments fit.
  InferredTypes infer(CallOp call);

  /// The types of a call that is not in the IR. `from` is an operation of the
  /// module that may declare schemas (`tp.schema`), or null: then only the
  /// schemas of torch count. `args` null: all operands, by position.
  InferredTypes infer(Operation *from, StringAttr target, ArgsAttr args,
                      TypeRange operands);

  /// The same for arguments in the order of the schema, all of them, or fewer
  /// where the last ones are left out.
  InferredTypes infer(const schema::OperatorSchema &schema,
                      ArrayRef<TypedArgument> args);

  /// Whether there is a rule for this operator.
  bool hasRule(const schema::OperatorSchema &schema);

  /// The arithmetic of sizes, with the ranges of the program.
  SymArith &getArith();

  class Impl;

private:
  std::unique_ptr<Impl> impl;
};

/// Whether a value of type `found` can stand where `expected` was: equal
/// element types, ranks, and sizes (by `arith`: equal for all values of the
/// symbols, or not known). Strides, offset, `requires_grad` are not compared.
/// `!tp.any` fits all. A reason is given in `why` if it is not null.
bool areCompatible(Type expected, Type found, SymArith &arith,
                   std::string *why = nullptr);

} // namespace mlir::tp

#endif // TP_SHAPE_INFERENCE_H
