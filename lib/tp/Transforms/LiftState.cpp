//===- LiftState.cpp - State as inputs ------------------------------------===//
//
// Before:                                After:
//   %x = placeholder "x"                   %p_w = placeholder parameter @w
//   %w = get_attr @w                       %x = placeholder "x"
//   %mul = call_method "mul"(%x, %w)       %mul = call_method "mul"(%x, %p_w)
//
//===----------------------------------------------------------------------===//

#include "LiftSubgraphState.h"
#include "StateAliases.h"
#include "mlir/IR/Builders.h"
#include "tp/IR/Names.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Records.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::tp {
#define GEN_PASS_DEF_LIFTSTATE
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

/// The name of a node, or null.
static StringAttr getName(Operation *op) {
  if (auto node = dyn_cast<NodeOp>(op))
    return node.getNodeNameAttr();
  if (auto output = dyn_cast<OutputOp>(op))
    return output.getNodeNameAttr()
               ? output.getNodeNameAttr()
               : StringAttr::get(op->getContext(), "output");
  return {};
}

namespace {
class Lifter {
public:
  explicit Lifter(ProgramOp program)
      : program(program), body(program.getBody().front()) {}
  void run();

private:
  void collect();
  void notePlaces();
  void noteRun(ArrayRef<GetAttrOp> run, Operation *next);
  void makeInputs();
  void replaceReads();
  void replaceStores();
  bool canReturn(ArrayRef<StoreAttrOp> stores);
  void returnStores(ArrayRef<StoreAttrOp> stores);

  ProgramOp program;
  Block &body;
  GraphNamespace names;
  SmallVector<StateOp> states;
  llvm::DenseMap<StringAttr, PlaceholderOp> inputs;
  SmallVector<GetAttrOp> reads;
  llvm::DenseMap<StringAttr, GetAttrOp> firstReads;
  SmallVector<StoreAttrOp> stores;
};
} // namespace

void Lifter::collect() {
  for (Operation &op : body) {
    if (auto state = dyn_cast<StateOp>(op)) {
      states.push_back(state);
    } else if (auto read = dyn_cast<GetAttrOp>(op)) {
      reads.push_back(read);
      firstReads.try_emplace(read.getStateAttr().getAttr(), read);
    } else if (auto store = dyn_cast<StoreAttrOp>(op)) {
      stores.push_back(store);
    } else if (auto input = dyn_cast<PlaceholderOp>(op)) {
      if (input.getKind() != InputKind::user &&
          input.getKind() != InputKind::specialized &&
          input.getKind() != InputKind::token)
        inputs[input.getTargetAttr()] = input;
    }
  }
  // A read that goes leaves its name to others.
  names = GraphNamespace(body, llvm::IsaPred<GetAttrOp>);
}

//===----------------------------------------------------------------------===//
// What a later unlifting could not know
//===----------------------------------------------------------------------===//

/// Notes the name of each read of `run`, which stands before `next`, where it
/// is not the usual one, and its place, unless that is the usual one: before
/// the first user, in the order of its operands.
void Lifter::noteRun(ArrayRef<GetAttrOp> run, Operation *next) {
  SmallVector<GetAttrOp> usual;
  for (Value operand : next->getOperands()) {
    auto read = operand.getDefiningOp<GetAttrOp>();
    if (read && llvm::is_contained(run, read) &&
        !llvm::is_contained(usual, read))
      usual.push_back(read);
  }
  bool isUsual = ArrayRef(usual) == run;
  MLIRContext *context = program.getContext();
  for (size_t index = 0; index < run.size(); ++index) {
    GetAttrOp read = run[index];
    MetaAttr meta = read.getMetadataAttr();
    StringAttr name = read.getNodeNameAttr();
    if (name && name != GraphNamespace::getDefault(read.getState()))
      meta = setMetadata(context, meta, "get_attr_name", name);
    StringAttr before = getName(index + 1 < run.size() ? run[index + 1] : next);
    if (!isUsual && before)
      meta = setMetadata(context, meta, "get_attr_before", before);
    if (meta)
      read.setMetadataAttr(meta);
  }
}

void Lifter::notePlaces() {
  SmallVector<GetAttrOp> run;
  for (Operation &op : body) {
    if (isa<StateOp, GraphOp, SchemaOp>(op))
      continue;
    if (auto read = dyn_cast<GetAttrOp>(op)) {
      StringAttr state = read.getStateAttr().getAttr();
      if (firstReads.lookup(state) == read && !inputs.contains(state))
        run.push_back(read);
      continue;
    }
    if (!run.empty())
      noteRun(run, &op);
    run.clear();
  }
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

/// Makes the inputs that are missing, each after that of the state declared
/// before it.
void Lifter::makeInputs() {
  llvm::DenseMap<Operation *, unsigned> positions;
  Operation *first = nullptr;
  for (Operation &op : body) {
    if (isa<StateOp, GraphOp, SchemaOp>(op))
      continue;
    auto input = dyn_cast<PlaceholderOp>(op);
    // Tokens stay ahead of everything.
    if (input && input.getKind() == InputKind::token)
      continue;
    if (input)
      positions[input] = positions.size() + 1;
    if (!first)
      first = &op;
  }
  OpBuilder builder(first);
  unsigned last = 0;
  for (StateOp state : states) {
    StringAttr target = state.getSymNameAttr();
    if (PlaceholderOp existing = inputs.lookup(target)) {
      unsigned position = positions.lookup(existing);
      if (position > last) {
        last = position;
        builder.setInsertionPointAfter(existing);
      }
      continue;
    }
    GetAttrOp read = firstReads.lookup(target);
    auto name = builder.getStringAttr(names.createInput(state.getInputName()));
    inputs[target] = PlaceholderOp::create(
        builder, read ? read.getLoc() : state.getLoc(), state.getType(),
        state.getInputKind(), target, Attribute(), state.getRequiresGradAttr(),
        name, read ? read.getMetadataAttr() : MetaAttr());
  }
}

void Lifter::replaceReads() {
  NameMap renamed;
  for (GetAttrOp read : reads) {
    PlaceholderOp input = inputs.lookup(read.getStateAttr().getAttr());
    if (!input)
      continue;
    if (read.getNodeNameAttr() && input.getNodeNameAttr())
      renamed[read.getNodeNameAttr()] = input.getNodeNameAttr();
    read.getResult().replaceAllUsesWith(input.getResult());
    read.erase();
  }
  renameInModuleCalls(program, renamed);
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

/// Whether the writes at the end of the program say the same as mutation
/// outputs: nothing that leaves the program may be what they write over.
bool Lifter::canReturn(ArrayRef<StoreAttrOp> tail) {
  OutputOp output = program.getOutput();
  llvm::DenseSet<Attribute> targets;
  if (ArrayAttr mutations = output.getMutationsAttr())
    for (auto mutation : mutations.getAsRange<OutputKindAttr>())
      targets.insert(mutation.getTarget());
  llvm::DenseSet<Value> written;
  for (StoreAttrOp store : tail) {
    PlaceholderOp input = inputs.lookup(store.getStateAttr().getAttr());
    if (!input ||
        (input.getKind() != InputKind::buffer &&
         input.getKind() != InputKind::parameter) ||
        !targets.insert(input.getTargetAttr()).second)
      return false;
    written.insert(input.getResult());
  }
  addMayAliases(body, written);
  auto isWritten = [&](Value value) { return written.contains(value); };
  return llvm::none_of(output.getOperands(), isWritten) &&
         llvm::none_of(tail, [&](StoreAttrOp store) {
           return isWritten(store.getValue());
         });
}

void Lifter::returnStores(ArrayRef<StoreAttrOp> tail) {
  OutputOp output = program.getOutput();
  SmallVector<Attribute> mutations;
  if (ArrayAttr existing = output.getMutationsAttr())
    mutations.assign(existing.begin(), existing.end());
  SmallVector<Value> operands(output.getOperands());
  auto *position = operands.begin() + mutations.size();
  for (StoreAttrOp store : tail) {
    PlaceholderOp input = inputs.lookup(store.getStateAttr().getAttr());
    OutputKind kind = input.getKind() == InputKind::buffer
                          ? OutputKind::buffer
                          : OutputKind::parameter;
    mutations.push_back(
        OutputKindAttr::get(program.getContext(), kind, input.getTargetAttr()));
    position = std::next(operands.insert(position, store.getValue()));
    store.erase();
  }
  output->setOperands(operands);
  output.setMutationsAttr(ArrayAttr::get(program.getContext(), mutations));
}

void Lifter::replaceStores() {
  SmallVector<StoreAttrOp> tail;
  Operation *op = program.getOutput()->getPrevNode();
  for (; isa_and_nonnull<StoreAttrOp>(op); op = op->getPrevNode())
    tail.push_back(cast<StoreAttrOp>(op));
  std::reverse(tail.begin(), tail.end());
  ArrayRef<StoreAttrOp> copied = stores;
  if (!tail.empty() && canReturn(tail)) {
    returnStores(tail);
    copied = copied.drop_back(tail.size());
  }
  for (StoreAttrOp store : copied) {
    PlaceholderOp input = inputs.lookup(store.getStateAttr().getAttr());
    if (!input)
      continue;
    OpBuilder builder(store);
    CallFunctionOp::create(builder, store.getLoc(), TypeRange(input.getType()),
                           ValueRange{input.getResult(), store.getValue()},
                           builder.getStringAttr("aten.copy_.default"),
                           ArgsAttr(), ArrayAttr(), Attribute(),
                           builder.getStringAttr(names.create("copy_")),
                           ArrayAttr(), MetaAttr());
    store.erase();
  }
}

void Lifter::run() {
  collect();
  notePlaces();
  makeInputs();
  replaceReads();
  replaceStores();
}

namespace {
struct LiftStatePass : tp::impl::LiftStateBase<LiftStatePass> {
  void runOnOperation() override {
    ProgramOp program = getOperation();
    if (failed(inlineModules(program)) || failed(passStateToSubgraphs(program)))
      return signalPassFailure();
    Lifter(program).run();
  }
};
} // namespace
