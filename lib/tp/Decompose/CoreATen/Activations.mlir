// core-aten: activation functions, softmax, dropout.

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

tp.decomposition "aten.softmax.int"(%self, %dim, %dtype = None) {
  %x = tp.if "dtype is None or dtype == dtype(self)" {
    tp.yield %self
  } else {
    %c = tp.call_function "aten._to_copy.default"(%self, dtype = %dtype)
    tp.yield %c
  }
  %r = tp.call_function "aten._softmax.default"(%x, %dim, False)
  tp.yield %r
}

tp.decomposition "aten.log_softmax.int"(%self, %dim, %dtype = None) {
  %x = tp.if "dtype is None or dtype == dtype(self)" {
    tp.yield %self
  } else {
    %c = tp.call_function "aten._to_copy.default"(%self, dtype = %dtype)
    tp.yield %c
  }
  %r = tp.call_function "aten._log_softmax.default"(%x, %dim, False)
  tp.yield %r
}

// torch's tracer leaves a copy, since the result must be no alias.
tp.decomposition "aten.dropout.default"(%input, %p unused, %train) {
  tp.when "not train"
  %r = tp.call_function "aten.clone.default"(%input)
  tp.yield %r
}

tp.decomposition "aten.dropout.default"(%input, %p, %train) {
  %r, %mask = tp.call_function "aten.native_dropout.default"(%input, %p, %train)
  tp.yield %r
}
