// RUN: tp-opt %s --infer-types --split-input-file --verify-diagnostics

tp.program @dtype {
  %x = tp.placeholder "x" : tensor<2xi64>
  // expected-error @+1 {{node 'div': expected a result of type 'tensor<2xf32>' from its operands, found 'tensor<2xi64>': another element type}}
  %div = tp.call_function "aten.div.Tensor"(%x, 2) : (tensor<2xi64>) -> tensor<2xi64>
  tp.output (%div,) : tensor<2xi64>
}

// -----

tp.program @shape dims(s0 in [2, 64]) {
  %x = tp.placeholder "x" : tensor<?xf32, #tp.shape<[s0]>>
  // expected-error @+1 {{found 'tensor<?xf32, #tp.shape<[2*s0]>>': another size of dimension 0}}
  %relu = tp.call_function "aten.relu.default"(%x) : (tensor<?xf32, #tp.shape<[s0]>>) -> tensor<?xf32, #tp.shape<[2*s0]>>
  tp.output (%relu,) : tensor<?xf32, #tp.shape<[2*s0]>>
}

// -----

tp.program @operands {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<4x5xf32>
  // expected-error @+1 {{node 'mm': expected matrices whose inner sizes agree, got 3 and 4}}
  %mm = tp.call_function "aten.mm.default"(%x, %y) : (tensor<2x3xf32>, tensor<4x5xf32>) -> !tp.any
  tp.output (%mm,) : !tp.any
}
