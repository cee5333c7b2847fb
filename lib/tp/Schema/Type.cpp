//===- Type.cpp - types of the operator schema notation -------------------===//
//
// Makes schema types unique, keyed by their spelling.
//
//===----------------------------------------------------------------------===//

#include "tp/Schema/Type.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/ErrorHandling.h"
#include <mutex>
#include <shared_mutex>
#include <string>

using namespace llvm;

namespace mlir::tp::schema {

/// Owns the types of the process. They are few (about 130 for all of torch)
/// and never freed.
class TypeUniquer {
public:
  static TypeUniquer &get() {
    static TypeUniquer *uniquer = new TypeUniquer();
    return *uniquer;
  }

  const Type *getOrCreate(StringRef text, TypeKind kind,
                          ArrayRef<const Type *> elements = {},
                          std::optional<uint32_t> listSize = std::nullopt) {
    {
      std::shared_lock<std::shared_mutex> lock(mutex);
      if (const Type *type = types.lookup(text))
        return type;
    }
    std::unique_lock<std::shared_mutex> lock(mutex);
    auto [it, inserted] = types.try_emplace(text, nullptr);
    if (inserted)
      it->second = create(it->first(), kind, elements, listSize);
    return it->second;
  }

private:
  const Type *create(StringRef text, TypeKind kind,
                     ArrayRef<const Type *> elements,
                     std::optional<uint32_t> listSize) {
    Type *type = new (allocator.Allocate<Type>()) Type();
    type->text = text;
    type->kind = kind;
    type->elements = elements.copy(allocator);
    type->hasListSize = listSize.has_value();
    type->listSize = listSize.value_or(0);
    type->holdsTensor =
        kind == TypeKind::Tensor || kind == TypeKind::Any ||
        kind == TypeKind::Var ||
        any_of(elements, [](const Type *e) { return e->mayHoldTensor(); });
    return type;
  }

  std::shared_mutex mutex;
  BumpPtrAllocator allocator;
  StringMap<const Type *> types;
};

static std::optional<TypeKind> getNamedKind(StringRef name) {
  auto kind = StringSwitch<std::optional<TypeKind>>(name)
                  .Case("Tensor", TypeKind::Tensor)
                  .Case("int", TypeKind::Int)
                  .Case("SymInt", TypeKind::SymInt)
                  .Case("float", TypeKind::Float)
                  .Case("SymFloat", TypeKind::SymFloat)
                  .Case("bool", TypeKind::Bool)
                  .Case("SymBool", TypeKind::SymBool)
                  .Case("complex", TypeKind::Complex)
                  .Case("Scalar", TypeKind::Scalar)
                  .Case("str", TypeKind::Str)
                  .Case("ScalarType", TypeKind::ScalarType)
                  .Case("Layout", TypeKind::Layout)
                  .Case("MemoryFormat", TypeKind::MemoryFormat)
                  .Case("Device", TypeKind::Device)
                  .Case("Generator", TypeKind::Generator)
                  .Case("Stream", TypeKind::Stream)
                  .Case("Storage", TypeKind::Storage)
                  .Case("QScheme", TypeKind::QScheme)
                  .Case("Dimname", TypeKind::Dimname)
                  .Case("Any", TypeKind::Any)
                  .Cases({"None", "NoneType"}, TypeKind::None)
                  .Cases({"AnyClassType", "AnyEnumType", "AnyListType",
                          "AnyTupleType", "PyObject", "Capsule", "number",
                          "DeviceIndex", "ConstQuantizerPtr"},
                         TypeKind::Opaque)
                  .Default(std::nullopt);
  if (kind)
    return kind;
  if (name.starts_with("__torch__."))
    return TypeKind::Class;
  // A type variable: `t`, `t1`, `tVal`. Two lower-case letters at the start are
  // a misspelt type rather than one, though torch takes them.
  auto isLower = [](char c) { return c >= 'a' && c <= 'z'; };
  if (!name.empty() && isLower(name.front()) &&
      (name.size() == 1 || !isLower(name[1])) &&
      all_of(name, [](char c) { return isAlnum(c) || c == '_'; }))
    return TypeKind::Var;
  return std::nullopt;
}

const Type *Type::getNamed(StringRef name) {
  if (std::optional<TypeKind> kind = getNamedKind(name))
    return TypeUniquer::get().getOrCreate(name, *kind);
  return nullptr;
}

const Type *Type::getList(const Type *element, std::optional<uint32_t> size) {
  std::string text = (element->str() + "[").str();
  if (size)
    text += std::to_string(*size);
  text += "]";
  return TypeUniquer::get().getOrCreate(text, TypeKind::List, element, size);
}

const Type *Type::getOptional(const Type *element) {
  // `T??` is `T?`.
  if (element->is(TypeKind::Optional))
    return element;
  return TypeUniquer::get().getOrCreate((element->str() + "?").str(),
                                        TypeKind::Optional, element);
}

static StringRef getCompoundPrefix(TypeKind kind) {
  switch (kind) {
  case TypeKind::Tuple:
    return "";
  case TypeKind::Dict:
    return "Dict";
  case TypeKind::Union:
    return "Union";
  case TypeKind::Future:
    return "Future";
  case TypeKind::Await:
    return "Await";
  case TypeKind::RRef:
    return "RRef";
  default:
    llvm_unreachable("not a compound type");
  }
}

const Type *Type::getCompound(TypeKind kind, ArrayRef<const Type *> elements) {
  std::string text = getCompoundPrefix(kind).str() + "(";
  ListSeparator comma;
  for (const Type *element : elements) {
    text += StringRef(comma);
    text += element->str();
  }
  text += ")";
  return TypeUniquer::get().getOrCreate(text, kind, elements);
}

} // namespace mlir::tp::schema
