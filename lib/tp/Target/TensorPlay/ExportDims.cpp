//===- ExportDims.cpp - Dimensions and trees of containers ----------------===//
//
// The types of the inputs and the `dims` clause, as the three records that a
// document has for them.
//
//===----------------------------------------------------------------------===//

#include "ExportDocument.h"
#include "tp/IR/SymExpr.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::tensorplay;
namespace json = llvm::json;

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

namespace {
/// `scale * root + offset`.
struct Linear {
  StringRef root;
  int64_t scale = 1, offset = 0;
};
} // namespace

/// The linear function that `expr` is; none for another expression.
static std::optional<Linear> getLinear(SymExprAttr expr) {
  if (expr.isSymbol())
    return Linear{expr.getName().getValue()};
  if (!expr.isCall("Add") && !expr.isCall("Mul"))
    return std::nullopt;
  ArrayRef<SymExprAttr> args = expr.getArgs();
  if (args.size() != 2)
    return std::nullopt;
  bool first = args[0].isInteger();
  if (first == args[1].isInteger())
    return std::nullopt;
  int64_t number = args[first ? 0 : 1].getValue();
  std::optional<Linear> inner = getLinear(args[first ? 1 : 0]);
  if (!inner)
    return std::nullopt;
  if (expr.isCall("Add")) {
    if (__builtin_add_overflow(inner->offset, number, &inner->offset))
      return std::nullopt;
    return inner;
  }
  if (__builtin_mul_overflow(inner->scale, number, &inner->scale) ||
      __builtin_mul_overflow(inner->offset, number, &inner->offset))
    return std::nullopt;
  return inner;
}

static std::string printExpr(SymExprAttr expr) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printPlainExpr(os, expr);
  return text;
}

static bool isIdentifier(StringRef name) {
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

namespace {
using Ranges = llvm::DenseMap<Attribute, DimAttr>;

class ConstraintWriter {
public:
  ConstraintWriter(JsonOut &json, ProgramOp program,
                   ArrayRef<ExportedInput> inputs)
      : json(json), program(program), inputs(inputs) {
    if (ArrayAttr dims = program.getDimsAttr())
      for (auto dim : dims.getAsRange<DimAttr>())
        ranges[dim.getExpr()] = dim;
  }
  void write();

private:
  void writeBound(StringRef key, IntegerAttr bound) {
    if (bound)
      json.attribute(key, bound.getInt());
    else
      json.attribute(key, nullptr);
  }
  void writeRanges();
  void writeEqualities();
  void writeShapes();
  void writeShape(const ExportedInput &input, ShapeAttr shape);
  bool writeSize(SymExprAttr size);
  static ShapeAttr getShape(ExportedInput input) {
    if (!input.placeholder || input.state)
      return {};
    auto type = dyn_cast<RankedTensorType>(input.placeholder.getType());
    return type ? dyn_cast_or_null<ShapeAttr>(type.getEncoding()) : ShapeAttr();
  }

  JsonOut &json;
  ProgramOp program;
  ArrayRef<ExportedInput> inputs;
  Ranges ranges;
};
} // namespace

void ConstraintWriter::writeRanges() {
  json.attributeObject("range_constraints", [&] {
    ArrayAttr dims = program.getDimsAttr();
    if (!dims)
      return;
    for (auto dim : dims.getAsRange<DimAttr>())
      if (dim.getHasRange())
        json.attributeObject(printExpr(dim.getExpr()), [&] {
          writeBound("min", dim.getMin());
          writeBound("max", dim.getMax());
        });
  });
}

void ConstraintWriter::writeEqualities() {
  llvm::MapVector<SymExprAttr, SmallVector<std::pair<std::string, int64_t>>>
      sites;
  for (const ExportedInput &input : inputs)
    if (ShapeAttr shape = getShape(input))
      for (auto [dim, size] : llvm::enumerate(shape.getSizes()))
        if (!size.isInteger())
          sites[size].emplace_back(input.name, dim);
  json.attributeArray("equality_constraints", [&] {
    for (auto &entry : sites) {
      auto &places = entry.second;
      if (places.size() < 2)
        continue;
      llvm::sort(places);
      json.object([&] {
        json.attributeArray("sites", [&] {
          for (const auto &place : places)
            json.array([&] {
              json.value(place.first);
              json.value(place.second);
            });
        });
        json.attribute("name", printExpr(entry.first));
      });
    }
  });
}

/// Writes a dimension that a document has a word for; false for another.
bool ConstraintWriter::writeSize(SymExprAttr size) {
  std::optional<Linear> linear = getLinear(size);
  if (!linear || linear->scale <= 0 || !isIdentifier(linear->root))
    return false;
  DimAttr dim = ranges.lookup(size);
  IntegerAttr min = dim ? dim.getMin() : IntegerAttr();
  IntegerAttr max = dim ? dim.getMax() : IntegerAttr();
  if (!dim && !size.isSymbol()) {
    // Its range is that of its root.
    DimAttr root = ranges.lookup(
        SymExprAttr::getSymbol(program.getContext(), linear->root));
    auto shift = [&](IntegerAttr bound) {
      int64_t value;
      if (!bound ||
          __builtin_mul_overflow(bound.getInt(), linear->scale, &value) ||
          __builtin_add_overflow(value, linear->offset, &value))
        return IntegerAttr();
      return IntegerAttr::get(bound.getType(), value);
    };
    if (root) {
      min = shift(root.getMin());
      max = shift(root.getMax());
    }
  }
  // tensorplay takes sizes of 0 and more only.
  if ((min && min.getInt() < 0))
    min = {};
  if (max && max.getInt() < (min ? min.getInt() : 0))
    return false;
  json.object([&] {
    StringRef kind = size.isSymbol() ? "__dim__" : "__derived_dim__";
    json.attributeObject(kind, [&] {
      json.attribute("name", printExpr(size));
      if (!size.isSymbol()) {
        json.attribute("root", linear->root);
        json.attribute("scale", linear->scale);
        json.attribute("offset", linear->offset);
      }
      writeBound("min", min);
      writeBound("max", max);
    });
  });
  return true;
}

void ConstraintWriter::writeShape(const ExportedInput &input, ShapeAttr shape) {
  json.array([&] {
    json.value(input.name);
    json.object([&] {
      json.attributeArray("__map__", [&] {
        int64_t dim = 0;
        for (SymExprAttr size : shape.getSizes()) {
          if (!size.isInteger())
            json.array([&] {
              json.value(dim);
              if (!writeSize(size))
                json.value(nullptr);
            });
          ++dim;
        }
      });
    });
  });
}

void ConstraintWriter::writeShapes() {
  json.attributeObject("dynamic_shapes", [&] {
    json.attributeArray("__map__", [&] {
      for (const ExportedInput &input : inputs) {
        ShapeAttr shape = getShape(input);
        if (shape && llvm::any_of(shape.getSizes(), [](SymExprAttr size) {
              return !size.isInteger();
            }))
          writeShape(input, shape);
      }
    });
  });
}

void ConstraintWriter::write() {
  writeRanges();
  // What a document without types said of its inputs stands as it was.
  MetaAttr extra = program.getExtraAttr();
  auto writeKept = [&](StringRef key) {
    StringAttr kept = extra ? extra.lookup(("$." + key).str()) : StringAttr();
    if (!kept)
      return false;
    json.attributeBegin(key);
    json.rawValue(kept.getValue());
    json.attributeEnd();
    return true;
  };
  if (!writeKept("equality_constraints"))
    writeEqualities();
  if (!writeKept("dynamic_shapes"))
    writeShapes();
}

void tensorplay::writeConstraints(JsonOut &json, ProgramOp program,
                                  ArrayRef<ExportedInput> inputs) {
  ConstraintWriter(json, program, inputs).write();
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

/// The keys of a dict, which torch writes as a JSON list in a string. A plain
/// list: tensorplay writes a tuple, and does not read it back as one.
static bool writeKeys(JsonOut &json, StringRef context) {
  llvm::Expected<json::Value> keys = json::parse(context);
  if (!keys) {
    llvm::consumeError(keys.takeError());
    return false;
  }
  json.attribute("ctx", *keys);
  return keys->getAsArray();
}

bool tensorplay::writeTree(JsonOut &json, const json::Value &tree) {
  const json::Object *object = tree.getAsObject();
  if (!object)
    return false;
  const json::Value *type = object->get("type");
  if (!type || type->getAsNull()) {
    json.object([&] { json.attribute("t", "leaf"); });
    return true;
  }
  std::optional<StringRef> name = type->getAsString();
  std::optional<StringRef> context = object->getString("context");
  const json::Array *children = object->getArray("children_spec");
  if (!name || !children)
    return false;
  StringRef kind = *name;
  bool isBuiltin = kind.consume_front("builtins.") &&
                   (kind == "dict" || kind == "list" || kind == "tuple");
  bool valid = true;
  json.object([&] {
    if (isBuiltin) {
      json.attribute("t", kind);
    } else {
      auto [module, qualname] = splitPath(*name);
      json.attribute("t", "ref");
      json.attribute("module", module);
      json.attribute("qualname", qualname);
    }
    if (isBuiltin && kind == "dict") {
      valid &= context && writeKeys(json, *context);
    } else {
      json.attribute("ctx", nullptr);
      if (context && *context != "null")
        json.attribute("context", *context);
    }
    json.attributeArray("c", [&] {
      for (const json::Value &child : *children)
        valid &= writeTree(json, child);
    });
  });
  return valid;
}

static json::Value makeNode(StringRef type, ArrayRef<Attribute> elements,
                            std::string context = "null") {
  json::Array children;
  for (Attribute element : elements)
    children.push_back(makeTree(element));
  return json::Object{{"type", type},
                      {"context", std::move(context)},
                      {"children_spec", std::move(children)}};
}

json::Value tensorplay::makeTree(Attribute value) {
  if (auto list = dyn_cast<ListAttr>(value))
    return makeNode("builtins.list", list.getElements());
  if (auto tuple = dyn_cast<tp::TupleAttr>(value))
    return makeNode("builtins.tuple", tuple.getElements());
  auto dict = dyn_cast<DictAttr>(value);
  if (!dict)
    return json::Object{{"type", nullptr}};
  json::Array keys;
  for (Attribute key : dict.getKeys()) {
    if (auto text = dyn_cast<StringAttr>(key))
      keys.push_back(text.getValue());
    else if (auto number = dyn_cast<IntegerAttr>(key))
      keys.push_back(number.getInt());
    else
      keys.push_back(nullptr);
  }
  std::string context;
  llvm::raw_string_ostream(context) << json::Value(std::move(keys));
  return makeNode("builtins.dict", dict.getValues(), context);
}
