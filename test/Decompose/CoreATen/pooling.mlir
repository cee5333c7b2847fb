// Pooling along one dimension, adaptive pooling, unpooling, windows.

// RUN: tp-opt %s --decompose | FileCheck %s

// CHECK-LABEL: tp.program @max_pool1d
// CHECK:         %unsqueeze = tp.call_function "aten.unsqueeze.default"(%x, 1)
// CHECK-NEXT:    %getitem, %getitem_1 = tp.call_function "aten.max_pool2d_with_indices.default"(%unsqueeze, [1, 3], [], [0, 1])
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%getitem, [-2])
// CHECK-NEXT:    %squeeze_1 = tp.call_function "aten.squeeze.dims"(%getitem_1, [-2])
// CHECK-NEXT:    tp.output (%squeeze, %squeeze_1)
tp.program @max_pool1d {
  %x = tp.placeholder "x" : tensor<3x10xf32>
  %r, %i = tp.call_function "aten.max_pool1d_with_indices.default"(%x, [3], [], [1]) : (tensor<3x10xf32>) -> (tensor<3x4xf32>, tensor<3x4xi64>)
  tp.output (%r, %i) : tensor<3x4xf32>, tensor<3x4xi64>
}

// CHECK-LABEL: tp.program @avg_pool1d
// CHECK:         %unsqueeze = tp.call_function "aten.unsqueeze.default"(%x, 2)
// CHECK-NEXT:    %avg_pool2d = tp.call_function "aten.avg_pool2d.default"(%unsqueeze, [1, 3], [1, 2], [0, 1], True, False)
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%avg_pool2d, [-2])
// CHECK-NEXT:    tp.output (%squeeze,)
tp.program @avg_pool1d {
  %x = tp.placeholder "x" : tensor<2x3x10xf32>
  %r = tp.call_function "aten.avg_pool1d.default"(%x, [3], [2], [1], True, False) : (tensor<2x3x10xf32>) -> tensor<2x3x6xf32>
  tp.output (%r,) : tensor<2x3x6xf32>
}

// One element for all is their mean.

// CHECK-LABEL: tp.program @adaptive_one
// CHECK:         %mean = tp.call_function "aten.mean.dim"(%x, [-1, -2, -3], True)
// CHECK-NEXT:    tp.output (%mean,)
tp.program @adaptive_one {
  %x = tp.placeholder "x" : tensor<2x3x4x5x6xf32>
  %r = tp.call_function "aten.adaptive_avg_pool3d.default"(%x, [1, 1, 1]) : (tensor<2x3x4x5x6xf32>) -> tensor<2x3x1x1x1xf32>
  tp.output (%r,) : tensor<2x3x1x1x1xf32>
}

// CHECK-LABEL: tp.program @adaptive_max_pool1d
// CHECK:         %unsqueeze = tp.call_function "aten.unsqueeze.default"(%x, 2)
// CHECK-NEXT:    %getitem, %getitem_1 = tp.call_function "aten.adaptive_max_pool2d.default"(%unsqueeze, [1, 4])
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%getitem, [-2])
// CHECK-NEXT:    tp.output (%squeeze,)
tp.program @adaptive_max_pool1d {
  %x = tp.placeholder "x" : tensor<2x3x10xf32>
  %r, %i = tp.call_function "aten.adaptive_max_pool1d.default"(%x, [4]) : (tensor<2x3x10xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xi64>)
  tp.output (%r,) : tensor<2x3x4xf32>
}

// CHECK-LABEL: tp.program @max_unpool2d
// CHECK:         %full = tp.call_function "aten.full.default"([2, 3, 20], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %view = tp.call_function "aten.view.default"(%i, [2, 3, 4])
// CHECK-NEXT:    %view_1 = tp.call_function "aten.view.default"(%x, [2, 3, 4])
// CHECK-NEXT:    %scatter = tp.call_function "aten.scatter.src"(%full, -1, %view, %view_1)
// CHECK-NEXT:    %view_2 = tp.call_function "aten.view.default"(%scatter, [2, 3, 4, 5])
// CHECK-NEXT:    tp.output (%view_2,)
tp.program @max_unpool2d {
  %x = tp.placeholder "x" : tensor<2x3x2x2xf32>
  %i = tp.placeholder "i" : tensor<2x3x2x2xi64>
  %r = tp.call_function "aten.max_unpool2d.default"(%x, %i, [4, 5]) : (tensor<2x3x2x2xf32>, tensor<2x3x2x2xi64>) -> tensor<2x3x4x5xf32>
  tp.output (%r,) : tensor<2x3x4x5xf32>
}

// CHECK-LABEL: tp.program @im2col
// CHECK:         %unsqueeze = tp.call_function "aten.unsqueeze.default"(%x, 0)
// CHECK-NEXT:    %arange = tp.call_function "aten.arange.start_step"(0, 5, 2, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %unsqueeze_1 = tp.call_function "aten.unsqueeze.default"(%arange, 0)
// CHECK-NEXT:    %arange_1 = tp.call_function "aten.arange.start_step"(0, 2, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %unsqueeze_2 = tp.call_function "aten.unsqueeze.default"(%arange_1, -1)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%unsqueeze_1, %unsqueeze_2)
// CHECK-NEXT:    %arange_2 = tp.call_function "aten.arange.start_step"(0, 7, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %unsqueeze_3 = tp.call_function "aten.unsqueeze.default"(%arange_2, 0)
// CHECK-NEXT:    %arange_3 = tp.call_function "aten.arange.start_step"(0, 3, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %unsqueeze_4 = tp.call_function "aten.unsqueeze.default"(%arange_3, -1)
// CHECK-NEXT:    %add_1 = tp.call_function "aten.add.Tensor"(%unsqueeze_3, %unsqueeze_4)
// CHECK-NEXT:    %constant_pad_nd = tp.call_function "aten.constant_pad_nd.default"(%unsqueeze, [1, 1, 0, 0])
// CHECK-NEXT:    %unsqueeze_5 = tp.call_function "aten.unsqueeze.default"(%add, -1)
// CHECK-NEXT:    %unsqueeze_6 = tp.call_function "aten.unsqueeze.default"(%unsqueeze_5, -1)
// CHECK-NEXT:    %index = tp.call_function "aten.index.Tensor"(%constant_pad_nd, [None, None, %unsqueeze_6, %add_1])
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%index, [0, 1, 2, 4, 3, 5])
// CHECK-NEXT:    %clone = tp.call_function "aten.clone.default"(%permute, memory_format = contiguous_format)
// CHECK-NEXT:    %view = tp.call_function "aten.view.default"(%clone, [1, 18, 21])
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%view, [0])
// CHECK-NEXT:    tp.output (%squeeze,)
tp.program @im2col {
  %x = tp.placeholder "x" : tensor<3x6x7xf32>
  %r = tp.call_function "aten.im2col.default"(%x, [2, 3], [1, 1], [0, 1], [2, 1]) : (tensor<3x6x7xf32>) -> tensor<18x21xf32>
  tp.output (%r,) : tensor<18x21xf32>
}

// Without a rank nothing is known.

// CHECK-LABEL: tp.program @untyped
// CHECK:         %r = tp.call_function "aten.max_pool1d.default"(%x, [3])
// CHECK-NEXT:    tp.output (%r,)
tp.program @untyped {
  %x = tp.placeholder "x" : !tp.any
  %r = tp.call_function "aten.max_pool1d.default"(%x, [3]) : (!tp.any) -> !tp.any
  tp.output (%r,) : !tp.any
}
