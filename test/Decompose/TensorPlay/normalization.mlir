// One form for what has several.

// RUN: tp-opt %s --decompose=tables=tensorplay-normalize | FileCheck %s

// Numbers on the right of what commutes.

// CHECK-LABEL: tp.program @commute
// CHECK:         %add = tp.call_function "_operator.add"(%x, 2)
// CHECK-NEXT:    %mul_1 = tp.call_function "_operator.mul"(%add, 0.5)
// CHECK-NEXT:    %sub = tp.call_function "_operator.sub"(1, %mul_1)
// CHECK-NEXT:    %unknown = tp.call_function "_operator.add"([1], %y)
// CHECK-NEXT:    tp.output (%sub, %unknown)
tp.program @commute functional {
  %x = tp.placeholder "x" : tensor<3xf32>
  %y = tp.placeholder "y" : !tp.any
  %add = tp.call_function "_operator.add"(2, %x) : (tensor<3xf32>) -> !tp.any
  %mul = tp.call_function "_operator.mul"(0.5, %add) : (!tp.any) -> !tp.any
  %sub = tp.call_function "_operator.sub"(1, %mul) : (!tp.any) -> !tp.any
  %unknown = tp.call_function "_operator.add"([1], %y) : (!tp.any) -> !tp.any
  tp.output (%sub, %unknown) : !tp.any, !tp.any
}

// What does nothing, also after numbers have changed places. A negation that nobody uses may do
// more than to negate: operators of Python call what a class makes of them.

// CHECK-LABEL: tp.program @identity
// CHECK-NEXT:    %x = tp.placeholder
// CHECK-NEXT:    %i = tp.placeholder
// CHECK-NEXT:    %n = tp.call_function "_operator.neg"(%x)
// CHECK-NEXT:    tp.output (%x, %x, %x, %x, %x, %x, %i, %i)
tp.program @identity functional {
  %x = tp.placeholder "x" : tensor<3xf16>
  %i = tp.placeholder "i" : tensor<3xi64>
  %a = tp.call_function "_operator.add"(%x, 0) : (tensor<3xf16>) -> !tp.any
  %b = tp.call_function "_operator.sub"(%x, 0.0) : (tensor<3xf16>) -> !tp.any
  %c = tp.call_function "_operator.mul"(1, %x) : (tensor<3xf16>) -> !tp.any
  %d = tp.call_function "_operator.truediv"(%x, 1) : (tensor<3xf16>) -> !tp.any
  %e = tp.call_function "_operator.pow"(%x, 1.0) : (tensor<3xf16>) -> !tp.any
  %n = tp.call_function "_operator.neg"(%x) : (tensor<3xf16>) -> !tp.any
  %f = tp.call_function "_operator.neg"(%n) : (!tp.any) -> !tp.any
  %g = tp.call_function "_operator.add"(0, %i) : (tensor<3xi64>) -> !tp.any
  %h = tp.call_function "_operator.pow"(%i, 1) : (tensor<3xi64>) -> !tp.any
  tp.output (%a, %b, %c, %d, %e, %f, %g, %h) : !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any
}

// Another number, another dtype, an unknown one.

// CHECK-LABEL: tp.program @kept
// CHECK:         "_operator.add"(%x, 1)
// CHECK-NEXT:    "_operator.mul"(%x, 0)
// CHECK-NEXT:    "_operator.truediv"(%i, 1)
// CHECK-NEXT:    "_operator.add"(%i, 0.0)
// CHECK-NEXT:    "_operator.add"(%y, 0)
// CHECK-NEXT:    "_operator.sub"(0, %x)
// CHECK-NEXT:    "_operator.neg"(%x)
tp.program @kept functional {
  %x = tp.placeholder "x" : tensor<3xf32>
  %i = tp.placeholder "i" : tensor<3xi64>
  %y = tp.placeholder "y" : !tp.any
  %a = tp.call_function "_operator.add"(%x, 1) : (tensor<3xf32>) -> !tp.any
  %b = tp.call_function "_operator.mul"(%x, 0) : (tensor<3xf32>) -> !tp.any
  %c = tp.call_function "_operator.truediv"(%i, 1) : (tensor<3xi64>) -> !tp.any
  %d = tp.call_function "_operator.add"(%i, 0.0) : (tensor<3xi64>) -> !tp.any
  %e = tp.call_function "_operator.add"(%y, 0) : (!tp.any) -> !tp.any
  %f = tp.call_function "_operator.sub"(0, %x) : (tensor<3xf32>) -> !tp.any
  %g = tp.call_function "_operator.neg"(%x) : (tensor<3xf32>) -> !tp.any
  tp.output (%a, %b, %c, %d, %e, %f, %g) : !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any, !tp.any
}

// Two tensors of a program that writes stay two.

// CHECK-LABEL: tp.program @writes
// CHECK:         %a = tp.call_function "_operator.mul"(%x, 1)
// CHECK-NEXT:    %n = tp.call_function "_operator.neg"(%a)
// CHECK-NEXT:    %m = tp.call_function "_operator.neg"(%n)
// CHECK-NEXT:    %b = tp.call_method "add_"(%x, 1)
tp.program @writes {
  %x = tp.placeholder "x" : tensor<3xf32>
  %a = tp.call_function "_operator.mul"(%x, 1) : (tensor<3xf32>) -> !tp.any
  %n = tp.call_function "_operator.neg"(%a) : (!tp.any) -> !tp.any
  %m = tp.call_function "_operator.neg"(%n) : (!tp.any) -> !tp.any
  %b = tp.call_method "add_"(%x, 1) : (tensor<3xf32>) -> !tp.any
  tp.output (%m, %b) : !tp.any, !tp.any
}
