//===- ImportGraph.cpp - Import of the graph of a document ----------------===//
//
// Nodes and their arguments.
//
//===----------------------------------------------------------------------===//

#include "ImportGraph.h"
#include "tp/IR/Names.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::tensorplay;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

Attribute GraphImporter::importElements(const Json &list, bool isList,
                                        SmallVectorImpl<Value> &operands,
                                        unsigned depth) {
  SmallVector<Attribute> elements;
  if (failed(list.forEach([&](const Json &item) {
        elements.push_back(importValue(item, operands, depth + 1));
        return success(bool(elements.back()));
      })))
    return {};
  if (isList)
    return ListAttr::get(context, elements);
  return tp::TupleAttr::get(context, elements);
}

Attribute GraphImporter::importDict(const Json &pairs,
                                    SmallVectorImpl<Value> &operands,
                                    unsigned depth) {
  SmallVector<Attribute> keys, elements;
  LogicalResult result = pairs.forEach([&](const Json &pair) -> LogicalResult {
    if (failed(pair.asList()))
      return failure();
    if (pair.size() != 2)
      return pair.emitError() << "expected a key and a value, got "
                              << pair.size() << " elements";
    return pair.forEach([&](const Json &part) -> LogicalResult {
      bool isKey = part.getIndex() == 0;
      if (isKey && (part.isObject() || part.isList()) && !part.isReal())
        return part.emitTypeError("a literal as a key");
      Attribute value = importValue(part, operands, depth + 1);
      (isKey ? keys : elements).push_back(value);
      return success(bool(value));
    });
  });
  if (failed(result))
    return {};
  return makeDict(pairs, keys, elements);
}

/// A tensor's content, for telling equal ones.
static std::string getContentKey(const PickledTensor &tensor) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << unsigned(tensor.dtype) << ' ' << tensor.requiresGrad << ' '
     << tensor.deviceKind << ' ' << tensor.deviceIndex;
  for (int64_t size : tensor.sizes)
    os << 'x' << size;
  os << ':' << tensor.bytes;
  return key;
}

Value GraphImporter::getConstant(const PickledTensor &tensor,
                                 ErrorEmitter emitError) {
  auto [entry, isNew] = constants.try_emplace(getContentKey(tensor));
  if (!isNew)
    return entry->second;
  Type type = getPickledType(context, tensor, {}, /*withGradient=*/true);
  FailureOr<ElementsAttr> elements = readElements(tensor, type, emitError);
  if (failed(elements))
    return {};
  std::string path;
  do
    path = "_tensor_constant" + std::to_string(constantNumber++);
  while (states.contains(str(path)));
  {
    // Constants of the root follow its own state.
    OpBuilder::InsertionGuard guard(builder);
    if (lastRootState)
      builder.setInsertionPointAfter(lastRootState);
    else
      builder.setInsertionPointToStart(&program.getBody().front());
    auto state = StateOp::create(
        builder, loc, StateKindAttr::get(context, StateKind::constant),
        str(path), TypeAttr::get(type), *elements, BoolAttr(), BoolAttr());
    states.try_emplace(state.getSymNameAttr(), state);
    lastRootState = state;
  }
  std::string name = path;
  for (unsigned i = 1; !taken.insert(name).second; ++i)
    name = path + "_" + std::to_string(i);
  auto read =
      GetAttrOp::create(builder, loc, type, FlatSymbolRefAttr::get(str(path)),
                        str(name), MetaAttr());
  return entry->second = read.getResult();
}

Attribute GraphImporter::importPickle(const Json &value,
                                      SmallVectorImpl<Value> &operands) {
  FailureOr<std::string> stream = decodeBase64(value);
  if (failed(stream))
    return {};
  auto decoded = pickle::Pickle::decode(*stream);
  if (!decoded) {
    value.emitError() << llvm::toString(decoded.takeError());
    return {};
  }
  auto emitError = [&] { return value.emitError(); };
  auto place = [&](const PickledTensor &tensor) -> Attribute {
    Value constant = getConstant(tensor, emitError);
    if (!constant)
      return {};
    operands.push_back(constant);
    return OperandAttr::get(context);
  };
  return PickleReader(context, emitError, place).read(decoded->root());
}

Attribute GraphImporter::importContainer(const Json &value,
                                         SmallVectorImpl<Value> &operands,
                                         unsigned depth) {
  if (std::optional<Json> node = value.find("__node__")) {
    FailureOr<StringRef> name = node->asString();
    if (failed(name))
      return {};
    Value operand = values.lookup(*name);
    if (!operand) {
      node->emitError() << "expected the name of an earlier node, got '"
                        << *name << "'";
      return {};
    }
    operands.push_back(operand);
    return OperandAttr::get(context);
  }
  if (std::optional<Json> tuple = value.find("__tuple__"))
    return importElements(*tuple, /*isList=*/false, operands, depth);
  if (std::optional<Json> list = value.find("__list__"))
    return importElements(*list, /*isList=*/true, operands, depth);
  if (std::optional<Json> dict = value.find("__dict__"))
    return importDict(*dict, operands, depth);
  if (std::optional<Json> parts = value.find("__slice__")) {
    Attribute read = importElements(*parts, /*isList=*/false, operands, depth);
    if (!read)
      return {};
    ArrayRef<Attribute> three = cast<tp::TupleAttr>(read).getElements();
    if (three.size() != 3) {
      parts->emitError() << "expected start, stop and step of a slice, got "
                         << three.size() << " elements";
      return {};
    }
    return SliceAttr::get(context, three[0], three[1], three[2]);
  }
  if (std::optional<Json> pickled = value.find("__pickle__"))
    return importPickle(*pickled, operands);
  value.emitError() << "unknown kind of value";
  return {};
}

Attribute GraphImporter::importValue(const Json &value,
                                     SmallVectorImpl<Value> &operands,
                                     unsigned depth) {
  if (depth > maxDepth) {
    value.emitError() << "expected values nested at most " << maxDepth
                      << " deep";
    return {};
  }
  if (value.isNull())
    return NoneAttr::get(context);
  if (value.isBool())
    return builder.getBoolAttr(value.getBool());
  if (value.isInteger())
    return builder.getI64IntegerAttr(value.getInteger());
  if (value.isReal())
    return builder.getF64FloatAttr(value.getReal());
  if (value.isString())
    return str(value.getString());
  if (value.isList())
    return importElements(value, /*isList=*/true, operands, depth);
  if (value.isObject())
    return importContainer(value, operands, depth);
  value.emitTypeError("an argument");
  return {};
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

LogicalResult GraphImporter::define(const Json &node, StringRef name,
                                    Value value) {
  if (values.try_emplace(name, value).second)
    return success();
  return node.emitError() << "duplicate node name '" << name << "'";
}

LogicalResult GraphImporter::readTarget(const Json &target, NodeEntry &entry) {
  FailureOr<StringRef> kind = target.getString("kind");
  if (failed(kind))
    return failure();
  if (*kind == "name" || *kind == "method") {
    FailureOr<StringRef> name = target.getString("name");
    if (failed(name))
      return failure();
    entry.target = *name;
    return success();
  }
  if (*kind == "ref") {
    FailureOr<StringRef> module = target.getString("module");
    FailureOr<StringRef> name = target.getString("qualname");
    if (failed(module) || failed(name))
      return failure();
    entry.module = *module;
    entry.target = *name;
    return success();
  }
  if (*kind != "pickle")
    return target.emitError() << "unknown kind of target '" << *kind << "'";
  FailureOr<Json> data = target.get("data");
  if (failed(data))
    return failure();
  FailureOr<std::string> stream = decodeBase64(*data);
  if (failed(stream))
    return failure();
  auto decoded = pickle::Pickle::decode(*stream);
  if (!decoded)
    return data->emitError() << llvm::toString(decoded.takeError());
  std::string path = getPickledPath(decoded->root());
  if (path.empty())
    return data->emitError()
           << "the target is a pickled '" << decoded->root().describe()
           << "', which is not read: expected a function by its name";
  auto [module, name] = splitPath(str(path).getValue());
  entry.module = module;
  entry.target = name;
  return success();
}

/// Types and metadata of a node that this project wrote.
LogicalResult GraphImporter::readExtension(const Json &node, NodeEntry &entry) {
  auto read = [&](StringRef key, auto &table, auto &into) -> LogicalResult {
    std::optional<Json> number = node.find(key);
    if (!number)
      return success();
    FailureOr<int64_t> index = number->asInteger();
    if (failed(index))
      return failure();
    if (*index < 0 || *index >= int64_t(table.size()))
      return number->emitError() << "expected a number below " << table.size()
                                 << ", got " << *index;
    into = table[*index];
    return success();
  };
  return success(succeeded(read("tp_type", types, entry.type)) &&
                 succeeded(read("tp_meta", metadata, entry.meta)));
}

LogicalResult GraphImporter::importNode(const Json &node) {
  NodeEntry entry;
  FailureOr<StringRef> op = node.getString("op");
  FailureOr<StringRef> name = node.getString("name");
  FailureOr<Json> target = node.get("target");
  FailureOr<Json> args = node.get("args");
  FailureOr<Json> kwargs = node.get("kwargs");
  if (failed(op) || failed(name) || failed(target) || failed(args) ||
      failed(kwargs))
    return failure();
  if (hasOutput)
    return node.emitError()
           << "expected no node after the output, got '" << *name << "'";
  FailureOr<Json> positional = args->get("__tuple__");
  FailureOr<Json> keywords = kwargs->get("__dict__");
  if (failed(positional) || failed(positional->asList()) || failed(keywords) ||
      failed(keywords->asList()) || failed(readTarget(*target, entry)) ||
      failed(readExtension(node, entry)))
    return failure();
  entry.op = *op;
  entry.name = *name;
  entry.args = *positional;
  entry.kwargs = *keywords;
  if (*op == "placeholder")
    return importPlaceholder(node, entry);
  if (*op == "get_attr")
    return importGetAttr(node, entry);
  if (*op == "output")
    return importOutput(node, entry);
  if (*op == "call_function" || *op == "call_method" || *op == "call_module")
    return importCall(node, entry);
  return node.emitError() << "unknown kind of node '" << *op << "'";
}

Type GraphImporter::getInputType(const Json &node, const NodeEntry &entry,
                                 const InputEntry *input) {
  if (input && input->target) {
    StateOp state = states.lookup(input->target);
    if (!state) {
      node.emitError() << "expected state of the name " << input->target;
      return {};
    }
    return state.getType();
  }
  if (entry.type)
    return entry.type;
  if (input && input->kind == InputKind::token)
    return TokenType::get(context);
  const pickle::Object *example = examples.lookup(entry.name);
  if (!example)
    return AnyType::get(context);
  std::string name = ("the example input '" + entry.name + "'").str();
  auto emitError = [&] { return std::move(node.emitError() << name << ": "); };
  auto tensor = readPickledTensor(*example, emitError);
  if (failed(tensor))
    return {};
  SmallVector<SymExprAttr> sizes;
  if (*tensor)
    sizes = dimensions.getSizes(entry.name, (*tensor)->sizes);
  PickleReader reader(context, emitError,
                      [](const PickledTensor &) { return Attribute(); });
  return reader.readType(*example, sizes);
}

LogicalResult GraphImporter::importPlaceholder(const Json &node,
                                               const NodeEntry &entry) {
  auto found = inputs.find(entry.name);
  const InputEntry *input = found == inputs.end() ? nullptr : &found->second;
  Type type = getInputType(node, entry, input);
  if (!type)
    return failure();
  Attribute value = input ? input->constant : Attribute();
  if (entry.args->size() != 0 && !value) {
    SmallVector<Value> operands;
    if (failed(entry.args->forEach([&](const Json &arg) -> LogicalResult {
          if (arg.getIndex() != 0)
            return success();
          value = importValue(arg, operands);
          if (value && !operands.empty())
            return arg.emitError() << "expected a literal as the value of an "
                                      "input";
          return success(bool(value));
        })))
      return failure();
  }
  InputKind kind = input ? input->kind : InputKind::user;
  BoolAttr gradient;
  StringAttr target = str(entry.target);
  if (input && input->target) {
    target = input->target;
    gradient = states.lookup(target).getRequiresGradAttr();
  }
  auto op = PlaceholderOp::create(builder, loc, type, kind, target, value,
                                  gradient, str(entry.name), entry.meta);
  inputOrder.try_emplace(entry.name, inputOrder.size());
  return define(node, entry.name, op.getResult());
}

LogicalResult GraphImporter::importGetAttr(const Json &node,
                                           const NodeEntry &entry) {
  StateOp state = states.lookup(str(entry.target));
  if (!state)
    return node.emitError()
           << "expected state of the name '" << entry.target << "'";
  auto op = GetAttrOp::create(builder, loc, state.getType(),
                              FlatSymbolRefAttr::get(state.getSymNameAttr()),
                              str(entry.name), entry.meta);
  return define(node, entry.name, op.getResult());
}

/// The dimension checks of the exporter; false for any other call.
FailureOr<bool> GraphImporter::importAssertion(const NodeEntry &entry) {
  if (!entry.module.starts_with("tensorplay.export") ||
      !entry.target.starts_with("_assert_dim") || entry.kwargs->size() != 0)
    return false;
  SmallVector<Value> operands;
  Attribute read = importElements(*entry.args, false, operands, 0);
  if (!read)
    return failure();
  ArrayRef<Attribute> args = cast<tp::TupleAttr>(read).getElements();
  // Each argument: a tensor, an integer, a bound (or None), or a string.
  auto matches = [&](StringRef pattern) {
    return pattern.size() == args.size() &&
           llvm::all_of(llvm::zip(pattern, args), [](auto pair) {
             auto [kind, arg] = pair;
             switch (kind) {
             case 't':
               return isa<OperandAttr>(arg);
             case 's':
               return isa<StringAttr>(arg);
             case 'b':
               return isa<tp::NoneAttr>(arg) ||
                      (isa<IntegerAttr>(arg) && !isa<BoolAttr>(arg));
             default:
               return isa<IntegerAttr>(arg) && !isa<BoolAttr>(arg);
             }
           });
  };
  auto integer = [&](size_t i) { return dyn_cast<IntegerAttr>(args[i]); };
  if (entry.target == "_assert_dim_range" && matches("tibbs")) {
    AssertDimRangeOp::create(builder, loc, operands[0], integer(1), integer(2),
                             integer(3), cast<StringAttr>(args[4]));
    return true;
  }
  if (entry.target == "_assert_dims_equal" && matches("titis")) {
    AssertDimsEqualOp::create(builder, loc, operands[0], operands[1],
                              integer(1), integer(3),
                              cast<StringAttr>(args[4]));
    return true;
  }
  if (entry.target == "_assert_dim_relation" && matches("titiiis")) {
    AssertDimRelationOp::create(builder, loc, operands[1], operands[0],
                                integer(3), integer(1), integer(4), integer(5),
                                IntegerAttr(), IntegerAttr(),
                                cast<StringAttr>(args[6]));
    return true;
  }
  return false;
}

MetaAttr GraphImporter::withModule(const NodeEntry &entry, StringRef path) {
  if (entry.module.empty() || splitPath(path).first == entry.module ||
      canonicalPath(entry.module, entry.target) !=
          (entry.module + "." + entry.target).str())
    return entry.meta;
  SmallVector<StringAttr> keys, values;
  if (entry.meta) {
    llvm::append_range(keys, entry.meta.getKeys());
    llvm::append_range(values, entry.meta.getValues());
  }
  if (!llvm::is_contained(keys, str(moduleKey))) {
    keys.push_back(str(moduleKey));
    values.push_back(str(entry.module));
  }
  return MetaAttr::get(context, keys, values);
}

LogicalResult GraphImporter::importCall(const Json &node,
                                        const NodeEntry &entry) {
  if (entry.op == "call_function") {
    if (entry.module.empty())
      return node.emitError()
             << "expected a function by its module and name as "
                "the target, got '"
             << entry.target << "'";
    FailureOr<bool> isAssertion = importAssertion(entry);
    if (failed(isAssertion) || *isAssertion)
      return isAssertion;
  }
  SmallVector<Value> operands;
  Attribute args = importElements(*entry.args, false, operands, 0);
  Attribute kwargs = args ? importDict(*entry.kwargs, operands, 0) : args;
  if (!kwargs)
    return failure();
  ArrayRef<Attribute> positional = cast<tp::TupleAttr>(args).getElements();
  auto dict = cast<DictAttr>(kwargs);
  SmallVector<StringAttr> keywords;
  for (Attribute key : dict.getKeys()) {
    keywords.push_back(dyn_cast<StringAttr>(key));
    if (!keywords.back())
      return entry.kwargs->emitError() << "expected strings as keywords";
  }
  ArgsAttr arguments;
  if (!keywords.empty() ||
      !llvm::all_of(positional, llvm::IsaPred<OperandAttr>))
    arguments = ArgsAttr::get(context, positional, keywords, dict.getValues());
  Type type = entry.type ? entry.type : AnyType::get(context);
  auto create = [&](auto kind, StringRef target, MetaAttr meta) {
    using Op = decltype(kind);
    return Op::create(builder, loc, TypeRange(type), operands, str(target),
                      arguments, ArrayAttr(), Attribute(), str(entry.name),
                      ArrayAttr(), meta)
        ->getResult(0);
  };
  Value result;
  if (entry.op == "call_function") {
    std::string path = canonicalPath(entry.module, entry.target);
    result = create(CallFunctionOp(), path, withModule(entry, path));
  } else if (entry.op == "call_method") {
    if (positional.empty())
      return node.emitError()
             << "expected the object as the first argument of a method";
    result = create(CallMethodOp(), entry.target, entry.meta);
  } else {
    result = create(CallModuleOp(), entry.target, entry.meta);
  }
  return define(node, entry.name, result);
}

LogicalResult GraphImporter::import(const Json &document) {
  FailureOr<Json> graph = document.get("graph");
  if (failed(graph))
    return failure();
  FailureOr<Json> nodes = graph->get("nodes");
  if (failed(nodes))
    return failure();
  if (failed(nodes->forEach([&](const Json &node) -> LogicalResult {
        FailureOr<StringRef> name = node.getString("name");
        if (succeeded(name))
          taken.insert(*name);
        return name;
      })) ||
      failed(
          nodes->forEach([&](const Json &node) { return importNode(node); })))
    return failure();
  if (!hasOutput)
    return nodes->emitError() << "expected an output as the last node";
  return success();
}
