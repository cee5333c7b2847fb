// Special functions of numbers.

// RUN: tp-opt %s --decompose | FileCheck %s

// Integers become floating point.

// CHECK-LABEL: tp.program @sinc_integers
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%x, dtype = float32)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%_to_copy, 3.141592653589793)
// CHECK-NEXT:    %sin = tp.call_function "aten.sin.default"(%mul)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%sin, %mul)
// CHECK-NEXT:    %eq = tp.call_function "aten.eq.Scalar"(%mul, 0)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], 1, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%eq, %full, %div)
// CHECK-NEXT:    tp.output (%where,)
tp.program @sinc_integers {
  %x = tp.placeholder "x" : tensor<3xi64>
  %r = tp.call_function "aten.special_sinc.default"(%x) : (tensor<3xi64>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// Half precision is computed in float32.

// CHECK-LABEL: tp.program @log_ndtr_half
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%x, dtype = float32)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%_to_copy, 0.7071067811865476)
// CHECK-NEXT:    %neg = tp.call_function "aten.neg.default"(%mul)
// CHECK-NEXT:    %special_erfcx = tp.call_function "aten.special_erfcx.default"(%neg)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%special_erfcx, 2)
// CHECK-NEXT:    %log = tp.call_function "aten.log.default"(%div)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%mul, %mul)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%log, %mul_1)
// CHECK-NEXT:    %erfc = tp.call_function "aten.erfc.default"(%mul)
// CHECK-NEXT:    %neg_1 = tp.call_function "aten.neg.default"(%erfc)
// CHECK-NEXT:    %div_1 = tp.call_function "aten.div.Tensor"(%neg_1, 2)
// CHECK-NEXT:    %log1p = tp.call_function "aten.log1p.default"(%div_1)
// CHECK-NEXT:    %lt = tp.call_function "aten.lt.Scalar"(%_to_copy, 1.0)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%lt, %sub, %log1p)
// CHECK-NEXT:    %_to_copy_1 = tp.call_function "aten._to_copy.default"(%where, dtype = float16)
// CHECK-NEXT:    tp.output (%_to_copy_1,)
tp.program @log_ndtr_half {
  %x = tp.placeholder "x" : tensor<3xf16>
  %r = tp.call_function "aten.special_log_ndtr.default"(%x) : (tensor<3xf16>) -> tensor<3xf16>
  tp.output (%r,) : tensor<3xf16>
}

// Not where torch itself takes each step in half precision.

// CHECK-LABEL: tp.program @ndtr_half
// CHECK:         %mul = tp.call_function "aten.mul.Scalar"(%x, 0.7071067811865476)
// CHECK-NEXT:    %erf = tp.call_function "aten.erf.default"(%mul)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Scalar"(%erf, 1)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Scalar"(%add, 0.5)
// CHECK-NEXT:    tp.output (%mul_1,)
tp.program @ndtr_half {
  %x = tp.placeholder "x" : tensor<3xf16>
  %r = tp.call_function "aten.special_ndtr.default"(%x) : (tensor<3xf16>) -> tensor<3xf16>
  tp.output (%r,) : tensor<3xf16>
}

// CHECK-LABEL: tp.program @entr
// CHECK:         %neg = tp.call_function "aten.neg.default"(%x)
// CHECK-NEXT:    %log = tp.call_function "aten.log.default"(%x)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%neg, %log)
// CHECK-NEXT:    %eq = tp.call_function "aten.eq.Scalar"(%x, 0)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([], -inf, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%eq, %full, %full_1)
// CHECK-NEXT:    %gt = tp.call_function "aten.gt.Scalar"(%x, 0)
// CHECK-NEXT:    %where_1 = tp.call_function "aten.where.self"(%gt, %mul, %where)
// CHECK-NEXT:    %isnan = tp.call_function "aten.isnan.default"(%x)
// CHECK-NEXT:    %where_2 = tp.call_function "aten.where.self"(%isnan, %x, %where_1)
// CHECK-NEXT:    tp.output (%where_2,)
tp.program @entr {
  %x = tp.placeholder "x" : tensor<3xf32>
  %r = tp.call_function "aten.special_entr.default"(%x) : (tensor<3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @logit
// CHECK:         %lt = tp.call_function "aten.lt.Scalar"(%x, 0.1)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], 0.1, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%lt, %full, %x)
// CHECK-NEXT:    %gt = tp.call_function "aten.gt.Scalar"(%where, 0.9)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([], 0.9, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where_1 = tp.call_function "aten.where.self"(%gt, %full_1, %where)
// CHECK-NEXT:    %full_2 = tp.call_function "aten.full.default"([], 1, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%full_2, %where_1)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%where_1, %sub)
// CHECK-NEXT:    %log = tp.call_function "aten.log.default"(%div)
// CHECK-NEXT:    tp.output (%log,)
tp.program @logit {
  %x = tp.placeholder "x" : tensor<3xf32>
  %r = tp.call_function "aten.logit.default"(%x, 0.1) : (tensor<3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @xlogy_number
// CHECK:         %full = tp.call_function "aten.full.default"([], 2.5, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %log = tp.call_function "aten.log.default"(%full)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%x, %log)
// CHECK-NEXT:    %eq = tp.call_function "aten.eq.Scalar"(%x, 0)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%eq, %full_1, %mul)
// CHECK-NEXT:    %isnan = tp.call_function "aten.isnan.default"(%full)
// CHECK-NEXT:    %full_2 = tp.call_function "aten.full.default"([], nan, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where_1 = tp.call_function "aten.where.self"(%isnan, %full_2, %where)
// CHECK-NEXT:    tp.output (%where_1,)
tp.program @xlogy_number {
  %x = tp.placeholder "x" : tensor<3xf32>
  %r = tp.call_function "aten.xlogy.Scalar_Other"(%x, 2.5) : (tensor<3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @xlog1py
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%x, dtype = float32)
// CHECK-NEXT:    %log1p = tp.call_function "aten.log1p.default"(%y)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%_to_copy, %log1p)
// CHECK-NEXT:    %eq = tp.call_function "aten.eq.Scalar"(%_to_copy, 0)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%eq, %full, %mul)
// CHECK-NEXT:    %isnan = tp.call_function "aten.isnan.default"(%y)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([], nan, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where_1 = tp.call_function "aten.where.self"(%isnan, %full_1, %where)
// CHECK-NEXT:    tp.output (%where_1,)
tp.program @xlog1py {
  %x = tp.placeholder "x" : tensor<3xf16>
  %y = tp.placeholder "y" : tensor<3xf32>
  %r = tp.call_function "aten.special_xlog1py.default"(%x, %y) : (tensor<3xf16>, tensor<3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @logaddexp2
// CHECK:         %ge = tp.call_function "aten.ge.Tensor"(%x, %y)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%ge, %x, %y)
// CHECK-NEXT:    %where_1 = tp.call_function "aten.where.self"(%ge, %y, %x)
// CHECK-NEXT:    %isinf = tp.call_function "aten.isinf.default"(%x)
// CHECK-NEXT:    %eq = tp.call_function "aten.eq.Tensor"(%x, %y)
// CHECK-NEXT:    %logical_and = tp.call_function "aten.logical_and.default"(%isinf, %eq)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%where_1, %where)
// CHECK-NEXT:    %exp2 = tp.call_function "aten.exp2.default"(%sub)
// CHECK-NEXT:    %log1p = tp.call_function "aten.log1p.default"(%exp2)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%log1p, 1.4426950408889634)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%where, %mul)
// CHECK-NEXT:    %where_2 = tp.call_function "aten.where.self"(%logical_and, %x, %add)
// CHECK-NEXT:    tp.output (%where_2,)
tp.program @logaddexp2 {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<3xf32>
  %r = tp.call_function "aten.logaddexp2.default"(%x, %y) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  tp.output (%r,) : tensor<2x3xf32>
}

// CHECK-LABEL: tp.program @logaddexp_complex
// CHECK:         %clone = tp.call_function "aten.clone.default"(%x)
// CHECK-NEXT:    %view_as_real = tp.call_function "aten.view_as_real.default"(%clone)
// CHECK-NEXT:    %select = tp.call_function "aten.select.int"(%view_as_real, -1, 0)
// CHECK-NEXT:    %clone_1 = tp.call_function "aten.clone.default"(%y)
// CHECK-NEXT:    %view_as_real_1 = tp.call_function "aten.view_as_real.default"(%clone_1)
// CHECK-NEXT:    %select_1 = tp.call_function "aten.select.int"(%view_as_real_1, -1, 0)
// CHECK-NEXT:    %ge = tp.call_function "aten.ge.Tensor"(%select, %select_1)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%ge, %x, %y)
// CHECK-NEXT:    %where_1 = tp.call_function "aten.where.self"(%ge, %y, %x)
// CHECK-NEXT:    %where_2 = tp.call_function "aten.where.self"(%ge, %select_1, %select)
// CHECK-NEXT:    %isinf = tp.call_function "aten.isinf.default"(%select)
// CHECK-NEXT:    %eq = tp.call_function "aten.eq.Tensor"(%select, %select_1)
// CHECK-NEXT:    %logical_and = tp.call_function "aten.logical_and.default"(%isinf, %eq)
// CHECK-NEXT:    %exp = tp.call_function "aten.exp.default"(%where_1)
// CHECK-NEXT:    %exp_1 = tp.call_function "aten.exp.default"(%where)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%exp, %exp_1)
// CHECK-NEXT:    %lt = tp.call_function "aten.lt.Scalar"(%where_2, 0)
// CHECK-NEXT:    %log = tp.call_function "aten.log.default"(%add)
// CHECK-NEXT:    %where_3 = tp.call_function "aten.where.self"(%lt, %where_1, %log)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%where_1, %where)
// CHECK-NEXT:    %exp_2 = tp.call_function "aten.exp.default"(%sub)
// CHECK-NEXT:    %log1p = tp.call_function "aten.log1p.default"(%exp_2)
// CHECK-NEXT:    %add_1 = tp.call_function "aten.add.Tensor"(%where, %log1p)
// CHECK-NEXT:    %where_4 = tp.call_function "aten.where.self"(%logical_and, %where_3, %add_1)
// CHECK-NEXT:    %isnan = tp.call_function "aten.isnan.default"(%where_1)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], nan, dtype = complex64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where_5 = tp.call_function "aten.where.self"(%isnan, %full, %where_4)
// CHECK-NEXT:    tp.output (%where_5,)
tp.program @logaddexp_complex {
  %x = tp.placeholder "x" : tensor<3xcomplex<f32>>
  %y = tp.placeholder "y" : tensor<3xcomplex<f32>>
  %r = tp.call_function "aten.logaddexp.default"(%x, %y) : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  tp.output (%r,) : tensor<3xcomplex<f32>>
}

// torch has no such function.

// CHECK-LABEL: tp.program @logaddexp2_complex
// CHECK:         %r = tp.call_function "aten.logaddexp2.default"(%x, %y)
// CHECK-NEXT:    tp.output (%r,)
tp.program @logaddexp2_complex {
  %x = tp.placeholder "x" : tensor<3xcomplex<f32>>
  %y = tp.placeholder "y" : tensor<3xcomplex<f32>>
  %r = tp.call_function "aten.logaddexp2.default"(%x, %y) : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  tp.output (%r,) : tensor<3xcomplex<f32>>
}

// Below a half from the start, else from the end.

// CHECK-LABEL: tp.program @lerp_low
// CHECK:         %sub = tp.call_function "aten.sub.Tensor"(%y, %x)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%sub, 0.25)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%x, %mul)
// CHECK-NEXT:    tp.output (%add,)
tp.program @lerp_low {
  %x = tp.placeholder "x" : tensor<3xf32>
  %y = tp.placeholder "y" : tensor<3xf32>
  %r = tp.call_function "aten.lerp.Scalar"(%x, %y, 0.25) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @lerp_high
// CHECK:         %sub = tp.call_function "aten.sub.Tensor"(%y, %x)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%sub, 0.25)
// CHECK-NEXT:    %sub_1 = tp.call_function "aten.sub.Tensor"(%y, %mul)
// CHECK-NEXT:    tp.output (%sub_1,)
tp.program @lerp_high {
  %x = tp.placeholder "x" : tensor<3xf32>
  %y = tp.placeholder "y" : tensor<3xf32>
  %r = tp.call_function "aten.lerp.Scalar"(%x, %y, 0.75) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @lerp_tensor
// CHECK:         %sub = tp.call_function "aten.sub.Tensor"(%y, %x)
// CHECK-NEXT:    %abs_1 = tp.call_function "aten.abs.default"(%z)
// CHECK-NEXT:    %ge = tp.call_function "aten.ge.Scalar"(%abs_1, 0.5)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%ge, %y, %x)
// CHECK-NEXT:    %sub_1 = tp.call_function "aten.sub.Tensor"(%z, 1)
// CHECK-NEXT:    %where_1 = tp.call_function "aten.where.self"(%ge, %sub_1, %z)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%where_1, %sub)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%where, %mul)
// CHECK-NEXT:    tp.output (%add,)
tp.program @lerp_tensor {
  %x = tp.placeholder "x" : tensor<3xf32>
  %y = tp.placeholder "y" : tensor<3xf32>
  %z = tp.placeholder "z" : tensor<f32>
  %r = tp.call_function "aten.lerp.Tensor"(%x, %y, %z) : (tensor<3xf32>, tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @float_power
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%x, dtype = float64)
// CHECK-NEXT:    %pow_1 = tp.call_function "aten.pow.Scalar"(2, %_to_copy)
// CHECK-NEXT:    tp.output (%pow_1,)
tp.program @float_power {
  %x = tp.placeholder "x" : tensor<3xi64>
  %r = tp.call_function "aten.float_power.Scalar"(2, %x) : (tensor<3xi64>) -> tensor<3xf64>
  tp.output (%r,) : tensor<3xf64>
}

// CHECK-LABEL: tp.program @float_power_complex
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%x, dtype = complex128)
// CHECK-NEXT:    %_to_copy_1 = tp.call_function "aten._to_copy.default"(%y, dtype = complex128)
// CHECK-NEXT:    %pow_1 = tp.call_function "aten.pow.Tensor_Tensor"(%_to_copy, %_to_copy_1)
// CHECK-NEXT:    tp.output (%pow_1,)
tp.program @float_power_complex {
  %x = tp.placeholder "x" : tensor<3xcomplex<f32>>
  %y = tp.placeholder "y" : tensor<3xf32>
  %r = tp.call_function "aten.float_power.Tensor_Tensor"(%x, %y) : (tensor<3xcomplex<f32>>, tensor<3xf32>) -> tensor<3xcomplex<f64>>
  tp.output (%r,) : tensor<3xcomplex<f64>>
}

// CHECK-LABEL: tp.program @nan_to_num
// CHECK:         %isnan = tp.call_function "aten.isnan.default"(%x)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], 1.5, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%isnan, %full, %x)
// CHECK-NEXT:    %eq = tp.call_function "aten.eq.Scalar"(%x, -inf)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([], -2.0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where_1 = tp.call_function "aten.where.self"(%eq, %full_1, %where)
// CHECK-NEXT:    %eq_1 = tp.call_function "aten.eq.Scalar"(%x, inf)
// CHECK-NEXT:    %full_2 = tp.call_function "aten.full.default"([], 3.4028234663852886e+38, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where_2 = tp.call_function "aten.where.self"(%eq_1, %full_2, %where_1)
// CHECK-NEXT:    tp.output (%where_2,)
tp.program @nan_to_num {
  %x = tp.placeholder "x" : tensor<3xf32>
  %r = tp.call_function "aten.nan_to_num.default"(%x, 1.5, None, -2.0) : (tensor<3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @nan_to_num_integers
// CHECK:         %clone = tp.call_function "aten.clone.default"(%x)
// CHECK-NEXT:    tp.output (%clone,)
tp.program @nan_to_num_integers {
  %x = tp.placeholder "x" : tensor<3xi64>
  %r = tp.call_function "aten.nan_to_num.default"(%x) : (tensor<3xi64>) -> tensor<3xi64>
  tp.output (%r,) : tensor<3xi64>
}

// CHECK-LABEL: tp.program @sgn_complex
// CHECK:         %abs_1 = tp.call_function "aten.abs.default"(%x)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%x, %abs_1)
// CHECK-NEXT:    %eq = tp.call_function "aten.eq.Scalar"(%abs_1, 0)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], 0, dtype = complex64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%eq, %full, %div)
// CHECK-NEXT:    tp.output (%where,)
tp.program @sgn_complex {
  %x = tp.placeholder "x" : tensor<3xcomplex<f32>>
  %r = tp.call_function "aten.sgn.default"(%x) : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  tp.output (%r,) : tensor<3xcomplex<f32>>
}

// CHECK-LABEL: tp.program @heaviside
// CHECK:         %eq = tp.call_function "aten.eq.Scalar"(%x, 0)
// CHECK-NEXT:    %lt = tp.call_function "aten.lt.Scalar"(%x, 0)
// CHECK-NEXT:    %isnan = tp.call_function "aten.isnan.default"(%x)
// CHECK-NEXT:    %logical_or = tp.call_function "aten.logical_or.default"(%lt, %isnan)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([], 1, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %where = tp.call_function "aten.where.self"(%logical_or, %full, %full_1)
// CHECK-NEXT:    %where_1 = tp.call_function "aten.where.self"(%eq, %y, %where)
// CHECK-NEXT:    tp.output (%where_1,)
tp.program @heaviside {
  %x = tp.placeholder "x" : tensor<3xf32>
  %y = tp.placeholder "y" : tensor<f32>
  %r = tp.call_function "aten.heaviside.default"(%x, %y) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @mvlgamma
// CHECK:         %arange = tp.call_function "aten.arange.start_step"(-1.0, 0.5, 0.5, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %unsqueeze = tp.call_function "aten.unsqueeze.default"(%x, -1)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%unsqueeze, %arange)
// CHECK-NEXT:    %lgamma = tp.call_function "aten.lgamma.default"(%add)
// CHECK-NEXT:    %sum_1 = tp.call_function "aten.sum.dim_IntList"(%lgamma, [-1])
// CHECK-NEXT:    %add_1 = tp.call_function "aten.add.Tensor"(%sum_1, 1.7170948287741004)
// CHECK-NEXT:    tp.output (%add_1,)
tp.program @mvlgamma {
  %x = tp.placeholder "x" : tensor<3xf32>
  %r = tp.call_function "aten.special_multigammaln.default"(%x, 3) : (tensor<3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @round_decimals
// CHECK:         %round_1 = tp.call_function "aten.round.decimals"(%x, decimals = 2)
// CHECK-NEXT:    tp.output (%round_1,)
tp.program @round_decimals {
  %x = tp.placeholder "x" : tensor<3xf32>
  %r = tp.call_function "aten.special_round.default"(%x, decimals = 2) : (tensor<3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}

// CHECK-LABEL: tp.program @psi
// CHECK:         %digamma = tp.call_function "aten.digamma.default"(%x)
// CHECK-NEXT:    tp.output (%digamma,)
tp.program @psi {
  %x = tp.placeholder "x" : tensor<3xf32>
  %r = tp.call_function "aten.special_psi.default"(%x) : (tensor<3xf32>) -> tensor<3xf32>
  tp.output (%r,) : tensor<3xf32>
}
