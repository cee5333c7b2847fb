//===- Pickle.cpp - Pickles read as data ----------------------------------===//
//
// A stack machine over the operations that pickles of protocol 2 to 5 use.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/TensorPlay/Pickle.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"

using namespace mlir::tp::pickle;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
using Kind = Object::Kind;

bool Object::isGlobal(StringRef path) const {
  auto [head, tail] = path.rsplit('.');
  return kind == Kind::global && module == head && text == tail;
}

const Object *Object::callee() const {
  return kind == Kind::call && items[0]->is(Kind::global) ? items[0] : nullptr;
}

std::string Object::describe() const {
  if (kind == Kind::global)
    return (module + "." + text).str();
  if (const Object *called = callee())
    return called->describe();
  static constexpr const char *names[] = {
      "None",     "a bool",   "an integer", "an integer of more than 64 bits",
      "a float",  "a string", "bytes",      "a list",
      "a tuple",  "a dict",   "a set",      "a global",
      "an object"};
  return names[static_cast<int>(kind)];
}

namespace {
enum Opcode : uint8_t {
  Mark = '(',
  Stop = '.',
  Pop = '0',
  PopMark = '1',
  Dup = '2',
  BinFloat = 'G',
  BinInt = 'J',
  BinInt1 = 'K',
  BinInt2 = 'M',
  None = 'N',
  Reduce = 'R',
  BinUnicode = 'X',
  Append = 'a',
  Build = 'b',
  Global = 'c',
  Dict = 'd',
  Appends = 'e',
  BinGet = 'h',
  LongBinGet = 'j',
  List = 'l',
  BinPut = 'q',
  LongBinPut = 'r',
  SetItem = 's',
  Tuple = 't',
  SetItems = 'u',
  EmptyTuple = ')',
  EmptyList = ']',
  EmptyDict = '}',
  BinBytes = 'B',
  ShortBinBytes = 'C',
  Proto = 0x80,
  NewObj = 0x81,
  Tuple1 = 0x85,
  Tuple2 = 0x86,
  Tuple3 = 0x87,
  NewTrue = 0x88,
  NewFalse = 0x89,
  Long1 = 0x8a,
  Long4 = 0x8b,
  ShortBinUnicode = 0x8c,
  BinUnicode8 = 0x8d,
  BinBytes8 = 0x8e,
  EmptySet = 0x8f,
  AddItems = 0x90,
  FrozenSet = 0x91,
  NewObjEx = 0x92,
  StackGlobal = 0x93,
  Memoize = 0x94,
  Frame = 0x95,
  ByteArray8 = 0x96,
};
} // namespace

namespace mlir::tp::pickle {
/// Runs the stream.
class Decoder {
public:
  explicit Decoder(StringRef stream) : stream(stream) {}
  Expected<Pickle> run();

private:
  bool fail(const Twine &text);
  bool take(size_t size, StringRef &out);
  template <typename T> bool number(T &out);
  template <typename T> bool sized(StringRef &out);
  Object *make(Kind kind);
  bool push(Object *object);
  bool pop(Object *&object);
  /// What stands above the topmost mark, which goes.
  bool popMarked(llvm::SmallVectorImpl<Object *> &items);
  bool top(Object *&object);

  bool step(uint8_t opcode);
  bool scalar(uint8_t opcode);
  bool text(uint8_t opcode);
  bool container(uint8_t opcode);
  bool fill(uint8_t opcode);
  bool memoized(uint8_t opcode);
  bool object(uint8_t opcode);
  bool integer(StringRef bytes);
  bool tuple(unsigned size);
  bool setItems(Object *target, llvm::ArrayRef<Object *> items);
  bool call(Object *callee, Object *args);

  StringRef stream;
  size_t position = 0, opcodeAt = 0;
  Pickle result;
  llvm::SmallVector<Object *, 0> stack;
  llvm::SmallVector<size_t, 0> marks;
  llvm::DenseMap<uint64_t, Object *> memo;
  std::string message;
};
} // namespace mlir::tp::pickle

bool Decoder::fail(const Twine &text) {
  if (message.empty())
    message =
        ("malformed pickle: " + text + " at byte " + Twine(opcodeAt)).str();
  return false;
}

bool Decoder::take(size_t size, StringRef &out) {
  if (size > stream.size() - position)
    return fail("it ends inside of an operation");
  out = stream.substr(position, size);
  position += size;
  return true;
}

template <typename T> bool Decoder::number(T &out) {
  StringRef bytes;
  if (!take(sizeof(T), bytes))
    return false;
  out = llvm::support::endian::read<T, llvm::endianness::little>(bytes.data());
  return true;
}

template <typename T> bool Decoder::sized(StringRef &out) {
  T size;
  return number(size) && take(size, out);
}

Object *Decoder::make(Kind kind) {
  Object &made = result.objects->emplace_back();
  made.kind = kind;
  return &made;
}

bool Decoder::push(Object *object) {
  stack.push_back(object);
  return true;
}

bool Decoder::pop(Object *&object) {
  if (stack.empty() || (!marks.empty() && marks.back() == stack.size()))
    return fail("an operation finds no object on the stack");
  object = stack.pop_back_val();
  return true;
}

bool Decoder::top(Object *&object) {
  if (!pop(object))
    return false;
  return push(object);
}

bool Decoder::popMarked(llvm::SmallVectorImpl<Object *> &items) {
  if (marks.empty())
    return fail("an operation finds no mark on the stack");
  size_t begin = marks.pop_back_val();
  items.assign(stack.begin() + begin, stack.end());
  stack.truncate(begin);
  return true;
}

bool Decoder::integer(StringRef bytes) {
  Object *made = make(Kind::integer);
  if (bytes.size() > 8) {
    made->kind = Kind::bigInteger;
    return push(made);
  }
  uint64_t value = 0;
  for (size_t i = 0; i < bytes.size(); ++i)
    value |= uint64_t(static_cast<uint8_t>(bytes[i])) << (8 * i);
  if (!bytes.empty() && bytes.size() < 8 && (bytes.back() & 0x80))
    value |= ~uint64_t(0) << (8 * bytes.size());
  made->integer = static_cast<int64_t>(value);
  return push(made);
}

bool Decoder::scalar(uint8_t opcode) {
  StringRef bytes;
  switch (opcode) {
  case None:
    return push(make(Kind::none));
  case NewTrue:
  case NewFalse: {
    Object *made = make(Kind::boolean);
    made->integer = opcode == NewTrue;
    return push(made);
  }
  case BinInt:
    return take(4, bytes) && integer(bytes);
  case BinInt1:
  case BinInt2: {
    if (!take(opcode == BinInt1 ? 1 : 2, bytes))
      return false;
    Object *made = make(Kind::integer);
    for (size_t i = bytes.size(); i > 0; --i)
      made->integer = made->integer << 8 | static_cast<uint8_t>(bytes[i - 1]);
    return push(made);
  }
  case Long1:
    return sized<uint8_t>(bytes) && integer(bytes);
  case Long4:
    return sized<uint32_t>(bytes) && integer(bytes);
  default: {
    if (!take(8, bytes))
      return false;
    Object *made = make(Kind::real);
    uint64_t bits =
        llvm::support::endian::read<uint64_t, llvm::endianness::big>(
            bytes.data());
    made->real = llvm::bit_cast<double>(bits);
    return push(made);
  }
  }
}

bool Decoder::text(uint8_t opcode) {
  StringRef bytes;
  Kind kind = Kind::string;
  bool read = false;
  switch (opcode) {
  case ShortBinUnicode:
    read = sized<uint8_t>(bytes);
    break;
  case BinUnicode:
    read = sized<uint32_t>(bytes);
    break;
  case BinUnicode8:
    read = sized<uint64_t>(bytes);
    break;
  case ShortBinBytes:
    kind = Kind::bytes;
    read = sized<uint8_t>(bytes);
    break;
  case BinBytes:
    kind = Kind::bytes;
    read = sized<uint32_t>(bytes);
    break;
  default:
    kind = Kind::bytes;
    read = sized<uint64_t>(bytes);
    break;
  }
  if (!read)
    return false;
  Object *made = make(kind);
  made->text = bytes;
  return push(made);
}

bool Decoder::tuple(unsigned size) {
  Object *made = make(Kind::tuple);
  made->items.resize(size);
  for (unsigned i = size; i > 0; --i) {
    Object *item;
    if (!pop(item))
      return false;
    made->items[i - 1] = item;
  }
  return push(made);
}

bool Decoder::container(uint8_t opcode) {
  llvm::SmallVector<Object *> items;
  auto fromMark = [&](Kind kind) {
    if (!popMarked(items))
      return false;
    Object *made = make(kind);
    if (kind == Kind::dict && !setItems(made, items))
      return false;
    if (kind != Kind::dict)
      made->items.assign(items.begin(), items.end());
    return push(made);
  };
  switch (opcode) {
  case EmptyTuple:
    return push(make(Kind::tuple));
  case EmptyList:
    return push(make(Kind::list));
  case EmptyDict:
    return push(make(Kind::dict));
  case EmptySet:
    return push(make(Kind::set));
  case Tuple1:
  case Tuple2:
  case Tuple3:
    return tuple(opcode - Tuple1 + 1);
  case Tuple:
    return fromMark(Kind::tuple);
  case List:
    return fromMark(Kind::list);
  case Dict:
    return fromMark(Kind::dict);
  default:
    return fromMark(Kind::set);
  }
}

bool Decoder::setItems(Object *target, llvm::ArrayRef<Object *> items) {
  if (items.size() % 2 != 0)
    return fail("a key of a dict has no value");
  if (!target->is(Kind::dict) && !target->is(Kind::call))
    return fail("expected a dict, got " + target->describe());
  auto &into = target->is(Kind::dict) ? target->items : target->entries;
  into.append(items.begin(), items.end());
  return true;
}

bool Decoder::fill(uint8_t opcode) {
  llvm::SmallVector<Object *> items;
  Object *target, *item;
  if (opcode == Append || opcode == SetItem) {
    for (unsigned i = opcode == Append ? 1 : 2; i > 0; --i) {
      if (!pop(item))
        return false;
      items.insert(items.begin(), item);
    }
  } else if (!popMarked(items)) {
    return false;
  }
  if (!top(target))
    return false;
  if (opcode == SetItem || opcode == SetItems)
    return setItems(target, items);
  Kind expected = opcode == AddItems ? Kind::set : Kind::list;
  if (!target->is(expected))
    return fail("expected a list or set, got " + target->describe());
  target->items.append(items.begin(), items.end());
  return true;
}

bool Decoder::memoized(uint8_t opcode) {
  uint64_t key = memo.size();
  uint8_t small = 0;
  uint32_t large = 0;
  if (opcode == BinGet || opcode == BinPut) {
    if (!number(small))
      return false;
    key = small;
  } else if (opcode == LongBinGet || opcode == LongBinPut) {
    if (!number(large))
      return false;
    key = large;
  }
  if (opcode == BinGet || opcode == LongBinGet) {
    Object *found = memo.lookup(key);
    return found ? push(found)
                 : fail("it refers to an object that is not there");
  }
  Object *object;
  if (!top(object))
    return false;
  memo[key] = object;
  return true;
}

bool Decoder::call(Object *callee, Object *args) {
  if (!args->is(Kind::tuple))
    return fail("expected a tuple of arguments, got " + args->describe());
  Object *made = make(Kind::call);
  made->items.push_back(callee);
  made->items.append(args->items.begin(), args->items.end());
  return push(made);
}

bool Decoder::object(uint8_t opcode) {
  Object *first, *second, *third;
  switch (opcode) {
  case Global: {
    Object *made = make(Kind::global);
    for (StringRef *name : {&made->module, &made->text}) {
      size_t end = stream.find('\n', position);
      if (end == StringRef::npos)
        return fail("it ends inside of an operation");
      *name = stream.slice(position, end);
      position = end + 1;
    }
    return push(made);
  }
  case StackGlobal: {
    if (!pop(second) || !pop(first))
      return false;
    if (!first->is(Kind::string) || !second->is(Kind::string))
      return fail("expected the names of a global, got " + first->describe() +
                  " and " + second->describe());
    Object *made = make(Kind::global);
    made->module = first->text;
    made->text = second->text;
    return push(made);
  }
  case Reduce:
  case NewObj:
    return pop(second) && pop(first) && call(first, second);
  case NewObjEx:
    if (!pop(third) || !pop(second) || !pop(first) || !call(first, second))
      return false;
    stack.back()->entries = third->items;
    return true;
  default: // Build
    if (!pop(second) || !top(first))
      return false;
    if (!first->is(Kind::call))
      return fail("expected an object that takes a state, got " +
                  first->describe());
    first->state = second;
    return true;
  }
}

bool Decoder::step(uint8_t opcode) {
  Object *made;
  llvm::SmallVector<Object *> items;
  switch (opcode) {
  case Proto: {
    uint8_t version;
    if (!number(version))
      return false;
    return version <= 5 ||
           fail("protocol " + Twine(unsigned(version)) + " is newer than 5");
  }
  case Frame: {
    uint64_t size;
    return number(size);
  }
  case Mark:
    marks.push_back(stack.size());
    return true;
  case Pop:
    if (!marks.empty() && marks.back() == stack.size()) {
      marks.pop_back();
      return true;
    }
    return pop(made);
  case PopMark:
    return popMarked(items);
  case Dup:
    return top(made) && push(made);
  case None:
  case NewTrue:
  case NewFalse:
  case BinInt:
  case BinInt1:
  case BinInt2:
  case Long1:
  case Long4:
  case BinFloat:
    return scalar(opcode);
  case ShortBinUnicode:
  case BinUnicode:
  case BinUnicode8:
  case ShortBinBytes:
  case BinBytes:
  case BinBytes8:
  case ByteArray8:
    return text(opcode);
  case EmptyTuple:
  case EmptyList:
  case EmptyDict:
  case EmptySet:
  case Tuple1:
  case Tuple2:
  case Tuple3:
  case Tuple:
  case List:
  case Dict:
  case FrozenSet:
    return container(opcode);
  case Append:
  case Appends:
  case SetItem:
  case SetItems:
  case AddItems:
    return fill(opcode);
  case BinGet:
  case LongBinGet:
  case BinPut:
  case LongBinPut:
  case Memoize:
    return memoized(opcode);
  case Global:
  case StackGlobal:
  case Reduce:
  case NewObj:
  case NewObjEx:
  case Build:
    return object(opcode);
  default:
    return fail("unknown operation 0x" + llvm::utohexstr(opcode));
  }
}

Expected<Pickle> Decoder::run() {
  auto error = [&] {
    return llvm::make_error<llvm::StringError>(message,
                                               llvm::inconvertibleErrorCode());
  };
  while (true) {
    opcodeAt = position;
    uint8_t opcode;
    if (!number(opcode))
      return error();
    if (opcode == Stop)
      break;
    if (!step(opcode))
      return error();
  }
  Object *root;
  if (!pop(root))
    return error();
  if (!stack.empty()) {
    fail("it leaves more than one object");
    return error();
  }
  result.top = root;
  return std::move(result);
}

Expected<Pickle> Pickle::decode(StringRef stream) {
  return Decoder(stream).run();
}
