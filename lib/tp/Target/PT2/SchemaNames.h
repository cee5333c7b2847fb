//===- SchemaNames.h - JSON keys that reader and writer share ---*- C++ -*-===//
//
// The keys of the schema's unions, each list in the order of the enumeration of
// Model.h that it belongs to, and the spelling of paths.
//
//===----------------------------------------------------------------------===//

#ifndef TP_LIB_TARGET_PT2_SCHEMANAMES_H
#define TP_LIB_TARGET_PT2_SCHEMANAMES_H

#include "tp/Target/PT2/Model.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::tp::pt2::names {

/// SymExprHint::Kind, without None.
inline constexpr StringRef hintArms[] = {"as_int", "as_bool", "as_float"};

inline constexpr StringRef constantArms[] = {"as_none", "as_int", "as_float",
                                             "as_string", "as_bool"};

inline constexpr StringRef inputArms[] = {
    "user_input", "parameter", "buffer",        "tensor_constant",
    "custom_obj", "token",     "constant_input"};

/// The field of the arm that holds InputSpec::target; empty if none does.
inline constexpr StringRef inputTargets[] = {"",
                                             "parameter_name",
                                             "buffer_name",
                                             "tensor_constant_name",
                                             "custom_obj_name",
                                             "",
                                             ""};
static_assert(std::size(inputArms) == std::size(inputTargets));

inline constexpr StringRef outputArms[] = {"user_output",
                                           "loss_output",
                                           "buffer_mutation",
                                           "gradient_to_parameter",
                                           "gradient_to_user_input",
                                           "user_input_mutation",
                                           "token",
                                           "parameter_mutation"};

/// The field of the arm that holds OutputSpec::target; empty if none does.
inline constexpr StringRef outputTargets[] = {"",
                                              "",
                                              "buffer_name",
                                              "parameter_name",
                                              "user_input_name",
                                              "user_input_name",
                                              "",
                                              "parameter_name"};
static_assert(std::size(outputArms) == std::size(outputTargets));

/// Floats that JSON has no number for.
inline constexpr StringRef infinity = "Infinity";
inline constexpr StringRef negativeInfinity = "-Infinity";
inline constexpr StringRef notANumber = "NaN";

/// Whether a path spells the key as ".key"; others are quoted.
inline bool isPlainKey(StringRef key) {
  if (key.empty() || llvm::isDigit(key.front()))
    return false;
  return llvm::all_of(key, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Appends the step to the value of `key` to the path of an object, exactly:
/// no two paths are spelled alike.
inline void appendKey(std::string &path, StringRef key) {
  if (isPlainKey(key)) {
    path += '.';
    path += key;
    return;
  }
  path += "['";
  for (char c : key) {
    if (c == '\\' || c == '\'')
      path += '\\';
    path += c;
  }
  path += "']";
}

/// The same for an element of a list.
inline void appendIndex(std::string &path, size_t index) {
  path += '[';
  path += llvm::utostr(index);
  path += ']';
}

} // namespace mlir::tp::pt2::names

#endif // TP_LIB_TARGET_PT2_SCHEMANAMES_H
