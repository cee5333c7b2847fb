// An argument whose name is a keyword of Python is written with its default:
// torch's reader asks for it.

// RUN: rm -rf %t && mkdir %t
// RUN: tp-opt %s --emit-pt2 -o %t/out.pt2
// RUN: tp-opt %t/out.pt2 | FileCheck %s

tp.program @p {
  %x = tp.placeholder "x" : tensor<4xf32>
  // CHECK: tp.call_function "aten.uniform.default"(%x, 0.0) :
  %a = tp.call_function "aten.uniform.default"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: tp.call_function "aten.uniform.default"(%{{.*}}, 0.0, to = 2.0) :
  %b = tp.call_function "aten.uniform.default"(%a, to = 2.0) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: tp.call_function "aten.uniform.default"(%{{.*}}, from = 0.5) :
  %c = tp.call_function "aten.uniform.default"(%b, from = 0.5) : (tensor<4xf32>) -> tensor<4xf32>
  tp.output (%c,) : tensor<4xf32>
}
