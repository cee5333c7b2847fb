"""Programs in tensorplay that together use what its documents can hold.

`programs()` yields (name, module, positional inputs, keyword inputs, dynamic shapes).
"""

import tensorplay as tp
import tensorplay.nn.functional as F
from tensorplay.export import Dim

nn = tp.nn
CLOSED_OVER = tp.tensor([[0.5, -1.5], [2.0, 4.0]])


class Function(nn.Module):
    """A module of one function, with buffers."""

    def __init__(self, function, **buffers):
        super().__init__()
        self.function = function
        for name, value in buffers.items():
            self.register_buffer(name, value)

    def forward(self, x):
        return self.function(self, x)


class Kinds(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(tp.randn(3))
        self.frozen = nn.Parameter(tp.randn(3), requires_grad=False)
        self.register_buffer("kept", tp.randn(3))
        self.register_buffer("dropped", tp.randn(3), persistent=False)
        self.plain = tp.randn(3)
        self.register_buffer("unused", tp.zeros(2))

    def forward(self, x):
        return x * self.w + self.kept - self.dropped * self.plain + self.frozen


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 3))
        self.kinds = Kinds()

    def forward(self, x):
        return self.kinds(self.block(x)) + self.block(x)


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(3, 3), nn.Linear(3, 3)
        self.b.weight = self.a.weight

    def forward(self, x):
        return self.b(F.relu(self.a(x)))


class Arguments(nn.Module):
    def forward(self, x, scale=2.0, flag=True, mode="sum", *, offset=1.5, bias=1):
        return (x * scale).sum(1, keepdim=True) + offset - bias


class Containers(nn.Module):
    def forward(self, items, table):
        return [items[0] + items[1], table["x"] * 2.0, table["y"] + items[1]]


class Elements(nn.Module):
    def forward(self, items):
        items[0].add_(1.0)
        return items[0] * items[1]


class Counter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("n", tp.zeros(2))
        self.register_buffer("m", tp.ones(2), persistent=False)

    def forward(self, x):
        self.n.add_(x)
        self.m.mul_(2.0).add_(1.0)
        return {"y": self.n + x, "z": [x * self.m]}


class Train(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)

    def forward(self, x):
        return self.norm(x)


class Two(nn.Module):
    def forward(self, x, y):
        return x * 2.0, y - 1.0


class Three(nn.Module):
    def forward(self, x, y, z):
        return x.sum() + y.sum(), z + 1.0


class Conv(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 3, 3, padding=1)
        self.pool = nn.MaxPool2d(2)

    def forward(self, x):
        return self.pool(F.relu(self.conv(x))).flatten(1)


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(4, 4) for _ in range(3))
        self.register_buffer("mask", tp.tensor([[0.0, float("-inf")], [0.0, 0.0]]))

    def forward(self, x):
        scores = tp.matmul(self.q(x), self.k(x).transpose(-2, -1)) * 0.5 + self.mask
        return tp.matmul(F.softmax(scores, dim=-1), self.v(x))


def functions():
    """One expression each."""
    f32, f64, i64, i32 = tp.float32, tp.float64, tp.int64, tp.int32
    return {
        "slices": lambda s, x: (x[..., 0:1], x[::2], x[None, 1], x[-1]),
        "closed_over": lambda s, x: (x + CLOSED_OVER, x * CLOSED_OVER),
        "made_inside": lambda s, x: x + tp.tensor([0.25, 0.75]) * tp.tensor([3, 4]).to(f32),
        "dtypes": lambda s, x: (x.to(f64), x.to(i64), (x > 1.0), x.to(tp.float16),
                                x.to(tp.bfloat16), x.to(i32)),
        "dtype_keyword": lambda s, x: (x.sum(dtype=f64), x.to(i64) + tp.ones([2, 2], dtype=i64)),
        "methods": lambda s, x: x.reshape(-1).unsqueeze(0).expand(2, -1).contiguous().t(),
        "lists": lambda s, x: tp.cat([x, x * 2.0, tp.stack([x[0], x[1]])], dim=0),
        "operators": lambda s, x: ((-x) ** 2 // 3.0 % 5.0 + abs(x)) @ x.t(),
        "comparison": lambda s, x: tp.where(x > 2.0, x, -x),
        "constant_output": lambda s, x: (x + 1.0, 3, "text", None, 2.5, True),
        "same_twice": lambda s, x: (x, x, s.c, x + s.c),
        "view_write": lambda s, x: (s.c.view(-1).add_(1.0), s.c + x)[1],
        "nested_output": lambda s, x: {"a": [x + 1.0], "c": (x,)},
        "strided_state": lambda s, x: x @ s.t + s.part,
        "wide_state": lambda s, x: (s.i + 1, s.b, s.h * 2.0, s.d + x.to(f64), s.u),
    }


def programs():
    b = Dim("b", min=1, max=9)
    k = Dim("k", min=2)
    x = tp.tensor([[1.0, 2.0], [3.0, 4.0]])
    base = tp.tensor([[float(i * 4 + j) for j in range(4)] for i in range(4)])
    buffers = {
        "same_twice": {"c": tp.tensor([5.0, 6.0])},
        "view_write": {"c": tp.zeros(2, 2)},
        "strided_state": {"t": base[1:3, 0:2].t(), "part": base[2:4, 1:3]},
        "wide_state": {"i": tp.tensor([1, -7]), "b": tp.tensor([True, False, True]),
                       "h": tp.tensor([1.5, 2.5]).to(tp.float16),
                       "d": tp.tensor(3.25).to(tp.float64),
                       "u": tp.tensor([1, 255]).to(tp.uint8)},
    }
    for name, function in functions().items():
        yield name, Function(function, **buffers.get(name, {})), (x,), {}, None
    row = tp.tensor([[1.0, -2.0, 0.5]])
    yield "kinds", Kinds(), (row,), {}, {"x": {0: b}}
    yield "deep", Deep(), (row,), {}, {"x": {0: b}}
    yield "tied", Tied(), (row,), {}, None
    yield "defaults", Arguments(), (x,), {}, None
    yield "keywords", Arguments(), (x,), {"scale": 3.0, "mode": "mean", "bias": 4}, {"x": {0: b}}
    yield "containers", Containers(), ([x, x * 2.0], {"x": x, "y": x - 1.0}), {}, None
    yield "elements", Elements(), ([tp.ones(2), tp.ones(2) * 3.0],), {}, None
    yield "counter", Counter(), (tp.ones(2),), {}, None
    yield "train", Train(), (tp.randn(4, 3),), {}, None
    yield "conv", Conv(), (tp.randn(2, 2, 4, 4),), {}, {"x": {0: b}}
    yield "attention", Attention(), (tp.randn(3, 2, 4),), {}, {"x": {0: b}}
    yield "equal_dims", Two(), (tp.ones(3, 2), tp.ones(3)), {}, {"x": {0: b}, "y": {0: b}}
    yield "derived_dims", Three(), (tp.ones(3, 2), tp.ones(7), tp.ones(6)), {}, {
        "x": {0: b}, "y": {0: 2 * b + 1}, "z": {0: 2 * b}}
    yield "lonely_derived", Two(), (tp.ones(5), tp.ones(4)), {}, {"x": {0: 2 * b + 1}, "y": {0: k}}
    yield "square", Two(), (tp.ones(3, 3), tp.ones(4)), {}, {"x": {0: b, 1: b}, "y": [k]}
    yield "eval_norm", Train().eval(), (tp.randn(2, 3),), {}, {"x": {0: b}}
