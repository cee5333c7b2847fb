"""A call that torch orders by a token counts as that of the operator inside."""

import sys

import torch

sys.path.insert(0, sys.argv[1])
import decomposed


class Inverse(torch.nn.Module):
    def forward(self, x):
        return torch.linalg.inv(x)


program = torch.export.export(Inverse(), (torch.eye(3),))
theirs = decomposed.operators(program.run_decompositions())
print(*sorted(name for name in theirs if not name.startswith("_operator.")))
print("outside:", *decomposed.outside(program, theirs))
