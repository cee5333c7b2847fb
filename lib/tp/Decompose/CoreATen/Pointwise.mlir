// core-aten: pointwise arithmetic.

tp.decomposition "aten.rsub.Tensor"(%self, %other, %alpha = 1) {
  %r = tp.call_function "aten.sub.Tensor"(%other, %self, alpha = %alpha)
  tp.yield %r
}
