//===- ExportDocument.cpp - A program as a document -----------------------===//
//
// The document around the nodes: signature, module calls, records, and the
// member that holds what the format has no room for.
//
//===----------------------------------------------------------------------===//

#include "ExportDocument.h"
#include "tp/IR/ArgSyntax.h"
#include "tp/Program/Signature.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::tensorplay;
namespace json = llvm::json;

namespace {
class DocumentWriter {
public:
  DocumentWriter(ProgramOp program, raw_ostream &os)
      : program(program), json(os), graph(program, json) {}
  LogicalResult write();

private:
  LogicalResult writeSignature();
  LogicalResult writeOutputSpec(const ExportedOutput &output, size_t index);
  void writeNamed(StringRef type, StringRef name) {
    json.object([&] {
      json.attribute("t", type);
      json.attribute("name", name);
    });
  }
  LogicalResult writeConstant(StringRef name, Attribute value);
  LogicalResult writeModuleCalls();
  LogicalResult writeModuleCall(ModuleCallAttr call);
  LogicalResult writeArguments(ArrayRef<Attribute> arguments, bool isRoot);
  LogicalResult writeRootCall();
  LogicalResult writeMeta();
  LogicalResult writeSpec(StringRef key, TreeSpecAttr spec);
  void writeVersions();
  void writeExtra();
  void writeExtension();
  template <typename T> void writeTexts(StringRef key, const T &table);
  void writeAttributes();
  ModuleCallAttr getRootCall();
  json::Value getOutputTree();

  ProgramOp program;
  JsonOut json;
  GraphExporter graph;
};
} // namespace

template <typename T> static std::string print(T value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  value.print(os);
  return text;
}

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

LogicalResult DocumentWriter::writeConstant(StringRef name, Attribute value) {
  json.objectBegin();
  json.attribute("t", "ConstantArgument");
  json.attribute("name", name);
  json.attributeBegin("value");
  // The signature has no pickles: what is no JSON stands in the graph only.
  if (isa<tp::NoneAttr, IntegerAttr, FloatAttr, StringAttr>(value)) {
    ArrayRef<std::string> none;
    if (failed(graph.writeValue(program, value, none)))
      return failure();
  } else {
    json.value(nullptr);
  }
  json.attributeEnd();
  json.objectEnd();
  return success();
}

LogicalResult DocumentWriter::writeOutputSpec(const ExportedOutput &output,
                                              size_t index) {
  json.objectBegin();
  json.attribute("kind", getSignatureName(output.kind));
  json.attributeBegin("arg");
  if (output.name.empty()) {
    if (failed(
            writeConstant(("constant_" + Twine(index)).str(), output.constant)))
      return failure();
  } else {
    writeNamed(output.kind == OutputKind::token ? "TokenArgument"
                                                : "TensorArgument",
               output.name);
  }
  json.attributeEnd();
  if (output.target.empty())
    json.attribute("target", nullptr);
  else
    json.attribute("target", output.kind == OutputKind::input
                                 ? graph.getNewName(output.target)
                                 : StringRef(output.target));
  json.attribute("persistent", nullptr);
  if (!output.path.empty())
    json.attribute("tp_path", output.path);
  json.objectEnd();
  return success();
}

LogicalResult DocumentWriter::writeSignature() {
  json.attributeBegin("signature");
  json.objectBegin();
  json.attributeBegin("input_specs");
  json.arrayBegin();
  for (ExportedInput input : graph.getInputs()) {
    json.objectBegin();
    json.attribute("kind", getSignatureName(input.kind));
    json.attributeBegin("arg");
    if (input.kind == InputKind::specialized) {
      if (failed(writeConstant(input.name,
                               input.placeholder.getDefaultValueAttr())))
        return failure();
    } else if (input.kind == InputKind::object) {
      json.object([&] {
        json.attribute("t", "CustomObjArgument");
        json.attribute("name", input.name);
        auto type = dyn_cast<ObjectType>(input.state.getType());
        json.attribute("class_fqn",
                       type ? type.getClassName().getValue() : StringRef());
        json.attribute("fake_val", nullptr);
      });
    } else {
      writeNamed(input.kind == InputKind::token ? "TokenArgument"
                                                : "TensorArgument",
                 input.name);
    }
    json.attributeEnd();
    StateOp state = input.state;
    if (state)
      json.attribute("target", state.getSymName());
    else
      json.attribute("target", nullptr);
    if (input.kind == InputKind::buffer)
      json.attribute("persistent", !state.getPersistentAttr() ||
                                       state.getPersistentAttr().getValue());
    else
      json.attribute("persistent", nullptr);
    json.objectEnd();
  }
  json.arrayEnd();
  json.attributeEnd();
  json.attributeBegin("output_specs");
  json.arrayBegin();
  for (auto [index, output] : llvm::enumerate(graph.getOutputs()))
    if (failed(writeOutputSpec(output, index)))
      return failure();
  json.arrayEnd();
  json.attributeEnd();
  json.objectEnd();
  json.attributeEnd();
  return success();
}

//===----------------------------------------------------------------------===//
// Module calls
//===----------------------------------------------------------------------===//

ModuleCallAttr DocumentWriter::getRootCall() {
  if (ArrayAttr calls = program.getModuleCallsAttr())
    for (auto call : calls.getAsRange<ModuleCallAttr>())
      if (call.getFqn().empty() && call.getHasSignature())
        return call;
  return {};
}

static StringRef getArgumentType(ArgArm arm) {
  switch (arm) {
  case ArgArm::sym_int:
    return "SymIntArgument";
  case ArgArm::sym_float:
    return "SymFloatArgument";
  case ArgArm::sym_bool:
    return "SymBoolArgument";
  case ArgArm::token:
    return "TokenArgument";
  default:
    return "TensorArgument";
  }
}

LogicalResult DocumentWriter::writeArguments(ArrayRef<Attribute> arguments,
                                             bool isRoot) {
  json.arrayBegin();
  // Lifted state is an input of the program itself.
  if (isRoot)
    for (const ExportedInput &input : graph.getInputs())
      if (input.state)
        writeNamed("TensorArgument", input.name);
  for (Attribute argument : arguments) {
    auto ref = dyn_cast<NameRefAttr>(argument);
    if (!ref) {
      if (failed(writeConstant("", argument)))
        return failure();
      continue;
    }
    StringRef name = graph.getNewName(ref.getName().getValue());
    if (ref.getArm() != ArgArm::custom_obj) {
      writeNamed(getArgumentType(ref.getArm()), name);
      continue;
    }
    json.object([&] {
      json.attribute("t", "CustomObjArgument");
      json.attribute("name", name);
      json.attribute("class_fqn", ref.getClassName()
                                      ? ref.getClassName().getValue()
                                      : StringRef());
      json.attribute("fake_val", nullptr);
    });
  }
  json.arrayEnd();
  return success();
}

LogicalResult DocumentWriter::writeSpec(StringRef key, TreeSpecAttr spec) {
  json.attributeBegin(key);
  if (!spec) {
    json.value(nullptr);
    json.attributeEnd();
    return success();
  }
  llvm::Expected<json::Value> parsed = json::parse(spec.getJson().getValue());
  bool valid = false;
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
  } else if (const json::Array *list = parsed->getAsArray()) {
    valid = list->size() == 2 && writeTree(json, (*list)[1]);
  }
  if (!valid)
    return program.emitError(
               "expected a tree specification of protocol 1, got ")
           << spec;
  json.attributeEnd();
  return success();
}

LogicalResult DocumentWriter::writeModuleCall(ModuleCallAttr call) {
  json.objectBegin();
  json.attribute("fqn", call.getFqn().getValue());
  json.attributeBegin("signature");
  if (!call.getHasSignature()) {
    json.value(nullptr);
  } else {
    bool isRoot = call.getFqn().empty();
    json.objectBegin();
    json.attributeBegin("inputs");
    if (failed(writeArguments(call.getInputs(), isRoot)))
      return failure();
    json.attributeEnd();
    json.attributeBegin("outputs");
    if (failed(writeArguments(call.getOutputs(), false)))
      return failure();
    json.attributeEnd();
    if (failed(writeSpec("in_spec", call.getInSpec())) ||
        failed(writeSpec("out_spec", call.getOutSpec())))
      return failure();
    json.attributeBegin("forward_arg_names");
    if (ArrayAttr names = call.getForwardArgNames()) {
      json.arrayBegin();
      if (isRoot)
        for (const ExportedInput &input : graph.getInputs())
          if (input.state)
            json.value(input.name);
      for (auto name : names.getAsRange<StringAttr>())
        json.value(graph.getNewName(name.getValue()));
      json.arrayEnd();
    } else {
      json.value(nullptr);
    }
    json.attributeEnd();
    json.objectEnd();
  }
  json.attributeEnd();
  json.objectEnd();
  return success();
}

LogicalResult DocumentWriter::writeModuleCalls() {
  json.attributeBegin("module_call_graph");
  json.arrayBegin();
  if (ArrayAttr calls = program.getModuleCallsAttr())
    for (auto call : calls.getAsRange<ModuleCallAttr>())
      if (failed(writeModuleCall(call)))
        return failure();
  json.arrayEnd();
  json.attributeEnd();
  return success();
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

static size_t countLeaves(const json::Value &tree) {
  const json::Object *object = tree.getAsObject();
  const json::Value *type = object ? object->get("type") : nullptr;
  if (!type || type->getAsNull())
    return 1;
  size_t count = 0;
  if (const json::Array *children = object->getArray("children_spec"))
    for (const json::Value &child : *children)
      count += countLeaves(child);
  return count;
}

/// The tree of what the user gets: that of the record, which knows classes of
/// containers, where it fits the program.
json::Value DocumentWriter::getOutputTree() {
  json::Value made = makeTree(graph.getUserValue());
  ModuleCallAttr root = getRootCall();
  if (!root || !root.getOutSpec())
    return made;
  llvm::Expected<json::Value> parsed =
      json::parse(root.getOutSpec().getJson().getValue());
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return made;
  }
  const json::Array *list = parsed->getAsArray();
  if (!list || list->size() != 2 ||
      countLeaves((*list)[1]) != countLeaves(made))
    return made;
  return (*list)[1];
}

LogicalResult DocumentWriter::writeMeta() {
  json.attributeBegin("meta");
  json.objectBegin();
  json.attribute("num_mutations",
                 static_cast<int64_t>(graph.getMutationCount()));
  if (ModuleCallAttr root = getRootCall()) {
    if (failed(writeSpec("in_spec", root.getInSpec())))
      return failure();
  } else {
    json.attribute("in_spec", nullptr);
  }
  json.attributeBegin("out_spec");
  if (!writeTree(json, getOutputTree()))
    return program.emitError("expected a tree specification of the output");
  json.attributeEnd();
  if (MetaAttr extra = program.getExtraAttr())
    for (auto [key, value] : llvm::zip(extra.getKeys(), extra.getValues())) {
      StringRef name = key.getValue();
      if (name.consume_front("$.meta.") && !name.contains('.')) {
        json.attributeBegin(name);
        json.rawValue(value.getValue());
        json.attributeEnd();
      }
    }
  json.objectEnd();
  json.attributeEnd();
  return success();
}

void DocumentWriter::writeVersions() {
  json.attributeObject("opset_version", [&] {
    MetaAttr versions = program.getOpsetVersionAttr();
    if (!versions)
      return;
    for (auto [key, value] :
         llvm::zip(versions.getKeys(), versions.getValues())) {
      json.attributeBegin(key.getValue());
      json.rawValue(value.getValue());
      json.attributeEnd();
    }
  });
}

/// Members that the reader did not know.
void DocumentWriter::writeExtra() {
  MetaAttr extra = program.getExtraAttr();
  if (!extra)
    return;
  for (auto [key, value] : llvm::zip(extra.getKeys(), extra.getValues())) {
    StringRef name = key.getValue();
    if (!name.consume_front("$.") || name.contains('.') || name == "dialect" ||
        name == "dynamic_shapes" || name == "equality_constraints")
      continue;
    json.attributeBegin(name);
    json.rawValue(value.getValue());
    json.attributeEnd();
  }
}

template <typename T>
void DocumentWriter::writeTexts(StringRef key, const T &table) {
  if (table.empty())
    return;
  json.attributeArray(key, [&] {
    for (auto &entry : table)
      json.value(print(entry.first));
  });
}

/// Attributes of the program that the document has no member for, as text.
void DocumentWriter::writeAttributes() {
  // Members that stand at the document's top go back there.
  MetaAttr extra = program.getExtraAttr();
  bool isTop = !extra || llvm::all_of(extra.getKeys(), [](StringAttr key) {
    StringRef name = key.getValue();
    return name.consume_front("$.") &&
           (name.consume_front("meta."), !name.contains('.'));
  });
  json.attributeObject("attributes", [&] {
    for (NamedAttribute attribute : program->getAttrs()) {
      StringRef name = attribute.getName();
      if (name == "sym_name" || name == "module_calls" ||
          (name == "extra" && isTop) || name == "opset_version" ||
          (name == "functional" && graph.hasCopies))
        continue;
      json.attribute(name, print(attribute.getValue()));
    }
  });
}

template <typename OpT, typename Get>
static void writeCodes(JsonOut &json, ProgramOp program, StringRef key,
                       Get get) {
  auto ops = program.getBody().getOps<OpT>();
  if (ops.empty())
    return;
  json.attributeArray(key, [&] {
    for (OpT op : ops)
      json.value(json::fixUTF8(get(op)));
  });
}

void DocumentWriter::writeExtension() {
  json.attributeObject(extensionKey, [&] {
    json.attribute("version", extensionVersion);
    writeTexts("types", graph.types);
    if (!graph.metadata.empty())
      json.attributeArray("metadata", [&] {
        for (auto &entry : graph.metadata)
          json.object([&] {
            for (auto [key, value] :
                 llvm::zip(entry.first.getKeys(), entry.first.getValues()))
              json.attribute(json::fixUTF8(key.getValue()),
                             json::fixUTF8(value.getValue()));
          });
      });
    writeAttributes();
    writeCodes<GuardOp>(json, program, "guards",
                        [](GuardOp op) { return op.getCode(); });
    writeCodes<SchemaOp>(json, program, "schemas",
                         [](SchemaOp op) { return op.getSchema(); });
  });
}

LogicalResult DocumentWriter::write() {
  if (failed(graph.prepare()))
    return failure();
  json.objectBegin();
  json.attribute("schema_version", schemaVersion);
  MetaAttr extra = program.getExtraAttr();
  json.attributeBegin("dialect");
  if (StringAttr dialect = extra ? extra.lookup("$.dialect") : StringAttr())
    json.rawValue(dialect.getValue());
  else
    json.value("STABLE");
  json.attributeEnd();
  json.attributeBegin("graph");
  json.objectBegin();
  json.attributeBegin("nodes");
  if (failed(graph.writeNodes()))
    return failure();
  json.attributeEnd();
  json.objectEnd();
  json.attributeEnd();
  if (failed(writeSignature()) || failed(writeModuleCalls()))
    return failure();
  writeConstraints(json, program, graph.getInputs());
  if (failed(writeMeta()))
    return failure();
  writeVersions();
  writeExtra();
  writeExtension();
  json.objectEnd();
  return success();
}

LogicalResult tensorplay::writeDocument(ProgramOp program, raw_ostream &os) {
  return DocumentWriter(program, os).write();
}
