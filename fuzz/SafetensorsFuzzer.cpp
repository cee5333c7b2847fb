//===- SafetensorsFuzzer.cpp - Damaged safetensors files ------------------===//
//
// Whatever the bytes are, they are refused with one line, or every tensor of
// them lies in the file. The first byte chooses between a file and an index.
//
//===----------------------------------------------------------------------===//

#include "MemoryFile.h"
#include "tp/Target/Safetensors/File.h"
#include "llvm/Support/Error.h"

using namespace mlir::tp::safetensors;

static void expectOneLine(llvm::Error error) {
  std::string message = llvm::toString(std::move(error));
  if (message.empty() || message.find('\n') != std::string::npos)
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  if (data[0] & 1) {
    auto index = parseIndex(
        llvm::StringRef(reinterpret_cast<const char *>(data + 1), size - 1));
    if (!index)
      expectOneLine(index.takeError());
    return 0;
  }
  tpfuzz::MemoryFile file(data + 1, size - 1);
  auto opened = File::open(file.path());
  if (!opened) {
    expectOneLine(opened.takeError());
    return 0;
  }
  unsigned sum = 0;
  for (const Tensor &tensor : (*opened)->header().tensors) {
    for (char byte : (*opened)->bytes(tensor))
      sum += byte;
    if ((*opened)->find(tensor.name) != &tensor)
      std::abort();
    if (llvm::Error error = (*opened)->verify(tensor))
      expectOneLine(std::move(error));
  }
  volatile unsigned used = sum;
  (void)used;
  return 0;
}
