//===- Call.cpp - A call as a rule sees it --------------------------------===//
//
// Reads arguments, records results.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::tp;

const TensorInfo *TypeDecoder::decode(Type type) {
  auto [entry, isNew] = known.try_emplace(type);
  if (isNew)
    if (std::optional<TensorInfo> info = TensorInfo::get(type, arith))
      entry->second = std::make_unique<TensorInfo>(std::move(*info));
  return entry->second.get();
}

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

void Call::setUnknown(const Twine &message) {
  if (!stopped) {
    inferred.kind = InferredTypes::Kind::unknown;
    inferred.message = message.str();
  }
  stopped = true;
}

void Call::setInvalid(const Twine &message) {
  if (!stopped) {
    inferred.kind = InferredTypes::Kind::invalid;
    inferred.message = message.str();
  }
  stopped = true;
}

/// Something else stands where a rule expects an argument of a kind. A value
/// of unknown type may be of that kind, so that this says nothing.
void Call::expected(StringRef what, StringRef name) {
  setUnknown("expected " + what + " as '" + name + "'");
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

TypedArgument Call::getArgument(unsigned index) const {
  if (index < args.size() && args[index].literal) {
    TypedArgument argument = args[index];
    while (auto arm = dyn_cast<ArmAttr>(argument.literal))
      argument.literal = arm.getValue();
    return argument;
  }
  return {info.defaults[index], {}};
}

TypedArgument Call::getArgument(StringRef name) const {
  std::optional<unsigned> index = info.schema->findArgument(name);
  if (!index)
    return {NoneAttr::get(getContext()), {}};
  return getArgument(*index);
}

bool Call::isGiven(StringRef name) const {
  TypedArgument argument = getArgument(name);
  if (argument.types.size() == 1 && isa<tp::NoneType>(argument.types[0]))
    return false;
  return !isa<NoneAttr>(argument.literal);
}

const TensorInfo &Call::tensor(StringRef name) {
  static const TensorInfo none;
  TypedArgument argument = getArgument(name);
  if (isa<OperandAttr>(argument.literal) && argument.types.size() == 1)
    if (const TensorInfo *found = decoder.decode(argument.types.front()))
      return *found;
  expected("a tensor of known rank and element type", name);
  return none;
}

const TensorInfo *Call::optionalTensor(StringRef name) {
  return isGiven(name) ? &tensor(name) : nullptr;
}

/// Calls `visit` for each element of a list argument, with its types.
static bool walkElements(TypedArgument argument,
                         function_ref<void(TypedArgument)> visit) {
  ArrayRef<Attribute> elements;
  if (auto list = dyn_cast<ListAttr>(argument.literal))
    elements = list.getElements();
  else if (auto tuple = dyn_cast<tp::TupleAttr>(argument.literal))
    elements = tuple.getElements();
  else
    return false;
  ArrayRef<Type> rest = argument.types;
  for (Attribute element : elements) {
    while (auto arm = dyn_cast<ArmAttr>(element))
      element = arm.getValue();
    unsigned places =
        isa<OperandAttr>(element) ? 1 : countOperandPlaces(element);
    if (places > rest.size())
      return false;
    visit({element, rest.take_front(places)});
    rest = rest.drop_front(places);
  }
  return true;
}

/// The elements' types of a value that is a list or tuple.
static std::optional<ArrayRef<Type>> getElementTypes(TypedArgument argument) {
  if (!isa<OperandAttr>(argument.literal) || argument.types.size() != 1)
    return std::nullopt;
  if (auto list = dyn_cast<tp::ListType>(argument.types.front()))
    return list.getElements();
  if (auto tuple = dyn_cast<tp::TupleType>(argument.types.front()))
    return tuple.getElements();
  return std::nullopt;
}

SmallVector<const TensorInfo *> Call::tensors(StringRef name) {
  SmallVector<const TensorInfo *> result;
  TypedArgument argument = getArgument(name);
  auto addType = [&](Type type) {
    result.push_back(decoder.decode(type));
    if (!result.back() && !isa<tp::NoneType>(type))
      expected("tensors of known rank and element type", name);
  };
  if (auto types = getElementTypes(argument)) {
    llvm::for_each(*types, addType);
    return result;
  }
  bool isList = walkElements(argument, [&](TypedArgument element) {
    if (element.types.size() == 1)
      addType(element.types.front());
    else
      result.push_back(nullptr);
  });
  if (!isList)
    expected("a list of tensors", name);
  return result;
}

/// The integer that a literal, or the value in its place, is.
std::optional<SymInt> Call::readInteger(Attribute literal,
                                        ArrayRef<Type> types) {
  if (auto integer = dyn_cast<IntegerAttr>(literal))
    return SymInt(integer.getInt());
  if (auto number = dyn_cast<FloatAttr>(literal)) {
    double value = number.getValueAsDouble();
    if (value == static_cast<double>(static_cast<int64_t>(value)))
      return SymInt(static_cast<int64_t>(value));
    return std::nullopt;
  }
  if (!isa<OperandAttr>(literal) || types.size() != 1)
    return std::nullopt;
  if (auto symbolic = dyn_cast<IntType>(types.front()))
    return symbolic.getExpr() ? arith.canonicalize(symbolic.getExpr())
                              : SymInt();
  if (auto type = dyn_cast<IntegerType>(types.front()))
    return SymInt();
  // An element of a tensor stands for its value here.
  if (const TensorInfo *info = decoder.decode(types.front()))
    if (info->rank() == 0)
      return SymInt();
  return std::nullopt;
}

SymInt Call::integer(StringRef name) {
  TypedArgument argument = getArgument(name);
  if (auto value = readInteger(argument.literal, argument.types))
    return *value;
  expected("an integer", name);
  return {};
}

std::optional<SymInt> Call::optionalInteger(StringRef name) {
  if (!isGiven(name))
    return std::nullopt;
  return integer(name);
}

SymInts Call::integers(StringRef name) {
  SymInts result;
  TypedArgument argument = getArgument(name);
  if (auto types = getElementTypes(argument)) {
    for (Type type : *types) {
      auto value = readInteger(OperandAttr::get(getContext()), type);
      if (!value)
        expected("a list of integers", name);
      result.push_back(value.value_or(SymInt()));
    }
    return result;
  }
  bool isList = walkElements(argument, [&](TypedArgument element) {
    auto value = readInteger(element.literal, element.types);
    if (!value)
      expected("a list of integers", name);
    result.push_back(value.value_or(SymInt()));
  });
  if (isList)
    return result;
  if (auto value = readInteger(argument.literal, argument.types)) {
    std::optional<unsigned> index = info.schema->findArgument(name);
    const schema::Type *type =
        info.schema->getArguments()[*index].getType()->stripOptional();
    unsigned count = 1;
    if (type->is(schema::TypeKind::List) && type->getListSize())
      count = *type->getListSize();
    result.assign(count, *value);
    return result;
  }
  expected("a list of integers", name);
  return result;
}

SmallVector<int64_t> Call::statics(StringRef name) {
  SmallVector<int64_t> result;
  for (SymInt value : integers(name)) {
    if (!value.isStatic())
      setUnknown("expected numbers as '" + name + "'");
    result.push_back(value.isStatic() ? value.getValue() : 0);
  }
  return result;
}

int64_t Call::staticInteger(StringRef name) {
  SymInt value = integer(name);
  if (value.isStatic())
    return value.getValue();
  setUnknown("expected a number as '" + name + "'");
  return 0;
}

static std::optional<bool> readBool(Attribute literal) {
  if (auto boolean = dyn_cast<BoolAttr>(literal))
    return boolean.getValue();
  if (auto integer = dyn_cast<IntegerAttr>(literal))
    return integer.getInt() != 0;
  return std::nullopt;
}

bool Call::boolean(StringRef name) {
  TypedArgument argument = getArgument(name);
  if (isa<NoneAttr>(argument.literal))
    return false;
  if (std::optional<bool> value = readBool(argument.literal))
    return *value;
  expected("a bool", name);
  return false;
}

SmallVector<bool> Call::booleans(StringRef name) {
  SmallVector<bool> result;
  if (!walkElements(getArgument(name), [&](TypedArgument element) {
        result.push_back(readBool(element.literal).value_or(false));
      }))
    expected("a list of bools", name);
  return result;
}

SmallVector<double> Call::floats(StringRef name) {
  SmallVector<double> result;
  if (!walkElements(getArgument(name), [&](TypedArgument element) {
        if (auto number = dyn_cast<FloatAttr>(element.literal))
          return result.push_back(number.getValueAsDouble());
        if (auto integer = dyn_cast<IntegerAttr>(element.literal))
          return result.push_back(static_cast<double>(integer.getInt()));
        expected("a list of numbers", name);
      }))
    expected("a list of numbers", name);
  return result;
}

StringRef Call::string(StringRef name) {
  TypedArgument argument = getArgument(name);
  if (auto text = dyn_cast<StringAttr>(argument.literal))
    return text.getValue();
  if (!isa<NoneAttr>(argument.literal))
    expected("a string", name);
  return {};
}

static std::optional<NumberKind> getNumberKind(Type type) {
  if (isa<BoolType>(type) || type.isInteger(1))
    return NumberKind::boolean;
  if (isa<IntType>(type) || isa<IntegerType>(type))
    return NumberKind::integer;
  if (isa<tp::FloatType>(type) || isa<mlir::FloatType>(type))
    return NumberKind::floating;
  if (isa<ComplexType>(type))
    return NumberKind::complex;
  return std::nullopt;
}

Number Call::number(StringRef name) {
  TypedArgument argument = getArgument(name);
  Attribute literal = argument.literal;
  if (isa<BoolAttr>(literal))
    return {NumberKind::boolean,
            static_cast<double>(cast<BoolAttr>(literal).getValue())};
  if (auto integer = dyn_cast<IntegerAttr>(literal))
    return {NumberKind::integer, static_cast<double>(integer.getInt())};
  if (auto real = dyn_cast<FloatAttr>(literal))
    return {NumberKind::floating, real.getValueAsDouble()};
  if (isa<ComplexAttr>(literal))
    return {NumberKind::complex, std::nullopt};
  if (isa<OperandAttr>(literal) && argument.types.size() == 1)
    if (auto kind = getNumberKind(argument.types.front())) {
      Number number{*kind, std::nullopt};
      if (auto value = readInteger(literal, argument.types))
        if (value->isStatic())
          number.value = static_cast<double>(value->getValue());
      return number;
    }
  expected("a number", name);
  return {};
}

/// The numbers of torch's element types, as schemas write them in defaults.
static std::optional<ScalarType> getTypeByNumber(int64_t number) {
  static constexpr ScalarType types[] = {
      ScalarType::uint8,     ScalarType::int8,       ScalarType::int16,
      ScalarType::int32,     ScalarType::int64,      ScalarType::float16,
      ScalarType::float32,   ScalarType::float64,    ScalarType::complex32,
      ScalarType::complex64, ScalarType::complex128, ScalarType::boolean};
  if (number < 0 || number >= static_cast<int64_t>(std::size(types)))
    return std::nullopt;
  return types[number];
}

std::optional<ScalarType> Call::dtype(StringRef name) {
  Attribute literal = getArgument(name).literal;
  if (auto type = dyn_cast<DTypeAttr>(literal))
    return type.getValue();
  if (auto number = dyn_cast<IntegerAttr>(literal))
    if (auto type = getTypeByNumber(number.getInt()))
      return type;
  if (!isa<NoneAttr>(literal))
    expected("a dtype", name);
  return std::nullopt;
}

std::optional<Layout> Call::layout() {
  if (auto layout = dyn_cast<LayoutAttr>(getArgument("layout").literal))
    return layout.getValue();
  return std::nullopt;
}

DeviceAttr Call::device() {
  Attribute literal = getArgument("device").literal;
  auto device = dyn_cast<DeviceAttr>(literal);
  if (auto name = dyn_cast<StringAttr>(literal))
    device = DeviceAttr::get(getContext(), name, -1);
  if (device && device.getKind() == "cpu" && device.getIndex() == -1)
    return {};
  return device;
}

std::optional<MemoryFormat> Call::memoryFormat(StringRef name) {
  Attribute literal = getArgument(name).literal;
  if (auto format = dyn_cast<MemoryFormatAttr>(literal))
    return format.getValue();
  // As schemas write it in defaults.
  if (auto number = dyn_cast<IntegerAttr>(literal))
    switch (number.getInt()) {
    case 0:
      return MemoryFormat::contiguous_format;
    case 1:
      return MemoryFormat::preserve_format;
    case 2:
      return MemoryFormat::channels_last;
    case 3:
      return MemoryFormat::channels_last_3d;
    default:
      break;
    }
  return std::nullopt;
}

int64_t Call::normalizeDim(int64_t dim, int64_t rank) {
  int64_t count = std::max<int64_t>(rank, 1);
  if (dim >= -count && dim < count)
    return dim < 0 ? dim + count : dim;
  setInvalid("expected a dimension in [" + Twine(-count) + ", " +
             Twine(count - 1) + "], got " + Twine(dim));
  return 0;
}

SmallVector<bool> Call::reducedDims(StringRef name, int64_t rank) {
  SmallVector<int64_t> dims;
  if (has(name) && isGiven(name))
    dims = statics(name);
  SmallVector<bool> reduced(rank, dims.empty());
  for (int64_t dim : dims) {
    int64_t at = normalizeDim(dim, rank);
    if (at < rank)
      reduced[at] = true;
  }
  return reduced;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

const TensorInfo *Call::firstTensor() {
  for (unsigned i = 0, e = getNumArguments(); i != e; ++i)
    for (Type type : getArgument(i).types)
      if (const TensorInfo *found = decoder.decode(type))
        return found;
  return nullptr;
}

TensorInfo Call::makeFresh(const TensorInfo &like, ArrayRef<SymInt> sizes,
                           ScalarType dtype) {
  TensorInfo info;
  info.dtype = dtype;
  info.sizes.assign(sizes.begin(), sizes.end());
  info.setContiguous(arith);
  info.device = like.device;
  return info;
}

void Call::addFresh(ArrayRef<SymInt> sizes, ScalarType dtype) {
  static const TensorInfo onCPU;
  const TensorInfo *like = firstTensor();
  addTensor(makeFresh(like ? *like : onCPU, sizes, dtype));
}

void Call::addTensor(TensorInfo info) {
  info.requiresGrad = false;
  addType(info.getType(arith));
}

void Call::addType(Type type) {
  inferred.types.push_back(type);
  outputs.push_back(OperandAttr::get(getContext()));
}

void Call::addNone() { outputs.push_back(NoneAttr::get(getContext())); }

void Call::addInteger(SymInt value) {
  addType(IntType::get(getContext(), value.toExpr(getContext())));
}

void Call::addList(ArrayRef<TensorInfo> infos) {
  SmallVector<Attribute> places(infos.size(), OperandAttr::get(getContext()));
  for (TensorInfo info : infos) {
    info.requiresGrad = false;
    inferred.types.push_back(info.getType(arith));
  }
  outputs.push_back(ListAttr::get(getContext(), places));
}

void Call::finish() {
  if (stopped) {
    inferred.types.clear();
    return;
  }
  inferred.kind = InferredTypes::Kind::known;
  if (outputs.size() == 1) {
    if (!isa<OperandAttr>(outputs.front()))
      inferred.tree = outputs.front();
    return;
  }
  if (!llvm::all_of(outputs, llvm::IsaPred<OperandAttr>))
    inferred.tree = tp::TupleAttr::get(getContext(), outputs);
}
