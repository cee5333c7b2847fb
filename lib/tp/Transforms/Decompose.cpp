//===- Decompose.cpp - Operators, replaced by others ----------------------===//
//
// Before:                            After:
//   %silu = "aten.silu.default"(%x)    %sigmoid = "aten.sigmoid.default"(%x)
//                                      %mul = "aten.mul.Tensor"(%x, %sigmoid)
//
//===----------------------------------------------------------------------===//

#include "tp/Decompose/Decompose.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "tp/Decompose/DataTable.h"
#include "tp/Decompose/Patterns.h"
#include "tp/IR/TensorPlay.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Records.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::tp {
#define GEN_PASS_DEF_DECOMPOSE
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

/// Whether `name` is a file whatever the tables are called; one that is neither
/// this nor a table may still be.
static bool isFileName(StringRef name) {
  return name.contains('/') || name.ends_with(".mlir") ||
         name.ends_with(".mlirbc");
}

/// An error that names the option for a file that cannot be read.
static LogicalResult checkReadable(StringRef name, StringRef option,
                                   MLIRContext *context) {
  auto file = llvm::MemoryBuffer::getFile(name);
  if (file)
    return success();
  return emitError(UnknownLoc::get(context))
         << "--decompose=" << option << "=" << name
         << ": expected a file that can be read: " << file.getError().message();
}

/// The table of a name or of a file; null after an error.
static std::unique_ptr<DecompositionTable> getTable(StringRef name,
                                                    MLIRContext *context) {
  if (!isFileName(name)) {
    if (auto table = createDecompositionTable(name, context))
      return table;
    if (!llvm::sys::fs::is_regular_file(name)) {
      emitError(UnknownLoc::get(context))
          << "unknown decomposition table '" << name
          << "': expected a file or one of "
          << llvm::join(getDecompositionTableNames(), ", ");
      return nullptr;
    }
  }
  if (failed(checkReadable(name, "tables", context)))
    return nullptr;
  auto table = std::make_unique<DecompositionTable>(name);
  if (failed(loadDecompositionFile(name, context, *table)))
    return nullptr;
  return table;
}

namespace {
struct DecomposePass : tp::impl::DecomposeBase<DecomposePass> {
  using DecomposeBase::DecomposeBase;

  LogicalResult initialize(MLIRContext *context) override {
    SmallVector<std::string> names(tables.begin(), tables.end());
    // Patterns alone ask for no table.
    bool isDefault = names.empty() && patterns.empty();
    if (isDefault)
      names.push_back("core-aten");
    if (failed(load(names, context, tableSet)) ||
        (isDefault && failed(load({"tensorplay"}, context, tensorPlaySet))))
      return failure();
    config.tables = tableSet.get();
    if (!patterns.empty()) {
      RewritePatternSet set(context);
      for (const std::string &file : patterns)
        if (failed(checkReadable(file, "patterns", context)) ||
            failed(loadDecompositionPatterns(file, context, set)))
          return failure();
      patternSet =
          std::make_shared<const FrozenRewritePatternSet>(std::move(set));
      config.patterns = patternSet.get();
    }
    for (const std::string &target : include)
      config.include.insert(target);
    for (const std::string &target : exclude)
      config.exclude.insert(target);
    for (const std::string &target : preserve)
      config.preserve.insert(target);
    return success();
  }

  void runOnOperation() override {
    ProgramOp program = getOperation();
    NameMap names;
    bool hasRecords = static_cast<bool>(program.getModuleCallsAttr());
    DecomposeConfig config = this->config;
    if (tensorPlaySet && callsTensorPlay(program))
      config.tables = tensorPlaySet.get();
    DecomposeReport entries;
    if (report)
      config.report = &entries;
    checkNames(program, *config.tables);
    if (failed(decompose(program, config, hasRecords ? &names : nullptr)))
      return signalPassFailure();
    renameInModuleCalls(program, names);
    if (report)
      printReport(*config.tables, entries);
  }

  /// Warns about names of options that name nothing.
  void checkNames(ProgramOp program, const DecompositionTables &tables) {
    llvm::StringSet<> known;
    auto insert = [&](StringRef target, bool isMethod) {
      for (StringRef key : getLookupKeys(target, isMethod))
        known.insert(key);
    };
    for (const auto &table : tables.getTables())
      for (StringRef key : table->getKeys())
        insert(key, /*isMethod=*/false);
    program.walk([&](tp::CallOp call) {
      insert(call.getTargetAttr(), isa<CallMethodOp>(call));
    });
    auto check = [&](StringRef option, ArrayRef<std::string> names) {
      for (StringRef name : names)
        if (!known.contains(name))
          emitWarning(program.getLoc())
              << option << "=" << name << ": expected the target of a call in '"
              << program.getSymName() << "' or the key of a table";
    };
    check("include", *include);
    check("exclude", *exclude);
    check("preserve", *preserve);
  }

  static void printEntry(const DecompositionRule &rule,
                         const DecomposeReport::Entry &entry) {
    llvm::raw_ostream &os = llvm::outs();
    os << rule.getOrigin() << ": '" << rule.getKey() << "': ";
    if (entry.numTried == 0) {
      os << "never tried\n";
      return;
    }
    os << "tried " << entry.numTried << ", applied " << entry.numApplied;
    if (entry.numApplied != entry.numTried)
      os << ", declined first at node '" << entry.declinedNode << "'";
    if (!entry.reason.empty())
      os << ": " << entry.reason;
    os << "\n";
  }

  /// The entries that were tried, then those of files that were not.
  static void printReport(const DecompositionTables &tables,
                          const DecomposeReport &report) {
    for (const auto &[rule, entry] : report.entries)
      printEntry(*rule, entry);
    for (const auto &table : tables.getTables()) {
      if (!isFileName(table->getName()))
        continue;
      for (StringRef key : table->getKeys())
        for (const auto &rule : table->lookup(key))
          if (!report.entries.contains(rule.get()))
            printEntry(*rule, {});
    }
  }

  using TableSet = std::shared_ptr<const DecompositionTables>;

  static LogicalResult load(ArrayRef<std::string> names, MLIRContext *context,
                            TableSet &set) {
    auto loaded = std::make_shared<DecompositionTables>();
    for (const std::string &name : names) {
      std::unique_ptr<DecompositionTable> table = getTable(name, context);
      if (!table)
        return failure();
      loaded->append(std::move(table));
    }
    set = std::move(loaded);
    return success();
  }

  /// The tables of the options, and, where these name none, those of a program
  /// of tensorplay.
  TableSet tableSet, tensorPlaySet;
  std::shared_ptr<const FrozenRewritePatternSet> patternSet;
  DecomposeConfig config;
};
} // namespace
