//===- Writer.h - Writing .pt2 archives -------------------------*- C++ -*-===//
//
// The inverse of Reader.h and PT2Archive.h: writes the structs of Model.h as
// the JSON documents of torch 2.13, and documents, weights and everything else
// as a `.pt2` archive that `torch.export.load` reads.
//
// Nothing is checked that the schema leaves open: a program that means nothing
// is written as it stands. Strings may be any bytes; those that are no UTF-8
// are written with U+FFFD in their place, as JSON has no other way.
//
// Example: a copy of a program under another name, with its weights.
//
//   pt2::ArchiveToWrite archive;
//   archive.root = "copy";
//   pt2::ProgramToWrite program;
//   program.name = "model";
//   program.program = &*document;
//   program.unknownFields = document.unknownFields();
//   program.weights = &*weights;
//   program.constants = &*constants;
//   archive.programs.push_back(program);
//   archive.weights.push_back(
//       {"weight_0", archive::Content::entry(source.zip(), *entry)});
//   if (llvm::Error error = pt2::writePT2File(archive, "copy.pt2"))
//     ...
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_PT2_WRITER_H
#define TP_TARGET_PT2_WRITER_H

#include "tp/Target/ArchiveWriter.h"
#include "tp/Target/PT2/Model.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::tp::pt2 {

/// The schema version that the writer writes: that of torch 2.13, or the newer
/// minor version that the program came with, whose fields are unknown ones.
SchemaVersion writtenSchemaVersion(SchemaVersion version = {});

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

/// Writes a `models/*.json` document: the text that torch's json.dumps makes
/// of the same program. Unknown fields are written at the end of the object
/// that they stood in, in their order; those whose object is not in the program
/// any more are left out.
///
/// All versions of the schema that the reader understands become the version
/// above. A program without verifiers has its dialect as the only one; absent
/// names of nodes and kinds of arguments are written as torch's deserializer
/// takes them: nameless, and by position.
void writeExportedProgram(const ExportedProgram &program, llvm::raw_ostream &os,
                          ArrayRef<UnknownField> unknownFields = {});

/// Writes a `*_weights_config.json` or `*_constants_config.json` document.
void writePayloadConfig(const PayloadConfig &config, llvm::raw_ostream &os,
                        ArrayRef<UnknownField> unknownFields = {});

//===----------------------------------------------------------------------===//
// Archives
//===----------------------------------------------------------------------===//

/// One program of an archive. Everything is borrowed until the archive is
/// written.
struct ProgramToWrite {
  std::string name; ///< "model" for `models/model.json`.
  const ExportedProgram *program = nullptr;
  ArrayRef<UnknownField> unknownFields; ///< Of the program's document.
  /// Where its weights and constants are: names of `ArchiveToWrite::weights`
  /// and `constants`. Null is written as an empty table.
  const PayloadConfig *weights = nullptr;
  ArrayRef<UnknownField> unknownWeightsFields;
  const PayloadConfig *constants = nullptr;
  ArrayRef<UnknownField> unknownConstantsFields;
  /// `data/sample_inputs/NAME.pt`, a pickle. Without one an empty entry is
  /// written, as torch does for a program without example inputs: its reader
  /// wants the entry to be there.
  std::optional<archive::Content> sampleInputs;
};

/// An entry with its bytes.
struct EntryToWrite {
  std::string name;
  archive::Content content;
};

/// What a `.pt2` archive holds.
struct ArchiveToWrite {
  /// The folder that all entries lie in. See `rootForPath`.
  std::string root = "archive";
  std::vector<ProgramToWrite> programs;
  /// Storages below `data/weights/`, each once however many tensors of however
  /// many programs name it: "weight_0".
  std::vector<EntryToWrite> weights;
  /// Storages and pickled objects below `data/constants/`: "tensor_0",
  /// "custom_obj_0".
  std::vector<EntryToWrite> constants;
  /// Everything else, by names below the root: "extra/notes.txt",
  /// "data/aotinductor/model/model.so". Entries that the writer makes itself
  /// (`archive_format`, `archive_version`, `byteorder`, `.data/version`,
  /// `.data/serialization_id`) may stand here and are left out, so that all of
  /// PT2Archive::otherEntries can be passed on.
  std::vector<EntryToWrite> others;
};

/// The root folder that torch gives a file of this name: "m" for "out/m.pt2",
/// "archive" for a stream.
std::string rootForPath(StringRef path);

/// Writes the archive to a stream. `os` may be a file, of which the archive
/// becomes the rest, or a pipe; what was written before an error stays, so
/// files are better written by `writePT2File`, or into a temporary.
///
/// Errors: a payload names an entry that is in neither list, two entries have
/// one name, a name is not one (see ArchiveWriter::add), content cannot be
/// read, the stream cannot be written to.
llvm::Error writePT2(const ArchiveToWrite &archive, llvm::raw_ostream &os);

/// Writes the file `path`: to a temporary file beside it, which then takes its
/// place. After an error there is no new file, and an old one is as it was. The
/// file may be one that the content comes from.
llvm::Error writePT2File(const ArchiveToWrite &archive, StringRef path);

} // namespace mlir::tp::pt2

#endif // TP_TARGET_PT2_WRITER_H
