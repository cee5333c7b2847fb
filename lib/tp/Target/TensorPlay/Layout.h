//===- Layout.h - Names of the format ---------------------------*- C++ -*-===//
//
// What the reader and the writer agree on. An archive of tensorplay.export is a
// zip file without a folder around its entries:
//
//   archive_format                      "pt2"
//   archive_version                     "1"
//   models/NAME.json                    the document of a program
//   data/weights/NAME/weights.json      where its parameters and buffers are
//   data/weights/weight_N               the bytes of a tensor
//   data/constants/NAME/constants.json  where its constants are, and its
//                                       buffers that are not persistent
//   data/constants/{weight,custom_obj}_N
//   data/sample_inputs/NAME.pkl         a pickled dict of the example inputs
//   extra/...                           the user's files
//
// Every tensor is written in the order of its elements, whatever strides and
// offset its table gives; so these describe the tensor that was, not the bytes.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_TENSORPLAY_LAYOUT_H
#define TP_LIB_TARGET_TENSORPLAY_LAYOUT_H

#include "tp/IR/TP.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <utility>

namespace mlir::tp::tensorplay {

namespace layout {
constexpr llvm::StringLiteral format = "archive_format";
constexpr llvm::StringLiteral formatValue = "pt2";
constexpr llvm::StringLiteral version = "archive_version";
constexpr llvm::StringLiteral versionValue = "1";
constexpr llvm::StringLiteral models = "models/";
constexpr llvm::StringLiteral weights = "data/weights/";
constexpr llvm::StringLiteral weightsTable = "/weights.json";
constexpr llvm::StringLiteral constants = "data/constants/";
constexpr llvm::StringLiteral constantsTable = "/constants.json";
constexpr llvm::StringLiteral sampleInputs = "data/sample_inputs/";
constexpr llvm::StringLiteral sampleInputsSuffix = ".pkl";
} // namespace layout

/// The version of the document.
constexpr int64_t schemaVersion = 1;

/// The member of a document that holds what the format has no room for. Readers
/// that do not know it pass over it.
constexpr llvm::StringLiteral extensionKey = "tp_mlir";
constexpr int64_t extensionVersion = 1;

/// Functions of tensorplay that check a dimension.
constexpr llvm::StringLiteral assertModule = "tensorplay.export._trace";

/// The number under which pickles name a dtype, and back.
std::optional<ScalarType> getDType(int64_t number);
std::optional<int64_t> getDTypeNumber(ScalarType dtype);

/// The name of a dtype that the dialect does not have; empty for others.
StringRef getOtherDType(int64_t number);

/// The same for layouts and memory formats.
std::optional<Layout> getLayout(int64_t number);
std::optional<int64_t> getLayoutNumber(Layout layout);
std::optional<MemoryFormat> getMemoryFormat(int64_t number);
int64_t getMemoryFormatNumber(MemoryFormat format);

/// A Python path as module and qualified name. A part that starts with a
/// capital is a class, so that `a.B.c` is `B.c` of the module `a`.
std::pair<StringRef, StringRef> splitPath(StringRef path);

/// The metadata under which a node keeps the module of its target, where
/// `splitPath` would find another.
constexpr llvm::StringLiteral moduleKey = "target_module";

} // namespace mlir::tp::tensorplay

#endif // TP_LIB_TARGET_TENSORPLAY_LAYOUT_H
