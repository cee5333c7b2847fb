//===- Import.cpp - From tensorplay's archives to programs ----------------===//
//
// Finds the parts of an archive and imports each of its programs.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/TensorPlay/Import.h"
#include "../FileError.h"
#include "ImportProgram.h"
#include "tp/Target/ArchivePaths.h"
#include "tp/Target/ArchiveReference.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::tp;
using namespace mlir::tp::tensorplay;
using archive::Archive;
using archive::Entry;

//===----------------------------------------------------------------------===//
// Archives
//===----------------------------------------------------------------------===//

/// Whether the zip file holds a program without a folder around it.
static bool hasLayout(const Archive &archive) {
  return archive.root().empty() && archive.find(layout::format) &&
         llvm::any_of(archive.entries(), [](const Entry &entry) {
           return entry.fullName.starts_with(layout::models) &&
                  entry.fullName.ends_with(".json");
         });
}

bool mlir::tp::isTensorPlayArchive(StringRef path) {
  auto archive = Archive::open(path);
  if (!archive) {
    llvm::consumeError(archive.takeError());
    return false;
  }
  return hasLayout(**archive);
}

bool mlir::tp::isTensorPlayDocument(StringRef bytes) {
  return bytes.ltrim().consume_front("{") &&
         bytes.ltrim().drop_front().ltrim().starts_with("\"");
}

/// Checks an entry that is one word.
static LogicalResult checkWord(const Archive &archive, Location loc,
                               StringRef name, StringRef expected) {
  constexpr uint64_t maxSize = 4096;
  const Entry *entry = archive.find(name);
  if (!entry)
    return mlir::emitError(loc) << "expected the entry '" << name << "'";
  if (entry->size > maxSize)
    return mlir::emitError(loc)
           << "entry '" << name << "': expected a word, got " << entry->size
           << " bytes";
  auto bytes = archive.checkedBytes(*entry);
  if (!bytes)
    return emitFileError(loc, bytes.takeError());
  StringRef word(bytes->data(), bytes->size());
  if (word == expected)
    return success();
  return mlir::emitError(loc)
         << "entry '" << name << "': expected '" << expected
         << "', which this reader "
         << "understands, got '" << archive::printable(word) << "'";
}

/// The text of an entry that the layout demands.
static FailureOr<StringRef> readEntry(const Archive &archive, Location loc,
                                      StringRef name) {
  const Entry *entry = archive.find(name);
  if (!entry) {
    mlir::emitError(loc) << "expected the entry '" << archive::printable(name)
                         << "'";
    return failure();
  }
  auto bytes = archive.checkedBytes(*entry);
  if (!bytes)
    return FailureOr<StringRef>(emitFileError(loc, bytes.takeError()));
  return StringRef(bytes->data(), bytes->size());
}

static std::string entryWhere(StringRef name) {
  return "entry '" + archive::printable(name) + "'";
}

/// Imports the program `name` of an archive.
static LogicalResult importProgram(const Archive &archive, Location loc,
                                   StringRef name, FlatSymbolRefAttr symbol,
                                   OpBuilder &builder) {
  std::string model = (layout::models + name + ".json").str();
  std::string weights = (layout::weights + name + layout::weightsTable).str();
  std::string constants =
      (layout::constants + name + layout::constantsTable).str();
  std::string examples =
      (layout::sampleInputs + name + layout::sampleInputsSuffix).str();
  ProgramParts parts;
  FailureOr<StringRef> text = readEntry(archive, loc, model);
  if (failed(text))
    return failure();
  parts.document = JsonFile::parse(*text, loc, entryWhere(model));
  if (!parts.document)
    return failure();
  for (auto [path, table] : {std::pair(&weights, &parts.weights),
                             std::pair(&constants, &parts.constants)}) {
    text = readEntry(archive, loc, *path);
    if (failed(text))
      return failure();
    *table = JsonFile::parse(*text, loc, entryWhere(*path));
    if (!*table)
      return failure();
  }
  if (const Entry *entry = archive.find(examples)) {
    auto bytes = archive.checkedBytes(*entry);
    if (!bytes)
      return emitFileError(loc, bytes.takeError());
    auto decoded =
        pickle::Pickle::decode(StringRef(bytes->data(), bytes->size()));
    if (!decoded)
      return mlir::emitError(loc) << entryWhere(examples) << ": "
                                  << llvm::toString(decoded.takeError());
    parts.examples.emplace(std::move(*decoded));
  }
  parts.archive = symbol;
  parts.entrySize = [&](StringRef entryName) -> std::optional<uint64_t> {
    const Entry *entry = archive.find(entryName);
    return entry ? std::optional<uint64_t>(entry->size) : std::nullopt;
  };
  return importDocument(parts, loc, name, builder);
}

static LogicalResult importArchive(const Archive &archive, Location loc,
                                   StringRef path,
                                   const TensorPlayImportOptions &options,
                                   OpBuilder &builder) {
  if (!hasLayout(archive))
    return mlir::emitError(loc)
           << "expected an archive of tensorplay.export, but it holds no "
              "'archive_format' and 'models/NAME.json' outside of a folder";
  if (failed(checkWord(archive, loc, layout::format, layout::formatValue)) ||
      failed(checkWord(archive, loc, layout::version, layout::versionValue)))
    return failure();
  SmallVector<StringRef> names;
  for (const Entry &entry : archive.entries()) {
    StringRef name = entry.fullName;
    if (name.consume_front(layout::models) && name.consume_back(".json"))
      names.push_back(name);
  }
  std::string symbol = llvm::sys::path::stem(path).str();
  while (llvm::is_contained(names, symbol))
    symbol += "_archive";
  ArchiveOp::create(
      builder, loc, builder.getStringAttr(symbol),
      builder.getStringAttr(archive::getRelativePath(path, options.relativeTo)),
      builder.getStringAttr(archive::getFingerprint(archive)));
  auto ref = FlatSymbolRefAttr::get(builder.getContext(), symbol);
  for (StringRef name : names)
    if (failed(importProgram(archive, loc, name, ref, builder)))
      return failure();
  return success();
}

/// Imports a bare document.
static LogicalResult importBare(Location loc, StringRef path,
                                OpBuilder &builder) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (std::error_code code = buffer.getError())
    return mlir::emitError(loc) << "cannot read the file: " << code.message();
  ProgramParts parts;
  parts.document = JsonFile::parse((*buffer)->getBuffer(), loc, "");
  if (!parts.document)
    return failure();
  return importDocument(parts, loc, llvm::sys::path::stem(path), builder);
}

OwningOpRef<ModuleOp>
mlir::tp::importTensorPlay(StringRef path, MLIRContext *context,
                           const TensorPlayImportOptions &options) {
  context->loadDialect<TPDialect>();
  Location loc = FileLineColLoc::get(context, path, 0, 0);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  char head = 0;
  if (auto start = llvm::MemoryBuffer::getFileSlice(path, 1, 0))
    head = (*start)->getBuffer().empty() ? 0 : (*start)->getBuffer()[0];
  if (head == '{' || llvm::isSpace(head)) {
    if (failed(importBare(loc, path, builder)))
      return {};
    return module;
  }
  auto archive = Archive::open(path);
  if (!archive) {
    (void)emitFileError(loc, archive.takeError());
    return {};
  }
  context->getLoadedDialect<TPDialect>()->getPathPolicy().allow(path);
  if (failed(importArchive(**archive, loc, path, options, builder)))
    return {};
  return module;
}
