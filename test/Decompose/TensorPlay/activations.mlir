// Activation functions of tensorplay.

// RUN: tp-opt %s --decompose=tables=tensorplay | FileCheck %s

// Float32: the rule itself.

// CHECK-LABEL: tp.program @sigmoid
// CHECK:      %neg = tp.call_function "_operator.neg"(%x)
// CHECK-NEXT: %exp = tp.call_method "exp"(%neg)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(1, %add)
// CHECK-NEXT: tp.output (%truediv,) : tensor<2x3xf32>
tp.program @sigmoid {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.sigmoid"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @silu
// CHECK:      %neg = tp.call_function "_operator.neg"(%x)
// CHECK-NEXT: %exp = tp.call_method "exp"(%neg)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(1, %add)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%x, %truediv)
// CHECK-NEXT: tp.output (%mul,) : tensor<2x3xf32>
tp.program @silu {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.nn.functional.silu"(%x, inplace = False) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @swish
// CHECK:      %neg = tp.call_function "_operator.neg"(%x)
// CHECK-NEXT: %exp = tp.call_method "exp"(%neg)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(1, %add)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%x, %truediv)
// CHECK-NEXT: tp.output (%mul,) : tensor<2x3xf32>
tp.program @swish {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "swish"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @softplus
// CHECK:      %exp = tp.call_method "exp"(%x)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%add, 1)
// CHECK-NEXT: %log = tp.call_method "log"(%add)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%exp, %sub)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%log, %truediv)
// CHECK-NEXT: %eq = tp.call_function "_operator.eq"(%sub, %exp)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%eq, %log, %mul)
// CHECK-NEXT: %eq_1 = tp.call_function "_operator.eq"(%add, 1)
// CHECK-NEXT: %where_1 = tp.call_function "tensorplay.functional.where"(%eq_1, %exp, %where)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%x, 20.0)
// CHECK-NEXT: %where_2 = tp.call_function "tensorplay.functional.where"(%gt, %x, %where_1)
// CHECK-NEXT: tp.output (%where_2,) : tensor<2x3xf32>
tp.program @softplus {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.softplus"(%x, 1.0, 20.0) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @mish
// CHECK:      %exp = tp.call_method "exp"(%x)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%add, 1)
// CHECK-NEXT: %log = tp.call_method "log"(%add)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%exp, %sub)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%log, %truediv)
// CHECK-NEXT: %eq = tp.call_function "_operator.eq"(%sub, %exp)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%eq, %log, %mul)
// CHECK-NEXT: %eq_1 = tp.call_function "_operator.eq"(%add, 1)
// CHECK-NEXT: %where_1 = tp.call_function "tensorplay.functional.where"(%eq_1, %exp, %where)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%x, 20)
// CHECK-NEXT: %where_2 = tp.call_function "tensorplay.functional.where"(%gt, %x, %where_1)
// CHECK-NEXT: %tanh = tp.call_method "tanh"(%where_2)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%x, %tanh)
// CHECK-NEXT: tp.output (%mul_1,) : tensor<2x3xf32>
tp.program @mish {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.mish"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @tanhshrink
// CHECK:      %tanh = tp.call_method "tanh"(%x)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%x, %tanh)
// CHECK-NEXT: tp.output (%sub,) : tensor<2x3xf32>
tp.program @tanhshrink {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "tanhshrink"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @elu
// CHECK:      %mul = tp.call_function "_operator.mul"(%x, 0.5)
// CHECK-NEXT: %tanh = tp.call_method "tanh"(%mul)
// CHECK-NEXT: %exp = tp.call_method "exp"(%x)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%tanh, %add)
// CHECK-NEXT: %mul_2 = tp.call_function "_operator.mul"(%mul_1, 1.0)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%x, 0)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%gt, %x, %mul_2)
// CHECK-NEXT: tp.output (%where,) : tensor<2x3xf32>
tp.program @elu {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.elu"(%x, 1.0, 1, 1) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @elu_alpha
// CHECK:      %mul = tp.call_function "_operator.mul"(%x, 0.5)
// CHECK-NEXT: %tanh = tp.call_method "tanh"(%mul)
// CHECK-NEXT: %exp = tp.call_method "exp"(%x)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%tanh, %add)
// CHECK-NEXT: %mul_2 = tp.call_function "_operator.mul"(%mul_1, 0.5)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%x, 0)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%gt, %x, %mul_2)
// CHECK-NEXT: tp.output (%where,) : tensor<2x3xf32>
tp.program @elu_alpha {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "elu"(%x, alpha = 0.5) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @selu
// CHECK:      %mul = tp.call_function "_operator.mul"(%x, 0.5)
// CHECK-NEXT: %tanh = tp.call_method "tanh"(%mul)
// CHECK-NEXT: %exp = tp.call_method "exp"(%x)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%tanh, %add)
// CHECK-NEXT: %mul_2 = tp.call_function "_operator.mul"(%mul_1, 1.6732632423543772)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%x, 0)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%gt, %x, %mul_2)
// CHECK-NEXT: %mul_3 = tp.call_function "_operator.mul"(%where, 1.0507009873554805)
// CHECK-NEXT: tp.output (%mul_3,) : tensor<2x3xf32>
tp.program @selu {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.selu"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @gelu
// CHECK:      %mul = tp.call_function "_operator.mul"(%x, 0.7071067811865476)
// CHECK-NEXT: %erf = tp.call_method "erf"(%mul)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%erf, 1)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%add, 0.5)
// CHECK-NEXT: %mul_2 = tp.call_function "_operator.mul"(%x, %mul_1)
// CHECK-NEXT: tp.output (%mul_2,) : tensor<2x3xf32>
tp.program @gelu {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.gelu"(%x, "none") : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @gelu_tanh
// CHECK:      %mul = tp.call_function "_operator.mul"(%x, %x)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%mul, %x)
// CHECK-NEXT: %mul_2 = tp.call_function "_operator.mul"(%mul_1, 0.044715)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%x, %mul_2)
// CHECK-NEXT: %mul_3 = tp.call_function "_operator.mul"(%add, 0.7978845608028654)
// CHECK-NEXT: %tanh = tp.call_method "tanh"(%mul_3)
// CHECK-NEXT: %add_1 = tp.call_function "_operator.add"(%tanh, 1)
// CHECK-NEXT: %mul_4 = tp.call_function "_operator.mul"(%add_1, 0.5)
// CHECK-NEXT: %mul_5 = tp.call_function "_operator.mul"(%x, %mul_4)
// CHECK-NEXT: tp.output (%mul_5,) : tensor<2x3xf32>
tp.program @gelu_tanh {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.nn.functional.gelu"(%x, approximate = "tanh") : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @leaky_relu
// CHECK:      %mul = tp.call_function "_operator.mul"(%x, 0.2)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%x, 0)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%gt, %x, %mul)
// CHECK-NEXT: tp.output (%where,) : tensor<2x3xf32>
tp.program @leaky_relu {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.leaky_relu"(%x, 0.2) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @relu6
// CHECK:      %clamp_min = tp.call_method "clamp_min"(%x, 0)
// CHECK-NEXT: %clamp_max = tp.call_method "clamp_max"(%clamp_min, 6)
// CHECK-NEXT: tp.output (%clamp_max,) : tensor<2x3xf32>
tp.program @relu6 {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.relu6"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @hardtanh
// CHECK:      %clamp_min = tp.call_method "clamp_min"(%x, -2.0)
// CHECK-NEXT: %clamp_max = tp.call_method "clamp_max"(%clamp_min, 2.0)
// CHECK-NEXT: tp.output (%clamp_max,) : tensor<2x3xf32>
tp.program @hardtanh {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.hardtanh"(%x, -2.0, 2.0) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @hardsigmoid
// CHECK:      %add = tp.call_function "_operator.add"(%x, 3)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%add, 6)
// CHECK-NEXT: %clamp_min = tp.call_method "clamp_min"(%truediv, 0)
// CHECK-NEXT: %clamp_max = tp.call_method "clamp_max"(%clamp_min, 1)
// CHECK-NEXT: tp.output (%clamp_max,) : tensor<2x3xf32>
tp.program @hardsigmoid {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "hardsigmoid"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @hardshrink
// CHECK:      %abs_1 = tp.call_method "abs"(%x)
// CHECK-NEXT: %le = tp.call_function "_operator.le"(%abs_1, 0.3)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%le, 0, %x)
// CHECK-NEXT: tp.output (%where,) : tensor<2x3xf32>
tp.program @hardshrink {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.hardshrink"(%x, 0.3) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @softshrink
// CHECK:      %gt = tp.call_function "_operator.gt"(%x, 0.5)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%x, 0.5)
// CHECK-NEXT: %lt = tp.call_function "_operator.lt"(%x, -0.5)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%x, 0.5)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%x, 0)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%lt, %add, %mul)
// CHECK-NEXT: %where_1 = tp.call_function "tensorplay.functional.where"(%gt, %sub, %where)
// CHECK-NEXT: tp.output (%where_1,) : tensor<2x3xf32>
tp.program @softshrink {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "softshrink"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @threshold
// CHECK:      %le = tp.call_function "_operator.le"(%x, 0.1)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%le, 20.0, %x)
// CHECK-NEXT: tp.output (%where,) : tensor<2x3xf32>
tp.program @threshold {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.nn.functional.threshold"(%x, 0.1, 20.0, inplace = False) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// beta scales the argument; a threshold that exp does not stand takes the stable form.

// CHECK-LABEL: tp.program @softplus_beta
// CHECK:      %mul = tp.call_function "_operator.mul"(%x, 2.0)
// CHECK-NEXT: %abs_1 = tp.call_method "abs"(%mul)
// CHECK-NEXT: %neg = tp.call_function "_operator.neg"(%abs_1)
// CHECK-NEXT: %exp = tp.call_method "exp"(%neg)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%add, 1)
// CHECK-NEXT: %log = tp.call_method "log"(%add)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%exp, %sub)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%log, %truediv)
// CHECK-NEXT: %eq = tp.call_function "_operator.eq"(%sub, %exp)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%eq, %log, %mul_1)
// CHECK-NEXT: %eq_1 = tp.call_function "_operator.eq"(%add, 1)
// CHECK-NEXT: %where_1 = tp.call_function "tensorplay.functional.where"(%eq_1, %exp, %where)
// CHECK-NEXT: %clamp_min = tp.call_method "clamp_min"(%mul, 0)
// CHECK-NEXT: %add_1 = tp.call_function "_operator.add"(%clamp_min, %where_1)
// CHECK-NEXT: %truediv_1 = tp.call_function "_operator.truediv"(%add_1, 2.0)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%mul, 100)
// CHECK-NEXT: %where_2 = tp.call_function "tensorplay.functional.where"(%gt, %x, %truediv_1)
// CHECK-NEXT: tp.output (%where_2,) : tensor<2x3xf32>
tp.program @softplus_beta {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "softplus"(%x, 2.0, threshold = 100) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// Half precision is computed in float32, but where nothing is rounded.

// CHECK-LABEL: tp.program @sigmoid_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %neg = tp.call_function "_operator.neg"(%to)
// CHECK-NEXT: %exp = tp.call_method "exp"(%neg)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(1, %add)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%truediv, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @sigmoid_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "sigmoid"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @silu_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %neg = tp.call_function "_operator.neg"(%to)
// CHECK-NEXT: %exp = tp.call_method "exp"(%neg)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(1, %add)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to, %truediv)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%mul, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @silu_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "silu"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @softplus_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to, 2.0)
// CHECK-NEXT: %exp = tp.call_method "exp"(%mul)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%add, 1)
// CHECK-NEXT: %log = tp.call_method "log"(%add)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%exp, %sub)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%log, %truediv)
// CHECK-NEXT: %eq = tp.call_function "_operator.eq"(%sub, %exp)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%eq, %log, %mul_1)
// CHECK-NEXT: %eq_1 = tp.call_function "_operator.eq"(%add, 1)
// CHECK-NEXT: %where_1 = tp.call_function "tensorplay.functional.where"(%eq_1, %exp, %where)
// CHECK-NEXT: %truediv_1 = tp.call_function "_operator.truediv"(%where_1, 2.0)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%mul, 3.0)
// CHECK-NEXT: %where_2 = tp.call_function "tensorplay.functional.where"(%gt, %to, %truediv_1)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%where_2, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @softplus_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "softplus"(%x, 2.0, 3.0) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @mish_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %exp = tp.call_method "exp"(%to)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%add, 1)
// CHECK-NEXT: %log = tp.call_method "log"(%add)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%exp, %sub)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%log, %truediv)
// CHECK-NEXT: %eq = tp.call_function "_operator.eq"(%sub, %exp)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%eq, %log, %mul)
// CHECK-NEXT: %eq_1 = tp.call_function "_operator.eq"(%add, 1)
// CHECK-NEXT: %where_1 = tp.call_function "tensorplay.functional.where"(%eq_1, %exp, %where)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%to, 20)
// CHECK-NEXT: %where_2 = tp.call_function "tensorplay.functional.where"(%gt, %to, %where_1)
// CHECK-NEXT: %tanh = tp.call_method "tanh"(%where_2)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%to, %tanh)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%mul_1, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @mish_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "mish"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @elu_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to, 0.5)
// CHECK-NEXT: %tanh = tp.call_method "tanh"(%mul)
// CHECK-NEXT: %exp = tp.call_method "exp"(%to)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%tanh, %add)
// CHECK-NEXT: %mul_2 = tp.call_function "_operator.mul"(%mul_1, 2.0)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%to, 0)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%gt, %to, %mul_2)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%where, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @elu_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "elu"(%x, 2.0) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @selu_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to, 0.5)
// CHECK-NEXT: %tanh = tp.call_method "tanh"(%mul)
// CHECK-NEXT: %exp = tp.call_method "exp"(%to)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%tanh, %add)
// CHECK-NEXT: %mul_2 = tp.call_function "_operator.mul"(%mul_1, 1.6732632423543772)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%to, 0)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%gt, %to, %mul_2)
// CHECK-NEXT: %mul_3 = tp.call_function "_operator.mul"(%where, 1.0507009873554805)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%mul_3, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @selu_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "selu"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @gelu_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to, %to)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%mul, %to)
// CHECK-NEXT: %mul_2 = tp.call_function "_operator.mul"(%mul_1, 0.044715)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%to, %mul_2)
// CHECK-NEXT: %mul_3 = tp.call_function "_operator.mul"(%add, 0.7978845608028654)
// CHECK-NEXT: %tanh = tp.call_method "tanh"(%mul_3)
// CHECK-NEXT: %add_1 = tp.call_function "_operator.add"(%tanh, 1)
// CHECK-NEXT: %mul_4 = tp.call_function "_operator.mul"(%add_1, 0.5)
// CHECK-NEXT: %mul_5 = tp.call_function "_operator.mul"(%to, %mul_4)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%mul_5, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @gelu_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "gelu"(%x, approximate = "tanh") : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @leaky_relu_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to, 0.2)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%to, 0)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%gt, %to, %mul)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%where, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @leaky_relu_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "leaky_relu"(%x, 0.2) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @relu6_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %clamp_min = tp.call_method "clamp_min"(%to, 0)
// CHECK-NEXT: %clamp_max = tp.call_method "clamp_max"(%clamp_min, 6)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%clamp_max, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @relu6_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "relu6"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @hardtanh_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %clamp_min = tp.call_method "clamp_min"(%to, -1)
// CHECK-NEXT: %clamp_max = tp.call_method "clamp_max"(%clamp_min, 2.0)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%clamp_max, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @hardtanh_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "hardtanh"(%x, max_val = 2.0) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @hardsigmoid_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%to, 3)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%add, 6)
// CHECK-NEXT: %clamp_min = tp.call_method "clamp_min"(%truediv, 0)
// CHECK-NEXT: %clamp_max = tp.call_method "clamp_max"(%clamp_min, 1)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%clamp_max, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @hardsigmoid_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "hardsigmoid"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @tanhshrink_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %tanh = tp.call_method "tanh"(%to)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%to, %tanh)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%sub, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @tanhshrink_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "tanhshrink"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @hardshrink_half
// CHECK:      %abs_1 = tp.call_method "abs"(%x)
// CHECK-NEXT: %le = tp.call_function "_operator.le"(%abs_1, 0.5)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%le, 0, %x)
// CHECK-NEXT: tp.output (%where,) : tensor<2x3xf16>
tp.program @hardshrink_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "hardshrink"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @softshrink_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%to, 0.5)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%to, 0.5)
// CHECK-NEXT: %lt = tp.call_function "_operator.lt"(%to, -0.5)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%to, 0.5)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to, 0)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%lt, %add, %mul)
// CHECK-NEXT: %where_1 = tp.call_function "tensorplay.functional.where"(%gt, %sub, %where)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%where_1, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @softshrink_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "softshrink"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @threshold_half
// CHECK:      %le = tp.call_function "_operator.le"(%x, 0.5)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%le, 1.5, %x)
// CHECK-NEXT: tp.output (%where,) : tensor<2x3xf16>
tp.program @threshold_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "threshold"(%x, 0.5, 1.5) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// Integers give float32, or stay integers where tensorplay's do: then numbers lose their fractions as there.

// CHECK-LABEL: tp.program @sigmoid_integer
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %neg = tp.call_function "_operator.neg"(%to)
// CHECK-NEXT: %exp = tp.call_method "exp"(%neg)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%exp, 1)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(1, %add)
// CHECK-NEXT: tp.output (%truediv,) : tensor<2x3xf32>
tp.program @sigmoid_integer {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %r = tp.call_method "sigmoid"(%x) : (tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @leaky_relu_integer
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to, 0.01)
// CHECK-NEXT: %gt = tp.call_function "_operator.gt"(%to, 0)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%gt, %to, %mul)
// CHECK-NEXT: tp.output (%where,) : tensor<2x3xf32>
tp.program @leaky_relu_integer {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %r = tp.call_method "leaky_relu"(%x) : (tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @relu6_integer
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %clamp_min = tp.call_method "clamp_min"(%to, 0)
// CHECK-NEXT: %clamp_max = tp.call_method "clamp_max"(%clamp_min, 6)
// CHECK-NEXT: tp.output (%clamp_max,) : tensor<2x3xf32>
tp.program @relu6_integer {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %r = tp.call_method "relu6"(%x) : (tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @hardshrink_integer
// CHECK:      %abs_1 = tp.call_method "abs"(%x)
// CHECK-NEXT: %le = tp.call_function "_operator.le"(%abs_1, 0.5)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%le, 0, %x)
// CHECK-NEXT: tp.output (%where,) : tensor<2x3xi64>
tp.program @hardshrink_integer {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %r = tp.call_method "hardshrink"(%x) : (tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @softshrink_integer
// CHECK:      %gt = tp.call_function "_operator.gt"(%x, 1)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%x, 1)
// CHECK-NEXT: %lt = tp.call_function "_operator.lt"(%x, -1)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%x, 1)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%x, 0)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%lt, %add, %mul)
// CHECK-NEXT: %where_1 = tp.call_function "tensorplay.functional.where"(%gt, %sub, %where)
// CHECK-NEXT: tp.output (%where_1,) : tensor<2x3xi64>
tp.program @softshrink_integer {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %r = tp.call_method "softshrink"(%x, 1.5) : (tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @threshold_integer
// CHECK:      %le = tp.call_function "_operator.le"(%x, 0.5)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%le, 9, %x)
// CHECK-NEXT: tp.output (%where,) : tensor<2x3xi64>
tp.program @threshold_integer {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %r = tp.call_method "threshold"(%x, 0.5, 9.5) : (tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// What tensorplay refuses, rounds, or was not known when the program was captured is declined.

// CHECK-LABEL: tp.program @selu_integer
// CHECK:      %r = tp.call_method "selu"(%x)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @selu_integer {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %r = tp.call_method "selu"(%x) : (tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @sigmoid_bool
// CHECK:      %r = tp.call_method "sigmoid"(%x)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @sigmoid_bool {
  %x = tp.placeholder "x" : tensor<2x3xi1>
  %r = tp.call_method "sigmoid"(%x) : (tensor<2x3xi1>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @sigmoid_complex
// CHECK:      %r = tp.call_method "sigmoid"(%x)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xcomplex<f32>>
tp.program @sigmoid_complex {
  %x = tp.placeholder "x" : tensor<2x3xcomplex<f32>>
  %r = tp.call_method "sigmoid"(%x) : (tensor<2x3xcomplex<f32>>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @sigmoid_unknown
// CHECK:      %r = tp.call_method "sigmoid"(%x)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @sigmoid_unknown {
  %x = tp.placeholder "x" : !tp.any
  %r = tp.call_method "sigmoid"(%x) : (!tp.any) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @hardshrink_bool
// CHECK:      %r = tp.call_method "hardshrink"(%x)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xi1>
tp.program @hardshrink_bool {
  %x = tp.placeholder "x" : tensor<2x3xi1>
  %r = tp.call_method "hardshrink"(%x) : (tensor<2x3xi1>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// Scales of elu, an unknown form of gelu, a threshold without value.

// CHECK-LABEL: tp.program @elu_scale
// CHECK:      %r = tp.call_function "tensorplay.functional.elu"(%x, 1.0, 2, 1)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @elu_scale {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.elu"(%x, 1.0, 2, 1) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @elu_input_scale
// CHECK:      %r = tp.call_method "elu"(%x, 1.0, 1.0, 0.5)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @elu_input_scale {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "elu"(%x, 1.0, 1.0, 0.5) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @gelu_form
// CHECK:      %r = tp.call_method "gelu"(%x, "erf")
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @gelu_form {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "gelu"(%x, "erf") : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @threshold_value
// CHECK:      %r = tp.call_method "threshold"(%x, 0.5)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @threshold_value {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "threshold"(%x, 0.5) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// Calls that write their input.

// CHECK-LABEL: tp.program @silu_inplace
// CHECK:      %r = tp.call_function "tensorplay.nn.functional.silu"(%x, inplace = True)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @silu_inplace {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.nn.functional.silu"(%x, inplace = True) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @threshold_inplace
// CHECK:      %r = tp.call_function "tensorplay.nn.functional.threshold"(%x, 0.1, 2.0, inplace = True)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @threshold_inplace {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.nn.functional.threshold"(%x, 0.1, 2.0, inplace = True) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @mish_inplace
// CHECK:      %r = tp.call_function "tensorplay.nn.functional.mish"(%x, True)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @mish_inplace {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.nn.functional.mish"(%x, True) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @selu_inplace
// CHECK:      %r = tp.call_function "tensorplay.nn.functional.selu"(%x, inplace = True)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @selu_inplace {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.nn.functional.selu"(%x, inplace = True) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @leaky_relu_inplace
// CHECK:      %r = tp.call_function "tensorplay.nn.functional.leaky_relu"(%x, 0.1, True)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @leaky_relu_inplace {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.nn.functional.leaky_relu"(%x, 0.1, True) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @relu6_inplace
// CHECK:      %r = tp.call_function "tensorplay.nn.functional.relu6"(%x, True)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @relu6_inplace {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.nn.functional.relu6"(%x, True) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @hardtanh_inplace
// CHECK:      %r = tp.call_function "tensorplay.nn.functional.hardtanh"(%x, -1.0, 1.0, True)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @hardtanh_inplace {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.nn.functional.hardtanh"(%x, -1.0, 1.0, True) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @hardsigmoid_inplace
// CHECK:      %r = tp.call_function "tensorplay.nn.functional.hardsigmoid"(%x, True)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @hardsigmoid_inplace {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.nn.functional.hardsigmoid"(%x, True) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @elu_inplace
// CHECK:      %r = tp.call_function "tensorplay.nn.functional.elu"(%x, 1.0, True)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @elu_inplace {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.nn.functional.elu"(%x, 1.0, True) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// A function of this name that is not tensorplay's.

// CHECK-LABEL: tp.program @foreign
// CHECK:      %r = tp.call_function "mymodule.silu"(%x)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @foreign {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "mymodule.silu"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @torch
// CHECK:      %r = tp.call_function "torch.nn.functional.silu"(%x)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @torch {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "torch.nn.functional.silu"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @aten
// CHECK:      %r = tp.call_function "aten.silu.default"(%x)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @aten {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "aten.silu.default"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}
