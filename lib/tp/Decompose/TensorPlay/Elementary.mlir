// tensorplay: exponentials, logarithms, trigonometric and hyperbolic functions.
//
// Half precision and integers are computed in float32, as tensorplay's kernels
// do: the first entry of a key. The second one is the rule for float32 and
// float64. Both decline where the dtype is not known, or is complex.

// tanh(x / 2) * (exp(x) + 1): nothing cancels where exp(x) is close to 1.
tp.decomposition "expm1"(%input) {
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.expm1"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "expm1"(%input) {
  tp.when "is_float(input)"
  %h = tp.call_function "_operator.mul"(%input, 0.5)
  %t = tp.call_method "tanh"(%h)
  %e = tp.call_method "exp"(%input)
  %s = tp.call_function "_operator.add"(%e, 1)
  %r = tp.call_function "_operator.mul"(%t, %s)
  tp.yield %r
}

// log(u) * (x / (u - 1)) with u = x + 1: the quotient takes back what rounding did
// to u. Where u is exact, infinite too, log(u) is it; where u is 1, x.
tp.decomposition "log1p"(%input) {
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.log1p"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "log1p"(%input) {
  tp.when "is_float(input)"
  %u = tp.call_function "_operator.add"(%input, 1)
  %d = tp.call_function "_operator.sub"(%u, 1)
  %l = tp.call_method "log"(%u)
  %q = tp.call_function "_operator.truediv"(%input, %d)
  %p = tp.call_function "_operator.mul"(%l, %q)
  %exact = tp.call_function "_operator.eq"(%d, %input)
  %s = tp.call_function "tensorplay.functional.where"(%exact, %l, %p)
  %one = tp.call_function "_operator.eq"(%u, 1)
  %r = tp.call_function "tensorplay.functional.where"(%one, %input, %s)
  tp.yield %r
}

tp.decomposition "exp2"(%input) {
  tp.when "not is_complex(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.exp2"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "exp2"(%input) {
  tp.when "is_float(input)"
  %r = tp.call_function "_operator.pow"(2, %input)
  tp.yield %r
}

tp.decomposition "log10"(%input) {
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.log10"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "log10"(%input) {
  tp.when "is_float(input)"
  %l = tp.call_method "log"(%input)
  %r = tp.call_function "_operator.truediv"(%l, 2.3025850929940457)
  tp.yield %r
}

// log(z / (1 - z)), z between eps and 1 - eps where there is an eps.
tp.decomposition "logit"(%input, %eps = None) {
  tp.when "not is_complex(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.logit"(%x, %eps)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "logit"(%input, %eps = None) {
  tp.when "is_float(input)"
  tp.when "eps is None or eps >= 0"
  %z = tp.if "eps is None" {
    tp.yield %input
  } else {
    %l = tp.call_method "clamp_min"(%input, %eps)
    %high = tp.expr "1 - eps"
    %u = tp.call_method "clamp_max"(%l, %high)
    tp.yield %u
  }
  %n = tp.call_function "_operator.sub"(1, %z)
  %q = tp.call_function "_operator.truediv"(%z, %n)
  %r = tp.call_method "log"(%q)
  tp.yield %r
}

// 2 t / (1 - t * t) with t = tanh(x / 2) for small x, where the exponentials would
// cancel; for large x their squares, which are infinite no sooner than sinh is.
tp.decomposition "sinh"(%input) {
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.sinh"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "sinh"(%input) {
  tp.when "is_float(input)"
  %h = tp.call_function "_operator.mul"(%input, 0.5)
  %t = tp.call_method "tanh"(%h)
  %n = tp.call_function "_operator.mul"(%t, 2)
  %tt = tp.call_function "_operator.mul"(%t, %t)
  %d = tp.call_function "_operator.sub"(1, %tt)
  %small = tp.call_function "_operator.truediv"(%n, %d)
  %e = tp.call_method "exp"(%h)
  %e2 = tp.call_function "_operator.mul"(%e, 0.5)
  %up = tp.call_function "_operator.mul"(%e2, %e)
  %m = tp.call_function "_operator.neg"(%h)
  %f = tp.call_method "exp"(%m)
  %f2 = tp.call_function "_operator.mul"(%f, 0.5)
  %down = tp.call_function "_operator.mul"(%f2, %f)
  %large = tp.call_function "_operator.sub"(%up, %down)
  %a = tp.call_method "abs"(%input)
  %isSmall = tp.call_function "_operator.lt"(%a, 1)
  %r = tp.call_function "tensorplay.functional.where"(%isSmall, %small, %large)
  tp.yield %r
}

// The squares of exp(x / 2), which are infinite no sooner than cosh is.
tp.decomposition "cosh"(%input) {
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.cosh"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "cosh"(%input) {
  tp.when "is_float(input)"
  %h = tp.call_function "_operator.mul"(%input, 0.5)
  %e = tp.call_method "exp"(%h)
  %e2 = tp.call_function "_operator.mul"(%e, 0.5)
  %up = tp.call_function "_operator.mul"(%e2, %e)
  %m = tp.call_function "_operator.neg"(%h)
  %f = tp.call_method "exp"(%m)
  %f2 = tp.call_function "_operator.mul"(%f, 0.5)
  %down = tp.call_function "_operator.mul"(%f2, %f)
  %r = tp.call_function "_operator.add"(%up, %down)
  tp.yield %r
}

// The sign of x times log1p(a + a * a / (1 + sqrt(a * a + 1))), a = |x|; log(2 a)
// where a * a may be infinite.
tp.decomposition "asinh"(%input) {
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.asinh"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "asinh"(%input) {
  tp.when "is_float(input)"
  %a = tp.call_method "abs"(%input)
  %s = tp.call_function "_operator.mul"(%a, %a)
  %s1 = tp.call_function "_operator.add"(%s, 1)
  %root = tp.call_method "sqrt"(%s1)
  %d = tp.call_function "_operator.add"(%root, 1)
  %q = tp.call_function "_operator.truediv"(%s, %d)
  %t = tp.call_function "_operator.add"(%a, %q)
  %small = tp.call_function "tensorplay.functional.log1p"(%t)
  %l = tp.call_method "log"(%a)
  %large = tp.call_function "_operator.add"(%l, 0.69314718055994531)
  %isLarge = tp.call_function "_operator.gt"(%a, 1000000000.0)
  %y = tp.call_function "tensorplay.functional.where"(%isLarge, %large, %small)
  %m = tp.call_function "_operator.neg"(%y)
  %isNegative = tp.call_function "_operator.lt"(%input, 0)
  %r = tp.call_function "tensorplay.functional.where"(%isNegative, %m, %y)
  tp.yield %r
}

// log1p(t + sqrt(t) * sqrt(t + 2)), t = x - 1, where x * x - 1 would cancel;
// log(2 x) for large x.
tp.decomposition "acosh"(%input) {
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.acosh"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "acosh"(%input) {
  tp.when "is_float(input)"
  %t = tp.call_function "_operator.sub"(%input, 1)
  %p = tp.call_function "_operator.add"(%t, 2)
  %u = tp.call_method "sqrt"(%t)
  %v = tp.call_method "sqrt"(%p)
  %w = tp.call_function "_operator.mul"(%u, %v)
  %s = tp.call_function "_operator.add"(%t, %w)
  %small = tp.call_function "tensorplay.functional.log1p"(%s)
  %l = tp.call_method "log"(%input)
  %large = tp.call_function "_operator.add"(%l, 0.69314718055994531)
  %isLarge = tp.call_function "_operator.gt"(%input, 1000000000.0)
  %r = tp.call_function "tensorplay.functional.where"(%isLarge, %large, %small)
  tp.yield %r
}

// The sign of x times log1p(2 a / (1 - a)) / 2, a = |x|.
tp.decomposition "atanh"(%input) {
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.atanh"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "atanh"(%input) {
  tp.when "is_float(input)"
  %a = tp.call_method "abs"(%input)
  %n = tp.call_function "_operator.mul"(%a, 2)
  %d = tp.call_function "_operator.sub"(1, %a)
  %q = tp.call_function "_operator.truediv"(%n, %d)
  %l = tp.call_function "tensorplay.functional.log1p"(%q)
  %y = tp.call_function "_operator.mul"(%l, 0.5)
  %m = tp.call_function "_operator.neg"(%y)
  %isNegative = tp.call_function "_operator.lt"(%input, 0)
  %r = tp.call_function "tensorplay.functional.where"(%isNegative, %m, %y)
  tp.yield %r
}

tp.decomposition "sec"(%input) {
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.sec"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "sec"(%input) {
  tp.when "is_float(input)"
  %c = tp.call_method "cos"(%input)
  %r = tp.call_function "_operator.truediv"(1, %c)
  tp.yield %r
}

tp.decomposition "csc"(%input) {
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.csc"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "csc"(%input) {
  tp.when "is_float(input)"
  %s = tp.call_method "sin"(%input)
  %r = tp.call_function "_operator.truediv"(1, %s)
  tp.yield %r
}

tp.decomposition "cot"(%input) {
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.cot"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "cot"(%input) {
  tp.when "is_float(input)"
  %c = tp.call_method "cos"(%input)
  %s = tp.call_method "sin"(%input)
  %r = tp.call_function "_operator.truediv"(%c, %s)
  tp.yield %r
}

tp.decomposition "rad2deg"(%input) {
  tp.when "not is_complex(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.rad2deg"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "rad2deg"(%input) {
  tp.when "is_float(input)"
  %r = tp.call_function "_operator.mul"(%input, 57.295779513082323)
  tp.yield %r
}

tp.decomposition "deg2rad"(%input) {
  tp.when "not is_complex(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.deg2rad"(%x)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "deg2rad"(%input) {
  tp.when "is_float(input)"
  %r = tp.call_function "_operator.mul"(%input, 0.017453292519943295)
  tp.yield %r
}
