// tensorplay: arithmetic of one, two or three tensors.
//
// Half precision is computed in float32 where there is more than one rounding.

tp.decomposition "reciprocal"(%input) {
  %r = tp.call_function "_operator.truediv"(1, %input)
  tp.yield %r
}

tp.decomposition "square"(%input) {
  %r = tp.call_function "_operator.mul"(%input, %input)
  tp.yield %r
}

tp.decomposition "squared_difference"(%input, %other) {
  %d = tp.call_function "_operator.sub"(%input, %other)
  %r = tp.call_function "_operator.mul"(%d, %d)
  tp.yield %r
}

tp.decomposition "lerp"(%input, %end, %weight) {
  tp.when "not is_tensor(weight)"
  %result = tp.expr "float_type(promote(input, end))"
  %type = tp.expr "opmath(result)"
  tp.when "not is_complex(type)"
  tp.when "dtype(input) != type or dtype(end) != type"
  %a = tp.call_method "to"(%input, %type)
  %b = tp.call_method "to"(%end, %type)
  %y = tp.call_function "tensorplay.functional.lerp"(%a, %b, %weight)
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %cast = tp.call_method "to"(%y, %result)
    tp.yield %cast
  }
  tp.yield %r
}

// The end that is nearer to the result is the one to start from: a weight of 1
// gives `end`, as big as `input` may be.
tp.decomposition "lerp"(%input, %end, %weight) {
  tp.when "not is_tensor(weight)"
  tp.when "is_float(input) and dtype(input) == dtype(end)"
  %d = tp.call_function "_operator.sub"(%end, %input)
  %r = tp.if "abs(weight) < 0.5" {
    %m = tp.call_function "_operator.mul"(%d, %weight)
    %s = tp.call_function "_operator.add"(%input, %m)
    tp.yield %s
  } else {
    %w = tp.expr "1 - weight"
    %m = tp.call_function "_operator.mul"(%d, %w)
    %s = tp.call_function "_operator.sub"(%end, %m)
    tp.yield %s
  }
  tp.yield %r
}

tp.decomposition "lerp"(%input, %end, %weight) {
  tp.when "is_tensor(weight)"
  %result = tp.expr "float_type(promote(input, end, weight))"
  %type = tp.expr "opmath(result)"
  tp.when "not is_complex(type)"
  tp.when "dtype(input) != type or dtype(end) != type or dtype(weight) != type"
  %a = tp.call_method "to"(%input, %type)
  %b = tp.call_method "to"(%end, %type)
  %c = tp.call_method "to"(%weight, %type)
  %y = tp.call_function "tensorplay.functional.lerp"(%a, %b, %c)
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %cast = tp.call_method "to"(%y, %result)
    tp.yield %cast
  }
  tp.yield %r
}

tp.decomposition "lerp"(%input, %end, %weight) {
  tp.when "is_tensor(weight)"
  tp.when "is_float(input) and dtype(input) == dtype(end) and dtype(input) == dtype(weight)"
  %d = tp.call_function "_operator.sub"(%end, %input)
  %m = tp.call_function "_operator.mul"(%weight, %d)
  %near = tp.call_function "_operator.add"(%input, %m)
  %v = tp.call_function "_operator.sub"(1, %weight)
  %n = tp.call_function "_operator.mul"(%v, %d)
  %far = tp.call_function "_operator.sub"(%end, %n)
  %w = tp.call_method "abs"(%weight)
  %gate = tp.call_function "_operator.lt"(%w, 0.5)
  %r = tp.call_function "tensorplay.functional.where"(%gate, %near, %far)
  tp.yield %r
}

tp.decomposition "addcmul"(%input, %tensor1, %tensor2, %value = 1) {
  %result = tp.expr "float_type(promote(input, tensor1, tensor2))"
  %type = tp.expr "opmath(result)"
  tp.when "is_float(promote(input, tensor1, tensor2)) and not is_complex(type)"
  tp.when "dtype(input) != type or dtype(tensor1) != type or dtype(tensor2) != type"
  %a = tp.call_method "to"(%input, %type)
  %b = tp.call_method "to"(%tensor1, %type)
  %c = tp.call_method "to"(%tensor2, %type)
  %y = tp.call_function "tensorplay.functional.addcmul"(%a, %b, %c, value = %value)
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %cast = tp.call_method "to"(%y, %result)
    tp.yield %cast
  }
  tp.yield %r
}

// Of integers, tensorplay takes the integer part of `value`.
tp.decomposition "addcmul"(%input, %tensor1, %tensor2, %value = 1) {
  %type = tp.expr "promote(input, tensor1, tensor2)"
  tp.when "is_complex(type) or type == opmath(type)"
  %v = tp.expr "value if is_float(type) or is_complex(type) else int(value)"
  %s = tp.if "v == 1" {
    tp.yield %tensor1
  } else {
    %t = tp.call_function "_operator.mul"(%tensor1, %v)
    tp.yield %t
  }
  %m = tp.call_function "_operator.mul"(%s, %tensor2)
  %r = tp.call_function "_operator.add"(%input, %m)
  tp.yield %r
}

// `value` counts ahead of the division, so that a large quotient does not hide it.
// Of integers, tensorplay refuses it.
tp.decomposition "addcdiv"(%input, %tensor1, %tensor2, %value = 1) {
  %result = tp.expr "float_type(promote(input, tensor1, tensor2))"
  %type = tp.expr "opmath(result)"
  tp.when "is_float(promote(input, tensor1, tensor2)) and not is_complex(type)"
  tp.when "dtype(input) != type or dtype(tensor1) != type or dtype(tensor2) != type"
  %a = tp.call_method "to"(%input, %type)
  %b = tp.call_method "to"(%tensor1, %type)
  %c = tp.call_method "to"(%tensor2, %type)
  %y = tp.call_function "tensorplay.functional.addcdiv"(%a, %b, %c, value = %value)
  %r = tp.if "result == type" {
    tp.yield %y
  } else {
    %cast = tp.call_method "to"(%y, %result)
    tp.yield %cast
  }
  tp.yield %r
}

tp.decomposition "addcdiv"(%input, %tensor1, %tensor2, %value = 1) {
  %type = tp.expr "promote(input, tensor1, tensor2)"
  tp.when "is_complex(type) or type == opmath(type)"
  tp.when "not is_integer(type) and not is_bool(type)"
  %s = tp.if "value == 1" {
    tp.yield %tensor1
  } else {
    %t = tp.call_function "_operator.mul"(%tensor1, %value)
    tp.yield %t
  }
  %q = tp.call_function "_operator.truediv"(%s, %tensor2)
  %r = tp.call_function "_operator.add"(%input, %q)
  tp.yield %r
}

// A bound that is a tensor must have the dtype of the input: what tensorplay makes
// of others differs from what it makes of one bound at a time.
tp.decomposition "clamp"(%input, %min = None, %max = None) {
  tp.when "min is not None or max is not None"
  tp.when "not is_tensor(min) or dtype(min) == dtype(input)"
  tp.when "not is_tensor(max) or dtype(max) == dtype(input)"
  %l = tp.if "min is None" {
    tp.yield %input
  } else {
    %m = tp.call_function "tensorplay.functional.clamp_min"(%input, %min)
    tp.yield %m
  }
  %r = tp.if "max is None" {
    tp.yield %l
  } else {
    %m = tp.call_function "tensorplay.functional.clamp_max"(%l, %max)
    tp.yield %m
  }
  tp.yield %r
}
