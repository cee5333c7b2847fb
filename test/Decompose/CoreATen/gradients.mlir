// Gradients of activations and losses.

// RUN: tp-opt %s --decompose | FileCheck %s

// CHECK-LABEL: tp.program @sigmoid
// CHECK:         %sub = tp.call_function "aten.sub.Tensor"(1, %y)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%sub, %y)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%g, %mul)
// CHECK-NEXT:    tp.output (%mul_1,)
tp.program @sigmoid {
  %g = tp.placeholder "g" : tensor<3xf32>
  %y = tp.placeholder "y" : tensor<3xf32>
  %r = tp.call_function "aten.sigmoid_backward.default"(%g, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// A complex one needs the conjugate.

// CHECK-LABEL: tp.program @complex
// CHECK:         %r = tp.call_function "aten.sigmoid_backward.default"(%g, %y)
// CHECK-NEXT:    tp.output (%r,)
tp.program @complex {
  %g = tp.placeholder "g" : tensor<3xcomplex<f32>>
  %y = tp.placeholder "y" : tensor<3xcomplex<f32>>
  %r = tp.call_function "aten.sigmoid_backward.default"(%g, %y) : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  tp.output (%r,) : tensor<3xcomplex<f32>>
}

// CHECK-LABEL: tp.program @log_softmax_half
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%g, dtype = float32)
// CHECK-NEXT:    %_to_copy_1 = tp.call_function "aten._to_copy.default"(%y, dtype = float32)
// CHECK-NEXT:    %exp = tp.call_function "aten.exp.default"(%_to_copy_1)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%_to_copy, [1], True)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%exp, %sum_1)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%_to_copy, %mul)
// CHECK-NEXT:    %_to_copy_2 = tp.call_function "aten._to_copy.default"(%sub, dtype = float16)
// CHECK-NEXT:    tp.output (%_to_copy_2,)
tp.program @log_softmax_half {
  %g = tp.placeholder "g" : tensor<3x4xf16>
  %y = tp.placeholder "y" : tensor<3x4xf16>
  %r = tp.call_function "aten._log_softmax_backward_data.default"(%g, %y, 1, float16) : (tensor<3x4xf16>, tensor<3x4xf16>) -> tensor<3x4xf16>
  tp.output (%r,) : tensor<3x4xf16>
}

// The gradient of a mean is one of its elements.

// CHECK-LABEL: tp.program @huber
// CHECK:         %sub = tp.call_function "aten.sub.Tensor"(%x, %y)
// CHECK-NEXT:    %abs_1 = tp.call_function "aten.abs.default"(%sub)
// CHECK-NEXT:    %le = tp.call_function "aten.le.Scalar"(%abs_1, 0.5)
// CHECK-NEXT:    %sign = tp.call_function "aten.sign.default"(%sub)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%sub, 1.0)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%sign, 0.5)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%le, %mul, %mul_1)
// CHECK-NEXT:    %mul_2 = tp.call_function "aten.mul.Tensor"(%where, %g)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%mul_2, 12)
// CHECK-NEXT:    tp.output (%div,)
tp.program @huber {
  %g = tp.placeholder "g" : tensor<f32>
  %x = tp.placeholder "x" : tensor<3x4xf32>
  %y = tp.placeholder "y" : tensor<3x4xf32>
  %r = tp.call_function "aten.huber_loss_backward.default"(%g, %x, %y, 1, 0.5) : (tensor<f32>, tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  tp.output (%r,) : tensor<3x4xf32>
}

// CHECK-LABEL: tp.program @nll
// CHECK:         %div = tp.call_function "aten.div.Tensor"(%g, %w)
// CHECK-NEXT:    %unsqueeze = tp.call_function "aten.unsqueeze.default"(%t, 1)
// CHECK-NEXT:    %ne = tp.call_function "aten.ne.Scalar"(%unsqueeze, 2)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], 0, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%ne, %unsqueeze, %full)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([4, 5], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %scatter = tp.call_function "aten.scatter.value"(%full_1, 1, %where, -1.0)
// CHECK-NEXT:    %full_2 = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where_1 = tp.call_function "aten.where.self"(%ne, %div, %full_2)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%scatter, %where_1)
// CHECK-NEXT:    tp.output (%mul,)
tp.program @nll {
  %g = tp.placeholder "g" : tensor<f32>
  %x = tp.placeholder "x" : tensor<4x5xf32>
  %t = tp.placeholder "t" : tensor<4xi64>
  %w = tp.placeholder "w" : tensor<f32>
  %r = tp.call_function "aten.nll_loss_backward.default"(%g, %x, %t, None, 1, 2, %w) : (tensor<f32>, tensor<4x5xf32>, tensor<4xi64>, tensor<f32>) -> tensor<4x5xf32>
  tp.output (%r,) : tensor<4x5xf32>
}
