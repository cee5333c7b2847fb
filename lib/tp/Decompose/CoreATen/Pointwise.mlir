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

tp.decomposition "aten.clamp_min.default"(%self, %min) {
  %r = tp.call_function "aten.clamp.default"(%self, %min)
  tp.yield %r
}

tp.decomposition "aten.clamp_max.default"(%self, %max) {
  %r = tp.call_function "aten.clamp.default"(%self, None, %max)
  tp.yield %r
}

tp.decomposition "aten.clamp_min.Tensor"(%self, %min) {
  %r = tp.call_function "aten.clamp.Tensor"(%self, %min)
  tp.yield %r
}

tp.decomposition "aten.clamp_max.Tensor"(%self, %max) {
  %r = tp.call_function "aten.clamp.Tensor"(%self, None, %max)
  tp.yield %r
}

tp.decomposition "aten.floor_divide.Scalar"(%self, %other) {
  %r = tp.call_function "aten.div.Scalar_mode"(%self, %other, rounding_mode = "floor")
  tp.yield %r
}

tp.decomposition "aten.square.default"(%self) {
  %r = tp.call_function "aten.pow.Tensor_Scalar"(%self, 2)
  tp.yield %r
}

tp.decomposition "aten.positive.default"(%self) {
  tp.when "not is_bool(self)"
  tp.yield %self
}

tp.decomposition "aten.deg2rad.default"(%self) {
  tp.when "not is_complex(self)"
  %r = tp.call_function "aten.mul.Tensor"(%self, 0.017453292519943295)
  tp.yield %r
}

tp.decomposition "aten.rad2deg.default"(%self) {
  tp.when "not is_complex(self)"
  %r = tp.call_function "aten.mul.Tensor"(%self, 57.29577951308232)
  tp.yield %r
}

// Of a complex number the absolute value tells, as far as it does not overflow.
tp.decomposition "aten.isfinite.default"(%self) {
  %r = tp.if "is_float(self) or is_complex(self)" {
    %a = tp.call_function "aten.abs.default"(%self)
    %n = tp.call_function "aten.ne.Scalar"(%a, inf)
    %e = tp.call_function "aten.eq.Tensor"(%self, %self)
    %m = tp.call_function "aten.mul.Tensor"(%e, %n)
    tp.yield %m
  } else {
    %t = tp.call_function "aten.full_like.default"(%self, True, dtype = bool)
    tp.yield %t
  }
  tp.yield %r
}

tp.decomposition "aten.isreal.default"(%self) {
  %r = tp.if "is_complex(self)" {
    %i = tp.call_function "aten.imag.default"(%self)
    %e = tp.call_function "aten.eq.Scalar"(%i, 0)
    tp.yield %e
  } else {
    %t = tp.call_function "aten.full_like.default"(%self, True, dtype = bool)
    tp.yield %t
  }
  tp.yield %r
}

tp.decomposition "aten.isposinf.default"(%self) {
  tp.when "not is_complex(self)"
  %r = tp.if "is_float(self)" {
    %e = tp.call_function "aten.eq.Scalar"(%self, inf)
    tp.yield %e
  } else {
    %f = tp.call_function "aten.full_like.default"(%self, False, dtype = bool)
    tp.yield %f
  }
  tp.yield %r
}

tp.decomposition "aten.isneginf.default"(%self) {
  tp.when "not is_complex(self)"
  %r = tp.if "is_float(self)" {
    %infinity = tp.expr "-inf"
    %e = tp.call_function "aten.eq.Scalar"(%self, %infinity)
    tp.yield %e
  } else {
    %f = tp.call_function "aten.full_like.default"(%self, False, dtype = bool)
    tp.yield %f
  }
  tp.yield %r
}

// Integers are compared as floating point: their difference may be negative.
tp.decomposition "aten.isclose.default"(%self, %other, %rtol = 1.0e-05, %atol = 1.0e-08, %equal_nan = False) {
  tp.when "dtype(self) == dtype(other)"
  %e = tp.call_function "aten.eq.Tensor"(%self, %other)
  %close = tp.if "equal_nan and (is_float(self) or is_complex(self))" {
    %n = tp.call_function "aten.isnan.default"(%self)
    %m = tp.call_function "aten.isnan.default"(%other)
    %b = tp.call_function "aten.logical_and.default"(%n, %m)
    %o = tp.call_function "aten.logical_or.default"(%e, %b)
    tp.yield %o
  } else {
    tp.yield %e
  }
  %r = tp.if "rtol == 0 and atol == 0" {
    tp.yield %close
  } else {
    %x = tp.if "is_float(self) or is_complex(self)" {
      tp.yield %self
    } else {
      %c = tp.call_function "aten._to_copy.default"(%self, dtype = float32)
      tp.yield %c
    }
    %y = tp.if "is_float(self) or is_complex(self)" {
      tp.yield %other
    } else {
      %c = tp.call_function "aten._to_copy.default"(%other, dtype = float32)
      tp.yield %c
    }
    %t = tp.call_function "aten.mul.Tensor"(%y, %rtol)
    %ta = tp.call_function "aten.abs.default"(%t)
    %allowed = tp.call_function "aten.add.Tensor"(%ta, %atol)
    %d = tp.call_function "aten.sub.Tensor"(%x, %y)
    %actual = tp.call_function "aten.abs.default"(%d)
    %finite = tp.call_function "aten.isfinite.default"(%actual)
    %le = tp.call_function "aten.le.Tensor"(%actual, %allowed)
    %both = tp.call_function "aten.logical_and.default"(%finite, %le)
    %any = tp.call_function "aten.logical_or.default"(%close, %both)
    tp.yield %any
  }
  tp.yield %r
}

// An outer product is added. A beta of 0 drops the term, NaN and all.
tp.decomposition "aten.addr.default"(%self, %vec1, %vec2, %beta = 1, %alpha = 1) {
  tp.when "not is_bool(self) and rank(vec1) == 1 and rank(vec2) == 1"
  tp.when "beta != 0 or promote(vec1, vec2) == promote(self, vec1, vec2)"
  %column = tp.call_function "aten.unsqueeze.default"(%vec1, 1)
  %outer = tp.call_function "aten.mul.Tensor"(%column, %vec2)
  %product = tp.if "alpha == 1" {
    tp.yield %outer
  } else {
    %m = tp.call_function "aten.mul.Tensor"(%outer, %alpha)
    tp.yield %m
  }
  %r = tp.if "beta == 0" {
    tp.yield %product
  } else {
    %term = tp.if "beta == 1" {
      tp.yield %self
    } else {
      %m = tp.call_function "aten.mul.Tensor"(%self, %beta)
      tp.yield %m
    }
    %sum = tp.call_function "aten.add.Tensor"(%term, %product)
    tp.yield %sum
  }
  tp.yield %r
}

tp.decomposition "aten.addr.default"(%self, %vec1, %vec2, %beta = 1, %alpha = 1) {
  tp.when "is_bool(self) and is_bool(vec1) and is_bool(vec2) and rank(vec1) == 1 and rank(vec2) == 1 and alpha != 0"
  %column = tp.call_function "aten.unsqueeze.default"(%vec1, 1)
  %outer = tp.call_function "aten.logical_and.default"(%column, %vec2)
  %r = tp.if "beta == 0" {
    tp.yield %outer
  } else {
    %or = tp.call_function "aten.logical_or.default"(%self, %outer)
    tp.yield %or
  }
  tp.yield %r
}

tp.decomposition "aten.zero.default"(%self) {
  %r = tp.call_function "aten.full_like.default"(%self, 0)
  tp.yield %r
}

tp.decomposition "aten.fill.Scalar"(%self, %value) {
  %r = tp.call_function "aten.full_like.default"(%self, %value)
  tp.yield %r
}

tp.decomposition "aten.fill.Tensor"(%self, %value) {
  %r = tp.call_function "aten.copy.default"(%self, %value)
  tp.yield %r
}

// The same numbers are drawn as the operator does in single precision.
tp.decomposition "aten.bernoulli.default"(%self) {
  %sizes = tp.expr "[size(self, i) for i in range(rank(self))]"
  %device = tp.expr "device(self)"
  %own = tp.expr "dtype(self)"
  %u = tp.call_function "aten.rand.default"(%sizes, dtype = float32, device = %device, pin_memory = False)
  %l = tp.call_function "aten.lt.Tensor"(%u, %self)
  %r = tp.call_function "aten._to_copy.default"(%l, dtype = %own)
  tp.yield %r
}
