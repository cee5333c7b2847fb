"""The state of a module: what is declared, in which order, in which storage."""

import re

from . import safetensors, text
from .errors import WriteError

_CLOSED_OVER = re.compile(r"_tensor_constant\d+\Z")


class State:
    """One declared tensor. `kind` is parameter, buffer or constant."""

    def __init__(self, path, kind, tensor, persistent=True):
        self.path = path
        self.kind = kind
        self.tensor = tensor
        self.persistent = persistent


def join(prefix, name):
    return prefix + "." + name if prefix else name


def resolve(root, path):
    """The attribute at a dotted path, or an error that names it."""
    value = root
    for atom in path.split("."):
        if not hasattr(value, atom):
            raise WriteError("expected an attribute '%s' of the module, found "
                             "none" % path)
        value = getattr(value, atom)
    return value


def _kind_of(framework, root, path):
    """Kind and persistence of state that is read under a path of its own."""
    owner_path, _, leaf = path.rpartition(".")
    owner = resolve(root, owner_path) if owner_path else root
    if leaf in getattr(owner, "_parameters", {}):
        return "parameter", True
    if leaf in getattr(owner, "_buffers", {}):
        kind = "constant" if _CLOSED_OVER.match(leaf) else "buffer"
        skipped = getattr(owner, "_non_persistent_buffers_set", ())
        return kind, leaf not in skipped
    return "constant", True


def collect(framework, root, used, closed_over):
    """All state of `root`: modules in preorder, in each its parameters, buffers
    and plain tensors. `used` are the paths that nodes read; `closed_over`
    tensors that no attribute holds: they are constants of the root."""
    states, names = [], set()

    def add(path, kind, tensor, persistent=True):
        if path not in names:
            names.add(path)
            states.append(State(path, kind, tensor, persistent))

    modules = root.named_modules() if hasattr(root, "named_modules") else []
    for prefix, module in modules:
        parameters, buffers = module._parameters, module._buffers
        for name, tensor in parameters.items():
            if tensor is not None:
                add(join(prefix, name), "parameter", tensor)
        skipped = getattr(module, "_non_persistent_buffers_set", ())
        plain = []
        for name, tensor in buffers.items():
            if tensor is None:
                continue
            # torch.fx keeps what a function closed over as a buffer.
            if _CLOSED_OVER.match(name):
                plain.append((name, tensor))
            else:
                add(join(prefix, name), "buffer", tensor, name not in skipped)
        for name, tensor in list(vars(module).items()):
            path = join(prefix, name)
            if not framework.is_tensor(tensor):
                continue
            if not name.startswith("_") or path in used:
                plain.append((name, tensor))
        for name, tensor in plain:
            add(join(prefix, name), "constant", tensor)
        if not prefix:
            for name, tensor in closed_over(names):
                add(name, "constant", tensor)
    if not hasattr(root, "named_modules"):
        for name, tensor in closed_over(names):
            add(name, "constant", tensor)
    for path in used:
        if path not in names:
            tensor = resolve(root, path)
            if not framework.is_tensor(tensor):
                raise WriteError("expected a tensor at '%s', got %s" %
                                 (path, type(tensor).__qualname__))
            kind, persistent = _kind_of(framework, root, path)
            add(path, kind, tensor, persistent)
    return states


class Weights:
    """The storages of all states: each is one entry, under the path of the
    first tensor in it; tensors that share one keep sharing it."""

    def __init__(self, framework):
        self.framework = framework
        self.keys = {}
        self.entries = []
        self.alive = []

    def entry(self, state):
        """The key of the storage of a state; None where it has no data."""
        tensor = state.tensor
        storage = self.framework.storage(tensor)
        if storage is None:
            return None
        identity, size, read = storage
        if identity not in self.keys:
            self.keys[identity] = state.path
            self.alive.append(tensor)
            self.entries.append((state.path,
                                 self.framework.dtype_name(tensor.dtype),
                                 [int(s) for s in tensor.shape], size, read))
        return self.keys[identity]

    def write(self, path):
        safetensors.write(path, self.entries)


def declare(state, types, weights, archive):
    """The text of a declaration, and the type of the state."""
    try:
        kind = types.tensor(state.tensor, state.kind != "parameter" and
                            bool(state.tensor.requires_grad))
    except WriteError as error:
        raise WriteError("state '%s': %s" % (state.path, error)) from None
    line = "tp.state %s %s : %s" % (state.kind, text.symbol(state.path), kind)
    key = weights.entry(state)
    if key is not None:
        line += " = #tp.blob<%s, %s>" % (archive, text.string(key))
    if state.kind == "buffer" and not state.persistent:
        line += " {persistent = false}"
    if state.kind == "parameter" and not state.tensor.requires_grad:
        line += " {requires_grad = false}"
    return line, kind
