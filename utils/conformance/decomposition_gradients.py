"""Gradients of activations, losses and normalizations, and layers with weights."""

import itertools

import torch
import torch.nn.functional as F
from function_programs import Programs, below, rand, uniform
from torch.export import Dim

programs = Programs()
add = programs.add
aten = torch.ops.aten

FLOATS = (torch.float32, torch.float64, torch.float16, torch.bfloat16)
special = torch.tensor([-float("inf"), -3.0, -1.0, -0.5, 0.0, 0.5, 1.0, 3.0, 25.0, float("nan")])

# ----------------------------------------------------------------------- activations
ACTIVATIONS = {
    "sigmoid": lambda g, x: aten.sigmoid_backward(g, x.sigmoid()),
    "tanh": lambda g, x: aten.tanh_backward(g, x.tanh()),
    "silu": aten.silu_backward,
    "gelu": aten.gelu_backward,
    "gelu_tanh": lambda g, x: aten.gelu_backward(g, x, approximate="tanh"),
    "elu": lambda g, x: aten.elu_backward(g, 1.5, 0.7, 1.2, False, x),
    "elu_result": lambda g, x: aten.elu_backward(g, 1.5, 0.7, 1.2, True, F.elu(x, 1.5)),
    "leaky_relu": lambda g, x: aten.leaky_relu_backward(g, x, 0.2, False),
    "hardtanh": lambda g, x: aten.hardtanh_backward(g, x, -1, 0.5),
    "hardswish": aten.hardswish_backward,
    "hardsigmoid": aten.hardsigmoid_backward,
    "threshold": lambda g, x: aten.threshold_backward(g, x, 0.5),
    "softplus": lambda g, x: aten.softplus_backward(g, x, 2.0, 20.0),
    "mish": aten.mish_backward,
    "log_sigmoid": lambda g, x: aten.log_sigmoid_backward(g, x, (-x.abs()).exp()),
}
for name, function in ACTIVATIONS.items():
    programs.each_dtype(f"{name}_backward", FLOATS, function, rand(4, 5), rand(4, 5))
    if name not in ("gelu", "gelu_tanh", "silu", "mish"):
        add(f"{name}_backward_special", function, torch.ones(10), special)
add("logit_backward", aten.logit_backward, rand(4), lambda: torch.tensor([-0.1, 0.2, 0.999, 1.1]))
add(
    "logit_backward_eps",
    lambda g, x: aten.logit_backward(g, x, 0.1),
    rand(4),
    lambda: torch.tensor([0.05, 0.2, 0.95, 1.1]),
)
programs.each_dtype(
    "glu_backward", FLOATS, lambda g, x: aten.glu_backward(g, x, 1), rand(3, 2, 4), rand(3, 4, 4)
)
programs.each_dtype(
    "prelu_backward", FLOATS, aten._prelu_kernel_backward, rand(3, 4), rand(3, 4), rand(1, 4)
)
for dim in (0, -1):
    programs.each_dtype(
        f"softmax_backward_{dim}",
        FLOATS,
        lambda g, x, dim=dim: aten._softmax_backward_data(g, x.softmax(dim), dim, x.dtype),
        rand(3, 4),
        rand(3, 4),
    )
    programs.each_dtype(
        f"log_softmax_backward_{dim}",
        FLOATS,
        lambda g, x, dim=dim: aten._log_softmax_backward_data(g, x.log_softmax(dim), dim, x.dtype),
        rand(3, 4),
        rand(3, 4),
    )
add(
    "dropout_backward",
    lambda g, m: aten.native_dropout_backward(g, m > 0, 1.25),
    rand(3, 4),
    rand(3, 4),
)

# ---------------------------------------------------------------------------- losses
LOSSES = {
    "mse": aten.mse_loss_backward,
    "smooth_l1": lambda g, x, y, r: aten.smooth_l1_loss_backward(g, x, y, r, 0.6),
    "smooth_l1_zero": lambda g, x, y, r: aten.smooth_l1_loss_backward(g, x, y, r, 0.0),
    "huber": lambda g, x, y, r: aten.huber_loss_backward(g, x, y, r, 0.6),
    "soft_margin": aten.soft_margin_loss_backward,
    "bce": lambda g, x, y, r: aten.binary_cross_entropy_backward(
        g, x.sigmoid(), y.sigmoid(), x.sigmoid(), r
    ),
}
for (name, loss), reduction in itertools.product(LOSSES.items(), (0, 1, 2)):
    add(
        f"{name}_backward_{reduction}",
        lambda g, x, y, loss=loss, r=reduction: loss(g, x, y, r),
        rand(*((3, 4) if reduction == 0 else ())) if reduction == 0 else torch.tensor(0.7),
        rand(3, 4),
        rand(3, 4),
    )
for reduction, weighted in itertools.product((0, 1, 2), (False, True)):
    for label, shape, target in (("rows", (4, 5), (4,)), ("image", (2, 5, 3, 4), (2, 3, 4))):
        backward = aten.nll_loss_backward if label == "rows" else aten.nll_loss2d_backward
        add(
            f"nll_{label}_backward_{reduction}_{weighted}",
            lambda g, x, t, w, b=backward, r=reduction, v=weighted: b(
                g, x, t, w if v else None, r, 1, w.sum()
            ),
            rand(*target) if reduction == 0 else torch.tensor(0.7),
            rand(*shape),
            below(5, *target),
            uniform(5),
        )

# --------------------------------------------------------------------- normalization
for train, weighted in itertools.product((False, True), (False, True)):
    add(
        f"batch_norm_backward_{train}_{weighted}",
        lambda g, x, w, m, v, t=train, k=weighted: aten.native_batch_norm_backward(
            g, x, w if k else None, m, v, m, v, t, 1e-5, [True, True, True]
        ),
        rand(3, 4, 5),
        rand(3, 4, 5),
        rand(4),
        rand(4),
        uniform(4),
    )
add(
    "batch_norm_backward_input",
    lambda g, x, w, m, v: aten.native_batch_norm_backward(
        g, x, w, m, v, m, v, True, 1e-5, [True, False, False]
    )[0],
    rand(3, 4),
    rand(3, 4),
    rand(4),
    rand(4),
    uniform(4),
)
for training in (False, True):
    for tracked in (False, True):
        add(
            f"batch_norm_{training}_{tracked}",
            torch.nn.BatchNorm2d(3, track_running_stats=tracked).train(training),
            rand(2, 3, 4, 5),
            training=training,
        )
        add(
            f"instance_norm_{training}_{tracked}",
            torch.nn.InstanceNorm2d(3, affine=True, track_running_stats=tracked).train(training),
            rand(2, 3, 4, 5),
            training=training,
        )
for p, dim in itertools.product((1.0, 2.0, float("inf")), (0, -1)):
    programs.each_dtype(
        f"renorm_{p}_{dim}", FLOATS, lambda x, p=p, d=dim: x.renorm(p, d, 0.8), rand(3, 4, 2)
    )
for dim in (0, 1, 2):
    add(
        f"weight_norm_{dim}",
        torch.nn.utils.parametrizations.weight_norm(torch.nn.Conv1d(3, 4, 2), dim=dim),
        rand(2, 3, 6),
    )
    add(
        f"weight_norm_function_{dim}",
        lambda v, g, dim=dim: torch._weight_norm(v, g, dim),
        rand(3, 4, 2),
        rand(*(n if i == dim else 1 for i, n in enumerate((3, 4, 2)))),
    )
add("norm_except_dim", lambda v: torch.norm_except_dim(v, 2, 1), rand(3, 4, 2))
add("norm_except_no_dim", lambda v: torch.norm_except_dim(v, 3, -1), rand(3, 4, 2))
for shape in ([4], [3, 4]):
    programs.each_dtype(
        f"fused_rms_norm_{len(shape)}",
        FLOATS,
        lambda x, w, s=shape: aten._fused_rms_norm(x, s, w, 1e-3),
        rand(2, 3, 4),
        rand(*shape),
    )
    add(
        f"fused_rms_norm_plain_{len(shape)}",
        lambda x, s=shape: aten._fused_rms_norm(x, s, None, None),
        rand(2, 3, 4),
    )

programs.each_dtype(
    "layer_norm_backward",
    (torch.float32, torch.float64),
    lambda g, x, w: aten.native_layer_norm_backward(
        g, x, [3, 4], *aten.native_layer_norm(x, [3, 4], w, w, 1e-5)[1:], w, w, [True] * 3
    ),
    rand(2, 3, 4),
    rand(2, 3, 4),
    rand(3, 4),
)
add(
    "layer_norm_backward_plain",
    lambda g, x: aten.native_layer_norm_backward(
        g,
        x,
        [4],
        *aten.native_layer_norm(x, [4], None, None, 1e-5)[1:],
        None,
        None,
        [True, False, False],
    )[0],
    rand(2, 3, 4),
    rand(2, 3, 4),
)
for weighted in (False, True):
    add(
        f"group_norm_backward_{weighted}",
        lambda g, x, w, k=weighted: aten.native_group_norm_backward(
            g,
            x,
            *aten.native_group_norm(x, w, w, 2, 6, 12, 3, 1e-5)[1:],
            w if k else None,
            2,
            6,
            12,
            3,
            [True, k, k],
        )[: 3 if k else 1],
        rand(2, 6, 3, 4),
        rand(2, 6, 3, 4),
        rand(6),
    )
for dim in (0, 2):
    sizes = [n if i == dim else 1 for i, n in enumerate((3, 4, 2))]
    add(
        f"weight_norm_backward_{dim}",
        lambda w, v, g, n, d=dim: aten._weight_norm_differentiable_backward(w, v, g, n, d),
        rand(3, 4, 2),
        rand(3, 4, 2),
        rand(*sizes),
        uniform(*sizes),
    )

# ---------------------------------------------------------------------------- layers
for shape in ((), (3,), (2, 3)):
    add(f"bilinear_{len(shape)}", torch.nn.Bilinear(4, 5, 6), rand(*shape, 4), rand(*shape, 5))
add("bilinear_plain", torch.nn.Bilinear(4, 5, 6, bias=False), rand(3, 4), rand(3, 5))
add(
    "bilinear_dynamic",
    torch.nn.Bilinear(4, 5, 6),
    rand(3, 4),
    rand(3, 5),
    dynamic_shapes=({0: Dim("b", min=2, max=9)}, {0: Dim("b", min=2, max=9)}),
)
for align, size in itertools.product((False, True), ([2, 3, 4, 5], [2, 3, 4, 1, 5])):
    add(
        f"affine_grid_{align}_{len(size)}",
        lambda t, s=size, a=align: F.affine_grid(t, s, a),
        rand(2, len(size) - 2, len(size) - 1),
    )
for align in (False, True):
    add(
        f"affine_grid_backward_{align}",
        lambda g, a=align: aten.affine_grid_generator_backward(g, [2, 3, 4, 5], a),
        rand(2, 4, 5, 2),
    )
for padding, scaled in itertools.product((-1, 2), (False, True)):
    programs.each_dtype(
        f"embedding_dense_backward_{padding}_{scaled}",
        (torch.float32, torch.bfloat16),
        lambda g, i, p=padding, k=scaled: aten.embedding_dense_backward(g, i, 5, p, k),
        rand(3, 2, 4),
        below(5, 3, 2),
    )
add("euclidean_dist", lambda x, y: aten._euclidean_dist(x, y), rand(2, 4, 3), rand(2, 5, 3))
add(
    "embedding_backward",
    lambda g, i: aten.embedding_backward(g, i, 9, 2, False, False),
    rand(3, 4),
    below(9, 3),
)
add(
    "scaled_dot_product_math",
    lambda q: aten._scaled_dot_product_attention_math(q, q, q),
    rand(2, 3, 4, 8),
)
add(
    "scaled_dot_product_math_mask",
    lambda q, m: aten._scaled_dot_product_attention_math(q, q, q, m, scale=0.4),
    rand(2, 3, 4, 8),
    rand(4, 4),
)
add(
    "scaled_dot_product_flash",
    lambda q: aten._scaled_dot_product_flash_attention_for_cpu(q, q, q, 0.0, True)[0],
    rand(2, 3, 4, 8),
)
add(
    "fake_quantize_tensor",
    lambda x: torch.fake_quantize_per_tensor_affine(x, 0.1, 3, 0, 255),
    rand(3, 4),
)
add(
    "fake_quantize_tensor_values",
    lambda x, s, z: torch.fake_quantize_per_tensor_affine(x, s, z, -8, 7),
    rand(3, 4),
    torch.tensor(0.2),
    torch.tensor(1, dtype=torch.int32),
)
add(
    "fake_quantize_channel",
    lambda x, s, z: torch.fake_quantize_per_channel_affine(x, s, z, 1, 0, 255),
    rand(3, 4),
    uniform(4),
    torch.zeros(4, dtype=torch.int32),
)
for batch_first, side in itertools.product((False, True), ("right", "left")):
    add(
        f"pad_sequence_{batch_first}_{side}",
        lambda x, y, b=batch_first, s=side: torch.nn.utils.rnn.pad_sequence([x, y, x], b, -1.5, s),
        rand(3, 2),
        rand(5, 2),
    )
add(
    "conv_same_mode",
    lambda x, w: aten._convolution_mode(x, w, None, [1], "same", [1], 1),
    rand(2, 3, 8),
    rand(4, 3, 2),
)
add(
    "conv_thnn",
    lambda x, w, b: aten.thnn_conv2d(x, w, [2, 2], b, [1, 2], [1, 0]),
    rand(2, 3, 5, 6),
    rand(4, 3, 2, 2),
    rand(4),
)
add(
    "conv_slow3d",
    lambda x, w: aten.slow_conv3d(x, w, [2, 2, 2]),
    rand(1, 2, 3, 4, 5),
    rand(3, 2, 2, 2, 2),
)
