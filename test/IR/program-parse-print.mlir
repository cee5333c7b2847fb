// RUN: tp-opt %s --mlir-print-local-scope | FileCheck %s
// RUN: tp-opt %s | tp-opt --mlir-print-local-scope | FileCheck %s
// RUN: tp-opt %s --emit-bytecode | tp-opt --mlir-print-local-scope | FileCheck %s
// RUN: tp-opt %s --mlir-print-op-generic | tp-opt --mlir-print-local-scope | FileCheck %s

// CHECK: tp.archive @m "m.pt2"
tp.archive @m "m.pt2"
// CHECK: tp.archive @n "sub/n.pt2" fingerprint "00ff"
tp.archive @n "sub/n.pt2" fingerprint "00ff"

// CHECK: tp.schema "mylib::op(Tensor x, Tensor(a!) y) -> Tensor"
tp.schema "mylib::op(Tensor x, Tensor(a!) y) -> Tensor"

// CHECK-LABEL: tp.program @empty {
// CHECK-NEXT:    tp.output ()
// CHECK-NEXT:  }
tp.program @empty {
  tp.output ()
}

// CHECK-LABEL: tp.program @dims dims(b in [1, 64] hint 5, 16*s76 in [16, ?], u0 in [0, ?] assume "integer=True", s1 hint 3) functional {
tp.program @dims dims(b in [1, 64] hint 5, 16*s76 in [16, ?], u0 in [0, ?] assume "integer=True", s1 hint 3) functional {
  // CHECK-NEXT: %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[b, 3]>>
  %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[b, 3]>>
  // CHECK-NEXT: tp.guard "L['x'].size()[0] != 1"
  tp.guard "L['x'].size()[0] != 1"
  // CHECK-NEXT: tp.output (%x,) : tensor<?x3xf32, #tp.shape<[b, 3]>>
  tp.output (%x,) : tensor<?x3xf32, #tp.shape<[b, 3]>>
}

// CHECK-LABEL: tp.program @states {
tp.program @states {
  // CHECK-NEXT: tp.state parameter @sub.w : tensor<4x3xf32> = #tp.blob<@m, "data/weights/weight_0">
  tp.state parameter @"sub.w" : tensor<4x3xf32> = #tp.blob<@m, "data/weights/weight_0">
  // CHECK-NEXT: tp.state parameter @frozen : tensor<2xbf16> {requires_grad = false}
  tp.state parameter @frozen : tensor<2xbf16> {requires_grad = false}
  // CHECK-NEXT: tp.state buffer @n : tensor<4xf32, #tp.shape<[4], offset = 2>> = #tp.blob<@n, "data/weights/weight_1", offset = 64, size = 48>
  tp.state buffer @n : tensor<4xf32, #tp.shape<[4], offset = 2>> = #tp.blob<@n, "data/weights/weight_1", offset = 64, size = 48>
  // CHECK-NEXT: tp.state buffer @t : tensor<4xf32> {persistent = false}
  tp.state buffer @t : tensor<4xf32> {persistent = false}
  // CHECK-NEXT: tp.state constant @"3d" : tensor<2xf32> = dense<1.000000e+00>
  tp.state constant @"3d" : tensor<2xf32> = dense<1.0>
  // CHECK-NEXT: tp.state object @packed : !tp.object<"my.Packed"> = #tp.blob<@m, "data/constants/custom_obj_0", pickled>
  tp.state object @packed : !tp.object<"my.Packed"> = #tp.blob<@m, "data/constants/custom_obj_0", pickled>
  // CHECK-NEXT: %w = tp.get_attr @sub.w : tensor<4x3xf32>
  %w = tp.get_attr @"sub.w" : tensor<4x3xf32>
  // CHECK-NEXT: tp.get_attr @"3d" as "3d" : tensor<2xf32>
  %0 = tp.get_attr @"3d" as "3d" : tensor<2xf32>
  // CHECK-NEXT: tp.store_attr %w, @sub.w : tensor<4x3xf32>
  tp.store_attr %w, @"sub.w" : tensor<4x3xf32>
  tp.output ()
}

// CHECK-LABEL: tp.program @records attributes {
// CHECK-SAME:    extra = #tp.meta<"$.new" = "{\22a\22: 1}">
// CHECK-SAME:    graph_metadata = #tp.meta<k = "v">
// CHECK-SAME:    hints = [#tp.hint<2*b = 7>, #tp.hint<b = None>]
// CHECK-SAME:    module_calls = [#tp.module_call<"" : (ref("x", tensor), 2.0) -> (ref("y", tensor),) names ["x", "s"] in_spec #tp.treespec<"[1, {}]"> out_spec #tp.treespec<"[1, {}]">>, #tp.module_call<"sub">]
// CHECK-SAME:    namedtuple_fields = {Point = ["x", "y"]}
// CHECK-SAME:    opset_version = #tp.meta<aten = "10">
// CHECK-SAME:    schema_version = "8.20"
// CHECK-SAME:    torch_version = "2.13.0"
// CHECK-SAME:    verifiers = ["TRAINING"]}
tp.program @records attributes {
  extra = #tp.meta<"$.new" = "{\"a\": 1}">,
  graph_metadata = #tp.meta<k = "v">,
  hints = [#tp.hint<2*b = 7>, #tp.hint<b = None>],
  module_calls = [#tp.module_call<"" : (ref("x", tensor), 2.0) -> (ref("y", tensor),) names ["x", "s"] in_spec #tp.treespec<"[1, {}]"> out_spec #tp.treespec<"[1, {}]">>, #tp.module_call<"sub">],
  namedtuple_fields = {Point = ["x", "y"]},
  opset_version = #tp.meta<aten = "10">, schema_version = "8.20",
  torch_version = "2.13.0", verifiers = ["TRAINING"]} {
  tp.output ()
}

// CHECK-LABEL: tp.program @subgraphs {
tp.program @subgraphs {
  // CHECK-NEXT: tp.graph @true_graph_0 attributes {single_tensor_return} {
  tp.graph @true_graph_0 attributes {single_tensor_return} {
    // CHECK-NEXT: %a = tp.placeholder "a" : tensor<2xf32>
    %a = tp.placeholder "a" : tensor<2xf32>
    // CHECK-NEXT: tp.output %a : tensor<2xf32>
    tp.output %a : tensor<2xf32>
  }
  // CHECK: tp.graph @false_graph_0 attributes {original_name = "true_graph_0", path = "sub.block"} {
  tp.graph @false_graph_0 attributes {original_name = "true_graph_0", path = "sub.block"} {
    // CHECK-NEXT: tp.graph @inner {
    tp.graph @inner {
      tp.output ()
    }
    tp.output ()
  }
  %p = tp.placeholder "p" : i1
  %x = tp.placeholder "x" : tensor<2xf32>
  // CHECK: %getitem = tp.call_function "higher_order.cond"(%p, @true_graph_0, @false_graph_0, (%x,)) as "cond" : (i1, tensor<2xf32>) -> (tensor<2xf32>,)
  %getitem = tp.call_function "higher_order.cond"(%p, @true_graph_0, @false_graph_0, (%x,)) as "cond" : (i1, tensor<2xf32>) -> (tensor<2xf32>,)
  tp.output (%getitem,) : tensor<2xf32>
}
