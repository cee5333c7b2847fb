//===- Layout.cpp - Names of the format -----------------------------------===//
//
// Numbers of dtypes, and Python paths.
//
//===----------------------------------------------------------------------===//

#include "Layout.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tp;

/// In the order of tensorplay's enumeration.
static constexpr ScalarType dtypes[] = {
    ScalarType::uint8,    ScalarType::int8,      ScalarType::int16,
    ScalarType::int32,    ScalarType::int64,     ScalarType::uint16,
    ScalarType::uint32,   ScalarType::uint64,    ScalarType::float32,
    ScalarType::float64,  ScalarType::float16,   ScalarType::bfloat16,
    ScalarType::boolean,  ScalarType::complex64, ScalarType::complex128,
    ScalarType::complex32};

std::optional<ScalarType> tensorplay::getDType(int64_t number) {
  if (number < 0 || number >= int64_t(std::size(dtypes)))
    return std::nullopt;
  return dtypes[number];
}

std::optional<int64_t> tensorplay::getDTypeNumber(ScalarType dtype) {
  const ScalarType *found = llvm::find(dtypes, dtype);
  if (found == std::end(dtypes))
    return std::nullopt;
  return found - std::begin(dtypes);
}

std::pair<StringRef, StringRef> tensorplay::splitPath(StringRef path) {
  if (path.starts_with("builtins."))
    return {path.take_front(8), path.drop_front(9)};
  for (size_t at = path.find('.'); at != StringRef::npos;
       at = path.find('.', at + 1))
    if (at + 1 < path.size() && llvm::isUpper(path[at + 1]))
      return {path.take_front(at), path.drop_front(at + 1)};
  return path.rsplit('.');
}
