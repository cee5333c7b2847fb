"""Programs for the rules of linear algebra, Fourier transforms, special functions, statistics."""

import torch
from mutation_parts import Programs, given, rand
from torch.export import Dim

programs = Programs()
aten = torch.ops.aten
INF = float("inf")
NAN = float("nan")
F64 = torch.float64
HALF = torch.float16
C64 = torch.complex64
I32 = torch.int32
I64 = torch.int64


def check(name, function, *inputs, **options):
    """A program of one function, whose results are a tensor or a tuple of tensors."""

    def forward(self, *args):
        result = function(*args)
        return result if isinstance(result, torch.Tensor) else tuple(result)

    if "dynamic_shapes" in options:
        options["dynamic_shapes"] = (options["dynamic_shapes"],)
    programs.add(*inputs, name=name, **options)(forward)


def values(*numbers, dtype=torch.float32):
    return lambda: torch.tensor(numbers, dtype=dtype)


def definite(*shape, dtype=torch.float32):
    """Symmetric matrices with positive eigenvalues."""

    def make():
        x = torch.randn(*shape, dtype=dtype)
        return x @ x.mH + torch.eye(shape[-1], dtype=dtype)

    return make


def regular(*shape, dtype=torch.float32):
    """Matrices that are far from singular."""
    return lambda: torch.randn(*shape, dtype=dtype) + 4 * torch.eye(shape[-1], dtype=dtype)


SPECIAL = values(-INF, -20.0, -2.5, -1.0, -0.25, 0.0, 0.25, 0.75, 1.0, 2.5, 20.0, INF, NAN)

# --------------------------------------------------------------------- Fourier transforms
for _norm in (None, "forward", "ortho"):
    for _name in ("fft", "ifft", "hfft", "irfft"):
        _fft = getattr(torch.fft, _name)
        _label = f"{_name}_{_norm or 'backward'}"
        check(_label + "_complex", lambda x, f=_fft, n=_norm: f(x, norm=n), rand(3, 6, dtype=C64))
        check(_label + "_real_cut", lambda x, f=_fft, n=_norm: f(x, 4, 0, n), rand(6, 3))
        check(
            _label + "_padded",
            lambda x, f=_fft, n=_norm: f(x, 9, 1, n),
            rand(2, 5, 3, dtype=F64),
        )
    for _name in ("rfft", "ihfft"):
        _fft = getattr(torch.fft, _name)
        _label = f"{_name}_{_norm or 'backward'}"
        check(_label, lambda x, f=_fft, n=_norm: f(x, norm=n), rand(3, 7))
        check(_label + "_integers", lambda x, f=_fft, n=_norm: f(x, 5, 0, n), rand(8, 2, dtype=I64))
    for _name in ("fftn", "ifftn", "hfftn", "irfftn", "rfftn", "ihfftn"):
        _fft = getattr(torch.fft, _name)
        _type = torch.float32 if _name in ("rfftn", "ihfftn") else C64
        _label = f"{_name}_{_norm or 'backward'}"
        check(_label, lambda x, f=_fft, n=_norm: f(x, norm=n), rand(3, 4, 6, dtype=_type))
        check(
            _label + "_sizes",
            lambda x, f=_fft, n=_norm: f(x, (5, -1, 4), norm=n),
            rand(2, 3, 4, 6, dtype=_type),
        )
        check(
            _label + "_dims",
            lambda x, f=_fft, n=_norm: f(x, dim=(2, 0), norm=n),
            rand(3, 4, 6, dtype=_type),
        )
        check(
            _label + "_one_dim", lambda x, f=_fft: f(x, (7,), (-2,)), rand(3, 4, 6, dtype=_type)
        )
for _name in ("fft2", "ifft2", "hfft2", "irfft2", "rfft2", "ihfft2"):
    _fft = getattr(torch.fft, _name)
    check(_name + "_real", lambda x, f=_fft: f(x, (3, 8), dim=(0, -1)), rand(4, 5, 6))
    check(_name + "_permuted", lambda x, f=_fft: f(x.permute(2, 0, 1)) * 2, rand(4, 5, 6))
check("fftn_no_dims", lambda x: torch.fft.fftn(x, dim=()), rand(3, 4, dtype=C64))
check("irfft_of_one", lambda x: torch.fft.irfft(x, 1), rand(3, 4, dtype=C64))
for _name in ("fftshift", "ifftshift"):
    _shift = getattr(torch.fft, _name)
    check(_name, _shift, rand(4, 5, 1))
    check(_name + "_dims", lambda x, f=_shift: f(x, (-1, 0)), rand(3, 4, 7, dtype=I64))
    check(_name + "_empty", lambda x, f=_shift: f(x, 1), rand(3, 0))
    check(_name + "_repeated", lambda x, f=_shift: f(x, (0, 0)), rand(5, 2))
    check(
        _name + "_dynamic", _shift, rand(6, 5), dynamic_shapes=({0: Dim("n", min=3, max=64)},)
    )
check(
    "fft_dynamic_batch",
    lambda x: torch.fft.irfft(torch.fft.rfft(x), 8),
    rand(3, 8),
    dynamic_shapes=({0: Dim("n", min=2, max=64)},),
)
check(
    "rfft_dynamic_size",
    torch.fft.rfft,
    rand(3, 8),
    dynamic_shapes=({1: Dim("n", min=4, max=64)},),
)


def stft(**options):
    return lambda x, *window: torch.stft(
        x, 8, window=window[0] if window else None, return_complex=True, **options
    )


check("stft_plain", stft(), rand(30))
check("stft_batch", stft(hop_length=3, center=False), rand(2, 30, dtype=F64))
check("stft_window", stft(win_length=5, normalized=True), rand(2, 30), rand(5))
check("stft_short_window", stft(win_length=5, pad_mode="constant"), rand(30))
check("stft_two_sided", stft(onesided=False), rand(2, 30), rand(8))
check("stft_complex", stft(onesided=False, center=False), rand(2, 30, dtype=C64))
check(
    "stft_real_result",
    lambda x: aten.stft.default(x, 8, 4, 6, None, False, True, False),
    rand(2, 30),
)
check(
    "stft_center",
    lambda x, w: aten.stft.center(x, 8, 2, 6, w, True, "constant", True, True, True),
    rand(2, 30),
    rand(6),
)


def window(size):
    return lambda: torch.hann_window(size) + 0.5


def istft(**options):
    return lambda x, w: torch.istft(x, 8, window=w, **options)


check("istft_plain", lambda x: torch.istft(x, 8), rand(5, 6, dtype=C64))
check("istft_window", istft(), rand(2, 5, 6, dtype=C64), window(8))
check("istft_short_window", istft(win_length=6), rand(2, 5, 6, dtype=C64), window(6))
check("istft_uncentered", istft(center=False, normalized=True), rand(5, 6, dtype=C64), window(8))
check("istft_cut", istft(length=9, hop_length=3), rand(2, 5, 6, dtype=C64), window(8))
check("istft_padded", istft(length=20, center=False), rand(5, 4, dtype=C64), window(8))
check("istft_two_sided", istft(onesided=False), rand(2, 8, 6, dtype=C64), window(8))
check(
    "istft_dynamic",
    istft(),
    rand(2, 5, 6, dtype=C64),
    window(8),
    dynamic_shapes=({0: Dim("m", min=2, max=64), 2: Dim("n", min=4, max=64)}, None),
)
check(
    "istft_complex", istft(onesided=False, return_complex=True), rand(2, 8, 6, dtype=C64), window(8)
)

check(
    "stft_dynamic_batch",
    lambda x: torch.stft(x, 16, window=torch.hann_window(16), return_complex=True).abs(),
    rand(2, 40),
    dynamic_shapes=({0: Dim("m", min=2, max=64), 1: Dim("n", min=16, max=512)},),
)

# ----------------------------------------------------------------------- linear algebra
for _type, _t in ((torch.float32, "f32"), (torch.complex128, "c128")):
    check(f"svdvals_{_t}", torch.linalg.svdvals, rand(2, 4, 3, dtype=_type))
    check(
        f"svd_values_only_{_t}",
        lambda x: torch.svd(x, compute_uv=False)[1],
        rand(4, 3, dtype=_type),
    )
    check(
        f"svd_product_{_t}",
        lambda x: (lambda u, s, v: u @ torch.diag_embed(s).to(u.dtype) @ v.mH)(*torch.svd(x)),
        rand(2, 4, 3, dtype=_type),
    )
    check(
        f"linalg_svd_product_{_t}",
        lambda x: (lambda u, s, v: u @ torch.diag_embed(s).to(u.dtype) @ v)(
            *torch.linalg.svd(x, full_matrices=False)
        ),
        rand(2, 4, 3, dtype=_type),
    )
    check(f"eigvalsh_{_t}", lambda x: torch.linalg.eigvalsh(x, "U"), definite(2, 3, 3, dtype=_type))
    check(f"eigh_values_{_t}", lambda x: torch.linalg.eigh(x)[0], definite(2, 3, 3, dtype=_type))
    check(f"det_{_t}", lambda x: (torch.det(x), torch.linalg.det(x)), rand(2, 3, 3, dtype=_type))
    check(f"slogdet_{_t}", torch.slogdet, rand(2, 3, 3, dtype=_type))
    check(f"linalg_slogdet_{_t}", torch.linalg.slogdet, rand(3, 3, dtype=_type))
    check(f"logdet_{_t}", torch.logdet, rand(5, 3, 3, dtype=_type))
    check(
        f"cholesky_upper_{_t}",
        lambda x: torch.linalg.cholesky(x, upper=True),
        definite(3, 3, dtype=_type),
    )
    check(f"cholesky_{_t}", torch.linalg.cholesky, definite(2, 3, 3, dtype=_type))
    check(
        f"inverse_{_t}",
        lambda x: (torch.inverse(x), torch.linalg.inv(x)),
        regular(2, 3, 3, dtype=_type),
    )
    check(
        f"solve_{_t}",
        torch.linalg.solve,
        regular(2, 3, 3, dtype=_type),
        rand(2, 3, 4, dtype=_type),
    )
    check(
        f"solve_right_{_t}",
        lambda a, b: torch.linalg.solve(a, b, left=False),
        regular(3, 3, dtype=_type),
        rand(2, 4, 3, dtype=_type),
    )
    check(
        f"solve_vector_{_t}",
        torch.linalg.solve,
        regular(2, 3, 3, dtype=_type),
        rand(2, 3, dtype=_type),
    )
    check(f"solve_ex_{_t}", torch.linalg.solve_ex, regular(3, 3, dtype=_type), rand(3, dtype=_type))
    check(f"lu_factor_{_t}", torch.linalg.lu_factor, rand(2, 4, 3, dtype=_type))
    check(f"ldl_factor_{_t}", torch.linalg.ldl_factor, definite(3, 3, dtype=_type))
    check(f"qr_r_{_t}", lambda x: torch.qr(x, some=False)[1].abs(), rand(4, 3, dtype=_type))
    check(f"pinverse_{_t}", lambda x: torch.pinverse(x, 1e-10), rand(2, 4, 3, dtype=_type))
    check(f"pinv_{_t}", torch.linalg.pinv, rand(2, 4, 3, dtype=_type))
    check(
        f"pinv_hermitian_{_t}",
        lambda x: torch.linalg.pinv(x, hermitian=True),
        definite(3, 3, dtype=_type),
    )
    check(f"matrix_rank_{_t}", torch.linalg.matrix_rank, rand(2, 4, 3, dtype=_type))
    check(f"tensorinv_{_t}", torch.linalg.tensorinv, rand(4, 6, 8, 3, dtype=_type))
    check(
        f"tensorsolve_{_t}",
        torch.linalg.tensorsolve,
        rand(2, 3, 6, dtype=_type),
        rand(2, 3, dtype=_type),
    )
    check(f"matrix_exp_{_t}", torch.matrix_exp, rand(2, 3, 3, dtype=_type))
    check(f"mH_{_t}", lambda x: (x.mH * 2, x.adjoint() + 1, x[0].H * 3), rand(2, 3, 4, dtype=_type))
    for _power in (-3, -1, 0, 1, 2, 3, 5, 8):
        check(
            f"matrix_power_{_power}_{_t}".replace("-", "minus_"),
            lambda x, n=_power: torch.matrix_power(x, n),
            regular(2, 3, 3, dtype=_type),
        )
    for _p in (None, 1, -1, 2, -2, INF, -INF, "fro", "nuc"):
        check(
            f"cond_{_p}_{_t}".replace("-", "minus_"),
            lambda x, p=_p: torch.linalg.cond(x, p),
            regular(2, 3, 3, dtype=_type),
        )
        if _p is not None:
            check(
                f"matrix_norm_{_p}_{_t}".replace("-", "minus_"),
                lambda x, p=_p: (
                    torch.linalg.matrix_norm(x, p),
                    torch.linalg.matrix_norm(x, p, (2, 0)),
                    torch.linalg.matrix_norm(x, p, (0, -2), keepdim=True),
                    torch.linalg.norm(x[0], p),
                    torch.linalg.norm(x, p, (0, 1)),
                ),
                rand(2, 4, 3, dtype=_type),
            )
    check(
        f"norms_{_t}",
        lambda x: (
            torch.linalg.norm(x),
            torch.linalg.norm(x, keepdim=True),
            torch.linalg.norm(x, 3, 1),
            torch.linalg.norm(x, dim=(0, 1)),
            torch.norm(x),
            torch.norm(x, 1),
            torch.norm(x, INF, 1),
            torch.norm(x, "nuc", (0, 1)),
            torch.norm(x[0], "nuc", keepdim=True),
            torch.norm(x, "fro", (0, 1), keepdim=True),
            aten.frobenius_norm.dim(x, [1]),
            aten.norm.ScalarOpt_dim(x, None, [0], True),
            torch.norm_except_dim(x, 2, 0),
            torch.norm_except_dim(x, 2, 1),
            torch.norm_except_dim(x, 3, 2),
            torch.norm_except_dim(x, 2, -1),
        ),
        rand(2, 4, 3, dtype=_type),
    )
check("svd_zeros", lambda x: torch.svd(x, compute_uv=False), rand(2, 4, 3))
check("cond_singular", lambda x: torch.linalg.cond(x, 1), lambda: torch.ones(2, 3, 3))
check("cond_empty", torch.linalg.cond, rand(2, 0, 0))
check("norm_dtype", lambda x: torch.norm(x, 2, (0,), dtype=F64), rand(3, 4, dtype=HALF))
check("linalg_norm_dtype", lambda x: torch.linalg.norm(x, 2, (0, 1), dtype=F64), rand(3, 4))
check("matrix_norm_inf_dtype", lambda x: torch.linalg.norm(x, INF, (1, 0), dtype=F64), rand(3, 4))
check("norm_half", lambda x: (torch.norm(x), torch.linalg.norm(x, 1, 0)), rand(3, 4, dtype=HALF))
check("pinv_tolerances", lambda x: torch.linalg.pinv(x, atol=0.5), rand(4, 3))
check("pinv_rtol", lambda x: torch.linalg.pinv(x, rtol=0.5), rand(4, 3))
check("pinv_rcond", lambda x: aten.linalg_pinv.default(x, 0.3), rand(4, 3))
check(
    "pinv_rcond_tensor",
    lambda x, r: aten.linalg_pinv.rcond_tensor(x, r),
    rand(2, 4, 3),
    values(0.1, 0.5),
)
check(
    "matrix_rank_tolerances",
    lambda x, a, r: (
        torch.linalg.matrix_rank(x, atol=0.5),
        torch.linalg.matrix_rank(x, rtol=0.5),
        torch.linalg.matrix_rank(x, atol=a),
        torch.linalg.matrix_rank(x, rtol=r),
        torch.linalg.matrix_rank(x, atol=a, rtol=r),
        aten.linalg_matrix_rank.default(x, 0.7),
        aten.linalg_matrix_rank.tol_tensor(x, a),
    ),
    rand(2, 4, 3),
    values(0.0, 1.5),
    values(0.3, 0.6),
)
check(
    "matrix_rank_hermitian",
    lambda x: torch.linalg.matrix_rank(x, hermitian=True),
    definite(2, 3, 3),
)
check("matrix_rank_empty", torch.linalg.matrix_rank, rand(2, 0, 3))
check("tensorinv_one", lambda x: torch.linalg.tensorinv(x, 1), rand(6, 2, 3))
check(
    "tensorsolve_dims",
    lambda a, b: torch.linalg.tensorsolve(a, b, (0,)),
    rand(6, 2, 3),
    rand(2, 3),
)
check("lu_with_info", lambda x: aten._lu_with_info(x), rand(2, 3, 3))
check(
    "lu_solve",
    lambda a, b: torch.lu_solve(b, *torch.linalg.lu_factor(a)),
    regular(2, 3, 3),
    rand(2, 3, 2),
)
check("orgqr", lambda x: torch.orgqr(*torch.geqrf(x)).abs(), rand(4, 3))
check("euclidean_dist", aten._euclidean_dist.default, rand(2, 5, 3), rand(2, 4, 3))
check("eigvals", lambda x: torch.linalg.eigvals(x).abs().sort()[0], rand(3, 3))
check(
    "solve_then_view",
    lambda a, b: torch.linalg.solve(a, b).reshape(-1),
    regular(2, 3, 3),
    rand(2, 3, 4),
)
check("inverse_then_view", lambda a: torch.linalg.inv(a).flatten(1) + 1, regular(2, 3, 3))
check(
    "det_dynamic",
    lambda x: torch.linalg.det(x) + torch.linalg.norm(x, dim=(1, 2)),
    rand(3, 4, 4),
    dynamic_shapes=({0: Dim("n", min=2, max=64)},),
)
check(
    "pinv_dynamic",
    torch.linalg.pinv,
    rand(2, 4, 3),
    dynamic_shapes=({1: Dim("n", min=4, max=64)},),
)
check(
    "matrix_rank_dynamic",
    torch.linalg.matrix_rank,
    rand(2, 4, 3),
    dynamic_shapes=({1: Dim("n", min=4, max=64)},),
)
check(
    "singular_values_dynamic",
    lambda x: (torch.linalg.svdvals(x), torch.linalg.cond(x), torch.linalg.norm(x, "nuc", (1, 2))),
    rand(2, 5, 3),
    dynamic_shapes=({1: Dim("n", min=4, max=64)},),
)
check(
    "inv_dynamic_size",
    lambda x: torch.linalg.inv(x).reshape(-1),
    regular(2, 4, 4),
    dynamic_shapes=({1: Dim("n", min=3, max=64), 2: Dim("n", min=3, max=64)},),
)

# ------------------------------------------------------------------------------ products
for _type, _t in ((torch.float32, "f32"), (I64, "i64"), (C64, "c64"), (HALF, "f16")):
    check(f"vdot_{_t}", torch.vdot, rand(7, dtype=_type), rand(7, dtype=_type))
    if _type != I64:
        check(f"vecdot_{_t}", torch.linalg.vecdot, rand(3, 4, dtype=_type), rand(4, dtype=_type))
        check(
            f"vecdot_dim_{_t}",
            lambda x, y: torch.linalg.vecdot(x, y, dim=0),
            rand(3, 4, dtype=_type),
            rand(3, 4, dtype=_type),
        )
    check(f"inner_{_t}", torch.inner, rand(2, 3, dtype=_type), rand(4, 5, 3, dtype=_type))
    check(f"inner_vectors_{_t}", torch.inner, rand(3, dtype=_type), rand(3, dtype=_type))
    check(
        f"tensordot_{_t}",
        lambda x, y: torch.tensordot(x, y, ([0, 2], [1, 0])),
        rand(2, 3, 4, dtype=_type),
        rand(4, 2, 5, dtype=_type),
    )
    check(
        f"tensordot_broadcast_{_t}",
        lambda x, y: torch.tensordot(x, y, 2),
        rand(3, 1, 4, dtype=_type),
        rand(5, 4, 2, dtype=_type),
    )
    check(f"trace_{_t}", torch.trace, rand(3, 4, dtype=_type))
    check(f"kron_{_t}", torch.kron, rand(2, 3, dtype=_type), rand(4, 1, 2, dtype=_type))
    check(
        f"cross_{_t}",
        lambda x, y: (torch.linalg.cross(x, y, dim=1), torch.cross(x, y, dim=-2)),
        rand(2, 3, 4, dtype=_type),
        rand(1, 3, 4, dtype=_type),
    )
    check(
        f"cross_default_{_t}",
        aten.cross.default,
        rand(2, 3, 3, dtype=_type),
        rand(2, 3, 3, dtype=_type),
    )
    check(
        f"multi_dot_{_t}",
        lambda a, b, c, d: (
            torch.linalg.multi_dot([a, b, c]),
            torch.linalg.multi_dot([a[0], b, c, d]),
            torch.linalg.multi_dot([a, b, c, d[:, None], d[None]]),
            torch.chain_matmul(a, b, c),
        ),
        rand(2, 9, dtype=_type),
        rand(9, 3, dtype=_type),
        rand(3, 8, dtype=_type),
        rand(8, dtype=_type),
    )
    check(
        f"vander_{_t}",
        lambda x: (torch.vander(x), torch.vander(x, 2, True), torch.vander(x, 1)),
        rand(4, dtype=_type),
    )
check("tensordot_all", lambda x, y: torch.tensordot(x, y, 2), rand(2, 3), rand(2, 3))
check("tensordot_none", lambda x, y: torch.tensordot(x, y, 0), rand(2, 3), rand(4))
check("inner_scalar", torch.inner, given(0.7), rand(2, 3))
check("outer_types", torch.outer, rand(3), rand(4, dtype=I64))
check("ger", torch.ger, rand(3), rand(4))
check("kron_scalar", torch.kron, given(0.7), rand(2, 3))
check("kron_types", torch.kron, rand(2, dtype=I32), rand(2, 3))
check("linalg_vander", lambda x: torch.linalg.vander(x, N=3), rand(4, dtype=C64))
check("vander_int32", torch.vander, rand(3, dtype=I32))
check("vander_bool", torch.vander, values(True, False, True, dtype=torch.bool))
check("linalg_vander_batch", torch.linalg.vander, rand(2, 3, dtype=I32))
check("linalg_diagonal", lambda x: torch.linalg.diagonal(x, offset=1) * 2, rand(2, 3, 4))
check("linalg_matmul", torch.linalg.matmul, rand(2, 3, 4), rand(4, 2))
check("matrix_power_integers", lambda x: torch.matrix_power(x, 3), rand(3, 3, dtype=I64))
for _name, _function in (
    ("inner", torch.inner),
    ("tensordot", lambda x, y: torch.tensordot(x, y, ([1], [1]))),
    ("outer", lambda x, y: torch.outer(x[:, 0], y[0])),
    ("vecdot", lambda x, y: torch.linalg.vecdot(x, y[0])),
    ("matrix_power", lambda x, y: torch.linalg.matrix_power(x @ y.mT @ y @ x.mT, 3)),
):
    check(
        _name + "_dynamic",
        _function,
        rand(5, 4),
        rand(3, 4),
        dynamic_shapes=({0: Dim("n", min=2, max=64)}, None),
    )

for _type, _t in ((torch.float32, "f32"), (HALF, "f16"), (I64, "i64"), (C64, "c64")):
    check(
        f"baddbmm_{_t}",
        lambda x, y, z: (
            torch.baddbmm(x, y, z),
            torch.baddbmm(x, y, z, beta=0),
            torch.baddbmm(x, y, z, beta=2, alpha=3),
        ),
        rand(3, 5, dtype=_type),
        rand(2, 3, 4, dtype=_type),
        rand(2, 4, 5, dtype=_type),
    )

# ---------------------------------------------------------------------------- statistics
for _type, _t in ((torch.float32, "f32"), (HALF, "f16"), (C64, "c64")):
    check(
        f"std_{_t}",
        lambda x: (
            torch.std(x),
            torch.std(x, False),
            torch.std(x, 1),
            torch.std(x, (0, 2), unbiased=False, keepdim=True),
            torch.std(x, 0, correction=2),
            torch.std(x, correction=0.5),
        ),
        rand(3, 4, 5, dtype=_type),
    )
    check(
        f"var_{_t}",
        lambda x: (
            torch.var(x),
            torch.var(x, False),
            torch.var(x, 1),
            torch.var(x, (0, 2), unbiased=False, keepdim=True),
            torch.var(x, 0, correction=2),
        ),
        rand(3, 4, 5, dtype=_type),
    )
    check(
        f"std_mean_{_t}",
        lambda x: (
            *torch.std_mean(x),
            *torch.std_mean(x, False),
            *torch.std_mean(x, 1),
            *torch.std_mean(x, (0, 2), keepdim=True, correction=0),
            *torch.var_mean(x),
            *torch.var_mean(x, False),
            *torch.var_mean(x, -1, keepdim=True),
            *torch.var_mean(x, (0, 2), correction=0),
        ),
        rand(3, 4, 5, dtype=_type),
    )
    check(
        f"logsumexp_{_t}",
        lambda x: (
            torch.logsumexp(x, 0),
            torch.logsumexp(x, (0, -1), keepdim=True),
            torch.special.logsumexp(x, (1,)),
        ),
        rand(3, 4, 5, dtype=_type),
    )
check(
    "logsumexp_infinite",
    lambda x: torch.logsumexp(x, 1),
    lambda: torch.tensor([[-INF, -INF], [INF, 1], [-INF, 2], [NAN, 0], [1e30, 1e30]]),
)
check("logsumexp_integers", lambda x: torch.logsumexp(x, 0), rand(3, 4, dtype=I64))
check("logsumexp_empty", lambda x: torch.logsumexp(x, 0), rand(0, 4))
check("logsumexp_scalar", lambda x: torch.logsumexp(x, 0), given(0.7))
check(
    "logsumexp_dynamic",
    lambda x: torch.logsumexp(x, 0),
    rand(3, 4),
    dynamic_shapes=({0: Dim("n", min=2, max=64)},),
)
check("logsumexp_conjugate", lambda x: torch.logsumexp(x.conj(), 0), rand(3, 4, dtype=C64))
check("var_one", lambda x: (torch.var(x), torch.std(x)), rand(1))
for _type, _t in ((torch.float32, "f32"), (I32, "i32"), (C64, "c64"), (torch.bool, "bool")):
    check(
        f"count_nonzero_{_t}",
        lambda x: (
            torch.count_nonzero(x),
            torch.count_nonzero(x, 1),
            torch.count_nonzero(x, (0, -1)),
        ),
        lambda t=_type: torch.randint(-2, 2, (3, 4, 5)).to(t),
    )


def holes(*shape, dtype=torch.float32):
    """Random values, NaN among them."""

    def make():
        x = torch.randn(*shape, dtype=dtype)
        return torch.where(x > 0.7, torch.tensor(NAN, dtype=dtype), x)

    return make


for _type, _t in ((torch.float32, "f32"), (HALF, "f16")):
    check(
        f"nansum_{_t}",
        lambda x: (
            torch.nansum(x),
            torch.nansum(x, 1),
            torch.nansum(x, (0,), keepdim=True, dtype=F64),
        ),
        holes(3, 4, dtype=_type),
    )
    check(
        f"nanmean_{_t}",
        lambda x: (
            torch.nanmean(x),
            torch.nanmean(x, 1),
            torch.nanmean(x, (0,), keepdim=True, dtype=F64),
        ),
        holes(3, 4, dtype=_type),
    )
check(
    "nansum_integers",
    lambda x: (torch.nansum(x), torch.nansum(x, 1, dtype=torch.float32)),
    rand(3, 4, dtype=I32),
)
for _mode in ("linear", "lower", "higher", "midpoint", "nearest"):
    for _name in ("quantile", "nanquantile"):
        _quantile = getattr(torch, _name)
        check(
            f"{_name}_{_mode}",
            lambda x, q, f=_quantile, m=_mode: (
                f(x, 0.3, interpolation=m),
                f(x, 0.6, 0, interpolation=m),
                f(x, 0.5, 1, True, interpolation=m),
                f(x, 0.25, keepdim=True, interpolation=m),
                f(x, q, interpolation=m),
                f(x, q, 0, True, interpolation=m),
                f(x, q, -2, interpolation=m),
                f(x, q[1], 2, interpolation=m),
                f(x, q, keepdim=True, interpolation=m),
            ),
            holes(3, 5, 7),
            values(0.0, 0.35, 0.5, 1.0),
        )
check("quantile_double", lambda x: torch.quantile(x, 0.4, 1), rand(3, 6, dtype=F64))
check("quantile_scalar", lambda x: (torch.quantile(x, 0.4), torch.quantile(x, 0.4, 0)), given(0.7))
check(
    "nanquantile_all_nan",
    lambda x: torch.nanquantile(x, 0.4, 1),
    lambda: torch.full((2, 3), NAN),
)
check(
    "quantile_dynamic",
    lambda x: (torch.quantile(x, 0.4, 0), torch.quantile(x, 0.4, 1)),
    rand(5, 6),
    dynamic_shapes=({0: Dim("n", min=2, max=64)},),
)

for _name, _function in (
    ("std", lambda x: (torch.std(x, 0), *torch.std_mean(x), torch.var(x, 1, False))),
    ("nanmean", lambda x: (torch.nanmean(x, 0, True), torch.nansum(x))),
    ("count_nonzero", lambda x: (torch.count_nonzero(x, 0), torch.count_nonzero(x))),
):
    check(_name + "_dynamic", _function, rand(5, 6), dynamic_shapes=({0: Dim("n", min=2, max=64)},))
check(
    "pinv_tolerance_dynamic",
    lambda x: (torch.linalg.pinv(x, rtol=0.1), torch.linalg.pinv(x, atol=0.0)),
    rand(2, 4, 3),
    dynamic_shapes=({1: Dim("n", min=4, max=64)},),
)

# --------------------------------------------------------------------- special functions
for _name in (
    "digamma erf erfc erfinv exp2 expit expm1 gammaln i0 log1p psi round sinc ndtr log_ndtr entr "
    "logit"
).split():
    _special = getattr(torch.special, _name)
    check(f"special_{_name}", _special, SPECIAL)
    check(f"special_{_name}_double", _special, rand(3, 4, dtype=F64))
    if _name != "round":
        check(f"special_{_name}_integers", _special, values(-3, -1, 0, 1, 2, 30, dtype=I64))
    if _name not in ("log_ndtr",):
        check(f"special_{_name}_half", _special, lambda: torch.rand(3, 4).to(HALF))
check("special_round_decimals", lambda x: torch.special.round(x, decimals=2), rand(3, 4))
check("sinc_complex", torch.sinc, rand(3, 4, dtype=C64))
check("logit_eps", lambda x: (torch.logit(x, 0.1), torch.logit(x, 0.0), torch.logit(x)), SPECIAL)
check("logit_eps_half", lambda x: torch.logit(x, 0.1), lambda: torch.rand(5, 4).to(HALF))
check(
    "special_gammainc",
    lambda x, y: (torch.special.gammainc(x, y), torch.special.gammaincc(x, y)),
    lambda: torch.rand(4) + 1,
    lambda: torch.rand(4),
)
check(
    "special_softmax",
    lambda x: (torch.special.softmax(x, 1), torch.special.log_softmax(x, 0, dtype=F64)),
    rand(3, 4),
)
check(
    "special_polygamma",
    lambda x: (torch.special.polygamma(0, x), torch.special.polygamma(2, x)),
    lambda: torch.rand(4) + 1,
)
check(
    "mvlgamma",
    lambda x: (torch.mvlgamma(x, 1), torch.special.multigammaln(x, 4)),
    lambda: torch.rand(3, 2) + 3,
)
check("mvlgamma_integers", lambda x: torch.mvlgamma(x, 3), values(3, 5, 9, dtype=I64))
for _name, _function in (
    ("xlogy", torch.xlogy),
    ("special_xlogy", torch.special.xlogy),
    ("special_xlog1py", torch.special.xlog1py),
):
    check(
        _name,
        lambda x, y, f=_function: (
            f(x, y),
            f(x[:, None], x),
            f(2, y),
            f(0, y),
            f(x, 3.5),
            f(x, NAN),
            f(x, 0),
        ),
        SPECIAL,
        SPECIAL,
    )
    check(
        _name + "_types",
        lambda x, y, f=_function: (f(x, y), f(y, x), f(x, 2)),
        values(0, 1, 2, dtype=I64),
        rand(3, dtype=HALF),
    )
for _name, _function in (("logaddexp", torch.logaddexp), ("logaddexp2", torch.logaddexp2)):
    check(_name, lambda x, y, f=_function: f(x[:, None], y), SPECIAL, SPECIAL)
    check(_name + "_half", _function, rand(3, 4, dtype=HALF), rand(4, dtype=HALF))
    check(_name + "_types", _function, rand(3, 4), rand(4, dtype=F64))
check("logaddexp_complex", torch.logaddexp, rand(9, 4, dtype=C64), rand(4, dtype=C64))
check(
    "logaddexp_complex_infinite",
    torch.logaddexp,
    given(complex(-INF, 0), complex(NAN, 0), complex(1, 2), dtype=C64),
    given(complex(-INF, 0), complex(1, 2), complex(-INF, 1), dtype=C64),
)
check("logaddexp_conjugate", lambda x, y: torch.logaddexp(x.conj(), y), *[rand(4, dtype=C64)] * 2)
check("heaviside", torch.heaviside, SPECIAL, given(0.7))
check(
    "heaviside_integers",
    torch.heaviside,
    values(-2, 0, 3, dtype=I64),
    values(7, 8, 9, dtype=I64),
)
check(
    "float_power",
    lambda x, y: (torch.float_power(x, y), torch.float_power(x, 2), torch.float_power(2, y)),
    rand(3),
    values(1, -2, 3, dtype=I64),
)
check(
    "float_power_complex",
    lambda x, y: (torch.float_power(x, y), torch.float_power(y, x), torch.float_power(x, 0.5)),
    rand(3, dtype=C64),
    rand(3),
)
check(
    "lerp_scalar",
    lambda x, y: [torch.lerp(x, y, w) for w in (0.0, 0.3, 0.5, 0.9, 1.0, -2, 3)],
    rand(3, 4),
    rand(4),
)
check("lerp_tensor", torch.lerp, rand(3, 4), rand(4), rand(3, 1))
check(
    "lerp_half",
    lambda x, y, w: (torch.lerp(x, y, 0.7), torch.lerp(x, y, w)),
    rand(3, 4, dtype=HALF),
    rand(4, dtype=HALF),
    given(0.3, dtype=HALF),
)
check(
    "lerp_complex",
    lambda x, y, w: (torch.lerp(x, y, 0.7), torch.lerp(x, y, w)),
    rand(3, dtype=C64),
    rand(3, dtype=C64),
    rand(3, dtype=C64),
)
for _type, _t in ((torch.float32, "f32"), (HALF, "f16"), (torch.bfloat16, "bf16"), (F64, "f64")):
    check(
        f"nan_to_num_{_t}",
        lambda x: (torch.nan_to_num(x), torch.nan_to_num(x, 2.5, 7, -8.5)),
        values(NAN, INF, -INF, 1.5, dtype=_type),
    )
check(
    "nan_to_num_complex",
    torch.nan_to_num,
    values(complex(NAN, 1), complex(INF, -INF), complex(2, 3), dtype=C64),
)
check("nan_to_num_integers", lambda x: torch.nan_to_num(x) + 1, rand(3, dtype=I32))
check("sgn", torch.sgn, SPECIAL)
check("sgn_complex", torch.sgn, values(0j, 3 + 4j, -2j, dtype=C64))
check("frac", torch.frac, values(-2.75, -0.5, 0.0, 0.25, 3.5))
check("chalf", lambda x: x.chalf(), rand(3))
