//===- Conversion.cpp - Rules for conversions of dtype and device ---------===//
//
// `to` and its kin: a copy where something changes, else the tensor itself.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

using namespace mlir;
using namespace mlir::tp;

static DeviceAttr getDevice(const Arg &device) {
  return dyn_cast_or_null<DeviceAttr>(device.getAttribute());
}

/// Whether `wanted` is the device that the tensor is on: an index that is not
/// given is the first one's.
static bool isSameDevice(const Arg &own, const Arg &wanted) {
  DeviceAttr a = getDevice(own), c = getDevice(wanted);
  return a && c && a.getKind() == c.getKind() &&
         std::max<int64_t>(a.getIndex(), 0) ==
             std::max<int64_t>(c.getIndex(), 0);
}

/// `x.to(dtype, layout, device, memory_format)`; None leaves a property alone.
static Replacement convertTo(DecomposeBuilder &b, Value x, const Arg &dtype,
                             const Arg &device, const Arg &format) {
  std::optional<ScalarType> own = b.dtype(x);
  if (!own || dtype.isValue() || device.isValue())
    return std::nullopt;
  bool changesType = dtype.isDType() && dtype.getDType() != *own;
  bool changesDevice = !device.isNone() && !isSameDevice(b.device(x), device);
  auto formatAttr = dyn_cast_or_null<MemoryFormatAttr>(format.getAttribute());
  bool changesFormat =
      formatAttr && formatAttr.getValue() != MemoryFormat::preserve_format &&
      (formatAttr.getValue() != MemoryFormat::contiguous_format ||
       !b.isContiguous(x).value_or(false));
  if (!b.arg("copy").isTrue() && !changesType && !changesDevice &&
      !changesFormat)
    return x;
  return b.call("aten._to_copy.default", x, b.kw("dtype", dtype),
                b.kw("device", device),
                b.kw("non_blocking", b.arg("non_blocking").isTrue()),
                b.kw("memory_format", format));
}

static Replacement decomposeTo(DecomposeBuilder &b, CallOp call) {
  Arg layout = b.arg("layout");
  auto layoutAttr = dyn_cast_or_null<LayoutAttr>(layout.getAttribute());
  if (layoutAttr && layoutAttr.getValue() != Layout::strided)
    return std::nullopt;
  return convertTo(b, b.tensor("self"), b.arg("dtype"), b.arg("device"),
                   b.arg("memory_format"));
}

/// `x.to(other)` and `x.type_as(other)`.
static Replacement decomposeToOther(DecomposeBuilder &b, CallOp call) {
  Value other = b.tensor("other");
  std::optional<ScalarType> dtype = b.dtype(other);
  if (!dtype)
    return std::nullopt;
  return convertTo(b, b.tensor("self"), *dtype, b.device(other),
                   b.arg("memory_format"));
}

template <ScalarType dtype>
static Replacement decomposeCast(DecomposeBuilder &b, CallOp call) {
  return convertTo(b, b.tensor("self"), dtype, Arg(), Arg());
}

void core::populateConversion(DecompositionTable &table) {
  table.add({"aten.to.dtype", "aten.to.device", "aten.to.dtype_layout"},
            decomposeTo);
  table.add({"aten.to.other", "aten.type_as.default"}, decomposeToOther);
  table.add("aten._cast_Float.default", decomposeCast<ScalarType::float32>);
  table.add("aten._cast_Double.default", decomposeCast<ScalarType::float64>);
  table.add("aten._cast_Half.default", decomposeCast<ScalarType::float16>);
  table.add("aten._cast_Long.default", decomposeCast<ScalarType::int64>);
  table.add("aten._cast_Byte.default", decomposeCast<ScalarType::uint8>);
  table.add("aten._cast_Char.default", decomposeCast<ScalarType::int8>);
  table.add("aten._cast_Short.default", decomposeCast<ScalarType::int16>);
  table.add("aten._cast_Int.default", decomposeCast<ScalarType::int32>);
}
