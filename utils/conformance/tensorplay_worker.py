#!/usr/bin/env python3
"""The worker for tensorplay's programs: exports them, runs archives, compares with eager.

A process with tensorplay, and without torch. Tasks of workers.py:

    {"do": "list", "source"}                   the names of a source's programs
    {"do": "export", "source", "name", "path"} saves the program there: null, or why it cannot
    {"do": "run", "source", "name", "archive", "candidates", "exact", "show"}
                                               as torch_worker.py does for torch

A program's final state is what its tensors hold after the call where the program writes them
in place, and its mutation outputs where it does not: tensorplay itself does nothing with these.
The sources: tensorplay-mutations (tensorplay_mutations.py), tensorplay-decompositions
(tensorplay_decompositions.py) and tensorplay (cases/tensorplay_cases.py, as programs and decomposed).
"""

import copy
import os
import re
import sys
import warnings

import numpy
import tensorplay as tp
import tensorplay.export as export
import workers

HERE = os.path.dirname(os.path.abspath(__file__))
SEED = 7


def first_line(error):
    return f"{type(error).__name__}: {error}".splitlines()[0][:300]


# -------------------------------------------------------------------------- programs
def programs_of(source):
    """The programs of a source by their names."""
    if source == "tensorplay-mutations":
        import tensorplay_mutations as module
    else:
        assert source == "tensorplay-decompositions", source
        import tensorplay_decompositions as module
    return module.PROGRAMS


def listed_program(source, name):
    module, args = programs_of(source)[name]()
    return module, [args, args], None


def case_program(name):
    sys.path.insert(0, os.path.join(HERE, "cases"))
    import tensorplay_cases

    spec = tensorplay_cases.CASES[name.split("/")[0]]["build"]()
    return spec.module(), [spec.args, *spec.calls], spec.dyn


def program(source, name):
    """(module, the arguments of each call, the specification of dynamic shapes)."""
    tp.manual_seed(SEED)
    return case_program(name) if source == "tensorplay" else listed_program(source, name)


# ----------------------------------------------------------------------- observation
def is_tensor(value):
    return isinstance(value, tp.Tensor)


def leaves(tree):
    """The leaves of nested lists, tuples and dicts."""
    if isinstance(tree, dict):
        return [leaf for value in tree.values() for leaf in leaves(value)]
    if isinstance(tree, (list, tuple)):
        return [leaf for value in tree for leaf in leaves(value)]
    return [tree]


def snapshot(value):
    if not is_tensor(value):
        return value
    value = value.detach()
    strides = [s if n > 1 else None for n, s in zip(value.shape, value.stride())]
    return {
        "dtype": str(value.dtype),
        "shape": list(value.shape),
        "strides": strides if value.numel() else [],
        "values": numpy.array(value.numpy(), copy=True, order="C"),
    }


def snapshots(tree):
    return [snapshot(value) for value in leaves(tree)]


def tensors_of(module):
    found = dict(module.named_parameters())
    found.update(module.named_buffers())
    return found


def run_eagerly(source, name):
    module, calls, _ = program(source, name)
    run = {"outs": [], "inputs": []}
    for args in calls:
        args = copy.deepcopy(args)
        tp.manual_seed(SEED)
        run["outs"].append(snapshots(module(*args)))
        run["inputs"].append(snapshots(args))
    run["state"] = {key: snapshot(value) for key, value in tensors_of(module).items()}
    return run


def element(inputs, path):
    """`items[0]["a"]` of the inputs by name."""
    name = re.match(r"[^\[]+", path).group()
    value = inputs[name]
    for key in re.findall(r"\[([^\]]*)\]", path):
        key = key.strip("'\"") if key[:1] in "'\"" else int(key)
        value = value[key]
    return value


def apply_mutations(loaded, before, inputs, result):
    """Writes mutation outputs to state and inputs that the call did not write itself."""
    targets = []
    for spec, value in zip(loaded.graph_signature.output_specs, result):
        kind = spec.kind.name
        if kind in ("BUFFER_MUTATION", "PARAMETER_MUTATION"):
            targets.append((loaded._resolve_state_value(spec.target), value))
        elif kind == "USER_INPUT_MUTATION":
            targets.append((element(inputs, spec.target), value))
    for target, value in targets:
        if not is_tensor(target) or difference("", before[id(target)], snapshot(target), True):
            continue
        with tp.no_grad():
            target.copy_(value)


def run_archive(path, calls):
    loaded = export.load(path)
    placeholders = [node.name for node in loaded.graph.placeholders]
    states = {spec.arg.name: spec.target for spec in loaded._state_specs()}
    users = [name for name in placeholders if name not in states]
    run = {"outs": [], "inputs": []}
    for args in calls:
        args = copy.deepcopy(args)
        given = loaded._user_call_kwargs(args, {})
        before = {id(v): snapshot(v) for v in leaves(given) if is_tensor(v)}
        tp.manual_seed(SEED)
        result = loaded.graph_module(**given)
        run["outs"].append(snapshots(loaded._user_output(result)))
        flat = result if isinstance(result, (list, tuple)) else [result]
        if loaded._mutation_count():
            apply_mutations(loaded, before, dict(zip(users, args)), flat)
        run["inputs"].append(snapshots(args))
    state = {target: loaded._resolve_state_value(target) for target in states.values()}
    run["state"] = {key: snapshot(value) for key, value in state.items() if is_tensor(value)}
    return run


# ------------------------------------------------------------------------ comparison
# Two roundings of the results of half precision: kernels differ in where they round.
TOLERANCES = {"bfloat16": 1.6e-2, "float16": 2e-3}


def values_differ(want, got, exact, dtype):
    if exact or want.dtype.kind not in "fc":
        return want.tobytes() != got.tobytes()
    tolerance = TOLERANCES.get(dtype.rpartition(".")[2], 1e-5)
    return not numpy.allclose(got, want, rtol=tolerance, atol=tolerance, equal_nan=True)


def difference(where, want, got, exact):
    """What is wrong with one value, or None: (kind, place, both sides)."""
    if isinstance(want, dict) != isinstance(got, dict):
        return ("type", where, want, got)
    if not isinstance(want, dict):
        same = type(want) is type(got) and (want == got or want != want)
        return None if same else ("value", where, want, got)
    for key in ("dtype", "shape", "strides"):
        if want[key] != got[key]:
            return (key, where, want[key], got[key])
    if values_differ(want["values"], got["values"], exact, want["dtype"]):
        return ("value", where, want["values"].tolist(), got["values"].tolist())
    return None


def compare(want, got, exact):
    found = []
    for what, title in (("outs", "output"), ("inputs", "input")):
        for call, (a, b) in enumerate(zip(want[what], got[what])):
            if len(a) != len(b):
                found.append(("count", f"call {call} {title}", len(a), len(b)))
                continue
            for index, (x, y) in enumerate(zip(a, b)):
                found.append(difference(f"call {call} {title} {index}", x, y, exact))
    for name, value in want["state"].items():
        if name in got["state"]:
            found.append(difference(f"state '{name}'", value, got["state"][name], exact))
        else:
            found.append(("missing", f"state '{name}'", "a value", "none"))
    return [item for item in found if item]


def kinds(found):
    names = [f"{(w.split() if w[0] == 's' else w.split()[2:])[0]} {k}" for k, w, _, _ in found]
    return ", ".join(dict.fromkeys(names))


def text(found):
    return "\n".join(f"{w}: {k}: expected {a}, got {b}"[:600] for k, w, a, b in found)


# ------------------------------------------------------------------------------ tasks
def save(task):
    try:
        module, calls, dynamic = program(task["source"], task["name"])
        exported = export.export(module, *copy.deepcopy(calls[0]), dynamic_shapes=dynamic)
        os.makedirs(os.path.dirname(task["path"]), exist_ok=True)
        export.save(exported, task["path"])
        return None
    except Exception as error:
        if os.path.exists(task["path"]):
            os.remove(task["path"])
        return first_line(error)


def check(task, step):
    """The same result as of torch_worker.py."""
    step("torch")
    eager = run_eagerly(task["source"], task["name"])
    _, calls, _ = program(task["source"], task["name"])
    own, own_run = {"status": "ok"}, None
    try:
        own_run = run_archive(task["archive"], calls)
        # State that is not there is not lifted by the reference.
        eager["state"] = {k: v for k, v in eager["state"].items() if k in own_run["state"]}
        found = compare(eager, own_run, task["exact"])
        if found:
            own |= {"differs": kinds(found), "detail": text(found)}
    except Exception as error:
        own = {"status": "unusable", "reason": first_line(error)}
    results = {}
    for candidate in task["candidates"]:
        step(candidate["label"])
        results[candidate["label"]] = judge(candidate, calls, eager, own_run, own, task)
    return {"torch": own, "candidates": results}


def judge(candidate, calls, eager, own_run, own, task):
    try:
        run = run_archive(candidate["path"], calls)
    except Exception as error:
        if own["status"] != "ok":
            return {"status": "skipped", "reason": own["reason"]}
        return {"status": "failed", "reason": "tensorplay cannot run it: " + first_line(error)}
    found = compare(eager, run, task["exact"])
    if found and own.get("differs"):
        found = compare(own_run, run, task["exact"])
    result = {"status": "passed"}
    if found:
        reason = "other results: " + kinds(found)
        result = {"status": "failed", "reason": reason, "detail": text(found)}
    if task["show"]:
        sides = {"right": eager, "ours": run}
        result |= {k: [f"{n}: {v}" for n, v in side.items()] for k, side in sides.items()}
    return result


def handle(task, step):
    if task["do"] == "list":
        return list(programs_of(task["source"]))
    if task["do"] == "export":
        return save(task)
    try:
        return check(task, step)
    except Exception as error:
        failed = {"status": "failed", "reason": "eager: " + first_line(error)}
        return {"torch": {}, "candidates": {c["label"]: failed for c in task["candidates"]}}


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    workers.serve(handle)
