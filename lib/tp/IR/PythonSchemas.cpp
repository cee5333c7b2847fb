//===- PythonSchemas.cpp - Signatures of Python functions -----------------===//
//
// In the notation of schemas, with the notes of the overlay.
//
//===----------------------------------------------------------------------===//

#include "PythonSchemas.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace mlir::tp;
using schema::OperatorSchema;

namespace {
struct PythonSchema {
  StringLiteral text;
  StringLiteral notes;
};
} // namespace

/// Functions of `nn.functional`, alike in both frameworks.
static const PythonSchema functions[] = {
    {"functional::batch_norm(Tensor input, Tensor? running_mean, Tensor? "
     "running_var, Tensor? weight=None, Tensor? bias=None, bool "
     "training=False, float momentum=0.1, float eps=1e-05) -> Tensor",
     "writes running_mean if training;writes running_var if training"},
    {"functional::instance_norm(Tensor input, Tensor? running_mean=None, "
     "Tensor? running_var=None, Tensor? weight=None, Tensor? bias=None, bool "
     "use_input_stats=True, float momentum=0.1, float eps=1e-05) -> Tensor",
     "writes running_mean if use_input_stats;writes running_var if "
     "use_input_stats"},
    {"functional::dropout(Tensor input, float p=0.5, bool training=True, bool "
     "inplace=False) -> Tensor",
     "writes input if inplace;aliases input if inplace;aliases input if not "
     "training;aliases input if p == 0.0"},
    {"functional::alpha_dropout(Tensor input, float p=0.5, bool "
     "training=False, bool inplace=False) -> Tensor",
     "writes input if inplace;aliases input if inplace;aliases input if not "
     "training;aliases input if p == 0.0"},
    {"functional::relu(Tensor input, bool inplace=False) -> Tensor",
     "writes input if inplace;aliases input if inplace"},
    {"functional::relu6(Tensor input, bool inplace=False) -> Tensor",
     "writes input if inplace;aliases input if inplace"},
    {"functional::silu(Tensor input, bool inplace=False) -> Tensor",
     "writes input if inplace;aliases input if inplace"},
    {"functional::mish(Tensor input, bool inplace=False) -> Tensor",
     "writes input if inplace;aliases input if inplace"},
    {"functional::hardswish(Tensor input, bool inplace=False) -> Tensor",
     "writes input if inplace;aliases input if inplace"},
    {"functional::hardsigmoid(Tensor input, bool inplace=False) -> Tensor",
     "writes input if inplace;aliases input if inplace"},
    {"functional::selu(Tensor input, bool inplace=False) -> Tensor",
     "writes input if inplace;aliases input if inplace"},
    {"functional::elu(Tensor input, float alpha=1.0, bool inplace=False) -> "
     "Tensor",
     "writes input if inplace;aliases input if inplace"},
    {"functional::celu(Tensor input, float alpha=1.0, bool inplace=False) -> "
     "Tensor",
     "writes input if inplace;aliases input if inplace"},
    {"functional::leaky_relu(Tensor input, float negative_slope=0.01, bool "
     "inplace=False) -> Tensor",
     "writes input if inplace;aliases input if inplace"},
    {"functional::hardtanh(Tensor input, float min_val=-1.0, float "
     "max_val=1.0, bool inplace=False) -> Tensor",
     "writes input if inplace;aliases input if inplace"},
    {"functional::threshold(Tensor input, float threshold, float value, bool "
     "inplace=False) -> Tensor",
     "writes input if inplace;aliases input if inplace"},
};

static StringMap<std::unique_ptr<OperatorSchema>> parseAll() {
  StringMap<std::unique_ptr<OperatorSchema>> parsed;
  for (const PythonSchema &entry : functions) {
    schema::SchemaTraits traits;
    traits.notes = entry.notes;
    auto result = OperatorSchema::parseBorrowed(entry.text, traits);
    if (!result)
      report_fatal_error(result.takeError());
    StringRef name = (*result)->getBaseName();
    parsed[name] = std::move(*result);
  }
  return parsed;
}

const OperatorSchema *mlir::tp::lookupPythonSchema(StringRef path) {
  auto [module, name] = path.rsplit('.');
  if (!module.ends_with("nn.functional"))
    return nullptr;
  static const StringMap<std::unique_ptr<OperatorSchema>> schemas = parseAll();
  auto it = schemas.find(name);
  return it == schemas.end() ? nullptr : it->second.get();
}

bool mlir::tp::isPythonFunction(StringRef path) {
  return path.starts_with("torch.") || path.starts_with("tensorplay.");
}
