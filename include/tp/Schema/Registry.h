//===- Registry.h - the registry of operator schemas ------------*- C++ -*-===//
//
// Where schemas are found by the names that the IR uses: `aten.add.Tensor`,
// `higher_order.cond`, `_operator.add`. The built-in table is constant data,
// parsed entry by entry at first use; a SchemaRegistry layers a user's own
// operators over it.
//
//===----------------------------------------------------------------------===//

#ifndef TP_SCHEMA_REGISTRY_H
#define TP_SCHEMA_REGISTRY_H

#include "tp/Schema/Schema.h"
#include "llvm/ADT/StringMap.h"
#include <atomic>
#include <memory>
#include <shared_mutex>

namespace mlir::tp::schema {

/// The operators of torch, compiled in. Every function is thread safe; a
/// schema lives for ever.
class BuiltinTable {
public:
  /// The schema of a target, parsed at the first look-up; null when there is
  /// none.
  static const OperatorSchema *lookup(llvm::StringRef target);
  /// Whether there is such an operator; parses nothing.
  static bool contains(llvm::StringRef target);
  /// All overloads of an operator: `aten.add`.
  static llvm::SmallVector<const OperatorSchema *>
  getOverloads(llvm::StringRef base);

  /// The number of operators; their targets and schemas in sorted order.
  static unsigned size();
  static llvm::StringRef getTarget(unsigned index);
  static const OperatorSchema *getSchema(unsigned index);
  /// The version of torch that the table was made from.
  static llvm::StringRef getTorchVersion();
};

/// The built-in operators and a user's own. Look-ups may run in parallel with
/// each other and with registration; a schema lives as long as the registry.
class SchemaRegistry {
public:
  /// Layers over `parent`, which must live longer, or over the built-in table.
  explicit SchemaRegistry(const SchemaRegistry *parent = nullptr)
      : parent(parent) {}
  SchemaRegistry(const SchemaRegistry &) = delete;
  SchemaRegistry &operator=(const SchemaRegistry &) = delete;

  const OperatorSchema *lookup(llvm::StringRef target) const;
  llvm::SmallVector<const OperatorSchema *>
  getOverloads(llvm::StringRef base) const;

  /// Adds an operator from its schema, `mylib::op(Tensor x) -> Tensor`. It is
  /// no error to add what is known already with the same signature; another
  /// signature for the same name is one.
  llvm::Expected<const OperatorSchema *> registerSchema(llvm::StringRef text,
                                                        TagSet tags = {});

private:
  const SchemaRegistry *parent;
  mutable std::shared_mutex mutex;
  /// Spares look-ups the lock while nothing is registered.
  std::atomic<bool> hasOwn{false};
  llvm::StringMap<std::unique_ptr<OperatorSchema>> own;
};

} // namespace mlir::tp::schema

#endif // TP_SCHEMA_REGISTRY_H
