// RUN: tp-opt %s --insert-dim-asserts | FileCheck %s
// RUN: tp-opt %s --insert-dim-asserts=static=false | FileCheck %s --check-prefix=DYN
// RUN: tp-opt %s --insert-dim-asserts > %t.once
// RUN: tp-opt %t.once --insert-dim-asserts | diff - %t.once

// The anchor's range, static sizes, a relation, agreement of two dimensions of
// one tensor with it; after all placeholders.
// CHECK-LABEL: tp.program @basic
// CHECK:      tp.placeholder "y"
// CHECK-NEXT: tp.assert_dim_relation %x[0] == 2 * %y[0] + 1, "2*b + 1" :
// CHECK-NEXT: tp.assert_dim_range %x[1] in [3, 3], "dim 1" :
// CHECK-NEXT: tp.assert_dim_range %y[0] in [1, 64], "b" :
// CHECK-NEXT: tp.assert_dims_equal %y[0], %y[1], "b" :
// CHECK-NEXT: tp.output
// DYN-LABEL:  tp.program @basic
// DYN-NOT:    dim 1
tp.program @basic dims(b in [1, 64], u0 in [0, 5]) {
  %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[2*b + 1, 3]>>
  %y = tp.placeholder "y" : tensor<?x?xf32, #tp.shape<[b, b]>>
  tp.output (%x,) : tensor<?x3xf32, #tp.shape<[2*b + 1, 3]>>
}

// The root is on no input; expressions with a range of their own.
// CHECK-LABEL: tp.program @rootless
// CHECK:      tp.assert_dim_relation %x[0] == 2 * ? + 1 in [1, 9], "2*b + 1" :
// CHECK-NEXT: tp.assert_expr #tp.expr<Equality(3*(size0 - 1), 2*size1)> where(size0 = %x[0], size1 = %y[0]), "3*b" :
// CHECK-NEXT: tp.assert_dims_equal %x[0], %y[1], "2*b + 1" :
// CHECK-NEXT: tp.assert_expr #tp.expr<Equality(size, FloorDiv(s, 2))> where(s = %z[0], size = %z[1]),
// CHECK-NEXT: tp.assert_expr #tp.expr<Equality(size, FloorDiv(b - 1, 2)*s)> where(b = %x[0], s = %z[0], size = %q[0]), "b*s" :
// CHECK-NEXT: tp.assert_dim_relation %r[0] == 4 * %z[0] + 0, "4*s" :
// CHECK-NEXT: tp.assert_dim_range %r[0] in [4, 40], "4*s" :
// CHECK-NEXT: tp.assert_expr #tp.expr<And(LessThan(16, 16*s), LessThan(16*s, 128))> where(s = %z[0]), "16*s" :
// CHECK-NEXT: tp.output
tp.program @rootless dims(b in [1, 9], 4*s in [4, 40], 16*s in [16, 128]) {
  %x = tp.placeholder "x" : tensor<?xf32, #tp.shape<[2*b + 1]>>
  %y = tp.placeholder "y" : tensor<?x?xf32, #tp.shape<[3*b, 2*b + 1]>>
  %z = tp.placeholder "z" : tensor<?x?xf32, #tp.shape<[s, FloorDiv(s, 2)]>>
  %q = tp.placeholder "q" : tensor<?xf32, #tp.shape<[b*s]>>
  %r = tp.placeholder "r" : tensor<?xf32, #tp.shape<[4*s]>>
  tp.output (%x,) : tensor<?xf32, #tp.shape<[2*b + 1]>>
}

// Bounds that exclude nothing, and ranges that the root's implies.
// CHECK-LABEL: tp.program @implied
// CHECK:      tp.assert_dim_range %x[0] in [2, 10], "s" :
// CHECK-NEXT: tp.assert_dim_relation %y[0] == 2 * %x[0] + 0, "2*s" :
// CHECK-NEXT: tp.output
tp.program @implied dims(s in [2, 10], 2*s in [0, 20], k in [0, ?], m in [0, 9223372036854775806]) {
  %x = tp.placeholder "x" : tensor<?xf32, #tp.shape<[s]>>
  %y = tp.placeholder "y" : tensor<?x?x?xf32, #tp.shape<[2*s, k, m]>>
  tp.output (%x,) : tensor<?xf32, #tp.shape<[s]>>
}

// Tensors in containers are read, each once.
// CHECK-LABEL: tp.program @containers
// CHECK:      %getitem = tp.call_function "_operator.getitem"(%items, 0)
// CHECK-NEXT: tp.assert_dim_range %getitem[0] in [2, ?], "k" :
// CHECK:      %[[DICT:.*]] = tp.call_function "_operator.getitem"(%items, 1)
// CHECK-NEXT: %[[A:.*]] = tp.call_function "_operator.getitem"(%[[DICT]], "a")
// CHECK-NEXT: tp.assert_dims_equal %getitem[0], %[[A]][0], "k" :
// CHECK-NEXT: tp.assert_dim_range %[[A]][1] in [5, 5], "dim 1" :
// CHECK-NEXT: tp.output
tp.program @containers dims(k in [2, ?]) {
  %items = tp.placeholder "items" : !tp.list<tensor<?xf32, #tp.shape<[k]>>, !tp.dict<"a": tensor<?x5xf32, #tp.shape<[k, 5]>>>>
  tp.output (%items,) : !tp.list<tensor<?xf32, #tp.shape<[k]>>, !tp.dict<"a": tensor<?x5xf32, #tp.shape<[k, 5]>>>>
}

// State is no input of the user's.
// CHECK-LABEL: tp.program @state
// CHECK-NOT:  assert
// CHECK:      tp.output
tp.program @state {
  tp.state parameter @w : tensor<3xf32>
  %p_w = tp.placeholder parameter @w : tensor<3xf32>
  tp.output (%p_w,) : tensor<3xf32>
}
