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
// CHECK: %[[OLD:.*]] = tp.call_function "tensorplay.select"(%x, 0, 1)
// CHECK: %[[AS:.*]] = tp.call_function "tensorplay.type_as"(%y, %[[OLD]])
// CHECK: %[[DENSE:.*]] = tp.call_function "tensorplay.contiguous"(%[[AS]])
// CHECK: %[[COPY:.*]] = tp.call_function "tensorplay.clone"(%[[DENSE]])
// CHECK: tp.call_function "tensorplay.select_scatter"(%x, %[[COPY]], 0, 1)
tp.program @tensorplay {
  %x = tp.placeholder "x" : tensor<3x2xf32>
  %y = tp.placeholder "y" : tensor<2xf32>
  %s = tp.call_function "_operator.setitem"(%x, 1, %y) : (tensor<3x2xf32>, tensor<2xf32>) -> !tp.any
  %r = tp.call_function "tensorplay.relu"(%x) : (tensor<3x2xf32>) -> !tp.any
  tp.output (%r,) : !tp.any
}

// It has no operator that returns the statistics of a norm: they are computed.
// CHECK-LABEL: tp.program @tensorplay_norm functional
// CHECK: %[[Y:.*]] = tp.call_function "tensorplay.nn.functional.batch_norm"(%x, None, None, None, None, True, 0.1{{.*}}, 1.0{{.*}}e-05)
// CHECK: %[[C:.*]] = tp.call_function "tensorplay.transpose"(%x, 0, 1)
// CHECK: %[[F:.*]] = tp.call_function "tensorplay.flatten"(%[[C]], 1)
// CHECK: %[[MEAN:.*]] = tp.call_function "tensorplay.mean"(%[[F]], [1])
// CHECK: %[[M:.*]] = tp.call_function "tensorplay.lerp"(%m, %[[MEAN]], 0.1{{.*}})
// CHECK: %[[VAR:.*]] = tp.call_function "tensorplay.var"(%[[F]], [1])
// CHECK: %[[V:.*]] = tp.call_function "tensorplay.lerp"(%v, %[[VAR]], 0.1{{.*}})
// CHECK: tp.output mutations(%[[M]] -> input "m", %[[V]] -> input "v"), (%[[Y]],)
tp.program @tensorplay_norm {
  %x = tp.placeholder "x" : tensor<4x2xf32>
  %m = tp.placeholder "m" : tensor<2xf32>
  %v = tp.placeholder "v" : tensor<2xf32>
  %bn = tp.call_function "tensorplay.nn.functional.batch_norm"(%x, %m, %v, None, None, True, 0.1, 1.0e-05) : (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>) -> !tp.any
  tp.output (%bn,) : !tp.any
}

// Of instances, the means count.
// CHECK-LABEL: tp.program @tensorplay_instance_norm functional
// CHECK: %[[F:.*]] = tp.call_function "tensorplay.flatten"(%x, 2)
// CHECK: %[[EACH:.*]] = tp.call_function "tensorplay.mean"(%[[F]], [2])
// CHECK: %[[MEAN:.*]] = tp.call_function "tensorplay.mean"(%[[EACH]], [0])
// CHECK: %[[M:.*]] = tp.call_function "tensorplay.lerp"(%m, %[[MEAN]], 0.5{{.*}})
// CHECK: tp.output mutations(%[[M]] -> input "m", %{{.*}} -> input "v")
tp.program @tensorplay_instance_norm {
  %x = tp.placeholder "x" : tensor<4x2x3xf32>
  %m = tp.placeholder "m" : tensor<2xf32>
  %v = tp.placeholder "v" : tensor<2xf32>
  %y = tp.call_function "tensorplay.nn.functional.instance_norm"(%x, %m, %v, None, None, True, 0.5, 1.0e-05) : (tensor<4x2x3xf32>, tensor<2xf32>, tensor<2xf32>) -> !tp.any
  tp.output (%y,) : !tp.any
}

// Its signature names a view of what is written, or an input that is none: the
// graph says what is written.
// CHECK-LABEL: tp.program @tensorplay_signature functional
// CHECK: %[[ROW:.*]] = tp.call_function "_operator.getitem"(%x, 1)
// CHECK: %[[NEG:.*]] = tp.call_method "neg"(%[[ROW]])
// CHECK: %[[X:.*]] = tp.call_function "aten.select_scatter.default"(%x, %[[NEG]], 0, 1)
// CHECK: tp.output mutations(%[[X]] -> input "x"), (%[[X]],)
tp.program @tensorplay_signature {
  %x = tp.placeholder "x" : tensor<3x2xf32>
  %row = tp.call_function "_operator.getitem"(%x, 1) : (tensor<3x2xf32>) -> !tp.any
  %y = tp.call_method "neg_"(%row) : (!tp.any) -> !tp.any
  tp.output mutations(%y -> input "x[1]"), (%x,) : !tp.any, tensor<3x2xf32>
}

// `...` ahead of others counts from the last dimension where the rank is not
// known; `None` behind it makes one at the end.
// CHECK-LABEL: tp.program @ellipsis functional
// CHECK: tp.call_function "aten.select_scatter.default"(%{{.*}}, %{{.*}}, -1, 0)
// CHECK: tp.call_function "aten.slice_scatter.default"(%{{.*}}, %{{.*}}, -2, 1, 3, 1)
tp.program @ellipsis {
  %x = tp.placeholder "x" : tensor<3x4x2xf32>
  %m = tp.call_method "mul"(%x, 2) : (tensor<3x4x2xf32>) -> !tp.any
  %v = tp.call_function "_operator.getitem"(%m, (..., slice(1, 3, 1), 0, None)) : (!tp.any) -> !tp.any
  %y = tp.call_method "neg_"(%v) : (!tp.any) -> !tp.any
  tp.output (%m,) : !tp.any
}

// A mask takes as many dimensions as it has.
// CHECK-LABEL: tp.program @mask functional
// CHECK: tp.call_function "aten.index_put.default"(%x, [None, %mask], %{{.*}})
tp.program @mask {
  %x = tp.placeholder "x" : tensor<3x4x2xf32>
  %mask = tp.placeholder "mask" : tensor<4x2xi1>
  %y = tp.call_function "_operator.setitem"(%x, (..., %mask), 1.0) : (tensor<3x4x2xf32>, tensor<4x2xi1>) -> !tp.any
  tp.output (%x,) : tensor<3x4x2xf32>
}

// Elements of a list that only the write of the list touches.
// CHECK-LABEL: tp.program @foreach functional
// CHECK: %[[B:.*]] = tp.call_method "mul"(%b, 3)
// CHECK: %[[A:.*]] = tp.call_function "_operator.getitem"(%items, 0)
// CHECK: %[[A1:.*]], %[[B1:.*]] = tp.call_function "aten._foreach_add.Scalar"([%[[A]], %[[B]]], 1)
// CHECK: tp.output mutations(%[[A1]] -> input "items[0]", %[[B1]] -> input "items[1]"), (%[[B1]], %[[A1]])
tp.program @foreach {
  %items = tp.placeholder "items" : !tp.list<tensor<2xf32>, tensor<3xf32>>
  %b = tp.call_function "_operator.getitem"(%items, 1) : (!tp.list<tensor<2xf32>, tensor<3xf32>>) -> !tp.any
  %m = tp.call_method "mul_"(%b, 3) : (!tp.any) -> !tp.any
  %y = tp.call_function "torch._foreach_add_"(%items, 1) : (!tp.list<tensor<2xf32>, tensor<3xf32>>) -> !tp.any
  %a = tp.call_function "_operator.getitem"(%items, 0) : (!tp.list<tensor<2xf32>, tensor<3xf32>>) -> !tp.any
  tp.output (%b, %a) : !tp.any, !tp.any
}

// Pieces of a tensor of known sizes, in one value: where each lies is computed.
// CHECK-LABEL: tp.program @pieces functional
// CHECK: tp.call_function "aten.slice_scatter.default"(%{{.*}}, %{{.*}}, 1, 3, 5)
// CHECK: tp.call_function "aten.slice_scatter.default"(%{{.*}}, %{{.*}}, 0, 1, 4)
// CHECK: tp.call_function "aten.slice_scatter.default"(%{{.*}}, %{{.*}}, 1, 2, 4)
tp.program @pieces {
  %x = tp.placeholder "x" : tensor<4x5xf32>
  %c = tp.call_method "chunk"(%x, 2, 1) : (tensor<4x5xf32>) -> !tp.any
  %p = tp.call_function "_operator.getitem"(%c, 1) : (!tp.any) -> !tp.any
  %a = tp.call_method "add_"(%p, 1) : (!tp.any) -> !tp.any
  %s = tp.call_method "split"(%x, [1, 3]) : (tensor<4x5xf32>) -> !tp.any
  %q = tp.call_function "_operator.getitem"(%s, 1) : (!tp.any) -> !tp.any
  %b = tp.call_method "mul_"(%q, 2) : (!tp.any) -> !tp.any
  %t = tp.call_method "tensor_split"(%x, 3, 1) : (tensor<4x5xf32>) -> !tp.any
  %r = tp.call_function "_operator.getitem"(%t, 1) : (!tp.any) -> !tp.any
  %d = tp.call_method "neg_"(%r) : (!tp.any) -> !tp.any
  tp.output (%x,) : tensor<4x5xf32>
}

// What is a view of a tensor that is written before the element is read.
// CHECK-LABEL: tp.program @stale functional
// CHECK: %[[X:.*]] = tp.call_method "add"(%x, 1)
// CHECK: %[[P:.*]] = tp.call_function "aten.slice.Tensor"(%[[X]], 0, 2, 4)
// CHECK: %[[Q:.*]] = tp.call_method "mul"(%[[P]], 2)
// CHECK: %[[C:.*]] = tp.call_method "split"(%[[X]], 2)
// CHECK: %[[K:.*]] = tp.call_function "torch.cat"(%[[C]], 0)
// CHECK: tp.output mutations(%[[X]] -> input "x"), (%[[Q]], %[[K]])
tp.program @stale {
  %x = tp.placeholder "x" : tensor<4x5xf32>
  %c = tp.call_method "split"(%x, 2) : (tensor<4x5xf32>) -> !tp.any
  %a = tp.call_method "add_"(%x, 1) : (tensor<4x5xf32>) -> !tp.any
  %p = tp.call_function "_operator.getitem"(%c, 1) : (!tp.any) -> !tp.any
  %q = tp.call_method "mul"(%p, 2) : (!tp.any) -> !tp.any
  %k = tp.call_function "torch.cat"(%c, 0) : (!tp.any) -> !tp.any
  tp.output (%q, %k) : !tp.any, !tp.any
}

// Several results in one value, of which one is written.
// CHECK-LABEL: tp.program @fresh functional
// CHECK: %[[C:.*]] = tp.call_method "topk"(%x, 2)
// CHECK: %[[P:.*]] = tp.call_function "_operator.getitem"(%[[C]], 0)
// CHECK: %[[Q:.*]] = tp.call_method "mul"(%[[P]], 2)
// CHECK: %[[R:.*]] = tp.call_function "_operator.getitem"(%[[C]], 1)
// CHECK: tp.output (%[[Q]], %[[R]])
tp.program @fresh {
  %x = tp.placeholder "x" : tensor<4x5xf32>
  %c = tp.call_method "topk"(%x, 2) : (tensor<4x5xf32>) -> !tp.any
  %p = tp.call_function "_operator.getitem"(%c, 0) : (!tp.any) -> !tp.any
  %q = tp.call_method "mul_"(%p, 2) : (!tp.any) -> !tp.any
  tp.output %c : !tp.any
}

// A call with several results in one value that writes.
// CHECK-LABEL: tp.program @packed functional
// CHECK: %[[Y:.*]], %[[A:.*]], %[[B:.*]], %[[M:.*]], %[[V:.*]] = tp.call_function "aten._native_batch_norm_legit_functional.default"
// CHECK: tp.output mutations(%[[M]] -> input "m", %[[V]] -> input "v"), (%[[A]], (%[[Y]], %[[A]], %[[B]]))
tp.program @packed {
  %x = tp.placeholder "x" : tensor<4x5xf32>
  %m = tp.placeholder "m" : tensor<5xf32>
  %v = tp.placeholder "v" : tensor<5xf32>
  %r = tp.call_function "torch.native_batch_norm"(%x, None, None, %m, %v, True, 0.1, 1.0e-05) : (tensor<4x5xf32>, tensor<5xf32>, tensor<5xf32>) -> !tp.any
  %s = tp.call_function "_operator.getitem"(%r, 1) : (!tp.any) -> !tp.any
  %unused = tp.call_function "_operator.getitem"(%r, 2) : (!tp.any) -> !tp.any
  tp.output (%s, %r) : !tp.any, !tp.any
}

// The same where types were inferred.
// CHECK-LABEL: tp.program @typed_pieces functional
// CHECK: tp.call_function "aten.slice_scatter.default"(%x, %{{.*}}, 0, 2, 4)
tp.program @typed_pieces {
  %x = tp.placeholder "x" : tensor<4x5xf32>
  %c = tp.call_method "split"(%x, 2) : (tensor<4x5xf32>) -> !tp.list<tensor<2x5xf32>, tensor<2x5xf32, #tp.shape<[2, 5], offset = 10>>>
  %p = tp.call_function "_operator.getitem"(%c, -1) : (!tp.list<tensor<2x5xf32>, tensor<2x5xf32, #tp.shape<[2, 5], offset = 10>>>) -> !tp.any
  %a = tp.call_method "add_"(%p, 1) : (!tp.any) -> !tp.any
  tp.output (%x,) : tensor<4x5xf32>
}

// One number for a list, and tensorplay's dtype that is none.
// CHECK-LABEL: tp.program @arguments functional
// CHECK: %[[S:.*]] = tp.call_method "sum"(%x, 0, True)
// CHECK: %[[E:.*]] = tp.call_function "tensorplay.functional.softmax"(%[[S]], 1, function("tensorplay.DType.undefined"))
// CHECK: %[[A:.*]] = tp.call_method "add"(%x, 1)
// CHECK: tp.output mutations(%[[A]] -> input "x"), (%[[E]],)
tp.program @arguments {
  %x = tp.placeholder "x" : tensor<4x5xf32>
  %s = tp.call_method "sum"(%x, 0, True) : (tensor<4x5xf32>) -> !tp.any
  %e = tp.call_function "tensorplay.functional.softmax"(%s, 1, function("tensorplay.DType.undefined")) : (!tp.any) -> !tp.any
  %a = tp.call_method "add_"(%x, 1) : (tensor<4x5xf32>) -> !tp.any
  tp.output (%e,) : !tp.any
}
