//===- Layout.cpp - Names of the format -----------------------------------===//
//
// Numbers of enumerations, and Python paths.
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

static constexpr Layout layouts[] = {Layout::sparse_coo, Layout::sparse_csr,
                                     Layout::sparse_csc, Layout::sparse_bsr,
                                     Layout::sparse_bsc, Layout::strided};
static constexpr MemoryFormat formats[] = {
    MemoryFormat::contiguous_format, MemoryFormat::preserve_format,
    MemoryFormat::channels_last, MemoryFormat::channels_last_3d};

template <typename T, size_t N>
static std::optional<T> getAt(const T (&table)[N], int64_t number) {
  if (number < 0 || number >= int64_t(N))
    return std::nullopt;
  return table[number];
}

template <typename T, size_t N>
static std::optional<int64_t> getNumber(const T (&table)[N], T value) {
  const T *found = llvm::find(table, value);
  if (found == std::end(table))
    return std::nullopt;
  return found - std::begin(table);
}

std::optional<ScalarType> tensorplay::getDType(int64_t number) {
  return getAt(dtypes, number);
}
std::optional<int64_t> tensorplay::getDTypeNumber(ScalarType dtype) {
  return getNumber(dtypes, dtype);
}
StringRef tensorplay::getOtherDType(int64_t number) {
  static constexpr std::pair<int64_t, StringLiteral> others[] = {
      {16, "bcomplex32"},
      {19, "qint8"},
      {20, "quint8"},
      {21, "qint32"},
      {22, "undefined"}};
  for (const auto &[value, name] : others)
    if (value == number)
      return name;
  return {};
}
std::optional<Layout> tensorplay::getLayout(int64_t number) {
  return getAt(layouts, number);
}
std::optional<int64_t> tensorplay::getLayoutNumber(Layout layout) {
  return getNumber(layouts, layout);
}
std::optional<MemoryFormat> tensorplay::getMemoryFormat(int64_t number) {
  return getAt(formats, number);
}
int64_t tensorplay::getMemoryFormatNumber(MemoryFormat format) {
  return *getNumber(formats, format);
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
