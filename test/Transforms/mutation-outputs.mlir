// RUN: tp-opt %s --mutation-outputs --verify-functional | FileCheck %s
// RUN: tp-opt %s --mutation-outputs --emit-bytecode | tp-opt | FileCheck %s

// Two writes to one buffer: one output. What was read before keeps its value.
// CHECK-LABEL: tp.program @two_writes functional
// CHECK: %[[BEFORE:.*]] = tp.call_function "aten.mul.Tensor"(%b_n, %x)
// CHECK: %[[ADD:.*]] = tp.call_function "aten.add.Tensor"(%b_n, %x)
// CHECK: %[[MUL:.*]] = tp.call_function "aten.mul.Tensor"(%[[ADD]], 2)
// CHECK: %[[AFTER:.*]] = tp.call_function "aten.sum.default"(%[[MUL]])
// CHECK-NOT: tp.call_function
// CHECK: tp.output mutations(%[[MUL]] -> buffer "n"), {"a": %[[BEFORE]], "b": (%[[AFTER]], None)}
tp.program @two_writes {
  tp.state buffer @n : tensor<2xf32>
  %b_n = tp.placeholder buffer @n : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  %mul = tp.call_function "aten.mul.Tensor"(%b_n, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %add_ = tp.call_function "aten.add_.Tensor"(%b_n, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %mul_ = tp.call_function "aten.mul_.Tensor"(%b_n, 2) : (tensor<2xf32>) -> tensor<2xf32>
  %sum = tp.call_function "aten.sum.default"(%add_) : (tensor<2xf32>) -> tensor<f32>
  tp.output {"a": %mul, "b": (%sum, None)} : tensor<2xf32>, tensor<f32>
}

// Mutations are in the order of the inputs; a returned buffer is in both.
// CHECK-LABEL: tp.program @order functional
// CHECK: tp.output mutations(%[[N:.*]] -> buffer "n", %[[W:.*]] -> parameter "w", %[[X:.*]] -> input "x"), (%[[X]], %[[N]])
tp.program @order {
  tp.state buffer @n : tensor<2xf32>
  tp.state parameter @w : tensor<2xf32>
  %b_n = tp.placeholder buffer @n : tensor<2xf32>
  %p_w = tp.placeholder parameter @w : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  %a = tp.call_function "aten.neg_.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %b = tp.call_function "aten.zero_.default"(%p_w) : (tensor<2xf32>) -> tensor<2xf32>
  %c = tp.call_function "aten.copy_.default"(%b_n, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tp.output (%x, %b_n) : tensor<2xf32>, tensor<2xf32>
}

// A write to a temporary that nobody reads leaves nothing behind; a dead write
// to state stays.
// CHECK-LABEL: tp.program @dead functional
// CHECK-NOT: aten.clone
// CHECK: %[[FILL:.*]] = tp.call_function "aten.fill.Scalar"(%b_n, 1.0{{.*}})
// CHECK-NEXT: tp.output mutations(%[[FILL]] -> buffer "n"), (%x,)
tp.program @dead {
  tp.state buffer @n : tensor<2xf32>
  %b_n = tp.placeholder buffer @n : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  %t = tp.call_function "aten.clone.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %t1 = tp.call_function "aten.add_.Tensor"(%t, 1) : (tensor<2xf32>) -> tensor<2xf32>
  %f = tp.call_function "aten.fill_.Scalar"(%b_n, 1.0) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%x,) : tensor<2xf32>
}

// In-place results keep dtype and strides of the written tensor.
// CHECK-LABEL: tp.program @keeps_dtype functional
// CHECK: %[[ADD:.*]] = tp.call_function "aten.add.Tensor"(%h, %x)
// CHECK: %[[COPY:.*]] = tp.call_function "aten.copy.default"(%h, %[[ADD]]) {{.*}} -> tensor<2xf16>
// CHECK: %[[LT:.*]] = tp.call_function "aten.lt.Scalar"(%x, 0)
// CHECK: tp.call_function "aten.copy.default"(%x, %[[LT]]) {{.*}} -> tensor<2xf32>
tp.program @keeps_dtype {
  %h = tp.placeholder "h" : tensor<2xf16>
  %x = tp.placeholder "x" : tensor<2xf32>
  %a = tp.call_function "aten.add_.Tensor"(%h, %x) : (tensor<2xf16>, tensor<2xf32>) -> tensor<2xf16>
  %b = tp.call_function "aten.lt_.Scalar"(%x, 0) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%a,) : tensor<2xf16>
}

// Random operators stay in their order, used or not.
// CHECK-LABEL: tp.program @random functional
// CHECK: tp.call_function "aten.uniform.default"
// CHECK: tp.call_function "aten.normal_functional.default"
// CHECK: tp.output (%x,)
tp.program @random {
  %x = tp.placeholder "x" : tensor<2xf32>
  %t = tp.call_function "aten.empty_like.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %u = tp.call_function "aten.uniform_.default"(%t) : (tensor<2xf32>) -> tensor<2xf32>
  %n = tp.call_function "aten.normal_.default"(%t, 0.0, 1.0) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%x,) : tensor<2xf32>
}
