//===- tp-copy-pt2.cpp - Copies .pt2 archives through the model -----------===//
//
//   tp-copy-pt2 IN.pt2 OUT.pt2 [IN.pt2 OUT.pt2]...
//
// Reads each archive into the structs of Model.h and writes it from them: what
// reader and writer do to an archive when nothing stands between them. The
// entries come in the order of torch's writer, so that a copy of an archive
// with a single program differs in the identity only.
//
//===----------------------------------------------------------------------===//

#include "tp/Target/PT2/PT2Archive.h"
#include "tp/Target/PT2/Writer.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <list>

using namespace mlir::tp;
using namespace mlir::tp::pt2;
using archive::Content;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {
/// The documents of one program.
struct Documents {
  std::optional<Document<ExportedProgram>> program;
  std::optional<Document<PayloadConfig>> weights;
  std::optional<Document<PayloadConfig>> constants;
};
} // namespace

template <typename T>
static Error assign(std::optional<T> &into, Expected<T> value) {
  if (!value)
    return value.takeError();
  into.emplace(std::move(*value));
  return Error::success();
}

static Error readDocuments(const PT2Archive &source,
                           const ProgramEntries &program, Documents &out) {
  if (Error error = assign(out.program, source.readProgram(program)))
    return error;
  if (program.weightsConfig)
    if (Error error = assign(
            out.weights, source.readPayloads(program, PayloadKind::Weights)))
      return error;
  if (program.constantsConfig)
    if (Error error =
            assign(out.constants,
                   source.readPayloads(program, PayloadKind::Constants)))
      return error;
  return Error::success();
}

static Error copy(StringRef from, StringRef to) {
  Expected<PT2Archive> source = PT2Archive::open(from);
  if (!source)
    return source.takeError();
  ArchiveToWrite target;
  target.root = source->zip()->root().str();
  std::list<Documents> documents;
  for (const ProgramEntries &entries : source->programs()) {
    Documents &read = documents.emplace_back();
    if (Error error = readDocuments(*source, entries, read))
      return error;
    ProgramToWrite program;
    program.name = entries.name;
    program.program = &**read.program;
    program.unknownFields = read.program->unknownFields();
    if (read.weights) {
      program.weights = &**read.weights;
      program.unknownWeightsFields = read.weights->unknownFields();
    }
    if (read.constants) {
      program.constants = &**read.constants;
      program.unknownConstantsFields = read.constants->unknownFields();
    }
    if (entries.sampleInputs)
      program.sampleInputs =
          Content::entry(source->zip(), *entries.sampleInputs);
    target.programs.push_back(program);
  }

  auto isWritten = [&](StringRef name) {
    return llvm::any_of(source->programs(), [&](const ProgramEntries &program) {
      for (const archive::Entry *entry :
           {program.program, program.weightsConfig, program.constantsConfig,
            program.sampleInputs})
        if (entry && entry->name == name)
          return true;
      return false;
    });
  };
  for (const archive::Entry &entry : source->zip()->entries()) {
    if (!entry.inRoot || entry.isFolder() || isWritten(entry.name))
      continue;
    StringRef name = entry.name;
    std::vector<EntryToWrite> *list = &target.others;
    if (name.consume_front(layout::weights))
      list = &target.weights;
    else if (name.consume_front(layout::constants))
      list = &target.constants;
    list->push_back({name.str(), Content::entry(source->zip(), entry)});
  }
  return writePT2File(target, to);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (argc < 3 || argc % 2 == 0) {
    llvm::errs() << "usage: tp-copy-pt2 IN.pt2 OUT.pt2 [IN.pt2 OUT.pt2]...\n";
    return 2;
  }
  int result = 0;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (Error error = copy(argv[i], argv[i + 1])) {
      llvm::errs() << "error: " << llvm::toString(std::move(error)) << "\n";
      result = 1;
    }
  }
  return result;
}
