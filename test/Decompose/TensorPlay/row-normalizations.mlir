// softmax and log_softmax of tensorplay, which have a table of their own.

// RUN: tp-opt %s --decompose=tables=tensorplay-rows | FileCheck %s

// CHECK-LABEL: tp.program @softmax
// CHECK:      %amax = tp.call_method "amax"(%x, [-1], True)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%x, %amax)
// CHECK-NEXT: %exp = tp.call_method "exp"(%sub)
// CHECK-NEXT: %sum_1 = tp.call_method "sum"(%exp, -1, True)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%exp, %sum_1)
// CHECK-NEXT: tp.output (%truediv,) : tensor<2x3xf32>
tp.program @softmax {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "softmax"(%x, -1) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @log_softmax
// CHECK:      %amax = tp.call_method "amax"(%x, [1], True)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%x, %amax)
// CHECK-NEXT: %exp = tp.call_method "exp"(%sub)
// CHECK-NEXT: %sum_1 = tp.call_method "sum"(%exp, 1, True)
// CHECK-NEXT: %log = tp.call_method "log"(%sum_1)
// CHECK-NEXT: %sub_1 = tp.call_function "_operator.sub"(%sub, %log)
// CHECK-NEXT: tp.output (%sub_1,) : tensor<2x3xf64>
tp.program @log_softmax {
  %x = tp.placeholder "x" : tensor<2x3xf64>
  %r = tp.call_function "tensorplay.functional.log_softmax"(%x, 1, None) : (tensor<2x3xf64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @undefined
// CHECK:      %amax = tp.call_method "amax"(%x, [0], True)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%x, %amax)
// CHECK-NEXT: %exp = tp.call_method "exp"(%sub)
// CHECK-NEXT: %sum_1 = tp.call_method "sum"(%exp, 0, True)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%exp, %sum_1)
// CHECK-NEXT: tp.output (%truediv,) : tensor<2x3xf32>
tp.program @undefined {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_function "tensorplay.functional.softmax"(%x, 0, function("tensorplay.DType.undefined")) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// Sums of half precision are computed in float32.

// CHECK-LABEL: tp.program @softmax_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %amax = tp.call_method "amax"(%to, [1], True)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%to, %amax)
// CHECK-NEXT: %exp = tp.call_method "exp"(%sub)
// CHECK-NEXT: %sum_1 = tp.call_method "sum"(%exp, 1, True)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%exp, %sum_1)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%truediv, float16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xf16>
tp.program @softmax_half {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "softmax"(%x, dim = 1) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @log_softmax_half
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %amax = tp.call_method "amax"(%to, [1], True)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%to, %amax)
// CHECK-NEXT: %exp = tp.call_method "exp"(%sub)
// CHECK-NEXT: %sum_1 = tp.call_method "sum"(%exp, 1, True)
// CHECK-NEXT: %log = tp.call_method "log"(%sum_1)
// CHECK-NEXT: %sub_1 = tp.call_function "_operator.sub"(%sub, %log)
// CHECK-NEXT: %to_1 = tp.call_method "to"(%sub_1, bfloat16)
// CHECK-NEXT: tp.output (%to_1,) : tensor<2x3xbf16>
tp.program @log_softmax_half {
  %x = tp.placeholder "x" : tensor<2x3xbf16>
  %r = tp.call_method "log_softmax"(%x, dim = 1) : (tensor<2x3xbf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @softmax_integer
// CHECK:      %to = tp.call_method "to"(%x, float32)
// CHECK-NEXT: %amax = tp.call_method "amax"(%to, [1], True)
// CHECK-NEXT: %sub = tp.call_function "_operator.sub"(%to, %amax)
// CHECK-NEXT: %exp = tp.call_method "exp"(%sub)
// CHECK-NEXT: %sum_1 = tp.call_method "sum"(%exp, 1, True)
// CHECK-NEXT: %truediv = tp.call_function "_operator.truediv"(%exp, %sum_1)
// CHECK-NEXT: tp.output (%truediv,) : tensor<2x3xf32>
tp.program @softmax_integer {
  %x = tp.placeholder "x" : tensor<2x3xi64>
  %r = tp.call_method "softmax"(%x, 1) : (tensor<2x3xi64>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// Another dtype, dimensions that are no number, truth values, what is not known.

// CHECK-LABEL: tp.program @softmax_dtype
// CHECK:      %r = tp.call_method "softmax"(%x, 1, float64)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf64>
tp.program @softmax_dtype {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "softmax"(%x, 1, float64) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @softmax_list
// CHECK:      %r = tp.call_method "softmax"(%x, [1])
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @softmax_list {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "softmax"(%x, [1]) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @softmax_none
// CHECK:      %r = tp.call_method "softmax"(%x)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @softmax_none {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r = tp.call_method "softmax"(%x) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @softmax_bool
// CHECK:      %r = tp.call_method "softmax"(%x, 1)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @softmax_bool {
  %x = tp.placeholder "x" : tensor<2x3xi1>
  %r = tp.call_method "softmax"(%x, 1) : (tensor<2x3xi1>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @log_softmax_unknown
// CHECK:      %r = tp.call_method "log_softmax"(%x, 1)
// CHECK-NEXT: tp.output (%r,) : !tp.any
tp.program @log_softmax_unknown {
  %x = tp.placeholder "x" : !tp.any
  %r = tp.call_method "log_softmax"(%x, 1) : (!tp.any) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @log_softmax_dtype
// CHECK:      %r = tp.call_method "log_softmax"(%x, 1, dtype = float32)
// CHECK-NEXT: tp.output (%r,) : tensor<2x3xf32>
tp.program @log_softmax_dtype {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %r = tp.call_method "log_softmax"(%x, 1, dtype = float32) : (tensor<2x3xf16>) -> !tp.any
  tp.output (%r,) : !tp.any
}
