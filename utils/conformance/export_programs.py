#!/usr/bin/env python3
"""Exports real programs with torch, each with torch's own view of it.

    export_programs.py OUT [--sources db,opinfo,cases] [--sample N | --all]
                           [--only NAME] [--jobs 2]

Runs inside the references' virtual environment (torch 2.13.0). Sources:

    db          every example of torch's export database
    opinfo      up to two samples of every operator of torch's OpInfo database
    cases       cases/torch_cases.py (training.pt2 and program.pt2 of each), and
                its damaged archives
    tensorplay  cases/tensorplay_cases.py

Each program is OUT/<source>/<name>.pt2 with <name>.expect.json beside it: the
node list of NODELIST.md. OUT/index.json names every program, and the reason
where there is none. A program that takes its worker process down, or hangs, is
recorded like one that raises.
"""

import argparse
import contextlib
import hashlib
import io
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = ("db", "opinfo", "cases", "tensorplay")
SAMPLES_PER_OPERATOR = 2
SAMPLES_TRIED = 6
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
    expect = {"nodes": count, "node_list": lines}
    if check_load:
        expect["loaded"] = compare_with_loaded(path, lines)
    stem = path.removesuffix(".pt2")
    with open(stem + ".expect.json", "w") as file:
        json.dump(expect, file, indent=0)
    return expect


def save(program, path, check_load):
    """Saves a program with its expectation; leaves no half of the pair."""
    import torch

    os.makedirs(os.path.dirname(path), exist_ok=True)
    try:
        torch.export.save(program, path)
        return write_expectation(program, path, check_load)
    except BaseException:
        for name in (path, path.removesuffix(".pt2") + ".expect.json"):
            with contextlib.suppress(FileNotFoundError):
                os.remove(name)
        raise


def entry(source, name, path=None, reason=None, **more):
    status = "exported" if path else "failed"
    item = {"source": source, "name": name, "status": status}
    if path:
        item["path"] = path
    if reason:
        item["reason"] = reason
    return item | {k: v for k, v in more.items() if v is not None}


def attempt(source, name, out, check_load, make):
    """Exports and saves one program: its entry in the index."""
    path = f"{source}/{name}.pt2"
    try:
        expect = save(make(), os.path.join(out, path), check_load)
    except Exception as error:
        return entry(source, name, reason=first_line(error))
    return entry(source, name, path, nodes=expect["nodes"], loaded=expect.get("loaded"))


# --------------------------------------------------------------------- sources
def run_db(name, out, check_load):
    import torch
    from torch._export.db.examples import all_examples

    case = all_examples()[name]

    def make():
        torch.manual_seed(0)
        return torch.export.export(
            case.model,
            case.example_args,
            case.example_kwargs,
            dynamic_shapes=case.dynamic_shapes,
        )

    return [attempt("db", name, out, check_load, make)]


def operators():
    """OpInfo entries by a file name of their own, in the database's order."""
    from torch.testing._internal.common_methods_invocations import op_db

    found = {}
    for info in op_db:
        key = re.sub(r"[^A-Za-z0-9_.]", "_", info.name)
        if info.variant_test_name:
            key += "__" + re.sub(r"[^A-Za-z0-9_.]", "_", info.variant_test_name)
        while key in found:
            key += "_"
        found[key] = info
    return found


def operator_module(info, sample):
    """The operator as a module: tensors are inputs, all else is closed over."""
    import torch
    import torch.utils._pytree as pytree

    leaves, spec = pytree.tree_flatten((sample.input, sample.args, sample.kwargs))
    tensors = tuple(x for x in leaves if isinstance(x, torch.Tensor))

    class Operator(torch.nn.Module):
        def forward(self, *args):
            given = iter(args)
            full = [next(given) if isinstance(x, torch.Tensor) else x for x in leaves]
            first, rest, named = pytree.tree_unflatten(full, spec)
            result = info.op(first, *rest, **named)
            # torch.return_types have no serialised name: torch cannot save them.
            if isinstance(result, tuple) and type(result).__module__ == "torch.return_types":
                return tuple(result)
            return result

    return Operator(), tensors


def run_opinfo(name, out, check_load):
    import torch

    info = operators()[name]
    supported = info.supported_dtypes("cpu")
    if torch.float32 in supported:
        dtype = torch.float32
    elif supported:
        dtype = min(supported, key=str)
    else:
        return [entry("opinfo", name, reason="no dtype is supported on cpu")]
    torch.manual_seed(zlib.crc32(name.encode()))
    done, failures = [], []
    try:
        samples = info.sample_inputs("cpu", dtype, requires_grad=False)
        for index, sample in zip(range(SAMPLES_TRIED), samples):
            module, tensors = operator_module(info, sample)
            item = attempt(
                "opinfo",
                f"{name}.{index}",
                out,
                check_load,
                lambda: torch.export.export(module, tensors),
            )
            (done if item["status"] == "exported" else failures).append(item)
            if len(done) == SAMPLES_PER_OPERATOR:
                break
    except Exception as error:
        failures.append(entry("opinfo", name, reason=first_line(error)))
    if done:
        return done
    # One entry for an operator that torch cannot export, with the first reason.
    return [entry("opinfo", name, reason=failures[0]["reason"] if failures else "no samples")]


def load_cases():
    sys.path.insert(0, os.path.join(HERE, "cases"))
    import torch_cases

    return torch_cases


def run_cases(name, out, check_load):
    import torch

    cases = load_cases()
    folder = os.path.join(out, "cases")
    found = []
    original = torch.export.save

    def saving(program, path):
        original(program, path)
        stage = os.path.basename(path).removesuffix(".pt2")
        label = f"{name}/{stage}"
        try:
            expect = write_expectation(program, path, check_load)
        except Exception as error:
            found.append(entry("cases", label, reason=first_line(error)))
            return
        more = {"nodes": expect["nodes"], "loaded": expect.get("loaded")}
        found.append(entry("cases", label, f"cases/{label}.pt2", **more))

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


def run_skew(out):
    """The damaged archives, made from one good one."""
    cases = load_cases()
    folder = os.path.join(out, "cases")
    if not os.path.exists(os.path.join(folder, "slice_sub_inplace", "program.pt2")):
        run_cases("slice_sub_inplace", out, False)
    with contextlib.redirect_stdout(io.StringIO()):
        cases.skew(folder)
    found = []
    for file in sorted(os.listdir(os.path.join(folder, "_skew"))):
        stem, suffix = os.path.splitext(file)
        if suffix == ".pt2":
            path = f"cases/_skew/{file}"
            found.append(entry("skew", stem, path))
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


RUN = {"db": run_db, "opinfo": run_opinfo, "cases": run_cases}


# --------------------------------------------------------------------- workers
def quiet_torch():
    """Imports torch with its warnings off and one thread."""
    import logging
    import warnings

    warnings.filterwarnings("ignore")
    import torch

    logging.disable(logging.ERROR)
    torch.set_num_threads(1)


def names_of(source):
    if source == "db":
        from torch._export.db.examples import all_examples

        return sorted(all_examples())
    if source == "opinfo":
        return list(operators())
    return list(load_cases().CASES)


def worker(out, check_load):
    """Reads `source name` lines, answers each with a line of JSON."""
    answers = os.fdopen(os.dup(1), "w")
    # What torch and the cases print is no answer.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    quiet_torch()
    for line in sys.stdin:
        source, name = line.split()
        try:
            if source == "list":
                result = names_of(name)
            elif source == "skew":
                result = run_skew(out)
            else:
                result = RUN[source](name, out, check_load)
        except Exception as error:
            result = [entry(source, name, reason=first_line(error))]
        print(json.dumps(result), file=answers, flush=True)


class Worker:
    """A process that exports; started again when a program kills it."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.process = None

    def start(self):
        environment = os.environ | {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            [sys.executable, os.path.abspath(__file__), *self.arguments, "--worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )

    def ask(self, source, name):
        if self.process is None:
            self.start()
        timer = threading.Timer(TASK_SECONDS, self.process.kill)
        timer.start()
        try:
            print(source, name, file=self.process.stdin, flush=True)
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            timer.cancel()
        if line:
            return json.loads(line)
        code = self.process.wait()
        self.process = None
        how = f"exit code {code}"
        if code < 0:
            how = f"signal {signal.Signals(-code).name}"
        return [entry(source, name, reason=f"the exporting process ended: {how}")]

    def stop(self):
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait()


# ---------------------------------------------------------------------- driver
def sample(tasks, count):
    """A fixed choice of about `count` programs: the lowest hashes of each source.
    The examples with control flow are few, so that they get more than their share."""
    # Programs that a task gives, and the part of the sample that a source gets.
    programs = {"db": 1, "opinfo": 2, "cases": 2}
    parts = {"db": 0.25, "opinfo": 0.5, "cases": 0.25}
    by_source = {}
    for task in tasks:
        by_source.setdefault(task[0], []).append(task)
    total = sum(parts[source] for source in by_source)
    chosen = set()
    for source, members in by_source.items():
        share = count * parts[source] / total / programs[source]
        members.sort(key=lambda t: hashlib.sha256("/".join(t).encode()).hexdigest())
        chosen.update(members[: max(1, round(share))])
    return [task for task in tasks if task in chosen]


def export_all(tasks, workers):
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
            answers[index] = worker.ask(*task)

    threads = [threading.Thread(target=drain, args=(w,)) for w in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [item for index in sorted(answers) for item in answers[index]]


def gather(options, worker):
    """The tasks that the options ask for: (source, name) pairs."""
    tasks = []
    for source in options.sources:
        if source in RUN:
            tasks += [(source, name) for name in worker.ask("list", source)]
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--sources", default="db,opinfo,cases,tensorplay")
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
    if options.worker:
        return worker(options.out, options.check_load)
    options.sources = options.sources.split(",")
    for source in options.sources:
        if source not in SOURCES:
            parser.error(f"expected sources among {','.join(SOURCES)}, got '{source}'")
    start = time.time()
    os.makedirs(options.out, exist_ok=True)
    if not options.only:
        for source in options.sources:
            # Nothing of an earlier run may pass for a program of this one.
            shutil.rmtree(os.path.join(options.out, source), ignore_errors=True)
    arguments = [options.out] + ["--check-load"] * options.check_load
    workers = [Worker(arguments) for _ in range(options.jobs)]
    for one in workers:
        one.start()
    index = export_all(gather(options, workers[0]), workers)
    if "cases" in options.sources and not options.only:
        index += workers[0].ask("skew", "all")
    for one in workers:
        one.stop()
    if "tensorplay" in options.sources:
        index += run_tensorplay(options.out, options.only)
    write_index(options, index)
    report(index, time.time() - start)
    if not any(item["status"] == "exported" for item in index):
        print("error: no program was exported")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
