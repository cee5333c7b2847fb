// Norms of vectors and matrices, condition numbers.

// RUN: tp-opt %s --decompose | FileCheck %s

// CHECK-LABEL: tp.program @vector
// CHECK:         %linalg_vector_norm = tp.call_function "aten.linalg_vector_norm.default"(%x)
// CHECK-NEXT:    tp.output (%linalg_vector_norm,)
tp.program @vector {
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %r = tp.call_function "aten.linalg_norm.default"(%x) : (tensor<2x3x4xf32>) -> tensor<f32>
  tp.output (%r,) : tensor<f32>
}

// Without an order two dimensions are a vector, with one a matrix.

// CHECK-LABEL: tp.program @two_dims
// CHECK:         %linalg_vector_norm = tp.call_function "aten.linalg_vector_norm.default"(%x, 2, [0, 1])
// CHECK-NEXT:    tp.output (%linalg_vector_norm,)
tp.program @two_dims {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "aten.linalg_norm.default"(%x, None, [0, 1]) : (tensor<2x3xf32>) -> tensor<f32>
  tp.output (%r,) : tensor<f32>
}

// CHECK-LABEL: tp.program @one
// CHECK:         %linalg_vector_norm = tp.call_function "aten.linalg_vector_norm.default"(%x, 1, [0])
// CHECK-NEXT:    %amax = tp.call_function "aten.amax.default"(%linalg_vector_norm, [0])
// CHECK-NEXT:    tp.output (%amax,)
tp.program @one {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "aten.linalg_norm.default"(%x, 1) : (tensor<2x3xf32>) -> tensor<f32>
  tp.output (%r,) : tensor<f32>
}

// CHECK-LABEL: tp.program @infinite_keepdim
// CHECK:         %linalg_vector_norm = tp.call_function "aten.linalg_vector_norm.default"(%x, 1, [1], True)
// CHECK-NEXT:    %amin = tp.call_function "aten.amin.default"(%linalg_vector_norm, [0], True)
// CHECK-NEXT:    tp.output (%amin,)
tp.program @infinite_keepdim {
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %r = tp.call_function "aten.linalg_matrix_norm.default"(%x, -inf, [0, 1], True) : (tensor<2x3x4xf32>) -> tensor<1x1x4xf32>
  tp.output (%r,) : tensor<1x1x4xf32>
}

// CHECK-LABEL: tp.program @spectral
// CHECK:         %permute = tp.call_function "aten.permute.default"(%x, [1, 0, 2])
// CHECK-NEXT:    %getitem, %getitem_1, %getitem_2 = tp.call_function "aten._linalg_svd.default"(%permute, False, False) as "_linalg_svd"
// CHECK-NEXT:    %amin = tp.call_function "aten.amin.default"(%getitem_1, [-1])
// CHECK-NEXT:    tp.output (%amin,)
tp.program @spectral {
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %r = tp.call_function "aten.linalg_matrix_norm.default"(%x, -2, [0, 2]) : (tensor<2x3x4xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @nuclear_keepdim
// CHECK:         %permute = tp.call_function "aten.permute.default"(%x, [1, 0, 2])
// CHECK-NEXT:    %getitem, %getitem_1, %getitem_2 = tp.call_function "aten._linalg_svd.default"(%permute, False, False) as "_linalg_svd"
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%getitem_1, [-1], True)
// CHECK-NEXT:    %unsqueeze = tp.call_function "aten.unsqueeze.default"(%sum_1, -1)
// CHECK-NEXT:    %permute_1 = tp.call_function "aten.permute.default"(%unsqueeze, [1, 0, 2])
// CHECK-NEXT:    tp.output (%permute_1,)
tp.program @nuclear_keepdim {
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %r = tp.call_function "aten.linalg_matrix_norm.str_ord"(%x, "nuc", [0, 2], True) : (tensor<2x3x4xf32>) -> tensor<1x3x1xf32>
  tp.output (%r,) : tensor<1x3x1xf32>
}

// CHECK-LABEL: tp.program @frobenius
// CHECK:         %linalg_vector_norm = tp.call_function "aten.linalg_vector_norm.default"(%x, 2, [0, 1], dtype = float64)
// CHECK-NEXT:    tp.output (%linalg_vector_norm,)
tp.program @frobenius {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "aten.linalg_norm.ord_str"(%x, "fro", dtype = float64) : (tensor<2x3xf32>) -> tensor<f64>
  tp.output (%r,) : tensor<f64>
}

// CHECK-LABEL: tp.program @unknown_order
// CHECK:         %r = tp.call_function "aten.linalg_matrix_norm.default"(%x, 3)
// CHECK-NEXT:    tp.output (%r,)
tp.program @unknown_order {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "aten.linalg_matrix_norm.default"(%x, 3) : (tensor<2x3xf32>) -> tensor<f32>
  tp.output (%r,) : tensor<f32>
}

// CHECK-LABEL: tp.program @old
// CHECK:         %linalg_vector_norm = tp.call_function "aten.linalg_vector_norm.default"(%x, 2, [1], True)
// CHECK-NEXT:    tp.output (%linalg_vector_norm,)
tp.program @old {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "aten.norm.ScalarOpt_dim"(%x, None, [1], True) : (tensor<2x3xf32>) -> tensor<2x1xf32>
  tp.output (%r,) : tensor<2x1xf32>
}

// CHECK-LABEL: tp.program @except_dim
// CHECK:         %linalg_vector_norm = tp.call_function "aten.linalg_vector_norm.default"(%x, 2, [0, 2], True)
// CHECK-NEXT:    tp.output (%linalg_vector_norm,)
tp.program @except_dim {
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %r = tp.call_function "aten.norm_except_dim.default"(%x, 2, 1) : (tensor<2x3x4xf32>) -> tensor<1x3x1xf32>
  tp.output (%r,) : tensor<1x3x1xf32>
}

// CHECK-LABEL: tp.program @cond
// CHECK:         %getitem, %getitem_1, %getitem_2 = tp.call_function "aten._linalg_svd.default"(%x, False, False) as "_linalg_svd"
// CHECK-NEXT:    %slice_1 = tp.call_function "aten.slice.Tensor"(%getitem_1, 1, 0, 1)
// CHECK-NEXT:    %slice_2 = tp.call_function "aten.slice.Tensor"(%getitem_1, 1, -1)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%slice_2, %slice_1)
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%div, [-1])
// CHECK-NEXT:    tp.output (%squeeze,)
tp.program @cond {
  %x = tp.placeholder "x" : tensor<2x3x3xf32>
  %r = tp.call_function "aten.linalg_cond.default"(%x, -2) : (tensor<2x3x3xf32>) -> tensor<2xf32>
  tp.output (%r,) : tensor<2xf32>
}

// Without an inverse it is infinite.

// CHECK-LABEL: tp.program @cond_inverse
// CHECK:         %getitem, %getitem_1 = tp.call_function "aten.linalg_inv_ex.default"(%x) as "linalg_inv_ex"
// CHECK-NEXT:    %unsqueeze = tp.call_function "aten.unsqueeze.default"(%getitem_1, -1)
// CHECK-NEXT:    %unsqueeze_1 = tp.call_function "aten.unsqueeze.default"(%unsqueeze, -1)
// CHECK-NEXT:    %gt = tp.call_function "aten.gt.Scalar"(%unsqueeze_1, 0)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], inf, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%gt, %full, %getitem)
// CHECK-NEXT:    %linalg_vector_norm = tp.call_function "aten.linalg_vector_norm.default"(%x, 2, [1, 2])
// CHECK-NEXT:    %linalg_vector_norm_1 = tp.call_function "aten.linalg_vector_norm.default"(%where, 2, [1, 2])
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%linalg_vector_norm, %linalg_vector_norm_1)
// CHECK-NEXT:    tp.output (%mul,)
tp.program @cond_inverse {
  %x = tp.placeholder "x" : tensor<2x3x3xf32>
  %r = tp.call_function "aten.linalg_cond.p_str"(%x, "fro") : (tensor<2x3x3xf32>) -> tensor<2xf32>
  tp.output (%r,) : tensor<2xf32>
}
