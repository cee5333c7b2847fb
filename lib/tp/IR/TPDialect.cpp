//===- TPDialect.cpp - The tp dialect -------------------------------------===//
//
// Registers what the dialect holds.
//
//===----------------------------------------------------------------------===//

#include "tp/IR/TPDialect.h"
#include "TPDialectInterfaces.h"
#include "mlir/IR/BuiltinOps.h"
#include "tp/IR/TPOps.h"
#include "tp/Schema/Registry.h"
#include "tp/Target/ArchivePaths.h"
#include "llvm/ADT/StringMap.h"

#include <mutex>

using namespace mlir;
using namespace mlir::tp;

struct mlir::tp::DeclaredSchemas {
  std::mutex mutex;
  llvm::StringMap<std::unique_ptr<schema::OperatorSchema>> byText;
};

#include "tp/IR/TPDialect.cpp.inc"

TPDialect::~TPDialect() = default;

void TPDialect::initialize() {
  schemas = std::make_unique<schema::SchemaRegistry>();
  declared = std::make_unique<DeclaredSchemas>();
  pathPolicy = std::make_unique<archive::PathPolicy>();
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "tp/IR/TPOps.cpp.inc"
      >();
  addAsmInterface(*this);
  addBytecodeInterface(*this);
}

const schema::OperatorSchema *TPDialect::parseSchema(StringRef text) {
  std::lock_guard<std::mutex> lock(declared->mutex);
  auto [entry, isNew] = declared->byText.try_emplace(text);
  if (isNew) {
    auto parsed = schema::OperatorSchema::parse(text);
    if (parsed)
      entry->second = std::move(*parsed);
    else
      llvm::consumeError(parsed.takeError()); // the verifier reports it
  }
  return entry->second.get();
}

const schema::OperatorSchema *TPDialect::lookupSchema(Operation *from,
                                                      StringRef target) {
  if (const schema::OperatorSchema *known = schemas->lookup(target))
    return known;
  auto module = from->getParentOfType<ModuleOp>();
  if (!module)
    return nullptr;
  for (auto op : module.getBody()->getOps<SchemaOp>()) {
    const schema::OperatorSchema *schema = parseSchema(op.getSchema());
    if (schema && schema->getTarget() == target)
      return schema;
  }
  return nullptr;
}

/// Says what is wrong with the attribute of the dialect on an operation.
LogicalResult TPDialect::verifyOperationAttribute(Operation *op,
                                                  NamedAttribute attribute) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  auto expect = [&](bool isThere, bool isValid,
                    const char *what) -> LogicalResult {
    if (isThere && isValid)
      return success();
    return op->emitOpError("expected '") << name << "' to be " << what;
  };
  // P12
  if (name == getSampleInputsAttrName())
    return expect(isa<ProgramOp>(op), isa<BlobAttr>(value),
                  "a '#tp.blob' of a program");
  if (name == getFilesAttrName()) {
    auto names = dyn_cast<ArrayAttr>(value);
    return expect(isa<ArchiveOp>(op),
                  names && llvm::all_of(names, llvm::IsaPred<StringAttr>),
                  "the names of entries of an archive");
  }
  if (name == getValuesAttrName()) {
    auto values = dyn_cast<DictionaryAttr>(value);
    auto isType = [](NamedAttribute entry) {
      return isa<TypeAttr>(entry.getValue());
    };
    return expect(isa<ProgramOp, GraphOp>(op),
                  values && llvm::all_of(values, isType),
                  "the types of values of a graph");
  }
  return success();
}
