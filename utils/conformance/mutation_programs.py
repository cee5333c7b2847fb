"""Programs that mutate: what `--mutation-outputs` has to keep, and what every pass may meet.

A source of run.py (`--sources mutations`). The programs are in files by theme, exported
as torch.export.export leaves them, so that in-place operators and views are in the graph.

    mutation_views      writes through every kind of view, alone and chained
    mutation_state      buffers, parameters, arguments and containers
    mutation_operators  kinds of in-place operators: out=, lists, random, metadata, aliasing
    mutation_control    inside cond, while_loop, scan, map, and other wrappers
    mutation_odd        mixtures of all of these

`REFUSED` names the programs among them that torch cannot export, or save and load, with a part of
what it says; they are skipped, and a test checks that torch still says so.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import mutation_control
import mutation_odd
import mutation_operators
import mutation_state
import mutation_views

PROGRAMS = {}
REFUSED = {}
PARTS = (mutation_views, mutation_state, mutation_operators, mutation_control, mutation_odd)
for _part in PARTS:
    for _name, _make in _part.programs.all.items():
        assert _name not in PROGRAMS, _name
        PROGRAMS[_name] = _make
    REFUSED.update(_part.programs.refused)
