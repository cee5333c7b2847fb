module {
  tp.decomposition "aten.addcmul.default"(%self, %tensor1, %tensor2, %value = 1) {
    %m = tp.call_function "aten.mul.Tensor"(%tensor1, %tensor2)
    %s = tp.if "value == 1" {
      tp.yield %m
    } else {
      %v = tp.call_function "aten.mul.Scalar"(%m, %value)
      tp.yield %v
    }
    %r = tp.call_function "aten.add.Tensor"(%self, %s, alpha = 2)
    tp.yield %r
  }
  tp.decomposition "aten.unbind.int"(%self, %dim = 0) attributes {note = "kept"} {
    tp.when "is_static(size(self, dim))"
    %n = tp.expr "size(self, dim)"
    %l = tp.collect %i in "range(n)" {
      %e = tp.call_method "select"(%self, %dim, %i)
      tp.yield %e
    }
    tp.yield %l...
  }
  tp.decomposition "dropout"(%input, %p unused, %train = True unused) {
    tp.if "rank(input) == 2" {
      tp.when "False"
    }
    %grC3B6C39Fe = tp.expr "1" as "gr\C3\B6\C3\9Fe"
    %a, %b = tp.call_function "aten.native_dropout.default"(%input, 0.5, True)
    tp.yield %a, %b
  }
}

