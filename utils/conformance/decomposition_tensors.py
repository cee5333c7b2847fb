"""Views, copies, factories, elementwise operators, indices, sorting, and their gradients."""

import torch
from mutation_parts import Programs, count, full, given, rand
from torch.export import Dim

programs = Programs()
aten = torch.ops.aten
I64, I32, U8, B = torch.int64, torch.int32, torch.uint8, torch.bool
F16, BF16, F64, C64 = torch.float16, torch.bfloat16, torch.float64, torch.complex64


def flags(*shape):
    return lambda: torch.randn(*shape) > 0


def bytes_(*shape):
    return lambda: torch.randint(0, 3, shape, dtype=U8)


def special(dtype=torch.float32):
    """Numbers, infinities and NaN."""
    numbers = [0.0, -0.0, 1.5, -2.0, float("inf"), float("-inf"), float("nan"), 1e-3]
    return lambda: torch.tensor(numbers, dtype=dtype)


def plain(result):
    """torch.return_types have no serialised name."""
    if isinstance(result, tuple):
        return tuple(plain(r) for r in result)
    return list(result) if isinstance(result, list) else result


def add(name, inputs, function, dynamic=None):
    """A program that calls `function`; `dynamic`: the dimensions of each input that are, or a
    dictionary of them."""
    shapes = None
    if dynamic:
        dims = iter(Dim(f"d{i}", min=2) for i in range(9))
        named = (own if isinstance(own, dict) else {d: next(dims) for d in own} for own in dynamic)
        shapes = (tuple(named),)

    def forward(self, *args):
        return plain(function(*args))

    programs.add(*inputs, name=name, again=False, dynamic_shapes=shapes)(forward)


def each(name, inputs, function):
    """The same for several choices of inputs."""
    for i, own in enumerate(inputs):
        add(f"{name}_{i}", own, function)


# ------------------------------------------------------------ other operators' names
UNARY = (
    "absolute arccos arccosh arcsin arcsinh arctan arctanh fix negative positive square"
    " isfinite isposinf isneginf isreal deg2rad rad2deg ravel flipud real resolve_conj resolve_neg"
    " conj_physical argwhere msort argsort atleast_1d atleast_2d atleast_3d all diag diagflat"
    " special_digamma special_erf special_erfc special_erfinv special_exp2 special_expit"
    " special_expm1 special_gammaln special_i0 special_log1p special_psi special_sinc"
).split()
for _name in UNARY:
    add(f"alias_{_name}", [special()], getattr(torch, _name.replace("special_", "special."), None)
        or getattr(torch.special, _name.removeprefix("special_")))
BINARY = "divide greater greater_equal less less_equal multiply not_equal subtract true_divide"
for _name in BINARY.split():
    _op = getattr(torch, _name)
    add(f"alias_{_name}", [rand(3, 4), rand(4)], _op)
    add(f"alias_{_name}_scalar", [rand(3, 4, dtype=I64)], lambda x, op=_op: op(x, 2.5))
add("alias_divide_mode", [rand(3, 4)], lambda x: torch.divide(x, 0.3, rounding_mode="floor"))
add("alias_divide_trunc", [rand(4), full(0.7)],
    lambda x, y: torch.divide(x, y, rounding_mode="trunc"))
add("alias_clip", [rand(9)], lambda x: torch.clip(x, -0.5, 0.25))
add("alias_clip_tensor", [rand(9), rand(9)], lambda x, y: torch.clip(x, min=y))
add("alias_concat", [rand(2, 3), rand(2, 1)], lambda *x: torch.concat(x, 1))
add("alias_concatenate", [rand(2, 3), rand(1, 3)], lambda *x: torch.concatenate(x))
add("alias_ger", [rand(3), rand(4)], torch.ger)
add("alias_arctan2", [rand(3), rand(3)], torch.arctan2)
add("alias_special_softmax", [rand(3, 4)],
    lambda x: torch.special.softmax(x, 1, dtype=F64))
add("alias_special_round", [rand(9)], lambda x: torch.special.round(x, decimals=1))

# ------------------------------------------------------------------ copies of views
COPIES = {
    "alias": lambda x: aten.alias_copy(x),
    "diagonal": lambda x: aten.diagonal_copy(x, 1, 0, 2),
    "expand": lambda x: aten.expand_copy(x, [2, 3, 1, 4]),
    "permute": lambda x: aten.permute_copy(x, [2, 0, 1]),
    "split_with_sizes": lambda x: aten.split_with_sizes_copy(x, [1, 3], 2),
    "squeeze": lambda x: aten.squeeze_copy(x),
    "squeeze_dim": lambda x: aten.squeeze_copy(x, 1),
    "squeeze_dims": lambda x: aten.squeeze_copy(x, [-2, 0]),
    "t": lambda x: aten.t_copy(x[0]),
    "transpose": lambda x: aten.transpose_copy(x, 0, -1),
    "unbind": lambda x: aten.unbind_copy(x, 2),
    "unfold": lambda x: aten.unfold_copy(x, 2, 2, 1),
    "unsqueeze": lambda x: aten.unsqueeze_copy(x, -1),
    "view": lambda x: aten.view_copy(x, [4, 3]),
    "view_dtype": lambda x: aten.view_copy(x, torch.int32),
}
for _name, _op in COPIES.items():
    add(f"copy_{_name}", [rand(3, 1, 4)], _op)
add("copy_expand_dynamic", [rand(3, 1)], lambda x: aten.expand_copy(x, [x.shape[0], 5]), [[0]])

# ------------------------------------------------------------------------- joining
add("broadcast_tensors_dynamic", [rand(3, 1), rand(1, 4), full(2.0)],
    lambda *x: torch.broadcast_tensors(*x), [[0], [1], []])
add("broadcast_to", [rand(3, 1)], lambda x: torch.broadcast_to(x, (2, 3, 4)))
for _rank, _shape in enumerate([(), (2,), (2, 3), (2, 3, 4)]):
    for _n in (1, 2, 3):
        _op = getattr(torch, f"atleast_{_n}d")
        add(f"atleast_{_n}d_of_{_rank}", [rand(*_shape)], _op)
    add(f"dstack_of_{_rank}", [rand(*_shape), rand(*_shape)], lambda *x: torch.dstack(x))
add("atleast_2d_list", [rand(3), full(1.0), rand(2, 2)], lambda *x: torch.atleast_2d(*x))
add("atleast_3d_list", [rand(3), full(1.0), rand(2, 2)], lambda *x: torch.atleast_3d(*x))
add("column_stack", [rand(3), rand(3, 2)], lambda *x: torch.column_stack(x))
add("column_stack_0d", [full(1.0), full(2.0)], lambda *x: torch.column_stack(x))
add("column_stack_dynamic", [rand(3), rand(3, 2)],
    lambda x, y: torch.column_stack((x, y[: x.shape[0]])), [[0], [0]])
add("block_diag", [rand(2, 3), rand(3), full(2.0), rand(0, 2)], lambda *x: torch.block_diag(*x))
add("block_diag_empty", [rand(0), rand(2, 2)], lambda *x: torch.block_diag(*x))
add("block_diag_mixed", [rand(2, 3), rand(2, dtype=I64), full(2.0, dtype=F64)],
    lambda *x: torch.block_diag(*x))
add("block_diag_dynamic", [rand(2, 3), rand(3, 4)], lambda *x: torch.block_diag(*x), [[0, 1], [1]])
add("meshgrid_xy", [rand(3), rand(4), rand(2)], lambda *x: torch.meshgrid(*x, indexing="xy"))
add("meshgrid_ij", [rand(3), full(1.0)], lambda *x: torch.meshgrid(*x, indexing="ij"))
add("meshgrid_default", [rand(3), rand(2)], lambda *x: aten.meshgrid(x))
add("meshgrid_dynamic", [rand(3), rand(4)], lambda *x: torch.meshgrid(*x, indexing="ij"),
    [[0], [0]])
add("cartesian_prod", [rand(3), rand(2), rand(4)], lambda *x: torch.cartesian_prod(*x))
add("combinations_1", [rand(4)], lambda x: torch.combinations(x, 1))
add("chunk_cat", [rand(5, 3), rand(4, 2)], lambda *x: aten._chunk_cat(x, 0, 3))
add("chunk_cat_dim", [rand(2, 5, 2), rand(2, 4, 3)], lambda *x: aten._chunk_cat(x, 1, 2))
add("pad_sequence", [rand(3, 2), rand(1, 2)],
    lambda *x: torch.nn.utils.rnn.pad_sequence(x, batch_first=True, padding_value=-1.0))
add("pad_sequence_left", [rand(3), rand(5)],
    lambda *x: torch.nn.utils.rnn.pad_sequence(x, padding_side="left"))
add("flatten_dense", [rand(3, 2), rand(4)], lambda *x: aten.flatten_dense_tensors(x))
add("unflatten_dense", [rand(10), rand(3, 2), rand(4)],
    lambda x, *y: aten.unflatten_dense_tensors(x, y))

# --------------------------------------------------------------------- rearranging
add("fliplr_dynamic", [rand(3, 4)], torch.fliplr, [[1]])
add("roll_flat", [rand(3, 4)], lambda x: torch.roll(x, 5))
add("roll_dims", [rand(3, 4)], lambda x: torch.roll(x, (-2, 7), (0, -1)))
add("roll_nothing", [rand(3, 4)], lambda x: torch.roll(x, (3, 4), (0, 1)))
add("roll_nothing_flat", [rand(3, 4)], lambda x: torch.roll(x, 12))
add("roll_empty", [rand(0, 4)], lambda x: torch.roll(x, 1, 0))
add("roll_scalar", [full(3.0)], lambda x: torch.roll(x, 1))
add("roll_dynamic", [rand(5, 4)], lambda x: torch.roll(x, 2, 0), [[0]])
for _k in (-3, 0, 1, 2, 3, 6):
    add(f"rot90_{_k}", [rand(2, 3, 4)], lambda x, k=_k: torch.rot90(x, k, (-1, 0)))
for _offset in (-2, 0, 1):
    add(f"diag_embed_{_offset}", [rand(2, 3)],
        lambda x, o=_offset: torch.diag_embed(x, o, 0, -1))
    add(f"diag_embed_swapped_{_offset}", [rand(2, 3, dtype=I64)],
        lambda x, o=_offset: torch.diag_embed(x, o, 2, 1))
    add(f"diag_matrix_{_offset}", [rand(3, 4)], lambda x, o=_offset: torch.diag(x, o))
    add(f"diag_vector_{_offset}", [rand(3)], lambda x, o=_offset: torch.diag(x, o))
    add(f"diagflat_{_offset}", [rand(2, 2)], lambda x, o=_offset: torch.diagflat(x, o))
add("diag_embed_bool", [flags(3)], torch.diag_embed)
add("diag_embed_complex", [rand(2, 3, dtype=C64)], lambda x: torch.diag_embed(x, 1))
add("diag_embed_nan", [special()], torch.diag_embed)
add("diag_embed_dynamic", [rand(2, 3)], lambda x: torch.diag_embed(x, 1), [[0, 1]])
add("ravel_transposed", [rand(3, 4)], lambda x: x.t().ravel())
add("ravel_dynamic", [rand(3, 4)], torch.ravel, [[0]])
for _size in ((3, 1), (4,), (), (3, 4)):
    _name = "x".join(map(str, _size)) or "scalar"
    add(f"sum_to_size_{_name}", [rand(2, 3, 4)], lambda x, s=_size: x.sum_to_size(s))
add("sum_to_size_ints", [rand(2, 3, dtype=I32)], lambda x: x.sum_to_size(1, 3))
add("real_complex", [rand(2, 3, dtype=C64)], lambda x: x.real * 1)
add("imag_complex", [rand(2, 3, dtype=C64)], lambda x: x.imag * 1)
each("conj", [[rand(2, 3, dtype=C64)]],
     lambda x: (x.conj().real * 1, x.conj().imag * 1, x.conj().t().imag + 1,
                torch.resolve_conj(x.conj()) * 2, torch.resolve_conj(x) * 2,
                torch.conj_physical(x), torch.resolve_neg(x.conj().imag) * 3, x.mH.real * 1))
add("isreal_complex", [rand(2, 3, dtype=C64)], lambda x: torch.isreal(x * x.real))
add("isfinite_complex", [rand(2, 3, dtype=C64)], torch.isfinite)
add("isfinite_int", [rand(3, dtype=I64)], torch.isfinite)
add("isposinf_int", [rand(3, dtype=I64)], torch.isposinf)
add("isneginf_half", [special(F16)], torch.isneginf)
add("splits", [rand(4, 4, 4)],
    lambda x: (*torch.hsplit(x, 2), *torch.vsplit(x, [1, 3]), *torch.dsplit(x, [2]),
               *torch.vsplit(x, 4), *torch.hsplit(x, [-1])))
add("hsplit_vector", [rand(6)], lambda x: (*torch.hsplit(x, 3), *torch.hsplit(x, [2])))
add("tensor_split_indices", [rand(7, 2), given(2, 5, dtype=I64)],
    lambda x, i: torch.tensor_split(x, i))
HALVES = {0: 2 * Dim("half", min=2)}
add("chunk_dynamic", [rand(6, 3)], lambda x: torch.chunk(x, 2), [HALVES])
add("split_dynamic", [rand(6, 3)], lambda x: torch.split(x, 4), [{0: Dim("n", min=6, max=8)}])
add("split_half_dynamic", [rand(6, 3)], lambda x: torch.split(x, x.shape[0] // 2), [HALVES])
add("tensor_split_dynamic", [rand(6, 3)],
    lambda x: (*torch.tensor_split(x, 2), *torch.tensor_split(x, [2, -1])), [HALVES])
add("unsafe_chunk", [rand(5, 3)], lambda x: torch.unsafe_chunk(x, 3))
add("unsafe_split", [rand(5, 3)], lambda x: torch.unsafe_split(x, 2, 0))
add("unsafe_split_with_sizes", [rand(5, 3)],
    lambda x: torch.unsafe_split_with_sizes(x, [1, 4], 0))

# --------------------------------------------------------------------- elementwise
each("clamp_min", [[rand(3, 4)], [rand(3, 4, dtype=I64)], [special()]],
     lambda x: torch.clamp_min(x, 0.5))
each("clamp_max", [[rand(3, 4)], [rand(3, dtype=I32)]], lambda x: torch.clamp_max(x, 1))
add("clamp_min_tensor", [rand(3, 4, dtype=I64), rand(4)], torch.clamp_min)
add("clamp_max_tensor", [rand(3, 4), rand(3, 1)], torch.clamp_max)
add("clamp_max_nan", [special(), full(1.0)], torch.clamp_max)
each("square", [[flags(4)], [rand(4, dtype=I32)], [rand(4, dtype=C64)], [rand(4, dtype=BF16)]],
     torch.square)
each("deg2rad", [[rand(4, dtype=I64)], [rand(4, dtype=F16)], [flags(3)]], torch.deg2rad)
each("rad2deg", [[rand(4, dtype=I64)], [rand(4, dtype=F64)]], torch.rad2deg)
each("isclose", [[special(), special()], [bytes_(4), bytes_(4)],
                 [rand(4, dtype=C64), rand(4, dtype=C64)], [special(F16), special(F16)]],
     lambda x, y: (torch.isclose(x, y), torch.isclose(x, y, rtol=0.5, atol=1.0, equal_nan=True)))
add("isclose_exact", [special(), special()],
    lambda x, y: torch.isclose(x, y, rtol=0.0, atol=0.0))
add("addr", [rand(3, 4), rand(3), rand(4)], lambda x, a, b: torch.addr(x, a, b, beta=2, alpha=0.5))
add("addr_beta_0", [special(), rand(3), rand(8)], lambda x, a, b: torch.addr(x, a, b, beta=0))
add("addr_ints", [rand(3, 4, dtype=I64), rand(3, dtype=I64), rand(4, dtype=I64)],
    lambda x, a, b: torch.addr(x, a, b, beta=2, alpha=3))
add("addr_bool", [flags(3, 4), flags(3), flags(4)], torch.addr)
add("addr_broadcast", [rand(4), rand(3), rand(4)], torch.addr)
add("fill_scalar", [rand(3, 4)], lambda x: torch.fill(x, 2.5))
add("fill_tensor", [rand(3, 4), full(3, dtype=I64)], torch.fill)
add("zero", [rand(3, 4)], lambda x: aten.zero(x))
add("bernoulli", [lambda: torch.rand(64)], torch.bernoulli)
add("aminmax", [rand(3, 4)], lambda x: (torch.aminmax(x), torch.aminmax(x, dim=-1, keepdim=True),
                                        torch.aminmax(x, keepdim=True)))
add("aminmax_nan", [special()], torch.aminmax)
add("aminmax_scalar", [full(3, dtype=I64)], lambda x: torch.aminmax(x, dim=0))
each("all", [[flags(3, 4)], [bytes_(3, 4)], [rand(3, 4)], [rand(0, 4)],
             [rand(3, 4, dtype=C64)]],
     lambda x: (torch.all(x), torch.all(x, 0), torch.all(x, -1, keepdim=True)))
add("all_dims", [flags(2, 3, 4)], lambda x: (torch.all(x, (0, 2)), torch.all(x, (0, 1), True)))
add("all_uint8_dims", [bytes_(2, 3)], lambda x: torch.all(x, (0, 1)))

# ------------------------------------------------------------------------- sorting
add("argsort_descending", [rand(3, 7)], lambda x: torch.argsort(x, 0, descending=True))
add("argsort_stable", [rand(30, dtype=I32)], lambda x: torch.argsort(x, stable=True))
add("argsort_stable_descending", [rand(9, 3, dtype=I32)],
    lambda x: torch.argsort(x, dim=0, descending=True, stable=True))
add("msort_matrix", [rand(5, 3)], torch.msort)
add("where_nonzero", [flags(3, 4)], lambda x: torch.where(x))
add("nonzero_tuple", [rand(3, 4, dtype=I64)], lambda x: torch.nonzero(x, as_tuple=True))
add("argwhere_matrix", [flags(3, 4)], torch.argwhere)

# ------------------------------------------------------------------------- indices
add("index_copy", [rand(4, 3), given(2, 0), rand(4, 2)], lambda x, i, s: x.index_copy(1, i, s))
add("index_copy_scalar", [full(3.0), given(0), full(2.0)], lambda x, i, s: x.index_copy(0, i, s))
add("index_copy_0d_index", [rand(4), given(1), rand(1)], lambda x, i, s: x.index_copy(0, i, s))
add("index_add", [rand(4, 3), given(2, 0, 2), rand(4, 3)],
    lambda x, i, s: x.index_add(-1, i, s, alpha=0.5))
add("index_add_int", [rand(4, 3, dtype=I64), given(2, 0, 2, dtype=I32), rand(3, 3, dtype=I64)],
    lambda x, i, s: x.index_add(0, i, s, alpha=2))
add("index_add_bool", [flags(4), given(2, 0), flags(2)], lambda x, i, s: x.index_add(0, i, s))
add("index_add_scalar", [full(1.0), given(0), full(2.0)], lambda x, i, s: x.index_add(0, i, s))
add("index_add_dynamic", [rand(4, 3), given(2, 0), rand(2, 3)],
    lambda x, i, s: x.index_add(0, i, s), [[0], [], []])
add("index_fill", [rand(4, 3, dtype=I64), given(1, 3)], lambda x, i: x.index_fill(0, i, 2.5))
add("index_fill_tensor", [rand(4, 3), given(1, 2), full(7, dtype=I64)],
    lambda x, i, v: x.index_fill(1, i, v))
add("index_fill_scalar", [full(4.0), given(0)], lambda x, i: x.index_fill(0, i, 2.5))
add("index_fill_transposed", [rand(4, 3), given(0, 1)], lambda x, i: x.t().index_fill(0, i, -1))
add("take", [rand(3, 4), lambda: torch.tensor([[0, -1], [11, 5]])],
    lambda x, i: torch.take(x.t(), i))
add("take_along_dim", [rand(3, 4), lambda: torch.tensor([[1], [0], [3]])],
    lambda x, i: torch.take_along_dim(x, i, 1))
add("take_along_dim_broadcast", [rand(1, 4), lambda: torch.tensor([[1, 2], [0, 3]])],
    lambda x, i: torch.take_along_dim(x, i, -1))
add("take_along_dim_flat", [rand(3, 4), lambda: torch.tensor([[1, 11], [0, 3]])],
    torch.take_along_dim)
add("masked_index", [rand(4, 3), flags(2), given(5, 1), given(-2, 2)],
    lambda x, m, i, j: aten._unsafe_masked_index(x, m, [i, j], 7.0))
add("masked_index_put", [rand(4, 3), flags(2), given(5, 1), rand(2)],
    lambda x, m, i, v: aten._unsafe_masked_index_put_accumulate(x, m, [i, i * 0], v))
add("unsafe_index", [rand(4, 3), given(1, 3)], lambda x, i: aten._unsafe_index(x, [None, i % 3]))
add("unsafe_index_put", [rand(4, 3), given(1, 3), rand(2, 3)],
    lambda x, i, v: aten._unsafe_index_put(x, [i], v, True))
each("isin", [[rand(3, 4, dtype=I64), rand(5, dtype=I64)],
              [rand(20, dtype=I64), rand(40, dtype=I64)],
              [special(), special()], [count(3, 4), rand(40, dtype=I64)],
              [rand(3, dtype=I64), rand(0, dtype=I64)], [rand(0, dtype=I64), rand(3, dtype=I64)],
              [lambda: special()().repeat(9), lambda: special()().repeat(9)],
              [rand(3, 4, dtype=I64), full(3, dtype=I64)]],
     lambda x, y: (torch.isin(x, y), torch.isin(x, y, invert=True),
                   torch.isin(y, x, assume_unique=False)))
add("isin_scalars", [rand(9, dtype=I64)],
    lambda x: (torch.isin(x, 3), torch.isin(3, x), torch.isin(2.5, x, invert=True),
               torch.isin(x, 3, invert=True)))
add("select_scatter", [rand(3, 4), rand(3)], lambda x, s: torch.select_scatter(x, s, 1, -2))
add("select_scatter_dynamic", [rand(3, 4), rand(4)],
    lambda x, s: torch.select_scatter(x, s, 0, -1), [[0], []])

add("repeat_interleave_tensor", [rand(3, 4), given(1, 0, 2)],
    lambda x, r: torch.repeat_interleave(x, r, 0))
add("repeat_interleave_flat", [rand(3), given(1, 0, 2)],
    lambda x, r: torch.repeat_interleave(x, r, output_size=3))
add("repeat_interleave_one", [rand(3, 2), lambda: torch.tensor([2])],
    lambda x, r: torch.repeat_interleave(x, r, 1, output_size=4))

# --------------------------------------------------------------------- differences
each("diff", [[rand(3, 5)], [flags(3, 5)], [rand(3, 1)], [bytes_(3, 5)]],
     lambda x: (torch.diff(x), torch.diff(x, 2, 0), torch.diff(x, 3), torch.diff(x, 0)))
add("diff_ends", [rand(3, 5), rand(3, 2), rand(3, 1)],
    lambda x, p, a: torch.diff(x, 2, -1, prepend=p, append=a))
add("diff_dynamic", [rand(3, 5)], torch.diff, [[0]])
add("gradient", [rand(5, 4)], lambda x: (*torch.gradient(x), *torch.gradient(x, spacing=2.0, dim=1),
                                         *torch.gradient(x, spacing=0.5, edge_order=2)))
add("gradient_list", [rand(5, 4)],
    lambda x: (*torch.gradient(x, spacing=[2.0, 0.5]),
               *torch.gradient(x, spacing=[2.0], dim=[-1], edge_order=2)))
add("gradient_tensors", [rand(5, 4), given(0.0, 1.0, 4.0, 5.0, 9.0), given(1.0, 2.0, 2.5, 4.0)],
    lambda x, p, q: (*torch.gradient(x, spacing=[p, q]),
                     *torch.gradient(x, spacing=(p,), dim=0, edge_order=2),
                     *torch.gradient(x, spacing=[q], dim=[1], edge_order=2)))
add("gradient_ints", [rand(5, dtype=I64)], lambda x: torch.gradient(x))
add("trapezoid", [rand(3, 5), rand(5), rand(3, 5)],
    lambda y, x, z: (torch.trapezoid(y, x), torch.trapezoid(y, z, dim=0),
                     torch.trapezoid(y, dx=0.5, dim=0), torch.trapz(y, x), torch.trapz(y, dx=2.0),
                     torch.cumulative_trapezoid(y, x),
                     torch.cumulative_trapezoid(y, dx=0.5, dim=0)))
add("trapezoid_ints", [rand(3, 5, dtype=I64), rand(5, dtype=I64)],
    lambda y, x: (torch.trapezoid(y, x), torch.trapezoid(y), torch.trapezoid(y, dx=2, dim=0),
                  torch.cumulative_trapezoid(y, x), torch.cumulative_trapezoid(y, dx=1)))
add("trapezoid_inf", [special()], lambda y: torch.trapezoid(y[:5], dx=0.5))
add("trapezoid_one", [rand(3, 1)], lambda y: (torch.trapezoid(y), torch.cumulative_trapezoid(y)))

# ----------------------------------------------------------------------- factories
NOTHING = [full(0.0)]


def factory(name, make, inputs=NOTHING):
    add(name, inputs, lambda *x: (make(*x), x[0] + 1))


for _dtype in (torch.float32, F64, F16, I64, U8):
    _d = str(_dtype).removeprefix("torch.")
    for _steps in (0, 1, 2, 5, 8):
        factory(f"linspace_{_d}_{_steps}",
                lambda *_, t=_dtype, n=_steps: torch.linspace(0.5, 10.7, n, dtype=t))
    factory(f"linspace_{_d}_tensors",
            lambda a, b, t=_dtype: tuple(torch.linspace(*ends, dtype=t) for ends in
                                         ((a, b, 7), (a, 9, 7), (1, b, 7), (a, b, 1))),
            [full(0.5), full(10.7)])
    factory(f"logspace_{_d}",
            lambda *_, t=_dtype: (torch.logspace(0.0, 2.0, 5, dtype=t),
                                  torch.logspace(1, 3, 4, base=2, dtype=t),
                                  torch.logspace(1, 2, 1, dtype=t),
                                  torch.logspace(1, 2, 0, dtype=t)))
    factory(f"logspace_{_d}_tensors",
            lambda a, b, t=_dtype: (torch.logspace(a, b, 5, dtype=t),
                                    torch.logspace(a, 2, 5, dtype=t),
                                    torch.logspace(0, b, 5, base=3.0, dtype=t)),
            [full(0.0), full(2.0)])
    factory(f"eye_{_d}", lambda *_, t=_dtype: (torch.eye(3, dtype=t), torch.eye(2, 4, dtype=t)))
factory("linspace_default", lambda *_: torch.linspace(-3, 4, 6))
factory("eye_empty", lambda *_: (torch.eye(0), torch.eye(0, 2), torch.eye(2, dtype=B)))
add("eye_dynamic", [rand(3)], lambda x: torch.eye(x.shape[0], 4) * 2, [[0]])
factory("hann_window", lambda *_: (torch.hann_window(7), torch.hann_window(7, False),
                                   torch.hann_window(1), torch.hann_window(0, dtype=F64),
                                   torch.hann_window(8, dtype=F64)))
each("vander", [[rand(4)], [rand(3, dtype=I32)], [rand(3, dtype=C64)]],
     lambda x: (torch.vander(x), torch.vander(x, 2, increasing=True), torch.vander(x, N=5)))
add("empty_like", [rand(3, 4)], lambda x: torch.empty_like(x).copy_(x))
add("empty_like_transposed", [rand(3, 4)],
    lambda x: torch.empty_like(x.t(), dtype=F64).fill_(1.0))
add("empty_like_channels_last", [rand(2, 3, 4, 5)],
    lambda x: torch.empty_like(x, memory_format=torch.channels_last).copy_(x))
add("empty_like_dynamic", [rand(3, 4)], lambda x: torch.empty_like(x).zero_(), [[0]])
add("new_empty", [rand(3, dtype=I64)], lambda x: x.new_empty((2, 2)).fill_(3))

# ----------------------------------------------------------------------- gradients
GRADIENTS = {
    "sigmoid": lambda g, x: aten.sigmoid_backward(g, x),
    "tanh": lambda g, x: aten.tanh_backward(g, x),
    "softplus": lambda g, x: aten.softplus_backward(g, x, 2.0, 1.5),
    "elu": lambda g, x: aten.elu_backward(g, 1.5, 0.5, 2.0, False, x),
    "elu_result": lambda g, x: aten.elu_backward(g, 1.5, 0.5, 2.0, True, x),
    "hardsigmoid": lambda g, x: aten.hardsigmoid_backward(g, x * 3),
    "hardtanh": lambda g, x: aten.hardtanh_backward(g, x, -0.7, 0.7),
    "hardswish": lambda g, x: aten.hardswish_backward(g, x * 3),
    "threshold": lambda g, x: aten.threshold_backward(g, x, 0.25),
    "leaky_relu": lambda g, x: aten.leaky_relu_backward(g, x, 0.1, False),
    "gelu": lambda g, x: aten.gelu_backward(g, x),
    "gelu_tanh": lambda g, x: aten.gelu_backward(g, x, approximate="tanh"),
    "gelu_smooth": lambda g, x: aten.infinitely_differentiable_gelu_backward(g, x),
    "silu": lambda g, x: aten.silu_backward(g, x),
    "mish": lambda g, x: aten.mish_backward(g, x),
    "prelu": lambda g, x: aten._prelu_kernel_backward(g, x, x[:1] * 0 + 0.25),
    "prelu_forward": lambda g, x: aten._prelu_kernel(x, x[:1] * 0 + 0.25),
    "log_sigmoid": lambda g, x: aten.log_sigmoid_backward(g, x, torch.exp(-x.abs())),
    "log_sigmoid_forward": lambda g, x: aten.log_sigmoid_forward(x),
    "logit": lambda g, x: aten.logit_backward(g, x.sigmoid()),
    "logit_eps": lambda g, x: aten.logit_backward(g, x, 0.1),
    "glu": lambda g, x: aten.glu_backward(g[:4], x, 0),
}
for _name, _op in GRADIENTS.items():
    add(f"gradient_{_name}", [rand(8), special()], _op)
    for _dtype in (F16, BF16, F64):
        _d = str(_dtype).removeprefix("torch.")
        add(f"gradient_{_name}_{_d}", [rand(8, dtype=_dtype), rand(8, dtype=_dtype)], _op)
for _training in (False, True):
    add(f"gradient_rrelu_{_training}", [rand(8), rand(8), rand(8)],
        lambda g, x, n, t=_training: aten.rrelu_with_noise_backward(g, x, n, 0.1, 0.3, t, False))
add("gradient_select", [rand(3)], lambda g: aten.select_backward(g, [3, 4], 1, -1))
add("gradient_slice", [rand(3, 2)], lambda g: aten.slice_backward(g, [3, 5], 1, 1, 4, 2))
add("gradient_diagonal", [rand(3)], lambda g: aten.diagonal_backward(g, [3, 4], 1, 0, 1))
add("gradient_index_select", [rand(3, 3), given(1, 0, 1)],
    lambda g, i: aten.index_select_backward(g, [4, 3], 0, i))
add("gradient_gather", [rand(3, 2), rand(3, 4), lambda: torch.tensor([[1, 1], [0, 3], [2, 0]])],
    lambda g, x, i: aten.gather_backward(g, x, 1, i, False))
add("gradient_selected", [rand(3), given(1, 0, 3)],
    lambda g, i: (aten.value_selecting_reduction_backward(g, 1, i, [3, 4], False),
                  aten.value_selecting_reduction_backward(g[:, None], 1, i[:, None], [3, 4], True)))
add("gradient_selected_scalar", [full(2.0), given(0)],
    lambda g, i: aten.value_selecting_reduction_backward(g, 0, i, [], False))
add("gradient_masked_select",
    [rand(6), rand(3, 4), lambda: torch.eye(3, 4) + torch.eye(3, 4)[[2, 0, 0]] > 0],
    lambda g, x, m: aten.masked_select_backward(g, x, m))
add("gradient_cummax", [rand(3, 4), rand(3, 4), lambda: torch.tensor([[0, 0, 2, 2]] * 3)],
    lambda g, x, i: aten.cummaxmin_backward(g, x, i, 1))
for _size, _step in ((2, 1), (2, 3), (3, 2), (3, 3)):
    add(f"gradient_unfold_{_size}_{_step}", [rand(2, (7 - _size) // _step + 1, 3, _size)],
        lambda g, n=_size, s=_step: aten.unfold_backward(g, [2, 7, 3], 1, n, s))
add("fake_quantize", [rand(3, 4), rand(3), lambda: torch.tensor([1, 0, 2], dtype=I32)],
    lambda x, s, z: (torch.fake_quantize_per_tensor_affine(x, 0.1, 3, 0, 255),
                     torch.fake_quantize_per_channel_affine(x, s.abs() + 0.1, z, 0, 0, 15)))
add("gradient_fake_quantize", [rand(4), flags(4)],
    lambda g, m: (aten.fake_quantize_per_tensor_affine_cachemask_backward(g, m),
                  aten.fake_quantize_per_channel_affine_cachemask_backward(g, m)))
add("casts", [rand(4)],
    lambda x: (aten._cast_Byte(x.abs()), aten._cast_Char(x), aten._cast_Short(x)))
add("gradient_trace", [full(2.0)], lambda g: aten.trace_backward(g, [3, 4]))
