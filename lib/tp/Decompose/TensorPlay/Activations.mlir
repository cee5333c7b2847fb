// tensorplay: activation functions.
//
// Half precision and integers are computed in float32, as tensorplay's kernels
// do: the first entry of a key. Both entries decline where the dtype is not
// known, and calls that write their input.

tp.decomposition "sigmoid"(%input) {
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.sigmoid"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "sigmoid"(%input) {
  tp.when "is_float(input)"
  %n = tp.call_function "_operator.neg"(%input)
  %e = tp.call_method "exp"(%n)
  %s = tp.call_function "_operator.add"(%e, 1)
  %r = tp.call_function "_operator.truediv"(1, %s)
  tp.yield %r
}

tp.decomposition "silu"(%input, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.silu"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "silu"(%input, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input)"
  %s = tp.call_function "tensorplay.functional.sigmoid"(%input)
  %r = tp.call_function "_operator.mul"(%input, %s)
  tp.yield %r
}

tp.decomposition "swish"(%input, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.silu"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "swish"(%input, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input)"
  %s = tp.call_function "tensorplay.functional.sigmoid"(%input)
  %r = tp.call_function "_operator.mul"(%input, %s)
  tp.yield %r
}

// log1p(exp(z)) / beta, z = beta * x, and x where z is above the threshold. The
// exponential of a threshold above 80 would be infinite: then it is
// max(z, 0) + log1p(exp(-|z|)).
tp.decomposition "softplus"(%input, %beta = 1, %threshold = 20) {
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.softplus"(%x, %beta, %threshold)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "softplus"(%input, %beta = 1, %threshold = 20) {
  tp.when "is_float(input)"
  %z = tp.if "beta == 1" {
    tp.yield %input
  } else {
    %m = tp.call_function "_operator.mul"(%input, %beta)
    tp.yield %m
  }
  %l = tp.if "threshold <= 80" {
    %e = tp.call_method "exp"(%z)
    %p = tp.call_function "tensorplay.functional.log1p"(%e)
    tp.yield %p
  } else {
    %a = tp.call_method "abs"(%z)
    %n = tp.call_function "_operator.neg"(%a)
    %e = tp.call_method "exp"(%n)
    %p = tp.call_function "tensorplay.functional.log1p"(%e)
    %m = tp.call_method "clamp_min"(%z, 0)
    %s = tp.call_function "_operator.add"(%m, %p)
    tp.yield %s
  }
  %q = tp.if "beta == 1" {
    tp.yield %l
  } else {
    %d = tp.call_function "_operator.truediv"(%l, %beta)
    tp.yield %d
  }
  %isLinear = tp.call_function "_operator.gt"(%z, %threshold)
  %r = tp.call_function "tensorplay.functional.where"(%isLinear, %input, %q)
  tp.yield %r
}

tp.decomposition "mish"(%input, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.mish"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "mish"(%input, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input)"
  %s = tp.call_function "tensorplay.functional.softplus"(%input)
  %t = tp.call_method "tanh"(%s)
  %r = tp.call_function "_operator.mul"(%input, %t)
  tp.yield %r
}

tp.decomposition "tanhshrink"(%input) {
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.nn.functional.tanhshrink"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "tanhshrink"(%input) {
  tp.when "is_float(input)"
  %t = tp.call_method "tanh"(%input)
  %r = tp.call_function "_operator.sub"(%input, %t)
  tp.yield %r
}

tp.decomposition "elu"(%input, %alpha = 1, %scale = 1, %input_scale = 1) {
  tp.when "scale == 1 and input_scale == 1"
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.elu"(%x, %alpha)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "elu"(%input, %alpha = 1, %scale = 1, %input_scale = 1) {
  tp.when "scale == 1 and input_scale == 1"
  tp.when "is_float(input)"
  %e = tp.call_function "tensorplay.functional.expm1"(%input)
  %m = tp.call_function "_operator.mul"(%e, %alpha)
  %gate = tp.call_function "_operator.gt"(%input, 0)
  %r = tp.call_function "tensorplay.functional.where"(%gate, %input, %m)
  tp.yield %r
}

// Of integers, tensorplay rounds the result to an integer: these stay.
tp.decomposition "selu"(%input, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.selu"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "selu"(%input, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input)"
  %e = tp.call_function "tensorplay.functional.expm1"(%input)
  %m = tp.call_function "_operator.mul"(%e, 1.6732632423543772)
  %gate = tp.call_function "_operator.gt"(%input, 0)
  %s = tp.call_function "tensorplay.functional.where"(%gate, %input, %m)
  %r = tp.call_function "_operator.mul"(%s, 1.0507009873554805)
  tp.yield %r
}

tp.decomposition "gelu"(%input, %approximate = "none") {
  tp.when "approximate is None or approximate in ['none', 'tanh']"
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.gelu"(%x, %approximate)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "gelu"(%input, %approximate = "none") {
  tp.when "approximate == 'tanh'"
  tp.when "is_float(input)"
  %s = tp.call_function "_operator.mul"(%input, %input)
  %c = tp.call_function "_operator.mul"(%s, %input)
  %k = tp.call_function "_operator.mul"(%c, 0.044715)
  %i = tp.call_function "_operator.add"(%input, %k)
  %z = tp.call_function "_operator.mul"(%i, 0.79788456080286541)
  %t = tp.call_method "tanh"(%z)
  %o = tp.call_function "_operator.add"(%t, 1)
  %h = tp.call_function "_operator.mul"(%o, 0.5)
  %r = tp.call_function "_operator.mul"(%input, %h)
  tp.yield %r
}

tp.decomposition "gelu"(%input, %approximate = "none") {
  tp.when "approximate is None or approximate == 'none'"
  tp.when "is_float(input)"
  %z = tp.call_function "_operator.mul"(%input, 0.70710678118654757)
  %e = tp.call_method "erf"(%z)
  %o = tp.call_function "_operator.add"(%e, 1)
  %h = tp.call_function "_operator.mul"(%o, 0.5)
  %r = tp.call_function "_operator.mul"(%input, %h)
  tp.yield %r
}

tp.decomposition "leaky_relu"(%input, %negative_slope = 0.01, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.leaky_relu"(%x, %negative_slope)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "leaky_relu"(%input, %negative_slope = 0.01, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input)"
  %m = tp.call_function "_operator.mul"(%input, %negative_slope)
  %gate = tp.call_function "_operator.gt"(%input, 0)
  %r = tp.call_function "tensorplay.functional.where"(%gate, %input, %m)
  tp.yield %r
}

// Bounds let NaN pass, which a selection by `x > 0` does not.
tp.decomposition "relu6"(%input, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.relu6"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "relu6"(%input, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input)"
  %l = tp.call_method "clamp_min"(%input, 0)
  %r = tp.call_method "clamp_max"(%l, 6)
  tp.yield %r
}

tp.decomposition "hardtanh"(%input, %min_val = -1, %max_val = 1, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.hardtanh"(%x, %min_val, %max_val)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "hardtanh"(%input, %min_val = -1, %max_val = 1, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input)"
  %l = tp.call_method "clamp_min"(%input, %min_val)
  %r = tp.call_method "clamp_max"(%l, %max_val)
  tp.yield %r
}

tp.decomposition "hardsigmoid"(%input, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.hardsigmoid"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "hardsigmoid"(%input, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input)"
  %s = tp.call_function "_operator.add"(%input, 3)
  %q = tp.call_function "_operator.truediv"(%s, 6)
  %l = tp.call_method "clamp_min"(%q, 0)
  %r = tp.call_method "clamp_max"(%l, 1)
  tp.yield %r
}

// NaN is not below lambd, and passes.
tp.decomposition "hardshrink"(%input, %lambd = 0.5) {
  tp.when "is_float(input) or is_integer(input)"
  %a = tp.call_method "abs"(%input)
  %gate = tp.call_function "_operator.le"(%a, %lambd)
  %r = tp.call_function "tensorplay.functional.where"(%gate, 0, %input)
  tp.yield %r
}

tp.decomposition "softshrink"(%input, %lambd = 0.5) {
  tp.when "is_float(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.softshrink"(%x, %lambd)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

// Between the bounds x * 0, which is NaN of NaN. Of integers, tensorplay takes
// the integer part of lambd.
tp.decomposition "softshrink"(%input, %lambd = 0.5) {
  tp.when "is_float(input) or is_integer(input)"
  %l = tp.expr "int(lambd) if is_integer(input) else lambd"
  %minus = tp.expr "-l"
  %up = tp.call_function "_operator.gt"(%input, %l)
  %above = tp.call_function "_operator.sub"(%input, %l)
  %low = tp.call_function "_operator.lt"(%input, %minus)
  %below = tp.call_function "_operator.add"(%input, %l)
  %zero = tp.call_function "_operator.mul"(%input, 0)
  %s = tp.call_function "tensorplay.functional.where"(%low, %below, %zero)
  %r = tp.call_function "tensorplay.functional.where"(%up, %above, %s)
  tp.yield %r
}

// NaN is not below the threshold, and passes. Of integers, tensorplay takes the
// integer part of the value.
tp.decomposition "threshold"(%input, %threshold, %value, %inplace = False) {
  tp.when "not inplace"
  tp.when "is_float(input) or is_integer(input)"
  %v = tp.expr "int(value) if is_integer(input) else value"
  %gate = tp.call_function "_operator.le"(%input, %threshold)
  %r = tp.call_function "tensorplay.functional.where"(%gate, %v, %input)
  tp.yield %r
}
