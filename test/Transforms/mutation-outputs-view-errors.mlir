// RUN: tp-opt %s --mutation-outputs --split-input-file --verify-diagnostics

// Writes through views that cannot be put back into what they are views of.

// Elements of a window are there more than once.
tp.program @unfold {
  %x = tp.placeholder "x" : tensor<6xf32>
  %w = tp.call_function "aten.unfold.default"(%x, 0, 3, 1) : (tensor<6xf32>) -> tensor<4x3xf32, #tp.shape<[4, 3], strides = [1, 1]>>
  // expected-error @+1 {{node 'y': expected to write a tensor whose elements do not share memory}}
  %y = tp.call_function "aten.add_.Tensor"(%w, 1) : (tensor<4x3xf32, #tp.shape<[4, 3], strides = [1, 1]>>) -> tensor<4x3xf32, #tp.shape<[4, 3], strides = [1, 1]>>
  tp.output ()
}

// -----

// Where the windows lie is not known for a size that is not.
tp.program @place dims(s0 in [3, 9]) {
  %x = tp.placeholder "x" : tensor<?xf32, #tp.shape<[3*s0]>>
  // expected-error @+1 {{node 'w': a write through "aten.unfold.default" cannot be expressed: the place of the view in its storage is not known}}
  %w = tp.call_function "aten.unfold.default"(%x, 0, 3, 3) : (tensor<?xf32, #tp.shape<[3*s0]>>) -> tensor<?x3xf32, #tp.shape<[s0, 3], strides = [3, 1]>>
  %y = tp.call_function "aten.add_.Tensor"(%w, 1) : (tensor<?x3xf32, #tp.shape<[s0, 3], strides = [3, 1]>>) -> tensor<?x3xf32, #tp.shape<[s0, 3], strides = [3, 1]>>
  tp.output ()
}

// -----

// The same for a read of a view by its place.
tp.program @as_strided dims(s0 in [3, 9]) {
  %x = tp.placeholder "x" : tensor<?xf32, #tp.shape<[s0]>>
  // expected-error @+1 {{node 'v': the place of this view in its storage is not known, and the storage is written}}
  %v = tp.call_function "aten.as_strided.default"(%x, [2], [1], 1) : (tensor<?xf32, #tp.shape<[s0]>>) -> tensor<2xf32, #tp.shape<[2], strides = [1], offset = 1>>
  %y = tp.call_function "aten.add_.Tensor"(%x, 1) : (tensor<?xf32, #tp.shape<[s0]>>) -> tensor<?xf32, #tp.shape<[s0]>>
  %z = tp.call_function "aten.neg.default"(%v) : (tensor<2xf32, #tp.shape<[2], strides = [1], offset = 1>>) -> tensor<2xf32>
  tp.output (%z,) : tensor<2xf32>
}

// -----

// Whether the dimension is repeated shows at run time.
tp.program @expand dims(s0 in [1, 9]) {
  %x = tp.placeholder "x" : tensor<2x1xf32>
  // expected-error @+1 {{node 'e': a write through "expand" cannot be expressed: several elements of the view may share memory}}
  %e = tp.call_method "expand"(%x, 2, -1) : (tensor<2x1xf32>) -> !tp.any
  %y = tp.call_method "add_"(%e, 1) : (!tp.any) -> !tp.any
  tp.output ()
}

// -----

tp.program @permute {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %i = tp.placeholder "i" : !tp.int
  // expected-error @+1 {{node 'p': a write through "aten.permute.default" cannot be expressed: its dimensions are not constant}}
  %p = tp.call_function "aten.permute.default"(%x, [%i, 0]) : (tensor<2x3xf32>, !tp.int) -> tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>
  %y = tp.call_function "aten.add_.Tensor"(%p, 1) : (tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>) -> tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>
  tp.output ()
}

// -----

tp.program @permute_range {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  // expected-error @+1 {{node 'p': a write through "permute" cannot be expressed: dimension 5 does not exist}}
  %p = tp.call_method "permute"(%x, 5, 0) : (tensor<2x3xf32>) -> !tp.any
  %y = tp.call_method "add_"(%p, 1) : (!tp.any) -> !tp.any
  tp.output ()
}

// -----

tp.program @narrow {
  %x = tp.placeholder "x" : tensor<4xf32>
  %i = tp.placeholder "i" : tensor<i64>
  // expected-error @+1 {{node 'n': a write through "aten.narrow.Tensor" cannot be expressed: its start is a tensor}}
  %n = tp.call_function "aten.narrow.Tensor"(%x, 0, %i, 2) : (tensor<4xf32>, tensor<i64>) -> !tp.any
  %y = tp.call_method "add_"(%n, 1) : (!tp.any) -> !tp.any
  tp.output ()
}

// -----

// How many pieces there are depends on a size that is not known.
tp.program @pieces {
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{node 'c': a write through "chunk" cannot be expressed: the number of its results is not known}}
  %c = tp.call_method "chunk"(%x, 2) : (!tp.any) -> !tp.any
  %p = tp.call_function "_operator.getitem"(%c, 0) : (!tp.any) -> !tp.any
  %y = tp.call_method "add_"(%p, 1) : (!tp.any) -> !tp.any
  tp.output ()
}

// -----

tp.program @dtype {
  %x = tp.placeholder "x" : !tp.any
  // expected-error @+1 {{node 'v': a write through "aten.view.dtype" cannot be expressed: the dtype of the tensor is not known}}
  %v = tp.call_function "aten.view.dtype"(%x, int32) : (!tp.any) -> tensor<2xi32>
  %y = tp.call_function "aten.add_.Tensor"(%v, 1) : (tensor<2xi32>) -> tensor<2xi32>
  tp.output ()
}

// -----

// The places of states that overlap are known; these have another dtype.
module {
  tp.archive @m "m.pt2"
  tp.program @overlap {
    tp.state buffer @a : tensor<4xf32> = #tp.blob<@m, "w">
    tp.state buffer @b : tensor<4xi32> = #tp.blob<@m, "w">
    %b_a = tp.placeholder buffer @a : tensor<4xf32>
    // expected-error @+1 {{node 'b_b': this state shares memory with one of another dtype, and one of them is written}}
    %b_b = tp.placeholder buffer @b : tensor<4xi32>
    // expected-note @+1 {{written here}}
    %y = tp.call_function "aten.add_.Tensor"(%b_a, 1) : (tensor<4xf32>) -> tensor<4xf32>
    // expected-note @+1 {{read here}}
    %z = tp.call_function "aten.neg.default"(%b_b) : (tensor<4xi32>) -> tensor<4xi32>
    tp.output (%z,) : tensor<4xi32>
  }
}
