// RUN: tp-opt %s --unlift-state | FileCheck %s

// Reads stand before their first user, in the order of its operands; unused
// state is not read; a new name where the usual one is taken.
// CHECK-LABEL: tp.program @reads
// CHECK:      %x = tp.placeholder "x"
// CHECK-NEXT: %w = tp.placeholder "w"
// CHECK-NEXT: %relu = tp.call_method "relu"(%x)
// CHECK-NEXT: %sub_b = tp.get_attr @sub.b : tensor<2xf32>
// CHECK-NEXT: %w_1 = tp.get_attr @w : tensor<2xf32>
// CHECK-NEXT: tp.call_function "aten.add.Tensor"(%sub_b, %w_1)
// CHECK-NOT:  get_attr
tp.program @reads {
  tp.state parameter @w : tensor<2xf32>
  tp.state parameter @"sub.b" : tensor<2xf32>
  tp.state parameter @unused : tensor<2xf32>
  %p_w = tp.placeholder parameter @w : tensor<2xf32>
  %p_sub_b = tp.placeholder parameter @"sub.b" : tensor<2xf32>
  %p_unused = tp.placeholder parameter @unused : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  %w = tp.placeholder "w" : tensor<2xf32>
  %relu = tp.call_method "relu"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %add = tp.call_function "aten.add.Tensor"(%p_sub_b, %p_w) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tp.output (%relu, %add) : tensor<2xf32>, tensor<2xf32>
}

// Old contents that leave the program, directly or through a view, are cloned
// ahead of the writes; mutations of user inputs stay outputs.
// CHECK-LABEL: tp.program @swap {
// CHECK:      %clone = tp.call_function "aten.clone.default"(%b)
// CHECK-NEXT: %clone_1 = tp.call_function "aten.clone.default"(%view)
// CHECK-NEXT: tp.store_attr %clone, @a
// CHECK-NEXT: tp.store_attr %add, @b
// CHECK-NEXT: tp.output mutations(%x -> input "x"), (%clone_1, %add)
tp.program @swap functional {
  tp.state buffer @a : tensor<2xf32>
  tp.state buffer @b : tensor<2xf32>
  %b_a = tp.placeholder buffer @a : tensor<2xf32>
  %b_b = tp.placeholder buffer @b : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  %view = tp.call_function "aten.view.default"(%b_a, [2]) : (tensor<2xf32>) -> tensor<2xf32>
  %add = tp.call_function "aten.add.Tensor"(%b_a, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tp.output mutations(%b_b -> buffer "a", %add -> buffer "b", %x -> input "x"), (%view, %add) : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// A trace calls methods: tensorplay knows no operator by its name.
// CHECK-LABEL: tp.program @trace {
// CHECK:      %clone = tp.call_method "clone"(%add_) : (!tp.any) -> !tp.any
// CHECK-NEXT: %clone_1 = tp.call_method "clone"(%a) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: tp.store_attr %clone, @a
// CHECK-NEXT: tp.output (%clone_1,)
tp.program @trace {
  tp.state buffer @a : tensor<2xf32>
  %b_a = tp.placeholder buffer @a : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  %add_ = tp.call_method "add_"(%b_a, %x) : (tensor<2xf32>, tensor<2xf32>) -> !tp.any
  tp.output mutations(%add_ -> buffer "a"), (%b_a,) : !tp.any, tensor<2xf32>
}
