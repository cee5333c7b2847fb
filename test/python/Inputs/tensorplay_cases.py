"""Ten modules in tensorplay, as traces, and eight of them as exported programs.

The expected inputs of both are the reference's own signature, with tensors that
the function closed over added: the reference leaves them inside of arguments.
Where names collide the reference makes a function with two parameters of one
name and fails: those modules are traced only, and their inputs written by hand.
"""

import tensorplay as tp
import tensorplay.export as ex
import tensorplay.nn.functional as F
from tensorplay.export import Dim
from tensorplay.graph import Tracer

nn = tp.nn
CLOSED_OVER = tp.ones(2)


class Kinds(nn.Module):
    def __init__(self):
        super().__init__()
        self.plain = tp.ones(2)
        self.register_buffer("kept", tp.zeros(2))
        self.register_buffer("dropped", tp.zeros(2), persistent=False)
        self.w = nn.Parameter(tp.randn(2))

    def forward(self, x):
        return x * self.w + self.kept + self.dropped + self.plain


class Nested(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(tp.randn(2))
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


class Scale(nn.Module):
    """Has one parameter, of the given name."""

    def __init__(self, name):
        super().__init__()
        self.name = name
        setattr(self, name, nn.Parameter(tp.ones(2)))

    def forward(self, x):
        return x * getattr(self, self.name)


class Colliding(nn.Module):
    """`a.b_c` beside `a_b.c`."""

    def __init__(self):
        super().__init__()
        self.a = Scale("b_c")
        self.a_b = Scale("c")

    def forward(self, x):
        return self.a(x) + self.a_b(x)


class InputNames(nn.Module):
    """An input called like lifted state."""

    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(tp.ones(2))
        self.sub = Kinds()

    def forward(self, p_w, b_kept=1.0):
        return self.sub(p_w) * b_kept * self.w


class ClosedOver(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(tp.ones(2))

    def forward(self, x):
        return x * self.w + CLOSED_OVER, x * CLOSED_OVER


class InPlace(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("n", tp.zeros(2))
        self.register_buffer("m", tp.zeros(2), persistent=False)

    def forward(self, x):
        self.n.add_(x)
        self.m.mul_(2.0).add_(1.0)
        return {"y": self.n + x, "z": [x * 2.0]}


class Defaults(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(tp.ones(2, 3))

    def forward(self, x, scale=2.0, flag=True, *, offset=None):
        return (x @ self.w)[..., 0:2] * scale, x[0, None], x.sum(1, keepdim=True)


class Derived(nn.Module):
    def forward(self, x, y, z):
        return x * 2.0 + z, y + 1.0


class Batch(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)
        self.lin = nn.Linear(3, 1)
        self.eval()

    def forward(self, x):
        return self.lin(F.relu(self.norm(x)))


def one(*shape):
    return tp.ones(*shape)


def programs():
    b = Dim("b", min=1, max=9)
    return [
        ("kinds", Kinds, (one(2),), None),
        ("nested", Nested, (one(2, 2),), {"x": {0: b}}),
        ("tied", Tied, (one(2, 3),), None),
        ("colliding", Colliding, (one(2),), None),
        ("input_names", InputNames, (one(2),), None),
        ("closed_over", ClosedOver, (one(2),), None),
        ("in_place", InPlace, (one(2),), None),
        ("defaults", Defaults, (one(3, 2),), {"x": {0: b}}),
        ("derived", Derived, (one(3, 2), one(7), one(3, 2)),
         {"x": {0: b}, "y": {0: 2 * b + 1}, "z": {0: b}}),
        ("batch", Batch, (one(2, 3),), {"x": {0: Dim.DYNAMIC(min=1, max=8)}}),
    ]


def by_hand(name):
    """The inputs of a module that the reference cannot export, or None."""
    p, b, c, u = "PARAMETER", "BUFFER", "CONSTANT_TENSOR", "USER_INPUT"
    return {
        "colliding": [("p_a_b_c", p, "a.b_c", None), ("p_a_b_c_1", p, "a_b.c", None),
                      ("x", u, None, None)],
        "input_names": [("p_w_1", p, "w", None), ("p_sub_w", p, "sub.w", None),
                        ("b_sub_kept", b, "sub.kept", "True"),
                        ("b_sub_dropped", b, "sub.dropped", "False"),
                        ("c_sub_plain", c, "sub.plain", None),
                        ("p_w", u, None, None), ("b_kept", u, None, None)],
    }.get(name)


def exports(module, args):
    try:
        ex.export(module, *args)
        return True
    except SyntaxError:
        return False


def reference_inputs(program, constants):
    specs = program.graph_signature.input_specs
    found = [(s.arg.name, s.kind.name, s.target,
              None if s.persistent is None else str(s.persistent))
             for s in specs]
    # Constants of the root follow the root's own state.
    at = sum(1 for f in found if f[2] and "." not in f[2])
    found[at:at] = [("c__tensor_constant%d" % i, "CONSTANT_TENSOR",
                     "_tensor_constant%d" % i, None) for i in range(constants)]
    return found


def reference_outputs(program):
    """Without constants; of several updates of one target only the last."""
    specs = program.graph_signature.output_specs
    last = {(s.kind.name, s.target): s.arg.name for s in specs if s.target}
    kept = [(s.arg.name, s.kind.name, s.target) for s in specs]
    return [k for k in kept if k[2] is None or last[k[1:]] == k[0]]


def cases():
    out = []
    for name, make, args, shapes in programs():
        constants = 1 if name == "closed_over" else 0
        expected = by_hand(name)
        if expected is not None:
            # Told by the reference when it learns to: then it is compared.
            if exports(make(), args):
                raise AssertionError("the reference exports '%s'" % name)
            out.append((name + "_trace", Tracer().trace(make()), {}, expected,
                        "same"))
            continue
        module = make()
        program = ex.export(module, *args, dynamic_shapes=shapes)
        expected = reference_inputs(program, constants)
        graph = Tracer().trace(make())
        out.append((name + "_trace", graph, {}, expected, "same"))
        out.append((name + "_export", program, {}, expected, "lifted",
                    reference_outputs(program)))
    return out
