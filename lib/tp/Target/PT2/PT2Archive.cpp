//===- PT2Archive.cpp - The layout of a .pt2 archive ----------------------===//
//
// Tells a `.pt2` archive from the other zip files that torch writes, and sorts
// its entries.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/PT2/PT2Archive.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tp::pt2;
using llvm::Error;
using llvm::Expected;
using llvm::Twine;
using mlir::tp::archive::Archive;
using mlir::tp::archive::Entry;

/// The content of `archive_version` that torch 2.8 to 2.13 write and accept.
static constexpr llvm::StringLiteral knownVersion = "0";

/// Entries that are a word are not read beyond this size.
static constexpr uint64_t maxMarkerSize = 4096;

Expected<PT2Archive> PT2Archive::open(StringRef path, archive::Limits limits) {
  Expected<std::shared_ptr<Archive>> archive = Archive::open(path, limits);
  if (!archive)
    return archive.takeError();
  return create(std::move(*archive));
}

Expected<PT2Archive> PT2Archive::create(std::shared_ptr<Archive> archive) {
  PT2Archive result;
  result.archive = std::move(archive);
  if (Error error = result.checkKind())
    return error;
  if (Error error = result.readMarkers())
    return error;
  if (Error error = result.sortEntries())
    return error;
  return result;
}

std::string PT2Archive::where(const Entry &entry) const {
  return archive->path().str() + ": entry '" +
         archive::printable(entry.fullName) + "'";
}

//===----------------------------------------------------------------------===//
// What kind of file it is
//===----------------------------------------------------------------------===//

/// An error for a zip archive that is no `.pt2`, naming what it is instead.
Error PT2Archive::checkKind() const {
  // tensorplay uses torch's names, without a folder around them.
  if (archive->root().empty() && archive->find(layout::archiveFormat) &&
      llvm::any_of(archive->entries(), [](const Entry &entry) {
        return entry.fullName.starts_with(layout::models);
      }))
    return archive->fileError(
        "expected a .pt2 archive of torch 2.8 or later, but it is an archive "
        "of tensorplay.export: tp-opt and --import-tensorplay read it");
  if (archive->find(layout::archiveFormat))
    return Error::success();
  auto holds = [&](StringRef name) {
    return archive->find(name) ||
           llvm::any_of(archive->entries(), [&](const Entry &entry) {
             return entry.fullName == name;
           });
  };
  auto holdsFolder = [&](StringRef name) {
    return llvm::any_of(archive->entries(), [&](const Entry &entry) {
      return entry.name.starts_with(name);
    });
  };
  constexpr llvm::StringLiteral oldProgram = "serialized_exported_program.json";
  const char *expected = "expected a .pt2 archive of torch 2.8 or later, but ";
  if (archive->entries().empty())
    return archive->fileError(Twine(expected) + "the zip archive is empty");
  if (holds(oldProgram))
    return archive->fileError(
        Twine(expected) + "it is one of an earlier version (it holds '" +
        oldProgram +
        "'): load it with the torch that wrote it, then save it "
        "with torch 2.8 or later");
  if (holds("constants.pkl") || holdsFolder("code/"))
    return archive->fileError(
        Twine(expected) +
        "it is a TorchScript archive (it holds 'constants.pkl' or 'code/')");
  if (holds("data.pkl"))
    return archive->fileError(
        Twine(expected) +
        "it is a pickle of torch.save (it holds 'data.pkl'), which has weights "
        "but no program");
  if (llvm::all_of(archive->entries(), [](const Entry &entry) {
        return entry.fullName.ends_with(".npy");
      }))
    return archive->fileError(Twine(expected) + "it is an archive of NumPy");
  return archive->fileError(Twine(expected) +
                            "it is another zip archive (it holds no '" +
                            layout::archiveFormat + "')");
}

Expected<std::string> PT2Archive::smallText(const Entry &entry) const {
  if (entry.size > maxMarkerSize)
    return archive->entryError(entry, entry.headerOffset,
                               "expected a word, got " + Twine(entry.size) +
                                   " bytes");
  Expected<ArrayRef<char>> bytes = archive->checkedBytes(entry);
  if (!bytes)
    return bytes.takeError();
  return std::string(bytes->begin(), bytes->end());
}

Error PT2Archive::readMarkers() {
  const Entry *format = archive->find(layout::archiveFormat);
  Expected<std::string> formatText = smallText(*format);
  if (!formatText)
    return formatText.takeError();
  if (*formatText != "pt2")
    return archive->entryError(*format, format->headerOffset,
                               "expected 'pt2', got '" +
                                   archive::printable(*formatText) + "'");

  const Entry *version = archive->find(layout::archiveVersion);
  if (!version)
    return archive->fileError("expected the entry '" + layout::archiveVersion +
                              "'");
  Expected<std::string> versionText = smallText(*version);
  if (!versionText)
    return versionText.takeError();
  if (*versionText != knownVersion)
    return archive->entryError(
        *version, version->headerOffset,
        "archive version '" + archive::printable(*versionText) + "' is not '" +
            knownVersion + "', which this reader understands");
  archiveVersion = std::move(*versionText);

  // torch writes it; an archive without it is taken as little-endian.
  if (const Entry *entry = archive->find(layout::byteOrder)) {
    Expected<std::string> text = smallText(*entry);
    if (!text)
      return text.takeError();
    if (*text != "little")
      return archive->entryError(*entry, entry->headerOffset,
                                 "expected the byte order 'little', got '" +
                                     archive::printable(*text) + "'");
    order = std::move(*text);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

Error PT2Archive::sortEntries() {
  for (const Entry &entry : archive->entries()) {
    if (!entry.inRoot)
      return archive->entryError(entry, entry.headerOffset,
                                 "the entry is not in the folder '" +
                                     archive::printable(archive->root()) +
                                     "/', which holds the first one");
    if (entry.isFolder())
      continue;
    StringRef name = entry.name;
    if (name.starts_with(layout::models) && name.ends_with(".json")) {
      if (Error error = addProgram(entry))
        return error;
    } else if (name.starts_with(layout::extra)) {
      extras.push_back(&entry);
    } else if (name.consume_front(layout::aotInductor)) {
      StringRef model = name.split('/').first;
      auto found = llvm::find_if(compiled, [&](const CompiledEntries &other) {
        return other.name == model;
      });
      if (found == compiled.end())
        found = compiled.insert(found, {model, {}});
      found->entries.push_back(&entry);
    } else if (!name.starts_with(layout::weights) &&
               !name.starts_with(layout::constants) &&
               !name.starts_with(layout::sampleInputs) &&
               name != layout::archiveFormat &&
               name != layout::archiveVersion && name != layout::byteOrder) {
      others.push_back(&entry);
    }
  }
  if (programList.empty() && compiled.empty())
    return archive->fileError("expected at least one program, '" +
                              layout::models + "NAME.json'");
  return Error::success();
}

Error PT2Archive::addProgram(const Entry &entry) {
  ProgramEntries program;
  StringRef name = entry.name.drop_front(layout::models.size());
  name.consume_back(".json");
  if (name.empty())
    return archive->entryError(entry, entry.headerOffset,
                               "the program has no name");
  program.name = name.str();
  program.program = &entry;
  auto find = [&](StringRef folder, StringRef suffix) {
    return archive->find((folder + name + suffix).str());
  };
  // As torch does, the pickle counts where there are both.
  program.pickledWeights = find(layout::weights, ".pt");
  program.pickledConstants = find(layout::constants, ".pt");
  if (!program.pickledWeights)
    program.weightsConfig = find(layout::weights, layout::weightsConfigSuffix);
  if (!program.pickledConstants)
    program.constantsConfig =
        find(layout::constants, layout::constantsConfigSuffix);
  program.sampleInputs = find(layout::sampleInputs, ".pt");
  auto missing = [&](StringRef folder, StringRef suffix) {
    return archive->entryError(entry, entry.headerOffset,
                               "expected the entry '" + folder +
                                   archive::printable(name) + suffix +
                                   "' beside the program");
  };
  if (!program.weightsConfig && !program.pickledWeights)
    return missing(layout::weights, layout::weightsConfigSuffix);
  if (!program.constantsConfig && !program.pickledConstants)
    return missing(layout::constants, layout::constantsConfigSuffix);
  programList.push_back(std::move(program));
  return Error::success();
}

const ProgramEntries *PT2Archive::find(StringRef name) const {
  for (const ProgramEntries &program : programList)
    if (program.name == name)
      return &program;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

template <typename T>
Expected<Document<T>> PT2Archive::read(
    const Entry &entry,
    Expected<Document<T>> (*parse)(ArrayRef<char>, const ReadOptions &)) const {
  Expected<ArrayRef<char>> bytes = archive->checkedBytes(entry);
  if (!bytes)
    return bytes.takeError();
  ReadOptions options;
  options.where = where(entry);
  options.readablePadding = archive->readablePadding(*bytes);
  return parse(*bytes, options);
}

Expected<Document<ExportedProgram>>
PT2Archive::readProgram(const ProgramEntries &program) const {
  return read(*program.program, &readExportedProgram);
}

Expected<Document<PayloadConfig>>
PT2Archive::readPayloads(const ProgramEntries &program,
                         PayloadKind kind) const {
  const bool isWeights = kind == PayloadKind::Weights;
  const Entry *entry =
      isWeights ? program.weightsConfig : program.constantsConfig;
  if (entry)
    return read(*entry, &readPayloadConfig);
  const Entry *pickle =
      isWeights ? program.pickledWeights : program.pickledConstants;
  return archive->entryError(
      *pickle, pickle->headerOffset,
      "the tensors are pickled, and nothing is ever unpickled: load the "
      "archive with torch and save it with a version that does not");
}

Expected<const Entry *> PT2Archive::findPayload(const PayloadMeta &meta,
                                                PayloadKind kind) const {
  StringRef folder =
      kind == PayloadKind::Weights ? layout::weights : layout::constants;
  const std::string name = (folder + meta.pathName).str();
  if (const Entry *entry = archive->find(name))
    return entry;
  return archive->fileError("expected the entry '" + archive::printable(name) +
                            "'");
}

Expected<FileExtent> PT2Archive::locate(const Entry &entry) const {
  if (!entry.isStored())
    return archive->entryError(entry, entry.headerOffset,
                               "expected a stored entry, got a compressed one");
  Expected<uint64_t> offset = archive->dataOffset(entry);
  if (!offset)
    return offset.takeError();
  return FileExtent{*offset, entry.size};
}
