"""Counts the kinds of operations that .td files of a folder define, and names those that no file has.

    missing_kinds.py TD_FOLDER TEXT...
"""
import pathlib
import re
import sys

declared = "".join(p.read_text() for p in sorted(pathlib.Path(sys.argv[1]).glob("*.td")))
kinds = re.findall(r"^def TP_\w+Op\s*:\s*\w+<\"(\w+)\"", declared, re.M)
texts = "".join(pathlib.Path(p).read_text() for p in sys.argv[2:])
print(len(kinds), "kinds")
for kind in kinds:
    if not re.search(rf"\btp\.{kind}\b", texts):
        print("missing:", kind)
