//===- Reader.cpp - Reading the documents of a .pt2 archive ---------------===//
//
// Starts simdjson on a text, checks the schema's version, and makes sure that
// nothing follows the document.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/PT2/Reader.h"
#include "SchemaReader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace mlir::tp::pt2;
using llvm::Expected;
using llvm::Twine;

static llvm::Error makeError(const ReadOptions &options, const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 options.where.empty()
                                     ? message.str()
                                     : options.where + ": " + message.str());
}

/// Says where a text stops being UTF-8.
static std::string describeUtf8Error(ArrayRef<char> json) {
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(json.data());
  const llvm::UTF8 *at = begin;
  llvm::isLegalUTF8String(&at, begin + json.size());
  return ("malformed JSON: the text is not UTF-8 at byte " + Twine(at - begin))
      .str();
}

/// Starts to iterate over a text that is one object. Returns an error text.
static std::string startObject(ondemand::parser &parser, ArrayRef<char> json,
                               ondemand::document &document,
                               ondemand::object &object) {
  auto code =
      parser.iterate(json.data(), json.size(), json.size() + jsonPadding)
          .get(document);
  if (code == simdjson::UTF8_ERROR)
    return describeUtf8Error(json);
  if (!code)
    code = document.get_object().get(object);
  if (code == simdjson::INCORRECT_TYPE)
    return "malformed JSON: expected an object";
  if (code)
    return std::string("malformed JSON: ") + simdjson::error_message(code);
  return "";
}

/// An error text if a version of the schema is one that is not understood.
static std::string describeVersion(const SchemaVersion &version) {
  const std::string text =
      llvm::itostr(version.major) + "." + llvm::itostr(version.minor);
  if (version.major > maxSchemaMajor)
    return "schema version " + text + " is newer than " +
           llvm::itostr(maxSchemaMajor) +
           ".x, which this reader understands, at $.schema_version";
  if (version.major < minSchemaMajor)
    return "schema version " + text + " is older than " +
           llvm::itostr(minSchemaMajor) +
           ".0, the first that this reader understands, at $.schema_version";
  return "";
}

/// The schema version of a program that could not be read: another version
/// explains whatever else is wrong. The version stands behind the graph.
static std::string describeFailedVersion(ArrayRef<char> json) {
  DocumentStorage storage;
  SchemaReader reader(storage, /*maxDepth=*/1);
  ondemand::document document;
  ondemand::object object;
  if (!startObject(storage.parser, json, document, object).empty())
    return "";
  ondemand::value value;
  SchemaVersion version;
  if (object.find_field_unordered("schema_version").get(value) ||
      !reader.schemaVersion(value, version))
    return "";
  return describeVersion(version);
}

/// Reads one root object. `parse(reader, object, root)` fills it.
template <typename T, typename Parse, typename Explain>
static Expected<Document<T>> readDocument(ArrayRef<char> json,
                                          const ReadOptions &options,
                                          Parse parse, Explain explain) {
  auto storage = std::make_shared<DocumentStorage>();
  std::unique_ptr<char[]> padded;
  if (options.readablePadding < jsonPadding) {
    padded.reset(new char[json.size() + jsonPadding]());
    llvm::copy(json, padded.get());
    json = ArrayRef<char>(padded.get(), json.size());
  }
  ondemand::document document;
  ondemand::object object;
  std::string message = startObject(storage->parser, json, document, object);
  if (!message.empty())
    return makeError(options, message);

  SchemaReader reader(*storage, options.maxDepth);
  T root;
  const bool ok = parse(reader, object, root);
  if (std::string other = explain(ok, json, root); !other.empty())
    return makeError(options, other);
  if (!ok)
    return makeError(options, reader.error());
  // After the last token there is no location.
  if (document.current_location().error() != simdjson::OUT_OF_BOUNDS)
    return makeError(options, "malformed JSON: something follows the object");
  return Document<T>(storage, reader.make(root), storage->unknown);
}

Expected<Document<ExportedProgram>>
mlir::tp::pt2::readExportedProgram(ArrayRef<char> json,
                                   const ReadOptions &options) {
  return readDocument<ExportedProgram>(
      json, options,
      [](SchemaReader &reader, ondemand::object &object,
         ExportedProgram &program) { return reader.program(object, program); },
      [](bool ok, ArrayRef<char> text, const ExportedProgram &program) {
        return ok ? describeVersion(program.schemaVersion)
                  : describeFailedVersion(text);
      });
}

Expected<Document<PayloadConfig>>
mlir::tp::pt2::readPayloadConfig(ArrayRef<char> json,
                                 const ReadOptions &options) {
  return readDocument<PayloadConfig>(
      json, options,
      [](SchemaReader &reader, ondemand::object &object,
         PayloadConfig &config) {
        return reader.payloadConfig(object, config);
      },
      [](bool, ArrayRef<char>, const PayloadConfig &) {
        return std::string();
      });
}
