"""Compares what two runs of one program gave.

A run is what observe.py records: a dictionary of

    outs     per call: the leaves of what was returned
    specs    per call: the structure of what was returned
    refused  per call: None, or the error that the call ended in
    inputs   per call: the leaves of the arguments after the call
    before   per call: the leaves of the arguments before the call
    state    name: parameter, buffer or tensor attribute after the last call
    initial  the same before the first call

`compare_runs` gives a list of differences, empty where the runs agree. Nothing but torch is
needed, and nothing of this project.
"""

import dataclasses
import math

import torch


@dataclasses.dataclass
class Difference:
    """One thing that differs: the kind groups, the rest is for a person."""

    kind: str
    where: str
    detail: str

    def __str__(self):
        return f"{self.where}: {self.kind}: {self.detail}"


@dataclasses.dataclass
class Rules:
    """`exact`: the same bits. Otherwise values may differ by what their dtype allows.
    `strides`: strides are compared, of dimensions of which there are two elements."""

    exact: bool = False
    strides: bool = True


# Relative and absolute tolerances, as torch.testing has them.
TOLERANCE = {
    torch.float16: (1e-3, 1e-5),
    torch.bfloat16: (1.6e-2, 1e-5),
    torch.float32: (1.3e-6, 1e-5),
    torch.float64: (1e-7, 1e-7),
    torch.complex32: (1e-3, 1e-5),
    torch.complex64: (1.3e-6, 1e-5),
    torch.complex128: (1e-7, 1e-7),
}


def describe(value):
    if isinstance(value, torch.Tensor):
        return f"{value.dtype}{list(value.shape)}"
    return f"{type(value).__name__} {value!r:.80}"


def meaningful_strides(tensor):
    """Strides, None for those that no element depends on."""
    if tensor.numel() == 0:
        return [None] * tensor.dim()
    return [s if n > 1 else None for n, s in zip(tensor.shape, tensor.stride())]


def dense(tensor):
    """The logical values as a plain contiguous tensor."""
    tensor = tensor.detach()
    if tensor.is_quantized:
        return tensor.int_repr().contiguous()
    if tensor.layout == torch.sparse_coo:
        return tensor.coalesce().to_dense().contiguous()
    if tensor.layout != torch.strided:
        return tensor.to_dense().contiguous()
    return tensor.resolve_conj().resolve_neg().contiguous()


def bits(tensor):
    """The bytes of a tensor, a row for each element."""
    # What is contiguous can still have any stride where there is one element.
    flat = tensor.reshape(-1).clone(memory_format=torch.contiguous_format)
    return flat.view(torch.uint8).reshape(tensor.numel(), -1)


def differing_elements(want, got, rules):
    """A mask over the flat elements of two contiguous tensors of one dtype and shape."""
    if want.numel() == 0:
        return torch.zeros(0, dtype=torch.bool)
    if rules.exact or want.dtype not in TOLERANCE:
        return (bits(want) != bits(got)).any(1)
    relative, absolute = TOLERANCE[want.dtype]
    # Halves have no kernel for everything.
    wide = torch.complex128 if want.is_complex() else torch.float64
    want, got = want.reshape(-1).to(wide), got.reshape(-1).to(wide)
    return ~torch.isclose(got, want, rtol=relative, atol=absolute, equal_nan=True)


def element(tensor, index):
    flat = tensor.reshape(-1)[index]
    try:
        return repr(flat.item())
    except (RuntimeError, NotImplementedError):
        return repr(bits(flat).flatten().tolist())


def compare_values(where, want, got, rules):
    want, got = dense(want), dense(got)
    mask = differing_elements(want, got, rules)
    count = int(mask.sum())
    if not count:
        return []
    at = int(mask.nonzero()[0, 0])
    detail = (
        f"{count} of {mask.numel()} elements differ, the first at {at}: "
        f"expected {element(want, at)}, got {element(got, at)}"
    )
    return [Difference("value", where, detail)]


def quantization(tensor):
    if not tensor.is_quantized:
        return None
    if tensor.qscheme() == torch.per_tensor_affine:
        return tensor.q_scale(), tensor.q_zero_point()
    scales, points = tensor.q_per_channel_scales(), tensor.q_per_channel_zero_points()
    return scales.tolist(), points.tolist(), tensor.q_per_channel_axis()


def compare_tensors(where, want, got, rules):
    for kind, of in (
        ("dtype", lambda t: t.dtype),
        ("shape", lambda t: tuple(t.shape)),
        ("layout", lambda t: t.layout),
        ("device", lambda t: t.device),
        ("quantization", quantization),
    ):
        if of(want) != of(got):
            return [Difference(kind, where, f"expected {of(want)}, got {of(got)}")]
    found = compare_values(where, want, got, rules)
    if rules.strides and want.layout == torch.strided:
        a, b = meaningful_strides(want), meaningful_strides(got)
        if a != b:
            found.append(Difference("strides", where, f"expected {a}, got {b}"))
    return found


def compare_scalars(where, want, got, rules):
    if type(want) is not type(got):
        detail = f"expected {describe(want)}, got {describe(got)}"
        return [Difference("type", where, detail)]
    if isinstance(want, (float, complex)):
        parts = [(want, got)]
        if isinstance(want, complex):
            parts = [(want.real, got.real), (want.imag, got.imag)]
        tolerance = 0.0 if rules.exact else 1e-7
        same = all(
            a == b
            or (math.isnan(a) and math.isnan(b))
            or math.isclose(a, b, rel_tol=tolerance, abs_tol=tolerance)
            for a, b in parts
        )
    else:
        same = bool(want == got)
    if same:
        return []
    return [Difference("value", where, f"expected {want!r:.80}, got {got!r:.80}")]


def compare_leaf(where, want, got, rules):
    if isinstance(want, torch.Tensor) and isinstance(got, torch.Tensor):
        return compare_tensors(where, want, got, rules)
    return compare_scalars(where, want, got, rules)


def same_leaf(a, b):
    return not compare_leaf("", a, b, Rules(exact=True))


def compare_lists(where, want, got, rules):
    if len(want) != len(got):
        detail = f"expected {len(want)} values, got {len(got)}"
        return [Difference("count", where, detail)]
    found = []
    for index, (a, b) in enumerate(zip(want, got)):
        found += compare_leaf(f"{where} {index}", a, b, rules)
    return found


def compare_written(where, before, want, got, rules):
    """A tensor that a program may have written: names a write that did not happen, and one
    that should not have."""
    found = compare_leaf(where, want, got, rules)
    if found and before is not None:
        if same_leaf(before, got):
            found[0].kind = "missing mutation"
        elif same_leaf(before, want):
            found[0].kind = "unexpected mutation"
    return found


def compare_inputs(call, want, got, rules):
    before, after, ours = want["before"][call], want["inputs"][call], got["inputs"][call]
    where = f"call {call} input"
    if len(after) != len(ours):
        return compare_lists(where, after, ours, rules)
    found = []
    for index, (old, a, b) in enumerate(zip(before, after, ours)):
        found += compare_written(f"{where} {index}", old, a, b, rules)
    return found


def compare_state(want, got, rules, names=None):
    """The final state, of `names` or of all that `want` has."""
    found = []
    for name in want["state"] if names is None else names:
        where = f"state '{name}'"
        if name not in got["state"]:
            found.append(Difference("missing state", where, "the program has none of that name"))
            continue
        before = want["initial"].get(name)
        values = want["state"][name], got["state"][name]
        found += compare_written(where, before, *values, rules)
    return found


def compare_runs(want, got, rules, names=None):
    """What differs between two runs: outputs, their structure, inputs and state."""
    if len(want["outs"]) != len(got["outs"]):
        detail = f"expected {len(want['outs'])} calls, got {len(got['outs'])}"
        return [Difference("count", "calls", detail)]
    found = []
    for call, (a, b) in enumerate(zip(want["outs"], got["outs"])):
        refused = want["refused"][call], got["refused"][call]
        if refused[0] or refused[1]:
            if not (refused[0] and refused[1]):
                detail = f"expected {refused[0] or 'a result'}, got {refused[1] or 'a result'}"
                found.append(Difference("refusal", f"call {call} output", detail))
            continue
        outs = compare_lists(f"call {call} output", a, b, rules)
        specs = want["specs"][call], got["specs"][call]
        if not any(d.kind == "count" for d in outs) and specs[0] != specs[1]:
            detail = f"expected {specs[0]}, got {specs[1]}"
            outs.append(Difference("structure", f"call {call} output", detail))
        found += outs
        found += compare_inputs(call, want, got, rules)
    return found + compare_state(want, got, rules, names)


def kinds(differences):
    """What differs, for a table: `output value, state missing mutation`."""
    found = []
    for difference in differences:
        words = difference.where.split()
        place = words[2] if words[0] == "call" else words[0]
        label = f"{place} {difference.kind}"
        if label not in found:
            found.append(label)
    return ", ".join(found[:4])
