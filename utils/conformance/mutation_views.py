"""Writes through every kind of view, alone and chained."""

import torch
from mutation_parts import Programs, count, rand

programs = Programs()
add = programs.add
aten = torch.ops.aten
C64 = torch.complex64

# name: (base, view). A view of several results is their list.
VIEWS = {
    "slice": (rand(4, 6), lambda x: x[1:3]),
    "slice_step": (rand(4, 6), lambda x: x[:, 1::2]),
    "slice_negative": (rand(4, 6), lambda x: x[-3:-1]),
    "slice_clamped": (rand(4, 6), lambda x: x[2:100]),
    "select": (rand(4, 6), lambda x: x[1]),
    "select_negative": (rand(4, 6), lambda x: x.select(-1, -2)),
    "narrow": (rand(4, 6), lambda x: x.narrow(1, 2, 3)),
    "index_mixed": (rand(4, 6, 2), lambda x: x[..., 1, None]),
    "diagonal": (rand(4, 6), lambda x: x.diagonal()),
    "diagonal_offset": (rand(3, 4, 5), lambda x: x.diagonal(-1, 2, 0)),
    "as_strided": (rand(4, 6), lambda x: x.as_strided((2, 3), (7, 2), 1)),
    "transpose": (rand(4, 6), lambda x: x.transpose(0, 1)),
    "t": (rand(4, 6), lambda x: x.t()),
    "capital_t": (rand(4, 6), lambda x: x.T),
    "matrix_t": (rand(2, 4, 6), lambda x: x.mT),
    "swapaxes": (rand(2, 4, 6), lambda x: x.swapaxes(0, 2)),
    "permute": (rand(2, 3, 4), lambda x: x.permute(2, 0, 1)),
    "movedim": (rand(2, 3, 4), lambda x: x.movedim(0, -1)),
    "view": (rand(4, 6), lambda x: x.view(3, 8)),
    "view_minus_one": (rand(4, 6), lambda x: x.view(-1)),
    "view_as": (rand(4, 6), lambda x: x.view_as(torch.empty(2, 12))),
    "reshape": (rand(4, 6), lambda x: x.reshape(2, 2, 6)),
    "reshape_of_strided": (rand(4, 6), lambda x: x[:, :3].reshape(4, 3, 1)),
    "flatten": (rand(2, 3, 4), lambda x: x.flatten(1)),
    "unflatten": (rand(4, 6), lambda x: x.unflatten(1, (2, 3))),
    "ravel": (rand(4, 6), lambda x: x.ravel()),
    "squeeze": (rand(4, 1, 6, 1), lambda x: x.squeeze()),
    "squeeze_dim": (rand(4, 1, 6, 1), lambda x: x.squeeze(1)),
    "squeeze_dims": (rand(4, 1, 6, 1), lambda x: x.squeeze((1, 3))),
    "squeeze_nothing": (rand(4, 6), lambda x: x.squeeze(0)),
    "unsqueeze": (rand(4, 6), lambda x: x.unsqueeze(-1)),
    "expand_same": (rand(4, 6), lambda x: x.expand(-1, 6)),
    "expand_new_dim": (rand(4, 6), lambda x: x.expand(1, 4, 6)),
    "broadcast_to": (rand(4, 6), lambda x: x.broadcast_to(1, 4, 6)),
    "atleast_3d": (rand(4, 6), torch.atleast_3d),
    "unbind": (rand(3, 4), lambda x: list(x.unbind(1))),
    "split": (rand(7, 4), lambda x: list(x.split(3))),
    "split_with_sizes": (rand(7, 4), lambda x: list(x.split([1, 4, 2]))),
    "chunk": (rand(7, 4), lambda x: list(x.chunk(3))),
    "tensor_split": (rand(7, 4), lambda x: list(x.tensor_split((2, 3)))),
    "hsplit": (rand(4, 6), lambda x: list(x.hsplit(2))),
    "unfold": (rand(8, 3), lambda x: x.unfold(0, 2, 3)),
    "unfold_last": (rand(3, 9), lambda x: x.unfold(1, 3, 3)),
    "view_dtype": (rand(4, 6), lambda x: x.view(torch.int32)),
    "view_dtype_narrower": (count(4, 6, dtype=torch.int32), lambda x: x.view(torch.int16)),
    "view_dtype_wider": (count(4, 6, dtype=torch.int16), lambda x: x.view(torch.int32)),
    "view_as_real": (rand(4, 6, dtype=C64), torch.view_as_real),
    "view_as_complex": (rand(4, 6, 2), torch.view_as_complex),
    "real": (rand(4, 6, dtype=C64), torch.real),
    "imag": (rand(4, 6, dtype=C64), torch.imag),
    "conj": (rand(4, 6, dtype=C64), torch.conj),
    "adjoint": (rand(4, 6, dtype=C64), torch.adjoint),
    "lazy_neg": (rand(4, 6, dtype=C64), lambda x: x.conj().imag),
    "detach": (rand(4, 6), lambda x: x.detach()),
    "alias": (rand(4, 6), aten.alias.default),
    "contiguous": (rand(4, 6), lambda x: x.contiguous()),
    "to_same": (rand(4, 6), lambda x: x.to(torch.float32)),
    "to_device": (rand(4, 6), lambda x: x.to("cpu")),
    "type_as": (rand(4, 6), lambda x: x.type_as(torch.empty(1))),
    "float_of_float": (rand(4, 6), lambda x: x.float()),
    "real_of_real": (rand(4, 6), torch.real),
    "positive": (rand(4, 6), torch.positive),
    "resolve_conj": (rand(4, 6, dtype=C64), lambda x: x.resolve_conj()),
    "resolve_neg": (rand(4, 6), lambda x: x.resolve_neg()),
}


def first(view):
    return view[0] if isinstance(view, list) else view


def plus(view):
    """Something that reads all of a view."""
    return [v + 1 for v in view] if isinstance(view, list) else view + 1


def write_through(kind, base, view):
    """Views taken before and after the write, a write that reads an earlier result."""

    @add(base, name=f"through_{kind}")
    def temporary(self, x):
        t = x * 2
        before, seen = view(t), t + 0
        first(before).mul_(3)
        after = view(t)
        first(after).add_(first(view(seen)))
        return t, plus(before), plus(after), seen

    @add(base, name=f"input_through_{kind}")
    def argument(self, x):
        part = view(x)
        first(part).mul_(2)
        return x + 1, plus(part)

    @add(base, name=f"buffer_through_{kind}", buffers={"state": base})
    def state(self, x):
        old = view(self.state)
        result = plus(old)
        first(old).copy_(first(view(x)))
        self.state.add_(1)
        return result, plus(view(self.state)), plus(old)


for _kind, (_base, _view) in VIEWS.items():
    write_through(_kind, _base, _view)


# A write through the view that the base's write made stale, and the other way round: each of
# the base's write and the view's write comes first once.
@add(rand(4, 6))
def base_then_view(self, x):
    t = x * 2
    row, flat, turned = t[0], t.view(-1), t.t()
    t.mul_(2)
    row.add_(10)
    flat[3:9].sub_(1)
    turned[2].neg_()
    return row * 1, flat * 1, turned * 1, t


@add(rand(4, 6))
def siblings(self, x):
    """Written through one view, read through another that overlaps it in part."""
    t = x * 2
    left, right, both = t[:, :4], t[:, 2:], t[1:3]
    left.mul_(3)
    a = right + 0
    right.add_(1)
    b = left + both.sum()
    both.zero_()
    return t, a, b, left + 0, right + 0


# ------------------------------------------------------------------- chains
CHAINS = {
    "two_slices": (rand(6, 8), lambda x: x[1:5][:, 2:6]),
    "slice_select": (rand(6, 8), lambda x: x[1:5].select(1, 3)),
    "transpose_slice": (rand(6, 8), lambda x: x.t()[2:4]),
    "view_transpose": (rand(6, 8), lambda x: x.view(3, 16).transpose(0, 1)),
    "select_view": (rand(2, 6, 8), lambda x: x[1].view(-1)),
    "permute_select_slice": (rand(2, 6, 8), lambda x: x.permute(2, 0, 1)[3][:, 1:4]),
    "unsqueeze_expand_slice": (rand(6, 8), lambda x: x.unsqueeze(0).expand(1, 6, 8)[:, 2:]),
    "split_select_diagonal": (rand(6, 4, 4), lambda x: x.split(2)[1][0].diagonal()),
    "narrow_unfold_select": (rand(9, 3), lambda x: x.narrow(0, 1, 8).unfold(0, 2, 2)[1]),
    "complex_real_slice": (rand(4, 6, dtype=C64), lambda x: torch.view_as_real(x)[1:, :, 0]),
    "complex_conj_slice_imag": (rand(4, 6, dtype=C64), lambda x: x.conj()[1:].imag),
    "as_complex_real_select": (rand(4, 6, 2), lambda x: torch.view_as_complex(x)[1].real),
    "dtype_slice_dtype": (rand(4, 6), lambda x: x.view(torch.int32)[1:].view(torch.float32)),
    "four_views": (rand(2, 6, 8), lambda x: x[1].t()[2:6].reshape(2, 2, 6)[0]),
    "four_kinds": (rand(4, 1, 6), lambda x: x.squeeze(1).movedim(0, 1)[::2].unbind(1)[3]),
    "four_back": (rand(4, 6), lambda x: x.t().t().unsqueeze(0).squeeze(0)),
    "flatten_unflatten": (rand(2, 3, 4), lambda x: x.flatten().unflatten(0, (4, 6))[1:3]),
    "strided_of_slice": (rand(6, 8), lambda x: x[1:].as_strided((2, 2), (9, 2), 10)),
    "strided_chain": (
        rand(6, 8),
        lambda x: x.as_strided((4, 4), (8, 2)).as_strided((2, 2), (8, 4), 2),
    ),
    "chunk_chunk": (rand(6, 8), lambda x: x.chunk(2)[1].chunk(2, 1)[0]),
    "diagonal_slice": (rand(6, 8), lambda x: x.diagonal()[1:4]),
    "reshape_copy": (rand(4, 6), lambda x: x.t().reshape(-1)),
    "contiguous_copy": (rand(4, 6), lambda x: x.t().contiguous()),
    "flatten_copy": (rand(4, 6), lambda x: x[:, :3].flatten()),
    "to_copy": (rand(4, 6), lambda x: x.to(torch.float64)),
    "index_copy": (rand(4, 6), lambda x: x[[0, 2]]),
}

for _kind, (_base, _view) in CHAINS.items():
    write_through("chain_" + _kind, _base, _view)


@add(rand(3, 8), buffers={"state": rand(4, 3, 8)})
def each_level(self, x):
    """A write at each level of a chain of four views."""
    a = self.state[1:3]
    b = a.transpose(0, 1)
    c = b[1]
    d = c[:, 2:6]
    d.mul_(2)
    a.add_(1)
    c.sub_(x[:2])
    b.neg_()
    self.state.mul_(0.5)
    return d + 0, c + 0, b + 0, a + 0


@add(rand(4, 6))
def views_of_one_view(self, x):
    t = x * 1
    half = t[:2]
    left, right = half.split(3, 1)
    left.add_(1)
    right.copy_(left)
    half[0].zero_()
    return t, left + 0, right + 0


@add(rand(6))
def negative_steps(self, x):
    """flip is a copy, the slice that it is taken of is not."""
    t = x * 1
    t[::3].copy_(t.flip(0)[::3])
    return t


@add(rand(4, 6))
def unused_views(self, x):
    t = x * 1
    t[0], t.t(), t.view(-1)
    t.add_(1)
    return t


@add(rand(2, 2))
def view_of_a_scalar(self, x):
    t = x.sum()
    t.view(1).add_(1)
    t.unsqueeze(0).expand(1).mul_(2)
    return t


@add(rand(0, 4), rand(3))
def empty_views(self, x, y):
    t, u = x * 1, y * 1
    t.add_(1)
    u[3:].fill_(7)
    u[1:1].zero_()
    return t, u
