//===- States.cpp - State that shares memory ------------------------------===//
//
// Tied parameters are one tensor; states that lie in one storage are views of
// it.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "tp/Functionalize/Layout.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
/// An input for state, and where it lies in its archive, in elements.
struct PlacedState {
  PlaceholderOp input;
  StaticLayout layout;
  Type element;
  unsigned number;
};
} // namespace

/// A type that places the elements of a state in the storage of its class.
static Type makePlacedType(const PlacedState &state, int64_t start) {
  StaticLayout layout = state.layout;
  layout.offset -= start;
  return makeTensorType(layout, state.element);
}

static bool isSamePlace(const PlacedState &a, const PlacedState &b) {
  return a.element == b.element && a.layout.sizes == b.layout.sizes &&
         a.layout.strides == b.layout.strides &&
         a.layout.offset == b.layout.offset;
}

/// Where a state lies, if that is known.
static std::optional<PlacedState> getPlace(PlaceholderOp input, StateOp state,
                                           tp::BlobAttr blob, unsigned number) {
  std::optional<StaticLayout> layout = getStaticLayout(state.getType());
  if (!layout)
    return std::nullopt;
  PlacedState placed{input, *layout,
                     cast<TensorType>(state.getType()).getElementType(),
                     number};
  if (!placed.element.isIntOrFloat() && !isa<ComplexType>(placed.element))
    return std::nullopt;
  unsigned bits = 0;
  if (auto complex = dyn_cast<ComplexType>(placed.element))
    bits = 2 * complex.getElementType().getIntOrFloatBitWidth();
  else
    bits = placed.element.getIntOrFloatBitWidth();
  int64_t bytes = std::max<int64_t>(bits / 8, 1);
  if (blob.getOffset() % bytes)
    return std::nullopt;
  placed.layout.offset += blob.getOffset() / bytes;
  return placed;
}

/// Makes the members of `group`, whose extents overlap, tensors of one storage.
static void shareStorage(ArrayRef<PlacedState> group, NodeBuilder &builder,
                         AliasModel &model,
                         function_ref<void(PlaceholderOp, View *)> bind) {
  PlacedState first = group.front();
  if (llvm::all_of(group, [&](const PlacedState &state) {
        return isSamePlace(first, state);
      })) {
    View *base = model.makeBase(first.input.getResult(), first.input.getType());
    bind(first.input, base);
    for (PlacedState state : group.drop_front())
      bind(state.input,
           model.makeView(base, ViewKind::identity,
                          cast<OpResult>(state.input.getResult())));
    return;
  }
  int64_t start = first.layout.offset, end = start;
  for (const PlacedState &state : group) {
    start = std::min(start, state.layout.offset);
    end = std::max(end, state.layout.getEnd());
  }
  auto type = RankedTensorType::get({end - start}, first.element);
  View *base = model.makeBase(Value(), type);
  SmallVector<View *> views;
  for (PlacedState state : group) {
    View *view = model.makeView(base, ViewKind::strided,
                                cast<OpResult>(state.input.getResult()));
    view->type = makePlacedType(state, start);
    views.push_back(view);
    bind(state.input, view);
  }
  base->storage->makeBase = [views, type, &builder](Operation *before) {
    Value content = builder.makeValue(
        before, before, "aten.zeros.default",
        {builder.makeInts(type.getShape())}, type,
        {{"dtype",
          Argument(DTypeAttr::get(before->getContext(),
                                  *getScalarType(type.getElementType())),
                   {})}});
    for (View *view : views) {
      // What the state holds at the start of the program.
      Value old = view->node->getResult(0);
      content = *scatterView(builder, *view, content, old, before);
    }
    return content;
  };
}

/// Finds the states that overlap in one storage.
void Functionalizer::collectStates() {
  auto program = dyn_cast<ProgramOp>(graph);
  if (!program)
    return;
  llvm::DenseMap<StringAttr, StateOp> declared;
  for (StateOp state : body.getOps<StateOp>())
    declared[state.getSymNameAttr()] = state;
  llvm::MapVector<std::pair<Attribute, Attribute>, SmallVector<PlacedState>>
      byEntry;
  unsigned count = 0;
  for (PlaceholderOp input : body.getOps<PlaceholderOp>()) {
    StateOp state = input.getTargetAttr()
                        ? declared.lookup(input.getTargetAttr())
                        : StateOp();
    if (!state || input.getKind() == InputKind::user ||
        input.getKind() == InputKind::specialized)
      continue;
    auto blob = dyn_cast_or_null<tp::BlobAttr>(state.getValueAttr());
    if (!blob)
      continue;
    if (auto placed = getPlace(input, state, blob, count++))
      byEntry[{blob.getArchive(), blob.getEntry()}].push_back(*placed);
  }
  auto bind = [&](PlaceholderOp input, View *view) {
    Object *object = makeObject(view);
    object->first = view;
    objects[input.getResult()] = object;
  };
  for (auto &[entry, group] : byEntry) {
    if (group.size() < 2)
      continue;
    llvm::sort(group, [](const PlacedState &a, const PlacedState &b) {
      return std::pair(a.layout.offset, a.number) <
             std::pair(b.layout.offset, b.number);
    });
    for (size_t i = 0; i < group.size();) {
      int64_t end = group[i].layout.getEnd();
      size_t next = i + 1;
      bool sameDtype = true;
      for (; next < group.size() && group[next].layout.offset < end; ++next) {
        end = std::max(end, group[next].layout.getEnd());
        sameDtype &= group[next].element == group[i].element;
      }
      auto members = ArrayRef(group).slice(i, next - i);
      if (members.size() > 1 && sameDtype)
        shareStorage(members, builder, model, bind);
      else
        for (PlacedState member : members.drop_front())
          model.link(getObject(group[i].input.getResult())->view->storage,
                     getObject(member.input.getResult())->view->storage,
                     member.input,
                     "this state shares memory with one of another dtype, and "
                     "one of them is written");
      i = next;
    }
  }
}

/// Reads of state that is not lifted are of one tensor; a write is none that
/// could be an output.
LogicalResult Functionalizer::visitState(Operation *op, StringAttr name) {
  if (isa<StoreAttrOp>(op))
    return op->emitOpError("expected the state ")
           << name << " to be an input; run '--lift-state' first";
  Object *&object = states[name];
  Value result = op->getResult(0);
  if (!object) {
    if (!isa<TensorType, AnyType>(result.getType()))
      return success();
    object = makeBaseObject(result);
    unlifted.emplace_back(op, object);
  }
  objects[result] = object;
  return success();
}
