// RUN: not tp-opt %s --mutation-outputs 2>&1 | FileCheck %s

// An error names the node, and its line in the user's Python file.
// CHECK: model.py:12:5: error: 'tp.call_function' op node 'y': expected an operator with a schema
tp.program @p {
  %x = tp.placeholder "x" : tensor<2xf32>
  %y = tp.call_function "mylib.op.default"(%x) : (tensor<2xf32>) -> tensor<2xf32> loc("model.py":12:5)
  tp.output (%y,) : tensor<2xf32>
}
