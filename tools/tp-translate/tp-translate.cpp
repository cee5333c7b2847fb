//===- tp-translate.cpp - Formats of exported programs --------------------===//
//
// Translates between MLIR and the formats of exported programs.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/NodeList.h"
#include "tp/Tools/TranslateMain.h"

int main(int argc, char **argv) {
  mlir::tp::registerNodeListTranslation();
  return mlir::tp::tpTranslateMain(argc, argv);
}
