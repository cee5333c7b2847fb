#!/usr/bin/env python3
"""A worker of run.py, inside the references' virtual environment: loads archives with
torch.export.load, runs them, and compares with eager torch and with torch's own archive.

A task is a dictionary:

    source, archive   where the program is from, and the archive that torch wrote
    imports           Python files that define what the archive refers to
    run               its .run.pt file, or null: the archive's own example inputs
    case              the folder of the case (cases/torch_cases.py), or null
    candidates        [{"label", "path", "back"}]: archives to check; `back` is where to
                      write what torch saves of the loaded program
    exact, strides    see compare.Rules
    known             what an earlier worker did not survive: {step: how it ended}
    show              whether to give the values of both sides
    opset             whether to compare with torch's run_decompositions() as well: each candidate
                      gets `left`, how often it calls each operator that is not core and
                      not left by torch
    decomposed        what an earlier run found of that, or null

The result: {"torch": {"status", "reason", "differs"}, "candidates": {label: ...},
"decomposed": {"operators", "differs"} or {"error"}}.

What is right: eager torch, where torch's own archive gives the same; where export captured
something else, what that archive gives (`differs` says what). With `opset`, where what
torch's run_decompositions() makes gives something else, that is right as well.
"""

import time

import compare
import decomposed
import observe
import sources
import torch
import torch.utils._pytree as pytree
import workers


# The step that is torch's own decompositions.
DECOMPOSED = "run_decompositions()"


def first_line(error):
    text = f"{type(error).__name__}: {error}".strip().splitlines()
    return text[0][:300]


class Unusable(Exception):
    """An archive that cannot be loaded or run: the step, and what torch says."""

    def __init__(self, step, reason):
        super().__init__(f"{step}: {reason}")
        self.step = step


class Clock:
    def __init__(self):
        self.seconds = {}

    def time(self, step, function):
        start = time.time()
        try:
            return function()
        except ImportError:
            # What is installed is broken, and not the program.
            raise
        except Exception as error:
            raise Unusable(step, first_line(error)) from error
        finally:
            self.seconds[step] = round(time.time() - start, 4)


def case_calls(folder):
    """The calls of a case: flat leaves and structures."""
    given = torch.load(f"{folder}/inputs.pt", weights_only=True)
    return [
        pytree.tree_unflatten(leaves, pytree.treespec_loads(spec))
        for leaves, spec in zip(given["calls"], given["call_specs"])
    ]


def record_of(task):
    """The calls, None where they are in the archive, and what eager torch gave, if known."""
    if task["run"]:
        # Written by this project: arguments can be of any class.
        record = torch.load(task["run"], weights_only=False)
        return record["calls"], record.get("eager")
    if task["case"]:
        return case_calls(task["case"]), None
    return None, None


def load(path, clock):
    return clock.time("load", lambda: torch.export.load(path))


def run(program, calls, clock):
    """What a loaded program gives."""
    if calls is None:
        if program.example_inputs is None:
            raise Unusable("load", "the archive has no example inputs, and no .run.pt is there")
        calls = [program.example_inputs]
    module = clock.time("module", program.module)
    return clock.time("run", lambda: observe.observe(module, calls, refusals=True))


def decompose(program):
    # As in a process without the settings of observe.py.
    torch.use_deterministic_algorithms(False)
    try:
        return program.run_decompositions()
    finally:
        observe.prepare()


def show(run):
    """Both sides for a person."""
    lines = []
    for call, outs in enumerate(run["outs"]):
        lines += [f"call {call} output {i}: {value!r}" for i, value in enumerate(outs)]
        lines += [
            f"call {call} input {i} after: {value!r}"
            for i, value in enumerate(run["inputs"][call])
        ]
    return lines + [f"state '{name}': {value!r}" for name, value in run["state"].items()]


def save_again(program, path, torch_archive, clock):
    """What torch saves of the loaded program. Where it cannot, it is torch's fault if it
    cannot save what it loads from its own archive either."""
    try:
        clock.time("save", lambda: torch.export.save(program, path))
        return None
    except Unusable as error:
        try:
            torch.export.save(torch.export.load(torch_archive), path)
        except Exception:
            return None
        return str(error)


class Check:
    """One program: torch's own archive, then each candidate."""

    def __init__(self, task, step):
        self.task = task
        self.step = step
        self.rules = compare.Rules(task["exact"], task["strides"])
        self.calls, self.eager = record_of(task)
        self.own = None
        self.names = None
        self.torch = {"status": "ok"}
        self.decomposed = task["decomposed"]
        self.their_run = None

    def run_own(self):
        """Runs torch's own archive: the reference for what export captured."""
        self.step("torch")
        clock = Clock()
        if "torch" in self.task["known"]:
            self.torch = {"status": "unusable", "reason": self.task["known"]["torch"]}
            return
        try:
            self.own = run(load(self.task["archive"], clock), self.calls, clock)
        except Unusable as error:
            self.torch = {"status": "unusable", "reason": str(error)}
        self.torch["seconds"] = clock.seconds
        if self.own and self.eager:
            self.names = [n for n in self.eager["state"] if n in self.own["state"]]
            found = compare.compare_runs(self.eager, self.own, self.rules, self.names)
            if found:
                self.torch["differs"] = compare.kinds(found)
                self.torch["detail"] = "\n".join(map(str, found))

    def decompose(self):
        """Runs torch's own decompositions, unless an earlier run did: which operators are
        left, and whether the numbers are still those of eager torch."""
        if not self.task["opset"] or self.decomposed:
            return
        self.step(DECOMPOSED)
        if DECOMPOSED in self.task["known"]:
            self.decomposed = {"error": self.task["known"][DECOMPOSED]}
            return
        clock, self.decomposed = Clock(), {}
        try:
            program = load(self.task["archive"], clock)
            self.decomposed["before"] = decomposed.operators(program).total()
            program = clock.time("decompose", lambda: decompose(program))
            self.decomposed["operators"] = decomposed.operators(program)
            self.decomposed["seconds"] = clock.seconds["decompose"]
            self.their_run = run(program, self.calls, clock)
        except Unusable as error:
            if "operators" not in self.decomposed:
                self.decomposed = {"error": str(error)}
            else:
                self.decomposed["differs"] = str(error)
            return
        right = self.own if self.torch.get("differs") or not self.eager else self.eager
        if right:
            found = compare.compare_runs(right, self.their_run, self.rules, self.names)
            self.decomposed["differs"] = compare.kinds(found)
            self.decomposed["detail"] = "\n".join(map(str, found[:8]))

    def followed(self, found, run):
        """What is wrong with a run that differs from eager torch: nothing where torch's own
        decompositions give the same."""
        if not self.decomposed or not self.decomposed.get("differs"):
            return found
        if self.their_run is None:
            task = self.task | {"opset": True, "decomposed": None}
            again = Check(task, self.step)
            again.own, again.torch, again.names = self.own, self.torch, self.names
            again.decompose()
            self.their_run = again.their_run
        if self.their_run is None:
            return found
        return compare.compare_runs(self.their_run, run, self.rules, self.names) and found

    def differences(self, run):
        """What is wrong with a run. Eager torch is right, and what export captured where
        that is something else."""
        found = None
        if self.eager:
            found = compare.compare_runs(self.eager, run, self.rules, self.names)
        if self.own and (found or found is None):
            own = compare.compare_runs(self.own, run, self.rules)
            if found is None or self.torch.get("differs"):
                found = own
        return found

    def candidate(self, candidate):
        self.step(candidate["label"])
        clock, result = Clock(), {"status": "passed"}
        theirs = None
        if candidate["decomposes"] and self.decomposed:
            theirs = self.decomposed.get("operators")
        try:
            program = load(candidate["path"], clock)
            if theirs is not None:
                result["left"] = decomposed.outside(program, theirs)
                result["nodes"] = decomposed.operators(program).total()
            ours = run(program, self.calls, clock)
        except Unusable as error:
            if self.torch["status"] != "ok":
                return result | {"status": "skipped", "reason": self.torch["reason"]}
            step = "run" if error.step == "run" else "load"
            return result | {"status": "failed", "reason": f"torch cannot {step} it: {error}"}
        found = self.differences(ours)
        if found and theirs is not None and not (other := self.followed(found, ours)):
            found, result["followed"] = other, True
        # A case that torch cannot load has its own check.
        if found is None and not self.task["case"]:
            return {"status": "failed", "reason": "there is nothing to compare with"}
        if self.task["show"] and found is not None:
            right = self.own if self.torch.get("differs") or not self.eager else self.eager
            result["right"], result["ours"] = show(right), show(ours)
        if found:
            result |= {"status": "failed", "reason": "other results: " + compare.kinds(found)}
            result["detail"] = "\n".join(map(str, found))
        elif complaint := self.case_complaint(candidate["path"]):
            result |= {"status": "failed", "reason": "the case's own check fails"}
            result["detail"] = complaint
        elif complaint := save_again(program, candidate["back"], self.task["archive"], clock):
            result |= {"status": "failed", "reason": "torch cannot save it: " + complaint}
        return result | {"seconds": clock.seconds}

    def case_complaint(self, path):
        """What `torch_cases.py --check` says, where it does not say the same of torch's own
        archive."""
        if not self.task["case"]:
            return None
        check = sources.load_cases().check_file
        found = check(self.task["case"], path)
        own = []
        if found and self.own:
            own = check(self.task["case"], self.task["archive"])
        return "\n".join(line for line in found if line not in own)


def handle(task, step):
    try:
        sources.prepare_source(task["source"])
        for path in task["imports"]:
            sources.python_file(path)
        check = Check(task, step)
    except Exception as error:
        reason = "the program's record is unusable: " + first_line(error)
        failed = {"status": "failed", "reason": reason}
        answers = {c["label"]: failed for c in task["candidates"]}
        return {"torch": {}, "candidates": answers, "decomposed": None}
    check.run_own()
    check.decompose()
    results = {c["label"]: check.candidate(c) for c in task["candidates"]}
    return {"torch": check.torch, "candidates": results, "decomposed": check.decomposed}


def main():
    workers.quiet_torch()
    observe.prepare()
    workers.serve(handle)


if __name__ == "__main__":
    main()
