// RUN: tp-opt %s --print-signature -o %t.out | FileCheck %s --match-full-lines
// RUN: tp-opt %s -o - | diff - %t.out
// RUN: tp-opt %s --print-signature=json -o %t.out | FileCheck %s --check-prefix=JSON

// CHECK:      forward:
// CHECK-NEXT: inputs:  token: TOKEN; p_sub_w: PARAMETER target='sub.w'; b_n: BUFFER target='n' persistent=True; b_t: BUFFER target='t' persistent=False; c_c: CONSTANT_TENSOR target='c'; obj_o: CUSTOM_OBJ target='o'; x: USER_INPUT; k: USER_INPUT
// CHECK-NEXT: outputs: add: BUFFER_MUTATION target='n'; x: USER_INPUT_MUTATION target='x'; token: TOKEN; add: LOSS_OUTPUT; : USER_OUTPUT; lo: USER_OUTPUT; k: USER_OUTPUT
// CHECK-NEXT: ranges:  b in [1, 64]; 2*b in [2, ?]
// CHECK-NEXT: empty:
// CHECK-NEXT: inputs:
// CHECK-NEXT: outputs:
// CHECK-NEXT: ranges:

// JSON:      "name": "forward",
// JSON:      "name": "p_sub_w",
// JSON-NEXT: "kind": "PARAMETER",
// JSON-NEXT: "argument": "tensor",
// JSON-NEXT: "target": "sub.w",
// JSON-NEXT: "type": "tensor<4xf32>"
// JSON:      "name": "b_t",
// JSON:      "persistent": false
// JSON:      "name": "k",
// JSON-NEXT: "kind": "USER_INPUT",
// JSON-NEXT: "argument": "constant",
// JSON-NEXT: "value": 3,
// JSON:      "outputs": [
// JSON:      "kind": "LOSS_OUTPUT",
// JSON:      "value": null
// JSON:      "expr": "2*b",
// JSON-NEXT: "min": 2,
// JSON-NEXT: "max": null
tp.program @forward dims(b in [1, 64], 2*b in [2, ?], u0) {
  tp.state parameter @"sub.w" : tensor<4xf32>
  tp.state buffer @n : tensor<4xf32>
  tp.state buffer @t : tensor<4xf32> {persistent = false}
  tp.state constant @c : tensor<4xf32>
  tp.state object @o : !tp.object<"Packed">
  %token = tp.placeholder token "token" : !tp.token
  %p_sub_w = tp.placeholder parameter @"sub.w" : tensor<4xf32>
  %b_n = tp.placeholder buffer @n : tensor<4xf32>
  %b_t = tp.placeholder buffer @t : tensor<4xf32>
  %c_c = tp.placeholder constant @c : tensor<4xf32>
  %obj_o = tp.placeholder object @o : !tp.object<"Packed">
  %x = tp.placeholder "x" : tensor<4xf32>
  %k = tp.placeholder specialized "k" = 3 : i64
  %add = tp.call_function "aten.add.Tensor"(%b_n, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %lo, %hi = tp.call_function "aten.aminmax.default"(%x) as "aminmax" : (tensor<4xf32>) -> (tensor<f32>, tensor<f32>)
  tp.output mutations(%add -> buffer "n", %x -> input "x", %token -> token), (%add -> loss, None, [%lo, {"k": %k}]) : tensor<4xf32>, tensor<4xf32>, !tp.token, tensor<4xf32>, tensor<f32>, i64
}
tp.program @empty {
  tp.output ()
}
