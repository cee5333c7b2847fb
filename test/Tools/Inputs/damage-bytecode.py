"""Changes single bytes of a bytecode file, always the same ones, and gives each to tp-opt.

    damage-bytecode.py FILE COUNT SCRATCH

Every run ends with an exit status of 0 or 1, and only one of 0 leaves an output.
"""

import os
import random
import subprocess
import sys


def main():
    content = open(sys.argv[1], "rb").read()
    source = random.Random(1)
    path, out = sys.argv[3] + ".mlirbc", sys.argv[3] + ".mlir"
    ends = {"good": 0, "refused": 0, "guarded": 0}
    for _ in range(int(sys.argv[2])):
        damaged = bytearray(content)
        for _ in range(source.choice([1, 2, 5])):
            damaged[source.randrange(4, len(damaged))] = source.choice([0, 1, 0x7f, 0x80, 0xff])
        with open(path, "wb") as file:
            file.write(damaged)
        done = subprocess.run(["tp-opt", "--allow-unregistered-dialect", path, "-o", out], stderr=subprocess.PIPE, timeout=60, check=False)
        errors = done.stderr.decode("utf-8", "replace")
        assert done.returncode in (0, 1), (done.returncode, errors)
        assert os.path.exists(out) == (done.returncode == 0), errors
        if done.returncode == 0:
            ends["good"] += 1
            os.unlink(out)
        elif "MLIR's reader" in errors:
            assert errors.count("\n") == 1, errors
            ends["guarded"] += 1
        else:
            assert "error: " in errors, errors
            ends["refused"] += 1
    print(" ".join(f"{key}={value}" for key, value in ends.items()))


if __name__ == "__main__":
    main()
