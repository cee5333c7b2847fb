// Upsampling by sizes and by factors.

// RUN: tp-opt %s --decompose | FileCheck %s

// CHECK-LABEL: tp.program @nearest
// CHECK:         %arange = tp.call_function "aten.arange.start_step"(0, 8, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%arange, 0.5)
// CHECK-NEXT:    %_to_copy = tp.call_function "aten._to_copy.default"(%mul, dtype = int64)
// CHECK-NEXT:    %index = tp.call_function "aten.index.Tensor"(%x, [None, None, %_to_copy])
// CHECK-NEXT:    tp.output (%index,)
tp.program @nearest {
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %r = tp.call_function "aten.upsample_nearest1d.vec"(%x, [8], None) : (tensor<2x3x4xf32>) -> tensor<2x3x8xf32>
  tp.output (%r,) : tensor<2x3x8xf32>
}

// A factor that is not that of the sizes may lead past the end.

// CHECK-LABEL: tp.program @nearest_factor
// CHECK:         %arange = tp.call_function "aten.arange.start_step"(0, 9, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%arange, 0.5)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%add, 0.5)
// CHECK-NEXT:    %_to_copy = tp.call_function "aten._to_copy.default"(%mul, dtype = int64)
// CHECK-NEXT:    %clamp = tp.call_function "aten.clamp.default"(%_to_copy, None, 3)
// CHECK-NEXT:    %index = tp.call_function "aten.index.Tensor"(%x, [None, None, %clamp])
// CHECK-NEXT:    tp.output (%index,)
tp.program @nearest_factor {
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %r = tp.call_function "aten._upsample_nearest_exact1d.default"(%x, [9], 2.0) : (tensor<2x3x4xf32>) -> tensor<2x3x9xf32>
  tp.output (%r,) : tensor<2x3x9xf32>
}

// CHECK-LABEL: tp.program @nearest_symbolic
// CHECK:         %sym_size = tp.call_function "aten.sym_size.int"(%x, 2)
// CHECK-NEXT:    %mul = tp.call_function "_operator.mul"(%sym_size, 2)
// CHECK-NEXT:    %arange = tp.call_function "aten.arange.start_step"(0, %mul, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%arange, 0.5)
// CHECK-NEXT:    %_to_copy = tp.call_function "aten._to_copy.default"(%mul_1, dtype = int64)
// CHECK-NEXT:    %sub = tp.call_function "_operator.sub"(%sym_size, 1)
// CHECK-NEXT:    %clamp = tp.call_function "aten.clamp.default"(%_to_copy, None, %sub)
// CHECK-NEXT:    %index = tp.call_function "aten.index.Tensor"(%x, [None, None, %clamp])
// CHECK-NEXT:    tp.output (%index,)
tp.program @nearest_symbolic dims(s in [4, 64]) {
  %x = tp.placeholder "x" : tensor<2x3x?xf32, #tp.shape<[2, 3, s]>>
  %r = tp.call_function "aten.upsample_nearest1d.vec"(%x, None, [2.0]) : (tensor<2x3x?xf32, #tp.shape<[2, 3, s]>>) -> tensor<2x3x?xf32, #tp.shape<[2, 3, s * 2]>>
  tp.output (%r,) : tensor<2x3x?xf32, #tp.shape<[2, 3, s * 2]>>
}

// CHECK-LABEL: tp.program @linear
// CHECK:         %arange = tp.call_function "aten.arange.start_step"(0, 7, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%arange, 0.5)
// CHECK-NEXT:    %_to_copy = tp.call_function "aten._to_copy.default"(%mul, dtype = int64)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%_to_copy, 1)
// CHECK-NEXT:    %clamp = tp.call_function "aten.clamp.default"(%add, None, 3)
// CHECK-NEXT:    %_to_copy_1 = tp.call_function "aten._to_copy.default"(%_to_copy, dtype = float32)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%mul, %_to_copy_1)
// CHECK-NEXT:    %clamp_1 = tp.call_function "aten.clamp.default"(%sub, 0, 1)
// CHECK-NEXT:    %index = tp.call_function "aten.index.Tensor"(%x, [None, None, %_to_copy])
// CHECK-NEXT:    %index_1 = tp.call_function "aten.index.Tensor"(%x, [None, None, %clamp])
// CHECK-NEXT:    %sub_1 = tp.call_function "aten.sub.Tensor"(%index_1, %index)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%sub_1, %clamp_1)
// CHECK-NEXT:    %add_1 = tp.call_function "aten.add.Tensor"(%index, %mul_1)
// CHECK-NEXT:    tp.output (%add_1,)
tp.program @linear {
  %x = tp.placeholder "x" : tensor<2x3x4xf32>
  %r = tp.call_function "aten.upsample_linear1d.vec"(%x, [7], True, None) : (tensor<2x3x4xf32>) -> tensor<2x3x7xf32>
  tp.output (%r,) : tensor<2x3x7xf32>
}

// Positions of a float64 image are computed in float64.

// CHECK-LABEL: tp.program @linear_double
// CHECK:         %arange = tp.call_function "aten.arange.start_step"(0, 6, dtype = float64, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%arange, 0.5)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%add, 0.6666666666666666)
// CHECK-NEXT:    %sub = tp.call_function "aten.sub.Tensor"(%mul, 0.5)
// CHECK-NEXT:    %clamp = tp.call_function "aten.clamp.default"(%sub, 0)
// CHECK-NEXT:    %_to_copy = tp.call_function "aten._to_copy.default"(%clamp, dtype = int64)
// CHECK-NEXT:    %add_1 = tp.call_function "aten.add.Tensor"(%_to_copy, 1)
// CHECK-NEXT:    %clamp_1 = tp.call_function "aten.clamp.default"(%add_1, None, 3)
// CHECK-NEXT:    %_to_copy_1 = tp.call_function "aten._to_copy.default"(%_to_copy, dtype = float64)
// CHECK-NEXT:    %sub_1 = tp.call_function "aten.sub.Tensor"(%clamp, %_to_copy_1)
// CHECK-NEXT:    %clamp_2 = tp.call_function "aten.clamp.default"(%sub_1, 0, 1)
// CHECK-NEXT:    %index = tp.call_function "aten.index.Tensor"(%x, [None, None, %_to_copy])
// CHECK-NEXT:    %index_1 = tp.call_function "aten.index.Tensor"(%x, [None, None, %clamp_1])
// CHECK-NEXT:    %sub_2 = tp.call_function "aten.sub.Tensor"(%index_1, %index)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%sub_2, %clamp_2)
// CHECK-NEXT:    %add_2 = tp.call_function "aten.add.Tensor"(%index, %mul_1)
// CHECK-NEXT:    tp.output (%add_2,)
tp.program @linear_double {
  %x = tp.placeholder "x" : tensor<2x3x4xf64>
  %r = tp.call_function "aten.upsample_linear1d.vec"(%x, [6], False, None) : (tensor<2x3x4xf64>) -> tensor<2x3x6xf64>
  tp.output (%r,) : tensor<2x3x6xf64>
}

// In channels-last layout torch ignores this factor, since the sizes are
// equal.

// CHECK-LABEL: tp.program @nearest_channels_last
// CHECK:         %r = tp.call_function "aten.upsample_nearest2d.default"(%x, [3, 3], 1.2, 1.2)
// CHECK-NEXT:    tp.output (%r,)
tp.program @nearest_channels_last {
  %x = tp.placeholder "x" : tensor<2x3x3x3xf32, #tp.shape<[2, 3, 3, 3], strides = [27, 1, 9, 3]>>
  %r = tp.call_function "aten.upsample_nearest2d.default"(%x, [3, 3], 1.2, 1.2) : (tensor<2x3x3x3xf32, #tp.shape<[2, 3, 3, 3], strides = [27, 1, 9, 3]>>) -> tensor<2x3x3x3xf32, #tp.shape<[2, 3, 3, 3], strides = [27, 1, 9, 3]>>
  tp.output (%r,) : tensor<2x3x3x3xf32, #tp.shape<[2, 3, 3, 3], strides = [27, 1, 9, 3]>>
}

// A size that is not known times a fraction is not known either.

// CHECK-LABEL: tp.program @fraction
// CHECK:         %r = tp.call_function "aten.upsample_linear1d.vec"(%x, None, False, [1.5])
// CHECK-NEXT:    tp.output (%r,)
tp.program @fraction dims(s in [4, 64]) {
  %x = tp.placeholder "x" : tensor<2x3x?xf32, #tp.shape<[2, 3, s]>>
  %r = tp.call_function "aten.upsample_linear1d.vec"(%x, None, False, [1.5]) : (tensor<2x3x?xf32, #tp.shape<[2, 3, s]>>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// CHECK-LABEL: tp.program @antialias
// CHECK:         %_upsample_bicubic2d_aa = tp.call_function "aten._upsample_bicubic2d_aa.default"(%x, [4, 3], False, 0.5, 0.4)
// CHECK-NEXT:    tp.output (%_upsample_bicubic2d_aa,)
tp.program @antialias {
  %x = tp.placeholder "x" : tensor<2x3x8x8xf32>
  %r = tp.call_function "aten._upsample_bicubic2d_aa.vec"(%x, None, False, [0.5, 0.4]) : (tensor<2x3x8x8xf32>) -> tensor<2x3x4x3xf32>
  tp.output (%r,) : tensor<2x3x4x3xf32>
}

// CHECK-LABEL: tp.program @grid_sampler
// CHECK:         %grid_sampler_3d = tp.call_function "aten.grid_sampler_3d.default"(%x, %g, 0, 0, False)
// CHECK-NEXT:    tp.output (%grid_sampler_3d,)
tp.program @grid_sampler {
  %x = tp.placeholder "x" : tensor<2x3x4x5x6xf32>
  %g = tp.placeholder "g" : tensor<2x1x2x3x3xf32>
  %r = tp.call_function "aten.grid_sampler.default"(%x, %g, 0, 0, False) : (tensor<2x3x4x5x6xf32>, tensor<2x1x2x3x3xf32>) -> tensor<2x3x1x2x3xf32>
  tp.output (%r,) : tensor<2x3x1x2x3xf32>
}
