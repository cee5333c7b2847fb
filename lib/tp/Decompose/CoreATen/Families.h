//===- Families.h - The C++ rules of the table core-aten --------*- C++ -*-===//
//
// How to add rules to the table:
//
// - A rule that is a fixed graph, or that a condition on arguments, ranks,
//   dtypes and static sizes decides, is data: an entry of an .mlir file of this
//   folder. A new file is named in ../CMakeLists.txt.
// - Any other rule is C++: a function `Replacement rule(DecomposeBuilder &b,
//   CallOp call)` in the file of its family, named by `table.add` in the
//   family's populate function. A new family is a new file: its populate
//   function is declared here, called in CoreATen.cpp (a line each), and the
//   file named in ../CMakeLists.txt.
// - A rule that does not apply declines (`return std::nullopt;`); it never
//   guesses. What it reads must be known: `b.rank(x)`, `b.dtype(x)` and
//   `b.staticSize(x, d)` are none in untyped graphs or for symbolic sizes.
// - The tests of a family are test/Decompose/CoreATen/<family>.mlir; the
// numbers
//   are compared with torch by utils/conformance.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_DECOMPOSE_COREATEN_FAMILIES_H
#define LIB_TP_DECOMPOSE_COREATEN_FAMILIES_H

#include "tp/Decompose/Builder.h"

namespace mlir::tp::core {

/// Second names of operators; copies of views.
void populateAliases(DecompositionTable &table);
/// scaled_dot_product_attention.
void populateAttention(DecompositionTable &table);
/// Losses of class indices: nll_loss, cross_entropy_loss and their kin.
void populateClassLosses(DecompositionTable &table);
/// to, type_as, casts.
void populateConversion(DecompositionTable &table);
/// conv1d and its kin.
void populateConvolution(DecompositionTable &table);
/// zeros, ones, arange, empty and their kin.
void populateCreation(DecompositionTable &table);
/// diff, gradient, trapezoid.
void populateDifferences(DecompositionTable &table);
/// einsum.
void populateEinsum(DecompositionTable &table);
/// torch.linalg: decompositions of matrices, solvers, inverses, ranks.
void populateFactorizations(DecompositionTable &table);
/// fft_*, stft, istft.
void populateFourier(DecompositionTable &table);
/// The gradients of activations and losses.
void populateGradients(DecompositionTable &table);
/// index_copy and its kin, take, isin, gradients of selections.
void populateIndexing(DecompositionTable &table);
/// Stacks, grids, block diagonals.
void populateJoining(DecompositionTable &table);
/// Layers with weights: embedding_bag, bilinear, weight_norm and their kin.
void populateLayers(DecompositionTable &table);
/// linear, matmul.
void populateLinearAlgebra(DecompositionTable &table);
/// Losses that compare elements, distances.
void populateLosses(DecompositionTable &table);
/// Layer, group, batch, instance and RMS normalization.
void populateNormalization(DecompositionTable &table);
/// Norms of vectors and matrices, condition numbers.
void populateNorms(DecompositionTable &table);
/// Reflecting, replicating and circular pads.
void populatePadding(DecompositionTable &table);
/// Pooling, unpooling, windows as columns.
void populatePooling(DecompositionTable &table);
/// Inner, outer, cross products, contractions, powers of matrices.
void populateProducts(DecompositionTable &table);
/// Flips, rolls, diagonals.
void populateRearranging(DecompositionTable &table);
/// LSTM, GRU, plain recurrent networks and their cells.
void populateRecurrent(DecompositionTable &table);
/// Regions without gradients, and of autocast.
void populateRegions(DecompositionTable &table);
/// Upsampling, grid_sampler.
void populateResampling(DecompositionTable &table);
/// linspace, eye and others computed from positions.
void populateSequences(DecompositionTable &table);
/// torch.special and its kin: xlogy, logaddexp, sinc, ...
void populateSpecial(DecompositionTable &table);
/// Variances, quantiles, counts, logsumexp.
void populateStatistics(DecompositionTable &table);
/// reshape, transpose, split, stack and their kin.
void populateViews(DecompositionTable &table);

//===----------------------------------------------------------------------===//
// What several families make
//===----------------------------------------------------------------------===//

/// The singular values of a batch of matrices; `driver` is a name or None.
Value makeSingularValues(DecomposeBuilder &b, Value x, Arg driver);
/// The inverses of a batch of matrices, with a check at run time that there are
/// ones; `name` is the function in torch's error.
Value makeInverse(DecomposeBuilder &b, Value x, StringRef name);
/// The real parts of complex numbers. Of a copy, in which no conjugate is still
/// to be computed.
Value makeRealPart(DecomposeBuilder &b, Value x);

/// The sizes that these broadcast to; none where that depends on the run.
std::optional<std::vector<Arg>>
broadcastSizes(DecomposeBuilder &b, ArrayRef<std::vector<Arg>> sizesOfAll);

/// Gives a new value, whose first size is found at run time, the symbol that
/// the call's first result has for its size of dimension `dim`.
Value setFoundSize(DecomposeBuilder &b, Value value, unsigned dim = 0);

/// The integer in a tensor of one element, as a new symbol of the program.
Value readInteger(DecomposeBuilder &b, Value tensor);

} // namespace mlir::tp::core

#endif // LIB_TP_DECOMPOSE_COREATEN_FAMILIES_H
