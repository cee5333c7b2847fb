"""Exports programs with torch, takes them through tp-opt, and compares what torch makes of both.

    python run-with-torch.py TP_OPT FOLDER
"""

import collections
import copy
import io
import os
import subprocess
import sys
import warnings

import torch
import torch.utils._pytree as pytree
from torch.export import Dim

warnings.filterwarnings("ignore")
TP_OPT, FOLDER = sys.argv[1:3]
Point = collections.namedtuple("Point", ["x", "y"])
pytree._register_namedtuple(Point, serialized_type_name="Point")


class Linear(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(3, 4)
        self.register_buffer("scale", torch.arange(4.0), persistent=False)

    def forward(self, x):
        return self.lin(x) * self.scale


class Tied(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.nn.Parameter(torch.randn(6, 2).t())
        self.b = self.a
        self.register_buffer("row", self.a.detach()[0])

    def forward(self, x):
        return x @ self.a + (x @ self.b) * self.row


class Mutating(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.bn = torch.nn.BatchNorm1d(3)
        self.register_buffer("calls", torch.zeros((), dtype=torch.int64))

    def forward(self, x):
        self.calls += 1
        x.add_(1)
        return self.bn(x), self.calls


class Dynamic(torch.nn.Module):
    def forward(self, x, y):
        torch._check(x.shape[0] > 2)
        return torch.cat([x, y.reshape(-1, 3)]), x.shape[0] * 2


class Branches(torch.nn.Module):
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda t: t.sin(), lambda t: t.cos() + 1, [x])


class Nested(torch.nn.Module):
    def forward(self, point, pair, *, table):
        return {"p": Point(point.y, point.x), "q": [pair[0] + table["k"], (pair[1], None)]}


class Constants(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.tensor([1.0, 2.0])
        self.z = torch.tensor([1 + 2j, 3 - 1j])

    def forward(self, x, n, flag):
        return x * self.w + n, x * self.z, torch.tensor([3, 4]) if flag else x


def leaves(program):
    """All that a run makes: its outputs, and its inputs and state after it."""
    args, kwargs = copy.deepcopy(program.example_inputs)
    module = program.module()
    torch.manual_seed(0)
    outputs = module(*args, **kwargs)
    return pytree.tree_leaves(outputs), list(module.state_dict().values()), pytree.tree_leaves((args, kwargs))


def equal(a, b):
    if not isinstance(a, torch.Tensor):
        return type(a) is type(b) and a == b
    if a.dtype != b.dtype or a.shape != b.shape or a.stride() != b.stride():
        return False
    bits = [bytes(t.detach().contiguous().view(-1).view(torch.uint8).numpy()) for t in (a, b)]
    return bits[0] == bits[1]


def compare(a, b):
    for kind, left, right in zip(("outputs", "state", "inputs"), leaves(a), leaves(b)):
        if len(left) != len(right) or not all(map(equal, left, right)):
            return "other " + kind
    if str(a.graph_signature) != str(b.graph_signature) or a.range_constraints != b.range_constraints:
        return "another signature"
    traces = {node.name: node.meta.get("stack_trace") for node in b.graph.nodes}
    for node in a.graph.nodes:
        if node.name not in traces or node.meta.get("stack_trace") != traces[node.name]:
            return f"another node or stack trace, {node.name}"
    return "same"


def path(name):
    return os.path.join(FOLDER, name + ".pt2")


def export(name, *options):
    target = path(name + ".out")
    subprocess.run([TP_OPT, path(name), *options, "--emit-pt2", "-o", target], check=True)
    return torch.export.load(target)


def check(name, program, *options):
    torch.export.save(program, path(name))
    program = torch.export.load(path(name))  # what torch itself keeps
    written = export(name, *options)
    result = compare(program, written)
    torch.export.save(written, path(name))
    if result == "same":
        result = compare(program, export(name))
    print(f"{name}: {result}", flush=True)
    return written


torch.manual_seed(0)
batch = Dim("batch", min=2, max=64)
check("linear", torch.export.export(Linear(), (torch.randn(2, 3),)))
check("tied", torch.export.export(Tied(), (torch.randn(3, 2),)))
check("mutating", torch.export.export(Mutating(), (torch.randn(4, 3),)))
dynamic = torch.export.export(
    Dynamic(), (torch.randn(4, 3), torch.randn(6)), dynamic_shapes=({0: Dim("rows", min=3, max=64)}, {0: Dim.AUTO}))
check("dynamic", dynamic)
check("branches", torch.export.export(Branches(), (torch.randn(4),)))
check("nested", torch.export.export(
    Nested(), (Point(torch.randn(2), torch.randn(2)), [torch.randn(2), torch.randn(3)]), {"table": {"k": torch.randn(2)}}))
check("constants", torch.export.export(Constants(), (torch.randn(2), 3, True)))
check("decomposed", torch.export.export(Mutating(), (torch.randn(4, 3),)).run_decompositions())

torch.export.save(dynamic, path("extra"), extra_files={"note": "a note"})
files = {"note": ""}
export("extra")
torch.export.load(path("extra.out"), extra_files=files)
print("extra file:", files["note"])

asserted = check("asserted", torch.export.export(
    Linear(), (torch.randn(4, 3),), dynamic_shapes=({0: batch},)), "--insert-dim-asserts=static=false")
try:
    asserted.graph_module(*asserted.parameters(), *asserted.buffers(), torch.randn(65, 3))
except (RuntimeError, AssertionError) as error:
    print("asserted, 65 rows:", error)
