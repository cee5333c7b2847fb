// Preserved operators keep their decomposition beside them.

// RUN: tp-opt %s --decompose=preserve=aten.silu,aten.sin | FileCheck %s
// RUN: tp-opt %s --decompose=preserve=aten.silu,aten.sin --emit-bytecode | tp-opt --inline-fallbacks | FileCheck %s --check-prefix=INLINE
// RUN: tp-opt %s --decompose | FileCheck %s --check-prefix=INLINE

// CHECK:      tp.program @forward
// CHECK-NEXT:   tp.graph @silu_fallback_0 attributes {single_tensor_return} {
// CHECK-NEXT:     %[[A:.*]] = tp.placeholder "arg0"
// CHECK-NEXT:     %sigmoid = tp.call_function "aten.sigmoid.default"(%[[A]])
// CHECK-NEXT:     %mul = tp.call_function "aten.mul.Tensor"(%[[A]], %sigmoid)
// CHECK-NEXT:     tp.output %mul
// CHECK-NEXT:   }
// CHECK:        %silu = tp.call_function "aten.silu.default"(%x) {tp.fallback = @silu_fallback_0} :
// CHECK-NEXT:   %silu_1 = tp.call_function "aten.silu.default"(%silu) {tp.fallback = @silu_fallback_0} :
// CHECK-NEXT:   %sin = tp.call_function "aten.sin.default"(%silu_1) : (tensor<2xf32>)
// INLINE:       %sigmoid = tp.call_function "aten.sigmoid.default"(%x)
// INLINE-NEXT:  %mul = tp.call_function "aten.mul.Tensor"(%x, %sigmoid)
// INLINE-NEXT:  %sigmoid_1 = tp.call_function "aten.sigmoid.default"(%mul)
// INLINE-NEXT:  %mul_1 = tp.call_function "aten.mul.Tensor"(%mul, %sigmoid_1)
// INLINE-NEXT:  %sin = tp.call_function "aten.sin.default"(%mul_1) : (tensor<2xf32>)
tp.program @forward {
  tp.graph @silu_fallback {
    tp.output ()
  }
  %x = tp.placeholder "x" : tensor<2xf32>
  %silu = tp.call_function "aten.silu.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %silu_1 = tp.call_function "aten.silu.default"(%silu) : (tensor<2xf32>) -> tensor<2xf32>
  %sin = tp.call_function "aten.sin.default"(%silu_1) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%sin,) : tensor<2xf32>
}
