// The driver is our own; the options are upstream's.

// RUN: tp-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: tp-opt --show-dialects | FileCheck %s --check-prefix=DIALECTS
// RUN: tp-opt --list-passes | FileCheck %s --check-prefix=PASSES
// RUN: tp-opt --help | FileCheck %s --check-prefix=HELP
// RUN: echo 'func.func @f() { return }' | tp-opt --canonicalize --mlir-timing 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TIMING
// RUN: echo 'func.func @f() { return }' | tp-opt --mlir-print-ir-after-all --cse 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PRINT
// RUN: echo 'func.func @f() { return }' > %t.mlir
// RUN: tp-opt %t.mlir --mlir-generate-reproducer=%t.repro.mlir \
// RUN:   --pass-pipeline='builtin.module(cse)'
// RUN: FileCheck %s --check-prefix=REPRO < %t.repro.mlir
// RUN: tp-opt %t.repro.mlir --run-reproducer --mlir-print-ir-after-all 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PRINT

// DIALECTS: Available Dialects: {{.*}}linalg{{.*}}, tp,
// PASSES: canonicalize
// HELP-DAG: --mlir-pass-pipeline-crash-reproducer
// HELP-DAG: --mlir-debug-counter
// HELP-DAG: --mlir-disable-threading
// HELP-DAG: --verify-each
// TIMING: Execution time report
// TIMING: Canonicalizer
// PRINT: IR Dump After CSE
// REPRO: mlir_reproducer
// REPRO: pipeline: "builtin.module(cse)"

// expected-error @+1 {{requires attribute}}
"func.func"() ({}) : () -> ()

// -----

"unknown.op"() : () -> ()
