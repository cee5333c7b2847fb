#!/usr/bin/env python3
"""The conformance run: exports programs with torch, takes each through tp-opt, and runs
what comes out in torch.

    run.py PROGRAMS --tp-opt PATH --tp-translate PATH
           [--sources db,opinfo,inplace,out,mutations,models,cases,tensorplay-mutations,
            tensorplay-decompositions,FILE.py]
           [--sample N]
           [--passes "--unlift-state --lift-state"]... [--exact] [--opset] [--static-only]
           [--only NAME] [--jobs 2] [--report FILE]

PROGRAMS is a folder of archives. With --sources it is filled first, by export_programs.py;
without, it is what an earlier run or export_programs.py left there, or any folder of `.pt2`
files (NAME.run.pt beside NAME.pt2 gives its calls; otherwise its example inputs do).

Kinds of check, each counted by itself:

    static    what static_checks.py says; needs no torch
    a pass    for each --passes (without one: `identity`, no pass at all):
    pipeline  tp-opt ARCHIVE PASSES --emit-pt2, torch.export.load, run, compare with eager
              torch every output, every argument after the call and all final state;
              torch.export.save of the loaded program imports again; with no pass, the same
              through text and bytecode
    opset     with --opset, for a pipeline with --decompose: the operators that are left are
              core, or those that torch's own run_decompositions() leaves

Values are compared with a tolerance by dtype, or bit by bit with --exact. A program is
skipped where torch itself cannot export, save, load or run it. It is refused where it is known
to have no functional form, and --mutation-outputs says so. What crashes or hangs a process fails
alone. The last line is `N passed, N failed, N skipped`, and `N refused` if any are; exit code 1
where anything failed. docs/Conformance.md says more.
"""

import argparse
import json
import os
import queue
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import opset
import report
import static_checks
import workers
from static_checks import Failure

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
REFERENCES = os.path.join(ROOT, ".venv-references", "bin", "python")
TASK_SECONDS = 180
# Steps of torch_worker.py that are not a candidate's.
OWN = "torch"
DECOMPOSED = "run_decompositions()"


# -------------------------------------------------------------------- programs
def scan(root):
    """The index of a folder that export_programs.py did not fill."""
    found = []
    for folder, _, files in os.walk(root):
        for file in files:
            if file.endswith(".pt2"):
                path = os.path.relpath(os.path.join(folder, file), root)
                name = path.removesuffix(".pt2")
                item = {"source": "archives", "name": name, "status": "exported"}
                found.append(item | {"path": path})
    return sorted(found, key=lambda item: item["name"])


def read_index(root):
    path = os.path.join(root, "index.json")
    if not os.path.exists(path):
        return scan(root)
    with open(path) as file:
        return json.load(file)


def export(options):
    """Fills the folder; what cannot be exported is in its index with the reason."""
    command = [options.python, os.path.join(HERE, "export_programs.py"), options.programs]
    command += ["--sources", options.sources, "--jobs", str(options.jobs)]
    if options.sample:
        command += ["--sample", str(options.sample)]
    if options.only:
        command += ["--only", options.only]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)


def wanted(item, only):
    name = item["name"]
    return only in (name, name.split("/")[0], name.rsplit(".", 1)[0])


# -------------------------------------------------------------------- pipeline
def emit(tools, option, source, passes, folder, name, seconds):
    """tp-opt SOURCE PASSES OPTION into a folder of its own: the archive's path."""
    os.makedirs(os.path.join(folder, name), exist_ok=True)
    target = os.path.join(name, "out.pt2")
    command = [tools.opt, source, *shlex.split(passes), option, "-o", target]
    start = time.time()
    tools.must("tp-opt", command, folder)
    seconds["tp-opt"] = round(time.time() - start, 4)
    path = os.path.join(folder, target)
    if not os.path.exists(path):
        raise Failure("tp-opt writes no archive", " ".join(command))
    return path


def same_bytes(first, second):
    with open(first, "rb") as a, open(second, "rb") as b:
        return a.read() == b.read()


class Program:
    """One program of the index, checked in a folder of its own."""

    def __init__(self, item, run, pool, folder):
        self.item = item
        self.run = run
        is_torch = not item["source"].startswith("tensorplay")
        self.worker = pool["torch" if is_torch else "tensorplay"]
        self.emit_option = "--emit-pt2" if is_torch else "--emit-tensorplay"
        self.folder = folder
        self.results = []
        self.torch = {}
        self.archive = os.path.abspath(os.path.join(run.options.programs, item["path"]))
        self.cache = opset.Cache(self.archive, run.options)
        self.decomposed = self.cache.read() if is_torch and run.options.opset else None
        self.compares_opset = is_torch and run.options.opset

    def add(self, check, **result):
        self.results.append({**result, "check": check})

    def check(self):
        shutil.copyfile(self.archive, os.path.join(self.folder, "x.pt2"))
        # Damaged archives that have to be refused have nothing to run.
        needed = self.run.options.static or self.item["source"] == "skew"
        if needed and not self.check_static():
            return
        if self.run.pipelines and self.item["source"] != "skew":
            self.check_pipelines()

    def check_static(self):
        """Whether there is a program to go on with."""
        start, options = time.time(), self.run.options
        try:
            static_checks.check(
                self.item, self.run.tools, self.folder, options.programs, options.tensorplay
            )
        except Failure as failure:
            self.add("static", status="failed", reason=failure.reason, detail=failure.detail)
            return os.path.exists(os.path.join(self.folder, "a.mlir"))
        seconds = {"static": round(time.time() - start, 4)}
        self.add("static", status="passed", seconds=seconds)
        return os.path.exists(os.path.join(self.folder, "a.mlir"))

    def check_pipelines(self):
        """Runs tp-opt for every pipeline, then all that it wrote in torch."""
        candidates = []
        for number, (label, passes) in enumerate(self.run.pipelines.items()):
            seconds = {}
            refusal = self.item.get("unfunctional") if "--mutation-outputs" in passes else None
            try:
                path = self.emit("x.pt2", passes, f"p{number}", seconds)
            except Failure as failure:
                self.add(label, **self.judge_error(refusal, failure))
                continue
            if refusal:
                reason = f"expected an error that says '{refusal}'"
                self.add(label, status="failed", reason=reason)
                continue
            candidates.append(self.candidate(label, path, seconds))
            if label == "identity":
                candidates += self.through_files(path)
        known = self.decomposed
        unknown = self.compares_opset and self.run.decomposing and not known
        answers = self.ask(candidates) if candidates or unknown else {}
        for candidate in candidates:
            self.finish(candidate, answers[candidate["label"]])
        if self.decomposed and self.decomposed != known:
            self.cache.write(self.decomposed)
        self.check_opset(answers)

    def check_opset(self, answers):
        """What each decomposing pipeline left, also where it gave no program."""
        if not self.decomposed:
            return
        if self.decomposed.get("differs"):
            for result in self.results:
                if result["check"] in self.run.decomposing:
                    result["decomposed_differs"] = self.decomposed["differs"]
        for label in self.run.decomposing:
            given = [result for result in self.results if result["check"] == label]
            if given:
                answer = answers.get(label, {}) | {"status": given[0]["status"]}
                answer |= {k: given[0][k] for k in ("reason",) if k in given[0]}
                result = opset.verdict(self.decomposed, answer)
                self.add(self.run.opset_label(label), pipeline=label, **result)

    def emit(self, source, passes, name, seconds):
        tools = self.run.tools
        passes = self.adapt(passes)
        return emit(tools, self.emit_option, source, passes, self.folder, name, seconds)

    def adapt(self, passes):
        """The passes for this program: its graph may be untyped, call the functions of
        tensorplay, and have operators whose schemas are declared."""
        if self.emit_option == "--emit-tensorplay":
            own = "--infer-types --mutation-outputs=functions=tensorplay"
            return re.sub(r"--mutation-outputs(?!=)", own, passes)
        schemas = self.item.get("schemas")
        if not schemas or "--mutation-outputs" not in passes:
            return passes
        with open(os.path.join(self.folder, "schemas.mlir"), "w") as file:
            file.writelines(f'tp.schema "{schema}"\n' for schema in schemas)
        return f"--decompose=tables=schemas.mlir {passes}"

    def judge_error(self, refusal, failure):
        """An error is right where one is expected: a single one, that says why, and names the
        node and its line of Python."""
        failed = {"status": "failed", "reason": failure.reason, "detail": failure.detail}
        errors = [line for line in failure.detail.splitlines() if "error:" in line]
        if not refusal or len(errors) != 1 or not re.search(refusal, errors[0]):
            return failed
        if not re.match(r"\S+\.py:[1-9][0-9]*:\d+: error: .*node '\w+': ", errors[0]):
            return failed | {"reason": "expected the node and its line in the error"}
        return {"status": "refused", "reason": refusal}

    def candidate(self, label, path, seconds):
        back = os.path.join(os.path.dirname(path), "back.pt2")
        candidate = {"label": label, "path": path, "back": back, "seconds": seconds}
        return candidate | {"decomposes": label in self.run.decomposing}

    def through_files(self, direct):
        """The same through text and bytecode: nothing to run where the bytes are the same."""
        found = []
        for way, file in (("text", "a.mlir"), ("bytecode", "a.mlirbc")):
            label, seconds = f"through {way}", {}
            try:
                option = ["--emit-bytecode"] if way == "bytecode" else []
                command = [self.run.tools.opt, "x.pt2", *option, "-o", file]
                self.run.tools.must("tp-opt", command, self.folder)
                path = self.emit(file, "", way, seconds)
            except Failure as failure:
                self.add(label, status="failed", reason=failure.reason, detail=failure.detail)
                continue
            if same_bytes(path, direct):
                self.add(label, status="passed", seconds=seconds)
            else:
                found.append(self.candidate(label, path, seconds))
        return found

    def ask(self, candidates):
        """Asks the worker, again after each crash without what it did not survive."""
        known, answers, options = {}, {}, self.run.options
        run = self.archive.removesuffix(".pt2") + ".run.pt"
        case = self.item.get("case")
        task = {
            "do": "run",
            "name": self.item["name"],
            "source": self.item["source"],
            "imports": options.imports + [p for p in [self.item.get("file")] if p],
            "archive": self.archive,
            "run": run if os.path.exists(run) else None,
            "case": case and os.path.join(os.path.abspath(options.programs), case),
            "exact": options.exact,
            "strides": options.strides,
            "show": bool(options.only),
            "opset": self.compares_opset and bool(self.run.decomposing),
            "decomposed": self.decomposed,
        }
        while candidates or not self.torch:
            try:
                answer = self.worker.ask({**task, "known": known, "candidates": candidates})
            except workers.Ended as ended:
                self.ended(ended, known, answers)
                candidates = [c for c in candidates if c["label"] not in answers]
                if ended.step not in (OWN, DECOMPOSED, *answers):
                    raise Failure(f"the running process ended: {ended}") from None
                continue
            self.torch = answer["torch"]
            self.decomposed = answer.get("decomposed")
            return answers | answer["candidates"]
        return answers

    def ended(self, ended, known, answers):
        """A worker did not survive a step: torch's own archive, or a candidate."""
        if ended.step == OWN:
            # An exception that is not the program's: nothing can be said.
            if ended.how.startswith("exit code"):
                raise Failure(f"the running process ended: {ended}") from None
            known[OWN] = ended.how
            return
        if ended.step == DECOMPOSED:
            known[DECOMPOSED] = ended.how
            return
        if OWN in known:
            answers[ended.step] = {"status": "skipped", "reason": known[OWN]}
        else:
            answers[ended.step] = {"status": "failed", "reason": f"torch: {ended.how}"}

    def finish(self, candidate, answer):
        """Imports again what torch saved, and notes how torch's own archive did."""
        seconds = candidate["seconds"] | answer.get("seconds", {})
        result = {k: v for k, v in answer.items() if k not in ("left", "nodes")}
        result["seconds"] = seconds
        back = candidate["back"]
        if answer["status"] == "passed" and os.path.exists(back):
            start = time.time()
            try:
                command = [self.run.tools.opt, back, "-o", os.devnull]
                self.run.tools.must("what torch saves is not read", command, self.folder)
            except Failure as failure:
                result |= {
                    "status": "failed", "reason": failure.reason, "detail": failure.detail,
                }
            seconds["import again"] = round(time.time() - start, 4)
        if self.torch.get("status") == "unusable" and result["status"] == "passed":
            result |= {"only_ours": True, "torch": self.torch["reason"]}
        if self.torch.get("differs"):
            result["differs"] = self.torch["differs"]
        self.add(candidate["label"], **result)


# ---------------------------------------------------------------------- driver
class Run:
    """What all programs share."""

    def __init__(self, options):
        self.options = options
        self.tools = static_checks.Tools(options.tp_opt, options.tp_translate, options.timeout)
        self.pipelines = {}
        if options.run:
            self.pipelines = {p.strip() or "identity": p for p in options.passes or [""]}
        self.decomposing = [k for k, p in self.pipelines.items() if opset.decomposes(p)]

    def opset_label(self, label):
        return "opset" if len(self.decomposing) == 1 else f"opset {label}"

    def one(self, item, pool):
        name = {"source": item["source"], "name": item["name"]}
        if item["status"] != "exported":
            return [name | {"check": "export", "status": "skipped", "reason": item["reason"]}]
        folder = tempfile.mkdtemp(prefix="tp-conformance-")
        program = Program(item, self, pool, folder)
        try:
            program.check()
        except Failure as failure:
            program.add("run", status="failed", reason=failure.reason, detail=failure.detail)
        except OSError as error:
            program.add("run", status="failed", reason="cannot be checked", detail=str(error))
        results = [name | result for result in program.results]
        if self.options.only:
            show_program(program, results)
        else:
            shutil.rmtree(folder, ignore_errors=True)
        return results

    def all(self, index):
        todo, results, errors = queue.SimpleQueue(), {}, []
        for numbered in enumerate(index):
            todo.put(numbered)

        def drain():
            pool = {}
            for name in ("torch", "tensorplay"):
                command = [self.options.python, os.path.join(HERE, f"{name}_worker.py")]
                pool[name] = workers.Worker(command, TASK_SECONDS)
            while True:
                try:
                    number, item = todo.get_nowait()
                except queue.Empty:
                    break
                try:
                    results[number] = self.one(item, pool)
                except Exception as error:  # pylint: disable=broad-except
                    errors.append(error)
                    break
            for worker in pool.values():
                worker.stop()

        threads = [threading.Thread(target=drain) for _ in range(self.options.jobs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if errors:
            raise errors[0]
        return [result for number in sorted(results) for result in results[number]]


def show_program(program, results):
    """What --only prints: the files, and both sides of each comparison."""
    print(f"{report.label(results[0])}: {program.archive}\n  files: {program.folder}")
    if program.torch.get("detail"):
        print("  torch's own archive against eager torch:")
        print("".join(f"    {line}\n" for line in program.torch["detail"].splitlines()), end="")
    for result in results:
        print(f"  [{result['check']}] {result['status']}")
        for side in ("right", "ours"):
            for line in result.pop(side, ()):
                print(f"    {side:<6}{line}")


def parse():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs")
    parser.add_argument("--tp-opt", default=os.path.join(ROOT, "build", "bin", "tp-opt"))
    parser.add_argument(
        "--tp-translate", default=os.path.join(ROOT, "build", "bin", "tp-translate")
    )
    parser.add_argument("--sources", help="export these first; see export_programs.py")
    parser.add_argument("--sample", type=int, metavar="N", help="export about N programs")
    parser.add_argument("--passes", action="append", help="a pipeline; may be repeated")
    parser.add_argument("--exact", action="store_true", help="results are the same bit by bit")
    parser.add_argument(
        "--no-strides", dest="strides", action="store_false", help="strides may differ"
    )
    parser.add_argument(
        "--opset", action="store_true", help="check which operators --decompose leaves"
    )
    parser.add_argument(
        "--static-only", dest="run", action="store_false", help="run nothing in torch"
    )
    parser.add_argument(
        "--no-static", dest="static", action="store_false", help="only run in torch"
    )
    parser.add_argument("--only", metavar="NAME", help="a program, operator or case")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--report", help="JSON report (PROGRAMS/report.json)")
    parser.add_argument("--timeout", type=float, default=60, help="seconds per tool")
    parser.add_argument("--details", type=int, default=10, help="failures shown in full")
    parser.add_argument("--detail-lines", type=int, default=40)
    parser.add_argument("--python", default=REFERENCES, help="the Python that has torch")
    parser.add_argument(
        "--import",
        dest="imports",
        action="append",
        default=[],
        metavar="FILE.py",
        help="defines what archives refer to, such as custom operators",
    )
    parser.add_argument(
        "--tensorplay",
        choices=("auto", "refuse", "import"),
        default="auto",
        help="what is right for tensorplay's archives (auto: as the first one goes)",
    )
    options = parser.parse_args()
    options.imports = [os.path.abspath(path) for path in options.imports]
    options.report = options.report or os.path.join(options.programs, "report.json")
    for tool in (options.tp_opt, options.tp_translate):
        if not os.access(tool, os.X_OK):
            parser.error(f"expected a program, found none at '{tool}'")
    if options.opset and not any(map(opset.decomposes, options.passes or [])):
        parser.error("expected a pipeline with --decompose beside --opset, found none")
    if (options.run or options.sources) and not os.access(options.python, os.X_OK):
        parser.error(
            f"expected a Python with torch, found none at '{options.python}': run "
            "utils/setup --references, or check with --static-only"
        )
    return options


def main():
    options = parse()
    start = time.time()
    if options.sources:
        export(options)
    if not os.path.isdir(options.programs):
        print(f"error: expected a folder of archives, found none at '{options.programs}'")
        return 1
    index = read_index(options.programs)
    if options.only:
        index = [item for item in index if wanted(item, options.only)]
    run = Run(options)
    if options.tensorplay == "auto":
        known = static_checks.reads_tensorplay(index, run.tools, options.programs)
        options.tensorplay = "import" if known else "refuse"
    results = run.all(index)
    seconds, totals = time.time() - start, report.totals(results)
    with open(options.report, "w") as file:
        json.dump({"totals": totals, "seconds": seconds, "results": results}, file, indent=1)
    failed = [result for result in results if result["status"] == "failed"]
    report.show_failures(failed, options.details, options.detail_lines, options.report)
    report.show_tables(results)
    opset.show(results, run.decomposing)
    print(f"\nin {seconds:.1f} s, report in {options.report}")
    nothing = not totals["passed"] and not totals["failed"]
    if nothing:
        print("error: no program to check")
    print(", ".join(f"{n} {status}" for status, n in totals.items() if n or status != "refused"))
    return 1 if totals["failed"] or nothing else 0


if __name__ == "__main__":
    sys.exit(main())
