//===- Tags.h - tags of operators -------------------------------*- C++ -*-===//
//
// The tags that torch attaches to an operator (`torch.Tag`), and sets of them.
//
//===----------------------------------------------------------------------===//

#ifndef TP_SCHEMA_TAGS_H
#define TP_SCHEMA_TAGS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <initializer_list>
#include <optional>

namespace mlir::tp::schema {

/// The members of `torch.Tag`, in its order. The numbers are private to this
/// build: schema files name tags by their spelling.
enum class Tag : uint8_t {
#define TP_SCHEMA_TAG(NAME) NAME,
#include "tp/Schema/Tags.def"
};

llvm::StringRef stringifyTag(Tag tag);
std::optional<Tag> symbolizeTag(llvm::StringRef name);
/// How many tags there are.
unsigned getNumTags();

/// A set of tags.
class TagSet {
public:
  constexpr TagSet() = default;
  constexpr explicit TagSet(uint32_t bits) : bits(bits) {}
  TagSet(std::initializer_list<Tag> tags) {
    for (Tag tag : tags)
      insert(tag);
  }

  bool has(Tag tag) const { return bits >> static_cast<unsigned>(tag) & 1; }
  void insert(Tag tag) { bits |= 1u << static_cast<unsigned>(tag); }
  bool empty() const { return bits == 0; }
  uint32_t getBits() const { return bits; }
  bool operator==(TagSet other) const { return bits == other.bits; }
  bool operator!=(TagSet other) const { return bits != other.bits; }

private:
  uint32_t bits = 0;
};

} // namespace mlir::tp::schema

#endif // TP_SCHEMA_TAGS_H
