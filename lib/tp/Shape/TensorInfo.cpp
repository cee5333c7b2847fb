//===- TensorInfo.cpp - What a tensor type says ---------------------------===//
//
// Decodes and makes tensor types; strides; broadcasting.
//
//===----------------------------------------------------------------------===//

#include "tp/Shape/TensorInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::tp;

/// A size as it counts in strides: 0 and 1 as 1. Symbols are positive but for
/// those of sizes found at run time.
static SymInt getStrideFactor(SymInt size, SymArith &arith) {
  if (size.isStatic())
    return std::max<int64_t>(size.getValue(), 1);
  return arith.max(1, size);
}

SymInts mlir::tp::getContiguousStrides(ArrayRef<SymInt> sizes,
                                       SymArith &arith) {
  SymInts strides(sizes.size());
  SymInt product = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = product;
    product = arith.mul(product, getStrideFactor(sizes[i], arith));
  }
  return strides;
}

void TensorInfo::setContiguous(SymArith &arith) {
  strides = mlir::tp::getContiguousStrides(sizes, arith);
}

std::optional<TensorInfo> TensorInfo::get(Type type, SymArith &arith) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return std::nullopt;
  std::optional<ScalarType> dtype = getScalarType(tensor.getElementType());
  if (!dtype)
    return std::nullopt;
  TensorInfo info;
  info.dtype = *dtype;
  auto encoding = dyn_cast_or_null<ShapeAttr>(tensor.getEncoding());
  if (!encoding) {
    for (int64_t size : tensor.getShape())
      info.sizes.push_back(ShapedType::isDynamic(size) ? SymInt()
                                                       : SymInt(size));
    info.setContiguous(arith);
    if (!tensor.hasStaticShape())
      info.strides.assign(info.sizes.size(), SymInt());
    return info;
  }
  for (SymExprAttr size : encoding.getSizes())
    info.sizes.push_back(arith.canonicalize(size));
  for (SymExprAttr stride : encoding.getStrides())
    info.strides.push_back(arith.canonicalize(stride));
  if (encoding.getStrides().empty())
    info.setContiguous(arith);
  if (encoding.getStorageOffset())
    info.offset = arith.canonicalize(encoding.getStorageOffset());
  info.device = encoding.getDevice();
  info.layout = encoding.getLayout();
  info.requiresGrad = encoding.getRequiresGrad();
  return info;
}

Type TensorInfo::getType(SymArith &arith) const {
  MLIRContext *context = arith.getContext();
  SmallVector<int64_t, 6> shape;
  bool isStatic = true, isKnown = true;
  for (SymInt size : sizes) {
    shape.push_back(size.isStatic() ? size.getValue() : ShapedType::kDynamic);
    isStatic &= size.isStatic();
    isKnown &= size.isKnown();
  }
  Type element = getElementType(context, dtype);
  if (!isKnown)
    return RankedTensorType::get(shape, element);
  bool isContiguous = true, knowsStrides = true;
  SymInt expected = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    knowsStrides &= strides[i].isKnown();
    isContiguous &= arith.isKnownEqual(strides[i], expected);
    expected = arith.mul(expected, getStrideFactor(sizes[i], arith));
  }
  // Strides that are not known are left to the default, contiguous ones.
  isContiguous |= !knowsStrides;
  bool hasOffset = offset.isKnown() && !offset.isStaticValue(0);
  if (isStatic && isContiguous && !hasOffset && !device &&
      layout == Layout::strided && !requiresGrad)
    return RankedTensorType::get(shape, element);
  SmallVector<SymExprAttr> sizeExprs, strideExprs;
  for (SymInt size : sizes)
    sizeExprs.push_back(size.toExpr(context));
  if (!isContiguous || layout != Layout::strided)
    for (SymInt stride : strides)
      strideExprs.push_back(stride.toExpr(context));
  if (llvm::is_contained(strideExprs, SymExprAttr()))
    strideExprs.clear();
  auto encoding =
      ShapeAttr::get(context, sizeExprs, strideExprs,
                     hasOffset ? offset.toExpr(context) : SymExprAttr(), device,
                     layout, requiresGrad);
  return RankedTensorType::get(shape, element, encoding);
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

static void printSize(raw_ostream &os, SymInt size, SymArith &arith) {
  if (!size.isKnown())
    os << '?';
  else if (size.isStatic())
    os << size.getValue();
  else
    os << size.toExpr(arith.getContext());
}

/// The size of one dimension of the result, given what it is so far. A symbol
/// counts as not 1, as it does when torch captures a program.
static bool broadcastSize(SymInt &result, SymInt size, SymArith &arith) {
  if (size.isStaticValue(1) || result.isIdentical(size))
    return true;
  if (result.isStaticValue(1)) {
    result = size;
    return true;
  }
  if (!size.isKnown() || !result.isKnown()) {
    // A number that is not 1 is the size, whatever the other one is.
    if (size.isStatic())
      result = size;
    else if (!result.isStatic())
      result = SymInt();
    return true;
  }
  std::optional<bool> isEqual = arith.isEqual(result, size);
  if (isEqual && !*isEqual)
    return false;
  // They must agree at run time: the simpler one says more.
  if (!isEqual && size.isStatic())
    result = size;
  return true;
}

std::optional<SymInts>
mlir::tp::broadcastSizes(ArrayRef<ArrayRef<SymInt>> operands, SymArith &arith,
                         std::string &error) {
  size_t rank = 0;
  for (ArrayRef<SymInt> sizes : operands)
    rank = std::max(rank, sizes.size());
  SymInts result(rank, SymInt(1));
  for (ArrayRef<SymInt> sizes : operands) {
    size_t offset = rank - sizes.size();
    for (auto [i, size] : llvm::enumerate(sizes)) {
      SymInt before = result[offset + i];
      if (broadcastSize(result[offset + i], size, arith))
        continue;
      llvm::raw_string_ostream os(error);
      os << "expected sizes that broadcast, got ";
      printSize(os, before, arith);
      os << " and ";
      printSize(os, size, arith);
      os << " at dimension " << offset + i;
      return std::nullopt;
    }
  }
  return result;
}
