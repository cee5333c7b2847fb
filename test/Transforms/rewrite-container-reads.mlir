// RUN: tp-opt %s --rewrite-container-reads | FileCheck %s

// CHECK-LABEL: tp.program @reads
// CHECK: %[[A:.*]] = tp.call_function "_operator.getitem"(%items, 0)
// CHECK: %[[B:.*]] = tp.call_function "_operator.getitem"(%items, 1)
// CHECK: tp.call_method "add_"(%[[A]], 1)
// CHECK-NOT: getitem
// CHECK: tp.call_method "mul"(%[[A]], %[[B]])
tp.program @reads {
  %items = tp.placeholder "items" : !tp.any
  %a = tp.call_function "_operator.getitem"(%items, 0) : (!tp.any) -> !tp.any
  %b = tp.call_function "_operator.getitem"(%items, 1) : (!tp.any) -> !tp.any
  %w = tp.call_method "add_"(%a, 1) : (!tp.any) -> !tp.any
  %c = tp.call_function "_operator.getitem"(%items, 0) : (!tp.any) -> !tp.any
  %d = tp.call_method "__getitem__"(%items, 1) : (!tp.any) -> !tp.any
  %e = tp.call_method "mul"(%c, %d) : (!tp.any, !tp.any) -> !tp.any
  tp.output (%e,) : !tp.any
}

// After an update of the container an element is the new one.
// CHECK-LABEL: tp.program @update
// CHECK: tp.call_function "_operator.setitem"(%items, 0, %x)
// CHECK-NEXT: %e = tp.call_method "neg"(%x)
// CHECK-NEXT: %[[F:.*]] = tp.call_function "_operator.getitem"(%items, 1)
// CHECK: tp.output (%e, %[[F]])
tp.program @update {
  %items = tp.placeholder "items" : !tp.list<tensor<2xf32>, tensor<2xf32>>
  %x = tp.placeholder "x" : tensor<2xf32>
  %b = tp.call_function "_operator.getitem"(%items, 1) : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> !tp.any
  %s = tp.call_function "_operator.setitem"(%items, 0, %x) : (!tp.list<tensor<2xf32>, tensor<2xf32>>, tensor<2xf32>) -> !tp.any
  %c = tp.call_function "_operator.getitem"(%items, 0) : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> !tp.any
  %e = tp.call_method "neg"(%c) : (!tp.any) -> !tp.any
  %f = tp.call_function "_operator.getitem"(%items, 1) : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> !tp.any
  tp.output (%e, %f) : !tp.any, !tp.any
}
