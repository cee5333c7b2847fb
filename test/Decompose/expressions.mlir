// The expression language: each function and operator, on literals, dtypes and
// sizes. A number of the table becomes an argument of mylib::check.

// RUN: tp-opt %s --decompose=tables=%S/Inputs/expressions.mlir | FileCheck %s

tp.schema "mylib::check(Any x) -> Tensor"
tp.schema "mylib::test(Tensor x, Tensor y, int[] l, float f=0.5) -> Tensor[]"

// CHECK: tp.program @typed
tp.program @typed {
  %x = tp.placeholder "x" : tensor<2x3xf16>
  %y = tp.placeholder "y" : tensor<i64>
  // CHECK: check.default"([1, 1.0, 1.5, 0.25, "s", True, None, float32, inf, [1, [2]]])
  // CHECK: check.default"([3, -1, 2, 0.5, -2, 1, 8, 0.5, 6, -7])
  // CHECK: check.default"([True, True, False, True, True, True, True, False, True, True, True])
  // CHECK: check.default"([True, False, 1, 2, 7, True])
  // CHECK: check.default"([5, 4, [6, 5], [4, 5], [1, 2, 4, 5], [0, 0, 0]])
  // CHECK: check.default"([2, 0, [2, 3], 3, 6, float16, int64, float16, float32, float32, float16])
  // CHECK: check.default"([True, False, False, True, True, True, True, True, False])
  // CHECK: check.default"([3, [0, 1, 2], [1, 2], [5, 3], 1, 6, 15, 120, -3, 3, 2.0, True])
  // CHECK: check.default"([3, 2.0, 1.0, 0.0, 1.0, 2.0, 65504.0, -65504.0, 0.0009765625, 1, [1, 2, 3], [3, 2, 1]])
  // CHECK: check.default"([0, 2, 4])
  // CHECK: check.default"({{\[}}[1, 0], [9, 16]])
  // CHECK: check.default"([device("cpu"), contiguous_format, 0.5])
  %r = tp.call_function "mylib.test.default"(%x, %y, [4, 5, 6]) : (tensor<2x3xf16>, tensor<i64>) -> !tp.any
  tp.output (%r,) : !tp.any
}
