// Without tables=, a program that calls functions of tensorplay is decomposed by its table, any
// other by core-aten.

// RUN: tp-opt %s --decompose | FileCheck %s
// RUN: tp-opt %s --decompose=tables=core-aten | FileCheck %s --check-prefix=ATEN
// RUN: tp-opt %s --decompose=tables=tensorplay | FileCheck %s --check-prefix=PLAY
// RUN: tp-opt %s --decompose="exclude=silu,logit" | FileCheck %s --check-prefix=EXCLUDE

// CHECK-LABEL: tp.program @functions
// CHECK-NOT:     "tensorplay.functional.logit"
// CHECK-NOT:     "silu"
// CHECK:         tp.output (%mul,) : tensor<3xf32>
// ATEN-LABEL:  tp.program @functions
// ATEN:          "tensorplay.functional.logit"
// ATEN:          "silu"
// EXCLUDE-LABEL: tp.program @functions
// EXCLUDE:         %logit = tp.call_function "tensorplay.functional.logit"(%x, None) : (tensor<3xf32>) -> tensor<3xf32>
// EXCLUDE-NEXT:    %silu = tp.call_method "silu"(%logit) : (tensor<3xf32>) -> tensor<3xf32>
tp.program @functions {
  %x = tp.placeholder "x" : tensor<3xf32>
  %logit = tp.call_function "tensorplay.functional.logit"(%x, None) : (tensor<3xf32>) -> !tp.any
  %silu = tp.call_method "silu"(%logit) : (!tp.any) -> !tp.any
  tp.output (%silu,) : !tp.any
}

// Methods alone do not tell.

// CHECK-LABEL: tp.program @methods
// CHECK:         tp.call_method "silu"(%x) : (tensor<3xf32>) -> tensor<3xf32>
// PLAY-LABEL:  tp.program @methods
// PLAY-NOT:      "silu"
tp.program @methods {
  %x = tp.placeholder "x" : tensor<3xf32>
  %silu = tp.call_method "silu"(%x) : (tensor<3xf32>) -> !tp.any
  tp.output (%silu,) : !tp.any
}

// CHECK-LABEL: tp.program @aten
// CHECK:         "aten.sigmoid.default"
// PLAY-LABEL:  tp.program @aten
// PLAY:          "aten.silu.default"
tp.program @aten {
  %x = tp.placeholder "x" : tensor<3xf32>
  %silu = tp.call_function "aten.silu.default"(%x) : (tensor<3xf32>) -> tensor<3xf32>
  tp.output (%silu,) : tensor<3xf32>
}
