//===- TensorPlayFuzzer.cpp - Damaged documents of tensorplay -------------===//
//
// A document, or an archive: the reader finds out what the bytes are.
//
//===----------------------------------------------------------------------===//

#include "ImportChecks.h"
#include "MemoryFile.h"
#include "tp/Target/TensorPlay/Import.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tpfuzz::MemoryFile file(data, size);
  tpfuzz::checkImport([&](mlir::MLIRContext *context) {
    return mlir::tp::importTensorPlay(file.path(), context);
  });
  return 0;
}
