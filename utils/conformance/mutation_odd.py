"""Odd mixtures: views of views across dtypes, results that keep gaps, pieces, nested writes."""

import torch
import torch.nn.functional as F
from mutation_parts import Programs, count, full, given, rand

programs = Programs()
add = programs.add
cond = torch.cond
C64 = torch.complex64


# ------------------------------------------------------------------ what is returned
@add(rand(4, 6))
def returned_gaps(self, x):
    """A written view with gaps, its view, and its base."""
    t = x * 1
    v = t[:, ::2]
    w = v[1:]
    w.add_(1)
    return w, v, t


@add(lambda: torch.randn(9)[::2])
def returned_gaps_of_argument(self, x):
    x.neg_()
    return x, x[1:]


@add(rand(3, 4), buffers={"n": rand(4, 6)})
def returned_column(self, x):
    column = self.n[:, 2]
    column.copy_(x[0])
    return column, self.n[1:, 1:3]


@add(rand(2, 3))
def returned_expanded(self, x):
    t = x * 1
    e = t[:1].expand(4, 3)
    t.add_(1)
    return e, t


BATCH = torch.export.Dim("batch", min=3, max=64)


@add(rand(5, 4, 6), dynamic_shapes={"x": {0: BATCH}})
def returned_gaps_of_symbolic_sizes(self, x):
    """Columns have gaps, whatever the sizes; a permuted tensor has none."""
    t = x * 1
    v = t[:, ::2]
    v.add_(1)
    part = t.permute(2, 0, 1)[:, 1:]
    part.mul_(2)
    p = t.permute(2, 0, 1)
    p.index_add_(0, torch.arange(2), part.new_ones(2, x.shape[0], 4))
    return v, part, p, t


@add(rand(3, 4), grad=True)
def returned_gaps_from_region(self, x):
    t = x * 1
    with torch.autocast("cpu", dtype=torch.bfloat16):
        v = t[:, ::2]
        v.add_(1)
    return v, t


# -------------------------------------------------------------------- dtypes of views
@add(rand(4, dtype=C64))
def real_of_slice_of_conj(self, x):
    t = x * 1
    part = t.conj()[1:3].imag
    part.add_(2)
    return t, part + 0


@add(rand(3, 2))
def complex_of_pairs(self, x):
    t = x * 1
    z = torch.view_as_complex(t)
    z.mul_(1j)
    z[1:].real.zero_()
    return t, z.abs()


@add(count(4, 4, dtype=torch.int32))
def bytes_of_row(self, x):
    t = x * 1
    b = t[1].view(torch.uint8)
    b[::4].add_(1)
    h = t[2:].view(torch.int16)
    h[:, 1::2].fill_(2)
    return t, b, h


@add(rand(2, 4, dtype=torch.float64))
def floats_of_doubles(self, x):
    t = x * 1
    t.view(torch.int64).bitwise_and_(-256)
    return t


# -------------------------------------------------------------------------- zero sizes
@add(rand(0, 3), buffers={"n": rand(3)})
def empty_batch(self, x):
    x.add_(1)
    x[:, 1].zero_()
    self.n.add_(x.sum(0))
    return x, self.n + 0


@add(rand(4, 3))
def empty_slices(self, x):
    t = x * 1
    t[4:].fill_(9)
    t[2:2].copy_(t[1:1])
    t[1:3, 3:].mul_(2)
    return t


# ------------------------------------------------------------------------------ pieces
@add(rand(7, 3))
def pieces_of_pieces(self, x):
    t = x * 1
    a, b, c = t.tensor_split(3)
    d, e = b.chunk(2)
    d.add_(1)
    c.mul_(2)
    t.add_(0.5)
    for row in a.unbind(0):
        row.neg_()
    return t, e + 0, c


@add(rand(7, 3))
def pieces_at_indices(self, x):
    t = x * 1
    parts = t.tensor_split([2, -1])
    parts[1].zero_()
    parts[2].add_(3)
    return t, parts[0] + 0


@add(rand(4, 6))
def halves_swapped_in_place(self, x):
    """Rotary embeddings in place."""
    a, b = x.chunk(2, -1)
    keep = a.clone()
    a.mul_(0.5).sub_(b * 2)
    b.mul_(0.5).add_(keep)
    return x * 1


@add(rand(4, 6), rand(4, 6))
def stacked_pieces(self, x, y):
    parts = torch.stack([x, y]).unbind(0)
    parts[0].add_(parts[1])
    parts[1].copy_(parts[0][:, :1].expand(4, 6))
    return parts[0], parts[1]


# ---------------------------------------------------------------------- einsum and such
@add(rand(3, 3))
def einsum_diagonal(self, x):
    t = x * 1
    torch.einsum("ii->i", t).add_(1)
    torch.einsum("ij->ji", t)[0].neg_()
    s = torch.einsum("ij->i", t)
    s.zero_()
    return t, s


@add(rand(2, 3, 4))
def einsum_of_ellipsis(self, x):
    """Which dimensions `...` are is not in the equation; the sizes say that it is a view."""
    t = x * 1
    r = torch.einsum("...ij->...ji", t)
    return r + 1, t.add_(1)


@add(rand(2, 3, 4), unfunctional="it is not known whether the result shares the memory")
def einsum_of_ellipsis_written(self, x):
    t = x * 1
    torch.einsum("...ij->...ji", t).mul_(2)
    return t


@add(rand(3, 4))
def atleast_and_ravel(self, x):
    t = x * 1
    torch.atleast_3d(t)[0].add_(1)
    t.ravel()[5:7].zero_()
    torch.narrow(t, 1, -2, 2).mul_(3)
    t.mT[0].neg_()
    return t


@add(rand(2, 3, 4))
def moved_and_flattened(self, x):
    t = x * 1
    t.movedim(0, -1).flatten(0, 1)[3].add_(1)
    t.flatten(1).unflatten(1, (4, 3))[..., 1].mul_(2)
    t.swapaxes(0, 2)[1:, :, 0].neg_()
    return t


# ------------------------------------------------------------------------- who is whose
@add(rand(3), attributes={"seen": full(0.0, 3), "scale": full(2.0, 3)})
def attributes_as_state(self, x):
    """One plain attribute is written, the other read."""
    self.seen.add_(x * self.scale)
    return self.seen[1:] * 2


@add(rand(3), rand(3))
def argument_takes_argument(self, x, y):
    x.data = y
    return x + y


@add(lambda: [torch.randn(2, 3), {"k": torch.randn(3), "v": (torch.randn(3), torch.randn(2))}])
def deep_element(self, tree):
    view = tree[1]["v"][0][1:]
    view.add_(1)
    tree[0][0].copy_(tree[1]["k"])
    tree[1]["k"].add_(tree[1]["v"][0])
    return tree[1], tree[0].sum()


@add(rand(4), buffers={"a": rand(4), "b": rand(4)})
def moved_between_states(self, x):
    a, b = self.a[:2], self.b[2:]
    keep = a + b
    a.copy_(b)
    b.copy_(keep)
    self.a.add_(self.b)
    return x + self.a


@add(rand(4, 3), given(2, 0, 2))
def rows_written_twice(self, x, i):
    """Gathered rows are a copy; an index that repeats, the last write counts or adds."""
    t = x * 1
    t[i].zero_()
    t.index_add_(0, i, t[:3].clone())
    t.index_put_((i,), torch.ones(3), accumulate=True)
    return t


# --------------------------------------------------------------------------- in graphs
@add(rand(3), given(True), buffers={"n": rand(2, 3)})
def view_of_state_in_branch(self, x, flag):
    def yes(x):
        row = self.n[1]
        row.add_(x)
        return row * 2

    def no(x):
        self.n[0].mul_(x)
        return x + self.n[1]

    y = cond(flag, yes, no, (x,))
    self.n.t()[2].zero_()
    return y, self.n.sum()


@add(rand(3), given(True), given(False), buffers={"n": rand(3)})
def state_in_nested_branches(self, x, outer, inner):
    def yes(x):
        def deep(x):
            self.n.add_(x)
            return x * 1

        return cond(inner, deep, lambda x: x + self.n, (x,))

    return cond(outer, yes, lambda x: x * self.n, (x,)) + self.n


@add(rand(4, 3), grad=True, parameters={"w": rand(3)})
def region_of_views(self, x):
    rows = x.unbind(0)
    with torch.no_grad():
        rows[1].mul_(self.w)
        self.w[:2].sub_(rows[0][:2])
    return rows[1] + self.w, x


# ---------------------------------------------------------------------- several at once
@add(rand(4, 3), buffers={"mean": rand(2, 3), "var": full(1.0, 3, 2)})
def statistics_in_views(self, x):
    """Written statistics that are a row and a column."""
    return F.batch_norm(x, self.mean[1], self.var[:, 0], training=True), self.mean + 0


@add(rand(3, 4), full(0.0, 4, 3), full(0, 4, 3, dtype=torch.int64))
def out_into_transposed(self, x, values, indices):
    torch.sort(x, 1, out=(values.t(), indices.t()))
    return values[0] + indices[1]


@add(rand(4), full(0.0, 2))
def out_resized(self, x, spare):
    t = torch.zeros(0)
    torch.mul(x, 2, out=t)
    t.add_(1)
    return t, spare


@add(lambda: [torch.randn(3), torch.randn(3)], rand(2, 3))
def foreach_of_mixed(self, items, x):
    torch._foreach_mul_([items[0], x[1]], [x[0], items[1]])
    torch._foreach_add_(list(x.unbind(0)), items)
    norms = torch._foreach_norm(items)
    norms[0].add_(1)
    return norms[0], norms[1], x


@add(rand(5, 5))
def diagonals_and_windows(self, x):
    t = x * 1
    t.diagonal(1).mul_(2)
    t.diagonal(-2)[1:].zero_()
    t[:4, :4].unfold(0, 2, 2).unfold(1, 2, 2)[0, 1].add_(3)
    torch.as_strided(t, (3, 3), (5, 1), 6).diagonal().neg_()
    return t, torch.diag_embed(t.diagonal())


@add(rand(3, 4), refused="error when deserializing")
def random_between_views(self, x):
    t = x * 1
    t[0].normal_()
    a = torch.rand(2)
    t.t()[1].uniform_()
    t[2, 1:].bernoulli_(0.5)
    return t, a, torch.randn(1)
