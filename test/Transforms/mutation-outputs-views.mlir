// RUN: tp-opt %s --mutation-outputs --verify-functional | FileCheck %s

// A write through each kind of view is put back into the base, and the base is
// read after it.

// CHECK-LABEL: tp.program @slice functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.slice_scatter.default"(%b, %[[NEW]], 0, 1, 3)
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @slice {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.slice.Tensor"(%b, 0, 1, 3) : (tensor<4x6xf32>) -> tensor<2x6xf32, #tp.shape<[2, 6], offset = 6>>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<2x6xf32, #tp.shape<[2, 6], offset = 6>>) -> tensor<2x6xf32, #tp.shape<[2, 6], offset = 6>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @select functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.select_scatter.default"(%b, %[[NEW]], 1, -2)
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @select {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.select.int"(%b, 1, -2) : (tensor<4x6xf32>) -> tensor<4xf32, #tp.shape<[4], strides = [6], offset = 4>>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<4xf32, #tp.shape<[4], strides = [6], offset = 4>>) -> tensor<4xf32, #tp.shape<[4], strides = [6], offset = 4>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @narrow functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.slice_scatter.default"(%b, %[[NEW]], 1, -2, None)
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @narrow {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.narrow.default"(%b, 1, -2, 2) : (tensor<4x6xf32>) -> tensor<4x2xf32, #tp.shape<[4, 2], strides = [6, 1], offset = 4>>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<4x2xf32, #tp.shape<[4, 2], strides = [6, 1], offset = 4>>) -> tensor<4x2xf32, #tp.shape<[4, 2], strides = [6, 1], offset = 4>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @diagonal functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.diagonal_scatter.default"(%b, %[[NEW]], 1)
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @diagonal {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.diagonal.default"(%b, 1) : (tensor<4x6xf32>) -> tensor<4xf32, #tp.shape<[4], strides = [7], offset = 1>>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<4xf32, #tp.shape<[4], strides = [7], offset = 1>>) -> tensor<4xf32, #tp.shape<[4], strides = [7], offset = 1>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @as_strided functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.as_strided_scatter.default"(%b, %[[NEW]], [2, 3], [7, 2], 1)
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @as_strided {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.as_strided.default"(%b, [2, 3], [7, 2], 1) : (tensor<4x6xf32>) -> tensor<2x3xf32, #tp.shape<[2, 3], strides = [7, 2], offset = 1>>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<2x3xf32, #tp.shape<[2, 3], strides = [7, 2], offset = 1>>) -> tensor<2x3xf32, #tp.shape<[2, 3], strides = [7, 2], offset = 1>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @transpose functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.transpose.int"(%[[NEW]], 0, 1)
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @transpose {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.transpose.int"(%b, 0, 1) : (tensor<4x6xf32>) -> tensor<6x4xf32, #tp.shape<[6, 4], strides = [1, 6]>>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<6x4xf32, #tp.shape<[6, 4], strides = [1, 6]>>) -> tensor<6x4xf32, #tp.shape<[6, 4], strides = [1, 6]>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @t functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.t.default"(%[[NEW]])
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @t {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.t.default"(%b) : (tensor<4x6xf32>) -> tensor<6x4xf32, #tp.shape<[6, 4], strides = [1, 6]>>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<6x4xf32, #tp.shape<[6, 4], strides = [1, 6]>>) -> tensor<6x4xf32, #tp.shape<[6, 4], strides = [1, 6]>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @permute functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.permute.default"(%[[NEW]], [1, 0])
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @permute {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.permute.default"(%b, [-1, 0]) : (tensor<4x6xf32>) -> tensor<6x4xf32, #tp.shape<[6, 4], strides = [1, 6]>>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<6x4xf32, #tp.shape<[6, 4], strides = [1, 6]>>) -> tensor<6x4xf32, #tp.shape<[6, 4], strides = [1, 6]>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @movedim functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.movedim.int"(%[[NEW]], 1, 0)
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @movedim {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.movedim.int"(%b, 0, 1) : (tensor<4x6xf32>) -> tensor<6x4xf32, #tp.shape<[6, 4], strides = [1, 6]>>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<6x4xf32, #tp.shape<[6, 4], strides = [1, 6]>>) -> tensor<6x4xf32, #tp.shape<[6, 4], strides = [1, 6]>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @view functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.reshape.default"(%[[NEW]], [4, 6])
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @view {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.view.default"(%b, [-1]) : (tensor<4x6xf32>) -> tensor<24xf32>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<24xf32>) -> tensor<24xf32>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @unflatten functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.reshape.default"(%[[NEW]], [4, 6])
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @unflatten {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.unflatten.int"(%b, 1, [2, 3]) : (tensor<4x6xf32>) -> tensor<4x2x3xf32>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @unsqueeze functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.reshape.default"(%[[NEW]], [4, 6])
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @unsqueeze {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.unsqueeze.default"(%b, 0) : (tensor<4x6xf32>) -> tensor<1x4x6xf32>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<1x4x6xf32>) -> tensor<1x4x6xf32>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @expand functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.reshape.default"(%[[NEW]], [4, 6])
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @expand {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.expand.default"(%b, [1, -1, 6]) : (tensor<4x6xf32>) -> tensor<1x4x6xf32>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<1x4x6xf32>) -> tensor<1x4x6xf32>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @alias functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.sum.default"(%[[NEW]])
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @alias {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.alias.default"(%b) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @detach functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.sum.default"(%[[NEW]])
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @detach {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.detach.default"(%b) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @unfold functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.as_strided_scatter.default"(%b, %[[NEW]], [4, 2, 3], [6, 3, 1], 0)
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @unfold {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.unfold.default"(%b, 1, 3, 3) : (tensor<4x6xf32>) -> tensor<4x2x3xf32>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @view_dtype functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.view.dtype"(%{{.*}}, float32)
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @view_dtype {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v = tp.call_function "aten.view.dtype"(%b, int32) : (tensor<4x6xf32>) -> tensor<4x6xi32>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<4x6xi32>) -> tensor<4x6xi32>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @real functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.complex.default"(%[[NEW]], %{{.*}})
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @real {
  tp.state buffer @n : tensor<4x6xcomplex<f32>>
  %b = tp.placeholder buffer @n : tensor<4x6xcomplex<f32>>
  %v = tp.call_function "aten.real.default"(%b) : (tensor<4x6xcomplex<f32>>) -> tensor<4x6xf32, #tp.shape<[4, 6], strides = [12, 2]>>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<4x6xf32, #tp.shape<[4, 6], strides = [12, 2]>>) -> tensor<4x6xf32, #tp.shape<[4, 6], strides = [12, 2]>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xcomplex<f32>>) -> tensor<complex<f32>>
  tp.output (%s,) : tensor<complex<f32>>
}

// CHECK-LABEL: tp.program @imag functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.complex.default"(%{{.*}}, %[[NEW]])
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @imag {
  tp.state buffer @n : tensor<4x6xcomplex<f32>>
  %b = tp.placeholder buffer @n : tensor<4x6xcomplex<f32>>
  %v = tp.call_function "aten.imag.default"(%b) : (tensor<4x6xcomplex<f32>>) -> tensor<4x6xf32, #tp.shape<[4, 6], strides = [12, 2], offset = 1>>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<4x6xf32, #tp.shape<[4, 6], strides = [12, 2], offset = 1>>) -> tensor<4x6xf32, #tp.shape<[4, 6], strides = [12, 2], offset = 1>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xcomplex<f32>>) -> tensor<complex<f32>>
  tp.output (%s,) : tensor<complex<f32>>
}

// CHECK-LABEL: tp.program @view_as_real functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.complex.default"
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @view_as_real {
  tp.state buffer @n : tensor<4x6xcomplex<f32>>
  %b = tp.placeholder buffer @n : tensor<4x6xcomplex<f32>>
  %v = tp.call_function "aten.view_as_real.default"(%b) : (tensor<4x6xcomplex<f32>>) -> tensor<4x6x2xf32>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<4x6x2xf32>) -> tensor<4x6x2xf32>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xcomplex<f32>>) -> tensor<complex<f32>>
  tp.output (%s,) : tensor<complex<f32>>
}

// CHECK-LABEL: tp.program @view_as_complex functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.view_as_real.default"(%[[NEW]])
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @view_as_complex {
  tp.state buffer @n : tensor<4x3x2xf32>
  %b = tp.placeholder buffer @n : tensor<4x3x2xf32>
  %v = tp.call_function "aten.view_as_complex.default"(%b) : (tensor<4x3x2xf32>) -> tensor<4x3xcomplex<f32>>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<4x3xcomplex<f32>>) -> tensor<4x3xcomplex<f32>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x3x2xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @conj functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.conj.default"(%[[NEW]])
// CHECK: tp.output mutations(%{{.*}} -> buffer "n")
tp.program @conj {
  tp.state buffer @n : tensor<4x6xcomplex<f32>>
  %b = tp.placeholder buffer @n : tensor<4x6xcomplex<f32>>
  %v = tp.call_function "aten.conj.default"(%b) : (tensor<4x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  %w = tp.call_function "aten.mul_.Tensor"(%v, 2) : (tensor<4x6xcomplex<f32>>) -> tensor<4x6xcomplex<f32>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xcomplex<f32>>) -> tensor<complex<f32>>
  tp.output (%s,) : tensor<complex<f32>>
}

// Of the results of one call each is a part of the base.

// CHECK-LABEL: tp.program @split functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.slice_scatter.default"(%b, %[[NEW]], 0, 2, 4)
tp.program @split {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v, %u = tp.call_function "aten.split.Tensor"(%b, 2) : (tensor<4x6xf32>) -> [tensor<2x6xf32>, tensor<2x6xf32, #tp.shape<[2, 6], offset = 12>>]
  %w = tp.call_function "aten.mul_.Tensor"(%u, 2) : (tensor<2x6xf32, #tp.shape<[2, 6], offset = 12>>) -> tensor<2x6xf32, #tp.shape<[2, 6], offset = 12>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @split_with_sizes functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.slice_scatter.default"(%b, %[[NEW]], 0, 1, 4)
tp.program @split_with_sizes {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v, %u = tp.call_function "aten.split_with_sizes.default"(%b, [1, 3]) : (tensor<4x6xf32>) -> [tensor<1x6xf32>, tensor<3x6xf32, #tp.shape<[3, 6], offset = 6>>]
  %w = tp.call_function "aten.mul_.Tensor"(%u, 2) : (tensor<3x6xf32, #tp.shape<[3, 6], offset = 6>>) -> tensor<3x6xf32, #tp.shape<[3, 6], offset = 6>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @chunk functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.slice_scatter.default"(%b, %[[NEW]], 1, 3, 6)
tp.program @chunk {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v, %u = tp.call_function "aten.chunk.default"(%b, 2, 1) : (tensor<4x6xf32>) -> [tensor<4x3xf32, #tp.shape<[4, 3], strides = [6, 1]>>, tensor<4x3xf32, #tp.shape<[4, 3], strides = [6, 1], offset = 3>>]
  %w = tp.call_function "aten.mul_.Tensor"(%u, 2) : (tensor<4x3xf32, #tp.shape<[4, 3], strides = [6, 1], offset = 3>>) -> tensor<4x3xf32, #tp.shape<[4, 3], strides = [6, 1], offset = 3>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @tensor_split functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.slice_scatter.default"(%b, %[[NEW]], 0, 1, 4)
tp.program @tensor_split {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v, %u = tp.call_function "aten.tensor_split.indices"(%b, [1]) : (tensor<4x6xf32>) -> [tensor<1x6xf32>, tensor<3x6xf32, #tp.shape<[3, 6], offset = 6>>]
  %w = tp.call_function "aten.mul_.Tensor"(%u, 2) : (tensor<3x6xf32, #tp.shape<[3, 6], offset = 6>>) -> tensor<3x6xf32, #tp.shape<[3, 6], offset = 6>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}

// CHECK-LABEL: tp.program @hsplit functional
// CHECK: %[[NEW:.*]] = tp.call_function "aten.mul.Tensor"
// CHECK: tp.call_function "aten.slice_scatter.default"(%b, %[[NEW]], 1, 3, 6)
tp.program @hsplit {
  tp.state buffer @n : tensor<4x6xf32>
  %b = tp.placeholder buffer @n : tensor<4x6xf32>
  %v, %u = tp.call_function "aten.hsplit.int"(%b, 2) : (tensor<4x6xf32>) -> [tensor<4x3xf32, #tp.shape<[4, 3], strides = [6, 1]>>, tensor<4x3xf32, #tp.shape<[4, 3], strides = [6, 1], offset = 3>>]
  %w = tp.call_function "aten.mul_.Tensor"(%u, 2) : (tensor<4x3xf32, #tp.shape<[4, 3], strides = [6, 1], offset = 3>>) -> tensor<4x3xf32, #tp.shape<[4, 3], strides = [6, 1], offset = 3>>
  %s = tp.call_function "aten.sum.default"(%b) : (tensor<4x6xf32>) -> tensor<f32>
  tp.output (%s,) : tensor<f32>
}
