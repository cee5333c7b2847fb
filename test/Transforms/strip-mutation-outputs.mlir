// RUN: tp-opt %s --strip-mutation-outputs | FileCheck %s
// RUN: tp-opt %s --mutation-outputs --strip-mutation-outputs | FileCheck %s

// The user's values stay, nested as they were; so do effect tokens.
// CHECK-LABEL: tp.program @p functional
// CHECK: tp.output mutations(%t -> token), {"y": %x, "z": (%add, None)} : !tp.token, tensor<2xf32>, tensor<2xf32>
tp.program @p functional {
  tp.state buffer @n : tensor<2xf32>
  %t = tp.placeholder token "t" : !tp.token
  %b_n = tp.placeholder buffer @n : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  %add = tp.call_function "aten.add.Tensor"(%b_n, 1) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output mutations(%t -> token, %add -> buffer "n"), {"y": %x, "z": (%add, None)} : !tp.token, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
