// What became of the entries, and options that name nothing.

// RUN: tp-opt %s --decompose="tables=%S/Inputs/report.mlir report" -o %t.mlir | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.mlir
// RUN: tp-opt %s --decompose="tables=%S/Inputs/report.mlir include=op exclude=aten.siluu,silu,aten.relu.default preserve=mylib.op,nosuch" -o /dev/null 2>&1 | FileCheck %s --check-prefix=NAMES

// CHECK:      report.mlir:2: 'mylib.op.default': tried 3, applied 1, declined first at node 'op_1': line 3: tp.when "rank(x) == 2" is false
// CHECK-NEXT: report.mlir:7: 'mylib.op.default': tried 2, applied 0, declined first at node 'op_1': line 9: tp.when "size(x, 0) == 4" is not known
// CHECK-NEXT: report.mlir:12: 'mylib.op.default': tried 2, applied 0, declined first at node 'op_1': line 13: tp.expr "[1][rank(x)]" is not known
// CHECK-NEXT: report.mlir:17: 'aten.silu': never tried
// CHECK-NOT:  {{.}}

// IR: aten.sin.default
// IR: mylib.op.default
// IR: mylib.op.default

// NAMES-NOT: warning
// NAMES: warning: exclude=aten.siluu: expected the target of a call in 'p' or the key of a table
// NAMES-NOT: warning
// NAMES: warning: preserve=nosuch: expected the target of a call in 'p' or the key of a table
// NAMES-NOT: warning
tp.schema "mylib::op(Tensor x, int n=1) -> Tensor"
tp.program @p dims(b in [2, 64]) {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %y = tp.placeholder "y" : tensor<?xf32, #tp.shape<[b]>>
  %op = tp.call_function "mylib.op.default"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %op_1 = tp.call_function "mylib.op.default"(%y) : (tensor<?xf32, #tp.shape<[b]>>) -> tensor<?xf32, #tp.shape<[b]>>
  %op_2 = tp.call_function "mylib.op.default"(%y, 2) : (tensor<?xf32, #tp.shape<[b]>>) -> tensor<?xf32, #tp.shape<[b]>>
  %relu = tp.call_function "aten.relu.default"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  tp.output (%op, %op_1, %op_2, %relu) : tensor<2x3xf32>, tensor<?xf32, #tp.shape<[b]>>, tensor<?xf32, #tp.shape<[b]>>, tensor<2x3xf32>
}
