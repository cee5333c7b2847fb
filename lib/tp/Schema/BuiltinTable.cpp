//===- BuiltinTable.cpp - the operators of torch --------------------------===//
//
// Looks up the operators that are compiled in. The table is constant data
// without pointers, so it costs nothing at start-up: one string of schemas in
// sorted order, an array of offsets into it, and a hash table of indices, all
// made by embed-schemas.py. A schema is parsed when it is first asked for.
//
//===----------------------------------------------------------------------===//

#include "tp/Schema/Registry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

using namespace llvm;

namespace mlir::tp::schema {

namespace {
struct Entry {
  /// Where the schema starts in the text, with its target first.
  uint32_t offset;
  uint32_t tags;
  uint32_t notesOffset;
  uint16_t size;
  uint16_t notesSize;
  uint8_t targetSize;
  uint8_t flags;

  StringRef getTarget() const;
  StringRef getText() const;
  StringRef getNotes() const;
};

#include "BuiltinSchemas.inc"

StringRef Entry::getTarget() const {
  return StringRef(schemaText + offset, targetSize);
}
StringRef Entry::getText() const {
  return StringRef(schemaText + offset, size);
}
StringRef Entry::getNotes() const {
  return StringRef(noteText + notesOffset, notesSize);
}
} // namespace

/// The flags of the entries whose targets end without an overload.
static constexpr uint8_t hasNoOverload =
    1u << static_cast<unsigned>(Flag::Python) |
    1u << static_cast<unsigned>(Flag::HigherOrder);
static constexpr unsigned numEntries = std::size(entries);
static constexpr unsigned numSlots = std::size(slots);
static_assert((numSlots & (numSlots - 1)) == 0, "not a power of two");

/// The schemas parsed so far. Zero at start, so it takes no room in the file.
static std::atomic<const OperatorSchema *> parsed[numEntries];

/// The same function as in embed-schemas.py.
static unsigned hashTarget(StringRef target) {
  constexpr uint64_t factor = 0x9E3779B97F4A7C15u;
  uint64_t hash = target.size();
  const char *data = target.data();
  size_t left = target.size();
  for (; left >= 8; left -= 8, data += 8) {
    hash = (hash ^ support::endian::read64le(data)) * factor;
    hash ^= hash >> 32;
  }
  uint64_t tail = 0;
  for (size_t i = 0; i != left; ++i)
    tail |= uint64_t(uint8_t(data[i])) << (8 * i);
  hash = (hash ^ tail) * factor;
  return (hash ^ (hash >> 32)) & (numSlots - 1);
}

static std::optional<unsigned> find(StringRef target) {
  for (unsigned slot = hashTarget(target); slots[slot] != emptySlot;
       slot = (slot + 1) & (numSlots - 1))
    if (entries[slots[slot]].getTarget() == target)
      return slots[slot];
  return std::nullopt;
}

const OperatorSchema *BuiltinTable::getSchema(unsigned index) {
  assert(index < numEntries && "no such entry");
  std::atomic<const OperatorSchema *> &cell = parsed[index];
  if (const OperatorSchema *schema = cell.load(std::memory_order_acquire))
    return schema;
  const Entry &entry = entries[index];
  SchemaTraits traits;
  traits.tags = TagSet(entry.tags);
  traits.flags = entry.flags;
  traits.notes = entry.getNotes();
  auto schema = OperatorSchema::parseBorrowed(entry.getText(), traits);
  // Every entry is parsed by the unit tests, so this is a broken build.
  if (!schema)
    reportFatalInternalError(schema.takeError());
  const OperatorSchema *expected = nullptr;
  if (cell.compare_exchange_strong(expected, schema->get(),
                                   std::memory_order_acq_rel))
    return schema->release();
  // Another thread was faster; ours is freed.
  return expected;
}

const OperatorSchema *BuiltinTable::lookup(StringRef target) {
  if (std::optional<unsigned> index = find(target))
    return getSchema(*index);
  return nullptr;
}

bool BuiltinTable::contains(StringRef target) {
  return find(target).has_value();
}

SmallVector<const OperatorSchema *> BuiltinTable::getOverloads(StringRef base) {
  // '.' sorts before every character of a name, so the overloads of an
  // operator stand together.
  std::string prefix = (base + ".").str();
  const Entry *entry = llvm::lower_bound(
      entries, StringRef(prefix),
      [](const Entry &e, StringRef p) { return e.getTarget() < p; });
  SmallVector<const OperatorSchema *> overloads;
  for (; entry != std::end(entries) && entry->getTarget().starts_with(prefix);
       ++entry)
    // `aten` is no operator, nor is `aten.add.Tensor` the base of one.
    if (!entry->getTarget().drop_front(prefix.size()).contains('.') &&
        !(entry->flags & hasNoOverload))
      overloads.push_back(getSchema(entry - entries));
  return overloads;
}

unsigned BuiltinTable::size() { return numEntries; }

StringRef BuiltinTable::getTarget(unsigned index) {
  assert(index < numEntries && "no such entry");
  return entries[index].getTarget();
}

StringRef BuiltinTable::getTorchVersion() { return torchVersion; }

} // namespace mlir::tp::schema
