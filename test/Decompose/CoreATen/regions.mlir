// Regions of settings: the nodes of the graph take the place of the call.

// RUN: tp-opt %s --decompose --split-input-file | FileCheck %s

// CHECK-LABEL: tp.program @no_grad
// CHECK-NOT:     tp.graph
// CHECK:         %mul = tp.call_function "aten.mul.Tensor"(%x, 2)
// CHECK-NEXT:    %sigmoid = tp.call_function "aten.sigmoid.default"(%mul)
// CHECK-NEXT:    %mul_1 = tp.call_function "aten.mul.Tensor"(%mul, %sigmoid)
// CHECK-NEXT:    %y = tp.call_function "aten.add.Tensor"(%mul_1, %x)
// CHECK-NEXT:    tp.output (%y,)
tp.program @no_grad {
  tp.graph @submod {
    %a = tp.placeholder "a" : tensor<4xf32>
    %m = tp.call_function "aten.mul.Tensor"(%a, 2) : (tensor<4xf32>) -> tensor<4xf32>
    %s = tp.call_function "aten.silu.default"(%m) : (tensor<4xf32>) -> tensor<4xf32>
    tp.output (%s,) : tensor<4xf32>
  }
  %x = tp.placeholder "x" : tensor<4xf32>
  %r = tp.call_function "higher_order.wrap_with_set_grad_enabled"(False, @submod, %x) : (tensor<4xf32>) -> tensor<4xf32>
  %y = tp.call_function "aten.add.Tensor"(%r, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  tp.output (%y,) : tensor<4xf32>
}

// -----

// Two calls of one graph, of which one stays: its argument is no value.

// CHECK-LABEL: tp.program @shared
// CHECK:         tp.graph @submod
// CHECK:         %mul = tp.call_function "aten.mul.Tensor"(%x, %x)
// CHECK-NEXT:    tp.call_function "higher_order.wrap_with_set_grad_enabled"(False, @submod, %mul, 2)
tp.program @shared {
  tp.graph @submod {
    %a = tp.placeholder "a" : tensor<4xf32>
    %b = tp.placeholder "b" : tensor<4xf32>
    %m = tp.call_function "aten.mul.Tensor"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tp.output (%m,) : tensor<4xf32>
  }
  %x = tp.placeholder "x" : tensor<4xf32>
  %r = tp.call_function "higher_order.wrap_with_set_grad_enabled"(False, @submod, %x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %s = tp.call_function "higher_order.wrap_with_set_grad_enabled"(False, @submod, %r, 2) : (tensor<4xf32>) -> tensor<4xf32>
  tp.output (%s,) : tensor<4xf32>
}

// -----

// Under autocast, the types say which nodes convert their operands.

// CHECK-LABEL: tp.program @autocast
// CHECK-NOT:     tp.graph
// CHECK:         %permute = tp.call_function "aten.permute.default"(%x, [1, 0])
// CHECK-NEXT:    %_to_copy = tp.call_function "aten._to_copy.default"(%x, dtype = bfloat16)
// CHECK-NEXT:    %_to_copy_1 = tp.call_function "aten._to_copy.default"(%permute, dtype = bfloat16)
// CHECK-NEXT:    %mm = tp.call_function "aten.mm.default"(%_to_copy, %_to_copy_1)
// CHECK-SAME:      -> tensor<2x2xbf16>
// CHECK-NEXT:    %_to_copy_2 = tp.call_function "aten._to_copy.default"(%mm, dtype = float32)
// CHECK-NEXT:    %exp = tp.call_function "aten.exp.default"(%_to_copy_2)
// CHECK-NEXT:    %add = tp.call_function "aten.add.Tensor"(%exp, %mm)
// CHECK-NEXT:    tp.output (%mm, %add)
tp.program @autocast {
  tp.graph @submod {
    %a = tp.placeholder "a" : tensor<2x3xf32>
    %t = tp.call_function "aten.t.default"(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>
    %m = tp.call_function "aten.matmul.default"(%a, %t) : (tensor<2x3xf32>, tensor<3x2xf32, #tp.shape<[3, 2], strides = [1, 3]>>) -> tensor<2x2xbf16>
    %e = tp.call_function "aten.exp.default"(%m) : (tensor<2x2xbf16>) -> tensor<2x2xf32>
    %p = tp.call_function "aten.add.Tensor"(%e, %m) : (tensor<2x2xf32>, tensor<2x2xbf16>) -> tensor<2x2xf32>
    tp.output (%m, %p) : tensor<2x2xbf16>, tensor<2x2xf32>
  }
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %r:2 = tp.call_function "higher_order.wrap_with_autocast"("cpu", bfloat16, True, False, @submod, %x) : (tensor<2x3xf32>) -> (tensor<2x2xbf16>, tensor<2x2xf32>)
  tp.output (%r#0, %r#1) : tensor<2x2xbf16>, tensor<2x2xf32>
}

// -----

// An operator of which nothing is known may convert anything: the region stays, and nothing in it changes.

// CHECK-LABEL: tp.program @unknown
// CHECK:         tp.graph @submod
// CHECK:           tp.call_function "aten.silu.default"
// CHECK:           tp.call_function "mylib.op.default"
// CHECK:         tp.call_function "higher_order.wrap_with_autocast"
tp.program @unknown {
  tp.graph @submod {
    %a = tp.placeholder "a" : tensor<4xf32>
    %s = tp.call_function "aten.silu.default"(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %m = tp.call_function "mylib.op.default"(%s) : (tensor<4xf32>) -> tensor<4xbf16>
    tp.output (%m,) : tensor<4xbf16>
  }
  %x = tp.placeholder "x" : tensor<4xf32>
  %r = tp.call_function "higher_order.wrap_with_autocast"("cpu", bfloat16, True, False, @submod, %x) : (tensor<4xf32>) -> tensor<4xbf16>
  tp.output (%r,) : tensor<4xbf16>
}

// -----

// A region with a graph of its own stays; the graphs are decomposed where they are.

// CHECK-LABEL: tp.program @nested
// CHECK:         tp.graph @submod
// CHECK:           tp.graph @inner
// CHECK:             tp.call_function "aten.sigmoid.default"
// CHECK:         tp.call_function "higher_order.wrap_with_set_grad_enabled"(False, @submod, %x)
tp.program @nested {
  tp.graph @submod {
    tp.graph @inner {
      %b = tp.placeholder "b" : tensor<4xf32>
      %s = tp.call_function "aten.silu.default"(%b) : (tensor<4xf32>) -> tensor<4xf32>
      tp.output (%s,) : tensor<4xf32>
    }
    %a = tp.placeholder "a" : tensor<4xf32>
    %m = tp.call_function "higher_order.map_impl"(@inner, [%a], []) : (tensor<4xf32>) -> tensor<4xf32>
    tp.output (%m,) : tensor<4xf32>
  }
  %x = tp.placeholder "x" : tensor<4xf32>
  %r = tp.call_function "higher_order.wrap_with_set_grad_enabled"(False, @submod, %x) : (tensor<4xf32>) -> tensor<4xf32>
  tp.output (%r,) : tensor<4xf32>
}
