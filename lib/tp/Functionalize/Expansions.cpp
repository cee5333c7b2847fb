//===- Expansions.cpp - Writes that need several nodes --------------------===//
//
// Operators that write and have no pure form of their own.
//
//===----------------------------------------------------------------------===//

#include "Functionalizer.h"
#include "tp/Functionalize/Layout.h"

using namespace mlir;
using namespace mlir::tp;

/// The type of a contiguous copy; the type itself where a size is not constant.
static Type getDenseType(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return type;
  return RankedTensorType::get(tensor.getShape(), tensor.getElementType());
}

/// `fill_diagonal_(self, value, wrap)`: the diagonals, filled and put back.
LogicalResult Functionalizer::expandFillDiagonal(CallOp call,
                                                 const BoundCall &bound,
                                                 ArrayRef<Target> targets) {
  MLIRContext *mlirContext = call->getContext();
  const Target &target = targets.front();
  Type type = getDenseType(target.object->view->type);
  std::optional<StaticLayout> layout = getStaticLayout(type);
  if (!layout || layout->sizes.size() < 2)
    return emitNodeError(call)
           << "expected a tensor of constant sizes and two dimensions or more, "
              "got "
           << type;
  int64_t height = layout->sizes[0], width = layout->sizes[1];
  int64_t size = std::min(height, width), stride = 0;
  for (int64_t step : layout->strides)
    stride += step;
  // The lines are places in memory, which has to be laid out as the type says.
  auto format =
      MemoryFormatAttr::get(mlirContext, MemoryFormat::contiguous_format);
  Value content = builder.makeValue(call, call, "aten.clone.default",
                                    {Argument(target.old)}, type,
                                    {{"memory_format", Argument(format, {})}});
  auto fill = [&](int64_t count, int64_t offset) {
    auto line =
        RankedTensorType::get({count}, cast<TensorType>(type).getElementType());
    SmallVector<Argument> place = {builder.makeInts(count),
                                   builder.makeInts(stride),
                                   builder.makeInt(offset)};
    SmallVector<Argument> arguments = {Argument(content)};
    llvm::append_range(arguments, place);
    Argument old(builder.makeValue(call, call, "aten.as_strided.default",
                                   arguments, line));
    Argument filled(builder.makeValue(call, call, "aten.fill.Scalar",
                                      {old, bound[1].argument}, line));
    arguments.insert(arguments.begin() + 1, filled);
    content = builder.makeValue(call, call, "aten.as_strided_scatter.default",
                                arguments, type);
  };
  fill(size, 0);
  auto wrap = dyn_cast_or_null<BoolAttr>(bound.getLiteral(2, mlirContext));
  if (wrap && wrap.getValue() && layout->sizes.size() == 2 &&
      height > width + 1) {
    int64_t step = width + 1;
    int64_t wrapped = (height * width + step - 1) / step - size;
    fill(wrapped, layout->strides[0] * step);
  }
  FunctionalForm::Result result;
  result.result = 0;
  result.argument = target.argument;
  return writeResults(call, bound, targets, result, content, false);
}

/// `instance_norm` that trains: a batch norm of one batch whose channels are
/// those of all instances; the statistics are their means over the instances.
LogicalResult Functionalizer::expandInstanceNorm(CallOp call,
                                                 const BoundCall &bound,
                                                 ArrayRef<Target> targets) {
  const schema::OperatorSchema &schema = bound.getSchema();
  MLIRContext *mlirContext = call->getContext();
  auto get = [&](StringRef name) {
    return bound.getArgument(*schema.findArgument(name), mlirContext);
  };
  Argument input = get("input");
  auto type = dyn_cast<RankedTensorType>(input.values.front().getType());
  if (!type || type.getRank() < 2 || type.isDynamicDim(0) ||
      type.isDynamicDim(1) || type.getNumDynamicDims() > 1)
    return emitNodeError(call)
           << "expected an input with a constant number of instances and "
              "channels, got "
           << input.values.front().getType();
  int64_t instances = type.getDimSize(0), channels = type.getDimSize(1);
  Type element = type.getElementType();
  auto make = [&](StringRef target, ArrayRef<Argument> arguments, Type result) {
    return Argument(builder.makeValue(call, call, target, arguments, result));
  };
  auto getStatistics = [&](int64_t count) {
    return RankedTensorType::get({count}, element);
  };
  auto repeat = [&](StringRef name) {
    Argument argument = get(name);
    if (argument.values.empty())
      return argument;
    return make("aten.repeat.default", {argument, builder.makeInts(instances)},
                getStatistics(instances * channels));
  };
  SmallVector<int64_t> sizes(type.getShape()), joined(type.getShape());
  for (int64_t &size : sizes)
    size = ShapedType::isDynamic(size) ? -1 : size;
  joined = sizes;
  joined[0] = 1;
  joined[1] = instances * channels;
  SmallVector<int64_t> joinedShape(type.getShape());
  joinedShape[0] = 1;
  joinedShape[1] = joined[1];
  auto joinedType = RankedTensorType::get(joinedShape, element);
  Argument flat = make("aten.reshape.default",
                       {input, builder.makeInts(joined)}, joinedType);
  Type statistics = getStatistics(instances * channels);
  Argument training(BoolAttr::get(mlirContext, true), {});
  SmallVector<Argument> arguments = {flat,
                                     repeat("weight"),
                                     repeat("bias"),
                                     repeat("running_mean"),
                                     repeat("running_var"),
                                     training,
                                     get("momentum"),
                                     get("eps")};
  Operation *norm = builder.makeCall(
      call, call, "aten._native_batch_norm_legit_functional.default", arguments,
      {joinedType, statistics, statistics, statistics, statistics});
  Argument result =
      make("aten.reshape.default",
           {Argument(norm->getResult(0)), builder.makeInts(sizes)},
           getFreshType(call->getResult(0).getType()));
  SmallVector<Value> results = {result.values.front()};
  SmallVector<FunctionalForm::Result> form;
  form.push_back({0, -1});
  for (const Target &target : targets) {
    bool isMean =
        schema.getArguments()[target.argument].getName() == "running_mean";
    Argument all(norm->getResult(isMean ? 3 : 4));
    Argument rows = make("aten.reshape.default",
                         {all, builder.makeInts({instances, channels})},
                         RankedTensorType::get({instances, channels}, element));
    Argument mean = make("aten.mean.dim", {rows, builder.makeInts(0)},
                         getStatistics(channels));
    results.push_back(mean.values.front());
    form.push_back({-1, static_cast<int>(target.argument)});
  }
  return writeResults(call, bound, targets, form, results, false);
}

/// A norm that trains, where no operator returns what becomes of its
/// statistics: the norm without them, and each moved towards what it is in the
/// input.
LogicalResult Functionalizer::expandNorm(CallOp call, const BoundCall &bound,
                                         ArrayRef<Target> targets) {
  const schema::OperatorSchema &schema = bound.getSchema();
  MLIRContext *mlirContext = call->getContext();
  bool isInstance = schema.getBaseName() == "instance_norm";
  Type unknown = AnyType::get(mlirContext);
  auto make = [&](StringRef target, ArrayRef<Argument> arguments, Type type) {
    return Argument(builder.makeValue(call, call, target, arguments, type));
  };
  SmallVector<Argument> arguments;
  for (unsigned i = 0; i < schema.getArguments().size(); ++i) {
    bool isStatistic = llvm::any_of(
        targets, [&](const Target &target) { return target.argument == i; });
    arguments.push_back(isStatistic ? builder.makeNone()
                                    : bound.getArgument(i, mlirContext));
  }
  Operation *norm =
      builder.makeCall(call, call, call.getTargetAttr().getValue(), arguments,
                       call->getResultTypes(), {}, call.getResultTreeAttr());
  SmallVector<Value> results(norm->getResults());
  if (isPacked(call, schema)) {
    results.clear();
    for (unsigned i = 0; i < schema.getReturns().size(); ++i)
      results.push_back(make("_operator.getitem",
                             {Argument(norm->getResult(0)), builder.makeInt(i)},
                             unknown)
                            .values.front());
  }
  SmallVector<FunctionalForm::Result> form;
  for (unsigned i = 0; i < results.size(); ++i)
    form.push_back({static_cast<int>(i), -1});
  // A batch has statistics by channel; instances have some each, of which the
  // mean counts.
  Argument input = bound.getArgument(0, mlirContext), flat;
  if (isInstance)
    flat =
        make("aten.flatten.using_ints", {input, builder.makeInt(2)}, unknown);
  else
    flat = make("aten.flatten.using_ints",
                {make("aten.transpose.int",
                      {input, builder.makeInt(0), builder.makeInt(1)}, unknown),
                 builder.makeInt(1)},
                unknown);
  for (const Target &target : targets) {
    bool isMean =
        schema.getArguments()[target.argument].getName() == "running_mean";
    Argument now = make(isMean ? "aten.mean.dim" : "aten.var.dim",
                        {flat, builder.makeInts(isInstance ? 2 : 1)}, unknown);
    if (isInstance)
      now = make("aten.mean.dim", {now, builder.makeInts(0)}, unknown);
    Argument momentum =
        bound.getArgument(*schema.findArgument("momentum"), mlirContext);
    Argument next =
        make("aten.lerp.Scalar", {Argument(target.old), now, momentum},
             getFreshType(target.object->view->type));
    results.push_back(next.values.front());
    form.push_back({-1, static_cast<int>(target.argument)});
  }
  return writeResults(call, bound, targets, form, results, false);
}

std::optional<LogicalResult>
Functionalizer::expandWrite(CallOp call, const BoundCall &bound,
                            ArrayRef<Target> targets) {
  StringRef base = bound.getSchema().getBaseName();
  bool isNorm = llvm::is_contained(
      {"batch_norm", "native_batch_norm", "cudnn_batch_norm", "instance_norm"},
      base);
  if (isNorm && !context.module.empty())
    return expandNorm(call, bound, targets);
  if (base == "fill_diagonal_")
    return expandFillDiagonal(call, bound, targets);
  if (base == "instance_norm")
    return expandInstanceNorm(call, bound, targets);
  return std::nullopt;
}
