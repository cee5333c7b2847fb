"""How the mutation programs are written down: a function that is the `forward` of a module."""

import torch
from sources import Program


class Programs:
    """The programs of one file."""

    def __init__(self):
        self.all = {}
        self.refused = {}

    def add(
        self,
        *inputs,
        name=None,
        buffers=None,
        parameters=None,
        attributes=None,
        refused=None,
        again=True,
        **options,
    ):
        """Decorates a function of `self` and the inputs. Every input is a function that makes
        one; buffers, parameters and plain attributes are functions by name. `refused`: what
        torch says instead of exporting it. `again`: whether it is called a second time."""

        def decorate(forward):
            label = name or forward.__name__
            # torch records the lines of functions of this name.
            forward.__code__ = forward.__code__.replace(co_name="forward")

            def make():
                module = type(label, (torch.nn.Module,), {"forward": forward})()
                for key, value in (buffers or {}).items():
                    module.register_buffer(key, value())
                for key, value in (parameters or {}).items():
                    module.register_parameter(key, torch.nn.Parameter(value()))
                for key, value in (attributes or {}).items():
                    setattr(module, key, value())
                args = tuple(value() for value in inputs)
                calls = [(tuple(value() for value in inputs), {})] if again else []
                return Program(module, args, calls=calls, **options)

            assert label not in self.all, label
            self.all[label] = make
            if refused:
                self.refused[label] = refused
            return forward

        return decorate


def rand(*shape, dtype=torch.float32):
    """Makes a tensor of random values."""
    if dtype.is_floating_point or dtype.is_complex:
        return lambda: torch.randn(shape, dtype=dtype)
    return lambda: torch.randint(-9, 9, shape, dtype=dtype)


def full(value, *shape, dtype=torch.float32):
    return lambda: torch.full(shape, value, dtype=dtype)


def given(*values, dtype=None):
    """Makes a vector of these values, a scalar of one."""
    return lambda: torch.tensor(values if len(values) > 1 else values[0], dtype=dtype)


def count(*shape, dtype=torch.float32):
    """Makes 0, 1, 2, ... in a shape."""
    size = 1
    for n in shape:
        size *= n
    return lambda: torch.arange(size, dtype=dtype).reshape(shape)
