//===- Reader.h - Reading torch's export JSON -------------------*- C++ -*-===//
//
// Parses the JSON documents of a `.pt2` archive into the structs of Model.h.
// Every way in which a document can be wrong gives one error that names the
// place by its JSON path, such as
//
//   m.pt2: entry 'models/model.json': unknown argument kind 'as_foo' at
//   $.graph_module.graph.nodes[3].inputs[0].arg
//
//===----------------------------------------------------------------------===//

#ifndef TP_TARGET_PT2_READER_H
#define TP_TARGET_PT2_READER_H

#include "tp/Target/PT2/Model.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace mlir::tp::pt2 {

/// The schema versions that the reader understands: all minor versions of
/// these majors. Before 5, unions were written as two fields ("$type" and
/// "$value"). Majors 5 to 7 name a `dialect` in place of `verifiers`, write
/// `as_none` as an empty list, and have no `torch_version`.
constexpr int64_t minSchemaMajor = 5;
constexpr int64_t maxSchemaMajor = 8;

/// The memory that a document's structs point into.
class DocumentStorage;

/// A parsed document: the root struct, what the schema does not know, and the
/// memory of both. Cheap to move; the structs do not move with it.
template <typename T> class Document {
public:
  Document(std::shared_ptr<const DocumentStorage> storage, const T *root,
           ArrayRef<UnknownField> unknown)
      : storage(std::move(storage)), root(root), unknown(unknown) {}

  const T &operator*() const { return *root; }
  const T *operator->() const { return root; }
  /// In the order of the file. Those of one object stand together, unless its
  /// own known fields hold unknown ones.
  ArrayRef<UnknownField> unknownFields() const { return unknown; }
  /// Hold this to keep the structs alive without the document.
  std::shared_ptr<const DocumentStorage> getStorage() const { return storage; }

private:
  std::shared_ptr<const DocumentStorage> storage;
  const T *root;
  ArrayRef<UnknownField> unknown;
};

struct ReadOptions {
  /// What errors start with: "m.pt2: entry 'models/model.json'".
  std::string where;
  /// How deep graphs and dictionaries may be nested in arguments.
  unsigned maxDepth = 64;
  /// How many bytes after the end of the text may be read. With 64 and more the
  /// text is parsed where it stands; it must outlive the call only.
  size_t readablePadding = 0;
};

/// Reads a `models/*.json` entry.
llvm::Expected<Document<ExportedProgram>>
readExportedProgram(ArrayRef<char> json, const ReadOptions &options = {});

/// Reads a `*_weights_config.json` or `*_constants_config.json` entry.
llvm::Expected<Document<PayloadConfig>>
readPayloadConfig(ArrayRef<char> json, const ReadOptions &options = {});

} // namespace mlir::tp::pt2

#endif // TP_TARGET_PT2_READER_H
