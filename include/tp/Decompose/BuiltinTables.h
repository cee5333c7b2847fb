//===- BuiltinTables.h - The tables that come with the project --*- C++ -*-===//
//
// `--decompose=tables=` knows them by their names.
//
//===----------------------------------------------------------------------===//

#ifndef TP_DECOMPOSE_BUILTINTABLES_H
#define TP_DECOMPOSE_BUILTINTABLES_H

#include "tp/Decompose/Table.h"

namespace mlir::tp {

/// `core-aten`: what `run_decompositions()` of torch.export does with its
/// default table.
void populateCoreATen(DecompositionTable &table, MLIRContext *context);

/// `tensorplay`: the rules of `run_decompositions()` of tensorplay.export.
void populateTensorPlay(DecompositionTable &table, MLIRContext *context);

/// `tensorplay-rows`: softmax and log_softmax, which tensorplay takes apart
/// where a backend asks for it only (`DecomposeRowNormalizations`).
void populateTensorPlayRows(DecompositionTable &table, MLIRContext *context);

/// `tensorplay-normalize`: the rules of tensorplay's `NormalizeOperators`.
void populateTensorPlayNormalization(DecompositionTable &table,
                                     MLIRContext *context);

} // namespace mlir::tp

#endif // TP_DECOMPOSE_BUILTINTABLES_H
