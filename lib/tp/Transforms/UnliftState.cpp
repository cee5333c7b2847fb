//===- UnliftState.cpp - Inputs for state as reads of the state -----------===//
//
// Before:                                After:
//   %b_n = placeholder buffer @n           %x = placeholder "x"
//   %x = placeholder "x"                   %n = get_attr @n
//   %add = call_method "add"(%b_n, 1)      %add = call_method "add"(%n, 1)
//   output mutations(%add -> buffer "n"),  store_attr %add, @n
//          (%x,)                           output (%x,)
//
//===----------------------------------------------------------------------===//

#include "StateAliases.h"
#include "mlir/IR/Builders.h"
#include "tp/IR/Names.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Records.h"

namespace mlir::tp {
#define GEN_PASS_DEF_UNLIFTSTATE
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

static bool isStateInput(Operation *op) {
  auto input = dyn_cast<PlaceholderOp>(op);
  return input && input.getKind() != InputKind::user &&
         input.getKind() != InputKind::specialized &&
         input.getKind() != InputKind::token;
}

static StringAttr getNote(PlaceholderOp input, StringRef key) {
  MetaAttr meta = input.getMetadataAttr();
  return meta ? meta.lookup(key) : StringAttr();
}

namespace {
class Unlifter {
public:
  explicit Unlifter(ProgramOp program)
      : program(program), body(program.getBody().front()),
        names(body, isStateInput) {}
  void run();

private:
  void makeReads();
  GetAttrOp makeRead(PlaceholderOp input);
  void placeReads();
  void place(GetAttrOp read);
  void writeBack();

  ProgramOp program;
  Block &body;
  GraphNamespace names;
  SmallVector<GetAttrOp> reads;
  /// The reads with a note of the node that they stand before.
  llvm::DenseMap<Operation *, StringAttr> notes;
  llvm::DenseMap<StringAttr, Operation *> nodes;
  llvm::DenseSet<Operation *> placed;
};
} // namespace

GetAttrOp Unlifter::makeRead(PlaceholderOp input) {
  OpBuilder builder(input);
  StringRef path = *input.getTarget();
  StringAttr name = getNote(input, "get_attr_name");
  if (name && !names.contains(name)) {
    names.reserve(name);
  } else {
    std::string usual = GraphNamespace::getDefault(path);
    if (names.contains(usual))
      usual = names.create(path);
    else
      names.reserve(usual);
    name = builder.getStringAttr(usual);
  }
  MetaAttr meta = dropMetadata(input.getMetadataAttr(),
                               {"get_attr_name", "get_attr_before"});
  auto read = GetAttrOp::create(builder, input.getLoc(), input.getType(),
                                FlatSymbolRefAttr::get(input.getTargetAttr()),
                                name, meta);
  if (StringAttr before = getNote(input, "get_attr_before"))
    notes[read] = before;
  return read;
}

/// Makes a read for each input that is used, or that was a read before it was
/// lifted. Those with a name of their own come first, so that they get it.
void Unlifter::makeReads() {
  SmallVector<PlaceholderOp> inputs;
  for (PlaceholderOp input : body.getOps<PlaceholderOp>())
    if (isStateInput(input))
      inputs.push_back(input);
  llvm::DenseMap<Operation *, GetAttrOp> made;
  for (bool named : {true, false})
    for (PlaceholderOp input : inputs)
      if (bool(getNote(input, "get_attr_name")) == named &&
          (!input->use_empty() || getNote(input, "get_attr_before")))
        made[input] = makeRead(input);
  NameMap renamed;
  for (PlaceholderOp input : inputs) {
    if (GetAttrOp read = made.lookup(input)) {
      if (input.getNodeNameAttr())
        renamed[input.getNodeNameAttr()] = read.getNodeNameAttr();
      input.getResult().replaceAllUsesWith(read.getResult());
      reads.push_back(read);
    }
    input.erase();
  }
  renameInModuleCalls(program, renamed);
}

/// Puts a read before the node that its note names, if that is in time.
void Unlifter::place(GetAttrOp read) {
  if (!placed.insert(read).second)
    return;
  Operation *before = nodes.lookup(notes.lookup(read));
  if (!before || before == read)
    return;
  if (auto other = dyn_cast<GetAttrOp>(before))
    place(other);
  bool inTime = llvm::all_of(read->getUsers(), [&](Operation *user) {
    return user == before || before->isBeforeInBlock(user);
  });
  if (inTime)
    read->moveBefore(before);
}

void Unlifter::placeReads() {
  // The usual place: before the first user, in the order of its operands.
  llvm::DenseSet<Operation *> moved(reads.begin(), reads.end());
  for (Operation &op : llvm::make_early_inc_range(body)) {
    for (Value operand : op.getOperands()) {
      auto read = operand.getDefiningOp<GetAttrOp>();
      if (read && moved.erase(read))
        read->moveBefore(&op);
    }
    if (auto node = dyn_cast<NodeOp>(op))
      nodes[node.getNodeNameAttr()] = node;
    if (auto output = dyn_cast<OutputOp>(op))
      nodes[output.getNodeNameAttr()
                ? output.getNodeNameAttr()
                : StringAttr::get(op.getContext(), "output")] = output;
  }
  // Reads that nothing uses: after the inputs.
  for (GetAttrOp read : reads)
    nodes[read.getNodeNameAttr()] = read;
  for (GetAttrOp read : llvm::reverse(reads))
    if (notes.contains(read))
      place(read);
}

/// Whether a program is a trace, which calls methods and not operators by name.
static bool callsMethods(Block &body) {
  return llvm::any_of(body, [](Operation &op) {
    return isa<CallMethodOp>(op) ||
           llvm::any_of(op.getResultTypes(), llvm::IsaPred<AnyType>);
  });
}

static Value createClone(OpBuilder &builder, Location loc, Value value,
                         StringRef name, bool asMethod) {
  auto create = [&](auto op, StringRef target) -> Value {
    return decltype(op)::create(
               builder, loc, TypeRange(value.getType()), ValueRange{value},
               builder.getStringAttr(target), ArgsAttr(), ArrayAttr(),
               Attribute(), builder.getStringAttr(name), ArrayAttr(),
               MetaAttr())
        ->getResult(0);
  };
  return asMethod ? create(CallMethodOp(), "clone")
                  : create(CallFunctionOp(), "aten.clone.default");
}

/// Turns mutation outputs of state into writes ahead of the output.
void Unlifter::writeBack() {
  OutputOp output = program.getOutput();
  ArrayAttr mutations = output.getMutationsAttr();
  if (!mutations)
    return;
  auto isWrite = [](Attribute mutation) {
    OutputKind kind = cast<OutputKindAttr>(mutation).getKind();
    return kind == OutputKind::buffer || kind == OutputKind::parameter;
  };
  if (llvm::none_of(mutations, isWrite))
    return;
  llvm::DenseSet<Attribute> targets;
  for (Attribute mutation : mutations)
    if (isWrite(mutation))
      targets.insert(cast<OutputKindAttr>(mutation).getTarget());
  llvm::DenseSet<Value> old;
  for (GetAttrOp read : reads)
    if (targets.contains(read.getStateAttr().getAttr()))
      old.insert(read.getResult());
  addMayAliases(body, old);

  OpBuilder builder(output);
  llvm::DenseMap<Value, Value> clones;
  bool asMethod = callsMethods(body);
  auto keep = [&](Value value) -> Value {
    if (!old.contains(value))
      return value;
    Value &clone = clones[value];
    if (!clone)
      clone = createClone(builder, output.getLoc(), value,
                          names.create("clone"), asMethod);
    return clone;
  };
  SmallVector<Attribute> kept;
  SmallVector<Value> operands;
  SmallVector<std::pair<Value, StringAttr>> writes;
  for (auto [index, operand] : llvm::enumerate(output.getOperands())) {
    auto mutation = index < mutations.size()
                        ? cast<OutputKindAttr>(mutations[index])
                        : OutputKindAttr();
    if (mutation && isWrite(mutation)) {
      auto read = operand.getDefiningOp<GetAttrOp>();
      bool isSame =
          read && read.getStateAttr().getAttr() == mutation.getTarget();
      if (!isSame)
        writes.emplace_back(keep(operand), mutation.getTarget());
      continue;
    }
    if (mutation)
      kept.push_back(mutation);
    operands.push_back(keep(operand));
  }
  for (auto [value, target] : writes)
    StoreAttrOp::create(builder, output.getLoc(), value,
                        FlatSymbolRefAttr::get(target));
  output->setOperands(operands);
  output.setMutationsAttr(kept.empty() ? ArrayAttr()
                                       : builder.getArrayAttr(kept));
  if (!writes.empty())
    program.setFunctional(false);
}

void Unlifter::run() {
  makeReads();
  placeReads();
  writeBack();
}

namespace {
struct UnliftStatePass : tp::impl::UnliftStateBase<UnliftStatePass> {
  void runOnOperation() override { Unlifter(getOperation()).run(); }
};
} // namespace
