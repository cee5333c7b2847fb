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

tp.decomposition "aten.selu.default"(%self) {
  %r = tp.call_function "aten.elu.default"(%self, 1.6732632423543772, 1.0507009873554805)
  tp.yield %r
}

tp.decomposition "aten.celu.default"(%self, %alpha = 1.0) {
  tp.when "alpha != 0"
  %scale = tp.expr "1.0 / alpha"
  %r = tp.call_function "aten.elu.default"(%self, %alpha, 1, %scale)
  tp.yield %r
}

// A weight for each channel, or one for all.
tp.decomposition "aten.prelu.default"(%self, %weight) {
  %sizes = tp.expr "[size(weight, 0) if rank(weight) == 1 and i == 1 else 1 for i in range(rank(self))]"
  %w = tp.if "rank(self) >= 2" {
    %v = tp.call_function "aten.reshape.default"(%weight, %sizes)
    tp.yield %v
  } else {
    tp.yield %weight
  }
  // A scalar stays one.
  %u = tp.if "rank(self) == 0 and rank(weight) == 1" {
    %s = tp.call_function "aten.squeeze.dims"(%weight, [0])
    tp.yield %s
  } else {
    tp.yield %w
  }
  %r = tp.call_function "aten._prelu_kernel.default"(%self, %u)
  tp.yield %r
}

tp.decomposition "aten._prelu_kernel.default"(%self, %weight) {
  %m = tp.call_function "aten.mul.Tensor"(%self, %weight)
  %g = tp.call_function "aten.gt.Scalar"(%self, 0)
  %r = tp.call_function "aten.where.self"(%g, %self, %m)
  tp.yield %r
}

// In evaluation the slope is the middle of its range.
tp.decomposition "aten.rrelu.default"(%self, %lower = 0.125, %upper = 0.3333333333333333, %training = False) {
  tp.when "not training"
  %slope = tp.expr "(lower + upper) / 2"
  %r = tp.call_function "aten.leaky_relu.default"(%self, %slope)
  tp.yield %r
}

tp.decomposition "aten.rrelu.default"(%self, %lower = 0.125, %upper = 0.3333333333333333, %training = False, %generator = None) {
  tp.when "training"
  %sizes = tp.expr "size(self)"
  %type = tp.expr "dtype(self)"
  %device = tp.expr "device(self)"
  %noise = tp.call_function "aten.empty.memory_format"(%sizes, dtype = %type, device = %device, pin_memory = False)
  %r, %n = tp.call_function "aten.rrelu_with_noise_functional.default"(%self, %noise, %lower, %upper, %training, %generator)
  tp.yield %r
}

tp.decomposition "aten.threshold.default"(%self, %threshold, %value) {
  %type = tp.expr "dtype(self)"
  %device = tp.expr "device(self)"
  // Both numbers are taken in the type of the input.
  %limit = tp.expr "threshold if is_float(self) else int(threshold)"
  %number = tp.expr "value if is_float(self) else int(value)"
  %v = tp.call_function "aten.scalar_tensor.default"(%number, dtype = %type, device = %device)
  %m = tp.call_function "aten.le.Scalar"(%self, %limit)
  %r = tp.call_function "aten.where.self"(%m, %v, %self)
  tp.yield %r
}

tp.decomposition "aten.hardshrink.default"(%self, %lambd = 0.5) {
  %type = tp.expr "dtype(self)"
  %device = tp.expr "device(self)"
  %a = tp.call_function "aten.abs.default"(%self)
  %m = tp.call_function "aten.le.Scalar"(%a, %lambd)
  %zero = tp.call_function "aten.scalar_tensor.default"(0, dtype = %type, device = %device)
  %r = tp.call_function "aten.where.self"(%m, %zero, %self)
  tp.yield %r
}

tp.decomposition "aten.softshrink.default"(%self, %lambd = 0.5) {
  %a = tp.call_function "aten.abs.default"(%self)
  %m = tp.call_function "aten.gt.Scalar"(%a, %lambd)
  %s = tp.call_function "aten.sign.default"(%self)
  %t = tp.call_function "aten.mul.Tensor"(%s, %lambd)
  %d = tp.call_function "aten.sub.Tensor"(%self, %t)
  // NaN stays NaN.
  %z = tp.call_function "aten.mul.Tensor"(%self, 0)
  %r = tp.call_function "aten.where.self"(%m, %d, %z)
  tp.yield %r
}

// The second result is the exponential that the gradient needs.
tp.decomposition "aten.log_sigmoid_forward.default"(%self) {
  %x = tp.if "opmath(self) == dtype(self)" {
    tp.yield %self
  } else {
    %type = tp.expr "opmath(self)"
    %c = tp.call_function "aten._to_copy.default"(%self, dtype = %type)
    tp.yield %c
  }
  %m = tp.call_function "aten.clamp.default"(%x, None, 0)
  %a = tp.call_function "aten.abs.default"(%x)
  %n = tp.call_function "aten.neg.default"(%a)
  %e = tp.call_function "aten.exp.default"(%n)
  %l = tp.call_function "aten.log1p.default"(%e)
  %y = tp.call_function "aten.sub.Tensor"(%m, %l)
  %r = tp.if "opmath(self) == dtype(self)" {
    tp.yield %y
  } else {
    %type = tp.expr "dtype(self)"
    %d = tp.call_function "aten._to_copy.default"(%y, dtype = %type)
    tp.yield %d
  }
  %f = tp.if "opmath(self) == dtype(self)" {
    tp.yield %e
  } else {
    %type = tp.expr "dtype(self)"
    %d = tp.call_function "aten._to_copy.default"(%e, dtype = %type)
    tp.yield %d
  }
  tp.yield %r, %f
}

tp.decomposition "aten.log_sigmoid.default"(%self) {
  %r, %buffer = tp.call_function "aten.log_sigmoid_forward.default"(%self)
  tp.yield %r
}

// A row that is -inf throughout gives zeros.
tp.decomposition "aten._safe_softmax.default"(%self, %dim, %dtype = None) {
  %x = tp.if "dtype is None or dtype == dtype(self)" {
    tp.yield %self
  } else {
    %c = tp.call_function "aten._to_copy.default"(%self, dtype = %dtype)
    tp.yield %c
  }
  %s = tp.call_function "aten._softmax.default"(%x, %dim, False)
  %e = tp.call_function "aten.eq.Scalar"(%x, -inf)
  %open = tp.call_function "aten.logical_not.default"(%e)
  %any = tp.call_function "aten.any.dim"(%open, %dim, True)
  %type = tp.expr "dtype(x)"
  %device = tp.expr "device(self)"
  %zero = tp.call_function "aten.scalar_tensor.default"(0, dtype = %type, device = %device)
  %r = tp.call_function "aten.where.self"(%any, %s, %zero)
  tp.yield %r
}

// Whole channels are dropped.
tp.decomposition "aten.feature_dropout.default"(%input, %p, %train) {
  tp.when "not train or p == 0"
  tp.yield %input
}

tp.decomposition "aten.feature_dropout.default"(%input, %p, %train unused) {
  tp.when "rank(input) >= 2 and p < 1"
  %sizes = tp.expr "[size(input, i) if i < 2 else 1 for i in range(rank(input))]"
  %type = tp.expr "dtype(input)"
  %device = tp.expr "device(input)"
  %keep = tp.expr "1 - p"
  %e = tp.call_function "aten.empty.memory_format"(%sizes, dtype = %type, device = %device, pin_memory = False)
  %b = tp.call_function "aten.bernoulli.p"(%e, %keep)
  %n = tp.call_function "aten.div.Tensor"(%b, %keep)
  %r = tp.call_function "aten.mul.Tensor"(%input, %n)
  tp.yield %r
}

// What is dropped becomes the lowest value of SELU; the rest is scaled and
// shifted, so that mean and variance stay.
tp.decomposition "aten.alpha_dropout.default"(%input, %p, %train) {
  tp.when "not train or p == 0"
  tp.yield %input
}

tp.decomposition "aten.alpha_dropout.default"(%input, %p, %train unused) {
  tp.when "p < 1"
  %sizes = tp.expr "size(input)"
  %type = tp.expr "dtype(input)"
  %device = tp.expr "device(input)"
  %keep = tp.expr "1 - p"
  %a = tp.expr "1 / sqrt((1.7580993408473766 ** 2 * p + 1) * (1 - p))"
  %shift = tp.expr "1.7580993408473766 * a"
  %mean = tp.expr "1.7580993408473766 * a * p"
  %e = tp.call_function "aten.empty.memory_format"(%sizes, dtype = %type, device = %device, pin_memory = False)
  %b = tp.call_function "aten.bernoulli.p"(%e, %keep)
  %d = tp.call_function "aten.add.Scalar"(%b, -1)
  %s = tp.call_function "aten.mul.Scalar"(%d, %shift)
  %o = tp.call_function "aten.add.Scalar"(%s, %mean)
  %n = tp.call_function "aten.mul.Scalar"(%b, %a)
  %m = tp.call_function "aten.mul.Tensor"(%input, %n)
  %r = tp.call_function "aten.add.Tensor"(%m, %o)
  tp.yield %r
}

tp.decomposition "aten.feature_alpha_dropout.default"(%input, %p, %train) {
  tp.when "not train or p == 0"
  tp.yield %input
}

tp.decomposition "aten.feature_alpha_dropout.default"(%input, %p, %train unused) {
  tp.when "rank(input) >= 2 and p < 1"
  %sizes = tp.expr "[size(input, i) if i < 2 else 1 for i in range(rank(input))]"
  %type = tp.expr "dtype(input)"
  %device = tp.expr "device(input)"
  %keep = tp.expr "1 - p"
  %a = tp.expr "1 / sqrt((1.7580993408473766 ** 2 * p + 1) * (1 - p))"
  %shift = tp.expr "1.7580993408473766 * a"
  %mean = tp.expr "1.7580993408473766 * a * p"
  %e = tp.call_function "aten.empty.memory_format"(%sizes, dtype = %type, device = %device, pin_memory = False)
  %b = tp.call_function "aten.bernoulli.p"(%e, %keep)
  %d = tp.call_function "aten.add.Scalar"(%b, -1)
  %s = tp.call_function "aten.mul.Scalar"(%d, %shift)
  %o = tp.call_function "aten.add.Scalar"(%s, %mean)
  %n = tp.call_function "aten.mul.Scalar"(%b, %a)
  %m = tp.call_function "aten.mul.Tensor"(%input, %n)
  %r = tp.call_function "aten.add.Tensor"(%m, %o)
  tp.yield %r
}

// Everything is dropped: zeros, and NaN where there is no number.
tp.decomposition "aten.feature_dropout.default"(%input, %p, %train unused) {
  tp.when "p == 1"
  %r = tp.call_function "aten.mul.Tensor"(%input, 0)
  tp.yield %r
}

tp.decomposition "aten.alpha_dropout.default"(%input, %p, %train unused) {
  tp.when "p == 1"
  %r = tp.call_function "aten.mul.Tensor"(%input, 0)
  tp.yield %r
}

tp.decomposition "aten.feature_alpha_dropout.default"(%input, %p, %train unused) {
  tp.when "p == 1"
  %r = tp.call_function "aten.mul.Tensor"(%input, 0)
  tp.yield %r
}

tp.decomposition "aten.rrelu_with_noise_backward.default"(%grad_output, %self, %noise, %lower, %upper, %training, %self_is_result) {
  tp.when "opmath(grad_output) == dtype(grad_output)"
  %r = tp.if "training" {
    %m = tp.call_function "aten.mul.Tensor"(%grad_output, %noise)
    tp.yield %m
  } else {
    %slope = tp.expr "(lower + upper) / 2"
    %g = tp.call_function "aten.leaky_relu_backward.default"(%grad_output, %self, %slope, %self_is_result)
    tp.yield %g
  }
  tp.yield %r
}

tp.decomposition "aten.rrelu_with_noise_backward.default"(%grad_output, %self, %noise, %lower, %upper, %training, %self_is_result) {
  tp.when "opmath(grad_output) != dtype(grad_output)"
  %wide = tp.expr "opmath(grad_output)"
  %own = tp.expr "dtype(grad_output)"
  %grad_output_wide = tp.call_function "aten._to_copy.default"(%grad_output, dtype = %wide)
  %self_wide = tp.call_function "aten._to_copy.default"(%self, dtype = %wide)
  %noise_wide = tp.call_function "aten._to_copy.default"(%noise, dtype = %wide)
  %r0 = tp.call_function "aten.rrelu_with_noise_backward.default"(%grad_output_wide, %self_wide, %noise_wide, %lower, %upper, %training, %self_is_result)
  %r0_own = tp.call_function "aten._to_copy.default"(%r0, dtype = %own)
  tp.yield %r0_own
}

tp.decomposition "aten.infinitely_differentiable_gelu_backward.default"(%grad, %self) {
  %r = tp.call_function "aten.gelu_backward.default"(%grad, %self)
  tp.yield %r
}
