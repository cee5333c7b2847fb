//===- Records.h - Keeping a program's records right ------------*- C++ -*-===//
//
// Records outside of the graph name nodes (module calls) and describe them
// (metadata); passes that rename or move nodes keep them right with these.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TRANSFORMS_RECORDS_H
#define TP_TRANSFORMS_RECORDS_H

#include "tp/IR/TPOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::tp {

/// The programs below `root`, in their order.
SmallVector<ProgramOp> getPrograms(Operation *root);

/// Old name to new name.
using NameMap = llvm::DenseMap<StringAttr, StringAttr>;

/// Renames the values that the module calls of `program` name.
void renameInModuleCalls(ProgramOp program, const NameMap &names);

/// `meta` with `key` set to `value`, at the end if it is new. Null stands for
/// no metadata.
MetaAttr setMetadata(MLIRContext *context, MetaAttr meta, StringRef key,
                     StringRef value);
/// `meta` without `keys`; null if nothing remains.
MetaAttr dropMetadata(MetaAttr meta, ArrayRef<StringRef> keys);

/// `node 'add': ` where an operation has a name, for diagnostics.
std::string describeNode(Operation *op);

} // namespace mlir::tp

#endif // TP_TRANSFORMS_RECORDS_H
