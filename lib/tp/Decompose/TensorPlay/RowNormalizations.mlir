// tensorplay: softmax and log_softmax.
//
// For a backend that makes one kernel of the pieces; a request for another dtype
// is declined, as tensorplay does. Half precision is summed in float32.

tp.decomposition "softmax"(%input, %dim, %dtype = None) {
  tp.when "dtype is None and wrap(dim, rank(input)) >= 0"
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.softmax"(%x, %dim)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "softmax"(%input, %dim, %dtype = None) {
  tp.when "dtype is None and wrap(dim, rank(input)) >= 0"
  tp.when "is_float(input) and rank(input) > 0"
  // The largest element of nothing is an error.
  tp.when "not is_static(size(input, dim)) or size(input, dim) != 0"
  %m = tp.call_method "amax"(%input, [%dim], True)
  %s = tp.call_function "_operator.sub"(%input, %m)
  %e = tp.call_method "exp"(%s)
  %t = tp.call_method "sum"(%e, %dim, True)
  %r = tp.call_function "_operator.truediv"(%e, %t)
  tp.yield %r
}

tp.decomposition "log_softmax"(%input, %dim, %dtype = None) {
  tp.when "dtype is None and wrap(dim, rank(input)) >= 0"
  tp.when "is_float(input) or is_integer(input)"
  tp.when "dtype(input) != opmath(float_type(input))"
  %type = tp.expr "opmath(float_type(input))"
  %x = tp.call_method "to"(%input, %type)
  %y = tp.call_function "tensorplay.functional.log_softmax"(%x, %dim)
  %result = tp.expr "float_type(input)"
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %c = tp.call_method "to"(%y, %result)
    tp.yield %c
  }
  tp.yield %r
}

tp.decomposition "log_softmax"(%input, %dim, %dtype = None) {
  tp.when "dtype is None and wrap(dim, rank(input)) >= 0"
  tp.when "is_float(input) and rank(input) > 0"
  // The largest element of nothing is an error.
  tp.when "not is_static(size(input, dim)) or size(input, dim) != 0"
  %m = tp.call_method "amax"(%input, [%dim], True)
  %s = tp.call_function "_operator.sub"(%input, %m)
  %e = tp.call_method "exp"(%s)
  %t = tp.call_method "sum"(%e, %dim, True)
  %l = tp.call_method "log"(%t)
  %r = tp.call_function "_operator.sub"(%s, %l)
  tp.yield %r
}
