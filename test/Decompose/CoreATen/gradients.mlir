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

// Only what the mask asks for.

// CHECK-LABEL: tp.program @layer_norm
// CHECK:         %sub = tp.call_function "aten.sub.Tensor"(%x, %m)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%sub, %s)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%g, %w)
// CHECK-NEXT:    %mean = tp.call_function "aten.mean.dim"(%mul_1, [1], True)
// CHECK-NEXT:    %sub_1 = tp.call_function "aten.sub.Tensor"(%mul_1, %mean)
// CHECK-NEXT:    %mul_2 = tp.call_function "aten.mul.Tensor"(%mul_1, %mul)
// CHECK-NEXT:    %mean_1 = tp.call_function "aten.mean.dim"(%mul_2, [1], True)
// CHECK-NEXT:    %mul_3 = tp.call_function "aten.mul.Tensor"(%mul, %mean_1)
// CHECK-NEXT:    %sub_2 = tp.call_function "aten.sub.Tensor"(%sub_1, %mul_3)
// CHECK-NEXT:    %mul_4 = tp.call_function "aten.mul.Tensor"(%sub_2, %s)
// CHECK-NEXT:    %sum_2 = tp.call_function "aten.sum.dim_IntList"(%g, [0])
// CHECK-NEXT:    tp.output (%mul_4, %sum_2)
tp.program @layer_norm {
  %g = tp.placeholder "g" : tensor<2x3xf32>
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %m = tp.placeholder "m" : tensor<2x1xf32>
  %s = tp.placeholder "s" : tensor<2x1xf32>
  %w = tp.placeholder "w" : tensor<3xf32>
  %r, %rw, %rb = tp.call_function "aten.native_layer_norm_backward.default"(%g, %x, [3], %m, %s, %w, %w, [True, False, True]) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x1xf32>, tensor<2x1xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, none, tensor<3xf32>)
  tp.output (%r, %rb) : tensor<2x3xf32>, tensor<3xf32>
}

// The row to leave out, and the number of times that each index is there.

// CHECK-LABEL: tp.program @embedding
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%g, dtype = float32)
// CHECK-NEXT:    %_to_copy_1 = tp.call_function "aten._to_copy.default"(%i, dtype = int64)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([5], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([3], 1, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %index_put = tp.call_function "aten.index_put.default"(%full, [%_to_copy_1], %full_1, True)
// CHECK-NEXT:    %index = tp.call_function "aten.index.Tensor"(%index_put, [%_to_copy_1])
// CHECK-NEXT:    %unsqueeze = tp.call_function "aten.unsqueeze.default"(%index, 1)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%_to_copy, %unsqueeze)
// CHECK-NEXT:    %ne = tp.call_function "aten.ne.Scalar"(%_to_copy_1, 2)
// CHECK-NEXT:    %unsqueeze_1 = tp.call_function "aten.unsqueeze.default"(%ne, 1)
// CHECK-NEXT:    %full_2 = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%unsqueeze_1, %div, %full_2)
// CHECK-NEXT:    %full_3 = tp.call_function "aten.full.default"([5, 4], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %index_put_1 = tp.call_function "aten.index_put.default"(%full_3, [%_to_copy_1], %where, True)
// CHECK-NEXT:    %_to_copy_2 = tp.call_function "aten._to_copy.default"(%index_put_1, dtype = bfloat16)
// CHECK-NEXT:    tp.output (%_to_copy_2,)
tp.program @embedding {
  %g = tp.placeholder "g" : tensor<3x4xbf16>
  %i = tp.placeholder "i" : tensor<3xi32>
  %r = tp.call_function "aten.embedding_dense_backward.default"(%g, %i, 5, 2, True) : (tensor<3x4xbf16>, tensor<3xi32>) -> tensor<5x4xbf16>
  tp.output (%r,) : tensor<5x4xbf16>
}
