//===- ImportProgram.cpp - Import of one document -------------------------===//
//
// State, signature and records; the graph is in ImportGraph.cpp.
//
//===----------------------------------------------------------------------===//

#include "ImportProgram.h"
#include "ImportGraph.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::tensorplay;

namespace {
class ProgramImporter {
public:
  ProgramImporter(const ProgramParts &parts, Location loc, ProgramOp op)
      : parts(parts), loc(loc), op(op), context(op.getContext()),
        document(parts.document->root()), builder(context), dimensions(context),
        graph(op, loc, dimensions) {
    builder.setInsertionPointToEnd(&op.getBody().front());
  }
  LogicalResult import();

private:
  LogicalResult checkVersion();
  LogicalResult readTable(const JsonFile *table, StringRef folder);
  LogicalResult readInputs();
  LogicalResult readInput(const Json &spec);
  LogicalResult readOutputs();
  LogicalResult addState(StringAttr path, StateKind kind, bool persistent,
                         const Json *spec);
  LogicalResult addOtherStates();
  FailureOr<Type> getPayloadType(const Json &payload);
  FailureOr<tp::BlobAttr> getBlob(const Json &payload, StringRef folder,
                                  Type type);
  LogicalResult readExtension();
  LogicalResult importDims();
  LogicalResult importConditions();
  LogicalResult importModuleCalls();
  Attribute importModuleCall(const Json &entry);
  LogicalResult importArguments(const Json &list,
                                SmallVectorImpl<Attribute> &arguments);
  LogicalResult importRecords();
  LogicalResult keepUnknown();
  /// Text of an attribute or type that this project wrote.
  FailureOr<Attribute> parseText(const Json &text);
  FailureOr<Type> parseTypeText(const Json &text);
  bool checkText(const Json &value, StringRef text);

  struct Payload {
    Json meta;
    StringRef folder;
  };

  const ProgramParts &parts;
  Location loc;
  ProgramOp op;
  MLIRContext *context;
  Json document;
  OpBuilder builder;
  Dimensions dimensions;
  GraphImporter graph;
  std::optional<Json> extension, meta;
  std::unique_ptr<Json> tables[2];
  llvm::MapVector<StringAttr, Payload> payloads;
  llvm::DenseSet<StringAttr> declared;
};
} // namespace

//===----------------------------------------------------------------------===//
// The extension
//===----------------------------------------------------------------------===//

/// MLIR's parser recurses with the nesting of the text.
bool ProgramImporter::checkText(const Json &value, StringRef text) {
  unsigned depth = 0;
  for (char c : text) {
    if (c == '<' || c == '(' || c == '[' || c == '{')
      ++depth;
    else if (depth && (c == '>' || c == ')' || c == ']' || c == '}'))
      --depth;
    if (depth > 4 * maxDepth) {
      value.emitError() << "expected text nested at most " << 4 * maxDepth
                        << " deep";
      return false;
    }
  }
  return true;
}

FailureOr<Attribute> ProgramImporter::parseText(const Json &value) {
  FailureOr<StringRef> text = value.asString();
  if (failed(text) || !checkText(value, *text))
    return failure();
  Attribute parsed;
  {
    ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
    parsed = parseAttribute(*text, context);
  }
  if (parsed)
    return parsed;
  value.emitError() << "expected the text of an attribute";
  return failure();
}

FailureOr<Type> ProgramImporter::parseTypeText(const Json &value) {
  FailureOr<StringRef> text = value.asString();
  if (failed(text) || !checkText(value, *text))
    return failure();
  Type parsed;
  {
    ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
    parsed = parseType(*text, context);
  }
  if (parsed)
    return parsed;
  value.emitError() << "expected the text of a type";
  return failure();
}

LogicalResult ProgramImporter::readExtension() {
  extension = document.find(extensionKey);
  if (!extension)
    return success();
  FailureOr<Json> version = extension->get("version");
  if (failed(version))
    return failure();
  FailureOr<int64_t> number = version->asInteger();
  if (failed(number))
    return failure();
  if (*number != extensionVersion)
    return version->emitError()
           << "version " << *number << " is not " << extensionVersion
           << ", which this reader understands";
  if (auto types = extension->find("types"))
    if (failed(types->forEach([&](const Json &item) -> LogicalResult {
          FailureOr<Type> type = parseTypeText(item);
          graph.types.push_back(type.value_or(Type()));
          return type;
        })))
      return failure();
  if (auto metas = extension->find("metadata"))
    if (failed(metas->forEach([&](const Json &item) -> LogicalResult {
          SmallVector<StringAttr> keys, values;
          if (failed(item.forEachMember(
                  [&](StringRef key, const Json &value) -> LogicalResult {
                    FailureOr<StringRef> text = value.asString();
                    keys.push_back(builder.getStringAttr(key));
                    values.push_back(
                        builder.getStringAttr(text.value_or(StringRef())));
                    return text;
                  })))
            return failure();
          graph.metadata.push_back(MetaAttr::get(context, keys, values));
          return success();
        })))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

LogicalResult ProgramImporter::readTable(const JsonFile *file,
                                         StringRef folder) {
  if (!file)
    return success();
  std::unique_ptr<Json> &root = tables[folder == layout::weights ? 0 : 1];
  root = std::make_unique<Json>(file->root());
  return root->forEachMember([&](StringRef name, const Json &entry) {
    // What stands in both tables is read from the weights.
    payloads.insert({builder.getStringAttr(name), Payload{entry, folder}});
    return success();
  });
}

FailureOr<Type> ProgramImporter::getPayloadType(const Json &payload) {
  if (auto text = payload.find("tp_type"))
    return parseTypeText(*text);
  if (auto pickled = payload.find("use_pickle")) {
    FailureOr<bool> flag = pickled->asBool();
    if (failed(flag))
      return failure();
    if (*flag)
      return Type(ObjectType::get(context, builder.getStringAttr("")));
  }
  FailureOr<Json> dtype = payload.get("dtype"), sizes = payload.get("sizes");
  if (failed(dtype) || failed(sizes))
    return failure();
  FailureOr<StringRef> name = dtype->asString();
  if (failed(name))
    return failure();
  std::optional<ScalarType> scalar = symbolizeScalarType(*name);
  if (!scalar) {
    dtype->emitError() << "unknown dtype '" << *name << "'";
    return failure();
  }
  SmallVector<SymExprAttr> dims;
  if (failed(sizes->forEach([&](const Json &item) -> LogicalResult {
        FailureOr<int64_t> size = item.asInteger();
        if (succeeded(size) && *size < 0)
          return item.emitError()
                 << "expected a size of 0 or more, got " << *size;
        dims.push_back(SymExprAttr::getInteger(context, size.value_or(0)));
        return size;
      })))
    return failure();
  return makeTensorType(context, *scalar, dims, {}, DeviceAttr(),
                        /*requiresGrad=*/false);
}

/// The number of bytes of a contiguous tensor; none where it is symbolic.
static std::optional<uint64_t> getByteSize(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return std::nullopt;
  Type element = tensor.getElementType();
  uint64_t size = 1;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    element = complex.getElementType();
    size = 2;
  }
  size *= llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
  if (llvm::is_contained(tensor.getShape(), 0))
    return 0;
  for (int64_t dim : tensor.getShape())
    if (__builtin_mul_overflow(size, uint64_t(dim), &size))
      return UINT64_MAX;
  return size;
}

FailureOr<tp::BlobAttr> ProgramImporter::getBlob(const Json &payload,
                                                 StringRef folder, Type type) {
  FailureOr<Json> path = payload.get("path_name");
  if (failed(path))
    return failure();
  FailureOr<StringRef> name = path->asString();
  if (failed(name))
    return failure();
  std::string entry = (folder + *name).str();
  std::optional<uint64_t> size = parts.entrySize(entry);
  if (!size) {
    path->emitError() << "expected the entry '" << archive::printable(entry)
                      << "', which is not in the archive";
    return failure();
  }
  std::optional<uint64_t> expected = getByteSize(type);
  if (expected && *expected != *size) {
    path->emitError() << "expected " << *expected << " bytes in the entry '"
                      << archive::printable(entry) << "', got " << *size;
    return failure();
  }
  return tp::BlobAttr::get(context, parts.archive, builder.getStringAttr(entry),
                           /*offset=*/0, /*size=*/-1,
                           /*pickled=*/isa<ObjectType>(type));
}

LogicalResult ProgramImporter::addState(StringAttr path, StateKind kind,
                                        bool persistent, const Json *spec) {
  if (!declared.insert(path).second)
    return success();
  Type type = AnyType::get(context);
  tp::BlobAttr blob;
  BoolAttr persistentAttr, gradient;
  auto *payload = payloads.find(path);
  if (payload != payloads.end()) {
    FailureOr<Type> known = getPayloadType(payload->second.meta);
    if (failed(known))
      return failure();
    type = *known;
    if (isa<ObjectType>(type) != (kind == StateKind::object))
      return payload->second.meta.emitError()
             << "expected a "
             << (kind == StateKind::object ? "pickled object" : "tensor")
             << " for the " << stringifyStateKind(kind) << " '"
             << path.getValue() << "': nothing is unpickled";
    FailureOr<tp::BlobAttr> found =
        getBlob(payload->second.meta, payload->second.folder, type);
    if (failed(found))
      return failure();
    blob = *found;
    if (auto grad = payload->second.meta.find("requires_grad");
        grad && kind == StateKind::parameter) {
      FailureOr<bool> flag = grad->asBool();
      if (failed(flag))
        return failure();
      if (!*flag)
        gradient = builder.getBoolAttr(false);
    }
  } else if (parts.weights) {
    return spec->emitError() << "expected a weight or constant for the state '"
                             << path.getValue() << "'";
  }
  if (kind == StateKind::object) {
    std::optional<Json> arg = spec ? spec->find("arg") : std::nullopt;
    std::optional<Json> name = arg ? arg->find("class_fqn") : std::nullopt;
    type =
        ObjectType::get(context, builder.getStringAttr(name && name->isString()
                                                           ? name->getString()
                                                           : StringRef()));
  }
  if (kind == StateKind::buffer && !persistent)
    persistentAttr = builder.getBoolAttr(false);
  graph.addState(
      StateOp::create(builder, loc, StateKindAttr::get(context, kind), path,
                      TypeAttr::get(type), blob, persistentAttr, gradient));
  return success();
}

/// State that the archive holds and the signature does not name.
LogicalResult ProgramImporter::addOtherStates() {
  for (auto &[path, payload] : payloads) {
    StateKind kind = payload.folder == layout::weights ? StateKind::buffer
                                                       : StateKind::constant;
    if (auto pickled = payload.meta.find("use_pickle");
        pickled && pickled->isBool() && pickled->getBool())
      kind = StateKind::object;
    else if (auto param = payload.meta.find("is_param");
             param && param->isBool() && param->getBool())
      kind = StateKind::parameter;
    if (failed(addState(path, kind, /*persistent=*/true, nullptr)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

LogicalResult ProgramImporter::readInput(const Json &spec) {
  FailureOr<StringRef> kind = spec.getString("kind");
  FailureOr<Json> arg = spec.get("arg");
  if (failed(kind) || failed(arg))
    return failure();
  FailureOr<StringRef> name = arg->getString("name");
  if (failed(name))
    return failure();
  std::optional<InputKind> input =
      llvm::StringSwitch<std::optional<InputKind>>(*kind)
          .Case("USER_INPUT", InputKind::user)
          .Case("PARAMETER", InputKind::parameter)
          .Case("BUFFER", InputKind::buffer)
          .Case("CONSTANT_TENSOR", InputKind::constant)
          .Case("CUSTOM_OBJ", InputKind::object)
          .Case("TOKEN", InputKind::token)
          .Default(std::nullopt);
  if (!input)
    return spec.emitError() << "unknown kind of input '" << *kind << "'";
  InputEntry entry;
  entry.kind = *input;
  if (*input == InputKind::user) {
    if (auto type = arg->find("t");
        type && type->isString() && type->getString() == "ConstantArgument")
      if (auto value = arg->find("value")) {
        SmallVector<Value> none;
        entry.kind = InputKind::specialized;
        entry.constant = graph.importValue(*value, none);
        if (!entry.constant)
          return failure();
      }
  } else if (*input != InputKind::token) {
    FailureOr<StringRef> target = spec.getString("target");
    if (failed(target))
      return failure();
    entry.target = builder.getStringAttr(*target);
    bool persistent = true;
    if (auto flag = spec.find("persistent")) {
      FailureOr<bool> value = flag->asBool();
      if (failed(value))
        return failure();
      persistent = *value;
    }
    StateKind state = *input == InputKind::parameter  ? StateKind::parameter
                      : *input == InputKind::buffer   ? StateKind::buffer
                      : *input == InputKind::constant ? StateKind::constant
                                                      : StateKind::object;
    if (failed(addState(entry.target, state, persistent, &spec)))
      return failure();
  }
  if (!graph.inputs.try_emplace(*name, entry).second)
    return spec.emitError() << "second input of the name '" << *name << "'";
  return success();
}

LogicalResult ProgramImporter::readInputs() {
  FailureOr<Json> signature = document.get("signature");
  if (failed(signature))
    return failure();
  FailureOr<Json> inputs = signature->get("input_specs");
  if (failed(inputs) || failed(inputs->forEach(
                            [&](const Json &spec) { return readInput(spec); })))
    return failure();
  return addOtherStates();
}

LogicalResult ProgramImporter::readOutputs() {
  FailureOr<Json> signature = document.get("signature");
  if (failed(signature))
    return failure();
  FailureOr<Json> outputs = signature->get("output_specs");
  if (failed(outputs))
    return failure();
  return outputs->forEach([&](const Json &spec) -> LogicalResult {
    FailureOr<StringRef> kind = spec.getString("kind");
    if (failed(kind))
      return failure();
    std::optional<OutputKind> output =
        llvm::StringSwitch<std::optional<OutputKind>>(*kind)
            .Case("USER_OUTPUT", OutputKind::user)
            .Case("LOSS_OUTPUT", OutputKind::loss)
            .Case("BUFFER_MUTATION", OutputKind::buffer)
            .Case("PARAMETER_MUTATION", OutputKind::parameter)
            .Case("GRADIENT_TO_PARAMETER", OutputKind::gradient_parameter)
            .Case("GRADIENT_TO_USER_INPUT", OutputKind::gradient_input)
            .Case("USER_INPUT_MUTATION", OutputKind::input)
            .Case("TOKEN", OutputKind::token)
            .Default(std::nullopt);
    if (!output)
      return spec.emitError() << "unknown kind of output '" << *kind << "'";
    OutputEntry entry;
    entry.kind = *output;
    for (auto [key, into] : {std::pair("target", &entry.target),
                             std::pair("tp_path", &entry.path)})
      if (auto text = spec.find(key)) {
        FailureOr<StringRef> value = text->asString();
        if (failed(value))
          return failure();
        *into = *value;
      }
    graph.outputs.push_back(entry);
    return success();
  });
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

LogicalResult
ProgramImporter::importArguments(const Json &list,
                                 SmallVectorImpl<Attribute> &arguments) {
  return list.forEach([&](const Json &arg) -> LogicalResult {
    FailureOr<StringRef> type = arg.getString("t");
    FailureOr<StringRef> name = arg.getString("name");
    if (failed(type) || failed(name))
      return failure();
    if (*type == "ConstantArgument") {
      SmallVector<Value> none;
      FailureOr<Json> value = arg.get("value");
      Attribute literal =
          failed(value) ? Attribute() : graph.importValue(*value, none);
      arguments.push_back(literal);
      return success(bool(literal));
    }
    // Lifted state is an input of every call, and none of the module's own.
    if (graph.isLifted(*name))
      return success();
    StringAttr text = builder.getStringAttr(*name);
    ArgArm arm = llvm::StringSwitch<ArgArm>(*type)
                     .Case("SymIntArgument", ArgArm::sym_int)
                     .Case("SymFloatArgument", ArgArm::sym_float)
                     .Case("SymBoolArgument", ArgArm::sym_bool)
                     .Case("CustomObjArgument", ArgArm::custom_obj)
                     .Case("TokenArgument", ArgArm::token)
                     .Default(ArgArm::tensor);
    StringAttr className;
    if (auto fqn = arg.find("class_fqn"); fqn && fqn->isString())
      className = builder.getStringAttr(fqn->getString());
    // The exporter takes every string for the name of a node.
    if (graph.hasNode(*name) || arm != ArgArm::tensor)
      arguments.push_back(NameRefAttr::get(context, text, arm, className));
    else
      arguments.push_back(text);
    return success();
  });
}

Attribute ProgramImporter::importModuleCall(const Json &entry) {
  FailureOr<StringRef> fqn = entry.getString("fqn");
  if (failed(fqn))
    return {};
  StringAttr path = builder.getStringAttr(*fqn);
  std::optional<Json> signature = entry.find("signature");
  if (!signature)
    return ModuleCallAttr::get(context, path, /*hasSignature=*/false, {}, {},
                               {}, {}, {});
  FailureOr<Json> inputs = signature->get("inputs");
  FailureOr<Json> outputs = signature->get("outputs");
  SmallVector<Attribute> inputArgs, outputArgs;
  if (failed(inputs) || failed(outputs) ||
      failed(importArguments(*inputs, inputArgs)) ||
      failed(importArguments(*outputs, outputArgs)))
    return {};
  TreeSpecAttr trees[2];
  for (auto [key, tree] :
       {std::pair("in_spec", &trees[0]), std::pair("out_spec", &trees[1])})
    if (auto spec = signature->find(key)) {
      *tree = importTree(context, *spec);
      if (!*tree)
        return {};
    }
  ArrayAttr names;
  if (auto list = signature->find("forward_arg_names")) {
    SmallVector<Attribute> attrs;
    if (failed(list->forEach([&](const Json &name) -> LogicalResult {
          FailureOr<StringRef> text = name.asString();
          if (succeeded(text) && !graph.isLifted(*text))
            attrs.push_back(builder.getStringAttr(*text));
          return text;
        })))
      return {};
    names = builder.getArrayAttr(attrs);
  }
  return ModuleCallAttr::get(context, path, /*hasSignature=*/true, inputArgs,
                             outputArgs, trees[0], trees[1], names);
}

LogicalResult ProgramImporter::importModuleCalls() {
  std::optional<Json> calls = document.find("module_call_graph");
  if (!calls)
    return success();
  SmallVector<Attribute> attrs;
  if (failed(calls->forEach([&](const Json &entry) {
        attrs.push_back(importModuleCall(entry));
        return success(bool(attrs.back()));
      })))
    return failure();
  if (!attrs.empty())
    op.setModuleCallsAttr(builder.getArrayAttr(attrs));
  return success();
}

LogicalResult ProgramImporter::importDims() {
  if (ArrayAttr dims = dimensions.getDims())
    op.setDimsAttr(dims);
  if (!extension)
    return success();
  std::optional<Json> attributes = extension->find("attributes");
  if (!attributes)
    return success();
  // Records that the format has no room for, by the names of the attributes.
  return attributes->forEachMember(
      [&](StringRef name, const Json &text) -> LogicalResult {
        FailureOr<Attribute> value = parseText(text);
        if (failed(value))
          return failure();
        if (name != SymbolTable::getSymbolAttrName())
          op->setAttr(name, *value);
        return success();
      });
}

/// Guards and schemas, which the format does not have.
LogicalResult ProgramImporter::importConditions() {
  if (!extension)
    return success();
  Block &body = op.getBody().front();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&body);
  for (auto input : body.getOps<PlaceholderOp>())
    builder.setInsertionPointAfter(input);
  auto readAll = [&](StringRef key, auto create) -> LogicalResult {
    std::optional<Json> list = extension->find(key);
    if (!list)
      return success();
    return list->forEach([&](const Json &item) -> LogicalResult {
      FailureOr<StringRef> text = item.asString();
      if (succeeded(text))
        create(builder.getStringAttr(*text));
      return text;
    });
  };
  return success(succeeded(readAll("guards",
                                   [&](StringAttr code) {
                                     GuardOp::create(builder, loc, code);
                                   })) &&
                 succeeded(readAll("schemas", [&](StringAttr schema) {
                   SchemaOp::create(builder, loc, schema);
                 })));
}

/// Members of the document that this version does not know, by their path.
LogicalResult ProgramImporter::keepUnknown() {
  static constexpr StringLiteral known[] = {"schema_version",
                                            "dialect",
                                            "graph",
                                            "signature",
                                            "module_call_graph",
                                            "range_constraints",
                                            "dynamic_shapes",
                                            "meta",
                                            "equality_constraints",
                                            "opset_version",
                                            extensionKey};
  static constexpr StringLiteral knownMeta[] = {"num_mutations", "in_spec",
                                                "out_spec"};
  SmallVector<StringAttr> keys, values;
  auto keep = [&](const Twine &path, const Json &value) {
    keys.push_back(builder.getStringAttr(path));
    values.push_back(builder.getStringAttr(value.toText()));
  };
  if (failed(document.forEachMember([&](StringRef key, const Json &value) {
        if (!llvm::is_contained(known, key))
          keep("$." + key, value);
        else if (key == "dialect" &&
                 !(value.isString() && value.getString() == "STABLE"))
          keep("$." + key, value);
        return success();
      })))
    return failure();
  if (meta && failed(meta->forEachMember([&](StringRef key, const Json &value) {
        if (!llvm::is_contained(knownMeta, key))
          keep("$.meta." + key, value);
        return success();
      })))
    return failure();
  // Where the types of the inputs are not known, nothing else says which
  // dimension of which input is which.
  bool anyUntyped = llvm::any_of(
      op.getBody().getOps<PlaceholderOp>(), [&](PlaceholderOp input) {
        return isa<AnyType>(input.getType()) &&
               dimensions.isDynamic(input.getNodeNameAttr().getValue());
      });
  if (anyUntyped)
    for (StringRef key : {"dynamic_shapes", "equality_constraints"})
      if (auto value = document.find(key))
        keep("$." + key, *value);
  if (!keys.empty() && !op.getExtraAttr())
    op.setExtraAttr(MetaAttr::get(context, keys, values));
  return success();
}

LogicalResult ProgramImporter::importRecords() {
  if (failed(importModuleCalls()))
    return failure();
  if (auto versions = document.find("opset_version")) {
    SmallVector<StringAttr> keys, values;
    if (failed(versions->forEachMember([&](StringRef key, const Json &value) {
          keys.push_back(builder.getStringAttr(key));
          values.push_back(builder.getStringAttr(value.toText()));
          return success();
        })))
      return failure();
    if (!keys.empty())
      op.setOpsetVersionAttr(MetaAttr::get(context, keys, values));
  }
  return success(succeeded(importConditions()) && succeeded(importDims()) &&
                 succeeded(keepUnknown()));
}

LogicalResult ProgramImporter::checkVersion() {
  FailureOr<Json> version = document.get("schema_version");
  if (failed(version))
    return failure();
  if (version->isObject())
    return version->emitError()
           << "expected a document of tensorplay.export, but it is one of "
              "torch.export: pass the archive that holds it";
  FailureOr<int64_t> number = version->asInteger();
  if (failed(number))
    return failure();
  if (*number != schemaVersion)
    return version->emitError()
           << "document version " << *number << " is not " << schemaVersion
           << ", which this reader understands";
  return success();
}

LogicalResult ProgramImporter::import() {
  if (failed(checkVersion()) || failed(readExtension()) ||
      failed(readTable(parts.weights.get(), layout::weights)) ||
      failed(readTable(parts.constants.get(), layout::constants)) ||
      failed(dimensions.read(document)) || failed(readInputs()) ||
      failed(readOutputs()))
    return failure();
  if (parts.examples) {
    const pickle::Object &root = parts.examples->root();
    if (!root.is(pickle::Object::Kind::dict))
      return mlir::emitError(loc)
             << "expected a pickled dict of example inputs, got "
             << root.describe();
    for (size_t i = 0; i + 1 < root.items.size(); i += 2)
      if (root.items[i]->is(pickle::Object::Kind::string))
        graph.examples[root.items[i]->text] = root.items[i + 1];
  }
  meta = document.find("meta");
  if (meta)
    graph.outputTree = meta->find("out_spec");
  return success(succeeded(graph.import(document)) &&
                 succeeded(importRecords()));
}

LogicalResult tensorplay::importDocument(const ProgramParts &parts,
                                         Location loc, StringRef name,
                                         OpBuilder &builder) {
  OperationState state(loc, ProgramOp::getOperationName());
  state.addAttribute("sym_name", builder.getStringAttr(name));
  state.addRegion();
  auto op = cast<ProgramOp>(builder.create(state));
  op.getBody().emplaceBlock();
  return ProgramImporter(parts, loc, op).import();
}
