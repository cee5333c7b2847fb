//===- ImportDims.cpp - Dimensions and trees of containers ----------------===//
//
// The shape contract of a document stands in two places: `dynamic_shapes` says
// which dimension of which input is which symbol, `range_constraints` what the
// symbols may be. Where they disagree the ranges hold. A derived dimension has
// its own range in both; that of its root follows.
//
//===----------------------------------------------------------------------===//

#include "ImportContext.h"
#include "tp/IR/SymExpr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::tensorplay;

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

FailureOr<Bounds> Dimensions::readBounds(const Json &value) {
  Bounds bounds;
  if (failed(value.asObject()))
    return failure();
  for (auto [key, bound] :
       {std::pair("min", &bounds.min), std::pair("max", &bounds.max)}) {
    std::optional<Json> member = value.find(key);
    if (!member)
      continue;
    FailureOr<int64_t> number = member->asInteger();
    if (failed(number))
      return failure();
    bound->emplace(*number);
  }
  if (bounds.min && bounds.max && *bounds.min > *bounds.max) {
    value.emitError() << "expected a range that is not empty, got ["
                      << *bounds.min << ", " << *bounds.max << "]";
    return failure();
  }
  return bounds;
}

LogicalResult Dimensions::readNamed(Site &site, const Json &value) {
  FailureOr<StringRef> name = value.getString("name");
  FailureOr<Bounds> bounds = readBounds(value);
  if (failed(name) || failed(bounds))
    return failure();
  site.expr = symbol(*name);
  site.root = site.expr.getName().getValue();
  declared.insert({site.expr, *bounds});
  return success();
}

/// Rounds up for a lower bound, down for an upper one.
static std::optional<int64_t> divide(std::optional<int64_t> bound,
                                     int64_t offset, int64_t scale, bool up) {
  int64_t shifted;
  if (!bound || __builtin_sub_overflow(*bound, offset, &shifted))
    return std::nullopt;
  int64_t quotient = shifted / scale;
  if (shifted % scale != 0 && (shifted > 0) == up)
    quotient += up ? 1 : -1;
  return quotient;
}

LogicalResult Dimensions::readDerived(Site &site, const Json &value) {
  FailureOr<StringRef> name = value.getString("name");
  FailureOr<StringRef> root = value.getString("root");
  FailureOr<Json> scale = value.get("scale"), offset = value.get("offset");
  FailureOr<Bounds> bounds = readBounds(value);
  if (failed(name) || failed(root) || failed(scale) || failed(offset) ||
      failed(bounds))
    return failure();
  FailureOr<int64_t> factor = scale->asInteger(), shift = offset->asInteger();
  if (failed(factor) || failed(shift))
    return failure();
  if (*factor <= 0)
    return scale->emitError() << "expected a positive scale, got " << *factor;
  SymExprAttr base = symbol(*root);
  site.root = base.getName().getValue();
  site.scale = *factor;
  site.offset = *shift;
  site.expr = base;
  if (*factor != 1)
    site.expr = SymExprAttr::getCall(
        context, "Mul", {SymExprAttr::getInteger(context, *factor), base});
  if (*shift != 0)
    site.expr = SymExprAttr::getCall(
        context, "Add", {site.expr, SymExprAttr::getInteger(context, *shift)});
  derived.try_emplace(*name, site.expr);
  declared.insert({base,
                   {divide(bounds->min, *shift, *factor, /*up=*/true),
                    divide(bounds->max, *shift, *factor, /*up=*/false)}});
  declared.insert({site.expr, *bounds});
  return success();
}

LogicalResult Dimensions::readSite(StringRef input, int64_t dim,
                                   const Json &value) {
  // A size that is not named is that of the example.
  if (value.isNull() || value.isInteger())
    return success();
  Site site;
  site.dim = dim;
  if (value.find("__static_dim__"))
    return success();
  if (std::optional<Json> named = value.find("__dim__")) {
    if (failed(readNamed(site, *named)))
      return failure();
  } else if (std::optional<Json> linear = value.find("__derived_dim__")) {
    if (failed(readDerived(site, *linear)))
      return failure();
  } else {
    return value.emitTypeError("a dimension");
  }
  inputs[input].push_back(site);
  return success();
}

LogicalResult Dimensions::readInput(StringRef name, const Json &value) {
  if (value.isNull())
    return success();
  if (std::optional<Json> map = value.find("__map__"))
    return map->forEach([&](const Json &pair) -> LogicalResult {
      if (failed(pair.asList()))
        return failure();
      int64_t dim = -1;
      return pair.forEach([&](const Json &part) -> LogicalResult {
        if (part.getIndex() == 0) {
          FailureOr<int64_t> index = part.asInteger();
          dim = index.value_or(-1);
          return index;
        }
        return readSite(name, dim, part);
      });
    });
  auto readList = [&](const Json &list) {
    return list.forEach([&](const Json &part) {
      return readSite(name, static_cast<int64_t>(part.getIndex()), part);
    });
  };
  if (std::optional<Json> tuple = value.find("__tuple__"))
    return readList(*tuple);
  return readList(value);
}

LogicalResult Dimensions::readRanges(const Json &value) {
  return value.forEachMember(
      [&](StringRef key, const Json &range) -> LogicalResult {
        FailureOr<Bounds> bounds = readBounds(range);
        if (failed(bounds))
          return failure();
        SymExprAttr expr = derived.lookup(key);
        if (!expr) {
          auto parsed = parsePlainExpr(context, key);
          // A name may be any identifier, which the notation is not told of.
          if (!parsed) {
            llvm::consumeError(parsed.takeError());
            expr = symbol(key);
          } else {
            expr = *parsed;
          }
        }
        if (expr.getKind() == SymExprKind::atom)
          expr = symbol(key);
        if (!ranges.insert({expr, *bounds}).second)
          return range.emitError() << "second range of '" << key << "'";
        return success();
      });
}

LogicalResult Dimensions::read(const Json &document) {
  if (std::optional<Json> shapes = document.find("dynamic_shapes")) {
    auto readPair = [&](const Json &pair) -> LogicalResult {
      if (failed(pair.asList()))
        return failure();
      StringRef name;
      return pair.forEach([&](const Json &part) -> LogicalResult {
        if (part.getIndex() != 0)
          return readInput(name, part);
        FailureOr<StringRef> text = part.asString();
        name = text.value_or(StringRef());
        return text;
      });
    };
    std::optional<Json> map = shapes->find("__map__");
    if (!map)
      return shapes->emitError() << "expected the field '__map__'";
    if (failed(map->forEach(readPair)))
      return failure();
  }
  if (std::optional<Json> constraints = document.find("range_constraints"))
    return readRanges(*constraints);
  return success();
}

//===----------------------------------------------------------------------===//
// Types and the clause
//===----------------------------------------------------------------------===//

SmallVector<SymExprAttr> Dimensions::getSizes(StringRef input,
                                              ArrayRef<int64_t> example) {
  auto found = inputs.find(input);
  if (found == inputs.end())
    return {};
  SmallVector<SymExprAttr> sizes;
  for (int64_t size : example)
    sizes.push_back(SymExprAttr::getInteger(context, size));
  bool any = false;
  for (const Site &site : found->second) {
    if (site.dim < 0 || site.dim >= int64_t(sizes.size()))
      continue;
    sizes[site.dim] = site.expr;
    any = true;
    int64_t shifted;
    if (!__builtin_sub_overflow(example[site.dim], site.offset, &shifted) &&
        shifted % site.scale == 0)
      hints.try_emplace(symbol(site.root), shifted / site.scale);
  }
  return any ? sizes : SmallVector<SymExprAttr>();
}

ArrayAttr Dimensions::getDims() const {
  llvm::MapVector<SymExprAttr, Bounds> all = ranges;
  for (auto &[expr, bounds] : declared)
    all.insert({expr, bounds});
  SmallVector<Attribute> dims;
  Builder builder(context);
  auto bound = [&](std::optional<int64_t> value) {
    return value ? builder.getI64IntegerAttr(*value) : IntegerAttr();
  };
  // Symbols first: the expressions over them are about them.
  for (bool symbols : {true, false})
    for (auto &[expr, bounds] : all) {
      if (expr.isSymbol() != symbols)
        continue;
      auto hint = hints.find(expr);
      dims.push_back(DimAttr::get(
          context, expr, bound(bounds.min), bound(bounds.max),
          /*hasRange=*/true,
          hint == hints.end() ? Attribute() : Attribute(bound(hint->second)),
          StringAttr()));
    }
  return dims.empty() ? ArrayAttr() : builder.getArrayAttr(dims);
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

static void printQuoted(raw_ostream &os, StringRef text) {
  os << '"';
  for (char c : text) {
    if (c == '"' || c == '\\')
      os << '\\' << c;
    else if (static_cast<unsigned char>(c) < 0x20)
      os << "\\u00" << llvm::hexdigit(c >> 4, /*LowerCase=*/true)
         << llvm::hexdigit(c & 15, /*LowerCase=*/true);
    else
      os << c;
  }
  os << '"';
}

/// The keys of a dict as torch writes them, a JSON list in a string.
static LogicalResult printKeys(raw_ostream &os, const Json &tree) {
  std::string keys = "[";
  llvm::raw_string_ostream stream(keys);
  if (std::optional<Json> context = tree.find("ctx")) {
    std::optional<Json> tuple = context->find("__tuple__");
    const Json &list = tuple ? *tuple : *context;
    LogicalResult result = list.forEach([&](const Json &key) -> LogicalResult {
      if (key.getIndex() != 0)
        stream << ", ";
      if (key.isString())
        printQuoted(stream, key.getString());
      else
        stream << key.toText();
      return success();
    });
    if (failed(result))
      return failure();
  }
  stream << ']';
  printQuoted(os, keys);
  return success();
}

static LogicalResult printTree(raw_ostream &os, const Json &tree) {
  if (failed(tree.asObject()))
    return failure();
  std::optional<Json> kind = tree.find("t");
  // Containers of other classes: the writer forgets to say that they are.
  if (!kind)
    kind = tree.find("kind");
  if (!kind)
    return tree.emitError() << "expected the field 't'";
  FailureOr<StringRef> name = kind->asString();
  if (failed(name))
    return failure();
  if (*name == "leaf") {
    os << R"({"type": null, "context": null, "children_spec": []})";
    return success();
  }
  if (*name == "pickle")
    return tree.emitError() << "the container is pickled, which is not read";
  os << R"({"type": )";
  if (*name == "ref") {
    FailureOr<StringRef> module = tree.getString("module");
    FailureOr<StringRef> qualname = tree.getString("qualname");
    if (failed(module) || failed(qualname))
      return failure();
    printQuoted(os, (*module + "." + *qualname).str());
  } else if (*name == "dict" || *name == "list" || *name == "tuple") {
    printQuoted(os, ("builtins." + *name).str());
  } else {
    return kind->emitError() << "unknown kind of container '" << *name << "'";
  }
  os << R"(, "context": )";
  if (*name == "dict") {
    if (failed(printKeys(os, tree)))
      return failure();
  } else if (std::optional<Json> context = tree.find("context")) {
    FailureOr<StringRef> text = context->asString();
    if (failed(text))
      return failure();
    printQuoted(os, *text);
  } else {
    os << "\"null\"";
  }
  os << R"(, "children_spec": [)";
  if (std::optional<Json> children = tree.find("c")) {
    LogicalResult result = children->forEach([&](const Json &child) {
      if (child.getIndex() != 0)
        os << ", ";
      return printTree(os, child);
    });
    if (failed(result))
      return failure();
  }
  os << "]}";
  return success();
}

TreeSpecAttr tensorplay::importTree(MLIRContext *context, const Json &tree) {
  std::string text = "[1, ";
  llvm::raw_string_ostream stream(text);
  if (failed(printTree(stream, tree)))
    return {};
  stream << ']';
  return TreeSpecAttr::getChecked([&] { return tree.emitError(); }, context,
                                  StringAttr::get(context, text));
}
