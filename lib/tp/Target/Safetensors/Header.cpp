//===- Header.cpp - The JSON of safetensors files -------------------------===//
//
// Parses and checks headers and indices.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/Safetensors/File.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

// The reader handles error codes; the project is built without exceptions.
#define SIMDJSON_EXCEPTIONS 0
#include <simdjson.h>

using namespace mlir::tp::safetensors;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;
using mlir::tp::archive::printable;
namespace ondemand = simdjson::ondemand;

static Error fail(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

static Error failJSON(simdjson::error_code code) {
  return fail(Twine("expected JSON: ") + simdjson::error_message(code));
}

static StringRef toRef(std::string_view text) {
  return StringRef(text.data(), text.size());
}

namespace {
/// A parsed document. Keys and strings live as long as it does.
class Json {
public:
  /// Calls `field` for each field of the object that `text` is. Keys are
  /// unique, and nothing follows.
  Error read(StringRef text,
             llvm::function_ref<Error(StringRef key, ondemand::value)> field);

  /// The same for an object in it. `what` names it in messages.
  static Error
  readObject(ondemand::value value, const Twine &what,
             llvm::function_ref<Error(StringRef, ondemand::value)> field);

private:
  template <typename Object>
  static Error
  readFields(Object &object,
             llvm::function_ref<Error(StringRef, ondemand::value)> field);

  ondemand::parser parser;
};
} // namespace

template <typename Object>
Error Json::readFields(
    Object &object,
    llvm::function_ref<Error(StringRef, ondemand::value)> visit) {
  llvm::StringSet<> keys;
  for (auto entry : object) {
    ondemand::field field;
    if (auto code = std::move(entry).get(field))
      return failJSON(code);
    std::string_view key;
    if (auto code = field.unescaped_key().get(key))
      return failJSON(code);
    if (!keys.insert(toRef(key)).second)
      return fail("duplicate key '" + printable(toRef(key)) + "'");
    if (Error error = visit(toRef(key), field.value()))
      return error;
  }
  return Error::success();
}

Error Json::readObject(
    ondemand::value value, const Twine &what,
    llvm::function_ref<Error(StringRef, ondemand::value)> field) {
  ondemand::object object;
  auto code = value.get_object().get(object);
  if (code == simdjson::INCORRECT_TYPE)
    return fail("expected an object as " + what);
  if (code)
    return failJSON(code);
  return readFields(object, field);
}

Error Json::read(StringRef text,
                 llvm::function_ref<Error(StringRef, ondemand::value)> field) {
  simdjson::padded_string padded(text.data(), text.size());
  ondemand::document document;
  if (auto code = parser.iterate(padded).get(document))
    return failJSON(code);
  ondemand::object object;
  auto code = document.get_object().get(object);
  if (code == simdjson::INCORRECT_TYPE)
    return fail("expected a JSON object");
  if (code)
    return failJSON(code);
  if (Error error = readFields(object, field))
    return error;
  if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
    return fail("expected the end of the JSON behind its object");
  return Error::success();
}

static Error readString(ondemand::value value, const Twine &what,
                        StringRef &out) {
  std::string_view text;
  auto code = value.get_string().get(text);
  if (code == simdjson::INCORRECT_TYPE)
    return fail("expected a string as " + what);
  if (code)
    return failJSON(code);
  out = toRef(text);
  return Error::success();
}

/// Reads a list of numbers of 0 or more.
static Error readNumbers(ondemand::value value, const Twine &what,
                         llvm::SmallVectorImpl<uint64_t> &out) {
  ondemand::array array;
  auto code = value.get_array().get(array);
  if (code == simdjson::INCORRECT_TYPE)
    return fail("expected a list of numbers as " + what);
  if (code)
    return failJSON(code);
  for (auto element : array) {
    uint64_t number = 0;
    code = element.get_uint64().get(number);
    if (code == simdjson::INCORRECT_TYPE || code == simdjson::NUMBER_ERROR ||
        code == simdjson::NUMBER_OUT_OF_RANGE)
      return fail("expected whole numbers of 0 or more in " + what);
    if (code)
      return failJSON(code);
    out.push_back(number);
  }
  return Error::success();
}

static Error readTensor(ondemand::value value, Tensor &tensor) {
  std::string who = "tensor '" + printable(tensor.name) + "'";
  bool hasType = false, hasShape = false, hasOffsets = false;
  llvm::SmallVector<uint64_t, 2> offsets;
  Error error = Json::readObject(
      value, who, [&](StringRef key, ondemand::value field) -> Error {
        if (key == "dtype") {
          StringRef name;
          if (Error error = readString(field, "the 'dtype' of " + who, name))
            return error;
          std::optional<DType> type = getDType(name);
          if (!type)
            return fail(who + ": unknown 'dtype' '" + printable(name) + "'");
          tensor.dtype = *type;
          hasType = true;
        } else if (key == "shape") {
          hasShape = true;
          return readNumbers(field, "the 'shape' of " + who, tensor.shape);
        } else if (key == "data_offsets") {
          hasOffsets = true;
          return readNumbers(field, "the 'data_offsets' of " + who, offsets);
        }
        return Error::success();
      });
  if (error)
    return error;
  if (!hasType || !hasShape || !hasOffsets)
    return fail(who + ": expected 'dtype', 'shape' and 'data_offsets'");
  if (offsets.size() != 2 || offsets[0] > offsets[1])
    return fail(who + ": expected 'data_offsets' of begin and end");
  tensor.begin = offsets[0];
  tensor.end = offsets[1];
  std::optional<uint64_t> size = getSize(tensor.dtype, tensor.shape);
  if (!size)
    return fail(who +
                ": expected a shape of a whole number of bytes below 2^64");
  if (*size != tensor.size())
    return fail(who + ": expected " + Twine(*size) +
                " bytes by its type and shape, got " + Twine(tensor.size()) +
                " by its 'data_offsets'");
  return Error::success();
}

/// Tensors, in the order of the data, cover it without holes.
static Error checkExtents(llvm::ArrayRef<Tensor> tensors, uint64_t dataSize) {
  uint64_t at = 0;
  const Tensor *last = nullptr;
  for (const Tensor &tensor : tensors) {
    std::string who = "tensor '" + printable(tensor.name) + "'";
    if (tensor.end > dataSize)
      return fail(who + ": its data ends at byte " + Twine(tensor.end) +
                  ", but there are " + Twine(dataSize) + " bytes of data");
    if (tensor.begin < at)
      return fail(who + ": its data overlaps that of '" +
                  printable(last->name) + "'");
    if (tensor.begin > at)
      return fail(who + ": expected its data at byte " + Twine(at) + ", got " +
                  Twine(tensor.begin) + ": data has no holes");
    at = tensor.end;
    last = &tensor;
  }
  if (at != dataSize)
    return fail("expected " + Twine(at) + " bytes of data by the header, got " +
                Twine(dataSize));
  return Error::success();
}

Expected<Header> mlir::tp::safetensors::parseHeader(StringRef json,
                                                    uint64_t dataSize) {
  Header header;
  Error error =
      Json().read(json, [&](StringRef key, ondemand::value value) -> Error {
        if (key == "__metadata__")
          return Json::readObject(
              value, "'__metadata__'",
              [&](StringRef name, ondemand::value field) -> Error {
                StringRef text;
                if (Error error = readString(
                        field, "the metadata '" + printable(name) + "'", text))
                  return error;
                header.metadata.emplace_back(name.str(), text.str());
                return Error::success();
              });
        header.tensors.emplace_back();
        header.tensors.back().name = key.str();
        return readTensor(value, header.tensors.back());
      });
  if (error)
    return error;
  // Empty tensors stand where the next one begins.
  llvm::sort(header.tensors, [](const Tensor &lhs, const Tensor &rhs) {
    return std::tie(lhs.begin, lhs.end, lhs.name) <
           std::tie(rhs.begin, rhs.end, rhs.name);
  });
  if (Error error = checkExtents(header.tensors, dataSize))
    return error;
  return header;
}

StringRef Header::getMetadata(StringRef key) const {
  for (const auto &[name, value] : metadata)
    if (name == key)
      return value;
  return {};
}

Expected<WeightMap> mlir::tp::safetensors::parseIndex(StringRef json) {
  WeightMap map;
  bool found = false;
  Error error =
      Json().read(json, [&](StringRef key, ondemand::value value) -> Error {
        if (key != "weight_map")
          return Error::success();
        found = true;
        return Json::readObject(
            value, "'weight_map'",
            [&](StringRef name, ondemand::value field) -> Error {
              StringRef file;
              if (Error error = readString(
                      field, "the file of '" + printable(name) + "'", file))
                return error;
              if (file.empty() || file == "." || file == ".." ||
                  file.contains('/') || file.contains('\0'))
                return fail(
                    "expected the name of a file beside the index for '" +
                    printable(name) + "', got '" + printable(file) + "'");
              map.emplace_back(name.str(), file.str());
              return Error::success();
            });
      });
  if (error)
    return error;
  if (!found)
    return fail("expected a 'weight_map'");
  return map;
}

bool mlir::tp::safetensors::looksLikeFile(StringRef bytes) {
  // The header is shorter than 4 GiB.
  return bytes.size() > 8 && bytes[8] == '{' &&
         bytes.substr(4, 4) == StringRef("\0\0\0\0", 4);
}

bool mlir::tp::safetensors::looksLikeIndex(StringRef bytes) {
  return bytes.ltrim(" \t\r\n").starts_with("{");
}
