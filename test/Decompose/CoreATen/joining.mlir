// Joining, rearranging: what the sizes and ranks decide.

// RUN: tp-opt %s --decompose | FileCheck %s

// Blocks become rows; sizes of the run are computed once.

// CHECK-LABEL: tp.program @block_diag
// CHECK:         %[[SIZE:.*]] = tp.call_function "aten.sym_size.int"(%y, 1)
// CHECK:         %[[TOP:.*]] = tp.call_function "aten.constant_pad_nd.default"(%x, [0, %[[SIZE]]])
// CHECK-NEXT:    %[[LOW:.*]] = tp.call_function "aten.constant_pad_nd.default"(%y, [3, 0])
// CHECK-NEXT:    tp.call_function "aten.cat.default"([%[[TOP]], %[[LOW]]])
tp.program @block_diag dims(n in [2, 9]) {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<2x?xf32, #tp.shape<[2, n]>>
  %d = tp.call_function "aten.block_diag.default"([%x, %y]) : (tensor<2x3xf32>, tensor<2x?xf32, #tp.shape<[2, n]>>) -> tensor<4x?xf32, #tp.shape<[4, n + 3]>>
  tp.output (%d,) : tensor<4x?xf32, #tp.shape<[4, n + 3]>>
}

// What is broadcast has to be known to be: n may be 1, or 4.

// CHECK-LABEL: tp.program @broadcast
// CHECK:         tp.call_function "aten.broadcast_tensors.default"(
// CHECK-NEXT:    %[[A:.*]] = tp.call_function "aten.expand.default"(%y, [4, 4])
// CHECK-NEXT:    tp.output (%{{.*}}, %{{.*}}, %[[A]], %x)
tp.program @broadcast dims(n in [1, 9]) {
  %x = tp.placeholder "x" : tensor<4x4xf32>
  %y = tp.placeholder "y" : tensor<4x1xf32>
  %z = tp.placeholder "z" : tensor<?xf32, #tp.shape<[n]>>
  %a, %b = tp.call_function "aten.broadcast_tensors.default"([%x, %z]) as "stays" : (tensor<4x4xf32>, tensor<?xf32, #tp.shape<[n]>>) -> [tensor<4x4xf32>, tensor<4x4xf32>]
  %c, %d = tp.call_function "aten.broadcast_tensors.default"([%y, %x]) as "goes" : (tensor<4x1xf32>, tensor<4x4xf32>) -> [tensor<4x4xf32>, tensor<4x4xf32>]
  tp.output (%a, %b, %c, %d) : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}

// A roll along a size that may be 0 stays; one by nothing is a copy.

// CHECK-LABEL: tp.program @roll
// CHECK:         %roll = tp.call_function "aten.roll.default"(%x, [1], [0])
// CHECK-NEXT:    %[[TAIL:.*]] = tp.call_function "aten.slice.Tensor"(%y, 1, 2, 3)
// CHECK-NEXT:    %[[HEAD:.*]] = tp.call_function "aten.slice.Tensor"(%y, 1, 0, 2)
// CHECK-NEXT:    %cat = tp.call_function "aten.cat.default"([%[[TAIL]], %[[HEAD]]], 1)
// CHECK-NEXT:    %clone = tp.call_function "aten.clone.default"(%y)
// CHECK-NEXT:    tp.output (%roll, %cat, %clone)
tp.program @roll dims(n in [0, 9]) {
  %x = tp.placeholder "x" : tensor<?xf32, #tp.shape<[n]>>
  %y = tp.placeholder "y" : tensor<2x3xf32>
  %roll = tp.call_function "aten.roll.default"(%x, [1], [0]) : (tensor<?xf32, #tp.shape<[n]>>) -> tensor<?xf32, #tp.shape<[n]>>
  %a = tp.call_function "aten.roll.default"(%y, [4], [-1]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %b = tp.call_function "aten.roll.default"(%y, [6]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  tp.output (%roll, %a, %b) : tensor<?xf32, #tp.shape<[n]>>, tensor<2x3xf32>, tensor<2x3xf32>
}

// The real part of a real tensor is the tensor. A pending conjugation is computed
// by a copy, before parts are taken.

// CHECK-LABEL: tp.program @parts
// CHECK:         %_conj = tp.call_function "aten._conj.default"(%z)
// CHECK-NEXT:    %clone = tp.call_function "aten.clone.default"(%_conj)
// CHECK-NEXT:    %[[PAIRS:.*]] = tp.call_function "aten.view_as_real.default"(%clone)
// CHECK-NEXT:    %[[IMAG:.*]] = tp.call_function "aten.select.int"(%[[PAIRS]], 1, 1)
// CHECK-NEXT:    %[[OWN:.*]] = tp.call_function "aten.view_as_real.default"(%z)
// CHECK-NEXT:    %[[REAL:.*]] = tp.call_function "aten.select.int"(%[[OWN]], 1, 0)
// CHECK-NEXT:    tp.output (%x, %[[IMAG]], %[[REAL]], %z)
tp.program @parts {
  %x = tp.placeholder "x" : tensor<2xf32>
  %z = tp.placeholder "z" : tensor<2xcomplex<f32>>
  %real = tp.call_function "aten.real.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %_conj = tp.call_function "aten._conj.default"(%z) : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  %imag = tp.call_function "aten.imag.default"(%_conj) : (tensor<2xcomplex<f32>>) -> tensor<2xf32, #tp.shape<[2], strides = [2], offset = 1>>
  %own = tp.call_function "aten.real.default"(%z) as "own" : (tensor<2xcomplex<f32>>) -> tensor<2xf32, #tp.shape<[2], strides = [2]>>
  %same = tp.call_function "aten.resolve_conj.default"(%z) as "resolve_conj" : (tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>>
  tp.output (%real, %imag, %own, %same) : tensor<2xf32>, tensor<2xf32, #tp.shape<[2], strides = [2], offset = 1>>, tensor<2xf32, #tp.shape<[2], strides = [2]>>, tensor<2xcomplex<f32>>
}

// Numbers that are found at run time: the size of nonzero's columns is the
// program's, an index that is read is a new one.

// CHECK-LABEL: tp.program @found
// CHECK:         %nonzero = tp.call_function "aten.nonzero.default"(%x) : (tensor<6xf32>) -> tensor<?x1xi64, #tp.shape<[u0, 1]>>
// CHECK-NEXT:    %select = tp.call_function "aten.select.int"(%nonzero, 1, 0)
// CHECK-NEXT:    %[[ELEMENT:.*]] = tp.call_function "aten.select.int"(%i, 0, 0)
// CHECK-NEXT:    %[[INDEX:.*]] = tp.call_function "aten._local_scalar_dense.default"(%[[ELEMENT]]) : (tensor<i64>) -> !tp.int<u3>
// CHECK-NEXT:    tp.call_function "aten.slice.Tensor"(%x, 0, 0, %[[INDEX]])
// CHECK-NEXT:    tp.call_function "aten.slice.Tensor"(%x, 0, %[[INDEX]], 6)
tp.program @found dims(u0 in [0, 6], u1 in [0, 6], u2 in [0, 6]) {
  %x = tp.placeholder "x" : tensor<6xf32>
  %i = tp.placeholder "i" : tensor<1xi64>
  %n = tp.call_function "aten.nonzero_numpy.default"(%x) as "nonzero_numpy" : (tensor<6xf32>) -> [tensor<?xi64, #tp.shape<[u0]>>]
  %a, %b = tp.call_function "aten.tensor_split.tensor_indices_or_sections"(%x, %i) as "tensor_split" : (tensor<6xf32>, tensor<1xi64>) -> [tensor<?xf32, #tp.shape<[u1]>>, tensor<?xf32, #tp.shape<[u2]>>]
  tp.output (%n, %a, %b) : tensor<?xi64, #tp.shape<[u0]>>, tensor<?xf32, #tp.shape<[u1]>>, tensor<?xf32, #tp.shape<[u2]>>
}
