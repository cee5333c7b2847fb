"""Programs that are a function of tensors, and what to call it with."""

import torch
from sources import Program


class Function(torch.nn.Module):
    """A function as a module."""

    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args):
        return self.function(*args)


class Programs:
    """The programs of one file."""

    def __init__(self):
        self.all = {}

    def add(self, name, function, *inputs, **options):
        """A program that calls `function`, a module or a function of tensors. Every input is a
        tensor or a function that makes one; options are those of `Program`."""
        assert name not in self.all, name

        def make():
            args = tuple(value() if callable(value) else value for value in inputs)
            is_module = isinstance(function, torch.nn.Module)
            return Program(function if is_module else Function(function), args, **options)

        self.all[name] = make

    def each_dtype(self, name, dtypes, function, *inputs, **options):
        """A program for each dtype; floating-point inputs are converted to it."""
        for dtype in dtypes:

            def convert(value, dtype=dtype):
                value = value() if callable(value) else value
                return value.to(dtype) if value.is_floating_point() else value

            converted = [lambda v=value, c=convert: c(v) for value in inputs]
            self.add(f"{name}_{str(dtype)[6:]}", function, *converted, **options)


def rand(*shape, dtype=torch.float32):
    """Makes a tensor of random values."""
    if dtype.is_floating_point or dtype.is_complex:
        return lambda: torch.randn(*shape, dtype=dtype)
    return lambda: torch.randint(-9, 9, shape, dtype=dtype)


def below(high, *shape, low=0):
    """Makes a tensor of random indices, low <= index < high."""
    return lambda: torch.randint(low, high, shape)


def uniform(*shape):
    """Makes a tensor of random values in (0, 1)."""
    return lambda: torch.rand(*shape)
