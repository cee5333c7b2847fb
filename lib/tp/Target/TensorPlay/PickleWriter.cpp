//===- PickleWriter.cpp - Pickles of literals -----------------------------===//
//
// Protocol 4, without a memo: literals share nothing.
//
//===----------------------------------------------------------------------===//

#include "PickleWriter.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::tensorplay;

namespace {
class Writer {
public:
  explicit Writer(raw_ostream &os) : os(os) {}
  bool write(Attribute literal);

private:
  bool writeScalar(Attribute literal);
  bool writeContainer(Attribute literal);
  void text(StringRef bytes);
  void integer(int64_t value);
  void real(double value);
  void global(StringRef module, StringRef name) {
    os << 'c' << module << '\n' << name << '\n';
  }
  /// Calls a global with one integer.
  void call(StringRef name, int64_t number) {
    global("tensorplay", name);
    integer(number);
    os << '\x85' << 'R';
  }
  bool writeAll(ArrayRef<Attribute> literals) {
    return llvm::all_of(literals, [&](Attribute part) { return write(part); });
  }

  raw_ostream &os;
};
} // namespace

void Writer::text(StringRef bytes) {
  os << 'X';
  llvm::support::endian::write<uint32_t>(os, bytes.size(),
                                         llvm::endianness::little);
  os << bytes;
}

void Writer::integer(int64_t value) {
  os << '\x8a' << '\x08';
  llvm::support::endian::write<int64_t>(os, value, llvm::endianness::little);
}

void Writer::real(double value) {
  os << 'G';
  llvm::support::endian::write<uint64_t>(os, llvm::bit_cast<uint64_t>(value),
                                         llvm::endianness::big);
}

bool Writer::writeScalar(Attribute literal) {
  if (isa<tp::NoneAttr>(literal)) {
    os << 'N';
  } else if (auto flag = dyn_cast<BoolAttr>(literal)) {
    os << (flag.getValue() ? '\x88' : '\x89');
  } else if (auto number = dyn_cast<IntegerAttr>(literal)) {
    integer(number.getInt());
  } else if (auto number = dyn_cast<FloatAttr>(literal)) {
    real(number.getValueAsDouble());
  } else if (auto string = dyn_cast<StringAttr>(literal)) {
    text(string.getValue());
  } else if (isa<EllipsisAttr>(literal)) {
    global("builtins", "Ellipsis");
  } else if (auto complex = dyn_cast<ComplexAttr>(literal)) {
    global("builtins", "complex");
    real(complex.getReal().getValueAsDouble());
    real(complex.getImag().getValueAsDouble());
    os << '\x86' << 'R';
  } else if (auto dtype = dyn_cast<DTypeAttr>(literal)) {
    std::optional<int64_t> number = getDTypeNumber(dtype.getValue());
    if (!number)
      return false;
    global("tensorplay", "DType");
    os << ')' << '\x81';
    integer(*number);
    os << 'b';
  } else if (auto format = dyn_cast<MemoryFormatAttr>(literal)) {
    call("MemoryFormat", getMemoryFormatNumber(format.getValue()));
  } else if (auto layout = dyn_cast<LayoutAttr>(literal)) {
    std::optional<int64_t> number = getLayoutNumber(layout.getValue());
    if (!number)
      return false;
    call("Layout", *number);
  } else if (auto device = dyn_cast<DeviceAttr>(literal)) {
    global("tensorplay", "device");
    text(device.getKind().getValue());
    if (device.getIndex() >= 0)
      integer(device.getIndex());
    os << (device.getIndex() >= 0 ? '\x86' : '\x85') << 'R';
  } else if (auto function = dyn_cast<FunctionAttr>(literal)) {
    auto [module, name] = splitPath(function.getPath().getValue());
    if (module.empty() || name.empty())
      return false;
    global(module, name);
  } else {
    return false;
  }
  return true;
}

bool Writer::writeContainer(Attribute literal) {
  if (auto list = dyn_cast<ListAttr>(literal)) {
    os << "](";
    if (!writeAll(list.getElements()))
      return false;
    os << 'e';
    return true;
  }
  if (auto tuple = dyn_cast<tp::TupleAttr>(literal)) {
    os << '(';
    if (!writeAll(tuple.getElements()))
      return false;
    os << 't';
    return true;
  }
  if (auto dict = dyn_cast<DictAttr>(literal)) {
    os << "}(";
    for (auto [key, value] : llvm::zip(dict.getKeys(), dict.getValues()))
      if (!write(key) || !write(value))
        return false;
    os << 'u';
    return true;
  }
  if (auto slice = dyn_cast<SliceAttr>(literal)) {
    global("builtins", "slice");
    if (!writeAll({slice.getStart(), slice.getStop(), slice.getStep()}))
      return false;
    os << '\x87' << 'R';
    return true;
  }
  if (auto arm = dyn_cast<ArmAttr>(literal))
    return write(arm.getValue());
  return false;
}

bool Writer::write(Attribute literal) {
  return writeScalar(literal) || writeContainer(literal);
}

bool tensorplay::needsPickle(Attribute literal) {
  return isa<EllipsisAttr, ComplexAttr, DTypeAttr, MemoryFormatAttr, LayoutAttr,
             DeviceAttr, FunctionAttr>(literal);
}

std::optional<std::string> tensorplay::writePickle(Attribute literal) {
  std::string bytes = "\x80\x04";
  llvm::raw_string_ostream os(bytes);
  if (!Writer(os).write(literal))
    return std::nullopt;
  os << '.';
  return bytes;
}
