"""Every bad archive gives one error, the right one, and leaves the output alone.

    python check-refusals.py FOLDER
"""

import os
import pathlib
import re
import subprocess
import sys

import documents

MODEL = r"entry 'models/model\.json' at \$"
NODES = MODEL + r"\.graph\.nodes"
ARG = NODES + r"\[2\]\.args\.__tuple__\[1\]"
TABLE = r"entry 'data/weights/model/weights\.json' at \$\.w"
REFUSED = {
    "newer-document": MODEL + r"\.schema_version: document version 2 is not 1, .*",
    "torch-document": MODEL + r"\.schema_version: expected a document of tensorplay\.export, .*",
    "newer-archive": r"entry 'archive_version': expected '1', .* got '2'",
    "other-format": r"entry 'archive_format': expected 'pt2', .* got 'pt3'",
    "no-weights-table": r"expected the entry 'data/weights/model/weights\.json'",
    "no-weight": TABLE + r"\.path_name: expected the entry 'data/weights/weight_0', .*",
    "short-weight": TABLE + r"\.path_name: expected 8 bytes in the entry .*, got 7",
    "unknown-dtype": TABLE + r"\.dtype: unknown dtype 'float7'",
    "negative-size": TABLE + r"\.sizes\[0\]: expected a size of 0 or more, got -2",
    "huge-size": TABLE + r"\.path_name: expected \d+ bytes in the entry .*, got 8",
    "pickled-weight": TABLE + r": expected a tensor for the parameter 'w': nothing is unpickled",
    "no-state": MODEL + r"\.signature\.input_specs\[0\]: expected a weight or constant for the state 'w'",
    "dangling-name": ARG + r"\.__node__: expected the name of an earlier node, got 'gone'",
    "later-name": ARG + r"\.__node__: expected the name of an earlier node, got 'add'",
    "duplicate-name": NODES + r"\[3\]: duplicate node name 'add'",
    "no-output": NODES + r": expected an output as the last node",
    "after-output": NODES + r"\[4\]: expected no node after the output, got 'y'",
    "unknown-op": NODES + r"\[2\]: unknown kind of node 'call_nothing'",
    "unknown-value": ARG + r": unknown kind of value",
    "short-slice": ARG + r"\.__slice__: expected start, stop and step of a slice, got 1 elements",
    "bad-base64": ARG + r"\.__pickle__: expected base64: .*",
    "bad-pickle": ARG + r"\.__pickle__: malformed pickle: it ends inside of an operation at byte 2",
    "other-pickle": ARG + r"\.__pickle__: the value is a pickled 'os\.system', which is not read: .*",
    "pickle-loop": ARG + r"\.__pickle__: expected pickled values nested at most 200 deep",
    "pickled-target": NODES + r"\[2\]\.target\.data: the target is a pickled 'an integer', .*",
    "tensor-size": ARG + r"\.__pickle__: expected the elements of a 'tensor<3xf32>' .*, got 8 bytes",
    "missing-field": NODES + r"\[2\]: expected the field 'kwargs'",
    "missing-fields": NODES + r"\[2\]: expected the field 'name'",
    "wrong-type": NODES + r"\[2\]\.name: expected a string, got a number",
    "unknown-kind": MODEL + r"\.signature\.input_specs\[0\]: unknown kind of input 'PARAM'",
    "unknown-mutation": NODES + r"\[3\]\.args\.__tuple__\[0\]\.__tuple__\[0\]: expected the written state 'n' .*",
    "many-mutations": NODES + r"\[3\]\.args\.__tuple__\[0\]\.__tuple__: expected 3 written values, got 1",
    "empty-range": MODEL + r"\.range_constraints\.b: expected a range that is not empty, got \[3, 2\]",
    "bad-scale": MODEL + r"\.dynamic_shapes\..*\.__derived_dim__\.scale: expected a positive scale, got 0",
    "big-integer": r"entry 'models/model\.json': malformed JSON: .*",
    "deep": r"entry 'models/model\.json' at \$: expected values nested at most 200 deep",
    "duplicate-key": r"entry 'data/constants/model/constants\.json' at \$\.a: the key stands twice in its object",
    "malformed-json": r"entry 'models/model\.json': malformed JSON: .*",
    "bad-extension": MODEL + r"\.tp_mlir\.types\[0\]: expected the text of a type",
    "bad-type-number": NODES + r"\[2\]\.tp_type: expected a number below 0, got 4",
    "newer-extension": MODEL + r"\.tp_mlir\.version: version 2 is not 1, .*",
}


def check(name, path, pattern):
    output = path.with_suffix(".mlir")
    output.write_text("as it was")
    run = subprocess.run(["tp-opt", str(path), "-o", str(output)], capture_output=True, text=True)
    message = run.stderr.strip()
    expected = re.escape(str(path)) + r":0:0: error: " + pattern
    if run.returncode != 1 or not re.fullmatch(expected, message):
        print("%s: exit code %d\n  %s\n  expected %s" % (name, run.returncode, message, expected))
        return False
    if output.read_text() != "as it was":
        print("%s: the output was written" % name)
        return False
    return True


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    good = True
    for name, pattern in REFUSED.items():
        path = folder / (name + ".pt2")
        documents.write(name, str(path))
        good &= check(name, path, pattern)
    # Every prefix of an archive, in steps.
    whole = folder / "whole.pt2"
    documents.write("good", str(whole))
    data = whole.read_bytes()
    for size in range(4, len(data), 97):
        path = folder / "cut.pt2"
        path.write_bytes(data[:size])
        good &= check("cut at %d" % size, path, r"[^\n]*")
    print("refused" if good else "not refused as expected")
    return not good


if __name__ == "__main__":
    sys.exit(main())
