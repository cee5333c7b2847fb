//===- ModuleRecords.cpp - Records of module calls ------------------------===//
//
// Module stacks in the exporter's notation, entries of the module call graph,
// and the JSON of pytree specifications.
//
//===----------------------------------------------------------------------===//

#include "ModuleRecords.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::tp;

static StringRef getPath(StringRef entry) {
  return entry.split(',').second.split(',').first;
}

std::string mlir::tp::joinModuleStacks(StringRef outer, StringRef own) {
  if (outer.empty())
    return own.str();
  std::string joined = outer.str();
  llvm::StringSet<> paths;
  SmallVector<StringRef> entries;
  outer.split(entries, ';', -1, /*KeepEmpty=*/false);
  for (StringRef entry : entries)
    paths.insert(getPath(entry));
  entries.clear();
  own.split(entries, ';', -1, /*KeepEmpty=*/false);
  for (StringRef entry : entries)
    if (!getPath(entry).empty() && !paths.contains(getPath(entry)))
      joined += ";" + entry.str();
  return joined;
}

std::string mlir::tp::pushModule(StringRef stack, StringRef key,
                                 StringRef path) {
  if (getPath(stack.rsplit(';').second) == path ||
      (!stack.contains(';') && getPath(stack) == path))
    return stack.str();
  std::string pushed = stack.str();
  if (!pushed.empty())
    pushed += ';';
  return pushed + key.str() + "," + path.str() + ",";
}

//===----------------------------------------------------------------------===//
// Entries of the module call graph
//===----------------------------------------------------------------------===//

static llvm::json::Object makeSpec(llvm::json::Value type,
                                   llvm::json::Value specContext,
                                   llvm::json::Array children) {
  return llvm::json::Object{{"type", std::move(type)},
                            {"context", std::move(specContext)},
                            {"children_spec", std::move(children)}};
}

static std::string print(const llvm::json::Value &value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

static llvm::json::Value getKey(Attribute key) {
  // A key may be any bytes, and any number; JSON is UTF-8 with 64 bits.
  if (auto string = dyn_cast<StringAttr>(key))
    return llvm::json::fixUTF8(string.getValue());
  if (auto integer = dyn_cast<IntegerAttr>(key)) {
    if (integer.getValue().isSignedIntN(64))
      return integer.getValue().getSExtValue();
    return llvm::toString(integer.getValue(), /*Radix=*/10, /*Signed=*/true);
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  key.print(os);
  return llvm::json::fixUTF8(text);
}

static llvm::json::Object getSpec(Attribute literal) {
  auto getAll = [](ArrayRef<Attribute> parts) {
    llvm::json::Array children;
    for (Attribute part : parts)
      children.push_back(getSpec(part));
    return children;
  };
  return llvm::TypeSwitch<Attribute, llvm::json::Object>(literal)
      .Case([&](TupleAttr tuple) {
        return makeSpec("builtins.tuple", "null", getAll(tuple.getElements()));
      })
      .Case([&](ListAttr list) {
        return makeSpec("builtins.list", "null", getAll(list.getElements()));
      })
      .Case([&](DictAttr dict) {
        llvm::json::Array keys;
        for (Attribute key : dict.getKeys())
          keys.push_back(getKey(key));
        return makeSpec("builtins.dict", print(std::move(keys)),
                        getAll(dict.getValues()));
      })
      .Case([&](ArmAttr arm) { return getSpec(arm.getValue()); })
      .Default([](Attribute) {
        return makeSpec(nullptr, nullptr, llvm::json::Array());
      });
}

static TreeSpecAttr makeTreeSpec(MLIRContext *context,
                                 llvm::json::Object spec) {
  llvm::json::Array document{1, std::move(spec)};
  return TreeSpecAttr::get(
      context, StringAttr::get(context, print(std::move(document))));
}

static ArgArm getArm(Type type) {
  if (isa<IntType, IntegerType>(type))
    return type.isInteger(1) ? ArgArm::sym_bool : ArgArm::sym_int;
  if (isa<tp::FloatType, mlir::FloatType>(type))
    return ArgArm::sym_float;
  if (isa<BoolType>(type))
    return ArgArm::sym_bool;
  return ArgArm::tensor;
}

/// Adds the leaves of `literal`: the names of values, and constants.
static void addLeaves(Attribute literal, ValueRange &values,
                      SmallVectorImpl<Attribute> &leaves) {
  auto addAll = [&](ArrayRef<Attribute> parts) {
    for (Attribute part : parts)
      addLeaves(part, values, leaves);
  };
  llvm::TypeSwitch<Attribute>(literal)
      .Case<ListAttr, TupleAttr>(
          [&](auto container) { addAll(container.getElements()); })
      .Case([&](DictAttr dict) { addAll(dict.getValues()); })
      .Case([&](ArmAttr arm) { addLeaves(arm.getValue(), values, leaves); })
      .Case<OperandAttr, OutputKindAttr>([&](Attribute) {
        Value value = values.front();
        values = values.drop_front();
        auto result = dyn_cast<OpResult>(value);
        auto node = result ? dyn_cast<NodeOp>(result.getOwner()) : NodeOp();
        StringAttr name = node
                              ? node.getResultNameAttr(result.getResultNumber())
                              : StringAttr();
        leaves.push_back(NameRefAttr::get(
            value.getContext(),
            name ? name : StringAttr::get(value.getContext(), ""),
            getArm(value.getType()), StringAttr()));
      })
      .Default([&](Attribute constant) { leaves.push_back(constant); });
}

ModuleCallAttr mlir::tp::makeModuleCall(MLIRContext *context, StringRef fqn,
                                        const CallArguments &args,
                                        const Argument &result) {
  SmallVector<Attribute> inputs, outputs, positional, keys, keywordValues;
  for (const Argument &argument : args.positional) {
    ValueRange values = argument.values;
    addLeaves(argument.literal, values, inputs);
    positional.push_back(argument.literal);
  }
  for (const auto &[name, argument] : args.keywords) {
    ValueRange values = argument.values;
    addLeaves(argument.literal, values, inputs);
    keys.push_back(name);
    keywordValues.push_back(argument.literal);
  }
  ValueRange values = result.values;
  addLeaves(result.literal, values, outputs);
  Attribute in =
      TupleAttr::get(context, {TupleAttr::get(context, positional),
                               DictAttr::get(context, keys, keywordValues)});
  return ModuleCallAttr::get(context, StringAttr::get(context, fqn),
                             /*hasSignature=*/true, inputs, outputs,
                             makeTreeSpec(context, getSpec(in)),
                             makeTreeSpec(context, getSpec(result.literal)),
                             ArrayAttr());
}
