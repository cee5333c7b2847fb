//===- Fourier.cpp - Rules for Fourier transforms -------------------------===//
//
// fft_* become the three primitives of Fourier transforms: real to complex,
// complex to real, complex to complex.
//
//===----------------------------------------------------------------------===//

#include "Families.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
/// By what the primitives divide.
enum Normalization : int64_t { byNothing, byRootOfSize, bySize };

/// What is transformed, and how far.
struct Transform {
  SmallVector<int64_t> dims;
  /// The sizes to pad or cut the input to.
  std::vector<Arg> sizes;
};
} // namespace

static std::optional<int64_t> getNormalization(DecomposeBuilder &b,
                                               bool isForward) {
  Arg norm = b.arg("norm");
  if (norm.isString("ortho"))
    return byRootOfSize;
  if (norm.isNone() || norm.isString("backward"))
    return isForward ? byNothing : bySize;
  if (norm.isString("forward"))
    return isForward ? bySize : byNothing;
  return std::nullopt;
}

/// The input as floating point or, with `wantsComplex`, as complex numbers.
static Value promoteInput(DecomposeBuilder &b, Value x, bool wantsComplex) {
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!dtype)
    return {};
  if (isComplex(*dtype))
    return x;
  ScalarType real = toFloatType(*dtype);
  return b.convert(x, wantsComplex ? toComplexType(real) : real);
}

/// Cuts dimensions to these sizes, and pads with zeros those that are shorter.
/// Null where it is not known which of the two.
static Value resizeInput(DecomposeBuilder &b, Value x, const Transform &t) {
  int64_t rank = *b.rank(x);
  std::vector<Arg> padding(2 * rank, Arg(0));
  bool needsPadding = false;
  for (auto [dim, wanted] : llvm::zip_equal(t.dims, t.sizes)) {
    Arg size = b.size(x, dim);
    if (b.isEqual(size, wanted).value_or(false))
      continue;
    if (b.isLess(size, wanted).value_or(false)) {
      padding[2 * (rank - dim) - 1] = b.sub(wanted, size);
      needsPadding = true;
    } else if (b.isLess(wanted, size).value_or(false)) {
      x = b.call("aten.slice.Tensor", x, dim, 0, wanted);
    } else {
      return {};
    }
  }
  return needsPadding ? b.call("aten.constant_pad_nd.default", x, padding, 0.0)
                      : x;
}

/// One dimension and its size, `n`, of a 1-d transform.
static std::optional<Transform> readDim(DecomposeBuilder &b, Value x) {
  std::optional<int64_t> dim = b.getDim("dim", x);
  if (!dim || b.rank(x) == 0)
    return std::nullopt;
  return Transform{{*dim}, {b.has("n") ? b.arg("n") : b.size(x, *dim)}};
}

/// The dimensions `dim` and their sizes `s` of an n-d transform: the last ones,
/// as many as there are sizes, or all. A size of -1 is that of the input.
static std::optional<Transform> readDims(DecomposeBuilder &b, Value x) {
  auto asList = [](const Arg &arg) {
    return arg.isNone() || arg.isList() ? arg : Arg({arg});
  };
  Arg dim = asList(b.arg("dim")), sizes = asList(b.arg("s"));
  std::optional<int64_t> rank = b.rank(x);
  if (!rank)
    return std::nullopt;
  Transform t;
  if (!dim.isNone()) {
    std::optional<SmallVector<int64_t>> dims = dim.getInts();
    if (!dims)
      return std::nullopt;
    for (int64_t d : *dims)
      t.dims.push_back(d < 0 ? d + *rank : d);
  } else {
    int64_t count = sizes.isNone() ? *rank : int64_t(sizes.size());
    for (int64_t d = *rank - count; d < *rank; ++d)
      t.dims.push_back(d);
  }
  if (!sizes.isNone() && sizes.size() != t.dims.size())
    return std::nullopt;
  for (auto [i, d] : llvm::enumerate(t.dims)) {
    if (d < 0 || d >= *rank ||
        llvm::is_contained(ArrayRef(t.dims).take_front(i), d))
      return std::nullopt;
    bool isOwn = sizes.isNone() || sizes[i].isInt(-1);
    t.sizes.push_back(isOwn ? b.size(x, d) : sizes[i]);
  }
  return t;
}

/// The size that the last dimension of a real result gets. That of the input is
/// half of it, and one.
static Arg takeLastSize(DecomposeBuilder &b, Value x, Transform &t) {
  Arg given = b.has("n") ? b.arg("n") : b.arg("s");
  if (given.isList() && given.size())
    given = given[given.size() - 1];
  bool isGiven = !given.isNone() && !given.isInt(-1);
  Arg last =
      isGiven ? t.sizes.back() : b.mul(b.sub(b.size(x, t.dims.back()), 1), 2);
  t.sizes.back() = b.add(b.floordiv(last, 2), 1);
  return last;
}

/// The conjugates in memory of their own.
static Value conjugate(DecomposeBuilder &b, Value x) {
  return b.call("aten.clone.default", b.call("aten._conj.default", x));
}

//===----------------------------------------------------------------------===//
// The transforms
//===----------------------------------------------------------------------===//

using ReadTransform = std::optional<Transform> (*)(DecomposeBuilder &, Value);

/// fft, ifft, fftn, ...
template <ReadTransform read, bool isForward, bool isOneDim>
static Replacement decomposeComplex(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<Transform> t = read(b, x);
  std::optional<int64_t> norm = getNormalization(b, isForward);
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!t || !norm || !dtype)
    return std::nullopt;
  // In one dimension a real input needs half of the work.
  bool isReal = isOneDim && !isComplex(*dtype);
  x = resizeInput(b, promoteInput(b, x, !isReal), *t);
  if (!x)
    return std::nullopt;
  if (!isReal)
    return b.call("aten._fft_c2c.default", x, ArrayRef<int64_t>(t->dims), *norm,
                  isForward);
  Value result = b.call("aten._fft_r2c.default", x, ArrayRef<int64_t>(t->dims),
                        *norm, false);
  return isForward ? result : b.call("aten._conj.default", result);
}

namespace {
/// A transform between real and complex values, its input as it is taken.
struct RealTransform {
  Value input;
  SmallVector<int64_t> dims;
  int64_t norm;
  /// The size of the last dimension of a real result.
  Arg last;
};
} // namespace

/// None where the rule declines: a real input is asked for where the result is
/// not real (`toReal`).
template <ReadTransform read>
static std::optional<RealTransform> prepare(DecomposeBuilder &b, bool isForward,
                                            bool toReal) {
  Value x = b.tensor("self");
  std::optional<Transform> t = read(b, x);
  std::optional<int64_t> norm = getNormalization(b, isForward);
  std::optional<ScalarType> dtype = b.dtype(x);
  if (!t || t->dims.empty() || !norm || !dtype ||
      (!toReal && isComplex(*dtype)))
    return std::nullopt;
  Arg last;
  if (toReal)
    last = takeLastSize(b, x, *t);
  x = resizeInput(b, promoteInput(b, x, /*wantsComplex=*/toReal), *t);
  if (!x)
    return std::nullopt;
  return RealTransform{x, SmallVector<int64_t>(t->dims), *norm,
                       std::move(last)};
}

/// rfft, rfftn, ...
template <ReadTransform read>
static Replacement decomposeReal(DecomposeBuilder &b, CallOp call) {
  std::optional<RealTransform> t =
      prepare<read>(b, /*isForward=*/true, /*toReal=*/false);
  if (!t)
    return std::nullopt;
  return b.call("aten._fft_r2c.default", t->input, ArrayRef<int64_t>(t->dims),
                t->norm, true);
}

/// ihfft, ihfftn, ...: the inverse of a real input, conjugated.
template <ReadTransform read>
static Replacement decomposeInverseReal(DecomposeBuilder &b, CallOp call) {
  std::optional<RealTransform> t =
      prepare<read>(b, /*isForward=*/false, /*toReal=*/false);
  if (!t)
    return std::nullopt;
  ArrayRef<int64_t> dims(t->dims);
  Value half = b.call("aten._fft_r2c.default", t->input, dims.take_back(),
                      t->norm, true);
  if (dims.size() == 1)
    return b.call("aten._conj.default", half);
  half = b.call("aten._conj_physical.default", half);
  return b.call("aten._fft_c2c.default", half, dims.drop_back(), t->norm,
                false);
}

/// irfft, irfftn, ...
template <ReadTransform read>
static Replacement decomposeToReal(DecomposeBuilder &b, CallOp call) {
  std::optional<RealTransform> t =
      prepare<read>(b, /*isForward=*/false, /*toReal=*/true);
  if (!t)
    return std::nullopt;
  return b.call("aten._fft_c2r.default", t->input, ArrayRef<int64_t>(t->dims),
                t->norm, t->last);
}

/// hfft, hfftn, ...: forward, the last dimension of the conjugates.
template <ReadTransform read>
static Replacement decomposeForwardToReal(DecomposeBuilder &b, CallOp call) {
  std::optional<RealTransform> t =
      prepare<read>(b, /*isForward=*/true, /*toReal=*/true);
  if (!t)
    return std::nullopt;
  ArrayRef<int64_t> dims(t->dims);
  Value x = t->input;
  if (dims.size() > 1)
    x = b.call("aten._fft_c2c.default", x, dims.drop_back(), t->norm, true);
  return b.call("aten._fft_c2r.default", conjugate(b, x), dims.take_back(),
                t->norm, t->last);
}

/// Moves the first half of dimensions behind the second one. The inverse moves
/// the half that is larger, if one is.
template <bool isInverse>
static Replacement decomposeShift(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  Arg dim = b.arg("dim");
  std::optional<int64_t> rank = b.rank(x);
  if (!rank)
    return std::nullopt;
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, *rank));
  if (!dim.isNone()) {
    std::optional<SmallVector<int64_t>> given =
        (dim.isList() ? dim : Arg({Arg(dim)})).getInts();
    if (!given)
      return std::nullopt;
    dims = *given;
  }
  Value result = x;
  for (int64_t d : dims) {
    d = d < 0 ? d + *rank : d;
    if (d < 0 || d >= *rank)
      return std::nullopt;
    Arg size = b.size(x, d);
    if (size.isInt() && size.getInt() < 2)
      continue;
    // Where the part begins that comes first.
    Arg half = b.floordiv(size, 2);
    Arg start = isInverse ? half : b.sub(size, half);
    Value front = b.call("aten.slice.Tensor", result, d, start, size);
    Value back = b.call("aten.slice.Tensor", result, d, 0, start);
    result = b.call("aten.cat.default", Arg({front, back}), d);
  }
  return result == x ? b.call("aten.clone.default", x) : result;
}

//===----------------------------------------------------------------------===//
// Short-time transforms
//===----------------------------------------------------------------------===//

namespace {
/// The arguments that stft and istft share.
struct Frames {
  int64_t size, hop, windowSize;
  bool isNormalized;
};
} // namespace

static std::optional<Frames> readFrames(DecomposeBuilder &b) {
  std::optional<int64_t> size = b.getInt("n_fft");
  if (!size || *size <= 0)
    return std::nullopt;
  auto read = [&](StringRef name, int64_t otherwise) -> std::optional<int64_t> {
    return b.has(name) ? b.getInt(name) : otherwise;
  };
  std::optional<int64_t> hop = read("hop_length", *size / 4);
  std::optional<int64_t> windowSize = read("win_length", *size);
  if (!hop || *hop <= 0 || !windowSize || *windowSize <= 0 ||
      *windowSize > *size)
    return std::nullopt;
  return Frames{*size, *hop, *windowSize, b.arg("normalized").isTrue()};
}

/// The window, padded on both sides to the size of a frame; null where it is
/// all ones and there is nothing to pad.
static Value makeWindow(DecomposeBuilder &b, const Frames &frames, Value like,
                        ScalarType dtype, bool isNeeded) {
  Value window = b.tensor("window");
  int64_t missing = frames.size - frames.windowSize;
  if (!window && (missing || isNeeded))
    window = b.full({Arg(frames.windowSize)}, 1, dtype, like);
  if (!window || !missing)
    return window;
  return b.call("aten.constant_pad_nd.default", window,
                Arg({missing / 2, missing - missing / 2}), 0.0);
}

/// The input of `stft.center` with half of a frame around it.
static Value padCenter(DecomposeBuilder &b, Value x, const Frames &frames) {
  Arg padding({frames.size / 2, frames.size / 2});
  Value padded =
      b.call("aten.pad.default", b.unsqueeze(x, 0), padding, b.arg("pad_mode"));
  return b.squeeze(padded, 0);
}

static Replacement decomposeSTFT(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x);
  std::optional<ScalarType> dtype = b.dtype(x);
  std::optional<Frames> frames = readFrames(b);
  if (!rank || !dtype || isIntegral(*dtype) || !frames ||
      (*rank != 1 && *rank != 2) || b.arg("align_to_window").isTrue())
    return std::nullopt;
  bool isBatch = *rank == 2;
  if (!isBatch)
    x = b.unsqueeze(x, 0);
  if (b.arg("center").isTrue())
    x = padCenter(b, x, *frames);
  x = b.call("aten.unfold.default", x, 1, frames->size, frames->hop);
  if (Value window = makeWindow(b, *frames, x, toRealType(*dtype),
                                /*isNeeded=*/false))
    x = b.call("aten.mul.Tensor", x, window);
  std::optional<ScalarType> product = b.dtype(x);
  if (!product)
    return std::nullopt;
  bool wantsComplex = isComplex(*product);
  bool isOneSided =
      b.has("onesided") ? b.arg("onesided").isTrue() : !wantsComplex;
  if (isOneSided && wantsComplex)
    return std::nullopt;
  int64_t norm = frames->isNormalized ? byRootOfSize : byNothing;
  Value result =
      wantsComplex
          ? b.call("aten._fft_c2c.default", x, Arg({Arg(2)}), norm, true)
          : b.call("aten._fft_r2c.default", x, Arg({Arg(2)}), norm, isOneSided);
  result = b.permute(result, {0, 2, 1});
  if (!isBatch)
    result = b.squeeze(result, 0);
  bool returnsComplex =
      b.has("return_complex") ? b.arg("return_complex").isTrue() : wantsComplex;
  return returnsComplex ? result : b.call("aten.view_as_real.default", result);
}

/// Adds up frames that overlap, of a tensor of sizes [batch, frames, size].
static Value overlapAdd(DecomposeBuilder &b, Value pieces, Value places,
                        Arg batch, Arg length, ScalarType dtype) {
  std::vector<Arg> sizes = *b.sizes(pieces);
  Value base = b.full({std::move(batch), std::move(length)}, 0, dtype, pieces);
  Value flat = b.reshape(pieces, {sizes[0], b.mul(sizes[1], sizes[2])});
  return b.call("aten.index_put.default", base, Arg({Arg(), Arg(places)}), flat,
                true);
}

/// The inverse transform of the frames, [batch, frames, size].
static Value invertFrames(DecomposeBuilder &b, Value x, const Frames &frames,
                          bool isOneSided) {
  int64_t norm = frames.isNormalized ? byRootOfSize : bySize;
  if (b.arg("return_complex").isTrue())
    return b.call("aten._fft_c2c.default", x, Arg({Arg(2)}), norm, false);
  if (!isOneSided)
    x = b.call("aten.slice.Tensor", x, 2, 0, frames.size / 2 + 1);
  return b.call("aten._fft_c2r.default", x, Arg({Arg(2)}), norm, frames.size);
}

/// Cuts the result to what was asked for: `weights` is what the frames add up
/// to. Null where it is not known whether to cut or to pad.
static Value trimSignal(DecomposeBuilder &b, Value y, Value weights,
                        const Frames &frames, const Arg &length) {
  bool isCentered = b.arg("center").isTrue();
  int64_t start = isCentered ? frames.size / 2 : 0;
  Arg end = isCentered ? b.sub(length, frames.size / 2) : length, padding = 0;
  if (b.has("length")) {
    end = b.add(b.arg("length"), start);
    std::optional<bool> isLonger = b.isLess(length, end);
    if (!isLonger)
      return {};
    if (*isLonger) {
      padding = b.sub(end, length);
      end = length;
    }
  }
  auto cut = [&](Value value) {
    return b.call("aten.slice.Tensor", value, 1, start, end);
  };
  y = b.call("aten.div.Tensor", cut(y), cut(weights));
  return padding.isInt(0) ? y
                          : b.call("aten.constant_pad_nd.default", y,
                                   Arg({Arg(0), padding}), 0.0);
}

static Replacement decomposeISTFT(DecomposeBuilder &b, CallOp call) {
  Value x = b.tensor("self");
  std::optional<int64_t> rank = b.rank(x);
  std::optional<ScalarType> dtype = b.dtype(x);
  std::optional<Frames> frames = readFrames(b);
  if (!rank || !dtype || !isComplex(*dtype) || !frames ||
      (*rank != 2 && *rank != 3))
    return std::nullopt;
  bool isBatch = *rank == 3;
  if (!isBatch)
    x = b.unsqueeze(x, 0);
  std::optional<int64_t> height = b.staticSize(x, 1);
  if (!height)
    return std::nullopt;
  bool isOneSided =
      b.has("onesided") ? b.arg("onesided").isTrue() : *height != frames->size;
  Arg batch = b.size(x, 0), numFrames = b.size(x, 2);
  Arg length = b.add(b.mul(b.sub(numFrames, 1), frames->hop), frames->size);
  ScalarType real = toRealType(*dtype);
  Value window = makeWindow(b, *frames, x, real, /*isNeeded=*/true);
  Value y = invertFrames(b, b.permute(x, {0, 2, 1}), *frames, isOneSided);
  y = b.call("aten.mul.Tensor", y, window);
  std::optional<ScalarType> resultType = b.dtype(y),
                            windowType = b.dtype(window);
  if (!resultType || !windowType)
    return std::nullopt;
  // Where the elements of the frames lie in the result.
  Value places = b.call("aten.arange.start_step", 0, length,
                        b.kw("device", b.device(x)), b.kw("pin_memory", false));
  places = b.call("aten.unfold.default", places, 0, frames->size, frames->hop);
  places = b.reshape(places, {b.mul(numFrames, frames->size)});
  y = overlapAdd(b, y, places, batch, length, *resultType);
  Value squares = b.call("aten.pow.Tensor_Scalar", window, 2);
  squares = b.expand(squares, {Arg(1), numFrames, Arg(frames->size)});
  Value weights = overlapAdd(b, squares, places, 1, length, *windowType);
  y = trimSignal(b, y, weights, *frames, length);
  return y && !isBatch ? b.squeeze(y, 0) : y;
}

void core::populateFourier(DecompositionTable &table) {
  constexpr bool forward = true, inverse = false, one = true, many = false;
  table.add("aten.fft_fft.default", decomposeComplex<readDim, forward, one>);
  table.add("aten.fft_ifft.default", decomposeComplex<readDim, inverse, one>);
  table.add({"aten.fft_fft2.default", "aten.fft_fftn.default"},
            decomposeComplex<readDims, forward, many>);
  table.add({"aten.fft_ifft2.default", "aten.fft_ifftn.default"},
            decomposeComplex<readDims, inverse, many>);
  table.add("aten.fft_rfft.default", decomposeReal<readDim>);
  table.add({"aten.fft_rfft2.default", "aten.fft_rfftn.default"},
            decomposeReal<readDims>);
  table.add("aten.fft_ihfft.default", decomposeInverseReal<readDim>);
  table.add({"aten.fft_ihfft2.default", "aten.fft_ihfftn.default"},
            decomposeInverseReal<readDims>);
  table.add("aten.fft_irfft.default", decomposeToReal<readDim>);
  table.add({"aten.fft_irfft2.default", "aten.fft_irfftn.default"},
            decomposeToReal<readDims>);
  table.add("aten.fft_hfft.default", decomposeForwardToReal<readDim>);
  table.add({"aten.fft_hfft2.default", "aten.fft_hfftn.default"},
            decomposeForwardToReal<readDims>);
  table.add("aten.fft_fftshift.default", decomposeShift<false>);
  table.add("aten.fft_ifftshift.default", decomposeShift<true>);
  table.add({"aten.stft.default", "aten.stft.center"}, decomposeSTFT);
  table.add("aten.istft.default", decomposeISTFT);
}
