//===- EmbedWeights.cpp - Values of state into the program ----------------===//
//
// Reads blobs and makes them elements or resources:
//
//   tp.state parameter @w : tensor<2xf32> = #tp.blob<@m, "w">
//
// becomes, where the file says so,
//
//   tp.state parameter @w : tensor<2xf32> = dense<[1.0, 2.0]>
//
//===----------------------------------------------------------------------===//

#include "ByteSize.h"
#include "StateValues.h"
#include "StorageLayout.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/SymbolTable.h"
#include "tp/Target/Storage.h"
#include "tp/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::tp {
#define GEN_PASS_DEF_EMBEDWEIGHTS
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

namespace {
/// A state whose value is embedded.
struct User {
  StateOp state;
  Storage storage;
  uint64_t begin = 0;

  uint64_t end() const { return begin + storage.bytes.size(); }
};

struct EmbedWeightsPass : tp::impl::EmbedWeightsBase<EmbedWeightsPass> {
  using EmbedWeightsBase::EmbedWeightsBase;

  void runOnOperation() override;

private:
  LogicalResult checkOptions(uint64_t &limit);
  LogicalResult collect(StorageReader &reader, uint64_t limit);
  LogicalResult embedEntry(MutableArrayRef<User> users);
  LogicalResult checkSharing(const User &lhs, const User &rhs);
  FailureOr<Attribute> makeValue(const User &user, bool isShared);

  /// By archive's path and entry.
  llvm::MapVector<std::pair<Attribute, Attribute>, SmallVector<User, 1>>
      entries;
};
} // namespace

LogicalResult EmbedWeightsPass::checkOptions(uint64_t &limit) {
  limit = ~uint64_t(0);
  if (maxSize.empty())
    return success();
  std::optional<uint64_t> size = parseByteSize(maxSize);
  if (!size)
    return emitError(getOperation().getLoc())
           << "'embed-weights' expects a number of bytes like 500MB as "
              "'max-size', got '"
           << StringRef(maxSize) << "'";
  limit = *size;
  return success();
}

LogicalResult EmbedWeightsPass::collect(StorageReader &reader, uint64_t limit) {
  WalkResult result = getOperation().walk([&](StateOp state) {
    auto blob = dyn_cast_or_null<tp::BlobAttr>(state.getValueAttr());
    if (!blob || blob.getPickled())
      return WalkResult::advance();
    FailureOr<Storage> storage = reader.readVerified(state, blob);
    if (failed(storage))
      return WalkResult::interrupt();
    // All or none of the states of an entry: they may share bytes.
    if (storage->entryBytes.size() > limit)
      return WalkResult::advance();
    auto archive = SymbolTable::lookupNearestSymbolFrom<ArchiveOp>(
        getOperation(), blob.getArchive());
    entries[{archive.getPathAttr(), blob.getEntry()}].push_back(
        {state, *storage, uint64_t(blob.getOffset())});
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Storages that overlap are one; elements can only say so of the same type at
/// the same place.
LogicalResult EmbedWeightsPass::checkSharing(const User &lhs, const User &rhs) {
  if (unshare)
    return success();
  StateOp first = lhs.state, second = rhs.state;
  InFlightDiagnostic diag =
      second.emitOpError("shares its storage with '")
      << first.getSymName()
      << "' in another type or place, which elements cannot say: pass "
         "'unshare' to give each a copy";
  diag.attachNote(first.getLoc()) << "the other state is declared here";
  return diag;
}

FailureOr<Attribute> EmbedWeightsPass::makeValue(const User &user,
                                                 bool isShared) {
  StateOp state = user.state;
  FailureOr<StorageLayout> layout = StorageLayout::get(state);
  if (failed(layout))
    return failure();
  ArrayRef<char> bytes = user.storage.bytes;
  if (layout->extent > bytes.size())
    return state.emitOpError("expected ")
           << layout->extent << " bytes of its storage by its type, got "
           << bytes.size();
  // A stride of 0 makes any number of elements of a few bytes.
  constexpr uint64_t grace = uint64_t(64) << 20;
  if (layout->denseSize() > bytes.size() && layout->denseSize() > grace)
    return state.emitOpError("expands to ")
           << layout->denseSize() << " bytes from a storage of " << bytes.size()
           << ": it stays a blob, or is made smaller first";
  auto type = cast<ShapedType>(state.getType());
  bool isView = layout->isDense();
  uint64_t begin = isView ? layout->offset * layout->elementSize : 0;
  auto gather = [&](MutableArrayRef<char> to) {
    if (isView)
      llvm::copy(bytes.slice(layout->numElements ? begin : 0, to.size()),
                 to.begin());
    else
      layout->gather(bytes, to);
  };
  if (isShared || layout->denseSize() > elementsLimit) {
    constexpr size_t alignment = 64;
    AsmResourceBlob blob = HeapAsmResourceBlob::allocate(
        layout->denseSize(), alignment, /*dataIsMutable=*/false);
    gather(MutableArrayRef<char>(const_cast<char *>(blob.getData().data()),
                                 layout->denseSize()));
    return Attribute(DenseResourceElementsAttr::get(type, state.getSymName(),
                                                    std::move(blob)));
  }
  SmallVector<char> dense(layout->denseSize());
  gather(dense);
  if (layout->scalar != ScalarType::boolean)
    return Attribute(DenseElementsAttr::getFromRawBuffer(type, dense));
  SmallVector<bool> bools(dense.begin(), dense.end());
  return Attribute(DenseElementsAttr::get(type, ArrayRef<bool>(bools)));
}

/// Embeds all state that one entry holds.
LogicalResult EmbedWeightsPass::embedEntry(MutableArrayRef<User> users) {
  SmallVector<User *> sorted;
  for (User &user : users)
    sorted.push_back(&user);
  llvm::sort(sorted, [](User *lhs, User *rhs) {
    return std::tuple(lhs->begin, lhs->end(), lhs) <
           std::tuple(rhs->begin, rhs->end(), rhs);
  });
  uint64_t reached = 0;
  User *last = nullptr;
  for (size_t i = 0; i != sorted.size();) {
    // All that have the same place and type are tied.
    size_t j = i + 1;
    auto isTied = [&](User *lhs, User *rhs) {
      return lhs->begin == rhs->begin && lhs->end() == rhs->end() &&
             lhs->state.getType() == rhs->state.getType();
    };
    if (last && sorted[i]->begin < reached &&
        failed(checkSharing(*last, *sorted[i])))
      return failure();
    while (j != sorted.size() && isTied(sorted[i], sorted[j]))
      ++j;
    FailureOr<Attribute> value = makeValue(*sorted[i], j - i > 1);
    if (failed(value))
      return failure();
    for (size_t k = i; k != j; ++k)
      sorted[k]->state.setValueAttr(*value);
    if (sorted[i]->end() >= reached) {
      reached = sorted[i]->end();
      last = sorted[i];
    }
    i = j;
  }
  return success();
}

void EmbedWeightsPass::runOnOperation() {
  entries.clear();
  StorageReader reader(getOperation());
  uint64_t limit = 0;
  if (failed(checkOptions(limit)) || failed(collect(reader, limit)))
    return signalPassFailure();
  for (auto &[key, users] : entries)
    if (failed(embedEntry(users)))
      return signalPassFailure();
  if (failed(reader.checkUnchanged()))
    return signalPassFailure();
  eraseUnusedArchives(getOperation());
  entries.clear();
}
