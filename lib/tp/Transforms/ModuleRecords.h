//===- ModuleRecords.h - Records of module calls ----------------*- C++ -*-===//
//
// The module stack of a node, and the entry of a call in the module call graph.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_TRANSFORMS_MODULERECORDS_H
#define LIB_TP_TRANSFORMS_MODULERECORDS_H

#include "tp/IR/Arguments.h"

namespace mlir::tp {

/// The module stack of a node: entries `key,path,class` separated by `;`.
/// What `own` has and `outer` has not, after `outer`. The root of `own` is the
/// child that was called, which `outer` has already.
std::string joinModuleStacks(StringRef outer, StringRef own);

/// `stack` with an entry for `path` on top, unless it is there already.
std::string pushModule(StringRef stack, StringRef key, StringRef path);

/// The record of a call: names and nesting of what went in and came out.
ModuleCallAttr makeModuleCall(MLIRContext *context, StringRef fqn,
                              const CallArguments &args,
                              const Argument &result);

} // namespace mlir::tp

#endif // LIB_TP_TRANSFORMS_MODULERECORDS_H
