// What is decomposed, and by which tables.

// RUN: tp-opt %s --decompose=tables=%S/Inputs/sub.mlir,core-aten | FileCheck %s --check-prefix=FRONT
// RUN: tp-opt %s --decompose=tables=core-aten,%S/Inputs/sub.mlir | FileCheck %s --check-prefix=BEHIND
// RUN: tp-opt %s --decompose=tables=%S/Inputs/sub.mlir | FileCheck %s --check-prefix=ALONE
// RUN: tp-opt %s --decompose=exclude=silu | FileCheck %s --check-prefix=EXCLUDE
// RUN: tp-opt %s --decompose=exclude=aten.silu.default | FileCheck %s --check-prefix=EXCLUDE
// RUN: tp-opt %s --decompose=include=aten.silu | FileCheck %s --check-prefix=INCLUDE
// RUN: rm -rf %t.dir && mkdir %t.dir && cp %S/Inputs/sub.mlir %t.dir/mine && cp %S/Inputs/sub.mlir %t.dir/core-aten
// RUN: cd %t.dir && tp-opt %s --decompose=tables=mine | FileCheck %s --check-prefix=ALONE
// RUN: cd %t.dir && tp-opt %s --decompose=tables=./core-aten | FileCheck %s --check-prefix=ALONE
// RUN: cd %t.dir && tp-opt %s --decompose=tables=core-aten | FileCheck %s --check-prefix=NAME
// RUN: not tp-opt %s --decompose=tables=nonsense 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not tp-opt %s --decompose=tables=%t.missing.mlir 2>&1 | FileCheck %s --check-prefix=MISSING

// FRONT: aten.sub.Tensor"(%x, %x)
// FRONT: aten.permute.default
// BEHIND: aten.sigmoid.default"(%x)
// ALONE: aten.sub.Tensor"(%x, %x)
// ALONE: aten.linear.default
// NAME: aten.sigmoid.default
// EXCLUDE: aten.silu.default
// EXCLUDE: aten.permute.default
// INCLUDE: aten.sigmoid.default
// INCLUDE: aten.linear.default
// UNKNOWN: error: unknown decomposition table 'nonsense': expected a file or one of {{.*}}core-aten
// MISSING: missing.mlir
tp.program @forward {
  %x = tp.placeholder "x" : tensor<2x3xf32>
  %w = tp.placeholder "w" : tensor<4x3xf32>
  %silu = tp.call_function "aten.silu.default"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %linear = tp.call_function "aten.linear.default"(%silu, %w) : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  tp.output (%linear,) : tensor<2x4xf32>
}
