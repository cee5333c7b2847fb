// Arithmetic of tensorplay.

// RUN: tp-opt %s --decompose=tables=tensorplay | FileCheck %s

// CHECK-LABEL: tp.program @reciprocal
// CHECK:      %truediv = tp.call_function "_operator.truediv"(1, %x)
// CHECK-NEXT: tp.output (%truediv,) : tensor<2x3xf16>
tp.program @reciprocal {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_function "tensorplay.functional.reciprocal"(%x) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @square
// CHECK:      %mul = tp.call_function "_operator.mul"(%x, %x)
// CHECK-NEXT: tp.output (%mul,) : tensor<2x3xi64>
tp.program @square {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %r = tp.call_method "square"(%x) : (tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @squared_difference
// CHECK:      %sub = tp.call_function "_operator.sub"(%x, %y)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%sub, %sub)
// CHECK-NEXT: tp.output (%mul,) : tensor<2x3xf32>
tp.program @squared_difference {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %r = tp.call_method "squared_difference"(%x, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// The dtype plays no part.

// CHECK-LABEL: tp.program @square_unknown
// CHECK:      %mul = tp.call_function "_operator.mul"(%x, %x)
// CHECK-NEXT: tp.output (%mul,) : !tp.any
tp.program @square_unknown {
  %x = tp.placeholder "x" : !tp.any
  %r = tp.call_method "square"(%x) : (!tp.any) -> !tp.any
  tp.output (%r,) : !tp.any
}

// A number as weight decides which end the result is computed from.

// CHECK-LABEL: tp.program @lerp
// CHECK:      %sub = tp.call_function "_operator.sub"(%y, %x)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%sub, 0.25)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%x, %mul)
// CHECK-NEXT: tp.output (%add,) : tensor<2x3xf32>
tp.program @lerp {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.lerp"(%x, %y, 0.25) : (tensor<2x3xf32>, tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @lerp_far
// CHECK:      %sub = tp.call_function "_operator.sub"(%y, %x)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%sub, 0.25)
// CHECK-NEXT: %sub_1 = tp.call_function "_operator.sub"(%y, %mul)
// CHECK-NEXT: tp.output (%sub_1,) : tensor<2x3xf32>
tp.program @lerp_far {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %r = tp.call_method "lerp"(%x, %y, weight = 0.75) : (tensor<2x3xf32>, tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// A tensor as weight decides element by element.

// CHECK-LABEL: tp.program @lerp_tensor
// CHECK:      %sub = tp.call_function "_operator.sub"(%y, %x)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%z, %sub)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%x, %mul)
// CHECK-NEXT: %sub_1 = tp.call_function "_operator.sub"(1, %z)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%sub_1, %sub)
// CHECK-NEXT: %sub_2 = tp.call_function "_operator.sub"(%y, %mul_1)
// CHECK-NEXT: %abs_1 = tp.call_method "abs"(%z)
// CHECK-NEXT: %lt = tp.call_function "_operator.lt"(%abs_1, 0.5)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%lt, %add, %sub_2)
// CHECK-NEXT: tp.output (%where,) : tensor<2x3xf64>
tp.program @lerp_tensor {
  %x = tp.placeholder "x" : tensor<2x3xf64>
  %y = tp.placeholder "y" : tensor<2x3xf64>
  %z = tp.placeholder "z" : tensor<2x3xf64>
  %r = tp.call_method "lerp"(%x, %y, %z) : (tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// Other dtypes are promoted, half precision computed in float32.

// CHECK-LABEL: tp.program @lerp_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%y, float32)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%to_1, %to)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%sub, 0.25)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%to, %mul)
// CHECK-NEXT: %to_2 = tp.call_method "to"(%add, float16)
// CHECK-NEXT: tp.output (%to_2,) : tensor<2x3xf16>
tp.program @lerp_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %y = tp.placeholder "y" : tensor<2x3xf16>
  %r = tp.call_method "lerp"(%x, %y, 0.25) : (tensor<2x3xf16>, tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @lerp_mixed
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%y, float32)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%to_1, %to)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%sub, 0.25)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%to, %mul)
// CHECK-NEXT: tp.output (%add,) : tensor<2x3xf32>
tp.program @lerp_mixed {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %r = tp.call_method "lerp"(%x, %y, 0.25) : (tensor<2x3xf16>, tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @lerp_integer
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%y, float32)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%to_1, %to)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%sub, 0.25)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%to, %mul)
// CHECK-NEXT: tp.output (%add,) : tensor<2x3xf32>
tp.program @lerp_integer {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %y = tp.placeholder "y" : tensor<2x3xi64>
  %r = tp.call_method "lerp"(%x, %y, 0.25) : (tensor<2x3xi64>, tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @lerp_tensor_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%y, float32)
// CHECK-NEXT: %to_2 = tp.call_method "to"(%z, float32)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%to_1, %to)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to_2, %sub)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%to, %mul)
// CHECK-NEXT: %sub_1 = tp.call_function "_operator.sub"(1, %to_2)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%sub_1, %sub)
// CHECK-NEXT: %sub_2 = tp.call_function "_operator.sub"(%to_1, %mul_1)
// CHECK-NEXT: %abs_1 = tp.call_method "abs"(%to_2)
// CHECK-NEXT: %lt = tp.call_function "_operator.lt"(%abs_1, 0.5)
// CHECK-NEXT: %where = tp.call_function "tensorplay.functional.where"(%lt, %add, %sub_2)
// CHECK-NEXT: %to_3 = tp.call_method "to"(%where, float16)
// CHECK-NEXT: tp.output (%to_3,) : tensor<2x3xf16>
tp.program @lerp_tensor_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %y = tp.placeholder "y" : tensor<2x3xf16>
  %z = tp.placeholder "z" : tensor<2x3xf16>
  %r = tp.call_method "lerp"(%x, %y, %z) : (tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @lerp_complex
// CHECK:      %r = tp.call_method "lerp"(%x, %y, 0.25)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xcomplex<f32>>
tp.program @lerp_complex {
  %x = tp.placeholder "x" : tensor<2x3xcomplex<f32>>
  %y = tp.placeholder "y" : tensor<2x3xcomplex<f32>>
  %r = tp.call_method "lerp"(%x, %y, 0.25) : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @lerp_unknown
// CHECK:      %r = tp.call_method "lerp"(%x, %y, 0.25)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @lerp_unknown {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : !tp.any
  %r = tp.call_method "lerp"(%x, %y, 0.25) : (tensor<2x3xf32>, !tp.any) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @lerp_weight
// CHECK:      %r = tp.call_method "lerp"(%x, %y)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @lerp_weight {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %r = tp.call_method "lerp"(%x, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @addcmul
// CHECK:      %mul = tp.call_function "_operator.mul"(%y, %z)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%x, %mul)
// CHECK-NEXT: tp.output (%add,) : tensor<2x3xf32>
tp.program @addcmul {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %z = tp.placeholder "z" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.addcmul"(%x, %y, %z, value = 1) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @addcmul_value
// CHECK:      %mul = tp.call_function "_operator.mul"(%y, 0.5)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%mul, %z)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%x, %mul_1)
// CHECK-NEXT: tp.output (%add,) : tensor<2x3xf32>
tp.program @addcmul_value {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %z = tp.placeholder "z" : tensor<2x3xf32>
  %r = tp.call_method "addcmul"(%x, %y, %z, value = 0.5) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @addcmul_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%y, float32)
// CHECK-NEXT: %to_2 = tp.call_method "to"(%z, float32)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to_1, 0.5)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%mul, %to_2)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%to, %mul_1)
// CHECK-NEXT: %to_3 = tp.call_method "to"(%add, float16)
// CHECK-NEXT: tp.output (%to_3,) : tensor<2x3xf16>
tp.program @addcmul_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %y = tp.placeholder "y" : tensor<2x3xf16>
  %z = tp.placeholder "z" : tensor<2x3xf16>
  %r = tp.call_method "addcmul"(%x, %y, %z, value = 0.5) : (tensor<2x3xf16>, tensor<2x3xf16>, tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// Of integers, the integer part of value.

// CHECK-LABEL: tp.program @addcmul_integer
// CHECK:      %mul = tp.call_function "_operator.mul"(%y, 2)
// CHECK-NEXT: %mul_1 = tp.call_function "_operator.mul"(%mul, %z)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%x, %mul_1)
// CHECK-NEXT: tp.output (%add,) : tensor<2x3xi64>
tp.program @addcmul_integer {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %y = tp.placeholder "y" : tensor<2x3xi64>
  %z = tp.placeholder "z" : tensor<2x3xi64>
  %r = tp.call_method "addcmul"(%x, %y, %z, value = 2.5) : (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @addcmul_mixed
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%y, float32)
// CHECK-NEXT: %to_2 = tp.call_method "to"(%z, float32)
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(%to_1, %to_2)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%to, %mul)
// CHECK-NEXT: tp.output (%add,) : tensor<2x3xf32>
tp.program @addcmul_mixed {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %z = tp.placeholder "z" : tensor<2x3xf32>
  %r = tp.call_method "addcmul"(%x, %y, %z) : (tensor<2x3xi64>, tensor<2x3xf32>, tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @addcmul_complex
// CHECK:      %mul = tp.call_function "_operator.mul"(%y, %z)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%x, %mul)
// CHECK-NEXT: tp.output (%add,) : tensor<2x3xcomplex<f32>>
tp.program @addcmul_complex {
  %x = tp.placeholder "x" : tensor<2x3xcomplex<f32>>
  %y = tp.placeholder "y" : tensor<2x3xcomplex<f32>>
  %z = tp.placeholder "z" : tensor<2x3xcomplex<f32>>
  %r = tp.call_method "addcmul"(%x, %y, %z) : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @addcmul_unknown
// CHECK:      %r = tp.call_method "addcmul"(%x, %y, %z)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @addcmul_unknown {
  %x = tp.placeholder "x" : !tp.any
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %z = tp.placeholder "z" : tensor<2x3xf32>
  %r = tp.call_method "addcmul"(%x, %y, %z) : (!tp.any, tensor<2x3xf32>, tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @addcdiv
// CHECK:      %truediv = tp.call_function "_operator.truediv"(%y, %z)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%x, %truediv)
// CHECK-NEXT: tp.output (%add,) : tensor<2x3xf32>
tp.program @addcdiv {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %z = tp.placeholder "z" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.addcdiv"(%x, %y, %z, value = 1) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @addcdiv_value
// CHECK:      %mul = tp.call_function "_operator.mul"(%y, 0.5)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%mul, %z)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%x, %truediv)
// CHECK-NEXT: tp.output (%add,) : tensor<2x3xf32>
tp.program @addcdiv_value {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %z = tp.placeholder "z" : tensor<2x3xf32>
  %r = tp.call_method "addcdiv"(%x, %y, %z, value = 0.5) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @addcdiv_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%y, float32)
// CHECK-NEXT: %to_2 = tp.call_method "to"(%z, float32)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%to_1, %to_2)
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%to, %truediv)
// CHECK-NEXT: %to_3 = tp.call_method "to"(%add, bfloat16)
// CHECK-NEXT: tp.output (%to_3,) : tensor<2x3xbf16>
tp.program @addcdiv_half {
  %x = tp.placeholder "x" : tensor<2x3xbf16>
  %y = tp.placeholder "y" : tensor<2x3xbf16>
  %z = tp.placeholder "z" : tensor<2x3xbf16>
  %r = tp.call_method "addcdiv"(%x, %y, %z) : (tensor<2x3xbf16>, tensor<2x3xbf16>, tensor<2x3xbf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// tensorplay refuses to divide integers.

// CHECK-LABEL: tp.program @addcdiv_integer
// CHECK:      %r = tp.call_method "addcdiv"(%x, %y, %z)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xi64>
tp.program @addcdiv_integer {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %y = tp.placeholder "y" : tensor<2x3xi64>
  %z = tp.placeholder "z" : tensor<2x3xi64>
  %r = tp.call_method "addcdiv"(%x, %y, %z) : (tensor<2x3xi64>, tensor<2x3xi64>, tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @clamp
// CHECK:      %clamp_min = tp.call_function "tensorplay.functional.clamp_min"(%x, 0.5)
// CHECK-NEXT: tp.output (%clamp_min,) : !tp.any
tp.program @clamp {
  %x = tp.placeholder "x" : !tp.any
  %r = tp.call_function "tensorplay.functional.clamp"(%x, 0.5, None) : (!tp.any) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @clamp_both
// CHECK:      %clamp_min = tp.call_function "tensorplay.functional.clamp_min"(%x, 0.5)
// CHECK-NEXT: %clamp_max = tp.call_function "tensorplay.functional.clamp_max"(%clamp_min, 2)
// CHECK-NEXT: tp.output (%clamp_max,) : !tp.any
tp.program @clamp_both {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %r = tp.call_method "clamp"(%x, 0.5, 2) : (tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @clamp_max
// CHECK:      %clamp_max = tp.call_function "tensorplay.functional.clamp_max"(%x, 1.0)
// CHECK-NEXT: tp.output (%clamp_max,) : tensor<2x3xf16>
tp.program @clamp_max {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "clamp"(%x, max = 1.0) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @clamp_tensor
// CHECK:      %clamp_min = tp.call_function "tensorplay.functional.clamp_min"(%x, %y)
// CHECK-NEXT: %clamp_max = tp.call_function "tensorplay.functional.clamp_max"(%clamp_min, %z)
// CHECK-NEXT: tp.output (%clamp_max,) : tensor<2x3xf32>
tp.program @clamp_tensor {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %z = tp.placeholder "z" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.clamp"(%x, %y, %z) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @clamp_one_tensor
// CHECK:      %clamp_min = tp.call_function "tensorplay.functional.clamp_min"(%x, %y)
// CHECK-NEXT: %clamp_max = tp.call_function "tensorplay.functional.clamp_max"(%clamp_min, 1.0)
// CHECK-NEXT: tp.output (%clamp_max,) : tensor<2x3xf32>
tp.program @clamp_one_tensor {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %r = tp.call_method "clamp"(%x, %y, 1.0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// No bound, and a bound of another dtype.

// CHECK-LABEL: tp.program @clamp_none
// CHECK:      %r = tp.call_method "clamp"(%x, None, None)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @clamp_none {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "clamp"(%x, None, None) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @clamp_dtype
// CHECK:      %r = tp.call_method "clamp"(%x, %y)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @clamp_dtype {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %r = tp.call_method "clamp"(%x, %y) : (tensor<2x3xf16>, tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @clamp_unknown
// CHECK:      %r = tp.call_method "clamp"(%x, max = %y)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @clamp_unknown {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : !tp.any
  %r = tp.call_method "clamp"(%x, max = %y) : (tensor<2x3xf32>, !tp.any) -> !tp.any
  tp.output (%r,) : !tp.any
}
