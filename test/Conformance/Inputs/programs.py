"""Programs that the instrument is tested with."""

import os
import sys

import torch
from sources import Program

library = torch.library.Library("conformance_test", "DEF")
library.define("falls(Tensor x) -> Tensor")
torch.library.register_fake("conformance_test::falls", torch.clone, lib=library)


def falls(x):
    """Takes the process down where archives are run, but not where programs are exported."""
    if os.path.basename(sys.argv[0]) == "torch_worker.py":
        os.abort()
    return x.clone()


library.impl("falls", falls, "CPU")


# Torch decomposes it into something else than what it does.
library.define("unlike(Tensor x) -> Tensor")
library.define("plain(Tensor x) -> Tensor")


def unlike(x):
    return x + 1 if torch._C._len_torch_dispatch_stack() else x * 2


library.impl("unlike", unlike, "CompositeImplicitAutograd")
library.impl("plain", lambda x: x + 1, "CPU")


class Counter(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.zeros(3))

    def forward(self, x):
        self.n.add_(x)
        return self.n * 2


class Falls(torch.nn.Module):
    def forward(self, x):
        return torch.ops.conformance_test.falls(x)


class Unlike(torch.nn.Module):
    def forward(self, x):
        return torch.ops.conformance_test.unlike(x)


class Noise(torch.nn.Module):
    def forward(self, x):
        return x + torch.rand_like(x), torch.empty(4)


class Fails(torch.nn.Module):
    def forward(self, x):
        return bool(x.sum() > 0)


class Aborts(torch.nn.Module):
    def forward(self, x):
        os.abort()


def program(module):
    inputs = (torch.tensor([1.0, 2.0, 3.0]),)
    words = "resize_" if module is Counter else None
    return lambda: Program(module(), inputs, unfunctional=words)


PROGRAMS = {
    name: program(module)
    for name, module in {
        "counter": Counter,
        "falls": Falls,
        "unlike": Unlike,
        "noise": Noise,
        "fails": Fails,
        "aborts": Aborts,
    }.items()
}
