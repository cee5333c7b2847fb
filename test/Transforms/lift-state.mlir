// RUN: tp-opt %s --lift-state | FileCheck %s
// RUN: tp-opt %s --lift-state > %t.once
// RUN: tp-opt %t.once --lift-state | diff - %t.once

// Order of the declarations, used or not; a dotted path; two paths and a user
// input that would get the same name; reads of one state twice.
// CHECK-LABEL: tp.program @order
// CHECK:      %p_sub_w = tp.placeholder parameter @sub.w : tensor<2xf32>
// CHECK-NEXT: %b_a_b_c = tp.placeholder buffer @a.b_c : tensor<2xf32>
// CHECK-NEXT: %b_a_b_c_1 = tp.placeholder buffer @a_b.c : tensor<2xf32>
// CHECK-NEXT: %c__tensor_constant0 = tp.placeholder constant @_tensor_constant0 : tensor<2xf32>
// CHECK-NEXT: %p_w_1 = tp.placeholder parameter @w {requires_grad = false} : tensor<2xf32>
// CHECK-NEXT: %p_w_1_1 = tp.placeholder parameter @w_1 : tensor<2xf32>
// CHECK-NEXT: %obj_o = tp.placeholder object @o : !tp.object<"Packed">
// CHECK-NEXT: %p_w = tp.placeholder "p_w" : tensor<2xf32>
// CHECK-NOT:  tp.get_attr
// CHECK:      %mul = tp.call_method "mul"(%p_w, %p_sub_w)
// CHECK-NEXT: %add = tp.call_method "add"(%mul, %c__tensor_constant0)
// CHECK-NEXT: %sub = tp.call_method "sub"(%add, %p_sub_w)
tp.program @order {
  tp.state parameter @"sub.w" : tensor<2xf32>
  tp.state buffer @"a.b_c" : tensor<2xf32>
  tp.state buffer @"a_b.c" : tensor<2xf32>
  tp.state constant @_tensor_constant0 : tensor<2xf32>
  tp.state parameter @w : tensor<2xf32> {requires_grad = false}
  tp.state parameter @w_1 : tensor<2xf32>
  tp.state object @o : !tp.object<"Packed">
  %p_w = tp.placeholder "p_w" : tensor<2xf32>
  %sub_w = tp.get_attr @"sub.w" : tensor<2xf32>
  %mul = tp.call_method "mul"(%p_w, %sub_w) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %_tensor_constant0 = tp.get_attr @_tensor_constant0 : tensor<2xf32>
  %add = tp.call_method "add"(%mul, %_tensor_constant0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %sub_w_1 = tp.get_attr @"sub.w" : tensor<2xf32>
  %sub = tp.call_method "sub"(%add, %sub_w_1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tp.output (%sub,) : tensor<2xf32>
}

// Inputs that are there stay where they are; tokens stay first.
// CHECK-LABEL: tp.program @partly
// CHECK:      %token = tp.placeholder token "token" : !tp.token
// CHECK-NEXT: %p_a = tp.placeholder parameter @a
// CHECK-NEXT: %mine = tp.placeholder parameter @b
// CHECK-NEXT: %p_c = tp.placeholder parameter @c
// CHECK-NEXT: %x = tp.placeholder "x"
tp.program @partly {
  tp.state parameter @a : tensor<2xf32>
  tp.state parameter @b : tensor<2xf32>
  tp.state parameter @c : tensor<2xf32>
  %token = tp.placeholder token "token" : !tp.token
  %mine = tp.placeholder parameter @b : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  tp.output (%x,) : tensor<2xf32>
}

// State that a subgraph reads is passed to both branches.
// CHECK-LABEL: tp.program @subgraph
// CHECK:      tp.graph @t
// CHECK:      tp.placeholder "x"
// CHECK-NEXT: %[[N:.*]] = tp.placeholder {{.*}} : tensor<2xf32>
// CHECK-NEXT: tp.call_function "aten.add.Tensor"(%{{.*}}, %[[N]])
// CHECK:      tp.graph @f
// CHECK:      tp.placeholder "x"
// CHECK-NEXT: tp.placeholder "n" : tensor<2xf32>
// CHECK-NEXT: tp.output
// CHECK:      tp.call_function "higher_order.cond"(%p, @t, @f, [%x, %b_n])
tp.program @subgraph {
  tp.state buffer @n : tensor<2xf32>
  tp.graph @t {
    %x = tp.placeholder "x" : tensor<2xf32>
    %n = tp.get_attr @n : tensor<2xf32>
    %add = tp.call_function "aten.add.Tensor"(%x, %n) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    tp.output (%add,) : tensor<2xf32>
  }
  tp.graph @f {
    %x = tp.placeholder "x" : tensor<2xf32>
    tp.output (%x,) : tensor<2xf32>
  }
  %p = tp.placeholder "p" : tensor<i1>
  %x = tp.placeholder "x" : tensor<2xf32>
  %cond = tp.call_function "higher_order.cond"(%p, @t, @f, [%x]) : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  tp.output (%cond,) : tensor<2xf32>
}

// A write at the end is an output; one in the middle, a copy.
// CHECK-LABEL: tp.program @writes
// CHECK:      %copy_ = tp.call_function "aten.copy_.default"(%b_n, %x)
// CHECK-NOT:  tp.store_attr
// CHECK:      tp.output mutations(%add -> buffer "m"), (%add,)
tp.program @writes {
  tp.state buffer @n : tensor<2xf32>
  tp.state buffer @m : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  tp.store_attr %x, @n : tensor<2xf32>
  %n = tp.get_attr @n : tensor<2xf32>
  %add = tp.call_function "aten.add.Tensor"(%x, %n) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tp.store_attr %add, @m : tensor<2xf32>
  tp.output (%add,) : tensor<2xf32>
}

// What comes back may be the buffer itself: its new content, then.
// CHECK-LABEL: tp.program @returned
// CHECK:      "aten.copy_.default"(%b_n, %add)
// CHECK:      tp.output (%view,)
tp.program @returned {
  tp.state buffer @n : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  %n = tp.get_attr @n : tensor<2xf32>
  %view = tp.call_function "aten.view.default"(%n, [2]) : (tensor<2xf32>) -> tensor<2xf32>
  %add = tp.call_function "aten.add.Tensor"(%x, %n) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tp.store_attr %add, @n : tensor<2xf32>
  tp.output (%view,) : tensor<2xf32>
}

// Keys of modules that are no identifiers.
// CHECK-LABEL: tp.program @odd_keys
tp.program @odd_keys {
  tp.state parameter @"m.a,b.w" : tensor<2xf32>
  tp.state buffer @"m.gr\C3\B6\C3\9Fe-1" : tensor<2xf32>
  // CHECK: %p_m_a_b_w = tp.placeholder parameter @"m.a,b.w" : tensor<2xf32>
  // CHECK: %b_m_gr__e_1 = tp.placeholder buffer @"m.gr\C3\B6\C3\9Fe-1" : tensor<2xf32>
  tp.output ()
}
