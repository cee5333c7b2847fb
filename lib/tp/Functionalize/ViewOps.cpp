//===- ViewOps.cpp - Views and their inverses -----------------------------===//
//
// For each kind of view: how to make it again from another parent, and how to
// put a written view back into its parent.
//
//===----------------------------------------------------------------------===//

#include "AliasModel.h"
#include "tp/Functionalize/Layout.h"
#include "tp/IR/CallBinding.h"
#include "llvm/ADT/StringSwitch.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tp;

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

static ViewKind getKindByName(StringRef base) {
  return llvm::StringSwitch<ViewKind>(base)
      .Cases({"alias",
              "detach",
              "lift",
              "lift_fresh",
              "positive",
              "view_of",
              "data",
              "_fw_primal",
              "wait_tensor",
              "contiguous",
              "to",
              "type_as",
              "chalf",
              "cpu",
              "cuda",
              "as_tensor",
              "dropout",
              "feature_dropout",
              "alpha_dropout",
              "feature_alpha_dropout",
              "resolve_conj",
              "resolve_neg",
              "conj_physical",
              "sum_to_size",
              "_grad_sum_to_size",
              "pin_memory",
              "device_put",
              "to_dense",
              "_to_cpu",
              "_cast_Byte",
              "_cast_Char",
              "_cast_Double"},
             ViewKind::identity)
      .Cases({"_cast_Float", "_cast_Half", "_cast_Int", "_cast_Long",
              "_cast_Short", "_autocast_to_full_precision",
              "_autocast_to_reduced_precision"},
             ViewKind::identity)
      .Cases({"view", "reshape", "reshape_as", "view_as", "_unsafe_view",
              "flatten", "unflatten", "squeeze", "unsqueeze", "ravel",
              "_reshape_alias", "_reshape_from_tensor", "atleast_1d",
              "atleast_2d", "atleast_3d", "collapse_view", "split_dim",
              "_ncf_view", "_ncf_unsqueeze"},
             ViewKind::reshape)
      .Cases({"t", "transpose", "swapaxes", "swapdims", "numpy_T", "mT", "mH",
              "adjoint", "matrix_H", "_conj", "conj", "_neg_view"},
             ViewKind::involution)
      .Case("permute", ViewKind::permute)
      .Cases({"movedim", "moveaxis"}, ViewKind::movedim)
      .Case("select", ViewKind::select)
      .Case("slice", ViewKind::slice)
      .Case("narrow", ViewKind::narrow)
      .Cases({"diagonal", "linalg_diagonal"}, ViewKind::diagonal)
      .Cases({"expand", "expand_as", "broadcast_to", "broadcast_in_dim",
              "broadcast_tensors", "meshgrid", "_sparse_broadcast_to"},
             ViewKind::expand)
      .Case("real", ViewKind::real)
      .Case("imag", ViewKind::imag)
      .Case("view_as_real", ViewKind::viewAsReal)
      .Case("view_as_complex", ViewKind::viewAsComplex)
      .Case("view_of_dtype", ViewKind::viewDtype)
      .Cases({"split", "split_with_sizes", "unsafe_split",
              "unsafe_split_with_sizes", "chunk", "unsafe_chunk",
              "tensor_split", "hsplit", "vsplit", "dsplit", "unbind"},
             ViewKind::piece)
      .Cases({"as_strided", "unfold"}, ViewKind::strided)
      .Default(ViewKind::opaque);
}

static bool isComplex(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<ComplexType>(tensor.getElementType());
}

static Type getElementType(Type type) {
  auto tensor = dyn_cast_or_null<TensorType>(type);
  return tensor ? tensor.getElementType() : Type();
}

/// Whether a view is known by its place in the storage of `base`.
static bool isPlaced(Type view, const View &base) {
  std::optional<StaticLayout> layout = getStaticLayout(view),
                              whole = getStaticLayout(base.type);
  return layout && whole && isDense(base.type) == Answer::yes &&
         getElementType(view) == getElementType(base.type) &&
         layout->offset >= whole->offset &&
         layout->getEnd() <= whole->offset + whole->getNumElements();
}

ViewKind mlir::tp::classifyView(const schema::OperatorSchema &schema,
                                OpResult result, View *&parent) {
  StringRef base = schema.getBaseName();
  bool isPrim = schema.getNamespace() == "prims";
  ViewKind kind = getKindByName(base);
  if (base == "view" && schema.getOverload() == "dtype")
    kind = ViewKind::viewDtype;
  if (isPrim && base == "transpose")
    kind = ViewKind::permute;
  // `real` of a real tensor is the tensor; so is its conjugate.
  if ((kind == ViewKind::real || base == "conj" || base == "_conj") &&
      isa<RankedTensorType>(parent->type) && !isComplex(parent->type))
    kind = ViewKind::identity;
  View *root = parent->storage->base;
  bool repeats = parent->kind == ViewKind::expand &&
                 overlapsItself(parent->type) != Answer::no;
  bool isConjugate = kind == ViewKind::involution && isComplex(parent->type);
  if ((kind == ViewKind::strided || kind == ViewKind::opaque ||
       (repeats && !isConjugate)) &&
      isPlaced(result.getType(), *root)) {
    parent = root;
    return ViewKind::strided;
  }
  return kind == ViewKind::strided ? ViewKind::opaque : kind;
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

namespace {
/// `select(dim, start)`, or `slice(dim, start, end)`.
struct Piece {
  int64_t dim = 0;
  int64_t start = 0;
  std::optional<int64_t> end;
};
} // namespace

static int64_t getPieceDim(const BoundCall &bound, Type parent,
                           MLIRContext *context) {
  StringRef base = bound.getSchema().getBaseName();
  if (base == "vsplit")
    return 0;
  if (base == "dsplit")
    return 2;
  if (base == "hsplit")
    return getRank(parent) == 1 ? 0 : 1;
  std::optional<unsigned> dim = bound.getSchema().findArgument("dim");
  return dim ? bound.getInt(*dim, context).value_or(0) : 0;
}

/// The size of the dimension that is cut, if it is constant.
static std::optional<int64_t> getCutSize(Type parent, int64_t dim) {
  auto tensor = dyn_cast<RankedTensorType>(parent);
  if (!tensor)
    return std::nullopt;
  if (dim < 0)
    dim += tensor.getRank();
  if (dim < 0 || dim >= tensor.getRank() || tensor.isDynamicDim(dim))
    return std::nullopt;
  return tensor.getDimSize(dim);
}

/// Where piece `index` starts and ends, by the arguments of the call.
static std::optional<std::pair<int64_t, int64_t>>
getBounds(const BoundCall &bound, int64_t index, std::optional<int64_t> size,
          MLIRContext *context) {
  StringRef base = bound.getSchema().getBaseName();
  std::optional<int64_t> number = bound.getInt(1, context);
  std::optional<SmallVector<int64_t>> list = bound.getInts(1, context);
  base.consume_front("unsafe_");
  bool isSplit = base == "split" || base == "split_with_sizes";
  // The same size for all but the last.
  if (isSplit && number)
    return std::pair(*number * index, *number * (index + 1));
  if (isSplit && list && index < int64_t(list->size())) {
    auto before = ArrayRef(*list).take_front(index);
    int64_t start = std::accumulate(before.begin(), before.end(), int64_t(0));
    return std::pair(start, start + (*list)[index]);
  }
  if (isSplit || !size || !list)
    return std::nullopt;
  if (base == "chunk" && number && *number > 0) {
    int64_t step = std::max<int64_t>((*size + *number - 1) / *number, 1);
    return std::pair(std::min(step * index, *size),
                     std::min(step * (index + 1), *size));
  }
  // `tensor_split` and the like: the first pieces are longer by one.
  if (number && *number > 0) {
    int64_t step = *size / *number, longer = *size % *number;
    auto getStart = [&](int64_t piece) {
      return piece * step + std::min(piece, longer);
    };
    return std::pair(getStart(index), getStart(index + 1));
  }
  if (number || index > int64_t(list->size()))
    return std::nullopt;
  auto clamp = [&](int64_t place) {
    return std::clamp<int64_t>(place < 0 ? place + *size : place, 0, *size);
  };
  int64_t start = index == 0 ? 0 : clamp((*list)[index - 1]);
  int64_t end = index == int64_t(list->size()) ? *size : clamp((*list)[index]);
  return std::pair(start, std::max(start, end));
}

/// Where the piece lies, if that is constant.
static std::optional<Piece> getPiece(const View &view, Type parent) {
  auto call = cast<CallOp>(view.node);
  std::optional<BoundCall> bound = BoundCall::get(call, *view.schema);
  if (!bound)
    return std::nullopt;
  MLIRContext *context = call->getContext();
  Piece piece;
  piece.dim = getPieceDim(*bound, parent, context);
  if (view.schema->getBaseName() == "unbind") {
    piece.start = view.result;
    return piece;
  }
  std::optional<int64_t> size = getCutSize(parent, piece.dim);
  if (auto bounds = getBounds(*bound, view.result, size, context)) {
    std::tie(piece.start, piece.end) = *bounds;
    return piece;
  }
  // What the pieces before are by their types.
  for (unsigned i = 0; i <= view.result; ++i) {
    std::optional<int64_t> own =
        i < call->getNumResults()
            ? getCutSize(call->getResult(i).getType(), piece.dim)
            : std::nullopt;
    if (!own)
      return std::nullopt;
    piece.start = piece.end.value_or(0);
    piece.end = piece.start + *own;
  }
  return piece;
}

//===----------------------------------------------------------------------===//
// Views made again
//===----------------------------------------------------------------------===//

/// The type of a view that is made again: where the elements of the parent
/// moved, those of the view move with it.
static Type getRemadeType(const View &view, Value parent) {
  bool moved = parent.getType() != view.parent->type;
  return moved ? getFreshType(view.type) : view.type;
}

static int64_t getOffset(Type type) {
  std::optional<StaticLayout> layout = getStaticLayout(type);
  return layout ? layout->offset : 0;
}

/// Sizes, strides and offset of a view in the content of its base.
static SmallVector<Argument> getPlace(NodeBuilder &builder, const View &view) {
  StaticLayout layout = *getStaticLayout(view.type);
  int64_t offset = layout.offset - getOffset(view.storage->base->type);
  return {builder.makeInts(layout.sizes), builder.makeInts(layout.strides),
          builder.makeInt(offset)};
}

/// The number of the operand that the view is of.
static unsigned getSourceOperand(const View &view) {
  auto call = cast<CallOp>(view.node);
  std::optional<BoundCall> bound = BoundCall::get(call, *view.schema);
  const BoundCall::Slot &slot = (*bound)[view.source];
  bool isList = !bound->getValue(view.source);
  return slot.firstOperand + (isList ? view.result : 0);
}

FailureOr<Value> mlir::tp::remakeView(NodeBuilder &builder, const View &view,
                                      Value parent, Operation *before) {
  if (view.kind == ViewKind::identity)
    return parent;
  Type type = getRemadeType(view, parent);
  if (view.kind == ViewKind::strided) {
    SmallVector<Argument> arguments = {Argument(parent)};
    llvm::append_range(arguments, getPlace(builder, view));
    return builder.makeValue(before, view.node, "aten.as_strided.default",
                             arguments, type);
  }
  auto call = cast<CallOp>(view.node);
  if (view.kind == ViewKind::opaque &&
      view.schema->getBaseName() == "as_strided")
    return emitNodeError(call)
           << "the place of this view in its storage is not known, and the "
              "storage is written";
  if (view.kind == ViewKind::piece) {
    if (std::optional<Piece> piece = getPiece(view, parent.getType())) {
      SmallVector<Argument> arguments = {Argument(parent),
                                         builder.makeInt(piece->dim),
                                         builder.makeInt(piece->start)};
      if (!piece->end)
        return builder.makeValue(before, call, "aten.select.int", arguments,
                                 type);
      arguments.push_back(builder.makeInt(*piece->end));
      return builder.makeValue(before, call, "aten.slice.Tensor", arguments,
                               type);
    }
  }
  CallOp copy = builder.cloneCall(before, call);
  copy->setOperand(getSourceOperand(view), parent);
  for (OpResult result : copy->getResults())
    if (type != view.type)
      result.setType(getFreshType(result.getType()));
  if (view.result < copy->getNumResults())
    return Value(copy->getResult(view.result));
  // One of several results in one value of an untyped graph.
  return builder.makeValue(
      before, call, "_operator.getitem",
      {Argument(copy->getResult(0)), builder.makeInt(view.result)}, type);
}

//===----------------------------------------------------------------------===//
// Inverses
//===----------------------------------------------------------------------===//

namespace {
/// Puts `source` into the place of `view` in `parent`.
class Scatter {
public:
  Scatter(NodeBuilder &builder, const View &view, Value parent, Value source,
          Operation *before)
      : builder(builder), view(view), call(dyn_cast<CallOp>(view.node)),
        parent(parent), source(source), before(before),
        context(builder.getContext()), type(getFreshType(parent.getType())) {}

  FailureOr<Value> run();

private:
  Value make(StringRef target, ArrayRef<Argument> arguments) {
    return make(target, arguments, type);
  }
  Value make(StringRef target, ArrayRef<Argument> arguments, Type result) {
    return builder.makeValue(before, view.node, target, arguments, result);
  }
  Argument get(unsigned index) const {
    return bound->getArgument(index, context);
  }

  Value putBack(StringRef target);
  Value unreshape();
  FailureOr<Value> unpermute();
  Value unnarrow();
  FailureOr<Value> unexpand();
  Value uncomplex();
  Value unviewDtype();
  FailureOr<Value> joinPieces();
  FailureOr<Value> placeInBase();
  InFlightDiagnostic emitNoInverse();

  NodeBuilder &builder;
  const View &view;
  CallOp call;
  std::optional<BoundCall> bound;
  Value parent, source;
  Operation *before;
  MLIRContext *context;
  Type type;
};
} // namespace

InFlightDiagnostic Scatter::emitNoInverse() {
  InFlightDiagnostic diag = emitNodeError(view.node);
  diag << "a write through ";
  if (call)
    diag << call.getTargetAttr();
  else
    diag << "this state";
  diag << " cannot be expressed: ";
  return diag;
}

Value Scatter::unreshape() {
  auto ranked = dyn_cast<RankedTensorType>(parent.getType());
  bool hasEmpty = ranked && llvm::is_contained(ranked.getShape(), 0);
  if (!ranked || ranked.getNumDynamicDims() > 1 ||
      (hasEmpty && ranked.getNumDynamicDims() == 1))
    return make("aten.reshape_as.default",
                {Argument(source), Argument(parent)});
  SmallVector<int64_t> sizes(ranked.getShape());
  for (int64_t &size : sizes)
    if (ShapedType::isDynamic(size))
      size = -1;
  return make("aten.reshape.default",
              {Argument(source), builder.makeInts(sizes)});
}

FailureOr<Value> Scatter::unpermute() {
  if (view.kind == ViewKind::movedim) {
    StringRef target = view.schema->getOverload() == "int"
                           ? "aten.movedim.int"
                           : "aten.movedim.intlist";
    return make(target, {Argument(source), get(2), get(1)});
  }
  std::optional<SmallVector<int64_t>> dims = bound->getInts(1, context);
  if (!dims)
    return emitNoInverse() << "its dimensions are not constant";
  SmallVector<int64_t> inverse(dims->size(), -1);
  for (auto [index, dim] : llvm::enumerate(*dims)) {
    int64_t place = dim < 0 ? dim + int64_t(dims->size()) : dim;
    if (place < 0 || place >= int64_t(dims->size()))
      return emitNoInverse() << "dimension " << dim << " does not exist";
    inverse[place] = index;
  }
  return make("aten.permute.default",
              {Argument(source), builder.makeInts(inverse)});
}

Value Scatter::unnarrow() {
  Argument start = get(2), length = get(3);
  std::optional<int64_t> first = bound->getInt(2, context),
                         count = bound->getInt(3, context);
  Argument end;
  if (first && count) {
    // The end of the tensor, counted from its end, would be 0.
    bool isEnd = *first < 0 && *first + *count >= 0;
    end = isEnd ? builder.makeNone() : builder.makeInt(*first + *count);
  } else {
    Type sum = IntType::get(context, SymExprAttr());
    end = Argument(make("_operator.add", {start, length}, sum));
  }
  return make("aten.slice_scatter.default",
              {Argument(parent), Argument(source), get(1), start, end});
}

FailureOr<Value> Scatter::unexpand() {
  if (view.type == view.parent->type)
    return source;
  auto from = dyn_cast<RankedTensorType>(view.parent->type),
       to = dyn_cast<RankedTensorType>(view.type);
  bool repeats = !from || !to || !from.hasStaticShape() ||
                 !to.hasStaticShape() ||
                 from.getNumElements() != to.getNumElements();
  if (!repeats)
    return unreshape();
  return emitNoInverse() << "several elements of the view may share memory";
}

/// A part of a complex tensor.
Value Scatter::uncomplex() {
  Type part = getFreshType(source.getType());
  if (view.kind == ViewKind::viewAsReal) {
    Type half = view.type;
    if (auto ranked = dyn_cast<RankedTensorType>(view.type))
      half = RankedTensorType::get(ranked.getShape().drop_back(),
                                   ranked.getElementType());
    auto take = [&](int64_t index) {
      return Argument(
          make("aten.select.int",
               {Argument(source), builder.makeInt(-1), builder.makeInt(index)},
               half));
    };
    Argument real = take(0), imag = take(1);
    return make("aten.complex.default", {real, imag});
  }
  bool isReal = view.kind == ViewKind::real;
  Argument other(make(isReal ? "aten.imag.default" : "aten.real.default",
                      {Argument(parent)}, part));
  if (isReal)
    return make("aten.complex.default", {Argument(source), other});
  return make("aten.complex.default", {other, Argument(source)});
}

Value Scatter::unviewDtype() {
  // The elements have to lie side by side to be taken for others.
  Argument dense(builder.makeValue(
      before, call, "aten.clone.default", {Argument(source)},
      getFreshType(source.getType()),
      {{"memory_format", Argument(MemoryFormatAttr::get(
                                      context, MemoryFormat::contiguous_format),
                                  {})}}));
  std::optional<ScalarType> dtype = getScalarType(getElementType(type));
  return make("aten.view.dtype",
              {dense, Argument(DTypeAttr::get(context, *dtype), {})});
}

/// Where the places of the pieces are not constant: all pieces, joined again.
FailureOr<Value> Scatter::joinPieces() {
  if (isa<AnyType>(call->getResult(0).getType()))
    return emitNoInverse() << "the number of its results is not known";
  CallOp copy = builder.cloneCall(before, call);
  copy->setOperand(getSourceOperand(view), parent);
  Argument pieces;
  SmallVector<Attribute> places(copy->getNumResults(),
                                OperandAttr::get(context));
  pieces.literal = ListAttr::get(context, places);
  pieces.values.assign(copy->result_begin(), copy->result_end());
  pieces.values[view.result] = source;
  int64_t dim = getPieceDim(*bound, parent.getType(), context);
  return make("aten.cat.default", {pieces, builder.makeInt(dim)});
}

/// The inverse that takes the arguments of the view, trailing defaults left
/// out.
Value Scatter::putBack(StringRef target) {
  SmallVector<Argument> arguments = {Argument(parent), Argument(source)};
  size_t last = view.schema->getArguments().size();
  while (last > 1 && !bound->isGiven(last - 1))
    --last;
  for (size_t i = 1; i < last; ++i)
    arguments.push_back(get(i));
  return make(target, arguments);
}

FailureOr<Value> Scatter::placeInBase() {
  if (overlapsItself(view.type) != Answer::no)
    return emitNoInverse() << "several elements of the view share memory";
  SmallVector<Argument> arguments = {Argument(parent), Argument(source)};
  llvm::append_range(arguments, getPlace(builder, view));
  return make("aten.as_strided_scatter.default", arguments);
}

FailureOr<Value> Scatter::run() {
  if (view.kind == ViewKind::identity)
    return source;
  if (view.kind == ViewKind::strided)
    return placeInBase();
  bound = BoundCall::get(call, *view.schema);
  if (!bound)
    return emitNoInverse() << "its arguments do not fit its schema";
  switch (view.kind) {
  case ViewKind::base:
  case ViewKind::identity:
    return source;
  case ViewKind::reshape:
    return unreshape();
  case ViewKind::involution: {
    CallOp copy = builder.cloneCall(before, call);
    copy->setOperand((*bound)[view.source].firstOperand, source);
    copy->getResult(0).setType(type);
    return Value(copy->getResult(0));
  }
  case ViewKind::permute:
  case ViewKind::movedim:
    return unpermute();
  case ViewKind::select:
    return putBack("aten.select_scatter.default");
  case ViewKind::slice:
    return putBack("aten.slice_scatter.default");
  case ViewKind::narrow:
    if (view.schema->getOverload() == "Tensor")
      return emitNoInverse() << "its start is a tensor";
    return unnarrow();
  case ViewKind::diagonal:
    return putBack("aten.diagonal_scatter.default");
  case ViewKind::expand:
    return unexpand();
  case ViewKind::real:
  case ViewKind::imag:
  case ViewKind::viewAsReal:
    return uncomplex();
  case ViewKind::viewAsComplex:
    return make("aten.view_as_real.default", {Argument(source)});
  case ViewKind::viewDtype:
    if (!getElementType(type) || !getScalarType(getElementType(type)))
      return emitNoInverse() << "the dtype of the tensor is not known";
    return unviewDtype();
  case ViewKind::piece: {
    std::optional<Piece> piece = getPiece(view, parent.getType());
    if (!piece)
      return joinPieces();
    SmallVector<Argument> arguments = {Argument(parent), Argument(source),
                                       builder.makeInt(piece->dim),
                                       builder.makeInt(piece->start)};
    if (!piece->end)
      return make("aten.select_scatter.default", arguments);
    arguments.push_back(builder.makeInt(*piece->end));
    return make("aten.slice_scatter.default", arguments);
  }
  case ViewKind::strided:
    return placeInBase();
  case ViewKind::opaque:
    return emitNoInverse()
           << "the place of the view in its storage is not known";
  }
  llvm_unreachable("unknown kind of view");
}

FailureOr<Value> mlir::tp::scatterView(NodeBuilder &builder, const View &view,
                                       Value parent, Value source,
                                       Operation *before) {
  return Scatter(builder, view, parent, source, before).run();
}
