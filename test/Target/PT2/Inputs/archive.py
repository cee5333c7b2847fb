"""Makes .pt2 archives for the tests, good and bad, without torch.

    python archive.py RECIPE OUT.pt2

A recipe is a function below: it returns the program (the JSON of models/model.json)
and may change what goes around it. Everything is deterministic.
"""

import json
import struct
import sys
import zipfile

FLOAT, LONG, STRIDED = 7, 5, 7


def ints(values):
    return [{"as_int": v} if isinstance(v, int) else {"as_expr": v} for v in values]


def symbol(name, hint=None, assumptions="positive=True, integer=True"):
    value = None if hint is None else {"as_int": hint}
    return {"expr_str": f"Symbol('{name}', {assumptions})", "hint": value}


def meta(*sizes, dtype=FLOAT, strides=None, offset=0, device="cpu", index=None, grad=False, layout=STRIDED):
    if strides is None:
        strides, step = [], 1
        for size in reversed(sizes):
            strides.insert(0, step)
            step *= max(size, 1) if isinstance(size, int) else 1
    return {
        "dtype": dtype, "sizes": ints(sizes), "requires_grad": grad, "device": {"type": device, "index": index},
        "strides": ints(strides), "storage_offset": ints([offset])[0], "layout": layout,
    }


def tensor(name):
    return {"as_tensor": {"name": name}}


def node(name, target, inputs, outputs, metadata=None, hop=None):
    """`inputs` are (name, argument) or (name, argument, kind); `outputs` arguments or tensor names."""
    named = [{"name": i[0], "arg": i[1], "kind": i[2] if len(i) > 2 else 1} for i in inputs]
    outs = [tensor(o) if isinstance(o, str) else o for o in outputs]
    return {"target": target, "inputs": named, "outputs": outs, "metadata": metadata or {},
            "is_hop_single_tensor_return": hop, "name": name}


def graph(inputs, outputs, nodes, tensors, **more):
    value = {
        "inputs": [tensor(i) if isinstance(i, str) else i for i in inputs],
        "outputs": [tensor(o) if isinstance(o, str) else o for o in outputs],
        "nodes": nodes, "tensor_values": tensors, "sym_int_values": {}, "sym_bool_values": {},
        "is_single_tensor_return": False, "custom_obj_values": {}, "sym_float_values": {},
    }
    value.update(more)
    return value


def user_input(argument):
    return {"user_input": {"arg": tensor(argument) if isinstance(argument, str) else argument}}


def user_output(argument):
    return {"user_output": {"arg": tensor(argument) if isinstance(argument, str) else argument}}


LEAF = '{"type": null, "context": null, "children_spec": []}'
SPEC = '[1, {"type": "builtins.tuple", "context": "null", "children_spec": [' + LEAF + "]}]"


def program(root, input_specs=None, output_specs=None, **more):
    value = {
        "graph_module": {
            "graph": root,
            "signature": {
                "input_specs": input_specs or [user_input(i) for i in root["inputs"]],
                "output_specs": output_specs or [user_output(o) for o in root["outputs"]],
            },
            "module_call_graph": [{"fqn": "", "signature": {
                "inputs": [], "outputs": [], "in_spec": SPEC, "out_spec": SPEC, "forward_arg_names": ["x"]}}],
            "metadata": {}, "treespec_namedtuple_fields": {},
        },
        "opset_version": {"aten": 10}, "range_constraints": {}, "schema_version": {"major": 8, "minor": 20},
        "verifiers": ["TRAINING"], "torch_version": "2.13.0", "guards_code": [],
    }
    value.update(more)
    return value


class Archive:
    """What is written around the program; recipes change it."""

    def __init__(self):
        self.programs = {}
        self.weights, self.constants = {}, {}
        self.entries = {}
        self.compression = zipfile.ZIP_STORED
        self.root = "m"
        self.markers = {"archive_format": b"pt2", "archive_version": b"0", "byteorder": b"little"}
        self.patch = None

    def weight(self, fqn, path, data, tensor_meta, is_param=True, pickled=False):
        self.weights[fqn] = {"path_name": path, "is_param": is_param, "use_pickle": pickled, "tensor_meta": tensor_meta}
        if data is not None:
            self.entries[f"data/weights/{path}"] = data

    def constant(self, fqn, path, data, tensor_meta, pickled=False):
        self.constants[fqn] = {"path_name": path, "is_param": False, "use_pickle": pickled, "tensor_meta": tensor_meta}
        if data is not None:
            self.entries[f"data/constants/{path}"] = data

    def write(self, path):
        entries = dict(self.markers)
        for name, value in self.programs.items():
            entries[f"data/weights/{name}_weights_config.json"] = json.dumps({"config": self.weights}).encode()
            entries[f"data/constants/{name}_constants_config.json"] = json.dumps({"config": self.constants}).encode()
            entries[f"models/{name}.json"] = value if isinstance(value, bytes) else json.dumps(value).encode()
        entries.update(self.entries)
        with zipfile.ZipFile(path, "w", self.compression) as archive:
            for name, data in entries.items():
                if data is not None:
                    archive.writestr(zipfile.ZipInfo(f"{self.root}/{name}"), data, self.compression)
        if self.patch:
            with open(path, "rb") as file:
                data = self.patch(bytearray(file.read()))
            with open(path, "wb") as file:
                file.write(data)


RECIPES = {}


def recipe(function):
    RECIPES[function.__name__.replace("_", "-")] = function
    return function


def simple():
    """x + x, with a parameter that is not used."""
    archive = Archive()
    add = node("add", "torch.ops.aten.add.Tensor", [("self", tensor("x")), ("other", tensor("x"))], ["add"])
    root = graph(["p_w", "x"], ["add"], [add], {"p_w": meta(4, 3, grad=True), "x": meta(2, 3), "add": meta(2, 3)})
    specs = [{"parameter": {"arg": {"name": "p_w"}, "parameter_name": "w"}}, user_input("x")]
    archive.programs["model"] = program(root, specs)
    archive.weight("w", "weight_0", struct.pack("<12f", *range(12)), meta(4, 3, grad=True))
    return archive


def edit(change):
    """The simple program with its JSON changed."""
    archive = simple()
    change(archive.programs["model"])
    return archive


# ---------------------------------------------------------------- good archives
@recipe
def plain():
    return simple()


@recipe
def deflated():
    archive = simple()
    archive.compression = zipfile.ZIP_DEFLATED
    return archive


@recipe
def two_programs():
    """Both have a parameter `w`; the second program has another body."""
    archive = simple()
    archive.programs["other"] = json.loads(json.dumps(archive.programs["model"]))
    archive.programs["other"]["graph_module"]["graph"]["nodes"][0]["target"] = "torch.ops.aten.mul.Tensor"
    return archive


@recipe
def no_data():
    """Exported without data: the entry is there and empty."""
    archive = simple()
    archive.entries["data/weights/weight_0"] = b""
    return archive


@recipe
def arguments():
    """Every arm of the argument union."""
    archive = Archive()
    t = tensor
    device = {"as_device": {"type": "cuda", "index": 1}}
    inner = graph(["a"], ["neg"], [node("neg", "torch.ops.aten.neg.default", [("self", t("a"))], ["neg"])],
                  {"a": meta(2), "neg": meta(2)})
    single = dict(inner, is_single_tensor_return=True)
    arms = [
        {"as_none": True}, t("x"), {"as_tensors": [{"name": "x"}, {"name": "y"}]}, {"as_tensors": []}, {"as_int": 3},
        {"as_ints": [1, 2]}, {"as_ints": []}, {"as_float": 0.5}, {"as_float": "Infinity"}, {"as_float": "NaN"},
        {"as_floats": [1.0, "-Infinity"]}, {"as_floats": []}, {"as_string": "s\"\u00e9"},
        {"as_strings": ["a", "b"]}, {"as_strings": []}, {"as_sym_int": {"as_name": "n"}}, {"as_sym_int": {"as_int": 4}},
        {"as_sym_ints": [{"as_name": "n"}, {"as_int": 3}]}, {"as_sym_ints": [{"as_int": 3}]}, {"as_scalar_type": 13},
        {"as_memory_format": 2}, {"as_layout": 7}, device, {"as_bool": True}, {"as_bools": [True, False]},
        {"as_bools": []}, {"as_sym_bool": {"as_name": "q"}}, {"as_sym_bool": {"as_bool": False}},
        {"as_sym_bools": [{"as_name": "q"}, {"as_bool": True}]},
        {"as_graph": {"name": "body", "graph": inner}}, {"as_graph": {"name": "body", "graph": single}},
        {"as_optional_tensors": [{"as_tensor": {"name": "x"}}, {"as_none": True}]},
        {"as_optional_tensors": [{"as_tensor": {"name": "x"}}]},
        {"as_custom_obj": {"name": "o", "class_fqn": "my.Class"}},
        {"as_custom_obj": {"name": "_custom_obj_0", "class_fqn": "my.Class"}},
        {"as_operator": "torch.ops.aten.sin.default"}, {"as_sym_float": {"as_name": "f"}},
        {"as_sym_float": {"as_float": 2.5}}, {"as_sym_floats": [{"as_name": "f"}, {"as_float": 1.5}]},
        {"as_optional_tensor": {"as_tensor": {"name": "x"}}}, {"as_optional_tensor": {"as_none": True}},
        {"as_complex": {"real": 1.0, "imag": -2.0}},
        {"as_nested_tensors": [[{"name": "x"}], [{"name": "y"}, {"name": "x"}], []]},
        {"as_int_lists": [[1, 2], [], [3]]}, {"as_float_lists": [[1.0], [2.0, 3.0]]},
        {"as_string_to_argument": {"z": {"as_int": 1}, "a": t("x"), "n": {"as_string_to_argument": {}}}},
    ]
    nodes = [node(f"n{i}", "torch.ops.mylib.op.default", [("", arm)], [f"r{i}"]) for i, arm in enumerate(arms)]
    tensors = {"x": meta(2), "y": meta(2)}
    tensors.update({f"r{i}": meta(2) for i in range(len(arms))})
    s0 = symbol("s0", 5)
    root = graph(["x", "y", {"as_sym_int": {"as_name": "n"}}, {"as_sym_float": {"as_name": "f"}},
                  {"as_sym_bool": {"as_name": "q"}}, {"as_custom_obj": {"name": "o", "class_fqn": "my.Class"}}],
                 ["r0"], nodes, tensors, sym_int_values={"n": {"as_expr": s0}},
                 sym_float_values={"f": {"as_expr": {"expr_str": "ToFloat(Symbol('s0', positive=True, integer=True))",
                                                     "hint": {"as_float": 5.0}}}},
                 sym_bool_values={"q": {"as_expr": {"expr_str": "Eq(Symbol('s0', positive=True, integer=True), Integer(5))",
                                                    "hint": {"as_bool": True}}}},
                 custom_obj_values={"o": {"name": "o", "class_fqn": "my.Class"}})
    specs = [user_input(i) for i in root["inputs"]]
    specs[-1] = {"custom_obj": {"arg": {"name": "o", "class_fqn": "my.Class"}, "custom_obj_name": "obj"}}
    archive.programs["model"] = program(root, specs, range_constraints={"s0": {"min_val": 2, "max_val": None}})
    archive.constant("obj", "custom_obj_0", b"\x80\x02.", None, pickled=True)
    return archive


@recipe
def signature():
    """Every kind of input and output, and every record."""
    archive = Archive()
    call = node("many", "torch.ops.higher_order.many", [("", tensor("x"))],
                [tensor("a"), {"as_none": True}, {"as_tensors": [{"name": "l0"}, {"name": "l1"}]},
                 {"as_sym_int": {"as_name": "k"}}, {"as_tensors": []}], hop=False,
                metadata={"stack_trace": 'File "user.py", line 7, in forward\n    return many(x)',
                          "nn_module_stack": "L__self__,,M", "torch_fn": "many_1;function.many"})
    one = node("one", "torch.ops.higher_order.one", [("", tensor("x"))], ["getitem"], hop=False)
    same = node("same", "torch.ops.higher_order.same", [("", tensor("x"))], ["same"], hop=True)
    nothing = node("nothing", "torch.ops.mylib.nothing.default", [("x", tensor("x")), ("y", {"as_int": 1}, 2)], [])
    names = ["w", "b", "t", "c", "x", "a", "l0", "l1", "getitem", "same"]
    tensors = {n: meta(2) for n in names}
    tensors["w"] = meta(2, grad=False)
    root = graph(["w", "b", "t", "c", {"as_custom_obj": {"name": "o", "class_fqn": "my.Class"}}, tensor("tok"), "x",
                  {"as_int": 3}, {"as_none": True}],
                 ["tok", "a", "l0", "same", "l1", "getitem", "a", {"as_int": 7}, {"as_none": True}, "l0", "l1"],
                 [call, one, same, nothing], tensors, sym_int_values={"k": {"as_int": 9}},
                 custom_obj_values={"o": {"name": "o", "class_fqn": "my.Class"}})
    inputs = [
        {"parameter": {"arg": {"name": "w"}, "parameter_name": "sub.w"}},
        {"buffer": {"arg": {"name": "b"}, "buffer_name": "b", "persistent": True}},
        {"buffer": {"arg": {"name": "t"}, "buffer_name": "t", "persistent": False}},
        {"tensor_constant": {"arg": {"name": "c"}, "tensor_constant_name": "c"}},
        {"custom_obj": {"arg": {"name": "o", "class_fqn": "my.Class"}, "custom_obj_name": "obj"}},
        {"token": {"arg": {"name": "tok"}}},
        user_input("x"),
        {"constant_input": {"name": "k3", "value": {"as_int": 3}}},
        {"constant_input": {"name": "nothing_here", "value": {"as_none": True}}},
    ]
    outputs = [
        {"token": {"arg": {"name": "tok"}}},
        {"buffer_mutation": {"arg": {"name": "a"}, "buffer_name": "b"}},
        {"parameter_mutation": {"arg": {"name": "l0"}, "parameter_name": "sub.w"}},
        {"user_input_mutation": {"arg": {"name": "same"}, "user_input_name": "x"}},
        {"loss_output": {"arg": {"name": "l1"}}},
        {"gradient_to_parameter": {"arg": {"name": "getitem"}, "parameter_name": "sub.w"}},
        {"gradient_to_user_input": {"arg": {"name": "a"}, "user_input_name": "x"}},
        user_output({"as_int": 7}), user_output({"as_none": True}), user_output("l0"), user_output("l1"),
    ]
    value = program(root, inputs, outputs, guards_code=["L['x'].size()[0] == 2"],
                    range_constraints={"16*s76": {"min_val": 16, "max_val": 128}, "u0": {"min_val": None, "max_val": 9}},
                    a_new_field={"kept": [1, 2]})
    value["graph_module"]["metadata"] = {"note": "text"}
    value["graph_module"]["treespec_namedtuple_fields"] = {"my.Point": {"field_names": ["x", "y"]}}
    value["graph_module"]["module_call_graph"].append({"fqn": "sub", "signature": {
        "inputs": [tensor("x"), {"as_int": 1}, {"as_sym_int": {"as_name": "k"}}], "outputs": [tensor("a")],
        "in_spec": SPEC, "out_spec": SPEC, "forward_arg_names": None}})
    value["graph_module"]["module_call_graph"].append({"fqn": "sub.child", "signature": None})
    archive.programs["model"] = value
    eight = struct.pack("<2f", 1, 2)
    archive.weight("sub.w", "weight_0", eight, meta(2, grad=False))
    archive.weight("b", "weight_1", eight, meta(2), is_param=False)
    archive.weight("unused", "weight_0", None, meta(2), is_param=False)
    archive.constant("t", "tensor_0", eight, meta(2))
    archive.constant("c", "tensor_1", eight, meta(2))
    archive.constant("obj", "custom_obj_0", b"\x80\x02.", None, pickled=True)
    return archive


@recipe
def tensors():
    """Every dtype and layout, strides, offsets, devices, symbolic sizes."""
    archive = Archive()
    dtypes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 33, 34, 35]
    values = {f"d{d}": meta(2, dtype=d) for d in dtypes}
    values.update({f"l{layout}": meta(2, 3, layout=layout, strides=[0, 0]) for layout in range(1, 7)})
    values["strided"] = meta(2, 3, strides=[1, 2])
    values["offset"] = meta(2, offset=3)
    values["cuda"] = meta(2, device="cuda", index=0)
    values["meta"] = meta(2, device="meta")
    values["grad"] = meta(2, grad=True)
    values["scalar"] = meta()
    values["empty"] = meta(0, 3)
    s, u = symbol("s0", 4), symbol("u0", None, "integer=True")
    twice = {"expr_str": "Mul(Integer(2), Symbol('s0', positive=True, integer=True))", "hint": {"as_int": 8}}
    odd = {"expr_str": "Add(Symbol('s0', positive=True, integer=True), Integer(1))", "hint": {"as_int": 7}}
    values["dynamic"] = meta(s, 3, strides=[3, 1])
    values["derived"] = meta(twice, strides=[1])
    values["overridden"] = meta(odd, strides=[1])
    values["unbacked"] = meta(u, strides=[1])
    values["symbolic_stride"] = meta(2, 3, strides=[s, 1], offset=s)
    root = graph(list(values), [], [], values)
    archive.programs["model"] = program(root, range_constraints={"s0": {"min_val": 2, "max_val": 9}})
    return archive


@recipe
def files():
    """Example inputs, and what is no program's."""
    archive = simple()
    archive.entries.update({
        "data/sample_inputs/model.pt": b"\x80\x02N.", "extra/notes.txt": b"a note",
        "data/aotinductor/model/model.so": b"\x7fELF", "other/table": b"1 2 3"})
    return archive


@recipe
def unused_values():
    """Metadata of values that no node makes."""
    archive = simple()
    root = archive.programs["model"]["graph_module"]["graph"]
    root["tensor_values"]["gone"] = meta(2, dtype=LONG)
    root["sym_int_values"]["k"] = {"as_int": 9}
    return archive


@recipe
def members():
    """The enums' other members, and the other kinds of constant inputs."""
    archive = Archive()
    arms = [{"as_memory_format": f} for f in (1, 2, 3, 4)] + [{"as_layout": n} for n in range(1, 8)]
    nodes = [node(f"r{i}", "torch.ops.mylib.op.default", [("", arm, 0)], [f"r{i}"]) for i, arm in enumerate(arms)]
    constants = [{"as_float": 0.5}, {"as_string": "text"}, {"as_bool": True}]
    root = graph(["x", *constants], ["x"], nodes, {n: meta(2) for n in ["x", *(f"r{i}" for i in range(len(arms)))]})
    specs = [user_input("x")] + [{"constant_input": {"name": f"c{i}", "value": c}} for i, c in enumerate(constants)]
    archive.programs["model"] = program(root, specs)
    return archive


@recipe
def plain_expressions():
    """Early minor versions of schema 8 write expressions as sympy's str() has them."""
    def size(text, hint):
        return {"expr_str": text, "hint": {"as_int": hint}}

    archive = Archive()
    values = {"a": meta(size("s0", 4)), "b": meta(size("2*s0 + 1", 9)), "c": meta(size("Max(1, s0)", 4)),
              "d": meta(size("Max(s0, s1)", 4)), "e": meta(size("(s0//2)", 2))}
    archive.programs["model"] = program(graph(list(values), [], [], values),
                                        range_constraints={"s0": {"min_val": 2, "max_val": 9}})
    return archive


@recipe
def sharing():
    """Tied and overlapping weights: states of one storage."""
    archive = Archive()
    root = graph(["a", "b", "x"], ["x"], [], {"a": meta(2, 2), "b": meta(2, offset=1, strides=[2]), "x": meta(1)})
    specs = [{"buffer": {"arg": {"name": n}, "buffer_name": n, "persistent": True}} for n in "ab"]
    archive.programs["model"] = program(root, [*specs, user_input("x")])
    archive.weight("a", "weight_0", struct.pack("<4f", 1, 2, 3, 4), meta(2, 2), is_param=False)
    archive.weight("b", "weight_0", None, meta(2, offset=1, strides=[2]), is_param=False)
    return archive


@recipe
def old_names():
    """The first minor versions: no node names, no argument kinds."""
    def change(value):
        first = value["graph_module"]["graph"]["nodes"][0]
        del first["name"], first["is_hop_single_tensor_return"]
        first["inputs"].append({"name": "alpha", "arg": {"as_int": 2}})
        for argument in first["inputs"]:
            argument.pop("kind", None)
        value["schema_version"] = {"major": 8, "minor": 1}
    return edit(change)


# ---------------------------------------------------------------- bad archives
def bad(name, change):
    RECIPES[name] = lambda: edit(change)


def root_of(value):
    return value["graph_module"]["graph"]


bad("dangling-name", lambda v: root_of(v)["nodes"][0]["inputs"][1].update(arg=tensor("gone")))
bad("cycle", lambda v: root_of(v)["nodes"][0]["inputs"][1].update(arg=tensor("add")))
bad("duplicate-name", lambda v: root_of(v)["nodes"].append(root_of(v)["nodes"][0]))
bad("no-metadata", lambda v: root_of(v)["tensor_values"].pop("add"))
bad("unknown-arm", lambda v: root_of(v)["nodes"][0]["inputs"][1].update(arg={"as_quaternion": 1}))
bad("wrong-type", lambda v: root_of(v)["nodes"][0].update(target=3))
bad("missing-field", lambda v: root_of(v)["nodes"][0].pop("inputs"))
bad("newer-major", lambda v: v["schema_version"].update(major=9, minor=0))
bad("old-major", lambda v: v["schema_version"].update(major=2, minor=0))
bad("bad-expression", lambda v: root_of(v)["tensor_values"]["x"]["sizes"].__setitem__(0, {"as_expr": {
    "expr_str": "Add(Integer(1), ", "hint": None}}))
bad("bad-range-key", lambda v: v["range_constraints"].update({"s0 +": {"min_val": 1, "max_val": 2}}))
bad("empty-range", lambda v: v["range_constraints"].update({"s0": {"min_val": 3, "max_val": 2}}))
bad("bad-treespec", lambda v: v["graph_module"]["module_call_graph"][0]["signature"].update(in_spec="[1, {"))
bad("bad-strides", lambda v: root_of(v)["tensor_values"]["x"]["strides"].pop())
bad("bad-dtype", lambda v: root_of(v)["tensor_values"]["x"].update(dtype=0))
bad("bad-layout", lambda v: root_of(v)["tensor_values"]["x"].update(layout=0))
bad("bad-format", lambda v: root_of(v)["nodes"][0]["inputs"][1].update(arg={"as_memory_format": 0}))
bad("fewer-inputs", lambda v: root_of(v)["inputs"].pop())
bad("fewer-outputs", lambda v: root_of(v)["outputs"].pop())
bad("signature-mismatch", lambda v: v["graph_module"]["signature"]["input_specs"][0]["parameter"]["arg"].update(name="x"))
bad("scalar-parameter", lambda v: (root_of(v)["inputs"].__setitem__(0, {"as_sym_int": {"as_name": "p_w"}}),
                                   root_of(v)["sym_int_values"].update(p_w={"as_int": 1})))
bad("unknown-state", lambda v: v["graph_module"]["signature"]["input_specs"][0]["parameter"].update(parameter_name="v"))
bad("bad-mutation", lambda v: v["graph_module"]["signature"]["output_specs"].__setitem__(0, {
    "buffer_mutation": {"arg": {"name": "add"}, "buffer_name": "nobody"}}))


@recipe
def short_weight():
    archive = simple()
    archive.entries["data/weights/weight_0"] = b"\0" * 47
    return archive


@recipe
def missing_weight():
    archive = simple()
    del archive.entries["data/weights/weight_0"]
    return archive


@recipe
def big_endian():
    archive = simple()
    archive.markers["byteorder"] = b"big"
    return archive


@recipe
def wrong_format():
    archive = simple()
    archive.markers["archive_format"] = b"pt3"
    return archive


@recipe
def not_pt2():
    archive = Archive()
    archive.markers = {"data.pkl": b"\x80\x02.", "version": b"3"}
    return archive


@recipe
def malformed_json():
    archive = simple()
    archive.programs["model"] = json.dumps(archive.programs["model"]).encode()[:-5]
    return archive


@recipe
def deep_json():
    archive = simple()
    archive.programs["model"] = b'{"graph_module": ' + b"[" * 100000
    return archive


@recipe
def deep_graphs():
    def change(value):
        inner = graph([], [], [], {})
        for i in range(100):
            inner = graph([], [], [node("n", "torch.ops.higher_order.f", [("", {"as_graph": {"name": "g", "graph": inner}})], [])], {})
        value["graph_module"]["graph"]["nodes"][0]["inputs"][1]["arg"] = {"as_graph": {"name": "g", "graph": inner}}
    return edit(change)


@recipe
def truncated():
    archive = simple()
    archive.patch = lambda data: data[: len(data) // 2]
    return archive


@recipe
def bad_offset():
    def patch(data):
        first = data.index(b"PK\x01\x02")
        data[first + 42:first + 46] = struct.pack("<I", 0x7FFFFFF0)
        return data
    archive = simple()
    archive.patch = patch
    return archive


@recipe
def bad_crc():
    def patch(data):
        where = data.index(b'"graph_module"')
        data[where + 1] = ord("G")
        return data
    archive = simple()
    archive.patch = patch
    return archive


# ---------------------------------------------------------------- files that are no archive of a program
def raw(name, make):
    """A file that is made of the bytes of the simple archive, or of others."""
    def build():
        archive = simple()
        archive.patch = make
        return archive
    RECIPES[name] = build


def central(data, offset, value):
    """Changes a field of the first record of the directory, and the same of nothing else."""
    first = data.index(b"PK\x01\x02")
    data[first + offset:first + offset + len(value)] = value
    return data


def zip64_sizes(data):
    """Sizes of nearly 2^32 bytes."""
    return central(data, 20, struct.pack("<II", 0xFFFFFFF0, 0xFFFFFFF0))


def with_comment(data):
    end = data.rindex(b"PK\x05\x06")
    comment = b"a comment, PK\x05\x06 and all"
    return data[:end + 20] + struct.pack("<H", len(comment)) + comment


raw("comment", with_comment)
raw("prefix", lambda data: b"#!/bin/sh\nexit 0\n" + data)
raw("empty-file", lambda data: b"")
raw("encrypted", lambda data: central(data, 8, b"\x01\x00"))
raw("unknown-compression", lambda data: central(data, 10, struct.pack("<H", 93)))
raw("absurd-size", zip64_sizes)
raw("safetensors", lambda data: struct.pack("<Q", 2) + b"{}" + b"PK\x03\x04")
raw("pickle", lambda data: b"\x80\x02}q\x00.")


@recipe
def duplicate_entry():
    archive = simple()
    archive.entries["models/model.jso_"] = b"{}"
    archive.patch = lambda data: data.replace(b"models/model.jso_", b"models/model.json")
    return archive


@recipe
def other_root():
    archive = simple()
    archive.entries["x"] = b""
    archive.patch = lambda data: data.replace(b"m/x", b"n/x")
    return archive


@recipe
def torchscript():
    archive = Archive()
    archive.markers = {"constants.pkl": b"\x80\x02).", "code/model.py": b"", "version": b"3"}
    return archive


@recipe
def torch_2_7():
    archive = Archive()
    archive.markers = {"serialized_exported_program.json": b"{}", "version": b"8.3"}
    return archive


@recipe
def two_errors():
    """Only the first is reported."""
    def change(value):
        root_of(value)["nodes"][0]["inputs"][0]["arg"] = tensor("first")
        root_of(value)["nodes"][0]["inputs"][1]["arg"] = tensor("second")
    return edit(change)


@recipe
def broken_middle():
    archive = simple()
    text = json.dumps(archive.programs["model"]).encode()
    archive.programs["model"] = text.replace(b'"target": "torch.ops.aten.add.Tensor"', b'"target": torch')
    return archive


if __name__ == "__main__":
    RECIPES[sys.argv[1]]().write(sys.argv[2])
