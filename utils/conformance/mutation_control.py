"""Writes inside of cond, while_loop, scan, map, autograd regions and wrapped operators."""

import torch
from mutation_parts import Programs, full, given, rand
from torch._higher_order_ops.map import map as map_op
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop

programs = Programs()
add = programs.add
cond = torch.cond

library = torch.library.Library("mutation_programs", "DEF")
library.define("double_(Tensor(a!) x) -> ()")
library.define("swap_(Tensor(a!) x, Tensor(b!) y) -> ()")
library.define("accumulate_(Tensor(a!)? total, Tensor x) -> Tensor")
library.define("scale_all_(Tensor(a!)[] xs, float by) -> ()")


def double(x):
    x.mul_(2)


def swap(x, y):
    t = x.clone()
    x.copy_(y)
    y.copy_(t)


def accumulate(total, x):
    if total is not None:
        total.add_(x)
    return x * 2


def scale_all(xs, by):
    for x in xs:
        x.mul_(by)


library.impl("double_", double, "CPU")
library.impl("swap_", swap, "CPU")
library.impl("accumulate_", accumulate, "CPU")
library.impl("scale_all_", scale_all, "CPU")
for _name, _fake in (
    ("double_", lambda x: None),
    ("swap_", lambda x, y: None),
    ("accumulate_", lambda total, x: torch.empty_like(x)),
    ("scale_all_", lambda xs, by: None),
):
    torch.library.register_fake(f"mutation_programs::{_name}", _fake, lib=library)
ours = torch.ops.mutation_programs


# ------------------------------------------------------------------------------- cond
@add(rand(3), given(True))
def temporary_in_branches(self, x, flag):
    def yes(x):
        t = x * 2
        t[1].zero_()
        return t

    def no(x):
        t = x.clone()
        t.add_(1).mul_(2)
        return t

    return cond(flag, yes, no, (x,))


@add(rand(3), given(True), buffers={"n": full(1.0, 3)})
def buffer_in_branches(self, x, flag):
    def yes(x):
        self.n.add_(x)
        return x * 2

    def no(x):
        self.n.mul_(2)
        return x + self.n

    y = cond(flag, yes, no, (x,))
    return y + self.n


@add(rand(3), given(False), buffers={"n": full(1.0, 3)})
def buffer_in_one_branch(self, x, flag):
    def yes(x):
        self.n.add_(x)
        return x * 2

    def no(x):
        return x * 3

    return cond(flag, yes, no, (x,)) + self.n


@add(rand(3), given(True))
def argument_in_branches(self, x, flag):
    def yes(x):
        x.add_(1)
        return x * 2

    def no(x):
        return x * 3

    return cond(flag, yes, no, (x,)) + x


@add(rand(3), given(True))
def branch_returns_input(self, x, flag):
    def yes(x):
        return x

    def no(x):
        return x * 3

    y = cond(flag, yes, no, (x,))
    return y + 1


@add(rand(2, 3), given(True))
def branch_returns_view(self, x, flag):
    y = cond(flag, lambda x: x[0], lambda x: x[1] * 2, (x,))
    return y * 2


@add(rand(3), given(True), buffers={"n": full(1.0, 3)})
def branch_returns_closure(self, x, flag):
    y = cond(flag, lambda x: self.n, lambda x: x + self.n, (x,))
    return y * 2


@add(rand(3), given(True))
def written_before_and_after_cond(self, x, flag):
    t = x * 1
    t.add_(1)
    y = cond(flag, lambda t: t.sin(), lambda t: t.cos(), (t,))
    t.mul_(2)
    y.add_(t)
    return y, t


@add(rand(3), given(True), buffers={"n": full(1.0, 3)})
def state_read_by_branches(self, x, flag):
    """Written between two conds that read it."""
    a = cond(flag, lambda x: x + self.n, lambda x: x - self.n, (x,))
    self.n.add_(x)
    b = cond(flag, lambda x: x + self.n, lambda x: x - self.n, (x,))
    return a, b


@add(rand(3), given(True), given(False))
def nested_cond(self, x, outer, inner):
    def yes(x):
        def deep(x):
            t = x.clone()
            t.mul_(2)
            return t

        return cond(inner, deep, lambda x: x + 1, (x,))

    def no(x):
        t = x + 0
        t[0].fill_(5)
        return t

    return cond(outer, yes, no, (x,))


# ------------------------------------------------------------------------------ loops
@add(rand(3), given(0))
def temporary_in_loop(self, x, i):
    def body(i, x):
        t = x * 2
        t[1].add_(1)
        return i + 1, t

    return while_loop(lambda i, x: i < 3, body, (i, x))


@add(rand(3), given(0))
def carried_in_loop(self, x, i):
    def body(i, x):
        x = x.clone()
        x.add_(1)
        return i.clone().add_(1), x

    return while_loop(lambda i, x: i < 3, body, (i, x))


@add(rand(3), given(0), buffers={"n": full(1.0, 3)})
def buffer_in_loop(self, x, i):
    def body(i, x):
        self.n.add_(1)
        return i + 1, x + self.n

    return while_loop(lambda i, x: i < 3, body, (i, x))


@add(rand(3), given(0), buffers={"n": full(1.0, 3)})
def state_read_by_loop(self, x, i):
    self.n.add_(x)
    j, y = while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x + self.n), (i, x))
    self.n.zero_()
    return j, y


@add(rand(3), given(0))
def loop_result_written(self, x, i):
    j, y = while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (i, x))
    y.add_(1)
    j.mul_(2)
    return y, j, x


@add(rand(4, 3), rand(3))
def temporary_in_scan(self, xs, start):
    def combine(carry, x):
        t = carry + x
        t[0].zero_()
        return t, t * 2

    return scan(combine, start, xs)


@add(rand(4, 3), rand(3), buffers={"n": full(1.0, 3)})
def state_read_by_scan(self, xs, start):
    self.n.add_(1)

    def combine(carry, x):
        t = carry.clone()
        t.add_(x)
        return t, t * 2

    carry, ys = scan(combine, start + self.n, xs)
    ys[1].zero_()
    return carry, ys


@add(rand(3), given(True), refused="getattr nodes containing tensors")
def constant_in_branch(self, x, flag):
    """torch cannot save a subgraph with a constant of its own."""

    def yes(x):
        t = x + 0
        t[0] = 5.0
        return t

    return cond(flag, yes, lambda x: x + 1, (x,))


@add(rand(4, 3), rand(3))
def temporary_in_map(self, xs, y):
    def body(x, y):
        t = x + y
        t.mul_(2)
        t[1:].sub_(1)
        return t

    return map_op(body, xs, y)


@add(rand(4, 3), rand(3))
def map_operand_written(self, xs, y):
    t = xs * 1
    a = map_op(lambda x, y: x + y, t, y)
    t.zero_()
    b = map_op(lambda x, y: x + y, t, y)
    return a, b, t


# --------------------------------------------------------------------- autograd regions
@add(rand(3), parameters={"w": rand(3)}, grad=True)
def without_gradients(self, x):
    with torch.no_grad():
        self.w.mul_(0.9)
        y = x * self.w
    return y + 1


@add(rand(3), buffers={"n": full(1.0, 3)}, grad=True, refused="missing val field")
def mixed_regions(self, x):
    self.n.add_(1)
    with torch.no_grad():
        self.n.mul_(2)
        y = self.n + x
        with torch.enable_grad():
            z = y * 2
            self.n.sub_(1)
    return z + self.n


@add(rand(3), grad=True)
def region_writes_outer_temporary(self, x):
    t = x * 1
    v = t[1:]
    with torch.no_grad():
        v.add_(1)
        u = t * 2
    t.mul_(3)
    return t, u, v + 0


@add(rand(3), buffers={"n": full(1.0, 3)}, grad=True)
def region_returns_alias(self, x):
    with torch.no_grad():
        v = self.n[1:]
    v.add_(1)
    return self.n * x


@add(rand(3), grad=True)
def region_with_dead_write(self, x):
    with torch.no_grad():
        x.add_(1)
    return x * 2


@add(rand(2, 3), buffers={"n": full(0.0, 3)})
def autocast_region(self, x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ x.t()
        self.n.add_(1)
    return y, self.n * 2


# --------------------------------------------------------------------- custom operators
# What an operator without a schema writes is not known, and an archive has none.
SCHEMA = "expected an operator with a schema"


@add(rand(3), unfunctional=SCHEMA)
def custom_on_argument(self, x):
    ours.double_(x)
    return x + 1


@add(rand(3), buffers={"n": full(1.0, 3)}, unfunctional=SCHEMA)
def custom_on_buffer(self, x):
    ours.double_(self.n)
    ours.double_(self.n)
    return x + self.n


@add(rand(2, 3), unfunctional=SCHEMA)
def custom_on_views(self, x):
    t = x * 1
    ours.swap_(t[0], t[1])
    return t, t[0] * 2


@add(rand(3), rand(3), unfunctional=SCHEMA)
def custom_on_two(self, x, y):
    ours.swap_(x, y)
    return x - y


@add(rand(3), buffers={"n": full(1.0, 3)}, unfunctional=SCHEMA)
def custom_optional(self, x):
    a = ours.accumulate_(None, x)
    b = ours.accumulate_(self.n, x)
    return a, b, self.n + 0


@add(rand(3), buffers={"n": full(1.0, 3)}, unfunctional=SCHEMA)
def custom_list(self, x):
    ours.scale_all_([x, self.n], 3.0)
    return x + self.n


def declared(name):
    """The same where the operator's schema is declared."""
    make = programs.all[name]

    def make_declared():
        program = make()
        program.declared, program.unfunctional = True, None
        return program

    programs.all[f"{name}_declared"] = make_declared


for _name in [name for name in programs.all if name.startswith("custom_")]:
    declared(_name)


def decomposed(name):
    """The same after run_decompositions(): mutation outputs and auto_functionalized."""
    make = programs.all[name]

    def make_decomposed():
        program = make()
        program.decompose = True
        program.unfunctional = None
        return program

    programs.all[f"{name}_decomposed"] = make_decomposed


for _name in (
    "custom_on_argument",
    "custom_on_buffer",
    "custom_on_views",
    "custom_optional",
    "custom_list",
    "temporary_in_branches",
    "temporary_in_loop",
    "without_gradients",
):
    decomposed(_name)


@add(rand(3), buffers={"n": full(1.0, 3)})
def effects(self, x):
    """A print between writes: with_effects after decomposition."""
    self.n.add_(x)
    torch.ops.aten._print("between")
    self.n.mul_(2)
    return self.n + 0


decomposed("effects")
