//===- StateValues.cpp - Elements as the values of state ------------------===//
//
// The bytes of elements, laid out as a storage.
//
//===----------------------------------------------------------------------===//

#include "StateValues.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

LogicalResult mlir::tp::checkElements(StateOp state, ElementsAttr elements,
                                      const StorageLayout &layout) {
  if (isa<DenseElementsAttr>(elements))
    return success();
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  if (!resource)
    return state.emitOpError("expected dense elements or a resource as its "
                             "value");
  StringRef key = resource.getRawHandle().getKey();
  const AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  if (!blob)
    return state.emitOpError("expected data of the resource '") << key << "'";
  if (blob->getData().size() != layout.denseSize())
    return state.emitOpError("expected ")
           << layout.denseSize() << " bytes of the resource '" << key
           << "', got " << blob->getData().size();
  return success();
}

namespace {
/// The elements in row-major order; bools as bytes.
class DenseBytes {
public:
  DenseBytes(ElementsAttr elements, const StorageLayout &layout) {
    if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements)) {
      bytes = resource.getRawHandle().getBlob()->getData();
      return;
    }
    auto dense = cast<DenseElementsAttr>(elements);
    isSplat = dense.isSplat() && layout.numElements != 0;
    if (layout.scalar != ScalarType::boolean) {
      bytes = dense.getRawData();
      return;
    }
    // MLIR keeps bools as bits.
    if (isSplat)
      owned.push_back(dense.getSplatValue<bool>());
    else
      owned.assign(dense.value_begin<bool>(), dense.value_end<bool>());
    bytes = owned;
  }

  ArrayRef<char> bytes;
  /// `bytes` is one element that stands for all.
  bool isSplat = false;

private:
  SmallVector<char, 0> owned;
};
} // namespace

/// Gives `count` copies of `element`, a piece at a time.
static llvm::Error
repeat(ArrayRef<char> element, uint64_t count,
       llvm::function_ref<llvm::Error(ArrayRef<char>)> sink) {
  constexpr uint64_t pieceSize = uint64_t(1) << 20;
  uint64_t perPiece = std::min<uint64_t>(
      count, std::max<uint64_t>(1, pieceSize / element.size()));
  SmallVector<char, 0> piece;
  piece.reserve(perPiece * element.size());
  for (uint64_t i = 0; i != perPiece; ++i)
    piece.append(element.begin(), element.end());
  while (count) {
    uint64_t now = std::min(count, perPiece);
    if (llvm::Error error =
            sink(ArrayRef<char>(piece).take_front(now * element.size())))
      return error;
    count -= now;
  }
  return llvm::Error::success();
}

llvm::Error
mlir::tp::writeElements(ElementsAttr elements, const StorageLayout &layout,
                        llvm::function_ref<llvm::Error(ArrayRef<char>)> sink) {
  if (layout.numElements == 0)
    return llvm::Error::success();
  DenseBytes dense(elements, layout);
  bool isPlain = layout.isDense() && layout.offset == 0;
  if (isPlain && dense.isSplat)
    return repeat(dense.bytes, layout.numElements, sink);
  if (isPlain)
    return sink(dense.bytes);
  // All places of a splat are alike, gaps too, for want of anything better.
  if (dense.isSplat)
    return repeat(dense.bytes, layout.extent / layout.elementSize, sink);
  SmallVector<char, 0> storage(layout.extent, 0);
  layout.scatter(dense.bytes, storage);
  return sink(storage);
}

void mlir::tp::eraseUnusedArchives(ModuleOp module) {
  llvm::DenseSet<StringAttr> used;
  module.walk([&](StateOp state) {
    if (auto blob = dyn_cast_or_null<tp::BlobAttr>(state.getValueAttr()))
      used.insert(blob.getArchive().getAttr());
  });
  for (auto archive :
       llvm::make_early_inc_range(module.getBody()->getOps<ArchiveOp>()))
    if (!used.contains(archive.getSymNameAttr()))
      archive.erase();
  // Example inputs go with their archive.
  for (auto program : module.getBody()->getOps<ProgramOp>()) {
    StringRef name = TPDialect::getSampleInputsAttrName();
    auto inputs = program->getAttrOfType<tp::BlobAttr>(name);
    if (inputs && !used.contains(inputs.getArchive().getAttr()))
      program->removeAttr(name);
  }
}
