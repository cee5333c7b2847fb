//===- Translation.h - tensorplay's formats in tp-translate -----*- C++ -*-===//
//
// Registers the translations of the formats.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_TENSORPLAY_TRANSLATION_H
#define TP_TARGET_TENSORPLAY_TRANSLATION_H

namespace mlir::tp {

/// Registers `--import-tensorplay`, whose input must be a file (an archive is
/// mapped, and the program refers to it), `--export-tensorplay` and
/// `--export-tensorplay-json`.
void registerTensorPlayTranslation();

} // namespace mlir::tp

#endif // TP_TARGET_TENSORPLAY_TRANSLATION_H
