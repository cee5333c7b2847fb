//===- Support.cpp - What several families use ----------------------------===//
//
// Sizes that broadcast, sizes that are found at run time.
//
//===----------------------------------------------------------------------===//

#include "../State.h"
#include "Families.h"
#include "tp/Shape/TensorInfo.h"

using namespace mlir;
using namespace mlir::tp;

std::optional<std::vector<Arg>>
core::broadcastSizes(DecomposeBuilder &b,
                     ArrayRef<std::vector<Arg>> sizesOfAll) {
  std::vector<Arg> result;
  for (const std::vector<Arg> &sizes : sizesOfAll) {
    if (sizes.size() > result.size())
      result.insert(result.begin(), sizes.size() - result.size(), Arg(1));
    for (size_t i = 1; i <= sizes.size(); ++i) {
      Arg &known = result[result.size() - i];
      const Arg &size = sizes[sizes.size() - i];
      if (size.isInt(1))
        continue;
      if (known.isInt(1)) {
        known = size;
        continue;
      }
      // What is not 1 has to be equal; a size of the run may be 1.
      if (!b.isEqual(known, size).value_or(false))
        return std::nullopt;
    }
  }
  return result;
}

Value core::setFoundSize(DecomposeBuilder &b, Value value, unsigned dim) {
  SymArith &arith = b.getState().inference.getArith();
  if (!value || b.getNumResults() == 0)
    return value;
  std::optional<TensorInfo> recorded =
      TensorInfo::get(b.getResultType(), arith);
  std::optional<TensorInfo> info = TensorInfo::get(value.getType(), arith);
  if (!recorded || !info || recorded->rank() <= dim || info->rank() == 0 ||
      info->sizes[0].isKnown())
    return value;
  info->sizes[0] = recorded->sizes[dim];
  info->setContiguous(arith);
  value.setType(info->getType(arith));
  return value;
}

Value core::readInteger(DecomposeBuilder &b, Value tensor) {
  Value value = b.call("aten._local_scalar_dense.default", tensor);
  if (value && isa<IntType>(value.getType()))
    value.setType(IntType::get(b.getContext(), b.getState().createSymbol()));
  return value;
}
