//===- tp-translate.cpp - Formats of exported programs --------------------===//
//
// Translates between MLIR and the formats of exported programs.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/NodeList.h"
#include "tp/Target/PT2/Translation.h"
#include "tp/Target/TensorPlay/Translation.h"
#include "tp/Tools/TranslateMain.h"

int main(int argc, char **argv) {
  mlir::tp::registerNodeListTranslation();
  mlir::tp::registerPT2Translation();
  mlir::tp::registerTensorPlayTranslation();
  return mlir::tp::tpTranslateMain(argc, argv);
}
