//===- TestDialectPlugin.cpp - A dialect that comes in a plugin -----------===//
//
// A dialect with one operation that is loaded with --load-dialect-plugin; built
// like TestPassPlugin.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/Config/llvm-config.h"

using namespace mlir;

namespace {
/// `plugged.in "name"`
class InOp : public Op<InOp, OpTrait::ZeroOperands, OpTrait::ZeroResults> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InOp)
  using Op::Op;

  static StringRef getOperationName() { return "plugged.in"; }
  static ArrayRef<StringRef> getAttributeNames() {
    static StringRef names[] = {"name"};
    return names;
  }
  static ParseResult parse(OpAsmParser &parser, OperationState &state) {
    StringAttr name;
    return parser.parseAttribute(name, "name", state.attributes);
  }
  void print(OpAsmPrinter &printer) {
    printer << ' ' << (*this)->getAttr("name");
  }
  LogicalResult verify() {
    auto name = (*this)->getAttrOfType<StringAttr>("name");
    if (name && !name.empty())
      return success();
    return emitOpError("expected a name, got none");
  }
};

class PluggedDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PluggedDialect)

  explicit PluggedDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<PluggedDialect>()) {
    addOperations<InOp>();
  }
  static StringRef getDialectNamespace() { return "plugged"; }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {
      MLIR_PLUGIN_API_VERSION, "TestDialectPlugin", LLVM_VERSION_STRING,
      [](DialectRegistry *registry) { registry->insert<PluggedDialect>(); }};
}
