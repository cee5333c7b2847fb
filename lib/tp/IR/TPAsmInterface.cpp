//===- TPAsmInterface.cpp - Aliases of attributes -------------------------===//
//
// Names the long attributes that many operations share, so that the text of a
// program shows them once.
//
//===----------------------------------------------------------------------===//

#include "TPDialectInterfaces.h"
#include "mlir/IR/OpImplementation.h"
#include "tp/IR/TPAttributes.h"
#include "tp/IR/TPDialect.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tp;

namespace {

/// A tree specification up to this length stands where it is used.
constexpr size_t maxInlineTreeSpec = 48;

/// Aliases for what is long and stands apart from the nodes. Arguments have
/// none, since a call must read like the Python call, and neither do shapes: an
/// alias in a type's encoding would hide the type.
struct TPAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const final {
    StringRef name = llvm::TypeSwitch<Attribute, StringRef>(attr)
                         .Case([](MetaAttr meta) -> StringRef {
                           return meta.getKeys().empty() ? "" : "meta";
                         })
                         .Case([](TreeSpecAttr spec) -> StringRef {
                           return spec.getJson().size() <= maxInlineTreeSpec
                                      ? ""
                                      : "treespec";
                         })
                         .Case([](ModuleCallAttr call) -> StringRef {
                           return call.getHasSignature() ? "module_call" : "";
                         })
                         .Default(StringRef());
    if (name.empty())
      return AliasResult::NoAlias;
    os << name;
    return AliasResult::OverridableAlias;
  }
};

} // namespace

void mlir::tp::addAsmInterface(TPDialect &dialect) {
  dialect.addInterfaces<TPAsmInterface>();
}
