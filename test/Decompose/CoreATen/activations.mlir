// Activations, dropout, images, classes.

// RUN: tp-opt %s --decompose | FileCheck %s

// CHECK-LABEL: tp.program @prelu
// CHECK:         %view = tp.call_function "aten.view.default"(%w, [1, 3, 1])
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%x, %view)
// CHECK-NEXT:    %gt = tp.call_function "aten.gt.Scalar"(%x, 0)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%gt, %x, %mul)
// CHECK-NEXT:    tp.output (%where,)
tp.program @prelu {
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %w = tp.placeholder "w" : tensor<3xf32>
  %r = tp.call_function "aten.prelu.default"(%x, %w) : (tensor<2x3x4xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  tp.output (%r,) : tensor<2x3x4xf32>
}

// Integers are compared with a whole number.

// CHECK-LABEL: tp.program @threshold
// CHECK:         %scalar_tensor = tp.call_function "aten.scalar_tensor.default"(-2, dtype = int64, device = device("cpu"))
// CHECK-NEXT:    %le = tp.call_function "aten.le.Scalar"(%x, 1)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%le, %scalar_tensor, %x)
// CHECK-NEXT:    tp.output (%where,)
tp.program @threshold {
  %x = tp.placeholder "x" : tensor<4xi64>
  %r = tp.call_function "aten.threshold.default"(%x, 1.5, -2) : (tensor<4xi64>) -> tensor<4xi64>
  tp.output (%r,) : tensor<4xi64>
}

// CHECK-LABEL: tp.program @rrelu
// CHECK:         %leaky_relu = tp.call_function "aten.leaky_relu.default"(%x, 0.5)
// CHECK-NEXT:    tp.output (%leaky_relu,)
tp.program @rrelu {
  %x = tp.placeholder "x" : tensor<4xf32>
  %r = tp.call_function "aten.rrelu.default"(%x, 0.25, 0.75) : (tensor<4xf32>) -> tensor<4xf32>
  tp.output (%r,) : tensor<4xf32>
}

// One draw for each channel.

// CHECK-LABEL: tp.program @feature_dropout
// CHECK:         %empty = tp.call_function "aten.empty.memory_format"([2, 3, 1], dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %bernoulli = tp.call_function "aten.bernoulli.p"(%empty, 0.75)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%bernoulli, 0.75)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%x, %div)
// CHECK-NEXT:    tp.output (%mul,)
tp.program @feature_dropout {
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %r = tp.call_function "aten.feature_dropout.default"(%x, 0.25, True) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  tp.output (%r,) : tensor<2x3x4xf32>
}

// CHECK-LABEL: tp.program @feature_dropout_evaluation
// CHECK:         tp.output (%x,)
tp.program @feature_dropout_evaluation {
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %r = tp.call_function "aten.feature_dropout.default"(%x, 0.25, False) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  tp.output (%r,) : tensor<2x3x4xf32>
}

// CHECK-LABEL: tp.program @pixel_shuffle
// CHECK:         %sym_size = tp.call_function "aten.sym_size.int"(%x, 0)
// CHECK-NEXT:    %view = tp.call_function "aten.view.default"(%x, [%sym_size, 2, 2, 2, 3, 5])
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%view, [0, 1, 4, 2, 5, 3])
// CHECK-NEXT:    %clone = tp.call_function "aten.clone.default"(%permute, memory_format = contiguous_format)
// CHECK-NEXT:    %view_1 = tp.call_function "aten.view.default"(%clone, [%sym_size, 2, 6, 10])
// CHECK-NEXT:    tp.output (%view_1,)
tp.program @pixel_shuffle dims(s in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?x8x3x5xf32, #tp.shape<[s, 8, 3, 5]>>
  %r = tp.call_function "aten.pixel_shuffle.default"(%x, 2) : (tensor<?x8x3x5xf32, #tp.shape<[s, 8, 3, 5]>>) -> tensor<?x2x6x10xf32, #tp.shape<[s, 2, 6, 10]>>
  tp.output (%r,) : tensor<?x2x6x10xf32, #tp.shape<[s, 2, 6, 10]>>
}

// The number of classes depends on the data.

// CHECK-LABEL: tp.program @one_hot
// CHECK:         %r = tp.call_function "aten.one_hot.default"(%x)
// CHECK-NEXT:    tp.output (%r,)
tp.program @one_hot {
  %x = tp.placeholder "x" : tensor<4xi64>
  %r = tp.call_function "aten.one_hot.default"(%x) : (tensor<4xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}
