//===- Records.cpp - Keeping a program's records right --------------------===//
//
// Module calls and metadata.
//
//===----------------------------------------------------------------------===//

#include "tp/Transforms/Records.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace mlir::tp;

SmallVector<ProgramOp> mlir::tp::getPrograms(Operation *root) {
  SmallVector<ProgramOp> programs;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto program = dyn_cast<ProgramOp>(op)) {
      programs.push_back(program);
      return WalkResult::skip();
    }
    return WalkResult::advance();
  });
  return programs;
}

void mlir::tp::renameInModuleCalls(ProgramOp program, const NameMap &names) {
  ArrayAttr calls = program.getModuleCallsAttr();
  if (!calls || names.empty())
    return;
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](NameRefAttr ref) -> std::optional<Attribute> {
    StringAttr name = names.lookup(ref.getName());
    if (!name)
      return std::nullopt;
    return NameRefAttr::get(ref.getContext(), name, ref.getArm(),
                            ref.getClassName());
  });
  program.setModuleCallsAttr(cast<ArrayAttr>(replacer.replace(calls)));
}

MetaAttr mlir::tp::setMetadata(MLIRContext *context, MetaAttr meta,
                               StringRef key, StringRef value) {
  SmallVector<StringAttr> keys, values;
  if (meta) {
    keys.assign(meta.getKeys().begin(), meta.getKeys().end());
    values.assign(meta.getValues().begin(), meta.getValues().end());
  }
  auto keyAttr = StringAttr::get(context, key);
  auto valueAttr = StringAttr::get(context, value);
  auto *it = llvm::find(keys, keyAttr);
  if (it != keys.end()) {
    values[it - keys.begin()] = valueAttr;
  } else {
    keys.push_back(keyAttr);
    values.push_back(valueAttr);
  }
  return MetaAttr::get(context, keys, values);
}

MetaAttr mlir::tp::dropMetadata(MetaAttr meta, ArrayRef<StringRef> keys) {
  if (!meta)
    return meta;
  SmallVector<StringAttr> keptKeys, keptValues;
  for (auto [key, value] : llvm::zip_equal(meta.getKeys(), meta.getValues())) {
    if (llvm::is_contained(keys, key.getValue()))
      continue;
    keptKeys.push_back(key);
    keptValues.push_back(value);
  }
  if (keptKeys.empty())
    return {};
  return MetaAttr::get(meta.getContext(), keptKeys, keptValues);
}

std::string mlir::tp::describeNode(Operation *op) {
  auto node = dyn_cast<NodeOp>(op);
  StringAttr name = node ? node.getNodeNameAttr() : StringAttr();
  return name ? "node '" + name.str() + "': " : std::string();
}
