//===- Export.cpp - From modules to .pt2 archives -------------------------===//
//
// One model of the archive for each program of the module.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/PT2/Export.h"
#include "ExportState.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::pt2;

namespace {
/// What one program is written from.
struct ExportedModel {
  ExportedModel(ProgramOp program, ProgramModel model)
      : model(std::move(model)), shared(program, memory) {}
  ProgramModel model;
  llvm::BumpPtrAllocator memory;
  ExportContext shared;
  ProgramPayloads payloads;
};
} // namespace

/// The name of a program's model. torch.export.load asks for "model": the only
/// program of a module is called that, unless it has its name from an archive,
/// which the version of the archive's schema tells.
static std::string getModelName(ProgramOp program, bool isOnly) {
  if (isOnly && !program.getSchemaVersion())
    return "model";
  return program.getSymName().str();
}

std::string mlir::tp::getArchiveRoot(StringRef path) {
  return path == "-" ? ExportOptions().root : rootForPath(path);
}

LogicalResult mlir::tp::exportPT2(ModuleOp module, raw_ostream &os,
                                  const ExportOptions &options) {
  ArchiveToWrite archive;
  archive.root = options.root;
  StateExporter states(module, archive);
  std::vector<std::unique_ptr<ExportedModel>> models;
  auto programs = module.getBody()->getOps<ProgramOp>();
  bool isOnly = llvm::hasSingleElement(programs);
  for (ProgramOp program : programs) {
    FailureOr<ProgramModel> model = exportProgram(program);
    if (failed(model))
      return failure();
    ExportedModel &exported = *models.emplace_back(
        std::make_unique<ExportedModel>(program, std::move(*model)));
    if (failed(states.exportStates(exported.shared, exported.payloads)))
      return failure();
    ProgramToWrite &entry = archive.programs.emplace_back();
    entry.name = getModelName(program, isOnly);
    entry.program = &exported.model.getProgram();
    entry.unknownFields = exported.model.getUnknownFields();
    entry.weights = &exported.payloads.weights;
    entry.constants = &exported.payloads.constants;
    auto inputs = program->getAttrOfType<tp::BlobAttr>(
        TPDialect::getSampleInputsAttrName());
    if (!inputs)
      continue;
    FailureOr<archive::Content> content = states.exportBlob(program, inputs);
    if (failed(content))
      return failure();
    entry.sampleInputs = *content;
  }
  if (archive.programs.empty())
    return mlir::emitError(module.getLoc())
           << "expected a 'tp.program' to export";
  if (failed(states.exportFiles()))
    return failure();
  if (llvm::Error error = writePT2(archive, os))
    return mlir::emitError(module.getLoc())
           << "cannot write the archive: " << llvm::toString(std::move(error));
  return success();
}
