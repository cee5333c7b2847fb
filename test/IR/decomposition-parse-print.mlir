// RUN: tp-opt %s | FileCheck %s
// RUN: tp-opt %s | tp-opt | FileCheck %s
// RUN: tp-opt %s --emit-bytecode | tp-opt | FileCheck %s
// RUN: tp-opt %s --mlir-print-op-generic | tp-opt | FileCheck %s

// CHECK:      tp.decomposition "aten.addcmul.default"(%self, %tensor1, %tensor2, %value = 1) {
// CHECK-NEXT:   %m = tp.call_function "aten.mul.Tensor"(%tensor1, %tensor2)
// CHECK-NEXT:   %s = tp.if "value == 1" {
// CHECK-NEXT:     tp.yield %m
// CHECK-NEXT:   } else {
// CHECK-NEXT:     %v = tp.call_function "aten.mul.Scalar"(%m, %value)
// CHECK-NEXT:     tp.yield %v
// CHECK-NEXT:   }
// CHECK-NEXT:   %r = tp.call_function "aten.add.Tensor"(%self, %s, alpha = 2)
// CHECK-NEXT:   tp.yield %r
// CHECK-NEXT: }
tp.decomposition "aten.addcmul.default"(%self, %tensor1, %tensor2, %value = 1) {
  %m = tp.call_function "aten.mul.Tensor"(%tensor1, %tensor2)
  %s = tp.if "value == 1" { tp.yield %m } else {
    %v = tp.call_function "aten.mul.Scalar"(%m, %value)
    tp.yield %v }
  %r = tp.call_function "aten.add.Tensor"(%self, %s, alpha = 2)
  tp.yield %r
}

// CHECK:      tp.decomposition "aten.unbind.int"(%self, %dim = 0) attributes {note = "kept"} {
// CHECK-NEXT:   tp.when "is_static(size(self, dim))"
// CHECK-NEXT:   %n = tp.expr "size(self, dim)"
// CHECK-NEXT:   %l = tp.collect %i in "range(n)" {
// CHECK-NEXT:     %e = tp.call_method "select"(%self, %dim, %i)
// CHECK-NEXT:     tp.yield %e
// CHECK-NEXT:   }
// CHECK-NEXT:   tp.yield %l...
// CHECK-NEXT: }
tp.decomposition "aten.unbind.int"(%self, %dim = 0) attributes {note = "kept"} {
  tp.when "is_static(size(self, dim))"
  %n = tp.expr "size(self, dim)"
  %l = tp.collect %i in "range(n)" {
    %e = tp.call_method "select"(%self, %dim, %i)
    tp.yield %e }
  tp.yield %l...
}

// Without a result, and several results; names that SSA cannot say.

// CHECK:      tp.decomposition "dropout"(%input, %p unused, %train = True unused) {
// CHECK-NEXT:   tp.if "rank(input) == 2" {
// CHECK-NEXT:     tp.when "False"
// CHECK-NEXT:   }
// CHECK-NEXT:   %{{.*}} = tp.expr "1" as "gr\C3\B6\C3\9Fe"
// CHECK-NEXT:   %a, %b = tp.call_function "aten.native_dropout.default"(%input, 0.5, True)
// CHECK-NEXT:   tp.yield %a, %b
// CHECK-NEXT: }
tp.decomposition "dropout"(%input, %p unused, %train = True unused) {
  tp.if "rank(input) == 2" {
    tp.when "False"
  }
  %0 = tp.expr "1" as "größe"
  %a, %b = tp.call_function "aten.native_dropout.default"(%input, 0.5, True)
  tp.yield %a, %b
}
