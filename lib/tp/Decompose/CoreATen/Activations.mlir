// core-aten: activation functions.

tp.decomposition "aten.silu.default"(%self) {
  tp.when "opmath(self) == dtype(self)"
  %s = tp.call_function "aten.sigmoid.default"(%self)
  %r = tp.call_function "aten.mul.Tensor"(%self, %s)
  tp.yield %r
}

// Half precision is computed in float32.
tp.decomposition "aten.silu.default"(%self) {
  %type = tp.expr "opmath(self)"
  %original = tp.expr "dtype(self)"
  %x = tp.call_function "aten._to_copy.default"(%self, dtype = %type)
  %s = tp.call_function "aten.sigmoid.default"(%x)
  %m = tp.call_function "aten.mul.Tensor"(%x, %s)
  %r = tp.call_function "aten._to_copy.default"(%m, dtype = %original)
  tp.yield %r
}
