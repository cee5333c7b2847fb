//===- Export.cpp - From programs to tensorplay's archives ----------------===//
//
// The archive around the documents: weights, their tables, example inputs.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/TensorPlay/Export.h"
#include "ExportDocument.h"
#include "PickleWriter.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "tp/Target/ArchivePaths.h"
#include "tp/Target/ArchiveWriter.h"
#include "tp/Target/Storage.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::tensorplay;
using archive::Content;

namespace {
class ArchiveExporter {
public:
  ArchiveExporter(ModuleOp module, raw_ostream &os)
      : module(module), storages(module), zip(os, /*root=*/"") {}
  LogicalResult write();

private:
  LogicalResult writeProgram(ProgramOp program, StringRef name);
  LogicalResult writeState(StateOp state, JsonOut &table);
  LogicalResult writeTensor(StateOp state, RankedTensorType type,
                            JsonOut &table);
  LogicalResult writeObject(StateOp state, JsonOut &table);
  LogicalResult writeExamples(ProgramOp program, StringRef name);
  FailureOr<Content> getContent(StateOp state, RankedTensorType type);
  FailureOr<Content> getBlobContent(StateOp state, RankedTensorType type,
                                    tp::BlobAttr blob);
  LogicalResult add(Operation *op, StringRef name, const Content &content) {
    if (llvm::Error error = zip.add(name, content))
      return op->emitError(llvm::toString(std::move(error)));
    return success();
  }
  static StringRef getFolder(StateOp state) {
    return state.getKind() == StateKind::parameter ||
                   state.getKind() == StateKind::buffer
               ? layout::weights
               : layout::constants;
  }

  ModuleOp module;
  StorageReader storages;
  archive::ArchiveWriter zip;
  /// Entries by what they hold: states that share bytes share an entry.
  llvm::DenseMap<std::pair<Attribute, Type>, std::string> written;
  size_t number = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static unsigned getItemSize(Type type) {
  unsigned factor = 1;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    type = complex.getElementType();
    factor = 2;
  }
  return factor * llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

/// Sizes and strides of a tensor in its storage, in elements.
namespace {
struct View {
  SmallVector<int64_t> sizes, strides;
  int64_t offset = 0;
  uint64_t itemSize = 0, count = 1;
  bool isContiguous = true;
};
} // namespace

/// None where a size or stride is symbolic or does not fit.
static std::optional<View> getView(RankedTensorType type) {
  View view;
  view.itemSize = getItemSize(type.getElementType());
  if (!type.hasStaticShape())
    return std::nullopt;
  view.sizes.assign(type.getShape().begin(), type.getShape().end());
  for (int64_t size : view.sizes)
    if (__builtin_mul_overflow(view.count, uint64_t(size), &view.count))
      return std::nullopt;
  SmallVector<int64_t> usual(view.sizes.size());
  int64_t step = 1;
  for (size_t i = view.sizes.size(); i > 0; --i) {
    usual[i - 1] = step;
    step *= std::max<int64_t>(view.sizes[i - 1], 1);
  }
  view.strides = usual;
  auto shape = dyn_cast_or_null<ShapeAttr>(type.getEncoding());
  if (!shape)
    return view;
  for (auto [i, stride] : llvm::enumerate(shape.getStrides())) {
    if (!stride.isInteger() || stride.getValue() < 0)
      return std::nullopt;
    view.strides[i] = stride.getValue();
    view.isContiguous &= view.sizes[i] == 1 || usual[i] == stride.getValue();
  }
  if (SymExprAttr offset = shape.getStorageOffset()) {
    if (!offset.isInteger() || offset.getValue() < 0)
      return std::nullopt;
    view.offset = offset.getValue();
  }
  return view;
}

/// The bytes that the view reaches to in its storage; none where they do not
/// fit.
static std::optional<uint64_t> getExtent(const View &view) {
  if (view.count == 0)
    return 0;
  uint64_t last = view.offset, step, bytes;
  for (auto [size, stride] : llvm::zip(view.sizes, view.strides))
    if (__builtin_mul_overflow(uint64_t(size - 1), uint64_t(stride), &step) ||
        __builtin_add_overflow(last, step, &last))
      return std::nullopt;
  if (__builtin_add_overflow(last, uint64_t(1), &last) ||
      __builtin_mul_overflow(last, view.itemSize, &bytes))
    return std::nullopt;
  return bytes;
}

/// Writes the elements of a view in their order.
static void writeElements(const View &view, ArrayRef<char> bytes,
                          raw_ostream &os) {
  SmallVector<int64_t> position(view.sizes.size(), 0);
  for (uint64_t i = 0; i < view.count; ++i) {
    uint64_t at = view.offset;
    for (auto [index, stride] : llvm::zip(position, view.strides))
      at += uint64_t(index) * uint64_t(stride);
    os.write(bytes.data() + at * view.itemSize, view.itemSize);
    for (size_t dim = position.size(); dim > 0; --dim) {
      if (++position[dim - 1] < view.sizes[dim - 1])
        break;
      position[dim - 1] = 0;
    }
  }
}

FailureOr<Content> ArchiveExporter::getBlobContent(StateOp state,
                                                   RankedTensorType type,
                                                   tp::BlobAttr blob) {
  std::optional<View> view = getView(type);
  std::optional<uint64_t> extent = view ? getExtent(*view) : std::nullopt;
  if (!extent) {
    state.emitError("expected sizes and strides of 0 and more, got ") << type;
    return failure();
  }
  FailureOr<Storage> storage = storages.read(state, blob);
  if (failed(storage))
    return failure();
  if (*extent > storage->bytes.size()) {
    state.emitError("expected at least ")
        << *extent << " bytes, got " << storage->bytes.size();
    return failure();
  }
  uint64_t size = view->count * view->itemSize;
  if (!view->isContiguous && size) {
    // Bytes stand in the order of the elements in this format.
    auto owner = std::make_shared<Storage>(*storage);
    return Content::generate(size, [=, view = *view](raw_ostream &os) {
      writeElements(view, owner->bytes, os);
      return llvm::Error::success();
    });
  }
  uint64_t begin = size ? view->offset * view->itemSize : 0;
  uint64_t inEntry = storage->bytes.data() - storage->entryBytes.data() + begin;
  if (storage->zip)
    return Content::region(storage->zip, *storage->zipEntry, inEntry, size);
  return Content::view(storage->bytes.slice(begin, size));
}

static Content getElementsContent(DenseElementsAttr elements) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  if (elements.getElementType().isInteger(1)) {
    for (bool flag : elements.getValues<bool>())
      os << (flag ? '\1' : '\0');
    return Content::own(std::move(bytes));
  }
  ArrayRef<char> raw = elements.getRawData();
  if (!elements.isSplat())
    return Content::own(std::string(raw.begin(), raw.end()));
  uint64_t count = elements.getNumElements();
  return Content::generate(count * raw.size(), [=](raw_ostream &stream) {
    for (uint64_t i = 0; i < count; ++i)
      stream.write(raw.data(), raw.size());
    return llvm::Error::success();
  });
}

FailureOr<Content> ArchiveExporter::getContent(StateOp state,
                                               RankedTensorType type) {
  Attribute value = state.getValueAttr();
  if (auto blob = dyn_cast_or_null<tp::BlobAttr>(value)) {
    if (!blob.getPickled())
      return getBlobContent(state, type, blob);
    state.emitError("expected the bytes of a tensor, got a pickle, which is "
                    "not read");
    return failure();
  }
  if (auto dense = dyn_cast_or_null<DenseElementsAttr>(value))
    return getElementsContent(dense);
  if (auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(value))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      return Content::view(blob->getData());
  state.emitError("expected the data of the state: tensorplay loads no program "
                  "without");
  return failure();
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

LogicalResult ArchiveExporter::writeTensor(StateOp state, RankedTensorType type,
                                           JsonOut &table) {
  std::optional<ScalarType> dtype = getScalarType(type.getElementType());
  std::optional<View> view = getView(type);
  if (!dtype || !getDTypeNumber(*dtype) || *dtype == ScalarType::complex32)
    return state.emitError(
               "expected an element type that tensorplay saves, got ")
           << type.getElementType();
  if (!view)
    return state.emitError("expected a static type of state, got ") << type;
  std::string &entry = written[{state.getValueAttr(), type}];
  // Two programs may keep theirs in different tables, and so folders.
  StringRef folder = getFolder(state);
  if (entry.empty() || !zip.contains((folder + entry).str())) {
    FailureOr<Content> content = getContent(state, type);
    if (failed(content))
      return failure();
    uint64_t expected = view->count * view->itemSize;
    if (content->size() != expected)
      return state.emitError("expected ")
             << expected << " bytes, got " << content->size();
    entry = "weight_" + std::to_string(number++);
    if (failed(add(state, (folder + entry).str(), *content)))
      return failure();
  }
  bool isParameter = state.getKind() == StateKind::parameter;
  bool gradient = isParameter && (!state.getRequiresGradAttr() ||
                                  state.getRequiresGradAttr().getValue());
  if (auto shape = dyn_cast_or_null<ShapeAttr>(type.getEncoding()))
    gradient |= shape.getRequiresGrad();
  table.attributeObject(state.getSymName(), [&] {
    table.attribute("dtype", stringifyScalarType(*dtype));
    table.attribute("sizes", llvm::json::Array(view->sizes));
    SmallVector<int64_t> strides;
    int64_t step = 1;
    for (int64_t size : llvm::reverse(view->sizes)) {
      strides.insert(strides.begin(), step);
      step *= size;
    }
    table.attribute("strides", llvm::json::Array(strides));
    table.attribute("storage_offset", 0);
    table.attribute("requires_grad", gradient);
    table.attribute("path_name", entry);
    table.attribute("use_pickle", false);
    table.attribute("is_param", isParameter);
    table.attribute("role", isParameter                            ? 0
                            : state.getKind() == StateKind::buffer ? 1
                                                                   : 2);
  });
  return success();
}

/// A pickled object passes through as it is.
LogicalResult ArchiveExporter::writeObject(StateOp state, JsonOut &table) {
  auto blob = dyn_cast_or_null<tp::BlobAttr>(state.getValueAttr());
  if (!blob)
    return state.emitError("expected the pickled bytes of the object");
  FailureOr<Storage> storage = storages.read(state, blob);
  if (failed(storage))
    return failure();
  std::string entry = "custom_obj_" + std::to_string(number++);
  if (failed(add(state, (getFolder(state) + entry).str(),
                 Content::view(storage->bytes))))
    return failure();
  table.attributeObject(state.getSymName(), [&] {
    table.attribute("path_name", entry);
    table.attribute("use_pickle", true);
  });
  return success();
}

LogicalResult ArchiveExporter::writeState(StateOp state, JsonOut &table) {
  if (state.getKind() == StateKind::object)
    return writeObject(state, table);
  auto type = dyn_cast<RankedTensorType>(state.getType());
  if (!type)
    return state.emitError("expected the type of the state, got ")
           << state.getType();
  return writeTensor(state, type, table);
}

//===----------------------------------------------------------------------===//
// Example inputs
//===----------------------------------------------------------------------===//

/// The zip file that a program names; null for another file. Where it cannot be
/// read, whoever needs its weights says why.
static std::shared_ptr<archive::Archive> openZip(ArchiveOp op) {
  auto *dialect = op.getContext()->getLoadedDialect<TPDialect>();
  auto path = archive::resolvePath(op.getPath(), dialect->getPathPolicy());
  if (!path) {
    llvm::consumeError(path.takeError());
    return nullptr;
  }
  if (!StringRef(archive::readHead(*path, 2)).starts_with("PK"))
    return nullptr;
  auto opened = archive::Archive::open(*path);
  if (!opened) {
    llvm::consumeError(opened.takeError());
    return nullptr;
  }
  return std::move(*opened);
}

/// The example inputs of the archive that the program came from, as they are;
/// else the values that inputs have when they are left out.
LogicalResult ArchiveExporter::writeExamples(ProgramOp program,
                                             StringRef name) {
  std::string target =
      (layout::sampleInputs + name + layout::sampleInputsSuffix).str();
  std::string source =
      (layout::sampleInputs + program.getSymName() + layout::sampleInputsSuffix)
          .str();
  for (auto op : module.getOps<ArchiveOp>()) {
    std::shared_ptr<archive::Archive> zipFile = openZip(op);
    const archive::Entry *entry = zipFile ? zipFile->find(source) : nullptr;
    if (entry)
      return add(program, target, Content::entry(zipFile, *entry));
  }
  MLIRContext *context = module.getContext();
  SmallVector<Attribute> keys, values;
  for (auto input : program.getBody().getOps<PlaceholderOp>())
    if (Attribute value = input.getDefaultValueAttr())
      if (StringAttr key = input.getNodeNameAttr()) {
        keys.push_back(key);
        values.push_back(value);
      }
  std::optional<std::string> pickled =
      writePickle(DictAttr::get(context, keys, values));
  if (!pickled)
    return program.emitError("expected values of inputs that tensorplay has");
  return add(program, target, Content::own(std::move(*pickled)));
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

LogicalResult ArchiveExporter::writeProgram(ProgramOp program, StringRef name) {
  std::string weights, constants, document;
  {
    llvm::raw_string_ostream weightsOS(weights), constantsOS(constants);
    JsonOut weightsTable(weightsOS), constantsTable(constantsOS);
    weightsTable.objectBegin();
    constantsTable.objectBegin();
    for (auto state : program.getBody().getOps<StateOp>())
      if (failed(writeState(state, getFolder(state) == layout::weights
                                       ? weightsTable
                                       : constantsTable)))
        return failure();
    weightsTable.objectEnd();
    constantsTable.objectEnd();
    llvm::raw_string_ostream documentOS(document);
    if (failed(writeDocument(program, documentOS)))
      return failure();
  }
  return success(
      succeeded(add(program,
                    (layout::weights + name + layout::weightsTable).str(),
                    Content::own(std::move(weights)))) &&
      succeeded(add(program,
                    (layout::constants + name + layout::constantsTable).str(),
                    Content::own(std::move(constants)))) &&
      succeeded(add(program, (layout::models + name + ".json").str(),
                    Content::own(std::move(document)))) &&
      succeeded(writeExamples(program, name)));
}

LogicalResult ArchiveExporter::write() {
  SmallVector<ProgramOp> programs(module.getOps<ProgramOp>());
  if (programs.empty())
    return module.emitError("expected a program, got none");
  for (ProgramOp program : programs)
    if (failed(writeProgram(program, programs.size() == 1
                                         ? StringRef("model")
                                         : program.getSymName())))
      return failure();
  if (failed(add(module, layout::format, Content::text(layout::formatValue))) ||
      failed(add(module, layout::version, Content::text(layout::versionValue))))
    return failure();
  if (llvm::Error error = zip.finish())
    return module.emitError(llvm::toString(std::move(error)));
  return storages.checkUnchanged();
}

LogicalResult mlir::tp::exportTensorPlay(ModuleOp module, raw_ostream &os) {
  return ArchiveExporter(module, os).write();
}

LogicalResult mlir::tp::exportTensorPlayDocument(ModuleOp module,
                                                 raw_ostream &os) {
  SmallVector<ProgramOp> programs(module.getOps<ProgramOp>());
  if (programs.size() != 1)
    return module.emitError(
               "expected one program, which a document holds, got ")
           << programs.size();
  if (failed(writeDocument(programs[0], os)))
    return failure();
  os << "\n";
  return success();
}
