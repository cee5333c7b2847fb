#!/usr/bin/env python3
"""Turns tables of decompositions into constant data (run by the build).

    embed-tables.py NAME OUT TABLE.mlir...

Every `tp.decomposition` that starts a line becomes an entry of the array `entries` of
namespace NAME, up to the line that is its closing brace.
"""
import pathlib
import re
import sys

HEAD = re.compile(r'tp\.decomposition "([^"]+)"')


def fail(path, line, message):
    sys.exit(f"{path}:{line}: error: {message}")


def read_entries(path):
    start = key = None
    text = []
    for number, line in enumerate(path.read_text(encoding="ascii").splitlines(), 1):
        if start is None:
            match = HEAD.match(line)
            if match:
                start, key, text = number, match[1], []
            elif line.strip() and not line.startswith("//"):
                fail(path, number, "expected 'tp.decomposition' or a comment")
        if start is not None:
            text.append(line.strip())
            if line == "}":
                yield key, start, "\n".join(text)
                start = None
    if start is not None:
        fail(path, start, "expected '}' on a line of its own")


def quote(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", '\\n"\n    "') + '"'


def main():
    name, out, *paths = sys.argv[1:]
    parts = ["// Made by embed-tables.py.", f"namespace {name} {{"]
    files = []
    for path in map(pathlib.Path, paths):
        array = re.sub(r"\W", "_", path.stem)
        parts.append(f"static constexpr mlir::tp::EmbeddedDecomposition {array}[] = {{")
        for key, line, text in read_entries(path):
            parts.append(f"  {{{quote(key)},\n    {quote(text)}, {line}}},")
        parts.append("};")
        files.append(f"    add({array}, {quote(path.name)});")
    parts += ["template <typename AddFn> void forEachFile(AddFn add) {", *files, "}", f"}} // namespace {name}", ""]
    pathlib.Path(out).write_text("\n".join(parts), encoding="ascii")


if __name__ == "__main__":
    main()
