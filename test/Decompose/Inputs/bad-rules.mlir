tp.schema "mylib::a(Tensor x) -> Tensor"
tp.schema "mylib::b(Tensor x) -> Tensor"
tp.schema "mylib::c(Tensor x) -> Tensor"
tp.schema "mylib::list(Tensor x) -> Tensor[]"
tp.decomposition "mylib.a.default"(%x) {
  %r = tp.call_function "mylib.b.default"(%x)
  tp.yield %r
}
tp.decomposition "mylib.b.default"(%x) {
  %r = tp.call_function "mylib.a.default"(%x)
  tp.yield %r
}
tp.decomposition "mylib.grow.default"(%x, %n) {
  %m = tp.expr "n + 1"
  %r = tp.call_function "mylib.grow.default"(%x, %m) tp.yield %r
}
tp.decomposition "mylib.c.default"(%x) {
  %r = tp.call_function "aten.unsqueeze.default"(%x, 0)
  tp.yield %r
}
tp.decomposition "mylib.list.default"(%x) {
  %l = tp.expr "[x]"
  tp.yield %l
}
tp.decomposition "mylib.literal.default"(%x unused) {
  %l = tp.expr "1"
  tp.yield %l
}
tp.schema "mylib::grow(Tensor x, int n) -> Tensor"
tp.schema "mylib::literal(Tensor x) -> Tensor"
