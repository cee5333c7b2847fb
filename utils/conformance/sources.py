"""Where programs come from. Each source names its tasks, and a task gives programs.

    db         every example of torch's export database
    opinfo     two samples of every operator of torch's OpInfo database
    inplace    the same with the operator's in-place variant, on an input
    out        the same with `out=`, into an input
    mutations  mutation_programs.py
    decompositions
               decomposition_programs.py
    models     model_programs.py
    FILE.py    programs of one's own: PROGRAMS, a dictionary of name to a function
               without arguments that returns a `Program`

Programs are exported as torch.export.export leaves them: with in-place operators and views.
"""

import copy
import dataclasses
import importlib.util
import os
import re
import sys
import zlib

import torch
import torch.utils._pytree as pytree

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES_PER_OPERATOR = 2
SAMPLES_TRIED = 6
# Sources that are a Python file with programs, beside this one.
PROGRAM_FILES = {
    "mutations": "mutation_programs.py",
    "decompositions": "decomposition_programs.py",
    "models": "model_programs.py",
}


@dataclasses.dataclass
class Program:
    """A module and what to call it with. `calls`: further (args, kwargs) pairs, made in
    order after the example's. `grad`: run and export with gradients enabled. `decompose`:
    export the program after run_decompositions(). `unfunctional`: what --mutation-outputs has
    to say in an error, where there is no functional form. `declared`: custom operators come with
    their schemas."""

    module: torch.nn.Module
    args: tuple = ()
    kwargs: dict = dataclasses.field(default_factory=dict)
    dynamic_shapes: object = None
    calls: list = dataclasses.field(default_factory=list)
    training: bool = False
    strict: bool = False
    grad: bool = False
    decompose: bool = False
    unfunctional: str = None
    declared: bool = False

    def all_calls(self):
        """The example's call, the further ones, and where state can carry over and there
        are none, the example's again."""
        first = (self.args, self.kwargs)
        again = [first] if stateful(self.module) and not self.calls else []
        return [first, *self.calls, *again]


def stateful(module):
    return any(True for _ in module.buffers()) or any(True for _ in module.parameters())


# ------------------------------------------------------------------- operators
def operators():
    """OpInfo entries by a file name of their own, in the database's order."""
    from torch.testing._internal import common_methods_invocations as invocations

    # The random operators of the database set a seed of their own before each call, which
    # no exported program has: without it they draw the same numbers as eager torch.
    invocations.wrapper_set_seed = lambda op, *args, **kwargs: op(*args, **kwargs)
    found = {}
    for info in invocations.op_db:
        key = re.sub(r"[^A-Za-z0-9_.]", "_", info.name)
        if info.variant_test_name:
            key += "__" + re.sub(r"[^A-Za-z0-9_.]", "_", info.variant_test_name)
        while key in found:
            key += "_"
        found[key] = info
    return found


def plain(result):
    """torch.return_types have no serialised name: torch cannot save them."""
    if isinstance(result, tuple) and type(result).__module__ == "torch.return_types":
        return tuple(result)
    return result


def operator_module(call, sample, extra=()):
    """`call(extra, input, *args, **kwargs)` as a module: tensors are inputs, all else is
    closed over; `extra` tensors come first."""
    leaves, spec = pytree.tree_flatten((sample.input, sample.args, sample.kwargs))
    tensors = tuple(x for x in leaves if isinstance(x, torch.Tensor))
    count = len(extra)

    class Operator(torch.nn.Module):
        def forward(self, *args):
            given = iter(args[count:])
            full = [next(given) if isinstance(x, torch.Tensor) else x for x in leaves]
            first, rest, named = pytree.tree_unflatten(full, spec)
            return plain(call(args[:count], first, *rest, **named))

    return Program(Operator(), (*extra, *tensors))


def functional_program(info, sample):
    return operator_module(lambda _, *args, **named: info.op(*args, **named), sample)


def inplace_program(info, sample):
    program = operator_module(
        lambda _, *args, **named: info.inplace_variant(*args, **named), sample
    )
    # The shape of an input is the caller's, and no output can change it.
    args = copy.deepcopy(program.args)
    before = [(x.shape, x.stride()) for x in args]
    program.module(*args)
    if before != [(x.shape, x.stride()) for x in args]:
        program.unfunctional = "expected the shape and the storage of input"
    return program


def out_program(info, sample):
    result = info.op(sample.input, *sample.args, **sample.kwargs)
    single = isinstance(result, torch.Tensor)
    results = (result,) if single else tuple(result)
    if not all(isinstance(r, torch.Tensor) for r in results):
        raise ValueError("the operator has no out= variant: a result is no tensor")
    extra = [torch.zeros_like(r) for r in results]

    def call(out, *args, **named):
        return info.op(*args, **named, out=out[0] if single else tuple(out))

    return operator_module(call, sample, extra)


VARIANTS = {"opinfo": functional_program, "inplace": inplace_program, "out": out_program}
HAS_VARIANT = {
    "opinfo": lambda info: True,
    "inplace": lambda info: info.inplace_variant is not None,
    "out": lambda info: info.supports_out,
}


def samples(name):
    info = operators()[name]
    supported = info.supported_dtypes("cpu")
    if not supported:
        raise ValueError("no dtype is supported on cpu")
    dtype = torch.float32 if torch.float32 in supported else min(supported, key=str)
    torch.manual_seed(zlib.crc32(name.encode()))
    found = info.sample_inputs("cpu", dtype, requires_grad=False)
    return info, (sample for _, sample in zip(range(SAMPLES_TRIED), found))


# ----------------------------------------------------------------- other tasks
def db_program(name):
    from torch._export.db.examples import all_examples

    case = all_examples()[name]
    return Program(
        case.model,
        case.example_args,
        case.example_kwargs or {},
        dynamic_shapes=case.dynamic_shapes,
        grad=True,
    )


def load_cases():
    """The module of cases/torch_cases.py."""
    sys.path.insert(0, os.path.join(HERE, "cases"))
    import torch_cases

    return torch_cases


def python_file(path):
    """The module of a Python file with programs, under a name that stays the same, so that
    what it defines can be unpickled in another process."""
    name = os.path.basename(path).removesuffix(".py")
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def file_of(source):
    """The Python file of a source that is one, or None."""
    if source in PROGRAM_FILES:
        return os.path.join(HERE, PROGRAM_FILES[source])
    return os.path.abspath(source) if source.endswith(".py") else None


def prepare_source(source):
    """Defines the custom operators and classes that archives of a source refer to."""
    if source == "db":
        from torch._export.db.examples import all_examples

        all_examples()
    elif source in ("cases", "skew"):
        load_cases().ensure_ops()
        import torch.ao.quantization.fx._decomposed  # noqa: F401
    elif file_of(source):
        python_file(file_of(source))


def task_names(source):
    if source == "db":
        from torch._export.db.examples import all_examples

        return sorted(all_examples())
    if source in VARIANTS:
        return [name for name, info in operators().items() if HAS_VARIANT[source](info)]
    if source == "cases":
        return list(load_cases().CASES)
    return list(python_file(file_of(source)).PROGRAMS)


def single_program(source, name):
    """The program of a task that gives one."""
    if source == "db":
        return db_program(name)
    torch.manual_seed(zlib.crc32(name.encode()))
    return python_file(file_of(source)).PROGRAMS[name]()
