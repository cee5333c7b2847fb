"""Spelling of names, strings, numbers and symbolic expressions in MLIR text."""

import math
import re

from .errors import WriteError

_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*\Z")
_SSA = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")


def string(text):
    """A quoted string; what is not printable ASCII is escaped byte by byte."""
    out = []
    for byte in text.encode("utf-8", "surrogatepass"):
        char = chr(byte)
        if char == "\\":
            out.append("\\\\")
        elif 32 <= byte < 127 and char != '"':
            out.append(char)
        else:
            out.append("\\%02X" % byte)
    return '"' + "".join(out) + '"'


def symbol(name):
    return "@" + (name if _WORD.match(name) else string(name))


def word(name):
    """A keyword, quoted where it is none."""
    return name if _WORD.match(name) else string(name)


def is_ssa_name(name):
    return bool(_SSA.match(name))


def number(value):
    """A float; MLIR wants a point, and the shortest digits are Python's own."""
    if math.isnan(value):
        return "-nan" if math.copysign(1.0, value) < 0 else "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    digits = repr(float(value))
    if "." not in digits:
        mantissa, _, exponent = digits.partition("e")
        digits = mantissa + ".0" + ("e" + exponent if exponent else "")
    return digits


def expression(value):
    """A size: an int, or a sympy expression as `#tp.expr` spells it."""
    if isinstance(value, int):
        return str(value)
    kind = type(value).__name__
    if getattr(value, "is_Symbol", False):
        return word(value.name)
    if getattr(value, "is_Integer", False):
        return str(int(value))
    args = getattr(value, "args", ())
    if not args:
        raise WriteError("expected a symbolic size, got %r" % (value,))
    if kind in ("Add", "Mul"):
        parts = ["(%s)" % expression(a) if getattr(a, "args", ()) and
                 type(a).__name__ in ("Add", "Mul") or str(a).startswith("-")
                 else expression(a) for a in args]
        return (" + " if kind == "Add" else "*").join(parts)
    return "%s(%s)" % (kind, ", ".join(expression(a) for a in args))
