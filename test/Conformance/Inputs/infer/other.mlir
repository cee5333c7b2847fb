tp.program @other {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %t = tp.call_function "aten.t.default"(%x) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %op = tp.call_function "mylib.op.default"(%t) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  tp.output (%op,) : tensor<3x2xf32>
}
