"""Compares programs read from tensorplay's archives with those of tp_mlir.

    python python-path.py FOLDER
"""

import difflib
import os
import re
import subprocess
import sys

import tensorplay.export as ex
import tensorplay_cases
import tp_mlir

# What the format does not keep, or what is named after the file.
DROPPED = [
    (r"(?m)^#meta.*\n", ""),
    (r" meta\(#meta\d*\)", ""),
    (r"(?m)^ *tp\.archive .*\n", ""),
    (r"tp\.program @\S+", "tp.program @P"),
    (r" = #tp\.blob<[^>]*>", " = B"),
    (r"(@_tensor_constant\d+ : \S+) = dense<.*>", r"\1 = B"),
    (r" \{requires_grad = false\}", ""),
    (r", requires_grad = false\}", "}"),
]


def tp_opt(path):
    text = subprocess.run(["tp-opt", path], capture_output=True, text=True,
                          check=True).stdout
    for pattern, replacement in DROPPED:
        text = re.sub(pattern, replacement, text)
    return text.splitlines()


def main():
    good = total = 0
    for name, make, args, shapes in tensorplay_cases.programs():
        if tensorplay_cases.by_hand(name):
            continue
        program = ex.export(make(), *args, dynamic_shapes=shapes)
        path = os.path.join(sys.argv[1], name)
        try:
            ex.save(program, path + ".pt2")
        except TypeError:
            # tensorplay cannot save dimensions that are hints.
            assert name == "batch"
            continue
        total += 1
        tp_mlir.write(program, path + ".mlir")
        expected, found = tp_opt(path + ".mlir"), tp_opt(path + ".pt2")
        assert len(expected) > 5
        if expected == found:
            good += 1
        else:
            print(name, *difflib.unified_diff(expected, found, "tp_mlir", "archive",
                                              lineterm="", n=0), sep="\n")
    print("%d of %d programs agree" % (good, total))


if __name__ == "__main__":
    main()
