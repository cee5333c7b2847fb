"""The check `opset` of run.py: which operators a decomposed program has left.

What torch's own `run_decompositions()` leaves of a program is computed by the worker, and kept
in NAME.decomposed.json beside NAME.pt2 for later runs.

    opset.py REPORT     prints the calls of each program of a run's report as a table
"""

import collections
import json
import os
import shlex
import sys

import report

# What is kept, and how: another number makes the worker compute it again.
FORMAT = 3
NODES = ("nodes_before", "nodes", "torch_nodes")


def decomposes(passes):
    return any(word.split("=")[0] == "--decompose" for word in shlex.split(passes))


class Cache:
    """What is known of torch's decomposition of one archive, under the rules of a run."""

    def __init__(self, archive, options):
        self.archive = archive
        self.path = archive.removesuffix(".pt2") + ".decomposed.json"
        self.key = [FORMAT, options.exact, options.strides]

    def read(self):
        try:
            if os.path.getmtime(self.path) < os.path.getmtime(self.archive):
                return None
            with open(self.path) as file:
                found = json.load(file)
        except (OSError, ValueError):
            return None
        return found["decomposed"] if found.get("key") == self.key else None

    def write(self, decomposed):
        try:
            with open(self.path, "w") as file:
                json.dump({"key": self.key, "decomposed": decomposed}, file)
        except OSError:
            # A folder that cannot be written to: the next run computes it again.
            pass


def verdict(decomposed, answer):
    """The record of the check: `answer` is that of the pipeline."""
    if "operators" not in decomposed:
        return {"status": "skipped", "reason": "torch: " + decomposed.get("error", "not known")}
    their_nodes = sum(decomposed["operators"].values())
    if "left" not in answer:
        if answer["status"] != "failed":
            return {"status": "skipped", "reason": answer.get("reason", "refused as it should be")}
        return {"status": "failed", "reason": "no program: " + answer["reason"]}
    nodes = {"nodes": answer["nodes"], "torch_nodes": their_nodes}
    result = {"status": "passed", **nodes, "nodes_before": decomposed["before"]}
    if answer["left"]:
        result |= {"status": "failed", "reason": "operators are left", "left": answer["left"]}
        result["detail"] = "\n".join(f"{n} {name}" for name, n in sorted(answer["left"].items()))
    return result


def percent(part, whole):
    return f"{100 * part / whole:.2f} % ({part} of {whole})"


def show_left(results):
    """The operators that are left, with the number of programs and of calls."""
    programs, calls = collections.defaultdict(list), collections.Counter()
    for result in results:
        for name, count in result.get("left", {}).items():
            programs[name].append(report.label(result))
            calls[name] += count
    if programs:
        print(f"\noperators left\n{'programs':>8}{'calls':>8}")
    for name, found in sorted(programs.items(), key=lambda item: (-len(item[1]), item[0])):
        more = ", ..." if len(found) > 3 else ""
        print(f"{len(found):>8}{calls[name]:>8}  {name}  ({', '.join(found[:3])}{more})")


def show_nodes(results):
    """The calls of all programs beside those of torch's."""
    counts = [[r[key] for key in NODES] for r in results if "nodes" in r]
    if counts:
        before, ours, theirs = map(sum, zip(*counts))
        print(f"\ncalls: {before} exported, {ours} decomposed, {theirs} after run_decompositions()")


def node_table(results):
    """A table for the documentation: a row for each program."""
    print("| program | exported | here | `run_decompositions()` |\n| --- | --- | --- | --- |")
    for result in results:
        if "nodes" in result:
            print(f"| `{result['name']}` | " + " | ".join(str(result[key]) for key in NODES) + " |")


def show(results, pipelines):
    """What is left, and the parts of programs that pass, of those that torch decomposes."""
    checks = [result for result in results if "pipeline" in result]
    if not checks:
        return
    show_left(checks)
    show_nodes(checks)
    for label in pipelines:
        mine = [r for r in checks if r["pipeline"] == label and r["status"] != "skipped"]
        if not mine:
            continue
        names = {report.label(result) for result in mine}
        run = [
            r for r in results
            if r["check"] == label and report.label(r) in names and r["status"] != "skipped"
        ]
        equal = sum(r["status"] == "passed" for r in run)
        followed = sum(r.get("followed", False) for r in run)
        print(f"\n{label}: of the programs that torch decomposes")
        print(f"    equal to eager torch: {percent(equal, len(run))}, {followed} as torch decomposes")
        passed = sum(result["status"] == "passed" for result in mine)
        print("    only core operators, or what torch leaves: " + percent(passed, len(mine)))


if __name__ == "__main__":
    with open(sys.argv[1]) as _file:
        node_table(json.load(_file)["results"])
