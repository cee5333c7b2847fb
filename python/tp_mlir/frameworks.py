"""What the two frameworks name differently: one small class for each."""

import builtins
import ctypes
import inspect
import types

from .errors import WriteError

# Element types of the dialect, by their name in both frameworks.
ELEMENT_TYPES = {
    "uint8": "ui8", "uint16": "ui16", "uint32": "ui32", "uint64": "ui64",
    "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "bool": "i1",
    "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64",
    "complex32": "complex<f16>", "complex64": "complex<f32>",
    "complex128": "complex<f64>", "float8_e4m3fn": "f8E4M3FN",
    "float8_e5m2": "f8E5M2", "float8_e4m3fnuz": "f8E4M3FNUZ",
    "float8_e5m2fnuz": "f8E5M2FNUZ", "float8_e8m0fnu": "f8E8M0FNU",
}


def python_path(function):
    """`module.qualname` of a Python function or class, or None."""
    name = getattr(function, "__qualname__", None) or getattr(function, "__name__", None)
    if not name or "<lambda>" in name:
        return None
    if getattr(builtins, name, None) is function:
        return "builtins." + name
    module = getattr(function, "__module__", None)
    if module is None:
        owner = getattr(function, "__objclass__", None)
        return "%s.%s" % (owner.__module__, name) if owner else None
    return "%s.%s" % (module, name)


class Framework:
    """The framework `self.api`, and what of it a graph can hold."""

    def __init__(self, api):
        self.api = api

    def is_tensor(self, value):
        return isinstance(value, self.api.Tensor)

    def is_parameter(self, value):
        return isinstance(value, self.api.nn.Parameter)

    def is_dtype(self, value):
        return isinstance(value, type(self.api.float32))

    def is_device(self, value):
        return isinstance(value, type(self.api.device("cpu")))

    def is_layout(self, value):
        return isinstance(value, type(self.api.strided))

    def is_memory_format(self, value):
        return isinstance(value, type(self.api.channels_last))

    def dtype_name(self, dtype):
        name = str(dtype).rpartition(".")[2]
        if name not in ELEMENT_TYPES:
            raise WriteError("expected a dtype of the dialect, got %s" % dtype)
        return name

    def other_dtype(self, dtype):
        """The path of a dtype that is no element type of the dialect, or None."""
        return None

    def device(self, device):
        """The kind, and the index or -1."""
        index = device.index
        return device.type, -1 if index is None else index

    def constant_name(self, value):
        """The name of a layout or memory format."""
        name = getattr(value, "name", None) or str(value).rpartition(".")[2]
        return name

    def storage(self, tensor):
        """An identity of the tensor's storage, its size, and its bytes."""
        storage = tensor.untyped_storage()
        size = storage.nbytes()
        pointer = storage.data_ptr()
        key = (pointer, size) if pointer and size else ("empty", id(tensor))
        return key, size, lambda: ctypes.string_at(pointer, size) if size else b""


class Torch(Framework):
    def operator_name(self, value):
        """`aten.add.Tensor` of an operator, or None."""
        ops = self.api._ops
        if isinstance(value, ops.HigherOrderOperator):
            return "higher_order." + value.name()
        if isinstance(value, (ops.OpOverload, ops.OpOverloadPacket)):
            return str(value)
        return None

    def function_path(self, function):
        if isinstance(function, types.FunctionType) and not (
                function.__module__ or "").startswith("torch"):
            return python_path(function)
        try:
            path = self.api.fx.node._get_qualified_name(function)
        except Exception:  # pylint: disable=broad-except
            return python_path(function)
        return path if "." in path else python_path(function)

    def storage(self, tensor):
        tensor = tensor.detach()
        if tensor.device.type == "meta":
            return None
        if tensor.device.type == "cpu":
            key, size, read = super().storage(tensor)
            return key, size, lambda: tensor is not None and read()
        host = self.api.empty(0, dtype=tensor.dtype).set_(
            tensor.untyped_storage().cpu())
        _, size, read = super().storage(host)
        key = (str(tensor.device), tensor.untyped_storage().data_ptr(), size)
        return key, size, lambda: host is not None and read()


class Tensorplay(Framework):
    def other_dtype(self, dtype):
        name = str(dtype).rpartition(".")[2]
        return None if name in ELEMENT_TYPES else "tensorplay.DType." + name

    def operator_name(self, value):
        return None

    def function_path(self, function):
        name = getattr(function, "__name__", None)
        # Functions of the extension do not know their module.
        if name and getattr(function, "__module__", None) is None:
            for module in (self.api, self.api.nn.functional, self.api.Tensor):
                if getattr(module, name, None) is function or (
                        inspect.isbuiltin(function) and
                        getattr(module, name, None) == function):
                    prefix = "tensorplay.Tensor" if module is self.api.Tensor \
                        else module.__name__
                    return "%s.%s" % (prefix, name)
        return python_path(function)


def framework_of(program):
    """The framework that made a graph module or exported program."""
    for cls in type(program).__mro__:
        root = cls.__module__.partition(".")[0]
        if root == "torch":
            import torch
            import torch.fx
            return Torch(torch)
        if root == "tensorplay":
            import tensorplay
            return Tensorplay(tensorplay)
    raise WriteError("expected a graph module of torch.fx or tensorplay, or an "
                     "exported program of tensorplay, got %s"
                     % type(program).__name__)
