//===- ImportPickles.cpp - Pickled literals and tensors -------------------===//
//
// What the exporter cannot say in JSON it pickles: dtypes, the ellipsis,
// complex numbers, functions, tensors. They are recognised in the decoded
// stream by the names of what would be called.
//
//===----------------------------------------------------------------------===//

#include "ImportContext.h"
#include "llvm/Support/Base64.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::tensorplay;
using pickle::Object;
using Kind = pickle::Object::Kind;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static bool readSizes(const Object &list, SmallVectorImpl<int64_t> &sizes) {
  if (!list.is(Kind::list) && !list.is(Kind::tuple))
    return false;
  for (const Object *item : list.items) {
    if (!item->is(Kind::integer) || item->integer < 0)
      return false;
    sizes.push_back(item->integer);
  }
  return true;
}

static unsigned getItemSize(MLIRContext *context, ScalarType dtype) {
  Type type = getElementType(context, dtype);
  unsigned factor = 1;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    type = complex.getElementType();
    factor = 2;
  }
  return factor * llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

/// The number of elements, none where it does not fit.
static std::optional<int64_t> countElements(ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  if (llvm::is_contained(sizes, 0))
    return 0;
  for (int64_t size : sizes)
    if (__builtin_mul_overflow(count, size, &count))
      return std::nullopt;
  return count;
}

FailureOr<std::optional<PickledTensor>>
tensorplay::readPickledTensor(const Object &object, ErrorEmitter emitError) {
  const Object *callee = object.callee();
  if (!callee)
    return std::optional<PickledTensor>();
  // A parameter wraps its tensor.
  if (callee->isGlobal("tensorplay.nn.parameter.Parameter") &&
      object.items.size() >= 2 && object.items[1]->callee() &&
      !object.items[1]->callee()->isGlobal(
          "tensorplay.nn.parameter.Parameter")) {
    auto inner = readPickledTensor(*object.items[1], emitError);
    if (succeeded(inner) && *inner && object.items.size() >= 3)
      (*inner)->requiresGrad = object.items[2]->integer != 0;
    return inner;
  }
  if (!callee->isGlobal("tensorplay._C.TensorBase") &&
      !callee->isGlobal("tensorplay.Tensor"))
    return std::optional<PickledTensor>();
  PickledTensor tensor;
  const Object *state = object.state;
  auto isInteger = [&](size_t i) {
    return state->items[i]->is(Kind::integer) ||
           state->items[i]->is(Kind::boolean);
  };
  if (!state || !state->is(Kind::tuple) || state->items.size() != 7 ||
      !state->items[0]->is(Kind::bytes) ||
      !readSizes(*state->items[1], tensor.sizes) ||
      !readSizes(*state->items[2], tensor.strides) || !isInteger(3) ||
      !isInteger(4) || !isInteger(5) || !isInteger(6) ||
      tensor.sizes.size() != tensor.strides.size()) {
    emitError() << "expected bytes, sizes, strides, dtype, device and gradient "
                   "of a pickled tensor";
    return failure();
  }
  std::optional<ScalarType> dtype = getDType(state->items[3]->integer);
  if (!dtype) {
    emitError() << "expected a known dtype of a pickled tensor, got "
                << state->items[3]->integer;
    return failure();
  }
  tensor.dtype = *dtype;
  tensor.bytes = state->items[0]->text;
  tensor.deviceKind = state->items[4]->integer;
  tensor.deviceIndex = state->items[5]->integer;
  tensor.requiresGrad = state->items[6]->integer != 0;
  return std::optional<PickledTensor>(std::move(tensor));
}

FailureOr<ElementsAttr> tensorplay::readElements(const PickledTensor &tensor,
                                                 Type type,
                                                 ErrorEmitter emitError) {
  auto shaped = cast<RankedTensorType>(type);
  std::optional<int64_t> count = countElements(tensor.sizes);
  unsigned itemSize = getItemSize(type.getContext(), tensor.dtype);
  if (!count || uint64_t(*count) != tensor.bytes.size() / itemSize ||
      tensor.bytes.size() % itemSize != 0) {
    emitError() << "expected the elements of a " << type
                << " in a pickled tensor, got " << tensor.bytes.size()
                << " bytes";
    return failure();
  }
  if (tensor.dtype == ScalarType::boolean) {
    SmallVector<bool> flags;
    for (char byte : tensor.bytes)
      flags.push_back(byte != 0);
    return ElementsAttr(DenseElementsAttr::get(shaped, flags));
  }
  return ElementsAttr(DenseElementsAttr::getFromRawBuffer(
      shaped, ArrayRef<char>(tensor.bytes.data(), tensor.bytes.size())));
}

Type tensorplay::makeTensorType(MLIRContext *context, ScalarType dtype,
                                ArrayRef<SymExprAttr> sizes,
                                ArrayRef<SymExprAttr> strides,
                                DeviceAttr device, bool requiresGrad) {
  SmallVector<int64_t> shape;
  bool isStatic = true;
  for (SymExprAttr size : sizes) {
    shape.push_back(size.isInteger() ? size.getValue() : ShapedType::kDynamic);
    isStatic &= size.isInteger();
  }
  Attribute encoding;
  if (!isStatic || !strides.empty() || device || requiresGrad)
    encoding = ShapeAttr::get(context, sizes, strides, SymExprAttr(), device,
                              Layout::strided, requiresGrad);
  return RankedTensorType::get(shape, getElementType(context, dtype), encoding);
}

Type tensorplay::getPickledType(MLIRContext *context,
                                const PickledTensor &tensor,
                                ArrayRef<SymExprAttr> symbolic,
                                bool withGradient) {
  SmallVector<SymExprAttr> sizes(symbolic), strides;
  if (sizes.empty()) {
    uint64_t step = 1;
    bool isUsual = llvm::is_contained(tensor.sizes, 0);
    SmallVector<uint64_t> usual(tensor.sizes.size());
    for (size_t i = tensor.sizes.size(); i > 0; --i) {
      usual[i - 1] = step;
      step *= std::max<int64_t>(tensor.sizes[i - 1], 1);
    }
    bool same = true;
    for (auto [i, size] : llvm::enumerate(tensor.sizes)) {
      sizes.push_back(SymExprAttr::getInteger(context, size));
      strides.push_back(SymExprAttr::getInteger(context, tensor.strides[i]));
      same &= size == 1 || usual[i] == uint64_t(tensor.strides[i]);
    }
    if (isUsual || same)
      strides.clear();
  }
  DeviceAttr device;
  if (tensor.deviceKind != 0)
    device = DeviceAttr::get(context, StringAttr::get(context, "cuda"),
                             tensor.deviceIndex);
  return makeTensorType(context, tensor.dtype, sizes, strides, device,
                        withGradient && tensor.requiresGrad);
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

std::string tensorplay::canonicalPath(StringRef module, StringRef name) {
  // Methods of the extension's class are those of the one that users name.
  if (module == "tensorplay._C" && name.consume_front("TensorBase."))
    return ("tensorplay.Tensor." + name).str();
  return (module + "." + name).str();
}

std::string tensorplay::getPickledPath(const Object &object) {
  if (object.is(Kind::global))
    return canonicalPath(object.module, object.text);
  // What is an attribute of a class is pickled as its read.
  const Object *callee = object.callee();
  if (callee && callee->isGlobal("builtins.getattr") &&
      object.items.size() == 3 && object.items[1]->is(Kind::global) &&
      object.items[2]->is(Kind::string))
    return canonicalPath(
        object.items[1]->module,
        (object.items[1]->text + "." + object.items[2]->text).str());
  return {};
}

FailureOr<std::string> tensorplay::decodeBase64(const Json &value) {
  FailureOr<StringRef> text = value.asString();
  if (failed(text))
    return failure();
  std::vector<char> bytes;
  if (llvm::Error error = llvm::decodeBase64(*text, bytes)) {
    value.emitError() << "expected base64: "
                      << llvm::toString(std::move(error));
    return failure();
  }
  return std::string(bytes.begin(), bytes.end());
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

bool PickleReader::enter(unsigned depth) {
  if (depth > maxDepth) {
    emitError() << "expected pickled values nested at most " << maxDepth
                << " deep";
    return false;
  }
  if (budget == 0) {
    emitError() << "expected a pickled value of at most " << (1u << 20)
                << " parts";
    return false;
  }
  --budget;
  return true;
}

Attribute PickleReader::readScalar(const Object &object) {
  Builder builder(context);
  switch (object.kind) {
  case Kind::none:
    return NoneAttr::get(context);
  case Kind::boolean:
    return builder.getBoolAttr(object.integer != 0);
  case Kind::integer:
    return builder.getI64IntegerAttr(object.integer);
  case Kind::real:
    return builder.getF64FloatAttr(object.real);
  case Kind::string:
    return builder.getStringAttr(object.text);
  default:
    return {};
  }
}

Attribute PickleReader::readItems(const Object &object, unsigned depth) {
  SmallVector<Attribute> elements;
  for (const Object *item : object.items) {
    elements.push_back(read(*item, depth + 1));
    if (!elements.back())
      return {};
  }
  if (object.is(Kind::list))
    return ListAttr::get(context, elements);
  return tp::TupleAttr::get(context, elements);
}

Attribute PickleReader::readDict(ArrayRef<const Object *> items,
                                 unsigned depth) {
  SmallVector<Attribute> keys, values;
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    keys.push_back(read(*items[i], depth + 1));
    if (!keys.back())
      return {};
    values.push_back(read(*items[i + 1], depth + 1));
    if (!values.back())
      return {};
  }
  return DictAttr::getChecked(emitError, context, ArrayRef<Attribute>(keys),
                              ArrayRef<Attribute>(values));
}

/// A dtype, layout or memory format.
Attribute PickleReader::readEnum(const Object &object, StringRef callee) {
  // An enumeration of the extension has its number as the state.
  const Object *number = object.state;
  if (!number && object.items.size() == 2)
    number = object.items[1];
  if (!number || !number->is(Kind::integer))
    return {};
  int64_t value = number->integer;
  if (callee == "tensorplay.DType") {
    if (std::optional<ScalarType> dtype = getDType(value))
      return DTypeAttr::get(context, *dtype);
    // What is no element type of the dialect goes by its path.
    if (StringRef name = getOtherDType(value); !name.empty())
      return FunctionAttr::get(
          context, StringAttr::get(context, "tensorplay.DType." + name));
  } else if (callee == "tensorplay.Layout") {
    if (std::optional<Layout> layout = getLayout(value))
      return LayoutAttr::get(context, *layout);
  } else if (callee == "tensorplay.MemoryFormat") {
    if (std::optional<MemoryFormat> format = getMemoryFormat(value))
      return MemoryFormatAttr::get(context, *format);
  }
  return {};
}

Attribute PickleReader::readCall(const Object &object, unsigned depth) {
  std::string name = object.describe();
  if (Attribute value = readEnum(object, name))
    return value;
  ArrayRef<const Object *> args = ArrayRef(object.items).drop_front();
  Builder builder(context);
  if (name == "builtins.complex" && args.size() == 2 &&
      args[0]->is(Kind::real) && args[1]->is(Kind::real))
    return ComplexAttr::get(context, builder.getF64FloatAttr(args[0]->real),
                            builder.getF64FloatAttr(args[1]->real));
  if (name == "tensorplay.Size" && args.size() == 1 && args[0]->is(Kind::tuple))
    return readItems(*args[0], depth);
  if (name == "tensorplay.device" && !args.empty() && args.size() <= 2 &&
      args[0]->is(Kind::string) &&
      (args.size() == 1 || args[1]->is(Kind::integer)))
    return DeviceAttr::get(context, builder.getStringAttr(args[0]->text),
                           args.size() == 2 ? args[1]->integer : -1);
  if (name == "builtins.slice" && args.size() == 3) {
    Attribute parts[3];
    for (auto [part, arg] : llvm::zip(parts, args)) {
      part = read(*arg, depth + 1);
      if (!part)
        return {};
    }
    return SliceAttr::get(context, parts[0], parts[1], parts[2]);
  }
  if (name == "collections.OrderedDict" && args.empty())
    return readDict(object.entries, depth);
  return {};
}

Attribute PickleReader::read(const Object &object, unsigned depth) {
  if (!enter(depth))
    return {};
  if (Attribute scalar = readScalar(object))
    return scalar;
  if (object.is(Kind::list) || object.is(Kind::tuple))
    return readItems(object, depth);
  if (object.is(Kind::dict))
    return readDict(object.items, depth);
  if (object.isGlobal("builtins.Ellipsis"))
    return EllipsisAttr::get(context);
  if (std::string path = getPickledPath(object); !path.empty())
    return FunctionAttr::get(context, StringAttr::get(context, path));
  if (object.callee()) {
    auto tensor = readPickledTensor(object, emitError);
    if (failed(tensor))
      return {};
    if (*tensor)
      return place(**tensor);
    if (Attribute value = readCall(object, depth))
      return value;
  }
  emitError() << "the value is a pickled '" << object.describe()
              << "', which is not read: expected a literal, a dtype, a tensor, "
                 "or a function";
  return {};
}

Type PickleReader::readType(const Object &object, ArrayRef<SymExprAttr> sizes,
                            unsigned depth) {
  if (!enter(depth))
    return {};
  Builder builder(context);
  switch (object.kind) {
  case Kind::none:
    return tp::NoneType::get(context);
  case Kind::boolean:
    return builder.getI1Type();
  case Kind::integer:
    return builder.getI64Type();
  case Kind::real:
    return builder.getF64Type();
  case Kind::string:
    return StrType::get(context);
  case Kind::list:
  case Kind::tuple: {
    SmallVector<Type> elements;
    for (const Object *item : object.items) {
      elements.push_back(readType(*item, {}, depth + 1));
      if (!elements.back())
        return {};
    }
    if (object.is(Kind::list))
      return ListType::get(context, elements);
    return tp::TupleType::get(context, elements);
  }
  case Kind::dict: {
    SmallVector<StringAttr> keys;
    SmallVector<Type> elements;
    for (size_t i = 0; i + 1 < object.items.size(); i += 2) {
      if (!object.items[i]->is(Kind::string))
        return AnyType::get(context);
      keys.push_back(builder.getStringAttr(object.items[i]->text));
      elements.push_back(readType(*object.items[i + 1], {}, depth + 1));
      if (!elements.back())
        return {};
    }
    return DictType::getChecked(emitError, context, ArrayRef<StringAttr>(keys),
                                ArrayRef<Type>(elements));
  }
  default:
    break;
  }
  auto tensor = readPickledTensor(object, emitError);
  if (failed(tensor))
    return {};
  if (*tensor)
    return getPickledType(context, **tensor, sizes, /*withGradient=*/true);
  return AnyType::get(context);
}
