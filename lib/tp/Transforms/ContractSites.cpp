//===- ContractSites.cpp - Sizes of a program's inputs --------------------===//
//
// Collects the sizes of user inputs, and reads linear ones.
//
//===----------------------------------------------------------------------===//

#include "ContractSites.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tp;

static void addTensors(InputTensor &tensor, Type type, ContractSites &sites) {
  Builder builder(type.getContext());
  auto addElement = [&](Attribute key, Type element) {
    tensor.path.emplace_back(key, element);
    addTensors(tensor, element, sites);
    tensor.path.pop_back();
  };
  llvm::TypeSwitch<Type>(type)
      .Case<ListType, tp::TupleType>([&](auto container) {
        for (auto [i, element] : llvm::enumerate(container.getElements()))
          addElement(builder.getI64IntegerAttr(i), element);
      })
      .Case([&](DictType dict) {
        for (auto [key, element] :
             llvm::zip_equal(dict.getKeys(), dict.getElements()))
          addElement(key, element);
      })
      .Case([&](RankedTensorType ranked) {
        tensor.type = ranked;
        sites.tensors.push_back(tensor);
      });
}

ContractSites ContractSites::get(ProgramOp program) {
  ContractSites sites;
  for (auto input : program.getBody().front().getOps<PlaceholderOp>()) {
    if (input.getKind() != InputKind::user)
      continue;
    InputTensor tensor;
    tensor.input = input;
    addTensors(tensor, input.getResult().getType(), sites);
  }
  for (auto [i, tensor] : llvm::enumerate(sites.tensors)) {
    auto shape = dyn_cast_or_null<ShapeAttr>(tensor.type.getEncoding());
    for (auto [dim, size] : llvm::enumerate(tensor.type.getShape())) {
      SymExprAttr expr;
      if (!ShapedType::isDynamic(size))
        expr = SymExprAttr::getInteger(program.getContext(), size);
      else if (shape && dim < shape.getSizes().size())
        expr = shape.getSizes()[dim];
      if (expr)
        sites.sizes.push_back({unsigned(i), int64_t(dim), expr});
    }
  }
  return sites;
}

std::optional<LinearSize> mlir::tp::getLinearSize(SymExprAttr expr) {
  if (expr.isInteger())
    return LinearSize{{}, 0, expr.getValue()};
  if (expr.isSymbol())
    return LinearSize{expr.getName(), 1, 0};
  bool isSum = expr.isCall("Add");
  if (!isSum && !expr.isCall("Mul"))
    return std::nullopt;
  LinearSize result{{}, 0, isSum ? 0 : 1};
  for (SymExprAttr arg : expr.getArgs()) {
    std::optional<LinearSize> part = getLinearSize(arg);
    if (!part)
      return std::nullopt;
    bool overflow;
    if (isSum) {
      if (part->symbol && result.symbol && part->symbol != result.symbol)
        return std::nullopt;
      overflow = llvm::AddOverflow(result.scale, part->scale, result.scale) ||
                 llvm::AddOverflow(result.offset, part->offset, result.offset);
    } else {
      // One factor at most is no constant.
      if (part->symbol && result.symbol)
        return std::nullopt;
      int64_t factor = part->symbol ? result.offset : part->offset;
      const LinearSize &line = part->symbol ? *part : result;
      LinearSize product = line;
      overflow = llvm::MulOverflow(line.scale, factor, product.scale) ||
                 llvm::MulOverflow(line.offset, factor, product.offset);
      result.scale = product.scale;
      result.offset = product.offset;
    }
    if (overflow)
      return std::nullopt;
    if (part->symbol)
      result.symbol = part->symbol;
  }
  if (result.scale == 0)
    result.symbol = {};
  return result;
}
