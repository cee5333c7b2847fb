//===- VerifyOpset.cpp - Name the operators outside of a set --------------===//
//
// Every operator that a program calls and the set does not have is an error,
// once, with the number of its calls and the first of them.
//
//===----------------------------------------------------------------------===//

#include "mlir/Support/FileUtilities.h"
#include "tp/IR/TPDialect.h"
#include "tp/Schema/Schema.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Records.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::tp {
#define GEN_PASS_DEF_VERIFYOPSET
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

namespace {
/// An operator outside of the set.
struct Outsider {
  tp::CallOp first;
  uint64_t calls = 0;
};

class VerifyOpsetPass : public tp::impl::VerifyOpsetBase<VerifyOpsetPass> {
public:
  using Base::Base;
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  bool isAllowed(tp::CallOp call);
  std::string getSetName() const;

  /// The user's own: full targets, and names that stand for all overloads.
  llvm::StringSet<> own;
};
} // namespace

/// Reads one target a line; `#` starts a comment.
static LogicalResult readTargets(MLIRContext *context, StringRef path,
                                 llvm::StringSet<> &targets) {
  std::string error;
  auto file = openInputFile(path, &error);
  if (!file)
    return emitError(UnknownLoc::get(context))
           << "expected a list of operators: " << error;
  SmallVector<StringRef> lines;
  file->getBuffer().split(lines, '\n');
  for (StringRef line : lines) {
    line = line.split('#').first.trim();
    if (!line.empty())
      targets.insert(line);
  }
  return success();
}

/// `mylib.op` for a name as schemas write it, `mylib::op`.
static std::string getTargetName(StringRef name) {
  auto [ns, rest] = name.split("::");
  return rest.empty() ? name.str() : (ns + "." + rest).str();
}

LogicalResult VerifyOpsetPass::initialize(MLIRContext *context) {
  own.clear();
  llvm::StringSet<> given;
  for (const std::string &target : allow)
    given.insert(target);
  if (!allowFile.empty() && failed(readTargets(context, allowFile, given)))
    return failure();
  for (StringRef target : given.keys())
    own.insert(getTargetName(target));
  if (!coreATen && own.empty())
    return emitError(UnknownLoc::get(context))
           << "expected a set of operators: 'core-aten', 'allow' or "
              "'allow-file'";
  return success();
}

/// Whether the set of Core ATen has the operator: it has the tag, or it is no
/// operator on tensors that could be decomposed.
static bool isCore(const schema::OperatorSchema &schema) {
  if (schema.hasTag(schema::Tag::core))
    return true;
  // Arithmetic on sizes, control flow, assertions.
  return schema.hasFlag(schema::Flag::Python) || schema.isHigherOrder() ||
         schema.getReturns().empty();
}

bool VerifyOpsetPass::isAllowed(tp::CallOp call) {
  StringRef target = call.getTargetAttr();
  if (own.contains(target) || own.contains(target.rsplit('.').first))
    return true;
  if (!coreATen || !isa<CallFunctionOp>(call))
    return false;
  auto *dialect = getContext().getLoadedDialect<TPDialect>();
  const schema::OperatorSchema *schema = dialect->lookupSchema(call, target);
  return schema && isCore(*schema);
}

std::string VerifyOpsetPass::getSetName() const {
  if (!coreATen)
    return "the operators that are allowed";
  return own.empty() ? "core-aten" : "core-aten and the operators allowed";
}

void VerifyOpsetPass::runOnOperation() {
  llvm::MapVector<std::pair<StringAttr, unsigned>, Outsider> outsiders;
  llvm::DenseMap<std::pair<StringAttr, unsigned>, bool> known;
  getOperation().walk([&](tp::CallOp call) {
    std::pair<StringAttr, unsigned> key(call.getTargetAttr(),
                                        isa<CallFunctionOp>(call));
    auto [entry, isNew] = known.try_emplace(key, false);
    if (isNew)
      entry->second = isAllowed(call);
    if (entry->second)
      return;
    Outsider &outsider = outsiders[key];
    if (outsider.calls++ == 0)
      outsider.first = call;
  });
  markAllAnalysesPreserved();
  for (auto &[key, outsider] : outsiders) {
    InFlightDiagnostic diag = emitError(outsider.first->getLoc())
                              << "expected only operators of " << getSetName()
                              << ", found '" << key.first.getValue() << "', "
                              << outsider.calls
                              << (outsider.calls == 1 ? " call" : " calls");
    if (StringAttr name = outsider.first.getNodeNameAttr())
      diag << ", first as node '" << name.getValue() << "'";
  }
  if (!outsiders.empty())
    signalPassFailure();
}
