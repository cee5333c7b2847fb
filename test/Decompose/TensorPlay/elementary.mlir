// Exponentials, logarithms, trigonometric and hyperbolic functions of tensorplay.

// RUN: tp-opt %s --decompose=tables=tensorplay | FileCheck %s

// Float32 and float64: the rule itself, for functions and methods.

// CHECK-LABEL: tp.program @expm1
// CHECK:      %mul = tp.call_function "_operator.mul"(%x, 0.5)
// CHECK-NEXT: %tanh = tp.call_method "tanh"(%mul)
// CHECK-NEXT: %exp = tp.call_method "exp"(%x)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%tanh, %add)
// CHECK-NEXT: tp.output (%mul_1,) : tensor<2x3xf32>
tp.program @expm1 {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.expm1"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @log1p
// CHECK:      %add = tp.call_function "_operator.add"(%x, 1)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%add, 1)
// CHECK-NEXT: %log = tp.call_method "log"(%add)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%x, %sub)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%log, %truediv)
// CHECK-NEXT: %eq = tp.call_function "_operator.eq"(%sub, %x)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%eq, %log, %mul)
// CHECK-NEXT: %eq_1 = tp.call_function "_operator.eq"(%add, 1)
// CHECK-NEXT: %where_1 = tp.call_function "tensorplay.functional.where"(%eq_1, %x, %where)
// CHECK-NEXT: tp.output (%where_1,) : tensor<2x3xf32>
tp.program @log1p {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.log1p"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @exp2
// CHECK:      %pow_1 = tp.call_function "_operator.pow"(2, %x)
// CHECK-NEXT: tp.output (%pow_1,) : tensor<2x3xf32>
tp.program @exp2 {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.exp2"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @log10
// CHECK:      %log = tp.call_method "log"(%x)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%log, 2.302585092994046)
// CHECK-NEXT: tp.output (%truediv,) : tensor<2x3xf32>
tp.program @log10 {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.log10"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @logit
// CHECK:      %sub = tp.call_function "_operator.sub"(1, %x)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%x, %sub)
// CHECK-NEXT: %log = tp.call_method "log"(%truediv)
// CHECK-NEXT: tp.output (%log,) : tensor<2x3xf32>
tp.program @logit {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.logit"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @sinh
// CHECK:      %mul = tp.call_function "_operator.mul"(%x, 0.5)
// CHECK-NEXT: %tanh = tp.call_method "tanh"(%mul)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%tanh, 2)
// CHECK-NEXT: %mul_2 = tp.call_function "_operator.mul"(%tanh, %tanh)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(1, %mul_2)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%mul_1, %sub)
// CHECK-NEXT: %exp = tp.call_method "exp"(%mul)
// CHECK-NEXT: %mul_3 = tp.call_function "_operator.mul"(%exp, 0.5)
// CHECK-NEXT: %mul_4 = tp.call_function "_operator.mul"(%mul_3, %exp)
// CHECK-NEXT: %neg = tp.call_function "_operator.neg"(%mul)
// CHECK-NEXT: %exp_1 = tp.call_method "exp"(%neg)
// CHECK-NEXT: %mul_5 = tp.call_function "_operator.mul"(%exp_1, 0.5)
// CHECK-NEXT: %mul_6 = tp.call_function "_operator.mul"(%mul_5, %exp_1)
// CHECK-NEXT: %sub_1 = tp.call_function "_operator.sub"(%mul_4, %mul_6)
// CHECK-NEXT: %abs_1 = tp.call_method "abs"(%x)
// CHECK-NEXT: %lt = tp.call_function "_operator.lt"(%abs_1, 1)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%lt, %truediv, %sub_1)
// CHECK-NEXT: tp.output (%where,) : tensor<2x3xf32>
tp.program @sinh {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.sinh"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @cosh
// CHECK:      %mul = tp.call_function "_operator.mul"(%x, 0.5)
// CHECK-NEXT: %exp = tp.call_method "exp"(%mul)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%exp, 0.5)
// CHECK-NEXT: %mul_2 = tp.call_function "_operator.mul"(%mul_1, %exp)
// CHECK-NEXT: %neg = tp.call_function "_operator.neg"(%mul)
// CHECK-NEXT: %exp_1 = tp.call_method "exp"(%neg)
// CHECK-NEXT: %mul_3 = tp.call_function "_operator.mul"(%exp_1, 0.5)
// CHECK-NEXT: %mul_4 = tp.call_function "_operator.mul"(%mul_3, %exp_1)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%mul_2, %mul_4)
// CHECK-NEXT: tp.output (%add,) : tensor<2x3xf32>
tp.program @cosh {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.cosh"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @asinh
// CHECK:      %abs_1 = tp.call_method "abs"(%x)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%abs_1, %abs_1)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%mul, 1)
// CHECK-NEXT: %sqrt = tp.call_method "sqrt"(%add)
// CHECK-NEXT: %add_1 = tp.call_function "_operator.add"(%sqrt, 1)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%mul, %add_1)
// CHECK-NEXT: %add_2 = tp.call_function "_operator.add"(%abs_1, %truediv)
// CHECK-NEXT: %add_3 = tp.call_function "_operator.add"(%add_2, 1)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%add_3, 1)
// CHECK-NEXT: %log = tp.call_method "log"(%add_3)
// CHECK-NEXT: %truediv_1 = tp.call_function "_operator.truediv"(%add_2, %sub)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%log, %truediv_1)
// CHECK-NEXT: %eq = tp.call_function "_operator.eq"(%sub, %add_2)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%eq, %log, %mul_1)
// CHECK-NEXT: %eq_1 = tp.call_function "_operator.eq"(%add_3, 1)
// CHECK-NEXT: %where_1 = tp.call_function "tensorplay.functional.where"(%eq_1, %add_2, %where)
// CHECK-NEXT: %log_1 = tp.call_method "log"(%abs_1)
// CHECK-NEXT: %add_4 = tp.call_function "_operator.add"(%log_1, 0.6931471805599453)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%abs_1, 1.0e+09)
// CHECK-NEXT: %where_2 = tp.call_function "tensorplay.functional.where"(%gt, %add_4, %where_1)
// CHECK-NEXT: %neg = tp.call_function "_operator.neg"(%where_2)
// CHECK-NEXT: %lt = tp.call_function "_operator.lt"(%x, 0)
// CHECK-NEXT: %where_3 = tp.call_function "tensorplay.functional.where"(%lt, %neg, %where_2)
// CHECK-NEXT: tp.output (%where_3,) : tensor<2x3xf32>
tp.program @asinh {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.asinh"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @acosh
// CHECK:      %sub = tp.call_function "_operator.sub"(%x, 1)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%sub, 2)
// CHECK-NEXT: %sqrt = tp.call_method "sqrt"(%sub)
// CHECK-NEXT: %sqrt_1 = tp.call_method "sqrt"(%add)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%sqrt, %sqrt_1)
// CHECK-NEXT: %add_1 = tp.call_function "_operator.add"(%sub, %mul)
// CHECK-NEXT: %add_2 = tp.call_function "_operator.add"(%add_1, 1)
// CHECK-NEXT: %sub_1 = tp.call_function "_operator.sub"(%add_2, 1)
// CHECK-NEXT: %log = tp.call_method "log"(%add_2)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%add_1, %sub_1)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%log, %truediv)
// CHECK-NEXT: %eq = tp.call_function "_operator.eq"(%sub_1, %add_1)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%eq, %log, %mul_1)
// CHECK-NEXT: %eq_1 = tp.call_function "_operator.eq"(%add_2, 1)
// CHECK-NEXT: %where_1 = tp.call_function "tensorplay.functional.where"(%eq_1, %add_1, %where)
// CHECK-NEXT: %log_1 = tp.call_method "log"(%x)
// CHECK-NEXT: %add_3 = tp.call_function "_operator.add"(%log_1, 0.6931471805599453)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%x, 1.0e+09)
// CHECK-NEXT: %where_2 = tp.call_function "tensorplay.functional.where"(%gt, %add_3, %where_1)
// CHECK-NEXT: tp.output (%where_2,) : tensor<2x3xf32>
tp.program @acosh {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.acosh"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @atanh
// CHECK:      %abs_1 = tp.call_method "abs"(%x)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%abs_1, 2)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(1, %abs_1)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%mul, %sub)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%truediv, 1)
// CHECK-NEXT: %sub_1 = tp.call_function "_operator.sub"(%add, 1)
// CHECK-NEXT: %log = tp.call_method "log"(%add)
// CHECK-NEXT: %truediv_1 = tp.call_function "_operator.truediv"(%truediv, %sub_1)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%log, %truediv_1)
// CHECK-NEXT: %eq = tp.call_function "_operator.eq"(%sub_1, %truediv)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%eq, %log, %mul_1)
// CHECK-NEXT: %eq_1 = tp.call_function "_operator.eq"(%add, 1)
// CHECK-NEXT: %where_1 = tp.call_function "tensorplay.functional.where"(%eq_1, %truediv, %where)
// CHECK-NEXT: %mul_2 = tp.call_function "_operator.mul"(%where_1, 0.5)
// CHECK-NEXT: %neg = tp.call_function "_operator.neg"(%mul_2)
// CHECK-NEXT: %lt = tp.call_function "_operator.lt"(%x, 0)
// CHECK-NEXT: %where_2 = tp.call_function "tensorplay.functional.where"(%lt, %neg, %mul_2)
// CHECK-NEXT: tp.output (%where_2,) : tensor<2x3xf32>
tp.program @atanh {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.atanh"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @rad2deg
// CHECK:      %mul = tp.call_function "_operator.mul"(%x, 57.29577951308232)
// CHECK-NEXT: tp.output (%mul,) : tensor<2x3xf32>
tp.program @rad2deg {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.rad2deg"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @deg2rad
// CHECK:      %mul = tp.call_function "_operator.mul"(%x, 0.017453292519943295)
// CHECK-NEXT: tp.output (%mul,) : tensor<2x3xf32>
tp.program @deg2rad {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.deg2rad"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @sec
// CHECK:      %cos = tp.call_method "cos"(%x)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(1, %cos)
// CHECK-NEXT: tp.output (%truediv,) : tensor<2x3xf32>
tp.program @sec {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "sec"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @csc
// CHECK:      %sin = tp.call_method "sin"(%x)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(1, %sin)
// CHECK-NEXT: tp.output (%truediv,) : tensor<2x3xf32>
tp.program @csc {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "csc"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @cot
// CHECK:      %cos = tp.call_method "cos"(%x)
// CHECK-NEXT: %sin = tp.call_method "sin"(%x)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%cos, %sin)
// CHECK-NEXT: tp.output (%truediv,) : tensor<2x3xf32>
tp.program @cot {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "cot"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @method
// CHECK:      %log = tp.call_method "log"(%x)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%log, 2.302585092994046)
// CHECK-NEXT: tp.output (%truediv,) : tensor<2x3xf64>
tp.program @method {
  %x = tp.placeholder "x" : tensor<2x3xf64>
  %r = tp.call_method "log10"(%x) : (tensor<2x3xf64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// The bounds of eps are bounds of the argument.

// CHECK-LABEL: tp.program @logit_eps
// CHECK:      %clamp_min = tp.call_method "clamp_min"(%x, 0.1)
// CHECK-NEXT: %clamp_max = tp.call_method "clamp_max"(%clamp_min, 0.9)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(1, %clamp_max)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%clamp_max, %sub)
// CHECK-NEXT: %log = tp.call_method "log"(%truediv)
// CHECK-NEXT: tp.output (%log,) : tensor<2x3xf32>
tp.program @logit_eps {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.logit"(%x, 0.1) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @logit_keyword
// CHECK:      %clamp_min = tp.call_method "clamp_min"(%x, 0.25)
// CHECK-NEXT: %clamp_max = tp.call_method "clamp_max"(%clamp_min, 0.75)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(1, %clamp_max)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%clamp_max, %sub)
// CHECK-NEXT: %log = tp.call_method "log"(%truediv)
// CHECK-NEXT: tp.output (%log,) : tensor<2x3xf32>
tp.program @logit_keyword {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "logit"(%x, eps = 0.25) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @logit_none
// CHECK:      %sub = tp.call_function "_operator.sub"(1, %x)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%x, %sub)
// CHECK-NEXT: %log = tp.call_method "log"(%truediv)
// CHECK-NEXT: tp.output (%log,) : tensor<2x3xf32>
tp.program @logit_none {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.logit"(%x, None) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// An eps that is negative is declined.

// CHECK-LABEL: tp.program @logit_negative
// CHECK:      %r = tp.call_method "logit"(%x, -1.0)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @logit_negative {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "logit"(%x, -1.0) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// Half precision is computed in float32, integers as well.

// CHECK-LABEL: tp.program @expm1_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to, 0.5)
// CHECK-NEXT: %tanh = tp.call_method "tanh"(%mul)
// CHECK-NEXT: %exp = tp.call_method "exp"(%to)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%tanh, %add)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%mul_1, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @expm1_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "expm1"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @exp2_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %pow_1 = tp.call_function "_operator.pow"(2, %to)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%pow_1, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @exp2_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "exp2"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @log10_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %log = tp.call_method "log"(%to)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%log, 2.302585092994046)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%truediv, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @log10_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "log10"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @deg2rad_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to, 0.017453292519943295)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%mul, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @deg2rad_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "deg2rad"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @sec_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %cos = tp.call_method "cos"(%to)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(1, %cos)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%truediv, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @sec_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "sec"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @exp2_bfloat
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %pow_1 = tp.call_function "_operator.pow"(2, %to)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%pow_1, bfloat16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xbf16>
tp.program @exp2_bfloat {
  %x = tp.placeholder "x" : tensor<2x3xbf16>
  %r = tp.call_method "exp2"(%x) : (tensor<2x3xbf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @exp2_integer
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %pow_1 = tp.call_function "_operator.pow"(2, %to)
// CHECK-NEXT: tp.output (%pow_1,) : tensor<2x3xf32>
tp.program @exp2_integer {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %r = tp.call_method "exp2"(%x) : (tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @rad2deg_integer
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to, 57.29577951308232)
// CHECK-NEXT: tp.output (%mul,) : tensor<2x3xf32>
tp.program @rad2deg_integer {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %r = tp.call_method "rad2deg"(%x) : (tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @log10_integer
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %log = tp.call_method "log"(%to)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%log, 2.302585092994046)
// CHECK-NEXT: tp.output (%truediv,) : tensor<2x3xf32>
tp.program @log10_integer {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %r = tp.call_method "log10"(%x) : (tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// Truth values where tensorplay takes them, and not where it refuses them.

// CHECK-LABEL: tp.program @exp2_bool
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %pow_1 = tp.call_function "_operator.pow"(2, %to)
// CHECK-NEXT: tp.output (%pow_1,) : tensor<2x3xf32>
tp.program @exp2_bool {
  %x = tp.placeholder "x" : tensor<2x3xi1>
  %r = tp.call_method "exp2"(%x) : (tensor<2x3xi1>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @rad2deg_bool
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to, 57.29577951308232)
// CHECK-NEXT: tp.output (%mul,) : tensor<2x3xf32>
tp.program @rad2deg_bool {
  %x = tp.placeholder "x" : tensor<2x3xi1>
  %r = tp.call_method "rad2deg"(%x) : (tensor<2x3xi1>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @deg2rad_bool
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to, 0.017453292519943295)
// CHECK-NEXT: tp.output (%mul,) : tensor<2x3xf32>
tp.program @deg2rad_bool {
  %x = tp.placeholder "x" : tensor<2x3xi1>
  %r = tp.call_method "deg2rad"(%x) : (tensor<2x3xi1>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @log10_bool
// CHECK:      %r = tp.call_method "log10"(%x)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @log10_bool {
  %x = tp.placeholder "x" : tensor<2x3xi1>
  %r = tp.call_method "log10"(%x) : (tensor<2x3xi1>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// Complex numbers and what is not known are declined.

// CHECK-LABEL: tp.program @expm1_complex
// CHECK:      %r = tp.call_method "expm1"(%x)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xcomplex<f32>>
tp.program @expm1_complex {
  %x = tp.placeholder "x" : tensor<2x3xcomplex<f32>>
  %r = tp.call_method "expm1"(%x) : (tensor<2x3xcomplex<f32>>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @log1p_complex
// CHECK:      %r = tp.call_method "log1p"(%x)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xcomplex<f32>>
tp.program @log1p_complex {
  %x = tp.placeholder "x" : tensor<2x3xcomplex<f32>>
  %r = tp.call_method "log1p"(%x) : (tensor<2x3xcomplex<f32>>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @log10_unknown
// CHECK:      %r = tp.call_method "log10"(%x)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @log10_unknown {
  %x = tp.placeholder "x" : !tp.any
  %r = tp.call_method "log10"(%x) : (!tp.any) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @sinh_unknown
// CHECK:      %r = tp.call_method "sinh"(%x)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @sinh_unknown {
  %x = tp.placeholder "x" : !tp.any
  %r = tp.call_method "sinh"(%x) : (!tp.any) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @logit_unknown
// CHECK:      %r = tp.call_method "logit"(%x)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @logit_unknown {
  %x = tp.placeholder "x" : !tp.any
  %r = tp.call_method "logit"(%x) : (!tp.any) -> !tp.any
  tp.output (%r,) : !tp.any
}
