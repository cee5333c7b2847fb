//===- ExportProgram.cpp - The document of a program ----------------------===//
//
// Signature, module calls and records around the graph.
//
//===----------------------------------------------------------------------===//

#include "ExportGraph.h"
#include "tp/Schema/Registry.h"
#include "tp/Target/PT2/Export.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::pt2;

struct ProgramModel::Impl {
  llvm::BumpPtrAllocator memory;
  ExportedProgram program;
  SmallVector<UnknownField> unknown;
};

ProgramModel::ProgramModel() : impl(std::make_unique<Impl>()) {}
ProgramModel::~ProgramModel() = default;
ProgramModel::ProgramModel(ProgramModel &&) = default;
const ExportedProgram &ProgramModel::getProgram() const {
  return impl->program;
}
ArrayRef<UnknownField> ProgramModel::getUnknownFields() const {
  return impl->unknown;
}

//===----------------------------------------------------------------------===//
// Nesting of inputs and outputs
//===----------------------------------------------------------------------===//

/// Writes a container of a tree specification; `writeChildren` its elements.
static void writeContainer(raw_ostream &os, StringRef type, StringRef context,
                           function_ref<void()> writeChildren) {
  os << R"({"type": )" << llvm::json::Value(type) << R"(, "context": )"
     << llvm::json::Value(context) << R"(, "children_spec": [)";
  writeChildren();
  os << "]}";
}

static void writeLeaf(raw_ostream &os) {
  os << R"({"type": null, "context": null, "children_spec": []})";
}

/// The specification of what a program returns.
static void writeTree(raw_ostream &os, Attribute literal) {
  auto writeAll = [&](ArrayRef<Attribute> parts) {
    llvm::interleaveComma(parts, os,
                          [&](Attribute part) { writeTree(os, part); });
  };
  if (auto tuple = dyn_cast<tp::TupleAttr>(literal)) {
    writeContainer(os, "builtins.tuple", "null",
                   [&] { writeAll(tuple.getElements()); });
  } else if (auto list = dyn_cast<ListAttr>(literal)) {
    writeContainer(os, "builtins.list", "null",
                   [&] { writeAll(list.getElements()); });
  } else if (auto dict = dyn_cast<tp::DictAttr>(literal)) {
    std::string keys;
    llvm::raw_string_ostream keyStream(keys);
    keyStream << '[';
    llvm::interleaveComma(dict.getKeys(), keyStream, [&](Attribute key) {
      if (auto text = dyn_cast<StringAttr>(key))
        keyStream << llvm::json::Value(text.getValue());
      else
        key.print(keyStream, /*elideType=*/true);
    });
    keyStream << ']';
    writeContainer(os, "builtins.dict", keys,
                   [&] { writeAll(dict.getValues()); });
  } else {
    writeLeaf(os);
  }
}

/// `[1, TREE]`: the first version of the notation.
static std::string makeTreeSpec(function_ref<void(raw_ostream &)> write) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "[1, ";
  write(os);
  os << ']';
  return text;
}

static std::string makeOutSpec(OutputOp output) {
  Attribute value = output.getValueAttr();
  if (!value) {
    size_t count = output.getOperands().size();
    if (ArrayAttr mutations = output.getMutationsAttr())
      count -= mutations.size();
    value = tp::TupleAttr::get(
        output.getContext(),
        SmallVector<Attribute>(count, OperandAttr::get(output.getContext())));
  }
  return makeTreeSpec([&](raw_ostream &os) { writeTree(os, value); });
}

static std::string makeInSpec(ProgramOp program) {
  auto writeInputs = [&](raw_ostream &os) {
    bool isFirst = true;
    for (auto input : program.getBody().front().getOps<PlaceholderOp>()) {
      if (input.getKind() != InputKind::user &&
          input.getKind() != InputKind::specialized)
        continue;
      if (!isFirst)
        os << ", ";
      isFirst = false;
      writeLeaf(os);
    }
  };
  return makeTreeSpec([&](raw_ostream &os) {
    writeContainer(os, "builtins.tuple", "null", [&] {
      writeContainer(os, "builtins.tuple", "null", [&] { writeInputs(os); });
      os << ", ";
      writeContainer(os, "builtins.dict", "[]", [] {});
    });
  });
}

/// Whether the value of an output is nested deeper than what importers make,
/// whose nesting is in the records.
static bool isNested(OutputOp output) {
  Attribute value = output.getValueAttr();
  auto isContainer = llvm::IsaPred<ListAttr, tp::TupleAttr, tp::DictAttr>;
  auto tuple = dyn_cast_or_null<tp::TupleAttr>(value);
  if (tuple)
    return llvm::any_of(tuple.getElements(), isContainer);
  return static_cast<bool>(value);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

namespace {
/// Exports one program.
class ProgramExporter {
public:
  ProgramExporter(ProgramOp op, ProgramModel::Impl &model)
      : op(op), model(model), shared(op, model.memory),
        graph(shared, op.getBody().front()) {}

  LogicalResult run();

private:
  LogicalResult exportSignature();
  LogicalResult exportModuleCalls();
  LogicalResult exportModuleCall(ModuleCallAttr call, ModuleCallEntry &entry);
  const ModuleCallSignature *makeRootCall();
  LogicalResult exportArguments(ArrayRef<Attribute> literals,
                                ArrayRef<Argument> &arguments);
  LogicalResult exportVersions();
  void exportNamedTuples();
  void exportUnknown();

  ProgramOp op;
  ProgramModel::Impl &model;
  ExportContext shared;
  GraphExporter graph;
};
} // namespace

LogicalResult ProgramExporter::exportSignature() {
  llvm::DenseMap<StringRef, StateOp> states;
  for (auto state : op.getBody().front().getOps<StateOp>())
    states.try_emplace(state.getSymName(), state);
  SmallVector<InputSpec> inputs;
  for (unsigned i = 0, e = graph.get().inputs.size(); i != e; ++i) {
    FailureOr<InputSpec> spec = graph.exportInputSpec(i);
    if (failed(spec))
      return failure();
    StateOp state = states.lookup(spec->target);
    spec->persistent = spec->kind == InputSpec::Kind::Buffer &&
                       (!state || state.getPersistent().value_or(true));
    inputs.push_back(*spec);
  }
  model.program.graphModule.signature.inputSpecs = shared.copy(inputs);
  model.program.graphModule.signature.outputSpecs =
      shared.copy(graph.getOutputSpecs());
  return success();
}

LogicalResult ProgramExporter::exportArguments(ArrayRef<Attribute> literals,
                                               ArrayRef<Argument> &arguments) {
  SmallVector<Argument> list;
  ValueRange none;
  for (Attribute literal : literals) {
    FailureOr<Argument> argument = graph.exportArgument(op, literal, none);
    if (failed(argument))
      return failure();
    list.push_back(*argument);
  }
  arguments = shared.copy(list);
  return success();
}

LogicalResult ProgramExporter::exportModuleCall(ModuleCallAttr call,
                                                ModuleCallEntry &entry) {
  entry.fqn = call.getFqn().getValue();
  if (!call.getHasSignature())
    return success();
  ModuleCallSignature signature;
  if (failed(exportArguments(call.getInputs(), signature.inputs)) ||
      failed(exportArguments(call.getOutputs(), signature.outputs)))
    return failure();
  if (call.getInSpec())
    signature.inSpec = call.getInSpec().getJson().getValue();
  if (call.getOutSpec())
    signature.outSpec = call.getOutSpec().getJson().getValue();
  if (entry.fqn.empty() && isNested(op.getOutput()))
    signature.outSpec = shared.save(makeOutSpec(op.getOutput()));
  if (ArrayAttr names = call.getForwardArgNames()) {
    SmallVector<StringRef> list;
    for (Attribute name : names)
      list.push_back(cast<StringAttr>(name).getValue());
    signature.forwardArgNames = shared.copy(list);
  }
  entry.signature = shared.saveStruct(signature);
  return success();
}

/// The entry of the program itself, which torch needs.
const ModuleCallSignature *ProgramExporter::makeRootCall() {
  ModuleCallSignature signature;
  signature.inSpec = shared.save(makeInSpec(op));
  signature.outSpec = shared.save(makeOutSpec(op.getOutput()));
  return shared.saveStruct(signature);
}

LogicalResult ProgramExporter::exportModuleCalls() {
  SmallVector<ModuleCallEntry> calls;
  bool hasRoot = false;
  if (ArrayAttr attrs = op.getModuleCallsAttr())
    for (ModuleCallAttr call : attrs.getAsRange<ModuleCallAttr>()) {
      ModuleCallEntry &entry = calls.emplace_back();
      if (failed(exportModuleCall(call, entry)))
        return failure();
      hasRoot |= entry.fqn.empty() && entry.signature;
    }
  if (!hasRoot)
    calls.insert(calls.begin(), ModuleCallEntry{StringRef(), makeRootCall()});
  model.program.graphModule.moduleCallGraph = shared.copy(calls);
  return success();
}

LogicalResult ProgramExporter::exportVersions() {
  ExportedProgram &program = model.program;
  SmallVector<KeyValue<int64_t>> opsets;
  for (const auto &[key, value] : shared.exportMeta(op.getOpsetVersionAttr())) {
    int64_t number;
    if (value.getAsInteger(10, number))
      return emitNodeError(op)
             << "expected a number as the version of the operators '" << key
             << "', got '" << value << "'";
    opsets.push_back({key, number});
  }
  if (!op.getOpsetVersionAttr())
    opsets.push_back({"aten", 10});
  program.opsetVersion = shared.copy(opsets);

  std::optional<StringRef> version = op.getTorchVersion();
  program.torchVersion =
      version ? *version : schema::BuiltinTable::getTorchVersion();
  SmallVector<StringRef> verifiers;
  if (ArrayAttr names = op.getVerifiersAttr())
    for (Attribute name : names)
      verifiers.push_back(cast<StringAttr>(name).getValue());
  else
    verifiers.push_back("TRAINING");
  program.verifiers = shared.copy(verifiers);
  return success();
}

void ProgramExporter::exportNamedTuples() {
  SmallVector<KeyValue<ArrayRef<StringRef>>> tuples;
  DictionaryAttr dict = op.getNamedtupleFieldsAttr();
  if (!dict)
    return;
  for (NamedAttribute entry : dict) {
    SmallVector<StringRef> fields;
    if (auto names = dyn_cast<ArrayAttr>(entry.getValue()))
      for (auto name : names.getAsRange<StringAttr>())
        fields.push_back(name.getValue());
    tuples.push_back({entry.getName().getValue(), shared.copy(fields)});
  }
  model.program.graphModule.treespecNamedtupleFields = shared.copy(tuples);
}

/// Fields that the importer did not know, by the path of their object.
void ProgramExporter::exportUnknown() {
  for (const auto &[path, value] : shared.exportMeta(op.getExtraAttr())) {
    if (path == "$.dialect") {
      model.program.dialect = value;
      continue;
    }
    auto [object, key] = path.rsplit('.');
    model.unknown.push_back({object, key, value});
  }
}

LogicalResult ProgramExporter::run() {
  if (!op.getOutput())
    return emitNodeError(op) << "expected 'tp.output' as the last operation";
  if (failed(graph.run()) || failed(exportSignature()) ||
      failed(exportModuleCalls()) || failed(exportVersions()))
    return failure();
  GraphModule &graphModule = model.program.graphModule;
  graphModule.graph = graph.get();
  graphModule.metadata = shared.exportMeta(op.getGraphMetadataAttr());
  exportNamedTuples();
  exportUnknown();
  model.program.rangeConstraints = shared.exportRanges();
  model.program.guardsCode = shared.copy(graph.getGuards());
  return success();
}

FailureOr<ProgramModel> mlir::tp::pt2::exportProgram(ProgramOp program) {
  ProgramModel model;
  if (failed(ProgramExporter(program, *model.operator->()).run()))
    return failure();
  return model;
}
