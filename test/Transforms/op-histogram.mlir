// RUN: tp-opt %s --op-histogram -o /dev/null | FileCheck %s
// RUN: tp-opt %s --op-histogram=json -o /dev/null | FileCheck %s --check-prefix=JSON

//      CHECK:       2  aten.relu.default
// CHECK-NEXT:       1  add_ (method)
// CHECK-NEXT:       1  aten.sin.default
// CHECK-NEXT:       1  block (module)

//      JSON: "programs": [
//      JSON: "name": "forward",
//      JSON: "kind": "function",
// JSON-NEXT: "target": "aten.relu.default",
// JSON-NEXT: "calls": 2
//      JSON: "kind": "method",
// JSON-NEXT: "target": "add_",
// JSON-NEXT: "calls": 1
tp.program @forward {
  tp.graph @body {
    %x = tp.placeholder "x" : tensor<2xf32>
    %sin = tp.call_function "aten.sin.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
    tp.output (%sin,) : tensor<2xf32>
  }
  %x = tp.placeholder "x" : tensor<2xf32>
  %relu = tp.call_function "aten.relu.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %relu_1 = tp.call_function "aten.relu.default"(%relu) : (tensor<2xf32>) -> tensor<2xf32>
  %add_ = tp.call_method "add_"(%relu_1, 1) : (tensor<2xf32>) -> tensor<2xf32>
  %block = tp.call_module "block"(%add_) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%block,) : tensor<2xf32>
}
