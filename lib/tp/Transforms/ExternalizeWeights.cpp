//===- ExternalizeWeights.cpp - Values of state to a safetensors file -----===//
//
// Writes every storage once and refers to it:
//
//   tp.state parameter @w : tensor<2xf32> = dense<[1.0, 2.0]>
//
// becomes, with the bytes in the file,
//
//   tp.state parameter @w : tensor<2xf32> = #tp.blob<@weights, "w">
//
//===----------------------------------------------------------------------===//

#include "ByteSize.h"
#include "StateValues.h"
#include "StorageLayout.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/SymbolTable.h"
#include "tp/Target/ArchivePaths.h"
#include "tp/Target/ArchiveReference.h"
#include "tp/Target/Safetensors/Writer.h"
#include "tp/Target/Storage.h"
#include "tp/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace mlir::tp {
#define GEN_PASS_DEF_EXTERNALIZEWEIGHTS
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;
using safetensors::DType;

namespace {
/// The element type of the file, and how many of them one element takes.
struct FileType {
  DType dtype;
  unsigned parts = 1;
};

/// A state and what of its storage it names.
struct User {
  StateOp state;
  uint64_t begin = 0;
  uint64_t end = 0;
};

/// A storage to write.
struct Group {
  /// Of blobs: all bytes of their entry. Else null.
  std::optional<Storage> entry;
  SmallVector<User, 1> users;
  /// What of the entry is written, or the size of the elements laid out.
  uint64_t begin = 0;
  uint64_t end = 0;

  uint64_t size() const { return end - begin; }
};

struct ExternalizeWeightsPass
    : tp::impl::ExternalizeWeightsBase<ExternalizeWeightsPass> {
  using ExternalizeWeightsBase::ExternalizeWeightsBase;

  LogicalResult initializeOptions(
      StringRef options,
      function_ref<LogicalResult(const Twine &)> errorHandler) override;
  void runOnOperation() override;

private:
  LogicalResult checkOptions(uint64_t &shardSize);
  LogicalResult collect(StorageReader &reader);
  LogicalResult addBlob(StorageReader &reader, StateOp state,
                        tp::BlobAttr blob);
  LogicalResult addElements(StateOp state, ElementsAttr elements);
  void splitEntries();
  FailureOr<safetensors::TensorToWrite> makeTensor(const Group &group);
  std::string chooseName(StateOp state);
  LogicalResult checkTarget();
  FailureOr<ArchiveOp> declareArchive(StringRef path);
  LogicalResult rewrite(StringRef path,
                        ArrayRef<safetensors::TensorToWrite> tensors);

  std::vector<Group> groups;
  /// Groups of blobs and of resources, by what they are of.
  llvm::MapVector<std::pair<Attribute, Attribute>, size_t> byEntry;
  llvm::DenseMap<const void *, size_t> byResource;
  llvm::StringSet<> names;
};
} // namespace

LogicalResult ExternalizeWeightsPass::initializeOptions(
    StringRef options,
    function_ref<LogicalResult(const Twine &)> errorHandler) {
  // A bare path is the file.
  if (!options.empty() && !options.contains('=')) {
    file = options.str();
    return success();
  }
  return ExternalizeWeightsBase::initializeOptions(options, errorHandler);
}

//===----------------------------------------------------------------------===//
// What is written
//===----------------------------------------------------------------------===//

LogicalResult ExternalizeWeightsPass::addBlob(StorageReader &reader,
                                              StateOp state,
                                              tp::BlobAttr blob) {
  if (blob.getPickled()) {
    if (state.getKind() != StateKind::object)
      state.emitWarning("stays in its archive: it is pickled");
    return success();
  }
  FailureOr<Storage> storage = reader.read(state, blob);
  if (failed(storage))
    return failure();
  // Two names of one archive are one file.
  auto archive = SymbolTable::lookupNearestSymbolFrom<ArchiveOp>(
      getOperation(), blob.getArchive());
  auto [it, isNew] = byEntry.try_emplace(
      {archive.getPathAttr(), blob.getEntry()}, groups.size());
  if (isNew) {
    groups.emplace_back();
    groups.back().entry = *storage;
  }
  uint64_t begin = blob.getOffset();
  groups[it->second].users.push_back(
      {state, begin, begin + storage->bytes.size()});
  return success();
}

LogicalResult ExternalizeWeightsPass::addElements(StateOp state,
                                                  ElementsAttr elements) {
  FailureOr<StorageLayout> layout = StorageLayout::get(state);
  if (failed(layout) || failed(checkElements(state, elements, *layout)))
    return failure();
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  if (resource) {
    // One resource is one storage, as long as its states lie in it alike.
    auto [it, isNew] = byResource.try_emplace(
        resource.getRawHandle().getResource(), groups.size());
    if (!isNew) {
      Group &group = groups[it->second];
      StateOp first = group.users.front().state;
      if (first.getType() != state.getType())
        return state.emitOpError("expected the type ")
               << first.getType() << " of the state '" << first.getSymName()
               << "', which has the same resource";
      group.users.push_back({state, 0, group.end});
      return success();
    }
  }
  Group &group = groups.emplace_back();
  group.end = layout->extent;
  group.users.push_back({state, 0, group.end});
  return success();
}

LogicalResult ExternalizeWeightsPass::collect(StorageReader &reader) {
  WalkResult result = getOperation().walk([&](StateOp state) {
    Attribute value = state.getValueAttr();
    if (auto blob = dyn_cast_or_null<tp::BlobAttr>(value))
      return WalkResult(addBlob(reader, state, blob));
    if (auto elements = dyn_cast_or_null<ElementsAttr>(value))
      return WalkResult(addElements(state, elements));
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Parts of an entry that do not overlap are storages of their own; those that
/// do become one.
void ExternalizeWeightsPass::splitEntries() {
  std::vector<Group> all;
  for (Group &group : groups) {
    if (!group.entry) {
      all.push_back(std::move(group));
      continue;
    }
    SmallVector<User> sorted(group.users.begin(), group.users.end());
    llvm::sort(sorted, [](const User &lhs, const User &rhs) {
      return std::tie(lhs.begin, lhs.end) < std::tie(rhs.begin, rhs.end);
    });
    size_t first = all.size();
    llvm::DenseMap<Operation *, size_t> place;
    for (const User &user : sorted) {
      // An empty part belongs to nothing.
      bool joins = all.size() != first && user.begin < all.back().end;
      if (!joins) {
        Group &part = all.emplace_back();
        part.entry = group.entry;
        part.begin = user.begin;
        part.end = user.end;
      }
      all.back().end = std::max(all.back().end, user.end);
      place[user.state] = all.size() - 1;
    }
    // Users in the order of their declarations again.
    for (const User &user : group.users)
      all[place[user.state]].users.push_back(user);
  }
  groups = std::move(all);
}

//===----------------------------------------------------------------------===//
// Tensors of the file
//===----------------------------------------------------------------------===//

static FileType getFileType(ScalarType scalar) {
  switch (scalar) {
  case ScalarType::uint8:
    return {DType::U8};
  case ScalarType::int8:
    return {DType::I8};
  case ScalarType::int16:
    return {DType::I16};
  case ScalarType::int32:
    return {DType::I32};
  case ScalarType::int64:
    return {DType::I64};
  case ScalarType::float16:
    return {DType::F16};
  case ScalarType::float32:
    return {DType::F32};
  case ScalarType::float64:
    return {DType::F64};
  case ScalarType::complex32:
    return {DType::F16, 2};
  case ScalarType::complex64:
    return {DType::C64};
  case ScalarType::complex128:
    return {DType::F64, 2};
  case ScalarType::boolean:
    return {DType::BOOL};
  case ScalarType::bfloat16:
    return {DType::BF16};
  case ScalarType::uint16:
    return {DType::U16};
  case ScalarType::float8_e4m3fn:
    return {DType::F8_E4M3};
  case ScalarType::float8_e5m2:
    return {DType::F8_E5M2};
  case ScalarType::float8_e4m3fnuz:
    return {DType::F8_E4M3FNUZ};
  case ScalarType::float8_e5m2fnuz:
    return {DType::F8_E5M2FNUZ};
  case ScalarType::float8_e8m0fnu:
    return {DType::F8_E8M0};
  case ScalarType::uint32:
    return {DType::U32};
  case ScalarType::uint64:
    return {DType::U64};
  }
  llvm_unreachable("unknown scalar type");
}

/// A name for the storage whose first state is `state`: its path, with the
/// program in front, or a number behind, where that is taken.
std::string ExternalizeWeightsPass::chooseName(StateOp state) {
  std::string path = state.getSymName().str();
  if (path == "__metadata__" || !names.insert(path).second) {
    auto program = state->getParentOfType<ProgramOp>();
    path = (program.getSymName() + "." + path).str();
    std::string base = path;
    for (unsigned i = 1; !names.insert(path).second; ++i)
      path = base + "." + std::to_string(i);
  }
  return path;
}

/// Whether `state` is all of its storage, in row-major order.
static bool fills(const User &user, const Group &group,
                  const StorageLayout &layout) {
  return layout.isDense() && layout.offset == 0 && user.begin == group.begin &&
         user.end == group.end && layout.denseSize() == group.size();
}

/// The layout of a state whose type has one; the others are bytes.
static FailureOr<StorageLayout> getLayout(StateOp state) {
  auto type = dyn_cast<RankedTensorType>(state.getType());
  if (!type || !type.hasStaticShape() || !getScalarType(type.getElementType()))
    return failure();
  ScopedDiagnosticHandler quiet(state.getContext(),
                                [](Diagnostic &) { return success(); });
  return StorageLayout::get(state);
}

FailureOr<safetensors::TensorToWrite>
ExternalizeWeightsPass::makeTensor(const Group &group) {
  StateOp named = group.users.front().state;
  safetensors::TensorToWrite tensor;
  tensor.dtype = DType::U8;
  tensor.shape = {group.size()};
  bool isTyped = false;
  for (const User &user : group.users) {
    FailureOr<StorageLayout> layout = getLayout(user.state);
    if (failed(layout))
      continue;
    FileType type = getFileType(layout->scalar);
    if (fills(user, group, *layout)) {
      named = user.state;
      tensor.dtype = type.dtype;
      tensor.shape.assign(layout->sizes.begin(), layout->sizes.end());
      if (type.parts != 1)
        tensor.shape.push_back(type.parts);
      break;
    }
    unsigned width = safetensors::getBitWidth(type.dtype) / 8;
    if (!isTyped && group.size() % width == 0) {
      tensor.dtype = type.dtype;
      tensor.shape = {group.size() / width};
      isTyped = true;
    }
  }
  tensor.name = chooseName(named);
  if (group.entry) {
    tensor.bytes = group.entry->entryBytes.slice(group.begin, group.size());
    tensor.isMapped = group.entry->isMapped;
    return tensor;
  }
  StateOp first = group.users.front().state;
  FailureOr<StorageLayout> layout = StorageLayout::get(first);
  if (failed(layout))
    return failure();
  auto elements = cast<ElementsAttr>(first.getValueAttr());
  tensor.generate = [elements, layout = *layout](auto sink) {
    return writeElements(elements, layout, sink);
  };
  return tensor;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

LogicalResult ExternalizeWeightsPass::checkOptions(uint64_t &shardSize) {
  if (!StringRef(file).ends_with(".safetensors"))
    return emitError(getOperation().getLoc())
           << "'externalize-weights' expects a file whose name ends with "
              "'.safetensors', got '"
           << StringRef(file) << "'";
  shardSize = ~uint64_t(0);
  if (maxShardSize.empty())
    return success();
  std::optional<uint64_t> size = parseByteSize(maxShardSize);
  if (!size)
    return emitError(getOperation().getLoc())
           << "'externalize-weights' expects a number of bytes like 500MB as "
              "'max-shard-size', got '"
           << StringRef(maxShardSize) << "'";
  shardSize = *size;
  return success();
}

/// The file must not take the place of an archive of another format, or of one
/// in which state stays.
LogicalResult ExternalizeWeightsPass::checkTarget() {
  auto *dialect = getContext().getLoadedDialect<TPDialect>();
  llvm::DenseSet<StringAttr> kept;
  getOperation().walk([&](StateOp state) {
    auto blob = dyn_cast_or_null<tp::BlobAttr>(state.getValueAttr());
    if (blob && blob.getPickled())
      kept.insert(blob.getArchive().getAttr());
  });
  for (auto archive : getOperation().getBody()->getOps<ArchiveOp>()) {
    auto path =
        archive::resolvePath(archive.getPath(), dialect->getPathPolicy());
    if (!path) {
      llvm::consumeError(path.takeError());
      continue;
    }
    if (!llvm::sys::fs::equivalent(*path, StringRef(file)))
      continue;
    if (kept.contains(archive.getSymNameAttr()) ||
        !safetensors::looksLikeFile(archive::readHead(*path, 16)))
      return archive.emitOpError("expected another file for the weights than ")
             << "this archive, '" << StringRef(file) << "'";
  }
  return success();
}

FailureOr<ArchiveOp> ExternalizeWeightsPass::declareArchive(StringRef path) {
  ModuleOp module = getOperation();
  auto model = safetensors::Model::open(path);
  if (!model)
    return module.emitError() << llvm::toString(model.takeError());
  auto *dialect = getContext().getLoadedDialect<TPDialect>();
  std::string folder = dialect->getPathPolicy().folder;
  std::string relative =
      archive::getRelativePath(path, folder.empty() ? "." : folder);
  // What this run wrote, it may read.
  dialect->getPathPolicy().allow(path);
  SymbolTable table(module);
  std::string base = llvm::sys::path::stem(StringRef(file)).str();
  std::string name = base;
  for (unsigned i = 0; table.lookup(name); ++i)
    name = base + "_" + std::to_string(i);
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  return ArchiveOp::create(builder, module.getLoc(),
                           builder.getStringAttr(name),
                           builder.getStringAttr(relative),
                           builder.getStringAttr((*model)->fingerprint()));
}

/// Makes all states blobs of the file at `path`.
LogicalResult
ExternalizeWeightsPass::rewrite(StringRef path,
                                ArrayRef<safetensors::TensorToWrite> tensors) {
  for (const Group &group : groups)
    for (User user : group.users)
      user.state.removeValueAttr();
  // Archives that go leave their names.
  eraseUnusedArchives(getOperation());
  FailureOr<ArchiveOp> archive = declareArchive(path);
  if (failed(archive))
    return failure();
  auto symbol = FlatSymbolRefAttr::get(archive->getSymNameAttr());
  Builder builder(&getContext());
  for (auto [group, tensor] : llvm::zip_equal(groups, tensors)) {
    StringAttr entry = builder.getStringAttr(tensor.name);
    for (User user : group.users) {
      bool isAll = user.begin == group.begin && user.end == group.end;
      user.state.setValueAttr(tp::BlobAttr::get(
          &getContext(), symbol, entry, user.begin - group.begin,
          isAll ? -1 : int64_t(user.end - user.begin), /*pickled=*/false));
    }
  }
  return success();
}

void ExternalizeWeightsPass::runOnOperation() {
  groups.clear();
  byEntry.clear();
  byResource.clear();
  names.clear();
  ModuleOp module = getOperation();
  uint64_t shardSize = 0;
  StorageReader reader(module);
  if (failed(checkOptions(shardSize)) || failed(checkTarget()) ||
      failed(collect(reader)))
    return signalPassFailure();
  splitEntries();
  // A file without tensors would say nothing.
  if (groups.empty())
    return;
  std::vector<safetensors::TensorToWrite> tensors;
  for (const Group &group : groups) {
    FailureOr<safetensors::TensorToWrite> tensor = makeTensor(group);
    if (failed(tensor))
      return signalPassFailure();
    tensors.push_back(std::move(*tensor));
  }
  safetensors::WriteOptions options;
  options.maxShardSize = shardSize;
  auto written = safetensors::write(StringRef(file), tensors, options);
  if (!written) {
    module.emitError() << llvm::toString(written.takeError());
    return signalPassFailure();
  }
  if (failed(reader.checkUnchanged()))
    return signalPassFailure();
  std::string path = written->path().str();
  if (llvm::Error error = written->commit()) {
    module.emitError() << llvm::toString(std::move(error));
    return signalPassFailure();
  }
  if (failed(rewrite(path, tensors)))
    signalPassFailure();
}
