// Products of vectors and tensors, chains and powers of matrices.

// RUN: tp-opt %s --decompose | FileCheck %s

// CHECK-LABEL: tp.program @outer
// CHECK:         %view = tp.call_function "aten.view.default"(%x, [2, 1])
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%view, %y)
// CHECK-NEXT:    tp.output (%mul,)
tp.program @outer {
  %x = tp.placeholder "x" : tensor<2xf32>
  %y = tp.placeholder "y" : tensor<3xf32>
  %r = tp.call_function "aten.outer.default"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  tp.output (%r,) : tensor<2x3xf32>
}

// CHECK-LABEL: tp.program @vdot
// CHECK:         %_conj = tp.call_function "aten._conj.default"(%x)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%_conj, %y)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%mul, [])
// CHECK-NEXT:    tp.output (%sum_1,)
tp.program @vdot {
  %x = tp.placeholder "x" : tensor<3xcomplex<f32>>
  %y = tp.placeholder "y" : tensor<3xcomplex<f32>>
  %r = tp.call_function "aten.vdot.default"(%x, %y) : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<complex<f32>>
  tp.output (%r,) : tensor<complex<f32>>
}

// Without a dimension the first one of size 3.

// CHECK-LABEL: tp.program @cross
// CHECK:         %slice_1 = tp.call_function "aten.slice.Tensor"(%x, 1, 1, 3)
// CHECK-NEXT:    %slice_2 = tp.call_function "aten.slice.Tensor"(%x, 1, 0, 1)
// CHECK-NEXT:    %cat = tp.call_function "aten.cat.default"([%slice_1, %slice_2], 1)
// CHECK-NEXT:    %slice_3 = tp.call_function "aten.slice.Tensor"(%y, 1, 2, 3)
// CHECK-NEXT:    %slice_4 = tp.call_function "aten.slice.Tensor"(%y, 1, 0, 2)
// CHECK-NEXT:    %cat_1 = tp.call_function "aten.cat.default"([%slice_3, %slice_4], 1)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%cat, %cat_1)
// CHECK-NEXT:    %slice_5 = tp.call_function "aten.slice.Tensor"(%x, 1, 2, 3)
// CHECK-NEXT:    %slice_6 = tp.call_function "aten.slice.Tensor"(%x, 1, 0, 2)
// CHECK-NEXT:    %cat_2 = tp.call_function "aten.cat.default"([%slice_5, %slice_6], 1)
// CHECK-NEXT:    %slice_7 = tp.call_function "aten.slice.Tensor"(%y, 1, 1, 3)
// CHECK-NEXT:    %slice_8 = tp.call_function "aten.slice.Tensor"(%y, 1, 0, 1)
// CHECK-NEXT:    %cat_3 = tp.call_function "aten.cat.default"([%slice_7, %slice_8], 1)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%cat_2, %cat_3)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%mul, %mul_1)
// CHECK-NEXT:    tp.output (%sub,)
tp.program @cross {
  %x = tp.placeholder "x" : tensor<2x3x3xf32>
  %y = tp.placeholder "y" : tensor<2x3x3xf32>
  %r = tp.call_function "aten.cross.default"(%x, %y) : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  tp.output (%r,) : tensor<2x3x3xf32>
}

// A size of 1 is broadcast: the other operand is added up first.

// CHECK-LABEL: tp.program @tensordot
// CHECK:         %sum_1 = tp.call_function "aten.sum.dim_IntList"(%y, [0], True, dtype = float32)
// CHECK-NEXT:    %view = tp.call_function "aten.view.default"(%x, [2, 4])
// CHECK-NEXT:    %view_1 = tp.call_function "aten.view.default"(%sum_1, [4, 5])
// CHECK-NEXT:    %mm = tp.call_function "aten.mm.default"(%view, %view_1)
// CHECK-NEXT:    tp.output (%mm,)
tp.program @tensordot {
  %x = tp.placeholder "x" : tensor<2x1x4xf32>
  %y = tp.placeholder "y" : tensor<3x4x5xf32>
  %r = tp.call_function "aten.tensordot.default"(%x, %y, [1, 2], [0, 1]) : (tensor<2x1x4xf32>, tensor<3x4x5xf32>) -> tensor<2x5xf32>
  tp.output (%r,) : tensor<2x5xf32>
}

// CHECK-LABEL: tp.program @inner_symbolic
// CHECK:         %sym_size = tp.call_function "aten.sym_size.int"(%x, 0)
// CHECK-NEXT:    %view = tp.call_function "aten.view.default"(%x, [%sym_size, 4])
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%y, [1, 0])
// CHECK-NEXT:    %mm = tp.call_function "aten.mm.default"(%view, %permute)
// CHECK-NEXT:    %view_1 = tp.call_function "aten.view.default"(%mm, [%sym_size, 3])
// CHECK-NEXT:    tp.output (%view_1,)
tp.program @inner_symbolic dims(s in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?x4xf32, #tp.shape<[s, 4]>>
  %y = tp.placeholder "y" : tensor<3x4xf32>
  %r = tp.call_function "aten.inner.default"(%x, %y) : (tensor<?x4xf32, #tp.shape<[s, 4]>>, tensor<3x4xf32>) -> tensor<?x3xf32, #tp.shape<[s, 3]>>
  tp.output (%r,) : tensor<?x3xf32, #tp.shape<[s, 3]>>
}

// CHECK-LABEL: tp.program @kron
// CHECK:         %view = tp.call_function "aten.view.default"(%x, [2, 1, 3, 1])
// CHECK-NEXT:    %view_1 = tp.call_function "aten.view.default"(%y, [1, 1, 1, 4])
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%view, %view_1)
// CHECK-NEXT:    %view_2 = tp.call_function "aten.view.default"(%mul, [2, 12])
// CHECK-NEXT:    tp.output (%view_2,)
tp.program @kron {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<4xf32>
  %r = tp.call_function "aten.kron.default"(%x, %y) : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x12xf32>
  tp.output (%r,) : tensor<2x12xf32>
}

// The order takes the fewest multiplications.

// CHECK-LABEL: tp.program @multi_dot
// CHECK:         %unsqueeze = tp.call_function "aten.unsqueeze.default"(%x, 0)
// CHECK-NEXT:    %mm = tp.call_function "aten.mm.default"(%unsqueeze, %y)
// CHECK-NEXT:    %mm_1 = tp.call_function "aten.mm.default"(%mm, %z)
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%mm_1, [0])
// CHECK-NEXT:    tp.output (%squeeze,)
tp.program @multi_dot {
  %x = tp.placeholder "x" : tensor<10xf32>
  %y = tp.placeholder "y" : tensor<10x2xf32>
  %z = tp.placeholder "z" : tensor<2x20xf32>
  %r = tp.call_function "aten.linalg_multi_dot.default"([%x, %y, %z]) : (tensor<10xf32>, tensor<10x2xf32>, tensor<2x20xf32>) -> tensor<20xf32>
  tp.output (%r,) : tensor<20xf32>
}

// With sizes that are not known, from the left.

// CHECK-LABEL: tp.program @chain_symbolic
// CHECK:         %mm = tp.call_function "aten.mm.default"(%x, %y)
// CHECK-NEXT:    %mm_1 = tp.call_function "aten.mm.default"(%mm, %z)
// CHECK-NEXT:    tp.output (%mm_1,)
tp.program @chain_symbolic dims(s in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?x4xf32, #tp.shape<[s, 4]>>
  %y = tp.placeholder "y" : tensor<4x5xf32>
  %z = tp.placeholder "z" : tensor<5x2xf32>
  %r = tp.call_function "aten.chain_matmul.default"([%x, %y, %z]) : (tensor<?x4xf32, #tp.shape<[s, 4]>>, tensor<4x5xf32>, tensor<5x2xf32>) -> tensor<?x2xf32, #tp.shape<[s, 2]>>
  tp.output (%r,) : tensor<?x2xf32, #tp.shape<[s, 2]>>
}

// Squares of squares.

// CHECK-LABEL: tp.program @matrix_power
// CHECK:         %mm = tp.call_function "aten.mm.default"(%x, %x)
// CHECK-NEXT:    %mm_1 = tp.call_function "aten.mm.default"(%mm, %mm)
// CHECK-NEXT:    %mm_2 = tp.call_function "aten.mm.default"(%mm_1, %x)
// CHECK-NEXT:    tp.output (%mm_2,)
tp.program @matrix_power {
  %x = tp.placeholder "x" : tensor<3x3xf32>
  %r = tp.call_function "aten.linalg_matrix_power.default"(%x, 5) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  tp.output (%r,) : tensor<3x3xf32>
}

// CHECK-LABEL: tp.program @matrix_power_0
// CHECK:         %arange = tp.call_function "aten.arange.start_step"(0, 3, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %unsqueeze = tp.call_function "aten.unsqueeze.default"(%arange, -1)
// CHECK-NEXT:    %eq = tp.call_function "aten.eq.Tensor"(%unsqueeze, %arange)
// CHECK-NEXT:    %_to_copy = tp.call_function "aten._to_copy.default"(%eq, dtype = float32)
// CHECK-NEXT:    %expand = tp.call_function "aten.expand.default"(%_to_copy, [2, 3, 3])
// CHECK-NEXT:    %clone = tp.call_function "aten.clone.default"(%expand, memory_format = contiguous_format)
// CHECK-NEXT:    tp.output (%clone,)
tp.program @matrix_power_0 {
  %x = tp.placeholder "x" : tensor<2x3x3xf32>
  %r = tp.call_function "aten.matrix_power.default"(%x, 0) : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  tp.output (%r,) : tensor<2x3x3xf32>
}

// CHECK-LABEL: tp.program @matrix_power_negative
// CHECK:         %getitem, %getitem_1 = tp.call_function "aten.linalg_inv_ex.default"(%x) as "linalg_inv_ex"
// CHECK-NEXT:    tp.call_function "aten._linalg_check_errors.default"(%getitem_1, "linalg.inv", is_matrix = True) as "_linalg_check_errors"
// CHECK-NEXT:    %mm = tp.call_function "aten.mm.default"(%getitem, %getitem)
// CHECK-NEXT:    tp.output (%mm,)
tp.program @matrix_power_negative {
  %x = tp.placeholder "x" : tensor<3x3xf32>
  %r = tp.call_function "aten.matrix_power.default"(%x, -2) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  tp.output (%r,) : tensor<3x3xf32>
}

// CHECK-LABEL: tp.program @baddbmm
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%y, dtype = float32)
// CHECK-NEXT:    %_to_copy_1 = tp.call_function "aten._to_copy.default"(%z, dtype = float32)
// CHECK-NEXT:    %bmm = tp.call_function "aten.bmm.default"(%_to_copy, %_to_copy_1)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%bmm, 3)
// CHECK-NEXT:    %_to_copy_2 = tp.call_function "aten._to_copy.default"(%x, dtype = float32)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%_to_copy_2, 2)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%mul_1, %mul)
// CHECK-NEXT:    %_to_copy_3 = tp.call_function "aten._to_copy.default"(%add, dtype = float16)
// CHECK-NEXT:    tp.output (%_to_copy_3,)
tp.program @baddbmm {
  %x = tp.placeholder "x" : tensor<3x5xf16>
  %y = tp.placeholder "y" : tensor<2x3x4xf16>
  %z = tp.placeholder "z" : tensor<2x4x5xf16>
  %r = tp.call_function "aten.baddbmm.default"(%x, %y, %z, beta = 2, alpha = 3) : (tensor<3x5xf16>, tensor<2x3x4xf16>, tensor<2x4x5xf16>) -> tensor<2x3x5xf16>
  tp.output (%r,) : tensor<2x3x5xf16>
}

// A beta of 0 drops the term, NaN and all.

// CHECK-LABEL: tp.program @baddbmm_without_term
// CHECK:         %bmm = tp.call_function "aten.bmm.default"(%y, %z)
// CHECK-NEXT:    tp.output (%bmm,)
tp.program @baddbmm_without_term {
  %x = tp.placeholder "x" : tensor<3x5xf32>
  %y = tp.placeholder "y" : tensor<2x3x4xf32>
  %z = tp.placeholder "z" : tensor<2x4x5xf32>
  %r = tp.call_function "aten.baddbmm.default"(%x, %y, %z, beta = 0) : (tensor<3x5xf32>, tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  tp.output (%r,) : tensor<2x3x5xf32>
}

// CHECK-LABEL: tp.program @vander
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%x, dtype = int64)
// CHECK-NEXT:    %unsqueeze = tp.call_function "aten.unsqueeze.default"(%_to_copy, -1)
// CHECK-NEXT:    %expand = tp.call_function "aten.expand.default"(%unsqueeze, [4, 2])
// CHECK-NEXT:    %cumprod = tp.call_function "aten.cumprod.default"(%expand, -1)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([4, 1], 1, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %cat = tp.call_function "aten.cat.default"([%full, %cumprod], -1)
// CHECK-NEXT:    %flip = tp.call_function "aten.flip.default"(%cat, [1])
// CHECK-NEXT:    tp.output (%flip,)
tp.program @vander {
  %x = tp.placeholder "x" : tensor<4xi32>
  %r = tp.call_function "aten.vander.default"(%x, 3) : (tensor<4xi32>) -> tensor<4x3xi64>
  tp.output (%r,) : tensor<4x3xi64>
}

// torch refuses less than two powers.

// CHECK-LABEL: tp.program @linalg_vander_one
// CHECK:         %r = tp.call_function "aten.linalg_vander.default"(%x, N = 1)
// CHECK-NEXT:    tp.output (%r,)
tp.program @linalg_vander_one {
  %x = tp.placeholder "x" : tensor<4xf32>
  %r = tp.call_function "aten.linalg_vander.default"(%x, N = 1) : (tensor<4xf32>) -> tensor<4x1xf32>
  tp.output (%r,) : tensor<4x1xf32>
}
