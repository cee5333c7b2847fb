// A program that no exporter made: nodes get names, tensors strides, the program
// its nesting. What is written is read back here.

// RUN: rm -rf %t && mkdir %t
// RUN: tp-opt %s --emit-pt2 -o %t/out.pt2
// RUN: tp-opt %t/out.pt2 -o %t/out.mlir
// RUN: FileCheck %s --input-file=%t/out.mlir
// RUN: tp-opt %t/out.mlir --emit-pt2 -o %t/again.pt2
// RUN: %python %S/Inputs/compare-archives.py %t/out.pt2 %t/again.pt2

// CHECK: #[[IN:treespec.*]] = #tp.treespec<"[1, {\22type\22: \22builtins.tuple\22, \22context\22: \22null\22, \22children_spec\22: [{\22type\22: \22builtins.tuple\22, \22context\22: \22null\22, \22children_spec\22: [{\22type\22: null, \22context\22: null, \22children_spec\22: []}, {\22type\22: null, {{.*}}]}, {\22type\22: \22builtins.dict\22, \22context\22: \22[]\22, \22children_spec\22: []}]}]">
// CHECK: #[[OUT:treespec.*]] = #tp.treespec<"[1, {\22type\22: \22builtins.dict\22, \22context\22: \22[\\\22y\\\22, \\\22z\\\22]\22, \22children_spec\22: [{\22type\22: null, {{.*}}}, {\22type\22: \22builtins.tuple\22,
// CHECK: #tp.module_call<"" : () -> () in_spec #[[IN]] out_spec #[[OUT]]>
// CHECK: tp.program @model dims(b in [2, 64] hint 4)
// CHECK-SAME: opset_version = #meta{{[0-9]*}}, schema_version = "8.20", torch_version = "{{[0-9.]+}}"
// CHECK-SAME: verifiers = ["TRAINING"]
// CHECK-NEXT: tp.state parameter @w : tensor<4x3xf32> = #tp.blob<@out, "data/weights/weight_0"> {requires_grad = false}
// CHECK-NEXT: tp.state buffer @n : tensor<4xf32> = #tp.blob<@out, "data/weights/weight_1">
// CHECK: tp.graph @other attributes {single_tensor_return} {
// CHECK:   %p_w = tp.placeholder parameter @w {requires_grad = false} : tensor<4x3xf32>
// CHECK:   %b_n = tp.placeholder buffer @n : tensor<4xf32>
// CHECK:   %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[b, 3]>>
// CHECK:   %k = tp.placeholder specialized "k" = 2.0
// CHECK:   %s = tp.placeholder specialized "s" = "mean"
// CHECK:   tp.guard "L['x'].size()[0] != 1"
// CHECK:   %linear = tp.call_function "aten.linear.default"(%x, %p_w, None) :
// CHECK:   %mul = tp.call_function "aten.mul.Tensor"(%linear, 2.0) :
// CHECK:   %getitem, %getitem_1 = tp.call_function "aten.split.Tensor"(%mul, 2, 1) as "split" : {{.*}} -> [tensor<?x2xf32
// CHECK:   %op = tp.call_function "mylib.op.default"(%getitem, n = 3) {arg_names = ["x"]} :
// CHECK:   %sum_1 = tp.call_function "aten.sum.dim_IntList"(%getitem_1, [0, 1]) :
// CHECK:   %cond = tp.call_function "higher_order.cond"(True, @other, @other_1, [%op]) :
// CHECK:   %add = tp.call_function "aten.add.Tensor"(%b_n, 1.0) :
// CHECK:   tp.output mutations(%add -> buffer "n", %x -> input "x"), (%cond, %sum_1, None, 2.0) :

tp.schema "mylib::op(Tensor x, *, int n=1) -> Tensor"

tp.program @forward dims(b in [2, 64] hint 4) {
  tp.state parameter @w : tensor<4x3xf32> = dense<1.5> {requires_grad = false}
  tp.state buffer @n : tensor<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
  tp.graph @other {
    %x = tp.placeholder "x" : tensor<?x2xf32, #tp.shape<[b, 2]>>
    tp.output %x : tensor<?x2xf32, #tp.shape<[b, 2]>>
  }
  %0 = tp.placeholder parameter @w as "p_w" {requires_grad = false} : tensor<4x3xf32>
  %1 = tp.placeholder buffer @n as "b_n" : tensor<4xf32>
  %x = tp.placeholder "x" : tensor<?x3xf32, #tp.shape<[b, 3]>>
  %k = tp.placeholder "k" = 2.0 : f64
  %s = tp.placeholder specialized "s" = "mean" : !tp.str
  tp.guard "L['x'].size()[0] != 1"
  %3 = tp.call_function "aten.linear.default"(%x, %0, None) : (tensor<?x3xf32, #tp.shape<[b, 3]>>, tensor<4x3xf32>) -> tensor<?x4xf32, #tp.shape<[b, 4]>>
  %4 = tp.call_function "aten.mul.Tensor"(%3, %k) : (tensor<?x4xf32, #tp.shape<[b, 4]>>, f64) -> tensor<?x4xf32, #tp.shape<[b, 4]>>
  %5, %6 = tp.call_function "aten.split.Tensor"(%4, 2, 1) : (tensor<?x4xf32, #tp.shape<[b, 4]>>) -> [tensor<?x2xf32, #tp.shape<[b, 2]>>, tensor<?x2xf32, #tp.shape<[b, 2]>>]
  %7 = tp.call_function "mylib.op.default"(%5, n = 3) : (tensor<?x2xf32, #tp.shape<[b, 2]>>) -> tensor<?x2xf32, #tp.shape<[b, 2]>>
  %8 = tp.call_function "aten.sum.dim_IntList"(%6, (0, 1)) : (tensor<?x2xf32, #tp.shape<[b, 2]>>) -> tensor<f32>
  %9 = tp.call_function "higher_order.cond"(True, @other, @other, [%7]) : (tensor<?x2xf32, #tp.shape<[b, 2]>>) -> tensor<?x2xf32, #tp.shape<[b, 2]>>
  %10 = tp.call_function "aten.add.Tensor"(%1, 1.0) : (tensor<4xf32>) -> tensor<4xf32>
  tp.output mutations(%10 -> buffer "n", %x -> input "x"), {"y": %9, "z": (%8, None, %k)} : tensor<4xf32>, tensor<?x3xf32, #tp.shape<[b, 3]>>, tensor<?x2xf32, #tp.shape<[b, 2]>>, tensor<f32>, f64
}
