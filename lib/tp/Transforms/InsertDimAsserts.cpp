//===- InsertDimAsserts.cpp - The shape contract, checked -----------------===//
//
// Before:                                  After:
//   %x = placeholder "x" : <[b, 3]>          %x = placeholder "x" : <[b, 3]>
//   %y = placeholder "y" : <[2*b]>           %y = placeholder "y" : <[2*b]>
//                                            assert_dim_range %x[0] in [1, 64]
//                                            assert_dim_range %x[1] in [3, 3]
//                                            assert_dim_relation
//                                                %y[0] == 2 * %x[0] + 0
//
//===----------------------------------------------------------------------===//

#include "ContractSites.h"
#include "mlir/IR/Builders.h"
#include "tp/IR/Arguments.h"
#include "tp/IR/Names.h"
#include "tp/IR/SymExpr.h"
#include "tp/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

namespace mlir::tp {
#define GEN_PASS_DEF_INSERTDIMASSERTS
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

namespace {
struct Range {
  std::optional<int64_t> min, max;
  /// Whether some size is outside of it.
  bool matters() const { return (min && *min > 0) || max; }
};

/// Places assertions, each once, also where they are from an earlier run, and
/// reads of tensors in containers.
class AssertionWriter {
public:
  AssertionWriter(ProgramOp program, const ContractSites &sites);

  void range(const SizeSite &site, Range range, const Twine &name);
  void equal(const SizeSite &first, const SizeSite &second, StringRef name);
  /// `root` is null where no dimension is the root itself.
  void relation(const SizeSite &derived, const SizeSite *root,
                LinearSize linear, Range range, StringRef name);
  void condition(SymExprAttr condition, ArrayRef<StringRef> symbols,
                 ArrayRef<const SizeSite *> bound, StringRef name);

private:
  using Key = std::string;
  std::string getKey(PlaceholderOp input) const;
  static void addStep(std::string &key, Attribute step);
  std::string getKey(const SizeSite &site) const;
  std::string getKey(Value tensor, int64_t dim) const;
  void collectExisting(Operation *op);
  Value getTensor(const SizeSite &site);
  bool isNew(const Twine &key) { return existing.insert(key.str()).second; }
  IntegerAttr bound(std::optional<int64_t> value) {
    return value ? builder.getI64IntegerAttr(*value) : IntegerAttr();
  }
  Location getLoc(const SizeSite &site) {
    PlaceholderOp input = sites.tensors[site.tensor].input;
    return input.getLoc();
  }

  const ContractSites &sites;
  OpBuilder builder;
  Block &body;
  std::optional<GraphNamespace> names;
  llvm::StringSet<> existing;
  /// What is known of each value that is read from an input.
  llvm::DenseMap<Value, std::string> keys;
  llvm::StringMap<Value> values;
};
} // namespace

//===----------------------------------------------------------------------===//
// AssertionWriter
//===----------------------------------------------------------------------===//

static std::string getText(std::optional<int64_t> value) {
  return value ? std::to_string(*value) : "?";
}

static std::string getText(IntegerAttr value) {
  return value ? std::to_string(value.getInt()) : "?";
}

static std::string getText(const void *pointer) {
  return std::to_string(reinterpret_cast<uintptr_t>(pointer));
}

std::string AssertionWriter::getKey(PlaceholderOp input) const {
  return getText(static_cast<const void *>(input.getOperation()));
}

void AssertionWriter::addStep(std::string &key, Attribute step) {
  key += "/" + getText(step.getAsOpaquePointer());
}

std::string AssertionWriter::getKey(const SizeSite &site) const {
  const InputTensor &tensor = sites.tensors[site.tensor];
  std::string key = getKey(tensor.input);
  for (auto &[step, type] : tensor.path)
    addStep(key, step);
  return key + "[" + std::to_string(site.dim) + "]";
}

std::string AssertionWriter::getKey(Value tensor, int64_t dim) const {
  return keys.lookup(tensor) + "[" + std::to_string(dim) + "]";
}

/// Learns what is there already: reads of containers and assertions.
void AssertionWriter::collectExisting(Operation *op) {
  if (auto input = dyn_cast<PlaceholderOp>(op)) {
    keys[input.getResult()] = getKey(input);
    values[getKey(input)] = input.getResult();
  } else if (auto read = dyn_cast<CallFunctionOp>(op)) {
    CallArguments args = getArguments(read);
    std::string key = keys.lookup(args.positional[0].values[0]);
    addStep(key, args.positional[1].literal);
    keys[read.getResult(0)] = key;
    values.try_emplace(key, read.getResult(0));
  } else if (auto range = dyn_cast<AssertDimRangeOp>(op)) {
    existing.insert(
        "range " + getKey(range.getTensor(), range.getDimAttr().getInt()) +
        getText(range.getMinAttr()) + "," + getText(range.getMaxAttr()));
  } else if (auto equal = dyn_cast<AssertDimsEqualOp>(op)) {
    existing.insert("equal " +
                    getKey(equal.getLhs(), equal.getLhsDimAttr().getInt()) +
                    getKey(equal.getRhs(), equal.getRhsDimAttr().getInt()));
  } else if (auto relation = dyn_cast<AssertDimRelationOp>(op)) {
    std::string root =
        relation.getRoot()
            ? getKey(relation.getRoot(), relation.getRootDimAttr().getInt())
            : "?";
    existing.insert(
        "relation " +
        getKey(relation.getDerived(), relation.getDerivedDimAttr().getInt()) +
        root + getText(relation.getScaleAttr()) + "," +
        getText(relation.getOffsetAttr()) + "," +
        getText(relation.getMinAttr()) + "," + getText(relation.getMaxAttr()));
  } else if (auto expr = dyn_cast<AssertExprOp>(op)) {
    std::string key =
        "expr " + getText(expr.getConditionAttr().getAsOpaquePointer());
    for (auto [tensor, dim] :
         llvm::zip_equal(expr.getTensors(), expr.getTensorDims()))
      key += getKey(tensor, dim);
    existing.insert(key);
  }
}

/// Whether `op` reads an element of an input, by a literal.
static bool isElementRead(Operation *op) {
  auto call = dyn_cast<CallFunctionOp>(op);
  if (!call || call.getTarget() != "_operator.getitem" ||
      call->getNumResults() != 1)
    return false;
  CallArguments args = getArguments(call);
  if (args.positional.size() != 2 || !args.positional[0].isValue() ||
      !args.positional[1].values.empty())
    return false;
  Operation *container = args.positional[0].values[0].getDefiningOp();
  return container &&
         (isa<PlaceholderOp>(container) || isElementRead(container));
}

AssertionWriter::AssertionWriter(ProgramOp program, const ContractSites &sites)
    : sites(sites), builder(program.getContext()),
      body(program.getBody().front()) {
  Operation *last = nullptr;
  for (Operation &op : body)
    if (isa<PlaceholderOp>(op))
      last = &op;
  if (!last)
    return;
  for (Operation &op : body)
    if (isa<PlaceholderOp>(op))
      collectExisting(&op);
  // What an earlier run inserted.
  Operation *next = last->getNextNode();
  for (; next; next = next->getNextNode()) {
    if (!isa<AssertDimRangeOp, AssertDimsEqualOp, AssertDimRelationOp,
             AssertExprOp>(next) &&
        !isElementRead(next))
      break;
    collectExisting(next);
  }
  builder.setInsertionPoint(next);
}

Value AssertionWriter::getTensor(const SizeSite &site) {
  const InputTensor &tensor = sites.tensors[site.tensor];
  std::string key = getKey(tensor.input);
  PlaceholderOp input = tensor.input;
  Value value = input.getResult();
  for (auto &[step, type] : tensor.path) {
    addStep(key, step);
    Value &element = values[key];
    if (!element) {
      if (!names)
        names.emplace(body);
      auto place = OperandAttr::get(builder.getContext());
      auto args = ArgsAttr::get(builder.getContext(), {place, step}, {}, {});
      element =
          CallFunctionOp::create(
              builder, input.getLoc(), TypeRange(type), ValueRange{value},
              builder.getStringAttr("_operator.getitem"), args, ArrayAttr(),
              Attribute(), builder.getStringAttr(names->create("getitem")),
              ArrayAttr(), MetaAttr())
              ->getResult(0);
    }
    value = element;
  }
  return value;
}

void AssertionWriter::range(const SizeSite &site, Range range,
                            const Twine &name) {
  if (!isNew("range " + getKey(site) + getText(range.min) + "," +
             getText(range.max)))
    return;
  Value tensor = getTensor(site);
  AssertDimRangeOp::create(builder, getLoc(site), tensor, bound(site.dim),
                           bound(range.min), bound(range.max),
                           builder.getStringAttr(name));
}

void AssertionWriter::equal(const SizeSite &first, const SizeSite &second,
                            StringRef name) {
  if (!isNew("equal " + getKey(first) + getKey(second)))
    return;
  Value lhs = getTensor(first), rhs = getTensor(second);
  AssertDimsEqualOp::create(builder, getLoc(second), lhs, rhs, bound(first.dim),
                            bound(second.dim), builder.getStringAttr(name));
}

void AssertionWriter::relation(const SizeSite &derived, const SizeSite *root,
                               LinearSize linear, Range range, StringRef name) {
  if (!isNew("relation " + getKey(derived) + (root ? getKey(*root) : "?") +
             getText(linear.scale) + "," + getText(linear.offset) + "," +
             getText(range.min) + "," + getText(range.max)))
    return;
  Value tensor = getTensor(derived);
  Value rootTensor = root ? getTensor(*root) : Value();
  AssertDimRelationOp::create(
      builder, getLoc(derived), tensor, rootTensor, bound(derived.dim),
      root ? bound(root->dim) : IntegerAttr(), bound(linear.scale),
      bound(linear.offset), bound(range.min), bound(range.max),
      builder.getStringAttr(name));
}

void AssertionWriter::condition(SymExprAttr condition,
                                ArrayRef<StringRef> symbols,
                                ArrayRef<const SizeSite *> bound,
                                StringRef name) {
  std::string key = "expr " + getText(condition.getAsOpaquePointer());
  for (const SizeSite *site : bound)
    key += getKey(*site);
  if (!isNew(key))
    return;
  SmallVector<Value> tensors;
  SmallVector<int64_t> dims;
  for (const SizeSite *site : bound) {
    tensors.push_back(getTensor(*site));
    dims.push_back(site->dim);
  }
  AssertExprOp::create(builder, getLoc(*bound.back()), tensors, condition,
                       builder.getStrArrayAttr(symbols),
                       builder.getDenseI64ArrayAttr(dims),
                       builder.getStringAttr(name));
}

//===----------------------------------------------------------------------===//
// The contract
//===----------------------------------------------------------------------===//

namespace {
class Contract {
public:
  Contract(ProgramOp program, bool checkStatic)
      : program(program), context(program.getContext()),
        checkStatic(checkStatic), sites(ContractSites::get(program)),
        writer(program, sites) {}
  void insert();

private:
  struct Derived {
    const SizeSite *site;
    LinearSize linear;
  };
  /// The symbols of a condition and the dimensions that they stand for.
  using Bindings = llvm::MapVector<StringAttr, const SizeSite *>;

  void collect();
  Range getRange(SymExprAttr expr) const;
  bool isImplied(SymExprAttr expr, Range range) const;
  void check(const SizeSite &site);
  void checkLinear(const SizeSite &site, LinearSize linear);
  void checkAgreement(const SizeSite &site, LinearSize linear,
                      const Derived &first);
  void checkOther(const SizeSite &site);
  void checkRanges();
  void addCondition(SymExprAttr condition, Bindings &bindings, StringRef name);
  /// `expr` with each symbol that is no dimension itself computed from one;
  /// null if there is a symbol that no dimension gives.
  SymExprAttr resolve(SymExprAttr expr, Bindings &bindings) const;

  SymExprAttr integer(int64_t value) const {
    return SymExprAttr::getInteger(context, value);
  }
  SymExprAttr call(StringRef name, ArrayRef<SymExprAttr> args) const {
    return SymExprAttr::getCall(context, name, args);
  }

  ProgramOp program;
  MLIRContext *context;
  bool checkStatic;
  ContractSites sites;
  AssertionWriter writer;
  llvm::MapVector<SymExprAttr, Range> ranges;
  /// The first dimension that is a symbol, and the first one that is linear in
  /// a symbol that no dimension is.
  llvm::DenseMap<StringAttr, const SizeSite *> anchors;
  llvm::DenseMap<StringAttr, Derived> derived;
  /// The first dimension of each size.
  llvm::DenseMap<SymExprAttr, const SizeSite *> firsts;
};
} // namespace

static std::string getText(SymExprAttr expr) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printPlainExpr(os, expr);
  return text;
}

void Contract::collect() {
  if (ArrayAttr dims = program.getDimsAttr())
    for (DimAttr dim : dims.getAsRange<DimAttr>()) {
      if (!dim.getHasRange())
        continue;
      Range range;
      if (IntegerAttr min = dim.getMin())
        range.min = min.getInt();
      // The exporter's infinity is the largest number, or the one below.
      IntegerAttr max = dim.getMax();
      if (max && max.getInt() < std::numeric_limits<int64_t>::max() - 1)
        range.max = max.getInt();
      ranges[dim.getExpr()] = range;
    }
  for (const SizeSite &site : sites.sizes) {
    firsts.try_emplace(site.size, &site);
    if (site.size.isSymbol())
      anchors.try_emplace(site.size.getName(), &site);
  }
  for (const SizeSite &site : sites.sizes) {
    std::optional<LinearSize> linear = getLinearSize(site.size);
    if (linear && linear->symbol && !anchors.contains(linear->symbol))
      derived.try_emplace(linear->symbol, Derived{&site, *linear});
  }
}

Range Contract::getRange(SymExprAttr expr) const {
  const auto *it = ranges.find(expr);
  return it == ranges.end() ? Range() : it->second;
}

/// Whether the range of its symbol implies that `expr` is in `range`.
bool Contract::isImplied(SymExprAttr expr, Range range) const {
  if (!range.matters())
    return true;
  std::optional<LinearSize> linear = getLinearSize(expr);
  if (!linear || !linear->symbol || linear->scale < 0)
    return false;
  Range root = getRange(SymExprAttr::getSymbol(context, linear->symbol));
  auto map = [&](std::optional<int64_t> value) -> std::optional<int64_t> {
    int64_t product, sum;
    if (!value || llvm::MulOverflow(*value, linear->scale, product) ||
        llvm::AddOverflow(product, linear->offset, sum))
      return std::nullopt;
    return sum;
  };
  std::optional<int64_t> min = map(root.min), max = map(root.max);
  return (!range.min || *range.min <= 0 || (min && *min >= *range.min)) &&
         (!range.max || (max && *max <= *range.max));
}

SymExprAttr Contract::resolve(SymExprAttr expr, Bindings &bindings) const {
  if (expr.isSymbol()) {
    StringAttr symbol = expr.getName();
    if (const SizeSite *anchor = anchors.lookup(symbol)) {
      bindings[symbol] = anchor;
      return expr;
    }
    auto it = derived.find(symbol);
    if (it == derived.end())
      return {};
    // Here the symbol stands for the dimension that it is computed from.
    bindings[symbol] = it->second.site;
    LinearSize linear = it->second.linear;
    SymExprAttr root = expr;
    if (linear.offset)
      root = call("Add", {root, integer(-linear.offset)});
    return linear.scale == 1 ? root
                             : call("FloorDiv", {root, integer(linear.scale)});
  }
  SmallVector<SymExprAttr> args;
  for (SymExprAttr arg : expr.getArgs()) {
    args.push_back(resolve(arg, bindings));
    if (!args.back())
      return {};
  }
  return args.empty() ? expr : call(expr.getName().getValue(), args);
}

void Contract::addCondition(SymExprAttr condition, Bindings &bindings,
                            StringRef name) {
  SmallVector<StringRef> symbols;
  SmallVector<const SizeSite *> bound;
  for (auto [symbol, site] : bindings) {
    symbols.push_back(symbol.getValue());
    bound.push_back(site);
  }
  if (!bound.empty())
    writer.condition(condition, symbols, bound, name);
}

/// Two sizes of one symbol that no dimension is: offsets taken off, they are to
/// each other as their scales.
void Contract::checkAgreement(const SizeSite &site, LinearSize linear,
                              const Derived &first) {
  auto scaled = [&](StringRef name, int64_t offset, int64_t factor) {
    SymExprAttr size = SymExprAttr::getSymbol(context, name);
    if (offset)
      size = call("Add", {size, integer(-offset)});
    return factor == 1 ? size : call("Mul", {integer(factor), size});
  };
  Bindings bindings;
  bindings[StringAttr::get(context, "size0")] = first.site;
  bindings[StringAttr::get(context, "size1")] = &site;
  addCondition(
      call("Equality", {scaled("size0", first.linear.offset, linear.scale),
                        scaled("size1", linear.offset, first.linear.scale)}),
      bindings, getText(site.size));
}

void Contract::checkLinear(const SizeSite &site, LinearSize linear) {
  std::string name = getText(site.size);
  if (const SizeSite *anchor = anchors.lookup(linear.symbol))
    return writer.relation(site, anchor, linear, Range(), name);
  const Derived &first = derived.find(linear.symbol)->second;
  if (first.site == &site) {
    Range root = getRange(SymExprAttr::getSymbol(context, linear.symbol));
    return writer.relation(site, nullptr, linear, root, name);
  }
  const SizeSite *same = firsts.lookup(site.size);
  if (same != &site)
    return writer.equal(*same, site, name);
  checkAgreement(site, linear, first);
}

void Contract::checkOther(const SizeSite &site) {
  std::string name = getText(site.size);
  const SizeSite *same = firsts.lookup(site.size);
  if (same != &site)
    return writer.equal(*same, site, name);
  Bindings bindings;
  SymExprAttr expr = resolve(site.size, bindings);
  if (!expr)
    return;
  // A name for the size itself that is none of the symbols.
  std::string own = "size";
  while (bindings.contains(StringAttr::get(context, own)))
    own += "_";
  SymExprAttr size = SymExprAttr::getSymbol(context, own);
  bindings[size.getName()] = &site;
  addCondition(call("Equality", {size, expr}), bindings, name);
}

void Contract::check(const SizeSite &site) {
  if (site.size.isInteger()) {
    if (checkStatic)
      writer.range(site, {site.size.getValue(), site.size.getValue()},
                   "dim " + Twine(site.dim));
    return;
  }
  if (site.size.isSymbol()) {
    StringRef name = site.size.getName().getValue();
    const SizeSite *anchor = anchors.lookup(site.size.getName());
    Range range = getRange(site.size);
    if (anchor != &site)
      writer.equal(*anchor, site, name);
    else if (range.matters())
      writer.range(site, range, name);
    return;
  }
  std::optional<LinearSize> linear = getLinearSize(site.size);
  if (linear && linear->symbol)
    checkLinear(site, *linear);
  else
    checkOther(site);
  Range range = getRange(site.size);
  if (firsts.lookup(site.size) == &site && !isImplied(site.size, range))
    writer.range(site, range, getText(site.size));
}

/// Ranges of expressions that are the size of no dimension.
void Contract::checkRanges() {
  for (auto &[expr, range] : ranges) {
    if (expr.isSymbol() || firsts.contains(expr) || isImplied(expr, range))
      continue;
    Bindings bindings;
    SymExprAttr resolved = resolve(expr, bindings);
    if (!resolved)
      continue;
    SmallVector<SymExprAttr> conditions;
    if (range.min)
      conditions.push_back(call("LessThan", {integer(*range.min), resolved}));
    if (range.max)
      conditions.push_back(call("LessThan", {resolved, integer(*range.max)}));
    addCondition(conditions.size() == 1 ? conditions.front()
                                        : call("And", conditions),
                 bindings, getText(expr));
  }
}

void Contract::insert() {
  collect();
  for (const SizeSite &site : sites.sizes)
    check(site);
  checkRanges();
}

namespace {
struct InsertDimAssertsPass
    : tp::impl::InsertDimAssertsBase<InsertDimAssertsPass> {
  using InsertDimAssertsBase::InsertDimAssertsBase;
  void runOnOperation() override {
    Contract(getOperation(), checkStatic).insert();
  }
};
} // namespace
