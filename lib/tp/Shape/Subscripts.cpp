//===- Subscripts.cpp - Result types of x[...] ----------------------------===//
//
// Subscripts of tensors by integers, slices, None and Ellipsis, as untyped
// graphs have them: views, one for each part.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Views.h"

using namespace mlir;
using namespace mlir::tp;

/// An integer that is known; none for True and False, which are masks.
static std::optional<int64_t> getInteger(Attribute literal) {
  auto integer = dyn_cast<IntegerAttr>(literal);
  if (!integer || integer.getType().isInteger(1))
    return std::nullopt;
  return integer.getInt();
}

/// A bound of a slice; false where it is neither an integer nor None.
static bool readBound(Attribute literal, std::optional<SymInt> &bound) {
  std::optional<int64_t> integer = getInteger(literal);
  if (integer)
    bound = SymInt(*integer);
  return integer || isa<NoneAttr>(literal);
}

/// Takes a slice of dimension `dim`; false where it is not known.
static bool applySlice(TensorInfo &info, unsigned dim, SliceAttr slice,
                       SymArith &arith) {
  std::optional<SymInt> start, stop, step;
  if (!readBound(slice.getStart(), start) ||
      !readBound(slice.getStop(), stop) || !readBound(slice.getStep(), step))
    return false;
  info = sliceDim(info, dim, start, stop, step.value_or(SymInt(1)), arith);
  return true;
}

void mlir::tp::inferSubscript(Call &call, const TensorInfo &self,
                              Attribute subscript) {
  ArrayRef<Attribute> parts = subscript;
  if (auto tuple = dyn_cast<tp::TupleAttr>(subscript))
    parts = tuple.getElements();
  unsigned taken = llvm::count_if(parts, [](Attribute part) {
    return isa<SliceAttr>(part) || getInteger(part);
  });
  if (taken > self.rank())
    return call.setInvalid("expected at most " + Twine(self.rank()) +
                           " subscripts, found " + Twine(taken));
  TensorInfo info = self;
  unsigned dim = 0;
  for (Attribute part : parts) {
    if (std::optional<int64_t> index = getInteger(part)) {
      info = selectDim(info, dim, SymInt(*index), call.arith);
    } else if (auto slice = dyn_cast<SliceAttr>(part)) {
      if (!applySlice(info, dim++, slice, call.arith))
        return call.setUnknown("expected bounds of slices that are known");
    } else if (isa<NoneAttr>(part)) {
      info = unsqueezeDim(info, dim++, call.arith);
    } else if (isa<EllipsisAttr>(part)) {
      dim += self.rank() - taken;
      taken = self.rank();
    } else {
      return call.setUnknown(
          "expected integers, slices, None and Ellipsis as subscripts");
    }
  }
  call.addTensor(std::move(info));
}
