// Errors at the call that is replaced; each names the entry of the table.

// RUN: not tp-opt %s --split-input-file --decompose=tables=%S/Inputs/bad-rules.mlir 2>&1 | FileCheck %s

tp.schema "mylib::a(Tensor x) -> Tensor"
// CHECK: errors.mlir:[[#@LINE+9]]:{{.*}}: error: node 'a': decompositions rewrite in a circle: mylib.a.default -> mylib.b.default -> mylib.a.default
// CHECK: note: "mylib.a.default" by entry 'mylib.a.default' of bad-rules.mlir:5
// CHECK: note: "mylib.b.default" by entry 'mylib.b.default' of bad-rules.mlir:9
// The loop starts anew for each output.
//
//
//
tp.program @circle {
  %x = tp.placeholder "x" : tensor<2xf32>
  %a = tp.call_function "mylib.a.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%a,) : tensor<2xf32>
}

// -----

// CHECK: error: node 'g': decompositions do not come to an end: {{.*}}mylib.grow.default -> mylib.grow.default
tp.program @endless {
  %x = tp.placeholder "x" : tensor<2xf32>
  %g = tp.call_function "mylib.grow.default"(%x, 0) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%g,) : tensor<2xf32>
}

// -----

// CHECK: error: node 'c': entry 'mylib.c.default' of bad-rules.mlir:17: result 0: another rank: expected the recorded tensor<2xf32>, got tensor<{{.*}}>
tp.program @wrong_type {
  %x = tp.placeholder "x" : tensor<2xf32>
  %c = tp.call_function "mylib.c.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%c,) : tensor<2xf32>
}

// -----

// CHECK: error: node 'split': entry 'mylib.list.default' of bad-rules.mlir:21: expected 2 values, one for each result, got 1
tp.program @wrong_number {
  %x = tp.placeholder "x" : tensor<2xf32>
  %p, %q = tp.call_function "mylib.list.default"(%x) as "split" : (tensor<2xf32>) -> [tensor<2xf32>, tensor<2xf32>]
  tp.output (%p, %q) : tensor<2xf32>, tensor<2xf32>
}

// -----

// CHECK: error: node 'l': entry 'mylib.literal.default' of bad-rules.mlir:25: result 0: expected a tensor, got a literal
tp.program @literal {
  %x = tp.placeholder "x" : tensor<2xf32>
  %l = tp.call_function "mylib.literal.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  tp.output (%l,) : tensor<2xf32>
}

// -----

// CHECK: error: 'tp.call_function' op expected an index into 1 values, got 3
tp.program @index {
  %x = tp.placeholder "x" : tensor<2xf32>
  %l = tp.call_function "mylib.list.default"(%x) : (tensor<2xf32>) -> !tp.any
  %e = tp.call_function "_operator.getitem"(%l, 3) : (!tp.any) -> !tp.any
  tp.output (%e,) : !tp.any
}
