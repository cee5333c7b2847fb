//===- CoreATen.cpp - The table core-aten ---------------------------------===//
//
// Collects the rules of all families, C++ ones ahead of those that are data.
//
//===----------------------------------------------------------------------===//

#include "Families.h"
#include "tp/Decompose/BuiltinTables.h"
#include "tp/Decompose/DataTable.h"

#include "CoreATenTables.inc"

using namespace mlir;
using namespace mlir::tp;

void mlir::tp::populateCoreATen(DecompositionTable &table,
                                MLIRContext *context) {
  core::populateAliases(table);
  core::populateAttention(table);
  core::populateClassLosses(table);
  core::populateConversion(table);
  core::populateConvolution(table);
  core::populateCreation(table);
  core::populateDifferences(table);
  core::populateEinsum(table);
  core::populateFactorizations(table);
  core::populateFourier(table);
  core::populateGradients(table);
  core::populateIndexing(table);
  core::populateJoining(table);
  core::populateLayers(table);
  core::populateLinearAlgebra(table);
  core::populateLosses(table);
  core::populateNormalization(table);
  core::populateNorms(table);
  core::populateProducts(table);
  core::populateRearranging(table);
  core::populateSequences(table);
  core::populateSpecial(table);
  core::populateStatistics(table);
  core::populatePadding(table);
  core::populatePooling(table);
  core::populateRecurrent(table);
  core::populateRegions(table);
  core::populateResampling(table);
  core::populateViews(table);
  CoreATenTables::forEachFile(
      [&](ArrayRef<EmbeddedDecomposition> entries, StringRef file) {
        addEmbeddedDecompositions(entries, file, table, context);
      });
}
