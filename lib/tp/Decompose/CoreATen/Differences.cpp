//===- Differences.cpp - Rules for differences and integrals --------------===//
//
// diff, gradient, the trapezoidal rule.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

using namespace mlir;
using namespace mlir::tp;

/// `x[start:end]` along a dimension; None for the end of it.
static Value slice(DecomposeBuilder &b, Value x, int64_t dim, const Arg &start,
                   const Arg &end) {
  return b.call("aten.slice.Tensor", x, dim, start, end);
}

static Replacement decomposeDiff(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> count = b.getInt("n"), dim = b.getDim("dim", x);
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!count || *count < 0 || !dim || !dtype || b.rank(x) == 0)
    return std::nullopt;
  if (*count == 0)
    return b.call("aten.clone.default", x);
  std::vector<Arg> parts;
  for (Arg part : {b.arg("prepend"), Arg(x), b.arg("append")})
    if (!part.isNone())
      parts.push_back(part);
  if (parts.size() > 1)
    x = b.call("aten.cat.default", parts, *dim);
  bool isBool = b.dtype(x) == ScalarType::boolean;
  StringRef target = isBool ? "aten.logical_xor.default" : "aten.sub.Tensor";
  for (int64_t i = 0; x && i < *count; ++i) {
    // What is left once there are no more elements stays empty.
    if (i && b.staticSize(x, *dim) == 0)
      break;
    Value next = slice(b, x, *dim, 1, Arg());
    Value last = slice(b, x, *dim, 0, -1);
    x = b.call(target, next, last);
  }
  return x;
}

//===----------------------------------------------------------------------===//
// gradient
//===----------------------------------------------------------------------===//

namespace {
/// Elements of x along a dimension, each with a dimension of size 1.
class Edge {
public:
  Edge(DecomposeBuilder &b, Value x, int64_t dim) : b(b), x(x), dim(dim) {}
  Value at(int64_t i) const {
    return slice(b, x, dim, i, i == -1 ? Arg() : Arg(i + 1));
  }
  /// The sum of elements at `indices` with factors.
  Value combine(ArrayRef<int64_t> indices, ArrayRef<Arg> factors) const {
    Value sum;
    for (auto [index, factor] : llvm::zip_equal(indices, factors)) {
      Value term = b.call("aten.mul.Tensor", at(index), factor);
      sum = sum ? b.call("aten.add.Tensor", sum, term) : term;
    }
    return sum;
  }

private:
  DecomposeBuilder &b;
  Value x;
  int64_t dim;
};
} // namespace

static Value join(DecomposeBuilder &b, Value first, Value center, Value last,
                  int64_t dim) {
  return b.call("aten.cat.default", Arg({Arg(first), Arg(center), Arg(last)}),
                dim);
}

/// The gradient where neighbours are `step` apart.
static Value evenGradient(DecomposeBuilder &b, Value x, const Arg &step,
                          int64_t dim, int64_t order) {
  Edge edge(b, x, dim);
  Value first, last;
  if (order == 1) {
    first = b.call("aten.sub.Tensor", edge.at(1), edge.at(0));
    last = b.call("aten.sub.Tensor", edge.at(-1), edge.at(-2));
  } else {
    first = edge.combine({0, 1, 2}, {-1.5, 2, -0.5});
    last = edge.combine({-3, -2, -1}, {0.5, -2, 1.5});
  }
  Value center = b.call("aten.sub.Tensor", slice(b, x, dim, 2, Arg()),
                        slice(b, x, dim, 0, -2));
  center = b.call("aten.div.Tensor", center, step);
  return join(b, b.call("aten.div.Tensor", first, step),
              b.call("aten.div.Tensor", center, 2),
              b.call("aten.div.Tensor", last, step), dim);
}

/// The gradient over coordinates. Three neighbours with distances p and q
/// between them have these weights in the middle:
///   -q / (p (p + q)),  (q - p) / (p q),  p / (q (p + q))
static Value unevenGradient(DecomposeBuilder &b, Value x, Value coordinates,
                            int64_t dim, int64_t order) {
  auto mul = [&](Value p, Value q) { return b.call("aten.mul.Tensor", p, q); };
  auto div = [&](Value p, Value q) { return b.call("aten.div.Tensor", p, q); };
  auto add = [&](Value p, Value q) { return b.call("aten.add.Tensor", p, q); };
  auto neg = [&](Value p) { return b.call("aten.neg.default", p); };
  SmallVector<int64_t> shape(*b.rank(x), 1);
  auto shaped = [&](Value v) {
    shape[dim] = *b.staticSize(v, 0);
    return b.view(v, ArrayRef<int64_t>(shape));
  };
  Value steps = b.call("aten.sub.Tensor", slice(b, coordinates, 0, 1, Arg()),
                       slice(b, coordinates, 0, 0, -1));
  Value p = slice(b, steps, 0, 0, -1), q = slice(b, steps, 0, 1, Arg());
  Value sum = add(p, q);
  Value before = shaped(neg(div(q, mul(p, sum))));
  Value middle = shaped(div(b.call("aten.sub.Tensor", q, p), mul(p, q)));
  Value after = shaped(div(p, mul(q, sum)));
  Value center = add(add(mul(before, slice(b, x, dim, 0, -2)),
                         mul(middle, slice(b, x, dim, 1, -1))),
                     mul(after, slice(b, x, dim, 2, Arg())));
  Edge edge(b, x, dim), step(b, steps, 0);
  auto at = [&](int64_t i) { return shaped(step.at(i)); };
  if (order == 1) {
    Value first = b.call("aten.sub.Tensor", edge.at(1), edge.at(0));
    Value last = b.call("aten.sub.Tensor", edge.at(-1), edge.at(-2));
    return join(b, div(first, at(0)), center, div(last, at(-1)), dim);
  }
  auto side = [&](Value near, Value far) -> std::vector<Arg> {
    Value both = add(near, far);
    return {Arg(neg(div(add(both, near), mul(near, both)))),
            Arg(div(both, mul(near, far))),
            Arg(neg(div(near, mul(far, both))))};
  };
  std::vector<Arg> begin = side(at(0), at(1)), end = side(at(-1), at(-2));
  Value first = edge.combine({0, 1, 2}, begin);
  Value last = edge.combine({-1, -2, -3}, end);
  return join(b, first, center, neg(last), dim);
}

static Replacement decomposeGradient(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x), order = b.getInt("edge_order");
  std::optional<SmallVector<int64_t>> dims;
  if (!rank || !order || *order < 1 || *order > 2)
    return std::nullopt;
  if (!b.has("dim"))
    dims = llvm::to_vector(llvm::seq<int64_t>(0, *rank));
  else if (std::optional<int64_t> dim = b.getInt("dim"))
    dims = SmallVector<int64_t>{*dim};
  else
    dims = b.arg("dim").getInts();
  if (!dims || *rank == 0)
    return std::nullopt;
  Arg spacing = b.has("spacing") ? b.arg("spacing") : Arg(1);
  if (spacing.isList() && spacing.size() != dims->size())
    return std::nullopt;
  std::vector<Arg> results;
  for (auto [i, number] : llvm::enumerate(*dims)) {
    int64_t dim = number < 0 ? number + *rank : number;
    std::optional<int64_t> size =
        dim >= 0 && dim < *rank ? b.staticSize(x, dim) : std::nullopt;
    if (!size || *size < *order + 1)
      return std::nullopt;
    Arg own = spacing.isList() ? spacing[i] : spacing;
    Value coordinates = own.isTensor() ? own.getValue() : Value();
    if (!coordinates)
      results.emplace_back(evenGradient(b, x, own, dim, *order));
    else if (b.rank(coordinates) == 1 && b.staticSize(coordinates, 0) == size)
      results.emplace_back(unevenGradient(b, x, coordinates, dim, *order));
    else
      return std::nullopt;
  }
  return results;
}

//===----------------------------------------------------------------------===//
// The trapezoidal rule
//===----------------------------------------------------------------------===//

/// The distances of the coordinates x along `dim` of y; null where the
/// operator refuses them.
static Value getDistances(DecomposeBuilder &b, Value x, Value y, int64_t dim) {
  int64_t rankX = *b.rank(x), rankY = *b.rank(y);
  if (rankX == 1 && rankY != 1) {
    std::vector<Arg> sizes(rankY, Arg(1));
    sizes[dim] = b.size(x, 0);
    x = b.view(x, sizes);
  } else {
    for (int64_t i = rankX; i < rankY; ++i)
      x = b.unsqueeze(x, 0);
  }
  if (*b.rank(x) != rankY)
    return {};
  return b.call("aten.sub.Tensor", slice(b, x, dim, 1, Arg()),
                slice(b, x, dim, 0, -1));
}

template <bool isCumulative>
static Replacement decomposeTrapezoid(DecomposeBuilder &b, CallOp call) {
  Value y = b.tensor("y");
  std::optional<int64_t> dim = b.getDim("dim", y);
  std::optional<ScalarType> dtype = b.dtype(y);
  bool hasX = b.has("x");
  if (!dim || !dtype || b.rank(y) == 0 || *dtype == ScalarType::boolean)
    return std::nullopt;
  // No elements: zeros, of another size.
  if (!b.isLess(0, b.size(y, *dim)).value_or(false))
    return std::nullopt;
  Arg step = b.arg("dx");
  if (hasX) {
    Value x = b.tensor("x");
    if (!b.rank(x) || *b.rank(x) == 0)
      return std::nullopt;
    step = getDistances(b, x, y, *dim);
    if (step.isNone())
      return std::nullopt;
  }
  if (!hasX && !isCumulative) {
    Value sum = b.call("aten.sum.dim_IntList", y, Arg({Arg(*dim)}));
    Value ends =
        b.call("aten.add.Tensor", b.call("aten.select.int", y, *dim, 0),
               b.call("aten.select.int", y, *dim, -1));
    ends = b.call("aten.mul.Tensor", ends, 0.5);
    return b.call("aten.mul.Tensor", b.call("aten.sub.Tensor", sum, ends),
                  step);
  }
  Value sums = b.call("aten.add.Tensor", slice(b, y, *dim, 0, -1),
                      slice(b, y, *dim, 1, Arg()));
  // The number is halved, not the sum: integers become floating point.
  Value areas =
      b.call("aten.mul.Tensor", sums, hasX ? step : b.truediv(step, 2));
  Value total = isCumulative
                    ? b.call("aten.cumsum.default", areas, *dim)
                    : b.call("aten.sum.dim_IntList", areas, Arg({Arg(*dim)}));
  return hasX ? b.call("aten.div.Tensor", total, 2) : total;
}

void core::populateDifferences(DecompositionTable &table) {
  table.add("aten.diff.default", decomposeDiff);
  table.add({"aten.gradient.scalarint", "aten.gradient.scalararray",
             "aten.gradient.array", "aten.gradient.scalarrayint",
             "aten.gradient.scalarrayarray", "aten.gradient.tensorarrayint",
             "aten.gradient.tensorarray"},
            decomposeGradient);
  table.add({"aten.trapezoid.x", "aten.trapezoid.dx"},
            decomposeTrapezoid<false>);
  table.add({"aten.cumulative_trapezoid.x", "aten.cumulative_trapezoid.dx"},
            decomposeTrapezoid<true>);
}
