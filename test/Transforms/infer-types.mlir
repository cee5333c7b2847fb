// RUN: tp-opt %s --infer-types | FileCheck %s

// Values of unknown type, through methods, functions and operators.
// CHECK-LABEL: tp.program @untyped
tp.program @untyped {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  %w = tp.placeholder "w" : tensor<5x3xf32>
  // CHECK: %linear = {{.*}} -> tensor<4x5xf32>
  %linear = tp.call_function "torch._C._nn.linear"(%x, %w) : (tensor<4x3xf32>, tensor<5x3xf32>) -> !tp.any
  // CHECK: %relu = {{.*}} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %relu = tp.call_method "relu"(%linear) : (!tp.any) -> !tp.any
  // CHECK: %add = {{.*}} : (tensor<4x5xf32>) -> tensor<4x5xf32>
  %add = tp.call_function "_operator.add"(%relu, 1) : (!tp.any) -> !tp.any
  // CHECK: %sum_1 = {{.*}} -> tensor<4xf32>
  %sum_1 = tp.call_method "sum"(%add, 1) : (!tp.any) -> !tp.any
  // CHECK: %other = {{.*}} -> !tp.any
  %other = tp.call_function "mylib.op"(%sum_1) : (!tp.any) -> !tp.any
  tp.output (%other,) : !tp.any
}

// Sizes that a type leaves open; symbols stay what they are.
// CHECK-LABEL: tp.program @sizes
tp.program @sizes dims(s0 in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[s0, 3]>>
  // CHECK: %cat = {{.*}} -> tensor<?x3xf32, #tp.shape<[2*s0, 3]>>
  %cat = tp.call_function "aten.cat.default"([%x, %x]) : (tensor<?x3xf32, #tp.shape<[s0, 3]>>, tensor<?x3xf32, #tp.shape<[s0, 3]>>) -> tensor<?x?xf32>
  // CHECK: %sym_size = {{.*}} -> !tp.int<2*s0>
  %sym_size = tp.call_function "aten.sym_size.int"(%cat, 0) : (tensor<?x?xf32>) -> !tp.any
  // CHECK: %floordiv = {{.*}} -> !tp.int<s0>
  %floordiv = tp.call_function "_operator.floordiv"(%sym_size, 2) : (!tp.any) -> !tp.any
  // CHECK: %full = {{.*}} -> tensor<?xi64, #tp.shape<[s0]>>
  %full = tp.call_function "aten.full.default"([%floordiv], 7) : (!tp.any) -> !tp.any
  // CHECK: %nonzero = {{.*}} -> tensor<?x2xi64>
  %nonzero = tp.call_function "aten.nonzero.default"(%cat) : (tensor<?x?xf32>) -> !tp.any
  tp.output (%full, %nonzero) : !tp.any, !tp.any
}

// Subgraphs are inferred, too.
// CHECK-LABEL: tp.program @subgraphs
tp.program @subgraphs {
  tp.graph @true_graph_0 {
    %x = tp.placeholder "x" : tensor<2xi64>
    // CHECK: %sin = {{.*}} -> tensor<2xf32>
    %sin = tp.call_function "aten.sin.default"(%x) : (tensor<2xi64>) -> !tp.any
    tp.output (%sin,) : !tp.any
  }
  %x = tp.placeholder "x" : tensor<2xi64>
  tp.output (%x,) : tensor<2xi64>
}

// Several results, some of them known.
// CHECK-LABEL: tp.program @several
tp.program @several {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  // CHECK: %values, %indices = {{.*}} -> (tensor<4xf32>, tensor<4xi64>)
  %values, %indices = tp.call_function "aten.max.dim"(%x, 1) as "max_1" : (tensor<4x3xf32>) -> (!tp.any, !tp.any)
  tp.output (%values, %indices) : !tp.any, !tp.any
}
