//===- StripSymbolicShapes.cpp - Plain types ------------------------------===//
//
// Removes symbolic sizes from types:
//
//   tensor<?x3xf32, #tp.shape<[b, 3]>>   ->  tensor<?x3xf32>
//   !tp.int<2*b>                         ->  i64
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "tp/Transforms/Passes.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::tp {
#define GEN_PASS_DEF_STRIPSYMBOLICSHAPES
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

/// Whether the type of a state says where its elements lie.
static bool placesElements(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto shape =
      tensor ? dyn_cast_or_null<ShapeAttr>(tensor.getEncoding()) : ShapeAttr();
  return shape && (!shape.getStrides().empty() || shape.getStorageOffset() ||
                   shape.getLayout() != Layout::strided);
}

/// The value of a state under its plain type; null where it has to keep its
/// own.
static Attribute retypeValue(Attribute value, ShapedType type) {
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return dense.reshape(type);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  return isa<ElementsAttr>(value) ? Attribute() : value;
}

namespace {
struct StripSymbolicShapesPass
    : tp::impl::StripSymbolicShapesBase<StripSymbolicShapesPass> {
  using StripSymbolicShapesBase::StripSymbolicShapesBase;

  LogicalResult initialize(MLIRContext *context) override {
    replacer = AttrTypeReplacer();
    replacer.addReplacement([](RankedTensorType type) -> std::optional<Type> {
      if (!isa_and_nonnull<ShapeAttr>(type.getEncoding()))
        return std::nullopt;
      return RankedTensorType::get(type.getShape(), type.getElementType());
    });
    replacer.addReplacement([](IntType type) -> std::optional<Type> {
      return Builder(type.getContext()).getI64Type();
    });
    replacer.addReplacement([](tp::FloatType type) -> std::optional<Type> {
      return Builder(type.getContext()).getF64Type();
    });
    replacer.addReplacement([](BoolType type) -> std::optional<Type> {
      return Builder(type.getContext()).getI1Type();
    });
    return success();
  }

  void runOnOperation() override;

private:
  /// Makes the type of a state plain; false if it has to stay.
  bool stripState(StateOp state);

  AttrTypeReplacer replacer;
};
} // namespace

bool StripSymbolicShapesPass::stripState(StateOp state) {
  Type type = replacer.replace(state.getType());
  if (type == state.getType())
    return true;
  if (placesElements(state.getType()))
    return false;
  if (Attribute value = state.getValueAttr()) {
    value = retypeValue(value, cast<ShapedType>(type));
    if (!value)
      return false;
    state.setValueAttr(value);
  }
  state.setType(type);
  return true;
}

void StripSymbolicShapesPass::runOnOperation() {
  ProgramOp program = getOperation();
  // A read has the type of the state, so it keeps the encoding with it.
  llvm::DenseSet<StringAttr> kept;
  program.walk([&](StateOp state) {
    if (!stripState(state))
      kept.insert(state.getSymNameAttr());
  });
  program.walk([&](Operation *op) {
    auto read = dyn_cast<GetAttrOp>(op);
    if (read && kept.contains(read.getStateAttr().getAttr()))
      return;
    for (OpResult result : op->getResults())
      result.setType(replacer.replace(result.getType()));
  });
  if (!keepDims) {
    program.removeDimsAttr();
    program.removeHintsAttr();
  }
}
