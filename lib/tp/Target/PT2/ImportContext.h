//===- ImportContext.h - What the parts of the importer share ---*- C++ -*-===//
//
// Caches, types and symbols of one program while it is imported.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_TARGET_PT2_IMPORTCONTEXT_H
#define LIB_TP_TARGET_PT2_IMPORTCONTEXT_H

#include "mlir/IR/Diagnostics.h"
#include "tp/IR/SymExpr.h"
#include "tp/IR/TP.h"
#include "tp/Target/PT2/Model.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

#include <string>

namespace mlir::tp::pt2 {

/// Shared by the graphs of one program.
class ImportContext {
public:
  ImportContext(MLIRContext *context, StringRef file, std::string where)
      : context(context), fileLoc(FileLineColLoc::get(context, file, 0, 0)),
        where(std::move(where)) {}

  MLIRContext *getContext() const { return context; }
  Location getFileLoc() const { return fileLoc; }

  /// One error about the JSON value at `path`.
  InFlightDiagnostic emitError(const Twine &path) const {
    return mlir::emitError(fileLoc) << where << " at " << path << ": ";
  }

  StringAttr str(StringRef text) const {
    return StringAttr::get(context, text);
  }

  //===--------------------------------------------------------------------===//
  // Types and symbols (ImportTypes.cpp)
  //===--------------------------------------------------------------------===//

  /// Null after an error about `path`.
  SymExprAttr importExpr(const SymExpr &expr, const Twine &path,
                         bool isBool = false);
  SymExprAttr importSize(const SymInt &size, const Twine &path);
  Type importTensor(const TensorMeta &meta, bool isParameter,
                    const Twine &path);
  Type importSymInt(const SymInt &value, const Twine &path);
  Type importSymFloat(const SymFloat &value, const Twine &path);
  Type importSymBool(const SymBool &value, const Twine &path);
  DeviceAttr importDevice(const Device &device) const;

  /// The ranges, in the order of the program, and the other symbols that were
  /// met; null after an error.
  ArrayAttr importDims(const ExportedProgram &program);
  /// Example values that do not follow from those of the symbols; null if none.
  ArrayAttr importHints(ArrayAttr dims);

  //===--------------------------------------------------------------------===//
  // Metadata (ImportTypes.cpp)
  //===--------------------------------------------------------------------===//

  MetaAttr importMeta(Dict<StringRef> metadata);
  /// The user's line in a stack trace; the file itself without one.
  Location importLoc(Dict<StringRef> metadata);

private:
  void recordHint(SymExprAttr expr, const SymExprHint &hint, bool isBool);

  MLIRContext *context;
  Location fileLoc;
  std::string where;

  llvm::StringMap<SymExprAttr> exprs;
  SymbolAssumptions assumptions;
  /// Symbols and other expressions with their example values (null: none), in
  /// the order in which they occur.
  llvm::MapVector<SymExprAttr, Attribute> hints;
  llvm::StringMap<LocationAttr> locations;
};

} // namespace mlir::tp::pt2

#endif // LIB_TP_TARGET_PT2_IMPORTCONTEXT_H
