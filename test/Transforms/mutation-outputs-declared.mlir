// RUN: tp-opt %s --mutation-outputs --verify-functional | FileCheck %s
// RUN: tp-opt %s --mutation-outputs --mutation-outputs --verify-functional | FileCheck %s

// Graphs as tensorplay exports them, with what it declares of their mutations:
// too little, too much, or of the wrong target. What counts is the graph.

// Two writes to one buffer, of which the first is declared.
// CHECK-LABEL: tp.program @two_writes functional
// CHECK: %[[A:.*]] = tp.call_method "add"(%b_n, %x)
// CHECK: %[[M:.*]] = tp.call_method "mul"(%[[A]], 2)
// CHECK: tp.output mutations(%[[M]] -> buffer "n"), (%[[M]],)
tp.program @two_writes {
  tp.state buffer @n : tensor<2xf32>
  %b_n = tp.placeholder buffer @n : tensor<2xf32>
  %x = tp.placeholder "x" : !tp.any
  %a = tp.call_method "add_"(%b_n, %x) : (tensor<2xf32>, !tp.any) -> !tp.any
  %m = tp.call_method "mul_"(%b_n, 2) : (tensor<2xf32>) -> !tp.any
  tp.output mutations(%a -> buffer "n"), (%b_n,) : !tp.any, tensor<2xf32>
}

// A write through a view, or by an index, is not declared.
// CHECK-LABEL: tp.program @views functional
// CHECK: %[[ROW:.*]] = tp.call_method "add"
// CHECK: %[[N:.*]] = tp.call_function "aten.select_scatter.default"(%b_n, %[[ROW]], 0, 1)
// CHECK: tp.call_function "aten.slice.Tensor"(%[[N]], 0, 0, 1, 1) : (tensor<2x3xf32>) -> tensor<1x3xf32>
// CHECK: %[[N2:.*]] = tp.call_function "aten.slice_scatter.default"(%[[N]], %{{.*}}, 0, 0, 1, 1)
// CHECK: %[[S:.*]] = tp.call_method "sum"(%[[N2]])
// CHECK: tp.output mutations(%[[N2]] -> buffer "n"), (%[[S]],)
tp.program @views {
  tp.state buffer @n : tensor<2x3xf32>
  %b_n = tp.placeholder buffer @n : tensor<2x3xf32>
  %x = tp.placeholder "x" : !tp.any
  %v = tp.call_method "select"(%b_n, 0, 1) : (tensor<2x3xf32>) -> !tp.any
  %a = tp.call_method "add_"(%v, %x) : (!tp.any, !tp.any) -> !tp.any
  %i = tp.call_function "_operator.setitem"(%b_n, slice(0, 1, None), 5.0) : (tensor<2x3xf32>) -> !tp.any
  %s = tp.call_method "sum"(%b_n) : (tensor<2x3xf32>) -> !tp.any
  tp.output (%s,) : !tp.any
}

// Nor is one of a whole input.
// CHECK-LABEL: tp.program @input functional
// CHECK: %[[A:.*]] = tp.call_method "add"(%x, 1)
// CHECK: %[[M:.*]] = tp.call_method "mul"(%[[A]], 2)
// CHECK: tp.output mutations(%[[A]] -> input "x"), (%[[M]],)
tp.program @input {
  %x = tp.placeholder "x" : tensor<2xf32>
  %a = tp.call_method "add_"(%x, 1) : (tensor<2xf32>) -> !tp.any
  %m = tp.call_method "mul"(%x, 2) : (tensor<2xf32>) -> !tp.any
  tp.output (%m,) : !tp.any
}

// A written element is declared as the whole list; an element that is read
// again is the new one.
// CHECK-LABEL: tp.program @elements functional
// CHECK: %[[E0:.*]] = tp.call_function "_operator.getitem"(%items, 0)
// CHECK: %[[A:.*]] = tp.call_method "add"(%[[E0]], 1.0{{.*}})
// CHECK: %[[E1:.*]] = tp.call_function "_operator.getitem"(%items, 1)
// CHECK: %[[M:.*]] = tp.call_method "mul"(%[[E1]], 2.0{{.*}})
// CHECK-NOT: getitem
// CHECK: %[[S:.*]] = tp.call_function "_operator.sub"(%[[A]], %[[M]])
// CHECK: tp.output mutations(%[[A]] -> input "items[0]", %[[M]] -> input "items[1]"), (%[[S]],)
tp.program @elements {
  %items = tp.placeholder "items" : !tp.list<tensor<2xf32>, tensor<2xf32>>
  %e = tp.call_function "_operator.getitem"(%items, 0) : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> !tp.any
  %a = tp.call_method "add_"(%e, 1.0) : (!tp.any) -> !tp.any
  %f = tp.call_function "_operator.getitem"(%items, 1) : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> !tp.any
  %m = tp.call_method "mul_"(%f, 2.0) : (!tp.any) -> !tp.any
  %g = tp.call_function "_operator.getitem"(%items, 0) : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> !tp.any
  %h = tp.call_function "_operator.getitem"(%items, 1) : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> !tp.any
  %s = tp.call_function "_operator.sub"(%g, %h) : (!tp.any, !tp.any) -> !tp.any
  tp.output mutations(%m -> input "items"), (%s,) : !tp.any, !tp.any
}

// Batch norm in training: only the count is declared.
// CHECK-LABEL: tp.program @batch_norm functional
// CHECK: %[[C:.*]] = tp.call_method "add"(%b_count, 1)
// CHECK: %[[Y:.*]] = tp.call_function "tensorplay.nn.functional.batch_norm"(%x, None, None, None, None, True, 0.1{{.*}}, 1.0{{.*}}e-05)
// CHECK: tp.output mutations(%{{.*}} -> buffer "mean", %{{.*}} -> buffer "var", %[[C]] -> buffer "count"), (%[[Y]],)
tp.program @batch_norm {
  tp.state buffer @mean : tensor<2xf32>
  tp.state buffer @var : tensor<2xf32>
  tp.state buffer @count : tensor<i64>
  %b_mean = tp.placeholder buffer @mean : tensor<2xf32>
  %b_var = tp.placeholder buffer @var : tensor<2xf32>
  %b_count = tp.placeholder buffer @count : tensor<i64>
  %x = tp.placeholder "x" : tensor<4x2xf32>
  %c = tp.call_method "add_"(%b_count, 1) : (tensor<i64>) -> !tp.any
  %y = tp.call_function "tensorplay.nn.functional.batch_norm"(%x, %b_mean, %b_var, None, None, True, 0.1, 1.0e-05) : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> !tp.any
  tp.output mutations(%c -> buffer "count"), (%y,) : !tp.any, !tp.any
}

// Assertions stay, and ask of the tensors as they came.
// CHECK-LABEL: tp.program @assertions dims(b in [1, 64]) functional
// CHECK: tp.assert_dim_range
// CHECK: tp.output mutations(%{{.*}} -> input "x"), ()
tp.program @assertions dims(b in [1, 64]) {
  %x = tp.placeholder "x" : tensor<?xf32, #tp.shape<[b]>>
  tp.assert_dim_range %x[0] in [1, 64], "b" : tensor<?xf32, #tp.shape<[b]>>
  %a = tp.call_method "add_"(%x, 1) : (tensor<?xf32, #tp.shape<[b]>>) -> !tp.any
  tp.output ()
}
