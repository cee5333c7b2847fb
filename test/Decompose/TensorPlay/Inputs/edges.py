"""Decomposes functions of tensorplay and compares with the true values, at inputs where
tensorplay's own rules or kernels are wrong.

    edges.py TP_OPT FOLDER
"""

import math
import pathlib
import subprocess
import sys

import tensorplay as tp
import tensorplay.export as export
import tensorplay.nn.functional as F

INF, NAN = float("inf"), float("nan")


def sigmoid(x):
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def softplus(x):
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


# Name, function, dtype, inputs, what is true. The result is compared relatively.
CASES = [
    ("log1p", tp.log1p, "float32", [1e-10, -1e-10, 3e-5, -0.99999, INF, 3e38], math.log1p),
    ("log1p_double", tp.log1p, "float64", [1e-18, -1e-18, 3e-9, 1e300, INF], math.log1p),
    ("expm1", tp.expm1, "float32", [1e-10, -1e-10, 3e-5, 88.5, -60.0, -INF], math.expm1),
    ("expm1_double", tp.expm1, "float64", [1e-18, 3e-9, 700.0, -60.0], math.expm1),
    ("sinh", tp.sinh, "float32", [1e-10, -3e-5, 0.99, 1.01, 89.0, -89.3, -INF], math.sinh),
    ("sinh_double", tp.sinh, "float64", [1e-18, -0.9999, 710.4, -710.4], math.sinh),
    ("cosh", tp.cosh, "float32", [1e-10, 89.0, -89.3, INF], math.cosh),
    ("asinh", tp.asinh, "float32", [1e-10, -3e-5, -5000.0, -1e9, 2e9, -1e30, -INF], math.asinh),
    ("asinh_double", tp.asinh, "float64", [1e-18, -5e8, 2e9, -1e200], math.asinh),
    ("acosh", tp.acosh, "float32", [1.0, 1.0000001192092896, 1.001953125, 1e30, INF], math.acosh),
    ("acosh_double", tp.acosh, "float64", [1.0, 1.0 + 2.0**-40, 1e9, 1e200], math.acosh),
    ("log10", lambda x: tp.log10(x).floor(), "float32", [10.0**k for k in range(-9, 10)],
     lambda x: round(math.log10(x))),
    ("atanh", tp.atanh, "float32", [1e-10, -3e-5, 0.99999988079071044921875, -0.5], math.atanh),
    ("elu", F.elu, "float32", [-1e-10, -3e-5, 2.0, -INF], lambda x: x if x > 0 else math.expm1(x)),
    ("softplus", lambda x: F.softplus(x, 1.0, 1000.0), "float32",
     [-80.0, -20.0, 0.0, 50.0, 100.0, 900.0], softplus),
    ("mish", F.mish, "float32", [-20.0, -1.0, 100.0], lambda x: x * math.tanh(softplus(x))),
    ("silu", F.silu, "float32", [-89.0, -100.0, -1e30, 2.0],
     lambda x: x * sigmoid(x) if x > -88.5 else 0.0),
    ("silu_half", F.silu, "float16", [-12.0, -60000.0, 3.0], lambda x: x * sigmoid(x)),
    ("sigmoid_half", tp.sigmoid, "float16", [-12.0, -10.0, 12.0, -60000.0], sigmoid),
    ("logit", lambda x: tp.logit(x, 0.0625), "float32", [0.0, 1.0, -5.0, 0.25],
     lambda x: math.log(min(max(x, 0.0625), 0.9375) / (1 - min(max(x, 0.0625), 0.9375)))),
    ("logit_ends", tp.logit, "float32", [0.0, 1.0, 0.25],
     lambda x: math.log(x / (1 - x)) if 0 < x < 1 else INF * (x - 0.5)),
    ("hardshrink", F.hardshrink, "float32", [NAN, INF], lambda x: x),
    ("softshrink", F.softshrink, "float32", [NAN, INF], lambda x: x - 0.5),
    ("threshold", lambda x: F.threshold(x, 0.5, 7.0), "float32", [NAN, INF], lambda x: x),
    ("relu6", F.relu6, "float32", [NAN, INF, -INF], lambda x: x if x != x else min(max(x, 0), 6)),
    ("lerp", lambda x: tp.lerp(x * 1e8, x, x * 0 + 1), "float32", [1.0, -3.0], lambda x: x),
    ("addcmul", lambda x: tp.addcmul(x, x * 1e30, x * 1e30, value=1e-35), "float32",
     [1.0, 2.0], lambda x: x + x * x * 1e25),
    ("softmax_half", lambda x: (x.reshape(1, -1) * tp.ones([900, 1], dtype=tp.float16)).softmax(0),
     "float16", [1.0, 2.0], lambda x: 1 / 900),
    ("log_softmax_half", lambda x: (x.reshape(1, -1) * tp.zeros([900, 1], dtype=tp.float16)).log_softmax(0),
     "float16", [1.0, 2.0], lambda x: -math.log(900)),
]
# An ulp of the result, times the operations of a rule.
TOLERANCE = {"float64": 1e-14, "float32": 2e-6, "float16": 1e-3}


def run(tool, folder, name, function, inputs):
    class Model(tp.nn.Module):
        def forward(self, x):
            return function(x)

    path, out = folder / f"{name}.pt2", folder / f"{name}.out.pt2"
    export.save(export.export(Model(), inputs), str(path))
    tables = "--decompose=tables=tensorplay,tensorplay-rows"
    subprocess.run([tool, path, tables, "--emit-tensorplay", "-o", out], check=True)
    return export.load(str(out))(inputs)


def is_close(got, true, tolerance):
    if got != got or true != true:
        return got != got and true != true
    return got == true or abs(got - true) <= tolerance * abs(true) + 1e-37


def main():
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    failures = 0
    for name, function, dtype, numbers, truth in CASES:
        inputs = tp.tensor(numbers, dtype=tp.float64).to(getattr(tp, dtype))
        result = run(tool, folder, name, function, inputs)
        assert str(result.dtype).endswith(dtype), (name, result.dtype)
        rows = result.to(tp.float64).reshape(-1, len(numbers)).tolist()
        for x, got in zip(inputs.to(tp.float64).tolist(), rows[0]):
            if not is_close(got, truth(x), TOLERANCE[dtype]):
                failures += 1
                print(f"{name}({x}): expected {truth(x)}, got {got}")
    print(f"{len(CASES)} functions, {failures} wrong values")


if __name__ == "__main__":
    main()
