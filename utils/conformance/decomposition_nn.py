"""Neural-network operators: pads, pooling, upsampling, losses, activations, dropout, recurrent
networks."""

import itertools

import torch
import torch.nn.functional as F
from function_programs import Programs, below, rand, uniform
from torch.export import Dim

programs = Programs()
add = programs.add
aten = torch.ops.aten

FLOATS = (torch.float32, torch.float64, torch.float16, torch.bfloat16)
HALVES = (torch.float16, torch.bfloat16)
REDUCTIONS = ("none", "mean", "sum")


def dynamic(*dims):
    """Dynamic shapes of the arguments of `Function`, which takes them as one list."""
    return (tuple(dims),)


# ------------------------------------------------------------------------------ pads
for mode in ("reflect", "replicate", "circular"):
    add(f"pad_{mode}_1d", lambda x, mode=mode: F.pad(x, (2, 1), mode), rand(2, 3, 5))
    add(f"pad_{mode}_unbatched", lambda x, mode=mode: F.pad(x, (2, 1), mode), rand(3, 5))
    add(f"pad_{mode}_2d", lambda x, mode=mode: F.pad(x, (0, 1, 2, 3), mode), rand(2, 3, 5, 4))
    add(
        f"pad_{mode}_3d",
        lambda x, mode=mode: F.pad(x, (1, 1, 0, 0, 2, 1), mode),
        rand(1, 2, 4, 5, 3),
    )
    add(
        f"pad_{mode}_complex",
        lambda x, mode=mode: F.pad(x, (1, 2), mode),
        rand(2, 3, 4, dtype=torch.complex64),
    )
    add(
        f"pad_{mode}_dynamic",
        lambda x, mode=mode: F.pad(x, (1, 2), mode),
        rand(2, 3, 6),
        dynamic_shapes=dynamic({0: Dim("b", min=1, max=64), 2: Dim("n", min=4, max=64)}),
    )
add("pad_crop", lambda x: F.pad(x, (-1, 2, 1, -2), "circular"), rand(2, 3, 5, 6))
add("pad_crop_replicate", lambda x: F.pad(x, (-1, 2), "replicate"), rand(2, 3, 5))
add("pad_constant_negative", lambda x: F.pad(x, (-1, 2, 0, 3), value=-2.5), rand(2, 3, 5))
for rank in (1, 2, 3):
    pads = [1, 2] * rank
    for kind in ("reflection", "replication"):
        backward = getattr(aten, f"{kind}_pad{rank}d_backward")
        add(
            f"{kind}_pad{rank}d_backward",
            lambda g, x, backward=backward, pads=pads: backward(g, x, pads),
            rand(2, 3, *[7] * rank),
            rand(2, 3, *[4] * rank),
        )

# --------------------------------------------------------------------------- pooling
add("max_pool1d_unbatched", lambda x: F.max_pool1d(x, 3, 2, 1, ceil_mode=True), rand(3, 10))
add("max_pool1d_indices", lambda x: F.max_pool1d(x, 2, return_indices=True), rand(2, 3, 10))
add("max_pool1d_dilation", lambda x: F.max_pool1d(x, 3, 1, 1, 2), rand(2, 3, 10))
add(
    "max_pool3d_all",
    lambda x: F.max_pool3d(x, 2, (1, 2, 2), 1, ceil_mode=True),
    rand(2, 3, 5, 6, 7),
)
add("avg_pool1d_exclude", lambda x: F.avg_pool1d(x, 3, 2, 1, True, False), rand(2, 3, 10))
for size in (1, 3):
    add(
        f"adaptive_avg_pool1d_{size}", lambda x, n=size: F.adaptive_avg_pool1d(x, n), rand(2, 3, 10)
    )
    add(
        f"adaptive_max_pool1d_{size}",
        lambda x, n=size: F.adaptive_max_pool1d(x, n, True),
        rand(3, 10),
    )
    add(
        f"adaptive_avg_pool3d_{size}",
        lambda x, n=size: F.adaptive_avg_pool3d(x, n),
        rand(2, 3, 6, 7, 8),
    )
for rank in (1, 2, 3):
    pool, unpool = getattr(F, f"max_pool{rank}d"), getattr(F, f"max_unpool{rank}d")
    add(
        f"max_unpool{rank}d_pair",
        lambda x, pool=pool, unpool=unpool: unpool(*pool(x, 2, return_indices=True), 2),
        rand(2, 3, *[6] * rank),
    )
add("unfold_options", lambda x: F.unfold(x, (2, 3), (1, 2), (1, 2), (2, 1)), rand(2, 3, 8, 9))
add("unfold_unbatched", lambda x: F.unfold(x, 3), rand(3, 8, 9))
add(
    "unfold_dynamic",
    lambda x: F.unfold(x, 2, padding=1),
    rand(2, 3, 8, 9),
    dynamic_shapes=dynamic({0: Dim("b", min=2, max=9)}),
)

# ------------------------------------------------------------------------ upsampling
SIZES = {1: (7,), 2: (7, 5), 3: (7, 3, 6)}
FACTORS = {1: (2.0, 1.7, 0.6), 2: ((2.0, 3.0), (1.7, 0.6)), 3: ((2.0, 3.0, 2.0), (1.7, 0.6, 1.3))}
MODES = {
    1: ("nearest", "nearest-exact", "linear"),
    2: ("nearest", "nearest-exact", "bilinear", "bicubic"),
    3: ("nearest", "nearest-exact", "trilinear"),
}
for rank in (1, 2, 3):
    x = rand(2, 3, *(4, 6, 5)[:rank])
    for mode in MODES[rank]:
        corners = (None,) if mode.startswith("nearest") else (False, True)
        for align in corners:
            label = f"upsample_{rank}d_{mode.replace('-', '_')}" + ("_align" if align else "")
            add(
                f"{label}_size",
                lambda x, s=SIZES[rank], m=mode, a=align: F.interpolate(
                    x, s, mode=m, align_corners=a
                ),
                x,
            )
            for i, factor in enumerate(FACTORS[rank]):
                add(
                    f"{label}_factor{i}",
                    lambda x, s=factor, m=mode, a=align: F.interpolate(x, None, s, m, a),
                    x,
                )
            add(
                f"{label}_recompute",
                lambda x, s=FACTORS[rank][1], m=mode, a=align: F.interpolate(
                    x, None, s, m, a, True
                ),
                x,
            )
            # torch's kernels round the weights of half precision, too.
            programs.each_dtype(
                label,
                (torch.float64, *(HALVES if align is None else ())),
                lambda x, s=SIZES[rank], m=mode, a=align: F.interpolate(
                    x, s, mode=m, align_corners=a
                ),
                x,
            )
            if mode != "bilinear":
                dims = {2 + i: Dim(f"n{i}", min=3, max=40) for i in range(rank)}
                add(
                    f"{label}_dynamic",
                    lambda x, m=mode, a=align: F.interpolate(x, None, 2, m, a),
                    x,
                    dynamic_shapes=dynamic({0: Dim("b", min=1, max=9), **dims}),
                )
add(
    "upsample_nearest_uint8",
    lambda x: F.interpolate(x, 7, mode="nearest-exact"),
    lambda: torch.randint(0, 255, (2, 3, 5), dtype=torch.uint8),
)
add(
    "upsample_single",
    lambda x: F.interpolate(x, 1, mode="linear", align_corners=True),
    rand(2, 3, 5),
)
add(
    "upsample_nearest2d_default",
    lambda x: aten.upsample_nearest2d(x, [7, 9], 1.8, 1.6),
    rand(2, 3, 4, 6),
)
add(
    "upsample_bicubic2d_default",
    lambda x: aten.upsample_bicubic2d(x, [7, 9], False, 1.8, None),
    rand(2, 3, 4, 6),
)
add("upsample_nearest_many", lambda x: F.interpolate(x, 1000), rand(1, 1, 333))
for mode in ("bilinear", "bicubic"):
    add(
        f"upsample_antialias_{mode}",
        lambda x, m=mode: F.interpolate(x, (3, 4), mode=m, antialias=True),
        rand(2, 3, 8, 9),
    )
    add(
        f"upsample_antialias_{mode}_factor",
        lambda x, m=mode: F.interpolate(x, scale_factor=0.4, mode=m, antialias=True),
        rand(2, 3, 8, 9),
    )
for mode, padding, align in itertools.product(
    ("bilinear", "nearest"), ("zeros", "border"), (False, True)
):
    add(
        f"grid_sample_{mode}_{padding}_{align}",
        lambda x, g, m=mode, p=padding, a=align: F.grid_sample(x, g, m, p, a),
        rand(2, 3, 5, 6),
        lambda: torch.rand(2, 4, 3, 2) * 2.2 - 1.1,
    )
add(
    "grid_sample_3d",
    lambda x, g: F.grid_sample(x, g, align_corners=False),
    rand(2, 3, 4, 5, 6),
    lambda: torch.rand(2, 3, 2, 4, 3) * 2 - 1,
)

# ---------------------------------------------------------------------------- losses
ELEMENT_LOSSES = {
    "l1": F.l1_loss,
    "mse": F.mse_loss,
    "smooth_l1": lambda x, y, reduction: F.smooth_l1_loss(x, y, reduction=reduction, beta=0.7),
    "smooth_l1_zero": lambda x, y, reduction: F.smooth_l1_loss(x, y, reduction=reduction, beta=0.0),
    "huber": lambda x, y, reduction: F.huber_loss(x, y, reduction=reduction, delta=0.6),
    "soft_margin": F.soft_margin_loss,
    "poisson": lambda x, y, reduction: F.poisson_nll_loss(
        x, y.abs() * 3, full=True, reduction=reduction
    ),
    "poisson_linear": lambda x, y, reduction: F.poisson_nll_loss(
        x.abs(), y.abs(), False, eps=1e-4, reduction=reduction
    ),
    "kl_div": lambda x, y, reduction: F.kl_div(x, y.relu(), reduction=reduction),
    "kl_div_log": lambda x, y, reduction: F.kl_div(x, y, reduction=reduction, log_target=True),
    "bce": lambda x, y, reduction: F.binary_cross_entropy(
        x.sigmoid(), y.sigmoid(), reduction=reduction
    ),
    "bce_logits": F.binary_cross_entropy_with_logits,
}
for (name, loss), reduction in itertools.product(ELEMENT_LOSSES.items(), REDUCTIONS):
    function = lambda x, y, loss=loss, reduction=reduction: loss(x, y, reduction=reduction)
    dtypes = FLOATS if reduction != "none" else (torch.float32, torch.bfloat16)
    programs.each_dtype(f"{name}_{reduction}", dtypes, function, rand(3, 4), rand(3, 4))
for name in ("l1", "mse", "huber"):
    add(
        f"{name}_broadcast",
        lambda x, y, loss=ELEMENT_LOSSES[name]: loss(x, y, reduction="mean"),
        rand(3, 4),
        rand(4),
    )
    add(
        f"{name}_empty",
        lambda x, y, loss=ELEMENT_LOSSES[name]: loss(x, y, reduction="mean"),
        rand(0, 4),
        rand(0, 4),
    )
add(
    "l1_complex",
    lambda x, y: F.l1_loss(x, y),
    rand(3, 4, dtype=torch.complex64),
    rand(3, 4, dtype=torch.complex64),
)
add(
    "l1_promotes",
    lambda x, y: F.l1_loss(x, y, reduction="none"),
    rand(3, 4, dtype=torch.float64),
    rand(3, 4),
)
add(
    "bce_extremes",
    lambda x, y: F.binary_cross_entropy(x, y, reduction="none"),
    torch.tensor([0.0, 1.0, 0.0, 1.0]),
    torch.tensor([0.0, 1.0, 1.0, 0.0]),
)
add(
    "bce_weight",
    lambda x, y, w: F.binary_cross_entropy(x, y, w),
    uniform(3, 4),
    uniform(3, 4),
    uniform(4),
)
add(
    "bce_logits_weights",
    lambda x, y, w, p: F.binary_cross_entropy_with_logits(x, y, w, pos_weight=p),
    rand(3, 4),
    uniform(3, 4),
    uniform(4),
    uniform(4),
)
add(
    "kl_div_batchmean",
    lambda x, y: F.kl_div(x, y, reduction="batchmean"),
    rand(3, 4),
    uniform(3, 4),
)
for reduction in REDUCTIONS:
    add(
        f"margin_ranking_{reduction}",
        lambda x, y, t, r=reduction: F.margin_ranking_loss(x, y, t, 0.3, reduction=r),
        rand(5),
        rand(5),
        lambda: torch.randn(5).sign(),
    )
    add(
        f"hinge_embedding_{reduction}",
        lambda x, t, r=reduction: F.hinge_embedding_loss(x, t, 0.7, reduction=r),
        rand(3, 5),
        lambda: torch.randint(0, 2, (3, 5)) * 2 - 1,
    )
    add(
        f"cosine_embedding_{reduction}",
        lambda x, y, t, r=reduction: F.cosine_embedding_loss(x, y, t, 0.1, reduction=r),
        rand(4, 5),
        rand(4, 5),
        lambda: torch.randint(0, 2, (4,)) * 2 - 1,
    )
    add(
        f"triplet_margin_{reduction}",
        lambda x, y, z, r=reduction: F.triplet_margin_loss(
            x, y, z, 0.8, 1.5, swap=True, reduction=r
        ),
        rand(4, 5),
        rand(4, 5),
        rand(4, 5),
    )
    add(
        f"multi_margin_{reduction}",
        lambda x, t, w, r=reduction: F.multi_margin_loss(x, t, 2, 0.6, w, reduction=r),
        rand(4, 5),
        below(5, 4),
        uniform(5),
    )
    add(
        f"multi_margin_vector_{reduction}",
        lambda x, t, r=reduction: F.multi_margin_loss(x, t, reduction=r),
        rand(5),
        below(5, 1),
    )
    add(
        f"multilabel_margin_{reduction}",
        lambda x, t, r=reduction: F.multilabel_margin_loss(x, t, reduction=r),
        rand(2, 4),
        torch.tensor([[3, 0, -1, 1], [-1, 1, 2, 0]]),
    )
    add(
        f"multilabel_margin_vector_{reduction}",
        lambda x, t, r=reduction: F.multilabel_margin_loss(x, t, reduction=r),
        rand(4),
        torch.tensor([3, 0, 2, 1]),
    )
add(
    "cosine_embedding_vector",
    lambda x, y, t: F.cosine_embedding_loss(x, y, t),
    rand(5),
    rand(5),
    torch.tensor(-1),
)
add(
    "multilabel_margin_forward",
    lambda x, t: aten.multilabel_margin_loss_forward(x, t, 1),
    rand(2, 4),
    torch.tensor([[3, 0, -1, 1], [-1, 1, 2, 0]]),
)

CLASS_SHAPES = {
    "vector": ((5,), ()),
    "rows": ((4, 5), (4,)),
    "sequence": ((2, 5, 3), (2, 3)),
    "image": ((2, 5, 3, 4), (2, 3, 4)),
    "volume": ((2, 5, 2, 3, 2), (2, 2, 3, 2)),
}
for (label, (shape, target)), reduction in itertools.product(CLASS_SHAPES.items(), REDUCTIONS):
    for weighted in (False, True):
        tail = f"{label}_{reduction}" + ("_weight" if weighted else "")
        weights = (uniform(5),) if weighted else ()
        add(
            f"nll_{tail}",
            lambda x, t, *w, r=reduction: F.nll_loss(
                x.log_softmax(0), t, *w, reduction=r, ignore_index=2
            ),
            rand(*shape),
            below(5, *target),
            *weights,
        )
        for smoothing in (0.0, 0.2):
            add(
                f"cross_entropy_{tail}_{smoothing}",
                lambda x, t, *w, r=reduction, s=smoothing: F.cross_entropy(
                    x, t, *w, reduction=r, label_smoothing=s, ignore_index=2
                ),
                rand(*shape),
                below(5, *target),
                *weights,
            )
            add(
                f"cross_entropy_soft_{tail}_{smoothing}",
                lambda x, t, *w, r=reduction, s=smoothing: F.cross_entropy(
                    x, t.softmax(0), *w, reduction=r, label_smoothing=s
                ),
                rand(*shape),
                rand(*shape),
                *weights,
            )
programs.each_dtype(
    "cross_entropy",
    FLOATS,
    lambda x, t: F.cross_entropy(x, t, label_smoothing=0.1),
    rand(8, 10),
    below(10, 8),
)
add(
    "cross_entropy_all_ignored",
    lambda x, t: F.cross_entropy(x, t, reduction="sum"),
    rand(3, 4),
    torch.tensor([-100, -100, -100]),
)
add(
    "cross_entropy_dynamic",
    lambda x, t: F.cross_entropy(x, t, label_smoothing=0.1),
    rand(4, 5),
    below(5, 4),
    dynamic_shapes=dynamic({0: Dim("b", min=2, max=64)}, {0: Dim("b", min=2, max=64)}),
)
add(
    "nll_forward_sum", lambda x, t: aten.nll_loss_forward(x, t, None, 2, 1), rand(4, 5), below(5, 4)
)
add(
    "nll_forward_none",
    lambda x, t, w: aten.nll_loss_forward(x, t, w, 0, 1),
    rand(4, 5),
    below(5, 4),
    uniform(5),
)
add(
    "nll_forward_mean",
    lambda x, t, w: aten.nll_loss_forward(x, t, w, 1, 1),
    rand(4, 5),
    below(5, 4),
    uniform(5),
)

# ------------------------------------------------------------------------- distances
add(
    "pairwise_distance",
    lambda x, y: F.pairwise_distance(x, y, 3.0, keepdim=True),
    rand(2, 3, 4),
    rand(4),
)
add("cosine_similarity_dim0", lambda x, y: F.cosine_similarity(x, y, 0), rand(3, 4), rand(3, 4))
add(
    "cosine_similarity_broadcast",
    lambda x, y: F.cosine_similarity(x, y, 2),
    rand(2, 1, 5),
    rand(3, 5),
)
add("cosine_similarity_single", lambda x, y: F.cosine_similarity(x, y, -1), rand(2, 5), rand(2, 1))
add("cosine_similarity_zero", lambda x, y: F.cosine_similarity(x, y), torch.zeros(2, 3), rand(2, 3))
for p in (0.0, 1.0, 2.0, float("inf")):
    add(f"cdist_{p}", lambda x, y, p=p: torch.cdist(x, y, p), rand(2, 4, 3), rand(2, 5, 3))
add("pdist_transposed", lambda x: F.pdist(x.t()), rand(3, 5))

# ----------------------------------------------------------------------- activations
special = torch.tensor(
    [-float("inf"), -3.0, -0.5, -0.0, 0.0, 0.25, 0.5, 3.0, float("inf"), float("nan")]
)
ACTIVATIONS = {
    "celu": lambda x: F.celu(x, 0.7),
    "selu": F.selu,
    "hardshrink": lambda x: F.hardshrink(x, 0.5),
    "softshrink": lambda x: F.softshrink(x, 0.5),
    "threshold": lambda x: F.threshold(x, 0.25, -7.5),
    "logsigmoid": F.logsigmoid,
    "rrelu": lambda x: F.rrelu(x, 0.1, 0.4),
    "softsign": F.softsign,
    "tanhshrink": F.tanhshrink,
}
for name, function in ACTIVATIONS.items():
    programs.each_dtype(name, FLOATS, function, rand(4, 5))
    add(f"{name}_special", function, special)
add("threshold_int", lambda x: F.threshold(x, 2, -5), rand(10, dtype=torch.int64))
add("prelu_channels", lambda x, w: F.prelu(x, w), rand(2, 3, 4), rand(3))
add("prelu_one", lambda x, w: F.prelu(x, w), rand(2, 3, 4), rand(1))
add("prelu_vector", lambda x, w: F.prelu(x, w), rand(4), rand(1))
add("prelu_scalar", lambda x, w: F.prelu(x, w), lambda: torch.tensor(-0.7), rand(1))
add("rrelu_training", lambda x: F.rrelu(x, training=True), rand(4, 5))
add(
    "safe_softmax",
    lambda x: aten._safe_softmax(x, -1),
    torch.tensor([[1.0, -float("inf")], [-float("inf")] * 2]),
)
for name in (
    "dropout",
    "dropout1d",
    "dropout2d",
    "dropout3d",
    "alpha_dropout",
    "feature_alpha_dropout",
):
    for p in (0.0, 0.3, 1.0):
        for training in (False, True):
            add(
                f"{name}_{p}_{training}",
                lambda x, f=getattr(F, name), p=p, t=training: f(x, p, t),
                rand(
                    2, 3, *([4] * (3 if name == "dropout3d" else 1 if name == "dropout1d" else 2))
                ),
            )

# -------------------------------------------------------- images, embeddings, classes
add("pixel_shuffle_unbatched", lambda x: F.pixel_shuffle(x, 3), rand(9, 2, 3))
add(
    "pixel_shuffle_dynamic",
    lambda x: F.pixel_shuffle(x, 2),
    rand(2, 8, 3, 4),
    dynamic_shapes=dynamic({0: Dim("b", min=1, max=9), 2: Dim("h", min=2, max=9)}),
)
add("pixel_unshuffle_stack", lambda x: F.pixel_unshuffle(x, 2), rand(2, 2, 3, 4, 6))
add("channel_shuffle_1d", lambda x: F.channel_shuffle(x, 2), rand(2, 6, 3))
add("one_hot", lambda x: F.one_hot(x, 7), below(7, 3, 4))
for mode in ("sum", "mean", "max"):
    add(
        f"embedding_bag_{mode}",
        lambda i, w, o, m=mode: F.embedding_bag(i, w, o, mode=m, padding_idx=-2),
        below(9, 10),
        rand(9, 4),
        torch.tensor([0, 3, 3, 7]),
    )
    add(
        f"embedding_bag_{mode}_rows",
        lambda i, w, m=mode: F.embedding_bag(i, w, mode=m),
        below(9, 3, 5),
        rand(9, 4),
    )
add(
    "embedding_bag_weights",
    lambda i, w, o, s: F.embedding_bag(
        i, w, o, mode="sum", per_sample_weights=s, include_last_offset=True
    ),
    below(9, 10),
    rand(9, 4),
    torch.tensor([0, 3, 7, 10]),
    rand(10),
)

# ---------------------------------------------------------------- recurrent networks
for kind in ("LSTM", "GRU", "RNN"):
    make = getattr(torch.nn, kind)
    label = kind.lower()
    add(label, make(4, 5), rand(3, 2, 4))
    add(f"{label}_stacked", make(4, 5, 3, batch_first=True), rand(2, 3, 4))
    add(f"{label}_both", make(4, 5, 2, bidirectional=True), rand(3, 2, 4))
    add(f"{label}_plain", make(4, 5, bias=False), rand(3, 2, 4))
    add(f"{label}_unbatched", make(4, 5), rand(3, 4))
    add(f"{label}_double", make(4, 5, dtype=torch.float64), rand(3, 2, 4, dtype=torch.float64))
    add(
        f"{label}_dynamic_batch",
        make(4, 5, batch_first=True),
        rand(2, 3, 4),
        dynamic_shapes=({0: Dim("b", min=2, max=9)},),
    )
    add(f"{label}_cell", getattr(torch.nn, f"{kind}Cell")(4, 5), rand(2, 4))
add("rnn_relu", torch.nn.RNN(4, 5, 2, nonlinearity="relu", bidirectional=True), rand(3, 2, 4))
add("rnn_relu_cell", torch.nn.RNNCell(4, 5, bias=False, nonlinearity="relu"), rand(2, 4))
add("lstm_projected", torch.nn.LSTM(4, 5, 2, proj_size=3, bidirectional=True), rand(3, 2, 4))
add("lstm_projected_plain", torch.nn.LSTM(4, 5, proj_size=3, bias=False), rand(3, 2, 4))
add(
    "lstm_states",
    lambda x, h, c, *p: aten.lstm.input(x, [h, c], list(p), True, 1, 0.0, False, False, False),
    rand(3, 2, 4),
    rand(1, 2, 5),
    rand(1, 2, 5),
    rand(20, 4),
    rand(20, 5),
    rand(20),
    rand(20),
)
add(
    "multihead_attention",
    torch.nn.MultiheadAttention(8, 2),
    rand(5, 2, 8),
    rand(4, 2, 8),
    rand(4, 2, 8),
)
add(
    "transformer_layer", torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), rand(2, 5, 8)
)
