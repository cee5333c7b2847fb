//===- Metadata.cpp - Changes of a tensor's own shape ---------------------===//
//
// `t_`, `squeeze_`, `as_strided_`, `resize_`, `set_` and the like write no
// element: the tensor becomes another view.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "tp/Functionalize/Layout.h"
#include "tp/Schema/Registry.h"

using namespace mlir;
using namespace mlir::tp;
using schema::OperatorSchema;

bool mlir::tp::isMetadataWrite(const OperatorSchema &schema) {
  if (schema.getNamespace() != "aten")
    return false;
  return llvm::is_contained({"requires_grad_", "retain_grad", "record_stream",
                             "set_data", "detach_", "swapaxes_", "swapdims_"},
                            schema.getBaseName());
}

/// The view that an operator like `t_` makes of its argument: the operator of
/// the same arguments without the underscore.
static const OperatorSchema *getViewOf(const OperatorSchema &schema) {
  std::string base =
      (schema.getNamespace() + "." + schema.getBaseName().drop_back()).str();
  for (const OperatorSchema *view : schema::BuiltinTable::getOverloads(base)) {
    if (!view->isView() ||
        view->getArguments().size() != schema.getArguments().size())
      continue;
    bool same = llvm::all_of(
        llvm::zip_equal(view->getArguments(), schema.getArguments()),
        [](auto pair) {
          return std::get<0>(pair).getType() == std::get<1>(pair).getType();
        });
    if (same)
      return view;
  }
  return nullptr;
}

/// Makes `object` another view of memory; so is what the call returns.
LogicalResult Functionalizer::setView(CallOp call, Object *object, View *view) {
  if (view != object->view) {
    object->view = view;
    object->changedBy = call;
  }
  for (OpResult result : call->getResults())
    objects[result] = object;
  erase(call);
  return success();
}

static Type getResultType(CallOp call, Type otherwise) {
  return call->getNumResults() ? call->getResult(0).getType() : otherwise;
}

LogicalResult Functionalizer::visitMetadata(CallOp call,
                                            const BoundCall &before) {
  const OperatorSchema &schema = before.getSchema();
  StringRef base = schema.getBaseName();
  Value self = before.getValue(0);
  Object *object = self ? getObject(self) : nullptr;
  if (!object || !object->view)
    return emitNodeError(call) << "expected a tensor as the first argument";
  if (base == "detach_" || base == "requires_grad_" || base == "retain_grad" ||
      base == "record_stream")
    return setView(call, object, object->view);
  View *parent = object->view;
  Type type = getResultType(call, parent->type);
  if (base == "set_" || base == "set_data") {
    Value source =
        schema.getArguments().size() > 1 ? before.getValue(1) : Value();
    Object *other = source ? getObject(source) : nullptr;
    bool isWhole =
        base == "set_data" || schema.getOverload() == "source_Tensor";
    if (!other || !other->view || !isWhole)
      return emitNodeError(call)
             << "expected to take over another tensor, got a storage";
    return setView(call, object, other->view);
  }
  if (haveSameLayout(type, parent->type))
    return setView(call, object, parent);
  FailureOr<Value> content = model.read(parent, call);
  if (failed(content))
    return failure();
  SmallVector<Argument> arguments = {Argument(*content)};
  const OperatorSchema *view;
  if (base == "resize_" || base == "resize_as_") {
    // The elements stay where they are as far as the storage goes.
    std::optional<StaticLayout> layout = getStaticLayout(type);
    auto *root = parent->storage->base;
    std::optional<StaticLayout> whole = getStaticLayout(root->type);
    if (!layout || !whole ||
        layout->getEnd() > whole->offset + whole->getNumElements())
      return emitNodeError(call)
             << "expected a size that fits the memory of the tensor, got "
             << type << " for " << parent->type
             << ": what a tensor holds after it has grown is not defined";
    view = schema::BuiltinTable::lookup("aten.as_strided.default");
    arguments.push_back(builder.makeInts(layout->sizes));
    arguments.push_back(builder.makeInts(layout->strides));
    arguments.push_back(builder.makeInt(layout->offset));
  } else {
    view = getViewOf(schema);
    for (unsigned i = 1; i < schema.getArguments().size(); ++i)
      arguments.push_back(before.getArgument(i, call->getContext()));
  }
  if (!view)
    return emitNodeError(call) << "expected a change of shape that is a view";
  Operation *node =
      builder.makeCall(call, call, view->getTarget(), arguments, type);
  ViewKind kind = classifyView(*view, node->getResult(0), parent);
  return setView(call, object,
                 model.makeView(parent, kind, node->getResult(0), view, 0));
}
