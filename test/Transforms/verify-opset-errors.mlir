// RUN: tp-opt %s --verify-opset=core-aten --split-input-file --verify-diagnostics

// Each operator once, with the number of its calls, subgraphs included.
tp.program @several {
  tp.graph @body {
    %x = tp.placeholder "x" : tensor<2xf32>
    // expected-error @+1 {{expected only operators of core-aten, found 'aten.silu.default', 3 calls, first as node 'silu'}}
    %silu = tp.call_function "aten.silu.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    tp.output (%silu,) : tensor<2xf32>
  }
  %x = tp.placeholder "x" : tensor<2xf32>
  %silu_1 = tp.call_function "aten.silu.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %silu_2 = tp.call_function "aten.silu.default"(%silu_1) : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{found 'add_', 1 call, first as node 'add_'}}
  %add_ = tp.call_method "add_"(%silu_2, 1) : (tensor<2xf32>) -> tensor<2xf32>
  %relu = tp.call_function "aten.relu.default"(%add_) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%relu,) : tensor<2xf32>
}
