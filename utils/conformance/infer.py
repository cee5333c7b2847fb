#!/usr/bin/env python3
"""Compares inferred types with those that torch recorded.

    infer.py PROGRAMS... --tp-opt PATH [--jobs N] [--verbose] [--allow FILE]

PROGRAMS are archives, or folders with archives. Each program's results are
inferred anew from the recorded types of the operands (`--infer-types=report`), and
compared: element type, sizes, strides, storage offset, device, layout. Prints for
each operator how many results agree, are open (they agree in the example inputs, and
symbols tell no more), are unknown, differ. Exit code 1 where one differs, unless FILE names its operator (one a line, a reason after `#`).
"""

import argparse
import collections
import concurrent.futures
import os
import re
import subprocess
import sys

LINE = re.compile(r"^(\S+): (\d+) agree, (\d+) open, (\d+) unknown, (\d+) differ$")


def archives(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
            continue
        for folder, folders, files in os.walk(path):
            folders[:] = sorted(name for name in folders if name not in ("_skew", "tensorplay"))
            for file in sorted(files):
                if file.endswith(".pt2"):
                    yield os.path.join(folder, file)


def infer(tool, path):
    """The report of one program: its counts, what differs, or why it has none."""
    command = [tool, path, "--infer-types=report", "-o", os.devnull]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return path, [], [], "hangs"
    if done.returncode != 0:
        return path, [], [], (done.stderr.strip().splitlines() or ["no message"])[0]
    counts, details = [], []
    for line in done.stdout.splitlines():
        match = LINE.match(line)
        if match:
            counts.append((match[1], *(int(n) for n in match.groups()[1:])))
        elif line.startswith("  "):
            details.append(line.strip())
    return path, counts, details, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--tp-opt", required=True)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="every result that is not the same")
    parser.add_argument("--allow", help="operators that may differ, with reasons")
    options = parser.parse_args()
    allowed = set()
    if options.allow:
        with open(options.allow) as file:
            allowed = {line.split("#")[0].strip() for line in file} - {""}
    totals = collections.defaultdict(lambda: [0, 0, 0, 0])
    failed, programs = [], 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = pool.map(lambda path: infer(options.tp_opt, path), archives(options.programs))
        for path, counts, details, reason in runs:
            programs += 1
            if reason:
                failed.append((path, reason))
            for target, *numbers in counts:
                totals[target] = [a + b for a, b in zip(totals[target], numbers)]
            if options.verbose and details:
                print(path)
                for line in details:
                    print("   ", line)
    for target, (agree, unsure, unknown, differ) in sorted(totals.items()):
        if unsure or unknown or differ or options.verbose:
            print(f"{target:<60}{agree:>8}{unsure:>8}{unknown:>8}{differ:>8}")
    sums = [sum(column) for column in zip(*totals.values())] or [0, 0, 0, 0]
    for path, reason in failed:
        print(f"not inferred: {path}: {reason}")
    print(
        f"{programs} programs, {len(totals)} operators: "
        f"{sums[0]} results agree, {sums[1]} open, {sums[2]} unknown, {sums[3]} differ"
    )
    wrong = [t for t, numbers in totals.items() if numbers[3] and t not in allowed]
    return 1 if wrong or failed else 0


if __name__ == "__main__":
    sys.exit(main())
