"""export FILE: a program of mylib::scales; compare FILE: its decomposition computes the same."""

import math
import sys

import torch
from torch.export import Dim


def numbers(n, m, s):
    return [
        s / n, 2.0 / n, n * 0.5, 2 * (n * 0.5), n**0.5, 1.5 + n, 1.5 - n, -(n * 0.5), n / 2, n / m,
        n**2, n**-1, (n * 0.75) // 2, (n * 0.75) % 2, (1.0 - n) % 4, max(n * 0.5, 4),
        min(n * 0.5, 4), float(n), int(n * 0.3), int(-n * 0.3), math.sqrt(n), math.sqrt(n * 0.5),
        abs(n - 9), abs(n * 0.5 - 4), math.floor(n * 0.3), math.floor(-n * 0.3),
        math.ceil(n * 0.3), n, n,
    ]  # fmt: skip


COUNT = len(numbers(3, 2, 1.0))


@torch.library.custom_op("mylib::scales", mutates_args=())
def scales(x: torch.Tensor, y: torch.Tensor, s: float) -> list[torch.Tensor]:
    return [x * f for f in numbers(x.shape[0], y.shape[0], s)]


@scales.register_fake
def _(x, y, s):
    return [torch.empty_like(x) for _ in range(COUNT)]


class Model(torch.nn.Module):
    def forward(self, x, y):
        return torch.ops.mylib.scales(x, y, 3.0)


def main(what, path):
    if what == "export":
        n, m = Dim("n", min=2, max=64), Dim("m", min=2, max=64)
        inputs = torch.randn(7, 3), torch.randn(5)
        program = torch.export.export(Model(), inputs, dynamic_shapes=({0: n}, {0: m}))
        return torch.export.save(program, path)
    program = torch.export.load(path)
    assert not any("mylib" in str(node.target) for node in program.graph.nodes)
    module = program.module()
    for n, m in [(7, 5), (2, 3), (9, 2), (20, 64)]:
        x = torch.randn(n, 3)
        found = module(x, torch.randn(m))
        wanted = [x * f for f in numbers(n, m, 3.0)]
        assert len(found) == len(wanted)
        for i, (a, b) in enumerate(zip(found, wanted)):
            torch.testing.assert_close(a, b, msg=lambda text: f"number {i} of {n}, {m}: {text}")
    print("the same")


main(*sys.argv[1:])
