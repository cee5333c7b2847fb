#!/usr/bin/env python3
"""Writes programs of tensorplay back through the tools and runs both.

    run_tensorplay.py FOLDER [--only NAME] [--tp-opt PATH] [--tp-translate PATH]

Each program of tensorplay_programs.py, and each case of cases/tensorplay_cases.py that tensorplay can save, is read
from its archive and written again straight from the import, through text and through bytecode. What tensorplay makes of
the result must agree with the exported program bit for bit: outputs with their structure, and all state after two calls.
The cases compare with their own eager outputs, in order, and with what the archive that tensorplay saved accepts.
Exit code 1 on any failure.
"""

import argparse
import copy
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import traceback
import warnings

import tensorplay as tp
import tensorplay.export as ex

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))


class Mismatch(Exception):
    pass


class Tools:
    def __init__(self, opt, translate):
        self.opt, self.translate = opt, translate

    def run(self, *args):
        done = subprocess.run([str(a) for a in args], capture_output=True, text=True)
        if done.returncode:
            raise Mismatch("%s: %s" % (os.path.basename(str(args[0])), done.stderr.strip()))

    def write_back(self, path, folder):
        """The archives that come back from `path`, by the way they took."""
        ways = {"text": ("m.mlir", []), "bytecode": ("m.mlirbc", ["--emit-bytecode"])}
        for way, (name, options) in ways.items():
            self.run(self.opt, path, *options, "-o", folder / name)
            back = folder / (way + ".pt2")
            self.run(self.translate, "--export-tensorplay", folder / name, "-o", back)
            yield way, back
        straight = folder / "straight.pt2"
        self.run(self.opt, path, "--emit-tensorplay", "-o", straight)
        yield "straight", straight
        # What was written reads like what was read.
        self.run(self.opt, folder / "text.pt2", "-o", folder / "again.mlir")
        again = folder / "again.pt2"
        self.run(self.translate, "--export-tensorplay", folder / "again.mlir", "-o", again)
        yield "twice", again


def describe(value):
    """Structure, dtypes, shapes and bits of a value."""
    if isinstance(value, tp.Tensor):
        value = value.detach()
        dtype = str(value.dtype)
        if value.dtype == tp.bfloat16:
            value = value.contiguous().view(tp.uint16)
        return ("tensor", dtype, tuple(value.shape), value.contiguous().numpy().tobytes())
    if isinstance(value, dict):
        return ("dict", [(key, describe(item)) for key, item in value.items()])
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, [describe(item) for item in value])
    return (type(value).__name__, repr(value))


def state_of(program):
    return {spec.target: describe(program._resolve_state_value(spec.target))
            for spec in program.graph_signature.input_specs if spec.target}


def observe(program, args, kwargs):
    """Two calls, and the state and the inputs after them."""
    args, kwargs = copy.deepcopy(args), copy.deepcopy(kwargs)
    seen = [describe(program(*args, **kwargs)) for _ in range(2)]
    return seen, state_of(program), describe(args)


def check_program(tools, folder, module, args, kwargs, shapes):
    program = ex.export(copy.deepcopy(module), *copy.deepcopy(args), dynamic_shapes=shapes,
                        **copy.deepcopy(kwargs))
    saved = folder / "saved.pt2"
    ex.save(program, str(saved))
    expected, state, inputs = observe(program, args, kwargs)
    for way, back in tools.write_back(saved, folder):
        loaded = ex.load(str(back))
        found, found_state, found_inputs = observe(loaded, args, kwargs)
        if found != expected:
            raise Mismatch("%s: outputs differ: %r, expected %r" % (way, found, expected))
        for target, value in state.items():
            if found_state.get(target) != value:
                raise Mismatch("%s: state '%s' differs" % (way, target))
        if found_inputs != inputs:
            raise Mismatch("%s: inputs differ" % way)


def check_case(tools, cases, name, folder):
    """A case's own check, of what is written back; None where tensorplay cannot save it."""
    cwd = os.getcwd()
    try:
        status = cases.run_case(cases.CASES[name], str(folder))
    finally:
        os.chdir(cwd)
    saved = folder / name / "program.pt2"
    if not saved.exists():
        return status.get("saved", status["export"])
    spec = cases.CASES[name]["build"]()
    calls = [spec.args] + spec.calls
    verdicts = {}
    for way, path in [("saved", saved), *tools.write_back(saved, folder / name)]:
        try:
            loaded = ex.load(str(path))
        except Exception as error:  # pylint: disable=broad-except
            verdicts[way] = "cannot be loaded: %s" % error
            continue
        seen = []
        for args in copy.deepcopy(calls):
            try:
                seen.append(describe(loaded(*args)))
            except Exception as error:  # pylint: disable=broad-except
                seen.append("%s: %s" % (type(error).__name__, error))
        for args in copy.deepcopy(spec.rejects):
            try:
                loaded(*args)
                seen.append("accepted")
            except Exception as error:  # pylint: disable=broad-except
                seen.append("%s: %s" % (type(error).__name__, error))
        verdicts[way] = (seen, state_of(loaded))
    expected = verdicts["saved"]
    for way, verdict in verdicts.items():
        # Tensors that stand in arguments are state of their own in what is written back.
        if not isinstance(verdict, str):
            verdict = (verdict[0], {key: verdict[1].get(key) for key in expected[1]})
        if verdict != expected:
            raise Mismatch("%s: %s, as saved %s" % (way, verdict, expected))
    return None


def load_cases():
    path = HERE / "cases" / "tensorplay_cases.py"
    spec = importlib.util.spec_from_file_location("tensorplay_cases", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", action="append")
    parser.add_argument("--tp-opt", default="tp-opt")
    parser.add_argument("--tp-translate", default="tp-translate")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    import tensorplay_programs
    tools = Tools(args.tp_opt, args.tp_translate)
    cases = load_cases()
    folder = args.folder.resolve()
    if hasattr(tp, "manual_seed"):
        tp.manual_seed(0)

    work = []
    for name, *program in tensorplay_programs.programs():
        work.append((name, lambda where, p=program: check_program(tools, where, *p)))
    for name in cases.CASES:
        work.append(("case/" + name,
                     lambda where, n=name: check_case(tools, cases, n, where)))
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for name, check in work:
        if args.only and name not in args.only:
            continue
        where = folder / name
        where.mkdir(parents=True, exist_ok=True)
        try:
            skipped = check(where)
            result = "skipped" if skipped else "passed"
            if skipped:
                print("%s: tensorplay itself: %s" % (name, skipped))
        except Mismatch as error:
            result = "failed"
            print("%s: %s" % (name, error))
        except Exception:  # pylint: disable=broad-except
            result = "failed"
            print("%s: %s" % (name, traceback.format_exc(limit=2)))
        counts[result] += 1
    (folder / "summary.json").write_text(json.dumps(counts))
    print("%(passed)d passed, %(failed)d failed, %(skipped)d skipped" % counts)
    return counts["failed"] != 0


if __name__ == "__main__":
    sys.exit(main())
