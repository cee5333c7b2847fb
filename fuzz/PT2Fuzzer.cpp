//===- PT2Fuzzer.cpp - Damaged .pt2 archives ------------------------------===//
//
// The first byte chooses what the rest is: an archive, or the document of a
// program, which is put into an archive with the right checksums.
//
//===----------------------------------------------------------------------===//

#include "ImportChecks.h"
#include "MemoryFile.h"
#include "tp/Target/ArchiveWriter.h"
#include "tp/Target/PT2/Import.h"
#include "llvm/Support/Error.h"

using mlir::tp::archive::ArchiveWriter;
using mlir::tp::archive::Content;

static std::string wrap(llvm::StringRef document) {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  ArchiveWriter writer(stream, "m");
  const std::pair<llvm::StringRef, llvm::StringRef> entries[] = {
      {"archive_format", "pt2"},
      {"archive_version", "0"},
      {"models/model.json", document},
      {"data/weights/model_weights_config.json", "{\"config\": {}}"},
      {"data/constants/model_constants_config.json", "{\"config\": {}}"}};
  for (auto [name, content] : entries)
    if (writer.add(name, Content::view(content)))
      std::abort();
  if (writer.finish())
    std::abort();
  return bytes;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  llvm::StringRef rest(reinterpret_cast<const char *>(data + 1), size - 1);
  std::string bytes = data[0] & 1 ? wrap(rest) : rest.str();
  tpfuzz::MemoryFile file(bytes.data(), bytes.size());
  tpfuzz::checkImport([&](mlir::MLIRContext *context) {
    return mlir::tp::importPT2(file.path(), context);
  });
  return 0;
}
