// RUN: tp-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: tp-opt %s | tp-opt --mlir-print-local-scope | FileCheck %s
// RUN: tp-opt %s --emit-bytecode | tp-opt --mlir-print-local-scope | FileCheck %s
// RUN: tp-opt %s --mlir-print-op-generic | tp-opt --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: tp.program @literals
tp.program @literals {
  %x = tp.placeholder "x" : !tp.any
  // CHECK: %0 = tp.call_function "f"() : () -> !tp.any
  %0 = tp.call_function "f"() : () -> !tp.any
  // CHECK: tp.call_function "f"(None, True, False, 1, -2, 170141183460469231731687303715884105728) : () -> !tp.any
  %1 = tp.call_function "f"(None, True, False, 1, -2, 170141183460469231731687303715884105728) : () -> !tp.any
  // CHECK: tp.call_function "f"(2.0, -0.0, 1.0e-05, 1.0e+300, 0.1, inf, -inf, nan) : () -> !tp.any
  %2 = tp.call_function "f"(2.0, -0.0, 1.0e-05, 1.0e+300, 0.1, inf, -inf, nan) : () -> !tp.any
  // CHECK: tp.call_function "f"("str", "q\22uote\0A", complex(1.0, -2.5)) : () -> !tp.any
  %3 = tp.call_function "f"("str", "q\"uote\n", complex(1.0, -2.5)) : () -> !tp.any
  // CHECK: tp.call_function "f"(float32, bool, strided, _mkldnn, channels_last, device("cpu"), device("cuda", 1)) : () -> !tp.any
  %4 = tp.call_function "f"(float32, bool, strided, _mkldnn, channels_last, device("cpu"), device("cuda", 1)) : () -> !tp.any
  // CHECK: tp.call_function "f"(%x, slice(None, %x, 2), ..., [], (), {}) : (!tp.any, !tp.any) -> !tp.any
  %5 = tp.call_function "f"(%x, slice(None, %x, 2), ..., [], (), {}) : (!tp.any, !tp.any) -> !tp.any
  // CHECK: tp.call_function "f"([1, [%x, None]], (%x,), ((1, 2), [3]), {"b": %x, 1: [%x]}) : (!tp.any, !tp.any, !tp.any, !tp.any) -> !tp.any
  %6 = tp.call_function "f"([1, [%x, None]], (%x,), ((1, 2), [3]), {"b": %x, 1: [%x]}) : (!tp.any, !tp.any, !tp.any, !tp.any) -> !tp.any
  // CHECK: tp.call_function "f"(%x, z = 1, a = %x, "not an identifier" = "v", dtype = float32) : (!tp.any, !tp.any) -> !tp.any
  %7 = tp.call_function "f"(%x, z = 1, a = %x, "not an identifier" = "v", dtype = float32) : (!tp.any, !tp.any) -> !tp.any
  // CHECK: tp.call_function "f"(sym_ints[1, 2], tensors[], sym_int(3), optional_tensor(%x), optional_tensor(None)) : (!tp.any) -> !tp.any
  %8 = tp.call_function "f"(sym_ints[1, 2], tensors[], sym_int(3), optional_tensor(%x), optional_tensor(None)) : (!tp.any) -> !tp.any
  // CHECK: tp.call_function "f"(operator("aten.sin.default"), function("builtins.int"), ref("o", custom_obj, "my.Class"), attr(3 : i32)) : () -> !tp.any
  %9 = tp.call_function "f"(operator("aten.sin.default"), function("builtins.int"), ref("o", custom_obj, "my.Class"), attr(3 : i32)) : () -> !tp.any
  tp.output ()
}

// CHECK-LABEL: tp.program @names
tp.program @names {
  // CHECK: %x = tp.placeholder "x" : !tp.any
  %x = tp.placeholder "x" : !tp.any
  // CHECK: %args = tp.placeholder "*args" : !tp.any
  %args = tp.placeholder "*args" : !tp.any
  // The printer cannot say a name that starts with a digit, or is not ASCII.
  // CHECK: tp.call_function "f"(%x) as "3d" : (!tp.any) -> !tp.any
  %0 = tp.call_function "f"(%x) as "3d" : (!tp.any) -> !tp.any
  // CHECK: tp.call_function "f"(%x) as "gr\C3\B6\C3\9Fe" : (!tp.any) -> !tp.any
  %1 = tp.call_function "f"(%x) as "größe" : (!tp.any) -> !tp.any
  // CHECK: %named = tp.call_function "f"(%x) : (!tp.any) -> !tp.any
  %2 = tp.call_function "f"(%x) as "named" : (!tp.any) -> !tp.any
  // CHECK: %a, %b = tp.call_function "split"(%x) as "split" : (!tp.any) -> [!tp.any, !tp.any]
  %a, %b = tp.call_function "split"(%x) as "split" : (!tp.any) -> [!tp.any, !tp.any]
  // CHECK: tp.call_function "split"(%x) as "split_1"["0", "1"] : (!tp.any) -> (!tp.any, !tp.any)
  %3:2 = tp.call_function "split"(%x) as "split_1"["0", "1"] : (!tp.any) -> (!tp.any, !tp.any)
  // CHECK: %v = tp.call_function "split"(%x) as "split_2"["v"] : (!tp.any) -> !tp.any
  %v = tp.call_function "split"(%x) as "split_2"["v"] : (!tp.any) -> !tp.any
  // CHECK: tp.call_function "assert"(%x) as "assert" : (!tp.any) -> ()
  tp.call_function "assert"(%x) as "assert" : (!tp.any) -> ()
  tp.output ()
}

// CHECK-LABEL: tp.program @results
tp.program @results {
  // CHECK: tp.call_function "f"() : () -> None
  tp.call_function "f"() : () -> None
  // CHECK: %0 = tp.call_function "f"() : () -> (!tp.any,)
  %0 = tp.call_function "f"() : () -> (!tp.any,)
  // CHECK: %1 = tp.call_function "f"() : () -> [!tp.any]
  %1 = tp.call_function "f"() : () -> [!tp.any]
  // CHECK: %2:3 = tp.call_function "f"() : () -> (!tp.any, [!tp.any, !tp.any], None, [])
  %2:3 = tp.call_function "f"() : () -> (!tp.any, [!tp.any, !tp.any], None, [])
  tp.output ()
}

// CHECK-LABEL: tp.program @nodes
tp.program @nodes {
  tp.state buffer @n : tensor<4xf32>
  // CHECK: %n = tp.placeholder buffer @n : tensor<4xf32>
  %n = tp.placeholder buffer @n : tensor<4xf32>
  // CHECK: %tok = tp.placeholder token "tok" : !tp.token
  %tok = tp.placeholder token "tok" : !tp.token
  // CHECK: %s = tp.placeholder "s" = 2.0 : f64
  %s = tp.placeholder "s" = 2.0 : f64
  // CHECK: %k = tp.placeholder specialized "k" = None : !tp.none
  %k = tp.placeholder specialized "k" = None : !tp.none
  // CHECK: %add_ = tp.call_method "add_"(%n, 1.0) meta(#tp.meta<stack_trace = "File \22m.py\22, line 3, in f">) : (tensor<4xf32>) -> tensor<4xf32>
  %add_ = tp.call_method "add_"(%n, 1.0) meta(#tp.meta<stack_trace = "File \"m.py\", line 3, in f">) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %relu = tp.call_module "block.relu"(%add_) : (tensor<4xf32>) -> !tp.any
  %relu = tp.call_module "block.relu"(%add_) : (tensor<4xf32>) -> !tp.any
  // CHECK: tp.call_function "my.op"(%n) {arg_names = ["y"], user.note = 1 : i64} : (tensor<4xf32>) -> ()
  tp.call_function "my.op"(%n) {arg_names = ["y"], user.note = 1 : i64} : (tensor<4xf32>) -> ()
  // CHECK: tp.output mutations(%tok -> token, %add_ -> buffer "n", %s -> input "s"), {"y": %relu, "z": (%s, 2), "l": %s -> loss} as "output" : !tp.token, tensor<4xf32>, f64, !tp.any, f64, f64
  tp.output mutations(%tok -> token, %add_ -> buffer "n", %s -> input "s"), {"y": %relu, "z": (%s, 2), "l": %s -> loss} as "output" : !tp.token, tensor<4xf32>, f64, !tp.any, f64, f64
}
