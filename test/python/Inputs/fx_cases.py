"""Ten symbolic traces of torch.fx, with the inputs that lifting must give."""

import operator

import torch
import torch.fx
import torch.nn.functional as F
from torch import nn

CLOSED_OVER = torch.full((2,), 3.0)


def p(target, name=None):
    return (name or "p_" + target.replace(".", "_"), "PARAMETER", target, None)


def b(target, persistent=True, name=None):
    return (name or "b_" + target.replace(".", "_"), "BUFFER", target,
            str(persistent))


def c(target, name=None):
    return (name or "c_" + target.replace(".", "_"), "CONSTANT_TENSOR", target,
            None)


def u(name):
    return (name, "USER_INPUT", None, None)


class Kinds(nn.Module):
    """A non-persistent buffer, a plain tensor, a parameter without gradient."""

    def __init__(self):
        super().__init__()
        self.plain = torch.ones(2)
        self.register_buffer("kept", torch.zeros(2))
        self.register_buffer("dropped", torch.zeros(2), persistent=False)
        self.w = nn.Parameter(torch.randn(2), requires_grad=False)

    def forward(self, x):
        return x * self.w + self.kept * x + self.dropped + x * self.plain + CLOSED_OVER * x


class Nested(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.randn(2))
        self.inner = Kinds()
        self.lin = nn.Linear(2, 2)

    def forward(self, x):
        return self.lin(self.inner(x)) * self.w


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3)
        self.b = nn.Linear(3, 3)
        self.b.weight = self.a.weight

    def forward(self, x):
        return self.b(F.relu(self.a(x)))


class Colliding(nn.Module):
    """`a.b_c` beside `a_b.c`, and inputs called like lifted state."""

    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))
        self.a = nn.Module()
        self.a.b_c = nn.Parameter(torch.ones(2))
        self.a_b = nn.Module()
        self.a_b.c = nn.Parameter(torch.ones(2))

    def forward(self, p_w, b_n=0.5):
        return p_w * self.w + self.a.b_c * b_n + self.a_b.c * p_w


class Variadic(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))

    def forward(self, x, *rest, scale=2.0, mode="mean", flag=None, **named):
        return x * self.w + rest[0] * scale + named["q"]


class Indexing(nn.Module):
    def forward(self, x, n):
        y = x[..., 1:n, None, ::-1]
        x[0, :2].fill_(1.0)
        return y, [x[0], {"z": (y, None, 1.5, -3, "a\"\\é\n")}], slice(0, n, 2)


class InPlace(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("n", torch.zeros(2))

    def forward(self, x):
        y = x.mul(2.0).add_(self.n * x)
        y.clamp_(min=0, max=float("inf"))
        return y.to(torch.float64), y.new_zeros((2, 2), dtype=torch.int8, device="cpu")


class Child(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))
        self.lin = nn.Linear(2, 2)

    def forward(self, x, k=3):
        return self.lin(x * self.w), x + k


class Parent(nn.Module):
    """A child that is a graph of its own, called twice."""

    def __init__(self):
        super().__init__()
        self.child = torch.fx.symbolic_trace(Child())
        self.act = nn.ReLU()

    def forward(self, x):
        y, z = operator.getitem(self.child(x), 0), operator.getitem(self.child(x, k=4), 1)
        return self.act(y) + z


class Views(nn.Module):
    """Tensors that share a storage, with strides and an offset."""

    def __init__(self):
        super().__init__()
        base = torch.arange(12.0).reshape(3, 4)
        self.register_buffer("base", base)
        self.register_buffer("rows", base[1:])
        self.register_buffer("turned", base.t())
        self.register_buffer("narrow", torch.ones(2).bfloat16())
        self.register_buffer("flags", torch.tensor([True, False]))
        self.register_buffer("empty", torch.zeros(0, 3))
        self.register_buffer("scalar", torch.tensor(2.0))
        self.register_buffer("wave", torch.ones(2, dtype=torch.complex64))

    def forward(self, x):
        return x + self.base, x + self.rows, x @ self.turned, x * self.scalar


class Shaped(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 2)

    def forward(self, x):
        parts = torch.chunk(self.lin(x), 2, 1)
        return parts[0].transpose(0, 1), torch.complex(parts[0], parts[1]) * (1 + 2j)


class OwnLeaves(torch.fx.Tracer):
    def is_leaf_module(self, module, path):
        return isinstance(module, torch.fx.GraphModule) or \
            super().is_leaf_module(module, path)


def trace(module):
    return torch.fx.symbolic_trace(module)


def cases():
    out = []

    def add(name, module, expected, graph=None, back="same", **options):
        out.append((name, graph or trace(module), options, expected, back))

    module = Kinds()
    add("kinds", module, [p("w"), b("kept"), b("dropped", False), c("plain"),
                          c("_tensor_constant0"), u("x")], root=module)
    module = Nested()
    add("nested", module, [
        p("w"), c("_tensor_constant0"), p("inner.w"), b("inner.kept"),
        b("inner.dropped", False), c("inner.plain"), p("lin.weight"),
        p("lin.bias"), u("x")], root=module)
    add("tied", Tied(), [p("a.weight"), p("a.bias"), p("b.weight"), p("b.bias"),
                         u("x")])
    module = Colliding()
    add("colliding", module, [
        p("w", "p_w_1"), p("a.b_c"), p("a_b.c", "p_a_b_c_1"), u("p_w"), u("b_n")],
        root=module)
    add("variadic", Variadic(), [p("w"), u("x"), u("scale"), u("mode"), u("flag"),
                                 u("_rest"), u("_named")])
    add("indexing", Indexing(), [u("x"), u("n")])
    add("in_place", InPlace(), [b("n"), u("x")])
    module = Parent()
    tracer = OwnLeaves()
    graph = torch.fx.GraphModule(module, tracer.trace(module))
    add("children", module, [
        p("child.w"), p("child.lin.weight"), p("child.lin.bias"), u("x")],
        graph=graph, back="lifted")
    module = Views()
    add("views", module, [b(n) for n in ("base", "rows", "turned", "narrow", "flags",
                                         "empty", "scalar", "wave")] + [u("x")],
        root=module)
    module = Shaped()
    graph = trace(module)
    from torch.fx.passes.shape_prop import ShapeProp
    ShapeProp(graph).propagate(torch.ones(3, 4))
    add("shaped", module, [p("lin.weight"), p("lin.bias"), u("x")], graph=graph)
    return out
