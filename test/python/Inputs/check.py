"""Writes the graphs of a case file, runs the tools on them and compares.

    check.py fx_cases|tensorplay_cases FOLDER

A case file has `cases()`: (name, graph module or program, options of the
writer, inputs that lifting must give, modules whose calls are inlined).
"""

import ctypes
import difflib
import importlib
import json
import os
import re
import subprocess
import sys

import tp_mlir

NODE = re.compile(r'^ *%("[^"]*"|\S+) = tp\.(\w+) (.*)$')
STATE = re.compile(
    r'tp\.state (\w+) @("[^"]*"|[\w.$]+) : .*#tp\.blob<@weights, "([^"]*)"')
INPUT = re.compile(r"(\w+): (\w+)(?: target='([^']*)')?(?: persistent=(\w+))?")


class Mismatch(Exception):
    pass


def tp_opt(*args):
    run = subprocess.run(["tp-opt", *args], capture_output=True, text=True)
    if run.returncode:
        raise Mismatch("tp-opt %s: %s" % (" ".join(args), run.stderr))
    return run.stdout


def same(what, expected, found):
    if expected != found:
        diff = difflib.unified_diff(
            [str(e) for e in expected], [str(f) for f in found], "expected",
            "found", lineterm="", n=1)
        raise Mismatch("%s\n%s" % (what, "\n".join(diff)))


def written_nodes(text):
    """Name, kind and the end of the target of the nodes of the program itself,
    not of its graphs."""
    nodes = []
    for line in text.splitlines():
        match = NODE.match(line)
        if match and line.startswith("    %"):
            name = re.search(r' as "([^"]*)"', line)
            nodes.append((name.group(1) if name else match.group(1),
                          match.group(2), target_end(match.group(2), match.group(3))))
    return nodes


def target_end(kind, rest):
    """The last part of a target: paths of functions differ by framework."""
    if kind == "placeholder":
        return None
    target = re.match(r'@?"([^"]*)"|@([\w.$]+)', rest)
    target = target.group(1) or target.group(2)
    return target.rpartition(".")[2] if kind == "call_function" else target


def graph_nodes(graph):
    return [(n.name, n.op, None if n.op == "placeholder" else
             getattr(n.target, "__name__", n.target)) for n in graph.nodes
            if n.op != "output" and "_assert_dim" not in str(n.target)]


def signature(text):
    found = []
    for line in text.splitlines():
        if line.startswith("inputs:"):
            for part in line[len("inputs:"):].split("; "):
                name, kind, target, persistent = INPUT.match(part.strip()).groups()
                found.append((name, kind, target, persistent))
    return found


def outputs(text):
    line = next(l for l in text.splitlines() if l.startswith("outputs:"))
    return [tuple(INPUT.match(p.strip()).groups()[:3])
            for p in line[len("outputs:"):].split("; ") if p.strip()]


def check_weights(text, path, root):
    """Every state finds its bytes in the file."""
    with open(path, "rb") as file:
        size = int.from_bytes(file.read(8), "little")
        header = json.loads(file.read(size))
        data = file.read()
    count = 0
    for kind, target, entry in STATE.findall(text):
        target = target.strip('"')
        begin, end = header[entry]["data_offsets"]
        value = root
        for atom in target.split("."):
            value = getattr(value, atom, None)
        if value is None or not value.is_contiguous() or \
                value.storage_offset() != 0:
            continue
        count += 1
        size = value.numel() * value.element_size()
        held = ctypes.string_at(value.data_ptr(), size) if size else b""
        same("bytes of '%s'" % target, list(held), list(data[begin:end][:size]))
    return count


def check(case, folder):
    name, program, options, expected = case[:4]
    mlir = os.path.join(folder, name + ".mlir")
    weights = os.path.join(folder, name + ".safetensors")
    tp_mlir.write(program, mlir, weights=weights, **options)
    text = tp_opt(mlir)
    canonical = os.path.join(folder, name + ".1.mlir")
    with open(canonical, "w") as file:
        file.write(text)
    same("text read twice", text.splitlines(), tp_opt(canonical).splitlines())
    bytecode = os.path.join(folder, name + ".mlirbc")
    tp_opt(mlir, "--emit-bytecode", "-o", bytecode)
    same("text from bytecode", text.splitlines(), tp_opt(bytecode).splitlines())
    # Tensors that stand in an argument are nodes of their own here.
    nodes = written_nodes(text)
    given = graph_nodes(program.graph)
    names = {n[0] for n in given}
    same("nodes", given, [n for n in nodes
                          if n[0] in names or n[1] != "get_attr"])
    root = options.get("root") or getattr(
        getattr(program, "graph_module", program), "root", program)
    if os.path.exists(weights):
        if not check_weights(text, weights, root):
            raise Mismatch("no state has its bytes in the file")
    lifted = tp_opt(mlir, "--lift-state", "--print-signature", "-o",
                    os.path.join(folder, name + ".lifted.mlir"))
    same("inputs after --lift-state", expected, signature(lifted))
    with open(os.path.join(folder, name + ".lifted.mlir")) as file:
        if "tp.get_attr" in file.read():
            raise Mismatch("a read of state remains")
    if len(case) > 5:
        same("outputs", case[5], outputs(lifted))
    back = tp_opt(mlir, "--lift-state", "--unlift-state")
    if case[4] == "same":
        same("after --unlift-state", text.splitlines(), back.splitlines())
    else:
        again = os.path.join(folder, name + ".2.mlir")
        with open(again, "w") as file:
            file.write(back)
        if "tp.placeholder parameter" in back or "tp.placeholder buffer" in back:
            raise Mismatch("an input of state remains")
        same("inputs lifted again", expected, signature(
            tp_opt(again, "--lift-state", "--print-signature", "-o", os.devnull)))


def main():
    cases = importlib.import_module(sys.argv[1]).cases()
    good = total = 0
    for case in cases:
        total += 1
        try:
            check(case, sys.argv[2])
            good += 1
        except Mismatch as error:
            print("%s: %s" % (case[0], error))
    print("%d of %d graphs agree" % (good, total))
    return good != total


if __name__ == "__main__":
    sys.exit(main())
