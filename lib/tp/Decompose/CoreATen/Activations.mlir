// core-aten: activation functions, softmax, dropout.
//
// Half precision is computed in float32, as torch's kernels do.

tp.decomposition "aten.silu.default"(%self) {
  %x = tp.if "opmath(self) == dtype(self)" {
    tp.yield %self
  } else {
    %type = tp.expr "opmath(self)"
    %c = tp.call_function "aten._to_copy.default"(%self, dtype = %type)
    tp.yield %c
  }
  %s = tp.call_function "aten.sigmoid.default"(%x)
  %y = tp.call_function "aten.mul.Tensor"(%x, %s)
  %r = tp.if "opmath(self) == dtype(self)" {
    tp.yield %y
  } else {
    %type = tp.expr "dtype(self)"
    %d = tp.call_function "aten._to_copy.default"(%y, dtype = %type)
    tp.yield %d
  }
  tp.yield %r
}

tp.decomposition "aten.softplus.default"(%self, %beta = 1, %threshold = 20) {
  %x = tp.if "opmath(self) == dtype(self)" {
    tp.yield %self
  } else {
    %type = tp.expr "opmath(self)"
    %c = tp.call_function "aten._to_copy.default"(%self, dtype = %type)
    tp.yield %c
  }
  %b = tp.if "beta == 1" {
    tp.yield %x
  } else {
    %m = tp.call_function "aten.mul.Tensor"(%x, %beta)
    tp.yield %m
  }
  %e = tp.call_function "aten.exp.default"(%b)
  %l = tp.call_function "aten.log1p.default"(%e)
  %q = tp.if "beta == 1" {
    tp.yield %l
  } else {
    %d = tp.call_function "aten.div.Tensor"(%l, %beta)
    tp.yield %d
  }
  %g = tp.call_function "aten.gt.Scalar"(%b, %threshold)
  %y = tp.call_function "aten.where.self"(%g, %x, %q)
  %r = tp.if "opmath(self) == dtype(self)" {
    tp.yield %y
  } else {
    %type = tp.expr "dtype(self)"
    %d = tp.call_function "aten._to_copy.default"(%y, dtype = %type)
    tp.yield %d
  }
  tp.yield %r
}

tp.decomposition "aten.mish.default"(%self) {
  %x = tp.if "opmath(self) == dtype(self)" {
    tp.yield %self
  } else {
    %type = tp.expr "opmath(self)"
    %c = tp.call_function "aten._to_copy.default"(%self, dtype = %type)
    tp.yield %c
  }
  %s = tp.call_function "aten.softplus.default"(%x)
  %t = tp.call_function "aten.tanh.default"(%s)
  %y = tp.call_function "aten.mul.Tensor"(%x, %t)
  %r = tp.if "opmath(self) == dtype(self)" {
    tp.yield %y
  } else {
    %type = tp.expr "dtype(self)"
    %d = tp.call_function "aten._to_copy.default"(%y, dtype = %type)
    tp.yield %d
  }
  tp.yield %r
}

tp.decomposition "aten.hardswish.default"(%self) {
  %x = tp.if "opmath(self) == dtype(self)" {
    tp.yield %self
  } else {
    %type = tp.expr "opmath(self)"
    %c = tp.call_function "aten._to_copy.default"(%self, dtype = %type)
    tp.yield %c
  }
  %a = tp.call_function "aten.add.Tensor"(%x, 3)
  %l = tp.call_function "aten.clamp.default"(%a, 0)
  %u = tp.call_function "aten.clamp.default"(%l, None, 6)
  %m = tp.call_function "aten.mul.Tensor"(%x, %u)
  %y = tp.call_function "aten.div.Tensor"(%m, 6)
  %r = tp.if "opmath(self) == dtype(self)" {
    tp.yield %y
  } else {
    %type = tp.expr "dtype(self)"
    %d = tp.call_function "aten._to_copy.default"(%y, dtype = %type)
    tp.yield %d
  }
  tp.yield %r
}

tp.decomposition "aten.hardsigmoid.default"(%self) {
  %x = tp.if "opmath(self) == dtype(self)" {
    tp.yield %self
  } else {
    %type = tp.expr "opmath(self)"
    %c = tp.call_function "aten._to_copy.default"(%self, dtype = %type)
    tp.yield %c
  }
  %a = tp.call_function "aten.add.Tensor"(%x, 3)
  %l = tp.call_function "aten.clamp.default"(%a, 0)
  %u = tp.call_function "aten.clamp.default"(%l, None, 6)
  %y = tp.call_function "aten.div.Tensor"(%u, 6)
  %r = tp.if "opmath(self) == dtype(self)" {
    tp.yield %y
  } else {
    %type = tp.expr "dtype(self)"
    %d = tp.call_function "aten._to_copy.default"(%y, dtype = %type)
    tp.yield %d
  }
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

tp.decomposition "aten.relu6.default"(%self) {
  %r = tp.call_function "aten.hardtanh.default"(%self, 0, 6)
  tp.yield %r
}

tp.decomposition "aten.glu.default"(%self, %dim = -1) {
  tp.when "is_static(size(self, dim))"
  %n = tp.expr "size(self, dim)"
  %h = tp.expr "n // 2"
  tp.when "n % 2 == 0"
  %d = tp.expr "wrap(dim, rank(self))"
  %a = tp.call_function "aten.slice.Tensor"(%self, %d, 0, %h)
  %b = tp.call_function "aten.slice.Tensor"(%self, %d, %h, %n)
  %s = tp.call_function "aten.sigmoid.default"(%b)
  %r = tp.call_function "aten.mul.Tensor"(%a, %s)
  tp.yield %r
}

// The tracer leaves a copy, since the result must be no alias.
tp.decomposition "aten.dropout.default"(%input, %p unused, %train) {
  tp.when "not train"
  %r = tp.call_function "aten.clone.default"(%input)
  tp.yield %r
}

tp.decomposition "aten.dropout.default"(%input, %p, %train) {
  %r, %mask = tp.call_function "aten.native_dropout.default"(%input, %p, %train)
  tp.yield %r
}
