//===- ImportTypes.cpp - Types, symbols and metadata of a program ---------===//
//
// Each distinct expression and stack trace is read once.
//
//===----------------------------------------------------------------------===//

#include "ImportContext.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::pt2;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void ImportContext::recordHint(SymExprAttr expr, const SymExprHint &hint,
                               bool isBool) {
  Builder builder(context);
  Attribute value;
  switch (hint.kind) {
  case SymExprHint::Kind::None:
    break;
  case SymExprHint::Kind::Int:
    value = builder.getI64IntegerAttr(hint.asInt);
    break;
  case SymExprHint::Kind::Bool:
    value = builder.getBoolAttr(hint.asBool);
    break;
  case SymExprHint::Kind::Float:
    value = builder.getF64FloatAttr(hint.asFloat);
    break;
  }
  // A condition has no hint as a rule, whatever its symbols have.
  if (isBool && !value)
    return;
  Attribute &known = hints[expr];
  if (!known)
    known = value;
}

/// Whether an expression in constructor notation holds a bare name that is none
/// of sympy's constants: it is a symbol then, and the notation the plain one.
static bool hasBareSymbol(SymExprAttr expr) {
  static constexpr llvm::StringLiteral constants[] = {
      "true", "false", "oo", "int_oo", "zoo", "nan", "pi", "E", "I"};
  if (expr.getKind() == SymExprKind::atom)
    return !llvm::is_contained(constants, expr.getName().getValue());
  return llvm::any_of(expr.getArgs(), hasBareSymbol);
}

/// Reads an expression. Early minor versions of schema 8 write sympy's `str()`,
/// `2*s0 + 1`, later ones its constructors.
static llvm::Expected<SymExprAttr>
parseEitherNotation(MLIRContext *context, StringRef text,
                    SymbolAssumptions &assumptions) {
  SymbolAssumptions found;
  auto parsed = parseSympyExpr(context, text, &found);
  if (parsed && !hasBareSymbol(*parsed)) {
    for (auto &entry : found)
      assumptions.try_emplace(entry.getKey(), entry.getValue());
    return parsed;
  }
  auto plain = parsePlainExpr(context, text);
  if (plain) {
    if (!parsed)
      llvm::consumeError(parsed.takeError());
    return plain;
  }
  llvm::consumeError(plain.takeError());
  return parsed;
}

SymExprAttr ImportContext::importExpr(const SymExpr &expr, const Twine &path,
                                      bool isBool) {
  auto [entry, isNew] = exprs.try_emplace(expr.exprStr);
  if (isNew) {
    auto parsed = parseEitherNotation(context, expr.exprStr, assumptions);
    if (!parsed) {
      emitError(path) << "malformed expression '" << expr.exprStr
                      << "': " << llvm::toString(parsed.takeError());
      return {};
    }
    entry->second = *parsed;
  }
  recordHint(entry->second, expr.hint, isBool);
  return entry->second;
}

SymExprAttr ImportContext::importSize(const SymInt &size, const Twine &path) {
  if (size.isExpr())
    return importExpr(*size.expr, path);
  return SymExprAttr::getInteger(context, size.value);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

DeviceAttr ImportContext::importDevice(const Device &device) const {
  return DeviceAttr::get(context, str(device.type),
                         device.index ? *device.index : -1);
}

Type ImportContext::importTensor(const TensorMeta &meta, bool isParameter,
                                 const Twine &path) {
  std::optional<tp::ScalarType> scalar =
      symbolizeScalarType(static_cast<uint32_t>(meta.dtype));
  std::optional<tp::Layout> layout =
      symbolizeLayout(static_cast<uint32_t>(meta.layout));
  if (!scalar || !layout) {
    emitError(path) << "expected a known " << (scalar ? "layout" : "dtype")
                    << ", got "
                    << (scalar ? unsigned(meta.layout) : unsigned(meta.dtype));
    return {};
  }
  SmallVector<int64_t> shape;
  SmallVector<SymExprAttr> sizes, strides;
  bool isStatic = true;
  for (const SymInt &size : meta.sizes) {
    SymExprAttr expr = importSize(size, path);
    if (!expr)
      return {};
    if (expr.isInteger() && expr.getValue() < 0) {
      emitError(path) << "expected a size of 0 or more, got "
                      << expr.getValue();
      return {};
    }
    sizes.push_back(expr);
    shape.push_back(expr.isInteger() ? expr.getValue() : ShapedType::kDynamic);
    isStatic &= expr.isInteger();
  }
  for (const SymInt &stride : meta.strides) {
    strides.push_back(importSize(stride, path));
    if (!strides.back())
      return {};
  }
  if (strides.size() != sizes.size()) {
    emitError(path) << "expected a stride for each of the " << sizes.size()
                    << " sizes, got " << strides.size();
    return {};
  }
  if (*layout == tp::Layout::strided &&
      strides == getContiguousStrides(context, sizes))
    strides.clear();
  SymExprAttr offset = importSize(meta.storageOffset, path);
  if (!offset)
    return {};
  if (offset.isInteger() && offset.getValue() == 0)
    offset = {};
  DeviceAttr device;
  if (meta.device.type != "cpu" || meta.device.index)
    device = importDevice(meta.device);
  // A parameter takes a gradient as a rule: its declaration says so if not.
  bool requiresGrad = meta.requiresGrad && !isParameter;
  Attribute encoding;
  if (!isStatic || !strides.empty() || offset || device || requiresGrad ||
      *layout != tp::Layout::strided)
    encoding = ShapeAttr::get(context, sizes, strides, offset, device, *layout,
                              requiresGrad);
  return RankedTensorType::get(shape, getElementType(context, *scalar),
                               encoding);
}

Type ImportContext::importSymInt(const SymInt &value, const Twine &path) {
  SymExprAttr expr = importSize(value, path);
  return expr ? IntType::get(context, expr) : Type();
}

Type ImportContext::importSymFloat(const SymFloat &value, const Twine &path) {
  if (value.isExpr()) {
    SymExprAttr expr = importExpr(*value.expr, path);
    return expr ? tp::FloatType::get(context, expr) : Type();
  }
  std::string digits;
  llvm::raw_string_ostream(digits) << llvm::format("%.17g", value.value);
  return tp::FloatType::get(
      context,
      SymExprAttr::get(context, SymExprKind::number, str(digits), 53, {}));
}

Type ImportContext::importSymBool(const SymBool &value, const Twine &path) {
  SymExprAttr expr =
      value.isExpr()
          ? importExpr(*value.expr, path, /*isBool=*/true)
          : SymExprAttr::getAtom(context, value.value ? "true" : "false");
  return expr ? BoolType::get(context, expr) : Type();
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

ArrayAttr ImportContext::importDims(const ExportedProgram &program) {
  Builder builder(context);
  SmallVector<Attribute> dims;
  llvm::DenseSet<Attribute> ranged;
  auto boundAttr = [&](std::optional<int64_t> bound) {
    return bound ? builder.getI64IntegerAttr(*bound) : IntegerAttr();
  };
  auto assumptionsOf = [&](SymExprAttr expr) -> StringAttr {
    if (!expr.isSymbol())
      return {};
    auto found = assumptions.find(expr.getName().getValue());
    if (found == assumptions.end() ||
        found->second == "positive=True, integer=True")
      return {};
    return str(found->second);
  };
  auto hintOf = [&](SymExprAttr expr) {
    return expr.isSymbol() ? hints.lookup(expr) : Attribute();
  };
  for (const auto &[key, range] : program.rangeConstraints) {
    auto expr = parsePlainExpr(context, key);
    if (!expr) {
      emitError("$.range_constraints")
          << "malformed key '" << key
          << "': " << llvm::toString(expr.takeError());
      return {};
    }
    if (range.minVal && range.maxVal && *range.minVal > *range.maxVal) {
      emitError("$.range_constraints." + key)
          << "expected a range that is not empty, got [" << *range.minVal
          << ", " << *range.maxVal << "]";
      return {};
    }
    if (!ranged.insert(*expr).second) {
      emitError("$.range_constraints." + key)
          << "second range of '" << key << "'";
      return {};
    }
    dims.push_back(DimAttr::get(context, *expr, boundAttr(range.minVal),
                                boundAttr(range.maxVal), /*hasRange=*/true,
                                hintOf(*expr), assumptionsOf(*expr)));
  }
  for (auto &[expr, hint] : hints) {
    if (!expr.isSymbol() || ranged.contains(expr))
      continue;
    StringAttr assumed = assumptionsOf(expr);
    if (hint || assumed)
      dims.push_back(DimAttr::get(context, expr, IntegerAttr(), IntegerAttr(),
                                  /*hasRange=*/false, hint, assumed));
  }
  // Symbols that occur inside of other expressions only.
  llvm::DenseSet<Attribute> listed;
  for (Attribute dim : dims)
    listed.insert(cast<DimAttr>(dim).getExpr());
  SmallVector<StringRef> rest;
  for (auto &entry : assumptions)
    rest.push_back(entry.getKey());
  llvm::sort(rest);
  for (StringRef name : rest) {
    SymExprAttr symbol = SymExprAttr::getSymbol(context, name);
    StringAttr assumed = assumptionsOf(symbol);
    if (assumed && !listed.contains(symbol))
      dims.push_back(DimAttr::get(context, symbol, IntegerAttr(), IntegerAttr(),
                                  /*hasRange=*/false, Attribute(), assumed));
  }
  return ArrayAttr::get(context, dims);
}

ArrayAttr ImportContext::importHints(ArrayAttr dims) {
  Builder builder(context);
  auto valueOf = [&](StringRef name) -> std::optional<int64_t> {
    auto hint = dyn_cast_or_null<IntegerAttr>(
        hints.lookup(SymExprAttr::getSymbol(context, name)));
    return hint ? std::optional<int64_t>(hint.getInt()) : std::nullopt;
  };
  SmallVector<Attribute> overrides;
  for (auto &[expr, hint] : hints) {
    if (expr.isSymbol())
      continue;
    Attribute derived;
    if (std::optional<int64_t> value = evaluate(expr, valueOf))
      derived = builder.getI64IntegerAttr(*value);
    if (derived == hint)
      continue;
    overrides.push_back(
        HintAttr::get(context, expr, hint ? hint : NoneAttr::get(context)));
  }
  return overrides.empty() ? ArrayAttr() : ArrayAttr::get(context, overrides);
}

//===----------------------------------------------------------------------===//
// Metadata
//===----------------------------------------------------------------------===//

MetaAttr ImportContext::importMeta(Dict<StringRef> metadata) {
  if (metadata.empty())
    return {};
  SmallVector<StringAttr, 8> keys, values;
  for (const auto &[key, value] : metadata) {
    // What torch cannot read stands under a name of ours.
    StringRef name = key;
    if (name.consume_front(metadata::ours) &&
        ((name != metadata::moduleStack && name != metadata::sourceStack) ||
         lookup(metadata, name)))
      name = key;
    keys.push_back(str(name));
    values.push_back(str(value));
  }
  return MetaAttr::get(context, keys, values);
}

/// Splits `File "path", line 7, in f` off a stack trace.
static bool parseFrame(StringRef line, StringRef &file, unsigned &number) {
  line = line.ltrim();
  if (!line.consume_front("File \""))
    return false;
  auto [path, rest] = line.split("\", line ");
  if (rest.empty() || rest.consumeInteger(10, number))
    return false;
  file = path;
  return true;
}

Location ImportContext::importLoc(Dict<StringRef> metadata) {
  const StringRef *trace = lookup(metadata, "stack_trace");
  if (!trace)
    return fileLoc;
  auto [entry, isNew] = locations.try_emplace(*trace);
  if (!isNew)
    return Location(entry->second);
  // The innermost frame of the user's own code, else the innermost one.
  LocationAttr innermost, user;
  StringRef rest = *trace, line;
  while (!rest.empty()) {
    std::tie(line, rest) = rest.split('\n');
    StringRef file;
    unsigned number = 0;
    if (!parseFrame(line, file, number))
      continue;
    innermost = FileLineColLoc::get(context, file, number, 0);
    if (!file.contains("site-packages/") && !file.starts_with("torch/") &&
        !file.starts_with("<"))
      user = innermost;
  }
  entry->second = user ? user : innermost ? innermost : LocationAttr(fileLoc);
  return Location(entry->second);
}
