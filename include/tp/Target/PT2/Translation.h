//===- Translation.h - .pt2 archives in tp-translate ------------*- C++ -*-===//
//
// Registers the translations of the format.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_PT2_TRANSLATION_H
#define TP_TARGET_PT2_TRANSLATION_H

namespace mlir::tp {

/// Registers `--import-pt2`, whose input must be a file: it is mapped, and the
/// program refers to it. And `--export-pt2`, which writes an archive.
void registerPT2Translation();

} // namespace mlir::tp

#endif // TP_TARGET_PT2_TRANSLATION_H
