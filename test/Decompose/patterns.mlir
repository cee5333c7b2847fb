// Patterns in PDLL and in PDL.

// RUN: tp-opt %s --decompose=patterns=%S/Inputs/patterns.pdll | FileCheck %s
// RUN: mlir-pdll -x=mlir %S/Inputs/patterns.pdll -o %t.mlir
// RUN: tp-opt %s --decompose=patterns=%t.mlir | FileCheck %s
// RUN: not tp-opt %s --decompose=patterns=%t.none.mlir 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: echo 'Pattern {' > %t.bad.pdll
// RUN: not tp-opt %s --decompose=patterns=%t.bad.pdll 2>&1 | FileCheck %s --check-prefix=BAD

// MISSING: none.mlir
// BAD: bad.pdll: expected PDLL that 'mlir-pdll' compiles

tp.schema "mylib::gelu(Tensor x, str how, int n, *, int[] dims) -> Tensor"

// CHECK-LABEL: tp.program @typed
// CHECK:         %sigmoid = tp.call_function "aten.sigmoid.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%x, %sigmoid) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:    %addcmul = tp.call_function "aten.addcmul.default"(%mul, %x, %x) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:    %gelu_1 = tp.call_function "mylib.gelu.default"(%addcmul, "none", 2, dims = [1, 0])
// CHECK-NEXT:    tp.output (%gelu_1,)
tp.program @typed {
  %x = tp.placeholder "x" : tensor<2xf32>
  %silu = tp.call_function "aten.silu.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %prod = tp.call_function "aten.mul.Tensor"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %sum = tp.call_function "aten.add.Tensor"(%silu, %prod) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %gelu = tp.call_function "aten.gelu.default"(%sum) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%gelu,) : tensor<2xf32>
}
