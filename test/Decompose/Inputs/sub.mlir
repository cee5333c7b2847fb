tp.decomposition "silu"(%self) {
  %r = tp.call_function "aten.sub.Tensor"(%self, %self)
  tp.yield %r
}
