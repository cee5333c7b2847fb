// RUN: tp-opt %s > %t.first
// RUN: tp-opt %s --lift-state --unlift-state | diff %t.first -
// RUN: tp-opt %s --lift-state | FileCheck %s

// Lifting and back gives the same program: where reads stand as tracing puts
// them, nothing need be noted; where they do not, names and places are.

// CHECK-LABEL: tp.program @traced
// CHECK:      %p_sub_w = tp.placeholder parameter @sub.w : tensor<2xf32>
tp.program @traced {
  tp.state parameter @"sub.w" : tensor<2xf32>
  tp.state buffer @n : tensor<2xf32>
  tp.state buffer @unused : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  %n = tp.get_attr @n : tensor<2xf32>
  %sub_w = tp.get_attr @"sub.w" : tensor<2xf32>
  %add = tp.call_function "aten.addcmul.default"(%n, %sub_w, %x) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tp.store_attr %add, @n : tensor<2xf32>
  tp.output (%add,) : tensor<2xf32>
}

// Reads first, in another order than used, one not used at all; names that
// tracing would not give; metadata of the reads.
#meta = #tp.meta<stack_trace = "line 7">
// CHECK-LABEL: tp.program @odd
// CHECK:      %p_a = tp.placeholder parameter @a meta(#meta{{[0-9]*}})
// CHECK:      %b_c = tp.placeholder buffer @c meta(#meta{{[0-9]*}})
tp.program @odd {
  tp.state parameter @a : tensor<2xf32>
  tp.state parameter @b : tensor<2xf32>
  tp.state buffer @c : tensor<2xf32>
  %b = tp.get_attr @b : tensor<2xf32>
  %first = tp.get_attr @a meta(#meta) : tensor<2xf32>
  %c = tp.get_attr @c : tensor<2xf32>
  %x = tp.placeholder "x" : tensor<2xf32>
  %add = tp.call_function "aten.add.Tensor"(%first, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %mul = tp.call_function "aten.mul.Tensor"(%b, %add) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  tp.output (%mul,) : tensor<2xf32>
}
