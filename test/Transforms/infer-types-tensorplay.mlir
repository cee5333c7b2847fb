// Types of what graphs of tensorplay (and of torch.fx) call: methods with sizes one by one,
// subscripts, several results in one value, and what differs from torch.

// RUN: tp-opt %s --infer-types | FileCheck %s

// CHECK-LABEL: tp.program @sizes
tp.program @sizes {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  // CHECK: %reshape = {{.*}} -> tensor<2x6xf32>
  %reshape = tp.call_method "reshape"(%x, 2, -1) : (tensor<4x3xf32>) -> !tp.any
  // CHECK: %permute = {{.*}} -> tensor<3x4xf32, #tp.shape<[3, 4], strides = [1, 3]>>
  %permute = tp.call_method "permute"(%x, 1, 0) : (tensor<4x3xf32>) -> !tp.any
  // CHECK: %expand = {{.*}} -> tensor<5x4x3xf32,
  %expand = tp.call_method "expand"(%x, 5, -1, -1) : (tensor<4x3xf32>) -> !tp.any
  tp.output (%reshape, %permute, %expand) : !tp.any, !tp.any, !tp.any
}

// CHECK-LABEL: tp.program @subscripts
tp.program @subscripts dims(s in [2, 64]) {
  %x = tp.placeholder "x" : tensor<4x3x5xf32>
  %y = tp.placeholder "y" : tensor<?x3xf32, #tp.shape<[s, 3]>>
  %i = tp.placeholder "i" : tensor<2xi64>
  // CHECK: %a = {{.*}} -> tensor<3x5xf32>
  %a = tp.call_function "_operator.getitem"(%x, 0) : (tensor<4x3x5xf32>) -> !tp.any
  // CHECK: %b = {{.*}} -> tensor<4x5xf32, #tp.shape<[4, 5], strides = [15, 1], offset = 10>>
  %b = tp.call_function "_operator.getitem"(%x, (slice(None, None, None), -1)) : (tensor<4x3x5xf32>) -> !tp.any
  // CHECK: %c = {{.*}} -> tensor<4x3x1x2xf32,
  %c = tp.call_function "_operator.getitem"(%x, (..., None, slice(1, 5, 2))) : (tensor<4x3x5xf32>) -> !tp.any
  // CHECK: %d = {{.*}} -> tensor<1x3x5xf32,
  %d = tp.call_function "_operator.getitem"(%x, slice(-1, None, None)) : (tensor<4x3x5xf32>) -> !tp.any
  // CHECK: %e = {{.*}} -> tensor<?x3xf32, #tp.shape<[s - 1, 3]
  %e = tp.call_function "_operator.getitem"(%y, slice(1, None, None)) : (tensor<?x3xf32, #tp.shape<[s, 3]>>) -> !tp.any
  // A mask, a tensor of indices, a bound that is computed: not known.
  // CHECK: %f = {{.*}} -> !tp.any
  %f = tp.call_function "_operator.getitem"(%x, True) : (tensor<4x3x5xf32>) -> !tp.any
  // CHECK: %g = {{.*}} -> !tp.any
  %g = tp.call_function "_operator.getitem"(%x, %i) : (tensor<4x3x5xf32>, tensor<2xi64>) -> !tp.any
  // CHECK: %h = {{.*}} -> !tp.any
  %h = tp.call_function "_operator.getitem"(%x, slice(%i, None, None)) : (tensor<4x3x5xf32>, tensor<2xi64>) -> !tp.any
  tp.output (%a, %b, %c, %d, %e, %f, %g, %h) : !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any
}

// CHECK-LABEL: tp.program @several
tp.program @several {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  // CHECK: %max = {{.*}} -> !tp.tuple<tensor<4xf32>, tensor<4xi64>>
  %max = tp.call_method "max"(%x, 1) : (tensor<4x3xf32>) -> !tp.any
  // CHECK: %index = {{.*}} -> tensor<4xi64>
  %index = tp.call_function "_operator.getitem"(%max, 1) : (!tp.any) -> !tp.any
  // CHECK: %chunk = {{.*}} -> !tp.list<tensor<2x3xf32>, tensor<2x3xf32{{.*}}>>
  %chunk = tp.call_method "chunk"(%x, 2) : (tensor<4x3xf32>) -> !tp.any
  // CHECK: %part = {{.*}} -> tensor<2x3xf32>
  %part = tp.call_function "_operator.getitem"(%chunk, 0) : (!tp.any) -> !tp.any
  tp.output (%index, %part) : !tp.any, !tp.any
}

// Arguments that operators have not: no dtype, and inplace.
// CHECK-LABEL: tp.program @arguments
tp.program @arguments {
  %x = tp.placeholder "x" : tensor<4x3xf16>
  // CHECK: %softmax = {{.*}} -> tensor<4x3xf16>
  %softmax = tp.call_function "tensorplay.functional.softmax"(%x, 1, function("tensorplay.DType.undefined")) : (tensor<4x3xf16>) -> !tp.any
  // CHECK: %double = {{.*}} -> tensor<4x3xf64>
  %double = tp.call_method "softmax"(%x, 1, float64) : (tensor<4x3xf16>) -> !tp.any
  // CHECK: %silu = {{.*}} -> tensor<4x3xf16>
  %silu = tp.call_function "tensorplay.nn.functional.silu"(%x, inplace = False) : (tensor<4x3xf16>) -> !tp.any
  tp.output (%softmax, %double, %silu) : !tp.any, !tp.any, !tp.any
}

// tensorplay computes with truth values and integers in its own way. What it makes of them is
// not guessed.
// CHECK-LABEL: tp.program @integers
tp.program @integers {
  %i = tp.placeholder "i" : tensor<4xi64>
  %b = tp.placeholder "b" : tensor<4xi1>
  %x = tp.placeholder "x" : tensor<4xf32>
  // CHECK: %silu = {{.*}} -> !tp.any
  %silu = tp.call_function "tensorplay.functional.silu"(%i) : (tensor<4xi64>) -> !tp.any
  // CHECK: %hardtanh = {{.*}} -> !tp.any
  %hardtanh = tp.call_method "hardtanh"(%i) : (tensor<4xi64>) -> !tp.any
  // CHECK: %add = {{.*}} -> !tp.any
  %add = tp.call_function "_operator.add"(%b, 1) : (tensor<4xi1>) -> !tp.any
  // CHECK: %mul = {{.*}} -> tensor<4xi64>
  %mul = tp.call_function "_operator.mul"(%b, %i) : (tensor<4xi1>, tensor<4xi64>) -> !tp.any
  // CHECK: %clamp = {{.*}} -> !tp.any
  %clamp = tp.call_method "clamp"(%i, 0.5) : (tensor<4xi64>) -> !tp.any
  // CHECK: %whole = {{.*}} -> tensor<4xi64>
  %whole = tp.call_method "clamp"(%i, 0, 2) : (tensor<4xi64>) -> !tp.any
  // CHECK: %pow = {{.*}} -> !tp.any
  %pow = tp.call_function "_operator.pow"(2.0, %x) : (tensor<4xf32>) -> !tp.any
  // CHECK: %two = {{.*}} -> tensor<4xf32>
  %two = tp.call_function "_operator.pow"(2, %x) : (tensor<4xf32>) -> !tp.any
  // CHECK: %sigmoid = {{.*}} -> tensor<4xf32>
  %sigmoid = tp.call_method "sigmoid"(%i) : (tensor<4xi64>) -> !tp.any
  tp.output (%silu, %hardtanh, %add, %mul, %clamp, %whole, %pow, %two, %sigmoid) : !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any
}

// torch's own.
// CHECK-LABEL: tp.program @torch
tp.program @torch {
  %i = tp.placeholder "i" : tensor<4xi64>
  %b = tp.placeholder "b" : tensor<4xi1>
  // CHECK: %hardtanh = {{.*}} -> tensor<4xi64>
  %hardtanh = tp.call_function "torch.nn.functional.hardtanh"(%i) : (tensor<4xi64>) -> !tp.any
  // CHECK: %add = {{.*}} -> tensor<4xi64>
  %add = tp.call_function "_operator.add"(%b, 1) : (tensor<4xi1>) -> !tp.any
  // CHECK: %clamp = {{.*}} -> tensor<4xf32>
  %clamp = tp.call_method "clamp"(%i, 0.5) : (tensor<4xi64>) -> !tp.any
  tp.output (%hardtanh, %add, %clamp) : !tp.any, !tp.any, !tp.any
}
