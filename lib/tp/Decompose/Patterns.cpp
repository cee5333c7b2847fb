//===- Patterns.cpp - Decompositions as patterns --------------------------===//
//
// Reads PDL and PDLL, and supplies what patterns need to see calls.
//
//===----------------------------------------------------------------------===//

#include "tp/Decompose/Patterns.h"
#include "PatternCheck.h"
#include "PatternRewriter.h"
#include "State.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::tp;

bool mlir::tp::isCallOf(Operation *op, StringRef target) {
  auto call = dyn_cast<CallOp>(op);
  if (!call || isa<CallModuleOp>(op))
    return false;
  StringRef own = call.getTargetAttr().getValue();
  return own == target ||
         llvm::is_contained(getLookupKeys(own, isa<CallMethodOp>(op)), target);
}

static std::optional<Arg> findArgument(Operation *op, StringRef name) {
  auto call = dyn_cast<CallOp>(op);
  if (!call)
    return std::nullopt;
  auto *dialect = cast<TPDialect>(op->getDialect());
  return BoundArguments(
             call, dialect->lookupSchema(op, call.getTargetAttr().getValue()))
      .find(name);
}

Attribute mlir::tp::getLiteralArgument(Operation *op, StringRef name) {
  std::optional<Arg> argument = findArgument(op, name);
  if (!argument)
    return {};
  SmallVector<Value> values;
  Attribute literal = argument->toLiteral(op->getContext(), values);
  return values.empty() ? literal : Attribute();
}

Value mlir::tp::getValueArgument(Operation *op, StringRef name) {
  std::optional<Arg> argument = findArgument(op, name);
  return argument ? argument->getValue() : Value();
}

//===----------------------------------------------------------------------===//
// Native functions
//===----------------------------------------------------------------------===//

static LogicalResult matchTarget(PatternRewriter &, Operation *op,
                                 Attribute target) {
  auto name = dyn_cast_or_null<StringAttr>(target);
  return success(name && isCallOf(op, name.getValue()));
}

static LogicalResult matchArgument(PatternRewriter &, PDLResultList &results,
                                   ArrayRef<PDLValue> values) {
  auto name = dyn_cast_or_null<StringAttr>(values[1].cast<Attribute>());
  Attribute literal =
      name ? getLiteralArgument(values[0].cast<Operation *>(), name.getValue())
           : Attribute();
  if (!literal)
    return failure();
  results.push_back(literal);
  return success();
}

static LogicalResult matchValue(PatternRewriter &, PDLResultList &results,
                                ArrayRef<PDLValue> values) {
  auto name = dyn_cast_or_null<StringAttr>(values[1].cast<Attribute>());
  Value value =
      name ? getValueArgument(values[0].cast<Operation *>(), name.getValue())
           : Value();
  if (!value)
    return failure();
  results.push_back(value);
  return success();
}

FailureOr<ArgsAttr> mlir::tp::splitPatternTarget(StringRef &target,
                                                 MLIRContext *context) {
  size_t paren = target.find('(');
  if (paren == StringRef::npos)
    return ArgsAttr();
  std::string text = ("#tp.args<" + target.substr(paren) + ">").str();
  target = target.take_front(paren).rtrim();
  auto args = dyn_cast_or_null<ArgsAttr>(parseAttribute(text, context));
  if (!args)
    return failure();
  return args;
}

/// Makes a call of values and literals, which fill the places of the arguments
/// that the target spells out, or are the arguments.
static LogicalResult makeCall(PatternRewriter &rewriter, PDLResultList &results,
                              ArrayRef<PDLValue> values) {
  DecomposeBuilder &b = static_cast<DecomposeRewriter &>(rewriter).getBuilder();
  b.getOpBuilder().restoreInsertionPoint(rewriter.saveInsertionPoint());
  auto name = dyn_cast_or_null<StringAttr>(values[1].cast<Attribute>());
  std::vector<Arg> given;
  for (PDLValue value : values.drop_front(2)) {
    if (value.isa<Value>())
      given.emplace_back(value.cast<Value>());
    else if (value.isa<ValueRange>())
      llvm::append_range(given, value.cast<ValueRange>());
    else if (value.isa<Attribute>())
      given.push_back(Arg::getLiteral(value.cast<Attribute>()));
  }
  StringRef target = name ? name.getValue() : StringRef();
  FailureOr<ArgsAttr> args = splitPatternTarget(target, b.getContext());
  if (failed(args))
    return b.emitError() << "expected a target and arguments, got " << name;
  SmallVector<Arg> positional(given.begin(), given.end());
  SmallVector<KeywordArg> keywords;
  if (*args) {
    if (countOperandPlaces(*args) != given.size())
      return b.emitError() << "call of '" << target << "': expected "
                           << countOperandPlaces(*args)
                           << " values as its arguments say, got "
                           << given.size();
    positional.clear();
    ArrayRef<Arg> rest = given;
    for (Attribute literal : args->getPositional())
      positional.push_back(fillPlaces(literal, rest));
    for (auto [keyword, literal] :
         llvm::zip_equal(args->getKeywords(), args->getKeywordValues()))
      keywords.push_back({keyword.getValue(), fillPlaces(literal, rest)});
  }
  SmallVector<Value> made = b.makeCall(target, positional, keywords);
  if (b.hasFailed())
    return failure();
  results.push_back(ValueRange(made));
  return success();
}

/// What every rewrite begins with: the name of its pattern.
static LogicalResult enterPattern(PatternRewriter &rewriter, PDLResultList &,
                                  ArrayRef<PDLValue> values) {
  auto name = cast<StringAttr>(values[0].cast<Attribute>());
  static_cast<DecomposeRewriter &>(rewriter).getRule().setText(name.getValue());
  return success();
}

static void registerNatives(PDLPatternModule &module) {
  module.registerConstraintFunction("TpTarget", matchTarget);
  module.registerConstraintFunction("TpArg", matchArgument);
  module.registerConstraintFunction("TpValue", matchValue);
  module.registerRewriteFunction(enterPatternName, enterPattern);
  module.registerRewriteFunction("TpCall", makeCall);
  module.registerRewriteFunction("TpCallWith", makeCall);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Removes a temporary file in the end.
namespace {
struct TemporaryFile {
  ~TemporaryFile() {
    if (!path.empty())
      (void)llvm::sys::fs::remove(path);
  }
  bool create(StringRef suffix) {
    return !llvm::sys::fs::createTemporaryFile("patterns", suffix, path);
  }
  SmallString<128> path;
};
} // namespace

/// `mlir-pdll` goes on after a literal that it cannot read, and does not say
/// where that stands: `loc("silu":1:1): error: expected attribute value`.
static bool reportBadLiterals(StringRef messages, StringRef path,
                              MLIRContext *context) {
  auto source = llvm::MemoryBuffer::getFile(path);
  bool isFound = false;
  SmallVector<StringRef> lines, sourceLines;
  messages.split(lines, '\n');
  if (source)
    (*source)->getBuffer().split(sourceLines, '\n');
  llvm::StringSet<> seen;
  for (StringRef line : lines) {
    if (!line.consume_front("loc(\""))
      continue;
    StringRef literal = line.split("\":").first;
    StringRef message = line.split("error: ").second;
    if (!seen.insert(literal).second)
      continue;
    std::string quoted = ("<\"" + literal + "\">").str();
    for (auto [i, text] : llvm::enumerate(sourceLines)) {
      size_t column = text.find(quoted);
      if (column == StringRef::npos)
        continue;
      isFound = true;
      emitError(FileLineColLoc::get(context, path, i + 1, column + 1))
          << message << ", got '" << literal
          << "'; a string has quotes of its own: attr<\"\\\"" << literal
          << "\\\"\">";
    }
  }
  return isFound;
}

/// Compiles PDLL to a file of PDL that the caller removes.
static FailureOr<std::string> compilePDLL(StringRef path,
                                          MLIRContext *context) {
  auto fail = [&](const Twine &message) -> FailureOr<std::string> {
    emitError(UnknownLoc::get(context)) << path << ": " << message;
    return failure();
  };
  llvm::ErrorOr<std::string> tool = llvm::sys::findProgramByName("mlir-pdll");
  if (!tool)
    tool = llvm::sys::findProgramByName("mlir-pdll", {TP_LLVM_TOOLS_DIR});
  if (!tool)
    return fail("expected the tool 'mlir-pdll' in PATH, to compile PDLL; or "
                "compile it beforehand: mlir-pdll -x=mlir");
  TemporaryFile output, messages;
  if (!output.create("mlir") || !messages.create("txt"))
    return fail("expected to make a temporary file");
  StringRef args[] = {*tool, "-x=mlir", path, "-o", output.path};
  std::optional<StringRef> redirects[] = {std::nullopt, std::nullopt,
                                          StringRef(messages.path)};
  int status = llvm::sys::ExecuteAndWait(*tool, args, std::nullopt, redirects);
  StringRef text;
  auto buffer = llvm::MemoryBuffer::getFile(messages.path);
  if (buffer)
    text = (*buffer)->getBuffer();
  // An error need not show in the status.
  bool isGood = status == 0 && !text.contains("error:");
  if (isGood || !reportBadLiterals(text, path, context))
    llvm::errs() << text;
  if (!isGood)
    return fail("expected PDLL that 'mlir-pdll' compiles");
  std::string result(output.path);
  output.path.clear();
  return result;
}

LogicalResult mlir::tp::loadDecompositionPatterns(StringRef path,
                                                  MLIRContext *context,
                                                  RewritePatternSet &patterns) {
  context
      ->loadDialect<TPDialect, pdl::PDLDialect, pdl_interp::PDLInterpDialect>();
  std::string file = path.str();
  bool isTemporary = path.ends_with(".pdll");
  if (isTemporary) {
    FailureOr<std::string> compiled = compilePDLL(path, context);
    if (failed(compiled))
      return failure();
    file = *compiled;
  }
  llvm::scope_exit cleanUp([&] {
    if (isTemporary)
      (void)llvm::sys::fs::remove(file);
  });
  ParserConfig config(context);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(file, sources, config);
  if (!module)
    return failure();
  if (failed(preparePatterns(*module, llvm::sys::path::filename(path))))
    return failure();
  PDLPatternModule pdl(std::move(module));
  registerNatives(pdl);
  patterns.getPDLPatterns().mergeIn(std::move(pdl));
  return success();
}
