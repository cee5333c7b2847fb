//===- Aliases.cpp - Operators that are another one's names ---------------===//
//
// Second names, `unsafe_` forms, and the copies of views.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "tp/Schema/Schema.h"

using namespace mlir;
using namespace mlir::tp;

/// The same arguments to another operator.
static SmallVector<Value> forwardTo(DecomposeBuilder &b, StringRef target) {
  const schema::OperatorSchema *schema = b.getSchema();
  if (!schema)
    return {};
  SmallVector<Arg, 6> positional;
  SmallVector<KeywordArg, 2> keywords;
  for (auto [i, argument] : llvm::enumerate(schema->getArguments())) {
    if (!argument.isKwargOnly())
      positional.push_back(b.arg(i));
    else if (b.getArguments().isGiven(i))
      keywords.push_back({argument.getName(), b.arg(i)});
  }
  return b.makeCall(target, positional, keywords);
}

static void addAlias(DecompositionTable &table, StringRef from, StringRef to) {
  table.add(("aten." + from).str(),
            [target = ("aten." + to).str()](DecomposeBuilder &b,
                                            CallOp call) -> Replacement {
              SmallVector<Value> results = forwardTo(b, target);
              if (results.empty())
                return std::nullopt;
              return results;
            });
}

/// A copy of what a view gives; of every part where there are several.
static void addCopy(DecompositionTable &table, StringRef from, StringRef to) {
  table.add(("aten." + from).str(),
            [target = ("aten." + to).str()](DecomposeBuilder &b,
                                            CallOp call) -> Replacement {
              SmallVector<Value> results = forwardTo(b, target);
              if (results.empty())
                return std::nullopt;
              for (Value &result : results)
                result = b.cloneContiguous(result);
              return results;
            });
}

namespace {
struct Alias {
  StringRef from, to;
};
} // namespace

/// Second names of operators with one overload.
static constexpr Alias aliases[] = {
    {"absolute", "abs"},
    {"arccos", "acos"},
    {"arccosh", "acosh"},
    {"arcsin", "asin"},
    {"arcsinh", "asinh"},
    {"arctan", "atan"},
    {"arctan2", "atan2"},
    {"arctanh", "atanh"},
    {"clip", "clamp"},
    {"concat", "cat"},
    {"concatenate", "cat"},
    {"fix", "trunc"},
    {"negative", "neg"},
    {"unsafe_split_with_sizes", "split_with_sizes"},
    {"_unsafe_index_put", "index_put"},
};

/// Others: the full names.
static constexpr Alias fullAliases[] = {
    {"clip.Tensor", "clamp.Tensor"},
    {"divide.Tensor", "div.Tensor"},
    {"divide.Scalar", "div.Scalar"},
    {"divide.Tensor_mode", "div.Tensor_mode"},
    {"divide.Scalar_mode", "div.Scalar_mode"},
    {"greater.Tensor", "gt.Tensor"},
    {"greater.Scalar", "gt.Scalar"},
    {"greater_equal.Tensor", "ge.Tensor"},
    {"greater_equal.Scalar", "ge.Scalar"},
    {"less.Tensor", "lt.Tensor"},
    {"less.Scalar", "lt.Scalar"},
    {"less_equal.Tensor", "le.Tensor"},
    {"less_equal.Scalar", "le.Scalar"},
    {"multiply.Tensor", "mul.Tensor"},
    {"multiply.Scalar", "mul.Scalar"},
    {"not_equal.Tensor", "ne.Tensor"},
    {"not_equal.Scalar", "ne.Scalar"},
    {"subtract.Tensor", "sub.Tensor"},
    {"subtract.Scalar", "sub.Scalar"},
    {"true_divide.Tensor", "div.Tensor"},
    {"true_divide.Scalar", "div.Scalar"},
    {"trapz.dx", "trapezoid.dx"},
    {"trapz.x", "trapezoid.x"},
    {"unsafe_chunk.default", "chunk.default"},
    {"unsafe_split.Tensor", "split.Tensor"},
    {"_unsafe_index.Tensor", "index.Tensor"},
};

/// Copies of views, as far as torch takes them apart.
static constexpr Alias copies[] = {
    {"alias_copy.default", "alias.default"},
    {"diagonal_copy.default", "diagonal.default"},
    {"expand_copy.default", "expand.default"},
    {"permute_copy.default", "permute.default"},
    {"split_with_sizes_copy.default", "split_with_sizes.default"},
    {"squeeze_copy.default", "squeeze.default"},
    {"squeeze_copy.dim", "squeeze.dim"},
    {"squeeze_copy.dims", "squeeze.dims"},
    {"t_copy.default", "t.default"},
    {"transpose_copy.int", "transpose.int"},
    {"unbind_copy.int", "unbind.int"},
    {"unfold_copy.default", "unfold.default"},
    {"unsqueeze_copy.default", "unsqueeze.default"},
    {"view_copy.default", "view.default"},
    {"view_copy.dtype", "view.dtype"},
};

void core::populateAliases(DecompositionTable &table) {
  for (const Alias &alias : aliases)
    addAlias(table, (alias.from + ".default").str(),
             (alias.to + ".default").str());
  for (const Alias &alias : fullAliases)
    addAlias(table, alias.from, alias.to);
  for (const Alias &copy : copies)
    addCopy(table, copy.from, copy.to);
}
