// Keeps the node that the test script asks for, and drops the rest.
// RUN: tp-reduce %s -reduction-tree='traversal-mode=0 test=%S/Inputs/has-sin.sh' | FileCheck %s

// CHECK: aten.sin.default
// CHECK-NOT: aten.cos.default
tp.program @p functional {
  %x = tp.placeholder "x" : tensor<2xf32>
  %cos = tp.call_function "aten.cos.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %sin = tp.call_function "aten.sin.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%sin,) : tensor<2xf32>
}
