tp.schema "mylib::op(Tensor x, int n=1) -> Tensor"
tp.decomposition "mylib.op.default"(%x) {
  tp.when "rank(x) == 2"
  %s = tp.call_function "aten.sin.default"(%x)
  tp.yield %s
}
tp.decomposition "mylib.op.default"(%x, %n) {
  tp.when "n == 1"
  tp.when "size(x, 0) == 4"
  tp.yield %x
}
tp.decomposition "mylib.op.default"(%x, %n unused) {
  %l = tp.expr "[1][rank(x)]"
  %s = tp.call_function "aten.mul.Tensor"(%x, %l)
  tp.yield %s
}
tp.decomposition "aten.silu"(%self) {
  tp.yield %self
}
