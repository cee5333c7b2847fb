// Sizes that are not static become nodes, once in a graph for each expression;
// conditions on them hold where that is so for all sizes.

// RUN: tp-opt %s --decompose=tables=%S/Inputs/symbolic.mlir | FileCheck %s

tp.schema "mylib::twice(Tensor x) -> Tensor"
tp.schema "mylib::check(Any x) -> Tensor"
tp.schema "mylib::guard(Tensor x) -> Tensor"

// CHECK-LABEL: tp.program @sizes
// CHECK:         %sym_size = tp.call_function "aten.sym_size.int"(%x, 0)
// CHECK-NEXT:    %mul = tp.call_function "_operator.mul"(%sym_size, 3)
// CHECK-NEXT:    tp.call_function "mylib.check.default"([%mul, 3, %sym_size, True, False])
// CHECK-NEXT:    %[[C:.*]] = tp.call_function "mylib.check.default"([%mul, 3, %sym_size, True, False])
// CHECK-NEXT:    tp.output
tp.program @sizes dims(b in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[b, 3]>>
  %y = tp.placeholder "y" : tensor<?x3xf32, #tp.shape<[b, 3]>>
  %r = tp.call_function "mylib.twice.default"(%x) : (tensor<?x3xf32, #tp.shape<[b, 3]>>) -> tensor<f32>
  %s = tp.call_function "mylib.twice.default"(%y) : (tensor<?x3xf32, #tp.shape<[b, 3]>>) -> tensor<f32>
  tp.output (%r, %s) : tensor<f32>, tensor<f32>
}

// `size(x, 0) == 7` depends on the run: the entry does not apply.

// CHECK-LABEL: tp.program @unknown
// CHECK:         mylib.guard.default
tp.program @unknown dims(b in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[b, 3]>>
  %r = tp.call_function "mylib.guard.default"(%x) : (tensor<?x3xf32, #tp.shape<[b, 3]>>) -> tensor<f32>
  tp.output (%r,) : tensor<f32>
}

// Untyped graphs have sizes, too; ranks they have not.

// CHECK-LABEL: tp.program @untyped
// CHECK:         tp.call_function "mylib.twice.default"(%x)
// CHECK:         %sym_size = tp.call_function "aten.sym_size.int"(%x, 1) : (!tp.any) -> {{.*}}
// CHECK-NEXT:    %mul = tp.call_method "mul"(%x, %sym_size)
// CHECK-NEXT:    tp.output (%twice, (%x, %mul))
tp.program @untyped {
  %x = tp.placeholder "x" : !tp.any
  %twice = tp.call_function "mylib.twice.default"(%x) : (!tp.any) -> !tp.any
  %two = tp.call_method "two"(%x) : (!tp.any) -> !tp.any
  %a = tp.call_function "_operator.getitem"(%two, 0) : (!tp.any) -> !tp.any
  %b = tp.call_function "_operator.getitem"(%two, -1) : (!tp.any) -> !tp.any
  tp.output (%twice, (%a, %b)) : !tp.any, !tp.any, !tp.any
}

// Functions that no node computes need numbers that are known.

tp.schema "mylib::exp(Tensor x) -> Tensor"

// CHECK-LABEL: tp.program @functions
// CHECK-NOT:     sym_float
// CHECK:         mylib.exp.default
tp.program @functions dims(b in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[b, 3]>>
  %r = tp.call_function "mylib.exp.default"(%x) : (tensor<?x3xf32, #tp.shape<[b, 3]>>) -> tensor<f32>
  tp.output (%r,) : tensor<f32>
}
