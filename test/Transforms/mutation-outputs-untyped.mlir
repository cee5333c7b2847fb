// RUN: tp-opt %s --mutation-outputs --verify-functional | FileCheck %s

// Elements of a container are inputs of their own; what is read again is new.
// CHECK-LABEL: tp.program @elements functional
// CHECK: %[[A:.*]] = tp.call_function "_operator.getitem"(%items, 0)
// CHECK: %[[OLD:.*]] = tp.call_function "_operator.mul"(%[[A]], 1.0{{.*}})
// CHECK: %[[NEW:.*]] = tp.call_method "add"(%[[A]], 1.0{{.*}})
// CHECK: %[[READ:.*]] = tp.call_function "_operator.mul"(%[[NEW]], 1.0{{.*}})
// CHECK: %[[B:.*]] = tp.call_function "_operator.getitem"(%d, "k")
// CHECK: %[[NEG:.*]] = tp.call_method "neg"(%[[B]])
// CHECK: tp.output mutations(%[[NEW]] -> input "items[0]", %[[NEG]] -> input "d['k']"), (%[[OLD]], %[[READ]])
tp.program @elements {
  %items = tp.placeholder "items" : !tp.list<tensor<2xf32>, tensor<2xf32>>
  %d = tp.placeholder "d" : !tp.dict<"k": tensor<2xf32>>
  %getitem = tp.call_function "_operator.getitem"(%items, 0) : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> !tp.any
  %mul = tp.call_function "_operator.mul"(%getitem, 1.0) : (!tp.any) -> !tp.any
  %getitem_1 = tp.call_function "_operator.getitem"(%items, -2) : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> !tp.any
  %add_ = tp.call_method "add_"(%getitem_1, 1.0) : (!tp.any) -> !tp.any
  %getitem_2 = tp.call_function "_operator.getitem"(%items, 0) : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> !tp.any
  %mul_1 = tp.call_function "_operator.mul"(%getitem_2, 1.0) : (!tp.any) -> !tp.any
  %getitem_3 = tp.call_function "_operator.getitem"(%d, "k") : (!tp.dict<"k": tensor<2xf32>>) -> !tp.any
  %neg_ = tp.call_method "neg_"(%getitem_3) : (!tp.any) -> !tp.any
  tp.output (%mul, %mul_1) : !tp.any, !tp.any
}

// Two elements, written in the other order, and what the program declares.
// CHECK-LABEL: tp.program @declared functional
// CHECK: tp.output mutations(%{{.*}} -> input "items[0]", %{{.*}} -> input "items[1]"), %{{.*}}
tp.program @declared {
  %items = tp.placeholder "items" : !tp.list<tensor<2xf32>, tensor<2xf32>>
  %getitem = tp.call_function "_operator.getitem"(%items, 1) : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> !tp.any
  %mul_ = tp.call_method "mul_"(%getitem, 3.0) : (!tp.any) -> !tp.any
  %getitem_1 = tp.call_function "_operator.getitem"(%items, 0) : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> !tp.any
  %add_ = tp.call_method "add_"(%getitem_1, 1.0) : (!tp.any) -> !tp.any
  %add = tp.call_function "_operator.add"(%mul_, %add_) : (!tp.any, !tp.any) -> !tp.any
  tp.output mutations(%mul_ -> input "items[1]"), %add : !tp.any, !tp.any
}

// A container that is passed on whole has its present elements.
// CHECK-LABEL: tp.program @whole functional
// CHECK: %[[NEW:.*]] = tp.call_method "neg"
// CHECK: %[[OTHER:.*]] = tp.call_function "_operator.getitem"(%items, 1)
// CHECK: tp.call_function "torch.cat"([%[[NEW]], %[[OTHER]]])
tp.program @whole {
  %items = tp.placeholder "items" : !tp.list<tensor<2xf32>, tensor<2xf32>>
  %getitem = tp.call_function "_operator.getitem"(%items, 0) : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> !tp.any
  %neg_ = tp.call_method "neg_"(%getitem) : (!tp.any) -> !tp.any
  %cat = tp.call_function "torch.cat"(%items) : (!tp.list<tensor<2xf32>, tensor<2xf32>>) -> !tp.any
  tp.output (%cat,) : !tp.any
}

// Indices are views; an update of them is a write.
// CHECK-LABEL: tp.program @indices functional
// CHECK: %[[ROW:.*]] = tp.call_function "aten.select.int"(%b_n, 0, 1)
// CHECK: %[[COPY:.*]] = tp.call_function "aten.copy.default"(%[[ROW]], %x)
// CHECK: %[[N:.*]] = tp.call_function "aten.select_scatter.default"(%b_n, %[[COPY]], 0, 1)
// CHECK: %[[COL:.*]] = tp.call_function "aten.slice.Tensor"(%[[N]], 1, 0, 1, 1)
// CHECK: %[[FILL:.*]] = tp.call_function "aten.fill.Scalar"(%[[COL]], 0.0{{.*}})
// CHECK: %[[N2:.*]] = tp.call_function "aten.slice_scatter.default"(%[[N]], %[[FILL]], 1, 0, 1, 1)
// CHECK: %[[PUT:.*]] = tp.call_function "aten.index_put.default"(%[[N2]], [%i], %x)
// CHECK: tp.output mutations(%[[PUT]] -> buffer "n")
tp.program @indices {
  tp.state buffer @n : tensor<3x2xf32>
  %b_n = tp.placeholder buffer @n : tensor<3x2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  %i = tp.placeholder "i" : tensor<2xi64>
  %s = tp.call_function "_operator.setitem"(%b_n, 1, %x) : (tensor<3x2xf32>, tensor<2xf32>) -> !tp.any
  %s1 = tp.call_method "__setitem__"(%b_n, (slice(None, None, None), slice(0, 1, None)), 0.0) : (tensor<3x2xf32>) -> !tp.any
  %s2 = tp.call_function "_operator.setitem"(%b_n, %i, %x) : (tensor<3x2xf32>, tensor<2xi64>, tensor<2xf32>) -> !tp.any
  tp.output (%x,) : tensor<2xf32>
}

// Functions of Python: what they write is in their signatures.
// CHECK-LABEL: tp.program @functions functional
// CHECK: tp.call_function "_operator.add"(%x, 1)
// CHECK: tp.call_function "torch.nn.functional.relu"(%{{.*}}, inplace = False)
// CHECK: %[[OUT:.*]], %{{.*}}, %{{.*}}, %[[M:.*]], %[[V:.*]] = tp.call_function "aten._native_batch_norm_legit_functional.default"(%{{.*}}, None, None, %m, %v, True, 0.1{{.*}}, 1.0{{.*}}e-05)
// CHECK: tp.output mutations(%{{.*}} -> input "x", %[[M]] -> input "m", %[[V]] -> input "v"), (%[[OUT]],)
tp.program @functions {
  %x = tp.placeholder "x" : tensor<4x2xf32>
  %m = tp.placeholder "m" : tensor<2xf32>
  %v = tp.placeholder "v" : tensor<2xf32>
  %iadd = tp.call_function "_operator.iadd"(%x, 1) : (tensor<4x2xf32>) -> !tp.any
  %relu = tp.call_function "torch.nn.functional.relu"(%iadd, inplace = True) : (!tp.any) -> !tp.any
  %bn = tp.call_function "torch.nn.functional.batch_norm"(%x, %m, %v, None, None, True, 0.1, 1.0e-05) : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> !tp.any
  tp.output (%bn,) : !tp.any
}

// A graph of tensorplay goes on calling its functions.
// CHECK-LABEL: tp.program @tensorplay functional
// CHECK: tp.call_function "tensorplay.select"(%x, 0, 1)
// CHECK: tp.call_function "tensorplay.copy"
// CHECK: tp.call_function "tensorplay.select_scatter"
tp.program @tensorplay {
  %x = tp.placeholder "x" : tensor<3x2xf32>
  %y = tp.placeholder "y" : tensor<2xf32>
  %s = tp.call_function "_operator.setitem"(%x, 1, %y) : (tensor<3x2xf32>, tensor<2xf32>) -> !tp.any
  %r = tp.call_function "tensorplay.relu"(%x) : (tensor<3x2xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}
