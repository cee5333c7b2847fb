// Views, parts, conversions.

// RUN: tp-opt %s --decompose | FileCheck %s

// CHECK-LABEL: tp.program @views
// CHECK:         %permute = tp.call_function "aten.permute.default"(%x, [1, 0])
// CHECK-NEXT:    %clone = tp.call_function "aten.clone.default"(%permute, memory_format = contiguous_format)
// CHECK-NEXT:    %view = tp.call_function "aten.view.default"(%clone, [6])
// CHECK-NEXT:    %{{.*}}, %{{.*}} = tp.call_function "aten.split_with_sizes.default"(%view, [4, 2])
// CHECK-NEXT:    %slice_1 = tp.call_function "aten.slice.Tensor"(%view, 0, 1, 3)
// CHECK-NEXT:    tp.output
tp.program @views {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %t = tp.call_function "aten.t.default"(%x) : (tensor<2x3xf32>) -> tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>
  %r = tp.call_function "aten.reshape.default"(%t, [-1]) : (tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>) -> tensor<6xf32>
  %a, %b = tp.call_function "aten.split.Tensor"(%r, 4) as "split" : (tensor<6xf32>) -> [tensor<4xf32>, tensor<2xf32>]
  %n = tp.call_function "aten.narrow.default"(%r, 0, 1, 2) : (tensor<6xf32>) -> tensor<2xf32>
  tp.output (%a, %b, %n) : tensor<4xf32>, tensor<2xf32>, tensor<2xf32>
}

// A conversion that changes nothing is the tensor itself.

// CHECK-LABEL: tp.program @conversion
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%x, dtype = int64)
// CHECK-NEXT:    tp.output (%x, %_to_copy)
tp.program @conversion {
  %x = tp.placeholder "x" : tensor<2xf32>
  %same = tp.call_function "aten.to.dtype"(%x, float32) : (tensor<2xf32>) -> tensor<2xf32>
  %other = tp.call_function "aten.to.dtype"(%x, int64) : (tensor<2xf32>) -> tensor<2xi64>
  tp.output (%same, %other) : tensor<2xf32>, tensor<2xi64>
}
