//===- Regions.cpp - Regions of settings ----------------------------------===//
//
// `with torch.no_grad():` and `with torch.autocast(...):` are calls of a graph.
// Its nodes take the place of the call. Under autocast an operator converts its
// operands itself: the types that were recorded say to which dtype, and the
// conversions become nodes.
//
//===----------------------------------------------------------------------===//

#include "../State.h"
#include "Families.h"
#include "mlir/IR/IRMapping.h"
#include "tp/IR/Arguments.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
/// A call of a graph whose last arguments are the inputs of the graph.
struct SettingRegion {
  GraphOp graph;
  SmallVector<Value> inputs;
};
} // namespace

static std::optional<SettingRegion> findRegion(DecomposeBuilder &b,
                                               CallOp call) {
  CallArguments arguments = getArguments(call);
  auto *it = llvm::find_if(arguments.positional, [](const Argument &arg) {
    return isa_and_nonnull<FlatSymbolRefAttr>(arg.literal);
  });
  if (it == arguments.positional.end() || !arguments.keywords.empty())
    return std::nullopt;
  SettingRegion region;
  region.graph =
      b.getState().getGraph(cast<FlatSymbolRefAttr>(it->literal).getAttr());
  if (!region.graph)
    return std::nullopt;
  for (const Argument &arg :
       llvm::make_range(std::next(it), arguments.positional.end())) {
    if (!arg.isValue())
      return std::nullopt;
    region.inputs.push_back(arg.values.front());
  }
  // Graphs inside and reads of state have names that are taken outside.
  unsigned numInputs = 0;
  for (Operation &op : region.graph.getBody().front()) {
    numInputs += isa<PlaceholderOp>(op);
    if (!isa<PlaceholderOp, OutputOp, CallFunctionOp, CallMethodOp>(op))
      return std::nullopt;
  }
  if (numInputs != region.inputs.size())
    return std::nullopt;
  return region;
}

/// The element type of all tensors among `types`; null where there are others,
/// or none.
static Type getCommonElementType(TypeRange types) {
  Type common;
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || (common && common != tensor.getElementType()))
      return {};
    common = tensor.getElementType();
  }
  return common;
}

static bool isConverted(Type element) {
  return element && (element.isF32() || element.isF16() || element.isBF16());
}

/// Maps the operands of a node under autocast to what it computes on. False
/// where that is not known.
static bool convertOperands(DecomposeBuilder &b, CallOp call, IRMapping &map) {
  TypeInference &inference = b.getState().inference;
  auto fits = [&] {
    SmallVector<Type> operands;
    for (Value operand : call->getOperands())
      operands.push_back(map.lookup(operand).getType());
    InferredTypes types = inference.infer(
        call, call.getTargetAttr(), call.getArgsAttr(), TypeRange(operands));
    if (!types.isKnown() || types.types.size() != call->getNumResults())
      return false;
    return llvm::all_of(
        llvm::zip_equal(types.types, call->getResultTypes()), [&](auto pair) {
          return areCompatible(std::get<1>(pair), std::get<0>(pair),
                               inference.getArith());
        });
  };
  if (fits())
    return true;
  Type target = getCommonElementType(call->getResultTypes());
  std::optional<ScalarType> dtype =
      isConverted(target) ? b.dtype(call->getResult(0)) : std::nullopt;
  if (!dtype)
    return false;
  ScalarType wanted = *dtype;
  for (Value operand : call->getOperands()) {
    Value given = map.lookup(operand);
    if (isConverted(getCommonElementType(given.getType())))
      map.map(operand, b.convert(given, wanted));
  }
  return fits();
}

/// Copies the nodes of the region ahead of the call.
static Replacement inlineRegion(DecomposeBuilder &b, CallOp call,
                                bool isAutocast) {
  std::optional<SettingRegion> region = findRegion(b, call);
  if (!region)
    return std::nullopt;
  IRMapping map;
  unsigned nextInput = 0;
  std::vector<Arg> results;
  for (Operation &op : region->graph.getBody().front()) {
    if (isa<PlaceholderOp>(op)) {
      map.map(op.getResult(0), region->inputs[nextInput++]);
      continue;
    }
    if (auto output = dyn_cast<OutputOp>(op)) {
      for (Value value : getReturnValue(output).values)
        results.emplace_back(map.lookup(value));
      continue;
    }
    // Conversions are those of this node alone.
    IRMapping own = map;
    if (isAutocast && !convertOperands(b, cast<CallOp>(op), own))
      return std::nullopt;
    auto copy = cast<CallOp>(b.getOpBuilder().clone(op, own));
    // They get new ones when they stay.
    copy.setNodeNameAttr({});
    copy.setResultNamesAttr({});
    map.map(op.getResults(), copy->getResults());
  }
  if (results.size() != call->getNumResults())
    return std::nullopt;
  b.getState().inlined.insert(region->graph.getSymNameAttr());
  return results;
}

static Replacement inlineGradRegion(DecomposeBuilder &b, CallOp call) {
  return inlineRegion(b, call, /*isAutocast=*/false);
}

static Replacement inlineAutocastRegion(DecomposeBuilder &b, CallOp call) {
  return inlineRegion(b, call, /*isAutocast=*/true);
}

void core::populateRegions(DecompositionTable &table) {
  table.add("higher_order.wrap_with_set_grad_enabled", inlineGradRegion);
  table.add("higher_order.wrap_with_autocast", inlineAutocastRegion);
}
