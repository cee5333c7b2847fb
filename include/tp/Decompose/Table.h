//===- Table.h - Tables of decompositions -----------------------*- C++ -*-===//
//
// A table maps the target of a call to rules that replace the call. Tables
// stand in front of each other: the rules of the first one are tried first.
//
//===----------------------------------------------------------------------===//

#ifndef TP_DECOMPOSE_TABLE_H
#define TP_DECOMPOSE_TABLE_H

#include "tp/Decompose/Arg.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <memory>

namespace mlir::tp {

class DecomposeBuilder;

/// What a rule gives for a call: a value for each of its results, or nothing,
/// and the next rule is tried.
class Replacement {
public:
  Replacement(std::nullopt_t) : declined(true) {}
  /// A null value declines.
  Replacement(Value value) : declined(!value) {
    if (value)
      values.emplace_back(value);
  }
  Replacement(Arg value) { values.push_back(std::move(value)); }
  Replacement(std::initializer_list<Arg> list) : values(list) {}
  Replacement(ArrayRef<Value> list) : values(list.begin(), list.end()) {}
  Replacement(const SmallVectorImpl<Value> &list)
      : values(list.begin(), list.end()) {}
  Replacement(std::vector<Arg> list) : values(std::move(list)) {}

  bool isDeclined() const { return declined; }
  ArrayRef<Arg> getValues() const { return values; }

private:
  std::vector<Arg> values;
  bool declined = false;
};

/// One entry of a table.
class DecompositionRule {
public:
  virtual ~DecompositionRule() = default;

  /// Makes the replacement ahead of the call. Thread safe; what a rule has made
  /// when it declines is removed.
  virtual Replacement build(DecomposeBuilder &b, CallOp call) const = 0;

  /// The key in the table, and where the entry comes from (`my.mlir:12`, or
  /// the name of the table), for diagnostics.
  StringRef getKey() const { return key; }
  StringRef getOrigin() const { return origin; }
  virtual std::string describe() const {
    return "entry '" + key + "' of " + origin;
  }

private:
  friend class DecompositionTable;
  std::string key, origin;
};

/// Rules by the targets of calls. A key is a full target
/// (`aten.silu.default`), a base name for all its overloads (`aten.silu`), or
/// the name of a method or function (`silu`), which `x.silu()`,
/// `torch.nn.functional.silu(x)` and `aten.silu.default` share.
class DecompositionTable {
public:
  using Function = std::function<Replacement(DecomposeBuilder &, CallOp)>;
  using Rules = SmallVector<std::unique_ptr<DecompositionRule>, 1>;

  explicit DecompositionTable(StringRef name) : name(name) {}
  DecompositionTable(DecompositionTable &&) = default;

  StringRef getName() const { return name; }

  /// Adds a rule; those of one key are tried in the order in which they came.
  void add(StringRef key, Function function);
  void add(ArrayRef<StringRef> keys, const Function &function);
  /// Adds a rule of another kind; `origin` is empty for the table itself.
  void add(StringRef key, std::unique_ptr<DecompositionRule> rule,
           StringRef origin = {});

  /// The rules of exactly this key.
  ArrayRef<std::unique_ptr<DecompositionRule>> lookup(StringRef key) const;
  /// All keys, sorted.
  std::vector<StringRef> getKeys() const;
  bool empty() const { return rules.empty(); }

private:
  std::string name;
  llvm::StringMap<Rules> rules;
};

/// Adds the rules of a table that has a name.
using TablePopulator = void (*)(DecompositionTable &table,
                                MLIRContext *context);

/// Registers a table under a name that `--decompose=tables=` knows. A plugin
/// calls this when it is loaded. Several populators of one name add up.
void registerDecompositionTable(StringRef name, TablePopulator populate);

/// The names of all registered tables, sorted.
std::vector<std::string> getDecompositionTableNames();

/// Makes the registered table `name`; null if there is none.
std::unique_ptr<DecompositionTable>
createDecompositionTable(StringRef name, MLIRContext *context);

/// The keys under which a target is looked up, the most specific first: itself,
/// its base name, the name of the method or function.
SmallVector<StringRef, 3> getLookupKeys(StringRef target, bool isMethod);

/// Tables in front of each other. The tables must not change any more.
class DecompositionTables {
public:
  void append(std::unique_ptr<DecompositionTable> table) {
    tables.push_back(std::move(table));
  }
  /// The rules for a target, in the order in which they are tried.
  SmallVector<const DecompositionRule *> lookup(StringRef target,
                                                bool isMethod) const;
  ArrayRef<std::unique_ptr<DecompositionTable>> getTables() const {
    return tables;
  }

private:
  std::vector<std::unique_ptr<DecompositionTable>> tables;
};

} // namespace mlir::tp

#endif // TP_DECOMPOSE_TABLE_H
