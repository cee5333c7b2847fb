//===- Names.h - Names for new nodes ----------------------------*- C++ -*-===//
//
// Gives new nodes the names that torch.fx would give them, the same in every
// run.
//
//===----------------------------------------------------------------------===//

#ifndef TP_IR_NAMES_H
#define TP_IR_NAMES_H

#include "mlir/IR/Block.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"

namespace mlir::tp {

/// The names of one graph. Every node of a graph, and every result of a node
/// with several, has a name of its own.
///
/// New names follow `torch.fx.graph._Namespace`: a free candidate is taken as
/// it is, else a number is counted up behind its base (`add`, `add_1`, `add_2`;
/// a candidate `add_1` has the base `add`); what is no Python identifier is
/// made one; keywords and builtins get a number at once (`sum_1`).
class GraphNamespace {
public:
  GraphNamespace() = default;
  /// Takes the names of all nodes of `graph`, those of subgraphs left out, and
  /// those for which `skip` is true.
  explicit GraphNamespace(Block &graph,
                          function_ref<bool(Operation *)> skip = nullptr);

  /// Marks an existing name as taken.
  void reserve(StringRef name);
  bool contains(StringRef name) const {
    return used.contains(llvm::CachedHashStringRef(name));
  }

  /// A new name for a node; it is taken from now on.
  std::string create(StringRef candidate);

  /// A new name for a lifted input. The exporter counts behind the whole name
  /// here, and lets it stand as it is: `p_w_1` becomes `p_w_1_1`.
  std::string createInput(StringRef candidate);

  /// The name that `create` gives in an empty graph.
  static std::string getDefault(StringRef candidate);

private:
  /// Whether the name was free; it is taken now.
  bool take(StringRef name);

  /// Graphs have many names: their characters stand in a row.
  llvm::BumpPtrAllocator characters;
  llvm::DenseSet<llvm::CachedHashStringRef> used;
  /// The last number given behind a base.
  llvm::StringMap<uint64_t> nodeNumbers, inputNumbers;
};

} // namespace mlir::tp

#endif // TP_IR_NAMES_H
