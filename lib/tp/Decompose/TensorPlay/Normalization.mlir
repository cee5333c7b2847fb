// tensorplay: one form for what has several (`NormalizeOperators`): numbers stand on
// the right of what commutes, and operations that do nothing are gone.
//
// An operation that changes the dtype does something: `x + 0.0` of integers.

tp.decomposition "_operator.add"(%a, %b) {
  tp.when "is_tensor(b) and not is_tensor(a)"
  // A number, no list.
  tp.when "a * 1 == a + 0"
  %r = tp.call_function "_operator.add"(%b, %a)
  tp.yield %r
}

tp.decomposition "_operator.mul"(%a, %b) {
  tp.when "is_tensor(b) and not is_tensor(a)"
  // A number, no list.
  tp.when "a * 1 == a + 0"
  %r = tp.call_function "_operator.mul"(%b, %a)
  tp.yield %r
}

tp.decomposition "_operator.add"(%a, %b) {
  tp.when "not is_tensor(b) and b == 0"
  tp.when "promote(a, b) == dtype(a)"
  tp.yield %a
}

tp.decomposition "_operator.sub"(%a, %b) {
  tp.when "not is_tensor(b) and b == 0"
  tp.when "promote(a, b) == dtype(a)"
  tp.yield %a
}

tp.decomposition "_operator.mul"(%a, %b) {
  tp.when "not is_tensor(b) and b == 1"
  tp.when "promote(a, b) == dtype(a)"
  tp.yield %a
}

tp.decomposition "_operator.pow"(%a, %b) {
  tp.when "not is_tensor(b) and b == 1"
  tp.when "promote(a, b) == dtype(a)"
  tp.yield %a
}

tp.decomposition "_operator.truediv"(%a, %b) {
  tp.when "not is_tensor(b) and b == 1"
  tp.when "is_float(a) or is_complex(a)"
  tp.yield %a
}
