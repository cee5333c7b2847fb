// Dynamic sizes stay what they are. A row of nothing has no largest element: where its size is
// known to be 0, softmax stays.

// RUN: tp-opt %s --decompose=tables=tensorplay,tensorplay-rows | FileCheck %s

// CHECK-LABEL: tp.program @dynamic
// CHECK:         %amax = tp.call_method "amax"(%x, [0], True) : ({{.*}}) -> tensor<1x3xf32>
// CHECK-NEXT:    %sub = tp.call_function "_operator.sub"(%x, %amax) : ({{.*}}) -> tensor<?x3xf32, #tp.shape<[s, 3]>>
// CHECK-NEXT:    %exp = tp.call_method "exp"(%sub)
// CHECK-NEXT:    %sum_1 = tp.call_method "sum"(%exp, 0, True)
// CHECK-NEXT:    %truediv = tp.call_function "_operator.truediv"(%exp, %sum_1)
// CHECK-NEXT:    %clamp_min = tp.call_method "clamp_min"(%truediv, 0)
// CHECK-NEXT:    %clamp_max = tp.call_method "clamp_max"(%clamp_min, 6) : ({{.*}}) -> tensor<?x3xf32, #tp.shape<[s, 3]>>
// CHECK-NEXT:    tp.output (%clamp_max,)
tp.program @dynamic dims(s in [0, 64]) {
  %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[s, 3]>>
  %softmax = tp.call_method "softmax"(%x, 0) : (tensor<?x3xf32, #tp.shape<[s, 3]>>) -> !tp.any
  %relu6 = tp.call_function "tensorplay.functional.relu6"(%softmax) : (!tp.any) -> !tp.any
  tp.output (%relu6,) : !tp.any
}

// CHECK-LABEL: tp.program @empty
// CHECK:         %softmax = tp.call_method "softmax"(%x, 1)
// CHECK-NEXT:    %amax = tp.call_method "amax"(%x, [0], True)
// CHECK:         %log_softmax = tp.call_method "log_softmax"(%x, -1)
tp.program @empty {
  %x = tp.placeholder "x" : tensor<2x0xf32>
  %softmax = tp.call_method "softmax"(%x, 1) : (tensor<2x0xf32>) -> !tp.any
  %softmax_1 = tp.call_method "softmax"(%x, 0) : (tensor<2x0xf32>) -> !tp.any
  %log_softmax = tp.call_method "log_softmax"(%x, -1) : (tensor<2x0xf32>) -> !tp.any
  tp.output (%softmax, %softmax_1, %log_softmax) : !tp.any, !tp.any, !tp.any
}

// A scalar has no rows.

// CHECK-LABEL: tp.program @scalar
// CHECK:         tp.call_method "softmax"(%x, 0)
tp.program @scalar {
  %x = tp.placeholder "x" : tensor<f32>
  %softmax = tp.call_method "softmax"(%x, 0) : (tensor<f32>) -> !tp.any
  tp.output (%softmax,) : !tp.any
}
