// Factorizations, solvers, inverses, ranks.

// RUN: tp-opt %s --decompose | FileCheck %s

// The check of torch stays: a singular matrix is an error.

// CHECK-LABEL: tp.program @inverse
// CHECK:         %getitem, %getitem_1 = tp.call_function "aten.linalg_inv_ex.default"(%x) as "linalg_inv_ex"
// CHECK-NEXT:    tp.call_function "aten._linalg_check_errors.default"(%getitem_1, "linalg.inv", is_matrix = True) as "_linalg_check_errors"
// CHECK-NEXT:    tp.output (%getitem,)
tp.program @inverse {
  %x = tp.placeholder "x" : tensor<3x3xf32>
  %r = tp.call_function "aten.linalg_inv.default"(%x) : (tensor<3x3xf32>) -> tensor<3x3xf32, #tp.shape<[3, 3], strides = [1, 3]>>
  tp.output (%r,) : tensor<3x3xf32, #tp.shape<[3, 3], strides = [1, 3]>>
}

// CHECK-LABEL: tp.program @cholesky
// CHECK:         %getitem, %getitem_1 = tp.call_function "aten.linalg_cholesky_ex.default"(%x, upper = True) as "linalg_cholesky_ex"
// CHECK-NEXT:    tp.call_function "aten._linalg_check_errors.default"(%getitem_1, "linalg.cholesky", is_matrix = False) as "_linalg_check_errors"
// CHECK-NEXT:    tp.output (%getitem,)
tp.program @cholesky {
  %x = tp.placeholder "x" : tensor<2x3x3xf32>
  %r = tp.call_function "aten.linalg_cholesky.default"(%x, upper = True) : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32, #tp.shape<[2, 3, 3], strides = [9, 1, 3]>>
  tp.output (%r,) : tensor<2x3x3xf32, #tp.shape<[2, 3, 3], strides = [9, 1, 3]>>
}

// CHECK-LABEL: tp.program @solve
// CHECK:         %getitem, %getitem_1, %getitem_2, %getitem_3 = tp.call_function "aten._linalg_solve_ex.default"(%x, %y, left = False) as "_linalg_solve_ex"
// CHECK-NEXT:    tp.call_function "aten._linalg_check_errors.default"(%getitem_3, "linalg.solve", is_matrix = True) as "_linalg_check_errors"
// CHECK-NEXT:    tp.output (%getitem,)
tp.program @solve {
  %x = tp.placeholder "x" : tensor<3x3xf32>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %r = tp.call_function "aten.linalg_solve.default"(%x, %y, left = False) : (tensor<3x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  tp.output (%r,) : tensor<2x3xf32>
}

// Here the caller gets the status.

// CHECK-LABEL: tp.program @solve_ex
// CHECK:         %getitem, %getitem_1, %getitem_2, %getitem_3 = tp.call_function "aten._linalg_solve_ex.default"(%x, %y) as "_linalg_solve_ex"
// CHECK-NEXT:    tp.output (%getitem, %getitem_3)
tp.program @solve_ex {
  %x = tp.placeholder "x" : tensor<3x3xf32>
  %y = tp.placeholder "y" : tensor<3xf32>
  %r0, %r1 = tp.call_function "aten.linalg_solve_ex.default"(%x, %y) : (tensor<3x3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<i32>)
  tp.output (%r0, %r1) : tensor<3xf32>, tensor<i32>
}

// CHECK-LABEL: tp.program @lu_factor
// CHECK:         %getitem, %getitem_1, %getitem_2 = tp.call_function "aten.linalg_lu_factor_ex.default"(%x, pivot = False) as "linalg_lu_factor_ex"
// CHECK-NEXT:    tp.call_function "aten._linalg_check_errors.default"(%getitem_2, "torch.linalg.lu_factor", is_matrix = True) as "_linalg_check_errors"
// CHECK-NEXT:    tp.output (%getitem, %getitem_1)
tp.program @lu_factor {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  %r0, %r1 = tp.call_function "aten.linalg_lu_factor.default"(%x, pivot = False) : (tensor<4x3xf32>) -> (tensor<4x3xf32, #tp.shape<[4, 3], strides = [1, 4]>>, tensor<3xi32>)
  tp.output (%r0, %r1) : tensor<4x3xf32, #tp.shape<[4, 3], strides = [1, 4]>>, tensor<3xi32>
}

// torch.svd gives V itself.

// CHECK-LABEL: tp.program @svd
// CHECK:         %getitem, %getitem_1, %getitem_2 = tp.call_function "aten._linalg_svd.default"(%x) as "_linalg_svd"
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%getitem_2, [1, 0])
// CHECK-NEXT:    %_conj = tp.call_function "aten._conj.default"(%permute)
// CHECK-NEXT:    tp.output (%getitem, %getitem_1, %_conj)
tp.program @svd {
  %x = tp.placeholder "x" : tensor<4x3xcomplex<f32>>
  %r0, %r1, %r2 = tp.call_function "aten.svd.default"(%x) : (tensor<4x3xcomplex<f32>>) -> (tensor<4x3xcomplex<f32>>, tensor<3xf32>, tensor<3x3xcomplex<f32>, #tp.shape<[3, 3], strides = [1, 3]>>)
  tp.output (%r0, %r1, %r2) : tensor<4x3xcomplex<f32>>, tensor<3xf32>, tensor<3x3xcomplex<f32>, #tp.shape<[3, 3], strides = [1, 3]>>
}

// CHECK-LABEL: tp.program @svd_values
// CHECK:         %getitem, %getitem_1, %getitem_2 = tp.call_function "aten._linalg_svd.default"(%x, False, False) as "_linalg_svd"
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([4, 4], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([3, 3], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    tp.output (%full, %getitem_1, %full_1)
tp.program @svd_values {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  %r0, %r1, %r2 = tp.call_function "aten.svd.default"(%x, True, False) : (tensor<4x3xf32>) -> (tensor<4x4xf32>, tensor<3xf32>, tensor<3x3xf32>)
  tp.output (%r0, %r1, %r2) : tensor<4x4xf32>, tensor<3xf32>, tensor<3x3xf32>
}

// CHECK-LABEL: tp.program @svdvals
// CHECK:         %getitem, %getitem_1, %getitem_2 = tp.call_function "aten._linalg_svd.default"(%x, False, False, driver = "gesvd") as "_linalg_svd"
// CHECK-NEXT:    tp.output (%getitem_1,)
tp.program @svdvals {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  %r = tp.call_function "aten.linalg_svdvals.default"(%x, driver = "gesvd") : (tensor<4x3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @eigvalsh
// CHECK:         %getitem, %getitem_1 = tp.call_function "aten._linalg_eigh.default"(%x, "U", False) as "_linalg_eigh"
// CHECK-NEXT:    tp.output (%getitem,)
tp.program @eigvalsh {
  %x = tp.placeholder "x" : tensor<3x3xf32>
  %r = tp.call_function "aten.linalg_eigvalsh.default"(%x, "U") : (tensor<3x3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @logdet
// CHECK:         %getitem, %getitem_1, %getitem_2, %getitem_3 = tp.call_function "aten._linalg_slogdet.default"(%x) as "_linalg_slogdet"
// CHECK-NEXT:    %eq = tp.call_function "aten.eq.Scalar"(%getitem, -1.0)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], nan, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%eq, %full, %getitem_1)
// CHECK-NEXT:    tp.output (%where,)
tp.program @logdet {
  %x = tp.placeholder "x" : tensor<2x3x3xf32>
  %r = tp.call_function "aten.logdet.default"(%x) : (tensor<2x3x3xf32>) -> tensor<2xf32>
  tp.output (%r,) : tensor<2xf32>
}

// CHECK-LABEL: tp.program @logdet_complex
// CHECK:         %getitem, %getitem_1, %getitem_2, %getitem_3 = tp.call_function "aten._linalg_slogdet.default"(%x) as "_linalg_slogdet"
// CHECK-NEXT:    %log = tp.call_function "aten.log.default"(%getitem)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%log, %getitem_1)
// CHECK-NEXT:    tp.output (%add,)
tp.program @logdet_complex {
  %x = tp.placeholder "x" : tensor<3x3xcomplex<f32>>
  %r = tp.call_function "aten.logdet.default"(%x) : (tensor<3x3xcomplex<f32>>) -> tensor<complex<f32>>
  tp.output (%r,) : tensor<complex<f32>>
}

// CHECK-LABEL: tp.program @adjoint
// CHECK:         %permute = tp.call_function "aten.permute.default"(%x, [0, 2, 1])
// CHECK-NEXT:    %_conj = tp.call_function "aten._conj.default"(%permute)
// CHECK-NEXT:    tp.output (%_conj,)
tp.program @adjoint {
  %x = tp.placeholder "x" : tensor<2x3x4xcomplex<f32>>
  %r = tp.call_function "aten.mH.default"(%x) : (tensor<2x3x4xcomplex<f32>>) -> tensor<2x4x3xcomplex<f32>, #tp.shape<[2, 4, 3], strides = [12, 1, 4]>>
  tp.output (%r,) : tensor<2x4x3xcomplex<f32>, #tp.shape<[2, 4, 3], strides = [12, 1, 4]>>
}

// The matrix is that of the first two dimensions and the others.

// CHECK-LABEL: tp.program @tensorinv
// CHECK:         %view = tp.call_function "aten.view.default"(%x, [6, 6])
// CHECK-NEXT:    %getitem, %getitem_1 = tp.call_function "aten.linalg_inv_ex.default"(%view) as "linalg_inv_ex"
// CHECK-NEXT:    tp.call_function "aten._linalg_check_errors.default"(%getitem_1, "inv", is_matrix = True) as "_linalg_check_errors"
// CHECK-NEXT:    %view_1 = tp.call_function "aten.view.default"(%getitem, [6, 2, 3])
// CHECK-NEXT:    tp.output (%view_1,)
tp.program @tensorinv {
  %x = tp.placeholder "x" : tensor<2x3x6xf32>
  %r = tp.call_function "aten.linalg_tensorinv.default"(%x) : (tensor<2x3x6xf32>) -> tensor<6x2x3xf32>
  tp.output (%r,) : tensor<6x2x3xf32>
}

// CHECK-LABEL: tp.program @tensorsolve
// CHECK:         %permute = tp.call_function "aten.permute.default"(%x, [1, 2, 0])
// CHECK-NEXT:    %view = tp.call_function "aten.view.default"(%permute, [6, 6])
// CHECK-NEXT:    %view_1 = tp.call_function "aten.view.default"(%y, [6])
// CHECK-NEXT:    %getitem, %getitem_1, %getitem_2, %getitem_3 = tp.call_function "aten._linalg_solve_ex.default"(%view, %view_1) as "_linalg_solve_ex"
// CHECK-NEXT:    tp.call_function "aten._linalg_check_errors.default"(%getitem_3, "linalg.solve", is_matrix = True) as "_linalg_check_errors"
// CHECK-NEXT:    tp.output (%getitem,)
tp.program @tensorsolve {
  %x = tp.placeholder "x" : tensor<6x2x3xf32>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %r = tp.call_function "aten.linalg_tensorsolve.default"(%x, %y, [0]) : (tensor<6x2x3xf32>, tensor<2x3xf32>) -> tensor<6xf32>
  tp.output (%r,) : tensor<6xf32>
}

// The tolerance is the precision of the dtype times the larger size.

// CHECK-LABEL: tp.program @pinv
// CHECK:         %full = tp.call_function "aten.full.default"([], 0.0, dtype = float64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([], 4.76837158203125e-07, dtype = float64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %linalg_pinv = tp.call_function "aten.linalg_pinv.atol_rtol_tensor"(%x, atol = %full, rtol = %full_1)
// CHECK-NEXT:    tp.output (%linalg_pinv,)
tp.program @pinv {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  %r = tp.call_function "aten.linalg_pinv.atol_rtol_float"(%x) : (tensor<4x3xf32>) -> tensor<3x4xf32>
  tp.output (%r,) : tensor<3x4xf32>
}

// An absolute tolerance takes the place of the relative one.

// CHECK-LABEL: tp.program @pinv_absolute
// CHECK:         %full = tp.call_function "aten.full.default"([], 0.5, dtype = float64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([], 0.0, dtype = float64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %linalg_pinv = tp.call_function "aten.linalg_pinv.atol_rtol_tensor"(%x, atol = %full, rtol = %full_1)
// CHECK-NEXT:    tp.output (%linalg_pinv,)
tp.program @pinv_absolute {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  %r = tp.call_function "aten.linalg_pinv.atol_rtol_float"(%x, atol = 0.5) : (tensor<4x3xf32>) -> tensor<3x4xf32>
  tp.output (%r,) : tensor<3x4xf32>
}

// CHECK-LABEL: tp.program @pinv_symbolic
// CHECK:         %full = tp.call_function "aten.full.default"([], 0.0, dtype = float64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %sym_size = tp.call_function "aten.sym_size.int"(%x, 0)
// CHECK-NEXT:    %sym_max = tp.call_function "torch.sym_max"(%sym_size, 3)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([], %sym_max, dtype = float64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%full_1, 1.1920928955078125e-07)
// CHECK-NEXT:    %linalg_pinv = tp.call_function "aten.linalg_pinv.atol_rtol_tensor"(%x, atol = %full, rtol = %mul)
// CHECK-NEXT:    tp.output (%linalg_pinv,)
tp.program @pinv_symbolic dims(s in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[s, 3]>>
  %r = tp.call_function "aten.linalg_pinv.atol_rtol_float"(%x) : (tensor<?x3xf32, #tp.shape<[s, 3]>>) -> tensor<3x?xf32, #tp.shape<[3, s]>>
  tp.output (%r,) : tensor<3x?xf32, #tp.shape<[3, s]>>
}

// CHECK-LABEL: tp.program @matrix_rank
// CHECK:         %full = tp.call_function "aten.full.default"([], 4.76837158203125e-07, dtype = float64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %gt = tp.call_function "aten.gt.Scalar"(%y, 0)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([], 0.0, dtype = float64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%gt, %full_1, %full)
// CHECK-NEXT:    %getitem, %getitem_1, %getitem_2 = tp.call_function "aten._linalg_svd.default"(%x, False, False) as "_linalg_svd"
// CHECK-NEXT:    %slice_1 = tp.call_function "aten.slice.Tensor"(%getitem_1, 0, 0, 1)
// CHECK-NEXT:    %unsqueeze = tp.call_function "aten.unsqueeze.default"(%where, -1)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%unsqueeze, %slice_1)
// CHECK-NEXT:    %unsqueeze_1 = tp.call_function "aten.unsqueeze.default"(%y, -1)
// CHECK-NEXT:    %maximum = tp.call_function "aten.maximum.default"(%unsqueeze_1, %mul)
// CHECK-NEXT:    %gt_1 = tp.call_function "aten.gt.Tensor"(%getitem_1, %maximum)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%gt_1, [-1])
// CHECK-NEXT:    tp.output (%sum_1,)
tp.program @matrix_rank {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  %y = tp.placeholder "y" : tensor<2xf32>
  %r = tp.call_function "aten.linalg_matrix_rank.atol_rtol_tensor"(%x, atol = %y) : (tensor<4x3xf32>, tensor<2xf32>) -> tensor<2xi64>
  tp.output (%r,) : tensor<2xi64>
}

// CHECK-LABEL: tp.program @matrix_rank_hermitian
// CHECK:         %full = tp.call_function "aten.full.default"([], 0.5, dtype = float64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([], 0.0, dtype = float64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %getitem, %getitem_1 = tp.call_function "aten._linalg_eigh.default"(%x, "L", False) as "_linalg_eigh"
// CHECK-NEXT:    %abs_1 = tp.call_function "aten.abs.default"(%getitem)
// CHECK-NEXT:    %amax = tp.call_function "aten.amax.default"(%abs_1, [-1], True)
// CHECK-NEXT:    %unsqueeze = tp.call_function "aten.unsqueeze.default"(%full_1, -1)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%unsqueeze, %amax)
// CHECK-NEXT:    %unsqueeze_1 = tp.call_function "aten.unsqueeze.default"(%full, -1)
// CHECK-NEXT:    %maximum = tp.call_function "aten.maximum.default"(%unsqueeze_1, %mul)
// CHECK-NEXT:    %gt = tp.call_function "aten.gt.Tensor"(%abs_1, %maximum)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%gt, [-1])
// CHECK-NEXT:    tp.output (%sum_1,)
tp.program @matrix_rank_hermitian {
  %x = tp.placeholder "x" : tensor<3x3xf32>
  %r = tp.call_function "aten.linalg_matrix_rank.default"(%x, 0.5, True) : (tensor<3x3xf32>) -> tensor<i64>
  tp.output (%r,) : tensor<i64>
}

// CHECK-LABEL: tp.program @matrix_rank_empty
// CHECK:         %full_2 = tp.call_function "aten.full.default"([2], 0, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    tp.output (%full_2,)
tp.program @matrix_rank_empty {
  %x = tp.placeholder "x" : tensor<2x0x3xf32>
  %r = tp.call_function "aten.linalg_matrix_rank.default"(%x, 0.5) : (tensor<2x0x3xf32>) -> tensor<2xi64>
  tp.output (%r,) : tensor<2xi64>
}
