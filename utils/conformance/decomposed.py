"""What torch's own `run_decompositions()` makes of a program, and which operators of another
one are outside of that: the measure of `run.py --opset`.

An operator is inside where it is tagged as Core ATen, where torch's own decomposed program
calls it as well, or where it is arithmetic of Python on symbolic sizes (what torch's verifier
of exported programs allows in any of them). Nothing of this project is needed.
"""

import collections
import operator

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


def targets(program):
    """What a program calls, call by call, its subgraphs too. A call that torch orders by a
    token is that of the operator inside. Loading makes a read of each result of a call, also of
    those that nobody uses: these do not count."""
    for module in program.graph_module.modules():
        if not isinstance(module, torch.fx.GraphModule):
            continue
        for node in module.graph.nodes:
            is_read = node.target is operator.getitem
            if node.op.startswith("call_") and (node.users or not is_read):
                yield node.args[1] if name_of(node.target) == "with_effects" else node.target


def operators(program):
    """How often a program calls each operator."""
    return collections.Counter(map(name_of, targets(program)))


def outside(program, theirs):
    """How often a program calls each operator that is neither core nor among `theirs`."""
    return collections.Counter(
        name
        for target in targets(program)
        if not is_core(target) and (name := name_of(target)) not in theirs
    )
