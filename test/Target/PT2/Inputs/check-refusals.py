"""Every bad archive gives one error, the right one, and leaves the output alone.

    python check-refusals.py FOLDER

FOLDER is for the archives. A recipe of archive.py is paired with the regular
expression that its message matches in full, after the file's name.
"""

import pathlib
import re
import subprocess
import sys

import archive

MODEL = r"entry 'm/models/model\.json'"
GRAPH = MODEL + r" at \$\.graph_module\.graph"
TORCH = r"expected a \.pt2 archive of torch 2\.8 or later, but it is "
REFUSED = {
    "dangling-name": GRAPH + r"\.nodes\[0\]\.inputs\[1\]\.arg: expected the name of .*, got 'gone'",
    "cycle": GRAPH + r"\.nodes\[0\]\.inputs\[1\]\.arg: expected the name of .*, got 'add'",
    "duplicate-name": GRAPH + r"\.nodes\[1\]\.outputs: duplicate value name 'add'",
    "no-metadata": GRAPH + r"\.nodes\[0\]\.outputs\[0\]: no metadata for the value 'add'",
    "unknown-arm": MODEL + r": unknown argument kind 'as_quaternion' at \$\.graph_module\.graph\.nodes\[0\]\.inputs\[1\]\.arg",
    "wrong-type": MODEL + r": expected a string, got a number at \$\.graph_module\.graph\.nodes\[0\]\.target",
    "missing-field": MODEL + r": expected the field 'inputs' at \$\.graph_module\.graph\.nodes\[0\]",
    "newer-major": MODEL + r": schema version 9\.0 is newer than 8\.x, .* at \$\.schema_version",
    "old-major": MODEL + r": schema version 2\.0 is older than 5\.0, .* at \$\.schema_version",
    "bad-expression": GRAPH + r"\.tensor_values\.x: malformed expression 'Add\(Integer\(1\), ': column 17: .*",
    "bad-range-key": MODEL + r" at \$\.range_constraints: malformed key 's0 \+': column 5: .*",
    "empty-range": MODEL + r" at \$\.range_constraints\.s0: expected a range that is not empty, got \[3, 2\]",
    "bad-treespec": MODEL + r" at \$\.graph_module\.module_call_graph\[0\]\.signature\.in_spec: expected a tree .*",
    "bad-strides": GRAPH + r"\.tensor_values\.x: expected a stride for each of the 2 sizes, got 1",
    "bad-dtype": GRAPH + r"\.tensor_values\.x: expected a known dtype, got 0",
    "bad-layout": GRAPH + r"\.tensor_values\.x: expected a known layout, got 0",
    "bad-format": GRAPH + r"\.nodes\[0\]\.inputs\[1\]\.arg: expected a known value of 'as_memory_format', got 0",
    "fewer-inputs": GRAPH + r"\.inputs: expected an input for each of the 2 in the signature, got 1",
    "fewer-outputs": GRAPH + r"\.outputs: expected an output for each of the 1 in the signature, got 0",
    "signature-mismatch": GRAPH + r"\.inputs\[0\]: expected the input that the signature names, 'x', got 'p_w'",
    "scalar-parameter": GRAPH + r"\.inputs\[0\]: expected a tensor as the input for the state 'w', got 'as_sym_int'",
    "unknown-state": MODEL + r" at \$\.graph_module\.signature: no payload for the state 'v'",
    "bad-mutation": GRAPH + r"\.outputs\[0\]: expected the name of a parameter or buffer .*, got 'nobody'",
    "short-weight": r"entry 'm/data/weights/weight_0': expected at least 48 bytes for 'w', got 47",
    "missing-weight": r"expected the entry 'data/weights/weight_0'",
    "big-endian": r"entry 'm/byteorder' at byte \d+: expected the byte order 'little', got 'big'",
    "wrong-format": r"entry 'm/archive_format' at byte 0: expected 'pt2', got 'pt3'",
    "not-pt2": TORCH + r"a pickle of torch\.save .*",
    "torchscript": TORCH + r"a TorchScript archive .*",
    "torch-2-7": TORCH + r"one of an earlier version .*",
    "malformed-json": MODEL + r": malformed JSON: .*",
    "broken-middle": MODEL + r": .* at \$\.graph_module\.graph\.nodes\[0\]\.target",
    "deep-json": MODEL + r": malformed JSON: .*",
    "deep-graphs": MODEL + r": graphs and dictionaries are nested deeper than 64 levels at \$\.graph_module\.graph.*",
    "truncated": r"expected a zip archive: it starts as one, but has no end record: .*",
    "bad-offset": r"entry 'm/archive_format' at byte 2147483632: its 3 bytes do not fit before the directory .*",
    "bad-crc": MODEL + r" at byte \d+: expected the checksum 0x[0-9a-f]+, got 0x[0-9a-f]+",
    "encrypted": r"entry 'm/archive_format' at byte 0: the entry is encrypted",
    "unknown-compression": r"entry 'm/archive_format' at byte 0: expected compression method .*, got 93",
    "absurd-size": r"entry 'm/archive_format' at byte 0: its 4294967280 bytes overlap the entry .*",
    "duplicate-entry": MODEL + r" at byte \d+: the name stands twice in the directory, .*",
    "other-root": r"entry 'n/x' at byte \d+: the entry is not in the folder 'm/', .*",
    "two-errors": GRAPH + r"\.nodes\[0\]\.inputs\[0\]\.arg: expected the name of .*, got 'first'",
}
# tp-opt, which looks at the content, takes these for text.
NO_ZIP = {
    "empty-file": r"expected a zip archive, but the file is empty",
    "safetensors": r"expected a zip archive: it looks like a safetensors file",
    "pickle": r"expected a zip archive: it is a pickle, .*",
}
GOOD = {"files", "plain", "unused-values", "plain-expressions", "deflated", "two-programs", "no-data", "arguments", "signature", "tensors", "sharing",
        "old-names", "members", "comment", "prefix"}


def check(command, path, pattern):
    """The fault, or None."""
    output = path.with_suffix(".out")
    output.write_text("as it was")
    run = subprocess.run([*command, path, "-o", output], capture_output=True, text=True, errors="replace", timeout=60)
    lines = run.stderr.splitlines()
    if run.returncode != 1:
        return f"expected exit code 1, got {run.returncode}: {run.stderr[:500]}"
    if len(lines) != 1 or not re.fullmatch(re.escape(str(path)) + r":0:0: error: (" + pattern + ")", lines[0]):
        return f"expected one line that matches\n  {pattern}\ngot\n  {run.stderr[:500]}"
    if output.read_text() != "as it was":
        return "the output file was written"
    return None


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    faults = [f"{name}: in none of the lists" for name in archive.RECIPES
              if name not in REFUSED and name not in NO_ZIP and name not in GOOD]
    translate, opt = ["tp-translate", "--import-pt2"], ["tp-opt"]
    for name, pattern in [*REFUSED.items(), *NO_ZIP.items()]:
        path = folder / f"{name}.pt2"
        archive.RECIPES[name]().write(path)
        for command in [translate] if name in NO_ZIP else [translate, opt]:
            fault = check(command, path, pattern)
            if fault:
                faults.append(f"{name} ({command[0]}): {fault}")
    print("\n".join(faults), file=sys.stderr)
    if not faults:
        print(f"{len(REFUSED) + len(NO_ZIP)} refused")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
