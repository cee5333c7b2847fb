//===- Import.cpp - From .pt2 archives to programs ------------------------===//
//
// One program of the IR for each program of the archive, with the state that it
// declares and its records.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/PT2/Import.h"
#include "../FileError.h"
#include "ImportGraph.h"
#include "mlir/IR/Verifier.h"
#include "tp/Target/ArchivePaths.h"
#include "tp/Target/ArchiveReference.h"
#include "tp/Target/PT2/PT2Archive.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::pt2;

namespace {
/// Where a payload is kept.
struct Payload {
  const PayloadMeta *meta = nullptr;
  PayloadKind kind = PayloadKind::Weights;
};

/// Imports one program of an archive.
class ProgramImporter {
public:
  ProgramImporter(const PT2Archive &archive, const ProgramEntries &entries,
                  MLIRContext *context, FlatSymbolRefAttr archiveSymbol)
      : archive(archive), entries(entries), context(context),
        archiveSymbol(archiveSymbol), builder(context),
        shared(context, archive.zip()->path(),
               "entry '" + entries.program->fullName.str() + "'") {}

  LogicalResult import(OpBuilder &moduleBuilder);

private:
  LogicalResult readPayloads(PayloadKind kind,
                             std::optional<Document<PayloadConfig>> &config);
  LogicalResult importStates(GraphImporter &graph);
  LogicalResult importInputState(const InputSpec &spec);
  LogicalResult importOtherState(StringRef fqn, const Payload &payload);
  LogicalResult addState(StringRef fqn, StateKind kind, bool persistent,
                         const Payload *payload, const InputSpec *spec);
  /// The type of a state, from its payload or else from its input.
  Type getStateType(StringRef fqn, StateKind kind, const Payload *payload,
                    const InputSpec *spec);
  FailureOr<tp::BlobAttr> importBlob(StringRef fqn, const Payload &payload,
                                     Type type);
  LogicalResult importRecords();
  Attribute importModuleCall(const ModuleCallEntry &entry, unsigned index);

  LogicalResult report(llvm::Error error) {
    return emitFileError(shared.getFileLoc(), std::move(error));
  }
  MetaAttr makeMeta(ArrayRef<std::pair<std::string, std::string>> entries);

  const PT2Archive &archive;
  const ProgramEntries &entries;
  MLIRContext *context;
  FlatSymbolRefAttr archiveSymbol;
  OpBuilder builder;
  ImportContext shared;
  const ExportedProgram *program = nullptr;
  ArrayRef<UnknownField> unknown;
  ProgramOp op;
  llvm::StringMap<Payload> payloads;
  llvm::StringSet<> declared;
  llvm::DenseMap<StringRef, const TensorMeta *> tensors;
};
} // namespace

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

LogicalResult
ProgramImporter::readPayloads(PayloadKind kind,
                              std::optional<Document<PayloadConfig>> &config) {
  bool isWeights = kind == PayloadKind::Weights;
  const archive::Entry *table =
      isWeights ? entries.weightsConfig : entries.constantsConfig;
  const archive::Entry *pickled =
      isWeights ? entries.pickledWeights : entries.pickledConstants;
  if (!table) {
    if (pickled)
      mlir::emitWarning(shared.getFileLoc())
          << "entry '" << pickled->fullName
          << "' is a pickle, which is not read: its "
          << (isWeights ? "weights" : "constants") << " are left out";
    return success();
  }
  auto parsed = archive.readPayloads(entries, kind);
  if (!parsed)
    return report(parsed.takeError());
  config.emplace(std::move(*parsed));
  for (const auto &[fqn, meta] : (*config)->config)
    if (!payloads.try_emplace(fqn, Payload{&meta, kind}).second)
      return mlir::emitError(shared.getFileLoc())
             << "entry '" << table->fullName << "': second payload for '" << fqn
             << "'";
  return success();
}

/// The number of bytes from the start of the storage to the end of the tensor;
/// none where a size is symbolic.
static std::optional<uint64_t> getExtent(const TensorMeta &meta,
                                         unsigned elementBytes) {
  if (meta.storageOffset.isExpr() || meta.storageOffset.value < 0)
    return std::nullopt;
  uint64_t last = meta.storageOffset.value;
  for (auto [size, stride] : llvm::zip(meta.sizes, meta.strides)) {
    if (size.isExpr() || stride.isExpr() || stride.value < 0)
      return std::nullopt;
    if (size.value == 0)
      return 0;
    uint64_t step;
    if (__builtin_mul_overflow(uint64_t(size.value - 1), uint64_t(stride.value),
                               &step) ||
        __builtin_add_overflow(last, step, &last))
      return UINT64_MAX;
  }
  uint64_t bytes;
  if (__builtin_add_overflow(last, uint64_t(1), &last) ||
      __builtin_mul_overflow(last, uint64_t(elementBytes), &bytes))
    return UINT64_MAX;
  return bytes;
}

static unsigned getElementBytes(Type type) {
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor)
    return 0;
  Type element = tensor.getElementType();
  unsigned factor = 1;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    element = complex.getElementType();
    factor = 2;
  }
  return factor * llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

FailureOr<tp::BlobAttr>
ProgramImporter::importBlob(StringRef fqn, const Payload &payload, Type type) {
  auto entry = archive.findPayload(*payload.meta, payload.kind);
  if (!entry)
    return report(entry.takeError());
  const TensorMeta *meta = payload.meta->tensorMeta;
  bool pickled = payload.meta->usePickle;
  if (meta && !pickled && (*entry)->size != 0) {
    std::optional<uint64_t> extent = getExtent(*meta, getElementBytes(type));
    if (extent && *extent > (*entry)->size)
      return mlir::emitError(shared.getFileLoc())
             << "entry '" << (*entry)->fullName << "': expected at least "
             << *extent << " bytes for '" << fqn << "', got " << (*entry)->size;
  }
  StringRef folder = payload.kind == PayloadKind::Weights ? layout::weights
                                                          : layout::constants;
  return tp::BlobAttr::get(context, archiveSymbol,
                           shared.str((folder + payload.meta->pathName).str()),
                           /*offset=*/0, /*size=*/-1, pickled);
}

Type ProgramImporter::getStateType(StringRef fqn, StateKind kind,
                                   const Payload *payload,
                                   const InputSpec *spec) {
  if (kind == StateKind::object)
    return ObjectType::get(context,
                           shared.str(spec ? spec->classFqn : StringRef()));
  const TensorMeta *meta = payload ? payload->meta->tensorMeta : nullptr;
  if (!meta && spec)
    meta = tensors.lookup(spec->name);
  if (meta)
    return shared.importTensor(*meta, kind == StateKind::parameter,
                               "the payload of '" + fqn + "'");
  shared.emitError("$.graph_module.signature")
      << "no metadata for the state '" << fqn << "'";
  return {};
}

LogicalResult ProgramImporter::addState(StringRef fqn, StateKind kind,
                                        bool persistent, const Payload *payload,
                                        const InputSpec *spec) {
  if (!declared.insert(fqn).second)
    return success();
  Type type = getStateType(fqn, kind, payload, spec);
  if (!type)
    return failure();
  tp::BlobAttr blob;
  BoolAttr persistentAttr, requiresGrad;
  if (payload) {
    FailureOr<tp::BlobAttr> imported = importBlob(fqn, *payload, type);
    if (failed(imported))
      return failure();
    blob = *imported;
  }
  if (kind == StateKind::buffer && !persistent)
    persistentAttr = builder.getBoolAttr(false);
  if (kind == StateKind::parameter) {
    const TensorMeta *meta = payload ? payload->meta->tensorMeta : nullptr;
    if (!meta && spec)
      meta = tensors.lookup(spec->name);
    if (meta && !meta->requiresGrad)
      requiresGrad = builder.getBoolAttr(false);
  }
  StateOp::create(builder, shared.getFileLoc(),
                  StateKindAttr::get(context, kind), shared.str(fqn),
                  TypeAttr::get(type), blob, persistentAttr, requiresGrad);
  return success();
}

LogicalResult ProgramImporter::importInputState(const InputSpec &spec) {
  StateKind kind;
  switch (spec.kind) {
  case InputSpec::Kind::Parameter:
    kind = StateKind::parameter;
    break;
  case InputSpec::Kind::Buffer:
    kind = StateKind::buffer;
    break;
  case InputSpec::Kind::TensorConstant:
    kind = StateKind::constant;
    break;
  case InputSpec::Kind::CustomObj:
    kind = StateKind::object;
    break;
  default:
    return success();
  }
  auto payload = payloads.find(spec.target);
  bool found = payload != payloads.end();
  bool isPickled = entries.pickledWeights || entries.pickledConstants;
  if (!found && !isPickled)
    return shared.emitError("$.graph_module.signature")
           << "no payload for the state '" << spec.target << "'";
  return addState(spec.target, kind, spec.persistent,
                  found ? &payload->second : nullptr, &spec);
}

/// State that the archive holds and the graph does not take.
LogicalResult ProgramImporter::importOtherState(StringRef fqn,
                                                const Payload &payload) {
  StateKind kind = StateKind::buffer;
  if (!payload.meta->tensorMeta)
    kind = StateKind::object;
  else if (payload.kind == PayloadKind::Constants)
    kind = StateKind::constant;
  else if (payload.meta->isParam)
    kind = StateKind::parameter;
  return addState(fqn, kind, /*persistent=*/true, &payload, /*spec=*/nullptr);
}

LogicalResult ProgramImporter::importStates(GraphImporter &graph) {
  std::optional<Document<PayloadConfig>> weights, constants;
  if (failed(readPayloads(PayloadKind::Weights, weights)) ||
      failed(readPayloads(PayloadKind::Constants, constants)))
    return failure();
  for (const auto &entry : program->graphModule.graph.tensorValues)
    tensors.try_emplace(entry.key, &entry.value);
  for (const InputSpec &spec : program->graphModule.signature.inputSpecs)
    if (failed(importInputState(spec)))
      return failure();
  for (auto *config : {&weights, &constants}) {
    if (!*config)
      continue;
    for (const auto &entry : (**config)->config)
      if (failed(importOtherState(entry.key, payloads.lookup(entry.key))))
        return failure();
  }
  for (const auto &name : declared)
    graph.reserveSymbol(name.getKey());
  return success();
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

MetaAttr ProgramImporter::makeMeta(
    ArrayRef<std::pair<std::string, std::string>> entries) {
  if (entries.empty())
    return {};
  SmallVector<StringAttr> keys, values;
  for (const auto &[key, value] : entries) {
    keys.push_back(shared.str(key));
    values.push_back(shared.str(value));
  }
  return MetaAttr::get(context, keys, values);
}

Attribute ProgramImporter::importModuleCall(const ModuleCallEntry &entry,
                                            unsigned index) {
  if (!entry.signature)
    return ModuleCallAttr::get(context, shared.str(entry.fqn),
                               /*hasSignature=*/false, {}, {}, {}, {}, {});
  std::string where =
      ("$.graph_module.module_call_graph[" + Twine(index) + "].signature")
          .str();
  auto importAll = [&](ArrayRef<Argument> arguments, StringRef field,
                       SmallVectorImpl<Attribute> &attrs) {
    for (auto [i, argument] : llvm::enumerate(arguments)) {
      attrs.push_back(importRecordArgument(
          shared, argument, where + "." + field + "[" + Twine(i) + "]"));
      if (!attrs.back())
        return false;
    }
    return true;
  };
  auto importSpec = [&](StringRef json, StringRef field) {
    return TreeSpecAttr::getChecked(
        [&] { return shared.emitError(where + "." + field); }, context,
        shared.str(json));
  };
  SmallVector<Attribute> inputs, outputs;
  if (!importAll(entry.signature->inputs, "inputs", inputs) ||
      !importAll(entry.signature->outputs, "outputs", outputs))
    return {};
  TreeSpecAttr inSpec = importSpec(entry.signature->inSpec, "in_spec");
  TreeSpecAttr outSpec = importSpec(entry.signature->outSpec, "out_spec");
  if (!inSpec || !outSpec)
    return {};
  ArrayAttr names;
  if (entry.signature->forwardArgNames) {
    SmallVector<Attribute> attrs;
    for (StringRef name : *entry.signature->forwardArgNames)
      attrs.push_back(shared.str(name));
    names = builder.getArrayAttr(attrs);
  }
  return ModuleCallAttr::get(context, shared.str(entry.fqn),
                             /*hasSignature=*/true, inputs, outputs, inSpec,
                             outSpec, names);
}

LogicalResult ProgramImporter::importRecords() {
  ArrayAttr dims = shared.importDims(*program);
  if (!dims)
    return failure();
  if (!dims.empty())
    op.setDimsAttr(dims);
  if (ArrayAttr hints = shared.importHints(dims))
    op.setHintsAttr(hints);

  SmallVector<Attribute> calls;
  for (auto [index, entry] :
       llvm::enumerate(program->graphModule.moduleCallGraph)) {
    calls.push_back(importModuleCall(entry, index));
    if (!calls.back())
      return failure();
  }
  if (!calls.empty())
    op.setModuleCallsAttr(builder.getArrayAttr(calls));

  SmallVector<std::pair<std::string, std::string>> list;
  for (const auto &[key, value] : program->opsetVersion)
    list.emplace_back(key.str(), std::to_string(value));
  if (!list.empty())
    op.setOpsetVersionAttr(makeMeta(list));
  op.setSchemaVersionAttr(shared.str((Twine(program->schemaVersion.major) +
                                      "." + Twine(program->schemaVersion.minor))
                                         .str()));
  op.setTorchVersionAttr(shared.str(program->torchVersion));
  SmallVector<Attribute> verifiers;
  for (StringRef verifier : program->verifiers)
    verifiers.push_back(shared.str(verifier));
  if (!verifiers.empty())
    op.setVerifiersAttr(builder.getArrayAttr(verifiers));
  if (MetaAttr meta = shared.importMeta(program->graphModule.metadata))
    op.setGraphMetadataAttr(meta);

  SmallVector<NamedAttribute> tuples;
  for (const auto &[name, fields] :
       program->graphModule.treespecNamedtupleFields) {
    SmallVector<Attribute> attrs;
    for (StringRef field : fields)
      attrs.push_back(shared.str(field));
    tuples.emplace_back(shared.str(name), builder.getArrayAttr(attrs));
  }
  if (!tuples.empty())
    op.setNamedtupleFieldsAttr(builder.getDictionaryAttr(tuples));

  list.clear();
  if (program->dialect)
    list.emplace_back("$.dialect", program->dialect->str());
  for (const UnknownField &field : unknown)
    list.emplace_back((field.objectPath + "." + field.key).str(),
                      field.rawJson.str());
  if (!list.empty())
    op.setExtraAttr(makeMeta(list));
  if (entries.sampleInputs)
    op->setAttr(TPDialect::getSampleInputsAttrName(),
                tp::BlobAttr::get(context, archiveSymbol,
                                  shared.str(entries.sampleInputs->name),
                                  /*offset=*/0, /*size=*/-1,
                                  /*pickled=*/true));
  return success();
}

LogicalResult ProgramImporter::import(OpBuilder &moduleBuilder) {
  auto document = archive.readProgram(entries);
  if (!document)
    return report(document.takeError());
  program = &**document;
  unknown = document->unknownFields();
  OperationState state(shared.getFileLoc(), ProgramOp::getOperationName());
  state.addAttribute("sym_name", shared.str(entries.name));
  state.addRegion();
  op = cast<ProgramOp>(moduleBuilder.create(state));
  Block *block = &op.getBody().emplaceBlock();
  builder.setInsertionPointToEnd(block);

  GraphImporter graph(shared, program->graphModule.graph, block,
                      "$.graph_module.graph");
  return failure(failed(importStates(graph)) ||
                 failed(graph.importRoot(program->graphModule.signature,
                                         program->guardsCode)) ||
                 failed(importRecords()));
}

//===----------------------------------------------------------------------===//
// Archives
//===----------------------------------------------------------------------===//

/// The files of an archive that belong to no program, for the writer.
static ArrayAttr getFiles(MLIRContext *context, const PT2Archive &archive) {
  SmallVector<Attribute> names;
  auto add = [&](const archive::Entry *entry) {
    // What torch notes of the archive itself is made anew.
    if (!entry->isFolder() && entry->inRoot &&
        !entry->name.starts_with(".data/"))
      names.push_back(StringAttr::get(context, entry->name));
  };
  llvm::for_each(archive.extraFiles(), add);
  for (const CompiledEntries &model : archive.compiledModels())
    llvm::for_each(model.entries, add);
  llvm::for_each(archive.otherEntries(), add);
  return names.empty() ? ArrayAttr() : ArrayAttr::get(context, names);
}

OwningOpRef<ModuleOp> mlir::tp::importPT2(StringRef path, MLIRContext *context,
                                          const ImportOptions &options) {
  context->loadDialect<TPDialect>();
  Location loc = FileLineColLoc::get(context, path, 0, 0);
  auto archive = PT2Archive::open(path);
  if (!archive) {
    (void)emitFileError(loc, archive.takeError());
    return {};
  }
  context->getLoadedDialect<TPDialect>()->getPathPolicy().allow(path);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  std::string name = llvm::sys::path::stem(path).str();
  while (archive->find(name))
    name += "_archive";
  auto op = ArchiveOp::create(
      builder, loc, builder.getStringAttr(name),
      builder.getStringAttr(archive::getRelativePath(path, options.relativeTo)),
      builder.getStringAttr(archive::getFingerprint(*archive->zip())));
  if (ArrayAttr files = getFiles(context, *archive))
    op->setAttr(TPDialect::getFilesAttrName(), files);
  for (const ProgramEntries &entries : archive->programs()) {
    ProgramImporter importer(*archive, entries, context,
                             FlatSymbolRefAttr::get(context, name));
    if (failed(importer.import(builder)))
      return {};
  }
  return module;
}
