// Assertions become what torch makes of torch._check.

// RUN: tp-opt %s --emit-pt2 -o %t.pt2
// RUN: tp-opt %t.pt2 | FileCheck %s

// CHECK: %sym_size_int = tp.call_function "aten.sym_size.int"(%x, 0) : {{.*}} -> !tp.int<b>
// CHECK-NEXT: %ge = tp.call_function "_operator.ge"(%sym_size_int, 2) : (!tp.int<b>) -> !tp.bool<GreaterThan(b, 2)>
// CHECK-NEXT: tp.call_function "aten._assert_scalar.default"(%ge, "runtime assertion failed for 'b': expected dimension 0 in [2, 64]") as "_assert_scalar" :
// CHECK-NEXT: %le = tp.call_function "_operator.le"(%sym_size_int, 64) : (!tp.int<b>) -> !tp.bool<LessThan(b, 64)>
// CHECK-NEXT: tp.call_function "aten._assert_scalar.default"(%le, "runtime assertion failed for 'b': expected dimension 0 in [2, 64]") as "_assert_scalar_1" :
// A static size is read, too, and one bound is one comparison.
// CHECK-NEXT: %sym_size_int_1 = tp.call_function "aten.sym_size.int"(%x, 1) : {{.*}} -> !tp.int<3>
// CHECK-NEXT: %ge_1 = tp.call_function "_operator.ge"(%sym_size_int_1, 3) : (!tp.int<3>) -> !tp.bool<atom(true)>
// CHECK-NEXT: "runtime assertion failed for 'dim 1': expected dimension 1 in [3, ?]"
// CHECK: %sym_size_int_2 = tp.call_function "aten.sym_size.int"(%z, 0)
// CHECK-NEXT: %eq = tp.call_function "_operator.eq"(%sym_size_int, %sym_size_int_2) : (!tp.int<b>, !tp.int<b>) -> !tp.bool<
// CHECK-NEXT: tp.call_function "aten._assert_scalar.default"(%eq, "runtime assertion failed for 'b': dimensions 0 and 0 must agree") as "_assert_scalar_3"
// CHECK-NEXT: %sym_size_int_3 = tp.call_function "aten.sym_size.int"(%y, 0) : {{.*}} -> !tp.int<2*b + 1>
// CHECK-NEXT: %mul = tp.call_function "_operator.mul"(2, %sym_size_int) : (!tp.int<b>) -> !tp.int<2*b>
// CHECK-NEXT: %add = tp.call_function "_operator.add"(%mul, 1) : (!tp.int<2*b>) -> !tp.int<2*b + 1>
// CHECK-NEXT: %eq_1 = tp.call_function "_operator.eq"(%sym_size_int_3, %add)
// CHECK-NEXT: tp.call_function "aten._assert_scalar.default"(%eq_1, "runtime assertion failed for '2*b + 1': expected dimension 0 == 2 * dim 0 + 1")
// CHECK-NEXT: %add_1 = tp.call_function "_operator.add"(%sym_size_int_3, -1)
// CHECK-NEXT: %mod = tp.call_function "_operator.mod"(%add_1, 2)
// CHECK-NEXT: %eq_2 = tp.call_function "_operator.eq"(%mod, 0)
// CHECK-NEXT: tp.call_function "aten._assert_scalar.default"(%eq_2, "runtime assertion failed for '2*n + 1': expected dimension 0 == 2 * n + 1 for an integer n in [1, 9]")
// CHECK-NEXT: %floordiv = tp.call_function "_operator.floordiv"(%add_1, 2)
// CHECK-NEXT: %ge_2 = tp.call_function "_operator.ge"(%floordiv, 1)
// CHECK: %le_1 = tp.call_function "_operator.le"(%floordiv, 9)
// CHECK: %mul_1 = tp.call_function "_operator.mul"(%sym_size_int, %sym_size_int_3)
// CHECK-NEXT: %sym_max = tp.call_function "torch.sym_max"(%mul_1, 4)
// CHECK-NEXT: %lt = tp.call_function "_operator.lt"(%sym_max, 100)
// CHECK-NEXT: %sym_not = tp.call_function "torch.sym_not"(%lt)
// CHECK-NEXT: tp.call_function "aten._assert_scalar.default"(%sym_not, "runtime assertion failed for 's*t': expected
tp.program @model dims(b in [2, 64] hint 4) {
  %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[b, 3]>>
  %y = tp.placeholder "y" : tensor<?xf32, #tp.shape<[2*b + 1]>>
  %z = tp.placeholder "z" : tensor<?xf32, #tp.shape<[b]>>
  tp.assert_dim_range %x[0] in [2, 64], "b" : tensor<?x3xf32, #tp.shape<[b, 3]>>
  tp.assert_dim_range %x[1] in [3, ?], "dim 1" : tensor<?x3xf32, #tp.shape<[b, 3]>>
  tp.assert_dims_equal %x[0], %z[0], "b" : tensor<?x3xf32, #tp.shape<[b, 3]>>, tensor<?xf32, #tp.shape<[b]>>
  tp.assert_dim_relation %y[0] == 2 * %x[0] + 1, "2*b + 1" : tensor<?xf32, #tp.shape<[2*b + 1]>>, tensor<?x3xf32, #tp.shape<[b, 3]>>
  tp.assert_dim_relation %y[0] == 2 * ? + 1 in [1, 9], "2*n + 1" : tensor<?xf32, #tp.shape<[2*b + 1]>>
  tp.assert_expr #tp.expr<Not(StrictLessThan(Max(s*t, 4), 100))> where(s = %x[0], t = %y[0]), "s*t" : tensor<?x3xf32, #tp.shape<[b, 3]>>, tensor<?xf32, #tp.shape<[2*b + 1]>>
  tp.output (%x,) : tensor<?x3xf32, #tp.shape<[b, 3]>>
}
