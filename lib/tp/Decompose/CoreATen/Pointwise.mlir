// core-aten: pointwise arithmetic.

tp.decomposition "aten.rsub.Tensor"(%self, %other, %alpha = 1) {
  %r = tp.call_function "aten.sub.Tensor"(%other, %self, alpha = %alpha)
  tp.yield %r
}

tp.decomposition "aten.rsub.Scalar"(%self, %other, %alpha = 1) {
  %r = tp.call_function "aten.sub.Tensor"(%other, %self, alpha = %alpha)
  tp.yield %r
}

tp.decomposition "aten.addcmul.default"(%self, %tensor1, %tensor2, %value = 1) {
  %m = tp.call_function "aten.mul.Tensor"(%tensor1, %tensor2)
  %s = tp.if "value == 1" {
    tp.yield %m
  } else {
    %v = tp.call_function "aten.mul.Tensor"(%m, %value)
    tp.yield %v
  }
  %r = tp.call_function "aten.add.Tensor"(%self, %s)
  tp.yield %r
}

tp.decomposition "aten.addcdiv.default"(%self, %tensor1, %tensor2, %value = 1) {
  %n = tp.if "value == 1" {
    tp.yield %tensor1
  } else {
    %v = tp.call_function "aten.mul.Tensor"(%tensor1, %value)
    tp.yield %v
  }
  %q = tp.call_function "aten.div.Tensor"(%n, %tensor2)
  %r = tp.call_function "aten.add.Tensor"(%self, %q)
  tp.yield %r
}

tp.decomposition "aten.floor_divide.default"(%self, %other) {
  %r = tp.call_function "aten.div.Tensor_mode"(%self, %other, rounding_mode = "floor")
  tp.yield %r
}
