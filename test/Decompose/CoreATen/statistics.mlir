// Variances, counts, sums without NaN, quantiles.

// RUN: tp-opt %s --decompose | FileCheck %s

// CHECK-LABEL: tp.program @std
// CHECK:         %var = tp.call_function "aten.var.correction"(%x, correction = 0)
// CHECK-NEXT:    %sqrt = tp.call_function "aten.sqrt.default"(%var)
// CHECK-NEXT:    tp.output (%sqrt,)
tp.program @std {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "aten.std.default"(%x, False) : (tensor<2x3xf32>) -> tensor<f32>
  tp.output (%r,) : tensor<f32>
}

// CHECK-LABEL: tp.program @std_half
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%x, dtype = float32)
// CHECK-NEXT:    %var = tp.call_function "aten.var.correction"(%_to_copy, [0], correction = 1, keepdim = True)
// CHECK-NEXT:    %sqrt = tp.call_function "aten.sqrt.default"(%var)
// CHECK-NEXT:    %_to_copy_1 = tp.call_function "aten._to_copy.default"(%sqrt, dtype = float16)
// CHECK-NEXT:    tp.output (%_to_copy_1,)
tp.program @std_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_function "aten.std.dim"(%x, [0], True, True) : (tensor<2x3xf16>) -> tensor<1x3xf16>
  tp.output (%r,) : tensor<1x3xf16>
}

// CHECK-LABEL: tp.program @std_mean_complex
// CHECK:         %getitem, %getitem_1 = tp.call_function "aten.var_mean.correction"(%x, [1], correction = 2) as "var_mean"
// CHECK-NEXT:    %sqrt = tp.call_function "aten.sqrt.default"(%getitem)
// CHECK-NEXT:    tp.output (%sqrt, %getitem_1)
tp.program @std_mean_complex {
  %x = tp.placeholder "x" : tensor<2x3xcomplex<f32>>
  %r0, %r1 = tp.call_function "aten.std_mean.correction"(%x, [1], correction = 2) : (tensor<2x3xcomplex<f32>>) -> (tensor<2xf32>, tensor<2xcomplex<f32>>)
  tp.output (%r0, %r1) : tensor<2xf32>, tensor<2xcomplex<f32>>
}

// CHECK-LABEL: tp.program @var
// CHECK:         %var = tp.call_function "aten.var.correction"(%x, [1], correction = 1)
// CHECK-NEXT:    tp.output (%var,)
tp.program @var {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "aten.var.dim"(%x, [1]) : (tensor<2x3xf32>) -> tensor<2xf32>
  tp.output (%r,) : tensor<2xf32>
}

// CHECK-LABEL: tp.program @count_nonzero
// CHECK:         %ne = tp.call_function "aten.ne.Scalar"(%x, 0)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%ne, [1])
// CHECK-NEXT:    tp.output (%sum_1,)
tp.program @count_nonzero {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "aten.count_nonzero.default"(%x, 1) : (tensor<2x3xf32>) -> tensor<2xi64>
  tp.output (%r,) : tensor<2xi64>
}

// CHECK-LABEL: tp.program @nansum
// CHECK:         %isnan = tp.call_function "aten.isnan.default"(%x)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%isnan, %full, %x)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%where, [1], dtype = float64)
// CHECK-NEXT:    tp.output (%sum_1,)
tp.program @nansum {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "aten.nansum.default"(%x, [1], dtype = float64) : (tensor<2x3xf32>) -> tensor<2xf64>
  tp.output (%r,) : tensor<2xf64>
}

// CHECK-LABEL: tp.program @nansum_integers
// CHECK:         %sum_1 = tp.call_function "aten.sum.dim_IntList"(%x, None)
// CHECK-NEXT:    tp.output (%sum_1,)
tp.program @nansum_integers {
  %x = tp.placeholder "x" : tensor<2x3xi32>
  %r = tp.call_function "aten.nansum.default"(%x) : (tensor<2x3xi32>) -> tensor<i64>
  tp.output (%r,) : tensor<i64>
}

// CHECK-LABEL: tp.program @nanmean
// CHECK:         %isnan = tp.call_function "aten.isnan.default"(%x)
// CHECK-NEXT:    %logical_not = tp.call_function "aten.logical_not.default"(%isnan)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%logical_not, [0], True)
// CHECK-NEXT:    %isnan_1 = tp.call_function "aten.isnan.default"(%x)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%isnan_1, %full, %x)
// CHECK-NEXT:    %sum_2 = tp.call_function "aten.sum.dim_IntList"(%where, [0], True)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%sum_2, %sum_1)
// CHECK-NEXT:    tp.output (%div,)
tp.program @nanmean {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "aten.nanmean.default"(%x, [0], True) : (tensor<2x3xf32>) -> tensor<1x3xf32>
  tp.output (%r,) : tensor<1x3xf32>
}

// CHECK-LABEL: tp.program @cov
// CHECK:         %sum_1 = tp.call_function "aten.sum.dim_IntList"(%x, [1], True)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%sum_1, 5)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%x, %div)
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%sub, [1, 0])
// CHECK-NEXT:    %mm = tp.call_function "aten.mm.default"(%sub, %permute)
// CHECK-NEXT:    %div_1 = tp.call_function "aten.div.Tensor"(%mm, 4)
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%div_1, [0, 1])
// CHECK-NEXT:    tp.output (%squeeze,)
tp.program @cov {
  %x = tp.placeholder "x" : tensor<3x5xf32>
  %r = tp.call_function "aten.cov.default"(%x) : (tensor<3x5xf32>) -> tensor<3x3xf32>
  tp.output (%r,) : tensor<3x3xf32>
}

// With weights that are no frequencies, less is left to divide by.

// CHECK-LABEL: tp.program @cov_weights
// CHECK:         %mul = tp.call_function "aten.mul.Tensor"(%y, %z)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%mul, [])
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%x, %mul)
// CHECK-NEXT:    %sum_2 = tp.call_function "aten.sum.dim_IntList"(%mul_1, [1], True)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%sum_2, %sum_1)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%x, %div)
// CHECK-NEXT:    %mul_2 = tp.call_function "aten.mul.Tensor"(%sub, %mul)
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%mul_2, [1, 0])
// CHECK-NEXT:    %mm = tp.call_function "aten.mm.default"(%sub, %permute)
// CHECK-NEXT:    %mul_3 = tp.call_function "aten.mul.Tensor"(%mul, %z)
// CHECK-NEXT:    %sum_3 = tp.call_function "aten.sum.dim_IntList"(%mul_3, [])
// CHECK-NEXT:    %mul_4 = tp.call_function "aten.mul.Tensor"(%sum_3, 2)
// CHECK-NEXT:    %div_1 = tp.call_function "aten.div.Tensor"(%mul_4, %sum_1)
// CHECK-NEXT:    %sub_1 = tp.call_function "aten.sub.Tensor"(%sum_1, %div_1)
// CHECK-NEXT:    %clamp = tp.call_function "aten.clamp.default"(%sub_1, 0)
// CHECK-NEXT:    %div_2 = tp.call_function "aten.div.Tensor"(%mm, %clamp)
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%div_2, [0, 1])
// CHECK-NEXT:    tp.output (%squeeze,)
tp.program @cov_weights {
  %x = tp.placeholder "x" : tensor<3x5xf32>
  %y = tp.placeholder "y" : tensor<5xi64>
  %z = tp.placeholder "z" : tensor<5xf32>
  %r = tp.call_function "aten.cov.default"(%x, correction = 2, fweights = %y, aweights = %z) : (tensor<3x5xf32>, tensor<5xi64>, tensor<5xf32>) -> tensor<3x3xf32>
  tp.output (%r,) : tensor<3x3xf32>
}

// CHECK-LABEL: tp.program @cov_complex_vector
// CHECK:         %view = tp.call_function "aten.view.default"(%x, [1, 5])
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%view, [1], True)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%sum_1, 5)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%view, %div)
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%sub, [1, 0])
// CHECK-NEXT:    %_conj = tp.call_function "aten._conj.default"(%permute)
// CHECK-NEXT:    %mm = tp.call_function "aten.mm.default"(%sub, %_conj)
// CHECK-NEXT:    %div_1 = tp.call_function "aten.div.Tensor"(%mm, 0)
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%div_1, [0, 1])
// CHECK-NEXT:    tp.output (%squeeze,)
tp.program @cov_complex_vector {
  %x = tp.placeholder "x" : tensor<5xcomplex<f32>>
  %r = tp.call_function "aten.cov.default"(%x, correction = 6) : (tensor<5xcomplex<f32>>) -> tensor<complex<f32>>
  tp.output (%r,) : tensor<complex<f32>>
}

// CHECK-LABEL: tp.program @corrcoef
// CHECK:         %sum_1 = tp.call_function "aten.sum.dim_IntList"(%x, [1], True)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%sum_1, 5)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%x, %div)
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%sub, [1, 0])
// CHECK-NEXT:    %mm = tp.call_function "aten.mm.default"(%sub, %permute)
// CHECK-NEXT:    %div_1 = tp.call_function "aten.div.Tensor"(%mm, 4)
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%div_1, [0, 1])
// CHECK-NEXT:    %diagonal = tp.call_function "aten.diagonal.default"(%squeeze)
// CHECK-NEXT:    %sqrt = tp.call_function "aten.sqrt.default"(%diagonal)
// CHECK-NEXT:    %unsqueeze = tp.call_function "aten.unsqueeze.default"(%sqrt, 1)
// CHECK-NEXT:    %div_2 = tp.call_function "aten.div.Tensor"(%squeeze, %unsqueeze)
// CHECK-NEXT:    %unsqueeze_1 = tp.call_function "aten.unsqueeze.default"(%sqrt, 0)
// CHECK-NEXT:    %div_3 = tp.call_function "aten.div.Tensor"(%div_2, %unsqueeze_1)
// CHECK-NEXT:    %clamp = tp.call_function "aten.clamp.default"(%div_3, -1, 1)
// CHECK-NEXT:    tp.output (%clamp,)
tp.program @corrcoef {
  %x = tp.placeholder "x" : tensor<3x5xf32>
  %r = tp.call_function "aten.corrcoef.default"(%x) : (tensor<3x5xf32>) -> tensor<3x3xf32>
  tp.output (%r,) : tensor<3x3xf32>
}

// CHECK-LABEL: tp.program @logsumexp
// CHECK:         %amax = tp.call_function "aten.amax.default"(%x, [0, 2], True)
// CHECK-NEXT:    %abs_1 = tp.call_function "aten.abs.default"(%amax)
// CHECK-NEXT:    %eq = tp.call_function "aten.eq.Scalar"(%abs_1, inf)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%eq, %full, %amax)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%x, %where)
// CHECK-NEXT:    %exp = tp.call_function "aten.exp.default"(%sub)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%exp, [0, 2])
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%where, [0, 2])
// CHECK-NEXT:    %log = tp.call_function "aten.log.default"(%sum_1)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%log, %squeeze)
// CHECK-NEXT:    tp.output (%add,)
tp.program @logsumexp {
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %r = tp.call_function "aten.logsumexp.default"(%x, [0, -1]) : (tensor<2x3x4xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// There is no largest element.

// CHECK-LABEL: tp.program @logsumexp_empty
// CHECK:         %exp = tp.call_function "aten.exp.default"(%x)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%exp, [0])
// CHECK-NEXT:    %log = tp.call_function "aten.log.default"(%sum_1)
// CHECK-NEXT:    tp.output (%log,)
tp.program @logsumexp_empty {
  %x = tp.placeholder "x" : tensor<0x3xf32>
  %r = tp.call_function "aten.logsumexp.default"(%x, [0]) : (tensor<0x3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// NaN is sorted last, and is the result where there is one.

// CHECK-LABEL: tp.program @quantile
// CHECK:         %scalar_tensor = tp.call_function "aten.scalar_tensor.default"(0.25, dtype = float32, device = device("cpu"))
// CHECK-NEXT:    %unsqueeze = tp.call_function "aten.unsqueeze.default"(%x, -1)
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%unsqueeze, [2, 1, 0])
// CHECK-NEXT:    %getitem, %getitem_1 = tp.call_function "aten.sort.default"(%permute) as "sort"
// CHECK-NEXT:    %view = tp.call_function "aten.view.default"(%getitem, [3, 4])
// CHECK-NEXT:    %isnan = tp.call_function "aten.isnan.default"(%view)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%scalar_tensor, 3)
// CHECK-NEXT:    %any_1 = tp.call_function "aten.any.dim"(%isnan, -1, True)
// CHECK-NEXT:    %scalar_tensor_1 = tp.call_function "aten.scalar_tensor.default"(3, dtype = float32, device = device("cpu"))
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%any_1, %scalar_tensor_1, %mul)
// CHECK-NEXT:    %floor = tp.call_function "aten.floor.default"(%where)
// CHECK-NEXT:    %_to_copy = tp.call_function "aten._to_copy.default"(%floor, dtype = int64)
// CHECK-NEXT:    %gather = tp.call_function "aten.gather.default"(%view, -1, %_to_copy)
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%gather, [-1])
// CHECK-NEXT:    tp.output (%squeeze,)
tp.program @quantile {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  %r = tp.call_function "aten.quantile.scalar"(%x, 0.25, 0, interpolation = "lower") : (tensor<4x3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @nanquantile
// CHECK:         %view = tp.call_function "aten.view.default"(%x, [12])
// CHECK-NEXT:    %getitem, %getitem_1 = tp.call_function "aten.sort.default"(%view) as "sort"
// CHECK-NEXT:    %isnan = tp.call_function "aten.isnan.default"(%getitem)
// CHECK-NEXT:    %logical_not = tp.call_function "aten.logical_not.default"(%isnan)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%logical_not, [-1], True)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%sum_1, 1)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%y, %sub)
// CHECK-NEXT:    %lt = tp.call_function "aten.lt.Scalar"(%mul, 0)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%lt, %full, %mul)
// CHECK-NEXT:    %_to_copy = tp.call_function "aten._to_copy.default"(%where, dtype = int64)
// CHECK-NEXT:    %gather = tp.call_function "aten.gather.default"(%getitem, -1, %_to_copy)
// CHECK-NEXT:    %ceil = tp.call_function "aten.ceil.default"(%where)
// CHECK-NEXT:    %_to_copy_1 = tp.call_function "aten._to_copy.default"(%ceil, dtype = int64)
// CHECK-NEXT:    %sub_1 = tp.call_function "aten.sub.Tensor"(%where, %_to_copy)
// CHECK-NEXT:    %gather_1 = tp.call_function "aten.gather.default"(%getitem, -1, %_to_copy_1)
// CHECK-NEXT:    %sub_2 = tp.call_function "aten.sub.Tensor"(%gather_1, %gather)
// CHECK-NEXT:    %abs_1 = tp.call_function "aten.abs.default"(%sub_1)
// CHECK-NEXT:    %ge = tp.call_function "aten.ge.Scalar"(%abs_1, 0.5)
// CHECK-NEXT:    %where_1 = tp.call_function "aten.where.self"(%ge, %gather_1, %gather)
// CHECK-NEXT:    %sub_3 = tp.call_function "aten.sub.Tensor"(%sub_1, 1)
// CHECK-NEXT:    %where_2 = tp.call_function "aten.where.self"(%ge, %sub_3, %sub_1)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%where_2, %sub_2)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%where_1, %mul_1)
// CHECK-NEXT:    tp.output (%add,)
tp.program @nanquantile {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  %y = tp.placeholder "y" : tensor<2xf32>
  %r = tp.call_function "aten.nanquantile.default"(%x, %y) : (tensor<4x3xf32>, tensor<2xf32>) -> tensor<2xf32>
  tp.output (%r,) : tensor<2xf32>
}

// CHECK-LABEL: tp.program @quantile_mode
// CHECK:         %r = tp.call_function "aten.quantile.scalar"(%x, 0.25, 0, interpolation = "median")
// CHECK-NEXT:    tp.output (%r,)
tp.program @quantile_mode {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  %r = tp.call_function "aten.quantile.scalar"(%x, 0.25, 0, interpolation = "median") : (tensor<4x3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}
