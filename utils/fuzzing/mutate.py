"""A structured mutator of .pt2 archives: changes what is in them, not only bytes.

`mutate(content, random)` takes an archive apart, changes a document, an entry or the bytes of
the zip, and puts it together again. In half of the cases the checksums are those of the
changed content, so that the change is seen behind them.
"""

import io
import json
import struct
import zipfile
import zlib

HUGE = [-1, 0, 1, 2**31 - 1, 2**31, 2**32, 2**53, 2**63 - 1, -2**63, 2**64, 2**200, 1e308, -0.0]
STRINGS = ["", "x" * 100000, "\u0000", "\ud800", "../../etc/passwd", "L['x'].size()[0]", "Symbol('s0'",
           "((((" * 5000, "aten.add.Tensor", "torch.ops.aten.add.Tensor", "None", "\n\t\"\\", "größe", "%d%s",
           "Add(" * 3000 + "1" + ")" * 3000, "-" * 3000 + "1", "2**2**2**2**2", "s0" + "*s0" * 2000]


def places(value, path=()):
    """All paths into a document."""
    stack = [((), value)]
    found = []
    while stack:
        path, value = stack.pop()
        found.append(path)
        children = (value.items() if isinstance(value, dict) else
                    enumerate(value) if isinstance(value, list) else ())
        stack.extend((path + (key,), child) for key, child in children)
    return found


def get(value, path):
    for key in path:
        value = value[key]
    return value


def put(document, path, value):
    if not path:
        return value
    get(document, path[:-1])[path[-1]] = value
    return document


def other_type(random):
    return random.choice([None, True, False, 0, -1, 1.5, "text", [], {}, [[]], [None], {"": None},
                          {"as_tensor": {"name": "x"}}, {"as_int": 1}, {"as_none": True}])


def nested(random):
    depth = random.choice([50, 500, 5000, 100000])
    opening, closing = random.choice([("[", "]"), ('{"as_expr":', "}"), ('{"as_graph":', "}")])
    return opening * depth + "1" + closing * depth


class Raw(str):
    """Text that stands in a document as it is."""


def change_document(document, random):
    """Changes one place of a document; may return a Raw in it."""
    paths = places(document)
    path = random.choice(paths)
    old = get(document, path)
    kind = random.randrange(12)
    if kind == 0 and path:
        parent = get(document, path[:-1])
        if isinstance(parent, dict):
            del parent[path[-1]]
        else:
            parent.pop(path[-1])
        return document
    if kind == 1:
        return put(document, path, other_type(random))
    if kind == 2:
        return put(document, path, random.choice(HUGE))
    if kind == 3:
        return put(document, path, random.choice(STRINGS))
    if kind == 4 and isinstance(old, list) and old:
        old.extend([random.choice(old)] * random.choice([1, 3, 1000]))
        return document
    if kind == 5 and isinstance(old, list):
        random.shuffle(old)
        return document
    if kind == 6:
        # A name that nothing has, or one that something else has.
        names = [p for p in paths if p and p[-1] in ("name", "graph_name", "target")]
        if names:
            at = random.choice(names)
            source = get(document, random.choice(names))
            return put(document, at, random.choice([source, "gone", ""]))
    if kind == 7:
        # A subtree in another place: cycles of graphs, wrong unions.
        return put(document, random.choice(paths), json.loads(json.dumps(old)))
    if kind == 8 and isinstance(old, dict):
        old[random.choice(["unknown", "as_int", "name", "", "__proto__"])] = other_type(random)
        return document
    if kind == 9 and isinstance(old, dict) and old:
        key = random.choice(list(old))
        old[random.choice(["as_ints", "as_tensors", "as_sym_int", key + "_"])] = old.pop(key)
        return document
    if kind == 10:
        return put(document, path, Raw(nested(random)))
    return put(document, path, Raw(random.choice(["NaN", "Infinity", "1e999", "\"\\ud800\"", "tru", "01", "",
                                                  "\"", "{\"a\":1,\"a\":2}", "\u00ff"])))


def dump(document):
    """JSON in which Raw stands as it is."""
    raws = []

    def hide(value):
        if isinstance(value, Raw):
            raws.append(str(value))
            return f"@raw{len(raws) - 1}@"
        if isinstance(value, dict):
            return {key: hide(child) for key, child in value.items()}
        if isinstance(value, list):
            return [hide(child) for child in value]
        return value

    text = json.dumps(hide(document))
    for i, raw in enumerate(raws):
        text = text.replace(f'"@raw{i}@"', raw)
    return text.encode("utf-8", "surrogatepass")


def flip(content, random, count=None):
    content = bytearray(content)
    for _ in range(count or random.choice([1, 1, 2, 5, 20])):
        if content:
            at = random.randrange(len(content))
            content[at] = random.choice([content[at] ^ (1 << random.randrange(8)), 0, 0xff, 0x7f, 0x80])
    return bytes(content)


def change_entry(entries, random):
    """Changes the list of entries, or the bytes of one."""
    at = random.randrange(len(entries))
    name, content = entries[at]
    kind = random.randrange(8)
    if kind == 0:
        entries.pop(at)
    elif kind == 1:
        entries.insert(random.randrange(len(entries)), (name, content))
    elif kind == 2:
        entries[at] = (random.choice(["", "/", "../x", "m//x", name + "\u0000", "x" * 65000, name.upper(),
                                      entries[random.randrange(len(entries))][0]]), content)
    elif kind == 3:
        entries[at] = (name, content[:random.randrange(len(content) + 1)])
    elif kind == 4:
        entries[at] = (name, content + bytes(random.randrange(1, 100)))
    elif kind == 5:
        entries[at] = (name, b"")
    elif kind == 6:
        other = random.randrange(len(entries))
        entries[at], entries[other] = (name, entries[other][1]), (entries[other][0], content)
    else:
        entries[at] = (name, flip(content, random))


def pack(entries, random, right):
    """A zip of the entries, deflated in some cases; with checksums of other content unless `right`."""
    out = io.BytesIO()
    method = random.choice([zipfile.ZIP_STORED] * 3 + [zipfile.ZIP_DEFLATED])
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in entries:
            info = zipfile.ZipInfo("x")
            # zipfile would clean the name.
            info.filename = info.orig_filename = name
            info.compress_type = method
            try:
                archive.writestr(info, content)
            except (ValueError, UnicodeError, struct.error):
                continue
    content = out.getvalue()
    if not right:
        crc = struct.pack("<I", zlib.crc32(entries[0][1]) if entries else 0)
        at = content.find(crc)
        if at >= 0:
            content = content[:at] + b"\x12\x34\x56\x78" + content[at + 4:]
    return content


def mutate(content, random):
    """A changed archive."""
    if random.randrange(5) == 0:
        changed = flip(content, random)
        return changed[:random.randrange(len(changed))] if random.randrange(3) == 0 else changed
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = [(info.filename, archive.read(info)) for info in archive.infolist()]
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        if not entries:
            break
        documents = [i for i, (name, _) in enumerate(entries) if name.endswith(".json")]
        if documents and random.randrange(5):
            at = random.choice(documents)
            name, text = entries[at]
            try:
                entries[at] = (name, dump(change_document(json.loads(text), random)))
            except (ValueError, KeyError, IndexError, TypeError, RecursionError):
                entries[at] = (name, flip(text, random))
        else:
            change_entry(entries, random)
    return pack(entries, random, right=random.randrange(2))
