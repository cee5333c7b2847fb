"""Compares two .pt2 archives, entry by entry and JSON value by JSON value.

    python compare-archives.py A.pt2 B.pt2 [--except REGEX]...

Differences at paths that a REGEX matches (`models/model.json.schema_version`) do not count. What an archive says of itself is not
compared: its root folder, the order of its entries, its identity.
"""

import json
import re
import sys
import zipfile

OWN = {".data/serialization_id", ".data/version", "byteorder", "archive_format", "archive_version"}


def load(path):
    entries = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            below = name.split("/", 1)[-1]
            if below not in OWN and not name.endswith("/"):
                entries[below] = archive.read(name)
    return entries


def compare(a, b, path, report):
    if type(a) is not type(b):
        report(path, a, b)
    elif isinstance(a, dict):
        for key in sorted(set(a) | set(b)):
            if key in a and key in b:
                compare(a[key], b[key], f"{path}.{key}", report)
            else:
                report(f"{path}.{key}", *("there" if key in side else "missing" for side in (a, b)))
    elif isinstance(a, list):
        if len(a) != len(b):
            report(path, f"{len(a)} elements", f"{len(b)} elements")
        for i, (left, right) in enumerate(zip(a, b)):
            compare(left, right, f"{path}[{i}]", report)
    elif a != b and not (a != a and b != b):
        report(path, a, b)


def main(first, second, *options):
    skipped = options[1::2]
    differences = []

    def report(path, a, b):
        if not any(re.match(regex, path) for regex in skipped):
            differences.append(f"{path}: {str(a)[:200]} != {str(b)[:200]}")

    a, b = load(first), load(second)
    for name in sorted(set(a) | set(b)):
        if name not in a and name.startswith("data/sample_inputs/"):
            continue  # torch's reader asks for it, and gets a None
        if name not in a or name not in b:
            report(name, *("there" if name in side else "missing" for side in (a, b)))
        elif name.endswith(".json"):
            compare(json.loads(a[name]), json.loads(b[name]), name, report)
        elif a[name] != b[name]:
            report(name, f"{len(a[name])} bytes", f"{len(b[name])} other bytes")
    print("\n".join(differences) or "same")
    return bool(differences)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
