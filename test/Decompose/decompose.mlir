// RUN: tp-opt %s --split-input-file --decompose | FileCheck %s

// A rule that is data, named as torch.fx names nodes; metadata is inherited.

#meta = #tp.meta<"stack_trace" = "File \22m.py\22, line 1, in forward">
// CHECK-LABEL: tp.program @simple
// CHECK:         %sigmoid_1 = tp.call_function "aten.sigmoid.default"(%x) meta(#meta{{.*}}) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT:    %mul = tp.call_function "aten.mul.Tensor"(%x, %sigmoid_1) meta(#meta{{.*}}) :
// CHECK-NEXT:    tp.output (%mul, %sigmoid)
tp.program @simple {
  %x = tp.placeholder "x" : tensor<2xf32>
  %sigmoid = tp.call_function "aten.sigmoid.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %silu = tp.call_function "aten.silu.default"(%x) meta(#meta) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%silu, %sigmoid) : tensor<2xf32>, tensor<2xf32>
}

// -----

// The recorded type of a result stays; alternatives are tried in order.

// CHECK-LABEL: tp.program @half
// CHECK:         %[[X:.*]] = tp.call_function "aten._to_copy.default"(%x, dtype = float32) : (tensor<2xf16>) -> tensor<2xf32>
// CHECK-NEXT:    %[[S:.*]] = tp.call_function "aten.sigmoid.default"(%[[X]])
// CHECK-NEXT:    %[[M:.*]] = tp.call_function "aten.mul.Tensor"(%[[X]], %[[S]])
// CHECK-NEXT:    tp.call_function "aten._to_copy.default"(%[[M]], dtype = float16) : ({{.*}}) -> tensor<2xf16>
tp.program @half {
  %x = tp.placeholder "x" : tensor<2xf16>
  %silu = tp.call_function "aten.silu.default"(%x) : (tensor<2xf16>) -> tensor<2xf16>
  tp.output (%silu,) : tensor<2xf16>
}

// -----

// Dead nodes go, assertions and unknown operators stay.

// CHECK-LABEL: tp.program @dead
// CHECK-NOT:     aten.sin
// CHECK:         tp.assert_dim_range %x[0] in [1, 64]
// CHECK-NEXT:    "mylib.print.default"(%x)
// CHECK-NEXT:    "aten._assert_tensor_metadata.default"
// CHECK-NEXT:    tp.output
tp.program @dead {
  %x = tp.placeholder "x" : tensor<?xf32>
  tp.assert_dim_range %x[0] in [1, 64], "b" : tensor<?xf32>
  %sin = tp.call_function "aten.sin.default"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %cos = tp.call_function "aten.cos.default"(%sin) : (tensor<?xf32>) -> tensor<?xf32>
  tp.call_function "mylib.print.default"(%x) : (tensor<?xf32>) -> ()
  tp.call_function "aten._assert_tensor_metadata.default"(%x, None, None, float32) : (tensor<?xf32>) -> ()
  tp.output (%x,) : tensor<?xf32>
}

// -----

// Subgraphs of higher-order operators, too.

// CHECK-LABEL: tp.program @cond
// CHECK:         tp.graph @true_graph_0
// CHECK:           aten.sigmoid.default
// CHECK-NEXT:      aten.mul.Tensor
tp.program @cond {
  tp.graph @true_graph_0 {
    %x = tp.placeholder "x" : tensor<2xf32>
    %silu = tp.call_function "aten.silu.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    tp.output (%silu,) : tensor<2xf32>
  }
  tp.graph @false_graph_0 {
    %x = tp.placeholder "x" : tensor<2xf32>
    tp.output (%x,) : tensor<2xf32>
  }
  %p = tp.placeholder "p" : tensor<i1>
  %x = tp.placeholder "x" : tensor<2xf32>
  %cond = tp.call_function "higher_order.cond"(%p, @true_graph_0, @false_graph_0, (%x,)) : (tensor<i1>, tensor<2xf32>) -> (tensor<2xf32>,)
  tp.output (%cond,) : tensor<2xf32>
}
