#!/usr/bin/env python3
"""Turns schemas.txt and overlay.txt into BuiltinSchemas.inc (run by the build).

    embed-schemas.py SCHEMAS OVERLAY TAGS_DEF OUT

The output holds constant data only: one string of all schemas, sorted by
target, an array of offsets, and an open-addressing hash table of indices.
"""
import re
import sys

FLAGS = {"higher_order": 0, "python": 1, "side_effect": 2, "composite_implicit": 3}
NO_OVERLOAD = {"higher_order", "python"}
FACTOR = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1


def fail(path, line, message):
    sys.exit(f"{path}:{line}: error: {message}")


def hash_target(target):
    """The same function as hashTarget in BuiltinTable.cpp."""
    data = target.encode()
    value = len(data)
    whole = len(data) // 8 * 8
    for i in range(0, whole, 8):
        chunk = int.from_bytes(data[i:i + 8], "little")
        value = ((value ^ chunk) * FACTOR) & MASK
        value ^= value >> 32
    value = ((value ^ int.from_bytes(data[whole:], "little")) * FACTOR) & MASK
    return value ^ (value >> 32)


def read_lines(path):
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.strip() and not line.startswith("#"):
                yield number, line


def read_schemas(path, tag_bits):
    entries = {}
    for number, line in read_lines(path):
        text, _, words = line.partition("\t")
        name, paren, signature = text.partition("(")
        namespace, _, rest = name.partition("::")
        base, _, overload = rest.partition(".")
        if not paren or not base:
            fail(path, number, "expected 'namespace::name(...) -> ...'")
        tags = flags = 0
        target = f"{namespace}.{base}"
        no_overload = False
        for word in words.split():
            if word.startswith("!") and word[1:] in FLAGS:
                flags |= 1 << FLAGS[word[1:]]
                no_overload |= word[1:] in NO_OVERLOAD
            elif word in tag_bits:
                tags |= 1 << tag_bits[word]
            else:
                fail(path, number, f"unknown tag or flag '{word}'")
        if not no_overload:
            target += "." + (overload or "default")
        if target in entries:
            fail(path, number, f"'{target}' is there twice")
        entries[target] = [target + paren + signature, tags, flags, []]
    return entries


def read_overlay(path, entries, tag_bits):
    for number, line in read_lines(path):
        target, colon, clause = (part.strip() for part in line.partition(":"))
        if not colon or not clause:
            fail(path, number, "expected 'TARGET: CLAUSE'")
        if target not in entries:
            fail(path, number, f"no operator '{target}'")
        entry = entries[target]
        word, _, tag = clause.partition(" ")
        if word == "tag":
            if tag not in tag_bits:
                fail(path, number, f"unknown tag '{tag}'")
            entry[1] |= 1 << tag_bits[tag]
        elif word == "side_effect" and not tag:
            entry[2] |= 1 << FLAGS["side_effect"]
        else:
            entry[3].append(clause)


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def write(out, version, entries):
    targets = sorted(entries)
    num_slots = 1
    while num_slots < 2 * len(targets) * 3 // 4:
        num_slots *= 2
    slots = [0xFFFF] * num_slots
    assert len(targets) < 0xFFFF
    texts, rows, notes = [], [], []
    offset = notes_offset = 0
    for index, target in enumerate(targets):
        text, tags, flags, clauses = entries[target]
        note = "; ".join(clauses)
        assert len(text) < 1 << 16 and len(note) < 1 << 16 and len(target) < 256
        rows.append(f"{{{offset}, {tags:#x}, {notes_offset if note else 0}, "
                    f"{len(text)}, {len(note)}, {len(target)}, {flags}}},")
        texts.append(quote(text))
        offset += len(text)
        if note:
            notes.append(quote(note))
            notes_offset += len(note)
        slot = hash_target(target) % num_slots
        while slots[slot] != 0xFFFF:
            slot = (slot + 1) % num_slots
        slots[slot] = index
    with open(out, "w", encoding="ascii") as file:
        file.write("// Made by embed-schemas.py from schemas.txt and overlay.txt.\n")
        file.write(f"static constexpr char torchVersion[] = {quote(version)};\n")
        file.write("static constexpr char schemaText[] =\n" + "\n".join(texts) + ";\n")
        file.write("static constexpr char noteText[] =\n" + "\n".join(notes or ['""']) + ";\n")
        file.write("static constexpr Entry entries[] = {\n" + "\n".join(rows) + "\n};\n")
        file.write("static constexpr uint16_t emptySlot = 0xFFFF;\n")
        file.write("static constexpr uint16_t slots[] = {\n")
        for i in range(0, num_slots, 16):
            file.write(", ".join(map(str, slots[i:i + 16])) + ",\n")
        file.write("};\n")


def main():
    schemas, overlay, tags_def, out = sys.argv[1:]
    with open(tags_def, encoding="ascii") as file:
        tags = re.findall(r"^TP_SCHEMA_TAG\((\w+)\)", file.read(), re.MULTILINE)
    tag_bits = {tag: bit for bit, tag in enumerate(tags)}
    with open(schemas, encoding="ascii") as file:
        version = re.search(r"torch (\d+\.\d+\.\d+)", file.readline()).group(1)
    entries = read_schemas(schemas, tag_bits)
    read_overlay(overlay, entries, tag_bits)
    write(out, version, entries)


if __name__ == "__main__":
    main()
