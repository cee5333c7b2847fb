// Results of LAPACK and of Fourier transforms: matrices by columns, and the
// dimensions that are transformed last in memory.

// RUN: tp-opt %s --infer-types | FileCheck %s

// CHECK-LABEL: tp.program @fixed
// CHECK: "aten._linalg_svd.default"{{.*}} -> (tensor<2x5x3xf32, #tp.shape<[2, 5, 3], strides = [15, 1, 5]>>, tensor<2x3xf32>, tensor<2x3x3xf32, #tp.shape<[2, 3, 3], strides = [9, 1, 3]>>)
// CHECK: "aten._linalg_svd.default"{{.*}} -> (tensor<2x5x5xf32, #tp.shape<[2, 5, 5], strides = [25, 1, 5]>>, tensor<2x3xf32>, tensor<2x3x3xf32, #tp.shape<[2, 3, 3], strides = [9, 1, 3]>>)
// CHECK: "aten._linalg_svd.default"{{.*}} -> (tensor<0xf32>, tensor<2x3xf32>, tensor<0xf32>)
// CHECK: "aten.linalg_qr.default"{{.*}} -> (tensor<2x5x3xf32, #tp.shape<[2, 5, 3], strides = [15, 1, 5]>>, tensor<2x3x3xf32, #tp.shape<[2, 3, 3], strides = [9, 1, 3]>>)
// CHECK: "aten.linalg_qr.default"{{.*}} -> (tensor<2x5x5xf32, #tp.shape<[2, 5, 5], strides = [25, 1, 5]>>, tensor<2x5x3xf32, #tp.shape<[2, 5, 3], strides = [15, 1, 5]>>)
// CHECK: "aten.linalg_qr.default"{{.*}} -> (tensor<0xf32>, tensor<2x3x3xf32, #tp.shape<[2, 3, 3], strides = [9, 1, 3]>>)
// CHECK: "aten._linalg_eigh.default"{{.*}} -> (tensor<2x4xf32>, tensor<2x4x4xcomplex<f32>, #tp.shape<[2, 4, 4], strides = [16, 1, 4]>>)
// CHECK: "aten.linalg_eig.default"{{.*}} -> (tensor<2x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>, #tp.shape<[2, 4, 4], strides = [16, 1, 4]>>)
// CHECK: "aten._linalg_det.default"{{.*}} -> (tensor<2xf32>, tensor<2x4x4xf32, #tp.shape<[2, 4, 4], strides = [16, 1, 4]>>, tensor<2x4xi32>)
// CHECK: "aten._linalg_slogdet.default"{{.*}} -> (tensor<2xcomplex<f32>>, tensor<2xf32>, tensor<2x4x4xcomplex<f32>, #tp.shape<[2, 4, 4], strides = [16, 1, 4]>>, tensor<2x4xi32>)
// CHECK: "aten.linalg_inv_ex.default"{{.*}} -> (tensor<2x4x4xf32, #tp.shape<[2, 4, 4], strides = [16, 1, 4]>>, tensor<2xi32>)
// CHECK: "aten._linalg_solve_ex.default"{{.*}} -> (tensor<2x4x3xf32, #tp.shape<[2, 4, 3], strides = [12, 1, 4]>>, tensor<2x4x4xf32, #tp.shape<[2, 4, 4], strides = [16, 1, 4]>>, tensor<2x4xi32>, tensor<2xi32>)
// CHECK: "aten._linalg_solve_ex.default"{{.*}} -> (tensor<2x4xf32, #tp.shape<[2, 4], strides = [1, 2]>>, tensor<2x4x4xf32, #tp.shape<[2, 4, 4], strides = [16, 1, 4]>>, tensor<2x4xi32>, tensor<2xi32>)
// CHECK: "aten._linalg_solve_ex.default"{{.*}} -> (tensor<2x3x4xf32>, tensor<2x4x4xf32, #tp.shape<[2, 4, 4], strides = [16, 1, 4]>>, tensor<2x4xi32>, tensor<2xi32>)
// CHECK: "aten.linalg_lu_factor_ex.default"{{.*}} -> (tensor<2x5x3xf32, #tp.shape<[2, 5, 3], strides = [15, 1, 5]>>, tensor<2x3xi32>, tensor<2xi32>)
// CHECK: "aten.linalg_lu.default"{{.*}} -> (tensor<2x5x5xf32>, tensor<2x5x3xf32>, tensor<2x3x3xf32>)
// CHECK: "aten.linalg_lu_solve.default"{{.*}} -> tensor<2x4x3xf32, #tp.shape<[2, 4, 3], strides = [12, 1, 4]>>
// CHECK: "aten.linalg_solve_triangular.default"{{.*}} -> tensor<2x4x3xf32, #tp.shape<[2, 4, 3], strides = [12, 1, 4]>>
// CHECK: "aten.triangular_solve.default"{{.*}} -> (tensor<2x4x3xf32, #tp.shape<[2, 4, 3], strides = [12, 1, 4]>>, tensor<2x4x4xf32, #tp.shape<[2, 4, 4], strides = [16, 1, 4]>>)
// CHECK: "aten.cholesky_solve.default"{{.*}} -> tensor<2x4x3xf32, #tp.shape<[2, 4, 3], strides = [12, 1, 4]>>
// CHECK: "aten.linalg_matrix_exp.default"{{.*}} -> tensor<2x4x4xf32>
// CHECK: "aten.linalg_pinv.default"{{.*}} -> tensor<2x3x5xf32>
// CHECK: "aten.geqrf.default"{{.*}} -> (tensor<2x5x3xf32, #tp.shape<[2, 5, 3], strides = [15, 1, 5]>>, tensor<2x3xf32>)
// CHECK: "aten._fft_c2c.default"{{.*}} -> tensor<2x4x4xcomplex<f32>, #tp.shape<[2, 4, 4], strides = [4, 8, 1]>>
// CHECK: "aten._fft_r2c.default"{{.*}} -> tensor<2x3x3xcomplex<f32>, #tp.shape<[2, 3, 3], strides = [3, 1, 6]>>
// CHECK: "aten._fft_c2r.default"{{.*}} -> tensor<2x6x4xf32, #tp.shape<[2, 6, 4], strides = [6, 1, 12]>>
tp.program @fixed {
  %r = tp.placeholder "r" : tensor<2x5x3xf32>
  %a = tp.placeholder "a" : tensor<2x4x4xf32>
  %c = tp.placeholder "c" : tensor<2x4x4xcomplex<f32>>
  %b = tp.placeholder "b" : tensor<2x4x3xf32>
  %l = tp.placeholder "l" : tensor<2x3x4xf32>
  %v = tp.placeholder "v" : tensor<2x4xf32>
  %p = tp.placeholder "p" : tensor<2x4xi32>
  %svd_0, %svd_1, %svd_2 = tp.call_function "aten._linalg_svd.default"(%r) : (tensor<2x5x3xf32>) -> (!tp.any, !tp.any, !tp.any)
  %svd_full_0, %svd_full_1, %svd_full_2 = tp.call_function "aten._linalg_svd.default"(%r, True) : (tensor<2x5x3xf32>) -> (!tp.any, !tp.any, !tp.any)
  %svd_values_0, %svd_values_1, %svd_values_2 = tp.call_function "aten._linalg_svd.default"(%r, False, False) : (tensor<2x5x3xf32>) -> (!tp.any, !tp.any, !tp.any)
  %qr_0, %qr_1 = tp.call_function "aten.linalg_qr.default"(%r) : (tensor<2x5x3xf32>) -> (!tp.any, !tp.any)
  %qr_complete_0, %qr_complete_1 = tp.call_function "aten.linalg_qr.default"(%r, "complete") : (tensor<2x5x3xf32>) -> (!tp.any, !tp.any)
  %qr_r_0, %qr_r_1 = tp.call_function "aten.linalg_qr.default"(%r, "r") : (tensor<2x5x3xf32>) -> (!tp.any, !tp.any)
  %eigh_0, %eigh_1 = tp.call_function "aten._linalg_eigh.default"(%c) : (tensor<2x4x4xcomplex<f32>>) -> (!tp.any, !tp.any)
  %eig_0, %eig_1 = tp.call_function "aten.linalg_eig.default"(%a) : (tensor<2x4x4xf32>) -> (!tp.any, !tp.any)
  %det_0, %det_1, %det_2 = tp.call_function "aten._linalg_det.default"(%a) : (tensor<2x4x4xf32>) -> (!tp.any, !tp.any, !tp.any)
  %slogdet_0, %slogdet_1, %slogdet_2, %slogdet_3 = tp.call_function "aten._linalg_slogdet.default"(%c) : (tensor<2x4x4xcomplex<f32>>) -> (!tp.any, !tp.any, !tp.any, !tp.any)
  %inv_0, %inv_1 = tp.call_function "aten.linalg_inv_ex.default"(%a) : (tensor<2x4x4xf32>) -> (!tp.any, !tp.any)
  %solve_0, %solve_1, %solve_2, %solve_3 = tp.call_function "aten._linalg_solve_ex.default"(%a, %b) : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> (!tp.any, !tp.any, !tp.any, !tp.any)
  %solve_vector_0, %solve_vector_1, %solve_vector_2, %solve_vector_3 = tp.call_function "aten._linalg_solve_ex.default"(%a, %v) : (tensor<2x4x4xf32>, tensor<2x4xf32>) -> (!tp.any, !tp.any, !tp.any, !tp.any)
  %solve_right_0, %solve_right_1, %solve_right_2, %solve_right_3 = tp.call_function "aten._linalg_solve_ex.default"(%a, %l, left = False) : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> (!tp.any, !tp.any, !tp.any, !tp.any)
  %lu_factor_0, %lu_factor_1, %lu_factor_2 = tp.call_function "aten.linalg_lu_factor_ex.default"(%r) : (tensor<2x5x3xf32>) -> (!tp.any, !tp.any, !tp.any)
  %lu_0, %lu_1, %lu_2 = tp.call_function "aten.linalg_lu.default"(%r) : (tensor<2x5x3xf32>) -> (!tp.any, !tp.any, !tp.any)
  %lu_solve_0 = tp.call_function "aten.linalg_lu_solve.default"(%a, %p, %b) : (tensor<2x4x4xf32>, tensor<2x4xi32>, tensor<2x4x3xf32>) -> !tp.any
  %solve_triangular_0 = tp.call_function "aten.linalg_solve_triangular.default"(%a, %b, upper = True) : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> !tp.any
  %triangular_solve_0, %triangular_solve_1 = tp.call_function "aten.triangular_solve.default"(%b, %a) : (tensor<2x4x3xf32>, tensor<2x4x4xf32>) -> (!tp.any, !tp.any)
  %cholesky_solve_0 = tp.call_function "aten.cholesky_solve.default"(%b, %a) : (tensor<2x4x3xf32>, tensor<2x4x4xf32>) -> !tp.any
  %exp_0 = tp.call_function "aten.linalg_matrix_exp.default"(%a) : (tensor<2x4x4xf32>) -> !tp.any
  %pinv_0 = tp.call_function "aten.linalg_pinv.default"(%r, 0.5) : (tensor<2x5x3xf32>) -> !tp.any
  %geqrf_0, %geqrf_1 = tp.call_function "aten.geqrf.default"(%r) : (tensor<2x5x3xf32>) -> (!tp.any, !tp.any)
  %c2c_0 = tp.call_function "aten._fft_c2c.default"(%c, [0, 2], 0, True) : (tensor<2x4x4xcomplex<f32>>) -> !tp.any
  %r2c_0 = tp.call_function "aten._fft_r2c.default"(%r, [0, 1], 0, True) : (tensor<2x5x3xf32>) -> !tp.any
  %c2r_0 = tp.call_function "aten._fft_c2r.default"(%c, [0, 1], 0, 6) : (tensor<2x4x4xcomplex<f32>>) -> !tp.any
  tp.output (%svd_0, %svd_1, %svd_2, %svd_full_0, %svd_full_1, %svd_full_2, %svd_values_0, %svd_values_1, %svd_values_2, %qr_0, %qr_1, %qr_complete_0, %qr_complete_1, %qr_r_0, %qr_r_1, %eigh_0, %eigh_1, %eig_0, %eig_1, %det_0, %det_1, %det_2, %slogdet_0, %slogdet_1, %slogdet_2, %slogdet_3, %inv_0, %inv_1, %solve_0, %solve_1, %solve_2, %solve_3, %solve_vector_0, %solve_vector_1, %solve_vector_2, %solve_vector_3, %solve_right_0, %solve_right_1, %solve_right_2, %solve_right_3, %lu_factor_0, %lu_factor_1, %lu_factor_2, %lu_0, %lu_1, %lu_2, %lu_solve_0, %solve_triangular_0, %triangular_solve_0, %triangular_solve_1, %cholesky_solve_0, %exp_0, %pinv_0, %geqrf_0, %geqrf_1, %c2c_0, %r2c_0, %c2r_0) : !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any
}

// CHECK-LABEL: tp.program @symbolic
// CHECK: "aten.linalg_cholesky_ex.default"{{.*}} -> (tensor<?x?x4xf32, #tp.shape<[n, m, 4], strides = [4*m, 1, m]>>, tensor<?xi32, #tp.shape<[n]>>)
// CHECK: "aten.linalg_qr.default"{{.*}} -> (tensor<?x?x?xf32, #tp.shape<[n, m, m], strides = [Pow(m, 2), 1, m]>>, tensor<?x?x4xf32, #tp.shape<[n, m, 4], strides = [4*m, 1, m]>>)
// CHECK: "aten._fft_r2c.default"{{.*}} -> tensor<?x?x4xcomplex<f32>, #tp.shape<[n, FloorDiv(m, 2) + 1, 4], strides = [4*FloorDiv(m, 2) + 4, 1, FloorDiv(m, 2) + 1]>>
tp.program @symbolic dims(n in [2, 64], m in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?x?x4xf32, #tp.shape<[n, m, 4]>>
  %inv, %info = tp.call_function "aten.linalg_cholesky_ex.default"(%x) : (tensor<?x?x4xf32, #tp.shape<[n, m, 4]>>) -> (!tp.any, !tp.any)
  %q, %r = tp.call_function "aten.linalg_qr.default"(%x, "complete") : (tensor<?x?x4xf32, #tp.shape<[n, m, 4]>>) -> (!tp.any, !tp.any)
  %half = tp.call_function "aten._fft_r2c.default"(%x, [1], 0, True) : (tensor<?x?x4xf32, #tp.shape<[n, m, 4]>>) -> !tp.any
  tp.output (%inv, %info, %q, %r, %half) : !tp.any, !tp.any, !tp.any, !tp.any, !tp.any
}
