//===- ContractSites.h - Sizes of a program's inputs ------------*- C++ -*-===//
//
// Where the sizes that a program's contract speaks of are.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_TRANSFORMS_CONTRACTSITES_H
#define LIB_TP_TRANSFORMS_CONTRACTSITES_H

#include "tp/IR/TPOps.h"

#include <optional>

namespace mlir::tp {

/// A tensor that the user passes: an input, or an element of a container.
struct InputTensor {
  PlaceholderOp input;
  /// The indices and keys that lead to it, and the types on the way.
  SmallVector<std::pair<Attribute, Type>, 1> path;
  RankedTensorType type;
};

/// A dimension of one, and its size.
struct SizeSite {
  unsigned tensor;
  int64_t dim;
  SymExprAttr size;
};

struct ContractSites {
  SmallVector<InputTensor> tensors;
  SmallVector<SizeSite> sizes;

  /// In the order of the inputs, those of one tensor in the order of its
  /// dimensions. Dimensions whose size nothing is known of are left out.
  static ContractSites get(ProgramOp program);
};

/// `scale * symbol + offset`.
struct LinearSize {
  StringAttr symbol;
  int64_t scale = 0;
  int64_t offset = 0;
};

/// `expr` as a linear function of one symbol, or of none (a constant; `symbol`
/// is null then); none if it is not one, or if its numbers are too large.
std::optional<LinearSize> getLinearSize(SymExprAttr expr);

} // namespace mlir::tp

#endif // LIB_TP_TRANSFORMS_CONTRACTSITES_H
