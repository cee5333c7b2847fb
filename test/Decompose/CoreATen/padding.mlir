// Pads that read elements at computed indices.

// RUN: tp-opt %s --decompose | FileCheck %s

// CHECK-LABEL: tp.program @reflect
// CHECK:         %arange = tp.call_function "aten.arange.start_step"(-2, 6, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %abs_1 = tp.call_function "aten.abs.default"(%arange)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(4, %abs_1)
// CHECK-NEXT:    %abs_2 = tp.call_function "aten.abs.default"(%sub)
// CHECK-NEXT:    %sub_1 = tp.call_function "aten.sub.Tensor"(4, %abs_2)
// CHECK-NEXT:    %index = tp.call_function "aten.index.Tensor"(%x, [None, None, %sub_1])
// CHECK-NEXT:    tp.output (%index,)
tp.program @reflect {
  %x = tp.placeholder "x" : tensor<2x3x5xf32>
  %r = tp.call_function "aten.pad.default"(%x, [2, 1], "reflect") : (tensor<2x3x5xf32>) -> tensor<2x3x8xf32>
  tp.output (%r,) : tensor<2x3x8xf32>
}

// A dimension between padded ones has an index, too.

// CHECK-LABEL: tp.program @between
// CHECK:         %arange = tp.call_function "aten.arange.start_step"(-1, 6, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %clamp = tp.call_function "aten.clamp.default"(%arange, 0, 4)
// CHECK-NEXT:    %arange_1 = tp.call_function "aten.arange.start_step"(0, 4, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %unsqueeze = tp.call_function "aten.unsqueeze.default"(%arange_1, -1)
// CHECK-NEXT:    %arange_2 = tp.call_function "aten.arange.start_step"(-2, 3, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %clamp_1 = tp.call_function "aten.clamp.default"(%arange_2, 0, 2)
// CHECK-NEXT:    %unsqueeze_1 = tp.call_function "aten.unsqueeze.default"(%clamp_1, -1)
// CHECK-NEXT:    %unsqueeze_2 = tp.call_function "aten.unsqueeze.default"(%unsqueeze_1, -1)
// CHECK-NEXT:    %index = tp.call_function "aten.index.Tensor"(%x, [None, None, %unsqueeze_2, %unsqueeze, %clamp])
// CHECK-NEXT:    tp.output (%index,)
tp.program @between {
  %x = tp.placeholder "x" : tensor<1x2x3x4x5xf32>
  %r = tp.call_function "aten.pad.default"(%x, [1, 1, 0, 0, 2, 0], "replicate") : (tensor<1x2x3x4x5xf32>) -> tensor<1x2x5x4x7xf32>
  tp.output (%r,) : tensor<1x2x5x4x7xf32>
}

// The circle is of what negative pads leave.

// CHECK-LABEL: tp.program @circular_crop
// CHECK:         %arange = tp.call_function "aten.arange.start_step"(0, 6, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %remainder = tp.call_function "aten.remainder.Scalar"(%arange, 4)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%remainder, 1)
// CHECK-NEXT:    %index = tp.call_function "aten.index.Tensor"(%x, [None, None, %add])
// CHECK-NEXT:    tp.output (%index,)
tp.program @circular_crop {
  %x = tp.placeholder "x" : tensor<2x3x5xf32>
  %r = tp.call_function "aten._pad_circular.default"(%x, [-1, 2]) : (tensor<2x3x5xf32>) -> tensor<2x3x6xf32>
  tp.output (%r,) : tensor<2x3x6xf32>
}

// CHECK-LABEL: tp.program @nothing
// CHECK:         %clone = tp.call_function "aten.clone.default"(%x)
// CHECK-NEXT:    tp.output (%clone,)
tp.program @nothing {
  %x = tp.placeholder "x" : tensor<2x3x5xf32>
  %r = tp.call_function "aten.pad.default"(%x, [0, 0], "circular") : (tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  tp.output (%r,) : tensor<2x3x5xf32>
}

// CHECK-LABEL: tp.program @symbolic
// CHECK:         %sym_size = tp.call_function "aten.sym_size.int"(%x, 2)
// CHECK-NEXT:    %add = tp.call_function "_operator.add"(%sym_size, 2)
// CHECK-NEXT:    %arange = tp.call_function "aten.arange.start_step"(-1, %add, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %sub = tp.call_function "_operator.sub"(%sym_size, 1)
// CHECK-NEXT:    %clamp = tp.call_function "aten.clamp.default"(%arange, 0, %sub)
// CHECK-NEXT:    %index = tp.call_function "aten.index.Tensor"(%x, [None, None, %clamp])
// CHECK-NEXT:    tp.output (%index,)
tp.program @symbolic dims(s in [4, 64]) {
  %x = tp.placeholder "x" : tensor<2x3x?xf32, #tp.shape<[2, 3, s]>>
  %r = tp.call_function "aten.replication_pad1d.default"(%x, [1, 2]) : (tensor<2x3x?xf32, #tp.shape<[2, 3, s]>>) -> tensor<2x3x?xf32, #tp.shape<[2, 3, s + 3]>>
  tp.output (%r,) : tensor<2x3x?xf32, #tp.shape<[2, 3, s + 3]>>
}

// CHECK-LABEL: tp.program @backward
// CHECK:         %arange = tp.call_function "aten.arange.start_step"(-1, 6, dtype = int64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %abs_1 = tp.call_function "aten.abs.default"(%arange)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(3, %abs_1)
// CHECK-NEXT:    %abs_2 = tp.call_function "aten.abs.default"(%sub)
// CHECK-NEXT:    %sub_1 = tp.call_function "aten.sub.Tensor"(3, %abs_2)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([2, 3, 4], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %index_put = tp.call_function "aten.index_put.default"(%full, [None, None, %sub_1], %g, True)
// CHECK-NEXT:    tp.output (%index_put,)
tp.program @backward {
  %g = tp.placeholder "g" : tensor<2x3x7xf32>
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %r = tp.call_function "aten.reflection_pad1d_backward.default"(%g, %x, [1, 2]) : (tensor<2x3x7xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  tp.output (%r,) : tensor<2x3x4xf32>
}

// What would read past the other end stays, and is torch's error.

// CHECK-LABEL: tp.program @too_far
// CHECK:         %r = tp.call_function "aten.reflection_pad1d.default"(%x, [2, 0])
// CHECK-NEXT:    tp.output (%r,)
tp.program @too_far {
  %x = tp.placeholder "x" : tensor<2x3x2xf32>
  %r = tp.call_function "aten.reflection_pad1d.default"(%x, [2, 0]) : (tensor<2x3x2xf32>) -> tensor<2x3x4xf32>
  tp.output (%r,) : tensor<2x3x4xf32>
}
