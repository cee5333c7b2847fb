//===- Registry.cpp - the registry of operator schemas --------------------===//
//
// A user's own operators, layered over those of torch.
//
//===----------------------------------------------------------------------===//

#include "tp/Schema/Registry.h"
#include "llvm/ADT/STLExtras.h"
#include <mutex>

using namespace llvm;

namespace mlir::tp::schema {

const OperatorSchema *SchemaRegistry::lookup(StringRef target) const {
  if (hasOwn.load(std::memory_order_acquire)) {
    std::shared_lock<std::shared_mutex> lock(mutex);
    auto it = own.find(target);
    if (it != own.end())
      return it->second.get();
  }
  return parent ? parent->lookup(target) : BuiltinTable::lookup(target);
}

SmallVector<const OperatorSchema *>
SchemaRegistry::getOverloads(StringRef base) const {
  SmallVector<const OperatorSchema *> overloads =
      parent ? parent->getOverloads(base) : BuiltinTable::getOverloads(base);
  if (!hasOwn.load(std::memory_order_acquire))
    return overloads;
  size_t numInherited = overloads.size();
  auto [ns, name] = base.rsplit('.');
  {
    std::shared_lock<std::shared_mutex> lock(mutex);
    for (const auto &entry : own)
      if (entry.second->getNamespace() == ns &&
          entry.second->getBaseName() == name)
        overloads.push_back(entry.second.get());
  }
  // The order of a hash table is no order to show.
  llvm::sort(overloads.begin() + numInherited, overloads.end(),
             [](const OperatorSchema *a, const OperatorSchema *b) {
               return a->getOverload() < b->getOverload();
             });
  return overloads;
}

Expected<const OperatorSchema *> SchemaRegistry::registerSchema(StringRef text,
                                                                TagSet tags) {
  SchemaTraits traits;
  traits.tags = tags;
  auto schema = OperatorSchema::parse(text, traits);
  if (!schema)
    return schema.takeError();
  std::string target = (*schema)->getTarget();

  std::unique_lock<std::shared_mutex> lock(mutex);
  auto it = own.find(target);
  const OperatorSchema *known = it != own.end() ? it->second.get()
                                : parent        ? parent->lookup(target)
                                                : BuiltinTable::lookup(target);
  if (known) {
    if (known->str() == (*schema)->str())
      return known;
    return createStringError(
        "operator '" + target + "' is known with another schema: expected '" +
        known->str() + "', got '" + (*schema)->str() + "'");
  }
  const OperatorSchema *added = schema->get();
  own[target] = std::move(*schema);
  hasOwn.store(true, std::memory_order_release);
  return added;
}

} // namespace mlir::tp::schema
