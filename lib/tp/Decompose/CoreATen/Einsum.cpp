//===- Einsum.cpp - The rule for einsum -----------------------------------===//
//
// Operands are multiplied from left to right; two at a time become a batched
// product of matrices, or a broadcast product where nothing is summed.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
/// A label of the equation: a letter, or a dimension of the ellipsis, counted
/// from the last one, as a negative number.
using Labels = SmallVector<int, 6>;

struct Operand {
  Value value;
  Labels labels;
};

class Einsum {
public:
  explicit Einsum(DecomposeBuilder &b) : b(b) {}
  Replacement build();

private:
  bool parse(StringRef equation, const Arg &operands);
  /// One side's labels; none where the text is malformed.
  std::optional<Labels> parseTerm(StringRef term, size_t ellipsisRank);
  bool addOperand(StringRef term, Value value);
  bool takeDiagonals(Operand &operand);
  /// Sums the labels of an operand that `isNeeded` does not want.
  void sumUnneeded(Operand &operand, function_ref<bool(int)> isNeeded);
  Operand multiply(const Operand &lhs, const Operand &rhs,
                   function_ref<bool(int)> isNeeded);
  Value alignTo(const Operand &operand, const Labels &labels);
  Arg sizeOf(const Operand &operand, int label) {
    return b.size(operand.value,
                  llvm::find(operand.labels, label) - operand.labels.begin());
  }
  Value orderAs(const Operand &operand, const Labels &labels);
  /// The sizes of all labels are known, and a label has one size.
  bool checkSizes();

  DecomposeBuilder &b;
  SmallVector<Operand> operands;
  Labels output;
  /// The dtype of all operands.
  ScalarType dtype = ScalarType::float32;
};
} // namespace

std::optional<Labels> Einsum::parseTerm(StringRef term, size_t ellipsisRank) {
  Labels labels;
  while (!term.empty()) {
    if (term.consume_front("...")) {
      for (size_t i = ellipsisRank; i > 0; --i)
        labels.push_back(-int(i));
    } else if (llvm::isAlpha(term.front())) {
      labels.push_back(term.front());
      term = term.drop_front();
    } else {
      return std::nullopt;
    }
  }
  return labels;
}

bool Einsum::addOperand(StringRef term, Value value) {
  std::optional<int64_t> rank = b.rank(value);
  if (!rank)
    return false;
  int64_t named = llvm::count_if(term, llvm::isAlpha);
  bool hasEllipsis = term.contains("...");
  if (named > *rank || (!hasEllipsis && named != *rank))
    return false;
  std::optional<Labels> labels = parseTerm(term, *rank - named);
  if (!labels)
    return false;
  operands.push_back({value, *labels});
  return takeDiagonals(operands.back());
}

bool Einsum::takeDiagonals(Operand &operand) {
  for (size_t i = 0; i < operand.labels.size(); ++i)
    for (size_t j = i + 1; j < operand.labels.size(); ++j) {
      if (operand.labels[i] != operand.labels[j])
        continue;
      int label = operand.labels[i];
      operand.value = b.call("aten.diagonal.default", operand.value, 0, i, j);
      operand.labels.erase(operand.labels.begin() + j);
      operand.labels.erase(operand.labels.begin() + i);
      operand.labels.push_back(label);
      return operand.value && takeDiagonals(operand);
    }
  return true;
}

bool Einsum::parse(StringRef equation, const Arg &tensors) {
  std::string text;
  for (char c : equation)
    if (c != ' ')
      text.push_back(c);
  auto [inputs, result] = StringRef(text).split("->");
  SmallVector<StringRef> terms;
  inputs.split(terms, ',');
  if (!tensors.isList() || terms.size() != tensors.size())
    return false;
  int ellipsisRank = 0;
  for (auto [term, tensor] : llvm::zip_equal(terms, tensors.getElements()))
    if (!addOperand(term, tensor.getValue()))
      return false;
  llvm::DenseMap<int, unsigned> counts;
  for (StringRef term : terms)
    for (char c : term)
      if (llvm::isAlpha(c))
        ++counts[c];
  for (const Operand &operand : operands)
    for (int label : operand.labels)
      ellipsisRank = std::max(ellipsisRank, -label);
  if (StringRef(text).contains("->")) {
    std::optional<Labels> labels = parseTerm(result, ellipsisRank);
    if (!labels)
      return false;
    output = *labels;
    return true;
  }
  // Implicit: the ellipsis, then the letters that occur once, sorted.
  for (int i = ellipsisRank; i > 0; --i)
    output.push_back(-i);
  for (auto letters : {std::make_pair('A', 'Z'), std::make_pair('a', 'z')})
    for (char c = letters.first; c <= letters.second; ++c)
      if (counts.lookup(c) == 1)
        output.push_back(c);
  return true;
}

bool Einsum::checkSizes() {
  llvm::DenseMap<int, std::pair<Value, int64_t>> first;
  for (const Operand &operand : operands)
    for (auto [dim, label] : llvm::enumerate(operand.labels)) {
      auto [it, isNew] = first.try_emplace(label, operand.value, int64_t(dim));
      // A size of 1 may be broadcast; those programs are rare and decline.
      if (!isNew && !b.isSizeEqual(it->second.first, it->second.second,
                                   operand.value, dim)
                         .value_or(false))
        return false;
    }
  return llvm::all_of(output, [&](int label) { return first.contains(label); });
}

void Einsum::sumUnneeded(Operand &operand, function_ref<bool(int)> isNeeded) {
  std::vector<Arg> dims;
  Labels kept;
  for (auto [dim, label] : llvm::enumerate(operand.labels)) {
    if (isNeeded(label))
      kept.push_back(label);
    else
      dims.emplace_back(dim);
  }
  if (dims.empty())
    return;
  // Sums of integers would become int64.
  operand.value = b.call("aten.sum.dim_IntList", operand.value, dims,
                         b.kw("dtype", isIntegral(dtype) ? Arg(dtype) : Arg()));
  operand.labels = kept;
}

Value Einsum::orderAs(const Operand &operand, const Labels &labels) {
  SmallVector<int64_t> dims;
  for (int label : labels)
    dims.push_back(llvm::find(operand.labels, label) - operand.labels.begin());
  return b.permute(operand.value, dims);
}

/// `operand` with the dimensions of `labels`, of size 1 where it has none.
Value Einsum::alignTo(const Operand &operand, const Labels &labels) {
  Labels own;
  for (int label : labels)
    if (llvm::is_contained(operand.labels, label))
      own.push_back(label);
  Value value = orderAs(operand, own);
  for (auto [dim, label] : llvm::enumerate(labels))
    if (!llvm::is_contained(operand.labels, label))
      value = b.unsqueeze(value, dim);
  return value;
}

Operand Einsum::multiply(const Operand &lhs, const Operand &rhs,
                         function_ref<bool(int)> isNeeded) {
  Labels batch, left, right, summed;
  std::vector<Arg> sizes;
  Arg numBatches = 1, numRows = 1, numColumns = 1, numSummed = 1;
  for (int label : lhs.labels) {
    Arg size = sizeOf(lhs, label);
    if (!llvm::is_contained(rhs.labels, label)) {
      left.push_back(label);
      numRows = b.mul(numRows, size);
    } else if (isNeeded(label)) {
      batch.push_back(label);
      numBatches = b.mul(numBatches, size);
    } else {
      summed.push_back(label);
      numSummed = b.mul(numSummed, size);
    }
  }
  for (int label : rhs.labels)
    if (!llvm::is_contained(lhs.labels, label)) {
      right.push_back(label);
      numColumns = b.mul(numColumns, sizeOf(rhs, label));
    }
  Labels all = batch;
  llvm::append_range(all, left);
  llvm::append_range(all, right);
  if (summed.empty())
    return {b.call("aten.mul.Tensor", alignTo(lhs, all), alignTo(rhs, all)),
            all};
  for (int label : all)
    sizes.push_back(
        sizeOf(llvm::is_contained(lhs.labels, label) ? lhs : rhs, label));
  auto join = [](Labels a, const Labels &c, const Labels &d) {
    llvm::append_range(a, c);
    llvm::append_range(a, d);
    return a;
  };
  Value x = b.reshape(orderAs(lhs, join(batch, left, summed)),
                      {numBatches, numRows, numSummed});
  Value y = b.reshape(orderAs(rhs, join(batch, summed, right)),
                      {numBatches, numSummed, numColumns});
  Value product = b.call("aten.bmm.default", x, y);
  return {b.view(product, sizes), all};
}

Replacement Einsum::build() {
  Arg equation = b.arg("equation");
  if (!equation.isString() || !parse(equation.getString(), b.arg("tensors")) ||
      !checkSizes())
    return std::nullopt;
  auto isNeededAfter = [&](size_t last, int label) {
    return llvm::is_contained(output, label) ||
           llvm::any_of(ArrayRef(operands).drop_front(last + 1),
                        [&](const Operand &operand) {
                          return llvm::is_contained(operand.labels, label);
                        });
  };
  std::optional<ScalarType> common;
  const Arg tensors = b.arg("tensors");
  for (const Arg &tensor : tensors.getElements()) {
    std::optional<ScalarType> own = b.dtype(tensor.getValue());
    if (!own || (common && *common != *own))
      return std::nullopt;
    common = own;
  }
  dtype = *common;
  Operand result = operands.front();
  for (size_t i = 1; i < operands.size(); ++i) {
    Operand rhs = operands[i];
    sumUnneeded(result, [&](int label) { return isNeededAfter(i - 1, label); });
    sumUnneeded(rhs, [&](int label) {
      return isNeededAfter(i, label) ||
             llvm::is_contained(result.labels, label);
    });
    result = multiply(result, rhs,
                      [&](int label) { return isNeededAfter(i, label); });
  }
  sumUnneeded(result,
              [&](int label) { return llvm::is_contained(output, label); });
  return orderAs(result, output);
}

static Replacement decomposeEinsum(DecomposeBuilder &b, CallOp call) {
  return Einsum(b).build();
}

void core::populateEinsum(DecompositionTable &table) {
  table.add("aten.einsum.default", decomposeEinsum);
}
