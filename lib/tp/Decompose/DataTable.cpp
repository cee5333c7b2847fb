//===- DataTable.cpp - Tables of decompositions as data -------------------===//
//
// Reads tables from files, and lazily from text that is compiled in.
//
//===----------------------------------------------------------------------===//

#include "tp/Decompose/DataTable.h"
#include "DataRule.h"
#include "mlir/Parser/Parser.h"
#include "tp/Schema/Registry.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

#include <mutex>

using namespace mlir;
using namespace mlir::tp;

/// `my.mlir:12` for an operation of a file.
static std::string describeOrigin(Operation *op, StringRef name) {
  if (auto loc = op->getLoc()->findInstanceOf<FileLineColLoc>())
    return (name + ":" + Twine(loc.getLine())).str();
  return name.str();
}

static LogicalResult registerSchema(SchemaOp op) {
  auto *dialect = cast<TPDialect>(op->getDialect());
  auto added = dialect->getSchemas().registerSchema(op.getSchema());
  if (added)
    return success();
  return emitError(op.getLoc()) << llvm::toString(added.takeError());
}

LogicalResult mlir::tp::loadDecompositions(ModuleOp module, StringRef name,
                                           DecompositionTable &table) {
  bool isGood = true;
  for (auto schema : module.getOps<SchemaOp>())
    isGood &= succeeded(registerSchema(schema));
  for (Operation &op : *module.getBody()) {
    if (isa<SchemaOp>(op))
      continue;
    auto decomposition = dyn_cast<DecompositionOp>(op);
    if (!decomposition) {
      emitError(op.getLoc()) << "expected 'tp.decomposition' and 'tp.schema' "
                                "only in a table, got '"
                             << op.getName() << "'";
      isGood = false;
      continue;
    }
    std::unique_ptr<DataRule> rule = DataRule::compile(decomposition);
    isGood &= rule != nullptr;
    if (rule)
      table.add(decomposition.getTarget(), std::move(rule),
                describeOrigin(&op, name));
  }
  return success(isGood);
}

LogicalResult mlir::tp::loadDecompositionFile(StringRef path,
                                              MLIRContext *context,
                                              DecompositionTable &table) {
  context->loadDialect<TPDialect>();
  ParserConfig config(context);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(path, sources, config);
  if (!module)
    return failure();
  return loadDecompositions(*module, llvm::sys::path::filename(path), table);
}

namespace {
/// Reads its text when it is first needed: a program uses few of the entries.
class EmbeddedRule : public DecompositionRule {
public:
  EmbeddedRule(const EmbeddedDecomposition &entry, StringRef file,
               MLIRContext *context, bool (*isWanted)(CallOp))
      : entry(entry), file(file), context(context), isWanted(isWanted) {}

  Replacement build(DecomposeBuilder &b, CallOp call) const final {
    if (isWanted && !isWanted(call))
      return std::nullopt;
    std::call_once(once, [&] { compile(); });
    if (rule)
      return rule->build(b, call);
    b.emitError() << "the entry cannot be read";
    return std::nullopt;
  }

private:
  void compile() const {
    ParserConfig config(context);
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(entry.text, config, file);
    if (!module)
      return;
    for (auto op : module->getOps<DecompositionOp>())
      rule = DataRule::compile(op);
  }

  EmbeddedDecomposition entry;
  StringRef file;
  MLIRContext *context;
  bool (*isWanted)(CallOp);
  mutable std::once_flag once;
  mutable std::unique_ptr<DataRule> rule;
};
} // namespace

void mlir::tp::addEmbeddedDecompositions(
    ArrayRef<EmbeddedDecomposition> entries, StringRef file,
    DecompositionTable &table, MLIRContext *context, bool (*isWanted)(CallOp)) {
  for (const EmbeddedDecomposition &entry : entries)
    table.add(entry.key,
              std::make_unique<EmbeddedRule>(entry, file, context, isWanted),
              (file + ":" + Twine(entry.line)).str());
}
