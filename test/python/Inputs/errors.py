"""Writes graphs that hold what the text has no spelling for."""

import os
import sys

import torch
import torch.fx

import tp_mlir

out = sys.argv[1]


def attempt(target, args=(), kwargs=None):
    graph = torch.fx.Graph()
    node = graph.create_node("call_function", target, args, kwargs, name="f")
    graph.output(node)
    module = torch.fx.GraphModule.__new__(torch.fx.GraphModule)
    torch.nn.Module.__init__(module)
    module._graph = graph
    attempt_write(module)


def attempt_write(module):
    try:
        tp_mlir.write(module, os.path.join(out, "m.mlir"))
        print("written")
    except tp_mlir.WriteError as error:
        print(error)


attempt(torch.relu, ({1, 2},))
attempt(torch.relu, (1,), {"g": object()})
attempt(lambda x: x, (1,))
attempt(torch.relu, (torch.quint8,))
attempt_write(3)
print("files:", os.listdir(out))
