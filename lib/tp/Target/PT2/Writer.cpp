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
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace mlir::tp;
using namespace mlir::tp::pt2;
using archive::ArchiveWriter;
using archive::Content;
using llvm::Error;
using llvm::StringRef;

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
  if (stem.empty() || stem == "." || stem == ".." || path == "-")
    return "archive";
  return stem.str();
}

//===----------------------------------------------------------------------===//
// Archives
//===----------------------------------------------------------------------===//

namespace {
/// The storages of one folder.
struct Storages {
  StringRef folder;
  ArrayRef<EntryToWrite> entries;
  /// Where an entry stands in the list.
  llvm::StringMap<size_t> byName;

  Storages(StringRef folder, ArrayRef<EntryToWrite> entries)
      : folder(folder), entries(entries) {
    // Of two with one name the first; the second gets its error when it is
    // added.
    for (const auto &[i, entry] : llvm::enumerate(entries))
      byName.try_emplace(entry.name, i);
  }
};

class PT2Writer {
public:
  PT2Writer(const ArchiveToWrite &archive, llvm::raw_ostream &os)
      : archive(archive), zip(os, archive.root),
        weights(layout::weights, archive.weights),
        constants(layout::constants, archive.constants) {}

  Error write();

private:
  Error checkPayloads(const ProgramToWrite &program,
                      const PayloadConfig *config, const Storages &storages);
  Error addPayloads(const ProgramToWrite &program, StringRef configSuffix,
                    const PayloadConfig *config,
                    ArrayRef<UnknownField> unknownFields,
                    const Storages &storages);
  Error addProgram(const ProgramToWrite &program);
  /// Adds what no program names.
  Error addRest(const Storages &storages);
  Error addOthers();

  const ArchiveToWrite &archive;
  ArchiveWriter zip;
  Storages weights;
  Storages constants;
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
                               const Storages &storages) {
  if (!config)
    return Error::success();
  for (const KeyValue<PayloadMeta> &payload : config->config)
    if (!storages.byName.contains(payload.value.pathName))
      return llvm::createStringError(
          "program '" + archive::printable(program.name) +
          "': expected an entry '" + storages.folder +
          archive::printable(payload.value.pathName) + "' for '" +
          archive::printable(payload.key) + "', got none");
  return Error::success();
}

/// Adds the storages that a program names and no other did before, and the
/// table that names them.
Error PT2Writer::addPayloads(const ProgramToWrite &program,
                             StringRef configSuffix,
                             const PayloadConfig *config,
                             ArrayRef<UnknownField> unknownFields,
                             const Storages &storages) {
  const PayloadConfig empty;
  if (!config)
    config = &empty;
  for (const KeyValue<PayloadMeta> &payload : config->config) {
    const EntryToWrite &entry =
        storages.entries[storages.byName.lookup(payload.value.pathName)];
    std::string name = (storages.folder + entry.name).str();
    if (zip.contains(name))
      continue;
    if (Error error = zip.add(name, entry.content))
      return error;
  }
  return zip.addStream((storages.folder + program.name + configSuffix).str(),
                       [&](llvm::raw_ostream &os) {
                         writePayloadConfig(*config, os, unknownFields);
                         return Error::success();
                       });
}

Error PT2Writer::addProgram(const ProgramToWrite &program) {
  if (Error error =
          addPayloads(program, layout::weightsConfigSuffix, program.weights,
                      program.unknownWeightsFields, weights))
    return error;
  if (Error error =
          addPayloads(program, layout::constantsConfigSuffix, program.constants,
                      program.unknownConstantsFields, constants))
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

Error PT2Writer::addRest(const Storages &storages) {
  for (const auto &[i, entry] : llvm::enumerate(storages.entries)) {
    std::string name = (storages.folder + entry.name).str();
    if (storages.byName.lookup(entry.name) == i && zip.contains(name))
      continue;
    if (Error error = zip.add(name, entry.content))
      return error;
  }
  return Error::success();
}

Error PT2Writer::addOthers() {
  for (const EntryToWrite &entry : archive.others) {
    if (isOwnEntry(entry.name))
      continue;
    if (Error error = zip.add(entry.name, entry.content))
      return error;
  }
  return Error::success();
}

Error PT2Writer::write() {
  // All that can be known to be wrong shows before the first byte.
  for (const ProgramToWrite &program : archive.programs) {
    if (Error error = checkPayloads(program, program.weights, weights))
      return error;
    if (Error error = checkPayloads(program, program.constants, constants))
      return error;
  }

  // The order of torch's writer.
  for (const ProgramToWrite &program : archive.programs)
    if (Error error = addProgram(program))
      return error;
  if (Error error = addRest(weights))
    return error;
  if (Error error = addRest(constants))
    return error;
  if (Error error = addOthers())
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
