"""Makes archives and documents of tensorplay's layout, good and bad, without
tensorplay.

    python documents.py RECIPE OUT

A recipe is a function below: it changes a good archive's parts.
"""

import base64
import json
import pickle
import struct
import sys
import zipfile


def node(op, name, target=None, args=(), kwargs=(), **more):
    if target is None:
        target = {"kind": "name", "name": name}
    return {"op": op, "target": target, "args": {"__tuple__": list(args)},
            "kwargs": {"__dict__": list(kwargs)}, "name": name, **more}


def ref(module, qualname):
    return {"kind": "ref", "module": module, "qualname": qualname}


def use(name):
    return {"__node__": name}


def pickled(data):
    return {"__pickle__": base64.b64encode(data).decode()}


def tensor(values, sizes):
    """The pickle of a float tensor."""
    data = struct.pack("<%df" % len(values), *values)
    shape = b"](" + b"".join(b"K" + bytes([s]) for s in sizes) + b"e"
    strides = b"](" + b"".join(b"K\x01" for _ in sizes) + b"e"
    return (b"\x80\x04\x8c\x0dtensorplay._C\x8c\x0aTensorBase\x93)\x81(C" +
            bytes([len(data)]) + data + shape + strides + b"K\x08K\x00J\xff\xff\xff\xff\x89tb.")


def argument(name):
    return {"t": "TensorArgument", "name": name}


def spec(kind, name, target=None, persistent=None):
    return {"kind": kind, "arg": argument(name), "target": target, "persistent": persistent}


LEAF = {"t": "leaf"}


def weight(path, sizes, **more):
    return {"dtype": "float32", "sizes": sizes, "strides": [1] * len(sizes), "storage_offset": 0,
            "requires_grad": False, "path_name": path, "use_pickle": False, "is_param": True,
            "role": 0, **more}


class Parts:
    def __init__(self):
        self.nodes = [
            node("placeholder", "p_w"), node("placeholder", "x"),
            node("call_function", "add", ref("_operator", "add"), [use("x"), use("p_w")]),
            node("output", "output", args=[use("add")]),
        ]
        self.document = {
            "schema_version": 1, "dialect": "STABLE", "graph": {"nodes": self.nodes},
            "signature": {
                "input_specs": [spec("PARAMETER", "p_w", "w"), spec("USER_INPUT", "x")],
                "output_specs": [spec("USER_OUTPUT", "add")],
            },
            "module_call_graph": [], "range_constraints": {}, "equality_constraints": [],
            "dynamic_shapes": {"__map__": []},
            "meta": {"num_mutations": 0, "in_spec": None, "out_spec": LEAF},
            "opset_version": {},
        }
        self.weights = {"w": weight("weight_0", [2])}
        self.entries = {
            "archive_format": b"pt2", "archive_version": b"1",
            "data/weights/weight_0": struct.pack("<2f", 1, 2),
            "data/constants/model/constants.json": b"{}",
            "data/sample_inputs/model.pkl": b"\x80\x04}\x8c\x01x" + tensor([3, 4], [2])[2:-1] + b"s.",
        }

    def add(self, *args):
        """Gives the call another second argument."""
        self.nodes[2]["args"]["__tuple__"][1:] = list(args)


RECIPES = {}


def recipe(function):
    RECIPES[function.__name__.replace("_", "-")] = function
    return function


@recipe
def good(parts):
    pass


@recipe
def literals(parts):
    parts.add({"__list__": [1, 2.0, True, None, "s", {"__tuple__": [1]}, float("inf"), float("-inf"),
                            float("nan")]},
              {"__slice__": [0, None, use("x")]},
              {"__dict__": [["a", use("x")], [1, 2], [None, 3]]},
              pickled(pickle.dumps(..., 4)), pickled(pickle.dumps(1 + 2j, 4)),
              pickled(b"\x80\x04\x8c\x0atensorplay\x8c\x05DType\x93)\x81K\x09b."),
              pickled(b"\x80\x04\x8c\x0atensorplay\x8c\x05DType\x93)\x81K\x16b."),
              pickled(b"\x80\x04\x8c\x0atensorplay\x8c\x06Layout\x93K\x05\x85R."),
              pickled(b"\x80\x04\x8c\x0atensorplay\x8c\x0cMemoryFormat\x93K\x02\x85R."),
              pickled(pickle.dumps(int, 4)), pickled(tensor([1, 1], [2])), pickled(tensor([1, 1], [2])),
              pickled(tensor([1, 2], [2])))


@recipe
def roots(parts):
    """A derived dimension whose name is not what it says, and whose root has no range."""
    parts.document["dynamic_shapes"] = {"__map__": [["x", {"__map__": [[0, {"__derived_dim__": {
        "name": "6*b + 1", "root": "b", "scale": 6, "offset": 3, "min": 9, "max": 57}}]]}]]}
    parts.document["range_constraints"] = {"6*b + 1": {"min": 9, "max": 57}}


@recipe
def unknown_fields(parts):
    parts.document["comment"] = {"a": [1]}
    parts.document["meta"]["more"] = 2
    parts.document["opset_version"] = {"core": 3}


def bad(function):
    return recipe(function)


@bad
def newer_document(parts):
    parts.document["schema_version"] = 2


@bad
def torch_document(parts):
    parts.document["schema_version"] = {"major": 8, "minor": 1}


@bad
def newer_archive(parts):
    parts.entries["archive_version"] = b"2"


@bad
def other_format(parts):
    parts.entries["archive_format"] = b"pt3"


@bad
def no_weights_table(parts):
    parts.weights = None


@bad
def no_weight(parts):
    del parts.entries["data/weights/weight_0"]


@bad
def short_weight(parts):
    parts.entries["data/weights/weight_0"] = b"1234567"


@bad
def unknown_dtype(parts):
    parts.weights["w"]["dtype"] = "float7"


@bad
def negative_size(parts):
    parts.weights["w"]["sizes"] = [-2]


@bad
def huge_size(parts):
    parts.weights["w"]["sizes"] = [1 << 40, 1 << 40]


@bad
def pickled_weight(parts):
    parts.weights["w"] = {"path_name": "weight_0", "use_pickle": True}


@bad
def no_state(parts):
    parts.weights = {}


@bad
def dangling_name(parts):
    parts.add(use("gone"))


@bad
def later_name(parts):
    parts.add(use("add"))


@bad
def duplicate_name(parts):
    parts.nodes.insert(3, node("call_method", "add", {"kind": "method", "name": "abs"}, [use("x")]))


@bad
def no_output(parts):
    parts.nodes.pop()


@bad
def after_output(parts):
    parts.nodes.append(node("placeholder", "y"))


@bad
def unknown_op(parts):
    parts.nodes[2]["op"] = "call_nothing"


@bad
def unknown_value(parts):
    parts.add({"__what__": 1})


@bad
def short_slice(parts):
    parts.add({"__slice__": [1]})


@bad
def bad_base64(parts):
    parts.add({"__pickle__": "?"})


@bad
def bad_pickle(parts):
    parts.add(pickled(b"\x80\x04\x95"))


@bad
def other_pickle(parts):
    parts.add(pickled(b"\x80\x04cos\nsystem\nX\x04\x00\x00\x00true\x85R."))


@bad
def pickle_loop(parts):
    parts.add(pickled(b"\x80\x04]\x94h\x00a."))


@bad
def pickled_target(parts):
    parts.nodes[2]["target"] = {"kind": "pickle", "data": pickled(pickle.dumps(3, 4))["__pickle__"]}


@bad
def tensor_size(parts):
    parts.add(pickled(tensor([1, 2], [3])))


@bad
def missing_field(parts):
    del parts.nodes[2]["kwargs"]


@bad
def missing_fields(parts):
    del parts.nodes[2]["name"], parts.nodes[2]["kwargs"]


@bad
def wrong_type(parts):
    parts.nodes[2]["name"] = 3


@bad
def unknown_kind(parts):
    parts.document["signature"]["input_specs"][0]["kind"] = "PARAM"


@bad
def unknown_mutation(parts):
    parts.document["signature"]["output_specs"].insert(0, spec("BUFFER_MUTATION", "add", "n"))
    parts.nodes[3]["args"] = {"__tuple__": [{"__tuple__": [use("add"), use("add")]}]}


@bad
def many_mutations(parts):
    parts.document["signature"]["output_specs"] = [spec("PARAMETER_MUTATION", "add", "w")] * 3
    parts.nodes[3]["args"] = {"__tuple__": [{"__tuple__": [use("add")]}]}


@bad
def empty_range(parts):
    parts.document["range_constraints"] = {"b": {"min": 3, "max": 2}}


@bad
def bad_scale(parts):
    parts.document["dynamic_shapes"] = {"__map__": [["x", {"__map__": [[0, {"__derived_dim__": {
        "name": "b", "root": "b", "scale": 0, "offset": 3, "min": 9, "max": 57}}]]}]]}


@bad
def big_integer(parts):
    parts.add(1 << 70)


@bad
def deep(parts):
    value = 1
    for _ in range(300):
        value = {"__list__": [value]}
    parts.add(value)


@bad
def duplicate_key(parts):
    parts.entries["data/constants/model/constants.json"] = b'{"a": {}, "a": {}}'


@bad
def malformed_json(parts):
    parts.entries["models/model.json"] = b'{"schema_version": 1,'


@bad
def bad_extension(parts):
    parts.document["tp_mlir"] = {"version": 1, "types": ["tensor<"]}


@bad
def bad_type_number(parts):
    parts.document["tp_mlir"] = {"version": 1, "types": []}
    parts.nodes[2]["tp_type"] = 4


@bad
def newer_extension(parts):
    parts.document["tp_mlir"] = {"version": 2}


def write(name, path):
    parts = Parts()
    RECIPES[name](parts)
    text = json.dumps(parts.document).encode()
    if path.endswith(".json"):
        with open(path, "wb") as file:
            file.write(text)
        return
    parts.entries.setdefault("models/model.json", text)
    if parts.weights is not None:
        parts.entries["data/weights/model/weights.json"] = json.dumps(parts.weights).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, content in parts.entries.items():
            archive.writestr(entry, content)


if __name__ == "__main__":
    write(*sys.argv[1:])
