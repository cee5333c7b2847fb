// RUN: tp-opt %s --verify-opset="core-aten allow=aten.silu,mylib::op" | FileCheck %s
// RUN: tp-opt %s --verify-opset="core-aten allow=aten::silu,mylib.op.default" | FileCheck %s
// RUN: echo "aten.silu # all overloads" > %t.txt
// RUN: echo "mylib.op.default" >> %t.txt
// RUN: tp-opt %s --verify-opset="core-aten allow-file=%t.txt" | FileCheck %s
// RUN: not tp-opt %s --verify-opset 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not tp-opt %s --verify-opset="allow-file=%t.none" 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not tp-opt %s --verify-opset="allow=aten.silu" 2>&1 | FileCheck %s --check-prefix=OWN

// EMPTY: error: expected a set of operators: 'core-aten', 'allow' or 'allow-file'
// FILE: error: expected a list of operators: cannot open input file
// OWN: error: expected only operators of the operators that are allowed, found 'mylib.op.default', 1 call, first as node 'op'

// CHECK-LABEL: tp.program @forward
// CHECK: aten.silu.default
tp.program @forward {
  %x = tp.placeholder "x" : tensor<2xf32>
  %silu = tp.call_function "aten.silu.default"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %op = tp.call_function "mylib.op.default"(%silu) : (tensor<2xf32>) -> tensor<2xf32>
  %relu = tp.call_function "aten.relu.default"(%op) : (tensor<2xf32>) -> tensor<2xf32>
  %n = tp.call_function "aten.sym_size.int"(%relu, 0) : (tensor<2xf32>) -> !tp.int<2>
  %add = tp.call_function "_operator.add"(%n, 1) : (!tp.int<2>) -> !tp.int<3>
  tp.output (%relu, %add) : tensor<2xf32>, !tp.int<3>
}
