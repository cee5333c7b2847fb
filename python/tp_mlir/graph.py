"""Writes one graph: placeholders, nodes, output."""

from . import text
from .errors import WriteError
from .literals import Literals
from .state import join


def leaves(value):
    """The leaves of an argument, in the order in which they are written."""
    if isinstance(value, slice):
        value = (value.start, value.stop, value.step)
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from leaves(item)
    elif hasattr(value, "items") and callable(value.items) and hasattr(value, "keys"):
        for item in value.values():
            yield from leaves(item)
    else:
        yield value


def is_node(value):
    return hasattr(value, "op") and hasattr(value, "target") and hasattr(value, "users")


class GraphWriter:
    """Writes the nodes of `graph`. `prefix` is the path of the child module
    that the graph is of; `context` what all graphs of the program share."""

    def __init__(self, context, graph, prefix=""):
        self.context = context
        self.graph = graph
        self.prefix = prefix
        self.lines = []
        self.values = {}
        self.types = {}
        self.constants = {}
        self.subgraphs = {}
        self.taken = {node.name for node in graph.nodes}
        self.unnamed = 0
        self.operands = []
        self.literals = Literals(context.framework, self._place)

    # Operands

    def _place(self, value, where):
        if is_node(value):
            if value in self.subgraphs:
                return text.symbol(self.subgraphs[value])
            if value not in self.values:
                raise WriteError("%s: expected a node that stands before, got "
                                 "'%s'" % (where, value.name))
            self.operands.append(self.types[value])
            return self.values[value]
        if self.context.framework.is_tensor(value):
            name, kind = self._constant(value)
            self.operands.append(kind)
            return name
        return None

    def _constant(self, tensor):
        """Reads a tensor that stands in an argument itself: it is state."""
        state = self.context.state_of(tensor)
        if state.path not in self.constants:
            name = self.fresh(state.path.replace(".", "_"))
            value = self._ssa(name)
            kind = self.context.state_types[state.path]
            self.lines.append("%s = tp.get_attr %s%s : %s" % (
                value, text.symbol(state.path), self._as(name), kind))
            self.constants[state.path] = (value, kind)
        return self.constants[state.path]

    def constant_name(self, tensor):
        """The node that `_constant` made for a tensor, or None."""
        state = self.context.state_of(tensor)
        made = self.constants.get(state.path)
        return made[0][1:] if made else None

    def fresh(self, candidate):
        name, number = candidate, 0
        while name in self.taken:
            number += 1
            name = "%s_%d" % (candidate, number)
        self.taken.add(name)
        return name

    # Names

    def _ssa(self, name):
        if text.is_ssa_name(name):
            return "%" + name
        self.unnamed += 1
        return "%%%d" % (self.unnamed - 1)

    @staticmethod
    def _as(name):
        return "" if text.is_ssa_name(name) else " as " + text.string(name)

    def _define(self, node, kind):
        self.values[node] = self._ssa(node.name)
        self.types[node] = kind
        return self.values[node]

    def _meta(self, node):
        return self.context.meta(node, self.prefix)

    def _type(self, node):
        meta = node.meta
        value = meta.get("val", meta.get("tensor_meta"))
        if value is None:
            return "!tp.any"
        try:
            return self.context.types.value(value)
        except WriteError as error:
            raise WriteError("node '%s': %s" % (node.name, error)) from None

    # Nodes

    def write(self):
        for node in self.graph.nodes:
            self.operands = []
            getattr(self, "_" + node.op, self._unknown)(node)
        return self.lines

    def _unknown(self, node):
        raise WriteError("node '%s': unknown kind '%s'" % (node.name, node.op))

    def _placeholder(self, node):
        kind = self.context.input_type(node) or self._type(node)
        state = self.context.lifted.get(node.name) if not self.prefix else None
        if state is not None:
            kind = self.context.state_types[state.path]
            line = "tp.placeholder %s %s" % (state.kind, text.symbol(state.path))
        else:
            line = "tp.placeholder %s" % text.string(str(node.target))
        line += self._as(node.name)
        if node.args:
            where = "node '%s', default" % node.name
            line += " = " + Literals(
                self.context.framework, self._no_place).spell(node.args[0], where)
        line += self._meta(node)
        if state is not None and state.kind == "parameter" and \
                not state.tensor.requires_grad:
            line += " {requires_grad = false}"
        self.lines.append("%s = %s : %s" % (self._define(node, kind), line, kind))

    def _no_place(self, value, where):
        if is_node(value) or self.context.framework.is_tensor(value):
            raise WriteError("%s: expected a literal, got %s" %
                             (where, type(value).__qualname__))
        return None

    def _get_attr(self, node):
        path = join(self.prefix, node.target)
        child = self.context.graph_of(path)
        if child is not None:
            name = self.fresh(node.name + "_graph") if node.name in \
                self.context.symbols else node.name
            self.subgraphs[node] = name
            body = GraphWriter(self.context, child.graph, path)
            self.lines.insert(0, self.context.block(
                "tp.graph %s" % text.symbol(name), body.write()))
            return
        path = self.context.declared(path)
        kind = self.context.state_types[path]
        self.lines.append("%s = tp.get_attr %s%s%s : %s" % (
            self._define(node, kind), text.symbol(path), self._as(node.name),
            self._meta(node), kind))

    def _arguments(self, node):
        parts = [self.literals.spell(arg, "node '%s', argument %d" % (node.name, i))
                 for i, arg in enumerate(node.args)]
        parts += ["%s = %s" % (text.word(str(key)), self.literals.spell(
            value, "node '%s', argument '%s'" % (node.name, key)))
            for key, value in node.kwargs.items()]
        return "(%s)" % ", ".join(parts)

    def _call(self, node, target):
        arguments = self._arguments(node)
        operands = ", ".join(self.operands)
        kind = self._type(node)
        self.lines.append("%s = tp.%s %s%s%s%s : (%s) -> %s" % (
            self._define(node, kind), node.op, text.string(target), arguments,
            self._as(node.name), self._meta(node), operands, kind))

    def _call_function(self, node):
        if self.context.write_assertion(self, node):
            return
        framework = self.context.framework
        target = framework.operator_name(node.target) or \
            framework.function_path(node.target)
        if not target:
            raise WriteError("node '%s': expected a function with a name as the "
                             "target, got %r" % (node.name, node.target))
        self._call(node, target)

    def _call_method(self, node):
        self._call(node, str(node.target))

    def _call_module(self, node):
        self._call(node, join(self.prefix, str(node.target)))

    def operand(self, node, where):
        """The value and the type of a node that an assertion names."""
        self.operands = []
        value = self._place(node, where)
        return value, self.operands[0]

    def _output(self, node):
        mutations, value = self.context.returned(self, node)
        where = "node '%s'" % node.name
        written = ["%s -> %s %s" % (self._place(holder, where), kind,
                                    text.string(target))
                   for holder, kind, target in mutations]
        result = self.literals.spell(value, where)
        line = "tp.output "
        if written:
            line += "mutations(%s), " % ", ".join(written)
        line += result
        if node.name != "output":
            line += " as " + text.string(node.name)
        line += self._meta(node)
        if self.operands:
            line += " : " + ", ".join(self.operands)
        self.lines.append(line)
