"""Models as programs: real depth, small width, random weights.

A source of run.py (`--sources models`), in three files by theme:

    model_vision      convolutions, and a vision transformer
    model_language    transformers, with and without a cache
    model_other       recurrent networks, recommendation, mixtures of experts
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import model_language
import model_other
import model_vision

PROGRAMS = {}
for _part in (model_vision, model_language, model_other):
    for _name, _make in _part.PROGRAMS.items():
        assert _name not in PROGRAMS, _name
        PROGRAMS[_name] = _make
