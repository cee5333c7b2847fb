"""Runs a program and records all that a user can see of it. See compare.py."""

import copy

import torch
import torch.utils._pytree as pytree

SEED = 20240613


def prepare():
    """Settings of every process that runs programs: the same program gives the same bits."""
    torch.set_num_threads(1)
    # Memory that nothing wrote is filled, so that `empty` is the same in every run.
    torch.use_deterministic_algorithms(True, warn_only=True)


def leaves(tree):
    return pytree.tree_leaves(tree, is_leaf=lambda value: value is None)


def structure(tree):
    return str(pytree.tree_structure(tree))


def snapshot(value):
    """A copy that keeps strides and shares nothing."""
    if not isinstance(value, torch.Tensor):
        return value
    value = value.detach()
    return copy.deepcopy(value) if value.layout == torch.strided else value.clone()


def snapshots(tree):
    return [snapshot(value) for value in leaves(tree)]


def copied_arguments(args, kwargs):
    """A copy of arguments in which what shared memory still does."""
    memo = {}
    for value in leaves((args, kwargs)):
        # deepcopy refuses these.
        if isinstance(value, torch.Tensor) and (
            value.layout != torch.strided or not value.is_leaf
        ):
            memo[id(value)] = value.detach().clone().requires_grad_(value.requires_grad)
    return copy.deepcopy((args, kwargs), memo)


def tensor_attributes(module):
    """Plain attributes that hold tensors, by dotted path."""
    for path, child in module.named_modules(remove_duplicate=False):
        for name, value in vars(child).items():
            if isinstance(value, torch.Tensor):
                yield (f"{path}.{name}" if path else name), value


def state_of(module):
    found = dict(module.named_parameters(remove_duplicate=False))
    found.update(module.named_buffers(remove_duplicate=False))
    found.update(tensor_attributes(module))
    return {name: snapshot(value) for name, value in found.items()}


def observe(module, calls, grad=False, refusals=False):
    """Runs `calls`, (args, kwargs) pairs, in order on one module. With `refusals`, a call that
    raises is recorded as refused, unless all do: then the first error is raised."""
    lists = ("outs", "specs", "refused", "inputs", "before")
    run = {name: [] for name in lists} | {"initial": state_of(module)}
    first_error = None
    for args, kwargs in calls:
        args, kwargs = copied_arguments(args, kwargs)
        run["before"].append(snapshots((args, kwargs)))
        torch.manual_seed(SEED)
        result, refused = (), None
        try:
            with torch.set_grad_enabled(grad):
                result = module(*args, **kwargs)
        except Exception as error:
            if not refusals:
                raise
            first_error = first_error or error
            refused = f"{type(error).__name__}: {error}".splitlines()[0][:300]
        run["refused"].append(refused)
        run["outs"].append(snapshots(result))
        run["specs"].append(structure(result))
        run["inputs"].append(snapshots((args, kwargs)))
    run["state"] = state_of(module)
    if first_error and all(run["refused"]):
        raise first_error
    return run
