"""Programs for the rules of `--decompose`: overloads, dtypes, edge cases and dynamic shapes that
two samples of OpInfo do not meet.

A source of run.py (`--sources decompositions`, best with `--no-strides` and
`--passes "--mutation-outputs --decompose"`). The programs are those of every file
decomposition_<family>.py beside this one, each with a `programs` of `mutation_parts.Programs`.
"""

import glob
import importlib
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

PROGRAMS = {}
for _path in sorted(glob.glob(os.path.join(HERE, "decomposition_*.py"))):
    _module = os.path.basename(_path).removesuffix(".py")
    if _module == "decomposition_programs":
        continue
    for _name, _make in importlib.import_module(_module).programs.all.items():
        assert _name not in PROGRAMS, _name
        PROGRAMS[_name] = _make
