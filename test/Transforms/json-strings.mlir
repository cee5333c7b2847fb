// JSON of names that are not UTF-8, and of numbers beyond 64 bits.
// RUN: tp-opt %s --print-signature=json -o /dev/null | FileCheck %s
// RUN: tp-opt %s --print-signature=json -o /dev/null | %python -c "import json, sys; json.load(sys.stdin)"
// RUN: tp-opt %s --inline-modules | FileCheck %s --check-prefix=SPEC

// CHECK: "name": "p�"
// CHECK: "name": "�"
// CHECK: "target": "b�"
// CHECK: "value": "�"
// CHECK: "value": "99999999999999999999"
// CHECK: "expr": "d�"
// SPEC: #tp.treespec<{{.*}}\22[\\\22\EF\BF\BD\\\22,\\\2299999999999999999999\\\22]\22
tp.program @"p\FF" dims("d\FF" in [1, 2]) {
  tp.state buffer @"b\FF" : tensor<2xf32>
  tp.graph @m attributes {path = "m"} {
    %x = tp.placeholder "x" : tensor<2xf32>
    tp.output {"\FF": %x, 99999999999999999999: 1} : tensor<2xf32>
  }
  %0 = tp.placeholder "x" as "\FF" : tensor<2xf32>
  %b = tp.placeholder buffer @"b\FF" : tensor<2xf32>
  %s = tp.placeholder specialized "s" = "\FF" : !tp.str
  %n = tp.placeholder specialized "n" = 99999999999999999999 : !tp.any
  %m = tp.call_module "m"(%b) : (tensor<2xf32>) -> !tp.any
  tp.output (%0, %m) : tensor<2xf32>, !tp.any
}
