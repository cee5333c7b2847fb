// Every attribute, type and operation of the dialect, through bytecode. The file
// is also the source of the golden files: utils/gen-bytecode-golden.

// RUN: tp-opt %s --allow-unregistered-dialect -o %t.mlir
// RUN: tp-opt %s --allow-unregistered-dialect --emit-bytecode -o %t.mlirbc
// RUN: tp-opt %t.mlirbc --allow-unregistered-dialect | diff %t.mlir -
// RUN: tp-opt %t.mlirbc --allow-unregistered-dialect --emit-bytecode -o %t.again
// RUN: cmp %t.mlirbc %t.again
// RUN: FileCheck %s --input-file=%t.mlir
// Nothing is kept as text.
// RUN: not grep -a "[#!]tp[.<]" %t.mlirbc

// CHECK: "test.enums"() {attributes = [#tp.dtype<uint8>, #tp.dtype<int8>
"test.enums"() {attributes = [
  #tp.dtype<uint8>,
  #tp.dtype<int8>,
  #tp.dtype<int16>,
  #tp.dtype<int32>,
  #tp.dtype<int64>,
  #tp.dtype<float16>,
  #tp.dtype<float32>,
  #tp.dtype<float64>,
  #tp.dtype<complex32>,
  #tp.dtype<complex64>,
  #tp.dtype<complex128>,
  #tp.dtype<bool>,
  #tp.dtype<bfloat16>,
  #tp.dtype<uint16>,
  #tp.dtype<float8_e4m3fn>,
  #tp.dtype<float8_e5m2>,
  #tp.dtype<float8_e4m3fnuz>,
  #tp.dtype<float8_e5m2fnuz>,
  #tp.dtype<float8_e8m0fnu>,
  #tp.dtype<uint32>,
  #tp.dtype<uint64>,
  #tp.layout<sparse_coo>,
  #tp.layout<sparse_csr>,
  #tp.layout<sparse_csc>,
  #tp.layout<sparse_bsr>,
  #tp.layout<sparse_bsc>,
  #tp.layout<_mkldnn>,
  #tp.layout<strided>,
  #tp.memory_format<contiguous_format>,
  #tp.memory_format<channels_last>,
  #tp.memory_format<channels_last_3d>,
  #tp.memory_format<preserve_format>,
  #tp<state_kind parameter>,
  #tp<state_kind buffer>,
  #tp<state_kind constant>,
  #tp<state_kind object>,
  #tp<input_kind user>,
  #tp<input_kind parameter>,
  #tp<input_kind buffer>,
  #tp<input_kind constant>,
  #tp<input_kind object>,
  #tp<input_kind token>,
  #tp<input_kind specialized>
]} : () -> ()

"test.places"() {attributes = [
  #tp.output_kind<? -> user>,
  #tp.output_kind<? -> user "sub.n">,
  #tp.output_kind<? -> buffer>,
  #tp.output_kind<? -> buffer "sub.n">,
  #tp.arm<tensor(1)>,
  #tp.ref<ref("add_1", tensor)>,
  #tp.output_kind<? -> parameter>,
  #tp.output_kind<? -> parameter "sub.n">,
  #tp.arm<tensors(1)>,
  #tp.ref<ref("add_1", tensors)>,
  #tp.output_kind<? -> input>,
  #tp.output_kind<? -> input "sub.n">,
  #tp.arm<ints(1)>,
  #tp.ref<ref("add_1", ints)>,
  #tp.output_kind<? -> loss>,
  #tp.output_kind<? -> loss "sub.n">,
  #tp.arm<floats(1)>,
  #tp.ref<ref("add_1", floats)>,
  #tp.output_kind<? -> gradient_parameter>,
  #tp.output_kind<? -> gradient_parameter "sub.n">,
  #tp.arm<strings(1)>,
  #tp.ref<ref("add_1", strings)>,
  #tp.output_kind<? -> gradient_input>,
  #tp.output_kind<? -> gradient_input "sub.n">,
  #tp.arm<sym_int(1)>,
  #tp.ref<ref("add_1", sym_int)>,
  #tp.output_kind<? -> token>,
  #tp.output_kind<? -> token "sub.n">,
  #tp.arm<sym_ints(1)>,
  #tp.ref<ref("add_1", sym_ints)>,
  #tp.arm<bools(1)>,
  #tp.ref<ref("add_1", bools)>,
  #tp.arm<sym_bool(1)>,
  #tp.ref<ref("add_1", sym_bool)>,
  #tp.arm<sym_bools(1)>,
  #tp.ref<ref("add_1", sym_bools)>,
  #tp.arm<optional_tensors(1)>,
  #tp.ref<ref("add_1", optional_tensors)>,
  #tp.arm<custom_obj(1)>,
  #tp.ref<ref("add_1", custom_obj)>,
  #tp.arm<sym_float(1)>,
  #tp.ref<ref("add_1", sym_float)>,
  #tp.arm<sym_floats(1)>,
  #tp.ref<ref("add_1", sym_floats)>,
  #tp.arm<optional_tensor(1)>,
  #tp.ref<ref("add_1", optional_tensor)>,
  #tp.arm<nested_tensors(1)>,
  #tp.ref<ref("add_1", nested_tensors)>,
  #tp.arm<int_lists(1)>,
  #tp.ref<ref("add_1", int_lists)>,
  #tp.arm<float_lists(1)>,
  #tp.ref<ref("add_1", float_lists)>,
  #tp.arm<token(1)>,
  #tp.ref<ref("add_1", token)>,
  #tp.ref<ref("obj", custom_obj, "my.Packed")>
]} : () -> ()

"test.literals"() {attributes = [
  #tp.operand,
  #tp.none,
  #tp.ellipsis,
  #tp.complex<complex(1.0, -2.5)>,
  #tp.device<device("cpu")>,
  #tp.device<device("cuda", 1)>,
  #tp.operator<operator("aten.sin.default")>,
  #tp.function<function("builtins.int")>,
  #tp.slice<slice(None, ?, 1)>,
  #tp.list<[]>,
  #tp.list<tensors[]>,
  #tp.list<[[1, ?], None, "a \22b\22\0A"]>,
  #tp.list<sym_ints[1, 1]>,
  #tp.tuple<()>,
  #tp.tuple<(?,)>,
  #tp.tuple<(?, [1, ?])>,
  #tp.dict<{}>,
  #tp.dict<{"b": ?, 1: [1, ?]}>,
  #tp.args<()>,
  #tp.args<(?, [1, ?], True, 0.5, dtype = float32, "a key" = ?)>
]} : () -> ()

"test.sizes"() {attributes = [
  #tp.expr<3>,
  #tp.expr<s0>,
  #tp.expr<3*s0>,
  #tp.expr<-9223372036854775808>,
  #tp.expr<0.5>,
  #tp.expr<atom(oo)>,
  #tp.expr<Max(3, 3*s0 + 3)>,
  #tp.shape<[]>,
  #tp.shape<[s0, 3]>,
  #tp.shape<[s0, 3], strides = [3, 3*s0], offset = 3*s0, device = device("cuda", 0), layout = sparse_coo, requires_grad>,
  #tp.dim<s0>,
  #tp.dim<s0 in [1, 64] hint 5 assume "integer=True">,
  #tp.dim<3*s0 in [-3, ?]>,
  #tp.dim<s0 in [?, 9223372036854775807] hint None>,
  #tp.hint<3*s0 = None>,
  #tp.hint<s0 = 1>
]} : () -> ()

"test.records"() {attributes = [
  #tp.blob<@m, "data/weights/weight_0">,
  #tp.blob<@m, "data/constants/object", offset = 64, size = 48, pickled>,
  #tp.meta<>,
  #tp.meta<stack_trace = "File \22m.py\22, line 3", "a key" = "">,
  #tp.treespec<"[1, {\22type\22: \22builtins.tuple\22, \22context\22: \22null\22, \22children_spec\22: []}]">,
  #tp.module_call<"sub">,
  #tp.module_call<"" : (ref("x", tensor), 1) -> (ref("x", tensor),) names ["x", "y"] in_spec #tp.treespec<"[1, {\22type\22: \22builtins.tuple\22, \22context\22: \22null\22, \22children_spec\22: []}]"> out_spec #tp.treespec<"[1, {\22type\22: \22builtins.tuple\22, \22context\22: \22null\22, \22children_spec\22: []}]">>,
  #tp.module_call<"sub" : () -> () out_spec #tp.treespec<"[1, {\22type\22: \22builtins.tuple\22, \22context\22: \22null\22, \22children_spec\22: []}]">>
]} : () -> ()

// CHECK: "test.types"() {types = [!tp.int, !tp.int<3*s0>
"test.types"() {types = [
  !tp.int,
  !tp.int<3*s0>,
  !tp.float,
  !tp.float<s0>,
  !tp.bool,
  !tp.bool<Eq(s0, 3)>,
  !tp.str,
  !tp.none,
  !tp.token,
  !tp.any,
  !tp.list,
  !tp.list<!tp.any, tensor<?xf32, #tp.shape<[s0], requires_grad>>>,
  !tp.tuple,
  !tp.tuple<!tp.list<tensor<?xf32, #tp.shape<[s0], requires_grad>>>, f32>,
  !tp.dict,
  !tp.dict<"a": tensor<?xf32, #tp.shape<[s0], requires_grad>>, "b c": !tp.any>,
  !tp.object<"__torch__.my.Packed">
]} : () -> ()

// CHECK: tp.archive @m
tp.archive @m "m.pt2" fingerprint "00ff"
tp.schema "mylib::op(Tensor x, Tensor(a!) y) -> Tensor"

// CHECK: tp.program @everything
tp.program @everything dims(b in [1, 64] hint 5) attributes {
  extra = #tp.meta<"$.new" = "{\"a\": 1}">,
  graph_metadata = #tp.meta<k = "v">,
  hints = [#tp.hint<2*b = 7>],
  module_calls = [#tp.module_call<"sub">],
  namedtuple_fields = {Point = ["x", "y"]},
  opset_version = #tp.meta<aten = "10">, schema_version = "8.20",
  torch_version = "2.13.0", verifiers = ["TRAINING"]} {
  tp.state parameter @"sub.w" : tensor<4x3xf32> = #tp.blob<@m, "data/weights/weight_0"> {requires_grad = false}
  tp.state buffer @n : tensor<4xf32> {persistent = false}
  tp.graph @body attributes {original_name = "other", path = "sub.block", single_tensor_return, extra = #tp.meta<a = "1">} {
    %a = tp.placeholder "a" : tensor<2xf32>
    tp.output %a : tensor<2xf32>
  }
  %x = tp.placeholder "x" meta(#tp.meta<stack_trace = "File \"m.py\", line 3">) : tensor<?x?xf32, #tp.shape<[b, b]>>
  %k = tp.placeholder specialized "k" = 3 : i64
  tp.guard "L['x'].size()[0] != 1"
  %n = tp.get_attr @n : tensor<4xf32>
  %add_ = tp.call_method "add_"(%n, 1.0) : (tensor<4xf32>) -> tensor<4xf32>
  %relu = tp.call_module "sub.block"(%add_) : (tensor<4xf32>) -> !tp.any
  %p, %q = tp.call_function "f"(%x, [1, 2], dtype = float32) as "f" {arg_names = ["y"], user.note = 1 : i64} : (tensor<?x?xf32, #tp.shape<[b, b]>>) -> [!tp.any, !tp.any]
  tp.store_attr %add_, @n : tensor<4xf32>
  tp.assert_dim_range %x[0] in [1, 64], "b" : tensor<?x?xf32, #tp.shape<[b, b]>>
  tp.assert_dims_equal %x[0], %x[1], "b" : tensor<?x?xf32, #tp.shape<[b, b]>>, tensor<?x?xf32, #tp.shape<[b, b]>>
  tp.assert_dim_relation %x[0] == 2 * ? + 1 in [1, 9], "2*b + 1" : tensor<?x?xf32, #tp.shape<[b, b]>>
  tp.assert_dim_relation %x[1] == 1 * %x[0] + 0, "b" : tensor<?x?xf32, #tp.shape<[b, b]>>, tensor<?x?xf32, #tp.shape<[b, b]>>
  tp.assert_expr #tp.expr<Eq(s0*s1, 12)> where(s0 = %x[0], s1 = %x[1]), "s0*s1" : tensor<?x?xf32, #tp.shape<[b, b]>>, tensor<?x?xf32, #tp.shape<[b, b]>>
  // CHECK: tp.output mutations(%add_ -> buffer "n"), {"y": %relu, "z": (%p, 2)} as "output"
  tp.output mutations(%add_ -> buffer "n"), {"y": %relu, "z": (%p, 2)} as "output" : tensor<4xf32>, !tp.any, !tp.any
}
