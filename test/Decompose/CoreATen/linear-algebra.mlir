// Products of matrices.

// RUN: tp-opt %s --decompose | FileCheck %s

// CHECK-LABEL: tp.program @linear
// CHECK:         %sym_size = tp.call_function "aten.sym_size.int"(%x, 0)
// CHECK-NEXT:    %mul = tp.call_function "_operator.mul"(%sym_size, 3)
// CHECK-NEXT:    %view = tp.call_function "aten.view.default"(%x, [%mul, 4])
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%w, [1, 0])
// CHECK-NEXT:    %addmm = tp.call_function "aten.addmm.default"(%b, %view, %permute)
// CHECK-NEXT:    %view_1 = tp.call_function "aten.view.default"(%addmm, [%sym_size, 3, 5])
// CHECK-NEXT:    tp.output (%view_1,)
tp.program @linear dims(s in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?x3x4xf32, #tp.shape<[s, 3, 4]>>
  %w = tp.placeholder "w" : tensor<5x4xf32>
  %b = tp.placeholder "b" : tensor<5xf32>
  %linear = tp.call_function "aten.linear.default"(%x, %w, %b) : (tensor<?x3x4xf32, #tp.shape<[s, 3, 4]>>, tensor<5x4xf32>, tensor<5xf32>) -> tensor<?x3x5xf32, #tp.shape<[s, 3, 5]>>
  tp.output (%linear,) : tensor<?x3x5xf32, #tp.shape<[s, 3, 5]>>
}

// Stacks are broadcast, and copied where a view cannot fold them.

// CHECK-LABEL: tp.program @matmul
// CHECK:         %view = tp.call_function "aten.view.default"(%x, [6, 4, 5])
// CHECK-NEXT:    %expand = tp.call_function "aten.expand.default"(%y, [2, 3, 5, 6])
// CHECK-NEXT:    %clone = tp.call_function "aten.clone.default"(%expand, memory_format = contiguous_format)
// CHECK-NEXT:    %view_1 = tp.call_function "aten.view.default"(%clone, [6, 5, 6])
// CHECK-NEXT:    %bmm = tp.call_function "aten.bmm.default"(%view, %view_1)
// CHECK-NEXT:    tp.call_function "aten.view.default"(%bmm, [2, 3, 4, 6])
tp.program @matmul {
  %x = tp.placeholder "x" : tensor<2x3x4x5xf32>
  %y = tp.placeholder "y" : tensor<3x5x6xf32>
  %matmul = tp.call_function "aten.matmul.default"(%x, %y) : (tensor<2x3x4x5xf32>, tensor<3x5x6xf32>) -> tensor<2x3x4x6xf32>
  tp.output (%matmul,) : tensor<2x3x4x6xf32>
}

// An untyped graph does not say the ranks.

// CHECK-LABEL: tp.program @untyped
// CHECK:         aten.matmul.default
tp.program @untyped {
  %x = tp.placeholder "x" : !tp.any
  %matmul = tp.call_function "aten.matmul.default"(%x, %x) : (!tp.any, !tp.any) -> !tp.any
  tp.output (%matmul,) : !tp.any
}

// CHECK-LABEL: tp.program @einsum
// CHECK:         %permute = tp.call_function "aten.permute.default"(%y, [0, 2, 1])
// CHECK-NEXT:    %bmm = tp.call_function "aten.bmm.default"(%x, %permute)
// CHECK-NEXT:    tp.output (%bmm,)
tp.program @einsum {
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %y = tp.placeholder "y" : tensor<2x5x4xf32>
  %einsum = tp.call_function "aten.einsum.default"("bij,bkj->bik", [%x, %y]) : (tensor<2x3x4xf32>, tensor<2x5x4xf32>) -> tensor<2x3x5xf32>
  tp.output (%einsum,) : tensor<2x3x5xf32>
}
