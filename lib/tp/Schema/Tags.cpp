//===- Tags.cpp - tags of operators ---------------------------------------===//
//
// The spelling of tags.
//
//===----------------------------------------------------------------------===//

#include "tp/Schema/Tags.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace mlir::tp::schema {

StringRef stringifyTag(Tag tag) {
  switch (tag) {
#define TP_SCHEMA_TAG(NAME)                                                    \
  case Tag::NAME:                                                              \
    return #NAME;
#include "tp/Schema/Tags.def"
  }
  llvm_unreachable("not a tag");
}

std::optional<Tag> symbolizeTag(StringRef name) {
  return StringSwitch<std::optional<Tag>>(name)
#define TP_SCHEMA_TAG(NAME) .Case(#NAME, Tag::NAME)
#include "tp/Schema/Tags.def"
      .Default(std::nullopt);
}

unsigned getNumTags() {
  unsigned count = 0;
#define TP_SCHEMA_TAG(NAME) ++count;
#include "tp/Schema/Tags.def"
  return count;
}

} // namespace mlir::tp::schema
