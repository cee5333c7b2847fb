"""What an exported program of tensorplay says besides its graph."""

import json
import operator

from . import text
from .literals import Literals
from .state import State

_INPUTS = {"PARAMETER": "parameter", "BUFFER": "buffer",
           "CONSTANT_TENSOR": "constant"}
_MUTATIONS = {"BUFFER_MUTATION": "buffer", "PARAMETER_MUTATION": "parameter",
              "USER_INPUT_MUTATION": "input"}


def lifted_states(program):
    """The state of each placeholder that is lifted, by the node's name."""
    lifted = {}
    for spec in program.graph_signature.input_specs:
        kind = _INPUTS.get(spec.kind.name)
        if kind:
            value = program._resolve_state_value(spec.target)
            lifted[spec.arg.name] = State(spec.target, kind, value,
                                          spec.persistent is not False)
    return lifted


# Dimensions


def _entries(spec):
    if isinstance(spec, dict):
        return spec.items()
    if isinstance(spec, (list, tuple)):
        return enumerate(spec)
    return ()


class Dimensions:
    """Symbols, ranges and symbolic sizes of the inputs."""

    def __init__(self, program):
        self.sizes = {}
        self.ranges = {}
        self.hints = {}
        for name, bounds in program.range_constraints.items():
            self.ranges[str(name)] = (bounds.get("min"), bounds.get("max"))
        for name, example in program.example_inputs.items():
            spec = (program.dynamic_shapes or {}).get(name)
            if hasattr(example, "shape"):
                self._add(name, example, spec)

    def _add(self, name, example, spec):
        sizes = [int(size) for size in example.shape]
        for index, dim in _entries(spec):
            if index >= len(sizes) or dim is None or isinstance(dim, int):
                continue
            observed = sizes[index]
            hint = getattr(dim, "type", None)
            if hint is not None:
                if hint.name == "STATIC":
                    continue
                symbol = "%s_%d" % (name, index)
                self.ranges.setdefault(symbol, (dim.min, dim.max))
                self.hints[symbol] = observed
                sizes[index] = symbol
                continue
            if type(dim).__name__ == "_StaticDim":
                continue
            sizes[index] = dim.name
            root = getattr(dim, "root", None)
            if root is None:
                self.ranges.setdefault(dim.name, (dim.min, dim.max))
                self.hints[dim.name] = observed
            else:
                self.ranges.setdefault(root.name, (root.min, root.max))
                self.ranges.setdefault(dim.name, (dim.min, dim.max))
                self.hints.setdefault(
                    root.name, (observed - dim.offset) // dim.scale)
        self.sizes[name] = sizes

    def clause(self):
        parts = []
        # Symbols first: the expressions over them are about them.
        for name in sorted(self.ranges, key=lambda n: not text.is_ssa_name(n)):
            low, high = ("?" if b is None else str(b) for b in self.ranges[name])
            part = "%s in [%s, %s]" % (name, low, high)
            if name in self.hints:
                part += " hint %d" % self.hints[name]
            parts.append(part)
        return " dims(%s)" % ", ".join(parts) if parts else ""


# Assertions


def write_assertion(writer, node):
    """Writes a node of the exporter's that checks a dimension; False for any
    other node."""
    target = node.target
    if not (getattr(target, "__module__", "") or "").startswith("tensorplay.export"):
        return False
    name = getattr(target, "__name__", "")
    where = "node '%s'" % node.name
    args = node.args
    if name == "_assert_dim_range":
        value, kind = writer.operand(args[0], where)
        low, high = ("?" if b is None else str(b) for b in args[2:4])
        line = "assert_dim_range %s[%d] in [%s, %s], %s : %s" % (
            value, args[1], low, high, text.string(args[4]), kind)
    elif name == "_assert_dims_equal":
        left, left_kind = writer.operand(args[0], where)
        right, right_kind = writer.operand(args[2], where)
        line = "assert_dims_equal %s[%d], %s[%d], %s : %s, %s" % (
            left, args[1], right, args[3], text.string(args[4]), left_kind,
            right_kind)
    elif name == "_assert_dim_relation":
        root, root_kind = writer.operand(args[0], where)
        value, kind = writer.operand(args[2], where)
        line = "assert_dim_relation %s[%d] == %d * %s[%d] %s %d, %s : %s, %s" % (
            value, args[3], args[4], root, args[1], "-" if args[5] < 0 else "+",
            abs(args[5]), text.string(args[6]), kind, root_kind)
    else:
        return False
    writer.lines.append("tp." + line)
    return True


# Outputs


def _element_of_input(node, name):
    """`items[0]`: the element of the input `name` that `node` has updated."""
    path = []
    while getattr(node, "op", None) != "placeholder":
        if node.op == "call_function" and node.target is operator.getitem:
            path.append("[%r]" % (node.args[1],))
        elif node.op != "call_method":
            break
        node = node.args[0]
    return name + "".join(reversed(path))


def _rebuild(spec, values):
    if spec.type is None:
        return next(values)
    parts = [_rebuild(child, values) for child in spec.children_specs]
    if spec.type is dict:
        return dict(zip(spec.context, parts))
    return parts if spec.type is list else tuple(parts)


def returned(program, node):
    """Mutations (value, kind, target) and the value that the user sees. Of
    several updates of one target only the last is its final value."""
    specs = program.graph_signature.output_specs
    final = {}
    value = node.args[0]
    values = list(value) if isinstance(value, (list, tuple)) else [value]
    count = 0
    for spec, holder in zip(specs, values):
        kind = _MUTATIONS.get(spec.kind.name)
        if kind is None:
            break
        count += 1
        target = spec.target
        if kind == "input":
            target = _element_of_input(holder, target)
        final[(kind, target)] = holder
    if not count:
        return [], value
    order = {n.name: i for i, n in enumerate(program.graph.placeholders)}
    states = {spec.target: spec.arg.name
              for spec in program.graph_signature.input_specs if spec.target}
    mutations = [(holder, kind, target)
                 for (kind, target), holder in final.items()]
    mutations.sort(key=lambda m: order.get(
        states.get(m[2], m[2].partition("[")[0]), len(order)))
    spec = program.graph_module.meta.get("out_spec")
    rest = iter(values[count:])
    return mutations, tuple(rest) if spec is None else _rebuild(spec, rest)


# Module calls


def _tree(spec):
    if spec.type is None:
        return {"type": None, "context": None, "children_spec": []}
    context = json.dumps(list(spec.context)) if spec.type is dict else "null"
    return {"type": "%s.%s" % (spec.type.__module__, spec.type.__qualname__),
            "context": context,
            "children_spec": [_tree(child) for child in spec.children_specs]}


def _spec(keyword, spec):
    if spec is None:
        return ""
    tree = json.dumps([1, _tree(spec)])
    return " %s #tp.treespec<%s>" % (keyword, text.string(tree))


def module_calls(program, writer):
    """The records of module calls, as an attribute of the program."""
    names = {node.name for node in program.graph.nodes}
    lifted = writer.context.lifted

    def place(value, where):
        if writer.context.framework.is_tensor(value):
            name = writer.constant_name(value)
            return 'ref(%s, tensor)' % text.string(name) if name else "None"
        return None

    def argument(spec):
        name = spec.name
        if hasattr(spec, "value"):
            return Literals(writer.context.framework, place).spell(
                spec.value, "module call")
        # The exporter takes every string for the name of a node.
        if name not in names:
            return text.string(name)
        return "ref(%s, tensor)" % text.string(name)

    def arguments(specs):
        parts = [argument(s) for s in specs if s.name not in lifted]
        return "(%s%s)" % (", ".join(parts), "," if len(parts) == 1 else "")

    records = []
    for entry in program.module_call_graph:
        signature = entry.signature
        record = text.string(entry.fqn)
        if signature is not None:
            record += " : %s -> %s" % (arguments(signature.inputs),
                                       arguments(signature.outputs))
            if signature.forward_arg_names is not None:
                record += " names [%s]" % ", ".join(
                    text.string(n) for n in signature.forward_arg_names
                    if n not in lifted)
            record += _spec("in_spec", signature.in_spec)
            record += _spec("out_spec", signature.out_spec)
        records.append("#tp.module_call<%s>" % record)
    return "[%s]" % ", ".join(records) if records else ""
