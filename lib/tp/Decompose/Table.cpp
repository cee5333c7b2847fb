//===- Table.cpp - Tables of decompositions -------------------------------===//
//
// Look-up and registration.
//
//===----------------------------------------------------------------------===//

#include "tp/Decompose/Table.h"
#include "tp/Decompose/BuiltinTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>
#include <mutex>

using namespace mlir;
using namespace mlir::tp;

namespace {
class FunctionRule : public DecompositionRule {
public:
  explicit FunctionRule(DecompositionTable::Function function)
      : function(std::move(function)) {}
  Replacement build(DecomposeBuilder &b, CallOp call) const final {
    return function(b, call);
  }

private:
  DecompositionTable::Function function;
};

struct TableRegistry {
  TableRegistry() {
    populators["core-aten"].push_back(populateCoreATen);
    populators["tensorplay"].push_back(populateTensorPlay);
    populators["tensorplay-normalize"].push_back(
        populateTensorPlayNormalization);
    populators["tensorplay-rows"].push_back(populateTensorPlayRows);
  }

  std::mutex mutex;
  std::map<std::string, SmallVector<TablePopulator, 1>> populators;
};
} // namespace

static TableRegistry &getRegistry() {
  static TableRegistry registry;
  return registry;
}

void DecompositionTable::add(StringRef key, Function function) {
  add(key, std::make_unique<FunctionRule>(std::move(function)));
}

void DecompositionTable::add(ArrayRef<StringRef> keys,
                             const Function &function) {
  for (StringRef key : keys)
    add(key, function);
}

void DecompositionTable::add(StringRef key,
                             std::unique_ptr<DecompositionRule> rule,
                             StringRef origin) {
  rule->key = key.str();
  rule->origin = origin.empty() ? "table '" + name + "'" : origin.str();
  rules[key].push_back(std::move(rule));
}

ArrayRef<std::unique_ptr<DecompositionRule>>
DecompositionTable::lookup(StringRef key) const {
  auto it = rules.find(key);
  if (it == rules.end())
    return {};
  return it->second;
}

std::vector<StringRef> DecompositionTable::getKeys() const {
  std::vector<StringRef> keys(rules.keys().begin(), rules.keys().end());
  llvm::sort(keys);
  return keys;
}

void mlir::tp::registerDecompositionTable(StringRef name,
                                          TablePopulator populate) {
  TableRegistry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  auto &populators = registry.populators[name.str()];
  if (!llvm::is_contained(populators, populate))
    populators.push_back(populate);
}

std::vector<std::string> mlir::tp::getDecompositionTableNames() {
  TableRegistry &registry = getRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  std::vector<std::string> names;
  for (const auto &entry : registry.populators)
    names.push_back(entry.first);
  return names;
}

std::unique_ptr<DecompositionTable>
mlir::tp::createDecompositionTable(StringRef name, MLIRContext *context) {
  TableRegistry &registry = getRegistry();
  SmallVector<TablePopulator, 1> populators;
  {
    std::lock_guard<std::mutex> lock(registry.mutex);
    auto it = registry.populators.find(name.str());
    if (it == registry.populators.end())
      return nullptr;
    populators = it->second;
  }
  auto table = std::make_unique<DecompositionTable>(name);
  for (TablePopulator populate : populators)
    populate(*table, context);
  return table;
}

/// Whether the part behind the last dot of `target` is an overload and not the
/// name of a function: `ns.name.overload` is an operator, but
/// `torch.special.expit` and `tensorplay.functional.silu` are functions.
static bool hasOverload(StringRef target) {
  return target.count('.') == 2 && !target.starts_with("torch.") &&
         !target.starts_with("tensorplay.");
}

SmallVector<StringRef, 3> mlir::tp::getLookupKeys(StringRef target,
                                                  bool isMethod) {
  SmallVector<StringRef, 3> keys = {target};
  if (isMethod)
    return keys;
  StringRef base = target;
  if (hasOverload(target))
    keys.push_back(base = target.rsplit('.').first);
  size_t dot = base.rfind('.');
  if (dot != StringRef::npos)
    keys.push_back(base.drop_front(dot + 1));
  return keys;
}

SmallVector<const DecompositionRule *>
DecompositionTables::lookup(StringRef target, bool isMethod) const {
  SmallVector<const DecompositionRule *> result;
  SmallVector<StringRef, 3> keys = getLookupKeys(target, isMethod);
  for (const auto &table : tables)
    for (StringRef key : keys)
      for (const auto &rule : table->lookup(key))
        result.push_back(rule.get());
  return result;
}
