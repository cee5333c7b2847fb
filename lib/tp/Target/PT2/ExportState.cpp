//===- ExportState.cpp - Export of the bytes of programs ------------------===//
//
// From `tp.state` and its value to payloads and entries.
//
//===----------------------------------------------------------------------===//

#include "ExportState.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "tp/Target/PT2/PT2Archive.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::pt2;

using archive::Content;

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

FailureOr<Content> StateExporter::exportBlob(Operation *op, tp::BlobAttr blob) {
  FailureOr<Storage> storage = reader.read(op, blob);
  if (failed(storage))
    return failure();
  owners.push_back(storage->owner);
  if (!storage->zip)
    return Content::view(storage->bytes);
  if (storage->bytes.size() == storage->zipEntry->size)
    return Content::entry(storage->zip, *storage->zipEntry);
  return Content::region(storage->zip, *storage->zipEntry, blob.getOffset(),
                         storage->bytes.size());
}

/// Bytes of one element repeated, or all of them; none for elements that are no
/// plain numbers.
static std::optional<Content> getElements(DenseElementsAttr elements,
                                          uint64_t size) {
  if (isa<DenseStringElementsAttr>(elements))
    return std::nullopt;
  ArrayRef<char> raw = elements.getRawData();
  bool isBool = elements.getElementType().isInteger(1);
  if (elements.isSplat() && size) {
    // A splat of booleans is a byte of ones.
    std::string element = isBool
                              ? std::string(1, elements.getSplatValue<bool>())
                              : std::string(raw.begin(), raw.end());
    return Content::generate(size, [=](llvm::raw_ostream &os) {
      std::string block;
      while (block.size() < 4096)
        block += element;
      for (uint64_t left = size; left;) {
        uint64_t count = std::min<uint64_t>(left, block.size());
        os.write(block.data(), count);
        left -= count;
      }
      return llvm::Error::success();
    });
  }
  if (!isBool)
    return Content::view(raw);
  std::string bytes;
  for (bool flag : elements.getValues<bool>())
    bytes.push_back(flag);
  return Content::own(std::move(bytes));
}

/// The bytes from the start of a storage to the end of the tensor in it; none
/// where a size is symbolic.
static std::optional<uint64_t> getByteSize(const TensorMeta &meta, Type type) {
  auto element = cast<TensorType>(type).getElementType();
  unsigned bits = 0;
  if (auto complex = dyn_cast<ComplexType>(element))
    bits = 2 * complex.getElementType().getIntOrFloatBitWidth();
  else
    bits = element.getIntOrFloatBitWidth();
  if (meta.storageOffset.isExpr())
    return std::nullopt;
  uint64_t last = meta.storageOffset.value;
  for (auto [size, stride] : llvm::zip_equal(meta.sizes, meta.strides)) {
    if (size.isExpr() || stride.isExpr())
      return std::nullopt;
    if (size.value == 0)
      return 0;
    last += (size.value - 1) * stride.value;
  }
  return (last + 1) * llvm::divideCeil(bits, 8);
}

FailureOr<Content> StateExporter::exportValue(StateOp op, Attribute value,
                                              uint64_t size) {
  std::optional<Content> content;
  if (auto elements = dyn_cast<DenseElementsAttr>(value)) {
    content = getElements(elements, size);
  } else if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return emitNodeError(op)
             << "expected the bytes of the resource '"
             << resource.getRawHandle().getKey() << "' that is its value";
    content = Content::view(blob->getData());
  }
  if (!content)
    return emitNodeError(op) << "expected a '#tp.blob', dense elements or a "
                                "resource as the value, got "
                             << value;
  if (content->size() != size)
    return emitNodeError(op) << "expected " << size << " bytes as the value of "
                             << op.getType() << ", got " << content->size();
  return *content;
}

//===----------------------------------------------------------------------===//
// Payloads
//===----------------------------------------------------------------------===//

/// Adds an entry under the wanted name if it is free, else under one with the
/// next number behind the prefix.
StringRef StateExporter::addEntry(ExportContext &shared, Folder &folder,
                                  StringRef wanted, StringRef prefix,
                                  Content content) {
  std::string name = wanted.str();
  if (name.empty() || !folder.names.insert(name).second)
    do
      name = (prefix + Twine(folder.numbers[prefix]++)).str();
    while (!folder.names.insert(name).second);
  folder.entries->push_back({name, std::move(content)});
  return shared.save(name);
}

/// The name that a blob's entry has in the folder of another .pt2 archive;
/// empty where it is none of that kind.
static StringRef getWantedName(Attribute value, StringRef folder,
                               StringRef prefix) {
  auto blob = dyn_cast_or_null<tp::BlobAttr>(value);
  if (!blob || blob.getOffset() != 0 || blob.getSize() != -1)
    return {};
  StringRef name = blob.getEntry().getValue();
  if (!name.consume_front(folder) || !name.starts_with(prefix))
    return {};
  return name;
}

FailureOr<Content> StateExporter::exportContent(StateOp op,
                                                const PayloadMeta &payload) {
  Attribute value = op.getValueAttr();
  // State without a value was exported without data, which is an empty entry.
  if (!value)
    return Content();
  if (auto blob = dyn_cast<tp::BlobAttr>(value))
    return exportBlob(op, blob);
  std::optional<uint64_t> size = getByteSize(*payload.tensorMeta, op.getType());
  if (!size)
    return emitNodeError(op) << "expected a static shape, got " << op.getType();
  return exportValue(op, value, *size);
}

FailureOr<PayloadMeta> StateExporter::exportState(ExportContext &shared,
                                                  StateOp op, bool isWeight) {
  PayloadMeta payload;
  Attribute value = op.getValueAttr();
  auto blob = dyn_cast_or_null<tp::BlobAttr>(value);
  payload.isParam = op.getKind() == StateKind::parameter;
  payload.usePickle = blob && blob.getPickled();
  bool isObject = op.getKind() == StateKind::object;
  if (isObject && !payload.usePickle)
    return emitNodeError(op) << "expected the pickled bytes of an object, a "
                                "'#tp.blob', as its value";
  if (!isObject) {
    bool takesGradient = payload.isParam && op.getRequiresGrad().value_or(true);
    FailureOr<TensorMeta> meta = shared.exportTensor(
        op, op.getType(), takesGradient,
        /*contiguous=*/isa_and_nonnull<DenseElementsAttr>(value));
    if (failed(meta))
      return failure();
    payload.tensorMeta = shared.saveStruct(*meta);
  }

  Folder &folder = isWeight ? weights : constants;
  StringRef prefix = isWeight   ? "weight_"
                     : isObject ? StringRef(layout::customObjPrefix)
                                : StringRef(layout::tensorPrefix);
  const void *storage = blob ? blob.getAsOpaquePointer() : nullptr;
  if (auto resource = dyn_cast_or_null<DenseResourceElementsAttr>(value))
    storage = resource.getRawHandle().getResource();
  if (storage) {
    auto known = folder.known.find(storage);
    if (known != folder.known.end()) {
      payload.pathName = known->second;
      return payload;
    }
  }
  FailureOr<Content> content = exportContent(op, payload);
  if (failed(content))
    return failure();
  StringRef wantedPrefix = isObject ? StringRef() : prefix;
  payload.pathName = addEntry(
      shared, folder,
      getWantedName(value, isWeight ? layout::weights : layout::constants,
                    wantedPrefix),
      prefix, *content);
  // Elements are values, not storages: equal ones share none.
  if (storage)
    folder.known[storage] = payload.pathName;
  return payload;
}

LogicalResult StateExporter::exportStates(ExportContext &shared,
                                          ProgramPayloads &payloads) {
  SmallVector<KeyValue<PayloadMeta>> tables[2];
  for (auto op : shared.getProgram().getBody().front().getOps<StateOp>()) {
    bool isWeight = op.getKind() == StateKind::parameter ||
                    (op.getKind() == StateKind::buffer &&
                     op.getPersistent().value_or(true));
    FailureOr<PayloadMeta> payload = exportState(shared, op, isWeight);
    if (failed(payload))
      return failure();
    tables[isWeight].push_back({op.getSymName(), *payload});
  }
  payloads.constants.config = shared.copy(tables[0]);
  payloads.weights.config = shared.copy(tables[1]);
  return success();
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

LogicalResult StateExporter::exportFiles() {
  llvm::StringMap<Operation *> owners;
  for (auto op : module.getBody()->getOps<ArchiveOp>()) {
    auto files = op->getAttrOfType<ArrayAttr>(TPDialect::getFilesAttrName());
    if (!files)
      continue;
    for (auto name : files.getAsRange<StringAttr>()) {
      auto [owner, isNew] = owners.try_emplace(name.getValue(), op);
      if (!isNew) {
        InFlightDiagnostic error = mlir::emitError(op.getLoc())
                                   << "second file '" << name.getValue()
                                   << "' for one .pt2 archive";
        error.attachNote(owner->second->getLoc()) << "first one here";
        return error;
      }
      auto blob = tp::BlobAttr::get(op.getContext(),
                                    FlatSymbolRefAttr::get(op.getSymNameAttr()),
                                    name, /*offset=*/0, /*size=*/-1,
                                    /*pickled=*/false);
      FailureOr<Content> content = exportBlob(op, blob);
      if (failed(content))
        return failure();
      archive.others.push_back({name.str(), *content});
    }
  }
  return success();
}
