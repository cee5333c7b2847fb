// A float of a symbolic size in each form; mylib::scale is what it is on x.

tp.schema "mylib::scales(Tensor x, Tensor y, float s) -> Tensor[]"

tp.decomposition "mylib.scales.default"(%x, %y, %s) {
  %n = tp.expr "size(x, 0)"
  %factors = tp.expr "[s / n, 2.0 / n, n * 0.5, 2 * (n * 0.5), n ** 0.5, 1.5 + n, 1.5 - n, -(n * 0.5), n / 2, n / size(y, 0), n ** 2, n ** -1, (n * 0.75) // 2, (n * 0.75) % 2, (1.0 - n) % 4, max(n * 0.5, 4), min(n * 0.5, 4), float(n), int(n * 0.3), int(-n * 0.3), sqrt(n), sqrt(n * 0.5), abs(n - 9), abs(n * 0.5 - 4), floor(n * 0.3), floor(-n * 0.3), ceil(n * 0.3), ceil(n), floor(n)]"
  %values = tp.collect %f in "factors" {
    %v = tp.call_function "aten.mul.Tensor"(%x, %f)
    tp.yield %v
  }
  tp.yield %values...
}
