//===- Layout.cpp - Where the elements of a tensor lie --------------------===//
//
// Strides and offsets of tensor types.
//
//===----------------------------------------------------------------------===//

#include "tp/Functionalize/Layout.h"
#include "tp/IR/SymExpr.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::tp;

/// Layouts of more elements than this are not compared element by element.
static constexpr int64_t maxEnumerated = 1 << 20;

static ShapeAttr getShape(Type type) {
  auto tensor = dyn_cast_or_null<RankedTensorType>(type);
  return tensor ? dyn_cast_or_null<ShapeAttr>(tensor.getEncoding())
                : ShapeAttr();
}

std::optional<int64_t> mlir::tp::getRank(Type type) {
  if (auto tensor = dyn_cast_or_null<RankedTensorType>(type))
    return tensor.getRank();
  return std::nullopt;
}

static SmallVector<int64_t> getDenseStrides(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> strides(sizes.size());
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= std::max<int64_t>(sizes[i], 1);
  }
  return strides;
}

int64_t StaticLayout::getNumElements() const {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

int64_t StaticLayout::getEnd() const {
  int64_t last = offset;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    if (size == 0)
      return offset;
    last += (size - 1) * stride;
  }
  return last + 1;
}

std::optional<StaticLayout> mlir::tp::getStaticLayout(Type type) {
  auto tensor = dyn_cast_or_null<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return std::nullopt;
  StaticLayout layout;
  layout.sizes.assign(tensor.getShape().begin(), tensor.getShape().end());
  ShapeAttr shape = getShape(type);
  if (shape && shape.getLayout() != Layout::strided)
    return std::nullopt;
  if (shape && shape.getStorageOffset()) {
    if (!shape.getStorageOffset().isInteger())
      return std::nullopt;
    layout.offset = shape.getStorageOffset().getValue();
  }
  if (!shape || shape.getStrides().empty()) {
    layout.strides = getDenseStrides(layout.sizes);
    return layout;
  }
  for (SymExprAttr stride : shape.getStrides()) {
    if (!stride.isInteger())
      return std::nullopt;
    layout.strides.push_back(stride.getValue());
  }
  return layout;
}

Type mlir::tp::makeTensorType(const StaticLayout &layout, Type element,
                              DeviceAttr device) {
  MLIRContext *context = element.getContext();
  auto toExprs = [&](ArrayRef<int64_t> numbers) {
    return llvm::map_to_vector(numbers, [&](int64_t number) {
      return SymExprAttr::getInteger(context, number);
    });
  };
  // What is usual is left out.
  SmallVector<SymExprAttr> strides;
  if (ArrayRef(layout.strides) != ArrayRef(getDenseStrides(layout.sizes)))
    strides = toExprs(layout.strides);
  SymExprAttr offset;
  if (layout.offset != 0)
    offset = SymExprAttr::getInteger(context, layout.offset);
  if (strides.empty() && !offset && !device)
    return RankedTensorType::get(layout.sizes, element);
  return RankedTensorType::get(layout.sizes, element,
                               ShapeAttr::get(context, toExprs(layout.sizes),
                                              strides, offset, device,
                                              Layout::strided, false));
}

/// Whether the strides are those of a dense tensor whose dimensions are stored
/// in `order`, the outermost first. A dimension of size 1 may have any stride.
static bool isStoredAs(const StaticLayout &layout, ArrayRef<unsigned> order) {
  int64_t expected = 1;
  if (layout.getNumElements() == 0)
    return true;
  for (unsigned dim : llvm::reverse(order)) {
    if (layout.sizes[dim] == 1)
      continue;
    if (layout.strides[dim] != expected)
      return false;
    expected *= layout.sizes[dim];
  }
  return true;
}

/// The dimensions by falling strides.
static SmallVector<unsigned> getStrideOrder(const StaticLayout &layout) {
  SmallVector<unsigned> order(
      llvm::to_vector(llvm::seq<unsigned>(0, layout.sizes.size())));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::pair(-layout.strides[a], a) < std::pair(-layout.strides[b], b);
  });
  return order;
}

static Answer toAnswer(bool value) { return value ? Answer::yes : Answer::no; }

Answer mlir::tp::isContiguous(Type type) {
  if (!isa<RankedTensorType>(type))
    return Answer::unknown;
  ShapeAttr shape = getShape(type);
  if (shape && shape.getLayout() != Layout::strided)
    return Answer::no;
  if (!shape || shape.getStrides().empty())
    return Answer::yes;
  std::optional<StaticLayout> layout = getStaticLayout(type);
  if (layout) {
    auto order = llvm::to_vector(llvm::seq<unsigned>(0, layout->sizes.size()));
    return toAnswer(isStoredAs(*layout, order));
  }
  // With symbols: dense strides are left out of the type, and others are not
  // the same for all sizes. Only sizes of 0 or 1 could make them the same.
  bool canBeSmall = llvm::any_of(cast<RankedTensorType>(type).getShape(),
                                 [](int64_t size) { return size <= 1; });
  return canBeSmall ? Answer::unknown : Answer::no;
}

Answer mlir::tp::isContiguousIn(Type type, MemoryFormat format) {
  if (format == MemoryFormat::contiguous_format)
    return isContiguous(type);
  if (format == MemoryFormat::preserve_format)
    return Answer::yes;
  unsigned rank = format == MemoryFormat::channels_last ? 4 : 5;
  std::optional<int64_t> actual = getRank(type);
  if (!actual)
    return Answer::unknown;
  if (*actual != rank)
    return Answer::no;
  std::optional<StaticLayout> layout = getStaticLayout(type);
  if (!layout)
    return Answer::unknown;
  SmallVector<unsigned> order = {0};
  for (unsigned dim = 2; dim < rank; ++dim)
    order.push_back(dim);
  order.push_back(1);
  return toAnswer(isStoredAs(*layout, order));
}

/// Whether the strides, which may have symbols, are products of the sizes of
/// the dimensions stored inside of each.
static bool isDenseInSymbols(ShapeAttr shape) {
  SmallVector<SymExprAttr> inner = {
      SymExprAttr::getInteger(shape.getContext(), 1)};
  SmallVector<unsigned> left;
  for (auto [dim, size] : llvm::enumerate(shape.getSizes()))
    if (!size.isInteger() || size.getValue() != 1)
      left.push_back(dim);
  while (!left.empty()) {
    SymExprAttr expected =
        getContiguousStrides(shape.getContext(), inner).front();
    auto *next = llvm::find_if(left, [&](unsigned dim) {
      return shape.getStrides()[dim] == expected;
    });
    if (next == left.end())
      return false;
    // In front of `inner` goes a place for the next one.
    inner.front() = shape.getSizes()[*next];
    inner.insert(inner.begin(), inner.front());
    left.erase(next);
  }
  return true;
}

Answer mlir::tp::isDense(Type type) {
  if (isContiguous(type) == Answer::yes)
    return Answer::yes;
  std::optional<StaticLayout> layout = getStaticLayout(type);
  if (!layout) {
    ShapeAttr shape = getShape(type);
    return shape && shape.getLayout() == Layout::strided &&
                   shape.getSizes().size() == shape.getStrides().size() &&
                   isDenseInSymbols(shape)
               ? Answer::yes
               : Answer::unknown;
  }
  return toAnswer(isStoredAs(*layout, getStrideOrder(*layout)));
}

bool mlir::tp::mayHaveGaps(Type type) {
  ShapeAttr shape = getShape(type);
  return shape && shape.getLayout() == Layout::strided &&
         !shape.getStrides().empty() && isDense(type) != Answer::yes;
}

/// Calls `visit` with the place of every element; stops when it is false.
static bool forEachElement(const StaticLayout &layout,
                           function_ref<bool(int64_t)> visit) {
  if (layout.getNumElements() == 0)
    return true;
  SmallVector<int64_t> index(layout.sizes.size(), 0);
  int64_t place = layout.offset;
  while (true) {
    if (!visit(place))
      return false;
    size_t dim = layout.sizes.size();
    while (dim-- > 0) {
      place += layout.strides[dim];
      if (++index[dim] < layout.sizes[dim])
        break;
      place -= layout.strides[dim] * layout.sizes[dim];
      index[dim] = 0;
    }
    if (dim == size_t(-1))
      return true;
  }
}

Answer mlir::tp::overlapsItself(Type type) {
  if (isContiguous(type) == Answer::yes)
    return Answer::no;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return Answer::unknown;
  if (llvm::is_contained(tensor.getShape(), 0))
    return Answer::no;
  ShapeAttr shape = getShape(type);
  if (shape)
    for (auto [size, stride] : llvm::zip(tensor.getShape(), shape.getStrides()))
      if (stride.isInteger() && stride.getValue() == 0 && size > 1)
        return Answer::yes;
  std::optional<StaticLayout> layout = getStaticLayout(type);
  if (!layout) {
    // A stride of 0 along a dimension of unknown size.
    if (shape)
      for (SymExprAttr stride : shape.getStrides())
        if (stride.isInteger() && stride.getValue() == 0)
          return Answer::unknown;
    return Answer::no;
  }
  // Each dimension steps over all that the smaller strides reach.
  int64_t reach = 0;
  bool nested = true;
  SmallVector<unsigned> order = getStrideOrder(*layout);
  for (unsigned dim : llvm::reverse(order)) {
    if (layout->sizes[dim] == 1)
      continue;
    nested &= layout->strides[dim] > reach;
    reach += (layout->sizes[dim] - 1) * layout->strides[dim];
  }
  if (nested)
    return Answer::no;
  if (layout->getNumElements() > maxEnumerated ||
      layout->getEnd() - layout->offset > maxEnumerated)
    return Answer::unknown;
  llvm::BitVector seen(layout->getEnd() - layout->offset);
  return toAnswer(!forEachElement(*layout, [&](int64_t place) {
    bool isNew = !seen.test(place - layout->offset);
    seen.set(place - layout->offset);
    return isNew;
  }));
}

Answer mlir::tp::overlap(Type lhs, Type rhs) {
  std::optional<StaticLayout> left = getStaticLayout(lhs),
                              right = getStaticLayout(rhs);
  if (!left || !right)
    return Answer::unknown;
  if (left->getEnd() <= right->offset || right->getEnd() <= left->offset)
    return Answer::no;
  if (isContiguous(lhs) == Answer::yes && isContiguous(rhs) == Answer::yes)
    return Answer::yes;
  int64_t extent = left->getEnd() - left->offset;
  if (extent > maxEnumerated || right->getNumElements() > maxEnumerated)
    return Answer::unknown;
  llvm::BitVector seen(extent);
  forEachElement(*left, [&](int64_t place) {
    seen.set(place - left->offset);
    return true;
  });
  return toAnswer(!forEachElement(*right, [&](int64_t place) {
    int64_t index = place - left->offset;
    return index < 0 || index >= extent || !seen.test(index);
  }));
}

bool mlir::tp::haveSameLayout(Type lhs, Type rhs) {
  auto left = dyn_cast<RankedTensorType>(lhs),
       right = dyn_cast<RankedTensorType>(rhs);
  if (!left || !right || left.getShape() != right.getShape() ||
      left.getElementType() != right.getElementType())
    return false;
  ShapeAttr a = getShape(lhs), b = getShape(rhs);
  if (!a && !b)
    return left.hasStaticShape();
  std::optional<StaticLayout> first = getStaticLayout(lhs),
                              second = getStaticLayout(rhs);
  if (first && second)
    return first->offset == second->offset && first->strides == second->strides;
  return a && b && a.getSizes() == b.getSizes() &&
         a.getStrides() == b.getStrides() &&
         a.getStorageOffset() == b.getStorageOffset() &&
         a.getLayout() == b.getLayout();
}

Answer mlir::tp::isViewable(Type from, Type to) {
  Answer contiguous = isContiguous(from);
  if (contiguous == Answer::yes)
    return Answer::yes;
  std::optional<StaticLayout> layout = getStaticLayout(from);
  auto target = dyn_cast<RankedTensorType>(to);
  if (!layout || !target || !target.hasStaticShape()) {
    // A view keeps the offset of its storage; a copy has none.
    ShapeAttr source = getShape(from), result = getShape(to);
    if (source && source.getStorageOffset() && target)
      return toAnswer(result &&
                      result.getStorageOffset() == source.getStorageOffset());
    return Answer::unknown;
  }
  if (layout->getNumElements() == 0)
    return Answer::yes;
  // Walk both shapes from the innermost dimension: runs of dimensions that
  // are dense among themselves can be cut anew, others can not.
  ArrayRef<int64_t> wanted = target.getShape();
  if (layout->sizes.empty())
    return Answer::yes;
  size_t left = wanted.size();
  int64_t innermost = layout->strides.back(), run = 1, cut = 1;
  for (size_t i = layout->sizes.size(); i-- > 0;) {
    run *= layout->sizes[i];
    if (i > 0 && (layout->sizes[i - 1] == 1 ||
                  layout->strides[i - 1] == run * innermost))
      continue;
    while (left > 0 && (cut < run || wanted[left - 1] == 1))
      cut *= wanted[--left];
    if (cut != run)
      return Answer::no;
    if (i > 0)
      innermost = layout->strides[i - 1];
    run = cut = 1;
  }
  return toAnswer(left == 0);
}

Type mlir::tp::getFreshType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  ShapeAttr shape = getShape(type);
  if (!shape || shape.getLayout() != Layout::strided ||
      (shape.getStrides().empty() && !shape.getStorageOffset()))
    return type;
  MLIRContext *context = type.getContext();
  SmallVector<SymExprAttr> strides(shape.getStrides());
  std::optional<StaticLayout> layout = getStaticLayout(type);
  if (!layout) {
    // The order of dimensions with symbols is not known; take the usual one.
    if (isDense(type) != Answer::yes)
      strides.clear();
  } else if (isDense(type) != Answer::yes) {
    int64_t stride = 1;
    SmallVector<unsigned> order = getStrideOrder(*layout);
    for (unsigned dim : llvm::reverse(order)) {
      strides[dim] = SymExprAttr::getInteger(context, stride);
      stride *= std::max<int64_t>(layout->sizes[dim], 1);
    }
  }
  if (layout && !strides.empty()) {
    SmallVector<int64_t> dense = getDenseStrides(layout->sizes);
    bool isUsual = llvm::all_of(llvm::zip_equal(strides, dense), [](auto pair) {
      return std::get<0>(pair).getValue() == std::get<1>(pair);
    });
    if (isUsual)
      strides.clear();
  }
  bool isPlain = tensor.hasStaticShape() && strides.empty() &&
                 !shape.getDevice() && !shape.getRequiresGrad();
  Attribute encoding =
      isPlain ? Attribute()
              : ShapeAttr::get(context, shape.getSizes(), strides,
                               SymExprAttr(), shape.getDevice(),
                               shape.getLayout(), shape.getRequiresGrad());
  return RankedTensorType::get(tensor.getShape(), tensor.getElementType(),
                               encoding);
}
