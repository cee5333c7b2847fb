// Layers with weights, attention.

// RUN: tp-opt %s --decompose | FileCheck %s

// A row to leave out may be counted from the end.

// CHECK-LABEL: tp.program @embedding_bag
// CHECK:         %getitem, %getitem_1, %getitem_2, %getitem_3 = tp.call_function "aten._embedding_bag.default"(%w, %i, %o, False, 1, False, None, False, 7)
// CHECK-NEXT:    tp.output (%getitem,)
tp.program @embedding_bag {
  %w = tp.placeholder "w" : tensor<9x4xf32>
  %i = tp.placeholder "i" : tensor<6xi64>
  %o = tp.placeholder "o" : tensor<2xi64>
  %r, %b, %s, %m = tp.call_function "aten.embedding_bag.padding_idx"(%w, %i, %o, False, 1, False, None, False, -2) : (tensor<9x4xf32>, tensor<6xi64>, tensor<2xi64>) -> (tensor<2x4xf32>, tensor<6xi64>, tensor<2xi64>, tensor<2xi64>)
  tp.output (%r,) : tensor<2x4xf32>
}

// One bag size more than bags: the call is that without gradients.

// CHECK-LABEL: tp.program @embedding_bag_forward_only
// CHECK:         %getitem, %getitem_1, %getitem_2, %getitem_3 = tp.call_function "aten._embedding_bag_forward_only.default"(%w, %i, %o, False, 1, False, None, True)
// CHECK-NEXT:    tp.output (%getitem,)
tp.program @embedding_bag_forward_only {
  %w = tp.placeholder "w" : tensor<9x4xf32>
  %i = tp.placeholder "i" : tensor<6xi64>
  %o = tp.placeholder "o" : tensor<3xi64>
  %r, %b, %s, %m = tp.call_function "aten.embedding_bag.padding_idx"(%w, %i, %o, False, 1, False, None, True, None) : (tensor<9x4xf32>, tensor<6xi64>, tensor<3xi64>) -> (tensor<2x4xf32>, tensor<6xi64>, tensor<3xi64>, tensor<2xi64>)
  tp.output (%r,) : tensor<2x4xf32>
}

// CHECK-LABEL: tp.program @bilinear
// CHECK:         %view = tp.call_function "aten.view.default"(%y, [3, 5, 1])
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%w, [1, 0, 2])
// CHECK-NEXT:    %clone = tp.call_function "aten.clone.default"(%permute, memory_format = contiguous_format)
// CHECK-NEXT:    %view_1 = tp.call_function "aten.view.default"(%clone, [4, 30])
// CHECK-NEXT:    %mm = tp.call_function "aten.mm.default"(%x, %view_1)
// CHECK-NEXT:    %view_2 = tp.call_function "aten.view.default"(%mm, [3, 6, 5])
// CHECK-NEXT:    %bmm = tp.call_function "aten.bmm.default"(%view_2, %view)
// CHECK-NEXT:    %view_3 = tp.call_function "aten.view.default"(%bmm, [3, 6])
// CHECK-NEXT:    tp.output (%view_3,)
tp.program @bilinear {
  %x = tp.placeholder "x" : tensor<3x4xf32>
  %y = tp.placeholder "y" : tensor<3x5xf32>
  %w = tp.placeholder "w" : tensor<6x4x5xf32>
  %r = tp.call_function "aten.bilinear.default"(%x, %y, %w, None) : (tensor<3x4xf32>, tensor<3x5xf32>, tensor<6x4x5xf32>) -> tensor<3x6xf32>
  tp.output (%r,) : tensor<3x6xf32>
}

// CHECK-LABEL: tp.program @batch_norm_backward
// CHECK:         %add = tp.call_function "aten.add.Tensor"(%v, 1.0e-05)
// CHECK-NEXT:    %rsqrt = tp.call_function "aten.rsqrt.default"(%add)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%g, [0])
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%rsqrt, %w)
// CHECK-NEXT:    %mul_2 = tp.call_function "aten.mul.Tensor"(%g, %mul_1)
// CHECK-NEXT:    tp.output (%mul_2, %sum_1)
tp.program @batch_norm_backward {
  %g = tp.placeholder "g" : tensor<3x4xf32>
  %x = tp.placeholder "x" : tensor<3x4xf32>
  %w = tp.placeholder "w" : tensor<4xf32>
  %m = tp.placeholder "m" : tensor<4xf32>
  %v = tp.placeholder "v" : tensor<4xf32>
  %r, %rw, %rb = tp.call_function "aten.native_batch_norm_backward.default"(%g, %x, %w, %m, %v, None, None, False, 1.0e-05, [True, False, True]) : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, none, tensor<4xf32>)
  tp.output (%r, %rb) : tensor<3x4xf32>, tensor<4xf32>
}

// In training torch writes the statistics: another pass makes that a result.

// CHECK-LABEL: tp.program @native_batch_norm_training
// CHECK:         %r, %a, %b = tp.call_function "aten.native_batch_norm.default"(%x, None, None, %m, %m, True, 0.1, 1.0e-05)
// CHECK-NEXT:    tp.output (%r,)
tp.program @native_batch_norm_training {
  %x = tp.placeholder "x" : tensor<3x4xf32>
  %m = tp.placeholder "m" : tensor<4xf32>
  %r, %a, %b = tp.call_function "aten.native_batch_norm.default"(%x, None, None, %m, %m, True, 0.1, 1.0e-05) : (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>, tensor<4xf32>)
  tp.output (%r,) : tensor<3x4xf32>
}

// CHECK-LABEL: tp.program @fused_rms_norm
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%x, dtype = float32)
// CHECK-NEXT:    %pow_1 = tp.call_function "aten.pow.Tensor_Scalar"(%_to_copy, 2)
// CHECK-NEXT:    %mean = tp.call_function "aten.mean.dim"(%pow_1, [1], True)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Scalar"(%mean, 0.001)
// CHECK-NEXT:    %rsqrt = tp.call_function "aten.rsqrt.default"(%add)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%_to_copy, %rsqrt)
// CHECK-NEXT:    %_to_copy_1 = tp.call_function "aten._to_copy.default"(%mul, dtype = float16)
// CHECK-NEXT:    tp.output (%_to_copy_1, %rsqrt)
tp.program @fused_rms_norm {
  %x = tp.placeholder "x" : tensor<3x4xf16>
  %r, %f = tp.call_function "aten._fused_rms_norm.default"(%x, [4], None, 1.0e-03) : (tensor<3x4xf16>) -> (tensor<3x4xf16>, tensor<3x1xf32>)
  tp.output (%r, %f) : tensor<3x4xf16>, tensor<3x1xf32>
}

// CHECK-LABEL: tp.program @pad_sequence
// CHECK:         %constant_pad_nd = tp.call_function "aten.constant_pad_nd.default"(%x, [0, 0, 2, 0], -1.0)
// CHECK-NEXT:    %cat = tp.call_function "aten.cat.default"([%constant_pad_nd, %y])
// CHECK-NEXT:    %view = tp.call_function "aten.view.default"(%cat, [2, 5, 2])
// CHECK-NEXT:    tp.output (%view,)
tp.program @pad_sequence {
  %x = tp.placeholder "x" : tensor<3x2xf32>
  %y = tp.placeholder "y" : tensor<5x2xf32>
  %r = tp.call_function "aten.pad_sequence.default"([%x, %y], True, -1.0, "left") : (tensor<3x2xf32>, tensor<5x2xf32>) -> tensor<2x5x2xf32>
  tp.output (%r,) : tensor<2x5x2xf32>
}

// Which of two sizes is longer is not known.

// CHECK-LABEL: tp.program @pad_sequence_symbolic
// CHECK:         %r = tp.call_function "aten.pad_sequence.default"([%x, %y])
// CHECK-NEXT:    tp.output (%r,)
tp.program @pad_sequence_symbolic dims(s in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?x2xf32, #tp.shape<[s, 2]>>
  %y = tp.placeholder "y" : tensor<5x2xf32>
  %r = tp.call_function "aten.pad_sequence.default"([%x, %y]) : (tensor<?x2xf32, #tp.shape<[s, 2]>>, tensor<5x2xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// The math form adds a mask, also one of truth values.

// CHECK-LABEL: tp.program @attention_bool_mask
// CHECK:         %r, %w = tp.call_function "aten._scaled_dot_product_attention_math.default"(%x, %x, %x, %m)
// CHECK-NEXT:    tp.output (%r, %w)
tp.program @attention_bool_mask {
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %m = tp.placeholder "m" : tensor<3x3xi1>
  %r, %w = tp.call_function "aten._scaled_dot_product_attention_math.default"(%x, %x, %x, %m) : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<3x3xi1>) -> (tensor<2x3x4xf32>, tensor<2x3x3xf32>)
  tp.output (%r, %w) : tensor<2x3x4xf32>, tensor<2x3x3xf32>
}
