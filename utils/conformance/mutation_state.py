"""Writes to buffers, parameters, arguments and containers."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from mutation_parts import Programs, full, given, rand
from sources import Program

programs = Programs()
add = programs.add


def module(make_module, *inputs, name, refused=None, **options):
    """Programs that are modules."""

    def make():
        args = tuple(value() for value in inputs)
        calls = [(tuple(value() for value in inputs), {})]
        return Program(make_module(), args, calls=calls, **options)

    programs.all[name] = make
    if refused:
        programs.refused[name] = refused


# ------------------------------------------------------------------------ buffers
@add(rand(3), buffers={"n": full(0.0, 3)})
def two_writes(self, x):
    self.n.add_(x)
    self.n.mul_(2)
    return x + self.n


@add(rand(3), buffers={"n": full(1.0, 3)})
def write_read_write(self, x):
    self.n.add_(x)
    between = self.n * 3
    self.n.sub_(between)
    return between, self.n + 0


@add(rand(3), buffers={"n": full(1.0, 3)})
def read_before(self, x):
    old = self.n + 0
    self.n.copy_(x)
    return old


@add(rand(2, 3), buffers={"n": rand(2, 3)})
def view_before_write_used_after(self, x):
    row = self.n[0]
    self.n.add_(x)
    return row * 2


@add(rand(2, 3), buffers={"n": rand(2, 3)})
def view_after_write(self, x):
    self.n.add_(x)
    return self.n[0] * 2, self.n.t()


@add(rand(3), buffers={"n": full(1.0, 3)})
def returned(self, x):
    self.n.add_(x)
    return self.n


@add(rand(3), buffers={"n": full(1.0, 3)})
def returned_twice(self, x):
    self.n.add_(x)
    return self.n, self.n


@add(rand(3), buffers={"n": full(1.0, 3)})
def returned_then_written(self, x):
    """What is returned is the buffer: the later write is seen in it."""
    result = self.n.add_(x)
    self.n.mul_(2)
    return result


@add(rand(2, 3), buffers={"n": rand(2, 3)})
def returned_as_view(self, x):
    self.n.add_(x)
    return self.n.view(-1), self.n[1], self.n.t()


@add(rand(2, 3), buffers={"n": rand(2, 3)})
def returned_unwritten(self, x):
    return self.n, self.n[0], x


@add(rand(3), buffers={"n": full(1.0, 3)})
def dead_write(self, x):
    """Nothing reads the write, but the buffer has it."""
    self.n.add_(x)
    return x * 2


@add(rand(3))
def dead_write_to_temporary(self, x):
    t = x * 2
    t.add_(1)
    return x + 1


@add(rand(3), buffers={"n": full(1.0, 3)})
def overwritten_write(self, x):
    self.n.add_(x)
    self.n.copy_(x * 2)
    self.n.fill_(3)
    return x + 0


@add(rand(3), buffers={"n": full(1.0, 3)})
def no_outputs(self, x):
    self.n.add_(x)


@add(rand(3), buffers={"n": full(1.0, 3)})
def reassigned(self, x):
    """`self.n = ...` replaces the tensor, not its contents."""
    self.n = self.n + x
    return self.n * 2


@add(rand(3), buffers={"n": full(1.0, 3)})
def augmented(self, x):
    self.n += x
    self.n *= 2
    self.n[1] -= 5
    return x * self.n


@add(rand(3), buffers={"a": full(1.0, 3), "b": full(2.0, 3)})
def swapped(self, x):
    t = self.a + 0
    self.a.copy_(self.b)
    self.b.copy_(t + x)
    return self.a - self.b


@add(rand(3), buffers={"n": given(3)})
def integer_counter(self, x):
    self.n.add_(1)
    return x * self.n


@add(rand(3), buffers={"flags": given(True, False, True)})
def boolean_buffer(self, x):
    self.flags.logical_not_()
    return torch.where(self.flags, x, -x)


@add(rand(3), attributes={"plain": full(1.0, 3)})
def plain_attribute(self, x):
    self.plain.add_(x)
    return self.plain * 2


@add(rand(3), buffers={"empty": full(0.0, 0), "scalar": full(1.0)})
def empty_and_scalar(self, x):
    self.empty.add_(1)
    self.scalar.add_(x.sum())
    return self.scalar * x, self.empty + 1


class Overlap(nn.Module):
    """Two buffers in one storage that overlap."""

    def __init__(self):
        super().__init__()
        base = torch.randn(8)
        self.register_buffer("left", base[:5])
        self.register_buffer("right", base[3:])

    def forward(self, x):
        self.left.mul_(2)
        a = self.right + 0
        self.right.add_(x)
        return a, self.left + 0


module(Overlap, rand(5), name="overlapping_buffers")


class SameTwice(nn.Module):
    """One tensor under two names."""

    def __init__(self):
        super().__init__()
        self.register_buffer("one", torch.randn(4))
        self.register_buffer("other", self.one)

    def forward(self, x):
        self.one.add_(x)
        return self.other * 2


module(SameTwice, rand(4), name="same_buffer_twice")


class ViewOfBuffer(nn.Module):
    """A buffer that is a view of another one."""

    def __init__(self):
        super().__init__()
        self.register_buffer("whole", torch.randn(4, 3))
        self.register_buffer("part", self.whole[1:3].t())

    def forward(self, x):
        self.part.mul_(2)
        before = self.whole.sum(0)
        self.whole.add_(x)
        return before, self.part + 0


module(ViewOfBuffer, rand(3), name="buffer_views_buffer")


class Child(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", torch.zeros(3))

    def forward(self, x):
        self.seen.add_(x)
        return self.seen * x


class Parent(nn.Module):
    """A child called twice, its state read by the parent."""

    def __init__(self):
        super().__init__()
        self.child = Child()
        self.register_buffer("last", torch.zeros(3))

    def forward(self, x):
        y = self.child(x)
        y = self.child(y)
        self.last.copy_(y)
        return y + self.child.seen


module(Parent, rand(3), name="child_called_twice")


# --------------------------------------------------------------------- parameters
@add(rand(3), parameters={"w": rand(3)})
def optimiser_step(self, x):
    with torch.no_grad():
        self.w.sub_(0.1 * x)
    return self.w * x


@add(
    rand(3),
    parameters={"w": rand(3)},
    buffers={"m": full(0.0, 3), "v": full(0.0, 3), "t": given(0)},
)
def adam_step(self, grad):
    with torch.no_grad():
        self.t.add_(1)
        self.m.mul_(0.9).add_(grad, alpha=0.1)
        self.v.mul_(0.99).addcmul_(grad, grad, value=0.01)
        scale = (self.v / (1 - 0.99**self.t)).sqrt_().add_(1e-8)
        self.w.addcdiv_(self.m / (1 - 0.9**self.t), scale, value=-0.01)
    return self.w.detach().clone()


@add(rand(3), parameters={"w": rand(3)}, buffers={"averaged": rand(3)})
def moving_average(self, x):
    with torch.no_grad():
        self.averaged.lerp_(self.w, 0.25)
    return x * self.averaged


@add(rand(3), parameters={"w": rand(3)}, refused="fake tensor in the exported program")
def write_through_data(self, x):
    self.w.data.add_(x)
    return self.w.data * 2


@add(rand(3), parameters={"w": rand(3)})
def write_through_detached(self, x):
    self.w.detach().mul_(2)
    return x * self.w.detach()


class Tied(nn.Module):
    """A tied parameter: written under one name, read under the other."""

    def __init__(self):
        super().__init__()
        self.a = nn.Linear(3, 3, bias=False)
        self.b = nn.Linear(3, 3, bias=False)
        self.b.weight = self.a.weight

    def forward(self, x):
        with torch.no_grad():
            self.a.weight.mul_(0.5)
        return self.b(x)


module(Tied, rand(2, 3), name="tied_parameters")


# ------------------------------------------------------------------------- layers
def norm(kind, **options):
    return lambda: nn.Sequential(nn.Conv2d(2, 3, 1), kind(3, **options), nn.ReLU(inplace=True))


module(norm(nn.BatchNorm2d), rand(4, 2, 5, 5), name="batch_norm_training", training=True)
module(norm(nn.BatchNorm2d), rand(4, 2, 5, 5), name="batch_norm_evaluation")
module(
    norm(nn.BatchNorm2d, momentum=None),
    rand(4, 2, 5, 5),
    name="batch_norm_cumulative",
    refused="Could not extract specialized integer",
    training=True,
)
module(
    norm(nn.BatchNorm2d, track_running_stats=False),
    rand(4, 2, 5, 5),
    name="batch_norm_untracked",
    training=True,
)
module(
    norm(nn.InstanceNorm2d, track_running_stats=True),
    rand(4, 2, 5, 5),
    name="instance_norm_training",
    training=True,
)


class TwoNorms(nn.Module):
    """One layer with state, called twice."""

    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)

    def forward(self, x):
        y = self.norm(x)
        return self.norm(y) + self.norm.running_mean


module(TwoNorms, rand(5, 3), name="batch_norm_twice", training=True)


@add(
    rand(5, 3),
    buffers={"mean": full(0.0, 3), "var": full(1.0, 3)},
)
def batch_norm_function(self, x):
    """The statistics are read between two unannotated writes."""
    y = F.batch_norm(x, self.mean, self.var, training=True)
    between = self.mean + 0
    z = F.batch_norm(y + 1, self.mean, self.var, training=True, momentum=0.5)
    return z, between, self.var * 2


@add(rand(5, 3), buffers={"statistics": full(1.0, 2, 3)})
def batch_norm_of_views(self, x):
    """The statistics are views of one buffer."""
    return F.batch_norm(x, self.statistics[0], self.statistics[1], training=True)


# ----------------------------------------------------------------------- KV caches
def cache_inputs(position):
    return (rand(1, 2, 1, 4), rand(1, 2, 1, 4), rand(1, 2, 1, 4), position)


CACHES = {"k": full(0.0, 1, 2, 6, 4), "v": full(0.0, 1, 2, 6, 4)}


def attend(self, q, end):
    return F.scaled_dot_product_attention(q, self.k[:, :, :end], self.v[:, :, :end])


@add(rand(1, 2, 1, 4), rand(1, 2, 1, 4), rand(1, 2, 1, 4), buffers=CACHES)
def cache_by_slice(self, q, k, v):
    self.k[:, :, 2:3] = k
    self.v[:, :, 2:3] = v
    return attend(self, q, 4)


@add(*cache_inputs(given([3])), buffers=CACHES)
def cache_by_index(self, q, k, v, position):
    self.k[:, :, position] = k
    self.v[:, :, position] = v
    return attend(self, q, 6)


@add(*cache_inputs(given([3])), buffers=CACHES)
def cache_by_index_copy(self, q, k, v, position):
    self.k.index_copy_(2, position, k)
    self.v.index_copy_(2, position, v)
    return attend(self, q, 6)


@add(*cache_inputs(given([0])), buffers=CACHES)
def cache_by_scatter(self, q, k, v, position):
    at = position.view(1, 1, 1, 1).expand(1, 2, 1, 4)
    self.k.scatter_(2, at, k)
    self.v.scatter_(2, at, v)
    return attend(self, q, 6)


@add(rand(1, 2, 1, 4), rand(1, 2, 1, 4), rand(1, 2, 1, 4), buffers=CACHES)
def cache_rolled(self, q, k, v):
    """A window: everything moves by one, then the last is written."""
    self.k.copy_(self.k.roll(-1, 2))
    self.v.copy_(torch.cat([self.v[:, :, 1:], v], 2))
    self.k[:, :, -1:] = k
    return attend(self, q, 6)


@add(rand(1, 2, 1, 4), rand(1, 2, 1, 4), rand(2, 1, 2, 6, 4))
def cache_as_argument(self, k, v, cache):
    cache[0][:, :, 1:2].copy_(k)
    cache[1, :, :, 1:2] = v
    return (cache[0] * cache[1]).sum(-1)


# ----------------------------------------------------------------------- arguments
@add(rand(3))
def whole_argument(self, x):
    x.add_(1)
    return x * 2


@add(rand(3))
def argument_returned(self, x):
    return x.add_(1)


@add(rand(3), rand(3))
def argument_copied(self, x, y):
    x.copy_(y)
    y.zero_()
    return x + y


@add(rand(3))
def argument_only_written(self, x):
    x.fill_(2)
    return torch.ones(2)


@add(rand(4, 3))
def argument_view_returned(self, x):
    x[1].zero_()
    return x[1], x.t(), x


@add(lambda: torch.randn(9)[::2])
def strided_argument(self, x):
    x.neg_()
    return x.sum()


@add(lambda: torch.randn(3, 4).t())
def transposed_argument(self, x):
    x.mul_(2)
    return x, x.t()


@add(lambda: [torch.randn(3), torch.randn(3)])
def element_of_list(self, items):
    items[0].add_(items[1])
    first = items[0] * 2
    items[0].mul_(3)
    return first, items[0] + items[1]


@add(lambda: {"b": torch.randn(3), "a": torch.randn(3)})
def element_of_dict(self, items):
    items["a"].add_(items["b"])
    return items["a"] * 2


@add(lambda: {"x": [torch.randn(2), (torch.randn(2), torch.randn(2))], "y": torch.randn(2)})
def nested_containers(self, tree):
    tree["x"][1][0].add_(tree["y"])
    tree["x"][0].mul_(tree["x"][1][0])
    return {"sum": tree["x"][0] + tree["x"][1][1], "same": [tree["x"][1][0], tree["y"]]}


@add(lambda: [torch.randn(2, 3), torch.randn(3)])
def view_of_element(self, items):
    items[0][1].copy_(items[1])
    items[0].t()[2].zero_()
    return items[0].sum(0)


@add(lambda: (torch.randn(3), torch.randn(3)), rand(3))
def element_returned(self, pair, x):
    pair[1].add_(x)
    return pair[1], pair


@add(lambda: [torch.randn(3) for _ in range(4)])
def every_element(self, items):
    for i, item in enumerate(items):
        item.mul_(i)
    return torch.stack(items)


@add(lambda: [torch.randn(3)], buffers={"n": full(0.0, 3)})
def argument_and_buffer(self, items):
    self.n.add_(items[0])
    items[0].copy_(self.n)
    self.n.mul_(2)
    return self.n - items[0]


@add(rand(3), rand(3))
def unwritten_beside_written(self, x, y):
    x.add_(y)
    return y


def keyword_program():
    class M(nn.Module):
        def forward(self, x, *, scale, extra):
            scale.mul_(x)
            extra["t"].add_(scale)
            return x + scale

    def call():
        return ((torch.randn(3),), {"scale": torch.randn(3), "extra": {"t": torch.randn(3)}})

    first, second = call(), call()
    return Program(M(), first[0], first[1], calls=[second])


programs.all["keyword_arguments"] = keyword_program


def dynamic_program():
    class M(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("total", torch.zeros(4))

        def forward(self, x):
            part = x[1:]
            part.mul_(2)
            self.total.add_(x.sum(0))
            x[:, part.size(1) - 2 :].neg_()
            x.view(-1)[: x.size(0)].add_(1)
            return x.view(-1) + 0, part

    batch = torch.export.Dim("batch", min=3, max=64)
    calls = [((torch.randn(6, 4),), {}), ((torch.randn(9, 4),), {})]
    return Program(M(), (torch.randn(5, 4),), dynamic_shapes={"x": {0: batch}}, calls=calls)


programs.all["dynamic_sizes"] = dynamic_program


# ------------------------------------------------------------ reads of later writes
@add(rand(3), buffers={"n": given(2)})
def item_before_write(self, x):
    """A number read from state that is written afterwards."""
    k = self.n.item()
    self.n.add_(1)
    return x * k


@add(rand(3), buffers={"n": given(2)})
def item_after_write(self, x):
    self.n.add_(1)
    return x * self.n.item()


@add(rand(8), buffers={"n": given(2)})
def item_between_writes(self, x):
    self.n.add_(1)
    k = self.n.item()
    torch._check(k >= 0)
    torch._check(k < 8)
    self.n.mul_(0)
    return x[k]


@add(rand(3), buffers={"n": full(1.0, 3)})
def assertion_before_write(self, x):
    torch._assert_async((self.n < 300).all(), "too large")
    self.n.add_(200)
    return torch.where(self.n > 150, x, -x)


@add(rand(3), buffers={"n": given(3)})
def shape_from_state(self, x):
    k = self.n.item()
    torch._check(k >= 1)
    torch._check(k <= 64)
    t = torch.ones(k)
    self.n.copy_(torch.tensor(1))
    t.mul_(2)
    return t.sum() + x
