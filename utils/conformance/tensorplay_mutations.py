"""The mutating programs in tensorplay's graph form, as far as it can express them.

Its graphs call methods and Python operators, without types; containers are read by
operator.getitem. `PROGRAMS` is a dictionary of name to a function that gives (module, arguments).
See tensorplay_worker.py. Left out is what reads memory that is not its own in tensorplay itself: `t_`,
`unsqueeze_` and the like change sizes, and not strides, and `zero_` takes a column for a row.
"""

import tensorplay as tp
import tensorplay.nn.functional as F

PROGRAMS = {}


def add(*inputs, buffers=None, parameters=None, attributes=None, name=None):
    """Decorates the forward of a module. Every input is a function that makes one."""

    def decorate(forward):
        label = name or forward.__name__

        def make():
            module = type("Program", (tp.nn.Module,), {"forward": forward})()
            for key, value in (buffers or {}).items():
                module.register_buffer(key, value())
            for key, value in (parameters or {}).items():
                setattr(module, key, tp.nn.Parameter(value()))
            for key, value in (attributes or {}).items():
                setattr(module, key, value())
            return module, tuple(value() for value in inputs)

        assert label not in PROGRAMS, label
        PROGRAMS[label] = make
        return forward

    return decorate


def rand(*shape):
    return lambda: tp.randn(*shape)


def ones(*shape):
    return lambda: tp.ones(*shape)


def count(*shape):
    size = 1
    for n in shape:
        size *= n
    return lambda: tp.arange(size).to(tp.float32).reshape(*shape)


def ints(*values):
    return lambda: tp.tensor(list(values))


# ------------------------------------------------------------------------------ views
VIEWS = {
    "getitem_slice": (rand(4, 6), lambda x: x[1:3]),
    "getitem_row": (rand(4, 6), lambda x: x[2]),
    "getitem_step": (rand(4, 6), lambda x: x[:, 1::2]),
    "getitem_mixed": (rand(4, 6), lambda x: x[..., 1]),
    "select": (rand(4, 6), lambda x: x.select(1, 2)),
    "narrow": (rand(4, 6), lambda x: x.narrow(1, 2, 3)),
    "transpose": (rand(4, 6), lambda x: x.transpose(0, 1)),
    "t": (rand(4, 6), lambda x: x.t()),
    "permute": (rand(2, 3, 4), lambda x: x.permute(2, 0, 1)),
    "movedim": (rand(2, 3, 4), lambda x: x.movedim(0, 2)),
    "view": (rand(4, 6), lambda x: x.view(3, 8)),
    "reshape": (rand(4, 6), lambda x: x.reshape(2, 12)),
    "flatten": (rand(4, 6), lambda x: x.flatten()),
    "unflatten": (rand(4, 6), lambda x: x.unflatten(1, (2, 3))),
    "squeeze": (rand(4, 1, 6), lambda x: x.squeeze(1)),
    "unsqueeze": (rand(4, 6), lambda x: x.unsqueeze(0)),
    "expand": (rand(4, 6), lambda x: x.expand(4, 6)),
    "unbind": (rand(4, 6), lambda x: x.unbind(0)[1]),
    "split": (rand(4, 6), lambda x: x.split(2)[1]),
    "chunk": (rand(4, 6), lambda x: x.chunk(2, 1)[0]),
    "diagonal": (rand(4, 6), lambda x: x.diagonal()),
    "as_strided": (rand(4, 6), lambda x: x.as_strided((2, 3), (7, 2), 1)),
    "unfold": (rand(8, 3), lambda x: x.unfold(0, 2, 3)),
    "detach": (rand(4, 6), lambda x: x.detach()),
    "contiguous": (rand(4, 6), lambda x: x.contiguous()),
    "two": (rand(4, 6), lambda x: x[1:].t()),
    "three": (rand(4, 6), lambda x: x.view(2, 12)[1].view(3, 4)),
    "four": (rand(2, 4, 6), lambda x: x[1].t()[2:5].unsqueeze(0).select(2, 1)),
}


def write_through(kind, base, view):
    @add(base, name=f"through_{kind}")
    def temporary(self, x):
        t = x * 2
        part = view(t)
        part.mul_(3)
        t.add_(1)
        return t, part + 1, view(t) + 0

    @add(base, name=f"buffer_through_{kind}", buffers={"state": base})
    def state(self, x):
        part = view(self.state)
        old = part + 0
        part.add_(view(x))
        return old, self.state * 2, part + 0

    @add(base, name=f"input_through_{kind}")
    def argument(self, x):
        view(x).neg_()
        return x + 1


for _kind, (_base, _view) in VIEWS.items():
    write_through(_kind, _base, _view)


# --------------------------------------------------------------------------- writes
WRITES = {
    "add": lambda t, y: t.add_(y),
    "sub": lambda t, y: t.sub_(y),
    "mul": lambda t, y: t.mul_(y),
    "copy": lambda t, y: t.copy_(y),
    "fill": lambda t, y: t.fill_(2.0),
    "zero": lambda t, y: t.zero_(),
    "clamp": lambda t, y: t.clamp_(-0.5, 0.5),
    "sigmoid": lambda t, y: t.sigmoid_(),
    "masked_fill": lambda t, y: t.masked_fill_(t > y, 0.0),
    "lerp": lambda t, y: t.lerp_(y, 0.5),
    "addcmul": lambda t, y: t.addcmul_(y, y),
    "tril": lambda t, y: t.tril_(),
    "setitem": lambda t, y: t.__setitem__(slice(0, 2), 5.0),
    "chained": lambda t, y: t.add_(1).mul_(2).sub_(y),
    "relu_function": lambda t, y: F.relu(t, inplace=True),
    "index_add": lambda t, y: t.index_add_(0, tp.tensor([0, 2]), y[:2]),
    "index_copy": lambda t, y: t.index_copy_(0, tp.tensor([3, 1]), y[:2]),
    "index_fill": lambda t, y: t.index_fill_(0, tp.tensor([0, 2]), 7.0),
}


def write_program(kind, write):
    @add(rand(4, 3), rand(4, 3), name=f"write_{kind}_argument")
    def argument(self, t, y):
        before = t + 0
        write(t, y)
        return before, t * 2

    @add(rand(4, 3), buffers={"state": rand(4, 3)}, name=f"write_{kind}_buffer")
    def buffer(self, y):
        write(self.state, y)
        return self.state + y


for _kind, _write in WRITES.items():
    write_program(_kind, _write)


# --------------------------------------------------------------------------- state
@add(rand(3), buffers={"n": ones(3)})
def two_writes(self, x):
    self.n.add_(x)
    self.n.mul_(2)
    return x + self.n


@add(rand(3), buffers={"n": ones(3)})
def write_read_write(self, x):
    self.n.add_(x)
    between = self.n * 3
    self.n.sub_(between)
    return between, self.n + 0


@add(rand(3), buffers={"n": ones(3)})
def read_before(self, x):
    old = self.n + 0
    self.n.copy_(x)
    return old


@add(rand(2, 3), buffers={"n": rand(2, 3)})
def view_before_write_used_after(self, x):
    row = self.n[0]
    self.n.add_(x)
    return row * 2


@add(rand(3), buffers={"n": ones(3)})
def returned(self, x):
    self.n.add_(x)
    return self.n


@add(rand(3), buffers={"n": ones(3)})
def returned_twice(self, x):
    self.n.add_(x)
    return self.n, self.n


@add(rand(2, 3), buffers={"n": rand(2, 3)})
def returned_as_view(self, x):
    self.n.add_(x)
    return self.n.view(-1), self.n[1]


@add(rand(3), buffers={"n": ones(3)})
def dead_write(self, x):
    self.n.add_(x)
    return x * 2


@add(rand(3), buffers={"n": ones(3)})
def augmented(self, x):
    self.n += x
    self.n *= 2
    return x * self.n


@add(rand(3), buffers={"a": ones(3), "b": rand(3)})
def swapped(self, x):
    t = self.a + 0
    self.a.copy_(self.b)
    self.b.copy_(t + x)
    return self.a - self.b


@add(rand(3), buffers={"n": ints(3)})
def integer_counter(self, x):
    self.n.add_(1)
    return x * self.n


@add(rand(3), attributes={"plain": ones(3)})
def plain_attribute(self, x):
    self.plain.add_(x)
    return self.plain * 2


@add(rand(3), parameters={"w": rand(3)})
def optimiser_step(self, x):
    with tp.no_grad():
        self.w.sub_(x * 0.1)
    return self.w * x


@add(rand(4, 6))
def siblings(self, x):
    t = x * 2
    left, right = t[:, :4], t[:, 2:]
    left.mul_(3)
    a = right + 0
    right.add_(1)
    return t, a, left + 0


@add(rand(4, 6))
def base_then_view(self, x):
    t = x * 2
    row, flat, turned = t[0], t.view(-1), t.t()
    t.mul_(2)
    row.add_(10)
    flat[3:9].sub_(1)
    turned[2].neg_()
    return row * 1, flat * 1, turned * 1, t


@add(rand(6))
def dead_write_to_temporary(self, x):
    t = x * 2
    t.add_(1)
    return x + 1


@add(rand(1, 2, 1, 4), buffers={"k": lambda: tp.zeros(1, 2, 6, 4)})
def cache_by_slice(self, k):
    self.k[:, :, 2:3] = k
    return self.k[:, :, :4] * 2


@add(rand(1, 2, 1, 4), ints(3), buffers={"k": lambda: tp.zeros(1, 2, 6, 4)})
def cache_by_index_copy(self, k, position):
    self.k.index_copy_(2, position, k)
    return self.k * 2


@add(rand(5, 3), buffers={"mean": lambda: tp.zeros(3), "var": ones(3)})
def batch_norm_function(self, x):
    y = F.batch_norm(x, self.mean, self.var, training=True)
    return y, self.mean * 2


def norm_module():
    module = tp.nn.Sequential(tp.nn.Linear(3, 4), tp.nn.BatchNorm1d(4))
    module.train()
    return module, (tp.randn(5, 3),)


PROGRAMS["batch_norm_training"] = norm_module


def tied_module():
    class Tied(tp.nn.Module):
        def __init__(self):
            super().__init__()
            self.a = tp.nn.Linear(3, 3)
            self.b = tp.nn.Linear(3, 3)
            self.b.weight = self.a.weight

        def forward(self, x):
            with tp.no_grad():
                self.a.weight.mul_(0.5)
            return self.b(x)

    return Tied(), (tp.randn(2, 3),)


PROGRAMS["tied_parameters"] = tied_module


# ------------------------------------------------------------------------ containers
def pair():
    return [tp.randn(3), tp.randn(3)]


@add(rand(3), pair)
def element_of_list(self, x, items):
    items[0].add_(x)
    first = items[0] * 2
    items[0].mul_(3)
    return first, items[0] + items[1]


@add(rand(3), pair)
def element_read_again(self, x, items):
    a = items[0] + 0
    items[0].add_(x)
    return a, items[0] * 2


@add(rand(3), pair)
def two_elements(self, x, items):
    items[0].copy_(items[1])
    items[1].add_(x)
    return items[0] - items[1]


@add(rand(3), lambda: {"a": tp.randn(3), "b": tp.randn(3)})
def element_of_dict(self, x, items):
    items["a"].add_(items["b"] * x)
    return items["a"] * 2


@add(rand(2), lambda: [tp.randn(2), (tp.randn(2), tp.randn(2))])
def nested_containers(self, x, tree):
    tree[1][0].add_(x)
    tree[0].mul_(tree[1][0])
    return tree[0] + tree[1][1]


@add(rand(3), lambda: [tp.randn(2, 3)])
def view_of_element(self, x, items):
    items[0][1].copy_(x)
    items[0].t()[2].mul_(0.0)
    return items[0] * 2


# ------------------------------------------------------------------------ arguments
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


@add(rand(4, 3))
def argument_view_returned(self, x):
    x[1].zero_()
    return x[1], x.t()


@add(lambda: tp.randn(3).to(tp.float16), rand(3))
def half_stays_half(self, h, x):
    h.add_(x)
    return h * 1


@add(rand(4, 6))
def dropout_in_evaluation(self, x):
    t = x * 1
    d = F.dropout(t, 0.5, training=False)
    d.add_(1)
    return t, d


@add(rand(4, 6))
def reshape_both_ways(self, x):
    t = x * 1
    view, copy = t.reshape(-1), t.t().reshape(-1)
    t.add_(1)
    view.mul_(2)
    copy.zero_()
    return t, view + 0, copy + 0


@add(rand(6))
def self_overlapping_copy(self, x):
    t = x * 1
    moved = t[:-1] + 0
    t[1:].copy_(moved)
    return t
