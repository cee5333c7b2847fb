// RUN: tp-opt %s --strip-symbolic-shapes | FileCheck %s
// RUN: tp-opt %s --strip-symbolic-shapes=keep-dims=false | FileCheck %s --check-prefix=NODIMS

// A state whose strides say where its elements are keeps them.
// CHECK-LABEL: tp.program @p dims(b in [1, 64])
// NODIMS-LABEL: tp.program @p {
// CHECK:      tp.state buffer @n : tensor<4xf32> = dense<1.{{0+}}e+00>
// CHECK-NEXT: tp.state parameter @w : tensor<4x3xf32, #tp.shape<[4, 3], strides = [1, 4]>>
// CHECK:      tp.graph @g
// CHECK:      tp.placeholder "i" : !tp.list<tensor<?xf32>, i64>
// CHECK:      %p_w = tp.placeholder parameter @w : tensor<4x3xf32>
// CHECK-NEXT: %x = tp.placeholder "x" : tensor<?x3xf32>
// CHECK-NEXT: %k = tp.placeholder "k" : i64
// CHECK-NEXT: %f = tp.placeholder "f" : f64
// CHECK-NEXT: %t = tp.placeholder "t" : i1
// CHECK-NEXT: %w = tp.get_attr @w : tensor<4x3xf32, #tp.shape<[4, 3], strides = [1, 4]>>
// CHECK-NEXT: %relu = tp.call_method "relu"(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
tp.program @p dims(b in [1, 64]) {
  tp.state buffer @n : tensor<4xf32, #tp.shape<[4], requires_grad>> = dense<1.0>
  tp.state parameter @w : tensor<4x3xf32, #tp.shape<[4, 3], strides = [1, 4]>>
  tp.graph @g {
    %i = tp.placeholder "i" : !tp.list<tensor<?xf32, #tp.shape<[b]>>, !tp.int<b>>
    tp.output (%i,) : !tp.list<tensor<?xf32, #tp.shape<[b]>>, !tp.int<b>>
  }
  %p_w = tp.placeholder parameter @w : tensor<4x3xf32, #tp.shape<[4, 3], strides = [1, 4]>>
  %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[b, 3]>>
  %k = tp.placeholder "k" : !tp.int<2*b>
  %f = tp.placeholder "f" : !tp.float
  %t = tp.placeholder "t" : !tp.bool
  %w = tp.get_attr @w : tensor<4x3xf32, #tp.shape<[4, 3], strides = [1, 4]>>
  %relu = tp.call_method "relu"(%x) : (tensor<?x3xf32, #tp.shape<[b, 3]>>) -> tensor<?x3xf32, #tp.shape<[b, 3]>>
  tp.output (%relu,) : tensor<?x3xf32, #tp.shape<[b, 3]>>
}
