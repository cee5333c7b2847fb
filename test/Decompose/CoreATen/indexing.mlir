// Indices, differences, sequences.

// RUN: tp-opt %s --decompose | FileCheck %s

// Few elements are compared one by one, many are searched; the sum over bool
// stays.

// CHECK-LABEL: tp.program @isin
// CHECK:         %view = tp.call_function "aten.view.default"(%x, [4, 1])
// CHECK-NEXT:    %eq = tp.call_function "aten.eq.Tensor"(%view, %few)
// CHECK-NEXT:    %any_1 = tp.call_function "aten.any.dims"(%eq, [-1])
// CHECK-NEXT:    %{{.*}}, %{{.*}} = tp.call_function "aten.sort.default"(%many)
// CHECK-NEXT:    tp.call_function "aten.searchsorted.Tensor"(
tp.program @isin {
  %x = tp.placeholder "x" : tensor<4xi64>
  %few = tp.placeholder "few" : tensor<3xi64>
  %many = tp.placeholder "many" : tensor<50xi64>
  %a = tp.call_function "aten.isin.Tensor_Tensor"(%x, %few) : (tensor<4xi64>, tensor<3xi64>) -> tensor<4xi1>
  %b = tp.call_function "aten.isin.Tensor_Tensor"(%x, %many) : (tensor<4xi64>, tensor<50xi64>) -> tensor<4xi1>
  tp.output (%a, %b) : tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: tp.program @index_add
// CHECK:         %index_add = tp.call_function "aten.index_add.default"(%b, 0, %i, %b)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%x, 2)
// CHECK-NEXT:    %index_put = tp.call_function "aten.index_put.default"(%x, [None, %i], %mul, True)
// CHECK-NEXT:    tp.output (%index_add, %index_put)
tp.program @index_add {
  %x = tp.placeholder "x" : tensor<2x2xf32>
  %b = tp.placeholder "b" : tensor<2xi1>
  %i = tp.placeholder "i" : tensor<2xi64>
  %stays = tp.call_function "aten.index_add.default"(%b, 0, %i, %b) as "index_add" : (tensor<2xi1>, tensor<2xi64>, tensor<2xi1>) -> tensor<2xi1>
  %r = tp.call_function "aten.index_add.default"(%x, -1, %i, %x, alpha = 2) : (tensor<2x2xf32>, tensor<2xi64>, tensor<2x2xf32>) -> tensor<2x2xf32>
  tp.output (%stays, %r) : tensor<2xi1>, tensor<2x2xf32>
}

// Without elements the rule of trapezoid does not hold.

// CHECK-LABEL: tp.program @trapezoid
// CHECK:         %trapezoid = tp.call_function "aten.trapezoid.dx"(%x)
tp.program @trapezoid {
  %x = tp.placeholder "x" : tensor<2x0xf32>
  %r = tp.call_function "aten.trapezoid.dx"(%x) as "trapezoid" : (tensor<2x0xf32>) -> tensor<2xf32>
  tp.output (%r,) : tensor<2xf32>
}

// The dtype of integers: the ends are cut off, and the rest is computed in
// float64. Complex sequences stay.

// CHECK-LABEL: tp.program @linspace
// CHECK:         tp.call_function "aten.mul.Tensor"(%{{.*}}, 3.0)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%{{.*}}, 0)
// CHECK:         %[[R:.*]] = tp.call_function "aten._to_copy.default"(%where, dtype = int64)
// CHECK-NEXT:    %linspace = tp.call_function "aten.linspace.default"(0, 1, 4, dtype = complex64)
// CHECK-NEXT:    tp.output (%[[R]], %linspace)
tp.program @linspace {
  %r = tp.call_function "aten.linspace.default"(0.5, 9.5, 4, dtype = int64) : () -> tensor<4xi64>
  %c = tp.call_function "aten.linspace.default"(0, 1, 4, dtype = complex64) as "linspace" : () -> tensor<4xcomplex<f32>>
  tp.output (%r, %c) : tensor<4xi64>, tensor<4xcomplex<f32>>
}
