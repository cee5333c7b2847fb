// RUN: tp-opt %s --mutation-outputs --verify-functional | FileCheck %s
// RUN: tp-opt %s --mutation-outputs --unlift-state | FileCheck %s --check-prefix=BACK

// States that share memory, what becomes state, and state that is written back.

tp.archive @m "m.pt2"

// Two states that overlap: a write of one shows in the other.
// CHECK-LABEL: tp.program @overlapping functional
// CHECK: %[[A:.*]] = tp.call_function "aten.mul.Tensor"(%b_a, 2)
// CHECK: %[[ZEROS:.*]] = tp.call_function "aten.zeros.default"([6], dtype = float32)
// CHECK: %[[OLD:.*]] = tp.call_function "aten.as_strided_scatter.default"(%[[ZEROS]], %b_a, [4], [1], 0)
// CHECK: %[[BOTH:.*]] = tp.call_function "aten.as_strided_scatter.default"(%[[OLD]], %b_b, [4], [1], 2)
// CHECK: %[[NEW:.*]] = tp.call_function "aten.as_strided_scatter.default"(%[[BOTH]], %[[A]], [4], [1], 0)
// CHECK: %[[B:.*]] = tp.call_function "aten.as_strided.default"(%[[NEW]], [4], [1], 2)
// CHECK: %[[SUM:.*]] = tp.call_function "aten.sum.default"(%[[B]])
// CHECK: tp.output mutations(%[[A]] -> buffer "a", %[[B]] -> buffer "b"), (%[[SUM]],)
// BACK-LABEL: tp.program @overlapping
// BACK: tp.store_attr %{{.*}}, @a
// BACK: tp.store_attr %{{.*}}, @b
tp.program @overlapping {
  tp.state buffer @a : tensor<4xf32> = #tp.blob<@m, "w">
  tp.state buffer @b : tensor<4xf32> = #tp.blob<@m, "w", offset = 8>
  %b_a = tp.placeholder buffer @a : tensor<4xf32>
  %b_b = tp.placeholder buffer @b : tensor<4xf32>
  %y = tp.call_function "aten.mul_.Tensor"(%b_a, 2) : (tensor<4xf32>) -> tensor<4xf32>
  %s = tp.call_function "aten.sum.default"(%b_b) : (tensor<4xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// Two that lie side by side: only the written one changes.
// CHECK-LABEL: tp.program @beside functional
// CHECK: %[[A:.*]] = tp.call_function "aten.mul.Tensor"(%b_a, 2)
// CHECK: %[[SUM:.*]] = tp.call_function "aten.sum.default"(%b_b)
// CHECK: tp.output mutations(%[[A]] -> buffer "a"), (%[[SUM]],)
tp.program @beside {
  tp.state buffer @a : tensor<2xf32> = #tp.blob<@m, "w">
  tp.state buffer @b : tensor<2xf32> = #tp.blob<@m, "w", offset = 8>
  %b_a = tp.placeholder buffer @a : tensor<2xf32>
  %b_b = tp.placeholder buffer @b : tensor<2xf32>
  %y = tp.call_function "aten.mul_.Tensor"(%b_a, 2) : (tensor<2xf32>) -> tensor<2xf32>
  %s = tp.call_function "aten.sum.default"(%b_b) : (tensor<2xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// Tied parameters are one tensor, with a mutation output each.
// CHECK-LABEL: tp.program @tied functional
// CHECK: %[[W:.*]] = tp.call_function "aten.div.Tensor"(%p_w, 2)
// CHECK: %[[Y:.*]] = tp.call_function "aten.neg.default"(%[[W]])
// CHECK: %[[COPY:.*]] = tp.call_function "aten.clone.default"(%[[W]])
// CHECK: tp.output mutations(%[[W]] -> parameter "w", %[[COPY]] -> parameter "v"), (%[[Y]],)
tp.program @tied {
  tp.state parameter @w : tensor<2xf32> = #tp.blob<@m, "w">
  tp.state parameter @v : tensor<2xf32> = #tp.blob<@m, "w">
  %p_w = tp.placeholder parameter @w : tensor<2xf32>
  %p_v = tp.placeholder parameter @v : tensor<2xf32>
  %y = tp.call_function "aten.div_.Tensor"(%p_w, 2) : (tensor<2xf32>) -> tensor<2xf32>
  %z = tp.call_function "aten.neg.default"(%p_v) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%z,) : tensor<2xf32>
}

// A tensor that was a plain attribute of the module becomes a buffer when it is
// written; the module's state does not have it.
// CHECK-LABEL: tp.program @constant functional
// CHECK: tp.state buffer @c : tensor<2xf32> {persistent = false}
// CHECK: %c_c = tp.placeholder buffer @c
// CHECK: tp.output mutations(%{{.*}} -> buffer "c"), (%{{.*}},)
// BACK-LABEL: tp.program @constant
// BACK: %[[C:.*]] = tp.get_attr @c
// BACK: %[[NEW:.*]] = tp.call_function "aten.add.Tensor"(%[[C]], 1)
// BACK: tp.store_attr %[[NEW]], @c
tp.program @constant {
  tp.state constant @c : tensor<2xf32>
  %c_c = tp.placeholder constant @c : tensor<2xf32>
  %y = tp.call_function "aten.add_.Tensor"(%c_c, 1) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%y,) : tensor<2xf32>
}

// What is returned keeps the strides of the view that was written.
// CHECK-LABEL: tp.program @strides functional
// CHECK: %[[ADD:.*]] = tp.call_function "aten.add.Tensor"(%{{.*}}, 1)
// CHECK: %[[T:.*]] = tp.call_function "aten.slice_scatter.default"(%{{.*}}, %[[ADD]], 1, 0, 2)
// CHECK: %[[V:.*]] = tp.call_function "aten.slice.Tensor"(%[[T]], 1, 0, 2) : {{.*}} -> tensor<3x2xf32, #tp.shape<[3, 2], strides = [4, 1]>>
// CHECK: tp.output (%[[V]],)
tp.program @strides {
  %x = tp.placeholder "x" : tensor<3x4xf32>
  %t = tp.call_function "aten.neg.default"(%x) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %v = tp.call_function "aten.slice.Tensor"(%t, 1, 0, 2) : (tensor<3x4xf32>) -> tensor<3x2xf32, #tp.shape<[3, 2], strides = [4, 1]>>
  %y = tp.call_function "aten.add_.Tensor"(%v, 1) : (tensor<3x2xf32, #tp.shape<[3, 2], strides = [4, 1]>>) -> tensor<3x2xf32, #tp.shape<[3, 2], strides = [4, 1]>>
  tp.output (%y,) : tensor<3x2xf32, #tp.shape<[3, 2], strides = [4, 1]>>
}

// The same with symbols; a permuted tensor has no gaps, whatever its sizes.
// CHECK-LABEL: tp.program @symbolic_strides
// CHECK: %[[T:.*]] = tp.call_function "aten.slice_scatter.default"
// CHECK: %[[P:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: %[[Q:.*]] = tp.call_function "aten.permute.default"(%[[P]], [1, 0])
// CHECK: %[[V:.*]] = tp.call_function "aten.slice.Tensor"(%[[Q]], 1, 0, {{.*}}, 2) : {{.*}} -> tensor<?x2xf32, #tp.shape<[s0, 2], strides = [4, 2]>>
// CHECK: tp.output (%[[V]], %[[P]])
tp.program @symbolic_strides dims(s0 in [2, 9]) {
  %x = tp.placeholder "x" : tensor<?x4xf32, #tp.shape<[s0, 4]>>
  %t = tp.call_function "aten.neg.default"(%x) : (tensor<?x4xf32, #tp.shape<[s0, 4]>>) -> tensor<?x4xf32, #tp.shape<[s0, 4]>>
  %v = tp.call_function "aten.slice.Tensor"(%t, 1, 0, 9223372036854775807, 2) : (tensor<?x4xf32, #tp.shape<[s0, 4]>>) -> tensor<?x2xf32, #tp.shape<[s0, 2], strides = [4, 2]>>
  %w = tp.call_function "aten.add_.Tensor"(%v, 1) : (tensor<?x2xf32, #tp.shape<[s0, 2], strides = [4, 2]>>) -> tensor<?x2xf32, #tp.shape<[s0, 2], strides = [4, 2]>>
  %p = tp.call_function "aten.permute.default"(%t, [1, 0]) : (tensor<?x4xf32, #tp.shape<[s0, 4]>>) -> tensor<4x?xf32, #tp.shape<[4, s0], strides = [1, 4]>>
  %m = tp.call_function "aten.mul_.Tensor"(%p, 2) : (tensor<4x?xf32, #tp.shape<[4, s0], strides = [1, 4]>>) -> tensor<4x?xf32, #tp.shape<[4, s0], strides = [1, 4]>>
  tp.output (%v, %m) : tensor<?x2xf32, #tp.shape<[s0, 2], strides = [4, 2]>>, tensor<4x?xf32, #tp.shape<[4, s0], strides = [1, 4]>>
}

// `einsum` of one tensor that only reorders is a view; one that sums is none.
// CHECK-LABEL: tp.program @einsum functional
// CHECK: %[[T:.*]] = tp.call_function "aten.as_strided_scatter.default"
// CHECK: tp.output (%[[T]],)
tp.program @einsum {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %t = tp.call_function "aten.neg.default"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %s = tp.call_function "aten.einsum.default"("ab->a", [%t]) : (tensor<2x3xf32>) -> tensor<2xf32>
  %w = tp.call_function "aten.add_.Tensor"(%s, 1) : (tensor<2xf32>) -> tensor<2xf32>
  %e = tp.call_function "aten.einsum.default"("ab->ba", [%t]) : (tensor<2x3xf32>) -> tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>
  %y = tp.call_function "aten.add_.Tensor"(%e, 1) : (tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>) -> tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>
  tp.output (%t,) : tensor<2x3xf32>
}

// A buffer and an input of one name, both declared.
// CHECK-LABEL: tp.program @names functional
// CHECK: tp.output mutations(%{{.*}} -> buffer "k", %x2 -> input "k"), (%k,)
tp.program @names functional {
  tp.state buffer @k : tensor<2xf32>
  %b_k = tp.placeholder buffer @k : tensor<2xf32>
  %k = tp.placeholder "k" : tensor<2xf32>
  %x2 = tp.call_function "aten.mul.Tensor"(%k, 2) : (tensor<2xf32>) -> tensor<2xf32>
  %b2 = tp.call_function "aten.mul.Tensor"(%b_k, 2) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output mutations(%b2 -> buffer "k", %x2 -> input "k"), (%k,) : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
