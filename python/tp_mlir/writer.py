"""Writes a program: its archive, its state, its graphs."""

import os
import tempfile

from . import exported, text
from .errors import WriteError
from .frameworks import framework_of
from .graph import GraphWriter, is_node, leaves
from .literals import Types
from .state import Weights, collect, declare, join, resolve


def write(program, path, weights=None, *, name="forward", root=None,
          trace_children=None):
    """Writes a graph module or an exported program to `path` as MLIR text.

    `weights` is the file of the tensors; without it, `path` with the ending
    `.safetensors`. It is written only where there is a tensor.

    `root` is the module that a graph module of torch.fx was traced from.
    torch.fx copies only the state that a node reads, and makes buffers of plain
    tensors; the root has all of it, with its kinds.

    `trace_children`, a function of a path and a module, says which child
    modules are written as graphs of their own besides those that already are
    graph modules; the others are opaque.
    """
    if weights is None:
        weights = os.path.splitext(path)[0] + ".safetensors"
    writer = ProgramWriter(program, root, trace_children)
    relative = os.path.relpath(os.path.abspath(weights),
                               os.path.dirname(os.path.abspath(path)))
    lines = writer.write(name, relative.replace(os.sep, "/"))
    if writer.weights.entries:
        writer.weights.write(weights)
    folder = os.path.dirname(os.path.abspath(path))
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".tp_mlir")
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")
    os.replace(temporary, path)


class ProgramWriter:
    """What all graphs of one program share."""

    def __init__(self, program, root, trace_children):
        self.framework = framework_of(program)
        self.exported = program if hasattr(program, "graph_signature") else None
        module = program.graph_module if self.exported else program
        if self.exported and self.framework.api.__name__ == "torch":
            raise WriteError("expected a graph module of torch.fx; save an "
                             "exported program of torch as .pt2, which the "
                             "tools read themselves")
        self.module = module
        self.root = root if root is not None else getattr(module, "root", module)
        self.trace_children = trace_children
        self.types = Types(self.framework)
        self.weights = Weights(self.framework)
        self.children = {}
        self.metas = {}
        self.symbols = set()
        self.lifted = exported.lifted_states(program) if self.exported else {}
        self.dimensions = exported.Dimensions(program) if self.exported else None
        self.closed_over = []
        self.used = []
        self.tensors = {}
        self._find_children(module, module.graph, "")
        self._find_state(module.graph, "")
        for path, child in self.children.items():
            self._find_state(child.graph, path)
        self.states = self._collect_states()
        self.state_types = {}

    # Children

    def _find_children(self, owner, graph, prefix):
        for node in graph.nodes:
            if node.op not in ("call_module", "get_attr"):
                continue
            path = join(prefix, str(node.target))
            if path in self.children:
                continue
            child = self._child(owner, str(node.target), path, node.op)
            if child is not None:
                self.children[path] = child
                self._find_children(child, child.graph, path)

    def _child(self, owner, target, path, op):
        if op == "call_module" and not hasattr(owner, "named_modules"):
            return None
        source = getattr(owner, "root", owner)
        try:
            child = resolve(source, target)
        except WriteError:
            return None
        if hasattr(child, "graph") and hasattr(child.graph, "nodes"):
            return child
        if op == "get_attr" or self.trace_children is None or \
                not self.trace_children(path, child):
            return None
        try:
            if self.framework.api.__name__ == "torch":
                return self.framework.api.fx.symbolic_trace(child)
            from tensorplay.graph import Tracer
            return Tracer().trace(child)
        except Exception as error:  # pylint: disable=broad-except
            raise WriteError("module '%s' cannot be traced: %s" %
                             (path, error)) from error

    def graph_of(self, path):
        return self.children.get(path)

    # State

    def _find_state(self, graph, prefix):
        for node in graph.nodes:
            if node.op == "get_attr":
                path = join(prefix, str(node.target))
                if path not in self.children and path not in self.used:
                    self.used.append(path)
            default = node.op == "placeholder"
            for value in leaves([] if default else [node.args, node.kwargs]):
                if self.framework.is_tensor(value) and not is_node(value):
                    self.tensors.setdefault(id(value), value)

    def _collect_states(self):
        known = {}
        if hasattr(self.root, "named_modules"):
            for prefix, module in self.root.named_modules():
                held = dict(vars(module))
                held.update(module._parameters)
                held.update(module._buffers)
                for key, tensor in held.items():
                    if self.framework.is_tensor(tensor):
                        known.setdefault(id(tensor), join(prefix, key))
        for key, tensor in self.tensors.items():
            path = known.get(key)
            if path is not None and path not in self.used:
                self.used.append(path)

        def closed_over(names):
            number = 0
            for key, tensor in self.tensors.items():
                if key in known:
                    continue
                while "_tensor_constant%d" % number in names or \
                        "_tensor_constant%d" % number in self.used:
                    number += 1
                yield "_tensor_constant%d" % number, tensor
                number += 1

        holder = self.root
        used = self.used
        if self.module is not self.root and hasattr(self.module, "named_modules") \
                and self.framework.api.__name__ == "torch":
            missing = [p for p in used if not _has(holder, p)]
            states = collect(self.framework, holder,
                             [p for p in used if p not in missing], closed_over)
            if missing:
                raise WriteError("expected the root to have '%s', which the "
                                 "graph reads" % missing[0])
        else:
            states = collect(self.framework, holder, used, closed_over)
        self.by_id = {}
        for state in states:
            self.by_id.setdefault(id(state.tensor), state)
        return states

    def state_of(self, tensor):
        return self.by_id[id(tensor)]

    def declared(self, path):
        if path not in self.state_types:
            raise WriteError("expected state of the name '%s'" % path)
        return path

    # Inputs, assertions, outputs of exported programs

    def input_type(self, node):
        if not self.exported or node.name in self.lifted:
            return None
        if node.name not in self.exported.example_inputs:
            return None
        return self.types.value(self.exported.example_inputs[node.name],
                                self.dimensions.sizes.get(node.name), True)

    def write_assertion(self, writer, node):
        return bool(self.exported) and exported.write_assertion(writer, node)

    def returned(self, writer, node):
        if self.exported and not writer.prefix:
            return exported.returned(self.exported, node)
        return [], node.args[0]

    # Metadata

    def meta(self, node, prefix):
        """The text that names the metadata of a node."""
        entries = []
        stack = self._module_stack(node.meta.get("nn_module_stack"), prefix)
        if stack:
            entries.append(("nn_module_stack", stack))
        trace = node.meta.get("stack_trace") or getattr(node, "stack_trace", None)
        if isinstance(trace, str):
            entries.append(("stack_trace", trace))
        if not entries:
            return ""
        key = "#tp.meta<%s>" % ", ".join(
            "%s = %s" % (k, text.string(v)) for k, v in entries)
        number = self.metas.setdefault(key, len(self.metas))
        return " meta(#meta%d)" % number

    def _module_stack(self, stack, prefix):
        """`key,path,type` of each module, outermost first, as archives say it."""
        if not stack:
            return ""
        if isinstance(stack, (tuple, list)):
            stack = {path: (path, self._class_of(path)) for path in stack}
        parts = []
        for key, value in stack.items():
            path, kind = value if isinstance(value, tuple) else (key, value)
            if isinstance(kind, type):
                kind = "%s.%s" % (kind.__module__, kind.__qualname__)
            parts.append("%s,%s,%s" % (join(prefix, key), join(prefix, path), kind))
        return ";".join(parts)

    def _class_of(self, path):
        return type(resolve(self.root, path)) if _has(self.root, path) else ""

    # Text

    @staticmethod
    def block(head, lines):
        body = "\n".join(lines).replace("\n", "\n  ")
        return "%s {\n  %s\n}" % (head, body)

    def write(self, name, archive):
        body = []
        for state in self.states:
            line, kind = declare(state, self.types, self.weights, "@weights")
            body.append(line)
            self.state_types[state.path] = kind
        self.symbols = set(self.state_types)
        for path, child in self.children.items():
            if not self._is_called(path):
                continue
            graph = GraphWriter(self, child.graph, path)
            symbol = graph.fresh(path) if path in self.symbols else path
            self.symbols.add(symbol)
            body.append(self.block("tp.graph %s attributes {path = %s}" % (
                text.symbol(symbol), text.string(path)), graph.write()))
        graph = GraphWriter(self, self.module.graph)
        body += graph.write()
        head = "tp.program " + text.symbol(name) + self._dims()
        calls = exported.module_calls(self.exported, graph) if self.exported else ""
        if calls:
            head += " attributes {module_calls = %s}" % calls
        lines = ["#meta%d = %s" % (number, meta)
                 for meta, number in self.metas.items()]
        if self.weights.entries:
            lines.append("tp.archive @weights %s" % text.string(archive))
        lines.append(self.block(head, body))
        return lines

    def _is_called(self, path):
        graphs = [("", self.module)] + list(self.children.items())
        return any(node.op == "call_module" and
                   join(prefix, str(node.target)) == path
                   for prefix, module in graphs for node in module.graph.nodes)

    def _dims(self):
        if self.dimensions:
            return self.dimensions.clause()
        symbols = ", ".join(text.word(s) for s in self.types.symbols)
        return " dims(%s)" % symbols if symbols else ""


def _has(root, path):
    try:
        resolve(root, path)
        return True
    except WriteError:
        return False
