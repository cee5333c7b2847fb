tp.program @same {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %relu = tp.call_function "aten.relu.default"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  tp.output (%relu,) : tensor<2x3xf32>
}
