//===- SampleProgram.cpp - A program with everything in it ----------------===//

#include "SampleProgram.h"
#include "gtest/gtest.h"

std::string tptest::smallProgram() {
  return R"({"graph_module": {"graph": {"inputs": [], "outputs": [],
"nodes": [], "tensor_values": {}, "sym_int_values": {}, "sym_bool_values": {}},
"signature": {"input_specs": [], "output_specs": []}, "module_call_graph": []},
"opset_version": {"aten": 10}, "range_constraints": {},
"schema_version": {"major": 8, "minor": 20}})";
}

/// All arms of an argument, each named after its key.
static constexpr llvm::StringLiteral allArguments = R"(
{"name": "none", "arg": {"as_none": true}, "kind": 1},
{"name": "tensor", "arg": {"as_tensor": {"name": "x"}}, "kind": 2},
{"name": "tensors", "arg": {"as_tensors": [{"name": "x"}, {"name": "y"}]}},
{"name": "int", "arg": {"as_int": -9223372036854775808}, "kind": 1},
{"name": "ints", "arg": {"as_ints": [1, 9223372036854775807]}, "kind": null},
{"name": "float", "arg": {"as_float": 0.5}, "kind": 1},
{"name": "floats", "arg": {"as_floats":
  [1, "Infinity", "-Infinity", "NaN", -0.0]}, "kind": 1},
{"name": "string", "arg": {"as_string": "a\"\u00e9\ud83d\ude00\n"}, "kind": 1},
{"name": "strings", "arg": {"as_strings": ["", "b"]}, "kind": 1},
{"name": "sym_int", "arg": {"as_sym_int": {"as_name": "s"}}, "kind": 1},
{"name": "sym_int2", "arg": {"as_sym_int": {"as_int": 7}}, "kind": 1},
{"name": "sym_ints", "arg": {"as_sym_ints":
  [{"as_name": "s"}, {"as_int": 3}]}, "kind": 1},
{"name": "scalar_type", "arg": {"as_scalar_type": 35}, "kind": 1},
{"name": "memory_format", "arg": {"as_memory_format": 2}, "kind": 1},
{"name": "layout", "arg": {"as_layout": 7}, "kind": 1},
{"name": "device", "arg": {"as_device": {"type": "cuda", "index": 1}},
  "kind": 1},
{"name": "device2", "arg": {"as_device": {"type": "cpu", "index": null}},
  "kind": 1},
{"name": "bool", "arg": {"as_bool": true}, "kind": 1},
{"name": "bools", "arg": {"as_bools": [true, false]}, "kind": 1},
{"name": "sym_bool", "arg": {"as_sym_bool": {"as_name": "p"}}, "kind": 1},
{"name": "sym_bools", "arg": {"as_sym_bools":
  [{"as_bool": true}, {"as_name": "p"}]}, "kind": 1},
{"name": "graph", "arg": {"as_graph": {"name": "sub", "graph": {"inputs": [],
  "outputs": [{"as_none": true}], "nodes": [], "tensor_values": {},
  "sym_int_values": {}, "sym_bool_values": {},
  "is_single_tensor_return": true}}}, "kind": 1},
{"name": "optional_tensors", "arg": {"as_optional_tensors":
  [{"as_none": true}, {"as_tensor": {"name": "x"}}]}, "kind": 1},
{"name": "custom_obj", "arg": {"as_custom_obj":
  {"name": "o", "class_fqn": "a.B"}}, "kind": 1},
{"name": "operator", "arg": {"as_operator": "_operator.add"}, "kind": 1},
{"name": "sym_float", "arg": {"as_sym_float": {"as_float": 2.5}}, "kind": 1},
{"name": "sym_floats", "arg": {"as_sym_floats":
  [{"as_name": "f"}, {"as_float": 1}]}, "kind": 1},
{"name": "optional_tensor", "arg": {"as_optional_tensor":
  {"as_tensor": {"name": "y"}}}, "kind": 1},
{"name": "complex", "arg": {"as_complex": {"real": 1.0, "imag": -2.0}},
  "kind": 1},
{"name": "nested_tensors", "arg": {"as_nested_tensors":
  [[], [{"name": "x"}]]}, "kind": 1},
{"name": "int_lists", "arg": {"as_int_lists": [[1, 2], []]}, "kind": 1},
{"name": "string_to_argument", "arg": {"as_string_to_argument":
  {"k": {"as_int": 1}, "l": {"as_string_to_argument": {}}}}, "kind": 1},
{"name": "float_lists", "arg": {"as_float_lists": [[1.5]]}, "kind": 1}
)";

std::string tptest::sampleProgram() {
  std::string text = R"({"graph_module": {"graph": {
"inputs": [{"as_tensor": {"name": "x"}}],
"outputs": [{"as_tensor": {"name": "z"}}],
"nodes": [{"target": "torch.ops.aten.everything.default", "inputs": [)";
  text += allArguments;
  text += R"(], "outputs": [{"as_tensor": {"name": "z"}}],
"metadata": {"stack_trace": "File \"a.py\", line 1\n", "torch_fn": "t"},
"is_hop_single_tensor_return": false, "name": "everything"}],
"tensor_values": {"x": {"dtype": 7, "sizes": [
  {"as_expr": {"expr_str": "2*s0", "hint": {"as_int": 8}}}, {"as_int": 3}],
  "requires_grad": true, "device": {"type": "cpu", "index": null},
  "strides": [{"as_int": 3}, {"as_int": 1}],
  "storage_offset": {"as_int": 0}, "layout": 7}},
"sym_int_values": {"s": {"as_expr": {"expr_str": "s0", "hint": null}}},
"sym_bool_values": {"p": {"as_expr": {"expr_str": "s0 > 1",
  "hint": {"as_bool": true}}}, "q": {"as_bool": true}},
"is_single_tensor_return": false,
"custom_obj_values": {"o": {"name": "o", "class_fqn": "a.B"}},
"sym_float_values": {"f": {"as_expr": {"expr_str": "s0/2",
  "hint": {"as_float": 2.0}}}, "g": {"as_float": "NaN"}}},
"signature": {"input_specs": [
{"user_input": {"arg": {"as_tensor": {"name": "x"}}}},
{"parameter": {"arg": {"name": "p_w"}, "parameter_name": "w"}},
{"buffer": {"arg": {"name": "b_b"}, "buffer_name": "b", "persistent": false}},
{"tensor_constant": {"arg": {"name": "c_c"}, "tensor_constant_name": "c"}},
{"custom_obj": {"arg": {"name": "o", "class_fqn": "a.B"},
  "custom_obj_name": "obj"}},
{"token": {"arg": {"name": "t"}}},
{"constant_input": {"name": "k1", "value": {"as_none": true}}},
{"constant_input": {"name": "k2", "value": {"as_int": 5}}},
{"constant_input": {"name": "k3", "value": {"as_float": "Infinity"}}},
{"constant_input": {"name": "k4", "value": {"as_string": "v"}}},
{"constant_input": {"name": "k5", "value": {"as_bool": true}}}],
"output_specs": [
{"user_output": {"arg": {"as_tensor": {"name": "z"}}}},
{"loss_output": {"arg": {"name": "l"}}},
{"buffer_mutation": {"arg": {"name": "m1"}, "buffer_name": "b"}},
{"gradient_to_parameter": {"arg": {"name": "m2"}, "parameter_name": "w"}},
{"gradient_to_user_input": {"arg": {"name": "m3"}, "user_input_name": "x"}},
{"user_input_mutation": {"arg": {"name": "m4"}, "user_input_name": "x"}},
{"token": {"arg": {"name": "t2"}}},
{"parameter_mutation": {"arg": {"name": "m5"}, "parameter_name": "w"}}]},
"module_call_graph": [{"fqn": "", "signature": {"inputs": [], "outputs": [],
  "in_spec": "[1, {}]", "out_spec": "[1, null]",
  "forward_arg_names": ["x"]}}, {"fqn": "l", "signature": null}],
"metadata": {"a": "b"},
"treespec_namedtuple_fields": {"m.Point": {"field_names": ["x", "y"]}}},
"opset_version": {"aten": 10}, "range_constraints": {
"s0": {"min_val": 2, "max_val": 64}, "s1": {"min_val": null, "max_val": null},
"s2": {"min_val": "-Infinity", "max_val": "Infinity"}},
"schema_version": {"major": 8, "minor": 20}, "verifiers": ["TRAINING"],
"torch_version": "2.13.0", "guards_code": ["L['x'] > 1"]})";
  return text;
}

std::string tptest::samplePayloads() {
  return R"({"config": {"w": {"path_name": "weight_0", "is_param": true,
"use_pickle": false, "tensor_meta": {"dtype": 13, "sizes": [{"as_int": 2}],
"requires_grad": true, "device": {"type": "cpu", "index": null},
"strides": [{"as_int": 1}], "storage_offset": {"as_int": 0}, "layout": 7}},
"obj": {"path_name": "custom_obj_0", "is_param": false, "use_pickle": true,
"tensor_meta": null}}})";
}

std::string tptest::replaced(std::string text, llvm::StringRef from,
                             llvm::StringRef to) {
  EXPECT_EQ(llvm::StringRef(text).count(from), 1u) << from.str();
  size_t at = text.find(from.str());
  if (at != std::string::npos)
    text.replace(at, from.size(), to.str());
  return text;
}
