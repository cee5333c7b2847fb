//===- Type.h - types of the operator schema notation -----------*- C++ -*-===//
//
// The types that PyTorch's schema notation can name: `Tensor?[]`, `SymInt[2]`,
// `Dict(str, t)`. Types are immutable and unique in the process, so two of
// them are equal exactly when their addresses are.
//
//===----------------------------------------------------------------------===//

#ifndef TP_SCHEMA_TYPE_H
#define TP_SCHEMA_TYPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace mlir::tp::schema {

enum class TypeKind : uint8_t {
  Tensor,
  Int,
  SymInt,
  Float,
  SymFloat,
  Bool,
  SymBool,
  Complex,
  Scalar,
  Str,
  ScalarType,
  Layout,
  MemoryFormat,
  Device,
  Generator,
  Stream,
  Storage,
  QScheme,
  Dimname,
  Any,
  None,
  /// A name of the notation that stands for a family or an opaque object:
  /// `AnyClassType`, `PyObject`, ...
  Opaque,
  /// A type variable: `t`, `tVal`.
  Var,
  /// A custom class: `__torch__.torch.classes.c10d.Work`.
  Class,
  // The kinds from here on have elements.
  List,
  Optional,
  Tuple,
  Dict,
  Union,
  Future,
  Await,
  RRef,
};

/// One type. Obtained from `get`, never freed, compared by address.
class Type {
public:
  /// A type without elements, by its spelling; null when the notation has no
  /// such type.
  static const Type *getNamed(llvm::StringRef name);
  /// A list of `element`, of fixed size when `size` is given. A fixed size is
  /// a promise about defaults, not a different kind of value: `int[2] x=1`.
  static const Type *getList(const Type *element,
                             std::optional<uint32_t> size = std::nullopt);
  static const Type *getOptional(const Type *element);
  /// A tuple, dictionary, union, future, await or remote reference.
  static const Type *getCompound(TypeKind kind,
                                 llvm::ArrayRef<const Type *> elements);

  TypeKind getKind() const { return kind; }
  bool is(TypeKind other) const { return kind == other; }
  llvm::ArrayRef<const Type *> getElements() const { return elements; }
  const Type *getElement() const { return elements.front(); }
  /// The declared size of a list, as in `int[2]`.
  std::optional<uint32_t> getListSize() const {
    return hasListSize ? std::optional<uint32_t>(listSize) : std::nullopt;
  }
  /// The spelling in the notation.
  llvm::StringRef str() const { return text; }

  /// The type without an outer `?`.
  const Type *stripOptional() const {
    return kind == TypeKind::Optional ? getElement() : this;
  }
  /// Whether a value of the type can be, or can hold, a tensor. `Any` and
  /// type variables can.
  bool mayHoldTensor() const { return holdsTensor; }

private:
  friend class TypeUniquer;
  Type() = default;

  llvm::StringRef text;
  llvm::ArrayRef<const Type *> elements;
  uint32_t listSize = 0;
  TypeKind kind = TypeKind::Any;
  bool hasListSize = false;
  bool holdsTensor = false;
};

} // namespace mlir::tp::schema

#endif // TP_SCHEMA_TYPE_H
