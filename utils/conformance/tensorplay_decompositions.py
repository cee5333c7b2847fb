"""Programs for the rules of the table `tensorplay`: each function in every form in which
tensorplay records it, for all dtypes that it takes, with extreme inputs.

PROGRAMS maps names to functions without arguments that give (module, inputs). The inputs are
x (ordinary numbers), e (extreme ones), t (tiny ones), d (float64), h (float16), g (bfloat16)
and i (int64). No value is among them at which tensorplay's own kernel is wrong: these are in
test/Decompose/TensorPlay/edges.test.
"""

import tensorplay as tp
import tensorplay.nn.functional as F

nn = tp.nn
INF, NAN = float("inf"), float("nan")
ORDINARY = [-3.0, -1.0, -0.5, 0.25, 0.5, 1.0, 2.0]
REAL = [-20.0, -5.0, 0.0, 8.0, 30.0, INF, NAN]
TINY = [1e-3, -1e-3, 1e-5, -1e-5, 1e-7, -1e-7, 1e-20]
DEFAULT = "xedhgi"


class Program(nn.Module):
    """The values of all forms of a function for some of the inputs."""

    def __init__(self, forms, inputs):
        super().__init__()
        self.forms, self.inputs = forms, inputs

    def forward(self, x, e, t, d, h, g, i):
        given = {"x": x, "e": e, "t": t, "d": d, "h": h, "g": g, "i": i}
        return [form(given[name]) for form in self.forms for name in self.inputs]


def tensors(ordinary, extreme, integers):
    x = tp.tensor(ordinary)
    return (x, tp.tensor(extreme), tp.tensor(TINY), x.to(tp.float64), x.to(tp.float16),
            x.to(tp.bfloat16), tp.tensor(integers))


def program(*forms, inputs=DEFAULT, ordinary=ORDINARY, extreme=REAL, integers=(-3, 0, 1, 5)):
    return lambda: (Program(forms, inputs), tensors(ordinary, extreme, list(integers)))


def relative(form):
    """Of odd functions at tiny inputs, the quotient, so that small errors show."""
    return program(lambda x: form(x) / x, inputs="t")


UNIT = {"ordinary": [0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95],
        "extreme": [0.0, 1.0, -0.5, 1.5, NAN, 1e-10, 0.5], "integers": (0, 1, 1, 0)}
OPEN = {"ordinary": [-0.95, -0.75, -0.5, 0.1, 0.25, 0.5, 0.9],
        "extreme": [0.0, 1.0, -1.0, 1.5, NAN, 1e-10, -0.999], "integers": (0, 1, -1, 0)}
ABOVE = {"ordinary": [1.0, 1.001, 1.5, 2.0, 3.0, 8.0, 100.0],
         "extreme": [1.0, 1.000001, -2.0, 0.5, NAN, INF, 1e15], "integers": (1, 2, 5, 100)}
LARGE = [-1e15, 1e15, -INF, INF, NAN, 0.0, -88.9]

PROGRAMS = {
    # Exponentials, logarithms, hyperbolic functions.
    "expm1": program(tp.expm1, lambda x: x.expm1(), extreme=[-100.0, -1.0, 0.0, 88.0, 100.0, INF, NAN]),
    "expm1_tiny": relative(tp.expm1),
    "log1p": program(tp.log1p, lambda x: x.log1p(), extreme=[-1.0, -2.0, 1e15, 1e30, INF, NAN, -0.999],
                     ordinary=[-0.9, -0.5, -0.25, 0.25, 0.5, 1.0, 200.0], integers=(0, 1, 5, 1000)),
    "log1p_tiny": relative(tp.log1p),
    "exp2": program(tp.exp2, lambda x: x.exp2(), lambda x: tp.exp2(x > 0),
                    extreme=[-100.0, -1.0, 0.0, 100.0, 200.0, INF, NAN]),
    "log10": program(tp.log10, lambda x: x.log10(), ordinary=[0.1, 0.5, 1.0, 2.0, 10.0, 100.0, 1000.0],
                     extreme=[0.0, -1.0, 1e-20, 1e20, INF, NAN, 1.0], integers=(1, 10, 1000, 7)),
    "logit": program(tp.logit, lambda x: x.logit(), lambda x: tp.logit(x > 0.5), **UNIT),
    "logit_eps": program(lambda x: tp.logit(x, 0.1), lambda x: tp.logit(x, eps=1e-3),
                         lambda x: x.logit(eps=0.0), lambda x: x.logit(0.7), **UNIT),
    "sinh": program(tp.sinh, lambda x: x.sinh(), extreme=[-60.0, 60.0, 89.0, 100.0, -INF, INF, NAN]),
    "sinh_tiny": relative(tp.sinh),
    "cosh": program(tp.cosh, lambda x: x.cosh(), extreme=[-60.0, 60.0, 89.0, 100.0, -INF, INF, NAN]),
    "asinh": program(tp.asinh, lambda x: x.asinh(), extreme=LARGE),
    "asinh_tiny": relative(tp.asinh),
    "acosh": program(tp.acosh, lambda x: x.acosh(), **ABOVE),
    "atanh": program(tp.atanh, lambda x: x.atanh(), **OPEN),
    "atanh_tiny": relative(tp.atanh),
    "rad2deg": program(tp.rad2deg, lambda x: x.rad2deg(), lambda x: tp.rad2deg(x > 0)),
    "deg2rad": program(tp.deg2rad, lambda x: x.deg2rad(), lambda x: tp.deg2rad(x > 0)),
    # Activations.
    "sigmoid": program(tp.sigmoid, lambda x: x.sigmoid(), nn.Sigmoid(), tp.special.expit,
                       extreme=[-80.0, -INF, 0.0, 30.0, 100.0, INF, NAN]),
    "silu": program(F.silu, tp.silu, lambda x: x.silu(), nn.SiLU()),
    "softplus": program(F.softplus, lambda x: x.softplus(), lambda x: F.softplus(x, 2.0, 3.0),
                        lambda x: tp.softplus(x, beta=-0.5), lambda x: F.softplus(x, 1.0, 100.0)),
    "softplus_tail": program(lambda x: F.softplus(x) * 1e5, inputs="x",
                             ordinary=[-10.0, -11.0, -12.0, -13.0, -14.0, -15.0, -16.0]),
    "mish": program(F.mish, tp.mish, lambda x: x.mish(), nn.Mish()),
    "elu": program(F.elu, lambda x: F.elu(x, 0.5), lambda x: x.elu(alpha=-2.0), nn.ELU(1.5)),
    "elu_tiny": relative(F.elu),
    "elu_scaled": program(lambda x: tp.elu(x, 1.5, 2.0, 0.5), lambda x: x.elu(1.0, 2.0)),
    "selu": program(F.selu, lambda x: x.selu(), nn.SELU()),
    "gelu": program(F.gelu, tp.gelu, lambda x: x.gelu(), nn.GELU()),
    "gelu_tanh": program(lambda x: F.gelu(x, "tanh"), lambda x: tp.gelu(x, "tanh"),
                         lambda x: x.gelu(approximate="tanh"), nn.GELU("tanh"),
                         extreme=[-1e15, -30.0, 0.0, 30.0, 1e15, INF, NAN]),
    "leaky_relu": program(F.leaky_relu, lambda x: F.leaky_relu(x, -2.0),
                          lambda x: x.leaky_relu(0.2), nn.LeakyReLU(0.3)),
    "relu6": program(F.relu6, lambda x: x.relu6(), nn.ReLU6()),
    "hardtanh": program(F.hardtanh, lambda x: F.hardtanh(x, -0.3, 1.5),
                        lambda x: x.hardtanh(min_val=-2.0), nn.Hardtanh(-2.0, 0.5)),
    "hardsigmoid": program(F.hardsigmoid, lambda x: x.hardsigmoid(), nn.Hardsigmoid()),
    "hardshrink": program(F.hardshrink, lambda x: F.hardshrink(x, 1.5),
                          lambda x: x.hardshrink(lambd=-1.0), nn.Hardshrink(0.3)),
    "softshrink": program(F.softshrink, lambda x: F.softshrink(x, 1.5),
                          lambda x: x.softshrink(0.0), nn.Softshrink(0.3)),
    "threshold": program(lambda x: F.threshold(x, 0.4, 9.5), nn.Threshold(-0.7, 20)),
    # Arithmetic.
    "reciprocal": program(tp.reciprocal, lambda x: x.reciprocal(), lambda x: (x > 0).reciprocal()),
    "square": program(tp.square, lambda x: x.square(), lambda x: (x > 0).square()),
    "lerp": program(lambda x: tp.lerp(x, x * 2 - 1, 0.3), lambda x: x.lerp(x + 1, 0.5),
                    lambda x: x.lerp(x * 3, weight=2.5), lambda x: x.lerp(x * x, -0.25)),
    "lerp_tensor": program(lambda x: tp.lerp(x, x * 2 - 1, x), lambda x: x.lerp(x * 3, x * 0.2),
                           inputs="xdhg"),
    "lerp_far": program(lambda x: tp.lerp(x * 1e8, x, 1.0), inputs="xd"),
    "addcmul": program(lambda x: tp.addcmul(x, x, x * 2), lambda x: x.addcmul(x, x, value=3),
                       lambda x: tp.addcmul(x, x * 2, x, value=-1.75),
                       lambda x: tp.addcmul(x, x[:1], x[1:2], value=2)),
    "addcdiv": program(lambda x: tp.addcdiv(x, x + 1, x), lambda x: x.addcdiv(x, x - 4, value=3),
                       lambda x: tp.addcdiv(x, x * 2, x, value=-1.75), inputs="xdhg"),
    "addc_large": program(lambda x: tp.addcmul(x, x * 1e30, x * 1e30, value=1e-30),
                          lambda x: tp.addcdiv(x, x * 1e30, x * 1e-10, value=1e-30), inputs="x"),
    "clamp": program(lambda x: tp.clamp(x, -0.75, 1.5), lambda x: x.clamp(1, -1),
                     lambda x: x.clamp(min=0.5), lambda x: x.clamp(max=0.0),
                     lambda x: tp.clamp(x, -1e30, 1.0), lambda x: x.clamp(None, 1)),
    "clamp_tensor": program(lambda x: tp.clamp(x, x * 0, x * 0 + 1), lambda x: x.clamp(x * 0),
                            lambda x: tp.clamp(x, max=x * 0), inputs="xdhgi"),
    # The dtype is known of what other operators make.
    "chain": program(lambda x: F.silu(F.gelu(x.to(tp.float16) * 2) + 1).sum(0, True).sigmoid(),
                     lambda x: tp.logit((x @ x).sigmoid().reshape(1, 1).expand(2, 3), 1e-3),
                     lambda x: (tp.cat([x, x]).mish().unsqueeze(0) @ tp.ones(14, 2)).log1p(),
                     inputs="x"),
    # Brought into one form by `tensorplay-normalize`.
    "normalize": program(lambda x: 2 * x, lambda x: 1 + (3 + x), lambda x: x + 0, lambda x: x - 0,
                         lambda x: 1 * x, lambda x: x / 1, lambda x: x ** 1, lambda x: -(-x),
                         lambda x: x + 0.0, lambda x: 1.0 * x, lambda x: (x > 0) + 0),
    # Taken apart by `tensorplay-rows` only.
    "softmax": program(lambda x: F.softmax(x.reshape(1, -1), -1), lambda x: x.softmax(0),
                       lambda x: tp.softmax(x, 0), lambda x: x.softmax(dim=-1),
                       extreme=[-500.0, 500.0, 499.0, 0.0, -INF, 1.0, 2.0]),
    "softmax_half": program(lambda x: (x.reshape(7, 1) * tp.ones([7, 600], dtype=x.dtype)).softmax(1),
                            inputs="hg"),
    "log_softmax": program(lambda x: F.log_softmax(x.reshape(1, -1), -1), lambda x: x.log_softmax(0),
                           lambda x: tp.log_softmax(x, 0),
                           extreme=[-500.0, 500.0, 499.0, 0.0, -INF, 1.0, 2.0]),
    "softmax_dtype": program(lambda x: x.softmax(0, tp.float64),
                             lambda x: tp.log_softmax(x, 0, dtype=tp.float64), inputs="xhi"),
}
