//===- ExportTypes.cpp - Types, symbols and metadata of a program ---------===//
//
// Each distinct type, expression and metadata attribute is written once, and
// shared by all that have it.
//
//===----------------------------------------------------------------------===//

#include "ExportContext.h"
#include "tp/IR/SymExpr.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::pt2;

InFlightDiagnostic mlir::tp::pt2::emitNodeError(Operation *op) {
  InFlightDiagnostic error = mlir::emitError(op->getLoc());
  StringAttr name;
  if (auto node = dyn_cast<NodeOp>(op))
    name = node.getNodeNameAttr();
  if (!name && op->getNumResults() && isa<NodeOp>(op))
    name = cast<NodeOp>(op).getResultNameAttr(0);
  if (name)
    error << "node '" << name.getValue() << "': ";
  else if (auto state = dyn_cast<StateOp>(op))
    error << "state '" << state.getSymName() << "': ";
  else
    error << "'" << op->getName() << "': ";
  return error;
}

ExportContext::ExportContext(ProgramOp program, llvm::BumpPtrAllocator &memory)
    : program(program), context(program.getContext()), memory(memory) {
  if (ArrayAttr dims = program.getDimsAttr())
    for (DimAttr dim : dims.getAsRange<DimAttr>())
      if (dim.getExpr().isSymbol())
        symbols.try_emplace(dim.getExpr().getName(), dim);
  if (ArrayAttr overrides = program.getHintsAttr())
    for (HintAttr hint : overrides.getAsRange<HintAttr>())
      hints.try_emplace(hint.getExpr(), hint.getValue());
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

SymExprHint ExportContext::getHint(SymExprAttr expr, bool isBool) const {
  auto hintOf = [&](StringRef name) -> Attribute {
    DimAttr dim = symbols.lookup(StringAttr::get(context, name));
    return dim ? dim.getHint() : Attribute();
  };
  Attribute value;
  SymExprHint hint;
  auto known = hints.find(expr);
  if (known != hints.end()) {
    value = known->second;
  } else if (expr.isSymbol()) {
    value = hintOf(expr.getName().getValue());
  } else if (!isBool) {
    std::optional<int64_t> derived =
        evaluate(expr, [&](StringRef name) -> std::optional<int64_t> {
          auto integer = dyn_cast_or_null<IntegerAttr>(hintOf(name));
          return integer ? std::optional<int64_t>(integer.getInt())
                         : std::nullopt;
        });
    if (!derived)
      return hint;
    hint.kind = SymExprHint::Kind::Int;
    hint.asInt = *derived;
    return hint;
  }
  if (auto flag = dyn_cast_or_null<BoolAttr>(value)) {
    hint.kind = SymExprHint::Kind::Bool;
    hint.asBool = flag.getValue();
  } else if (auto integer = dyn_cast_or_null<IntegerAttr>(value)) {
    hint.kind = SymExprHint::Kind::Int;
    hint.asInt = integer.getInt();
  } else if (auto real = dyn_cast_or_null<FloatAttr>(value)) {
    hint.kind = SymExprHint::Kind::Float;
    hint.asFloat = real.getValueAsDouble();
  }
  return hint;
}

const SymExpr *ExportContext::exportExpr(SymExprAttr expr, bool isBool) {
  const SymExpr *&exported = exprs[isBool][expr];
  if (exported)
    return exported;
  std::string text;
  llvm::raw_string_ostream os(text);
  printSympyExpr(os, expr, [&](StringRef name) -> StringRef {
    DimAttr dim = symbols.lookup(StringAttr::get(context, name));
    if (dim && dim.getAssumptions())
      return dim.getAssumptions().getValue();
    return "positive=True, integer=True";
  });
  return exported = saveStruct(SymExpr{save(text), getHint(expr, isBool)});
}

SymInt ExportContext::exportSize(SymExprAttr expr) {
  SymInt size;
  if (expr.isInteger())
    size.value = expr.getValue();
  else
    size.expr = exportExpr(expr);
  return size;
}

SymInt ExportContext::exportSymInt(IntType type) {
  return exportSize(type.getExpr());
}

SymFloat ExportContext::exportSymFloat(tp::FloatType type) {
  SymFloat result;
  SymExprAttr expr = type.getExpr();
  // A constant of the schema; sympy's have their own precision.
  if (expr.getKind() == SymExprKind::number && expr.getValue() == 53 &&
      !hints.count(expr) &&
      llvm::to_float(expr.getName().getValue(), result.value))
    return result;
  result.expr = exportExpr(expr);
  return result;
}

SymBool ExportContext::exportSymBool(BoolType type) {
  SymBool result;
  SymExprAttr expr = type.getExpr();
  bool isAtom = expr.getKind() == SymExprKind::atom;
  if (isAtom && (expr.getName() == "true" || expr.getName() == "false"))
    result.value = expr.getName() == "true";
  else
    result.expr = exportExpr(expr, /*isBool=*/true);
  return result;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Device ExportContext::exportDevice(DeviceAttr device) {
  Device result;
  result.type = device.getKind().getValue();
  if (device.getIndex() >= 0)
    result.index = device.getIndex();
  return result;
}

FailureOr<TensorMeta> ExportContext::exportTensor(Operation *op, Type type,
                                                  bool takesGradient,
                                                  bool contiguous) {
  auto [entry, isNew] =
      tensors.try_emplace({type, takesGradient + 2 * contiguous});
  if (!isNew)
    return entry->second;
  auto fail = [&, it = entry]() -> InFlightDiagnostic {
    tensors.erase(it);
    return emitNodeError(op);
  };
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return fail() << "expected a ranked tensor, got " << type;
  std::optional<tp::ScalarType> scalar = getScalarType(tensor.getElementType());
  if (!scalar)
    return fail() << "expected an element type that torch has, got "
                  << tensor.getElementType();
  TensorMeta meta;
  meta.dtype = pt2::ScalarType(*scalar);
  meta.layout = pt2::Layout::Strided;
  meta.requiresGrad = takesGradient;
  meta.device.type = "cpu";
  auto shape = dyn_cast_or_null<ShapeAttr>(tensor.getEncoding());
  SmallVector<SymExprAttr> sizes, strides;
  if (shape) {
    sizes.assign(shape.getSizes().begin(), shape.getSizes().end());
    if (!contiguous)
      strides.assign(shape.getStrides().begin(), shape.getStrides().end());
    if (shape.getStorageOffset() && !contiguous)
      meta.storageOffset = exportSize(shape.getStorageOffset());
    if (shape.getDevice())
      meta.device = exportDevice(shape.getDevice());
    meta.layout = pt2::Layout(shape.getLayout());
    meta.requiresGrad |= shape.getRequiresGrad();
  } else {
    for (auto [i, size] : llvm::enumerate(tensor.getShape())) {
      if (ShapedType::isDynamic(size))
        return fail() << "expected a size for dimension " << i << " of " << type
                      << ": a number, or an expression in '#tp.shape'";
      sizes.push_back(SymExprAttr::getInteger(context, size));
    }
  }
  if (strides.empty())
    strides = getContiguousStrides(context, sizes);
  SmallVector<SymInt> list;
  for (SymExprAttr size : sizes)
    list.push_back(exportSize(size));
  meta.sizes = copy(list);
  list.clear();
  for (SymExprAttr stride : strides)
    list.push_back(exportSize(stride));
  meta.strides = copy(list);
  return entry->second = meta;
}

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

Dict<RangeConstraint> ExportContext::exportRanges() {
  SmallVector<KeyValue<RangeConstraint>> ranges;
  ArrayAttr dims = program.getDimsAttr();
  if (!dims)
    return {};
  auto bound = [](IntegerAttr attr) {
    return attr ? std::optional<int64_t>(attr.getInt()) : std::nullopt;
  };
  for (DimAttr dim : dims.getAsRange<DimAttr>()) {
    if (!dim.getHasRange())
      continue;
    std::string key;
    llvm::raw_string_ostream os(key);
    printPlainExpr(os, dim.getExpr());
    ranges.push_back(
        {save(key), RangeConstraint{bound(dim.getMin()), bound(dim.getMax())}});
  }
  return copy(ranges);
}

/// Whether torch's reader can take the value of a metadata key apart. Its lists
/// are joined without escapes: `key,path,type` with `;` between (commas inside
/// of brackets do not count), and `name,target`. A module of the name "a,b"
/// makes a list that torch writes and then refuses.
static bool isReadByTorch(StringRef key, StringRef value) {
  bool isStack = key == metadata::moduleStack;
  if ((!isStack && key != metadata::sourceStack) || value.empty())
    return true;
  for (StringRef item : llvm::split(value, ';')) {
    int depth = 0;
    unsigned commas = 0;
    for (char c : item) {
      depth += isStack && (c == '[' || c == '(');
      depth -= isStack && (c == ']' || c == ')');
      commas += c == ',' && depth == 0;
    }
    if (commas != (isStack ? 2 : 1))
      return false;
  }
  return true;
}

Dict<StringRef> ExportContext::exportMeta(MetaAttr meta) {
  if (!meta)
    return {};
  auto [entry, isNew] = metas.try_emplace(meta);
  if (!isNew)
    return entry->second;
  SmallVector<KeyValue<StringRef>> list;
  for (auto [key, value] : llvm::zip_equal(meta.getKeys(), meta.getValues())) {
    StringRef written = key.getValue();
    if (!isReadByTorch(key, value))
      written = save(metadata::ours + written);
    list.push_back({written, value.getValue()});
  }
  return entry->second = copy(list);
}
