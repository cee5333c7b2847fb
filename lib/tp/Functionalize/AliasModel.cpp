//===- AliasModel.cpp - Tensors, views and their storages -----------------===//
//
// Reads and writes of the tensors of a storage.
//
//===----------------------------------------------------------------------===//

#include "AliasModel.h"
#include "tp/Functionalize/Layout.h"

using namespace mlir;
using namespace mlir::tp;

InFlightDiagnostic mlir::tp::emitNodeError(Operation *op) {
  auto node = dyn_cast<NodeOp>(op);
  StringAttr name = node ? node.getNodeNameAttr() : StringAttr();
  InFlightDiagnostic diag = op->emitOpError();
  if (name)
    diag << "node '" << name.getValue() << "': ";
  return diag;
}

View *AliasModel::makeBase(Value value, Type type) {
  auto *storage = new (storages.Allocate()) AliasStorage();
  auto *view = new (views.Allocate()) View();
  view->storage = storage;
  view->type = type;
  view->value = view->original = value;
  storage->base = storage->latest = view;
  return view;
}

View *AliasModel::makeView(View *parent, ViewKind kind, OpResult result,
                           const schema::OperatorSchema *schema,
                           unsigned source) {
  auto *view = new (views.Allocate()) View();
  view->storage = parent->storage;
  view->parent = parent;
  view->depth = parent->depth + 1;
  view->kind = kind;
  view->node = result.getOwner();
  view->schema = schema;
  view->source = source;
  view->result = result.getResultNumber();
  view->type = result.getType();
  view->value = view->original = result;
  view->version = parent->storage->version;
  view->lostGaps = parent->lostGaps;
  return view;
}

static LogicalResult emitUnknownWrite(AliasStorage *storage,
                                      Operation *before) {
  const AliasLink &link = storage->unknownLink;
  InFlightDiagnostic diag = emitNodeError(link.node);
  diag << link.reason;
  diag.attachNote(storage->unknownWrite->getLoc()) << "written here";
  diag.attachNote(before->getLoc()) << "read here";
  return diag;
}

FailureOr<Value> AliasModel::getBase(AliasStorage *storage, Operation *before) {
  if (!storage->base->value && storage->makeBase)
    storage->base->value = storage->makeBase(before);
  return storage->base->value;
}

LogicalResult AliasModel::scatterUp(View *view, Operation *before) {
  View *parent = view->parent;
  if (parent->kind == ViewKind::base)
    (void)getBase(parent->storage, before);
  FailureOr<Value> content =
      scatterView(builder, *view, parent->value, view->value, before);
  if (failed(content))
    return failure();
  parent->value = *content;
  parent->lostGaps = mayHaveGaps(parent->type);
  parent->version = view->storage->version;
  view->storage->latest = parent;
  return success();
}

FailureOr<Value> AliasModel::read(View *view, Operation *before) {
  AliasStorage *storage = view->storage;
  if (storage->unknownWrite)
    return emitUnknownWrite(storage, before);
  auto isCurrent = [&](View *other) {
    return other->version == storage->version;
  };
  if (isCurrent(view))
    return view->kind == ViewKind::base ? getBase(storage, before)
                                        : FailureOr<Value>(view->value);
  SmallVector<View *> stale;
  View *from = view;
  for (; from && !isCurrent(from); from = from->parent)
    stale.push_back(from);
  if (!from) {
    // Bring what the view has in common with the latest tensor up to date.
    from = view;
    stale.clear();
    while (storage->latest->depth > from->depth)
      if (failed(scatterUp(storage->latest, before)))
        return failure();
    for (; from->depth > storage->latest->depth; from = from->parent)
      stale.push_back(from);
    for (; from != storage->latest; from = from->parent) {
      stale.push_back(from);
      if (failed(scatterUp(storage->latest, before)))
        return failure();
    }
  }
  if (failed(remakeAll(stale, before)))
    return failure();
  return view->value;
}

/// Makes views again, each from its parent; the last one first.
LogicalResult AliasModel::remakeAll(ArrayRef<View *> stale, Operation *before) {
  for (View *next : llvm::reverse(stale)) {
    FailureOr<Value> content =
        remakeView(builder, *next, next->parent->value, before);
    if (failed(content))
      return failure();
    next->value = *content;
    next->version = next->storage->version;
    next->lostGaps = next->parent->lostGaps;
  }
  return success();
}

FailureOr<Value> AliasModel::readAsLaidOut(View *view, Operation *before) {
  FailureOr<Value> content = read(view, before);
  if (failed(content) || !view->lostGaps || !mayHaveGaps(view->type))
    return content;
  AliasStorage *storage = view->storage;
  while (storage->latest->parent)
    if (failed(scatterUp(storage->latest, before)))
      return failure();
  View *base = storage->base;
  if (base->lostGaps && base->original) {
    base->value = builder.makeValue(
        before, before, "aten.copy.default",
        {Argument(base->original), Argument(base->value)}, base->type);
    base->lostGaps = false;
  }
  SmallVector<View *> stale;
  for (; view != base; view = view->parent)
    stale.push_back(view);
  if (failed(remakeAll(stale, before)))
    return failure();
  return stale.empty() ? base->value : stale.front()->value;
}

LogicalResult AliasModel::write(View *view, Value value, Operation *writer) {
  // What is above has to be right, apart from this part of it.
  if (failed(read(view, writer)))
    return failure();
  AliasStorage *storage = view->storage;
  view->value = value;
  view->lostGaps = mayHaveGaps(view->type);
  view->version = ++storage->version;
  storage->latest = view;
  View *top = view;
  while (top->depth > 1)
    top = top->parent;
  // Only of several states in one storage does it matter which.
  storage->written.insert(storage->makeBase ? top : storage->base);
  if (!storage->links.empty())
    spreadDoubt(storage, writer);
  return success();
}

void AliasModel::link(AliasStorage *a, AliasStorage *b, Operation *node,
                      const Twine &reason) {
  if (a == b)
    return;
  a->links.push_back({b, node, reason.str()});
  b->links.push_back({a, node, reason.str()});
}

/// The storages that may be the written one have an unknown content.
void AliasModel::spreadDoubt(AliasStorage *storage, Operation *writer) {
  SmallVector<AliasStorage *> work = {storage};
  while (!work.empty()) {
    AliasStorage *next = work.pop_back_val();
    auto links = ArrayRef(next->links).drop_front(next->numSpread);
    next->numSpread = next->links.size();
    for (const AliasLink &link : links) {
      if (link.other == storage || link.other->unknownWrite)
        continue;
      link.other->unknownWrite = writer;
      link.other->unknownLink = link;
      work.push_back(link.other);
    }
  }
}
