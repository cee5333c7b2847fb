"""Arguments as the dialect spells them, and the types of values."""

import types
from collections.abc import Mapping

from . import text
from .errors import WriteError
from .frameworks import ELEMENT_TYPES

_MAX_DEPTH = 200


class Literals:
    """Spells arguments. `place` gives the text of a node that is an argument,
    or None where the value is no node."""

    def __init__(self, framework, place):
        self.framework = framework
        self.place = place

    def spell(self, value, where, depth=0):
        if depth > _MAX_DEPTH:
            raise WriteError("%s: nested more than %d deep" % (where, _MAX_DEPTH))
        place = self.place(value, where)
        if place is not None:
            return place
        scalar = self._scalar(value, where)
        if scalar is not None:
            return scalar

        def spell(part):
            return self.spell(part, where, depth + 1)

        if isinstance(value, slice):
            return "slice(%s, %s, %s)" % (
                spell(value.start), spell(value.stop), spell(value.step))
        if isinstance(value, tuple):
            parts = ", ".join(map(spell, value))
            return "(%s%s)" % (parts, "," if len(value) == 1 else "")
        if isinstance(value, list):
            return "[%s]" % ", ".join(map(spell, value))
        if isinstance(value, Mapping):
            return "{%s}" % ", ".join(
                "%s: %s" % (self._key(key, where), spell(item))
                for key, item in value.items())
        path = self._path(value)
        if path is not None:
            return path
        raise WriteError(
            "%s: expected a node, a number, a string, None, a slice, a dtype, a "
            "device, a function, or a list, tuple or dict of these, got %s"
            % (where, type(value).__module__ + "." + type(value).__qualname__))

    def _key(self, key, where):
        scalar = self._scalar(key, where)
        if scalar is None and isinstance(key, tuple):
            scalar = self.spell(key, where)
        if scalar is None:
            raise WriteError("%s: expected a literal as the key of a dict, got %s"
                             % (where, type(key).__qualname__))
        return scalar

    def _path(self, value):
        operator = self.framework.operator_name(value)
        if operator is not None:
            return "operator(%s)" % text.string(operator)
        if isinstance(value, (type, types.FunctionType,
                              types.BuiltinFunctionType)):
            path = self.framework.function_path(value)
            if path is not None:
                return "function(%s)" % text.string(path)
        return None

    def _scalar(self, value, where):
        framework = self.framework
        if value is None or value is True or value is False:
            return str(value)
        if value is Ellipsis:
            return "..."
        # Before integers: tensorplay's are enumerations of integers.
        if framework.is_layout(value) or framework.is_memory_format(value):
            return framework.constant_name(value)
        try:
            if framework.is_dtype(value):
                # `undefined` and the like go by their path.
                if framework.other_dtype(value):
                    return "function(%s)" % text.string(framework.other_dtype(value))
                return framework.dtype_name(value)
        except WriteError as error:
            raise WriteError("%s: %s" % (where, error)) from None
        if framework.is_device(value):
            kind, index = framework.device(value)
            suffix = ", %d" % index if index >= 0 else ""
            return "device(%s%s)" % (text.string(kind), suffix)
        if isinstance(value, int):
            return str(int(value))
        if isinstance(value, float):
            return text.number(value)
        if isinstance(value, complex):
            return "complex(%s, %s)" % (text.number(value.real),
                                        text.number(value.imag))
        if isinstance(value, str):
            return text.string(value)
        return None


def contiguous_strides(sizes):
    strides, step = [], 1
    for size in reversed(sizes):
        strides.append(step)
        step *= max(size, 1)
    return strides[::-1]


class Types:
    """Spells the types of values, and collects the symbols that they name."""

    def __init__(self, framework):
        self.framework = framework
        self.symbols = {}

    def size(self, value):
        """A size as an int or as the text of an expression."""
        if isinstance(value, int):
            return int(value)
        expr = value.node.expr
        if getattr(expr, "is_Integer", False):
            return int(expr)
        for free in sorted(expr.free_symbols, key=str):
            self.symbols.setdefault(free.name, None)
        return text.expression(expr)

    def tensor(self, tensor, requires_grad=False, sizes=None):
        """The type of a tensor, or of torch.fx's metadata of one. `sizes` has
        the symbolic sizes, where the tensor itself is an example."""
        framework = self.framework
        element = ELEMENT_TYPES[framework.dtype_name(tensor.dtype)]
        dims = list(sizes) if sizes else [self.size(s) for s in tensor.shape]
        strides = self._strides(tensor, dims)
        facts = []
        if strides is not None:
            facts.append("strides = [%s]" % ", ".join(map(str, strides)))
        offset = getattr(tensor, "storage_offset", None)
        offset = self.size(offset()) if callable(offset) and not sizes else 0
        if offset:
            facts.append("offset = %s" % offset)
        device = getattr(tensor, "device", None)
        if device is not None and device.type not in ("cpu", "meta"):
            kind, index = framework.device(device)
            facts.append("device = device(%s%s)" % (
                text.string(kind), ", %d" % index if index >= 0 else ""))
        if requires_grad:
            facts.append("requires_grad")
        shape = "x".join([str(d) if isinstance(d, int) else "?" for d in dims]
                         + [element])
        if not facts and all(isinstance(d, int) for d in dims):
            return "tensor<%s>" % shape
        sizes_text = "[%s]" % ", ".join(map(str, dims))
        return "tensor<%s, #tp.shape<%s>>" % (
            shape, ", ".join([sizes_text] + facts))

    def _strides(self, tensor, dims):
        """The strides that are not those of a contiguous tensor, or None.
        Those of an example say nothing of sizes that are symbolic."""
        stride = getattr(tensor, "stride", None)
        if stride is None or not all(isinstance(d, int) for d in dims):
            return None
        strides = [self.size(s) for s in (stride() if callable(stride) else stride)]
        expected = contiguous_strides(dims)
        same = all(d == 1 or s == e for d, s, e in zip(dims, strides, expected))
        return None if same or 0 in dims or not dims else strides

    def value(self, value, sizes=None, requires_grad=False):
        """The type of an example value; `!tp.any` where it has none."""
        if self.framework.is_tensor(value):
            return self.tensor(value, requires_grad and value.requires_grad, sizes)
        if value is None:
            return "!tp.none"
        if isinstance(value, bool):
            return "i1"
        if isinstance(value, int):
            return "i64"
        if isinstance(value, float):
            return "f64"
        if isinstance(value, str):
            return "!tp.str"
        if type(value).__name__ == "SymInt":
            size = self.size(value)
            return "i64" if isinstance(size, int) else "!tp.int<%s>" % size
        # What torch.fx's shape propagation records of a tensor.
        if type(value).__name__ == "TensorMetadata":
            return self.tensor(value)
        if isinstance(value, (list, tuple)):
            kind = "list" if isinstance(value, list) else "tuple"
            inner = ", ".join(self.value(v, None, requires_grad) for v in value)
            return "!tp.%s%s" % (kind, "<%s>" % inner if inner else "")
        if isinstance(value, dict) and all(isinstance(k, str) for k in value):
            inner = ", ".join("%s: %s" % (text.string(k), self.value(v))
                              for k, v in value.items())
            return "!tp.dict%s" % ("<%s>" % inner if inner else "")
        return "!tp.any"
