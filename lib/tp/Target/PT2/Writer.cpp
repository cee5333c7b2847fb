//===- Writer.cpp - Writing .pt2 archives ---------------------------------===//
//
// Implements the public interface of the writer: documents, and the entries of
// an archive in the order of torch's.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/PT2/Writer.h"
#include "SchemaWriter.h"
#include "tp/Support/OutputFile.h"
#include "tp/Target/PT2/PT2Archive.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace mlir::tp;
using namespace mlir::tp::pt2;
using archive::ArchiveWriter;
using archive::Content;
using llvm::Error;
using llvm::StringRef;
using llvm::Twine;

SchemaVersion pt2::writtenSchemaVersion(SchemaVersion version) {
  SchemaVersion result;
  result.major = 8;
  result.minor = 20;
  if (version.major == result.major)
    result.minor = std::max(result.minor, version.minor);
  return result;
}

void pt2::writeExportedProgram(const ExportedProgram &program,
                               llvm::raw_ostream &os,
                               ArrayRef<UnknownField> unknownFields) {
  SchemaWriter(os, unknownFields).program(program);
}

void pt2::writePayloadConfig(const PayloadConfig &config, llvm::raw_ostream &os,
                             ArrayRef<UnknownField> unknownFields) {
  SchemaWriter(os, unknownFields).payloadConfig(config);
}

std::string pt2::rootForPath(StringRef path) {
  // As torch's writer: the file's name up to its last point.
  StringRef stem = llvm::sys::path::filename(path);
  stem = stem.take_front(stem.rfind('.'));
  if (stem.empty() || stem == "." || stem == "..")
    return "archive";
  return stem.str();
}

//===----------------------------------------------------------------------===//
// Archives
//===----------------------------------------------------------------------===//

namespace {
class PT2Writer {
public:
  PT2Writer(const ArchiveToWrite &archive, llvm::raw_ostream &os)
      : archive(archive), zip(os, archive.root) {}

  Error write();

private:
  Error checkPayloads(const ProgramToWrite &program);
  Error checkPayloads(const ProgramToWrite &program,
                      const PayloadConfig *config,
                      const llvm::StringSet<> &entries, StringRef folder);
  Error addConfig(const Twine &name, const PayloadConfig *config,
                  ArrayRef<UnknownField> unknownFields);
  Error addProgram(const ProgramToWrite &program);
  Error addAll(ArrayRef<EntryToWrite> entries, StringRef folder);

  const ArchiveToWrite &archive;
  ArchiveWriter zip;
  llvm::StringSet<> weights;
  llvm::StringSet<> constants;
};
} // namespace

/// Entries that the writer makes.
static bool isOwnEntry(StringRef name) {
  return name == layout::archiveFormat || name == layout::archiveVersion ||
         name == layout::byteOrder || name == ".data/version" ||
         name == ".data/serialization_id";
}

Error PT2Writer::checkPayloads(const ProgramToWrite &program,
                               const PayloadConfig *config,
                               const llvm::StringSet<> &entries,
                               StringRef folder) {
  if (!config)
    return Error::success();
  for (const KeyValue<PayloadMeta> &payload : config->config)
    if (!entries.contains(payload.value.pathName))
      return llvm::createStringError(
          "program '" + archive::printable(program.name) +
          "': expected an entry '" + folder +
          archive::printable(payload.value.pathName) + "' for '" +
          archive::printable(payload.key) + "', got none");
  return Error::success();
}

Error PT2Writer::checkPayloads(const ProgramToWrite &program) {
  if (Error error =
          checkPayloads(program, program.weights, weights, layout::weights))
    return error;
  return checkPayloads(program, program.constants, constants,
                       layout::constants);
}

Error PT2Writer::addConfig(const Twine &name, const PayloadConfig *config,
                           ArrayRef<UnknownField> unknownFields) {
  const PayloadConfig empty;
  return zip.addStream(name.str(), [&](llvm::raw_ostream &os) {
    writePayloadConfig(config ? *config : empty, os, unknownFields);
    return Error::success();
  });
}

Error PT2Writer::addProgram(const ProgramToWrite &program) {
  if (Error error = addConfig(layout::weights + program.name +
                                  layout::weightsConfigSuffix,
                              program.weights, program.unknownWeightsFields))
    return error;
  if (Error error = addConfig(
          layout::constants + program.name + layout::constantsConfigSuffix,
          program.constants, program.unknownConstantsFields))
    return error;
  if (Error error = zip.addStream(
          (layout::models + program.name + ".json").str(),
          [&](llvm::raw_ostream &os) {
            writeExportedProgram(*program.program, os, program.unknownFields);
            return Error::success();
          }))
    return error;
  return zip.add((layout::sampleInputs + program.name + ".pt").str(),
                 program.sampleInputs.value_or(Content()));
}

Error PT2Writer::addAll(ArrayRef<EntryToWrite> entries, StringRef folder) {
  for (const EntryToWrite &entry : entries) {
    if (folder.empty() && isOwnEntry(entry.name))
      continue;
    if (Error error =
            zip.add((folder + Twine(entry.name)).str(), entry.content))
      return error;
  }
  return Error::success();
}

Error PT2Writer::write() {
  // All that can be known to be wrong shows before the first byte.
  for (const EntryToWrite &entry : archive.weights)
    weights.insert(entry.name);
  for (const EntryToWrite &entry : archive.constants)
    constants.insert(entry.name);
  for (const ProgramToWrite &program : archive.programs)
    if (Error error = checkPayloads(program))
      return error;

  if (Error error = addAll(archive.weights, layout::weights))
    return error;
  if (Error error = addAll(archive.constants, layout::constants))
    return error;
  for (const ProgramToWrite &program : archive.programs)
    if (Error error = addProgram(program))
      return error;
  if (Error error = addAll(archive.others, ""))
    return error;
  if (Error error = zip.add(layout::archiveFormat, Content::text("pt2")))
    return error;
  if (Error error = zip.add(layout::archiveVersion, Content::text("0")))
    return error;
  return zip.finish();
}

Error pt2::writePT2(const ArchiveToWrite &archive, llvm::raw_ostream &os) {
  return PT2Writer(archive, os).write();
}

Error pt2::writePT2File(const ArchiveToWrite &archive, StringRef path) {
  llvm::Expected<std::unique_ptr<OutputFile>> file = OutputFile::open(path);
  if (!file)
    return file.takeError();
  if (Error error = writePT2(archive, (*file)->os()))
    return error;
  return (*file)->commit();
}
