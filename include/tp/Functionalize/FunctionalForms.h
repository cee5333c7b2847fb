//===- FunctionalForms.h - Pure forms of operators that write ---*- C++ -*-===//
//
// For an operator that writes its arguments, the operator that returns the new
// values instead: `aten.add_.Tensor` has `aten.add.Tensor`,
// `aten.mul.out` has `aten.mul.Tensor`. Found by comparing schemas.
//
//===----------------------------------------------------------------------===//

#ifndef TP_FUNCTIONALIZE_FUNCTIONALFORMS_H
#define TP_FUNCTIONALIZE_FUNCTIONALFORMS_H

#include "tp/Schema/Schema.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>

namespace mlir::tp {

/// How to call the pure form, and what its results are.
struct FunctionalForm {
  /// A result of the pure form.
  struct Result {
    /// The return of the operator that it stands for, or -1.
    int result = -1;
    /// The written argument whose new value it is, or -1. With `result`, the
    /// operator returns that argument.
    int argument = -1;
  };
  /// An argument of the pure form that no argument of the operator is.
  static constexpr int missing = -1;

  const schema::OperatorSchema *schema = nullptr;
  /// For each argument of the pure form the operator's argument that goes
  /// there, or `missing`.
  llvm::SmallVector<int> arguments;
  llvm::SmallVector<Result> results;
  /// The argument that takes the dtype of the written tensor, or -1: factories
  /// with `out=` take it from there.
  int dtypeArgument = -1;
};

/// Finds pure forms, each once.
class FunctionalForms {
public:
  /// The pure form of an operator, with `written` the arguments that it writes;
  /// null where there is none.
  const FunctionalForm *lookup(const schema::OperatorSchema &schema,
                               llvm::ArrayRef<unsigned> written);

private:
  llvm::DenseMap<const schema::OperatorSchema *,
                 std::unique_ptr<FunctionalForm>>
      forms;
};

} // namespace mlir::tp

#endif // TP_FUNCTIONALIZE_FUNCTIONALFORMS_H
