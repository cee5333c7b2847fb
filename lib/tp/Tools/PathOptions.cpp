//===- PathOptions.cpp - Which files a tool reads for a program -----------===//
//
// Turns options and file names of the command line into the dialect's policy.
//
//===----------------------------------------------------------------------===//

#include "PathOptions.h"
#include "mlir/IR/DialectRegistry.h"
#include "tp/IR/TPDialect.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ManagedStatic.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::tp;

namespace {
struct PathOptions {
  llvm::cl::list<std::string> allowed{
      "allow-path",
      llvm::cl::desc("Also read archives of the program in this file or folder "
                     "outside of the program's own folder"),
      llvm::cl::value_desc("path")};
};

/// Sets the policy when a context loads the dialect.
class PathPolicyExtension
    : public DialectExtension<PathPolicyExtension, TPDialect> {
public:
  explicit PathPolicyExtension(archive::PathPolicy policy)
      : policy(std::move(policy)) {}

  void apply(MLIRContext *, TPDialect *dialect) const final {
    dialect->getPathPolicy() = policy;
  }

private:
  archive::PathPolicy policy;
};
} // namespace

static llvm::ManagedStatic<PathOptions> pathOptions;

void mlir::tp::registerPathOptions() { *pathOptions; }

static std::string getFolder(StringRef file) {
  return file == "-" ? std::string() : llvm::sys::path::parent_path(file).str();
}

archive::PathPolicy mlir::tp::getPathPolicy(StringRef input) {
  archive::PathPolicy policy;
  policy.folder = getFolder(input);
  if (pathOptions.isConstructed())
    policy.allowed.assign(pathOptions->allowed.begin(),
                          pathOptions->allowed.end());
  return policy;
}

archive::PathPolicy mlir::tp::getImportPolicy(StringRef archive,
                                              StringRef output) {
  archive::PathPolicy policy = getPathPolicy(output);
  policy.allow(archive);
  return policy;
}

void mlir::tp::addPathPolicy(DialectRegistry &registry,
                             archive::PathPolicy policy) {
  registry.addExtension(
      TypeID::get<PathPolicyExtension>(),
      std::make_unique<PathPolicyExtension>(std::move(policy)));
}
