//===- InferTypes.cpp - Infer the types of values from the inputs ---------===//
//
// Before:  %y = tp.call_method "relu"(%x) : (tensor<2xf32>) -> !tp.any
// After:   %y = tp.call_method "relu"(%x) : (tensor<2xf32>) -> tensor<2xf32>
//
//===----------------------------------------------------------------------===//

#include "tp/Shape/Inference.h"
#include "tp/Shape/TensorInfo.h"
#include "tp/Transforms/Passes.h"
#include "tp/Transforms/Records.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::tp {
#define GEN_PASS_DEF_INFERTYPES
#include "tp/Transforms/Passes.h.inc"
} // namespace mlir::tp

using namespace mlir;
using namespace mlir::tp;

namespace {
/// What became of the results of an operator.
struct Tally {
  unsigned agree = 0, open = 0, unknown = 0, wrong = 0;
};

class InferTypesPass : public tp::impl::InferTypesBase<InferTypesPass> {
public:
  using Base::Base;
  void runOnOperation() override;

private:
  LogicalResult visit(tp::CallOp call, TypeInference &inference);
  void reportCall(tp::CallOp call, TypeInference &inference);
  void printReport(raw_ostream &os);

  llvm::MapVector<StringAttr, Tally> tallies;
  std::string details;
};
} // namespace

/// Whether `inferred` says more than `found`, of which it is known that they do
/// not contradict each other.
static bool isMorePrecise(Type inferred, Type found, SymArith &arith) {
  if (inferred == found || isa<AnyType>(inferred))
    return false;
  if (isa<AnyType>(found))
    return true;
  std::optional<TensorInfo> lhs = TensorInfo::get(inferred, arith),
                            rhs = TensorInfo::get(found, arith);
  if (!lhs || !rhs)
    return lhs && isa<TensorType>(found);
  for (auto [a, b] : llvm::zip(lhs->sizes, rhs->sizes))
    if (!b.isKnown() && a.isKnown())
      return true;
  return false;
}

/// The number of places in the tree of the results, or none for one value.
static bool fitsResults(tp::CallOp call, const InferredTypes &inferred) {
  return inferred.types.size() == call->getNumResults();
}

LogicalResult InferTypesPass::visit(tp::CallOp call, TypeInference &inference) {
  InferredTypes inferred = inference.infer(call);
  if (inferred.isInvalid())
    return call.emitOpError() << describeNode(call) << inferred.message;
  if (!inferred.isKnown() || !fitsResults(call, inferred))
    return success();
  for (auto [result, type] :
       llvm::zip_equal(call->getResults(), inferred.types)) {
    std::string why;
    if (!areCompatible(type, result.getType(), inference.getArith(), &why))
      return call.emitOpError()
             << describeNode(call) << "expected a result of type " << type
             << " from its operands, found " << result.getType() << ": " << why;
    if (isMorePrecise(type, result.getType(), inference.getArith()))
      result.setType(type);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The report
//===----------------------------------------------------------------------===//

namespace {
/// How two types agree.
enum class Agreement {
  /// For all values of the symbols.
  always,
  /// In the example inputs; nothing is known of others.
  inExample,
  never,
};
} // namespace

static Agreement combine(Agreement lhs, Agreement rhs) {
  return std::max(lhs, rhs);
}

/// An unknown size agrees with a symbol that stands for it.
static Agreement compareSizes(SymInt lhs, SymInt rhs, SymArith &arith) {
  if (!lhs.isKnown() || !rhs.isKnown() || arith.isKnownEqual(lhs, rhs))
    return Agreement::always;
  std::optional<int64_t> left = arith.getHint(lhs), right = arith.getHint(rhs);
  bool mayBeEqual = left && left == right && arith.isEqual(lhs, rhs) != false;
  return mayBeEqual ? Agreement::inExample : Agreement::never;
}

/// Compares sizes, strides and offset.
static Agreement compareTensors(const TensorInfo &lhs, const TensorInfo &rhs,
                                SymArith &arith) {
  if (lhs.dtype != rhs.dtype || lhs.rank() != rhs.rank() ||
      lhs.layout != rhs.layout || lhs.device != rhs.device)
    return Agreement::never;
  Agreement result = Agreement::always;
  bool knowsSizes = true;
  for (auto [a, b] : llvm::zip_equal(lhs.sizes, rhs.sizes)) {
    result = combine(result, compareSizes(a, b, arith));
    knowsSizes &= a.isKnown() && b.isKnown();
  }
  // A tensor with a size that is not known has a plain type.
  if (!knowsSizes)
    return result;
  result = combine(result, compareSizes(lhs.offset, rhs.offset, arith));
  for (auto [a, b] : llvm::zip_equal(lhs.strides, rhs.strides))
    result = combine(result, compareSizes(a, b, arith));
  return result;
}

static Agreement compareTypes(Type inferred, Type found, SymArith &arith) {
  if (inferred == found)
    return Agreement::always;
  std::optional<TensorInfo> lhs = TensorInfo::get(inferred, arith),
                            rhs = TensorInfo::get(found, arith);
  if (lhs && rhs)
    return compareTensors(*lhs, *rhs, arith);
  auto left = dyn_cast<IntType>(inferred), right = dyn_cast<IntType>(found);
  if (left && right && left.getExpr() && right.getExpr())
    return compareSizes(arith.canonicalize(left.getExpr()),
                        arith.canonicalize(right.getExpr()), arith);
  return areCompatible(inferred, found, arith) ? Agreement::always
                                               : Agreement::never;
}

void InferTypesPass::reportCall(tp::CallOp call, TypeInference &inference) {
  if (call->getNumResults() == 0)
    return;
  Tally &tally = tallies[call.getTargetAttr()];
  InferredTypes inferred = inference.infer(call);
  auto describe = [&](const Twine &text) {
    details += ("  " + call.getTargetAttr().getValue() + " at " +
                describeNode(call) + text + "\n")
                   .str();
  };
  if (inferred.isInvalid()) {
    ++tally.wrong;
    return describe("refused: " + inferred.message);
  }
  if (!inferred.isKnown()) {
    ++tally.unknown;
    return describe("unknown: " + inferred.message);
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!fitsResults(call, inferred) ||
      inferred.tree != call.getResultTreeAttr()) {
    ++tally.wrong;
    os << inferred.types.size() << " results " << inferred.tree << ", found "
       << call->getNumResults() << " " << call.getResultTreeAttr();
    return describe(text);
  }
  for (auto [result, type] :
       llvm::zip_equal(call->getResults(), inferred.types)) {
    Agreement agreement =
        compareTypes(type, result.getType(), inference.getArith());
    if (agreement == Agreement::always) {
      ++tally.agree;
      continue;
    }
    bool isOpen = agreement == Agreement::inExample;
    ++(isOpen ? tally.open : tally.wrong);
    text.clear();
    os << (isOpen ? "open: " : "") << "expected " << type << ", found "
       << result.getType();
    describe(text);
  }
}

void InferTypesPass::printReport(raw_ostream &os) {
  for (const auto &[target, tally] : tallies)
    os << target.getValue() << ": " << tally.agree << " agree, " << tally.open
       << " open, " << tally.unknown << " unknown, " << tally.wrong
       << " differ\n";
  os << details;
}

void InferTypesPass::runOnOperation() {
  ProgramOp program = getOperation();
  TypeInference inference(program);
  tallies.clear();
  details.clear();
  bool hasFailed = false;
  program.walk([&](tp::CallOp call) {
    if (report)
      reportCall(call, inference);
    else
      hasFailed |= failed(visit(call, inference));
  });
  if (report)
    printReport(llvm::outs());
  if (hasFailed)
    signalPassFailure();
}
