tp.schema "mylib::twice(Tensor x) -> Tensor"
tp.schema "mylib::check(Any x) -> Tensor"
tp.schema "mylib::guard(Tensor x) -> Tensor"
tp.decomposition "mylib.twice.default"(%x) {
  tp.when "rank(x) == 2"
  tp.when "size(x, 0) > 1 and not is_static(size(x, 0))"
  %l = tp.expr "[numel(x), size(x, 1), size(x, 0), size(x, 0) == size(x, 0), size(x, 0) < 2]"
  %r = tp.call_function "mylib.check.default"(%l)
  tp.yield %r
}
tp.decomposition "mylib.guard.default"(%x) {
  tp.when "size(x, 0) == 7"
  tp.yield %x
}
tp.decomposition "two"(%x) {
  %n = tp.expr "size(x, 1)"
  %m = tp.call_method "mul"(%x, %n)
  tp.yield %x, %m
}
tp.schema "mylib::exp(Tensor x) -> Tensor"
tp.decomposition "mylib.exp.default"(%x) {
  %e = tp.expr "exp(size(x, 0) * 0.5)"
  %r = tp.call_function "aten.mul.Tensor"(%x, %e)
  tp.yield %r
}
tp.decomposition "mylib.exp.default"(%x) {
  tp.when "is_static(abs(size(x, 0) - 9)) or is_static(float(size(x, 0))) or size(x, 0) / 0 == 1"
  tp.yield %x
}
