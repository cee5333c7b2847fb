//===- ExportContext.h - What the parts of the exporter share ---*- C++ -*-===//
//
// Memory, types and symbols of one program while it is exported. Each function
// is the inverse of its namesake in ImportContext.h.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TP_TARGET_PT2_EXPORTCONTEXT_H
#define LIB_TP_TARGET_PT2_EXPORTCONTEXT_H

#include "mlir/IR/Diagnostics.h"
#include "tp/IR/TP.h"
#include "tp/Target/PT2/Model.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Allocator.h"

namespace mlir::tp::pt2 {

/// Shared by the graphs of one program.
class ExportContext {
public:
  /// What is exported lives in `memory`, and its strings in there or in the
  /// program's context.
  ExportContext(ProgramOp program, llvm::BumpPtrAllocator &memory);

  MLIRContext *getContext() const { return context; }
  ProgramOp getProgram() const { return program; }

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  StringRef save(const Twine &text) {
    SmallString<64> buffer;
    return text.toStringRef(buffer).copy(memory);
  }
  /// A struct of the model.
  template <typename T> const T *saveStruct(const T &value) {
    static_assert(std::is_trivially_destructible_v<T>);
    return new (memory.Allocate<T>()) T(value);
  }
  template <typename T> ArrayRef<T> copy(ArrayRef<T> list) {
    return list.copy(memory);
  }
  template <typename T, unsigned N>
  ArrayRef<T> copy(const SmallVector<T, N> &list) {
    return ArrayRef<T>(list).copy(memory);
  }

  //===--------------------------------------------------------------------===//
  // Types and symbols. Errors are about `op`.
  //===--------------------------------------------------------------------===//

  const SymExpr *exportExpr(SymExprAttr expr, bool isBool = false);
  SymInt exportSize(SymExprAttr expr);
  /// `takesGradient`: of a parameter, whose type does not say so. With
  /// `contiguous` strides and offset are those of a tensor that is written from
  /// its elements.
  FailureOr<TensorMeta> exportTensor(Operation *op, Type type,
                                     bool takesGradient = false,
                                     bool contiguous = false);
  SymInt exportSymInt(IntType type);
  SymFloat exportSymFloat(tp::FloatType type);
  SymBool exportSymBool(BoolType type);
  Device exportDevice(DeviceAttr device);

  Dict<RangeConstraint> exportRanges();
  Dict<StringRef> exportMeta(MetaAttr meta);

private:
  SymExprHint getHint(SymExprAttr expr, bool isBool) const;

  ProgramOp program;
  MLIRContext *context;
  llvm::BumpPtrAllocator &memory;

  llvm::DenseMap<SymExprAttr, const SymExpr *> exprs[2];
  llvm::DenseMap<std::pair<Type, unsigned>, TensorMeta> tensors;
  llvm::DenseMap<MetaAttr, Dict<StringRef>> metas;
  /// What the program says of its symbols, and of other expressions.
  llvm::DenseMap<StringAttr, DimAttr> symbols;
  llvm::DenseMap<Attribute, Attribute> hints;
};

/// An error about a node, by its name.
InFlightDiagnostic emitNodeError(Operation *op);

} // namespace mlir::tp::pt2

#endif // LIB_TP_TARGET_PT2_EXPORTCONTEXT_H
