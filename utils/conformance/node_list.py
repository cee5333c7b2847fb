#!/usr/bin/env python3
"""Torch's own view of an exported program, as a node list (see NODELIST.md).

The list is made from the live FX graph and the signature objects, not from the
JSON that torch writes, so that it is a second opinion on the importer. What the
archive names differently from the graph (results of multi-result nodes, keyword
arguments in schema order) is worked out here by the rules of NODELIST.md.
"""

import json
import math
import operator

import sympy
import torch
import torch.utils._pytree as pytree
from torch.export import graph_signature as gs
from torch.fx import GraphModule, Node

INPUT_KINDS = gs.InputKind
OUTPUT_KINDS = gs.OutputKind
_BARE = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.")


def quote(text):
    """A JSON string in ASCII."""
    return json.dumps(text, ensure_ascii=True)


def name(text):
    """A name: bare where it is made of [A-Za-z0-9_.] only, else quoted."""
    return text if text and all(c in _BARE for c in text) else quote(text)


def strings(items):
    return "[" + ", ".join(quote(i) for i in items) + "]"


class NodeListError(RuntimeError):
    """The program holds something that the node list has no spelling for."""


class NodeListPrinter:
    def __init__(self, program):
        self.program = program
        self.lines = []
        self.hints = set()
        self.nodes = 0
        # Where a graph reads one result through several getitem nodes.
        self.renamed = {}

    # --------------------------------------------------------------- symbols
    def symbolic(self, value, concrete, hinted=True):
        """An int/float/bool, or a symbolic one as sympy's srepr."""
        if not isinstance(value, (torch.SymInt, torch.SymFloat, torch.SymBool)):
            return concrete(value)
        expr = value.node.expr
        if isinstance(expr, sympy.Integer) and isinstance(value, torch.SymInt):
            return concrete(int(expr))
        if isinstance(expr, sympy.Float) and isinstance(value, torch.SymFloat):
            return concrete(float(expr))
        if isinstance(value, torch.SymBool) and expr in (sympy.true, sympy.false):
            return concrete(bool(expr))
        text = sympy.srepr(expr)
        if hinted:
            self.hints.add((text, repr(value.node.hint)))
        return text

    def sym_int(self, value):
        return self.symbolic(value, lambda v: repr(int(v)))

    def ints(self, values):
        return "[" + ", ".join(self.sym_int(v) for v in values) + "]"

    # ----------------------------------------------------------------- types
    def type_of(self, value):
        if isinstance(value, torch.Tensor):
            grad = ", requires_grad" if value.requires_grad else ""
            return (
                f"Tensor({value.dtype}, {self.ints(value.shape)}, "
                f"strides={self.ints(value.stride())}, "
                f"offset={self.sym_int(value.storage_offset())}, "
                f"{device(value.device)}, {value.layout}{grad})"
            )
        if isinstance(value, (bool, torch.SymBool)):
            return f"SymBool({self.symbolic(value, repr, hinted=False)})"
        if isinstance(value, (int, torch.SymInt)):
            return f"SymInt({self.sym_int(value)})"
        if isinstance(value, (float, torch.SymFloat)):
            return f"SymFloat({self.symbolic(value, lambda v: repr(float(v)))})"
        if isinstance(value, gs.CustomObjArgument):
            return f"Object({quote(value.class_fqn)})"
        raise NodeListError(f"no type for a value of {type(value).__name__}")

    # ------------------------------------------------------------- arguments
    def reference(self, node):
        return "%" + name(self.renamed.get(node.name, node.name))

    def literal(self, arg, subgraphs=None):
        """An argument as NODELIST.md spells it."""
        if isinstance(arg, Node):
            if arg.op != "get_attr":
                return self.reference(arg)
            attr = getattr(arg.graph.owning_module, arg.target)
            if not isinstance(attr, GraphModule) or subgraphs is None:
                raise NodeListError(f"get_attr of {type(attr).__name__}")
            subgraphs.append((arg.target, attr))
            return "graph:" + name(arg.target)
        if arg is None or type(arg) in (bool, int, float):
            return repr(arg)
        if type(arg) is complex:
            return f"complex({arg.real!r}, {arg.imag!r})"
        if type(arg) is str:
            return quote(arg)
        if isinstance(arg, (torch.dtype, torch.layout, torch.memory_format)):
            return str(arg)
        if isinstance(arg, torch.device):
            return device(arg)
        if isinstance(arg, dict):
            items = (f"{quote(k)}: {self.literal(v, subgraphs)}" for k, v in arg.items())
            return "{" + ", ".join(items) + "}"
        if isinstance(arg, (list, tuple)):
            return "[" + ", ".join(self.literal(a, subgraphs) for a in arg) + "]"
        if isinstance(arg, (torch._ops.OpOverload, torch._ops.HigherOrderOperator)):
            return "operator:" + name(target(arg))
        if isinstance(arg, torch._C.ScriptObject):
            return f"object({quote(arg._type().qualified_name())})"
        raise NodeListError(f"no spelling for an argument of {type(arg).__name__}")

    def arguments(self, node, subgraphs):
        """Positional arguments, then keyword ones: those of an operator with a
        schema in schema order, others in the order of the call."""
        kwargs = dict(node.kwargs)
        args = list(node.args)
        if isinstance(node.target, torch._ops.OpOverload):
            order = [a.name for a in node.target._schema.arguments]
            kwargs = {k: kwargs[k] for k in order if k in kwargs}
        for arg in args:
            yield f"arg {self.literal(arg, subgraphs)}"
        for key, arg in kwargs.items():
            yield f"kwarg {name(key)} = {self.literal(arg, subgraphs)}"

    # --------------------------------------------------------------- results
    def item_user(self, node, index):
        """The first getitem node that reads this element; others are renamed."""
        first = None
        for user in node.users:
            if user.target is not operator.getitem:
                raise NodeListError(f"{node.name}: a container is used whole")
            if user.args[1] == index:
                if first is None:
                    first = user
                else:
                    self.renamed[user.name] = first.name
        return first

    def element(self, node, index, value):
        """`name : type` of one element of a container result."""
        if value is None:
            return "None"
        user = self.item_user(node, index)
        text = user.name if user is not None else f"{node.name}_unused_{index}"
        return f"{name(text)} : {self.type_of(value)}"

    def inner_list(self, node, index, values):
        user = self.item_user(node, index)
        parts = []
        for i, value in enumerate(values):
            if value is None:
                continue
            if user is not None:
                parts.append(self.element(user, i, value))
            else:
                text = f"{node.name}_unused_{index}_{i}"
                parts.append(f"{name(text)} : {self.type_of(value)}")
        return "[" + ", ".join(parts) + "]"

    def results(self, node):
        """One string per entry of the operator's return."""
        value = node.meta.get("val")
        if isinstance(node.target, torch._ops.OpOverload) and not is_symbolic(value):
            returns = node.target._schema.returns
            if not returns:
                return []
            single = len(returns) == 1
        else:
            single = not isinstance(value, (tuple, dict))
        if single and isinstance(value, (list, tuple)):
            parts = [self.element(node, i, v) for i, v in enumerate(value)]
            return ["[" + ", ".join(parts) + "]"]
        if single:
            if value is None:
                return ["None"]
            return [f"{name(node.name)} : {self.type_of(value)}"]
        if isinstance(value, dict):
            parts = [self.element(node, k, v) for k, v in value.items()]
            return ["[" + ", ".join(parts) + "]"]
        out = []
        for i, part in enumerate(value):
            if isinstance(part, list):
                out.append(self.inner_list(node, i, part))
            else:
                out.append(self.element(node, i, part))
        return out

    # ---------------------------------------------------------------- graphs
    def folded(self, node):
        """getitem of a container is part of the node that made the container."""
        return node.op == "call_function" and node.target is operator.getitem

    def graph(self, module, path):
        out = self.lines
        out.append(f"graph {path or '/'}")
        subgraphs = []
        for node in module.graph.nodes:
            if node.op == "placeholder":
                out.append("  input " + self.placeholder(node))
            elif node.op == "output":
                self.output(node)
            elif node.op == "call_function" and not self.folded(node):
                self.call(node, path, subgraphs)
            elif node.op not in ("get_attr", "call_function"):
                raise NodeListError(f"unexpected node kind {node.op}")
        for sub_path, sub in subgraphs:
            saved, self.renamed = self.renamed, dict(self.renamed)
            self.graph(sub, sub_path)
            self.renamed = saved

    def placeholder(self, node):
        value = node.meta["val"]
        if value is None or type(value) in (bool, int, float, str):
            return f"= {self.literal(value)}"
        return f"{name(node.name)} : {self.type_of(value)}"

    def output(self, node):
        value = node.args[0]
        if isinstance(value, Node):
            self.lines.append("  single_tensor_return")
            value = [value]
        for arg in value:
            self.lines.append(f"  output {self.literal(arg)}")

    def call(self, node, path, subgraphs):
        self.nodes += 1
        out = self.lines
        used = []
        # Results first: they decide how repeated getitem nodes are called.
        results = self.results(node)
        out.append(f"  node {name(node.name)}")
        out.append(f"    target {name(target(node.target))}")
        for arg in self.arguments(node, used):
            out.append("    " + arg)
        for result in results:
            out.append("    result " + result)
        if isinstance(node.target, torch._ops.HigherOrderOperator):
            if not is_symbolic(node.meta.get("val")):
                single = isinstance(node.meta.get("val"), torch.Tensor)
                out.append(f"    hop_single_tensor_return {single}")
        for key, text in metadata(node):
            out.append(f"    meta {key} {quote(text)}")
        for sub_name, sub in used:
            subgraphs.append((f"{path}/{name(node.name)}/{name(sub_name)}", sub))

    # ------------------------------------------------------------- signature
    def spec_argument(self, arg):
        if isinstance(arg, gs.ConstantArgument):
            return self.literal(arg.value)
        return "%" + name(self.renamed.get(arg.name, arg.name))

    def signature(self):
        out = self.lines
        out.append("signature")
        for spec in self.program.graph_signature.input_specs:
            text = f"  input {spec.kind.name}"
            if isinstance(spec.arg, gs.ConstantArgument):
                text += f" {name(spec.arg.name)} = {self.literal(spec.arg.value)}"
            else:
                text += f" %{name(spec.arg.name)}"
            if spec.target is not None:
                text += f" target={quote(spec.target)}"
            if spec.kind is INPUT_KINDS.BUFFER:
                text += f" persistent={spec.persistent}"
            if isinstance(spec.arg, gs.CustomObjArgument):
                text += f" class={quote(spec.arg.class_fqn)}"
            out.append(text)
        for spec in self.program.graph_signature.output_specs:
            text = f"  output {spec.kind.name} {self.spec_argument(spec.arg)}"
            if spec.target is not None:
                text += f" target={quote(spec.target)}"
            out.append(text)

    # --------------------------------------------------------------- program
    def ranges(self):
        for symbol, limits in self.program.range_constraints.items():
            low, high = bound(limits.lower, math.ceil), bound(limits.upper, math.floor)
            self.lines.append(f"range {quote(str(symbol))} in [{low}, {high}]")

    def module_calls(self):
        fields = {}
        for entry in self.program.module_call_graph:
            self.lines.append(f"module_call {quote(entry.fqn)}")
            sig = entry.signature
            if sig is None:
                continue
            for label, items in (("inputs", sig.inputs), ("outputs", sig.outputs)):
                text = ", ".join(self.spec_argument(a) for a in items)
                self.lines.append(f"  {label} [{text}]")
            for label, spec in (("in_spec", sig.in_spec), ("out_spec", sig.out_spec)):
                self.lines.append(f"  {label} {quote(pytree.treespec_dumps(spec, 1))}")
                namedtuple_fields(spec, fields)
            if sig.forward_arg_names:
                self.lines.append(f"  forward_arg_names {strings(sig.forward_arg_names)}")
        for key, names in fields.items():
            self.lines.append(f"namedtuple {quote(key)} {strings(names)}")

    def print(self):
        program = self.program
        self.graph(program.graph_module, "")
        self.signature()
        self.ranges()
        for guard in program._guards_code:
            self.lines.append(f"guard {quote(guard)}")
        self.module_calls()
        for text, hint in sorted(self.hints):
            self.lines.append(f"hint {text} = {hint}")
        if custom := program.graph_module.meta.get("custom"):
            self.lines.append(f"program_meta custom {quote(json.dumps(custom))}")
        self.lines.append(f"verifiers {strings(v.dialect for v in program.verifiers)}")
        self.lines.append(f"torch_version {quote(torch.__version__)}")
        self.lines.append(f"nodes {self.nodes}")
        return self.lines


def is_symbolic(value):
    return isinstance(value, (torch.SymInt, torch.SymBool, torch.SymFloat))


def device(value):
    """`device(type='cpu')`, with `, index=N` where the device has one."""
    index = "" if value.index is None else f", index={value.index}"
    return f"device(type={value.type!r}{index})"


def target(value):
    """The qualified name of what a node calls, as the archive has it."""
    module = value.__module__
    if module.startswith("torch._ops"):
        module = module.replace("torch._ops", "torch.ops")
    return f"{module}.{value.__name__}"


def bound(limit, rounding):
    """One end of a range; None where it is open."""
    if limit.is_infinite or "int_oo" in str(limit):
        return None
    return rounding(limit)


def namedtuple_fields(spec, fields):
    """Adds the field names of every named tuple in a tree, in preorder."""
    kind = spec.type
    if kind is None:
        return
    if pytree.is_namedtuple(kind) or getattr(kind, "__name__", "") == "namedtuple":
        known = pytree.SUPPORTED_SERIALIZED_TYPES[spec.context].serialized_type_name
        fields.setdefault(known, list(spec.context._fields))
    for child in spec.children():
        namedtuple_fields(child, fields)


def metadata(node):
    """The node's metadata as the raw strings of the archive."""
    meta = node.meta
    if text := meta.get("stack_trace"):
        yield "stack_trace", text
    if stack := meta.get("nn_module_stack"):
        parts = (f"{key},{path},{kind}" for key, (path, kind) in stack.items())
        yield "nn_module_stack", ";".join(parts)
    if stack := meta.get("source_fn_stack"):
        parts = (
            f"{key},{fn if isinstance(fn, str) else target(fn)}" for key, fn, *_ in stack
        )
        yield "source_fn_stack", ";".join(parts)
    if pair := meta.get("torch_fn"):
        yield "torch_fn", ";".join(pair)
    if custom := meta.get("custom"):
        yield "custom", json.dumps(custom)
    if "from_node" in meta:
        sources = [source.to_dict() for source in meta["from_node"] or []]
        yield "from_node", json.dumps(None if meta["from_node"] is None else sources)


def node_list(program):
    """The lines of a program's node list, and its number of nodes."""
    printer = NodeListPrinter(program)
    return printer.print(), printer.nodes
