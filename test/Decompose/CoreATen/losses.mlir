// Losses: reductions, weights, classes to ignore.

// RUN: tp-opt %s --decompose | FileCheck %s

// CHECK-LABEL: tp.program @mse
// CHECK:         %sub = tp.call_function "aten.sub.Tensor"(%x, %y)
// CHECK-NEXT:    %pow_1 = tp.call_function "aten.pow.Tensor_Scalar"(%sub, 2)
// CHECK-NEXT:    %mean = tp.call_function "aten.mean.default"(%pow_1)
// CHECK-NEXT:    tp.output (%mean,)
tp.program @mse {
  %x = tp.placeholder "x" : tensor<3x4xf32>
  %y = tp.placeholder "y" : tensor<3x4xf32>
  %r = tp.call_function "aten.mse_loss.default"(%x, %y) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<f32>
  tp.output (%r,) : tensor<f32>
}

// Half precision is computed in float32.

// CHECK-LABEL: tp.program @half
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%x, dtype = float32)
// CHECK-NEXT:    %_to_copy_1 = tp.call_function "aten._to_copy.default"(%y, dtype = float32)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%_to_copy, %_to_copy_1)
// CHECK-NEXT:    %pow_1 = tp.call_function "aten.pow.Tensor_Scalar"(%sub, 2)
// CHECK-NEXT:    %_to_copy_2 = tp.call_function "aten._to_copy.default"(%pow_1, dtype = float16)
// CHECK-NEXT:    tp.output (%_to_copy_2,)
tp.program @half {
  %x = tp.placeholder "x" : tensor<3xf16>
  %y = tp.placeholder "y" : tensor<3xf16>
  %r = tp.call_function "aten.mse_loss.default"(%x, %y, 0) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
  tp.output (%r,) : tensor<3xf16>
}

// Without a width it is another loss.

// CHECK-LABEL: tp.program @smooth_l1_zero
// CHECK:         %sub = tp.call_function "aten.sub.Tensor"(%x, %y)
// CHECK-NEXT:    %abs_1 = tp.call_function "aten.abs.default"(%sub)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%abs_1, [])
// CHECK-NEXT:    tp.output (%sum_1,)
tp.program @smooth_l1_zero {
  %x = tp.placeholder "x" : tensor<3xf32>
  %y = tp.placeholder "y" : tensor<3xf32>
  %r = tp.call_function "aten.smooth_l1_loss.default"(%x, %y, 2, 0.0) : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  tp.output (%r,) : tensor<f32>
}

// CHECK-LABEL: tp.program @cross_entropy
// CHECK:         %_log_softmax = tp.call_function "aten._log_softmax.default"(%x, 1, False)
// CHECK-NEXT:    %ne = tp.call_function "aten.ne.Scalar"(%t, 2)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], 0, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%ne, %t, %full)
// CHECK-NEXT:    %unsqueeze = tp.call_function "aten.unsqueeze.default"(%where, 1)
// CHECK-NEXT:    %gather = tp.call_function "aten.gather.default"(%_log_softmax, 1, %unsqueeze)
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%gather, [1])
// CHECK-NEXT:    %neg = tp.call_function "aten.neg.default"(%squeeze)
// CHECK-NEXT:    %index = tp.call_function "aten.index.Tensor"(%w, [%where])
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where_1 = tp.call_function "aten.where.self"(%ne, %index, %full_1)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%neg, %where_1)
// CHECK-NEXT:    %full_2 = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where_2 = tp.call_function "aten.where.self"(%ne, %mul, %full_2)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%where_2, [])
// CHECK-NEXT:    %sum_2 = tp.call_function "aten.sum.dim_IntList"(%where_1, [])
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%sum_1, %sum_2)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%_log_softmax, %w)
// CHECK-NEXT:    %sum_3 = tp.call_function "aten.sum.dim_IntList"(%mul_1, [1])
// CHECK-NEXT:    %neg_1 = tp.call_function "aten.neg.default"(%sum_3)
// CHECK-NEXT:    %full_3 = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where_3 = tp.call_function "aten.where.self"(%ne, %neg_1, %full_3)
// CHECK-NEXT:    %sum_4 = tp.call_function "aten.sum.dim_IntList"(%where_3, [])
// CHECK-NEXT:    %div_1 = tp.call_function "aten.div.Tensor"(%sum_4, %sum_2)
// CHECK-NEXT:    %mul_2 = tp.call_function "aten.mul.Tensor"(%div, 0.75)
// CHECK-NEXT:    %mul_3 = tp.call_function "aten.mul.Tensor"(%div_1, 0.05)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%mul_2, %mul_3)
// CHECK-NEXT:    tp.output (%add,)
tp.program @cross_entropy {
  %x = tp.placeholder "x" : tensor<4x5xf32>
  %t = tp.placeholder "t" : tensor<4xi64>
  %w = tp.placeholder "w" : tensor<5xf32>
  %r = tp.call_function "aten.cross_entropy_loss.default"(%x, %t, %w, 1, 2, 0.25) : (tensor<4x5xf32>, tensor<4xi64>, tensor<5xf32>) -> tensor<f32>
  tp.output (%r,) : tensor<f32>
}

// Probabilities of the classes, and a batch whose size is not known.

// CHECK-LABEL: tp.program @soft_target
// CHECK:         %_log_softmax = tp.call_function "aten._log_softmax.default"(%x, 1, False)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%_log_softmax, %t)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%mul, [])
// CHECK-NEXT:    %neg = tp.call_function "aten.neg.default"(%sum_1)
// CHECK-NEXT:    %sym_size = tp.call_function "aten.sym_size.int"(%_log_softmax, 0)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Scalar"(%neg, %sym_size)
// CHECK-NEXT:    tp.output (%div,)
tp.program @soft_target dims(s in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?x5xf32, #tp.shape<[s, 5]>>
  %t = tp.placeholder "t" : tensor<?x5xf32, #tp.shape<[s, 5]>>
  %r = tp.call_function "aten.cross_entropy_loss.default"(%x, %t) : (tensor<?x5xf32, #tp.shape<[s, 5]>>, tensor<?x5xf32, #tp.shape<[s, 5]>>) -> tensor<f32>
  tp.output (%r,) : tensor<f32>
}

// The total weight is 0 where nothing is reduced.

// CHECK-LABEL: tp.program @nll_forward
// CHECK:         %ne = tp.call_function "aten.ne.Scalar"(%t, -100)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], 0, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%ne, %t, %full)
// CHECK-NEXT:    %unsqueeze = tp.call_function "aten.unsqueeze.default"(%where, 1)
// CHECK-NEXT:    %gather = tp.call_function "aten.gather.default"(%x, 1, %unsqueeze)
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%gather, [1])
// CHECK-NEXT:    %neg = tp.call_function "aten.neg.default"(%squeeze)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where_1 = tp.call_function "aten.where.self"(%ne, %neg, %full_1)
// CHECK-NEXT:    %full_2 = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    tp.output (%where_1, %full_2)
tp.program @nll_forward {
  %x = tp.placeholder "x" : tensor<4x5xf32>
  %t = tp.placeholder "t" : tensor<4xi64>
  %r, %w = tp.call_function "aten.nll_loss_forward.default"(%x, %t, None, 0, -100) : (tensor<4x5xf32>, tensor<4xi64>) -> (tensor<4xf32>, tensor<f32>)
  tp.output (%r, %w) : tensor<4xf32>, tensor<f32>
}

// An untyped graph does not say whether the target has classes or
// probabilities.

// CHECK-LABEL: tp.program @untyped
// CHECK:         %r = tp.call_function "aten.cross_entropy_loss.default"(%x, %t)
// CHECK-NEXT:    tp.output (%r,)
tp.program @untyped {
  %x = tp.placeholder "x" : !tp.any
  %t = tp.placeholder "t" : !tp.any
  %r = tp.call_function "aten.cross_entropy_loss.default"(%x, %t) : (!tp.any, !tp.any) -> !tp.any
  tp.output (%r,) : !tp.any
}

// The size that is repeated counts in the norm.

// CHECK-LABEL: tp.program @cosine
// CHECK:         %expand = tp.call_function "aten.expand.default"(%y, [2, 5])
// CHECK-NEXT:    %linalg_vector_norm = tp.call_function "aten.linalg_vector_norm.default"(%x, 2, [-1], True)
// CHECK-NEXT:    %clamp = tp.call_function "aten.clamp.default"(%linalg_vector_norm, 1.0e-08)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%x, %clamp)
// CHECK-NEXT:    %linalg_vector_norm_1 = tp.call_function "aten.linalg_vector_norm.default"(%expand, 2, [-1], True)
// CHECK-NEXT:    %clamp_1 = tp.call_function "aten.clamp.default"(%linalg_vector_norm_1, 1.0e-08)
// CHECK-NEXT:    %div_1 = tp.call_function "aten.div.Tensor"(%expand, %clamp_1)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%div, %div_1)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%mul, [-1])
// CHECK-NEXT:    tp.output (%sum_1,)
tp.program @cosine {
  %x = tp.placeholder "x" : tensor<2x5xf32>
  %y = tp.placeholder "y" : tensor<2x1xf32>
  %r = tp.call_function "aten.cosine_similarity.default"(%x, %y) : (tensor<2x5xf32>, tensor<2x1xf32>) -> tensor<2xf32>
  tp.output (%r,) : tensor<2xf32>
}
