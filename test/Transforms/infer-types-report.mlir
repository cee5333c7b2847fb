// RUN: tp-opt %s --infer-types=report -o /dev/null | FileCheck %s

// CHECK: aten.relu.default: 1 agree, 0 open, 0 unknown, 0 differ
// CHECK-NEXT: aten.t.default: 0 agree, 0 open, 0 unknown, 1 differ
// CHECK-NEXT: mylib.op.default: 0 agree, 0 open, 1 unknown, 0 differ
// CHECK-NEXT: aten.t.default at node 't': expected tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>, found tensor<3x2xf32>
// CHECK-NEXT: mylib.op.default at node 'op': unknown: no operator is known as 'mylib.op.default'
tp.program @forward {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %relu = tp.call_function "aten.relu.default"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %t = tp.call_function "aten.t.default"(%relu) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %op = tp.call_function "mylib.op.default"(%t) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  tp.output (%op,) : tensor<3x2xf32>
}
