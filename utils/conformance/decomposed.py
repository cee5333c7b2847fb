"""What torch's own `run_decompositions()` makes of a program, and which operators of another
one are outside of that: the measure of `run.py --opset`.

An operator is inside where it is tagged as Core ATen, where torch's own decomposed program
calls it as well, or where it is arithmetic of Python on symbolic sizes (what torch's verifier
of exported programs allows in any of them). Nothing of this project is needed.
"""

import collections

import torch
from torch._export.verifier import Verifier

SYMBOLIC = {*Verifier().allowed_builtin_ops()} | {
    torch.sym_float, torch.sym_int, torch.sym_ite, torch.sym_max, torch.sym_min, torch.sym_not,
    torch.sym_sqrt, torch.sym_sum,
}


def name_of(target):
    """A target's name: `aten.add.Tensor`, `cond`, `_operator.add`."""
    if isinstance(target, (torch._ops.OpOverload, torch._ops.HigherOrderOperator)):
        return str(target)
    module = getattr(target, "__module__", None) or type(target).__module__
    return f"{module}.{getattr(target, '__name__', target)}"


def is_core(target):
    if isinstance(target, torch._ops.OpOverload):
        return torch.Tag.core in target.tags
    return target in SYMBOLIC


def calls(program):
    """The calls of a program, those of its subgraphs too."""
    for module in program.graph_module.modules():
        if isinstance(module, torch.fx.GraphModule):
            yield from (node for node in module.graph.nodes if node.op.startswith("call_"))


def operators(program):
    """How often a program calls each operator."""
    return collections.Counter(name_of(node.target) for node in calls(program))


def outside(program, theirs):
    """How often a program calls each operator that is neither core nor among `theirs`."""
    return collections.Counter(
        name
        for node in calls(program)
        if not is_core(node.target) and (name := name_of(node.target)) not in theirs
    )
