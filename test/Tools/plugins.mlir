// Plugins that link nothing find MLIR and the tp dialect in tp-opt.

// RUN: tp-opt %s --load-pass-plugin=%plugins/TestPassPlugin.so \
// RUN:   --load-dialect-plugin=%plugins/TestDialectPlugin.so \
// RUN:   --pass-pipeline='builtin.module(test-tp-plugin)' 2>&1 | FileCheck %s
// RUN: tp-opt %s --load-dialect-plugin=%plugins/TestDialectPlugin.so --emit-bytecode \
// RUN:   | tp-opt --load-dialect-plugin=%plugins/TestDialectPlugin.so \
// RUN:   | FileCheck %s --check-prefix=BYTECODE
// RUN: not tp-opt %s 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: not tp-opt %s --load-pass-plugin=%t.missing.so 2>&1 | FileCheck %s --check-prefix=MISSING

// CHECK: remark: tp operations seen by the plugin: 0
// CHECK: plugged.in "socket"
// BYTECODE: plugged.in "socket"
// WITHOUT: error: Dialect `plugged' not found for custom op 'plugged.in'
// MISSING: Failed to load passes from '{{.*}}.missing.so'
plugged.in "socket"

// CHECK-LABEL: func.func @add
// CHECK-SAME:    (%[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK:         arith.addi %[[B]], %[[A]] {swapped}
func.func @add(%a: i32, %b: i32) -> i32 {
  %sum = arith.addi %a, %b : i32
  return %sum : i32
}
