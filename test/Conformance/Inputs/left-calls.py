"""Which calls that a table has entries for are left after decomposition.

    left-calls.py TP_OPT TABLES-OPTION PROGRAMS TABLE.mlir...
"""

import pathlib
import re
import subprocess
import sys


def main():
    tool, option, programs, *tables = sys.argv[1:]
    keys = {key for table in tables
            for key in re.findall(r'^tp\.decomposition "(.*?)"', pathlib.Path(table).read_text(), re.M)}
    archives = sorted(pathlib.Path(programs).glob("*.pt2"))
    for path in archives:
        counts = subprocess.run([tool, path, option, "--op-histogram", "-o", "/dev/null"],
                                check=True, text=True, capture_output=True).stdout
        found = {}
        for count, target in re.findall(r"^ *(\d+)  (\S+)", counts, re.M):
            name = target.rpartition(".")[2]
            if name in keys:
                found[name] = found.get(name, 0) + int(count)
        if found:
            print(path.stem, *(f"{count} {name}" for name, count in sorted(found.items())))
    print(len(archives), "programs,", len(keys), "keys")


if __name__ == "__main__":
    main()
