//===- TPBytecode.cpp - Binary form of attributes and types ---------------===//
//
// Reads and writes the dialect's attributes and types as bytecode, whose
// version is the dialect's own. Every attribute and type has a codec: one that
// lacks it does not compile, so that none falls back to its text.
//
// How to change the format, so that a build reads what every older one wrote:
//
// - Codes and the fields of a codec stay as they are for ever. An attribute
//   that gains a parameter gets a new code; the old code stays readable,
//   filling in the parameter's default. New codes, and new values of an
//   enumeration, raise the minor version: an older build that meets them says
//   that the file is newer, and which version it reads.
// - Attributes of operations are a plain sequence without a count, in the
//   alphabetical order of their names, as ODS derives it, and what is left over
//   is not noticed. An older file would thus be misread by an operation that
//   gains, loses or renames an attribute, optional or not, and a newer file by
//   an older build. Such an operation sets `useCustomPropertiesEncoding` in
//   ODS; its `writeProperties` writes the new attribute last, its
//   `readProperties` asks `reader.getDialectVersion<TPDialect>()` and reads the
//   sequence of that version. That raises the major version, which an older
//   build refuses. What passes attach to operations is better a discardable
//   attribute: those are dictionaries, and need no change here.
// - `test/IR/Inputs` has a file of every released version, and a test reads it.
//
//===----------------------------------------------------------------------===//

#include "TPDialectInterfaces.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "tp/IR/TPDialect.h"
#include "tp/IR/TPTypes.h"

#include "llvm/Support/TypeName.h"

#include <tuple>

namespace mlir::tp {
namespace {

using Reader = DialectBytecodeReader;
using Writer = DialectBytecodeWriter;

//===----------------------------------------------------------------------===//
// Version
//===----------------------------------------------------------------------===//

/// The version that is written: major is raised where older builds would
/// misread a file, minor where they can tell what they do not know.
constexpr uint64_t currentMajor = 1;
constexpr uint64_t currentMinor = 0;

struct TPVersion : DialectVersion {
  TPVersion(uint64_t major, uint64_t minor) : major(major), minor(minor) {}
  uint64_t major, minor;
};

/// An error about a code or value that this build does not know; says so if the
/// file is from a newer one.
LogicalResult emitUnknown(Reader &reader, StringRef what, uint64_t value) {
  InFlightDiagnostic diag = reader.emitError()
                            << "unknown tp " << what << " " << value;
  FailureOr<const DialectVersion *> version =
      reader.getDialectVersion<TPDialect>();
  if (failed(version))
    return diag;
  const auto *file = static_cast<const TPVersion *>(*version);
  if (file->major == currentMajor && file->minor > currentMinor)
    diag << "; the file has tp bytecode version " << file->major << "."
         << file->minor << ", this build reads up to " << currentMajor << "."
         << currentMinor;
  return diag;
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

/// A parameter that may be null.
template <typename T> struct Optional {
  T value;
  operator T() const { return value; }
};

/// A parameter that is an array.
template <typename T> struct List {
  List() = default;
  List(ArrayRef<T> values) : values(values) {}
  operator ArrayRef<T>() const { return values; }
  SmallVector<T> values;
};

/// The parameter as a builder of an attribute or type takes it.
template <typename T> T unwrap(T field) { return field; }
template <typename T> T unwrap(const Optional<T> &field) { return field; }
template <typename T> ArrayRef<T> unwrap(const List<T> &field) { return field; }

/// Chooses an overload by type.
template <typename T> struct Tag {};

std::optional<ArgArm> symbolize(uint32_t value, Tag<ArgArm>) {
  return symbolizeArgArm(value);
}
std::optional<InputKind> symbolize(uint32_t value, Tag<InputKind>) {
  return symbolizeInputKind(value);
}
std::optional<Layout> symbolize(uint32_t value, Tag<Layout>) {
  return symbolizeLayout(value);
}
std::optional<MemoryFormat> symbolize(uint32_t value, Tag<MemoryFormat>) {
  return symbolizeMemoryFormat(value);
}
std::optional<OutputKind> symbolize(uint32_t value, Tag<OutputKind>) {
  return symbolizeOutputKind(value);
}
std::optional<ScalarType> symbolize(uint32_t value, Tag<ScalarType>) {
  return symbolizeScalarType(value);
}
std::optional<StateKind> symbolize(uint32_t value, Tag<StateKind>) {
  return symbolizeStateKind(value);
}
std::optional<SymExprKind> symbolize(uint32_t value, Tag<SymExprKind>) {
  return symbolizeSymExprKind(value);
}

/// Writes a field: references to attributes and types by their number in the
/// file, all else as integers.
template <typename T> void writeField(Writer &writer, const T &field) {
  if constexpr (std::is_base_of_v<Type, T>)
    writer.writeType(field);
  else if constexpr (std::is_base_of_v<Attribute, T>)
    writer.writeAttribute(field);
  else if constexpr (std::is_same_v<T, int64_t>)
    writer.writeSignedVarInt(field);
  else
    writer.writeVarInt(static_cast<uint64_t>(field));
}
template <typename T>
void writeField(Writer &writer, const Optional<T> &field) {
  writer.writeVarInt(field.value ? 1 : 0);
  if (field.value)
    writeField<T>(writer, field.value);
}
template <typename T> void writeField(Writer &writer, const List<T> &field) {
  writer.writeVarInt(field.values.size());
  for (const T &value : field.values)
    writeField<T>(writer, value);
}

/// Reads a field. A failure may be the reader's way to put an entry off, so
/// nothing more is read, and no error added, after one.
template <typename T> LogicalResult readField(Reader &reader, T &field) {
  if constexpr (std::is_base_of_v<Type, T>) {
    return reader.readType(field);
  } else if constexpr (std::is_base_of_v<Attribute, T>) {
    return reader.readAttribute(field);
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return reader.readSignedVarInt(field);
  } else {
    uint64_t value;
    if (failed(reader.readVarInt(value)))
      return failure();
    if constexpr (std::is_same_v<T, bool>) {
      field = value != 0;
      return value <= 1 ? success() : emitUnknown(reader, "flag", value);
    } else {
      std::optional<T> known;
      if (value <= std::numeric_limits<uint32_t>::max())
        known = symbolize(static_cast<uint32_t>(value), Tag<T>());
      if (!known)
        return emitUnknown(reader, llvm::getTypeName<T>().rsplit(':').second,
                           value);
      field = *known;
      return success();
    }
  }
}
/// `Reader::readOptionalAttribute` recurses without a limit where a malformed
/// attribute refers to itself, hence a flag of our own.
template <typename T>
LogicalResult readField(Reader &reader, Optional<T> &field) {
  bool isThere;
  if (failed(readField(reader, isThere)))
    return failure();
  return isThere ? readField(reader, field.value) : success();
}
/// Reads no more elements than the file has bytes: `Reader::readList` would
/// reserve whatever size a malformed file states.
template <typename T> LogicalResult readField(Reader &reader, List<T> &field) {
  uint64_t size;
  if (failed(reader.readVarInt(size)))
    return failure();
  for (uint64_t i = 0; i < size; ++i) {
    T value;
    if (failed(readField(reader, value)))
      return failure();
    field.values.push_back(value);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Codecs
//===----------------------------------------------------------------------===//

/// Codes of attributes. Never renumber or reuse one: files hold them.
enum class AttrCode : uint64_t {
  operand = 0,
  none = 1,
  ellipsis = 2,
  complex = 3,
  dtype = 4,
  device = 5,
  layout = 6,
  memoryFormat = 7,
  operatorName = 8,
  function = 9,
  slice = 10,
  list = 11,
  tuple = 12,
  dict = 13,
  arm = 14,
  args = 15,
  nameRef = 16,
  outputKind = 17,
  symExpr = 18,
  shape = 19,
  dim = 20,
  hint = 21,
  blob = 22,
  meta = 23,
  treeSpec = 24,
  moduleCall = 25,
  stateKind = 26,
  inputKind = 27,
};

/// Codes of types. Never renumber or reuse one: files hold them.
enum class TypeCode : uint64_t {
  intType = 0,
  floatType = 1,
  boolType = 2,
  str = 3,
  none = 4,
  token = 5,
  any = 6,
  list = 7,
  tuple = 8,
  dict = 9,
  object = 10,
};

/// The code of an attribute or type, and its fields in the order of its
/// builder. `check` says what a builder cannot take although the fields are
/// well-formed one by one.
template <typename T> struct Codec;

struct NoCheck {
  template <typename... Ts>
  static LogicalResult check(Reader &reader, const Ts &...) {
    return success();
  }
};

/// A codec without fields.
template <auto theCode> struct EmptyCodec : NoCheck {
  static constexpr auto code = theCode;
  using Fields = std::tuple<>;
  template <typename T> static Fields get(T) { return {}; }
};
template <> struct Codec<OperandAttr> : EmptyCodec<AttrCode::operand> {};
template <> struct Codec<NoneAttr> : EmptyCodec<AttrCode::none> {};
template <> struct Codec<EllipsisAttr> : EmptyCodec<AttrCode::ellipsis> {};
template <> struct Codec<StrType> : EmptyCodec<TypeCode::str> {};
template <> struct Codec<NoneType> : EmptyCodec<TypeCode::none> {};
template <> struct Codec<TokenType> : EmptyCodec<TypeCode::token> {};
template <> struct Codec<AnyType> : EmptyCodec<TypeCode::any> {};

template <> struct Codec<ComplexAttr> {
  static constexpr auto code = AttrCode::complex;
  using Fields = std::tuple<FloatAttr, FloatAttr>;
  static Fields get(ComplexAttr attr) {
    return {attr.getReal(), attr.getImag()};
  }
  static LogicalResult check(Reader &reader, FloatAttr real, FloatAttr imag) {
    if (real.getType().isF64() && imag.getType().isF64())
      return success();
    return reader.emitError() << "expected a complex literal of two f64, got "
                              << real.getType() << " and " << imag.getType();
  }
};

/// A codec of an enumeration.
template <auto theCode, typename Enum> struct EnumCodec : NoCheck {
  static constexpr auto code = theCode;
  using Fields = std::tuple<Enum>;
  template <typename T> static Fields get(T attr) { return {attr.getValue()}; }
};
template <> struct Codec<DTypeAttr> : EnumCodec<AttrCode::dtype, ScalarType> {};
template <> struct Codec<LayoutAttr> : EnumCodec<AttrCode::layout, Layout> {};
template <>
struct Codec<MemoryFormatAttr>
    : EnumCodec<AttrCode::memoryFormat, MemoryFormat> {};
template <>
struct Codec<StateKindAttr> : EnumCodec<AttrCode::stateKind, StateKind> {};
template <>
struct Codec<InputKindAttr> : EnumCodec<AttrCode::inputKind, InputKind> {};

template <> struct Codec<DeviceAttr> : NoCheck {
  static constexpr auto code = AttrCode::device;
  using Fields = std::tuple<StringAttr, int64_t>;
  static Fields get(DeviceAttr attr) {
    return {attr.getKind(), attr.getIndex()};
  }
};

template <> struct Codec<OperatorAttr> : NoCheck {
  static constexpr auto code = AttrCode::operatorName;
  using Fields = std::tuple<StringAttr>;
  static Fields get(OperatorAttr attr) { return {attr.getTarget()}; }
};

template <> struct Codec<FunctionAttr> : NoCheck {
  static constexpr auto code = AttrCode::function;
  using Fields = std::tuple<StringAttr>;
  static Fields get(FunctionAttr attr) { return {attr.getPath()}; }
};

template <> struct Codec<SliceAttr> : NoCheck {
  static constexpr auto code = AttrCode::slice;
  using Fields = std::tuple<Attribute, Attribute, Attribute>;
  static Fields get(SliceAttr attr) {
    return {attr.getStart(), attr.getStop(), attr.getStep()};
  }
};

template <> struct Codec<ListAttr> : NoCheck {
  static constexpr auto code = AttrCode::list;
  using Fields = std::tuple<List<Attribute>, ArgArm>;
  static Fields get(ListAttr attr) {
    return {attr.getElements(), attr.getArm()};
  }
};

template <> struct Codec<TupleAttr> : NoCheck {
  static constexpr auto code = AttrCode::tuple;
  using Fields = std::tuple<List<Attribute>>;
  static Fields get(TupleAttr attr) { return {attr.getElements()}; }
};

template <> struct Codec<DictAttr> : NoCheck {
  static constexpr auto code = AttrCode::dict;
  using Fields = std::tuple<List<Attribute>, List<Attribute>>;
  static Fields get(DictAttr attr) {
    return {attr.getKeys(), attr.getValues()};
  }
};

template <> struct Codec<ArmAttr> : NoCheck {
  static constexpr auto code = AttrCode::arm;
  using Fields = std::tuple<ArgArm, Attribute>;
  static Fields get(ArmAttr attr) { return {attr.getArm(), attr.getValue()}; }
};

template <> struct Codec<ArgsAttr> : NoCheck {
  static constexpr auto code = AttrCode::args;
  using Fields = std::tuple<List<Attribute>, List<StringAttr>, List<Attribute>>;
  static Fields get(ArgsAttr attr) {
    return {attr.getPositional(), attr.getKeywords(), attr.getKeywordValues()};
  }
};

template <> struct Codec<NameRefAttr> : NoCheck {
  static constexpr auto code = AttrCode::nameRef;
  using Fields = std::tuple<StringAttr, ArgArm, Optional<StringAttr>>;
  static Fields get(NameRefAttr attr) {
    return {attr.getName(), attr.getArm(), {attr.getClassName()}};
  }
};

template <> struct Codec<OutputKindAttr> : NoCheck {
  static constexpr auto code = AttrCode::outputKind;
  using Fields = std::tuple<OutputKind, Optional<StringAttr>>;
  static Fields get(OutputKindAttr attr) {
    return {attr.getKind(), {attr.getTarget()}};
  }
};

template <> struct Codec<SymExprAttr> {
  static constexpr auto code = AttrCode::symExpr;
  using Fields =
      std::tuple<SymExprKind, Optional<StringAttr>, int64_t, List<SymExprAttr>>;
  static Fields get(SymExprAttr attr) {
    return {attr.getKind(), {attr.getName()}, attr.getValue(), attr.getArgs()};
  }
  static LogicalResult check(Reader &reader, SymExprKind kind, StringAttr name,
                             int64_t value, ArrayRef<SymExprAttr> args) {
    StringRef kindName = stringifySymExprKind(kind);
    if (!name != (kind == SymExprKind::integer))
      return reader.emitError()
             << "expected an expression of kind '" << kindName
             << (name ? "' without a name, got '" + name.getValue() + "'"
                      : Twine("' with a name"));
    if (!args.empty() && kind != SymExprKind::call)
      return reader.emitError()
             << "expected an expression of kind '" << kindName
             << "' without arguments, got " << args.size();
    if (value != 0 && kind != SymExprKind::integer &&
        kind != SymExprKind::number)
      return reader.emitError()
             << "expected an expression of kind '" << kindName
             << "' without a value, got " << value;
    return success();
  }
};

template <> struct Codec<ShapeAttr> : NoCheck {
  static constexpr auto code = AttrCode::shape;
  using Fields =
      std::tuple<List<SymExprAttr>, List<SymExprAttr>, Optional<SymExprAttr>,
                 Optional<DeviceAttr>, Layout, bool>;
  static Fields get(ShapeAttr attr) {
    return {attr.getSizes(),    attr.getStrides(), {attr.getStorageOffset()},
            {attr.getDevice()}, attr.getLayout(),  attr.getRequiresGrad()};
  }
};

template <> struct Codec<DimAttr> {
  static constexpr auto code = AttrCode::dim;
  using Fields =
      std::tuple<SymExprAttr, Optional<IntegerAttr>, Optional<IntegerAttr>,
                 bool, Optional<Attribute>, Optional<StringAttr>>;
  static Fields get(DimAttr attr) {
    return {attr.getExpr(),     {attr.getMin()},  {attr.getMax()},
            attr.getHasRange(), {attr.getHint()}, {attr.getAssumptions()}};
  }
  static LogicalResult check(Reader &reader, SymExprAttr, IntegerAttr min,
                             IntegerAttr max, bool, Attribute, StringAttr) {
    for (IntegerAttr bound : {min, max})
      if (bound && !bound.getType().isSignlessInteger(64))
        return reader.emitError()
               << "expected a bound of type 'i64', got " << bound.getType();
    return success();
  }
};

template <> struct Codec<HintAttr> : NoCheck {
  static constexpr auto code = AttrCode::hint;
  using Fields = std::tuple<SymExprAttr, Attribute>;
  static Fields get(HintAttr attr) { return {attr.getExpr(), attr.getValue()}; }
};

template <> struct Codec<BlobAttr> : NoCheck {
  static constexpr auto code = AttrCode::blob;
  using Fields =
      std::tuple<FlatSymbolRefAttr, StringAttr, int64_t, int64_t, bool>;
  static Fields get(BlobAttr attr) {
    return {attr.getArchive(), attr.getEntry(), attr.getOffset(),
            attr.getSize(), attr.getPickled()};
  }
};

template <> struct Codec<MetaAttr> : NoCheck {
  static constexpr auto code = AttrCode::meta;
  using Fields = std::tuple<List<StringAttr>, List<StringAttr>>;
  static Fields get(MetaAttr attr) {
    return {attr.getKeys(), attr.getValues()};
  }
};

template <> struct Codec<TreeSpecAttr> : NoCheck {
  static constexpr auto code = AttrCode::treeSpec;
  using Fields = std::tuple<StringAttr>;
  static Fields get(TreeSpecAttr attr) { return {attr.getJson()}; }
};

template <> struct Codec<ModuleCallAttr> : NoCheck {
  static constexpr auto code = AttrCode::moduleCall;
  using Fields = std::tuple<StringAttr, bool, List<Attribute>, List<Attribute>,
                            Optional<TreeSpecAttr>, Optional<TreeSpecAttr>,
                            Optional<ArrayAttr>>;
  static Fields get(ModuleCallAttr attr) {
    return {attr.getFqn(),
            attr.getHasSignature(),
            attr.getInputs(),
            attr.getOutputs(),
            {attr.getInSpec()},
            {attr.getOutSpec()},
            {attr.getForwardArgNames()}};
  }
};

/// A codec of a type with an expression.
template <TypeCode theCode> struct SymbolicCodec : NoCheck {
  static constexpr auto code = theCode;
  using Fields = std::tuple<Optional<SymExprAttr>>;
  template <typename T> static Fields get(T type) { return {{type.getExpr()}}; }
};
template <> struct Codec<IntType> : SymbolicCodec<TypeCode::intType> {};
template <> struct Codec<FloatType> : SymbolicCodec<TypeCode::floatType> {};
template <> struct Codec<BoolType> : SymbolicCodec<TypeCode::boolType> {};

/// A codec of a type that is a sequence of types.
template <TypeCode theCode> struct SequenceCodec : NoCheck {
  static constexpr auto code = theCode;
  using Fields = std::tuple<List<Type>>;
  template <typename T> static Fields get(T type) {
    return {type.getElements()};
  }
};
template <> struct Codec<ListType> : SequenceCodec<TypeCode::list> {};
template <> struct Codec<TupleType> : SequenceCodec<TypeCode::tuple> {};

template <> struct Codec<DictType> : NoCheck {
  static constexpr auto code = TypeCode::dict;
  using Fields = std::tuple<List<StringAttr>, List<Type>>;
  static Fields get(DictType type) {
    return {type.getKeys(), type.getElements()};
  }
};

template <> struct Codec<ObjectType> : NoCheck {
  static constexpr auto code = TypeCode::object;
  using Fields = std::tuple<StringAttr>;
  static Fields get(ObjectType type) { return {type.getClassName()}; }
};

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

/// Attributes and types with a verifier have a builder that reports what it
/// rejects; those without take any fields.
template <typename T> using VerifyOf = decltype(&T::verify);

template <typename T, typename... Params>
T build(Reader &reader, const Params &...params) {
  if constexpr (llvm::is_detected<VerifyOf, T>::value)
    return T::getChecked([&] { return reader.emitError(); },
                         reader.getContext(), params...);
  else
    return T::get(reader.getContext(), params...);
}

template <typename T> T readEntry(Reader &reader) {
  typename Codec<T>::Fields fields;
  auto readFields = [&](auto &...field) {
    return (succeeded(readField(reader, field)) && ...);
  };
  auto buildFrom = [&](const auto &...field) {
    return succeeded(Codec<T>::check(reader, unwrap(field)...))
               ? build<T>(reader, unwrap(field)...)
               : T();
  };
  return std::apply(readFields, fields) ? std::apply(buildFrom, fields) : T();
}

template <typename T> void writeEntry(Writer &writer, T entry) {
  writer.writeVarInt(static_cast<uint64_t>(Codec<T>::code));
  std::apply([&](const auto &...field) { (writeField(writer, field), ...); },
             Codec<T>::get(entry));
}

/// The classes of one kind, attributes or types, with their codecs.
template <typename... Ts> struct ClassList {
  template <typename Base> static Base read(Reader &reader, StringRef kind) {
    uint64_t code;
    if (failed(reader.readVarInt(code)))
      return Base();
    Base result;
    bool known = ((static_cast<uint64_t>(Codec<Ts>::code) == code &&
                   (result = readEntry<Ts>(reader), true)) ||
                  ...);
    if (!known)
      (void)emitUnknown(reader, (kind + " code").str(), code);
    return result;
  }

  template <typename Base>
  static LogicalResult write(Writer &writer, Base entry) {
    auto tryWrite = [&](auto typed) {
      return typed && (writeEntry(writer, typed), true);
    };
    return success((tryWrite(dyn_cast<Ts>(entry)) || ...));
  }
};

using Attributes = ClassList<
#define GET_ATTRDEF_LIST
#include "tp/IR/TPAttributes.cpp.inc"
    >;
using Types = ClassList<
#define GET_TYPEDEF_LIST
#include "tp/IR/TPTypes.cpp.inc"
    >;

struct TPBytecodeInterface : BytecodeDialectInterface {
  explicit TPBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(Reader &reader) const final {
    return Attributes::read<Attribute>(reader, "attribute");
  }
  LogicalResult writeAttribute(Attribute attr, Writer &writer) const final {
    return Attributes::write(writer, attr);
  }
  Type readType(Reader &reader) const final {
    return Types::read<Type>(reader, "type");
  }
  LogicalResult writeType(Type type, Writer &writer) const final {
    return Types::write(writer, type);
  }

  void writeVersion(Writer &writer) const final {
    writer.writeVarInt(currentMajor);
    writer.writeVarInt(currentMinor);
  }
  std::unique_ptr<DialectVersion> readVersion(Reader &reader) const final {
    uint64_t major, minor;
    if (failed(reader.readVarInt(major)) || failed(reader.readVarInt(minor)))
      return nullptr;
    if (major > currentMajor) {
      reader.emitError() << "tp bytecode version " << major << "." << minor
                         << " is newer than " << currentMajor
                         << ".x, which this build reads";
      return nullptr;
    }
    return std::make_unique<TPVersion>(major, minor);
  }
};

} // namespace

void addBytecodeInterface(TPDialect &dialect) {
  dialect.addInterfaces<TPBytecodeInterface>();
}

} // namespace mlir::tp
