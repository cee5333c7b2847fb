//===- AliasModel.h - Tensors, views and their storages ---------*- C++ -*-===//
//
// The memory that a graph works on, at one point of it. A storage has a base
// tensor; views of it form a tree under the base. A write changes the version
// of the storage; a view is brought up to date when it is read next, from the
// nearest tensor of the tree that is current. Writes are put into the base
// ("scattered") only when something else than the written view is read.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_FUNCTIONALIZE_ALIASMODEL_H
#define LIB_TP_FUNCTIONALIZE_ALIASMODEL_H

#include "NodeBuilder.h"
#include "tp/Schema/Schema.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Allocator.h"

#include <functional>
#include <vector>

namespace mlir::tp {

struct AliasStorage;

/// How a view is made from its parent.
enum class ViewKind : uint8_t {
  /// The tensor that a storage starts from.
  base,
  /// The parent itself: `alias`, `detach`, `to` that converts nothing.
  identity,
  /// The same elements in the same row-major order.
  reshape,
  /// The same call undoes it: `t`, `transpose`, `conj`.
  involution,
  permute,
  movedim,
  select,
  slice,
  narrow,
  diagonal,
  /// The parent is repeated.
  expand,
  real,
  imag,
  viewAsReal,
  viewAsComplex,
  viewDtype,
  /// One of several results that cut the parent along a dimension.
  piece,
  /// By sizes, strides and offset in the storage; the parent is the base.
  strided,
  /// Nothing is known but that it is a view.
  opaque,
};

/// One tensor that shares a storage.
struct View {
  AliasStorage *storage = nullptr;
  View *parent = nullptr;
  unsigned depth = 0;
  ViewKind kind = ViewKind::base;
  /// The node that made it, and which of its results it is.
  Operation *node = nullptr;
  const schema::OperatorSchema *schema = nullptr;
  unsigned result = 0;
  /// The argument of the schema that it is a view of.
  unsigned source = 0;
  /// As recorded at the view.
  Type type;
  /// Its content when the storage had `version`.
  Value value;
  uint64_t version = 0;
  /// The value that the graph has for it.
  Value original;
  /// Whether the view has gaps between its elements, or the parent had, and the
  /// content has none.
  bool lostGaps = false;
};

/// A reason why two storages may be one.
struct AliasLink {
  AliasStorage *other;
  /// The node after which that is so.
  Operation *node;
  std::string reason;
};

struct AliasStorage {
  View *base = nullptr;
  uint64_t version = 0;
  /// The tensor that has the latest content. What is above it in the tree is
  /// right but for its part of it.
  View *latest = nullptr;
  std::vector<AliasLink> links;
  /// How many of the links had the doubt of a write spread over them.
  size_t numSpread = 0;
  /// The write that may have changed the storage, or not, and why; null if all
  /// is known.
  Operation *unknownWrite = nullptr;
  AliasLink unknownLink = {};
  /// The views right below the base that were written, or the base, which
  /// stands for all where the storage is that of one tensor.
  llvm::SmallSetVector<View *, 1> written;
  /// Makes the content of the base when it is needed first.
  std::function<Value(Operation *before)> makeBase;
};

class AliasModel {
public:
  explicit AliasModel(NodeBuilder &builder) : builder(builder) {}

  /// A new storage whose base is `value`.
  View *makeBase(Value value, Type type);
  View *makeView(View *parent, ViewKind kind, OpResult result,
                 const schema::OperatorSchema *schema = nullptr,
                 unsigned source = 0);

  /// The content of `view` now, for a node at `before`. Fails, with an error,
  /// where a write before is one that cannot be followed.
  FailureOr<Value> read(View *view, Operation *before);
  /// The same, laid out as the view is: with its gaps, and elements that it
  /// shares.
  FailureOr<Value> readAsLaidOut(View *view, Operation *before);
  /// Sets the content of `view`. It has to be read just before.
  LogicalResult write(View *view, Value value, Operation *writer);

  /// Says that two storages may be one, from `node` on.
  void link(AliasStorage *a, AliasStorage *b, Operation *node,
            const Twine &reason);

private:
  FailureOr<Value> getBase(AliasStorage *storage, Operation *before);
  LogicalResult scatterUp(View *view, Operation *before);
  LogicalResult remakeAll(ArrayRef<View *> stale, Operation *before);
  void spreadDoubt(AliasStorage *storage, Operation *writer);

  NodeBuilder &builder;
  llvm::SpecificBumpPtrAllocator<View> views;
  llvm::SpecificBumpPtrAllocator<AliasStorage> storages;
};

/// What kind of view result `result` of an operator is of `parent`. Changes
/// `parent` to the base of the storage where the view is known by its place
/// there.
ViewKind classifyView(const schema::OperatorSchema &schema, OpResult result,
                      View *&parent);

/// Makes the view again from the present content of its parent.
FailureOr<Value> remakeView(NodeBuilder &builder, const View &view,
                            Value parent, Operation *before);

/// The content of the parent after `source` was written into the view. Fails,
/// with an error, where the view has no inverse.
FailureOr<Value> scatterView(NodeBuilder &builder, const View &view,
                             Value parent, Value source, Operation *before);

/// Whether an operator changes what a tensor is, its shape or its storage, and
/// no element.
bool isMetadataWrite(const schema::OperatorSchema &schema);

/// Starts an error about a node, with its name.
InFlightDiagnostic emitNodeError(Operation *op);

} // namespace mlir::tp

#endif // LIB_TP_FUNCTIONALIZE_ALIASMODEL_H
