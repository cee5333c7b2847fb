#!/usr/bin/env python3
"""Exports real programs with torch, each with torch's own view of it.

    export_programs.py OUT [--sources db,opinfo,cases] [--sample N | --all]
                           [--only NAME] [--jobs 2]

Runs inside the references' virtual environment (torch 2.13.0). Sources are those of
sources.py, a Python file with programs among them, and

    cases       cases/torch_cases.py (training.pt2 and program.pt2 of each), and
                its damaged archives
    tensorplay  cases/tensorplay_cases.py
    tensorplay-mutations, tensorplay-decompositions
                tensorplay_mutations.py, tensorplay_decompositions.py

Each program is OUT/<source>/<name>.pt2 with two files beside it: <name>.expect.json, the
node list of NODELIST.md, and <name>.run.pt, the arguments of its calls and what eager torch
gave for them (see observe.py). OUT/index.json names every program, and the reason where
there is none. A program that takes its worker process down, or hangs, is recorded like one
that raises.
"""

import argparse
import contextlib
import copy
import hashlib
import io
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time

import workers

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
DEFAULT_SOURCES = "db,opinfo,cases,tensorplay"
# Without torch.
LISTED_SOURCES = ("tensorplay-mutations", "tensorplay-decompositions")
TENSORPLAY_SOURCES = ("tensorplay", *LISTED_SOURCES)
TORCH_SOURCES = (
    "db", "opinfo", "inplace", "out", "mutations", "decompositions", "models", "cases"
)
NAMED_SOURCES = (*TORCH_SOURCES, *TENSORPLAY_SOURCES)
TASK_SECONDS = 180


def first_line(error):
    text = f"{type(error).__name__}: {error}".strip().splitlines()
    return text[0][:300]


# ------------------------------------------------------------------ one program
def compare_with_loaded(path, lines):
    """How the node list of torch.export.load's program differs: "same", the
    number of other lines, or why torch cannot load its own file."""
    import torch
    from node_list import node_list

    try:
        other, _ = node_list(torch.export.load(path))
    except Exception as error:
        return "not loaded: " + first_line(error)
    if other == lines:
        return "same"
    return f"{len(set(lines) ^ set(other))} lines differ"


def write_expectation(program, path, check_load):
    from node_list import node_list

    lines, count = node_list(program)
    expect = {"nodes": count, "node_list": lines, "schemas": declarations(program)}
    if check_load:
        expect["loaded"] = compare_with_loaded(path, lines)
    stem = path.removesuffix(".pt2")
    with open(stem + ".expect.json", "w") as file:
        json.dump(expect, file, indent=0)
    return expect


def declarations(program):
    """The schemas of the operators of a program that are none of torch's own."""
    import torch

    with open(os.path.join(ROOT, "lib", "tp", "Schema", "schemas.txt"), encoding="ascii") as file:
        known = {line.partition("::")[0] for line in file}
    found = {}
    for graph in program.graph_module.modules():
        for node in getattr(graph, "graph", torch.fx.Graph()).nodes:
            schema = getattr(node.target, "_schema", None)
            if schema and node.target.namespace not in known:
                found[str(schema)] = True
    return list(found)


def run_eagerly(program):
    """What eager torch gives, on a copy of the module."""
    import observe
    import torch

    observe.prepare()
    try:
        return observe.observe(
            copy.deepcopy(program.module), program.all_calls(), grad=program.grad
        )
    finally:
        torch.use_deterministic_algorithms(False)


def export(program):
    import torch

    with torch.set_grad_enabled(program.grad):
        exported = torch.export.export(
            program.module,
            program.args,
            program.kwargs,
            dynamic_shapes=program.dynamic_shapes,
            strict=program.strict,
        )
        return exported.run_decompositions() if program.decompose else exported


def save(program, path, check_load, step):
    """Exports and saves a program with its expectations; leaves no part of them where one
    cannot be had."""
    import observe
    import torch

    stem = path.removesuffix(".pt2")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    program.module.train(program.training)
    try:
        step("the eager run")
        eager = run_eagerly(program)
        # Export may write to the arguments' Python containers.
        calls = [observe.copied_arguments(*call) for call in program.all_calls()]
        step("export")
        exported = export(program)
        step("save")
        torch.export.save(exported, path)
        torch.save({"calls": calls, "eager": eager}, stem + ".run.pt")
        step("the node list")
        return write_expectation(exported, path, check_load)
    except BaseException:
        for suffix in (".pt2", ".expect.json", ".run.pt"):
            with contextlib.suppress(FileNotFoundError):
                os.remove(stem + suffix)
        raise


def entry(source, name, path=None, reason=None, **more):
    status = "exported" if path else "failed"
    item = {"source": source, "name": name, "status": status}
    if path:
        item["path"] = path
    if reason:
        item["reason"] = reason
    return item | {k: v for k, v in more.items() if v is not None}


def folder_of(source):
    """The folder of a source in OUT: that of a Python file has its name."""
    return os.path.basename(source).removesuffix(".py")


def attempt(source, name, options, step, make):
    """Exports and saves the program that `make` gives: its entry in the index."""
    label, path = folder_of(source), f"{folder_of(source)}/{name}.pt2"
    # What else is needed to load it.
    file = os.path.abspath(source) if source.endswith(".py") else None
    steps = []

    def note(text):
        steps.append(text)
        step(text)

    try:
        note("making the program")
        program = make()
        expect = save(program, os.path.join(options.out, path), options.check_load, note)
    except Exception as error:
        return entry(label, name, reason=f"{steps[-1]}: {first_line(error)}")
    more = {"nodes": expect["nodes"], "loaded": expect.get("loaded"), "file": file}
    more["unfunctional"] = program.unfunctional
    if program.declared:
        more["schemas"] = expect["schemas"]
    return entry(label, name, path, **more)


# ----------------------------------------------------------------------- tasks
def run_operator(source, name, options, step):
    """Up to SAMPLES_PER_OPERATOR programs of an operator."""
    import sources

    done, failures = [], []
    try:
        info, samples = sources.samples(name)
        for index, sample in enumerate(samples):
            item = attempt(
                source,
                f"{name}.{index}",
                options,
                step,
                lambda: sources.VARIANTS[source](info, sample),
            )
            (done if item["status"] == "exported" else failures).append(item)
            if len(done) == sources.SAMPLES_PER_OPERATOR:
                break
    except Exception as error:
        failures.append(entry(source, name, reason=first_line(error)))
    if done:
        return done
    # One entry for an operator that torch cannot export, with the first reason.
    return [entry(source, name, reason=failures[0]["reason"] if failures else "no samples")]


def run_cases(name, options):
    import sources
    import torch

    cases = sources.load_cases()
    folder = os.path.join(options.out, "cases")
    found = []
    original = torch.export.save

    def saving(program, path):
        original(program, path)
        stage = os.path.basename(path).removesuffix(".pt2")
        label = f"{name}/{stage}"
        try:
            expect = write_expectation(program, path, options.check_load)
        except Exception as error:
            found.append(entry("cases", label, reason=first_line(error)))
            return
        more = {key: expect.get(key) for key in ("nodes", "loaded", "schemas")}
        found.append(entry("cases", label, f"cases/{label}.pt2", case=f"cases/{name}", **more))

    torch.export.save = saving
    try:
        status = cases.run_case(cases.CASES[name], folder)
    finally:
        torch.export.save = original
    seen = {item["name"] for item in found}
    for stage in ("training", "program"):
        if f"{name}/{stage}" not in seen:
            reason = status.get(stage) or status.get("export") or "not written"
            found.append(entry("cases", f"{name}/{stage}", reason=reason))
    return found


def run_skew(options):
    """The damaged archives, made from one good one."""
    import sources

    cases = sources.load_cases()
    folder = os.path.join(options.out, "cases")
    if not os.path.exists(os.path.join(folder, "slice_sub_inplace", "program.pt2")):
        run_cases("slice_sub_inplace", options)
    with contextlib.redirect_stdout(io.StringIO()):
        cases.skew(folder)
    found = []
    for file in sorted(os.listdir(os.path.join(folder, "_skew"))):
        stem, suffix = os.path.splitext(file)
        if suffix == ".pt2":
            path = f"cases/_skew/{file}"
            found.append(entry("skew", stem, path, case="cases/slice_sub_inplace"))
    return found


def run_tensorplay(out, only):
    """tensorplay's archives: a process of its own, torch stays out of it."""
    folder = os.path.join(out, "tensorplay")
    script = os.path.join(HERE, "cases", "tensorplay_cases.py")
    command = [sys.executable, script, folder]
    if only:
        only = only.split("/")[0]
        with open(script) as file:
            if f"def {only}(" not in file.read():
                return []
        command += ["--names", only]
    done = subprocess.run(command, capture_output=True, text=True, timeout=TASK_SECONDS)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or ["no message"]
        return [entry("tensorplay", only or "all", reason=lines[-1][:300])]
    found = []
    with open(os.path.join(folder, "index.json")) as file:
        index = json.load(file)
    for status in index:
        for stage in ("program", "decomposed"):
            path = f"tensorplay/{status['name']}/{stage}.pt2"
            label = f"{status['name']}/{stage}"
            if os.path.exists(os.path.join(out, path)):
                found.append(entry("tensorplay", label, path))
            else:
                keys = ("export", "saved") if stage == "program" else ("decomposed",)
                reasons = [str(status.get(key, "")) for key in keys]
                bad = [r for r in reasons if r not in ("", "-", "ok")]
                reason = bad[0] if bad else "not written"
                found.append(entry("tensorplay", label, reason=reason))
    return found


def run_listed(options, source):
    """Programs of a list in tensorplay, by the worker that runs them later."""
    found = []
    command = [sys.executable, os.path.join(HERE, "tensorplay_worker.py")]
    worker = workers.Worker(command, TASK_SECONDS)
    tasks = [(source, name) for name in worker.ask({"do": "list", "source": source})]
    if options.sample:
        tasks = sample(tasks, options.sample // 5)
    for _, name in tasks:
        if options.only and options.only != name:
            continue
        path = f"{source}/{name}.pt2"
        target = os.path.abspath(os.path.join(options.out, path))
        try:
            reason = worker.ask({"do": "export", "source": source, "name": name, "path": target})
        except workers.Ended as ended:
            reason = str(ended)
        found.append(entry(source, name, None if reason else path, reason))
    worker.stop()
    return found


def run_task(source, name, options, step):
    import sources

    if source == "list":
        return sources.task_names(name)
    if source == "skew":
        return run_skew(options)
    if source == "cases":
        return run_cases(name, options)
    if source in sources.VARIANTS:
        return run_operator(source, name, options, step)
    make = lambda: sources.single_program(source, name)  # noqa: E731
    return [attempt(source, name, options, step, make)]


def serve(options):
    workers.quiet_torch()

    def handle(task, step):
        source, name = task
        try:
            return run_task(source, name, options, step)
        except Exception as error:
            return [entry(folder_of(source), name, reason=first_line(error))]

    workers.serve(handle)


def ask(worker, source, name):
    try:
        return worker.ask([source, name])
    except workers.Ended as ended:
        return [entry(folder_of(source), name, reason=f"the exporting process ended: {ended}")]


# ---------------------------------------------------------------------- driver
def sample(tasks, count):
    """A fixed choice of about `count` programs: the lowest hashes of each source.
    The examples with control flow are few, so that they get more than their share."""
    # Programs that a task gives, and the part of the sample that a source gets.
    programs = {"db": 1, "opinfo": 2, "inplace": 2, "out": 2, "cases": 2}
    parts = {"db": 0.25, "opinfo": 0.5, "cases": 0.25}
    by_source = {}
    for task in tasks:
        by_source.setdefault(task[0], []).append(task)
    total = sum(parts.get(source, 0.25) for source in by_source)
    chosen = set()
    for source, members in by_source.items():
        share = count * parts.get(source, 0.25) / total / programs.get(source, 1)
        members.sort(key=lambda t: hashlib.sha256("/".join(t).encode()).hexdigest())
        chosen.update(members[: max(1, round(share))])
    return [task for task in tasks if task in chosen]


def export_all(tasks, pool):
    todo = queue.SimpleQueue()
    for item in enumerate(tasks):
        todo.put(item)
    answers = {}

    def drain(worker):
        while True:
            try:
                index, task = todo.get_nowait()
            except queue.Empty:
                return
            answers[index] = ask(worker, *task)

    threads = [threading.Thread(target=drain, args=(w,)) for w in pool]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [item for index in sorted(answers) for item in answers[index]]


def gather(options, worker):
    """The tasks that the options ask for: (source, name) pairs."""
    tasks = []
    for source in options.sources:
        if source not in TENSORPLAY_SOURCES:
            tasks += [(source, name) for name in worker.ask(["list", source])]
    if options.only:
        # `add.0` and `kv_cache_step/program` name a program of a task.
        wanted = {options.only, options.only.split("/")[0], options.only.rsplit(".", 1)[0]}
        tasks = [task for task in tasks if task[1] in wanted]
    elif options.sample:
        tasks = sample(tasks, options.sample)
    return tasks


def write_index(options, index):
    """With --only, the other programs of the folder stay in its index."""
    path = os.path.join(options.out, "index.json")
    kept = []
    if options.only and os.path.exists(path):
        new = {(item["source"], item["name"]) for item in index}
        with open(path) as file:
            kept = [i for i in json.load(file) if (i["source"], i["name"]) not in new]
    with open(path, "w") as file:
        json.dump(kept + index, file, indent=1)


def report(index, seconds):
    print(f"{'source':<12}{'exported':>10}{'failed':>8}")
    for source in dict.fromkeys(item["source"] for item in index):
        mine = [item for item in index if item["source"] == source]
        good = sum(item["status"] == "exported" for item in mine)
        print(f"{source:<12}{good:>10}{len(mine) - good:>8}")
    for item in index:
        if item["status"] == "failed":
            print(f"  {item['source']}/{item['name']}: {item['reason']}")
    good = [item for item in index if item["status"] == "exported"]
    names = {i["name"].rsplit(".", 1)[0] for i in good if i["source"] == "opinfo"}
    if names:
        print(f"operators with a program: {len(names)}")
    print(f"{len(good)} programs exported in {seconds:.1f} s")


def parse():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--sources", default=DEFAULT_SOURCES)
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--sample", type=int, metavar="N", help="about N programs")
    group.add_argument("--all", action="store_true", help="every program (default)")
    parser.add_argument("--only", metavar="NAME", help="one example, operator or case")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--check-load",
        action="store_true",
        help="also record how torch.export.load's view of the file differs",
    )
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.sources = options.sources.split(",")
    for source in options.sources:
        known = source in NAMED_SOURCES or source.endswith(".py")
        if not known:
            names = ",".join(NAMED_SOURCES)
            parser.error(f"expected sources among {names} or a Python file, got '{source}'")
    return options


def main():
    options = parse()
    if options.worker:
        return serve(options)
    start = time.time()
    os.makedirs(options.out, exist_ok=True)
    if not options.only:
        for source in options.sources:
            # Nothing of an earlier run may pass for a program of this one.
            shutil.rmtree(os.path.join(options.out, folder_of(source)), ignore_errors=True)
    arguments = [options.out] + ["--check-load"] * options.check_load
    command = [sys.executable, os.path.abspath(__file__), *arguments, "--worker"]
    pool = [workers.Worker(command, TASK_SECONDS) for _ in range(options.jobs)]
    for one in pool:
        one.start()
    index = export_all(gather(options, pool[0]), pool)
    if "cases" in options.sources and not options.only:
        index += ask(pool[0], "skew", "all")
    for one in pool:
        one.stop()
    if "tensorplay" in options.sources:
        index += run_tensorplay(options.out, options.only)
    for source in LISTED_SOURCES:
        if source in options.sources:
            index += run_listed(options, source)
    write_index(options, index)
    report(index, time.time() - start)
    if not any(item["status"] == "exported" for item in index):
        print("error: no program was exported")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
