// Fourier transforms become one of three primitives.

// RUN: tp-opt %s --decompose | FileCheck %s

// A real input of one dimension needs half of the work. It is padded.

// CHECK-LABEL: tp.program @fft_real
// CHECK:         %constant_pad_nd = tp.call_function "aten.constant_pad_nd.default"(%x, [0, 0, 0, 2], 0.0)
// CHECK-NEXT:    %_fft_r2c = tp.call_function "aten._fft_r2c.default"(%constant_pad_nd, [0], 1, False)
// CHECK-NEXT:    tp.output (%_fft_r2c,)
tp.program @fft_real {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  %r = tp.call_function "aten.fft_fft.default"(%x, 6, 0, "ortho") : (tensor<4x3xf32>) -> tensor<6x3xcomplex<f32>>
  tp.output (%r,) : tensor<6x3xcomplex<f32>>
}

// The inverse of it is the conjugate.

// CHECK-LABEL: tp.program @ifft_real
// CHECK:         %_fft_r2c = tp.call_function "aten._fft_r2c.default"(%x, [1], 2, False)
// CHECK-NEXT:    %_conj = tp.call_function "aten._conj.default"(%_fft_r2c)
// CHECK-NEXT:    tp.output (%_conj,)
tp.program @ifft_real {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  %r = tp.call_function "aten.fft_ifft.default"(%x) : (tensor<4x3xf32>) -> tensor<4x3xcomplex<f32>>
  tp.output (%r,) : tensor<4x3xcomplex<f32>>
}

// A complex input is cut.

// CHECK-LABEL: tp.program @fft_complex
// CHECK:         %slice_1 = tp.call_function "aten.slice.Tensor"(%x, 1, 0, 2)
// CHECK-NEXT:    %_fft_c2c = tp.call_function "aten._fft_c2c.default"(%slice_1, [1], 0, True)
// CHECK-NEXT:    tp.output (%_fft_c2c,)
tp.program @fft_complex {
  %x = tp.placeholder "x" : tensor<4x3xcomplex<f32>>
  %r = tp.call_function "aten.fft_fft.default"(%x, 2) : (tensor<4x3xcomplex<f32>>) -> tensor<4x2xcomplex<f32>>
  tp.output (%r,) : tensor<4x2xcomplex<f32>>
}

// Sizes without dimensions are those of the last ones; -1 keeps a size. Sizes
// are cut ahead of the padding.

// CHECK-LABEL: tp.program @fftn
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%x, dtype = complex64)
// CHECK-NEXT:    %slice_1 = tp.call_function "aten.slice.Tensor"(%_to_copy, 3, 0, 2)
// CHECK-NEXT:    %constant_pad_nd = tp.call_function "aten.constant_pad_nd.default"(%slice_1, [0, 0, 0, 0, 0, 2, 0, 0], 0.0)
// CHECK-NEXT:    %_fft_c2c = tp.call_function "aten._fft_c2c.default"(%constant_pad_nd, [1, 2, 3], 2, True)
// CHECK-NEXT:    tp.output (%_fft_c2c,)
tp.program @fftn {
  %x = tp.placeholder "x" : tensor<2x3x4x6xf32>
  %r = tp.call_function "aten.fft_fftn.default"(%x, [5, -1, 2], None, "forward") : (tensor<2x3x4x6xf32>) -> tensor<2x5x4x2xcomplex<f32>>
  tp.output (%r,) : tensor<2x5x4x2xcomplex<f32>>
}

// CHECK-LABEL: tp.program @rfft2
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%x, dtype = float32)
// CHECK-NEXT:    %_fft_r2c = tp.call_function "aten._fft_r2c.default"(%_to_copy, [1, 2], 0, True)
// CHECK-NEXT:    tp.output (%_fft_r2c,)
tp.program @rfft2 {
  %x = tp.placeholder "x" : tensor<2x4x6xi64>
  %r = tp.call_function "aten.fft_rfft2.default"(%x) : (tensor<2x4x6xi64>) -> tensor<2x4x4xcomplex<f32>>
  tp.output (%r,) : tensor<2x4x4xcomplex<f32>>
}

// Half of a size is not enough to tell it: it counts as even.

// CHECK-LABEL: tp.program @irfft
// CHECK:         %_to_copy = tp.call_function "aten._to_copy.default"(%x, dtype = complex64)
// CHECK-NEXT:    %_fft_c2r = tp.call_function "aten._fft_c2r.default"(%_to_copy, [0], 2, 6)
// CHECK-NEXT:    tp.output (%_fft_c2r,)
tp.program @irfft {
  %x = tp.placeholder "x" : tensor<4x3xf32>
  %r = tp.call_function "aten.fft_irfft.default"(%x, None, 0) : (tensor<4x3xf32>) -> tensor<6x3xf32>
  tp.output (%r,) : tensor<6x3xf32>
}

// CHECK-LABEL: tp.program @hfftn
// CHECK:         %_fft_c2c = tp.call_function "aten._fft_c2c.default"(%x, [2], 0, True)
// CHECK-NEXT:    %_conj = tp.call_function "aten._conj.default"(%_fft_c2c)
// CHECK-NEXT:    %clone = tp.call_function "aten.clone.default"(%_conj)
// CHECK-NEXT:    %_fft_c2r = tp.call_function "aten._fft_c2r.default"(%clone, [0], 0, 4)
// CHECK-NEXT:    tp.output (%_fft_c2r,)
tp.program @hfftn {
  %x = tp.placeholder "x" : tensor<3x4x6xcomplex<f32>>
  %r = tp.call_function "aten.fft_hfftn.default"(%x, None, [2, 0]) : (tensor<3x4x6xcomplex<f32>>) -> tensor<4x4x6xf32>
  tp.output (%r,) : tensor<4x4x6xf32>
}

// CHECK-LABEL: tp.program @ihfftn
// CHECK:         %_fft_r2c = tp.call_function "aten._fft_r2c.default"(%x, [1], 2, True)
// CHECK-NEXT:    %_conj_physical = tp.call_function "aten._conj_physical.default"(%_fft_r2c)
// CHECK-NEXT:    %_fft_c2c = tp.call_function "aten._fft_c2c.default"(%_conj_physical, [0], 2, False)
// CHECK-NEXT:    tp.output (%_fft_c2c,)
tp.program @ihfftn {
  %x = tp.placeholder "x" : tensor<3x4xf32>
  %r = tp.call_function "aten.fft_ihfftn.default"(%x) : (tensor<3x4xf32>) -> tensor<3x3xcomplex<f32>>
  tp.output (%r,) : tensor<3x3xcomplex<f32>>
}

// CHECK-LABEL: tp.program @rfft_symbolic
// CHECK:         %slice_1 = tp.call_function "aten.slice.Tensor"(%x, 1, 0, 4)
// CHECK-NEXT:    %_fft_r2c = tp.call_function "aten._fft_r2c.default"(%slice_1, [1], 0, True)
// CHECK-NEXT:    tp.output (%_fft_r2c,)
tp.program @rfft_symbolic dims(s in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?x6xf32, #tp.shape<[s, 6]>>
  %r = tp.call_function "aten.fft_rfft.default"(%x, 4) : (tensor<?x6xf32, #tp.shape<[s, 6]>>) -> tensor<?x3xcomplex<f32>, #tp.shape<[s, 3]>>
  tp.output (%r,) : tensor<?x3xcomplex<f32>, #tp.shape<[s, 3]>>
}

// It depends on the run whether to cut or to pad.

// CHECK-LABEL: tp.program @fft_unknown
// CHECK:         %r = tp.call_function "aten.fft_fft.default"(%x, 8)
// CHECK-NEXT:    tp.output (%r,)
tp.program @fft_unknown dims(s in [2, 64]) {
  %x = tp.placeholder "x" : tensor<3x?xcomplex<f32>, #tp.shape<[3, s]>>
  %r = tp.call_function "aten.fft_fft.default"(%x, 8) : (tensor<3x?xcomplex<f32>, #tp.shape<[3, s]>>) -> tensor<3x8xcomplex<f32>>
  tp.output (%r,) : tensor<3x8xcomplex<f32>>
}

// torch refuses it.

// CHECK-LABEL: tp.program @fft_complex_input_of_rfft
// CHECK:         %r = tp.call_function "aten.fft_rfft.default"(%x)
// CHECK-NEXT:    tp.output (%r,)
tp.program @fft_complex_input_of_rfft {
  %x = tp.placeholder "x" : tensor<4xcomplex<f32>>
  %r = tp.call_function "aten.fft_rfft.default"(%x) : (tensor<4xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  tp.output (%r,) : tensor<3xcomplex<f32>>
}

// CHECK-LABEL: tp.program @fftshift
// CHECK:         %slice_1 = tp.call_function "aten.slice.Tensor"(%x, 1, 3, 5)
// CHECK-NEXT:    %slice_2 = tp.call_function "aten.slice.Tensor"(%x, 1, 0, 3)
// CHECK-NEXT:    %cat = tp.call_function "aten.cat.default"([%slice_1, %slice_2], 1)
// CHECK-NEXT:    tp.output (%cat,)
tp.program @fftshift {
  %x = tp.placeholder "x" : tensor<2x5xf32>
  %r = tp.call_function "aten.fft_fftshift.default"(%x, [1]) : (tensor<2x5xf32>) -> tensor<2x5xf32>
  tp.output (%r,) : tensor<2x5xf32>
}

// CHECK-LABEL: tp.program @ifftshift
// CHECK:         %slice_1 = tp.call_function "aten.slice.Tensor"(%x, 1, 2, 5)
// CHECK-NEXT:    %slice_2 = tp.call_function "aten.slice.Tensor"(%x, 1, 0, 2)
// CHECK-NEXT:    %cat = tp.call_function "aten.cat.default"([%slice_1, %slice_2], 1)
// CHECK-NEXT:    tp.output (%cat,)
tp.program @ifftshift {
  %x = tp.placeholder "x" : tensor<2x5xf32>
  %r = tp.call_function "aten.fft_ifftshift.default"(%x, [1]) : (tensor<2x5xf32>) -> tensor<2x5xf32>
  tp.output (%r,) : tensor<2x5xf32>
}

// CHECK-LABEL: tp.program @fftshift_of_one
// CHECK:         %clone = tp.call_function "aten.clone.default"(%x)
// CHECK-NEXT:    tp.output (%clone,)
tp.program @fftshift_of_one {
  %x = tp.placeholder "x" : tensor<1xf32>
  %r = tp.call_function "aten.fft_fftshift.default"(%x) : (tensor<1xf32>) -> tensor<1xf32>
  tp.output (%r,) : tensor<1xf32>
}

// CHECK-LABEL: tp.program @stft
// CHECK:         %unsqueeze = tp.call_function "aten.unsqueeze.default"(%x, 0)
// CHECK-NEXT:    %unfold = tp.call_function "aten.unfold.default"(%unsqueeze, 1, 8, 2)
// CHECK-NEXT:    %constant_pad_nd = tp.call_function "aten.constant_pad_nd.default"(%y, [1, 1], 0.0)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%unfold, %constant_pad_nd)
// CHECK-NEXT:    %_fft_r2c = tp.call_function "aten._fft_r2c.default"(%mul, [2], 1, True)
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%_fft_r2c, [0, 2, 1])
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%permute, [0])
// CHECK-NEXT:    tp.output (%squeeze,)
tp.program @stft {
  %x = tp.placeholder "x" : tensor<30xf32>
  %y = tp.placeholder "y" : tensor<6xf32>
  %r = tp.call_function "aten.stft.default"(%x, 8, 2, 6, %y, True, None, True) : (tensor<30xf32>, tensor<6xf32>) -> tensor<5x12xcomplex<f32>, #tp.shape<[5, 12], strides = [1, 5]>>
  tp.output (%r,) : tensor<5x12xcomplex<f32>, #tp.shape<[5, 12], strides = [1, 5]>>
}

// Frames that overlap are added up, and divided by the weights that they had.

// CHECK-LABEL: tp.program @istft
// CHECK:         %unsqueeze = tp.call_function "aten.unsqueeze.default"(%x, 0)
// CHECK-NEXT:    %full = tp.call_function "aten.full.default"([8], 1, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %permute = tp.call_function "aten.permute.default"(%unsqueeze, [0, 2, 1])
// CHECK-NEXT:    %_fft_c2r = tp.call_function "aten._fft_c2r.default"(%permute, [2], 2, 8)
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%_fft_c2r, %full)
// CHECK-NEXT:    %arange = tp.call_function "aten.arange.start_step"(0, 18, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %unfold = tp.call_function "aten.unfold.default"(%arange, 0, 8, 2)
// CHECK-NEXT:    %clone = tp.call_function "aten.clone.default"(%unfold, memory_format = contiguous_format)
// CHECK-NEXT:    %view = tp.call_function "aten.view.default"(%clone, [48])
// CHECK-NEXT:    %full_1 = tp.call_function "aten.full.default"([1, 18], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %view_1 = tp.call_function "aten.view.default"(%mul, [1, 48])
// CHECK-NEXT:    %index_put = tp.call_function "aten.index_put.default"(%full_1, [None, %view], %view_1, True)
// CHECK-NEXT:    %pow_1 = tp.call_function "aten.pow.Tensor_Scalar"(%full, 2)
// CHECK-NEXT:    %expand = tp.call_function "aten.expand.default"(%pow_1, [1, 6, 8])
// CHECK-NEXT:    %full_2 = tp.call_function "aten.full.default"([1, 18], 0, dtype = float32, device = device("cpu"), pin_memory = False)
// CHECK-NEXT:    %clone_1 = tp.call_function "aten.clone.default"(%expand, memory_format = contiguous_format)
// CHECK-NEXT:    %view_2 = tp.call_function "aten.view.default"(%clone_1, [1, 48])
// CHECK-NEXT:    %index_put_1 = tp.call_function "aten.index_put.default"(%full_2, [None, %view], %view_2, True)
// CHECK-NEXT:    %slice_1 = tp.call_function "aten.slice.Tensor"(%index_put, 1, 4, 14)
// CHECK-NEXT:    %slice_2 = tp.call_function "aten.slice.Tensor"(%index_put_1, 1, 4, 14)
// CHECK-NEXT:    %div = tp.call_function "aten.div.Tensor"(%slice_1, %slice_2)
// CHECK-NEXT:    %squeeze = tp.call_function "aten.squeeze.dims"(%div, [0])
// CHECK-NEXT:    tp.output (%squeeze,)
tp.program @istft {
  %x = tp.placeholder "x" : tensor<5x6xcomplex<f32>>
  %r = tp.call_function "aten.istft.default"(%x, 8) : (tensor<5x6xcomplex<f32>>) -> tensor<10xf32>
  tp.output (%r,) : tensor<10xf32>
}
