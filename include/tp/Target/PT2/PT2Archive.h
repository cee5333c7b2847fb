//===- PT2Archive.h - The layout of a .pt2 archive --------------*- C++ -*-===//
//
// Which entries of a `.pt2` archive are what: its programs with their weights
// and constants, and everything that is not ours to read but to keep. Opening
// one reads the zip directory and three tiny entries; programs are parsed when
// they are asked for.
//
// The layout is that of torch 2.8 and later (torch/export/pt2_archive):
//
//   archive_format                               "pt2"
//   archive_version                              "0"
//   byteorder                                    "little"
//   models/NAME.json                             one exported program
//   data/weights/NAME_weights_config.json        where its weights are
//   data/weights/weight_N                        the bytes of a storage
//   data/constants/NAME_constants_config.json    where its constants are
//   data/constants/{tensor,custom_obj,opaque_obj}_N
//   data/sample_inputs/NAME.pt                   a pickle, never read here
//   data/aotinductor/NAME/...                    compiled models
//   extra/...                                    the user's files
//
// The first versions of the layout pickle all weights of a program into one
// entry, `data/weights/NAME.pt` and `data/constants/NAME.pt`; such a program
// has no payload config.
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_PT2_PT2ARCHIVE_H
#define TP_TARGET_PT2_PT2ARCHIVE_H

#include "tp/Target/Archive.h"
#include "tp/Target/PT2/Reader.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::tp::pt2 {

/// Folders and names of the layout.
namespace layout {
constexpr llvm::StringLiteral archiveFormat = "archive_format";
constexpr llvm::StringLiteral archiveVersion = "archive_version";
constexpr llvm::StringLiteral byteOrder = "byteorder";
constexpr llvm::StringLiteral models = "models/";
constexpr llvm::StringLiteral weights = "data/weights/";
constexpr llvm::StringLiteral constants = "data/constants/";
constexpr llvm::StringLiteral sampleInputs = "data/sample_inputs/";
constexpr llvm::StringLiteral aotInductor = "data/aotinductor/";
constexpr llvm::StringLiteral extra = "extra/";
/// Behind the program's name, in `weights` and in `constants`.
constexpr llvm::StringLiteral weightsConfigSuffix = "_weights_config.json";
constexpr llvm::StringLiteral constantsConfigSuffix = "_constants_config.json";
/// Prefixes of names in `constants`, which say what an entry is.
constexpr llvm::StringLiteral tensorPrefix = "tensor_";
constexpr llvm::StringLiteral customObjPrefix = "custom_obj_";
constexpr llvm::StringLiteral opaqueObjPrefix = "opaque_obj_";
} // namespace layout

/// The entries of one program. Pointers are into the archive.
struct ProgramEntries {
  std::string name; ///< "model" for `models/model.json`.
  const archive::Entry *program = nullptr;
  /// Null only where the pickled entry is there instead.
  const archive::Entry *weightsConfig = nullptr;
  const archive::Entry *constantsConfig = nullptr;
  /// The single pickles of the first versions of the layout.
  const archive::Entry *pickledWeights = nullptr;
  const archive::Entry *pickledConstants = nullptr;
  const archive::Entry *sampleInputs = nullptr; ///< May be null.
};

/// A model that AOTInductor compiled, kept as it is.
struct CompiledEntries {
  llvm::StringRef name;
  std::vector<const archive::Entry *> entries;
};

/// Which of a program's two tables an entry belongs to.
enum class PayloadKind { Weights, Constants };

/// Bytes in the file.
struct FileExtent {
  uint64_t offset = 0;
  uint64_t size = 0;
};

class PT2Archive {
public:
  /// Opens `path`. A file of another kind gives an error that says what it is.
  static llvm::Expected<PT2Archive> open(llvm::StringRef path,
                                         archive::Limits limits = {});
  /// The same for an archive that is open already.
  static llvm::Expected<PT2Archive>
  create(std::shared_ptr<archive::Archive> archive);

  /// The zip archive; hold it to keep views of weights alive.
  const std::shared_ptr<archive::Archive> &zip() const { return archive; }

  /// In the order of the file; never empty unless there are compiled models.
  llvm::ArrayRef<ProgramEntries> programs() const { return programList; }
  const ProgramEntries *find(llvm::StringRef name) const;
  llvm::ArrayRef<CompiledEntries> compiledModels() const { return compiled; }
  /// The user's files, by their names below `extra/`.
  llvm::ArrayRef<const archive::Entry *> extraFiles() const { return extras; }
  /// All that is none of the above nor a weight or a constant: torch's own
  /// `.data/version` and what other writers add.
  llvm::ArrayRef<const archive::Entry *> otherEntries() const { return others; }
  /// The content of `archive_version`, and of `byteorder` if it is there.
  llvm::StringRef version() const { return archiveVersion; }
  std::optional<llvm::StringRef> byteOrder() const { return order; }

  llvm::Expected<Document<ExportedProgram>>
  readProgram(const ProgramEntries &program) const;
  /// An error if the program's weights are pickled.
  llvm::Expected<Document<PayloadConfig>>
  readPayloads(const ProgramEntries &program, PayloadKind kind) const;

  /// The entry that a payload names; an error if there is none.
  llvm::Expected<const archive::Entry *> findPayload(const PayloadMeta &meta,
                                                     PayloadKind kind) const;
  /// Where a payload's bytes stand in the file, for a stored entry; the extent
  /// is that of its whole storage, which several tensors may share. An error
  /// for a deflated one: ask the archive for its bytes.
  llvm::Expected<FileExtent> locate(const archive::Entry &entry) const;

  /// "FILE: entry 'NAME'", for errors about an entry's content.
  std::string where(const archive::Entry &entry) const;

private:
  PT2Archive() = default;

  llvm::Error checkKind() const;
  llvm::Error readMarkers();
  llvm::Expected<std::string> smallText(const archive::Entry &entry) const;
  llvm::Error sortEntries();
  llvm::Error addProgram(const archive::Entry &entry);
  template <typename T>
  llvm::Expected<Document<T>>
  read(const archive::Entry &entry,
       llvm::Expected<Document<T>> (*parse)(ArrayRef<char>,
                                            const ReadOptions &)) const;

  std::shared_ptr<archive::Archive> archive;
  std::string archiveVersion;
  std::optional<std::string> order;
  std::vector<ProgramEntries> programList;
  std::vector<CompiledEntries> compiled;
  std::vector<const archive::Entry *> extras;
  std::vector<const archive::Entry *> others;
};

} // namespace mlir::tp::pt2

#endif // TP_TARGET_PT2_PT2ARCHIVE_H
