"""Kinds of in-place operators: out=, lists, random numbers, metadata, aliasing in part."""

import torch
import torch.nn.functional as F
from mutation_parts import Programs, count, full, given, rand

programs = Programs()
add = programs.add
aten = torch.ops.aten
F16, BF16, F64, C64 = torch.float16, torch.bfloat16, torch.float64, torch.complex64

# name: (input, further inputs, the write). All on an argument, a buffer and a temporary view.
WRITES = {
    "copy": (rand(4, 3), [rand(4, 3)], lambda t, y: t.copy_(y)),
    "copy_broadcast": (rand(4, 3), [rand(3)], lambda t, y: t.copy_(y)),
    "copy_cast": (rand(4, 3), [count(4, 3, dtype=torch.int64)], lambda t, y: t.copy_(y)),
    "copy_to_int": (count(4, 3, dtype=torch.int32), [rand(4, 3)], lambda t, y: t.copy_(y * 5)),
    "fill": (rand(4, 3), [], lambda t: t.fill_(2.5)),
    "fill_tensor": (rand(4, 3), [full(3.0)], lambda t, y: t.fill_(y)),
    "zero": (rand(4, 3), [], lambda t: t.zero_()),
    "masked_fill": (rand(4, 3), [], lambda t: t.masked_fill_(t > 0, -1.0)),
    "masked_scatter": (rand(4, 3), [rand(12)], lambda t, y: t.masked_scatter_(t > 0, y)),
    "index_put": (rand(4, 3), [rand(2, 3)], lambda t, y: t.index_put_((torch.tensor([2, 0]),), y)),
    "index_put_accumulate": (
        rand(4, 3),
        [rand(3, 3)],
        lambda t, y: t.index_put_((torch.tensor([1, 1, 3]),), y, accumulate=True),
    ),
    "index_put_mask": (rand(4, 3), [], lambda t: t.__setitem__(t > 0, 7.0)),
    "index_add": (
        rand(4, 3),
        [rand(2, 3)],
        lambda t, y: t.index_add_(0, torch.tensor([0, 2]), y, alpha=2),
    ),
    "index_fill": (rand(4, 3), [], lambda t: t.index_fill_(1, torch.tensor([0, 2]), 9.0)),
    "index_reduce": (
        rand(4, 3),
        [rand(2, 3)],
        lambda t, y: t.index_reduce_(0, torch.tensor([0, 2]), y, "amax"),
    ),
    "scatter": (
        rand(4, 3),
        [rand(1, 3)],
        lambda t, y: t.scatter_(0, torch.tensor([[3, 1, 0]]), y),
    ),
    "scatter_value": (rand(4, 3), [], lambda t: t.scatter_(0, torch.tensor([[3, 1, 0]]), 5.0)),
    "scatter_add": (
        rand(4, 3),
        [rand(2, 3)],
        lambda t, y: t.scatter_add_(0, torch.tensor([[3, 1, 0], [3, 1, 1]]), y),
    ),
    "scatter_reduce": (
        rand(4, 3),
        [rand(1, 3)],
        lambda t, y: t.scatter_reduce_(0, torch.tensor([[3, 1, 0]]), y, "prod"),
    ),
    "put": (rand(4, 3), [rand(2)], lambda t, y: t.put_(torch.tensor([0, 7]), y)),
    "fill_diagonal": (rand(4, 3), [], lambda t: t.fill_diagonal_(0.5)),
    "tril": (rand(4, 3), [], lambda t: t.tril_()),
    "clamp": (rand(4, 3), [], lambda t: t.clamp_(-0.5, 0.5)),
    "relu": (rand(4, 3), [], lambda t: F.relu(t, inplace=True)),
    "hardtanh": (rand(4, 3), [], lambda t: F.hardtanh(t, inplace=True)),
    "leaky_relu": (rand(4, 3), [], lambda t: F.leaky_relu(t, 0.1, inplace=True)),
    "silu": (rand(4, 3), [], lambda t: F.silu(t, inplace=True)),
    "threshold": (rand(4, 3), [], lambda t: F.threshold(t, 0.1, 20, inplace=True)),
    "sigmoid": (rand(4, 3), [], lambda t: t.sigmoid_()),
    "cumsum": (rand(4, 3), [], lambda t: t.cumsum_(0)),
    "addmm": (rand(4, 3), [rand(4, 2), rand(2, 3)], lambda t, a, b: t.addmm_(a, b, beta=2)),
    "addcmul": (rand(4, 3), [rand(4, 3), rand(3)], lambda t, a, b: t.addcmul_(a, b, value=2)),
    "lerp": (rand(4, 3), [rand(4, 3)], lambda t, y: t.lerp_(y, 0.3)),
    "remainder": (rand(4, 3), [], lambda t: t.remainder_(0.7)),
    "comparison": (rand(4, 3), [], lambda t: t.gt_(0)),
    "renorm": (rand(4, 3), [], lambda t: t.renorm_(2, 0, 1.0)),
    "bitwise": (count(4, 3, dtype=torch.int64), [], lambda t: t.bitwise_xor_(5)),
    "half_and_float": (rand(4, 3, dtype=F16), [rand(4, 3)], lambda t, y: t.add_(y)),
    "bfloat_and_float": (rand(4, 3, dtype=BF16), [rand(4, 3)], lambda t, y: t.mul_(y)),
    "float_and_double": (rand(4, 3), [rand(4, 3, dtype=F64)], lambda t, y: t.sub_(y)),
    "broadcast_operand": (rand(4, 3), [rand(4, 1)], lambda t, y: t.div_(y)),
    "itself": (rand(4, 3), [], lambda t: t.add_(t)),
    "own_transpose": (rand(3, 3), [], lambda t: t.add_(t.t().clone())),
    "operator_sugar": (rand(4, 3), [rand(3)], lambda t, y: t.__iadd__(y).__imul__(2)),
    "cast_operand": (count(4, 3, dtype=torch.int64), [], lambda t: t.mul_(3).add_(1, alpha=2)),
}


def write_programs(kind, made, others, write):
    @add(made, *others, name=f"write_{kind}_argument")
    def argument(self, t, *y):
        before = t + 0
        write(t, *y)
        return before, t * 2

    @add(made, *others, name=f"write_{kind}_buffer", buffers={"state": made})
    def buffer(self, x, *y):
        write(self.state, *y)
        return self.state + x

    @add(made, *others, name=f"write_{kind}_view")
    def view(self, x, *y):
        """Into a transposed half of a larger temporary: strides are not plain."""
        base = torch.stack([x, x]).transpose(1, 2).contiguous()
        half = base[1].t()
        write(half, *y)
        return base, half + 0


for _kind, (_made, _others, _write) in WRITES.items():
    write_programs(_kind, _made, _others, _write)


# --------------------------------------------------------------- dtype and strides
@add(rand(4, 3, dtype=F16), rand(4, 3))
def half_stays_half(self, h, x):
    h.add_(x)
    return h, h * 1


@add(lambda: torch.randn(3, 4).t(), rand(4, 3))
def strides_stay(self, t, x):
    t.add_(x)
    u = (t * 1).t()
    u.mul_(2)
    return t, u


@add(lambda: torch.randn(2, 3, 4, 5).contiguous(memory_format=torch.channels_last))
def channels_last_stays(self, x):
    x.mul_(2)
    y = x + 1
    y.relu_()
    return x, y


# ------------------------------------------------------------------ random numbers
RANDOM = {
    "uniform": lambda t: t.uniform_(-1, 1),
    "normal": lambda t: t.normal_(1, 2),
    "bernoulli": lambda t: t.bernoulli_(0.3),
    "exponential": lambda t: t.exponential_(2),
    "random": lambda t: t.random_(100),
    "cauchy": lambda t: t.cauchy_(),
    "log_normal": lambda t: t.log_normal_(),
    "geometric": lambda t: t.geometric_(0.4),
    "dropout": lambda t: F.dropout(t, 0.4, training=True, inplace=True),
}


def random_program(kind, write):
    @add(rand(4, 3), name=f"random_{kind}", buffers={"noise": full(0.0, 4, 3)})
    def order(self, x):
        """The draws stay in order, one of them into a view."""
        a = torch.rand_like(x)
        write(self.noise)
        b = torch.randn(3)
        t = x * 1
        write(t[1:3])
        return a, b, self.noise + 0, t, torch.rand(2)


for _kind, _write in RANDOM.items():
    random_program(_kind, _write)


@add(
    rand(4, 3),
    buffers={"noise": full(0.0, 4, 3)},
    refused="error when deserializing",
)
def dead_random_write(self, x):
    """Drawn, then overwritten: the later draw is still the second one."""
    self.noise.uniform_()
    self.noise.zero_()
    return x + torch.rand_like(x)


# ------------------------------------------------------------------------------ out=
@add(rand(4), rand(4), full(0.0, 4))
def out_argument(self, x, y, out):
    torch.add(x, y, out=out)
    return out * 2


@add(rand(4), rand(4), buffers={"state": full(0.0, 4)})
def out_buffer(self, x, y):
    r = torch.mul(x, y, out=self.state)
    self.state.add_(1)
    return r + 0


@add(rand(4), buffers={"state": full(0.0, 2, 4)})
def out_view(self, x):
    torch.neg(x, out=self.state[1])
    return self.state.sum(0)


@add(rand(3, 4), full(0.0, 3), full(0, 3, dtype=torch.int64))
def out_two(self, x, values, indices):
    torch.max(x, 1, out=(values, indices))
    return values * 2, indices + 1


@add(rand(3, 4), full(0.0, 3), full(0, 3, dtype=torch.int64))
def out_two_one_used(self, x, values, indices):
    torch.sort(x[:, 0], out=(values, indices))
    return indices + 1


@add(rand(4, 4), full(0.0, 4, 4), full(0, 4, dtype=torch.int32))
def out_factorisation(self, x, factors, pivots):
    torch.linalg.lu_factor(x, out=(factors, pivots))
    return factors.diagonal() + 0


@add(rand(4), full(0.0, 4, dtype=F64))
def out_other_dtype(self, x, out):
    """The result has the dtype of the tensor written."""
    torch.exp(x, out=out)
    return out


@add(rand(4), rand(4), full(0.0, 4))
def out_aliases_operand(self, x, y, out):
    torch.add(x, y, out=x)
    torch.sub(x, y, out=out)
    return x + out


@add(rand(2, 3), rand(2, 3), full(0.0, 4, 3))
def out_concatenation(self, x, y, out):
    torch.cat([x, y], out=out)
    out[0].zero_()
    return out.sum()


# ------------------------------------------------------------------- lists of tensors
@add(lambda: [torch.randn(3), torch.randn(2, 2)], lambda: [torch.randn(3), torch.randn(2, 2)])
def foreach_lists(self, a, b):
    torch._foreach_add_(a, b, alpha=2)
    torch._foreach_mul_(a, 3.0)
    return a[0] + 1, a[1]


@add(buffers={"a": rand(3), "b": rand(2, 2)}, parameters={"w": rand(4)})
def foreach_state(self):
    with torch.no_grad():
        torch._foreach_sqrt_([self.a.abs_(), self.b.abs_()])
        torch._foreach_addcdiv_([self.w], [torch.ones(4)], [self.w + 10], 0.5)
    return self.a + 0, self.b.sum() + self.w.sum()


@add(rand(4, 3))
def foreach_views(self, x):
    """The list holds views of one tensor."""
    t = x * 1
    rows = list(t.unbind(0))
    torch._foreach_mul_(rows[1:3], 5.0)
    torch._foreach_zero_([rows[0]])
    return t, rows[2] + 0


@add(lambda: [torch.randn(3), torch.randn(3)], lambda: [torch.randn(3), torch.randn(3)])
def foreach_copy(self, a, b):
    torch._foreach_copy_(a, b)
    b[0].zero_()
    return a[0] * 2


@add(lambda: [torch.randn(3), torch.randn(3)], rand(3), rand(3))
def fused_optimiser(self, params, m, v):
    torch._fused_sgd_(
        [params[0]],
        [params[1]],
        [m],
        weight_decay=0.1,
        momentum=0.9,
        lr=0.1,
        dampening=0.0,
        nesterov=False,
        maximize=False,
        is_first_step=False,
    )
    return params[0] + v


@add(rand(3, 4))
def optional_written_argument(self, x):
    """_native_batch_norm_legit.no_stats writes nothing, batch_norm with None neither."""
    return F.batch_norm(x, None, None, training=True)


@add(rand(3, 4), buffers={"mean": full(0.0, 4), "var": full(1.0, 4)})
def written_without_annotation(self, x):
    y, _, _ = torch.native_batch_norm(x, None, None, self.mean, self.var, True, 0.1, 1e-5)
    return y + self.mean


@add(rand(3, 4), buffers={"low": full(0.0, 1), "high": full(1.0, 1)})
def observer(self, x):
    """Several written arguments of one operator, some of them optional."""
    low, high = torch.aminmax(x)
    self.low.copy_(torch.minimum(self.low, low))
    self.high.copy_(torch.maximum(self.high, high))
    return (x - self.low) / (self.high - self.low)


# --------------------------------------------------------------- metadata changes
@add(rand(3, 4))
def transpose_in_place(self, x):
    t = x * 1
    t.t_()
    t[0].zero_()
    return t


@add(rand(3, 4))
def squeeze_unsqueeze_in_place(self, x):
    t = x * 1
    t.unsqueeze_(0)
    t.mul_(2)
    t.squeeze_(0)
    return t, t[1]


@add(rand(3, 4))
def swap_in_place(self, x):
    t = x * 1
    alias = t.view(-1)
    t.swapaxes_(0, 1).transpose_(0, 1).t_()
    t.add_(1)
    return t, alias + 0


@add(rand(3, 4))
def as_strided_in_place(self, x):
    t = x * 1
    t.as_strided_((2, 2), (4, 1), 1)
    t.add_(1)
    return t


@add(rand(3, 4))
def detach_in_place(self, x):
    t = x * 1
    t.detach_()
    t.add_(1)
    return t


@add(rand(3, 4))
def metadata_of_view(self, x):
    """The view turns, its base does not."""
    t = x * 1
    v = t[1:]
    v.t_()
    v[0].zero_()
    return t, v


@add(rand(3, 4), unfunctional="expected the shape and the storage of input 'x' to stay")
def transpose_argument_in_place(self, x):
    x.t_()
    return x + 1


@add(rand(3, 4))
def requires_grad_in_place(self, x):
    t = x.detach().clone()
    t.requires_grad_(False)
    t.add_(1)
    return t


@add(rand(6))
def resized(self, x):
    """Within its memory, a tensor of another size is a view."""
    t = x * 1
    t.resize_(2, 2)
    t.add_(1)
    return t + 1


@add(rand(6), unfunctional="expected a size that fits the memory of the tensor")
def resized_larger(self, x):
    t = x * 1
    t.resize_(3, 4)
    t.fill_(1)
    return t


@add(rand(6), unfunctional="expected the shape and the storage of input 'x' to stay")
def resized_argument(self, x):
    x.resize_(2, 2)
    return x + 1


@add(rand(6), rand(4))
def set_to_other(self, x, y):
    t = x * 1
    t.set_(y)
    t.add_(1)
    return t, y + 0


@add(rand(6), rand(6))
def data_assigned(self, x, y):
    t = x * 1
    t.data = y
    return t + 1


# -------------------------------------------------------------------- may be aliases
@add(rand(4, 6))
def reshape_both_ways(self, x):
    t = x * 1
    view, copy = t.reshape(-1), t.t().reshape(-1)
    t.add_(1)
    view.mul_(2)
    copy.zero_()
    return t, view + 0, copy + 0


@add(rand(4, 6))
def contiguous_both_ways(self, x):
    t = x * 1
    same, other = t.contiguous(), t.t().contiguous()
    same.add_(1)
    other.mul_(3)
    return t, same + 0, other + 0


@add(rand(4, 6))
def to_both_ways(self, x):
    t = x * 1
    same, other, forced = t.to(torch.float32), t.to(F64), t.to(torch.float32, copy=True)
    same.add_(1)
    other.mul_(3)
    forced.zero_()
    return t, same + 0, other, forced


@add(rand(4, 6, dtype=C64))
def resolve_both_ways(self, x):
    t = x * 1
    same, other = t.resolve_conj(), t.conj().resolve_conj()
    same.add_(1)
    other.mul_(3)
    return t, same + 0, other


@add(rand(4, 6))
def dropout_in_evaluation(self, x):
    """Gives its input back."""
    t = x * 1
    d = F.dropout(t, 0.5, training=False)
    d.add_(1)
    return t, d


@add(rand(4, 6))
def no_op_functions(self, x):
    t = x * 1
    F.dropout(t, 0.0).add_(1)
    t.clone().zero_()
    t.type(torch.float32).mul_(2)
    t.cpu().sub_(3)
    t.expand_as(t)[0].zero_()
    return t


@add(rand(4, 6))
def pad_of_nothing(self, x):
    """A constant_pad_nd of no padding is a copy."""
    t = x * 1
    F.pad(t, (0, 0)).add_(1)
    return t


@add(rand(2, 3, 4))
def einsum_alias(self, x):
    t = x * 1
    torch.einsum("abc->cab", t).mul_(2)
    return t


@add(rand(4, 6))
def split_of_nothing(self, x):
    t = x * 1
    (whole,) = t.split(10)
    whole.add_(1)
    t.chunk(1)[0].mul_(2)
    return t


# ------------------------------------------------------------------- overlapping memory
@add(rand(6))
def self_overlapping_copy(self, x):
    t = x * 1
    t[1:].copy_(t[:-1].clone())
    return t


@add(rand(6), refused="single memory location")
def self_overlapping_copy_unsafe(self, x):
    """Without the clone: what the copy does is an order of reads and writes."""
    t = x * 1
    t[1:].copy_(t[:-1])
    return t


@add(rand(6))
def self_overlapping_backwards(self, x):
    """What torch refuses in one step, in two."""
    t = x * 1
    moved = t[1:] + 0
    t[:-1].copy_(moved)
    t[:-1].add_(t[1:].clone())
    return t


@add(rand(4, 1), refused="single memory location")
def expanded_target(self, x):
    x.expand(4, 3).add_(1)
    return x


@add(rand(4, 1))
def expanded_operand(self, x):
    t = torch.zeros(4, 3)
    t.add_(x.expand(4, 3))
    x.mul_(2)
    return t, x.expand(4, 3)


@add(lambda: torch.randn(3).expand(4, 3).clone(), rand(3))
def broadcast_row(self, t, row):
    t.copy_(row.expand(4, 3))
    row.zero_()
    return t * 2


@add(rand(8))
def overlapping_windows(self, x):
    """unfold with overlap is read after the base is written."""
    t = x * 1
    windows = t.unfold(0, 3, 1)
    t[2:4].zero_()
    return windows.sum(1), t


@add(rand(4, 4))
def swapped_halves(self, x):
    t = x * 1
    upper, lower = t[:2], t[2:]
    keep = upper.clone()
    upper.copy_(lower)
    lower.copy_(keep)
    return t


# -------------------------------------------------------------------------- constants
@add(rand(3))
def written_constant(self, x):
    """A tensor made in the program is made again in each call."""
    t = torch.tensor([1.0, 2.0, 3.0])
    t.add_(x)
    return t


@add(rand(3))
def factories_stay_apart(self, x):
    a, b = torch.zeros(3), torch.zeros(3)
    a.add_(x)
    return a, b


@add(rand(3))
def full_like_written(self, x):
    t = torch.full_like(x, 2)
    t[1] = 5
    t[x > 0] = 0
    return t, x


@add(rand(4, 3), given(2, 0))
def nested_indexing(self, x, i):
    t = x * 1
    t[i][0] = 5.0
    t[1:][i] = 1.0
    t[..., 1][t[..., 1] > 0] = 0.0
    return t
